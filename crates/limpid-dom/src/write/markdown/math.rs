//! Finds the TeX source of formulas that pages contain in addition to the displayed form.

use crate::read::node_ref::NodeRef;
use crate::write::rendering::html_name;
use limpid_markup::LocalName;

/// Returns the TeX source of a MathML element from an annotation or `alttext`, and whether it is a block.
#[inline]
pub(super) fn of_element(math: NodeRef<'_>) -> Option<(String, bool)> {
    let is_tex = |node: &NodeRef<'_>| {
        let encoding = node.attribute("encoding").unwrap_or_default();
        node.local_name() == "annotation"
            && ["application/x-tex", "TeX", "LaTeX"].iter().any(|it| encoding.eq_ignore_ascii_case(it))
    };
    let annotation = math.descendants().find(is_tex).and_then(|annotation| annotation.first_child()?.text());
    let formula = annotation.or(math.attribute("alttext")).and_then(single_line)?;
    Some((formula, math.attribute("display").is_some_and(|display| display.eq_ignore_ascii_case("block"))))
}

/// Returns the formula of a MathJax script, and whether it is a block.
#[inline]
pub(super) fn of_script(script: NodeRef<'_>) -> Option<(String, bool)> {
    let kind = script.attribute_by_name(LocalName::TYPE)?.strip_prefix("math/tex")?;
    let formula = script.first_child()?.text().and_then(single_line)?;
    Some((formula, kind.contains("mode=display")))
}

/// Returns the formula of a MediaWiki image, and whether it is a block.
#[inline]
pub(super) fn of_image(image: NodeRef<'_>) -> Option<(String, bool)> {
    let class = image.classes().find_map(|class| class.strip_prefix("mwe-math-fallback-image-"))?;
    let formula = image.attribute_by_name(LocalName::ALT).and_then(single_line)?;
    Some((formula, class == "display"))
}

/// Returns the element with MathML that MediaWiki writes directly before the image of the same formula.
#[inline]
pub(super) fn mathml_before_image(image: NodeRef<'_>) -> Option<NodeRef<'_>> {
    image
        .previous_element_sibling()
        .filter(|before| before.classes().any(|class| class.starts_with("mwe-math-mathml-")))
}

/// Whether an element displays a formula whose TeX source is next to it.
#[inline]
pub(super) fn duplicates_tex(element: NodeRef<'_>) -> bool {
    let has_class = |node: NodeRef<'_>, names: &[&str]| node.classes().any(|class| names.contains(&class));
    if !has_class(element, &["katex-html", "MathJax", "MathJax_Preview", "MathJax_Display", "MathJax_SVG"]) {
        return false;
    }
    if has_class(element, &["katex-html"]) {
        let before = element.previous_element_sibling();
        return before.is_some_and(|before| before.descendants().any(|node| node.local_name() == "math"));
    }
    let is_script = |node: NodeRef<'_>| html_name(node) == LocalName::SCRIPT && of_script(node).is_some();
    element.next_siblings().filter(|node| node.is_element()).take(3).any(is_script)
}

/// Returns a formula on one line, without comments. A `<` that could start a tag is followed by a space. Returns `None` if the formula
/// contains a character that would end it or start code.
#[inline]
fn single_line(formula: &str) -> Option<String> {
    let mut line = String::with_capacity(formula.len());
    for part in formula.split(['\n', '\r']).map(without_comment).flat_map(str::split_ascii_whitespace) {
        if !line.is_empty() {
            line.push(' ');
        }
        for (at, piece) in part.split('<').enumerate() {
            if at > 0 {
                let may_be_tag = piece.starts_with(|next: char| !next.is_ascii_digit());
                line.push_str(if may_be_tag { "< " } else { "<" });
            }
            line.push_str(piece);
        }
    }
    (!line.is_empty() && !line.contains(['$', '`'])).then_some(line)
}

/// Returns a line of TeX up to the `%` of its comment. `\%` does not start a comment.
#[inline]
fn without_comment(line: &str) -> &str {
    let is_escaped = |at: usize| line[..at].bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1;
    line.match_indices('%').find(|(at, _)| !is_escaped(*at)).map_or(line, |(at, _)| &line[..at])
}
