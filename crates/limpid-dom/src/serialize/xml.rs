//! Markup that an XML parser takes: namespaces declared, everything closed, names and characters
//! [coerced](crate::infoset) where XML has no place for them.

use super::{Serializer, serializes_as_void};
use crate::infoset;
use crate::node::NodeRef;
use core::fmt::{self, Write};
use limpid_markup::Namespace;
use std::borrow::Cow;
use std::collections::HashSet;

fn name(name: &str) -> Cow<'_, str> {
    infoset::local_name(name).map_or(Cow::Borrowed(name), Cow::Owned)
}

fn write_text<W: Write + ?Sized>(text: &str, is_value: bool, out: &mut W) -> fmt::Result {
    let coerced = infoset::text(text);
    let text = coerced.as_deref().unwrap_or(text);
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate() {
        let reference = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'\r' => "&#13;",
            b'"' if is_value => "&quot;",
            b'\t' if is_value => "&#9;",
            b'\n' if is_value => "&#10;",
            _ => continue,
        };
        out.write_str(&text[written..at])?;
        out.write_str(reference)?;
        written = at + 1;
    }
    out.write_str(&text[written..])
}

impl<W: Write + ?Sized> Serializer<'_, '_, W> {
    pub(super) fn xml_start_tag(&mut self, element: NodeRef<'_>) -> fmt::Result {
        self.out.write_char('<')?;
        self.out.write_str(&name(element.local_name()))?;
        let around = element.parent().map(|parent| parent.host().unwrap_or(parent));
        let is_around_written = around.is_some_and(|around| around.is_element() && (self.outer || around != self.top));
        let has_namespace = is_around_written
            && element != self.top
            && around.is_some_and(|around| around.namespace() == element.namespace());
        if !has_namespace {
            self.xml_attribute("xmlns", element.namespace().url())?;
        }
        if element.attributes().any(|attribute| attribute.namespace() == Namespace::XLink) {
            self.xml_attribute("xmlns:xlink", Namespace::XLink.url())?;
        }
        let mut names = HashSet::new();
        for attribute in element.attributes() {
            let local_name = attribute.local_name();
            let is_declaration = attribute.namespace() == Namespace::XmlNs
                || local_name == "xmlns"
                || attribute.namespace() == Namespace::None && local_name.starts_with("xmlns:");
            if is_declaration {
                continue;
            }
            let name = match attribute.prefix() {
                "" => name(local_name),
                prefix => Cow::Owned(format!("{prefix}:{}", name(local_name))),
            };
            // Two names may be one once they are coerced.
            if names.insert(name.clone()) {
                self.xml_attribute(&name, attribute.value())?;
            }
        }
        self.out.write_str(if serializes_as_void(element) { " />" } else { ">" })
    }

    fn xml_attribute(&mut self, name: &str, value: &str) -> fmt::Result {
        write!(self.out, " {name}=\"")?;
        write_text(value, true, self.out)?;
        self.out.write_char('"')
    }

    pub(super) fn xml_end_tag(&mut self, element: NodeRef<'_>) -> fmt::Result {
        write!(self.out, "</{}>", name(element.local_name()))
    }

    pub(super) fn xml_text(&mut self, text: &str) -> fmt::Result {
        write_text(text, false, self.out)
    }

    pub(super) fn xml_comment(&mut self, data: &str) -> fmt::Result {
        write!(self.out, "<!--{}-->", infoset::comment(data).as_deref().unwrap_or(data))
    }

    pub(super) fn xml_processing_instruction(&mut self, target: &str, data: &str) -> fmt::Result {
        // There it would be a declaration.
        if target.eq_ignore_ascii_case("xml") {
            return Ok(());
        }
        let coerced = infoset::text(data);
        let data = coerced.as_deref().unwrap_or(data).replace("?>", "? >");
        write!(self.out, "<?{} {data}?>", name(target))
    }

    pub(super) fn xml_doctype(&mut self, doctype: crate::Doctype<'_>) -> fmt::Result {
        write!(self.out, "<!DOCTYPE {}", name(doctype.name))?;
        let is_public =
            |character: char| character.is_ascii_alphanumeric() || " \r\n-'()+,./:=?;!*#@$_%".contains(character);
        let public_id = doctype.public_id.filter(|id| !id.is_empty() && id.chars().all(is_public));
        let system_id = doctype.system_id.unwrap_or_default();
        let coerced = infoset::text(system_id);
        let system_id = coerced.as_deref().unwrap_or(system_id);
        let quote = if system_id.contains('"') { '\'' } else { '"' };
        let system_id = if quote == '\'' { system_id.replace('\'', "%27") } else { system_id.to_owned() };
        match public_id {
            Some(public_id) => write!(self.out, " PUBLIC \"{public_id}\" {quote}{system_id}{quote}")?,
            None if !system_id.is_empty() => write!(self.out, " SYSTEM {quote}{system_id}{quote}")?,
            None => {}
        }
        self.out.write_char('>')
    }
}
