//! The data for the report's script: the source, the tree and the errors, in columns of numbers. `assets/data.js` reads it.
//!
//! All offsets count UTF-16 code units of the source, as JavaScript does. Columns of offsets store differences, which need fewer
//! digits.

use indexmap::IndexSet;
use limpid::shadow_root::ShadowRootMode;
use limpid::{Attribute, Document, ErrorCode, LineIndex, Namespace, NodeKind, NodeRef, ParseError, Span};
use serde::Serialize;
use std::borrow::Cow;

/// The maximum number of characters of a text that differs from the source. Longer texts are truncated.
const PREVIEW_CHARS: usize = 300;

#[derive(Serialize)]
pub(crate) struct Data<'d> {
    source: &'d str,
    names: Vec<Name<'d>>,
    nodes: Nodes<'d>,
    attribute_names: Vec<Cow<'d, str>>,
    attributes: Attributes<'d>,
    codes: Vec<Code>,
    errors: Errors,
}

/// The kind of a node, its name, and its namespace: `svg`, `math` or the empty string.
#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
struct Name<'d>(&'static str, Cow<'d, str>, &'static str);

/// The nodes in tree order, without the root: each list has one item per node.
#[derive(Default, Serialize)]
struct Nodes<'d> {
    /// The index in [`Data::names`].
    name: Vec<usize>,
    /// The number of ancestors, not counting the root.
    depth: Vec<usize>,
    /// The start of the token, relative to the start of the previous node.
    start: Vec<i64>,
    /// The length of the token: the start tag of an element, otherwise the whole node. 0 if it is not in the source.
    token: Vec<u32>,
    /// The start of the end tag, relative to the end of the token.
    end_start: Vec<i64>,
    /// The length of the end tag. 0 if there is none.
    end_tag: Vec<u32>,
    /// The number of attributes.
    attributes: Vec<usize>,
    /// The texts that differ from the source, with the node's number.
    texts: Vec<(usize, Cow<'d, str>)>,
}

/// The attributes in the order of the nodes: each list has one item per attribute.
#[derive(Default, Serialize)]
struct Attributes<'d> {
    /// The index in [`Data::attribute_names`].
    name: Vec<usize>,
    /// The start of the name, relative to the start of the element.
    start: Vec<i64>,
    /// The start of the value, relative to the start of the name.
    value: Vec<i64>,
    /// The length of the value in the source; -1 if the attribute is not in the source.
    length: Vec<i64>,
    /// The values that differ from the source, with the attribute's number.
    texts: Vec<(usize, Cow<'d, str>)>,
}

#[derive(Serialize)]
struct Code {
    code: &'static str,
    message: &'static str,
    url: String,
}

/// The errors in the order of the source: each list has one item per error.
#[derive(Default, Serialize)]
struct Errors {
    /// The index in [`Data::codes`].
    code: Vec<usize>,
    /// The start, relative to the start of the previous error.
    start: Vec<i64>,
    length: Vec<u32>,
    line: Vec<u32>,
    column: Vec<u32>,
}

impl<'d> Data<'d> {
    pub(crate) fn new(document: &'d Document<'_>, errors: &[ParseError]) -> Data<'d> {
        let mut reader = Reader {
            source: document.source(),
            lines: LineIndex::new(document.source()),
            names: IndexSet::new(),
            attribute_names: IndexSet::new(),
            nodes: Nodes::default(),
            attributes: Attributes::default(),
            last_start: 0,
        };
        reader.read_tree(document.root());
        let (codes, errors) = reader.read_errors(errors);
        Data {
            source: document.source(),
            names: reader.names.into_iter().collect(),
            nodes: reader.nodes,
            attribute_names: reader.attribute_names.into_iter().collect(),
            attributes: reader.attributes,
            codes,
            errors,
        }
    }

    /// Counts the elements that the parser created without a start tag.
    pub(crate) fn implied_count(&self) -> usize {
        let is_element = |name: usize| self.names[name].0 == "element";
        self.nodes.name.iter().zip(&self.nodes.token).filter(|&(&name, &token)| token == 0 && is_element(name)).count()
    }

    pub(crate) fn node_count(&self) -> usize {
        self.nodes.name.len()
    }
}

struct Reader<'d> {
    source: &'d str,
    lines: LineIndex<'d>,
    names: IndexSet<Name<'d>>,
    attribute_names: IndexSet<Cow<'d, str>>,
    nodes: Nodes<'d>,
    attributes: Attributes<'d>,
    last_start: i64,
}

impl<'d> Reader<'d> {
    fn range(&self, span: Span) -> (i64, u32) {
        let start = self.lines.utf_16_offset(span.start);
        (i64::from(start), self.lines.utf_16_offset(span.end) - start)
    }

    /// Reads the descendants of a node. Uses an explicit stack, because pages can be a million levels deep.
    fn read_tree(&mut self, root: NodeRef<'d>) {
        let mut pending: Vec<(NodeRef<'d>, usize)> = root.first_child().map(|node| (node, 0)).into_iter().collect();
        while let Some((node, depth)) = pending.pop() {
            self.read_node(node, depth);
            pending.extend(node.next_sibling().map(|next| (next, depth)));
            // In reverse order: the shadow root is read first.
            let children = [node.first_child(), node.template_contents(), node.shadow_root()];
            pending.extend(children.into_iter().flatten().map(|node| (node, depth + 1)));
        }
    }

    fn read_node(&mut self, node: NodeRef<'d>, depth: usize) {
        let span = if node.is_element() { node.start_tag() } else { node.span() };
        let (start, token) = span.map_or((self.last_start, 0), |span| self.range(span));
        let (end_start, end_tag) = node.end_tag().map_or((0, 0), |span| self.range(span));
        let number = self.nodes.name.len();
        if let Some(text) = text_of(node)
            && span.and_then(|span| self.source.get(span.range())) != Some(&*text)
        {
            self.nodes.texts.push((number, shortened(text, PREVIEW_CHARS)));
        }
        self.nodes.name.push(self.names.insert_full(name_of(node)).0);
        self.nodes.depth.push(depth);
        self.nodes.start.push(start - self.last_start);
        self.nodes.token.push(token);
        self.nodes.end_start.push(if end_tag == 0 { 0 } else { end_start - start - i64::from(token) });
        self.nodes.end_tag.push(end_tag);
        self.nodes.attributes.push(node.attributes().len());
        self.last_start = start;
        for attribute in node.attributes() {
            self.read_attribute(attribute, start);
        }
    }

    fn read_attribute(&mut self, attribute: Attribute<'d>, element: i64) {
        let number = self.attributes.name.len();
        self.attributes.name.push(self.attribute_names.insert_full(attribute.qualified_name()).0);
        let (mut name, mut value, mut length) = (element, element, -1);
        let mut is_in_source = false;
        if let (Some(name_span), Some(value_span)) = (attribute.name_span(), attribute.value_span()) {
            is_in_source = self.source.get(value_span.range()) == Some(attribute.value());
            name = self.range(name_span).0;
            let (start, len) = self.range(value_span);
            (value, length) = (start, i64::from(len));
        }
        self.attributes.start.push(name - element);
        self.attributes.value.push(value - name);
        self.attributes.length.push(length);
        if !is_in_source {
            self.attributes.texts.push((number, shortened(attribute.value().into(), PREVIEW_CHARS)));
        }
    }

    fn read_errors(&self, list: &[ParseError]) -> (Vec<Code>, Errors) {
        let mut codes = IndexSet::new();
        let mut errors = Errors::default();
        let mut last = 0;
        for ParseError { code, span, .. } in list {
            let (start, length) = self.range(*span);
            let position = self.lines.line_column(span.start);
            errors.code.push(codes.insert_full(*code).0);
            errors.start.push(start - last);
            errors.length.push(length);
            errors.line.push(position.line);
            errors.column.push(position.column);
            last = start;
        }
        let describe = |code: &ErrorCode| Code { code: code.as_str(), message: code.message(), url: code.url() };
        (codes.iter().map(describe).collect(), errors)
    }
}

fn name_of(node: NodeRef<'_>) -> Name<'_> {
    match node.kind() {
        NodeKind::Element => {
            let namespace = match node.namespace() {
                Namespace::Svg => "svg",
                Namespace::MathMl => "math",
                _ => "",
            };
            Name("element", node.qualified_name(), namespace)
        }
        NodeKind::Text => Name("text", "#text".into(), ""),
        NodeKind::Comment => Name("comment", "#comment".into(), ""),
        NodeKind::Doctype => Name("doctype", "#doctype".into(), ""),
        NodeKind::ProcessingInstruction => Name("instruction", "#instruction".into(), ""),
        NodeKind::ShadowRoot => {
            let is_closed = node.shadow_root_init().is_some_and(|init| init.mode == ShadowRootMode::Closed);
            Name("part", (if is_closed { "#shadow-root (closed)" } else { "#shadow-root (open)" }).into(), "")
        }
        _ => Name("part", "#content".into(), ""),
    }
}

/// Returns the data of a text node, or the markup of a comment, processing instruction or doctype.
fn text_of(node: NodeRef<'_>) -> Option<Cow<'_, str>> {
    if let Some(text) = node.text() {
        return Some(text.into());
    }
    if let Some(comment) = node.comment() {
        return Some(format!("<!--{comment}-->").into());
    }
    if let Some(instruction) = node.processing_instruction() {
        return Some(format!("<?{} {}?>", instruction.target, instruction.data).into());
    }
    let doctype = node.doctype()?;
    let mut text = format!("<!DOCTYPE {}", doctype.name);
    match (doctype.public_id, doctype.system_id) {
        (Some(public_id), system_id) => {
            text += &format!(" PUBLIC \"{public_id}\"");
            text += &system_id.map(|system_id| format!(" \"{system_id}\"")).unwrap_or_default();
        }
        (None, Some(system_id)) => text += &format!(" SYSTEM \"{system_id}\""),
        (None, None) => {}
    }
    Some((text + ">").into())
}

pub(crate) fn shortened(text: Cow<'_, str>, length: usize) -> Cow<'_, str> {
    match text.char_indices().nth(length) {
        Some((at, _)) => format!("{}…", &text[..at]).into(),
        None => text,
    }
}
