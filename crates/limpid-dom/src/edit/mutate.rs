//! Changing the tree: creating, inserting, removing, renaming, text.

use crate::edit::error::MutationError;
use crate::edit::qualified_name;
use crate::edit::validity;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::storage::extras::DoctypeData;
use crate::storage::id::NodeId;
use crate::storage::node::{Node, NodeFlags, NodeKind};
use crate::storage::text_buffer::Place;
use limpid_markup::{LocalName, Namespace};
use std::borrow::Cow;

/// # Changing the tree
///
/// New nodes have no parent until they are put somewhere. A change either succeeds or is refused with a
/// [`MutationError`], and then the document is as it was; whatever is asked for, the tree stays a tree. Ids of other
/// documents are refused; what another document has comes in by [`import`](Document::import), which takes a
/// [`NodeRef`](crate::NodeRef).
///
/// A tree that is written and read again comes back as it was as far as names, comments, processing instructions and doctypes go:
/// what would end early is refused when it is created or set. A document has no text, one element and one doctype before it; a
/// [fragment](Document::new_fragment) has no such rules.
///
/// Not refused, as the DOM does not either: names with capitals, prefixes and namespaces that markup has no way to say (HTML has no
/// prefixes); elements where the parser would not leave them, such as a `p` in a `p`; in a `script` or `style`, text with its end
/// tag; adjacent texts, which are read as one; U+0000 and carriage returns, which the parser replaces. In XML, what cannot be in
/// XML is [replaced](crate::XmlOptions) when it is written.
///
/// Nodes and texts that are no longer used keep their place until [`compact`](Document::compact) reclaims it or the
/// document is dropped.
///
/// # Changing while going through
///
/// Iterators borrow the document, so that nothing can change while one is in use. Collect the ids first: they stay valid
/// whatever is changed. Such a list is of the nodes that were there when it was made, in the order of then; nodes that
/// were taken out since are still nodes and may be changed, to no effect on the tree, and
/// [`is_connected`](crate::NodeRef::is_connected) tells them.
///
/// ```
/// # use limpid::Document;
/// # let mut document = Document::new_fragment();
/// # let root = document.root().id();
/// # for name in ["b", "i", "b"] {
/// #     let element = document.create_element(name)?;
/// #     document.append(root, element)?;
/// #     let text = document.create_text(name)?;
/// #     document.append(element, text)?;
/// # }
/// let found: Vec<_> = document.descendants().filter(|node| node.local_name() == "b").map(|node| node.id()).collect();
/// for id in found {
///     document.unwrap_element(id)?;
/// }
/// assert_eq!(document.to_html(), "b<i>i</i>b");
/// # Ok::<(), limpid::MutationError>(())
/// ```
impl Document<'_> {
    /// Creates an element in the HTML namespace, its name lowercased as
    /// [createElement](https://dom.spec.whatwg.org/#dom-document-createelement) does. A `template` gets template contents.
    /// In an [XML document](Self::is_xml) the element is in no namespace, and its name stays as it is.
    ///
    /// ```
    /// use limpid::{Document, MutationError};
    /// let mut document = Document::new();
    /// let element = document.create_element("my-Widget")?;
    /// assert_eq!(document.node(element).unwrap().to_html(), "<my-widget></my-widget>");
    /// assert_eq!(document.create_element("img src=x onerror=alert(1)"), Err(MutationError::InvalidName));
    /// # Ok::<(), MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidName`](MutationError::InvalidName) for what is not a [valid element local
    /// name](https://dom.spec.whatwg.org/#valid-element-local-name) or, in an HTML document, does not start with an ASCII letter,
    /// so that it would be text. Here and in the other `create` methods, [`Full`](MutationError::Full) if there is no room.
    #[doc(alias = "createElement")]
    #[doc(alias = "new_tag")]
    #[inline]
    pub fn create_element(&mut self, name: &str) -> Result<NodeId, MutationError> {
        match self.is_xml() {
            true => self.create_element_in(Namespace::None, name),
            false => self.create_element_in(Namespace::Html, &lowercased(name)),
        }
    }

    /// Creates an element in a namespace, a [`Namespace`] or a URL, with a name that may have a prefix, as
    /// [createElementNS](https://dom.spec.whatwg.org/#dom-document-createelementns) does; case stays.
    ///
    /// ```
    /// # use limpid::{Document, MutationError};
    /// let mut document = Document::new_xml();
    /// let circle = document.create_element_ns("http://www.w3.org/2000/svg", "svg:circle")?;
    /// assert_eq!(document.node(circle).unwrap().qualified_name(), "svg:circle");
    /// assert_eq!(document.create_element_ns("", "svg:circle"), Err(MutationError::InvalidNamespace));
    /// # Ok::<(), MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidName`](MutationError::InvalidName) if the prefix is not a [valid namespace
    /// prefix](https://dom.spec.whatwg.org/#valid-namespace-prefix) or the rest after the first colon not a [valid element
    /// local name](https://dom.spec.whatwg.org/#valid-element-local-name),
    /// [`InvalidNamespace`](MutationError::InvalidNamespace) if prefix and namespace do not go together,
    /// [`Full`](MutationError::Full) if there is no room.
    #[doc(alias = "createElementNS")]
    pub fn create_element_ns(
        &mut self,
        namespace: impl AsRef<str>,
        qualified_name: &str,
    ) -> Result<NodeId, MutationError> {
        let (qualifier, local_name) = qualified_name::of_element(namespace.as_ref(), qualified_name)?;
        let element = self.push_element(qualifier.namespace(), local_name)?;
        let qualifier = self.arena.qualifiers.number_for_element(qualifier.namespace(), qualifier);
        self.arena.set_qualifier_of(element.get(), qualifier);
        Ok(element)
    }

    /// Creates an element in a namespace, without a prefix; case stays. [`Namespace::Other`] has no URL and stands for none here:
    /// [`create_element_ns`](Self::create_element_ns) takes any.
    ///
    /// ```
    /// use limpid::{Document, Namespace};
    /// let mut document = Document::new();
    /// let path = document.create_element_in(Namespace::Svg, "clipPath")?;
    /// assert_eq!(document.node(path).unwrap().local_name(), "clipPath");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`create_element`](Self::create_element).
    #[inline]
    pub fn create_element_in(&mut self, namespace: Namespace, local_name: &str) -> Result<NodeId, MutationError> {
        validity::check_element_name(local_name, self.is_xml())?;
        self.push_element(if namespace == Namespace::Other { Namespace::None } else { namespace }, local_name)
    }

    #[inline]
    fn push_element(&mut self, namespace: Namespace, local_name: &str) -> Result<NodeId, MutationError> {
        self.whole_or_refused(|document| {
            let name = document.arena.names.number_of(local_name);
            let number = document.arena.push_element(name, namespace, NodeFlags::NONE);
            let lacks_contents = document.arena.is_html(number, LocalName::TEMPLATE)
                && document.arena.template_contents(number).is_none();
            if lacks_contents { Err(MutationError::Full) } else { document.created(number) }
        })
    }

    /// Creates a text node. Any text can be in one: markup in it is escaped when it is written.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// let text = document.create_text(" & more")?;
    /// document.append(tea, text)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Tea &amp; more</li><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "createTextNode")]
    #[inline]
    #[doc(alias = "create_text_node")]
    #[doc(alias = "new_string")]
    pub fn create_text(&mut self, text: &str) -> Result<NodeId, MutationError> {
        self.create_with_text(NodeKind::Text, text)
    }

    /// Creates a comment.
    ///
    /// ```
    /// use limpid::{Document, MutationError};
    /// let mut document = Document::new();
    /// let comment = document.create_comment("tea")?;
    /// assert_eq!(document.node(comment).unwrap().to_html(), "<!--tea-->");
    /// assert_eq!(document.create_comment("--><script>"), Err(MutationError::InvalidComment));
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidComment`](MutationError::InvalidComment) for data that would end it early.
    #[doc(alias = "createComment")]
    #[inline]
    pub fn create_comment(&mut self, data: &str) -> Result<NodeId, MutationError> {
        validity::check_comment(data)?;
        self.create_with_text(NodeKind::Comment, data)
    }

    #[inline]
    fn push(&mut self, node: Node) -> Result<NodeId, MutationError> {
        let number = self.arena.push(node);
        self.created(number)
    }

    /// The id of a node that was just made, if there was room for it.
    #[inline]
    fn created(&self, number: u32) -> Result<NodeId, MutationError> {
        self.arena.contains(number).then(|| self.arena.id_created(number)).ok_or(MutationError::Full)
    }

    /// Adds nodes. If that is refused, what was added of them is taken back.
    pub(super) fn whole_or_refused(
        &mut self,
        add: impl FnOnce(&mut Self) -> Result<NodeId, MutationError>,
    ) -> Result<NodeId, MutationError> {
        let before = self.arena.mark();
        let added = add(self);
        if added.is_err() {
            self.arena.roll_back(before);
        }
        added
    }

    #[inline]
    fn create_with_text(&mut self, kind: NodeKind, text: &str) -> Result<NodeId, MutationError> {
        self.whole_or_refused(|document| {
            let place = document.arena.text.try_store(text).ok_or(MutationError::Full)?;
            document.push(Node::text(kind, place))
        })
    }

    /// Creates a processing instruction.
    ///
    /// ```
    /// use limpid::Document;
    /// let mut document = Document::new_xml();
    /// let style = document.create_processing_instruction("xml-stylesheet", "href='a.css'")?;
    /// document.append(document.root().id(), style)?;
    /// assert_eq!(document.node(style).unwrap().processing_instruction().unwrap().data, "href='a.css'");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidName`](MutationError::InvalidName) for a target that would not be one,
    /// [`InvalidInstruction`](MutationError::InvalidInstruction) for data that would end it early.
    #[doc(alias = "createProcessingInstruction")]
    #[inline]
    pub fn create_processing_instruction(&mut self, target: &str, data: &str) -> Result<NodeId, MutationError> {
        validity::check_instruction_target(target, self.is_xml())?;
        validity::check_instruction_data(data, self.is_xml())?;
        self.whole_or_refused(|document| {
            let place = document.arena.text.try_store(data).ok_or(MutationError::Full)?;
            let name = document.arena.names.number_of(target);
            let number = document.arena.push_instruction(name, place);
            document.created(number)
        })
    }

    /// Creates a doctype.
    ///
    /// ```
    /// use limpid::Document;
    /// let mut document = Document::new();
    /// let doctype = document.create_doctype("html", None, None)?;
    /// document.append(document.root().id(), doctype)?;
    /// assert_eq!(document.to_html(), "<!DOCTYPE html>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidDoctype`](MutationError::InvalidDoctype) for a name or an identifier that would end it early.
    #[doc(alias = "createDocumentType")]
    #[inline]
    pub fn create_doctype(
        &mut self,
        name: &str,
        public_id: Option<&str>,
        system_id: Option<&str>,
    ) -> Result<NodeId, MutationError> {
        validity::check_doctype(name, [public_id, system_id], self.is_xml())?;
        let number = self.arena.push_doctype(DoctypeData::new(Some(name), public_id, system_id));
        self.created(number)
    }

    /// Creates a document fragment.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// let both = document.create_fragment()?;
    /// document.append(both, milk)?;
    /// document.append(both, tea)?;
    /// let list = document.body().unwrap().first_child().unwrap().id();
    /// document.append(list, both)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Milk</li><li>Tea</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "createDocumentFragment")]
    #[inline]
    pub fn create_fragment(&mut self) -> Result<NodeId, MutationError> {
        self.push(Node::new(NodeKind::DocumentFragment))
    }

    /// Makes a node the last child of another, taking it out of its old place. Of a document fragment, the children move.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// let list = document.node(tea).unwrap().parent().unwrap().id();
    /// document.append(list, tea)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Milk</li><li>Tea</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "appendChild")]
    #[inline]
    #[doc(alias = "append_child")]
    pub fn append(&mut self, parent: NodeId, child: NodeId) -> Result<(), MutationError> {
        self.insert(parent, 0, child, 0)
    }

    /// Inserts a node before another, taking it out of its old place. Of a document fragment, the children move.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// document.insert_before(tea, milk)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Milk</li><li>Tea</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "insertBefore")]
    #[inline]
    pub fn insert_before(&mut self, sibling: NodeId, child: NodeId) -> Result<(), MutationError> {
        let parent = self.parent_of(sibling)?;
        self.insert(parent, sibling.get(), child, 0)
    }

    /// Makes a node the first child of another, taking it out of its old place. Of a document fragment, the children
    /// move.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// let list = document.node(tea).unwrap().parent().unwrap().id();
    /// document.prepend(list, milk)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Milk</li><li>Tea</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "insert")]
    #[inline]
    pub fn prepend(&mut self, parent: NodeId, child: NodeId) -> Result<(), MutationError> {
        self.check(parent)?;
        self.insert(parent, self.arena.node(parent.get()).first(), child, 0)
    }

    /// Inserts a node after another, taking it out of its old place. Of a document fragment, the children move.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// document.insert_after(milk, tea)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Milk</li><li>Tea</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "after")]
    #[inline]
    pub fn insert_after(&mut self, sibling: NodeId, child: NodeId) -> Result<(), MutationError> {
        let parent = self.parent_of(sibling)?;
        let mut next = self.arena.node(sibling.get()).next();
        if sibling == child {
            return self.check_insertion(parent, child);
        }
        if next == child.get() {
            next = self.arena.node(next).next();
        }
        self.insert(parent, next, child, 0)
    }

    /// Inserts a node before another number's, or at the end for 0, while `removed` is about to be taken out.
    #[inline]
    fn insert(&mut self, parent: NodeId, next: u32, child: NodeId, removed: u32) -> Result<(), MutationError> {
        self.check_insertion(parent, child)?;
        let (parent, child) = (parent.get(), child.get());
        let is_fragment = self.arena.node(child).kind() == NodeKind::DocumentFragment;
        self.check_structure(parent, next, child, is_fragment, removed)?;
        match (next, is_fragment) {
            (0, true) => self.arena.reparent_children(child, parent),
            (0, false) => self.arena.append(parent, child),
            (_, true) => self.arena.insert_children_before(next, child),
            (_, false) => self.arena.insert_before(next, child),
        }
        Ok(())
    }

    #[inline]
    fn parent_of(&self, node: NodeId) -> Result<NodeId, MutationError> {
        self.check(node)?;
        self.arena.id(self.arena.node(node.get()).parent()).ok_or(MutationError::NoParent)
    }

    /// Takes a node out of its parent, if it has one. It keeps its children and its id, and can be put elsewhere.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// document.detach(tea)?;
    /// assert!(!document.node(tea).unwrap().is_connected());
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "removeChild")]
    #[inline]
    pub fn detach(&mut self, node: NodeId) -> Result<(), MutationError> {
        self.check(node)?;
        self.arena.detach(node.get());
        Ok(())
    }

    /// [Removes](https://dom.spec.whatwg.org/#dom-childnode-remove) a node and what is in it: [`detach`](Self::detach) by
    /// the DOM's name.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// document.remove(tea)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "decompose")]
    #[doc(alias = "extract")]
    #[inline]
    pub fn remove(&mut self, node: NodeId) -> Result<(), MutationError> {
        self.detach(node)
    }

    /// Takes all children out of a node.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// document.remove_children(tea)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li></li><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "clear")]
    #[doc(alias = "replaceChildren")]
    #[inline]
    pub fn remove_children(&mut self, parent: NodeId) -> Result<(), MutationError> {
        self.check(parent)?;
        self.arena.detach_children(parent.get());
        Ok(())
    }

    /// Moves all children of a node to the end of another.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// document.append_children(milk, tea)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li></li><li>MilkTea</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[inline]
    pub fn append_children(&mut self, parent: NodeId, from: NodeId) -> Result<(), MutationError> {
        self.check(parent)?;
        self.check(from)?;
        if !self.arena.node(parent.get()).may_have_children() || !self.arena.node(from.get()).may_have_children() {
            return Err(MutationError::WrongKind);
        }
        if parent == from || self.arena.node(from.get()).first() == 0 {
            return Ok(());
        }
        if self.arena.is_host_including_inclusive_ancestor(from.get(), parent.get()) {
            return Err(MutationError::Cycle);
        }
        self.check_structure(parent.get(), 0, from.get(), true, 0)?;
        self.arena.reparent_children(from.get(), parent.get());
        Ok(())
    }

    /// Puts a node in the place of another, which is taken out. Of a document fragment, the children move.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// let note = document.create_comment("sold")?;
    /// document.replace_with(tea, note)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><!--sold--><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "replaceWith")]
    #[doc(alias = "replaceChild")]
    #[inline]
    pub fn replace_with(&mut self, node: NodeId, replacement: NodeId) -> Result<(), MutationError> {
        let parent = self.parent_of(node)?;
        self.insert(parent, node.get(), replacement, node.get())?;
        if node != replacement {
            self.arena.detach(node.get());
        }
        Ok(())
    }

    /// Puts an element in the place of a node, and the node into the element, as its last child.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// let text = document.node(tea).unwrap().first_child().unwrap().id();
    /// let bold = document.create_element("b")?;
    /// document.wrap(text, bold)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li><b>Tea</b></li><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[inline]
    pub fn wrap(&mut self, node: NodeId, wrapper: NodeId) -> Result<(), MutationError> {
        let number = self.check_element(wrapper)?;
        if node == wrapper {
            return Err(MutationError::Cycle);
        }
        let parent = self.parent_of(node)?;
        self.check_structure(number, 0, node.get(), false, 0)?;
        self.insert(parent, node.get(), wrapper, node.get())?;
        self.arena.append(number, node.get());
        Ok(())
    }

    /// Puts the children of an element in its place. The element is taken out, without them; template contents and a shadow
    /// root stay with it. So what stands in an HTML `template` in markup goes with it; to keep that, move it out of the
    /// [contents](crate::NodeRef::template_contents) first:
    ///
    /// ```
    /// # use limpid::Document;
    /// # let mut document = Document::new_fragment();
    /// # let root = document.root().id();
    /// # let template = document.create_element("template")?;
    /// # document.append(root, template)?;
    /// let contents = document.node(template).unwrap().template_contents().unwrap().id();
    /// # let text = document.create_text("kept")?;
    /// # document.append(contents, text)?;
    /// document.append_children(template, contents)?;
    /// document.unwrap_element(template)?;
    /// assert_eq!(document.to_html(), "kept");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// It takes time for each child. Of elements inside each other, unwrap the outer ones first, as
    /// [`descendants`](crate::NodeRef::descendants) gives them: what was moved once stays then.
    #[doc(alias = "unwrap")]
    #[inline]
    #[doc(alias = "remove_and_keep_content")]
    #[doc(alias = "drop_tag")]
    #[doc(alias = "strip_elements")]
    pub fn unwrap_element(&mut self, element: NodeId) -> Result<(), MutationError> {
        let number = self.check_element(element)?;
        let parent = self.parent_of(element)?;
        self.check_structure(parent.get(), number, number, true, number)?;
        self.arena.insert_children_before(number, number);
        self.arena.detach(number);
        Ok(())
    }

    /// Changes the local name of an element, which stays in its namespace and keeps its prefix; in an HTML document, an HTML
    /// name is lowercased. Its id, its attributes and what is in it stay.
    ///
    /// An HTML `template` cannot become something else nor anything a `template`: what is in one is in its
    /// [contents](crate::NodeRef::template_contents). That is a [`WrongKind`](MutationError::WrongKind).
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// document.rename(tea, "dt")?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><dt>Tea</dt><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "renameNode")]
    #[inline]
    #[doc(alias = "set_tag_name")]
    pub fn rename(&mut self, element: NodeId, name: &str) -> Result<(), MutationError> {
        let number = self.check_element(element)?;
        validity::check_element_name(name, self.is_xml())?;
        let name = self.name_on_element(number, name);
        let is_template = self.arena.is_html(number, LocalName::TEMPLATE);
        let becomes_template = self.arena.is_html_element(number) && name == LocalName::TEMPLATE.as_str();
        if is_template != becomes_template {
            return Err(MutationError::WrongKind);
        }
        let name = self.arena.names.number_of(&name);
        self.arena.set_name(number, name);
        Ok(())
    }

    /// Joins neighbouring text nodes among the descendants of a node, and removes empty ones:
    /// [normalize](https://dom.spec.whatwg.org/#dom-node-normalize). Template contents and shadow roots are left alone.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// let more = document.create_text(" (hot)")?;
    /// document.append(tea, more)?;
    /// document.normalize(tea)?;
    /// assert_eq!(document.node(tea).unwrap().children().count(), 1);
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Tea (hot)</li><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[inline]
    pub fn normalize(&mut self, node: NodeId) -> Result<(), MutationError> {
        self.check(node)?;
        let top = node.get();
        let joined = self.join_texts(top)?;
        let mut joined = joined.into_iter().peekable();
        let mut number = self.arena.next_in_order(top, top);
        while number != 0 {
            if let Some((_, place)) = joined.next_if(|&(first, _)| first == number) {
                self.arena.set_place(number, place);
                while let next = self.arena.node(number).next()
                    && self.arena.is_text(next)
                {
                    self.arena.detach(next);
                }
            }
            let after = self.arena.next_in_order(number, top);
            if self.arena.is_text(number) && self.arena.node(number).place().len == 0 {
                self.arena.detach(number);
            }
            number = after;
        }
        Ok(())
    }

    /// Stores the joined text of each run of neighbouring text nodes below a node. Returns the first nodes of the runs, in tree
    /// order, with the places of the text; nothing else is changed yet, so that the document stays as it was when it is full.
    #[inline]
    fn join_texts(&mut self, top: u32) -> Result<Vec<(u32, Place)>, MutationError> {
        let mut joined = Vec::new();
        let built_len = self.arena.text.built_len();
        let mut number = self.arena.next_in_order(top, top);
        while number != 0 {
            let first = number;
            let mut text = String::new();
            while self.arena.is_text(self.arena.node(number).next()) && self.arena.is_text(number) {
                text.push_str(self.arena.text(&self.source, self.arena.node(number).place()));
                number = self.arena.node(number).next();
            }
            if number != first {
                text.push_str(self.arena.text(&self.source, self.arena.node(number).place()));
                let Some(place) = self.arena.text.try_store(&text) else {
                    self.arena.text.truncate(built_len);
                    return Err(MutationError::Full);
                };
                joined.push((first, place));
            }
            number = self.arena.next_in_order(number, top);
        }
        Ok(joined)
    }

    /// Replaces the text of a text node, or the data of a comment or a processing instruction. In a `script` or another element of raw
    /// text, the text is written as it is: see [`set_text_content`](Self::set_text_content).
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// let text = document.node(tea).unwrap().first_child().unwrap().id();
    /// document.set_text(text, "Green tea")?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Green tea</li><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidComment`](MutationError::InvalidComment) and [`InvalidInstruction`](MutationError::InvalidInstruction) as by
    /// [`create_comment`](Self::create_comment) and
    /// [`create_processing_instruction`](Self::create_processing_instruction).
    #[inline]
    pub fn set_text(&mut self, node: NodeId, text: &str) -> Result<(), MutationError> {
        self.check(node)?;
        let old = self.arena.place(node.get()).ok_or(MutationError::WrongKind)?;
        match self.arena.node(node.get()).kind() {
            NodeKind::Comment => validity::check_comment(text)?,
            NodeKind::ProcessingInstruction => validity::check_instruction_data(text, self.is_xml())?,
            _ => {}
        }
        let place = self.arena.text.store_in_place_of(&self.source, old, text).ok_or(MutationError::Full)?;
        self.arena.set_place(node.get(), place);
        Ok(())
    }

    /// Replaces what is in a node by a text, as setting
    /// [textContent](https://dom.spec.whatwg.org/#dom-node-textcontent) does: the children of an element or a fragment by
    /// one text node, or by nothing if the text is empty; for other nodes it is [`set_text`](Self::set_text).
    ///
    /// A document and a doctype have no text: [`WrongKind`](MutationError::WrongKind). In a `template`, the template
    /// contents are something else; name them to change them.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// document.set_text_content(tea, "A < B")?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>A &lt; B</li><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// HTML writes the text of a `script`, a `style` and the other elements of raw text as it is, so an end tag in it ends the element
    /// when the markup is read. As in the DOM this is not refused: what a text means depends on where it stands, and it may still be moved.
    /// Data in a script is safe with its `<` written as the script has it:
    ///
    /// ```
    /// let mut document = limpid::parse_fragment("<script></script>", "body");
    /// let script = document.root().first_child().unwrap().id();
    /// document.set_text_content(script, "f('</script>')")?;
    /// assert_eq!(document.to_html(), "<script>f('</script>')</script>");
    /// document.set_text_content(script, &"f('</script>')".replace('<', "\\u003c"))?;
    /// assert_eq!(document.to_html(), "<script>f('\\u003c/script>')</script>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "textContent")]
    #[inline]
    pub fn set_text_content(&mut self, node: NodeId, text: &str) -> Result<(), MutationError> {
        self.check(node)?;
        match self.arena.node(node.get()).kind() {
            NodeKind::Document | NodeKind::Doctype => Err(MutationError::WrongKind),
            NodeKind::Text | NodeKind::Comment | NodeKind::ProcessingInstruction => self.set_text(node, text),
            NodeKind::Element | NodeKind::DocumentFragment | NodeKind::ShadowRoot => {
                if text.is_empty() {
                    return self.remove_children(node);
                }
                let content = self.create_text(text)?;
                self.remove_children(node)?;
                self.append(node, content)
            }
        }
    }

    /// The node of an id, or why there is none: [`WrongDocument`](MutationError::WrongDocument) or
    /// [`NoSuchNode`](MutationError::NoSuchNode).
    ///
    /// ```
    /// use limpid::{Document, MutationError};
    /// let document = Document::new();
    /// let other = Document::new();
    /// assert_eq!(document.try_node(other.root().id()), Err(MutationError::WrongDocument));
    /// ```
    #[inline]
    pub fn try_node(&self, id: NodeId) -> Result<NodeRef<'_>, MutationError> {
        self.check(id)?;
        self.node(id).ok_or(MutationError::NoSuchNode)
    }

    #[inline]
    pub(super) fn check(&self, node: NodeId) -> Result<(), MutationError> {
        if node.ids() != self.arena.ids {
            return Err(MutationError::WrongDocument);
        }
        if self.arena.contains(node.get()) { Ok(()) } else { Err(MutationError::NoSuchNode) }
    }

    /// A name for an element or its attributes, which is lowercased on an HTML element in an HTML document.
    #[inline]
    pub(super) fn name_on_element<'a>(&self, element: u32, name: &'a str) -> Cow<'a, str> {
        match self.arena.is_html_element(element) && !self.is_xml() {
            true => lowercased(name),
            false => Cow::Borrowed(name),
        }
    }

    #[inline]
    pub(super) fn check_element(&self, element: NodeId) -> Result<u32, MutationError> {
        self.check(element)?;
        match self.arena.node(element.get()).kind() {
            NodeKind::Element => Ok(element.get()),
            _ => Err(MutationError::WrongKind),
        }
    }

    /// The part of [ensure pre-insert validity](https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity)
    /// that keeps a tree a tree.
    #[inline]
    pub(crate) fn check_insertion(&self, parent: NodeId, child: NodeId) -> Result<(), MutationError> {
        self.check(parent)?;
        self.check(child)?;
        let child_node = self.arena.node(child.get());
        let is_content = self.arena.host(child.get()) != 0;
        if !self.arena.node(parent.get()).may_have_children()
            || matches!(child_node.kind(), NodeKind::Document | NodeKind::ShadowRoot)
            || is_content
            || child.get() == self.arena.root
        {
            return Err(MutationError::WrongKind);
        }
        if self.arena.is_host_including_inclusive_ancestor(child.get(), parent.get()) {
            return Err(MutationError::Cycle);
        }
        Ok(())
    }

    /// The rest of ensure pre-insert validity and of
    /// [replace](https://dom.spec.whatwg.org/#concept-node-replace): a document has no text, at most one element and at most one
    /// doctype, before the element; nothing else has a doctype. A node, or its children, goes before `next`, and `removed` goes.
    #[inline]
    fn check_structure(
        &self,
        parent: u32,
        next: u32,
        moved: u32,
        is_children: bool,
        removed: u32,
    ) -> Result<(), MutationError> {
        let kind = |number: u32| self.arena.node(number).kind();
        let siblings = |first: u32| {
            std::iter::successors(Some(first), |&number| Some(self.arena.node(number).next()))
                .take_while(|&number| number != 0)
        };
        let added = match is_children {
            true => siblings(self.arena.node(moved).first()).take(usize::MAX),
            false => siblings(moved).take(1),
        };
        if kind(parent) != NodeKind::Document {
            let has_doctype = added.into_iter().any(|number| kind(number) == NodeKind::Doctype);
            return if has_doctype { Err(MutationError::DocumentStructure) } else { Ok(()) };
        }
        if added.clone().all(|number| matches!(kind(number), NodeKind::Comment | NodeKind::ProcessingInstruction)) {
            return Ok(());
        }
        let stays = |number: &u32| *number != removed && (is_children || *number != moved);
        let before = siblings(self.arena.node(parent).first()).take_while(|&number| number != next).filter(stays);
        let (mut has_element, mut has_doctype) = (false, false);
        let is_allowed = before.chain(added).chain(siblings(next).filter(stays)).all(|number| match kind(number) {
            NodeKind::Text => false,
            NodeKind::Element => !std::mem::replace(&mut has_element, true),
            NodeKind::Doctype => !has_element && !std::mem::replace(&mut has_doctype, true),
            _ => true,
        });
        if is_allowed { Ok(()) } else { Err(MutationError::DocumentStructure) }
    }
}

#[inline]
fn lowercased(name: &str) -> Cow<'_, str> {
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Cow::Owned(name.to_ascii_lowercase()),
        false => Cow::Borrowed(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants;

    #[test]
    fn normalizing_is_done_whole_or_refused() {
        let mut document = Document::new();
        let list = document.create_element("ul").unwrap();
        for _ in 0..2 {
            let item = document.create_element("li").unwrap();
            document.append(list, item).unwrap();
            for text in ["four", "five!"] {
                let text = document.create_text(text).unwrap();
                document.append(item, text).unwrap();
            }
        }
        document.append(document.root().id(), list).unwrap();
        let before = (document.to_test_dump(), extent(&document));
        // Room for the first pair only.
        document.arena.text.set_limit(18 + 9);
        assert_eq!(document.normalize(list), Err(MutationError::Full));
        assert_eq!((document.to_test_dump(), extent(&document)), before);
        document.arena.text.set_limit(u32::MAX);
        assert_eq!(document.normalize(list), Ok(()));
        assert_eq!(document.to_html(), "<ul><li>fourfive!</li><li>fourfive!</li></ul>");
        assert_eq!(document.descendants().filter(|node| node.text().is_some()).count(), 2);
        invariants::check(&document).unwrap();
    }

    /// The state of a document's buffers.
    fn extent(document: &Document<'_>) -> (usize, usize, usize, bool, bool) {
        let arena = &document.arena;
        let (nodes, attributes, text) = (arena.nodes.len(), arena.attributes.len(), arena.text.built_len());
        (nodes, attributes, text, arena.is_full, arena.text.is_full)
    }

    #[test]
    fn what_does_not_fit_leaves_nothing_behind() {
        let mut source = Document::new_fragment();
        let top = source.create_element("div").unwrap();
        let inner = source.create_element_ns("urn:a", "p:b").unwrap();
        let template = source.create_element("template").unwrap();
        for number in 0..20 {
            source.set_attribute(inner, &format!("data-{number}"), "value").unwrap();
        }
        let text = source.create_text("some text").unwrap();
        let contents = source.node(template).unwrap().template_contents().unwrap().id();
        source.append(contents, text).unwrap();
        source.append(top, inner).unwrap();
        source.append(top, template).unwrap();
        let mut fitting = 0;
        for limit in 0..200 {
            // Nodes for half of the limits, text for the others.
            let mut document = Document::new_fragment();
            match limit < 20 {
                true => document.arena.node_limit = 3 + limit,
                false => document.arena.text.set_limit(limit - 20),
            }
            let before = extent(&document);
            match document.import(source.node(top).unwrap()) {
                Ok(copy) => {
                    fitting += 1;
                    assert_eq!(document.node(copy).unwrap().to_html(), source.node(top).unwrap().to_html());
                }
                Err(error) => {
                    assert_eq!(error, MutationError::Full);
                    assert_eq!(extent(&document), before);
                    // Numbers are given again, and nothing of what had them clings to them.
                    document.arena.node_limit = u32::MAX;
                    document.arena.text.set_limit(u32::MAX);
                    for _ in 0..8 {
                        let element = document.create_element("p").unwrap();
                        assert_eq!(document.node(element).unwrap().to_html(), "<p></p>");
                    }
                }
            }
            invariants::check(&document).unwrap();
        }
        assert!((20..180).contains(&fitting), "{fitting}");
        for limit in 0..6 {
            let mut document = source.clone();
            document.arena.node_limit = document.arena.nodes.len() as u32 + limit;
            let before = extent(&document);
            if document.clone_subtree(top).is_err() {
                assert_eq!(extent(&document), before);
            }
            invariants::check(&document).unwrap();
        }
    }

    #[test]
    fn creation_when_full_is_an_error() {
        let mut document = Document::new();
        let full = Err(MutationError::Full);
        document.arena.node_limit = document.arena.nodes.len() as u32 + 1;
        let before = extent(&document);
        assert_eq!(document.create_element("template"), full);
        assert_eq!(extent(&document), before);
        let last = document.create_element("p").unwrap();
        let before = extent(&document);
        assert_eq!(document.create_element("p"), full);
        assert_eq!(document.create_element_ns("urn:a", "p:b"), full);
        assert_eq!(document.create_text("text"), full);
        assert_eq!(document.create_comment("data"), full);
        assert_eq!(document.create_processing_instruction("a", "data"), full);
        assert_eq!(document.set_text_content(last, "text"), Err(MutationError::Full));
        assert_eq!(extent(&document), before);
        assert_eq!(document.create_doctype("html", None, None), full);
        assert_eq!(document.create_fragment(), full);
        invariants::check(&document).unwrap();
    }

    #[test]
    fn attributes_are_removed_as_they_are_set() {
        let mut document = Document::new();
        let p = document.create_element("p").unwrap();
        let svg = document.create_element_in(Namespace::Svg, "svg").unwrap();
        for element in [p, svg] {
            document.set_attribute(element, "CLASS", "a").unwrap();
        }
        assert_eq!(document.remove_attribute(svg, "class"), Ok(false));
        for element in [p, svg] {
            assert_eq!(document.remove_attribute(element, "CLASS"), Ok(true));
            assert_eq!(document.node(element).unwrap().attributes().len(), 0);
        }
    }
}
