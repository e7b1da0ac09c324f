//! Errors of invalid configurations.

use core::fmt;

/// The error of an invalid configuration, with the broken rule and the path of the invalid member or item.
///
/// Browsers throw a `TypeError` for the same configurations.
///
/// ```
/// use limpid::sanitize::{ConfigRule, Sanitizer, SanitizerConfig};
/// let names = Some(vec!["class".into()]);
/// let config = SanitizerConfig { attributes: names.clone(), remove_attributes: names, ..SanitizerConfig::default() };
/// let error = Sanitizer::new(&config).unwrap_err();
/// assert_eq!(error.rule, ConfigRule::AttributesAndRemoveAttributes);
/// assert_eq!(
///     error.to_string(),
///     "removeAttributes: `attributes` and `removeAttributes` cannot be used together; remove one of the two lists \
///      (attributes-and-remove-attributes)"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError {
    /// The broken rule.
    pub rule: ConfigRule,
    /// The path of the invalid member or item in the configuration, such as `elements[2].attributes[0]`.
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
        /// A rule that [valid](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#sanitizerconfig-valid)
        /// configurations obey. Variants are in the order in which the rules are checked.
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
            /// Returns the code of the rule, in kebab case.
            ///
            /// ```
            /// assert_eq!(limpid::sanitize::ConfigRule::DuplicateElement.code(), "duplicate-element");
            /// ```
            pub const fn code(self) -> &'static str {
                match self { $(ConfigRule::$variant => $code,)* }
            }

            /// Returns a sentence that says what is wrong and how to correct it.
            ///
            /// ```
            /// let message = limpid::sanitize::ConfigRule::DuplicateElement.message();
            /// assert_eq!(message, "the element is already in the list; remove the duplicate");
            /// ```
            pub const fn message(self) -> &'static str {
                match self { $(ConfigRule::$variant => $message,)* }
            }
        }
    };
}

rules! {
    /// The configuration has both `elements` and `removeElements`.
    ElementsAndRemoveElements "elements-and-remove-elements"
        "`elements` and `removeElements` cannot be used together; remove one of the two lists"
    /// The configuration has both `processingInstructions` and `removeProcessingInstructions`.
    InstructionsAndRemoveInstructions "processing-instructions-and-remove-processing-instructions"
        "`processingInstructions` and `removeProcessingInstructions` cannot be used together; remove one of the two lists"
    /// The configuration has both `attributes` and `removeAttributes`.
    AttributesAndRemoveAttributes "attributes-and-remove-attributes"
        "`attributes` and `removeAttributes` cannot be used together; remove one of the two lists"
    /// A list contains an element twice.
    DuplicateElement "duplicate-element"
        "the element is already in the list; remove the duplicate"
    /// A list contains a target twice.
    DuplicateInstruction "duplicate-processing-instruction"
        "the target is already in the list; remove the duplicate"
    /// The global `attributes` or `removeAttributes` contains an attribute twice.
    DuplicateAttribute "duplicate-attribute"
        "the attribute is already in the list; remove the duplicate"
    /// `replaceWithChildrenElements` contains `html` of HTML, `svg` of SVG or `math` of MathML.
    NonReplaceableElement "non-replaceable-element"
        "this element cannot be replaced with its children; remove it from this list"
    /// An element is in `elements` and in `replaceWithChildrenElements`.
    ReplacedElementInElements "replaced-element-in-elements"
        "the element is also in `elements`; remove it from one of the two lists"
    /// An element is in `removeElements` and in `replaceWithChildrenElements`.
    ReplacedElementInRemoveElements "replaced-element-in-remove-elements"
        "the element is also in `removeElements`; remove it from one of the two lists"
    /// An element has both `attributes` and `removeAttributes`, and the global list is not `attributes`.
    BothListsOnElement "both-attribute-lists-on-element"
        "without a global `attributes` list, an element cannot have both `attributes` and `removeAttributes`; remove one of the two lists"
    /// A list of one element contains an attribute twice.
    DuplicateAttributeOnElement "duplicate-attribute-on-element"
        "the attribute is already in this list of the element; remove the duplicate"
    /// An attribute is in the global `attributes` and in `attributes` of an element.
    AttributeOnElementInAttributes "attribute-on-element-in-attributes"
        "the global `attributes` list already keeps this attribute on all elements; remove it here"
    /// An attribute is in `removeAttributes` of an element, but not in the global `attributes`.
    RemovedAttributeNotInAttributes "removed-attribute-not-in-attributes"
        "the global `attributes` list does not keep this attribute, so it is removed anyway; remove it here"
    /// A custom data attribute is in `attributes` of an element, and `dataAttributes` is true.
    DataAttributeOnElement "data-attribute-on-element"
        "`dataAttributes` keeps all data-* attributes; remove the attribute here, or set `dataAttributes` to false"
    /// A custom data attribute is in the global `attributes`, and `dataAttributes` is true.
    DataAttributeInAttributes "data-attribute-in-attributes"
        "`dataAttributes` keeps all data-* attributes; remove the attribute here, or set `dataAttributes` to false"
    /// An attribute is in the global `removeAttributes` and in `attributes` of an element.
    AttributeOnElementInRemoveAttributes "attribute-on-element-in-remove-attributes"
        "the global `removeAttributes` list removes this attribute from all elements; remove it from one of the two lists"
    /// An attribute is in the global `removeAttributes` and in `removeAttributes` of an element.
    RemovedAttributeInRemoveAttributes "removed-attribute-in-remove-attributes"
        "the global `removeAttributes` list already removes this attribute from all elements; remove it here"
    /// The configuration has `dataAttributes` without `attributes`.
    DataAttributesWithoutAttributes "data-attributes-without-attributes"
        "`dataAttributes` is only allowed with an `attributes` list; add that list, or remove `dataAttributes`"
}
