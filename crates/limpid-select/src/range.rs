//! Tests whether the value of an `input` is between its `min` and `max`.

use crate::html::{StartTag, value};
use limpid_dom::LocalName;

/// A value of an `input` as a number. Only values of the same type of `input` are compared.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
enum Number {
    Float(f64),
    /// The year; the week, the month, or `month * 100 + day`; and the time in milliseconds. Parts that the type does not have are 0.
    Moment(u64, u32, u32),
}

/// Returns whether the value of an `input` is in its range, or `None` if it has [no range
/// limitations](https://html.spec.whatwg.org/multipage/input.html#have-range-limitations). The value is the
/// [sanitized](https://html.spec.whatwg.org/multipage/input.html#value-sanitization-algorithm) `value` attribute.
pub(crate) fn is_in_range<'e>(input: impl StartTag<'e>) -> Option<bool> {
    let kind = value(input, LocalName::TYPE)?;
    let parse: fn(&str) -> Option<Number> = match &*kind.to_ascii_lowercase() {
        "number" | "range" => return number_is_in_range(input, kind.eq_ignore_ascii_case("range")),
        "date" => |text| date(text).map(|(year, day)| Number::Moment(year, day, 0)),
        "month" => |text| month(text).map(|(year, month)| Number::Moment(year, month, 0)),
        "week" => |text| week(text).map(|(year, week)| Number::Moment(year, week, 0)),
        "time" => |text| time(text).map(|time| Number::Moment(0, 0, time)),
        "datetime-local" => |text| {
            let (day, rest) = text.split_once(['T', ' '])?;
            let ((year, day), time) = (date(day)?, time(rest)?);
            Some(Number::Moment(year, day, time))
        },
        _ => return None,
    };
    let read = |name| value(input, name).and_then(parse);
    let (minimum, maximum) = (read(LocalName::MIN), read(LocalName::MAX));
    // A range of times may cross midnight.
    if let (Some(minimum), Some(maximum)) = (minimum, maximum)
        && kind.eq_ignore_ascii_case("time")
        && maximum < minimum
    {
        return Some(!read(LocalName::VALUE).is_some_and(|value| value > maximum && value < minimum));
    }
    is_between(minimum, read(LocalName::VALUE), maximum)
}

fn number_is_in_range<'e>(input: impl StartTag<'e>, is_range: bool) -> Option<bool> {
    let read = |name| value(input, name).and_then(float_at_start).map(Number::Float);
    let (minimum, maximum) = (read(LocalName::MIN), read(LocalName::MAX));
    if is_range {
        // Value sanitization clamps the value to the range, if the range is not empty.
        let (minimum, maximum) = (minimum.unwrap_or(Number::Float(0.0)), maximum.unwrap_or(Number::Float(100.0)));
        return Some(minimum <= maximum);
    }
    let value = value(input, LocalName::VALUE).filter(|value| is_valid_float(value)).and_then(float_at_start);
    is_between(minimum, value.map(Number::Float), maximum)
}

fn is_between(minimum: Option<Number>, value: Option<Number>, maximum: Option<Number>) -> Option<bool> {
    if minimum.is_none() && maximum.is_none() {
        return None;
    }
    let Some(value) = value else { return Some(true) };
    Some(minimum.is_none_or(|minimum| value >= minimum) && maximum.is_none_or(|maximum| value <= maximum))
}

/// Returns the number of leading digits.
fn digit_count(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Returns the length of a leading exponent.
fn exponent_length(text: &str) -> usize {
    let Some(rest) = text.strip_prefix(['e', 'E']) else { return 0 };
    let unsigned = rest.strip_prefix(['-', '+']).unwrap_or(rest);
    match digit_count(unsigned) {
        0 => 0,
        count => text.len() - unsigned.len() + count,
    }
}

/// The [rules for parsing floating-point number
/// values](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#rules-for-parsing-floating-point-number-values), which ignore
/// trailing text.
fn float_at_start(text: &str) -> Option<f64> {
    let text = text.trim_ascii_start();
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let whole = digit_count(unsigned);
    let fraction = unsigned[whole..].strip_prefix('.').map_or(0, digit_count);
    if whole == 0 && fraction == 0 {
        return None;
    }
    // A point without digits after it ends the number.
    let mantissa = whole + if fraction > 0 { fraction + 1 } else { 0 };
    let has_bare_point = fraction == 0 && unsigned[mantissa..].starts_with('.');
    let len = mantissa + if has_bare_point { 0 } else { exponent_length(&unsigned[mantissa..]) };
    let number: f64 = text[..text.len() - unsigned.len() + len].parse().ok()?;
    number.is_finite().then_some(number)
}

/// Returns whether a text is a [valid floating-point
/// number](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#valid-floating-point-number).
pub(crate) fn is_valid_float(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let whole = digit_count(unsigned);
    let fraction = unsigned[whole..].strip_prefix('.').map_or(0, |rest| digit_count(rest) + 1);
    let mantissa = whole + fraction;
    fraction != 1 && mantissa > 0 && mantissa + exponent_length(&unsigned[mantissa..]) == unsigned.len()
}

/// Parses a number of exactly `count` digits.
fn parse_digits(text: &str, count: usize) -> Option<u32> {
    if text.len() == count && digit_count(text) == count { text.parse().ok() } else { None }
}

fn year(text: &str) -> Option<u64> {
    let is_year = text.len() >= 4 && digit_count(text) == text.len();
    text.parse().ok().filter(|&year| is_year && year > 0)
}

fn is_leap_year(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

/// Parses a [month](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#months) into year and month.
fn month(text: &str) -> Option<(u64, u32)> {
    let (before, month) = text.split_once('-')?;
    Some((year(before)?, parse_digits(month, 2).filter(|month| (1..=12).contains(month))?))
}

/// Parses a [date](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#dates) into the year, and `month * 100 + day`.
fn date(text: &str) -> Option<(u64, u32)> {
    let (before, day) = text.rsplit_once('-')?;
    let (year, month) = month(before)?;
    let days = match month {
        2 if is_leap_year(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let day = parse_digits(day, 2).filter(|day| (1..=days).contains(day))?;
    Some((year, month * 100 + day))
}

/// Parses a [week](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#weeks) into year and week.
fn week(text: &str) -> Option<(u64, u32)> {
    let (before, week) = text.split_once("-W")?;
    let year = year(before)?;
    // The weekday of January 1st; 4 is Thursday.
    let last = year - 1;
    let first_day = (1 + 5 * (last % 4) + 4 * (last % 100) + 6 * (last % 400)) % 7;
    let weeks = if first_day == 4 || first_day == 3 && is_leap_year(year) { 53 } else { 52 };
    Some((year, parse_digits(week, 2).filter(|week| (1..=weeks).contains(week))?))
}

/// Parses a [time](https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#times) into milliseconds.
fn time(text: &str) -> Option<u32> {
    let mut parts = text.splitn(3, ':');
    let hour = parse_digits(parts.next()?, 2).filter(|hour| *hour < 24)?;
    let minute = parse_digits(parts.next()?, 2).filter(|minute| *minute < 60)?;
    let seconds = parts.next().unwrap_or("00");
    let (second, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let second = parse_digits(second, 2).filter(|second| *second < 60)?;
    let places = fraction.len();
    let fraction = parse_digits(fraction, places).filter(|_| (1..=3).contains(&places))?;
    let milliseconds = fraction * 10_u32.pow(3 - places as u32);
    Some(((hour * 60 + minute) * 60 + second) * 1000 + milliseconds)
}
