//! Web archives: their pages as Arrow batches, parsed where the bytes are, so that no page becomes a Python object.

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

/// A batch ends when it holds this many bytes of pages, however few rows these are.
const BATCH_BYTES: usize = 16 << 20;

/// The bytes of a page for which the first batch has room: more than most have. Memory that is not written to costs nothing, and to grow is to copy.
const PAGE_BYTES: usize = 64 << 10;

/// Pages are rarely packed to less than one part in this many.
const PACKED: usize = 8;

/// A file to read, and to start anywhere in.
trait Source: Read + Seek + Send {}

impl<T: Read + Seek + Send> Source for T {}

struct FileObject {
    file: Py<PyAny>,
    read: PyBackedBytes,
    position: usize,
    /// The exception that its `read` raised.
    raised: Raised,
}

/// The exception that ended the reading of a file-like object, to be raised. An `OSError` is data, as of any file that cannot be read; an interrupt and
/// a mistake of the program are not.
type Raised = Arc<Mutex<Option<PyErr>>>;

fn take(raised: &Raised) -> Option<PyErr> {
    raised.lock().unwrap_or_else(PoisonError::into_inner).take()
}

impl Read for FileObject {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.position == self.read.len() {
            self.read = Python::attach(|py| {
                let read = self.file.bind(py).call_method1("read", (buffer.len().max(1 << 16),))?;
                Ok::<_, PyErr>(PyBackedBytes::from(read.cast_into::<PyBytes>()?))
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
        let rest = &self.read[self.position..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.position += length;
        Ok(length)
    }
}

impl Seek for FileObject {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        let unread = (self.read.len() - self.position) as i64;
        let (offset, whence) = match position {
            SeekFrom::Start(offset) => (i64::try_from(offset).map_err(io::Error::other)?, 0),
            SeekFrom::Current(offset) => (offset.saturating_sub(unread), 1),
            SeekFrom::End(offset) => (offset, 2),
        };
        self.position = self.read.len();
        let position =
            Python::attach(|py| self.file.bind(py).call_method1("seek", (offset, whence))?.extract::<Option<u64>>())?;
        // Some file-like objects return nothing.
        position.map_or_else(|| Python::attach(|py| Ok(self.file.bind(py).call_method0("tell")?.extract()?)), Ok)
    }
}

/// Opens a path, bytes, or a file-like object. Returns its length, too, if that is known.
fn open(source: &Bound<'_, PyAny>, raised: &Raised) -> PyResult<(Box<dyn Source>, Option<u64>)> {
    if let Ok(bytes) = source.cast::<PyBytes>() {
        let bytes = PyBackedBytes::from(bytes.clone());
        let length = bytes.len() as u64;
        return Ok((Box::new(Cursor::new(bytes)), Some(length)));
    }
    if source.hasattr("read")? {
        let read = PyBytes::new(source.py(), b"").into();
        let file = FileObject { file: source.clone().unbind(), read, position: 0, raised: raised.clone() };
        return Ok((Box::new(file), None));
    }
    let path: PathBuf = source.extract().map_err(|_| {
        PyTypeError::new_err("an archive is a path, bytes, or a file that was opened for reading bytes")
    })?;
    // As `open` has it, with the name of the file.
    let opened = File::open(&path).map(|file| {
        let length = file.metadata().ok().map(|metadata| metadata.len());
        (Box::new(file) as Box<dyn Source>, length)
    });
    opened.map_err(|error| match error.raw_os_error() {
        Some(code) => {
            let words = error.to_string();
            let words = words.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((code, words, path.display().to_string()))
        }
        None => error.into(),
    })
}

/// An iterator over the batches of an archive's pages.
#[pyclass(frozen, module = "limpid_html._limpid", name = "_WarcReader")]
pub(crate) struct WarcReader {
    pages: Mutex<Pages<Box<dyn Source>>>,
    /// The columns to make of pages, and what is wrong with them.
    extract: limpid_arrow::Extract,
    /// Whether there are such columns. Otherwise nothing is parsed, and only records that cannot be read have errors.
    is_parsed: bool,
    schema: SchemaRef,
    /// The position of the errors among what is made; they are the last column of a batch.
    errors: usize,
    /// The columns about records that are wanted.
    kept: Vec<Kept>,
    rows: usize,
    /// The bytes of pages that the next batch is likely to have.
    room: AtomicUsize,
    raised: Raised,
}

#[pymethods]
impl WarcReader {
    #[new]
    fn new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        extract: Option<Py<Extract>>,
        kept: Vec<(String, String)>,
        rows: Count,
        range: (Count, Option<Count>),
        limit: Option<Count>,
    ) -> PyResult<WarcReader> {
        let is_parsed = extract.is_some();
        let (extract, kept) = described(extract, kept)?;
        let (schema, errors) = schema(&extract, &kept)?;
        let kept = kept.into_iter().map(|(_, kept)| kept).collect();
        let raised = Raised::default();
        let (source, length) = open(source, &raised)?;
        let mut records = match (range.0.0, range.1) {
            (0, None) => Records::new(source),
            (start, end) => py
                .detach(|| Records::range(source, start..end.map_or(u64::MAX, |end| end.0)))
                .map_err(|error| take(&raised).unwrap_or_else(|| error.into()))?,
        };
        if let Some(limit) = limit {
            // The offsets of a batch are of 32 bits.
            records = records.limit(limit.get().min(i32::MAX as usize - BATCH_BYTES));
        }
        let (pages, rows) = (Mutex::new(records.into()), rows.get().max(1));
        let length =
            length.map_or(0, |length| length.min(range.1.map_or(length, |end| end.0)).saturating_sub(range.0.0));
        let unpacked = usize::try_from(length).unwrap_or(usize::MAX).saturating_mul(PACKED);
        let room = AtomicUsize::new(rows.saturating_mul(PAGE_BYTES).min(BATCH_BYTES).min(unpacked));
        Ok(WarcReader { pages, extract, is_parsed, schema, errors, kept, rows, room, raised })
    }

    /// Returns the schema of the batches that a reader of these columns has.
    #[staticmethod]
    fn schema(extract: Option<Py<Extract>>, kept: Vec<(String, String)>) -> PyResult<PySchema> {
        let (extract, kept) = described(extract, kept)?;
        schema(&extract, &kept).map(|(schema, _)| PySchema::new(schema))
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyRecordBatch>> {
        let batch = py.detach(|| self.batch());
        if let Ok(None) = batch
            && let Some(error) = take(&self.raised)
        {
            return Err(error);
        }
        let batch = batch.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(batch.map(PyRecordBatch::new))
    }
}

impl WarcReader {
    /// Reads the next batch. Each page is parsed as soon as it is unpacked, while it is in the processor's caches.
    fn batch(&self) -> Result<Option<RecordBatch>, ArrowError> {
        let room = self.room.load(Ordering::Relaxed);
        let mut kept: Vec<KeptBuilder> = self.kept.iter().map(|kept| kept.builder(room)).collect();
        let mut made = self.extract.rows(room);
        let (mut count, mut bytes) = (0, 0);
        // No other thread's batch may begin between two pages of this one.
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        while count < self.rows && bytes < BATCH_BYTES {
            let has_more = pages.next_with(|page| {
                match page {
                    Ok(page) => {
                        kept.iter_mut().for_each(|column| column.append(&page));
                        if self.is_parsed {
                            made.append(&page.bytes, Some(&page.url), page.charset.as_deref());
                        } else {
                            made.append_null();
                        }
                        bytes += page.bytes.len();
                    }
                    // What was read is handed out before the exception is raised.
                    Err(_) if self.has_raised() => return false,
                    Err(bad) => {
                        kept.iter_mut().for_each(|column| column.append_bad(&bad));
                        made.append_missing(bad.reason.code(), &bad.to_string());
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
        self.room.store((bytes + bytes / 4).min(2 * BATCH_BYTES), Ordering::Relaxed);
        let mut made = made.finish();
        let errors = made.remove(self.errors);
        let columns = kept.into_iter().map(KeptBuilder::finish).chain(made).chain([errors]).collect();
        RecordBatch::try_new(Arc::clone(&self.schema), columns).map(Some)
    }

    fn has_raised(&self) -> bool {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

/// The columns about records by their names in the result.
type Named = Vec<(String, Kept)>;

/// Reads the description of columns: what is made of pages, if anything is, and what is kept of records.
fn described(extract: Option<Py<Extract>>, kept: Vec<(String, String)>) -> PyResult<(limpid_arrow::Extract, Named)> {
    let extract = extract.map_or_else(limpid_arrow::Extract::new, |extract| extract.get().extract.clone());
    let kept = kept.into_iter().map(|(name, kept)| Ok((name, kept.parse()?)));
    Ok((extract, kept.collect::<PyResult<_>>()?))
}

/// Returns the schema of the batches: what is kept of records, what is made of pages, and last the errors, with their position in what is made.
///
/// # Errors
/// `ValueError` for two columns of one name.
fn schema(extract: &limpid_arrow::Extract, kept: &[(String, Kept)]) -> PyResult<(SchemaRef, usize)> {
    let records = Kept::ALL.map(|kept| Field::new(kept.name(), kept.data_type(), true));
    let made = extract.schema(&Schema::new(records.to_vec()));
    let made = made.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let kept = kept.iter().map(|(name, kept)| Arc::new(Field::new(name, kept.data_type(), true)));
    let mut fields: Vec<FieldRef> = made.fields().iter().cloned().collect();
    let type_of_errors = Column::Errors.data_type();
    let errors = fields.iter().position(|field| *field.data_type() == type_of_errors).unwrap_or_default();
    let last = fields.remove(errors);
    let fields: Vec<FieldRef> = kept.chain(fields).chain([last]).collect();
    let mut names: Vec<&String> = fields.iter().map(|field| field.name()).collect();
    names.sort_unstable();
    match names.windows(2).find(|names| names[0] == names[1]) {
        Some(twice) => Err(PyValueError::new_err(ExtractError::DuplicateName(twice[0].clone()).to_string())),
        None => Ok((Arc::new(Schema::new(fields)), errors)),
    }
}

/// A column about records.
#[derive(Clone, Copy)]
enum Kept {
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

impl Kept {
    const ALL: [Kept; 9] = [
        Kept::Url,
        Kept::Status,
        Kept::MediaType,
        Kept::Charset,
        Kept::Offset,
        Kept::Truncated,
        Kept::Date,
        Kept::RecordId,
        Kept::Html,
    ];

    fn name(self) -> &'static str {
        match self {
            Kept::Url => "url",
            Kept::Status => "status",
            Kept::MediaType => "media_type",
            Kept::Charset => "charset",
            Kept::Offset => "offset",
            Kept::Truncated => "truncated",
            Kept::Date => "date",
            Kept::RecordId => "record_id",
            Kept::Html => "html",
        }
    }

    fn data_type(self) -> DataType {
        match self {
            Kept::Status => DataType::Int32,
            Kept::Offset => DataType::Int64,
            Kept::Html => DataType::Binary,
            _ => DataType::Utf8,
        }
    }

    /// Starts the column of a batch whose pages have about this many bytes.
    fn builder(self, room: usize) -> KeptBuilder {
        match self {
            Kept::Status => KeptBuilder::Status(Int32Builder::new()),
            Kept::Offset => KeptBuilder::Offset(Int64Builder::new()),
            Kept::Html => KeptBuilder::Html(BinaryBuilder::with_capacity(0, room)),
            _ => KeptBuilder::Text(self, StringBuilder::new()),
        }
    }
}

impl FromStr for Kept {
    type Err = PyErr;

    fn from_str(name: &str) -> PyResult<Kept> {
        let found = Kept::ALL.into_iter().find(|kept| kept.name() == name);
        found.ok_or_else(|| PyValueError::new_err(format!("records have no column {name:?}")))
    }
}

/// A column about records in the making.
enum KeptBuilder {
    Text(Kept, StringBuilder),
    Status(Int32Builder),
    Offset(Int64Builder),
    Html(BinaryBuilder),
}

impl KeptBuilder {
    fn append(&mut self, page: &Payload<'_>) {
        match self {
            KeptBuilder::Text(Kept::Url, texts) => texts.append_value(&page.url),
            KeptBuilder::Text(Kept::MediaType, texts) => texts.append_value(&page.media_type),
            KeptBuilder::Text(Kept::Date, texts) => texts.append_option(page.date.as_deref()),
            KeptBuilder::Text(Kept::RecordId, texts) => texts.append_option(page.record_id.as_deref()),
            KeptBuilder::Text(Kept::Charset, texts) => texts.append_option(page.charset.as_deref()),
            KeptBuilder::Text(_, texts) => texts.append_option(page.cut.as_ref().map(ToString::to_string)),
            KeptBuilder::Status(numbers) => numbers.append_option(page.status.map(i32::from)),
            KeptBuilder::Offset(numbers) => numbers.append_value(page.place.offset() as i64),
            KeptBuilder::Html(pages) => pages.append_value(&page.bytes),
        }
    }

    /// Appends what is known of a record that could not be read.
    fn append_bad(&mut self, bad: &BadRecord) {
        match self {
            KeptBuilder::Text(Kept::Url, texts) => texts.append_option(bad.url.as_deref()),
            KeptBuilder::Text(_, texts) => texts.append_null(),
            KeptBuilder::Status(numbers) => numbers.append_null(),
            KeptBuilder::Offset(numbers) => numbers.append_value(bad.place.offset() as i64),
            KeptBuilder::Html(pages) => pages.append_null(),
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            KeptBuilder::Text(_, mut texts) => Arc::new(texts.finish()),
            KeptBuilder::Status(mut numbers) => Arc::new(numbers.finish()),
            KeptBuilder::Offset(mut numbers) => Arc::new(numbers.finish()),
            KeptBuilder::Html(mut pages) => Arc::new(pages.finish()),
        }
    }
}

/// Reads one record, as a range request for a gzip member gives it, and returns the members of a `limpid_html.warc.Page`.
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
    dict.set_item("truncated", page.cut.as_ref().map(ToString::to_string))?;
    dict.set_item("html", PyBytes::new(py, &page.bytes))?;
    dict.set_item("date", page.date.as_deref())?;
    dict.set_item("record_id", page.record_id.as_deref())?;
    Ok(Some(dict))
}
