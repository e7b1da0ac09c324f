//! Reads the pages of web archives as Arrow batches. Pages are parsed without becoming Python objects.

use arrow_array::builder::{BinaryBuilder, Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use limpid_arrow::{Column, ExtractError};
use limpid_warc::{BadRecord, Pages, Payload, Record, Records};
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict};
use pyo3_arrow::{PyRecordBatch, PySchema};
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::extract::Extract;
use crate::settings::Count;

/// The number of bytes of pages after which a batch ends, even with fewer rows than requested.
const BATCH_BYTES: usize = 16 << 20;

/// The bytes to reserve for each page of the first batch. Most pages are smaller. Reserving too much is cheap, because the system provides memory
/// only when it is written. Reserving too little means that the buffer grows and is copied.
const INITIAL_PAGE_BYTES: usize = 64 << 10;

/// The assumed ratio of decompressed to compressed bytes, so that the first batch of a small archive does not reserve too much.
const COMPRESSION_RATIO: usize = 8;

/// A seekable input.
trait Source: Read + Seek + Send {}

impl<T: Read + Seek + Send> Source for T {}

struct FileObject {
    file: Py<PyAny>,
    buffer: PyBackedBytes,
    position: usize,
    raised: PendingException,
}

/// The exception that a file-like object raised, stored until the iterator raises it. An `OSError` is not stored: it becomes a row of the result with
/// an error, like an I/O error of a file that was opened by its path.
type PendingException = Arc<Mutex<Option<PyErr>>>;

fn take_raised(raised: &PendingException) -> Option<PyErr> {
    raised.lock().unwrap_or_else(PoisonError::into_inner).take()
}

impl Read for FileObject {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        if self.position == self.buffer.len() {
            self.buffer = Python::attach(|py| {
                let bytes = self.file.bind(py).call_method1("read", (target.len().max(1 << 16),))?;
                Ok::<_, PyErr>(PyBackedBytes::from(bytes.cast_into::<PyBytes>()?))
            })
            .map_err(|error| {
                if Python::attach(|py| error.is_instance_of::<PyOSError>(py)) {
                    return error.into();
                }
                *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                io::Error::other("the file raised an exception")
            })?;
            self.position = 0;
        }
        let rest = &self.buffer[self.position..];
        let length = rest.len().min(target.len());
        target[..length].copy_from_slice(&rest[..length]);
        self.position += length;
        Ok(length)
    }
}

impl Seek for FileObject {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        let unread = (self.buffer.len() - self.position) as i64;
        let (offset, whence) = match position {
            SeekFrom::Start(offset) => (i64::try_from(offset).map_err(io::Error::other)?, 0),
            SeekFrom::Current(offset) => (offset.saturating_sub(unread), 1),
            SeekFrom::End(offset) => (offset, 2),
        };
        self.position = self.buffer.len();
        let position =
            Python::attach(|py| self.file.bind(py).call_method1("seek", (offset, whence))?.extract::<Option<u64>>())?;
        // `seek` of some file-like objects returns None.
        position.map_or_else(|| Python::attach(|py| Ok(self.file.bind(py).call_method0("tell")?.extract()?)), Ok)
    }
}

/// Opens a path, `bytes`, or a file-like object. Also returns its length, if known.
fn open(source: &Bound<'_, PyAny>, raised: &PendingException) -> PyResult<(Box<dyn Source>, Option<u64>)> {
    if let Ok(bytes) = source.cast::<PyBytes>() {
        let bytes = PyBackedBytes::from(bytes.clone());
        let length = bytes.len() as u64;
        return Ok((Box::new(Cursor::new(bytes)), Some(length)));
    }
    if source.hasattr("read")? {
        let buffer = PyBytes::new(source.py(), b"").into();
        let file = FileObject { file: source.clone().unbind(), buffer, position: 0, raised: raised.clone() };
        return Ok((Box::new(file), None));
    }
    let path: PathBuf = source.extract().map_err(|_| {
        PyTypeError::new_err("an archive must be a path, bytes, or a file object that is open for reading bytes")
    })?;
    // Like the OSError of Python's `open`, with errno and the file name.
    let opened = File::open(&path).map(|file| {
        let length = file.metadata().ok().map(|metadata| metadata.len());
        (Box::new(file) as Box<dyn Source>, length)
    });
    opened.map_err(|error| match error.raw_os_error() {
        Some(code) => {
            let message = error.to_string();
            let message = message.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((code, message, path.display().to_string()))
        }
        None => error.into(),
    })
}

/// An iterator over the batches of an archive's pages.
#[pyclass(frozen, module = "limpid_html._limpid", name = "_WarcReader")]
pub(crate) struct WarcReader {
    pages: Mutex<Pages<Box<dyn Source>>>,
    /// Makes the columns that are extracted from pages, and the column of errors.
    extract: limpid_arrow::Extract,
    /// Whether columns are extracted from pages. Otherwise pages are not parsed, and only unreadable records have errors.
    parses_pages: bool,
    schema: SchemaRef,
    /// The index of the column of errors among the extracted columns. It becomes the last column of a batch.
    errors_index: usize,
    record_columns: Vec<RecordColumn>,
    rows: usize,
    /// The estimated bytes of pages in the next batch.
    capacity: AtomicUsize,
    raised: PendingException,
}

#[pymethods]
impl WarcReader {
    #[new]
    fn new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        extract: Option<Py<Extract>>,
        record_columns: Vec<(String, String)>,
        rows: Count,
        range: (Count, Option<Count>),
        limit: Option<Count>,
    ) -> PyResult<WarcReader> {
        let parses_pages = extract.is_some();
        let (extract, record_columns) = parse_columns(extract, record_columns)?;
        let (schema, errors_index) = schema(&extract, &record_columns)?;
        let record_columns = record_columns.into_iter().map(|(_, column)| column).collect();
        let raised = PendingException::default();
        let (source, length) = open(source, &raised)?;
        let mut records = match (range.0.0, range.1) {
            (0, None) => Records::new(source),
            (start, end) => py
                .detach(|| Records::range(source, start..end.map_or(u64::MAX, |end| end.0)))
                .map_err(|error| take_raised(&raised).unwrap_or_else(|| error.into()))?,
        };
        if let Some(limit) = limit {
            // Arrow's binary arrays have 32-bit offsets. A batch has less than `BATCH_BYTES` before its last page is added.
            records = records.limit(limit.get().min(i32::MAX as usize - BATCH_BYTES));
        }
        let (pages, rows) = (Mutex::new(records.into()), rows.get().max(1));
        let length =
            length.map_or(0, |length| length.min(range.1.map_or(length, |end| end.0)).saturating_sub(range.0.0));
        let unpacked = usize::try_from(length).unwrap_or(usize::MAX).saturating_mul(COMPRESSION_RATIO);
        let capacity = AtomicUsize::new(rows.saturating_mul(INITIAL_PAGE_BYTES).min(BATCH_BYTES).min(unpacked));
        Ok(WarcReader { pages, extract, parses_pages, schema, errors_index, record_columns, rows, capacity, raised })
    }

    /// Returns the schema of the batches of a reader with these columns.
    #[staticmethod]
    fn schema(extract: Option<Py<Extract>>, record_columns: Vec<(String, String)>) -> PyResult<PySchema> {
        let (extract, record_columns) = parse_columns(extract, record_columns)?;
        schema(&extract, &record_columns).map(|(schema, _)| PySchema::new(schema))
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyRecordBatch>> {
        let batch = py.detach(|| self.batch());
        if let Ok(None) = batch
            && let Some(error) = take_raised(&self.raised)
        {
            return Err(error);
        }
        let batch = batch.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(batch.map(PyRecordBatch::new))
    }
}

impl WarcReader {
    /// Reads the next batch. Parses each page right after decompressing it, while it is in the CPU caches.
    fn batch(&self) -> Result<Option<RecordBatch>, ArrowError> {
        let capacity = self.capacity.load(Ordering::Relaxed);
        let mut builders: Vec<RecordColumnBuilder> =
            self.record_columns.iter().map(|column| column.builder(capacity)).collect();
        let mut extracted = self.extract.rows(capacity);
        let (mut count, mut bytes) = (0, 0);
        // Locked for the whole batch, so that the pages of a batch are consecutive.
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        while count < self.rows && bytes < BATCH_BYTES {
            let has_more = pages.next_with(|page| {
                match page {
                    Ok(page) => {
                        builders.iter_mut().for_each(|builder| builder.append(&page));
                        if self.parses_pages {
                            extracted.append(&page.bytes, Some(&page.url), page.charset.as_deref());
                        } else {
                            extracted.append_null();
                        }
                        bytes += page.bytes.len();
                    }
                    // The rows read so far are returned before the exception is raised.
                    Err(_) if self.has_raised() => return false,
                    Err(bad) => {
                        builders.iter_mut().for_each(|builder| builder.append_bad(&bad));
                        extracted.append_missing(bad.reason.code(), &bad.to_string());
                    }
                }
                count += 1;
                true
            });
            if has_more != Some(true) {
                break;
            }
        }
        drop(pages);
        if count == 0 {
            return Ok(None);
        }
        self.capacity.store((bytes + bytes / 4).min(2 * BATCH_BYTES), Ordering::Relaxed);
        let mut extracted = extracted.finish();
        let errors = extracted.remove(self.errors_index);
        let columns = builders.into_iter().map(RecordColumnBuilder::finish).chain(extracted).chain([errors]).collect();
        RecordBatch::try_new(Arc::clone(&self.schema), columns).map(Some)
    }

    fn has_raised(&self) -> bool {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

/// Record columns with their names in the result.
type NamedRecordColumns = Vec<(String, RecordColumn)>;

/// Parses the arguments that describe columns.
fn parse_columns(
    extract: Option<Py<Extract>>,
    record_columns: Vec<(String, String)>,
) -> PyResult<(limpid_arrow::Extract, NamedRecordColumns)> {
    let extract = extract.map_or_else(limpid_arrow::Extract::new, |extract| extract.get().extract.clone());
    let record_columns = record_columns.into_iter().map(|(name, column)| Ok((name, column.parse()?)));
    Ok((extract, record_columns.collect::<PyResult<_>>()?))
}

/// Returns the schema of the batches, and the index of the column of errors among the extracted columns. The schema has the record columns, the
/// extracted columns, and last the errors.
///
/// # Errors
/// `ValueError` for two columns with the same name.
fn schema(extract: &limpid_arrow::Extract, record_columns: &[(String, RecordColumn)]) -> PyResult<(SchemaRef, usize)> {
    let records = RecordColumn::ALL.map(|column| Field::new(column.name(), column.data_type(), true));
    let extracted = extract.schema(&Schema::new(records.to_vec()));
    let extracted = extracted.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let record_fields =
        record_columns.iter().map(|(name, column)| Arc::new(Field::new(name, column.data_type(), true)));
    let mut fields: Vec<FieldRef> = extracted.fields().iter().cloned().collect();
    let type_of_errors = Column::Errors.data_type();
    let errors = fields.iter().position(|field| *field.data_type() == type_of_errors).unwrap_or_default();
    let last = fields.remove(errors);
    let fields: Vec<FieldRef> = record_fields.chain(fields).chain([last]).collect();
    let mut names: Vec<&String> = fields.iter().map(|field| field.name()).collect();
    names.sort_unstable();
    match names.windows(2).find(|names| names[0] == names[1]) {
        Some(names) => Err(PyValueError::new_err(ExtractError::DuplicateName(names[0].clone()).to_string())),
        None => Ok((Arc::new(Schema::new(fields)), errors)),
    }
}

/// A column with a field of the archive's record, or with the raw page.
#[derive(Clone, Copy)]
enum RecordColumn {
    Url,
    Status,
    MediaType,
    Charset,
    Offset,
    Truncated,
    Date,
    RecordId,
    Html,
}

impl RecordColumn {
    const ALL: [RecordColumn; 9] = [
        RecordColumn::Url,
        RecordColumn::Status,
        RecordColumn::MediaType,
        RecordColumn::Charset,
        RecordColumn::Offset,
        RecordColumn::Truncated,
        RecordColumn::Date,
        RecordColumn::RecordId,
        RecordColumn::Html,
    ];

    fn name(self) -> &'static str {
        match self {
            RecordColumn::Url => "url",
            RecordColumn::Status => "status",
            RecordColumn::MediaType => "media_type",
            RecordColumn::Charset => "charset",
            RecordColumn::Offset => "offset",
            RecordColumn::Truncated => "truncated",
            RecordColumn::Date => "date",
            RecordColumn::RecordId => "record_id",
            RecordColumn::Html => "html",
        }
    }

    fn data_type(self) -> DataType {
        match self {
            RecordColumn::Status => DataType::Int32,
            RecordColumn::Offset => DataType::Int64,
            RecordColumn::Html => DataType::Binary,
            _ => DataType::Utf8,
        }
    }

    /// Returns a builder for a batch with about `capacity` bytes of pages.
    fn builder(self, capacity: usize) -> RecordColumnBuilder {
        match self {
            RecordColumn::Status => RecordColumnBuilder::Status(Int32Builder::new()),
            RecordColumn::Offset => RecordColumnBuilder::Offset(Int64Builder::new()),
            RecordColumn::Html => RecordColumnBuilder::Html(BinaryBuilder::with_capacity(0, capacity)),
            _ => RecordColumnBuilder::Text(self, StringBuilder::new()),
        }
    }
}

impl FromStr for RecordColumn {
    type Err = PyErr;

    fn from_str(name: &str) -> PyResult<RecordColumn> {
        let column = RecordColumn::ALL.into_iter().find(|column| column.name() == name);
        column.ok_or_else(|| PyValueError::new_err(format!("there is no record column {name:?}")))
    }
}

enum RecordColumnBuilder {
    Text(RecordColumn, StringBuilder),
    Status(Int32Builder),
    Offset(Int64Builder),
    Html(BinaryBuilder),
}

impl RecordColumnBuilder {
    fn append(&mut self, page: &Payload<'_>) {
        match self {
            RecordColumnBuilder::Text(RecordColumn::Url, texts) => texts.append_value(&page.url),
            RecordColumnBuilder::Text(RecordColumn::MediaType, texts) => texts.append_value(&page.media_type),
            RecordColumnBuilder::Text(RecordColumn::Date, texts) => texts.append_option(page.date.as_deref()),
            RecordColumnBuilder::Text(RecordColumn::RecordId, texts) => texts.append_option(page.record_id.as_deref()),
            RecordColumnBuilder::Text(RecordColumn::Charset, texts) => texts.append_option(page.charset.as_deref()),
            RecordColumnBuilder::Text(_, texts) => texts.append_option(page.truncated.as_ref().map(ToString::to_string)),
            RecordColumnBuilder::Status(numbers) => numbers.append_option(page.status.map(i32::from)),
            RecordColumnBuilder::Offset(numbers) => numbers.append_value(page.place.offset() as i64),
            RecordColumnBuilder::Html(pages) => pages.append_value(&page.bytes),
        }
    }

    /// Appends the known fields of an unreadable record.
    fn append_bad(&mut self, bad: &BadRecord) {
        match self {
            RecordColumnBuilder::Text(RecordColumn::Url, texts) => texts.append_option(bad.url.as_deref()),
            RecordColumnBuilder::Text(_, texts) => texts.append_null(),
            RecordColumnBuilder::Status(numbers) => numbers.append_null(),
            RecordColumnBuilder::Offset(numbers) => numbers.append_value(bad.place.offset() as i64),
            RecordColumnBuilder::Html(pages) => pages.append_null(),
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            RecordColumnBuilder::Text(_, mut texts) => Arc::new(texts.finish()),
            RecordColumnBuilder::Status(mut numbers) => Arc::new(numbers.finish()),
            RecordColumnBuilder::Offset(mut numbers) => Arc::new(numbers.finish()),
            RecordColumnBuilder::Html(mut pages) => Arc::new(pages.finish()),
        }
    }
}

/// Reads one record, such as the gzip member that a range request returns. Returns the fields of a `limpid_html.warc.Page`.
#[pyfunction]
pub(crate) fn _warc_record<'py>(py: Python<'py>, bytes: &Bound<'py, PyBytes>) -> PyResult<Option<Bound<'py, PyDict>>> {
    let bytes = PyBackedBytes::from(bytes.clone());
    let page = py.detach(|| Record::read(&bytes).and_then(|record| Ok(record.payload()?.map(Payload::into_owned))));
    let page = page.map_err(|bad| PyValueError::new_err(bad.to_string()))?;
    let Some(page) = page else { return Ok(None) };
    let dict = PyDict::new(py);
    dict.set_item("url", &page.url)?;
    dict.set_item("status", page.status)?;
    dict.set_item("media_type", &page.media_type)?;
    dict.set_item("charset", page.charset.as_deref())?;
    dict.set_item("truncated", page.truncated.as_ref().map(ToString::to_string))?;
    dict.set_item("html", PyBytes::new(py, &page.bytes))?;
    dict.set_item("date", page.date.as_deref())?;
    dict.set_item("record_id", page.record_id.as_deref())?;
    Ok(Some(dict))
}
