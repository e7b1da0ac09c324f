//! Methods that change a document by parsing markup, such as `innerHTML`.

use crate::edit::error::MutationError;
use crate::edit::node_mut::NodeMut;
use crate::parse::context::FragmentContext;
use crate::parse::options::ParseOptions;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::storage::id::NodeId;
use crate::storage::node::NodeKind;
use core::fmt;
use core::str::FromStr;
use limpid_markup::{LocalName, Namespace, ScriptingMode};

/// The options of [`NodeMut::set_html`] and [`NodeMut::set_html_unsafe`], which filter the parsed markup. Sanitizers implement this trait.
pub trait HtmlFilter {
    /// The error if filtering fails, or if the result cannot be inserted.
    type Error: From<MutationError>;

    /// Whether scripts in the markup may run: the option `runScripts`, which only affects [`NodeMut::set_html_unsafe`].
    fn runs_scripts(&self) -> bool {
        false
    }

    /// Filters the descendants of a node. `safe` is true for [`NodeMut::set_html`].
    ///
    /// # Errors
    /// If the filter fails.
    fn filter(&self, document: &mut Document<'_>, node: NodeId, safe: bool) -> Result<(), Self::Error>;
}

struct MarkupContext<'d> {
    document: &'d Document<'d>,
    element: ContextNode<'d>,
    is_xml: bool,
    scripting: ScriptingMode,
    allow_declarative_shadow_roots: bool,
}

impl MarkupContext<'_> {
    /// Runs the [fragment parsing algorithm
    /// steps](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#fragment-parsing-algorithm-steps). Returns a
    /// document, and the node that contains the result as its children.
    ///
    /// # Errors
    /// [`NotSupported`](MutationError::NotSupported) for XML without the feature `xml`.
    #[inline]
    fn parse<'m>(&self, markup: &'m str) -> Result<(Document<'m>, NodeId), MutationError> {
        if self.is_xml {
            #[cfg(feature = "xml")]
            return Ok(crate::xml::fragment::parse_in(self.element, markup));
            #[cfg(not(feature = "xml"))]
            return Err(MutationError::NotSupported);
        }
        let element = match self.element {
            ContextNode::Element(element) => FragmentContext::from(element),
            ContextNode::NewBody => FragmentContext::from("body").quirks_mode(self.document.quirks_mode()),
            ContextNode::None => FragmentContext::from("template"),
        };
        let mut options = ParseOptions::new()
            .scripting(self.scripting)
            .allow_declarative_shadow_roots(self.allow_declarative_shadow_roots)
            .errors(false);
        options.mark_is_text = true;
        let parsed = options.parse_fragment(markup, element);
        let top = parsed.root().id();
        Ok((parsed, top))
    }
}

/// The context element of a fragment.
#[derive(Clone, Copy)]
pub(crate) enum ContextNode<'d> {
    /// An element of the document.
    Element(NodeRef<'d>),
    /// A new `body` element.
    NewBody,
    /// No context, for a document fragment without a host. HTML is parsed as in a `template`, XML without namespaces.
    None,
}

/// Where markup is inserted: the positions of
/// [insertAdjacentHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-insertadjacenthtml).
///
/// ```
/// use limpid::InsertPosition;
/// assert_eq!("BeforeBegin".parse(), Ok(InsertPosition::BeforeBegin));
/// assert_eq!(InsertPosition::AfterEnd.to_string(), "afterend");
/// let error = "before".parse::<InsertPosition>().unwrap_err();
/// assert_eq!(error.to_string(), "\"before\" is not a position; use beforebegin, afterbegin, beforeend or afterend");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum InsertPosition {
    /// Before the element.
    BeforeBegin,
    /// Inside the element, before its first child.
    AfterBegin,
    /// Inside the element, after its last child.
    BeforeEnd,
    /// After the element.
    AfterEnd,
}

/// The error for text that is not the name of an [`InsertPosition`]: the standard's `SyntaxError`.
///
/// ```
/// use limpid::InsertPosition;
/// assert_eq!("beforeend".parse::<InsertPosition>().unwrap(), InsertPosition::BeforeEnd);
/// assert!("before".parse::<InsertPosition>().unwrap_err().to_string().contains("before"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InsertPositionError(String);

/// # Changing a node by parsing markup
///
/// The markup is parsed as content of the element that will contain it. If the document is an [XML document](Document::is_xml), the markup is
/// parsed as XML, with the prefixes and the default namespace in scope at that element. This follows the standard's [fragment parsing
/// algorithm](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#fragment-parsing-algorithm-steps), except for XML that is not
/// well-formed. Browsers reject it. These methods parse it as XML5 specifies, and drop end tags that have no start tag in the markup.
///
/// The markup is not sanitized, unless the method says so. The scripting mode of the document's parse decides whether `noscript` contains
/// text or markup, and whether scripts are marked as already started. In template contents, scripting is disabled.
impl NodeMut<'_, '_> {
    /// Replaces the content of this element, fragment or shadow root with parsed markup, which is not sanitized.
    ///
    /// This is the [innerHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-innerhtml) setter. In a
    /// `template`, it replaces the template contents. For a fragment without a host, the markup is parsed as in a `template`.
    ///
    /// ```
    /// let mut document = limpid::parse("<table><tr id=row><td>old</table>");
    /// let row = document.element_by_id("row").unwrap().id();
    /// document.node_mut(row)?.set_inner_html("<td>1<td>2")?;
    /// assert_eq!(document.node(row).unwrap().to_html(), r#"<tr id="row"><td>1</td><td>2</td></tr>"#);
    ///
    /// let mut drawing = limpid::xml::parse("<svg xmlns='http://www.w3.org/2000/svg'><g/></svg>");
    /// let g = drawing.descendants().find(|node| node.local_name() == "g").unwrap().id();
    /// drawing.node_mut(g)?.set_inner_html("<linearGradient id='a'/><path/>")?;
    /// assert_eq!(
    ///     drawing.to_xml(),
    ///     r#"<svg xmlns="http://www.w3.org/2000/svg"><g><linearGradient id="a"/><path/></g></svg>"#
    /// );
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`WrongKind`](MutationError::WrongKind) if the node is not an element, a fragment or a shadow root. Like all methods that parse markup,
    /// it returns [`Full`](MutationError::Full) if the document reaches its size limit.
    #[doc(alias = "innerHTML")]
    #[inline]
    #[doc(alias = "inner_html")]
    pub fn set_inner_html(&mut self, markup: &str) -> Result<(), MutationError> {
        let read = self.document.try_node(self.id)?;
        let target = read.template_contents().map_or(self.id, NodeRef::id);
        let (parsed, top) =
            self.document.markup_context(context_of_target(read)?, read, ScriptingMode::Inert).parse(markup)?;
        let fragment = self.document.import_content(parsed.try_node(top)?)?;
        replace_all(self.document, target, fragment)
    }

    /// Replaces this node with parsed markup, which is not sanitized: the
    /// [outerHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-outerhtml) setter. Does nothing if
    /// the node has no parent.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li id=old>Tea</ul>");
    /// let old = document.element_by_id("old").unwrap().id();
    /// document.node_mut(old)?.set_outer_html("<li>Sencha<li>Matcha")?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Sencha</li><li>Matcha</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`NoModificationAllowed`](MutationError::NoModificationAllowed) if the parent is the document.
    #[doc(alias = "outerHTML")]
    #[inline]
    #[doc(alias = "outer_html")]
    pub fn set_outer_html(&mut self, markup: &str) -> Result<(), MutationError> {
        let read = self.document.try_node(self.id)?;
        let context = match read.parent() {
            None => return Ok(()),
            Some(parent) if parent.kind() == NodeKind::Document => return Err(MutationError::NoModificationAllowed),
            Some(parent) if parent.is_element() => ContextNode::Element(parent),
            Some(_) => ContextNode::NewBody,
        };
        let (parsed, top) = self.document.markup_context(context, read, ScriptingMode::Inert).parse(markup)?;
        let fragment = self.document.import_content(parsed.try_node(top)?)?;
        self.replace_with(fragment)
    }

    /// Parses markup, which is not sanitized, and inserts it next to or inside this element, as
    /// [insertAdjacentHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-insertadjacenthtml) does.
    ///
    /// If the markup becomes a child of the `html` element, it is parsed as in a `body`. Inside a `template`, the new nodes become children of the
    /// `template` itself. To add to its contents, append to [`template_contents`](NodeRef::template_contents).
    ///
    /// ```
    /// use limpid::InsertPosition;
    /// let mut document = limpid::parse("<ul><li>Sencha</ul>");
    /// let list = document.body().unwrap().first_child().unwrap().id();
    /// document.node_mut(list)?.insert_adjacent_html(InsertPosition::BeforeEnd, "<li>Matcha")?;
    /// document.node_mut(list)?.insert_adjacent_html("beforebegin".parse()?, "<h1>Tea")?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<h1>Tea</h1><ul><li>Sencha</li><li>Matcha</li></ul>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WrongKind`](MutationError::WrongKind) if the node is not an element.
    /// [`NoModificationAllowed`](MutationError::NoModificationAllowed) for a position before or after the element, if the element has no parent
    /// or its parent is the document.
    #[doc(alias = "insertAdjacentHTML")]
    #[doc(alias = "append_html")]
    #[doc(alias = "prepend_html")]
    #[doc(alias = "before_html")]
    #[doc(alias = "after_html")]
    #[inline]
    pub fn insert_adjacent_html(&mut self, position: InsertPosition, markup: &str) -> Result<(), MutationError> {
        let read = self.document.try_node(self.id)?;
        let parent = match position {
            _ if !read.is_element() => return Err(MutationError::WrongKind),
            InsertPosition::AfterBegin | InsertPosition::BeforeEnd => read,
            InsertPosition::BeforeBegin | InsertPosition::AfterEnd => {
                let parent = read.parent().filter(|parent| parent.kind() != NodeKind::Document);
                parent.ok_or(MutationError::NoModificationAllowed)?
            }
        };
        let (parsed, top) =
            self.document.markup_context(context_or_body(Some(parent)), read, ScriptingMode::Inert).parse(markup)?;
        let fragment = self.document.import_content(parsed.try_node(top)?)?;
        match position {
            InsertPosition::BeforeBegin => self.insert_before(fragment),
            InsertPosition::AfterBegin => self.prepend(fragment),
            InsertPosition::BeforeEnd => self.append(fragment),
            InsertPosition::AfterEnd => self.insert_after(fragment),
        }
    }

    /// Parses markup, which is not sanitized, as content of this node, and returns a fragment without a parent.
    ///
    /// This is
    /// [createContextualFragment](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-range-createcontextualfragment)
    /// of a range that starts in the node. The context element is this element, or the parent element of a text or comment. For other nodes, or
    /// if that element is `html`, the context is a new `body`. Scripts are not marked as already started.
    ///
    /// ```
    /// let mut document = limpid::parse("<table><tr><td>1</table>");
    /// let row = document.select_first("tr")?.unwrap().id();
    /// let cells = document.node_mut(row)?.create_contextual_fragment("<td>2<td>3")?;
    /// document.node_mut(row)?.append(cells)?;
    /// assert_eq!(document.node(row).unwrap().inner_html(), "<td>1</td><td>2</td><td>3</td>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "createContextualFragment")]
    #[inline]
    pub fn create_contextual_fragment(&mut self, markup: &str) -> Result<NodeId, MutationError> {
        let read = self.document.try_node(self.id)?;
        let element = match read.kind() {
            NodeKind::Element => Some(read),
            NodeKind::Text | NodeKind::Comment => read.parent(),
            _ => None,
        };
        let (parsed, top) =
            self.document.markup_context(context_or_body(element), read, ScriptingMode::Fragment).parse(markup)?;
        self.document.import_content(parsed.try_node(top)?)
    }

    /// Replaces the content of an element or a shadow root with sanitized markup, as
    /// [setHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-sethtml) does.
    ///
    /// In a `template`, it replaces the template contents. In a `script`, it does nothing. The markup is parsed as HTML even in an XML
    /// document. A shadow root that the markup declares for the element itself is sanitized, too.
    ///
    /// ```
    /// use limpid::sanitize::Sanitizer;
    ///
    /// let mut page = limpid::parse("<div id=news>old");
    /// let news = page.element_by_id("news").unwrap().id();
    /// page.node_mut(news)?.set_html("<p onclick=x()>Hello<script>y()</script>", Sanitizer::preset())?;
    /// assert_eq!(page.node(news).unwrap().inner_html(), "<p>Hello</p>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of the filter. [`WrongKind`](MutationError::WrongKind) if the node is not an element, a shadow root or the contents of a
    /// `template`.
    #[doc(alias = "setHTML")]
    pub fn set_html<F: HtmlFilter>(&mut self, html: &str, options: &F) -> Result<(), F::Error> {
        self.document.set_and_filter_html(self.id, html, options, true)
    }

    /// Replaces the content of an element or a shadow root with parsed markup, as
    /// [setHTMLUnsafe](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-sethtmlunsafe) does. The options decide
    /// what is removed. Scripts in the markup are kept unless the options remove them.
    ///
    /// ```
    /// use limpid::sanitize::SetHtmlOptions;
    ///
    /// let mut page = limpid::parse("<x-card>");
    /// let card = page.body().unwrap().first_child().unwrap().id();
    /// page.node_mut(card)?.set_html_unsafe("<template shadowrootmode=open><slot></slot></template>Tea", &SetHtmlOptions::new())?;
    /// let card = page.node(card).unwrap();
    /// assert_eq!((card.shadow_root().unwrap().inner_html(), card.inner_html()), ("<slot></slot>".into(), "Tea".into()));
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// See [`set_html`](Self::set_html).
    #[doc(alias = "setHTMLUnsafe")]
    pub fn set_html_unsafe<F: HtmlFilter>(&mut self, html: &str, options: &F) -> Result<(), F::Error> {
        self.document.set_and_filter_html(self.id, html, options, false)
    }
}

impl Document<'_> {
    /// [Set and filter HTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#set-and-filter-html).
    fn set_and_filter_html<F: HtmlFilter>(
        &mut self,
        node: NodeId,
        html: &str,
        options: &F,
        safe: bool,
    ) -> Result<(), F::Error> {
        let read = self.try_node(node)?;
        let element = context_of_target(read)?;
        let ContextNode::Element(host) = element else { return Err(MutationError::WrongKind.into()) };
        let is_script =
            host.name() == LocalName::SCRIPT && matches!(host.namespace(), Namespace::Html | Namespace::Svg);
        if safe && is_script {
            return Ok(());
        }
        let scripting = if options.runs_scripts() && !safe { ScriptingMode::Fragment } else { ScriptingMode::Inert };
        let context = MarkupContext {
            is_xml: false,
            allow_declarative_shadow_roots: true,
            ..self.markup_context(element, read, scripting)
        };
        let (mut parsed, top) = context.parse(html)?;
        let target = read.template_contents().map_or(node, NodeRef::id);
        let host = host.id();
        options.filter(&mut parsed, top, safe)?;
        let shadow_root = parsed.fragment_context_element().and_then(NodeRef::shadow_root).map(NodeRef::id);
        if let Some(shadow_root) = shadow_root {
            options.filter(&mut parsed, shadow_root, safe)?;
        }
        let fragment = self.import_content(parsed.try_node(top)?)?;
        if let Some(shadow_root) = shadow_root {
            self.import_shadow_root(host, parsed.try_node(shadow_root)?)?;
        }
        Ok(replace_all(self, target, fragment)?)
    }

    #[inline]
    fn markup_context<'d>(
        &'d self,
        element: ContextNode<'d>,
        node: NodeRef<'_>,
        scripting: ScriptingMode,
    ) -> MarkupContext<'d> {
        let position = if let ContextNode::Element(element) = element { element } else { node };
        let has_scripting = self.scripting() && !is_in_template(position);
        let scripting = if has_scripting { scripting } else { ScriptingMode::Disabled };
        MarkupContext {
            document: self,
            element,
            is_xml: self.is_xml(),
            scripting,
            allow_declarative_shadow_roots: false,
        }
    }
}

/// [Replaces all](https://dom.spec.whatwg.org/#concept-node-replace-all) children of a node with the children of a fragment.
#[inline]
fn replace_all(document: &mut Document<'_>, parent: NodeId, fragment: NodeId) -> Result<(), MutationError> {
    // Checked before the children of the parent are removed.
    document.check_insertion(parent, fragment)?;
    let mut parent = document.node_mut(parent)?;
    parent.remove_children()?;
    parent.append(fragment)
}

/// Returns the context element for content of an element, a fragment or a shadow root.
#[inline]
fn context_of_target(target: NodeRef<'_>) -> Result<ContextNode<'_>, MutationError> {
    match target.kind() {
        NodeKind::Element => Ok(ContextNode::Element(target)),
        NodeKind::DocumentFragment | NodeKind::ShadowRoot => {
            Ok(target.host().map_or(ContextNode::None, ContextNode::Element))
        }
        _ => Err(MutationError::WrongKind),
    }
}

/// Returns the node as the context element, or a new `body` if it is not an element or is the `html` element of an HTML document.
#[inline]
fn context_or_body(node: Option<NodeRef<'_>>) -> ContextNode<'_> {
    let is_html_in_html = |node: &NodeRef<'_>| node.is_html(LocalName::HTML) && !node.document().is_xml();
    let element = node.filter(|node| node.is_element() && !is_html_in_html(node));
    element.map_or(ContextNode::NewBody, ContextNode::Element)
}

/// Whether a node is in the contents of a `template`. Scripting is disabled there.
#[inline]
fn is_in_template(node: NodeRef<'_>) -> bool {
    let mut ancestors = std::iter::successors(Some(node), |node| node.parent().or_else(|| node.host()));
    ancestors.any(|node| node.kind() == NodeKind::DocumentFragment && node.host().is_some())
}

const POSITIONS: [(&str, InsertPosition); 4] = [
    ("beforebegin", InsertPosition::BeforeBegin),
    ("afterbegin", InsertPosition::AfterBegin),
    ("beforeend", InsertPosition::BeforeEnd),
    ("afterend", InsertPosition::AfterEnd),
];

impl FromStr for InsertPosition {
    type Err = InsertPositionError;

    /// Parses the standard's name of a position, ASCII case-insensitively.
    #[inline]
    fn from_str(text: &str) -> Result<InsertPosition, InsertPositionError> {
        let entry = POSITIONS.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        entry.map(|(_, position)| position).ok_or_else(|| InsertPositionError(text.to_owned()))
    }
}

impl fmt::Display for InsertPosition {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        POSITIONS.iter().filter(|(_, position)| position == self).try_for_each(|(name, _)| f.write_str(name))
    }
}

impl fmt::Display for InsertPositionError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a position; use beforebegin, afterbegin, beforeend or afterend", self.0)
    }
}

impl std::error::Error for InsertPositionError {}
