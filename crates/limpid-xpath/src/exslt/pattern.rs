//! Regular expressions whose work counts against the budget.
//!
//! A search first runs a lazy DFA, which reads each byte once, spends steps, and finds the end of the first match. The search for groups is
//! limited to the text before that end. An iterator of `regex` over all matches may read to the end of the text for each match; here the
//! budget limits this.

use crate::eval::{Budget, Exceeded};
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::meta::{BuildError, Config, Regex};
use regex_automata::nfa::thompson;
use regex_automata::util::captures::Captures;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input, Span};

/// The maximum number of cached patterns. An expression can compute a different pattern for each node.
const MAX_PATTERNS: usize = 64;

/// The maximum size of the NFAs of all cached patterns, in bytes. A pattern takes several times the memory of its NFA.
const MAX_CACHED_BYTES: usize = 4 << 20;

/// The maximum size of an NFA, in bytes.
const MAX_NFA_BYTES: usize = 1 << 20;

/// The maximum size of the cached states of a DFA, in bytes.
const DFA_CACHE_BYTES: usize = 1 << 18;

/// The number of bytes that the DFA reads before it spends steps.
const BLOCK: usize = 64;

/// The steps for a block. Each byte of it is read twice: by the lazy DFA, and by the following search for the match or its groups.
const BLOCK_STEPS: usize = 16;

#[derive(Debug, Default)]
pub(crate) struct Patterns {
    cached: Vec<Pattern>,
}

#[derive(Debug)]
pub(crate) struct Pattern {
    text: Box<str>,
    ignores_case: bool,
    regex: Regex,
    /// If `None`, each search spends the steps of the worst case.
    automaton: Option<(DFA, Cache)>,
    /// The number of states of the NFA, which limits the work for a byte.
    states: usize,
    /// The size of the NFA in bytes.
    bytes: usize,
}

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
            (Some(error), _) => {
                // The last line is the reason. The lines before it show the pattern.
                let message = error.to_string();
                message.rsplit_once("error: ").map_or(&*message, |(_, reason)| reason).to_owned()
            }
            (_, Some(_)) => format!("the compiled pattern needs more than {MAX_NFA_BYTES} bytes; simplify it"),
            _ => error.to_string(),
        })
    }
}

impl Patterns {
    /// Returns the compiled pattern, from the cache if possible.
    pub(crate) fn get(
        &mut self,
        text: &str,
        ignores_case: bool,
        budget: &mut Budget<'_>,
    ) -> Result<&mut Pattern, PatternError> {
        let known = self.cached.iter().position(|cached| *cached.text == *text && cached.ignores_case == ignores_case);
        if let Some(index) = known {
            return Ok(&mut self.cached[index]);
        }
        let compiled = Pattern::compile(text, ignores_case, budget)?;
        let bytes: usize = self.cached.iter().map(|cached| cached.bytes).sum();
        if self.cached.len() >= MAX_PATTERNS || bytes + compiled.bytes > MAX_CACHED_BYTES {
            self.cached.clear();
        }
        self.cached.push(compiled);
        let last = self.cached.len() - 1;
        Ok(&mut self.cached[last])
    }
}

impl Pattern {
    fn compile(text: &str, ignores_case: bool, budget: &mut Budget<'_>) -> Result<Pattern, PatternError> {
        budget.spend(256 * (1 + text.len() as u64))?;
        // A class such as `\w` or `[^a]` can have hundreds of ranges.
        let classes = text.bytes().filter(|byte| matches!(byte, b'\\' | b'[')).count();
        budget.hold(256 * text.len() + 4096 * classes)?;
        let syntax = syntax::Config::new().case_insensitive(ignores_case);
        let config =
            DFA::config().cache_capacity(DFA_CACHE_BYTES).skip_cache_capacity_check(true).unicode_word_boundary(true);
        let nfa = thompson::Config::new().nfa_size_limit(Some(MAX_NFA_BYTES));
        let automaton = DFA::builder().configure(config).syntax(syntax).thompson(nfa).build(text).ok();
        let nfa = automaton.as_ref().map(DFA::get_nfa);
        let (states, bytes) =
            nfa.map_or((MAX_NFA_BYTES / 16, MAX_NFA_BYTES), |nfa| (nfa.states().len(), nfa.memory_usage()));
        budget.spend(4 * bytes as u64)?;
        let config = Config::new().nfa_size_limit(Some(MAX_NFA_BYTES)).hybrid_cache_capacity(DFA_CACHE_BYTES);
        let regex = Regex::builder().configure(config).syntax(syntax).build(text)?;
        let automaton = automaton.map(|automaton| {
            let cache = automaton.create_cache();
            (automaton, cache)
        });
        Ok(Pattern { text: text.into(), ignores_case, regex, automaton, states, bytes })
    }

    /// Returns at most `max` matches, which do not overlap.
    pub(crate) fn matches(&mut self, text: &str, max: usize, budget: &mut Budget<'_>) -> Result<Vec<Span>, Exceeded> {
        let mut found: Vec<Span> = Vec::new();
        let mut start = 0;
        while found.len() < max
            && let Some(span) = self.first_match(text, start, budget)?
        {
            budget.spend(1)?;
            // An empty match at the end of the previous match does not count.
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
            // The DFA found an empty match inside a character.
            self.spend_at_worst(&text[start..], budget)?;
            return Ok(self.regex.search(&input.range(start..)).map(|found| found.span()));
        }
        Ok(found.map(|found| found.span()))
    }

    /// Returns the end of the first match that starts at `start` or later, or the end of the text if the DFA fails. Returns `None` if there is
    /// no match.
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
                            // The DFA reports a match one byte late.
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

    /// Spends the steps of a search that may read to the end of the text and have many states at each byte, such as a search for `\b` between
    /// non-ASCII characters.
    fn spend_at_worst(&self, text: &str, budget: &mut Budget<'_>) -> Result<(), Exceeded> {
        budget.spend(text.len() as u64 * (1 + self.states as u64 / 32))
    }

    pub(crate) fn groups(&self, text: &str, span: Span, budget: &mut Budget<'_>) -> Result<Captures, Exceeded> {
        budget.spend((1 + span.len() + self.states / 128) as u64)?;
        let mut captures = self.regex.create_captures();
        self.regex.search_captures(&Input::new(text).span(span).anchored(Anchored::Yes), &mut captures);
        Ok(captures)
    }
}

/// Returns the size of all states that a DFA has built, in bytes.
fn bytes_built(cache: &Cache) -> usize {
    cache.clear_count() * DFA_CACHE_BYTES + cache.memory_usage()
}
