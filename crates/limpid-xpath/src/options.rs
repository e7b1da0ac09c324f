//! Options for compiling expressions.

use crate::error::XPathError;
use crate::extension::{Call, ExtensionFunction, FunctionContext};
use crate::functions::{CORE, Signature};
use crate::parser::parse;
use crate::value::XPathValue;
use crate::xpath::XPath;
use limpid_dom::Namespace;
use std::sync::Arc;

/// Options for compiling expressions: namespaces, functions and a limit of steps.
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
    /// Returns options with the prefix `xml`, the core functions and the default limit of steps.
    ///
    /// ```
    /// assert!(limpid::xpath::XPathOptions::new().compile("//svg:a").is_err()); // no such prefix
    /// assert!(limpid::xpath::XPathOptions::new().compile("//a[@xml:lang]").is_ok());
    /// ```
    pub fn new() -> XPathOptions {
        XPathOptions::default()
    }

    /// Declares a prefix, replacing an earlier declaration of it.
    ///
    /// [`Namespace::Other`] has no URL and matches nothing. For such namespaces use [`namespace_url`](Self::namespace_url).
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

    /// Declares a prefix for the namespace with this URL, replacing an earlier declaration of the prefix.
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

    /// Declares a user-defined function without a prefix. It replaces a core function with the same name.
    ///
    /// The function gets the context of the call and the values of the arguments. It returns a value, or the message of an error. Nodes in
    /// the value must belong to the tree of the context node. The function should return equal values for equal arguments, because the
    /// number of calls is unspecified: one call may serve several nodes.
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

    /// Declares a user-defined function in the namespace with this URL. Declare a prefix for it with [`namespace_url`](Self::namespace_url).
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

    /// Sets the maximum number of steps of an evaluation. If it needs more, it fails with [`StepLimit`](crate::XPathErrorCode::StepLimit).
    ///
    /// A step is a visit of a node, an evaluation of a subexpression for a node, or 16 bytes of a string built or read.
    ///
    /// # Default limit
    ///
    /// The default is 2²⁴ + (64 + depth) × size × parts:
    ///
    /// * depth is the number of levels of the tree, at most 512;
    /// * size is the number of nodes, plus one for every 16 bytes of text;
    /// * parts is the number of path steps, operators, calls and operands in the expression.
    ///
    /// Paths need a number of steps proportional to size × parts, and stay below the default limit, if their predicates
    ///
    /// * compare the position with a number, or use attributes, children, the parent or the node itself;
    /// * test whether a node exists on any axis, count the nodes on one axis, or compare them with a constant;
    /// * select the first node with each value, as `//a[not(@href = preceding::a/@href)]` does.
    ///
    /// Expressions that compute or compare sets of nodes for each node can need a number of steps that is quadratic in the size, for
    /// example `//*[sum(preceding::*) > 3]` and `//a[preceding::a/@href = following::a/@href]`. The same holds for other predicates on
    /// positions, such as `//*/following::*[position() mod 2 = 1]`. With the default limit, these expressions fail on documents with a few
    /// thousand nodes.
    ///
    /// # Memory
    ///
    /// Memory is limited, too, with the same error. Sets, strings and nodes created by functions may take 32 MiB plus 256 bytes × size.
    /// Caches may take the same amount again. If you call `max_steps`, each of the two limits is at least `steps` × 4 bytes.
    /// `max_steps(u64::MAX)` removes the limits of steps and memory.
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

    /// Adds EXSLT's functions on [regular expressions](https://exslt.github.io/regexp/), [sets](https://exslt.github.io/set/) and
    /// [strings](https://exslt.github.io/str/), with the prefixes `re`, `set` and `str`.
    ///
    /// Regular expressions have the syntax of the crate [`regex`](https://docs.rs/regex). They match in linear time, and have no
    /// back-references and no look-around.
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
    /// If the text is not a valid expression.
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

    /// Returns the URL of the namespace that a prefix is declared for.
    pub(crate) fn namespace_of(&self, prefix: &str) -> Option<&str> {
        let declared = self.namespaces.iter().rev().find(|(known, _)| **known == *prefix);
        declared.map(|(_, url)| &**url).or_else(|| (prefix == "xml").then(|| Namespace::Xml.url()))
    }

    /// Returns the built-in functions in a namespace.
    pub(crate) fn library(&self, url: Option<&str>) -> &'static [Signature] {
        match url {
            None => CORE,
            #[cfg(feature = "exslt")]
            Some(url) if self.exslt => crate::exslt::signatures::library(url),
            Some(_) => &[],
        }
    }
}
