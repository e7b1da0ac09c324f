//! The encodings and their decoders: those of `encoding_rs`, or the few that are here without it.

#[cfg(feature = "legacy-encodings")]
mod all;
// In tests it is compared with `encoding_rs`.
#[cfg(any(test, not(feature = "legacy-encodings")))]
#[cfg_attr(
    feature = "legacy-encodings",
    allow(dead_code, unreachable_pub, unused_imports, reason = "only tests use it")
)]
mod few;
mod runs;

#[cfg(feature = "legacy-encodings")]
pub(crate) use all::*;
#[cfg(feature = "legacy-encodings")]
pub use encoding_rs::Encoding;
#[cfg(not(feature = "legacy-encodings"))]
pub use few::Encoding;
#[cfg(not(feature = "legacy-encodings"))]
pub(crate) use few::*;
pub(crate) use runs::{decode, rest_of_character, verbatim_piece};
