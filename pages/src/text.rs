//! Generates text: runs of every length with special characters, all forms of character references, control characters, line ends, and the
//! content of raw text elements.

use crate::random::Random;
use crate::tables::TABLES;
use crate::tag::{Spelling, spelled};

pub(crate) fn text(random: &mut Random, spelling: Spelling) -> String {
    match random.below(8) {
        0 if spelling == Spelling::Wild => run(random),
        0 => random.pick(&["a", "\u{e9}", "x "]).repeat(random.length()),
        _ => random.pick(TEXT).to_owned(),
    }
}

/// Generates a run of one character, with lengths from [`Random::length`], often with a special character in it.
pub(crate) fn run(random: &mut Random) -> String {
    let character = random.pick(&["x", "x", "x", "y", " ", "\u{e9}", "\u{65e5}", "A"]);
    let (before, after) = (random.length(), if random.one_in(2) { 0 } else { random.length() });
    let between = random.pick(&[
        "",
        "",
        "",
        "&amp;",
        "&",
        "<",
        ">",
        "\"",
        "'",
        "=",
        "`",
        "/",
        "\0",
        "\r",
        "\n",
        "\r\n",
        "\t",
        "\u{c}",
        " ",
        "\u{b}",
        "\u{1}",
        "\u{7f}",
        "\u{80}",
        "\u{9f}",
        "\u{fdd0}",
        "\u{fffe}",
        "\u{10ffff}",
        "\u{feff}",
        "\u{1f600}",
        "]]>",
        "--",
        "&#",
        "&a",
        "-->",
        "\u{fffd}",
    ]);
    format!("{}{between}{}", character.repeat(before), character.repeat(after))
}

/// Generates a character reference, or something similar.
pub(crate) fn reference(random: &mut Random) -> String {
    match random.below(4) {
        0 => named_reference(random),
        1 => numeric_reference(random),
        _ => random.pick(CHARACTER_REFERENCES).to_owned(),
    }
}

/// Generates a named reference with or without its semicolon, and a following character that can affect whether it is a reference.
fn named_reference(random: &mut Random) -> String {
    let name = random.pick(&TABLES.references);
    let name = if random.one_in(4) { name.trim_end_matches(';') } else { name };
    let name = if random.one_in(8) { &name[..random.below(name.len())] } else { name };
    let after = random.pick(&["", "", "", "=", "a", "Z", "1", ";", " ", "&", "<"]);
    format!("&{name}{after}")
}

/// Generates a numeric reference with a number of any range and any number of leading zeros.
fn numeric_reference(random: &mut Random) -> String {
    /// The first and last number of each range with its own rule, and a number that does not fit into 32 bits.
    const BORDERS: [u64; 30] = [
        0,
        1,
        8,
        9,
        0xA,
        0xB,
        0xC,
        0xD,
        0xE,
        0x1F,
        0x20,
        0x7E,
        0x7F,
        0x80,
        0x81,
        0x9F,
        0xA0,
        0xD7FF,
        0xD800,
        0xDFFF,
        0xE000,
        0xFDCF,
        0xFDD0,
        0xFDEF,
        0xFDF0,
        0xFFFE,
        0x1_FFFF,
        0x10_FFFF,
        0x11_0000,
        0x1_0000_0041,
    ];
    let number = if random.one_in(2) { random.pick(&BORDERS) } else { random.below(0x12_0000) as u64 };
    let zeros = "0".repeat(if random.one_in(6) { random.length() } else { 0 });
    let end = random.pick(&[";", ";", ";", "", "g", "&", " ", "x"]);
    match random.below(3) {
        0 => format!("&#x{zeros}{number:x}{end}"),
        1 => format!("&#X{zeros}{number:X}{end}"),
        _ => format!("&#{zeros}{number}{end}"),
    }
}

/// Generates an element of raw text with adversarial content. Some elements have no end tag.
pub(crate) fn raw_text(random: &mut Random, spelling: Spelling) -> Vec<String> {
    let name = random.pick(RAW);
    if spelling == Spelling::Tame {
        return vec![format!("<{name}>x</{name}>")];
    }
    let mut tokens = vec![format!("<{}>", spelled(random, name))];
    for _ in 0..random.below(5) {
        tokens.push(match random.below(8) {
            0 => run(random),
            1 => reference(random),
            2 => format!("</{}{}", spelled(random, name), random.pick(&["", "x", "-", "\0", "<", "\u{e9}"])),
            3 => format!("</{}", &name[..random.below(name.len())]),
            _ => random.pick(RAW_CONTENT).to_owned(),
        });
    }
    if !random.one_in(6) {
        tokens.push(format!(
            "</{}{}",
            spelled(random, name),
            random.pick(&[">", ">", ">", ">", " >", "/>", "\n>", " a=b>"])
        ));
    }
    tokens
}

/// Generates a control character, a noncharacter or a line end.
pub(crate) fn control(random: &mut Random) -> String {
    match random.below(4) {
        0 => {
            let number = random.pick(&[
                1, 2, 8, 0xB, 0xE, 0x1F, 0x7F, 0x80, 0x85, 0x9F, 0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1_FFFE, 0x10_FFFF,
            ]);
            char::from_u32(number).map(String::from).unwrap_or_default()
        }
        _ => random.pick(CONTROLS).to_owned(),
    }
}

const TEXT: &[&str] =
    &["x", "x", "y", "foo", " ", " ", "\n", "\n", "\n\n", "\t", " x", "x ", "a b", "é", "日本", "\u{1F600}"];

const CHARACTER_REFERENCES: &[&str] = &[
    "&amp;",
    "&amp",
    "&lt",
    "&AMP;",
    "&amp=",
    "&notit;",
    "&notin;",
    "&not",
    "&nope;",
    "&",
    "&;",
    "&#65;",
    "&#x41;",
    "&#X41",
    "&#0;",
    "&#13;",
    "&#x80;",
    "&#x9F",
    "&#xD800;",
    "&#x110000;",
    "&#99999999999;",
    "&#",
    "&#x",
    "&#;",
    "&#xFDD0;",
    "&#11;",
    "&nbsp;",
    "&bne;",
    "&NotEqualTilde;",
    "&Tab;",
    "&#32;",
    "&#10;",
];

const CONTROLS: &[&str] = &[
    "\0", "\0", "\0", "\0", "\0", "a\0", "\r", "\r\n", "\r\r\n", "\u{c}", "\u{b}", "\u{1}", "\u{7f}", "\u{fffe}",
    "\u{fdd0}",
];

const RAW: &[&str] = &[
    "script", "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript", "pre",
    "listing",
];

const RAW_CONTENT: &[&str] = &[
    "x",
    "\n",
    " ",
    "<b>",
    "</b>",
    "<!--",
    "-->",
    "<script>",
    "</script",
    "</script ",
    "</style",
    "</title/",
    "<!-- <script> ",
    "&amp;",
    "&lt",
    "\0",
    "\r",
    "]]>",
    "<",
    "</",
    "--!>",
    "</script\t",
    "</SCRIPT>",
    "<!-- <script></script> -->",
    "<SCRIPT/",
    "<!--<scrip>",
    "<!--<",
    "<!--->",
    "--",
    "-",
    "<!",
];
