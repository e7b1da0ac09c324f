//! The signatures of EXSLT's functions.

use crate::functions::{Exslt, Function, Signature, signature};
use crate::kind::Type;

pub(crate) const PREFIXES: [(&str, &str); 3] = [("re", REGEXP), ("set", SETS), ("str", STRINGS)];

const REGEXP: &str = "http://exslt.org/regular-expressions";
const SETS: &str = "http://exslt.org/sets";
const STRINGS: &str = "http://exslt.org/strings";

const fn exslt(
    name: &'static str,
    function: Exslt,
    arguments: (usize, usize),
    takes_nodes: bool,
    kind: Type,
) -> Signature {
    signature(name, Function::Exslt(function), arguments, takes_nodes, kind)
}

const IN_REGEXP: &[Signature] = &[
    exslt("test", Exslt::Test, (2, 3), false, Type::Boolean),
    exslt("match", Exslt::Match, (2, 3), false, Type::Nodes),
    exslt("replace", Exslt::ReplacePattern, (4, 4), false, Type::Text),
];

const IN_SETS: &[Signature] = &[
    exslt("difference", Exslt::Difference, (2, 2), true, Type::Nodes),
    exslt("intersection", Exslt::Intersection, (2, 2), true, Type::Nodes),
    exslt("distinct", Exslt::Distinct, (1, 1), true, Type::Nodes),
    exslt("has-same-node", Exslt::HasSameNode, (2, 2), true, Type::Boolean),
    exslt("leading", Exslt::Leading, (2, 2), true, Type::Nodes),
    exslt("trailing", Exslt::Trailing, (2, 2), true, Type::Nodes),
];

const IN_STRINGS: &[Signature] = &[
    exslt("tokenize", Exslt::Tokenize, (1, 2), false, Type::Nodes),
    exslt("split", Exslt::Split, (1, 2), false, Type::Nodes),
    exslt("concat", Exslt::Join, (1, 1), true, Type::Text),
    exslt("replace", Exslt::Replace, (3, 3), false, Type::Text),
    exslt("padding", Exslt::Padding, (1, 2), false, Type::Text),
    exslt("align", Exslt::Align, (2, 3), false, Type::Text),
    exslt("encode-uri", Exslt::EncodeUri, (2, 3), false, Type::Text),
    exslt("decode-uri", Exslt::DecodeUri, (1, 2), false, Type::Text),
];

/// Returns the functions in a namespace.
pub(crate) fn library(url: &str) -> &'static [Signature] {
    match url {
        REGEXP => IN_REGEXP,
        SETS => IN_SETS,
        STRINGS => IN_STRINGS,
        _ => &[],
    }
}
