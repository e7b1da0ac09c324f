//! Builds the rows of a batch. Each page is parsed once, for all columns.

use crate::cells::Cell;
use crate::column::{Column, Value};
use crate::error::Failure;
use crate::extract::Extract;
use crate::output::{ColumnBuilder, Overflow};
use crate::page::Page;
use arrow_array::ArrayRef;
use limpid::links::{Base, Url};
use limpid::unclosed::UnclosedElements;
use limpid::{Document, Encoding, LineIndex, ParseOptions, Recycler};
use limpid_warc::HttpPayload;

/// The columns of text and Markdown reserve the length of the pages divided by this number. On most pages, both are shorter.
const TEXT_DIVISOR: usize = 4;
/// A value may have up to `MAX_VALUE_GROWTH` times the bytes of its page, plus `MIN_VALUE_LIMIT`.
const MAX_VALUE_GROWTH: usize = 64;
const MIN_VALUE_LIMIT: usize = 1 << 20;

/// Builds the columns of a batch from pages that are appended one by one; see [`Extract::rows`].
///
/// ```
/// # use limpid_arrow::{Column, Extract};
/// let extract = Extract::new().column(Column::Title);
/// let rows = extract.rows(0);
/// assert_eq!(rows.finish().len(), 2); // titles and errors
/// ```
#[derive(Debug)]
pub struct Rows<'e> {
    extract: &'e Extract,
    outputs: Vec<(String, Column, ColumnBuilder)>,
    has_markup_errors: bool,
    has_urls: bool,
    options: ParseOptions,
    recycler: Recycler,
    /// The transport encoding in the recycler's options.
    encoding: Option<&'static Encoding>,
    failures: Vec<Failure>,
    text: String,
}

impl<'e> Rows<'e> {
    /// Creates the columns of a batch whose pages have about this many bytes together.
    pub(crate) fn new(extract: &'e Extract, options: &ParseOptions, bytes: usize) -> Rows<'e> {
        let has = |predicate: fn(&Column) -> bool| extract.columns.iter().any(|(_, column)| predicate(column));
        let has_markup_errors = has(is_errors);
        let has_spans = has_markup_errors || has(|column| matches!(column, Column::DetailedLinks));
        let has_urls = has(|column| {
            let is_url = |value: &Value| matches!(value, Value::Url(_));
            match column {
                Column::Links
                | Column::DetailedLinks
                | Column::Markdown
                | Column::Content
                | Column::ContentMarkdown
                | Column::Metadata => true,
                Column::Select(_, value) | Column::First(_, value) => is_url(value),
                Column::Records(_, fields) => fields.iter().any(|field| is_url(&field.value)),
                _ => false,
            }
        });
        let options = options.clone().errors(has_markup_errors).spans(has_spans);
        let output = |(name, column): (&str, Column)| {
            let capacity = match column {
                Column::Text | Column::Markdown | Column::Content | Column::ContentMarkdown => bytes / TEXT_DIVISOR,
                // Includes scripts and style sheets, which may be most of a page. Unused capacity costs no physical memory.
                Column::TextContent => bytes.min(i32::MAX as usize),
                _ => 0,
            };
            let output = ColumnBuilder::new(column.data_type(), capacity);
            (name.to_owned(), column, output)
        };
        Rows {
            extract,
            outputs: extract.result_columns().map(output).collect(),
            has_markup_errors,
            has_urls,
            recycler: Recycler::new(options.clone()),
            options,
            encoding: None,
            failures: Vec::new(),
            text: String::new(),
        }
    }

    /// Appends a row that is null in all columns.
    ///
    /// ```
    /// # use limpid_arrow::{Column, Extract};
    /// let extract = Extract::new().column(Column::Title);
    /// let mut rows = extract.rows(0);
    /// rows.append_null();
    /// assert!(rows.finish().iter().all(|column| column.len() == 1 && column.null_count() == 1));
    /// ```
    pub fn append_null(&mut self) {
        self.outputs.iter_mut().for_each(|(.., output)| output.end_null());
    }

    /// Appends the row of a page, with its URL and the label of its encoding from HTTP, if known.
    ///
    /// ```
    /// # use arrow_array::cast::AsArray;
    /// # use limpid_arrow::{Column, Extract};
    /// let extract = Extract::new().column(Column::Title);
    /// let mut rows = extract.rows(0);
    /// rows.append(b"<title>\xf2</title>", Some("https://example.org/"), Some("koi8-r"));
    /// assert_eq!(rows.finish()[0].as_string::<i32>().value(0), "Р");
    /// ```
    pub fn append(&mut self, page: &[u8], url: Option<&str>, charset: Option<&str>) {
        self.append_page(Cell::Bytes(page), url, charset);
    }

    /// Appends the row of a missing page. The column `errors` contains the code and the message. The other columns are null.
    ///
    /// ```
    /// # use limpid_arrow::Extract;
    /// let extract = Extract::new();
    /// let mut rows = extract.rows(0);
    /// rows.append_missing("robots", "the site's robots.txt excludes it");
    /// assert_eq!(rows.finish()[0].null_count(), 0);
    /// ```
    pub fn append_missing(&mut self, code: &'static str, message: &str) {
        self.append_failure(Failure::Missing(code, message.to_owned()));
    }

    pub(crate) fn append_page(&mut self, page: Cell<'_>, url: Option<&str>, charset: Option<&str>) {
        if page.bytes().len() > self.extract.limit {
            return self.append_failure(Failure::LargePage(page.bytes().len(), self.extract.limit));
        }
        let of_row = charset.map(|name| (Encoding::for_codec(name), name.to_owned()));
        let mut of_response = None;
        let mut payload = None;
        if self.extract.http {
            match read_payload(page.bytes(), self.extract.limit) {
                Ok(read) => {
                    self.failures.extend(read.broken.map(Failure::Truncated));
                    of_response = read.charset.map(|label| (Encoding::for_label(&label), label));
                    payload = Some(read.bytes);
                }
                Err(failure) => return self.append_failure(failure),
            }
        }
        // The first known label counts.
        let mut encoding = None;
        for (known, label) in [of_row, of_response].into_iter().flatten() {
            if known.is_some() {
                encoding = known;
                break;
            }
            if matches!(page, Cell::Bytes(_)) && !label.trim_ascii().is_empty() {
                self.failures.push(Failure::UnknownEncoding(label));
            }
        }
        self.set_encoding(encoding);
        let page = match (&payload, page) {
            (None, page) => page,
            // A response in a column of text was already converted to UTF-8.
            (Some(body), Cell::Text(_)) => std::str::from_utf8(body).map_or(Cell::Bytes(body), Cell::Text),
            (Some(body), Cell::Bytes(_)) => Cell::Bytes(body),
        };
        let document = match page {
            Cell::Bytes(bytes) => self.recycler.parse_bytes(bytes),
            Cell::Text(text) => self.recycler.parse(text),
        };
        let page_url = url.filter(|_| self.has_urls).and_then(|url| Url::parse(url).ok());
        let base = if self.has_urls { Base::new(&document, page_url.as_ref()) } else { Base::default() };
        let length = page.bytes().len();
        let limit = self.extract.limit.min(length.saturating_mul(MAX_VALUE_GROWTH).saturating_add(MIN_VALUE_LIMIT));
        let page = Page::new(&document, page_url.as_ref(), &base, limit);
        for (name, column, output) in self.outputs.iter_mut().filter(|(_, column, _)| !is_errors(column)) {
            output.start_cell(limit);
            let content = page.write_cell(column, output, &mut self.text);
            if let Err(error) = content.and_then(|content| content.end(output, &self.text)) {
                output.end_null();
                self.failures.push(error.into_failure(name, limit));
            }
        }
        self.end_errors(Some(&document));
        self.recycler.recycle(document);
    }

    /// Appends the row of a page that cannot be read.
    fn append_failure(&mut self, failure: Failure) {
        self.failures.push(failure);
        for (.., output) in self.outputs.iter_mut().filter(|(_, column, _)| !is_errors(column)) {
            output.end_null();
        }
        self.end_errors(None);
    }

    fn set_encoding(&mut self, encoding: Option<&'static Encoding>) {
        if self.encoding != encoding {
            let options = self.options.clone();
            self.recycler.set_options(match encoding {
                Some(encoding) => {
                    let hints = options.encoding_hints().clone().transport_encoding(encoding);
                    options.encoding(hints)
                }
                None => options,
            });
            self.encoding = encoding;
        }
    }

    /// Writes the row's list of errors: failures and, if requested, parse errors.
    fn end_errors(&mut self, document: Option<&Document<'_>>) {
        for (.., output) in self.outputs.iter_mut().filter(|(_, column, _)| is_errors(column)) {
            output.start_cell(self.extract.limit);
            let failures = &mut self.failures.iter();
            let mut result =
                failures.try_for_each(|failure| output.push_error(failure.code(), &failure.to_string(), None, None));
            if let (Ok(()), Some(document), true) = (&result, document, self.has_markup_errors) {
                result = markup_errors(document, output);
            }
            if result.and_then(|()| output.end_list()).is_err() {
                output.end_null();
            }
        }
        self.failures.clear();
    }

    /// Finishes the columns and returns them. The last column contains the errors, unless the [`Extract`] has a [`Column::Errors`].
    ///
    /// ```
    /// # use limpid_arrow::Extract;
    /// assert_eq!(Extract::new().rows(0).finish().len(), 1);
    /// ```
    pub fn finish(self) -> Vec<ArrayRef> {
        self.outputs.into_iter().map(|(.., output)| output.finish()).collect()
    }
}

fn is_errors(column: &Column) -> bool {
    matches!(column, Column::Errors)
}

fn read_payload(bytes: &[u8], limit: usize) -> Result<HttpPayload<'_>, Failure> {
    let payload = HttpPayload::read(bytes, limit).map_err(Failure::Payload)?;
    match &*payload.media_type {
        // The type is empty if the server sent no type and the body does not look like HTML. Such a body is parsed, too.
        "text/html" | "application/xhtml+xml" | "" => Ok(payload),
        _ => Err(Failure::NotHtml(payload.media_type)),
    }
}

/// Appends the parse errors of a page, sorted by position, because the tree builder reports some errors late.
fn markup_errors(document: &Document<'_>, output: &mut ColumnBuilder) -> Result<(), Overflow> {
    let lines = LineIndex::new(document.source());
    let unclosed = UnclosedElements::new(document, document.errors());
    let mut errors = document.errors().to_vec();
    errors.sort_by_key(|error| (error.span.start, error.span.end));
    errors.iter().try_for_each(|error| {
        let place = (error.span, lines.line_column(error.span.start), &*error.code.url());
        let element = unclosed.at(error).map(|element| (element, lines.line_column(element.tag.start)));
        output.push_error(error.code.as_str(), error.code.message(), Some(place), element)
    })
}
