//! The arguments for a sink that runs the tokenizer itself.

use limpid_markup5ever::Session;
use markup5ever::tendril::StrTendril;
use std::cell::Cell;

/// The arguments of [`TokenSink::take_tokens_of`](super::TokenSink::take_tokens_of).
#[doc(hidden)]
pub struct Feed<'f> {
    pub(crate) tokenizer: &'f mut limpid_tokenizer::Tokenizer,
    pub(crate) input: Input,
    pub(crate) session: &'f Session<()>,
    pub(crate) exact_errors: bool,
    /// Set if the sink feeds input while it processes a token.
    pub(crate) interruption: &'f Cell<bool>,
    /// Whether to return after a script or an encoding declaration.
    pub(crate) returns_early: bool,
}

/// The input of one run.
pub(crate) enum Input {
    Chunk { text: StrTendril, has_cr_or_nul: bool },
    End,
}
