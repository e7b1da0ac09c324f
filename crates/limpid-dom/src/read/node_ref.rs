//! [`NodeRef`], with its links, names and data.

use crate::read::document::Document;
use crate::storage::id::NodeId;
use crate::storage::node::{Node, NodeFlags, NodeKind};
use crate::storage::text_buffer::Place;
use core::fmt;
use core::num::NonZeroU32;
use limpid_markup::{LocalName, Namespace, Qualifier, ShadowRootInit};
use std::borrow::Cow;

/// A reference to a node of a [`Document`], to read the node and to find other nodes from it.
///
/// Two references are equal if they refer to the same node of the same document.
///
/// ```
/// let document = limpid::parse("<p>Green <b>tea</b>");
/// let b = document.select_first("b").unwrap().unwrap();
/// assert_eq!((b.local_name(), b.parent().unwrap().local_name(), b.text_content().as_str()), ("b", "p", "tea"));
/// ```
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
    pub(crate) fn link(self, number: u32) -> Option<NodeRef<'d>> {
        NonZeroU32::new(number).map(|number| NodeRef { document: self.document, number })
    }

    #[inline]
    pub(crate) fn place_text(self, place: Place) -> &'d str {
        self.document.arena.text(&self.document.source, place)
    }

    /// Returns the node's id, which does not borrow the document.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// let id = b.id();
    /// assert_eq!(document.node(id), Some(b));
    /// ```
    #[inline]
    pub fn id(self) -> NodeId {
        self.document.arena.id_created(self.number())
    }

    /// Returns the node's document.
    ///
    /// ```
    /// let document = limpid::parse("<title>Tea</title><p>");
    /// let p = document.select_first("p").unwrap().unwrap();
    /// assert_eq!(p.document().title().as_deref(), Some("Tea"));
    /// ```
    #[inline]
    #[doc(alias = "ownerDocument")]
    #[doc(alias = "owner_document")]
    pub fn document(self) -> &'d Document<'d> {
        self.document
    }

    /// Returns the kind of the node.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// use limpid::NodeKind;
    /// assert_eq!((p.kind(), p.first_child().unwrap().kind()), (NodeKind::Element, NodeKind::Text));
    /// ```
    #[inline]
    #[doc(alias = "nodeType")]
    #[doc(alias = "node_type")]
    pub fn kind(self) -> NodeKind {
        self.node().kind()
    }

    /// Returns the parent. The document, template contents, shadow roots and detached nodes have no parent.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert_eq!((b.parent(), document.root().parent()), (Some(p), None));
    /// ```
    #[inline]
    #[doc(alias = "parentNode")]
    #[doc(alias = "parentElement")]
    #[doc(alias = "parent_node")]
    #[doc(alias = "parent_element")]
    pub fn parent(self) -> Option<NodeRef<'d>> {
        self.link(self.node().parent())
    }

    /// Returns the first child.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert_eq!(p.first_child().unwrap().text(), Some("Tea, "));
    /// ```
    #[inline]
    #[doc(alias = "firstChild")]
    #[doc(alias = "hasChildNodes")]
    #[doc(alias = "has_children")]
    #[doc(alias = "has_child_nodes")]
    pub fn first_child(self) -> Option<NodeRef<'d>> {
        self.link(self.node().first())
    }

    /// Returns the last child.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert_eq!(p.last_child().unwrap().text(), Some("."));
    /// ```
    #[inline]
    #[doc(alias = "lastChild")]
    pub fn last_child(self) -> Option<NodeRef<'d>> {
        self.link(self.document.arena.last(self.number()))
    }

    /// Returns the following sibling.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert_eq!(b.next_sibling().unwrap().text(), Some(" and "));
    /// ```
    #[inline]
    #[doc(alias = "nextSibling")]
    pub fn next_sibling(self) -> Option<NodeRef<'d>> {
        self.link(self.node().next())
    }

    /// Returns the preceding sibling.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert_eq!(b.previous_sibling(), p.first_child());
    /// ```
    #[doc(alias = "prev_sibling")]
    #[inline]
    #[doc(alias = "previousSibling")]
    pub fn previous_sibling(self) -> Option<NodeRef<'d>> {
        self.link(self.document.arena.previous(self.number()))
    }

    /// Returns whether the node is an element.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert!(p.is_element() && !p.first_child().unwrap().is_element());
    /// ```
    #[inline]
    pub fn is_element(self) -> bool {
        self.node().is_element()
    }

    /// Returns whether the node is a text node.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea<!-- green -->");
    /// let p = document.select_first("p").unwrap().unwrap();
    /// assert!(p.first_child().unwrap().is_text() && !p.is_text());
    /// ```
    #[inline]
    pub fn is_text(self) -> bool {
        self.node().is_text()
    }

    /// Returns whether the node is a comment.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea<!-- green -->");
    /// let p = document.select_first("p").unwrap().unwrap();
    /// assert!(p.last_child().unwrap().is_comment() && !p.is_comment());
    /// ```
    #[inline]
    pub fn is_comment(self) -> bool {
        self.kind() == NodeKind::Comment
    }

    /// Returns whether the node is an HTML element with this name.
    ///
    /// For names without a [`LocalName`], use [`is_html_named`](Self::is_html_named).
    ///
    /// ```
    /// use limpid::LocalName;
    /// let document = limpid::parse("<p>Tea");
    /// assert!(document.body().unwrap().first_child().unwrap().is_html(LocalName::P));
    /// ```
    #[inline]
    pub fn is_html(self, name: LocalName) -> bool {
        name.is_known() && self.node().is_html(name)
    }

    /// Returns whether the node is an element in the HTML namespace with this name, which can be any name. The name is case-sensitive: HTML
    /// elements have lowercase names.
    ///
    /// ```
    /// let document = limpid::parse("<tea-pot></tea-pot>");
    /// assert!(document.descendants().any(|node| node.is_html_named("tea-pot")));
    /// ```
    #[inline]
    #[doc(alias = "has_tag_name")]
    pub fn is_html_named(self, name: &str) -> bool {
        self.node().is_html_element() && self.local_name() == name
    }

    /// Returns an element's local name as a [`LocalName`]; [`LocalName::UNKNOWN`] for other nodes and other names.
    ///
    /// ```
    /// use limpid::LocalName;
    /// let document = limpid::parse("<p><tea-pot></tea-pot>");
    /// let p = document.select_first("p").unwrap().unwrap();
    /// assert_eq!(p.name(), LocalName::P);
    /// // Other names are available as text.
    /// let pot = p.first_child().unwrap();
    /// assert_eq!((pot.name(), pot.local_name()), (LocalName::UNKNOWN, "tea-pot"));
    /// ```
    #[inline]
    pub fn name(self) -> LocalName {
        if self.is_element() { LocalName::from_index(self.node().name_or_far() as usize) } else { LocalName::UNKNOWN }
    }

    /// Returns an element's local name as text; `""` for other nodes.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert_eq!((p.local_name(), p.first_child().unwrap().local_name()), ("p", ""));
    /// ```
    #[doc(alias = "tag_name")]
    #[doc(alias = "node_name")]
    #[inline]
    #[doc(alias = "localName")]
    #[doc(alias = "tagName")]
    #[doc(alias = "nodeName")]
    pub fn local_name(self) -> &'d str {
        if self.is_element() { self.document.arena.names.text(self.name_number()) } else { "" }
    }

    /// Returns the [number](Document::name_number) of an element's local name.
    #[doc(hidden)]
    #[inline]
    pub fn name_number(self) -> u32 {
        self.document.arena.name(self.number())
    }

    /// Returns an element's namespace; [`Namespace::None`] for other nodes. For [`Namespace::Other`], use
    /// [`namespace_url`](Self::namespace_url).
    ///
    /// ```
    /// use limpid::Namespace;
    /// let document = limpid::parse("<svg><path>");
    /// assert_eq!(document.select_first("path")?.unwrap().namespace(), Namespace::Svg);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    pub fn namespace(self) -> Namespace {
        self.node().namespace()
    }

    /// Returns the URL of an element's namespace; `None` for an element without a namespace and for other nodes.
    ///
    /// ```
    /// let document = limpid::parse("<p><svg></svg>");
    /// let svg = document.select_first("svg").unwrap().unwrap();
    /// assert_eq!(svg.namespace_url(), Some("http://www.w3.org/2000/svg"));
    /// assert_eq!(document.root().namespace_url(), None);
    /// ```
    #[doc(alias = "namespaceURI")]
    #[inline]
    #[doc(alias = "namespace_uri")]
    pub fn namespace_url(self) -> Option<&'d str> {
        non_empty(self.own_qualifier().map_or(self.namespace().url(), |qualifier| qualifier.namespace_url))
    }

    /// Returns whether two elements have the same namespace, or both have no namespace. In the same document, this takes constant time.
    ///
    /// ```
    /// let document = limpid::parse("<p><svg><g>");
    /// let [p, svg, g] = ["p", "svg", "g"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert!(g.is_in_namespace_of(svg) && !g.is_in_namespace_of(p));
    /// ```
    #[inline]
    pub fn is_in_namespace_of(self, other: NodeRef<'_>) -> bool {
        self.namespace() == other.namespace()
            && (self.namespace() != Namespace::Other
                || match core::ptr::eq(self.document, other.document) {
                    true => self.namespace_number() == other.namespace_number(),
                    false => self.namespace_url() == other.namespace_url(),
                })
    }

    /// Returns the number of the namespace in this document. All elements and attributes in a namespace have the same number.
    #[doc(hidden)]
    #[inline]
    pub fn namespace_number(self) -> u32 {
        self.document.arena.namespace_number_of(self.number())
    }

    /// Returns an element's [namespace prefix](https://dom.spec.whatwg.org/#concept-element-namespace-prefix); `None` for an element without
    /// a prefix, such as every element parsed as HTML, and for other nodes.
    ///
    /// ```
    /// let document = limpid::xml::parse("<s:svg xmlns:s='http://www.w3.org/2000/svg'/>");
    /// let svg = document.document_element().unwrap();
    /// assert_eq!((svg.prefix(), svg.local_name()), (Some("s"), "svg"));
    /// ```
    #[inline]
    pub fn prefix(self) -> Option<&'d str> {
        self.own_qualifier().and_then(|qualifier| non_empty(qualifier.prefix))
    }

    /// Returns an element's [qualified name](https://dom.spec.whatwg.org/#concept-element-qualified-name): the prefix and a colon, if there
    /// is a prefix, and the local name; `""` for other nodes.
    ///
    /// ```
    /// let document = limpid::xml::parse("<a:feed xmlns:a='http://www.w3.org/2005/Atom'>Tea</a:feed>");
    /// let feed = document.document_element().unwrap();
    /// assert_eq!(feed.qualified_name(), "a:feed");
    /// assert_eq!(feed.first_child().unwrap().qualified_name(), "");
    /// ```
    #[doc(alias = "tagName")]
    #[inline]
    #[doc(alias = "tag_name")]
    pub fn qualified_name(self) -> Cow<'d, str> {
        qualified_name(self.prefix(), self.local_name())
    }

    /// Returns the element's [qualifier](crate::storage::qualifiers), unless it is one of those that HTML uses.
    #[inline]
    fn own_qualifier(self) -> Option<Qualifier<'d>> {
        let qualifiers = &self.document.arena.qualifiers;
        match qualifiers.of_element(self.number()) {
            0 => None,
            number => qualifiers.own(number),
        }
    }

    /// Returns whether an attribute name was repeated in the element's start tag. Content Security Policy
    /// [ignores nonces](https://w3c.github.io/webappsec-csp/#is-element-nonceable) on such elements.
    ///
    /// ```
    /// let document = limpid::parse("<script nonce=a nonce=b></script><p id=a>");
    /// assert!(document.select_first("script").unwrap().unwrap().had_duplicate_attribute());
    /// assert!(!document.select_first("p").unwrap().unwrap().had_duplicate_attribute());
    /// ```
    #[inline]
    pub fn had_duplicate_attribute(self) -> bool {
        self.node().flags().contains(NodeFlags::DUPLICATE_ATTRIBUTE)
    }

    /// Returns a `script` element's [already started](https://html.spec.whatwg.org/multipage/scripting.html#already-started) flag.
    ///
    /// ```
    /// use limpid::{ParseOptions, ScriptingMode};
    /// let options = ParseOptions::new().scripting(ScriptingMode::Normal);
    /// let fragment = options.parse_fragment("<script>run()</script>", "div"); // as with `innerHTML`
    /// assert!(fragment.root().first_child().unwrap().is_script_already_started());
    /// ```
    #[inline]
    pub fn is_script_already_started(self) -> bool {
        self.node().flags().contains(NodeFlags::ALREADY_STARTED)
    }

    /// Returns the text of a text node.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert_eq!((p.first_child().unwrap().text(), p.text()), (Some("Tea, "), None));
    /// ```
    #[inline]
    #[doc(alias = "nodeValue")]
    #[doc(alias = "data")]
    #[doc(alias = "as_text")]
    #[doc(alias = "node_value")]
    pub fn text(self) -> Option<&'d str> {
        let node = self.node();
        (node.kind() == NodeKind::Text).then(|| self.place_text(node.place()))
    }

    /// Returns the data of a comment.
    ///
    /// ```
    /// let document = limpid::parse("<!-- tea -->");
    /// assert_eq!(document.root().first_child().unwrap().comment(), Some(" tea "));
    /// ```
    #[inline]
    #[doc(alias = "nodeValue")]
    #[doc(alias = "data")]
    #[doc(alias = "as_comment")]
    #[doc(alias = "node_value")]
    pub fn comment(self) -> Option<&'d str> {
        let node = self.node();
        (node.kind() == NodeKind::Comment).then(|| self.place_text(node.place()))
    }

    /// Returns the [template contents](https://html.spec.whatwg.org/multipage/scripting.html#template-contents) of a `template`.
    ///
    /// ```
    /// let document = limpid::parse("<template><p>Tea</template>");
    /// let template = document.select_first("template")?.unwrap();
    /// assert_eq!(template.template_contents().unwrap().text_content(), "Tea");
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "content")]
    #[inline]
    pub fn template_contents(self) -> Option<NodeRef<'d>> {
        self.link(self.document.arena.template_contents(self.number()).unwrap_or(0))
    }

    /// Returns the [shadow root](https://dom.spec.whatwg.org/#concept-element-shadow-root) of an element.
    ///
    /// ```
    /// let document = limpid::parse("<x-a><template shadowrootmode=open>Tea</template></x-a>");
    /// let host = document.select_first("x-a")?.unwrap();
    /// assert_eq!(host.shadow_root().unwrap().text_content(), "Tea");
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "shadowRoot")]
    #[inline]
    pub fn shadow_root(self) -> Option<NodeRef<'d>> {
        self.link(self.document.arena.shadow_root(self.number()).unwrap_or(0))
    }

    /// Returns the options of a shadow root.
    ///
    /// ```
    /// use limpid::shadow_root::ShadowRootMode;
    /// let document = limpid::parse("<div><template shadowrootmode=closed shadowrootclonable>Tea</template></div>");
    /// let root = document.body().unwrap().first_child().unwrap().shadow_root().unwrap();
    /// let init = root.shadow_root_init().unwrap();
    /// assert_eq!((init.mode, init.clonable, init.serializable), (ShadowRootMode::Closed, true, false));
    /// ```
    #[inline]
    pub fn shadow_root_init(self) -> Option<ShadowRootInit> {
        self.document.arena.shadow_root_init(self.number())
    }

    /// Returns the element that a shadow root or template contents belong to.
    ///
    /// ```
    /// let document = limpid::parse("<x-a><template shadowrootmode=open>in</template></x-a>");
    /// let host = document.select_first("x-a").unwrap().unwrap();
    /// assert_eq!(host.shadow_root().unwrap().host(), Some(host));
    /// ```
    #[inline]
    pub fn host(self) -> Option<NodeRef<'d>> {
        self.link(self.document.arena.host(self.number()))
    }
}

impl PartialEq for NodeRef<'_> {
    #[inline]
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
    /// Writes one line about the node, without its descendants.
    #[inline]
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

#[inline]
pub(crate) fn qualified_name<'d>(prefix: Option<&str>, local_name: &'d str) -> Cow<'d, str> {
    match prefix {
        None => Cow::Borrowed(local_name),
        Some(prefix) => Cow::Owned(format!("{prefix}:{local_name}")),
    }
}

#[inline]
pub(crate) fn non_empty(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}
