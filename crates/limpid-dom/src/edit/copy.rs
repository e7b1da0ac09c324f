//! Copies of subtrees, within a document and between documents. The copying does not recurse, so that only memory limits the depth.

use crate::edit::error::MutationError;
use crate::edit::node_mut::NodeMut;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::read::visit::{Visitor, visit};
use crate::storage::arena::Arena;
use crate::storage::attribute::AttributeRecord;
use crate::storage::id::NodeId;
use crate::storage::node::{Node, NodeFlags, NodeKind};
use crate::storage::text_buffer::Place;
use limpid_markup::Span;
use std::collections::HashMap;

impl NodeMut<'_, '_> {
    /// Copies this node and its descendants, as [cloneNode](https://dom.spec.whatwg.org/#dom-node-clonenode) with `subtree` does. Template
    /// contents are copied, shadow roots only if they are clonable. The copy has no parent.
    ///
    /// ```
    /// let mut document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// let [tea, milk] = [0, 1].map(|at| document.select("li").unwrap().nth(at).unwrap().id());
    /// let copy = document.node_mut(tea)?.clone_subtree()?;
    /// document.node_mut(milk)?.insert_after(copy)?;
    /// assert_eq!(document.body().unwrap().inner_html(), "<ul><li>Tea</li><li>Milk</li><li>Tea</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`WrongKind`](MutationError::WrongKind) for a document or a shadow root, [`Full`](MutationError::Full) if the copy does not fit in
    /// the document.
    #[doc(alias = "cloneNode")]
    #[inline]
    #[doc(alias = "clone_node")]
    pub fn clone_subtree(&mut self) -> Result<NodeId, MutationError> {
        self.document.check_id(self.id)?;
        self.document.check_copyable(self.document.arena.node(self.id.get()).kind())?;
        self.document.roll_back_on_error(|document| {
            let arena = &mut document.arena;
            let copy = arena.clone_node(self.id.get());
            if !arena.contains(copy) {
                return Err(MutationError::Full);
            }
            arena
                .clone_inside(self.id.get(), copy, MutationError::Full, |arena, number| Ok(arena.clone_node(number)))?;
            Ok(arena.id_created(copy))
        })
    }
}

impl Document<'_> {
    #[inline]
    fn check_copyable(&self, kind: NodeKind) -> Result<(), MutationError> {
        match kind {
            NodeKind::Document | NodeKind::ShadowRoot => Err(MutationError::WrongKind),
            _ => Ok(()),
        }
    }

    /// Copies a node of another document and its descendants into this document, with template contents and all shadow roots. The copy
    /// has no parent.
    ///
    /// ```
    /// # use limpid::Document;
    /// let mut source = Document::new();
    /// let word = source.create_text("over")?;
    /// let mut target = Document::new_fragment();
    /// let copy = target.import(source.node(word).unwrap())?;
    /// target.node_mut(target.root().id())?.append(copy)?;
    /// assert_eq!(target.to_html(), "over");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`WrongKind`](MutationError::WrongKind) for a document or a shadow root, [`Full`](MutationError::Full) if the copy does not fit in
    /// this document.
    #[doc(alias = "importNode")]
    #[inline]
    #[doc(alias = "import_node")]
    pub fn import(&mut self, node: NodeRef<'_>) -> Result<NodeId, MutationError> {
        self.check_copyable(node.kind())?;
        self.roll_back_on_error(|document| {
            let copy = NodeCopier::new(&mut document.arena, node.document()).copy_subtree(node)?;
            Ok(document.arena.id_created(copy))
        })
    }

    /// Copies the descendants of a node of another document into a new fragment.
    #[inline]
    pub(crate) fn import_content(&mut self, node: NodeRef<'_>) -> Result<NodeId, MutationError> {
        self.roll_back_on_error(|document| {
            let fragment = document.create_fragment()?;
            NodeCopier::new(&mut document.arena, node.document()).copy_content(node, fragment.get())?;
            Ok(fragment)
        })
    }

    /// Attaches a copy of another document's shadow root to an element that has none.
    #[inline]
    pub(crate) fn import_shadow_root(&mut self, host: NodeId, root: NodeRef<'_>) -> Result<NodeId, MutationError> {
        let content = self.import_content(root)?;
        self.roll_back_on_error(|document| {
            let init = root.shadow_root_init().ok_or(MutationError::WrongKind)?;
            let copy = document.arena.attach_shadow_root(host.get(), init).ok_or(MutationError::Full)?;
            document.arena.reparent_children(content.get(), copy);
            Ok(document.arena.id_created(copy))
        })
    }
}

/// Copies the nodes of a document into an arena.
pub(crate) struct NodeCopier<'a, 'd> {
    arena: &'a mut Arena,
    document: &'d Document<'d>,
    /// Maps numbers of names from the document to the arena. Known [`LocalName`](limpid_markup::LocalName)s are not in the map, because their
    /// numbers are the same in both.
    names: HashMap<u32, u32>,
    /// Maps numbers of qualifiers from the document to the arena.
    qualifiers: HashMap<u32, u32>,
    /// Pairs of the numbers of an original and its copy, including template contents and shadow roots.
    pub(crate) numbers: Vec<(u32, u32)>,
    /// `Some` if the arena has the same source as the document.
    shared: Option<SharedData>,
}

/// Copies the content of `top`.
struct ContentCopier<'c, 'a, 'd> {
    copier: &'c mut NodeCopier<'a, 'd>,
    top: NodeRef<'d>,
    /// The copy of the current node: the parent of the next copies.
    parent: u32,
}

impl<'d> Visitor<'d> for ContentCopier<'_, '_, 'd> {
    type Error = MutationError;

    #[inline]
    fn enter(&mut self, node: NodeRef<'d>, record: &Node) -> Result<bool, MutationError> {
        if node == self.top {
            return Ok(true);
        }
        let copy = self.copier.copy_node(node)?;
        self.copier.arena.append(self.parent, copy);
        let has_content = record.may_have_children();
        if has_content {
            self.parent = copy;
        }
        Ok(has_content)
    }

    #[inline]
    fn leave(&mut self, _: NodeRef<'d>, _: &Node) -> Result<(), MutationError> {
        self.parent = self.copier.arena.node(self.parent).parent();
        Ok(())
    }

    #[inline]
    fn enter_content(&mut self, content: NodeRef<'d>) -> Result<bool, MutationError> {
        self.parent = self.copier.copy_of_content(content, self.parent)?;
        self.copier.numbers.push((content.number(), self.parent));
        Ok(true)
    }

    #[inline]
    fn leave_content(&mut self, _: NodeRef<'d>) -> Result<bool, MutationError> {
        self.parent = self.copier.arena.host(self.parent);
        Ok(true)
    }
}

/// The copies of texts and attributes that several originals share. Their copies share them, too.
#[derive(Default)]
struct SharedData {
    /// Maps the start and the length of an original text to the place of its copy.
    texts: HashMap<(u32, u32), Place>,
    /// Maps the start of an original range of shared attributes to the first copied element with these attributes.
    attributes: HashMap<usize, u32>,
}

/// The maximum length in bytes of a text that is copied again, because that is cheaper than looking up an existing copy.
const MAX_UNSHARED_LEN: u32 = 32;

impl<'a, 'd> NodeCopier<'a, 'd> {
    #[inline]
    pub(crate) fn new(arena: &'a mut Arena, document: &'d Document<'d>) -> NodeCopier<'a, 'd> {
        NodeCopier {
            arena,
            document,
            names: HashMap::new(),
            qualifiers: HashMap::new(),
            numbers: Vec::new(),
            shared: None,
        }
    }

    /// Creates a copier to an arena with the same source. Text in the source is not copied.
    #[inline]
    pub(crate) fn for_same_source(arena: &'a mut Arena, document: &'d Document<'d>) -> NodeCopier<'a, 'd> {
        NodeCopier { shared: Some(SharedData::default()), ..NodeCopier::new(arena, document) }
    }

    /// Copies a node and its descendants. Returns the number of the copy, which has no parent.
    #[inline]
    pub(crate) fn copy_subtree(&mut self, top: NodeRef<'d>) -> Result<u32, MutationError> {
        let top_copy = self.copy_node(top)?;
        self.copy_content(top, top_copy)?;
        Ok(top_copy)
    }

    /// Copies the descendants of a node into `top_copy`.
    #[inline]
    pub(crate) fn copy_content(&mut self, top: NodeRef<'d>, top_copy: u32) -> Result<(), MutationError> {
        visit(top, &mut ContentCopier { copier: self, top, parent: top_copy })
    }

    /// Returns the copy of template contents or of a shadow root, without children. `host` is the copy of the element to which they belong.
    /// Template contents were created with the copied `template`. A shadow root is created and attached here.
    #[inline]
    fn copy_of_content(&mut self, content: NodeRef<'d>, host: u32) -> Result<u32, MutationError> {
        match content.shadow_root_init() {
            Some(init) => self.arena.attach_shadow_root(host, init),
            None => self.arena.template_contents(host),
        }
        .ok_or(MutationError::Full)
    }

    #[inline]
    fn copy_node(&mut self, original: NodeRef<'d>) -> Result<u32, MutationError> {
        let node = *original.node();
        let copy = match node.kind() {
            NodeKind::Element => self.copy_element(original)?,
            NodeKind::Text | NodeKind::Comment => {
                let place = self.copy_text(node.place())?;
                self.arena.push(Node::text(node.kind(), place))
            }
            NodeKind::ProcessingInstruction => {
                let place = self.copy_text(self.document.arena.place(original.number()).unwrap_or_default())?;
                let name = self.name_number(node.target());
                self.arena.push_instruction(name, place)
            }
            NodeKind::Doctype => {
                let data = self.document.arena.doctype(original.number()).cloned().unwrap_or_default();
                self.arena.push_doctype(data)
            }
            _ => self.arena.push(Node::new(NodeKind::DocumentFragment)),
        };
        if !self.arena.contains(copy) {
            return Err(MutationError::Full);
        }
        self.numbers.push((original.number(), copy));
        Ok(copy)
    }

    #[inline]
    fn copy_element(&mut self, original: NodeRef<'d>) -> Result<u32, MutationError> {
        let node = original.node();
        let (name, namespace) = (self.name_number(original.name_number()), node.namespace());
        let flags = node.flags().intersection(NodeFlags::KEPT_BY_COPIES);
        // A `template` has no contents if the document was full when it was created. Its copy gets no contents either.
        let element = match self.document.arena.template_contents(original.number()) {
            Some(_) => self.arena.push_element(name, namespace, flags),
            None => self.arena.push_element_without_contents(name, namespace, flags),
        };
        let qualifier = self.qualifier_number(self.document.arena.qualifiers.of_element(original.number()));
        self.arena.set_qualifier_of(element, qualifier);
        let range = self.document.arena.attribute_range(original.number());
        if let Some(shared) = &self.shared
            && node.flags().contains(NodeFlags::SHARED_ATTRIBUTES)
            && let Some(&owner) = shared.attributes.get(&range.start)
        {
            self.arena.share_attributes(owner, element);
            return Ok(element);
        }
        let records = self.document.arena.attributes(original.number());
        for attribute in records.iter().filter(|record| !record.is_free()) {
            let place = self.copy_text(attribute.place())?;
            let qualifiers = &self.document.arena.qualifiers;
            let name = self.name_number(qualifiers.local_name(attribute));
            let qualifier = self.qualifier_number(qualifiers.of_record(attribute));
            let name = self.arena.qualifiers.attribute_name(name, qualifier);
            if !self.arena.push_attribute(element, AttributeRecord::new(name, place)) {
                return Err(MutationError::Full);
            }
        }
        if let Some(shared) = &mut self.shared
            && node.flags().contains(NodeFlags::SHARED_ATTRIBUTES)
        {
            shared.attributes.insert(range.start, element);
        }
        Ok(element)
    }

    #[inline]
    fn copy_text(&mut self, original: Place) -> Result<Place, MutationError> {
        let Document { source, arena, .. } = self.document;
        let text = arena.text(source, original);
        let Some(shared) = &mut self.shared else {
            return self.arena.text.try_store(text).ok_or(MutationError::Full);
        };
        let span = Span::new(original.start, original.start.saturating_add(original.len));
        if let Some(place) = arena.text.place_in_source(span) {
            return Ok(place);
        }
        if original.len > MAX_UNSHARED_LEN
            && let Some(&place) = shared.texts.get(&(original.start, original.len))
        {
            return Ok(place);
        }
        let place = self.arena.text.try_store(text).ok_or(MutationError::Full)?;
        if original.len > MAX_UNSHARED_LEN {
            shared.texts.insert((original.start, original.len), place);
        }
        Ok(place)
    }

    #[inline]
    fn qualifier_number(&mut self, number: u32) -> u32 {
        let Some(qualifier) = self.document.arena.qualifiers.own(number) else { return number };
        let arena = &mut *self.arena;
        *self.qualifiers.entry(number).or_insert_with(|| arena.qualifiers.own_number(qualifier))
    }

    #[inline]
    fn name_number(&mut self, name: u32) -> u32 {
        if (name as usize) < limpid_markup::LocalName::COUNT {
            return name;
        }
        let (arena, text) = (&mut *self.arena, self.document.arena.names.text(name));
        *self.names.entry(name).or_insert_with(|| arena.names.number_of(text))
    }
}
