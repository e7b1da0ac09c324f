//! Types of the hooks between the stages: a start tag as its parts, and the answer of a hook that may decline.

use crate::{AttributeRecord, LocalName, Namespace, NewElement, Span, TokenAttributes};

/// A sink's answer to a hook that offers it something by its place in the input.
///
/// ```
/// use limpid_markup::HookAnswer;
///
/// // A sink that takes only text that is short.
/// fn hook(text: &str) -> HookAnswer {
///     if text.len() < 8 { HookAnswer::Taken } else { HookAnswer::Untouched }
/// }
/// assert_eq!(hook("Tea"), HookAnswer::Taken);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum HookAnswer {
    /// The sink has handled it, whole.
    Taken,
    /// The sink has done nothing, and wants to be given the thing itself.
    Untouched,
}

/// A part of the input.
///
/// ```
/// let window = limpid_markup::InputWindow { text: "<p>Tea", start: 100 };
/// assert_eq!(&window.text[103 - window.start as usize..], "Tea");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct InputWindow<'a> {
    /// The text.
    pub text: &'a str,
    /// The offset in the input at which it starts, in bytes.
    pub start: u32,
}

/// A start tag that repeats no attribute name, as the tokenizer finds its parts: nothing is looked up or sliced until a
/// method asks for it. Sinks that keep places in the input never ask.
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
    /// The tag name in the input, in lowercase if it has no id.
    pub name_span: Span,
    /// The attributes in source order.
    pub records: &'a [AttributeRecord],
    /// The part of the input that the records' spans point into.
    pub window: &'a InputWindow<'a>,
    /// The buffer for built text; nothing is asked of it if all attributes are verbatim.
    pub built: &'a str,
    /// Whether every attribute's name has an id, and every value stands in the input as it is.
    pub has_verbatim_attributes: bool,
    /// The self-closing flag.
    pub self_closing: bool,
    /// The whole tag in the input, `<` and `>` included; empty if it is nowhere in the input.
    pub span: Span,
}

impl<'a> TagByParts<'a> {
    /// A tag without attributes that is nowhere in the input. The name has an id.
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

    /// Returns the tag name in lowercase, whether it has an id or not.
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
