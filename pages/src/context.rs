//! The context elements of fragments. Their order is part of the format of fuzzing inputs, so new ones must be appended.

use crate::random::Random;
use crate::tables::TABLES;
use std::sync::LazyLock;

/// The context element of a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// The name, such as `td`, `svg desc` or `math mi`.
    pub name: &'static str,
    /// The value of the attribute `encoding` of an `annotation-xml`.
    pub encoding: Option<&'static str>,
}

const ENCODINGS: [&str; 3] = ["text/html", "Application/XHTML+XML", "text/xml"];

/// Returns all context elements in `CONTEXTS`, and those with an `encoding`.
pub fn contexts() -> impl Iterator<Item = Context> + Clone {
    let without_encoding = CONTEXTS.iter().copied().flatten().map(|&name| Context { name, encoding: None });
    let with_encoding =
        ENCODINGS.into_iter().map(|encoding| Context { name: "math annotation-xml", encoding: Some(encoding) });
    without_encoding.chain(with_encoding)
}

/// Picks a context element.
pub fn context(random: &mut Random) -> Context {
    let kind = random.pick(CONTEXTS);
    let name = random.pick(kind);
    let is_annotation = name == "math annotation-xml" && !random.one_in(4);
    Context { name, encoding: is_annotation.then(|| random.pick(&ENCODINGS)) }
}

/// All SVG and MathML elements. Also, in both namespaces, the names that rules of tree construction refer to
/// ([`Tables::in_rules`](crate::tables::Tables::in_rules)).
static FOREIGN: LazyLock<Vec<String>> = LazyLock::new(|| {
    let tables = &*TABLES;
    let svg = tables.svg.iter().chain(&tables.in_rules).map(|name| format!("svg {name}"));
    let all = svg.chain(tables.mathml.iter().chain(&tables.in_rules).map(|name| format!("math {name}")));
    all.filter(|name| !name.contains(" -")).collect()
});

/// Picks a context element from all names in [`TABLES`], also names without rules of their own.
pub fn any_context(random: &mut Random) -> Context {
    match random.below(4) {
        0 => Context { name: random.pick(&TABLES.html), encoding: None },
        // `in_rules` contains all words of `tag-sets.txt`. There, a hyphen before a name excludes the name from a set.
        1 => Context { name: random.pick(&TABLES.in_rules).trim_start_matches('-'), encoding: None },
        2 => Context { name: &FOREIGN[random.below(FOREIGN.len())], encoding: None },
        _ => context(random),
    }
}

/// Returns the context element with this name, written like in the suites, such as `td` or `svg desc`. Returns `None` for unknown names.
#[must_use]
pub fn context_named(name: &str) -> Option<Context> {
    let listed = contexts().map(|context| context.name);
    let mut all = listed.chain(TABLES.html.iter().copied()).chain(FOREIGN.iter().map(String::as_str));
    all.find(|known| *known == name).map(|name| Context { name, encoding: None })
}

/// Groups of context elements. Each group is equally likely. Elements with special rules also have a group of their own, so that they are
/// picked more often.
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
