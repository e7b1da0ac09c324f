use crate::error::XPathErrorCode;
use crate::eval::{Budget, Context, Evaluated, Evaluator, Exceeded, TEXT_BYTES, Value, bytes_of};
use crate::exslt::pattern::{Pattern, PatternError};
use crate::exslt::strings::MAX_REPLACED;
use crate::functions::Exslt;
use crate::plan::Id;
use regex_automata::Span;
use regex_automata::util::captures::Captures;
use std::borrow::Cow;

impl<'e> Evaluator<'e, '_> {
    pub(crate) fn call_exslt(
        &mut self,
        function: Exslt,
        arguments: &[Id],
        id: Id,
        context: Context,
    ) -> Evaluated<Value<'e>> {
        match function {
            Exslt::Test | Exslt::Match | Exslt::ReplacePattern => self.call_regexp(function, arguments, id, context),
            Exslt::Difference
            | Exslt::Intersection
            | Exslt::Distinct
            | Exslt::HasSameNode
            | Exslt::Leading
            | Exslt::Trailing => self.call_on_sets(function, arguments, context),
            _ => self.call_on_strings(function, arguments, id, context),
        }
    }

    fn call_regexp(&mut self, function: Exslt, arguments: &[Id], id: Id, context: Context) -> Evaluated<Value<'e>> {
        let text = self.text(arguments[0], context)?;
        let pattern = self.text(arguments[1], context)?;
        let flags = match arguments.get(2) {
            Some(flags) => self.text(*flags, context)?,
            None => Cow::Borrowed(""),
        };
        let replacement = match arguments.get(3) {
            Some(replacement) => self.text(*replacement, context)?,
            None => Cow::Borrowed(""),
        };
        self.spend_on(&pattern)?;
        self.spend_on(&flags)?;
        self.hold([&text, &pattern, &flags, &replacement].map(bytes_of).iter().sum())?;
        let is_global = flags.contains('g');
        let pattern = match self.patterns.get(&pattern, flags.contains('i'), &mut self.budget) {
            Ok(pattern) => pattern,
            Err(PatternError::Exceeded(exceeded)) => return Err(self.over_budget(exceeded)),
            Err(PatternError::Invalid(reason)) => {
                let message = format!("the regular expression is not valid: {reason}");
                let offset = self.plan.expressions[arguments[1] as usize].offset;
                return Err(self.error(offset, XPathErrorCode::InvalidPattern, message));
            }
        };
        let max = if is_global && function != Exslt::Test { usize::MAX } else { 1 };
        let found = match pattern.matches(&text, max, &mut self.budget) {
            Ok(found) => found,
            Err(exceeded) => return Err(self.over_budget(exceeded)),
        };
        match function {
            Exslt::Test => Ok(Value::Boolean(!found.is_empty())),
            Exslt::Match if is_global => self.create_nodes("match", found.iter().map(|span| &text[span.range()])),
            Exslt::Match => {
                let groups = match found.first().map(|span| pattern.groups(&text, *span, &mut self.budget)) {
                    None => return self.create_nodes("match", std::iter::empty()),
                    Some(Ok(groups)) => groups,
                    Some(Err(exceeded)) => return Err(self.over_budget(exceeded)),
                };
                self.create_nodes("match", groups.iter().map(|group| group.map_or("", |group| &text[group.range()])))
            }
            _ => match replace(pattern, &text, &found, &replacement, &mut self.budget) {
                Ok(Some(replaced)) => Ok(Value::Text(Cow::Owned(replaced))),
                Ok(None) => Err(self.too_long("re:replace", id)),
                Err(exceeded) => Err(self.over_budget(exceeded)),
            },
        }
    }
}

/// Replaces matches. In the replacement, `$1` or, as in lxml, `\1` inserts the first group, and `$0` or `$&` inserts the match. Returns `None`
/// if the result is too long.
fn replace(
    pattern: &Pattern,
    text: &str,
    found: &[Span],
    replacement: &str,
    budget: &mut Budget<'_>,
) -> Result<Option<String>, Exceeded> {
    let mut replaced = String::with_capacity(text.len());
    budget.hold(text.len())?;
    let mut end = 0;
    for span in found {
        replaced.push_str(&text[end..span.start]);
        end = span.end;
        let before = replaced.len();
        let groups = pattern.groups(text, *span, budget)?;
        if expand(text, &groups, replacement, &mut replaced).is_none() {
            return Ok(None);
        }
        let added = replaced.len() - before;
        budget.spend(((added + replacement.len()) / TEXT_BYTES) as u64)?;
        budget.hold(added)?;
    }
    replaced.push_str(&text[end..]);
    Ok(Some(replaced))
}

/// Appends the expanded replacement to a string. Returns `None` if the string becomes too long.
fn expand(text: &str, groups: &Captures, replacement: &str, expanded: &mut String) -> Option<()> {
    let group = |index: usize| groups.get_group(index).map_or("", |group| &text[group.range()]);
    let mut rest = replacement;
    while let Some(at) = rest.find(['$', '\\']) {
        expanded.push_str(&rest[..at]);
        let sign = &rest[at..=at];
        rest = &rest[at + 1..];
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        if sign == "$"
            && let Some(after) = rest.strip_prefix('&')
        {
            expanded.push_str(group(0));
            rest = after;
        } else if digits == 0 {
            expanded.push_str(sign);
        } else {
            expanded.push_str(rest[..digits].parse().map_or("", group));
            rest = &rest[digits..];
        }
        if expanded.len() > MAX_REPLACED {
            return None;
        }
    }
    expanded.push_str(rest);
    (expanded.len() <= MAX_REPLACED).then_some(())
}
