//! The URLs of `srcset` and `imagesrcset` attributes.

use core::ops::Range;

/// Returns the places of the URLs in a
/// [`srcset`](https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute) attribute. The text between two of
/// them holds the descriptors and the comma.
///
/// ```
/// use limpid_markup::srcset_urls;
/// let srcset = "a.png 1x, b,c.png 2x";
/// let urls: Vec<_> = srcset_urls(srcset).map(|place| &srcset[place]).collect();
/// assert_eq!(urls, ["a.png", "b,c.png"]);
/// ```
pub fn srcset_urls(srcset: &str) -> impl Iterator<Item = Range<usize>> {
    let mut position = 0;
    std::iter::from_fn(move || {
        let is_separator = |c: char| c.is_ascii_whitespace() || c == ',';
        let start = position + srcset[position..].find(|c| !is_separator(c))?;
        let token = srcset[start..].split(|c: char| c.is_ascii_whitespace()).next().unwrap_or_default();
        let url = token.trim_end_matches(',');
        position = start + token.len();
        if url.len() == token.len() {
            position += descriptors_length(&srcset[position..]);
        }
        Some(start..start + url.len())
    })
}

/// Returns the number of bytes up to the comma that ends the descriptors; a comma in parentheses does not.
fn descriptors_length(text: &str) -> usize {
    let mut is_in_parentheses = false;
    let ends = |character| {
        match character {
            '(' => is_in_parentheses = true,
            ')' => is_in_parentheses = false,
            _ => {}
        }
        character == ',' && !is_in_parentheses
    };
    text.find(ends).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls() {
        let urls = |srcset| srcset_urls(srcset).map(|place| &srcset[place]).collect::<Vec<_>>();
        assert_eq!(urls(" a.png 1x, b.png 2x"), ["a.png", "b.png"]);
        assert_eq!(urls("a,b.png, ,c.png,"), ["a,b.png", "c.png"]);
        assert_eq!(urls("a.png (1,2), b.png"), ["a.png", "b.png"]);
        assert_eq!(urls("a.png 1x ,b.png,, c.png (, d.png"), ["a.png", "b.png", "c.png"]);
        assert_eq!(urls(" , "), [""; 0]);
    }
}
