//! Expressions and documents from untrusted sources must not panic, overflow the stack or take unlimited time.

use limpid_xpath::{XPath, XPathErrorCode, XPathOptions};

/// Runs a test on a stack of 2 MiB, the default of threads.
fn on_a_thread(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(test).unwrap().join().unwrap();
}

#[test]
fn nesting_is_bounded() {
    on_a_thread(|| {
        for (open, middle, close) in [
            ("(", "1", ")"),
            ("not(", "1", ")"),
            ("a[", "b", "]"),
            ("-(", "1", ")"),
            ("1 or 1 and 1 = 1 < 1 + 1 * (", "1", ")"),
            ("(//a/b | c[d = string(", "1", ")])[1]"),
        ] {
            let document = limpid::parse("<a><b>");
            let deepest = (1..1000)
                .map(|depth| [open.repeat(depth), middle.to_owned(), close.repeat(depth)].concat())
                .map(|text| XPath::compile(&text))
                .take_while(Result::is_ok)
                .last();
            let deepest = deepest.unwrap().unwrap();
            assert!(deepest.evaluate(document.root()).is_ok());
            let deep = [open.repeat(100_000), middle.to_owned(), close.repeat(100_000)].concat();
            assert_eq!(XPath::compile(&deep).unwrap_err().code(), XPathErrorCode::TooDeep);
        }
    });
}

#[test]
fn long_expressions_take_no_stack() {
    on_a_thread(|| {
        let document = limpid::parse("<a><b><b><b>");
        for (first, next) in [
            ("1", " + 1"),
            ("1", " = 1"),
            ("b", " | b"),
            ("b", "[1]"),
            ("b", "[true()]"),
            ("//b", "//b"),
            ("b", "/.."),
            ("", "-"),
            ("1", " or 1"),
            ("b[b", "/b"),
        ] {
            let mut text = first.to_owned() + &next.repeat(20_000);
            text += match next {
                "-" => "1",
                "/b" => "]",
                _ => "",
            };
            assert!(document.xpath(&text).is_ok(), "{next}");
        }
    });
}

#[test]
fn deep_trees_take_no_stack() {
    on_a_thread(|| {
        let page = "<i>".repeat(50_000) + "x";
        let document = limpid::ParseOptions::new().limits(limpid::Limits::none()).parse(page.as_str());
        for expression in [
            "count(//i[.//i])",
            "count(//i[not(.//b)])",
            "count(//i/ancestor::*)",
            "count(//i[ancestor::b])",
            "count(//i/following::node())",
            "count(//i//i//i)",
            "count(//i[i[i]])",
            "count(//i[lang('en')])",
        ] {
            assert!(document.xpath(expression).is_ok(), "{expression}");
        }
    });
}

/// Expressions for which a naive evaluation takes quadratic time or more.
const EXPRESSIONS: &[&str] = &[
    "//a[.//b[.//c]]",
    "//*[.//*[.//*[.//nosuch]]]",
    "//*[preceding::nosuch]",
    "//*[following::nosuch]",
    "//*[ancestor::nosuch]",
    "//*/preceding::*/following::*/preceding::*/following::*",
    "//*/ancestor::*/descendant::*/ancestor::*/descendant::*",
    "//*/../*/../*/../*",
    "//*[preceding-sibling::nosuch or following-sibling::nosuch]",
    "//*/preceding-sibling::*/following-sibling::*",
    "//*[last()]",
    "//*[position() = last() - 1]",
    "//*[. = //nosuch]",
    "//*[@class = //*/@id]",
    "//*[preceding::*[@class = 'q']][following::*[@class = 'q']]",
    "//*/following::*[1]",
    "//*/following::nosuch[1]",
    "//*/following::*[last()]",
    "//*/following::*[position() > 3]",
    "//*/preceding::*[2]",
    "//*/preceding::*[last()]",
    "//*/preceding::*[position() > 3]",
    "//*/descendant::*[3]",
    "//*/descendant::*[last() - 1]",
    "//*/descendant-or-self::*[position() < last()]",
    "//*/ancestor::*[last()]",
    "//*/ancestor::*[position() >= 2]",
    "//*/following-sibling::*[1000]",
    "//*/following-sibling::*[@class][last()]",
    "//*/preceding-sibling::*[position() > 7]",
    "//*[following::nosuch[1] or preceding::nosuch[1] or ancestor::nosuch[1]]",
    "//*[preceding-sibling::*[1][@class]/../*[2]]",
    "//*[count(preceding-sibling::*) mod 2 = 1]",
    "//*[count(ancestor::*) > count(following::*)]",
    "//*[not(@class = preceding::*/@class)]",
    "//*[not(@id = preceding-sibling::*/@id)]",
    "//*[@class = following::*[@class]/@class]",
    "//*[name() = following-sibling::*/@class]",
    "//*[string(preceding::p) = string(following::p)]",
    "//*[name(preceding-sibling::*) = name(ancestor::*)]",
    "//*[. = 'x']",
    "//*[string-length(.) = 1]/following::b[. = 'x'][2]",
    "//*[contains(., 'xy')]",
    "//*[not(contains(., 'nosuch')) and starts-with(., 'x')]",
    "//*[string-length() > 3]",
];

type Page = fn(usize) -> String;

const PAGES: &[(&str, Page)] = &[
    ("wide", |size| "<a class=p>x</a>".repeat(size)),
    ("deep", |size| "<b id=q>".repeat(size)),
    ("texts", |size| "<b>".repeat(size) + &"x<i>é</i>yyyyyyyyyyyyyyyy</b>".repeat(size)),
    ("groups", |size| "<div><a><b>x</b><p>y</p></a></div>".repeat(size)),
];

/// The test counts steps instead of time, so that the result is the same on every machine.
#[test]
fn steps_are_proportional_to_the_size_of_the_document() {
    on_a_thread(|| {
        for (name, page) in PAGES {
            let page = page(4_000);
            let document = limpid::ParseOptions::new().limits(limpid::Limits::none()).parse(page.as_str());
            let steps = 40 * document.node_count() as u64;
            for expression in EXPRESSIONS {
                let xpath = XPathOptions::new().max_steps(steps).compile(expression).unwrap();
                let evaluated = xpath.evaluate(document.root());
                assert!(evaluated.is_ok(), "{expression} of {name} takes more than {steps} steps");
            }
        }
    });
}

/// Expressions whose predicates use positions, attributes, children, the parent or the node itself.
const LINEAR: &[&str] = &[
    "//a",
    "//*/@*",
    "//a[@href]/@href",
    "//a[@href = @class or @id]",
    "//*[@id = 'q' and not(@class)]",
    "//a[contains(@href, 'x')][starts-with(@class, 'p')]",
    "//*[contains(concat(' ', normalize-space(@class), ' '), ' p ')]",
    "//*[translate(@class, 'PQ', 'pq') = 'p']",
    "//li[1] | //*[2] | //*[last()] | (//*)[last()]",
    "//*[position() mod 2 = 1]",
    "//*[position() > 1 and position() < last()]",
    "//*/*[3]/@*[1]",
    "//*[*[1]/*[last()]]",
    "//*[a[2] = 'x']",
    "//*[a][b or @class]",
    "//*[count(*) > 2]",
    "//*[count(*) = count(@*)]",
    "//*[* = */@class]",
    "//*[sum(*) > 3 or string(a) = 'x']",
    "//*[parent::div][not(parent::a)]",
    "//*[../@class = 'p']",
    "//*[../*[2] = .]",
    "//*[../*[@class]/@id = 'q']",
    "//*[count(../*) > 3]",
    "//*[../*/@id = @class]",
    "//*[../*/@id = ../*/@class]",
    "//*[@class = ../*/@class]",
    "//*[@href != ../*/@href]",
    "//*[string(@class) = ../*/@id]",
    "//*[../@nosuch = ../@other]",
    "//*[sum(../../*) > 3]",
    "//*[. = (../*)[2]]",
    "//*[@class = (../*/@class)[last()]]",
    "//*[. = (../*[position() mod 2 = 1])[position() > 1]]",
    "//*[(../*)[@id][2] = .]",
    "//*[count((../* | ../@*)[last()] | @class) = 2]",
    "//*[. = ../*[2] | ../*[@class][last()]]",
    "//*[@id = (../*/@class | @href)]",
    "//*[count(../* | .) = count(../*)]",
    "//*[number(@class) < ../*/@id]",
    "//*[count(*) = ../*/@id]",
    "//*[count(*) != ../*]",
    "//*[string-length(@class) >= ../*/@n]",
    "//*[boolean(@class) = ../*]",
    "//*[not(@id) = (../*)[2]]",
    "//*[concat(@id, 'x') = ../../*/@class]",
    "//*[@id = parent::*/*/@class]",
    "//*[. = parent::div[@id]/*[2]]",
    "//*[count(parent::*/*[@class]) > 3][position() = last()]",
    "//*[string(../*[3]) = name()]",
    "//*[../*[position() != 2]/@id = @class]",
    "//*[contains(.., 'nosuch') or starts-with(.., @class)]",
    "//*[string(@id) = //*/@class]",
    "//*[count(@*) > //*/@id]",
    "//*[//*/@id = //*/@class]",
    "//*[*/*]/../..//*[2]",
    "//*[../../*[*]/@id < count(../*)]",
    "//*[count(*/../*) > 3]",
    "//*/*[position() != 3]",
    "//*/*[not(position() = 1)][2]",
    "//*/descendant::*[position() != 3]",
    "//*/descendant::*[not(position() = 1)]",
    "//*/descendant::*[position() = 3 or position() = 5]",
    "//*/following-sibling::*[position() = 1 or position() = last()]",
    "//*/preceding-sibling::*[position() > 1 and position() < 5]",
    "//*/following::*[not(position() > 2 and position() < 7)]",
    "//*/preceding::*[position() = 1 or position() > 5]",
    "//*/ancestor::*[position() != 2]",
    "//*/ancestor-or-self::*[position() = 1 or position() = last()]",
    "//*[self::a or self::b]",
    "//*[. = 'x' or . > 3]",
    "//*[(@class | //*/@id) = //*/@class]",
    "//*[(x | //*) < //a]",
    "//*[//a = (x | //b)]",
    "//*[(b | //a) = 'nosuch']",
    "//*[(b | //a/@class) != 3]",
    "//*[(x | //i) = (@id | //a | //p)]",
    "//text()[. = 'x']",
    "//*[string-length(.) > 3 and contains(., 'xy')]",
];

/// The limit is less than half of the default limit for an expression with two parts.
#[test]
fn linear_expressions_stay_below_the_default_bound() {
    on_a_thread(|| {
        let attributes = |size: usize| {
            let attributes: String = (0..size.min(60_000)).map(|number| format!(" a{number}")).collect();
            format!("<div{attributes}>{}</div>", "<a class=p>x</a>".repeat(size))
        };
        let long = |size: usize| format!("<b>{}<i>{}</i></b>", "<b>".repeat(400), "é xy\n".repeat(4 * size));
        let pages: &[(&str, Page)] = &[("attributes", attributes), ("long", long)];
        for (name, page) in PAGES.iter().chain(pages) {
            for size in [500, 2_000, 6_000] {
                let page = page(size);
                let document = limpid::parse(page.as_str());
                let units = (document.node_count() + page.len() / 16) as u64;
                for expression in LINEAR {
                    let xpath = XPathOptions::new().max_steps(64 * units).compile(expression).unwrap();
                    assert!(xpath.evaluate(document.root()).is_ok(), "{expression} of {name}, {size}");
                }
            }
        }
    });
}

/// The default limit grows with the depth of the tree, because nested elements have the same descendants.
#[test]
fn positions_from_nested_elements_stay_below_the_default_bound() {
    let page = "<div>".repeat(500) + &"<i>a</i>".repeat(1_000);
    let document = limpid::parse(page.as_str());
    let units = (document.node_count() + document.text_bytes() / 16) as u64;
    for (expression, parts) in [
        ("//div/descendant::i[position() mod 2 = 1]", 8),
        ("//div/descendant::i[position() = @n]", 7),
        ("//div/descendant::i[position() != 3]", 6),
        ("//i/ancestor::div[position() mod 2 = 1]", 8),
    ] {
        let steps = (64 + 500) * units * parts;
        let xpath = XPathOptions::new().max_steps(steps).compile(expression).unwrap();
        assert!(xpath.evaluate(document.root()).is_ok(), "{expression}");
    }
    // Without the term for the depth, this would exceed the limit.
    let page = "<div>".repeat(500) + &"<i></i>".repeat(12_000);
    let document = limpid::parse(page.as_str());
    let position = XPath::compile("//div/descendant::i[position() = @n]").unwrap();
    assert!(position.evaluate(document.root()).is_ok());
}

/// Returns a page of about 1 MB with links, lists, tables and paragraphs.
fn large_page() -> String {
    let mut page = "<!DOCTYPE html><title>Teas</title><nav><ul class='menu main'>".to_owned();
    for number in 0..2_000 {
        page += &format!(
            "<li class='item item-{number}'><a href='/tea/{}?page={number}' title='Tea {number}'>Tea <b>{number}</b></a></li>\n",
            number % 700
        );
    }
    page += "</ul></nav><table id=prices>";
    for number in 0..3_000 {
        page += &format!(
            "<tr><td>{number}</td><td class=name>Sencha {number}</td><td>{}.50 €</td><td><span>in\n stock</span></td></tr>",
            number % 90
        );
    }
    page += "</table><main>";
    for number in 0..2_000 {
        page += &format!(
            "<article><h2>Heading {number}</h2><p>Green tea, <i>first</i> flush, of spring {number}.</p><p>{}</p></article>",
            "Leaves are steamed and rolled. ".repeat(6)
        );
    }
    page
}

#[test]
fn common_expressions_stay_below_the_default_bound() {
    let page = large_page();
    let document = limpid::parse(page.as_str());
    for expression in [
        "//a/@href",
        "//table[@id = 'prices']//tr[position() > 1]/td[3]/text()",
        "//td[normalize-space() = 'in stock']/../td[2]",
        "//tr[td[1] = 17]/following-sibling::tr[1]/td[2]",
        "//td[text() = 'Sencha 7']/following-sibling::td[1]",
        "//h2[contains(., '99')]/following-sibling::p",
        "//article[.//h2[contains(text(), '17')]]//p[last()]",
        "//*[contains(concat(' ', normalize-space(@class), ' '), ' item ')]",
        "//a[starts-with(@href, '/tea/') and not(contains(@href, '#'))]",
        "//li[not(preceding-sibling::li[@class = 'nosuch'])][last()]",
        "//p[preceding::h2[1] = 'Heading 42']",
        "//h2[count(preceding::h2) mod 100 = 0]",
        "sum(//td[1]) div count(//tr)",
        "translate(//title, 'TEAS', 'teas')",
        "normalize-space(//body)",
        "string(/)",
        "//p[string-length(normalize-space(.)) > 100]",
        "//p[translate(., 'LEAVES', 'leaves') = 'x']",
        "//p[substring-before(., ',') = 'Green tea']",
        "//a[re:test(@href, '^/tea/\\d+\\?page=(1|2)\\d*$')]",
        "//p[re:test(., 'leaves|flush|roll\\w+', 'i')]",
        "//p[re:test(., '\\bflush\\b')]",
        "//td[re:replace(., '[^\\d.]+', 'g', '') > 80]",
        "re:replace(string(/), '\\s+', 'g', ' ')",
        "re:match(string(//main), '\\w+ing \\d+', 'g')",
        "re:match(//a[17]/@href, '(\\d+)\\?page=(\\d+)')",
        "str:tokenize(string(//main))",
        "//li[str:tokenize(@class) = 'item-5']",
        "//li[count(str:split(@class, '-')) > 1]",
        "set:distinct(//a/@href)",
        "set:difference(//a, //li/a[b > 100])",
        "//a[not(@href = ../../preceding-sibling::li/a/@href)]",
        "//tr[not(td[3] = preceding-sibling::tr/td[3])]",
    ] {
        let xpath = XPathOptions::new().exslt().compile(expression).unwrap();
        if let Err(error) = xpath.evaluate(document.root()) {
            panic!("{expression}: {error}");
        }
    }
}

/// Expressions that need quadratic time or memory.
const QUADRATIC: &[&str] = &[
    "//*[sum(preceding::* | following::b) > 3]",
    "//a[preceding::a/@class = following::a/@href]",
    "//*[following::*/@a = preceding::*/@b]",
    "//*[count(following::*/@*) > count(preceding::*/@*)]",
    "//*/following::*[position() mod 2 = 1]",
    "//*[following::*[position() mod 2 = 1][. = 'nosuch']]",
    "//*[string-length(concat(., str:padding(200000, 'x'))) = 1]",
    "//*[translate(/, 'x', 'y') = translate(concat(., /), str:padding(5000, 'x'), '')]",
    "//*[count(str:tokenize(concat(., /), '')) = 1]",
    "//*[set:distinct(following::* | preceding::*) = concat(., '!')]",
    "//*[str:replace(concat(., str:padding(50000, 'x')), 'x', 'xx') = 'x']",
    "//*[count(re:match(concat(., /), '.*nosuch|.', 'g')) = 0]",
    "//*[re:test(/, concat('\\w{20}', position()))]",
    "re:replace(str:padding(200000, 'a'), '.*b|a', 'g', '$0')",
    "re:test(/, '(a|b)*a(a|b){5000}c')",
    "count(str:tokenize(str:padding(1000000, 'a'), '') | str:tokenize(str:padding(1000000, 'b'), ''))",
];

#[test]
fn expressions_that_need_quadratic_time_exceed_the_limit() {
    on_a_thread(|| {
        // A text that never repeats, for which an automaton builds more and more states.
        let mut number = 1_u32;
        let letters = (0..20_000).map(|_| {
            number = number.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            if number & 1 << 20 == 0 { 'a' } else { 'b' }
        });
        let page = "<a class=p>x</a>".repeat(6_000) + &letters.collect::<String>();
        let document = limpid::parse(page.as_str());
        let options = XPathOptions::new().exslt();
        // Fewer steps than the default, to save time.
        let few = options.clone().max_steps(4_000_000);
        let by_default = [QUADRATIC[0], QUADRATIC[1], QUADRATIC[15]].map(|expression| (&options, expression));
        for (options, expression) in QUADRATIC.iter().map(|expression| (&few, *expression)).chain(by_default) {
            let error = options.compile(expression).unwrap().evaluate(document.root());
            let error = error.err().unwrap_or_else(|| panic!("{expression}"));
            assert_eq!(error.code(), XPathErrorCode::StepLimit, "{expression}: {error}");
            assert!(error.message().ends_with("allow more with `max_steps`"), "{error}");
        }
        let lifted = XPathOptions::new().exslt().max_steps(u64::MAX).compile(QUADRATIC[15]).unwrap();
        assert_eq!(lifted.evaluate(document.root()).unwrap().number(), 2_000_000.0);
    });
}

#[test]
fn repeated_replacements_are_limited() {
    let document = limpid::parse("");
    let many = "a".repeat(300);
    for (before, after) in
        [("re:replace(", ", 'a+', 'g', '$0$&$0$&$0$&')"), ("str:replace(", &format!(", 'a', '{many}')"))]
    {
        let text = [before.repeat(60), "'a'".to_owned(), after.repeat(60)].concat();
        let error = XPathOptions::new().exslt().compile(&text).unwrap().evaluate(document.root()).unwrap_err();
        assert_eq!(error.code(), XPathErrorCode::FunctionFailed, "{before}");
    }
}

#[test]
fn explicit_limits_apply_to_nested_predicates() {
    let page = "<p>".repeat(2_000);
    let document = limpid::parse(page.as_str());
    let options = XPathOptions::new().max_steps(100_000);
    for expression in ["//*[sum(preceding::*[. = 3]) > 3]", "//p[sum(//p[sum(following::p) > 1]) > 1]"] {
        let error = options.compile(expression).unwrap().evaluate(document.root()).unwrap_err();
        assert_eq!(error.code(), XPathErrorCode::StepLimit, "{expression}");
    }
}
