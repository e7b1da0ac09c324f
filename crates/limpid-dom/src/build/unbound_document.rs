//! A document apart from its source.

#[cfg(doc)]
use crate::build::document_builder::DocumentBuilder;
use crate::read::document::Document;
use crate::storage::arena::Arena;
use crate::storage::source::Source;

/// A document without the source that its spans count in, so that the source can be moved.
///
/// ```
/// use limpid_dom::{Document, DocumentBuilder, UnboundDocument};
/// let text = String::from("<p>Tea");
/// let unbound = UnboundDocument::from(DocumentBuilder::new(&text).finish());
/// let document: Document<'static> = unbound.bind(text);
/// assert_eq!(document.source(), "<p>Tea");
/// ```
#[derive(Clone, Debug)]
pub struct UnboundDocument {
    pub(super) arena: Arena,
}

/// Takes the document off its source.
impl From<Document<'_>> for UnboundDocument {
    fn from(mut document: Document<'_>) -> UnboundDocument {
        document.arena.source_changes();
        UnboundDocument { arena: document.arena }
    }
}

impl UnboundDocument {
    /// Gives the document its source: the text that [`DocumentBuilder::new`] was given, borrowed, owned or shared.
    ///
    /// # Panics
    /// When the text has another length than the one that the document was built over. A different text of the same
    /// length is not noticed and gives a document with other words in it.
    ///
    /// ```
    /// use limpid_dom::{DocumentBuilder, UnboundDocument};
    /// let unbound = UnboundDocument::from(DocumentBuilder::new("<p>Tea").finish());
    /// assert_eq!(unbound.bind(std::sync::Arc::<str>::from("<p>Tea")).source(), "<p>Tea");
    /// ```
    #[inline(always)]
    pub fn bind<'i>(self, source: impl Into<Source<'i>>) -> Document<'i> {
        let source = source.into();
        if self.arena.text.source_len() == 0 {
            let mut document = Document::from_parts(Source::EMPTY, self.arena);
            document.arena.is_detached_from_source |= !source.is_empty();
            return document;
        }
        assert!(
            source.len() == self.arena.text.source_len() as usize,
            "a document must be bound to the source that it was built over"
        );
        Document::from_parts(source, self.arena)
    }
}
