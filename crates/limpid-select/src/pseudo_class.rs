//! Pseudo-classes that look at attributes: the [HTML
//! Standard's](https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes), as far as a document at rest can tell.

use crate::direction::direction_of;
use crate::forms::{Forms, is_radio_button, is_submit_button};
use crate::html::{Features, InputKind, has, has_empty_value, is_html, value};
use crate::inherited::Inherited;
use crate::language::{language_matches, language_of};
use crate::parse::css::{keyword, write_identifier, write_string};
use crate::range::is_in_range;
use core::fmt;
use limpid_dom::{LocalName, Namespace, NodeRef};
use limpid_markup::TagByParts;

/// A pseudo-class that is not about the shape of the tree.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum PseudoClass {
    /// A name in lowercase without arguments, and its question.
    State(&'static str, State),
    Lang(Box<[Box<str>]>),
    Dir(Box<str>),
}

/// The question of a pseudo-class without arguments.
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
    /// A state that only a browser has: it never matches.
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
    /// Returns the pseudo-class that has a name and no arguments.
    pub(crate) fn of(name: &str) -> Option<PseudoClass> {
        let known = STATES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        known.map(|&(name, state)| PseudoClass::State(name, state))
    }

    pub(crate) fn matches<'d>(&self, element: NodeRef<'d>, inherited: &Inherited<'d>) -> bool {
        match self {
            PseudoClass::State(_, state) => state.is_of(element, inherited),
            PseudoClass::Lang(ranges) => {
                let language = language_of(element, inherited);
                ranges.iter().any(|range| language_matches(range, language))
            }
            PseudoClass::Dir(direction) => direction.eq_ignore_ascii_case(direction_of(element, inherited)),
        }
    }
}

impl State {
    /// Whether an element is in the state, if its start tag alone says that.
    pub(crate) fn is_of_tag<'e>(self, element: impl Features<'e>) -> Option<bool> {
        Some(match self {
            State::Link => is_link(element),
            State::Checked => is_checked(element),
            State::Required => may_be_required(element) && is_required(element),
            State::Optional => may_be_required(element) && !is_required(element),
            State::Open => {
                is_one_of(element, &[LocalName::DETAILS, LocalName::DIALOG]) && has(element, LocalName::OPEN)
            }
            State::Defined => is_defined(element),
            State::Never => false,
            _ => return None,
        })
    }

    /// Whether [`is_of_tag`](Self::is_of_tag) has an answer.
    pub(crate) fn is_known_from_tag(self) -> bool {
        self.is_of_tag(&TagByParts::implied(LocalName::SPAN).element()).is_some()
    }

    /// Whether [`is_of_tag_around`](Self::is_of_tag_around) has an answer.
    pub(crate) fn is_known_at_start(self) -> bool {
        !matches!(self, State::PlaceholderShown | State::Default | State::Indeterminate)
    }

    /// Whether an element is in the state, if its start tag and the elements around it say that.
    pub(crate) fn is_of_tag_around<'e>(self, element: impl Features<'e>, around: &impl Around) -> Option<bool> {
        Some(match self {
            State::Disabled => may_be_disabled(element) && is_disabled(element, around),
            State::Enabled => may_be_disabled(element) && !is_disabled(element, around),
            State::ReadOnly => is_html(element) && !is_read_write(element, around),
            State::ReadWrite => is_html(element) && is_read_write(element, around),
            State::InRange => range_state(element, around) == Some(true),
            State::OutOfRange => range_state(element, around) == Some(false),
            _ => return self.is_of_tag(element),
        })
    }

    fn is_of<'d>(self, element: NodeRef<'d>, inherited: &Inherited<'d>) -> bool {
        match self {
            State::PlaceholderShown => is_placeholder_shown(element),
            State::Default => is_default(element, inherited),
            State::Indeterminate => is_indeterminate(element, inherited),
            _ => self.is_of_tag_around(element, &(element, inherited)).unwrap_or(false),
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

/// Whether it is an HTML element with one of these names.
fn is_one_of<'e>(element: impl Features<'e>, names: &[LocalName]) -> bool {
    is_html(element) && names.contains(&element.name())
}

/// Whether it is a link: an `a` or `area` with an `href`, or an `a` of SVG with one.
pub(crate) fn is_link<'e>(element: impl Features<'e>) -> bool {
    match element.namespace() {
        Namespace::Html => matches!(element.name(), LocalName::A | LocalName::AREA) && has(element, LocalName::HREF),
        Namespace::Svg => {
            let is_href = |namespace| matches!(namespace, Namespace::None | Namespace::XLink);
            element.name() == LocalName::A && element.value_in(LocalName::HREF, is_href).is_some()
        }
        _ => false,
    }
}

fn is_checked<'e>(element: impl Features<'e>) -> bool {
    if is_one_of(element, &[LocalName::OPTION]) {
        return has(element, LocalName::SELECTED);
    }
    is_one_of(element, &[LocalName::INPUT])
        && has(element, LocalName::CHECKED)
        && InputKind::of(element) == InputKind::Checkable
}

/// Whether it is one of the elements that [can be actually
/// disabled](https://html.spec.whatwg.org/multipage/semantics-other.html#concept-element-disabled).
fn may_be_disabled<'e>(element: impl Features<'e>) -> bool {
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

/// Whether it is disabled, by itself or by what is around it.
fn is_disabled<'e>(element: impl Features<'e>, around: &impl Around) -> bool {
    has(element, LocalName::DISABLED)
        || match element.name() {
            LocalName::OPTGROUP => false,
            LocalName::OPTION => around.is_in_disabled_group(),
            _ => around.is_in_disabled_fieldset(),
        }
}

/// The statements of ancestors about an element, in a tree and in a stream.
pub(crate) trait Around {
    /// Whether the `optgroup` around it is disabled.
    fn is_in_disabled_group(&self) -> bool;
    /// Whether a `fieldset` around it is disabled, and it is not in the first `legend` of that.
    fn is_in_disabled_fieldset(&self) -> bool;
    /// Whether it is an editing host or in one.
    fn is_editable(&self) -> bool;
    fn is_in_datalist(&self) -> bool;
}

impl<'d> Around for (NodeRef<'d>, &Inherited<'d>) {
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

/// Whether an `optgroup` is disabled, for the options in it. Those of a `select` are in none.
pub(crate) fn disabled_group<'e>(element: impl Features<'e>) -> Option<bool> {
    match element.name() {
        LocalName::OPTGROUP if is_html(element) => Some(has(element, LocalName::DISABLED)),
        LocalName::SELECT if is_html(element) => Some(false),
        _ => None,
    }
}

/// The state that `contenteditable` asks for.
pub(crate) fn own_editable_state<'e>(element: impl Features<'e>) -> Option<bool> {
    let value = value(element, LocalName::CONTENTEDITABLE).filter(|_| is_html(element))?;
    keyword(value, &[("", true), ("true", true), ("plaintext-only", true), ("false", false)])
}

/// Whether it is a child of a disabled `fieldset`, but not the first `legend` of that, and so disables what is in it.
fn is_child_of_disabled_fieldset(node: NodeRef<'_>, inherited: &Inherited<'_>) -> bool {
    let is_disabled = |parent: &NodeRef<'_>| parent.is_html(LocalName::FIELDSET) && has(*parent, LocalName::DISABLED);
    let Some(fieldset) = node.parent().filter(is_disabled) else { return false };
    if !node.is_html(LocalName::LEGEND) {
        return true;
    }
    let first_legend = || fieldset.children().find(|child| child.is_html(LocalName::LEGEND)).map(NodeRef::id);
    inherited.first_legends.get(fieldset, first_legend) != Some(node.id())
}

/// Whether it is a control that can be required, were its kind the right one.
fn may_be_required<'e>(element: impl Features<'e>) -> bool {
    is_one_of(element, &[LocalName::INPUT, LocalName::SELECT, LocalName::TEXTAREA])
}

fn is_required<'e>(element: impl Features<'e>) -> bool {
    let is_never = || matches!(InputKind::of(element), InputKind::HiddenOrButton | InputKind::Other);
    has(element, LocalName::REQUIRED) && (element.name() != LocalName::INPUT || !is_never())
}

fn is_read_write<'e>(element: impl Features<'e>, around: &impl Around) -> bool {
    match element.name() {
        LocalName::INPUT => {
            matches!(InputKind::of(element), InputKind::Text | InputKind::Field)
                && !has(element, LocalName::READONLY)
                && !is_disabled(element, around)
        }
        LocalName::TEXTAREA => !has(element, LocalName::READONLY) && !is_disabled(element, around),
        _ => around.is_editable(),
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

/// Whether it is the default button of its form, or was checked or selected by its markup.
fn is_default<'d>(element: NodeRef<'d>, inherited: &Inherited<'d>) -> bool {
    if is_submit_button(element) {
        return inherited.forms.get_or_init(|| Forms::around(element)).is_default_button(element);
    }
    // What the attributes say is what it was from the start.
    is_checked(element)
}

/// Whether it is a `progress` without a value, or a radio button in a group of which none is checked. That of a checkbox is no
/// attribute.
fn is_indeterminate<'d>(element: NodeRef<'d>, inherited: &Inherited<'d>) -> bool {
    if element.is_html(LocalName::PROGRESS) {
        return !has(element, LocalName::VALUE);
    }
    is_radio_button(element)
        && !has(element, LocalName::CHECKED)
        && inherited.forms.get_or_init(|| Forms::around(element)).has_no_checked(element)
}

/// Whether the value of an element is in its range; `None` if it has none, or is [barred from constraint
/// validation](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#barred-from-constraint-validation).
fn range_state<'e>(element: impl Features<'e>, around: &impl Around) -> Option<bool> {
    if !is_one_of(element, &[LocalName::INPUT]) || has(element, LocalName::READONLY) {
        return None;
    }
    let is_in_range = is_in_range(element)?;
    let is_barred = around.is_in_datalist() || is_disabled(element, around);
    (!is_barred).then_some(is_in_range)
}

/// Whether it is anything but a custom element: no script defines those here.
fn is_defined<'e>(element: impl Features<'e>) -> bool {
    if !is_html(element) {
        return true;
    }
    // A name that the vocabulary has is not a custom element's, even with a hyphen.
    let is_custom = !element.name().is_known() && element.local_name().contains('-');
    !is_custom && !has(element, LocalName::IS)
}
