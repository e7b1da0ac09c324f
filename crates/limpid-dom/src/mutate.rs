use crate::arena::DoctypeData;
use crate::node::{AttributeNamespace, AttributeRecord, Node, NodeFlags, NodeKind};
use crate::text_buffer::Place;
use crate::{Document, NodeId};
use core::fmt;
use limpid_markup::Namespace;

/// Why a change was refused. The document is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MutationError {
    /// The document has no node of this id.
    NoSuchNode,
    /// The node would have become its own ancestor, a template's contents and a host's shadow root counted.
    Cycle,
    /// Such a node cannot be there, or cannot have this: only elements have attributes, say, and only text, comments and
    /// processing instructions have text.
    WrongKind,
    /// The sibling to insert before has no parent.
    NoParent,
    /// The name would not be one in HTML: it is empty, or has white space, NUL, `/`, `>` or, for an attribute, `=` in it.
    InvalidName,
    /// The document's 2³² bytes of text or records of attributes are used up.
    Full,
}

impl fmt::Display for MutationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MutationError::NoSuchNode => "the document has no node of this id",
            MutationError::Cycle => "a node cannot be inside itself",
            MutationError::WrongKind => "the operation is not one for this kind of node",
            MutationError::NoParent => "the sibling has no parent",
            MutationError::InvalidName => "this is not a name",
            MutationError::Full => "the document is full",
        })
    }
}

impl std::error::Error for MutationError {}

/// Changing the tree.
///
/// New nodes have no parent until they are put somewhere. Ids of other documents are not told apart (see [`NodeId`]).
/// Nodes and texts that are no longer used keep their place until the document is dropped.
impl Document<'_> {
    /// Creates an element in the HTML namespace, its name lowercased as
    /// [createElement](https://dom.spec.whatwg.org/#dom-document-createelement) does. A `template` gets template contents.
    ///
    /// When the document is full, here and in the other `create` methods, the id names no node, and using it is an error.
    pub fn create_element(&mut self, name: &str) -> NodeId {
        self.create_element_in(Namespace::Html, &name.to_ascii_lowercase())
    }

    /// Creates an element in a namespace.
    pub fn create_element_in(&mut self, namespace: Namespace, local_name: &str) -> NodeId {
        let name = self.arena.names.number_of(local_name);
        created(self.arena.push_element(Node { name, namespace, ..Node::new(NodeKind::Element) }))
    }

    /// Creates a text node.
    pub fn create_text(&mut self, text: &str) -> NodeId {
        self.create_with_text(NodeKind::Text, text)
    }

    /// Creates a comment.
    pub fn create_comment(&mut self, data: &str) -> NodeId {
        self.create_with_text(NodeKind::Comment, data)
    }

    fn create_with_text(&mut self, kind: NodeKind, text: &str) -> NodeId {
        match self.arena.text.store_copy(text) {
            Some(place) => created(self.arena.push(Node::with_place(kind, place))),
            None => NodeId::NOWHERE,
        }
    }

    /// Creates a processing instruction.
    pub fn create_processing_instruction(&mut self, target: &str, data: &str) -> NodeId {
        let (Ok(index), Some(place)) = (u32::try_from(self.arena.instructions.len()), self.arena.text.store_copy(data))
        else {
            return NodeId::NOWHERE;
        };
        let name = self.arena.names.number_of(target);
        self.arena.instructions.push(place);
        created(self.arena.push(Node { name, data: index, ..Node::new(NodeKind::ProcessingInstruction) }))
    }

    /// Creates a doctype.
    pub fn create_doctype(&mut self, name: &str, public_id: Option<&str>, system_id: Option<&str>) -> NodeId {
        let Ok(data) = u32::try_from(self.arena.doctypes.len()) else { return NodeId::NOWHERE };
        self.arena.doctypes.push(DoctypeData {
            name: Some(name.into()),
            public_id: public_id.map(Box::from),
            system_id: system_id.map(Box::from),
        });
        created(self.arena.push(Node { data, ..Node::new(NodeKind::Doctype) }))
    }

    /// Creates a document fragment.
    pub fn create_fragment(&mut self) -> NodeId {
        created(self.arena.push(Node::new(NodeKind::DocumentFragment)))
    }

    /// Makes a node the last child of another, taking it out of its old place. Of a document fragment, the children move.
    pub fn append(&mut self, parent: NodeId, child: NodeId) -> Result<(), MutationError> {
        self.check_insertion(parent, child)?;
        if self.arena.node(child.get()).kind == NodeKind::DocumentFragment {
            self.arena.reparent_children(child.get(), parent.get());
        } else {
            self.arena.append(parent.get(), child.get());
        }
        Ok(())
    }

    /// Inserts a node before another, taking it out of its old place. Of a document fragment, the children move.
    pub fn insert_before(&mut self, sibling: NodeId, child: NodeId) -> Result<(), MutationError> {
        self.check(sibling)?;
        let parent = NodeId::from_number(self.arena.node(sibling.get()).parent).ok_or(MutationError::NoParent)?;
        self.check_insertion(parent, child)?;
        if self.arena.node(child.get()).kind == NodeKind::DocumentFragment {
            loop {
                let first = self.arena.node(child.get()).first;
                if first == 0 {
                    break;
                }
                self.arena.insert_before(sibling.get(), first);
            }
        } else {
            self.arena.insert_before(sibling.get(), child.get());
        }
        Ok(())
    }

    /// Takes a node out of its parent, if it has one. It keeps its children and its id.
    pub fn detach(&mut self, node: NodeId) -> Result<(), MutationError> {
        self.check(node)?;
        self.arena.detach(node.get());
        Ok(())
    }

    /// Sets an attribute without a namespace; on an HTML element its name is lowercased first, as
    /// [setAttribute](https://dom.spec.whatwg.org/#dom-element-setattribute) does. An attribute that is there already,
    /// found by its qualified name, gets the value.
    pub fn set_attribute(&mut self, element: NodeId, name: &str, value: &str) -> Result<(), MutationError> {
        let number = self.check_element(element)?;
        if !is_valid_name(name) || name.contains('=') {
            return Err(MutationError::InvalidName);
        }
        let lowercased = self.arena.is_html_element(number).then(|| name.to_ascii_lowercase());
        let name = lowercased.as_deref().unwrap_or(name);
        let position = crate::attribute::position(&self.arena, self.arena.attributes(number), name);
        let Some(place) = self.arena.text.store_copy(value) else { return Err(MutationError::Full) };
        self.note_changed_attributes(number);
        let Some(position) = position else {
            let name = self.arena.names.number_of(name);
            let Place { start, len, .. } = place;
            let record = AttributeRecord { name, start, len, namespace: AttributeNamespace(Namespace::None) };
            return self.arena.push_attribute(number, record).then_some(()).ok_or(MutationError::Full);
        };
        if !self.arena.own_attributes(number) {
            return Err(MutationError::Full);
        }
        let at = self.arena.attribute_range(number).start + position;
        if let Some(record) = self.arena.attributes.get_mut(at) {
            (record.start, record.len) = (place.start, place.len);
        }
        Ok(())
    }

    /// Removes the attribute with this qualified name; whether there was one. Case matters.
    pub fn remove_attribute(&mut self, element: NodeId, name: &str) -> Result<bool, MutationError> {
        let number = self.check_element(element)?;
        let Some(position) = crate::attribute::position(&self.arena, self.arena.attributes(number), name) else {
            return Ok(false);
        };
        self.note_changed_attributes(number);
        self.arena.remove_attribute(number, position).then_some(true).ok_or(MutationError::Full)
    }

    fn note_changed_attributes(&mut self, element: u32) {
        let range = self.arena.attribute_range(element);
        let Some(node) = self.arena.nodes.get_mut(element as usize) else { return };
        // While the parser is at work, it may create the element once more as it was.
        if let Some(parsed) = &mut self.arena.parsed_attributes
            && !node.flags.contains(NodeFlags::CHANGED_ATTRIBUTES)
        {
            parsed.insert(element, range);
            node.flags.insert(NodeFlags::SHARED_ATTRIBUTES);
        }
        node.flags.insert(NodeFlags::CHANGED_ATTRIBUTES);
    }

    /// Replaces the text of a text node, or the data of a comment or a processing instruction.
    pub fn set_text(&mut self, node: NodeId, text: &str) -> Result<(), MutationError> {
        self.check(node)?;
        if self.arena.place(node.get()).is_none() {
            return Err(MutationError::WrongKind);
        }
        let place = self.arena.text.store_copy(text).ok_or(MutationError::Full)?;
        self.arena.set_place(node.get(), place);
        Ok(())
    }

    fn check(&self, node: NodeId) -> Result<(), MutationError> {
        if self.arena.contains(node.get()) { Ok(()) } else { Err(MutationError::NoSuchNode) }
    }

    fn check_element(&self, element: NodeId) -> Result<u32, MutationError> {
        self.check(element)?;
        match self.arena.node(element.get()).kind {
            NodeKind::Element => Ok(element.get()),
            _ => Err(MutationError::WrongKind),
        }
    }

    /// The part of [ensure pre-insert validity](https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity)
    /// that keeps a tree a tree. The parser itself builds documents that the rest of it would refuse.
    fn check_insertion(&self, parent: NodeId, child: NodeId) -> Result<(), MutationError> {
        self.check(parent)?;
        self.check(child)?;
        let child_node = self.arena.node(child.get());
        let is_content = self.arena.host(child.get()) != 0;
        if !self.arena.node(parent.get()).may_have_children()
            || matches!(child_node.kind, NodeKind::Document | NodeKind::ShadowRoot)
            || is_content
            || child.get() == self.arena.root
        {
            return Err(MutationError::WrongKind);
        }
        if self.arena.is_host_including_inclusive_ancestor(child.get(), parent.get()) {
            return Err(MutationError::Cycle);
        }
        Ok(())
    }
}

fn created(number: u32) -> NodeId {
    NodeId::from_number(number).unwrap_or(NodeId::NOWHERE)
}

/// [Valid attribute local name](https://dom.spec.whatwg.org/#valid-attribute-local-name), but for its `=`.
fn is_valid_name(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(|character: char| character.is_ascii_whitespace() || matches!(character, '\0' | '/' | '>'))
}
