//! Generates pages whose text depends on rendering: nested blocks and inline elements, white space at their edges, and hidden, preformatted,
//! floating or tabular content, set by element name, attribute or `style`.

use crate::Random;

/// Elements that are mostly inline.
const INLINE: &[&str] = &[
    "a", "b", "i", "em", "strong", "span", "code", "kbd", "q", "nobr", "small", "sup", "sub", "u", "font", "label",
    "del", "cite", "button", "ruby", "rt", "rp", "object", "canvas", "marquee", "x-y", "map", "slot", "bdi",
];

/// Elements that are mostly blocks.
const BLOCKS: &[&str] = &[
    "p",
    "p",
    "div",
    "div",
    "section",
    "h1",
    "h2",
    "h3",
    "ul",
    "ol",
    "li",
    "li",
    "dl",
    "dt",
    "dd",
    "blockquote",
    "pre",
    "article",
    "details",
    "summary",
    "dialog",
    "fieldset",
    "legend",
    "figure",
    "figcaption",
    "center",
    "form",
    "address",
    "menu",
    "noscript",
];

/// Elements that have no content, or whose content browsers do not render as text.
const EMPTY: &[&str] = &[
    "<br>",
    "<br>",
    "<br>",
    "<hr>",
    "<img src=i alt=picture>",
    "<input>",
    "<input type=hidden>",
    "<input type=checkbox>",
    "<wbr>",
    "<meta name=m>",
    "<link>",
    "<script>s()</script>",
    "<style>s{}</style>",
    "<template> t </template>",
    "<!-- c -->",
    "<textarea> t </textarea>",
    "<video>v</video>",
    "<audio>a</audio>",
    "<iframe></iframe>",
    "<title>t</title>",
    "<svg><text>t</text></svg>",
    "<select><option>one<option> two </select>",
    "<area>",
    "<noframes>n</noframes>",
    "<datalist><option>d</datalist>",
];

/// Parts of tables, by parent.
const TABLE_PARTS: &[(&str, &[&str])] = &[
    ("table", &["tr", "tr", "tr", "tbody", "thead", "tfoot", "caption", "colgroup"]),
    ("tbody", &["tr"]),
    ("thead", &["tr"]),
    ("tfoot", &["tr"]),
    ("tr", &["td", "td", "th"]),
];

/// Attributes that affect rendering.
const ATTRIBUTES: &[&str] = &[
    " hidden",
    " hidden=until-found",
    " open",
    " popover",
    " nowrap",
    " class=c",
    " title=t",
    " href=/h",
    " colspan=2",
    " rowspan=2",
];

/// Style declarations, most of which affect rendering.
const DECLARATIONS: &[&str] = &[
    "display:none",
    "display:none",
    "display:block",
    "display:block",
    "display:inline",
    "display:inline",
    "display:inline-block",
    "display:flex",
    "display:inline-flex",
    "display:grid",
    "display:contents",
    "display:list-item",
    "display:flow-root",
    "display:table-cell",
    "display:inherit",
    "display:initial",
    "display:revert",
    "visibility:hidden",
    "visibility:hidden",
    "visibility:visible",
    "visibility:collapse",
    "white-space:pre",
    "white-space:pre-wrap",
    "white-space:pre-line",
    "white-space:normal",
    "white-space:nowrap",
    "white-space-collapse:preserve",
    "float:left",
    "float:right",
    "float:none",
    "position:absolute",
    "position:relative",
    "color:red",
    "margin:0",
    "display:foo",
    "DISPLAY:\\62lock",
    "display/**/:/**/none",
    "display:none!important",
    "content-visibility:hidden",
    "all:unset",
];

const TEXTS: &[&str] = &[
    " ",
    " ",
    "\n",
    "\n  ",
    "a",
    "b c",
    " d",
    "e ",
    " f ",
    "  g  h  ",
    "\n i\n j \n",
    "&nbsp;",
    "k\tl",
    "a\u{200b}\nb",
    "\u{3042}\n\u{3042}",
    "m.",
    "1",
    "(n)",
    "*o*",
];

/// Generates a page as a list of tokens.
#[must_use]
pub fn page(random: &mut Random) -> Vec<String> {
    let mut tokens = vec![random.pick(&["<!DOCTYPE html>", "<!DOCTYPE html>", "<!DOCTYPE html>", ""]).to_owned()];
    let mut open: Vec<&'static str> = Vec::new();
    for _ in 0..random.below(24) + 2 {
        let parts =
            open.last().and_then(|last| TABLE_PARTS.iter().find(|(name, _)| name == last)).map(|(_, parts)| *parts);
        match (random.below(10), parts) {
            (0..=3, Some(parts)) if open.len() < 12 => start(random.pick(parts), random, &mut tokens, &mut open),
            (0..=2, None) if open.len() < 8 => {
                let name = match random.below(9) {
                    0 => "table",
                    1..=4 => random.pick(INLINE),
                    _ => random.pick(BLOCKS),
                };
                start(name, random, &mut tokens, &mut open);
            }
            (4..=5, None) => tokens.push(random.pick(TEXTS).to_owned()),
            (4, Some(_)) => tokens.push(random.pick(&["\n", " ", "<!-- c -->"]).to_owned()),
            (6, None) => tokens.push(random.pick(EMPTY).to_owned()),
            (7..=8, _) => tokens.extend(open.pop().map(|name| format!("</{name}>"))),
            _ => tokens.push(random.pick(TEXTS).to_owned()),
        }
    }
    tokens
}

/// Generates a table as a list of tokens. Each cell has a different word.
#[must_use]
pub fn table(random: &mut Random) -> Vec<String> {
    let mut tokens = vec!["<table>".to_owned()];
    if random.one_in(3) {
        tokens.push("<colgroup><col><col span=2><colgroup><col>".to_owned());
    }
    let mut word = 0;
    for row in 0..random.below(5) + 2 {
        match random.below(5) {
            0 => tokens.push("<tbody>".to_owned()),
            _ if row == 0 => tokens.push(random.pick(&["<thead>", "<thead>", ""]).to_owned()),
            _ => {}
        }
        tokens.push("<tr>".to_owned());
        for _ in 0..random.below(5) {
            let is_header = if row == 0 { !random.one_in(5) } else { random.one_in(6) };
            let mut tag = if is_header { "<th" } else { "<td" }.to_owned();
            let spans = [
                "",
                "",
                "",
                " colspan=2",
                " colspan=3",
                " rowspan=2",
                " rowspan=3",
                " rowspan=0",
                " colspan=2 rowspan=2",
            ];
            tag.push_str(random.pick(&spans));
            if is_header {
                tag.push_str(random.pick(&["", "", " scope=col", " scope=row", " scope=colgroup", " scope=rowgroup"]));
            }
            word += 1;
            let content = random.pick(&[
                "w_",
                "w_",
                "<b>w_</b>",
                "<p>w_<p>x",
                "<ul><li>w_</ul>",
                "<a href=/>w_</a>",
                "<br>w_",
                "<pre>w_</pre>",
            ]);
            tokens.push(format!("{tag}>{}", content.replace('_', &format!("{word}"))));
        }
    }
    tokens.push("</table>".to_owned());
    tokens
}

fn start(name: &'static str, random: &mut Random, tokens: &mut Vec<String>, open: &mut Vec<&'static str>) {
    let mut tag = format!("<{name}");
    if random.one_in(5) {
        tag.push_str(random.pick(ATTRIBUTES));
    }
    if random.one_in(5) {
        tag.push_str(" style=\"");
        for _ in 0..random.below(2) + 1 {
            tag.push_str(random.pick(DECLARATIONS));
            tag.push(';');
        }
        tag.push('"');
    }
    if name == "a" && random.one_in(2) {
        tag.push_str(" href=/h");
    }
    tag.push('>');
    tokens.push(tag);
    open.push(name);
}
