//! The input of a sink that runs the tokenizer itself.

use limpid_markup5ever::Session;
use markup5ever::tendril::StrTendril;
use std::cell::Cell;

/// A piece of input on its way through the tokenizer to a sink.
#[doc(hidden)]
pub struct Feed<'f> {
    pub(crate) tokenizer: &'f mut limpid_tokenizer::Tokenizer,
    pub(crate) input: Input,
    pub(crate) session: &'f Session<()>,
    pub(crate) exact_errors: bool,
    /// Set when the sink has fed something.
    pub(crate) interruption: &'f Cell<bool>,
    /// Whether scripts and encodings are reasons to return.
    pub(crate) pauses: bool,
}

/// The input of one run.
pub(crate) enum Input {
    Piece { text: StrTendril, has_cr_or_nul: bool },
    End,
}
