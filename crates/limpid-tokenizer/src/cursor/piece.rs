//! Text of a token in the making.

use super::BuiltText;
use limpid_markup::Span;

/// Text of a token in the making: a range of the input as long as it can be taken verbatim, and a range of the built
/// buffer from the first replaced character on. Offsets are those of the input; nothing is copied until it has to be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Piece {
    /// The start of the piece in the input.
    pub start: u32,
    /// Input up to here is in the built buffer already; equals `start` while nothing is built.
    copied_to: u32,
    /// The start of the piece in the built buffer, once something is built.
    built_from: Option<u32>,
    /// Whether an ASCII upper alpha was noted.
    has_uppercase: bool,
}

/// A finished [`Piece`].
#[derive(Clone, Copy, Debug, Default)]
pub struct PieceRange {
    /// The range of the input.
    pub span: Span,
    /// The range of the built buffer, if the text is not in the input as it is.
    pub built: Option<Span>,
}

impl PieceRange {
    /// Returns the text, given the window, the input offset that the window starts at, and the built buffer.
    pub fn text<'a>(&self, window: &'a str, window_start: u32, built: &'a str) -> &'a str {
        match self.built {
            Some(range) => &built[range.range()],
            None => &window[(self.span.start - window_start) as usize..(self.span.end - window_start) as usize],
        }
    }
}

impl Piece {
    /// Creates a piece that starts at an offset of the input; with `built_from`, all of it is built.
    pub fn start_at(start: u32, built_from: Option<u32>) -> Piece {
        Piece { start, copied_to: start, built_from, has_uppercase: false }
    }

    /// Notes that there is an ASCII upper alpha among these bytes of a name.
    #[inline]
    pub fn note_uppercase(&mut self, bytes: &[u8]) {
        self.has_uppercase |= bytes.iter().any(u8::is_ascii_uppercase);
    }

    /// Takes `replacement` in place of the input's `range`, and the input before it as it is.
    pub fn replace(&mut self, range: Span, replacement: &str, window: &str, window_start: u32, built: &mut BuiltText) {
        self.copy_up_to(range.start, window, window_start, built);
        built.push_str(replacement);
        self.copied_to = range.end;
    }

    fn copy_up_to(&mut self, end: u32, window: &str, window_start: u32, built: &mut BuiltText) {
        if self.built_from.is_none() {
            self.built_from = Some(built.end());
        }
        built.push_str(&window[(self.copied_to - window_start) as usize..(end - window_start) as usize]);
        self.copied_to = end;
    }

    /// Ends the piece at an offset of the input.
    pub fn finish(mut self, end: u32, window: &str, window_start: u32, built: &mut BuiltText) -> PieceRange {
        let span = Span::new(self.start, end);
        let built = self.built_from.map(|from| {
            self.copy_up_to(end, window, window_start, built);
            Span::new(from, built.end())
        });
        PieceRange { span, built }
    }

    /// Ends the piece like [`finish`](Self::finish), in ASCII lowercase.
    pub fn finish_lowercase(mut self, end: u32, window: &str, window_start: u32, built: &mut BuiltText) -> PieceRange {
        if self.has_uppercase {
            self.copy_up_to(end, window, window_start, built);
            built.make_lowercase_from(self.built_from.unwrap_or(0));
        }
        self.finish(end, window, window_start, built)
    }
}
