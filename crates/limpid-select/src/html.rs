//! Tests of HTML elements shared by pseudo-classes.

use crate::parse::css::keyword;
use crate::range::is_valid_float;
use limpid_dom::{LocalName, Namespace, NodeRef};
use limpid_markup::NewElement;

/// The data in the start tag of an element. Implemented for elements of a tree, and for elements that are about to be inserted.
pub(crate) trait StartTag<'e>: Copy {
    fn namespace(self) -> Namespace;
    fn name(self) -> LocalName;
    fn local_name(self) -> &'e str;
    /// Returns the value of the attribute with this name in a namespace that `is_in` accepts.
    fn value_in(self, name: LocalName, is_in: impl Fn(Namespace) -> bool) -> Option<&'e str>;
}

impl<'d> StartTag<'d> for NodeRef<'d> {
    fn namespace(self) -> Namespace {
        self.namespace()
    }

    fn name(self) -> LocalName {
        self.name()
    }

    fn local_name(self) -> &'d str {
        self.local_name()
    }

    fn value_in(self, name: LocalName, is_in: impl Fn(Namespace) -> bool) -> Option<&'d str> {
        let mut attributes = self.attributes();
        let attribute = attributes.find(|attribute| attribute.name() == name && is_in(attribute.namespace()))?;
        Some(attribute.value())
    }
}

impl<'e> StartTag<'e> for &'e NewElement<'e> {
    fn namespace(self) -> Namespace {
        self.namespace
    }

    fn name(self) -> LocalName {
        self.name
    }

    fn local_name(self) -> &'e str {
        self.name_str
    }

    fn value_in(self, name: LocalName, is_in: impl Fn(Namespace) -> bool) -> Option<&'e str> {
        let mut attributes = self.attributes.iter();
        let attribute = attributes.find(|attribute| attribute.name() == name && is_in(attribute.namespace()))?;
        Some(attribute.value())
    }
}

pub(crate) fn is_html<'e>(element: impl StartTag<'e>) -> bool {
    element.namespace() == Namespace::Html
}

/// Returns whether an element is an HTML element in an HTML document, where names are case-insensitive.
pub(crate) fn is_html_in_html(element: NodeRef<'_>) -> bool {
    is_html(element) && !element.document().is_xml()
}

/// Returns the value of an attribute that has no namespace.
pub(crate) fn value<'e>(element: impl StartTag<'e>, name: LocalName) -> Option<&'e str> {
    element.value_in(name, |namespace| namespace == Namespace::None)
}

/// Returns whether an element has an attribute that has no namespace.
pub(crate) fn has<'e>(element: impl StartTag<'e>, name: LocalName) -> bool {
    value(element, name).is_some()
}

pub(crate) fn has_type<'e>(control: impl StartTag<'e>, types: &[&str]) -> bool {
    value(control, LocalName::TYPE).is_some_and(|value| types.iter().any(|one| value.eq_ignore_ascii_case(one)))
}

/// The kinds of `input` controls that pseudo-classes distinguish.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputKind {
    /// A text field that can show a placeholder.
    Text,
    /// Another field for user input, without a placeholder.
    Field,
    /// A checkbox or a radio button.
    Checkable,
    File,
    /// Hidden, or a button other than an image button.
    HiddenOrButton,
    /// A control that always has a value, or an image button.
    Other,
}

const INPUT_KINDS: &[(&str, InputKind)] = &[
    ("checkbox", InputKind::Checkable),
    ("radio", InputKind::Checkable),
    ("file", InputKind::File),
    ("hidden", InputKind::HiddenOrButton),
    ("range", InputKind::Other),
    ("color", InputKind::Other),
    ("submit", InputKind::HiddenOrButton),
    ("image", InputKind::Other),
    ("reset", InputKind::HiddenOrButton),
    ("button", InputKind::HiddenOrButton),
    ("date", InputKind::Field),
    ("month", InputKind::Field),
    ("week", InputKind::Field),
    ("time", InputKind::Field),
    ("datetime-local", InputKind::Field),
];

impl InputKind {
    pub(crate) fn of<'e>(input: impl StartTag<'e>) -> InputKind {
        keyword(value(input, LocalName::TYPE).unwrap_or_default(), INPUT_KINDS).unwrap_or(InputKind::Text)
    }
}

/// Returns whether the [sanitized](https://html.spec.whatwg.org/multipage/input.html#value-sanitization-algorithm) value of a text field
/// is empty.
pub(crate) fn has_empty_value(input: NodeRef<'_>) -> bool {
    let text = value(input, LocalName::VALUE).unwrap_or_default();
    if has_type(input, &["number"]) {
        !is_valid_float(text)
    } else if has_type(input, &["url", "email"]) {
        text.trim_ascii().is_empty()
    } else {
        text.chars().all(|character| matches!(character, '\n' | '\r'))
    }
}
