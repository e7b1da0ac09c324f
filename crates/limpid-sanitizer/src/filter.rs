//! Lookup tables with the decisions of a configuration on single elements and attributes.

use crate::configuration::{Configuration, Elements, List, LocalLists};
use crate::generated::{ANIMATING_URL_ATTRIBUTES, EVENT_HANDLERS, NAVIGATING_URL_ATTRIBUTES, UNSAFE_ELEMENTS};
use crate::javascript_url::is_javascript_url;
use crate::name::is_custom_data_attribute;
use crate::name_set::{ExpandedName, NameMap, NameSet};
use crate::removal::Rule;
use limpid_markup::{Namespace, NewElement, TokenAttribute};
use std::collections::HashSet;

/// Decides on single nodes and attributes as a [`Sanitizer`](crate::Sanitizer) does when it
/// [sanitizes](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#inner-sanitize-steps) a tree, but without a tree.
///
/// ```
/// use limpid::Namespace;
/// use limpid::sanitize::{ExpandedName, Rule, Sanitizer, Verdict};
///
/// let filter = Sanitizer::preset().filter(true);
/// let html = Namespace::Html.url();
/// let Verdict::Keep(attributes) = filter.element(ExpandedName::new(html, "a")) else { panic!() };
/// assert_eq!(attributes.reason_to_remove(ExpandedName::new("", "href"), "/page"), None);
/// let script = attributes.reason_to_remove(ExpandedName::new("", "href"), "javascript:x()");
/// assert_eq!(script, Some(Rule::JavascriptUrl));
/// assert!(matches!(filter.element(ExpandedName::new(html, "script")), Verdict::Remove(Rule::UnsafeElement)));
/// ```
#[derive(Clone, Debug)]
pub struct Filter {
    elements: NameMap<ElementAction>,
    /// Whether to keep elements that are not in `elements`.
    keeps_unlisted_elements: bool,
    local_attributes: Vec<LocalAttributes>,
    attributes: NameSet,
    /// Whether `attributes` are kept. Otherwise they are removed.
    is_attribute_allowlist: bool,
    instructions: HashSet<Box<str>>,
    /// Whether `instructions` are kept. Otherwise they are removed.
    is_instruction_allowlist: bool,
    comments: bool,
    data_attributes: bool,
    javascript_urls: bool,
    /// Whether the configuration was changed to remove everything unsafe.
    is_safe: bool,
}

#[derive(Clone, Copy, Debug)]
enum ElementAction {
    /// Keeps the element, with the attributes at this index of `local_attributes`.
    Keep(u32),
    Remove,
    Replace,
}

#[derive(Clone, Debug, Default)]
struct LocalAttributes {
    attributes: Option<NameSet>,
    remove_attributes: NameSet,
}

/// The decision on an element.
///
/// ```
/// use limpid::sanitize::{ExpandedName, Rule, Sanitizer, SanitizerConfig, Verdict};
/// let config = SanitizerConfig { replace_with_children_elements: Some(vec!["div".into()]), ..SanitizerConfig::default() };
/// let sanitizer = Sanitizer::new(&config)?;
/// let verdict = |name| sanitizer.filter(true).element(ExpandedName::new(limpid::Namespace::Html.url(), name));
/// assert!(matches!(verdict("div"), Verdict::ReplaceWithChildren));
/// assert!(matches!(verdict("script"), Verdict::Remove(Rule::UnsafeElement)));
/// assert!(matches!(verdict("p"), Verdict::Keep(_)));
/// # Ok::<(), limpid::sanitize::ConfigError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Verdict<'f> {
    /// The element stays, with the attributes that the filter keeps.
    Keep(AttributeFilter<'f>),
    /// The element is removed with its content, by this rule.
    Remove(Rule),
    /// The element is replaced by its children.
    ReplaceWithChildren,
}

/// Decides on the attributes of an element.
///
/// ```
/// use limpid::sanitize::{ExpandedName, Rule, Sanitizer, Verdict};
/// let link = ExpandedName::new(limpid::Namespace::Html.url(), "a");
/// let Verdict::Keep(attributes) = Sanitizer::preset().filter(true).element(link) else { panic!("links go") };
/// assert_eq!(attributes.reason_to_remove(ExpandedName::new("", "onclick"), "x()"), Some(Rule::EventHandler));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AttributeFilter<'f> {
    filter: &'f Filter,
    element: ExpandedName<'f>,
    local: Option<&'f LocalAttributes>,
}

impl Filter {
    pub(crate) fn new(configuration: &Configuration, is_safe: bool) -> Filter {
        let mut elements = NameMap::default();
        let mut local_attributes = Vec::new();
        match &configuration.elements {
            Elements::Keep(kept) => {
                for (name, lists) in kept.iter() {
                    elements.insert(name, ElementAction::Keep(local_attributes.len() as u32));
                    local_attributes.push(LocalAttributes::of(lists));
                }
            }
            Elements::Remove(removed) => removed.iter().for_each(|name| elements.insert(name, ElementAction::Remove)),
        }
        for name in configuration.replace_with_children_elements.iter().flatten() {
            elements.insert(name, ElementAction::Replace);
        }
        let (List::Keep(attributes) | List::Remove(attributes)) = &configuration.attributes;
        let (List::Keep(targets) | List::Remove(targets)) = &configuration.processing_instructions;
        Filter {
            elements,
            keeps_unlisted_elements: matches!(configuration.elements, Elements::Remove(_)),
            local_attributes,
            attributes: NameSet::of(attributes),
            is_attribute_allowlist: matches!(configuration.attributes, List::Keep(_)),
            instructions: targets.iter().map(|target| target.0.clone()).collect(),
            is_instruction_allowlist: matches!(configuration.processing_instructions, List::Keep(_)),
            comments: configuration.comments,
            data_attributes: configuration.data_attributes == Some(true),
            javascript_urls: configuration.javascript_urls,
            is_safe,
        }
    }

    /// Decides on an element.
    ///
    /// ```
    /// use limpid::sanitize::{ExpandedName, Rule, Sanitizer, Verdict};
    /// let own = ExpandedName::new(limpid::Namespace::Html.url(), "x-tea");
    /// assert!(matches!(Sanitizer::preset().filter(true).element(own), Verdict::Remove(Rule::ElementNotAllowed)));
    /// ```
    #[inline]
    pub fn element<'f>(&'f self, name: ExpandedName<'f>) -> Verdict<'f> {
        let keep = |local| Verdict::Keep(AttributeFilter { filter: self, element: name, local });
        match self.elements.get(name) {
            Some(&ElementAction::Keep(index)) => keep(self.local_attributes.get(index as usize)),
            Some(ElementAction::Replace) => Verdict::ReplaceWithChildren,
            None if self.keeps_unlisted_elements => keep(None),
            Some(ElementAction::Remove) | None => Verdict::Remove(self.removal_rule(name)),
        }
    }

    #[inline]
    pub(crate) fn verdict_on_new_element<'f>(&'f self, element: &NewElement<'f>) -> Verdict<'f> {
        self.element(ExpandedName::of_new_element(element))
    }

    fn removal_rule(&self, element: ExpandedName<'_>) -> Rule {
        if self.is_safe && contains_element(UNSAFE_ELEMENTS, element) {
            Rule::UnsafeElement
        } else if self.keeps_unlisted_elements {
            Rule::ElementRemoved
        } else {
            Rule::ElementNotAllowed
        }
    }

    /// Whether comments are kept.
    ///
    /// ```
    /// use limpid::sanitize::{Sanitizer, SanitizerConfig};
    /// let all = Sanitizer::new(&SanitizerConfig::default()).unwrap();
    /// assert!(all.filter(true).keeps_comments() && !Sanitizer::preset().filter(true).keeps_comments());
    /// ```
    pub fn keeps_comments(&self) -> bool {
        self.comments
    }

    /// Returns the reason to remove a processing instruction, or `None` if it is kept.
    ///
    /// ```
    /// use limpid::sanitize::{Rule, Sanitizer};
    /// let reason = Sanitizer::preset().filter(true).reason_to_remove_instruction("php");
    /// assert_eq!(reason, Some(Rule::InstructionNotAllowed));
    /// ```
    pub fn reason_to_remove_instruction(&self, target: &str) -> Option<Rule> {
        match (self.is_instruction_allowlist, self.instructions.contains(target)) {
            (true, false) => Some(Rule::InstructionNotAllowed),
            (false, true) => Some(Rule::InstructionRemoved),
            _ => None,
        }
    }
}

impl LocalAttributes {
    fn of(lists: &LocalLists) -> LocalAttributes {
        LocalAttributes {
            attributes: lists.attributes.as_ref().map(NameSet::of),
            remove_attributes: lists.remove_attributes.as_ref().map(NameSet::of).unwrap_or_default(),
        }
    }
}

impl AttributeFilter<'_> {
    /// Returns the reason to remove an attribute, or `None` if it is kept.
    ///
    /// ```
    /// use limpid::sanitize::{ExpandedName, Sanitizer, Verdict};
    /// let link = ExpandedName::new(limpid::Namespace::Html.url(), "a");
    /// let Verdict::Keep(attributes) = Sanitizer::preset().filter(true).element(link) else { panic!("links go") };
    /// assert!(attributes.reason_to_remove(ExpandedName::new("", "href"), "https://example.org/").is_none());
    /// assert!(attributes.reason_to_remove(ExpandedName::new("", "href"), "javascript:x()").is_some());
    /// ```
    #[inline]
    pub fn reason_to_remove(&self, attribute: ExpandedName<'_>, value: &str) -> Option<Rule> {
        let filter = self.filter;
        let is_own = self.local.and_then(|local| local.attributes.as_ref()).map(|own| own.contains(attribute));
        let rule = if self.local.is_some_and(|local| local.remove_attributes.contains(attribute)) {
            Rule::AttributeRemovedFromElement
        } else if filter.is_attribute_allowlist {
            let is_kept = filter.attributes.contains(attribute)
                || is_own == Some(true)
                || filter.data_attributes && is_custom_data_attribute(attribute.namespace(), attribute.local_name());
            if is_kept {
                return self.reason_of_url(attribute, value);
            }
            Rule::AttributeNotAllowed
        } else if is_own == Some(false) {
            Rule::AttributeNotAllowed
        } else if filter.attributes.contains(attribute) {
            Rule::AttributeRemoved
        } else {
            return self.reason_of_url(attribute, value);
        };
        let is_handler = filter.is_safe && attribute.namespace() == Namespace::None;
        Some(if is_handler && is_event_handler(attribute.local_name()) { Rule::EventHandler } else { rule })
    }

    /// Whether to keep an attribute of an element that the tree builder creates.
    #[inline]
    pub(crate) fn keeps(&self, attribute: &TokenAttribute<'_>) -> bool {
        self.reason_to_remove(ExpandedName::of_new_attribute(attribute), attribute.value()).is_none()
    }

    #[inline]
    fn reason_of_url(&self, attribute: ExpandedName<'_>, value: &str) -> Option<Rule> {
        if self.filter.javascript_urls {
            return None;
        }
        if is_javascript_url(value) && navigates(self.element, attribute) {
            return Some(Rule::JavascriptUrl);
        }
        (names_href(value) && contains_attribute(ANIMATING_URL_ATTRIBUTES, self.element, attribute))
            .then_some(Rule::AnimatedUrl)
    }
}

fn contains_element(table: &[(Namespace, &str, &[&str])], element: ExpandedName<'_>) -> bool {
    table.iter().any(|(namespace, name, _)| *namespace == element.namespace() && *name == element.local_name())
}

/// Whether a table contains an attribute of an element. In the table, XLink attributes have the prefix `xlink:`.
fn contains_attribute(
    table: &[(Namespace, &str, &[&str])],
    element: ExpandedName<'_>,
    attribute: ExpandedName<'_>,
) -> bool {
    let is_attribute = |listed: &&str| match listed.strip_prefix("xlink:") {
        Some(name) => attribute.namespace() == Namespace::XLink && attribute.local_name() == name,
        None => attribute.namespace() == Namespace::None && attribute.local_name() == *listed,
    };
    let is_listed = |(namespace, name, attributes): &(Namespace, &str, &[&str])| {
        *namespace == element.namespace() && *name == element.local_name() && attributes.iter().any(is_attribute)
    };
    table.iter().any(is_listed)
}

/// Whether an attribute navigates to its value: it is in the
/// [built-in navigating URL attributes list](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#built-in-navigating-url-attributes-list)
/// or the `href` of a MathML element.
fn navigates(element: ExpandedName<'_>, attribute: ExpandedName<'_>) -> bool {
    let is_mathml_link = element.namespace() == Namespace::MathMl
        && matches!(attribute.namespace(), Namespace::None | Namespace::XLink)
        && attribute.local_name() == "href";
    is_mathml_link || contains_attribute(NAVIGATING_URL_ATTRIBUTES, element, attribute)
}

/// Whether the value of an `attributeName` is `href` with or without a prefix. The prefix of XLink can be any name.
pub(crate) fn names_href(value: &str) -> bool {
    value.strip_suffix("href").is_some_and(|prefix| prefix.is_empty() || prefix.find(':') == Some(prefix.len() - 1))
}

/// Whether a name without a namespace is an
/// [event handler content attribute](https://html.spec.whatwg.org/multipage/webappapis.html#event-handler-content-attributes).
pub(crate) fn is_event_handler(name: &str) -> bool {
    name.starts_with("on") && EVENT_HANDLERS.binary_search(&name).is_ok()
}
