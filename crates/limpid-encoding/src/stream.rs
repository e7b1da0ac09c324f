//! Decoding a stream of bytes in chunks.

use crate::decoder::Decoder;
use crate::runs;
use crate::sniff::{Progress, sniff_rest, sniff_stream};
use crate::{Confidence, Encoding, EncodingHints, EncodingSource, Sniffed};

/// Decodes bytes that arrive in chunks. The encoding is the one that [`sniff`](crate::sniff()) returns for the whole input. Malformed
/// sequences become U+FFFD. The text does not depend on the boundaries of the chunks.
///
/// The first bytes, at most [`PRESCAN_LENGTH`](crate::PRESCAN_LENGTH), are held back until they declare the encoding by a byte order mark or
/// a `meta` element. If they do not, ASCII text is decoded immediately. From the first non-ASCII byte on, bytes are held back again until there
/// are enough to detect the encoding (see [`EncodingHints::detect_utf_8`]).
///
/// ```
/// use limpid_encoding::{EncodingHints, StreamDecoder};
/// let mut text = String::new();
/// let mut decoder = StreamDecoder::new(EncodingHints::new());
/// decoder.decode(b"<meta charset=utf-8>\xc3", &mut text);
/// decoder.decode(b"\xa9", &mut text);
/// decoder.finish(&mut text);
/// assert_eq!(text, "<meta charset=utf-8>é");
/// ```
pub struct StreamDecoder {
    options: EncodingHints,
    held_back: Vec<u8>,
    /// The last byte of the ASCII text that was decoded before the encoding was known.
    last_ascii: Option<u8>,
    decoder: Option<Decoder>,
    sniffed: Option<Sniffed>,
}

impl StreamDecoder {
    /// Creates a decoder for a new stream.
    ///
    /// ```
    /// use limpid_encoding::{EncodingHints, StreamDecoder};
    /// assert!(StreamDecoder::new(EncodingHints::new()).encoding().is_none());
    /// ```
    #[inline]
    pub fn new(options: EncodingHints) -> StreamDecoder {
        StreamDecoder { options, held_back: Vec::new(), last_ascii: None, decoder: None, sniffed: None }
    }

    /// Creates a decoder for an encoding that is already certain. `source` tells where the encoding comes from. The decoder removes a byte order
    /// mark of this encoding.
    ///
    /// ```
    /// use limpid_encoding::{EncodingSource, StreamDecoder, Encoding};
    /// let mut text = String::new();
    /// let mut decoder = StreamDecoder::certain(Encoding::for_label("latin1").unwrap(), EncodingSource::TransportLabel);
    /// decoder.decode(b"\xe9", &mut text);
    /// assert_eq!(text, "é");
    /// ```
    #[inline]
    pub fn certain(encoding: &'static Encoding, source: EncodingSource) -> StreamDecoder {
        StreamDecoder {
            options: EncodingHints::new(),
            held_back: Vec::new(),
            last_ascii: None,
            decoder: Some(Decoder::with_bom_removal(encoding)),
            sniffed: Some(Sniffed { encoding, confidence: Confidence::Certain, source, bom_length: 0 }),
        }
    }

    /// Returns the encoding with its confidence and source, once it is known.
    ///
    /// ```
    /// use limpid_encoding::{EncodingSource, EncodingHints, StreamDecoder};
    /// let mut decoder = StreamDecoder::new(EncodingHints::new());
    /// assert!(decoder.sniffed().is_none());
    /// decoder.decode(b"\xef\xbb\xbf", &mut String::new());
    /// assert_eq!(decoder.sniffed().unwrap().source, EncodingSource::Bom);
    /// ```
    #[inline]
    pub fn sniffed(&self) -> Option<Sniffed> {
        self.sniffed
    }

    /// Returns the confidence of the encoding.
    ///
    /// ```
    /// use limpid_encoding::{Confidence, EncodingHints, StreamDecoder};
    /// let mut decoder = StreamDecoder::new(EncodingHints::new());
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
    /// use limpid_encoding::{Confidence, EncodingHints, StreamDecoder};
    /// let mut decoder = StreamDecoder::new(EncodingHints::new());
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

    /// Makes the encoding certain, if it is known, because a `meta` element declares it. See [`Sniffed::confirm`].
    ///
    /// ```
    /// use limpid_encoding::{EncodingSource, EncodingHints, StreamDecoder};
    /// let mut decoder = StreamDecoder::new(EncodingHints::new());
    /// decoder.finish(&mut String::new());
    /// decoder.confirm();
    /// assert_eq!(decoder.sniffed().unwrap().source, EncodingSource::LateMeta);
    /// ```
    #[inline]
    pub fn confirm(&mut self) {
        if let Some(sniffed) = &mut self.sniffed {
            sniffed.confirm();
        }
    }

    /// Switches to another encoding, which a `meta` element declared while parsing: the action for
    /// [`ChangeEncoding::Switch`](crate::ChangeEncoding::Switch). All text so far must be ASCII. Held back bytes are decoded in the new
    /// encoding.
    ///
    /// ```
    /// use limpid_encoding::{EncodingHints, StreamDecoder, Encoding};
    /// let mut text = String::new();
    /// let mut decoder = StreamDecoder::new(EncodingHints::new());
    /// decoder.decode(&[b' '; 1024], &mut text);
    /// decoder.switch(Encoding::for_label("utf-8").unwrap());
    /// decoder.decode(b"\xc3\xa9", &mut text);
    /// assert!(text.ends_with(" é"));
    /// ```
    #[inline]
    pub fn switch(&mut self, encoding: &'static Encoding) {
        self.decoder = Some(Decoder::new(encoding));
        let source = EncodingSource::LateMeta;
        self.sniffed = Some(Sniffed { encoding, confidence: Confidence::Certain, source, bom_length: 0 });
    }

    /// Returns the encoding once it is known.
    ///
    /// ```
    /// use limpid_encoding::{EncodingHints, StreamDecoder};
    /// let mut decoder = StreamDecoder::new(EncodingHints::new());
    /// decoder.decode(b"<p>Tea", &mut String::new());
    /// assert_eq!(decoder.encoding(), None); // more bytes may follow
    /// decoder.finish(&mut String::new());
    /// assert_eq!(decoder.encoding().unwrap().name(), "windows-1252");
    /// ```
    #[inline]
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.sniffed.map(|sniffed| sniffed.encoding)
    }

    /// Decodes the next chunk and appends the result to `text`.
    ///
    /// ```
    /// use limpid_encoding::{EncodingSource, StreamDecoder, Encoding};
    /// let mut text = String::new();
    /// let mut decoder = StreamDecoder::certain(Encoding::for_label("utf-8").unwrap(), EncodingSource::UserOverride);
    /// for chunk in [&b"caf\xc3"[..], b"\xa9"] {
    ///     decoder.decode(chunk, &mut text);
    /// }
    /// assert_eq!(text, "café");
    /// ```
    #[inline]
    pub fn decode(&mut self, bytes: &[u8], text: &mut String) {
        if let Some(decoder) = self.decoder.as_mut().filter(|_| self.held_back.is_empty()) {
            decode(decoder, bytes, false, text);
            return;
        }
        let is_in_ascii = self.last_ascii.is_some() && self.decoder.is_none() && self.held_back.is_empty();
        let (ascii, rest) = bytes.split_at(if is_in_ascii { runs::ascii_length(bytes) } else { 0 });
        text.push_str(self.pass_ascii(ascii));
        self.held_back.extend_from_slice(rest);
        let held_back = core::mem::take(&mut self.held_back);
        let decoder = match &mut self.decoder {
            Some(decoder) => decoder,
            None => match sniff_stream(self.last_ascii, &held_back, &self.options) {
                Progress::Known(sniffed) => self.start(sniffed),
                Progress::Ascii => return text.push_str(self.pass_ascii(&held_back)),
                Progress::Incomplete => {
                    self.held_back = held_back;
                    return;
                }
            },
        };
        decode(decoder, &held_back, false, text);
    }

    /// Returns the next chunk as text if it needs no decoding, except for an incomplete character at its end; otherwise `""`. Pass the rest of
    /// the chunk to [`decode`](Self::decode). Sniffs the encoding if it is not known and the chunk is long enough.
    ///
    /// ```
    /// use limpid_encoding::{EncodingSource, StreamDecoder, Encoding};
    /// let mut decoder = StreamDecoder::certain(Encoding::for_label("utf-8").unwrap(), EncodingSource::TransportLabel);
    /// decoder.decode(b"<p>", &mut String::new()); // these bytes are not a byte order mark
    /// assert_eq!(decoder.verbatim(b"caf\xc3\xa9, th\xc3"), "café, th");
    /// assert_eq!(decoder.verbatim(b"caf\xe9 au lait"), "");
    /// ```
    #[inline]
    pub fn verbatim<'b>(&mut self, bytes: &'b [u8]) -> &'b str {
        if !self.held_back.is_empty() {
            return "";
        }
        let decoder = match &mut self.decoder {
            Some(decoder) => decoder,
            None => match sniff_stream(self.last_ascii, bytes, &self.options) {
                Progress::Known(sniffed) => self.start(sniffed),
                Progress::Ascii => return self.pass_ascii(bytes),
                Progress::Incomplete => return "",
            },
        };
        runs::verbatim_chunk(decoder, bytes)
    }

    /// Returns the number of bytes at the start of the next chunk, at most 3, that continue an incomplete UTF-8 character at the end of the last
    /// one. If these bytes are decoded first, the rest of the chunk may be [verbatim](Self::verbatim).
    ///
    /// ```
    /// use limpid_encoding::{EncodingSource, StreamDecoder, Encoding};
    /// let mut decoder = StreamDecoder::certain(Encoding::for_label("utf-8").unwrap(), EncodingSource::TransportLabel);
    /// decoder.decode(b"<p>caf\xc3", &mut String::new());
    /// assert_eq!(decoder.rest_of_character(b"\xa9 au lait"), 1);
    /// ```
    #[inline]
    pub fn rest_of_character(&self, bytes: &[u8]) -> usize {
        self.decoder.as_ref().map_or(0, |decoder| runs::rest_of_character(decoder, bytes))
    }

    /// Ends the stream. Appends the remaining text to `text` and returns the encoding.
    ///
    /// ```
    /// use limpid_encoding::{EncodingHints, StreamDecoder};
    /// let mut text = String::new();
    /// let mut decoder = StreamDecoder::new(EncodingHints::new());
    /// decoder.decode(b"<p>caf\xe9", &mut text);
    /// assert_eq!((decoder.finish(&mut text).name(), text.as_str()), ("windows-1252", "<p>café"));
    /// ```
    #[inline]
    pub fn finish(&mut self, text: &mut String) -> &'static Encoding {
        let held_back = core::mem::take(&mut self.held_back);
        let decoder = match &mut self.decoder {
            Some(decoder) => decoder,
            None => self.start(sniff_rest(self.last_ascii, &held_back, &self.options)),
        };
        decode(decoder, &held_back, true, text);
        let encoding = decoder.encoding();
        // A finished decoder of `encoding_rs` must not be called again.
        *decoder = Decoder::new(encoding);
        encoding
    }

    /// Creates the decoder for the sniffed encoding.
    fn start(&mut self, sniffed: Sniffed) -> &mut Decoder {
        self.sniffed = Some(sniffed);
        self.decoder.insert(match sniffed.bom_length {
            0 => Decoder::new(sniffed.encoding),
            _ => Decoder::with_bom_removal(sniffed.encoding),
        })
    }

    /// Returns ASCII bytes as text before the encoding is known. Records the last of them for the detection.
    fn pass_ascii<'b>(&mut self, ascii: &'b [u8]) -> &'b str {
        self.last_ascii = ascii.last().copied().or(self.last_ascii);
        simdutf8::basic::from_utf8(ascii).unwrap_or_default()
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
    use crate::encoding::{EUC_JP, UTF_8};
    use crate::{PRESCAN_LENGTH, decode as decode_whole, sniff};

    #[test]
    fn chunks_decode_to_the_same_text_as_the_whole() {
        let mut page = b"<!DOCTYPE html><meta charset=shift_jis><p>\x82\xa0\x83".to_vec();
        page.extend_from_slice(&b"\x82\xa0 x".repeat(400));
        for bytes in [&page[..], b"\xef\xbb\xbfa\xc3", b"\xff\xfea\0\xd8", b"", b"\xff"] {
            let sniffed = sniff(bytes, &EncodingHints::new());
            let expected = decode_whole(bytes, sniffed.encoding);
            for size in [1, 2, 3, 7, 1023, 1024, 1025, 5000] {
                let mut text = String::new();
                let mut decoder = StreamDecoder::new(EncodingHints::new());
                bytes.chunks(size).for_each(|chunk| decoder.decode(chunk, &mut text));
                assert_eq!(decoder.finish(&mut text), expected.encoding);
                assert_eq!(text, expected.text, "chunks of {size}");
            }
        }
    }

    #[test]
    fn a_declaration_is_used_as_soon_as_it_is_complete() {
        let known_after = |bytes: &[u8], options: EncodingHints| {
            let mut decoder = StreamDecoder::new(options);
            let position = bytes.chunks(1).position(|byte| {
                decoder.decode(byte, &mut String::new());
                decoder.sniffed().is_some()
            });
            position.map(|position| position + 1)
        };
        let new = EncodingHints::new;
        assert_eq!(known_after(b"\xef\xbb\xbf<p>", new()), Some(3));
        assert_eq!(known_after(b"\xff\xfe<\0", new()), Some(2));
        assert_eq!(known_after(b"<!--<meta charset=gbk>--><meta charset=gbk><p>", new()), Some(43));
        assert_eq!(known_after(b"<?xml encoding='gbk'?><meta charset=utf-8><p>", new()), Some(42));
        assert_eq!(known_after(b"<\0?\0x\0m\0", new()), Some(6));
        // A `meta` element in the rest of the first 1,024 bytes would override these.
        assert_eq!(known_after(b"<?xml encoding='gbk'?><p>", new()), None);
        assert_eq!(known_after(b"<meta charset=no-such-label><p>", new()), None);
        assert_eq!(known_after(b"<p>", new().parent_encoding(EUC_JP)), None);
        // The prescan is off, or a certain encoding makes it unnecessary.
        assert_eq!(known_after(b"<meta charset=gbk><p>", new().prescan(false)), None);
        assert_eq!(known_after(b"<meta charset=gbk><p>", new().transport_encoding(EUC_JP)), Some(3));
    }

    fn sniffed_in_chunks(bytes: &[u8], size: usize, options: &EncodingHints) -> Sniffed {
        let mut decoder = StreamDecoder::new(options.clone());
        bytes.chunks(size).for_each(|chunk| decoder.decode(chunk, &mut String::new()));
        decoder.finish(&mut String::new());
        decoder.sniffed().unwrap()
    }

    #[test]
    fn streams_use_every_source() {
        let meta = b"<meta charset=euc-jp>";
        for (bytes, options) in [
            (&meta[..], EncodingHints::new()),
            (b"\xEF\xBB\xBF", EncodingHints::new().user_override(EUC_JP)),
            (meta, EncodingHints::new().transport_encoding(UTF_8)),
            (b"<p>", EncodingHints::new().parent_encoding(EUC_JP).likely_encoding(UTF_8)),
            (b"<p>", EncodingHints::new().likely_encoding(EUC_JP).detect_utf_8(true)),
            ("<p>ż".as_bytes(), EncodingHints::new().detect_utf_8(true)),
            ("<p>ż".as_bytes(), EncodingHints::new().fallback(EUC_JP)),
        ] {
            for size in [1, 2, 5000] {
                assert_eq!(sniffed_in_chunks(bytes, size, &options), sniff(bytes, &options));
            }
        }
    }

    #[test]
    fn a_stream_has_the_encoding_of_the_whole() {
        let ascii = b" ".repeat(4000);
        let texts = ["ż".as_bytes(), b"\xC5", b"\xE9 ", b"\xC5\xBC\xFF", b"", "żżżż".as_bytes()];
        let ends = [&ascii[..0], &ascii[..1021], &ascii[..1022], &ascii[..1023], &ascii[..2000]];
        for start in [0, 1, 1023, 1024, 1025, 2047, 2048] {
            for (text, end) in texts.iter().flat_map(|text| ends.map(|end| (text, end))) {
                let page = [&ascii[..start], text, end, "ż".as_bytes(), b"\xFF\xFF"].concat();
                for page in [&page[..], &page[..page.len() - 3], &page[..page.len() - 4]] {
                    let whole = sniff(page, &EncodingHints::new());
                    let expected = decode_whole(page, whole.encoding).text;
                    for size in [1023, 1024, 1025, 5000] {
                        let mut decoder = StreamDecoder::new(EncodingHints::new());
                        let mut text = String::new();
                        for mut chunk in page.chunks(size) {
                            let verbatim = decoder.verbatim(chunk);
                            text.push_str(verbatim);
                            chunk = &chunk[verbatim.len()..];
                            decoder.decode(chunk, &mut text);
                        }
                        decoder.finish(&mut text);
                        assert_eq!((decoder.sniffed(), &*text), (Some(whole), &*expected), "{start}, chunks of {size}");
                    }
                }
            }
        }
    }

    #[test]
    fn ascii_is_decoded_before_the_encoding_is_known() {
        let mut decoder = StreamDecoder::new(EncodingHints::new());
        let mut text = String::new();
        decoder.decode(&[b' '; PRESCAN_LENGTH - 1], &mut text);
        assert_eq!(text.len(), 0);
        decoder.decode(b"ab", &mut text);
        assert_eq!(text.len(), PRESCAN_LENGTH + 1);
        decoder.decode(b"c\xC5\xBC", &mut text);
        assert_eq!(decoder.verbatim(b"d"), "");
        assert_eq!((text.len(), decoder.encoding()), (PRESCAN_LENGTH + 2, None));
        decoder.decode(&[b' '; PRESCAN_LENGTH - 2], &mut text);
        assert_eq!((text.len(), decoder.encoding()), (2 * PRESCAN_LENGTH + 2, Some(UTF_8)));
    }

    #[test]
    fn held_back_bytes_are_decoded_in_the_encoding_of_a_late_meta() {
        let mut decoder = StreamDecoder::new(EncodingHints::new());
        let mut text = String::new();
        decoder.decode(&[b' '; PRESCAN_LENGTH], &mut text);
        decoder.decode(b"<meta charset=euc-jp>\xA4", &mut text);
        text.clear();
        decoder.switch(EUC_JP);
        assert_eq!((decoder.verbatim(b"\xA2 "), decoder.rest_of_character(b"\xA2 ")), ("", 0));
        decoder.decode(b"\xA2 ", &mut text);
        assert_eq!(decoder.finish(&mut text), EUC_JP);
        assert_eq!(text, if cfg!(feature = "encoding") { "あ " } else { "¤¢ " });
    }

    #[cfg(feature = "encoding-detection")]
    #[test]
    fn detection_has_the_same_result_for_a_stream() {
        use crate::Detection;
        use crate::encoding::{SHIFT_JIS, WINDOWS_1252};
        let options = EncodingHints::new().detect(Detection::new());
        let (text, _) = SHIFT_JIS.encode("吾輩は猫である。名前はまだ無い。");
        for page in [
            [&b"<"[..], &text.repeat(50), b"\xFF\xFF"].concat(),
            [&b"<p>".repeat(1000), &text[..], &b"<p>".repeat(1000), &text].concat(),
            b"<p>na\xEFve caf\xE9".to_vec(),
            [&b"<p>".repeat(1000)[..], b"na\xEFve caf\xE9"].concat(),
        ] {
            let whole = sniff(&page, &options);
            assert_eq!(whole.source, EncodingSource::Detected);
            assert_eq!(whole.encoding, if page.ends_with(b"\xE9") { WINDOWS_1252 } else { SHIFT_JIS });
            for size in [1, 7, 1024, 5000] {
                assert_eq!(sniffed_in_chunks(&page, size, &options), whole, "chunks of {size}");
            }
        }
    }

    #[test]
    fn a_late_meta_makes_the_encoding_certain() {
        let mut decoder = StreamDecoder::new(EncodingHints::new());
        assert_eq!((decoder.sniffed(), decoder.confidence()), (None, Confidence::Tentative));
        decoder.decode(&[b'\xE9'; 2 * PRESCAN_LENGTH], &mut String::new());
        assert_eq!(decoder.sniffed().unwrap().source, EncodingSource::Fallback);
        decoder.switch(EUC_JP);
        let sniffed = decoder.sniffed().unwrap();
        let expected = (EUC_JP, Confidence::Certain, EncodingSource::LateMeta);
        assert_eq!((sniffed.encoding, sniffed.confidence, sniffed.source), expected);
    }
}
