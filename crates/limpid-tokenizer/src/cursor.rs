//! What limpid's tokenizers share: text in the making as ranges of the input, and looking for the next byte that matters.
//!
//! This is for the tokenizers of limpid, here and in `limpid-xml5`, and changes with them.

pub use crate::input::limit;
pub use crate::piece::{BUILT_LIMIT, Piece, PieceRange};
pub use crate::scan::{BLOCK, ByteSet, byte_set, chunk_at, find_marked, find2_cr_nul_from, find2_from, has_cr_or_nul};
