//! The core functions, and those of the program.

use super::{Context, Evaluated, Evaluator, TEXT, Value, bytes_of};
use crate::error::XPathErrorCode;
use crate::extension::FunctionContext;
use crate::functions::Function;
use crate::item::{Item, ItemKind};
use crate::lexer::is_space;
use crate::number::round;
use crate::plan::Id;
use limpid_dom::Namespace;
use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

impl<'e> Evaluator<'e, '_> {
    pub(super) fn call(&mut self, function: Function, arguments: &[Id], context: Context) -> Evaluated<Value<'e>> {
        Ok(match function {
            Function::Last => Value::Number(context.size as f64),
            Function::Position => Value::Number(context.position as f64),
            Function::Count => Value::Number(self.count(arguments[0], context)? as f64),
            Function::Sum => Value::Number(self.sum(arguments[0], context)?),
            Function::Id => self.by_id(arguments[0], context)?,
            Function::LocalName | Function::NamespaceUri | Function::Name => {
                let item = match arguments {
                    [] => Some(context.item),
                    [nodes, ..] => self.first_of(*nodes, context)?,
                };
                Value::Text(item.map_or(Ok(Cow::Borrowed("")), |item| self.name_of(function, item))?)
            }
            Function::True => Value::Boolean(true),
            Function::False => Value::Boolean(false),
            Function::Boolean => Value::Boolean(self.truth(arguments[0], context)?),
            Function::Not => Value::Boolean(!self.truth(arguments[0], context)?),
            Function::Lang => {
                let language = self.text(arguments[0], context)?;
                self.spend_on(&language)?;
                if self.languages.is_none() {
                    self.spend(self.tree.len() as u64)?;
                }
                Value::Boolean(self.has_language(context.item, &language))
            }
            Function::Number => Value::Number(match arguments {
                [] => self.number_of_node(context.item)?,
                [argument, ..] => self.number(*argument, context)?,
            }),
            Function::Floor => Value::Number(self.number(arguments[0], context)?.floor()),
            Function::Ceiling => Value::Number(self.number(arguments[0], context)?.ceil()),
            Function::Round => Value::Number(round(self.number(arguments[0], context)?)),
            _ => self.call_on_text(function, arguments, context)?,
        })
    }

    pub(super) fn call_on_text(
        &mut self,
        function: Function,
        arguments: &[Id],
        context: Context,
    ) -> Evaluated<Value<'e>> {
        let first = match arguments {
            [] => self.string_value(context.item)?,
            [argument, ..] => self.text(*argument, context)?,
        };
        let second = match arguments {
            // A number.
            [_, second, ..] if function != Function::Substring => self.text(*second, context)?,
            _ => Cow::Borrowed(""),
        };
        if let Some(value) = self.call_on_part(function, &first, &second, arguments)? {
            return Ok(value);
        }
        if function != Function::StartsWith {
            self.spend_on(&first)?;
        }
        self.spend_on(&second)?;
        self.hold(bytes_of(&first) + bytes_of(&second))?;
        Ok(match function {
            Function::StartsWith | Function::Contains => {
                let is_so = match function {
                    Function::Contains => first.contains(&*second),
                    _ => first.starts_with(&*second),
                };
                if let Cow::Owned(text) = first {
                    self.spare = text;
                }
                Value::Boolean(is_so)
            }
            Function::SubstringBefore => {
                Value::Text(first.find(&*second).map_or(Cow::Borrowed(""), |end| cut(first, 0, end)))
            }
            Function::SubstringAfter => Value::Text(match first.find(&*second) {
                Some(start) => {
                    let (start, end) = (start + second.len(), first.len());
                    cut(first, start, end)
                }
                None => Cow::Borrowed(""),
            }),
            Function::Substring => {
                let start = round(self.number(arguments[1], context)?);
                let end = match arguments.get(2) {
                    Some(length) => start + round(self.number(*length, context)?),
                    None => f64::INFINITY,
                };
                Value::Text(substring(first, start, end))
            }
            Function::StringLength => Value::Number(first.chars().count() as f64),
            Function::NormalizeSpace => Value::Text(normalize_space(first)),
            Function::Translate => {
                let to = self.text(arguments[2], context)?;
                // The table is made anew for each call.
                self.spend((second.len() + to.len()) as u64)?;
                self.hold(2 * second.len().saturating_mul(size_of::<(char, Option<char>)>()))?;
                Value::Text(translate(first, &second, &to))
            }
            Function::Concat => {
                // In the memory of the last one, as in `contains(concat(" ", @class, " "), " a ")` of each node.
                let mut text = core::mem::take(&mut self.spare);
                text.clear();
                text.push_str(&first);
                text.push_str(&second);
                for argument in &arguments[2..] {
                    let next = self.text(*argument, context)?;
                    self.spend_on(&next)?;
                    self.hold(next.len())?;
                    text.push_str(&next);
                }
                Value::Text(Cow::Owned(text))
            }
            // string(), as all others have an arm of their own.
            _ => Value::Text(first),
        })
    }

    /// Calls a function on a part of the tree's text, if that takes less time than to look at all of it.
    fn call_on_part(
        &mut self,
        function: Function,
        part: &str,
        wanted: &str,
        arguments: &[Id],
    ) -> Evaluated<Option<Value<'e>>> {
        let Some((texts, place)) = self.texts.get().and_then(|texts| Some((texts, texts.place(part)?))) else {
            return Ok(None);
        };
        match (function, arguments) {
            (Function::StringLength, _) => Ok(Some(Value::Number(texts.count(&place) as f64))),
            (Function::Contains, [_, id]) if self.plan.expressions[*id as usize].facts.is_constant() => {
                if wanted.is_empty() {
                    return Ok(Some(Value::Boolean(true)));
                }
                if self.states[*id as usize].places.is_none() {
                    self.spend(((texts.len() + wanted.len()) / TEXT) as u64)?;
                    self.hold(wanted.len() * size_of::<usize>())?;
                    let places = texts.places_of(wanted);
                    if !self.budget.cache(size_of_val(&*places)) {
                        return Ok(None);
                    }
                    self.states[*id as usize].places = Some(places);
                }
                let places = self.states[*id as usize].places.as_deref().unwrap_or_default();
                let next = places.get(places.partition_point(|at| *at < place.start));
                Ok(Some(Value::Boolean(next.is_some_and(|at| at + wanted.len() <= place.end))))
            }
            _ => Ok(None),
        }
    }

    fn sum(&mut self, id: Id, context: Context) -> Evaluated<f64> {
        let nodes = self.shared_nodes(id, context)?;
        let mut sum = 0.0;
        for item in nodes.iter() {
            self.spend(1)?;
            sum += self.number_of_node(*item)?;
        }
        Ok(sum)
    }

    /// Calls a function of the program.
    pub(super) fn call_extension(
        &mut self,
        index: u32,
        arguments: &[Id],
        id: Id,
        context: Context,
    ) -> Evaluated<Value<'e>> {
        let plan = self.plan;
        let extension = &plan.extensions[index as usize];
        let offset = plan.expressions[id as usize].offset;
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let value = self.value(*argument, context)?;
            self.spend(value.bytes() as u64 / 8)?;
            self.hold(value.bytes())?;
            values.push(self.value_for_program(value));
        }
        self.spend(1)?;
        let place = FunctionContext::new(self.tree.node(context.item.rank()), context.position, context.size);
        match (extension.call)(place, &values) {
            Ok(value) => self.value_from(&value, offset),
            Err(message) => Err(self.error(
                offset,
                XPathErrorCode::FunctionFailed,
                format!("`{}` failed: {message}", extension.name),
            )),
        }
    }

    fn first_of(&mut self, nodes: Id, context: Context) -> Evaluated<Option<Item>> {
        if self.is_path(nodes) {
            return self.first_node(nodes, context);
        }
        Ok(self.shared_nodes(nodes, context)?.first().copied())
    }

    /// The first elements whose `id` is among the words of a string, or of the strings of some nodes. Of a second one with the same `id`
    /// it is not [unique](https://www.w3.org/TR/1999/REC-xpath-19991116/#unique-id).
    fn by_id(&mut self, argument: Id, context: Context) -> Evaluated<Value<'e>> {
        let mut texts = Vec::new();
        match self.value(argument, context)? {
            Value::Nodes(nodes) => {
                for item in nodes.iter() {
                    texts.push(self.string_value(*item)?);
                }
            }
            value => texts.push(self.text_of(value)?),
        }
        for text in &texts {
            // A word can have one byte.
            self.spend(1 + text.len() as u64)?;
            self.hold(size_of::<Cow<'_, str>>() + bytes_of(text))?;
        }
        let tree = self.tree;
        if self.ids.is_none() {
            self.spend(tree.len() as u64)?;
        }
        let ids = self.ids.get_or_insert_with(|| {
            let mut ids: HashMap<&str, Item> = HashMap::new();
            for rank in 1..=tree.last() {
                if let Some(id) = tree.node(rank).element_id() {
                    ids.entry(id).or_insert_with(|| Item::node(rank));
                }
            }
            ids
        });
        let words = texts.iter().flat_map(|text| text.split(is_space));
        let mut found: Vec<Item> = words.filter_map(|word| ids.get(word)).copied().collect();
        self.hold(size_of_val(&*found))?;
        self.sort(&mut found)?;
        Ok(Value::Nodes(Rc::new(found)))
    }

    /// The name of a node, as one of the functions of names gives it.
    fn name_of(&mut self, function: Function, item: Item) -> Evaluated<Cow<'e, str>> {
        let node = self.tree.node(item.rank());
        Ok(match item.kind() {
            ItemKind::Node => match node.processing_instruction() {
                Some(_) if function == Function::NamespaceUri => Cow::Borrowed(""),
                Some(instruction) => Cow::Borrowed(instruction.target),
                None => match function {
                    Function::LocalName => Cow::Borrowed(node.local_name()),
                    Function::NamespaceUri => Cow::Borrowed(node.namespace_url().unwrap_or_default()),
                    _ => node.qualified_name(),
                },
            },
            ItemKind::Attribute(slot) => match (node.attribute_in_slot(slot), function) {
                (None, _) => Cow::Borrowed(""),
                (Some(attribute), Function::LocalName) => Cow::Borrowed(attribute.local_name()),
                (Some(attribute), Function::NamespaceUri) => {
                    Cow::Borrowed(attribute.namespace_url().unwrap_or_default())
                }
                (Some(attribute), _) => attribute.qualified_name(),
            },
            ItemKind::Namespace(_) if function == Function::NamespaceUri => Cow::Borrowed(""),
            ItemKind::Namespace(index) => {
                let scope = self.scope(item.rank())?;
                Cow::Borrowed(scope.get(index).map_or("", |(prefix, _)| prefix))
            }
            ItemKind::MadeText(_) => Cow::Borrowed(""),
            ItemKind::Made(_) if function == Function::NamespaceUri => Cow::Borrowed(""),
            ItemKind::Made(index) => Cow::Borrowed(self.made.get(index).map_or("", |(name, _)| name)),
        })
    }

    /// Whether the nearest `xml:lang` is a language, or a variety of it.
    fn has_language(&mut self, item: Item, language: &str) -> bool {
        let tree = self.tree;
        if item.is_made() {
            return false;
        }
        let languages = self
            .languages
            .get_or_insert_with(|| tree.nearest_matching(|node| node.attribute_ns(Namespace::Xml, "lang").is_some()));
        let nearest = languages.get(item.rank() as usize).copied().unwrap_or(0);
        let own = if nearest == 0 { None } else { tree.node(nearest).attribute_ns(Namespace::Xml, "lang") };
        own.and_then(|own| own.split_at_checked(language.len())).is_some_and(|(start, rest)| {
            start.eq_ignore_ascii_case(language) && (rest.is_empty() || rest.starts_with('-'))
        })
    }
}

/// A part of a string, without a copy if it is borrowed.
fn cut(text: Cow<'_, str>, start: usize, end: usize) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.get(start..end).unwrap_or_default()),
        Cow::Owned(text) => Cow::Owned(text.get(start..end).unwrap_or_default().to_owned()),
    }
}

/// The characters from one position on and before another, counted from 1.
fn substring(text: Cow<'_, str>, start: f64, end: f64) -> Cow<'_, str> {
    let is_in = |index: usize| {
        let position = index as f64 + 1.0;
        position >= start && position < end
    };
    let mut inside =
        text.char_indices().enumerate().filter(|(index, _)| is_in(*index)).map(|(_, (at, c))| (at, c.len_utf8()));
    let Some((from, length)) = inside.next() else { return Cow::Borrowed("") };
    let to = inside.last().map_or(from + length, |(at, length)| at + length);
    cut(text, from, to)
}

/// A string without white space at its ends, and with one space for each other run of it.
fn normalize_space(text: Cow<'_, str>) -> Cow<'_, str> {
    // Each space stands between two other characters.
    let mut previous = b' ';
    let is_normal = text.bytes().all(|byte| {
        let is_fine = !is_space(char::from(byte)) || (byte == b' ' && previous != b' ');
        previous = byte;
        is_fine
    });
    let is_normal = is_normal && (previous != b' ' || text.is_empty());
    if is_normal {
        return text;
    }
    let mut normal = String::with_capacity(text.len());
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normal.push_str(word);
    }
    Cow::Owned(normal)
}

/// A string with characters exchanged: each in `from` for the one at its place in `to`, or for none.
fn translate<'e>(text: Cow<'e, str>, from: &str, to: &str) -> Cow<'e, str> {
    let mut exchanged: HashMap<char, Option<char>> = HashMap::new();
    let mut ascii = [None; 128];
    let mut to = to.chars();
    for character in from.chars() {
        let new = to.next();
        // The first place of a character counts.
        match ascii.get_mut(character as usize) {
            Some(place) => {
                place.get_or_insert(new);
            }
            None => {
                exchanged.entry(character).or_insert(new);
            }
        }
    }
    let exchange = |character: char| match ascii.get(character as usize) {
        Some(new) => new.unwrap_or(Some(character)),
        None => exchanged.get(&character).copied().unwrap_or(Some(character)),
    };
    if text.chars().all(|character| exchange(character) == Some(character)) {
        return text;
    }
    Cow::Owned(text.chars().filter_map(exchange).collect())
}
