//! Searching the input by blocks and words.

mod blocks;
mod finders;
mod names;

pub use blocks::chunk_at;
pub(crate) use blocks::{chunk_or_copy, padded_tail, positions_of2};
pub use finders::{ByteSet, byte_set, find_in_set, find2, has_cr_or_nul};
pub(crate) use finders::{alphanumeric_prefix_len, find2_cr_nul, is_whitespace, skip_whitespace};
pub(crate) use names::{
    NameStart, end_tag_len, has_uppercase, has_uppercase_before, long_name_end, name_start, word_before, word_through,
};
