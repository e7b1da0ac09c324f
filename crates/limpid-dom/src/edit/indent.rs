//! White space around what was inserted, as its siblings have it.

use crate::edit::error::MutationError;
use crate::read::document::Document;
use crate::storage::node::NodeKind;
use limpid_markup::{LocalName, TagSet};
use std::collections::HashSet;

impl Document<'_> {
    /// Puts elements and comments that were inserted since the parse on lines of their own where their siblings are on such, with the
    /// same indentation: it adds texts of white space. `to_source` then writes them as the lines around are.
    ///
    /// This is done in elements whose only text is white space, for inserted nodes without white space next to them. A node after the white
    /// space that precedes the end tag is moved before that white space. If the end tag of a sibling is omitted, the line ends inside that
    /// sibling. Only a document with [spans](crate::Document#position-in-the-source) knows which end tags are omitted.
    ///
    /// ```
    /// let mut page = limpid::parse("<ul>\n  <li>Tea</li>\n</ul><p>One <b>two</b></p>");
    /// for (parent, name) in [("ul", "li"), ("p", "i")] {
    ///     let parent = page.select_first(parent)?.unwrap().id();
    ///     let new = page.create_element(name)?;
    ///     page.node_mut(parent)?.append(new)?;
    /// }
    /// page.indent_inserted()?;
    /// assert_eq!(page.to_source()?, "<ul>\n  <li>Tea</li>\n  <li></li>\n</ul><p>One <b>two</b><i></i></p>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Full`](MutationError::Full) if there is no room for the texts.
    #[inline]
    pub fn indent_inserted(&mut self) -> Result<(), MutationError> {
        let parsed = self.arena.parsed_nodes;
        let new = parsed..self.arena.nodes.len() as u32;
        let parents = new.filter(|&node| self.is_line(node)).map(|node| self.arena.node(node).parent());
        let mut known = HashSet::new();
        let is_first = |&parent: &u32| parent != 0 && parent < parsed && known.insert(parent);
        let parents: Vec<u32> = parents.filter(is_first).collect();
        for parent in parents {
            if !self.keeps_white_space(parent) {
                self.indent_in(parent)?;
            }
        }
        Ok(())
    }

    /// Whether a node is one of those that can be on a line of its own.
    #[inline]
    fn is_line(&self, node: u32) -> bool {
        matches!(self.arena.node(node).kind(), NodeKind::Element | NodeKind::Comment)
    }

    /// Whether white space is content in a node.
    #[inline]
    fn keeps_white_space(&self, parent: u32) -> bool {
        /// The number of elements around that are looked at.
        const AROUND: usize = 32;

        let is_pre =
            |node: u32| self.arena.is_html(node, LocalName::PRE) || self.arena.is_html(node, LocalName::TEXTAREA);
        let around = std::iter::successors(Some(parent), |&node| Some(self.arena.node(node).parent()));
        self.arena.node(parent).kind() == NodeKind::Document
            || around.take_while(|&node| node != 0).take(AROUND).any(is_pre)
    }

    /// The text of a node that is nothing but white space with a line end.
    #[inline]
    fn line_end(&self, node: u32) -> Option<&str> {
        let is_text = node != 0 && self.arena.node(node).kind() == NodeKind::Text;
        let place = if is_text { self.arena.place(node)? } else { return None };
        let text = self.arena.text(&self.source, place);
        (text.contains('\n') && text.trim_ascii().is_empty()).then_some(text)
    }

    /// The innermost of the elements that end where this one does and have left out their end tags, with the line end and the
    /// indentation that its text ends with.
    #[inline]
    fn open_line_end(&self, node: u32) -> Option<(u32, String)> {
        let spans = self.arena.spans.as_ref()?;
        let is_open = |&node: &u32| {
            let record = self.arena.node(node);
            let is_optional = TagSet::THOROUGHLY_IMPLIED_END_TAGS.iter().any(|name| record.is_html(name));
            is_optional && spans.token(node).is_some() && spans.end_tag(node).is_none()
        };
        let inner =
            std::iter::successors(Some(node).filter(is_open), |&node| Some(self.arena.last(node)).filter(is_open));
        let inner = inner.last()?;
        let text = self.arena.last(inner);
        let is_text = text != 0 && self.arena.node(text).kind() == NodeKind::Text;
        let place = if is_text { self.arena.place(text)? } else { return None };
        let text = self.arena.text(&self.source, place);
        let end = &text[text.trim_ascii_end().len()..];
        end.rfind('\n').map(|line| (inner, end[line..].to_owned()))
    }

    #[inline]
    fn indent_in(&mut self, parent: u32) -> Result<(), MutationError> {
        let parsed = self.arena.parsed_nodes;
        let first = Some(self.arena.node(parent).first()).filter(|&first| first != 0);
        let next = |&node: &u32| Some(self.arena.node(node).next()).filter(|&next| next != 0);
        let children: Vec<u32> = std::iter::successors(first, next).collect();
        let is_text = |node: u32| self.arena.node(node).kind() == NodeKind::Text;
        let is_lines = children.iter().all(|&child| !is_text(child) || self.line_end(child).is_some());
        if !is_lines {
            return Ok(());
        }
        // The line end and the indentation in front of a child of the parse.
        let indentation = |at: usize| {
            let child = children[at];
            let &before = children[..at].iter().rfind(|&&before| before < parsed)?;
            if child >= parsed || !self.is_line(child) {
                return None;
            }
            match self.line_end(before) {
                Some(text) => text.rfind('\n').map(|line| text[line..].to_owned()),
                None => self.open_line_end(before).map(|(_, line_end)| line_end),
            }
        };
        let is_new = |at: usize| children.get(at).is_some_and(|&child| child >= parsed && self.is_line(child));
        let mut work: Vec<(usize, usize, String)> = Vec::new();
        let (mut start, mut last) = (0, None);
        while start < children.len() {
            if !is_new(start) {
                last = indentation(start).or(last);
                start += 1;
                continue;
            }
            let end = (start..children.len()).find(|&at| !is_new(at)).unwrap_or(children.len());
            let found = last.clone().or_else(|| (end..children.len().min(end + 2)).find_map(indentation));
            work.extend(found.map(|found| (start, end, found)));
            start = end;
        }
        for (start, end, indentation) in work {
            self.indent_run(parent, &children, start..end, &indentation)?;
        }
        Ok(())
    }

    /// Puts children on lines of their own.
    #[inline]
    fn indent_run(
        &mut self,
        parent: u32,
        children: &[u32],
        run: core::ops::Range<usize>,
        indentation: &str,
    ) -> Result<(), MutationError> {
        let beside = |at: Option<usize>| at.and_then(|at| children.get(at)).copied().unwrap_or(0);
        let (before, after) = (beside(run.start.checked_sub(1)), beside(Some(run.end)));
        let (mut starts_line, ends_line) = (self.line_end(before).is_some(), self.line_end(after).is_some());
        if starts_line && after == 0 {
            // The white space in front of the end tag stays there.
            self.arena.append(parent, before);
            starts_line = false;
        }
        let open = if before < self.arena.parsed_nodes { self.open_line_end(before) } else { None };
        if let Some((inner, line_end)) = &open {
            starts_line = true;
            if let Some(rest) = indentation.strip_prefix(&**line_end).filter(|rest| !rest.is_empty()) {
                let text = self.create_text(rest)?;
                self.arena.append(*inner, text.get());
            }
        }
        for (index, &child) in children[run.clone()].iter().enumerate() {
            if index > 0 || !starts_line {
                let text = self.create_text(indentation)?;
                self.arena.insert_before(child, text.get());
            }
        }
        if starts_line && !ends_line && after != 0 {
            let text = self.create_text(indentation)?;
            self.arena.insert_before(after, text.get());
        } else if let Some((_, line_end)) = open.filter(|_| after == 0) {
            let text = self.create_text(&line_end)?;
            self.arena.append(parent, text.get());
        }
        Ok(())
    }
}
