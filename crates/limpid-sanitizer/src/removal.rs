//! The report of removed nodes and attributes.

use limpid_markup::Span;

/// A node or an attribute that was removed.
///
/// ```
/// use limpid::sanitize::{Removed, Rule, Sanitizer, Strictness};
/// let mut fragment = limpid::parse_fragment("<p onclick=x()>Tea", "body");
/// let (root, mut report) = (fragment.root().id(), Vec::new());
/// Sanitizer::preset().sanitize_with(&mut fragment, root, Strictness::Safe, Some(&mut report))?;
/// let removal = &report[0];
/// assert_eq!((removal.rule, removal.removed, removal.name.as_str()), (Rule::EventHandler, Removed::Attribute, "onclick"));
/// assert_eq!(removal.element.as_deref(), Some("p"));
/// # Ok::<(), limpid::MutationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Removal {
    /// The rule that caused the removal.
    pub rule: Rule,
    /// Whether an element, an attribute or something else was removed.
    pub removed: Removed,
    /// The qualified name of the element or attribute, the target of the processing instruction, or the name of the doctype. Empty for
    /// comments and texts.
    pub name: String,
    /// For an attribute, the qualified name of its element.
    pub element: Option<String>,
    /// The position in the source, if the document has [spans](limpid_dom::NodeRef#position-in-the-source).
    ///
    /// An element that was replaced by its children has the span of its start tag. An attribute has the span of its name and whole value,
    /// even if only a part of the value was removed.
    pub span: Option<Span>,
}

/// The kind of node or attribute that was removed.
///
/// ```
/// use limpid::sanitize::{Removed, Sanitizer, Strictness};
/// let mut fragment = limpid::parse_fragment("<!--a--><script></script><b onclick=x()>Tea", "body");
/// let (root, mut report) = (fragment.root().id(), Vec::new());
/// Sanitizer::preset().sanitize_with(&mut fragment, root, Strictness::Safe, Some(&mut report))?;
/// let removed: Vec<Removed> = report.iter().map(|removal| removal.removed).collect();
/// assert_eq!(removed, [Removed::Comment, Removed::Element, Removed::Attribute]);
/// # Ok::<(), limpid::MutationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Removed {
    Element,
    Attribute,
    /// A part of an attribute's value, such as one of several classes. The attribute stays.
    AttributePart,
    Comment,
    ProcessingInstruction,
    Text,
    Doctype,
}

macro_rules! rules {
    ($($(#[$documentation:meta])* $variant:ident $code:literal $message:literal)*) => {
        /// The reason for a removal.
        ///
        /// ```
        /// use limpid::sanitize::{ExpandedName, Rule, Sanitizer, Verdict};
        /// let script = ExpandedName::new(limpid::Namespace::Html.url(), "script");
        /// assert!(matches!(Sanitizer::preset().filter(true).element(script), Verdict::Remove(Rule::UnsafeElement)));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[$documentation])* $variant,)*
        }

        impl Rule {
            /// All rules.
            pub const ALL: &[Rule] = &[$(Rule::$variant,)*];

            /// Returns the code of the rule, in kebab case.
            ///
            /// ```
            /// assert_eq!(limpid::sanitize::Rule::JavascriptUrl.code(), "javascript-url");
            /// ```
            pub const fn code(self) -> &'static str {
                match self { $(Rule::$variant => $code,)* }
            }

            /// Returns a sentence with the reason.
            ///
            /// ```
            /// assert_eq!(limpid::sanitize::Rule::EventHandler.message(), "Event handlers run scripts.");
            /// ```
            pub const fn message(self) -> &'static str {
                match self { $(Rule::$variant => $message,)* }
            }
        }
    };
}

rules! {
    /// Comments are not kept.
    Comment "comment"
        "Comments are not kept."
    /// Not in the configuration's list of processing instructions to keep.
    InstructionNotAllowed "processing-instruction-not-allowed"
        "The configuration does not keep this processing instruction."
    /// In the configuration's list of processing instructions to remove.
    InstructionRemoved "processing-instruction-removed"
        "The configuration removes this processing instruction."
    /// The element is in the
    /// [built-in safe baseline configuration](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#built-in-safe-baseline-configuration).
    UnsafeElement "unsafe-element"
        "This element can run scripts."
    /// Not in the configuration's list of elements to keep.
    ElementNotAllowed "element-not-allowed"
        "The configuration does not keep this element."
    /// In the configuration's list of elements to remove.
    ElementRemoved "element-removed"
        "The configuration removes this element."
    /// In the configuration's list of elements to replace by their children.
    ElementReplaced "element-replaced"
        "The configuration replaces this element with its children."
    /// The element cannot be replaced by its children, or the document has reached its size limit.
    ElementNotChangeable "element-not-changeable"
        "This element cannot be replaced with its children, or the document has reached its size limit."
    /// The attribute is an
    /// [event handler](https://html.spec.whatwg.org/multipage/webappapis.html#event-handler-content-attributes).
    EventHandler "event-handler"
        "Event handlers run scripts."
    /// Not in the configuration's lists of attributes to keep.
    AttributeNotAllowed "attribute-not-allowed"
        "The configuration does not keep this attribute."
    /// In the configuration's list of attributes to remove.
    AttributeRemoved "attribute-removed"
        "The configuration removes this attribute."
    /// In the configuration's list of attributes to remove from this element.
    AttributeRemovedFromElement "attribute-removed-from-element"
        "The configuration removes this attribute from this element."
    /// The attribute navigates to a `javascript:` URL.
    JavascriptUrl "javascript-url"
        "The URL runs a script."
    /// The element animates an attribute whose value is a URL to navigate to.
    AnimatedUrl "animated-url"
        "The animation may set a URL that runs a script."
    /// The configuration does not keep the element, and [`Rules`](crate::Rules) replace it by its children.
    UnlistedElementReplaced "unlisted-element-replaced"
        "The configuration does not keep this element, so its content replaces it."
    /// The hook removes the attribute.
    HookRemoved "hook-removed"
        "The hook removes this attribute."
    /// The [`Rules`](crate::Rules) do not keep URLs of this scheme in the attribute.
    UrlScheme "url-scheme"
        "The rules do not keep URLs of this scheme in this attribute."
    /// The [`Rules`](crate::Rules) remove relative URLs, or cannot resolve this one.
    RelativeUrl "relative-url"
        "The rules remove relative URLs, or cannot resolve this one."
    /// The [`Rules`](crate::Rules) do not keep some of the classes.
    ClassNotAllowed "class-not-allowed"
        "The rules do not keep some of these classes."
    /// The [`Rules`](crate::Rules) do not keep some of the declarations, or some declarations load a resource.
    StyleNotAllowed "style-not-allowed"
        "The rules do not keep some of these declarations."
    /// The parser may read the markup of the element as an unsafe element.
    UnsafeElementInMarkup "unsafe-element-in-markup"
        "When its markup is parsed again, it may become an element that runs scripts."
    /// The element is a `plaintext`: the parser reads all following markup as its text.
    EndlessElement "endless-element"
        "No end tag ends this element: it would contain all following markup."
    /// The name of the node or attribute cannot be written in markup.
    NameInMarkup "name-in-markup"
        "Its name cannot be written in markup."
    /// The parser may read the markup of the attribute as an event handler.
    EventHandlerInMarkup "event-handler-in-markup"
        "When its markup is parsed again, it may become an event handler."
    /// When its markup is parsed again, the attribute may navigate to a `javascript:` URL.
    JavascriptUrlInMarkup "javascript-url-in-markup"
        "When its markup is parsed again, the URL may run a script."
    /// The text contains a tag and is written without escapes.
    TagInText "tag-in-text"
        "The text contains a tag, and is written without escapes."
    /// The comment, processing instruction or doctype contains a tag, or the parser would end it before the end of its data.
    TagInData "tag-in-data"
        "It contains a tag, or the parser would end it before the end of its data."
}
