use crate::{Confidence, PRESCAN_LENGTH, SniffOptions, sniff};
use encoding_rs::{Decoder, Encoding};

/// Decodes bytes that arrive in pieces: it holds back the first [`PRESCAN_LENGTH`] of them until the encoding can be
/// sniffed, and decodes from then on. Malformed sequences become U+FFFD, wherever the pieces are cut.
///
/// ```
/// use limpid_encoding::{SniffOptions, StreamDecoder};
/// let mut text = String::new();
/// let mut decoder = StreamDecoder::new(SniffOptions::new());
/// decoder.decode(b"<meta charset=utf-8>\xc3", &mut text);
/// decoder.decode(b"\xa9", &mut text);
/// decoder.finish(&mut text);
/// assert_eq!(text, "<meta charset=utf-8>é");
/// ```
pub struct StreamDecoder {
    options: SniffOptions,
    held_back: Vec<u8>,
    decoder: Option<Decoder>,
    confidence: Confidence,
}

impl StreamDecoder {
    /// A decoder at the start of a stream.
    pub fn new(options: SniffOptions) -> StreamDecoder {
        StreamDecoder { options, held_back: Vec::new(), decoder: None, confidence: Confidence::Tentative }
    }

    /// A decoder for an encoding that is certain, a byte order mark of its own excepted.
    pub fn certain(encoding: &'static Encoding) -> StreamDecoder {
        StreamDecoder {
            options: SniffOptions::new(),
            held_back: Vec::new(),
            decoder: Some(encoding.new_decoder_with_bom_removal()),
            confidence: Confidence::Certain,
        }
    }

    /// How sure the encoding is.
    pub fn confidence(&self) -> Confidence {
        self.confidence
    }

    /// Makes the encoding certain.
    pub fn make_certain(&mut self) {
        self.confidence = Confidence::Certain;
    }

    /// Goes on in another encoding, which is certain: what [`ChangeEncoding::Switch`](crate::ChangeEncoding::Switch)
    /// asks. All bytes so far must have been ASCII.
    pub fn switch(&mut self, encoding: &'static Encoding) {
        self.decoder = Some(encoding.new_decoder_without_bom_handling());
        self.confidence = Confidence::Certain;
    }

    /// The encoding, once it is sniffed.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.decoder.as_ref().map(Decoder::encoding)
    }

    /// Decodes the next piece and appends the text to `text`.
    pub fn decode(&mut self, bytes: &[u8], text: &mut String) {
        if let Some(decoder) = &mut self.decoder {
            decode(decoder, bytes, false, text);
            return;
        }
        self.held_back.extend_from_slice(bytes);
        if self.held_back.len() >= PRESCAN_LENGTH {
            let held_back = core::mem::take(&mut self.held_back);
            decode(self.start(&held_back), &held_back, false, text);
        }
    }

    /// Ends the stream: appends what is left to `text`, and tells the encoding.
    pub fn finish(&mut self, text: &mut String) -> &'static Encoding {
        let held_back = core::mem::take(&mut self.held_back);
        let decoder = match &mut self.decoder {
            Some(decoder) => decoder,
            None => self.start(&held_back),
        };
        decode(decoder, &held_back, true, text);
        let encoding = decoder.encoding();
        // A finished decoder takes no more; there is nothing more to come.
        *decoder = encoding.new_decoder_without_bom_handling();
        encoding
    }

    /// Sniffs the encoding of the first bytes. A byte order mark has decided then, and is removed.
    fn start(&mut self, first_bytes: &[u8]) -> &mut Decoder {
        let sniffed = sniff(first_bytes, &self.options);
        self.confidence = sniffed.confidence;
        self.decoder.insert(sniffed.encoding.new_decoder_with_bom_removal())
    }
}

impl core::fmt::Debug for StreamDecoder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut debug = f.debug_struct("StreamDecoder");
        debug.field("encoding", &self.encoding()).field("held_back", &self.held_back.len()).finish()
    }
}

fn decode(decoder: &mut Decoder, mut bytes: &[u8], last: bool, text: &mut String) {
    loop {
        // The decoder writes into the capacity that there is; some space beyond the estimate lets it end a sequence.
        text.reserve(decoder.max_utf8_buffer_length(bytes.len().min(1 << 16)).unwrap_or(1 << 16).max(16));
        let (result, read, _) = decoder.decode_to_string(bytes, text, last);
        bytes = &bytes[read..];
        if result == encoding_rs::CoderResult::InputEmpty {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode as decode_whole;

    #[test]
    fn any_cut_gives_the_text_of_the_whole() {
        let mut page = b"<!DOCTYPE html><meta charset=shift_jis><p>\x82\xa0\x83".to_vec();
        page.extend_from_slice(&b"\x82\xa0 x".repeat(400));
        for bytes in [&page[..], b"\xef\xbb\xbfa\xc3", b"\xff\xfea\0\xd8", b"", b"\xff"] {
            let sniffed = sniff(bytes, &SniffOptions::new());
            let expected = decode_whole(bytes, sniffed.encoding);
            for size in [1, 2, 3, 7, 1023, 1024, 1025, 5000] {
                let mut text = String::new();
                let mut decoder = StreamDecoder::new(SniffOptions::new());
                bytes.chunks(size).for_each(|piece| decoder.decode(piece, &mut text));
                assert_eq!(decoder.finish(&mut text), expected.encoding);
                assert_eq!(text, expected.text, "pieces of {size}");
            }
        }
    }
}
