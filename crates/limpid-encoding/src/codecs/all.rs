//! The encodings of `encoding_rs`.

pub(crate) use encoding_rs::*;

/// Whether there is a decoder for an encoding.
pub(crate) fn is_supported(_: &'static Encoding) -> bool {
    true
}

/// The bytes of text that a decoder writes at once.
const ROOM: usize = 4096;

/// Whether a decoder is between two characters, so that the next byte starts one. It is not while it looks for a byte order mark.
pub(crate) fn is_between_characters(decoder: &Decoder) -> bool {
    decoder.latin1_byte_compatible_up_to(&[]).is_some()
}

/// Appends the text of a piece of bytes, the last one or not, character by character. What is called for a malformed sequence appends
/// its stand-in.
pub(crate) fn decode_by_rules(
    decoder: &mut Decoder,
    mut bytes: &[u8],
    last: bool,
    text: &mut String,
    mut malformed: impl FnMut(&mut String),
) {
    // Not into `text` itself: the decoder writes to each page of memory that there is room in, with each call.
    let most = decoder.max_utf8_buffer_length_without_replacement(bytes.len()).unwrap_or(ROOM);
    let mut room = String::with_capacity(most.clamp(16, ROOM));
    loop {
        let (result, read) = decoder.decode_to_string_without_replacement(bytes, &mut room, last);
        text.push_str(&room);
        room.clear();
        bytes = &bytes[read..];
        match result {
            DecoderResult::InputEmpty => return,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => malformed(text),
        }
    }
}
