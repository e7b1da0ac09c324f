//! EXSLT's functions on regular expressions, sets and strings: their names, and the patterns that are compiled.

mod regexp;
mod sets;
mod strings;

use crate::functions::{Function, Signature, signature};
use crate::plan::Type;
use regex::{Regex, RegexBuilder};
use std::collections::HashMap;

/// The prefixes with their namespaces.
pub(crate) const PREFIXES: [(&str, &str); 3] = [("re", REGEXP), ("set", SETS), ("str", STRINGS)];

const REGEXP: &str = "http://exslt.org/regular-expressions";
const SETS: &str = "http://exslt.org/sets";
const STRINGS: &str = "http://exslt.org/strings";

/// A function of EXSLT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exslt {
    Test,
    Match,
    ReplacePattern,
    Difference,
    Intersection,
    Distinct,
    HasSameNode,
    Leading,
    Trailing,
    Tokenize,
    Split,
    Join,
    Replace,
    Padding,
    Align,
    EncodeUri,
    DecodeUri,
}

const fn of(
    name: &'static str,
    function: Exslt,
    arguments: (usize, usize),
    takes_nodes: bool,
    kind: Type,
) -> Signature {
    signature(name, Function::Exslt(function), arguments, takes_nodes, kind)
}

const IN_REGEXP: &[Signature] = &[
    of("test", Exslt::Test, (2, 3), false, Type::Boolean),
    of("match", Exslt::Match, (2, 3), false, Type::Nodes),
    of("replace", Exslt::ReplacePattern, (4, 4), false, Type::Text),
];

const IN_SETS: &[Signature] = &[
    of("difference", Exslt::Difference, (2, 2), true, Type::Nodes),
    of("intersection", Exslt::Intersection, (2, 2), true, Type::Nodes),
    of("distinct", Exslt::Distinct, (1, 1), true, Type::Nodes),
    of("has-same-node", Exslt::HasSameNode, (2, 2), true, Type::Boolean),
    of("leading", Exslt::Leading, (2, 2), true, Type::Nodes),
    of("trailing", Exslt::Trailing, (2, 2), true, Type::Nodes),
];

const IN_STRINGS: &[Signature] = &[
    of("tokenize", Exslt::Tokenize, (1, 2), false, Type::Nodes),
    of("split", Exslt::Split, (1, 2), false, Type::Nodes),
    of("concat", Exslt::Join, (1, 1), true, Type::Text),
    of("replace", Exslt::Replace, (3, 3), false, Type::Text),
    of("padding", Exslt::Padding, (1, 2), false, Type::Text),
    of("align", Exslt::Align, (2, 3), false, Type::Text),
    of("encode-uri", Exslt::EncodeUri, (2, 3), false, Type::Text),
    of("decode-uri", Exslt::DecodeUri, (1, 2), false, Type::Text),
];

/// The functions in a namespace.
pub(crate) fn library(url: &str) -> &'static [Signature] {
    match url {
        REGEXP => IN_REGEXP,
        SETS => IN_SETS,
        STRINGS => IN_STRINGS,
        _ => &[],
    }
}

/// Patterns that were compiled.
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
