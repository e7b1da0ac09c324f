//! The context element of a fragment.

use crate::NodeRef;
use core::fmt;
use core::str::FromStr;
use limpid_markup::{AttributeRecord, LocalName, Namespace, QuirksMode, Span, TokenAttributes, TreeSink};
use limpid_tokenizer::State;
use limpid_tree_builder::{ContextElement, TreeBuilder};
use std::borrow::Cow;

/// The context element of a fragment parse: the input is parsed as the content of this element.
///
/// Create it from a tag name, with a prefix `svg` or `math` for the other namespaces:
///
/// ```
/// use limpid::{FragmentContext, parse_fragment};
/// let row = parse_fragment("<td>1<td>2", "tr");
/// assert_eq!(row.to_html(), "<td>1</td><td>2</td>");
/// assert!(FragmentContext::parse("svg foreignObject").is_ok());
/// assert!("no such".parse::<FragmentContext>().is_err());
/// ```
///
/// Or from an element of a document, as the context of its `innerHTML`:
///
/// ```
/// let document = limpid::parse("<table><tr id=row></table>");
/// let row = document.element_by_id("row").unwrap();
/// assert_eq!(limpid::parse_fragment("<td>1", row).to_html(), "<td>1</td>");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FragmentContext {
    namespace: Namespace,
    local_name: Cow<'static, str>,
    name: LocalName,
    attributes: Vec<(String, String)>,
    quirks_mode: QuirksMode,
    is_in_form: bool,
    is_shadow_host: bool,
}

impl FragmentContext {
    /// Creates a context element from a namespace and a local name.
    ///
    /// ```
    /// use limpid::{FragmentContext, Namespace};
    /// let context = FragmentContext::new(Namespace::Svg, "foreignObject");
    /// assert_eq!(context.to_string(), "svg foreignObject");
    /// ```
    #[inline]
    pub fn new(namespace: Namespace, local_name: impl Into<String>) -> FragmentContext {
        let local_name = local_name.into();
        let name = LocalName::from_bytes(local_name.as_bytes());
        FragmentContext::with_name(namespace, Cow::Owned(local_name), name)
    }

    #[inline]
    fn with_name(namespace: Namespace, local_name: Cow<'static, str>, name: LocalName) -> FragmentContext {
        FragmentContext {
            namespace,
            local_name,
            name,
            attributes: Vec::new(),
            quirks_mode: QuirksMode::NoQuirks,
            is_in_form: false,
            is_shadow_host: false,
        }
    }

    /// Parses a name such as `td`, `svg path` or `math mi`.
    ///
    /// ```
    /// use limpid::FragmentContext;
    /// assert_eq!(FragmentContext::parse("svg path")?.to_string(), "svg path");
    /// assert!(FragmentContext::parse("no such thing").is_err());
    /// # Ok::<(), limpid::FragmentContextError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is empty, the name contains white space or markup characters, or the word before the name is not `svg`, `math` or `html`.
    #[inline]
    pub fn parse(text: &str) -> Result<FragmentContext, FragmentContextError> {
        let (namespace, name) = match text.split_once(' ') {
            None => (Namespace::Html, text),
            Some(("html", name)) => (Namespace::Html, name),
            Some(("svg", name)) => (Namespace::Svg, name),
            Some(("math", name)) => (Namespace::MathMl, name),
            Some(_) => return Err(FragmentContextError(text.to_owned())),
        };
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && !name.contains(|c: char| c.is_ascii_whitespace() || matches!(c, '<' | '>' | '/' | '\0'));
        if !is_name {
            return Err(FragmentContextError(text.to_owned()));
        }
        Ok(FragmentContext::new(
            namespace,
            if namespace == Namespace::Html { name.to_ascii_lowercase() } else { name.to_owned() },
        ))
    }

    /// Adds an attribute. Only the `encoding` of a MathML `annotation-xml` affects the parse.
    ///
    /// ```
    /// use limpid::{FragmentContext, Namespace};
    /// let annotation = FragmentContext::new(Namespace::MathMl, "annotation-xml").attribute("encoding", "text/html");
    /// let fragment = limpid::parse_fragment("<p>Tea", annotation);
    /// assert_eq!(fragment.root().first_child().unwrap().namespace(), Namespace::Html);
    /// ```
    #[must_use]
    #[inline]
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<String>) -> FragmentContext {
        self.attributes.push((name.into(), value.into()));
        self
    }

    /// Sets the quirks mode of the element's document. It only affects whether a `table` closes a `p`.
    ///
    /// ```
    /// use limpid::{FragmentContext, QuirksMode};
    /// let html = |mode| limpid::parse_fragment("<p><table></table>", FragmentContext::from("div").quirks_mode(mode)).to_html();
    /// assert_eq!(html(QuirksMode::NoQuirks), "<p></p><table></table>");
    /// assert_eq!(html(QuirksMode::Quirks), "<p><table></table></p>");
    /// ```
    #[must_use]
    #[inline]
    pub fn quirks_mode(mut self, mode: QuirksMode) -> FragmentContext {
        self.quirks_mode = mode;
        self
    }

    /// Sets whether the element is inside a `form`, so that the parser ignores nested `form` tags.
    ///
    /// ```
    /// use limpid::FragmentContext;
    /// let context = FragmentContext::from("div").in_form(true);
    /// assert_eq!(limpid::parse_fragment("<form><input></form>", context).to_html(), "<input>");
    /// ```
    #[must_use]
    #[inline]
    pub fn in_form(mut self, is_in_form: bool) -> FragmentContext {
        self.is_in_form = is_in_form;
        self
    }

    /// Sets whether the element already has a shadow root, so that the markup cannot
    /// [declare](crate::ParseOptions::allow_declarative_shadow_roots) one for it.
    ///
    /// ```
    /// use limpid::{FragmentContext, ParseOptions};
    /// let options = ParseOptions::new().allow_declarative_shadow_roots(true);
    /// let context = FragmentContext::from("div").shadow_host(true);
    /// let fragment = options.parse_fragment("<template shadowrootmode=open>Tea</template>", context);
    /// assert!(fragment.root().first_child().unwrap().is_html(limpid::LocalName::TEMPLATE));
    /// ```
    #[must_use]
    #[inline]
    pub fn shadow_host(mut self, is_shadow_host: bool) -> FragmentContext {
        self.is_shadow_host = is_shadow_host;
        self
    }

    /// Whether it is a known HTML element without attributes.
    #[inline]
    pub(crate) fn is_known_html(&self) -> bool {
        self.html_name() != LocalName::UNKNOWN && self.attributes.is_empty()
    }

    /// Returns the name of a known HTML element, or [`LocalName::UNKNOWN`]. Serialization of the fragment depends on it.
    #[inline]
    pub(crate) fn html_name(&self) -> LocalName {
        match self.namespace {
            Namespace::Html => self.name,
            _ => LocalName::UNKNOWN,
        }
    }

    /// Starts a fragment parse with this context. Returns the initial state of the tokenizer.
    #[inline]
    pub(crate) fn start<S: TreeSink>(&self, builder: &mut TreeBuilder<S>) -> State {
        if self.is_known_html() {
            return builder.start_fragment_of_html(self.name, self.quirks_mode, self.is_in_form, self.is_shadow_host);
        }
        self.with_context_element(|context| builder.start_fragment(context))
    }

    /// Converts the context to a [`ContextElement`] and passes it to `then`.
    #[cold]
    fn with_context_element<T>(&self, then: impl FnOnce(&ContextElement<'_>) -> T) -> T {
        if self.attributes.is_empty() {
            return then(&self.without_attributes());
        }
        self.with_attributes(then)
    }

    #[inline]
    fn without_attributes(&self) -> ContextElement<'_> {
        let mut context = ContextElement::new(self.namespace, &self.local_name);
        context.quirks_mode = self.quirks_mode;
        context.is_in_form = self.is_in_form;
        context.is_shadow_host = self.is_shadow_host;
        context
    }

    fn with_attributes<T>(&self, then: impl FnOnce(&ContextElement<'_>) -> T) -> T {
        let (mut text, mut records) = (String::new(), Vec::new());
        let mut push = |part: &str| {
            let start = text.len() as u32;
            text.push_str(part);
            Span::new(start, text.len() as u32)
        };
        for (name, value) in &self.attributes {
            records.push(AttributeRecord {
                name: LocalName::from_bytes(name.as_bytes()),
                name_is_built: true,
                value_is_built: true,
                built_name: push(name),
                built_value: push(value),
                ..AttributeRecord::default()
            });
        }
        let mut context = self.without_attributes();
        context.attributes = TokenAttributes::new(&records, "", 0, &text);
        then(&context)
    }
}

impl FromStr for FragmentContext {
    type Err = FragmentContextError;

    #[inline]
    fn from_str(text: &str) -> Result<FragmentContext, FragmentContextError> {
        FragmentContext::parse(text)
    }
}

/// Creates the context for markup inside an element, with the quirks mode of its document. Ancestors determine whether it is in a `form`.
impl From<NodeRef<'_>> for FragmentContext {
    #[inline]
    fn from(element: NodeRef<'_>) -> FragmentContext {
        let mut context = FragmentContext::new(element.namespace(), element.local_name());
        if element.namespace() == Namespace::MathMl
            && let Some(encoding) = element.attribute("encoding")
        {
            context = context.attribute("encoding", encoding);
        }
        let mut inclusive_ancestors = std::iter::once(element).chain(element.ancestors());
        let is_in_form = inclusive_ancestors.any(|node| node.is_html(LocalName::FORM));
        let is_shadow_host = element.shadow_root().is_some();
        context.quirks_mode(element.document().quirks_mode()).in_form(is_in_form).shadow_host(is_shadow_host)
    }
}

/// Parses the text as [`FragmentContext::parse`] does. Text that fails to parse becomes the name of an unknown HTML element.
impl From<&str> for FragmentContext {
    #[inline]
    fn from(text: &str) -> FragmentContext {
        let known = LocalName::from_bytes(text.as_bytes());
        if known.is_known() && !text.contains(|c: char| c.is_ascii_uppercase()) {
            return FragmentContext::with_name(Namespace::Html, Cow::Borrowed(known.as_str()), known);
        }
        FragmentContext::parse(text).unwrap_or_else(|_| FragmentContext::new(Namespace::Html, text))
    }
}

/// Writes the name in the form that [`FragmentContext::parse`] accepts.
///
/// ```
/// assert_eq!(limpid::FragmentContext::from("TD").to_string(), "td");
/// assert_eq!(limpid::FragmentContext::from("svg foreignObject").to_string(), "svg foreignObject");
/// ```
impl fmt::Display for FragmentContext {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = match self.namespace {
            Namespace::Svg => "svg ",
            Namespace::MathMl => "math ",
            _ => "",
        };
        write!(f, "{prefix}{}", self.local_name)
    }
}

/// The error for text that is not the name of a context element.
///
/// ```
/// let error = limpid::FragmentContext::parse("no such").unwrap_err();
/// assert!(error.to_string().contains("no such"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FragmentContextError(String);

impl fmt::Display for FragmentContextError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not the name of an element; write a tag name such as td, \"svg path\" or \"math mi\"",
            self.0
        )
    }
}

impl std::error::Error for FragmentContextError {}
