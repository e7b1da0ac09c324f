//! The class `Sanitizer` and the function `sanitize`: the standard's sanitizer.

use limpid::sanitize::{Removal, Removed, SanitizerConfig, Strictness};
use limpid::{FragmentContext, ParseOptions};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};

use crate::errors;
use crate::markup::Text;

/// A sanitizer by a configuration, the standard's `SanitizerConfig` as a `dict` or as JSON; without one, the built-in safe default.
///
///     >>> import limpid
///     >>> sanitizer = limpid.Sanitizer({"elements": ["p", "b"], "attributes": ["title"]})
///     >>> sanitizer.sanitize("<p title=t onclick=x()>Hello <b>you</b><i>!</i>")
///     '<p title="t">Hello <b>you</b></p>'
///
/// Scripts, event handlers and `javascript:` URLs are removed whatever the configuration says. Raises `SanitizerConfigError`.
#[pyclass(frozen, eq, module = "limpid")]
pub(crate) struct Sanitizer {
    pub(crate) sanitizer: limpid::sanitize::Sanitizer,
    /// The configuration as JSON, if it is not the preset.
    config: Option<String>,
}

impl PartialEq for Sanitizer {
    fn eq(&self, other: &Sanitizer) -> bool {
        self.sanitizer == other.sanitizer
    }
}

#[pymethods]
impl Sanitizer {
    #[new]
    #[pyo3(signature = (config = None, /))]
    fn new(py: Python<'_>, config: Option<&Bound<'_, PyAny>>) -> PyResult<Sanitizer> {
        let Some(config) = config else {
            return Ok(Sanitizer { sanitizer: limpid::sanitize::Sanitizer::preset().clone(), config: None });
        };
        let json = if let Ok(json) = config.extract::<Text>() {
            json.to_owned()
        } else if let Ok(config) = config.cast::<PyMapping>() {
            let dict = PyDict::from_sequence(config.items()?.as_any())?;
            py.import("json")?.call_method1("dumps", (dict,))?.extract()?
        } else {
            let kind = config.get_type();
            let message = format!("a configuration is a dict or a str of JSON, not {}", kind.name()?);
            return Err(PyTypeError::new_err(message));
        };
        let parsed: SanitizerConfig =
            serde_json::from_str(&json).map_err(|error| errors::config_error(py, error.to_string()))?;
        let sanitizer =
            limpid::sanitize::Sanitizer::new(&parsed).map_err(|error| errors::config_error(py, error.to_string()))?;
        Ok(Sanitizer { sanitizer, config: Some(json) })
    }

    /// The configuration in full, as the standard's dictionary.
    #[getter]
    fn config<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = serde_json::to_string(&self.sanitizer.config())
            .map_err(|error| errors::config_error(py, error.to_string()))?;
        py.import("json")?.call_method1("loads", (json,))
    }

    /// Returns markup that is safe in any element whose content is markup.
    #[pyo3(signature = (html, /))]
    fn sanitize(&self, py: Python<'_>, html: Text) -> String {
        py.detach(|| self.sanitizer.sanitize_str(&html))
    }

    /// Lists what `sanitize` removes of markup, and why.
    ///
    ///     >>> import limpid
    ///     >>> [(r.rule, r.name) for r in limpid.Sanitizer().report("<p onclick=x()>Hello")]
    ///     [('event-handler', 'onclick')]
    #[pyo3(signature = (html, /))]
    fn report<'py>(&self, py: Python<'py>, html: Text) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let removals = py.detach(|| {
            let options = ParseOptions::new().spans(true).errors(false);
            let mut fragment = options.parse_fragment(&*html, FragmentContext::from("body"));
            let root = fragment.root().id();
            let mut removals = Vec::new();
            let done = self.sanitizer.sanitize_with(&mut fragment, root, Strictness::Printable, Some(&mut removals));
            done.map(|()| removals)
        });
        let class = errors::removal_class(py)?;
        let removals = removals.map_err(|error| errors::mutation_error(py, error))?;
        removals.iter().map(|removal| class.call1(fields(removal))).collect()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (Option<String>,)) {
        (slf.get_type().into_any(), (slf.get().config.clone(),))
    }
}

type Fields<'a> = (&'static str, &'static str, &'a str, Option<&'a str>, Option<u32>, Option<u32>, &'static str);

fn fields(removal: &Removal) -> Fields<'_> {
    let removed = match removal.removed {
        Removed::Element => "element",
        Removed::Attribute => "attribute",
        Removed::AttributePart => "attribute-part",
        Removed::Comment => "comment",
        Removed::ProcessingInstruction => "processing-instruction",
        Removed::Text => "text",
        Removed::Doctype => "doctype",
    };
    let (start, end) = (removal.span.map(|span| span.start), removal.span.map(|span| span.end));
    let rule = removal.rule;
    (rule.code(), removed, &removal.name, removal.element.as_deref(), start, end, rule.message())
}

/// Returns markup made safe by the standard's sanitizer: its built-in safe default, or another `Sanitizer`.
///
///     >>> import limpid
///     >>> limpid.sanitize("<p onclick=x()>Hello <b>you</b><script>w()</script>")
///     '<p>Hello <b>you</b></p>'
#[pyfunction]
#[pyo3(signature = (html, /, sanitizer = None))]
pub(crate) fn sanitize(py: Python<'_>, html: Text, sanitizer: Option<&Bound<'_, Sanitizer>>) -> String {
    match sanitizer {
        None => py.detach(|| limpid::sanitize(&html)),
        Some(sanitizer) => sanitizer.get().sanitize(py, html),
    }
}
