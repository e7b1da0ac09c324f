//! Decoding by runs: bytes that are their own text are copied many at once, and only the others are given to a decoder.

use crate::Encoding;
use crate::decoder::Decoder;
use crate::encoding::UTF_8;

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
        return decoder.decode_by_character(bytes, last, text, malformed);
    }
    text.reserve(bytes.len());
    let (mut step, mut least) = (1, BLOCK);
    while !bytes.is_empty() {
        let length = if decoder.is_between_characters() {
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
        decoder.decode_by_character(&bytes[..length], false, text, &mut malformed);
        bytes = &bytes[length..];
    }
    if last && !decoder.is_between_characters() {
        decoder.decode_by_character(&[], true, text, malformed);
    }
}

/// Returns the start of the next piece, if that is all but a character that it is cut in, and its own text; else nothing.
pub(crate) fn verbatim_piece<'b>(decoder: &Decoder, bytes: &'b [u8]) -> &'b str {
    let encoding = decoder.encoding();
    if !encoding.is_ascii_compatible() || !decoder.is_between_characters() {
        return "";
    }
    let text = verbatim(encoding, bytes);
    if bytes.len() - text.len() < 4 { text } else { "" }
}

/// Returns the number of bytes at the start of the next piece that may end the character of UTF-8 that the last one was cut in.
pub(crate) fn rest_of_character(decoder: &Decoder, bytes: &[u8]) -> usize {
    if decoder.encoding() != UTF_8 || decoder.is_between_characters() {
        return 0;
    }
    bytes.iter().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count()
}

/// Returns the bytes from the start that are their own text, as far as whole blocks are: for a place between two characters of an
/// encoding that is compatible with ASCII.
fn verbatim<'b>(encoding: &'static Encoding, bytes: &'b [u8]) -> &'b str {
    if encoding == UTF_8 {
        let bytes = without_cut_character(bytes);
        return simdutf8::compat::from_utf8(bytes)
            .unwrap_or_else(|error| simdutf8::basic::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default());
    }
    let ascii = ascii_blocks(bytes);
    simdutf8::basic::from_utf8(&bytes[..ascii]).unwrap_or_default()
}

/// Returns the length of the blocks at the start that are ASCII.
fn ascii_blocks(bytes: &[u8]) -> usize {
    bytes.chunks(BLOCK).take_while(|block| block.is_ascii()).map(<[u8]>::len).sum()
}

/// Returns the number of ASCII bytes at the start.
pub(crate) fn ascii_length(bytes: &[u8]) -> usize {
    let blocks = ascii_blocks(bytes);
    blocks + bytes[blocks..].iter().take_while(|byte| byte.is_ascii()).count()
}

/// Leaves out the first bytes of a character that UTF-8 is cut in, so that the others are valid as a whole.
fn without_cut_character(bytes: &[u8]) -> &[u8] {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{ENCODINGS, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_16LE};
    use proptest::prelude::*;

    /// Runs of ASCII of lengths around the constants, and between them what an encoding may be asked to read: characters, lead bytes
    /// alone, escapes, marks, noise.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        let around = |length: usize| length.saturating_sub(3)..length + 4;
        let length = prop_oneof![
            8 => 0..6usize,
            3 => around(BLOCK),
            3 => around(2 * BLOCK),
            2 => around(WORTH_IT),
            1 => around(RUN),
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

    /// Cuts bytes at some places.
    fn cut<'b>(bytes: &'b [u8], cuts: &[prop::sample::Index]) -> Vec<&'b [u8]> {
        let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        places.extend([0, bytes.len()]);
        places.sort_unstable();
        places.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect()
    }

    proptest! {
        #[test]
        fn runs_agree_with_encoding_rs(
            bytes in bytes(),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..5),
            is_by_bytes in prop::bool::weighted(0.1),
        ) {
            for encoding in ENCODINGS.iter().filter(|encoding| encoding.is_supported()) {
                let other = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
                let (expected, had_errors) = other.decode_without_bom_handling(&bytes);
                let decoded = crate::decode::decode_without_mark(&bytes, encoding);
                prop_assert_eq!((&decoded.text, decoded.had_errors), (&expected, had_errors), "{}", encoding.name());

                for removes in [false, true] {
                    let mut decoder = match removes {
                        true => Decoder::with_mark_removal(encoding),
                        false => Decoder::new(encoding),
                    };
                    let (mut text, mut errors) = (String::new(), 0);
                    let mut malformed = |text: &mut String| {
                        errors += 1;
                        text.push('\u{fffd}');
                    };
                    let pieces = if is_by_bytes { bytes.chunks(1).collect() } else { cut(&bytes, &cuts) };
                    for mut piece in pieces {
                        let verbatim = verbatim_piece(&decoder, piece);
                        text.push_str(verbatim);
                        piece = &piece[verbatim.len()..];
                        decode(&mut decoder, piece, false, &mut text, &mut malformed);
                    }
                    decode(&mut decoder, &[], true, &mut text, &mut malformed);
                    let expected = match removes {
                        true => other.decode_with_bom_removal(&bytes),
                        false => other.decode_without_bom_handling(&bytes),
                    };
                    prop_assert_eq!((text.as_str(), errors > 0), (&*expected.0, expected.1), "{}", encoding.name());
                }
            }
        }
    }

    #[test]
    fn only_a_character_that_is_open_has_a_rest() {
        let mut utf_8 = Decoder::new(UTF_8);
        assert_eq!(rest_of_character(&utf_8, b"\x80\x80"), 0);
        decode(&mut utf_8, b"tea \xf0\x9f", false, &mut String::new(), |_| ());
        assert_eq!(rest_of_character(&utf_8, b"\x8d\xb5tea"), 2);
        let mut shift_jis = Decoder::new(SHIFT_JIS);
        decode(&mut shift_jis, b"\x82", false, &mut String::new(), |_| ());
        assert_eq!(rest_of_character(&shift_jis, b"\xa0\x82\xa2"), 0);
    }

    #[test]
    fn a_piece_is_verbatim_up_to_the_character_that_it_is_cut_in() {
        let utf_8 = Decoder::new(UTF_8);
        assert_eq!(verbatim_piece(&utf_8, "Grüner Te".as_bytes()), "Grüner Te");
        assert_eq!(verbatim_piece(&utf_8, b"tea \xf0\x9f\x8d"), "tea ");
        assert_eq!(verbatim_piece(&utf_8, b"tea \xf0\x9f\x8d "), "");
        assert_eq!(verbatim_piece(&utf_8, b"tea \xe6\x97"), "tea ");
        assert_eq!(verbatim_piece(&utf_8, b"\xc3"), "");
        assert_eq!(verbatim_piece(&Decoder::with_mark_removal(UTF_8), b"tea"), "");
        assert_eq!(verbatim_piece(&Decoder::new(SHIFT_JIS), b"tea"), "tea");
        for encoding in [ISO_2022_JP, UTF_16LE, REPLACEMENT] {
            assert_eq!(verbatim_piece(&Decoder::new(encoding), b"tea"), "");
        }
    }
}
