use crate::element_type::Flags;
use crate::flow::Flow;
use crate::{InsertionMode, ScriptingMode, Suspension, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, Namespace, ShadowRootInit, ShadowRootMode, SlotAssignment, TreeSink};
use limpid_tokenizer::{State, Tag, Token};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead>
    pub(crate) fn in_head<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::Characters(text) => {
                self.after_whitespace(text, Self::insert_characters, Self::in_head_anything_else)
            }
            Token::Comment { data, span } => self.insert_comment(data, span),
            Token::ProcessingInstruction { target, data, span } => {
                self.insert_processing_instruction(target, data, span)
            }
            Token::Doctype(_) => self.ignore_token(ErrorCode::UnexpectedDoctype),
            Token::StartTag(tag) => match tag.name {
                LocalName::HTML => self.in_body(token),
                LocalName::BASE | LocalName::BASEFONT | LocalName::BGSOUND | LocalName::LINK => {
                    self.insert_void_element(tag)
                }
                LocalName::META => self.start_meta(tag),
                LocalName::TITLE => self.parse_rcdata_element(tag),
                LocalName::NOFRAMES | LocalName::STYLE => self.parse_raw_text_element(tag),
                LocalName::NOSCRIPT if self.state.options.scripting != ScriptingMode::Disabled => {
                    self.parse_raw_text_element(tag)
                }
                LocalName::NOSCRIPT => {
                    self.insert_html_element(tag);
                    self.state.mode = InsertionMode::InHeadNoscript;
                    Flow::Done
                }
                LocalName::SCRIPT => self.start_script(tag),
                LocalName::TEMPLATE => {
                    self.start_template(tag);
                    Flow::Done
                }
                LocalName::HEAD => self.ignore_token(ErrorCode::HeadStartTagInHead),
                _ => self.in_head_anything_else(token),
            },
            Token::EndTag(tag) => match tag.name {
                LocalName::HEAD => {
                    self.leave_head();
                    Flow::Done
                }
                LocalName::BODY | LocalName::HTML | LocalName::BR => self.in_head_anything_else(token),
                LocalName::TEMPLATE => {
                    self.end_template();
                    Flow::Done
                }
                _ => self.ignore_token(ErrorCode::EndTagInHead),
            },
            Token::NullCharacter(_) | Token::EndOfFile(_) => self.in_head_anything_else(token),
        }
    }

    fn in_head_anything_else<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        self.leave_head();
        Flow::Reprocess(token)
    }

    fn leave_head(&mut self) {
        self.pop();
        self.state.mode = InsertionMode::AfterHead;
    }

    /// A start tag whose tag name is "meta". "If the element has a charset attribute, or its http-equiv is Content-Type
    /// and it has a content attribute, and getting an encoding results in one, then change the encoding": the caller does this with the
    /// attributes in the `Suspension`.
    fn start_meta(&mut self, tag: &Tag<'_>) -> Flow<'static> {
        self.insert_void_element(tag);
        if !self.state.options.suspend_at_encoding_declarations {
            return Flow::Done;
        }
        let value = |name| tag.attributes.get(name).map(|attribute| attribute.value().to_owned());
        let is_content_type = tag
            .attributes
            .get(LocalName::HTTP_EQUIV)
            .is_some_and(|equivalent| equivalent.value().eq_ignore_ascii_case("content-type"));
        let charset = value(LocalName::CHARSET);
        let content = value(LocalName::CONTENT).filter(|_| is_content_type);
        if charset.is_none() && content.is_none() {
            return Flow::Done;
        }
        self.suspend(Suspension::EncodingDeclaration { charset, content, span: tag.span })
    }

    /// A start tag whose tag name is "script".
    fn start_script(&mut self, tag: &Tag<'_>) -> Flow<'static> {
        if self.state.options.scripting == ScriptingMode::Inert {
            // The script must be marked before it is inserted.
            let location = self.appropriate_place_for_element(tag, Namespace::Html);
            let script = self.insert_foreign_element(tag, Namespace::Html, true);
            self.sink.mark_script_already_started(script);
            if !self.would_add_second_root(location) {
                self.insert_at(location, script);
            }
        } else {
            self.insert_html_element(tag);
        }
        self.switch_to_text(State::ScriptData)
    }

    /// A start tag whose tag name is "template".
    fn start_template(&mut self, tag: &Tag<'_>) {
        self.state.formatting.insert_marker();
        self.state.frameset_ok = false;
        self.state.mode = InsertionMode::InTemplate;
        self.push_template_mode(InsertionMode::InTemplate);
        if let Some(init) = shadow_root_init(tag) {
            self.insert_shadow_root_template(tag, init);
            return;
        }
        match tag.attributes.get(LocalName::FOR) {
            Some(name) if S::CONTENT_PATCHING && self.state.options.content_patching => {
                self.insert_patching_template(tag, name.value());
            }
            _ => {
                self.insert_html_element(tag);
            }
        }
    }

    /// The branch of the `template` start tag for a `shadowrootmode`.
    fn insert_shadow_root_template(&mut self, tag: &Tag<'_>, init: ShadowRootInit) {
        // The host is the adjusted current node, but never the topmost element.
        let host = match self.state.open.current() {
            Some(_) if self.state.open.current_is_root() => self.state.fragment_context_node,
            current => current.map(|entry| entry.node),
        };
        let is_allowed =
            self.state.options.allow_declarative_shadow_roots && self.state.open.len() < self.state.stack_limit;
        let (true, Some(host)) = (is_allowed, host) else {
            self.insert_html_element(tag);
            return;
        };
        let location = self.appropriate_place();
        let template = self.insert_foreign_element(tag, Namespace::Html, true);
        let shadow_root = if self.sink.is_shadow_host(host) {
            None
        } else {
            self.sink.attach_declarative_shadow(host, template, init)
        };
        match shadow_root {
            Some(shadow_root) => self.state.open.retarget_current(shadow_root, Flags::default()),
            None => self.insert_at(location, template),
        }
    }

    /// An end tag whose tag name is "template".
    pub(crate) fn end_template(&mut self) {
        if !self.state.open.has_template() {
            self.error(ErrorCode::TemplateEndTagWithoutTemplate);
            return;
        }
        self.generate_all_implied_end_tags_thoroughly();
        if !self.state.open.current_is(LocalName::TEMPLATE) {
            self.error(ErrorCode::TemplateEndTagWithOpenElements);
        }
        self.end_content_patching();
        self.close_template();
    }

    /// Pops elements up to a `template`, removes its marker and its template insertion mode, and resets the insertion mode.
    pub(crate) fn close_template(&mut self) {
        self.pop_until(LocalName::TEMPLATE);
        self.clear_formatting_up_to_the_last_marker();
        self.pop_template_mode();
        self.reset_the_insertion_mode_appropriately();
    }
}

/// Returns the shadow root that the attributes of a `template` declare; `None` in the None state of
/// [`shadowrootmode`](https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode).
fn shadow_root_init(tag: &Tag<'_>) -> Option<ShadowRootInit> {
    let mode = tag.attributes.get(LocalName::SHADOWROOTMODE)?.value();
    let mode = if mode.eq_ignore_ascii_case("open") {
        ShadowRootMode::Open
    } else if mode.eq_ignore_ascii_case("closed") {
        ShadowRootMode::Closed
    } else {
        return None;
    };
    let has = |name| tag.attributes.get(name).is_some();
    let mut init = ShadowRootInit::new(mode);
    init.delegates_focus = has(LocalName::SHADOWROOTDELEGATESFOCUS);
    init.serializable = has(LocalName::SHADOWROOTSERIALIZABLE);
    let slot_assignment = tag.attributes.get(LocalName::SHADOWROOTSLOTASSIGNMENT);
    if slot_assignment.is_some_and(|attribute| attribute.value().eq_ignore_ascii_case("manual")) {
        init.slot_assignment = SlotAssignment::Manual;
    }
    init.clonable = has(LocalName::SHADOWROOTCLONABLE);
    init.keep_custom_element_registry_null = has(LocalName::SHADOWROOTCUSTOMELEMENTREGISTRY);
    Some(init)
}
