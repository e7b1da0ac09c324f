//! Writes the cells of a page.

use crate::column::{Column, RecordField, Value};
use crate::error::Failure;
use crate::output::{ColumnBuilder, Member, Overflow};
use limpid::content::{Content as PageContent, ContentExt as _, ContentOptions, MetadataDate, MetadataValue};
use limpid::encoding::Confidence;
use limpid::links::{Base, Url, is_url_list, links};
use limpid::sanitize::{Sanitizer, Strictness};
use limpid::xpath::XPathError;
use limpid::{
    Document, EncodingSource, LineIndex, MarkdownOptions, MutationError, NodeId, NodeRef, Selector, SerializeOptions,
};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt::{self, Write};

/// The content of a cell that was written without error.
pub(crate) enum CellContent {
    Null,
    /// The content is in the text buffer.
    Text,
    /// The cell was appended to the column.
    Appended,
    /// The items of the cell were appended to the column.
    List,
}

impl CellContent {
    /// Finishes the cell with this content.
    pub(crate) fn end(self, output: &mut ColumnBuilder, text: &str) -> Result<(), CellError> {
        match self {
            CellContent::Null => output.end_null(),
            CellContent::Text => output.push_text(text)?,
            CellContent::Appended => {}
            CellContent::List => output.end_list()?,
        }
        Ok(())
    }
}

/// An error that makes the cell null.
pub(crate) enum CellError {
    Overflow(Overflow),
    Sanitizer(MutationError),
    XPath(XPathError),
}

impl CellError {
    pub(crate) fn into_failure(self, name: &str, limit: usize) -> Failure {
        match self {
            CellError::Overflow(Overflow::Array) => Failure::FullColumn(name.to_owned()),
            CellError::Overflow(Overflow::Cell) => Failure::LargeValue(name.to_owned(), limit),
            CellError::Sanitizer(error) => Failure::Sanitizer(error),
            CellError::XPath(error) => Failure::XPath(name.to_owned(), error),
        }
    }
}

impl From<Overflow> for CellError {
    fn from(overflow: Overflow) -> CellError {
        CellError::Overflow(overflow)
    }
}

impl From<XPathError> for CellError {
    fn from(error: XPathError) -> CellError {
        CellError::XPath(error)
    }
}

/// `LimitedString` fails only if the text exceeds the limit.
impl From<fmt::Error> for CellError {
    fn from(_: fmt::Error) -> CellError {
        CellError::Overflow(Overflow::Cell)
    }
}

/// A string buffer with a limit in bytes.
struct LimitedString<'t> {
    text: &'t mut String,
    limit: usize,
}

impl<'t> LimitedString<'t> {
    /// Clears the text.
    fn new(text: &'t mut String, limit: usize) -> LimitedString<'t> {
        text.clear();
        LimitedString { text, limit }
    }
}

impl Write for LimitedString<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.text.len() + text.len() > self.limit {
            return Err(fmt::Error);
        }
        self.text.push_str(text);
        Ok(())
    }
}

fn appended(result: Result<(), Overflow>) -> Result<CellContent, CellError> {
    Ok(result.map(|()| CellContent::Appended)?)
}

pub(crate) struct Page<'d> {
    document: &'d Document<'d>,
    url: Option<&'d Url>,
    base: &'d Base,
    /// The limit of a cell in bytes.
    limit: usize,
    /// The main content, once a column needs it.
    content: OnceCell<PageContent<'d>>,
}

impl<'d> Page<'d> {
    pub(crate) fn new(document: &'d Document<'d>, url: Option<&'d Url>, base: &'d Base, limit: usize) -> Page<'d> {
        Page { document, url, base, limit, content: OnceCell::new() }
    }

    fn content(&self) -> &PageContent<'d> {
        self.content.get_or_init(|| {
            let options = ContentOptions::new();
            self.document.content_with(&self.url.map_or(options, |url| options.url(url)))
        })
    }

    /// Writes the content of a cell to `text` or appends it to `output`. The result says which.
    pub(crate) fn write_cell(
        &self,
        column: &Column,
        output: &mut ColumnBuilder,
        text: &mut String,
    ) -> Result<CellContent, CellError> {
        let document = self.document;
        let mut out = LimitedString::new(text, self.limit);
        match column {
            Column::Title => {
                let Some(title) = document.title() else { return Ok(CellContent::Null) };
                return appended(output.push_text(&title));
            }
            Column::Encoding => return appended(output.push_text(document.encoding().unwrap_or("UTF-8"))),
            Column::EncodingSource => {
                return appended(output.push_text(document.encoding_source().map_or("text", EncodingSource::as_str)));
            }
            Column::EncodingConfidence => {
                let confidence = document.encoding_confidence().unwrap_or(Confidence::Irrelevant);
                return appended(output.push_text(confidence.as_str()));
            }
            Column::TextContent => return appended(output.push_joined(document.root().texts())),
            Column::Text => document.root().write_inner_text(out)?,
            Column::Content => out.write_str(&self.content().text())?,
            Column::Metadata => return appended(output.push_cell_struct(&self.metadata())),
            Column::Markdown | Column::ContentMarkdown => {
                let resolve = |_: NodeRef<'_>, address: &str| self.base.resolve(address).map(String::from);
                let options = match self.base.url() {
                    Some(_) => MarkdownOptions::new().resolve(&resolve),
                    None => MarkdownOptions::new(),
                };
                match column {
                    Column::Markdown => document.root().write_markdown(out, &options)?,
                    _ => out.write_str(&self.content().markdown_with(&options.data_images(false)))?,
                }
            }
            Column::Html => document.root().write_html(out, &SerializeOptions::lossless())?,
            Column::Tree => write!(out, "{document:?}")?,
            Column::Links | Column::DetailedLinks => {
                self.append_links(matches!(column, Column::DetailedLinks), output)?;
                return Ok(CellContent::List);
            }
            Column::Tables => {
                for table in document.tables().filter(|table| !table.rendered().is_layout()) {
                    let table = table.text(false);
                    if !table.header.is_empty() || !table.rows.is_empty() {
                        let caption = Member::Text(table.caption.as_deref());
                        output.push_struct(&[caption, Member::Texts(&table.header), Member::Rows(&table.rows)])?;
                    }
                }
                return Ok(CellContent::List);
            }
            Column::Sanitized => {
                self.write_sanitized(out, |page, root| Sanitizer::preset().sanitize_for_printing(page, root))?;
            }
            Column::SanitizedBy(sanitizer) => {
                self.write_sanitized(out, |page, root| sanitizer.sanitize_for_printing(page, root))?;
            }
            Column::CleanedBy(cleaner) => {
                self.write_sanitized(out, |page, root| cleaner.sanitize_with(page, root, Strictness::Printable, None))?;
            }
            Column::Select(selector, value) => {
                for element in document.select(selector) {
                    self.append_value(element, value, output, text)?;
                }
                return Ok(CellContent::List);
            }
            Column::First(selector, value) => {
                for element in document.select(selector) {
                    if self.append_value(element, value, output, text)? {
                        return Ok(CellContent::Appended);
                    }
                }
                return Ok(CellContent::Null);
            }
            Column::Records(selector, fields) => {
                self.append_records(selector, fields, output, text)?;
                return Ok(CellContent::List);
            }
            Column::XPath(expression) => {
                for string in document.xpath(&**expression)?.strings() {
                    output.push_text(&string)?;
                }
                return Ok(CellContent::List);
            }
            // `Rows` writes the errors after the other cells.
            Column::Errors => return Ok(CellContent::Null),
        }
        Ok(CellContent::Text)
    }

    /// Returns the members of the column `metadata`.
    fn metadata(&self) -> [Member<'_>; 11] {
        let content = self.content();
        let metadata = content.metadata();
        fn value(value: &Option<MetadataValue>) -> Member<'_> {
            Member::Text(value.as_ref().map(|value| value.value.as_str()))
        }
        fn date(date: &Option<MetadataDate>) -> Member<'_> {
            Member::Text(date.as_ref().map(|date| date.iso.as_str()))
        }
        [
            value(&metadata.title),
            value(&metadata.byline),
            date(&metadata.published),
            date(&metadata.modified),
            value(&metadata.language),
            value(&metadata.site_name),
            value(&metadata.canonical_url),
            value(&metadata.image),
            value(&metadata.description),
            Member::Text(Some(content.kind().as_str())),
            Member::Float(content.confidence()),
        ]
    }

    /// Appends the value of an element. Returns false if it has no value.
    fn append_value(
        &self,
        element: NodeRef<'_>,
        value: &Value,
        output: &mut ColumnBuilder,
        text: &mut String,
    ) -> Result<bool, CellError> {
        let Some(value) = self.value(element, value, text)? else { return Ok(false) };
        output.push_text_or_null(value.as_deref())?;
        Ok(true)
    }

    /// Returns the value of an element, or `None` if it has no value. The inner option is `None` if the value is a URL that cannot be resolved.
    /// `text` is a buffer.
    fn value<'t>(
        &self,
        element: NodeRef<'t>,
        value: &Value,
        text: &'t mut String,
    ) -> Result<Option<Option<Cow<'t, str>>>, CellError> {
        let mut out = LimitedString::new(text, self.limit);
        match value {
            Value::Text => element.write_inner_text(out)?,
            Value::TextContent => element.texts().try_for_each(|text| out.write_str(text))?,
            Value::Html => element.write_html(out, &SerializeOptions::lossless())?,
            Value::Attribute(name) => return Ok(element.attribute(name).map(|written| Some(Cow::Borrowed(written)))),
            Value::Url(name) => {
                let resolve = |written| self.base.resolve_attribute(name, written).filter(|_| !is_url_list(name));
                return Ok(element.attribute(name).map(|written| resolve(written).map(|url| Cow::Owned(url.into()))));
            }
        }
        Ok(Some(Some(Cow::Borrowed(text))))
    }

    fn append_records(
        &self,
        selector: &Selector,
        fields: &[RecordField],
        output: &mut ColumnBuilder,
        text: &mut String,
    ) -> Result<(), CellError> {
        let mut used = 0_usize;
        for element in self.document.select(selector) {
            let mut values: Vec<Option<String>> = Vec::with_capacity(fields.len());
            for RecordField { selector, value, .. } in fields {
                let is_itself = selector.has_scope() && element.matches(selector);
                let mut found = None;
                for inside in is_itself.then_some(element).into_iter().chain(element.select(selector)) {
                    if let Some(value) = self.value(inside, value, text)? {
                        found = value.map(Cow::into_owned);
                        break;
                    }
                }
                // Limits the memory before the record is appended.
                used = used.saturating_add(found.as_ref().map_or(0, String::len));
                if used > self.limit {
                    return Err(Overflow::Cell.into());
                }
                values.push(found);
            }
            let members: Vec<_> = values.iter().map(|value| Member::Text(value.as_deref())).collect();
            output.push_struct(&members)?;
        }
        Ok(())
    }

    fn append_links(&self, is_detailed: bool, output: &mut ColumnBuilder) -> Result<(), Overflow> {
        let lines = is_detailed.then(|| LineIndex::new(self.document.source()));
        for link in links(self.document) {
            let url = self.base.resolve_link(&link);
            let members = [
                Member::Text(Some(link.element)),
                Member::Text(Some(link.attribute)),
                Member::Text(Some(&link.written)),
                Member::Text(url.as_ref().map(Url::as_str)),
                Member::Text(link.rel),
            ];
            let Some(lines) = &lines else {
                output.push_struct(&members)?;
                continue;
            };
            let place = link.node.start_tag().map(|tag| lines.line_column(tag.start));
            let [element, attribute, written, url, rel] = members;
            let text = link.text();
            let (line, column) = (place.map(|place| place.line), place.map(|place| place.column));
            let details = [Member::Text(Some(&text)), Member::Number(line), Member::Number(column)];
            let [text, line, column] = details;
            output.push_struct(&[element, attribute, written, url, rel, text, line, column])?;
        }
        Ok(())
    }

    fn write_sanitized(
        &self,
        out: LimitedString<'_>,
        sanitize: impl FnOnce(&mut Document<'_>, NodeId) -> Result<(), MutationError>,
    ) -> Result<(), CellError> {
        // Sanitizes a copy, because other columns need the original.
        let mut document = self.document.clone();
        let root = document.root().id();
        sanitize(&mut document, root).map_err(CellError::Sanitizer)?;
        // The identifiers of the doctype determine the mode (quirks or not) of the reparsed page.
        let options = SerializeOptions::new().doctype_identifiers(true).keep_line_breaks(true);
        Ok(document.root().write_html(out, &options)?)
    }
}
