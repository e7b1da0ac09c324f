//! The [Sanitizer](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#sanitizer) interface.

use crate::config::{
    SanitizerAttribute, SanitizerConfig, SanitizerElement, SanitizerElementWithAttributes,
    SanitizerProcessingInstruction,
};
use crate::configuration::{Configuration, Elements, List, LocalLists, is_non_replaceable, leading_data_attributes};
use crate::error::ConfigError;
use crate::filter::Filter;
use crate::generated::{EVENT_HANDLERS, UNSAFE_ELEMENTS};
use crate::name::Name;
use crate::removal::Removal;
use crate::walk::{Strictness, Walk};
use core::fmt;
use limpid_dom::{Document, MutationError, NodeId};
use limpid_markup::Namespace;
use std::sync::OnceLock;

/// A sanitizer: a valid configuration, with the methods of the standard's
/// [Sanitizer](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#sanitizer) to change it.
///
/// The first use, and the first use after each change, builds lookup tables for names. So make a sanitizer once and reuse it. Sanitizing
/// takes time linear in the number of nodes and attributes.
///
/// ```
/// use limpid::sanitize::Sanitizer;
///
/// let mut sanitizer = Sanitizer::default();
/// assert!(sanitizer.allow_element(&"img".into()));
/// assert!(sanitizer.allow_attribute(&"src".into()));
///
/// let mut page = limpid::parse("<p onclick=x()>Hello<img src=a.png><script>y()</script>");
/// let root = page.root().id();
/// sanitizer.sanitize(&mut page, root)?;
/// assert_eq!(page.to_html(), r#"<html><head></head><body><p>Hello<img src="a.png"></p></body></html>"#);
/// # Ok::<(), limpid::MutationError>(())
/// ```
#[derive(Clone)]
pub struct Sanitizer {
    configuration: Configuration,
    safe: OnceLock<Filter>,
    unsafe_: OnceLock<Filter>,
}

impl fmt::Debug for Sanitizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Sanitizer").field(&self.configuration).finish()
    }
}

impl PartialEq for Sanitizer {
    fn eq(&self, other: &Sanitizer) -> bool {
        self.configuration == other.configuration
    }
}

impl Eq for Sanitizer {}

/// The sanitizer of the
/// [built-in safe default configuration](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#built-in-safe-default-configuration).
impl Default for Sanitizer {
    fn default() -> Sanitizer {
        Sanitizer::with_configuration(Configuration::safe_default())
    }
}

/// # Construction
impl Sanitizer {
    fn with_configuration(configuration: Configuration) -> Sanitizer {
        Sanitizer { configuration, safe: OnceLock::new(), unsafe_: OnceLock::new() }
    }

    /// Makes a sanitizer with a configuration, as `new Sanitizer(config)` does. Absent members allow everything, so that an empty
    /// configuration keeps all nodes and attributes. The safe methods still remove everything unsafe.
    ///
    /// # Errors
    /// If the configuration is not valid.
    ///
    /// ```
    /// use limpid::sanitize::{Sanitizer, SanitizerConfig};
    /// let all = Sanitizer::new(&SanitizerConfig::default())?;
    /// assert_eq!(all.sanitize_str("<x-tea>Tea</x-tea><script>x()</script>"), "<x-tea>Tea</x-tea>");
    /// let twice = SanitizerConfig { elements: Some(vec!["p".into(), "p".into()]), ..SanitizerConfig::default() };
    /// assert!(Sanitizer::new(&twice).is_err());
    /// # Ok::<(), limpid::sanitize::ConfigError>(())
    /// ```
    pub fn new(config: &SanitizerConfig) -> Result<Sanitizer, ConfigError> {
        Configuration::new(config, true).map(Sanitizer::with_configuration)
    }

    /// Makes a sanitizer with a configuration, as `setHTML` and `parseHTML` do with a configuration in their options. Comments,
    /// processing instructions and custom data attributes are removed unless the configuration allows them. `setHTMLUnsafe` and
    /// `parseHTMLUnsafe` instead make a sanitizer as [`new`](Self::new) does.
    ///
    /// Source: [get a sanitizer instance from
    /// options](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#get-a-sanitizer-instance-from-options).
    ///
    /// ```
    /// use limpid::sanitize::{Sanitizer, SanitizerConfig};
    /// let config = SanitizerConfig::default();
    /// assert_eq!(Sanitizer::new(&config)?.config().comments, Some(true));
    /// assert_eq!(Sanitizer::for_safe_methods(&config)?.config().comments, Some(false));
    /// # Ok::<(), limpid::sanitize::ConfigError>(())
    /// ```
    ///
    /// # Errors
    /// If the configuration is not valid.
    pub fn for_safe_methods(config: &SanitizerConfig) -> Result<Sanitizer, ConfigError> {
        Configuration::new(config, false).map(Sanitizer::with_configuration)
    }

    /// Returns a shared sanitizer with the built-in safe default configuration.
    ///
    /// ```
    /// use limpid::sanitize::Sanitizer;
    /// assert_eq!(Sanitizer::preset().sanitize_str("<b>Tea</b><iframe src=x></iframe>"), "<b>Tea</b>");
    /// ```
    pub fn preset() -> &'static Sanitizer {
        static PRESET: OnceLock<Sanitizer> = OnceLock::new();
        PRESET.get_or_init(Sanitizer::default)
    }

    /// Returns the configuration with sorted lists: the standard's
    /// [get()](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-sanitizer-get).
    ///
    /// ```
    /// let config = limpid::sanitize::Sanitizer::preset().config();
    /// assert_eq!(config.comments, Some(false));
    /// assert!(config.elements.unwrap().iter().any(|element| element.name == "li"));
    /// ```
    #[doc(alias = "get")]
    pub fn config(&self) -> SanitizerConfig {
        self.configuration.to_config()
    }
}

/// # Sanitizing
impl Sanitizer {
    /// Sanitizes the content of a node like the safe methods: applies the configuration, and removes everything unsafe even if the
    /// configuration keeps it.
    ///
    /// The node itself does not change. The contents of templates and shadow roots are sanitized, too. Adjacent text nodes are not
    /// merged; to merge them, call [`normalize`](limpid_dom::NodeMut::normalize).
    ///
    /// This makes the tree safe, but not its markup, because a browser that parses the markup may build another tree. If you serialize
    /// the tree, call [`sanitize_for_printing`](Self::sanitize_for_printing).
    ///
    /// Source: [sanitize](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#sanitize).
    ///
    /// # Errors
    /// If the document has no node with this id.
    ///
    /// ```
    /// use limpid::sanitize::Sanitizer;
    /// let mut page = limpid::parse("<p onclick=x()>Tea<script>y()</script>");
    /// let body = page.body().unwrap().id();
    /// Sanitizer::preset().sanitize(&mut page, body)?;
    /// assert_eq!(page.body().unwrap().inner_html(), "<p>Tea</p>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    pub fn sanitize(&self, document: &mut Document<'_>, node: NodeId) -> Result<(), MutationError> {
        self.sanitize_with(document, node, Strictness::Safe, None)
    }

    /// Sanitizes the content of a node like the unsafe methods: applies only the configuration.
    ///
    /// ```
    /// use limpid::sanitize::{Sanitizer, SanitizerConfig};
    /// let config = SanitizerConfig { remove_elements: Some(vec!["b".into()]), ..SanitizerConfig::default() };
    /// let sanitizer = Sanitizer::new(&config).unwrap();
    /// let mut fragment = limpid::parse_fragment("<b>1</b><script>2</script>", "body");
    /// let root = fragment.root().id();
    /// sanitizer.sanitize_unsafe(&mut fragment, root)?;
    /// assert_eq!(fragment.to_html(), "<script>2</script>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// If the document has no node with this id.
    pub fn sanitize_unsafe(&self, document: &mut Document<'_>, node: NodeId) -> Result<(), MutationError> {
        self.sanitize_with(document, node, Strictness::Unsafe, None)
    }

    /// Sanitizes the content of a node so that its markup is safe, too: no script runs when any browser parses it, with scripting enabled
    /// or disabled, in any element whose content is parsed as markup (so not in `style` or `textarea`). [`Strictness::Printable`] lists
    /// the rules.
    ///
    /// ```
    /// use limpid::sanitize::{Sanitizer, SanitizerConfig};
    /// let sanitizer = Sanitizer::new(&SanitizerConfig::default()).unwrap();
    /// let markup = "<svg></p><style><a id='</style><img src=x onerror=alert(1)>'>";
    /// let mut fragment = limpid::parse_fragment(markup, "body");
    /// let root = fragment.root().id();
    /// sanitizer.sanitize_for_printing(&mut fragment, root)?;
    /// let again = limpid::parse_fragment(fragment.to_html(), "body");
    /// assert!(again.descendants().all(|node| node.attribute("onerror").is_none()));
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// If the document has no node with this id.
    pub fn sanitize_for_printing(&self, document: &mut Document<'_>, node: NodeId) -> Result<(), MutationError> {
        self.sanitize_with(document, node, Strictness::Printable, None)
    }

    /// Sanitizes the content of a node, and appends each removal to `report`.
    ///
    /// ```
    /// use limpid::ParseOptions;
    /// use limpid::sanitize::{Rule, Sanitizer, Strictness};
    /// let mut fragment = ParseOptions::new().spans(true).parse_fragment("<p onclick=x()>1", "body");
    /// let root = fragment.root().id();
    /// let mut report = Vec::new();
    /// Sanitizer::preset().sanitize_with(&mut fragment, root, Strictness::Safe, Some(&mut report))?;
    /// assert_eq!(report[0].rule, Rule::EventHandler);
    /// assert_eq!(report[0].span.unwrap().range(), 3..14);
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// If the document has no node with this id.
    pub fn sanitize_with(
        &self,
        document: &mut Document<'_>,
        node: NodeId,
        strictness: Strictness,
        report: Option<&mut Vec<Removal>>,
    ) -> Result<(), MutationError> {
        Walk::new(self.filter(strictness != Strictness::Unsafe), strictness, report).run(document, node)
    }

    /// Returns the filter of the safe methods or, if `safe` is false, of the unsafe methods. It decides on single elements and attributes.
    ///
    /// ```
    /// use limpid::sanitize::{ExpandedName, Sanitizer, SanitizerConfig, Verdict};
    /// let all = Sanitizer::new(&SanitizerConfig::default()).unwrap();
    /// let script = ExpandedName::new(limpid::Namespace::Html.url(), "script");
    /// assert!(matches!(all.filter(true).element(script), Verdict::Remove(_)));
    /// assert!(matches!(all.filter(false).element(script), Verdict::Keep(_)));
    /// ```
    pub fn filter(&self, safe: bool) -> &Filter {
        match safe {
            true => self.safe.get_or_init(|| {
                let mut safe = self.configuration.clone();
                safe.remove_unsafe();
                Filter::new(&safe, true)
            }),
            false => self.unsafe_.get_or_init(|| Filter::new(&self.configuration, false)),
        }
    }
}

/// # Changing the configuration
///
/// Each method returns whether the configuration changed.
impl Sanitizer {
    /// Changes the configuration, and drops the filters that were built from it.
    fn change(&mut self, change: impl FnOnce(&mut Configuration) -> bool) -> bool {
        (self.safe, self.unsafe_) = (OnceLock::new(), OnceLock::new());
        change(&mut self.configuration)
    }

    /// Keeps an element: the standard's
    /// [allowElement()](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-sanitizer-allowelement).
    ///
    /// Returns false and changes nothing if the element has lists of attributes but the configuration has no list of
    /// [elements](SanitizerConfig::elements) to keep.
    ///
    /// ```
    /// use limpid::sanitize::Sanitizer;
    /// let mut sanitizer = Sanitizer::default();
    /// assert!(sanitizer.allow_element(&"x-tea".into()));
    /// assert_eq!(sanitizer.sanitize_str("<x-tea>Tea</x-tea>"), "<x-tea>Tea</x-tea>");
    /// ```
    pub fn allow_element(&mut self, element: &SanitizerElementWithAttributes) -> bool {
        self.change(|configuration| configuration.allow_element(element))
    }

    /// Removes an element with its content: the standard's
    /// [removeElement()](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-sanitizer-removeelement).
    ///
    /// ```
    /// use limpid::sanitize::Sanitizer;
    /// let mut sanitizer = Sanitizer::default();
    /// assert!(sanitizer.remove_element(&"table".into()));
    /// assert_eq!(sanitizer.sanitize_str("<p>Tea</p><table><td>Milk</table>"), "<p>Tea</p>");
    /// ```
    pub fn remove_element(&mut self, element: &SanitizerElement) -> bool {
        self.change(|configuration| configuration.remove_element(&element.into()))
    }

    /// Replaces an element with its children: the standard's
    /// [replaceElementWithChildren()](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-sanitizer-replaceelementwithchildren).
    /// Returns false and changes nothing for `html` of HTML, `svg` of SVG and `math` of MathML.
    ///
    /// ```
    /// use limpid::sanitize::Sanitizer;
    /// let mut sanitizer = Sanitizer::default();
    /// assert!(sanitizer.replace_element_with_children(&"b".into()));
    /// assert!(!sanitizer.replace_element_with_children(&"html".into()));
    /// assert_eq!(sanitizer.sanitize_str("<b>Green</b> tea"), "Green tea");
    /// ```
    pub fn replace_element_with_children(&mut self, element: &SanitizerElement) -> bool {
        self.change(|configuration| configuration.replace_element_with_children(element.into()))
    }

    /// Keeps an attribute: the standard's
    /// [allowAttribute()](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-sanitizer-allowattribute).
    ///
    /// ```
    /// use limpid::sanitize::Sanitizer;
    /// let mut sanitizer = Sanitizer::default();
    /// assert!(sanitizer.allow_attribute(&"id".into()));
    /// assert_eq!(sanitizer.sanitize_str("<b id=a>Tea</b>"), r#"<b id="a">Tea</b>"#);
    /// ```
    pub fn allow_attribute(&mut self, attribute: &SanitizerAttribute) -> bool {
        self.change(|configuration| configuration.allow_attribute(attribute.into()))
    }

    /// Removes an attribute from all elements: the standard's
    /// [removeAttribute()](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-sanitizer-removeattribute).
    ///
    /// ```
    /// use limpid::sanitize::Sanitizer;
    /// let mut sanitizer = Sanitizer::default();
    /// assert!(sanitizer.remove_attribute(&"title".into()));
    /// assert_eq!(sanitizer.sanitize_str("<b title=a lang=en>Tea</b>"), r#"<b lang="en">Tea</b>"#);
    /// ```
    pub fn remove_attribute(&mut self, attribute: &SanitizerAttribute) -> bool {
        self.change(|configuration| configuration.remove_attribute(&attribute.into()))
    }

    /// Keeps a processing instruction: the standard's
    /// [allowProcessingInstruction()](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-sanitizer-allowprocessinginstruction).
    ///
    /// ```
    /// use limpid::sanitize::Sanitizer;
    /// let mut sanitizer = Sanitizer::default();
    /// assert!(sanitizer.allow_processing_instruction(&"marker".into()));
    /// assert_eq!(sanitizer.filter(true).reason_to_remove_instruction("marker"), None);
    /// ```
    pub fn allow_processing_instruction(&mut self, instruction: &SanitizerProcessingInstruction) -> bool {
        self.change(|configuration| match &mut configuration.processing_instructions {
            List::Keep(targets) => targets.insert(instruction.into()),
            List::Remove(targets) => targets.remove(&instruction.into()),
        })
    }

    /// Removes a processing instruction: the standard's
    /// [removeProcessingInstruction()](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-sanitizer-removeprocessinginstruction).
    ///
    /// ```
    /// use limpid::sanitize::{Rule, Sanitizer, SanitizerConfig};
    /// let mut all = Sanitizer::new(&SanitizerConfig::default()).unwrap();
    /// assert!(all.remove_processing_instruction(&"php".into()));
    /// assert_eq!(all.filter(true).reason_to_remove_instruction("php"), Some(Rule::InstructionRemoved));
    /// ```
    pub fn remove_processing_instruction(&mut self, instruction: &SanitizerProcessingInstruction) -> bool {
        self.change(|configuration| match &mut configuration.processing_instructions {
            List::Keep(targets) => targets.remove(&instruction.into()),
            List::Remove(targets) => targets.insert(instruction.into()),
        })
    }

    /// Keeps or removes comments: the standard's
    /// [setComments()](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-sanitizer-setcomments).
    ///
    /// ```
    /// use limpid::sanitize::Sanitizer;
    /// let mut sanitizer = Sanitizer::default();
    /// assert!(sanitizer.set_comments(true));
    /// assert_eq!(sanitizer.sanitize_str("<b>Tea</b><!--hot-->"), "<b>Tea</b><!--hot-->");
    /// ```
    pub fn set_comments(&mut self, allow: bool) -> bool {
        self.change(|configuration| std::mem::replace(&mut configuration.comments, allow) != allow)
    }

    /// Keeps or removes custom data attributes: the standard's
    /// [setDataAttributes()](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-sanitizer-setdataattributes).
    /// Returns false and changes nothing if the configuration has no list of [attributes](SanitizerConfig::attributes) to keep.
    ///
    /// ```
    /// use limpid::sanitize::Sanitizer;
    /// let mut sanitizer = Sanitizer::default();
    /// assert!(sanitizer.set_data_attributes(true));
    /// assert_eq!(sanitizer.sanitize_str("<b data-leaf=green>Tea</b>"), r#"<b data-leaf="green">Tea</b>"#);
    /// ```
    pub fn set_data_attributes(&mut self, allow: bool) -> bool {
        self.change(|configuration| configuration.set_data_attributes(allow))
    }

    /// Keeps or removes `javascript:` URLs in attributes that navigate: the standard's
    /// [setJavascriptURLs()](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-sanitizer-setjavascripturls).
    /// The safe methods always remove them.
    ///
    /// ```
    /// use limpid::sanitize::{Sanitizer, SanitizerConfig};
    /// let mut all = Sanitizer::new(&SanitizerConfig::default()).unwrap();
    /// assert!(all.set_javascript_urls(false));
    /// assert_eq!(all.config().javascript_urls, Some(false));
    /// ```
    #[doc(alias = "setJavascriptURLs")]
    pub fn set_javascript_urls(&mut self, allow: bool) -> bool {
        self.change(|configuration| std::mem::replace(&mut configuration.javascript_urls, allow) != allow)
    }

    /// Changes the configuration so that everything unsafe is removed: the elements of the built-in safe baseline configuration, event
    /// handlers and `javascript:` URLs. This is the standard's
    /// [removeUnsafe()](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-sanitizer-removeunsafe).
    ///
    /// ```
    /// use limpid::sanitize::{Sanitizer, SanitizerConfig};
    /// assert!(!Sanitizer::default().remove_unsafe());
    /// let mut all = Sanitizer::new(&SanitizerConfig::default()).unwrap();
    /// assert!(all.remove_unsafe());
    /// assert_eq!(all.config().remove_elements.unwrap().len(), 8);
    /// ```
    pub fn remove_unsafe(&mut self) -> bool {
        self.change(Configuration::remove_unsafe)
    }
}

impl Configuration {
    fn remove_replaced(&mut self, element: &Name) -> bool {
        self.replace_with_children_elements.as_mut().is_some_and(|elements| elements.remove(element))
    }

    fn allow_element(&mut self, element: &SanitizerElementWithAttributes) -> bool {
        let name = Name::from(element);
        let mut lists = LocalLists::ignoring_duplicates(element);
        if let Elements::Remove(_) = self.elements
            && (lists.attributes.is_some() || lists.remove_attributes.as_ref().is_some_and(|list| !list.is_empty()))
        {
            return false;
        }
        let modified = self.remove_replaced(&name);
        let elements = match &mut self.elements {
            Elements::Remove(elements) => return elements.remove(&name) || modified,
            Elements::Keep(elements) => elements,
        };
        let LocalLists { attributes: own, remove_attributes: removed } = &mut lists;
        match &self.attributes {
            List::Keep(kept) => {
                let allows_data = self.data_attributes == Some(true);
                if let Some(own) = own {
                    own.retain(|name| !(kept.contains(name) || allows_data && name.is_custom_data_attribute()));
                }
                if let Some(removed) = removed {
                    removed.retain(|name| kept.contains(name));
                }
            }
            List::Remove(globally_removed) => {
                if let Some(own) = own {
                    let removed = removed.take().unwrap_or_default();
                    own.retain(|name| !removed.contains(name) && !globally_removed.contains(name));
                }
                if let Some(removed) = removed {
                    removed.retain(|name| !globally_removed.contains(name));
                }
            }
        }
        // An element that was replaced was not in `elements`. So `modified` implies that `insert` returns `None`.
        elements.insert(name, lists.clone()).is_none_or(|current| current != lists)
    }

    /// [Removes an element](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#sanitizer-remove-an-element).
    fn remove_element(&mut self, element: &Name) -> bool {
        let modified = self.remove_replaced(element);
        let changed = match &mut self.elements {
            Elements::Keep(elements) => elements.remove(element).is_some(),
            Elements::Remove(elements) => elements.insert(element.clone()),
        };
        changed || modified
    }

    fn replace_element_with_children(&mut self, element: Name) -> bool {
        if is_non_replaceable(&element) {
            return false;
        }
        match &mut self.elements {
            Elements::Keep(elements) => elements.remove(&element).is_some(),
            Elements::Remove(elements) => elements.remove(&element),
        };
        self.replace_with_children_elements.get_or_insert_default().insert(element)
    }

    /// Removes an attribute from the lists of every element that is kept. Returns whether an element kept it.
    fn remove_from_elements(&mut self, attribute: &Name) -> bool {
        match &mut self.elements {
            Elements::Keep(elements) => elements.remove_attribute(attribute),
            Elements::Remove(_) => false,
        }
    }

    fn allow_attribute(&mut self, attribute: Name) -> bool {
        match &mut self.attributes {
            List::Remove(removed) => removed.remove(&attribute),
            List::Keep(_) if self.data_attributes == Some(true) && attribute.is_custom_data_attribute() => false,
            List::Keep(kept) => {
                let is_new = kept.insert(attribute.clone());
                if is_new {
                    self.remove_from_elements(&attribute);
                }
                is_new
            }
        }
    }

    /// [Removes an attribute](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#sanitizer-remove-an-attribute).
    fn remove_attribute(&mut self, attribute: &Name) -> bool {
        match &mut self.attributes {
            List::Keep(kept) => {
                let modified = kept.remove(attribute);
                self.remove_from_elements(attribute) || modified
            }
            List::Remove(removed) => {
                let is_new = removed.insert(attribute.clone());
                if is_new {
                    self.remove_from_elements(attribute);
                }
                is_new
            }
        }
    }

    fn set_data_attributes(&mut self, allow: bool) -> bool {
        let List::Keep(kept) = &mut self.attributes else { return false };
        if self.data_attributes == Some(allow) {
            return false;
        }
        if allow {
            for attribute in leading_data_attributes(kept.range(Name::first_data_attribute()..)) {
                kept.remove(&attribute);
            }
            if let Elements::Keep(elements) = &mut self.elements {
                elements.remove_data_attributes();
            }
        }
        self.data_attributes = Some(allow);
        true
    }

    /// [Removes everything unsafe](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#remove-unsafe).
    fn remove_unsafe(&mut self) -> bool {
        let mut changed = false;
        for (namespace, name, _) in UNSAFE_ELEMENTS {
            changed |= self.remove_element(&Name::new(namespace, name));
        }
        for name in EVENT_HANDLERS {
            changed |= self.remove_attribute(&Name::new(Namespace::None, name));
        }
        changed | std::mem::take(&mut self.javascript_urls)
    }
}
