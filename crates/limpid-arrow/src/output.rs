//! The columns of the result while they are made. What does not fit into an array is refused before it is appended.

use arrow_array::ArrayRef;
use arrow_array::builder::{ArrayBuilder, Int64Builder, ListBuilder, StringBuilder, StructBuilder};
use arrow_schema::{DataType, Fields};
use limpid::{LineColumn, Span, UnclosedElement};
use std::fmt::{self, Write};

/// The bytes or the items that an array can hold: their offsets are signed numbers of 32 bits.
const MOST: usize = i32::MAX as usize;

/// The reason why a value cannot be appended.
#[derive(Debug)]
pub(crate) enum Full {
    Array,
    Cell,
}

/// A column that is being made.
#[derive(Debug)]
pub(crate) struct Output {
    builder: Builder,
    /// The bytes of the current cell, and the most that it may have.
    used: usize,
    limit: usize,
}

#[derive(Debug)]
enum Builder {
    Text(StringBuilder),
    Texts(ListBuilder<StringBuilder>),
    Structs(ListBuilder<StructBuilder>),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Member<'a> {
    Text(Option<&'a str>),
    Number(Option<u32>),
    /// The element that an error is about, with its start.
    Element(Option<(UnclosedElement<'a>, LineColumn)>),
}

impl Member<'_> {
    fn length(&self) -> usize {
        match self {
            Member::Text(Some(text)) => text.len(),
            Member::Element(Some((element, _))) => element.name.len(),
            _ => 0,
        }
    }
}

impl Output {
    /// Makes a column of a type that [`Column::data_type`](crate::Column::data_type) returns, with room for this many bytes of text if each row
    /// has one: to grow is to copy, and to touch memory that was not touched before.
    pub(crate) fn new(data_type: &DataType, room: usize) -> Output {
        let builder = match data_type {
            DataType::List(item) => match item.data_type() {
                DataType::Struct(fields) => Builder::Structs(structs(fields)),
                _ => Builder::Texts(ListBuilder::new(StringBuilder::new())),
            },
            _ => Builder::Text(StringBuilder::with_capacity(0, room)),
        };
        Output { builder, used: 0, limit: 0 }
    }

    /// Starts a cell of this many bytes at most.
    pub(crate) fn start(&mut self, limit: usize) {
        (self.used, self.limit) = (0, limit);
    }

    /// Ends the cell of a row that has one. Of a list it has the items since the last cell.
    pub(crate) fn end_list(&mut self) {
        match &mut self.builder {
            Builder::Texts(list) => list.append(true),
            Builder::Structs(list) => list.append(true),
            Builder::Text(_) => {}
        }
    }

    /// Ends the cell of a row as null, whatever items it got.
    pub(crate) fn end_null(&mut self) {
        match &mut self.builder {
            Builder::Text(texts) => texts.append_null(),
            // A null may stand for items, which are not seen.
            Builder::Texts(list) => list.append(false),
            Builder::Structs(list) => list.append(false),
        }
    }

    /// Appends a text: a cell, or an item of a list.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Full> {
        self.count(text.len())?;
        let texts = match &mut self.builder {
            Builder::Text(texts) => texts,
            Builder::Texts(list) => list.values(),
            Builder::Structs(_) => return Ok(()),
        };
        if !has_room(texts, Some(text)) {
            return Err(Full::Array);
        }
        texts.append_value(text);
        Ok(())
    }

    /// Appends a text in parts as a cell. If it does not fit, a part of it may be below the null that ends the cell.
    pub(crate) fn joined<'t>(&mut self, mut parts: impl Iterator<Item = &'t str>) -> Result<(), Full> {
        let Builder::Text(texts) = &mut self.builder else { return Ok(()) };
        let room = if texts.len() < MOST { MOST - texts.values_slice().len() } else { 0 };
        let most = room.min(self.limit);
        let fits = parts.try_for_each(|part| {
            self.used = self.used.saturating_add(part.len());
            if self.used <= most { texts.write_str(part) } else { Err(fmt::Error) }
        });
        if fits.is_err() {
            return Err(if self.used > self.limit { Full::Cell } else { Full::Array });
        }
        texts.append_value("");
        Ok(())
    }

    /// Appends a struct to a list.
    pub(crate) fn item(&mut self, members: &[Member<'_>]) -> Result<(), Full> {
        // What a struct takes without its texts counts, too.
        self.count(members.iter().map(|member| 8 + member.length()).sum())?;
        let Builder::Structs(list) = &mut self.builder else { return Ok(()) };
        let item = list.values();
        if !has_rooms(item, members) {
            return Err(Full::Array);
        }
        append(item, members, true);
        Ok(())
    }

    fn count(&mut self, bytes: usize) -> Result<(), Full> {
        self.used = self.used.saturating_add(bytes);
        if self.used <= self.limit { Ok(()) } else { Err(Full::Cell) }
    }

    /// Appends an error to a list of them.
    pub(crate) fn error(
        &mut self,
        code: &str,
        message: &str,
        place: Option<(Span, LineColumn, &str)>,
        unclosed: Option<(UnclosedElement<'_>, LineColumn)>,
    ) -> Result<(), Full> {
        self.item(&[
            Member::Text(Some(code)),
            Member::Text(Some(message)),
            Member::Number(place.map(|(span, ..)| span.start)),
            Member::Number(place.map(|(span, ..)| span.end)),
            Member::Number(place.map(|(_, start, _)| start.line)),
            Member::Number(place.map(|(_, start, _)| start.column)),
            Member::Text(place.map(|(.., url)| url)),
            Member::Element(unclosed),
        ])
    }

    pub(crate) fn finish(&mut self) -> ArrayRef {
        match &mut self.builder {
            Builder::Text(texts) => ArrayBuilder::finish(texts),
            Builder::Texts(list) => ArrayBuilder::finish(list),
            Builder::Structs(list) => ArrayBuilder::finish(list),
        }
    }
}

fn structs(fields: &Fields) -> ListBuilder<StructBuilder> {
    ListBuilder::new(StructBuilder::from_fields(fields.clone(), 0))
}

fn append(item: &mut StructBuilder, members: &[Member<'_>], is_valid: bool) {
    for (index, member) in members.iter().enumerate() {
        match *member {
            Member::Text(text) => {
                if let Some(texts) = item.field_builder::<StringBuilder>(index) {
                    texts.append_option(text);
                }
            }
            Member::Number(number) => {
                if let Some(numbers) = item.field_builder::<Int64Builder>(index) {
                    numbers.append_option(number.map(i64::from));
                }
            }
            Member::Element(element) => {
                if let Some(inner) = item.field_builder::<StructBuilder>(index) {
                    append(inner, &element_members(element), element.is_some());
                }
            }
        }
    }
    item.append(is_valid);
}

/// Returns the members of an element that is still open, none of which is another.
fn element_members(element: Option<(UnclosedElement<'_>, LineColumn)>) -> [Member<'_>; 4] {
    [
        Member::Text(element.map(|(element, _)| element.name)),
        Member::Number(element.map(|(element, _)| element.tag.start)),
        Member::Number(element.map(|(_, start)| start.line)),
        Member::Number(element.map(|(_, start)| start.column)),
    ]
}

/// Whether a struct can be appended.
fn has_rooms(item: &mut StructBuilder, members: &[Member<'_>]) -> bool {
    members.iter().enumerate().all(|(index, member)| match *member {
        Member::Text(text) => item.field_builder::<StringBuilder>(index).is_none_or(|texts| has_room(texts, text)),
        Member::Number(_) => true,
        Member::Element(element) => {
            item.field_builder::<StructBuilder>(index).is_none_or(|inner| has_rooms(inner, &element_members(element)))
        }
    })
}

/// Whether a text can be appended.
fn has_room(texts: &StringBuilder, text: Option<&str>) -> bool {
    texts.values_slice().len() + text.map_or(0, str::len) <= MOST && texts.len() < MOST
}
