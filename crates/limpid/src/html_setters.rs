//! Changes to a document by markup: `innerHTML` and its siblings.

use crate::{Document, FragmentContext, MutationError, NodeId, NodeKind, NodeRef, ParseOptions, ScriptingMode};
use limpid_dom::LocalName;

/// Where markup goes: the positions of
/// [insertAdjacentHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-insertadjacenthtml).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InsertPosition {
    /// In front of the element.
    BeforeBegin,
    /// In the element, in front of its first child.
    AfterBegin,
    /// In the element, behind its last child.
    BeforeEnd,
    /// Behind the element.
    AfterEnd,
}

/// Changing a [`Document`] by markup, which is parsed as what is in the element around would be.
///
/// In an [XML document](Document::is_xml) the markup is XML, as the standard's
/// [fragment parsing algorithm](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#fragment-parsing-algorithm-steps)
/// has it: prefixes and the default namespace are those that hold in the element around. Where a browser would refuse what is
/// not well-formed, it gives what XML5 makes of it; an end tag of an element that the markup does not start is
/// dropped. Without the feature `xml` it is refused.
///
/// ```
/// use limpid::HtmlSetters;
///
/// let mut document = limpid::parse("<table><tr id=row><td>old</table>");
/// let row = document.element_by_id("row").unwrap().id();
/// document.set_inner_html(row, "<td>1<td>2")?;
/// assert_eq!(document.node(row).unwrap().to_html(), r#"<tr id="row"><td>1</td><td>2</td></tr>"#);
///
/// let mut drawing = limpid::xml::parse("<svg xmlns='http://www.w3.org/2000/svg'><g/></svg>");
/// let g = drawing.descendants().find(|node| node.local_name() == "g").unwrap().id();
/// drawing.set_inner_html(g, "<linearGradient id='a'/><path/>")?;
/// assert_eq!(
///     drawing.to_xml(),
///     r#"<svg xmlns="http://www.w3.org/2000/svg"><g><linearGradient id="a"/><path/></g></svg>"#
/// );
/// # Ok::<(), limpid::MutationError>(())
/// ```
pub trait HtmlSetters {
    /// Replaces what is in an element, a fragment or a shadow root; in a `template`, its contents. As
    /// [innerHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-innerhtml) does; the
    /// markup in a fragment without an element around it is parsed as in a `template`.
    ///
    /// # Errors
    /// [`WrongKind`](MutationError::WrongKind) for all other nodes, and in an XML document without the feature `xml`.
    fn set_inner_html(&mut self, node: NodeId, html: &str) -> Result<(), MutationError>;

    /// Replaces a node, as
    /// [outerHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-outerhtml) does.
    ///
    /// # Errors
    /// [`NoParent`](MutationError::NoParent) without a parent, [`WrongKind`](MutationError::WrongKind) if that is the
    /// document.
    fn set_outer_html(&mut self, node: NodeId, html: &str) -> Result<(), MutationError>;

    /// Puts what the markup gives beside an element or into it, as
    /// [insertAdjacentHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-insertadjacenthtml)
    /// does: markup whose parent will be the `html` element is parsed as in a `body`, and what is put into a `template` becomes
    /// a child of its own, not one of its contents; name those to add to them.
    ///
    /// # Errors
    /// As [`set_inner_html`](Self::set_inner_html) and [`set_outer_html`](Self::set_outer_html) for the node around.
    fn insert_adjacent_html(&mut self, node: NodeId, position: InsertPosition, html: &str)
    -> Result<(), MutationError>;

    /// Parses markup as what is in a node would be, and gives the fragment of it, which has no parent.
    ///
    /// # Errors
    /// As [`set_inner_html`](Self::set_inner_html).
    fn parse_inside(&mut self, node: NodeId, html: &str) -> Result<NodeId, MutationError>;
}

impl HtmlSetters for Document<'_> {
    fn set_inner_html(&mut self, node: NodeId, html: &str) -> Result<(), MutationError> {
        let fragment = self.parse_inside(node, html)?;
        let contents = self.node(node).and_then(NodeRef::template_contents).map(NodeRef::id);
        let target = contents.unwrap_or(node);
        self.remove_children(target)?;
        self.append(target, fragment)
    }

    fn set_outer_html(&mut self, node: NodeId, html: &str) -> Result<(), MutationError> {
        let fragment = self.parse_inside(parent_of(self, node)?, html)?;
        self.replace_with(node, fragment)
    }

    fn insert_adjacent_html(
        &mut self,
        node: NodeId,
        position: InsertPosition,
        html: &str,
    ) -> Result<(), MutationError> {
        let around = match position {
            InsertPosition::BeforeBegin | InsertPosition::AfterEnd => parent_of(self, node)?,
            InsertPosition::AfterBegin | InsertPosition::BeforeEnd => node,
        };
        let fragment = parse_beside(self, around, html)?;
        match position {
            InsertPosition::BeforeBegin => self.insert_before(node, fragment),
            InsertPosition::AfterBegin => self.prepend(node, fragment),
            InsertPosition::BeforeEnd => self.append(node, fragment),
            InsertPosition::AfterEnd => self.insert_after(node, fragment),
        }
    }

    fn parse_inside(&mut self, node: NodeId, html: &str) -> Result<NodeId, MutationError> {
        let read = self.try_node(node)?;
        let element = element_around(read)?;
        if self.is_xml() {
            #[cfg(feature = "xml")]
            return crate::xml::fragment::parse_in(self, element.map(NodeRef::id), html);
            #[cfg(not(feature = "xml"))]
            return Err(MutationError::WrongKind);
        }
        let context = element.map_or(FragmentContext::from("template"), FragmentContext::from);
        let has_scripting = self.scripting() && !is_in_template(read);
        parse_in(self, context, has_scripting, html)
    }
}

fn parse_in(
    document: &mut Document<'_>,
    context: FragmentContext,
    has_scripting: bool,
    html: &str,
) -> Result<NodeId, MutationError> {
    let scripting = if has_scripting { ScriptingMode::Inert } else { ScriptingMode::Disabled };
    let options = ParseOptions::new().scripting(scripting).errors(false);
    let parsed = options.parse_fragment(html, context);
    document.import(parsed.root())
}

/// Parses markup that comes to stand beside other children of a node: the `html` element has its `head` and `body` already.
fn parse_beside(document: &mut Document<'_>, parent: NodeId, html: &str) -> Result<NodeId, MutationError> {
    match document.node(parent).filter(|node| node.is_html(LocalName::HTML) && !document.is_xml()) {
        Some(node) => {
            let has_scripting = document.scripting() && !is_in_template(node);
            parse_in(document, FragmentContext::from("body").quirks_mode(document.quirks_mode()), has_scripting, html)
        }
        None => document.parse_inside(parent, html),
    }
}

/// Whether a node is in the contents of a `template`, whose document has no scripting.
fn is_in_template(node: NodeRef<'_>) -> bool {
    let mut around = std::iter::successors(Some(node), |node| node.parent().or_else(|| node.host()));
    around.any(|node| node.kind() == NodeKind::DocumentFragment && node.host().is_some())
}

fn parent_of(document: &Document<'_>, node: NodeId) -> Result<NodeId, MutationError> {
    let node = document.try_node(node)?;
    node.parent().map(NodeRef::id).ok_or(MutationError::NoParent)
}

/// The element that markup in a node is in; `None` in a fragment without one.
fn element_around(node: NodeRef<'_>) -> Result<Option<NodeRef<'_>>, MutationError> {
    match node.kind() {
        NodeKind::Element => Ok(Some(node)),
        NodeKind::DocumentFragment | NodeKind::ShadowRoot => Ok(node.host()),
        _ => Err(MutationError::WrongKind),
    }
}
