//! The columns that can be extracted from a page, with their names and types.

use crate::error::ExtractError;
use arrow_schema::{DataType, Field, Fields};
use limpid::links::is_url_list;
use limpid::sanitize::{Cleaner, Sanitizer};
use limpid::xpath::{XPath, XPathError, XPathOptions};
use limpid::{Selector, SelectorError};
use std::str::FromStr;
use std::sync::Arc;

/// A column to extract from each page.
///
/// ```
/// use limpid_arrow::{Column, Value};
/// assert_eq!("text".parse::<Column>().unwrap().name(), "text");
/// assert_eq!(Column::select("a[href]", Value::Attribute("href".to_owned())).unwrap().name(), "a[href]");
/// assert!(Column::select("a[", Value::Text).is_err());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Column {
    /// The title of the document.
    Title,
    /// The text that a reader sees, like `innerText` in a browser.
    Text,
    /// The text of all nodes, including scripts and style sheets, like `textContent`.
    TextContent,
    /// The page as Markdown: headings, lists, links, tables. URLs are resolved if the page has a `base` element or its URL is known.
    Markdown,
    /// The main content as text: [`Content::text`](limpid::content::Content::text).
    Content,
    /// The main content as Markdown. URLs are resolved if the page has a `base` element or its URL is known. Images with a `data:` URL are
    /// written as their alternative text.
    ContentMarkdown,
    /// Metadata of the page: a struct of the texts `title`, `byline`, `published`, `modified`, `language`, `site_name`, `canonical_url`,
    /// `image`, `description` (see [`Metadata`](limpid::content::Metadata)), of `kind`, the kind of the page, and of `confidence`, a number
    /// (see [`Content`](limpid::content::Content)). Members are null if the page does not contain them. Dates are in ISO 8601.
    Metadata,
    /// The page serialized as HTML. Parsing this markup returns the same tree.
    Html,
    /// The tree in the format of the html5lib tests. The length may be proportional to the size of the tree times its depth.
    Tree,
    /// The URLs that the page links to or loads: a list of structs `element`, `attribute`, `written`, `url`, `rel`. `written` is the URL as
    /// in the page. `url` is the resolved URL, or null if it cannot be resolved.
    Links,
    /// [`Links`](Column::Links) with `text`, `line` and `column`. Parsing takes longer, because it records the positions of nodes.
    DetailedLinks,
    /// The tables, as returned by [`Table::text`](limpid::Table::text): a list of structs `caption`, `header` (a list of text), `rows` (a list of
    /// lists of text). Positions that a cell spans are empty. Tables without cells and [layout tables](limpid::Table::is_layout) are left out.
    Tables,
    /// The parse errors, sorted by position: a list of structs `code`, `message`, `start`, `end` (byte offsets in the page as UTF-8),
    /// `line`, `column`, `url` (of the code's definition), `open_element` (`name`, `start`, `line`, `column` of the unclosed element, if
    /// the error is about one).
    ///
    /// Parsing takes longer, because it records errors and the positions of nodes. Errors of the row, such as a page that exceeds the
    /// limit, come first. Without this column, the result has a last column `errors` with only the errors of the row.
    Errors,
    /// The name of the encoding, such as `UTF-8`.
    Encoding,
    /// The source of the encoding, such as `meta element, by prescan`.
    EncodingSource,
    /// The standard's confidence in the encoding: `certain`, `tentative` or `irrelevant`.
    EncodingConfidence,
    /// The sanitized page, with the standard's built-in safe default configuration.
    Sanitized,
    /// The sanitized page, with this configuration. Scripts are always removed.
    SanitizedBy(Arc<Sanitizer>),
    /// The sanitized page, with this configuration and rules that the standard does not have.
    CleanedBy(Arc<Cleaner>),
    /// The values of all elements that match a selector: a list of text.
    Select(Selector, Value),
    /// The first value of the elements that match a selector. Null if no matching element has a value.
    First(Selector, Value),
    /// A list of structs, one for each element that matches a selector, such as product cards. Each member is the first value of the
    /// elements inside that match the member's selector, or null.
    ///
    /// A search ends at the first value, or at the end of the element. If the elements are nested, the inner ones are searched repeatedly:
    /// the time is at most proportional to the size of the page times its depth.
    Records(Selector, Vec<RecordField>),
    /// The results of an XPath expression: a list of text, with one item for each selected node. A string, number or boolean is one item.
    XPath(Arc<XPath>),
}

/// A member of the structs of [`Column::Records`].
///
/// ```
/// let field = limpid_arrow::RecordField::new("price", ".price", limpid_arrow::Value::Text)?;
/// assert_eq!(field.name, "price");
/// # Ok::<(), limpid::SelectorError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecordField {
    /// The name of the member.
    pub name: String,
    /// Selects elements inside the record's element. `:scope` matches the record's element. A selector that contains `:scope` may also select
    /// the record's element itself.
    pub selector: Selector,
    /// The value of the selected element.
    pub value: Value,
}

impl RecordField {
    /// Creates a member. The selector `:scope` selects the record's element, and `:scope > b` its children.
    ///
    /// # Errors
    /// The selector is invalid.
    ///
    /// ```
    /// use limpid_arrow::{RecordField, Value};
    /// let id = RecordField::new("id", ":scope", Value::Attribute("data-id".to_owned()))?;
    /// assert!(id.selector.has_scope());
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    pub fn new(name: impl Into<String>, css: &str, value: Value) -> Result<RecordField, SelectorError> {
        Ok(RecordField::of(name, Selector::parse(css)?, value))
    }

    /// Creates a member from a parsed selector.
    ///
    /// ```
    /// use limpid::Selector;
    /// use limpid_arrow::{RecordField, Value};
    /// let field = RecordField::of("name", Selector::parse("b")?, Value::Text);
    /// assert_eq!(field.selector.to_string(), "b");
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    pub fn of(name: impl Into<String>, selector: Selector, value: Value) -> RecordField {
        RecordField { name: name.into(), selector, value }
    }
}

/// The value to extract from a selected element.
///
/// ```
/// # use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, cast::AsArray};
/// # use limpid_arrow::{Column, Extract, Value};
/// let pages = std::sync::Arc::new(StringArray::from(vec!["<a href=/m>Green <b>tea</b></a>"])) as ArrayRef;
/// let extract = Extract::new()
///     .select("text", "a", Value::Text)?
///     .select("markup", "b", Value::Html)?
///     .select("target", "a", Value::Attribute("href".to_owned()))?;
/// let columns = extract.run_arrays(&pages, None, None)?;
/// let first = |index: usize| columns[index].as_list::<i32>().value(0).as_string::<i32>().value(0).to_owned();
/// assert_eq!([0, 1, 2].map(first), ["Green tea", "<b>tea</b>", "/m"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// The text that a reader sees, like `innerText`.
    Text,
    /// The text of all nodes in the element, like `textContent`.
    TextContent,
    /// The markup of the element, including its own tags.
    Html,
    /// The attribute of this name. Elements without the attribute have no value.
    Attribute(String),
    /// The attribute of this name, resolved as one URL. Elements without the attribute have no value. Null if the URL cannot be resolved, and
    /// for the attributes with lists of URLs that [`Value::url`] rejects.
    Url(String),
}

impl Value {
    /// Returns [`Value::Url`] for an attribute that contains one URL.
    ///
    /// # Errors
    /// [`ExtractError::UrlList`] for the attributes that [contain lists of URLs](is_url_list). Use [`Column::Links`] for them.
    ///
    /// ```
    /// use limpid_arrow::Value;
    /// assert_eq!(Value::url("data-src")?, Value::Url("data-src".to_owned()));
    /// assert!(Value::url("srcset").is_err());
    /// # Ok::<(), limpid_arrow::ExtractError>(())
    /// ```
    pub fn url(attribute: &str) -> Result<Value, ExtractError> {
        if is_url_list(&attribute.to_ascii_lowercase()) {
            return Err(ExtractError::UrlList(attribute.to_owned()));
        }
        Ok(Value::Url(attribute.to_owned()))
    }
}

impl Column {
    /// The names of the columns without arguments, which [`str::parse`] accepts.
    pub const NAMES: [&'static str; 17] = [
        "title",
        "text",
        "text_content",
        "markdown",
        "content",
        "content_markdown",
        "metadata",
        "html",
        "tree",
        "links",
        "detailed_links",
        "tables",
        "errors",
        "encoding",
        "encoding_source",
        "encoding_confidence",
        "sanitized",
    ];

    /// Creates a column of the values of all elements that match a CSS selector.
    ///
    /// # Errors
    /// The selector is invalid.
    ///
    /// ```
    /// use limpid_arrow::{Column, Value};
    /// assert_eq!(Column::select("td.price", Value::Text)?.name(), "td.price");
    /// assert_eq!(Column::select("td..price", Value::Text).unwrap_err().offset(), 3);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    pub fn select(css: &str, value: Value) -> Result<Column, SelectorError> {
        Ok(Column::Select(Selector::parse(css)?, value))
    }

    /// Creates a column of the first value of the elements that match a CSS selector.
    ///
    /// # Errors
    /// The selector is invalid.
    ///
    /// ```
    /// use arrow_schema::DataType;
    /// use limpid_arrow::{Column, Value};
    /// let canonical = Column::first("link[rel=canonical]", Value::Attribute("href".to_owned()))?;
    /// assert_eq!(canonical.data_type(), DataType::Utf8);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    pub fn first(css: &str, value: Value) -> Result<Column, SelectorError> {
        Ok(Column::First(Selector::parse(css)?, value))
    }

    /// Creates a column of structs, one for each element that matches a CSS selector.
    ///
    /// # Errors
    /// The selector is invalid.
    ///
    /// ```
    /// # use arrow_array::{Array, ArrayRef, StringArray, cast::AsArray};
    /// use limpid_arrow::{Column, Extract, RecordField, Value};
    /// let page = "<li data-id=1><b>Assam</b> <i>4</i><li data-id=2><b>Sencha</b>";
    /// let fields = [
    ///     RecordField::new("id", ":scope", Value::Attribute("data-id".to_owned()))?,
    ///     RecordField::new("price", "i", Value::Text)?,
    /// ];
    /// let pages = std::sync::Arc::new(StringArray::from(vec![page])) as ArrayRef;
    /// let columns = Extract::new().column(Column::records("li", fields)?).run_arrays(&pages, None, None)?;
    /// let records = columns[0].as_list::<i32>().value(0);
    /// let [ids, prices] = [0, 1].map(|index| records.as_struct().column(index).as_string::<i32>());
    /// assert_eq!(ids.iter().collect::<Vec<_>>(), [Some("1"), Some("2")]);
    /// assert_eq!(prices.iter().collect::<Vec<_>>(), [Some("4"), None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn records(css: &str, fields: impl IntoIterator<Item = RecordField>) -> Result<Column, SelectorError> {
        Ok(Column::Records(Selector::parse(css)?, fields.into_iter().collect()))
    }

    /// Creates a column of the results of an XPath expression.
    ///
    /// If the evaluation exceeds the default number of steps ([`XPathOptions::max_steps`]) on a page, the value is null and the page has an
    /// error. For another limit, use [`Column::XPath`] with an expression that was compiled with it.
    ///
    /// # Errors
    /// The expression is invalid.
    ///
    /// ```
    /// # use limpid_arrow::Column;
    /// assert_eq!(Column::xpath("//a/@href")?.name(), "//a/@href");
    /// assert!(Column::xpath("//a[").is_err());
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn xpath(expression: &str) -> Result<Column, XPathError> {
        Ok(Column::XPath(Arc::new(XPathOptions::new().exslt().compile(expression)?)))
    }

    /// Returns the default name of the column in the result. For a selector or expression, this is its text.
    ///
    /// ```
    /// use limpid_arrow::Column;
    /// assert_eq!((Column::Markdown.name(), Column::xpath("//h1")?.name()), ("markdown".to_owned(), "//h1".to_owned()));
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn name(&self) -> String {
        match self {
            Column::Title => "title",
            Column::Text => "text",
            Column::TextContent => "text_content",
            Column::Markdown => "markdown",
            Column::Content => "content",
            Column::ContentMarkdown => "content_markdown",
            Column::Metadata => "metadata",
            Column::Html => "html",
            Column::Tree => "tree",
            Column::Links | Column::DetailedLinks => "links",
            Column::Tables => "tables",
            Column::Errors => "errors",
            Column::Encoding => "encoding",
            Column::EncodingSource => "encoding_source",
            Column::EncodingConfidence => "encoding_confidence",
            Column::Sanitized | Column::SanitizedBy(_) | Column::CleanedBy(_) => "sanitized",
            Column::Select(selector, _) | Column::First(selector, _) | Column::Records(selector, _) => {
                return selector.to_string();
            }
            Column::XPath(expression) => return expression.as_str().to_owned(),
        }
        .to_owned()
    }

    /// Returns the Arrow type of the column.
    ///
    /// ```
    /// use arrow_schema::DataType;
    /// use limpid_arrow::Column;
    /// assert_eq!(Column::Title.data_type(), DataType::Utf8);
    /// assert!(matches!(Column::Links.data_type(), DataType::List(_)));
    /// ```
    pub fn data_type(&self) -> DataType {
        match self {
            Column::Metadata => DataType::Struct(metadata_fields()),
            Column::Links => list(DataType::Struct(link_fields(false))),
            Column::DetailedLinks => list(DataType::Struct(link_fields(true))),
            Column::Tables => list(DataType::Struct(table_fields())),
            Column::Errors => list(DataType::Struct(error_fields())),
            Column::Records(_, fields) => {
                let fields = fields.iter().map(|field| Field::new(&field.name, DataType::Utf8, true));
                list(DataType::Struct(fields.collect()))
            }
            Column::Select(..) | Column::XPath(_) => list(DataType::Utf8),
            _ => DataType::Utf8,
        }
    }
}

impl FromStr for Column {
    type Err = ExtractError;

    fn from_str(name: &str) -> Result<Column, ExtractError> {
        Ok(match name {
            "title" => Column::Title,
            "text" => Column::Text,
            "text_content" => Column::TextContent,
            "markdown" => Column::Markdown,
            "content" => Column::Content,
            "content_markdown" => Column::ContentMarkdown,
            "metadata" => Column::Metadata,
            "html" => Column::Html,
            "tree" => Column::Tree,
            "links" => Column::Links,
            "detailed_links" => Column::DetailedLinks,
            "tables" => Column::Tables,
            "errors" => Column::Errors,
            "encoding" => Column::Encoding,
            "encoding_source" => Column::EncodingSource,
            "encoding_confidence" => Column::EncodingConfidence,
            "sanitized" => Column::Sanitized,
            _ => return Err(ExtractError::UnknownColumn(name.to_owned())),
        })
    }
}

fn list(item: DataType) -> DataType {
    DataType::List(Arc::new(Field::new_list_field(item, true)))
}

/// Returns the members of a link. Numbers are signed, because not every engine supports unsigned numbers.
pub(crate) fn link_fields(is_detailed: bool) -> Fields {
    let texts = ["element", "attribute", "written", "url", "rel", "text"];
    let numbers = ["line", "column"];
    let texts = texts.iter().take(if is_detailed { 6 } else { 5 }).map(|name| Field::new(*name, DataType::Utf8, true));
    let numbers =
        numbers.iter().take(if is_detailed { 2 } else { 0 }).map(|name| Field::new(*name, DataType::Int64, true));
    texts.chain(numbers).collect()
}

fn metadata_fields() -> Fields {
    const TEXTS: [&str; 10] = [
        "title",
        "byline",
        "published",
        "modified",
        "language",
        "site_name",
        "canonical_url",
        "image",
        "description",
        "kind",
    ];
    let texts = TEXTS.iter().map(|name| Field::new(*name, DataType::Utf8, true));
    texts.chain([Field::new("confidence", DataType::Float64, true)]).collect()
}

fn table_fields() -> Fields {
    let members = [("caption", DataType::Utf8), ("header", list(DataType::Utf8)), ("rows", list(list(DataType::Utf8)))];
    members.into_iter().map(|(name, data_type)| Field::new(name, data_type, true)).collect()
}

pub(crate) fn error_fields() -> Fields {
    let texts = ["code", "message"].map(|name| Field::new(name, DataType::Utf8, true));
    let numbers = ["start", "end", "line", "column"].map(|name| Field::new(name, DataType::Int64, true));
    let last = [
        Field::new("url", DataType::Utf8, true),
        Field::new("open_element", DataType::Struct(open_element_fields()), true),
    ];
    texts.into_iter().chain(numbers).chain(last).collect()
}

/// Returns the members of an error's unclosed element.
pub(crate) fn open_element_fields() -> Fields {
    let numbers = ["start", "line", "column"].map(|name| Field::new(name, DataType::Int64, true));
    [Field::new("name", DataType::Utf8, true)].into_iter().chain(numbers).collect()
}
