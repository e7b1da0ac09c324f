//! Creates elements for tags, and inserts elements, text, comments and processing instructions.

use crate::active_formatting::FormattingToken;
use crate::element_type::{ElementType, Flags};
use crate::flow::{Flow, implied_tag};
use crate::insertion_location::InsertionLocation;
use crate::start_rules::StartRule;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{
    Adjustment, ErrorCode, LocalName, Namespace, NewElement, Span, TagByParts, TagSet, Text, TokenAttributes, TreeSink,
    adjust_svg_tag_name,
};
use limpid_tokenizer::{State, Tag};

/// A start tag as a token or by parts. The rules for common tags are generic over both forms.
pub(crate) trait StartTag<S: TreeSink>: Copy {
    fn name(&self) -> LocalName;

    /// [Inserts an HTML element](https://html.spec.whatwg.org/multipage/parsing.html#insert-an-html-element) for the
    /// tag. Immediately pops a void element.
    fn insert(self, builder: &mut TreeBuilder<S>, is_void: bool) -> S::Handle;

    fn formatting_token(&self) -> FormattingToken;
}

impl<S: TreeSink> StartTag<S> for &Tag<'_> {
    fn name(&self) -> LocalName {
        self.name
    }

    #[inline]
    fn insert(self, builder: &mut TreeBuilder<S>, is_void: bool) -> S::Handle {
        let node = builder.insert_html_element(self);
        if is_void {
            builder.pop();
            builder.state.self_closing_acknowledged = true;
        }
        node
    }

    fn formatting_token(&self) -> FormattingToken {
        FormattingToken::new(self.name, &self.attributes, self.had_duplicate_attribute, S::KEEPS_ATTRIBUTES)
    }
}

/// A tag by parts and its rule, as an argument of functions that are not inlined. Because of the second field, this argument is a copy of the tag,
/// and the compiler writes the copy to memory only in the branch that calls such a function. If the tag itself were the argument, the compiler would
/// write its parts to memory for every tag, which costs 30 instructions per tag (`cargo xtask bench --part instructions`).
pub(crate) struct OutOfLine<T> {
    pub(crate) tag: T,
    pub(crate) rule: StartRule,
}

/// A tag by parts is appended to the current node in one step, under four conditions: the sink supports that, the name is known, new children
/// of the current node are appended at its end, and the tree is not at its maximum depth. Otherwise, the tag is converted to a token and
/// inserted. The fast path is not used with foster parenting, nor if the element must be associated with a form. The rules take a reference, so
/// that they read only the needed parts from memory.
impl<S: TreeSink> StartTag<S> for &TagByParts<'_> {
    #[inline(always)]
    fn name(&self) -> LocalName {
        self.name
    }

    #[inline(always)]
    fn insert(self, builder: &mut TreeBuilder<S>, is_void: bool) -> S::Handle {
        let parent = if self.name.is_known() { builder.parent_to_append_to() } else { None };
        let Some(node) = parent.and_then(|parent| builder.sink.append_element_by_parts(parent, *self)) else {
            let rule = if is_void { StartRule::Void } else { StartRule::AnyOther };
            return insert_as_token(builder, OutOfLine { tag: *self, rule });
        };
        if is_void {
            builder.sink.element_popped(node, None);
        } else {
            builder.state.open.push_html(node, node, ElementType::html(self.name), self.name);
        }
        if !self.has_verbatim_attributes {
            builder.invalidate_obstacles_if_full();
        }
        node
    }

    #[inline(always)]
    fn formatting_token(&self) -> FormattingToken {
        FormattingToken::new(self.name, &self.attributes(), false, S::KEEPS_ATTRIBUTES)
    }
}

#[cold]
#[inline(never)]
fn insert_as_token<S: TreeSink>(
    builder: &mut TreeBuilder<S>,
    OutOfLine { tag, rule }: OutOfLine<TagByParts<'_>>,
) -> S::Handle {
    let node = (&Tag::from(tag)).insert(builder, rule == StartRule::Void);
    builder.invalidate_obstacles_if_full();
    node
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Returns the parent for an element, if the appropriate place for inserting a node is the end of that parent.
    #[inline(always)]
    fn parent_to_append_to(&self) -> Option<S::Handle> {
        let current = self.state.open.current()?;
        let flags = Flags::HTML_CONTENT.with(Flags::PATCHING);
        let can_append =
            current.flags.has_only(Flags::HTML_CONTENT, flags) && self.state.open.len() < self.state.stack_limit;
        if can_append { Some(current.insertion_target) } else { None }
    }

    /// Returns the type of an element for a tag. Assigns a number to a new unknown name.
    pub(crate) fn element_type(&mut self, namespace: Namespace, tag: &Tag<'_>) -> ElementType {
        match tag.name.is_known() {
            true => ElementType::known(namespace, tag.name),
            false => self.element_type_of_unknown(namespace, tag.name_str),
        }
    }

    #[inline(never)]
    fn element_type_of_unknown(&mut self, namespace: Namespace, name: &str) -> ElementType {
        let extras = self.state.extras_mut();
        if let Some(&number) = extras.unknown_names.get(name) {
            return ElementType::unknown(namespace, number);
        }
        let number = extras.unknown_names.len() as u32;
        extras.unknown_names.insert(name.into(), number);
        extras.unknown_names_length += name.len();
        ElementType::unknown(namespace, number)
    }

    /// Returns the type of the HTML element for a tag; `None` if no element with this name has been created.
    pub(crate) fn known_element_type(&self, tag: &Tag<'_>) -> Option<ElementType> {
        if tag.name.is_known() {
            return Some(ElementType::html(tag.name));
        }
        let &number = self.state.extras.as_ref()?.unknown_names.get(tag.name_str)?;
        Some(ElementType::unknown(Namespace::Html, number))
    }

    /// [Create an element for a
    /// token](https://html.spec.whatwg.org/multipage/parsing.html#create-an-element-for-the-token). `original` is the
    /// element that was created earlier for the same token, if any.
    pub(crate) fn create_element_for_token(
        &mut self,
        tag: &Tag<'_>,
        namespace: Namespace,
        intended_parent: S::Handle,
        original: Option<S::Handle>,
    ) -> S::Handle {
        let element = self.element_for_token(tag, namespace);
        let node = match original {
            Some(original) => self.sink.recreate_element(original, &element),
            None => self.sink.create_element(&element),
        };
        if let Some(form) = self.form_to_associate_with() {
            let is_form_associated = namespace == Namespace::Html && TagSet::FORM_ASSOCIATED.contains(element.name);
            if is_form_associated
                && !self.is_parsing_template_contents()
                && self.state.fragment_context.is_none()
                && !(TagSet::LISTED.contains(element.name) && tag.attributes.get(LocalName::FORM).is_some())
            {
                self.sink.associate_with_form(node, form, intended_parent);
            }
        }
        node
    }

    /// Returns the form to associate form-associated elements with, if the sink supports that.
    #[inline(always)]
    pub(crate) fn form_to_associate_with(&self) -> Option<S::Handle> {
        if S::ASSOCIATES_FORMS { self.state.form_element } else { None }
    }

    fn element_for_token<'t>(&mut self, tag: &Tag<'t>, namespace: Namespace) -> NewElement<'t> {
        let (name, adjustment) = match namespace {
            Namespace::Svg => (adjust_svg_tag_name(tag.name), Adjustment::Svg),
            Namespace::MathMl => (tag.name, Adjustment::MathMl),
            _ => (tag.name, Adjustment::None),
        };
        let element = NewElement {
            namespace,
            name,
            name_str: if name.is_known() { name.as_str() } else { tag.name_str },
            qualifier: None,
            attributes: tag.attributes.adjusted(adjustment),
            span: (!tag.span.is_empty()).then_some(tag.span),
            had_duplicate_attribute: tag.had_duplicate_attribute,
        };
        if element.attributes.unadjusted_records().is_none() {
            self.check_xmlns_attributes(&element);
        }
        element
    }

    fn check_xmlns_attributes(&mut self, element: &NewElement<'_>) {
        for attribute in element.attributes.iter().filter(|attribute| attribute.namespace() == Namespace::XmlNs) {
            let expected = match attribute.name() {
                LocalName::XMLNS => element.namespace.url(),
                _ => Namespace::XLink.url(),
            };
            if attribute.value() != expected {
                self.error(ErrorCode::XmlnsAttributeMismatch);
            }
        }
    }

    /// [Insert a foreign element](https://html.spec.whatwg.org/multipage/parsing.html#insert-a-foreign-element).
    #[inline]
    pub(crate) fn insert_foreign_element(
        &mut self,
        tag: &Tag<'_>,
        namespace: Namespace,
        only_add_to_element_stack: bool,
    ) -> S::Handle {
        self.insert_element(tag, namespace, only_add_to_element_stack, None)
    }

    #[inline]
    pub(crate) fn insert_element(
        &mut self,
        tag: &Tag<'_>,
        namespace: Namespace,
        only_add_to_element_stack: bool,
        original: Option<S::Handle>,
    ) -> S::Handle {
        let location = self.appropriate_place_for_element(tag, namespace);
        let is_inserted = !only_add_to_element_stack && !self.would_add_second_root(location);
        let is_appended =
            is_inserted && location.before.is_none() && original.is_none() && self.form_to_associate_with().is_none();
        let node = if is_appended {
            let element = self.element_for_token(tag, namespace);
            self.sink.append_element(location.parent, &element)
        } else {
            self.create_element_for_token(tag, namespace, location.parent, original)
        };
        if is_inserted && !is_appended {
            self.insert_at(location, node);
        }
        let element_type = self.element_type(namespace, tag);
        let mut flags = Flags::of(element_type);
        if element_type == ElementType::known(Namespace::MathMl, LocalName::ANNOTATION_XML)
            && is_html_encoding(&tag.attributes)
        {
            flags = flags.with(Flags::HTML_INTEGRATION_POINT);
        }
        let mut insertion_target = node;
        if flags.has(Flags::TEMPLATE) {
            insertion_target = self.template_insertion_target(node, location);
        }
        self.state.open.push(node, insertion_target, element_type, flags);
        node
    }

    /// [Insert an HTML element](https://html.spec.whatwg.org/multipage/parsing.html#insert-an-html-element).
    #[inline]
    pub(crate) fn insert_html_element(&mut self, tag: &Tag<'_>) -> S::Handle {
        self.insert_foreign_element(tag, Namespace::Html, false)
    }

    pub(crate) fn insert_html_element_named(&mut self, name: LocalName) -> S::Handle {
        self.insert_html_element(&implied_tag(name))
    }

    pub(crate) fn insert_void_element(&mut self, tag: &Tag<'_>) -> Flow<'static> {
        tag.insert(self, true);
        Flow::Done
    }

    /// Whether the document would get a second element child if an element were inserted at the location. This happens only with foster
    /// parenting, if code outside of the tree builder has moved the table.
    #[inline]
    pub(crate) fn would_add_second_root(&mut self, location: InsertionLocation<S::Handle>) -> bool {
        location.before.is_some() && location.parent == self.sink.document() && self.sink.document_has_element_child()
    }

    #[inline]
    pub(crate) fn insert_at(&mut self, location: InsertionLocation<S::Handle>, node: S::Handle) {
        match location.before {
            None => self.sink.append(location.parent, node),
            Some(sibling) => self.sink.insert_before(location.parent, sibling, node),
        }
    }

    /// [Insert a character](https://html.spec.whatwg.org/multipage/parsing.html#insert-a-character), for a run of characters.
    #[inline]
    pub(crate) fn insert_characters(&mut self, text: Text<'_>) {
        let location = self.appropriate_place();
        match location.before {
            None => self.sink.append_text(location.parent, text),
            // A document cannot have text children, so the text is dropped.
            Some(_) if location.parent == self.sink.document() => {}
            Some(sibling) => self.sink.insert_text_before(location.parent, sibling, text),
        }
    }

    /// [Insert a comment](https://html.spec.whatwg.org/multipage/parsing.html#insert-a-comment).
    pub(crate) fn insert_comment(&mut self, data: Text<'_>, span: Span) -> Flow<'static> {
        let comment = self.sink.create_comment(data, span);
        let location = self.appropriate_place();
        self.insert_at(location, comment);
        Flow::Done
    }

    pub(crate) fn insert_comment_in_document(&mut self, data: Text<'_>, span: Span) -> Flow<'static> {
        let comment = self.sink.create_comment(data, span);
        let document = self.sink.document();
        self.sink.append(document, comment);
        Flow::Done
    }

    /// [Insert a processing
    /// instruction](https://html.spec.whatwg.org/multipage/parsing.html#insert-a-processing-instruction).
    pub(crate) fn insert_processing_instruction(&mut self, target: &str, data: Text<'_>, span: Span) -> Flow<'static> {
        let instruction = self.sink.create_processing_instruction(target, data, span);
        let location = self.appropriate_place();
        self.insert_at(location, instruction);
        Flow::Done
    }

    pub(crate) fn insert_processing_instruction_in_document(
        &mut self,
        target: &str,
        data: Text<'_>,
        span: Span,
    ) -> Flow<'static> {
        let instruction = self.sink.create_processing_instruction(target, data, span);
        let document = self.sink.document();
        self.sink.append(document, instruction);
        Flow::Done
    }

    /// The [generic raw text element parsing
    /// algorithm](https://html.spec.whatwg.org/multipage/parsing.html#generic-raw-text-element-parsing-algorithm).
    pub(crate) fn parse_raw_text_element(&mut self, tag: &Tag<'_>) -> Flow<'static> {
        self.insert_html_element(tag);
        self.switch_to_text(State::Rawtext)
    }

    /// The [generic RCDATA element parsing
    /// algorithm](https://html.spec.whatwg.org/multipage/parsing.html#generic-rcdata-element-parsing-algorithm).
    pub(crate) fn parse_rcdata_element(&mut self, tag: &Tag<'_>) -> Flow<'static> {
        self.insert_html_element(tag);
        self.switch_to_text(State::Rcdata)
    }

    pub(crate) fn switch_to_text(&mut self, state: State) -> Flow<'static> {
        self.state.original_mode = self.state.mode;
        self.state.mode = InsertionMode::Text;
        Flow::SwitchTokenizer(state)
    }
}

/// Whether the attributes of an `annotation-xml` make it an [HTML integration
/// point](https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point).
pub(crate) fn is_html_encoding(attributes: &TokenAttributes<'_>) -> bool {
    attributes.get(LocalName::ENCODING).is_some_and(|encoding| {
        let value = encoding.value();
        value.eq_ignore_ascii_case("text/html") || value.eq_ignore_ascii_case("application/xhtml+xml")
    })
}
