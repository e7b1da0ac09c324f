//! The class `Tree`: a parsed document.

use crate::error::{argument, error};
use crate::selectors::selector;
use core::cell::OnceCell;
use limpid::{
    Document, Encoding, EncodingHints, FragmentContext, LineColumn, LineIndex, LineTable, Namespace, NodeKind, NodeRef,
    ParseOptions, ScriptingMode, Span,
};
use wasm_bindgen::prelude::*;

/// A parsed document. Nodes are numbers; 0 is no node.
#[wasm_bindgen]
pub struct Tree {
    pub(crate) document: Document<'static>,
    lines: OnceCell<LineTable>,
}

impl Tree {
    pub(crate) fn new(document: Document<'static>) -> Tree {
        Tree { document, lines: OnceCell::new() }
    }

    pub(crate) fn node(&self, node: u32) -> Result<NodeRef<'_>, JsValue> {
        self.document.node_at(node).ok_or_else(|| error("Error", "this node is not in the document"))
    }

    fn lines(&self) -> LineIndex<'_> {
        let source = self.document.source();
        self.lines.get_or_init(|| LineTable::new(source)).index(source)
    }

    /// Returns the start and the end of a span in UTF-16 code units.
    pub(crate) fn range(&self, span: Span) -> [u32; 2] {
        let lines = self.lines();
        [span.start, span.end].map(|offset| lines.utf_16_offset(offset))
    }

    /// Returns the start and the end of a span, and the line and the column of its start, all in UTF-16 code units.
    fn position(&self, span: Span) -> [u32; 4] {
        let LineColumn { line, column } = self.lines().line_column_utf_16(span.start);
        let [start, end] = self.range(span);
        [start, end, line, column]
    }
}

/// Joins strings into one, because each string that JavaScript receives costs half a microsecond: their lengths in UTF-16 code units, separated by commas, a
/// semicolon, and the strings.
fn joined(strings: impl Iterator<Item = impl AsRef<str>>) -> String {
    let (mut lengths, mut text) = (String::new(), String::new());
    for string in strings {
        let string = string.as_ref();
        let length = if string.is_ascii() { string.len() } else { string.encode_utf16().count() };
        lengths += if lengths.is_empty() { "" } else { "," };
        lengths += &length.to_string();
        text += string;
    }
    lengths + ";" + &text
}

/// Returns the value of an attribute, like `getAttribute`: the case of its name does not matter on HTML elements.
fn attribute<'d>(node: NodeRef<'d>, name: &str) -> Option<&'d str> {
    let lowercase = || node.attribute(&name.to_ascii_lowercase());
    node.attribute(name).or_else(|| if node.namespace() == Namespace::Html { lowercase() } else { None })
}

fn number(node: Option<NodeRef<'_>>) -> u32 {
    node.map_or(0, |node| node.id().get())
}

/// Returns parse options and the element that contains the parsed fragment.
fn options(
    fragment: Option<String>,
    scripting: &str,
    spans: bool,
    errors: bool,
    declarative_shadow_roots: Option<bool>,
    encoding: Option<&'static Encoding>,
) -> Result<(ParseOptions, Option<FragmentContext>), JsValue> {
    let mode = match scripting {
        "disabled" => ScriptingMode::Disabled,
        "normal" => ScriptingMode::Normal,
        "inert" => ScriptingMode::Inert,
        "fragment" => ScriptingMode::Fragment,
        _ => {
            let message = format!("unknown scripting mode {scripting:?}; use disabled, normal, inert or fragment");
            return Err(argument(message));
        }
    };
    let context = fragment.map(|name| FragmentContext::parse(&name).map_err(argument)).transpose()?;
    let options = ParseOptions::new().scripting(mode).spans(spans).errors(errors);
    let options = match declarative_shadow_roots {
        None => options,
        Some(allow) => options.allow_declarative_shadow_roots(allow),
    };
    Ok((options.encoding(EncodingHints::new().transport_encoding(encoding)), context))
}

/// Returns the encoding with a label of the Encoding Standard.
pub(crate) fn encoding_of(label: Option<String>) -> Result<Option<&'static Encoding>, JsValue> {
    let find = |label: String| {
        Encoding::for_label(&label)
            .ok_or_else(|| error("RangeError", format!("unknown encoding {label:?}; omit it to detect the encoding")))
    };
    label.map(find).transpose()
}

/// Refuses an unknown encoding.
#[wasm_bindgen]
pub fn check_encoding(label: String) -> Result<(), JsValue> {
    encoding_of(Some(label)).map(|_| ())
}

/// Returns the encoding that the value of a `Content-Type` header names, if it is known.
#[wasm_bindgen]
pub fn encoding_of_content_type(value: &str) -> Option<String> {
    Encoding::for_content_type(value).map(|encoding| encoding.name().to_owned())
}

/// Returns the name of the encoding of a page, before it is parsed.
#[wasm_bindgen]
pub fn sniff(bytes: &[u8], label: Option<String>) -> Result<String, JsValue> {
    let hints = EncodingHints::new().transport_encoding(encoding_of(label)?);
    Ok(limpid::encoding::sniff(bytes, &hints).encoding.name().to_owned())
}

/// Whether bytes in an encoding can be parsed.
#[wasm_bindgen]
pub fn is_supported(name: &str) -> bool {
    Encoding::for_label(name).is_some_and(Encoding::is_supported)
}

#[wasm_bindgen]
impl Tree {
    pub fn parse(
        text: String,
        fragment: Option<String>,
        scripting: &str,
        spans: bool,
        errors: bool,
        declarative_shadow_roots: Option<bool>,
    ) -> Result<Tree, JsValue> {
        let (options, context) = options(fragment, scripting, spans, errors, declarative_shadow_roots, None)?;
        Ok(Tree::new(match context {
            None => options.parse(text),
            Some(context) => options.parse_fragment(text, context),
        }))
    }

    pub fn parse_bytes(
        bytes: Vec<u8>,
        label: Option<String>,
        fragment: Option<String>,
        scripting: &str,
        spans: bool,
        errors: bool,
        declarative_shadow_roots: Option<bool>,
    ) -> Result<Tree, JsValue> {
        let encoding = encoding_of(label)?;
        let (options, context) = options(fragment, scripting, spans, errors, declarative_shadow_roots, encoding)?;
        Ok(Tree::new(match context {
            None => options.parse_bytes(bytes),
            Some(context) => options.parse_fragment_bytes(bytes, context),
        }))
    }

    pub fn copy(&self) -> Tree {
        Tree::new(self.document.clone())
    }

    pub fn encoding(&self) -> Option<String> {
        self.document.encoding().map(str::to_owned)
    }

    pub fn quirks_mode(&self) -> String {
        self.document.quirks_mode().as_str().to_owned()
    }

    pub fn title(&self) -> Option<String> {
        self.document.title()
    }

    pub fn source(&self) -> String {
        self.document.source().to_owned()
    }

    pub fn root(&self) -> u32 {
        self.document.root().id().get()
    }

    pub fn document_element(&self) -> u32 {
        number(self.document.document_element())
    }

    pub fn head(&self) -> u32 {
        number(self.document.head())
    }

    pub fn body(&self) -> u32 {
        number(self.document.body())
    }

    pub fn element_by_id(&self, id: &str) -> u32 {
        number(self.document.element_by_id(id))
    }

    /// Returns the code and the message of each parse error, [`joined`].
    pub fn error_texts(&self) -> String {
        joined(self.document.errors().iter().flat_map(|error| [error.code.as_str(), error.code.message()]))
    }

    /// Returns the start, end, line and column of each parse error.
    pub fn error_positions(&self) -> Vec<u32> {
        let mut positions = Vec::new();
        for error in self.document.errors() {
            positions.extend(self.position(error.span));
        }
        positions
    }

    pub fn kind(&self, node: u32) -> Result<String, JsValue> {
        Ok(match self.node(node)?.kind() {
            NodeKind::Element => "element",
            NodeKind::Text => "text",
            NodeKind::Comment => "comment",
            NodeKind::Doctype => "doctype",
            NodeKind::Document => "document",
            NodeKind::DocumentFragment => "fragment",
            NodeKind::ShadowRoot => "shadow-root",
            NodeKind::ProcessingInstruction => "processing-instruction",
            _ => "other",
        }
        .to_owned())
    }

    pub fn local_name(&self, node: u32) -> Result<String, JsValue> {
        Ok(self.node(node)?.local_name().to_owned())
    }

    pub fn namespace(&self, node: u32) -> Result<Option<String>, JsValue> {
        Ok(self.node(node)?.namespace_url().map(str::to_owned))
    }

    /// Returns the text of a text node, and the data of a comment.
    pub fn data(&self, node: u32) -> Result<Option<String>, JsValue> {
        let node = self.node(node)?;
        Ok(node.text().or_else(|| node.comment()).map(str::to_owned))
    }

    pub fn parent(&self, node: u32) -> Result<u32, JsValue> {
        self.node(node).map(|node| number(node.parent()))
    }

    pub fn next_sibling(&self, node: u32) -> Result<u32, JsValue> {
        self.node(node).map(|node| number(node.next_sibling()))
    }

    pub fn previous_sibling(&self, node: u32) -> Result<u32, JsValue> {
        self.node(node).map(|node| number(node.previous_sibling()))
    }

    pub fn template_contents(&self, node: u32) -> Result<u32, JsValue> {
        self.node(node).map(|node| number(node.template_contents()))
    }

    pub fn shadow_root(&self, node: u32) -> Result<u32, JsValue> {
        self.node(node).map(|node| number(node.shadow_root()))
    }

    pub fn child_nodes(&self, node: u32) -> Result<Vec<u32>, JsValue> {
        Ok(self.node(node)?.children().map(|child| child.id().get()).collect())
    }

    pub fn children(&self, node: u32) -> Result<Vec<u32>, JsValue> {
        Ok(self.node(node)?.child_elements().map(|child| child.id().get()).collect())
    }

    pub fn attribute(&self, node: u32, name: &str) -> Result<Option<String>, JsValue> {
        Ok(attribute(self.node(node)?, name).map(str::to_owned))
    }

    /// Returns the names and values of the attributes, [`joined`].
    pub fn attributes(&self, node: u32) -> Result<String, JsValue> {
        let attributes = self.node(node)?.attributes();
        Ok(joined(attributes.flat_map(|attribute| [attribute.qualified_name(), attribute.value().into()])))
    }

    /// Returns the start, end, line and column of the node in the source, or nothing.
    pub fn span(&self, node: u32) -> Result<Vec<u32>, JsValue> {
        Ok(self.node(node)?.span().map_or(Vec::new(), |span| self.position(span).to_vec()))
    }

    pub fn text(&self, node: u32) -> Result<String, JsValue> {
        Ok(self.node(node)?.inner_text())
    }

    pub fn text_content(&self, node: u32) -> Result<String, JsValue> {
        Ok(self.node(node)?.text_content())
    }

    pub fn html(&self, node: u32) -> Result<String, JsValue> {
        Ok(self.node(node)?.to_html())
    }

    pub fn inner_html(&self, node: u32) -> Result<String, JsValue> {
        Ok(self.node(node)?.inner_html())
    }

    pub fn select(&self, node: u32, css: &str) -> Result<Vec<u32>, JsValue> {
        let selector = selector(css)?;
        Ok(self.node(node)?.select(&selector).map(|node| node.id().get()).collect())
    }

    pub fn select_first(&self, node: u32, css: &str) -> Result<u32, JsValue> {
        let selector = selector(css)?;
        Ok(number(self.node(node)?.select_first(&selector)))
    }

    /// Returns the texts of the matches, [`joined`].
    pub fn select_text(&self, node: u32, css: &str) -> Result<String, JsValue> {
        let selector = selector(css)?;
        Ok(joined(self.node(node)?.select(&selector).map(NodeRef::inner_text)))
    }

    /// Returns the values of an attribute of the matches, [`joined`].
    pub fn select_attribute(&self, node: u32, css: &str, name: &str) -> Result<String, JsValue> {
        let selector = selector(css)?;
        Ok(joined(self.node(node)?.select(&selector).filter_map(|node| attribute(node, name))))
    }

    pub fn matches(&self, node: u32, css: &str) -> Result<bool, JsValue> {
        let selector = selector(css)?;
        Ok(self.node(node)?.matches(&selector))
    }

    pub fn closest(&self, node: u32, css: &str) -> Result<u32, JsValue> {
        let selector = selector(css)?;
        Ok(number(self.node(node)?.closest(&selector)))
    }
}
