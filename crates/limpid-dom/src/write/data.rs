//! The tree as data, for serde: feature `serde`.

use super::long_urls::{LongUrls, Url};
use super::rendering::is_template_contents;
use crate::read::attribute::Attribute;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::read::visit::{Visitor, visit};
use crate::storage::node::{Node, NodeKind};
use limpid_markup::Namespace;
use serde::ser::{Serialize, SerializeSeq, Serializer};
use std::borrow::Cow;

/// A list of nodes in tree order, each with the position in the list of what it is in. Nothing is nested, so that no format
/// has to recurse, however deep the tree is.
///
/// The first is the root. Each is a map that has `kind` and, unless it is the root, `parent`; template contents and shadow
/// roots have their host for it. Elements have `name`, `prefix` if there is one, `namespace` unless it is HTML's, and
/// `attributes` as a list of pairs of qualified name and value in source order if there are any; `attribute_namespaces` has
/// the URL of each, if one is in a namespace that HTML attributes are never in. A namespace URL of more than 255 bytes is written
/// once: later its place is taken by the position in the list of the element that has it. The root of an XML document has `xml`:
/// true. Texts, comments and processing instructions have `data`, the latter `target` as well; doctypes have `name`,
/// `public_id` and `system_id`.
///
/// It is meant to be read by other programs; there is no way back.
impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.root().serialize(serializer)
    }
}

/// As of a [`Document`], with this node as the first.
impl Serialize for NodeRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nodes = serializer.serialize_seq(None)?;
        let mut list = List { nodes, position: 0, open: Vec::new(), urls: LongUrls::default() };
        visit(*self, &mut list)?;
        list.nodes.end()
    }
}

/// The list of nodes, as far as it is written.
struct List<S> {
    nodes: S,
    /// The position of the next node.
    position: usize,
    /// The positions of the nodes around it.
    open: Vec<usize>,
    urls: LongUrls,
}

impl<'d, S: SerializeSeq> Visitor<'d> for List<S> {
    type Error = S::Error;

    fn enter(&mut self, node: NodeRef<'d>, record: &Node) -> Result<bool, S::Error> {
        let parent = self.open.last().copied();
        let position = self.position;
        self.position += 1;
        let fields = fields(node, parent, position, &mut self.urls);
        self.nodes.serialize_element(&Record(fields))?;
        let has_content = record.may_have_children();
        if has_content {
            self.open.push(position);
        }
        Ok(has_content)
    }

    fn leave(&mut self, _: NodeRef<'d>, _: &Node) -> Result<(), S::Error> {
        self.open.pop();
        Ok(())
    }

    fn enter_content(&mut self, content: NodeRef<'d>) -> Result<bool, S::Error> {
        self.enter(content, content.node())
    }

    fn leave_content(&mut self, content: NodeRef<'d>) -> Result<bool, S::Error> {
        self.leave(content, content.node())?;
        Ok(true)
    }
}

/// A value in the map of a node.
enum Value<'d> {
    True,
    Text(&'d str),
    Optional(Option<&'d str>),
    Position(usize),
    Url(Url<'d>),
    Attributes(Vec<(Cow<'d, str>, &'d str)>),
    Urls(Vec<Value<'d>>),
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::True => true.serialize(serializer),
            Value::Text(text) | Value::Url(Url::Text(text)) => text.serialize(serializer),
            Value::Optional(text) => text.serialize(serializer),
            Value::Position(position) | Value::Url(Url::In(position)) => position.serialize(serializer),
            Value::Attributes(attributes) => attributes.serialize(serializer),
            Value::Urls(urls) => urls.serialize(serializer),
        }
    }
}

/// Returns the map of a node. Formats that write its length first get the right one.
#[inline]
fn fields<'d>(
    node: NodeRef<'d>,
    parent: Option<usize>,
    position: usize,
    urls: &mut LongUrls,
) -> Vec<(&'static str, Value<'d>)> {
    let mut fields = vec![("kind", Value::Text(kind(node)))];
    fields.extend(parent.map(|parent| ("parent", Value::Position(parent))));
    if node.kind() == NodeKind::Document && node.document().is_xml() {
        fields.push(("xml", Value::True));
    }
    if node.is_element() {
        fields.push(("name", Value::Text(node.local_name())));
        if node.namespace() != Namespace::Html {
            let url = urls.write(node.namespace_number(), node.namespace_url().unwrap_or_default(), position);
            fields.push(("namespace", Value::Url(url)));
        }
        fields.extend(node.prefix().map(|prefix| ("prefix", Value::Text(prefix))));
        let attributes: Vec<_> = node.attributes().map(|it| (it.qualified_name(), it.value())).collect();
        if !attributes.is_empty() {
            fields.push(("attributes", Value::Attributes(attributes)));
        }
        if node.attributes().any(|it| it.has_own_qualifier()) {
            let url = |it: Attribute<'d>| {
                Value::Url(urls.write(it.namespace_number(), it.namespace_url().unwrap_or_default(), position))
            };
            fields.push(("attribute_namespaces", Value::Urls(node.attributes().map(url).collect())));
        }
    }
    if let Some(doctype) = node.doctype() {
        fields.push(("name", Value::Text(doctype.name)));
        fields.push(("public_id", Value::Optional(doctype.public_id)));
        fields.push(("system_id", Value::Optional(doctype.system_id)));
    }
    if let Some(instruction) = node.processing_instruction() {
        fields.push(("target", Value::Text(instruction.target)));
        fields.push(("data", Value::Text(instruction.data)));
    }
    fields.extend(node.text().or_else(|| node.comment()).map(|data| ("data", Value::Text(data))));
    fields
}

#[inline]
fn kind(node: NodeRef<'_>) -> &'static str {
    match node.kind() {
        NodeKind::Document => "document",
        NodeKind::DocumentFragment if is_template_contents(node) => "template-contents",
        NodeKind::DocumentFragment => "fragment",
        NodeKind::ShadowRoot => "shadow-root",
        NodeKind::Doctype => "doctype",
        NodeKind::Element => "element",
        NodeKind::Text => "text",
        NodeKind::Comment => "comment",
        NodeKind::ProcessingInstruction => "processing-instruction",
    }
}

/// A map with this many entries.
struct Record<'d>(Vec<(&'static str, Value<'d>)>);

impl Serialize for Record<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}
