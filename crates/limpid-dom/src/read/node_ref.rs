//! A node to users: [`NodeRef`], and what it says of itself.

use crate::read::attribute::Attributes;
use crate::read::document::Document;
use crate::read::pseudo_attributes::pseudo_attributes;
use crate::read::traverse::{Ancestors, Children, Descendants, Traverse};
use crate::storage::id::NodeId;
use crate::storage::node::{Node, NodeFlags, NodeKind};
use crate::storage::text_buffer::Place;
use core::fmt;
use core::iter::{FusedIterator, Rev};
use core::num::NonZeroU32;
use core::str::SplitAsciiWhitespace;
use limpid_markup::{LocalName, Namespace, Qualifier, ShadowRootInit};
use std::borrow::Cow;

/// A node of a [`Document`], to read it and to go on to others.
///
/// Two of them are equal when they are the same node of the same document.
#[derive(Clone, Copy)]
pub struct NodeRef<'d> {
    pub(crate) document: &'d Document<'d>,
    pub(crate) number: NonZeroU32,
}

impl<'d> NodeRef<'d> {
    #[inline]
    pub(crate) fn number(self) -> u32 {
        self.number.get()
    }

    #[inline]
    pub(crate) fn node(self) -> &'d Node {
        self.document.arena.node(self.number())
    }

    #[inline]
    fn link(self, number: u32) -> Option<NodeRef<'d>> {
        NonZeroU32::new(number).map(|number| NodeRef { document: self.document, number })
    }

    #[inline]
    fn place_text(self, place: Place) -> &'d str {
        self.document.arena.text(&self.document.source, place)
    }

    /// Its id, to find it again.
    #[inline]
    pub fn id(self) -> NodeId {
        self.document.arena.id_created(self.number())
    }

    /// The document that it belongs to.
    #[inline]
    pub fn document(self) -> &'d Document<'d> {
        self.document
    }

    /// What it is.
    #[inline]
    pub fn kind(self) -> NodeKind {
        self.node().kind
    }

    /// Its parent. The document, template contents, shadow roots and detached nodes have none.
    #[inline]
    pub fn parent(self) -> Option<NodeRef<'d>> {
        self.link(self.node().parent)
    }

    /// Its first child.
    #[inline]
    pub fn first_child(self) -> Option<NodeRef<'d>> {
        self.link(self.node().first)
    }

    /// Its last child.
    #[inline]
    pub fn last_child(self) -> Option<NodeRef<'d>> {
        self.link(self.node().last)
    }

    /// The node after it under the same parent.
    #[inline]
    pub fn next_sibling(self) -> Option<NodeRef<'d>> {
        self.link(self.node().next)
    }

    /// The node before it under the same parent.
    #[inline]
    pub fn previous_sibling(self) -> Option<NodeRef<'d>> {
        self.link(self.node().previous)
    }

    /// Its children in order. Those in template contents or a shadow root are not among them.
    #[inline]
    pub fn children(self) -> Children<'d> {
        Children::new(self)
    }

    /// The nodes behind it under the same parent, the nearest first.
    #[inline]
    pub fn next_siblings(self) -> Children<'d> {
        Children::behind(self)
    }

    /// The nodes in front of it under the same parent, the nearest first.
    #[inline]
    pub fn previous_siblings(self) -> Rev<Children<'d>> {
        Children::in_front_of(self).rev()
    }

    /// Those of its children that are elements, in order.
    #[inline]
    pub fn child_elements(self) -> impl DoubleEndedIterator<Item = NodeRef<'d>> + FusedIterator + Clone {
        self.children().filter(|child| child.is_element())
    }

    /// The first of its children that is an element.
    pub fn first_element_child(self) -> Option<NodeRef<'d>> {
        self.child_elements().next()
    }

    /// The last of its children that is an element.
    pub fn last_element_child(self) -> Option<NodeRef<'d>> {
        self.child_elements().next_back()
    }

    /// The nearest element behind it under the same parent.
    pub fn next_element_sibling(self) -> Option<NodeRef<'d>> {
        self.next_siblings().find(|sibling| sibling.is_element())
    }

    /// The nearest element in front of it under the same parent.
    pub fn previous_element_sibling(self) -> Option<NodeRef<'d>> {
        self.previous_siblings().find(|sibling| sibling.is_element())
    }

    /// Whether a node is this one or [below](Self::descendants) it. Nodes of other documents are not.
    ///
    /// Time grows with the depth of the other node.
    pub fn contains(self, other: NodeRef<'_>) -> bool {
        core::ptr::eq(self.document, other.document)
            && (self.number == other.number || other.ancestors().any(|ancestor| ancestor.number == self.number))
    }

    /// Whether the document's [root](Document::root) has it, in shadow roots and template contents, too: whether it is
    /// not detached, nor in something that is.
    pub fn is_connected(self) -> bool {
        let root = self.document.root();
        let mut node = Some(self);
        while let Some(at) = node {
            if at == root {
                return true;
            }
            node = at.parent().or_else(|| at.host());
        }
        false
    }

    /// Its parent, that one's parent and so on.
    #[inline]
    pub fn ancestors(self) -> Ancestors<'d> {
        Ancestors::new(self)
    }

    /// The nodes below it in tree order, without template contents and shadow roots.
    #[inline]
    pub fn descendants(self) -> Descendants<'d> {
        Descendants::new(self)
    }

    /// It and the nodes below it in tree order, each twice: when it is entered and when it is left.
    #[inline]
    pub fn traverse(self) -> Traverse<'d> {
        Traverse::new(self)
    }

    /// Whether it is an element.
    #[inline]
    pub fn is_element(self) -> bool {
        self.kind() == NodeKind::Element
    }

    /// Whether it is the element of this name in the HTML namespace.
    ///
    /// A name that the vocabulary does not know has no [`LocalName`]: compare [`local_name`](Self::local_name).
    #[inline]
    pub fn is_html(self, name: LocalName) -> bool {
        name.is_known() && self.node().is_html(name)
    }

    /// An element's name; [`LocalName::UNKNOWN`] for other nodes and for names outside the vocabulary.
    #[inline]
    pub fn name(self) -> LocalName {
        if self.is_element() { LocalName::from_index(self.node().name as usize) } else { LocalName::UNKNOWN }
    }

    /// An element's local name as text; empty for other nodes.
    #[inline]
    pub fn local_name(self) -> &'d str {
        if self.is_element() { self.document.arena.names.text(self.node().name) } else { "" }
    }

    /// An element's namespace; [`Namespace::None`] for other nodes. [`namespace_url`](Self::namespace_url) tells those
    /// apart that are [`Namespace::Other`].
    #[inline]
    pub fn namespace(self) -> Namespace {
        self.node().namespace
    }

    /// The URL of an element's namespace; empty for none, and for other nodes.
    pub fn namespace_url(self) -> &'d str {
        self.own_qualifier().map_or(self.namespace().url(), |qualifier| qualifier.namespace_url)
    }

    /// Whether two elements are in the same namespace, or both in none. In one document this takes the same time however long
    /// the URL is.
    pub fn is_in_namespace_of(self, other: NodeRef<'_>) -> bool {
        self.namespace() == other.namespace()
            && (self.namespace() != Namespace::Other
                || match core::ptr::eq(self.document, other.document) {
                    true => self.namespace_number() == other.namespace_number(),
                    false => self.namespace_url() == other.namespace_url(),
                })
    }

    /// An element's [namespace prefix](https://dom.spec.whatwg.org/#concept-element-namespace-prefix); empty for none, as
    /// of all elements in HTML, and for other nodes.
    pub fn prefix(self) -> &'d str {
        self.own_qualifier().map_or("", |qualifier| qualifier.prefix)
    }

    /// An element's [qualified name](https://dom.spec.whatwg.org/#concept-element-qualified-name): the local name, with the
    /// prefix and a colon in front if it has one; empty for other nodes.
    pub fn qualified_name(self) -> Cow<'d, str> {
        qualified(self.prefix(), self.local_name())
    }

    /// What the node has besides its local name, if HTML does not have it.
    #[inline]
    fn own_qualifier(self) -> Option<Qualifier<'d>> {
        match self.document.arena.qualifier_of(self.number()) {
            0 => None,
            number => self.document.arena.own_qualifier_of(number),
        }
    }

    /// An element's attributes in source order; none for other nodes.
    #[inline]
    pub fn attributes(self) -> Attributes<'d> {
        let arena = &self.document.arena;
        let is_as_parsed = !self.node().flags.contains(NodeFlags::CHANGED_ATTRIBUTES);
        let start = is_as_parsed.then(|| arena.attribute_range(self.number()).start);
        let (records, holes) = (arena.attributes(self.number()), arena.attribute_holes(self.number()));
        Attributes::new(self.document, records, holes, start)
    }

    /// The value of an element's attribute, by its qualified name: `href`, `xlink:href`.
    ///
    /// Case matters; the names of HTML attributes are lowercase.
    pub fn attribute(self, name: &str) -> Option<&'d str> {
        let arena = &self.document.arena;
        let records = arena.attributes(self.number());
        let position = crate::read::attribute::position(arena, records, name)?;
        Some(self.place_text(records[position].place()))
    }

    /// Whether an element has an attribute of this qualified name.
    pub fn has_attribute(self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    /// The value of an element's attribute, by its namespace and local name: `Namespace::XLink` and `href`.
    ///
    /// With [`Namespace::Other`] it is the first in any other namespace: [`attribute_by_url`](Self::attribute_by_url) tells
    /// them apart.
    pub fn attribute_ns(self, namespace: Namespace, local_name: &str) -> Option<&'d str> {
        let arena = &self.document.arena;
        let records = arena.attributes(self.number());
        let position = crate::read::attribute::position_ns(arena, records, namespace, local_name)?;
        Some(self.place_text(records[position].place()))
    }

    /// The value of an element's attribute, by the URL of its namespace, empty for none, and its local name.
    pub fn attribute_by_url(self, namespace_url: &str, local_name: &str) -> Option<&'d str> {
        let arena = &self.document.arena;
        let records = arena.attributes(self.number());
        let position = crate::read::attribute::position_by_url(arena, records, namespace_url, local_name)?;
        Some(self.place_text(records[position].place()))
    }

    /// An element's [unique identifier](https://dom.spec.whatwg.org/#concept-id): the value of its `id`, unless that is
    /// empty. [`id`](Self::id) is something else.
    pub fn element_id(self) -> Option<&'d str> {
        self.attribute("id").filter(|id| !id.is_empty())
    }

    /// An element's [classes](https://dom.spec.whatwg.org/#concept-class): the words of its `class`, as they stand there,
    /// duplicates included.
    pub fn classes(self) -> SplitAsciiWhitespace<'d> {
        self.attribute("class").unwrap_or_default().split_ascii_whitespace()
    }

    /// Whether a word is among the [classes](Self::classes). Case matters.
    pub fn has_class(self, class: &str) -> bool {
        self.classes().any(|word| word == class)
    }

    /// Whether an element's tag repeated an attribute name: Content Security Policy
    /// [refuses nonces](https://w3c.github.io/webappsec-csp/#is-element-nonceable) on such elements.
    pub fn had_duplicate_attribute(self) -> bool {
        self.node().flags.contains(NodeFlags::DUPLICATE_ATTRIBUTE)
    }

    /// A `script` element's [already started](https://html.spec.whatwg.org/multipage/scripting.html#already-started)
    /// flag.
    pub fn is_script_already_started(self) -> bool {
        self.node().flags.contains(NodeFlags::ALREADY_STARTED)
    }

    /// The text of a text node.
    #[inline]
    pub fn text(self) -> Option<&'d str> {
        let node = self.node();
        (node.kind == NodeKind::Text).then(|| self.place_text(node.place()))
    }

    /// The data of a comment.
    #[inline]
    pub fn comment(self) -> Option<&'d str> {
        let node = self.node();
        (node.kind == NodeKind::Comment).then(|| self.place_text(node.place()))
    }

    /// The parts of a doctype.
    pub fn doctype(self) -> Option<Doctype<'d>> {
        let data = self.document.arena.doctype(self.number())?;
        Some(Doctype {
            name: data.name.as_deref().unwrap_or_default(),
            public_id: data.public_id.as_deref(),
            system_id: data.system_id.as_deref(),
        })
    }

    /// The parts of a processing instruction.
    pub fn processing_instruction(self) -> Option<ProcessingInstruction<'d>> {
        let node = self.node();
        if node.kind != NodeKind::ProcessingInstruction {
            return None;
        }
        let data = self.document.arena.place(self.number())?;
        Some(ProcessingInstruction { target: self.document.arena.names.text(node.name), data: self.place_text(data) })
    }

    /// The [template contents](https://html.spec.whatwg.org/multipage/scripting.html#template-contents) of a `template`.
    pub fn template_contents(self) -> Option<NodeRef<'d>> {
        self.link(self.document.arena.template_contents(self.number()).unwrap_or(0))
    }

    /// The [shadow root](https://dom.spec.whatwg.org/#concept-element-shadow-root) of an element.
    pub fn shadow_root(self) -> Option<NodeRef<'d>> {
        self.link(self.document.arena.shadow_root(self.number()).unwrap_or(0))
    }

    /// What was asked for of a shadow root.
    pub fn shadow_root_init(self) -> Option<ShadowRootInit> {
        self.document.arena.shadow_root_init(self.number())
    }

    /// The element that a shadow root or template contents belong to.
    pub fn host(self) -> Option<NodeRef<'d>> {
        self.link(self.document.arena.host(self.number()))
    }

    /// The text of all text nodes in it, in tree order: its
    /// [descendant text content](https://dom.spec.whatwg.org/#concept-descendant-text-content), or its own text if it is
    /// a text node.
    pub fn text_content(self) -> String {
        let mut content = String::from(self.text().unwrap_or_default());
        for node in self.descendants() {
            content.push_str(node.text().unwrap_or_default());
        }
        content
    }

    /// The text of its children that are text nodes: its
    /// [child text content](https://dom.spec.whatwg.org/#concept-child-text-content).
    pub fn child_text_content(self) -> String {
        self.children().filter_map(NodeRef::text).collect()
    }
}

impl PartialEq for NodeRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number && core::ptr::eq(self.document, other.document)
    }
}

impl Eq for NodeRef<'_> {}

impl core::hash::Hash for NodeRef<'_> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl fmt::Debug for NodeRef<'_> {
    /// One line about the node itself, never about what is below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{} ", self.number)?;
        match self.kind() {
            NodeKind::Element => write!(f, "<{}>", self.qualified_name()),
            NodeKind::Text => write!(f, "{:?}", self.text().unwrap_or_default()),
            NodeKind::Comment => write!(f, "<!--{}-->", self.comment().unwrap_or_default()),
            kind => write!(f, "{kind:?}"),
        }
    }
}

/// A local name with its prefix.
pub(crate) fn qualified<'d>(prefix: &str, local_name: &'d str) -> Cow<'d, str> {
    match prefix {
        "" => Cow::Borrowed(local_name),
        prefix => Cow::Owned(format!("{prefix}:{local_name}")),
    }
}

/// The parts of a doctype node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doctype<'d> {
    /// Its name; empty when the DOCTYPE had none.
    pub name: &'d str,
    /// Its public identifier; `None` when it is missing, which the DOM shows as an empty one.
    pub public_id: Option<&'d str>,
    /// Its system identifier, likewise.
    pub system_id: Option<&'d str>,
}

/// The parts of a processing instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcessingInstruction<'d> {
    /// Its target.
    pub target: &'d str,
    /// Its data.
    pub data: &'d str,
}

impl ProcessingInstruction<'_> {
    /// The value of one of the pseudo-attributes that its data holds, like `name` in `<?marker name="x">`. Data that is
    /// not a list of pseudo-attributes has none. Case matters.
    pub fn attribute(&self, name: &str) -> Option<String> {
        pseudo_attributes(self.data).into_iter().find(|(key, _)| *key == name).map(|(_, value)| value.into_owned())
    }
}
