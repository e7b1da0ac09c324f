//! The encodings of `encoding_rs`.

pub(crate) use encoding_rs::*;

/// Whether there is a decoder for an encoding.
pub(crate) fn is_supported(_: &'static Encoding) -> bool {
    true
}

/// Appends the text of a piece of bytes, the last one or not. What is called for a malformed sequence appends its stand-in.
pub(crate) fn decode(
    decoder: &mut Decoder,
    mut bytes: &[u8],
    last: bool,
    text: &mut String,
    mut malformed: impl FnMut(&mut String),
) {
    loop {
        // The decoder writes into the capacity that there is; some space beyond the estimate lets it end a sequence.
        let length = bytes.len().min(1 << 16);
        text.reserve(decoder.max_utf8_buffer_length_without_replacement(length).unwrap_or(1 << 16).max(16));
        let (result, read) = decoder.decode_to_string_without_replacement(bytes, text, last);
        bytes = &bytes[read..];
        match result {
            DecoderResult::InputEmpty => return,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => malformed(text),
        }
    }
}
