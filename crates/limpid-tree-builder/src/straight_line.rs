//! The common token in the common place: what the rules of "in body" come to for most tags and text, without a walk
//! through the dispatcher and the modes; and the rows and cells of tables, and what a head mostly holds.
//!
//! Each function here does all that the rules would do and says so, or does nothing and leaves the token to them.
//! `limpid/tests/straight_line.rs` compares the two.

mod elsewhere;

use crate::active_formatting::FormattingToken;
use crate::builder::is_whitespace;
use crate::element_type::{ElementType, Flags};
use crate::modes::TABLE_PARTS;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{
    ErrorCode, HookAnswer, LocalName, Namespace, NewElement, Span, TagByParts, TagSet, Text, TreeSink,
};
use limpid_tokenizer::Tag;

/// What the rules of "in body" do with a start tag.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum StartRule {
    /// Something of its own, which is not for here.
    Rare,
    /// Any other start tag: with no active formatting elements to reconstruct, insert.
    Other,
    /// One of [`TagSet::BLOCK_START`]: close a `p` element, insert.
    Block,
    /// `li`, `dd` or `dt`: close an item, then likewise.
    ListItem,
    /// `h1` and the others: close a `p` element, insert if the current node is not a heading.
    Heading,
    /// A formatting element, `nobr` apart: likewise, and push onto the list.
    Formatting,
    /// `br`, `img` and their like: as [`StartRule::Other`], and pop.
    Void,
    /// `link` and `meta`, in a head as in a body: insert, and pop.
    Metadata,
    /// `tr`: close the row before, insert it in the table's body.
    Row,
    /// `td` and `th`: close the cell before, insert it in the row.
    Cell,
}

/// A start tag's rule and what keeps the tag from it.
#[derive(Clone, Copy)]
struct Start {
    rule: StartRule,
    obstacles: Obstacles,
}

/// What keeps tokens from the straight line: something about them, or about the tree builder, where it does not change
/// but by rules for other tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obstacles(u8);

impl Obstacles {
    /// There are other rules to follow than those of "in body" for HTML content.
    const OTHER_RULES: Obstacles = Obstacles(1);
    /// There are active formatting elements to reconstruct.
    const RECONSTRUCTION: Obstacles = Obstacles(1 << 1);
    /// The [frameset-ok flag](https://html.spec.whatwg.org/multipage/parsing.html#frameset-ok-flag) is set.
    const FRAMESET_OK: Obstacles = Obstacles(1 << 2);
    /// Elements are associated with a form.
    const FORM: Obstacles = Obstacles(1 << 3);
    /// None.
    const NONE: Obstacles = Obstacles(0);
    /// Always there.
    const ALWAYS: Obstacles = Obstacles(1 << 7);

    /// What there may be before anything is known.
    pub(crate) const ALL: Obstacles = Obstacles(u8::MAX);

    #[inline(always)]
    const fn has(self, any: Obstacles) -> bool {
        self.0 & any.0 != 0
    }

    #[inline(always)]
    const fn with(self, other: Obstacles) -> Obstacles {
        Obstacles(self.0 | other.0)
    }

    #[inline(always)]
    const fn with_if(self, condition: bool, other: Obstacles) -> Obstacles {
        if condition { self.with(other) } else { self }
    }

    #[inline(always)]
    const fn without(self, other: Obstacles) -> Obstacles {
        Obstacles(self.0 & !other.0)
    }
}

/// The rule of each name. One without an id has that of any other tag.
static STARTS: [Start; LocalName::COUNT] = starts();

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

const fn starts() -> [Start; LocalName::COUNT] {
    let any = Obstacles::OTHER_RULES.with(Obstacles::RECONSTRUCTION);
    let mut starts = [Start { rule: StartRule::Other, obstacles: any }; LocalName::COUNT];
    let mut index = 1;
    while index < TagSet::LIMIT {
        let name = LocalName::from_index(index);
        let is_rare = RARE_START.contains(name)
            || TABLE_PARTS.contains(name)
            || TagSet::IN_HEAD.contains(name)
            || index == LocalName::TABLE.index();
        // Those for other modes see for themselves.
        let (rule, obstacles) = if index == LocalName::LINK.index() || index == LocalName::META.index() {
            (StartRule::Metadata, Obstacles::NONE)
        } else if index == LocalName::TR.index() {
            (StartRule::Row, Obstacles::NONE)
        } else if index == LocalName::TD.index() || index == LocalName::TH.index() {
            (StartRule::Cell, Obstacles::NONE)
        } else if is_rare {
            (StartRule::Rare, Obstacles::ALWAYS)
        } else if index == LocalName::LI.index() || index == LocalName::DD.index() || index == LocalName::DT.index() {
            (StartRule::ListItem, Obstacles::OTHER_RULES)
        } else if TagSet::HEADINGS.contains(name) {
            (StartRule::Heading, Obstacles::OTHER_RULES)
        } else if TagSet::BLOCK_START.contains(name) {
            (StartRule::Block, Obstacles::OTHER_RULES)
        } else if TagSet::FORMATTING.contains(name) {
            (StartRule::Formatting, any)
        } else if VOID.contains(name) {
            (StartRule::Void, any)
        } else {
            (StartRule::Other, any)
        };
        let obstacles = obstacles.with_if(TagSet::FORM_ASSOCIATED.contains(name), Obstacles::FORM);
        starts[index] = Start { rule, obstacles };
        index += 1;
    }
    starts
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Looks for what keeps the next tokens from the straight line.
    pub(crate) fn look_for_obstacles(&mut self) {
        let is_in_body = matches!(self.mode, InsertionMode::InBody | InsertionMode::InCell | InsertionMode::InCaption);
        let goes_by_in_body = is_in_body && self.goes_on_plainly();
        self.obstacles = Obstacles::ALWAYS
            .with_if(!goes_by_in_body, Obstacles::OTHER_RULES)
            .with_if(self.formatting.has_something_to_reconstruct(), Obstacles::RECONSTRUCTION)
            .with_if(self.frameset_ok, Obstacles::FRAMESET_OK)
            .with_if(self.form_element.is_some(), Obstacles::FORM);
    }

    /// Whether the current node is an HTML element that children go to.
    #[inline(always)]
    fn current_is_plain(&self) -> bool {
        self.open
            .current()
            .is_some_and(|it| it.flags.has_only(Flags::HTML_CONTENT, Flags::HTML_CONTENT.with(Flags::PATCHING)))
    }

    /// Closes what a start tag of a block closes before it is inserted: an item of a list that it follows, and a `p`
    /// element. Nobody does it again for this tag, whatever way it goes from here.
    #[inline(never)]
    fn close_before_block(&mut self, rule: StartRule, name: LocalName, span: Span) {
        self.token_span = span;
        if rule == StartRule::ListItem {
            self.close_list_item(name);
        }
        self.close_p_in_button_scope();
        self.has_closed_before_block = true;
        self.look_for_obstacles();
    }

    /// Where the element for a start tag goes, if it is a common one: after what it closes is closed.
    #[inline(always)]
    fn straight_parent(&mut self, name: LocalName, self_closing: bool, span: Span) -> Option<(S::Handle, StartRule)> {
        let Start { rule, obstacles } = STARTS[name.index()];
        if self.obstacles.has(obstacles)
            || (self_closing && rule != StartRule::Void && rule != StartRule::Metadata)
            || self.open.len() >= self.stack_limit
        {
            return None;
        }
        match rule {
            StartRule::Block | StartRule::ListItem | StartRule::Heading => {
                let closes = rule != StartRule::Block || self.open.has_in_scope(LocalName::P);
                if closes && !self.has_closed_before_block {
                    self.close_before_block(rule, name, span);
                    if self.obstacles.has(obstacles) {
                        return None;
                    }
                }
                if rule == StartRule::Heading && self.open.current()?.element_type.is_html_in(TagSet::HEADINGS) {
                    return None;
                }
            }
            StartRule::Formatting => {
                if name == LocalName::A
                    && !self.formatting.is_empty()
                    && self.last_formatting_after_marker(LocalName::A).is_some()
                {
                    return None;
                }
            }
            StartRule::Metadata => {
                if !self.takes_metadata(name) {
                    return None;
                }
            }
            StartRule::Row | StartRule::Cell => {
                if !self.close_before_table_part(rule) {
                    return None;
                }
            }
            StartRule::Rare | StartRule::Other | StartRule::Void => {}
        }
        Some((self.open.current()?.insertion_target, rule))
    }

    /// Pushes an element that was inserted, or pops it if it is a void one.
    #[inline(always)]
    fn push_inserted(&mut self, rule: StartRule, node: S::Handle, element_type: ElementType) {
        if rule < StartRule::Void {
            self.open.push_html(node, node, element_type);
        } else if rule < StartRule::Row {
            self.sink.element_popped(node, None);
            if rule == StartRule::Void {
                self.frameset_ok = false;
                self.obstacles = self.obstacles.without(Obstacles::FRAMESET_OK);
            }
        } else {
            self.push_table_part(rule, node, element_type);
        }
    }

    /// Handles a start tag, if it is a common one.
    #[inline(never)]
    pub(crate) fn straight_start_tag(&mut self, tag: &Tag<'_>) -> bool {
        let Some((parent, rule)) = self.straight_parent(tag.name, tag.self_closing, tag.span) else { return false };
        let element = NewElement {
            namespace: Namespace::Html,
            name: tag.name,
            name_str: tag.name_str,
            qualifier: None,
            attributes: tag.attributes,
            span: Some(tag.span),
            had_duplicate_attribute: tag.had_duplicate_attribute,
        };
        let node = self.sink.append_element(parent, &element);
        self.has_closed_before_block = false;
        let element_type = self.element_type(Namespace::Html, tag);
        self.push_inserted(rule, node, element_type);
        if rule == StartRule::Formatting {
            self.push_onto_formatting(node, tag);
        }
        self.see_whether_full();
        true
    }

    /// Handles a start tag by its parts, if it is a common one.
    #[inline(always)]
    pub(crate) fn straight_start_tag_by_parts(&mut self, tag: TagByParts<'_>) -> bool {
        let Some((parent, rule)) = self.straight_parent(tag.name, tag.self_closing, tag.span) else { return false };
        let node = self.sink.append_element_by_parts(parent, tag);
        self.has_closed_before_block = false;
        let element_type = match tag.name.is_known() {
            true => ElementType::html(tag.name),
            false => self.element_type(Namespace::Html, &Tag::from(tag)),
        };
        self.push_inserted(rule, node, element_type);
        if rule == StartRule::Formatting {
            match S::KEEPS_ATTRIBUTES {
                true => self.push_token_onto_formatting(node, FormattingToken::named(tag.name)),
                false => self.push_onto_formatting(node, &Tag::from(tag)),
            }
        }
        if !tag.has_verbatim_attributes {
            self.see_whether_full();
        }
        true
    }

    /// Handles an end tag, if it is a common one.
    #[inline(always)]
    pub(crate) fn straight_end_tag(&mut self, name: LocalName, span: Span) -> bool {
        let Some(&current) = self.open.current() else { return false };
        let is_done = current.element_type == ElementType::html(name)
            && !self.obstacles.has(Obstacles::OTHER_RULES)
            && (current.flags.has(Flags::SIMPLE_END)
                || (current.flags.has(Flags::FORMATTING) && self.formatting.pop_if(current.node)));
        if !is_done {
            return matches!(name, LocalName::TD | LocalName::TH | LocalName::TR)
                && self.straight_table_part_end(name, span);
        }
        self.open.pop();
        self.sink.element_popped(current.node, Some(span));
        if !self.current_is_plain() {
            self.obstacles = self.obstacles.with(Obstacles::OTHER_RULES);
        }
        true
    }

    /// Handles the end of the file, if nothing but what is open ends there.
    #[inline]
    pub(crate) fn straight_end_of_file(&mut self, offset: u32) -> bool {
        if self.obstacles.has(Obstacles::OTHER_RULES) || self.template_mode().is_some() {
            return false;
        }
        self.token_span = Span::empty(offset);
        if self.has_element_without_end_tag() {
            self.error(ErrorCode::EofWithOpenElements);
        }
        self.stop_parsing();
        self.obstacles = Obstacles::ALL;
        true
    }

    /// Handles a run of characters that the input holds at `span`, if it is a common one.
    #[inline(always)]
    pub(crate) fn straight_characters_at(&mut self, span: Span) -> HookAnswer {
        let any = Obstacles::OTHER_RULES.with(Obstacles::RECONSTRUCTION).with(Obstacles::FRAMESET_OK);
        if self.obstacles.has(any) && !self.is_text_only() {
            return HookAnswer::Untouched;
        }
        let Some(current) = self.open.current() else { return HookAnswer::Untouched };
        self.sink.append_text_at(current.insertion_target, span)
    }

    /// Whether characters are the text of an element that contains only text.
    #[inline(always)]
    pub(crate) fn is_text_only(&self) -> bool {
        self.mode == InsertionMode::Text && !self.ignore_line_feed
    }

    /// Whether characters are only appended to the current node, whatever they are.
    #[inline(always)]
    pub(crate) fn appends_straight(&self) -> bool {
        !self.obstacles.has(Obstacles::OTHER_RULES.with(Obstacles::RECONSTRUCTION))
    }

    /// Handles a run of characters, if it is a common one.
    #[inline]
    pub(crate) fn straight_characters(&mut self, text: Text<'_>) -> bool {
        if !self.appends_straight() {
            return self.straight_characters_elsewhere(text);
        }
        let Some(current) = self.open.current() else { return false };
        let target = current.insertion_target;
        self.see_characters(text.text);
        self.sink.append_text(target, text);
        self.see_whether_full();
        true
    }

    /// Handles a run of characters in the buffer that the sink has lent.
    #[inline(always)]
    pub(crate) fn straight_characters_in_buffer(&mut self, buffer: String, start: usize, span: Span) {
        let Some(current) = self.open.current() else { return };
        let target = current.insertion_target;
        if self.mode != InsertionMode::Text {
            self.see_characters(buffer.get(start..).unwrap_or_default());
        }
        self.sink.append_text_in_buffer(target, buffer, start, span);
        self.see_whether_full();
    }

    #[inline(always)]
    fn see_characters(&mut self, text: &str) {
        if self.frameset_ok && text.contains(|c| !is_whitespace(c)) {
            self.frameset_ok = false;
            self.obstacles = self.obstacles.without(Obstacles::FRAMESET_OK);
        }
    }

    #[inline(always)]
    fn see_whether_full(&mut self) {
        if self.sink.is_full().is_some() {
            self.obstacles = Obstacles::ALL;
        }
    }
}
