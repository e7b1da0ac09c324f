//! Changing the tree: creating, inserting, removing, renaming, text.

use crate::edit::error::MutationError;
use crate::edit::qualified_name::{self, is_valid_name};
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::storage::extras::DoctypeData;
use crate::storage::id::NodeId;
use crate::storage::node::{Node, NodeFlags, NodeKind};
use crate::storage::text_buffer::Place;
use limpid_markup::{LocalName, Namespace};
use std::borrow::Cow;

/// # Changing the tree
///
/// New nodes have no parent until they are put somewhere. A change either succeeds or is refused with a
/// [`MutationError`], and then the document is as it was; whatever is asked for, the tree stays a tree. Ids of other
/// documents are refused; what another document has comes in by [`import`](Document::import), which takes a
/// [`NodeRef`](crate::NodeRef).
///
/// Nodes and texts that are no longer used keep their place until [`compact`](Document::compact) reclaims it or the
/// document is dropped.
///
/// # Changing while going through
///
/// Iterators borrow the document, so that nothing can change while one is in use. Collect the ids first: they stay valid
/// whatever is changed. Such a list is of the nodes that were there when it was made, in the order of then; nodes that
/// were taken out since are still nodes and may be changed, to no effect on the tree, and
/// [`is_connected`](crate::NodeRef::is_connected) tells them.
///
/// ```
/// # use limpid_dom::Document;
/// # let mut document = Document::new();
/// # let root = document.root().id();
/// # for name in ["b", "i", "b"] {
/// #     let element = document.create_element(name);
/// #     document.append(root, element)?;
/// #     let text = document.create_text(name);
/// #     document.append(element, text)?;
/// # }
/// let found: Vec<_> = document.descendants().filter(|node| node.local_name() == "b").map(|node| node.id()).collect();
/// for id in found {
///     document.unwrap_element(id)?;
/// }
/// assert_eq!(document.to_html(), "b<i>i</i>b");
/// # Ok::<(), limpid_dom::MutationError>(())
/// ```
impl Document<'_> {
    /// Creates an element in the HTML namespace, its name lowercased as
    /// [createElement](https://dom.spec.whatwg.org/#dom-document-createelement) does. A `template` gets template contents.
    /// In an [XML document](Self::is_xml) the element is in no namespace, and its name stays as it is.
    ///
    /// When the document is full, here and in the other `create` methods, the id names no node, and using it is an error.
    pub fn create_element(&mut self, name: &str) -> NodeId {
        match self.is_xml() {
            true => self.create_element_in(Namespace::None, name),
            false => self.create_element_in(Namespace::Html, &lowercased(name)),
        }
    }

    /// Creates an element in a namespace, a [`Namespace`] or a URL, with a name that may have a prefix, as
    /// [createElementNS](https://dom.spec.whatwg.org/#dom-document-createelementns) does; case stays.
    ///
    /// ```
    /// # use limpid_dom::{Document, MutationError};
    /// let mut document = Document::new_xml();
    /// let circle = document.create_element_ns("http://www.w3.org/2000/svg", "svg:circle")?;
    /// assert_eq!(document.node(circle).unwrap().qualified_name(), "svg:circle");
    /// assert_eq!(document.create_element_ns("", "svg:circle"), Err(MutationError::InvalidNamespace));
    /// # Ok::<(), MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidName`](MutationError::InvalidName) if the prefix is not a [valid namespace
    /// prefix](https://dom.spec.whatwg.org/#valid-namespace-prefix) or the rest after the first colon not a [valid element
    /// local name](https://dom.spec.whatwg.org/#valid-element-local-name),
    /// [`InvalidNamespace`](MutationError::InvalidNamespace) if prefix and namespace do not go together,
    /// [`Full`](MutationError::Full) if there is no room.
    pub fn create_element_ns(
        &mut self,
        namespace: impl AsRef<str>,
        qualified_name: &str,
    ) -> Result<NodeId, MutationError> {
        let (qualifier, local_name) = qualified_name::of_element(namespace.as_ref(), qualified_name)?;
        let element = self.push_element(qualifier.namespace(), local_name);
        self.check(element).map_err(|_| MutationError::Full)?;
        let qualifier = self.arena.qualifiers.number_for_element(qualifier.namespace(), qualifier);
        self.arena.set_qualifier_of(element.get(), qualifier);
        Ok(element)
    }

    /// Creates an element in a namespace, without a prefix. [`Namespace::Other`] has no URL and stands for none here:
    /// [`create_element_ns`](Self::create_element_ns) takes any.
    pub fn create_element_in(&mut self, namespace: Namespace, local_name: &str) -> NodeId {
        self.push_element(if namespace == Namespace::Other { Namespace::None } else { namespace }, local_name)
    }

    fn push_element(&mut self, namespace: Namespace, local_name: &str) -> NodeId {
        let name = self.arena.names.number_of(local_name);
        let number = self.arena.push_element(Node::element(name, namespace, NodeFlags::NONE));
        self.arena.id_created(number)
    }

    /// Creates a text node.
    pub fn create_text(&mut self, text: &str) -> NodeId {
        self.create_with_text(NodeKind::Text, text)
    }

    /// Creates a comment.
    pub fn create_comment(&mut self, data: &str) -> NodeId {
        self.create_with_text(NodeKind::Comment, data)
    }

    fn push(&mut self, node: Node) -> NodeId {
        let number = self.arena.push(node);
        self.arena.id_created(number)
    }

    /// The id of a node that there is no room for.
    fn nowhere(&self) -> NodeId {
        self.arena.id_created(u32::MAX)
    }

    fn create_with_text(&mut self, kind: NodeKind, text: &str) -> NodeId {
        match self.arena.text.try_store(text) {
            Some(place) => self.push(Node::text(kind, place)),
            None => self.nowhere(),
        }
    }

    /// Creates a processing instruction.
    pub fn create_processing_instruction(&mut self, target: &str, data: &str) -> NodeId {
        let Some(place) = self.arena.text.try_store(data) else { return self.nowhere() };
        let name = self.arena.names.number_of(target);
        let number = self.arena.push_instruction(name, place);
        self.arena.id_created(number)
    }

    /// Creates a doctype.
    pub fn create_doctype(&mut self, name: &str, public_id: Option<&str>, system_id: Option<&str>) -> NodeId {
        let number = self.arena.push_doctype(DoctypeData::new(Some(name), public_id, system_id));
        self.arena.id_created(number)
    }

    /// Creates a document fragment.
    pub fn create_fragment(&mut self) -> NodeId {
        self.push(Node::new(NodeKind::DocumentFragment))
    }

    /// Makes a node the last child of another, taking it out of its old place. Of a document fragment, the children move.
    pub fn append(&mut self, parent: NodeId, child: NodeId) -> Result<(), MutationError> {
        self.check_insertion(parent, child)?;
        if self.arena.node(child.get()).kind() == NodeKind::DocumentFragment {
            self.arena.reparent_children(child.get(), parent.get());
        } else {
            self.arena.append(parent.get(), child.get());
        }
        Ok(())
    }

    /// Inserts a node before another, taking it out of its old place. Of a document fragment, the children move.
    pub fn insert_before(&mut self, sibling: NodeId, child: NodeId) -> Result<(), MutationError> {
        self.check(sibling)?;
        let parent = self.arena.id(self.arena.node(sibling.get()).parent()).ok_or(MutationError::NoParent)?;
        self.check_insertion(parent, child)?;
        if self.arena.node(child.get()).kind() == NodeKind::DocumentFragment {
            self.arena.insert_children_before(sibling.get(), child.get());
        } else {
            self.arena.insert_before(sibling.get(), child.get());
        }
        Ok(())
    }

    /// Makes a node the first child of another, taking it out of its old place. Of a document fragment, the children
    /// move.
    pub fn prepend(&mut self, parent: NodeId, child: NodeId) -> Result<(), MutationError> {
        self.check(parent)?;
        match self.arena.id(self.arena.node(parent.get()).first()) {
            Some(first) => self.insert_before(first, child),
            None => self.append(parent, child),
        }
    }

    /// Inserts a node after another, taking it out of its old place. Of a document fragment, the children move.
    pub fn insert_after(&mut self, sibling: NodeId, child: NodeId) -> Result<(), MutationError> {
        self.check(sibling)?;
        let node = self.arena.node(sibling.get());
        let mut next = node.next();
        let parent = self.arena.id(node.parent()).ok_or(MutationError::NoParent)?;
        if sibling == child {
            return self.check_insertion(parent, child);
        }
        if next == child.get() {
            next = self.arena.node(next).next();
        }
        match self.arena.id(next) {
            Some(next) => self.insert_before(next, child),
            None => self.append(parent, child),
        }
    }

    /// Takes a node out of its parent, if it has one. It keeps its children and its id, and can be put elsewhere.
    pub fn detach(&mut self, node: NodeId) -> Result<(), MutationError> {
        self.check(node)?;
        self.arena.detach(node.get());
        Ok(())
    }

    /// [Removes](https://dom.spec.whatwg.org/#dom-childnode-remove) a node and what is in it: [`detach`](Self::detach) by
    /// the DOM's name.
    pub fn remove(&mut self, node: NodeId) -> Result<(), MutationError> {
        self.detach(node)
    }

    /// Takes all children out of a node.
    pub fn remove_children(&mut self, parent: NodeId) -> Result<(), MutationError> {
        self.check(parent)?;
        self.arena.detach_children(parent.get());
        Ok(())
    }

    /// Moves all children of a node to the end of another.
    pub fn append_children(&mut self, parent: NodeId, from: NodeId) -> Result<(), MutationError> {
        self.check(parent)?;
        self.check(from)?;
        if !self.arena.node(parent.get()).may_have_children() || !self.arena.node(from.get()).may_have_children() {
            return Err(MutationError::WrongKind);
        }
        if parent == from || self.arena.node(from.get()).first() == 0 {
            return Ok(());
        }
        if self.arena.is_host_including_inclusive_ancestor(from.get(), parent.get()) {
            return Err(MutationError::Cycle);
        }
        self.arena.reparent_children(from.get(), parent.get());
        Ok(())
    }

    /// Puts a node in the place of another, which is taken out. Of a document fragment, the children move.
    pub fn replace_with(&mut self, node: NodeId, replacement: NodeId) -> Result<(), MutationError> {
        self.insert_before(node, replacement)?;
        if node != replacement {
            self.arena.detach(node.get());
        }
        Ok(())
    }

    /// Puts an element in the place of a node, and the node into the element, as its last child.
    pub fn wrap(&mut self, node: NodeId, wrapper: NodeId) -> Result<(), MutationError> {
        let number = self.check_element(wrapper)?;
        if node == wrapper {
            return Err(MutationError::Cycle);
        }
        self.insert_before(node, wrapper)?;
        self.arena.append(number, node.get());
        Ok(())
    }

    /// Puts the children of an element in its place. The element is taken out, without them; template contents and a shadow
    /// root stay with it. So what stands in an HTML `template` in markup goes with it; to keep that, move it out of the
    /// [contents](crate::NodeRef::template_contents) first:
    ///
    /// ```
    /// # use limpid_dom::Document;
    /// # let mut document = Document::new();
    /// # let root = document.root().id();
    /// # let template = document.create_element("template");
    /// # document.append(root, template)?;
    /// let contents = document.node(template).unwrap().template_contents().unwrap().id();
    /// # let text = document.create_text("kept");
    /// # document.append(contents, text)?;
    /// document.append_children(template, contents)?;
    /// document.unwrap_element(template)?;
    /// assert_eq!(document.to_html(), "kept");
    /// # Ok::<(), limpid_dom::MutationError>(())
    /// ```
    ///
    /// It takes time for each child. Of elements inside each other, unwrap the outer ones first, as
    /// [`descendants`](crate::NodeRef::descendants) gives them: what was moved once stays then.
    pub fn unwrap_element(&mut self, element: NodeId) -> Result<(), MutationError> {
        let number = self.check_element(element)?;
        if self.arena.node(number).parent() == 0 {
            return Err(MutationError::NoParent);
        }
        self.arena.insert_children_before(number, number);
        self.arena.detach(number);
        Ok(())
    }

    /// Changes the local name of an element, which stays in its namespace and keeps its prefix; in an HTML document, an HTML
    /// name is lowercased. Its id, its attributes and what is in it stay.
    ///
    /// An HTML `template` cannot become something else nor anything a `template`: what is in one is in its
    /// [contents](crate::NodeRef::template_contents). That is a [`WrongKind`](MutationError::WrongKind).
    pub fn rename(&mut self, element: NodeId, name: &str) -> Result<(), MutationError> {
        let number = self.check_element(element)?;
        if !is_valid_name(name) {
            return Err(MutationError::InvalidName);
        }
        let name = match self.has_lowercase_names(number) {
            true => lowercased(name),
            false => Cow::Borrowed(name),
        };
        let is_template = self.arena.is_html(number, LocalName::TEMPLATE);
        let becomes_template = self.arena.is_html_element(number) && name == LocalName::TEMPLATE.as_str();
        if is_template != becomes_template {
            return Err(MutationError::WrongKind);
        }
        let name = self.arena.names.number_of(&name);
        self.arena.set_name(number, name);
        Ok(())
    }

    /// Joins neighbouring text nodes among the descendants of a node, and removes empty ones:
    /// [normalize](https://dom.spec.whatwg.org/#dom-node-normalize). Template contents and shadow roots are left alone.
    pub fn normalize(&mut self, node: NodeId) -> Result<(), MutationError> {
        self.check(node)?;
        let top = node.get();
        let joined = self.join_texts(top)?;
        let mut joined = joined.into_iter().peekable();
        let mut number = self.arena.next_in_order(top, top);
        while number != 0 {
            if let Some((_, place)) = joined.next_if(|&(first, _)| first == number) {
                self.arena.set_place(number, place);
                while let next = self.arena.node(number).next()
                    && self.arena.is_text(next)
                {
                    self.arena.detach(next);
                }
            }
            let after = self.arena.next_in_order(number, top);
            if self.arena.is_text(number) && self.arena.node(number).place().len == 0 {
                self.arena.detach(number);
            }
            number = after;
        }
        Ok(())
    }

    /// Stores the joined text of each run of neighbouring text nodes below a node. Returns the first nodes of the runs, in tree
    /// order, with the places of the text; nothing else is changed yet, so that the document stays as it was when it is full.
    fn join_texts(&mut self, top: u32) -> Result<Vec<(u32, Place)>, MutationError> {
        let mut joined = Vec::new();
        let mut number = self.arena.next_in_order(top, top);
        while number != 0 {
            let first = number;
            let mut text = String::new();
            while self.arena.is_text(self.arena.node(number).next()) && self.arena.is_text(number) {
                text.push_str(self.arena.text(&self.source, self.arena.node(number).place()));
                number = self.arena.node(number).next();
            }
            if number != first {
                text.push_str(self.arena.text(&self.source, self.arena.node(number).place()));
                joined.push((first, self.arena.text.try_store(&text).ok_or(MutationError::Full)?));
            }
            number = self.arena.next_in_order(number, top);
        }
        Ok(joined)
    }

    /// Replaces the text of a text node, or the data of a comment or a processing instruction.
    pub fn set_text(&mut self, node: NodeId, text: &str) -> Result<(), MutationError> {
        self.check(node)?;
        let old = self.arena.place(node.get()).ok_or(MutationError::WrongKind)?;
        let place = self.arena.text.store_in_place_of(&self.source, old, text).ok_or(MutationError::Full)?;
        self.arena.set_place(node.get(), place);
        Ok(())
    }

    /// Replaces what is in a node by a text, as setting
    /// [textContent](https://dom.spec.whatwg.org/#dom-node-textcontent) does: the children of an element or a fragment by
    /// one text node, or by nothing if the text is empty; for other nodes it is [`set_text`](Self::set_text).
    ///
    /// A document and a doctype have no text: [`WrongKind`](MutationError::WrongKind). In a `template`, the template
    /// contents are something else; name them to change them.
    pub fn set_text_content(&mut self, node: NodeId, text: &str) -> Result<(), MutationError> {
        self.check(node)?;
        match self.arena.node(node.get()).kind() {
            NodeKind::Document | NodeKind::Doctype => Err(MutationError::WrongKind),
            NodeKind::Text | NodeKind::Comment | NodeKind::ProcessingInstruction => self.set_text(node, text),
            NodeKind::Element | NodeKind::DocumentFragment | NodeKind::ShadowRoot => {
                if text.is_empty() {
                    return self.remove_children(node);
                }
                let content = self.create_text(text);
                self.check(content).map_err(|_| MutationError::Full)?;
                self.remove_children(node)?;
                self.append(node, content)
            }
        }
    }

    /// The node of an id, or why there is none: [`WrongDocument`](MutationError::WrongDocument) or
    /// [`NoSuchNode`](MutationError::NoSuchNode).
    pub fn try_node(&self, id: NodeId) -> Result<NodeRef<'_>, MutationError> {
        self.check(id)?;
        self.node(id).ok_or(MutationError::NoSuchNode)
    }

    pub(super) fn check(&self, node: NodeId) -> Result<(), MutationError> {
        if node.ids() != self.arena.ids {
            return Err(MutationError::WrongDocument);
        }
        if self.arena.contains(node.get()) { Ok(()) } else { Err(MutationError::NoSuchNode) }
    }

    /// Whether the names of an element and its attributes are lowercased when they are set.
    pub(super) fn has_lowercase_names(&self, element: u32) -> bool {
        self.arena.is_html_element(element) && !self.is_xml()
    }

    pub(super) fn check_element(&self, element: NodeId) -> Result<u32, MutationError> {
        self.check(element)?;
        match self.arena.node(element.get()).kind() {
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
            || matches!(child_node.kind(), NodeKind::Document | NodeKind::ShadowRoot)
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

pub(super) fn lowercased(name: &str) -> Cow<'_, str> {
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(name.to_ascii_lowercase()),
        false => Cow::Borrowed(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants;

    #[test]
    fn normalizing_is_done_whole_or_refused() {
        let mut document = Document::new();
        let list = document.create_element("ul");
        for _ in 0..2 {
            let item = document.create_element("li");
            document.append(list, item).unwrap();
            for text in ["four", "five!"] {
                let text = document.create_text(text);
                document.append(item, text).unwrap();
            }
        }
        document.append(document.root().id(), list).unwrap();
        let before = document.to_test_dump();
        // Room for the first pair only.
        document.arena.text.set_limit(18 + 9);
        assert_eq!(document.normalize(list), Err(MutationError::Full));
        assert_eq!(document.to_test_dump(), before);
        document.arena.text.set_limit(u32::MAX);
        assert_eq!(document.normalize(list), Ok(()));
        assert_eq!(document.to_html(), "<ul><li>fourfive!</li><li>fourfive!</li></ul>");
        assert_eq!(document.descendants().filter(|node| node.text().is_some()).count(), 2);
        invariants::check(&document).unwrap();
    }
}
