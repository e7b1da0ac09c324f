//! [Prescan a byte stream to determine its encoding][prescan]: an approximate search for a `meta` element without a parser.
//!
//! [prescan]: https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding

use crate::Encoding;
use crate::encoding::{UTF_16BE, UTF_16LE};
use memchr::{memchr, memmem};

use crate::meta_content::{declared_in_meta, encoding_from_content_bytes, utf_16_as_utf_8};
use limpid_markup::EncodingSource;

/// The maximum number of bytes that [`sniff`](crate::sniff()) prescans, as the standard recommends.
///
/// ```
/// use limpid_encoding::{PRESCAN_LENGTH, EncodingHints, prescan, sniff};
///
/// let late = [" ".repeat(PRESCAN_LENGTH).as_bytes(), b"<meta charset=gbk>"].concat();
/// assert_eq!(sniff(&late, &EncodingHints::new()).encoding.name(), "windows-1252");
/// assert_eq!(prescan(&late).unwrap().name(), "GBK");
/// ```
pub const PRESCAN_LENGTH: usize = 1024;

/// [Prescans a byte stream to determine its encoding][prescan], up to the end of `bytes`. Returns the encoding of the first `meta` element
/// that declares one, or otherwise of the XML declaration. Takes linear time.
///
/// [prescan]: https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
///
/// ```
/// use limpid_encoding::prescan;
///
/// assert_eq!(prescan(b"<!doctype html><meta charset=utf-8>").unwrap().name(), "UTF-8");
/// assert_eq!(prescan(b"<!-- <meta charset=utf-8> -->"), None);
/// ```
#[must_use]
pub fn prescan(bytes: &[u8]) -> Option<&'static Encoding> {
    prescan_with_source(bytes).map(|(encoding, _)| encoding)
}

pub(crate) fn prescan_with_source(bytes: &[u8]) -> Option<(&'static Encoding, EncodingSource)> {
    prescan_start(bytes)
        .or_else(|| get_an_xml_encoding(bytes).map(|encoding| (encoding, EncodingSource::XmlDeclaration)))
}

/// Returns the result of the prescan if later bytes cannot change it.
pub(crate) fn prescan_start(bytes: &[u8]) -> Option<(&'static Encoding, EncodingSource)> {
    if let Some(encoding) = utf_16_xml_declaration(bytes) {
        return Some((encoding, EncodingSource::XmlDeclaration));
    }
    // Without `<m` there is no `meta` element. A search for `<m` takes 10 % of the time of a scan of all tags.
    if (bytes.len() > PRESCAN_LENGTH || has_tag_starting_with_m(bytes))
        && let Ok(encoding) = (Prescan { bytes, position: 0 }).find_meta()
    {
        return Some((encoding, EncodingSource::Prescan));
    }
    None
}

/// Whether the bytes contain `<m` or `<M`. The loop has no early exit, so that the compiler can vectorize it.
fn has_tag_starting_with_m(bytes: &[u8]) -> bool {
    let next = bytes.get(1..).unwrap_or_default();
    bytes.iter().zip(next).fold(false, |found, (byte, next)| found | ((*byte == b'<') & (next | 0x20 == b'm')))
}

fn utf_16_xml_declaration(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.starts_with(b"<\0?\0x\0") {
        Some(UTF_16LE)
    } else if bytes.starts_with(b"\0<\0?\0x") {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// The error of a prescan that has reached the end of the bytes. It ends the prescan from any function.
#[derive(Debug)]
struct OutOfBytes;

/// The standard's *position* in the bytes. It only ever advances.
struct Prescan<'a> {
    bytes: &'a [u8],
    position: usize,
}

/// The result of [`Prescan::get_an_attribute`]. The standard lowercases name and value. Here, comparisons ignore case instead, so that nothing
/// is copied.
struct Attribute<'a> {
    name: &'a [u8],
    value: &'a [u8],
}

/// The attributes of a `meta` element that the prescan uses.
#[derive(Clone, Copy)]
enum MetaAttribute {
    HttpEquiv,
    Content,
    Charset,
}

impl MetaAttribute {
    const COUNT: usize = 3;

    fn from_name(name: &[u8]) -> Option<Self> {
        if name.eq_ignore_ascii_case(b"http-equiv") {
            Some(Self::HttpEquiv)
        } else if name.eq_ignore_ascii_case(b"content") {
            Some(Self::Content)
        } else if name.eq_ignore_ascii_case(b"charset") {
            Some(Self::Charset)
        } else {
            None
        }
    }
}

impl<'a> Prescan<'a> {
    /// The loop of the prescan. Returns the encoding of the first `meta` element that declares one.
    fn find_meta(&mut self) -> Result<&'static Encoding, OutOfBytes> {
        loop {
            // "Any other byte: do nothing with that byte."
            self.advance_to(b'<')?;
            match &self.bytes[self.position..] {
                [b'<', b'!', b'-', b'-', ..] => self.comment()?,
                [
                    b'<',
                    b'M' | b'm',
                    b'E' | b'e',
                    b'T' | b't',
                    b'A' | b'a',
                    b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | b'/',
                    ..,
                ] => {
                    if let Some(encoding) = self.meta()? {
                        return Ok(encoding);
                    }
                }
                [b'<', b'A'..=b'Z' | b'a'..=b'z', ..] | [b'<', b'/', b'A'..=b'Z' | b'a'..=b'z', ..] => self.tag()?,
                [b'<', b'!' | b'/' | b'?', ..] => self.advance_to(b'>')?,
                _ => {}
            }
            // Next byte.
            self.position += 1;
        }
    }

    /// Advances to the `>` of the first `-->`. Its dashes may be the ones of `<!--`, as in `<!-->`.
    fn comment(&mut self) -> Result<(), OutOfBytes> {
        self.position += "<!".len();
        let end = memmem::find(&self.bytes[self.position..], b"-->").ok_or(OutOfBytes)?;
        self.position += end + "--".len();
        Ok(())
    }

    /// Advances over a tag to the byte that ends its attributes.
    fn tag(&mut self) -> Result<(), OutOfBytes> {
        self.advance_until(|byte| byte.is_ascii_whitespace() || byte == b'>')?;
        while self.get_an_attribute()?.is_some() {}
        Ok(())
    }

    /// Advances over a `meta` start tag, and returns the encoding that it declares, if any.
    fn meta(&mut self) -> Result<Option<&'static Encoding>, OutOfBytes> {
        self.position += "<meta".len();
        // The standard collects all names. Here only three are needed, because duplicates of other attributes have no effect.
        let mut attribute_list = [false; MetaAttribute::COUNT];
        let mut got_pragma = false;
        let mut need_pragma = None;
        // `None` is "null" in the standard, and `Some(None)` is "failure".
        let mut charset = None;
        while let Some(attribute) = self.get_an_attribute()? {
            let Some(name) = MetaAttribute::from_name(attribute.name) else { continue };
            if std::mem::replace(&mut attribute_list[name as usize], true) {
                continue;
            }
            match name {
                MetaAttribute::HttpEquiv => got_pragma = attribute.value.eq_ignore_ascii_case(b"content-type"),
                MetaAttribute::Content => {
                    let encoding = encoding_from_content_bytes(attribute.value);
                    if encoding.is_some() && charset.is_none() {
                        charset = Some(encoding);
                        need_pragma = Some(true);
                    }
                }
                MetaAttribute::Charset => {
                    charset = Some(Encoding::for_label(attribute.value));
                    need_pragma = Some(false);
                }
            }
        }
        Ok(match need_pragma {
            None => None,
            Some(true) if !got_pragma => None,
            Some(_) => charset.flatten().map(declared_in_meta),
        })
    }

    /// [Get an attribute](https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing).
    fn get_an_attribute(&mut self) -> Result<Option<Attribute<'a>>, OutOfBytes> {
        if self.advance_until(|byte| !byte.is_ascii_whitespace() && byte != b'/')? == b'>' {
            return Ok(None);
        }
        let name_start = self.position;
        // A name may start with `=`, but not contain it later.
        self.position += 1;
        self.advance_until(|byte| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'/' | b'>'))?;
        let name = &self.bytes[name_start..self.position];
        if self.skip_whitespace()? != b'=' {
            return Ok(Some(Attribute { name, value: b"" }));
        }
        self.position += 1;
        let value = match self.skip_whitespace()? {
            quote @ (b'"' | b'\'') => self.quoted_value(quote)?,
            _ => self.unquoted_value()?,
        };
        Ok(Some(Attribute { name, value }))
    }

    fn quoted_value(&mut self, quote: u8) -> Result<&'a [u8], OutOfBytes> {
        self.position += 1;
        let start = self.position;
        self.advance_to(quote)?;
        let value = &self.bytes[start..self.position];
        self.position += 1;
        Ok(value)
    }

    /// Reads an unquoted value. A slash or a quote does not end it.
    fn unquoted_value(&mut self) -> Result<&'a [u8], OutOfBytes> {
        let start = self.position;
        self.advance_until(|byte| byte.is_ascii_whitespace() || byte == b'>')?;
        Ok(&self.bytes[start..self.position])
    }

    fn skip_whitespace(&mut self) -> Result<u8, OutOfBytes> {
        self.advance_until(|byte| !byte.is_ascii_whitespace())
    }

    /// Advances to the first byte, from the current one on, for which `stop` is true, and returns it.
    fn advance_until(&mut self, stop: impl Fn(u8) -> bool) -> Result<u8, OutOfBytes> {
        let rest = &self.bytes[self.position..];
        let distance = rest.iter().position(|&byte| stop(byte)).ok_or(OutOfBytes)?;
        self.position += distance;
        Ok(rest[distance])
    }

    /// Advances to the first `byte` from the current one on.
    fn advance_to(&mut self, byte: u8) -> Result<(), OutOfBytes> {
        self.position += memchr(byte, &self.bytes[self.position..]).ok_or(OutOfBytes)?;
        Ok(())
    }
}

/// [Get an XML encoding](https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing).
fn get_an_xml_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    const ENCODING: &[u8] = b"encoding";
    if !bytes.starts_with(b"<?xml") {
        return None;
    }
    let xml_declaration_end = memchr(b'>', bytes)?;
    let encoding_position = memmem::find(&bytes[..xml_declaration_end], ENCODING)? + ENCODING.len();
    let after_equals = skip_controls_and_space(&bytes[encoding_position..]).strip_prefix(b"=")?;
    let (quote_mark, rest) = skip_controls_and_space(after_equals).split_first()?;
    if !matches!(quote_mark, b'"' | b'\'') {
        return None;
    }
    let potential_encoding = &rest[..memchr(*quote_mark, rest)?];
    // Labels with surrounding whitespace are not valid here.
    if potential_encoding.iter().any(|&byte| byte <= b' ') {
        return None;
    }
    Encoding::for_label(potential_encoding).map(utf_16_as_utf_8)
}

fn skip_controls_and_space(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|&byte| byte > b' ').unwrap_or(bytes.len());
    &bytes[start..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{EUC_JP, GBK, ISO_8859_2, REPLACEMENT, UTF_8, WINDOWS_1252, X_USER_DEFINED};

    #[track_caller]
    fn gbk(bytes: impl AsRef<[u8]>) {
        check(bytes, Some(GBK));
    }

    #[track_caller]
    fn none(bytes: impl AsRef<[u8]>) {
        check(bytes, None);
    }

    #[track_caller]
    fn check(bytes: impl AsRef<[u8]>, expected: Option<&'static Encoding>) {
        let bytes = bytes.as_ref();
        assert_eq!(prescan(bytes), expected, "{}", bytes.escape_ascii());
    }

    #[test]
    fn utf_16_xml_declarations() {
        check(b"<\0?\0x\0", Some(UTF_16LE));
        check(b"\0<\0?\0x", Some(UTF_16BE));
        check(b"<\0?\0x\0m\0l\0<meta charset=gbk>", Some(UTF_16LE));
        none(b"<\0?\0X\0");
        none(b"\0<\0?\0X");
        none(b" <\0?\0x\0");
        none(b"<\0?\0x");
    }

    #[test]
    fn comments_are_skipped() {
        none("<!-- <meta charset=gbk> -->");
        gbk("<!-- <meta charset=utf-8> --><meta charset=gbk>");
        gbk("<!-- > -- > --!> <meta charset=utf-8> --><meta charset=gbk>");
        gbk("<!-- <!-- --><meta charset=gbk>");
        none("<!-- <meta charset=gbk> --");
    }

    #[test]
    fn a_comment_may_end_with_its_own_dashes() {
        gbk("<!--><meta charset=gbk>-->");
        gbk("<!---><meta charset=gbk>-->");
        none("<!--<meta charset=gbk>-->");
    }

    #[test]
    fn meta_start_tags_are_recognized() {
        for separator in ["\t", "\n", "\x0C", "\r", " ", "/"] {
            gbk(format!("<meta{separator}charset=gbk>"));
            gbk(format!("<MeTa{separator}charset=gbk>"));
        }
        none("<metacharset=gbk>");
        none("<meta\x0Bcharset=gbk>");
        none("<metas charset=gbk>");
        none("</meta charset=gbk>");
        none("< meta charset=gbk>");
        none("<meta>charset=gbk>");
        gbk("<<meta charset=gbk>");
    }

    #[test]
    fn every_attribute_of_the_meta_is_read_up_to_its_end() {
        gbk("<meta name=x charset=gbk id=y>");
        none("<meta name=x charset=gbk id=y");
        none("<meta charset=gbk");
    }

    #[test]
    fn the_first_attribute_of_a_name_counts() {
        gbk("<meta charset=gbk charset=utf-8>");
        gbk("<meta charset=gbk CHARSET=utf-8>");
        none("<meta charset=bogus charset=gbk>");
        none("<meta http-equiv=refresh http-equiv=content-type content='charset=gbk'>");
        gbk("<meta http-equiv=content-type http-equiv=refresh content='charset=gbk'>");
        gbk("<meta http-equiv=content-type content='charset=gbk' content='charset=utf-8'>");
        none("<meta http-equiv=content-type content='' content='charset=gbk'>");
        gbk("<meta name=a name=b charset=gbk>");
    }

    #[test]
    fn content_needs_the_pragma_before_or_after_it() {
        gbk("<meta http-equiv=content-type content='text/html; charset=gbk'>");
        gbk("<meta content='text/html; charset=gbk' http-equiv=content-type>");
        gbk("<meta HTTP-EQUIV='Content-Type' CONTENT='text/html; CHARSET=GBK'>");
        none("<meta content='text/html; charset=gbk'>");
        none("<meta http-equiv=refresh content='text/html; charset=gbk'>");
        none("<meta http-equiv='content-type ' content='text/html; charset=gbk'>");
        none("<meta http-equiv=content-type>");
    }

    #[test]
    fn charset_needs_no_pragma_and_wins_over_content() {
        gbk("<meta charset=gbk>");
        gbk("<meta http-equiv=refresh charset=gbk>");
        gbk("<meta http-equiv=content-type content='charset=utf-8' charset=gbk>");
        gbk("<meta http-equiv=content-type charset=gbk content='charset=utf-8'>");
        gbk("<meta charset=gbk content='charset=utf-8'>");
        gbk("<meta content='charset=utf-8' charset=gbk>");
    }

    #[test]
    fn content_does_not_replace_an_unknown_charset() {
        none("<meta http-equiv=content-type charset=bogus content='charset=gbk'>");
        none("<meta http-equiv=content-type content='charset=gbk' charset=bogus>");
        none("<meta http-equiv=content-type content='charset=gbk' charset>");
    }

    #[test]
    fn a_meta_without_an_encoding_is_skipped() {
        gbk("<meta charset=bogus><meta charset=gbk>");
        gbk("<meta charset><meta charset=gbk>");
        gbk("<meta name=viewport><meta charset=gbk>");
        gbk("<meta content='charset=utf-8'><meta charset=gbk>");
        gbk("<meta http-equiv=content-type content='charset=bogus'><meta charset=gbk>");
    }

    #[test]
    fn the_first_meta_with_an_encoding_counts() {
        gbk("<meta charset=gbk><meta charset=utf-8>");
    }

    #[test]
    fn utf_16_and_x_user_defined_are_mapped() {
        check("<meta charset=utf-16>", Some(UTF_8));
        check("<meta charset=utf-16le>", Some(UTF_8));
        check("<meta charset=utf-16be>", Some(UTF_8));
        check("<meta http-equiv=content-type content='charset=utf-16be'>", Some(UTF_8));
        check("<meta charset=x-user-defined>", Some(WINDOWS_1252));
        check("<meta charset=hz-gb-2312>", Some(REPLACEMENT));
    }

    #[test]
    fn other_tags_are_skipped_with_their_attributes() {
        gbk("<p title='<meta charset=utf-8>'><meta charset=gbk>");
        gbk("</p title='><meta charset=utf-8>'><meta charset=gbk>");
        gbk("<P TITLE=\"<meta charset=utf-8>\"><meta charset=gbk>");
        none("<p title='<meta charset=gbk>");
        // The tag's name ends at a space or `>`, so the text after the slash is part of the name.
        gbk("<p/title='><meta charset=gbk>'");
    }

    #[test]
    fn a_less_than_sign_inside_a_tag_does_not_start_a_tag() {
        // `<meta` is the name of an attribute here, or part of a tag name.
        none("<a <meta charset=gbk>");
        none("<p<meta charset=gbk>");
    }

    #[test]
    fn markup_declarations_and_bogus_comments_are_skipped_to_their_end() {
        gbk("<!doctype html><meta charset=gbk>");
        for start in ["<!", "<!-", "</", "</1", "<?", "<?php"] {
            none(format!("{start} <meta charset=gbk"));
            gbk(format!("{start} <meta charset=utf-8><meta charset=gbk>"));
            // Quotes have no meaning here.
            gbk(format!("{start} '><meta charset=gbk>'"));
        }
        gbk("<!><meta charset=gbk>");
        gbk("</><meta charset=gbk>");
    }

    #[test]
    fn other_bytes_are_skipped() {
        gbk("a > b & \u{E9} <1> <= \0 ' \" -- <meta charset=gbk>");
    }

    #[test]
    fn content_of_script_and_title_is_scanned_as_markup() {
        gbk("<script>'<meta charset=gbk>'</script>");
        gbk("<title><meta charset=gbk></title>");
    }

    #[test]
    fn attributes_start_after_spaces_and_slashes() {
        gbk("<meta\t\n\x0C\r //charset=gbk>");
        gbk("<meta name/charset=gbk>");
        none("<meta/>charset=gbk>");
    }

    #[test]
    fn an_attribute_name_may_start_with_an_equals_sign() {
        none("<meta =charset=gbk>");
        gbk("<meta = charset=gbk>");
        gbk("<meta ==x charset=gbk>");
        none("<meta ==charset=gbk>");
        none("<meta == charset=gbk>");
    }

    #[test]
    fn spaces_around_the_equals_sign() {
        gbk("<meta charset\t\n\x0C\r =\t\n\x0C\r gbk>");
        gbk("<meta charset\t\n\x0C\r =\t\n\x0C\r 'gbk'>");
        none("<meta charset/=gbk>");
        gbk("<meta name charset=gbk>");
    }

    #[test]
    fn quoted_values_run_to_the_same_quote() {
        gbk("<meta charset='gbk'>");
        gbk("<meta charset=\"gbk\">");
        gbk("<meta charset=' GBK\n'>");
        gbk("<meta name='>\"' charset=gbk>");
        gbk("<meta name='x'charset=gbk>");
        none("<meta charset='gbk\">");
        none("<meta charset='gb'k>");
    }

    #[test]
    fn unquoted_values_run_to_space_or_end() {
        gbk("<meta charset=gbk id=x>");
        gbk("<meta name=a/b charset=gbk>");
        none("<meta charset=gbk/>");
        none("<meta charset=gbk'>");
        none("<meta charset=><meta charset=gbk");
        gbk("<meta charset=><meta charset=gbk>");
    }

    #[test]
    fn the_xml_declaration_counts_when_the_bytes_run_out() {
        gbk("<?xml version='1.0' encoding='gbk'?><p>");
        gbk("<?xml encoding=\"gbk\"?><meta charset=utf-8");
        check("<?xml encoding='gbk'?><meta charset=utf-8>", Some(UTF_8));
        gbk("<?xml encoding='gbk'?><!--");
    }

    #[test]
    fn recognizes_xml_declarations() {
        none(" <?xml encoding='gbk'?>");
        none("<?XML encoding='gbk'?>");
        none("<?xml ENCODING='gbk'?>");
        none("<?xml encoding='gbk'?");
        none("<?xml?><p encoding='gbk'>");
        none("<?xml version='1.0'?>");
        gbk("<?xmlencoding='gbk'>");
        // The first `encoding` is used, even in a value.
        none("<?xml note='encoding' encoding='gbk'?>");
    }

    #[test]
    fn syntax_of_encoding_in_an_xml_declaration() {
        gbk("<?xml encoding\0\x1F =\x01\t\n'gbk'?>");
        none("<?xml encoding 'gbk'?>");
        none("<?xml encoding=gbk?>");
        none("<?xml encoding=|gbk|?>");
        none("<?xml encoding='gbk?>");
        none("<?xml encoding='gbk\"?>");
        none("<?xml encoding=' gbk'?>");
        none("<?xml encoding='gbk '?>");
        none("<?xml encoding='bogus'?>");
        none("<?xml encoding=''?>");
        none("<?xml encoding>");
    }

    #[test]
    fn utf_16_in_an_xml_declaration_means_utf_8() {
        check("<?xml encoding='utf-16'?>", Some(UTF_8));
        check("<?xml encoding='utf-16be'?>", Some(UTF_8));
        check("<?xml encoding='x-user-defined'?>", Some(X_USER_DEFINED));
    }

    #[test]
    fn bytes_that_are_not_ascii_do_not_matter() {
        check(b"<html a=\xF1 \xF1>\xF1<meta \xF1=\xF1 charset=iso-8859-2>", Some(ISO_8859_2));
        check(b"<meta http-equiv=content-type content='\xF1; charset=euc-jp'>", Some(EUC_JP));
        none(b"<meta charset=\xF1gbk>");
    }

    #[test]
    fn any_input_may_end_anywhere() {
        let page =
            b"<?xml encoding='gbk'?><!-- --><!x></y z><meta http-equiv=content-type content = 'charset=\"gbk\"'>";
        let xml_declaration_end = page.iter().position(|&byte| byte == b'>').unwrap();
        for end in 0..=page.len() {
            check(&page[..end], (end > xml_declaration_end).then_some(GBK));
        }
    }

    /// Each of these takes hours if parts are scanned repeatedly.
    #[test]
    fn linear_in_the_bytes() {
        let attributes: String = (0..200_000).map(|n| format!("a{n} ")).collect();
        for page in [
            "<!--".repeat(500_000),
            "<!--><".repeat(500_000),
            "<!".repeat(1_000_000),
            "<a ".repeat(1_000_000),
            "<a b='".repeat(500_000),
            "<meta ".repeat(500_000),
            "<meta content='charset".repeat(100_000),
            "<meta content='charset=\">".repeat(100_000),
            "<meta charset=x>".repeat(100_000),
            format!("<?xml {}", "encoding ".repeat(300_000)),
            format!("<meta {attributes}>"),
        ] {
            assert_eq!(prescan(page.as_bytes()), None);
        }
    }
}
