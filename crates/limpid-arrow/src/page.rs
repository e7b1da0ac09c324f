//! A page, and the content of each column's cell.

use crate::column::{Column, RecordField, Value};
use crate::error::Failure;
use crate::output::{Full, Member, Output};
use limpid::encoding::Confidence;
use limpid::links::{Base, Url, is_url_list, links};
use limpid::sanitize::{Sanitizer, Strictness};
use limpid::xpath::XPathError;
use limpid::{
    Document, EncodingSource, LineIndex, MarkdownOptions, MutationError, NodeId, NodeRef, Selector, SerializeOptions,
};
use std::borrow::Cow;
use std::fmt::{self, Write};

pub(crate) enum Content {
    /// Nothing: the cell is null, though nothing went wrong.
    Null,
    /// The text that was written.
    Text,
    Appended,
    /// The items that were appended.
    List,
}

impl Content {
    /// Ends the cell with this content.
    pub(crate) fn end(self, output: &mut Output, text: &str) -> Result<(), Stop> {
        match self {
            Content::Null => output.end_null(),
            Content::Text => output.text(text)?,
            Content::Appended => {}
            Content::List => output.end_list()?,
        }
        Ok(())
    }
}

/// The reason why a cell becomes null.
pub(crate) enum Stop {
    Full(Full),
    Sanitizer(MutationError),
    XPath(XPathError),
}

impl Stop {
    pub(crate) fn failure(self, name: &str, limit: usize) -> Failure {
        match self {
            Stop::Full(Full::Array) => Failure::FullColumn(name.to_owned()),
            Stop::Full(Full::Cell) => Failure::LargeValue(name.to_owned(), limit),
            Stop::Sanitizer(error) => Failure::Sanitizer(error),
            Stop::XPath(error) => Failure::XPath(name.to_owned(), error),
        }
    }
}

impl From<Full> for Stop {
    fn from(full: Full) -> Stop {
        Stop::Full(full)
    }
}

impl From<XPathError> for Stop {
    fn from(error: XPathError) -> Stop {
        Stop::XPath(error)
    }
}

/// Fails when the text becomes too long.
impl From<fmt::Error> for Stop {
    fn from(_: fmt::Error) -> Stop {
        Stop::Full(Full::Cell)
    }
}

/// A text that may not become longer than a limit.
struct Bounded<'t> {
    text: &'t mut String,
    limit: usize,
}

impl<'t> Bounded<'t> {
    /// Starts with an empty text.
    fn new(text: &'t mut String, limit: usize) -> Bounded<'t> {
        text.clear();
        Bounded { text, limit }
    }
}

impl Write for Bounded<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.text.len() + text.len() > self.limit {
            return Err(fmt::Error);
        }
        self.text.push_str(text);
        Ok(())
    }
}

/// The content of a cell that was appended, if it was.
fn appended(result: Result<(), Full>) -> Result<Content, Stop> {
    Ok(result.map(|()| Content::Appended)?)
}

/// A page, and where to write what is in it.
pub(crate) struct Page<'d> {
    pub(crate) document: &'d Document<'d>,
    pub(crate) base: &'d Base,
    pub(crate) limit: usize,
}

impl Page<'_> {
    /// Writes the content of a cell to the text, or appends it to the output if it is a list.
    pub(crate) fn fill(&self, column: &Column, output: &mut Output, text: &mut String) -> Result<Content, Stop> {
        let document = self.document;
        let mut out = Bounded::new(text, self.limit);
        match column {
            Column::Title => {
                let Some(title) = document.title() else { return Ok(Content::Null) };
                return appended(output.text(&title));
            }
            Column::Encoding => return appended(output.text(document.encoding().unwrap_or("UTF-8"))),
            Column::EncodingSource => {
                return appended(output.text(document.encoding_source().map_or("text", EncodingSource::as_str)));
            }
            Column::EncodingConfidence => {
                let confidence = document.encoding_confidence().unwrap_or(Confidence::Irrelevant);
                return appended(output.text(confidence.as_str()));
            }
            Column::TextContent => return appended(output.joined(document.root().texts())),
            Column::Text => document.root().write_inner_text(out)?,
            Column::Markdown => {
                let resolve = |_: NodeRef<'_>, address: &str| self.base.resolve(address).map(String::from);
                let options = match self.base.url() {
                    Some(_) => MarkdownOptions::new().resolve(&resolve),
                    None => MarkdownOptions::new(),
                };
                document.root().write_markdown(out, &options)?;
            }
            Column::Html => document.root().write_html(out, &SerializeOptions::lossless())?,
            Column::Tree => write!(out, "{document:?}")?,
            Column::Links | Column::DetailedLinks => {
                self.fill_links(matches!(column, Column::DetailedLinks), output)?;
                return Ok(Content::List);
            }
            Column::Tables => {
                for table in document.tables().filter(|table| !table.rendered().is_layout()) {
                    let table = table.text(false);
                    if !table.header.is_empty() || !table.rows.is_empty() {
                        let caption = Member::Text(table.caption.as_deref());
                        output.item(&[caption, Member::Texts(&table.header), Member::Rows(&table.rows)])?;
                    }
                }
                return Ok(Content::List);
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
                return Ok(Content::List);
            }
            Column::First(selector, value) => {
                for element in document.select(selector) {
                    if self.append_value(element, value, output, text)? {
                        return Ok(Content::Appended);
                    }
                }
                return Ok(Content::Null);
            }
            Column::Records(selector, fields) => {
                self.fill_records(selector, fields, output, text)?;
                return Ok(Content::List);
            }
            Column::XPath(expression) => {
                for string in document.xpath(&**expression)?.strings() {
                    output.text(&string)?;
                }
                return Ok(Content::List);
            }
            // Written when all else is.
            Column::Errors => return Ok(Content::Null),
        }
        Ok(Content::Text)
    }

    /// Appends the value of an element; false if it has none.
    fn append_value(
        &self,
        element: NodeRef<'_>,
        value: &Value,
        output: &mut Output,
        text: &mut String,
    ) -> Result<bool, Stop> {
        let Some(value) = self.value(element, value, text)? else { return Ok(false) };
        output.text_or_null(value.as_deref())?;
        Ok(true)
    }

    /// Returns the value of an element, if it has one: null for a URL that cannot be resolved. The text is a buffer.
    fn value<'t>(
        &self,
        element: NodeRef<'t>,
        value: &Value,
        text: &'t mut String,
    ) -> Result<Option<Option<Cow<'t, str>>>, Stop> {
        let mut out = Bounded::new(text, self.limit);
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

    fn fill_records(
        &self,
        selector: &Selector,
        fields: &[RecordField],
        output: &mut Output,
        text: &mut String,
    ) -> Result<(), Stop> {
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
                // The values of one record may be long, too.
                used = used.saturating_add(found.as_ref().map_or(0, String::len));
                if used > self.limit {
                    return Err(Full::Cell.into());
                }
                values.push(found);
            }
            let members: Vec<_> = values.iter().map(|value| Member::Text(value.as_deref())).collect();
            output.item(&members)?;
        }
        Ok(())
    }

    fn fill_links(&self, are_detailed: bool, output: &mut Output) -> Result<(), Full> {
        let lines = are_detailed.then(|| LineIndex::new(self.document.source()));
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
                output.item(&members)?;
                continue;
            };
            let place = link.node.start_tag().map(|tag| lines.line_column(tag.start));
            let [element, attribute, written, url, rel] = members;
            let text = link.text();
            let (line, column) = (place.map(|place| place.line), place.map(|place| place.column));
            let details = [Member::Text(Some(&text)), Member::Number(line), Member::Number(column)];
            let [text, line, column] = details;
            output.item(&[element, attribute, written, url, rel, text, line, column])?;
        }
        Ok(())
    }

    fn write_sanitized(
        &self,
        out: Bounded<'_>,
        sanitize: impl FnOnce(&mut Document<'_>, NodeId) -> Result<(), MutationError>,
    ) -> Result<(), Stop> {
        // Other columns are of the page as it is.
        let mut document = self.document.clone();
        let root = document.root().id();
        sanitize(&mut document, root).map_err(Stop::Sanitizer)?;
        // With the identifiers of a doctype its mode stays.
        let options = SerializeOptions::new().doctype_identifiers(true).keep_line_breaks(true);
        Ok(document.root().write_html(out, &options)?)
    }
}
