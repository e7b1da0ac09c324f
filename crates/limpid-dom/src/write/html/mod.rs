//! [Serializing HTML](https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments).
//!
//! [`options`] documents the deviations from the standard's algorithm. [`optional_tags`], [`attribute`], [`meta_charset`], [`pretty`] and
//! [`escape`] implement them. This file contains the visitor that writes each node. XHTML is XML, and is written by
//! [`xml`](crate::write::xml).

mod attribute;
pub(crate) mod escape;
mod meta_charset;
mod optional_tags;
mod options;
mod pretty;
mod verbatim;

use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::read::visit::{Visitor, visit};
use crate::storage::id::NodeId;
use crate::storage::node::{Node, NodeKind};
use crate::write::buffered::{Buffered, write_buffered};
use crate::write::byte_order_mark::{ByteOrderMarkEscaper, escape_byte_order_mark};
use crate::write::parts;
use crate::write::rendering::{Rendering, html_name, is_in_template, is_template_contents, serializes_as_void};
use crate::write::utf8::write_utf8;
use crate::write::xml::XmlOptions;
use core::fmt::{self, Write};
use escape::{DOUBLE_QUOTED, SINGLE_QUOTED, TEXT, write_collapsed, write_escaped};
use limpid_markup::{LocalName, Namespace, ShadowRootInit, TagSet};
use optional_tags::{Neighbor, Surroundings};
use std::io;
use verbatim::{end_of_attribute, end_of_end_tag, end_of_start_tag, end_of_text, may_need_escape};

pub use options::{QuoteChar, SerializeOptions};

impl Document<'_> {
    /// Returns the document as HTML: the content of its root, by the
    /// [HTML fragment serialization algorithm](https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm).
    ///
    /// ```
    /// assert_eq!(limpid::parse("<title>Tea").to_html(), "<html><head><title>Tea</title></head><body></body></html>");
    /// ```
    #[doc(alias = "decode")]
    #[doc(alias = "outer_html")]
    #[doc(alias = "serialize")]
    #[inline]
    pub fn to_html(&self) -> String {
        self.to_html_with(&SerializeOptions::new())
    }

    /// Returns the document as HTML, with these options.
    ///
    /// ```
    /// use limpid::SerializeOptions;
    /// let document = limpid::parse_fragment("<ul><li>Tea</ul>", "body");
    /// assert_eq!(document.to_html_with(&SerializeOptions::minified()), "<ul><li>Tea</ul>");
    /// assert_eq!(document.to_html_with(&SerializeOptions::pretty()), "<ul>\n  <li>Tea</li>\n</ul>");
    /// ```
    #[inline]
    pub fn to_html_with(&self, options: &SerializeOptions<'_>) -> String {
        let mut html = self.root().inner_html_with(options);
        escape_byte_order_mark(&mut html);
        html
    }

    /// Writes the document as HTML in UTF-8, with these options. Wrap files and sockets in a `BufWriter`.
    ///
    /// # Errors
    /// Errors of the writer.
    ///
    /// ```
    /// use limpid::SerializeOptions;
    /// let mut bytes = Vec::new(); // or a `BufWriter` on a file
    /// limpid::parse_fragment("<p>caf\u{e9}", "div").write_html_bytes(&mut bytes, &SerializeOptions::new())?;
    /// assert_eq!(bytes, b"<p>caf\xc3\xa9</p>");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write_html_bytes<W: io::Write>(&self, out: W, options: &SerializeOptions<'_>) -> io::Result<()> {
        write_utf8(out, |out| self.root().write_inner_html(ByteOrderMarkEscaper::new(out, true), options))
    }
}

impl NodeRef<'_> {
    /// Returns the node and its content as HTML. For a document or a fragment, returns its content.
    ///
    /// A leading U+FEFF is written as a character reference, because a parser would read the character as a byte order mark.
    ///
    /// ```
    /// let document = limpid::parse("<p id=a>Green &amp; black");
    /// let p = document.select_first("p")?.unwrap();
    /// assert_eq!(p.to_html(), r#"<p id="a">Green &amp; black</p>"#);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "outerHTML")]
    #[doc(alias = "html")]
    #[doc(alias = "outer_html")]
    #[doc(alias = "serialize")]
    #[inline]
    pub fn to_html(self) -> String {
        self.to_html_with(&SerializeOptions::new())
    }

    /// Returns the node as HTML, with these options.
    ///
    /// ```
    /// use limpid::{QuoteChar, SerializeOptions};
    /// let document = limpid::parse("<p class=tea>Green");
    /// let p = document.select_first("p")?.unwrap();
    /// assert_eq!(p.to_html_with(&SerializeOptions::new().quote_char(QuoteChar::Single)), "<p class='tea'>Green</p>");
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    pub fn to_html_with(self, options: &SerializeOptions<'_>) -> String {
        let mut html = to_string(self, true, options);
        if !self.is_raw_text() {
            escape_byte_order_mark(&mut html);
        }
        html
    }

    /// Whether the node is text that is written without references.
    #[inline]
    fn is_raw_text(self) -> bool {
        self.node().kind() == NodeKind::Text
            && self.parent().is_some_and(|parent| holds_raw_text(parent, self.document.scripting()))
    }

    /// Returns the content of the node as HTML, by the
    /// [HTML fragment serialization algorithm](https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm).
    ///
    /// ```
    /// let document = limpid::parse("<p id=a>Green <b>tea");
    /// assert_eq!(document.select_first("p")?.unwrap().inner_html(), "Green <b>tea</b>");
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "innerHTML")]
    #[inline]
    pub fn inner_html(self) -> String {
        self.inner_html_with(&SerializeOptions::new())
    }

    /// Returns the content of the node as HTML, with these options. With
    /// [`serializable_shadow_roots`](SerializeOptions::serializable_shadow_roots) and [`shadow_roots`](SerializeOptions::shadow_roots), this is
    /// [getHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-element-gethtml). The content is not sanitized.
    ///
    /// ```
    /// use limpid::SerializeOptions;
    ///
    /// let page = "<x-a><template shadowrootmode=open shadowrootserializable>in</template>out</x-a>";
    /// let document = limpid::parse(page);
    /// let host = document.body().unwrap().first_child().unwrap();
    /// assert_eq!(host.inner_html_with(&SerializeOptions::new()), "out");
    /// let shadow_roots = [host.shadow_root().unwrap().id()];
    /// for options in [
    ///     SerializeOptions::new().serializable_shadow_roots(true),
    ///     SerializeOptions::new().shadow_roots(&shadow_roots),
    /// ] {
    ///     let declared = "<template shadowrootmode=\"open\" shadowrootserializable=\"\">in</template>out";
    ///     assert_eq!(host.inner_html_with(&options), declared);
    /// }
    /// ```
    #[doc(alias = "getHTML")]
    #[doc(alias = "get_html")]
    #[inline]
    pub fn inner_html_with(self, options: &SerializeOptions<'_>) -> String {
        to_string(self, false, options)
    }

    /// Writes the node and its content as HTML, like [`to_html_with`](Self::to_html_with).
    ///
    /// # Errors
    /// Errors of the writer.
    ///
    /// ```
    /// use limpid::{QuoteChar, SerializeOptions};
    /// let document = limpid::parse("<p class=tea>Green");
    /// let p = document.body().unwrap().first_child().unwrap();
    /// let mut html = String::new();
    /// p.write_html(&mut html, &SerializeOptions::new().quote_char(QuoteChar::Single))?;
    /// assert_eq!(html, "<p class='tea'>Green</p>");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    pub fn write_html<W: Write>(self, out: W, options: &SerializeOptions<'_>) -> fmt::Result {
        let mut out = ByteOrderMarkEscaper::new(out, !self.is_raw_text());
        write_buffered(source_for(self, options), &mut out, |out| Serializer::new(self, true, out, options).run())
    }

    /// Writes the node and its content as HTML in UTF-8, with these options. Wrap files and sockets in a `BufWriter`.
    ///
    /// # Errors
    /// Errors of the writer.
    ///
    /// ```
    /// let document = limpid::parse("<p>1 < 2");
    /// let p = document.body().unwrap().first_child().unwrap();
    /// let mut bytes = Vec::new();
    /// p.write_html_bytes(&mut bytes, &limpid::SerializeOptions::new())?;
    /// assert_eq!(bytes, b"<p>1 &lt; 2</p>");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write_html_bytes<W: io::Write>(self, out: W, options: &SerializeOptions<'_>) -> io::Result<()> {
        write_utf8(out, |out| self.write_html(out, options))
    }

    /// Writes the content of the node as HTML, like [`inner_html_with`](Self::inner_html_with).
    ///
    /// # Errors
    /// Errors of the writer.
    ///
    /// ```
    /// let document = limpid::parse("<p>Green <b>tea");
    /// let p = document.body().unwrap().first_child().unwrap();
    /// let mut html = String::new();
    /// p.write_inner_html(&mut html, &limpid::SerializeOptions::new())?;
    /// assert_eq!(html, "Green <b>tea</b>");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    pub fn write_inner_html<W: Write>(self, mut out: W, options: &SerializeOptions<'_>) -> fmt::Result {
        write_buffered(source_for(self, options), &mut out, |out| Serializer::new(self, false, out, options).run())
    }

    /// Writes the content of the node as HTML in UTF-8, with these options. Wrap files and sockets in a `BufWriter`.
    ///
    /// # Errors
    /// Errors of the writer.
    ///
    /// ```
    /// let document = limpid::parse("<p>Milk<br>and tea");
    /// let p = document.body().unwrap().first_child().unwrap();
    /// let mut bytes = Vec::new();
    /// p.write_inner_html_bytes(&mut bytes, &limpid::SerializeOptions::new().trailing_solidus(true))?;
    /// assert_eq!(bytes, b"Milk<br/>and tea");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write_inner_html_bytes<W: io::Write>(self, out: W, options: &SerializeOptions<'_>) -> io::Result<()> {
        write_utf8(out, |out| self.write_inner_html(out, options))
    }
}

impl fmt::Display for Document<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_xml() {
            return self.root().write_xml(f, &XmlOptions::new());
        }
        self.root().write_inner_html(ByteOrderMarkEscaper::new(f, true), &SerializeOptions::new())
    }
}

impl fmt::Display for NodeRef<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.document.is_xml() {
            return self.write_xml(f, &XmlOptions::new());
        }
        self.write_html(f, &SerializeOptions::new())
    }
}

/// Returns a node or, unless `outer`, its content as HTML.
#[inline]
fn to_string(top: NodeRef<'_>, outer: bool, options: &SerializeOptions<'_>) -> String {
    // For a whole document: the length of its source, plus 12.5 % for end tags and quotes that the source omits.
    let source = if top == top.document.root() { top.document.source.len() } else { 0 };
    let capacity = source + source / 8;
    Buffered::write_to_string(source_for(top, options), capacity, |out| Serializer::new(top, outer, out, options).run())
}

/// Returns the source to copy unchanged markup from, or `""`.
#[inline]
fn source_for<'d>(top: NodeRef<'d>, options: &SerializeOptions<'_>) -> &'d str {
    if options.depends_on_context() { "" } else { &top.document.source }
}

/// Writes a node and its content as HTML.
struct Serializer<'d, 'o, 'w> {
    top: NodeRef<'d>,
    /// Whether the top itself is written, or only its content.
    outer: bool,
    options: &'o SerializeOptions<'o>,
    /// Whether scripting is enabled, so that text in `noscript` is not escaped.
    scripting: bool,
    /// Whether the markup of a node depends on its siblings and ancestors.
    depends_on_context: bool,
    /// Whether tags are spelled as in the standard, so that they may be copied from the source.
    copies_tags: bool,
    /// The shadow roots that the options name, sorted.
    shadow_roots: Vec<NodeId>,
    /// The number of open templates, including shadow roots, which are written as templates.
    template_depth: usize,
    /// The number of open template contents. Scripting is disabled in them.
    template_contents_depth: usize,
    /// The renderings of the ancestors, if the options change white space.
    renderings: Vec<Rendering>,
    /// The number of open written elements.
    depth: usize,
    /// Whether a `plaintext` was written and end tags are omitted after it.
    after_plaintext: bool,
    nothing_written: bool,
    out: &'o mut Buffered<'w>,
}

impl<'d, 'o, 'w> Serializer<'d, 'o, 'w> {
    #[inline]
    fn new(top: NodeRef<'d>, outer: bool, out: &'o mut Buffered<'w>, options: &'o SerializeOptions<'o>) -> Self {
        let mut shadow_roots = options.shadow_roots.to_vec();
        shadow_roots.sort_unstable();
        // Renderings are used only to change white space.
        let renderings = if options.changes_white_space() { Rendering::of(top).1 } else { Vec::new() };
        let scripting = options.scripting.unwrap_or(top.document.scripting());
        Serializer {
            top,
            outer,
            options,
            scripting,
            depends_on_context: options.depends_on_context(),
            copies_tags: options.syntax.is_standard() && !options.depends_on_context(),
            shadow_roots,
            template_depth: 0,
            template_contents_depth: usize::from(scripting && is_in_template(top)),
            renderings,
            depth: 0,
            after_plaintext: false,
            nothing_written: true,
            out,
        }
    }

    #[inline]
    fn run(mut self) -> fmt::Result {
        visit(self.top, &mut self)
    }

    /// Writes a tag. If the source continues with this tag after the current run, extends the run instead.
    #[inline(always)]
    fn tag(
        &mut self,
        element: NodeRef<'d>,
        end_in_source: impl Fn(NodeRef<'d>, &[u8], usize) -> Option<usize>,
        write: impl Fn(&mut Self, NodeRef<'d>) -> fmt::Result,
    ) -> fmt::Result {
        let (source, next) = self.out.source_position();
        if self.copies_tags
            && let Some(end) = end_in_source(element, source.as_bytes(), next)
        {
            self.out.extend_run(end);
            return Ok(());
        }
        write(self, element)
    }

    #[inline]
    fn is_written(&self, node: NodeRef<'_>) -> bool {
        self.outer || node.number() != self.top.number()
    }

    /// Whether a parser would read an end tag as text, because it follows the start tag of a `plaintext`.
    #[cold]
    #[inline]
    fn is_after_plaintext(&mut self, element: NodeRef<'_>) -> bool {
        self.after_plaintext |= html_name(element) == LocalName::PLAINTEXT;
        self.after_plaintext
    }

    /// Returns the rendering of the parent, if the options change white space.
    #[inline]
    fn parent_rendering(&self) -> Rendering {
        self.renderings.last().copied().unwrap_or_else(|| Rendering::of_root(self.top))
    }

    #[inline]
    fn surroundings(&self) -> Surroundings<'d> {
        Surroundings { context: (!self.outer).then_some(self.top), in_template: self.template_depth > 0 }
    }

    /// Writes the start of an element whose markup depends on its siblings and ancestors.
    #[inline]
    fn start_in_context(&mut self, element: NodeRef<'d>, is_written: bool, is_void: bool) -> fmt::Result {
        if is_written {
            self.break_before(element)?;
        }
        if self.options.changes_white_space() && !is_void {
            self.renderings.push(self.parent_rendering().child(element));
        }
        if !is_written {
            return Ok(());
        }
        self.depth += usize::from(!is_void);
        self.nothing_written = false;
        let missing_charset = self.options.meta_charset.filter(|_| meta_charset::is_missing(element));
        if !self.may_omit_start_tag(element, missing_charset.is_some()) {
            self.start_tag(element)?;
            self.first_line_feed(element)?;
        }
        missing_charset.map_or(Ok(()), |label| self.meta_charset(label))
    }

    /// Writes the end of an element whose markup depends on its siblings and ancestors.
    #[inline]
    fn end_in_context(&mut self, element: NodeRef<'d>, is_written: bool) -> fmt::Result {
        if is_written {
            self.depth -= 1;
            self.break_before_end(element)?;
        }
        self.renderings.pop();
        if !is_written {
            return Ok(());
        }
        if self.may_omit_tags(element) && self.surroundings().is_end_optional(element) {
            return Ok(());
        }
        self.end_tag(element)
    }

    /// Writes a comment, a processing instruction or a doctype.
    #[inline]
    fn leaf(&mut self, node: NodeRef<'d>) -> fmt::Result {
        if self.depends_on_context {
            self.break_before(node)?;
            self.nothing_written = false;
        }
        if let Some(data) = node.comment() {
            self.out.write_str("<!--")?;
            self.out.write_str(data)?;
            self.out.write_str("-->")
        } else if let Some(instruction) = node.processing_instruction() {
            write!(self.out, "<?{} {}?>", instruction.target, instruction.data)
        } else {
            self.doctype(node)
        }
    }

    #[inline(always)]
    fn end_tag(&mut self, element: NodeRef<'d>) -> fmt::Result {
        self.out.write_str("</")?;
        self.tag_name(element)?;
        self.out.write_char('>')
    }

    /// Writes a line feed for the parser to drop, if the element's text starts with a line feed that has to be preserved.
    #[inline]
    fn first_line_feed(&mut self, element: NodeRef<'_>) -> fmt::Result {
        let starts_with_line_feed = |node: NodeRef<'_>| node.text().is_some_and(|text| text.starts_with('\n'));
        if (self.options.changes_white_space() || self.options.syntax.keep_line_breaks)
            && drops_first_line_feed(element)
            && element.first_child().is_some_and(starts_with_line_feed)
        {
            self.out.write_char('\n')?;
        }
        Ok(())
    }

    #[inline]
    fn may_omit_start_tag(&self, element: NodeRef<'_>, gets_meta: bool) -> bool {
        let first = || {
            if gets_meta {
                Neighbor::Element(LocalName::META)
            } else if element.shadow_root().is_some_and(|root| self.shadow_root_to_write(root).is_some()) {
                Neighbor::Element(LocalName::TEMPLATE)
            } else {
                Neighbor::inside(element)
            }
        };
        element.node().attributes().1 == 0
            && self.may_omit_tags(element)
            && self.surroundings().is_start_optional(element, first)
    }

    /// Whether the options and the element itself allow its tags to be omitted. The content of the element and its siblings are not
    /// considered.
    #[inline]
    fn may_omit_tags(&self, element: NodeRef<'_>) -> bool {
        let SerializeOptions { omit_optional_tags, indent, .. } = *self.options;
        omit_optional_tags
            && indent.is_none()
            && element.node().is_html_element()
            && element.number() != self.top.number()
    }

    #[inline]
    fn start_tag(&mut self, element: NodeRef<'d>) -> fmt::Result {
        let SerializeOptions { syntax, meta_charset, .. } = *self.options;
        let name = element.node().is_html_element().then(|| element.name());
        let declaration = meta_charset.and_then(|label| meta_charset::declaration(element, label));
        self.out.write_char('<')?;
        self.tag_name(element)?;
        let mut is_unquoted = false;
        let arena = &element.document.arena;
        for record in arena.attributes(element.number()).iter().filter(|record| !record.is_free()) {
            let (source, next) = self.out.source_position();
            if self.copies_tags
                && let Some(end) = end_of_attribute(record, arena, source.as_bytes(), next)
            {
                self.out.extend_run(end);
                continue;
            }
            let value = match &declaration {
                Some((declaring, value)) if *declaring == attribute::html_name(record, arena) => value,
                _ => element.place_text(record.place()),
            };
            is_unquoted = match self.depends_on_context {
                true => syntax.write_attribute(name, record, arena, value, self.out.text())?,
                false => syntax.write_attribute(name, record, arena, value, self.out)?,
            };
        }
        if syntax.trailing_solidus && serializes_as_void(element) {
            syntax.write_solidus(is_unquoted, self.out)?;
        }
        self.out.write_char('>')
    }

    /// Writes the name of an element. The name gets a prefix only in namespaces other than HTML, MathML and SVG.
    #[inline(always)]
    fn tag_name(&mut self, element: NodeRef<'_>) -> fmt::Result {
        if !element.node().is_html_element()
            && !matches!(element.namespace(), Namespace::MathMl | Namespace::Svg)
            && let Some(prefix) = element.prefix()
        {
            self.out.write_str(prefix)?;
            self.out.write_char(':')?;
        }
        self.out.write_str(element.local_name())
    }

    /// Writes a `meta` element that the tree does not contain.
    #[inline]
    fn meta_charset(&mut self, label: &str) -> fmt::Result {
        let syntax = self.options.syntax;
        self.out.write_str("<meta charset")?;
        let is_unquoted = syntax.write_value(Some(LocalName::META), LocalName::CHARSET, label, self.out)?;
        syntax.write_solidus(is_unquoted, self.out)?;
        self.out.write_char('>')
    }

    /// Returns the properties of a shadow root if the options ask for it.
    #[inline]
    fn shadow_root_to_write(&self, content: NodeRef<'_>) -> Option<ShadowRootInit> {
        let is_selected = |init: &ShadowRootInit| {
            self.options.all_shadow_roots
                || self.options.serializable_shadow_roots && init.serializable
                || self.shadow_roots.binary_search(&content.id()).is_ok()
        };
        content.shadow_root_init().filter(is_selected)
    }

    #[inline]
    fn start_shadow_root(&mut self, init: ShadowRootInit) -> fmt::Result {
        self.out.write_str("<template")?;
        for (attribute, value) in parts::shadow_root_attributes(init) {
            self.out.write_char(' ')?;
            self.out.write_str(attribute.as_str())?;
            self.options.syntax.write_value(Some(LocalName::TEMPLATE), attribute, value, self.out)?;
        }
        self.out.write_char('>')
    }

    /// Writes a text whose markup depends on its siblings and ancestors.
    #[inline]
    fn text_in_context(&mut self, node: NodeRef<'_>, text: &str) -> fmt::Result {
        let is_raw = self.is_raw(node);
        if is_raw && !self.options.escape_raw_text {
            self.nothing_written &= text.is_empty();
            return self.out.write_str(text);
        }
        let shown = if is_raw { text } else { self.break_before_text(node, text)? };
        self.nothing_written &= text.is_empty();
        if self.options.strip_whitespace && !is_raw && self.parent_rendering().collapses() {
            write_collapsed(shown, !self.options.keeps_form_feeds, self.out.text())
        } else {
            write_escaped(shown, TEXT, self.options.syntax.keep_line_breaks, self.out.text())
        }
    }

    /// Writes a text whose markup does not depend on its siblings.
    #[inline(always)]
    fn text(&mut self, node: NodeRef<'_>, text: &str) -> fmt::Result {
        if may_need_escape(text.as_bytes()) && (self.options.escape_raw_text || !self.is_raw(node)) {
            return write_escaped(text, TEXT, self.options.syntax.keep_line_breaks, self.out);
        }
        let (source, next) = self.out.source_position();
        match end_of_text(node, source, next) {
            Some(end) => {
                self.out.extend_run(end);
                Ok(())
            }
            None => self.out.write_str(text),
        }
    }

    /// Whether a text is written without escaping, because a parser does not decode references there.
    #[inline]
    fn is_raw(&self, text: NodeRef<'_>) -> bool {
        text.parent().is_some_and(|parent| holds_raw_text(parent, self.has_scripting()))
    }

    #[inline]
    fn has_scripting(&self) -> bool {
        self.scripting && (self.template_contents_depth == 0 || self.options.scripting_in_templates)
    }

    #[inline]
    fn doctype(&mut self, node: NodeRef<'_>) -> fmt::Result {
        let Some(doctype) = node.doctype() else { return Ok(()) };
        self.out.write_str("<!DOCTYPE ")?;
        self.out.write_str(doctype.name)?;
        if self.options.doctype_identifiers {
            let public_id = doctype.public_id.filter(|id| !id.is_empty());
            let system_id = doctype.system_id.filter(|id| !id.is_empty());
            match (public_id, system_id) {
                (Some(_), _) => self.out.write_str(" PUBLIC")?,
                (None, Some(_)) => self.out.write_str(" SYSTEM")?,
                (None, None) => {}
            }
            for id in public_id.into_iter().chain(system_id) {
                // No parser produces an identifier that contains both kinds of quotes.
                let quote = if id.contains('"') { '\'' } else { '"' };
                write!(self.out, " {quote}{id}{quote}")?;
            }
        }
        self.out.write_char('>')
    }
}

impl<'d> Visitor<'d> for Serializer<'d, '_, '_> {
    type Error = fmt::Error;

    #[inline(always)]
    fn enter(&mut self, node: NodeRef<'d>, record: &'d Node) -> Result<bool, fmt::Error> {
        self.out.flush_if_long()?;
        let is_written = self.is_written(node);
        match record.kind() {
            NodeKind::Element => {
                let is_void = serializes_as_void(node);
                if self.depends_on_context {
                    self.start_in_context(node, is_written, is_void)?;
                } else if is_written {
                    self.tag(node, end_of_start_tag, Self::start_tag)?;
                    self.first_line_feed(node)?;
                }
                Ok(!is_void)
            }
            NodeKind::Document | NodeKind::DocumentFragment | NodeKind::ShadowRoot => Ok(true),
            _ if !is_written => Ok(false),
            NodeKind::Text => {
                let text = node.place_text(record.place());
                match self.depends_on_context {
                    true => self.text_in_context(node, text)?,
                    false => self.text(node, text)?,
                }
                Ok(false)
            }
            _ => self.leaf(node).map(|()| false),
        }
    }

    #[inline(always)]
    fn leave(&mut self, node: NodeRef<'d>, record: &'d Node) -> fmt::Result {
        let is_written = self.is_written(node);
        if self.options.omits_end_tags_after_plaintext() && self.is_after_plaintext(node) {
            self.renderings.pop();
            return Ok(());
        }
        match record.is_element() {
            true if self.depends_on_context => self.end_in_context(node, is_written),
            true if is_written => self.tag(node, end_of_end_tag, Self::end_tag),
            _ => Ok(()),
        }
    }

    #[inline]
    fn enter_content(&mut self, content: NodeRef<'d>) -> Result<bool, fmt::Error> {
        if content.kind() == NodeKind::ShadowRoot {
            let Some(init) = self.shadow_root_to_write(content) else { return Ok(false) };
            self.start_shadow_root(init)?;
        }
        if self.options.changes_white_space() {
            self.renderings.push(self.parent_rendering().child_tree(content));
        }
        self.template_depth += 1;
        self.template_contents_depth += usize::from(is_template_contents(content));
        Ok(true)
    }

    #[inline]
    fn leave_content(&mut self, content: NodeRef<'d>) -> Result<bool, fmt::Error> {
        self.renderings.pop();
        self.template_depth -= 1;
        self.template_contents_depth -= usize::from(is_template_contents(content));
        let is_shadow_root = content.kind() == NodeKind::ShadowRoot;
        if is_shadow_root {
            self.out.write_str("</template>")?;
        }
        // Template contents are written instead of the template's own children.
        Ok(is_shadow_root)
    }
}

/// Writes an escaped text. Carriage returns are written as references, so that a parser preserves them.
pub(super) fn write_text<W: Write>(text: &str, out: &mut W) -> fmt::Result {
    write_escaped(text, TEXT, true, out)
}

/// Writes a value escaped for quotes of this kind.
pub(super) fn write_value<W: Write>(value: &str, is_single: bool, out: &mut W) -> fmt::Result {
    write_escaped(value, if is_single { SINGLE_QUOTED } else { DOUBLE_QUOTED }, true, out)
}

#[inline]
pub(super) fn is_end_optional(element: NodeRef<'_>) -> bool {
    element.namespace() == Namespace::Html
        && Surroundings { context: None, in_template: is_in_template(element) }.is_end_optional(element)
}

#[inline]
pub(super) fn drops_first_line_feed(node: NodeRef<'_>) -> bool {
    matches!(html_name(node), LocalName::LISTING | LocalName::PRE | LocalName::TEXTAREA)
}

/// Whether text in an element is written without escaping, because a parser does not decode references there.
#[inline]
pub(super) fn holds_raw_text(parent: NodeRef<'_>, scripting: bool) -> bool {
    let name = match parent.kind() {
        NodeKind::DocumentFragment if parent == parent.document.root() => parent.document.fragment_context(),
        _ => html_name(parent),
    };
    TagSet::LITERAL_TEXT.contains(name) || name == LocalName::NOSCRIPT && scripting
}
