//! EXSLT's functions on regular expressions.

use crate::error::XPathErrorCode;
use crate::eval::{Context, Evaluated, Evaluator, Value};
use crate::functions::Exslt;
use crate::plan::Id;
use regex::{Captures, Regex};
use std::borrow::Cow;

impl<'e> Evaluator<'e, '_> {
    /// Calls a function of EXSLT.
    pub(crate) fn call_exslt(
        &mut self,
        function: Exslt,
        arguments: &[Id],
        id: Id,
        context: Context,
    ) -> Evaluated<Value<'e>> {
        match function {
            Exslt::Test | Exslt::Match | Exslt::ReplacePattern => self.call_regexp(function, arguments, context),
            Exslt::Difference
            | Exslt::Intersection
            | Exslt::Distinct
            | Exslt::HasSameNode
            | Exslt::Leading
            | Exslt::Trailing => self.call_on_sets(function, arguments, context),
            _ => self.call_on_strings(function, arguments, id, context),
        }
    }

    fn call_regexp(&mut self, function: Exslt, arguments: &[Id], context: Context) -> Evaluated<Value<'e>> {
        let text = self.text(arguments[0], context)?;
        let pattern = self.text(arguments[1], context)?;
        let flags = match arguments.get(2) {
            Some(flags) => self.text(*flags, context)?,
            None => Cow::Borrowed(""),
        };
        self.spend(text.len() as u64 / 16)?;
        let is_global = flags.contains('g');
        let pattern = self.patterns.get(&pattern, flags.contains('i')).map_err(|reason| {
            let message = format!("this is no regular expression of the crate regex, which has no look-around and no back-references: {reason}");
            let offset = self.plan.expressions[arguments[1] as usize].offset;
            self.error(offset, XPathErrorCode::InvalidPattern, message)
        })?;
        Ok(match function {
            Exslt::Test => Value::Boolean(pattern.is_match(&text)),
            Exslt::Match if is_global => {
                let found = pattern.find_iter(&text).map(|found| found.as_str().into());
                self.make("match", found)
            }
            Exslt::Match => {
                let captures = pattern.captures(&text);
                let groups = captures.iter().flat_map(Captures::iter);
                let groups = groups.map(|group| group.map_or("", |group| group.as_str()).into());
                self.make("match", groups)
            }
            _ => {
                let replacement = self.text(arguments[3], context)?;
                let limit = if is_global { 0 } else { 1 };
                Value::Text(Cow::Owned(replace(&pattern, &text, limit, &replacement)))
            }
        })
    }
}

/// Replaces matches. In the replacement `$1` stands for the first group, `$0` and `$&` for the match.
fn replace(pattern: &Regex, text: &str, limit: usize, replacement: &str) -> String {
    let expand = |captures: &Captures<'_>| {
        let mut expanded = String::new();
        let mut rest = replacement;
        while let Some(at) = rest.find('$') {
            expanded.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
            if let Some(behind) = rest.strip_prefix('&') {
                expanded.push_str(&captures[0]);
                rest = behind;
            } else if digits == 0 {
                expanded.push('$');
            } else {
                let group = rest[..digits].parse().ok().and_then(|group| captures.get(group));
                expanded.push_str(group.map_or("", |group| group.as_str()));
                rest = &rest[digits..];
            }
        }
        expanded + rest
    };
    pattern.replacen(text, limit, expand).into_owned()
}
