//! A start tag as spans of the input, and the result of a sink method that can decline a tag or text.

use crate::{AttributeRecord, LocalName, Namespace, NewElement, Span, TokenAttributes};

/// The result of an optional method of a sink (a hook) that receives a tag or text as spans of the input. The sink can handle the tag or text, or
/// decline it.
///
/// ```
/// use limpid_markup::HookResult;
///
/// // A sink that handles only short text.
/// fn hook(text: &str) -> HookResult {
///     if text.len() < 8 { HookResult::Handled } else { HookResult::Declined }
/// }
/// assert_eq!(hook("Tea"), HookResult::Handled);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum HookResult {
    /// The sink has handled the tag or text completely.
    Handled,
    /// The sink has done nothing. The caller uses the required methods instead.
    Declined,
}

/// A part of the input.
///
/// ```
/// let window = limpid_markup::InputWindow { text: "<p>Tea", start: 100 };
/// assert_eq!(&window.text[103 - window.start as usize..], "Tea");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct InputWindow<'a> {
    /// The text of this part.
    pub text: &'a str,
    /// The byte offset of `text` in the input.
    pub start: u32,
}

/// A start tag without duplicate attributes, as spans of the input.
///
/// Methods slice the input when they are called. A sink that stores spans does not need to call them.
///
/// ```
/// use limpid_markup::{LocalName, Namespace, TagByParts};
/// let element = TagByParts::implied(LocalName::TBODY).element();
/// assert_eq!((element.namespace, element.name_str, element.attributes.len()), (Namespace::Html, "tbody", 0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TagByParts<'a> {
    /// The id of the tag name.
    pub name: LocalName,
    /// The span of the tag name in the input. A name without an id must be lowercase in the input.
    pub name_span: Span,
    /// The attributes in source order.
    pub records: &'a [AttributeRecord],
    /// The part of the input that the records' spans point into.
    pub window: &'a InputWindow<'a>,
    /// The buffer for built text. It is not read if `has_verbatim_attributes` is true.
    pub built: &'a str,
    /// Whether every attribute's name has an id and every value occurs unchanged in the input.
    pub has_verbatim_attributes: bool,
    /// The self-closing flag.
    pub self_closing: bool,
    /// The whole tag in the input, including `<` and `>`; empty for an implied tag.
    pub span: Span,
}

impl<'a> TagByParts<'a> {
    /// Makes a start tag without attributes for an element that the parser implies. The tag is not in the input, so its spans are empty. The name
    /// must have an id.
    ///
    /// ```
    /// use limpid_markup::{LocalName, Span, TagByParts};
    /// assert_eq!(TagByParts::implied(LocalName::TBODY).span, Span::empty(0));
    /// ```
    pub const fn implied(name: LocalName) -> TagByParts<'static> {
        TagByParts {
            name,
            name_span: Span { start: 0, end: 0 },
            records: &[],
            window: &InputWindow { text: "", start: 0 },
            built: "",
            has_verbatim_attributes: true,
            self_closing: false,
            span: Span { start: 0, end: 0 },
        }
    }

    /// Returns the attributes.
    ///
    /// ```
    /// use limpid_markup::{LocalName, TagByParts};
    /// assert!(TagByParts::implied(LocalName::TBODY).attributes().is_empty());
    /// ```
    pub fn attributes(&self) -> TokenAttributes<'a> {
        TokenAttributes::new(self.records, self.window.text, self.window.start, self.built)
    }

    /// Returns the tag name in lowercase, even if it has no id.
    ///
    /// ```
    /// use limpid_markup::{InputWindow, LocalName, Span, TagByParts};
    /// let window = InputWindow { text: "<x-tea>", start: 0 };
    /// let name_span = Span::new(1, 6);
    /// let tag = TagByParts { name: LocalName::UNKNOWN, name_span, window: &window, ..TagByParts::implied(LocalName::P) };
    /// assert_eq!(tag.name_str(), "x-tea");
    /// ```
    pub fn name_str(&self) -> &'a str {
        if self.name.is_known() { self.name.as_str() } else { self.attributes().text_at(self.name_span) }
    }

    /// Returns the HTML element that the tag creates.
    ///
    /// ```
    /// use limpid_markup::{LocalName, TagByParts};
    /// assert_eq!(TagByParts::implied(LocalName::P).element().span, None);
    /// ```
    pub fn element(&self) -> NewElement<'a> {
        NewElement {
            namespace: Namespace::Html,
            name: self.name,
            name_str: self.name_str(),
            qualifier: None,
            attributes: self.attributes(),
            span: (!self.span.is_empty()).then_some(self.span),
            had_duplicate_attribute: false,
        }
    }
}
