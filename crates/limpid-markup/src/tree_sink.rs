use crate::{
    Attributes, ErrorCode, HookAnswer, LocalName, Namespace, ParseError, Qualifier, QuirksMode, Span, TagByParts, Text,
};

/// An element to create.
#[derive(Clone, Copy, Debug)]
pub struct NewElement<'a> {
    /// Its namespace.
    pub namespace: Namespace,
    /// The id of its local name, SVG names in their adjusted spelling.
    pub name: LocalName,
    /// Its local name as text, whether it has an id or not.
    pub name_str: &'a str,
    /// Its prefix and the URL of its namespace; `None` when it has no prefix and the URL is that of
    /// [`namespace`](Self::namespace), as of all elements in HTML.
    pub qualifier: Option<&'a Qualifier<'a>>,
    /// Its attributes, already adjusted.
    pub attributes: Attributes<'a>,
    /// The start tag in the input; `None` for an element that the parser implied.
    pub span: Option<Span>,
    /// Whether the tag repeated an attribute name: Content Security Policy refuses nonces on such elements.
    pub had_duplicate_attribute: bool,
}

impl<'a> NewElement<'a> {
    /// Its prefix, without the colon; empty for none.
    #[inline]
    pub fn prefix(&self) -> &'a str {
        self.qualifier.map_or("", |qualifier| qualifier.prefix)
    }

    /// The URL of its namespace; empty for none.
    #[inline]
    pub fn namespace_url(&self) -> &'a str {
        match self.qualifier {
            Some(qualifier) => qualifier.namespace_url,
            None => self.namespace.url(),
        }
    }
}

/// The parts of an [XML declaration](https://www.w3.org/TR/xml/#NT-XMLDecl), `<?xml version="1.0"?>`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct XmlDeclaration<'a> {
    /// The version, as it is written; empty if it is missing.
    pub version: &'a str,
    /// The encoding, as it is written.
    pub encoding: Option<&'a str>,
    /// The [standalone document declaration](https://www.w3.org/TR/xml/#sec-rmd).
    pub standalone: Option<bool>,
}

/// The parts of a DOCTYPE token; a missing name or identifier is `None`.
#[derive(Clone, Copy, Debug)]
pub struct Doctype<'a> {
    /// The name; in HTML lowercased.
    pub name: Option<&'a str>,
    /// The public identifier.
    pub public_id: Option<&'a str>,
    /// The system identifier.
    pub system_id: Option<&'a str>,
    /// The force-quirks flag.
    pub force_quirks: bool,
    /// The DOCTYPE in the input.
    pub span: Span,
}

/// Whether script may reach into a shadow root.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShadowRootMode {
    /// `shadowrootmode="open"`
    Open,
    /// `shadowrootmode="closed"`
    Closed,
}

/// How a shadow root assigns its slots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SlotAssignment {
    /// By the `slot` attribute.
    #[default]
    Named,
    /// By script.
    Manual,
}

/// What a `template` start tag with `shadowrootmode` asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ShadowRootInit {
    /// `shadowrootmode`
    pub mode: ShadowRootMode,
    /// `shadowrootdelegatesfocus`
    pub delegates_focus: bool,
    /// `shadowrootserializable`
    pub serializable: bool,
    /// `shadowrootslotassignment`
    pub slot_assignment: SlotAssignment,
    /// `shadowrootclonable`
    pub clonable: bool,
    /// `shadowrootcustomelementregistry`
    pub keep_custom_element_registry_null: bool,
}

/// What [tree construction](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction) builds into.
///
/// The tree builder decides what goes where; a sink only does it. It never has to know a rule of the standard, and
/// handles are plain `Copy` values. Methods without a body are needed for a right tree; the others are hooks.
///
/// The tree builder only passes handles that the sink made and keeps to this order: an element is created, inserted
/// (nearly always), given children, popped. Moves happen too: the adoption agency re-parents, foster parenting inserts
/// before a table.
pub trait TreeSink {
    /// Names a node of the sink's tree.
    type Handle: Copy + PartialEq + core::fmt::Debug;

    /// Whether [`parse_error`](Self::parse_error) does something; if not, looking for errors is compiled out.
    const WANTS_ERRORS: bool = true;

    /// Whether `template for` may move and remove nodes that were already built
    /// ([content patching](https://html.spec.whatwg.org/multipage/scripting.html#the-template-element)); if not, the
    /// `for` attribute has no effect. A sink that says yes implements [`find_markers`](Self::find_markers),
    /// [`next_sibling`](Self::next_sibling) and [`is_body_element`](Self::is_body_element).
    const CONTENT_PATCHING: bool = false;

    /// Whether the sink knows by itself which attributes an element was created with: then
    /// [`recreate_element`](Self::recreate_element) gets none and takes those of the original, and the sink implements
    /// [`has_same_attributes`](Self::has_same_attributes). It saves the tree builder a copy of the attributes of each
    /// formatting element.
    const KEEPS_ATTRIBUTES: bool = false;

    /// The document node.
    fn document(&mut self) -> Self::Handle;

    /// Creates an element without a parent. A `template` in the HTML namespace needs template contents as well.
    fn create_element(&mut self, element: &NewElement<'_>) -> Self::Handle;

    /// Creates an element as the last child of `parent`: [`create_element`](Self::create_element) and then
    /// [`append`](Self::append), for sinks that can do both at once.
    #[inline]
    fn append_element(&mut self, parent: Self::Handle, element: &NewElement<'_>) -> Self::Handle {
        let node = self.create_element(element);
        self.append(parent, node);
        node
    }

    /// Creates the HTML element of a start tag as the last child of `parent`: what
    /// [`append_element`](Self::append_element) does with [`TagByParts::element`], for sinks that need only some of the
    /// parts. Returns `None` where the sink needs more, and has added no node; the tree builder then creates the element
    /// and appends it.
    #[inline]
    fn append_element_by_parts(&mut self, parent: Self::Handle, tag: TagByParts<'_>) -> Option<Self::Handle> {
        Some(self.append_element(parent, &tag.element()))
    }

    /// Creates a comment without a parent.
    fn create_comment(&mut self, data: Text<'_>, span: Span) -> Self::Handle;

    /// Creates a processing instruction without a parent. A sink that has none may make a comment of it.
    fn create_processing_instruction(&mut self, target: &str, data: Text<'_>, span: Span) -> Self::Handle;

    /// Appends a doctype to the document. The tree builder calls it at most once, before any element.
    fn append_doctype(&mut self, doctype: &Doctype<'_>);

    /// Makes a node without a parent the last child of `parent`.
    fn append(&mut self, parent: Self::Handle, child: Self::Handle);

    /// Inserts a node without a parent before `sibling`, a child of `parent`.
    fn insert_before(&mut self, parent: Self::Handle, sibling: Self::Handle, child: Self::Handle);

    /// Appends text to `parent`, adding to its last child when that is text.
    fn append_text(&mut self, parent: Self::Handle, text: Text<'_>);

    /// Lends the buffer that a text is built in, if the sink has one where texts can stay as they are. What is in it stays.
    /// [`append_text_in_buffer`](Self::append_text_in_buffer) brings it back before anything else happens; who overrides one overrides both.
    #[inline]
    fn lend_buffer(&mut self) -> Option<String> {
        None
    }

    /// Takes the buffer back and appends the text in it from `start` on, as [`append_text`](Self::append_text) does.
    fn append_text_in_buffer(&mut self, parent: Self::Handle, buffer: String, start: usize, span: Span) {
        let text = buffer.get(start..).unwrap_or_default();
        if !text.is_empty() {
            self.append_text(parent, Text { text, span, verbatim: false });
        }
    }

    /// Appends the text that the input holds at `span` to `parent`, as [`append_text`](Self::append_text) does, if the sink
    /// keeps places and need not see the text.
    #[inline]
    fn append_text_at(&mut self, parent: Self::Handle, span: Span) -> HookAnswer {
        let _ = (parent, span);
        HookAnswer::Untouched
    }

    /// Inserts text before `sibling`, a child of `parent`, adding to the previous sibling when that is text.
    fn insert_text_before(&mut self, parent: Self::Handle, sibling: Self::Handle, text: Text<'_>);

    /// Whether the sink takes no more, and the error that says so. The tree builder then ends parsing: it asks whenever it
    /// has not just seen that something was taken, and the token behind what was not is the last that it looks at.
    #[inline]
    fn is_full(&self) -> Option<ErrorCode> {
        None
    }

    /// Takes a node out of its parent, if it has one.
    fn remove(&mut self, node: Self::Handle);

    /// Moves all children of `from` to the end of `to`'s.
    fn reparent_children(&mut self, from: Self::Handle, to: Self::Handle);

    /// The node's parent. Template contents and shadow roots have none.
    fn parent(&self, node: Self::Handle) -> Option<Self::Handle>;

    /// The parent of a table, before which a node is to come that cannot be in the table; the call that puts it there is the
    /// next that puts a node or text anywhere. `previous` is the element before the table on the stack of open elements,
    /// which the node goes into when there is no parent.
    fn foster_parent(&self, table: Self::Handle, previous: Self::Handle) -> Option<Self::Handle> {
        let _ = previous;
        self.parent(table)
    }

    /// The [template contents](https://html.spec.whatwg.org/multipage/scripting.html#template-contents) of a `template`.
    fn template_contents(&mut self, template: Self::Handle) -> Self::Handle;

    /// Adds those attributes whose names the element does not have yet: a second `<html>` or `<body>` tag.
    fn add_missing_attributes(&mut self, element: Self::Handle, attributes: &Attributes<'_>);

    /// Creates an element for the token that `original` was created for, as the list of active formatting elements asks.
    /// A sink that can share the attributes of `original` as they were parsed saves copying them; one that
    /// [keeps attributes](Self::KEEPS_ATTRIBUTES) has to.
    fn recreate_element(&mut self, original: Self::Handle, element: &NewElement<'_>) -> Self::Handle {
        let _ = original;
        self.create_element(element)
    }

    /// Whether two elements were created with the same attributes, in whatever order, no matter what became of them. Only
    /// asked of a sink that [keeps attributes](Self::KEEPS_ATTRIBUTES).
    fn has_same_attributes(&self, a: Self::Handle, b: Self::Handle) -> bool {
        let _ = (a, b);
        false
    }

    /// A number that elements which were created with the same attributes share, in whatever order, and others hardly
    /// ever. Only asked of a sink that [keeps attributes](Self::KEEPS_ATTRIBUTES), for lists of formatting elements that
    /// are too long to compare each with each.
    fn attributes_hash(&self, element: Self::Handle) -> u64 {
        let _ = element;
        0
    }

    /// Creates the fragment that a fragment parse fills. Without one, the nodes become children of the root `html`.
    fn create_fragment(&mut self) -> Option<Self::Handle> {
        None
    }

    /// Whether `ancestor` is a
    /// [host-including inclusive ancestor](https://dom.spec.whatwg.org/#concept-tree-host-including-inclusive-ancestor)
    /// of `node`. Only a tree that something else changes while it is parsed can ever say yes where the tree builder
    /// asks.
    fn is_host_including_inclusive_ancestor(&self, ancestor: Self::Handle, node: Self::Handle) -> bool {
        let _ = (ancestor, node);
        false
    }

    /// The template contents of the node, if it is an HTML `template`. Asked of the parent of a table that something else
    /// than the tree builder moved; others are no `template`.
    fn template_contents_if_template(&self, node: Self::Handle) -> Option<Self::Handle> {
        let _ = node;
        None
    }

    /// Whether the document has an element child. Asked where the tree builder did not put one there itself, or where
    /// something else moved nodes into the document.
    fn document_has_element_child(&self) -> bool {
        false
    }

    /// Says that the document is XML, and what its XML declaration says, if it has one: names keep their case, and an
    /// element without a prefix may be in no namespace. Called once, before any node is created; never for HTML.
    fn set_xml(&mut self, declaration: Option<XmlDeclaration<'_>>) {
        let _ = declaration;
    }

    /// Sets the document's mode.
    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        let _ = mode;
    }

    /// Whether the errors of the [input
    /// stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream) itself are looked for. A
    /// sink that has the text can find them by [`input_stream_errors`](crate::input_stream_errors) when it needs them.
    fn wants_input_stream_errors(&self) -> bool {
        true
    }

    /// Reports a parse error.
    fn parse_error(&mut self, error: ParseError) {
        let _ = error;
    }

    /// The element was popped off the stack of open elements: its children are complete, but for the rare later moves.
    /// `end_tag` is the end tag that did it; `None` when it was implied.
    fn element_popped(&mut self, element: Self::Handle, end_tag: Option<Span>) {
        let _ = (element, end_tag);
    }

    /// A `script` element (HTML or SVG) is complete, and a browser would run it now.
    fn script_ended(&mut self, script: Self::Handle) {
        let _ = script;
    }

    /// The [already started](https://html.spec.whatwg.org/multipage/scripting.html#already-started) flag of a script.
    fn mark_script_already_started(&mut self, script: Self::Handle) {
        let _ = script;
    }

    /// [Associates](https://html.spec.whatwg.org/multipage/parsing.html#create-an-element-for-the-token) a
    /// form-associated element with the `form` element pointer's form. `intended_parent` is where it goes; the
    /// association only counts when that is in the form's tree.
    fn associate_with_form(&mut self, element: Self::Handle, form: Self::Handle, intended_parent: Self::Handle) {
        let _ = (element, form, intended_parent);
    }

    /// An `option` element ended: the moment at which a `selectedcontent` may have to show its content.
    fn option_ended(&mut self, option: Self::Handle) {
        let _ = option;
    }

    /// [Attaches a shadow root](https://dom.spec.whatwg.org/#concept-attach-a-shadow-root) to `host` and makes it the
    /// template contents of `template`. `None` when the host cannot have one, or the sink has no shadow roots.
    fn attach_declarative_shadow(
        &mut self,
        host: Self::Handle,
        template: Self::Handle,
        init: ShadowRootInit,
    ) -> Option<Self::Handle> {
        let _ = (host, template, init);
        None
    }

    /// Whether the element is a shadow host.
    fn is_shadow_host(&self, element: Self::Handle) -> bool {
        let _ = element;
        false
    }

    /// For content patching: the processing instructions that mark `name` among the descendants of `scope`
    /// (find markers: `<?marker name=…>`, or `<?start name=…>` with its `<?end>` or none).
    fn find_markers(&mut self, scope: Self::Handle, name: &str) -> Option<(Self::Handle, Option<Self::Handle>)> {
        let _ = (scope, name);
        None
    }

    /// For content patching: the node after this one under the same parent.
    fn next_sibling(&self, node: Self::Handle) -> Option<Self::Handle> {
        let _ = node;
        None
    }

    /// For content patching: whether the node is
    /// [the body element](https://html.spec.whatwg.org/multipage/dom.html#the-body-element-2) of the document.
    fn is_body_element(&self, node: Self::Handle) -> bool {
        let _ = node;
        false
    }
}
