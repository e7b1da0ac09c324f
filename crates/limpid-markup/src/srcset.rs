//! Parses `srcset` and `imagesrcset` attributes.

use core::ops::Range;

/// Returns the byte ranges of the URLs in a
/// [`srcset`](https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute) attribute. The text between two URLs
/// contains the descriptors and the comma.
///
/// ```
/// use limpid_markup::srcset_urls;
/// let srcset = "a.png 1x, b,c.png 2x";
/// let urls: Vec<_> = srcset_urls(srcset).map(|range| &srcset[range]).collect();
/// assert_eq!(urls, ["a.png", "b,c.png"]);
/// ```
pub fn srcset_urls(srcset: &str) -> impl Iterator<Item = Range<usize>> {
    srcset_candidates(srcset).map(|candidate| candidate.url)
}

/// An image candidate of a [`srcset`](srcset_candidates) attribute.
///
/// ```
/// let candidate = limpid_markup::srcset_candidates("tea.png 2x").next().unwrap();
/// assert_eq!((candidate.url, candidate.descriptors, candidate.is_valid), (0..7, 7..10, true));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SrcsetCandidate {
    /// The byte range of the URL.
    pub url: Range<usize>,
    /// The byte range of the descriptors with the white space around them; empty without descriptors.
    pub descriptors: Range<usize>,
    /// Whether the descriptors are valid. Browsers drop a candidate with invalid descriptors.
    pub is_valid: bool,
}

/// Returns the candidates of a [`srcset`](https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute) attribute,
/// including invalid ones.
///
/// ```
/// use limpid_markup::srcset_candidates;
/// let srcset = "a.png 1x, b.png 2y";
/// let candidates: Vec<_> = srcset_candidates(srcset).map(|it| (&srcset[it.url], it.is_valid)).collect();
/// assert_eq!(candidates, [("a.png", true), ("b.png", false)]);
/// ```
pub fn srcset_candidates(srcset: &str) -> impl Iterator<Item = SrcsetCandidate> {
    let mut position = 0;
    std::iter::from_fn(move || {
        let is_separator = |c: char| c.is_ascii_whitespace() || c == ',';
        let start = position + srcset[position..].find(|c| !is_separator(c))?;
        let token = srcset[start..].split(|c: char| c.is_ascii_whitespace()).next().unwrap_or_default();
        let url = token.trim_end_matches(',');
        let end = start + url.len();
        let length = if url.len() == token.len() { descriptors_length(&srcset[end..]) } else { 0 };
        position = end + length;
        let is_valid = are_valid_descriptors(&srcset[end..position]);
        Some(SrcsetCandidate { url: start..end, descriptors: end..position, is_valid })
    })
}

/// Returns the number of bytes before the comma that ends the descriptors. A comma in parentheses does not end them.
fn descriptors_length(text: &str) -> usize {
    let mut is_in_parentheses = false;
    let is_end = |character| {
        match character {
            '(' => is_in_parentheses = true,
            ')' => is_in_parentheses = false,
            _ => {}
        }
        character == ',' && !is_in_parentheses
    };
    text.find(is_end).unwrap_or(text.len())
}

/// Returns whether browsers accept the descriptors of a candidate. Splitting at white space inside parentheses is harmless, because a
/// descriptor with parentheses is always invalid.
fn are_valid_descriptors(descriptors: &str) -> bool {
    let (mut has_width, mut has_density, mut has_height) = (false, false, false);
    for descriptor in descriptors.split_ascii_whitespace() {
        let is_valid = if let Some(width) = descriptor.strip_suffix('w') {
            is_positive_integer(width) && !has_width && !std::mem::replace(&mut has_width, true) && !has_density
        } else if let Some(height) = descriptor.strip_suffix('h') {
            is_positive_integer(height) && !std::mem::replace(&mut has_height, true) && !has_density
        } else if let Some(density) = descriptor.strip_suffix('x') {
            is_density(density) && !std::mem::replace(&mut has_density, true) && !has_width && !has_height
        } else {
            false
        };
        if !is_valid {
            return false;
        }
    }
    !has_height || has_width
}

fn is_positive_integer(number: &str) -> bool {
    number.bytes().all(|byte| byte.is_ascii_digit()) && number.bytes().any(|byte| byte != b'0')
}

/// Returns whether a text is a non-negative
/// [valid floating-point number](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-floating-point-number).
fn is_density(number: &str) -> bool {
    let are_digits = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let (significand, exponent) = match number.find(['e', 'E']) {
        Some(at) => (&number[..at], Some(&number[at + 1..])),
        None => (number, None),
    };
    let magnitude = significand.strip_prefix('-').unwrap_or(significand);
    let (integer, fraction) =
        magnitude.split_once('.').map_or((magnitude, None), |(integer, rest)| (integer, Some(rest)));
    let is_exponent = |exponent: &str| are_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent));
    let is_negative = magnitude.len() < significand.len() && magnitude.bytes().any(|byte| matches!(byte, b'1'..=b'9'));
    (are_digits(integer) || integer.is_empty() && fraction.is_some())
        && fraction.is_none_or(are_digits)
        && exponent.is_none_or(is_exponent)
        && !is_negative
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls() {
        let urls = |srcset| srcset_urls(srcset).map(|range| &srcset[range]).collect::<Vec<_>>();
        assert_eq!(urls(" a.png 1x, b.png 2x"), ["a.png", "b.png"]);
        assert_eq!(urls("a,b.png, ,c.png,"), ["a,b.png", "c.png"]);
        assert_eq!(urls("a.png (1,2), b.png"), ["a.png", "b.png"]);
        assert_eq!(urls("a.png 1x ,b.png,, c.png (, d.png"), ["a.png", "b.png", "c.png"]);
        assert_eq!(urls(" , "), [""; 0]);
    }

    #[test]
    fn valid_descriptors() {
        let valid = |descriptors: &str| srcset_candidates(&format!("a.png {descriptors}")).next().unwrap().is_valid;
        for descriptors in
            ["", "1x", "0x", "-0x", "1.5x", ".5x", "1e3x", "1E+3x", "100w", "100w 50h", "50h 100w", " 2x "]
        {
            assert!(valid(descriptors), "{descriptors}");
        }
        for descriptors in [
            "x",
            "1",
            "1y",
            "1X",
            "+1x",
            "1.x",
            ".x",
            "-1x",
            "-.5x",
            "1ex",
            "NaNx",
            "Infinityx",
            "w",
            "0w",
            "-1w",
            "1.5w",
            "+1w",
            "1W",
            "50h",
            "100w 0h",
            "1x 2x",
            "1w 2w",
            "1x 100w",
            "100w 1x",
            "100w 50h 1x",
            "1x 50h 100w",
            "100w 50h 50h",
            "(1x)",
            "1x (",
            "( 1x )",
        ] {
            assert!(!valid(descriptors), "{descriptors}");
        }
    }
}
