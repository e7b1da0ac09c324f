//! The rules that make a configuration invalid.

use core::fmt;

/// An invalid configuration: the rule that it breaks, and the place.
///
/// Where browsers throw a `TypeError`.
///
/// ```
/// use limpid::sanitize::{ConfigRule, Sanitizer, SanitizerConfig};
/// let names = Some(vec!["class".into()]);
/// let config = SanitizerConfig { attributes: names.clone(), remove_attributes: names, ..SanitizerConfig::default() };
/// let error = Sanitizer::new(&config).unwrap_err();
/// assert_eq!(error.rule, ConfigRule::AttributesAndRemoveAttributes);
/// assert_eq!(
///     error.to_string(),
///     "removeAttributes: there is a list of attributes to keep already; leave out one of both lists \
///      (attributes-and-remove-attributes)"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError {
    /// The broken rule.
    pub rule: ConfigRule,
    /// The place in the configuration, such as `elements[2].attributes[0]`.
    pub path: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.path, self.rule.message(), self.rule.code())
    }
}

impl std::error::Error for ConfigError {}

macro_rules! rules {
    ($($(#[$documentation:meta])* $variant:ident $code:literal $message:literal)*) => {
        /// A rule of [valid](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#sanitizerconfig-valid)
        /// configurations, in the order in which they are checked.
        ///
        /// ```
        /// use limpid::sanitize::{ConfigRule, Sanitizer, SanitizerConfig};
        /// let twice = SanitizerConfig { elements: Some(vec!["p".into(), "p".into()]), ..SanitizerConfig::default() };
        /// assert_eq!(Sanitizer::new(&twice).unwrap_err().rule, ConfigRule::DuplicateElement);
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum ConfigRule {
            $($(#[$documentation])* $variant,)*
        }

        impl ConfigRule {
            /// Returns the code of the rule, in words with hyphens.
            ///
            /// ```
            /// assert_eq!(limpid::sanitize::ConfigRule::DuplicateElement.code(), "duplicate-element");
            /// ```
            pub const fn code(self) -> &'static str {
                match self { $(ConfigRule::$variant => $code,)* }
            }

            /// Returns the sentence that says what is wrong, and what to do.
            ///
            /// ```
            /// let message = limpid::sanitize::ConfigRule::DuplicateElement.message();
            /// assert_eq!(message, "the element is in the list already; leave it out");
            /// ```
            pub const fn message(self) -> &'static str {
                match self { $(ConfigRule::$variant => $message,)* }
            }
        }
    };
}

rules! {
    /// Both `elements` and `removeElements`.
    ElementsAndRemoveElements "elements-and-remove-elements"
        "there is a list of elements to keep already; leave out one of both lists"
    /// Both `processingInstructions` and `removeProcessingInstructions`.
    InstructionsAndRemoveInstructions "processing-instructions-and-remove-processing-instructions"
        "there is a list of processing instructions to keep already; leave out one of both lists"
    /// Both `attributes` and `removeAttributes`.
    AttributesAndRemoveAttributes "attributes-and-remove-attributes"
        "there is a list of attributes to keep already; leave out one of both lists"
    /// An element twice in a list.
    DuplicateElement "duplicate-element"
        "the element is in the list already; leave it out"
    /// A target twice in a list.
    DuplicateInstruction "duplicate-processing-instruction"
        "the target is in the list already; leave it out"
    /// An attribute twice in a list of all elements.
    DuplicateAttribute "duplicate-attribute"
        "the attribute is in the list already; leave it out"
    /// `html` of HTML, `svg` of SVG or `math` of MathML in `replaceWithChildrenElements`.
    NonReplaceableElement "non-replaceable-element"
        "the element cannot be replaced by its children; keep it or remove it"
    /// An element that is kept, and replaced by its children.
    ReplacedElementInElements "replaced-element-in-elements"
        "the element is in elements as well; leave it out of one of both lists"
    /// An element that is removed, and replaced by its children.
    ReplacedElementInRemoveElements "replaced-element-in-remove-elements"
        "the element is in removeElements as well; leave it out of one of both lists"
    /// Both `attributes` and `removeAttributes` on an element, with `removeAttributes` for all.
    BothListsOnElement "both-attribute-lists-on-element"
        "with removeAttributes for all elements, an element has attributes or removeAttributes; leave out one of both lists"
    /// An attribute twice in a list of one element.
    DuplicateAttributeOnElement "duplicate-attribute-on-element"
        "the attribute is in this list of the element already; leave it out"
    /// An attribute that is kept on all elements and, again, on one.
    AttributeOnElementInAttributes "attribute-on-element-in-attributes"
        "the attribute is kept on all elements already; leave it out here"
    /// An attribute that is removed from one element and not kept on all.
    RemovedAttributeNotInAttributes "removed-attribute-not-in-attributes"
        "only attributes that are kept on all elements need removing from one; leave it out here"
    /// A custom data attribute on one element, while all of them are kept.
    DataAttributeOnElement "data-attribute-on-element"
        "all custom data attributes are kept by dataAttributes; leave it out here or set dataAttributes to false"
    /// A custom data attribute in `attributes`, while all of them are kept.
    DataAttributeInAttributes "data-attribute-in-attributes"
        "all custom data attributes are kept by dataAttributes; leave it out or set dataAttributes to false"
    /// An attribute that is removed from all elements and kept on one.
    AttributeOnElementInRemoveAttributes "attribute-on-element-in-remove-attributes"
        "the attribute is removed from all elements; leave it out here or there"
    /// An attribute that is removed from all elements and, again, from one.
    RemovedAttributeInRemoveAttributes "removed-attribute-in-remove-attributes"
        "the attribute is removed from all elements already; leave it out here"
    /// `dataAttributes` without `attributes`.
    DataAttributesWithoutAttributes "data-attributes-without-attributes"
        "dataAttributes goes with a list of attributes to keep; leave it out, as all attributes that are not removed are kept"
}
