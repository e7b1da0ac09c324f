//! Decoding by runs: bytes that are their own text are copied many at once, and only the others are given to a decoder.

use super::{Decoder, Encoding, UTF_8, decode_by_rules, is_between_characters};

/// The bytes that are looked at together. Fewer would call the decoder more often, more would give it more ASCII.
const BLOCK: usize = 64;

/// The length of a run that is worth the calls around it.
const WORTH_IT: usize = 8 * BLOCK;

/// The most bytes that are checked and then copied, so that the copy reads what the check has brought near.
const RUN: usize = 1 << 14;

/// Appends the text of a piece of bytes, the last one or not. What is called for a malformed sequence appends its stand-in.
pub(crate) fn decode(
    decoder: &mut Decoder,
    mut bytes: &[u8],
    last: bool,
    text: &mut String,
    mut malformed: impl FnMut(&mut String),
) {
    let encoding = decoder.encoding();
    if !encoding.is_ascii_compatible() {
        return decode_by_rules(decoder, bytes, last, text, malformed);
    }
    text.reserve(bytes.len());
    let (mut step, mut least) = (1, BLOCK);
    while !bytes.is_empty() {
        let length = if is_between_characters(decoder) {
            let run = verbatim(encoding, &bytes[..bytes.len().min(RUN)]);
            text.push_str(run);
            bytes = &bytes[run.len()..];
            // Where runs are short, fewer of them are looked for.
            (step, least) = (1, if run.len() < WORTH_IT { RUN.min(2 * least) } else { BLOCK });
            foreign_length(encoding, bytes, least)
        } else {
            // A character that was cut ends with the next bytes; in what is no text, one may be open after each byte.
            step = RUN.min(2 * step);
            bytes.len().min(step / 2)
        };
        decode_by_rules(decoder, &bytes[..length], false, text, &mut malformed);
        bytes = &bytes[length..];
    }
    if last {
        decode_by_rules(decoder, &[], true, text, malformed);
    }
}

/// Returns the start of the next piece, if that is all but a character that it is cut in, and its own text; else nothing.
pub(crate) fn verbatim_piece<'b>(decoder: &Decoder, bytes: &'b [u8]) -> &'b str {
    let encoding = decoder.encoding();
    if !encoding.is_ascii_compatible() || !is_between_characters(decoder) {
        return "";
    }
    let text = verbatim(encoding, bytes);
    if bytes.len() - text.len() < 4 { text } else { "" }
}

/// Returns the bytes from the start that are their own text, as far as whole blocks are: for a place between two characters of an
/// encoding that is compatible with ASCII.
fn verbatim<'b>(encoding: &'static Encoding, bytes: &'b [u8]) -> &'b str {
    if encoding == UTF_8 {
        return simdutf8::compat::from_utf8(bytes).unwrap_or_else(|error| {
            // Most are cut in their last character only.
            simdutf8::basic::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
        });
    }
    let ascii = bytes.chunks(BLOCK).take_while(|block| block.is_ascii()).map(<[u8]>::len).sum();
    simdutf8::basic::from_utf8(&bytes[..ascii]).unwrap_or_default()
}

/// Returns the length of what the decoder is given, where a block begins that is not its own text: of so many bytes, and in other
/// encodings than UTF-8 of those up to the next two blocks of ASCII.
fn foreign_length(encoding: &'static Encoding, bytes: &[u8], least: usize) -> usize {
    let least = bytes.len().min(least);
    if encoding == UTF_8 {
        return least;
    }
    let rest = &bytes[least..bytes.len().min(least.max(RUN))];
    let is_foreign = |blocks: &&[u8]| !blocks.is_ascii();
    least + rest.chunks(2 * BLOCK).take_while(is_foreign).map(<[u8]>::len).sum::<usize>()
}
