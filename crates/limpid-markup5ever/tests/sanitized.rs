//! The sanitizing layer with RcDom.

use html5ever::serialize::{SerializeOpts, serialize};
use limpid_markup5ever::{ParseOptions, parse_sanitized_document, parse_sanitized_fragment};
use limpid_sanitizer::{Sanitizer, SanitizerConfig};
use markup5ever::{Attribute, LocalName, QualName, ns};
use markup5ever_rcdom::{RcDom, SerializableHandle};

fn sanitized(sanitizer: &Sanitizer, safe: bool, page: &str) -> String {
    let dom = parse_sanitized_document(RcDom::default(), page, sanitizer.filter(safe), ParseOptions::default());
    let mut html = Vec::new();
    serialize(&mut html, &SerializableHandle::from(dom.document), SerializeOpts::default()).unwrap();
    String::from_utf8(html).unwrap()
}

/// Compares the tree with a limpid document that is sanitized after parsing.
#[test]
fn foreign_dom_receives_the_sanitized_tree() {
    let config = SanitizerConfig {
        replace_with_children_elements: Some(vec!["font".into()]),
        remove_elements: Some(vec!["form".into()]),
        ..SanitizerConfig::default()
    };
    let all = Sanitizer::new(&config).unwrap();
    for page in [
        "<!DOCTYPE html><p onclick=x()>1<script>x()</script>2<font>3<i>4</i></font>",
        "<table><tr><td>1</td><b onload=x()>2</b></table><form><p>3</form>4",
        "<b>1<p>2</b>3</p><svg><use href=#x></use><a xlink:href='javascript:x()'>4</a></svg>",
        "<body onload=x()><html onclick=y() lang=en><div><p onclick=x()>1</p><iframe></iframe></div>",
    ] {
        for (sanitizer, safe) in [(&all, true), (&all, false), (Sanitizer::preset(), true)] {
            let mut document = limpid::parse(page);
            let root = document.root().id();
            match safe {
                true => sanitizer.sanitize(&mut document, root).unwrap(),
                false => sanitizer.sanitize_unsafe(&mut document, root).unwrap(),
            }
            assert_eq!(sanitized(sanitizer, safe, page), document.to_html(), "{page}");
        }
    }
}

/// Includes context elements that the configuration removes.
#[test]
fn foreign_dom_receives_the_sanitized_content() {
    let all = Sanitizer::new(&SanitizerConfig::default()).unwrap();
    for (context, page) in [
        ("div", "<p onclick=x()>1<script>x()</script>2<b>3<p>4</b>"),
        ("tr", "<td onclick=x()>1<td><table><iframe></iframe>2"),
        ("template", "<td>1<base href=x>"),
        ("video", "<p>1<!--c--><a href=javascript:x()>2"),
        ("title", "<p>1"),
        ("form", "<form><p>1"),
        ("math annotation-xml", "<svg><p onclick=x()>1"),
    ] {
        for sanitizer in [&all, Sanitizer::preset()] {
            let (namespace, name) = match context.split_once(' ') {
                Some((_, name)) => (ns!(mathml), name),
                None => (ns!(html), context),
            };
            let encoding =
                Attribute { name: QualName::new(None, ns!(), LocalName::from("encoding")), value: "text/HTML".into() };
            let context_name = QualName::new(None, namespace, LocalName::from(name));
            let (filter, options) = (sanitizer.filter(true), ParseOptions::default());
            let dom = parse_sanitized_fragment(RcDom::default(), page, context_name, &[encoding], filter, options);
            let html = dom.document.children.borrow()[0].clone();
            let mut written = Vec::new();
            serialize(&mut written, &SerializableHandle::from(html), SerializeOpts::default()).unwrap();
            let context = limpid::FragmentContext::from(context).attribute("encoding", "text/html");
            let mut fragment = limpid::parse_fragment(page, context);
            let root = fragment.root().id();
            sanitizer.sanitize(&mut fragment, root).unwrap();
            let expected = fragment.to_html();
            // Both serializers escape the text of these contexts.
            assert_eq!(String::from_utf8(written).unwrap(), expected, "{name}: {page}");
        }
    }
}
