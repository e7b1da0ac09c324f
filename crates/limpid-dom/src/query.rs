//! Methods that take selectors or XPath expressions. Other crates implement the traits [`Query`] and [`Evaluate`] for these languages.

use crate::edit::error::MutationError;
use crate::edit::node_mut::NodeMut;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::read::traverse::Trees;
use crate::storage::id::NodeId;

/// A selector that [`Document::select`] and similar methods accept.
///
/// With the feature `select`, which is on by default, `limpid` accepts `&Selector` and `&str`. With a parsed `&Selector`, the methods return
/// their results directly. A `&str` is parsed at each call, and the methods return a `Result`. Its error contains the offset of the syntax
/// error.
///
/// ```
/// use limpid::Selector;
///
/// let document = limpid::parse("<nav><a href=/tea>Tea</a><a>Up</a></nav>");
/// assert_eq!(document.select("a[href]")?.count(), 1);
/// assert_eq!(document.select("a[").unwrap_err().offset(), 2);
///
/// let link = Selector::parse("a[href]")?;
/// assert_eq!(document.select(&link).count(), 1);
/// # Ok::<(), limpid::SelectorError>(())
/// ```
///
/// `Language` is always inferred. Each implementing crate uses a type of its own for it: without such a type, Rust does not allow a crate to
/// implement a trait of another crate for `&str`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a selector",
    note = "pass a `&Selector`, or a `&str`, with the feature `select` of limpid"
)]
pub trait Query<Language>: Sized {
    /// An iterator over the selected elements. If the query still has to be parsed: a `Result` with an iterator.
    type Selected<'d>;
    /// `T`. If the query still has to be parsed: `Result<T, _>`.
    type Output<T>;
    /// The error of methods that change the selected elements: the selector is invalid, or a change failed.
    type EditError: From<MutationError>;

    /// Selects elements below a node: [`NodeRef::select`].
    fn select(self, top: NodeRef<'_>) -> Self::Selected<'_>;

    /// Selects the first element below a node: [`NodeRef::select_first`].
    fn select_first(self, top: NodeRef<'_>) -> Self::Output<Option<NodeRef<'_>>>;

    /// Whether the selector matches a node: [`NodeRef::matches`].
    fn matches(self, node: NodeRef<'_>) -> Self::Output<bool>;

    /// Finds the nearest matching inclusive ancestor: [`NodeRef::closest`].
    fn closest(self, node: NodeRef<'_>) -> Self::Output<Option<NodeRef<'_>>>;

    /// Returns the ids of the selected elements below the root of each tree: tree by tree, and in tree order within a tree.
    fn ids(self, trees: Trees<'_>) -> Result<Vec<NodeId>, Self::EditError>;
}

/// An expression that [`Document::xpath`] accepts.
///
/// With the feature `xpath`, `limpid` accepts a compiled `&XPath` and a `&str`, which is compiled at each call.
///
/// `Language` is always inferred. Each implementing crate uses a type of its own for it: without such a type, Rust does not allow a crate to
/// implement a trait of another crate for `&str`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an XPath expression",
    note = "pass an `&XPath` or a `&str`, with the feature `xpath` of limpid"
)]
pub trait Evaluate<Language>: Sized {
    /// A `Result` with the value of the expression, or with an error.
    type Value<'d>;

    /// Evaluates the expression: [`NodeRef::xpath`].
    fn evaluate(self, context: NodeRef<'_>) -> Self::Value<'_>;
}

impl<'d> NodeRef<'d> {
    /// Evaluates an XPath expression with the node as its context node. `//a` starts at the root of the node's tree, `.//a` at the node.
    ///
    /// ```
    /// let document = limpid::parse("<ul><li>1<li>2</ul><ul><li>3</ul>");
    /// let list = document.select_first("ul")?.unwrap();
    /// assert_eq!(list.xpath("count(.//li)")?.number(), 2.0);
    /// assert_eq!(list.xpath("count(//li)")?.number(), 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not an expression, or its evaluation fails. The error says where the problem is and what to do.
    #[doc(alias = "evaluate")]
    pub fn xpath<E: Evaluate<L>, L>(self, expression: E) -> E::Value<'d> {
        expression.evaluate(self)
    }

    /// Returns the descendant elements that match a selector, in tree order.
    ///
    /// As for [`querySelectorAll`](https://dom.spec.whatwg.org/#dom-parentnode-queryselectorall), only the selected elements have to be below
    /// the node: `section p` also selects a `p` whose `section` is an ancestor of the node. `:scope` matches the node or, if the node is a
    /// document, the document element. If the node is a fragment, only `:scope` matches it. Template contents and shadow roots are separate trees:
    /// call `select` on their roots.
    ///
    /// ```
    /// let document = limpid::parse("<ul><li class=a>1<li>2<ul><li>3</ul></ul>");
    /// let list = document.select_first("ul")?.unwrap();
    /// assert_eq!(list.select(":scope > li")?.count(), 2);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "querySelectorAll")]
    #[doc(alias = "find_all")]
    #[doc(alias = "query_selector_all")]
    #[doc(alias = "css")]
    pub fn select<Q: Query<L>, L>(self, query: Q) -> Q::Selected<'d> {
        query.select(self)
    }

    /// Returns the first descendant element that matches a selector.
    ///
    /// ```
    /// let document = limpid::parse("<h1>Tea</h1><h1>Cups</h1>");
    /// let heading = document.root().select_first("h1")?;
    /// assert_eq!(heading.map(|heading| heading.text_content()).as_deref(), Some("Tea"));
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "querySelector")]
    #[doc(alias = "find")]
    #[doc(alias = "select_one")]
    #[doc(alias = "query_selector")]
    pub fn select_first<Q: Query<L>, L>(self, query: Q) -> Q::Output<Option<NodeRef<'d>>> {
        query.select_first(self)
    }

    /// Whether the node is an element that matches a selector. `:scope` matches the node.
    ///
    /// ```
    /// let document = limpid::parse("<p class=note>Tea");
    /// let note = document.select_first("p")?.unwrap();
    /// assert!(note.matches(".note")? && !note.matches(".note:empty")?);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "is_match")]
    pub fn matches<Q: Query<L>, L>(self, query: Q) -> Q::Output<bool> {
        query.matches(self)
    }

    /// Returns the nearest element that matches a selector: the node itself or an ancestor. `:scope` matches the node.
    ///
    /// ```
    /// let document = limpid::parse("<ul id=teas><li><b>Sencha</b></ul>");
    /// let name = document.select_first("b")?.unwrap();
    /// assert_eq!(name.closest("ul")?.and_then(|list| list.attribute("id")), Some("teas"));
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "find_parent")]
    pub fn closest<Q: Query<L>, L>(self, query: Q) -> Q::Output<Option<NodeRef<'d>>> {
        query.closest(self)
    }
}

impl<'i> Document<'i> {
    /// Evaluates an XPath expression with the root as its context node: [`NodeRef::xpath`].
    ///
    /// ```
    /// let document = limpid::parse("<a href=/tea>Tea</a><a href=/milk>Milk</a>");
    /// assert_eq!(document.xpath("//a/@href")?.strings(), ["/tea", "/milk"]);
    /// assert_eq!(document.xpath("string(//a[2])")?.to_string(), "Milk");
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not an expression, or its evaluation fails. The error says where the problem is and what to do.
    #[doc(alias = "evaluate")]
    pub fn xpath<E: Evaluate<L>, L>(&self, expression: E) -> E::Value<'_> {
        expression.evaluate(self.root())
    }

    /// Returns the elements that match a selector, in tree order: [`NodeRef::select`] on the root.
    ///
    /// ```
    /// let document = limpid::parse("<a href=/tea>Tea</a><a>Up</a>");
    /// let links: Vec<_> = document.select("a[href]")?.filter_map(|link| link.attribute("href")).collect();
    /// assert_eq!(links, ["/tea"]);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "querySelectorAll")]
    #[doc(alias = "find_all")]
    #[doc(alias = "query_selector_all")]
    #[doc(alias = "css")]
    pub fn select<Q: Query<L>, L>(&self, query: Q) -> Q::Selected<'_> {
        query.select(self.root())
    }

    /// Returns the first element that matches a selector.
    ///
    /// ```
    /// let document = limpid::parse("<h1>Tea</h1>");
    /// assert!(document.select_first("h1")?.is_some());
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "querySelector")]
    #[doc(alias = "find")]
    #[doc(alias = "select_one")]
    #[doc(alias = "query_selector")]
    pub fn select_first<Q: Query<L>, L>(&self, query: Q) -> Q::Output<Option<NodeRef<'_>>> {
        query.select_first(self.root())
    }

    /// Calls a closure to change each element that matches a selector, and returns the number of these elements.
    ///
    /// All elements are found before the first call. The calls are in tree order. In the closure, read a node with [`as_ref`](NodeMut::as_ref),
    /// and reach other nodes with [`document_mut`](NodeMut::document_mut). The closure's `Ok` value is ignored, and cannot borrow from the node. If
    /// the closure ends with a method that returns a `NodeMut`, append `.map(drop)`.
    ///
    /// Unlike [`select`](Self::select), this method searches all [`trees`](Self::trees): the document, then template contents and shadow roots.
    ///
    /// ```
    /// let mut document = limpid::parse("<p>Green <font>tea</font>, <font>hot</font>");
    /// let count = document.edit("font", |font| font.replace_with_children())?;
    /// assert_eq!((count, document.body().unwrap().inner_html().as_str()), (2, "<p>Green tea, hot</p>"));
    /// # Ok::<(), limpid::EditError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a selector, nothing is changed. If a change fails, later elements are not changed.
    #[doc(alias = "for_each_mut")]
    pub fn edit<Q: Query<L>, L, T>(
        &mut self,
        query: Q,
        mut edit: impl FnMut(&mut NodeMut<'_, 'i>) -> Result<T, MutationError>,
    ) -> Result<usize, Q::EditError> {
        let ids = query.ids(self.trees())?;
        for &id in &ids {
            edit(&mut self.node_mut(id)?)?;
        }
        Ok(ids.len())
    }

    /// Removes each element that matches a selector, with its descendants, and returns the number of matching elements.
    ///
    /// ```
    /// let mut document = limpid::parse("<p>Tea<script>x()</script><style>p {}</style>");
    /// assert_eq!(document.remove_all("script, style")?, 2);
    /// assert_eq!(document.body().unwrap().inner_html(), "<p>Tea</p>");
    /// # Ok::<(), limpid::EditError>(())
    /// ```
    ///
    /// Like [`edit`](Self::edit), it also searches template contents and shadow roots.
    ///
    /// # Errors
    /// See [`edit`](Self::edit).
    #[doc(alias = "decompose")]
    #[doc(alias = "drop_tree")]
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "`NodeMut::remove` is not general enough over the lifetimes of the node"
    )]
    pub fn remove_all<Q: Query<L>, L>(&mut self, query: Q) -> Result<usize, Q::EditError> {
        self.edit(query, |element| element.remove())
    }

    /// Sets an attribute of each element that matches a selector, and returns the number of these elements.
    ///
    /// ```
    /// let mut document = limpid::parse("<img src=a.png><img src=b.png loading=eager>");
    /// document.set_attribute_all("img:not([loading])", "loading", "lazy")?;
    /// assert_eq!(document.select("[loading=lazy]")?.count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`edit`](Self::edit).
    pub fn set_attribute_all<Q: Query<L>, L>(
        &mut self,
        query: Q,
        name: &str,
        value: &str,
    ) -> Result<usize, Q::EditError> {
        self.edit(query, |element| element.set_attribute(name, value))
    }
}
