//! Splits an expression into tokens. The previous token decides whether a name or `*` is an operator.

use crate::error::{Problem, XPathErrorCode};
use limpid_markup::{is_ncname_char, is_ncname_start};

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) kind: Kind<'t>,
    pub(crate) offset: usize,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Kind<'t> {
    /// An optional prefix and a local name.
    Name(Option<&'t str>, &'t str),
    /// The name test `*` or `prefix:*`.
    Star(Option<&'t str>),
    Literal(&'t str),
    Number(f64),
    Variable(&'t str),
    Operator(Operator),
    LeftParenthesis,
    RightParenthesis,
    LeftBracket,
    RightBracket,
    At,
    Comma,
    DoubleColon,
    Dot,
    DoubleDot,
    Slash,
    DoubleSlash,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Plus,
    Minus,
    Multiply,
    Divide,
    Modulo,
    Union,
}

impl Operator {
    /// Returns the precedence. Higher levels bind tighter.
    pub(crate) fn level(self) -> u8 {
        match self {
            Operator::Or => 0,
            Operator::And => 1,
            Operator::Equal | Operator::NotEqual => 2,
            Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual => 3,
            Operator::Plus | Operator::Minus => 4,
            Operator::Multiply | Operator::Divide | Operator::Modulo => 5,
            Operator::Union => 6,
        }
    }
}

pub(crate) fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

/// Splits an expression into tokens. The last one is [`End`](Kind::End).
pub(crate) fn tokens(text: &str) -> Result<Vec<Token<'_>>, Problem> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(is_space);
        let offset = text.len() - rest.len();
        if rest.is_empty() {
            tokens.push(Token { kind: Kind::End, offset });
            return Ok(tokens);
        }
        let (kind, length) =
            token(rest, ends_operand(tokens.last())).map_err(|(code, message)| (offset, code, message))?;
        tokens.push(Token { kind, offset });
        rest = &rest[length..];
    }
}

/// Whether a token ends an operand, so that a following name or `*` is an operator.
fn ends_operand(last: Option<&Token<'_>>) -> bool {
    last.is_some_and(|token| {
        matches!(
            token.kind,
            Kind::Name(..)
                | Kind::Star(_)
                | Kind::Literal(_)
                | Kind::Number(_)
                | Kind::Variable(_)
                | Kind::RightParenthesis
                | Kind::RightBracket
                | Kind::Dot
                | Kind::DoubleDot
        )
    })
}

/// Returns the token at the start of a text, and its length.
fn token(rest: &str, after_operand: bool) -> Result<(Kind<'_>, usize), (XPathErrorCode, String)> {
    let bytes = rest.as_bytes();
    let second = bytes.get(1).copied().unwrap_or(0);
    let found = match bytes[0] {
        b'(' => (Kind::LeftParenthesis, 1),
        b')' => (Kind::RightParenthesis, 1),
        b'[' => (Kind::LeftBracket, 1),
        b']' => (Kind::RightBracket, 1),
        b'@' => (Kind::At, 1),
        b',' => (Kind::Comma, 1),
        b':' if second == b':' => (Kind::DoubleColon, 2),
        b'.' if second == b'.' => (Kind::DoubleDot, 2),
        b'.' if !second.is_ascii_digit() => (Kind::Dot, 1),
        b'/' if second == b'/' => (Kind::DoubleSlash, 2),
        b'/' => (Kind::Slash, 1),
        b'*' if after_operand => (Kind::Operator(Operator::Multiply), 1),
        b'*' => (Kind::Star(None), 1),
        b'|' => (Kind::Operator(Operator::Union), 1),
        b'+' => (Kind::Operator(Operator::Plus), 1),
        b'-' => (Kind::Operator(Operator::Minus), 1),
        b'=' => (Kind::Operator(Operator::Equal), 1),
        b'!' if second == b'=' => (Kind::Operator(Operator::NotEqual), 2),
        b'<' if second == b'=' => (Kind::Operator(Operator::LessOrEqual), 2),
        b'<' => (Kind::Operator(Operator::Less), 1),
        b'>' if second == b'=' => (Kind::Operator(Operator::GreaterOrEqual), 2),
        b'>' => (Kind::Operator(Operator::Greater), 1),
        quote @ (b'"' | b'\'') => match rest[1..].find(char::from(quote)) {
            Some(end) => (Kind::Literal(&rest[1..=end]), end + 2),
            None => {
                let message = "this string is not closed; close it with the same quote that opens it".to_owned();
                return Err((XPathErrorCode::UnclosedString, message));
            }
        },
        b'.' | b'0'..=b'9' => number(rest),
        b'$' => {
            let name = qualified_name(&rest[1..]);
            let length = name.map_or(0, |(_, local, length)| if local == "*" { length - 2 } else { length });
            if length == 0 {
                return Err((
                    XPathErrorCode::UnexpectedCharacter,
                    "the name of a variable is missing after `$`; write it".to_owned(),
                ));
            }
            (Kind::Variable(&rest[1..=length]), length + 1)
        }
        _ => return name(rest, after_operand),
    };
    Ok(found)
}

fn number(rest: &str) -> (Kind<'_>, usize) {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits(rest);
    if rest[length..].starts_with('.') {
        length += 1 + digits(&rest[length + 1..]);
    }
    // Parsing cannot fail, because the text consists of digits and at most one point.
    (Kind::Number(rest[..length].parse().unwrap_or(f64::NAN)), length)
}

fn ncname(text: &str) -> usize {
    let mut characters = text.char_indices();
    match characters.next() {
        Some((_, first)) if is_ncname_start(first) => {
            characters.find(|(_, character)| !is_ncname_char(*character)).map_or(text.len(), |(end, _)| end)
        }
        _ => 0,
    }
}

/// Returns the optional prefix and the local name at the start of a text, and their total length. After a prefix, `*` is a local name, too.
fn qualified_name(text: &str) -> Option<(Option<&str>, &str, usize)> {
    let first = ncname(text);
    if first == 0 {
        return None;
    }
    let alone = Some((None, &text[..first], first));
    let Some(rest) = text[first..].strip_prefix(':') else { return alone };
    let second = if rest.starts_with('*') { 1 } else { ncname(rest) };
    if second == 0 { alone } else { Some((Some(&text[..first]), &rest[..second], first + 1 + second)) }
}

fn name(rest: &str, after_operand: bool) -> Result<(Kind<'_>, usize), (XPathErrorCode, String)> {
    let Some((prefix, local, length)) = qualified_name(rest) else {
        let advice = match rest.chars().next() {
            Some('!') => "`!` is only allowed in `!=`; write `not(…)` for negation".to_owned(),
            Some('&') => "`&` is not an operator; write `and`".to_owned(),
            Some(character) => {
                format!("unexpected character {character:?}; if it is part of a string, put the string in quotes")
            }
            None => String::new(),
        };
        return Err((XPathErrorCode::UnexpectedCharacter, advice));
    };
    let operator = match local {
        _ if !after_operand || prefix.is_some() => None,
        "or" => Some(Operator::Or),
        "and" => Some(Operator::And),
        "div" => Some(Operator::Divide),
        "mod" => Some(Operator::Modulo),
        _ => None,
    };
    let kind = match (operator, local) {
        (Some(operator), _) => Kind::Operator(operator),
        (None, "*") => Kind::Star(prefix),
        _ => Kind::Name(prefix, local),
    };
    Ok((kind, length))
}
