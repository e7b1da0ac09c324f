//! Reads the cells of a column of bytes or text in any Arrow layout.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, Int64Type, RunEndIndexType};
use arrow_array::{Array, ArrayRef, BinaryArray, BinaryViewArray, FixedSizeBinaryArray, LargeBinaryArray, make_array};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType};
use std::sync::Arc;

/// A cell that is not null.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cell<'a> {
    Bytes(&'a [u8]),
    Text(&'a str),
}

impl<'a> Cell<'a> {
    pub(crate) fn bytes(self) -> &'a [u8] {
        match self {
            Cell::Bytes(bytes) => bytes,
            Cell::Text(text) => text.as_bytes(),
        }
    }
}

/// A column of bytes or text.
#[derive(Debug)]
pub(crate) struct Cells {
    is_text: bool,
    values: Values,
}

#[derive(Debug)]
enum Values {
    Null,
    Binary(BinaryArray),
    LargeBinary(LargeBinaryArray),
    BinaryView(BinaryViewArray),
    FixedSizeBinary(FixedSizeBinaryArray),
    /// The index of each row's value (`None` for null), and the values.
    Dictionary(Vec<Option<usize>>, Box<Values>),
    /// An array of runs, and the value of each run.
    Runs(ArrayRef, Box<Values>),
}

impl Cells {
    /// Reads a column whose type [`Cells::can_read`] accepts.
    ///
    /// The buffers come from other programs, which may not validate them. This function therefore validates offsets, keys and run ends.
    /// Text is read as bytes, and each cell is validated as UTF-8 when it is read.
    pub(crate) fn new(array: &dyn Array) -> Result<Cells, ArrowError> {
        let is_text = value_type(array.data_type()).is_some_and(|values| bytes_type(values) != *values);
        Ok(Cells { is_text, values: Values::new(&make_array(as_bytes(array.to_data())?)) })
    }

    /// Returns whether columns of this type can be read.
    pub(crate) fn can_read(data_type: &DataType) -> bool {
        value_type(data_type).is_some()
    }

    /// Returns a cell, or `None` for null. Text that is not UTF-8 is returned as bytes.
    pub(crate) fn get(&self, row: usize) -> Option<Cell<'_>> {
        let bytes = self.values.get(row)?;
        let text = if self.is_text { std::str::from_utf8(bytes).ok() } else { None };
        Some(text.map_or(Cell::Bytes(bytes), Cell::Text))
    }

    /// Returns the bytes of a cell, or `None` for null.
    pub(crate) fn bytes(&self, row: usize) -> Option<&[u8]> {
        self.values.get(row)
    }
}

impl Values {
    fn new(array: &ArrayRef) -> Values {
        match array.data_type() {
            DataType::Binary => Values::Binary(array.as_binary().clone()),
            DataType::LargeBinary => Values::LargeBinary(array.as_binary().clone()),
            DataType::BinaryView => Values::BinaryView(array.as_binary_view().clone()),
            DataType::FixedSizeBinary(_) => Values::FixedSizeBinary(array.as_fixed_size_binary().clone()),
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                if dictionary.values().is_empty() {
                    return Values::Null;
                }
                let (keys, indices) = (dictionary.keys(), dictionary.normalized_keys());
                let indices = indices.into_iter().enumerate().map(|(row, index)| keys.is_valid(row).then_some(index));
                Values::Dictionary(indices.collect(), Box::new(Values::new(dictionary.values())))
            }
            DataType::RunEndEncoded(..) => {
                let values = make_array(array.to_data().child_data()[1].clone());
                Values::Runs(Arc::clone(array), Box::new(Values::new(&values)))
            }
            _ => Values::Null,
        }
    }

    fn get(&self, row: usize) -> Option<&[u8]> {
        match self {
            Values::Null => None,
            Values::Binary(array) => array.is_valid(row).then(|| array.value(row)),
            Values::LargeBinary(array) => array.is_valid(row).then(|| array.value(row)),
            Values::BinaryView(array) => array.is_valid(row).then(|| array.value(row)),
            Values::FixedSizeBinary(array) => array.is_valid(row).then(|| array.value(row)),
            Values::Dictionary(indices, values) => values.get((*indices.get(row)?)?),
            Values::Runs(runs, values) => {
                let index = run_index::<Int16Type>(runs, row)
                    .or_else(|| run_index::<Int32Type>(runs, row))
                    .or_else(|| run_index::<Int64Type>(runs, row));
                values.get(index?)
            }
        }
    }
}

/// Returns the index of the run that contains a row, if the run ends have the type `E`.
fn run_index<E: RunEndIndexType>(runs: &ArrayRef, row: usize) -> Option<usize> {
    Some(runs.as_run_opt::<E>()?.get_physical_index(row))
}

/// Returns the type of a column's values if they are bytes, text or null. For dictionaries and runs, returns the type of their values.
fn value_type(data_type: &DataType) -> Option<&DataType> {
    match data_type {
        // Limits the recursion: a dictionary contains plain values, and runs do not contain runs.
        DataType::Dictionary(_, values) => match **values {
            DataType::Dictionary(..) | DataType::RunEndEncoded(..) => None,
            _ => value_type(values),
        },
        DataType::RunEndEncoded(_, values) => match values.data_type() {
            DataType::RunEndEncoded(..) => None,
            values => value_type(values),
        },
        DataType::Null
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_)
        | DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View => Some(data_type),
        _ => None,
    }
}

/// Returns the type with text replaced by bytes of the same layout.
fn bytes_type(data_type: &DataType) -> DataType {
    match data_type {
        DataType::Utf8 => DataType::Binary,
        DataType::LargeUtf8 => DataType::LargeBinary,
        DataType::Utf8View => DataType::BinaryView,
        DataType::Dictionary(keys, values) => DataType::Dictionary(keys.clone(), Box::new(bytes_type(values))),
        DataType::RunEndEncoded(ends, values) => {
            let values = values.as_ref().clone().with_data_type(bytes_type(values.data_type()));
            DataType::RunEndEncoded(Arc::clone(ends), Arc::new(values))
        }
        other => other.clone(),
    }
}

/// Validates the buffers and changes their type from text to bytes.
///
/// # Errors
/// The buffers are inconsistent.
fn as_bytes(data: ArrayData) -> Result<ArrayData, ArrowError> {
    let data_type = bytes_type(data.data_type());
    if data.is_empty() {
        // The offsets of an empty slice may be out of range.
        return Ok(ArrayData::new_empty(&data_type));
    }
    let children = data.child_data().iter().cloned().map(as_bytes).collect::<Result<_, _>>()?;
    let mut buffers = data.buffers().to_vec();
    if let (DataType::BinaryView, Some(nulls), Some(buffer)) = (&data_type, data.nulls(), buffers.first_mut()) {
        // Validation includes the views of nulls, which may have any value.
        let mut views = buffer.typed_data::<u128>().to_vec();
        for row in (0..data.len()).filter(|&row| nulls.is_null(row)) {
            views[data.offset() + row] = 0;
        }
        *buffer = views.into();
    }
    data.into_builder().data_type(data_type).buffers(buffers).child_data(children).build()
}
