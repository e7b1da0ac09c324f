//! The standard's dictionaries for sanitizer configurations.

use limpid_markup::Namespace;

/// A configuration of the sanitizer: the standard's
/// [SanitizerConfig](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#sanitizerconfig).
///
/// Every member is optional, and an absent list means something else than an empty one. Names are case-sensitive: write names of HTML
/// elements and attributes in lower case, and names such as `foreignObject` and `viewBox` with their capitals.
///
/// ```
/// use limpid::sanitize::{Sanitizer, SanitizerConfig};
///
/// let config = SanitizerConfig {
///     elements: Some(vec!["p".into(), "b".into()]),
///     replace_with_children_elements: Some(vec!["div".into()]),
///     ..SanitizerConfig::default()
/// };
/// let sanitizer = Sanitizer::new(&config)?;
/// let mut fragment = limpid::parse_fragment("<div>1<p>2<i>3</i></div>", "body");
/// let root = fragment.root().id();
/// sanitizer.sanitize(&mut fragment, root).unwrap();
/// assert_eq!(fragment.to_html(), "1<p>2</p>");
/// # Ok::<(), limpid::sanitize::ConfigError>(())
/// ```
///
/// The feature `serde` reads and writes it as JSON in the standard's form, in which a name is a string or a dictionary. An unknown
/// member is an error that suggests the most similar name. Names of HTML elements and of attributes without a namespace are lowercased,
/// except known names of SVG and MathML such as `viewBox`. [`WebIdl`](crate::WebIdl) reads JSON like browsers, which ignore unknown
/// members and do not lowercase names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct SanitizerConfig {
    /// The elements that are kept. All others are removed.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub elements: Option<Vec<SanitizerElementWithAttributes>>,
    /// The elements that are removed with their content.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub remove_elements: Option<Vec<SanitizerElement>>,
    /// The elements that are replaced by their children.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub replace_with_children_elements: Option<Vec<SanitizerElement>>,
    /// The processing instructions that are kept. All others are removed.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub processing_instructions: Option<Vec<SanitizerProcessingInstruction>>,
    /// The processing instructions that are removed.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub remove_processing_instructions: Option<Vec<SanitizerProcessingInstruction>>,
    /// The attributes that are kept on all elements. All others are removed, except those in the `attributes` of an element.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub attributes: Option<Vec<SanitizerAttribute>>,
    /// The attributes that are removed from all elements.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub remove_attributes: Option<Vec<SanitizerAttribute>>,
    /// Whether comments are kept.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub comments: Option<bool>,
    /// Whether attributes whose names start with `data-` are kept in addition to [`attributes`](Self::attributes).
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub data_attributes: Option<bool>,
    /// Whether the unsafe methods keep `javascript:` URLs in attributes that navigate, such as `href`. The safe methods remove them.
    #[cfg_attr(feature = "serde", serde(rename = "javascriptURLs", skip_serializing_if = "Option::is_none"))]
    pub javascript_urls: Option<bool>,
}

impl SanitizerConfig {
    /// Returns a configuration that keeps these HTML elements and nothing else: no attributes, no comments, no processing
    /// instructions. Other elements are removed with their content; to keep the content, set `Rules::unlisted_elements_keep_content`.
    ///
    /// Pass it to [`Sanitizer::for_safe_methods`](crate::Sanitizer::for_safe_methods) or [`Sanitizer::new`](crate::Sanitizer::new). The
    /// safe methods of both sanitizers do the same.
    ///
    /// ```
    /// use limpid::sanitize::{Sanitizer, SanitizerConfig};
    /// let config = SanitizerConfig::allow(["p", "b", "a"]).allow_attributes_on("a", ["href"]);
    /// let comment = "<p class=x>Green <b>tea</b> <a href=/tea onclick=x()>here</a><img src=tea.png>";
    /// let safe = Sanitizer::for_safe_methods(&config)?.sanitize_str(comment);
    /// assert_eq!(safe, r#"<p>Green <b>tea</b> <a href="/tea">here</a></p>"#);
    /// # Ok::<(), limpid::sanitize::ConfigError>(())
    /// ```
    #[must_use]
    pub fn allow<E: Into<SanitizerElementWithAttributes>>(elements: impl IntoIterator<Item = E>) -> SanitizerConfig {
        SanitizerConfig {
            elements: Some(elements.into_iter().map(Into::into).collect()),
            processing_instructions: Some(Vec::new()),
            attributes: Some(Vec::new()),
            comments: Some(false),
            data_attributes: Some(false),
            ..SanitizerConfig::default()
        }
    }

    /// Adds attributes to those that are kept on all elements.
    ///
    /// ```
    /// use limpid::sanitize::{Sanitizer, SanitizerConfig};
    /// let config = SanitizerConfig::allow(["p"]).allow_attributes(["lang", "title"]);
    /// let safe = Sanitizer::for_safe_methods(&config)?.sanitize_str("<p lang=en id=a>Tea");
    /// assert_eq!(safe, r#"<p lang="en">Tea</p>"#);
    /// # Ok::<(), limpid::sanitize::ConfigError>(())
    /// ```
    #[must_use]
    pub fn allow_attributes<A: Into<SanitizerAttribute>>(mut self, attributes: impl IntoIterator<Item = A>) -> Self {
        self.attributes.get_or_insert_default().extend(attributes.into_iter().map(Into::into));
        self
    }

    /// Keeps an element, and adds attributes to those that are kept on it.
    ///
    /// ```
    /// use limpid::sanitize::{Sanitizer, SanitizerConfig};
    /// let config = SanitizerConfig::allow(["p"]).allow_attributes_on("img", ["src", "alt"]);
    /// let safe = Sanitizer::for_safe_methods(&config)?.sanitize_str("<p alt=a><img src=tea.png alt=Tea width=1>");
    /// assert_eq!(safe, r#"<p><img src="tea.png" alt="Tea"></p>"#);
    /// # Ok::<(), limpid::sanitize::ConfigError>(())
    /// ```
    #[must_use]
    pub fn allow_attributes_on<A: Into<SanitizerAttribute>>(
        mut self,
        element: impl Into<SanitizerElementWithAttributes>,
        attributes: impl IntoIterator<Item = A>,
    ) -> Self {
        let element = element.into();
        let elements = self.elements.get_or_insert_default();
        let is_same = |kept: &SanitizerElementWithAttributes| {
            (&kept.name, &kept.namespace) == (&element.name, &element.namespace)
        };
        let at = elements.iter().position(is_same).unwrap_or_else(|| {
            elements.push(element);
            elements.len() - 1
        });
        elements[at].attributes.get_or_insert_default().extend(attributes.into_iter().map(Into::into));
        self
    }
}

/// The name of an element. A string converts to the name of an HTML element.
///
/// ```
/// use limpid::sanitize::{Sanitizer, SanitizerConfig, SanitizerElement};
/// let config = SanitizerConfig { remove_elements: Some(vec![SanitizerElement::from("b")]), ..SanitizerConfig::default() };
/// assert_eq!(Sanitizer::new(&config)?.sanitize_str("<b>Green</b> <i>tea</i>"), " <i>tea</i>");
/// # Ok::<(), limpid::sanitize::ConfigError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SanitizerElement {
    /// The local name.
    pub name: String,
    /// The URL of the namespace; `None` or an empty string for no namespace.
    pub namespace: Option<String>,
}

/// An element that is kept, with the attributes that are kept on it or removed from it.
///
/// ```
/// use limpid::sanitize::{Sanitizer, SanitizerConfig, SanitizerElementWithAttributes};
/// let link = SanitizerElementWithAttributes::from("a").with_attributes(["href"]);
/// let config = SanitizerConfig { elements: Some(vec![link, "b".into()]), attributes: Some(vec![]), ..SanitizerConfig::default() };
/// let sanitizer = Sanitizer::new(&config)?;
/// assert_eq!(sanitizer.sanitize_str("<a href=/ id=x>1</a><b href=/>2</b>"), r#"<a href="/">1</a><b>2</b>"#);
/// # Ok::<(), limpid::sanitize::ConfigError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SanitizerElementWithAttributes {
    /// The local name.
    pub name: String,
    /// The URL of the namespace; `None` or an empty string for no namespace.
    pub namespace: Option<String>,
    /// The attributes that are kept on this element: in addition to the global [`attributes`](SanitizerConfig::attributes) if the
    /// configuration has that list, otherwise only these.
    pub attributes: Option<Vec<SanitizerAttribute>>,
    /// The attributes that are removed from this element.
    pub remove_attributes: Option<Vec<SanitizerAttribute>>,
}

/// The name of an attribute. A string converts to a name without a namespace, which is right for nearly all attributes.
///
/// ```
/// use limpid::sanitize::{Sanitizer, SanitizerAttribute, SanitizerConfig};
/// let config = SanitizerConfig { attributes: Some(vec![SanitizerAttribute::from("lang")]), ..SanitizerConfig::default() };
/// assert_eq!(Sanitizer::new(&config)?.sanitize_str("<p lang=en id=a>Tea"), r#"<p lang="en">Tea</p>"#);
/// # Ok::<(), limpid::sanitize::ConfigError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SanitizerAttribute {
    /// The local name.
    pub name: String,
    /// The URL of the namespace; `None` or an empty string for no namespace.
    pub namespace: Option<String>,
}

/// The target of a processing instruction.
///
/// ```
/// use limpid::sanitize::{Sanitizer, SanitizerConfig, SanitizerProcessingInstruction};
/// let kept = vec![SanitizerProcessingInstruction { target: "marker".to_owned() }];
/// let config = SanitizerConfig { processing_instructions: Some(kept), ..SanitizerConfig::default() };
/// let filter = Sanitizer::new(&config)?.filter(true).clone();
/// assert!(filter.reason_to_remove_instruction("marker").is_none() && filter.reason_to_remove_instruction("php").is_some());
/// # Ok::<(), limpid::sanitize::ConfigError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SanitizerProcessingInstruction {
    /// The target.
    pub target: String,
}

fn namespace_url(namespace: impl AsRef<str>) -> Option<String> {
    Some(namespace.as_ref().to_owned()).filter(|url| !url.is_empty())
}

impl SanitizerElement {
    /// Returns the name of an element in a namespace, given as a [`Namespace`] or a URL.
    ///
    /// ```
    /// use limpid::{Namespace, sanitize::SanitizerElement};
    /// let script = SanitizerElement::in_namespace(Namespace::Svg, "script");
    /// assert_eq!(script.namespace.as_deref(), Some("http://www.w3.org/2000/svg"));
    /// assert_ne!(script, SanitizerElement::from("script"));
    /// ```
    pub fn in_namespace(namespace: impl AsRef<str>, name: impl Into<String>) -> SanitizerElement {
        SanitizerElement { name: name.into(), namespace: namespace_url(namespace) }
    }
}

impl SanitizerElementWithAttributes {
    /// Returns an element in a namespace, given as a [`Namespace`] or a URL, without lists of attributes.
    ///
    /// ```
    /// use limpid::{Namespace, sanitize::SanitizerElementWithAttributes};
    /// let path = SanitizerElementWithAttributes::in_namespace(Namespace::Svg, "path").with_attributes(["d"]);
    /// assert_eq!((path.name.as_str(), path.namespace.as_deref()), ("path", Some("http://www.w3.org/2000/svg")));
    /// ```
    pub fn in_namespace(namespace: impl AsRef<str>, name: impl Into<String>) -> SanitizerElementWithAttributes {
        SanitizerElement::in_namespace(namespace, name).into()
    }

    /// Sets the attributes that are kept on the element.
    ///
    /// ```
    /// use limpid::sanitize::{SanitizerConfig, SanitizerElementWithAttributes};
    /// let link = SanitizerElementWithAttributes::from("a").with_attributes(["href", "title"]);
    /// let config = SanitizerConfig { elements: Some(vec![link, "p".into()]), ..SanitizerConfig::default() };
    /// assert_eq!(config.elements.unwrap()[0].attributes.as_ref().unwrap().len(), 2);
    /// ```
    #[must_use]
    pub fn with_attributes<A: Into<SanitizerAttribute>>(
        self,
        attributes: impl IntoIterator<Item = A>,
    ) -> SanitizerElementWithAttributes {
        SanitizerElementWithAttributes { attributes: Some(attributes.into_iter().map(Into::into).collect()), ..self }
    }

    /// Sets the attributes that are removed from the element.
    ///
    /// ```
    /// use limpid::sanitize::{Sanitizer, SanitizerConfig, SanitizerElementWithAttributes};
    /// let p = SanitizerElementWithAttributes::from("p").without_attributes(["id"]);
    /// let config = SanitizerConfig { elements: Some(vec![p]), remove_attributes: Some(vec![]), ..SanitizerConfig::default() };
    /// assert_eq!(Sanitizer::new(&config)?.sanitize_str("<p id=a lang=en>Tea"), r#"<p lang="en">Tea</p>"#);
    /// # Ok::<(), limpid::sanitize::ConfigError>(())
    /// ```
    #[must_use]
    pub fn without_attributes<A: Into<SanitizerAttribute>>(
        self,
        attributes: impl IntoIterator<Item = A>,
    ) -> SanitizerElementWithAttributes {
        let attributes = attributes.into_iter().map(Into::into).collect();
        SanitizerElementWithAttributes { remove_attributes: Some(attributes), ..self }
    }
}

impl SanitizerAttribute {
    /// Returns the name of an attribute in a namespace, given as a [`Namespace`] or a URL.
    ///
    /// ```
    /// use limpid::{Namespace, sanitize::SanitizerAttribute};
    /// let href = SanitizerAttribute::in_namespace(Namespace::XLink, "href");
    /// assert_ne!(href, SanitizerAttribute::from("href"));
    /// ```
    pub fn in_namespace(namespace: impl AsRef<str>, name: impl Into<String>) -> SanitizerAttribute {
        SanitizerAttribute { name: name.into(), namespace: namespace_url(namespace) }
    }
}

impl From<&str> for SanitizerElement {
    fn from(name: &str) -> SanitizerElement {
        SanitizerElement::in_namespace(Namespace::Html, name)
    }
}

impl From<&str> for SanitizerElementWithAttributes {
    fn from(name: &str) -> SanitizerElementWithAttributes {
        SanitizerElement::from(name).into()
    }
}

impl From<SanitizerElement> for SanitizerElementWithAttributes {
    fn from(element: SanitizerElement) -> SanitizerElementWithAttributes {
        let SanitizerElement { name, namespace } = element;
        SanitizerElementWithAttributes { name, namespace, attributes: None, remove_attributes: None }
    }
}

impl From<&str> for SanitizerAttribute {
    fn from(name: &str) -> SanitizerAttribute {
        SanitizerAttribute::in_namespace(Namespace::None, name)
    }
}

impl From<&str> for SanitizerProcessingInstruction {
    fn from(target: &str) -> SanitizerProcessingInstruction {
        SanitizerProcessingInstruction { target: target.to_owned() }
    }
}
