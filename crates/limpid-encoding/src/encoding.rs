//! The encodings of the Encoding Standard.

#[cfg(any(test, not(feature = "encoding")))]
use crate::decoder::windows_1252;
use crate::meta_content::normalize;
use core::fmt;
use std::borrow::Cow;

/// An encoding of the [Encoding Standard](https://encoding.spec.whatwg.org/#names-and-labels).
///
/// All encodings and labels of that standard are known in every build. Without the feature `encoding`, some encodings are not
/// [supported](Encoding::is_supported).
///
/// ```
/// use limpid::Encoding;
/// assert_eq!(Encoding::for_label("utf8"), Some(Encoding::UTF_8));
/// assert_eq!(Encoding::for_label("latin1").unwrap().name(), "windows-1252");
/// ```
#[derive(PartialEq, Eq, Hash)]
pub struct Encoding {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// The labels in lowercase, except the name.
    pub(crate) labels: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    Utf8,
    Utf16Be,
    Utf16Le,
    UserDefined,
    /// The whole input becomes one U+FFFD.
    Replacement,
    /// Decoded by `encoding_rs`; as windows-1252 without the feature `encoding`.
    Legacy,
}

impl Encoding {
    /// UTF-8.
    pub const UTF_8: &'static Encoding = UTF_8;

    /// Returns the name.
    ///
    /// ```
    /// use limpid::Encoding;
    /// assert_eq!(Encoding::UTF_8.name(), "UTF-8");
    /// ```
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// [Gets an encoding](https://encoding.spec.whatwg.org/#concept-encoding-get) from a label. Ignores case and surrounding ASCII
    /// whitespace.
    ///
    /// A few labels, such as `hz-gb-2312`, are labels of the encoding `replacement`, which decodes any input to a single U+FFFD.
    ///
    /// ```
    /// use limpid::Encoding;
    ///
    /// assert_eq!(Encoding::for_label(" Latin1\n").unwrap().name(), "windows-1252");
    /// assert_eq!(Encoding::for_label("utf-7"), None);
    /// ```
    #[must_use]
    pub fn for_label(label: impl AsRef<[u8]>) -> Option<&'static Encoding> {
        let label = std::str::from_utf8(label.as_ref()).ok()?.trim_matches(['\t', '\n', '\x0C', '\r', ' ']);
        Encoding::with_label(|other| other.eq_ignore_ascii_case(label))
    }

    /// Returns the encoding that has this [normalized](normalize) label.
    pub(crate) fn for_normalized_label(name: &str) -> Option<&'static Encoding> {
        Encoding::with_label(|label| normalize(label) == name)
    }

    fn with_label(is_label: impl Fn(&str) -> bool) -> Option<&'static Encoding> {
        ENCODINGS
            .iter()
            .find(|encoding| is_label(encoding.name) || encoding.labels.split_ascii_whitespace().any(&is_label))
    }

    /// Returns the encoding of the byte order mark at the start of the bytes, and the length of the mark
    /// ([BOM sniff](https://encoding.spec.whatwg.org/#bom-sniff)).
    ///
    /// ```
    /// use limpid::Encoding;
    /// assert_eq!(Encoding::for_bom(b"\xEF\xBB\xBF<p>"), Some((Encoding::UTF_8, 3)));
    /// assert_eq!(Encoding::for_bom(b"<p>"), None);
    /// ```
    pub fn for_bom(bytes: &[u8]) -> Option<(&'static Encoding, usize)> {
        match bytes {
            [0xEF, 0xBB, 0xBF, ..] => Some((UTF_8, 3)),
            [0xFE, 0xFF, ..] => Some((UTF_16BE, 2)),
            [0xFF, 0xFE, ..] => Some((UTF_16LE, 2)),
            _ => None,
        }
    }

    /// Returns whether each ASCII byte is the ASCII character of the same number, unless it is part of a longer sequence.
    ///
    /// ```
    /// use limpid::Encoding;
    /// assert!(Encoding::UTF_8.is_ascii_compatible());
    /// assert!(!Encoding::for_label("utf-16le").unwrap().is_ascii_compatible());
    /// ```
    pub fn is_ascii_compatible(&self) -> bool {
        match self.kind {
            Kind::Utf8 | Kind::UserDefined => true,
            Kind::Utf16Be | Kind::Utf16Le | Kind::Replacement => false,
            Kind::Legacy => self.name != "ISO-2022-JP",
        }
    }

    /// Returns whether this build can decode the encoding. With the feature `encoding` it can decode every encoding, without it UTF-8, UTF-16,
    /// windows-1252, x-user-defined and replacement.
    ///
    /// Bytes in an unsupported encoding are decoded as windows-1252, so that no byte is lost.
    ///
    /// ```
    /// use limpid::Encoding;
    /// assert!(Encoding::for_label("latin1").unwrap().is_supported());
    /// assert_eq!(Encoding::for_label("gbk").unwrap().is_supported(), cfg!(feature = "encoding"));
    /// ```
    pub fn is_supported(&self) -> bool {
        cfg!(feature = "encoding") || self.kind != Kind::Legacy || self == WINDOWS_1252
    }

    /// Encodes a text. Characters that the encoding does not contain become decimal character references. Also returns whether the result has such
    /// references.
    ///
    /// UTF-16 and replacement are encoded as UTF-8, their [output encoding](https://encoding.spec.whatwg.org/#get-an-output-encoding). If the encoding
    /// is not [supported](Self::is_supported), all characters except ASCII become references.
    ///
    /// ```
    /// use limpid::Encoding;
    /// let latin1 = Encoding::for_label("latin1").unwrap();
    /// let (bytes, has_references) = latin1.encode("café ☕");
    /// assert_eq!((&*bytes, has_references), (&b"caf\xE9 &#9749;"[..], true));
    /// ```
    pub fn encode<'a>(&self, text: &'a str) -> (Cow<'a, [u8]>, bool) {
        #[cfg(feature = "encoding")]
        {
            let encoding = encoding_rs::Encoding::for_label(self.name.as_bytes()).unwrap_or(encoding_rs::UTF_8);
            let (bytes, _, has_references) = encoding.encode(text);
            (bytes, has_references)
        }
        #[cfg(not(feature = "encoding"))]
        self.encode_without_tables(text)
    }

    /// Encodes a text without the tables of `encoding_rs`.
    #[cfg(any(test, not(feature = "encoding")))]
    fn encode_without_tables<'a>(&self, text: &'a str) -> (Cow<'a, [u8]>, bool) {
        if text.is_ascii() || !matches!(self.kind, Kind::UserDefined | Kind::Legacy) {
            return (Cow::Borrowed(text.as_bytes()), false);
        }
        let byte_of = |character: char| match u32::from(character) {
            number @ 0..0x80 => u8::try_from(number).ok(),
            number @ 0xF780..0xF800 if self.kind == Kind::UserDefined => u8::try_from(number - 0xF700).ok(),
            _ if self == WINDOWS_1252 => (0x80..=0xFF).find(|byte| windows_1252(*byte) == character),
            _ => None,
        };
        let (mut bytes, mut has_references) = (Vec::with_capacity(text.len()), false);
        for character in text.chars() {
            match byte_of(character) {
                Some(byte) => bytes.push(byte),
                None => {
                    bytes.extend(format!("&#{};", u32::from(character)).bytes());
                    has_references = true;
                }
            }
        }
        (Cow::Owned(bytes), has_references)
    }

    #[cfg(feature = "encoding")]
    pub(crate) fn legacy(&self) -> Option<&'static encoding_rs::Encoding> {
        if self.kind == Kind::Legacy { encoding_rs::Encoding::for_label(self.name.as_bytes()) } else { None }
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Encoding({})", self.name)
    }
}

/// The encodings in the order of the standard.
pub(crate) static ENCODINGS: [Encoding; 40] = [
    encoding("UTF-8", Kind::Utf8, "utf8 unicode20utf8 unicode11utf8 x-unicode20utf8 unicode-1-1-utf-8"),
    encoding("IBM866", Kind::Legacy, "866 cp866 csibm866"),
    encoding(
        "ISO-8859-2",
        Kind::Legacy,
        "l2 latin2 iso88592 iso8859-2 iso-ir-101 iso_8859-2 csisolatin2 iso_8859-2:1987",
    ),
    encoding(
        "ISO-8859-3",
        Kind::Legacy,
        "l3 latin3 iso88593 iso8859-3 iso_8859-3 iso-ir-109 csisolatin3 iso_8859-3:1988",
    ),
    encoding(
        "ISO-8859-4",
        Kind::Legacy,
        "l4 latin4 iso88594 iso8859-4 iso-ir-110 iso_8859-4 csisolatin4 iso_8859-4:1988",
    ),
    encoding(
        "ISO-8859-5",
        Kind::Legacy,
        "iso88595 cyrillic iso8859-5 iso-ir-144 iso_8859-5 iso_8859-5:1988 csisolatincyrillic",
    ),
    encoding(
        "ISO-8859-6",
        Kind::Legacy,
        "arabic ecma-114 iso88596 asmo-708 iso8859-6 iso_8859-6 iso-ir-127 csiso88596e csiso88596i iso-8859-6-e iso-8859-6-i iso_8859-6:1987 csisolatinarabic",
    ),
    encoding(
        "ISO-8859-7",
        Kind::Legacy,
        "greek greek8 iso88597 ecma-118 elot_928 iso8859-7 iso-ir-126 iso_8859-7 sun_eu_greek iso_8859-7:1987 csisolatingreek",
    ),
    encoding(
        "ISO-8859-8",
        Kind::Legacy,
        "visual hebrew iso88598 iso8859-8 iso_8859-8 iso-ir-138 csiso88598e iso-8859-8-e iso_8859-8:1988 csisolatinhebrew",
    ),
    encoding("ISO-8859-8-I", Kind::Legacy, "logical csiso88598i"),
    encoding("ISO-8859-10", Kind::Legacy, "l6 latin6 iso885910 iso8859-10 iso-ir-157 csisolatin6"),
    encoding("ISO-8859-13", Kind::Legacy, "iso885913 iso8859-13"),
    encoding("ISO-8859-14", Kind::Legacy, "iso885914 iso8859-14"),
    encoding("ISO-8859-15", Kind::Legacy, "l9 iso885915 iso8859-15 iso_8859-15 csisolatin9"),
    encoding("ISO-8859-16", Kind::Legacy, ""),
    encoding("KOI8-R", Kind::Legacy, "koi koi8 koi8_r cskoi8r"),
    encoding("KOI8-U", Kind::Legacy, "koi8-ru"),
    encoding("macintosh", Kind::Legacy, "mac csmacintosh x-mac-roman"),
    encoding("windows-874", Kind::Legacy, "tis-620 dos-874 iso885911 iso8859-11 iso-8859-11"),
    encoding("windows-1250", Kind::Legacy, "cp1250 x-cp1250"),
    encoding("windows-1251", Kind::Legacy, "cp1251 x-cp1251"),
    encoding(
        "windows-1252",
        Kind::Legacy,
        "l1 cp819 ascii latin1 cp1252 ibm819 iso88591 x-cp1252 us-ascii iso8859-1 iso-ir-100 iso-8859-1 iso_8859-1 csisolatin1 ansi_x3.4-1968 iso_8859-1:1987",
    ),
    encoding("windows-1253", Kind::Legacy, "cp1253 x-cp1253"),
    encoding(
        "windows-1254",
        Kind::Legacy,
        "l5 cp1254 latin5 x-cp1254 iso88599 iso8859-9 iso-ir-148 iso-8859-9 iso_8859-9 csisolatin5 iso_8859-9:1989",
    ),
    encoding("windows-1255", Kind::Legacy, "cp1255 x-cp1255"),
    encoding("windows-1256", Kind::Legacy, "cp1256 x-cp1256"),
    encoding("windows-1257", Kind::Legacy, "cp1257 x-cp1257"),
    encoding("windows-1258", Kind::Legacy, "cp1258 x-cp1258"),
    encoding("x-mac-cyrillic", Kind::Legacy, "x-mac-ukrainian"),
    encoding("GBK", Kind::Legacy, "x-gbk gb2312 gb_2312 chinese csgb2312 iso-ir-58 gb_2312-80 csiso58gb231280"),
    encoding("gb18030", Kind::Legacy, ""),
    encoding("Big5", Kind::Legacy, "csbig5 cn-big5 x-x-big5 big5-hkscs"),
    encoding("EUC-JP", Kind::Legacy, "x-euc-jp cseucpkdfmtjapanese"),
    encoding("ISO-2022-JP", Kind::Legacy, "csiso2022jp"),
    encoding("Shift_JIS", Kind::Legacy, "sjis ms932 x-sjis ms_kanji shift-jis csshiftjis windows-31j"),
    encoding(
        "EUC-KR",
        Kind::Legacy,
        "korean ksc5601 cseuckr ksc_5601 iso-ir-149 windows-949 csksc56011987 ks_c_5601-1987 ks_c_5601-1989",
    ),
    encoding("replacement", Kind::Replacement, "hz-gb-2312 iso-2022-cn iso-2022-kr csiso2022kr iso-2022-cn-ext"),
    encoding("UTF-16BE", Kind::Utf16Be, "unicodefffe"),
    encoding("UTF-16LE", Kind::Utf16Le, "ucs-2 utf-16 unicode csunicode unicodefeff iso-10646-ucs-2"),
    encoding("x-user-defined", Kind::UserDefined, ""),
];

const fn encoding(name: &'static str, kind: Kind, labels: &'static str) -> Encoding {
    Encoding { name, kind, labels }
}

pub(crate) const UTF_8: &Encoding = &ENCODINGS[0];
pub(crate) const ISO_8859_2: &Encoding = &ENCODINGS[2];
pub(crate) const ISO_8859_7: &Encoding = &ENCODINGS[7];
#[cfg(test)]
pub(crate) const KOI8_R: &Encoding = &ENCODINGS[15];
pub(crate) const WINDOWS_874: &Encoding = &ENCODINGS[18];
pub(crate) const WINDOWS_1250: &Encoding = &ENCODINGS[19];
pub(crate) const WINDOWS_1251: &Encoding = &ENCODINGS[20];
pub(crate) const WINDOWS_1252: &Encoding = &ENCODINGS[21];
pub(crate) const WINDOWS_1254: &Encoding = &ENCODINGS[23];
pub(crate) const WINDOWS_1255: &Encoding = &ENCODINGS[24];
pub(crate) const WINDOWS_1256: &Encoding = &ENCODINGS[25];
pub(crate) const WINDOWS_1257: &Encoding = &ENCODINGS[26];
pub(crate) const WINDOWS_1258: &Encoding = &ENCODINGS[27];
pub(crate) const GBK: &Encoding = &ENCODINGS[29];
pub(crate) const BIG5: &Encoding = &ENCODINGS[31];
#[cfg(test)]
pub(crate) const EUC_JP: &Encoding = &ENCODINGS[32];
#[cfg(test)]
pub(crate) const ISO_2022_JP: &Encoding = &ENCODINGS[33];
pub(crate) const SHIFT_JIS: &Encoding = &ENCODINGS[34];
pub(crate) const EUC_KR: &Encoding = &ENCODINGS[35];
#[cfg(test)]
pub(crate) const REPLACEMENT: &Encoding = &ENCODINGS[36];
pub(crate) const UTF_16BE: &Encoding = &ENCODINGS[37];
pub(crate) const UTF_16LE: &Encoding = &ENCODINGS[38];
pub(crate) const X_USER_DEFINED: &Encoding = &ENCODINGS[39];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_1252_is_encoded_without_tables() {
        for text in ["tea", "café — 5 €", "\u{81}\u{8d}", "☕ é"] {
            assert_eq!(WINDOWS_1252.encode_without_tables(text), WINDOWS_1252.encode(text), "{text}");
            assert_eq!(UTF_8.encode_without_tables(text), UTF_8.encode(text), "{text}");
        }
        let text = "a\u{f7e9}é";
        assert_eq!(X_USER_DEFINED.encode_without_tables(text), X_USER_DEFINED.encode(text));
        assert_eq!(EUC_JP.encode_without_tables("é"), (b"&#233;"[..].into(), true));
    }

    #[test]
    fn labels_agree_with_encoding_rs() {
        let labels = |encoding: &'static Encoding| encoding.labels.split_ascii_whitespace().chain([encoding.name]);
        assert_eq!(ENCODINGS.iter().flat_map(labels).count(), 228);
        for (encoding, label) in
            ENCODINGS.iter().flat_map(|encoding| labels(encoding).map(move |label| (encoding, label)))
        {
            let known = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
            assert_eq!(
                [encoding, Encoding::for_label(label.as_bytes()).unwrap()].map(Encoding::name),
                [known.name(); 2]
            );
            assert_eq!(encoding.is_ascii_compatible(), known.is_ascii_compatible());
        }
        assert_eq!(Encoding::for_label(b"\t Utf-8\r\n\x0C"), Some(UTF_8));
        for label in [&b""[..], b" ", b"utf 8", b"utf8 unicode20utf8", b"\x0Butf-8", b"\xFF"] {
            assert_eq!(Encoding::for_label(label), None);
        }
    }

    #[test]
    fn the_three_byte_order_marks() {
        assert_eq!(Encoding::for_bom(b"\xEF\xBB\xBF"), Some((UTF_8, 3)));
        assert_eq!(Encoding::for_bom(b"\xFE\xFF"), Some((UTF_16BE, 2)));
        assert_eq!(Encoding::for_bom(b"\xFF\xFE"), Some((UTF_16LE, 2)));
        // A mark of UTF-32 is read as one of UTF-16.
        assert_eq!(Encoding::for_bom(b"\xFF\xFE\0\0"), Some((UTF_16LE, 2)));
        for bytes in [b"".as_slice(), b"\xEF\xBB", b"\xFE", b" \xFE\xFF", b"+/v8", b"\0\0\xFE\xFF"] {
            assert_eq!(Encoding::for_bom(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    #[cfg(not(feature = "encoding"))]
    fn unsupported_encodings_are_decoded_as_windows_1252_with_an_error() {
        for (label, bytes, text, had_errors) in [
            ("iso-8859-2", &b"<p>\xB1\x80"[..], "<p>±€", true),
            ("shift_jis", b"<p>", "<p>", false),
            ("iso-2022-jp", b"\x1B$B$\"\x1B(B", "\x1B$B$\"\x1B(B", true),
        ] {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            assert!(!encoding.is_supported());
            assert_eq!(encoding.decode_without_bom_handling(bytes), (text.into(), had_errors));
        }
    }
}
