//! Formulas as TeX, where the page has it beside what is shown.

use crate::read::node_ref::NodeRef;
use crate::write::rendering::html_name;
use limpid_markup::LocalName;

/// Returns the TeX of an element of MathML, and whether it is a block, if an annotation or its `alttext` says it.
#[inline]
pub(super) fn of_element(math: NodeRef<'_>) -> Option<(&str, bool)> {
    let is_tex = |node: &NodeRef<'_>| {
        let encoding = node.attribute("encoding").unwrap_or_default();
        node.local_name() == "annotation"
            && ["application/x-tex", "TeX", "LaTeX"].iter().any(|it| encoding.eq_ignore_ascii_case(it))
    };
    let annotation = math.descendants().find(is_tex).and_then(|annotation| annotation.first_child()?.text());
    let formula = annotation.or(math.attribute("alttext")).filter(|formula| is_in_line(formula))?;
    Some((formula, math.attribute("display").is_some_and(|display| display.eq_ignore_ascii_case("block"))))
}

/// Returns the formula of a script that MathJax reads, and whether it is a block.
#[inline]
pub(super) fn of_script(script: NodeRef<'_>) -> Option<(&str, bool)> {
    let kind = script.own_attribute(LocalName::TYPE)?.strip_prefix("math/tex")?;
    let formula = script.first_child()?.text().filter(|formula| is_in_line(formula))?;
    Some((formula, kind.contains("mode=display")))
}

/// Returns the formula that an image of MediaWiki shows.
#[inline]
pub(super) fn of_image(image: NodeRef<'_>) -> Option<(&str, bool)> {
    let class = image.classes().find_map(|class| class.strip_prefix("mwe-math-fallback-image-"))?;
    let formula = image.own_attribute(LocalName::ALT).filter(|formula| is_in_line(formula))?;
    Some((formula, class == "display"))
}

/// Whether an element shows a formula that is there as TeX, too.
#[inline]
pub(super) fn is_double(element: NodeRef<'_>) -> bool {
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

/// Whether a formula may be in a line: it must not end the paragraph.
#[inline]
fn is_in_line(formula: &str) -> bool {
    let formula = formula.trim();
    !formula.is_empty() && !formula.contains("\n\n") && !formula.contains('$')
}
