//! HTML's elements and attributes, as pseudo-classes ask for them.

use crate::range::is_valid_float;
use cssparser::match_ignore_ascii_case;
use limpid_dom::{LocalName, Namespace, NodeRef};

pub(crate) fn is_html(element: NodeRef<'_>) -> bool {
    element.namespace() == Namespace::Html
}

/// Whether it is an HTML element in an HTML document: in XML, case matters.
pub(crate) fn is_html_in_html(element: NodeRef<'_>) -> bool {
    is_html(element) && !element.document().is_xml()
}

/// Whether it is an HTML element with one of these names.
pub(crate) fn is_one_of(element: NodeRef<'_>, names: &[LocalName]) -> bool {
    is_html(element) && names.contains(&element.name())
}

/// The value of an attribute without a namespace.
pub(crate) fn value(element: NodeRef<'_>, name: LocalName) -> Option<&str> {
    let mut attributes = element.attributes();
    let attribute =
        attributes.find(|attribute| attribute.name() == name && attribute.namespace() == Namespace::None)?;
    Some(attribute.value())
}

pub(crate) fn has(element: NodeRef<'_>, name: LocalName) -> bool {
    value(element, name).is_some()
}

/// Whether the `type` of a control is one of these.
pub(crate) fn has_type(control: NodeRef<'_>, types: &[&str]) -> bool {
    value(control, LocalName::TYPE).is_some_and(|value| types.iter().any(|one| value.eq_ignore_ascii_case(one)))
}

/// The kind of control that an `input` is, as far as pseudo-classes care.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputKind {
    /// A field with text in which a placeholder may stand.
    Text,
    /// A field that the user fills in, without a placeholder.
    Field,
    /// A checkbox or a radio button.
    Checkable,
    /// A choice of files.
    File,
    /// Hidden text, or a button other than an image.
    HiddenOrButton,
    /// A control that always has a value, or an image.
    Other,
}

impl InputKind {
    pub(crate) fn of(input: NodeRef<'_>) -> InputKind {
        let kind = value(input, LocalName::TYPE).unwrap_or_default();
        match_ignore_ascii_case! { kind,
            "checkbox" | "radio" => InputKind::Checkable,
            "file" => InputKind::File,
            "hidden" | "submit" | "reset" | "button" => InputKind::HiddenOrButton,
            "range" | "color" | "image" => InputKind::Other,
            "date" | "month" | "week" | "time" | "datetime-local" => InputKind::Field,
            _ => InputKind::Text,
        }
    }
}

/// Whether the value of a field for text is empty once it is
/// [sanitized](https://html.spec.whatwg.org/multipage/input.html#value-sanitization-algorithm).
pub(crate) fn has_empty_value(input: NodeRef<'_>) -> bool {
    let text = value(input, LocalName::VALUE).unwrap_or_default();
    let kind = value(input, LocalName::TYPE).unwrap_or_default();
    match_ignore_ascii_case! { kind,
        "number" => !is_valid_float(text),
        "url" | "email" => text.trim_ascii().is_empty(),
        _ => text.chars().all(|character| matches!(character, '\n' | '\r')),
    }
}
