//! A simple XPath evaluator that follows the text of the recommendation. For each step, it checks for every node whether the node is on the
//! axis.

use limpid::xpath::XPathNode;
use limpid::{Document, Namespace, NodeId, NodeKind, NodeRef};
use limpid_pages::xpath::{Expression, PREFIXES, Start, Step, Test};
use std::cell::Cell;
use std::collections::HashMap;

/// The evaluation is abandoned after this number of checked nodes and comparisons.
const VISIT_LIMIT: usize = 400_000;

/// A value. Nodes are in document order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Nodes(Vec<usize>),
    Number(f64),
    Text(String),
    Boolean(bool),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Root,
    Element,
    Attribute,
    Namespace,
    Text,
    Comment,
    Instruction,
}

#[derive(Debug)]
struct Node {
    kind: Kind,
    /// The index of the parent.
    parent: Option<usize>,
    local_name: String,
    name: String,
    url: String,
    /// The value, or `""` for roots and elements.
    text: String,
}

/// Evaluates expressions on a document, which is a list of nodes in document order.
pub(super) struct NaiveEvaluator<'d> {
    nodes: Vec<Node>,
    numbers: HashMap<(NodeId, Option<String>), usize>,
    is_html: bool,
    visits: Cell<usize>,
    document: core::marker::PhantomData<&'d ()>,
}

#[derive(Clone, Copy)]
struct Context {
    node: usize,
    position: usize,
    size: usize,
}

impl<'d> NaiveEvaluator<'d> {
    pub(super) fn new(document: &'d Document<'d>) -> NaiveEvaluator<'d> {
        let mut naive = NaiveEvaluator {
            nodes: Vec::new(),
            numbers: HashMap::new(),
            is_html: !document.is_xml(),
            visits: Cell::new(0),
            document: core::marker::PhantomData,
        };
        naive.add(document.root());
        document.descendants().filter(|node| node.kind() != NodeKind::Doctype).for_each(|node| naive.add(node));
        naive
    }

    fn add(&mut self, node: NodeRef<'_>) {
        let parent = node.parent().map(|parent| self.numbers[&(parent.id(), None)]);
        let (kind, text) = match (node.text(), node.comment(), node.processing_instruction()) {
            (Some(text), ..) => (Kind::Text, text),
            (_, Some(text), _) => (Kind::Comment, text),
            (.., Some(instruction)) => (Kind::Instruction, instruction.data),
            _ if node.is_element() => (Kind::Element, ""),
            _ => (Kind::Root, ""),
        };
        let (mut local_name, mut name, mut url) = (String::new(), String::new(), String::new());
        if let Some(instruction) = node.processing_instruction() {
            local_name = instruction.target.to_owned();
            name.clone_from(&local_name);
        } else if kind == Kind::Element {
            local_name = node.local_name().to_owned();
            name = node.qualified_name().into_owned();
            url = node.namespace_url().unwrap_or_default().to_owned();
        }
        let number = self.nodes.len();
        self.numbers.insert((node.id(), None), number);
        self.nodes.push(Node { kind, parent, local_name, name, url, text: text.to_owned() });
        if kind == Kind::Element {
            self.add_namespaces(node, number);
            self.add_attributes(node, number);
        }
    }

    fn add_namespaces(&mut self, element: NodeRef<'_>, parent: usize) {
        let mut scope = vec![("xml".to_owned(), Namespace::Xml.url().to_owned())];
        let mut ancestors: Vec<NodeRef<'_>> = element.inclusive_ancestors().collect();
        ancestors.reverse();
        for attribute in ancestors.into_iter().flat_map(NodeRef::attributes) {
            if attribute.namespace() == Namespace::XmlNs {
                let prefix = if attribute.prefix().is_none() { "" } else { attribute.local_name() };
                scope.retain(|(known, _)| known != prefix);
                if !attribute.value().is_empty() {
                    scope.push((prefix.to_owned(), attribute.value().to_owned()));
                }
            }
        }
        for (prefix, text) in if self.is_html { Vec::new() } else { scope } {
            self.numbers.insert((element.id(), Some(format!("xmlns {prefix}"))), self.nodes.len());
            let (local_name, name) = (prefix.clone(), prefix);
            self.nodes.push(Node {
                kind: Kind::Namespace,
                parent: Some(parent),
                local_name,
                name,
                url: String::new(),
                text,
            });
        }
    }

    fn add_attributes(&mut self, element: NodeRef<'_>, parent: usize) {
        for attribute in element.attributes().filter(|attribute| attribute.namespace() != Namespace::XmlNs) {
            let key = format!("{} {}", attribute.qualified_name(), attribute.namespace_url().unwrap_or_default());
            self.numbers.insert((element.id(), Some(key)), self.nodes.len());
            self.nodes.push(Node {
                kind: Kind::Attribute,
                parent: Some(parent),
                local_name: attribute.local_name().to_owned(),
                name: attribute.qualified_name().into_owned(),
                url: attribute.namespace_url().unwrap_or_default().to_owned(),
                text: attribute.value().to_owned(),
            });
        }
    }

    /// Returns the index of a node.
    pub(super) fn number_of(&self, node: &XPathNode<'_>) -> usize {
        let key = match node {
            XPathNode::Node(node) => (node.id(), None),
            XPathNode::Attribute { owner, attribute, .. } => (
                owner.id(),
                Some(format!("{} {}", attribute.qualified_name(), attribute.namespace_url().unwrap_or_default())),
            ),
            XPathNode::Namespace { owner, prefix, .. } => (owner.id(), Some(format!("xmlns {prefix}"))),
            _ => panic!("no function creates nodes in these expressions"),
        };
        self.numbers[&key]
    }

    /// Returns the value of an expression at a node, or `None` if the evaluation takes too long.
    pub(super) fn value(&self, expression: &Expression, node: usize) -> Option<Value> {
        self.visits.set(0);
        self.evaluate(expression, Context { node, position: 1, size: 1 })
    }

    fn evaluate(&self, expression: &Expression, context: Context) -> Option<Value> {
        Some(match expression {
            Expression::Number(number) => Value::Number(number.parse().ok()?),
            Expression::Literal(text) => Value::Text(text.clone()),
            Expression::Binary(operator, sides) => self.binary(operator, &sides[0], &sides[1], context)?,
            Expression::Negation(operand) => Value::Number(-self.number(&self.evaluate(operand, context)?)),
            Expression::Call(name, arguments) => {
                let arguments: Option<Vec<Value>> = arguments.iter().map(|it| self.evaluate(it, context)).collect();
                self.call(name, &arguments?, context)
            }
            Expression::Path(start, steps) => {
                let mut nodes = match start {
                    Start::Context => vec![context.node],
                    Start::Root => vec![0],
                    Start::From(expression) => self.nodes(expression, context)?,
                };
                for step in steps {
                    let mut found = Vec::new();
                    for node in nodes {
                        found.extend(self.step(step, node)?);
                    }
                    found.sort_unstable();
                    found.dedup();
                    nodes = found;
                }
                Value::Nodes(nodes)
            }
            Expression::Filter(inner, predicates) => {
                let mut nodes = self.nodes(inner, context)?;
                for predicate in predicates {
                    nodes = self.filter(nodes, predicate)?;
                }
                Value::Nodes(nodes)
            }
        })
    }

    fn nodes(&self, expression: &Expression, context: Context) -> Option<Vec<usize>> {
        match self.evaluate(expression, context)? {
            Value::Nodes(nodes) => Some(nodes),
            value => panic!("{value:?} is not a node-set: {expression}"),
        }
    }

    fn step(&self, step: &Step, node: usize) -> Option<Vec<usize>> {
        self.visits.set(self.visits.get() + self.nodes.len());
        if self.visits.get() > VISIT_LIMIT {
            return None;
        }
        let is_selected = |other: &usize| self.is_on(step.axis, node, *other) && self.passes(step, *other);
        let mut nodes: Vec<usize> = (0..self.nodes.len()).filter(is_selected).collect();
        if matches!(step.axis, "parent" | "ancestor" | "ancestor-or-self" | "preceding" | "preceding-sibling") {
            nodes.reverse();
        }
        for predicate in &step.predicates {
            nodes = self.filter(nodes, predicate)?;
        }
        Some(nodes)
    }

    fn filter(&self, nodes: Vec<usize>, predicate: &Expression) -> Option<Vec<usize>> {
        let size = nodes.len();
        let mut kept = Vec::new();
        for (index, node) in nodes.into_iter().enumerate() {
            let position = index + 1;
            let is_met = match self.evaluate(predicate, Context { node, position, size })? {
                Value::Number(number) => number == position as f64,
                value => boolean(&value),
            };
            if is_met {
                kept.push(node);
            }
        }
        Some(kept)
    }

    fn is_ancestor(&self, node: usize, of: usize) -> bool {
        let mut parent = self.nodes[of].parent;
        while let Some(number) = parent {
            if number == node {
                return true;
            }
            parent = self.nodes[number].parent;
        }
        false
    }

    fn is_on(&self, axis: &str, node: usize, other: usize) -> bool {
        let [kind, other_kind] = [node, other].map(|number| self.nodes[number].kind);
        let [is_in_tree, other_is_in_tree] =
            [kind, other_kind].map(|it| !matches!(it, Kind::Attribute | Kind::Namespace));
        let has_parent = self.nodes[other].parent == Some(node);
        let are_siblings = is_in_tree && other_is_in_tree && self.nodes[node].parent == self.nodes[other].parent;
        match axis {
            "self" => other == node,
            "child" => has_parent && other_is_in_tree,
            "attribute" => has_parent && other_kind == Kind::Attribute,
            "namespace" => has_parent && other_kind == Kind::Namespace,
            "parent" => self.nodes[node].parent == Some(other),
            "ancestor" => self.is_ancestor(other, node),
            "ancestor-or-self" => other == node || self.is_ancestor(other, node),
            "descendant" => other_is_in_tree && self.is_ancestor(node, other),
            "descendant-or-self" => other == node || (other_is_in_tree && self.is_ancestor(node, other)),
            "following" => other_is_in_tree && other > node && !self.is_ancestor(node, other),
            "preceding" => other_is_in_tree && other < node && !self.is_ancestor(other, node),
            "following-sibling" => are_siblings && other > node,
            "preceding-sibling" => are_siblings && other < node,
            _ => panic!("unknown axis {axis}"),
        }
    }

    fn passes(&self, step: &Step, number: usize) -> bool {
        let node = &self.nodes[number];
        let principal = match step.axis {
            "attribute" => Kind::Attribute,
            "namespace" => Kind::Namespace,
            _ => Kind::Element,
        };
        let url = |prefix: &str| PREFIXES.iter().find(|(known, _)| *known == prefix).map_or("", |(_, url)| *url);
        match &step.test {
            Test::Type("node()") => true,
            Test::Type("text()") => node.kind == Kind::Text,
            Test::Type("comment()") => node.kind == Kind::Comment,
            Test::Type("processing-instruction()") => node.kind == Kind::Instruction,
            Test::Type(_) => node.kind == Kind::Instruction && node.name == "a",
            Test::Any(None) => node.kind == principal,
            Test::Any(Some(prefix)) => node.kind == principal && node.url == url(prefix),
            Test::Name(prefix, name) => {
                let element =
                    if principal == Kind::Attribute { node.parent.map_or(node, |it| &self.nodes[it]) } else { node };
                let is_html = self.is_html && element.url == Namespace::Html.url();
                let default = if self.is_html && principal == Kind::Element { Namespace::Html.url() } else { "" };
                // Attribute names with a prefix are case-sensitive.
                let has_any_case = is_html && (principal == Kind::Element || prefix.is_none());
                let name = if has_any_case { name.to_ascii_lowercase() } else { name.clone() };
                node.kind == principal && node.local_name == name && node.url == prefix.map_or(default, url)
            }
        }
    }

    fn string_value(&self, number: usize) -> String {
        match self.nodes[number].kind {
            Kind::Root | Kind::Element => (number..self.nodes.len())
                .filter(|other| self.nodes[*other].kind == Kind::Text && self.is_ancestor(number, *other))
                .map(|other| self.nodes[other].text.as_str())
                .collect(),
            _ => self.nodes[number].text.clone(),
        }
    }

    fn text(&self, value: &Value) -> String {
        match value {
            Value::Nodes(nodes) => nodes.first().map_or(String::new(), |first| self.string_value(*first)),
            Value::Number(number) if *number == 0.0 => "0".to_owned(),
            Value::Number(number) if number.is_infinite() => {
                format!("{}Infinity", if *number < 0.0 { "-" } else { "" })
            }
            Value::Number(number) => number.to_string(),
            Value::Text(text) => text.clone(),
            Value::Boolean(boolean) => boolean.to_string(),
        }
    }

    fn number(&self, value: &Value) -> f64 {
        match value {
            Value::Nodes(_) => number(&self.text(value)),
            Value::Number(number) => *number,
            Value::Text(text) => number(text),
            Value::Boolean(boolean) => f64::from(u8::from(*boolean)),
        }
    }

    fn binary(&self, operator: &str, left: &Expression, right: &Expression, context: Context) -> Option<Value> {
        let left = self.evaluate(left, context)?;
        let right = self.evaluate(right, context)?;
        let calculated =
            |calculate: fn(f64, f64) -> f64| Value::Number(calculate(self.number(&left), self.number(&right)));
        Some(match operator {
            "or" => Value::Boolean(boolean(&left) || boolean(&right)),
            "and" => Value::Boolean(boolean(&left) && boolean(&right)),
            "+" => calculated(|left, right| left + right),
            "-" => calculated(|left, right| left - right),
            "*" => calculated(|left, right| left * right),
            "div" => calculated(|left, right| left / right),
            "mod" => calculated(|left, right| left % right),
            "|" => {
                let (Value::Nodes(left), Value::Nodes(right)) = (left, right) else { panic!("not node-sets") };
                let mut nodes = [left, right].concat();
                nodes.sort_unstable();
                nodes.dedup();
                Value::Nodes(nodes)
            }
            _ => Value::Boolean(self.compare(operator, &left, &right)),
        })
    }

    /// Compares two values by the rules of the recommendation. If one is a boolean, a node-set is converted to a boolean. Otherwise, each node of
    /// a node-set is compared.
    fn compare(&self, operator: &str, left: &Value, right: &Value) -> bool {
        let each = |value: &Value| -> Vec<Value> {
            match value {
                Value::Nodes(nodes) => nodes.iter().map(|node| Value::Text(self.string_value(*node))).collect(),
                value => vec![value.clone()],
            }
        };
        let is_boolean = |value: &Value| matches!(value, Value::Boolean(_));
        let (lefts, rights) = match (left, right) {
            (Value::Nodes(_), right) if is_boolean(right) => (vec![Value::Boolean(boolean(left))], vec![right.clone()]),
            (left, Value::Nodes(_)) if is_boolean(left) => (vec![left.clone()], vec![Value::Boolean(boolean(right))]),
            _ => (each(left), each(right)),
        };
        self.visits.set(self.visits.get() + lefts.len() * rights.len());
        lefts.iter().any(|left| rights.iter().any(|right| self.compare_two(operator, left, right)))
    }

    fn compare_two(&self, operator: &str, left: &Value, right: &Value) -> bool {
        let [number, other] = [left, right].map(|value| self.number(value));
        let is_equal = match (left, right) {
            (Value::Boolean(_), _) | (_, Value::Boolean(_)) => boolean(left) == boolean(right),
            (Value::Number(_), _) | (_, Value::Number(_)) => number == other,
            _ => self.text(left) == self.text(right),
        };
        match operator {
            "=" => is_equal,
            "!=" => !is_equal,
            "<" => number < other,
            "<=" => number <= other,
            ">" => number > other,
            _ => number >= other,
        }
    }

    fn call(&self, name: &str, arguments: &[Value], context: Context) -> Value {
        let own = || Value::Nodes(vec![context.node]);
        let argument = |index: usize| arguments.get(index).cloned().unwrap_or_else(own);
        let text = |index: usize| self.text(&argument(index));
        let numeric = |index: usize| self.number(&argument(index));
        let nodes = || match argument(0) {
            Value::Nodes(nodes) => nodes,
            value => panic!("{value:?} is not a node-set"),
        };
        let named = |part: fn(&Node) -> &String| {
            Value::Text(nodes().first().map_or(String::new(), |it| part(&self.nodes[*it]).clone()))
        };
        match name {
            "last" => Value::Number(context.size as f64),
            "position" => Value::Number(context.position as f64),
            "count" => Value::Number(nodes().len() as f64),
            "sum" => Value::Number(nodes().iter().fold(0.0, |sum, node| sum + number(&self.string_value(*node)))),
            "id" => Value::Nodes(self.by_id(&argument(0))),
            "local-name" => named(|node| &node.local_name),
            "namespace-uri" => named(|node| &node.url),
            "name" => named(|node| &node.name),
            "string" => Value::Text(text(0)),
            "concat" => Value::Text((0..arguments.len()).map(text).collect()),
            "starts-with" => Value::Boolean(text(0).starts_with(&text(1))),
            "contains" => Value::Boolean(text(0).contains(&text(1))),
            "substring-before" => {
                Value::Text(text(0).split_once(&text(1)).map_or(String::new(), |(before, _)| before.to_owned()))
            }
            "substring-after" => {
                Value::Text(text(0).split_once(&text(1)).map_or(String::new(), |(_, after)| after.to_owned()))
            }
            "substring" => {
                let start = round(numeric(1));
                let is_in =
                    |position: f64| position >= start && (arguments.len() < 3 || position < start + round(numeric(2)));
                Value::Text(
                    text(0)
                        .chars()
                        .enumerate()
                        .filter(|(index, _)| is_in(*index as f64 + 1.0))
                        .map(|it| it.1)
                        .collect(),
                )
            }
            "string-length" => Value::Number(text(0).chars().count() as f64),
            "normalize-space" => {
                let text = text(0);
                let words: Vec<&str> = text.split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty()).collect();
                Value::Text(words.join(" "))
            }
            "translate" => {
                let to: Vec<char> = text(2).chars().collect();
                let from = text(1);
                let exchange = |character: char| match from.chars().position(|known| known == character) {
                    Some(index) => to.get(index).copied(),
                    None => Some(character),
                };
                Value::Text(text(0).chars().filter_map(exchange).collect())
            }
            "boolean" => Value::Boolean(boolean(&argument(0))),
            "not" => Value::Boolean(!boolean(&argument(0))),
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            "lang" => Value::Boolean(self.has_language(context.node, &text(0))),
            "number" => Value::Number(numeric(0)),
            "floor" => Value::Number(numeric(0).floor()),
            "ceiling" => Value::Number(numeric(0).ceil()),
            "round" => Value::Number(round(numeric(0))),
            _ => panic!("unknown function {name}"),
        }
    }

    /// Returns, for each id in the value, the first element with this id.
    fn by_id(&self, value: &Value) -> Vec<usize> {
        let texts = match value {
            Value::Nodes(nodes) => nodes.iter().map(|node| self.string_value(*node)).collect(),
            value => vec![self.text(value)],
        };
        let words = texts.iter().flat_map(|text| text.split([' ', '\t', '\r', '\n'])).filter(|word| !word.is_empty());
        let has_id = |node: &&Node, id: &str| {
            node.kind == Kind::Attribute && node.local_name == "id" && node.url.is_empty() && node.text == id
        };
        let mut found: Vec<usize> =
            words.filter_map(|id| self.nodes.iter().find(|node| has_id(node, id))?.parent).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn has_language(&self, node: usize, language: &str) -> bool {
        let is_lang =
            |it: &&Node| it.kind == Kind::Attribute && it.local_name == "lang" && it.url == Namespace::Xml.url();
        let mut element = Some(node);
        while let Some(number) = element {
            let own = self.nodes.iter().filter(|it| it.parent == Some(number)).find(is_lang);
            if let Some(own) = own {
                let (own, language) = (own.text.to_ascii_lowercase(), language.to_ascii_lowercase());
                return own == language || own.starts_with(&format!("{language}-"));
            }
            element = self.nodes[number].parent;
        }
        false
    }
}

fn boolean(value: &Value) -> bool {
    match value {
        Value::Nodes(nodes) => !nodes.is_empty(),
        Value::Number(number) => *number != 0.0 && !number.is_nan(),
        Value::Text(text) => !text.is_empty(),
        Value::Boolean(boolean) => *boolean,
    }
}

fn number(text: &str) -> f64 {
    let text = text.trim_matches([' ', '\t', '\r', '\n']);
    let is_number = text.chars().all(|character| matches!(character, '0'..='9' | '.' | '-'));
    if is_number { text.parse().unwrap_or(f64::NAN) } else { f64::NAN }
}

/// Returns the nearest integer. Ties round towards positive infinity, and -0.5 to -0 round to -0.
fn round(number: f64) -> f64 {
    let below = number.floor();
    let rounded = if number - below < 0.5 { below } else { number.ceil() };
    if rounded == 0.0 { 0.0_f64.copysign(number) } else { rounded }
}
