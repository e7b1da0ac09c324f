//! A compiled expression: flat lists of expressions and steps that refer to each other by index.

use crate::extension::ExtensionFunction;
use crate::functions::Function;
use crate::kind::Type;
use core::ops::Range;
use limpid_markup::LocalName;
use std::sync::Arc;

/// The index of an expression in [`Plan::expressions`].
pub(crate) type Id = u32;

#[derive(Debug)]
pub(crate) struct Plan {
    /// The source text, which errors quote.
    pub(crate) text: Box<str>,
    pub(crate) expressions: Vec<Node>,
    pub(crate) steps: Vec<Step>,
    pub(crate) variables: Vec<Box<str>>,
    pub(crate) extensions: Vec<Arc<ExtensionFunction>>,
    pub(crate) top: Id,
    /// Whether the value depends on nothing but the context node and its descendants.
    pub(crate) is_downward: bool,
    pub(crate) max_steps: Option<u64>,
}

impl Plan {
    /// Computes [`is_downward`](Self::is_downward).
    pub(crate) fn uses_only_subtree(&self) -> bool {
        let is_down = |step: &Step| {
            matches!(
                step.axis,
                Axis::Child | Axis::Descendant | Axis::DescendantOrSelf | Axis::Attribute | Axis::Itself
            )
        };
        let may_leave_subtree = |node: &Node| {
            matches!(
                node.expression,
                Expression::Path(Start::Root, _)
                    | Expression::Call(Function::Id | Function::Lang, _)
                    | Expression::Extension(..)
                    | Expression::Variable(_)
            )
        };
        self.steps.iter().all(is_down) && !self.expressions.iter().any(may_leave_subtree)
    }

    /// Whether the value of an expression depends on nothing but the context size.
    pub(crate) fn uses_only_size(&self, id: Id) -> bool {
        let facts = self.expressions[id as usize].facts;
        !facts.uses_context() && !facts.uses_position
    }

    /// Whether the value of an expression depends on the context position and nothing else.
    pub(crate) fn uses_only_position(&self, id: Id) -> bool {
        let facts = self.expressions[id as usize].facts;
        facts.uses_position && !facts.uses_context() && !facts.uses_last
    }

    /// Returns the comparison and the number if an expression compares the position with a number that depends on nothing but the size.
    pub(crate) fn position_comparison(&self, id: Id) -> Option<(Comparison, Id)> {
        let Expression::Comparisons(left, list) = &self.expressions[id as usize].expression else { return None };
        let [(comparison, right)] = list[..] else { return None };
        let is_position =
            |id: Id| matches!(self.expressions[id as usize].expression, Expression::Call(Function::Position, _));
        let is_number =
            |id: Id| self.uses_only_size(id) && self.expressions[id as usize].facts.kind == Some(Type::Number);
        [(*left, comparison, right), (right, comparison.reversed(), *left)]
            .into_iter()
            .find(|(position, _, number)| is_position(*position) && is_number(*number))
            .map(|(_, comparison, number)| (comparison, number))
    }

    /// Whether the positions for which an expression is true can be computed as ranges: see [`PredicateKind::Ranges`].
    pub(crate) fn has_ranges(&self, id: Id) -> bool {
        self.uses_only_size(id)
            || self.position_comparison(id).is_some()
            || match &self.expressions[id as usize].expression {
                Expression::Or(list) | Expression::And(list) => list.iter().all(|part| self.has_ranges(*part)),
                Expression::Call(Function::Not | Function::Boolean, arguments) => self.has_ranges(arguments[0]),
                _ => false,
            }
    }
}

/// An expression with facts that decide how it is evaluated.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) expression: Expression,
    pub(crate) facts: Facts,
    pub(crate) offset: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// The type of the value. `None` for variables and user-defined functions.
    pub(crate) kind: Option<Type>,
    /// The value is the same for all context nodes that have the same ancestor this many levels up. 0 if it depends on the context node
    /// itself, `u32::MAX` if it does not depend on the context node.
    pub(crate) level: u32,
    pub(crate) uses_position: bool,
    /// Whether the value depends on the context size.
    pub(crate) uses_last: bool,
    /// Whether the value is worth caching, because the expression contains a path with several steps or an axis with many nodes.
    pub(crate) is_expensive: bool,
}

impl Facts {
    pub(crate) fn constant(kind: Option<Type>) -> Facts {
        Facts { kind, level: u32::MAX, uses_position: false, uses_last: false, is_expensive: false }
    }

    pub(crate) fn with(mut self, part: Facts) -> Facts {
        self.level = self.level.min(part.level);
        self.uses_position |= part.uses_position;
        self.uses_last |= part.uses_last;
        self.is_expensive |= part.is_expensive;
        self
    }

    pub(crate) fn is_constant(self) -> bool {
        !(self.uses_context() | self.uses_position | self.uses_last)
    }

    pub(crate) fn uses_context(self) -> bool {
        self.level != u32::MAX
    }
}

#[derive(Debug)]
pub(crate) enum Expression {
    Number(f64),
    Literal(Box<str>),
    /// An index into [`Plan::variables`].
    Variable(u32),
    Or(Vec<Id>),
    And(Vec<Id>),
    /// Comparisons from left to right.
    Comparisons(Id, Vec<(Comparison, Id)>),
    /// Calculations from left to right.
    Calculations(Id, Vec<(Calculation, Id)>),
    Negation(Id),
    Union(Vec<Id>),
    Call(Function, Vec<Id>),
    /// An index into [`Plan::extensions`], and the arguments.
    Extension(u32, Vec<Id>),
    Path(Start, Range<u32>),
    Filter(Id, Vec<Predicate>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    Root,
    Context,
    Expression(Id),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    /// Returns the equivalent comparison with the operands swapped.
    pub(crate) fn reversed(self) -> Comparison {
        match self {
            Comparison::Equal | Comparison::NotEqual => self,
            Comparison::Less => Comparison::Greater,
            Comparison::LessOrEqual => Comparison::GreaterOrEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterOrEqual => Comparison::LessOrEqual,
        }
    }

    pub(crate) fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::Less => left < right,
            Comparison::LessOrEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterOrEqual => left >= right,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Calculation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) axis: Axis,
    pub(crate) test: NodeTest,
    pub(crate) predicates: Vec<Predicate>,
    /// The attribute `id` or `class`, and the value that it must have for a node to meet the predicates.
    pub(crate) value: Option<(LocalName, Box<str>)>,
}

impl Step {
    pub(crate) fn to_all(axis: Axis) -> Step {
        Step { axis, test: NodeTest::Node, predicates: Vec::new(), value: None }
    }

    /// Whether the step leads to all nodes on its axis.
    pub(crate) fn is_to_all(&self) -> bool {
        self.test == NodeTest::Node && self.predicates.is_empty()
    }

    /// Whether a predicate may depend on the position among the nodes of the step.
    pub(crate) fn is_positional(&self) -> bool {
        self.predicates.iter().any(|predicate| predicate.kind != PredicateKind::Boolean)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Predicate {
    pub(crate) expression: Id,
    pub(crate) kind: PredicateKind,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum PredicateKind {
    /// A condition that does not depend on the position.
    Boolean,
    /// A position, or comparisons of the position with numbers, joined by `and`, `or` and `not()`, where all numbers depend on nothing but
    /// the size.
    Ranges,
    /// Any other expression, which may depend on the position.
    General,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Axis {
    Child,
    Descendant,
    Parent,
    Ancestor,
    FollowingSibling,
    PrecedingSibling,
    Following,
    Preceding,
    Attribute,
    Namespace,
    Itself,
    DescendantOrSelf,
    AncestorOrSelf,
}

impl Axis {
    pub(crate) const NAMES: [(&'static str, Axis); 13] = [
        ("child", Axis::Child),
        ("descendant", Axis::Descendant),
        ("parent", Axis::Parent),
        ("ancestor", Axis::Ancestor),
        ("following-sibling", Axis::FollowingSibling),
        ("preceding-sibling", Axis::PrecedingSibling),
        ("following", Axis::Following),
        ("preceding", Axis::Preceding),
        ("attribute", Axis::Attribute),
        ("namespace", Axis::Namespace),
        ("self", Axis::Itself),
        ("descendant-or-self", Axis::DescendantOrSelf),
        ("ancestor-or-self", Axis::AncestorOrSelf),
    ];

    /// Whether positions on the axis count in document order.
    pub(crate) fn is_forward(self) -> bool {
        !matches!(self, Axis::Parent | Axis::Ancestor | Axis::AncestorOrSelf | Axis::Preceding | Axis::PrecedingSibling)
    }

    /// Whether a list of all candidates makes it faster to find nodes by position.
    pub(crate) fn has_candidates(self) -> bool {
        !(self.is_short() || self == Axis::Namespace)
    }

    /// Whether the axis has few nodes, which are found without a search.
    pub(crate) fn is_short(self) -> bool {
        matches!(self, Axis::Attribute | Axis::Itself | Axis::Parent)
    }
}

/// A node test with a resolved prefix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NodeTest {
    Node,
    Text,
    Comment,
    Instruction(Option<Box<str>>),
    /// `*`
    Any,
    /// `prefix:*`
    InNamespace(Box<str>),
    /// The namespace if there is a prefix, and the local name.
    Name(Option<Box<str>>, Box<str>),
}
