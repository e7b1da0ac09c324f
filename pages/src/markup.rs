//! Generates markup other than tags: comments, DOCTYPEs, processing instructions, CDATA sections, and text similar to markup.

use crate::random::Random;
use crate::tag::{Spelling, spelled};
use crate::text::run;
use std::sync::LazyLock;

/// Joins up to `max` random parts.
fn pieces(random: &mut Random, max: usize, choices: &[&str]) -> String {
    (0..random.below(max + 1)).map(|_| random.pick(choices)).collect()
}

/// Generates a comment of any form, or markup that becomes one.
pub(crate) fn comment(random: &mut Random, spelling: Spelling) -> String {
    const INSIDE: &[&str] = &["-", "-", "--", "!", ">", "<", "<!", "<!-", "<!--", "x", "\0", "\r", "\n", "\u{e9}", " "];
    match random.below(6) {
        _ if spelling == Spelling::Tame => "<!--c-->".to_owned(),
        0 => format!("<!--{}{}", pieces(random, 6, INSIDE), random.pick(&["-->", "--!>", "->", ">", "--", "-", ""])),
        1 => format!("<!--{}-->", run(random)),
        2 => format!(
            "{}{}>",
            random.pick(&["<!", "</ ", "</1", "<!-", "</\0", "<!d", "<![c"]),
            pieces(random, 4, INSIDE)
        ),
        _ => random.pick(COMMENTS).to_owned(),
    }
}

pub(crate) fn processing_instruction(random: &mut Random, spelling: Spelling) -> String {
    const INSIDE: &[&str] =
        &["?", "?", ">", "x", " ", "=", "\"", "'", "\0", "\r", "\n", "name=\"m\"", "\u{e9}", "<", "/"];
    const TARGETS: &[&str] =
        &["a", "A", "xml", "x-y", "a.b", ":", "_", "1", "", "start", "end", "marker", "\u{e9}", "-", "."];
    match random.below(4) {
        _ if spelling == Spelling::Tame => "<?pi d?>".to_owned(),
        0 => format!(
            "<?{}{}{}{}",
            random.pick(TARGETS),
            random.pick(&["", " ", " ", "\n", "?", "\t", "\u{c}", "\r"]),
            pieces(random, 5, INSIDE),
            random.pick(&["?>", "?>", ">", "??>", ""])
        ),
        _ => random.pick(PROCESSING_INSTRUCTIONS).to_owned(),
    }
}

pub(crate) fn cdata_section(random: &mut Random) -> String {
    const INSIDE: &[&str] = &["]", "]", "]]", ">", "x", "\0", "\r", "\r\n", "<", "&amp;", " ", "\u{e9}", "<![CDATA["];
    match random.below(4) {
        0 => format!("<![CDATA[{}{}", pieces(random, 6, INSIDE), random.pick(&["]]>", "]]>", "]]", "]", ""])),
        1 => format!("<![CDATA[{}]]>", run(random)),
        _ => random.pick(CDATA_SECTIONS).to_owned(),
    }
}

/// The identifiers that determine the quirks mode, taken from the strings in the parser's source.
static IDENTIFIERS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let source = include_str!("../../crates/limpid-tree-builder/src/quirks.rs");
    let without_tests = source.split("#[cfg(test)]").next().unwrap_or(source);
    without_tests.split('"').skip(1).step_by(2).collect()
});

pub(crate) fn doctype(random: &mut Random, spelling: Spelling) -> String {
    if spelling == Spelling::Tame {
        return random.pick(&DOCTYPES[..2]).to_owned();
    }
    if !random.one_in(3) {
        return random.pick(DOCTYPES).to_owned();
    }
    const SPACES: &[&str] = &[" ", " ", " ", "", "\n", "\t", "\u{c}", "\r\n", "  "];
    let mut doctype = format!("<!{}{}", spelled(random, "DOCTYPE"), random.pick(SPACES));
    doctype += &match random.below(8) {
        0 => random.pick(&["x", "h\0", "\u{e9}", "", "HTML", "html5", ">"]).to_owned(),
        _ => spelled(random, "html"),
    };
    doctype += random.pick(SPACES);
    let keyword = random.pick(&["PUBLIC", "PUBLIC", "SYSTEM", "", "PUBLI", "x"]);
    doctype += &spelled(random, keyword);
    for _ in 0..random.pick(&[0, 1, 1, 2, 2, 3]) {
        doctype += random.pick(SPACES);
        doctype += &identifier(random);
    }
    doctype + random.pick(&[">", ">", ">", ">", " >", " x>", "\0>", "[ <!ENTITY e 'x'> ]>", ""])
}

/// Generates an identifier of a DOCTYPE, with its quotes.
fn identifier(random: &mut Random) -> String {
    let known = random.pick(&IDENTIFIERS);
    let known = spelled(random, known);
    let after = random.pick(&["", "", "EN", "//EN", "x"]);
    let identifier = match random.below(8) {
        0 => random.pick(&["", "about:legacy-compat", "x", "\0", "\r\n", ">", "\u{e9}"]).to_owned(),
        _ => known + after,
    };
    let (open, close) = random.pick(&[("\"", "\""), ("\"", "\""), ("'", "'"), ("\"", "'"), ("", ""), ("\"", "")]);
    format!("{open}{identifier}{close}")
}

/// Picks broken markup, or text that is similar to markup.
pub(crate) fn junk(random: &mut Random) -> String {
    random.pick(JUNK).to_owned()
}

/// Picks markup that is incomplete at the end of the input.
pub(crate) fn unclosed(random: &mut Random) -> String {
    random.pick(UNCLOSED).to_owned()
}

/// Picks an end tag of the document's outer elements.
pub(crate) fn outer_end_tag(random: &mut Random) -> String {
    random.pick(ENDS).to_owned()
}

/// Picks markup that exercises the rules of one subject.
pub(crate) fn snippet(random: &mut Random) -> String {
    random.pick(SNIPPETS).to_owned()
}

/// Picks markup after which the parser is in a certain insertion mode.
pub(crate) fn opening(random: &mut Random) -> String {
    random.pick(OPENINGS).to_owned()
}

/// Starts of pages, for each insertion mode.
const OPENINGS: &[&str] = &[
    "<!DOCTYPE html>",
    "<html>",
    "<head>",
    "<head><noscript>",
    "<head></head>",
    "<body>",
    "<table>",
    "<table>x",
    "<table> ",
    "<table><caption>",
    "<table><colgroup>",
    "<table><tbody>",
    "<table><tr>",
    "<table><tr><td>",
    "<template>",
    "<template><tr>",
    "<select><option>",
    "<select><optgroup><option>",
    "<svg>",
    "<math><mi>",
    "<body></body>",
    "<body></body></html>",
    "<frameset>",
    "<frameset></frameset>",
    "<frameset></frameset></html>",
];

/// Combinations of tags that are too rare in random pages.
const SNIPPETS: &[&str] = &[
    "<p><table><tr><td>",
    "</td></tr></table>",
    "<table><caption>x<tr>",
    "<select><button><selectedcontent></selectedcontent></button>",
    "<select><selectedcontent></select>",
    "<select><button><selectedcontent></button><option><b>x</b></option>",
    "<ul><li>x<li>y</ul>",
    "<dt><p><noscript><dt>x",
    "<li><form><li></form><li>x",
    "<dd><p><svg><dd>",
    "<a><p></a></p>",
    "<b><i><b></b></i>",
    "<pre>\n\n",
    "<textarea>\nx",
    "<?start name=\"x\"?>x<?end?><template for=x>",
    "<div><?marker name=\"m\"?></div><template for=m>",
    "<div><template shadowrootmode=open><slot></template>",
    "</textarea>",
    "</title>",
    "</script>",
    "</style>",
    "<svg><foreignObject>",
    "<svg><desc><p>",
    "<math><mi>",
    "<math><annotation-xml encoding=text/html>",
    "<math><mi><mglyph>",
    "<frameset><frame>",
    "<body><frameset>",
    "</html><!--x-->",
    "</frameset></html>",
    "<head><noscript><link></noscript>",
    "<template><col><caption>",
    "<table><colgroup><col> x",
    "<select><option>x<hr>",
    "<select><option>x<option>",
    "<select><option>x<optgroup>",
    "</caption>",
    "</td>",
    "</th>",
];

const COMMENTS: &[&str] = &[
    "<!---->",
    "<!--x-->",
    "<!-->",
    "<!--->",
    "<!--a--!>",
    "<!--a--!b-->",
    "<!-- <!-- -->",
    "<!--<!---->",
    "<!--a-b--c--->",
    "<!x>",
    "<!>",
    "</ x>",
    "</1>",
    "</>",
    "<!-x>",
    "<!--\0-->",
    "<!--\r\n-->",
    "<![CDATA>",
    "<!DOC>",
];

const PROCESSING_INSTRUCTIONS: &[&str] = &[
    "<?pi?>",
    "<?pi data?>",
    "<?pi  data >",
    "<?a b??>",
    "<?a?b>",
    "<?A:b-c.d\n e ?>",
    "<?marker name=\"m\">",
    "<?marker name='m'?>",
    "<?start name=\"m\">",
    "<?start name=\"n\"?>",
    "<?end>",
    "<?end?>",
    "<?marker name=m>",
    "<?marker name=\"m\" name=\"m\">",
    "<?marker name=\"&#109;\">",
    "<?xml version=\"1.0\"?>",
    "<?XML-stylesheet x>",
    "<?xmlx y>",
    "<?>",
    "<??>",
    "<? x>",
    "<?1>",
    "<?\0>",
    "<?a\0b c\0d>",
    "<?a=b>",
    "<?_a \r\n?>",
    "<?é x?>",
    "<?a/>",
];

const CDATA_SECTIONS: &[&str] = &[
    "<![CDATA[x]]>",
    "<![CDATA[]]>",
    "<![CDATA[ ]]>",
    "<![CDATA[a]]]>",
    "<![CDATA[a]b]]c]]>",
    "<![CDATA[\0]]>",
    "<![CDATA[<b>&amp;]]>",
    "<![cdata[x]]>",
    "<![CDATA[>",
    "]]>",
];

const DOCTYPES: &[&str] = &[
    "<!DOCTYPE html>",
    "<!DOCTYPE html>",
    "<!doctype HTML>",
    "<!DOCTYPE>",
    "<!DOCTYPE x>",
    "<!DOCTYPEhtml>",
    "<!DOCTYPE html SYSTEM \"about:legacy-compat\">",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\">",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"x\">",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Frameset//EN\" ''>",
    "<!DOCTYPE html PUBLIC '-//IETF//DTD HTML 2.0//EN'\"x\">",
    "<!DOCTYPE html PUBLIC \"html\"",
    "<!DOCTYPE html SYSTEM 'x' y>",
    "<!DOCTYPE html x>",
    "<!DOCTYPE h\0 PUBLIC>",
    "<!DOCTYPE html SYSTEM \">",
];

const ENDS: &[&str] = &["</body>", "</html>", "</body></html>", "</head>", "</br>", "</p>"];

const JUNK: &[&str] =
    &["<", "<<", "</", "<1", "< p>", "<=", ">", "<p<b>", "<b\0>", "<p/a/>", "<\r>", "<é>", "--", "\"", "'"];

const UNCLOSED: &[&str] = &[
    "<",
    "</",
    "<p",
    "<p ",
    "<p a",
    "<p a=",
    "<p a='b",
    "<p a=b",
    "</p",
    "<!",
    "<!-",
    "<!--",
    "<!--x",
    "<!--x-",
    "<!--x--",
    "<!--x--!",
    "<!D",
    "<!DOCTYPE",
    "<!DOCTYPE html",
    "<!DOCTYPE html PUBLIC",
    "<!DOCTYPE html SYSTEM 'x",
    "<![CDATA[",
    "<![CDATA[x",
    "<![CDATA[x]",
    "<![CDATA[x]]",
    "<?",
    "<?a",
    "<?a ",
    "<?a b",
    "<?a b?",
    "<?xml",
    "<? ",
    "<script>",
    "<script><!--",
    "<script><!--<script>x",
    "<title>x",
    "<textarea>\n",
    "<plaintext>x",
    "<xmp></xmp",
    "&",
    "&am",
    "&#",
    "&#x4",
    "&notin",
];
