//! Soup as a proptest strategy. Failing pages shrink by removing tokens.

use crate::context::Context;
use crate::random::Random;
use crate::soup::Recipe;
use crate::splice::{Original, splice};
use crate::xml;
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::prop_oneof;
use proptest::sample::select;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use std::fmt;

/// A page as a list of tokens.
#[derive(Clone)]
pub struct Page {
    /// The context element of a fragment, or `None` for a document.
    pub context: Option<Context>,
    /// The tokens. Each attribute is a separate token.
    pub tokens: Vec<String>,
}

impl Page {
    /// Returns the markup.
    #[must_use]
    pub fn text(&self) -> String {
        self.tokens.concat()
    }
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.text())?;
        self.context.map_or(Ok(()), |context| write!(f, " in {context:?}"))
    }
}

/// Generates documents.
pub fn documents(recipe: Recipe) -> impl Strategy<Value = Page> {
    Soup(move |random: &mut Random| Page { context: None, tokens: recipe.document(random) })
}

/// Generates fragments with their context elements.
pub fn fragments(recipe: Recipe) -> impl Strategy<Value = Page> {
    Soup(move |random: &mut Random| {
        let (context, tokens) = recipe.fragment(random);
        Page { context: Some(context), tokens }
    })
}

/// Generates documents and fragments, with more documents.
pub fn pages(recipe: Recipe) -> impl Strategy<Value = Page> {
    Soup(move |random: &mut Random| match random.below(5) {
        0..3 => Page { context: None, tokens: recipe.document(random) },
        _ => {
            let (context, tokens) = recipe.fragment(random);
            Page { context: Some(context), tokens }
        }
    })
}

/// Generates pages from other pages. There must be at least one.
pub fn splices(originals: Vec<Original>) -> impl Strategy<Value = Page> {
    Soup(move |random: &mut Random| {
        let (context, tokens) = splice(random, &originals);
        Page { context, tokens }
    })
}

/// Generates XML documents of up to this number of parts.
pub fn xml_documents(pieces: usize) -> impl Strategy<Value = Page> {
    Soup(move |random: &mut Random| Page { context: None, tokens: xml::document(random, pieces) })
}

/// Generates up to `most` random parts of markup, some of them not UTF-8. The parts are picked independently, so each can occur in any
/// state of the tokenizer.
pub fn shards(most: usize) -> impl Strategy<Value = Vec<u8>> {
    let shard = prop_oneof![
        6 => select(&b"<>/=!?-&;#'\" \n\r\0[]abpx"[..]).prop_map(|byte| vec![byte]),
        1 => any::<[u8; 2]>().prop_map(Vec::from),
        2 => select(SHARDS).prop_map(|text| text.as_bytes().to_owned()),
    ];
    vec(shard, 0..most).prop_map(|shards| shards.concat())
}

const SHARDS: &[&str] = &[
    "<!--",
    "-->",
    "</script",
    "<script>",
    "<title>",
    "</p>",
    "<table>",
    "<![CDATA[",
    "]]>",
    "<!doctype ",
    "<?pi ",
    "&amp",
    "&#x4",
    "<svg ",
    "\u{e9}\u{1f600}",
    "charset=",
    "<meta ",
    "<select><option>",
    "<template>",
];

/// A strategy that generates pages with a function.
struct Soup<F>(F);

impl<F> fmt::Debug for Soup<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Soup")
    }
}

impl<F: Fn(&mut Random) -> Page> Strategy for Soup<F> {
    type Tree = Shrinking;
    type Value = Page;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        use proptest::prelude::Rng as _;
        let page = (self.0)(&mut Random::new(runner.rng().next_u64()));
        let step = page.tokens.len().next_power_of_two();
        Ok(Shrinking { page, at: 0, step, removed: None })
    }
}

/// A page that shrinks by losing tokens, first many at once, finally one at a time.
#[derive(Debug)]
pub struct Shrinking {
    page: Page,
    /// The position of the next tokens to remove.
    at: usize,
    /// The number of tokens to remove at once.
    step: usize,
    /// The tokens that were removed last.
    removed: Option<Vec<String>>,
}

impl ValueTree for Shrinking {
    type Value = Page;

    fn current(&self) -> Page {
        self.page.clone()
    }

    fn simplify(&mut self) -> bool {
        if self.at >= self.page.tokens.len() {
            self.step /= 2;
            self.at = 0;
        }
        if self.step == 0 || self.page.tokens.is_empty() {
            return false;
        }
        let end = self.page.tokens.len().min(self.at + self.step);
        self.removed = Some(self.page.tokens.drain(self.at..end).collect());
        true
    }

    fn complicate(&mut self) -> bool {
        let Some(removed) = self.removed.take() else { return false };
        let length = removed.len();
        self.page.tokens.splice(self.at..self.at, removed);
        self.at += length;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_shrinks_to_the_relevant_tokens() {
        let mut runner = TestRunner::deterministic();
        let is_broken = |page: &Page| page.text().contains("<b>") && page.text().contains("<p>");
        let strategy = documents(Recipe { pieces: 200..300, ..Recipe::default() });
        let mut tree =
            (0..200).map(|_| strategy.new_tree(&mut runner).unwrap()).find(|it| is_broken(&it.current())).unwrap();
        // This is proptest's algorithm.
        let mut is_done = !tree.simplify();
        while !is_done {
            is_done = if is_broken(&tree.current()) { !tree.simplify() } else { !tree.complicate() };
        }
        assert!(is_broken(&tree.current()) && tree.current().tokens.len() <= 2, "{:?}", tree.current());
    }
}
