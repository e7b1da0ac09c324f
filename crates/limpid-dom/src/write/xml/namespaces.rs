//! Prefixes and declarations of namespaces in XML. This module writes the tags.

use super::characters::{name, url, write_text};
use crate::read::attribute::Attribute;
use crate::read::node_ref::NodeRef;
use crate::storage::interner::Interner;
use core::fmt::{self, Write};
use limpid_markup::Namespace;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

type Text<'d> = Cow<'d, str>;

/// The number of a namespace URL in this module, or 0 for no namespace.
type Url = usize;

/// Conventional prefixes, of feeds and other documents, and their namespaces.
const CONVENTIONAL_NAMESPACES: &[(&str, &str)] = &[
    ("atom", "http://www.w3.org/2005/Atom"),
    ("content", "http://purl.org/rss/1.0/modules/content/"),
    ("creativeCommons", "http://backend.userland.com/creativeCommonsRssModule"),
    ("dc", "http://purl.org/dc/elements/1.1/"),
    ("dcterms", "http://purl.org/dc/terms/"),
    ("epub", "http://www.idpf.org/2007/ops"),
    ("feedburner", "http://rssnamespace.org/feedburner/ext/1.0"),
    ("g", "http://base.google.com/ns/1.0"),
    ("geo", "http://www.w3.org/2003/01/geo/wgs84_pos#"),
    ("georss", "http://www.georss.org/georss"),
    ("googleplay", "http://www.google.com/schemas/play-podcasts/1.0"),
    ("image", "http://www.google.com/schemas/sitemap-image/1.1"),
    ("itunes", "http://www.itunes.com/dtds/podcast-1.0.dtd"),
    ("media", "http://search.yahoo.com/mrss/"),
    ("news", "http://www.google.com/schemas/sitemap-news/0.9"),
    ("opf", "http://www.idpf.org/2007/opf"),
    ("podcast", "https://podcastindex.org/namespace/1.0"),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"),
    ("slash", "http://purl.org/rss/1.0/modules/slash/"),
    ("svg", "http://www.w3.org/2000/svg"),
    ("sy", "http://purl.org/rss/1.0/modules/syndication/"),
    ("thr", "http://purl.org/syndication/thread/1.0"),
    ("video", "http://www.google.com/schemas/sitemap-video/1.1"),
    ("wfw", "http://wellformedweb.org/CommentAPI/"),
    ("xhtml", "http://www.w3.org/1999/xhtml"),
    ("xi", "http://www.w3.org/2001/XInclude"),
    ("xlink", "http://www.w3.org/1999/xlink"),
    ("xs", "http://www.w3.org/2001/XMLSchema"),
    ("xsi", "http://www.w3.org/2001/XMLSchema-instance"),
    ("xsl", "http://www.w3.org/1999/XSL/Transform"),
    ("yt", "http://www.youtube.com/xml/schemas/2015"),
];

/// The namespaces declared at the serializer's position. It also writes the tags.
///
/// Declarations are undone at the end of their element, so that nothing is copied between elements. Each name costs one or two lookups,
/// however many declarations are in scope.
#[derive(Debug, Default)]
pub(super) struct Namespaces<'d> {
    /// The declared default namespaces, the innermost last.
    defaults: Vec<Url>,
    prefixes: HashMap<Text<'d>, Prefix>,
    /// The URLs by number. Each URL is hashed only once, because it may be long, and its namespace may contain many names.
    urls: Interner,
    /// Maps the document's numbers of namespaces to [`Url`]s.
    numbers: HashMap<u32, Url>,
    /// The declared prefixes of each URL, the innermost last.
    by_url: Vec<Vec<Text<'d>>>,
    /// The declared prefixes in order, with `""` for a default namespace.
    declared: Vec<Text<'d>>,
    open: Vec<OpenElement<'d>>,
    /// The number of elements started so far. It identifies the current element.
    element: u64,
    /// The number of generated prefixes.
    generated: u64,
    /// The positions of the element's attributes that are written as declarations.
    declarations: Vec<usize>,
}

#[derive(Debug, Default)]
struct Prefix {
    /// The URLs for which it was declared, the innermost last.
    urls: Vec<Url>,
    /// The number of the last element that uses the prefix. The prefix must not be declared again on that element.
    used_by: u64,
}

#[derive(Debug)]
struct OpenElement<'d> {
    prefix: Text<'d>,
    /// The number of declarations before it.
    declared: usize,
}

#[inline]
fn declared_prefix<'d>(attribute: &Attribute<'d>) -> Text<'d> {
    match attribute.local_name() {
        "xmlns" => Cow::Borrowed(""),
        prefix => name(prefix),
    }
}

/// Whether a declaration is allowed. `xml` and `xmlns` are always declared. The declaration of a prefix needs a URL.
#[inline]
fn may_be_declared(prefix: &str, url: &str) -> bool {
    !matches!(prefix, "xml" | "xmlns")
        && !matches!(Namespace::from_url(url), Namespace::Xml | Namespace::XmlNs)
        && (prefix.is_empty() || !url.is_empty())
}

/// Whether an attribute looks like a declaration but is not one.
#[inline]
fn is_pseudo_declaration(attribute: &Attribute<'_>) -> bool {
    attribute.local_name() == "xmlns"
        || attribute.local_name().starts_with("xmlns:")
        || attribute.prefix() == Some("xmlns")
}

fn write_declaration<W: Write>(prefix: &str, url: &str, out: &mut W) -> fmt::Result {
    let colon = if prefix.is_empty() { "" } else { ":" };
    write!(out, " xmlns{colon}{prefix}=\"")?;
    write_text(url, true, out)?;
    out.write_char('"')
}

fn write_qualified<W: Write>(prefix: &str, local_name: &str, out: &mut W) -> fmt::Result {
    if !prefix.is_empty() {
        out.write_str(prefix)?;
        out.write_char(':')?;
    }
    out.write_str(local_name)
}

impl<'d> Namespaces<'d> {
    /// Writes a start tag except for its `>`.
    pub(super) fn write_start<W: Write>(&mut self, element: NodeRef<'d>, out: &mut W) -> fmt::Result {
        self.element += 1;
        let before = self.declared.len();
        let own_default = self.declare_attributes(element);
        let (prefix, is_new) = self.element_prefix(element, own_default);
        out.write_char('<')?;
        write_qualified(&prefix, &name(element.local_name()), out)?;
        if is_new {
            write_declaration(&prefix, self.text(self.url_of(&prefix)), out)?;
        }
        self.open.push(OpenElement { prefix, declared: before });
        self.write_attributes(element, out)
    }

    /// Writes the end tag of the innermost open element.
    pub(super) fn write_end<W: Write>(&mut self, element: NodeRef<'d>, out: &mut W) -> fmt::Result {
        let prefix = self.end();
        out.write_str("</")?;
        write_qualified(&prefix, &name(element.local_name()), out)?;
        out.write_char('>')
    }

    /// Ends the innermost open element and undoes its declarations. Returns its prefix.
    #[inline]
    pub(super) fn end(&mut self) -> Text<'d> {
        let Some(open) = self.open.pop() else { return Cow::Borrowed("") };
        for prefix in self.declared.drain(open.declared..).rev() {
            if prefix.is_empty() {
                self.defaults.pop();
            } else if let Some(url) = self.prefixes.get_mut(&prefix).and_then(|prefix| prefix.urls.pop())
                && let Some(prefixes) = self.by_url.get_mut(url)
            {
                prefixes.pop();
            }
        }
        open.prefix
    }

    #[inline]
    fn number(&mut self, url: Text<'d>) -> Url {
        if url.is_empty() {
            return 0;
        }
        self.urls.intern(&url) as usize + 1
    }

    /// Returns a URL for a prefix without a namespace: the conventional one, or a placeholder. The name keeps its prefix, and XML requires
    /// a declaration for each prefix.
    #[inline]
    fn url_of_undeclared(&mut self, prefix: &str) -> Url {
        if matches!(&*name(prefix), "xml" | "xmlns") {
            return 0;
        }
        let conventional = CONVENTIONAL_NAMESPACES.iter().find(|(known, _)| *known == prefix);
        self.number(match conventional {
            Some((_, url)) => Cow::Borrowed(url),
            None => Cow::Owned(format!("urn:undeclared:{}", name(prefix))),
        })
    }

    /// Returns the [`Url`] of a namespace. `number` is the document's number for the namespace, and `text` its URL.
    #[inline]
    fn number_of_document_url(&mut self, number: u32, text: &'d str) -> Url {
        if let Some(&known) = self.numbers.get(&number) {
            return known;
        }
        let known = self.number(url(text));
        self.numbers.insert(number, known);
        known
    }

    /// Returns the text of a [`Url`].
    #[inline]
    fn text(&self, url: Url) -> &str {
        url.checked_sub(1).and_then(|index| self.urls.get(index as u32)).unwrap_or_default()
    }

    /// Returns the namespace of a prefix, or 0 if it is not declared.
    #[inline]
    fn url_of(&self, prefix: &str) -> Url {
        match prefix {
            "" => self.defaults.last(),
            prefix => self.prefixes.get(prefix).and_then(|prefix| prefix.urls.last()),
        }
        .map_or(0, |&url| url)
    }

    #[inline]
    fn declare(&mut self, prefix: Text<'d>, url: Url) {
        if prefix.is_empty() {
            self.defaults.push(url);
        } else {
            if self.by_url.len() <= url {
                self.by_url.resize_with(url + 1, Vec::new);
            }
            self.by_url[url].push(prefix.clone());
            let state = self.prefixes.entry(prefix.clone()).or_default();
            state.urls.push(url);
            state.used_by = self.element;
        }
        self.declared.push(prefix);
    }

    /// Whether the current element uses a prefix already.
    #[inline]
    fn is_used(&self, prefix: &str) -> bool {
        self.prefixes.get(prefix).is_some_and(|prefix| prefix.used_by == self.element)
    }

    #[inline]
    fn mark_used(&mut self, prefix: &str) {
        if let Some(prefix) = self.prefixes.get_mut(prefix) {
            prefix.used_by = self.element;
        }
    }

    /// Adds the declarations among an element's attributes, and records which of them are written. If they include a default namespace,
    /// returns its position and URL. It is not declared yet, because it may contradict the element's own name.
    #[inline]
    fn declare_attributes(&mut self, element: NodeRef<'d>) -> Option<(usize, Url)> {
        let mut own_default = None;
        self.declarations.clear();
        for (position, attribute) in element.attributes().enumerate() {
            if attribute.namespace() != Namespace::XmlNs {
                continue;
            }
            let (prefix, url) = (declared_prefix(&attribute), url(attribute.value()));
            if !may_be_declared(&prefix, &url) {
                continue;
            }
            let url = self.number(url);
            if prefix.is_empty() {
                own_default.get_or_insert((position, url));
            } else if self.is_used(&prefix) {
                // An earlier attribute declared it.
            } else if self.url_of(&prefix) == url {
                self.mark_used(&prefix);
            } else {
                self.declare(prefix, url);
                self.declarations.push(position);
            }
        }
        own_default
    }

    /// Returns the prefix for an element's name, and whether it has to be declared on the element.
    #[inline]
    fn element_prefix(&mut self, element: NodeRef<'d>, own_default: Option<(usize, Url)>) -> (Text<'d>, bool) {
        let namespace = element.namespace();
        let url = match (namespace, element.prefix()) {
            (Namespace::None, Some(prefix)) => self.url_of_undeclared(prefix),
            (Namespace::None | Namespace::XmlNs, _) => 0,
            _ => self.number_of_document_url(element.namespace_number(), element.namespace_url().unwrap_or_default()),
        };
        let default = own_default.map_or_else(|| self.url_of(""), |(_, default)| default);
        if namespace == Namespace::Xml {
            self.declare_default(own_default);
            return (Cow::Borrowed("xml"), false);
        }
        if url == 0 {
            if default == 0 {
                self.declare_default(own_default);
                return (Cow::Borrowed(""), false);
            }
            let is_new = self.url_of("") != 0;
            if is_new {
                self.declare(Cow::Borrowed(""), url);
            }
            return (Cow::Borrowed(""), is_new);
        }
        let is_in_default = default == url;
        let own = self.own_prefix(element.prefix());
        if !is_in_default && self.url_of("") == url && own.as_ref().is_none_or(|own| self.url_of(own) != url) {
            // The element's default namespace declaration contradicts its own name and is dropped.
            return (Cow::Borrowed(""), false);
        }
        let known = match &own {
            Some(own) if self.url_of(own) == url => Some(own.clone()),
            _ if is_in_default => Some(Cow::Borrowed("")),
            _ => self.prefix_for(url),
        };
        if let Some(known) = known {
            self.declare_default(own_default);
            self.mark_used(&known);
            return (known, false);
        }
        let prefix = match own {
            None => Cow::Borrowed(""),
            Some(own) => {
                self.declare_default(own_default);
                if self.is_used(&own) { self.new_prefix() } else { own }
            }
        };
        self.declare(prefix.clone(), url);
        (prefix, true)
    }

    /// Declares the default namespace from an attribute of the element, if it differs from the current default namespace.
    #[inline]
    fn declare_default(&mut self, own_default: Option<(usize, Url)>) {
        if let Some((position, url)) = own_default
            && self.url_of("") != url
        {
            self.declare(Cow::Borrowed(""), url);
            let at = self.declarations.partition_point(|&before| before < position);
            self.declarations.insert(at, position);
        }
    }

    /// Returns an element's or attribute's own prefix with the characters that XML allows. Returns `None` for `xml` and `xmlns`, which
    /// cannot be declared.
    #[inline]
    fn own_prefix(&self, prefix: Option<&'d str>) -> Option<Text<'d>> {
        prefix.map(name).filter(|prefix| !matches!(&**prefix, "xml" | "xmlns"))
    }

    /// Returns the prefix that was last declared for a URL, if it still has that URL.
    #[inline]
    fn prefix_for(&self, url: Url) -> Option<Text<'d>> {
        self.by_url.get(url)?.last().filter(|prefix| self.url_of(prefix) == url).cloned()
    }

    #[inline]
    fn new_prefix(&mut self) -> Text<'d> {
        loop {
            self.generated += 1;
            let prefix = format!("ns{}", self.generated);
            if self.url_of(&prefix) == 0 && !self.is_used(&prefix) {
                return Cow::Owned(prefix);
            }
        }
    }

    fn write_attributes<W: Write>(&mut self, element: NodeRef<'d>, out: &mut W) -> fmt::Result {
        let declarations = core::mem::take(&mut self.declarations);
        let mut next_declaration = declarations.iter().copied().peekable();
        let mut names = AttributeNames::new(element.attributes().len());
        for (position, attribute) in element.attributes().enumerate() {
            let namespace = attribute.namespace();
            if namespace == Namespace::XmlNs {
                if next_declaration.next_if_eq(&position).is_some() {
                    let prefix = declared_prefix(&attribute);
                    write_declaration(&prefix, &url(attribute.value()), out)?;
                }
                continue;
            }
            if namespace == Namespace::None && is_pseudo_declaration(&attribute) {
                continue;
            }
            let local_name = name(attribute.local_name());
            let url = match (namespace, attribute.prefix()) {
                (Namespace::None, Some(prefix)) => self.url_of_undeclared(prefix),
                (Namespace::None, None) => 0,
                _ => self.number_of_document_url(
                    attribute.namespace_number(),
                    attribute.namespace_url().unwrap_or_default(),
                ),
            };
            if !names.insert(url, &local_name) {
                continue;
            }
            let prefix = match namespace {
                Namespace::None if url == 0 => Cow::Borrowed(""),
                Namespace::Xml => Cow::Borrowed("xml"),
                _ => self.attribute_prefix(&attribute, url, out)?,
            };
            out.write_char(' ')?;
            write_qualified(&prefix, &local_name, out)?;
            out.write_str("=\"")?;
            write_text(attribute.value(), true, out)?;
            out.write_char('"')?;
        }
        self.declarations = declarations;
        Ok(())
    }

    /// Returns the prefix for the name of an attribute in a namespace. Declares it if necessary.
    fn attribute_prefix<W: Write>(
        &mut self,
        attribute: &Attribute<'d>,
        url: Url,
        out: &mut W,
    ) -> Result<Text<'d>, fmt::Error> {
        let own = self.own_prefix(attribute.prefix());
        let known = match &own {
            Some(own) if self.url_of(own) == url => Some(own.clone()),
            _ => self.prefix_for(url),
        };
        if let Some(known) = known {
            self.mark_used(&known);
            return Ok(known);
        }
        let prefix = match own {
            Some(own) if !self.is_used(&own) => own,
            _ => self.new_prefix(),
        };
        write_declaration(&prefix, self.text(url), out)?;
        self.declare(prefix.clone(), url);
        Ok(prefix)
    }
}

/// The names of an element's attributes written so far, with their namespaces.
enum AttributeNames<'d> {
    /// There is at most one attribute.
    One,
    Few(Vec<(Url, Text<'d>)>),
    Many(HashSet<(Url, Text<'d>)>),
}

impl<'d> AttributeNames<'d> {
    /// The maximum number of names for linear search.
    const MAX_FEW: usize = 8;

    #[inline]
    fn new(count: usize) -> AttributeNames<'d> {
        match count {
            0 | 1 => AttributeNames::One,
            2..=Self::MAX_FEW => AttributeNames::Few(Vec::new()),
            _ => AttributeNames::Many(HashSet::with_capacity(count)),
        }
    }

    /// Adds a name. Returns whether it is new.
    #[inline]
    fn insert(&mut self, url: Url, local_name: &Text<'d>) -> bool {
        let name = || (url, local_name.clone());
        match self {
            AttributeNames::One => true,
            AttributeNames::Few(names) => {
                let is_new = !names.iter().any(|(a, b)| *a == url && b == local_name);
                if is_new {
                    names.push(name());
                }
                is_new
            }
            AttributeNames::Many(names) => names.insert(name()),
        }
    }
}
