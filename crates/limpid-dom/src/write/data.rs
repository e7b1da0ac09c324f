//! The tree as data for serde, with the feature `serde`.

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

/// Serializes the document as a flat list of nodes in tree order. Nothing is nested, so that serializers do not recurse, even if the tree
/// is deep.
///
/// Each node is a map. The first one is the root.
///
/// * All nodes have `kind`. All except the root have `parent`, the position of their parent in the list. The parent of template contents
///   and shadow roots is their host.
/// * Elements have `name`, and `prefix` if they have one. `namespace` is the URL of a namespace other than HTML's. `attributes` is a list
///   of pairs of qualified name and value, in source order, if there are any. `attribute_namespaces` lists the URL of each attribute's
///   namespace. It is present only if an attribute has a prefix or a namespace that parsed HTML never has.
/// * A namespace URL of more than 255 bytes is written once. Later uses have a number instead: the position of the element with which the
///   URL was written.
/// * The root of an XML document has `xml`: true.
/// * Texts, comments and processing instructions have `data`. Processing instructions also have `target`.
/// * Doctypes have `name`, `public_id` and `system_id`.
///
/// The data is meant for other programs: a document cannot be deserialized from it.
impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.root().serialize(serializer)
    }
}

/// Serializes the subtree like a [`Document`], with this node as the root.
impl Serialize for NodeRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nodes = serializer.serialize_seq(None)?;
        let mut list = ListWriter { nodes, position: 0, ancestors: Vec::new(), urls: LongUrls::default() };
        visit(*self, &mut list)?;
        list.nodes.end()
    }
}

struct ListWriter<S> {
    nodes: S,
    /// The position of the next node.
    position: usize,
    /// The positions of the next node's ancestors, from the root.
    ancestors: Vec<usize>,
    urls: LongUrls,
}

impl<'d, S: SerializeSeq> Visitor<'d> for ListWriter<S> {
    type Error = S::Error;

    fn enter(&mut self, node: NodeRef<'d>, record: &Node) -> Result<bool, S::Error> {
        let parent = self.ancestors.last().copied();
        let position = self.position;
        self.position += 1;
        let fields = fields(node, parent, position, &mut self.urls);
        self.nodes.serialize_element(&Map(fields))?;
        let has_content = record.may_have_children();
        if has_content {
            self.ancestors.push(position);
        }
        Ok(has_content)
    }

    fn leave(&mut self, _: NodeRef<'d>, _: &Node) -> Result<(), S::Error> {
        self.ancestors.pop();
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
            Value::Position(position) | Value::Url(Url::WrittenAt(position)) => position.serialize(serializer),
            Value::Attributes(attributes) => attributes.serialize(serializer),
            Value::Urls(urls) => urls.serialize(serializer),
        }
    }
}

/// Returns all entries of a node's map at once, because some formats write the number of entries first.
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
            let url = urls.url_or_position(node.namespace_number(), node.namespace_url().unwrap_or_default(), position);
            fields.push(("namespace", Value::Url(url)));
        }
        fields.extend(node.prefix().map(|prefix| ("prefix", Value::Text(prefix))));
        let attributes: Vec<_> = node.attributes().map(|it| (it.qualified_name(), it.value())).collect();
        if !attributes.is_empty() {
            fields.push(("attributes", Value::Attributes(attributes)));
        }
        if node.attributes().any(|it| it.has_own_qualifier()) {
            let url = |it: Attribute<'d>| {
                Value::Url(urls.url_or_position(
                    it.namespace_number(),
                    it.namespace_url().unwrap_or_default(),
                    position,
                ))
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

struct Map<'d>(Vec<(&'static str, Value<'d>)>);

impl Serialize for Map<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}
