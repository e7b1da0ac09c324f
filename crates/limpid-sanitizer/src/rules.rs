//! Rules beside the standard, as data: what users of other sanitizers miss in its configurations.

use crate::filter::{is_event_handler, names_href};
use crate::javascript_url::is_javascript_url;
use crate::printable::is_writable;
use crate::removal::Rule;
use core::fmt;
use core::ops::Range;
use limpid_markup::srcset_urls;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Rules that the standard's configurations have no members for. Without any, a [`Cleaner`](crate::Cleaner) is its sanitizer.
///
/// Names of elements and attributes match in any case. With the feature `serde` the rules are read from JSON, and written as JSON;
/// an unknown member is an error that suggests the nearest name.
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
    /// Whether an element that the configuration does not list is replaced by its children rather than removed with them. Unsafe elements
    /// and `style` are removed all the same. The text of other elements stays, also that of `title` and `textarea`: list those in
    /// [`remove_content_of`](Self::remove_content_of).
    pub unlisted_elements_keep_content: bool,
    /// The names of elements that are removed with what is in them nevertheless.
    pub remove_content_of: Vec<String>,
    /// The schemes of URLs, and what becomes of relative ones.
    pub urls: Vec<UrlRule>,
    /// The classes that are kept, by the names of elements; `*` is for all that are not named. Without a rule for it, an element keeps
    /// all classes. The configuration has to keep `class`.
    pub classes: BTreeMap<String, Vec<String>>,
    /// The CSS properties that are kept in `style` attributes, by declarations that load nothing. Without it, `style` attributes stay as
    /// they are, if the configuration keeps them. With the feature `sanitize-styles` of `limpid`.
    #[cfg(feature = "style")]
    pub style_properties: Option<Vec<String>>,
    /// Attributes that are set on elements that stay, whether the configuration keeps them or not.
    pub set_attributes: Vec<SetAttribute>,
}

/// A rule on URLs in attributes. Of several rules on an attribute the first counts.
///
/// In attributes that hold several URLs the rule applies to each of them: `srcset`, `imagesrcset`, `ping`, `archive`,
/// `attributionsrc`, `itemtype` and `profile`. A URL that the rule does not keep is removed with its descriptors, and the
/// attribute if no URL is left.
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
    /// The schemes of URLs that are kept, without the colon. Other URLs are removed with their attribute.
    pub schemes: Vec<String>,
    /// The fate of URLs without a scheme.
    pub relative: RelativeUrls,
}

impl UrlRule {
    /// Returns a rule that keeps URLs with these schemes in these attributes, and relative URLs.
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

    /// Sets what happens to relative URLs.
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

/// The fate of relative URLs.
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
    /// They stay as they are.
    #[default]
    Keep,
    /// They are removed with their attribute.
    Remove,
    /// They are resolved against this URL, and removed if that is impossible. With the feature `sanitize-urls` of
    /// `limpid`.
    #[cfg(feature = "url")]
    Resolve(String),
}

/// An attribute that elements get, in place of one by the same name.
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
    /// Its value.
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

/// Rules that a [`Cleaner`](crate::Cleaner) refuses.
///
/// ```
/// use limpid::sanitize::{Cleaner, Rules, RulesError, Sanitizer, SetAttribute};
/// let set = SetAttribute::new("p", "on load", "");
/// let error = Cleaner::new(Sanitizer::default(), Rules { set_attributes: vec![set], ..Rules::default() }).unwrap_err();
/// assert_eq!(error.to_string(), r#"setAttributes: "on load" of p is no name of an attribute; correct it"#);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RulesError {
    /// A rule would set an attribute that runs a script.
    SetsScript(SetAttribute),
    /// A rule would set an attribute whose name cannot be written in markup.
    SetsInvalidName(SetAttribute),
    /// The URL that others are resolved against is none, or relative.
    InvalidBase(String),
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::SetsScript(SetAttribute { element, name, .. }) => {
                write!(f, "setAttributes: {name} of {element} would run a script; leave it out")
            }
            RulesError::SetsInvalidName(SetAttribute { element, name, .. }) => {
                write!(f, "setAttributes: {name:?} of {element} is no name of an attribute; correct it")
            }
            RulesError::InvalidBase(base) => write!(f, "urls: {base:?} is not an absolute URL; correct it"),
        }
    }
}

impl std::error::Error for RulesError {}

/// The value of an attribute after the rules, with the rule by which parts of it went.
pub(crate) type Ruled<'v> = (Cow<'v, str>, Option<Rule>);

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

    /// Returns the classes that an element keeps; `None` if it keeps all.
    fn classes_of(&self, element: &str) -> Option<&Vec<String>> {
        let in_any_case = || self.classes.iter().find(|(name, _)| name.eq_ignore_ascii_case(element));
        let own = self.classes.get(element).or_else(|| in_any_case().map(|(_, classes)| classes));
        own.or_else(|| self.classes.get("*"))
    }

    /// Applies the rules to an attribute. An error is the rule by which it goes.
    pub(crate) fn value<'v>(&self, element: &str, attribute: &str, value: Cow<'v, str>) -> Result<Ruled<'v>, Rule> {
        let is_it = |name: &String| name.eq_ignore_ascii_case(attribute);
        let value = match self.urls.iter().find(|rule| rule.attributes.iter().any(is_it)) {
            Some(rule) => match UrlList::of(attribute) {
                Some(list) => return rule.urls(list, value),
                None => rule.url(value)?,
            },
            None => value,
        };
        #[cfg(feature = "style")]
        if let Some(properties) = self.style_properties.as_ref().filter(|_| attribute.eq_ignore_ascii_case("style")) {
            let (style, is_whole) = crate::style::kept_declarations(&value, properties);
            let rule = Rule::StyleNotAllowed;
            return if style.is_empty() { Err(rule) } else { Ok((style.into(), (!is_whole).then_some(rule))) };
        }
        let is_class = attribute.eq_ignore_ascii_case("class");
        match is_class.then(|| self.classes_of(element)).flatten() {
            Some(kept) => {
                let is_kept = |class: &&str| kept.iter().any(|name| name == class);
                let (kept, gone): (Vec<&str>, Vec<&str>) = value.split_ascii_whitespace().partition(is_kept);
                let rule = Rule::ClassNotAllowed;
                if kept.is_empty() {
                    return Err(rule);
                }
                Ok((kept.join(" ").into(), (!gone.is_empty()).then_some(rule)))
            }
            None => Ok((value, None)),
        }
    }
}

/// The syntax of an attribute that holds several URLs.
#[derive(Clone, Copy, PartialEq)]
enum UrlList {
    Srcset,
    SpaceSeparated,
}

impl UrlList {
    /// Returns the syntax of an attribute; `None` if it holds one URL.
    fn of(attribute: &str) -> Option<UrlList> {
        let is_any_of = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(attribute));
        if is_any_of(&["srcset", "imagesrcset"]) {
            return Some(UrlList::Srcset);
        }
        is_any_of(&["ping", "archive", "attributionsrc", "itemtype", "profile"]).then_some(UrlList::SpaceSeparated)
    }

    /// Returns the places of the URLs.
    fn places(self, value: &str) -> Vec<Range<usize>> {
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
    /// Applies the rule to each URL of a list. An error is the rule by which the attribute goes.
    fn urls<'v>(&self, list: UrlList, value: Cow<'v, str>) -> Result<Ruled<'v>, Rule> {
        let places = list.places(&value);
        let Some(first) = places.first() else { return Ok((value, None)) };
        let mut kept = value[..first.start].to_owned();
        let (mut is_empty, mut removed) = (true, None);
        for (index, place) in places.iter().enumerate() {
            let next = places.get(index + 1).map(|next| next.start);
            match self.url(Cow::Borrowed(&value[place.clone()])) {
                Ok(url) => {
                    is_empty = false;
                    // A comma at the end of a URL is a separator, unless it is escaped.
                    let start = list.trim_end(&url);
                    let commas = "%2C".repeat(url.len() - start.len());
                    kept.extend([start, &commas, &value[place.end..next.unwrap_or(value.len())]]);
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

    fn url<'v>(&self, url: Cow<'v, str>) -> Result<Cow<'v, str>, Rule> {
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

/// Returns the scheme of a URL in lowercase as the [basic URL parser](https://url.spec.whatwg.org/#concept-basic-url-parser) reads it;
/// `None` for a relative one.
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
