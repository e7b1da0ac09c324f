//! The `charset` of a `Content-Type` header.

use crate::Encoding;

impl Encoding {
    /// Returns the encoding that the value of a `Content-Type` header names: the first `charset` among the parameters of the
    /// [MIME type](https://mimesniff.spec.whatwg.org/#parse-a-mime-type).
    ///
    /// ```
    /// use limpid_encoding::Encoding;
    /// let name = |value| Encoding::for_content_type(value).map(|encoding| encoding.name());
    /// assert_eq!(name("text/html; charset=utf-8"), Some("UTF-8"));
    /// assert_eq!(name("Text/HTML;x=\";\";Charset=\"koi8-r\""), Some("KOI8-R"));
    /// assert_eq!(name("text/html"), None);
    /// ```
    #[must_use]
    #[inline]
    pub fn for_content_type(value: &str) -> Option<&'static Encoding> {
        let (_, mut rest) = value.split_once(';')?;
        loop {
            let end = rest.find([';', '='])?;
            let (name, after) = (rest[..end].trim_start_matches(is_white_space), &rest[end + 1..]);
            if rest[end..].starts_with(';') {
                rest = after;
                continue;
            }
            let (value, after) = parameter_value(after);
            if name.eq_ignore_ascii_case("charset") && !value.is_empty() {
                return Encoding::for_label(&value);
            }
            rest = after;
        }
    }
}

/// Returns the value of a parameter, quoted or not, and the text after the next `;`.
#[inline]
fn parameter_value(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let (value, after) = text.split_once(';').unwrap_or((text, ""));
        return (value.trim_end_matches(is_white_space).to_owned(), after);
    };
    let mut value = String::new();
    let mut chars = quoted.chars();
    while let Some(c) = chars.next().filter(|&c| c != '"') {
        value.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
    }
    (value, chars.as_str().split_once(';').map_or("", |(_, after)| after))
}

#[inline]
fn is_white_space(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charsets_are_found() {
        for (value, expected) in [
            ("", None),
            ("utf-8", None),
            ("text/html", None),
            ("text/html;", None),
            ("text/html;charset", None),
            ("text/html;charset=", None),
            ("text/html;charset=;charset=gbk", Some("GBK")),
            ("text/html;charset=gbk;charset=utf-8", Some("GBK")),
            ("text/html;charset=gbk ; x=y", Some("GBK")),
            ("text/html; \tCHARSET=GBK", Some("GBK")),
            ("text/html;charset =gbk", None),
            ("text/html;x;charset=gbk", Some("GBK")),
            ("text/html;charset=\"gbk\"x;a=b", Some("GBK")),
            ("text/html;charset=\"g\\bk", Some("GBK")),
            ("text/html;x=\"\\\";charset=utf-8\";charset=gbk", Some("GBK")),
            ("text/html;x=\"é\\", None),
            ("text/html;charset='gbk'", None),
            ("text/html;charset=nope;charset=gbk", None),
            ("text/html;é=ü;charset=gbk", Some("GBK")),
        ] {
            assert_eq!(Encoding::for_content_type(value).map(Encoding::name), expected, "{value}");
        }
    }
}
