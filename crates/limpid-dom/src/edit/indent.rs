//! [`Document::indent_inserted`]: line breaks and indentation for inserted nodes.

use crate::edit::error::MutationError;
use crate::read::document::Document;
use crate::storage::node::NodeKind;
use limpid_markup::{LocalName, TagSet};
use std::collections::HashSet;

impl Document<'_> {
    /// Puts elements and comments that were inserted since the parse on separate lines, with the indentation of their siblings. It adds
    /// text nodes of white space, which `to_source` writes.
    ///
    /// A child is indented only if all text children of its parent consist of white space with a line break, and if there is no white space
    /// next to the child yet. If nodes were inserted between the last white space in the parent and the parent's end tag, that white space
    /// moves to the end again. If the end tag of the previous sibling is omitted, the line break at the end of that sibling's content is
    /// used. Omitted end tags are known only in a document with [spans](crate::NodeRef#position-in-the-source).
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
    /// [`Full`](MutationError::Full) if the text nodes do not fit in the document.
    #[inline]
    pub fn indent_inserted(&mut self) -> Result<(), MutationError> {
        let parsed = self.arena.parsed_nodes;
        let new = parsed..self.arena.nodes.len() as u32;
        let parents = new.filter(|&node| self.can_have_own_line(node)).map(|node| self.arena.node(node).parent());
        let mut seen = HashSet::new();
        let is_first = |&parent: &u32| parent != 0 && parent < parsed && seen.insert(parent);
        let parents: Vec<u32> = parents.filter(is_first).collect();
        for parent in parents {
            if !self.preserves_white_space(parent) {
                self.indent_children_of(parent)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn can_have_own_line(&self, node: u32) -> bool {
        matches!(self.arena.node(node).kind(), NodeKind::Element | NodeKind::Comment)
    }

    /// Whether a node keeps its white space unchanged: the document, a `pre` or `textarea`, or a node inside one. Only the nearest ancestors
    /// are searched, to limit the time in deep trees.
    #[inline]
    fn preserves_white_space(&self, parent: u32) -> bool {
        const MAX_ANCESTORS: usize = 32;

        let is_pre =
            |node: u32| self.arena.is_html(node, LocalName::PRE) || self.arena.is_html(node, LocalName::TEXTAREA);
        let ancestors = std::iter::successors(Some(parent), |&node| Some(self.arena.node(node).parent()));
        self.arena.node(parent).kind() == NodeKind::Document
            || ancestors.take_while(|&node| node != 0).take(MAX_ANCESTORS).any(is_pre)
    }

    /// Returns the text of a text node that is all white space and contains a line break.
    #[inline]
    fn line_break(&self, node: u32) -> Option<&str> {
        let is_text = node != 0 && self.arena.node(node).kind() == NodeKind::Text;
        let place = if is_text { self.arena.place(node)? } else { return None };
        let text = self.arena.text(&self.source, place);
        (text.contains('\n') && text.trim_ascii().is_empty()).then_some(text)
    }

    /// Finds the line break and the indentation at the end of an element without an end tag. If its last child has no end tag either, the
    /// search continues in the child. Returns the innermost element, and its trailing white space from the last line break on.
    #[inline]
    fn trailing_line_break(&self, node: u32) -> Option<(u32, String)> {
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
        let white_space = &text[text.trim_ascii_end().len()..];
        white_space.rfind('\n').map(|line| (inner, white_space[line..].to_owned()))
    }

    #[inline]
    fn indent_children_of(&mut self, parent: u32) -> Result<(), MutationError> {
        let parsed = self.arena.parsed_nodes;
        let first = Some(self.arena.node(parent).first()).filter(|&first| first != 0);
        let next = |&node: &u32| Some(self.arena.node(node).next()).filter(|&next| next != 0);
        let children: Vec<u32> = std::iter::successors(first, next).collect();
        let is_text = |node: u32| self.arena.node(node).kind() == NodeKind::Text;
        let has_lines_only = children.iter().all(|&child| !is_text(child) || self.line_break(child).is_some());
        if !has_lines_only {
            return Ok(());
        }
        // Returns the line break and the indentation before a child, if the parser created the child.
        let indentation = |at: usize| {
            let child = children[at];
            let &before = children[..at].iter().rfind(|&&before| before < parsed)?;
            if child >= parsed || !self.can_have_own_line(child) {
                return None;
            }
            match self.line_break(before) {
                Some(text) => text.rfind('\n').map(|line| text[line..].to_owned()),
                None => self.trailing_line_break(before).map(|(_, line_break)| line_break),
            }
        };
        let is_new =
            |at: usize| children.get(at).is_some_and(|&child| child >= parsed && self.can_have_own_line(child));
        let mut runs: Vec<(usize, usize, String)> = Vec::new();
        let (mut start, mut last) = (0, None);
        while start < children.len() {
            if !is_new(start) {
                last = indentation(start).or(last);
                start += 1;
                continue;
            }
            let end = (start..children.len()).find(|&at| !is_new(at)).unwrap_or(children.len());
            let nearest = last.clone().or_else(|| (end..children.len().min(end + 2)).find_map(indentation));
            runs.extend(nearest.map(|indentation| (start, end, indentation)));
            start = end;
        }
        for (start, end, indentation) in runs {
            self.indent_run(parent, &children, start..end, &indentation)?;
        }
        Ok(())
    }

    /// Puts each child of a run on a separate line. A run consists of adjacent inserted children.
    #[inline]
    fn indent_run(
        &mut self,
        parent: u32,
        children: &[u32],
        run: core::ops::Range<usize>,
        indentation: &str,
    ) -> Result<(), MutationError> {
        let sibling = |at: Option<usize>| at.and_then(|at| children.get(at)).copied().unwrap_or(0);
        let (before, after) = (sibling(run.start.checked_sub(1)), sibling(Some(run.end)));
        let (mut starts_line, ends_line) = (self.line_break(before).is_some(), self.line_break(after).is_some());
        if starts_line && after == 0 {
            // The white space before the parent's end tag stays there.
            self.arena.append(parent, before);
            starts_line = false;
        }
        let open = if before < self.arena.parsed_nodes { self.trailing_line_break(before) } else { None };
        if let Some((inner, line_break)) = &open {
            starts_line = true;
            if let Some(rest) = indentation.strip_prefix(&**line_break).filter(|rest| !rest.is_empty()) {
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
        } else if let Some((_, line_break)) = open.filter(|_| after == 0) {
            let text = self.create_text(&line_break)?;
            self.arena.append(parent, text.get());
        }
        Ok(())
    }
}
