//! The common token in the common place: what the rules of "in body" come to for most tags and text, without a walk
//! through the dispatcher and the modes.
//!
//! Each function here does all that the rules would do and says so, or does nothing and leaves the token to them.
//! `limpid/tests/straight_line.rs` compares the two.

use crate::builder::is_whitespace;
use crate::element_type::{ElementType, Flags};
use crate::modes::TABLE_PARTS;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{LocalName, Namespace, NewElement, Span, TagSet, Text, TreeSink};
use limpid_tokenizer::Tag;

/// What the rules of "in body" do with a start tag.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StartRule {
    /// Something of its own.
    Rare,
    /// Any other start tag: with no active formatting elements to reconstruct, insert.
    Other,
    /// One of [`TagSet::BLOCK_START`]: close a `p` element, insert.
    Block,
    /// `li`.
    ListItem,
    /// A formatting element, `nobr` apart: likewise, and push onto the list.
    Formatting,
    /// `br`, `img` and their like: likewise, and pop.
    Void,
}

/// The rule of each name. One without an id has that of any other tag.
static START_RULES: [StartRule; LocalName::COUNT] = start_rules();

const VOID: TagSet =
    TagSet::of(&[LocalName::AREA, LocalName::BR, LocalName::EMBED, LocalName::IMG, LocalName::KEYGEN, LocalName::WBR]);

/// Start tags with rules that are not for here.
const RARE_START: TagSet = TagSet::of(&[
    LocalName::HTML,
    LocalName::BODY,
    LocalName::FRAMESET,
    LocalName::FRAME,
    LocalName::HEAD,
    LocalName::PRE,
    LocalName::LISTING,
    LocalName::FORM,
    LocalName::DD,
    LocalName::DT,
    LocalName::PLAINTEXT,
    LocalName::BUTTON,
    LocalName::NOBR,
    LocalName::APPLET,
    LocalName::MARQUEE,
    LocalName::OBJECT,
    LocalName::INPUT,
    LocalName::PARAM,
    LocalName::SOURCE,
    LocalName::TRACK,
    LocalName::HR,
    LocalName::IMAGE,
    LocalName::TEXTAREA,
    LocalName::XMP,
    LocalName::IFRAME,
    LocalName::NOEMBED,
    LocalName::NOSCRIPT,
    LocalName::SELECT,
    LocalName::OPTION,
    LocalName::OPTGROUP,
    LocalName::RB,
    LocalName::RTC,
    LocalName::RP,
    LocalName::RT,
    LocalName::MATH,
    LocalName::SVG,
]);

const fn start_rules() -> [StartRule; LocalName::COUNT] {
    let mut rules = [StartRule::Other; LocalName::COUNT];
    let mut index = 1;
    while index < TagSet::LIMIT {
        let name = LocalName::from_index(index);
        rules[index] = if RARE_START.contains(name)
            || TABLE_PARTS.contains(name)
            || TagSet::IN_HEAD.contains(name)
            || TagSet::HEADINGS.contains(name)
            || index == LocalName::TABLE.index()
        {
            StartRule::Rare
        } else if index == LocalName::LI.index() {
            StartRule::ListItem
        } else if TagSet::BLOCK_START.contains(name) {
            StartRule::Block
        } else if TagSet::FORMATTING.contains(name) {
            StartRule::Formatting
        } else if VOID.contains(name) {
            StartRule::Void
        } else {
            StartRule::Other
        };
        index += 1;
    }
    rules
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Whether the rules of "in body" are all there is to the next token, if the current node is as it should.
    #[inline(always)]
    fn goes_by_in_body(&self) -> bool {
        matches!(self.mode, InsertionMode::InBody | InsertionMode::InCell | InsertionMode::InCaption)
            && !self.ignore_line_feed
    }

    /// Where children of the current node go, if the rules of "in body" are all there is to the next token.
    #[inline(always)]
    fn straight_parent(&self) -> Option<S::Handle> {
        let current = self.open.current()?;
        let is_plain = current.flags.has_only(Flags::HTML_CONTENT, Flags::HTML_CONTENT.with(Flags::PATCHING));
        (is_plain && self.goes_by_in_body()).then_some(current.insertion_target)
    }

    /// Handles a start tag, if it is a common one.
    #[inline(always)]
    pub(crate) fn straight_start_tag(&mut self, tag: &Tag<'_>) -> bool {
        let rule = START_RULES[tag.name.index()];
        let is_form_associated = || TagSet::FORM_ASSOCIATED.contains(tag.name);
        if rule == StartRule::Rare
            || (tag.self_closing && rule != StartRule::Void)
            || (self.form_element.is_some() && is_form_associated())
            || self.open.len() >= self.stack_limit
            || self.sink.is_full().is_some()
        {
            return false;
        }
        let Some(mut parent) = self.straight_parent() else { return false };
        match rule {
            StartRule::Block => {
                self.token_span = tag.span;
                if self.open.has_in_scope(LocalName::P) {
                    self.close_a_p_element();
                    let Some(current) = self.open.current() else { return false };
                    // The p may have been in a template that puts its content elsewhere.
                    if current.flags.has(Flags::PATCHING) {
                        return false;
                    }
                    parent = current.insertion_target;
                }
            }
            StartRule::ListItem => {
                self.token_span = tag.span;
                let copy = *tag;
                self.start_list_item(&copy);
                return true;
            }
            _ => {
                if self.formatting.has_something_to_reconstruct()
                    || (tag.name == LocalName::A && self.last_formatting_after_marker(LocalName::A).is_some())
                {
                    return false;
                }
            }
        }
        let element = NewElement {
            namespace: Namespace::Html,
            name: tag.name,
            name_str: tag.name_str,
            attributes: tag.attributes,
            span: Some(tag.span),
            had_duplicate_attribute: tag.had_duplicate_attribute,
        };
        let node = self.sink.append_element(parent, &element);
        if rule == StartRule::Void {
            self.sink.element_popped(node, None);
            self.frameset_ok = false;
            return true;
        }
        let element_type = match tag.name.is_known() {
            true => ElementType::html(tag.name),
            false => {
                let copy = *tag;
                self.element_type(Namespace::Html, &copy)
            }
        };
        self.open.push_html(node, node, element_type);
        if rule == StartRule::Formatting {
            self.push_onto_formatting(node, tag);
        }
        true
    }

    /// Handles an end tag, if it is a common one.
    #[inline(always)]
    pub(crate) fn straight_end_tag(&mut self, name: LocalName) -> bool {
        let Some(&current) = self.open.current() else { return false };
        if current.element_type != ElementType::html(name) || !self.goes_by_in_body() || self.sink.is_full().is_some() {
            return false;
        }
        let is_done = current.flags.has(Flags::SIMPLE_END)
            || (current.flags.has(Flags::FORMATTING) && self.formatting.pop_if(current.node));
        if is_done {
            self.open.pop();
            self.sink.element_popped(current.node, None);
        }
        is_done
    }

    /// Handles a run of characters that the input holds at `span`, if it is a common one.
    #[inline(always)]
    pub(crate) fn straight_characters_at(&mut self, span: Span) -> bool {
        if self.mode == InsertionMode::Text && !self.ignore_line_feed {
            return self.open.current().is_some_and(|parent| self.sink.append_text_at(parent.insertion_target, span));
        }
        if self.frameset_ok || self.formatting.has_something_to_reconstruct() {
            return false;
        }
        let Some(parent) = self.straight_parent() else { return false };
        self.sink.append_text_at(parent, span)
    }

    /// Whether [`straight_characters`](Self::straight_characters) takes characters, whatever they are.
    #[inline]
    pub(crate) fn appends_straight(&self) -> bool {
        self.straight_parent().is_some() && !self.formatting.has_something_to_reconstruct()
    }

    /// Handles a run of characters, if it is a common one.
    #[inline]
    pub(crate) fn straight_characters(&mut self, text: Text<'_>) -> bool {
        if self.formatting.has_something_to_reconstruct() {
            return false;
        }
        let Some(parent) = self.straight_parent() else { return false };
        self.sink.append_text(parent, text);
        if self.frameset_ok && text.text.contains(|c| !is_whitespace(c)) {
            self.frameset_ok = false;
        }
        true
    }
}
