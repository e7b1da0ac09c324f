//! The encodings that `meta` elements declare, and encodings by names that programs use.

use crate::Encoding;
use crate::encoding::{UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::memchr;

impl Encoding {
    /// Returns the encoding with a name that programs use: a label of the standard, a Windows code page, or a codec name of Python. Ignores
    /// case, `-`, `_`, `.` and spaces.
    ///
    /// Use it for names from programs, such as the result of a detector. Pages declare encodings only by [labels](Self::for_label).
    ///
    /// ```
    /// use limpid_encoding::Encoding;
    ///
    /// assert_eq!(Encoding::for_codec("cp932").unwrap().name(), "Shift_JIS");
    /// assert_eq!(Encoding::for_codec("utf_8").unwrap().name(), "UTF-8");
    /// assert_eq!(Encoding::for_codec("utf-7"), None);
    /// ```
    #[must_use]
    pub fn for_codec(name: &str) -> Option<&'static Encoding> {
        Encoding::for_label(name).or_else(|| {
            let mut name = normalize(name);
            // In Python, the number of a code page is a name too.
            if name.bytes().all(|byte| byte.is_ascii_digit()) {
                name.insert_str(0, "cp");
            }
            let label = CODECS.iter().find(|(codecs, _)| codecs.split(' ').any(|codec| codec == name));
            label.map_or_else(|| Encoding::for_normalized_label(&name), |(_, label)| Encoding::for_label(label))
        })
    }
}

/// Names of codecs and code pages, in [normalized](normalize) form, each with a label of the encoding. The names themselves are not labels.
const CODECS: [(&str, &str); 14] = [
    ("utf8sig cp65001 u8 utf", "utf-8"),
    ("u16", "utf-16"),
    ("cp932 ms932 mskanji shiftjis2004 sjis2004 shiftjisx0213 sjisx0213", "shift_jis"),
    ("cp936 ms936 euccn eucgb2312cn", "gbk"),
    ("cp949 ms949 uhc", "euc-kr"),
    ("cp950 ms950 big5tw hkscs", "big5"),
    ("eucjis2004 jisx0213 eucjisx0213 ujis", "euc-jp"),
    ("iso2022jp1 iso2022jp2 iso2022jp2004 iso2022jp3 iso2022jpext", "iso-2022-jp"),
    ("macroman", "macintosh"),
    ("maccyrillic", "x-mac-cyrillic"),
    ("cp874 thai", "windows-874"),
    ("iso8859 cp8859 cp646", "windows-1252"),
    ("latin10 l10", "iso-8859-16"),
    ("gb180302000", "gb18030"),
];

/// Returns the name in lowercase without separators.
pub(crate) fn normalize(name: &str) -> String {
    let is_separator = |c: &char| matches!(c, '-' | '_' | '.' | ' ' | '\t' | '\n' | '\x0C' | '\r');
    name.chars().filter(|c| !is_separator(c)).map(|c| c.to_ascii_lowercase()).collect()
}

/// Returns the encoding in the `content` attribute of a `meta` element: the [algorithm for extracting a character encoding from a `meta`
/// element][extract].
///
/// [extract]: https://html.spec.whatwg.org/multipage/urls-and-fetching.html#algorithm-for-extracting-a-character-encoding-from-a-meta-element
///
/// ```
/// use limpid_encoding::encoding_from_meta_content;
///
/// let encoding = encoding_from_meta_content("text/html; charset=euc-jp").unwrap();
/// assert_eq!(encoding.name(), "EUC-JP");
/// assert_eq!(encoding_from_meta_content("text/html"), None);
/// ```
#[must_use]
pub fn encoding_from_meta_content(content: &str) -> Option<&'static Encoding> {
    encoding_from_content_bytes(content.as_bytes())
}

/// Does the same as [`encoding_from_meta_content`] for bytes in any ASCII-compatible encoding: only ASCII matters to the algorithm and labels.
pub(crate) fn encoding_from_content_bytes(content: &[u8]) -> Option<&'static Encoding> {
    const CHARSET: &[u8] = b"charset";
    let mut rest = content;
    loop {
        let start = rest.windows(CHARSET.len()).position(|window| window.eq_ignore_ascii_case(CHARSET))?;
        rest = rest[start + CHARSET.len()..].trim_ascii_start();
        if let Some(value) = rest.strip_prefix(b"=") {
            return Encoding::for_label(label_in(value.trim_ascii_start())?);
        }
    }
}

/// Returns the encoding that a `meta` element declares by its `charset` attribute, or otherwise by its `content` attribute.
///
/// ```
/// use limpid_encoding::encoding_from_meta;
/// let name = |charset, content| encoding_from_meta(charset, content).map(|encoding| encoding.name());
/// assert_eq!(name(Some("koi8-r"), None), Some("KOI8-R"));
/// assert_eq!(name(Some("unknown"), Some("text/html; charset=utf-8")), Some("UTF-8"));
/// ```
#[must_use]
pub fn encoding_from_meta(charset: Option<&str>, content: Option<&str>) -> Option<&'static Encoding> {
    charset.and_then(Encoding::for_label).or_else(|| encoding_from_meta_content(content?))
}

/// Returns the label at the start of the text after `charset=`.
fn label_in(value: &[u8]) -> Option<&[u8]> {
    match *value {
        [quote @ (b'"' | b'\''), ref quoted @ ..] => memchr(quote, quoted).map(|end| &quoted[..end]),
        [] => None,
        _ => value.split(|&byte| byte.is_ascii_whitespace() || byte == b';').next(),
    }
}

/// Maps the encoding that a `meta` element declares to the one to use: UTF-8 for UTF-16BE/LE, and windows-1252 for x-user-defined.
///
/// A `meta` element in UTF-16 cannot be found as ASCII bytes. So if one was found that declares UTF-16, the declaration is wrong.
/// [`prescan`](crate::prescan()) and [`change_encoding`](crate::change_encoding) already apply this mapping.
///
/// ```
/// use limpid_encoding::{declared_in_meta, Encoding};
///
/// let declared = Encoding::for_label("utf-16").unwrap();
/// assert_eq!(declared_in_meta(declared).name(), "UTF-8");
/// ```
#[must_use]
pub fn declared_in_meta(encoding: &'static Encoding) -> &'static Encoding {
    if encoding == X_USER_DEFINED { WINDOWS_1252 } else { utf_16_as_utf_8(encoding) }
}

pub(crate) fn utf_16_as_utf_8(encoding: &'static Encoding) -> &'static Encoding {
    if is_utf_16(encoding) { UTF_8 } else { encoding }
}

/// Whether the encoding is a [UTF-16BE/LE](https://encoding.spec.whatwg.org/#utf-16be-le).
pub(crate) fn is_utf_16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16BE || encoding == UTF_16LE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{EUC_JP, ISO_8859_2, REPLACEMENT};

    #[test]
    fn codec_names() {
        let codecs = [
            ("utf_8 UTF-8-SIG u8 cp65001 65001", "UTF-8"),
            ("cp932 ms932 windows_31j shift_jis s_jis", "Shift_JIS"),
            ("euc_jp EUC-JP ujis", "EUC-JP"),
            ("cp949 uhc euc_kr ks_c_5601", "EUC-KR"),
            ("cp950 big5_hkscs big5hkscs big5", "Big5"),
            ("mac-roman mac_roman macintosh", "macintosh"),
            ("mac_cyrillic", "x-mac-cyrillic"),
            ("latin_1 iso8859_1 iso-8859-1 cp1252 1252 8859 646", "windows-1252"),
            ("1250 cp1250", "windows-1250"),
            ("866 cp866", "IBM866"),
            ("gb18030-2000 gb18030", "gb18030"),
            ("iso8859_2 latin2 l2", "ISO-8859-2"),
            ("iso8859_16 latin10", "ISO-8859-16"),
            ("koi8_r", "KOI8-R"),
            ("utf_16_le utf-16", "UTF-16LE"),
            ("tis_620 cp874 iso8859_11", "windows-874"),
            ("iso2022_jp iso2022_jp_2", "ISO-2022-JP"),
            ("gb2312 euc_cn cp936", "GBK"),
        ];
        for (names, encoding) in codecs {
            for name in names.split(' ') {
                assert_eq!(Encoding::for_codec(name).map(Encoding::name), Some(encoding), "{name}");
            }
        }
        for unknown in ["", " ", "utf-7", "cp437", "johab", "rot13", "shift", "_"] {
            assert_eq!(Encoding::for_codec(unknown), None, "{unknown}");
        }
        // The table has valid labels and normalized names.
        for (names, label) in CODECS {
            assert!(
                Encoding::for_label(label).is_some() && names.split(' ').all(|name| normalize(name) == name),
                "{names}"
            );
        }
    }

    #[test]
    fn labels_are_trimmed_of_ascii_whitespace_only() {
        assert_eq!(Encoding::for_label("\t\n\x0C\r UTF8 \r\x0C\n\t"), Some(UTF_8));
        assert_eq!(Encoding::for_label("\u{A0}utf8"), None);
        assert_eq!(Encoding::for_label("\x0Butf8"), None);
        assert_eq!(Encoding::for_label(""), None);
        assert_eq!(Encoding::for_label("hz-gb-2312"), Some(REPLACEMENT));
    }

    #[test]
    fn charset_in_any_case_and_with_spaces_around_the_equals_sign() {
        for content in
            ["charset=euc-jp", "CharSet=EUC-JP", "text/html;charset \t\n\x0C\r=\t\n\x0C\r euc-jp", "xcharset=euc-jp"]
        {
            assert_eq!(encoding_from_meta_content(content), Some(EUC_JP), "{content:?}");
        }
    }

    #[test]
    fn charset_without_an_equals_sign_is_skipped() {
        assert_eq!(encoding_from_meta_content("charset; charset=euc-jp"), Some(EUC_JP));
        assert_eq!(encoding_from_meta_content("charset charset=euc-jp"), Some(EUC_JP));
        assert_eq!(encoding_from_meta_content("charsetcharset=euc-jp"), Some(EUC_JP));
        assert_eq!(encoding_from_meta_content("charset"), None);
        assert_eq!(encoding_from_meta_content("charse=euc-jp"), None);
    }

    #[test]
    fn a_quoted_label_runs_to_the_same_quote() {
        assert_eq!(encoding_from_meta_content("charset='euc-jp'x"), Some(EUC_JP));
        assert_eq!(encoding_from_meta_content("charset=\"euc-jp\"x"), Some(EUC_JP));
        assert_eq!(encoding_from_meta_content("charset=' euc-jp '"), Some(EUC_JP));
        assert_eq!(encoding_from_meta_content("charset='euc-jp\""), None);
        assert_eq!(encoding_from_meta_content("charset='euc-jp;'"), None);
    }

    #[test]
    fn an_unmatched_quote_or_an_empty_label_ends_the_search() {
        assert_eq!(encoding_from_meta_content("charset='euc-jp; charset=euc-jp"), None);
        assert_eq!(encoding_from_meta_content("charset="), None);
        assert_eq!(encoding_from_meta_content("charset= "), None);
        assert_eq!(encoding_from_meta_content("charset=; charset=euc-jp"), None);
    }

    #[test]
    fn an_unquoted_label_runs_to_whitespace_or_semicolon() {
        for content in ["charset=euc-jp;x", "charset=euc-jp x", "charset=euc-jp\x0C", "charset=euc-jp"] {
            assert_eq!(encoding_from_meta_content(content), Some(EUC_JP), "{content:?}");
        }
        assert_eq!(encoding_from_meta_content("charset=euc-jp'"), None);
        assert_eq!(encoding_from_meta_content("charset=euc-jp,"), None);
    }

    #[test]
    fn only_the_first_label_counts() {
        assert_eq!(encoding_from_meta_content("charset=bogus; charset=euc-jp"), None);
    }

    #[test]
    fn extraction_does_not_map_utf_16() {
        assert_eq!(encoding_from_meta_content("charset=utf-16"), Some(UTF_16LE));
    }

    #[test]
    fn utf_16_and_x_user_defined_are_mapped() {
        assert_eq!(declared_in_meta(UTF_16LE), UTF_8);
        assert_eq!(declared_in_meta(UTF_16BE), UTF_8);
        assert_eq!(declared_in_meta(X_USER_DEFINED), WINDOWS_1252);
        assert_eq!(declared_in_meta(ISO_8859_2), ISO_8859_2);
        assert_eq!(declared_in_meta(REPLACEMENT), REPLACEMENT);
    }
}
