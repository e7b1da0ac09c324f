//! Evaluates a compiled expression, a [`Plan`]. Each step of a path is evaluated for a set of nodes at once. A predicate is evaluated for
//! single nodes, until evaluating it for all nodes at once is cheaper.

mod anchors;
mod axes;
mod axis_index;
mod budget;
mod call;
mod candidates;
mod compare;
mod exists;
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
use axis_index::AxisIndex;
use candidates::Candidates;
use compare::{Condition, is_true};
use core::cell::OnceCell;
use limpid_markup::NameHashState;
use namespaces::Namespaces;
use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;
use texts::Texts;

/// The memory of a node created by a function, in bytes, without its text. Includes the entries in [`Evaluator::created`], in a set and in
/// the result.
pub(crate) const CREATED_NODE_BYTES: usize = 128;

/// A value during an evaluation. Nodes are in document order, without duplicates.
#[derive(Clone, Debug)]
pub(crate) enum Value<'e> {
    Nodes(Rc<Vec<Item>>),
    Number(f64),
    Text(Cow<'e, str>),
    Boolean(bool),
}

impl Value<'_> {
    /// Returns the memory that the value uses, in bytes.
    fn bytes(&self) -> usize {
        match self {
            Value::Nodes(nodes) => nodes.len() * size_of::<Item>(),
            Value::Text(text) => bytes_of(text),
            Value::Number(_) | Value::Boolean(_) => 0,
        }
    }
}

/// Returns the memory that a string uses, in bytes.
#[expect(clippy::ptr_arg, reason = "a borrowed string takes no memory")]
pub(crate) fn bytes_of(text: &Cow<'_, str>) -> usize {
    match text {
        Cow::Borrowed(_) => 0,
        Cow::Owned(text) => text.len(),
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    pub(crate) item: Item,
    /// The context position, starting with 1.
    pub(crate) position: usize,
    pub(crate) size: usize,
}

impl Context {
    /// Returns a context for expressions that do not depend on the position.
    pub(crate) fn at(item: Item) -> Context {
        Context { item, position: 1, size: 1 }
    }
}

pub(crate) use budget::{Budget, Exceeded, TEXT_BYTES};

pub(crate) type Evaluated<T> = Result<T, XPathError>;

#[derive(Debug, Default)]
struct ExpressionCache<'e> {
    /// For a predicate, the ranks or positions at which it was evaluated, and those at which it was true.
    truths: Option<(Bits, Bits)>,
    /// The index of a path on a preceding or following axis. The inner `None` means that the index takes too much memory.
    axis_index: Option<Option<Rc<AxisIndex<'e>>>>,
    /// For a constant string, its occurrences in the text of the tree.
    occurrences: Option<Vec<usize>>,
    /// For a predicate, the last size for which ranges were computed, and the ranges of positions that meet the predicate.
    ranges: Option<(usize, Rc<[positions::Range]>)>,
}

/// Caches whether a path leads to a node that meets a condition.
#[derive(Debug, Default)]
struct PathCache {
    /// The steps spent so far on evaluating the path from single nodes.
    spent: u64,
    /// The nodes from which the path leads to a node that meets the condition.
    origins: Option<Bits>,
}

#[derive(Debug, Default)]
struct StepCache {
    /// The number of nodes visited so far on the axes of single nodes.
    visited: u64,
    candidates: Option<Rc<Candidates>>,
}

pub(crate) struct Evaluator<'e, 'd> {
    pub(crate) plan: &'e Plan,
    tree: &'e Tree<'d>,
    tests: Vec<DocumentTest<'e>>,
    variables: Vec<Option<Value<'e>>>,
    expression_caches: Vec<ExpressionCache<'e>>,
    step_caches: Vec<StepCache>,
    /// The values of expressions by [anchor](anchors). The anchor is 0 for expressions that do not depend on the context.
    values: HashMap<(Id, u32), Value<'e>, NameHashState>,
    /// The conditions for comparisons with an expression, by anchor. The flag is true if the other operand is a number.
    conditions: HashMap<(Id, u32, bool), Rc<Condition>, NameHashState>,
    /// The results of comparisons of two expressions, by the anchors of both.
    comparisons: HashMap<[(Id, u32); 2], bool, NameHashState>,
    /// The caches of paths, by path and by the expression that determines the condition. For [`Condition::Always`], this is the path itself.
    path_caches: HashMap<(Id, Id), PathCache, NameHashState>,
    namespaces: Namespaces<'d>,
    /// The names and texts of nodes created by functions.
    pub(crate) created: Vec<(&'static str, Box<str>)>,
    /// The number of created nodes in variables and constant expressions. They are kept until the evaluation ends.
    permanent_created: usize,
    #[cfg(feature = "exslt")]
    pub(crate) patterns: crate::exslt::Patterns,
    /// The first element with each `id`.
    ids: Option<HashMap<&'e str, Item>>,
    /// For each rank, the rank of the nearest inclusive ancestor with an `xml:lang`.
    languages: Option<Vec<u32>>,
    /// The text of the tree. It is built after string-values of many nodes were needed.
    texts: &'e OnceCell<Texts>,
    pub(crate) budget: Budget<'e>,
    /// The steps spent so far on string-values of single nodes.
    spent_on_texts: u64,
    /// A buffer to reuse for the next string.
    string_buffer: String,
    /// Empty sets of ranks to reuse.
    bits_pool: Vec<Bits>,
}

/// The memory in use before a subexpression is evaluated.
#[derive(Clone, Copy)]
struct Mark {
    held: usize,
    created: usize,
}

pub(crate) fn evaluate<'d>(
    plan: &Plan,
    context: &XPathNode<'d>,
    variables: &[(&str, XPathValue<'d>)],
) -> Result<XPathValue<'d>, XPathError> {
    let node = match context {
        XPathNode::Node(node) => *node,
        XPathNode::Attribute { owner, .. } | XPathNode::Namespace { owner, .. } => *owner,
        XPathNode::Created { .. } => {
            let message =
                "the context node was created by a function and has no tree; use a node of a document".to_owned();
            return Err(XPathError::new(&plan.text, 0, XPathErrorCode::ForeignNode, message));
        }
    };
    let (tree, texts) = (Tree::new(node, plan.is_downward), OnceCell::new());
    let document = node.document();
    let size = document.node_count() + document.text_bytes() / TEXT_BYTES;
    let parts = plan.expressions.len() + plan.steps.len();
    let mut evaluator = Evaluator {
        plan,
        tree: &tree,
        tests: plan.steps.iter().map(|step| DocumentTest::new(&step.test, node.document())).collect(),
        variables: Vec::new(),
        expression_caches: Vec::new(),
        step_caches: Vec::new(),
        values: HashMap::default(),
        conditions: HashMap::default(),
        comparisons: HashMap::default(),
        path_caches: HashMap::default(),
        namespaces: Namespaces::default(),
        created: Vec::new(),
        permanent_created: 0,
        #[cfg(feature = "exslt")]
        patterns: crate::exslt::Patterns::default(),
        ids: None,
        languages: None,
        texts: &texts,
        budget: Budget::new(&tree, size, parts, plan.max_steps),
        spent_on_texts: 0,
        string_buffer: String::new(),
        bits_pool: Vec::new(),
    };
    evaluator.expression_caches.resize_with(plan.expressions.len(), ExpressionCache::default);
    evaluator.step_caches.resize_with(plan.steps.len(), StepCache::default);
    for name in &plan.variables {
        let value = variables.iter().find(|(known, _)| **known == **name);
        let value = value.map(|(_, value)| evaluator.import_value(value, 0)).transpose()?;
        evaluator.variables.push(value);
    }
    let item = evaluator.import_node(context, 0)?;
    evaluator.permanent_created = evaluator.created.len();
    let value = evaluator.value(plan.top, Context::at(item))?;
    // Drops the other references to the nodes, so that `export_value` need not copy them.
    evaluator.values.clear();
    Ok(evaluator.export_value(value))
}

impl<'e, 'd> Evaluator<'e, 'd> {
    pub(crate) fn error(&self, offset: u32, code: XPathErrorCode, message: String) -> XPathError {
        XPathError::new(&self.plan.text, offset as usize, code, message)
    }

    #[inline]
    pub(crate) fn spend(&mut self, steps: u64) -> Evaluated<()> {
        self.budget.spend(steps).map_err(|exceeded| self.over_budget(exceeded))
    }

    /// Spends steps for a string that is built or read.
    #[inline]
    pub(crate) fn spend_on(&mut self, text: &str) -> Evaluated<()> {
        self.spend((text.len() / TEXT_BYTES) as u64)
    }

    /// Counts memory of a value, in bytes, until the evaluation of the current subexpression ends.
    #[inline]
    pub(crate) fn hold(&mut self, bytes: usize) -> Evaluated<()> {
        self.budget.hold(bytes).map_err(|exceeded| self.over_budget(exceeded))
    }

    #[cold]
    pub(crate) fn over_budget(&self, exceeded: Exceeded) -> XPathError {
        let Budget { max_steps, max_bytes, .. } = self.budget;
        let reason = match exceeded {
            Exceeded::Steps => format!("takes more than {max_steps} steps"),
            Exceeded::Bytes => format!("needs more than {max_bytes} bytes of memory for its values"),
        };
        let message = format!("the evaluation {reason}; simplify the expression, or allow more with `max_steps`");
        self.error(0, XPathErrorCode::StepLimit, message)
    }

    #[inline]
    fn enter(&mut self) -> Evaluated<Mark> {
        self.spend(1)?;
        Ok(Mark { held: self.budget.held, created: self.created.len() })
    }

    /// Releases the memory of a subexpression except that of its value, which must not refer to nodes created since `mark`.
    #[inline]
    fn leave(&mut self, mark: Mark, bytes: usize) -> Evaluated<()> {
        self.created.truncate(mark.created.max(self.permanent_created));
        self.budget.held = mark.held;
        self.hold(bytes)
    }

    /// Sorts nodes into document order and removes duplicates.
    fn sort(&mut self, nodes: &mut Vec<Item>) -> Evaluated<()> {
        if !nodes.is_sorted() {
            self.spend((nodes.len() * nodes.len().ilog2() as usize / 4) as u64)?;
            nodes.sort_unstable();
        }
        nodes.dedup();
        Ok(())
    }

    fn value(&mut self, id: Id, context: Context) -> Evaluated<Value<'e>> {
        let mark = self.enter()?;
        let value = self.cached_value(id, context)?;
        let bytes = value.bytes();
        match &value {
            // The value refers to nodes created by functions.
            Value::Nodes(nodes) if nodes.last().is_some_and(|item| item.is_created()) => self.hold(bytes)?,
            _ => self.leave(mark, bytes)?,
        }
        Ok(value)
    }

    /// Evaluates an expression. If it has an anchor and is worth caching, evaluates it only once for each anchor.
    fn cached_value(&mut self, id: Id, context: Context) -> Evaluated<Value<'e>> {
        let plan = self.plan;
        let node = &plan.expressions[id as usize];
        let is_shared = match node.expression {
            // A path such as `..` takes less time than a lookup in the cache.
            Expression::Path(..) => node.facts.is_expensive || node.facts.is_constant(),
            Expression::Filter(..) | Expression::Call(..) | Expression::Union(_) => true,
            _ => false,
        };
        match self.anchor(id, context.item).filter(|_| is_shared) {
            Some(anchor) => self.value_at_anchor(id, anchor, |this| this.compute_value(id, context)),
            None => self.compute_value(id, context),
        }
    }

    fn compute_value(&mut self, id: Id, context: Context) -> Evaluated<Value<'e>> {
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
                    let message = format!("the variable `${name}` has no value; pass a value for it");
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

    pub(crate) fn truth(&mut self, id: Id, context: Context) -> Evaluated<bool> {
        let mark = self.enter()?;
        let is_true = self.cached_truth(id, context)?;
        self.leave(mark, 0)?;
        Ok(is_true)
    }

    /// Evaluates the truth value of an expression. If it has an anchor and is worth caching, evaluates it only once for each anchor.
    fn cached_truth(&mut self, id: Id, context: Context) -> Evaluated<bool> {
        let node = &self.plan.expressions[id as usize];
        let is_shared = match node.expression {
            Expression::Path(..) => node.facts.is_expensive && !node.facts.is_constant(),
            Expression::Comparisons(..) => true,
            Expression::Call(Function::Contains | Function::StartsWith, _) => !node.facts.is_constant(),
            _ => false,
        };
        if is_shared && let Some(anchor) = self.anchor(id, context.item) {
            let compute = |this: &mut Self| this.compute_truth(id, context).map(Value::Boolean);
            return Ok(is_true(&self.value_at_anchor(id, anchor, compute)?));
        }
        self.compute_truth(id, context)
    }

    fn compute_truth(&mut self, id: Id, context: Context) -> Evaluated<bool> {
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
                self.leads_to(id, Some(id), &Condition::Always, context.item)
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

    pub(crate) fn number(&mut self, id: Id, context: Context) -> Evaluated<f64> {
        let mark = self.enter()?;
        let number = self.compute_number(id, context)?;
        self.leave(mark, 0)?;
        Ok(number)
    }

    fn compute_number(&mut self, id: Id, context: Context) -> Evaluated<f64> {
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

    /// Whether an expression is a path that depends on the context. For conversions to strings and numbers its first node is enough.
    fn is_path(&self, id: Id) -> bool {
        let node = &self.plan.expressions[id as usize];
        !node.facts.is_constant() && matches!(node.expression, Expression::Path(..))
    }

    pub(crate) fn text(&mut self, id: Id, context: Context) -> Evaluated<Cow<'e, str>> {
        let mark = self.enter()?;
        let text = self.compute_text(id, context)?;
        self.leave(mark, bytes_of(&text))?;
        Ok(text)
    }

    fn compute_text(&mut self, id: Id, context: Context) -> Evaluated<Cow<'e, str>> {
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

    /// Evaluates an expression that must be a node-set.
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

    /// Evaluates an expression that must be a node-set, and shares the nodes with the cache.
    pub(crate) fn shared_nodes(&mut self, id: Id, context: Context) -> Evaluated<Rc<Vec<Item>>> {
        match self.value(id, context)? {
            Value::Nodes(nodes) => Ok(nodes),
            _ => {
                let message =
                    "this is not a node-set; the variable or function needs a node-set as its value".to_owned();
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

    /// Keeps the nodes that meet a predicate. The nodes must be in the order of the axis, which determines their positions.
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
            _ if self.plan.uses_only_position(id) => {
                self.memoized_truth(id, u32::try_from(context.position).unwrap_or(u32::MAX), |this| {
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

    /// Whether a node meets a predicate that does not depend on its position. The result is cached if the predicate is expensive.
    fn meets_boolean(&mut self, id: Id, item: Item) -> Evaluated<bool> {
        if !(self.plan.expressions[id as usize].facts.is_expensive && item.is_node()) {
            return self.truth(id, Context::at(item));
        }
        self.memoized_truth(id, item.rank(), |this| this.truth(id, Context::at(item)))
    }

    /// Whether a predicate is true. It must depend only on `key`, a rank or a position.
    fn memoized_truth(
        &mut self,
        id: Id,
        key: u32,
        compute: impl FnOnce(&mut Self) -> Evaluated<bool>,
    ) -> Evaluated<bool> {
        if let Some((known, truths)) = &self.expression_caches[id as usize].truths
            && known.contains(key)
        {
            return Ok(truths.contains(key));
        }
        let is_met = compute(self)?;
        let len = self.tree.len();
        let cache = &mut self.expression_caches[id as usize].truths;
        if cache.is_none() && self.budget.cache(len / 4) {
            *cache = Some((Bits::new(len), Bits::new(len)));
        }
        if let Some((known, truths)) = cache {
            known.insert(key);
            if is_met {
                truths.insert(key);
            }
        }
        Ok(is_met)
    }
}
