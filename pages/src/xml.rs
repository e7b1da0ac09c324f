//! Generates XML soup from complete and broken parts of documents, with entities, attribute declarations and namespaces.

use crate::random::Random;
use crate::text::{reference, run};

/// Declarations of entities that other parts refer to: nested, external, recursive, and with unbalanced elements.
const DECLARATIONS: &[&str] = &[
    "<!ENTITY e '1<b>&f;</b>'>",
    "<!ENTITY f \"&#38;#60; &lt;&g;\">",
    "<!ENTITY % p '<!ENTITY g \"2\">'>",
    "<!ENTITY e SYSTEM 'e.xml'>",
    "<!ENTITY e '&f;&f;'>",
    "<!ENTITY f '&e;'>",
    "<!ENTITY f '<b>'>",
    "<!ENTITY e '</b>x<!--'>",
    "<!ENTITY % q SYSTEM \"q\">%q;",
    "<!ATTLIST a x CDATA '&e;' y NMTOKENS #IMPLIED>",
];

/// Generates a document as a list of tokens.
pub fn document(random: &mut Random, pieces: usize) -> Vec<String> {
    let mut tokens = Vec::new();
    if random.one_in(2) {
        tokens.push(random.pick(DOCTYPES).to_owned());
        tokens.extend((0..random.below(6)).map(|_| random.pick(DECLARATIONS).to_owned()));
        if !random.one_in(8) {
            tokens.push("]>".to_owned());
        }
    }
    for _ in 0..random.below(pieces + 1) {
        tokens.push(match random.below(16) {
            0 => run(random),
            1 => reference(random),
            2 => format!(" {}='{}'", name(random), run(random).replace('\'', "")),
            3 => format!("<{}{}", name(random), random.pick(&[">", ">", "/>", " ", "\n", ""])),
            4 => format!("</{}{}", name(random), random.pick(&[">", ">", " >", ""])),
            _ => random.pick(PIECES).to_owned(),
        });
    }
    tokens
}

/// Generates a name. Half of the names are long: they repeat a character [`Random::length`] times.
fn name(random: &mut Random) -> String {
    let start = random.pick(&["a", "b", "p:a", "xml:a", "xmlns:p", "\u{e9}", "_", "A", "1", ":", ""]);
    let middle = random.pick(&["a", "-", "1", ".", "\u{65e5}"]);
    format!("{start}{}", middle.repeat(if random.one_in(2) { 0 } else { random.length() }))
}

/// Starts of DOCTYPEs with an internal subset.
const DOCTYPES: &[&str] = &[
    "<!DOCTYPE a [",
    "<!DOCTYPE a [",
    "<!DOCTYPE a [",
    "<!DOCTYPE a PUBLIC '-//x//EN' 'y' [",
    "<!DOCTYPE a PUBLIC '\u{e9}' 'y' [",
    "<!DOCTYPE a PUBLIC 'x' [",
    "<!DOCTYPE a SYSTEM [",
    "<!DOCTYPE [",
];

const PIECES: &[&str] = &[
    "<a>",
    "</a>",
    "<a",
    "<b ",
    "<b:c xmlns:b='urn:b'>",
    "</b:c>",
    "<b:d/>",
    "<e xmlns='urn:e'",
    "c='1'",
    " c=\"&e;\"",
    " x='1'",
    " b:x='2'",
    "/>",
    ">",
    "</",
    "</>",
    "<",
    "&e;",
    "&f;",
    "&e",
    "&lt;",
    "&amp;",
    "&#13;",
    "&#1;",
    "&#xFFFF;",
    "&#x26;",
    "&#",
    "&",
    ";",
    "x",
    "text",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\0",
    "\u{c}",
    "\u{e9}\u{1f600}",
    "<!--",
    "<!-- c -->",
    "-->",
    "--",
    "<![CDATA[",
    "<![CDATA[x]]>",
    "]]>",
    "]",
    "<?p ",
    "<?p d?>",
    "<?xml?>",
    "<?xml version='1.0'?>",
    "<?xml version=\"1.1\" encoding='utf-8' standalone=\"yes\"?>",
    "?>",
    "<!DOCTYPE a>",
    "<!DOCTYPE a [",
    "<!DOCTYPE a [<!ENTITY e '<f>g</f>'>]>",
    "<!DOCTYPE a SYSTEM '\"'>",
    "<!DOCTYPE a PUBLIC \"-//x//EN\" 'y' [",
    "<!ENTITY e '",
    "<!ENTITY f \"",
    "<!ENTITY % p '",
    "%p;",
    "'>",
    "\">",
    "<!ATTLIST b c ",
    "NMTOKENS ' x  y '>",
    "CDATA #IMPLIED>",
    "CDATA #FIXED 'x'>",
    "(x|y) 'x'>",
    "<!ELEMENT a (#PCDATA|b)*>",
    "<!NOTATION n PUBLIC 'x'>",
    "]>",
    " xmlns='u'",
    " xmlns:p='v'",
    " xmlns=''",
    " xml:lang='en'",
    "<p:a ",
    "p:c='2'",
    "</p:a>",
    "SYSTEM 's'",
    "PUBLIC",
    "'",
    "\"",
    "=",
    ":",
    "<: :=''>",
    "<\u{e9}/>",
    "<1 2=3>",
    "<xml:q/>",
    "<xmlns:r xmlns:xml='x'>",
    "<a b='&#10;&#9;'>",
    "<template xmlns='http://www.w3.org/1999/xhtml'>",
    "<br xmlns='http://www.w3.org/1999/xhtml'/>",
];
