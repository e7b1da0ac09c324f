//! Builds the columns of the result. A cell that exceeds its limit becomes null and leaves no data in the column.

use arrow_array::{ArrayRef, make_array};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use limpid::unclosed::UnclosedElement;
use limpid::{LineColumn, Span};

/// The number of bytes or items that an array can contain: offsets are signed 32-bit numbers.
const MAX_OFFSET: usize = i32::MAX as usize;

/// The reason why a value cannot be appended.
#[derive(Debug)]
pub(crate) enum Overflow {
    /// The array would exceed `MAX_OFFSET`.
    Array,
    /// The cell would exceed its limit.
    Cell,
}

#[derive(Debug)]
pub(crate) struct ColumnBuilder {
    data_type: DataType,
    cells: Builder,
    /// The length of the current cell in bytes.
    cell_length: usize,
    cell_limit: usize,
}

#[derive(Debug)]
struct Builder {
    is_valid: Vec<bool>,
    values: Values,
}

#[derive(Debug)]
enum Values {
    /// The bytes of all texts. Bytes after the last offset belong to an unfinished text.
    Texts(Vec<u8>, Offsets),
    Numbers(Vec<i64>),
    Floats(Vec<f64>),
    /// A builder for each member.
    Structs(Vec<Builder>),
    /// The items of all lists. Items after the last offset belong to an unfinished list.
    Lists(Box<Builder>, Offsets),
}

/// Arrow's offsets: 0, then the end of each value.
#[derive(Debug)]
struct Offsets(Vec<i32>);

impl Offsets {
    fn last_end(&self) -> usize {
        self.0.last().map_or(0, |&end| end as usize)
    }

    fn push(&mut self, end: usize) -> Result<(), Overflow> {
        self.0.push(i32::try_from(end).map_err(|_| Overflow::Array)?);
        Ok(())
    }
}

/// The value of a struct's member or of a list's item.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Member<'a> {
    Text(Option<&'a str>),
    Number(Option<u32>),
    Float(f64),
    Texts(&'a [String]),
    Rows(&'a [Vec<String>]),
    /// The unclosed element of an error, with its position.
    Element(Option<(UnclosedElement<'a>, LineColumn)>),
}

impl Member<'_> {
    /// Returns the approximate size in bytes.
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
    /// Creates an empty builder. For text, reserves `capacity` bytes.
    fn new(data_type: &DataType, capacity: usize) -> Builder {
        let offsets = Offsets(vec![0]);
        let values = match data_type {
            DataType::List(item) => Values::Lists(Box::new(Builder::new(item.data_type(), 0)), offsets),
            DataType::Struct(fields) => {
                Values::Structs(fields.iter().map(|field| Builder::new(field.data_type(), 0)).collect())
            }
            DataType::Int64 => Values::Numbers(Vec::new()),
            DataType::Float64 => Values::Floats(Vec::new()),
            _ => Values::Texts(Vec::with_capacity(capacity), offsets),
        };
        Builder { is_valid: Vec::new(), values }
    }

    /// Appends to an unfinished text.
    fn push_str(&mut self, part: &str) -> Result<(), Overflow> {
        if let Values::Texts(bytes, _) = &mut self.values {
            if bytes.len() + part.len() > MAX_OFFSET {
                return Err(Overflow::Array);
            }
            bytes.extend_from_slice(part.as_bytes());
        }
        Ok(())
    }

    /// Finishes a value.
    fn end(&mut self, is_valid: bool) -> Result<(), Overflow> {
        match &mut self.values {
            Values::Texts(bytes, offsets) => offsets.push(bytes.len())?,
            Values::Lists(items, offsets) => offsets.push(items.is_valid.len())?,
            Values::Numbers(_) | Values::Floats(_) | Values::Structs(_) => {}
        }
        self.is_valid.push(is_valid);
        Ok(())
    }

    fn push(&mut self, member: Member<'_>) -> Result<(), Overflow> {
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
            Member::Float(float) => {
                if let Values::Floats(floats) = &mut self.values {
                    floats.push(float);
                }
                true
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

    fn push_null(&mut self) {
        match &mut self.values {
            Values::Numbers(numbers) => numbers.push(0),
            Values::Floats(floats) => floats.push(0.0),
            Values::Structs(members) => members.iter_mut().for_each(Builder::push_null),
            Values::Texts(..) | Values::Lists(..) => {}
        }
        // Cannot fail: repeats the offset of the previous value.
        let _ = self.end(false);
    }

    /// Appends items to an unfinished list.
    fn push_items<'m>(&mut self, mut members: impl Iterator<Item = Member<'m>>) -> Result<(), Overflow> {
        match &mut self.values {
            Values::Lists(items, _) => members.try_for_each(|member| items.push(member)),
            _ => Ok(()),
        }
    }

    fn push_struct(&mut self, members: &[Member<'_>], is_valid: bool) -> Result<(), Overflow> {
        if let Values::Structs(builders) = &mut self.values {
            builders.iter_mut().zip(members).try_for_each(|(builder, member)| builder.push(*member))?;
        }
        self.end(is_valid)
    }

    /// Keeps the first `len` values, and removes unfinished values. Frees memory.
    fn truncate(&mut self, len: usize) {
        match &mut self.values {
            Values::Texts(bytes, offsets) => {
                truncate(&mut offsets.0, len + 1);
                truncate(bytes, offsets.last_end());
            }
            Values::Numbers(numbers) => truncate(numbers, len),
            Values::Floats(floats) => truncate(floats, len),
            Values::Structs(members) => members.iter_mut().for_each(|member| member.truncate(len)),
            Values::Lists(items, offsets) => {
                truncate(&mut offsets.0, len + 1);
                items.truncate(offsets.last_end());
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
            (Values::Floats(floats), _) => builder.add_buffer(floats.into()),
            (Values::Structs(members), DataType::Struct(fields)) => {
                let members = members.into_iter().zip(fields);
                builder.child_data(members.map(|(member, field)| member.finish(field.data_type())).collect())
            }
            (Values::Lists(items, offsets), DataType::List(item)) => {
                builder.add_buffer(offsets.0.into()).add_child_data(items.finish(item.data_type()))
            }
            _ => builder,
        };
        // Cannot fail: the builder keeps the buffers consistent.
        builder.build().unwrap_or_else(|_| ArrayData::new_null(data_type, len))
    }
}

/// Truncates a vector and frees most of the unused capacity. This costs at most as much as growing the vector for the removed items did.
fn truncate<T>(vector: &mut Vec<T>, len: usize) {
    if len < vector.len() {
        vector.truncate(len);
        vector.shrink_to(2 * len);
    }
}

impl ColumnBuilder {
    /// Creates an empty column of a type that [`Column::data_type`](crate::Column::data_type) returns.
    ///
    /// For text, reserves `capacity` bytes, because growing copies the text and touches new memory.
    pub(crate) fn new(data_type: DataType, capacity: usize) -> ColumnBuilder {
        let cells = Builder::new(&data_type, capacity);
        ColumnBuilder { data_type, cells, cell_length: 0, cell_limit: 0 }
    }

    /// Starts a cell of at most `cell_limit` bytes.
    pub(crate) fn start_cell(&mut self, cell_limit: usize) {
        (self.cell_length, self.cell_limit) = (0, cell_limit);
    }

    /// Finishes the list of a row, in a column of lists. It contains the items that were appended since the last cell.
    pub(crate) fn end_list(&mut self) -> Result<(), Overflow> {
        match self.cells.values {
            Values::Lists(..) => self.cells.end(true),
            _ => Ok(()),
        }
    }

    /// Finishes the cell of a row as null, and removes its data.
    pub(crate) fn end_null(&mut self) {
        self.cells.truncate(self.cells.is_valid.len());
        self.cells.push_null();
    }

    /// Appends a text as a cell or, in a column of lists, as an item.
    pub(crate) fn push_text(&mut self, text: &str) -> Result<(), Overflow> {
        self.push_text_or_null(Some(text))
    }

    /// Appends a text or null as a cell or, in a column of lists, as an item.
    pub(crate) fn push_text_or_null(&mut self, text: Option<&str>) -> Result<(), Overflow> {
        self.count_bytes(text.map_or(0, str::len))?;
        match &mut self.cells.values {
            Values::Lists(items, _) => items.push(Member::Text(text)),
            _ => self.cells.push(Member::Text(text)),
        }
    }

    /// Appends the concatenation of texts as a cell.
    pub(crate) fn push_joined<'t>(&mut self, mut parts: impl Iterator<Item = &'t str>) -> Result<(), Overflow> {
        parts.try_for_each(|part| {
            self.count_bytes(part.len())?;
            self.cells.push_str(part)
        })?;
        self.cells.end(true)
    }

    /// Appends a struct as a cell.
    pub(crate) fn push_cell_struct(&mut self, members: &[Member<'_>]) -> Result<(), Overflow> {
        self.count_bytes(members.iter().map(Member::length).sum())?;
        self.cells.push_struct(members, true)
    }

    /// Appends a struct to the list of the current cell.
    pub(crate) fn push_struct(&mut self, members: &[Member<'_>]) -> Result<(), Overflow> {
        // Counts 8 bytes per member for offsets and numbers.
        self.count_bytes(members.iter().map(|member| 8 + member.length()).sum())?;
        match &mut self.cells.values {
            Values::Lists(items, _) => items.push_struct(members, true),
            _ => Ok(()),
        }
    }

    fn count_bytes(&mut self, bytes: usize) -> Result<(), Overflow> {
        self.cell_length = self.cell_length.saturating_add(bytes);
        if self.cell_length <= self.cell_limit { Ok(()) } else { Err(Overflow::Cell) }
    }

    /// Appends an error to the list of the current cell.
    pub(crate) fn push_error(
        &mut self,
        code: &str,
        message: &str,
        place: Option<(Span, LineColumn, &str)>,
        unclosed: Option<(UnclosedElement<'_>, LineColumn)>,
    ) -> Result<(), Overflow> {
        self.push_struct(&[
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

/// Returns the members of an error's unclosed element.
fn element_members(element: Option<(UnclosedElement<'_>, LineColumn)>) -> [Member<'_>; 4] {
    [
        Member::Text(element.map(|(element, _)| element.name)),
        Member::Number(element.map(|(element, _)| element.tag.start)),
        Member::Number(element.map(|(_, start)| start.line)),
        Member::Number(element.map(|(_, start)| start.column)),
    ]
}
