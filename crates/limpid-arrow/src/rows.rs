//! The rows of a batch, one after another: each page is parsed once, for all columns.

use crate::cells::Cell;
use crate::column::{Column, Value};
use crate::error::Failure;
use crate::extract::Extract;
use crate::output::{Full, Output};
use crate::page::Page;
use arrow_array::ArrayRef;
use limpid::links::{Base, Url};
use limpid::unclosed::UnclosedElements;
use limpid::{Document, Encoding, LineIndex, ParseOptions, Recycler};
use limpid_warc::HttpPayload;

/// The text that a reader sees, and Markdown, have less than this part of the bytes of most pages.
const TEXT_SHARE: usize = 4;
/// A value may have this many times the bytes of its page, and this many more.
const GROWTH: usize = 64;
const SMALL: usize = 1 << 20;

/// The columns of a batch while they are made, one page after another: see [`Extract::rows`].
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
    outputs: Vec<(String, Column, Output)>,
    /// Whether an error of markup is asked for.
    has_markup_errors: bool,
    has_urls: bool,
    options: ParseOptions,
    recycler: Recycler,
    /// The transport encoding that the recycler's options have.
    encoding: Option<&'static Encoding>,
    failures: Vec<Failure>,
    text: String,
}

impl<'e> Rows<'e> {
    /// Starts with a batch whose pages have this many bytes.
    pub(crate) fn new(extract: &'e Extract, options: &ParseOptions, bytes: usize) -> Rows<'e> {
        let has = |wanted: fn(&Column) -> bool| extract.columns.iter().any(|(_, column)| wanted(column));
        let has_markup_errors = has(is_errors);
        let has_places = has_markup_errors || has(|column| matches!(column, Column::DetailedLinks));
        let has_urls = has(|column| {
            let is_url = |value: &Value| matches!(value, Value::Url(_));
            match column {
                Column::Links | Column::DetailedLinks | Column::Markdown => true,
                Column::Select(_, value) | Column::First(_, value) => is_url(value),
                Column::Records(_, fields) => fields.iter().any(|field| is_url(&field.value)),
                _ => false,
            }
        });
        let options = options.clone().errors(has_markup_errors).spans(has_places);
        let output = |(name, column): (&str, Column)| {
            let capacity = match column {
                Column::Text | Column::Markdown => bytes / TEXT_SHARE,
                // With scripts and style sheets it may be nearly all of a page. Memory that is not written to costs nothing.
                Column::TextContent => bytes.min(i32::MAX as usize),
                _ => 0,
            };
            let output = Output::new(column.data_type(), capacity);
            (name.to_owned(), column, output)
        };
        Rows {
            extract,
            outputs: extract.made().map(output).collect(),
            has_markup_errors,
            has_urls,
            recycler: Recycler::new(options.clone()),
            options,
            encoding: None,
            failures: Vec::new(),
            text: String::new(),
        }
    }

    /// Appends the row of a page that is null: all columns are.
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

    /// Appends the row of a page, which was fetched from this URL, and whose encoding has this label as far as HTTP says.
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
        self.cell(Cell::Bytes(page), url, charset);
    }

    /// Appends the row of a page that is not there. The column of the errors has the reason, as a code and in words; the others are null.
    ///
    /// ```
    /// # use limpid_arrow::Extract;
    /// let extract = Extract::new();
    /// let mut rows = extract.rows(0);
    /// rows.append_missing("robots", "the site's robots.txt excludes it");
    /// assert_eq!(rows.finish()[0].null_count(), 0);
    /// ```
    pub fn append_missing(&mut self, code: &'static str, message: &str) {
        self.failed(Failure::Missing(code, message.to_owned()));
    }

    pub(crate) fn cell(&mut self, page: Cell<'_>, url: Option<&str>, charset: Option<&str>) {
        if page.bytes().len() > self.extract.limit {
            return self.failed(Failure::LargePage(page.bytes().len(), self.extract.limit));
        }
        let mut encoding = charset.map(|name| (Encoding::for_codec(name), name.to_owned()));
        let mut payload = None;
        if self.extract.http {
            match read_payload(page.bytes(), self.extract.limit) {
                Ok(read) => {
                    self.failures.extend(read.broken.map(Failure::Broken));
                    encoding = encoding.or(read.charset.map(|label| (Encoding::for_label(&label), label)));
                    payload = Some(read.bytes);
                }
                Err(failure) => return self.failed(failure),
            }
        }
        if let (Cell::Bytes(_), Some((None, label))) = (page, &encoding)
            && !label.trim_ascii().is_empty()
        {
            self.failures.push(Failure::UnknownEncoding(label.clone()));
        }
        self.set_encoding(encoding.and_then(|(encoding, _)| encoding));
        let page = match (&payload, page) {
            (None, page) => page,
            // An engine that has the response as text has decoded it.
            (Some(body), Cell::Text(_)) => std::str::from_utf8(body).map_or(Cell::Bytes(body), Cell::Text),
            (Some(body), Cell::Bytes(_)) => Cell::Bytes(body),
        };
        let document = match page {
            Cell::Bytes(bytes) => self.recycler.parse_bytes(bytes),
            Cell::Text(text) => self.recycler.parse(text),
        };
        let from = url.filter(|_| self.has_urls).and_then(|url| Url::parse(url).ok());
        let base = if self.has_urls { Base::new(&document, from.as_ref()) } else { Base::default() };
        let length = page.bytes().len();
        let limit = self.extract.limit.min(length.saturating_mul(GROWTH).saturating_add(SMALL));
        let page = Page { document: &document, base: &base, limit };
        for (name, column, output) in self.outputs.iter_mut().filter(|(_, column, _)| !is_errors(column)) {
            output.start(limit);
            let content = page.fill(column, output, &mut self.text);
            if let Err(stop) = content.and_then(|content| content.end(output, &self.text)) {
                output.end_null();
                self.failures.push(stop.failure(name, limit));
            }
        }
        self.end_errors(Some(&document));
        self.recycler.recycle(document);
    }

    /// Ends the row of a page that cannot be read.
    fn failed(&mut self, failure: Failure) {
        self.failures.push(failure);
        for (.., output) in self.outputs.iter_mut().filter(|(_, column, _)| !is_errors(column)) {
            output.end_null();
        }
        self.end_errors(None);
    }

    /// Sets the encoding that the transport names.
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

    /// Ends the row's cell of errors: failures, and the parse errors if they are asked for.
    fn end_errors(&mut self, document: Option<&Document<'_>>) {
        for (.., output) in self.outputs.iter_mut().filter(|(_, column, _)| is_errors(column)) {
            output.start(self.extract.limit);
            let failures = &mut self.failures.iter();
            let mut result =
                failures.try_for_each(|failure| output.error(failure.code(), &failure.to_string(), None, None));
            if let (Ok(()), Some(document), true) = (&result, document, self.has_markup_errors) {
                result = markup_errors(document, output);
            }
            if result.and_then(|()| output.end_list()).is_err() {
                output.end_null();
            }
        }
        self.failures.clear();
    }

    /// Ends the columns and returns them. The last one is that of the errors, unless [`Column::Errors`] is among the others.
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
        // Browsers take a page without a media type for HTML if it looks like it.
        "text/html" | "application/xhtml+xml" | "" => Ok(payload),
        _ => Err(Failure::NotHtml(payload.media_type)),
    }
}

/// Appends the errors of a page by position: the tree builder reports some errors later than it meets them.
fn markup_errors(document: &Document<'_>, output: &mut Output) -> Result<(), Full> {
    let lines = LineIndex::new(document.source());
    let unclosed = UnclosedElements::new(document, document.errors());
    let mut errors = document.errors().to_vec();
    errors.sort_by_key(|error| (error.span.start, error.span.end));
    errors.iter().try_for_each(|error| {
        let place = (error.span, lines.line_column(error.span.start), &*error.code.url());
        let element = unclosed.at(error).map(|element| (element, lines.line_column(element.tag.start)));
        output.error(error.code.as_str(), error.code.message(), Some(place), element)
    })
}
