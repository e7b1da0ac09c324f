//! Topics: lists of element names that occur in the same rules. A name that occurs twice is picked more often.
//!
//! The last four topics contain all names of the parser's tables. The other topics repeat the names that are important for a group of rules, so
//! that pages use these names more often.

use crate::tables::TABLES;

/// A list of element names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Blocks, lists and paragraphs.
    Flow,
    /// Formatting elements, and elements that are often misnested with them.
    Formatting,
    /// Tables and foster-parented elements.
    Table,
    /// `select` and elements in it.
    Select,
    /// SVG and MathML with their integration points.
    Foreign,
    /// Templates.
    Template,
    /// The outer elements of a document, and the content of the head.
    Head,
    /// Framesets.
    Frames,
    /// Ruby.
    Ruby,
    /// Elements with few rules.
    Other,
    /// All names in the tag sets of rules.
    InRules,
    /// All HTML elements.
    Html,
    /// All SVG elements.
    Svg,
    /// All MathML elements.
    MathMl,
}

impl Topic {
    /// The topics of most pages. More likely topics occur twice.
    pub const ALL: &'static [Topic] = &[
        Topic::Flow,
        Topic::Flow,
        Topic::Formatting,
        Topic::Formatting,
        Topic::Table,
        Topic::Table,
        Topic::Select,
        Topic::Select,
        Topic::Foreign,
        Topic::Foreign,
        Topic::Template,
        Topic::Head,
        Topic::Head,
        Topic::Ruby,
        Topic::Other,
        Topic::InRules,
        Topic::Html,
        Topic::Svg,
        Topic::MathMl,
    ];

    /// Whether the topic contains all names of a table in [`TABLES`]. Pages do not concentrate on such a topic; its names are mixed into
    /// other topics.
    pub(crate) fn is_whole_table(self) -> bool {
        matches!(self, Topic::InRules | Topic::Html | Topic::Svg | Topic::MathMl)
    }

    /// Returns the element names of the topic.
    #[must_use]
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Topic::Flow => FLOW,
            Topic::Formatting => FORMATTING,
            Topic::Table => TABLE,
            Topic::Select => SELECT,
            Topic::Foreign => FOREIGN,
            Topic::Template => TEMPLATE,
            Topic::Head => HEAD,
            Topic::Frames => FRAMES,
            Topic::Ruby => RUBY,
            Topic::Other => OTHER,
            Topic::InRules => &TABLES.in_rules,
            Topic::Html => &TABLES.html,
            Topic::Svg => &TABLES.svg,
            Topic::MathMl => &TABLES.mathml,
        }
    }
}

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
