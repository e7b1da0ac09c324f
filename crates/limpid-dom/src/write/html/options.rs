use crate::storage::id::NodeId;

/// Options for writing HTML. The default is the standard's
/// [fragment serialization](https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm).
///
/// All options are off by default, except [`scripting`](Self::scripting), whose default is the setting of the document. Most options
/// shorten the markup. A parser builds the same tree from it as from the default markup, unless the documentation of an option says
/// otherwise.
///
/// ```
/// use limpid::{Document, SerializeOptions};
///
/// let mut document = Document::new();
/// let list = document.create_element("ul")?;
/// document.node_mut(document.root().id())?.append(list)?;
/// for name in ["one", "two"] {
///     let item = document.create_element("li")?;
///     document.node_mut(item)?.set_attribute("id", name)?;
///     document.node_mut(list)?.append(item)?;
/// }
/// let options = SerializeOptions::new().omit_optional_tags(true).omit_quotes(true);
/// let mut html = String::new();
/// document.root().write_html(&mut html, &options)?;
/// assert_eq!(html, "<ul><li id=one><li id=two></ul>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SerializeOptions<'a> {
    pub(super) scripting: Option<bool>,
    /// Whether scripting is also enabled in template contents, as it is for a parser of the whole page.
    pub(super) scripting_in_templates: bool,
    pub(super) serializable_shadow_roots: bool,
    pub(super) shadow_roots: &'a [NodeId],
    pub(super) all_shadow_roots: bool,
    pub(super) omit_optional_tags: bool,
    pub(super) strip_whitespace: bool,
    /// Whether form feeds are kept, even where white space collapses. Browsers do not collapse them.
    pub(super) keeps_form_feeds: bool,
    pub(super) escape_raw_text: bool,
    pub(super) doctype_identifiers: bool,
    pub(super) meta_charset: Option<&'a str>,
    pub(super) syntax: TagSyntax,
    pub(super) indent: Option<u8>,
}

/// The options for the spelling of tags.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TagSyntax {
    pub(super) quote_char: QuoteChar,
    pub(super) omit_quotes: bool,
    pub(super) minimize_boolean_attributes: bool,
    pub(super) trailing_solidus: bool,
    pub(super) space_before_trailing_solidus: bool,
    pub(super) keep_line_breaks: bool,
}

/// The quotes around attribute values: [`SerializeOptions::quote_char`].
///
/// ```
/// use limpid::{QuoteChar, SerializeOptions};
/// let document = limpid::parse_fragment("<p title='\"Tea\"'>", "body");
/// let options = SerializeOptions::new().quote_char(QuoteChar::Best);
/// assert_eq!(document.root().inner_html_with(&options), "<p title='\"Tea\"'></p>");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum QuoteChar {
    /// `"`, as in the standard. A `"` in the value is written as `&quot;`.
    #[default]
    Double,
    /// `'`. A `'` in the value is written as `&#39;`.
    Single,
    /// `'` around a value that contains `"` but no `'`, and `"` around all others.
    Best,
}

impl<'a> SerializeOptions<'a> {
    /// Returns options for the standard's serialization.
    ///
    /// ```
    /// let fragment = limpid::parse_fragment("<p title=a>Tea<br>", "div");
    /// assert_eq!(fragment.root().inner_html_with(&limpid::SerializeOptions::new()), r#"<p title="a">Tea<br></p>"#);
    /// ```
    #[inline]
    pub fn new() -> SerializeOptions<'a> {
        SerializeOptions::default()
    }

    /// Returns options for writing a page back without losing anything that HTML markup can express.
    ///
    /// The standard's serialization, `innerHTML`, drops parts of a page. The returned options include
    /// [`doctype_identifiers`](Self::doctype_identifiers), [`all_shadow_roots`](Self::all_shadow_roots) and
    /// [`keep_line_breaks`](Self::keep_line_breaks). In addition, if scripting is enabled, text of a `noscript` in template contents is not
    /// escaped. (A parser of the whole page reads it as raw text, but the standard escapes it.) End tags after a `plaintext` are omitted,
    /// because a parser reads them as text.
    ///
    /// Parsing the markup builds the same tree. The exceptions are trees that no markup produces, or only markup with errors:
    ///
    /// * a `p` in a `p`, or an element between the rows of a table
    /// * a mode that results from a broken doctype
    /// * a script whose text was [set](crate::NodeMut::set_text) and contains the end tag of the script
    /// * a `selectedcontent` after the selected option: the parser copies the option into it, and then adds the content that was written
    ///   for it
    ///
    /// The spelling of tags is not preserved. To change a few places of a file and nothing else, edit its text at the
    /// [spans](crate::NodeRef::span) of nodes.
    ///
    /// ```
    /// use limpid::SerializeOptions;
    ///
    /// let page = "<!DOCTYPE html SYSTEM \"about:legacy-compat\"><html><head></head><body>\
    ///     <pre>\n\nTea</pre><x-a><template shadowrootmode=\"open\"><p>in</p></template>out</x-a></body></html>";
    /// let document = limpid::parse(page);
    /// let mut html = String::new();
    /// document.root().write_html(&mut html, &SerializeOptions::lossless())?;
    /// assert_eq!(html, page);
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    #[inline]
    pub fn lossless() -> SerializeOptions<'a> {
        let options = SerializeOptions { scripting_in_templates: true, ..SerializeOptions::new() };
        options.doctype_identifiers(true).all_shadow_roots(true).keep_line_breaks(true)
    }

    /// Returns options for markup that people read: [`lossless`](Self::lossless) with [`indent`](Self::indent) by two spaces. Lines are
    /// broken around blocks, but only where the additional white space is not visible.
    ///
    /// ```
    /// use limpid::SerializeOptions;
    /// let document = limpid::parse_fragment("<ul><li>Tea<li>Cups</ul>", "body");
    /// assert_eq!(document.root().inner_html_with(&SerializeOptions::pretty()), "<ul>\n  <li>Tea</li>\n  <li>Cups</li>\n</ul>");
    /// ```
    #[cfg(feature = "pretty")]
    #[doc(alias = "prettify")]
    #[inline]
    pub fn pretty() -> SerializeOptions<'a> {
        SerializeOptions::lossless().indent(Some(2))
    }

    /// Returns options for the shortest markup that is displayed like the page: [`lossless`](Self::lossless) with
    /// [`omit_optional_tags`](Self::omit_optional_tags), [`omit_quotes`](Self::omit_quotes),
    /// [`minimize_boolean_attributes`](Self::minimize_boolean_attributes) and [`strip_whitespace`](Self::strip_whitespace).
    ///
    /// ```
    /// use limpid::SerializeOptions;
    /// let document = limpid::parse_fragment("<ul><li class='a'>Tea</li><li>Cups</li></ul>", "body");
    /// assert_eq!(document.root().inner_html_with(&SerializeOptions::minified()), "<ul><li class=a>Tea<li>Cups</ul>");
    /// ```
    #[inline]
    pub fn minified() -> SerializeOptions<'a> {
        let options = SerializeOptions { keeps_form_feeds: true, ..SerializeOptions::lossless() };
        options.omit_optional_tags(true).omit_quotes(true).minimize_boolean_attributes(true).strip_whitespace(true)
    }

    /// Sets the number of spaces by which a line is indented for each open element. With `None`, no lines are broken.
    ///
    /// Lines are broken, and white space is dropped, only at the start and the end of blocks, table cells and so on. There, white space
    /// is not visible, unless a style sheet changes that. The content of `pre`, `listing` and `textarea`, and of elements that preserve
    /// white space with `style="white-space: pre-wrap"` or `xml:space="preserve"`, does not change. All [optional
    /// tags](Self::omit_optional_tags) are written. Lines deeper than 64 levels are indented like level 64.
    ///
    /// ```
    /// use limpid::SerializeOptions;
    /// let document = limpid::parse_fragment("<ul><li>Tea</ul>", "body");
    /// let options = SerializeOptions::new().indent(Some(1));
    /// assert_eq!(document.root().inner_html_with(&options), "<ul>\n <li>Tea</li>\n</ul>");
    /// ```
    #[cfg(feature = "pretty")]
    #[must_use]
    #[inline]
    pub fn indent(self, spaces: Option<u8>) -> Self {
        SerializeOptions { indent: spaces, ..self }
    }

    #[inline]
    pub(super) fn changes_white_space(&self) -> bool {
        self.strip_whitespace || self.indent.is_some()
    }

    /// Whether the end tags after a `plaintext` are omitted, because a parser would read them as text.
    #[inline]
    pub(super) fn omits_end_tags_after_plaintext(&self) -> bool {
        self.syntax.keep_line_breaks || self.changes_white_space()
    }

    /// Whether the markup of a node depends on its siblings and ancestors.
    #[inline]
    pub(super) fn depends_on_context(&self) -> bool {
        self.changes_white_space() || self.omit_optional_tags || self.meta_charset.is_some()
    }

    /// Sets whether [scripting is enabled](https://html.spec.whatwg.org/multipage/webappapis.html#concept-n-script), so that text in
    /// `noscript` is not escaped. The default is the setting with which the document was parsed:
    /// [`Document::scripting`](crate::Document::scripting).
    ///
    /// ```
    /// use limpid::{ParseOptions, ScriptingMode, SerializeOptions};
    /// let options = ParseOptions::new().scripting(ScriptingMode::Normal);
    /// let document = options.parse_fragment("<noscript><b>Tea</b></noscript>", "body");
    /// assert_eq!(document.root().inner_html(), "<noscript><b>Tea</b></noscript>");
    /// let off = SerializeOptions::new().scripting(false);
    /// assert_eq!(document.root().inner_html_with(&off), "<noscript>&lt;b&gt;Tea&lt;/b&gt;</noscript>");
    /// ```
    #[must_use]
    #[inline]
    pub fn scripting(self, scripting: bool) -> Self {
        SerializeOptions { scripting: Some(scripting), ..self }
    }

    /// Sets whether shadow roots that were declared `shadowrootserializable` are written, as `template` elements: the
    /// standard's `serializableShadowRoots`. For other shadow roots, see [`shadow_roots`](Self::shadow_roots) and
    /// [`all_shadow_roots`](Self::all_shadow_roots).
    ///
    /// ```
    /// let document = limpid::parse("<p><template shadowrootmode=open shadowrootserializable>1</template>2");
    /// let p = document.body().unwrap().first_child().unwrap();
    /// let html = p.inner_html_with(&limpid::SerializeOptions::new().serializable_shadow_roots(true));
    /// assert_eq!(html, r#"<template shadowrootmode="open" shadowrootserializable="">1</template>2"#);
    /// ```
    #[must_use]
    #[inline]
    pub fn serializable_shadow_roots(self, serializable_shadow_roots: bool) -> Self {
        SerializeOptions { serializable_shadow_roots, ..self }
    }

    /// Sets the ids of shadow roots that are written as `template` elements even if they are not serializable: the standard's
    /// `shadowRoots`. If a shadow root is not written, the shadow roots inside it are not written either.
    ///
    /// ```
    /// let document = limpid::parse("<p><template shadowrootmode=closed>1</template>2");
    /// let p = document.body().unwrap().first_child().unwrap();
    /// let chosen = [p.shadow_root().unwrap().id()];
    /// let html = p.inner_html_with(&limpid::SerializeOptions::new().shadow_roots(&chosen));
    /// assert_eq!(html, r#"<template shadowrootmode="closed">1</template>2"#);
    /// ```
    #[must_use]
    #[inline]
    pub fn shadow_roots(self, shadow_roots: &'a [NodeId]) -> Self {
        SerializeOptions { shadow_roots, ..self }
    }

    /// Sets whether all shadow roots are written as `template` elements, even if they are not serializable.
    ///
    /// ```
    /// use limpid::SerializeOptions;
    /// let document = limpid::parse("<x-a><template shadowrootmode=open>Tea</template></x-a>");
    /// let host = document.select_first("x-a")?.unwrap();
    /// let options = SerializeOptions::new().all_shadow_roots(true);
    /// assert_eq!(host.inner_html_with(&options), r#"<template shadowrootmode="open">Tea</template>"#);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn all_shadow_roots(self, all_shadow_roots: bool) -> Self {
        SerializeOptions { all_shadow_roots, ..self }
    }

    /// Sets whether to preserve line breaks that a parser would drop or change. A line feed at the start of a `pre`, `listing` or
    /// `textarea`, which the parser drops, is doubled. A carriage return is written as a character reference.
    ///
    /// ```
    /// use limpid::SerializeOptions;
    /// let document = limpid::parse_fragment("<pre>\n\nTea</pre>", "body");
    /// let options = SerializeOptions::new().keep_line_breaks(true);
    /// assert_eq!(document.root().inner_html_with(&options), "<pre>\n\nTea</pre>");
    /// assert_eq!(document.root().inner_html(), "<pre>\nTea</pre>");
    /// ```
    #[must_use]
    #[inline]
    pub fn keep_line_breaks(mut self, keep_line_breaks: bool) -> Self {
        self.syntax.keep_line_breaks = keep_line_breaks;
        self
    }

    /// Sets whether to omit the tags that the standard calls [optional](https://html.spec.whatwg.org/multipage/syntax.html#optional-tags).
    ///
    /// The standard's rules are for conforming documents. They are applied to other documents too, but a tag stays wherever a parser would
    /// build a different tree without it. An example is a `li` in a custom element, whose end tag would not close the `li`. A processing
    /// instruction counts as a comment. The tags of the serialized node itself are always written, because the markup that will surround
    /// them is unknown.
    ///
    /// ```
    /// use limpid::SerializeOptions;
    /// let document = limpid::parse_fragment("<ul><li>Tea</li><li>Cups</li></ul>", "body");
    /// assert_eq!(document.root().inner_html_with(&SerializeOptions::new().omit_optional_tags(true)), "<ul><li>Tea<li>Cups</ul>");
    /// ```
    #[must_use]
    #[inline]
    pub fn omit_optional_tags(self, omit_optional_tags: bool) -> Self {
        SerializeOptions { omit_optional_tags, ..self }
    }

    /// Sets whether each run of ASCII white space in text becomes one space where white space collapses. There is no change in `pre`,
    /// `listing`, `textarea`, elements that preserve white space by `style="white-space: pre-wrap"`, and elements whose text is not
    /// escaped, such as `script`.
    ///
    /// A parser builds a different tree from the result. The page is displayed in the same way unless a style sheet sets `white-space`, and
    /// its [`inner_text`](crate::NodeRef::inner_text) is the same, except at form feeds and at zero width spaces next to an element.
    /// [`minified`](Self::minified) also keeps form feeds.
    ///
    /// ```
    /// use limpid::SerializeOptions;
    /// let document = limpid::parse_fragment("<p>Green \n  tea </p>", "body");
    /// assert_eq!(document.root().inner_html_with(&SerializeOptions::new().strip_whitespace(true)), "<p>Green tea </p>");
    /// ```
    #[must_use]
    #[inline]
    pub fn strip_whitespace(self, strip_whitespace: bool) -> Self {
        SerializeOptions { strip_whitespace, ..self }
    }

    /// Sets whether text in `style`, `script` and so on is escaped like other text.
    ///
    /// An HTML parser does not decode references in such text. For XML parsers, use [`to_xml`](crate::Document::to_xml).
    ///
    /// ```
    /// use limpid::SerializeOptions;
    /// let document = limpid::parse_fragment("<script>1 < 2</script>", "body");
    /// let options = SerializeOptions::new().escape_raw_text(true);
    /// assert_eq!(document.root().inner_html_with(&options), "<script>1 &lt; 2</script>");
    /// ```
    #[must_use]
    #[inline]
    pub fn escape_raw_text(self, escape_raw_text: bool) -> Self {
        SerializeOptions { escape_raw_text, ..self }
    }

    /// Sets whether doctypes are written with their public and system identifiers. The standard drops these, which can change the
    /// document's [mode](https://dom.spec.whatwg.org/#concept-document-quirks).
    ///
    /// ```
    /// use limpid::SerializeOptions;
    /// let document = limpid::parse("<!DOCTYPE html SYSTEM 'about:legacy-compat'>");
    /// let mut html = String::new();
    /// document.root().write_html(&mut html, &SerializeOptions::new().doctype_identifiers(true))?;
    /// assert!(html.starts_with(r#"<!DOCTYPE html SYSTEM "about:legacy-compat">"#));
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn doctype_identifiers(self, doctype_identifiers: bool) -> Self {
        SerializeOptions { doctype_identifiers, ..self }
    }

    /// Sets the label of the encoding that the `head` [declares](https://html.spec.whatwg.org/multipage/semantics.html#charset). If its
    /// `meta` children declare an encoding, this label replaces theirs. Otherwise, the `head` starts with a new `<meta charset>`.
    ///
    /// A document without a `head` gets no declaration. The caller has to encode the markup.
    ///
    /// ```
    /// let document = limpid::parse("<meta charset=koi8-r><title>Tea</title>");
    /// let html = document.head().unwrap().inner_html_with(&limpid::SerializeOptions::new().meta_charset(Some("utf-8")));
    /// assert_eq!(html, r#"<meta charset="utf-8"><title>Tea</title>"#);
    /// ```
    #[must_use]
    #[inline]
    pub fn meta_charset(self, label: Option<&'a str>) -> Self {
        SerializeOptions { meta_charset: label, ..self }
    }

    /// Sets the quotes around attribute values.
    ///
    /// ```
    /// use limpid::{QuoteChar, SerializeOptions};
    /// let document = limpid::parse_fragment("<p title='a \"b\"'>", "body");
    /// let options = SerializeOptions::new().quote_char(QuoteChar::Best);
    /// assert_eq!(document.root().inner_html_with(&options), "<p title='a \"b\"'></p>");
    /// ```
    #[must_use]
    #[inline]
    pub fn quote_char(mut self, quote_char: QuoteChar) -> Self {
        self.syntax.quote_char = quote_char;
        self
    }

    /// Sets whether attribute values are written without quotes where the
    /// [syntax](https://html.spec.whatwg.org/multipage/syntax.html#unquoted) allows it: unless they are empty or contain white space, quotes, `=`,
    /// `>` or a grave accent.
    ///
    /// ```
    /// use limpid::SerializeOptions;
    /// let document = limpid::parse_fragment("<p title='a' class='b c'>", "body");
    /// assert_eq!(document.root().inner_html_with(&SerializeOptions::new().omit_quotes(true)), "<p title=a class=\"b c\"></p>");
    /// ```
    #[must_use]
    #[inline]
    pub fn omit_quotes(mut self, omit_quotes: bool) -> Self {
        self.syntax.omit_quotes = omit_quotes;
        self
    }

    /// Sets whether [boolean attributes](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#boolean-attributes) are written
    /// as a name alone: `<input disabled>`. This affects attributes for which the standard's
    /// [index](https://html.spec.whatwg.org/multipage/indices.html#attributes-3) lists the element, if the value is empty or equals the
    /// name.
    ///
    /// A value that equals the name, as in `disabled="disabled"`, becomes empty. The meaning is the same.
    ///
    /// ```
    /// use limpid::SerializeOptions;
    /// let document = limpid::parse_fragment("<input disabled=''>", "body");
    /// assert_eq!(document.root().inner_html_with(&SerializeOptions::new().minimize_boolean_attributes(true)), "<input disabled>");
    /// ```
    #[must_use]
    #[inline]
    pub fn minimize_boolean_attributes(mut self, minimize_boolean_attributes: bool) -> Self {
        self.syntax.minimize_boolean_attributes = minimize_boolean_attributes;
        self
    }

    /// Sets whether the tags of void elements end in a solidus: `<br/>`.
    ///
    /// ```
    /// use limpid::SerializeOptions;
    /// let document = limpid::parse_fragment("<br>", "body");
    /// assert_eq!(document.root().inner_html_with(&SerializeOptions::new().trailing_solidus(true)), "<br/>");
    /// ```
    #[must_use]
    #[inline]
    pub fn trailing_solidus(mut self, trailing_solidus: bool) -> Self {
        self.syntax.trailing_solidus = trailing_solidus;
        self
    }

    /// Sets whether a space precedes the [trailing solidus](Self::trailing_solidus): `<br />`. After an unquoted value, the space is always
    /// written, because the solidus would become a part of the value.
    ///
    /// ```
    /// use limpid::SerializeOptions;
    /// let fragment = limpid::parse_fragment("<br>", "p");
    /// let options = SerializeOptions::new().trailing_solidus(true);
    /// assert_eq!(fragment.root().inner_html_with(&options), "<br/>");
    /// assert_eq!(fragment.root().inner_html_with(&options.space_before_trailing_solidus(true)), "<br />");
    /// ```
    #[must_use]
    #[inline]
    pub fn space_before_trailing_solidus(mut self, space_before_trailing_solidus: bool) -> Self {
        self.syntax.space_before_trailing_solidus = space_before_trailing_solidus;
        self
    }
}
