//! The test for `javascript:` URLs.

/// Whether an attribute's value
/// [contains a javascript: URL](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#contains-a-javascript-url): as
/// the URL parser does, control characters and spaces in front are skipped, tabs and line breaks anywhere, and case does not
/// matter. The rest of the URL is not looked at, so that one that does not parse counts as well.
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
