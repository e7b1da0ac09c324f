//! Valid configurations in canonical form: sorted sets instead of lists.

use crate::config::{SanitizerAttribute, SanitizerConfig, SanitizerElementWithAttributes};
use crate::error::{ConfigError, ConfigRule};
use crate::generated::{DEFAULT_ATTRIBUTES, DEFAULT_ELEMENTS, NON_REPLACEABLE_ELEMENTS};
use crate::name::{ByCodeUnits, Name};
use limpid_markup::Namespace;
use std::collections::{BTreeMap, BTreeSet};

/// A [canonical](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#canonicalize-the-configuration) and
/// [valid](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#sanitizerconfig-valid) configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Configuration {
    pub(crate) elements: Elements,
    pub(crate) replace_with_children_elements: Option<BTreeSet<Name>>,
    pub(crate) processing_instructions: List<ByCodeUnits>,
    pub(crate) attributes: List<Name>,
    pub(crate) comments: bool,
    /// `Some` if `attributes` is a [`List::Keep`].
    pub(crate) data_attributes: Option<bool>,
    pub(crate) javascript_urls: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Elements {
    Keep(KeptElements),
    Remove(BTreeSet<Name>),
}

/// The elements to keep, with the attributes of each.
#[derive(Clone, Default, Debug)]
pub(crate) struct KeptElements {
    lists: BTreeMap<Name, LocalLists>,
    /// For each attribute, the elements whose lists may contain it. Changing one attribute then does not visit all elements.
    by_attribute: BTreeMap<Name, BTreeSet<Name>>,
}

impl PartialEq for KeptElements {
    fn eq(&self, other: &KeptElements) -> bool {
        self.lists == other.lists
    }
}

impl Eq for KeptElements {}

impl KeptElements {
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Name, &LocalLists)> {
        self.lists.iter()
    }

    /// Keeps an element, and returns its previous lists.
    pub(crate) fn insert(&mut self, element: Name, lists: LocalLists) -> Option<LocalLists> {
        for attribute in [&lists.attributes, &lists.remove_attributes].into_iter().flatten().flatten() {
            self.by_attribute.entry(attribute.clone()).or_default().insert(element.clone());
        }
        self.lists.insert(element, lists)
    }

    pub(crate) fn remove(&mut self, element: &Name) -> Option<LocalLists> {
        self.lists.remove(element)
    }

    /// Removes an attribute from the lists of all elements. Returns whether an element kept it.
    pub(crate) fn remove_attribute(&mut self, attribute: &Name) -> bool {
        let mut was_kept = false;
        for element in self.by_attribute.remove(attribute).into_iter().flatten() {
            if let Some(LocalLists { attributes, remove_attributes }) = self.lists.get_mut(&element) {
                was_kept |= attributes.as_mut().is_some_and(|attributes| attributes.remove(attribute));
                remove_attributes.as_mut().map(|attributes| attributes.remove(attribute));
            }
        }
        was_kept
    }

    pub(crate) fn remove_data_attributes(&mut self) {
        let names = self.by_attribute.range(Name::first_data_attribute()..).map(|(name, _)| name);
        for attribute in leading_data_attributes(names) {
            self.remove_attribute(&attribute);
        }
    }
}

impl FromIterator<(Name, LocalLists)> for KeptElements {
    fn from_iter<I: IntoIterator<Item = (Name, LocalLists)>>(elements: I) -> KeptElements {
        let mut kept = KeptElements::default();
        for (element, lists) in elements {
            kept.insert(element, lists);
        }
        kept
    }
}

/// Returns the names up to the first that is not a custom data attribute.
pub(crate) fn leading_data_attributes<'n>(names: impl Iterator<Item = &'n Name>) -> Vec<Name> {
    names.take_while(|name| name.is_custom_data_attribute()).cloned().collect()
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum List<N> {
    Keep(BTreeSet<N>),
    Remove(BTreeSet<N>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LocalLists {
    pub(crate) attributes: Option<BTreeSet<Name>>,
    pub(crate) remove_attributes: Option<BTreeSet<Name>>,
}

/// Whether a name is on the
/// [built-in non-replaceable elements list](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#built-in-non-replaceable-elements-list).
pub(crate) fn is_non_replaceable(element: &Name) -> bool {
    NON_REPLACEABLE_ELEMENTS.iter().any(|(namespace, name, _)| Name::new(namespace, name) == *element)
}

/// Checks that a configuration does not have both of two lists.
fn check_exclusive<A, B>(
    keep: &Option<Vec<A>>,
    remove: &Option<Vec<B>>,
    rule: ConfigRule,
    path: &str,
) -> Result<(), ConfigError> {
    match keep.is_some() && remove.is_some() {
        true => Err(ConfigError { rule, path: path.to_owned() }),
        false => Ok(()),
    }
}

/// Converts a list to a set. A duplicate breaks `rule`.
fn unique_names<'a, T: 'a, N: From<&'a T> + Ord>(
    list: &'a [T],
    rule: ConfigRule,
    path: &str,
) -> Result<BTreeSet<N>, ConfigError> {
    let mut set = BTreeSet::new();
    for (index, item) in list.iter().enumerate() {
        if !set.insert(N::from(item)) {
            return Err(ConfigError { rule, path: format!("{path}[{index}]") });
        }
    }
    Ok(set)
}

/// Converts whichever of two lists the configuration has. Without both, nothing is removed.
fn keep_or_remove_list<'a, T: 'a, N: From<&'a T> + Ord>(
    keep: (&'a Option<Vec<T>>, &str),
    remove: (&'a Option<Vec<T>>, &str),
    rule: ConfigRule,
) -> Result<List<N>, ConfigError> {
    match (keep.0, remove.0) {
        (Some(list), _) => unique_names(list, rule, keep.1).map(List::Keep),
        (None, list) => unique_names(list.as_deref().unwrap_or_default(), rule, remove.1).map(List::Remove),
    }
}

impl Configuration {
    /// [Canonicalizes](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#canonicalize-the-configuration) a
    /// configuration, and checks that it is valid.
    pub(crate) fn new(config: &SanitizerConfig, permissive_defaults: bool) -> Result<Configuration, ConfigError> {
        use ConfigRule as Rule;
        check_exclusive(&config.elements, &config.remove_elements, Rule::ElementsAndRemoveElements, "removeElements")?;
        let instructions = (&config.processing_instructions, "processingInstructions");
        let remove_instructions = (&config.remove_processing_instructions, "removeProcessingInstructions");
        check_exclusive(
            instructions.0,
            remove_instructions.0,
            Rule::InstructionsAndRemoveInstructions,
            remove_instructions.1,
        )?;
        check_exclusive(
            &config.attributes,
            &config.remove_attributes,
            Rule::AttributesAndRemoveAttributes,
            "removeAttributes",
        )?;
        let element_names = match (&config.elements, &config.remove_elements) {
            (Some(elements), _) => unique_names(elements, Rule::DuplicateElement, "elements")?,
            (None, Some(elements)) => unique_names(elements, Rule::DuplicateElement, "removeElements")?,
            (None, None) => BTreeSet::new(),
        };
        let replaced = config.replace_with_children_elements.as_deref();
        let replaced: Option<BTreeSet<Name>> = replaced
            .map(|list| unique_names(list, Rule::DuplicateElement, "replaceWithChildrenElements"))
            .transpose()?;
        let mut processing_instructions =
            keep_or_remove_list(instructions, remove_instructions, Rule::DuplicateInstruction)?;
        if instructions.0.is_none() && remove_instructions.0.is_none() && !permissive_defaults {
            processing_instructions = List::Keep(BTreeSet::new());
        }
        let attributes: List<Name> = keep_or_remove_list(
            (&config.attributes, "attributes"),
            (&config.remove_attributes, "removeAttributes"),
            Rule::DuplicateAttribute,
        )?;
        check_replaced_elements(config, &element_names)?;
        let data_attributes = match attributes {
            List::Keep(_) => Some(config.data_attributes.unwrap_or(permissive_defaults)),
            List::Remove(_) => config.data_attributes,
        };
        let elements = match &config.elements {
            None => Elements::Remove(element_names),
            Some(list) => Elements::Keep(kept_elements(list, &attributes, data_attributes)?),
        };
        check_data_attributes(config, &attributes, data_attributes)?;
        Ok(Configuration {
            elements,
            replace_with_children_elements: replaced,
            processing_instructions,
            attributes,
            comments: config.comments.unwrap_or(permissive_defaults),
            data_attributes,
            javascript_urls: config.javascript_urls.unwrap_or(permissive_defaults),
        })
    }

    /// Returns the
    /// [built-in safe default configuration](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#built-in-safe-default-configuration).
    pub(crate) fn safe_default() -> Configuration {
        let attributes = |names: &[&str]| names.iter().map(|name| Name::new(Namespace::None, name)).collect();
        let element = |&(namespace, name, own): &(Namespace, &str, &[&str])| {
            (Name::new(namespace, name), LocalLists { attributes: Some(attributes(own)), remove_attributes: None })
        };
        Configuration {
            elements: Elements::Keep(DEFAULT_ELEMENTS.iter().map(element).collect()),
            replace_with_children_elements: None,
            processing_instructions: List::Keep(BTreeSet::new()),
            attributes: List::Keep(attributes(DEFAULT_ATTRIBUTES)),
            comments: false,
            data_attributes: Some(false),
            javascript_urls: false,
        }
    }

    /// Returns the configuration as a dictionary with sorted lists.
    pub(crate) fn to_config(&self) -> SanitizerConfig {
        fn list<'a, N: 'a, T: From<&'a N>>(names: impl IntoIterator<Item = &'a N>) -> Option<Vec<T>> {
            Some(names.into_iter().map(T::from).collect())
        }
        let mut config = SanitizerConfig {
            replace_with_children_elements: self.replace_with_children_elements.as_ref().and_then(list),
            comments: Some(self.comments),
            data_attributes: self.data_attributes,
            javascript_urls: Some(self.javascript_urls),
            ..SanitizerConfig::default()
        };
        match &self.elements {
            Elements::Keep(elements) => {
                let element = |(name, lists): (&Name, &LocalLists)| {
                    let SanitizerAttribute { name, namespace } = name.into();
                    let attributes = lists.attributes.as_ref().and_then(list);
                    let remove_attributes = lists.remove_attributes.as_ref().and_then(list);
                    SanitizerElementWithAttributes { name, namespace, attributes, remove_attributes }
                };
                config.elements = Some(elements.iter().map(element).collect());
            }
            Elements::Remove(elements) => config.remove_elements = list(elements),
        }
        match &self.processing_instructions {
            List::Keep(targets) => config.processing_instructions = list(targets),
            List::Remove(targets) => config.remove_processing_instructions = list(targets),
        }
        match &self.attributes {
            List::Keep(names) => config.attributes = list(names),
            List::Remove(names) => config.remove_attributes = list(names),
        }
        config
    }
}

/// Checks that `replaceWithChildrenElements` contains only replaceable elements, and none of the other list of elements.
fn check_replaced_elements(config: &SanitizerConfig, element_names: &BTreeSet<Name>) -> Result<(), ConfigError> {
    for (index, element) in config.replace_with_children_elements.iter().flatten().enumerate() {
        let name = Name::from(element);
        let rule = if is_non_replaceable(&name) {
            ConfigRule::NonReplaceableElement
        } else if !element_names.contains(&name) {
            continue;
        } else if config.elements.is_some() {
            ConfigRule::ReplacedElementInElements
        } else {
            ConfigRule::ReplacedElementInRemoveElements
        };
        return Err(ConfigError { rule, path: format!("replaceWithChildrenElements[{index}]") });
    }
    Ok(())
}

/// Checks the global rules on custom data attributes: `dataAttributes` needs `attributes`, and must not repeat them.
fn check_data_attributes(
    config: &SanitizerConfig,
    attributes: &List<Name>,
    data_attributes: Option<bool>,
) -> Result<(), ConfigError> {
    match attributes {
        List::Keep(_) if data_attributes == Some(true) => {
            let is_data = |attribute: &SanitizerAttribute| Name::from(attribute).is_custom_data_attribute();
            match config.attributes.iter().flatten().position(is_data) {
                Some(index) => {
                    let path = format!("attributes[{index}]");
                    Err(ConfigError { rule: ConfigRule::DataAttributeInAttributes, path })
                }
                None => Ok(()),
            }
        }
        List::Remove(_) if data_attributes.is_some() => {
            Err(ConfigError { rule: ConfigRule::DataAttributesWithoutAttributes, path: "dataAttributes".to_owned() })
        }
        _ => Ok(()),
    }
}

/// Checks and converts the elements to keep.
fn kept_elements(
    list: &[SanitizerElementWithAttributes],
    attributes: &List<Name>,
    data_attributes: Option<bool>,
) -> Result<KeptElements, ConfigError> {
    let mut elements = KeptElements::default();
    for (index, element) in list.iter().enumerate() {
        let path = format!("elements[{index}]");
        if let (List::Remove(_), Some(_), Some(_)) = (attributes, &element.attributes, &element.remove_attributes) {
            return Err(ConfigError { rule: ConfigRule::BothListsOnElement, path });
        }
        let lists = LocalLists::new(element, &path)?;
        if let Some((rule, list, name)) = lists.broken_rule(attributes, data_attributes) {
            let names = if list == "attributes" { &element.attributes } else { &element.remove_attributes };
            let index = names.iter().flatten().position(|attribute| Name::from(attribute) == *name).unwrap_or_default();
            return Err(ConfigError { rule, path: format!("{path}.{list}[{index}]") });
        }
        elements.insert(Name::from(element), lists);
    }
    Ok(elements)
}

impl LocalLists {
    /// Converts the lists of an element. A duplicate is an error.
    fn new(element: &SanitizerElementWithAttributes, path: &str) -> Result<LocalLists, ConfigError> {
        let set = |list: &Option<Vec<SanitizerAttribute>>, name: &str| {
            let list = list.as_deref();
            list.map(|list| unique_names(list, ConfigRule::DuplicateAttributeOnElement, &format!("{path}.{name}")))
                .transpose()
        };
        let attributes = set(&element.attributes, "attributes")?;
        let remove_attributes = set(&element.remove_attributes, "removeAttributes")?;
        Ok(LocalLists { attributes, remove_attributes }.canonical())
    }

    pub(crate) fn ignoring_duplicates(element: &SanitizerElementWithAttributes) -> LocalLists {
        let set = |list: &Option<Vec<SanitizerAttribute>>| Some(list.as_ref()?.iter().map(Name::from).collect());
        let (attributes, remove_attributes) = (set(&element.attributes), set(&element.remove_attributes));
        LocalLists { attributes, remove_attributes }.canonical()
    }

    /// Adds an empty `remove_attributes` if the element has no list.
    fn canonical(mut self) -> LocalLists {
        if self.attributes.is_none() && self.remove_attributes.is_none() {
            self.remove_attributes = Some(BTreeSet::new());
        }
        self
    }

    /// Checks the lists against the global attributes. Returns the first broken rule, with the list and the attribute.
    fn broken_rule(
        &self,
        attributes: &List<Name>,
        data_attributes: Option<bool>,
    ) -> Option<(ConfigRule, &'static str, &Name)> {
        use ConfigRule as Rule;
        let own = || self.attributes.iter().flatten();
        let removed = || self.remove_attributes.iter().flatten();
        let in_own = |rule| move |name| (rule, "attributes", name);
        let in_removed = |rule| move |name| (rule, "removeAttributes", name);
        match attributes {
            List::Keep(kept) => own()
                .find(|name| kept.contains(name))
                .map(in_own(Rule::AttributeOnElementInAttributes))
                .or_else(|| {
                    let not_kept = removed().find(|name| !kept.contains(name));
                    not_kept.map(in_removed(Rule::RemovedAttributeNotInAttributes))
                })
                .or_else(|| {
                    let data = own().find(|name| data_attributes == Some(true) && name.is_custom_data_attribute());
                    data.map(in_own(Rule::DataAttributeOnElement))
                }),
            List::Remove(globally_removed) => own()
                .find(|name| globally_removed.contains(name))
                .map(in_own(Rule::AttributeOnElementInRemoveAttributes))
                .or_else(|| {
                    let twice = removed().find(|name| globally_removed.contains(name));
                    twice.map(in_removed(Rule::RemovedAttributeInRemoveAttributes))
                }),
        }
    }
}
