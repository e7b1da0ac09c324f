//! EXSLT's functions on regular expressions, sets and strings, and the patterns that are compiled.

mod regexp;
mod sets;
pub(crate) mod signatures;
mod strings;

use regex::{Regex, RegexBuilder};
use std::collections::HashMap;

#[derive(Debug, Default)]
pub(crate) struct Patterns {
    known: HashMap<(String, bool), Regex>,
}

/// The number of patterns that are kept. A pattern can be another one for each node.
const KEPT: usize = 64;

impl Patterns {
    /// The compiled pattern, or the reason why it is none.
    pub(crate) fn get(&mut self, pattern: &str, ignores_case: bool) -> Result<Regex, String> {
        let key = (pattern.to_owned(), ignores_case);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let compiled = RegexBuilder::new(pattern).case_insensitive(ignores_case).size_limit(1 << 20).build();
        let compiled = compiled.map_err(|error| error.to_string())?;
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        self.known.insert(key, compiled.clone());
        Ok(compiled)
    }
}
