//! The encoding of an XML document: [byte order mark, outer information, XML
//! declaration](https://www.w3.org/TR/xml/#charencoding), and UTF-8 where none of them is there.

use crate::decode::decode_without_mark;
use crate::decoder::Decoder;
use crate::encoding::{UTF_8, UTF_16BE, UTF_16LE};
use crate::meta_content::is_utf_16;
use crate::{Encoding, EncodingHints, PRESCAN_LENGTH, runs};
use limpid_markup::{Confidence, EncodingSource};
use std::borrow::Cow;

/// The encoding of an XML document: UTF-32 counts, which the Encoding Standard does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
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
    form: Form,
    /// The confidence of the encoding: an XML declaration is believed, so only the fallback is tentative.
    pub confidence: Confidence,
    /// Where the encoding comes from.
    pub source: EncodingSource,
    /// The length of the byte order mark at the start of the input.
    pub bom_length: usize,
}

impl XmlSniffed {
    #[inline]
    fn new(form: Form, source: EncodingSource, bom_length: usize) -> XmlSniffed {
        let confidence = if source == EncodingSource::Fallback { Confidence::Tentative } else { Confidence::Certain };
        XmlSniffed { form, confidence, source, bom_length }
    }

    /// The name of the encoding, `UTF-32BE` and `UTF-32LE` included.
    ///
    /// ```
    /// use limpid_encoding::{EncodingHints, sniff_xml};
    /// let sniffed = sniff_xml(b"\xff\xfe\0\0<\0\0\0", &EncodingHints::new());
    /// assert_eq!(sniffed.name(), "UTF-32LE");
    /// ```
    #[inline]
    pub fn name(&self) -> &'static str {
        match self.form {
            Form::Standard(encoding) => encoding.name(),
            Form::Utf32 { is_big_endian: true } => "UTF-32BE",
            Form::Utf32 { is_big_endian: false } => "UTF-32LE",
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
        match self.form {
            Form::Standard(encoding) => encoding.is_supported(),
            Form::Utf32 { .. } => true,
        }
    }
}

/// A verdict on the encoding that an XML declaration names.
///
/// ```
/// use limpid_encoding::{DeclaredEncoding, EncodingHints, sniff_xml};
/// let sniffed = sniff_xml(b"\xef\xbb\xbf<?xml version='1.0' encoding='gbk'?>", &EncodingHints::new());
/// assert_eq!(sniffed.compare("gbk"), DeclaredEncoding::Wrong);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclaredEncoding {
    /// It is the one that the document is in.
    Right,
    /// It is another one.
    Wrong,
    /// No encoding has this name.
    Unknown,
}

impl XmlSniffed {
    /// Compares the encoding with the one that the XML declaration names.
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
            let is_right = matches!(self.form, Form::Utf32 { .. });
            return if is_right { DeclaredEncoding::Right } else { DeclaredEncoding::Wrong };
        }
        let Some(declared) = Encoding::for_label(declared.as_bytes()) else { return DeclaredEncoding::Unknown };
        match self.form {
            Form::Standard(encoding) if encoding == declared => DeclaredEncoding::Right,
            Form::Standard(encoding) if is_utf_16(encoding) && is_utf_16(declared) => DeclaredEncoding::Right,
            Form::Standard(_) | Form::Utf32 { .. } => DeclaredEncoding::Wrong,
        }
    }
}

#[inline]
fn is_utf_32_label(label: &str) -> bool {
    ["utf-32", "utf-32be", "utf-32le", "iso-10646-ucs-4", "ucs-4"].iter().any(|name| label.eq_ignore_ascii_case(name))
}

/// Finds the encoding of an XML document by its first [`PRESCAN_LENGTH`] bytes.
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
    let by_mark = match bytes {
        [0xff, 0xfe, 0, 0, ..] => Some((Form::Utf32 { is_big_endian: false }, 4)),
        [0, 0, 0xfe, 0xff, ..] => Some((Form::Utf32 { is_big_endian: true }, 4)),
        _ => Encoding::for_bom(bytes).map(|(encoding, length)| (Form::Standard(encoding), length)),
    };
    if let Some((form, length)) = by_mark {
        return XmlSniffed::new(form, EncodingSource::Bom, length);
    }
    if let Some(encoding) = options.user_override {
        return XmlSniffed::new(Form::Standard(encoding), EncodingSource::UserOverride, 0);
    }
    if let Some(encoding) = options.transport_encoding {
        return XmlSniffed::new(Form::Standard(encoding), EncodingSource::TransportLabel, 0);
    }
    let bytes = without_space(bytes);
    // <https://www.w3.org/TR/xml/#sec-guessing-no-ext-info>
    let by_form = match bytes {
        [0, 0, 0, b'<', ..] => Some(Form::Utf32 { is_big_endian: true }),
        [b'<', 0, 0, 0, ..] => Some(Form::Utf32 { is_big_endian: false }),
        [0, b'<', 0, b'?', ..] => Some(Form::Standard(UTF_16BE)),
        [b'<', 0, b'?', 0, ..] => Some(Form::Standard(UTF_16LE)),
        _ => None,
    };
    if let Some(form) = by_form {
        return XmlSniffed::new(form, EncodingSource::XmlDeclaration, 0);
    }
    let declared = declared_encoding(bytes).and_then(Encoding::for_label);
    match declared {
        // What was read here as ASCII is in no such encoding.
        Some(encoding) if is_utf_16(encoding) => XmlSniffed::new(Form::Standard(UTF_8), EncodingSource::Fallback, 0),
        Some(encoding) => XmlSniffed::new(Form::Standard(encoding), EncodingSource::XmlDeclaration, 0),
        None => XmlSniffed::new(Form::Standard(UTF_8), EncodingSource::Fallback, 0),
    }
}

/// Returns the bytes after white space at the start, which XML does not allow before its declaration, and many feeds have.
#[inline]
fn without_space(mut bytes: &[u8]) -> &[u8] {
    while let [space, 0, rest @ ..] | [0, space, rest @ ..] | [space, rest @ ..] = bytes
        && space.is_ascii_whitespace()
    {
        bytes = rest;
    }
    bytes
}

/// The label in an XML declaration in ASCII.
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
        // It may stand in a value.
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
    /// The positions in the text of the U+FFFD that stand for malformed sequences.
    pub malformed: Vec<usize>,
}

/// Decodes a whole XML document. Malformed sequences become U+FFFD; a byte order mark is removed.
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
    if let Form::Standard(encoding) = sniffed.form {
        let decoded = decode_without_mark(bytes, encoding);
        if !decoded.had_errors {
            return DecodedXml { text: decoded.text, malformed: Vec::new() };
        }
    }
    let (mut text, mut malformed) = (String::with_capacity(bytes.len()), Vec::new());
    AnyDecoder::new(sniffed.form).decode(bytes, true, &mut text, &mut malformed);
    DecodedXml { text: Cow::Owned(text), malformed }
}

/// Decodes the bytes of an XML document that arrive in pieces: it holds back the first [`PRESCAN_LENGTH`] of them until the
/// encoding is known.
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
    /// A decoder at the start of a stream.
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

    /// The encoding, once it is known.
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

    /// The positions, in the `text` of the last call, of the U+FFFD that stand for malformed sequences.
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

    /// Decodes the next piece and appends the text to `text`.
    ///
    /// ```
    /// use limpid_encoding::{EncodingHints, XmlStreamDecoder};
    /// let mut text = String::new();
    /// let mut decoder = XmlStreamDecoder::new(EncodingHints::new());
    /// for piece in [&b"<a>\xc3"[..], b"\xa9</a>"] {
    ///     decoder.decode(piece, &mut text);
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

    /// Ends the stream: appends what is left to `text`.
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
        let decoder = self.decoder.insert(AnyDecoder::new(sniffed.form));
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
    fn new(form: Form) -> AnyDecoder {
        match form {
            Form::Standard(encoding) => AnyDecoder::Standard(Decoder::new(encoding)),
            Form::Utf32 { is_big_endian } => AnyDecoder::Utf32(Utf32Decoder::new(is_big_endian)),
        }
    }

    /// Appends the text of bytes to `text`, and the positions of U+FFFD that stand for malformed sequences to `malformed`.
    #[inline]
    fn decode(&mut self, bytes: &[u8], last: bool, text: &mut String, malformed: &mut Vec<usize>) {
        match self {
            AnyDecoder::Standard(decoder) => {
                runs::decode(decoder, bytes, last, text, |text| replace(text, malformed));
            }
            AnyDecoder::Utf32(decoder) => decoder.decode(bytes, last, text, malformed),
        }
    }
}

/// Appends the stand-in for a malformed sequence.
#[inline]
fn replace(text: &mut String, malformed: &mut Vec<usize>) {
    malformed.push(text.len());
    text.push('\u{fffd}');
}

/// Decodes UTF-32: what is no code point becomes U+FFFD, and so does what is left at the end.
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
                    None => replace(text, malformed),
                }
            }
        }
        if last && self.pending_length > 0 {
            self.pending_length = 0;
            replace(text, malformed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{EUC_JP, ISO_8859_2, WINDOWS_1252};

    fn found(bytes: &[u8]) -> (&'static str, EncodingSource) {
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
    fn marks_declarations_and_the_fallback() {
        use EncodingSource::{Bom, Fallback, XmlDeclaration};
        assert_eq!(found(b""), ("UTF-8", Fallback));
        assert_eq!(found(b"<a/>"), ("UTF-8", Fallback));
        assert_eq!(found(b"\xef\xbb\xbf<?xml version='1.0' encoding='latin1'?>"), ("UTF-8", Bom));
        for is_big_endian in [true, false] {
            let names = if is_big_endian { ["UTF-16BE", "UTF-32BE"] } else { ["UTF-16LE", "UTF-32LE"] };
            assert_eq!(found(&utf_16("\u{feff}<a/>", is_big_endian)), (names[0], Bom));
            assert_eq!(found(&utf_16("<?xml", is_big_endian)), (names[0], XmlDeclaration));
            assert_eq!(found(&utf_16("\n <?xml", is_big_endian)), (names[0], XmlDeclaration));
            assert_eq!(found(&utf_32("\u{feff}<a/>", is_big_endian)), (names[1], Bom));
            assert_eq!(found(&utf_32("<a/>", is_big_endian)), (names[1], XmlDeclaration));
        }
        assert_eq!(found(b"<?xml version=\"1.0\" encoding = 'euc-jp' ?>"), ("EUC-JP", XmlDeclaration));
        assert_eq!(found(b"<?xml version='encoding' encoding='euc-jp'?>"), ("EUC-JP", XmlDeclaration));
        assert_eq!(found(b"<?xml version='1.0' encoding='utf-16'?>"), ("UTF-8", Fallback));
        assert_eq!(found(b"<?xml version='1.0' encoding='nonsense'?>"), ("UTF-8", Fallback));
        assert_eq!(found(b"<?xmlx encoding='euc-jp'?>"), ("UTF-8", Fallback));
        assert_eq!(found(b"\r\n\t <?xml encoding='euc-jp'?>"), ("EUC-JP", XmlDeclaration));
        assert_eq!(found(b"a <?xml encoding='euc-jp'?>"), ("UTF-8", Fallback));
    }

    #[test]
    fn what_is_known_from_outside() {
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
    fn any_cut_gives_the_text_of_the_whole() {
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
                for piece in bytes.chunks(size) {
                    decoder.decode(piece, decoded.text.to_mut());
                    decoded.malformed.extend(decoder.malformed());
                }
                assert_eq!(decoder.finish(decoded.text.to_mut()), sniffed);
                decoded.malformed.extend(decoder.malformed());
                assert_eq!(decoded, whole, "pieces of {size}");
            }
        }
        let marked = b"\xef\xbb\xbfa";
        assert_eq!(decode_xml(marked, &sniff_xml(marked, &EncodingHints::new())).text, "a");
    }
}
