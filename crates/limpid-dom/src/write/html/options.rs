use crate::storage::id::NodeId;

/// Options on HTML; the default is the standard's
/// [fragment serialization](https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm).
///
/// Everything else is off until it is asked for. Most of it shortens the markup, and what a parser makes of that is the
/// tree that it would make of the default markup, unless the option says otherwise.
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
    /// Whether scripting counts in template contents as well, as it does for the parser of the whole.
    pub(super) scripting_in_templates: bool,
    pub(super) serializable_shadow_roots: bool,
    pub(super) shadow_roots: &'a [NodeId],
    pub(super) all_shadow_roots: bool,
    pub(super) omit_optional_tags: bool,
    pub(super) strip_whitespace: bool,
    /// Whether form feeds, which show as they are in browsers, stay where white space collapses.
    pub(super) keeps_form_feeds: bool,
    pub(super) escape_raw_text: bool,
    pub(super) doctype_identifiers: bool,
    pub(super) meta_charset: Option<&'a str>,
    pub(super) syntax: TagSyntax,
    pub(super) indent: Option<u8>,
}

/// The options on the spelling of tags.
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
    /// `"`, as the standard has it; a `"` in the value is written `&quot;`.
    #[default]
    Double,
    /// `'`; a `'` in the value is written `&#39;`.
    Single,
    /// `'` around a value that has `"` and no `'` in it, and `"` around all others.
    Best,
}

impl<'a> SerializeOptions<'a> {
    /// Returns the options of the standard's way.
    ///
    /// ```
    /// let fragment = limpid::parse_fragment("<p title=a>Tea<br>", "div");
    /// assert_eq!(fragment.root().inner_html_with(&limpid::SerializeOptions::new()), r#"<p title="a">Tea<br></p>"#);
    /// ```
    #[inline]
    pub fn new() -> SerializeOptions<'a> {
        SerializeOptions::default()
    }

    /// Returns options for a page that is written back to where it came from: nothing is lost that HTML has a way to say.
    ///
    /// The standard's way is what `innerHTML` gives, which drops parts of a page. These are
    /// [`doctype_identifiers`](Self::doctype_identifiers), [`all_shadow_roots`](Self::all_shadow_roots) and
    /// [`keep_line_breaks`](Self::keep_line_breaks); and text in a `noscript` in template contents is written as the parser of the whole page
    /// takes it, which the standard escapes. End tags after a `plaintext` are left out, as a parser takes them for text.
    ///
    /// Parsing the markup gives the same tree, unless that is one that no markup without errors stands for: a `p` in a `p`, an element
    /// between the rows of a table, a mode that comes from a broken doctype, a script whose text was
    /// [set](crate::NodeMut::set_text) to one with its own end tag, or a `selectedcontent` after its option, which the parser fills
    /// before it comes to what is written there. The spelling of tags is not kept; to change a
    /// few places in a file and leave all else as it is, edit its text at the [spans](crate::NodeRef::span) of nodes.
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

    /// Returns options for markup that people read: each block on lines of its own, indented by two spaces for each element around
    /// it, where white space does not show. This is [`lossless`](Self::lossless) with [`indent`](Self::indent).
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

    /// Returns options for the shortest markup that looks like the page: [`lossless`](Self::lossless) with
    /// [`omit_optional_tags`](Self::omit_optional_tags), [`omit_quotes`](Self::omit_quotes),
    /// [`minimize_boolean_attributes`](Self::minimize_boolean_attributes), [`strip_whitespace`](Self::strip_whitespace).
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

    /// Sets by how many spaces a line is indented for each element around it; with `None`, nothing is broken into lines.
    ///
    /// Lines are broken, and white space there is dropped, only where blocks, cells of tables and the like start and end:
    /// where it does not show as long as no style sheet says so. In `pre`, `listing` and `textarea` nothing changes, nor in
    /// elements that say themselves that white space shows: `style="white-space: pre-wrap"`, `xml:space="preserve"`. No
    /// [optional tags](Self::omit_optional_tags) are left out. More than 64 levels are not told apart.
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

    /// Whether the end tags that a parser takes for text, those after a `plaintext`, are left out.
    #[inline]
    pub(super) fn leaves_out_dead_tags(&self) -> bool {
        self.syntax.keep_line_breaks || self.changes_white_space()
    }

    /// Whether the markup of a node depends on its siblings and ancestors.
    #[inline]
    pub(super) fn depends_on_context(&self) -> bool {
        self.changes_white_space() || self.omit_optional_tags || self.meta_charset.is_some()
    }

    /// Sets whether [scripting is enabled](https://html.spec.whatwg.org/multipage/webappapis.html#concept-n-script): text
    /// in `noscript` is then written as it is. Unless set, it is as it was when the document was parsed:
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
    /// standard's `serializableShadowRoots`. Of others, see [`shadow_roots`](Self::shadow_roots) and
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

    /// Sets shadow roots to write as `template` elements whatever was declared, by the ids of the shadow root nodes:
    /// the standard's `shadowRoots`. Those in a shadow root that is not written are not reached.
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

    /// Sets whether all shadow roots are written as `template` elements, whatever was declared.
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

    /// Sets whether line breaks are written that a parser would drop or change otherwise: another line feed before one that starts a `pre`,
    /// `listing` or `textarea`, as the parser drops the first, and a carriage return as a character reference.
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

    /// Sets whether tags are left out that the standard calls
    /// [optional](https://html.spec.whatwg.org/multipage/syntax.html#optional-tags).
    ///
    /// Its rules are for documents that conform. Where others allow it, tags are left out of them too; but a tag stays
    /// wherever a parser would build another tree without it, as for a `li` in a custom element, which the end tag of
    /// that element would not close. A processing instruction counts as a comment. The tags of the very node that is
    /// serialized always stay, as nothing is known of what will be put around them.
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

    /// Sets whether each run of ASCII white space in text becomes one space where white space collapses: not in `pre`, `listing` and
    /// `textarea`, in elements that say themselves that it shows (`style="white-space: pre-wrap"`), and where text is written as it is,
    /// like `script`.
    ///
    /// The tree that a parser makes of it is another. It looks the same as long as no style sheet sets `white-space`, and its
    /// [`inner_text`](crate::NodeRef::inner_text) is the same, except at a form feed and at a zero width space beside an element.
    /// [`minified`](Self::minified) keeps form feeds, too.
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

    /// Sets whether text in `style`, `script` and so on is escaped as any other.
    ///
    /// An HTML parser takes the references in such text for the text itself. For XML parsers, there is [`to_xml`](crate::Document::to_xml).
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

    /// Sets whether a doctype is written with its public and system identifiers. The standard drops them, and with them
    /// the document's [mode](https://dom.spec.whatwg.org/#concept-document-quirks) may change.
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

    /// Sets the encoding, by its label, that the `head` shall
    /// [declare](https://html.spec.whatwg.org/multipage/semantics.html#charset): where its `meta` children declare another,
    /// they are written with this one, and where none of them does, a `<meta charset>` goes before all else in it.
    ///
    /// A document without a `head` does not get one. To encode the markup so is up to the caller.
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

    /// Sets whether attribute values are written without quotes where
    /// [they can](https://html.spec.whatwg.org/multipage/syntax.html#unquoted): not if they are empty, or have white space,
    /// quotes, `=`, `>` or a grave accent in them.
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

    /// Sets whether [boolean attributes](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#boolean-attributes)
    /// are written as their name alone: `<input disabled>`. Only those of the standard's
    /// [index](https://html.spec.whatwg.org/multipage/indices.html#attributes-3), on their elements, and only if their value
    /// is empty or their name.
    ///
    /// A parser gives `disabled="disabled"`, written so, the empty value. Both mean the same.
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

    /// Sets whether a space stands before the [trailing solidus](Self::trailing_solidus): `<br />`. One always does
    /// after a value without quotes, to which the solidus would belong otherwise.
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
