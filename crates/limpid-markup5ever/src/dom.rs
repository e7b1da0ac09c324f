//! Builds limpid's `Document` as a sink of markup5ever.

use crate::names::from_namespace;
use limpid_dom::{Document, DocumentBuilder, NodeHandle};
use limpid_markup::{
    AttributeName, AttributeRecord, Doctype, ErrorCode, LocalName, NewElement, ParseError, Qualifier, ShadowRootInit,
    ShadowRootMode, SlotAssignment, Span, Text, TokenAttributes, TreeSink as _,
};
use markup5ever::interface::{
    AppendNode, AppendText, Attribute, ElemName, ElementFlags, NodeOrText, QualName, QuirksMode, TreeSink,
};
use markup5ever::tendril::StrTendril;
use markup5ever::{Namespace, ns};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;

/// A sink of markup5ever that builds limpid's [`Document`], for html5ever and other parsers.
///
/// ```
/// use html5ever::{parse_document, tendril::TendrilSink};
/// use limpid_markup5ever::DocumentSink;
///
/// let document = parse_document(DocumentSink::new(), Default::default()).one("<p class=a>Hello");
/// assert_eq!(document.to_html(), r#"<html><head></head><body><p class="a">Hello</p></body></html>"#);
/// ```
///
/// For xml5ever, create the sink with [`new_xml`](DocumentSink::new_xml). Names keep their prefixes and namespaces. Errors are kept, without
/// positions, if their message is the name of an error code of limpid.
#[derive(Debug)]
pub struct DocumentSink {
    builder: RefCell<DocumentBuilder<'static>>,
    /// The `annotation-xml` elements that were created as HTML integration points.
    integration_points: RefCell<HashSet<NodeHandle>>,
    shadow_roots: bool,
}

impl Default for DocumentSink {
    fn default() -> DocumentSink {
        DocumentSink::new()
    }
}

impl DocumentSink {
    /// Creates a sink for an HTML document.
    ///
    /// ```
    /// use html5ever::{parse_document, tendril::TendrilSink};
    /// use limpid_markup5ever::DocumentSink;
    /// let document = parse_document(DocumentSink::new(), Default::default()).one("<title>Tea</title>");
    /// assert_eq!(document.title().as_deref(), Some("Tea"));
    /// ```
    pub fn new() -> DocumentSink {
        DocumentSink::from_builder(DocumentBuilder::new(""))
    }

    /// Creates a sink for an XML document.
    ///
    /// ```
    /// use limpid_markup5ever::DocumentSink;
    /// use xml5ever::{driver::parse_document, tendril::TendrilSink};
    ///
    /// let input = r#"<a:feed xmlns:a="http://www.w3.org/2005/Atom"/>"#;
    /// let document = parse_document(DocumentSink::new_xml(), Default::default()).one(input);
    /// let feed = document.document_element().unwrap();
    /// assert_eq!((feed.prefix(), feed.namespace_url()), (Some("a"), Some("http://www.w3.org/2005/Atom")));
    /// ```
    pub fn new_xml() -> DocumentSink {
        let mut builder = DocumentBuilder::new("");
        builder.set_xml(None);
        DocumentSink::from_builder(builder)
    }

    /// Creates a sink from a builder, which must have been created with an empty source.
    ///
    /// ```
    /// use html5ever::{parse_document, tendril::TendrilSink};
    /// use limpid_dom::DocumentBuilder;
    /// use limpid_markup5ever::DocumentSink;
    /// let sink = DocumentSink::from_builder(DocumentBuilder::new(""));
    /// assert_eq!(parse_document(sink, Default::default()).one("<p>Tea").body().unwrap().text_content(), "Tea");
    /// ```
    pub fn from_builder(builder: DocumentBuilder<'static>) -> DocumentSink {
        DocumentSink { builder: RefCell::new(builder), integration_points: RefCell::default(), shadow_roots: false }
    }

    /// Sets whether templates may declare shadow roots. The default is false.
    ///
    /// ```
    /// use html5ever::{parse_document, tendril::TendrilSink};
    /// use limpid_markup5ever::DocumentSink;
    /// let sink = DocumentSink::new().allow_declarative_shadow_roots(true);
    /// let page = "<x-a><template shadowrootmode=open>Tea</template></x-a>";
    /// let document = parse_document(sink, Default::default()).one(page);
    /// assert!(document.descendants().any(|node| node.shadow_root().is_some()));
    /// ```
    #[must_use]
    pub fn allow_declarative_shadow_roots(mut self, allow: bool) -> DocumentSink {
        self.shadow_roots = allow;
        self
    }

    /// Calls a function with the document that was built so far, and returns its result.
    ///
    /// ```
    /// use html5ever::{parse_document, tendril::TendrilSink};
    /// use limpid_markup5ever::DocumentSink;
    /// let mut parser = parse_document(DocumentSink::new(), Default::default());
    /// parser.process("<title>Tea</title><p>".into());
    /// let sink = &parser.tokenizer.sink.sink;
    /// assert_eq!(sink.with_document(|document| document.title()).as_deref(), Some("Tea"));
    /// ```
    pub fn with_document<R>(&self, read: impl FnOnce(&Document<'static>) -> R) -> R {
        read(self.builder.borrow().document_so_far())
    }

    fn insert(&self, parent: NodeHandle, before: Option<NodeHandle>, child: NodeOrText<NodeHandle>) {
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

/// The name of an element in a [`DocumentSink`].
///
/// ```
/// use limpid_markup5ever::DocumentSink;
/// use markup5ever::interface::{ElemName, ElementFlags, TreeSink};
/// use markup5ever::{QualName, local_name, ns};
/// let sink = DocumentSink::new();
/// let name = QualName::new(None, ns!(html), local_name!("p"));
/// let p = sink.create_element(name, Vec::new(), ElementFlags::default());
/// assert_eq!(&**sink.elem_name(&p).local_name(), "p");
/// ```
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

/// Attributes in the form that the builder needs: concatenated values, records and names.
struct AttributeParts<'a> {
    values: String,
    records: Vec<AttributeRecord>,
    names: Vec<AttributeName<'a>>,
}

impl<'a> AttributeParts<'a> {
    fn new(attributes: &'a [Attribute]) -> AttributeParts<'a> {
        let count = attributes.len();
        let (records, names) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut parts = AttributeParts { values: String::new(), records, names };
        for Attribute { name, value } in attributes {
            let start = parts.values.len() as u32;
            parts.values.push_str(value);
            let local = LocalName::from_bytes(name.local.as_bytes());
            parts.records.push(AttributeRecord {
                name: local,
                value_is_built: true,
                built_value: Span::new(start, parts.values.len() as u32),
                ..AttributeRecord::default()
            });
            let namespace = from_namespace(&name.ns);
            parts.names.push(AttributeName {
                name: local,
                name_str: &name.local,
                namespace,
                qualifier: qualifier(name),
            });
        }
        parts
    }

    fn view(&self) -> TokenAttributes<'_> {
        TokenAttributes::new(&self.records, "", 0, &self.values).qualified(&self.names)
    }
}

fn qualifier(name: &QualName) -> Qualifier<'_> {
    Qualifier::new(name.prefix.as_deref().unwrap_or_default(), &name.ns)
}

impl TreeSink for DocumentSink {
    type Handle = NodeHandle;
    type Output = Document<'static>;
    type ElemName<'a> = ElementName;

    fn finish(self) -> Document<'static> {
        self.builder.into_inner().finish()
    }

    fn parse_error(&self, message: Cow<'static, str>) {
        if let Ok(code) = message.parse::<ErrorCode>() {
            self.builder.borrow_mut().parse_error(ParseError::new(code, Span::empty(0)));
        }
    }

    fn get_document(&self) -> NodeHandle {
        self.builder.borrow_mut().document()
    }

    fn elem_name<'a>(&'a self, target: &'a NodeHandle) -> ElementName {
        self.with_document(|document| {
            let element = target.node_in(document);
            let (ns, local) = element.map_or_else(
                || (ns!(), markup5ever::LocalName::from("")),
                |element| {
                    (
                        Namespace::from(element.namespace_url().unwrap_or_default()),
                        markup5ever::LocalName::from(element.local_name()),
                    )
                },
            );
            ElementName { ns, local }
        })
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> NodeHandle {
        let namespace = from_namespace(&name.ns);
        let attributes = AttributeParts::new(&attrs);
        let qualifier = qualifier(&name);
        let is_plain = qualifier.prefix.is_empty() && namespace != limpid_markup::Namespace::Other;
        let element = self.builder.borrow_mut().create_element(&NewElement {
            namespace,
            name: LocalName::from_bytes(name.local.as_bytes()),
            name_str: &name.local,
            qualifier: (!is_plain).then_some(&qualifier),
            attributes: attributes.view(),
            span: None,
            had_duplicate_attribute: flags.had_duplicate_attributes,
        });
        if flags.mathml_annotation_xml_integration_point {
            self.integration_points.borrow_mut().insert(element);
        }
        element
    }

    fn create_comment(&self, text: StrTendril) -> NodeHandle {
        self.builder.borrow_mut().create_comment(Text::synthetic(&text), Span::empty(0))
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> NodeHandle {
        self.builder.borrow_mut().create_processing_instruction(&target, Text::synthetic(&data), Span::empty(0))
    }

    fn append(&self, parent: &NodeHandle, child: NodeOrText<NodeHandle>) {
        self.insert(*parent, None, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &NodeHandle,
        prev_element: &NodeHandle,
        child: NodeOrText<NodeHandle>,
    ) {
        let parent = self.builder.borrow().parent(*element);
        match parent {
            Some(parent) => self.insert(parent, Some(*element), child),
            None => self.insert(*prev_element, None, child),
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, public_id: StrTendril, system_id: StrTendril) {
        // `TreeSink` of markup5ever does not distinguish missing and empty identifiers.
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

    fn mark_script_already_started(&self, node: &NodeHandle) {
        self.builder.borrow_mut().mark_script_already_started(*node);
    }

    fn pop(&self, node: &NodeHandle) {
        self.builder.borrow_mut().element_popped(*node, None);
    }

    fn get_template_contents(&self, target: &NodeHandle) -> NodeHandle {
        self.builder.borrow_mut().template_contents(*target)
    }

    fn same_node(&self, x: &NodeHandle, y: &NodeHandle) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.builder.borrow_mut().set_quirks_mode(crate::quirks_mode(mode));
    }

    fn append_before_sibling(&self, sibling: &NodeHandle, new_node: NodeOrText<NodeHandle>) {
        let parent = self.builder.borrow().parent(*sibling);
        if let Some(parent) = parent {
            self.insert(parent, Some(*sibling), new_node);
        }
    }

    fn add_attrs_if_missing(&self, target: &NodeHandle, attrs: Vec<Attribute>) {
        self.builder.borrow_mut().add_missing_attributes(*target, &AttributeParts::new(&attrs).view());
    }

    fn associate_with_form(&self, target: &NodeHandle, form: &NodeHandle, nodes: (&NodeHandle, Option<&NodeHandle>)) {
        self.builder.borrow_mut().associate_with_form(*target, *form, *nodes.0);
    }

    fn remove_from_parent(&self, target: &NodeHandle) {
        self.builder.borrow_mut().remove(*target);
    }

    fn reparent_children(&self, node: &NodeHandle, new_parent: &NodeHandle) {
        self.builder.borrow_mut().reparent_children(*node, *new_parent);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &NodeHandle) -> bool {
        self.integration_points.borrow().contains(handle)
    }

    fn allow_declarative_shadow_roots(&self, _: &NodeHandle) -> bool {
        self.shadow_roots
    }

    fn attach_declarative_shadow(&self, location: &NodeHandle, template: &NodeHandle, attrs: &[Attribute]) -> bool {
        let value = |name: &str| attrs.iter().find(|attr| &*attr.name.local == name).map(|attr| &*attr.value);
        let has = |name| value(name).is_some();
        let is = |name, keyword| value(name).is_some_and(|value| value.eq_ignore_ascii_case(keyword));
        let is_closed = is("shadowrootmode", "closed");
        let mut init = ShadowRootInit::new(if is_closed { ShadowRootMode::Closed } else { ShadowRootMode::Open });
        init.delegates_focus = has("shadowrootdelegatesfocus");
        init.serializable = has("shadowrootserializable");
        if is("shadowrootslotassignment", "manual") {
            init.slot_assignment = SlotAssignment::Manual;
        }
        init.clonable = has("shadowrootclonable");
        init.keep_custom_element_registry_null = has("shadowrootcustomelementregistry");
        let builder = &mut *self.builder.borrow_mut();
        !builder.is_shadow_host(*location) && builder.attach_declarative_shadow(*location, *template, init).is_some()
    }

    fn maybe_clone_an_option_into_selectedcontent(&self, option: &NodeHandle) {
        self.builder.borrow_mut().option_ended(*option);
    }
}
