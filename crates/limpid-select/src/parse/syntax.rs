//! Selectors as they are written, parsed: what `Display`, equality and hashing go by, and what is compiled.

use super::css::{write_identifier, write_string};
use crate::pseudo_class::PseudoClass;
use core::fmt;
use limpid_dom::Namespace;

/// Complex selectors with commas between them. Those that a [forgiving](https://drafts.csswg.org/selectors-4/#forgiving-selector)
/// list does not take are left out.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct List(pub(crate) Box<[Complex]>);

/// Compound selectors with combinators between them, in the order of the text.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Complex(pub(crate) Box<[Compound]>);

/// Simple selectors that one element has to meet all of.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Compound {
    /// The combinator before it; that of the first is `None` but in the argument of `:has`.
    pub(crate) combinator: Option<Combinator>,
    pub(crate) simples: Box<[Simple]>,
}

/// The relation of a compound's element to that of the preceding compound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Combinator {
    Descendant,
    Child,
    NextSibling,
    SubsequentSibling,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Simple {
    /// The namespace of a name or `*`, which comes next, or of a compound without either.
    Namespace(Prefix),
    /// `*`
    Universal,
    Name(Box<str>),
    Id(Box<str>),
    Class(Box<str>),
    Attribute(Box<Attribute>),
    Root,
    Empty,
    Scope,
    Nth(Box<Nth>),
    Is(List),
    Where(List),
    Not(List),
    Has(List),
    Contains(Box<str>),
    PseudoClass(Box<PseudoClass>),
}

/// The part before `|`, present or not.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Prefix {
    /// Nothing, or a prefix that stands for the default namespace.
    Default(NamespaceUrl),
    /// Nothing, and a bar.
    None,
    /// `*`
    Any,
    Declared(Box<str>, NamespaceUrl),
}

/// A namespace; none by default.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct NamespaceUrl {
    namespace: Namespace,
    /// The URL of [`Namespace::Other`].
    other: Box<str>,
}

impl NamespaceUrl {
    pub(crate) fn none() -> NamespaceUrl {
        NamespaceUrl::from(Namespace::None)
    }

    pub(crate) fn from_url(url: &str) -> NamespaceUrl {
        let namespace = Namespace::from_url(url);
        NamespaceUrl { namespace, other: if namespace == Namespace::Other { url.into() } else { "".into() } }
    }

    /// Returns whether it is the namespace of an element or an attribute.
    pub(crate) fn is<'t>(&self, namespace: Namespace, url: impl FnOnce() -> &'t str) -> bool {
        self.namespace == namespace && (namespace != Namespace::Other || *self.other == *url())
    }
}

impl From<Namespace> for NamespaceUrl {
    fn from(namespace: Namespace) -> NamespaceUrl {
        NamespaceUrl { namespace, other: "".into() }
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Attribute {
    /// [`Prefix::Any`] or [`Prefix::Declared`]; no namespace without.
    pub(crate) prefix: Option<Prefix>,
    pub(crate) name: Box<str>,
    /// `None` if it need only be there.
    pub(crate) value: Option<AttributeValue>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct AttributeValue {
    pub(crate) operator: Operator,
    pub(crate) value: Box<str>,
    pub(crate) case: Case,
}

/// The comparison of an attribute's value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Operator {
    /// `=`: is the value.
    Equals,
    /// `~=`: is one of the words.
    Includes,
    /// `|=`: is the value, or its start before a hyphen.
    DashMatch,
    /// `^=`: starts the value.
    Prefix,
    /// `$=`: ends the value.
    Suffix,
    /// `*=`: occurs in the value.
    Substring,
}

/// Whether the case of ASCII letters matters in a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Case {
    /// It does, in want of a flag.
    Sensitive,
    /// It does: the flag `s`.
    ExplicitlySensitive,
    /// It does not: the flag `i`.
    Insensitive,
    /// It does not on HTML elements in HTML documents, as the [HTML
    /// Standard](https://html.spec.whatwg.org/multipage/semantics-other.html#case-sensitivity-of-selectors) has it.
    InsensitiveInHtml,
}

/// A pseudo-class that counts siblings.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Nth {
    /// The name that it is written with.
    pub(crate) name: &'static str,
    /// Whether elements of other types are not counted.
    pub(crate) is_of_type: bool,
    pub(crate) counts: Counts,
    /// The selectors after `of`, of the elements that count.
    pub(crate) of: Option<List>,
}

/// From where siblings are counted, and up to where.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Counts {
    First,
    Last,
    Only,
    FromStart(Formula),
    FromEnd(Formula),
}

/// `An+B`: the positions `step` × n + `offset` for n from 0 on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Formula {
    pub(crate) step: i32,
    pub(crate) offset: i32,
}

impl Formula {
    /// Returns whether a position, from 1, is one of these.
    pub(crate) fn matches(self, position: i32) -> bool {
        let ahead = i64::from(position) - i64::from(self.offset);
        match i64::from(self.step) {
            0 => ahead == 0,
            step => ahead % step == 0 && ahead / step >= 0,
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.step, self.offset) {
            (0, offset) => return write!(out, "{offset}"),
            (1, _) => out.write_str("n")?,
            (-1, _) => out.write_str("-n")?,
            (step, _) => write!(out, "{step}n")?,
        }
        if self.offset == 0 { Ok(()) } else { write!(out, "{:+}", self.offset) }
    }
}

impl fmt::Display for List {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, complex) in self.0.iter().enumerate() {
            if index != 0 {
                out.write_str(", ")?;
            }
            for (index, compound) in complex.0.iter().enumerate() {
                let space = if index == 0 { "" } else { " " };
                match compound.combinator {
                    None => {}
                    Some(Combinator::Descendant) => out.write_str(space)?,
                    Some(Combinator::Child) => write!(out, "{space}> ")?,
                    Some(Combinator::NextSibling) => write!(out, "{space}+ ")?,
                    Some(Combinator::SubsequentSibling) => write!(out, "{space}~ ")?,
                }
                write!(out, "{compound}")?;
            }
        }
        Ok(())
    }
}

/// Writes a compound as [CSSOM](https://drafts.csswg.org/cssom/#serialize-a-selector) has it: `*` only where it is all, or
/// has a namespace of its own.
impl fmt::Display for Compound {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (namespace, rest) = match &*self.simples {
            [Simple::Namespace(prefix), rest @ ..] => (Some(prefix), rest),
            all => (None, all),
        };
        let is_implied = matches!(namespace, None | Some(Prefix::Default(_)));
        if let Some(namespace) = namespace {
            write!(out, "{namespace}")?;
        }
        for simple in rest {
            if *simple != Simple::Universal || !is_implied || rest.len() == 1 {
                write!(out, "{simple}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Prefix::Default(_) => Ok(()),
            Prefix::None => out.write_str("|"),
            Prefix::Any => out.write_str("*|"),
            Prefix::Declared(prefix, _) => {
                write_identifier(out, prefix)?;
                out.write_str("|")
            }
        }
    }
}

impl fmt::Display for Simple {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Simple::Namespace(prefix) => prefix.fmt(out),
            Simple::Universal => out.write_str("*"),
            Simple::Name(name) => write_identifier(out, name),
            Simple::Id(id) => {
                out.write_str("#")?;
                write_identifier(out, id)
            }
            Simple::Class(class) => {
                out.write_str(".")?;
                write_identifier(out, class)
            }
            Simple::Attribute(attribute) => attribute.fmt(out),
            Simple::Root => out.write_str(":root"),
            Simple::Empty => out.write_str(":empty"),
            Simple::Scope => out.write_str(":scope"),
            Simple::Nth(nth) => nth.fmt(out),
            Simple::Is(list) => write!(out, ":is({list})"),
            Simple::Where(list) => write!(out, ":where({list})"),
            Simple::Not(list) => write!(out, ":not({list})"),
            Simple::Has(list) => write!(out, ":has({list})"),
            Simple::Contains(text) => {
                out.write_str(":contains(")?;
                write_string(out, text)?;
                out.write_str(")")
            }
            Simple::PseudoClass(class) => class.fmt(out),
        }
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("[")?;
        if let Some(prefix) = &self.prefix {
            prefix.fmt(out)?;
        }
        write_identifier(out, &self.name)?;
        if let Some(AttributeValue { operator, value, case }) = &self.value {
            out.write_str(match operator {
                Operator::Equals => "=",
                Operator::Includes => "~=",
                Operator::DashMatch => "|=",
                Operator::Prefix => "^=",
                Operator::Suffix => "$=",
                Operator::Substring => "*=",
            })?;
            write_string(out, value)?;
            out.write_str(match case {
                Case::Sensitive | Case::InsensitiveInHtml => "",
                Case::ExplicitlySensitive => " s",
                Case::Insensitive => " i",
            })?;
        }
        out.write_str("]")
    }
}

impl fmt::Display for Nth {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, ":{}", self.name)?;
        let (Counts::FromStart(formula) | Counts::FromEnd(formula)) = self.counts else { return Ok(()) };
        match &self.of {
            Some(of) => write!(out, "({formula} of {of})"),
            None => write!(out, "({formula})"),
        }
    }
}
