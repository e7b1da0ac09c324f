//! Parsing of XML fragments, with the namespaces in scope at an element.

use super::XmlParseOptions;
use crate::html_setters::ContextNode;
use crate::{Document, Namespace, NodeId, NodeRef};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Parses XML markup as the content of a context node. Returns a document, and the node in it whose children are the result.
///
/// This is the [XML fragment parsing algorithm](https://html.spec.whatwg.org/multipage/xhtml.html#parsing-xhtml-fragments), except that markup
/// which is not well-formed is not an error.
pub(crate) fn parse_in(context: ContextNode<'_>, markup: &str) -> (Document<'static>, NodeId) {
    let mut input = start_tag(&match context {
        ContextNode::Element(element) => namespaces(element),
        ContextNode::NewBody => BTreeMap::from([("", Namespace::Html.url())]),
        ContextNode::None => BTreeMap::new(),
    });
    input.push_str(markup);
    let mut options = XmlParseOptions::new().errors(false);
    options.tree_builder = options.tree_builder.fragment(true);
    let parsed = options.parse(input);
    let top = parsed.document_element().unwrap_or(parsed.root()).id();
    (parsed, top)
}

fn start_tag(namespaces: &BTreeMap<&str, &str>) -> String {
    let mut tag = String::from("<context");
    for (&prefix, url) in namespaces {
        match prefix {
            "" => tag.push_str(" xmlns=\""),
            prefix => {
                // Writing to a String cannot fail.
                let _ = write!(tag, " xmlns:{prefix}=\"");
            }
        }
        for character in url.chars() {
            match character {
                '"' | '&' | '<' | '>' | '\t' | '\n' | '\r' => {
                    let _ = write!(tag, "&#{};", u32::from(character));
                }
                _ => tag.push(character),
            }
        }
        tag.push('"');
    }
    tag.push('>');
    tag
}

/// Returns the namespaces in scope at an element by prefix, as [lookupNamespaceURI](https://dom.spec.whatwg.org/#dom-node-lookupnamespaceuri)
/// finds them. The default namespace has the prefix "".
fn namespaces(element: NodeRef<'_>) -> BTreeMap<&str, &str> {
    let mut found = BTreeMap::new();
    for element in core::iter::once(element).chain(element.ancestors()).filter(|node| node.is_element()) {
        if let Some(url) = element.namespace_url() {
            found.entry(element.prefix().unwrap_or_default()).or_insert(url);
        }
        for attribute in element.attributes().filter(|attribute| attribute.namespace() == Namespace::XmlNs) {
            let prefix = if attribute.prefix().is_none() { "" } else { attribute.local_name() };
            found.entry(prefix).or_insert(attribute.value());
        }
    }
    // Some names in a document cannot be written in markup. Only the default namespace may have an empty URL.
    let is_name =
        |character: char| !character.is_ascii() || character.is_ascii_alphanumeric() || "-._".contains(character);
    let can_be_declared = |prefix: &str| !matches!(prefix, "xml" | "xmlns") && prefix.chars().all(is_name);
    found.retain(|prefix, url| can_be_declared(prefix) && (prefix.is_empty() || !url.is_empty()));
    found
}
