use crate::Span;

/// Text from the tokenizer, with its span in the input.
///
/// ```
/// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as tree_builder; }
/// use limpid::{Span, tree_builder::Text};
/// let source = "<p>Tea";
/// let text = Text { text: "Tea", span: Span::new(3, 6), verbatim: true };
/// assert_eq!(&source[text.span], text.text);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// The text itself.
    pub text: &'a str,
    /// The bytes of the input that the text was read from.
    pub span: Span,
    /// Whether the input contains exactly this text at [`span`](Self::span), so that a sink that keeps the input need not
    /// copy it. It is false for text with decoded character references, replaced NULs or normalized newlines.
    pub verbatim: bool,
}

impl<'a> Text<'a> {
    /// Makes a text that is not in the input.
    ///
    /// ```
    /// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as tree_builder; }
    /// assert!(!limpid::tree_builder::Text::synthetic("Tea").verbatim);
    /// ```
    #[inline]
    pub const fn synthetic(text: &'a str) -> Text<'a> {
        Text { text, span: Span::empty(0), verbatim: false }
    }

    /// Splits the text at a byte position. If it is not verbatim, both halves keep the whole span.
    ///
    /// # Panics
    /// Panics if `at` is not on a char boundary of the text.
    ///
    /// ```
    /// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as tree_builder; }
    /// use limpid::{Span, tree_builder::Text};
    /// let (green, tea) = Text { text: "Green tea", span: Span::new(3, 12), verbatim: true }.split_at(6);
    /// assert_eq!((green.text, tea.text, tea.span), ("Green ", "tea", Span::new(9, 12)));
    /// ```
    #[inline]
    pub fn split_at(self, at: usize) -> (Text<'a>, Text<'a>) {
        let (head, tail) = self.text.split_at(at);
        if self.verbatim {
            let middle = self.span.start + at as u32;
            (
                Text { text: head, span: Span::new(self.span.start, middle), verbatim: true },
                Text { text: tail, span: Span::new(middle, self.span.end), verbatim: true },
            )
        } else {
            (Text { text: head, ..self }, Text { text: tail, ..self })
        }
    }
}
