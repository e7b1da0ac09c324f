//! The class `Sanitizer` and the function `sanitize`: the standard's sanitizer.

use std::sync::{Arc, PoisonError, RwLock};

use limpid::sanitize::{Cleaner, Removal, Removed, Rules, RulesError, SanitizerConfig, Strictness, WebIdl};
use limpid::{Document, FragmentContext, MutationError, NodeId, ParseOptions};
use limpid_arrow::Column;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{
    IntoPyDict, PyBool, PyCFunction, PyDict, PyFrozenSet, PyList, PyMapping, PyMemoryView, PySet, PyString,
};
use serde::de::DeserializeOwned;

use crate::errors;
use crate::markup::{Html, Text};

/// A sanitizer by a configuration, the standard's `SanitizerConfig` as a `dict` or as JSON; without one, the built-in safe default.
///
///     >>> import limpid_html as limpid
///     >>> sanitizer = limpid.Sanitizer({"elements": ["p", "b"], "attributes": ["title"]})
///     >>> sanitizer.sanitize("<p title=t onclick=x()>Hello <b>you</b><i>!</i>")
///     '<p title="t">Hello <b>you</b></p>'
///
/// A list may be any iterable, such as a set. An unknown member is an error, and names of HTML elements and attributes are lowercased. With `webidl=True` the configuration is read as
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
        let name: T = Json::of(py, name)?.read(py)?;
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

/// A configuration, a part of it or rules, as JSON.
struct Json {
    text: String,
    /// Whether the user wrote the text, so that a position in it helps.
    is_written: bool,
}

impl Json {
    /// Takes a `str` of JSON or a mapping.
    fn new(py: Python<'_>, what: &str, value: &Bound<'_, PyAny>) -> PyResult<Json> {
        if let Ok(json) = value.extract::<Text>() {
            return Ok(Json { text: json.to_owned(), is_written: true });
        }
        if value.cast::<PyMapping>().is_err() {
            let message = format!("{what} a dict or a str of JSON, not {}", value.get_type().name()?);
            return Err(PyTypeError::new_err(message));
        }
        Json::of(py, value)
    }

    /// Makes JSON of a value. A list in it may be any iterable, an object any mapping.
    fn of(py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<Json> {
        let default = PyCFunction::new_closure(py, None, None, |arguments, _| plain(&arguments.get_item(0)?))?;
        let keywords =
            [("default", default.as_any()), ("allow_nan", PyBool::new(py, false).as_any())].into_py_dict(py)?;
        let text = py.import("json")?.call_method("dumps", (value,), Some(&keywords)).map_err(|error| {
            // A value that JSON has not, or a list in itself.
            match error.get_type(py).is(py.get_type::<PyValueError>()) {
                true => errors::config_error(py, format!("{CONSISTS_OF}: {}", error.value(py))),
                false => error,
            }
        })?;
        Ok(Json { text: text.extract()?, is_written: false })
    }

    fn read<T: DeserializeOwned>(&self, py: Python<'_>) -> PyResult<T> {
        serde_json::from_str(&self.text).map_err(|error| errors::config_error(py, self.message(&error)))
    }

    /// Returns a message that counts columns in characters, or without a position that the user cannot see.
    fn message(&self, error: &serde_json::Error) -> String {
        let (message, line, column) = (error.to_string(), error.line(), error.column());
        match message.strip_suffix(&format!(" at line {line} column {column}")) {
            None => message,
            Some(reason) if !self.is_written => reason.to_owned(),
            Some(reason) => {
                let line_text = self.text.split('\n').nth(line.saturating_sub(1)).unwrap_or_default();
                let column = line_text.char_indices().take_while(|(at, _)| *at < column).count();
                format!("{reason} at line {line} column {column}")
            }
        }
    }
}

/// Returns what JSON has for a value that Python's encoder does not know: a `dict` for a mapping, a list for another iterable.
fn plain(value: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let py = value.py();
    if let Ok(mapping) = value.cast::<PyMapping>() {
        return Ok(PyDict::from_sequence(mapping.items()?.as_any())?.into_any().unbind());
    }
    let refused =
        || -> PyResult<PyErr> { Ok(PyTypeError::new_err(format!("{CONSISTS_OF}, not {}", value.get_type().name()?))) };
    if PyMemoryView::from(value).is_ok() {
        return Err(refused()?);
    }
    let items = match value.try_iter() {
        Ok(items) => items,
        // What an iterable raises is not about its type.
        Err(error) if is_iterable(value)? => return Err(error),
        Err(_) => return Err(refused()?),
    };
    let list = PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?;
    // So that equal sets give equal configurations. Dictionaries cannot be sorted.
    if value.is_instance_of::<PySet>() || value.is_instance_of::<PyFrozenSet>() {
        let _ = list.sort();
    }
    Ok(list.into_any().unbind())
}

const CONSISTS_OF: &str = "a configuration consists of str, bool, dicts and iterables of these";

fn is_iterable(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.is_instance(&value.py().import("collections.abc")?.getattr("Iterable")?)
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
        let sanitizer = match config.map(|config| Json::new(py, "a configuration is", config)).transpose()? {
            None => limpid::sanitize::Sanitizer::preset().clone(),
            Some(json) => {
                let config: SanitizerConfig = match webidl {
                    true => json.read::<WebIdl<SanitizerConfig>>(py)?.0,
                    false => json.read(py)?,
                };
                limpid::sanitize::Sanitizer::new(&config).map_err(|error| refused(py, &error))?
            }
        };
        let rules = rules.map(|rules| Json::new(py, "rules are", rules)?.read::<Rules>(py)).transpose()?;
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
    fn sanitize(&self, py: Python<'_>, html: Html) -> String {
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
    fn report<'py>(&self, py: Python<'py>, html: Html) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let removals = py.detach(|| {
            let options = ParseOptions::new().spans(true).errors(false);
            let mut fragment = options.parse_fragment(&*html, FragmentContext::from("body"));
            let root = fragment.root().id();
            let mut removals = Vec::new();
            self.run(&mut fragment, root, Some(&mut removals)).map(|()| removals)
        });
        let class = errors::removal_class(py)?;
        let removals = removals.map_err(|error| errors::mutation_error(py, &error.to_string()))?;
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
pub(crate) fn sanitize(py: Python<'_>, html: Html, sanitizer: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
    match sanitizer {
        None => Ok(py.detach(|| limpid::sanitize(&html))),
        Some(sanitizer) => Ok(sanitizer_of(sanitizer)?.sanitize(py, html)),
    }
}

/// Returns the sanitizer of an argument.
///
/// # Errors
/// `TypeError` for anything else, such as a configuration.
pub(crate) fn sanitizer_of<'a>(sanitizer: &'a Bound<'_, PyAny>) -> PyResult<&'a Sanitizer> {
    match sanitizer.cast::<Sanitizer>() {
        Ok(sanitizer) => Ok(sanitizer.get()),
        Err(_) => {
            let kind = sanitizer.get_type();
            Err(PyTypeError::new_err(format!("expected a Sanitizer, not {}; give Sanitizer(config)", kind.name()?)))
        }
    }
}
