//! The interface between a tree builder and the tree that it builds.

use crate::qualifier::non_empty;
use crate::{
    ErrorCode, HookAnswer, LeafByParts, LocalName, Namespace, ParseError, Qualifier, QuirksMode, ShadowRootInit, Span,
    TagByParts, Text, TokenAttributes,
};

/// An element to create.
///
/// ```
/// use limpid_markup::{LocalName, Namespace, TagByParts};
/// let element = TagByParts::implied(LocalName::P).element();
/// assert_eq!((element.namespace, element.name, element.name_str), (Namespace::Html, LocalName::P, "p"));
/// ```
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
    pub attributes: TokenAttributes<'a>,
    /// The start tag in the input; `None` for an element that the parser implied.
    pub span: Option<Span>,
    /// Whether the tag repeated an attribute name: Content Security Policy refuses nonces on such elements.
    pub had_duplicate_attribute: bool,
}

impl<'a> NewElement<'a> {
    /// Its prefix, without the colon, if it has one.
    ///
    /// ```
    /// use limpid_markup::{LocalName, NewElement, Qualifier, TagByParts};
    /// let p = TagByParts::implied(LocalName::P).element();
    /// let qualifier = Qualifier::new("h", "http://www.w3.org/1999/xhtml");
    /// assert_eq!((p.prefix(), NewElement { qualifier: Some(&qualifier), ..p }.prefix()), (None, Some("h")));
    /// ```
    #[inline]
    pub fn prefix(&self) -> Option<&'a str> {
        self.qualifier.and_then(|qualifier| non_empty(qualifier.prefix))
    }

    /// The URL of its namespace, if it is in one.
    ///
    /// ```
    /// use limpid_markup::{LocalName, TagByParts};
    /// assert_eq!(TagByParts::implied(LocalName::P).element().namespace_url(), Some("http://www.w3.org/1999/xhtml"));
    /// ```
    #[inline]
    pub fn namespace_url(&self) -> Option<&'a str> {
        non_empty(self.qualifier.map_or(self.namespace.url(), |qualifier| qualifier.namespace_url))
    }
}

/// The parts of an [XML declaration](https://www.w3.org/TR/xml/#NT-XMLDecl), `<?xml version="1.0"?>`.
///
/// ```
/// # use limpid_markup as limpid;
/// let declaration = limpid::XmlDeclaration { version: "1.0", encoding: None, standalone: Some(true) };
/// assert_eq!((declaration.version, declaration.standalone), ("1.0", Some(true)));
/// ```
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
///
/// ```
/// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as tree_builder; }
/// use limpid::{Span, tree_builder::Doctype};
/// let doctype = Doctype { name: Some("html"), public_id: None, system_id: None, force_quirks: false, span: Span::new(0, 15) };
/// assert_eq!(doctype.span.len(), "<!DOCTYPE html>".len());
/// ```
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

/// A tree that [tree construction](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction) can build.
///
/// The tree builder decides where each node goes; a sink only puts it there. It never has to know a rule of the standard, and
/// handles are `Copy` values. The methods come in three groups: required methods, without a body; hooks, for sinks that want to
/// know more; and fast ways, which a sink overrides for speed alone. The fast ways stay in this trait, not in one of their own,
/// so that every sink has their default bodies without an empty `impl`. Semantic versioning does not cover them: a version that fixes
/// bugs may change or drop one, and a sink without it is as right as before.
///
/// The tree builder only passes handles that the sink made and keeps to this order: an element is created, inserted
/// (nearly always), given children, popped. Moves happen too: the adoption agency re-parents, foster parenting inserts
/// before a table.
pub trait TreeSink {
    /// Names a node of the sink's tree.
    type Handle: Copy + PartialEq + core::fmt::Debug;

    // Required methods: what every tree needs.

    /// Returns the document node.
    fn document(&mut self) -> Self::Handle;

    /// Creates an element without a parent. A `template` in the HTML namespace needs template contents as well.
    fn create_element(&mut self, element: &NewElement<'_>) -> Self::Handle;

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

    /// Inserts text before `sibling`, a child of `parent`, adding to the previous sibling when that is text.
    fn insert_text_before(&mut self, parent: Self::Handle, sibling: Self::Handle, text: Text<'_>);

    /// Takes a node out of its parent, if it has one.
    fn remove(&mut self, node: Self::Handle);

    /// Moves all children of `from` after those of `to`.
    fn reparent_children(&mut self, from: Self::Handle, to: Self::Handle);

    /// Returns the node's parent. Template contents and shadow roots have none.
    fn parent(&self, node: Self::Handle) -> Option<Self::Handle>;

    /// Returns the [template contents](https://html.spec.whatwg.org/multipage/scripting.html#template-contents) of a
    /// `template`.
    fn template_contents(&mut self, template: Self::Handle) -> Self::Handle;

    /// Adds the attributes whose names the element does not have yet, for a second `<html>` or `<body>` tag.
    fn add_missing_attributes(&mut self, element: Self::Handle, attributes: &TokenAttributes<'_>);

    // Hooks: what some trees also want to know. Each does nothing by default, or answers for a sink without the feature.

    /// Whether [`parse_error`](Self::parse_error) does something. If not, the search for errors is compiled out.
    const WANTS_ERRORS: bool = true;

    /// Reports a parse error.
    fn parse_error(&mut self, error: ParseError) {
        let _ = error;
    }

    /// Whether to look for the errors of the [input
    /// stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream) itself, which takes a pass over the
    /// text. A sink that has the text can find them by [`input_stream_errors`](crate::input_stream_errors) when it needs them.
    fn wants_input_stream_errors(&self) -> bool {
        true
    }

    /// Sets the document's mode.
    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        let _ = mode;
    }

    /// Says that the document is XML, and passes on its XML declaration, if it has one: names keep their case, and an element
    /// without a prefix may be in no namespace. Called once, before any node is created; never for HTML.
    fn set_xml(&mut self, declaration: Option<XmlDeclaration<'_>>) {
        let _ = declaration;
    }

    /// Says that the element was popped off the stack of open elements: its children are complete, apart from rare later
    /// moves. `end_tag` is the end tag that closed it; `None` when it was implied.
    fn element_popped(&mut self, element: Self::Handle, end_tag: Option<Span>) {
        let _ = (element, end_tag);
    }

    /// Says that a token is processed next: what is reported from here on follows from it, but for text of before, which may wait for it.
    /// Called for all tags and for the end of the input, which is empty; for text only where that may do more than be appended.
    #[inline]
    fn token(&mut self, span: Span, is_text: bool) {
        let _ = (span, is_text);
    }

    /// Says that the end tag of the `body` or the `html` element has come. The element stays open to the end of the input, and what comes
    /// in between may still go into it.
    fn end_tag_seen(&mut self, element: Self::Handle, end_tag: Span) {
        let _ = (element, end_tag);
    }

    /// Says that a `script` element (HTML or SVG) is complete, and that a browser would run it now.
    fn script_ended(&mut self, script: Self::Handle) {
        let _ = script;
    }

    /// Sets the [already started](https://html.spec.whatwg.org/multipage/scripting.html#already-started) flag of a script.
    fn mark_script_already_started(&mut self, script: Self::Handle) {
        let _ = script;
    }

    /// Whether [`associate_with_form`](Self::associate_with_form) does something. If not, elements in forms are as any others.
    const ASSOCIATES_FORMS: bool = true;

    /// [Associates](https://html.spec.whatwg.org/multipage/parsing.html#create-an-element-for-the-token) a form-associated
    /// element with the form of the `form` element pointer. The element is about to go into `intended_parent`; the association only counts
    /// when that is in the form's tree.
    fn associate_with_form(&mut self, element: Self::Handle, form: Self::Handle, intended_parent: Self::Handle) {
        let _ = (element, form, intended_parent);
    }

    /// Says that an `option` element ended: the moment at which a `selectedcontent` may have to show its content.
    fn option_ended(&mut self, option: Self::Handle) {
        let _ = option;
    }

    /// Returns an error if the sink takes no more. The tree builder then reports it and ends parsing: it asks whenever it has not
    /// just seen the sink take something. Behind the token that was refused it may look at end tags and at one other token.
    #[inline]
    fn is_full(&self) -> Option<ErrorCode> {
        None
    }

    /// Creates the fragment that a fragment parse fills. Without one, the nodes become children of the root `html`.
    fn create_fragment(&mut self) -> Option<Self::Handle> {
        None
    }

    /// [Attaches a shadow root](https://dom.spec.whatwg.org/#concept-attach-a-shadow-root) to `host` and makes it the
    /// template contents of `template`. Returns `None` when the host cannot have one, or the sink has no shadow roots.
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

    /// Whether `template for` may move and remove nodes that were already built
    /// ([content patching](https://html.spec.whatwg.org/multipage/scripting.html#the-template-element)); if not, the
    /// `for` attribute has no effect. A sink that says yes implements [`find_markers`](Self::find_markers),
    /// [`next_sibling`](Self::next_sibling) and [`is_body_element`](Self::is_body_element).
    const CONTENT_PATCHING: bool = false;

    /// Finds, for content patching, the processing instructions that mark `name` among the descendants of `scope`:
    /// `<?marker name=…>`, or `<?start name=…>` with its `<?end>` or none.
    fn find_markers(&mut self, scope: Self::Handle, name: &str) -> Option<(Self::Handle, Option<Self::Handle>)> {
        let _ = (scope, name);
        None
    }

    /// Returns, for content patching, the following sibling of a node.
    fn next_sibling(&self, node: Self::Handle) -> Option<Self::Handle> {
        let _ = node;
        None
    }

    /// Whether, for content patching, the node is
    /// [the body element](https://html.spec.whatwg.org/multipage/dom.html#the-body-element-2) of the document.
    fn is_body_element(&self, node: Self::Handle) -> bool {
        let _ = node;
        false
    }

    /// Returns the parent of a table, before which a node is to go that cannot be in the table. The call that puts it there is
    /// the next that puts a node or text anywhere. `previous` is the element before the table on the stack of open elements; the node goes
    /// into it when there is no parent.
    fn foster_parent(&self, table: Self::Handle, previous: Self::Handle) -> Option<Self::Handle> {
        let _ = previous;
        self.parent(table)
    }

    /// Whether the document has an element child. Asked where the tree builder did not put one there itself, or where
    /// something else moved nodes into the document.
    fn document_has_element_child(&self) -> bool {
        false
    }

    /// Returns the template contents of the node, if it is an HTML `template`. Asked of the parent of a table that something
    /// other than the tree builder moved.
    fn template_contents_if_template(&self, node: Self::Handle) -> Option<Self::Handle> {
        let _ = node;
        None
    }

    /// Whether `ancestor` is a
    /// [host-including inclusive ancestor](https://dom.spec.whatwg.org/#concept-tree-host-including-inclusive-ancestor)
    /// of `node`. Where the tree builder asks, the answer is always no, unless something else changes the tree during the parse.
    fn is_host_including_inclusive_ancestor(&self, ancestor: Self::Handle, node: Self::Handle) -> bool {
        let _ = (ancestor, node);
        false
    }

    // Fast ways: each does by default what the required methods amount to.

    /// Creates an element as the last child of `parent`: [`create_element`](Self::create_element) and then
    /// [`append`](Self::append), for sinks that can do both at once.
    #[inline]
    fn append_element(&mut self, parent: Self::Handle, element: &NewElement<'_>) -> Self::Handle {
        let node = self.create_element(element);
        self.append(parent, node);
        node
    }

    /// Whether the sink implements [`append_leaf`](Self::append_leaf). If not, the tokenizer does not search for the end tags of leaves.
    const APPENDS_LEAVES: bool = false;

    /// Creates a leaf, which is an element that contains only text, as the last child of `parent`. The call includes the end of the element:
    /// [`token`](Self::token), [`element_popped`](Self::element_popped), [`script_ended`](Self::script_ended) and
    /// [`option_ended`](Self::option_ended) are not called for it.
    ///
    /// Returns [`HookAnswer::Untouched`] if the sink cannot create it in one step. It must not have added a node then.
    #[inline]
    fn append_leaf(&mut self, parent: Self::Handle, leaf: LeafByParts<'_>) -> HookAnswer {
        let _ = (parent, leaf);
        HookAnswer::Untouched
    }

    /// Creates the HTML element of a start tag as the last child of `parent`: what
    /// [`append_element`](Self::append_element) does with [`TagByParts::element`], for sinks that need only some of the
    /// parts. Returns `None` where the sink needs more, and has added no node; the tree builder then creates the element
    /// and appends it.
    #[inline]
    fn append_element_by_parts(&mut self, parent: Self::Handle, tag: TagByParts<'_>) -> Option<Self::Handle> {
        Some(self.append_element(parent, &tag.element()))
    }

    /// Appends the text that the input holds at `span` to `parent`, as [`append_text`](Self::append_text) does, if the sink
    /// keeps places and need not see the text.
    #[inline]
    fn append_text_at(&mut self, parent: Self::Handle, span: Span) -> HookAnswer {
        let _ = (parent, span);
        HookAnswer::Untouched
    }

    /// Lends the buffer that a text is built in, if the sink has one where texts can stay as they are. Earlier texts stay in
    /// it. [`append_text_in_buffer`](Self::append_text_in_buffer) brings it back before anything else happens: a sink overrides both or
    /// neither.
    #[inline]
    fn lend_buffer(&mut self) -> Option<String> {
        None
    }

    /// Takes the buffer back and appends its text from `start` on, as [`append_text`](Self::append_text) does.
    fn append_text_in_buffer(&mut self, parent: Self::Handle, buffer: String, start: usize, span: Span) {
        let text = buffer.get(start..).unwrap_or_default();
        if !text.is_empty() {
            self.append_text(parent, Text { text, span, verbatim: false });
        }
    }

    /// Creates an element for the token that `original` was created for, as the list of active formatting elements asks.
    /// A sink that can share the attributes of `original` as they were parsed saves copying them; one that
    /// [keeps attributes](Self::KEEPS_ATTRIBUTES) has to.
    fn recreate_element(&mut self, original: Self::Handle, element: &NewElement<'_>) -> Self::Handle {
        let _ = original;
        self.create_element(element)
    }

    /// Whether the attributes of elements of this name are wanted. If not, an element for a long start tag that comes in several chunks may be
    /// created without them, so that the tag is not kept until it is complete; unless [errors](Self::WANTS_ERRORS) are wanted.
    fn wants_attributes(&self, name: LocalName) -> bool {
        let _ = name;
        true
    }

    /// Whether the sink remembers the attributes that an element was created with. Then
    /// [`recreate_element`](Self::recreate_element) gets none and uses those of the original, and the sink implements
    /// [`created_attributes`](Self::created_attributes). This saves the tree builder a copy of the attributes of each formatting element.
    const KEEPS_ATTRIBUTES: bool = false;

    /// Returns the names and values of the attributes that an HTML element was created with, whatever became of them later. Required for a
    /// sink that [keeps attributes](Self::KEEPS_ATTRIBUTES), and only called for one.
    fn created_attributes(&self, element: Self::Handle) -> impl Iterator<Item = (&str, &str)> + Clone {
        let _ = element;
        core::iter::empty()
    }
}
