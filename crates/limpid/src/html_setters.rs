use crate::{Context, Document, MutationError, Namespace, NodeId, NodeKind, NodeRef, ParseOptions, ScriptingMode};
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
/// ```
/// use limpid::HtmlSetters;
///
/// let mut document = limpid::parse("<table><tr id=row><td>old</table>");
/// let row = document.element_by_id("row").unwrap().id();
/// document.set_inner_html(row, "<td>1<td>2")?;
/// assert_eq!(document.node(row).unwrap().to_html(), r#"<tr id="row"><td>1</td><td>2</td></tr>"#);
/// # Ok::<(), limpid::MutationError>(())
/// ```
pub trait HtmlSetters {
    /// Replaces what is in an element, a fragment or a shadow root; in a `template`, its contents. As
    /// [innerHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-innerhtml) does; the
    /// markup in a fragment without an element around it is parsed as in a `template`.
    ///
    /// # Errors
    /// [`WrongKind`](MutationError::WrongKind) for all other nodes.
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
        let node = self.try_node(node)?;
        let context = context(node).ok_or(MutationError::WrongKind)?;
        parse_in(self, context, html)
    }
}

fn parse_in(document: &mut Document<'_>, context: Context, html: &str) -> Result<NodeId, MutationError> {
    let scripting = if document.scripting() { ScriptingMode::Inert } else { ScriptingMode::Disabled };
    let options = ParseOptions::new().scripting(scripting).errors(false);
    let parsed = options.parse_fragment(html, context);
    document.import(parsed.root())
}

/// Parses markup that comes to stand beside other children of a node: the `html` element has its `head` and `body` already.
fn parse_beside(document: &mut Document<'_>, parent: NodeId, html: &str) -> Result<NodeId, MutationError> {
    match document.node(parent).filter(|node| node.is_html(LocalName::HTML) && !document.is_xml()) {
        Some(node) => parse_in(document, Context::from("body").quirks_mode(node.document().quirks_mode()), html),
        None => document.parse_inside(parent, html),
    }
}

fn parent_of(document: &Document<'_>, node: NodeId) -> Result<NodeId, MutationError> {
    let node = document.try_node(node)?;
    node.parent().map(NodeRef::id).ok_or(MutationError::NoParent)
}

/// The context element for markup in a node.
fn context(node: NodeRef<'_>) -> Option<Context> {
    let element = match node.kind() {
        NodeKind::Element => Some(node),
        NodeKind::DocumentFragment | NodeKind::ShadowRoot => node.host(),
        _ => return None,
    };
    let Some(element) = element else { return Some(Context::from("template")) };
    let mut context = Context::new(element.namespace(), element.local_name());
    if element.namespace() == Namespace::MathMl
        && let Some(encoding) = element.attribute("encoding")
    {
        context = context.attribute("encoding", encoding);
    }
    let is_in_form = element.is_html(LocalName::FORM) || element.ancestors().any(|node| node.is_html(LocalName::FORM));
    Some(context.quirks_mode(node.document().quirks_mode()).in_form(is_in_form))
}
