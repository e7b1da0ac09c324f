//! The class `Sanitizer` and the function `sanitize`: the standard's sanitizer.

use std::sync::{Arc, PoisonError, RwLock};

use limpid::sanitize::{Cleaner, Removal, Removed, Rules, RulesError, SanitizerConfig, Strictness, WebIdl};
use limpid::{Document, FragmentContext, MutationError, NodeId, ParseOptions};
use limpid_arrow::Column;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};
use serde::de::DeserializeOwned;

use crate::errors;
use crate::markup::Text;

/// A sanitizer by a configuration, the standard's `SanitizerConfig` as a `dict` or as JSON; without one, the built-in safe default.
///
///     >>> import limpid_html as limpid
///     >>> sanitizer = limpid.Sanitizer({"elements": ["p", "b"], "attributes": ["title"]})
///     >>> sanitizer.sanitize("<p title=t onclick=x()>Hello <b>you</b><i>!</i>")
///     '<p title="t">Hello <b>you</b></p>'
///
/// An unknown member is an error, and names of HTML elements and attributes are lowercased. With `webidl=True` the configuration is read as
/// browsers read it: they ignore unknown members and do not lowercase names.
///
/// `rules` are what the standard has no members for, as a `dict` or as JSON:
///
/// * `unlistedElementsKeepContent`: whether elements that are not listed leave their content, but for those in `removeContentOf`
/// * `urls`: a list of rules with `attributes`, the `schemes` that they may have, and what becomes of `relative` URLs: `"keep"`, `"remove"` or
///   `{"resolve": "https://example.org/"}`. In attributes such as `srcset` and `ping` a rule applies to each URL
/// * `classes`: those that are kept, by the names of elements or `*`
/// * `styleProperties`: the properties that are kept in `style` attributes
/// * `setAttributes`: a list of attributes that elements get, each with `element`, `name` and `value`
///
///     >>> rules = {"urls": [{"attributes": ["href"], "schemes": ["https"]}],
///     ...          "setAttributes": [{"element": "a", "name": "rel", "value": "nofollow"}]}
///     >>> limpid.Sanitizer(rules=rules).sanitize("<a href=https://example.org/>1</a><a href=ftp://example.org/>2</a>")
///     '<a href="https://example.org/" rel="nofollow">1</a><a rel="nofollow">2</a>'
///
/// The methods of the standard change a sanitizer, and return whether anything changed. Names of elements and attributes are `str`, or the standard's
/// dictionaries; an element's is one of HTML unless it says another.
///
///     >>> sanitizer = limpid.Sanitizer()
///     >>> sanitizer.allow_element("x-tea"), sanitizer.remove_attribute("lang")
///     (True, True)
///     >>> sanitizer.sanitize("<x-tea lang=en title=b>Hello</x-tea>")
///     '<x-tea title="b">Hello</x-tea>'
///
/// Scripts, event handlers and `javascript:` URLs are removed whatever the configuration says. Raises `SanitizerConfigError`.
#[pyclass(frozen, eq, module = "limpid_html")]
pub(crate) struct Sanitizer {
    /// A thread that sanitizes takes a copy of the pointers, so that a change meanwhile does not affect it.
    current: RwLock<Current>,
    rules: Option<Rules>,
}

/// The standard's sanitizer of a configuration, and one with rules beside the standard if there are any.
#[derive(Clone)]
struct Current {
    sanitizer: Arc<limpid::sanitize::Sanitizer>,
    cleaner: Option<Arc<Cleaner>>,
}

impl Current {
    /// Makes the cleaner for the rules.
    fn set_rules(&mut self, rules: Option<&Rules>) -> Result<(), RulesError> {
        let cleaner = rules.map(|rules| Cleaner::new(Arc::clone(&self.sanitizer), rules.clone())).transpose()?;
        self.cleaner = cleaner.map(Arc::new);
        Ok(())
    }
}

impl PartialEq for Sanitizer {
    fn eq(&self, other: &Sanitizer) -> bool {
        let rules = |it: &Sanitizer| it.rules.clone().unwrap_or_default();
        self.current().sanitizer == other.current().sanitizer && rules(self) == rules(other)
    }
}

impl Sanitizer {
    fn current(&self) -> Current {
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Makes what is in a node safe to print.
    pub(crate) fn run(
        &self,
        tree: &mut Document<'_>,
        node: NodeId,
        report: Option<&mut Vec<Removal>>,
    ) -> Result<(), MutationError> {
        let Current { sanitizer, cleaner } = self.current();
        match cleaner {
            None => sanitizer.sanitize_with(tree, node, Strictness::Printable, report),
            Some(cleaner) => cleaner.sanitize_with(tree, node, Strictness::Printable, report),
        }
    }

    pub(crate) fn column(&self) -> Column {
        let Current { sanitizer, cleaner } = self.current();
        cleaner.map_or(Column::SanitizedBy(sanitizer), Column::CleanedBy)
    }

    /// Changes the configuration by a name.
    fn change_by<T: DeserializeOwned>(
        &self,
        name: &Bound<'_, PyAny>,
        change: impl FnOnce(&mut limpid::sanitize::Sanitizer, &T) -> bool,
    ) -> PyResult<bool> {
        let py = name.py();
        if !name.is_instance_of::<PyString>() && name.cast::<PyMapping>().is_err() {
            let message = format!("a name is a str or a dict, not {}", name.get_type().name()?);
            return Err(PyTypeError::new_err(message));
        }
        let json = dumps(py, name)?;
        let name: T = serde_json::from_str(&json).map_err(|error| refused(py, &error))?;
        self.change(py, |sanitizer| change(sanitizer, &name))
    }

    fn change(&self, py: Python<'_>, change: impl FnOnce(&mut limpid::sanitize::Sanitizer) -> bool) -> PyResult<bool> {
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        // The cleaner shares the sanitizer. Without it, the sanitizer is changed in place, unless another thread is using it.
        current.cleaner = None;
        let changed = change(Arc::make_mut(&mut current.sanitizer));
        current.set_rules(self.rules.as_ref()).map_err(|error| refused(py, &error))?;
        Ok(changed)
    }
}

/// Returns the JSON of a value; a mapping need not be a `dict`.
fn dumps(py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let json = py.import("json")?;
    match value.cast::<PyMapping>() {
        Ok(mapping) => json.call_method1("dumps", (PyDict::from_sequence(mapping.items()?.as_any())?,))?.extract(),
        Err(_) => json.call_method1("dumps", (value,))?.extract(),
    }
}

/// Returns JSON, or that of a `dict`.
fn json_of(py: Python<'_>, what: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(json) = value.extract::<Text>() {
        return Ok(json.to_owned());
    }
    if value.cast::<PyMapping>().is_err() {
        let message = format!("{what} a dict or a str of JSON, not {}", value.get_type().name()?);
        return Err(PyTypeError::new_err(message));
    }
    dumps(py, value)
}

/// The error of a configuration, or of rules.
fn refused(py: Python<'_>, error: &dyn std::fmt::Display) -> PyErr {
    errors::config_error(py, error.to_string())
}

#[pymethods]
impl Sanitizer {
    #[new]
    #[pyo3(signature = (config = None, /, *, rules = None, webidl = false))]
    fn new(
        py: Python<'_>,
        config: Option<&Bound<'_, PyAny>>,
        rules: Option<&Bound<'_, PyAny>>,
        webidl: bool,
    ) -> PyResult<Sanitizer> {
        let sanitizer = match config.map(|config| json_of(py, "a configuration is", config)).transpose()? {
            None => limpid::sanitize::Sanitizer::preset().clone(),
            Some(json) => {
                let config: Result<SanitizerConfig, _> = match webidl {
                    true => serde_json::from_str::<WebIdl<SanitizerConfig>>(&json).map(|WebIdl(config)| config),
                    false => serde_json::from_str(&json),
                };
                let config = config.map_err(|error| refused(py, &error))?;
                limpid::sanitize::Sanitizer::new(&config).map_err(|error| refused(py, &error))?
            }
        };
        let rules = rules.map(|rules| json_of(py, "rules are", rules)).transpose()?;
        let rules = rules.map(|json| serde_json::from_str(&json)).transpose().map_err(|error| refused(py, &error))?;
        let mut current = Current { sanitizer: Arc::new(sanitizer), cleaner: None };
        current.set_rules(rules.as_ref()).map_err(|error| refused(py, &error))?;
        Ok(Sanitizer { current: RwLock::new(current), rules })
    }

    /// The rules beside the standard in full, if there are any.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(rules) = &self.rules else { return Ok(None) };
        let json = serde_json::to_string(rules).map_err(|error| refused(py, &error))?;
        py.import("json")?.call_method1("loads", (json,)).map(Some)
    }

    /// The configuration in full, as the standard's dictionary.
    #[getter]
    fn config<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = serde_json::to_string(&self.current().sanitizer.config()).map_err(|error| refused(py, &error))?;
        py.import("json")?.call_method1("loads", (json,))
    }

    /// Returns markup that is safe in any element whose content is markup.
    #[pyo3(signature = (html, /))]
    fn sanitize(&self, py: Python<'_>, html: Text) -> String {
        let Current { sanitizer, cleaner } = self.current();
        py.detach(|| match cleaner {
            None => sanitizer.sanitize_str(&html),
            Some(cleaner) => cleaner.clean(&html),
        })
    }

    /// Keeps an element. With attributes of its own it is refused (`False`) unless the configuration has a list of elements to keep.
    #[pyo3(signature = (element, /))]
    fn allow_element(&self, element: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.change_by(element, limpid::sanitize::Sanitizer::allow_element)
    }

    /// Removes an element and what is in it.
    #[pyo3(signature = (element, /))]
    fn remove_element(&self, element: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.change_by(element, limpid::sanitize::Sanitizer::remove_element)
    }

    /// Removes an element and keeps what is in it.
    #[pyo3(signature = (element, /))]
    fn replace_element_with_children(&self, element: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.change_by(element, limpid::sanitize::Sanitizer::replace_element_with_children)
    }

    /// Keeps an attribute on all elements.
    #[pyo3(signature = (attribute, /))]
    fn allow_attribute(&self, attribute: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.change_by(attribute, limpid::sanitize::Sanitizer::allow_attribute)
    }

    /// Removes an attribute from all elements.
    #[pyo3(signature = (attribute, /))]
    fn remove_attribute(&self, attribute: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.change_by(attribute, limpid::sanitize::Sanitizer::remove_attribute)
    }

    /// Keeps processing instructions with a target.
    #[pyo3(signature = (target, /))]
    fn allow_processing_instruction(&self, target: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.change_by(target, limpid::sanitize::Sanitizer::allow_processing_instruction)
    }

    /// Removes processing instructions with a target.
    #[pyo3(signature = (target, /))]
    fn remove_processing_instruction(&self, target: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.change_by(target, limpid::sanitize::Sanitizer::remove_processing_instruction)
    }

    /// Keeps or removes comments.
    #[pyo3(signature = (allow, /))]
    fn set_comments(&self, py: Python<'_>, allow: bool) -> PyResult<bool> {
        self.change(py, |sanitizer| sanitizer.set_comments(allow))
    }

    /// Keeps or removes `data-*` attributes. It is refused (`False`) unless the configuration has a list of attributes to keep.
    #[pyo3(signature = (allow, /))]
    fn set_data_attributes(&self, py: Python<'_>, allow: bool) -> PyResult<bool> {
        self.change(py, |sanitizer| sanitizer.set_data_attributes(allow))
    }

    /// Has the configuration keep or remove `javascript:` URLs, which are removed here in any case.
    #[pyo3(signature = (allow, /))]
    fn set_javascript_urls(&self, py: Python<'_>, allow: bool) -> PyResult<bool> {
        self.change(py, |sanitizer| sanitizer.set_javascript_urls(allow))
    }

    /// Removes from the configuration what is unsafe, which is removed here in any case.
    fn remove_unsafe(&self, py: Python<'_>) -> PyResult<bool> {
        self.change(py, limpid::sanitize::Sanitizer::remove_unsafe)
    }

    /// Lists what `sanitize` removes of markup, and why.
    ///
    ///     >>> import limpid_html as limpid
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
        let (py, this, class) = (slf.py(), slf.get(), slf.get_type().into_any());
        let sanitizer = this.current().sanitizer;
        let is_preset = *sanitizer == *limpid::sanitize::Sanitizer::preset();
        let config = (!is_preset).then(|| serde_json::to_string(&sanitizer.config())).transpose();
        let config = config.map_err(|error| refused(py, &error))?;
        let keywords = PyDict::new(py);
        if config.is_some() {
            // Names that are not lowercase stay as they are.
            keywords.set_item("webidl", true)?;
        }
        if let Some(rules) = this.rules(py)? {
            keywords.set_item("rules", rules)?;
        }
        let partial = py.import("functools")?.getattr("partial")?;
        Ok((partial.call((class,), Some(&keywords))?, (config,)))
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
///     >>> import limpid_html as limpid
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
