//! Selectors and the elements that they match, similar to the web platform tests. Each case is a separate test. It runs with the
//! matcher, with sets, and with Servo's matcher.

use libtest_mimic::{Arguments, Trial};
use limpid_dom::Namespace;
use limpid_select::{SelectorOptions, select_with_steps};
use limpid_testing::servo::Namespaces;
use std::process::ExitCode;

/// A name, a page, and the selectors to test on it with the `id`s of the matched elements. Pages without a doctype are in no-quirks mode.
type Page = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const PAGES: &[Page] = &[
    (
        "tree",
        "<div id=a class='one two'><p id=b class=one>x</p><p id=c lang=en>y<b id=d>z</b></p><span id=e></span></div>\
         <div id=f class=two><p id=g><b id=h class='one three'></b></p></div>",
        &[
            ("p", "b c g"),
            ("P", "b c g"),
            ("#d", "d"),
            ("#D", ""),
            (".one", "a b h"),
            (".One", ""),
            (".one.two", "a"),
            (".one.one", "a b h"),
            ("p.one", "b"),
            ("b, span", "d e h"),
            ("span, b", "d e h"),
            ("div p", "b c g"),
            ("div > p", "b c g"),
            ("div>p", "b c g"),
            ("div b", "d h"),
            ("div > b", ""),
            ("body *", "a b c d e f g h"),
            ("body > *", "a f"),
            ("p + p", "c"),
            ("p ~ span", "e"),
            ("p + span", "e"),
            ("p ~ p", "c"),
            ("div + div", "f"),
            ("div ~ div > p > b", "h"),
            ("div p + p b", "d"),
            ("#a p ~ span", "e"),
            ("body div.two b.one", "h"),
            ("*|p", "b c g"),
            ("|p", ""),
            ("p#b.one", "b"),
            ("nothing", ""),
            ("div:not(.one)", "f"),
            ("p:not(#b, #g)", "c"),
            (":not(*)", ""),
            ("p:not(:not(.one))", "b"),
            ("p:not(div > p)", ""),
            ("b:not(#a b)", "h"),
            (":is(#a, #f) > p", "b c g"),
            (":is(div > p, span)", "b c e g"),
            (":is(.three, :unknown-thing)", "h"),
            (":is()", ""),
            (":is(url( a ), .three)", "h"),
            (":is(url(a\\)b), .three)", "h"),
            (":is(url('('), .three)", "h"),
            (":is(1url(a b), #url(a b), @url(a b), .three)", "h"),
            ("p:is(.one, :is(#c))", "b c"),
            (":where(#a) :where(b, span)", "d e"),
            (":is(div p + p) b", "d"),
            ("body :is(:is(div) :is(p)) :is(b)", "d h"),
            (".o\\6e e", "a b h"),
            ("p /* comment */ .three", "h"),
            ("\tdiv\n>\rp ", "b c g"),
        ],
    ),
    (
        "attributes",
        "<i id=a title=Hello></i><i id=b title='hello world'></i><i id=c title=''></i><i id=d data-x='en-GB'></i>\
         <i id=e data-x=en></i><i id=f data-x=eng></i><i id=g></i><input id=h type=TEXT><i id=j type=TEXT></i>\
         <i id=k data-x='a&#10;b'></i><i id=m data-q=\"it's\"></i>",
        &[
            ("[title]", "a b c"),
            ("[TITLE]", "a b c"),
            ("[title=Hello]", "a"),
            ("[title=hello]", ""),
            ("[title=hello i]", "a"),
            ("[title=Hello s]", "a"),
            ("[title='hello world']", "b"),
            ("[title~=world]", "b"),
            ("[title~='hello world']", ""),
            ("[title~='']", ""),
            ("[title^=hel]", "b"),
            ("[title^=HEL i]", "a b"),
            ("[title$=ld]", "b"),
            ("[title$=LD I]", "b"),
            ("[title*=o]", "a b"),
            ("[title*='lo w']", "b"),
            ("[title^='']", ""),
            ("[title$='']", ""),
            ("[title*='']", ""),
            ("[title='']", "c"),
            ("[data-x|=en]", "d e"),
            ("[data-x|=EN]", ""),
            ("[data-x|=EN i]", "d e"),
            ("[data-x~=b]", "k"),
            ("[data-x='a\\a b']", "k"),
            ("[data-q=\"it's\"]", "m"),
            ("[data-q='it\\'s']", "m"),
            ("[type=text]", "h j"),
            ("[type=text s]", ""),
            ("[type=TEXT s]", "h j"),
            ("i:not([title]):not([data-x]):not([data-q])", "g j"),
            ("[*|title=Hello]", "a"),
            ("[|title=Hello]", "a"),
            ("[ title = 'Hello' ]", "a"),
            ("[title][id=b]", "b"),
            ("[id=a], [id=b]", "a b"),
            ("[data-x=en", "e"),
            ("[data-x='en", "e"),
        ],
    ),
    (
        "nth",
        "<ul id=u><li id=a class=x><li id=b><li id=c class=x><li id=d class=x><li id=e></ul>\
         <div id=v>text<p id=f></p><!-- --><b id=g></b><p id=h></p><b id=i></b></div><div id=w><s id=j></s></div>",
        &[
            ("li:first-child", "a"),
            ("li:last-child", "e"),
            ("li:only-child", ""),
            ("s:only-child", "j"),
            ("s:only-of-type", "j"),
            ("li:nth-child(1)", "a"),
            ("li:nth-child(odd)", "a c e"),
            ("li:nth-child(even)", "b d"),
            ("li:nth-child(2n + 1)", "a c e"),
            ("li:nth-child(3n)", "c"),
            ("li:nth-child(-n+2)", "a b"),
            ("li:nth-child(n+4)", "d e"),
            ("li:nth-child(n)", "a b c d e"),
            ("li:nth-child(0n+0)", ""),
            ("li:nth-child(-1)", ""),
            ("li:nth-child(-2n+3)", "a c"),
            ("li:nth-child( +2n - 1 )", "a c e"),
            ("li:nth-last-child(1)", "e"),
            ("li:nth-last-child(2n)", "b d"),
            ("li:nth-last-child(-n+2)", "d e"),
            ("p:nth-of-type(2)", "h"),
            ("p:first-of-type", "f"),
            ("b:first-of-type", "g"),
            ("b:last-of-type", "i"),
            ("p:nth-last-of-type(2)", "f"),
            ("p:only-of-type", ""),
            ("#v > :first-child", "f"),
            ("#v > :nth-child(2)", "g"),
            ("li:nth-child(2 of .x)", "c"),
            ("li:nth-child(odd of .x)", "a d"),
            (":nth-child(1 of li:not(.x))", "b"),
            ("li:nth-last-child(1 of .x)", "d"),
            ("li:nth-last-child(2 of .x, #e)", "d"),
            (":nth-child(2 of #v > *)", "g"),
            ("li:nth-child(2):not(.x)", "b"),
            ("li:not(:nth-child(2n))", "a c e"),
            ("html:nth-child(1) #a", "a"),
            ("html:only-of-type #a", "a"),
            ("li:nth-child(2) ~ .x:nth-child(4)", "d"),
            ("li:nth-child(2147483647)", ""),
            ("li:nth-child(-2147483648n+3)", "c"),
        ],
    ),
    (
        "has",
        "<section id=a><h2 id=b></h2><div id=c><p id=d class=x></p></div></section>\
         <section id=e><p id=f></p><p id=g class=x></p><ul id=h><li id=i></ul></section>\
         <section id=k><div id=l><div id=m></div></div></section>",
        &[
            ("section:has(p)", "a e"),
            ("section:has(> p)", "e"),
            ("section:has(h2, li)", "a e"),
            ("section:not(:has(p))", "k"),
            (":has(+ .x)", "f"),
            ("p:has(~ ul)", "f g"),
            ("p:has(+ ul > li)", "g"),
            ("p:has(~ ul li)", "f g"),
            ("section:has(h2 + div)", "a"),
            ("section:has(> h2 ~ div > p.x)", "a"),
            ("section:has(div div)", "k"),
            ("div:has(div)", "l"),
            ("div:has(section div)", ""),
            ("div:has(:is(section div))", "l"),
            ("div:has(:is(section p))", "c"),
            ("body:has(li) h2", "b"),
            ("section:has(.x):has(ul)", "e"),
            ("section:has(:scope)", ""),
            ("section:has(p:nth-child(2))", "e"),
            ("h2:has(+ div .x)", "b"),
            ("section:has(+ section + section)", "a"),
            ("section:has(~ section div > div)", "a e"),
            ("section:is(:has(h2), :has(ul)) > :first-child", "b f"),
            ("section:nth-child(1 of :has(.x))", "a"),
        ],
    ),
    (
        "structure",
        "<p id=a></p><p id=b><!-- c --></p><p id=c> </p><p id=d><br id=e></p><p id=f>x</p><x-y id=g></x-y><foo id=h></foo>",
        &[
            ("p:empty", "a b"),
            (":root > body > p:not(:empty)", "c d f"),
            ("p:root", ""),
            (":root p:first-child", "a"),
            ("* > br", "e"),
            ("html > body > #a", "a"),
            (":scope > body > #a", "a"),
            ("x-y", "g"),
            ("X-Y", "g"),
            ("foo:defined, x-y:defined, p:defined:not(:root *)", "h"),
            ("p:hover, p:active, p:focus, p:focus-within, p:focus-visible, p:visited, p:target", ""),
            (
                "p:autofill, p:user-valid, p:user-invalid, p:popover-open, p:modal, p:fullscreen, p:picture-in-picture",
                "",
            ),
            ("p:not(:hover):empty", "a b"),
        ],
    ),
    (
        "forms",
        "<form id=form><input id=a required><input id=b type=hidden required><input id=c type=checkbox checked>\
         <input id=d checked><input id=e type=radio checked disabled><input id=f readonly>\
         <input id=g placeholder=x><input id=h placeholder=x value=y><textarea id=i placeholder=x></textarea>\
         <textarea id=j disabled></textarea><select id=k required><optgroup id=l disabled><option id=m selected></optgroup>\
         <option id=n disabled><option id=o></select><button id=p></button>\
         <fieldset id=q disabled><legend id=r><input id=s></legend><legend id=t><input id=u></legend><button id=v></button>\
         <fieldset id=w></fieldset></fieldset></form>\
         <div id=x contenteditable><b id=y></b><i id=z contenteditable=false></i></div>",
        &[
            (":checked", "c e m"),
            (":disabled", "e j l m n q u v w"),
            ("fieldset:enabled", ""),
            (":enabled", "a b c d f g h i k o p s"),
            (":required", "a k"),
            (":optional", "b c d e f g h i j s u"),
            ("input:read-write", "a d g h s"),
            ("textarea:read-write", "i"),
            ("div:read-write, b:read-write, i:read-write", "x y"),
            ("i:read-only, button:read-only", "p v z"),
            (":placeholder-shown", "g i"),
            ("option:enabled", "o"),
            ("div:disabled, div:enabled, div:required, div:optional, div:checked", ""),
        ],
    ),
    (
        "form owners",
        "<input id=a type=radio name=r form=form><form id=form><button id=b type=button></button><button id=c command=x></button>\
         <select><button id=d></button></select><input id=e type=image form=other><button id=f></button><input id=g type=submit>\
         <input id=h type=radio name=r><input id=i type=radio name=s><input id=j type=radio name=s checked>\
         <input id=k type=radio><input id=l type=radio checked><input id=m type=radio name=R checked></form>\
         <form id=other><button id=n type=X></button></form><input id=o type=radio name=s><p id=other><button id=p></button>\
         <input id=q type=radio name=s form=none><input id=r type=checkbox><progress id=s></progress>\
         <progress id=t value=1></progress><option id=u selected><input id=v type=checkbox checked><input id=w checked>\
         <template><form><button></button></form></template>",
        &[
            ("button:default, [type=submit]:default, [type=image]:default", "e f"),
            (":default", "e f j l m u v"),
            (":indeterminate", "a h k o q s"),
        ],
    ),
    (
        "ranges",
        "<input id=a type=number min=1 max=5 value=5><input id=b type=number min=1 value=0><input id=c type=number max=5 value=1e1>\
         <input id=d type=number min=1><input id=e type=number min=1 value=x><input id=f type=number min=x value=0>\
         <input id=g type=text min=1 value=0><input id=h type=number min=1 value=0 disabled><input id=i type=number min=1 value=0 readonly>\
         <datalist><input id=j type=number min=1 value=0></datalist><input id=k type=number min=' +1.5x' value=-.5>\
         <input id=l type=range value=1000><input id=m type=range min=9 max=3 value=5><input id=n type=number max=1 value=5.>\
         <fieldset disabled><input id=o type=number min=1 value=0></fieldset><input id=p type=number max=1e999 value=2>\
         <input id=q TYPE=Number MAX=-1 value=-1.5>",
        &[(":in-range", "a d e l n q"), (":out-of-range", "b c k m")],
    ),
    (
        "ranges of time",
        "<input id=a type=date min=2000-02-29 value=2000-02-28><input id=b type=date min=2000-02-29 value=10000-01-01>\
         <input id=c type=date min=2001-02-29 value=2000-01-01><input id=d type=date max=2001-02-28 value=2001-02-29>\
         <input id=e type=month max=2020-10 value=2020-11><input id=f type=month max=2020-10 value=2020-9>\
         <input id=g type=week max=2020-W53 value=2020-W53><input id=h type=week max=2021-W53 value=2022-W01>\
         <input id=i type=week max=2021-W52 value=2022-W01><input id=j type=time min=09:00 max=17:00 value=08:59:59.999>\
         <input id=k type=time min=22:00 max=06:00 value=23:00><input id=l type=time min=22:00 max=06:00 value=12:00>\
         <input id=m type=time max=10:00:00.5 value=10:00:00.49><input id=n type=datetime-local max='2020-01-01 10:00' value=2020-01-01T10:01>\
         <input id=o type=datetime-local max=2020-01-01T10:00 value=2019-12-31T23:59><input id=p type=date min=0000-01-01 value=1999-01-01>\
         <input id=q type=time max=24:00 value=10:00><input id=r type=week max=2015-W53 value=2016-W01><input id=s type=week max=2000-W53 value=2016-W01>",
        &[(":in-range", "b d f g k m o"), (":out-of-range", "a e i j l n r")],
    ),
    (
        "links",
        "<a id=a href=/></a><a id=b></a><area id=c href=x><link id=d href=x>\
         <svg id=s><a id=e href=x></a><a id=f xlink:href=x></a><a id=g></a></svg><details id=h open></details>\
         <details id=i></details><dialog id=j open></dialog><p id=k open></p>",
        &[(":any-link", "a c e f"), (":link", "a c e f"), ("a:not(:any-link)", "b g"), (":open", "h j")],
    ),
    (
        "foreign",
        "<svg id=a viewBox='0 0 1 1'><linearGradient id=b><a id=c xlink:href=u></a></linearGradient>\
         <foreignObject id=d><p id=e viewBox=x></p></foreignObject></svg><math id=f definitionurl=x><mi id=g></mi></math>\
         <lineargradient id=h></lineargradient>",
        &[
            ("linearGradient", "b h"),
            ("lineargradient", "h"),
            ("LINEARGRADIENT", "h"),
            ("[viewBox]", "a e"),
            ("[viewbox]", "e"),
            ("[definitionURL]", "f"),
            ("svg|*", "a b c d"),
            ("svg|a", "c"),
            ("html|p", "e"),
            ("math|*", "f g"),
            ("svg|*:not(svg|a)", "a b d"),
            ("[xlink|href]", "c"),
            ("[*|href]", "c"),
            ("[href]", ""),
            ("[xlink\\:href]", ""),
            ("*|a", "c"),
            ("svg foreignObject > p", "e"),
        ],
    ),
    (
        "language and direction",
        "<div id=a lang=en-GB><p id=b></p><p id=c lang=de-Latn-AT></p><p id=d lang=''></p></div><div id=e dir=rtl><p id=f></p>\
         <p id=g dir=ltr></p><bdi id=h>abc</bdi><bdi id=i>אבג</bdi><p id=j dir=auto>123 שלום</p><p id=k dir=auto><b id=m>x</b></p>\
         <p id=n dir=auto><bdi>ש</bdi>y</p></div>",
        &[
            ("div :lang(en)", "b"),
            (":lang(EN):not(div)", "b"),
            ("p:lang(de)", "c"),
            ("p:lang('de-AT')", "c"),
            ("p:lang('*-AT')", "c"),
            ("p:lang(fr, 'en-GB')", "b"),
            ("div:lang(en), p:lang('')", "a d f g j k n"),
            ("#e:dir(rtl), #e > :dir(rtl)", "e f i j"),
            ("#e > :dir(ltr)", "g h k n"),
            ("#e :dir(auto)", ""),
        ],
    ),
    (
        "direction of inputs, whose value counts where it is shown as text",
        "<div dir=rtl><input id=a type=checkbox dir=auto value=א><input id=b type=number dir=auto value=א>\
         <input id=c type=range dir=auto value=א><input id=d type=date dir=auto value=א>\
         <input id=e type=image dir=auto value=א><input id=f type=color dir=auto value=א>\
         <input id=g dir=auto value=א><input id=h type=button dir=auto value=א><input id=i type=hidden dir=auto value=א>\
         <input id=j type=email dir=auto value=א><input id=k type=password dir=auto value=a><input id=l type=tel>\
         <input id=m type=checkbox></div>",
        &[("input:dir(ltr)", "a b c d e f k l"), ("input:dir(rtl)", "g h i j m")],
    ),
    (
        "placeholders beside values that sanitizing makes empty",
        "<input id=a placeholder=p value='&#10;'><input id=b placeholder=p type=email value=' '>\
         <input id=c placeholder=p type=number value=abc><input id=d placeholder=p type=url value=' &#13;'>\
         <input id=e placeholder=p value=' '><input id=f placeholder=p type=number value=1e3>\
         <input id=g placeholder=p type=email value=' a '><input id=h placeholder=p type=password value='&#10;&#13;'>\
         <input id=i placeholder=p type=date value=x>",
        &[(":placeholder-shown", "a b c d h")],
    ),
    (
        "default language",
        "<meta http-equiv=Content-Language content=fr><p id=a></p><p id=b lang=en></p>",
        &[("p:lang(fr)", "a"), ("p:lang(en)", "b")],
    ),
    (
        "quirks",
        "<!doctype quirks><p id=Aa class='Foo BAR'></p><p id=b class=foo title=T></p><p id=c class=fOO></p>",
        &[
            (".foo", "Aa b c"),
            (".FOO.bar", "Aa"),
            ("#aA", "Aa"),
            ("#B", "b"),
            ("[class=foo]", "b"),
            ("[id=aa]", ""),
            ("[title=t]", ""),
            ("p:not(.bar)", "b c"),
        ],
    ),
    (
        "escapes and odd names",
        "<p id='1a' class='2b é 日本'></p><p id='a.b' class='a:b -'></p><p id='x y' class='--x'></p>",
        &[
            ("#\\31 a", "1a"),
            (".\\32 b", "1a"),
            (".é", "1a"),
            (".日本", "1a"),
            ("#a\\.b", "a.b"),
            (".a\\:b", "a.b"),
            (".\\-", "a.b"),
            (".--x", "x y"),
            ("#x\\ y", "x y"),
            (".x\\ y", ""),
        ],
    ),
    (
        "templates",
        "<template id=a><p id=b></p></template><p id=c></p><div id=d><template shadowrootmode=open><p id=e></p></template></div>",
        &[("p", "c"), ("template:empty", "a"), ("template p", "")],
    ),
];

fn options() -> SelectorOptions {
    SelectorOptions::new()
        .namespace("svg", Namespace::Svg)
        .namespace("math", Namespace::MathMl)
        .namespace("html", Namespace::Html)
        .namespace("xlink", Namespace::XLink)
}

fn check(page: &str, selector: &str, expected: &str) -> Result<(), String> {
    let html = if page.starts_with("<!doctype") { page.to_owned() } else { format!("<!doctype html>{page}") };
    let document = limpid::parse(html);
    let namespaces =
        [("svg", Namespace::Svg), ("math", Namespace::MathMl), ("html", Namespace::Html), ("xlink", Namespace::XLink)];
    let prefixes = namespaces.map(|(prefix, namespace)| (prefix.to_owned(), namespace.url().to_owned())).into();
    let servo = limpid_testing::servo::Selector::parse(selector, &Namespaces { default: None, prefixes });
    let servo = servo.ok_or_else(|| format!("no selector to Servo: {selector}"))?;
    let selector = options().parse(selector).map_err(|error| error.to_string())?;
    let ids = |found: Vec<limpid_dom::NodeRef<'_>>| {
        found.iter().map(|node| node.attribute("id").unwrap_or("-")).collect::<Vec<_>>().join(" ")
    };
    let ways = [
        ("select", document.select(&selector).collect()),
        ("backwards", document.select(&selector).rev().collect::<Vec<_>>().into_iter().rev().collect()),
        ("sets", select_with_steps(document.root(), &selector, 0)),
        ("Servo", servo.select(document.root())),
        ("matches", {
            let elements = document.descendants().filter(|node| node.is_element());
            let is_scoped = selector.to_string().contains(":scope");
            let selected = |node: &limpid_dom::NodeRef<'_>| document.select(&selector).any(|found| found == *node);
            elements.filter(|node| if is_scoped { selected(node) } else { node.matches(&selector) }).collect()
        }),
        ("written and read", {
            let again = options().parse(&selector.to_string()).map_err(|error| error.to_string())?;
            document.select(&again).collect()
        }),
    ];
    for (way, found) in ways {
        let found = ids(found);
        // Elements without an `id` are `html`, `head` and `body`.
        let found = found.split(' ').filter(|id| *id != "-").collect::<Vec<_>>().join(" ");
        if found != expected {
            return Err(format!("{way}: {found:?} and not {expected:?}"));
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    for &(name, page, cases) in PAGES {
        for &(selector, expected) in cases {
            trials.push(Trial::test(format!("{name}: {selector:?}"), move || {
                check(page, selector, expected).map_err(Into::into)
            }));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}
