//! Numbers as XPath reads and writes them.

use crate::lexer::is_space;

/// Reads a number: digits with a point, a minus sign before them, white space around them; NaN for any other text.
pub(crate) fn number_of(text: &str) -> f64 {
    let text = text.trim_matches(is_space);
    let digits = text.strip_prefix('-').unwrap_or(text);
    // The first other character ends the search in a long text.
    if !digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return f64::NAN;
    }
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = are_digits(whole) && are_digits(fraction) && whole.len() + fraction.len() > 0;
    if is_number { text.parse().unwrap_or(f64::NAN) } else { f64::NAN }
}

/// Writes a number: as many digits as tell it from others, and no exponent.
pub(crate) fn text_of(number: f64) -> String {
    if number.is_nan() {
        "NaN".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity".to_owned() } else { "-Infinity".to_owned() }
    } else if number == 0.0 {
        // Also for negative zero.
        "0".to_owned()
    } else {
        number.to_string()
    }
}

/// Rounds to the nearest whole number, of two the greater.
pub(crate) fn round(number: f64) -> f64 {
    if number.fract() == -0.5 { number.ceil() } else { number.round() }
}
