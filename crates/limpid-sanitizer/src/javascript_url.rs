//! The test for `javascript:` URLs.

/// Whether an attribute's value
/// [contains a javascript: URL](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#contains-a-javascript-url).
///
/// As in the URL parser, leading control characters and spaces are skipped, tabs and line breaks are skipped everywhere, and case does not
/// matter. The rest of the URL is not checked, so invalid URLs count as well.
///
/// ```
/// use limpid::sanitize::is_javascript_url;
/// assert!(is_javascript_url(" \u{1}JavaScr\nipt:alert(1)"));
/// assert!(!is_javascript_url("/javascript:alert(1)"));
/// ```
pub fn is_javascript_url(value: &str) -> bool {
    let start = value.trim_start_matches(|character| character <= ' ');
    let mut scheme = start.bytes().filter(|byte| !matches!(byte, b'\t' | b'\n' | b'\r'));
    b"javascript:".iter().all(|&expected| scheme.next().is_some_and(|byte| byte.to_ascii_lowercase() == expected))
}
