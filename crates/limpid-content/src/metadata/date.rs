//! Dates as pages write them, and in ISO 8601.

use core::iter::Peekable;
use core::ops::Range;
use core::str::CharIndices;

/// A date found in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FoundDate {
    /// The date in ISO 8601: `2025-01-29`, `2025-01` or `2025-01-29T10:30:00+01:00`.
    pub(crate) iso: String,
    /// The place in the text, in bytes.
    pub(crate) range: Range<usize>,
}

/// The order of day and month in a date of numbers such as `3/4/2025`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DayMonthOrder {
    DayFirst,
    MonthFirst,
}

impl DayMonthOrder {
    /// Returns the order that is usual for a language tag. Without a region, English pages are read as American.
    pub(crate) fn of_language(language: &str) -> DayMonthOrder {
        let language = language.to_ascii_lowercase();
        match language.as_str() {
            "" | "en" | "en-us" | "en_us" | "en-ph" => DayMonthOrder::MonthFirst,
            _ => DayMonthOrder::DayFirst,
        }
    }
}

/// Returns the first date in a text.
///
/// Text after 400 bytes is not searched, so that the search takes constant time.
pub(crate) fn find_date(text: &str, order: DayMonthOrder) -> Option<FoundDate> {
    let tokens: Vec<Token<'_>> = Tokens::new(text).take(160).collect();
    (0..tokens.len()).find_map(|at| date_at(text, &tokens, at, order))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TokenKind<'t> {
    Number(u32),
    Word(&'t str),
    Other(char),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Token<'t> {
    kind: TokenKind<'t>,
    start: usize,
    end: usize,
}

impl Token<'_> {
    /// Returns the number, if the token is one with this many digits.
    fn number(self, digits: Range<usize>) -> Option<u32> {
        match self.kind {
            TokenKind::Number(number) if digits.contains(&(self.end - self.start)) => Some(number),
            _ => None,
        }
    }

    fn is_other(self, expected: &[char]) -> bool {
        matches!(self.kind, TokenKind::Other(found) if expected.contains(&found))
    }
}

/// Splits a text into numbers, words and other characters, without white space.
struct Tokens<'t> {
    text: &'t str,
    characters: Peekable<CharIndices<'t>>,
}

impl<'t> Tokens<'t> {
    fn new(text: &'t str) -> Tokens<'t> {
        let end = (0..=text.len().min(400)).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        let text = &text[..end];
        Tokens { text, characters: text.char_indices().peekable() }
    }

    /// Skips characters for which the function returns true. Returns the offset of the next character.
    fn skip_while(&mut self, is_skipped: impl Fn(char) -> bool) -> usize {
        while self.characters.next_if(|&(_, character)| is_skipped(character)).is_some() {}
        self.characters.peek().map_or(self.text.len(), |&(at, _)| at)
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        self.skip_while(char::is_whitespace);
        let (start, first) = self.characters.next()?;
        let is_cjk = |character: char| matches!(character, '年' | '月' | '日' | '년' | '월' | '일');
        if first.is_ascii_digit() {
            let end = self.skip_while(|character| character.is_ascii_digit());
            let kind = match self.text[start..end].parse() {
                Ok(number) => TokenKind::Number(number),
                Err(_) => TokenKind::Word(&self.text[start..end]),
            };
            return Some(Token { kind, start, end });
        }
        if first.is_alphabetic() && !is_cjk(first) {
            let end = self.skip_while(|character| character.is_alphabetic() && !is_cjk(character));
            return Some(Token { kind: TokenKind::Word(&self.text[start..end]), start, end });
        }
        Some(Token { kind: TokenKind::Other(first), start, end: start + first.len_utf8() })
    }
}

/// Year, month and day. The day is 0 if it is unknown.
#[derive(Clone, Copy)]
struct Day {
    year: u32,
    month: u32,
    day: u32,
}

impl Day {
    fn new(year: u32, month: u32, day: u32) -> Option<Day> {
        let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        ((1000..=2100).contains(&year) && (1..=days).contains(&day)).then_some(Day { year, month, day })
    }

    fn month_only(year: u32, month: u32) -> Option<Day> {
        Day::new(year, month, 1).map(|day| Day { day: 0, ..day })
    }

    fn to_iso(self) -> String {
        let Day { year, month, day } = self;
        if day == 0 { format!("{year:04}-{month:02}") } else { format!("{year:04}-{month:02}-{day:02}") }
    }
}

/// Returns the date that starts at a token.
fn date_at(text: &str, tokens: &[Token<'_>], at: usize, order: DayMonthOrder) -> Option<FoundDate> {
    let rest = &tokens[at..];
    // A number directly after a letter or a number with a separator is part of something else, such as a version.
    let is_attached = at > 0
        && tokens[at - 1].end == tokens[at].start
        && !tokens[at - 1].is_other(&['(', '[', ',', ':', '|', '•', '·', '"', '–', '—']);
    let is_after_number = at > 0 && tokens[at - 1].number(1..3).is_some();
    if let Some((iso, len)) = time_before_year(text, rest) {
        return Some(FoundDate { iso, range: rest[0].start..rest[len - 1].end });
    }
    let (day, len) = match rest[0].kind {
        TokenKind::Number(_) if is_attached => return None,
        TokenKind::Number(_) => numeric(rest, order).or_else(|| day_and_month_name(rest))?,
        // After a number, a month without a day is part of an invalid date.
        TokenKind::Word(_) => month_name_first(rest).filter(|(day, _)| day.day != 0 || !is_after_number)?,
        TokenKind::Other(_) => return None,
    };
    let end = rest[len - 1].end;
    // A number with four parts is an address or a version.
    let continues =
        |at: usize| rest.get(at).is_some_and(|token| token.start == end && token.is_other(&['.', '/', '-']));
    if continues(len) && rest.get(len + 1).is_some_and(|token| token.start == end + 1 && token.number(1..20).is_some())
    {
        return None;
    }
    let (mut iso, mut range) = (day.to_iso(), rest[0].start..end);
    if day.day != 0
        && let Some((time, time_len)) = time_after(text, &rest[len..], end)
    {
        iso.push('T');
        iso.push_str(&time);
        range.end = rest[len + time_len - 1].end;
    }
    Some(FoundDate { iso, range })
}

/// Reads `2025-01-29`, `20250129`, `29.1.2025` and so on. Returns the date and the number of its tokens.
fn numeric(tokens: &[Token<'_>], order: DayMonthOrder) -> Option<(Day, usize)> {
    if let Some(number) = tokens[0].number(8..9) {
        let day = Day::new(number / 10_000, number / 100 % 100, number % 100)?;
        return ((1900..2100).contains(&day.year)).then_some((day, 1));
    }
    let separator = *tokens.get(1)?;
    let second = tokens.get(2)?.number(1..3)?;
    if let Some(year) = tokens[0].number(4..5) {
        if !separator.is_other(&['-', '/', '.', '年', '년', '‑', '–']) {
            return None;
        }
        let is_same = |token: &Token<'_>| token.kind == separator.kind || token.is_other(&['月', '월']);
        let last = tokens.get(3).filter(|token| is_same(token)).and_then(|_| tokens.get(4));
        if let Some(number) = last.and_then(|token| token.number(1..3)) {
            let is_day = |token: &Token<'_>| token.is_other(&['日', '일']);
            let len = if tokens.get(5).is_some_and(is_day) { 6 } else { 5 };
            return Day::new(year, second, number).map(|day| (day, len));
        }
        let is_month = separator.is_other(&['-', '/']) && tokens[2].end - tokens[2].start == 2;
        return is_month.then(|| Day::month_only(year, second)).flatten().map(|day| (day, 3));
    }
    let first = tokens[0].number(1..3)?;
    if !separator.is_other(&['/', '.', '-']) || tokens.get(3)?.kind != separator.kind {
        return None;
    }
    let year = *tokens.get(4)?;
    let year = year.number(4..5).or_else(|| year.number(2..3).map(with_century))?;
    let day_first = Day::new(year, second, first);
    let month_first = Day::new(year, first, second);
    let day = match order {
        DayMonthOrder::MonthFirst if separator.is_other(&['/', '-']) => month_first.or(day_first),
        _ => day_first.or(month_first),
    };
    day.map(|day| (day, 5))
}

/// Reads `29 January 2025`, `29. Januar 2025`, `29th of January, 2025` and so on.
fn day_and_month_name(tokens: &[Token<'_>]) -> Option<(Day, usize)> {
    let number = tokens[0].number(1..3)?;
    let mut at = 1;
    let is_ordinal = |word: &str| matches!(word.to_lowercase().as_str(), "st" | "nd" | "rd" | "th" | "er" | "º" | "ª");
    let is_joint = |word: &str| matches!(word.to_lowercase().as_str(), "of" | "de" | "di" | "den");
    let skip = |at: &mut usize, others: &[char], words: &dyn Fn(&str) -> bool| {
        if let Some(token) = tokens.get(*at)
            && (token.is_other(others) || matches!(token.kind, TokenKind::Word(word) if words(word)))
        {
            *at += 1;
        }
    };
    skip(&mut at, &['.', '°', '-', '/'], &is_ordinal);
    skip(&mut at, &[], &is_joint);
    let TokenKind::Word(word) = tokens.get(at)?.kind else { return None };
    let month = month_of_name(word)?;
    at += 1;
    skip(&mut at, &['.', ',', '-', '/'], &is_joint);
    skip(&mut at, &[',', '\'', '’'], &is_joint);
    let year = year_at(&tokens[at..])?;
    Day::new(year, month, number).map(|day| (day, at + 1))
}

/// Reads `January 29, 2025`, `Jan. 29th 2025` and `January 2025`.
fn month_name_first(tokens: &[Token<'_>]) -> Option<(Day, usize)> {
    let TokenKind::Word(word) = tokens[0].kind else { return None };
    let month = month_of_name(word)?;
    let mut at = 1;
    let skip = |at: &mut usize, others: &[char]| {
        let is_skipped = |token: &&Token<'_>| {
            token.is_other(others)
                || matches!(
                    token.kind,
                    TokenKind::Word("st" | "nd" | "rd" | "th" | "ST" | "ND" | "RD" | "TH" | "de" | "of")
                )
        };
        if tokens.get(*at).filter(is_skipped).is_some() {
            *at += 1;
        }
    };
    skip(&mut at, &['.', ',']);
    let first = tokens.get(at)?;
    if let Some(year) = first.number(4..5) {
        return Day::month_only(year, month).map(|day| (day, at + 1));
    }
    let number = first.number(1..3)?;
    at += 1;
    skip(&mut at, &[]);
    skip(&mut at, &[',', '.']);
    skip(&mut at, &['\'', '’']);
    let year = year_at(&tokens[at..])?;
    Day::new(year, month, number).map(|day| (day, at + 1))
}

/// Reads `Jan 29 10:30:00 +0100 2025`, as C's `ctime` writes it. Returns the date in ISO 8601 and the number of its tokens.
fn time_before_year(text: &str, tokens: &[Token<'_>]) -> Option<(String, usize)> {
    let TokenKind::Word(word) = tokens[0].kind else { return None };
    let (month, day) = (month_of_name(word)?, tokens.get(1)?.number(1..3)?);
    let (time, len) = time_after(text, &tokens[2..], tokens[1].end)?;
    let year = tokens.get(2 + len)?.number(4..5)?;
    Some((format!("{}T{time}", Day::new(year, month, day)?.to_iso()), 3 + len))
}

/// Reads a year at the first token. The hour of a time is not a year.
fn year_at(tokens: &[Token<'_>]) -> Option<u32> {
    let is_hour = tokens.get(1).is_some_and(|token| token.is_other(&[':']));
    let short = |token: &Token<'_>| token.number(2..3).filter(|_| !is_hour).map(with_century);
    tokens.first().and_then(|token| token.number(4..5).or_else(|| short(token)))
}

/// Returns the year with these last two digits from 1970 to 2069.
fn with_century(year: u32) -> u32 {
    if year < 70 { year + 2000 } else { year + 1900 }
}

/// Reads the time after a date: `T10:30:00+01:00`, `at 10:30 AM` and so on. Returns the time and the number of its tokens.
fn time_after(text: &str, tokens: &[Token<'_>], date_end: usize) -> Option<(String, usize)> {
    let mut at = 0;
    for token in tokens.iter().take(2) {
        let is_joint = token.is_other(&[',', '|', '-', '–', '—', '·', '•'])
            || matches!(token.kind, TokenKind::Word("T" | "at" | "um" | "à" | "a" | "t" | "klo"));
        if is_joint {
            at += 1;
        }
    }
    let hour_token = tokens.get(at)?;
    let mut hour = hour_token.number(1..3)?;
    if !tokens.get(at + 1)?.is_other(&[':']) {
        return None;
    }
    let minute = tokens.get(at + 2)?.number(2..3)?;
    at += 3;
    let mut second = None;
    if tokens.get(at).is_some_and(|token| token.is_other(&[':']))
        && let Some(number) = tokens.get(at + 1).and_then(|token| token.number(2..3))
    {
        second = Some(number);
        at += 2;
        let has_fraction = tokens.get(at).is_some_and(|token| token.is_other(&['.', ',']))
            && tokens.get(at + 1).is_some_and(|next| next.start == tokens[at].end && next.number(1..10).is_some());
        if has_fraction {
            at += 2;
        }
    }
    let word = |at: usize| match tokens.get(at).map(|token| token.kind) {
        Some(TokenKind::Word(word)) => word.to_ascii_lowercase(),
        _ => String::new(),
    };
    let is_dot = |at: usize| tokens.get(at).is_some_and(|token| token.is_other(&['.']));
    // `am`, or `a.m.`, whose last dot can be the end of a sentence.
    let (half, half_len) = match (&*word(at), &*word(at + 2)) {
        ("a" | "p", "m") if is_dot(at + 1) => (word(at) + "m", 3 + usize::from(is_dot(at + 3))),
        _ => (word(at), 1),
    };
    if let "am" | "pm" = &*half {
        let is_after_noon = half == "pm";
        at += half_len;
        hour = match (hour, is_after_noon) {
            (12, false) => 0,
            (1..=11, true) => hour + 12,
            _ => hour,
        };
    }
    if hour > 23 || minute > 59 || second.unwrap_or(0) > 60 {
        return None;
    }
    let mut time = format!("{hour:02}:{minute:02}");
    if let Some(second) = second {
        time.push_str(&format!(":{second:02}"));
    }
    let is_joined = |token: &Token<'_>| text[date_end..token.end].len() < 60;
    if let Some((offset, len)) = tokens.get(at).filter(|token| is_joined(token)).and_then(|_| offset_at(&tokens[at..]))
    {
        time.push_str(&offset);
        at += len;
    }
    Some((time, at))
}

/// Reads a time zone: `Z`, `+01:00`, `-0500`, `GMT`, `EST`. Returns the offset and the number of its tokens.
fn offset_at(tokens: &[Token<'_>]) -> Option<(String, usize)> {
    if let TokenKind::Word(word) = tokens[0].kind {
        let offset = match word {
            "Z" | "z" | "UTC" | "GMT" => "Z",
            "EST" | "CDT" => "-05:00",
            "EDT" => "-04:00",
            "CST" | "MDT" => "-06:00",
            "MST" | "PDT" => "-07:00",
            "PST" => "-08:00",
            "BST" | "CET" => "+01:00",
            "CEST" => "+02:00",
            _ => return None,
        };
        // `GMT+0100`
        let has_offset = offset == "Z" && tokens.get(1).is_some_and(|token| token.start == tokens[0].end);
        let after = if has_offset { offset_at(&tokens[1..]) } else { None };
        return Some(after.map_or((offset.to_owned(), 1), |(offset, len)| (offset, len + 1)));
    }
    let sign = if tokens[0].is_other(&['+']) {
        '+'
    } else if tokens[0].is_other(&['-', '−']) {
        '-'
    } else {
        return None;
    };
    let number = tokens.get(1)?;
    if number.start != tokens[0].end {
        return None;
    }
    if let Some(offset) = number.number(4..5) {
        return (offset <= 1400 && offset % 100 < 60)
            .then(|| (format!("{sign}{:02}:{:02}", offset / 100, offset % 100), 2));
    }
    let hours = number.number(1..3)?;
    let minutes = match tokens.get(2).is_some_and(|token| token.is_other(&[':'])) {
        true => tokens.get(3)?.number(2..3)?,
        false => return (hours <= 14).then(|| (format!("{sign}{hours:02}:00"), 2)),
    };
    (hours <= 14 && minutes < 60).then(|| (format!("{sign}{hours:02}:{minutes:02}"), 4))
}

/// Returns the number of a month by its name or abbreviation in English, German, French, Spanish, Portuguese, Italian or Dutch.
fn month_of_name(name: &str) -> Option<u32> {
    if name.len() > 12 {
        return None;
    }
    let name = name.to_lowercase();
    let month = match name.as_str() {
        "january" | "jan" | "januar" | "jänner" | "janvier" | "janv" | "enero" | "ene" | "janeiro" | "gennaio"
        | "gen" | "januari" => 1,
        "february" | "feb" | "februar" | "février" | "févr" | "fév" | "febrero" | "fevereiro" | "fev" | "febbraio"
        | "februari" => 2,
        "march" | "mar" | "märz" | "mär" | "mars" | "marzo" | "março" | "maart" | "mrt" => 3,
        "april" | "apr" | "avril" | "avr" | "abril" | "abr" | "aprile" => 4,
        "may" | "mai" | "mayo" | "maio" | "maggio" | "mag" | "mei" => 5,
        "june" | "jun" | "juni" | "juin" | "junio" | "junho" | "giugno" | "giu" => 6,
        "july" | "jul" | "juli" | "juillet" | "juil" | "julio" | "julho" | "luglio" | "lug" => 7,
        "august" | "aug" | "août" | "agosto" | "ago" | "augustus" => 8,
        "september" | "sep" | "sept" | "septembre" | "septiembre" | "setembro" | "set" | "settembre" => 9,
        "october" | "oct" | "oktober" | "okt" | "octobre" | "octubre" | "outubro" | "out" | "ottobre" | "ott" => 10,
        "november" | "nov" | "novembre" | "noviembre" | "novembro" => 11,
        "december" | "dec" | "dezember" | "dez" | "décembre" | "déc" | "diciembre" | "dic" | "dezembro"
        | "dicembre" => 12,
        _ => return None,
    };
    Some(month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_found_in_texts() {
        let us = DayMonthOrder::MonthFirst;
        let cases = [
            ("2025-01-29", "2025-01-29", "2025-01-29"),
            ("2025-01-29T10:30:00+01:00", "2025-01-29T10:30:00+01:00", "2025-01-29T10:30:00+01:00"),
            ("2025-01-29T10:30:00.123Z", "2025-01-29T10:30:00Z", "2025-01-29T10:30:00.123Z"),
            ("2025-01-29 10:30", "2025-01-29T10:30", "2025-01-29 10:30"),
            ("20250129", "2025-01-29", "20250129"),
            ("Published on January 29, 2025 by Ada", "2025-01-29", "January 29, 2025"),
            ("Jan. 29th, 2025 at 4:05 PM EST", "2025-01-29T16:05-05:00", "Jan. 29th, 2025 at 4:05 PM EST"),
            ("Wed, 29 Jan 2025 10:00:00 GMT", "2025-01-29T10:00:00Z", "29 Jan 2025 10:00:00 GMT"),
            ("Wed Jan 29 10:30:00 +0000 2025", "2025-01-29T10:30:00+00:00", "Jan 29 10:30:00 +0000 2025"),
            ("Wed Jan 29 10:30:00 2025", "2025-01-29T10:30:00", "Jan 29 10:30:00 2025"),
            ("Jan 29, 2025, 4:05 p.m. by", "2025-01-29T16:05", "Jan 29, 2025, 4:05 p.m."),
            ("Jan 29 2025 12:30 a.m. GMT+0100", "2025-01-29T00:30+01:00", "Jan 29 2025 12:30 a.m. GMT+0100"),
            ("Jan 29 2025 10:30 UTC+2", "2025-01-29T10:30+02:00", "Jan 29 2025 10:30 UTC+2"),
            ("5-Jan-98", "1998-01-05", "5-Jan-98"),
            ("29. Januar 2025", "2025-01-29", "29. Januar 2025"),
            ("29 de enero de 2025", "2025-01-29", "29 de enero de 2025"),
            ("29.1.2025", "2025-01-29", "29.1.2025"),
            ("1/29/2025", "2025-01-29", "1/29/2025"),
            ("3/4/2025", "2025-03-04", "3/4/2025"),
            ("2025年1月29日", "2025-01-29", "2025年1月29日"),
            ("May 2024", "2024-05", "May 2024"),
            ("29-Jan-2025", "2025-01-29", "29-Jan-2025"),
        ];
        for (text, iso, written) in cases {
            let found = find_date(text, us).unwrap_or_else(|| panic!("no date in {text}"));
            assert_eq!((found.iso.as_str(), &text[found.range]), (iso, written), "{text}");
        }
        for text in
            ["", "no date", "version 1.2.2025.4", "30 February 2025", "13/13/2025", "12345678901234567890", "24/7"]
        {
            assert_eq!(find_date(text, us), None, "{text}");
        }
        assert_eq!(find_date("3/4/2025", DayMonthOrder::of_language("en-GB")).unwrap().iso, "2025-04-03");
    }
}
