//! Conversion between numbers and strings.

use crate::lexer::is_space;

/// Converts a string to a number: optional white space, an optional minus sign, and digits with an optional point. Other strings are NaN.
pub(crate) fn number_of(text: &str) -> f64 {
    let text = text.trim_matches(is_space);
    let digits = text.strip_prefix('-').unwrap_or(text);
    // Stops at the first other character, so that long texts are not read to their ends.
    if !digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return f64::NAN;
    }
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = are_digits(whole) && are_digits(fraction) && whole.len() + fraction.len() > 0;
    if is_number { text.parse().unwrap_or(f64::NAN) } else { f64::NAN }
}

/// Converts a number to the shortest string that identifies it, without an exponent.
pub(crate) fn text_of(number: f64) -> String {
    if number.is_nan() {
        "NaN".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity".to_owned() } else { "-Infinity".to_owned() }
    } else if number == 0.0 {
        // Negative zero is written as "0", too.
        "0".to_owned()
    } else {
        number.to_string()
    }
}

/// Rounds to the nearest integer. Ties round towards positive infinity.
pub(crate) fn round(number: f64) -> f64 {
    if number.fract() == -0.5 { number.ceil() } else { number.round() }
}
