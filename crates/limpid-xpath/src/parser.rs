//! The parser, which turns tokens into a [`Plan`]. It recurses only on parentheses, predicates and arguments, up to a limit.

use crate::error::{Problem, XPathErrorCode};
use crate::functions::{Function, Signature};
use crate::kind::Type;
use crate::lexer::{Kind, Operator, Token, tokens};
use crate::options::XPathOptions;
use crate::plan::{
    Axis, Calculation, Comparison, Expression, Facts, Id, Node, NodeTest, Plan, Predicate, PredicateKind, Start, Step,
};
use limpid_markup::{LocalName, nearest_name};

/// The maximum nesting depth of parentheses, predicates and arguments.
const MAX_DEPTH: usize = 128;

/// The maximum length of an expression in bytes.
const MAX_LENGTH: usize = 1 << 24;

pub(crate) fn parse(text: &str, options: &XPathOptions) -> Result<Plan, Problem> {
    if text.len() > MAX_LENGTH {
        let message = format!("the expression is longer than {MAX_LENGTH} bytes; pass long values as variables");
        return Err((0, XPathErrorCode::TooLong, message));
    }
    let plan = Plan {
        text: text.into(),
        expressions: Vec::new(),
        steps: Vec::new(),
        variables: Vec::new(),
        extensions: Vec::new(),
        top: 0,
        is_downward: false,
        max_steps: options.max_steps,
    };
    let mut parser = Parser { tokens: tokens(text)?, position: 0, depth: 0, options, plan };
    let top = parser.expression(0)?;
    let token = parser.peek();
    if token.kind != Kind::End {
        return Err(parser.unexpected("an operator or the end of the expression"));
    }
    parser.plan.top = top;
    parser.plan.is_downward = parser.plan.uses_only_subtree();
    Ok(parser.plan)
}

struct Parser<'t, 'o> {
    tokens: Vec<Token<'t>>,
    position: usize,
    depth: usize,
    options: &'o XPathOptions,
    plan: Plan,
}

type Parsed<T> = Result<T, Problem>;

impl<'t> Parser<'t, '_> {
    fn peek(&self) -> Token<'t> {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Token<'t> {
        let end = Token { kind: Kind::End, offset: self.plan.text.len() };
        self.tokens.get(self.position + ahead).copied().unwrap_or(end)
    }

    fn next(&mut self) -> Token<'t> {
        let token = self.peek();
        self.position += 1;
        token
    }

    /// Consumes the next token if it is of this kind. Returns whether it is.
    fn take(&mut self, kind: Kind<'_>) -> bool {
        let is_next = self.peek().kind == kind;
        self.position += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, kind: Kind<'_>, expected: &str) -> Parsed<()> {
        if self.take(kind) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Returns the error of the next token, which is not allowed.
    fn unexpected(&self, expected: &str) -> Problem {
        let token = self.peek();
        if token.kind == Kind::End {
            (token.offset, XPathErrorCode::UnexpectedEnd, format!("the expression is incomplete; expected {expected}"))
        } else {
            (token.offset, XPathErrorCode::UnexpectedToken, format!("this is not allowed here; expected {expected}"))
        }
    }

    fn node(&self, id: Id) -> &Node {
        &self.plan.expressions[id as usize]
    }

    fn facts(&self, id: Id) -> Facts {
        self.node(id).facts
    }

    fn push(&mut self, expression: Expression, facts: Facts, offset: usize) -> Id {
        // Does not overflow, because an expression has fewer parts than bytes.
        self.plan.expressions.push(Node { expression, facts, offset: offset as u32 });
        (self.plan.expressions.len() - 1) as Id
    }

    /// Checks that the value of an expression may be a node-set.
    fn check_nodes(&self, id: Id, advice: &str) -> Parsed<()> {
        let node = self.node(id);
        if matches!(node.facts.kind, None | Some(Type::Nodes)) {
            return Ok(());
        }
        Err((node.offset as usize, XPathErrorCode::NotANodeSet, format!("this is not a node-set; {advice}")))
    }

    /// Parses an expression whose operators have at least this precedence level.
    fn expression(&mut self, min_level: u8) -> Parsed<Id> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message =
                format!("more than {MAX_DEPTH} nested parentheses, predicates and arguments; simplify the expression");
            return Err((self.peek().offset, XPathErrorCode::TooDeep, message));
        }
        let offset = self.peek().offset;
        let mut left = self.unary()?;
        // The level of the last operator that this call parsed, which is the outermost operator of `left`. A following operator of the same
        // level extends the list of operands of `left`.
        let mut level_of_left = None;
        while let Kind::Operator(operator) = self.peek().kind {
            let level = operator.level();
            if level < min_level {
                break;
            }
            let at = self.next().offset;
            let right = self.expression(level + 1)?;
            left = self.combine(operator, at, left, right, level_of_left == Some(level), offset)?;
            level_of_left = Some(level);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn combine(
        &mut self,
        operator: Operator,
        at: usize,
        left: Id,
        right: Id,
        extends_left: bool,
        offset: usize,
    ) -> Parsed<Id> {
        let parts = self.facts(right);
        if operator == Operator::Union {
            let advice = "`|` joins only node-sets; use `or` for booleans, or write separate expressions";
            self.check_nodes(left, advice)?;
            self.check_nodes(right, advice)?;
        }
        if extends_left && let Some(node) = self.plan.expressions.get_mut(left as usize) {
            node.facts = node.facts.with(parts);
            match &mut node.expression {
                Expression::Or(list) | Expression::And(list) | Expression::Union(list) => list.push(right),
                Expression::Comparisons(_, list) => list.extend(comparison(operator).map(|operator| (operator, right))),
                Expression::Calculations(_, list) => {
                    list.extend(calculation(operator).map(|operator| (operator, right)));
                }
                _ => {}
            }
            return Ok(left);
        }
        let (expression, kind) = match operator {
            Operator::Or => (Expression::Or(vec![left, right]), Type::Boolean),
            Operator::And => (Expression::And(vec![left, right]), Type::Boolean),
            Operator::Union => (Expression::Union(vec![left, right]), Type::Nodes),
            _ => match (comparison(operator), calculation(operator)) {
                (Some(operator), _) => (Expression::Comparisons(left, vec![(operator, right)]), Type::Boolean),
                (_, Some(operator)) => (Expression::Calculations(left, vec![(operator, right)]), Type::Number),
                _ => return Err((at, XPathErrorCode::UnexpectedToken, "this is not an operator".to_owned())),
            },
        };
        let facts = Facts::constant(Some(kind)).with(self.facts(left)).with(parts);
        Ok(self.push(expression, facts, offset))
    }

    /// Parses an expression after any number of minus signs, which bind less tightly than `|`.
    fn unary(&mut self) -> Parsed<Id> {
        let offset = self.peek().offset;
        let mut signs = 0_usize;
        while self.take(Kind::Operator(Operator::Minus)) {
            signs += 1;
        }
        if signs == 0 {
            return self.path();
        }
        let operand = self.expression(Operator::Union.level())?;
        let facts = Facts::constant(Some(Type::Number)).with(self.facts(operand));
        let negated = self.push(Expression::Negation(operand), facts, offset);
        // An even number of signs still converts the operand to a number.
        Ok(if signs % 2 == 1 { negated } else { self.push(Expression::Negation(negated), facts, offset) })
    }

    fn path(&mut self) -> Parsed<Id> {
        let Token { kind, offset } = self.peek();
        let mut steps = Vec::new();
        let mut facts = Facts::constant(Some(Type::Nodes));
        let start = match kind {
            Kind::Slash => {
                self.next();
                if self.starts_step() {
                    self.steps(&mut steps)?;
                }
                Start::Root
            }
            Kind::DoubleSlash => {
                self.steps_after_double_slash(&mut steps)?;
                Start::Root
            }
            _ if self.starts_step() => {
                self.steps(&mut steps)?;
                Start::Context
            }
            _ => {
                let primary = self.filtered()?;
                match self.peek().kind {
                    Kind::Slash => {
                        self.next();
                        self.steps(&mut steps)?;
                    }
                    Kind::DoubleSlash => self.steps_after_double_slash(&mut steps)?,
                    _ => return Ok(primary),
                }
                self.check_nodes(primary, "steps of a path can only follow a node-set")?;
                facts = facts.with(self.facts(primary));
                Start::Expression(primary)
            }
        };
        let steps = simplify(steps);
        if start == Start::Context {
            // A path that starts with `..` has the same value for all siblings.
            let is_up = |step: &&Step| step.axis == Axis::Parent;
            let levels = steps.iter().take_while(|step| is_up(step) && step.selects_all_nodes()).count();
            facts.level = (levels + usize::from(steps.get(levels).as_ref().is_some_and(is_up))) as u32;
        }
        facts.is_expensive |= steps.len() > 1 || steps.iter().any(|step| !step.axis.is_short());
        let first = self.plan.steps.len() as u32;
        self.plan.steps.extend(steps);
        let range = first..self.plan.steps.len() as u32;
        Ok(self.push(Expression::Path(start, range), facts, offset))
    }

    fn starts_step(&self) -> bool {
        match self.peek().kind {
            Kind::Star(_) | Kind::At | Kind::Dot | Kind::DoubleDot => true,
            Kind::Name(prefix, local) => {
                let is_call = self.peek_at(1).kind == Kind::LeftParenthesis;
                !is_call || (prefix.is_none() && is_node_type(local))
            }
            _ => false,
        }
    }

    fn steps_after_double_slash(&mut self, steps: &mut Vec<Step>) -> Parsed<()> {
        self.next();
        steps.push(Step::all_nodes(Axis::DescendantOrSelf));
        self.steps(steps)
    }

    fn steps(&mut self, steps: &mut Vec<Step>) -> Parsed<()> {
        loop {
            let step = self.step()?;
            steps.push(step);
            match self.peek().kind {
                Kind::Slash => {
                    self.next();
                }
                Kind::DoubleSlash => {
                    self.next();
                    steps.push(Step::all_nodes(Axis::DescendantOrSelf));
                }
                _ => return Ok(()),
            }
        }
    }

    fn step(&mut self) -> Parsed<Step> {
        let axis = match self.peek().kind {
            Kind::Dot | Kind::DoubleDot => {
                let axis = if self.next().kind == Kind::Dot { Axis::Itself } else { Axis::Parent };
                if self.peek().kind == Kind::LeftBracket {
                    return Err(
                        self.unexpected("`self::node()[…]` or `parent::node()[…]`: `.` and `..` have no predicates")
                    );
                }
                return Ok(Step::all_nodes(axis));
            }
            Kind::At => {
                self.next();
                Axis::Attribute
            }
            Kind::Name(prefix, name) if self.peek_at(1).kind == Kind::DoubleColon => {
                let Token { offset, .. } = self.next();
                self.next();
                let axis = Axis::NAMES.iter().find(|(known, _)| prefix.is_none() && *known == name);
                match axis {
                    Some((_, axis)) => *axis,
                    None => {
                        return Err(unknown(
                            offset,
                            XPathErrorCode::UnknownAxis,
                            "axis",
                            name,
                            Axis::NAMES.map(|(name, _)| name).into_iter(),
                        ));
                    }
                }
            }
            _ => Axis::Child,
        };
        let test = self.node_test()?;
        let predicates = self.predicates()?;
        let value = predicates.iter().find_map(|predicate| self.value_of_attribute(predicate));
        Ok(Step { axis, test, predicates, value })
    }

    /// Returns the attribute and the value of a predicate such as `@id = "a"` or `@class = "a"`.
    fn value_of_attribute(&self, predicate: &Predicate) -> Option<(LocalName, Box<str>)> {
        let Expression::Comparisons(left, list) = &self.node(predicate.expression).expression else { return None };
        let [(Comparison::Equal, right)] = list[..] else { return None };
        [(*left, right), (right, *left)].into_iter().find_map(|(path, value)| {
            let Expression::Path(Start::Context, steps) = &self.node(path).expression else { return None };
            let Expression::Literal(text) = &self.node(value).expression else { return None };
            let [Step { axis: Axis::Attribute, test: NodeTest::Name(None, name), predicates, .. }] =
                self.plan.steps.get(steps.start as usize..steps.end as usize)?
            else {
                return None;
            };
            let name = [LocalName::ID, LocalName::CLASS].into_iter().find(|known| known.as_str() == &**name)?;
            predicates.is_empty().then(|| (name, text.clone()))
        })
    }

    fn node_test(&mut self) -> Parsed<NodeTest> {
        let Token { kind, offset } = self.peek();
        let test = match kind {
            Kind::Star(None) => NodeTest::Any,
            Kind::Star(Some(prefix)) => NodeTest::InNamespace(self.namespace(prefix, offset)?),
            Kind::Name(None, name) if is_node_type(name) && self.peek_at(1).kind == Kind::LeftParenthesis => {
                return self.node_type(name);
            }
            Kind::Name(None, name) => NodeTest::Name(None, name.into()),
            Kind::Name(Some(prefix), name) => NodeTest::Name(Some(self.namespace(prefix, offset)?), name.into()),
            _ => return Err(self.unexpected("a name, `*`, `text()` or `node()`")),
        };
        self.next();
        Ok(test)
    }

    fn node_type(&mut self, name: &str) -> Parsed<NodeTest> {
        self.position += 2;
        let test = match (name, self.peek().kind) {
            ("text", _) => NodeTest::Text,
            ("comment", _) => NodeTest::Comment,
            ("processing-instruction", Kind::Literal(target)) => {
                self.next();
                NodeTest::Instruction(Some(target.into()))
            }
            ("processing-instruction", _) => NodeTest::Instruction(None),
            _ => NodeTest::Node,
        };
        self.expect(Kind::RightParenthesis, "`)`")?;
        Ok(test)
    }

    fn namespace(&self, prefix: &str, offset: usize) -> Parsed<Box<str>> {
        self.options.namespace_of(prefix).map(Into::into).ok_or_else(|| {
            let message =
                format!("the prefix `{prefix}` is not declared; declare its namespace, or test `local-name()`");
            (offset, XPathErrorCode::UndeclaredPrefix, message)
        })
    }

    fn predicates(&mut self) -> Parsed<Vec<Predicate>> {
        let mut predicates = Vec::new();
        while self.take(Kind::LeftBracket) {
            let expression = self.expression(0)?;
            self.expect(Kind::RightBracket, "`]`")?;
            predicates.push(Predicate { expression, kind: self.predicate_kind(expression) });
        }
        Ok(predicates)
    }

    fn predicate_kind(&self, id: Id) -> PredicateKind {
        let facts = self.facts(id);
        let may_be_number = matches!(facts.kind, None | Some(Type::Number));
        let has_ranges = match facts.kind {
            Some(Type::Number) => self.plan.uses_only_size(id),
            kind => kind == Some(Type::Boolean) && self.plan.has_ranges(id),
        };
        match may_be_number || facts.uses_position || facts.uses_last {
            true if has_ranges => PredicateKind::Ranges,
            true => PredicateKind::General,
            false => PredicateKind::Boolean,
        }
    }

    /// Parses a primary expression with its predicates.
    fn filtered(&mut self) -> Parsed<Id> {
        let offset = self.peek().offset;
        let primary = self.primary()?;
        if self.peek().kind != Kind::LeftBracket {
            return Ok(primary);
        }
        self.check_nodes(primary, "predicates can only follow a node-set")?;
        let predicates = self.predicates()?;
        let facts = Facts::constant(Some(Type::Nodes)).with(self.facts(primary));
        Ok(self.push(Expression::Filter(primary, predicates), facts, offset))
    }

    fn primary(&mut self) -> Parsed<Id> {
        let Token { kind, offset } = self.peek();
        let (expression, facts) = match kind {
            Kind::Number(number) => (Expression::Number(number), Facts::constant(Some(Type::Number))),
            Kind::Literal(text) => (Expression::Literal(text.into()), Facts::constant(Some(Type::Text))),
            Kind::Variable(name) => {
                let known = self.plan.variables.iter().position(|variable| **variable == *name);
                let index = known.unwrap_or(self.plan.variables.len());
                if known.is_none() {
                    self.plan.variables.push(name.into());
                }
                (Expression::Variable(index as u32), Facts::constant(None))
            }
            Kind::LeftParenthesis => {
                self.next();
                let inner = self.expression(0)?;
                self.expect(Kind::RightParenthesis, "`)` or an operator")?;
                return Ok(inner);
            }
            Kind::Name(prefix, name) if self.peek_at(1).kind == Kind::LeftParenthesis => {
                return self.call(prefix, name, offset);
            }
            _ => return Err(self.unexpected("a path, a value or a function")),
        };
        self.next();
        Ok(self.push(expression, facts, offset))
    }

    fn call(&mut self, prefix: Option<&str>, name: &str, offset: usize) -> Parsed<Id> {
        self.position += 2;
        let url = prefix.map(|prefix| self.namespace(prefix, offset)).transpose()?;
        let mut arguments = Vec::new();
        if !self.take(Kind::RightParenthesis) {
            loop {
                arguments.push(self.expression(0)?);
                if !self.take(Kind::Comma) {
                    break;
                }
            }
            self.expect(Kind::RightParenthesis, "`,` or `)`")?;
        }
        let extension = self
            .options
            .functions
            .iter()
            .rev()
            .find(|function| function.namespace.as_deref() == url.as_deref() && *function.name == *name);
        if let Some(extension) = extension {
            let index = self.plan.extensions.len() as u32;
            self.plan.extensions.push(extension.clone());
            // A user-defined function may use the whole context.
            let facts = Facts { kind: None, level: 0, uses_position: true, uses_last: true, is_expensive: true };
            let facts = arguments.iter().fold(facts, |facts, argument| facts.with(self.facts(*argument)));
            return Ok(self.push(Expression::Extension(index, arguments), facts, offset));
        }
        let library = self.options.library(url.as_deref());
        let Some(signature) = library.iter().find(|signature| signature.name == name) else {
            let own = self.options.functions.iter().filter(|function| function.namespace.as_deref() == url.as_deref());
            let names = library.iter().map(|signature| signature.name).chain(own.map(|function| &*function.name));
            return Err(unknown(offset, XPathErrorCode::UnknownFunction, "function", name, names));
        };
        self.check_arguments(signature, &arguments, offset)?;
        let function = signature.function;
        let mut facts =
            arguments.iter().fold(Facts::constant(Some(signature.kind)), |facts, id| facts.with(self.facts(*id)));
        if function == Function::Lang || (arguments.is_empty() && function.defaults_to_context()) {
            facts.level = 0;
        }
        facts.uses_position |= function == Function::Position;
        facts.uses_last |= function == Function::Last;
        Ok(self.push(Expression::Call(function, arguments), facts, offset))
    }

    fn check_arguments(&self, signature: &Signature, arguments: &[Id], offset: usize) -> Parsed<()> {
        let Signature { name, min_arguments, max_arguments, .. } = *signature;
        let count = arguments.len();
        if count < min_arguments || count > max_arguments {
            let expected = match (min_arguments, max_arguments) {
                (min, usize::MAX) => format!("{min} or more"),
                (min, max) if min == max => min.to_string(),
                (min, max) if min + 1 == max => format!("{min} or {max}"),
                (min, max) => format!("{min} to {max}"),
            };
            let message = format!("wrong number of arguments for `{name}`: {count} instead of {expected}");
            return Err((offset, XPathErrorCode::ArgumentCount, message));
        }
        if signature.takes_nodes {
            for argument in arguments {
                self.check_nodes(*argument, &format!("`{name}` takes only node-sets"))?;
            }
        }
        Ok(())
    }
}

fn unknown<'n>(
    offset: usize,
    code: XPathErrorCode,
    what: &str,
    name: &str,
    names: impl Iterator<Item = &'n str> + Clone,
) -> Problem {
    let advice = match nearest_name(name, names.clone()) {
        Some(nearest) => format!("; did you mean `{nearest}`?"),
        None if code == XPathErrorCode::UnknownFunction => String::new(),
        None => format!("; use one of {}", names.collect::<Vec<_>>().join(", ")),
    };
    let shown: String = name.chars().take(40).collect();
    (offset, code, format!("there is no {what} `{shown}`{advice}"))
}

fn is_node_type(name: &str) -> bool {
    matches!(name, "node" | "text" | "comment" | "processing-instruction")
}

fn comparison(operator: Operator) -> Option<Comparison> {
    Some(match operator {
        Operator::Equal => Comparison::Equal,
        Operator::NotEqual => Comparison::NotEqual,
        Operator::Less => Comparison::Less,
        Operator::LessOrEqual => Comparison::LessOrEqual,
        Operator::Greater => Comparison::Greater,
        Operator::GreaterOrEqual => Comparison::GreaterOrEqual,
        _ => return None,
    })
}

fn calculation(operator: Operator) -> Option<Calculation> {
    Some(match operator {
        Operator::Plus => Calculation::Add,
        Operator::Minus => Calculation::Subtract,
        Operator::Multiply => Calculation::Multiply,
        Operator::Divide => Calculation::Divide,
        Operator::Modulo => Calculation::Modulo,
        _ => return None,
    })
}

/// Merges pairs of steps: `//a` becomes `descendant::a` unless a predicate counts positions among siblings. Removes redundant `.` steps.
fn simplify(steps: Vec<Step>) -> Vec<Step> {
    let mut simple: Vec<Step> = Vec::with_capacity(steps.len());
    for mut step in steps {
        let follows_all =
            simple.last().is_some_and(|last| last.axis == Axis::DescendantOrSelf && last.selects_all_nodes());
        if follows_all && !step.is_positional() {
            let joined = match step.axis {
                Axis::Child | Axis::Descendant => Some(Axis::Descendant),
                Axis::Itself | Axis::DescendantOrSelf => Some(Axis::DescendantOrSelf),
                _ => None,
            };
            if let Some(axis) = joined {
                simple.pop();
                step.axis = axis;
            }
        }
        // Only elements have attributes.
        if follows_all
            && step.axis == Axis::Attribute
            && let Some(last) = simple.last_mut()
        {
            last.test = NodeTest::Any;
        }
        let is_dot = step.axis == Axis::Itself && step.selects_all_nodes();
        if !is_dot || simple.is_empty() {
            simple.push(step);
        }
    }
    if simple.len() > 1 && simple.first().is_some_and(|first| first.axis == Axis::Itself && first.selects_all_nodes()) {
        simple.remove(0);
    }
    simple
}
