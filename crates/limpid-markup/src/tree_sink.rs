use crate::qualifier::non_empty;
use crate::{
    ErrorCode, HookResult, LeafByParts, LocalName, Namespace, ParseError, Qualifier, QuirksMode, ShadowRootInit, Span,
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
    /// The namespace.
    pub namespace: Namespace,
    /// The id of the local name. SVG names have their adjusted spelling.
    pub name: LocalName,
    /// The local name as text, even if the name has no id.
    pub name_str: &'a str,
    /// The prefix and the URL of the namespace. `None` if the element has no prefix and [`namespace`](Self::namespace) determines the
    /// URL, as for all elements of HTML documents.
    pub qualifier: Option<&'a Qualifier<'a>>,
    /// The attributes, already adjusted.
    pub attributes: TokenAttributes<'a>,
    /// The start tag in the input; `None` for an element that the parser implied.
    pub span: Option<Span>,
    /// Whether the tag repeats an attribute name. Content Security Policy ignores nonces of such elements.
    pub had_duplicate_attribute: bool,
}

impl<'a> NewElement<'a> {
    /// Returns the prefix without the colon, if the element has one.
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

    /// Returns the URL of the namespace, or `None` if the element has no namespace.
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
    /// The version as in the source; empty if it is missing.
    pub version: &'a str,
    /// The encoding as in the source.
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
    /// The name; lowercase in HTML.
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
/// The tree builder decides where each node goes, so a sink does not implement rules of the standard. There are 3 groups of methods:
///
/// * Required methods have no body.
/// * Hooks pass further information to sinks that need it.
/// * Fast paths are only overridden for speed. Semantic versioning does not cover them: a patch release may change or remove one, and a sink
///   without it stays correct. They are in this trait so that a sink gets their default bodies without a second `impl`.
///
/// The tree builder only passes handles that the sink returned. An element is created, inserted (nearly always), filled with children, and
/// popped, in this order. Nodes can also move: the adoption agency algorithm moves them to other parents, and foster parenting inserts them
/// before a table.
pub trait TreeSink {
    /// Identifies a node of the sink's tree.
    type Handle: Copy + PartialEq + core::fmt::Debug;

    // Required methods.

    /// Returns the document node.
    fn document(&mut self) -> Self::Handle;

    /// Creates an element without a parent. A `template` in the HTML namespace also needs template contents.
    fn create_element(&mut self, element: &NewElement<'_>) -> Self::Handle;

    /// Creates a comment without a parent.
    fn create_comment(&mut self, data: Text<'_>, span: Span) -> Self::Handle;

    /// Creates a processing instruction without a parent. A sink without processing instructions may create a comment.
    fn create_processing_instruction(&mut self, target: &str, data: Text<'_>, span: Span) -> Self::Handle;

    /// Appends a doctype to the document. The tree builder calls it at most once, before any element.
    fn append_doctype(&mut self, doctype: &Doctype<'_>);

    /// Makes a node without a parent the last child of `parent`.
    fn append(&mut self, parent: Self::Handle, child: Self::Handle);

    /// Inserts a node without a parent before `sibling`, a child of `parent`.
    fn insert_before(&mut self, parent: Self::Handle, sibling: Self::Handle, child: Self::Handle);

    /// Appends text to `parent`. If its last child is text, appends to that.
    fn append_text(&mut self, parent: Self::Handle, text: Text<'_>);

    /// Inserts text before `sibling`, a child of `parent`. If the previous sibling is text, appends to that.
    fn insert_text_before(&mut self, parent: Self::Handle, sibling: Self::Handle, text: Text<'_>);

    /// Removes a node from its parent, if it has one.
    fn remove(&mut self, node: Self::Handle);

    /// Appends all children of `from` to `to`.
    fn reparent_children(&mut self, from: Self::Handle, to: Self::Handle);

    /// Returns the node's parent. Template contents and shadow roots have no parent.
    fn parent(&self, node: Self::Handle) -> Option<Self::Handle>;

    /// Returns the [template contents](https://html.spec.whatwg.org/multipage/scripting.html#template-contents) of a
    /// `template`.
    fn template_contents(&mut self, template: Self::Handle) -> Self::Handle;

    /// Adds the attributes of a second `<html>` or `<body>` tag to the element, except those that the element already has.
    fn add_missing_attributes(&mut self, element: Self::Handle, attributes: &TokenAttributes<'_>);

    // Hooks. With the default bodies, a sink ignores the information or does not support the feature.

    /// Whether [`parse_error`](Self::parse_error) does something. If not, error checks are compiled out.
    const WANTS_ERRORS: bool = true;

    /// Reports a parse error.
    fn parse_error(&mut self, error: ParseError) {
        let _ = error;
    }

    /// Returns whether to report errors of the [input
    /// stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream), which takes one more pass over the
    /// text. A sink that keeps the text can call [`input_stream_errors`](crate::input_stream_errors) later instead.
    fn wants_input_stream_errors(&self) -> bool {
        true
    }

    /// Sets the document's quirks mode.
    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        let _ = mode;
    }

    /// Called once for each XML document, before any node is created. `declaration` is the XML declaration of the document, if there is one. Never
    /// called for HTML. In XML, names keep their case, and elements without a prefix may have no namespace.
    fn set_xml(&mut self, declaration: Option<XmlDeclaration<'_>>) {
        let _ = declaration;
    }

    /// Called when an element is popped off the stack of open elements. Its children are complete, except for rare later moves. `end_tag`
    /// is the end tag that closed the element, or `None` if the end was implied.
    fn element_popped(&mut self, element: Self::Handle, end_tag: Option<Span>) {
        let _ = (element, end_tag);
    }

    /// Called before each token. Later calls result from this token, except for text that was buffered earlier.
    ///
    /// For text, it is only called if the text may do more than append to the current node, for example create an element. For tags and the end of
    /// the input (with an empty span), it is always called.
    #[inline]
    fn token(&mut self, span: Span, is_text: bool) {
        let _ = (span, is_text);
    }

    /// Called for the end tag of the `body` or `html` element. The element stays open until the end of the input, and may get more
    /// children.
    fn end_tag_seen(&mut self, element: Self::Handle, end_tag: Span) {
        let _ = (element, end_tag);
    }

    /// Called when a `script` element (HTML or SVG) is complete and a browser would run it.
    fn script_ended(&mut self, script: Self::Handle) {
        let _ = script;
    }

    /// Sets the [already started](https://html.spec.whatwg.org/multipage/scripting.html#already-started) flag of a script.
    fn mark_script_already_started(&mut self, script: Self::Handle) {
        let _ = script;
    }

    /// Whether [`associate_with_form`](Self::associate_with_form) does something. If not, it is not called.
    const ASSOCIATES_FORMS: bool = true;

    /// [Associates](https://html.spec.whatwg.org/multipage/parsing.html#create-an-element-for-the-token) a form-associated element with
    /// the form of the `form` element pointer. The element will be inserted into `intended_parent`. The association is only valid if
    /// `intended_parent` is in the same tree as the form.
    fn associate_with_form(&mut self, element: Self::Handle, form: Self::Handle, intended_parent: Self::Handle) {
        let _ = (element, form, intended_parent);
    }

    /// Called when an `option` element ends. Its content may now have to be cloned into a `selectedcontent` element.
    fn option_ended(&mut self, option: Self::Handle) {
        let _ = option;
    }

    /// Returns an error if the sink can take no more nodes or text. The tree builder then reports the error and ends parsing. It does not
    /// call this before every token, so it may still process end tags and one other token after the sink is full.
    #[inline]
    fn is_full(&self) -> Option<ErrorCode> {
        None
    }

    /// Creates the document fragment for the nodes of a fragment parse. If it returns `None`, they become children of the root `html`.
    fn create_fragment(&mut self) -> Option<Self::Handle> {
        None
    }

    /// [Attaches a shadow root](https://dom.spec.whatwg.org/#concept-attach-a-shadow-root) to `host` and makes it the
    /// template contents of `template`. Returns `None` if the host cannot have a shadow root, or the sink does not support them.
    fn attach_declarative_shadow(
        &mut self,
        host: Self::Handle,
        template: Self::Handle,
        init: ShadowRootInit,
    ) -> Option<Self::Handle> {
        let _ = (host, template, init);
        None
    }

    /// Returns whether the element is a shadow host.
    fn is_shadow_host(&self, element: Self::Handle) -> bool {
        let _ = element;
        false
    }

    /// Whether `template for` may move and remove existing nodes
    /// ([content patching](https://html.spec.whatwg.org/multipage/scripting.html#the-template-element)). If not, the
    /// `for` attribute has no effect. A sink with content patching implements [`find_markers`](Self::find_markers),
    /// [`next_sibling`](Self::next_sibling) and [`is_body_element`](Self::is_body_element).
    const CONTENT_PATCHING: bool = false;

    /// Finds the processing instructions that mark `name` among the descendants of `scope`, for content patching. Returns `<?start name=…>` and its
    /// `<?end>`, if there is one. For `<?marker name=…>`, returns the same node twice.
    fn find_markers(&mut self, scope: Self::Handle, name: &str) -> Option<(Self::Handle, Option<Self::Handle>)> {
        let _ = (scope, name);
        None
    }

    /// Returns the next sibling of a node, for content patching.
    fn next_sibling(&self, node: Self::Handle) -> Option<Self::Handle> {
        let _ = node;
        None
    }

    /// Returns whether the node is [the body element](https://html.spec.whatwg.org/multipage/dom.html#the-body-element-2) of the document,
    /// for content patching.
    fn is_body_element(&self, node: Self::Handle) -> bool {
        let _ = node;
        false
    }

    /// Returns the parent of a table, for [foster parenting](https://html.spec.whatwg.org/multipage/parsing.html#foster-parent): content
    /// that is not allowed in the table is inserted before the table. The next call that inserts a node or text inserts this content. If the result
    /// is `None`, the content is inserted into `previous`, which is the element before the table on the stack of open elements.
    fn foster_parent(&self, table: Self::Handle, previous: Self::Handle) -> Option<Self::Handle> {
        let _ = previous;
        self.parent(table)
    }

    /// Returns whether the document has an element child. Called if the tree builder has not inserted one itself, or if other code may have
    /// moved nodes into the document.
    fn document_has_element_child(&self) -> bool {
        false
    }

    /// Returns the template contents of the node if it is an HTML `template`. Called for the parent of a table, which is a `template` only
    /// if code other than the tree builder moved the table there.
    fn template_contents_if_template(&self, node: Self::Handle) -> Option<Self::Handle> {
        let _ = node;
        None
    }

    /// Returns whether `ancestor` is a
    /// [host-including inclusive ancestor](https://dom.spec.whatwg.org/#concept-tree-host-including-inclusive-ancestor)
    /// of `node`. When the tree builder calls it, the result is always false, unless other code changes the tree during the parse.
    fn is_host_including_inclusive_ancestor(&self, ancestor: Self::Handle, node: Self::Handle) -> bool {
        let _ = (ancestor, node);
        false
    }

    // Fast paths. Their default bodies call the required methods.

    /// Creates an element as the last child of `parent`, like [`create_element`](Self::create_element) followed by
    /// [`append`](Self::append).
    #[inline]
    fn append_element(&mut self, parent: Self::Handle, element: &NewElement<'_>) -> Self::Handle {
        let node = self.create_element(element);
        self.append(parent, node);
        node
    }

    /// Whether the sink implements [`append_leaf`](Self::append_leaf). If not, the tokenizer does not search for the end tags of leaves.
    const APPENDS_LEAVES: bool = false;

    /// Creates a leaf, which is an element that contains only text, as the last child of `parent`. The call includes the end of the
    /// element: [`token`](Self::token), [`element_popped`](Self::element_popped), [`script_ended`](Self::script_ended) and
    /// [`option_ended`](Self::option_ended) are not called for it.
    ///
    /// Returns [`HookResult::Declined`], without having added a node, if the sink cannot create the element in one step.
    #[inline]
    fn append_leaf(&mut self, parent: Self::Handle, leaf: LeafByParts<'_>) -> HookResult {
        let _ = (parent, leaf);
        HookResult::Declined
    }

    /// Creates the HTML element of a start tag as the last child of `parent`, like [`append_element`](Self::append_element) with
    /// [`TagByParts::element`], but without slicing the tag's names and values.
    ///
    /// Returns `None`, without having added a node, if the sink cannot do this. The tree builder then calls the required methods.
    #[inline]
    fn append_element_by_parts(&mut self, parent: Self::Handle, tag: TagByParts<'_>) -> Option<Self::Handle> {
        Some(self.append_element(parent, &tag.element()))
    }

    /// Appends the input's text at `span` to `parent`, like [`append_text`](Self::append_text), if the sink stores spans and does not need
    /// the text itself.
    #[inline]
    fn append_text_at(&mut self, parent: Self::Handle, span: Span) -> HookResult {
        let _ = (parent, span);
        HookResult::Declined
    }

    /// Lends the sink's text buffer, so that the tokenizer can build a text at its end instead of in a buffer of its own. Earlier texts
    /// stay in the buffer. The next call is [`append_text_in_buffer`](Self::append_text_in_buffer), which returns the buffer. A sink
    /// overrides both methods or neither.
    #[inline]
    fn lend_buffer(&mut self) -> Option<String> {
        None
    }

    /// Takes the lent buffer back and appends its text from `start` to the end to `parent`, like [`append_text`](Self::append_text).
    fn append_text_in_buffer(&mut self, parent: Self::Handle, buffer: String, start: usize, span: Span) {
        let text = buffer.get(start..).unwrap_or_default();
        if !text.is_empty() {
            self.append_text(parent, Text { text, span, verbatim: false });
        }
    }

    /// Creates a formatting element again, from the same token as `original`. A sink can share the attributes that `original` was created with, to
    /// avoid a copy. A sink that [keeps attributes](Self::KEEPS_ATTRIBUTES) must use these attributes.
    fn recreate_element(&mut self, original: Self::Handle, element: &NewElement<'_>) -> Self::Handle {
        let _ = original;
        self.create_element(element)
    }

    /// Returns whether the sink needs the attributes of elements with this name. If not, an element may be created without attributes if
    /// its start tag arrives in several chunks, so that the tag need not be buffered. This does not apply if the sink
    /// [wants errors](Self::WANTS_ERRORS).
    fn wants_attributes(&self, name: LocalName) -> bool {
        let _ = name;
        true
    }

    /// Whether the sink stores the attributes that an element was created with. If so, [`recreate_element`](Self::recreate_element) gets no
    /// attributes and must use those of the original, and the sink must implement [`created_attributes`](Self::created_attributes). The
    /// tree builder then does not copy the attributes of formatting elements.
    const KEEPS_ATTRIBUTES: bool = false;

    /// Returns the names and values of the attributes that an HTML element was created with, ignoring later changes. It is only called if
    /// the sink [keeps attributes](Self::KEEPS_ATTRIBUTES).
    fn created_attributes(&self, element: Self::Handle) -> impl Iterator<Item = (&str, &str)> + Clone {
        let _ = element;
        core::iter::empty()
    }
}
