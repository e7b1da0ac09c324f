//! The encoding declarations of `meta` elements, as html5ever reports them.

/// Extracts the label of an encoding from a `content` attribute, with the [algorithm for extracting a character encoding from a
/// meta element](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#extracting-character-encodings-from-meta-elements).
pub(crate) fn extract_encoding_label(content: &str) -> Option<&str> {
    let mut rest = content;
    let value = loop {
        let at = rest.as_bytes().windows(7).position(|word| word.eq_ignore_ascii_case(b"charset"))?;
        rest = skip_whitespace(&rest[at + 7..]);
        if let Some(value) = rest.strip_prefix('=') {
            break skip_whitespace(value);
        }
    };
    match value.chars().next()? {
        quote @ ('"' | '\'') => value[1..].split_once(quote).map(|(label, _)| label),
        _ => value.split(|c: char| is_whitespace(c) || c == ';').next(),
    }
}

fn skip_whitespace(text: &str) -> &str {
    text.trim_start_matches(is_whitespace)
}

fn is_whitespace(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\x0c' | '\r' | ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_extracted() {
        for (content, label) in [
            ("text/html; charset=utf-8", Some("utf-8")),
            ("CharSet \t= \nkoi8-r ; x", Some("koi8-r")),
            ("charset charset='a b' c", Some("a b")),
            ("charset=\"x\"y", Some("x")),
            ("charset=x;y", Some("x")),
            ("charset=\"x", None),
            ("charset", None),
            ("charset=", None),
            ("text/html", None),
            ("ücharset=ü", Some("ü")),
        ] {
            assert_eq!(extract_encoding_label(content), label, "{content}");
        }
    }
}
