//! The tree as data, for serde: feature `serde`.

use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::storage::node::NodeKind;
use limpid_markup::Namespace;
use serde::ser::{Serialize, SerializeSeq, SerializeStruct, Serializer};

/// A list of nodes in tree order, each with the place in the list of what it is in. Nothing is nested, so that no format
/// has to recurse, however deep the tree is.
///
/// The first is the root. Each has `kind` and, but for the root, `parent`; template contents and shadow roots have their
/// host for it. Elements have `name`, `prefix` if there is one, `namespace` unless it is HTML's, and `attributes` as a list
/// of pairs of qualified name and value in source order if there are any; `attribute_namespaces` has the URL of each, if
/// one is in a namespace that HTML attributes are never in. The root of an XML document has `xml`: true. Texts, comments and processing instructions have `data`, the latter `target` as well; doctypes have
/// `name`, `public_id` and `system_id`.
///
/// What it is for is to be read by other programs; there is no way back.
impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.root().serialize(serializer)
    }
}

/// As of a [`Document`], with this node as the first.
impl Serialize for NodeRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use crate::read::traverse::{Step, Walk};
        let mut nodes = serializer.serialize_seq(None)?;
        // The places in the list of what is open.
        let mut open: Vec<usize> = Vec::new();
        let mut count = 0;
        for step in Walk::new(*self) {
            match step {
                Step::Enter(node) | Step::EnterContent(node) => {
                    nodes.serialize_element(&Record { node, parent: open.last().copied() })?;
                    open.push(count);
                    count += 1;
                }
                Step::Leave(_) | Step::LeaveContent(_) => {
                    open.pop();
                }
            }
        }
        nodes.end()
    }
}

struct Record<'d> {
    node: NodeRef<'d>,
    parent: Option<usize>,
}

impl Serialize for Record<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Record { node, parent } = *self;
        let mut record = serializer.serialize_struct("Node", 7)?;
        let kind = match node.kind() {
            NodeKind::Document => "document",
            NodeKind::DocumentFragment if node.host().is_some() => "template-contents",
            NodeKind::DocumentFragment => "fragment",
            NodeKind::ShadowRoot => "shadow-root",
            NodeKind::Doctype => "doctype",
            NodeKind::Element => "element",
            NodeKind::Text => "text",
            NodeKind::Comment => "comment",
            NodeKind::ProcessingInstruction => "processing-instruction",
        };
        record.serialize_field("kind", kind)?;
        if let Some(parent) = parent {
            record.serialize_field("parent", &parent)?;
        }
        if node.kind() == NodeKind::Document && node.document().is_xml() {
            record.serialize_field("xml", &true)?;
        }
        if node.is_element() {
            record.serialize_field("name", node.local_name())?;
            if node.namespace() != Namespace::Html {
                record.serialize_field("namespace", node.namespace_url())?;
            }
            if !node.prefix().is_empty() {
                record.serialize_field("prefix", node.prefix())?;
            }
            let attributes: Vec<_> = node.attributes().map(|it| (it.qualified_name(), it.value())).collect();
            if !attributes.is_empty() {
                record.serialize_field("attributes", &attributes)?;
            }
            if node.attributes().any(|it| it.has_own_qualifier()) {
                let namespaces: Vec<_> = node.attributes().map(|it| it.namespace_url()).collect();
                record.serialize_field("attribute_namespaces", &namespaces)?;
            }
        }
        if let Some(doctype) = node.doctype() {
            record.serialize_field("name", doctype.name)?;
            record.serialize_field("public_id", &doctype.public_id)?;
            record.serialize_field("system_id", &doctype.system_id)?;
        }
        if let Some(instruction) = node.processing_instruction() {
            record.serialize_field("target", instruction.target)?;
            record.serialize_field("data", instruction.data)?;
        }
        if let Some(data) = node.text().or_else(|| node.comment()) {
            record.serialize_field("data", data)?;
        }
        record.end()
    }
}
