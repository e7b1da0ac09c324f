//! Law of sanitizing: sanitizing again changes nothing, and the markup of a tree that was sanitized with [`Strictness::Printable`] is safe in any
//! context in which it is parsed.

use super::case::Case;
use super::edited_trees;
use super::sanitizer_config::{random_of, sanitizer};
use super::trees::assert_sound;
use limpid::sanitize::{Removal, Sanitizer, Strictness};
use limpid::{Document, Limits, Namespace, NodeRef, ParseOptions, ScriptingMode, SerializeOptions};
use limpid_pages::Random;

/// Checks the law for the page of the case, for a page that consists of `PIECES`, and for a tree built with the editing methods of the DOM.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let mut case = Case::from_bytes(data);
    case.limits = Limits::default();
    let mut random = random_of(data);
    check_page(&case, &mut random);
    let piece = |byte: &u8| PIECES[usize::from(*byte) % PIECES.len()];
    case.text = data.iter().skip(4).take(60).map(piece).collect();
    check_page(&case, &mut random);
    let tree = edited_trees::fragment(&mut random);
    let sanitizer = sanitizer(&mut random);
    check_tree(&tree, &sanitizer, &tree.to_test_dump(), |_| Document::new());
}

/// Parts of markup from known attacks on sanitizers.
pub(crate) const PIECES: &[&str] = &[
    "<svg>",
    "</svg>",
    "<math>",
    "</math>",
    "<mtext>",
    "<mglyph>",
    "<malignmark>",
    "<mi>",
    "<annotation-xml>",
    "<annotation-xml encoding=text/html>",
    "<foreignObject>",
    "<desc>",
    "<title>",
    "</title>",
    "<style>",
    "</style>",
    "<xmp>",
    "</xmp>",
    "<noscript>",
    "</noscript>",
    "<noembed>",
    "<noframes>",
    "<iframe>",
    "</iframe>",
    "<textarea>",
    "</textarea>",
    "<plaintext>",
    "<template>",
    "</template>",
    "<template shadowrootmode=open>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "<caption>",
    "<select>",
    "<option>",
    "</select>",
    "<form>",
    "</form>",
    "<p>",
    "</p>",
    "<br>",
    "</br>",
    "<b>",
    "<a>",
    "</a>",
    "<div>",
    "</div>",
    "<frameset>",
    "<body onload=x>",
    "<html onload=x>",
    "<!--",
    "-->",
    "--!>",
    "<!-->",
    "<![CDATA[",
    "]]>",
    "<?x ",
    "?>",
    "<!doctype a \"",
    ">",
    "\"",
    "'",
    "`",
    "<",
    "</",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<a href=javascript:alert(1)>",
    "<a title='</style><img src=x onerror=alert(1)>'>",
    "<a title='</noscript><img src=x onerror=alert(1)>'>",
    "<p title='--><img src=x onerror=alert(1)>'>",
    "<p id='</title><img src=x onerror=alert(1)>'>",
    "&lt;img src=x onerror=alert(1)>",
    "&lt;/style>",
    "<use href=x>",
    "<set>",
    "<set attributename=href to=javascript:alert(1)>",
    "<animate attributename=xlink:href values=javascript:alert(1)>",
    "<base href=javascript:>",
    "<embed>",
    "<object>",
    "<p href=javascript:alert(1)>",
    "<mi xlink:href='java\tscript:1'>",
    "<p <img onerror=alert(1)>",
    "<x<script>",
    "\0",
    "\r",
    "<button formaction=javascript:1>",
    "<input>",
    "<image onerror=x>",
];

/// Contexts in which sanitized markup is parsed. Each entry is the markup before it and the markup after it.
pub(crate) const CONTEXTS: &[(&str, &str)] = &[
    ("", ""),
    ("<!DOCTYPE html><div>", "</div>"),
    ("<svg>", "</svg>"),
    ("<svg><style>", "</style></svg>"),
    ("<svg><desc>", "</desc></svg>"),
    ("<math>", "</math>"),
    ("<math><mtext><mglyph>", ""),
    ("<math><annotation-xml>", ""),
    ("<math><annotation-xml encoding=text/html>", ""),
    ("<table>", "</table>"),
    ("<table><tr>", ""),
    ("<select>", "</select>"),
    ("<template>", "</template>"),
    ("<div><template shadowrootmode=open>", "</template></div>"),
    ("<noscript>", "</noscript>"),
    ("<head><noscript>", "</noscript>"),
    ("<style>", "</style>"),
    ("<textarea>", "</textarea>"),
    ("<title>", "</title>"),
    ("<xmp>", "</xmp>"),
    ("<frameset>", "</frameset>"),
    ("<form><button><a><p><b><nobr>", ""),
];

fn check_page(case: &Case, random: &mut Random) {
    let options = case.options();
    let parsed = case.parse_with(&options, &case.text);
    let options = options.content_patching(false).option_cloning(false);
    check_tree(&parsed, &sanitizer(random), &case.text, |html| case.parse_with(&options, html));
}

/// Sanitizes copies of a tree and checks the results. Also parses the printable result with `parse`. If the parsed tree is the same tree,
/// sanitizing must not change it.
fn check_tree<'t>(
    parsed: &Document<'_>,
    sanitizer: &Sanitizer,
    text: &str,
    parse: impl for<'h> Fn(&'h str) -> Document<'h>,
) {
    for strictness in [Strictness::Unsafe, Strictness::Safe, Strictness::Printable] {
        let mut tree = parsed.clone();
        sanitize(sanitizer, &mut tree, strictness);
        assert_sound(&tree, "sanitized");
        let dump = tree.to_test_dump();
        let again = sanitize(sanitizer, &mut tree, strictness);
        assert!(again.is_empty() && tree.to_test_dump() == dump, "sanitized again: {again:?} of {text:?}");
        if strictness == Strictness::Unsafe {
            continue;
        }
        assert_eq!(danger(&tree), None, "{strictness:?} of {text:?}");
        if strictness == Strictness::Safe {
            continue;
        }
        let mut html = String::new();
        tree.root().write_html(&mut html, &SerializeOptions::lossless()).expect("writing to a string does not fail");
        for (before, after) in CONTEXTS {
            let page = format!("{before}{html}{after}");
            for scripting in [ScriptingMode::Disabled, ScriptingMode::Normal] {
                let danger = danger(&ParseOptions::new().scripting(scripting).parse(&*page));
                assert_eq!(danger, None, "{scripting:?}: {page}\nof {text:?}");
            }
        }
        let mut parsed_again = parse(&html);
        if parsed_again.to_test_dump() == dump {
            let report = sanitize(sanitizer, &mut parsed_again, strictness);
            assert!(report.is_empty() && parsed_again.to_test_dump() == dump, "parsed again: {report:?}");
        }
    }
}

fn sanitize(sanitizer: &Sanitizer, tree: &mut Document<'_>, strictness: Strictness) -> Vec<Removal> {
    let (root, mut report) = (tree.root().id(), Vec::new());
    sanitizer.sanitize_with(tree, root, strictness, Some(&mut report)).expect("the root belongs to the document");
    report
}

/// Finds a script, an event handler or a `javascript:` URL in a tree. This code is independent of the sanitizer.
pub(crate) fn danger(tree: &Document<'_>) -> Option<String> {
    let mut pending = vec![tree.root()];
    while let Some(node) = pending.pop() {
        if node.is_element()
            && let Some(danger) = danger_of(node)
        {
            return Some(danger);
        }
        pending.extend(node.children());
        pending.extend(node.template_contents());
        pending.extend(node.shadow_root());
    }
    None
}

fn danger_of(element: NodeRef<'_>) -> Option<String> {
    let name = element.local_name();
    let is_unsafe = match element.namespace() {
        Namespace::Html => ["base", "embed", "frame", "iframe", "object", "script"].contains(&name),
        Namespace::Svg => ["script", "use"].contains(&name),
        _ => false,
    };
    if is_unsafe {
        return Some(format!("{element:?}"));
    }
    let is_danger = |attribute: &limpid::Attribute<'_>| {
        let value: String = attribute.value().chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
        let is_script = value.trim_start_matches(|c| c <= ' ').to_ascii_lowercase().starts_with("javascript:");
        let local_name = attribute.local_name();
        let (is_plain, is_xlink) =
            (attribute.namespace() == Namespace::None, attribute.namespace() == Namespace::XLink);
        let navigates = match (element.namespace(), name) {
            (Namespace::Svg, "a") | (Namespace::MathMl, _) => local_name == "href" && (is_plain || is_xlink),
            (Namespace::Html, _) if !is_plain => false,
            (Namespace::Html, "a" | "area") => local_name == "href",
            (Namespace::Html, "button" | "input") => local_name == "formaction",
            (Namespace::Html, "form") => local_name == "action",
            _ => false,
        };
        let animates = element.namespace() == Namespace::Svg
            && ["set", "animate", "animateTransform"].contains(&name)
            && local_name == "attributeName"
            && is_plain
            && ["href", "xlink:href"].contains(&attribute.value());
        let is_handler = ["onload", "onerror", "onclick"].contains(&local_name) && is_plain;
        is_script && navigates || animates || is_handler
    };
    element.attributes().find(is_danger).map(|attribute| format!("{attribute:?} of {element:?}"))
}
