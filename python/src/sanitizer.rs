//! The class `Sanitizer` and the function `sanitize`: the standard's sanitizer.

use std::sync::Arc;

use limpid::sanitize::{Cleaner, Removal, Removed, Rules, SanitizerConfig, Strictness};
use limpid::{Document, FragmentContext, MutationError, NodeId, ParseOptions};
use limpid_arrow::Column;
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
/// `rules` are what the standard has no members for, as a `dict` or as JSON:
///
/// * `unlistedElementsKeepContent`: whether elements that are not listed leave their content, but for those in `removeContentOf`
/// * `urls`: a list of rules with `attributes`, the `schemes` that they may have, and what becomes of `relative` URLs: `"keep"`, `"remove"` or
///   `{"resolve": "https://example.org/"}`
/// * `classes`: those that are kept, by the names of elements or `*`
/// * `styleProperties`: the properties that are kept in `style` attributes
/// * `setAttributes`: a list of attributes that elements get, each with `element`, `name` and `value`
///
///     >>> rules = {"urls": [{"attributes": ["href"], "schemes": ["https"]}],
///     ...          "setAttributes": [{"element": "a", "name": "rel", "value": "nofollow"}]}
///     >>> limpid.Sanitizer(rules=rules).sanitize("<a href=https://example.org/>1</a><a href=ftp://example.org/>2</a>")
///     '<a href="https://example.org/" rel="nofollow">1</a><a rel="nofollow">2</a>'
///
/// Scripts, event handlers and `javascript:` URLs are removed whatever the configuration says. Raises `SanitizerConfigError`.
#[pyclass(frozen, eq, module = "limpid")]
pub(crate) struct Sanitizer {
    sanitizer: limpid::sanitize::Sanitizer,
    /// The configuration as JSON, if it is not the preset.
    config: Option<String>,
    ruled: Option<Ruled>,
}

/// Rules beside the standard.
struct Ruled {
    rules: Rules,
    json: String,
    cleaner: Arc<Cleaner>,
}

impl PartialEq for Sanitizer {
    fn eq(&self, other: &Sanitizer) -> bool {
        let rules = |it: &Sanitizer| it.ruled.as_ref().map(|ruled| ruled.rules.clone()).unwrap_or_default();
        self.sanitizer == other.sanitizer && rules(self) == rules(other)
    }
}

impl Sanitizer {
    /// Makes what is in a node safe to print.
    pub(crate) fn run(
        &self,
        tree: &mut Document<'_>,
        node: NodeId,
        report: Option<&mut Vec<Removal>>,
    ) -> Result<(), MutationError> {
        match &self.ruled {
            None => self.sanitizer.sanitize_with(tree, node, Strictness::Printable, report),
            Some(ruled) => ruled.cleaner.sanitize_with(tree, node, Strictness::Printable, report),
        }
    }

    pub(crate) fn column(&self) -> Column {
        match &self.ruled {
            None => Column::SanitizedBy(Arc::new(self.sanitizer.clone())),
            Some(ruled) => Column::CleanedBy(Arc::clone(&ruled.cleaner)),
        }
    }
}

/// Returns JSON, or that of a `dict`.
fn json_of(py: Python<'_>, what: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(json) = value.extract::<Text>() {
        return Ok(json.to_owned());
    }
    let Ok(mapping) = value.cast::<PyMapping>() else {
        let message = format!("{what} a dict or a str of JSON, not {}", value.get_type().name()?);
        return Err(PyTypeError::new_err(message));
    };
    let dict = PyDict::from_sequence(mapping.items()?.as_any())?;
    py.import("json")?.call_method1("dumps", (dict,))?.extract()
}

/// The error of a configuration, or of rules.
fn refused(py: Python<'_>, error: &dyn std::fmt::Display) -> PyErr {
    errors::config_error(py, error.to_string())
}

#[pymethods]
impl Sanitizer {
    #[new]
    #[pyo3(signature = (config = None, /, *, rules = None))]
    fn new(py: Python<'_>, config: Option<&Bound<'_, PyAny>>, rules: Option<&Bound<'_, PyAny>>) -> PyResult<Sanitizer> {
        let config = config.map(|config| json_of(py, "a configuration is", config)).transpose()?;
        let sanitizer = match &config {
            None => limpid::sanitize::Sanitizer::preset().clone(),
            Some(json) => {
                let config: SanitizerConfig = serde_json::from_str(json).map_err(|error| refused(py, &error))?;
                limpid::sanitize::Sanitizer::new(&config).map_err(|error| refused(py, &error))?
            }
        };
        let ruled = match rules.map(|rules| json_of(py, "rules are", rules)).transpose()? {
            None => None,
            Some(json) => {
                let rules: Rules = serde_json::from_str(&json).map_err(|error| refused(py, &error))?;
                let cleaner = Cleaner::new(sanitizer.clone(), rules.clone()).map_err(|error| refused(py, &error))?;
                Some(Ruled { rules, json, cleaner: Arc::new(cleaner) })
            }
        };
        Ok(Sanitizer { sanitizer, config, ruled })
    }

    /// The rules beside the standard in full, if there are any.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(ruled) = &self.ruled else { return Ok(None) };
        let json = serde_json::to_string(&ruled.rules).map_err(|error| refused(py, &error))?;
        py.import("json")?.call_method1("loads", (json,)).map(Some)
    }

    /// The configuration in full, as the standard's dictionary.
    #[getter]
    fn config<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = serde_json::to_string(&self.sanitizer.config()).map_err(|error| refused(py, &error))?;
        py.import("json")?.call_method1("loads", (json,))
    }

    /// Returns markup that is safe in any element whose content is markup.
    #[pyo3(signature = (html, /))]
    fn sanitize(&self, py: Python<'_>, html: Text) -> String {
        py.detach(|| match &self.ruled {
            None => self.sanitizer.sanitize_str(&html),
            Some(ruled) => ruled.cleaner.clean(&html),
        })
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
            self.run(&mut fragment, root, Some(&mut removals)).map(|()| removals)
        });
        let class = errors::removal_class(py)?;
        let removals = removals.map_err(|error| errors::mutation_error(py, error))?;
        removals.iter().map(|removal| class.call1(fields(removal))).collect()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Option<String>,))> {
        let (class, config) = (slf.get_type().into_any(), slf.get().config.clone());
        let Some(ruled) = &slf.get().ruled else { return Ok((class, (config,))) };
        let rules = PyDict::new(slf.py());
        rules.set_item("rules", &ruled.json)?;
        let partial = slf.py().import("functools")?.getattr("partial")?;
        Ok((partial.call((class,), Some(&rules))?, (config,)))
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
