//! Regular expressions whose matching is counted.
//!
//! A search runs a lazy DFA first, which visits each byte once, counts, and tells where the first match ends. The search for groups is
//! limited to that part. An iterator over all matches of `regex` may read up to the end of the text for each match; here the budget
//! ends that.

use crate::eval::{Budget, Exceeded};
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::meta::{BuildError, Config, Regex};
use regex_automata::nfa::thompson;
use regex_automata::util::captures::Captures;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input, Span};

/// The number of patterns that are kept. A pattern can be another one for each node.
const KEPT: usize = 64;

/// The bytes of the patterns that are kept, of which each takes several times its NFA.
const KEPT_BYTES: usize = 4 << 20;

/// The most bytes of a compiled pattern.
const SIZE: usize = 1 << 20;

/// The bytes in which a DFA keeps its states.
const CACHE: usize = 1 << 18;

/// The bytes of text after which the work of the DFA is counted.
const BLOCK: usize = 64;

/// The steps that a search takes for a block, in which two automata read each byte.
const BLOCK_STEPS: usize = 16;

/// The patterns that an evaluation has compiled.
#[derive(Debug, Default)]
pub(crate) struct Patterns {
    kept: Vec<Pattern>,
}

#[derive(Debug)]
pub(crate) struct Pattern {
    text: Box<str>,
    ignores_case: bool,
    regex: Regex,
    /// Without it, searches are counted at their worst.
    automaton: Option<(DFA, Cache)>,
    /// The states of the NFA, which bound the work for a byte.
    states: usize,
    bytes: usize,
}

/// The reason why there is no pattern.
pub(crate) enum PatternError {
    Invalid(String),
    Exceeded(Exceeded),
}

impl From<Exceeded> for PatternError {
    fn from(exceeded: Exceeded) -> PatternError {
        PatternError::Exceeded(exceeded)
    }
}

impl From<BuildError> for PatternError {
    fn from(error: BuildError) -> PatternError {
        PatternError::Invalid(match (error.syntax_error(), error.size_limit()) {
            (Some(error), _) => error.to_string(),
            (_, Some(_)) => format!("the compiled pattern has more than {SIZE} bytes"),
            _ => error.to_string(),
        })
    }
}

impl Patterns {
    /// Returns the compiled pattern.
    pub(crate) fn get(
        &mut self,
        text: &str,
        ignores_case: bool,
        budget: &mut Budget<'_>,
    ) -> Result<&mut Pattern, PatternError> {
        let known = self.kept.iter().position(|kept| *kept.text == *text && kept.ignores_case == ignores_case);
        if let Some(index) = known {
            return Ok(&mut self.kept[index]);
        }
        let compiled = Pattern::compile(text, ignores_case, budget)?;
        let bytes: usize = self.kept.iter().map(|kept| kept.bytes).sum();
        if self.kept.len() >= KEPT || bytes + compiled.bytes > KEPT_BYTES {
            self.kept.clear();
        }
        self.kept.push(compiled);
        let last = self.kept.len() - 1;
        Ok(&mut self.kept[last])
    }
}

impl Pattern {
    fn compile(text: &str, ignores_case: bool, budget: &mut Budget<'_>) -> Result<Pattern, PatternError> {
        budget.spend(256 * (1 + text.len() as u64))?;
        // A class such as `\w` or `[^a]` can have hundreds of ranges.
        let classes = text.bytes().filter(|byte| matches!(byte, b'\\' | b'[')).count();
        budget.hold(256 * text.len() + 4096 * classes)?;
        let syntax = syntax::Config::new().case_insensitive(ignores_case);
        let config = DFA::config().cache_capacity(CACHE).skip_cache_capacity_check(true).unicode_word_boundary(true);
        let nfa = thompson::Config::new().nfa_size_limit(Some(SIZE));
        let automaton = DFA::builder().configure(config).syntax(syntax).thompson(nfa).build(text).ok();
        let nfa = automaton.as_ref().map(DFA::get_nfa);
        let (states, bytes) = nfa.map_or((SIZE / 16, SIZE), |nfa| (nfa.states().len(), nfa.memory_usage()));
        budget.spend(4 * bytes as u64)?;
        let config = Config::new().nfa_size_limit(Some(SIZE)).hybrid_cache_capacity(CACHE);
        let regex = Regex::builder().configure(config).syntax(syntax).build(text)?;
        let automaton = automaton.map(|automaton| {
            let cache = automaton.create_cache();
            (automaton, cache)
        });
        Ok(Pattern { text: text.into(), ignores_case, regex, automaton, states, bytes })
    }

    /// Finds matches that do not overlap, at most a number of them.
    pub(crate) fn matches(&mut self, text: &str, most: usize, budget: &mut Budget<'_>) -> Result<Vec<Span>, Exceeded> {
        let mut found: Vec<Span> = Vec::new();
        let mut start = 0;
        while found.len() < most
            && let Some(span) = self.first_match(text, start, budget)?
        {
            budget.spend(1)?;
            // There is no empty match at the end of another match.
            let is_repeated = span.is_empty() && found.last().is_some_and(|last| last.end == span.end);
            if !is_repeated {
                budget.hold(size_of::<Span>())?;
                found.push(span);
            }
            start = span.end;
            if is_repeated {
                match text[start..].chars().next() {
                    Some(next) => start += next.len_utf8(),
                    None => break,
                }
            }
        }
        Ok(found)
    }

    fn first_match(&mut self, text: &str, start: usize, budget: &mut Budget<'_>) -> Result<Option<Span>, Exceeded> {
        let Some(end) = self.end_of_match(text, start, budget)? else { return Ok(None) };
        let input = Input::new(text);
        let found = self.regex.search(&input.clone().range(start..end));
        if found.is_none() && end < text.len() {
            // The DFA has found an empty match inside of a character.
            self.spend_at_worst(&text[start..], budget)?;
            return Ok(self.regex.search(&input.range(start..)).map(|found| found.span()));
        }
        Ok(found.map(|found| found.span()))
    }

    /// Returns where the first match from `start` on ends, or the end of the text if the DFA does not tell.
    fn end_of_match(&mut self, text: &str, start: usize, budget: &mut Budget<'_>) -> Result<Option<usize>, Exceeded> {
        if let Some((automaton, cache)) = &mut self.automaton
            && let Ok(mut state) = automaton.start_state_forward(cache, &Input::new(text).range(start..))
        {
            let mut end = None;
            let mut built = bytes_built(cache);
            let mut is_known = true;
            'blocks: for (index, block) in text.as_bytes()[start..].chunks(BLOCK).enumerate() {
                for (at, byte) in block.iter().enumerate() {
                    match automaton.next_state(cache, state, *byte) {
                        Ok(next) => state = next,
                        Err(_) => is_known = false,
                    }
                    if !is_known || state.is_tagged() {
                        is_known &= !state.is_quit();
                        if !is_known || state.is_dead() {
                            break 'blocks;
                        }
                        if state.is_match() {
                            // Matches are seen one byte late.
                            end = Some(start + index * BLOCK + at);
                        }
                    }
                }
                let before = built;
                built = bytes_built(cache);
                budget.spend((BLOCK_STEPS + built.saturating_sub(before) / 8) as u64)?;
            }
            budget.spend((BLOCK_STEPS + bytes_built(cache).saturating_sub(built) / 8) as u64)?;
            if is_known {
                if !state.is_dead() {
                    match automaton.next_eoi_state(cache, state) {
                        Ok(last) if last.is_match() => end = Some(text.len()),
                        Ok(_) => {}
                        Err(_) => end = Some(text.len()),
                    }
                }
                return Ok(end);
            }
        }
        self.spend_at_worst(&text[start..], budget)?;
        Ok(Some(text.len()))
    }

    /// Counts a search that may go to the end of a text and have many states at each byte, as one for `\b` between characters that are
    /// not ASCII.
    fn spend_at_worst(&self, text: &str, budget: &mut Budget<'_>) -> Result<(), Exceeded> {
        budget.spend(text.len() as u64 * (1 + self.states as u64 / 32))
    }

    /// Finds the groups of a match.
    pub(crate) fn groups(&self, text: &str, span: Span, budget: &mut Budget<'_>) -> Result<Captures, Exceeded> {
        budget.spend((1 + span.len() + self.states / 128) as u64)?;
        let mut captures = self.regex.create_captures();
        self.regex.search_captures(&Input::new(text).span(span).anchored(Anchored::Yes), &mut captures);
        Ok(captures)
    }
}

/// The bytes of all states that a DFA has built.
fn bytes_built(cache: &Cache) -> usize {
    cache.clear_count() * CACHE + cache.memory_usage()
}
