use crate::builder::{Flow, implied_tag, is_whitespace};
use crate::modes::TABLE_PARTS;
use crate::slot::Slot;
use crate::{InsertionMode, ScriptingMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, Namespace, QuirksMode, TagSet, Text, TreeSink};
use limpid_tokenizer::{State, Tag, Token};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>
    pub(crate) fn in_body<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::NullCharacter(_) => {
                self.error(ErrorCode::NullInBody);
                Flow::Done
            }
            Token::Characters(text) => {
                self.in_body_characters(text);
                Flow::Done
            }
            Token::Comment { data, span } => {
                self.insert_comment(data, span);
                Flow::Done
            }
            Token::ProcessingInstruction { target, data, span } => {
                self.insert_processing_instruction(target, data, span);
                Flow::Done
            }
            Token::Doctype(_) => {
                self.error(ErrorCode::UnexpectedDoctype);
                Flow::Done
            }
            Token::StartTag(tag) => self.in_body_start_tag(tag, token),
            Token::EndTag(tag) => self.in_body_end_tag(tag, token),
            Token::EndOfFile(_) => {
                if self.template_mode().is_some() {
                    return self.in_template(token);
                }
                if self.has_element_without_end_tag() {
                    self.error(ErrorCode::EofWithOpenElements);
                }
                self.stop_parsing();
                Flow::Done
            }
        }
    }

    #[inline]
    fn in_body_characters(&mut self, text: Text<'_>) {
        self.reconstruct_the_active_formatting_elements();
        self.insert_characters(text);
        if self.frameset_ok && text.text.contains(|c| !is_whitespace(c)) {
            self.frameset_ok = false;
        }
    }

    fn in_body_start_tag<'t>(&mut self, tag: &Tag<'_>, token: Token<'t>) -> Flow<'t> {
        match tag.name {
            LocalName::HTML => {
                self.error(ErrorCode::UnexpectedHtmlStartTag);
                if !self.open.has_template()
                    && let Some(html) = self.open.root()
                {
                    self.sink.add_missing_attributes(html.node, &tag.attributes);
                }
            }
            name if TagSet::IN_HEAD.contains(name) => return self.in_head(token),
            LocalName::BODY => {
                self.error(ErrorCode::UnexpectedBodyStartTag);
                if self.open.has_template() {
                    return Flow::Done;
                }
                if let Some(body) = self.open.second().filter(|second| second.is(LocalName::BODY)) {
                    self.frameset_ok = false;
                    self.sink.add_missing_attributes(body.node, &tag.attributes);
                }
            }
            LocalName::FRAMESET => {
                self.error(ErrorCode::FramesetStartTagInBody);
                let Some(body) = self.open.second().filter(|second| second.is(LocalName::BODY)) else {
                    return Flow::Done;
                };
                let body = body.node;
                if !self.frameset_ok {
                    return Flow::Done;
                }
                self.sink.remove(body);
                while !self.open.current_is_root() {
                    self.pop();
                }
                self.insert_html_element(tag);
                self.mode = InsertionMode::InFrameset;
            }
            name if TagSet::BLOCK_START.contains(name) => {
                self.close_p_in_button_scope();
                self.insert_html_element(tag);
            }
            LocalName::H1 | LocalName::H2 | LocalName::H3 | LocalName::H4 | LocalName::H5 | LocalName::H6 => {
                self.close_p_in_button_scope();
                if self.open.current_is_one_of(TagSet::HEADINGS) {
                    self.error(ErrorCode::NestedHeading);
                    self.pop();
                }
                self.insert_html_element(tag);
            }
            LocalName::PRE | LocalName::LISTING => {
                self.close_p_in_button_scope();
                self.insert_html_element(tag);
                self.ignore_line_feed = true;
                self.frameset_ok = false;
            }
            LocalName::FORM => {
                let is_in_template = self.is_parsing_template_contents();
                if self.form_element.is_some() && !is_in_template {
                    self.error(ErrorCode::NestedForm);
                    return Flow::Done;
                }
                self.close_p_in_button_scope();
                let form = self.insert_html_element(tag);
                if !is_in_template {
                    self.form_element = Some(form);
                    self.open.set_form();
                }
            }
            LocalName::LI | LocalName::DD | LocalName::DT => self.start_list_item(tag),
            LocalName::PLAINTEXT => {
                self.close_p_in_button_scope();
                self.insert_html_element(tag);
                return Flow::SwitchTokenizer(State::Plaintext);
            }
            LocalName::BUTTON => {
                if self.open.has_in_scope(LocalName::BUTTON) {
                    self.error(ErrorCode::NestedButton);
                    self.generate_implied_end_tags();
                    self.pop_until(LocalName::BUTTON);
                }
                self.reconstruct_the_active_formatting_elements();
                self.insert_html_element(tag);
                self.frameset_ok = false;
            }
            LocalName::A => {
                if let Some(anchor) = self.last_formatting_after_marker(LocalName::A) {
                    self.start_nested_anchor(tag, anchor);
                }
                self.reconstruct_the_active_formatting_elements();
                self.insert_formatting_element(tag);
            }
            LocalName::B
            | LocalName::BIG
            | LocalName::CODE
            | LocalName::EM
            | LocalName::FONT
            | LocalName::I
            | LocalName::S
            | LocalName::SMALL
            | LocalName::STRIKE
            | LocalName::STRONG
            | LocalName::TT
            | LocalName::U => {
                self.reconstruct_the_active_formatting_elements();
                self.insert_formatting_element(tag);
            }
            LocalName::NOBR => {
                self.reconstruct_the_active_formatting_elements();
                if self.open.has_in_scope(LocalName::NOBR) {
                    self.error(ErrorCode::NestedNobr);
                    self.adoption_agency(tag);
                    self.reconstruct_the_active_formatting_elements();
                }
                self.insert_formatting_element(tag);
            }
            LocalName::APPLET | LocalName::MARQUEE | LocalName::OBJECT => {
                self.reconstruct_the_active_formatting_elements();
                self.insert_html_element(tag);
                self.formatting.insert_marker();
                self.frameset_ok = false;
            }
            LocalName::TABLE => {
                if self.quirks_mode != QuirksMode::Quirks {
                    self.close_p_in_button_scope();
                }
                self.insert_html_element(tag);
                self.frameset_ok = false;
                self.mode = InsertionMode::InTable;
            }
            LocalName::AREA
            | LocalName::BR
            | LocalName::EMBED
            | LocalName::IMG
            | LocalName::KEYGEN
            | LocalName::WBR => self.start_void_element(tag),
            LocalName::INPUT => {
                if self.fragment_context_is(LocalName::SELECT) {
                    self.error(ErrorCode::InputInSelectFragment);
                    return Flow::Done;
                }
                if self.open.has_in_scope(LocalName::SELECT) {
                    self.error(ErrorCode::InputInSelect);
                    self.pop_until(LocalName::SELECT);
                }
                self.reconstruct_the_active_formatting_elements();
                self.insert_void_element(tag);
                if !is_hidden_input(tag) {
                    self.frameset_ok = false;
                }
            }
            LocalName::PARAM | LocalName::SOURCE | LocalName::TRACK => {
                self.insert_void_element(tag);
            }
            LocalName::HR => {
                self.close_p_in_button_scope();
                if self.open.has_in_scope(LocalName::SELECT) {
                    self.generate_implied_end_tags();
                    if self.open.has_in_scope(LocalName::OPTION) || self.open.has_in_scope(LocalName::OPTGROUP) {
                        self.error(ErrorCode::HrInOption);
                    }
                }
                self.insert_void_element(tag);
                self.frameset_ok = false;
            }
            LocalName::IMAGE => {
                self.error(ErrorCode::ImageStartTag);
                if self.foster_parenting {
                    // Reprocessing the token leads here by way of "in table" once more.
                    self.error(ErrorCode::ContentInTable);
                }
                self.start_void_element(&Tag { name: LocalName::IMG, name_str: "img", ..*tag });
            }
            LocalName::TEXTAREA => {
                self.insert_html_element(tag);
                self.ignore_line_feed = true;
                self.frameset_ok = false;
                return self.switch_to_text(State::Rcdata);
            }
            LocalName::XMP => {
                self.close_p_in_button_scope();
                self.reconstruct_the_active_formatting_elements();
                self.frameset_ok = false;
                return self.parse_raw_text_element(tag);
            }
            LocalName::IFRAME => {
                self.frameset_ok = false;
                return self.parse_raw_text_element(tag);
            }
            LocalName::NOEMBED => return self.parse_raw_text_element(tag),
            LocalName::NOSCRIPT if self.options.scripting != ScriptingMode::Disabled => {
                return self.parse_raw_text_element(tag);
            }
            LocalName::SELECT => {
                if self.fragment_context_is(LocalName::SELECT) {
                    self.error(ErrorCode::SelectInSelectFragment);
                } else if self.open.has_in_scope(LocalName::SELECT) {
                    self.error(ErrorCode::NestedSelect);
                    self.pop_until(LocalName::SELECT);
                } else {
                    self.reconstruct_the_active_formatting_elements();
                    self.insert_html_element(tag);
                    self.frameset_ok = false;
                }
            }
            LocalName::OPTION => {
                if self.open.has_in_scope(LocalName::SELECT) {
                    self.generate_implied_end_tags_except(LocalName::OPTGROUP);
                    if self.open.has_in_scope(LocalName::OPTION) {
                        self.error(ErrorCode::OptionWithOpenOption);
                    }
                } else if self.open.current_is(LocalName::OPTION) {
                    self.pop();
                }
                self.reconstruct_the_active_formatting_elements();
                self.insert_html_element(tag);
            }
            LocalName::OPTGROUP => {
                if self.open.has_in_scope(LocalName::SELECT) {
                    self.generate_implied_end_tags();
                    if self.open.has_in_scope(LocalName::OPTION) || self.open.has_in_scope(LocalName::OPTGROUP) {
                        self.error(ErrorCode::OptgroupWithOpenOption);
                    }
                } else if self.open.current_is(LocalName::OPTION) {
                    self.pop();
                }
                self.reconstruct_the_active_formatting_elements();
                self.insert_html_element(tag);
            }
            LocalName::RB | LocalName::RTC => {
                if self.open.has_in_scope(LocalName::RUBY) {
                    self.generate_implied_end_tags();
                }
                if !self.open.current_is(LocalName::RUBY) {
                    self.error(ErrorCode::RubyBaseOutsideRuby);
                }
                self.insert_html_element(tag);
            }
            LocalName::RP | LocalName::RT => {
                if self.open.has_in_scope(LocalName::RUBY) {
                    self.generate_implied_end_tags_except(LocalName::RTC);
                }
                if !self.open.current_is(LocalName::RTC) && !self.open.current_is(LocalName::RUBY) {
                    self.error(ErrorCode::RubyTextOutsideRuby);
                }
                self.insert_html_element(tag);
            }
            LocalName::MATH => {
                self.reconstruct_the_active_formatting_elements();
                self.start_foreign_root(tag, Namespace::MathMl);
            }
            LocalName::SVG => {
                self.reconstruct_the_active_formatting_elements();
                self.start_foreign_root(tag, Namespace::Svg);
            }
            LocalName::FRAME | LocalName::HEAD => self.error(ErrorCode::TablePartOutsideTable),
            name if TABLE_PARTS.contains(name) => self.error(ErrorCode::TablePartOutsideTable),
            _any_other_start_tag => {
                self.reconstruct_the_active_formatting_elements();
                self.insert_html_element(tag);
            }
        }
        Flow::Done
    }

    fn in_body_end_tag<'t>(&mut self, tag: &Tag<'_>, token: Token<'t>) -> Flow<'t> {
        match tag.name {
            LocalName::TEMPLATE => return self.in_head(token),
            LocalName::BODY => {
                if !self.open.has_in_scope(LocalName::BODY) {
                    self.error(ErrorCode::BodyEndTagWithoutBody);
                    return Flow::Done;
                }
                if self.has_element_without_end_tag() {
                    self.error(ErrorCode::BodyEndTagWithOpenElements);
                }
                self.end_body();
                self.mode = InsertionMode::AfterBody;
            }
            LocalName::HTML => {
                if !self.open.has_in_scope(LocalName::BODY) {
                    self.error(ErrorCode::HtmlEndTagWithoutBody);
                    return Flow::Done;
                }
                if self.has_element_without_end_tag() {
                    self.error(ErrorCode::HtmlEndTagWithOpenElements);
                }
                self.mode = InsertionMode::AfterBody;
                return Flow::Reprocess(token);
            }
            name if TagSet::BLOCK_END.contains(name) => {
                if !self.open.has_in_scope(name) {
                    self.error(ErrorCode::EndTagWithoutElement);
                    return Flow::Done;
                }
                self.generate_implied_end_tags();
                self.close_element(name);
            }
            LocalName::FORM => self.end_form(),
            LocalName::P => {
                if !self.open.has_in_scope(LocalName::P) {
                    self.error(ErrorCode::PEndTagWithoutP);
                    self.insert_html_element_named(LocalName::P);
                }
                self.close_a_p_element();
            }
            LocalName::LI | LocalName::DD | LocalName::DT => {
                if !self.open.has_in_scope(tag.name) {
                    self.error(ErrorCode::EndTagWithoutElement);
                    return Flow::Done;
                }
                self.generate_implied_end_tags_except(tag.name);
                self.close_element(tag.name);
            }
            LocalName::H1 | LocalName::H2 | LocalName::H3 | LocalName::H4 | LocalName::H5 | LocalName::H6 => {
                if !self.open.has_heading_in_scope() {
                    self.error(ErrorCode::EndTagWithoutElement);
                    return Flow::Done;
                }
                self.generate_implied_end_tags();
                if !self.open.current_is(tag.name) {
                    self.error(ErrorCode::EndTagWithOpenElements);
                }
                self.pop_until_one_of(TagSet::HEADINGS);
            }
            name if TagSet::FORMATTING.contains(name) => self.adoption_agency(tag),
            LocalName::APPLET | LocalName::MARQUEE | LocalName::OBJECT => {
                if !self.open.has_in_scope(tag.name) {
                    self.error(ErrorCode::EndTagWithoutElement);
                    return Flow::Done;
                }
                self.generate_implied_end_tags();
                self.close_element(tag.name);
                self.clear_formatting_up_to_the_last_marker();
            }
            LocalName::BR => {
                self.error(ErrorCode::BrEndTag);
                self.start_void_element(&implied_tag(LocalName::BR));
            }
            _ => any_other_end_tag(self, tag),
        }
        Flow::Done
    }

    /// If the current node is not an element of this name, that is an error; pops elements until one has been popped.
    fn close_element(&mut self, name: LocalName) {
        if !self.open.current_is(name) {
            self.error(ErrorCode::EndTagWithOpenElements);
        }
        self.pop_until(name);
    }

    /// A start tag whose tag name is "li", or one of "dd" and "dt": it closes an open element with one of these names.
    fn start_list_item(&mut self, tag: &Tag<'_>) {
        if !self.has_closed_before_block {
            self.close_list_item(tag.name);
        }
        self.close_p_in_button_scope();
        self.insert_html_element(tag);
    }

    /// What it does before it closes a `p` element.
    pub(crate) fn close_list_item(&mut self, name: LocalName) {
        self.frameset_ok = false;
        if let Some(item) = self.open.item_closed_by(name) {
            self.generate_implied_end_tags_except(item);
            if !self.open.current_is(item) {
                self.error(ErrorCode::ListItemWithOpenElements);
            }
            self.pop_until(item);
        }
    }

    /// A start tag whose tag name is "a" where the list of active formatting elements has an `a` already.
    fn start_nested_anchor(&mut self, tag: &Tag<'_>, formatting: Slot) {
        self.error(ErrorCode::NestedAnchor);
        let Some(anchor) = self.formatting.element(formatting).map(|element| element.node) else { return };
        self.adoption_agency(tag);
        // It may still be there if it was not in scope.
        let Some(element) = self.formatting.element(formatting).filter(|element| element.node == anchor) else {
            return;
        };
        let slot = element.open;
        self.remove_formatting(formatting);
        if slot.is_some() {
            let removed = self.open.remove(slot);
            self.popped(&removed);
        }
    }

    /// A start tag whose tag name is one of "area", "br", "embed", "img", "keygen" and "wbr".
    fn start_void_element(&mut self, tag: &Tag<'_>) {
        self.reconstruct_the_active_formatting_elements();
        self.insert_void_element(tag);
        self.frameset_ok = false;
    }

    /// A start tag whose tag name is "math" or "svg".
    fn start_foreign_root(&mut self, tag: &Tag<'_>, namespace: Namespace) {
        self.insert_foreign_element(tag, namespace, false);
        if tag.self_closing {
            self.pop();
            self.self_closing_acknowledged = true;
        }
    }

    /// An end tag whose tag name is "form".
    fn end_form(&mut self) {
        if self.is_parsing_template_contents() {
            if !self.open.has_in_scope(LocalName::FORM) {
                self.error(ErrorCode::FormEndTagWithoutForm);
                return;
            }
            self.generate_implied_end_tags();
            if !self.open.current_is(LocalName::FORM) {
                self.error(ErrorCode::FormEndTagWithOpenElements);
            }
            self.pop_until(LocalName::FORM);
            return;
        }
        let slot = self.form_element.take().and_then(|form| self.open.form(form));
        let Some(slot) = slot.filter(|&slot| self.open.is_in_scope(slot)) else {
            self.error(ErrorCode::FormEndTagWithoutForm);
            return;
        };
        self.generate_implied_end_tags();
        if self.open.current_slot() != slot {
            self.error(ErrorCode::FormEndTagWithOpenElements);
        }
        let removed = self.open.remove(slot);
        self.popped(&removed);
    }
}

/// Any other end tag. A function for the adoption agency algorithm to call too.
pub(crate) fn any_other_end_tag<S: TreeSink>(builder: &mut TreeBuilder<S>, tag: &Tag<'_>) {
    let wanted = builder.known_element_type(tag);
    let Some(slot) = wanted.and_then(|wanted| builder.open.nearest(wanted)) else {
        // The root is special.
        builder.error(ErrorCode::EndTagCrossingSpecialElement);
        return;
    };
    builder.generate_implied_end_tags_except(tag.name);
    if slot != builder.open.current_slot() {
        builder.error(ErrorCode::EndTagWithOpenElements);
    }
    builder.pop_through(slot);
}

/// Whether an `input` tag has the type "hidden".
pub(crate) fn is_hidden_input(tag: &Tag<'_>) -> bool {
    tag.attributes.get(LocalName::TYPE).is_some_and(|value| value.value().eq_ignore_ascii_case("hidden"))
}
