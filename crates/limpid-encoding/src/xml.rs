//! The encoding of an XML document: [byte order mark, external information, XML declaration](https://www.w3.org/TR/xml/#charencoding), or
//! otherwise UTF-8.

use crate::decode::decode_without_bom;
use crate::decoder::Decoder;
use crate::encoding::{UTF_8, UTF_16BE, UTF_16LE};
use crate::meta_content::is_utf_16;
use crate::{Encoding, EncodingHints, PRESCAN_LENGTH, runs};
use limpid_markup::{Confidence, EncodingSource};
use std::borrow::Cow;

/// The encoding of an XML document. UTF-32 is not in the Encoding Standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum XmlEncoding {
    Standard(&'static Encoding),
    Utf32 { is_big_endian: bool },
}

/// The result of [`sniff_xml`].
///
/// ```
/// use limpid_encoding::{EncodingSource, EncodingHints, sniff_xml};
/// let sniffed = sniff_xml(b"<?xml version='1.0' encoding='gbk'?><a/>", &EncodingHints::new());
/// assert_eq!((sniffed.source, sniffed.bom_length), (EncodingSource::XmlDeclaration, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XmlSniffed {
    encoding: XmlEncoding,
    /// The confidence of the encoding. Only the fallback is tentative; an XML declaration is certain.
    pub confidence: Confidence,
    /// The source of the encoding.
    pub source: EncodingSource,
    /// The length of the byte order mark at the start of the input.
    pub bom_length: usize,
}

impl XmlSniffed {
    #[inline]
    fn new(encoding: XmlEncoding, source: EncodingSource, bom_length: usize) -> XmlSniffed {
        let confidence = if source == EncodingSource::Fallback { Confidence::Tentative } else { Confidence::Certain };
        XmlSniffed { encoding, confidence, source, bom_length }
    }

    /// Returns the name of the encoding, which can also be `UTF-32BE` or `UTF-32LE`.
    ///
    /// ```
    /// use limpid_encoding::{EncodingHints, sniff_xml};
    /// let sniffed = sniff_xml(b"\xff\xfe\0\0<\0\0\0", &EncodingHints::new());
    /// assert_eq!(sniffed.name(), "UTF-32LE");
    /// ```
    #[inline]
    pub fn name(&self) -> &'static str {
        match self.encoding {
            XmlEncoding::Standard(encoding) => encoding.name(),
            XmlEncoding::Utf32 { is_big_endian: true } => "UTF-32BE",
            XmlEncoding::Utf32 { is_big_endian: false } => "UTF-32LE",
        }
    }

    /// Returns whether this build can decode the encoding. See [`Encoding::is_supported`].
    ///
    /// ```
    /// use limpid_encoding::{EncodingHints, sniff_xml};
    /// let sniffed = sniff_xml(b"<?xml version='1.0' encoding='gbk'?><a/>", &EncodingHints::new());
    /// assert_eq!(sniffed.is_supported(), cfg!(feature = "encoding"));
    /// ```
    #[inline]
    pub fn is_supported(&self) -> bool {
        match self.encoding {
            XmlEncoding::Standard(encoding) => encoding.is_supported(),
            XmlEncoding::Utf32 { .. } => true,
        }
    }
}

/// The result of comparing the encoding in an XML declaration with the encoding of the document.
///
/// ```
/// use limpid_encoding::{DeclaredEncoding, EncodingHints, sniff_xml};
/// let sniffed = sniff_xml(b"\xef\xbb\xbf<?xml version='1.0' encoding='gbk'?>", &EncodingHints::new());
/// assert_eq!(sniffed.compare("gbk"), DeclaredEncoding::Wrong);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclaredEncoding {
    /// The document is in the declared encoding.
    Right,
    /// The document is in another encoding.
    Wrong,
    /// No encoding has the declared name.
    Unknown,
}

impl XmlSniffed {
    /// Compares the encoding with the name in an XML declaration.
    ///
    /// ```
    /// use limpid_encoding::{DeclaredEncoding, EncodingHints, sniff_xml};
    /// let sniffed = sniff_xml(b"<a/>", &EncodingHints::new());
    /// assert_eq!(sniffed.compare("utf-8"), DeclaredEncoding::Right);
    /// assert_eq!(sniffed.compare("tea"), DeclaredEncoding::Unknown);
    /// ```
    #[inline]
    pub fn compare(&self, declared: &str) -> DeclaredEncoding {
        if is_utf_32_label(declared) {
            let is_right = matches!(self.encoding, XmlEncoding::Utf32 { .. });
            return if is_right { DeclaredEncoding::Right } else { DeclaredEncoding::Wrong };
        }
        let Some(declared) = Encoding::for_label(declared.as_bytes()) else { return DeclaredEncoding::Unknown };
        match self.encoding {
            XmlEncoding::Standard(encoding) if encoding == declared => DeclaredEncoding::Right,
            XmlEncoding::Standard(encoding) if is_utf_16(encoding) && is_utf_16(declared) => DeclaredEncoding::Right,
            XmlEncoding::Standard(_) | XmlEncoding::Utf32 { .. } => DeclaredEncoding::Wrong,
        }
    }
}

#[inline]
fn is_utf_32_label(label: &str) -> bool {
    ["utf-32", "utf-32be", "utf-32le", "iso-10646-ucs-4", "ucs-4"].iter().any(|name| label.eq_ignore_ascii_case(name))
}

/// Determines the encoding of an XML document from its first [`PRESCAN_LENGTH`] bytes.
///
/// ```
/// use limpid_encoding::{EncodingHints, sniff_xml};
/// let name = |bytes: &[u8]| sniff_xml(bytes, &EncodingHints::new()).name();
/// assert_eq!(name(b"<?xml version='1.0' encoding='ISO-8859-2'?><a/>"), "ISO-8859-2");
/// assert_eq!(name(b"\n<?xml version='1.0' encoding='ISO-8859-2'?><a/>"), "ISO-8859-2"); // an error that many feeds have
/// assert_eq!(name(b"<\0a\0/\0>\0"), "UTF-8"); // UTF-16 needs a mark or a declaration
/// assert_eq!(name(b"<\0?\0x\0m\0l\0"), "UTF-16LE");
/// ```
#[must_use]
#[inline]
pub fn sniff_xml(bytes: &[u8], options: &EncodingHints) -> XmlSniffed {
    let bytes = &bytes[..bytes.len().min(PRESCAN_LENGTH)];
    let by_bom = match bytes {
        [0xff, 0xfe, 0, 0, ..] => Some((XmlEncoding::Utf32 { is_big_endian: false }, 4)),
        [0, 0, 0xfe, 0xff, ..] => Some((XmlEncoding::Utf32 { is_big_endian: true }, 4)),
        _ => Encoding::for_bom(bytes).map(|(encoding, length)| (XmlEncoding::Standard(encoding), length)),
    };
    if let Some((encoding, length)) = by_bom {
        return XmlSniffed::new(encoding, EncodingSource::Bom, length);
    }
    if let Some(encoding) = options.user_override {
        return XmlSniffed::new(XmlEncoding::Standard(encoding), EncodingSource::UserOverride, 0);
    }
    if let Some(encoding) = options.transport_encoding {
        return XmlSniffed::new(XmlEncoding::Standard(encoding), EncodingSource::TransportLabel, 0);
    }
    let bytes = skip_leading_space(bytes);
    // <https://www.w3.org/TR/xml/#sec-guessing-no-ext-info>
    let by_pattern = match bytes {
        [0, 0, 0, b'<', ..] => Some(XmlEncoding::Utf32 { is_big_endian: true }),
        [b'<', 0, 0, 0, ..] => Some(XmlEncoding::Utf32 { is_big_endian: false }),
        [0, b'<', 0, b'?', ..] => Some(XmlEncoding::Standard(UTF_16BE)),
        [b'<', 0, b'?', 0, ..] => Some(XmlEncoding::Standard(UTF_16LE)),
        _ => None,
    };
    if let Some(encoding) = by_pattern {
        return XmlSniffed::new(encoding, EncodingSource::XmlDeclaration, 0);
    }
    let declared = declared_encoding(bytes).and_then(Encoding::for_label);
    match declared {
        // The declaration was read as ASCII, so the document is not in UTF-16.
        Some(encoding) if is_utf_16(encoding) => {
            XmlSniffed::new(XmlEncoding::Standard(UTF_8), EncodingSource::Fallback, 0)
        }
        Some(encoding) => XmlSniffed::new(XmlEncoding::Standard(encoding), EncodingSource::XmlDeclaration, 0),
        None => XmlSniffed::new(XmlEncoding::Standard(UTF_8), EncodingSource::Fallback, 0),
    }
}

/// Skips white space at the start. XML does not allow it before the declaration, but many feeds have it.
#[inline]
fn skip_leading_space(mut bytes: &[u8]) -> &[u8] {
    while let [space, 0, rest @ ..] | [0, space, rest @ ..] | [space, rest @ ..] = bytes
        && space.is_ascii_whitespace()
    {
        bytes = rest;
    }
    bytes
}

/// Returns the label in the XML declaration at the start of the bytes. The bytes must be in an ASCII-compatible encoding.
#[inline]
fn declared_encoding(bytes: &[u8]) -> Option<&[u8]> {
    let rest = bytes.strip_prefix(b"<?xml")?;
    rest.first().filter(|byte| byte.is_ascii_whitespace())?;
    let end = rest.windows(2).position(|pair| pair == b"?>")?;
    let mut rest = &rest[..end];
    loop {
        let at = rest.windows(8).position(|name| name == b"encoding")?;
        let is_name = at > 0 && rest[at - 1].is_ascii_whitespace();
        rest = rest[at + 8..].trim_ascii_start();
        // Without white space before it and `=` after it, `encoding` may be part of a value.
        let Some(value) = rest.strip_prefix(b"=").filter(|_| is_name) else { continue };
        let value = value.trim_ascii_start();
        let (&quote, value) = value.split_first().filter(|(quote, _)| matches!(quote, b'"' | b'\''))?;
        let end = value.iter().position(|&byte| byte == quote)?;
        return Some(&value[..end]);
    }
}

/// The result of [`decode_xml`].
///
/// ```
/// use limpid_encoding::{EncodingHints, decode_xml, sniff_xml};
/// let bytes = b"\xef\xbb\xbf<a/>";
/// let decoded = decode_xml(bytes, &sniff_xml(bytes, &EncodingHints::new()));
/// assert!(decoded.text == "<a/>" && decoded.malformed.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedXml<'a> {
    /// The text, without a byte order mark.
    pub text: Cow<'a, str>,
    /// The positions in the text at which a U+FFFD replaces a malformed sequence.
    pub malformed: Vec<usize>,
}

/// Decodes a whole XML document. Removes a byte order mark, and replaces malformed sequences by U+FFFD.
///
/// ```
/// use limpid_encoding::{EncodingHints, decode_xml, sniff_xml};
/// let bytes = b"<p>\xC3</p>";
/// let decoded = decode_xml(bytes, &sniff_xml(bytes, &EncodingHints::new()));
/// assert_eq!((&*decoded.text, &decoded.malformed[..]), ("<p>\u{FFFD}</p>", &[3][..]));
/// ```
#[must_use]
#[inline]
pub fn decode_xml<'a>(bytes: &'a [u8], sniffed: &XmlSniffed) -> DecodedXml<'a> {
    let bytes = &bytes[sniffed.bom_length.min(bytes.len())..];
    if let XmlEncoding::Standard(encoding) = sniffed.encoding {
        let decoded = decode_without_bom(bytes, encoding);
        if !decoded.had_errors {
            return DecodedXml { text: decoded.text, malformed: Vec::new() };
        }
    }
    let (mut text, mut malformed) = (String::with_capacity(bytes.len()), Vec::new());
    AnyDecoder::new(sniffed.encoding).decode(bytes, true, &mut text, &mut malformed);
    DecodedXml { text: Cow::Owned(text), malformed }
}

/// Decodes an XML document in chunks. Holds back the first [`PRESCAN_LENGTH`] bytes until the encoding is known.
///
/// ```
/// use limpid_encoding::{EncodingHints, XmlStreamDecoder};
/// let mut text = String::new();
/// let mut decoder = XmlStreamDecoder::new(EncodingHints::new());
/// decoder.decode(b"<?xml version='1.0' encoding='latin1'?><a>\xe9", &mut text);
/// decoder.finish(&mut text);
/// assert!(text.ends_with("<a>é"));
/// ```
pub struct XmlStreamDecoder {
    options: EncodingHints,
    held_back: Vec<u8>,
    sniffed: Option<XmlSniffed>,
    decoder: Option<AnyDecoder>,
    malformed: Vec<usize>,
}

enum AnyDecoder {
    Standard(Decoder),
    Utf32(Utf32Decoder),
}

impl XmlStreamDecoder {
    /// Creates a decoder for a new stream.
    ///
    /// ```
    /// use limpid_encoding::{EncodingHints, XmlStreamDecoder};
    /// assert!(XmlStreamDecoder::new(EncodingHints::new()).sniffed().is_none());
    /// ```
    #[must_use]
    #[inline]
    pub fn new(options: EncodingHints) -> XmlStreamDecoder {
        XmlStreamDecoder { options, held_back: Vec::new(), sniffed: None, decoder: None, malformed: Vec::new() }
    }

    /// Returns the encoding once it is known.
    ///
    /// ```
    /// use limpid_encoding::{EncodingHints, XmlStreamDecoder};
    /// let mut decoder = XmlStreamDecoder::new(EncodingHints::new());
    /// decoder.decode(b"<?xml version='1.0' encoding='gbk'?>", &mut String::new());
    /// decoder.finish(&mut String::new());
    /// assert_eq!(decoder.sniffed().unwrap().name(), "GBK");
    /// ```
    #[inline]
    pub fn sniffed(&self) -> Option<XmlSniffed> {
        self.sniffed
    }

    /// Returns the positions at which a U+FFFD replaces a malformed sequence, in the `text` of the last call.
    ///
    /// ```
    /// use limpid_encoding::{EncodingHints, XmlStreamDecoder};
    /// let mut decoder = XmlStreamDecoder::new(EncodingHints::new());
    /// decoder.decode(b"<a>\xff</a>", &mut String::new());
    /// decoder.finish(&mut String::new());
    /// assert_eq!(decoder.malformed(), [3]);
    /// ```
    #[inline]
    pub fn malformed(&self) -> &[usize] {
        &self.malformed
    }

    /// Decodes the next chunk and appends the result to `text`.
    ///
    /// ```
    /// use limpid_encoding::{EncodingHints, XmlStreamDecoder};
    /// let mut text = String::new();
    /// let mut decoder = XmlStreamDecoder::new(EncodingHints::new());
    /// for chunk in [&b"<a>\xc3"[..], b"\xa9</a>"] {
    ///     decoder.decode(chunk, &mut text);
    /// }
    /// decoder.finish(&mut text);
    /// assert_eq!(text, "<a>é</a>");
    /// ```
    #[inline]
    pub fn decode(&mut self, bytes: &[u8], text: &mut String) {
        self.malformed.clear();
        if let Some(decoder) = &mut self.decoder {
            return decoder.decode(bytes, false, text, &mut self.malformed);
        }
        self.held_back.extend_from_slice(bytes);
        if self.held_back.len() >= PRESCAN_LENGTH {
            let held_back = core::mem::take(&mut self.held_back);
            self.start(&held_back, false, text);
        }
    }

    /// Ends the stream. Appends the remaining text to `text` and returns the encoding.
    ///
    /// ```
    /// use limpid_encoding::{EncodingHints, XmlStreamDecoder};
    /// let mut text = String::new();
    /// let sniffed = XmlStreamDecoder::new(EncodingHints::new()).finish(&mut text);
    /// assert_eq!((sniffed.name(), text.as_str()), ("UTF-8", ""));
    /// ```
    #[inline]
    pub fn finish(&mut self, text: &mut String) -> XmlSniffed {
        self.malformed.clear();
        let held_back = core::mem::take(&mut self.held_back);
        match &mut self.decoder {
            Some(decoder) => decoder.decode(&[], true, text, &mut self.malformed),
            None => self.start(&held_back, true, text),
        }
        self.decoder = Some(AnyDecoder::Standard(Decoder::new(UTF_8)));
        self.sniffed.unwrap_or_else(|| sniff_xml(&[], &self.options))
    }

    #[inline]
    fn start(&mut self, bytes: &[u8], last: bool, text: &mut String) {
        let sniffed = sniff_xml(bytes, &self.options);
        self.sniffed = Some(sniffed);
        let decoder = self.decoder.insert(AnyDecoder::new(sniffed.encoding));
        decoder.decode(&bytes[sniffed.bom_length..], last, text, &mut self.malformed);
    }
}

impl core::fmt::Debug for XmlStreamDecoder {
    #[inline]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("XmlStreamDecoder").field("sniffed", &self.sniffed).finish_non_exhaustive()
    }
}

impl AnyDecoder {
    #[inline]
    fn new(encoding: XmlEncoding) -> AnyDecoder {
        match encoding {
            XmlEncoding::Standard(encoding) => AnyDecoder::Standard(Decoder::new(encoding)),
            XmlEncoding::Utf32 { is_big_endian } => AnyDecoder::Utf32(Utf32Decoder::new(is_big_endian)),
        }
    }

    /// Appends the decoded text to `text`, and the positions of each U+FFFD for a malformed sequence to `malformed`.
    #[inline]
    fn decode(&mut self, bytes: &[u8], last: bool, text: &mut String, malformed: &mut Vec<usize>) {
        match self {
            AnyDecoder::Standard(decoder) => {
                runs::decode(decoder, bytes, last, text, |text| push_replacement(text, malformed));
            }
            AnyDecoder::Utf32(decoder) => decoder.decode(bytes, last, text, malformed),
        }
    }
}

#[inline]
fn push_replacement(text: &mut String, malformed: &mut Vec<usize>) {
    malformed.push(text.len());
    text.push('\u{fffd}');
}

/// Decodes UTF-32. Invalid code points and an incomplete one at the end become U+FFFD.
struct Utf32Decoder {
    is_big_endian: bool,
    pending: [u8; 4],
    pending_length: usize,
}

impl Utf32Decoder {
    #[inline]
    fn new(is_big_endian: bool) -> Utf32Decoder {
        Utf32Decoder { is_big_endian, pending: [0; 4], pending_length: 0 }
    }

    #[inline]
    fn decode(&mut self, bytes: &[u8], last: bool, text: &mut String, malformed: &mut Vec<usize>) {
        for &byte in bytes {
            self.pending[self.pending_length] = byte;
            self.pending_length = (self.pending_length + 1) % 4;
            if self.pending_length == 0 {
                let code = match self.is_big_endian {
                    true => u32::from_be_bytes(self.pending),
                    false => u32::from_le_bytes(self.pending),
                };
                match char::from_u32(code) {
                    Some(character) => text.push(character),
                    None => push_replacement(text, malformed),
                }
            }
        }
        if last && self.pending_length > 0 {
            self.pending_length = 0;
            push_replacement(text, malformed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{EUC_JP, ISO_8859_2, WINDOWS_1252};

    fn name_and_source(bytes: &[u8]) -> (&'static str, EncodingSource) {
        let sniffed = sniff_xml(bytes, &EncodingHints::new());
        (sniffed.name(), sniffed.source)
    }

    fn utf_32(text: &str, is_big_endian: bool) -> Vec<u8> {
        let bytes = |c: char| if is_big_endian { (c as u32).to_be_bytes() } else { (c as u32).to_le_bytes() };
        text.chars().flat_map(bytes).collect()
    }

    fn utf_16(text: &str, is_big_endian: bool) -> Vec<u8> {
        let bytes = |unit: u16| if is_big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() };
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn byte_order_marks_declarations_and_the_fallback() {
        use EncodingSource::{Bom, Fallback, XmlDeclaration};
        assert_eq!(name_and_source(b""), ("UTF-8", Fallback));
        assert_eq!(name_and_source(b"<a/>"), ("UTF-8", Fallback));
        assert_eq!(name_and_source(b"\xef\xbb\xbf<?xml version='1.0' encoding='latin1'?>"), ("UTF-8", Bom));
        for is_big_endian in [true, false] {
            let names = if is_big_endian { ["UTF-16BE", "UTF-32BE"] } else { ["UTF-16LE", "UTF-32LE"] };
            assert_eq!(name_and_source(&utf_16("\u{feff}<a/>", is_big_endian)), (names[0], Bom));
            assert_eq!(name_and_source(&utf_16("<?xml", is_big_endian)), (names[0], XmlDeclaration));
            assert_eq!(name_and_source(&utf_16("\n <?xml", is_big_endian)), (names[0], XmlDeclaration));
            assert_eq!(name_and_source(&utf_32("\u{feff}<a/>", is_big_endian)), (names[1], Bom));
            assert_eq!(name_and_source(&utf_32("<a/>", is_big_endian)), (names[1], XmlDeclaration));
        }
        assert_eq!(name_and_source(b"<?xml version=\"1.0\" encoding = 'euc-jp' ?>"), ("EUC-JP", XmlDeclaration));
        assert_eq!(name_and_source(b"<?xml version='encoding' encoding='euc-jp'?>"), ("EUC-JP", XmlDeclaration));
        assert_eq!(name_and_source(b"<?xml version='1.0' encoding='utf-16'?>"), ("UTF-8", Fallback));
        assert_eq!(name_and_source(b"<?xml version='1.0' encoding='nonsense'?>"), ("UTF-8", Fallback));
        assert_eq!(name_and_source(b"<?xmlx encoding='euc-jp'?>"), ("UTF-8", Fallback));
        assert_eq!(name_and_source(b"\r\n\t <?xml encoding='euc-jp'?>"), ("EUC-JP", XmlDeclaration));
        assert_eq!(name_and_source(b"a <?xml encoding='euc-jp'?>"), ("UTF-8", Fallback));
    }

    #[test]
    fn hints_take_precedence_over_the_declaration() {
        let declared = b"<?xml version='1.0' encoding='euc-jp'?>";
        let mut options = EncodingHints::new().transport_encoding(ISO_8859_2);
        assert_eq!(sniff_xml(declared, &options).source, EncodingSource::TransportLabel);
        options.user_override = Some(WINDOWS_1252);
        assert_eq!(sniff_xml(declared, &options).name(), "windows-1252");
        assert_eq!(sniff_xml(b"\xef\xbb\xbf", &options).name(), "UTF-8");
    }

    #[test]
    fn the_declared_name_is_compared() {
        use DeclaredEncoding::{Right, Unknown, Wrong};
        let sniffed = |bytes: &[u8]| sniff_xml(bytes, &EncodingHints::new());
        assert_eq!(sniffed(b"<a/>").compare("utf8"), Right);
        assert_eq!(sniffed(b"<a/>").compare("latin1"), Wrong);
        assert_eq!(sniffed(b"<a/>").compare("utf-32"), Wrong);
        assert_eq!(sniffed(b"<a/>").compare("nonsense"), Unknown);
        assert_eq!(sniffed(&utf_16("\u{feff}", true)).compare("UTF-16"), Right);
        assert_eq!(sniffed(&utf_32("\u{feff}", true)).compare("UTF-32"), Right);
        assert_eq!(sniffed(&utf_32("\u{feff}", true)).compare("UTF-8"), Wrong);
        let options = EncodingHints::from(EUC_JP);
        assert_eq!(sniff_xml(b"", &options).compare("euc-jp"), Right);
    }

    #[test]
    fn chunks_decode_to_the_same_text_as_the_whole() {
        let text = "<?xml version='1.0'?><a>\u{e9}\u{1f600}</a>";
        let long = format!("{text}{}", "\u{17c} ".repeat(1000));
        let latin = b"<?xml version='1.0' encoding='latin1'?><a>\xe9".to_vec();
        let marked = format!("\u{feff}{text}");
        let mut broken = utf_32(text, true);
        broken.extend([0, 0x11, 0, 0, 1]);
        for bytes in [
            text.as_bytes().to_vec(),
            long.into_bytes(),
            latin,
            marked.clone().into_bytes(),
            utf_16(&marked, true),
            utf_16(text, false),
            utf_32(&marked, false),
            broken,
            b"\xef\xbb".to_vec(),
            b"<a>\xff\xc3</a>\xed\xa0\x80\xf0\x9f".repeat(150),
            utf_16("\u{feff}<a/>", true).into_iter().chain([0xd8, 0, 0, b'a', 0]).collect(),
        ] {
            let sniffed = sniff_xml(&bytes, &EncodingHints::new());
            let whole = decode_xml(&bytes, &sniffed);
            for size in [1, 2, 3, 7, 1023, 1024, 1025, 5000] {
                let mut decoded = DecodedXml { text: Cow::Borrowed(""), malformed: Vec::new() };
                let mut decoder = XmlStreamDecoder::new(EncodingHints::new());
                for chunk in bytes.chunks(size) {
                    decoder.decode(chunk, decoded.text.to_mut());
                    decoded.malformed.extend(decoder.malformed());
                }
                assert_eq!(decoder.finish(decoded.text.to_mut()), sniffed);
                decoded.malformed.extend(decoder.malformed());
                assert_eq!(decoded, whole, "chunks of {size}");
            }
        }
        let marked = b"\xef\xbb\xbfa";
        assert_eq!(decode_xml(marked, &sniff_xml(marked, &EncodingHints::new())).text, "a");
    }
}
