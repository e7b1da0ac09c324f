//! Compares the prescan with a direct implementation of the standard's steps.

use limpid_encoding::{Encoding, prescan};
use proptest::prelude::*;

/// Strings that occur in the rules of the prescan, so that random concatenations of them reach most rules.
const PIECES: &[&[u8]] = &[
    b"<",
    b"<!",
    b"<!-",
    b"<!--",
    b"-",
    b"--",
    b"-->",
    b">",
    b"/",
    b"</",
    b"<?",
    b"=",
    b"'",
    b"\"",
    b" ",
    b"\t",
    b"\n",
    b"\x0C",
    b"\r",
    b"\x0B",
    b"\0",
    b"\x80",
    b"\xFF",
    b";",
    b"a",
    b"Z",
    b"7",
    b"<a",
    b"</a ",
    b"<meta",
    b"<META ",
    b"<meta/",
    b"meta",
    b" charset",
    b"CharSet",
    b" charset=",
    b" content",
    b" content=",
    b" Content='",
    b" content=\"",
    b" http-equiv=",
    b" HTTP-EQUIV='Content-Type'",
    b" http-equiv=content-type",
    b"content-type",
    b"utf-8",
    b"GBK",
    b" euc-jp ",
    b"utf-16be",
    b"x-user-defined",
    b"hz-gb-2312",
    b"charset=gbk",
    b"charset='GBK'",
    b"bogus",
    b"<meta charset=gbk>",
    b"<?xml",
    b"<?xml encoding",
    b"encoding",
    b"encoding='gbk'",
    b"ENCODING",
    b"<\0?\0x\0",
    b"\0<\0?\0x",
];

fn pages() -> impl Strategy<Value = Vec<u8>> {
    let start = prop::sample::select(vec![b"".as_slice(), b"<?xml ", b"<?xml encoding=", b"<meta ", b"<meta charset="]);
    let pieces = prop::collection::vec(prop::sample::select(PIECES), 0..40);
    (start, pieces).prop_map(|(start, pieces)| [start, &pieces.concat()].concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn prescan_follows_the_steps(page in pages()) {
        prop_assert_eq!(prescan(&page), naive::prescan(&page), "{}", page.escape_ascii());
    }
}

/// Both implementations return each kind of result.
#[test]
fn both_agree_on_pages_with_a_declaration() {
    for (page, name) in [
        (b"<meta http-equiv=content-type content='text/html; charset=GBK'>".as_slice(), "GBK"),
        (b"<meta content=\"charset='utf-16'\" http-equiv=content-type>", "UTF-8"),
        (b"<?xml encoding = \"euc-jp\" ?><!--", "EUC-JP"),
        (b"<\0?\0x\0", "UTF-16LE"),
    ] {
        assert_eq!(prescan(page).map(Encoding::name), Some(name));
        assert_eq!(naive::prescan(page).map(Encoding::name), Some(name));
    }
}

mod naive {
    use limpid_encoding::Encoding;

    /// The prescan ran out of bytes.
    struct Abort;

    enum Charset {
        Null,
        Failure,
        Encoding(&'static Encoding),
    }

    fn named(name: &str) -> &'static Encoding {
        Encoding::for_label(name).unwrap()
    }

    fn is_utf_16(encoding: &'static Encoding) -> bool {
        encoding.name().starts_with("UTF-16")
    }

    fn is_space(byte: u8) -> bool {
        matches!(byte, 0x09 | 0x0A | 0x0C | 0x0D | 0x20)
    }

    pub(super) fn prescan(bytes: &[u8]) -> Option<&'static Encoding> {
        steps(bytes).unwrap_or_else(|Abort| get_an_xml_encoding(bytes))
    }

    fn at(bytes: &[u8], position: usize) -> Result<u8, Abort> {
        bytes.get(position).copied().ok_or(Abort)
    }

    fn steps(bytes: &[u8]) -> Result<Option<&'static Encoding>, Abort> {
        let mut position = 0;
        if bytes.starts_with(&[0x3C, 0x00, 0x3F, 0x00, 0x78, 0x00]) {
            return Ok(Some(named("utf-16le")));
        }
        if bytes.starts_with(&[0x00, 0x3C, 0x00, 0x3F, 0x00, 0x78]) {
            return Ok(Some(named("utf-16be")));
        }
        loop {
            at(bytes, position)?;
            let here = &bytes[position..];
            if here.starts_with(b"<!--") {
                position += 4;
                while !(at(bytes, position)? == 0x3E && bytes[position - 1] == 0x2D && bytes[position - 2] == 0x2D) {
                    position += 1;
                }
            } else if here.len() > 5
                && here[..5].eq_ignore_ascii_case(b"<meta")
                && matches!(here[5], 0x09 | 0x0A | 0x0C | 0x0D | 0x20 | 0x2F)
            {
                position += 5;
                if let Some(encoding) = meta(bytes, &mut position)? {
                    return Ok(Some(encoding));
                }
            } else if here[0] == 0x3C
                && (here.get(1).is_some_and(u8::is_ascii_alphabetic)
                    || here.get(1) == Some(&0x2F) && here.get(2).is_some_and(u8::is_ascii_alphabetic))
            {
                while !matches!(at(bytes, position)?, 0x09 | 0x0A | 0x0C | 0x0D | 0x20 | 0x3E) {
                    position += 1;
                }
                while get_an_attribute(bytes, &mut position)?.is_some() {}
            } else if here.starts_with(b"<!") || here.starts_with(b"</") || here.starts_with(b"<?") {
                while at(bytes, position)? != 0x3E {
                    position += 1;
                }
            }
            position += 1;
        }
    }

    fn meta(bytes: &[u8], position: &mut usize) -> Result<Option<&'static Encoding>, Abort> {
        let mut attribute_list = Vec::new();
        let mut got_pragma = false;
        let mut need_pragma = None;
        let mut charset = Charset::Null;
        while let Some((name, value)) = get_an_attribute(bytes, position)? {
            if attribute_list.contains(&name) {
                continue;
            }
            attribute_list.push(name.clone());
            if name == "http-equiv" {
                if value == "content-type" {
                    got_pragma = true;
                }
            } else if name == "content" {
                if let Some(encoding) = extract(&value)
                    && matches!(charset, Charset::Null)
                {
                    charset = Charset::Encoding(encoding);
                    need_pragma = Some(true);
                }
            } else if name == "charset" {
                charset = Encoding::for_label(&value).map_or(Charset::Failure, Charset::Encoding);
                need_pragma = Some(false);
            }
        }
        if need_pragma.is_none() {
            return Ok(None);
        }
        if need_pragma == Some(true) && !got_pragma {
            return Ok(None);
        }
        let Charset::Encoding(mut charset) = charset else {
            return Ok(None);
        };
        if is_utf_16(charset) {
            charset = named("utf-8");
        }
        if charset == named("x-user-defined") {
            charset = named("windows-1252");
        }
        Ok(Some(charset))
    }

    fn get_an_attribute(bytes: &[u8], position: &mut usize) -> Result<Option<(String, String)>, Abort> {
        while is_space(at(bytes, *position)?) || at(bytes, *position)? == 0x2F {
            *position += 1;
        }
        if at(bytes, *position)? == 0x3E {
            return Ok(None);
        }
        let mut name = String::new();
        let mut value = String::new();
        loop {
            match at(bytes, *position)? {
                0x3D if !name.is_empty() => break,
                byte if is_space(byte) => {
                    while is_space(at(bytes, *position)?) {
                        *position += 1;
                    }
                    if at(bytes, *position)? != 0x3D {
                        return Ok(Some((name, String::new())));
                    }
                    break;
                }
                0x2F | 0x3E => return Ok(Some((name, String::new()))),
                byte => name.push(char::from(byte.to_ascii_lowercase())),
            }
            *position += 1;
        }
        *position += 1;
        while is_space(at(bytes, *position)?) {
            *position += 1;
        }
        match at(bytes, *position)? {
            quote @ (0x22 | 0x27) => loop {
                *position += 1;
                let byte = at(bytes, *position)?;
                if byte == quote {
                    *position += 1;
                    return Ok(Some((name, value)));
                }
                value.push(char::from(byte.to_ascii_lowercase()));
            },
            0x3E => return Ok(Some((name, String::new()))),
            byte => {
                value.push(char::from(byte.to_ascii_lowercase()));
                *position += 1;
            }
        }
        loop {
            let byte = at(bytes, *position)?;
            if is_space(byte) || byte == 0x3E {
                return Ok(Some((name, value)));
            }
            value.push(char::from(byte.to_ascii_lowercase()));
            *position += 1;
        }
    }

    fn get_an_xml_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
        if !bytes.starts_with(b"<?xml") {
            return None;
        }
        let xml_declaration_end = bytes.iter().position(|&byte| byte == 0x3E)?;
        let mut position = (0..xml_declaration_end).find(|&start| bytes[start..].starts_with(b"encoding"))?;
        position += 8;
        while *bytes.get(position)? <= 0x20 {
            position += 1;
        }
        if bytes[position] != 0x3D {
            return None;
        }
        position += 1;
        while *bytes.get(position)? <= 0x20 {
            position += 1;
        }
        let quote_mark = bytes[position];
        if quote_mark != 0x22 && quote_mark != 0x27 {
            return None;
        }
        position += 1;
        let end = (position..bytes.len()).find(|&end| bytes[end] == quote_mark)?;
        let potential_encoding = &bytes[position..end];
        if potential_encoding.iter().any(|&byte| byte <= 0x20) {
            return None;
        }
        let label: String = potential_encoding.iter().copied().map(char::from).collect();
        let encoding = Encoding::for_label(&label)?;
        Some(if is_utf_16(encoding) { named("utf-8") } else { encoding })
    }

    fn extract(content: &str) -> Option<&'static Encoding> {
        let characters: Vec<char> = content.chars().collect();
        let is_whitespace = |position: usize| characters.get(position).is_some_and(char::is_ascii_whitespace);
        let mut position = 0;
        loop {
            while !characters[position..].iter().collect::<String>().to_ascii_lowercase().starts_with("charset") {
                position += 1;
                if position >= characters.len() {
                    return None;
                }
            }
            position += 7;
            while is_whitespace(position) {
                position += 1;
            }
            if characters.get(position) == Some(&'=') {
                break;
            }
            if position >= characters.len() {
                return None;
            }
        }
        position += 1;
        while is_whitespace(position) {
            position += 1;
        }
        let label: String = match *characters.get(position)? {
            quote @ ('"' | '\'') => {
                position += 1;
                let end = (position..characters.len()).find(|&end| characters[end] == quote)?;
                characters[position..end].iter().collect()
            }
            _ => {
                let end = (position..characters.len()).find(|&end| is_whitespace(end) || characters[end] == ';');
                characters[position..end.unwrap_or(characters.len())].iter().collect()
            }
        };
        Encoding::for_label(&label)
    }
}
