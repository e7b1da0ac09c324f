//! The [encoding sniffing algorithm](https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm).

use crate::Encoding;
#[cfg(feature = "encoding-detection")]
use crate::detect::Detection;
use crate::labels::{UTF_8, WINDOWS_1252};
use crate::meta_content::is_utf_16;
use crate::prescan::{PRESCAN_LENGTH, prescan_with_source};
use limpid_markup::{Confidence, EncodingSource};

/// The facts about the encoding from outside of the bytes, and the guesses that [`sniff`] may make.
///
/// ```
/// use limpid_encoding::{SniffOptions, default_encoding_for_locale, encoding_for_label, sniff};
///
/// let options = SniffOptions::new()
///     .transport_encoding(encoding_for_label("no-such-label")) // None: as if there were no label
///     .fallback(default_encoding_for_locale("ja"));
/// assert_eq!(sniff(b"<p>", &options).encoding.name(), "Shift_JIS");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SniffOptions {
    user_override: Option<&'static Encoding>,
    transport_encoding: Option<&'static Encoding>,
    prescan: bool,
    parent_encoding: Option<&'static Encoding>,
    likely_encoding: Option<&'static Encoding>,
    detect_utf_8: bool,
    #[cfg(feature = "encoding-detection")]
    detection: Option<Detection>,
    fallback: &'static Encoding,
}

impl SniffOptions {
    /// Nothing known, the prescan on, windows-1252 as the fallback.
    ///
    /// ```
    /// use limpid_encoding::{SniffOptions, sniff};
    /// assert_eq!(sniff(b"<p>Tea", &SniffOptions::new()).encoding.name(), "windows-1252");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self {
            user_override: None,
            transport_encoding: None,
            prescan: true,
            parent_encoding: None,
            likely_encoding: None,
            detect_utf_8: false,
            #[cfg(feature = "encoding-detection")]
            detection: None,
            fallback: WINDOWS_1252,
        }
    }

    /// The encoding that the user asked for, whatever the page says. Only a byte order mark is stronger.
    ///
    /// ```
    /// use limpid_encoding::{SniffOptions, encoding_for_label, sniff};
    /// let options = SniffOptions::new().user_override(encoding_for_label("koi8-r"));
    /// assert_eq!(sniff(b"<meta charset=utf-8>", &options).encoding.name(), "KOI8-R");
    /// assert_eq!(sniff(b"\xef\xbb\xbf<p>", &options).encoding.name(), "UTF-8");
    /// ```
    #[must_use]
    pub fn user_override(mut self, encoding: impl Into<Option<&'static Encoding>>) -> Self {
        self.user_override = encoding.into();
        self
    }

    /// The encoding that the transport layer names, such as the `charset` of a `Content-Type` header.
    ///
    /// ```
    /// use limpid_encoding::{Confidence, SniffOptions, encoding_from_content_type, sniff};
    /// let options = SniffOptions::new().transport_encoding(encoding_from_content_type("text/html; charset=gbk"));
    /// assert_eq!(sniff(b"<meta charset=utf-8>", &options).confidence, Confidence::Certain);
    /// ```
    #[must_use]
    pub fn transport_encoding(mut self, encoding: impl Into<Option<&'static Encoding>>) -> Self {
        self.transport_encoding = encoding.into();
        self
    }

    /// Whether to look for a declaration in the first [`PRESCAN_LENGTH`] bytes. On unless told otherwise.
    ///
    /// ```
    /// use limpid_encoding::{EncodingSource, SniffOptions, sniff};
    /// let source = |prescan| sniff(b"<meta charset=utf-8>", &SniffOptions::new().prescan(prescan)).source;
    /// assert_eq!((source(true), source(false)), (EncodingSource::Prescan, EncodingSource::Fallback));
    /// ```
    #[must_use]
    pub fn prescan(mut self, prescan: bool) -> Self {
        self.prescan = prescan;
        self
    }

    /// The encoding of the document that holds this one in a frame, to be given only if both are of the same origin.
    /// UTF-16 is not passed on.
    ///
    /// ```
    /// use limpid_encoding::{SniffOptions, encoding_for_label, sniff};
    /// let name = |label| sniff(b"<p>", &SniffOptions::new().parent_encoding(encoding_for_label(label))).encoding.name();
    /// assert_eq!((name("koi8-r"), name("utf-16le")), ("KOI8-R", "windows-1252"));
    /// ```
    #[must_use]
    pub fn parent_encoding(mut self, encoding: impl Into<Option<&'static Encoding>>) -> Self {
        self.parent_encoding = encoding.into().filter(|encoding| !is_utf_16(encoding));
        self
    }

    /// The encoding that the page likely has, by what is known from elsewhere: the last visit to it, say.
    ///
    /// ```
    /// use limpid_encoding::{EncodingSource, SniffOptions, encoding_for_label, sniff};
    /// let options = SniffOptions::new().likely_encoding(encoding_for_label("big5"));
    /// assert_eq!(sniff(b"<p>", &options).source, EncodingSource::Likely);
    /// ```
    #[must_use]
    pub fn likely_encoding(mut self, encoding: impl Into<Option<&'static Encoding>>) -> Self {
        self.likely_encoding = encoding.into();
        self
    }

    /// Whether undeclared bytes that are valid UTF-8, and not ASCII alone, are taken for UTF-8. Off unless told otherwise.
    ///
    /// The standard calls this effective for a local file, given whole, and discourages it for network resources.
    ///
    /// ```
    /// use limpid_encoding::{SniffOptions, sniff};
    /// let options = SniffOptions::new().detect_utf_8(true);
    /// assert_eq!(sniff("café".as_bytes(), &options).encoding.name(), "UTF-8");
    /// assert_eq!(sniff(b"caf\xe9", &options).encoding.name(), "windows-1252");
    /// ```
    #[must_use]
    pub fn detect_utf_8(mut self, detect_utf_8: bool) -> Self {
        self.detect_utf_8 = detect_utf_8;
        self
    }

    /// Sets the options for guessing the encoding of undeclared bytes by their frequencies. By default no guess is made.
    ///
    /// ```
    /// use limpid_encoding::{Detection, EncodingSource, SniffOptions, sniff};
    /// let options = SniffOptions::new().detect(Detection::new());
    /// assert_eq!(sniff(b"<p>\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0", &options).source, EncodingSource::Detected);
    /// ```
    #[cfg(feature = "encoding-detection")]
    #[must_use]
    pub fn detect(mut self, detection: impl Into<Option<Detection>>) -> Self {
        self.detection = detection.into();
        self
    }

    /// The encoding of a page that says nothing about it: windows-1252 unless told otherwise.
    /// See also [`default_encoding_for_locale`](crate::default_encoding_for_locale).
    ///
    /// ```
    /// use limpid_encoding::{SniffOptions, default_encoding_for_locale, sniff};
    /// let options = SniffOptions::new().fallback(default_encoding_for_locale("el"));
    /// assert_eq!(sniff(b"<p>", &options).encoding.name(), "ISO-8859-7");
    /// ```
    #[must_use]
    pub fn fallback(mut self, encoding: &'static Encoding) -> Self {
        self.fallback = encoding;
        self
    }
}

impl Default for SniffOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`sniff`].
///
/// ```
/// use limpid_encoding::{SniffOptions, sniff};
/// let sniffed = sniff(b"\xef\xbb\xbf<p>Tea", &SniffOptions::new());
/// assert_eq!((sniffed.encoding.name(), sniffed.bom_length), ("UTF-8", 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sniffed {
    /// The encoding to decode with.
    pub encoding: &'static Encoding,
    /// The confidence: [`Tentative`](Confidence::Tentative) or [`Certain`](Confidence::Certain).
    pub confidence: Confidence,
    /// Where the encoding comes from.
    pub source: EncodingSource,
    /// The length of the byte order mark at the start of the input. [`decode`](crate::decode()) removes it by itself.
    pub bom_length: usize,
}

/// The [encoding sniffing algorithm](https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm)
/// over a whole input.
///
/// ```
/// use limpid_encoding::{Confidence, EncodingSource, SniffOptions, encoding_for_label, sniff};
///
/// let utf_8 = encoding_for_label("utf-8").unwrap();
/// let sniffed = sniff(b"<meta charset=gbk>", &SniffOptions::new().transport_encoding(utf_8));
/// assert_eq!(sniffed.encoding, utf_8);
/// assert_eq!(sniffed.confidence, Confidence::Certain);
/// assert_eq!(sniffed.source, EncodingSource::TransportLabel);
/// ```
#[must_use]
pub fn sniff(bytes: &[u8], options: &SniffOptions) -> Sniffed {
    sniff_bytes(bytes, true, options)
}

/// Sniffs the first bytes of a stream, or all bytes of an input.
pub(crate) fn sniff_bytes(bytes: &[u8], are_all: bool, options: &SniffOptions) -> Sniffed {
    if let Some((encoding, bom_length)) = Encoding::for_bom(bytes) {
        return Sniffed { encoding, confidence: Confidence::Certain, source: EncodingSource::Bom, bom_length };
    }
    let (encoding, source, confidence) = sniff_without_bom(bytes, are_all, options);
    Sniffed { encoding, confidence, source, bom_length: 0 }
}

fn sniff_without_bom(
    bytes: &[u8],
    are_all: bool,
    options: &SniffOptions,
) -> (&'static Encoding, EncodingSource, Confidence) {
    if let Some(encoding) = options.user_override {
        return (encoding, EncodingSource::UserOverride, Confidence::Certain);
    }
    if let Some(encoding) = options.transport_encoding {
        return (encoding, EncodingSource::TransportLabel, Confidence::Certain);
    }
    if options.prescan
        && let Some((encoding, source)) = prescan_with_source(&bytes[..bytes.len().min(PRESCAN_LENGTH)])
    {
        return (encoding, source, Confidence::Tentative);
    }
    if let Some(encoding) = options.parent_encoding {
        return (encoding, EncodingSource::ParentDocument, Confidence::Tentative);
    }
    if let Some(encoding) = options.likely_encoding {
        return (encoding, EncodingSource::Likely, Confidence::Tentative);
    }
    if options.detect_utf_8 && is_utf_8(bytes, are_all) {
        return (UTF_8, EncodingSource::Utf8Validity, Confidence::Tentative);
    }
    #[cfg(feature = "encoding-detection")]
    if let Some(encoding) = options.detection.as_ref().and_then(|detection| detection.guess(bytes, are_all)) {
        return (encoding, EncodingSource::Detected, Confidence::Tentative);
    }
    (options.fallback, EncodingSource::Fallback, Confidence::Tentative)
}

/// Whether the bytes are valid UTF-8 and not ASCII alone. Unless they are all there are, the last character may be cut off.
fn is_utf_8(bytes: &[u8], are_all: bool) -> bool {
    match simdutf8::compat::from_utf8(bytes) {
        Ok(text) => !text.is_ascii(),
        Err(error) => !are_all && error.error_len().is_none() && !bytes[..error.valid_up_to()].is_ascii(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::{BIG5, EUC_JP, EUC_KR, GBK, KOI8_R, SHIFT_JIS, UTF_16BE, UTF_16LE};
    use Confidence::{Certain, Tentative};

    fn everything() -> SniffOptions {
        SniffOptions::new()
            .user_override(BIG5)
            .transport_encoding(KOI8_R)
            .parent_encoding(SHIFT_JIS)
            .likely_encoding(EUC_KR)
            .detect_utf_8(true)
            .fallback(EUC_JP)
    }

    #[track_caller]
    fn check(
        bytes: &[u8],
        options: &SniffOptions,
        encoding: &'static Encoding,
        source: EncodingSource,
        confidence: Confidence,
    ) {
        let sniffed = sniff(bytes, options);
        assert_eq!((sniffed.encoding, sniffed.source, sniffed.confidence), (encoding, source, confidence));
    }

    #[test]
    fn each_source_in_its_turn() {
        let meta = b"<meta charset=gbk>";
        check(b"\xEF\xBB\xBF<meta charset=gbk>", &everything(), UTF_8, EncodingSource::Bom, Certain);
        check(meta, &everything(), BIG5, EncodingSource::UserOverride, Certain);
        check(meta, &everything().user_override(None), KOI8_R, EncodingSource::TransportLabel, Certain);
        let bytes_alone = everything().user_override(None).transport_encoding(None);
        check(meta, &bytes_alone, GBK, EncodingSource::Prescan, Tentative);
        check(b"<?xml encoding='gbk'?>", &bytes_alone, GBK, EncodingSource::XmlDeclaration, Tentative);
        check(b"<\0?\0x\0", &bytes_alone, UTF_16LE, EncodingSource::XmlDeclaration, Tentative);
        let utf_8 = "<p>ż".as_bytes();
        check(utf_8, &bytes_alone, SHIFT_JIS, EncodingSource::ParentDocument, Tentative);
        check(meta, &bytes_alone.clone().prescan(false), SHIFT_JIS, EncodingSource::ParentDocument, Tentative);
        let orphan = bytes_alone.parent_encoding(None);
        check(utf_8, &orphan, EUC_KR, EncodingSource::Likely, Tentative);
        let unknown = orphan.likely_encoding(None);
        check(utf_8, &unknown, UTF_8, EncodingSource::Utf8Validity, Tentative);
        check(b"<p>", &unknown, EUC_JP, EncodingSource::Fallback, Tentative);
        check(meta, &SniffOptions::default().prescan(false), WINDOWS_1252, EncodingSource::Fallback, Tentative);
    }

    #[test]
    fn what_comes_from_outside_is_not_mapped_as_a_meta_is() {
        let utf_16 = SniffOptions::new().transport_encoding(UTF_16LE);
        check(b"", &utf_16, UTF_16LE, EncodingSource::TransportLabel, Certain);
    }

    #[test]
    fn a_parent_in_utf_16_has_no_say() {
        for utf_16 in [UTF_16LE, UTF_16BE] {
            let options = everything().user_override(None).transport_encoding(None).parent_encoding(utf_16);
            check(b"<p>", &options, EUC_KR, EncodingSource::Likely, Tentative);
        }
    }

    #[cfg(feature = "encoding-detection")]
    #[test]
    fn a_guess_comes_before_the_fallback_alone() {
        use crate::labels::WINDOWS_1251;
        let (bytes, _) = WINDOWS_1251.encode("<p>Привет, мир");
        let options = everything().user_override(None).transport_encoding(None).detect(Detection::new());
        check(&bytes, &options, SHIFT_JIS, EncodingSource::ParentDocument, Tentative);
        let options = options.parent_encoding(None);
        check(&bytes, &options, EUC_KR, EncodingSource::Likely, Tentative);
        let options = options.likely_encoding(None);
        check(&bytes, &options, WINDOWS_1251, EncodingSource::Detected, Tentative);
        check(b"<meta charset=gbk>\xCF", &options, GBK, EncodingSource::Prescan, Tentative);
        check("Привет".as_bytes(), &options, UTF_8, EncodingSource::Utf8Validity, Tentative);
        check(b"<p>plain", &options, EUC_JP, EncodingSource::Fallback, Tentative);
        check(&bytes, &options.detect(None), EUC_JP, EncodingSource::Fallback, Tentative);
    }

    #[test]
    fn the_length_of_the_byte_order_mark() {
        assert_eq!(sniff(b"\xEF\xBB\xBFa", &SniffOptions::new()).bom_length, 3);
        assert_eq!(sniff(b"\xFE\xFF\0a", &SniffOptions::new()).bom_length, 2);
        assert_eq!(sniff(b"a", &SniffOptions::new()).bom_length, 0);
    }

    #[test]
    fn the_prescan_sees_1024_bytes_and_no_more() {
        let meta = "<meta charset=gbk>";
        let padded = |length: usize| format!("{}{meta}", " ".repeat(length - meta.len()));
        check(padded(PRESCAN_LENGTH).as_bytes(), &SniffOptions::new(), GBK, EncodingSource::Prescan, Tentative);
        let one_too_many = padded(PRESCAN_LENGTH + 1);
        check(one_too_many.as_bytes(), &SniffOptions::new(), WINDOWS_1252, EncodingSource::Fallback, Tentative);
    }

    #[test]
    fn the_xml_declaration_too_must_end_within_1024_bytes() {
        let xml = format!("<?xml encoding='gbk'{}>", " ".repeat(PRESCAN_LENGTH));
        check(xml.as_bytes(), &SniffOptions::new(), WINDOWS_1252, EncodingSource::Fallback, Tentative);
    }

    #[test]
    fn utf_8_is_detected_on_request_only() {
        let detect = SniffOptions::new().detect_utf_8(true);
        check("<p>zażółć".as_bytes(), &detect, UTF_8, EncodingSource::Utf8Validity, Tentative);
        check("<p>zażółć".as_bytes(), &SniffOptions::new(), WINDOWS_1252, EncodingSource::Fallback, Tentative);
        check(b"<p>plain", &detect, WINDOWS_1252, EncodingSource::Fallback, Tentative);
        check(b"<p>caf\xE9", &detect, WINDOWS_1252, EncodingSource::Fallback, Tentative);
        check("<meta charset=gbk>ż".as_bytes(), &detect, GBK, EncodingSource::Prescan, Tentative);
    }
}
