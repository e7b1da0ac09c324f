//! The report of what was removed.

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
    /// The reason.
    pub rule: Rule,
    /// The kind of what was removed.
    pub removed: Removed,
    /// The qualified name of an element or an attribute, the target of a processing instruction, the name of a doctype; empty for a
    /// comment or a text.
    pub name: String,
    /// The qualified name of the element that has or had the attribute.
    pub element: Option<String>,
    /// The bytes in the source, if the document has [spans](limpid_dom::NodeRef#position-in-the-source): of an element from its
    /// start tag to its end, of one that was replaced by its children its start tag, of an attribute its name and value, whole
    /// even where a part of the value went.
    pub span: Option<Span>,
}

/// The kind of what was removed.
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
#[allow(missing_docs, reason = "the names say it")]
pub enum Removed {
    Element,
    Attribute,
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
            /// All of them.
            pub const ALL: &[Rule] = &[$(Rule::$variant,)*];

            /// Returns the code of the rule, in words with hyphens.
            ///
            /// ```
            /// assert_eq!(limpid::sanitize::Rule::JavascriptUrl.code(), "javascript-url");
            /// ```
            pub const fn code(self) -> &'static str {
                match self { $(Rule::$variant => $code,)* }
            }

            /// Returns the sentence that gives the reason.
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
    /// The configuration does not list the processing instruction as one to keep.
    InstructionNotAllowed "processing-instruction-not-allowed"
        "The configuration does not keep this processing instruction."
    /// The configuration lists the processing instruction as one to remove.
    InstructionRemoved "processing-instruction-removed"
        "The configuration removes this processing instruction."
    /// The element is of the
    /// [built-in safe baseline configuration](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#built-in-safe-baseline-configuration).
    UnsafeElement "unsafe-element"
        "This element can run scripts."
    /// The configuration does not list the element as one to keep.
    ElementNotAllowed "element-not-allowed"
        "The configuration does not keep this element."
    /// The configuration lists the element as one to remove.
    ElementRemoved "element-removed"
        "The configuration removes this element."
    /// The configuration lists the element as one whose children take its place.
    ElementReplaced "element-replaced"
        "The configuration puts its children in its place."
    /// The children of the element cannot take its place, or the document is full.
    ElementNotChangeable "element-not-changeable"
        "Its children cannot take its place, or there is no room."
    /// The attribute is an
    /// [event handler](https://html.spec.whatwg.org/multipage/webappapis.html#event-handler-content-attributes).
    EventHandler "event-handler"
        "Event handlers run scripts."
    /// The configuration does not list the attribute as one to keep.
    AttributeNotAllowed "attribute-not-allowed"
        "The configuration does not keep this attribute."
    /// The configuration lists the attribute as one to remove.
    AttributeRemoved "attribute-removed"
        "The configuration removes this attribute."
    /// The configuration lists the attribute as one to remove from this element.
    AttributeRemovedFromElement "attribute-removed-from-element"
        "The configuration removes this attribute from this element."
    /// The attribute navigates to a `javascript:` URL.
    JavascriptUrl "javascript-url"
        "The URL runs a script."
    /// The element animates an attribute that navigates.
    AnimatedUrl "animated-url"
        "The animation may make a URL that runs a script."
    /// The configuration does not list the element, and [`Rules`](crate::Rules) put its children in its place.
    UnlistedElementReplaced "unlisted-element-replaced"
        "The configuration does not keep this element; what is in it takes its place."
    /// A hook removes the attribute.
    HookRemoved "hook-removed"
        "The hook removes this attribute."
    /// The URL has a scheme that [`Rules`](crate::Rules) do not keep in the attribute.
    UrlScheme "url-scheme"
        "The rules do not keep URLs of this scheme here."
    /// The URL is relative, and [`Rules`](crate::Rules) remove those or cannot resolve it.
    RelativeUrl "relative-url"
        "The rules do not keep this relative URL."
    /// [`Rules`](crate::Rules) do not keep all classes.
    ClassNotAllowed "class-not-allowed"
        "The rules do not keep all of these classes."
    /// [`Rules`](crate::Rules) do not keep all declarations, or they load something.
    StyleNotAllowed "style-not-allowed"
        "The rules do not keep all of these declarations."
    /// The markup of the element, parsed again, may be an unsafe element.
    UnsafeElementInMarkup "unsafe-element-in-markup"
        "Parsed again, it may be an element that runs scripts."
    /// The markup of the element does not end where the element ends.
    EndlessElement "endless-element"
        "Its markup does not end where it ends."
    /// The name of the element, of the attribute or of the target cannot be written.
    NameInMarkup "name-in-markup"
        "Its name cannot be written in markup."
    /// The markup of the attribute, parsed again, may be an event handler.
    EventHandlerInMarkup "event-handler-in-markup"
        "Parsed again, it may be an event handler."
    /// The markup of the attribute, parsed again, may navigate to a `javascript:` URL.
    JavascriptUrlInMarkup "javascript-url-in-markup"
        "Parsed again, the URL may run a script."
    /// The text is written as it is, and has a tag in it.
    TagInText "tag-in-text"
        "The text is not escaped in markup, and has a tag in it."
    /// The comment, processing instruction or doctype has a tag in it, or would end early.
    TagInData "tag-in-data"
        "It has a tag in it, or would end early in markup."
}
