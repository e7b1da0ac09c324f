//! The evaluation of a plan: set by set along paths, node by node in predicates until sets are cheaper.

mod anchors;
mod axes;
mod budget;
mod call;
mod candidates;
mod compare;
mod exists;
mod first_of_each;
mod namespaces;
mod positions;
mod steps;
mod texts;
mod values;

use crate::bits::Bits;
use crate::error::{XPathError, XPathErrorCode};
use crate::functions::Function;
use crate::item::Item;
use crate::kind::Type;
use crate::name_test::DocumentTest;
use crate::node::XPathNode;
use crate::plan::{Calculation, Expression, Id, Plan, Predicate, PredicateKind};
use crate::tree::Tree;
use crate::value::XPathValue;
use candidates::Candidates;
use compare::{Condition, is_true};
use core::cell::OnceCell;
use first_of_each::Index;
use limpid_markup::NameHashState;
use namespaces::Namespaces;
use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;
use texts::Texts;

/// The bytes of a node that a function made, without its text: in the list, in a set and in the result.
pub(crate) const MADE: usize = 128;

/// A value during an evaluation. Nodes are in document order, each once.
#[derive(Clone, Debug)]
pub(crate) enum Value<'e> {
    Nodes(Rc<Vec<Item>>),
    Number(f64),
    Text(Cow<'e, str>),
    Boolean(bool),
}

impl Value<'_> {
    /// The bytes of memory that it takes.
    fn bytes(&self) -> usize {
        match self {
            Value::Nodes(nodes) => nodes.len() * size_of::<Item>(),
            Value::Text(text) => bytes_of(text),
            Value::Number(_) | Value::Boolean(_) => 0,
        }
    }
}

/// The bytes of memory that a string takes if it is not a part of the document.
#[expect(clippy::ptr_arg, reason = "a borrowed string takes no memory")]
pub(crate) fn bytes_of(text: &Cow<'_, str>) -> usize {
    match text {
        Cow::Borrowed(_) => 0,
        Cow::Owned(text) => text.len(),
    }
}

/// A context: the node, its position from 1 on, and the size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    pub(crate) item: Item,
    pub(crate) position: usize,
    pub(crate) size: usize,
}

impl Context {
    /// The context of an expression that does not depend on the position.
    pub(crate) fn at(item: Item) -> Context {
        Context { item, position: 1, size: 1 }
    }
}

pub(crate) use budget::{Budget, Exceeded, TEXT};

pub(crate) type Evaluated<T> = Result<T, XPathError>;

/// The knowledge about an expression that an evaluation gains.
#[derive(Debug, Default)]
struct State<'e> {
    /// The truth of a predicate at each node, or each position, where it was asked for.
    known: Option<(Bits, Bits)>,
    /// The strings of a path on an axis before or after a node; `None` if they take too much memory.
    index_of_axis: Option<Option<Rc<Index<'e>>>>,
    /// The places in the text of the tree at which its value begins, which is a constant string.
    places: Option<Vec<usize>>,
    /// The positions that meet it, if it is a predicate, among as many as it was last asked for.
    ranges: Option<(usize, Rc<[positions::Range]>)>,
}

/// The knowledge about a path to nodes that meet a condition.
#[derive(Debug, Default)]
struct Search {
    /// The nodes that were looked at to find whether the path leads to one.
    spent: u64,
    /// The nodes from which it does.
    origins: Option<Bits>,
}

/// The knowledge about a step that an evaluation gains.
#[derive(Debug, Default)]
struct Walk {
    /// The nodes that were looked at from one node after the other.
    spent: u64,
    candidates: Option<Rc<Candidates>>,
}

pub(crate) struct Evaluator<'e, 'd> {
    pub(crate) plan: &'e Plan,
    tree: &'e Tree<'d>,
    tests: Vec<DocumentTest<'e>>,
    variables: Vec<Option<Value<'e>>>,
    /// The knowledge about each expression.
    states: Vec<State<'e>>,
    /// The knowledge about each step.
    walks: Vec<Walk>,
    /// The values of expressions for each anchor, or for 0 if they do not depend on the context.
    values: HashMap<(Id, u32), Value<'e>, NameHashState>,
    /// The conditions that the values for each anchor make in comparisons with a number, or with a string or nodes.
    conditions: HashMap<(Id, u32, bool), Rc<Condition>, NameHashState>,
    /// The results of comparisons of two expressions, for the anchors of both.
    comparisons: HashMap<[(Id, u32); 2], bool, NameHashState>,
    /// The knowledge about each path, with the expression that makes the condition, or with the path if any node meets it.
    searches: HashMap<(Id, Id), Search, NameHashState>,
    namespaces: Namespaces<'d>,
    /// The nodes that functions made: name and text.
    pub(crate) made: Vec<(&'static str, Box<str>)>,
    /// The number of those in variables and in the values of constant expressions, which stay until the evaluation ends.
    made_to_stay: usize,
    #[cfg(feature = "exslt")]
    pub(crate) patterns: crate::exslt::Patterns,
    /// The first element with each `id`.
    ids: Option<HashMap<&'e str, Item>>,
    /// The nearest rank from each rank up with an `xml:lang`.
    languages: Option<Vec<u32>>,
    /// The text of the tree, once string-values were made of many nodes.
    texts: &'e OnceCell<Texts>,
    pub(crate) budget: Budget<'e>,
    /// The nodes and texts that were looked at to make string-values.
    spent_on_texts: u64,
    /// The memory of a string that is not needed any more.
    spare: String,
    /// Empty sets of nodes of the tree, whose memory is used again.
    spare_bits: Vec<Bits>,
}

/// The memory in use before a subexpression is evaluated.
#[derive(Clone, Copy)]
struct Mark {
    held: usize,
    made: usize,
}

pub(crate) fn evaluate<'d>(
    plan: &Plan,
    context: &XPathNode<'d>,
    variables: &[(&str, XPathValue<'d>)],
) -> Result<XPathValue<'d>, XPathError> {
    let node = match context {
        XPathNode::Node(node) => *node,
        XPathNode::Attribute { owner, .. } | XPathNode::Namespace { owner, .. } => *owner,
        XPathNode::Made { .. } => {
            let message = "a node that a function made is in no tree; take a node of a document".to_owned();
            return Err(XPathError::new(&plan.text, 0, XPathErrorCode::ForeignNode, message));
        }
    };
    let (tree, texts) = (Tree::new(node, plan.is_downward), OnceCell::new());
    let document = node.document();
    let size = document.node_count() + document.text_bytes() / TEXT;
    let parts = plan.expressions.len() + plan.steps.len();
    let mut evaluator = Evaluator {
        plan,
        tree: &tree,
        tests: plan.steps.iter().map(|step| DocumentTest::new(&step.test, node.document())).collect(),
        variables: Vec::new(),
        states: Vec::new(),
        walks: Vec::new(),
        values: HashMap::default(),
        conditions: HashMap::default(),
        comparisons: HashMap::default(),
        searches: HashMap::default(),
        namespaces: Namespaces::default(),
        made: Vec::new(),
        made_to_stay: 0,
        #[cfg(feature = "exslt")]
        patterns: crate::exslt::Patterns::default(),
        ids: None,
        languages: None,
        texts: &texts,
        budget: Budget::new(&tree, size, parts, plan.max_steps),
        spent_on_texts: 0,
        spare: String::new(),
        spare_bits: Vec::new(),
    };
    evaluator.states.resize_with(plan.expressions.len(), State::default);
    evaluator.walks.resize_with(plan.steps.len(), Walk::default);
    for name in &plan.variables {
        let value = variables.iter().find(|(known, _)| **known == **name);
        let value = value.map(|(_, value)| evaluator.value_from(value, 0)).transpose()?;
        evaluator.variables.push(value);
    }
    let item = evaluator.item_from(context, 0)?;
    evaluator.made_to_stay = evaluator.made.len();
    let value = evaluator.value(plan.top, Context::at(item))?;
    // With the values that are kept goes the other owner of the nodes.
    evaluator.values.clear();
    Ok(evaluator.value_for_program(value))
}

impl<'e, 'd> Evaluator<'e, 'd> {
    pub(crate) fn error(&self, offset: u32, code: XPathErrorCode, message: String) -> XPathError {
        XPathError::new(&self.plan.text, offset as usize, code, message)
    }

    #[inline]
    pub(crate) fn spend(&mut self, steps: u64) -> Evaluated<()> {
        self.budget.spend(steps).map_err(|exceeded| self.over_budget(exceeded))
    }

    /// Counts a string that is built or read.
    #[inline]
    pub(crate) fn spend_on(&mut self, text: &str) -> Evaluated<()> {
        self.spend((text.len() / TEXT) as u64)
    }

    /// Counts bytes of a value until the subexpression that is being evaluated has its value.
    #[inline]
    pub(crate) fn hold(&mut self, bytes: usize) -> Evaluated<()> {
        self.budget.hold(bytes).map_err(|exceeded| self.over_budget(exceeded))
    }

    #[cold]
    pub(crate) fn over_budget(&self, exceeded: Exceeded) -> XPathError {
        let Budget { most_steps, most_bytes, .. } = self.budget;
        let reason = match exceeded {
            Exceeded::Steps => format!("takes more than {most_steps} steps"),
            Exceeded::Bytes => format!("needs more than {most_bytes} bytes of memory for its values"),
        };
        let message = format!("the evaluation {reason}; simplify the expression, or allow more with `max_steps`");
        self.error(0, XPathErrorCode::StepLimit, message)
    }

    #[inline]
    fn enter(&mut self) -> Evaluated<Mark> {
        self.spend(1)?;
        Ok(Mark { held: self.budget.held, made: self.made.len() })
    }

    /// Releases what a subexpression needed, except for the bytes of its value, which refers to no nodes that functions made since.
    #[inline]
    fn leave(&mut self, mark: Mark, bytes: usize) -> Evaluated<()> {
        self.made.truncate(mark.made.max(self.made_to_stay));
        self.budget.held = mark.held;
        self.hold(bytes)
    }

    /// Sorts nodes into document order, each once.
    fn sort(&mut self, nodes: &mut Vec<Item>) -> Evaluated<()> {
        if !nodes.is_sorted() {
            self.spend((nodes.len() * nodes.len().ilog2() as usize / 4) as u64)?;
            nodes.sort_unstable();
        }
        nodes.dedup();
        Ok(())
    }

    /// Evaluates an expression.
    fn value(&mut self, id: Id, context: Context) -> Evaluated<Value<'e>> {
        let mark = self.enter()?;
        let value = self.any_value(id, context)?;
        let bytes = value.bytes();
        match &value {
            // The nodes that functions made are needed further.
            Value::Nodes(nodes) if nodes.last().is_some_and(|item| item.is_made()) => self.hold(bytes)?,
            _ => self.leave(mark, bytes)?,
        }
        Ok(value)
    }

    fn any_value(&mut self, id: Id, context: Context) -> Evaluated<Value<'e>> {
        let plan = self.plan;
        let node = &plan.expressions[id as usize];
        let is_shared = match node.expression {
            // `..` takes less than a look into a map.
            Expression::Path(..) => node.facts.is_heavy || node.facts.is_constant(),
            Expression::Filter(..) | Expression::Call(..) | Expression::Union(_) => true,
            _ => false,
        };
        match self.anchor(id, context.item).filter(|_| is_shared) {
            Some(anchor) => self.value_at_anchor(id, anchor, |this| this.new_value(id, context)),
            None => self.new_value(id, context),
        }
    }

    fn new_value(&mut self, id: Id, context: Context) -> Evaluated<Value<'e>> {
        let plan = self.plan;
        let node = &plan.expressions[id as usize];
        Ok(match &node.expression {
            Expression::Number(number) => Value::Number(*number),
            Expression::Literal(text) => Value::Text(Cow::Borrowed(text)),
            Expression::Variable(index) => match &self.variables[*index as usize] {
                Some(value) => {
                    let value = value.clone();
                    if let Value::Text(text) = &value {
                        self.spend_on(text)?;
                    }
                    value
                }
                None => {
                    let name = &plan.variables[*index as usize];
                    let message = format!("the variable `${name}` has no value; give it one");
                    return Err(self.error(node.offset, XPathErrorCode::UnknownVariable, message));
                }
            },
            Expression::Or(_) | Expression::And(_) | Expression::Comparisons(..) => {
                Value::Boolean(self.truth(id, context)?)
            }
            Expression::Calculations(..) | Expression::Negation(_) => Value::Number(self.number(id, context)?),
            Expression::Path(..) | Expression::Union(_) | Expression::Filter(..) => {
                Value::Nodes(Rc::new(self.nodes(id, context)?))
            }
            #[cfg(feature = "exslt")]
            Expression::Call(Function::Exslt(function), arguments) => {
                self.call_exslt(*function, arguments, id, context)?
            }
            Expression::Call(function, arguments) => self.call(*function, arguments, context)?,
            Expression::Extension(index, arguments) => self.call_extension(*index, arguments, id, context)?,
        })
    }

    /// Evaluates an expression as a truth value.
    pub(crate) fn truth(&mut self, id: Id, context: Context) -> Evaluated<bool> {
        let mark = self.enter()?;
        let is_true = self.any_truth(id, context)?;
        self.leave(mark, 0)?;
        Ok(is_true)
    }

    fn any_truth(&mut self, id: Id, context: Context) -> Evaluated<bool> {
        let node = &self.plan.expressions[id as usize];
        let is_shared = match node.expression {
            Expression::Path(..) => node.facts.is_heavy && !node.facts.is_constant(),
            Expression::Comparisons(..) => true,
            Expression::Call(Function::Contains | Function::StartsWith, _) => !node.facts.is_constant(),
            _ => false,
        };
        if is_shared && let Some(anchor) = self.anchor(id, context.item) {
            let new_truth = |this: &mut Self| this.new_truth(id, context).map(Value::Boolean);
            return Ok(is_true(&self.value_at_anchor(id, anchor, new_truth)?));
        }
        self.new_truth(id, context)
    }

    fn new_truth(&mut self, id: Id, context: Context) -> Evaluated<bool> {
        let node = &self.plan.expressions[id as usize];
        match &node.expression {
            Expression::Or(list) => {
                for part in list {
                    if self.truth(*part, context)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Expression::And(list) => {
                for part in list {
                    if !self.truth(*part, context)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Expression::Comparisons(first, list) => self.compare_all(*first, list, context),
            Expression::Path(..) if !node.facts.is_constant() => {
                self.leads_to(id, Some(id), &Condition::Any, context.item)
            }
            Expression::Union(list) if !node.facts.is_constant() => {
                for part in list {
                    if self.truth(*part, context)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Expression::Call(Function::Not, arguments) => Ok(!self.truth(arguments[0], context)?),
            Expression::Call(Function::Boolean, arguments) => self.truth(arguments[0], context),
            Expression::Call(function @ (Function::Contains | Function::StartsWith), arguments)
                if !node.facts.is_constant() =>
            {
                Ok(is_true(&self.call_on_text(*function, arguments, context)?))
            }
            _ => {
                let value = self.value(id, context)?;
                Ok(is_true(&value))
            }
        }
    }

    /// Evaluates an expression as a number.
    pub(crate) fn number(&mut self, id: Id, context: Context) -> Evaluated<f64> {
        let mark = self.enter()?;
        let number = self.any_number(id, context)?;
        self.leave(mark, 0)?;
        Ok(number)
    }

    fn any_number(&mut self, id: Id, context: Context) -> Evaluated<f64> {
        match &self.plan.expressions[id as usize].expression {
            Expression::Number(number) => Ok(*number),
            Expression::Negation(operand) => Ok(-self.number(*operand, context)?),
            Expression::Calculations(first, list) => {
                let mut left = self.number(*first, context)?;
                for (calculation, right) in list {
                    let right = self.number(*right, context)?;
                    left = match calculation {
                        Calculation::Add => left + right,
                        Calculation::Subtract => left - right,
                        Calculation::Multiply => left * right,
                        Calculation::Divide => left / right,
                        Calculation::Modulo => left % right,
                    };
                }
                Ok(left)
            }
            _ => {
                if self.is_path(id) {
                    let text = self.text(id, context)?;
                    return self.number_of_text(&text);
                }
                let value = self.value(id, context)?;
                self.number_of(&value)
            }
        }
    }

    /// Whether an expression is a path, of which often the first node is enough.
    fn is_path(&self, id: Id) -> bool {
        let node = &self.plan.expressions[id as usize];
        !node.facts.is_constant() && matches!(node.expression, Expression::Path(..))
    }

    /// Evaluates an expression as a string.
    pub(crate) fn text(&mut self, id: Id, context: Context) -> Evaluated<Cow<'e, str>> {
        let mark = self.enter()?;
        let text = self.any_text(id, context)?;
        self.leave(mark, bytes_of(&text))?;
        Ok(text)
    }

    fn any_text(&mut self, id: Id, context: Context) -> Evaluated<Cow<'e, str>> {
        let plan = self.plan;
        let node = &plan.expressions[id as usize];
        let value = match &node.expression {
            Expression::Literal(text) => return Ok(Cow::Borrowed(text)),
            Expression::Path(..) if !node.facts.is_constant() => {
                let first = self.first_node(id, context)?;
                return first.map_or(Ok(Cow::Borrowed("")), |item| self.string_value(item));
            }
            Expression::Call(function @ (Function::Concat | Function::NormalizeSpace), arguments)
                if !node.facts.is_constant() =>
            {
                self.call_on_text(*function, arguments, context)?
            }
            _ => self.value(id, context)?,
        };
        self.text_of(value)
    }

    /// Evaluates an expression that has to be a node-set.
    fn nodes(&mut self, id: Id, context: Context) -> Evaluated<Vec<Item>> {
        let node = &self.plan.expressions[id as usize];
        match &node.expression {
            Expression::Path(start, steps) => self.path(*start, steps.clone(), context),
            Expression::Filter(inner, predicates) => {
                let mut nodes = self.copied_nodes(*inner, context)?;
                for predicate in predicates {
                    nodes = self.filter(nodes, predicate)?;
                }
                Ok(nodes)
            }
            Expression::Union(list) => {
                let mut nodes = Vec::new();
                for part in list {
                    nodes.extend_from_slice(&self.shared_nodes(*part, context)?);
                }
                self.spend(nodes.len() as u64)?;
                self.sort(&mut nodes)?;
                Ok(nodes)
            }
            _ => self.copied_nodes(id, context),
        }
    }

    /// Evaluates an expression that has to be a node-set, without a copy of what is kept.
    pub(crate) fn shared_nodes(&mut self, id: Id, context: Context) -> Evaluated<Rc<Vec<Item>>> {
        match self.value(id, context)? {
            Value::Nodes(nodes) => Ok(nodes),
            _ => {
                let message =
                    "this is no node-set; a variable or a function of the program has another value".to_owned();
                let offset = self.plan.expressions[id as usize].offset;
                Err(self.error(offset, XPathErrorCode::NotANodeSet, message))
            }
        }
    }

    fn copied_nodes(&mut self, id: Id, context: Context) -> Evaluated<Vec<Item>> {
        let nodes = self.shared_nodes(id, context)?;
        self.spend(nodes.len() as u64 / 8)?;
        Ok(Rc::unwrap_or_clone(nodes))
    }

    /// Keeps the nodes that meet a predicate. They are in the order in which positions count.
    fn filter(&mut self, mut nodes: Vec<Item>, predicate: &Predicate) -> Evaluated<Vec<Item>> {
        match predicate.kind {
            PredicateKind::Ranges => {
                let ranges = self.ranges(predicate.expression, nodes.len())?;
                let mut kept = 0;
                for (first, last) in ranges.iter() {
                    for index in first - 1..nodes.len().min(*last) {
                        nodes[kept] = nodes[index];
                        kept += 1;
                    }
                }
                nodes.truncate(kept);
                Ok(nodes)
            }
            PredicateKind::Boolean | PredicateKind::General => {
                let size = nodes.len();
                self.spend(size as u64)?;
                self.hold(2 * size * size_of::<Item>())?;
                let mut kept = Vec::new();
                for (index, item) in nodes.into_iter().enumerate() {
                    if self.meets(predicate, Context { item, position: index + 1, size })? {
                        kept.push(item);
                    }
                }
                Ok(kept)
            }
        }
    }

    fn meets(&mut self, predicate: &Predicate, context: Context) -> Evaluated<bool> {
        let id = predicate.expression;
        match predicate.kind {
            PredicateKind::Boolean => self.meets_boolean(id, context.item),
            _ if self.plan.is_of_position(id) => {
                self.known_truth(id, u32::try_from(context.position).unwrap_or(u32::MAX), |this| {
                    this.meets_general(id, context)
                })
            }
            PredicateKind::Ranges | PredicateKind::General => self.meets_general(id, context),
        }
    }

    fn meets_general(&mut self, id: Id, context: Context) -> Evaluated<bool> {
        match self.plan.expressions[id as usize].facts.kind {
            Some(Type::Number) => Ok(self.number(id, context)? == context.position as f64),
            Some(_) => self.truth(id, context),
            None => match self.value(id, context)? {
                Value::Number(number) => Ok(number == context.position as f64),
                value => Ok(is_true(&value)),
            },
        }
    }

    /// Whether a node meets a predicate that does not depend on its position. The answer is kept if it took a search.
    fn meets_boolean(&mut self, id: Id, item: Item) -> Evaluated<bool> {
        if !(self.plan.expressions[id as usize].facts.is_heavy && item.is_node()) {
            return self.truth(id, Context::at(item));
        }
        self.known_truth(id, item.rank(), |this| this.truth(id, Context::at(item)))
    }

    /// Whether a predicate is true, which depends on a rank or a position alone.
    fn known_truth(&mut self, id: Id, key: u32, compute: impl FnOnce(&mut Self) -> Evaluated<bool>) -> Evaluated<bool> {
        if let Some((asked, met)) = &self.states[id as usize].known
            && asked.contains(key)
        {
            return Ok(met.contains(key));
        }
        let is_met = compute(self)?;
        let len = self.tree.len();
        let known = &mut self.states[id as usize].known;
        if known.is_none() && self.budget.cache(len / 4) {
            *known = Some((Bits::new(len), Bits::new(len)));
        }
        if let Some((asked, met)) = known {
            asked.insert(key);
            if is_met {
                met.insert(key);
            }
        }
        Ok(is_met)
    }
}
