//! Extracts columns from pages in Arrow arrays. The classes in `limpid_html/_extract.py` use this module, which uses `limpid-arrow`.

use limpid_arrow::{Column, ExtractError, RecordField, Value};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use pyo3_arrow::{PyArray, PySchema};
use std::sync::Arc;

use crate::errors;
use crate::markup::Text;
use crate::node::xpath_options;
use crate::sanitizer::Sanitizer;
use crate::selector;
use crate::settings::Count;

/// A compiled description of columns, used for any number of batches.
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
        columns: Vec<(String, Bound<'_, PyAny>)>,
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
        for (name, description) in columns {
            let column = column(py, &description)?;
            extract = extract.column_as(name, column);
        }
        Ok(Extract { extract })
    }

    /// Extracts the columns from pages without the GIL. `urls` and `charsets` are required if the description names such columns.
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
        let columns = columns.map_err(extract_error)?;
        Ok(columns.into_iter().map(PyArray::from_array_ref).collect())
    }

    /// Returns the schema of the result for input with this schema.
    fn schema(&self, schema: PySchema) -> PyResult<PySchema> {
        let result = self.extract.schema(schema.as_ref());
        result.map(PySchema::new).map_err(extract_error)
    }
}

/// Converts the description of a column: a name, a `Sanitizer`, or `(kind, arguments)`. `limpid_html/_extract.py` has already checked the types.
fn column(py: Python<'_>, description: &Bound<'_, PyAny>) -> PyResult<Column> {
    if let Ok(sanitizer) = description.cast::<Sanitizer>() {
        return Ok(sanitizer.get().column());
    }
    if description.is_instance_of::<PyString>() {
        return description.extract::<Text>()?.parse().map_err(extract_error);
    }
    let (kind, arguments): (String, Bound<'_, PyAny>) = description.extract()?;
    Ok(match &*kind {
        "xpath" => {
            let (expression, max_steps): (Text, Option<Count>) = arguments.extract()?;
            let options = xpath_options(max_steps);
            let compiled =
                options.compile(&expression).map_err(|error| errors::xpath_error(py, &expression, &error))?;
            Column::XPath(Arc::new(compiled))
        }
        "records" => {
            let (css, fields): (Text, Vec<(String, Selection)>) = arguments.extract()?;
            let field = |(name, selection)| {
                let (selector, value) = compile(py, selection)?;
                Ok(RecordField::of(name, selector, value))
            };
            Column::Records(selector::parse(py, &css)?, fields.into_iter().map(field).collect::<PyResult<_>>()?)
        }
        kind => {
            let (selector, value) = compile(py, arguments.extract()?)?;
            if kind == "first" { Column::First(selector, value) } else { Column::Select(selector, value) }
        }
    })
}

/// The fields of `Select` and `First`: `(css, value, attribute, is_url)`.
type Selection = (Text, Text, Option<Text>, bool);

fn compile(py: Python<'_>, (css, value, attribute, is_url): Selection) -> PyResult<(limpid::Selector, Value)> {
    Ok((selector::parse(py, &css)?, value_of(&value, attribute.as_deref(), is_url)?))
}

fn extract_error(error: ExtractError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn value_of(value: &str, attribute: Option<&str>, is_url: bool) -> PyResult<Value> {
    Ok(match (attribute, value) {
        (Some(attribute), _) if is_url => Value::url(attribute).map_err(extract_error)?,
        (None, _) if is_url => {
            return Err(PyValueError::new_err("url=True requires an attribute, such as attribute=\"href\""));
        }
        (Some(attribute), _) => Value::Attribute(attribute.to_owned()),
        (None, "text") => Value::Text,
        (None, "text_content") => Value::TextContent,
        (None, "html") => Value::Html,
        (None, unknown) => {
            return Err(PyValueError::new_err(format!(
                "unknown value {unknown:?}; use \"text\", \"text_content\", \"html\", or pass an attribute"
            )));
        }
    })
}
