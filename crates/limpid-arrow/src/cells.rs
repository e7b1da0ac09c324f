//! The cells of a column of bytes or text, in any layout that Arrow has for them.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, Int64Type, RunEndIndexType};
use arrow_array::{
    Array, BinaryArray, BinaryViewArray, FixedSizeBinaryArray, LargeBinaryArray, LargeStringArray, StringArray,
    StringViewArray,
};
use arrow_schema::DataType;

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

    /// Returns the cell as text, if it is UTF-8.
    pub(crate) fn text(self) -> Option<&'a str> {
        match self {
            Cell::Bytes(bytes) => std::str::from_utf8(bytes).ok(),
            Cell::Text(text) => Some(text),
        }
    }
}

/// A column of bytes or text.
#[derive(Debug)]
pub(crate) enum Cells<'a> {
    Null,
    Binary(&'a BinaryArray),
    LargeBinary(&'a LargeBinaryArray),
    BinaryView(&'a BinaryViewArray),
    FixedSizeBinary(&'a FixedSizeBinaryArray),
    Utf8(&'a StringArray),
    LargeUtf8(&'a LargeStringArray),
    Utf8View(&'a StringViewArray),
    /// The place of each row's value, if it has one, and the values: of a dictionary, and of runs.
    Elsewhere(Vec<Option<usize>>, Box<Cells<'a>>),
}

impl<'a> Cells<'a> {
    /// Reads a column; `None` for one that holds neither bytes nor text.
    pub(crate) fn new(array: &'a dyn Array) -> Option<Cells<'a>> {
        Some(match array.data_type() {
            DataType::Null => Cells::Null,
            DataType::Binary => Cells::Binary(array.as_binary()),
            DataType::LargeBinary => Cells::LargeBinary(array.as_binary()),
            DataType::BinaryView => Cells::BinaryView(array.as_binary_view()),
            DataType::FixedSizeBinary(_) => Cells::FixedSizeBinary(array.as_fixed_size_binary()),
            DataType::Utf8 => Cells::Utf8(array.as_string()),
            DataType::LargeUtf8 => Cells::LargeUtf8(array.as_string()),
            DataType::Utf8View => Cells::Utf8View(array.as_string_view()),
            // A dictionary has plain values, and runs have no runs, so this ends.
            DataType::Dictionary(_, values)
                if !matches!(**values, DataType::Dictionary(..) | DataType::RunEndEncoded(..)) =>
            {
                let dictionary = array.as_any_dictionary();
                let values = Cells::new(dictionary.values().as_ref())?;
                if dictionary.values().is_empty() {
                    return Some(Cells::Null);
                }
                let (keys, places) = (dictionary.keys(), dictionary.normalized_keys());
                let places = places.into_iter().enumerate().map(|(row, place)| keys.is_valid(row).then_some(place));
                Cells::Elsewhere(places.collect(), Box::new(values))
            }
            DataType::RunEndEncoded(_, values) if !matches!(values.data_type(), DataType::RunEndEncoded(..)) => {
                runs::<Int16Type>(array).or_else(|| runs::<Int32Type>(array)).or_else(|| runs::<Int64Type>(array))?
            }
            _ => return None,
        })
    }

    /// Whether columns of this type can be read.
    pub(crate) fn are_in(data_type: &DataType) -> bool {
        // An empty array of that type tells.
        Cells::new(&*arrow_array::new_empty_array(data_type)).is_some()
    }

    /// Returns a cell; `None` for null.
    pub(crate) fn get(&self, row: usize) -> Option<Cell<'a>> {
        match self {
            Cells::Null => None,
            Cells::Binary(array) => array.is_valid(row).then(|| Cell::Bytes(array.value(row))),
            Cells::LargeBinary(array) => array.is_valid(row).then(|| Cell::Bytes(array.value(row))),
            Cells::BinaryView(array) => array.is_valid(row).then(|| Cell::Bytes(array.value(row))),
            Cells::FixedSizeBinary(array) => array.is_valid(row).then(|| Cell::Bytes(array.value(row))),
            Cells::Utf8(array) => array.is_valid(row).then(|| Cell::Text(array.value(row))),
            Cells::LargeUtf8(array) => array.is_valid(row).then(|| Cell::Text(array.value(row))),
            Cells::Utf8View(array) => array.is_valid(row).then(|| Cell::Text(array.value(row))),
            Cells::Elsewhere(places, values) => values.get((*places.get(row)?)?),
        }
    }
}

/// Reads an array of runs, if its ends have this type.
fn runs<'a, E: RunEndIndexType>(array: &'a dyn Array) -> Option<Cells<'a>> {
    let runs = array.as_run_opt::<E>()?;
    let values = Cells::new(runs.values().as_ref())?;
    let places = (0..runs.len()).map(|row| Some(runs.get_physical_index(row)));
    Some(Cells::Elsewhere(places.collect(), Box::new(values)))
}
