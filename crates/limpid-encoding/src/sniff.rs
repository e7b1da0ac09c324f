//! The [encoding sniffing algorithm](https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm).

use crate::Encoding;
#[cfg(feature = "encoding-detection")]
use crate::detect::Detection;
use crate::encoding::{UTF_8, WINDOWS_1252};
use crate::meta_content::is_utf_16;
use crate::prescan::{PRESCAN_LENGTH, prescan_start, prescan_with_source};
use crate::runs::ascii_length;
use limpid_markup::{Confidence, EncodingSource};

/// Facts about the encoding of a page from outside of the page, and options for detecting an undeclared encoding.
///
/// An [`Encoding`] can be converted into hints. It becomes their [`user_override`](Self::user_override).
///
/// ```
/// use limpid::{EncodingHints, Encoding, encoding::sniff};
///
/// let options = EncodingHints::new()
///     .transport_encoding(Encoding::for_label("no-such-label")) // None: as if there were no label
///     .fallback(Encoding::for_locale("ja"));
/// assert_eq!(sniff(b"<p>", &options).encoding.name(), "Shift_JIS");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodingHints {
    pub(crate) user_override: Option<&'static Encoding>,
    pub(crate) transport_encoding: Option<&'static Encoding>,
    prescan: bool,
    parent_encoding: Option<&'static Encoding>,
    likely_encoding: Option<&'static Encoding>,
    detect_utf_8: bool,
    #[cfg(feature = "encoding-detection")]
    detection: Option<Detection>,
    fallback: &'static Encoding,
}

impl EncodingHints {
    /// Returns hints without facts. The prescan and the detection of UTF-8 are on, and the fallback is windows-1252.
    ///
    /// ```
    /// use limpid::{EncodingHints, encoding::sniff};
    /// assert_eq!(sniff(b"<p>Tea", &EncodingHints::new()).encoding.name(), "windows-1252");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self {
            user_override: None,
            transport_encoding: None,
            prescan: true,
            parent_encoding: None,
            likely_encoding: None,
            detect_utf_8: true,
            #[cfg(feature = "encoding-detection")]
            detection: None,
            fallback: WINDOWS_1252,
        }
    }

    /// Sets the encoding that the user chose. It overrides everything except a byte order mark.
    ///
    /// ```
    /// use limpid::{EncodingHints, Encoding, encoding::sniff};
    /// let options = EncodingHints::new().user_override(Encoding::for_label("koi8-r"));
    /// assert_eq!(sniff(b"<meta charset=utf-8>", &options).encoding.name(), "KOI8-R");
    /// assert_eq!(sniff(b"\xef\xbb\xbf<p>", &options).encoding.name(), "UTF-8");
    /// ```
    #[must_use]
    pub fn user_override(mut self, encoding: impl Into<Option<&'static Encoding>>) -> Self {
        self.user_override = encoding.into();
        self
    }

    /// Sets the encoding that the transport layer declares, such as the `charset` of a `Content-Type` header.
    ///
    /// ```
    /// use limpid::{EncodingHints, Encoding, encoding::{Confidence, sniff}};
    /// let options = EncodingHints::new().transport_encoding(Encoding::for_content_type("text/html; charset=gbk"));
    /// assert_eq!(sniff(b"<meta charset=utf-8>", &options).confidence, Confidence::Certain);
    /// ```
    #[must_use]
    pub fn transport_encoding(mut self, encoding: impl Into<Option<&'static Encoding>>) -> Self {
        self.transport_encoding = encoding.into();
        self
    }

    /// Sets the [`transport_encoding`](Self::transport_encoding) from the value of a `Content-Type` header, if the value has a
    /// known `charset`.
    ///
    /// ```
    /// use limpid::{EncodingHints, encoding::sniff};
    /// let hints = EncodingHints::new().content_type("text/html; charset=koi8-r");
    /// assert_eq!(sniff(b"<p>", &hints).encoding.name(), "KOI8-R");
    /// ```
    #[must_use]
    pub fn content_type(self, value: &str) -> Self {
        match Encoding::for_content_type(value) {
            Some(encoding) => self.transport_encoding(encoding),
            None => self,
        }
    }

    /// Sets whether to search the first [`PRESCAN_LENGTH`] bytes for a declaration. Default: true
    ///
    /// ```
    /// use limpid::{EncodingSource, EncodingHints, encoding::sniff};
    /// let source = |prescan| sniff(b"<meta charset=utf-8>", &EncodingHints::new().prescan(prescan)).source;
    /// assert_eq!((source(true), source(false)), (EncodingSource::Prescan, EncodingSource::Fallback));
    /// ```
    #[must_use]
    pub fn prescan(mut self, prescan: bool) -> Self {
        self.prescan = prescan;
        self
    }

    /// Sets the encoding of the document that contains this one in a frame. Set it only if both have the same origin. UTF-16 is ignored.
    ///
    /// ```
    /// use limpid::{EncodingHints, Encoding, encoding::sniff};
    /// let name = |label| sniff(b"<p>", &EncodingHints::new().parent_encoding(Encoding::for_label(label))).encoding.name();
    /// assert_eq!((name("koi8-r"), name("utf-16le")), ("KOI8-R", "windows-1252"));
    /// ```
    #[must_use]
    pub fn parent_encoding(mut self, encoding: impl Into<Option<&'static Encoding>>) -> Self {
        self.parent_encoding = encoding.into().filter(|encoding| !is_utf_16(encoding));
        self
    }

    /// Sets the encoding that the page likely has according to other information, such as an earlier visit.
    ///
    /// ```
    /// use limpid::{EncodingSource, EncodingHints, Encoding, encoding::sniff};
    /// let options = EncodingHints::new().likely_encoding(Encoding::for_label("big5"));
    /// assert_eq!(sniff(b"<p>", &options).source, EncodingSource::Likely);
    /// ```
    #[must_use]
    pub fn likely_encoding(mut self, encoding: impl Into<Option<&'static Encoding>>) -> Self {
        self.likely_encoding = encoding.into();
        self
    }

    /// Sets whether to detect UTF-8 in undeclared bytes. Default: true
    ///
    /// This is the optional [autodetection](https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding) step of the
    /// standard, between the [likely encoding](Self::likely_encoding) and the [fallback](Self::fallback). It examines up to 1,024 bytes from the
    /// first non-ASCII byte on. They are considered UTF-8 if they contain more than twice as many valid multi-byte sequences as invalid ones. A
    /// sequence that is cut off at the end does not count. So a page with a few damaged characters is still detected as UTF-8. In a legacy
    /// encoding, text of more than a few words has several invalid sequences for each valid one.
    ///
    /// ```
    /// use limpid::{EncodingHints, encoding::sniff};
    /// let name = |bytes| sniff(bytes, &EncodingHints::new()).encoding.name();
    /// assert_eq!(name("café".as_bytes()), "UTF-8");
    /// assert_eq!(name(b"K\xc3\xa4se, Br\xc3\xb6tchen, \xc3\x96l, \xc3?"), "UTF-8");
    /// assert_eq!(name(b"caf\xe9"), "windows-1252");
    /// let off = EncodingHints::new().detect_utf_8(false);
    /// assert_eq!(sniff("café".as_bytes(), &off).encoding.name(), "windows-1252");
    /// ```
    #[must_use]
    pub fn detect_utf_8(mut self, detect_utf_8: bool) -> Self {
        self.detect_utf_8 = detect_utf_8;
        self
    }

    /// Sets the options for guessing the encoding of undeclared bytes by frequency analysis. By default, no guess is made.
    ///
    /// The guess comes after [`detect_utf_8`](Self::detect_utf_8). With this option, both examine up to 64 KiB from the first non-ASCII byte on.
    ///
    /// ```
    /// use limpid_encoding::{Detection, EncodingSource, EncodingHints, sniff};
    /// let options = EncodingHints::new().detect(Detection::new());
    /// assert_eq!(sniff(b"<p>\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0", &options).source, EncodingSource::Detected);
    /// ```
    #[cfg(feature = "encoding-detection")]
    #[must_use]
    pub fn detect(mut self, detection: impl Into<Option<Detection>>) -> Self {
        self.detection = detection.into();
        self
    }

    /// Sets the encoding to use if no other source determines an encoding. Default: windows-1252. See also
    /// [`Encoding::for_locale`](Encoding::for_locale).
    ///
    /// The fallbacks UTF-16, ISO-2022-JP and replacement turn off detection, because they are not compatible with ASCII.
    ///
    /// ```
    /// use limpid::{EncodingHints, Encoding, encoding::sniff};
    /// let options = EncodingHints::new().fallback(Encoding::for_locale("el"));
    /// assert_eq!(sniff(b"<p>", &options).encoding.name(), "ISO-8859-7");
    /// ```
    #[must_use]
    pub fn fallback(mut self, encoding: &'static Encoding) -> Self {
        self.fallback = encoding;
        self
    }

    /// Sets the [`fallback`](Self::fallback) to the encoding that the standard suggests for the user's locale, a BCP 47 tag.
    ///
    /// ```
    /// use limpid::{EncodingHints, encoding::sniff};
    /// assert_eq!(sniff(b"<p>", &EncodingHints::new().locale("ru")).encoding.name(), "windows-1251");
    /// ```
    #[must_use]
    pub fn locale(self, bcp47: &str) -> Self {
        self.fallback(Encoding::for_locale(bcp47))
    }

    /// Returns the [`user_override`](Self::user_override), or otherwise the [`transport_encoding`](Self::transport_encoding). Only a byte order
    /// mark overrides it.
    ///
    /// ```
    /// use limpid::{Encoding, EncodingHints};
    /// assert_eq!(EncodingHints::new().content_type("text/html; charset=utf-8").certain(), Some(Encoding::UTF_8));
    /// assert_eq!(EncodingHints::new().locale("ru").certain(), None);
    /// ```
    #[must_use]
    pub fn certain(&self) -> Option<&'static Encoding> {
        self.user_override.or(self.transport_encoding)
    }

    /// Returns how many bytes are examined to detect an undeclared encoding, counted from the first non-ASCII byte; 0 if detection is off.
    fn window_length(&self) -> usize {
        if !self.fallback.is_ascii_compatible() {
            return 0;
        }
        #[cfg(feature = "encoding-detection")]
        if self.detection.is_some() {
            return DETECTION_WINDOW;
        }
        if self.detect_utf_8 { UTF_8_WINDOW } else { 0 }
    }

    /// Returns the number of bytes at the start that may declare the encoding.
    fn declaration_length(&self) -> usize {
        if self.certain().is_some() { BOM_LENGTH } else { PRESCAN_LENGTH }
    }
}

/// The length of the longest byte order mark.
const BOM_LENGTH: usize = 3;

/// The number of bytes examined to detect UTF-8.
const UTF_8_WINDOW: usize = 1024;

/// The number of bytes examined to guess an encoding.
#[cfg(feature = "encoding-detection")]
const DETECTION_WINDOW: usize = 64 << 10;

/// Returns hints with the encoding as [`user_override`](EncodingHints::user_override).
impl From<&'static Encoding> for EncodingHints {
    fn from(encoding: &'static Encoding) -> EncodingHints {
        EncodingHints::new().user_override(encoding)
    }
}

/// Returns hints with the encoding, if any, as [`user_override`](EncodingHints::user_override).
impl From<Option<&'static Encoding>> for EncodingHints {
    fn from(encoding: Option<&'static Encoding>) -> EncodingHints {
        EncodingHints::new().user_override(encoding)
    }
}

impl Default for EncodingHints {
    fn default() -> Self {
        Self::new()
    }
}

/// The result of [`sniff`].
///
/// ```
/// use limpid::{EncodingHints, encoding::sniff};
/// let sniffed = sniff(b"\xef\xbb\xbf<p>Tea", &EncodingHints::new());
/// assert_eq!((sniffed.encoding.name(), sniffed.bom_length), ("UTF-8", 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sniffed {
    /// The encoding to decode with.
    pub encoding: &'static Encoding,
    /// The confidence: [`Tentative`](Confidence::Tentative) or [`Certain`](Confidence::Certain).
    pub confidence: Confidence,
    /// The source of the encoding.
    pub source: EncodingSource,
    /// The length of the byte order mark at the start of the input. [`decode`](crate::decode()) removes the mark itself.
    pub bom_length: usize,
}

impl Sniffed {
    fn tentative(encoding: &'static Encoding, source: EncodingSource) -> Sniffed {
        Sniffed { encoding, confidence: Confidence::Tentative, source, bom_length: 0 }
    }

    /// Makes the encoding certain, because a `meta` element found while parsing declares it. If the source was a detection or the fallback,
    /// it becomes [`LateMeta`](EncodingSource::LateMeta).
    ///
    /// ```
    /// use limpid::{EncodingSource, EncodingHints, encoding::sniff};
    /// let mut sniffed = sniff("caf\u{e9}".as_bytes(), &EncodingHints::new());
    /// assert_eq!(sniffed.source, EncodingSource::Utf8Validity);
    /// sniffed.confirm();
    /// assert_eq!(sniffed.source, EncodingSource::LateMeta);
    /// ```
    pub fn confirm(&mut self) {
        self.confidence = Confidence::Certain;
        if matches!(self.source, EncodingSource::Utf8Validity | EncodingSource::Detected | EncodingSource::Fallback) {
            self.source = EncodingSource::LateMeta;
        }
    }
}

/// Determines the encoding of a whole input by the [encoding sniffing
/// algorithm](https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm).
///
/// ```
/// use limpid::{EncodingSource, EncodingHints, Encoding, encoding::{Confidence, sniff}};
///
/// let utf_8 = Encoding::for_label("utf-8").unwrap();
/// let sniffed = sniff(b"<meta charset=gbk>", &EncodingHints::new().transport_encoding(utf_8));
/// assert_eq!(sniffed.encoding, utf_8);
/// assert_eq!(sniffed.confidence, Confidence::Certain);
/// assert_eq!(sniffed.source, EncodingSource::TransportLabel);
/// ```
#[must_use]
pub fn sniff(bytes: &[u8], options: &EncodingHints) -> Sniffed {
    sniff_rest(None, bytes, options)
}

/// The result of sniffing the first bytes of a stream.
pub(crate) enum Progress {
    /// More bytes are needed.
    Incomplete,
    /// No source has determined the encoding yet. The bytes are ASCII, so they decode to the same text in every encoding that can still be the
    /// result.
    Ascii,
    Known(Sniffed),
}

/// Sniffs bytes of a stream that has not ended. They are either the first bytes, or follow ASCII text whose last byte is `before`.
pub(crate) fn sniff_stream(before: Option<u8>, bytes: &[u8], options: &EncodingHints) -> Progress {
    if before.is_none() {
        if bytes.len() < options.declaration_length() {
            return sniff_incomplete_start(bytes, options).map_or(Progress::Incomplete, Progress::Known);
        }
        if let Some(sniffed) = sniff_start(bytes, options) {
            return Progress::Known(sniffed);
        }
    }
    let ascii = ascii_length(bytes);
    if ascii == bytes.len() {
        return Progress::Ascii;
    }
    if bytes.len() - ascii < options.window_length() {
        return Progress::Incomplete;
    }
    Progress::Known(detect(before, bytes, ascii, options))
}

/// Sniffs the last bytes of a stream. They are either the whole stream, or follow ASCII text whose last byte is `before`.
pub(crate) fn sniff_rest(before: Option<u8>, bytes: &[u8], options: &EncodingHints) -> Sniffed {
    let declared = if before.is_none() { sniff_start(bytes, options) } else { None };
    declared.unwrap_or_else(|| detect(before, bytes, ascii_length(bytes), options))
}

fn sniff_bom(bytes: &[u8]) -> Option<Sniffed> {
    let (encoding, bom_length) = Encoding::for_bom(bytes)?;
    Some(Sniffed { encoding, confidence: Confidence::Certain, source: EncodingSource::Bom, bom_length })
}

/// Returns the encoding if the first bytes declare it and later bytes cannot change it.
fn sniff_incomplete_start(bytes: &[u8], options: &EncodingHints) -> Option<Sniffed> {
    let is_prescanned = options.prescan && options.declaration_length() == PRESCAN_LENGTH;
    let prescan = || prescan_start(bytes).map(|(encoding, source)| Sniffed::tentative(encoding, source));
    sniff_bom(bytes).or_else(|| prescan().filter(|_| is_prescanned))
}

/// Returns the encoding if it is known without detection. `bytes` must be long enough for the prescan, or the whole input.
fn sniff_start(bytes: &[u8], options: &EncodingHints) -> Option<Sniffed> {
    if let Some(sniffed) = sniff_bom(bytes) {
        return Some(sniffed);
    }
    let certain = |encoding, source| Some(Sniffed { encoding, confidence: Confidence::Certain, source, bom_length: 0 });
    if let Some(encoding) = options.user_override {
        return certain(encoding, EncodingSource::UserOverride);
    }
    if let Some(encoding) = options.transport_encoding {
        return certain(encoding, EncodingSource::TransportLabel);
    }
    if options.prescan
        && let Some((encoding, source)) = prescan_with_source(&bytes[..bytes.len().min(PRESCAN_LENGTH)])
    {
        return Some(Sniffed::tentative(encoding, source));
    }
    if let Some(encoding) = options.parent_encoding {
        return Some(Sniffed::tentative(encoding, EncodingSource::ParentDocument));
    }
    if let Some(encoding) = options.likely_encoding {
        return Some(Sniffed::tentative(encoding, EncodingSource::Likely));
    }
    (options.window_length() == 0).then(|| Sniffed::tentative(options.fallback, EncodingSource::Fallback))
}

/// Detects the encoding of undeclared bytes. `start` is the index of the first non-ASCII byte.
fn detect(before: Option<u8>, bytes: &[u8], start: usize, options: &EncodingHints) -> Sniffed {
    let window = &bytes[start..bytes.len().min(start + options.window_length())];
    if options.detect_utf_8 && looks_like_utf_8(window) {
        return Sniffed::tentative(UTF_8, EncodingSource::Utf8Validity);
    }
    #[cfg(feature = "encoding-detection")]
    if let Some(detection) = &options.detection {
        let before = bytes[..start].last().copied().or(before);
        let is_end = window.len() < options.window_length();
        if let Some(encoding) = detection.guess(before, window, is_end) {
            return Sniffed::tentative(encoding, EncodingSource::Detected);
        }
    }
    #[cfg(not(feature = "encoding-detection"))]
    let _ = before;
    Sniffed::tentative(options.fallback, EncodingSource::Fallback)
}

/// Whether more than twice as many multi-byte sequences are valid as invalid. A sequence that is cut off at the end does not count.
fn looks_like_utf_8(mut bytes: &[u8]) -> bool {
    let is_lead = |byte: &&u8| **byte >= 0xC0;
    let (mut valid, mut invalid) = (0, 0);
    loop {
        let error = std::str::from_utf8(bytes).err();
        let (start, rest) = bytes.split_at(error.map_or(bytes.len(), |error| error.valid_up_to()));
        valid += start.iter().filter(is_lead).count();
        let Some(length) = error.and_then(|error| error.error_len()) else { return valid > 2 * invalid };
        invalid += 1;
        bytes = &rest[length..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{BIG5, EUC_JP, EUC_KR, GBK, KOI8_R, SHIFT_JIS, UTF_16BE, UTF_16LE};
    use Confidence::{Certain, Tentative};

    fn all_hints() -> EncodingHints {
        EncodingHints::new()
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
        options: &EncodingHints,
        encoding: &'static Encoding,
        source: EncodingSource,
        confidence: Confidence,
    ) {
        let sniffed = sniff(bytes, options);
        assert_eq!((sniffed.encoding, sniffed.source, sniffed.confidence), (encoding, source, confidence));
    }

    #[test]
    fn sources_in_order_of_precedence() {
        let meta = b"<meta charset=gbk>";
        check(b"\xEF\xBB\xBF<meta charset=gbk>", &all_hints(), UTF_8, EncodingSource::Bom, Certain);
        check(meta, &all_hints(), BIG5, EncodingSource::UserOverride, Certain);
        check(meta, &all_hints().user_override(None), KOI8_R, EncodingSource::TransportLabel, Certain);
        let uncertain = all_hints().user_override(None).transport_encoding(None);
        check(meta, &uncertain, GBK, EncodingSource::Prescan, Tentative);
        check(b"<?xml encoding='gbk'?>", &uncertain, GBK, EncodingSource::XmlDeclaration, Tentative);
        check(b"<\0?\0x\0", &uncertain, UTF_16LE, EncodingSource::XmlDeclaration, Tentative);
        let utf_8 = "<p>ż".as_bytes();
        check(utf_8, &uncertain, SHIFT_JIS, EncodingSource::ParentDocument, Tentative);
        check(meta, &uncertain.clone().prescan(false), SHIFT_JIS, EncodingSource::ParentDocument, Tentative);
        let without_parent = uncertain.parent_encoding(None);
        check(utf_8, &without_parent, EUC_KR, EncodingSource::Likely, Tentative);
        let without_likely = without_parent.likely_encoding(None);
        check(utf_8, &without_likely, UTF_8, EncodingSource::Utf8Validity, Tentative);
        check(b"<p>", &without_likely, EUC_JP, EncodingSource::Fallback, Tentative);
        check(meta, &EncodingHints::default().prescan(false), WINDOWS_1252, EncodingSource::Fallback, Tentative);
    }

    #[test]
    fn utf_16_from_the_transport_is_not_mapped_to_utf_8() {
        let utf_16 = EncodingHints::new().transport_encoding(UTF_16LE);
        check(b"", &utf_16, UTF_16LE, EncodingSource::TransportLabel, Certain);
    }

    #[test]
    fn utf_16_of_a_parent_document_is_ignored() {
        for utf_16 in [UTF_16LE, UTF_16BE] {
            let options = all_hints().user_override(None).transport_encoding(None).parent_encoding(utf_16);
            check(b"<p>", &options, EUC_KR, EncodingSource::Likely, Tentative);
        }
    }

    #[cfg(feature = "encoding-detection")]
    #[test]
    fn detection_precedes_only_the_fallback() {
        use crate::encoding::WINDOWS_1251;
        let (bytes, _) = WINDOWS_1251.encode("<p>Привет, мир");
        let options = all_hints().user_override(None).transport_encoding(None).detect(Detection::new());
        check(&bytes, &options, SHIFT_JIS, EncodingSource::ParentDocument, Tentative);
        let options = options.parent_encoding(None);
        check(&bytes, &options, EUC_KR, EncodingSource::Likely, Tentative);
        let options = options.likely_encoding(None);
        check(&bytes, &options, WINDOWS_1251, EncodingSource::Detected, Tentative);
        check(b"<meta charset=gbk>\xCF", &options, GBK, EncodingSource::Prescan, Tentative);
        check("Привет".as_bytes(), &options, UTF_8, EncodingSource::Utf8Validity, Tentative);
        check(b"<p>plain", &options, EUC_JP, EncodingSource::Fallback, Tentative);
        // With detection, more bytes are examined for UTF-8 too.
        let late = [&b"<p>\xA9"[..], &b" ".repeat(2000), "żżż".as_bytes()].concat();
        check(&late, &options, UTF_8, EncodingSource::Utf8Validity, Tentative);
        check(&late, &options.clone().detect(None), EUC_JP, EncodingSource::Fallback, Tentative);
        check(&bytes, &options.detect(None), EUC_JP, EncodingSource::Fallback, Tentative);
    }

    #[test]
    fn the_length_of_the_byte_order_mark() {
        assert_eq!(sniff(b"\xEF\xBB\xBFa", &EncodingHints::new()).bom_length, 3);
        assert_eq!(sniff(b"\xFE\xFF\0a", &EncodingHints::new()).bom_length, 2);
        assert_eq!(sniff(b"a", &EncodingHints::new()).bom_length, 0);
    }

    #[test]
    fn the_prescan_sees_1024_bytes_and_no_more() {
        let meta = "<meta charset=gbk>";
        let padded = |length: usize| format!("{}{meta}", " ".repeat(length - meta.len()));
        check(padded(PRESCAN_LENGTH).as_bytes(), &EncodingHints::new(), GBK, EncodingSource::Prescan, Tentative);
        let one_too_many = padded(PRESCAN_LENGTH + 1);
        check(one_too_many.as_bytes(), &EncodingHints::new(), WINDOWS_1252, EncodingSource::Fallback, Tentative);
    }

    #[test]
    fn the_xml_declaration_too_must_end_within_1024_bytes() {
        let xml = format!("<?xml encoding='gbk'{}>", " ".repeat(PRESCAN_LENGTH));
        check(xml.as_bytes(), &EncodingHints::new(), WINDOWS_1252, EncodingSource::Fallback, Tentative);
    }

    #[test]
    fn utf_8_is_detected_unless_switched_off() {
        let (on, off) = (EncodingHints::new(), EncodingHints::new().detect_utf_8(false));
        check("<p>zażółć".as_bytes(), &on, UTF_8, EncodingSource::Utf8Validity, Tentative);
        check("<p>zażółć".as_bytes(), &off, WINDOWS_1252, EncodingSource::Fallback, Tentative);
        check(b"<p>plain", &on, WINDOWS_1252, EncodingSource::Fallback, Tentative);
        check("<meta charset=gbk>ż".as_bytes(), &on, GBK, EncodingSource::Prescan, Tentative);
    }

    #[test]
    fn valid_sequences_must_be_more_than_twice_as_many_as_invalid_ones() {
        for (bytes, is_utf_8) in [
            (&b"caf\xc3\xa9"[..], true),
            (b"caf\xe9", false),
            (b"caf\xe9 au lait", false),
            // A sequence that is cut off counts neither way.
            (b"caf\xc3", false),
            (b"\xc3\xa9 caf\xc3", true),
            (b"\xe2\x82\xac \xf0\x9f\x8d", true),
            (b"\xc3\xa9 \xff", false),
            (b"\xc3\xa9\xc3\xa9 \xff", false),
            (b"\xc3\xa9\xc3\xa9\xc3\xa9 \xff", true),
            (b"\xff\xc3\xa9\xc3\xa9\xc3\xa9", true),
            (b"\xff\xfa\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", false),
            // Doubly encoded text.
            ("cafÃ©".as_bytes(), true),
            // Surrogates, overlong forms and code points beyond Unicode are invalid.
            (b"\xed\xa0\x80", false),
            (b"\xc0\xaf", false),
            (b"\xf4\x90\x80\x80", false),
        ] {
            assert_eq!(sniff(bytes, &EncodingHints::new()).encoding == UTF_8, is_utf_8, "{}", bytes.escape_ascii());
        }
    }

    #[cfg(feature = "encoding")]
    #[test]
    fn text_in_legacy_encodings_is_not_utf_8() {
        use crate::encoding::{EUC_JP, EUC_KR, WINDOWS_1251};
        for (encoding, texts) in [
            (WINDOWS_1252, &["Voilà", "Müller", "«\u{a0}ÉTÉ\u{a0}»", "„Größe“ – 5 €", "Où est le garçon\u{a0}?"][..]),
            (SHIFT_JIS, &["日本語", "吾輩は猫である。名前はまだ無い。", "テスト", "メニュー"]),
            (EUC_JP, &["日本語", "吾輩は猫である。名前はまだ無い。", "テスト"]),
            (GBK, &["联通", "你好，世界", "中文网页", "欢迎访问我们的网站"]),
            (BIG5, &["繁體中文", "歡迎光臨"]),
            (EUC_KR, &["안녕하세요", "한국어 문서", "환영합니다"]),
            (WINDOWS_1251, &["Привет, мир", "Ёлка"]),
            (KOI8_R, &["Привет, мир"]),
        ] {
            for text in texts {
                let page = format!("<p>{text}</p>");
                let (bytes, _) = encoding.encode(&page);
                check(&bytes, &EncodingHints::new(), WINDOWS_1252, EncodingSource::Fallback, Tentative);
            }
        }
    }

    #[test]
    fn utf_8_detection_examines_1024_bytes_from_the_first_non_ascii_byte() {
        let ascii = "<p>".repeat(3000);
        for start in [0, 1, 1000, 1022, 1023, 1024, 1025, 8999] {
            let page = |text: &[u8]| [&ascii.as_bytes()[..start], text].concat();
            check(&page("ż".as_bytes()), &EncodingHints::new(), UTF_8, EncodingSource::Utf8Validity, Tentative);
            // The sequence at the end of the window is cut off.
            let valid = ["ż", &" ".repeat(1021)].concat().into_bytes();
            let bytes = page(&[&valid[..], b"\xff\xff\xff"].concat());
            check(&bytes, &EncodingHints::new(), WINDOWS_1252, EncodingSource::Fallback, Tentative);
            let bytes = page(&[&valid[..], b" \xff\xff\xff"].concat());
            check(&bytes, &EncodingHints::new(), UTF_8, EncodingSource::Utf8Validity, Tentative);
            let bytes = page(&[&valid[..], "żżż".as_bytes()].concat());
            check(&bytes, &EncodingHints::new(), UTF_8, EncodingSource::Utf8Validity, Tentative);
        }
    }

    #[test]
    fn an_ascii_incompatible_fallback_disables_detection() {
        let options = EncodingHints::new().fallback(UTF_16LE);
        check("ż".as_bytes(), &options, UTF_16LE, EncodingSource::Fallback, Tentative);
    }
}
