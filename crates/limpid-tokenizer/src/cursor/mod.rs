//! What limpid's tokenizers share: text in the making as ranges of the input, and looking for the next byte that matters.
//!
//! This is for the tokenizers of limpid, here and in `limpid-xml5`, and changes with them.

mod built_text;
mod input;
mod piece;

pub use crate::scan::{BLOCK, ByteSet, byte_set, chunk_at, find_marked, find2_cr_nul_from, find2_from, has_cr_or_nul};
pub use built_text::BuiltText;
pub use input::limit;
pub use piece::{Piece, PieceRange};
