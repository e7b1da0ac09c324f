//! Sanitizes trees created by hand so that their markup is safe to print; tests each rule on names, comments and texts.
#![cfg(feature = "sanitize")]

use limpid::sanitize::{Rule, Sanitizer, SanitizerConfig, Strictness};
use limpid::{Document, MutationError, Namespace, NodeId};

const HTML: &str = "http://www.w3.org/1999/xhtml";
const SVG: &str = "http://www.w3.org/2000/svg";

/// Returns the rules that remove something of a node, with a configuration that keeps everything safe.
fn rules_at(
    strictness: Strictness,
    make: impl FnOnce(&mut Document<'static>) -> Result<NodeId, MutationError>,
) -> Vec<Rule> {
    let mut document = Document::new();
    let node = make(&mut document).expect("a tree that can be made");
    let top = document.create_fragment().expect("room");
    document.node_mut(top).expect("a place").append(node).expect("a place");
    let (sanitizer, mut report) = (Sanitizer::new(&SanitizerConfig::default()).unwrap(), Vec::new());
    sanitizer.sanitize_with(&mut document, top, strictness, Some(&mut report)).expect("a node of the document");
    report.iter().map(|removal| removal.rule).collect()
}

fn rules(make: impl FnOnce(&mut Document<'static>) -> Result<NodeId, MutationError>) -> Vec<Rule> {
    rules_at(Strictness::Printable, make)
}

fn element(namespace: &str, name: &str) -> Vec<Rule> {
    rules(|document| document.create_element_ns(namespace, name))
}

fn attribute(namespace: &str, name: &str, value: &str) -> Vec<Rule> {
    rules(|document| {
        let element = document.create_element("a")?;
        document.node_mut(element)?.set_attribute_ns(namespace, name, value)?;
        Ok(element)
    })
}

#[test]
fn names_of_elements() {
    for name in ["x-é", "x.y", "é-x"] {
        let expected: &[Rule] = if name.starts_with('x') { &[] } else { &[Rule::NameInMarkup] };
        assert_eq!(element(HTML, name), expected, "{name}");
    }
    for name in ["p<x", "p\"x", "p'x", "p`x", "p=x", "p\u{7f}x", "p\u{1}x", "_p"] {
        assert_eq!(element(HTML, name), [Rule::NameInMarkup], "{name}");
    }
    for name in ["SCRIPT", "Script", "USE", "Embed"] {
        assert_eq!(element("urn:x", name), [Rule::UnsafeElementInMarkup], "{name}");
    }
    assert_eq!(element("urn:x", "PlainText"), [Rule::EndlessElement]);
    assert_eq!(element("urn:x", "p"), []);
}

#[test]
fn names_of_attributes() {
    for name in ["a<b", "a\"b", "a'b", "a`b", "a\u{7f}b"] {
        assert_eq!(attribute("", name, "v"), [Rule::NameInMarkup], "{name}");
    }
    for name in ["ONCLICK", "OnLoad"] {
        assert_eq!(attribute("", name, "v"), [Rule::EventHandlerInMarkup], "{name}");
    }
    assert_eq!(attribute("urn:x", "x:onclick", "v"), [Rule::EventHandlerInMarkup]);
    assert_eq!(attribute("urn:x", "x:title", "v"), []);
    for (namespace, name) in [("", "HREF"), ("urn:x", "x:href"), ("", "Action"), ("", "FORMACTION")] {
        assert_eq!(attribute(namespace, name, "javascript:x()"), [Rule::JavascriptUrlInMarkup], "{name}");
        assert_eq!(attribute(namespace, name, "x"), [], "{name}");
    }
}

/// In the standard, only the listed names in their namespaces are navigating URL attributes.
#[test]
fn namespaces_decide_if_nothing_is_printed() {
    let link = |element: &'static str, namespace: &'static str, name: &'static str| {
        rules_at(Strictness::Safe, |document| {
            let link = document.create_element_ns(element, "a")?;
            document.node_mut(link)?.set_attribute_ns(namespace, name, "javascript:x()")?;
            Ok(link)
        })
    };
    assert_eq!(link(HTML, "", "href"), [Rule::JavascriptUrl]);
    assert_eq!(link(SVG, Namespace::XLink.url(), "xlink:href"), [Rule::JavascriptUrl]);
    assert_eq!(link(SVG, "urn:x", "x:href"), []);
    assert_eq!(link(HTML, "urn:x", "x:href"), []);
    assert_eq!(link("urn:x", "", "href"), []);
    let mathml = Namespace::MathMl.url();
    assert_eq!(link(mathml, "", "href"), [Rule::JavascriptUrl]);
    assert_eq!(link(mathml, Namespace::XLink.url(), "xlink:href"), [Rule::JavascriptUrl]);
    assert_eq!(link(mathml, "urn:x", "x:href"), []);
}

#[test]
fn comments_instructions_and_doctypes() {
    for (data, is_broken) in [("a", false), ("a<b", true), ("a>b", false)] {
        let expected: &[Rule] = if is_broken { &[Rule::TagInData] } else { &[] };
        assert_eq!(rules(|document| document.create_comment(data)), expected, "{data}");
    }
    // No method and no parser creates comments that would end early.
    for data in [">", "->", "a-->b", "a--!>b"] {
        assert_eq!(Document::new().create_comment(data), Err(MutationError::InvalidComment), "{data}");
    }
    for (data, is_broken) in [("a", false), ("a<b", true), ("\"<\"", true)] {
        let expected: &[Rule] = if is_broken { &[Rule::TagInData] } else { &[] };
        assert_eq!(rules(|document| document.create_processing_instruction("x", data)), expected, "{data}");
    }
    for (parts, is_broken) in [
        (["a", "", ""], false),
        (["a<", "", ""], true),
        (["a", "b\"", ""], true),
        (["a", "", "c\">"], true),
        (["a\"", "", ""], true),
    ] {
        let expected: &[Rule] = if is_broken { &[Rule::TagInData] } else { &[] };
        let [name, public, system] = parts;
        let mut document = Document::new();
        let Ok(doctype) = document.create_doctype(name, Some(public), Some(system)) else { continue };
        let root = document.root().id();
        document.node_mut(root).expect("a place").append(doctype).expect("a place");
        let mut report = Vec::new();
        let sanitizer = Sanitizer::new(&SanitizerConfig::default()).unwrap();
        sanitizer.sanitize_with(&mut document, root, Strictness::Printable, Some(&mut report)).unwrap();
        let found: Vec<Rule> = report.iter().map(|removal| removal.rule).collect();
        assert_eq!(found, expected, "{parts:?}");
    }
}

/// XML allows comments and names that HTML would parse differently.
#[cfg(feature = "xml")]
#[test]
fn trees_of_xml() {
    let printed = |markup: &str, config: &SanitizerConfig| {
        let (mut document, mut report) = (limpid::xml::parse(markup), Vec::new());
        let root = document.root().id();
        let sanitizer = Sanitizer::new(config).unwrap();
        sanitizer.sanitize_with(&mut document, root, Strictness::Printable, Some(&mut report)).unwrap();
        (report.iter().map(|removal| removal.rule).collect::<Vec<_>>(), document.to_html())
    };
    let all = SanitizerConfig::default();
    for part in ["<!-->x-->", "<!--->x-->", "<?a <?>", "<?a b>c?>", "<!--<-->"] {
        assert_eq!(printed(&format!("<a>{part}</a>"), &all), (vec![Rule::TagInData], "<a></a>".to_owned()), "{part}");
    }
    for part in ["<?a<b c?>", "<?a\"b c?>", "<b<c/>"] {
        assert_eq!(
            printed(&format!("<a>{part}</a>"), &all),
            (vec![Rule::NameInMarkup], "<a></a>".to_owned()),
            "{part}"
        );
    }
    assert_eq!(printed("<a><!-- -- --><?b c?></a>", &all).0, []);
    for system_id in ["b>c", "b<c"] {
        let page = format!("<!DOCTYPE a SYSTEM '{system_id}'><a/>");
        assert_eq!(printed(&page, &all), (vec![Rule::TagInData], "<a></a>".to_owned()), "{system_id}");
    }
    // A document can have only one element and no text, so its top element is not replaced by its content.
    let replaced = SanitizerConfig { replace_with_children_elements: Some(vec!["b".into()]), ..all };
    let page = "<b xmlns='http://www.w3.org/1999/xhtml'><b><i/></b></b>";
    assert_eq!(printed(page, &replaced), (vec![Rule::ElementNotChangeable], String::new()));
}

#[test]
fn texts_that_are_written_unescaped() {
    let text_in = |namespace: &'static str, name: &'static str, text: &'static str| {
        rules(|document| {
            let element = document.create_element_ns(namespace, name)?;
            let text = document.create_text(text)?;
            document.node_mut(element)?.append(text)?;
            Ok(element)
        })
    };
    for (text, is_broken) in
        [("a < b", false), ("<b", true), ("</", true), ("<!", true), ("<?", true), ("a<", true), ("<1", false)]
    {
        let expected: &[Rule] = if is_broken { &[Rule::TagInText] } else { &[] };
        assert_eq!(text_in(HTML, "style", text), expected, "{text}");
        assert_eq!(text_in(HTML, "noscript", text), expected, "{text}");
        // In this case, the text is written with references.
        assert_eq!(text_in(SVG, "style", text), [], "{text}");
        assert_eq!(text_in(HTML, "p", text), [], "{text}");
    }
    let mut fragment = limpid::parse_fragment("<b>", "style");
    let (root, mut report) = (fragment.root().id(), Vec::new());
    let sanitizer = Sanitizer::new(&SanitizerConfig::default()).unwrap();
    sanitizer.sanitize_with(&mut fragment, root, Strictness::Printable, Some(&mut report)).unwrap();
    assert_eq!(report.iter().map(|removal| removal.rule).collect::<Vec<_>>(), [Rule::TagInText]);
}
