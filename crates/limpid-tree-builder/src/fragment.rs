//! Fragment parsing: the context element, and starting a tree builder in it.

use crate::element_type::{ElementType, Flags};
use crate::flow::implied_tag;
use crate::insertion::is_html_encoding;
use crate::{InsertionMode, ScriptingMode, TreeBuilder, TreeBuilderOptions};
use limpid_markup::{
    LocalName, Namespace, QuirksMode, TagByParts, TagSet, TokenAttributes, TreeSink, adjust_svg_tag_name,
};
use limpid_tokenizer::{State, Tag};

/// The context element of a fragment parse: the input is parsed as the content of this element, as for `innerHTML`.
///
/// ```
/// use limpid::{Namespace, tokenizer::State, tree_builder::ContextElement};
/// let title = ContextElement { is_in_form: true, ..ContextElement::new(Namespace::Html, "title") };
/// assert_eq!(title.tokenizer_state(limpid::ScriptingMode::Disabled), State::Rcdata);
/// ```
#[derive(Clone, Debug)]
pub struct ContextElement<'a> {
    /// The namespace of the context element.
    pub namespace: Namespace,
    /// The local name of the context element.
    pub local_name: &'a str,
    /// The attributes of the context element. Only the `encoding` of an `annotation-xml` affects parsing.
    pub attributes: TokenAttributes<'a>,
    /// The mode of the context element's document.
    pub quirks_mode: QuirksMode,
    /// Whether the context element is a `form` or is inside one. Then the fragment cannot open another form.
    pub is_in_form: bool,
    /// Whether the context element already has a shadow root. Then the fragment cannot declare one for it.
    pub is_shadow_host: bool,
}

impl<'a> ContextElement<'a> {
    /// Creates a context element without attributes, in a document in no-quirks mode. [`Namespace::Other`] becomes [`Namespace::None`], because
    /// HTML treats both in the same way.
    ///
    /// ```
    /// use limpid::{Namespace, tree_builder::ContextElement};
    /// let context = ContextElement::new(Namespace::Svg, "path");
    /// assert_eq!((context.local_name, context.quirks_mode), ("path", limpid::QuirksMode::NoQuirks));
    /// ```
    pub fn new(namespace: Namespace, local_name: &'a str) -> ContextElement<'a> {
        ContextElement {
            namespace: if namespace == Namespace::Other { Namespace::None } else { namespace },
            local_name,
            attributes: TokenAttributes::EMPTY,
            quirks_mode: QuirksMode::NoQuirks,
            is_in_form: false,
            is_shadow_host: false,
        }
    }

    /// Returns the name that the rules compare. For a foreign element, this is the name in lowercase. Returns [`LocalName::UNKNOWN`] if the parser
    /// would spell the name differently.
    fn name(&self) -> LocalName {
        if self.namespace == Namespace::Html {
            return LocalName::from_bytes(self.local_name.as_bytes());
        }
        let lowercase = LocalName::from_bytes(self.local_name.to_ascii_lowercase().as_bytes());
        let spelled = if self.namespace == Namespace::Svg { adjust_svg_tag_name(lowercase) } else { lowercase };
        if spelled.as_str() == self.local_name { lowercase } else { LocalName::UNKNOWN }
    }

    /// Returns the initial state of the tokenizer.
    ///
    /// ```
    /// use limpid::{Namespace, ScriptingMode, tokenizer::State, tree_builder::ContextElement};
    /// let noscript = ContextElement::new(Namespace::Html, "noscript");
    /// assert_eq!(noscript.tokenizer_state(ScriptingMode::Disabled), State::Data);
    /// assert_eq!(noscript.tokenizer_state(ScriptingMode::Inert), State::Rawtext);
    /// ```
    pub fn tokenizer_state(&self, scripting: ScriptingMode) -> State {
        self.tokenizer_state_of(self.name(), scripting)
    }

    fn tokenizer_state_of(&self, name: LocalName, scripting: ScriptingMode) -> State {
        if self.namespace != Namespace::Html {
            return State::Data;
        }
        content_state(name, scripting != ScriptingMode::Disabled)
    }
}

/// Returns the tokenizer state for the content of an HTML element.
pub(crate) const fn content_state(name: LocalName, noscript_is_raw: bool) -> State {
    match name {
        LocalName::SCRIPT => State::ScriptData,
        LocalName::PLAINTEXT => State::Plaintext,
        LocalName::NOSCRIPT if noscript_is_raw => State::Rawtext,
        _ if TagSet::ESCAPABLE_RAW_TEXT.contains(name) => State::Rcdata,
        _ if TagSet::LITERAL_TEXT.contains(name) => State::Rawtext,
        _ => State::Data,
    }
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Returns a tree builder for the [HTML fragment parsing
    /// algorithm](https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-parsing-algorithm). The nodes become
    /// children of the sink's [fragment](TreeSink::create_fragment). If the sink has no fragments, they become children of the document's
    /// `html` element.
    ///
    /// The tokenizer must start in [`ContextElement::tokenizer_state`].
    ///
    /// ```
    /// use limpid::{Namespace, tokenizer::tokenize};
    /// use limpid::tree_builder::{ContextElement, TreeBuilder, TreeBuilderOptions};
    /// let (source, row) = ("<td>Tea", ContextElement::new(Namespace::Html, "tr"));
    /// let sink = limpid_dom::DocumentBuilder::new(source);
    /// let mut builder = TreeBuilder::new_fragment(sink, TreeBuilderOptions::default(), &row);
    /// tokenize(source, &mut builder);
    /// assert_eq!(builder.finish().finish().to_html(), "<td>Tea</td>");
    /// ```
    pub fn new_fragment(sink: S, options: TreeBuilderOptions, context: &ContextElement<'_>) -> TreeBuilder<S> {
        let mut builder = TreeBuilder::new(sink, options);
        builder.start_fragment(context);
        builder
    }

    /// Makes a tree builder that was created for a document parse a fragment instead. The tree builder must not have received a token yet.
    /// Returns the state in which the tokenizer must start.
    ///
    /// ```
    /// use limpid::{Namespace, tokenizer::State};
    /// use limpid::tree_builder::{ContextElement, TreeBuilder, TreeBuilderOptions};
    /// let mut builder = TreeBuilder::new(limpid_dom::DocumentBuilder::new(""), TreeBuilderOptions::default());
    /// let state = builder.start_fragment(&ContextElement::new(Namespace::Html, "textarea"));
    /// assert_eq!(state, State::Rcdata);
    /// ```
    pub fn start_fragment(&mut self, context: &ContextElement<'_>) -> State {
        let name = context.name();
        let tag = Tag {
            name,
            name_str: context.local_name,
            attributes: context.attributes,
            ..implied_tag(LocalName::UNKNOWN)
        };
        let element_type = match name.is_known() {
            true => ElementType::known(context.namespace, name),
            false => self.element_type(context.namespace, &tag),
        };
        let mut flags = Flags::of(element_type);
        if element_type == ElementType::known(Namespace::MathMl, LocalName::ANNOTATION_XML)
            && is_html_encoding(&context.attributes)
        {
            flags = flags.with(Flags::HTML_INTEGRATION_POINT);
        }
        self.start_in_mode(context.quirks_mode);
        if self.state.options.allow_declarative_shadow_roots && !context.is_shadow_host {
            self.make_fragment_context_node(&tag, context.namespace);
        }
        self.start_fragment_in(element_type, flags, context.is_in_form);
        context.tokenizer_state_of(name, self.state.options.scripting)
    }

    /// Does the same as [`start_fragment`](Self::start_fragment) for an HTML element with a known name and without attributes.
    ///
    /// ```
    /// use limpid::{LocalName, QuirksMode, tokenizer::State};
    /// use limpid::tree_builder::{TreeBuilder, TreeBuilderOptions};
    /// let mut builder = TreeBuilder::new(limpid_dom::DocumentBuilder::new(""), TreeBuilderOptions::default());
    /// let state = builder.start_fragment_of_html(LocalName::DIV, QuirksMode::NoQuirks, false, false);
    /// assert_eq!(state, State::Data);
    /// ```
    // Used by the crate `limpid`. For fragments of a few bytes, it is noticeably faster than `start_fragment`.
    #[doc(hidden)]
    #[inline]
    pub fn start_fragment_of_html(
        &mut self,
        name: LocalName,
        quirks_mode: QuirksMode,
        is_in_form: bool,
        is_shadow_host: bool,
    ) -> State {
        self.start_in_mode(quirks_mode);
        if self.state.options.allow_declarative_shadow_roots && !is_shadow_host {
            self.make_fragment_context_node(&implied_tag(name), Namespace::Html);
        }
        self.start_fragment_in(ElementType::html(name), Flags::of_html(name), is_in_form);
        content_state(name, self.state.options.scripting != ScriptingMode::Disabled)
    }

    #[inline(always)]
    fn start_in_mode(&mut self, quirks_mode: QuirksMode) {
        self.state.quirks_mode = quirks_mode;
        self.sink.set_quirks_mode(quirks_mode);
    }

    #[cold]
    fn make_fragment_context_node(&mut self, tag: &Tag<'_>, namespace: Namespace) {
        let document = self.sink.document();
        let node = self.create_element_for_token(tag, namespace, document, None);
        self.state.fragment_context_node = Some(node);
    }

    #[inline(always)]
    fn start_fragment_in(&mut self, element_type: ElementType, flags: Flags, is_in_form: bool) {
        let document = self.sink.document();
        self.state.fragment_context = Some((element_type, flags));

        let html = TagByParts::implied(LocalName::HTML);
        let root = self.sink.append_element_by_parts(document, html);
        let root = root.unwrap_or_else(|| self.sink.append_element(document, &html.element()));
        let fragment = self.sink.create_fragment();
        let insertion_target = fragment.unwrap_or(root);
        // The root `html` element does not count as a level of the fragment.
        self.state.stack_limit = self.state.stack_limit.saturating_add(usize::from(fragment.is_some()));
        self.state.open.push_root(root, insertion_target);
        if !element_type.is_html_namespace() {
            self.state.open.set_root_in_foreign_content();
        }

        if element_type == ElementType::html(LocalName::TEMPLATE) {
            self.push_template_mode(InsertionMode::InTemplate);
        }
        self.reset_the_insertion_mode_appropriately();
        if is_in_form || element_type == ElementType::html(LocalName::FORM) {
            let tag = implied_tag(LocalName::FORM);
            let form = self.create_element_for_token(&tag, Namespace::Html, document, None);
            self.state.form_element = Some(form);
        }
    }
}
