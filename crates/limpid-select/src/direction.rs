//! The directionality of elements, for `:dir()`.

use crate::html::{InputKind, has_type, is_html, value};
use crate::inherited::Inherited;
use crate::parse::css::keyword;
use limpid_dom::{Edge, LocalName, NodeRef};

const LTR: &str = "ltr";
const RTL: &str = "rtl";

/// Returns the [directionality](https://html.spec.whatwg.org/multipage/dom.html#the-directionality) of an element: `ltr` or `rtl`.
pub(crate) fn direction_of(element: NodeRef<'_>, inherited: &Inherited<'_>) -> &'static str {
    let own_direction = |node| own_direction(node, inherited);
    inherited.directions.get(element, |node| node.parent().or_else(|| node.host()), own_direction).unwrap_or(LTR)
}

/// Returns the directionality that an element sets for itself and its descendants, or `None` if it inherits its directionality.
fn own_direction(element: NodeRef<'_>, inherited: &Inherited<'_>) -> Option<&'static str> {
    if !is_html(element) {
        return None;
    }
    let auto_direction =
        || Some(inherited.text_directions.get(element, || direction_of_content(element)).unwrap_or(LTR));
    let state = value(element, LocalName::DIR).unwrap_or_default();
    match keyword(state, &[("ltr", Some(LTR)), ("rtl", Some(RTL)), ("auto", None)]) {
        Some(None) => return auto_direction(),
        Some(direction) => return direction,
        None => {}
    }
    if element.is_html(LocalName::BDI) {
        return auto_direction();
    }
    (element.is_html(LocalName::INPUT) && has_type(element, &["tel"])).then_some(LTR)
}

/// Returns the [auto directionality](https://html.spec.whatwg.org/multipage/dom.html#auto-directionality) of an element: the direction of
/// its text, or of the value of an `input` that shows text.
fn direction_of_content(element: NodeRef<'_>) -> Option<&'static str> {
    if element.is_html(LocalName::INPUT) {
        let is_number = has_type(element, &["number"]);
        let shows_text = matches!(InputKind::of(element), InputKind::Text | InputKind::HiddenOrButton) && !is_number;
        return value(element, LocalName::VALUE).filter(|_| shows_text).and_then(direction_of_text);
    }
    let mut steps = element.traverse();
    while let Some(step) = steps.next() {
        let Edge::Enter(node) = step else { continue };
        if let Some(direction) = node.text().and_then(direction_of_text) {
            return Some(direction);
        }
        if node != element && is_excluded_from_auto(node) {
            steps.skip_children();
        }
    }
    None
}

/// Returns whether an element's text does not count for the direction of its ancestors.
fn is_excluded_from_auto(node: NodeRef<'_>) -> bool {
    let is_excluded =
        matches!(node.name(), LocalName::BDI | LocalName::SCRIPT | LocalName::STYLE | LocalName::TEXTAREA);
    let has_direction = || {
        value(node, LocalName::DIR)
            .is_some_and(|state| ["ltr", "rtl", "auto"].iter().any(|known| state.eq_ignore_ascii_case(known)))
    };
    is_html(node) && (is_excluded || has_direction())
}

/// Returns the direction of the first character that has a direction.
fn direction_of_text(text: &str) -> Option<&'static str> {
    text.chars().find_map(|letter| match letter {
        _ if is_right_to_left(letter) => Some(RTL),
        _ if letter.is_alphabetic() => Some(LTR),
        _ => None,
    })
}

/// Returns whether a character has a right-to-left direction.
///
/// The ranges include some marks and digits that have no direction. This makes no difference, because they occur after letters.
fn is_right_to_left(letter: char) -> bool {
    matches!(letter,
        '\u{5be}' | '\u{5c0}' | '\u{5c3}' | '\u{5c6}' | '\u{5d0}'..='\u{5f4}' | '\u{608}' | '\u{60b}' | '\u{60d}'
        | '\u{61b}'..='\u{64a}' | '\u{66d}'..='\u{66f}' | '\u{671}'..='\u{6d5}' | '\u{6e5}'..='\u{6e6}'
        | '\u{6ee}'..='\u{6ef}' | '\u{6fa}'..='\u{710}' | '\u{712}'..='\u{72f}' | '\u{74d}'..='\u{7a5}' | '\u{7b1}'
        | '\u{7c0}'..='\u{7ea}' | '\u{7f4}'..='\u{7f5}' | '\u{7fa}' | '\u{7fe}'..='\u{815}' | '\u{81a}' | '\u{824}'
        | '\u{828}' | '\u{830}'..='\u{858}' | '\u{85e}'..='\u{88e}' | '\u{8a0}'..='\u{8c9}' | '\u{200f}'
        | '\u{fb1d}' | '\u{fb1f}'..='\u{fb28}' | '\u{fb2a}'..='\u{fd3d}' | '\u{fd50}'..='\u{fdce}'
        | '\u{fdf0}'..='\u{fdfc}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}
