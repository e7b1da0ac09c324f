//! Selectors, and the options to parse them.

use crate::compiled::{Compiled, Test};
use crate::error::SelectorError;
use crate::parse::parse;
use crate::parse::syntax::{List, NamespaceUrl};
use crate::specificity::Specificity;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;
use limpid_dom::Namespace;

/// A selector or a comma-separated list of selectors. It is parsed once and can be used with any document, from any thread.
///
/// ```
/// use limpid::Selector;
///
/// let links = Selector::parse("nav > a[href^='https:']:not(.ad), a#home")?;
/// let document = limpid::parse("<nav><a href='https://a.example/'>A</a><a class=ad href='https://b.example/'>B</a></nav>");
/// let found: Vec<_> = document.select(&links).filter_map(|link| link.attribute("href")).collect();
/// assert_eq!(found, ["https://a.example/"]);
/// # Ok::<(), limpid::SelectorError>(())
/// ```
///
/// `Display` serializes it as [CSSOM](https://drafts.csswg.org/cssom/#serializing-selectors) specifies.
#[derive(Clone)]
pub struct Selector {
    pub(crate) list: List,
    pub(crate) compiled: Compiled,
}

const _: () = {
    const fn is_shareable<T: Send + Sync + Clone + 'static>() {}
    is_shareable::<Selector>();
};

impl Selector {
    /// Parses a selector.
    ///
    /// ```
    /// use limpid::Selector;
    /// let links = Selector::parse("a[href]:not(.ad)")?;
    /// let document = limpid::parse("<a href=/tea>Tea</a><a href=/x class=ad>Ad</a>");
    /// assert_eq!(document.select(&links).count(), 1);
    /// assert!(Selector::parse("a[").is_err());
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the text is not a valid selector or uses an unsupported feature. The error contains the position and a message that
    /// says what to do.
    #[doc(alias = "compile")]
    pub fn parse(text: &str) -> Result<Selector, SelectorError> {
        SelectorOptions::new().parse(text)
    }

    /// Returns the specificity. For a list, it is the specificity of its most specific selector.
    ///
    /// ```
    /// use limpid::Selector;
    /// assert!(Selector::parse("#a")?.specificity() > Selector::parse("p.b.c")?.specificity());
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    pub fn specificity(&self) -> Specificity {
        Specificity::of(&self.list)
    }

    /// Returns whether `:scope` occurs in the selector, including in arguments of functions.
    ///
    /// ```
    /// use limpid::Selector;
    /// assert!(Selector::parse("li:is(:scope, b)")?.has_scope());
    /// assert!(!Selector::parse("li[title=':scope']")?.has_scope());
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    pub fn has_scope(&self) -> bool {
        let mut compounds = self.compiled.complexes.iter().flat_map(|complex| &complex.compounds);
        compounds.any(|compound| compound.tests.iter().any(|test| matches!(test, Test::Scope)))
    }
}

impl FromStr for Selector {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<Selector, SelectorError> {
        Selector::parse(text)
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.fmt(f)
    }
}

impl fmt::Debug for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Selector({self})")
    }
}

impl PartialEq for Selector {
    fn eq(&self, other: &Selector) -> bool {
        self.list == other.list
    }
}

impl Eq for Selector {}

impl Hash for Selector {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.list.hash(state);
    }
}

/// Options to parse selectors: namespaces, and extensions of CSS.
///
/// ```
/// use limpid::SelectorOptions;
/// use limpid::Namespace;
///
/// let options = SelectorOptions::new().namespace("svg", Namespace::Svg);
/// let selector = options.parse("svg|a")?;
/// let document = limpid::parse("<a>HTML</a><svg><a>SVG</a></svg>");
/// assert_eq!(document.select(&selector).map(|a| a.text_content()).collect::<Vec<_>>(), ["SVG"]);
/// # Ok::<(), limpid::SelectorError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SelectorOptions {
    pub(crate) default_namespace: Option<NamespaceUrl>,
    pub(crate) namespaces: Vec<(Box<str>, NamespaceUrl)>,
    pub(crate) contains: bool,
}

impl SelectorOptions {
    /// Creates options without namespaces and extensions. Names without a prefix match elements in any namespace.
    ///
    /// ```
    /// use limpid::{Selector, SelectorOptions};
    /// assert_eq!(SelectorOptions::new().parse("ul > li"), Selector::parse("ul > li"));
    /// assert!(SelectorOptions::new().parse("svg|a").is_err());
    /// ```
    pub fn new() -> SelectorOptions {
        SelectorOptions::default()
    }

    /// Declares a prefix, like `@namespace svg url(…)` in a style sheet. A later declaration of the same prefix replaces an earlier one.
    ///
    /// [`Namespace::Other`] has no URL, so it matches nothing; use [`namespace_url`](Self::namespace_url) for other namespaces.
    ///
    /// ```
    /// use limpid::{Namespace, SelectorOptions};
    /// let options = SelectorOptions::new().namespace("m", Namespace::MathMl);
    /// let document = limpid::parse("<math><mi>x</mi></math><svg><mi>y</mi></svg>");
    /// assert_eq!(document.select(&options.parse("m|mi")?).count(), 1);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[must_use]
    pub fn namespace(mut self, prefix: &str, namespace: Namespace) -> SelectorOptions {
        self.namespaces.push((prefix.into(), namespace.into()));
        self
    }

    /// Declares a prefix for the namespace with this URL. An empty URL means no namespace.
    ///
    /// ```
    /// use limpid::Document;
    /// use limpid::SelectorOptions;
    ///
    /// let options = SelectorOptions::new().namespace_url("atom", "http://www.w3.org/2005/Atom");
    /// let mut document = Document::new_xml();
    /// let feed = document.create_element_ns("http://www.w3.org/2005/Atom", "a:feed")?;
    /// document.node_mut(document.root().id())?.append(feed)?;
    /// assert_eq!(document.select(&options.parse("atom|feed")?).count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn namespace_url(mut self, prefix: &str, url: &str) -> SelectorOptions {
        self.namespaces.push((prefix.into(), NamespaceUrl::from_url(url)));
        self
    }

    /// Sets the namespace of element names without a prefix, like `@namespace url(…)` in a style sheet.
    ///
    /// ```
    /// use limpid::{Namespace, SelectorOptions};
    /// let options = SelectorOptions::new().default_namespace(Namespace::Html);
    /// let document = limpid::parse("<title>Tea</title><svg><title>Leaf</title></svg>");
    /// let titles: Vec<String> = document.select(&options.parse("title")?).map(|title| title.text_content()).collect();
    /// assert_eq!(titles, ["Tea"]);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[must_use]
    pub fn default_namespace(mut self, namespace: Namespace) -> SelectorOptions {
        self.default_namespace = Some(namespace.into());
        self
    }

    /// Sets the default namespace by its URL.
    ///
    /// ```
    /// let options = limpid::SelectorOptions::new().default_namespace_url("http://www.w3.org/2000/svg");
    /// let document = limpid::parse("<a>HTML</a><svg><a>SVG</a></svg>");
    /// assert_eq!(document.select_first(&options.parse("a")?).unwrap().text_content(), "SVG");
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[must_use]
    pub fn default_namespace_url(mut self, url: &str) -> SelectorOptions {
        self.default_namespace = Some(NamespaceUrl::from_url(url));
        self
    }

    /// Enables or disables `:contains("text")`, which is not CSS. It matches elements whose [text
    /// content](limpid_dom::NodeRef::text_content) contains the text, even if the text spans several elements. Case and white space are
    /// significant. Disabled by default.
    ///
    /// jQuery and similar libraries also accept a text without quotes. limpid accepts it only if the text is an identifier.
    ///
    /// ```
    /// use limpid::SelectorOptions;
    ///
    /// let options = SelectorOptions::new().contains(true);
    /// let document = limpid::parse("<ul><li>Green <b>tea</b><li>Black tea<li>Milk</ul>");
    /// assert_eq!(document.select(&options.parse("li:contains('tea')")?).count(), 2);
    /// assert_eq!(document.select(&options.parse("li:contains('Green tea')")?).count(), 1);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[must_use]
    pub fn contains(mut self, contains: bool) -> SelectorOptions {
        self.contains = contains;
        self
    }

    /// Parses a selector with these options.
    ///
    /// # Errors
    /// See [`Selector::parse`].
    ///
    /// ```
    /// let selector = limpid::SelectorOptions::new().contains(true).parse("li:contains('tea')")?;
    /// assert!(limpid::parse("<li>Green tea").select_first(&selector).is_some());
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "compile")]
    pub fn parse(&self, text: &str) -> Result<Selector, SelectorError> {
        let list = parse(text, self).map_err(|failure| SelectorError::new(text, failure))?;
        let compiled = Compiled::new(&list);
        Ok(Selector { list, compiled })
    }
}
