//! The implementation of `TreeSink`.

use crate::build::document_builder::DocumentBuilder;
use crate::build::shadow_host::may_be_shadow_host;
use crate::build::store::{has_creation_steps, note_leaf};
use crate::infoset;
use crate::storage::arena::DOCUMENT;
use crate::storage::attribute::AttributeName;
use crate::storage::errors::keep_error;
use crate::storage::extras::DoctypeData;
use crate::storage::id::NodeHandle;
use crate::storage::node::{MANY, Node, NodeFlags, NodeKind};
use limpid_markup::{
    Doctype, ErrorCode, HookResult, LeafByParts, LocalName, Namespace, NewElement, ParseError, QuirksMode,
    ShadowRootInit, Span, TagByParts, Text, TokenAttributes, TreeSink, XmlDeclaration,
};

impl TreeSink for DocumentBuilder<'_> {
    type Handle = NodeHandle;

    const CONTENT_PATCHING: bool = true;

    const KEEPS_ATTRIBUTES: bool = true;

    const ASSOCIATES_FORMS: bool = false;

    fn document(&mut self) -> NodeHandle {
        NodeHandle::created(DOCUMENT)
    }

    #[inline]
    fn create_element(&mut self, element: &NewElement<'_>) -> NodeHandle {
        let Some((start, len)) = self.store_attributes(&element.attributes) else { return NodeHandle::INVALID };
        let (name, flags) = self.name_and_flags(element);
        let number = self.document.arena.push_element(name, element.namespace, flags);
        self.document.arena.set_attribute_range(number, start, len as u32);
        self.note_token(number, element.span.unwrap_or_default());
        if let Some(&qualifier) = element.qualifier {
            self.set_qualifier(number, element.namespace, qualifier);
        }
        if element.name == LocalName::SELECTEDCONTENT || self.selected_contents.is_some() {
            self.element_created(element);
        }
        if self.infoset_coercion && !element.name.is_known() && may_be_shadow_host(element.name_str) {
            self.rare().custom_shadow_hosts.insert(number);
        }
        NodeHandle::created(number)
    }

    #[inline]
    fn append_element(&mut self, parent: NodeHandle, element: &NewElement<'_>) -> NodeHandle {
        if self.watches_elements || has_creation_steps(element.name) || element.attributes.len() >= usize::from(MANY) {
            return self.create_and_append_element(parent, element);
        }
        let Some((start, len)) = self.store_attributes(&element.attributes) else { return NodeHandle::INVALID };
        let (name, flags) = self.name_and_flags(element);
        let node = Node::element(name, element.namespace, flags).with_attributes(start, len as u8);
        let number = self.document.arena.push_child(parent.get(), node);
        self.document.arena.note_far_name(number, name);
        self.note_token(number, element.span.unwrap_or_default());
        if let Some(&qualifier) = element.qualifier {
            self.set_qualifier(number, element.namespace, qualifier);
        }
        NodeHandle::created(number)
    }

    const APPENDS_LEAVES: bool = true;

    /// Declines for the same reasons as [`append_element_by_parts`](TreeSink::append_element_by_parts), and if there is no source for the text.
    #[inline(always)]
    fn append_leaf(&mut self, parent: NodeHandle, leaf: LeafByParts<'_>) -> HookResult {
        let LeafByParts { name, records, .. } = leaf;
        let start = self.document.arena.attributes.len();
        let Some(text) = self.document.arena.text.place_in_source(leaf.text_span()) else {
            return HookResult::Declined;
        };
        let is_declined = self.watches_elements
            || has_creation_steps(name)
            || !self.document.arena.can_push_leaf(parent.get())
            || !self.store_attributes_by_parts(records, leaf.built);
        if is_declined {
            return HookResult::Declined;
        }
        let arena = &mut self.document.arena;
        let node = Node::element(name.index() as u32, Namespace::Html, NodeFlags::NONE);
        arena.push_leaf(parent.get(), node.with_attributes(start as u32, records.len() as u8), text);
        if arena.spans.is_some() {
            note_leaf(arena, leaf.start_tag, leaf.end_tag);
        }
        HookResult::Handled
    }

    /// Declines elements that need creation steps, elements with many attributes, and all elements if there is no source.
    #[inline(always)]
    fn append_element_by_parts(&mut self, parent: NodeHandle, tag: TagByParts<'_>) -> Option<NodeHandle> {
        let attributes = tag.records;
        if self.watches_elements || !tag.name.is_known() || has_creation_steps(tag.name) {
            return None;
        }
        let start = self.document.arena.attributes.len();
        if !self.store_attributes_by_parts(attributes, (!tag.has_verbatim_attributes).then_some(tag.built)) {
            return None;
        }
        let arena = &mut self.document.arena;
        let node = Node::element(tag.name.index() as u32, Namespace::Html, NodeFlags::NONE);
        let number = arena.push_child(parent.get(), node.with_attributes(start as u32, attributes.len() as u8));
        if number == u32::MAX {
            return None;
        }
        self.note_token(number, tag.span);
        NodeHandle::new(number)
    }

    fn create_comment(&mut self, data: Text<'_>, span: Span) -> NodeHandle {
        if let Some(coerced) = self.coerced(data.text, infoset::comment) {
            return self.create_comment(Text::synthetic(&coerced), span);
        }
        let Some(node) = self.text_node(NodeKind::Comment, &data) else { return NodeHandle::INVALID };
        let number = self.document.arena.push(node);
        self.note_token(number, span);
        NodeHandle::created(number)
    }

    fn create_processing_instruction(&mut self, target: &str, data: Text<'_>, span: Span) -> NodeHandle {
        if let Some(coerced) = self.coerced(data.text, infoset::text) {
            return self.create_processing_instruction(target, Text::synthetic(&coerced), span);
        }
        self.check_span(&data);
        let Some(place) = self.document.arena.text.store(&data) else { return NodeHandle::INVALID };
        let name = self.document.arena.names.number_of(target);
        let number = self.document.arena.push_instruction(name, place);
        if number != u32::MAX {
            self.rare().markers.instruction_created(number, target, data.text);
            self.note_token(number, span);
        }
        NodeHandle::created(number)
    }

    fn append_doctype(&mut self, doctype: &Doctype<'_>) {
        let data = DoctypeData::new(doctype.name, doctype.public_id, doctype.system_id);
        let number = self.document.arena.push_doctype(data);
        self.document.arena.append(DOCUMENT, number);
        self.document.arena.parsed_mode.1 = number;
        self.note_token(number, doctype.span);
    }

    #[inline(always)]
    fn element_popped(&mut self, element: NodeHandle, end_tag: Option<Span>) {
        if self.document.arena.spans.is_some() {
            self.note_end_tag(element, end_tag);
        }
    }

    #[inline]
    fn append(&mut self, parent: NodeHandle, child: NodeHandle) {
        self.document.arena.append(parent.get(), child.get());
        self.with_selected_contents(|contents, tree| contents.inserted(tree, child.get()));
    }

    fn insert_before(&mut self, _: NodeHandle, sibling: NodeHandle, child: NodeHandle) {
        self.document.arena.insert_before(sibling.get(), child.get());
        self.with_selected_contents(|contents, tree| contents.inserted(tree, child.get()));
    }

    #[inline(always)]
    fn append_text_at(&mut self, parent: NodeHandle, span: Span) -> HookResult {
        let arena = &mut self.document.arena;
        // With this check, the compiler can omit later bounds checks for `parent`.
        if !arena.contains(parent.get()) {
            return HookResult::Declined;
        }
        let last = arena.last_in(parent.get());
        let Some(place) = arena.text.place_in_source(span) else { return HookResult::Declined };
        if self.infoset_coercion {
            return HookResult::Declined;
        }
        let is_taken = if arena.is_text(last) {
            self.extend_text_at(last, span)
        } else {
            let number = arena.push_child(parent.get(), Node::text(NodeKind::Text, place));
            self.note_token(number, span);
            number != u32::MAX
        };
        if is_taken { HookResult::Handled } else { HookResult::Declined }
    }

    #[inline]
    fn append_text(&mut self, parent: NodeHandle, text: Text<'_>) {
        if text.text.is_empty() {
            return;
        }
        if let Some(coerced) = self.coerced(text.text, infoset::text) {
            return self.append_text(parent, Text { text: &coerced, verbatim: false, ..text });
        }
        let last = self.document.arena.last_in(parent.get());
        if self.document.arena.is_text(last) {
            self.extend_text(last, &text);
        } else if let Some(node) = self.text_node(NodeKind::Text, &text) {
            let number = self.document.arena.push_child(parent.get(), node);
            self.note_token(number, text.span);
        }
    }

    #[inline]
    fn lend_buffer(&mut self) -> Option<String> {
        (!self.infoset_coercion).then(|| self.document.arena.text.take_buffer())
    }

    #[inline(always)]
    fn append_text_in_buffer(&mut self, parent: NodeHandle, buffer: String, start: usize, span: Span) {
        let arena = &mut self.document.arena;
        let Some(place) = arena.text.restore_buffer(buffer, start) else { return };
        let last = arena.last_in(parent.get());
        match arena.nodes.get_mut(last as usize) {
            Some(node) if last != 0 && node.is_text() => {
                let mut extended = node.place();
                let len = extended.len;
                arena.text.extend_by_last(&self.document.source, &mut extended, place);
                node.set_place(extended);
                self.note_text_extension(last, len, span);
            }
            _ => {
                let number = arena.push_child(parent.get(), Node::text(NodeKind::Text, place));
                self.note_token(number, span);
            }
        }
    }

    fn insert_text_before(&mut self, _parent: NodeHandle, sibling: NodeHandle, text: Text<'_>) {
        if text.text.is_empty() {
            return;
        }
        let coerced = self.coerced(text.text, infoset::text);
        let text = match &coerced {
            Some(coerced) => Text { text: coerced, verbatim: false, ..text },
            None => text,
        };
        let previous = self.document.arena.previous(sibling.get());
        if self.document.arena.is_text(previous) {
            self.extend_text(previous, &text);
        } else if let Some(node) = self.text_node(NodeKind::Text, &text) {
            let node = self.document.arena.push(node);
            self.document.arena.insert_before(sibling.get(), node);
            self.note_token(node, text.span);
        }
    }

    #[inline]
    fn is_full(&self) -> Option<ErrorCode> {
        match (self.document.arena.is_full, self.document.arena.text.is_full) {
            (false, false) => None,
            (true, _) => Some(ErrorCode::NodeLimit),
            (false, true) => Some(ErrorCode::TextLimit),
        }
    }

    fn remove(&mut self, node: NodeHandle) {
        // Keep the node, because the nodes that replace it could not be created.
        if self.is_full().is_some() {
            return;
        }
        if self.document.arena.node(node.get()).kind() == NodeKind::ProcessingInstruction {
            self.rare().markers.instruction_removed(node.get());
        }
        self.document.arena.detach(node.get());
    }

    fn reparent_children(&mut self, from: NodeHandle, to: NodeHandle) {
        self.document.arena.reparent_children(from.get(), to.get());
    }

    fn parent(&self, node: NodeHandle) -> Option<NodeHandle> {
        NodeHandle::new(self.document.arena.node(node.get()).parent())
    }

    fn template_contents(&mut self, template: NodeHandle) -> NodeHandle {
        if let Some(rare) = &self.rare
            && let Some(&shadow_root) = rare.shadow_templates.get(&template.get())
        {
            return NodeHandle::created(shadow_root);
        }
        self.document.arena.template_contents(template.get()).map_or(NodeHandle::INVALID, NodeHandle::created)
    }

    fn add_missing_attributes(&mut self, element: NodeHandle, attributes: &TokenAttributes<'_>) {
        let number = element.get();
        if !self.document.arena.contains(number) {
            return;
        }
        let coercion = self.infoset_coercion;
        for attribute in attributes.iter().filter(|attribute| !coercion || !infoset::is_pseudo_declaration(attribute)) {
            let name = self.name_number(attribute.name(), attribute.name_str());
            let arena = &self.document.arena;
            if arena.attribute_position(number, AttributeName::Expanded("", arena.names.text(name))).is_some() {
                continue;
            }
            let count = arena.attributes(number).len() - arena.attribute_holes(number) as usize;
            if count >= self.attribute_limit as usize {
                self.parse_error(ParseError::new(ErrorCode::AttributeLimit, attribute.name_span()));
                break;
            }
            let Some(record) = self.attribute(&attribute) else { break };
            let was_added = self.document.arena.push_attribute(number, record);
            let end = self.document.arena.attribute_range(number).end;
            if let Some(spans) = &mut self.document.arena.spans
                && was_added
            {
                spans.set_attribute(end - 1, attribute.name_span(), attribute.value_span());
            }
        }
    }

    fn recreate_element(&mut self, original: NodeHandle, element: &NewElement<'_>) -> NodeHandle {
        let original = original.get();
        let (name, flags) = self.name_and_flags(element);
        let arena = &mut self.document.arena;
        let number = arena.push_element(name, element.namespace, flags);
        if arena.contains(number) {
            arena.share_parsed_attributes(original, number);
            arena.set_qualifier_of(number, arena.qualifiers.of_element(original));
        }
        NodeHandle::created(number)
    }

    fn created_attributes(&self, element: NodeHandle) -> impl Iterator<Item = (&str, &str)> + Clone {
        self.document.arena.parsed_attributes(&self.document.source, element.get())
    }

    fn create_fragment(&mut self) -> Option<NodeHandle> {
        let number = self.document.arena.push(Node::new(NodeKind::DocumentFragment));
        let fragment = NodeHandle::created(number);
        self.set_root(fragment);
        Some(fragment)
    }

    fn is_host_including_inclusive_ancestor(&self, ancestor: NodeHandle, node: NodeHandle) -> bool {
        // The result can only be true if code other than the parser changed the tree. Otherwise, skip the check, which takes time proportional to
        // the depth.
        let arena = &self.document.arena;
        arena.keeps_parsed_attributes() && arena.is_host_including_inclusive_ancestor(ancestor.get(), node.get())
    }

    fn set_xml(&mut self, declaration: Option<XmlDeclaration<'_>>) {
        self.document.set_xml(declaration);
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        self.document.arena.quirks_mode = mode;
        self.document.arena.parsed_mode.0 = mode;
    }

    fn wants_input_stream_errors(&self) -> bool {
        self.errors && self.lacks_source()
    }

    fn parse_error(&mut self, error: ParseError) {
        if self.errors {
            keep_error(&mut self.document.arena.errors, error);
        }
    }

    fn mark_script_already_started(&mut self, script: NodeHandle) {
        self.document.arena.set_flags(script.get(), NodeFlags::ALREADY_STARTED);
    }

    fn option_ended(&mut self, option: NodeHandle) {
        self.with_selected_contents(|contents, tree| contents.option_ended(tree, option.get()));
    }

    fn attach_declarative_shadow(
        &mut self,
        host: NodeHandle,
        template: NodeHandle,
        init: ShadowRootInit,
    ) -> Option<NodeHandle> {
        let node = self.document.arena.node(host.get());
        if !node.is_html_element()
            || !(may_be_shadow_host(self.document.arena.names.text(self.document.arena.name(host.get())))
                || self.rare.as_ref().is_some_and(|rare| rare.custom_shadow_hosts.contains(&host.get())))
        {
            return None;
        }
        let root = self.document.arena.attach_shadow_root(host.get(), init)?;
        if let Some(spans) = &mut self.document.arena.spans
            && let Some(tag) = spans.token(template.get())
        {
            spans.set_token(root, tag);
        }
        self.rare().shadow_templates.insert(template.get(), root);
        Some(NodeHandle::created(root))
    }

    fn template_contents_if_template(&self, node: NodeHandle) -> Option<NodeHandle> {
        NodeHandle::new(self.document.arena.template_contents(node.get())?)
    }

    fn document_has_element_child(&self) -> bool {
        let mut child = self.document.arena.node(DOCUMENT).first();
        while child != 0 && self.document.arena.node(child).kind() != NodeKind::Element {
            child = self.document.arena.node(child).next();
        }
        child != 0
    }

    fn is_shadow_host(&self, element: NodeHandle) -> bool {
        self.document.arena.node(element.get()).flags().contains(NodeFlags::SHADOW_HOST)
    }

    fn find_markers(&mut self, scope: NodeHandle, name: &str) -> Option<(NodeHandle, Option<NodeHandle>)> {
        let rare = self.rare.get_or_insert_default();
        if rare.markers_are_stale {
            rare.markers_are_stale = false;
            rare.markers.rebuild(&self.document.arena, &self.document.source);
        }
        let start = rare.markers.first(&self.document.arena, scope.get(), name)?;
        let end = rare.markers.end(&self.document.arena, start);
        Some((NodeHandle::new(start)?, NodeHandle::new(end)))
    }

    fn next_sibling(&self, node: NodeHandle) -> Option<NodeHandle> {
        NodeHandle::new(self.document.arena.node(node.get()).next())
    }

    fn is_body_element(&self, node: NodeHandle) -> bool {
        let arena = &self.document.arena;
        let is_body =
            |number: u32| arena.is_html(number, LocalName::BODY) || arena.is_html(number, LocalName::FRAMESET);
        if !is_body(node.get()) {
            return false;
        }
        let html = arena.node(node.get()).parent();
        let mut earlier = arena.previous(node.get());
        while earlier != 0 {
            if self.rare.as_ref().is_some_and(|rare| rare.markers.step(arena).is_none()) || is_body(earlier) {
                return false;
            }
            earlier = arena.previous(earlier);
        }
        arena.is_html(html, LocalName::HTML) && arena.node(html).parent() == DOCUMENT
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants;
    use crate::read::document::Document;
    use limpid_markup::Namespace;
    use limpid_markup::{AttributeRecord as TokenAttribute, Limits, ShadowRootMode};

    /// Calls the methods of the sink that create, move or change nodes, with limits for nodes and bytes.
    fn build(nodes: u32, bytes: u32) -> Document<'static> {
        let source = "source text";
        let mut sink = DocumentBuilder::new(source);
        sink.set_limits(&Limits::default().nodes(nodes - 1).bytes(bytes));
        let root = sink.document();
        let span = Span::new(0, 6);
        let record = TokenAttribute { name: LocalName::CLASS, value_span: span, ..TokenAttribute::default() };
        let built = TokenAttribute { value_is_built: true, built_value: span, ..record };
        let records = [record, TokenAttribute { name: LocalName::ID, ..built }];
        let attributes = TokenAttributes::new(&records, source, 0, "built value");
        let element = |name| NewElement {
            namespace: Namespace::Html,
            name,
            name_str: name.as_str(),
            qualifier: None,
            attributes,
            span: None,
            had_duplicate_attribute: false,
        };
        let doctype = Doctype { name: Some("html"), public_id: None, system_id: None, force_quirks: false, span };
        sink.append_doctype(&doctype);
        let html = sink.create_element(&element(LocalName::HTML));
        sink.append(root, html);
        let template = sink.create_element(&element(LocalName::TEMPLATE));
        sink.append(html, template);
        let contents = sink.template_contents(template);
        let div = sink.create_element(&element(LocalName::DIV));
        sink.append(contents, div);
        sink.append_text(div, Text { text: "source", span, verbatim: true });
        sink.append_text(div, Text::synthetic("built"));
        let comment = sink.create_comment(Text::synthetic("comment"), span);
        sink.insert_before(contents, div, comment);
        sink.insert_text_before(contents, div, Text::synthetic("before"));
        let instruction = sink.create_processing_instruction("marker", Text::synthetic("name='x'"), span);
        sink.append(html, instruction);
        let init = ShadowRootInit::new(ShadowRootMode::Open);
        if let Some(shadow) = sink.attach_declarative_shadow(div, template, init) {
            sink.append_text(shadow, Text::synthetic("shadow"));
        }
        let select = sink.create_element(&element(LocalName::SELECT));
        sink.append(html, select);
        let selectedcontent = sink.create_element(&element(LocalName::SELECTEDCONTENT));
        sink.append(select, selectedcontent);
        let option = sink.create_element(&element(LocalName::OPTION));
        sink.append(select, option);
        sink.append_text(option, Text::synthetic("shown"));
        let cloned = sink.create_processing_instruction("marker", Text::synthetic("name='y'"), span);
        sink.append(option, cloned);
        let cloned = sink.create_element(&element(LocalName::TEMPLATE));
        sink.append(option, cloned);
        sink.option_ended(option);
        let again = sink.recreate_element(div, &element(LocalName::DIV));
        sink.append(html, again);
        sink.reparent_children(div, again);
        sink.add_missing_attributes(html, &attributes);
        sink.remove(comment);
        let _ = sink.find_markers(root, "x");
        let fragment = sink.create_fragment().unwrap();
        sink.append(fragment, again);
        let mut document = sink.finish().into_owned();
        let text = document.create_text("new text").unwrap();
        let _ = document.node_mut(document.root().id()).unwrap().append(text);
        let _ = document.node_mut(text).unwrap().set_text("newer");
        let html = html.id_in(&document);
        if document.node(html).is_some() {
            let _ = document.node_mut(html).unwrap().set_attribute("title", "t");
            let _ = document.node_mut(html).unwrap().set_attribute("x-own", "t");
        }
        document
    }

    #[test]
    fn a_declined_leaf_adds_nothing() {
        let records = [TokenAttribute { name: LocalName::CLASS, value_span: Span::new(0, 6), ..Default::default() }];
        for nodes in 1..4 {
            let mut sink = DocumentBuilder::new("source text");
            sink.set_limits(&Limits::default().nodes(nodes));
            let text = Span::new(6, 11);
            let leaf = LeafByParts {
                records: &records,
                start_tag: Span::empty(text.start),
                end_tag: Span::empty(text.end),
                ..LeafByParts::empty(LocalName::B)
            };
            let root = sink.document();
            let is_taken = sink.append_leaf(root, leaf) == HookResult::Handled;
            let arena = &sink.document.arena;
            assert_eq!((is_taken, arena.attributes.len()), (nodes == 3, usize::from(is_taken)), "{nodes} nodes");
        }
    }

    #[test]
    fn a_full_document_stays_valid() {
        for nodes in 2..32 {
            for bytes in 11..100 {
                let document = build(nodes, bytes);
                invariants::check(&document).unwrap_or_else(|error| panic!("{nodes} nodes, {bytes} bytes: {error}"));
                // `build` sets a limit of `nodes - 1` and creates one node after the parse.
                assert!(document.node_count() <= nodes as usize);
                document.to_html();
                document.to_test_dump();
                document.text_content();
            }
        }
        let whole = build(100, 1000);
        for bytes in 11..100 {
            for node in build(100, bytes).descendants().filter(|node| node.attributes().len() > 0) {
                assert_eq!(node.attribute("class"), Some("source"), "{bytes} bytes");
                assert_eq!(node.attribute("id"), Some("built "), "{bytes} bytes");
            }
        }
        assert_eq!(
            whole.to_test_dump(),
            "| <div>\n|   class=\"source\"\n|   id=\"built \"\n|   \"sourcebuilt\"\n| \"newer\"\n"
        );
    }
}
