use crate::edit::qualified_name;
use crate::read::attribute::Attribute;
use crate::read::attribute::AttributeName;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::storage::arena::Arena;
use crate::storage::extras::DoctypeData;
use crate::storage::id::NodeId;
use crate::storage::names::Seed;
use crate::storage::node::{AttributeRecord, Node, NodeFlags, NodeKind};
use crate::storage::text_buffer::Place;
use core::fmt;
use indexmap::IndexSet;
use limpid_markup::{LocalName, Namespace};
use std::borrow::Cow;

/// Why a change was refused. The document is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MutationError {
    /// The id is of a node that there was no room for.
    NoSuchNode,
    /// The id is of another document, or of this one before it was [compacted](Document::compact). Nodes come over by
    /// [`import`](Document::import).
    WrongDocument,
    /// The node would have become its own ancestor, a template's contents and a host's shadow root counted.
    Cycle,
    /// Such a node cannot be there, or cannot have this: only elements have attributes, say, and only text, comments and
    /// processing instructions have text.
    WrongKind,
    /// The node whose place is meant has no parent.
    NoParent,
    /// The name would not be one in HTML: it is empty, or has white space, NUL, `/`, `>` or, for an attribute, `=` in it.
    InvalidName,
    /// The prefix of the name and its namespace do not go together: a prefix needs a namespace, and `xml` and `xmlns` stand
    /// for theirs only.
    InvalidNamespace,
    /// The document is still being parsed.
    Parsing,
    /// The document's 2³² bytes of text or records of attributes are used up.
    Full,
}

impl fmt::Display for MutationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MutationError::NoSuchNode => "there was no room for the node of this id",
            MutationError::WrongDocument => "the id is of another document; import the node",
            MutationError::Cycle => "a node cannot be inside itself",
            MutationError::WrongKind => "the operation is not one for this kind of node",
            MutationError::NoParent => "the node has no parent",
            MutationError::InvalidName => "this is not a name",
            MutationError::InvalidNamespace => "the prefix does not go with the namespace",
            MutationError::Parsing => "the document is being parsed",
            MutationError::Full => "the document is full",
        })
    }
}

impl std::error::Error for MutationError {}

/// Changing the tree.
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
///     document.unwrap(id)?;
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

    /// Creates an element in the namespace of a URL, empty for none, with a name that may have a prefix, as
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
    /// prefix](https://dom.spec.whatwg.org/#valid-namespace-prefix) or what is behind the first colon not a [valid element
    /// local name](https://dom.spec.whatwg.org/#valid-element-local-name),
    /// [`InvalidNamespace`](MutationError::InvalidNamespace) if prefix and namespace do not go together,
    /// [`Full`](MutationError::Full) if there is no room.
    pub fn create_element_ns(&mut self, namespace_url: &str, qualified_name: &str) -> Result<NodeId, MutationError> {
        let (qualifier, local_name) = qualified_name::of_element(namespace_url, qualified_name)?;
        let element = self.push_element(qualifier.namespace(), local_name);
        self.check(element).map_err(|_| MutationError::Full)?;
        let qualifier = self.arena.element_qualifier(qualifier.namespace(), qualifier);
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
        let number = self.arena.push_element(Node { name, namespace, ..Node::new(NodeKind::Element) });
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

    /// What stands for a node that there is no room for.
    fn nowhere(&self) -> NodeId {
        self.arena.id_created(u32::MAX)
    }

    fn create_with_text(&mut self, kind: NodeKind, text: &str) -> NodeId {
        match self.arena.text.store_copy(text) {
            Some(place) => self.push(Node::with_place(kind, place)),
            None => self.nowhere(),
        }
    }

    /// Creates a processing instruction.
    pub fn create_processing_instruction(&mut self, target: &str, data: &str) -> NodeId {
        let Some(place) = self.arena.text.store_copy(data) else { return self.nowhere() };
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
        let parent = self.arena.id(self.arena.node(sibling.get()).parent).ok_or(MutationError::NoParent)?;
        self.check_insertion(parent, child)?;
        if self.arena.node(child.get()).kind == NodeKind::DocumentFragment {
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
        match self.arena.id(self.arena.node(parent.get()).first) {
            Some(first) => self.insert_before(first, child),
            None => self.append(parent, child),
        }
    }

    /// Inserts a node after another, taking it out of its old place. Of a document fragment, the children move.
    pub fn insert_after(&mut self, sibling: NodeId, child: NodeId) -> Result<(), MutationError> {
        self.check(sibling)?;
        let Node { parent, mut next, .. } = *self.arena.node(sibling.get());
        let parent = self.arena.id(parent).ok_or(MutationError::NoParent)?;
        if sibling == child {
            return self.check_insertion(parent, child);
        }
        if next == child.get() {
            next = self.arena.node(next).next;
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
        while let first @ 1.. = self.arena.node(parent.get()).first {
            self.arena.detach(first);
        }
        Ok(())
    }

    /// Moves all children of a node behind those of another.
    pub fn append_children(&mut self, parent: NodeId, from: NodeId) -> Result<(), MutationError> {
        self.check(parent)?;
        self.check(from)?;
        if !self.arena.node(parent.get()).may_have_children() || !self.arena.node(from.get()).may_have_children() {
            return Err(MutationError::WrongKind);
        }
        if parent == from || self.arena.node(from.get()).first == 0 {
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
    /// document.unwrap(template)?;
    /// assert_eq!(document.to_html(), "kept");
    /// # Ok::<(), limpid_dom::MutationError>(())
    /// ```
    ///
    /// It takes time for each child. Of elements inside each other, unwrap the outer ones first, as
    /// [`descendants`](crate::NodeRef::descendants) gives them: what was moved once stays then.
    pub fn unwrap(&mut self, element: NodeId) -> Result<(), MutationError> {
        let number = self.check_element(element)?;
        if self.arena.node(number).parent == 0 {
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
        if let Some(node) = self.arena.node_mut(number) {
            node.name = name;
        }
        Ok(())
    }

    /// Joins neighbouring text nodes in a node and below, and takes out empty ones:
    /// [normalize](https://dom.spec.whatwg.org/#dom-node-normalize). Template contents and shadow roots are left alone.
    pub fn normalize(&mut self, node: NodeId) -> Result<(), MutationError> {
        self.check(node)?;
        let top = node.get();
        let mut number = self.arena.next_in_order(top, top);
        while number != 0 {
            if self.arena.node(number).kind != NodeKind::Text {
                number = self.arena.next_in_order(number, top);
                continue;
            }
            self.join_texts(number)?;
            let after = self.arena.next_in_order(number, top);
            if self.arena.node(number).place().len == 0 {
                self.arena.detach(number);
            }
            number = after;
        }
        Ok(())
    }

    /// Gives a text node the text of those right behind it, too, which are taken out.
    fn join_texts(&mut self, number: u32) -> Result<(), MutationError> {
        let is_text = |arena: &Arena, number| number != 0 && arena.node(number).kind == NodeKind::Text;
        let next = self.arena.node(number).next;
        if !is_text(&self.arena, next) {
            return Ok(());
        }
        let mut joined = String::from(self.arena.text(&self.source, self.arena.node(number).place()));
        let mut other = next;
        while is_text(&self.arena, other) {
            joined.push_str(self.arena.text(&self.source, self.arena.node(other).place()));
            other = self.arena.node(other).next;
        }
        let place = self.arena.text.store_copy(&joined).ok_or(MutationError::Full)?;
        self.arena.set_place(number, place);
        while let other = self.arena.node(number).next
            && is_text(&self.arena, other)
        {
            self.arena.detach(other);
        }
        Ok(())
    }

    /// Sets an attribute without a namespace; on an HTML element in an HTML document its name is lowercased first, as
    /// [setAttribute](https://dom.spec.whatwg.org/#dom-element-setattribute) does. An attribute that is there already,
    /// found by its qualified name, gets the value.
    pub fn set_attribute(&mut self, element: NodeId, name: &str, value: &str) -> Result<(), MutationError> {
        let number = self.check_element(element)?;
        if !is_valid_name(name) || name.contains('=') {
            return Err(MutationError::InvalidName);
        }
        let name = match self.has_lowercase_names(number) {
            true => lowercased(name),
            false => Cow::Borrowed(name),
        };
        let position = self.arena.attribute_position(number, AttributeName::Qualified(&name));
        self.put_attribute(number, position, 0, &name, value)
    }

    /// Sets an attribute by its namespace and local name, as [setAttributeNS](https://dom.spec.whatwg.org/#dom-element-setattributens)
    /// does; case stays. The prefix is the one that is usual for the namespace.
    ///
    /// HTML knows attributes in no namespace and in those of XLink, XML and XMLNS. Another is a
    /// [`WrongKind`](MutationError::WrongKind); [`set_attribute_by_url`](Self::set_attribute_by_url) takes any, and prefixes.
    pub fn set_attribute_ns(
        &mut self,
        element: NodeId,
        namespace: Namespace,
        local_name: &str,
        value: &str,
    ) -> Result<(), MutationError> {
        let number = self.check_element(element)?;
        if !matches!(namespace, Namespace::None | Namespace::XLink | Namespace::Xml | Namespace::XmlNs) {
            return Err(MutationError::WrongKind);
        }
        if !is_valid_name(local_name) || local_name.contains('=') {
            return Err(MutationError::InvalidName);
        }
        let position = self.arena.attribute_position(number, AttributeName::In(namespace, local_name));
        self.put_attribute(number, position, Arena::usual_qualifier(namespace), local_name, value)
    }

    /// Sets an attribute in the namespace of a URL, empty for none, with a name that may have a prefix, as
    /// [setAttributeNS](https://dom.spec.whatwg.org/#dom-element-setattributens) does; case stays. An attribute that is there
    /// already, found by its namespace and local name, gets the value and keeps its prefix.
    ///
    /// ```
    /// # use limpid_dom::{Document, MutationError};
    /// # let mut document = Document::new_xml();
    /// # let note = document.create_element("note");
    /// document.set_attribute_by_url(note, "urn:example:ids", "i:key", "7")?;
    /// let read = document.node(note).unwrap();
    /// assert_eq!(read.attribute("i:key"), Some("7"));
    /// assert_eq!(read.attribute_by_url("urn:example:ids", "key"), Some("7"));
    /// # Ok::<(), MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidName`](MutationError::InvalidName) if the prefix is not a [valid namespace
    /// prefix](https://dom.spec.whatwg.org/#valid-namespace-prefix) or what is behind the first colon not a [valid attribute
    /// local name](https://dom.spec.whatwg.org/#valid-attribute-local-name),
    /// [`InvalidNamespace`](MutationError::InvalidNamespace) if prefix and namespace do not go together: the namespace of
    /// XMLNS has the prefix `xmlns` or the name `xmlns`.
    pub fn set_attribute_by_url(
        &mut self,
        element: NodeId,
        namespace_url: &str,
        qualified_name: &str,
        value: &str,
    ) -> Result<(), MutationError> {
        let number = self.check_element(element)?;
        let (qualifier, local_name) = qualified_name::of_attribute(namespace_url, qualified_name)?;
        let position = self.arena.attribute_position(number, AttributeName::ByUrl(namespace_url, local_name));
        let qualifier = self.arena.attribute_qualifier(qualifier.namespace(), qualifier, local_name);
        self.put_attribute(number, position, qualifier, local_name, value)
    }

    /// Gives the attribute at a position a value, or adds one.
    fn put_attribute(
        &mut self,
        number: u32,
        position: Option<usize>,
        qualifier: u32,
        local_name: &str,
        value: &str,
    ) -> Result<(), MutationError> {
        let old = position.and_then(|at| self.arena.attributes(number).get(at)).map(AttributeRecord::place);
        let place = self.arena.text.store_in_place_of(&self.source, old.unwrap_or_default(), value);
        let place = place.ok_or(MutationError::Full)?;
        self.note_changed_attributes(number);
        let Some(position) = position else {
            let name = self.arena.names.number_of(local_name);
            let Place { start, len, .. } = place;
            let record = AttributeRecord { name, start, len, qualifier };
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
        self.take_attribute(number, AttributeName::Qualified(name))
    }

    /// Removes the attribute with this namespace and local name; whether there was one. Case matters.
    pub fn remove_attribute_ns(
        &mut self,
        element: NodeId,
        namespace: Namespace,
        local_name: &str,
    ) -> Result<bool, MutationError> {
        let number = self.check_element(element)?;
        self.take_attribute(number, AttributeName::In(namespace, local_name))
    }

    /// Removes the attribute with this local name in the namespace of a URL, empty for none; whether there was one. Case
    /// matters.
    pub fn remove_attribute_by_url(
        &mut self,
        element: NodeId,
        namespace_url: &str,
        local_name: &str,
    ) -> Result<bool, MutationError> {
        let number = self.check_element(element)?;
        self.take_attribute(number, AttributeName::ByUrl(namespace_url, local_name))
    }

    /// Removes all attributes of an element but those that are to be kept; whether there were any to remove.
    ///
    /// ```
    /// # use limpid_dom::Document;
    /// # let mut document = Document::new();
    /// let element = document.create_element("p");
    /// document.set_attribute(element, "onclick", "x()")?;
    /// document.set_attribute(element, "class", "a")?;
    /// document.retain_attributes(element, |attribute| !attribute.local_name().starts_with("on"))?;
    /// assert_eq!(document.node(element).unwrap().to_html(), r#"<p class="a"></p>"#);
    /// # Ok::<(), limpid_dom::MutationError>(())
    /// ```
    pub fn retain_attributes(
        &mut self,
        element: NodeId,
        keep: impl FnMut(Attribute<'_>) -> bool,
    ) -> Result<bool, MutationError> {
        let number = self.check_element(element)?;
        let kept: Vec<bool> = self.try_node(element)?.attributes().map(keep).collect();
        if kept.iter().all(|kept| *kept) {
            return Ok(false);
        }
        self.note_changed_attributes(number);
        self.arena.retain_attributes(number, &kept).then_some(true).ok_or(MutationError::Full)
    }

    fn take_attribute(&mut self, number: u32, name: AttributeName<'_>) -> Result<bool, MutationError> {
        let Some(position) = self.arena.attribute_position(number, name) else { return Ok(false) };
        self.note_changed_attributes(number);
        self.arena.remove_attribute(number, position).then_some(true).ok_or(MutationError::Full)
    }

    /// Adds a word to an element's [classes](crate::NodeRef::classes), at the end; whether it was not there.
    ///
    /// If it was not, the `class` is written anew, each word once, with one space between them. An empty word, or one with
    /// white space in it, is an [`InvalidName`](MutationError::InvalidName).
    pub fn add_class(&mut self, element: NodeId, class: &str) -> Result<bool, MutationError> {
        let words = self.class_words(element, class)?;
        if words.contains(&class) {
            return Ok(false);
        }
        let value = [words.as_slice(), &[class]].concat().join(" ");
        self.set_class(element, &value)?;
        Ok(true)
    }

    /// Takes a word out of an element's [classes](crate::NodeRef::classes); whether it was there. If it was, the `class` is
    /// written anew as by [`add_class`](Self::add_class).
    pub fn remove_class(&mut self, element: NodeId, class: &str) -> Result<bool, MutationError> {
        let mut words = self.class_words(element, class)?;
        let Some(position) = words.iter().position(|&word| word == class) else { return Ok(false) };
        words.remove(position);
        let value = words.join(" ");
        self.set_class(element, &value)?;
        Ok(true)
    }

    /// The words of an element's `class`, each once.
    fn class_words(&self, element: NodeId, class: &str) -> Result<Vec<&str>, MutationError> {
        let number = self.check_element(element)?;
        if class.is_empty() || class.contains(|character: char| character.is_ascii_whitespace()) {
            return Err(MutationError::InvalidName);
        }
        let records = self.arena.attributes(number);
        let value = crate::read::attribute::position_ns(&self.arena, records, Namespace::None, "class")
            .and_then(|position| records.get(position))
            .map_or("", |record| self.arena.text(&self.source, record.place()));
        let mut words = IndexSet::with_hasher(Seed);
        words.extend(value.split_ascii_whitespace());
        Ok(words.into_iter().collect())
    }

    fn set_class(&mut self, element: NodeId, value: &str) -> Result<(), MutationError> {
        self.set_attribute_ns(element, Namespace::None, "class", value)
    }

    fn note_changed_attributes(&mut self, element: u32) {
        self.arena.forget_words();
        let range = self.arena.attribute_range(element);
        let Some(node) = self.arena.nodes.get_mut(element as usize) else { return };
        // While the parser is at work, it may create the element once more as it was.
        if let Some(parsed) = self.arena.extras.as_mut().and_then(|extras| extras.parsed_attributes.as_mut())
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
        match self.arena.node(node.get()).kind {
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

    pub(crate) fn check(&self, node: NodeId) -> Result<(), MutationError> {
        if node.ids() != self.arena.ids {
            return Err(MutationError::WrongDocument);
        }
        if self.arena.contains(node.get()) { Ok(()) } else { Err(MutationError::NoSuchNode) }
    }

    /// Whether the names of an element and its attributes are lowercased when they are set.
    fn has_lowercase_names(&self, element: u32) -> bool {
        self.arena.is_html_element(element) && !self.is_xml()
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

fn lowercased(name: &str) -> Cow<'_, str> {
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(name.to_ascii_lowercase()),
        false => Cow::Borrowed(name),
    }
}

/// [Valid attribute local name](https://dom.spec.whatwg.org/#valid-attribute-local-name), but for its `=`.
pub(crate) fn is_valid_name(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(|character: char| character.is_ascii_whitespace() || matches!(character, '\0' | '/' | '>'))
}
