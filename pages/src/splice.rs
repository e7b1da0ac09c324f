//! Generates pages from other pages: cases of a suite or real pages are cut, joined and mutated.
//!
//! The results contain combinations that the grammar of [`crate::soup`] does not produce: one letter of a name in another case, a solidus in a
//! value, half a tag followed by half of another tag, text that exactly fills a block.

use crate::context::{Context, any_context};
use crate::random::Random;
use crate::tables::TABLES;
use crate::text::reference;

/// A page from which parts are taken.
#[derive(Clone, Debug)]
pub struct Original {
    /// The context element of a fragment, or `None` for a whole document.
    pub context: Option<Context>,
    /// The markup.
    pub text: String,
}

/// The maximum length of an original in a splice, in bytes. Only a part of longer originals is used.
const MAX_ORIGINAL_LEN: usize = 4000;

/// Typical sizes of the blocks, buffers and chunks in which parsers process their input.
const SIZES: [usize; 12] = [8, 16, 32, 48, 64, 128, 256, 1024, 2048, 4096, 8192, 16384];

/// Characters with a meaning in tags, and some others.
const IN_TAGS: [&str; 22] = [
    " ", "\t", "\n", "\r", "\u{c}", "\r\n", "\0", "/", "=", "\"", "'", "<", ">", "&", "`", "!", "?", "-", "x", "A",
    "\u{e9}", "\u{b}",
];

/// Characters and strings with a meaning anywhere.
const ANYWHERE: [&str; 30] = [
    "\0",
    "\r",
    "\n",
    "\r\n",
    "\t",
    "\u{c}",
    " ",
    "<",
    ">",
    "</",
    "<!",
    "<?",
    "<!--",
    "-->",
    "--!>",
    "-",
    "]]>",
    "<![CDATA[",
    "&",
    ";",
    "&#",
    "&#x",
    "\u{fffd}",
    "\u{feff}",
    "\u{80}",
    "\u{1}",
    "\u{1f600}",
    "=",
    "\"",
    "'",
];

/// Generates a page from one to three originals. There must be at least one.
pub fn splice(random: &mut Random, originals: &[Original]) -> (Option<Context>, Vec<String>) {
    let first = original(random, originals);
    let mut tokens = excerpt(random, &first.text);
    for _ in 0..random.pick(&[0, 0, 1, 1, 1, 2]) {
        let text = &original(random, originals).text;
        let second = excerpt(random, text);
        tokens = join(random, tokens, second);
    }
    for _ in 0..random.pick(&[0, 1, 1, 2, 2, 3, 5]) {
        change(random, &mut tokens, originals);
    }
    let context = match random.below(8) {
        0 => Some(any_context(random)),
        1 => None,
        _ => first.context,
    };
    (context, tokens)
}

fn original<'c>(random: &mut Random, originals: &'c [Original]) -> &'c Original {
    &originals[random.below(originals.len())]
}

/// Splits a text into tags and text in between. This is only an approximation: a tag ends at the first `>`.
#[must_use]
pub fn rough_tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut left = text;
    while !left.is_empty() {
        let end = match left.strip_prefix('<') {
            Some(tag) => tag.find(['<', '>']).map_or(left.len(), |at| at + 1 + usize::from(tag.as_bytes()[at] == b'>')),
            None => left.find('<').unwrap_or(left.len()),
        };
        let (token, rest) = left.split_at(end);
        tokens.push(token.to_owned());
        left = rest;
    }
    tokens
}

/// Returns all tokens of a text, or some consecutive ones.
fn excerpt(random: &mut Random, text: &str) -> Vec<String> {
    let tokens = rough_tokens(text);
    if text.len() <= MAX_ORIGINAL_LEN && !random.one_in(4) || tokens.is_empty() {
        return tokens;
    }
    let start = random.below(tokens.len());
    let most = 1 + random.below(60);
    let mut length = 0;
    let fits = |token: &String| {
        length += token.len();
        length <= MAX_ORIGINAL_LEN
    };
    tokens.into_iter().skip(start).take(most).take_while(fits).collect()
}

/// Joins parts of two pages: between tokens, in the middle of tokens, or one inside of the other.
fn join(random: &mut Random, mut first: Vec<String>, mut second: Vec<String>) -> Vec<String> {
    let at = random.below(first.len() + 1);
    match random.below(4) {
        0 => {
            first.extend(second);
            first
        }
        1 => {
            first.splice(at..at, second);
            first
        }
        2 => {
            first.truncate(at);
            first.extend(second.drain(random.below(second.len() + 1)..));
            first
        }
        _ => {
            let (first, second) = (first.concat(), second.concat());
            let (end, start) = (boundary(random, &first), boundary(random, &second));
            rough_tokens(&format!("{}{}", &first[..end], &second[start..]))
        }
    }
}

/// Returns a random character boundary.
fn boundary(random: &mut Random, text: &str) -> usize {
    let place = random.below(text.len() + 1);
    (place..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

fn change(random: &mut Random, tokens: &mut Vec<String>, originals: &[Original]) {
    if tokens.is_empty() {
        return tokens.push(random.pick(&ANYWHERE).to_owned());
    }
    let at = random.below(tokens.len());
    match random.below(16) {
        0 => {
            let times = random.pick(&[1, 1, 1, 2, 3, 8, 40, 520]);
            let times = if tokens[at].len() > 64 { 1 } else { times };
            let copies = vec![tokens[at].clone(); times];
            let place = random.below(tokens.len() + 1);
            tokens.splice(place..place, copies);
        }
        1 => {
            let end = tokens.len().min(at + random.pick(&[1, 1, 1, 2, 4]));
            tokens.drain(at..end);
        }
        2 => {
            let with = random.below(tokens.len());
            tokens.swap(at, with);
        }
        3 => {
            let token = rough_tokens(&original(random, originals).text);
            let place = random.below(tokens.len() + 1);
            if !token.is_empty() {
                tokens.insert(place, token[random.below(token.len())].clone());
            }
        }
        4 | 5 => flip_case(random, &mut tokens[at]),
        6 | 7 => insert(random, tokens, at, &IN_TAGS),
        8 => insert(random, tokens, at, &ANYWHERE),
        9 | 10 => rename(random, tokens, at),
        11 => pad(random, tokens, at),
        12 => {
            let place = boundary(random, &tokens[at]);
            let reference = reference(random);
            tokens[at].insert_str(place, &reference);
        }
        13 => remove_characters(random, &mut tokens[at]),
        14 => turn(random, &mut tokens[at]),
        _ => add_attribute(random, tokens, at),
    }
}

/// Changes the case of one letter, or of about half of the letters.
fn flip_case(random: &mut Random, token: &mut String) {
    let letters = token.bytes().filter(u8::is_ascii_alphabetic).count();
    let only = if letters > 0 && !random.one_in(4) { Some(random.below(letters)) } else { None };
    let mut letter = 0;
    let flipped = token.chars().map(|character| {
        let is_letter = character.is_ascii_alphabetic();
        letter += usize::from(is_letter);
        let is_flipped = is_letter && only.map_or_else(|| random.one_in(2), |only| only + 1 == letter);
        match is_flipped {
            true if character.is_ascii_lowercase() => character.to_ascii_uppercase(),
            true => character.to_ascii_lowercase(),
            false => character,
        }
    });
    *token = flipped.collect();
}

fn insert(random: &mut Random, tokens: &mut [String], at: usize, choices: &[&str]) {
    let tags: Vec<usize> = (0..tokens.len()).filter(|index| tokens[*index].starts_with('<')).collect();
    let at = if tags.is_empty() || random.one_in(4) { at } else { random.pick(&tags) };
    for _ in 0..random.pick(&[1, 1, 1, 2, 3]) {
        let place = boundary(random, &tokens[at]);
        tokens[at].insert_str(place, random.pick(choices));
    }
}

/// Replaces the name of a tag or attribute with another name, in random letter case.
fn rename(random: &mut Random, tokens: &mut [String], at: usize) {
    let tags: Vec<usize> = (0..tokens.len()).filter(|index| tokens[*index].starts_with('<')).collect();
    let at = if tags.is_empty() { at } else { random.pick(&tags) };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b':';
    let token = &tokens[at];
    let starts: Vec<usize> = (0..token.len())
        .filter(|start| {
            let bytes = token.as_bytes();
            is_name(bytes[*start]) && (*start == 0 || !is_name(bytes[*start - 1]))
        })
        .collect();
    if starts.is_empty() {
        return;
    }
    let start = if random.one_in(2) { starts[0] } else { random.pick(&starts) };
    let end = token[start..].bytes().position(|byte| !is_name(byte)).map_or(token.len(), |length| start + length);
    let name = any_name(random, start == starts[0]);
    tokens[at].replace_range(start..end, &name);
}

/// Picks the name of an element or attribute from a random table of [`TABLES`], in random letter case.
fn any_name(random: &mut Random, is_element: bool) -> String {
    let tables = &*TABLES;
    let name = match random.below(8) {
        0..2 => random.pick(&tables.svg),
        2 => random.pick(&tables.mathml),
        3..5 => random.pick(&tables.adjusted_attributes),
        5 => random.pick(&tables.foreign_attributes),
        _ => random.pick(&tables.attributes),
    };
    let name = match random.below(8) {
        0..5 if is_element => random.pick(&tables.in_rules),
        5 if is_element => random.pick(&tables.html),
        _ => name,
    };
    let mut name = name.to_owned();
    match random.below(4) {
        0 => flip_case(random, &mut name),
        1 => name.make_ascii_lowercase(),
        _ => {}
    }
    name
}

/// Inserts padding, so that the following text starts at or near a multiple of one of [`SIZES`].
fn pad(random: &mut Random, tokens: &mut [String], at: usize) {
    let place = boundary(random, &tokens[at]);
    let before: usize = tokens[..at].iter().map(String::len).sum::<usize>() + place;
    let size = random.pick(&SIZES);
    // Either the position after the padding is near a multiple of the size, or the padding has about this size.
    let length = if random.one_in(2) { size.saturating_sub(before % size) } else { size };
    let length = (length + random.below(5)).saturating_sub(2);
    let filling = random.pick(&["x", "x", " ", "\n", "\u{e9}", "A", "-", "\0", "\r"]);
    let mut run = filling.repeat(length / filling.len());
    run.extend(std::iter::repeat_n('x', length % filling.len()));
    tokens[at].insert_str(place, &run);
}

fn remove_characters(random: &mut Random, token: &mut String) {
    let start = boundary(random, token);
    let count = random.pick(&[1, 1, 1, 2, 3, 100]);
    let end = token[start..].char_indices().nth(count).map_or(token.len(), |(end, _)| start + end);
    token.replace_range(start..end, "");
}

/// Turns a start tag into an end tag or a self-closing tag, or an end tag into a start tag.
fn turn(random: &mut Random, token: &mut String) {
    if token.starts_with("</") {
        token.remove(1);
    } else if token.starts_with('<') && random.one_in(2) {
        token.insert(1, '/');
    } else if let Some(before) = token.strip_suffix('>') {
        *token = format!("{before}{}", random.pick(&["/>", " />", "//>", "/ >", " >", "", "=>", "/"]));
    }
}

/// Adds an attribute with any name to a tag, with or without a value.
fn add_attribute(random: &mut Random, tokens: &mut [String], at: usize) {
    let token = &mut tokens[at];
    let Some(end) = token.rfind('>').filter(|_| token.starts_with('<')) else { return };
    let name = any_name(random, false);
    let value = random.pick(&[
        "",
        "=",
        "=\"\"",
        "=''",
        "=x",
        "=\"x\"",
        "='x'",
        "=X/",
        " = x",
        "\n=\n'x\n'",
        "=\"&amp;\"",
        "=x&lt",
    ]);
    let space = random.pick(&[" ", " ", " ", "/", "", "\n", "\r\n"]);
    token.insert_str(end, &format!("{space}{name}{value}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn originals() -> Vec<Original> {
        let texts = ["<p>x<b class=y>z</b>", "<svg viewBox='0 0'><desc>&amp;</svg>", "<table><tr><td>\u{e9}"];
        texts.map(|text| Original { context: None, text: text.to_owned() }).to_vec()
    }

    #[test]
    fn a_seed_always_generates_the_same() {
        assert_eq!(splice(&mut Random::new(1), &originals()), splice(&mut Random::new(1), &originals()));
    }

    #[test]
    fn rough_tokens_are_the_text() {
        let text = "a<b c>d<<e\u{e9}>f<g";
        assert_eq!(rough_tokens(text), ["a", "<b c>", "d", "<", "<e\u{e9}>", "f", "<g"]);
        assert!((0..500).all(|seed| {
            let text = splice(&mut Random::new(seed), &originals()).1.concat();
            rough_tokens(&text).concat() == text
        }));
    }
}
