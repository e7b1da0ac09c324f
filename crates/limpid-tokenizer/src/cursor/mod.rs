//! The code that the HTML tokenizer and the XML tokenizer (`limpid-xml5`) share. It is not part of the public API.
//!
//! * [`Cursor`]: a window of the input, the position in it, and the current token
//! * [`StateMachine`]: operations that the states of both tokenizers use
//! * [`Feeder`]: makes windows from chunks of input
//! * [`Piece`], [`BuiltText`], [`CurrentTag`], [`CurrentDoctype`]: parts of the current token

pub(crate) mod block;
mod built_text;
mod doctype;
mod feeder;
mod piece;
pub(crate) mod scan;
mod state_machine;
mod tag;
mod window;

pub use block::{BLOCK, Block, ByteMask};
pub use built_text::BuiltText;
pub use doctype::{CurrentDoctype, Identifier};
pub use feeder::{Feeder, Stop};
pub use piece::{Piece, PieceRange};
pub use scan::{ByteSet, byte_set, chunk_at, find_in_set, find2, has_cr_or_nul};
pub use state_machine::StateMachine;
pub use tag::{CurrentTag, MANY_ATTRIBUTES, Rejected};
pub(crate) use window::MAX_KEPT_CAPACITY;
pub use window::{CurrentToken, Cursor, WindowEnd};
