//! Rules that other sanitizers have and the standard's configurations lack.

use crate::filter::{is_event_handler, names_href};
use crate::javascript_url::is_javascript_url;
use crate::printable::is_writable;
use crate::removal::Rule;
use core::fmt;
use core::ops::Range;
use limpid_markup::srcset_urls;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The rules of a [`Cleaner`](crate::Cleaner), in addition to the standard's configuration. The default has no rules.
///
/// Names of elements and attributes are compared ignoring ASCII case. With the feature `serde`, rules can be read and written as JSON. An
/// unknown member is an error that suggests the most similar name.
///
/// ```
/// use limpid::sanitize::{Cleaner, RelativeUrls, Rules, Sanitizer, UrlRule};
///
/// let rules = Rules {
///     urls: vec![UrlRule::new(["href"], ["https", "mailto"]).relative(RelativeUrls::Remove)],
///     ..Rules::default()
/// };
/// let cleaner = Cleaner::new(Sanitizer::default(), rules)?;
/// let links = "<a href=https://example.org/>1</a><a href=ftp://example.org/>2</a><a href=/3>3</a>";
/// assert_eq!(cleaner.clean(links), r#"<a href="https://example.org/">1</a><a>2</a><a>3</a>"#);
/// # Ok::<(), limpid::sanitize::RulesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Rules {
    /// Whether an element that is not in the configuration's list of elements to keep is replaced by its children. If false, the element is
    /// removed with its children. `style` elements and, except with [`Strictness::Unsafe`](crate::Strictness::Unsafe), unsafe elements are
    /// removed with their content in both cases. To remove the text of `title` or `textarea` too, add them to
    /// [`remove_content_of`](Self::remove_content_of).
    pub unlisted_elements_keep_content: bool,
    /// The names of elements that are removed with their content even if `unlisted_elements_keep_content` is true.
    pub remove_content_of: Vec<String>,
    /// The URL schemes that are kept in attributes, and the treatment of relative URLs.
    pub urls: Vec<UrlRule>,
    /// The classes that are kept, by element name. The name `*` applies to all elements that have no entry of their own. An element without
    /// any entry keeps all classes. This has an effect only if the configuration keeps `class`.
    pub classes: BTreeMap<String, Vec<String>>,
    /// The CSS properties that are kept in `style` attributes. Declarations that load a resource are always removed. `None` does not change
    /// `style` attributes. This has an effect only if the configuration keeps `style`. Needs the feature `sanitize-styles` of `limpid`.
    #[cfg(feature = "style")]
    pub style_properties: Option<Vec<String>>,
    /// Attributes that are set on elements that are kept, whether or not the configuration keeps the attributes.
    pub set_attributes: Vec<SetAttribute>,
}

/// A rule for URLs in attributes. If several rules name an attribute, the first one applies.
///
/// In attributes with several URLs, the rule applies to each URL. These are `srcset`, `imagesrcset`, `ping`, `archive`,
/// `attributionsrc`, `itemtype` and `profile`. A URL that the rule does not keep is removed with its descriptors. If no URL is left, the
/// attribute is removed.
///
/// ```
/// use limpid::sanitize::{Cleaner, Rules, Sanitizer, UrlRule};
/// let https = UrlRule::new(["href"], ["https"]);
/// let cleaner = Cleaner::new(Sanitizer::default(), Rules { urls: vec![https], ..Rules::default() })?;
/// assert_eq!(cleaner.clean("<a href=data:x>1</a><a href=/tea>2</a>"), r#"<a>1</a><a href="/tea">2</a>"#);
/// # Ok::<(), limpid::sanitize::RulesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct UrlRule {
    /// The qualified names of the attributes.
    pub attributes: Vec<String>,
    /// The schemes that are kept, without the colon. An attribute whose URL has another scheme is removed.
    pub schemes: Vec<String>,
    /// The treatment of URLs without a scheme.
    pub relative: RelativeUrls,
}

impl UrlRule {
    /// Returns a rule that keeps relative URLs and URLs with these schemes in these attributes.
    ///
    /// ```
    /// use limpid::sanitize::{Cleaner, Rules, Sanitizer, UrlRule};
    /// let rules = Rules { urls: vec![UrlRule::new(["href"], ["http", "https"])], ..Rules::default() };
    /// let cleaner = Cleaner::new(Sanitizer::default(), rules)?;
    /// assert_eq!(cleaner.clean("<a href=data:x>1</a><a href=/tea>2</a>"), r#"<a>1</a><a href="/tea">2</a>"#);
    /// # Ok::<(), limpid::sanitize::RulesError>(())
    /// ```
    #[must_use]
    pub fn new<A: Into<String>, S: Into<String>>(
        attributes: impl IntoIterator<Item = A>,
        schemes: impl IntoIterator<Item = S>,
    ) -> UrlRule {
        UrlRule {
            attributes: attributes.into_iter().map(Into::into).collect(),
            schemes: schemes.into_iter().map(Into::into).collect(),
            relative: RelativeUrls::Keep,
        }
    }

    /// Sets the treatment of relative URLs.
    ///
    /// ```
    /// use limpid::sanitize::{Cleaner, RelativeUrls, Rules, Sanitizer, UrlRule};
    /// let https = UrlRule::new(["href"], ["https"]).relative(RelativeUrls::Remove);
    /// let cleaner = Cleaner::new(Sanitizer::default(), Rules { urls: vec![https], ..Rules::default() })?;
    /// assert_eq!(cleaner.clean("<a href=/tea>Tea</a>"), "<a>Tea</a>");
    /// # Ok::<(), limpid::sanitize::RulesError>(())
    /// ```
    #[must_use]
    pub fn relative(self, relative: RelativeUrls) -> UrlRule {
        UrlRule { relative, ..self }
    }
}

/// The treatment of relative URLs.
///
/// ```
/// use limpid::sanitize::{Cleaner, RelativeUrls, Rules, Sanitizer, UrlRule};
/// let cleaned = |relative| {
///     let rule = UrlRule::new(["href"], ["https"]).relative(relative);
///     let cleaner = Cleaner::new(Sanitizer::default(), Rules { urls: vec![rule], ..Rules::default() }).unwrap();
///     cleaner.clean("<a href=tea>Tea</a>")
/// };
/// assert_eq!(cleaned(RelativeUrls::Keep), r#"<a href="tea">Tea</a>"#);
/// assert_eq!(cleaned(RelativeUrls::Remove), "<a>Tea</a>");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub enum RelativeUrls {
    /// Keeps relative URLs.
    #[default]
    Keep,
    /// Removes attributes with a relative URL.
    Remove,
    /// Resolves relative URLs against this base URL. If that fails or the scheme of the result is not kept, the attribute is removed.
    /// Needs the feature `sanitize-urls` of `limpid`.
    #[cfg(feature = "url")]
    Resolve(String),
}

/// An attribute that is set on elements, replacing an attribute with the same name.
///
/// ```
/// use limpid::sanitize::{Cleaner, Rules, Sanitizer, SetAttribute};
/// let blank = SetAttribute::new("a", "target", "_blank");
/// let cleaner = Cleaner::new(Sanitizer::default(), Rules { set_attributes: vec![blank], ..Rules::default() })?;
/// assert_eq!(cleaner.clean("<a>Tea</a>"), r#"<a target="_blank">Tea</a>"#);
/// # Ok::<(), limpid::sanitize::RulesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SetAttribute {
    /// The name of the elements.
    pub element: String,
    /// The name of the attribute.
    pub name: String,
    /// The value of the attribute.
    pub value: String,
}

impl SetAttribute {
    /// Returns a rule that sets an attribute on each element with this name.
    ///
    /// ```
    /// use limpid::sanitize::{Cleaner, Rules, Sanitizer, SetAttribute};
    /// let rules = Rules { set_attributes: vec![SetAttribute::new("a", "rel", "nofollow")], ..Rules::default() };
    /// let cleaner = Cleaner::new(Sanitizer::default(), rules)?;
    /// assert_eq!(cleaner.clean("<a>Tea</a>"), r#"<a rel="nofollow">Tea</a>"#);
    /// # Ok::<(), limpid::sanitize::RulesError>(())
    /// ```
    #[must_use]
    pub fn new(element: impl Into<String>, name: impl Into<String>, value: impl Into<String>) -> SetAttribute {
        SetAttribute { element: element.into(), name: name.into(), value: value.into() }
    }
}

/// The error of invalid [`Rules`].
///
/// ```
/// use limpid::sanitize::{Cleaner, Rules, RulesError, Sanitizer, SetAttribute};
/// let set = SetAttribute::new("p", "on load", "");
/// let error = Cleaner::new(Sanitizer::default(), Rules { set_attributes: vec![set], ..Rules::default() }).unwrap_err();
/// assert_eq!(error.to_string(), r#"setAttributes: "on load" (on <p>) is not a valid attribute name; correct it"#);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RulesError {
    /// A rule sets an attribute that runs a script.
    SetsScript(SetAttribute),
    /// A rule sets an attribute whose name cannot be written in markup.
    SetsInvalidName(SetAttribute),
    /// The base URL of [`RelativeUrls::Resolve`] is invalid or relative.
    InvalidBase(String),
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::SetsScript(SetAttribute { element, name, .. }) => {
                write!(f, "setAttributes: {name} on <{element}> would run a script; remove this rule")
            }
            RulesError::SetsInvalidName(SetAttribute { element, name, .. }) => {
                write!(f, "setAttributes: {name:?} (on <{element}>) is not a valid attribute name; correct it")
            }
            RulesError::InvalidBase(base) => {
                write!(f, "urls: {base:?} is not an absolute URL; give one such as https://example.com/")
            }
        }
    }
}

impl std::error::Error for RulesError {}

/// The value of an attribute after the rules were applied, and the rule that removed parts of it.
pub(crate) type FilteredValue<'v> = (Cow<'v, str>, Option<Rule>);

impl Rules {
    pub(crate) fn check(&self) -> Result<(), RulesError> {
        let runs_script = |set: &&SetAttribute| {
            is_event_handler(&set.name.to_ascii_lowercase())
                || is_javascript_url(&set.value)
                || set.name.eq_ignore_ascii_case("srcdoc")
                || set.name.eq_ignore_ascii_case("attributename") && names_href(&set.value)
        };
        if let Some(set) = self.set_attributes.iter().find(runs_script) {
            return Err(RulesError::SetsScript(set.clone()));
        }
        if let Some(set) = self.set_attributes.iter().find(|set| !is_writable(&set.name)) {
            return Err(RulesError::SetsInvalidName(set.clone()));
        }
        #[cfg(feature = "url")]
        for rule in &self.urls {
            if let RelativeUrls::Resolve(base) = &rule.relative
                && url::Url::parse(base).is_err()
            {
                return Err(RulesError::InvalidBase(base.clone()));
            }
        }
        Ok(())
    }

    /// Returns the classes that an element keeps, or `None` if it keeps all.
    fn classes_of(&self, element: &str) -> Option<&Vec<String>> {
        let ignoring_case = || self.classes.iter().find(|(name, _)| name.eq_ignore_ascii_case(element));
        let own = self.classes.get(element).or_else(|| ignoring_case().map(|(_, classes)| classes));
        own.or_else(|| self.classes.get("*"))
    }

    /// Applies the rules to an attribute. The error is the rule that removes the attribute.
    pub(crate) fn apply<'v>(
        &self,
        element: &str,
        attribute: &str,
        value: Cow<'v, str>,
    ) -> Result<FilteredValue<'v>, Rule> {
        let is_attribute = |name: &String| name.eq_ignore_ascii_case(attribute);
        let value = match self.urls.iter().find(|rule| rule.attributes.iter().any(is_attribute)) {
            Some(rule) => match UrlList::of(attribute) {
                Some(list) => return rule.apply_to_list(list, value),
                None => rule.apply(value)?,
            },
            None => value,
        };
        #[cfg(feature = "style")]
        if let Some(properties) = self.style_properties.as_ref().filter(|_| attribute.eq_ignore_ascii_case("style")) {
            let (style, is_complete) = crate::style::filter_declarations(&value, properties);
            let rule = Rule::StyleNotAllowed;
            return if style.is_empty() { Err(rule) } else { Ok((style.into(), (!is_complete).then_some(rule))) };
        }
        let is_class = attribute.eq_ignore_ascii_case("class");
        match is_class.then(|| self.classes_of(element)).flatten() {
            Some(kept) => {
                let is_kept = |class: &&str| kept.iter().any(|name| name == class);
                let (kept, removed): (Vec<&str>, Vec<&str>) = value.split_ascii_whitespace().partition(is_kept);
                let rule = Rule::ClassNotAllowed;
                if kept.is_empty() {
                    return Err(rule);
                }
                Ok((kept.join(" ").into(), (!removed.is_empty()).then_some(rule)))
            }
            None => Ok((value, None)),
        }
    }
}

/// The syntax of an attribute with several URLs.
#[derive(Clone, Copy, PartialEq)]
enum UrlList {
    Srcset,
    SpaceSeparated,
}

impl UrlList {
    /// Returns the syntax of an attribute, or `None` if its value is one URL.
    fn of(attribute: &str) -> Option<UrlList> {
        let is_any_of = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(attribute));
        if is_any_of(&["srcset", "imagesrcset"]) {
            return Some(UrlList::Srcset);
        }
        is_any_of(&["ping", "archive", "attributionsrc", "itemtype", "profile"]).then_some(UrlList::SpaceSeparated)
    }

    /// Returns the byte ranges of the URLs.
    fn ranges(self, value: &str) -> Vec<Range<usize>> {
        if self == UrlList::Srcset {
            return srcset_urls(value).collect();
        }
        let mut next = 0;
        let urls = value.split_inclusive(|c: char| c.is_ascii_whitespace()).map(|piece| {
            let start = next;
            next += piece.len();
            start..start + self.trim_end(piece).len()
        });
        urls.filter(|url| !url.is_empty()).collect()
    }

    /// Removes separators from the end.
    fn trim_end(self, text: &str) -> &str {
        text.trim_end_matches(|c: char| c.is_ascii_whitespace() || c == ',' && self == UrlList::Srcset)
    }
}

impl UrlRule {
    /// Applies the rule to each URL of a list. The error is the rule that removes the attribute.
    fn apply_to_list<'v>(&self, list: UrlList, value: Cow<'v, str>) -> Result<FilteredValue<'v>, Rule> {
        let ranges = list.ranges(&value);
        let Some(first) = ranges.first() else { return Ok((value, None)) };
        let mut kept = value[..first.start].to_owned();
        let (mut is_empty, mut removed) = (true, None);
        for (index, range) in ranges.iter().enumerate() {
            let next = ranges.get(index + 1).map(|next| next.start);
            match self.apply(Cow::Borrowed(&value[range.clone()])) {
                Ok(url) => {
                    is_empty = false;
                    // An unescaped comma at the end of a URL would be parsed as a separator.
                    let start = list.trim_end(&url);
                    let commas = "%2C".repeat(url.len() - start.len());
                    kept.extend([start, &commas, &value[range.end..next.unwrap_or(value.len())]]);
                }
                Err(rule) => {
                    removed.get_or_insert(rule);
                    if next.is_none() {
                        kept.truncate(list.trim_end(&kept).len());
                    }
                }
            }
        }
        match removed {
            Some(rule) if is_empty => Err(rule),
            _ => Ok((kept.into(), removed)),
        }
    }

    /// Applies the rule to a URL. The error is the rule that removes the URL.
    fn apply<'v>(&self, url: Cow<'v, str>) -> Result<Cow<'v, str>, Rule> {
        let is_listed = |scheme: &str| self.schemes.iter().any(|listed| listed.eq_ignore_ascii_case(scheme));
        match scheme(&url) {
            Some(scheme) if is_listed(&scheme) => Ok(url),
            Some(_) => Err(Rule::UrlScheme),
            None => match &self.relative {
                RelativeUrls::Keep => Ok(url),
                RelativeUrls::Remove => Err(Rule::RelativeUrl),
                #[cfg(feature = "url")]
                RelativeUrls::Resolve(base) => {
                    let resolved = url::Url::parse(base).and_then(|base| base.join(&url));
                    let resolved = resolved.map_err(|_| Rule::RelativeUrl)?;
                    if is_listed(resolved.scheme()) { Ok(String::from(resolved).into()) } else { Err(Rule::UrlScheme) }
                }
            },
        }
    }
}

/// Returns the scheme of a URL in lower case, as the [basic URL parser](https://url.spec.whatwg.org/#concept-basic-url-parser) reads it.
/// Returns `None` for a relative URL.
fn scheme(url: &str) -> Option<String> {
    let url = url.trim_start_matches(|character| character <= ' ');
    let mut scheme = String::new();
    for character in url.chars().filter(|character| !matches!(character, '\t' | '\n' | '\r')) {
        match character {
            ':' => return (!scheme.is_empty()).then_some(scheme),
            'a'..='z' | 'A'..='Z' => scheme.push(character.to_ascii_lowercase()),
            '0'..='9' | '+' | '-' | '.' if !scheme.is_empty() => scheme.push(character),
            _ => return None,
        }
    }
    None
}
