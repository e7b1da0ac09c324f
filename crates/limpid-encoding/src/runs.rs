//! Decoding by runs: copies long runs of bytes that need no decoding, and decodes only the others character by character.

use crate::Encoding;
use crate::decoder::Decoder;
use crate::encoding::UTF_8;

/// The length of the blocks that are checked for ASCII. Each block is either copied or decoded. With smaller blocks, the decoder would be called more
/// often. With larger blocks, it would decode more ASCII bytes, which could be copied.
const BLOCK: usize = 64;

/// The minimum length of a run for which the time to search for the run does not matter.
const LONG_RUN: usize = 8 * BLOCK;

/// The maximum number of bytes that are validated and then copied, so that they are still in the cache when they are copied.
const MAX_RUN: usize = 1 << 14;

/// Decodes a chunk and appends the result to `text`. Calls `malformed` to append the replacement of each malformed sequence.
pub(crate) fn decode(
    decoder: &mut Decoder,
    mut bytes: &[u8],
    last: bool,
    text: &mut String,
    mut malformed: impl FnMut(&mut String),
) {
    let encoding = decoder.encoding();
    if !encoding.is_ascii_compatible() {
        return decoder.decode_by_character(bytes, last, text, malformed);
    }
    text.reserve(bytes.len());
    let (mut step, mut min_length) = (1, BLOCK);
    while !bytes.is_empty() {
        let length = if decoder.is_between_characters() {
            let run = leading_verbatim(encoding, &bytes[..bytes.len().min(MAX_RUN)]);
            text.push_str(run);
            bytes = &bytes[run.len()..];
            // If runs are short, decode more bytes before searching for the next run.
            (step, min_length) = (1, if run.len() < LONG_RUN { MAX_RUN.min(2 * min_length) } else { BLOCK });
            length_to_decode(encoding, bytes, min_length)
        } else {
            // The next bytes complete a character. In binary data, a character may be incomplete after every byte, so the step doubles.
            step = MAX_RUN.min(2 * step);
            bytes.len().min(step / 2)
        };
        decoder.decode_by_character(&bytes[..length], false, text, &mut malformed);
        bytes = &bytes[length..];
    }
    if last && !decoder.is_between_characters() {
        decoder.decode_by_character(&[], true, text, malformed);
    }
}

/// Returns the chunk as text if it needs no decoding, except for an incomplete character at its end; otherwise `""`.
pub(crate) fn verbatim_chunk<'b>(decoder: &Decoder, bytes: &'b [u8]) -> &'b str {
    let encoding = decoder.encoding();
    if !encoding.is_ascii_compatible() || !decoder.is_between_characters() {
        return "";
    }
    let text = leading_verbatim(encoding, bytes);
    if bytes.len() - text.len() < 4 { text } else { "" }
}

/// Returns the number of bytes at the start of the next chunk that continue an incomplete UTF-8 character.
pub(crate) fn rest_of_character(decoder: &Decoder, bytes: &[u8]) -> usize {
    if decoder.encoding() != UTF_8 || decoder.is_between_characters() {
        return 0;
    }
    bytes.iter().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count()
}

/// Returns the leading bytes that need no decoding: valid UTF-8, or ASCII blocks in other ASCII-compatible encodings. The bytes must start
/// with a character.
fn leading_verbatim<'b>(encoding: &'static Encoding, bytes: &'b [u8]) -> &'b str {
    if encoding == UTF_8 {
        let bytes = without_incomplete_character(bytes);
        return simdutf8::compat::from_utf8(bytes)
            .unwrap_or_else(|error| simdutf8::basic::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default());
    }
    let ascii = ascii_blocks(bytes);
    simdutf8::basic::from_utf8(&bytes[..ascii]).unwrap_or_default()
}

/// Returns the total length of the leading ASCII blocks.
fn ascii_blocks(bytes: &[u8]) -> usize {
    bytes.chunks(BLOCK).take_while(|block| block.is_ascii()).map(<[u8]>::len).sum()
}

/// Returns the number of leading ASCII bytes.
pub(crate) fn ascii_length(bytes: &[u8]) -> usize {
    let blocks = ascii_blocks(bytes);
    blocks + bytes[blocks..].iter().take_while(|byte| byte.is_ascii()).count()
}

/// Removes an incomplete UTF-8 character at the end, so that the rest can be validated at once.
fn without_incomplete_character(bytes: &[u8]) -> &[u8] {
    let is_lead = |&length: &usize| bytes[bytes.len() - length] >= 0xC0;
    let Some(length) = (1..=bytes.len().min(3)).find(is_lead) else { return bytes };
    let start = bytes.len() - length;
    let is_cut = match bytes[start] {
        ..=0xDF => length < 2,
        0xE0..=0xEF => length < 3,
        _ => true,
    };
    if is_cut { &bytes[..start] } else { bytes }
}

/// Returns the number of bytes to decode before searching for the next run. For UTF-8, this is `min_length`. For other encodings, it also includes
/// the bytes up to the next two consecutive ASCII blocks.
fn length_to_decode(encoding: &'static Encoding, bytes: &[u8], min_length: usize) -> usize {
    let min_length = bytes.len().min(min_length);
    if encoding == UTF_8 {
        return min_length;
    }
    let rest = &bytes[min_length..bytes.len().min(min_length.max(MAX_RUN))];
    let is_not_ascii = |blocks: &&[u8]| !blocks.is_ascii();
    min_length + rest.chunks(2 * BLOCK).take_while(is_not_ascii).map(<[u8]>::len).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{ENCODINGS, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_16LE};
    use proptest::prelude::*;

    /// Generates runs of ASCII with lengths around the constants, with characters, incomplete characters, escape sequences, byte order marks
    /// and random bytes in between.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        let around = |length: usize| length.saturating_sub(3)..length + 4;
        let length = prop_oneof![
            8 => 0..6usize,
            3 => around(BLOCK),
            3 => around(2 * BLOCK),
            2 => around(LONG_RUN),
            1 => around(MAX_RUN),
        ];
        let ascii = length.prop_map(|length| b"<p class=tea>Green\r\n".iter().copied().cycle().take(length).collect());
        let characters = prop::sample::select(vec![
            &b"\xc3\xa9"[..],
            b"\xe6\x97\xa5",
            b"\xf0\x9f\x8d\xb5",
            b"\xe6\x97",
            b"\xf0\x9f\x8d",
            b"\xc3",
            b"\x80",
            b"\xff",
            b"\xa4\x40",
            b"\x81\x30\x81\x30",
            b"\x81\x30\x81",
            b"\x81\x30",
            b"\x8f\xa2\xaf",
            b"\x8f\xa2",
            b"\x8e",
            b"\x82\xa0",
            b"\x83",
            b"\xed\xa0\x80",
            b"\x1b$B$\"\x1b(B",
            b"\x1b$",
            b"\x0e",
            b"\xef\xbb\xbf",
            b"\xff\xfe",
            b"\xfe\xff",
            b"\0",
            b"\x88\x62",
        ]);
        let other = prop_oneof![
            3 => prop::collection::vec(characters.prop_map(<[u8]>::to_vec), 0..5).prop_map(|parts| parts.concat()),
            1 => prop::collection::vec(any::<u8>(), 0..9),
            1 => (any::<u8>(), around(3 * BLOCK)).prop_map(|(byte, length)| vec![byte; length]),
        ];
        prop::collection::vec((ascii, other), 0..6).prop_map(|parts: Vec<(Vec<u8>, Vec<u8>)>| {
            parts.into_iter().flat_map(|(ascii, other)| [ascii, other]).collect::<Vec<_>>().concat()
        })
    }

    /// Splits bytes at these indices.
    fn cut<'b>(bytes: &'b [u8], cuts: &[prop::sample::Index]) -> Vec<&'b [u8]> {
        let mut positions: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        positions.extend([0, bytes.len()]);
        positions.sort_unstable();
        positions.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect()
    }

    proptest! {
        #[test]
        fn runs_agree_with_encoding_rs(
            bytes in bytes(),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
            in_single_bytes in prop::bool::weighted(0.1),
        ) {
            for encoding in ENCODINGS.iter().filter(|encoding| encoding.is_supported()) {
                let other = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
                let (expected, had_errors) = other.decode_without_bom_handling(&bytes);
                let decoded = crate::decode::decode_without_bom(&bytes, encoding);
                prop_assert_eq!((&decoded.text, decoded.had_errors), (&expected, had_errors), "{}", encoding.name());

                for removes_bom in [false, true] {
                    let mut decoder = match removes_bom {
                        true => Decoder::with_bom_removal(encoding),
                        false => Decoder::new(encoding),
                    };
                    let (mut text, mut errors) = (String::new(), 0);
                    let mut malformed = |text: &mut String| {
                        errors += 1;
                        text.push('\u{fffd}');
                    };
                    let chunks = if in_single_bytes { bytes.chunks(1).collect() } else { cut(&bytes, &cuts) };
                    for mut chunk in chunks {
                        let verbatim = verbatim_chunk(&decoder, chunk);
                        text.push_str(verbatim);
                        chunk = &chunk[verbatim.len()..];
                        decode(&mut decoder, chunk, false, &mut text, &mut malformed);
                    }
                    decode(&mut decoder, &[], true, &mut text, &mut malformed);
                    let expected = match removes_bom {
                        true => other.decode_with_bom_removal(&bytes),
                        false => other.decode_without_bom_handling(&bytes),
                    };
                    prop_assert_eq!((text.as_str(), errors > 0), (&*expected.0, expected.1), "{}", encoding.name());
                }
            }
        }
    }

    #[test]
    fn rest_of_character_is_0_after_a_complete_character_and_in_other_encodings() {
        let mut utf_8 = Decoder::new(UTF_8);
        assert_eq!(rest_of_character(&utf_8, b"\x80\x80"), 0);
        decode(&mut utf_8, b"tea \xf0\x9f", false, &mut String::new(), |_| ());
        assert_eq!(rest_of_character(&utf_8, b"\x8d\xb5tea"), 2);
        let mut shift_jis = Decoder::new(SHIFT_JIS);
        decode(&mut shift_jis, b"\x82", false, &mut String::new(), |_| ());
        assert_eq!(rest_of_character(&shift_jis, b"\xa0\x82\xa2"), 0);
    }

    #[test]
    fn a_chunk_is_verbatim_up_to_an_incomplete_character() {
        let utf_8 = Decoder::new(UTF_8);
        assert_eq!(verbatim_chunk(&utf_8, "Grüner Te".as_bytes()), "Grüner Te");
        assert_eq!(verbatim_chunk(&utf_8, b"tea \xf0\x9f\x8d"), "tea ");
        assert_eq!(verbatim_chunk(&utf_8, b"tea \xf0\x9f\x8d "), "");
        assert_eq!(verbatim_chunk(&utf_8, b"tea \xe6\x97"), "tea ");
        assert_eq!(verbatim_chunk(&utf_8, b"\xc3"), "");
        assert_eq!(verbatim_chunk(&Decoder::with_bom_removal(UTF_8), b"tea"), "");
        assert_eq!(verbatim_chunk(&Decoder::new(SHIFT_JIS), b"tea"), "tea");
        for encoding in [ISO_2022_JP, UTF_16LE, REPLACEMENT] {
            assert_eq!(verbatim_chunk(&Decoder::new(encoding), b"tea"), "");
        }
    }
}
