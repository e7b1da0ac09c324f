//! Makes a batch of extracted columns from a batch of pages.

use crate::cells::Cells;
use crate::column::{Column, Value};
use crate::error::ExtractError;
use crate::rows::Rows;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use limpid::{ParseOptions, SelectorError};
use std::sync::Arc;

/// The default limit of a page and of a value in bytes.
const DEFAULT_LIMIT: usize = 256 << 20;
/// The largest number of rows of a batch. The offsets of the result are signed 32-bit numbers.
const MAX_ROWS: usize = i32::MAX as usize;
/// The name of the column of errors that is added if the caller does not add one.
const ERRORS_NAME: &str = "errors";

/// The columns to extract from the pages of batches.
///
/// Create it once, share it between threads, and use it for any number of batches. It needs memory for one batch and one document.
///
/// A page never causes an error of the whole batch. If a page cannot be read or a value is too large, the cells are null, and the last
/// column, `errors`, contains the reason. A null page is null in all columns.
///
/// ```
/// use arrow_array::{ArrayRef, RecordBatch, StringArray, cast::AsArray};
/// use limpid_arrow::{Column, Extract, Value};
/// use std::sync::Arc;
///
/// let pages = StringArray::from(vec![Some("<title>Tea</title><b class=price>4</b><b class=price>5</b>"), None]);
/// let batch = RecordBatch::try_from_iter([("html", Arc::new(pages) as ArrayRef)])?;
///
/// let extract = Extract::new().column(Column::Title).select("prices", ".price", Value::Text)?;
/// let result = extract.run(&batch)?;
///
/// let names: Vec<_> = result.schema().fields().iter().map(|field| field.name().clone()).collect();
/// assert_eq!(names, ["title", "prices", "errors"]);
/// assert_eq!(result["title"].as_string::<i32>().value(0), "Tea");
/// assert_eq!(result["prices"].as_list::<i32>().value(0).as_string::<i32>().value(1), "5");
/// assert!(result.columns().iter().all(|column| column.is_null(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Extract {
    input: String,
    url: Option<String>,
    charset: Option<String>,
    kept: KeptColumns,
    pub(crate) columns: Vec<(String, Column)>,
    pub(crate) http: bool,
    pub(crate) limit: usize,
    options: ParseOptions,
}

/// The input columns to include in the result.
#[derive(Clone, Debug)]
enum KeptColumns {
    AllButPages,
    Named(Vec<String>),
}

impl Default for Extract {
    fn default() -> Extract {
        Extract {
            input: "html".to_owned(),
            url: None,
            charset: None,
            kept: KeptColumns::Named(Vec::new()),
            columns: Vec::new(),
            http: false,
            limit: DEFAULT_LIMIT,
            options: ParseOptions::new(),
        }
    }
}

impl Extract {
    /// Creates an `Extract` without columns that reads pages from the column `html`.
    ///
    /// ```
    /// # use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, cast::AsArray};
    /// # use limpid_arrow::{Column, Extract, Value};
    /// let pages = std::sync::Arc::new(StringArray::from(vec!["<title>Tea"])) as ArrayRef;
    /// let batch = RecordBatch::try_from_iter([("html", pages)])?;
    /// let result = Extract::new().run(&batch)?;
    /// assert_eq!(result.num_columns(), 1); // `errors` alone
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new() -> Extract {
        Extract::default()
    }

    /// Sets the name of the column that contains the pages, as bytes or text in any Arrow layout, including dictionaries.
    ///
    /// The encoding of bytes is detected as by [`limpid::parse_bytes`]. Text that is not UTF-8 is read as bytes, because some programs write
    /// invalid text.
    ///
    /// ```
    /// # use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, cast::AsArray};
    /// # use limpid_arrow::{Column, Extract, Value};
    /// let pages = std::sync::Arc::new(StringArray::from(vec!["<title>Tea"])) as ArrayRef;
    /// let batch = RecordBatch::try_from_iter([("body", pages)])?;
    /// let result = Extract::new().input("body").column(Column::Title).run(&batch)?;
    /// assert_eq!(result["title"].as_string::<i32>().value(0), "Tea");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn input(mut self, name: impl Into<String>) -> Self {
        self.input = name.into();
        self
    }

    /// Sets the name of the column that contains the URLs of the pages. Links are resolved against them.
    ///
    /// ```
    /// # use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, cast::AsArray};
    /// # use limpid_arrow::{Column, Extract, Value};
    /// let pages = std::sync::Arc::new(StringArray::from(vec!["<a href=tea>"])) as ArrayRef;
    /// let urls = std::sync::Arc::new(StringArray::from(vec!["https://example.org/"])) as ArrayRef;
    /// let batch = RecordBatch::try_from_iter([("html", pages), ("from", urls)])?;
    /// let extract = Extract::new().url("from").first("target", "a", Value::Url("href".to_owned()))?;
    /// assert_eq!(extract.run(&batch)?["target"].as_string::<i32>().value(0), "https://example.org/tea");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn url(mut self, name: impl Into<String>) -> Self {
        self.url = Some(name.into());
        self
    }

    /// Sets the name of the column that contains the pages' encodings: labels, as in the `charset` of `Content-Type`, or names of Python codecs
    /// or code pages (see [`limpid::Encoding::for_codec`]).
    ///
    /// Null, empty and unknown labels are ignored. An unknown label adds `unknown-encoding` to the column `errors`.
    ///
    /// ```
    /// # use arrow_array::{ArrayRef, BinaryArray, RecordBatch, StringArray, cast::AsArray};
    /// # use limpid_arrow::{Column, Extract};
    /// let pages = std::sync::Arc::new(BinaryArray::from(vec![&b"<p>\xf2"[..]])) as ArrayRef;
    /// let labels = std::sync::Arc::new(StringArray::from(vec!["koi8-r"])) as ArrayRef;
    /// let batch = RecordBatch::try_from_iter([("html", pages), ("label", labels)])?;
    /// let result = Extract::new().charset("label").column(Column::Text).run(&batch)?;
    /// assert_eq!(result["text"].as_string::<i32>().value(0), "Р");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn charset(mut self, name: impl Into<String>) -> Self {
        self.charset = Some(name.into());
        self
    }

    /// Sets whether the pages are HTTP responses, with header and codings, as in the `response` records of web archives.
    ///
    /// The charset is taken from the response, unless the column of [`charset`](Self::charset) has a label for the row. Media types other than
    /// HTML are errors.
    ///
    /// ```
    /// # use arrow_array::{ArrayRef, BinaryArray, RecordBatch, cast::AsArray};
    /// # use limpid_arrow::{Column, Extract};
    /// let response: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=koi8-r\r\n\r\n<title>\xf2</title>";
    /// let pages = std::sync::Arc::new(BinaryArray::from(vec![response])) as ArrayRef;
    /// let batch = RecordBatch::try_from_iter([("warc_content", pages)])?;
    /// let result = Extract::new().input("warc_content").http(true).column(Column::Title).run(&batch)?;
    /// assert_eq!(result["title"].as_string::<i32>().value(0), "Р");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn http(mut self, http: bool) -> Self {
        self.http = http;
        self
    }

    /// Adds a column with its default [name](Column::name).
    ///
    /// ```
    /// # use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, cast::AsArray};
    /// # use limpid_arrow::{Column, Extract, Value};
    /// let pages = std::sync::Arc::new(StringArray::from(vec!["<h1>Tea</h1>"])) as ArrayRef;
    /// let columns = Extract::new().column(Column::Markdown).run_arrays(&pages, None, None)?;
    /// assert_eq!(columns[0].as_string::<i32>().value(0).trim_end(), "# Tea");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn column(self, column: Column) -> Self {
        self.column_as(column.name(), column)
    }

    /// Adds a column with this name.
    ///
    /// ```
    /// # use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, cast::AsArray};
    /// # use limpid_arrow::{Column, Extract, Value};
    /// let pages = std::sync::Arc::new(StringArray::from(vec!["<title>Tea"])) as ArrayRef;
    /// let batch = RecordBatch::try_from_iter([("html", pages)])?;
    /// let result = Extract::new().column_as("headline", Column::Title).run(&batch)?;
    /// assert_eq!(result["headline"].as_string::<i32>().value(0), "Tea");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn column_as(mut self, name: impl Into<String>, column: Column) -> Self {
        self.columns.push((name.into(), column));
        self
    }

    /// Adds a column with the values of all elements that match a CSS selector: a list of text.
    ///
    /// # Errors
    /// The selector is invalid.
    ///
    /// ```
    /// # use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, cast::AsArray};
    /// # use limpid_arrow::{Column, Extract, Value};
    /// let pages = std::sync::Arc::new(StringArray::from(vec!["<li>Green<li>Black"])) as ArrayRef;
    /// let columns = Extract::new().select("items", "li", Value::Text)?.run_arrays(&pages, None, None)?;
    /// assert_eq!(columns[0].as_list::<i32>().value(0).len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn select(self, name: impl Into<String>, css: &str, value: Value) -> Result<Self, SelectorError> {
        Ok(self.column_as(name, Column::select(css, value)?))
    }

    /// Adds a column with the first value of the elements that match a CSS selector: text, or null if no matching element has a value.
    ///
    /// # Errors
    /// The selector is invalid.
    ///
    /// ```
    /// # use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, cast::AsArray};
    /// # use limpid_arrow::{Column, Extract, Value};
    /// let pages = std::sync::Arc::new(StringArray::from(vec!["<li>Green<li>Black"])) as ArrayRef;
    /// let columns = Extract::new().first("item", "li", Value::Text)?.run_arrays(&pages, None, None)?;
    /// assert_eq!(columns[0].as_string::<i32>().value(0), "Green");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first(self, name: impl Into<String>, css: &str, value: Value) -> Result<Self, SelectorError> {
        Ok(self.column_as(name, Column::first(css, value)?))
    }

    /// Includes a column of the input in the result, unchanged, before the extracted columns.
    ///
    /// ```
    /// # use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, cast::AsArray};
    /// # use limpid_arrow::{Column, Extract, Value};
    /// let pages = std::sync::Arc::new(StringArray::from(vec!["<p>Tea"])) as ArrayRef;
    /// let batch = RecordBatch::try_from_iter([("html", pages.clone()), ("source", pages)])?;
    /// let result = Extract::new().keep("source").column(Column::Text).run(&batch)?;
    /// assert_eq!(result["source"].as_string::<i32>().value(0), "<p>Tea");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn keep(mut self, name: impl Into<String>) -> Self {
        match &mut self.kept {
            KeptColumns::AllButPages => {}
            KeptColumns::Named(names) => names.push(name.into()),
        }
        self
    }

    /// Includes all columns of the input except the pages in the result, unchanged, before the extracted columns.
    ///
    /// ```
    /// # use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, cast::AsArray};
    /// # use limpid_arrow::{Column, Extract, Value};
    /// let pages = std::sync::Arc::new(StringArray::from(vec!["<p>Tea"])) as ArrayRef;
    /// let batch = RecordBatch::try_from_iter([("a", pages.clone()), ("html", pages.clone()), ("b", pages)])?;
    /// let result = Extract::new().keep_others().column(Column::Text).run(&batch)?;
    /// let names: Vec<_> = result.schema().fields().iter().map(|field| field.name().clone()).collect();
    /// assert_eq!(names, ["a", "b", "text", "errors"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn keep_others(mut self) -> Self {
        self.kept = KeptColumns::AllButPages;
        self
    }

    /// Sets the largest page and the largest value in bytes. A larger page or value becomes null, and the column `errors` contains an error.
    /// The default is 256 MiB.
    ///
    /// A value is also limited to 64 times the length of its page plus 1 MiB, so that memory stays proportional to the batch. Only malicious
    /// pages exceed this limit, for example with a long `base` URL and many links.
    ///
    /// ```
    /// # use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, cast::AsArray};
    /// # use limpid_arrow::{Column, Extract, Value};
    /// let pages = std::sync::Arc::new(StringArray::from(vec!["<p>Tea"])) as ArrayRef;
    /// let columns = Extract::new().limit(5).column(Column::Text).run_arrays(&pages, None, None)?;
    /// assert!(columns[0].is_null(0)); // the page has 6 bytes
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// Sets the parse options. The options for errors and spans are ignored: the columns determine them.
    ///
    /// ```
    /// # use arrow_array::{ArrayRef, BinaryArray, cast::AsArray};
    /// # use limpid_arrow::{Column, Extract};
    /// let pages = std::sync::Arc::new(BinaryArray::from(vec![&b"<p>\xcf"[..]])) as ArrayRef;
    /// let options = limpid::ParseOptions::new().encoding(limpid::EncodingHints::new().locale("ru"));
    /// let columns = Extract::new().options(options).column(Column::Text).run_arrays(&pages, None, None)?;
    /// assert_eq!(columns[0].as_string::<i32>().value(0), "П");
    /// # Ok::<(), limpid_arrow::ExtractError>(())
    /// ```
    #[must_use]
    pub fn options(mut self, options: ParseOptions) -> Self {
        self.options = options;
        self
    }

    /// Returns the schema of the result for batches with this schema.
    ///
    /// # Errors
    /// A column is missing or has a wrong type, or two columns would have the same name.
    ///
    /// ```
    /// use arrow_schema::{DataType, Field, Schema};
    /// let schema = Schema::new(vec![Field::new("id", DataType::Int64, false), Field::new("html", DataType::Binary, true)]);
    /// let result = limpid_arrow::Extract::new().keep("id").column(limpid_arrow::Column::Text).schema(&schema)?;
    /// assert_eq!(result.field(1), &Field::new("text", DataType::Utf8, true));
    /// # Ok::<(), limpid_arrow::ExtractError>(())
    /// ```
    pub fn schema(&self, input: &Schema) -> Result<SchemaRef, ExtractError> {
        for name in [Some(&self.input), self.url.as_ref(), self.charset.as_ref()].into_iter().flatten() {
            let data_type = input.field(column_index(input, name)?).data_type();
            if !Cells::can_read(data_type) {
                return Err(wrong_type(name, data_type));
            }
        }
        let mut fields: Vec<Field> = Vec::new();
        for index in self.kept_indices(input)? {
            fields.push(input.field(index).clone());
        }
        fields.extend(self.result_columns().map(|(name, column)| Field::new(name, column.data_type(), true)));
        let mut names: Vec<&String> = fields.iter().map(Field::name).collect();
        names.sort_unstable();
        if let Some(duplicate) = names.windows(2).find(|names| names[0] == names[1]) {
            return Err(ExtractError::DuplicateName(duplicate[0].clone()));
        }
        Ok(Arc::new(Schema::new_with_metadata(fields, input.metadata().clone())))
    }

    /// Extracts the columns from a batch of pages.
    ///
    /// # Errors
    /// The errors of [`schema`](Self::schema) and [`run_arrays`](Self::run_arrays). A page never causes an error.
    ///
    /// ```
    /// # use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, cast::AsArray};
    /// # use limpid_arrow::{Column, Extract, Value};
    /// let pages = std::sync::Arc::new(StringArray::from(vec!["<p>Tea", "<p>Milk"])) as ArrayRef;
    /// let batch = RecordBatch::try_from_iter([("html", pages)])?;
    /// let result = Extract::new().column(Column::Text).run(&batch)?;
    /// assert_eq!(result["text"].as_string::<i32>().value(1), "Milk");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(&self, batch: &RecordBatch) -> Result<RecordBatch, ExtractError> {
        let input = batch.schema();
        let schema = self.schema(&input)?;
        let column = |name: &String| column_index(&input, name).map(|index| batch.column(index));
        let url = self.url.as_ref().map(column).transpose()?;
        let charset = self.charset.as_ref().map(column).transpose()?;
        let mut columns: Vec<ArrayRef> =
            self.kept_indices(&input)?.into_iter().map(|index| batch.column(index).clone()).collect();
        columns.extend(self.run_arrays(column(&self.input)?, url, charset)?);
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        // Cannot fail: the columns match the schema.
        RecordBatch::try_new_with_options(schema, columns, &options).map_err(|_| ExtractError::WrongLength)
    }

    /// Extracts the columns from an array of pages, with optional arrays of URLs and charsets.
    ///
    /// The last column contains the errors, unless [`Column::Errors`] was added. Column names are ignored.
    ///
    /// # Errors
    /// An array contains neither bytes nor text, has a different length or inconsistent buffers, or has too many rows.
    ///
    /// ```
    /// # use arrow_array::{ArrayRef, StringArray, cast::AsArray};
    /// # use limpid_arrow::{Column, Extract};
    /// let pages = std::sync::Arc::new(StringArray::from(vec!["<p>Tea"])) as ArrayRef;
    /// let columns = Extract::new().column(Column::Text).run_arrays(&pages, None, None)?;
    /// assert_eq!(columns[0].as_string::<i32>().value(0), "Tea");
    /// # Ok::<(), limpid_arrow::ExtractError>(())
    /// ```
    pub fn run_arrays(
        &self,
        pages: &ArrayRef,
        urls: Option<&ArrayRef>,
        charsets: Option<&ArrayRef>,
    ) -> Result<Vec<ArrayRef>, ExtractError> {
        let cells = |name: &str, array| cells(name, array, pages.len());
        if pages.len() > MAX_ROWS {
            return Err(ExtractError::TooManyRows(pages.len()));
        }
        let page_cells = cells(&self.input, pages)?;
        let url_cells = urls.map(|urls| cells(self.url.as_deref().unwrap_or("url"), urls)).transpose()?;
        let charset_cells =
            charsets.map(|charsets| cells(self.charset.as_deref().unwrap_or("charset"), charsets)).transpose()?;
        let bytes =
            (0..pages.len()).filter_map(|row| Some(page_cells.bytes(row)?.len())).fold(0, usize::saturating_add);
        let mut rows = self.rows(bytes);
        for row in 0..pages.len() {
            match page_cells.get(row) {
                Some(page) => {
                    let text = |cells: &'_ Option<Cells>| {
                        cells
                            .as_ref()
                            .and_then(|cells| cells.bytes(row))
                            .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
                    };
                    let (url, charset) = (text(&url_cells), text(&charset_cells));
                    rows.append_page(page, url.as_deref(), charset.as_deref());
                }
                None => rows.append_null(),
            }
        }
        Ok(rows.finish())
    }

    /// Starts a batch for pages that are appended one by one and not copied, such as those of a web archive.
    ///
    /// `bytes` is the expected length of all pages together, for which memory is reserved. It may be 0.
    ///
    /// ```
    /// # use arrow_array::{ArrayRef, StringArray, cast::AsArray};
    /// # use limpid_arrow::{Column, Extract};
    /// let extract = Extract::new().column(Column::Text);
    /// let mut rows = extract.rows(0);
    /// rows.append(b"<p>Tea", None, None);
    /// rows.append_missing("not-found", "there is no such page");
    /// let columns = rows.finish();
    /// assert_eq!(columns[0].as_string::<i32>().iter().collect::<Vec<_>>(), [Some("Tea"), None]);
    /// assert_eq!(columns.len(), 2); // the last one has the errors
    /// ```
    pub fn rows(&self, bytes: usize) -> Rows<'_> {
        Rows::new(self, &self.options, bytes)
    }

    /// Returns the indices of the input columns to include in the result.
    fn kept_indices(&self, input: &Schema) -> Result<Vec<usize>, ExtractError> {
        match &self.kept {
            KeptColumns::AllButPages => {
                Ok((0..input.fields().len()).filter(|&index| *input.field(index).name() != self.input).collect())
            }
            KeptColumns::Named(names) => names.iter().map(|name| column_index(input, name)).collect(),
        }
    }

    /// Returns the extracted columns, including the errors.
    pub(crate) fn result_columns(&self) -> impl Iterator<Item = (&str, Column)> {
        let has_errors = self.columns.iter().any(|(_, column)| matches!(column, Column::Errors));
        let columns = self.columns.iter().map(|(name, column)| (&**name, column.clone()));
        columns.chain((!has_errors).then_some((ERRORS_NAME, Column::Errors)))
    }
}

fn column_index(schema: &Schema, name: &str) -> Result<usize, ExtractError> {
    schema.index_of(name).map_err(|_| ExtractError::NoColumn {
        name: name.to_owned(),
        columns: schema.fields().iter().map(|field| field.name().clone()).collect(),
    })
}

fn cells(name: &str, array: &ArrayRef, length: usize) -> Result<Cells, ExtractError> {
    if array.len() != length {
        return Err(ExtractError::WrongLength);
    }
    if !Cells::can_read(array.data_type()) {
        return Err(wrong_type(name, array.data_type()));
    }
    Cells::new(&**array)
        .map_err(|error| ExtractError::InvalidColumn { name: name.to_owned(), reason: error.to_string() })
}

fn wrong_type(name: &str, data_type: &DataType) -> ExtractError {
    ExtractError::WrongType { name: name.to_owned(), data_type: data_type.to_string() }
}
