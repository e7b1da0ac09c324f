//! Selectors and how they are parsed.

use crate::compiled::Compiled;
use crate::css::{Css, NamespaceUrl, Syntax};
use crate::error::{self, SelectorError};
use core::fmt;
use core::str::FromStr;
use cssparser::{Delimiter, ParseErrorKind, ToCss};
use limpid_dom::Namespace;
use selectors::SelectorList;
use selectors::parser::{ParseRelative, SelectorParseErrorKind};

/// Functions and brackets within one another, at most: what matches them goes as deep.
const NESTING_LIMIT: u8 = 64;

/// A selector, or several with commas between them: parsed once, used with any document, from any thread.
///
/// ```
/// use limpid_select::{Select, Selector};
///
/// let links = Selector::parse("nav > a[href^='https:']:not(.ad), a#home")?;
/// let document = limpid::parse("<nav><a href='https://a.example/'>A</a><a class=ad href='https://b.example/'>B</a></nav>");
/// let found: Vec<_> = document.select(&links).filter_map(|link| link.attribute("href")).collect();
/// assert_eq!(found, ["https://a.example/"]);
/// # Ok::<(), limpid_select::SelectorError>(())
/// ```
///
/// `Display` writes it as [CSSOM](https://drafts.csswg.org/cssom/#serializing-selectors) does.
#[derive(Clone)]
pub struct Selector {
    pub(crate) list: SelectorList<Css>,
    pub(crate) compiled: Compiled,
}

const _: () = {
    const fn is_shareable<T: Send + Sync + Clone + 'static>() {}
    is_shareable::<Selector>();
};

impl Selector {
    /// Parses a selector.
    ///
    /// # Errors
    /// The text is no selector, or one that limpid does not know: the error says where and what to do.
    pub fn parse(text: &str) -> Result<Selector, SelectorError> {
        SelectorOptions::new().parse(text)
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
        self.list.to_css(f)
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

/// Options of the parser of selectors: the namespaces that they may name.
///
/// ```
/// use limpid_select::{Select, SelectorOptions};
/// use limpid_dom::Namespace;
///
/// let options = SelectorOptions::new().namespace("svg", Namespace::Svg);
/// let selector = options.parse("svg|a")?;
/// let document = limpid::parse("<a>HTML</a><svg><a>SVG</a></svg>");
/// assert_eq!(document.select(&selector).map(|a| a.text_content()).collect::<Vec<_>>(), ["SVG"]);
/// # Ok::<(), limpid_select::SelectorError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SelectorOptions {
    pub(crate) default_namespace: Option<NamespaceUrl>,
    pub(crate) namespaces: Vec<(Box<str>, NamespaceUrl)>,
}

impl SelectorOptions {
    /// No namespaces declared: names without a prefix stand for elements of any namespace.
    pub fn new() -> SelectorOptions {
        SelectorOptions::default()
    }

    /// Declares a prefix, as `@namespace svg url(…)` does in a style sheet. The last declaration of a prefix holds.
    ///
    /// [`Namespace::Other`] has no URL, and nothing is in it: [`namespace_url`](Self::namespace_url) takes any.
    #[must_use]
    pub fn namespace(mut self, prefix: &str, namespace: Namespace) -> SelectorOptions {
        self.namespaces.push((prefix.into(), namespace.into()));
        self
    }

    /// Declares a prefix for the namespace of a URL; for none, if it is empty.
    ///
    /// ```
    /// use limpid_dom::Document;
    /// use limpid_select::{Select, SelectorOptions};
    ///
    /// let options = SelectorOptions::new().namespace_url("atom", "http://www.w3.org/2005/Atom");
    /// let mut document = Document::new_xml();
    /// let feed = document.create_element_ns("http://www.w3.org/2005/Atom", "a:feed")?;
    /// document.append(document.root().id(), feed)?;
    /// assert_eq!(document.select(&options.parse("atom|feed")?).count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn namespace_url(mut self, prefix: &str, url: &str) -> SelectorOptions {
        self.namespaces.push((prefix.into(), NamespaceUrl::from_url(url)));
        self
    }

    /// Declares the namespace of elements whose name is written without a prefix, as `@namespace url(…)` does.
    #[must_use]
    pub fn default_namespace(mut self, namespace: Namespace) -> SelectorOptions {
        self.default_namespace = Some(namespace.into());
        self
    }

    /// Declares the namespace of elements whose name is written without a prefix, by its URL.
    #[must_use]
    pub fn default_namespace_url(mut self, url: &str) -> SelectorOptions {
        self.default_namespace = Some(NamespaceUrl::from_url(url));
        self
    }

    /// The selector that a text stands for, as [`Selector::parse`] gives it.
    ///
    /// # Errors
    /// As there.
    pub fn parse(&self, text: &str) -> Result<Selector, SelectorError> {
        if let Some(offset) = too_deep(text) {
            return Err(error::too_deep(text, offset));
        }
        let syntax = Syntax { options: self };
        parse_list(&syntax, text).map_err(|failure| error::explain(&syntax, text, failure))
    }
}

/// The reason why a text is no selector, and the place of the faulty selector between its commas.
pub(crate) struct Failure {
    pub(crate) kind: ParseErrorKind<SelectorParseErrorKind>,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

fn parser(text: &str) -> cssparser::Parser<'_> {
    let mut parser = cssparser::Parser::new(text);
    parser.set_nested_block_limit(NESTING_LIMIT);
    parser
}

fn parse_list(syntax: &Syntax<'_>, text: &str) -> Result<Selector, Failure> {
    let mut input = parser(text);
    let mut selectors = Vec::new();
    loop {
        let start = input.position().byte_index();
        let selector = input.parse_until_before(Delimiter::Comma, |input| parse_one(syntax, input));
        let end = input.position().byte_index();
        selectors.push(selector.map_err(|error| Failure { kind: error.kind, start, end })?);
        if input.next().is_err() {
            break;
        }
    }
    let list = SelectorList::from_iter(selectors.into_iter());
    let compiled = Compiled::new(&list);
    Ok(Selector { list, compiled })
}

fn parse_one<'i>(
    syntax: &Syntax<'_>,
    input: &mut cssparser::Parser<'i>,
) -> Result<selectors::parser::Selector<Css>, cssparser::ParseError<SelectorParseErrorKind>> {
    let list = SelectorList::parse(syntax, input, ParseRelative::No)?;
    // There is one, as the input ends before a comma.
    match list.slice() {
        [selector] if Compiled::can_compile(selector) => Ok(selector.clone()),
        _ => Err(cssparser::ParseError::custom(SelectorParseErrorKind::UnsupportedPseudoClassOrElement)),
    }
}

/// Whether the start of a selector is one by itself.
pub(crate) fn is_selector(syntax: &Syntax<'_>, text: &str) -> bool {
    parser(text).parse_entirely(|input| parse_one(syntax, input)).is_ok()
}

/// Finds a function or bracket that is nested too deep.
///
/// Servo's parser would find it, too, and forgive it within `:is()`.
fn too_deep(text: &str) -> Option<usize> {
    let openings = text.bytes().filter(|byte| matches!(byte, b'(' | b'[' | b'{')).count();
    if openings <= usize::from(NESTING_LIMIT) {
        return None;
    }
    let mut too_deep = None;
    each_token(&mut parser(text), &mut |_| (), &mut |offset| too_deep = too_deep.or(Some(offset)));
    too_deep
}

/// Returns the ends of the tokens of a text, in order, those in functions and brackets included.
pub(crate) fn token_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    each_token(&mut parser(text), &mut |end| ends.push(end), &mut |_| ());
    ends
}

/// Tells the end of each token, up to the first function or bracket that is nested too deep, and where that starts.
fn each_token(input: &mut cssparser::Parser<'_>, end: &mut dyn FnMut(usize), too_deep: &mut dyn FnMut(usize)) -> bool {
    use cssparser::Token::{CurlyBracketBlock, Function, ParenthesisBlock, SquareBracketBlock};

    let mut start = input.position().byte_index();
    while let Ok(token) = input.next_including_whitespace_and_comments() {
        let is_block = matches!(token, Function(_) | ParenthesisBlock | SquareBracketBlock | CurlyBracketBlock);
        end(input.position().byte_index());
        if is_block {
            let inside = input.parse_nested_block(|input| -> Result<bool, cssparser::ParseError<()>> {
                Ok(each_token(input, end, too_deep))
            });
            match inside {
                Ok(true) => end(input.position().byte_index()),
                Ok(false) => return false,
                Err(_) => {
                    too_deep(start);
                    return false;
                }
            }
        }
        start = input.position().byte_index();
    }
    true
}
