//! The "in body" insertion mode: the `match` over tokens in the order of the standard, and the rules for individual tag names. The rules that
//! common start tags share are in `common.rs`; `start_rules.rs` maps names to these rules. The rules for form controls are in
//! `form_controls.rs`.

pub(crate) mod common;
pub(crate) mod form_controls;

use crate::element_type::ElementType;
use crate::flow::{Flow, implied_tag};
use crate::start_rules::StartRule;
use crate::{InsertionMode, ScriptingMode, TreeBuilder};
use limpid_markup::{ErrorCode, LocalName, Namespace, QuirksMode, TagSet, Text, TreeSink};
use limpid_tokenizer::{State, Tag, Token};

impl<S: TreeSink> TreeBuilder<S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>
    pub(crate) fn in_body<'t>(&mut self, token: Token<'t>) -> Flow<'t> {
        match token {
            Token::NullCharacter(_) => self.ignore_token(ErrorCode::NullInBody),
            Token::Characters(text) => {
                self.in_body_characters(text);
                Flow::Done
            }
            Token::Comment { data, span } => self.insert_comment(data, span),
            Token::ProcessingInstruction { target, data, span } => {
                self.insert_processing_instruction(target, data, span)
            }
            Token::Doctype(_) => self.ignore_token(ErrorCode::UnexpectedDoctype),
            Token::StartTag(tag) => self.in_body_start_tag(tag, token),
            Token::EndTag(tag) => self.in_body_end_tag(tag, token),
            Token::EndOfFile(_) => {
                if self.template_mode().is_some() {
                    return self.in_template(token);
                }
                if self.state.open.has_unclosed_element() {
                    self.error(ErrorCode::EofWithOpenElements);
                }
                self.stop_parsing()
            }
        }
    }

    /// Reconstructs the active formatting elements and inserts the characters. Characters other than white space clear the frameset-ok flag.
    pub(crate) fn in_body_characters(&mut self, text: Text<'_>) {
        self.reconstruct_the_active_formatting_elements();
        self.insert_characters(text);
        self.update_frameset_ok(text.text);
    }

    fn in_body_start_tag<'t>(&mut self, tag: &Tag<'_>, token: Token<'t>) -> Flow<'t> {
        let rule = StartRule::of(tag.name);
        match tag.name {
            LocalName::HTML => self.start_html(tag),
            name if TagSet::IN_HEAD.contains(name) => return self.in_head(token),
            LocalName::BODY => self.start_body(tag),
            LocalName::FRAMESET => self.start_frameset(tag),
            _ if matches!(rule, StartRule::Block | StartRule::Heading) => self.common_start_tag_token(rule, tag),
            LocalName::PRE | LocalName::LISTING => {
                self.close_p_in_button_scope();
                self.insert_html_element(tag);
                self.state.ignore_line_feed = true;
                self.state.frameset_ok = false;
            }
            LocalName::FORM => self.start_form(tag),
            _ if rule == StartRule::ListItem => self.common_start_tag_token(rule, tag),
            LocalName::PLAINTEXT => {
                self.close_p_in_button_scope();
                self.insert_html_element(tag);
                return Flow::SwitchTokenizer(State::Plaintext);
            }
            LocalName::BUTTON => self.start_button(tag),
            _ if matches!(rule, StartRule::Anchor | StartRule::Formatting) => self.common_start_tag_token(rule, tag),
            LocalName::NOBR => {
                self.reconstruct_the_active_formatting_elements();
                if self.state.open.has_in_scope(LocalName::NOBR) {
                    self.error(ErrorCode::NestedNobr);
                    self.adoption_agency(LocalName::NOBR);
                }
                self.common_start_tag_token(StartRule::Formatting, tag);
            }
            name if TagSet::INSERTS_MARKER.contains(name) => {
                self.common_start_tag_token(StartRule::AnyOther, tag);
                self.state.formatting.insert_marker();
                self.state.frameset_ok = false;
            }
            LocalName::TABLE => {
                if self.state.quirks_mode != QuirksMode::Quirks {
                    self.close_p_in_button_scope();
                }
                self.insert_html_element(tag);
                self.state.frameset_ok = false;
                self.state.mode = InsertionMode::InTable;
            }
            _ if rule == StartRule::Void => self.common_start_tag_token(rule, tag),
            LocalName::INPUT => self.start_input(tag),
            LocalName::PARAM | LocalName::SOURCE | LocalName::TRACK => return self.insert_void_element(tag),
            LocalName::HR => {
                self.close_p_in_button_scope();
                if self.state.open.has_in_scope(LocalName::SELECT) {
                    self.generate_implied_end_tags();
                    self.check_that_no_option_is_open(ErrorCode::HrInOption);
                }
                self.state.frameset_ok = false;
                return self.insert_void_element(tag);
            }
            LocalName::IMAGE => {
                self.error(ErrorCode::ImageStartTag);
                if self.state.foster_parenting {
                    // The standard reprocesses the token as an `img`. This goes through "in table" again, which reports the error again.
                    self.error(ErrorCode::ContentInTable);
                }
                self.common_start_tag_token(StartRule::Void, &Tag { name: LocalName::IMG, name_str: "img", ..*tag });
            }
            LocalName::TEXTAREA => {
                self.insert_html_element(tag);
                self.state.ignore_line_feed = true;
                self.state.frameset_ok = false;
                return self.switch_to_text(State::Rcdata);
            }
            LocalName::XMP => {
                self.close_p_in_button_scope();
                self.reconstruct_the_active_formatting_elements();
                self.state.frameset_ok = false;
                return self.parse_raw_text_element(tag);
            }
            LocalName::IFRAME => {
                self.state.frameset_ok = false;
                return self.parse_raw_text_element(tag);
            }
            LocalName::NOEMBED => return self.parse_raw_text_element(tag),
            LocalName::NOSCRIPT if self.state.options.scripting != ScriptingMode::Disabled => {
                return self.parse_raw_text_element(tag);
            }
            LocalName::SELECT => self.start_select(tag),
            LocalName::OPTION => self.start_option(tag),
            LocalName::OPTGROUP => self.start_optgroup(tag),
            LocalName::RB | LocalName::RTC => {
                if self.state.open.has_in_scope(LocalName::RUBY) {
                    self.generate_implied_end_tags();
                }
                if !self.state.open.current_is(LocalName::RUBY) {
                    self.error(ErrorCode::RubyBaseOutsideRuby);
                }
                self.insert_html_element(tag);
            }
            LocalName::RP | LocalName::RT => {
                if self.state.open.has_in_scope(LocalName::RUBY) {
                    self.generate_implied_end_tags_except(LocalName::RTC);
                }
                if !self.state.open.current_is(LocalName::RTC) && !self.state.open.current_is(LocalName::RUBY) {
                    self.error(ErrorCode::RubyTextOutsideRuby);
                }
                self.insert_html_element(tag);
            }
            LocalName::MATH => self.start_foreign_root(tag, Namespace::MathMl),
            LocalName::SVG => self.start_foreign_root(tag, Namespace::Svg),
            LocalName::FRAME | LocalName::HEAD => self.error(ErrorCode::TablePartOutsideTable),
            name if TagSet::TABLE_PART_TAGS.contains(name) => self.error(ErrorCode::TablePartOutsideTable),
            _any_other_start_tag => self.common_start_tag_token(StartRule::AnyOther, tag),
        }
        Flow::Done
    }

    /// A start tag whose tag name is "html": adds missing attributes to the `html` element.
    fn start_html(&mut self, tag: &Tag<'_>) {
        self.error(ErrorCode::UnexpectedHtmlStartTag);
        if !self.state.open.has_template()
            && let Some(html) = self.state.open.root()
        {
            self.sink.add_missing_attributes(html.node, &tag.attributes);
        }
    }

    /// Returns the `body` element, if it is the second element on the stack.
    fn body_element(&self) -> Option<S::Handle> {
        self.state.open.second().filter(|second| second.is(LocalName::BODY)).map(|second| second.node)
    }

    /// A start tag whose tag name is "body": adds missing attributes to the `body` element.
    fn start_body(&mut self, tag: &Tag<'_>) {
        self.error(ErrorCode::UnexpectedBodyStartTag);
        if !self.state.open.has_template()
            && let Some(body) = self.body_element()
        {
            self.state.frameset_ok = false;
            self.sink.add_missing_attributes(body, &tag.attributes);
        }
    }

    /// A start tag whose tag name is "frameset": replaces the `body` element if the frameset-ok flag is set.
    fn start_frameset(&mut self, tag: &Tag<'_>) {
        self.error(ErrorCode::FramesetStartTagInBody);
        if let Some(body) = self.body_element()
            && self.state.frameset_ok
        {
            self.sink.remove(body);
            while !self.state.open.current_is_root() {
                self.pop();
            }
            self.insert_html_element(tag);
            self.state.mode = InsertionMode::InFrameset;
        }
    }

    /// A start tag whose tag name is "form".
    fn start_form(&mut self, tag: &Tag<'_>) {
        let is_in_template = self.is_parsing_template_contents();
        if self.state.form_element.is_some() && !is_in_template {
            return self.error(ErrorCode::NestedForm);
        }
        self.close_p_in_button_scope();
        let form = self.insert_html_element(tag);
        if !is_in_template {
            self.state.form_element = Some(form);
            self.state.open.set_form();
        }
    }

    fn in_body_end_tag<'t>(&mut self, tag: &Tag<'_>, token: Token<'t>) -> Flow<'t> {
        match tag.name {
            LocalName::TEMPLATE => return self.in_head(token),
            LocalName::BODY => {
                if !self.state.open.has_in_scope(LocalName::BODY) {
                    return self.ignore_token(ErrorCode::BodyEndTagWithoutBody);
                }
                if self.state.open.has_unclosed_element() {
                    self.error(ErrorCode::BodyEndTagWithOpenElements);
                }
                self.end_body();
                self.state.mode = InsertionMode::AfterBody;
            }
            LocalName::HTML => {
                if !self.state.open.has_in_scope(LocalName::BODY) {
                    return self.ignore_token(ErrorCode::HtmlEndTagWithoutBody);
                }
                if self.state.open.has_unclosed_element() {
                    self.error(ErrorCode::HtmlEndTagWithOpenElements);
                }
                self.state.mode = InsertionMode::AfterBody;
                return Flow::Reprocess(token);
            }
            name if TagSet::BLOCK_END.contains(name) => {
                if !self.state.open.has_in_scope(name) {
                    return self.ignore_token(ErrorCode::EndTagWithoutElement);
                }
                self.generate_implied_end_tags();
                self.close_element(name);
            }
            LocalName::FORM => self.end_form(),
            LocalName::P => {
                if !self.state.open.has_in_button_scope(LocalName::P) {
                    self.error(ErrorCode::PEndTagWithoutP);
                    self.insert_html_element_named(LocalName::P);
                }
                self.close_a_p_element();
            }
            LocalName::LI => {
                if !self.state.open.has_in_list_item_scope(LocalName::LI) {
                    return self.ignore_token(ErrorCode::EndTagWithoutElement);
                }
                self.generate_implied_end_tags_except(LocalName::LI);
                self.close_element(LocalName::LI);
            }
            LocalName::DD | LocalName::DT => {
                if !self.state.open.has_in_scope(tag.name) {
                    return self.ignore_token(ErrorCode::EndTagWithoutElement);
                }
                self.generate_implied_end_tags_except(tag.name);
                self.close_element(tag.name);
            }
            LocalName::H1 | LocalName::H2 | LocalName::H3 | LocalName::H4 | LocalName::H5 | LocalName::H6 => {
                if !self.state.open.has_heading_in_scope() {
                    return self.ignore_token(ErrorCode::EndTagWithoutElement);
                }
                self.generate_implied_end_tags();
                if !self.state.open.current_is(tag.name) {
                    self.error(ErrorCode::EndTagWithOpenElements);
                }
                self.pop_until_one_of(TagSet::HEADINGS);
            }
            name if TagSet::FORMATTING.contains(name) => self.adoption_agency(tag.name),
            name if TagSet::INSERTS_MARKER.contains(name) => {
                if !self.state.open.has_in_scope(tag.name) {
                    return self.ignore_token(ErrorCode::EndTagWithoutElement);
                }
                self.generate_implied_end_tags();
                self.close_element(tag.name);
                self.clear_formatting_up_to_the_last_marker();
            }
            LocalName::BR => {
                self.error(ErrorCode::BrEndTag);
                self.common_start_tag_token(StartRule::Void, &implied_tag(LocalName::BR));
            }
            _ => self.any_other_end_tag(self.known_element_type(tag)),
        }
        Flow::Done
    }

    /// Pops elements until an element with this name has been popped. Reports an error if that element is not the current node.
    fn close_element(&mut self, name: LocalName) {
        if !self.state.open.current_is(name) {
            self.error(ErrorCode::EndTagWithOpenElements);
        }
        self.pop_until(name);
    }

    /// A start tag whose tag name is "math" or "svg".
    fn start_foreign_root(&mut self, tag: &Tag<'_>, namespace: Namespace) {
        self.reconstruct_the_active_formatting_elements();
        self.insert_foreign_element(tag, namespace, false);
        if tag.self_closing {
            self.pop();
            self.state.self_closing_acknowledged = true;
        }
    }

    /// An end tag whose tag name is "form".
    fn end_form(&mut self) {
        if self.is_parsing_template_contents() {
            if !self.state.open.has_in_scope(LocalName::FORM) {
                self.error(ErrorCode::FormEndTagWithoutForm);
                return;
            }
            self.generate_implied_end_tags();
            if !self.state.open.current_is(LocalName::FORM) {
                self.error(ErrorCode::FormEndTagWithOpenElements);
            }
            self.pop_until(LocalName::FORM);
            return;
        }
        let slot = self.state.form_element.take().and_then(|form| self.state.open.form(form));
        let Some(slot) = slot.filter(|&slot| self.state.open.is_in_scope(slot)) else {
            self.error(ErrorCode::FormEndTagWithoutForm);
            return;
        };
        self.generate_implied_end_tags();
        if self.state.open.current_slot() != slot {
            self.error(ErrorCode::FormEndTagWithOpenElements);
        }
        let removed = self.state.open.remove(slot);
        self.handle_popped(&removed);
    }

    /// Any other end tag. `wanted` is the type of the element to end, or `None` if no element with the name of the tag exists. `nearest`
    /// replaces the standard's loop up to the first special element.
    pub(crate) fn any_other_end_tag(&mut self, wanted: Option<ElementType>) {
        let found = wanted.and_then(|wanted| Some((self.state.open.nearest(wanted)?, wanted.name())));
        let Some((slot, name)) = found else {
            // The loop always ends at a special element, because the root is special.
            return self.error(ErrorCode::EndTagCrossingSpecialElement);
        };
        self.generate_implied_end_tags_except(name);
        if slot != self.state.open.current_slot() {
            self.error(ErrorCode::EndTagWithOpenElements);
        }
        self.pop_through(slot);
    }
}
