//! Tag soup from a seed: the same pages on every machine, for whoever wants many pages that no author would write.
//!
//! A page comes token by token, so that who finds fault with it can leave tokens out. It keeps to two or three topics, and
//! closes what it has opened often enough, to get deep into the rules of each.

/// A sequence of numbers that depends on its seed alone: [SplitMix64](https://prng.di.unimi.it/splitmix64.c). Bytes may come
/// first, for a fuzzer that wants its say in every choice.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
    /// The choices in reverse order: the next one is the last.
    bytes: Vec<u8>,
}

impl Random {
    /// The start of the sequence of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random { state: seed, bytes: Vec::new() }
    }

    /// These bytes, two to a number, and then the sequence of seed 0.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Random {
        Random { state: 0, bytes: bytes.iter().rev().copied().collect() }
    }

    /// Whether there are still bytes to choose by.
    #[must_use]
    pub fn has_bytes(&self) -> bool {
        !self.bytes.is_empty()
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        if let Some(first) = self.bytes.pop() {
            return u64::from(u16::from_le_bytes([first, self.bytes.pop().unwrap_or(0)]));
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below this one, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.number() % limit as u64) as usize
    }

    /// True once in so many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these, of which there is at least one.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// The context element of a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// `td`, `svg desc`, `math mi`.
    pub name: &'static str,
    /// The value of an `annotation-xml`'s attribute `encoding`.
    pub encoding: Option<&'static str>,
}

/// All context elements that a fragment may get.
pub fn contexts() -> impl Iterator<Item = Context> + Clone {
    let encodings = ["text/html", "Application/XHTML+XML", "text/xml"].map(Some);
    let plain = CONTEXTS.iter().copied().flatten().map(|&name| Context { name, encoding: None });
    plain.chain(encodings.map(|encoding| Context { name: "math annotation-xml", encoding }))
}

/// A whole document.
pub fn document(random: &mut Random) -> Vec<String> {
    let mut soup = Soup::new(random);
    if soup.random.one_in(2) {
        soup.push(DOCTYPES);
    }
    if soup.random.one_in(8) {
        soup.topics = vec![FRAMES, HEAD];
    }
    soup.cook();
    soup.tokens
}

/// The content of some element.
pub fn fragment(random: &mut Random) -> (Context, Vec<String>) {
    let mut context = Context {
        name: {
            let kind = random.pick(CONTEXTS);
            random.pick(kind)
        },
        encoding: None,
    };
    if context.name == "math annotation-xml" {
        context.encoding = random.pick(&[None, Some("text/html"), Some("Application/XHTML+XML"), Some("text/xml")]);
    }
    let mut soup = Soup::new(random);
    soup.cook();
    (context, soup.tokens)
}

struct Soup<'r> {
    random: &'r mut Random,
    topics: Vec<&'static [&'static str]>,
    /// The names of elements that may still be open.
    open: Vec<&'static str>,
    tokens: Vec<String>,
}

impl<'r> Soup<'r> {
    fn new(random: &'r mut Random) -> Self {
        let topics = (0..2 + random.below(2)).map(|_| random.pick(TOPICS)).collect();
        Soup { random, topics, open: Vec::new(), tokens: Vec::new() }
    }

    fn cook(&mut self) {
        for _ in 0..3 + self.random.below(28) {
            self.piece();
        }
        if self.random.one_in(8) {
            self.push(UNCLOSED);
        }
    }

    fn push(&mut self, choices: &[&str]) {
        self.tokens.push(self.random.pick(choices).to_owned());
    }

    fn piece(&mut self) {
        match self.random.below(100) {
            0..45 => self.start_tag(),
            45..65 => self.end_tag(),
            65..80 => self.push(TEXT),
            80..84 => self.raw_text(),
            84..87 => self.push(COMMENTS),
            87..90 => self.push(PROCESSING_INSTRUCTIONS),
            90..92 => self.push(CDATA_SECTIONS),
            92..96 => self.push(CHARACTER_REFERENCES),
            96 => self.push(CONTROLS),
            97 => self.push(ENDS),
            98 => self.push(DOCTYPES),
            _ => self.push(JUNK),
        }
    }

    fn name(&mut self) -> &'static str {
        let topic = match self.random.one_in(5) {
            true => self.random.pick(TOPICS),
            false => self.topics[self.random.below(self.topics.len())],
        };
        self.random.pick(topic)
    }

    fn start_tag(&mut self) {
        let name = self.name();
        self.open.push(name);
        self.push_named("<", name, "");
        for _ in 0..self.random.pick(&[0, 0, 0, 1, 1, 2, 3]) {
            let attribute = self.attribute(name);
            self.tokens.push(attribute);
        }
        self.end_of_tag();
    }

    /// A tag without attributes is one token.
    fn end_of_tag(&mut self) {
        let end = if self.random.one_in(12) { "/>" } else { ">" };
        match self.tokens.last_mut() {
            Some(last) if last.starts_with('<') => last.push_str(end),
            _ => self.tokens.push(end.to_owned()),
        }
    }

    fn push_named(&mut self, before: &str, name: &str, after: &str) {
        let name = if self.random.one_in(12) { name.to_ascii_uppercase() } else { name.to_owned() };
        self.tokens.push(format!("{before}{name}{after}"));
    }

    fn attribute(&mut self, element: &str) -> String {
        let own = ATTRIBUTES_OF.iter().find(|(name, _)| *name == element);
        if let Some((_, own)) = own
            && !self.random.one_in(4)
        {
            return format!(" {}", self.random.pick(own));
        }
        let space = self.random.pick(&[" ", " ", " ", "\n", "/", "\t\r\n"]);
        let name = self.random.pick(ATTRIBUTES);
        let value = self.random.pick(VALUES);
        format!("{space}{name}{value}")
    }

    fn end_tag(&mut self) {
        let name = match self.open.len() {
            open @ 1.. if !self.random.one_in(4) => {
                // Mostly the last one, else one of the last few.
                let back = self.random.below(4).saturating_sub(1).min(open - 1);
                self.open.remove(open - 1 - back)
            }
            _ => self.name(),
        };
        self.push_named("</", name, "");
        if self.random.one_in(16) {
            self.tokens.push(" a=b".to_owned());
        }
        self.end_of_tag();
    }

    /// An element whose content is text, with content that puts this to the test.
    fn raw_text(&mut self) {
        let name = self.random.pick(RAW);
        self.push_named("<", name, ">");
        for _ in 0..self.random.below(4) {
            self.push(RAW_CONTENT);
        }
        if !self.random.one_in(6) {
            self.push_named("</", name, ">");
        }
    }
}

const TOPICS: &[&[&str]] =
    &[FLOW, FLOW, FORMATTING, FORMATTING, TABLE, TABLE, SELECT, SELECT, FOREIGN, FOREIGN, TEMPLATE, HEAD, RUBY, OTHER];

const FLOW: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "legend",
    "li",
    "li",
    "listing",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "p",
    "p",
    "pre",
    "search",
    "section",
    "span",
    "summary",
    "ul",
    "br",
    "button",
];

const FORMATTING: &[&str] = &[
    "a", "a", "a", "b", "b", "big", "code", "em", "font", "font", "i", "i", "nobr", "nobr", "s", "small", "strike",
    "strong", "tt", "u", "p", "p", "div", "span", "applet", "marquee", "object", "address", "button", "li",
];

const TABLE: &[&str] = &[
    "table", "table", "table", "caption", "colgroup", "col", "tbody", "tfoot", "thead", "tr", "tr", "td", "td", "th",
    "input", "form", "template", "p", "b", "a", "div", "select", "svg", "style", "br",
];

const SELECT: &[&str] = &[
    "select",
    "select",
    "select",
    "option",
    "option",
    "option",
    "optgroup",
    "optgroup",
    "hr",
    "button",
    "selectedcontent",
    "input",
    "keygen",
    "textarea",
    "datalist",
    "div",
    "p",
    "b",
    "span",
    "template",
    "table",
    "tr",
    "td",
    "svg",
    "legend",
];

const FOREIGN: &[&str] = &[
    "svg",
    "svg",
    "svg",
    "math",
    "math",
    "foreignObject",
    "foreignObject",
    "desc",
    "title",
    "annotation-xml",
    "annotation-xml",
    "mi",
    "mo",
    "mn",
    "ms",
    "mtext",
    "mglyph",
    "malignmark",
    "g",
    "path",
    "a",
    "font",
    "p",
    "span",
    "div",
    "b",
    "style",
    "script",
    "lineargradient",
    "clippath",
    "fedropshadow",
    "semantics",
    "mrow",
    "table",
    "tr",
    "td",
    "template",
    "br",
    "nobr",
    "body",
    "ruby",
    "img",
    "select",
    "textpath",
    "image",
];

const TEMPLATE: &[&str] = &[
    "template", "template", "template", "template", "tr", "td", "tbody", "col", "caption", "p", "div", "b", "a",
    "form", "option", "select", "table", "slot", "script", "svg", "body", "html", "head", "frameset",
];

const HEAD: &[&str] = &[
    "html", "html", "head", "head", "body", "body", "base", "basefont", "bgsound", "link", "meta", "noframes",
    "noscript", "noscript", "style", "template", "title", "frameset", "br", "p", "div",
];

const FRAMES: &[&str] =
    &["frameset", "frameset", "frameset", "frame", "frame", "noframes", "html", "head", "body", "param", "br", "div"];

const RUBY: &[&str] = &["ruby", "ruby", "rb", "rt", "rtc", "rp", "p", "div", "span", "b", "li", "dd", "dt", "option"];

const OTHER: &[&str] = &[
    "abbr",
    "acronym",
    "area",
    "audio",
    "bdi",
    "bdo",
    "blink",
    "canvas",
    "cite",
    "command",
    "data",
    "del",
    "dfn",
    "embed",
    "iframe",
    "image",
    "image",
    "img",
    "input",
    "ins",
    "isindex",
    "kbd",
    "keygen",
    "label",
    "map",
    "mark",
    "menuitem",
    "meter",
    "multicol",
    "nextid",
    "noembed",
    "object",
    "output",
    "param",
    "picture",
    "plaintext",
    "progress",
    "q",
    "rbc",
    "samp",
    "slot",
    "source",
    "spacer",
    "sub",
    "sup",
    "textarea",
    "time",
    "track",
    "var",
    "video",
    "wbr",
    "x-y",
    "xmp",
    "a:b",
    "p1",
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
];

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

/// Attributes that decide something, by element.
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

const TEXT: &[&str] =
    &["x", "x", "y", "foo", " ", " ", "\n", "\n", "\n\n", "\t", " x", "x ", "a b", "é", "日本", "\u{1F600}"];

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

const CONTROLS: &[&str] =
    &["\0", "\0", "a\0", "\r", "\r\n", "\r\r\n", "\u{c}", "\u{b}", "\u{1}", "\u{7f}", "\u{fffe}", "\u{fdd0}"];

const ENDS: &[&str] = &["</body>", "</html>", "</body></html>", "</head>", "</br>", "</p>"];

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

/// All kinds of context elements; those on which a rule depends come alone, so that each is as likely as all of another kind.
const CONTEXTS: &[&[&str]] = &[
    &[
        "div", "p", "span", "b", "a", "li", "dd", "h1", "pre", "button", "address", "ruby", "rt", "object", "marquee",
        "applet",
    ],
    &[
        "article", "form", "fieldset", "hr", "br", "img", "input", "nobr", "search", "slot", "x-y", "a:b", "dialog",
        "label",
    ],
    &["html", "head", "body", "frameset", "frame"],
    &["table", "caption", "colgroup", "col", "tbody", "thead", "tfoot", "tr", "td", "th"],
    &["select", "option", "optgroup", "selectedcontent", "datalist"],
    &["table"],
    &["tr"],
    &["td"],
    &["select"],
    &["template"],
    &["template"],
    &["html"],
    &["head"],
    &["title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "script", "noscript", "plaintext"],
    &["svg svg", "svg g", "svg a", "svg title", "svg desc", "svg foreignObject", "svg style", "svg script", "svg path"],
    &["svg p", "svg table", "svg html", "svg template", "svg foreignobject", "svg font", "svg textarea", "svg select"],
    &[
        "math math",
        "math mi",
        "math mo",
        "math mn",
        "math ms",
        "math mtext",
        "math mrow",
        "math mglyph",
        "math malignmark",
    ],
    &["math p", "math table", "math html", "math template", "math title", "math script", "math select"],
    &["math annotation-xml"],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same() {
        assert_eq!(document(&mut Random::new(1)), document(&mut Random::new(1)));
        assert_ne!(document(&mut Random::new(1)), document(&mut Random::new(2)));
        assert_eq!(fragment(&mut Random::new(1)), fragment(&mut Random::new(1)));
        // The first numbers of the published algorithm.
        let mut random = Random::new(1_234_567);
        assert_eq!([random.number(), random.number()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }
}
