//! The syntax tree of selectors, used for `Display`, equality and hashing, and as the source of the compiled form.

use super::css::{write_identifier, write_string};
use crate::pseudo_class::PseudoClass;
use core::fmt;
use limpid_dom::Namespace;

/// A comma-separated list of complex selectors. In a [forgiving](https://drafts.csswg.org/selectors-4/#forgiving-selector) list, invalid
/// ones are omitted.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct List(pub(crate) Box<[Complex]>);

/// Compound selectors with combinators between them, in source order.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Complex(pub(crate) Box<[Compound]>);

/// Simple selectors that must all match one element.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Compound {
    /// The combinator before the compound. `None` for the first one, except in an argument of `:has`.
    pub(crate) combinator: Option<Combinator>,
    pub(crate) simples: Box<[Simple]>,
}

/// The relation of an element to the element of the preceding compound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Combinator {
    Descendant,
    Child,
    NextSibling,
    SubsequentSibling,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Simple {
    /// The namespace of the following name or `*`, or of a compound without either.
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

/// The namespace of a type selector or an attribute.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Prefix {
    /// No prefix, or a prefix for the default namespace.
    Default(NamespaceUrl),
    /// An empty prefix: `|name`.
    None,
    /// `*`
    Any,
    Declared(Box<str>, NamespaceUrl),
}

/// A namespace, given by its URL.
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

    /// Returns whether this is the namespace of an element or attribute.
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
    /// [`Prefix::Any`] or [`Prefix::Declared`]; `None` means no namespace.
    pub(crate) prefix: Option<Prefix>,
    pub(crate) name: Box<str>,
    /// `None` if the attribute only has to exist.
    pub(crate) value: Option<AttributeValue>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct AttributeValue {
    pub(crate) operator: Operator,
    pub(crate) value: Box<str>,
    pub(crate) case: Case,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Operator {
    /// `=`: the attribute value equals the value in the selector.
    Equals,
    /// `~=`: one of the words of the attribute value equals the value in the selector.
    Includes,
    /// `|=`: the attribute value, or its part before a hyphen, equals the value in the selector.
    DashMatch,
    /// `^=`: the attribute value starts with the value in the selector.
    Prefix,
    /// `$=`: the attribute value ends with the value in the selector.
    Suffix,
    /// `*=`: the attribute value contains the value in the selector.
    Substring,
}

/// The comparison of ASCII letters in a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Case {
    /// Case-sensitive, without a flag.
    Sensitive,
    /// Case-sensitive, with the flag `s`.
    ExplicitlySensitive,
    /// Case-insensitive, with the flag `i`.
    Insensitive,
    /// Case-insensitive [on HTML elements in HTML
    /// documents](https://html.spec.whatwg.org/multipage/semantics-other.html#case-sensitivity-of-selectors).
    InsensitiveInHtml,
}

/// A pseudo-class that counts siblings, such as `:nth-child()`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Nth {
    /// The name in the source, in lowercase.
    pub(crate) name: &'static str,
    /// Whether only siblings of the same type are counted.
    pub(crate) is_of_type: bool,
    pub(crate) counts: Counts,
    /// The selectors after `of`: only elements that match one are counted.
    pub(crate) of: Option<List>,
}

/// The direction in which siblings are counted, and the positions that match.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Counts {
    First,
    Last,
    Only,
    FromStart(Formula),
    FromEnd(Formula),
}

/// `An+B`: the positions `step * n + offset` for all `n >= 0`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Formula {
    pub(crate) step: i32,
    pub(crate) offset: i32,
}

impl Formula {
    /// Returns whether a position, starting at 1, matches.
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

/// Serializes a compound [as CSSOM does](https://drafts.csswg.org/cssom/#serialize-a-selector): `*` only if it is the only simple selector
/// or has a namespace prefix.
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
