//! The columns as scalar functions of [DataFusion](https://datafusion.apache.org/)'s SQL.
//!
//! ```
//! use datafusion_expr::registry::{FunctionRegistry, MemoryFunctionRegistry};
//! let mut registry = MemoryFunctionRegistry::new();
//! for function in limpid_arrow::datafusion::functions() {
//!     registry.register_udf(function.into())?;
//! }
//! assert!(registry.udfs().contains("html_text"));
//! # Ok::<(), datafusion_common::DataFusionError>(())
//! ```
//!
//! A `SessionContext` takes them by `register_udf`.
//!
//! | function | result |
//! | --- | --- |
//! | `html_title(body)`, `html_text(body)`, `html_text_content(body)`, `html_markdown(body)` | text |
//! | `html_serialize(body)`, `html_sanitize(body)`, `html_tree(body)`, `html_encoding(body)` | text |
//! | `html_links(body[, url])` | a list of structs; URLs are resolved against `url` and the page's `base` |
//! | `html_errors(body)` | a list of structs |
//! | `html_select(body, css[, attribute[, url]])` | a list of texts or of values of an attribute; with `url` they are resolved |
//! | `html_select_first(body, css[, attribute[, url]])` | the first of them |
//! | `html_select_html(body, css)` | a list of markup |
//! | `html_xpath(body, expression)` | a list of texts: what an XPath expression selects |
//! | `html_extract(body, column, …)` | a struct of the columns with these [names](Column::NAMES): the page is parsed once for all of them |
//!
//! `body` is binary or text, in any layout; `css`, `attribute`, `expression` and `column` are literals. A page that is null is null, and so is what cannot be
//! made of a page; `html_errors` says why.

use crate::column::{Column, Value};
use crate::error::ExtractError;
use crate::extract::Extract;
use arrow_array::{ArrayRef, StructArray};
use arrow_schema::{DataType, Field, FieldRef, Fields};
use datafusion_common::{DataFusionError, Result, ScalarValue};
use datafusion_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use limpid::Selector;
use std::sync::Arc;

/// Returns all functions, to be registered.
///
/// ```
/// let functions = limpid_arrow::datafusion::functions();
/// assert!(functions.iter().any(|function| function.name() == "html_select"));
/// ```
pub fn functions() -> Vec<ScalarUDF> {
    let columns = [
        ("html_title", "title"),
        ("html_text", "text"),
        ("html_text_content", "text_content"),
        ("html_markdown", "markdown"),
        ("html_serialize", "html"),
        ("html_sanitize", "sanitized"),
        ("html_tree", "tree"),
        ("html_encoding", "encoding"),
        ("html_links", "links"),
        ("html_errors", "errors"),
    ];
    let columns = columns.into_iter().map(|(name, column)| (name, Kind::Column(column)));
    let selections = [
        ("html_select", Kind::Select),
        ("html_select_first", Kind::SelectFirst),
        ("html_select_html", Kind::SelectHtml),
        ("html_xpath", Kind::XPath),
        ("html_extract", Kind::Extract),
    ];
    let functions = columns.chain(selections).map(|(name, kind)| Function {
        name,
        kind,
        signature: Signature::variadic_any(Volatility::Immutable),
    });
    functions.map(ScalarUDF::from).collect()
}

/// A function of SQL.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Function {
    name: &'static str,
    kind: Kind,
    signature: Signature,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    /// The column of this name.
    Column(&'static str),
    Select,
    SelectFirst,
    SelectHtml,
    XPath,
    Extract,
}

impl Kind {
    /// Returns the form of a call, and the least and the most arguments.
    fn usage(self) -> (&'static str, usize, usize) {
        match self {
            Kind::Column("links") => ("body[, url]", 1, 2),
            Kind::Column(_) => ("body", 1, 1),
            Kind::Select | Kind::SelectFirst => ("body, css[, attribute[, url]]", 2, 4),
            Kind::SelectHtml => ("body, css", 2, 2),
            Kind::XPath => ("body, expression", 2, 2),
            Kind::Extract => ("body, column, …", 2, usize::MAX),
        }
    }

    /// Returns the position of the argument with URLs.
    fn url(self) -> usize {
        match self {
            Kind::Select | Kind::SelectFirst => 3,
            Kind::Column("links") => 1,
            _ => usize::MAX,
        }
    }
}

impl Function {
    /// Returns the columns that a call asks for; `None` if a literal is null, and so is the result.
    fn columns(&self, literals: &[Option<&ScalarValue>]) -> Result<Option<Vec<Column>>> {
        let (usage, least, most) = self.kind.usage();
        if !(least..=most).contains(&literals.len()) {
            return Err(self.error(&format!("takes other arguments: {}({usage})", self.name)));
        }
        let literal = |index: usize| match literals[index].map(ScalarValue::try_as_str) {
            Some(Some(text)) => Ok(text.map(str::to_owned)),
            _ if literals[index].is_some_and(ScalarValue::is_null) => Ok(None),
            _ => Err(self.error(&format!("takes a literal text as argument {}: {}({usage})", index + 1, self.name))),
        };
        let value = || match literals.len() {
            2 => Ok(Some(Value::Text)),
            3 => Ok(literal(2)?.map(Value::Attribute)),
            _ => Ok::<_, DataFusionError>(literal(2)?.map(Value::Url)),
        };
        let named = |name: &str| name.parse().map_err(|error: ExtractError| self.error(&error.to_string()));
        match self.kind {
            Kind::Column(name) => Ok(Some(vec![named(name)?])),
            Kind::Extract => {
                let names = (1..literals.len()).map(literal).collect::<Result<Option<Vec<String>>>>()?;
                let names = names.ok_or_else(|| self.error("takes the names of columns, not null"))?;
                Ok(Some(names.iter().map(|name| named(name)).collect::<Result<_>>()?))
            }
            Kind::XPath => {
                let Some(expression) = literal(1)? else { return Ok(None) };
                let column = Column::xpath(&expression);
                Ok(Some(vec![column.map_err(|error| self.error(&format!("{expression:?} is no XPath: {error}")))?]))
            }
            Kind::Select | Kind::SelectFirst | Kind::SelectHtml => {
                let Some(css) = literal(1)? else { return Ok(None) };
                let selector =
                    Selector::parse(&css).map_err(|error| self.error(&format!("{css:?} is no selector: {error}")))?;
                let value = if self.kind == Kind::SelectHtml { Some(Value::Html) } else { value()? };
                Ok(value.map(|value| {
                    let column = if self.kind == Kind::SelectFirst { Column::First } else { Column::Select };
                    vec![column(selector, value)]
                }))
            }
        }
    }

    fn error(&self, message: &str) -> DataFusionError {
        DataFusionError::Plan(format!("{} {message}", self.name))
    }

    /// Returns the members of the struct with these columns.
    fn members(columns: &[Column]) -> Fields {
        columns.iter().map(|column| Field::new(column.name(), column.data_type(), true)).collect()
    }

    /// Makes the columns, without the errors that were not asked for.
    fn run(&self, columns: &[Column], pages: &ArrayRef, urls: Option<&ArrayRef>) -> Result<Vec<ArrayRef>> {
        let mut extract = Extract::new().input("body");
        for column in columns {
            extract = extract.column(column.clone());
        }
        let mut arrays = extract.run_arrays(pages, urls, None).map_err(|error| self.error(&error.to_string()))?;
        arrays.truncate(columns.len());
        Ok(arrays)
    }
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Err(DataFusionError::Internal(format!("the type of {} depends on its arguments", self.name)))
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let data_type = match (self.kind, self.columns(args.scalar_arguments)?) {
            (Kind::Extract, Some(columns)) => DataType::Struct(Function::members(&columns)),
            (_, Some(columns)) => columns.first().map_or(DataType::Null, Column::data_type),
            (_, None) => DataType::Null,
        };
        Ok(Arc::new(Field::new(self.name, data_type, true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let literals: Vec<Option<&ScalarValue>> = args
            .args
            .iter()
            .map(|argument| if let ColumnarValue::Scalar(scalar) = argument { Some(scalar) } else { None })
            .collect();
        let Some(columns) = self.columns(&literals)? else { return Ok(ColumnarValue::Scalar(ScalarValue::Null)) };
        let array = |index: usize| args.args.get(index).map(|argument| argument.to_array(args.number_rows)).transpose();
        let Some(pages) = array(0)? else { return Err(self.error("takes a page")) };
        let mut arrays = self.run(&columns, &pages, array(self.kind.url())?.as_ref())?;
        Ok(ColumnarValue::Array(match self.kind {
            Kind::Extract => Arc::new(StructArray::try_new(Function::members(&columns), arrays, None)?),
            _ => arrays.swap_remove(0),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::cast::AsArray;
    use arrow_array::{Array, StringArray, StringViewArray};
    use datafusion_common::config::ConfigOptions;

    /// Calls a function as a query does: it is asked for the type of its result before.
    fn call(name: &str, args: Vec<ColumnarValue>) -> Result<ArrayRef> {
        let function = functions().into_iter().find(|function| function.name() == name).unwrap();
        let arg_fields: Vec<FieldRef> =
            args.iter().map(|argument| Arc::new(Field::new("a", argument.data_type(), true)) as FieldRef).collect();
        let scalars: Vec<Option<&ScalarValue>> = args
            .iter()
            .map(|argument| if let ColumnarValue::Scalar(scalar) = argument { Some(scalar) } else { None })
            .collect();
        let return_field =
            function.return_field_from_args(ReturnFieldArgs { arg_fields: &arg_fields, scalar_arguments: &scalars })?;
        let config_options = Arc::new(ConfigOptions::new());
        let expected = return_field.data_type().clone();
        let args = ScalarFunctionArgs { args, arg_fields, number_rows: 2, return_field, config_options };
        let array = function.invoke_with_args(args)?.to_array(2)?;
        assert_eq!(*array.data_type(), expected, "{name}");
        Ok(array)
    }

    fn pages() -> ColumnarValue {
        let pages = vec![Some("<title>Tea</title><a href=/m title=x>green</a><a href=n>black</a>"), None];
        ColumnarValue::Array(Arc::new(StringViewArray::from(pages)))
    }

    fn literal(text: &str) -> ColumnarValue {
        ColumnarValue::Scalar(ScalarValue::from(text))
    }

    fn items(list: &ArrayRef) -> Vec<String> {
        list.as_list::<i32>().value(0).as_string::<i32>().iter().flatten().map(str::to_owned).collect()
    }

    #[test]
    fn every_function_has_the_type_that_it_says() {
        for function in functions() {
            let least = match function.name() {
                "html_select" | "html_select_first" | "html_select_html" | "html_xpath" | "html_extract" => 2,
                _ => 1,
            };
            let argument = if function.name() == "html_extract" { "links" } else { "a" };
            let args = [vec![pages()], vec![literal(argument); least - 1]].concat();
            let array = call(function.name(), args).unwrap();
            assert_eq!(array.len(), 2, "{}", function.name());
        }
    }

    #[test]
    fn text_links_and_selected_values() {
        assert_eq!(call("html_title", vec![pages()]).unwrap().as_string::<i32>().value(0), "Tea");
        assert!(call("html_title", vec![pages()]).unwrap().is_null(1));
        let urls = ColumnarValue::Array(Arc::new(StringArray::from(vec!["https://example.org/a/", "b"])));
        let links = call("html_links", vec![pages(), urls.clone()]).unwrap().as_list::<i32>().value(0);
        assert_eq!(links.as_struct().column(3).as_string::<i32>().value(1), "https://example.org/a/n");
        let select = |args: Vec<ColumnarValue>| items(&call("html_select", [vec![pages()], args].concat()).unwrap());
        assert_eq!(select(vec![literal("a")]), ["green", "black"]);
        assert_eq!(select(vec![literal("a"), literal("title")]), ["x"]);
        assert_eq!(select(vec![literal("a[title]"), literal("href"), urls]), ["https://example.org/m"]);
        let first = call("html_select_first", vec![pages(), literal("a"), literal("href")]).unwrap();
        assert_eq!(first.as_string::<i32>().value(0), "/m");
        let null = call("html_select", vec![pages(), ColumnarValue::Scalar(ScalarValue::Utf8(None))]).unwrap();
        assert_eq!(null.logical_null_count(), 2);
        let all = call("html_extract", vec![pages(), literal("title"), literal("text")]).unwrap();
        assert_eq!(all.as_struct().column_by_name("text").unwrap().as_string::<i32>().value(0), "greenblack");
    }

    #[test]
    fn wrong_calls_say_what_to_write() {
        let message = |name: &str, args: Vec<ColumnarValue>| call(name, args).unwrap_err().to_string();
        let number = || ColumnarValue::Scalar(ScalarValue::Int64(Some(1)));
        assert!(message("html_text", vec![]).contains("html_text(body)"));
        assert!(message("html_text", vec![number()]).contains("give one of bytes or text"));
        assert!(message("html_select", vec![pages(), literal("a[")]).contains("is no selector"));
        assert!(message("html_select", vec![pages(), pages()]).contains("literal"));
        assert!(message("html_select", vec![pages(), number()]).contains("literal"));
        assert!(message("html_extract", vec![pages(), literal("txet")]).contains("text_content"));
    }
}
