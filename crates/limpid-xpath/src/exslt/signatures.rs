//! The names of EXSLT's functions.

use crate::functions::{Exslt, Function, Signature, signature};
use crate::kind::Type;

pub(crate) const PREFIXES: [(&str, &str); 3] = [("re", REGEXP), ("set", SETS), ("str", STRINGS)];

const REGEXP: &str = "http://exslt.org/regular-expressions";
const SETS: &str = "http://exslt.org/sets";
const STRINGS: &str = "http://exslt.org/strings";

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

pub(crate) fn library(url: &str) -> &'static [Signature] {
    match url {
        REGEXP => IN_REGEXP,
        SETS => IN_SETS,
        STRINGS => IN_STRINGS,
        _ => &[],
    }
}
