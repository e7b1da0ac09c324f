//! Content that handlers insert.

use limpid_markup::{LocalName, Namespace, NewElement, TagSet};

/// How to interpret content that a handler inserts.
///
/// ```
/// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
/// let handlers = Handlers::new().element("p", |p| {
///     p.prepend("<b>", ContentType::Text);
///     p.append("<br>", ContentType::Html);
///     Ok(())
/// })?;
/// assert_eq!(rewrite_str("<p>Tea</p>", handlers)?, "<p>&lt;b&gt;Tea<br></p>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContentType {
    /// Markup, inserted unchanged.
    Html,
    /// Text. `&`, `<` and `>` are escaped, except in elements in which the parser does not resolve character references, such as `script` and
    /// `style`.
    Text,
}

impl ContentType {
    /// Returns the content as markup. `is_raw` means that the parser does not resolve character references in the element, so text is not
    /// escaped.
    pub(super) fn markup(self, content: &str, is_raw: bool) -> String {
        match self {
            ContentType::Text if !is_raw => escape(content),
            _ => content.to_owned(),
        }
    }
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// How the parser reads the content of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ContentKind {
    Markup,
    /// Markup; a line feed at the start is ignored.
    Preformatted,
    /// Text with character references.
    Text,
    /// Text without character references and comments.
    Raw,
    Void,
}

impl ContentKind {
    #[inline]
    pub(super) fn of(element: &NewElement<'_>, noscript_is_raw: bool) -> ContentKind {
        match element.namespace {
            Namespace::Html => ContentKind::of_html(element.name, noscript_is_raw),
            _ => ContentKind::Markup,
        }
    }

    #[inline]
    pub(super) fn of_html(name: LocalName, noscript_is_raw: bool) -> ContentKind {
        match name {
            LocalName::PRE | LocalName::LISTING => ContentKind::Preformatted,
            LocalName::NOSCRIPT if noscript_is_raw => ContentKind::Raw,
            _ if TagSet::ESCAPABLE_RAW_TEXT.contains(name) => ContentKind::Text,
            _ if TagSet::LITERAL_TEXT.contains(name) => ContentKind::Raw,
            _ if TagSet::SERIALIZES_AS_VOID.contains(name) => ContentKind::Void,
            _ => ContentKind::Markup,
        }
    }
}

/// The changes to a tag, a text or a comment.
#[derive(Clone, Default, Debug)]
pub(super) struct Changes {
    pub(super) before: String,
    pub(super) replacement: String,
    pub(super) after: String,
    pub(super) is_removed: bool,
}

impl Changes {
    pub(super) fn is_empty(&self) -> bool {
        !self.is_removed && self.before.is_empty() && self.after.is_empty()
    }

    pub(super) fn replace(&mut self, markup: String) {
        self.is_removed = true;
        self.replacement = markup;
    }

    /// Closes the CDATA section before each inserted markup, and reopens it after the markup.
    pub(super) fn escape_from_cdata(&mut self) {
        for markup in [&mut self.before, &mut self.replacement, &mut self.after] {
            if !markup.is_empty() {
                *markup = format!("]]>{markup}<![CDATA[");
            }
        }
    }

    /// Inserts markup directly after the node, before content that was inserted earlier.
    pub(super) fn add_after(&mut self, markup: &str) {
        self.after.insert_str(0, markup);
    }
}
