//! Generates tags: names in all spellings, and attributes with all kinds of spaces, quotes and lengths.

use crate::random::Random;
use crate::tables::TABLES;
use crate::text::{reference, run};

/// How markup is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// Like most authors: lowercase, quoted, well-formed.
    Tame,
    /// In every way that a parser must handle.
    Wild,
}

/// Spells a name: mostly as it is, otherwise in lowercase, in capitals or in mixed case.
pub(crate) fn spelled(random: &mut Random, name: &str) -> String {
    match random.below(24) {
        0 | 1 => name.to_ascii_uppercase(),
        2 => name.to_ascii_lowercase(),
        3 => name.chars().map(|c| if random.one_in(2) { c.to_ascii_uppercase() } else { c }).collect(),
        _ => name.to_owned(),
    }
}

/// Generates a name that the parser's tables do not contain. See [`Random::length`] for its length.
pub(crate) fn unknown_name(random: &mut Random) -> String {
    let start = random.pick(&["x", "x-", "X", "p", "data-", "a:", "z\u{e9}", "on"]);
    let middle = random.pick(&["a", "b", "Z", "-", "1", "\u{65e5}"]);
    let end = random.pick(&["", "", "", "", "\0", "<", "\"", "'", "=", "A", "\u{1f600}", "\u{b}"]);
    format!("{start}{}{end}", middle.repeat(random.length()))
}

/// Generates an attribute of an element, with the space before it and the value after it.
pub(crate) fn attribute(random: &mut Random, element: &str, spelling: Spelling) -> String {
    let own = ATTRIBUTES_OF.iter().find(|(name, _)| *name == element);
    if let Some((_, own)) = own
        && !random.one_in(4)
    {
        return format!(" {}", random.pick(own));
    }
    if spelling == Spelling::Tame {
        let name = random.pick(TAME_ATTRIBUTES);
        return format!(" {name}=\"{}\"", random.pick(&["", "a", "b", "c d", "&amp;"]));
    }
    let space = random.pick(&[" ", " ", " ", " ", " ", "\n", "/", "\t\r\n", "\u{c}", "\r", "  ", " / ", "\n  ", ""]);
    let name = attribute_name(random);
    let value = value(random);
    format!("{space}{name}{value}")
}

fn attribute_name(random: &mut Random) -> String {
    let tables = &*TABLES;
    let name = match random.below(12) {
        0..5 => random.pick(ATTRIBUTES),
        5..8 => random.pick(&tables.attributes),
        8 | 9 => random.pick(&tables.adjusted_attributes),
        10 => random.pick(&tables.foreign_attributes),
        // The parser has one table for the names of attributes and elements, so a name of an element is also a known attribute name.
        _ if random.one_in(2) => random.pick(&tables.svg),
        _ => return unknown_name(random),
    };
    spelled(random, name)
}

/// Generates `=` and a value, or nothing.
fn value(random: &mut Random) -> String {
    if random.one_in(2) {
        return random.pick(VALUES).to_owned();
    }
    let equals = random.pick(&["=", "=", "=", "=", "=", " =", "= ", " = ", "\n=\t", "\u{c}=\r\n", "=\r"]);
    let quote = random.pick(&["\"", "\"", "\"", "'", ""]);
    let content = match random.below(4) {
        0 => format!("{}{}", run(random), reference(random)),
        1 => reference(random),
        _ => run(random),
    };
    // Most quoted values do not contain their quotes.
    let content = if quote.is_empty() || random.one_in(8) { content } else { content.replace(quote, "") };
    format!("{equals}{quote}{content}{quote}")
}

pub(crate) fn end_of_tag(random: &mut Random, spelling: Spelling) -> &'static str {
    match random.below(48) {
        0..4 => "/>",
        _ if spelling == Spelling::Tame => ">",
        4 => " >",
        5 => " />",
        6 => random.pick(&["\n>", "\t>", "\u{c}>", "\r\n>", "/ >", "//>", "=>", "\0>", "\"/>"]),
        _ => ">",
    }
}

const TAME_ATTRIBUTES: &[&str] = &["class", "id", "title", "lang", "name", "href", "value", "hidden", "data-x"];

const ATTRIBUTES: &[&str] = &[
    "a",
    "a",
    "A",
    "b",
    "class",
    "id",
    "id",
    "title",
    "lang",
    "name",
    "data-x",
    "xml:lang",
    "xmlns",
    "xmlns:xlink",
    "xlink:href",
    "xlink:Title",
    "viewbox",
    "definitionurl",
    "shadowrootmode",
    "for",
    "type",
    "size",
    "color",
    "=x",
    "\"",
    "'",
    "a<b",
    "n\0",
    "é",
];

const VALUES: &[&str] = &[
    "",
    "",
    "=",
    "=a",
    "=a",
    "=b",
    "=\"a\"",
    "='a'",
    "=\"\"",
    "= x",
    "=\"a\"b",
    "=&amp;",
    "=\"&amp=&ampx&amp;\"",
    "='&notin;&not'",
    "=\"\0\"",
    "=\"\r\n\"",
    "=x\"'<=`",
    "=a/",
    "=\">\"",
    "=text/html",
];

/// Attributes with a meaning for the parser, by element.
const ATTRIBUTES_OF: &[(&str, &[&str])] = &[
    ("a", &["href=x", "href=y", "id=1"]),
    (
        "annotation-xml",
        &["encoding=text/html", "encoding=\"application/xhtml+xml\"", "encoding=x", "ENCODING=TEXT/HTML"],
    ),
    ("b", &["id=1", "id=2"]),
    ("font", &["color=red", "face=x", "size=1", "id=1"]),
    ("input", &["type=hidden", "type=HIDDEN", "type=text", "type=\"hidden \""]),
    ("math", &["definitionurl=x", "xmlns=http://www.w3.org/1998/Math/MathML"]),
    ("option", &["selected", "disabled", "label=x"]),
    ("select", &["multiple", "size=2", "disabled"]),
    (
        "svg",
        &["viewbox=x", "xlink:href=x", "xmlns:xlink=http://www.w3.org/1999/xlink", "xmlns=http://www.w3.org/2000/svg"],
    ),
    (
        "template",
        &[
            "shadowrootmode=open",
            "shadowrootmode=OPEN",
            "shadowrootmode=closed",
            "shadowrootmode=x",
            "shadowrootdelegatesfocus",
            "shadowrootclonable",
            "for=m",
            "for=n",
            "for",
        ],
    ),
];
