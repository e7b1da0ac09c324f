//! Columns of what is in pages, from Arrow batches to Arrow batches: limpid-arrow behind the classes of `limpid_html/_extract.py`.

use limpid_arrow::{Column, RecordField, Value};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3_arrow::{PyArray, PySchema};
use std::sync::Arc;

use crate::errors;
use crate::markup::Text;
use crate::node::xpath_options;
use crate::sanitizer::Sanitizer;
use crate::selector;
use crate::settings::Count;

/// A column as Python describes it: its name in the result, and what it is made of.
#[derive(FromPyObject)]
enum Description<'py> {
    /// `(name, column)`
    Named(String, String),
    /// `(name, sanitizer)`
    Sanitized(String, Bound<'py, Sanitizer>),
    /// `(name, (expression, max_steps))`
    XPath(String, (Text, Option<Count>)),
    /// `(name, css, fields)`
    Records(String, Text, Vec<DescribedField>),
    /// `(name, css, value, attribute, is_url, is_first)`
    Selected(String, Text, String, Option<Text>, bool, bool),
}

/// A member of a record: `(name, css, value, attribute, is_url)`.
type DescribedField = (String, Text, String, Option<Text>, bool);

/// A description of columns, made once for batch after batch.
#[pyclass(frozen, module = "limpid_html._limpid", name = "_Extract")]
pub(crate) struct Extract {
    pub(crate) extract: limpid_arrow::Extract,
}

#[pymethods]
impl Extract {
    #[new]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        py: Python<'_>,
        columns: Vec<Description<'_>>,
        input: String,
        url: Option<String>,
        charset: Option<String>,
        http: bool,
        keep: Option<Vec<String>>,
        limit: Option<Count>,
    ) -> PyResult<Extract> {
        let mut extract = limpid_arrow::Extract::new().input(input).http(http);
        if let Some(url) = url {
            extract = extract.url(url);
        }
        if let Some(charset) = charset {
            extract = extract.charset(charset);
        }
        extract = match keep {
            None => extract.keep_others(),
            Some(names) => names.into_iter().fold(extract, limpid_arrow::Extract::keep),
        };
        if let Some(limit) = limit {
            extract = extract.limit(limit.get());
        }
        for description in columns {
            let (name, column) = column(py, description)?;
            extract = extract.column_as(name, column);
        }
        Ok(Extract { extract })
    }

    /// Makes the columns of pages while other threads run. URLs and charsets are given if the description names columns of them.
    fn run(
        &self,
        py: Python<'_>,
        pages: PyArray,
        urls: Option<PyArray>,
        charsets: Option<PyArray>,
    ) -> PyResult<Vec<PyArray>> {
        let (pages, urls, charsets) =
            (pages.array(), urls.as_ref().map(PyArray::array), charsets.as_ref().map(PyArray::array));
        let columns = py.detach(|| self.extract.run_arrays(pages, urls, charsets));
        let columns = columns.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(columns.into_iter().map(PyArray::from_array_ref).collect())
    }

    /// Returns the schema of the result for batches of a schema.
    fn schema(&self, schema: PySchema) -> PyResult<PySchema> {
        let result = self.extract.schema(schema.as_ref());
        result.map(PySchema::new).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

fn column(py: Python<'_>, description: Description<'_>) -> PyResult<(String, Column)> {
    match description {
        Description::Named(name, column) => {
            let column = column.parse::<Column>().map_err(|error| PyValueError::new_err(error.to_string()))?;
            Ok((name, column))
        }
        Description::Sanitized(name, sanitizer) => Ok((name, sanitizer.get().column())),
        Description::XPath(name, (expression, max_steps)) => {
            let options = xpath_options(max_steps);
            let compiled =
                options.compile(&expression).map_err(|error| errors::xpath_error(py, &expression, &error))?;
            Ok((name, Column::XPath(Arc::new(compiled))))
        }
        Description::Records(name, css, fields) => {
            let selector = selector::parse(py, &css)?;
            let field = |(name, css, value, attribute, is_url): DescribedField| {
                let value = value_of(&value, attribute.as_deref(), is_url)?;
                Ok(RecordField::of(name, selector::parse(py, &css)?, value))
            };
            Ok((name, Column::Records(selector, fields.into_iter().map(field).collect::<PyResult<_>>()?)))
        }
        Description::Selected(name, css, value, attribute, is_url, is_first) => {
            let selector = selector::parse(py, &css)?;
            let value = value_of(&value, attribute.as_deref(), is_url)?;
            let column = if is_first { Column::First(selector, value) } else { Column::Select(selector, value) };
            Ok((name, column))
        }
    }
}

fn value_of(value: &str, attribute: Option<&str>, is_url: bool) -> PyResult<Value> {
    Ok(match (attribute, value) {
        (Some(attribute), _) if is_url => Value::Url(attribute.to_owned()),
        (Some(attribute), _) => Value::Attribute(attribute.to_owned()),
        (None, "text") => Value::Text,
        (None, "text_content") => Value::TextContent,
        (None, "html") => Value::Html,
        (None, unknown) => {
            return Err(PyValueError::new_err(format!(
                "unknown value {unknown:?}; use \"text\", \"text_content\" or \"html\", or name an attribute"
            )));
        }
    })
}
