//! Web archives: their pages as Arrow batches, parsed where the bytes are, so that no page becomes a Python object.

use arrow_array::builder::{BinaryBuilder, Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch, StringArray, StructArray, new_null_array};
use arrow_schema::{ArrowError, DataType};
use limpid_arrow::Column;
use limpid_warc::{BadRecord, Pages, Payload, Record, Records};
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict};
use pyo3_arrow::PyRecordBatch;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::extract::Extract;
use crate::settings::Count;

/// A batch ends when it holds this many bytes of pages, however few rows these are.
const BATCH_BYTES: usize = 16 << 20;

/// A file to read, and to start anywhere in.
trait Source: Read + Seek + Send {}

impl<T: Read + Seek + Send> Source for T {}

/// A file-like object of Python.
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

/// Opens a path, bytes, or a file-like object.
fn open(source: &Bound<'_, PyAny>, raised: &Raised) -> PyResult<Box<dyn Source>> {
    if let Ok(bytes) = source.cast::<PyBytes>() {
        return Ok(Box::new(Cursor::new(PyBackedBytes::from(bytes.clone()))));
    }
    if source.hasattr("read")? {
        let read = PyBytes::new(source.py(), b"").into();
        return Ok(Box::new(FileObject { file: source.clone().unbind(), read, position: 0, raised: raised.clone() }));
    }
    let path: PathBuf = source.extract().map_err(|_| {
        PyTypeError::new_err("an archive is a path, bytes, or a file that was opened for reading bytes")
    })?;
    // As `open` has it, with the name of the file.
    File::open(&path).map(|file| Box::new(file) as Box<dyn Source>).map_err(|error| match error.raw_os_error() {
        Some(code) => {
            let words = error.to_string();
            let words = words.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((code, words, path.display().to_string()))
        }
        None => error.into(),
    })
}

/// An iterator over the batches of an archive's pages.
#[pyclass(frozen, module = "limpid._limpid", name = "_WarcReader")]
pub(crate) struct WarcReader {
    pages: Mutex<Pages<Box<dyn Source>>>,
    /// The columns to make, if pages are to be parsed.
    extract: Option<Py<Extract>>,
    /// The columns about records that are wanted.
    kept: Vec<String>,
    rows: usize,
    /// The bytes of pages in the last batch: room that the next one is likely to need.
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
        kept: Vec<String>,
        rows: Count,
        range: (Count, Option<Count>),
        limit: Option<Count>,
    ) -> PyResult<WarcReader> {
        let raised = Raised::default();
        let source = open(source, &raised)?;
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
        let rows = rows.get().max(1);
        Ok(WarcReader { pages: Mutex::new(records.into()), extract, kept, rows, room: AtomicUsize::new(0), raised })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyRecordBatch>> {
        let extract = self.extract.as_ref().map(|extract| &extract.get().extract);
        let batch = py.detach(|| {
            let mut rows = Rows::with_room(self.room.load(Ordering::Relaxed));
            // No other thread's batch may begin between two pages of this one.
            let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
            while rows.count < self.rows && rows.html.values_slice().len() < BATCH_BYTES {
                match pages.next() {
                    Some(Ok(page)) => rows.page(&page),
                    // What was read is handed out before the exception is raised.
                    Some(Err(_)) if self.has_raised() => break,
                    Some(Err(bad)) => rows.bad(&bad),
                    None => break,
                }
            }
            drop(pages);
            self.room.store(rows.html.values_slice().len().min(BATCH_BYTES), Ordering::Relaxed);
            if rows.count == 0 { Ok(None) } else { rows.finish(&self.kept, extract).map(Some) }
        });
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
    fn has_raised(&self) -> bool {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

/// The rows of a batch in the making.
#[derive(Default)]
struct Rows {
    count: usize,
    url: StringBuilder,
    status: Int32Builder,
    media_type: StringBuilder,
    charset: StringBuilder,
    offset: Int64Builder,
    truncated: StringBuilder,
    html: BinaryBuilder,
    /// The rows that are records which could not be read, with code and message.
    bad: Vec<(usize, &'static str, String)>,
}

impl Rows {
    fn with_room(bytes: usize) -> Rows {
        Rows { html: BinaryBuilder::with_capacity(0, bytes), ..Rows::default() }
    }

    fn page(&mut self, page: &Payload) {
        self.url.append_value(&page.url);
        self.status.append_option(page.status.map(i32::from));
        self.media_type.append_value(&page.media_type);
        self.charset.append_option(page.charset.as_deref());
        self.offset.append_value(page.place.offset() as i64);
        self.truncated.append_option(page.cut.as_ref().map(ToString::to_string));
        self.html.append_value(&page.bytes);
        self.count += 1;
    }

    fn bad(&mut self, bad: &BadRecord) {
        self.url.append_option(bad.url.as_deref());
        self.status.append_null();
        self.media_type.append_null();
        self.charset.append_null();
        self.offset.append_value(bad.place.offset() as i64);
        self.truncated.append_null();
        self.html.append_null();
        self.bad.push((self.count, bad.reason.code(), bad.to_string()));
        self.count += 1;
    }

    fn finish(
        mut self,
        kept: &[String],
        extract: Option<&limpid_arrow::Extract>,
    ) -> Result<RecordBatch, Box<dyn std::error::Error + Send + Sync>> {
        let columns: [(&str, ArrayRef); 7] = [
            ("url", Arc::new(self.url.finish())),
            ("status", Arc::new(self.status.finish())),
            ("media_type", Arc::new(self.media_type.finish())),
            ("charset", Arc::new(self.charset.finish())),
            ("offset", Arc::new(self.offset.finish())),
            ("truncated", Arc::new(self.truncated.finish())),
            ("html", Arc::new(self.html.finish())),
        ];
        let named = |(name, array)| (name, array, true);
        let batch = RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(named))?;
        let indices = kept.iter().map(|name| batch.schema_ref().index_of(name));
        let kept = batch.project(&indices.collect::<Result<Vec<_>, _>>()?)?;
        let made = match extract {
            Some(extract) => Some(extract.run(&batch)?),
            None => None,
        };
        let no_errors = || new_null_array(&Column::Errors.data_type(), batch.num_rows());
        let errors = made.as_ref().and_then(|made| made.column_by_name("errors")).map_or_else(no_errors, Arc::clone);
        let errors = self.with_bad(&errors)?;
        let fields = kept.schema_ref().fields().iter().zip(kept.columns());
        let made_fields = made.iter().flat_map(|made| made.schema_ref().fields().iter().zip(made.columns()));
        let columns = fields.chain(made_fields.filter(|(field, _)| field.name() != "errors"));
        let columns = columns.map(|(field, array)| (field.name().as_str(), Arc::clone(array), true));
        Ok(RecordBatch::try_from_iter_with_nullable(columns.chain([("errors", errors, true)]))?)
    }

    /// Returns the column of errors with those of the records that could not be read.
    fn with_bad(&self, errors: &ArrayRef) -> Result<ArrayRef, ArrowError> {
        let DataType::List(item) = Column::Errors.data_type() else { return Ok(Arc::clone(errors)) };
        let DataType::Struct(fields) = item.data_type() else { return Ok(Arc::clone(errors)) };
        let text = |text: for<'a> fn(&'a (usize, &'static str, String)) -> &'a str| -> ArrayRef {
            Arc::new(StringArray::from_iter_values(self.bad.iter().map(text)))
        };
        let member = |field: &Arc<arrow_schema::Field>| match field.name().as_str() {
            "code" => text(|bad| bad.1),
            "message" => text(|bad| &bad.2),
            _ => new_null_array(field.data_type(), self.bad.len()),
        };
        let values = StructArray::try_new(fields.clone(), fields.iter().map(member).collect(), None)?;
        let offsets = arrow_buffer::OffsetBuffer::from_lengths(std::iter::repeat_n(1, self.bad.len()));
        let bad_rows = ListArray::try_new(item, offsets, Arc::new(values), None)?;
        let mut indices: Vec<(usize, usize)> = (0..errors.len()).map(|row| (0, row)).collect();
        for (place, (row, _, _)) in self.bad.iter().enumerate() {
            indices[*row] = (1, place);
        }
        arrow_select::interleave::interleave(&[&**errors, &bad_rows], &indices)
    }
}

/// Reads one record, as a range request for a gzip member gives it, and returns the members of a `limpid.warc.Page`.
#[pyfunction]
pub(crate) fn _warc_record<'py>(py: Python<'py>, bytes: &Bound<'py, PyBytes>) -> PyResult<Option<Bound<'py, PyDict>>> {
    let bytes = PyBackedBytes::from(bytes.clone());
    let page = py.detach(|| Record::read(&bytes).and_then(|record| record.payload()));
    let page = page.map_err(|bad| PyValueError::new_err(bad.to_string()))?;
    let Some(page) = page else { return Ok(None) };
    let dict = PyDict::new(py);
    dict.set_item("url", &page.url)?;
    dict.set_item("status", page.status)?;
    dict.set_item("media_type", &page.media_type)?;
    dict.set_item("charset", page.charset.as_deref())?;
    dict.set_item("truncated", page.cut.as_ref().map(ToString::to_string))?;
    dict.set_item("html", PyBytes::new(py, &page.bytes))?;
    Ok(Some(dict))
}
