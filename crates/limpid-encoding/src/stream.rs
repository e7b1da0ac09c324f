//! Decoding of a stream: the first bytes wait until the encoding is known, later ones are decoded as they come.

use crate::decoder::Decoder;
use crate::runs;
use crate::sniff::sniff_bytes;
use crate::{Confidence, Encoding, EncodingSource, PRESCAN_LENGTH, SniffOptions, Sniffed};

/// Decodes bytes that arrive in pieces: it holds back the first [`PRESCAN_LENGTH`] of them until the encoding can be
/// sniffed from them, and decodes from then on. Malformed sequences become U+FFFD, wherever the pieces are cut.
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
    sniffed: Option<Sniffed>,
}

impl StreamDecoder {
    /// A decoder at the start of a stream.
    ///
    /// ```
    /// use limpid_encoding::{SniffOptions, StreamDecoder};
    /// assert!(StreamDecoder::new(SniffOptions::new()).encoding().is_none());
    /// ```
    #[inline]
    pub fn new(options: SniffOptions) -> StreamDecoder {
        StreamDecoder { options, held_back: Vec::new(), decoder: None, sniffed: None }
    }

    /// A decoder for an encoding that is certain by this source; a byte order mark of its own is removed.
    ///
    /// ```
    /// use limpid_encoding::{EncodingSource, StreamDecoder, encoding_for_label};
    /// let mut text = String::new();
    /// let mut decoder = StreamDecoder::certain(encoding_for_label("latin1").unwrap(), EncodingSource::TransportLabel);
    /// decoder.decode(b"\xe9", &mut text);
    /// assert_eq!(text, "é");
    /// ```
    #[inline]
    pub fn certain(encoding: &'static Encoding, source: EncodingSource) -> StreamDecoder {
        StreamDecoder {
            options: SniffOptions::new(),
            held_back: Vec::new(),
            decoder: Some(Decoder::with_mark_removal(encoding)),
            sniffed: Some(Sniffed { encoding, confidence: Confidence::Certain, source, bom_length: 0 }),
        }
    }

    /// The encoding, how sure it is and where it comes from, once that is known.
    ///
    /// ```
    /// use limpid_encoding::{EncodingSource, SniffOptions, StreamDecoder};
    /// let mut decoder = StreamDecoder::new(SniffOptions::new());
    /// assert!(decoder.sniffed().is_none());
    /// decoder.decode(b"\xef\xbb\xbf<p>", &mut String::new());
    /// decoder.finish(&mut String::new());
    /// assert_eq!(decoder.sniffed().unwrap().source, EncodingSource::Bom);
    /// ```
    #[inline]
    pub fn sniffed(&self) -> Option<Sniffed> {
        self.sniffed
    }

    /// Returns the confidence of the encoding.
    ///
    /// ```
    /// use limpid_encoding::{Confidence, SniffOptions, StreamDecoder};
    /// let mut decoder = StreamDecoder::new(SniffOptions::new());
    /// decoder.decode(b"<meta charset=utf-8>", &mut String::new());
    /// decoder.finish(&mut String::new());
    /// assert_eq!(decoder.confidence(), Confidence::Tentative);
    /// ```
    #[inline]
    pub fn confidence(&self) -> Confidence {
        self.sniffed.map_or(Confidence::Tentative, |sniffed| sniffed.confidence)
    }

    /// Makes the encoding certain, if it is known.
    ///
    /// ```
    /// use limpid_encoding::{Confidence, SniffOptions, StreamDecoder};
    /// let mut decoder = StreamDecoder::new(SniffOptions::new());
    /// decoder.finish(&mut String::new());
    /// decoder.make_certain();
    /// assert_eq!(decoder.confidence(), Confidence::Certain);
    /// ```
    #[inline]
    pub fn make_certain(&mut self) {
        if let Some(sniffed) = &mut self.sniffed {
            sniffed.confidence = Confidence::Certain;
        }
    }

    /// Goes on in another encoding, which a late `meta` made certain: what [`ChangeEncoding::Switch`](crate::ChangeEncoding::Switch)
    /// asks. All bytes so far must have been ASCII.
    ///
    /// ```
    /// use limpid_encoding::{SniffOptions, StreamDecoder, encoding_for_label};
    /// let mut text = String::new();
    /// let mut decoder = StreamDecoder::new(SniffOptions::new());
    /// decoder.decode(&[b' '; 1024], &mut text);
    /// decoder.switch(encoding_for_label("utf-8").unwrap());
    /// decoder.decode(b"\xc3\xa9", &mut text);
    /// assert!(text.ends_with(" é"));
    /// ```
    #[inline]
    pub fn switch(&mut self, encoding: &'static Encoding) {
        self.decoder = Some(Decoder::new(encoding));
        let source = EncodingSource::LateMeta;
        self.sniffed = Some(Sniffed { encoding, confidence: Confidence::Certain, source, bom_length: 0 });
    }

    /// The encoding, once it is sniffed.
    ///
    /// ```
    /// use limpid_encoding::{SniffOptions, StreamDecoder};
    /// let mut decoder = StreamDecoder::new(SniffOptions::new());
    /// decoder.decode(b"<p>Tea", &mut String::new());
    /// assert_eq!(decoder.encoding(), None); // more may come
    /// decoder.finish(&mut String::new());
    /// assert_eq!(decoder.encoding().unwrap().name(), "windows-1252");
    /// ```
    #[inline]
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.sniffed.map(|sniffed| sniffed.encoding)
    }

    /// Decodes the next piece and appends the text to `text`.
    ///
    /// ```
    /// use limpid_encoding::{EncodingSource, StreamDecoder, encoding_for_label};
    /// let mut text = String::new();
    /// let mut decoder = StreamDecoder::certain(encoding_for_label("utf-8").unwrap(), EncodingSource::UserOverride);
    /// for piece in [&b"caf\xc3"[..], b"\xa9"] {
    ///     decoder.decode(piece, &mut text);
    /// }
    /// assert_eq!(text, "café");
    /// ```
    #[inline]
    pub fn decode(&mut self, bytes: &[u8], text: &mut String) {
        if let Some(decoder) = &mut self.decoder {
            decode(decoder, bytes, false, text);
            return;
        }
        self.held_back.extend_from_slice(bytes);
        if self.held_back.len() >= PRESCAN_LENGTH {
            let held_back = core::mem::take(&mut self.held_back);
            decode(self.start(&held_back, false), &held_back, false, text);
        }
    }

    /// Returns the start of the next piece, if nearly all of it is its own text: up to a character that it is cut in. That needs no copy and no
    /// decoding, so only the rest is for [`decode`](Self::decode). Otherwise it is empty. A first piece that is long enough is sniffed.
    ///
    /// ```
    /// use limpid_encoding::{EncodingSource, StreamDecoder, encoding_for_label};
    /// let mut decoder = StreamDecoder::certain(encoding_for_label("utf-8").unwrap(), EncodingSource::TransportLabel);
    /// decoder.decode(b"<p>", &mut String::new()); // no byte order mark
    /// assert_eq!(decoder.verbatim(b"caf\xc3\xa9, th\xc3"), "café, th");
    /// assert_eq!(decoder.verbatim(b"caf\xe9 au lait"), "");
    /// ```
    #[inline]
    pub fn verbatim<'b>(&mut self, bytes: &'b [u8]) -> &'b str {
        let is_first = self.decoder.is_none() && self.held_back.is_empty();
        if is_first && bytes.len() >= PRESCAN_LENGTH {
            self.start(bytes, false);
        }
        self.decoder.as_ref().map_or("", |decoder| runs::verbatim_piece(decoder, bytes))
    }

    /// Returns the number of bytes at the start of the next piece that may end the character of UTF-8 that the last one was cut in: at most 3.
    /// Where they are decoded alone, what follows them may be [verbatim](Self::verbatim).
    ///
    /// ```
    /// use limpid_encoding::{EncodingSource, StreamDecoder, encoding_for_label};
    /// let mut decoder = StreamDecoder::certain(encoding_for_label("utf-8").unwrap(), EncodingSource::TransportLabel);
    /// decoder.decode(b"<p>caf\xc3", &mut String::new());
    /// assert_eq!(decoder.rest_of_character(b"\xa9 au lait"), 1);
    /// ```
    #[inline]
    pub fn rest_of_character(&self, bytes: &[u8]) -> usize {
        self.decoder.as_ref().map_or(0, |decoder| runs::rest_of_character(decoder, bytes))
    }

    /// Ends the stream: appends what is left to `text`, and tells the encoding.
    ///
    /// ```
    /// use limpid_encoding::{SniffOptions, StreamDecoder};
    /// let mut text = String::new();
    /// let mut decoder = StreamDecoder::new(SniffOptions::new());
    /// decoder.decode(b"<p>caf\xe9", &mut text);
    /// assert_eq!((decoder.finish(&mut text).name(), text.as_str()), ("windows-1252", "<p>café"));
    /// ```
    #[inline]
    pub fn finish(&mut self, text: &mut String) -> &'static Encoding {
        let held_back = core::mem::take(&mut self.held_back);
        let decoder = match &mut self.decoder {
            Some(decoder) => decoder,
            None => self.start(&held_back, true),
        };
        decode(decoder, &held_back, true, text);
        let encoding = decoder.encoding();
        // A finished decoder takes no more; there is nothing more to come.
        *decoder = Decoder::new(encoding);
        encoding
    }

    /// Sniffs the encoding of the first bytes, as many whatever the pieces. A byte order mark has decided then, and is
    /// removed.
    fn start(&mut self, bytes: &[u8], are_all: bool) -> &mut Decoder {
        let sniffed = sniff_bytes(&bytes[..bytes.len().min(PRESCAN_LENGTH)], are_all, &self.options);
        self.sniffed = Some(sniffed);
        self.decoder.insert(match sniffed.bom_length {
            0 => Decoder::new(sniffed.encoding),
            _ => Decoder::with_mark_removal(sniffed.encoding),
        })
    }
}

impl core::fmt::Debug for StreamDecoder {
    #[inline]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut debug = f.debug_struct("StreamDecoder");
        debug.field("encoding", &self.encoding()).field("held_back", &self.held_back.len()).finish()
    }
}

#[inline]
fn decode(decoder: &mut Decoder, bytes: &[u8], last: bool, text: &mut String) {
    runs::decode(decoder, bytes, last, text, |text| text.push('\u{fffd}'));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::{EUC_JP, UTF_8, WINDOWS_1252};
    use crate::{decode as decode_whole, sniff};

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

    fn sniffed_in_pieces(bytes: &[u8], size: usize, options: &SniffOptions) -> Sniffed {
        let mut decoder = StreamDecoder::new(options.clone());
        bytes.chunks(size).for_each(|piece| decoder.decode(piece, &mut String::new()));
        decoder.finish(&mut String::new());
        decoder.sniffed().unwrap()
    }

    #[test]
    fn every_source_counts_in_streams_too() {
        let meta = b"<meta charset=euc-jp>";
        for (bytes, options) in [
            (&meta[..], SniffOptions::new()),
            (b"\xEF\xBB\xBF", SniffOptions::new().user_override(EUC_JP)),
            (meta, SniffOptions::new().transport_encoding(UTF_8)),
            (b"<p>", SniffOptions::new().parent_encoding(EUC_JP).likely_encoding(UTF_8)),
            (b"<p>", SniffOptions::new().likely_encoding(EUC_JP).detect_utf_8(true)),
            ("<p>ż".as_bytes(), SniffOptions::new().detect_utf_8(true)),
            ("<p>ż".as_bytes(), SniffOptions::new().fallback(EUC_JP)),
        ] {
            for size in [1, 2, 5000] {
                assert_eq!(sniffed_in_pieces(bytes, size, &options), sniff(bytes, &options));
            }
        }
    }

    #[test]
    fn of_a_stream_the_first_bytes_are_sniffed_whatever_the_pieces() {
        let detect = SniffOptions::new().detect_utf_8(true);
        // A character of two bytes is cut by the end of the first bytes.
        let cut = [&[b' '; PRESCAN_LENGTH - 3][..], "żż".as_bytes()].concat();
        let later = [&cut[..], b"\xFF"].concat();
        let too_late = [&[b' '; PRESCAN_LENGTH][..], "ż".as_bytes()].concat();
        for size in [1, 7, 1023, 1024, 1025, 5000] {
            assert_eq!(sniffed_in_pieces(&cut, size, &detect).encoding, UTF_8);
            assert_eq!(sniffed_in_pieces(&later, size, &detect).encoding, UTF_8);
            assert_eq!(sniffed_in_pieces(&too_late, size, &detect).encoding, WINDOWS_1252);
            // At the end of the stream nothing may be cut off.
            assert_eq!(sniffed_in_pieces(b"\xC5\xBC\xC5", size, &detect).encoding, WINDOWS_1252);
        }
    }

    #[cfg(feature = "encoding-detection")]
    #[test]
    fn of_a_stream_the_first_bytes_are_guessed_from() {
        use crate::Detection;
        use crate::labels::SHIFT_JIS;
        let options = SniffOptions::new().detect(Detection::new());
        let (text, _) = SHIFT_JIS.encode("吾輩は猫である。名前はまだ無い。");
        let page = [&b"<"[..], &text.repeat(50), b"\xFF\xFF"].concat();
        for size in [1, 7, 1024, 5000] {
            let sniffed = sniffed_in_pieces(&page, size, &options);
            assert_eq!((sniffed.encoding, sniffed.source), (SHIFT_JIS, EncodingSource::Detected), "pieces of {size}");
        }
    }

    #[test]
    fn a_late_meta_makes_the_encoding_certain() {
        let mut decoder = StreamDecoder::new(SniffOptions::new());
        assert_eq!((decoder.sniffed(), decoder.confidence()), (None, Confidence::Tentative));
        decoder.decode(&[b' '; PRESCAN_LENGTH], &mut String::new());
        assert_eq!(decoder.sniffed().unwrap().source, EncodingSource::Fallback);
        decoder.switch(EUC_JP);
        let sniffed = decoder.sniffed().unwrap();
        let expected = (EUC_JP, Confidence::Certain, EncodingSource::LateMeta);
        assert_eq!((sniffed.encoding, sniffed.confidence, sniffed.source), expected);
    }
}
