//! The sanitizing layer over RcDom.

use html5ever::serialize::{SerializeOpts, serialize};
use limpid_markup5ever::{ParseOptions, parse_sanitized_document};
use limpid_sanitizer::{Sanitizer, SanitizerConfig};
use markup5ever_rcdom::{RcDom, SerializableHandle};

fn sanitized(sanitizer: &Sanitizer, safe: bool, page: &str) -> String {
    let dom = parse_sanitized_document(RcDom::default(), page, sanitizer.filter(safe), ParseOptions::default());
    let mut html = Vec::new();
    serialize(&mut html, &SerializableHandle::from(dom.document), SerializeOpts::default()).unwrap();
    String::from_utf8(html).unwrap()
}

/// Pages with what the layer removes, replaces and moves, and the document that `parse_html` makes of each.
#[test]
fn a_foreign_dom_gets_the_sanitized_tree() {
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
