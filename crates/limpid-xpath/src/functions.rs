//! The built-in functions and their signatures.

use crate::kind::Type;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Function {
    Last,
    Position,
    Count,
    Id,
    LocalName,
    NamespaceUri,
    Name,
    String,
    Concat,
    StartsWith,
    Contains,
    SubstringBefore,
    SubstringAfter,
    Substring,
    StringLength,
    NormalizeSpace,
    Translate,
    Boolean,
    Not,
    True,
    False,
    Lang,
    Number,
    Sum,
    Floor,
    Ceiling,
    Round,
    #[cfg(feature = "exslt")]
    Exslt(Exslt),
}

#[cfg(feature = "exslt")]
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

pub(crate) struct Signature {
    pub(crate) name: &'static str,
    pub(crate) function: Function,
    pub(crate) min_arguments: usize,
    pub(crate) max_arguments: usize,
    /// Whether all arguments must be node-sets.
    pub(crate) takes_nodes: bool,
    /// The type of the result.
    pub(crate) kind: Type,
}

pub(crate) const fn signature(
    name: &'static str,
    function: Function,
    (min_arguments, max_arguments): (usize, usize),
    takes_nodes: bool,
    kind: Type,
) -> Signature {
    Signature { name, function, min_arguments, max_arguments, takes_nodes, kind }
}

/// The [core function library](https://www.w3.org/TR/1999/REC-xpath-19991116/#corelib), in the order of the specification.
pub(crate) const CORE: &[Signature] = &[
    signature("last", Function::Last, (0, 0), false, Type::Number),
    signature("position", Function::Position, (0, 0), false, Type::Number),
    signature("count", Function::Count, (1, 1), true, Type::Number),
    signature("id", Function::Id, (1, 1), false, Type::Nodes),
    signature("local-name", Function::LocalName, (0, 1), true, Type::Text),
    signature("namespace-uri", Function::NamespaceUri, (0, 1), true, Type::Text),
    signature("name", Function::Name, (0, 1), true, Type::Text),
    signature("string", Function::String, (0, 1), false, Type::Text),
    signature("concat", Function::Concat, (2, usize::MAX), false, Type::Text),
    signature("starts-with", Function::StartsWith, (2, 2), false, Type::Boolean),
    signature("contains", Function::Contains, (2, 2), false, Type::Boolean),
    signature("substring-before", Function::SubstringBefore, (2, 2), false, Type::Text),
    signature("substring-after", Function::SubstringAfter, (2, 2), false, Type::Text),
    signature("substring", Function::Substring, (2, 3), false, Type::Text),
    signature("string-length", Function::StringLength, (0, 1), false, Type::Number),
    signature("normalize-space", Function::NormalizeSpace, (0, 1), false, Type::Text),
    signature("translate", Function::Translate, (3, 3), false, Type::Text),
    signature("boolean", Function::Boolean, (1, 1), false, Type::Boolean),
    signature("not", Function::Not, (1, 1), false, Type::Boolean),
    signature("true", Function::True, (0, 0), false, Type::Boolean),
    signature("false", Function::False, (0, 0), false, Type::Boolean),
    signature("lang", Function::Lang, (1, 1), false, Type::Boolean),
    signature("number", Function::Number, (0, 1), false, Type::Number),
    signature("sum", Function::Sum, (1, 1), true, Type::Number),
    signature("floor", Function::Floor, (1, 1), false, Type::Number),
    signature("ceiling", Function::Ceiling, (1, 1), false, Type::Number),
    signature("round", Function::Round, (1, 1), false, Type::Number),
];

impl Function {
    /// Whether a call without arguments uses the context node as its argument.
    pub(crate) fn defaults_to_context(self) -> bool {
        matches!(
            self,
            Function::LocalName
                | Function::NamespaceUri
                | Function::Name
                | Function::String
                | Function::StringLength
                | Function::NormalizeSpace
                | Function::Number
        )
    }
}
