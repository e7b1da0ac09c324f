//! Builds small trees by hand, with the calls of a tree builder to its sink.
#![allow(dead_code, reason = "each test program uses a part")]

use limpid_dom::{Document, DocumentBuilder, NodeHandle, invariants};
use limpid_markup::{
    Adjustment, AttributeRecord, LocalName, Namespace, NewElement, Span, Text, TokenAttributes, TreeSink,
};

/// A builder for a source, with short methods for frequent calls.
pub(crate) struct Trees<'s> {
    pub(crate) source: &'s str,
    pub(crate) sink: DocumentBuilder<'s>,
}

/// Returns the attribute records of a tag as the tokenizer creates them, for `name="value"` pairs with lowercase names.
pub(crate) fn records(tag: &str, tag_start: usize) -> Vec<AttributeRecord> {
    let mut records = Vec::new();
    let mut at = 0;
    while let Some(equals) = tag[at..].find("=\"").map(|found| at + found) {
        let start = tag[..equals].rfind([' ', '<']).map_or(0, |space| space + 1);
        let end = equals + 2 + tag[equals + 2..].find('"').expect("a closing quote");
        let span = |start: usize, end: usize| Span::new((tag_start + start) as u32, (tag_start + end) as u32);
        records.push(AttributeRecord {
            name: LocalName::from_bytes(&tag.as_bytes()[start..equals]),
            name_span: span(start, equals),
            value_span: span(equals + 2, end),
            ..AttributeRecord::default()
        });
        at = end + 1;
    }
    records
}

pub(crate) fn new_element<'a>(namespace: Namespace, name: &'a str, attributes: TokenAttributes<'a>) -> NewElement<'a> {
    NewElement {
        namespace,
        name: LocalName::from_bytes(name.as_bytes()),
        name_str: name,
        qualifier: None,
        attributes,
        span: None,
        had_duplicate_attribute: false,
    }
}

impl<'s> Trees<'s> {
    pub(crate) fn new(source: &'s str) -> Trees<'s> {
        Trees { source, sink: DocumentBuilder::new(source) }
    }

    pub(crate) fn document(&mut self) -> NodeHandle {
        self.sink.document()
    }

    pub(crate) fn find(&self, part: &str) -> usize {
        self.source.find(part).unwrap_or_else(|| panic!("{part:?} is not in the source"))
    }

    /// Returns a text of the source as a verbatim text.
    pub(crate) fn verbatim(&self, part: &'s str) -> Text<'s> {
        let start = self.find(part);
        Text { text: part, span: Span::new(start as u32, (start + part.len()) as u32), verbatim: true }
    }

    /// Appends an element without attributes.
    pub(crate) fn element(&mut self, parent: NodeHandle, name: &str) -> NodeHandle {
        let element = self.sink.create_element(&new_element(Namespace::Html, name, TokenAttributes::EMPTY));
        self.sink.append(parent, element);
        element
    }

    /// Appends an element created from a tag in the source: `<name a="b" c="d"`.
    pub(crate) fn tag(&mut self, parent: NodeHandle, namespace: Namespace, tag: &str) -> NodeHandle {
        let start = self.find(tag);
        let records = records(tag, start);
        let name = tag[1..].split(' ').next().unwrap_or_default();
        let adjustment = match namespace {
            Namespace::Svg => Adjustment::Svg,
            Namespace::MathMl => Adjustment::MathMl,
            _ => Adjustment::None,
        };
        let attributes = TokenAttributes::new(&records, self.source, 0, "").adjusted(adjustment);
        let element = self.sink.create_element(&new_element(namespace, name, attributes));
        self.sink.append(parent, element);
        element
    }

    pub(crate) fn text(&mut self, parent: NodeHandle, part: &'s str) {
        let text = self.verbatim(part);
        self.sink.append_text(parent, text);
    }

    pub(crate) fn built_text(&mut self, parent: NodeHandle, text: &str) {
        self.sink.append_text(parent, Text::synthetic(text));
    }

    /// Checks the invariants of the document and returns it.
    pub(crate) fn finish(self) -> Document<'s> {
        let document = self.sink.finish();
        invariants::check(&document).unwrap();
        document
    }
}

/// Removes the test's indentation from the lines of an expected dump.
pub(crate) fn lines(expected: &str) -> String {
    expected.lines().map(str::trim_start).filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}
