//! The visitor that writes the nodes of a tree as XML.

use super::XmlOptions;
use super::characters::{is_declaration, write_comment, write_doctype, write_instruction, write_text};
use super::layout::{Layout, WRAPPER, is_white_space};
use super::namespaces::Namespaces;
use crate::read::node_ref::NodeRef;
use crate::read::visit::{Visitor, visit};
use crate::storage::node::{Node, NodeKind};
use crate::write::buffered::Buffered;
use crate::write::rendering::{Display, Rendering, serializes_as_void};
use core::fmt::{self, Write};
use limpid_markup::Namespace;

/// The depth up to which lines are indented. The limit keeps the size of the output linear.
const MAX_INDENTED_DEPTH: usize = 64;

/// The treatment of the white space in the content of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WhiteSpace {
    /// The content is broken into lines.
    Lines,
    /// White space between the children [shows](crate::write::rendering), so no lines are broken between them. In a descendant HTML element
    /// that contains only blocks, lines are broken again.
    Inline,
    /// White space does not change, at any depth.
    Preserve,
}

/// Writes a node and its content as XML.
pub(super) struct XmlSerializer<'d, 'o, 'w> {
    top: NodeRef<'d>,
    options: &'o XmlOptions,
    namespaces: Namespaces<'d>,
    layout: Layout<'d>,
    in_wrapper: bool,
    /// Whether HTML parsers may read the markup as well.
    for_html: bool,
    /// For each open element, from the outermost: the treatment of the white space in it, and its rendering. The first entry is for the
    /// parent of the top node.
    open_elements: Vec<(WhiteSpace, Rendering)>,
    /// Whether the output so far is empty or ends in a line feed.
    is_at_line_start: bool,
    out: &'o mut Buffered<'w>,
}

impl<'d, 'o, 'w> XmlSerializer<'d, 'o, 'w> {
    #[inline]
    pub(super) fn new(top: NodeRef<'d>, out: &'o mut Buffered<'w>, options: &'o XmlOptions) -> Self {
        XmlSerializer {
            top,
            options,
            namespaces: Namespaces::default(),
            layout: Layout::of(top),
            in_wrapper: false,
            for_html: !top.document().is_xml(),
            open_elements: Vec::new(),
            is_at_line_start: true,
            out,
        }
    }

    /// Declares the namespaces that are in scope at the top.
    #[inline]
    pub(super) fn in_context(mut self) -> Self {
        let outer = |node: &NodeRef<'d>| node.parent().or(node.host());
        let ancestors = core::iter::successors(outer(&self.top), outer).filter(|node| node.is_element());
        let ancestors: Vec<NodeRef<'d>> = ancestors.collect();
        for element in ancestors.into_iter().rev() {
            // Writing to a String cannot fail.
            let _ = self.namespaces.write_start(element, &mut String::new());
        }
        self
    }

    #[inline]
    pub(super) fn run(mut self) -> fmt::Result {
        self.declaration()?;
        let is_list = !matches!(self.top.kind(), NodeKind::Document | NodeKind::Element);
        let white_space = match self.options.indent {
            Some(_) if !(is_list && has_text(self.top)) => WhiteSpace::Lines,
            _ => WhiteSpace::Preserve,
        };
        // Renderings matter only where white space changes.
        let rendering = match self.options.indent {
            Some(_) => Rendering::of(self.top).1.pop(),
            None => None,
        };
        self.open_elements.push((white_space, rendering.unwrap_or_else(|| Rendering::of_root(self.top))));
        visit(self.top, &mut self)?;
        if self.layout.is_empty {
            self.break_line()?;
            write!(self.out, "<{WRAPPER}/>")?;
            self.is_at_line_start = false;
        }
        // The last line ends like the others.
        if self.open_elements.first().is_some_and(|(white_space, _)| *white_space == WhiteSpace::Lines)
            && self.top.kind() == NodeKind::Document
            && !self.is_at_line_start
        {
            self.out.write_char('\n')?;
        }
        Ok(())
    }

    #[inline]
    fn declaration(&mut self) -> fmt::Result {
        let declared = self.top.document().xml_declaration();
        let is_document = self.top.kind() == NodeKind::Document;
        if !self.options.declaration.unwrap_or(is_document && declared.is_some()) {
            return Ok(());
        }
        self.out.write_str("<?xml version=\"1.0\" encoding=\"UTF-8\"")?;
        match declared.and_then(|declared| declared.standalone) {
            Some(true) => self.out.write_str(" standalone=\"yes\"")?,
            Some(false) => self.out.write_str(" standalone=\"no\"")?,
            None => {}
        }
        self.out.write_str("?>\n")
    }

    #[inline]
    fn start_wrapper(&mut self, node: NodeRef<'_>) -> fmt::Result {
        if self.layout.starts_at(node) {
            self.break_line()?;
            write!(self.out, "<{WRAPPER}>")?;
            self.in_wrapper = true;
            self.is_at_line_start = false;
            let (white_space, rendering) = self.innermost();
            self.open_elements.push((if self.layout.has_text { WhiteSpace::Preserve } else { white_space }, rendering));
        }
        Ok(())
    }

    #[inline]
    fn end_wrapper(&mut self, node: NodeRef<'_>) -> fmt::Result {
        if self.layout.ends_at(node) {
            if self.open_elements.pop().is_some_and(|(white_space, _)| white_space == WhiteSpace::Lines) {
                self.start_line()?;
            }
            write!(self.out, "</{WRAPPER}>")?;
            self.in_wrapper = false;
        }
        Ok(())
    }

    /// Writes a node that cannot have children.
    #[inline]
    fn leaf(&mut self, node: NodeRef<'d>) -> fmt::Result {
        if !self.layout.is_allowed(node, self.in_wrapper) {
            return Ok(());
        }
        match node.kind() {
            NodeKind::Text => return self.text(node.text().unwrap_or_default()),
            NodeKind::ProcessingInstruction if node.processing_instruction().is_none_or(|it| is_declaration(&it)) => {
                return Ok(());
            }
            _ => self.break_line()?,
        }
        self.is_at_line_start = false;
        match node.kind() {
            NodeKind::Comment => write_comment(node.comment().unwrap_or_default(), self.for_html, self.out),
            NodeKind::ProcessingInstruction => {
                node.processing_instruction().map_or(Ok(()), |instruction| write_instruction(&instruction, self.out))
            }
            _ => node.doctype().map_or(Ok(()), |doctype| write_doctype(&doctype, self.for_html, self.out)),
        }
    }

    /// Writes the start tag of an element, or the whole element if it is empty. Returns whether it has content.
    #[inline]
    fn start_element(&mut self, element: NodeRef<'d>) -> Result<bool, fmt::Error> {
        self.break_line()?;
        self.is_at_line_start = false;
        self.namespaces.write_start(element, self.out)?;
        if !is_empty(element) {
            self.out.write_char('>')?;
            self.open_elements.push(self.inside(element));
            return Ok(true);
        }
        let is_html = element.namespace() == Namespace::Html;
        if is_html && !serializes_as_void(element) {
            // Browsers that read the markup as HTML need the end tag.
            self.out.write_char('>')?;
            self.namespaces.write_end(element, self.out)?;
        } else {
            self.out.write_str(if is_html { " />" } else { "/>" })?;
            self.namespaces.end();
        }
        Ok(false)
    }

    /// Returns the treatment of white space in an element, and the element's rendering. Where white space is preserved, the rendering does not
    /// matter and is the parent's.
    #[inline]
    fn inside(&self, element: NodeRef<'_>) -> (WhiteSpace, Rendering) {
        let (white_space, parent) = self.innermost();
        if white_space == WhiteSpace::Preserve || element.attribute_ns(Namespace::Xml, "space") == Some("preserve") {
            return (WhiteSpace::Preserve, parent);
        }
        let is_html = element.namespace() == Namespace::Html;
        let rendering = parent.child(element);
        let has_text = || has_text(element.template_contents().unwrap_or(element)) || has_text(element);
        let white_space = match white_space {
            _ if is_html && !rendering.collapses() => WhiteSpace::Preserve,
            WhiteSpace::Lines if !is_html && !has_text() => WhiteSpace::Lines,
            _ if is_html && !has_text() && has_blocks_only(element, rendering) => WhiteSpace::Lines,
            _ if is_html => WhiteSpace::Inline,
            _ => WhiteSpace::Preserve,
        };
        (white_space, rendering)
    }

    #[inline]
    fn text(&mut self, text: &str) -> fmt::Result {
        if self.breaks_lines() && is_white_space(text) && self.top.text().is_none() {
            return Ok(());
        }
        self.is_at_line_start &= text.is_empty();
        write_text(text, false, self.out)
    }

    #[inline]
    fn innermost(&self) -> (WhiteSpace, Rendering) {
        self.open_elements.last().copied().unwrap_or_else(|| (WhiteSpace::Preserve, Rendering::of_root(self.top)))
    }

    #[inline]
    fn breaks_lines(&self) -> bool {
        self.innermost().0 == WhiteSpace::Lines
    }

    /// Starts a new line if lines are broken here.
    #[inline]
    fn break_line(&mut self) -> fmt::Result {
        if self.breaks_lines() { self.start_line() } else { Ok(()) }
    }

    #[inline]
    fn start_line(&mut self) -> fmt::Result {
        if self.is_at_line_start {
            return Ok(());
        }
        let depth = (self.open_elements.len() - 1).min(MAX_INDENTED_DEPTH);
        let width = usize::from(self.options.indent.unwrap_or(0)) * depth;
        write!(self.out, "\n{:width$}", "")
    }
}

impl<'d> Visitor<'d> for XmlSerializer<'d, '_, '_> {
    type Error = fmt::Error;

    #[inline]
    fn enter(&mut self, node: NodeRef<'d>, record: &Node) -> Result<bool, fmt::Error> {
        self.out.flush_if_long()?;
        self.start_wrapper(node)?;
        let has_content = match record.may_have_children() {
            true => !record.is_element() || self.start_element(node)?,
            false => {
                self.leaf(node)?;
                false
            }
        };
        if !has_content {
            self.end_wrapper(node)?;
        }
        Ok(has_content)
    }

    #[inline]
    fn leave(&mut self, node: NodeRef<'d>, record: &Node) -> fmt::Result {
        if record.is_element() {
            if self.open_elements.pop().is_some_and(|(white_space, _)| white_space == WhiteSpace::Lines) {
                self.start_line()?;
            }
            self.namespaces.write_end(node, self.out)?;
        }
        self.end_wrapper(node)
    }

    #[inline]
    fn enter_content(&mut self, content: NodeRef<'d>) -> Result<bool, fmt::Error> {
        Ok(content.kind() != NodeKind::ShadowRoot)
    }
}

/// Whether an element has no content to write.
#[inline]
fn is_empty(element: NodeRef<'_>) -> bool {
    let is_written = |node: NodeRef<'_>| match node.kind() {
        NodeKind::Text => node.text().is_some_and(|text| !text.is_empty()),
        NodeKind::ProcessingInstruction => node.processing_instruction().is_some_and(|it| !is_declaration(&it)),
        kind => kind != NodeKind::Doctype,
    };
    let is_empty = |node: NodeRef<'_>| !node.children().any(is_written);
    is_empty(element) && element.template_contents().is_none_or(is_empty)
}

/// Whether an element has child elements, and each of them hides the white space next to it in HTML.
#[inline]
fn has_blocks_only(element: NodeRef<'_>, rendering: Rendering) -> bool {
    let contents = element.template_contents().into_iter().flat_map(NodeRef::children);
    let mut elements = contents.chain(element.children()).filter(|child| child.is_element()).peekable();
    let hides_white_space_around = |child: NodeRef<'_>| {
        let child = rendering.child(child);
        child.breaks_line() || child.display == Display::None && rendering.hides_white_space_at_edges()
    };
    elements.peek().is_some() && elements.all(hides_white_space_around)
}

/// Whether the node has a text child other than white space, or has only text children.
#[inline]
fn has_text(node: NodeRef<'_>) -> bool {
    let mut others = 0_usize;
    let has_text = node.children().any(|child| match child.text() {
        Some(text) => !is_white_space(text),
        None => {
            others += 1;
            false
        }
    });
    has_text || others == 0 && node.first_child().is_some()
}
