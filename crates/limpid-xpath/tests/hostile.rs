//! Expressions and documents of strangers: no panic, no overflow of the stack, time in proportion.

use limpid_xpath::{XPath, XPathErrorCode, XPathOptions};

/// Runs a test on a stack of the size that threads have.
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
fn long_expressions_are_flat() {
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

/// Expressions that a naive walk answers in the square of the document, or worse.
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

/// Steps are counted rather than time, so that the test says the same on every machine.
#[test]
fn steps_grow_with_the_document() {
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

#[test]
fn strings_that_double_are_bounded() {
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
fn steps_are_bounded() {
    let page = "<p>".repeat(2_000);
    let document = limpid::parse(page.as_str());
    let options = XPathOptions::new().max_steps(100_000);
    for expression in ["//*[sum(preceding::*[. = 3]) > 3]", "//p[sum(//p[sum(following::p) > 1]) > 1]"] {
        let error = options.compile(expression).unwrap().evaluate(document.root()).unwrap_err();
        assert_eq!(error.code(), XPathErrorCode::StepLimit, "{expression}");
    }
}
