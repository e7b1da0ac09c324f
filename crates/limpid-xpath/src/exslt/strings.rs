//! EXSLT's functions on strings, and the nodes that functions create from strings.

use crate::error::{XPathError, XPathErrorCode};
use crate::eval::{CREATED_NODE_BYTES, Context, Evaluated, Evaluator, TEXT_BYTES, Value, bytes_of};
use crate::functions::Exslt;
use crate::item::Item;
use crate::plan::Id;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The maximum number of characters that `str:padding` creates.
const MAX_PADDING: f64 = 1_000_000.0;

/// The maximum length of a string after replacements, in bytes. Without a limit, each of several nested replacements could double it.
pub(super) const MAX_REPLACED: usize = 1 << 24;

/// The characters that need no escapes in URIs, in addition to letters and digits.
const UNRESERVED: &[u8] = b"-_.!~*'()";

/// The characters that have a special meaning in URIs.
const RESERVED: &[u8] = b";/?:@&=+$,[]";

impl<'e> Evaluator<'e, '_> {
    /// Creates elements with these texts.
    pub(super) fn create_nodes<'t>(
        &mut self,
        name: &'static str,
        texts: impl Iterator<Item = &'t str>,
    ) -> Evaluated<Value<'e>> {
        let first = self.created.len();
        for text in texts {
            self.spend(4)?;
            self.hold(CREATED_NODE_BYTES + text.len())?;
            self.created.push((name, text.into()));
        }
        Ok(Value::Nodes(Rc::new((first..self.created.len()).map(Item::created).collect())))
    }

    pub(super) fn call_on_strings(
        &mut self,
        function: Exslt,
        arguments: &[Id],
        id: Id,
        context: Context,
    ) -> Evaluated<Value<'e>> {
        if function == Exslt::Join {
            let nodes = self.shared_nodes(arguments[0], context)?;
            let mut joined = String::new();
            for item in nodes.iter() {
                let text = self.string_value(*item)?;
                self.spend(1)?;
                self.spend_on(&text)?;
                self.hold(text.len())?;
                joined.push_str(&text);
            }
            return Ok(Value::Text(Cow::Owned(joined)));
        }
        if function == Exslt::Padding {
            return self.padding(arguments, id, context);
        }
        let text = self.text(arguments[0], context)?;
        self.spend_on(&text)?;
        self.hold(bytes_of(&text))?;
        let second = match arguments.get(1) {
            Some(second) if function != Exslt::EncodeUri => Some(self.text(*second, context)?),
            _ => None,
        };
        Ok(match function {
            Exslt::Tokenize | Exslt::Split => {
                let separators =
                    second.unwrap_or(Cow::Borrowed(if function == Exslt::Split { " " } else { "\t\r\n " }));
                if separators.is_empty() {
                    let ranges = text.char_indices().map(|(start, character)| start..start + character.len_utf8());
                    return self.create_nodes("token", ranges.map(|range| &text[range]));
                }
                if function == Exslt::Split {
                    return self.create_nodes("token", text.split(&*separators).filter(|it| !it.is_empty()));
                }
                let delimiters: BTreeSet<char> = separators.chars().collect();
                self.spend(separators.len() as u64)?;
                let is_delimiter = |character: char| delimiters.contains(&character);
                return self.create_nodes("token", text.split(is_delimiter).filter(|it| !it.is_empty()));
            }
            Exslt::Replace => {
                let replacement = self.text(arguments[2], context)?;
                let search = second.unwrap_or_default();
                if search.is_empty() {
                    return Ok(Value::Text(text));
                }
                let growth = replacement.len().saturating_sub(search.len());
                let growth = if growth > 0 { text.matches(&*search).count().saturating_mul(growth) } else { 0 };
                if growth > MAX_REPLACED {
                    return Err(self.too_long("str:replace", id));
                }
                self.spend(((growth + search.len()) / TEXT_BYTES) as u64)?;
                self.hold(text.len() + growth)?;
                Value::Text(Cow::Owned(text.replace(&*search, &replacement)))
            }
            Exslt::Align => {
                let alignment = match arguments.get(2) {
                    Some(alignment) => self.text(*alignment, context)?,
                    None => Cow::Borrowed("left"),
                };
                let padding = second.unwrap_or_default();
                self.spend_on(&padding)?;
                Value::Text(Cow::Owned(align(&text, &padding, &alignment)))
            }
            Exslt::EncodeUri => {
                let escapes_reserved = self.truth(arguments[1], context)?;
                Value::Text(Cow::Owned(encode(&text, escapes_reserved)))
            }
            _ => Value::Text(Cow::Owned(decode(&text))),
        })
    }

    /// Returns the error of a replacement with a result that is too long.
    pub(super) fn too_long(&self, function: &str, id: Id) -> XPathError {
        let message = format!(
            "the result of `{function}` has more than {MAX_REPLACED} bytes; replace less, or use a shorter replacement"
        );
        self.error(self.plan.expressions[id as usize].offset, XPathErrorCode::FunctionFailed, message)
    }

    /// Evaluates `str:padding()`: repeats characters up to a length.
    fn padding(&mut self, arguments: &[Id], id: Id, context: Context) -> Evaluated<Value<'e>> {
        let length = self.number(arguments[0], context)?;
        let mut characters = match arguments.get(1) {
            Some(characters) => self.text(*characters, context)?,
            None => Cow::Borrowed(""),
        };
        if characters.is_empty() {
            characters = Cow::Borrowed(" ");
        }
        if length > MAX_PADDING {
            let message = format!("`str:padding` creates at most {MAX_PADDING} characters; request fewer");
            let offset = self.plan.expressions[id as usize].offset;
            return Err(self.error(offset, XPathErrorCode::FunctionFailed, message));
        }
        self.spend(length.max(0.0) as u64)?;
        let padding: String = characters.chars().cycle().take(length.max(0.0) as usize).collect();
        Ok(Value::Text(Cow::Owned(padding)))
    }
}

/// Replaces a part of a padding string by a text. The result has the length of the padding.
fn align(text: &str, padding: &str, alignment: &str) -> String {
    let (length, width) = (text.chars().count(), padding.chars().count());
    if length >= width {
        return text.chars().take(width).collect();
    }
    let before = match alignment {
        "right" => width - length,
        "center" => (width - length) / 2,
        _ => 0,
    };
    let mut aligned: String = padding.chars().take(before).collect();
    aligned.push_str(text);
    aligned.extend(padding.chars().skip(before + length));
    aligned
}

fn encode(text: &str, escapes_reserved: bool) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        let is_kept = byte.is_ascii_alphanumeric()
            || UNRESERVED.contains(&byte)
            || (!escapes_reserved && RESERVED.contains(&byte));
        if is_kept {
            encoded.push(char::from(byte));
        } else {
            encoded.push('%');
            for digit in [byte >> 4, byte & 15] {
                encoded.push(char::from_digit(digit.into(), 16).unwrap_or('0').to_ascii_uppercase());
            }
        }
    }
    encoded
}

/// Decodes `%` with two hexadecimal digits. Returns an empty string if the result is not valid UTF-8.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == b'%'
            && let [high, low, ..] = *after
            && let (Some(high), Some(low)) = (digit(high), digit(low))
        {
            bytes.push(high << 4 | low);
            rest = &after[2..];
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}
