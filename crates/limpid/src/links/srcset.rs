//! Rewrites the URLs in a `srcset` attribute.

use limpid_markup::srcset_candidates;

/// Replaces the URLs in the value of a `srcset` or `imagesrcset` attribute. Each candidate keeps its descriptors, and the text between
/// candidates stays the same.
///
/// A candidate whose new URL is empty is removed. White space in a URL and commas at its start or end are percent-encoded, because they
/// would end the URL.
///
/// ```
/// use limpid::links::rewrite_srcset;
/// let srcset = "tea.png, /w,200/tea.png 2x";
/// let rewritten = rewrite_srcset(srcset, |url| format!("https://cdn.example/{}", url.trim_start_matches('/')));
/// assert_eq!(rewritten, "https://cdn.example/tea.png, https://cdn.example/w,200/tea.png 2x");
/// ```
pub fn rewrite_srcset(srcset: &str, mut rewrite: impl FnMut(&str) -> String) -> String {
    let mut rewritten = String::with_capacity(srcset.len());
    let mut has_candidate = false;
    let mut at = srcset.len() - srcset.trim_start_matches(is_separator).len();
    rewritten.push_str(&srcset[..at]);
    for candidate in srcset_candidates(srcset) {
        let separator = &srcset[at..candidate.url.start];
        at = candidate.descriptors.end;
        let url = rewrite(&srcset[candidate.url]);
        if url.is_empty() {
            continue;
        }
        if has_candidate {
            rewritten.push_str(separator);
        }
        push_url(&mut rewritten, &url);
        rewritten.push_str(&srcset[candidate.descriptors]);
        has_candidate = true;
    }
    rewritten.push_str(&srcset[at..]);
    rewritten
}

fn is_separator(character: char) -> bool {
    character.is_ascii_whitespace() || character == ','
}

fn push_url(srcset: &mut String, url: &str) {
    let start = url.len() - url.trim_start_matches(',').len();
    let end = url.trim_end_matches(',').len();
    for (index, character) in url.char_indices() {
        match character {
            ',' if index < start || end <= index => srcset.push_str("%2C"),
            character if character.is_ascii_whitespace() => srcset.push_str(&format!("%{:02X}", u32::from(character))),
            character => srcset.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_urls_change() {
        let marked = |srcset: &str| rewrite_srcset(srcset, |url| format!("<{url}>"));
        for (srcset, expected) in [
            ("", ""),
            (" , ", " , "),
            ("a.png", "<a.png>"),
            ("\n  a.png 1x,\n  b,c.png 2x\n", "\n  <a.png> 1x,\n  <b,c.png> 2x\n"),
            ("a.png,b.png", "<a.png,b.png>"),
            ("a.png, b.png,, c.png ,", "<a.png>, <b.png>,, <c.png> ,"),
            ("a.png (1,2) 3y, b.png", "<a.png> (1,2) 3y, <b.png>"),
            ("data:image/png;base64,AA== 2x, b", "<data:image/png;base64,AA==> 2x, <b>"),
        ] {
            assert_eq!(marked(srcset), expected);
            assert_eq!(rewrite_srcset(srcset, str::to_owned), srcset);
        }
    }

    #[test]
    fn candidates_with_empty_urls_are_removed() {
        let without = |gone: &str| rewrite_srcset(" a 1x, b 2x, c 3x", |url| url.replace(gone, ""));
        assert_eq!(without("a"), " b 2x, c 3x");
        assert_eq!(without("b"), " a 1x, c 3x");
        assert_eq!(without("c"), " a 1x, b 2x");
        assert_eq!(rewrite_srcset("a 1x, b", |_| String::new()), "");
    }

    #[test]
    fn new_urls_stay_urls() {
        let rewritten = rewrite_srcset("a 1x, b", |url| format!(",{url} ,\n{url},,"));
        assert_eq!(rewritten, "%2Ca%20,%0Aa%2C%2C 1x, %2Cb%20,%0Ab%2C%2C");
        let urls: Vec<&str> = srcset_candidates(&rewritten).map(|candidate| &rewritten[candidate.url]).collect();
        assert_eq!(urls, ["%2Ca%20,%0Aa%2C%2C", "%2Cb%20,%0Ab%2C%2C"]);
    }
}
