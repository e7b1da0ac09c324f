//! Content that handlers insert.

use limpid_markup::{LocalName, Namespace, NewElement, TagSet};

/// The meaning of content that a handler gives.
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
    /// Markup, written as it is.
    Html,
    /// Text: `&`, `<` and `>` are written as character references. In a `script`, a `style` and other elements without references it is written as it is.
    Text,
}

impl ContentType {
    /// Returns the markup of content. In an element without character references, `is_raw`, a text is its own markup.
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

/// The kind of content that an element has, as the parser reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ContentKind {
    Markup,
    /// A line feed at its start is ignored.
    Preformatted,
    /// Text with character references.
    Text,
    /// Text that is its own markup, without character references and comments.
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

/// The changes of one tag, text or comment.
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

    /// Lets what comes into a CDATA section be markup there.
    pub(super) fn leave_cdata(&mut self) {
        for markup in [&mut self.before, &mut self.replacement, &mut self.after] {
            if !markup.is_empty() {
                *markup = format!("]]>{markup}<![CDATA[");
            }
        }
    }

    /// Adds markup right after it, before what was added there.
    pub(super) fn add_after(&mut self, markup: &str) {
        self.after.insert_str(0, markup);
    }
}
