//! Changes to a document by markup: `innerHTML` and its relatives.

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

/// A filter for what [`NodeMut::set_html`] is given: the options of these methods, which hold a sanitizer.
pub trait HtmlFilter {
    /// The reason why a filter does not work, or why the document refuses the result.
    type Error: From<MutationError>;

    /// Whether scripts in the markup may run: `runScripts`, which counts for the unsafe methods alone.
    fn runs_scripts(&self) -> bool {
        false
    }

    /// Filters what is in a node.
    ///
    /// # Errors
    /// The filter does not work.
    fn filter(&self, document: &mut Document<'_>, node: NodeId, safe: bool) -> Result<(), Self::Error>;
}

/// The circumstances in which markup is parsed as a fragment.
struct MarkupContext<'d> {
    document: &'d Document<'d>,
    element: ContextNode<'d>,
    is_xml: bool,
    scripting: ScriptingMode,
    allow_declarative_shadow_roots: bool,
}

impl MarkupContext<'_> {
    /// Parses markup by the [fragment parsing algorithm
    /// steps](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#fragment-parsing-algorithm-steps). Returns a
    /// document, and the node in it whose children are the result.
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
    /// None, for a document fragment without a host. HTML is parsed as in a `template`, XML without namespaces.
    None,
}

/// Where markup goes: the positions of
/// [insertAdjacentHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-insertadjacenthtml).
///
/// ```
/// use limpid::InsertPosition;
/// assert_eq!("BeforeBegin".parse(), Ok(InsertPosition::BeforeBegin));
/// assert_eq!(InsertPosition::AfterEnd.to_string(), "afterend");
/// let error = "before".parse::<InsertPosition>().unwrap_err();
/// assert_eq!(error.to_string(), "\"before\" is none of beforebegin, afterbegin, beforeend and afterend");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum InsertPosition {
    /// Before the element.
    BeforeBegin,
    /// In the element, before its first child.
    AfterBegin,
    /// In the element, after its last child.
    BeforeEnd,
    /// After the element.
    AfterEnd,
}

/// The error for a text that names no [`InsertPosition`]: the standard's `SyntaxError`.
///
/// ```
/// use limpid::InsertPosition;
/// assert_eq!("beforeend".parse::<InsertPosition>().unwrap(), InsertPosition::BeforeEnd);
/// assert!("before".parse::<InsertPosition>().unwrap_err().to_string().contains("before"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InsertPositionError(String);

/// # Changing it by markup
///
/// The markup is parsed as what is in the element around would be. In an [XML document](Document::is_xml) it is XML, as the
/// standard's [fragment parsing
/// algorithm](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#fragment-parsing-algorithm-steps) has it: prefixes and
/// the default namespace are those that hold in the element around. Where a browser would refuse what is not well-formed, it gives what
/// XML5 makes of it; an end tag of an element that the markup does not start is dropped.
///
/// Nothing of it is sanitized, unless the method says so. `noscript` is text or markup, and scripts are marked as already started,
/// by the scripting mode that the document was parsed with; in template contents there is no scripting.
impl NodeMut<'_, '_> {
    /// Replaces the content of this element, fragment or shadow root by markup, which is not sanitized. In a `template`, its contents are
    /// replaced. As [innerHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-innerhtml) does; the
    /// markup in a fragment without a host is parsed as in a `template`.
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
    /// [`WrongKind`](MutationError::WrongKind) for all other nodes; here and in the methods below,
    /// [`Full`](MutationError::Full) if there is no room.
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

    /// Replaces this node by markup, which is not sanitized, as
    /// [outerHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-outerhtml) does. Without
    /// a parent nothing happens.
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

    /// Inserts markup, which is not sanitized, next to this element or into it, as
    /// [insertAdjacentHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-insertadjacenthtml)
    /// does: markup whose parent will be the `html` element is parsed as in a `body`, and what is put into a `template` becomes
    /// a child of its own, not one of its contents; name those to add to them.
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
    /// [`WrongKind`](MutationError::WrongKind) if it is no element;
    /// [`NoModificationAllowed`](MutationError::NoModificationAllowed) beside one that has no parent, or the document as its parent.
    #[doc(alias = "insertAdjacentHTML")]
    #[doc(alias = "append_html")]
    #[doc(alias = "prepend_html")]
    #[doc(alias = "before_html")]
    #[doc(alias = "after_html")]
    #[inline]
    pub fn insert_adjacent_html(&mut self, position: InsertPosition, markup: &str) -> Result<(), MutationError> {
        let read = self.document.try_node(self.id)?;
        let around = match position {
            _ if !read.is_element() => return Err(MutationError::WrongKind),
            InsertPosition::AfterBegin | InsertPosition::BeforeEnd => read,
            InsertPosition::BeforeBegin | InsertPosition::AfterEnd => {
                let parent = read.parent().filter(|parent| parent.kind() != NodeKind::Document);
                parent.ok_or(MutationError::NoModificationAllowed)?
            }
        };
        let (parsed, top) =
            self.document.markup_context(context_or_body(Some(around)), read, ScriptingMode::Inert).parse(markup)?;
        let fragment = self.document.import_content(parsed.try_node(top)?)?;
        match position {
            InsertPosition::BeforeBegin => self.insert_before(fragment),
            InsertPosition::AfterBegin => self.prepend(fragment),
            InsertPosition::BeforeEnd => self.append(fragment),
            InsertPosition::AfterEnd => self.insert_after(fragment),
        }
    }

    /// Parses markup, which is not sanitized, as content of this node, and returns the fragment, which has no parent. As
    /// [createContextualFragment](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-range-createcontextualfragment)
    /// of a range that starts in the node: in a text or a comment that is the element around, where there is none, and in `html`, a
    /// `body`. Scripts are not marked as already started.
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

    /// Replaces what is in an element or a shadow root, in a `template` its contents, by markup that is sanitized: as
    /// [setHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-sethtml) does. The markup is HTML in XML
    /// documents, too. In a `script` nothing happens. A shadow root that the markup declares for the element itself is sanitized likewise.
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
    /// The filter's; [`WrongKind`](MutationError::WrongKind) for other nodes.
    #[doc(alias = "setHTML")]
    pub fn set_html<F: HtmlFilter>(&mut self, html: &str, options: &F) -> Result<(), F::Error> {
        self.document.set_and_filter_html(self.id, html, options, true)
    }

    /// Replaces what is in an element or a shadow root, as [`set_html`](Self::set_html) does, by markup that is filtered only as far as
    /// the options ask for it: as
    /// [setHTMLUnsafe](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-sethtmlunsafe) does. Script in the
    /// markup comes through.
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
    /// Those of [`set_html`](Self::set_html).
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

    /// The circumstances of a change at a node.
    #[inline]
    fn markup_context<'d>(
        &'d self,
        element: ContextNode<'d>,
        node: NodeRef<'_>,
        scripting: ScriptingMode,
    ) -> MarkupContext<'d> {
        let node_in_its_document = if let ContextNode::Element(element) = element { element } else { node };
        let has_scripting = self.scripting() && !is_in_template(node_in_its_document);
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

/// [Replaces all](https://dom.spec.whatwg.org/#concept-node-replace-all) children of a node with those of a fragment.
#[inline]
fn replace_all(document: &mut Document<'_>, parent: NodeId, fragment: NodeId) -> Result<(), MutationError> {
    // A filter may have put the parent into the fragment.
    document.check_insertion(parent, fragment)?;
    let mut parent = document.node_mut(parent)?;
    parent.remove_children()?;
    parent.append(fragment)
}

/// The context element for what is in an element, a fragment or a shadow root.
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

/// The context element for markup beside others: the `html` element of an HTML document has its `head` and `body` already.
#[inline]
fn context_or_body(node: Option<NodeRef<'_>>) -> ContextNode<'_> {
    let is_html_in_html = |node: &NodeRef<'_>| node.is_html(LocalName::HTML) && !node.document().is_xml();
    let element = node.filter(|node| node.is_element() && !is_html_in_html(node));
    element.map_or(ContextNode::NewBody, ContextNode::Element)
}

/// Whether a node is in the contents of a `template`, whose document has no scripting.
#[inline]
fn is_in_template(node: NodeRef<'_>) -> bool {
    let mut around = std::iter::successors(Some(node), |node| node.parent().or_else(|| node.host()));
    around.any(|node| node.kind() == NodeKind::DocumentFragment && node.host().is_some())
}

const POSITIONS: [(&str, InsertPosition); 4] = [
    ("beforebegin", InsertPosition::BeforeBegin),
    ("afterbegin", InsertPosition::AfterBegin),
    ("beforeend", InsertPosition::BeforeEnd),
    ("afterend", InsertPosition::AfterEnd),
];

impl FromStr for InsertPosition {
    type Err = InsertPositionError;

    /// Reads the standard's name of a position, in any case.
    #[inline]
    fn from_str(text: &str) -> Result<InsertPosition, InsertPositionError> {
        let found = POSITIONS.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        found.map(|(_, position)| position).ok_or_else(|| InsertPositionError(text.to_owned()))
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
        write!(f, "{:?} is none of beforebegin, afterbegin, beforeend and afterend", self.0)
    }
}

impl std::error::Error for InsertPositionError {}
