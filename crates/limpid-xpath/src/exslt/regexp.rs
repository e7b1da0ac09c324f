use crate::error::XPathErrorCode;
use crate::eval::{Context, Evaluated, Evaluator, Value};
use crate::exslt::strings::LONGEST;
use crate::functions::Exslt;
use crate::plan::Id;
use regex::{Captures, Regex};
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
                let limit = if is_global { usize::MAX } else { 1 };
                let replaced = replace(&pattern, &text, limit, &replacement);
                Value::Text(Cow::Owned(replaced.ok_or_else(|| self.too_long("re:replace", id))?))
            }
        })
    }
}

/// Replaces matches. In the replacement `$1` stands for the first group, `$0` and `$&` for the match; `\1` for the group as well, which is
/// how lxml has it.
/// `None` if the string becomes too long.
fn replace(pattern: &Regex, text: &str, limit: usize, replacement: &str) -> Option<String> {
    let mut replaced = String::with_capacity(text.len());
    let mut end = 0;
    for captures in pattern.captures_iter(text).take(limit) {
        let found = captures.get(0)?;
        replaced.push_str(&text[end..found.start()]);
        end = found.end();
        expand(&captures, replacement, &mut replaced)?;
    }
    replaced.push_str(&text[end..]);
    Some(replaced)
}

/// Adds a replacement to a string, which becomes no longer than it may.
fn expand(captures: &Captures<'_>, replacement: &str, expanded: &mut String) -> Option<()> {
    let mut rest = replacement;
    while let Some(at) = rest.find(['$', '\\']) {
        expanded.push_str(&rest[..at]);
        let sign = &rest[at..=at];
        rest = &rest[at + 1..];
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        if sign == "$"
            && let Some(behind) = rest.strip_prefix('&')
        {
            expanded.push_str(&captures[0]);
            rest = behind;
        } else if digits == 0 {
            expanded.push_str(sign);
        } else {
            let group = rest[..digits].parse().ok().and_then(|group| captures.get(group));
            expanded.push_str(group.map_or("", |group| group.as_str()));
            rest = &rest[digits..];
        }
        if expanded.len() > LONGEST {
            return None;
        }
    }
    expanded.push_str(rest);
    (expanded.len() <= LONGEST).then_some(())
}
