use crate::names::{from_namespace, namespace};
use limpid_dom::{Document, DocumentBuilder, NodeId};
use limpid_markup::{
    Adjustment, AttributeRecord, Attributes, Doctype, ErrorCode, LocalName, NewElement, ParseError, ShadowRootInit,
    ShadowRootMode, SlotAssignment, Span, Text, TreeSink as _,
};
use markup5ever::interface::{
    AppendNode, AppendText, Attribute, ElemName, ElementFlags, NodeOrText, QualName, QuirksMode, TreeSink,
};
use markup5ever::tendril::StrTendril;
use markup5ever::{Namespace, ns};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;

/// limpid's [`Document`] as a sink of markup5ever: html5ever, or whatever else drives such sinks, builds it.
///
/// ```
/// use html5ever::{parse_document, tendril::TendrilSink};
/// use limpid_markup5ever::DocumentSink;
///
/// let document = parse_document(DocumentSink::new(), Default::default()).one("<p class=a>Hello");
/// assert_eq!(document.to_html(), r#"<html><head></head><body><p class="a">Hello</p></body></html>"#);
/// ```
///
/// Namespaces that HTML does not know become none, and prefixes are those that HTML has. Errors are kept if they bear a name
/// that limpid knows, without a place.
#[derive(Debug)]
pub struct DocumentSink {
    builder: RefCell<DocumentBuilder<'static>>,
    /// The `annotation-xml` elements that were created as HTML integration points.
    integration_points: RefCell<HashSet<NodeId>>,
    shadow_roots: bool,
}

impl Default for DocumentSink {
    fn default() -> DocumentSink {
        DocumentSink::new()
    }
}

impl DocumentSink {
    /// A sink for a new document.
    pub fn new() -> DocumentSink {
        DocumentSink::from_builder(DocumentBuilder::new(""))
    }

    /// A sink for the document of a builder, which was not told of any source.
    pub fn from_builder(builder: DocumentBuilder<'static>) -> DocumentSink {
        DocumentSink { builder: RefCell::new(builder), integration_points: RefCell::default(), shadow_roots: false }
    }

    /// Sets whether templates may become shadow roots, which they may not by default.
    #[must_use]
    pub fn allow_declarative_shadow_roots(mut self, allow: bool) -> DocumentSink {
        self.shadow_roots = allow;
        self
    }

    /// Reads the document so far.
    pub fn with_document<R>(&self, read: impl FnOnce(&Document<'static>) -> R) -> R {
        read(self.builder.borrow().document_so_far())
    }

    fn put(&self, parent: NodeId, before: Option<NodeId>, child: NodeOrText<NodeId>) {
        let builder = &mut *self.builder.borrow_mut();
        match (child, before) {
            (AppendNode(node), None) => builder.append(parent, node),
            (AppendNode(node), Some(sibling)) => {
                builder.remove(node);
                builder.insert_before(parent, sibling, node);
            }
            (AppendText(text), None) => builder.append_text(parent, Text::synthetic(&text)),
            (AppendText(text), Some(sibling)) => builder.insert_text_before(parent, sibling, Text::synthetic(&text)),
        }
    }
}

/// The name of an element of a [`DocumentSink`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ElementName {
    ns: Namespace,
    local: markup5ever::LocalName,
}

impl ElemName for ElementName {
    fn ns(&self) -> &Namespace {
        &self.ns
    }

    fn local_name(&self) -> &markup5ever::LocalName {
        &self.local
    }
}

/// Attributes as the builder takes them: their names as in the markup, one behind the other with the values.
struct AttributeParts {
    text: String,
    records: Vec<AttributeRecord>,
}

impl AttributeParts {
    fn new(attributes: &[Attribute]) -> AttributeParts {
        let mut parts = AttributeParts { text: String::new(), records: Vec::with_capacity(attributes.len()) };
        for Attribute { name, value } in attributes {
            let prefix = match name.ns {
                ns!(xlink) => "xlink:",
                ns!(xml) => "xml:",
                ns!(xmlns) if &*name.local != "xmlns" => "xmlns:",
                _ => "",
            };
            let start = parts.text.len() as u32;
            parts.text.push_str(prefix);
            parts.text.push_str(&name.local);
            let end_of_name = parts.text.len() as u32;
            parts.text.push_str(value);
            parts.records.push(AttributeRecord {
                name: LocalName::from_bytes(&parts.text.as_bytes()[start as usize..end_of_name as usize]),
                name_span: Span::new(start, end_of_name),
                value_span: Span::new(end_of_name, parts.text.len() as u32),
                value_is_built: true,
                built_value: Span::new(end_of_name, parts.text.len() as u32),
                ..AttributeRecord::default()
            });
        }
        parts
    }

    fn view(&self, adjustment: Adjustment) -> Attributes<'_> {
        Attributes::new(&self.records, &self.text, 0, &self.text).adjusted(adjustment)
    }
}

fn adjustment(namespace: limpid_markup::Namespace) -> Adjustment {
    match namespace {
        limpid_markup::Namespace::Svg => Adjustment::Svg,
        limpid_markup::Namespace::MathMl => Adjustment::MathMl,
        _ => Adjustment::None,
    }
}

impl TreeSink for DocumentSink {
    type Handle = NodeId;
    type Output = Document<'static>;
    type ElemName<'a> = ElementName;

    fn finish(self) -> Document<'static> {
        self.builder.into_inner().into_document()
    }

    fn parse_error(&self, message: Cow<'static, str>) {
        if let Some(code) = ErrorCode::from_name(&message) {
            self.builder.borrow_mut().parse_error(ParseError { code, span: Span::empty(0) });
        }
    }

    fn get_document(&self) -> NodeId {
        self.builder.borrow_mut().document()
    }

    fn elem_name<'a>(&'a self, target: &'a NodeId) -> ElementName {
        self.with_document(|document| {
            let element = document.node(*target);
            let (ns, local) = element.map_or_else(
                || (ns!(), markup5ever::LocalName::from("")),
                |element| (namespace(element.namespace()), markup5ever::LocalName::from(element.local_name())),
            );
            ElementName { ns, local }
        })
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> NodeId {
        let namespace = from_namespace(&name.ns);
        let attributes = AttributeParts::new(&attrs);
        let element = self.builder.borrow_mut().create_element(&NewElement {
            namespace,
            name: LocalName::from_bytes(name.local.as_bytes()),
            name_str: &name.local,
            attributes: attributes.view(adjustment(namespace)),
            span: None,
            had_duplicate_attribute: flags.had_duplicate_attributes,
        });
        if flags.mathml_annotation_xml_integration_point {
            self.integration_points.borrow_mut().insert(element);
        }
        element
    }

    fn create_comment(&self, text: StrTendril) -> NodeId {
        self.builder.borrow_mut().create_comment(Text::synthetic(&text), Span::empty(0))
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> NodeId {
        self.builder.borrow_mut().create_processing_instruction(&target, Text::synthetic(&data), Span::empty(0))
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        self.put(*parent, None, child);
    }

    fn append_based_on_parent_node(&self, element: &NodeId, prev_element: &NodeId, child: NodeOrText<NodeId>) {
        let parent = self.builder.borrow().parent(*element);
        match parent {
            Some(parent) => self.put(parent, Some(*element), child),
            None => self.put(*prev_element, None, child),
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public_id: StrTendril, system_id: StrTendril) {
        // Which identifiers were missing, and which empty, is lost on the way.
        let part = |part: &StrTendril| (!part.is_empty()).then(|| part.to_string());
        let (public_id, system_id) = (part(&public_id), part(&system_id));
        self.builder.borrow_mut().append_doctype(&Doctype {
            name: Some(&name),
            public_id: public_id.as_deref(),
            system_id: system_id.as_deref(),
            force_quirks: false,
            span: Span::empty(0),
        });
    }

    fn mark_script_already_started(&self, node: &NodeId) {
        self.builder.borrow_mut().mark_script_already_started(*node);
    }

    fn pop(&self, node: &NodeId) {
        self.builder.borrow_mut().element_popped(*node, None);
    }

    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        self.builder.borrow_mut().template_contents(*target)
    }

    fn same_node(&self, x: &NodeId, y: &NodeId) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.builder.borrow_mut().set_quirks_mode(crate::quirks_mode(mode));
    }

    fn append_before_sibling(&self, sibling: &NodeId, new_node: NodeOrText<NodeId>) {
        let parent = self.builder.borrow().parent(*sibling);
        if let Some(parent) = parent {
            self.put(parent, Some(*sibling), new_node);
        }
    }

    fn add_attrs_if_missing(&self, target: &NodeId, attrs: Vec<Attribute>) {
        let namespace = self.with_document(|document| document.node(*target).map(limpid_dom::NodeRef::namespace));
        let attributes = AttributeParts::new(&attrs);
        let attributes = attributes.view(namespace.map_or(Adjustment::None, adjustment));
        self.builder.borrow_mut().add_missing_attributes(*target, &attributes);
    }

    fn associate_with_form(&self, target: &NodeId, form: &NodeId, nodes: (&NodeId, Option<&NodeId>)) {
        self.builder.borrow_mut().associate_with_form(*target, *form, *nodes.0);
    }

    fn remove_from_parent(&self, target: &NodeId) {
        self.builder.borrow_mut().remove(*target);
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        self.builder.borrow_mut().reparent_children(*node, *new_parent);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &NodeId) -> bool {
        self.integration_points.borrow().contains(handle)
    }

    fn allow_declarative_shadow_roots(&self, _: &NodeId) -> bool {
        self.shadow_roots
    }

    fn attach_declarative_shadow(&self, location: &NodeId, template: &NodeId, attrs: &[Attribute]) -> bool {
        let value = |name: &str| attrs.iter().find(|attr| &*attr.name.local == name).map(|attr| &*attr.value);
        let has = |name| value(name).is_some();
        let init = ShadowRootInit {
            mode: match value("shadowrootmode") {
                Some(mode) if mode.eq_ignore_ascii_case("closed") => ShadowRootMode::Closed,
                _ => ShadowRootMode::Open,
            },
            delegates_focus: has("shadowrootdelegatesfocus"),
            serializable: has("shadowrootserializable"),
            slot_assignment: match value("shadowrootslotassignment") {
                Some(assignment) if assignment.eq_ignore_ascii_case("manual") => SlotAssignment::Manual,
                _ => SlotAssignment::Named,
            },
            clonable: has("shadowrootclonable"),
            keep_custom_element_registry_null: has("shadowrootcustomelementregistry"),
        };
        let builder = &mut *self.builder.borrow_mut();
        !builder.is_shadow_host(*location) && builder.attach_declarative_shadow(*location, *template, init).is_some()
    }

    fn maybe_clone_an_option_into_selectedcontent(&self, option: &NodeId) {
        self.builder.borrow_mut().option_ended(*option);
    }
}
