//! Selecting, and editing what was selected. The language of selectors belongs to another crate: it implements [`Query`].

use crate::edit::error::MutationError;
use crate::edit::node_mut::NodeMut;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::read::traverse::Trees;
use crate::storage::id::NodeId;

/// A selector, as [`Document::select`] and the methods beside it take it.
///
/// With the feature `select`, which is on by default, `limpid` has two: a `&Selector`, parsed before, gives its answers as they are; a
/// text is parsed by each call, and each answer is a `Result`, whose error has the position at which the text is no selector.
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
/// The `Language` is a type of the crate that implements it, which lets that crate implement it for text. It is always inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no selector",
    note = "pass a `&Selector`, or a `&str`, with the feature `select` of limpid"
)]
pub trait Query<Language>: Sized {
    /// The elements that are selected, or the error of a text that is not a selector.
    type Selected<'d>;
    /// A `T`, or a `Result` with one.
    type Answer<T>;
    /// The reason why an edit of what is selected fails.
    type EditError: From<MutationError>;

    /// Selects below a node: [`NodeRef::select`].
    fn select(self, top: NodeRef<'_>) -> Self::Selected<'_>;

    /// Selects the first element below a node: [`NodeRef::select_first`].
    fn select_first(self, top: NodeRef<'_>) -> Self::Answer<Option<NodeRef<'_>>>;

    /// Answers for [`NodeRef::matches`].
    fn matches(self, node: NodeRef<'_>) -> Self::Answer<bool>;

    /// Answers for [`NodeRef::closest`].
    fn closest(self, node: NodeRef<'_>) -> Self::Answer<Option<NodeRef<'_>>>;

    /// Returns the ids of the elements that are selected below the roots of some trees, in tree order within each.
    fn ids(self, trees: Trees<'_>) -> Result<Vec<NodeId>, Self::EditError>;
}

/// An expression that has a value at a node, as [`Document::xpath`] takes it.
///
/// With the feature `xpath`, `limpid` has two: an `&XPath`, compiled before, and a text, which is compiled by each call.
///
/// The `Language` is a type of the crate that implements it, which lets that crate implement it for text. It is always inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no XPath expression",
    note = "pass an `&XPath` or a `&str`, with the feature `xpath` of limpid"
)]
pub trait Evaluate<Language>: Sized {
    /// The value, or the reason why there is none.
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
    /// The text is no expression, or its evaluation fails: the error says where and what to do.
    #[doc(alias = "evaluate")]
    pub fn xpath<E: Evaluate<L>, L>(self, expression: E) -> E::Value<'d> {
        expression.evaluate(self)
    }

    /// Returns the elements below the node that a selector matches, in tree order.
    ///
    /// What a selector says of other elements is looked up in the whole tree, as
    /// [`querySelectorAll`](https://dom.spec.whatwg.org/#dom-parentnode-queryselectorall) does: `section p` finds the `p`s
    /// below a node even if the `section` is above it. `:scope` stands for the node, for a document for its element; a fragment is
    /// matched by nothing else. Template contents and shadow roots are trees of their own: select from those themselves.
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

    /// Returns the first element below the node that a selector matches.
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
    pub fn select_first<Q: Query<L>, L>(self, query: Q) -> Q::Answer<Option<NodeRef<'d>>> {
        query.select_first(self)
    }

    /// Whether the node is an element that a selector matches. `:scope` stands for itself.
    ///
    /// ```
    /// let document = limpid::parse("<p class=note>Tea");
    /// let note = document.select_first("p")?.unwrap();
    /// assert!(note.matches(".note")? && !note.matches(".note:empty")?);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "is_match")]
    pub fn matches<Q: Query<L>, L>(self, query: Q) -> Q::Answer<bool> {
        query.matches(self)
    }

    /// Returns the nearest element that a selector matches: the node itself, its parent, that one's parent and so on. `:scope`
    /// stands for the node that it is asked of.
    ///
    /// ```
    /// let document = limpid::parse("<ul id=teas><li><b>Sencha</b></ul>");
    /// let name = document.select_first("b")?.unwrap();
    /// assert_eq!(name.closest("ul")?.and_then(|list| list.attribute("id")), Some("teas"));
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "find_parent")]
    pub fn closest<Q: Query<L>, L>(self, query: Q) -> Q::Answer<Option<NodeRef<'d>>> {
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
    /// The text is no expression, or its evaluation fails: the error says where and what to do.
    #[doc(alias = "evaluate")]
    pub fn xpath<E: Evaluate<L>, L>(&self, expression: E) -> E::Value<'_> {
        expression.evaluate(self.root())
    }

    /// Returns the elements that a selector matches, in tree order: [`NodeRef::select`] from the root.
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

    /// Returns the first element that a selector matches.
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
    pub fn select_first<Q: Query<L>, L>(&self, query: Q) -> Q::Answer<Option<NodeRef<'_>>> {
        query.select_first(self.root())
    }

    /// Changes each element that a selector matches, in tree order, and returns the number of these elements. All are found before the
    /// first is changed. The closure's [`NodeMut`] reads with [`as_ref`](NodeMut::as_ref) and reaches other nodes with
    /// [`document_mut`](NodeMut::document_mut). What the closure returns is not used; it cannot be the `NodeMut` of another node, so end
    /// with `.map(drop)` where a method returns one.
    ///
    /// Unlike [`select`](Self::select), this searches all [`trees`](Self::trees): template contents and shadow roots come after the
    /// document.
    ///
    /// ```
    /// let mut document = limpid::parse("<p>Green <font>tea</font>, <font>hot</font>");
    /// let count = document.edit("font", |font| font.replace_with_children())?;
    /// assert_eq!((count, document.body().unwrap().inner_html().as_str()), (2, "<p>Green tea, hot</p>"));
    /// # Ok::<(), limpid::EditError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a selector, nothing is changed. If a change fails, the elements after it are not changed.
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

    /// Removes each element that a selector matches, with what is in it, and returns the number of them.
    ///
    /// ```
    /// let mut document = limpid::parse("<p>Tea<script>x()</script><style>p {}</style>");
    /// assert_eq!(document.remove_all("script, style")?, 2);
    /// assert_eq!(document.body().unwrap().inner_html(), "<p>Tea</p>");
    /// # Ok::<(), limpid::EditError>(())
    /// ```
    ///
    /// Template contents and shadow roots are reached, too: see [`edit`](Self::edit).
    ///
    /// # Errors
    /// As for [`edit`](Self::edit).
    #[doc(alias = "decompose")]
    #[doc(alias = "drop_tree")]
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method has no lifetime that is late-bound")]
    pub fn remove_all<Q: Query<L>, L>(&mut self, query: Q) -> Result<usize, Q::EditError> {
        self.edit(query, |element| element.remove())
    }

    /// Sets an attribute of each element that a selector matches, and returns the number of them.
    ///
    /// ```
    /// let mut document = limpid::parse("<img src=a.png><img src=b.png loading=eager>");
    /// document.set_attribute_all("img:not([loading])", "loading", "lazy")?;
    /// assert_eq!(document.select("[loading=lazy]")?.count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`edit`](Self::edit).
    pub fn set_attribute_all<Q: Query<L>, L>(
        &mut self,
        query: Q,
        name: &str,
        value: &str,
    ) -> Result<usize, Q::EditError> {
        self.edit(query, |element| element.set_attribute(name, value))
    }
}
