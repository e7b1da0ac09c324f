//! Elements and end tags, as passed to handlers.

use super::content::{Changes, ContentKind, ContentType};
use super::error::{AttributeNameError, HandlerResult, TagNameError};
use super::tag::{AttributeChange, find, has_name};
use crate::events::{Enter, OpenElement, OpenElements};
use limpid_markup::{LocalName, Namespace, Span, TagSet};
use std::borrow::Cow;

pub(super) type EndTagHandler = Box<dyn FnOnce(&mut EndTag<'_>) -> HandlerResult + Send>;

/// An element, passed to a handler at its start, before its content.
///
/// This is an element of the tree, so its start tag may be implied: in that case, [`span`](Self::span) is `None`. An implied start tag is written
/// only if the handler sets the name or an attribute, or if [inserted content](crate::rewrite#where-content-is-inserted) needs the tag.
///
/// ```
/// use limpid::rewrite::{Handlers, rewrite_str};
/// let handlers = Handlers::new().element("img:not([alt])", |img| {
///     img.set_attribute("alt", "")?;
///     Ok(())
/// })?;
/// assert_eq!(rewrite_str("<img src=tea.png><img alt=Tea>", handlers)?, "<img src=tea.png alt=\"\"><img alt=Tea>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Element<'a> {
    pub(super) enter: &'a Enter<'a>,
    pub(super) open: &'a OpenElements,
    pub(super) source: &'a str,
    pub(super) content: ContentKind,
    pub(super) noscript_is_raw: bool,
    pub(super) changes: &'a mut ElementChanges,
}

#[derive(Default)]
pub(super) struct ElementChanges {
    /// Content before the start tag.
    pub(super) before: String,
    pub(super) replacement: String,
    pub(super) name: Option<String>,
    pub(super) attributes: Vec<AttributeChange>,
    /// Content after the start tag.
    pub(super) prepended: String,
    pub(super) removes_tags: bool,
    pub(super) removes_content: bool,
    pub(super) end: EndChanges,
    pub(super) stops: bool,
}

#[derive(Default)]
pub(super) struct EndChanges {
    pub(super) appended: String,
    pub(super) after: String,
    pub(super) handlers: Vec<EndTagHandler>,
}

impl EndChanges {
    /// Returns the number of bytes stored until the end of the element.
    pub(super) fn memory(&self) -> usize {
        self.appended.len() + self.after.len() + size_of_val(&self.handlers[..]) + size_of::<[usize; 16]>()
    }
}

impl ElementChanges {
    pub(super) fn is_empty(&self) -> bool {
        self.before.is_empty()
            && self.name.is_none()
            && self.attributes.is_empty()
            && self.prepended.is_empty()
            && !self.removes_tags
            && !self.removes_content
            && self.end.appended.is_empty()
            && self.end.after.is_empty()
            && self.end.handlers.is_empty()
    }
}

impl<'a> Element<'a> {
    /// Returns the local name of the element, or the name that was [set](Self::set_tag_name).
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().element("body *", |element| {
    ///     found.push(element.tag_name().to_owned());
    ///     Ok(())
    /// })?;
    /// rewrite_str("<B>Green</B> <svg><linearGradient>", handlers)?;
    /// assert_eq!(found, ["b", "svg", "linearGradient"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tag_name(&self) -> &str {
        self.changes.name.as_deref().unwrap_or(self.enter.element.name_str)
    }

    /// Sets the name in both tags. If the element is void and the new name is not, an end tag is added.
    ///
    /// # Errors
    /// Returns an error if the name is invalid, or would change how the content is parsed: from or to a `script`, a `title` or another
    /// element that contains only text.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("b", |b| {
    ///     b.set_tag_name("strong")?;
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<p><b class=a>Tea</b>", handlers)?, "<p><strong class=a>Tea</strong>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_tag_name(&mut self, name: &str) -> Result<(), TagNameError> {
        if !is_tag_name(name) {
            return Err(TagNameError(name.into()));
        }
        if self.namespace() == Namespace::Html {
            let of_name = LocalName::from_bytes(name.to_ascii_lowercase().as_bytes());
            let new = ContentKind::of_html(of_name, self.noscript_is_raw);
            let has_markup = |kind| matches!(kind, ContentKind::Markup | ContentKind::Preformatted);
            // Two raw text elements are not interchangeable: the text of a `style` may contain `</script>`.
            let is_parsed_alike = of_name == self.enter.element.name && of_name.is_known()
                || new == ContentKind::Void && self.content == ContentKind::Void
                || has_markup(new) && (has_markup(self.content) || self.content == ContentKind::Void);
            if !is_parsed_alike {
                return Err(TagNameError(name.into()));
            }
        }
        self.changes.name = Some(name.to_owned());
        Ok(())
    }

    /// Returns the namespace.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().element("a", |a| {
    ///     found.push(a.namespace());
    ///     Ok(())
    /// })?;
    /// rewrite_str("<a>Tea</a><svg><a>Leaf</a></svg>", handlers)?;
    /// assert_eq!(found, [limpid::Namespace::Html, limpid::Namespace::Svg]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn namespace(&self) -> Namespace {
        self.enter.element.namespace
    }

    /// Returns the span of the start tag in the page, in bytes of UTF-8, or `None` if the tag is implied.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().element("tbody, td", |element| {
    ///     found.push(element.span());
    ///     Ok(())
    /// })?;
    /// rewrite_str("<table><tr><td>Tea", handlers)?;
    /// assert_eq!(found, [None, Some(limpid::Span::new(11, 15))]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn span(&self) -> Option<Span> {
        self.enter.element.span
    }

    /// Returns the markup of the start tag in the page, or `""` if the tag is implied.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().element("p", |p| {
    ///     found.push(p.source().to_owned());
    ///     Ok(())
    /// })?;
    /// rewrite_str("<P CLASS=tea>Green", handlers)?;
    /// assert_eq!(found, ["<P CLASS=tea>"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn source(&self) -> &'a str {
        self.source
    }

    /// Returns the ancestors in the tree, innermost first.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("b", |b| {
    ///     let path: Vec<&str> = b.ancestors().map(|element| element.name_str).collect();
    ///     b.set_attribute("path", &path.join(" "))?;
    ///     Ok(())
    /// })?;
    /// // A `b` element cannot be in a table, so it is inserted before the table.
    /// assert_eq!(rewrite_str("<div><table><b>", handlers)?, "<div><table><b path=\"div body html\">");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ancestors(&self) -> impl Iterator<Item = OpenElement<'_>> {
        self.open.ancestors(self.enter.place)
    }

    /// Whether the element can have content. Void elements and self-closing SVG and MathML elements cannot.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().element("p, br", |element| {
    ///     found.push(element.can_have_content());
    ///     Ok(())
    /// })?;
    /// rewrite_str("<p>Green<br>tea", handlers)?;
    /// assert_eq!(found, [true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn can_have_content(&self) -> bool {
        let element = &self.enter.element;
        match element.namespace {
            Namespace::Html => !TagSet::SERIALIZES_AS_VOID.contains(element.name),
            _ => !self.is_self_closing(),
        }
    }

    /// Whether the start tag ends with `/>`.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().element("br", |br| {
    ///     found.push(br.is_self_closing());
    ///     Ok(())
    /// })?;
    /// rewrite_str("<br><br/>", handlers)?;
    /// assert_eq!(found, [false, true]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_self_closing(&self) -> bool {
        let last = self.enter.element.attributes.iter().last();
        let (start, value_end) = (self.span().unwrap_or_default().start, last.map_or(0, |last| last.value_span().end));
        let end = start + self.source.len() as u32;
        self.source.ends_with("/>") && value_end + 1 < end
    }

    /// Returns the current names and values of the attributes.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().element("a", |a| {
    ///     found.push(a.attributes().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>());
    ///     Ok(())
    /// })?;
    /// rewrite_str("<a HREF=/tea title='Tea &amp; milk'>", handlers)?;
    /// assert_eq!(found, [["href=/tea", "title=Tea & milk"]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attributes(&self) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
        let of_tag = self.enter.element.attributes.iter().filter_map(|attribute| {
            let name = match attribute.prefix() {
                None => Cow::Borrowed(attribute.name_str()),
                Some(prefix) if prefix == attribute.name_str() => Cow::Borrowed(prefix),
                Some(prefix) => Cow::Owned(format!("{prefix}:{}", attribute.name_str())),
            };
            match self.change(|change| has_name(&attribute, &change.name)) {
                None => Some((name, Cow::Borrowed(attribute.value()))),
                Some(change) => change.value.as_deref().map(|value| (name, Cow::Borrowed(value))),
            }
        });
        let is_new = |change: &&AttributeChange| find(&self.enter.element.attributes, &change.name).is_none();
        let added = self.changes.attributes.iter().filter(is_new).filter_map(|change| {
            change.value.as_deref().map(|value| (Cow::Borrowed(&*change.name), Cow::Borrowed(value)))
        });
        of_tag.chain(added)
    }

    fn change(&self, is_match: impl Fn(&AttributeChange) -> bool) -> Option<&AttributeChange> {
        self.changes.attributes.iter().find(|change| is_match(change))
    }

    /// Returns the current value of an attribute, with character references resolved. The case of the name does not matter.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().element("a", |a| {
    ///     found.push(a.attribute("HREF"));
    ///     Ok(())
    /// })?;
    /// rewrite_str("<a href='/tea?a=1&amp;b=2'></a><a>", handlers)?;
    /// assert_eq!(found, [Some("/tea?a=1&b=2".to_owned()), None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "get_attribute")]
    pub fn attribute(&self, name: &str) -> Option<String> {
        if let Some(change) = self.change(|change| change.name.eq_ignore_ascii_case(name)) {
            return change.value.clone();
        }
        find(&self.enter.element.attributes, name).map(|attribute| attribute.value().to_owned())
    }

    /// Returns whether the element has an attribute.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().element("input", |input| {
    ///     found.push(input.has_attribute("disabled"));
    ///     Ok(())
    /// })?;
    /// rewrite_str("<input disabled><input>", handlers)?;
    /// assert_eq!(found, [true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_attribute(&self, name: &str) -> bool {
        match self.change(|change| change.name.eq_ignore_ascii_case(name)) {
            Some(change) => change.value.is_some(),
            None => find(&self.enter.element.attributes, name).is_some(),
        }
    }

    /// Sets or adds an attribute. If the attribute exists, only its value is replaced. The rest of the tag stays the same.
    ///
    /// # Errors
    /// Returns an error if the name is not a valid attribute name.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("img", |img| {
    ///     img.set_attribute("alt", "Tea & \"more\"")?;
    ///     img.set_attribute("loading", "lazy")?;
    ///     Ok(())
    /// })?;
    /// assert_eq!(
    ///     rewrite_str("<IMG  alt='' SRC=t.png />", handlers)?,
    ///     "<IMG  alt='Tea &amp; \"more\"' SRC=t.png loading=\"lazy\" />"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_attribute(&mut self, name: &str, value: &str) -> Result<(), AttributeNameError> {
        let is_end = |c: char| c.is_ascii_whitespace() || c.is_control() || matches!(c, '"' | '\'' | '>' | '/' | '=');
        if name.is_empty() || name.contains(is_end) {
            return Err(AttributeNameError(name.into()));
        }
        // If the attribute already has this value, do not change the tag.
        let is_change =
            || find(&self.enter.element.attributes, name).is_none_or(|attribute| attribute.value() != value);
        if !self.changes.attributes.is_empty() || is_change() {
            self.change_attribute(name, Some(value.to_owned()));
        }
        Ok(())
    }

    /// Removes an attribute, if the element has it.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("[style]", |element| {
    ///     element.remove_attribute("style");
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<p id=a style='color: red'>Tea", handlers)?, "<p id=a>Tea");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_attribute(&mut self, name: &str) {
        if self.has_attribute(name) {
            self.change_attribute(name, None);
        }
    }

    fn change_attribute(&mut self, name: &str, value: Option<String>) {
        let changes = &mut self.changes.attributes;
        match changes.iter_mut().find(|change| change.name.eq_ignore_ascii_case(name)) {
            Some(change) => change.value = value,
            None => changes.push(AttributeChange { name: name.to_ascii_lowercase(), value }),
        }
    }

    /// Inserts content before the element, after content that was inserted earlier.
    ///
    /// ```
    /// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("p", |p| {
    ///     p.before("<hr>", ContentType::Html);
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<p>Tea</p>", handlers)?, "<hr><p>Tea</p>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn before(&mut self, content: &str, content_type: ContentType) {
        self.changes.before.push_str(&content_type.markup(content, false));
    }

    /// Inserts content directly after the element, before content that was inserted earlier.
    ///
    /// ```
    /// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("li", |li| {
    ///     li.after("<li>Milk", ContentType::Html);
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<ul><li>Tea</ul>", handlers)?, "<ul><li>Tea</li><li>Milk</ul>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after(&mut self, content: &str, content_type: ContentType) {
        self.changes.end.after.insert_str(0, &content_type.markup(content, false));
    }

    /// Inserts content at the start of the element, before content that was inserted earlier. Does nothing if the element cannot have
    /// content.
    ///
    /// ```
    /// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("p", |p| {
    ///     p.prepend("1 < 2: ", ContentType::Text);
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<p>Tea</p>", handlers)?, "<p>1 &lt; 2: Tea</p>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepend(&mut self, content: &str, content_type: ContentType) {
        if self.can_have_content() {
            let markup = self.inner_markup(content, content_type);
            self.changes.prepended.insert_str(0, &markup);
        }
    }

    /// Inserts content at the end of the element, after content that was inserted earlier. Does nothing if the element cannot have content.
    ///
    /// ```
    /// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("p", |p| {
    ///     p.append("<br>hot", ContentType::Html);
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<p>Tea</p>", handlers)?, "<p>Tea<br>hot</p>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn append(&mut self, content: &str, content_type: ContentType) {
        if self.can_have_content() {
            let markup = self.inner_markup(content, content_type);
            self.changes.end.appended.push_str(&markup);
        }
    }

    /// Replaces the content of the element. Does nothing if the element cannot have content.
    ///
    /// ```
    /// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("title", |title| {
    ///     title.set_inner_content("Milk & tea", ContentType::Text);
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<title>Tea</title>", handlers)?, "<title>Milk &amp; tea</title>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_inner_content(&mut self, content: &str, content_type: ContentType) {
        if self.can_have_content() {
            self.changes.prepended = self.inner_markup(content, content_type);
            self.changes.end.appended.clear();
            self.changes.removes_content = true;
        }
    }

    /// Replaces the element and its content.
    ///
    /// ```
    /// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("font", |font| {
    ///     font.replace("Tea", ContentType::Text);
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<p><font>Coffee</font>!", handlers)?, "<p>Tea!");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replace(&mut self, content: &str, content_type: ContentType) {
        self.remove();
        self.changes.replacement = content_type.markup(content, false);
    }

    /// Removes the element and its content.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("script", |script| {
    ///     script.remove();
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<p>Tea</p><script>ad()</script><p>Milk", handlers)?, "<p>Tea</p><p>Milk");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self) {
        self.changes.replacement.clear();
        self.changes.prepended.clear();
        self.changes.end.appended.clear();
        (self.changes.removes_tags, self.changes.removes_content) = (true, true);
    }

    /// Removes the tags of the element, but keeps its content.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("font", |font| {
    ///     font.remove_and_keep_content();
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<p><font>Green <b>tea</b></font>", handlers)?, "<p>Green <b>tea</b>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_and_keep_content(&mut self) {
        self.changes.removes_tags = true;
    }

    /// Returns whether the element was removed or replaced, with or without its content.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().element("p", |p| {
    ///     found.push((p.is_removed(), { p.remove(); p.is_removed() }));
    ///     Ok(())
    /// })?;
    /// rewrite_str("<p>Tea", handlers)?;
    /// assert_eq!(found, [(false, true)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_removed(&self) -> bool {
        self.changes.removes_tags
    }

    /// Adds a function that is called at the end of the element: at its end tag, or at the position where the end tag is implied. A void
    /// element ends directly after its start tag.
    ///
    /// ```
    /// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("p", |p| {
    ///     p.on_end_tag(|end| {
    ///         end.before(if end.is_implied() { "." } else { "!" }, ContentType::Text);
    ///         Ok(())
    ///     });
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<p>Sencha<p>Matcha</p>", handlers)?, "<p>Sencha.<p>Matcha!</p>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on_end_tag(&mut self, handler: impl FnOnce(&mut EndTag<'_>) -> HandlerResult + Send + 'static) {
        self.changes.end.handlers.push(Box::new(handler));
    }

    /// Calls no handlers for the rest of the page, which is copied unchanged. Changes made so far are still applied.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("p", |p| {
    ///     p.set_attribute("class", "first")?;
    ///     p.stop();
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<p>Green<p>Black", handlers)?, "<p class=\"first\">Green<p>Black");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stop(&mut self) {
        self.changes.stops = true;
    }

    fn inner_markup(&self, content: &str, content_type: ContentType) -> String {
        content_type.markup(content, self.content == ContentKind::Raw)
    }
}

/// The end of an element.
///
/// ```
/// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
/// let handlers = Handlers::new().element("p", |p| {
///     p.on_end_tag(|end| {
///         end.before(" (hot)", ContentType::Text);
///         Ok(())
///     });
///     Ok(())
/// })?;
/// assert_eq!(rewrite_str("<p>Tea</p>", handlers)?, "<p>Tea (hot)</p>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct EndTag<'a> {
    pub(super) name: &'a str,
    pub(super) new_name: &'a mut Option<String>,
    pub(super) is_implied: bool,
    pub(super) is_raw: bool,
    pub(super) changes: &'a mut Changes,
}

impl EndTag<'_> {
    /// Returns the name of the element.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// use std::sync::{Arc, Mutex};
    /// let names = Arc::new(Mutex::new(Vec::new()));
    /// let shared = names.clone();
    /// let handlers = Handlers::new().element("body *", move |element| {
    ///     let names = shared.clone();
    ///     element.on_end_tag(move |end| {
    ///         names.lock().unwrap().push(end.name().to_owned());
    ///         Ok(())
    ///     });
    ///     Ok(())
    /// })?;
    /// rewrite_str("<p>Green <b>tea</b>", handlers)?;
    /// assert_eq!(*names.lock().unwrap(), ["b", "p"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn name(&self) -> &str {
        self.new_name.as_deref().unwrap_or(self.name)
    }

    /// Sets the name of the end tag only. If the tag is implied, it is written.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("p", |p| {
    ///     p.on_end_tag(|end| {
    ///         end.set_name("div")?;
    ///         Ok(())
    ///     });
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<p>Tea</p>", handlers)?, "<p>Tea</div>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_name(&mut self, name: &str) -> Result<(), TagNameError> {
        if !is_tag_name(name) {
            return Err(TagNameError(name.into()));
        }
        *self.new_name = Some(name.to_owned());
        Ok(())
    }

    /// Returns whether the end tag is implied: the page does not contain it.
    ///
    /// ```
    /// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("p", |p| {
    ///     p.on_end_tag(|end| {
    ///         if end.is_implied() {
    ///             end.after("<!-- no end tag -->", ContentType::Html);
    ///         }
    ///         Ok(())
    ///     });
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<p>Green</p><p>Black", handlers)?, "<p>Green</p><p>Black</p><!-- no end tag -->");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_implied(&self) -> bool {
        self.is_implied
    }

    /// Inserts content before the end tag, after content that was inserted earlier.
    ///
    /// ```
    /// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("p", |p| {
    ///     p.on_end_tag(|end| {
    ///         end.before("!", ContentType::Text);
    ///         Ok(())
    ///     });
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<p>Tea</p>", handlers)?, "<p>Tea!</p>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn before(&mut self, content: &str, content_type: ContentType) {
        self.changes.before.push_str(&content_type.markup(content, self.is_raw));
    }

    /// Inserts content directly after the end tag, before content that was inserted earlier.
    ///
    /// ```
    /// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("p", |p| {
    ///     p.on_end_tag(|end| {
    ///         end.after("<hr>", ContentType::Html);
    ///         Ok(())
    ///     });
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<p>Tea</p>", handlers)?, "<p>Tea</p><hr>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after(&mut self, content: &str, content_type: ContentType) {
        self.changes.add_after(&content_type.markup(content, false));
    }

    /// Replaces the end tag with content.
    ///
    /// ```
    /// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("p", |p| {
    ///     p.on_end_tag(|end| {
    ///         end.replace("</p><hr>", ContentType::Html);
    ///         Ok(())
    ///     });
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<p>Tea</p>Milk", handlers)?, "<p>Tea</p><hr>Milk");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replace(&mut self, content: &str, content_type: ContentType) {
        self.changes.replace(content_type.markup(content, false));
    }

    /// Removes the end tag.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("p", |p| {
    ///     p.on_end_tag(|end| {
    ///         end.remove();
    ///         Ok(())
    ///     });
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<p>Green</p><p>Black</p>", handlers)?, "<p>Green<p>Black");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self) {
        self.changes.is_removed = true;
    }
}

/// Whether a text is a single name in a tag, with the same characters after parsing.
fn is_tag_name(name: &str) -> bool {
    let is_end = |c: char| c.is_ascii_whitespace() || c.is_ascii_control() || matches!(c, '/' | '>');
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.contains(is_end)
}
