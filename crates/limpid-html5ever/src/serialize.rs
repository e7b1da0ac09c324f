//! Serializes trees as HTML.

pub use markup5ever::serialize::{AttrRef, Serialize, Serializer, TraversalScope};

use markup5ever::QualName;
use markup5ever::{local_name, ns};
use std::io::{self, Write};

/// Writes a node, or its children, as HTML.
///
/// # Errors
/// The errors of the writer.
///
/// ```
/// use limpid_html5ever::{parse_document, serialize, tendril::TendrilSink};
/// use markup5ever_rcdom::{RcDom, SerializableHandle};
/// let dom = parse_document(RcDom::default(), Default::default()).one("<p>Tea &amp; cups");
/// let mut markup = Vec::new();
/// serialize(&mut markup, &SerializableHandle::from(dom.document.clone()), Default::default())?;
/// assert_eq!(markup, b"<html><head></head><body><p>Tea &amp; cups</p></body></html>");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serialize<Wr, T>(writer: Wr, node: &T, opts: SerializeOpts) -> io::Result<()>
where
    Wr: Write,
    T: Serialize,
{
    let scope = opts.traversal_scope.clone();
    node.serialize(&mut HtmlSerializer::new(writer, opts), scope)
}

/// The options of [`serialize`].
///
/// ```
/// use limpid_html5ever::serialize::{SerializeOpts, TraversalScope};
/// use limpid_html5ever::{parse_document, serialize, tendril::TendrilSink};
/// use markup5ever_rcdom::{RcDom, SerializableHandle};
/// let dom = parse_document(RcDom::default(), Default::default()).one("<p>Tea");
/// let html = dom.document.children.borrow()[0].clone();
/// let write = |traversal_scope| {
///     let mut markup = Vec::new();
///     let opts = SerializeOpts { traversal_scope, ..Default::default() };
///     serialize(&mut markup, &SerializableHandle::from(html.clone()), opts).map(|()| markup)
/// };
/// assert_eq!(write(TraversalScope::ChildrenOnly(None))?, b"<head></head><body><p>Tea</p></body>");
/// assert_eq!(write(TraversalScope::IncludeNode)?, b"<html><head></head><body><p>Tea</p></body></html>");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct SerializeOpts {
    /// Whether scripting is enabled. If so, a `noscript` contains text. Default: true
    pub scripting_enabled: bool,

    /// Whether to write the node itself or only its children. Default: only its children
    pub traversal_scope: TraversalScope,

    /// Whether to accept calls of `end_elem` without a matching `start_elem`. Otherwise they panic. Default: false
    pub create_missing_parent: bool,
}

impl Default for SerializeOpts {
    fn default() -> SerializeOpts {
        SerializeOpts {
            scripting_enabled: true,
            traversal_scope: TraversalScope::ChildrenOnly(None),
            create_missing_parent: false,
        }
    }
}

#[derive(Default)]
struct OpenElement {
    /// Whether text is written without escaping.
    has_raw_text: bool,
    /// Whether the element has no content and no end tag.
    is_void: bool,
}

/// Writes HTML with the [HTML fragment serialization
/// algorithm](https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm).
///
/// ```
/// use limpid_html5ever::serialize::{HtmlSerializer, Serializer};
/// use limpid_html5ever::{QualName, local_name, ns};
/// let mut serializer = HtmlSerializer::new(Vec::new(), Default::default());
/// let p = QualName::new(None, ns!(html), local_name!("p"));
/// serializer.start_elem(p.clone(), std::iter::empty())?;
/// serializer.write_text("1 < 2")?;
/// serializer.end_elem(p)?;
/// assert_eq!(serializer.writer, b"<p>1 &lt; 2</p>");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct HtmlSerializer<Wr: Write> {
    /// The writer of the markup.
    pub writer: Wr,
    opts: SerializeOpts,
    open: Vec<OpenElement>,
}

impl<Wr: Write> HtmlSerializer<Wr> {
    /// Creates a serializer.
    ///
    /// ```
    /// use limpid_html5ever::serialize::{HtmlSerializer, Serializer};
    /// let mut serializer = HtmlSerializer::new(Vec::new(), Default::default());
    /// serializer.write_comment("tea")?;
    /// assert_eq!(serializer.writer, b"<!--tea-->");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(writer: Wr, opts: SerializeOpts) -> Self {
        let has_raw_text = match &opts.traversal_scope {
            TraversalScope::ChildrenOnly(Some(parent)) => has_raw_text(parent, opts.scripting_enabled),
            TraversalScope::ChildrenOnly(None) | TraversalScope::IncludeNode => false,
        };
        HtmlSerializer { writer, opts, open: vec![OpenElement { has_raw_text, is_void: false }] }
    }

    fn parent(&mut self) -> &OpenElement {
        if self.open.is_empty() {
            assert!(
                self.opts.create_missing_parent,
                "no parent element; call `start_elem` before, or set `create_missing_parent`"
            );
            self.open.push(OpenElement::default());
        }
        &self.open[self.open.len() - 1]
    }

    /// [Escapes a string](https://html.spec.whatwg.org/multipage/parsing.html#escapingString).
    fn write_escaped(&mut self, text: &str, in_attribute: bool) -> io::Result<()> {
        let bytes = text.as_bytes();
        let mut written = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            let (escaped, length): (&[u8], usize) = match byte {
                b'&' => (b"&amp;", 1),
                b'<' => (b"&lt;", 1),
                b'>' => (b"&gt;", 1),
                b'"' if in_attribute => (b"&quot;", 1),
                0xc2 if bytes.get(at + 1) == Some(&0xa0) => (b"&nbsp;", 2),
                _ => continue,
            };
            self.writer.write_all(&bytes[written..at])?;
            self.writer.write_all(escaped)?;
            written = at + length;
        }
        self.writer.write_all(&bytes[written..])
    }

    fn write_attribute_name(&mut self, name: &QualName) -> io::Result<()> {
        let prefix: &[u8] = match name.ns {
            ns!() => b"",
            ns!(xml) => b"xml:",
            ns!(xmlns) if name.local == local_name!("xmlns") => b"",
            ns!(xmlns) => b"xmlns:",
            ns!(xlink) => b"xlink:",
            _ => {
                if let Some(prefix) = name.prefix.as_ref().filter(|prefix| !prefix.is_empty()) {
                    self.writer.write_all(prefix.as_bytes())?;
                    self.writer.write_all(b":")?;
                }
                b""
            }
        };
        self.writer.write_all(prefix)?;
        self.writer.write_all(name.local.as_bytes())
    }
}

impl<Wr: Write> Serializer for HtmlSerializer<Wr> {
    fn start_elem<'a, AttrIter>(&mut self, name: QualName, attrs: AttrIter) -> io::Result<()>
    where
        AttrIter: Iterator<Item = AttrRef<'a>>,
    {
        if self.parent().is_void {
            self.open.push(OpenElement { has_raw_text: false, is_void: true });
            return Ok(());
        }
        self.writer.write_all(b"<")?;
        self.writer.write_all(name.local.as_bytes())?;
        for (attribute, value) in attrs {
            self.writer.write_all(b" ")?;
            self.write_attribute_name(attribute)?;
            self.writer.write_all(b"=\"")?;
            self.write_escaped(value, true)?;
            self.writer.write_all(b"\"")?;
        }
        self.writer.write_all(b">")?;
        let has_raw_text = has_raw_text(&name, self.opts.scripting_enabled);
        self.open.push(OpenElement { has_raw_text, is_void: is_void(&name) });
        Ok(())
    }

    fn end_elem(&mut self, name: QualName) -> io::Result<()> {
        let element = self.open.pop();
        assert!(
            element.is_some() || self.opts.create_missing_parent,
            "`end_elem` without `start_elem`; call `start_elem` before, or set `create_missing_parent`"
        );
        if element.is_some_and(|element| element.is_void) {
            return Ok(());
        }
        self.writer.write_all(b"</")?;
        self.writer.write_all(name.local.as_bytes())?;
        self.writer.write_all(b">")
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        if self.parent().has_raw_text {
            self.writer.write_all(text.as_bytes())
        } else {
            self.write_escaped(text, false)
        }
    }

    fn write_comment(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_all(b"<!--")?;
        self.writer.write_all(text.as_bytes())?;
        self.writer.write_all(b"-->")
    }

    fn write_doctype(&mut self, name: &str) -> io::Result<()> {
        self.writer.write_all(b"<!DOCTYPE ")?;
        self.writer.write_all(name.as_bytes())?;
        self.writer.write_all(b">")
    }

    fn write_processing_instruction(&mut self, target: &str, data: &str) -> io::Result<()> {
        self.writer.write_all(b"<?")?;
        self.writer.write_all(target.as_bytes())?;
        self.writer.write_all(b" ")?;
        self.writer.write_all(data.as_bytes())?;
        self.writer.write_all(b">")
    }
}

/// Returns whether the text of an element is written without escaping.
fn has_raw_text(name: &QualName, scripting_enabled: bool) -> bool {
    name.ns == ns!(html)
        && match name.local {
            local_name!("style")
            | local_name!("script")
            | local_name!("xmp")
            | local_name!("iframe")
            | local_name!("noembed")
            | local_name!("noframes")
            | local_name!("plaintext") => true,
            local_name!("noscript") => scripting_enabled,
            _ => false,
        }
}

/// Returns whether an element [serializes as void](https://html.spec.whatwg.org/multipage/parsing.html#serializes-as-void).
fn is_void(name: &QualName) -> bool {
    name.ns == ns!(html)
        && matches!(
            name.local,
            local_name!("area")
                | local_name!("base")
                | local_name!("basefont")
                | local_name!("bgsound")
                | local_name!("br")
                | local_name!("col")
                | local_name!("embed")
                | local_name!("frame")
                | local_name!("hr")
                | local_name!("img")
                | local_name!("input")
                | local_name!("keygen")
                | local_name!("link")
                | local_name!("meta")
                | local_name!("param")
                | local_name!("source")
                | local_name!("track")
                | local_name!("wbr")
        )
}
