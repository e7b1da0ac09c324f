//! Generates XPath expressions with every axis, node test, operator and core function, and with names and values of a page.
//!
//! An [`Expression`] is a tree, so that an evaluator does not need a parser. It displays with as few parentheses as possible.

use crate::random::Random;
use core::fmt;

/// The prefixes in expressions, and their namespaces.
pub const PREFIXES: [(&str, &str); 4] = [
    ("h", "http://www.w3.org/1999/xhtml"),
    ("svg", "http://www.w3.org/2000/svg"),
    ("xlink", "http://www.w3.org/1999/xlink"),
    ("b", "urn:b"),
];

/// The names and values in expressions.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// Names of elements. At least one.
    pub elements: Vec<String>,
    /// Names of attributes. At least one.
    pub attributes: Vec<String>,
    /// Parts of texts and attribute values. At least one. A value must not contain both kinds of quotes.
    pub values: Vec<String>,
}

/// An expression.
#[derive(Clone, Debug)]
pub enum Expression {
    /// A number, as written.
    Number(&'static str),
    /// A string.
    Literal(String),
    /// A binary operator and its operands.
    Binary(&'static str, Box<[Expression; 2]>),
    /// A negated expression.
    Negation(Box<Expression>),
    /// A function call.
    Call(&'static str, Vec<Expression>),
    /// A location path.
    Path(Start, Vec<Step>),
    /// An expression with predicates.
    Filter(Box<Expression>, Vec<Expression>),
}

/// The start of a path.
#[derive(Clone, Debug)]
pub enum Start {
    /// The context node.
    Context,
    /// The root.
    Root,
    /// The nodes that an expression selects.
    From(Box<Expression>),
}

/// A step of a path.
#[derive(Clone, Debug)]
pub struct Step {
    /// The name of the axis.
    pub axis: &'static str,
    /// The node test.
    pub test: Test,
    /// The predicates.
    pub predicates: Vec<Expression>,
    /// Whether the short form is used, if there is one.
    pub is_short: bool,
}

/// A node test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// A node type with its parentheses, such as `node()`.
    Type(&'static str),
    /// `*`, or `prefix:*`.
    Any(Option<&'static str>),
    /// A name, with or without a prefix.
    Name(Option<&'static str>, String),
}

const AXES: [(usize, &str); 13] = [
    (10, "child"),
    (6, "descendant"),
    (3, "attribute"),
    (2, "self"),
    (2, "descendant-or-self"),
    (2, "following-sibling"),
    (2, "following"),
    (2, "parent"),
    (2, "ancestor"),
    (2, "preceding-sibling"),
    (2, "preceding"),
    (1, "ancestor-or-self"),
    (1, "namespace"),
];

const TYPES: [(usize, &str); 5] = [
    (6, "node()"),
    (4, "text()"),
    (1, "comment()"),
    (1, "processing-instruction()"),
    (1, "processing-instruction('a')"),
];

const NUMBERS: [&str; 10] = ["0", "1", "2", "3", "1", "2", "1.5", ".5", "7.", "4294967296"];
const COMPARISONS: [&str; 6] = ["=", "!=", "<", "<=", ">", ">="];

/// Generates an expression with operators and predicates nested up to a depth.
pub fn expression(random: &mut Random, vocabulary: &Vocabulary, depth: usize) -> Expression {
    Generator { random, vocabulary }.any(depth)
}

struct Generator<'m> {
    random: &'m mut Random,
    vocabulary: &'m Vocabulary,
}

impl Generator<'_> {
    fn word(&mut self, words: &[String]) -> String {
        let word = &words[self.random.below(words.len())];
        match self.random.one_in(16) {
            true => word.to_ascii_uppercase(),
            false => word.clone(),
        }
    }

    fn any(&mut self, depth: usize) -> Expression {
        match self.random.below(12) {
            0 => self.number(depth),
            1 => self.string(depth),
            2 => self.boolean(depth),
            _ => self.nodes(depth),
        }
    }

    fn nodes(&mut self, depth: usize) -> Expression {
        let choice = if depth == 0 { 4 } else { self.random.below(20) };
        match choice {
            0 => {
                let start = Start::From(Box::new(self.nodes(depth - 1)));
                Expression::Path(start, self.steps(depth))
            }
            1 => {
                let inner = Box::new(self.nodes(depth - 1));
                let count = 1 + self.random.below(2);
                Expression::Filter(inner, (0..count).map(|_| self.predicate(depth - 1)).collect())
            }
            2 => Expression::Binary("|", Box::new([self.nodes(depth - 1), self.nodes(depth - 1)])),
            3 => Expression::Call("id", vec![self.any(depth - 1)]),
            _ if self.random.one_in(40) => Expression::Path(Start::Root, Vec::new()),
            _ => {
                let start = if self.random.one_in(2) { Start::Root } else { Start::Context };
                Expression::Path(start, self.steps(depth))
            }
        }
    }

    fn steps(&mut self, depth: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        for _ in 0..self.random.pick(&[1, 1, 1, 2, 2, 3]) {
            if self.random.one_in(3) {
                let test = Test::Type("node()");
                steps.push(Step { axis: "descendant-or-self", test, predicates: Vec::new(), is_short: true });
            }
            steps.push(self.step(depth));
        }
        steps
    }

    fn step(&mut self, depth: usize) -> Step {
        let axis = self.random.pick_weighted(&AXES);
        let prefix = |random: &mut Random| random.one_in(8).then(|| random.pick(&PREFIXES).0);
        let test = match self.random.below(8) {
            0 | 1 => Test::Type(self.random.pick_weighted(&TYPES)),
            2 | 3 => Test::Any(prefix(self.random)),
            _ => {
                let vocabulary = self.vocabulary;
                let is_attribute = axis == "attribute";
                let name = self.word(if is_attribute { &vocabulary.attributes } else { &vocabulary.elements });
                Test::Name(prefix(self.random), name)
            }
        };
        let count = if depth == 0 { 0 } else { self.random.pick(&[0, 0, 0, 0, 1, 1, 2]) };
        let predicates = (0..count).map(|_| self.predicate(depth - 1)).collect();
        Step { axis, test, predicates, is_short: !self.random.one_in(4) }
    }

    fn predicate(&mut self, depth: usize) -> Expression {
        let last = || Expression::Call("last", Vec::new());
        match self.random.below(12) {
            0 | 1 => Expression::Number(self.random.pick(&NUMBERS)),
            2 => last(),
            3 => {
                let number = Expression::Number(self.random.pick(&NUMBERS));
                Expression::Binary(self.random.pick(&["-", "div", "mod"]), Box::new([last(), number]))
            }
            4 | 5 => {
                let sides = [Expression::Call("position", Vec::new()), self.number(depth)];
                Expression::Binary(self.random.pick(&COMPARISONS), Box::new(sides))
            }
            6 => self.any(depth),
            7 | 8 => self.boolean(depth),
            _ => self.nodes(depth),
        }
    }

    fn number(&mut self, depth: usize) -> Expression {
        let choice = if depth == 0 { self.random.below(4) } else { self.random.below(14) };
        match choice {
            0 => Expression::Call("last", Vec::new()),
            1 => Expression::Call("position", Vec::new()),
            2 | 3 => Expression::Number(self.random.pick(&NUMBERS)),
            4 | 5 => Expression::Call("count", vec![self.nodes(depth - 1)]),
            6 => Expression::Call("sum", vec![self.nodes(depth - 1)]),
            7 => self.call(&["number", "string-length"], 0, 1, depth),
            8 => Expression::Call(self.random.pick(&["floor", "ceiling", "round"]), vec![self.any(depth - 1)]),
            9 => Expression::Negation(Box::new(self.any(depth - 1))),
            _ => {
                let sides = [self.any(depth - 1), self.number(depth - 1)];
                Expression::Binary(self.random.pick(&["+", "-", "*", "div", "mod"]), Box::new(sides))
            }
        }
    }

    fn string(&mut self, depth: usize) -> Expression {
        let choice = if depth == 0 { 0 } else { self.random.below(9) };
        match choice {
            0 | 1 => {
                let value = self.word(&self.vocabulary.values.clone());
                let special = ["", " ", "é", "a b", "en", "-1.5", "1e3", "NaN"];
                Expression::Literal(if self.random.one_in(4) { self.random.pick(&special).to_owned() } else { value })
            }
            2 => {
                let name = self.random.pick(&["local-name", "namespace-uri", "name"]);
                let has_argument = self.random.one_in(2);
                Expression::Call(name, if has_argument { vec![self.nodes(depth - 1)] } else { Vec::new() })
            }
            3 => self.call(&["string", "normalize-space"], 0, 1, depth),
            4 => self.call(&["concat"], 2, 3, depth),
            5 => self.call(&["substring-before", "substring-after"], 2, 2, depth),
            6 => self.call(&["translate"], 3, 3, depth),
            7 => {
                let mut arguments = vec![self.any(depth - 1), self.number(depth - 1)];
                if self.random.one_in(2) {
                    arguments.push(self.number(depth - 1));
                }
                Expression::Call("substring", arguments)
            }
            _ => self.call(&["string"], 1, 1, depth),
        }
    }

    fn boolean(&mut self, depth: usize) -> Expression {
        let choice = if depth == 0 { self.random.below(2) } else { self.random.below(12) };
        match choice {
            0 => Expression::Call("true", Vec::new()),
            1 => Expression::Call("false", Vec::new()),
            2 => self.call(&["not", "boolean"], 1, 1, depth),
            3 => self.call(&["contains", "starts-with"], 2, 2, depth),
            4 => {
                Expression::Call("lang", vec![Expression::Literal(self.random.pick(&["en", "EN-us", "de"]).to_owned())])
            }
            5 | 6 => {
                let sides = [self.boolean(depth - 1), self.any(depth - 1)];
                Expression::Binary(self.random.pick(&["or", "and"]), Box::new(sides))
            }
            _ => {
                let mut sides = [self.nodes(depth - 1), self.any(depth - 1)];
                if self.random.one_in(2) {
                    sides[1] = self.string(depth - 1);
                }
                if self.random.one_in(2) {
                    sides.reverse();
                }
                Expression::Binary(self.random.pick(&COMPARISONS), Box::new(sides))
            }
        }
    }

    /// Generates a call of a function that accepts values of any type.
    fn call(&mut self, names: &[&'static str], min: usize, max: usize, depth: usize) -> Expression {
        let name = self.random.pick(names);
        let count = min + self.random.below(max - min + 1);
        let arguments =
            (0..count).map(|_| if self.random.one_in(2) { self.any(depth - 1) } else { self.string(depth - 1) });
        Expression::Call(name, arguments.collect())
    }
}

impl Expression {
    /// Returns the precedence; lower values bind less tightly.
    fn level(&self) -> u8 {
        match self {
            Expression::Binary(operator, _) => match *operator {
                "or" => 0,
                "and" => 1,
                "=" | "!=" => 2,
                "<" | "<=" | ">" | ">=" => 3,
                "+" | "-" => 4,
                "*" | "div" | "mod" => 5,
                _ => 7,
            },
            Expression::Negation(_) => 6,
            Expression::Path(..) => 8,
            _ => 9,
        }
    }

    fn write(&self, min_level: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.level() < min_level {
            return write!(f, "({self})");
        }
        match self {
            Expression::Number(number) => f.write_str(number),
            Expression::Literal(text) if text.contains('"') => write!(f, "'{text}'"),
            Expression::Literal(text) => write!(f, "\"{text}\""),
            Expression::Binary(operator, sides) => {
                sides[0].write(self.level(), f)?;
                write!(f, " {operator} ")?;
                sides[1].write(self.level() + 1, f)
            }
            Expression::Negation(operand) => {
                f.write_str("-")?;
                operand.write(6, f)
            }
            Expression::Call(name, arguments) => {
                write!(f, "{name}(")?;
                for (index, argument) in arguments.iter().enumerate() {
                    write!(f, "{}{argument}", if index == 0 { "" } else { ", " })?;
                }
                f.write_str(")")
            }
            Expression::Path(start, steps) => write_path(start, steps, f),
            Expression::Filter(inner, predicates) => {
                // Without parentheses, the predicates would belong to the last step of the inner expression.
                match **inner {
                    Expression::Call(..) => write!(f, "{inner}")?,
                    _ => write!(f, "({inner})")?,
                }
                predicates.iter().try_for_each(|predicate| write!(f, "[{predicate}]"))
            }
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(0, f)
    }
}

fn write_path(start: &Start, steps: &[Step], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut needs_slash = false;
    match start {
        Start::Context => {}
        // After `/` alone, a name or `*` would be parsed as a step.
        Start::Root if steps.is_empty() => f.write_str("(/)")?,
        Start::Root => needs_slash = true,
        Start::From(expression) => {
            needs_slash = true;
            expression.write(9, f)?;
        }
    }
    let mut follows_double_slash = false;
    for (index, step) in steps.iter().enumerate() {
        let is_double_slash = step.is_short
            && !follows_double_slash
            && step.axis == "descendant-or-self"
            && step.test == Test::Type("node()")
            && step.predicates.is_empty()
            && index + 1 < steps.len()
            && (needs_slash || index > 0);
        if is_double_slash {
            // The next step writes the second `/`.
            f.write_str("/")?;
        } else {
            write!(f, "{}{step}", if needs_slash || index > 0 { "/" } else { "" })?;
        }
        follows_double_slash = is_double_slash;
    }
    Ok(())
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_bare = self.test == Test::Type("node()") && self.predicates.is_empty();
        match self.axis {
            "self" if self.is_short && is_bare => return f.write_str("."),
            "parent" if self.is_short && is_bare => return f.write_str(".."),
            "child" if self.is_short => {}
            "attribute" if self.is_short => f.write_str("@")?,
            axis => write!(f, "{axis}::")?,
        }
        match &self.test {
            Test::Type(name) => f.write_str(name)?,
            Test::Any(None) => f.write_str("*")?,
            Test::Any(Some(prefix)) => write!(f, "{prefix}:*")?,
            Test::Name(None, name) => f.write_str(name)?,
            Test::Name(Some(prefix), name) => write!(f, "{prefix}:{name}")?,
        }
        self.predicates.iter().try_for_each(|predicate| write!(f, "[{predicate}]"))
    }
}
