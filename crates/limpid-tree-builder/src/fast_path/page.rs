//! The fast path of what is around the content of a page: the tags that it begins with, its metadata, and white space between these.
//!
//! **Exits**: the end tags of `head`, `body` and `html`, and start tags that imply one of these, but for that of a leaf which is the first.

use crate::flow::{error_span, implied_tag, is_all_whitespace};
use crate::insertion::{OutOfLine, StartTag};
use crate::obstacles::Obstacles;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{HookAnswer, LeafByParts, LocalName, TagByParts, Text, TreeSink};
use limpid_tokenizer::{Tag, Token};

impl<S: TreeSink> TreeBuilder<S> {
    /// Handles the start tags of `html`, `head` and `body` where each is expected; that of a body ends a head.
    #[inline]
    pub(crate) fn fast_page_part(&mut self, tag: &TagByParts<'_>) -> HookAnswer {
        let expected = match self.state.mode {
            InsertionMode::BeforeHtml => LocalName::HTML,
            InsertionMode::BeforeHead => LocalName::HEAD,
            InsertionMode::InHead | InsertionMode::AfterHead => LocalName::BODY,
            _ => return HookAnswer::Untouched,
        };
        if tag.name != expected || tag.self_closing || !self.takes_a_page() {
            return HookAnswer::Untouched;
        }
        self.state.token_span = tag.span;
        match expected {
            LocalName::HTML => self.insert_html(&Tag::from(*tag)),
            LocalName::HEAD => self.insert_head(tag),
            _ => {
                if self.state.mode == InsertionMode::InHead {
                    self.leave_head();
                }
                self.insert_body(tag);
                self.state.frameset_ok = false;
            }
        }
        self.state.obstacles = Obstacles::UNKNOWN;
        HookAnswer::Taken
    }

    /// Handles a leaf in a head where its tag is the first one of the page. What that implies is there then, if it turns out to be no leaf.
    #[cold]
    #[inline(never)]
    pub(super) fn fast_first_leaf(&mut self, leaf: LeafByParts<'_>) -> HookAnswer {
        self.state.token_span = leaf.start_tag;
        self.insert_html(&implied_tag(LocalName::HTML));
        self.insert_head(&TagByParts::implied(LocalName::HEAD));
        self.state.obstacles = Obstacles::UNKNOWN;
        match self.state.open.current() {
            Some(&head) if self.takes_html_content() && self.state.open.len() < self.state.stack_limit => {
                self.sink.append_leaf(head.insertion_target, leaf)
            }
            _ => HookAnswer::Untouched,
        }
    }

    /// Handles a `link`, and a `meta` that suspends nothing, in a head or a body: each is only inserted.
    #[inline(never)]
    pub(super) fn fast_metadata(&mut self, OutOfLine { ref tag, .. }: OutOfLine<TagByParts<'_>>) -> HookAnswer {
        if !self.is_in_head_or_body()
            || (tag.name == LocalName::META && self.state.options.suspend_at_encoding_declarations)
        {
            return HookAnswer::Untouched;
        }
        self.state.token_span = tag.span;
        tag.insert(self, true);
        HookAnswer::Taken
    }

    /// Handles white space: before a head it is ignored, in it and behind it inserted, behind a body it goes into that.
    pub(super) fn fast_white_space(&mut self, text: Text<'_>) -> HookAnswer {
        if !is_all_whitespace(text.text) || !self.takes_a_page() {
            return HookAnswer::Untouched;
        }
        if self.state.mode != InsertionMode::InHead {
            self.sink.token(text.span, true);
        }
        match self.state.mode {
            InsertionMode::InHead | InsertionMode::AfterHead => self.insert_characters(text),
            InsertionMode::AfterBody | InsertionMode::AfterAfterBody => {
                self.state.token_span = error_span(&Token::Characters(text));
                self.in_body_characters(text);
                self.state.obstacles = Obstacles::UNKNOWN;
            }
            _before_a_head => {}
        }
        self.forget_obstacles_if_full();
        HookAnswer::Taken
    }
}
