//! The columns of the result while they are made. A cell that is refused leaves nothing behind.

use arrow_array::{ArrayRef, make_array};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use limpid::unclosed::UnclosedElement;
use limpid::{LineColumn, Span};

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
    data_type: DataType,
    cells: Builder,
    /// The bytes of the current cell, and the most that it may have.
    used: usize,
    limit: usize,
}

/// The values of an array that is being made, and whether each is valid.
#[derive(Debug)]
struct Builder {
    is_valid: Vec<bool>,
    values: Values,
}

#[derive(Debug)]
enum Values {
    /// The bytes of all texts, and the end of each. Bytes after the last end belong to a text that has not ended.
    Texts(Vec<u8>, Offsets),
    Numbers(Vec<i64>),
    /// An array for each member.
    Structs(Vec<Builder>),
    /// The items of all lists, and the end of each list. Items after the last end belong to a list that has not ended.
    Lists(Box<Builder>, Offsets),
}

/// Offsets as Arrow stores them: 0, and the end of each value.
#[derive(Debug)]
struct Offsets(Vec<i32>);

impl Offsets {
    fn last(&self) -> usize {
        self.0.last().map_or(0, |&end| end as usize)
    }

    fn push(&mut self, end: usize) -> Result<(), Full> {
        self.0.push(i32::try_from(end).map_err(|_| Full::Array)?);
        Ok(())
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Member<'a> {
    Text(Option<&'a str>),
    Number(Option<u32>),
    Texts(&'a [String]),
    Rows(&'a [Vec<String>]),
    /// The element that an error is about, with its start.
    Element(Option<(UnclosedElement<'a>, LineColumn)>),
}

impl Member<'_> {
    fn length(&self) -> usize {
        match self {
            Member::Text(Some(text)) => text.len(),
            Member::Texts(texts) => texts.iter().map(|text| 8 + text.len()).sum(),
            Member::Rows(rows) => rows.iter().map(|row| 8 + Member::Texts(row).length()).sum(),
            Member::Element(Some((element, _))) => element.name.len(),
            _ => 0,
        }
    }
}

impl Builder {
    /// Makes an empty array of a type, with capacity for this many bytes of text.
    fn new(data_type: &DataType, capacity: usize) -> Builder {
        let offsets = Offsets(vec![0]);
        let values = match data_type {
            DataType::List(item) => Values::Lists(Box::new(Builder::new(item.data_type(), 0)), offsets),
            DataType::Struct(fields) => {
                Values::Structs(fields.iter().map(|field| Builder::new(field.data_type(), 0)).collect())
            }
            DataType::Int64 => Values::Numbers(Vec::new()),
            _ => Values::Texts(Vec::with_capacity(capacity), offsets),
        };
        Builder { is_valid: Vec::new(), values }
    }

    /// Appends a part of a text that has not ended.
    fn push_str(&mut self, part: &str) -> Result<(), Full> {
        if let Values::Texts(bytes, _) = &mut self.values {
            if bytes.len() + part.len() > MOST {
                return Err(Full::Array);
            }
            bytes.extend_from_slice(part.as_bytes());
        }
        Ok(())
    }

    /// Ends a value.
    fn end(&mut self, is_valid: bool) -> Result<(), Full> {
        match &mut self.values {
            Values::Texts(bytes, offsets) => offsets.push(bytes.len())?,
            Values::Lists(items, offsets) => offsets.push(items.is_valid.len())?,
            Values::Numbers(_) | Values::Structs(_) => {}
        }
        self.is_valid.push(is_valid);
        Ok(())
    }

    fn push(&mut self, member: Member<'_>) -> Result<(), Full> {
        let is_valid = match member {
            Member::Text(text) => {
                self.push_str(text.unwrap_or_default())?;
                text.is_some()
            }
            Member::Number(number) => {
                if let Values::Numbers(numbers) = &mut self.values {
                    numbers.push(number.map_or(0, i64::from));
                }
                number.is_some()
            }
            Member::Texts(texts) => {
                self.push_items(texts.iter().map(|text| Member::Text(Some(text))))?;
                true
            }
            Member::Rows(rows) => {
                self.push_items(rows.iter().map(|row| Member::Texts(row)))?;
                true
            }
            Member::Element(element) => return self.push_struct(&element_members(element), element.is_some()),
        };
        self.end(is_valid)
    }

    /// Appends items of a list that has not ended.
    fn push_items<'m>(&mut self, mut members: impl Iterator<Item = Member<'m>>) -> Result<(), Full> {
        match &mut self.values {
            Values::Lists(items, _) => members.try_for_each(|member| items.push(member)),
            _ => Ok(()),
        }
    }

    fn push_struct(&mut self, members: &[Member<'_>], is_valid: bool) -> Result<(), Full> {
        if let Values::Structs(builders) = &mut self.values {
            builders.iter_mut().zip(members).try_for_each(|(builder, member)| builder.push(*member))?;
        }
        self.end(is_valid)
    }

    /// Removes all but the first values, and the memory of the others. Does nothing if there are no others.
    fn truncate(&mut self, len: usize) {
        match &mut self.values {
            Values::Texts(bytes, offsets) => {
                truncate(&mut offsets.0, len + 1);
                truncate(bytes, offsets.last());
            }
            Values::Numbers(numbers) => truncate(numbers, len),
            Values::Structs(members) => members.iter_mut().for_each(|member| member.truncate(len)),
            Values::Lists(items, offsets) => {
                truncate(&mut offsets.0, len + 1);
                items.truncate(offsets.last());
            }
        }
        truncate(&mut self.is_valid, len);
    }

    fn finish(self, data_type: &DataType) -> ArrayData {
        let len = self.is_valid.len();
        let builder = ArrayData::builder(data_type.clone()).len(len).nulls(Some(self.is_valid.into()));
        let builder = match (self.values, data_type) {
            (Values::Texts(bytes, offsets), _) => builder.add_buffer(offsets.0.into()).add_buffer(bytes.into()),
            (Values::Numbers(numbers), _) => builder.add_buffer(numbers.into()),
            (Values::Structs(members), DataType::Struct(fields)) => {
                let members = members.into_iter().zip(fields);
                builder.child_data(members.map(|(member, field)| member.finish(field.data_type())).collect())
            }
            (Values::Lists(items, offsets), DataType::List(item)) => {
                builder.add_buffer(offsets.0.into()).add_child_data(items.finish(item.data_type()))
            }
            _ => builder,
        };
        // The buffers are consistent, as they are made here.
        builder.build().unwrap_or_else(|_| ArrayData::new_null(data_type, len))
    }
}

/// Shortens a vector, and gives back memory if much of it is unused then. The vector had to grow for what is removed, so this costs no more
/// than that.
fn truncate<T>(vector: &mut Vec<T>, len: usize) {
    if len < vector.len() {
        vector.truncate(len);
        vector.shrink_to(2 * len);
    }
}

impl Output {
    /// Makes a column of a type that [`Column::data_type`](crate::Column::data_type) returns, with capacity for this many bytes of text if each
    /// row has one: to grow is to copy, and to touch memory that was not touched before.
    pub(crate) fn new(data_type: DataType, capacity: usize) -> Output {
        let cells = Builder::new(&data_type, capacity);
        Output { data_type, cells, used: 0, limit: 0 }
    }

    /// Starts a cell of this many bytes at most.
    pub(crate) fn start(&mut self, limit: usize) {
        (self.used, self.limit) = (0, limit);
    }

    /// Ends the cell of a row that has one. A list has the items since the last cell.
    pub(crate) fn end_list(&mut self) -> Result<(), Full> {
        match self.cells.values {
            Values::Lists(..) => self.cells.end(true),
            _ => Ok(()),
        }
    }

    /// Ends the cell of a row as null, and removes what it got.
    pub(crate) fn end_null(&mut self) {
        self.cells.truncate(self.cells.is_valid.len());
        // The end is that of the cell before.
        let _ = self.cells.end(false);
    }

    /// Appends a text: a cell, or an item of a list.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Full> {
        self.text_or_null(Some(text))
    }

    /// Appends a text or null: a cell, or an item of a list.
    pub(crate) fn text_or_null(&mut self, text: Option<&str>) -> Result<(), Full> {
        self.count(text.map_or(0, str::len))?;
        match &mut self.cells.values {
            Values::Lists(items, _) => items.push(Member::Text(text)),
            _ => self.cells.push(Member::Text(text)),
        }
    }

    /// Appends a text in parts as a cell.
    pub(crate) fn joined<'t>(&mut self, mut parts: impl Iterator<Item = &'t str>) -> Result<(), Full> {
        parts.try_for_each(|part| {
            self.count(part.len())?;
            self.cells.push_str(part)
        })?;
        self.cells.end(true)
    }

    /// Appends a struct to a list.
    pub(crate) fn item(&mut self, members: &[Member<'_>]) -> Result<(), Full> {
        // What a struct takes without its texts counts, too.
        self.count(members.iter().map(|member| 8 + member.length()).sum())?;
        match &mut self.cells.values {
            Values::Lists(items, _) => items.push_struct(members, true),
            _ => Ok(()),
        }
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

    pub(crate) fn finish(self) -> ArrayRef {
        make_array(self.cells.finish(&self.data_type))
    }
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
