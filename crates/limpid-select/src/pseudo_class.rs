//! Pseudo-classes that depend on attributes: the [pseudo-classes of
//! HTML](https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes), as far as a static document defines them.

use crate::direction::direction_of;
use crate::forms::{Forms, is_radio_button, is_submit_button};
use crate::html::{InputKind, StartTag, has, has_empty_value, is_html, value};
use crate::inherited::Inherited;
use crate::language::{language_matches, language_of};
use crate::parse::css::{keyword, write_identifier, write_string};
use crate::range::is_in_range;
use core::fmt;
use limpid_dom::{LocalName, Namespace, NodeRef};
use limpid_markup::TagByParts;

/// A pseudo-class that depends on more than the tree structure.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum PseudoClass {
    /// A pseudo-class without arguments: its name in lowercase, and its test.
    State(&'static str, State),
    Lang(Box<[Box<str>]>),
    Dir(Box<str>),
}

/// The test of a pseudo-class without arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum State {
    Link,
    Checked,
    Disabled,
    Enabled,
    Required,
    Optional,
    ReadOnly,
    ReadWrite,
    PlaceholderShown,
    Default,
    Indeterminate,
    InRange,
    OutOfRange,
    Open,
    Defined,
    /// A state that exists only in browsers. Never matches.
    Never,
}

const STATES: &[(&str, State)] = &[
    ("any-link", State::Link),
    ("link", State::Link),
    ("checked", State::Checked),
    ("disabled", State::Disabled),
    ("enabled", State::Enabled),
    ("required", State::Required),
    ("optional", State::Optional),
    ("read-only", State::ReadOnly),
    ("read-write", State::ReadWrite),
    ("placeholder-shown", State::PlaceholderShown),
    ("default", State::Default),
    ("indeterminate", State::Indeterminate),
    ("in-range", State::InRange),
    ("out-of-range", State::OutOfRange),
    ("open", State::Open),
    ("defined", State::Defined),
    ("visited", State::Never),
    ("hover", State::Never),
    ("active", State::Never),
    ("focus", State::Never),
    ("focus-within", State::Never),
    ("focus-visible", State::Never),
    ("target", State::Never),
    ("autofill", State::Never),
    ("user-valid", State::Never),
    ("user-invalid", State::Never),
    ("popover-open", State::Never),
    ("modal", State::Never),
    ("fullscreen", State::Never),
    ("picture-in-picture", State::Never),
];

impl PseudoClass {
    pub(crate) fn of(name: &str) -> Option<PseudoClass> {
        let known = STATES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        known.map(|&(name, state)| PseudoClass::State(name, state))
    }

    pub(crate) fn matches<'d>(&self, element: NodeRef<'d>, inherited: &Inherited<'d>) -> bool {
        match self {
            PseudoClass::State(_, state) => state.matches(element, inherited),
            PseudoClass::Lang(ranges) => {
                let language = language_of(element, inherited);
                ranges.iter().any(|range| language_matches(range, language))
            }
            PseudoClass::Dir(direction) => direction.eq_ignore_ascii_case(direction_of(element, inherited)),
        }
    }
}

impl State {
    /// Returns whether the element of a start tag is in this state. Returns `None` if the state depends on more than the tag.
    pub(crate) fn matches_tag<'e>(self, element: impl StartTag<'e>) -> Option<bool> {
        Some(match self {
            State::Link => is_link(element),
            State::Checked => is_checked(element),
            State::Required => can_be_required(element) && is_required(element),
            State::Optional => can_be_required(element) && !is_required(element),
            State::Open => {
                is_one_of(element, &[LocalName::DETAILS, LocalName::DIALOG]) && has(element, LocalName::OPEN)
            }
            State::Defined => is_defined(element),
            State::Never => false,
            _ => return None,
        })
    }

    /// Returns whether [`matches_tag`](Self::matches_tag) returns `Some` for this state.
    pub(crate) fn depends_only_on_tag(self) -> bool {
        self.matches_tag(&TagByParts::implied(LocalName::SPAN).element()).is_some()
    }

    /// Returns whether [`matches_tag_and_ancestors`](Self::matches_tag_and_ancestors) returns `Some` for this state.
    pub(crate) fn is_known_at_start(self) -> bool {
        !matches!(self, State::PlaceholderShown | State::Default | State::Indeterminate)
    }

    /// Returns whether an element is in this state. Returns `None` if the state depends on more than the tag and the ancestors of the element.
    pub(crate) fn matches_tag_and_ancestors<'e>(
        self,
        element: impl StartTag<'e>,
        ancestors: &impl AncestorState,
    ) -> Option<bool> {
        Some(match self {
            State::Disabled => can_be_disabled(element) && is_disabled(element, ancestors),
            State::Enabled => can_be_disabled(element) && !is_disabled(element, ancestors),
            State::ReadOnly => is_html(element) && !is_read_write(element, ancestors),
            State::ReadWrite => is_html(element) && is_read_write(element, ancestors),
            State::InRange => range_state(element, ancestors) == Some(true),
            State::OutOfRange => range_state(element, ancestors) == Some(false),
            _ => return self.matches_tag(element),
        })
    }

    fn matches<'d>(self, element: NodeRef<'d>, inherited: &Inherited<'d>) -> bool {
        match self {
            State::PlaceholderShown => is_placeholder_shown(element),
            State::Default => is_default(element, inherited),
            State::Indeterminate => is_indeterminate(element, inherited),
            _ => self.matches_tag_and_ancestors(element, &(element, inherited)).unwrap_or(false),
        }
    }
}

impl fmt::Display for PseudoClass {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PseudoClass::State(name, _) => write!(out, ":{name}"),
            PseudoClass::Lang(ranges) => {
                for (index, range) in ranges.iter().enumerate() {
                    out.write_str(if index == 0 { ":lang(" } else { ", " })?;
                    write_string(out, range)?;
                }
                out.write_str(")")
            }
            PseudoClass::Dir(direction) => {
                out.write_str(":dir(")?;
                write_identifier(out, direction)?;
                out.write_str(")")
            }
        }
    }
}

/// Returns whether this is an HTML element with one of these names.
fn is_one_of<'e>(element: impl StartTag<'e>, names: &[LocalName]) -> bool {
    is_html(element) && names.contains(&element.name())
}

/// Returns whether this is an HTML `a` or `area`, or an SVG `a`, with an `href`.
pub(crate) fn is_link<'e>(element: impl StartTag<'e>) -> bool {
    match element.namespace() {
        Namespace::Html => matches!(element.name(), LocalName::A | LocalName::AREA) && has(element, LocalName::HREF),
        Namespace::Svg => {
            let is_href = |namespace| matches!(namespace, Namespace::None | Namespace::XLink);
            element.name() == LocalName::A && element.value_in(LocalName::HREF, is_href).is_some()
        }
        _ => false,
    }
}

fn is_checked<'e>(element: impl StartTag<'e>) -> bool {
    if is_one_of(element, &[LocalName::OPTION]) {
        return has(element, LocalName::SELECTED);
    }
    is_one_of(element, &[LocalName::INPUT])
        && has(element, LocalName::CHECKED)
        && InputKind::of(element) == InputKind::Checkable
}

/// Returns whether elements with this name [can be actually
/// disabled](https://html.spec.whatwg.org/multipage/semantics-other.html#concept-element-disabled).
fn can_be_disabled<'e>(element: impl StartTag<'e>) -> bool {
    const NAMES: [LocalName; 7] = [
        LocalName::BUTTON,
        LocalName::INPUT,
        LocalName::SELECT,
        LocalName::TEXTAREA,
        LocalName::OPTGROUP,
        LocalName::OPTION,
        LocalName::FIELDSET,
    ];
    is_one_of(element, &NAMES)
}

fn is_disabled<'e>(element: impl StartTag<'e>, ancestors: &impl AncestorState) -> bool {
    has(element, LocalName::DISABLED)
        || match element.name() {
            LocalName::OPTGROUP => false,
            LocalName::OPTION => ancestors.is_in_disabled_group(),
            _ => ancestors.is_in_disabled_fieldset(),
        }
}

/// The state that an element gets from its ancestors, in a tree or in a stream.
pub(crate) trait AncestorState {
    /// Returns whether the nearest `optgroup` ancestor is disabled.
    fn is_in_disabled_group(&self) -> bool;
    /// Returns whether the element is in a disabled `fieldset`, but not in the first `legend` of that `fieldset`.
    fn is_in_disabled_fieldset(&self) -> bool;
    /// Returns whether the element is an editing host or a descendant of an editing host.
    fn is_editable(&self) -> bool;
    fn is_in_datalist(&self) -> bool;
}

impl<'d> AncestorState for (NodeRef<'d>, &Inherited<'d>) {
    fn is_in_disabled_group(&self) -> bool {
        self.1.is_in_disabled_group.get(self.0, NodeRef::parent, disabled_group).unwrap_or(false)
    }

    fn is_in_disabled_fieldset(&self) -> bool {
        let is_in = |node| is_child_of_disabled_fieldset(node, self.1).then_some(true);
        self.1.is_in_disabled_fieldset.get(self.0, NodeRef::parent, is_in).unwrap_or(false)
    }

    fn is_editable(&self) -> bool {
        self.1.is_editable.get(self.0, NodeRef::parent, own_editable_state).unwrap_or(false)
    }

    fn is_in_datalist(&self) -> bool {
        let is_in_datalist = |node: NodeRef<'_>| node.is_html(LocalName::DATALIST).then_some(true);
        self.1.is_in_datalist.get(self.0, NodeRef::parent, is_in_datalist).unwrap_or(false)
    }
}

/// For an `optgroup`, returns whether its options are disabled. For a `select`, returns `Some(false)`, because it ends the search for an `optgroup`.
/// For other elements, returns `None`.
pub(crate) fn disabled_group<'e>(element: impl StartTag<'e>) -> Option<bool> {
    match element.name() {
        LocalName::OPTGROUP if is_html(element) => Some(has(element, LocalName::DISABLED)),
        LocalName::SELECT if is_html(element) => Some(false),
        _ => None,
    }
}

/// Returns the state that `contenteditable` sets.
pub(crate) fn own_editable_state<'e>(element: impl StartTag<'e>) -> Option<bool> {
    let value = value(element, LocalName::CONTENTEDITABLE).filter(|_| is_html(element))?;
    keyword(value, &[("", true), ("true", true), ("plaintext-only", true), ("false", false)])
}

/// Returns whether a node is a child of a disabled `fieldset`, but not its first `legend`. Controls in the node are disabled.
fn is_child_of_disabled_fieldset(node: NodeRef<'_>, inherited: &Inherited<'_>) -> bool {
    let is_disabled = |parent: &NodeRef<'_>| parent.is_html(LocalName::FIELDSET) && has(*parent, LocalName::DISABLED);
    let Some(fieldset) = node.parent().filter(is_disabled) else { return false };
    if !node.is_html(LocalName::LEGEND) {
        return true;
    }
    let first_legend = || fieldset.children().find(|child| child.is_html(LocalName::LEGEND)).map(NodeRef::id);
    inherited.first_legends.get(fieldset, first_legend) != Some(node.id())
}

/// Returns whether elements with this name can be required. Not all types of `input` can.
fn can_be_required<'e>(element: impl StartTag<'e>) -> bool {
    is_one_of(element, &[LocalName::INPUT, LocalName::SELECT, LocalName::TEXTAREA])
}

fn is_required<'e>(element: impl StartTag<'e>) -> bool {
    let cannot_be_required = || matches!(InputKind::of(element), InputKind::HiddenOrButton | InputKind::Other);
    has(element, LocalName::REQUIRED) && (element.name() != LocalName::INPUT || !cannot_be_required())
}

fn is_read_write<'e>(element: impl StartTag<'e>, ancestors: &impl AncestorState) -> bool {
    match element.name() {
        LocalName::INPUT => {
            matches!(InputKind::of(element), InputKind::Text | InputKind::Field)
                && !has(element, LocalName::READONLY)
                && !is_disabled(element, ancestors)
        }
        LocalName::TEXTAREA => !has(element, LocalName::READONLY) && !is_disabled(element, ancestors),
        _ => ancestors.is_editable(),
    }
}

fn is_placeholder_shown(element: NodeRef<'_>) -> bool {
    if !has(element, LocalName::PLACEHOLDER) {
        return false;
    }
    if element.is_html(LocalName::TEXTAREA) {
        return element.children().all(|child| child.text().is_none_or(str::is_empty));
    }
    element.is_html(LocalName::INPUT) && InputKind::of(element) == InputKind::Text && has_empty_value(element)
}

/// Returns whether this is the default button of its form, or was checked or selected by its markup.
fn is_default<'d>(element: NodeRef<'d>, inherited: &Inherited<'d>) -> bool {
    if is_submit_button(element) {
        return inherited.forms.get_or_init(|| Forms::of_tree_with(element)).is_default_button(element);
    }
    // The attributes contain the initial state.
    is_checked(element)
}

/// Returns whether this is a `progress` without a value, or a radio button in a group in which no radio button is checked. A checkbox never
/// matches, because no attribute makes it indeterminate.
fn is_indeterminate<'d>(element: NodeRef<'d>, inherited: &Inherited<'d>) -> bool {
    if element.is_html(LocalName::PROGRESS) {
        return !has(element, LocalName::VALUE);
    }
    is_radio_button(element)
        && !has(element, LocalName::CHECKED)
        && inherited.forms.get_or_init(|| Forms::of_tree_with(element)).has_no_checked_button_in_group(element)
}

/// Returns whether the value of an element is in its range, or `None` if it has no range or is [barred from constraint
/// validation](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#barred-from-constraint-validation).
fn range_state<'e>(element: impl StartTag<'e>, ancestors: &impl AncestorState) -> Option<bool> {
    if !is_one_of(element, &[LocalName::INPUT]) || has(element, LocalName::READONLY) {
        return None;
    }
    let is_in_range = is_in_range(element)?;
    let is_barred = ancestors.is_in_datalist() || is_disabled(element, ancestors);
    (!is_barred).then_some(is_in_range)
}

/// Returns whether this is not a custom element. Without scripts, no custom element is defined.
fn is_defined<'e>(element: impl StartTag<'e>) -> bool {
    if !is_html(element) {
        return true;
    }
    // A known name with a hyphen is not the name of a custom element.
    let is_custom = !element.name().is_known() && element.local_name().contains('-');
    !is_custom && !has(element, LocalName::IS)
}
