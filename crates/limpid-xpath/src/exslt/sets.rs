use crate::eval::{Context, Evaluated, Evaluator, Value, bytes_of};
use crate::functions::Exslt;
use crate::item::Item;
use crate::plan::Id;
use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;

impl<'e> Evaluator<'e, '_> {
    pub(super) fn call_on_sets(&mut self, function: Exslt, arguments: &[Id], context: Context) -> Evaluated<Value<'e>> {
        let first = self.shared_nodes(arguments[0], context)?;
        let second = match arguments.get(1) {
            Some(second) => self.shared_nodes(*second, context)?,
            None => Rc::default(),
        };
        // For a binary search in the second set for each node of the first set.
        self.spend(first.len() as u64 * (1 + u64::from(second.len().checked_ilog2().unwrap_or(0)) / 2))?;
        self.hold(first.len() * size_of::<Item>())?;
        let is_in_second = |item: &Item| second.binary_search(item).is_ok();
        let chosen: Vec<Item> = match function {
            Exslt::Difference => first.iter().filter(|item| !is_in_second(item)).copied().collect(),
            Exslt::Intersection => first.iter().filter(|item| is_in_second(item)).copied().collect(),
            Exslt::HasSameNode => return Ok(Value::Boolean(first.iter().any(is_in_second))),
            Exslt::Leading | Exslt::Trailing => match second.first() {
                None => first.to_vec(),
                Some(bound) => match first.binary_search(bound) {
                    Err(_) => Vec::new(),
                    Ok(at) if function == Exslt::Leading => first[..at].to_vec(),
                    Ok(at) => first[at + 1..].to_vec(),
                },
            },
            _ => {
                let mut texts: HashSet<Cow<'e, str>> = HashSet::new();
                let mut distinct = Vec::new();
                for item in first.iter() {
                    let text = self.string_value(*item)?;
                    self.spend_on(&text)?;
                    self.hold(2 * size_of_val(&text) + bytes_of(&text))?;
                    if texts.insert(text) {
                        distinct.push(*item);
                    }
                }
                distinct
            }
        };
        Ok(Value::Nodes(Rc::new(chosen)))
    }
}
