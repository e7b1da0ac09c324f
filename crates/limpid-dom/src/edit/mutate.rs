//! Methods that change the tree: inserting, removing and renaming nodes, and setting their text.

use crate::edit::error::MutationError;
use crate::edit::node_mut::NodeMut;
use crate::edit::validity;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::storage::id::NodeId;
use crate::storage::node::NodeKind;
use crate::storage::text_buffer::Place;
use limpid_markup::{LocalName, Namespace, TagSet, adjust_svg_tag_name};
use std::borrow::Cow;

/// # Inserting and removing
impl<'i> NodeMut<'_, 'i> {
    /// Moves `child` to the end of this node's children. If it is a document fragment, its children are moved instead.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// let list = document.node(tea).unwrap().parent().unwrap().id();
    /// document.node_mut(list)?.append(tea)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Milk</li><li>Tea</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "appendChild")]
    #[inline]
    #[doc(alias = "append_child")]
    pub fn append(&mut self, child: NodeId) -> Result<(), MutationError> {
        self.document.insert(self.id, 0, child, 0)
    }

    /// Creates an element, makes it the last child of this node, and returns it.
    ///
    /// In an HTML document, the element has the name and namespace that the parser would give it. Names are lowercased. An `svg` and its
    /// descendants are in the SVG namespace, except inside `foreignObject`, `desc` and `title`; `math` works in the same way. If this node
    /// is a `template`, the element is added to its contents.
    ///
    /// In an XML document, a name with a prefix is in the namespace that an ancestor declares for the prefix. A name without a prefix is
    /// in the parent's namespace. For other namespaces, use [`create_element_ns`](Document::create_element_ns).
    ///
    /// ```
    /// let mut document = limpid::parse("<h1>Tea");
    /// let body = document.body().unwrap().id();
    /// let mut list = document.node_mut(body)?;
    /// let mut list = list.append_element("ul")?;
    /// for name in ["Sencha", "Matcha"] {
    ///     list.append_element("li")?.set_text(name)?;
    /// }
    /// assert_eq!(document.body().unwrap().inner_html(), "<h1>Tea</h1><ul><li>Sencha</li><li>Matcha</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// To keep the element after the statement, take its [`id`](Self::id), or bind the parent to a variable first.
    ///
    /// # Errors
    /// The errors of [`Document::create_element`] and [`append`](Self::append), and
    /// [`InvalidNamespace`](MutationError::InvalidNamespace) if the prefix is not declared.
    #[inline]
    pub fn append_element(&mut self, name: &str) -> Result<NodeMut<'_, 'i>, MutationError> {
        let id = self.id;
        let element = self.document.roll_back_on_error(|document| {
            let element = document.create_child_element(id, name)?;
            document.append_new(id, element)?;
            Ok(element)
        })?;
        Ok(NodeMut { document: self.document, id: element })
    }

    /// Creates a text node and makes it the last child of this node. Special characters are escaped when the text is written.
    ///
    /// ```
    /// let mut document = limpid::parse("<p>Tea");
    /// let p = document.select_first("p").unwrap().unwrap().id();
    /// document.node_mut(p)?.append_text(" & more")?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<p>Tea &amp; more</p>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`append`](Self::append), and [`Full`](MutationError::Full) if the document is full.
    #[inline]
    pub fn append_text(&mut self, text: &str) -> Result<(), MutationError> {
        let id = self.id;
        let append = |document: &mut Document<'i>| {
            let text = document.create_text(text)?;
            document.append_new(id, text)?;
            Ok(text)
        };
        self.document.roll_back_on_error(append).map(drop)
    }

    /// Moves `child` before this node. If it is a document fragment, its children are moved instead.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// document.node_mut(tea)?.insert_before(milk)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Milk</li><li>Tea</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "insertBefore")]
    #[doc(alias = "before")]
    #[inline]
    pub fn insert_before(&mut self, child: NodeId) -> Result<(), MutationError> {
        let parent = self.document.parent_of(self.id)?;
        self.document.insert(parent, self.id.get(), child, 0)
    }

    /// Moves `child` to the start of this node's children. If it is a document fragment, its children are moved instead.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// let list = document.node(tea).unwrap().parent().unwrap().id();
    /// document.node_mut(list)?.prepend(milk)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Milk</li><li>Tea</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "insert")]
    #[inline]
    pub fn prepend(&mut self, child: NodeId) -> Result<(), MutationError> {
        self.document.check_id(self.id)?;
        self.document.insert(self.id, self.document.arena.node(self.id.get()).first(), child, 0)
    }

    /// Moves `child` after this node. If it is a document fragment, its children are moved instead.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// document.node_mut(milk)?.insert_after(tea)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Milk</li><li>Tea</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "after")]
    #[inline]
    pub fn insert_after(&mut self, child: NodeId) -> Result<(), MutationError> {
        let parent = self.document.parent_of(self.id)?;
        let mut next = self.document.arena.node(self.id.get()).next();
        if self.id == child {
            return self.document.check_insertion(parent, child);
        }
        if next == child.get() {
            next = self.document.arena.node(next).next();
        }
        self.document.insert(parent, next, child, 0)
    }

    /// [Removes](https://dom.spec.whatwg.org/#dom-childnode-remove) the node from its parent, if it has one. It keeps its id and its
    /// children, and can be inserted elsewhere.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let tea = document.select_first("li").unwrap().unwrap().id();
    /// document.node_mut(tea)?.remove()?;
    /// assert!(!document.node(tea).unwrap().is_connected());
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "removeChild")]
    #[doc(alias = "remove_child")]
    #[doc(alias = "detach")]
    #[doc(alias = "decompose")]
    #[doc(alias = "extract")]
    #[inline]
    pub fn remove(&mut self) -> Result<(), MutationError> {
        self.document.check_id(self.id)?;
        self.document.detach(self.id);
        Ok(())
    }

    /// Removes all children of this node.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// document.node_mut(tea)?.remove_children()?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li></li><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "clear")]
    #[doc(alias = "replaceChildren")]
    #[inline]
    #[doc(alias = "replace_children")]
    pub fn remove_children(&mut self) -> Result<(), MutationError> {
        self.document.check_id(self.id)?;
        self.document.arena.detach_children(self.id.get());
        if self.document.arena.node(self.id.get()).kind() == NodeKind::Document {
            self.document.update_quirks_mode();
        }
        Ok(())
    }

    /// Moves all children of the node `from` to the end of this node.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// document.node_mut(milk)?.append_children(tea)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li></li><li>MilkTea</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[inline]
    pub fn append_children(&mut self, from: NodeId) -> Result<(), MutationError> {
        self.document.check_id(self.id)?;
        self.document.check_id(from)?;
        if !self.document.arena.node(self.id.get()).may_have_children()
            || !self.document.arena.node(from.get()).may_have_children()
        {
            return Err(MutationError::WrongKind);
        }
        if self.id == from || self.document.arena.node(from.get()).first() == 0 {
            return Ok(());
        }
        if self.document.arena.is_host_including_inclusive_ancestor(from.get(), self.id.get()) {
            return Err(MutationError::Cycle);
        }
        self.document.check_structure(self.id.get(), 0, from.get(), true, 0)?;
        self.document.arena.reparent_children(from.get(), self.id.get());
        Ok(())
    }

    /// Replaces this node with `replacement`. If that is a document fragment, its children are moved instead.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// let note = document.create_comment("sold")?;
    /// document.node_mut(tea)?.replace_with(note)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><!--sold--><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "replaceWith")]
    #[doc(alias = "replaceChild")]
    #[inline]
    #[doc(alias = "replace_child")]
    pub fn replace_with(&mut self, replacement: NodeId) -> Result<(), MutationError> {
        let parent = self.document.parent_of(self.id)?;
        self.document.insert(parent, self.id.get(), replacement, self.id.get())?;
        if self.id != replacement {
            self.document.detach(self.id);
        }
        Ok(())
    }

    /// Replaces this node with a new element, moves this node into the element, and returns the element. The new element's namespace is
    /// chosen in the same way as by [`append_element`](Self::append_element).
    ///
    /// ```
    /// let mut document = limpid::parse("<img src=a.png><table><tr><td>1</table>");
    /// document.edit("table", |table| table.wrap("div")?.set_attribute("class", "scroll"))?;
    /// document.edit("img", |image| image.wrap("figure").map(drop))?;
    /// assert_eq!(
    ///     document.body().unwrap().inner_html(),
    ///     r#"<figure><img src="a.png"></figure><div class="scroll"><table><tbody><tr><td>1</td></tr></tbody></table></div>"#
    /// );
    /// # Ok::<(), limpid::EditError>(())
    /// ```
    ///
    /// # Errors
    /// [`NoParent`](MutationError::NoParent) if the node has no parent,
    /// [`DocumentStructure`](MutationError::DocumentStructure) for a doctype, and the errors of [`Document::create_element`].
    #[inline]
    pub fn wrap(&mut self, name: &str) -> Result<NodeMut<'_, 'i>, MutationError> {
        let parent = self.document.parent_of(self.id)?;
        if self.document.arena.node(self.id.get()).kind() == NodeKind::Doctype {
            return Err(MutationError::DocumentStructure);
        }
        let id = self.id;
        let wrapper = self.document.roll_back_on_error(|document| {
            let wrapper = document.create_child_element(parent, name)?;
            document.insert(parent, id.get(), wrapper, id.get())?;
            Ok(wrapper)
        })?;
        let content = self.document.content_target(wrapper);
        self.document.arena.append(content, id.get());
        Ok(NodeMut { document: self.document, id: wrapper })
    }

    /// Replaces this element with its children. Template contents and a shadow root are removed with the element. To keep the content of
    /// an HTML `template`, move it out of its [contents](crate::NodeRef::template_contents) first:
    ///
    /// ```
    /// # use limpid::Document;
    /// # let mut document = Document::new_fragment();
    /// # let root = document.root().id();
    /// # let template = document.create_element("template")?;
    /// # document.node_mut(root)?.append(template)?;
    /// let contents = document.node(template).unwrap().template_contents().unwrap().id();
    /// # let text = document.create_text("kept")?;
    /// # document.node_mut(contents)?.append(text)?;
    /// document.node_mut(template)?.append_children(contents)?;
    /// document.node_mut(template)?.replace_with_children()?;
    /// assert_eq!(document.to_html(), "kept");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// Time grows with the number of children. To unwrap nested elements, start with the outermost, in the order of
    /// [`descendants`](crate::NodeRef::descendants): each node is then moved once only.
    #[doc(alias = "unwrap")]
    #[inline]
    #[doc(alias = "remove_and_keep_content")]
    #[doc(alias = "drop_tag")]
    #[doc(alias = "strip_elements")]
    pub fn replace_with_children(&mut self) -> Result<(), MutationError> {
        let number = self.document.check_element(self.id)?;
        let parent = self.document.parent_of(self.id)?;
        self.document.check_structure(parent.get(), number, number, true, number)?;
        self.document.arena.insert_children_before(number, number);
        self.document.arena.detach(number);
        Ok(())
    }

    /// Changes the local name of this element. Its id, namespace, prefix, attributes and children stay the same. The name of an HTML
    /// element in an HTML document is lowercased.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// document.node_mut(tea)?.rename("dt")?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><dt>Tea</dt><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`InvalidName`](MutationError::InvalidName) for an invalid name. [`WrongKind`](MutationError::WrongKind) if the change turns an HTML
    /// `template` into another element or another element into an HTML `template`, because only a `template` has
    /// [template contents](crate::NodeRef::template_contents).
    #[doc(alias = "renameNode")]
    #[inline]
    #[doc(alias = "set_tag_name")]
    #[doc(alias = "rename_node")]
    pub fn rename(&mut self, name: &str) -> Result<(), MutationError> {
        let number = self.document.check_element(self.id)?;
        validity::check_element_name(name, self.document.is_xml())?;
        if self.document.is_xml() && name.contains(':') {
            return Err(MutationError::InvalidName);
        }
        let name = self.document.lowercased_if_html(number, name);
        let is_template = self.document.arena.is_html(number, LocalName::TEMPLATE);
        let becomes_template = self.document.arena.is_html_element(number) && name == LocalName::TEMPLATE.as_str();
        if is_template != becomes_template {
            return Err(MutationError::WrongKind);
        }
        let name = self.document.arena.names.number_of(&name);
        self.document.arena.set_name(number, name);
        Ok(())
    }

    /// Joins adjacent text nodes among the descendants of this node and removes empty ones, as
    /// [normalize](https://dom.spec.whatwg.org/#dom-node-normalize) does. Template contents and shadow roots do not change.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// let more = document.create_text(" (hot)")?;
    /// document.node_mut(tea)?.append(more)?;
    /// document.node_mut(tea)?.normalize()?;
    /// assert_eq!(document.node(tea).unwrap().children().count(), 1);
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Tea (hot)</li><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[inline]
    pub fn normalize(&mut self) -> Result<(), MutationError> {
        self.document.check_id(self.id)?;
        let top = self.id.get();
        let joined = self.document.join_texts(top)?;
        let mut joined = joined.into_iter().peekable();
        let mut number = self.document.arena.next_in_order(top, top);
        while number != 0 {
            if let Some((_, place)) = joined.next_if(|&(first, _)| first == number) {
                self.document.arena.set_place(number, place);
                while let next = self.document.arena.node(number).next()
                    && self.document.arena.is_text(next)
                {
                    self.document.arena.detach(next);
                }
            }
            let after = self.document.arena.next_in_order(number, top);
            if self.document.arena.is_text(number) && self.document.arena.node(number).place().len == 0 {
                self.document.arena.detach(number);
            }
            number = after;
        }
        Ok(())
    }

    /// Sets the text of this node, as setting [textContent](https://dom.spec.whatwg.org/#dom-node-textcontent) does. The children of an
    /// element or a fragment are replaced with one text node, or only removed if the text is empty. For a text, a comment or a processing
    /// instruction, this sets its data.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let tea = document.select_first("li").unwrap().unwrap().id();
    /// document.node_mut(tea)?.set_text("A < B")?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>A &lt; B</li><li>Milk</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// The children of a `template` are not its [contents](NodeRef::template_contents). To change the contents, use their id.
    ///
    /// The text of a `script`, a `style` and other raw text elements is written without escaping, so an end tag in the text ends the
    /// element when the markup is parsed. As in the DOM, such text is allowed. In a script, escape `<` in the syntax of its language:
    ///
    /// ```
    /// let mut document = limpid::parse_fragment("<script></script>", "body");
    /// let script = document.root().first_child().unwrap().id();
    /// document.node_mut(script)?.set_text("f('</script>')")?;
    /// assert_eq!(document.to_html(), "<script>f('</script>')</script>");
    /// document.node_mut(script)?.set_text(&"f('</script>')".replace('<', "\\u003c"))?;
    /// assert_eq!(document.to_html(), "<script>f('\\u003c/script>')</script>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`WrongKind`](MutationError::WrongKind) for a document or a doctype, which have no text;
    /// [`InvalidComment`](MutationError::InvalidComment) or [`InvalidInstruction`](MutationError::InvalidInstruction) if the text would
    /// end the comment or the instruction early.
    #[doc(alias = "textContent")]
    #[doc(alias = "set_text_content")]
    #[inline]
    #[doc(alias = "text_content")]
    pub fn set_text(&mut self, text: &str) -> Result<(), MutationError> {
        self.document.check_id(self.id)?;
        match self.document.arena.node(self.id.get()).kind() {
            NodeKind::Document | NodeKind::Doctype => return Err(MutationError::WrongKind),
            NodeKind::Element | NodeKind::DocumentFragment | NodeKind::ShadowRoot => {
                let content = if text.is_empty() { None } else { Some(self.document.create_text(text)?) };
                self.remove_children()?;
                return content.map_or(Ok(()), |content| self.append(content));
            }
            NodeKind::Comment => validity::check_comment(text)?,
            NodeKind::ProcessingInstruction => validity::check_instruction_data(text, self.document.is_xml())?,
            NodeKind::Text => {}
        }
        let document = &mut *self.document;
        let old = document.arena.place(self.id.get()).ok_or(MutationError::WrongKind)?;
        let place = document.arena.text.store_in_place_of(&document.source, old, text).ok_or(MutationError::Full)?;
        document.arena.set_place(self.id.get(), place);
        Ok(())
    }
}

impl Document<'_> {
    /// Creates an element in the namespace that it gets as a child of `parent`: see [`NodeMut::append_element`].
    #[inline]
    fn create_child_element(&mut self, parent: NodeId, name: &str) -> Result<NodeId, MutationError> {
        let parent = self.try_node(parent)?;
        if self.is_xml() {
            let url = match name.split_once(':') {
                Some((prefix, _)) => Some(namespace_of_prefix(parent, prefix).ok_or(MutationError::InvalidNamespace)?),
                None => parent.namespace_url(),
            };
            return match url.map(str::to_owned) {
                Some(url) => self.create_element_ns(url, name),
                None => self.create_element(name),
            };
        }
        validity::check_element_name(name, false)?;
        let name = lowercased(name);
        let namespace = namespace_of_child(parent, &name);
        let known = LocalName::from_bytes(name.as_bytes());
        match namespace {
            Namespace::Svg if known.is_known() => self.push_element(namespace, adjust_svg_tag_name(known).as_str()),
            _ => self.push_element(namespace, &name),
        }
    }

    /// Appends a new node without children to `parent` or to its template contents.
    #[inline]
    fn append_new(&mut self, parent: NodeId, child: NodeId) -> Result<(), MutationError> {
        self.check_id(parent)?;
        let parent = self.content_target(parent);
        if !self.arena.node(parent).may_have_children() {
            return Err(MutationError::WrongKind);
        }
        self.check_structure(parent, 0, child.get(), false, 0)?;
        self.arena.append(parent, child.get());
        Ok(())
    }

    /// Returns the number of the template contents of an HTML `template`, otherwise the number of the node itself.
    #[inline]
    fn content_target(&self, node: NodeId) -> u32 {
        self.arena.template_contents(node.get()).unwrap_or(node.get())
    }

    /// Inserts `child` before the node `next`, or at the end if `next` is 0. The caller removes the node `removed` afterwards, so
    /// [`check_structure`](Self::check_structure) ignores it.
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
        if self.arena.node(child).kind() == NodeKind::Doctype {
            self.update_quirks_mode();
        }
        Ok(())
    }

    #[inline]
    fn detach(&mut self, node: NodeId) {
        self.arena.detach(node.get());
        if self.arena.node(node.get()).kind() == NodeKind::Doctype {
            self.update_quirks_mode();
        }
    }

    #[inline]
    fn parent_of(&self, node: NodeId) -> Result<NodeId, MutationError> {
        self.check_id(node)?;
        self.arena.id(self.arena.node(node.get()).parent()).ok_or(MutationError::NoParent)
    }

    /// Stores the joined text of each run of adjacent text nodes below a node. Returns the first node of each run, in tree order, with the
    /// place of the joined text. The tree does not change here, so that no change to it has to be undone if the document is full.
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

    /// Returns the node with an id, or the error to return for the id.
    #[inline]
    pub(crate) fn try_node(&self, id: NodeId) -> Result<NodeRef<'_>, MutationError> {
        self.check_id(id)?;
        self.node(id).ok_or(MutationError::NoSuchNode)
    }

    #[inline]
    pub(super) fn check_id(&self, node: NodeId) -> Result<(), MutationError> {
        if node.document_id() != self.arena.document_id {
            return Err(MutationError::WrongDocument);
        }
        if self.arena.contains(node.get()) { Ok(()) } else { Err(MutationError::NoSuchNode) }
    }

    /// Lowercases a new name of `element` or of one of its attributes, if the element is an HTML element in an HTML document.
    #[inline]
    pub(super) fn lowercased_if_html<'a>(&self, element: u32, name: &'a str) -> Cow<'a, str> {
        match self.arena.is_html_element(element) && !self.is_xml() {
            true => lowercased(name),
            false => Cow::Borrowed(name),
        }
    }

    #[inline]
    pub(super) fn check_element(&self, element: NodeId) -> Result<u32, MutationError> {
        self.check_id(element)?;
        match self.arena.node(element.get()).kind() {
            NodeKind::Element => Ok(element.get()),
            _ => Err(MutationError::WrongKind),
        }
    }

    /// Checks the part of [ensure pre-insert validity](https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity)
    /// that rules out cycles and nodes of the wrong kind.
    #[inline]
    pub(crate) fn check_insertion(&self, parent: NodeId, child: NodeId) -> Result<(), MutationError> {
        self.check_id(parent)?;
        self.check_id(child)?;
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

    /// Checks the rest of ensure pre-insert validity and of [replace](https://dom.spec.whatwg.org/#concept-node-replace): a document has no
    /// text, at most one element and at most one doctype, which comes before the element. Other nodes cannot contain a doctype.
    ///
    /// The change to check: the node `moved` (or its children, if `moves_children` is true) is inserted before `next`, and the node
    /// `removed` is removed.
    #[inline]
    fn check_structure(
        &self,
        parent: u32,
        next: u32,
        moved: u32,
        moves_children: bool,
        removed: u32,
    ) -> Result<(), MutationError> {
        let kind = |number: u32| self.arena.node(number).kind();
        let siblings = |first: u32| {
            std::iter::successors(Some(first), |&number| Some(self.arena.node(number).next()))
                .take_while(|&number| number != 0)
        };
        let added = match moves_children {
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
        let stays = |number: &u32| *number != removed && (moves_children || *number != moved);
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

/// Returns the namespace that the parser gives to a child with this lowercase name in an HTML document.
#[inline]
fn namespace_of_child(parent: NodeRef<'_>, name: &str) -> Namespace {
    let has_html_children = match parent.namespace() {
        Namespace::Svg => {
            // The set contains lowercase names, as they are before "adjust SVG tag name".
            let name =
                if parent.name() == LocalName::FOREIGN_OBJECT { LocalName::FOREIGNOBJECT } else { parent.name() };
            TagSet::SVG_HTML_INTEGRATION_POINT.contains(name)
        }
        Namespace::MathMl if parent.name() == LocalName::ANNOTATION_XML => {
            let encoding = parent.attribute("encoding").unwrap_or_default();
            let is_html = |value: &str| encoding.eq_ignore_ascii_case(value);
            is_html("text/html") || is_html("application/xhtml+xml") || name == "svg"
        }
        Namespace::MathMl => {
            TagSet::MATHML_TEXT_INTEGRATION_POINT.contains(parent.name()) && !["mglyph", "malignmark"].contains(&name)
        }
        _ => true,
    };
    match name {
        _ if parent.is_element() && !has_html_children => parent.namespace(),
        "svg" => Namespace::Svg,
        "math" => Namespace::MathMl,
        _ => Namespace::Html,
    }
}

/// Returns the namespace of a prefix for a new child of `node` in XML. The nearest inclusive ancestor that declares the prefix, or whose own
/// name has the prefix, determines the namespace.
#[inline]
fn namespace_of_prefix<'d>(node: NodeRef<'d>, prefix: &str) -> Option<&'d str> {
    if prefix == "xml" {
        return Some(Namespace::Xml.url());
    }
    node.inclusive_ancestors().find_map(|element| {
        let declared = || element.attribute_ns(Namespace::XmlNs, prefix).filter(|url| !url.is_empty());
        declared().or_else(|| element.namespace_url().filter(|_| element.prefix() == Some(prefix)))
    })
}

#[inline]
pub(super) fn lowercased(name: &str) -> Cow<'_, str> {
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
    fn normalize_changes_nothing_when_full() {
        let mut document = Document::new();
        let list = document.create_element("ul").unwrap();
        for _ in 0..2 {
            let item = document.create_element("li").unwrap();
            document.node_mut(list).unwrap().append(item).unwrap();
            for text in ["four", "five!"] {
                let text = document.create_text(text).unwrap();
                document.node_mut(item).unwrap().append(text).unwrap();
            }
        }
        document.node_mut(document.root().id()).unwrap().append(list).unwrap();
        let before = (document.to_test_dump(), buffers(&document));
        // Only the first joined text fits.
        document.arena.text.set_limit(18 + 9);
        assert_eq!(document.node_mut(list).unwrap().normalize(), Err(MutationError::Full));
        assert_eq!((document.to_test_dump(), buffers(&document)), before);
        document.arena.text.set_limit(u32::MAX);
        assert_eq!(document.node_mut(list).unwrap().normalize(), Ok(()));
        assert_eq!(document.to_html(), "<ul><li>fourfive!</li><li>fourfive!</li></ul>");
        assert_eq!(document.descendants().filter(|node| node.text().is_some()).count(), 2);
        invariants::check(&document).unwrap();
    }

    /// The lengths of the document's buffers, and whether they are full.
    fn buffers(document: &Document<'_>) -> (usize, usize, usize, bool, bool) {
        let arena = &document.arena;
        let (nodes, attributes, text) = (arena.nodes.len(), arena.attributes.len(), arena.text.built_len());
        (nodes, attributes, text, arena.is_full, arena.text.is_full)
    }

    #[test]
    fn copies_are_rolled_back_when_full() {
        let mut source = Document::new_fragment();
        let top = source.create_element("div").unwrap();
        let inner = source.create_element_ns("urn:a", "p:b").unwrap();
        let template = source.create_element("template").unwrap();
        for number in 0..20 {
            source.node_mut(inner).unwrap().set_attribute(&format!("data-{number}"), "value").unwrap();
        }
        let text = source.create_text("some text").unwrap();
        let contents = source.node(template).unwrap().template_contents().unwrap().id();
        source.node_mut(contents).unwrap().append(text).unwrap();
        source.node_mut(top).unwrap().append(inner).unwrap();
        source.node_mut(top).unwrap().append(template).unwrap();
        let mut fitting = 0;
        for limit in 0..200 {
            // The first 20 iterations limit the number of nodes, the others the length of the text.
            let mut document = Document::new_fragment();
            match limit < 20 {
                true => document.arena.node_limit = 3 + limit,
                false => document.arena.text.set_limit(limit - 20),
            }
            let before = buffers(&document);
            match document.import(source.node(top).unwrap()) {
                Ok(copy) => {
                    fitting += 1;
                    assert_eq!(document.node(copy).unwrap().to_html(), source.node(top).unwrap().to_html());
                }
                Err(error) => {
                    assert_eq!(error, MutationError::Full);
                    assert_eq!(buffers(&document), before);
                    // New nodes reuse the numbers of the removed nodes, but get none of their data.
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
            let before = buffers(&document);
            if document.node_mut(top).unwrap().clone_subtree().is_err() {
                assert_eq!(buffers(&document), before);
            }
            invariants::check(&document).unwrap();
        }
    }

    #[test]
    fn creating_nodes_fails_when_full() {
        let mut document = Document::new();
        let full = Err(MutationError::Full);
        document.arena.node_limit = document.arena.nodes.len() as u32 + 1;
        let before = buffers(&document);
        assert_eq!(document.create_element("template"), full);
        assert_eq!(buffers(&document), before);
        let last = document.create_element("p").unwrap();
        let before = buffers(&document);
        assert_eq!(document.create_element("p"), full);
        assert_eq!(document.create_element_ns("urn:a", "p:b"), full);
        assert_eq!(document.create_text("text"), full);
        assert_eq!(document.create_comment("data"), full);
        assert_eq!(document.create_processing_instruction("a", "data"), full);
        assert_eq!(document.node_mut(last).unwrap().set_text("text"), Err(MutationError::Full));
        assert_eq!(buffers(&document), before);
        assert_eq!(document.create_doctype("html", None, None), full);
        assert_eq!(document.create_fragment(), full);
        invariants::check(&document).unwrap();
    }

    #[test]
    fn names_of_attributes_are_lowercased_on_html_elements() {
        let mut document = Document::new();
        let p = document.create_element("p").unwrap();
        let svg = document.create_element_ns(Namespace::Svg, "svg").unwrap();
        for element in [p, svg] {
            document.node_mut(element).unwrap().set_attribute("CLASS", "a").unwrap();
        }
        assert_eq!(document.node_mut(svg).unwrap().remove_attribute("class"), Ok(false));
        for element in [p, svg] {
            assert_eq!(document.node_mut(element).unwrap().remove_attribute("CLASS"), Ok(true));
            assert_eq!(document.node(element).unwrap().attributes().len(), 0);
        }
    }
}
