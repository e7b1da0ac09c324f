//! The input half of limpid's tokenizers: everything that HTML and XML do in the same way.
//!
//! * [`Cursor`]: a window of the input, the place in it, and the token in the making;
//! * [`StateMachine`]: a state machine over a cursor, with the idioms that its states are written in;
//! * [`Feeder`]: input in pieces, made into windows;
//! * [`Piece`], [`BuiltText`], [`TagInTheMaking`], [`DoctypeInTheMaking`]: the parts of a token in the making;
//!
//! This is for the tokenizers of limpid, here and in `limpid-xml5`, and changes with them.

pub(crate) mod block;
mod built_text;
mod doctype;
mod feeder;
mod piece;
pub(crate) mod scan;
mod state_machine;
mod tag;
mod window;

pub use block::{BLOCK, Block, Found};
pub use built_text::BuiltText;
pub use doctype::{DoctypeInTheMaking, Identifier};
pub use feeder::{Feeder, Stop};
pub use piece::{Piece, PieceRange};
pub use scan::{ByteSet, byte_set, chunk_at, find_marked, find2, has_cr_or_nul};
pub use state_machine::StateMachine;
pub use tag::{MANY_ATTRIBUTES, Rejected, TagInTheMaking};
pub(crate) use window::KEPT_TEXT;
pub use window::{Cursor, TokenInTheMaking, WindowEnd};
