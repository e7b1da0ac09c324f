//! The fast path processes common tokens in common situations. It creates no `Tag`, and calls neither the dispatcher nor the insertion modes.
//!
//! It contains no additional rules. For each token, it checks whether it can process the token. If so, it calls the same function as the code
//! of the insertion mode (`modes/in_body/common.rs`, `in_row.rs` …), with the parts of the tag instead of a token. The functions of the fast
//! path make this check before they change anything. They return [`HookResult::Handled`] if they have processed the token, or
//! [`HookResult::Declined`] if nothing has changed and the token is processed by the rules.
//!
//! The fast path declines the following tokens, which are rare:
//! * tokens in a `template` that patches existing content, and in modes other than "in body", "in caption" and "in cell" (except rows, cells,
//!   metadata, and text in some modes)
//! * start tags with [`StartRule::OwnRule`]
//! * text while there are formatting elements to reconstruct
//! * form-associated elements in a form, if the sink associates them
//! * end tags of elements other than the current node
//!
//! `tests/fast_path.rs` compares the results with and without the fast path.

mod leaf;
mod page;
mod table;
mod text;

use crate::TreeBuilder;
use crate::element_type::{ElementType, Flags};
use crate::insertion::OutOfLine;
use crate::obstacles::Obstacles;
use crate::start_rules::StartRule;
use limpid_markup::{HookResult, LocalName, Span, TagByParts, TagSet, TreeSink};

/// The rule of a start tag, and the obstacles that prevent using it.
#[derive(Clone, Copy)]
struct StartTagEntry {
    rule: StartRule,
    obstacles: Obstacles,
}

static START_TAGS: [StartTagEntry; TagSet::LIMIT] = {
    let mut starts = [StartTagEntry { rule: StartRule::OwnRule, obstacles: Obstacles::ALWAYS }; TagSet::LIMIT];
    let mut index = 0;
    while index < TagSet::LIMIT {
        let name = LocalName::from_index(index);
        let rule = StartRule::of(name);
        let obstacles = match rule {
            // The functions for rows, cells and metadata check their own conditions.
            StartRule::OwnRule | StartRule::Metadata | StartRule::Row | StartRule::Cell => Obstacles::ALWAYS,
            StartRule::Block | StartRule::ListItem | StartRule::Heading => Obstacles::OTHER_RULES,
            StartRule::Anchor | StartRule::Formatting | StartRule::Void | StartRule::AnyOther => {
                Obstacles::OTHER_RULES.with(Obstacles::RECONSTRUCTION)
            }
        };
        let is_form_associated = TagSet::FORM_ASSOCIATED.contains(name);
        starts[index] = StartTagEntry { rule, obstacles: obstacles.with_if(is_form_associated, Obstacles::FORM) };
        index += 1;
    }
    starts
};

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(always)]
    pub(crate) fn fast_start_tag(&mut self, tag: TagByParts<'_>) -> HookResult {
        let StartTagEntry { rule, obstacles } = START_TAGS[TagSet::row_of(tag.name)];
        if self.state.obstacles.has(obstacles) {
            match rule {
                StartRule::Metadata => return self.fast_metadata(OutOfLine { tag, rule }),
                StartRule::Row | StartRule::Cell => return self.fast_table_part(OutOfLine { tag, rule }),
                _ if self.has_obstacle(obstacles) => return HookResult::Declined,
                _ => {}
            }
        }
        if tag.self_closing && rule != StartRule::Void {
            return HookResult::Declined;
        }
        self.state.token_span = tag.span;
        self.common_start_tag(rule, &tag);
        HookResult::Handled
    }

    /// Handles the end tag of the current node if the rules of "in body" would pop that node and do nothing else.
    #[inline(always)]
    pub(crate) fn fast_end_tag(&mut self, name: LocalName, span: Span) -> HookResult {
        let &[.., current] = self.state.open.entries() else { return HookResult::Declined };
        let only_pops = current.element_type == ElementType::html(name)
            && !self.has_obstacle(Obstacles::OTHER_RULES)
            && (current.flags.has(Flags::SIMPLE_END)
                || (current.flags.has(Flags::FORMATTING) && self.state.formatting.pop_if(current.node)));
        if !only_pops {
            return match name {
                LocalName::TD | LocalName::TH | LocalName::TR => self.fast_table_part_end(name, span),
                _ => HookResult::Declined,
            };
        }
        self.pop_by_end_tag(current.node, span);
        HookResult::Handled
    }

    #[inline(always)]
    fn pop_by_end_tag(&mut self, node: S::Handle, span: Span) {
        self.state.open.pop();
        if !self.current_has_html_content() {
            self.state.obstacles = self.state.obstacles.with(Obstacles::OTHER_RULES);
        }
        self.sink.element_popped(node, Some(span));
    }
}
