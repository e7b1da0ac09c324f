//! Texts, comments, the doctype and the end of the page, as handlers see them.

use super::content::{Changes, ContentType};
use super::error::CommentTextError;
use limpid_markup::Span;

/// A piece of a text.
///
/// A text comes in one piece, unless the page comes in several, a tag that the parser ignores stands in it, or it is long.
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
    /// Returns the text: character references are resolved.
    pub fn as_str(&self) -> &'a str {
        self.text
    }

    /// Returns the markup of the text, as the page has it.
    pub fn source(&self) -> &'a str {
        self.source
    }

    /// Returns the bytes of the page that it comes from, counted in UTF-8.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Whether the text ends with this piece, which may be empty then.
    pub fn is_last_in_text_node(&self) -> bool {
        self.is_last
    }
}

/// A comment, or a processing instruction, whose text starts with `?`.
#[derive(Debug)]
pub struct Comment<'a> {
    pub(super) text: &'a str,
    pub(super) new_text: &'a mut Option<String>,
    pub(super) span: Span,
    pub(super) changes: &'a mut Changes,
}

impl Comment<'_> {
    /// Returns the data of the comment.
    pub fn text(&self) -> &str {
        self.new_text.as_deref().unwrap_or(self.text)
    }

    /// Sets the data of the comment.
    ///
    /// # Errors
    /// The comment would end in it, or be read as another.
    pub fn set_text(&mut self, text: &str) -> Result<(), CommentTextError> {
        let ends_it = ["-->", "--!>", "<!--"].iter().any(|part| text.contains(part));
        if ends_it || text.starts_with('>') || text.starts_with("->") || text.ends_with("<!-") || text.contains('\0') {
            return Err(CommentTextError(text.into()));
        }
        *self.new_text = Some(text.to_owned());
        Ok(())
    }

    /// Returns the bytes of the page that it comes from, counted in UTF-8.
    pub fn span(&self) -> Span {
        self.span
    }
}

/// The doctype.
#[derive(Debug)]
pub struct Doctype<'a> {
    pub(super) doctype: limpid_markup::Doctype<'a>,
    pub(super) changes: &'a mut Changes,
}

impl<'a> Doctype<'a> {
    /// Returns the name, in lowercase.
    pub fn name(&self) -> Option<&'a str> {
        self.doctype.name
    }

    /// Returns the public identifier.
    pub fn public_id(&self) -> Option<&'a str> {
        self.doctype.public_id
    }

    /// Returns the system identifier.
    pub fn system_id(&self) -> Option<&'a str> {
        self.doctype.system_id
    }

    /// Returns the bytes of the page that it comes from, counted in UTF-8.
    pub fn span(&self) -> Span {
        self.doctype.span
    }

    /// Removes the doctype.
    pub fn remove(&mut self) {
        self.changes.is_removed = true;
    }
}

/// The end of the page.
#[derive(Debug, Default)]
pub struct DocumentEnd {
    pub(super) content: String,
}

impl DocumentEnd {
    /// Adds content at the end of the page, after what was added before.
    pub fn append(&mut self, content: &str, content_type: ContentType) {
        self.content.push_str(&content_type.markup(content, false));
    }
}

macro_rules! changes {
    ($($unit:ident: $noun:literal, $is_raw:expr;)*) => { $(
        impl $unit<'_> {
            #[doc = concat!("Inserts content before ", $noun, ", after what was inserted before it.")]
            pub fn before(&mut self, content: &str, content_type: ContentType) {
                self.changes.before.push_str(&content_type.markup(content, $is_raw(self)));
            }

            #[doc = concat!("Inserts content after ", $noun, ", before what was inserted after it.")]
            pub fn after(&mut self, content: &str, content_type: ContentType) {
                let markup = content_type.markup(content, $is_raw(self));
                self.changes.add_after(&markup);
            }

            #[doc = concat!("Replaces ", $noun, " by content.")]
            pub fn replace(&mut self, content: &str, content_type: ContentType) {
                let markup = content_type.markup(content, $is_raw(self));
                self.changes.replace(markup);
            }

            #[doc = concat!("Removes ", $noun, ".")]
            pub fn remove(&mut self) {
                self.changes.is_removed = true;
            }

            #[doc = concat!("Whether ", $noun, " was removed or replaced.")]
            pub fn is_removed(&self) -> bool {
                self.changes.is_removed
            }
        }
    )* };
}

changes! {
    TextChunk: "the piece of text", |chunk: &TextChunk<'_>| chunk.is_raw;
    Comment: "the comment", |_: &Comment<'_>| false;
}
