//! Tokenizes the parts of [CSS Syntax](https://drafts.csswg.org/css-syntax/#tokenization) that selectors need (white space, escapes, names
//! and strings), and serializes them as [CSSOM](https://drafts.csswg.org/cssom/#common-serializing-idioms) specifies.

use core::fmt;

/// The maximum nesting depth of functions and brackets. The parser recurses on them.
pub(crate) const NESTING_LIMIT: usize = 64;

/// A position in a text.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'t> {
    pub(crate) text: &'t str,
    /// The byte offset, always on a character boundary.
    pub(crate) at: usize,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0 }
    }

    pub(crate) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.byte(0)
    }

    /// Returns the byte that is `ahead` bytes after the next byte.
    pub(crate) fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    pub(crate) fn next_char(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Consumes the next byte if it is `expected`, which must be ASCII.
    pub(crate) fn take(&mut self, expected: u8) -> bool {
        let is_next = self.peek() == Some(expected);
        self.at += usize::from(is_next);
        is_next
    }

    /// Skips white space and comments. Returns whether there was white space.
    pub(crate) fn skip_white_space(&mut self) -> bool {
        let mut any = false;
        loop {
            match self.peek() {
                Some(byte) if byte.is_ascii_whitespace() => {
                    any = true;
                    self.at += 1;
                }
                Some(b'/') if self.byte(1) == Some(b'*') => self.skip_comments(),
                _ => return any,
            }
        }
    }

    /// Skips comments, which are allowed between any two tokens.
    pub(crate) fn skip_comments(&mut self) {
        while let Some(comment) = self.rest().strip_prefix("/*") {
            self.at = comment.find("*/").map_or(self.text.len(), |end| self.at + end + 4);
        }
    }

    /// Returns whether an identifier token starts here. `-->` is another token.
    pub(crate) fn is_at_identifier(&self) -> bool {
        !self.rest().starts_with("-->") && self.would_start_identifier()
    }

    /// Returns whether the next characters [would start an ident sequence](https://drafts.csswg.org/css-syntax/#would-start-an-identifier).
    /// They may belong to another token, such as `-->`.
    pub(crate) fn would_start_identifier(&self) -> bool {
        match self.peek() {
            Some(b'-') => match self.byte(1) {
                Some(b'-') => true,
                Some(b'\\') => is_escape(self.byte(2)),
                next => next.is_some_and(is_name_start),
            },
            Some(b'\\') => is_escape(self.byte(1)),
            next => next.is_some_and(is_name_start),
        }
    }

    /// Consumes a name, which is an identifier or the text after `#`, and resolves its escapes.
    pub(crate) fn name(&mut self) -> String {
        let mut name = String::new();
        loop {
            match self.peek() {
                Some(0) => {
                    self.at += 1;
                    name.push(char::REPLACEMENT_CHARACTER);
                }
                Some(b'\\') if is_escape(self.byte(1)) => {
                    self.at += 1;
                    name.push(self.escaped());
                }
                Some(byte) if is_name(byte) => name.extend(self.next_char()),
                _ => return name,
            }
        }
    }

    /// Consumes an escaped code point. The backslash was consumed before.
    fn escaped(&mut self) -> char {
        let mut value = 0;
        let mut digits = 0;
        while digits < 6
            && let Some(digit) = self.peek().and_then(|byte| char::from(byte).to_digit(16))
        {
            value = value * 16 + digit;
            digits += 1;
            self.at += 1;
        }
        if digits == 0 {
            return self.next_char().filter(|&c| c != '\0').unwrap_or(char::REPLACEMENT_CHARACTER);
        }
        self.skip_one_white_space();
        char::from_u32(value).filter(|&c| c != '\0').unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// Skips one white space character. CR LF counts as one.
    fn skip_one_white_space(&mut self) {
        if self.peek() == Some(b'\r') && self.byte(1) == Some(b'\n') {
            self.at += 2;
        } else if self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Consumes a string. If the line ends before the closing quote, stops there and returns `None`. At the end of the text, a missing closing
    /// quote is allowed.
    pub(crate) fn string(&mut self) -> Option<String> {
        let quote = self.next_char()?;
        let mut string = String::new();
        loop {
            match self.peek() {
                Some(byte) if is_newline(byte) => return None,
                Some(b'\\') => {
                    self.at += 1;
                    match self.peek() {
                        None => return Some(string),
                        Some(byte) if is_newline(byte) => self.skip_one_white_space(),
                        Some(_) => string.push(self.escaped()),
                    }
                }
                Some(0) => {
                    self.at += 1;
                    string.push(char::REPLACEMENT_CHARACTER);
                }
                _ => match self.next_char() {
                    None => return Some(string),
                    Some(next) if next == quote => return Some(string),
                    Some(next) => string.push(next),
                },
            }
        }
    }
}

/// An iterator over the tokens of a text that tracks open functions and brackets without recursion.
pub(crate) struct Blocks<'t> {
    pub(crate) cursor: Cursor<'t>,
    /// The closing character of each open function or bracket.
    closers: Vec<u8>,
}

/// The kind of a token, as far as [`Blocks`] distinguishes it.
pub(crate) enum Block {
    /// Opens a function or bracket. The depth starts at 1.
    Open(usize),
    /// Closes the innermost function or bracket.
    Close,
    /// A `)` outside of all functions and brackets.
    End,
    /// A closing bracket without an opening bracket, or a bad string or URL token. Error recovery is not possible after it.
    Broken,
    /// A comma outside of all functions and brackets.
    Comma,
    Other,
}

impl<'t> Blocks<'t> {
    pub(crate) fn new(cursor: Cursor<'t>) -> Blocks<'t> {
        Blocks { cursor, closers: Vec::new() }
    }

    fn open(&mut self, closer: u8) -> Block {
        self.closers.push(closer);
        Block::Open(self.closers.len())
    }

    /// Returns the next token, or `None` at the end of the text.
    pub(crate) fn next(&mut self) -> Option<Block> {
        let cursor = &mut self.cursor;
        cursor.skip_white_space();
        if cursor.is_at_identifier() {
            let name = cursor.name();
            if !cursor.take(b'(') {
                return Some(Block::Other);
            }
            return Some(if name.eq_ignore_ascii_case("url") { self.url() } else { self.open(b')') });
        }
        let byte = cursor.peek()?;
        if matches!(byte, b'"' | b'\'') {
            return Some(if cursor.string().is_some() { Block::Other } else { Block::Broken });
        }
        if cursor.rest().starts_with("<!--") {
            // The hyphens belong to this token and do not start a name.
            cursor.at += 4;
            return Some(Block::Other);
        }
        cursor.next_char();
        // This name belongs to another token, so it is neither a function nor a URL.
        if byte == b'#' || byte.is_ascii_digit() || (byte == b'@' && cursor.is_at_identifier()) {
            cursor.name();
        }
        Some(match byte {
            b'(' => self.open(b')'),
            b'[' => self.open(b']'),
            b'{' => self.open(b'}'),
            b')' | b']' | b'}' if self.closers.last() == Some(&byte) => {
                self.closers.pop();
                Block::Close
            }
            b')' if self.closers.is_empty() => Block::End,
            b')' | b']' | b'}' => Block::Broken,
            b',' if self.closers.is_empty() => Block::Comma,
            _ => Block::Other,
        })
    }

    /// Consumes the rest of a token after `url(`: an unquoted URL up to `)`, or the start of a function.
    fn url(&mut self) -> Block {
        let cursor = &mut self.cursor;
        while cursor.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            cursor.at += 1;
        }
        if matches!(cursor.peek(), Some(b'"' | b'\'')) {
            return self.open(b')');
        }
        let mut is_broken = false;
        loop {
            match cursor.next_char() {
                None | Some(')') => return if is_broken { Block::Broken } else { Block::Other },
                Some('\\') if is_escape(cursor.peek()) => {
                    cursor.escaped();
                }
                // White space is allowed only at the start and the end of the URL.
                Some(' ' | '\t' | '\n' | '\r' | '\x0c') => {
                    is_broken |= cursor.peek().is_some_and(|byte| !byte.is_ascii_whitespace() && byte != b')');
                }
                Some('"' | '\'' | '(' | '\\' | '\x01'..='\x08' | '\x0b' | '\x0e'..='\x1f' | '\x7f') => is_broken = true,
                Some(_) => {}
            }
        }
    }
}

fn is_newline(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | b'\x0c')
}

/// Returns whether a backslash and `next` form an escape.
fn is_escape(next: Option<u8>) -> bool {
    next.is_none_or(|byte| !is_newline(byte))
}

/// Returns whether the byte belongs to a character that can start a name. NUL becomes U+FFFD.
fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | 0) || !byte.is_ascii()
}

fn is_name(byte: u8) -> bool {
    is_name_start(byte) || byte.is_ascii_digit() || byte == b'-'
}

/// Returns the value of a keyword in `table`, ignoring ASCII case.
pub(crate) fn keyword<T: Copy>(text: &str, table: &[(&str, T)]) -> Option<T> {
    table.iter().find(|(word, _)| word.eq_ignore_ascii_case(text)).map(|&(_, value)| value)
}

/// Escapes a string for use as an id, class, element or attribute name in a selector, like
/// [CSS.escape](https://drafts.csswg.org/cssom/#the-css.escape()-method). U+0000 becomes U+FFFD.
///
/// ```
/// let document = limpid::parse("<p id='1.5:a'>Tea");
/// let selector = format!("#{}", limpid::css_escape("1.5:a"));
/// assert_eq!(selector, r"#\31 \.5\:a");
/// assert!(document.select_first(&*selector)?.is_some());
/// # Ok::<(), limpid::SelectorError>(())
/// ```
#[must_use]
pub fn css_escape(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    // Writing to a String cannot fail.
    let _ = write_identifier(&mut escaped, name);
    escaped
}

/// [Serializes an identifier](https://drafts.csswg.org/cssom/#serialize-an-identifier).
pub(crate) fn write_identifier(out: &mut impl fmt::Write, name: &str) -> fmt::Result {
    if name == "-" {
        return out.write_str("\\-");
    }
    for (index, c) in name.chars().enumerate() {
        let is_first = index == 0 || (index == 1 && name.starts_with('-'));
        match c {
            '\0' => write!(out, "{}", char::REPLACEMENT_CHARACTER)?,
            '0'..='9' if is_first => write_as_code_point(out, c)?,
            '-' | '_' | '0'..='9' | 'a'..='z' | 'A'..='Z' | '\u{80}'.. => write!(out, "{c}")?,
            '\x01'..='\x1f' | '\x7f' => write_as_code_point(out, c)?,
            _ => write!(out, "\\{c}")?,
        }
    }
    Ok(())
}

/// [Serializes a string](https://drafts.csswg.org/cssom/#serialize-a-string).
pub(crate) fn write_string(out: &mut impl fmt::Write, string: &str) -> fmt::Result {
    out.write_str("\"")?;
    for c in string.chars() {
        match c {
            '\0' => write!(out, "{}", char::REPLACEMENT_CHARACTER)?,
            '\x01'..='\x1f' | '\x7f' => write_as_code_point(out, c)?,
            '"' | '\\' => write!(out, "\\{c}")?,
            _ => write!(out, "{c}")?,
        }
    }
    out.write_str("\"")
}

fn write_as_code_point(out: &mut impl fmt::Write, c: char) -> fmt::Result {
    write!(out, "\\{:x} ", u32::from(c))
}
