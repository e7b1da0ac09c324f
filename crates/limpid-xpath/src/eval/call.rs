//! Calls of core functions and user-defined functions.

use super::{Context, Evaluated, Evaluator, TEXT_BYTES, Value, bytes_of};
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
            // The second argument of `substring()` is a number.
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
                let is_match = match function {
                    Function::Contains => first.contains(&*second),
                    _ => first.starts_with(&*second),
                };
                if let Cow::Owned(text) = first {
                    self.string_buffer = text;
                }
                Value::Boolean(is_match)
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
                // Each call builds a table.
                self.spend((second.len() + to.len()) as u64)?;
                self.hold(2 * second.len().saturating_mul(size_of::<(char, Option<char>)>()))?;
                Value::Text(translate(first, &second, &to))
            }
            Function::Concat => {
                // Reuses the buffer, for predicates such as `contains(concat(" ", @class, " "), " a ")`.
                let mut text = core::mem::take(&mut self.string_buffer);
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
            // Only `string()` remains.
            _ => Value::Text(first),
        })
    }

    /// Calls `string-length()` or `contains()` without reading all of `part`, if it is a slice of the tree's text. Returns `None` if that is
    /// not possible.
    fn call_on_part(
        &mut self,
        function: Function,
        part: &str,
        needle: &str,
        arguments: &[Id],
    ) -> Evaluated<Option<Value<'e>>> {
        let Some((texts, range)) = self.texts.get().and_then(|texts| Some((texts, texts.range_of(part)?))) else {
            return Ok(None);
        };
        match (function, arguments) {
            (Function::StringLength, _) => Ok(Some(Value::Number(texts.count_characters(&range) as f64))),
            (Function::Contains, [_, id]) if self.plan.expressions[*id as usize].facts.is_constant() => {
                if needle.is_empty() {
                    return Ok(Some(Value::Boolean(true)));
                }
                if self.expression_caches[*id as usize].occurrences.is_none() {
                    self.spend(((texts.len() + needle.len()) / TEXT_BYTES) as u64)?;
                    self.hold(needle.len() * size_of::<usize>())?;
                    let occurrences = texts.occurrences(needle);
                    if !self.budget.cache(size_of_val(&*occurrences)) {
                        return Ok(None);
                    }
                    self.expression_caches[*id as usize].occurrences = Some(occurrences);
                }
                let occurrences = self.expression_caches[*id as usize].occurrences.as_deref().unwrap_or_default();
                let next = occurrences.get(occurrences.partition_point(|at| *at < range.start));
                Ok(Some(Value::Boolean(next.is_some_and(|at| at + needle.len() <= range.end))))
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

    /// Calls a user-defined function.
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
            values.push(self.export_value(value));
        }
        self.spend(1)?;
        let context = FunctionContext::new(self.tree.node(context.item.rank()), context.position, context.size);
        match (extension.call)(context, &values) {
            Ok(value) => self.import_value(&value, offset),
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

    /// Evaluates `id()`: returns the elements whose `id` is one of the words of a string or of the string-values of nodes. If several elements
    /// have the same `id`, only the first one counts, because [ids are unique](https://www.w3.org/TR/1999/REC-xpath-19991116/#unique-id).
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
            // One step per byte, because each byte can be a word.
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

    /// Returns the value of `local-name()`, `namespace-uri()` or `name()` for a node.
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
            ItemKind::CreatedText(_) => Cow::Borrowed(""),
            ItemKind::Created(_) if function == Function::NamespaceUri => Cow::Borrowed(""),
            ItemKind::Created(index) => Cow::Borrowed(self.created.get(index).map_or("", |(name, _)| name)),
        })
    }

    /// Whether the nearest `xml:lang` is `language` or a sublanguage of it.
    fn has_language(&mut self, item: Item, language: &str) -> bool {
        let tree = self.tree;
        if item.is_created() {
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

/// Returns a part of a string. Borrows it if the string is borrowed.
fn cut(text: Cow<'_, str>, start: usize, end: usize) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.get(start..end).unwrap_or_default()),
        Cow::Owned(text) => Cow::Owned(text.get(start..end).unwrap_or_default().to_owned()),
    }
}

/// Returns the characters at the positions `start..end`. The first character has position 1.
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

/// Removes white space at both ends of a string, and replaces every other run of white space by one space.
fn normalize_space(text: Cow<'_, str>) -> Cow<'_, str> {
    // In a normalized string, each space is between two other characters.
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

/// Replaces each character in `from` by the character at the same position in `to`, or removes it if `to` is shorter.
fn translate<'e>(text: Cow<'e, str>, from: &str, to: &str) -> Cow<'e, str> {
    let mut replacements: HashMap<char, Option<char>> = HashMap::new();
    let mut ascii = [None; 128];
    let mut to = to.chars();
    for character in from.chars() {
        let new = to.next();
        // The first occurrence of a character counts.
        match ascii.get_mut(character as usize) {
            Some(replacement) => {
                replacement.get_or_insert(new);
            }
            None => {
                replacements.entry(character).or_insert(new);
            }
        }
    }
    let replace = |character: char| match ascii.get(character as usize) {
        Some(new) => new.unwrap_or(Some(character)),
        None => replacements.get(&character).copied().unwrap_or(Some(character)),
    };
    if text.chars().all(|character| replace(character) == Some(character)) {
        return text;
    }
    Cow::Owned(text.chars().filter_map(replace).collect())
}
