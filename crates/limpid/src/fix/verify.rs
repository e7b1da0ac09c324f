//! Tries repairs: the tree must stay as it is, and the errors must be gone.

use super::proposals::{Order, Proposal};
use super::same_tree::are_same;
use super::tag::Edit;
use crate::{Document, Edits, ErrorCode, FragmentContext, ParseOptions, Source};
use std::collections::HashMap;

/// How often a page is parsed at least, to find the repairs that are right if not all of them are, and to try each alone.
const PARSES: usize = 64;

/// The bytes that are parsed for each of the two; a small page is parsed more often.
const BYTES: usize = 16 << 20;

fn most_parses(source: &str) -> usize {
    PARSES.max(BYTES / source.len().max(1))
}

/// A page, and what must be the same after repairs.
pub(super) struct Verifier<'a> {
    source: &'a str,
    options: &'a ParseOptions,
    context: Option<&'a FragmentContext>,
    proposals: &'a [Proposal],
    document: &'a Document<'a>,
    errors: HashMap<ErrorCode, usize>,
    parses_left: usize,
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
        let (errors, errors_left) = (counts(document), document.errors().len());
        Verifier {
            source,
            options,
            context,
            proposals,
            document,
            errors,
            parses_left: most_parses(source),
            errors_left,
        }
    }

    /// Returns the numbers of proposals that are right together: all, if they are, and else as many as are found by trying halves. Also
    /// returns the number of errors that are left with them.
    pub(super) fn right_ones(&mut self) -> (Vec<usize>, usize) {
        let mut right = Vec::new();
        let mut blocks = vec![self.compatible()];
        while let Some(block) = blocks.pop() {
            if let Some(errors_left) = self.errors_left_by(&[&right[..], &block].concat()) {
                self.errors_left = errors_left;
                right.extend(block);
            } else if block.len() > 1 {
                let (first, second) = block.split_at(block.len() / 2);
                blocks.extend([second.to_vec(), first.to_vec()]);
            }
        }
        right.sort_unstable();
        (right, self.errors_left)
    }

    /// Returns those of these proposals that are right alone, each of which is tried: the first ones, if there are very many.
    pub(super) fn right_alone(&mut self, mut numbers: Vec<usize>) -> Vec<usize> {
        if numbers.len() > 1 {
            self.parses_left = most_parses(self.source);
            numbers.retain(|&number| self.errors_left_by(&[number]).is_some());
        }
        numbers
    }

    /// Returns the numbers of proposals whose edits are not over those of earlier ones.
    fn compatible(&self) -> Vec<usize> {
        let mut all = Edits::new();
        let mut fits = |number: &usize| {
            let edits = self.proposals[*number].edits.iter().map(|(_, (span, _))| (*span, String::new()));
            Edits::try_from(edits.collect::<Vec<_>>()).and_then(|edits| all.merge(edits)).is_ok()
        };
        (0..self.proposals.len()).filter(|number| fits(number)).collect()
    }

    /// Returns the edits of some proposals.
    pub(super) fn edits(&self, numbers: &[usize]) -> Edits {
        in_order(numbers.iter().flat_map(|&number| &self.proposals[number].edits).cloned().collect())
    }

    /// Returns the number of errors that are left with some proposals, if they are right together.
    fn errors_left_by(&mut self, numbers: &[usize]) -> Option<usize> {
        self.parses_left = self.parses_left.checked_sub(1)?;
        let text = self.edits(numbers).apply(self.source).ok()?;
        let document = parse(text.into(), self.options, self.context);
        let mut allowed = self.errors.clone();
        for error in numbers.iter().flat_map(|&number| &self.proposals[number].errors) {
            // An error that is not kept, as there are too many, cannot be told to be gone.
            let Some(count) = allowed.get_mut(&error.code) else { continue };
            *count = count.saturating_sub(1);
        }
        let is_right = counts(&document)
            .into_iter()
            .all(|(code, count)| allowed.get(&code).is_some_and(|&allowed| count <= allowed))
            && self.document.quirks_mode() == document.quirks_mode()
            && are_same(self.document, &document);
        is_right.then(|| document.errors().len())
    }
}

/// Puts edits that are not over each other in order.
pub(super) fn in_order(mut edits: Vec<(Order, Edit)>) -> Edits {
    edits.sort_by_key(|(order, (span, _))| (span.start, *order));
    let mut in_order: Vec<Edit> = edits.into_iter().map(|(_, edit)| edit).collect();
    // There may be a million lists of one.
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
