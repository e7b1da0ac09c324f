//! Verifies repairs: the tree must not change, and the errors must disappear.

use super::proposals::{Order, Proposal};
use super::same_tree::are_same;
use super::tag::Edit;
use crate::{Document, Edits, ErrorCode, FragmentContext, ParseOptions, Source};
use std::collections::HashMap;

/// The number of parses that are allowed for a page of any size. Finding the proposals that are valid together and verifying each proposal
/// alone have separate limits.
const MIN_PARSE_LIMIT: usize = 64;

/// The number of bytes that may be parsed in total. Large pages may exceed it, because they can be parsed [`MIN_PARSE_LIMIT`] times.
const MAX_PARSED_BYTES: usize = 16 << 20;

fn parse_limit(source: &str) -> usize {
    MIN_PARSE_LIMIT.max(MAX_PARSED_BYTES / source.len().max(1))
}

pub(super) struct Verifier<'a> {
    source: &'a str,
    options: &'a ParseOptions,
    context: Option<&'a FragmentContext>,
    proposals: &'a [Proposal],
    document: &'a Document<'a>,
    error_counts: HashMap<ErrorCode, usize>,
    parses_left: usize,
    /// The number of errors that remain with the valid proposals found so far.
    errors_left: usize,
}

impl<'a> Verifier<'a> {
    pub(super) fn new(
        document: &'a Document<'a>,
        source: &'a str,
        options: &'a ParseOptions,
        context: Option<&'a FragmentContext>,
        proposals: &'a [Proposal],
    ) -> Verifier<'a> {
        let (error_counts, errors_left) = (counts(document), document.errors().len());
        Verifier {
            source,
            options,
            context,
            proposals,
            document,
            error_counts,
            parses_left: parse_limit(source),
            errors_left,
        }
    }

    /// Finds proposals that are valid together, by bisection. Returns their indices, and the number of errors that remain with them.
    pub(super) fn valid_together(&mut self) -> (Vec<usize>, usize) {
        let mut valid = Vec::new();
        let mut blocks = vec![self.compatible()];
        while let Some(block) = blocks.pop() {
            if let Some(errors_left) = self.errors_left_with(&[&valid[..], &block].concat()) {
                self.errors_left = errors_left;
                valid.extend(block);
            } else if block.len() > 1 {
                let (first, second) = block.split_at(block.len() / 2);
                blocks.extend([second.to_vec(), first.to_vec()]);
            }
        }
        valid.sort_unstable();
        (valid, self.errors_left)
    }

    /// Removes the indices of proposals that are not valid alone, and returns the others. When the limit of parses is reached, removes all
    /// remaining indices.
    pub(super) fn valid_alone(&mut self, mut indices: Vec<usize>) -> Vec<usize> {
        if indices.len() > 1 {
            self.parses_left = parse_limit(self.source);
            indices.retain(|&index| self.errors_left_with(&[index]).is_some());
        }
        indices
    }

    /// Returns the indices of the proposals whose edits do not overlap the edits of earlier proposals.
    fn compatible(&self) -> Vec<usize> {
        let mut all = Edits::new();
        let mut fits = |index: &usize| {
            let edits = self.proposals[*index].edits.iter().map(|(_, (span, _))| (*span, String::new()));
            Edits::try_from(edits.collect::<Vec<_>>()).and_then(|edits| all.merge(edits)).is_ok()
        };
        (0..self.proposals.len()).filter(|index| fits(index)).collect()
    }

    pub(super) fn edits(&self, indices: &[usize]) -> Edits {
        in_order(indices.iter().flat_map(|&index| &self.proposals[index].edits).cloned().collect())
    }

    /// Returns the number of errors that remain with these proposals; `None` if they are not valid together.
    fn errors_left_with(&mut self, indices: &[usize]) -> Option<usize> {
        self.parses_left = self.parses_left.checked_sub(1)?;
        let text = self.edits(indices).apply(self.source).ok()?;
        let document = parse(text.into(), self.options, self.context);
        let mut allowed = self.error_counts.clone();
        for error in indices.iter().flat_map(|&index| &self.proposals[index].errors) {
            // A document stores a limited number of errors. If this error was not stored, it is not in the counts.
            let Some(count) = allowed.get_mut(&error.code) else { continue };
            *count = count.saturating_sub(1);
        }
        let is_valid = counts(&document)
            .into_iter()
            .all(|(code, count)| allowed.get(&code).is_some_and(|&allowed| count <= allowed))
            && self.document.quirks_mode() == document.quirks_mode()
            && are_same(self.document, &document);
        is_valid.then(|| document.errors().len())
    }
}

pub(super) fn in_order(mut edits: Vec<(Order, Edit)>) -> Edits {
    edits.sort_by_key(|(order, (span, _))| (span.start, *order));
    let mut in_order: Vec<Edit> = edits.into_iter().map(|(_, edit)| edit).collect();
    // A page can have a million fixes, each with its own list of edits, so the lists must not have spare capacity.
    in_order.shrink_to_fit();
    Edits::try_from(in_order).unwrap_or_default()
}

pub(super) fn parse<'i>(source: Source<'i>, options: &ParseOptions, context: Option<&FragmentContext>) -> Document<'i> {
    match context {
        Some(context) => options.parse_fragment(source, context.clone()),
        None => options.parse(source),
    }
}

fn counts(document: &Document<'_>) -> HashMap<ErrorCode, usize> {
    let mut counts = HashMap::new();
    document.errors().iter().for_each(|error| *counts.entry(error.code).or_default() += 1);
    counts
}
