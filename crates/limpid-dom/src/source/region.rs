//! Edits regions of the source. A region is the span between two unchanged children of an element. In a region, pieces of markup stay in place if
//! possible. Other pieces are inserted, copied or removed.

use crate::source::changes::Unwritable;
use crate::source::pieces::{Markup, Piece, SourcePiece};
use crate::source::tag::Edit;
use crate::storage::node::NodeKind;
use limpid_markup::{LocalName, Span};
use std::collections::{HashMap, HashSet, VecDeque};

/// A region of the source, between two unchanged children of an element.
pub(super) struct Region {
    pub(super) parent: u32,
    /// The unchanged child before the region, or 0.
    pub(super) left: u32,
    /// The unchanged child after the region, or 0.
    pub(super) right: u32,
    /// The current children between the two.
    pub(super) children: Vec<u32>,
}

impl Region {
    pub(super) fn span(&self, markup: &Markup<'_>) -> Option<Span> {
        let before = markup.before;
        let is_root = markup.now.arena.root == self.parent;
        let start_of = |node: u32| match before.token(node) {
            None if before.is_element(node) => before.start_of_implied(node),
            _ => before.start(node),
        };
        let following = before.siblings(self.right).find_map(start_of);
        let end = match following.or(before.end_tag(self.parent).map(|tag| tag.start)) {
            Some(end) => end,
            // Without an end tag, the element ends with the source.
            None if is_root || before.html_name(self.parent) == LocalName::HTML => before.source.len() as u32,
            None => before.end(self.parent)?,
        };
        // The previous element may have no markup in the source, such as an empty `head`.
        let preceding = before.siblings_before(self.left).find_map(|node| before.end(node));
        let start = match (preceding, markup.opening(self.parent)) {
            (Some(end), _) => end,
            (None, Some(tag)) => tag.end,
            (None, None) if is_root => before.input_start(),
            // The first child may come from later markup, such as text that the parser moved before a table.
            (None, None) => before.start_of_implied(self.parent)?.min(end),
        };
        // The markup of the last child may be after the end tag of its parent.
        let end = if self.left != 0 && self.right == 0 { end.max(start) } else { end };
        (start <= end).then_some(Span::new(start, end))
    }

    /// Adds the edits that replace the markup of the old children by the markup of the current children. Returns spans outside of the region that
    /// also have to be removed.
    pub(super) fn write(&self, markup: &Markup<'_>, edits: &mut Vec<Edit>) -> Result<Vec<Span>, Unwritable> {
        let Some(span) = self.span(markup) else { return self.write_texts(markup, edits) };
        let mut old_tokens = Vec::new();
        let first = if self.left == 0 { markup.before.first(self.parent) } else { markup.before.next(self.left) };
        for child in markup.before.siblings(first).take_while(|&child| child != self.right) {
            markup.old_spans(child, &mut old_tokens);
        }
        old_tokens.sort_unstable_by_key(|&(token, _)| (token.start, token.end));
        let mut pieces = Vec::new();
        if self.left == 0 {
            pieces.extend(markup.implied_tag(self.parent).map(Piece::New));
        }
        for &child in &self.children {
            markup.add(child, &mut pieces)?;
        }
        let mut pieces = reuse_texts(markup, pieces, &old_tokens);
        // Pieces whose source is after the region, such as text after `</body>`, stay there if they are the last pieces.
        let was_there = |span: Span| {
            old_tokens.binary_search_by_key(&(span.start, span.end), |(token, _)| (token.start, token.end)).is_ok()
        };
        let is_after = |piece: &Piece| {
            piece.span().is_some_and(|part| span.end <= part.start && !part.is_empty() && was_there(part))
        };
        let inside = pieces.iter().rposition(|piece| !is_after(piece)).map_or(0, |last| last + 1);
        let after = pieces.split_off(inside);
        let is_in_order = |pair: &[Span]| pair[0].end <= pair[1].start;
        let spans: Vec<Span> = after.iter().filter_map(Piece::span).collect();
        if !spans.windows(2).all(is_in_order) {
            pieces.extend(after);
        } else {
            old_tokens.retain(|(token, _)| {
                spans.binary_search_by_key(&(token.start, token.end), |span| (span.start, span.end)).is_err()
            });
            edits.extend(
                after
                    .into_iter()
                    .flat_map(|piece| if let Piece::Source(piece) = piece { piece.edits } else { Vec::new() }),
            );
        }
        // Old markup outside of the region does not stay: its spans are returned, so that the caller removes it.
        let is_inside = |token: Span| span.start <= token.start && token.end <= span.end;
        let outside = old_tokens.extract_if(.., |(token, _)| !is_inside(*token)).map(|(token, _)| token).collect();
        let kept = select_kept(&pieces, &old_tokens, span);
        let (at, next_old, pending, is_implied) = (span.start, 0, Vec::new(), false);
        EditBuilder { markup, old_tokens: &old_tokens, kept: &kept, at, next_old, pending, is_implied, edits }
            .run(pieces, span.end)?;
        Ok(outside)
    }
}

/// Replaces new texts by the source of removed texts with the same markup.
fn reuse_texts(markup: &Markup<'_>, pieces: Vec<Piece>, old_tokens: &[(Span, u32)]) -> Vec<Piece> {
    if !pieces.iter().any(|piece| matches!(piece, Piece::NewText(_))) {
        return pieces;
    }
    let used: HashSet<Span> = pieces.iter().filter_map(Piece::span).collect();
    let is_unused = |&&(span, owner): &&(Span, u32)| {
        !span.is_empty() && !used.contains(&span) && markup.before.kind(owner) == NodeKind::Text
    };
    let unused: Vec<(Span, u32)> = old_tokens.iter().filter(is_unused).copied().collect();
    let mut by_text: HashMap<&str, VecDeque<usize>> = HashMap::default();
    for (index, &(span, _)) in unused.iter().enumerate() {
        by_text.entry(markup.before.slice(span)).or_default().push_back(index);
    }
    let (mut at, mut reused) = (0, Vec::with_capacity(pieces.len()));
    for piece in pieces {
        let Piece::NewText(text) = &piece else {
            at = piece.span().map_or(at, |span| at.max(span.end));
            reused.push(piece);
            continue;
        };
        let next = unused.partition_point(|(span, _)| span.start < at);
        // Use a removed text with the same markup. If there is none, use several consecutive removed texts whose joined markup is the same.
        let same = by_text.get_mut(text.as_str()).and_then(|indices| {
            while indices.front().is_some_and(|index| *index < next) {
                indices.pop_front();
            }
            indices.pop_front()
        });
        let mut rest = text.as_str();
        let found = match same {
            Some(index) => index..index + 1,
            None => {
                let is_next = |(span, _): &&(Span, u32)| match rest.strip_prefix(markup.before.slice(*span)) {
                    Some(remaining) if !rest.is_empty() => {
                        rest = remaining;
                        true
                    }
                    _ => false,
                };
                let count = unused[next..].iter().take_while(is_next).count();
                next..next + if rest.is_empty() { count } else { 0 }
            }
        };
        if found.is_empty() {
            reused.push(piece);
        }
        for &(span, owner) in &unused[found] {
            at = span.end;
            reused.push(Piece::Source(SourcePiece { owner, span, edits: Vec::new(), is_movable: true }));
        }
    }
    reused
}

impl Region {
    /// Adds the edits of texts that were not moved, for a region without a span, such as text that the parser moved before a table.
    fn write_texts(&self, markup: &Markup<'_>, edits: &mut Vec<Edit>) -> Result<Vec<Span>, Unwritable> {
        for &child in &self.children {
            let is_moved = markup.before.links(child) != markup.now.links(child);
            let mut pieces = Vec::new();
            markup.add(child, &mut pieces)?;
            let [Piece::Source(piece)] = &mut pieces[..] else { return Err(Unwritable(child)) };
            if is_moved || markup.now.is_element(child) {
                return Err(Unwritable(child));
            }
            edits.append(&mut piece.edits);
        }
        if self.children.is_empty() { Err(Unwritable(self.parent)) } else { Ok(Vec::new()) }
    }
}

/// Selects the pieces that stay in place: the sequence in source order with the most bytes.
fn select_kept(pieces: &[Piece], old_tokens: &[(Span, u32)], region: Span) -> Vec<Span> {
    let can_stay = |span: Span| {
        region.start <= span.start
            && span.end <= region.end
            && old_tokens.binary_search_by_key(&(span.start, span.end), |&(token, _)| (token.start, token.end)).is_ok()
    };
    let candidates: Vec<Span> = pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Source(SourcePiece { span, .. }) if can_stay(*span) => Some(*span),
            _ => None,
        })
        .collect();
    if candidates.windows(2).all(|pair| pair[0].end <= pair[1].start) {
        return candidates;
    }
    // A Fenwick tree for prefix maxima. For each end of a candidate, in order: the most bytes of a sequence that ends there.
    let mut ends: Vec<u32> = candidates.iter().map(|span| span.end).collect();
    ends.sort_unstable();
    ends.dedup();
    let mut best = vec![(0u64, usize::MAX); ends.len() + 1];
    let mut chains: Vec<(u64, usize)> = Vec::with_capacity(candidates.len());
    for (index, span) in candidates.iter().enumerate() {
        let mut rank = ends.partition_point(|&end| end <= span.start);
        let mut found = (0, usize::MAX);
        while rank > 0 {
            found = if best[rank].0 > found.0 { best[rank] } else { found };
            rank &= rank - 1;
        }
        let sum = found.0 + span.len() as u64;
        chains.push((sum, found.1));
        let mut rank = ends.partition_point(|&end| end < span.end) + 1;
        while rank < best.len() {
            if best[rank].0 < sum {
                best[rank] = (sum, index);
            }
            rank += rank & rank.wrapping_neg();
        }
    }
    let mut kept = Vec::new();
    let mut index = (0..chains.len()).max_by_key(|&index| chains[index].0).unwrap_or(usize::MAX);
    while let Some(&(_, previous)) = chains.get(index) {
        kept.push(candidates[index]);
        index = previous;
    }
    kept.reverse();
    kept
}

/// Markup to insert before the next piece that stays.
enum Pending {
    Text(String),
    MissingEnd(u32),
}

/// Builds the edits of a region, by processing its pieces in order. Pending markup is written before each kept piece.
struct EditBuilder<'a, 'e> {
    markup: &'a Markup<'a>,
    old_tokens: &'a [(Span, u32)],
    kept: &'a [Span],
    /// The end of the last kept piece.
    at: u32,
    next_old: usize,
    pending: Vec<Pending>,
    /// Whether an element without markup in the source is pending.
    is_implied: bool,
    edits: &'e mut Vec<Edit>,
}

impl EditBuilder<'_, '_> {
    fn run(mut self, pieces: Vec<Piece>, end: u32) -> Result<(), Unwritable> {
        let mut next_kept = 0;
        for piece in pieces {
            match piece {
                Piece::New(text) | Piece::NewText(text) => self.pending.push(Pending::Text(text)),
                Piece::MissingEnd(element) => self.pending.push(Pending::MissingEnd(element)),
                Piece::Implied => self.is_implied = true,
                Piece::Source(piece) if self.kept.get(next_kept) == Some(&piece.span) => {
                    next_kept += 1;
                    self.flush(piece.span.start, self.markup.is_renamed(piece.owner));
                    self.edits.extend(piece.edits);
                    self.at = piece.span.end;
                    self.next_old += 1;
                }
                Piece::Source(piece) if !piece.is_movable => return Err(Unwritable(piece.owner)),
                Piece::Source(piece) => self.pending.push(Pending::Text(self.edited_source(&piece))),
            }
        }
        self.flush(end, false);
        Ok(())
    }

    fn edited_source(&self, piece: &SourcePiece) -> String {
        let mut text = String::new();
        let mut at = piece.span.start;
        for (span, new) in &piece.edits {
            text.push_str(self.markup.before.slice(Span::new(at, span.start)));
            text.push_str(new);
            at = span.end;
        }
        text.push_str(self.markup.before.slice(Span::new(at, piece.span.end)));
        text
    }

    /// Inserts pending markup before an offset, and deletes old markup up to the offset. `is_before_renamed` is whether the markup at the offset
    /// belongs to a renamed element.
    fn flush(&mut self, end: u32, is_before_renamed: bool) {
        let mut deleted: Vec<Span> = Vec::new();
        while let Some(&(token, _)) = self.old_tokens.get(self.next_old).filter(|(token, _)| token.start < end) {
            match deleted.last_mut() {
                Some(last) if last.end == token.start => last.end = token.end,
                _ if token.start >= self.at => deleted.push(token),
                _ => {}
            }
            self.next_old += 1;
        }
        let text = self.pending_text(deleted.last().copied(), is_before_renamed);
        let at = if std::mem::take(&mut self.is_implied) { end } else { self.at };
        let mut deleted = deleted.into_iter();
        match deleted.next() {
            Some(first) => self.edits.push((first, text)),
            None if !text.is_empty() => self.edits.push((Span::empty(at), text)),
            None => {}
        }
        self.edits.extend(deleted.map(|span| (span, String::new())));
    }

    fn pending_text(&mut self, last_deleted: Option<Span>, is_before_renamed: bool) -> String {
        let pending = std::mem::take(&mut self.pending);
        let last_text = pending.iter().rposition(|pending| matches!(pending, Pending::Text(text) if !text.is_empty()));
        let mut written = String::new();
        for (index, pending) in pending.iter().enumerate() {
            match pending {
                Pending::Text(text) => written.push_str(text),
                Pending::MissingEnd(element) => {
                    let before = self.markup.before;
                    let is_moved = before.token(*element).is_some_and(|tag| !self.is_kept(tag.start));
                    let is_followed = is_before_renamed
                        || last_text.is_some_and(|last| last > index)
                        || last_deleted.is_some_and(|deleted| deleted.end > before.end(*element).unwrap_or(0));
                    if is_moved || is_followed || self.markup.is_renamed(*element) {
                        written.extend(self.markup.required_end_tag(*element));
                    }
                }
            }
        }
        written
    }

    /// Whether the byte at an offset belongs to a kept piece.
    fn is_kept(&self, offset: u32) -> bool {
        let after = self.kept.partition_point(|span| span.start <= offset);
        after > 0 && self.kept[after - 1].end > offset
    }
}
