//! Options of compiling expressions: the namespaces and functions that they may name, and the bound of their evaluation.

use crate::error::XPathError;
use crate::extension::{Call, ExtensionFunction, FunctionContext};
use crate::functions::{CORE, Signature};
use crate::parser::parse;
use crate::value::XPathValue;
use crate::xpath::XPath;
use limpid_dom::Namespace;
use std::sync::Arc;

/// Options of compiling expressions: namespaces, functions, a bound of steps.
///
/// ```
/// use limpid::Namespace;
/// use limpid::xpath::XPathOptions;
///
/// let circles = XPathOptions::new().namespace("svg", Namespace::Svg).compile("//svg:circle")?;
/// let document = limpid::parse("<svg><circle r=1 /><circle r=2 /></svg>");
/// assert_eq!(document.xpath(&circles)?.nodes().len(), 2);
/// # Ok::<(), limpid::xpath::XPathError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct XPathOptions {
    namespaces: Vec<(Box<str>, Box<str>)>,
    pub(crate) functions: Vec<Arc<ExtensionFunction>>,
    pub(crate) max_steps: Option<u64>,
    #[cfg(feature = "exslt")]
    exslt: bool,
}

impl XPathOptions {
    /// No prefixes except `xml`, only the core functions, and the default number of steps.
    ///
    /// ```
    /// assert!(limpid::xpath::XPathOptions::new().compile("//svg:a").is_err()); // no such prefix
    /// assert!(limpid::xpath::XPathOptions::new().compile("//a[@xml:lang]").is_ok());
    /// ```
    pub fn new() -> XPathOptions {
        XPathOptions::default()
    }

    /// Declares a prefix. The last declaration of a prefix holds.
    ///
    /// [`Namespace::Other`] has no URL, and nothing is in it: [`namespace_url`](Self::namespace_url) takes any.
    ///
    /// ```
    /// use limpid::Namespace;
    /// use limpid::xpath::XPathOptions;
    /// let titles = XPathOptions::new().namespace("s", Namespace::Svg).compile("//s:title")?;
    /// let document = limpid::parse("<title>Tea</title><svg><title>Leaf</title></svg>");
    /// assert_eq!(document.xpath(&titles)?.strings(), ["Leaf"]);
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    #[must_use]
    pub fn namespace(self, prefix: &str, namespace: Namespace) -> XPathOptions {
        self.namespace_url(prefix, namespace.url())
    }

    /// Declares a prefix for the namespace of a URL.
    ///
    /// ```
    /// use limpid::xpath::XPathOptions;
    ///
    /// let titles = XPathOptions::new().namespace_url("atom", "http://www.w3.org/2005/Atom").compile("//atom:title")?;
    /// let feed = limpid::xml::parse("<feed xmlns='http://www.w3.org/2005/Atom'><title>Tea</title></feed>");
    /// assert_eq!(feed.xpath(&titles)?.to_string(), "Tea");
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    #[must_use]
    pub fn namespace_url(mut self, prefix: &str, url: &str) -> XPathOptions {
        self.namespaces.push((prefix.into(), url.into()));
        self
    }

    /// Declares a function, without a prefix. One with the name of a core function takes its place.
    ///
    /// It is given the place of the call and the values of its arguments, and returns a value, or a message that says why there is none.
    /// Nodes that it returns must belong to the tree of the context node. It should give equal values for equal arguments: it is
    /// called as often as the evaluation needs, which may be once for several nodes.
    ///
    /// ```
    /// use limpid::xpath::{XPathOptions, XPathValue};
    ///
    /// let options = XPathOptions::new().function("has-class", |context, arguments| match arguments {
    ///     [class] => Ok(XPathValue::Boolean(context.node.has_class(&class.to_string()))),
    ///     _ => Err("it takes one class".to_owned()),
    /// });
    /// let notes = options.compile("count(//p[has-class('note')])")?;
    /// let document = limpid::parse("<p class='big note'>Tea<p>Milk");
    /// assert_eq!(document.xpath(&notes)?.number(), 1.0);
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    #[must_use]
    pub fn function<F>(self, name: &str, function: F) -> XPathOptions
    where
        F: for<'d> Fn(FunctionContext<'d>, &[XPathValue<'d>]) -> Result<XPathValue<'d>, String> + Send + Sync + 'static,
    {
        self.add_function(None, name, Box::new(function))
    }

    /// Declares a function in the namespace of a URL, whose prefix [`namespace_url`](Self::namespace_url) declares.
    ///
    /// ```
    /// use limpid::xpath::{XPathOptions, XPathValue};
    /// let options = XPathOptions::new().namespace_url("my", "urn:mine").function_ns("urn:mine", "twice", |_, arguments| {
    ///     Ok(XPathValue::Number(arguments.iter().map(|argument| argument.number() * 2.0).sum()))
    /// });
    /// assert_eq!(limpid::parse("<p>21").xpath(&options.compile("my:twice(//p)")?)?.number(), 42.0);
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    #[must_use]
    pub fn function_ns<F>(self, namespace_url: &str, name: &str, function: F) -> XPathOptions
    where
        F: for<'d> Fn(FunctionContext<'d>, &[XPathValue<'d>]) -> Result<XPathValue<'d>, String> + Send + Sync + 'static,
    {
        self.add_function(Some(namespace_url.into()), name, Box::new(function))
    }

    fn add_function(mut self, namespace: Option<Box<str>>, name: &str, call: Box<Call>) -> XPathOptions {
        self.functions.push(Arc::new(ExtensionFunction { namespace, name: name.into(), call }));
        self
    }

    /// Sets the most steps of an evaluation. Beyond them it fails with [`StepLimit`](crate::XPathErrorCode::StepLimit).
    ///
    /// A step is a node visited, a subexpression evaluated for a node, or 16 bytes of a string built or read. Without this option, the
    /// bound is 2²⁴ plus (64 + depth) × the size of the document × the parts of the expression. The size is the number of nodes and one
    /// for every 16 bytes of text; the depth is the number of levels of the tree, at most 512; the parts are steps of paths, operators,
    /// calls and operands.
    ///
    /// Evaluation needs steps in proportion to the size and the parts, and stays below the default bound, for paths whose predicates use
    /// comparisons of the position with a number, attributes, children, the parent or the node itself. The same holds for predicates that ask whether a node exists on any
    /// axis, count the nodes on one axis, or compare them with a constant, and for the first of each value, as in
    /// `//a[not(@href = preceding::a/@href)]`. Expressions that compute or compare sets of nodes for each node can need the square of the
    /// size, such as `//*[sum(preceding::*) > 3]` and `//a[preceding::a/@href = following::a/@href]`. So can other predicates on positions,
    /// such as `//*/following::*[position() mod 2 = 1]`. With the default bound these fail
    /// on documents of some thousand nodes.
    ///
    /// Memory is bounded, too, and exceeding the bound is the same error. Sets, strings and the nodes that functions make may take
    /// 32 MiB plus 256 bytes for each unit of size, and caches may take as much again. An explicit number of steps allows 4 bytes for each
    /// step if that is more. `max_steps(u64::MAX)` lifts both bounds.
    ///
    /// ```
    /// use limpid::xpath::{XPathErrorCode, XPathOptions};
    ///
    /// let all = XPathOptions::new().max_steps(1000).compile("//*")?;
    /// assert!(limpid::parse("<p>Tea").xpath(&all).is_ok());
    /// let error = limpid::parse("<p>".repeat(1001)).xpath(&all).unwrap_err();
    /// assert_eq!(error.code(), XPathErrorCode::StepLimit);
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    #[must_use]
    pub fn max_steps(mut self, steps: u64) -> XPathOptions {
        self.max_steps = Some(steps);
        self
    }

    /// Adds the functions of EXSLT on [regular expressions](https://exslt.github.io/regexp/), [sets](https://exslt.github.io/set/) and
    /// [strings](https://exslt.github.io/str/), and declares the prefixes `re`, `set` and `str` for them.
    ///
    /// Patterns are those of the crate [`regex`](https://docs.rs/regex), which match in linear time: without back-references and
    /// look-around.
    ///
    /// ```
    /// use limpid::xpath::XPathOptions;
    ///
    /// let numbered = XPathOptions::new().exslt().compile(r"//li[re:test(., '^\d+$')]")?;
    /// let document = limpid::parse("<li>12<li>tea");
    /// assert_eq!(document.xpath(&numbered)?.strings(), ["12"]);
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    #[cfg(feature = "exslt")]
    #[cfg_attr(docsrs, doc(cfg(feature = "exslt")))]
    #[must_use]
    pub fn exslt(mut self) -> XPathOptions {
        self.exslt = true;
        for (prefix, url) in crate::exslt::signatures::PREFIXES {
            self.namespaces.insert(0, (prefix.into(), url.into()));
        }
        self
    }

    /// Compiles an expression.
    ///
    /// # Errors
    /// The text is no expression: the error says where and what to do.
    ///
    /// ```
    /// let items = limpid::xpath::XPathOptions::new().max_steps(1_000_000).compile("//li")?;
    /// assert_eq!(limpid::parse("<li>Tea").xpath(&items)?.to_string(), "Tea");
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn compile(&self, text: &str) -> Result<XPath, XPathError> {
        let plan = parse(text, self).map_err(|(offset, code, message)| XPathError::new(text, offset, code, message))?;
        Ok(XPath { plan: Arc::new(plan) })
    }

    pub(crate) fn namespace_of(&self, prefix: &str) -> Option<&str> {
        let declared = self.namespaces.iter().rev().find(|(known, _)| **known == *prefix);
        declared.map(|(_, url)| &**url).or_else(|| (prefix == "xml").then(|| Namespace::Xml.url()))
    }

    /// The functions in a namespace that are not the program's.
    pub(crate) fn library(&self, url: Option<&str>) -> &'static [Signature] {
        match url {
            None => CORE,
            #[cfg(feature = "exslt")]
            Some(url) if self.exslt => crate::exslt::signatures::library(url),
            Some(_) => &[],
        }
    }
}
