//! Texts, comments, the doctype and the end of the page, as passed to handlers.

use super::content::{Changes, ContentType};
use super::error::CommentTextError;
use limpid_markup::Span;

/// A chunk of text.
///
/// A text node is passed as one chunk, unless it is long, arrives in several chunks, or contains a tag that the parser ignores.
///
/// ```
/// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
/// let handlers = Handlers::new().document_text(|text| {
///     let capitals = text.as_str().to_uppercase();
///     text.replace(&capitals, ContentType::Text);
///     Ok(())
/// });
/// assert_eq!(rewrite_str("<p>Green <b>tea</b>", handlers)?, "<p>GREEN <b>TEA</b>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TextChunk<'a> {
    pub(super) text: &'a str,
    pub(super) source: &'a str,
    pub(super) span: Span,
    pub(super) is_last: bool,
    pub(super) is_raw: bool,
    pub(super) changes: &'a mut Changes,
}

impl<'a> TextChunk<'a> {
    /// Returns the text, with character references resolved.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().document_text(|text| {
    ///     found.push(text.as_str().to_owned());
    ///     Ok(())
    /// });
    /// rewrite_str("<p>Tea &amp; milk</p>", handlers)?;
    /// assert_eq!(found, ["Tea & milk"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_str(&self) -> &'a str {
        self.text
    }

    /// Returns the markup of the text in the page.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().document_text(|text| {
    ///     found.push(text.source().to_owned());
    ///     Ok(())
    /// });
    /// rewrite_str("<p>Tea &amp; milk</p>", handlers)?;
    /// assert_eq!(found, ["Tea &amp; milk"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn source(&self) -> &'a str {
        self.source
    }

    /// Returns the span of the text in the page, in bytes of UTF-8.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().document_text(|text| {
    ///     found.push(text.span());
    ///     Ok(())
    /// });
    /// rewrite_str("<p>Green <b>tea</b></p>", handlers)?;
    /// assert_eq!(found, [limpid::Span::new(3, 9), limpid::Span::new(12, 15)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn span(&self) -> Span {
        self.span
    }

    /// Whether this is the last chunk of its text node. The last chunk may be empty.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().document_text(|text| {
    ///     found.push((text.as_str().to_owned(), text.is_last_in_text_node()));
    ///     Ok(())
    /// });
    /// rewrite_str("<p>Green</x> tea</p>", handlers)?;
    /// assert_eq!(found, [("Green".to_owned(), false), (" tea".to_owned(), true)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_last_in_text_node(&self) -> bool {
        self.is_last
    }
}

/// A comment or a processing instruction. The text of a processing instruction starts with `?`.
///
/// ```
/// use limpid::rewrite::{Handlers, rewrite_str};
/// let handlers = Handlers::new().document_comments(|comment| {
///     comment.set_text(&comment.text().replace("TODO", "later"))?;
///     Ok(())
/// });
/// assert_eq!(rewrite_str("<!-- TODO: milk --><p>Tea", handlers)?, "<!-- later: milk --><p>Tea");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Comment<'a> {
    pub(super) text: &'a str,
    pub(super) new_text: &'a mut Option<String>,
    pub(super) span: Span,
    pub(super) changes: &'a mut Changes,
}

impl Comment<'_> {
    /// Returns the data of the comment.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().document_comments(|comment| {
    ///     found.push(comment.text().to_owned());
    ///     Ok(())
    /// });
    /// rewrite_str("<!-- a --><p>Tea<?b c?>", handlers)?;
    /// assert_eq!(found, [" a ", "?b c?"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn text(&self) -> &str {
        self.new_text.as_deref().unwrap_or(self.text)
    }

    /// Sets the data of the comment.
    ///
    /// # Errors
    /// Returns an error if the text would end the comment or change how it is parsed.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let handlers = Handlers::new().document_comments(|comment| {
    ///     assert!(comment.set_text("a --> b").is_err());
    ///     comment.set_text(" milk ")?;
    ///     Ok(())
    /// });
    /// assert_eq!(rewrite_str("<!-- tea -->", handlers)?, "<!-- milk -->");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_text(&mut self, text: &str) -> Result<(), CommentTextError> {
        let ends_comment = ["-->", "--!>", "<!--"].iter().any(|part| text.contains(part));
        if ends_comment
            || text.starts_with('>')
            || text.starts_with("->")
            || text.ends_with("<!-")
            || text.contains('\0')
        {
            return Err(CommentTextError(text.into()));
        }
        *self.new_text = Some(text.to_owned());
        Ok(())
    }

    /// Returns the span of the comment in the page, in bytes of UTF-8.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().document_comments(|comment| {
    ///     found.push(comment.span());
    ///     Ok(())
    /// });
    /// rewrite_str("<p>Tea<!--a-->", handlers)?;
    /// assert_eq!(found, [limpid::Span::new(6, 14)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn span(&self) -> Span {
        self.span
    }
}

/// The doctype.
///
/// ```
/// use limpid::rewrite::{Handlers, rewrite_str};
/// let handlers = Handlers::new().doctype(|doctype| {
///     if doctype.public_id().is_some() {
///         doctype.remove();
///     }
///     Ok(())
/// });
/// assert_eq!(rewrite_str("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN'><p>Tea", handlers)?, "<p>Tea");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Doctype<'a> {
    pub(super) doctype: limpid_markup::Doctype<'a>,
    pub(super) changes: &'a mut Changes,
}

impl<'a> Doctype<'a> {
    /// Returns the name in lowercase.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().doctype(|doctype| {
    ///     found.push(doctype.name().map(str::to_owned));
    ///     Ok(())
    /// });
    /// rewrite_str("<!DOCTYPE HTML><p>Tea", handlers)?;
    /// assert_eq!(found, [Some("html".to_owned())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn name(&self) -> Option<&'a str> {
        self.doctype.name
    }

    /// Returns the public identifier.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().doctype(|doctype| {
    ///     found.push(doctype.public_id().map(str::to_owned));
    ///     Ok(())
    /// });
    /// rewrite_str("<!DOCTYPE html PUBLIC '-//Tea'>", handlers)?;
    /// assert_eq!(found, [Some("-//Tea".to_owned())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn public_id(&self) -> Option<&'a str> {
        self.doctype.public_id
    }

    /// Returns the system identifier.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().doctype(|doctype| {
    ///     found.push(doctype.system_id().map(str::to_owned));
    ///     Ok(())
    /// });
    /// rewrite_str("<!DOCTYPE html SYSTEM 'about:legacy-compat'>", handlers)?;
    /// assert_eq!(found, [Some("about:legacy-compat".to_owned())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn system_id(&self) -> Option<&'a str> {
        self.doctype.system_id
    }

    /// Returns the span of the doctype in the page, in bytes of UTF-8.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().doctype(|doctype| {
    ///     found.push(doctype.span());
    ///     Ok(())
    /// });
    /// rewrite_str("<!DOCTYPE html><p>Tea", handlers)?;
    /// assert_eq!(found, [limpid::Span::new(0, 15)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn span(&self) -> Span {
        self.doctype.span
    }

    /// Removes the doctype.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let handlers = Handlers::new().doctype(|doctype| {
    ///     doctype.remove();
    ///     Ok(())
    /// });
    /// assert_eq!(rewrite_str("<!DOCTYPE html>\n<p>Tea", handlers)?, "\n<p>Tea");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self) {
        self.changes.is_removed = true;
    }
}

/// The end of the page.
///
/// ```
/// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
/// let handlers = Handlers::new().end(|end| {
///     end.append("</body>", ContentType::Html);
///     Ok(())
/// });
/// assert_eq!(rewrite_str("<body><p>Tea</p>", handlers)?, "<body><p>Tea</p></body>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct DocumentEnd {
    pub(super) content: String,
}

impl DocumentEnd {
    /// Appends content at the end of the page, after content that was appended earlier.
    ///
    /// ```
    /// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
    /// let handlers = Handlers::new().end(|end| {
    ///     end.append("1 < 2", ContentType::Text);
    ///     Ok(())
    /// });
    /// assert_eq!(rewrite_str("<p>Tea</p>", handlers)?, "<p>Tea</p>1 &lt; 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn append(&mut self, content: &str, content_type: ContentType) {
        self.content.push_str(&content_type.markup(content, false));
    }
}

/// Builds the documentation of a method: `$text`, and an example with a handler that has the body `$body`.
macro_rules! documentation {
    ($text:expr, $add:literal, $markup:literal, $body:literal, $result:expr) => {
        concat!(
            $text,
            "\n\n```\nuse limpid::rewrite::{ContentType, Handlers, rewrite_str};\nlet handlers = Handlers::new().",
            $add,
            "(|it| {\n    ",
            $body,
            "\n    Ok(())\n});\nassert_eq!(rewrite_str(\"<p>",
            $markup,
            "</p>\", handlers)?, \"",
            $result,
            "\");\n# Ok::<(), limpid::rewrite::RewriteError>(())\n```"
        )
    };
}

macro_rules! changes {
    ($($unit:ident: $noun:literal, $is_raw:expr, $add:literal, $markup:literal;)*) => { $(
        impl $unit<'_> {
            #[doc = documentation!(concat!("Inserts content before ", $noun, ", after content that was inserted earlier."), $add, $markup,
                "it.before(\"<hr>\", ContentType::Html);", concat!("<p><hr>", $markup, "</p>"))]
            pub fn before(&mut self, content: &str, content_type: ContentType) {
                self.changes.before.push_str(&content_type.markup(content, $is_raw(self)));
            }

            #[doc = documentation!(concat!("Inserts content directly after ", $noun, ", before content that was inserted earlier."), $add, $markup,
                "it.after(\"<hr>\", ContentType::Html);", concat!("<p>", $markup, "<hr></p>"))]
            pub fn after(&mut self, content: &str, content_type: ContentType) {
                let markup = content_type.markup(content, $is_raw(self));
                self.changes.add_after(&markup);
            }

            #[doc = documentation!(concat!("Replaces ", $noun, " with content."), $add, $markup,
                "it.replace(\"1 < 2\", ContentType::Text);", "<p>1 &lt; 2</p>")]
            pub fn replace(&mut self, content: &str, content_type: ContentType) {
                let markup = content_type.markup(content, $is_raw(self));
                self.changes.replace(markup);
            }

            #[doc = documentation!(concat!("Removes ", $noun, "."), $add, $markup, "it.remove();", "<p></p>")]
            pub fn remove(&mut self) {
                self.changes.is_removed = true;
            }

            #[doc = documentation!(concat!("Returns whether ", $noun, " was removed or replaced."), $add, $markup,
                "it.remove();\n    assert!(it.is_removed());", "<p></p>")]
            pub fn is_removed(&self) -> bool {
                self.changes.is_removed
            }
        }
    )* };
}

changes! {
    TextChunk: "the chunk of text", |chunk: &TextChunk<'_>| chunk.is_raw, "document_text", "Tea";
    Comment: "the comment", |_: &Comment<'_>| false, "document_comments", "<!--Tea-->";
}
