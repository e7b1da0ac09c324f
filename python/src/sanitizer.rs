//! The class `Sanitizer` and the function `sanitize`, as in the HTML Standard's sanitizer API.

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

/// Removes unsafe or unwanted markup. The configuration is the standard's `SanitizerConfig`, as a `dict` or a `str` of JSON. Without one, the
/// sanitizer uses the standard's safe default.
///
///     >>> import limpid_html as limpid
///     >>> sanitizer = limpid.Sanitizer({"elements": ["p", "b"], "attributes": ["title"]})
///     >>> sanitizer.sanitize("<p title=t onclick=x()>Hello <b>you</b><i>!</i>")
///     '<p title="t">Hello <b>you</b></p>'
///
/// Lists can be any iterable, such as a set. An unknown member raises `SanitizerConfigError`, and names of HTML elements and attributes are
/// lowercased. With `webidl=True`, the configuration is read as in browsers, which ignore unknown members and do not lowercase names.
///
/// `rules` extend the standard, as a `dict` or a `str` of JSON:
///
/// * `unlistedElementsKeepContent`: whether an element that is not in the list of `elements` is replaced by its content. Without this rule, it is
///   removed with its content. `style` elements and unsafe elements are always removed with their content
/// * `removeContentOf`: the names of elements that are removed with their content in spite of `unlistedElementsKeepContent`
/// * `urls`: a list of rules for URLs. A rule has the names of the `attributes` that it applies to, the allowed `schemes`, and what happens to
///   `relative` URLs: `"keep"`, `"remove"` or `{"resolve": "https://example.org/"}`. If an attribute contains several URLs, such as `srcset` or
///   `ping`, a rule applies to each of them
/// * `classes`: the allowed class names for each element name. `*` applies to the elements without an entry of their own
/// * `styleProperties`: the CSS properties allowed in `style` attributes
/// * `setAttributes`: attributes that are set on elements, each with `element`, `name` and `value`
///
///     >>> rules = {"urls": [{"attributes": ["href"], "schemes": ["https"]}],
///     ...          "setAttributes": [{"element": "a", "name": "rel", "value": "nofollow"}]}
///     >>> limpid.Sanitizer(rules=rules).sanitize("<a href=https://example.org/>1</a><a href=ftp://example.org/>2</a>")
///     '<a href="https://example.org/" rel="nofollow">1</a><a rel="nofollow">2</a>'
///
/// The methods of the standard's `Sanitizer`, such as `allow_element` for `allowElement()`, change the configuration. They return whether it changed.
/// The name of an element or attribute is a `str`, or a `dict` with the members `name` and `namespace`. The default namespace of an element is HTML.
///
///     >>> sanitizer = limpid.Sanitizer()
///     >>> sanitizer.allow_element("x-tea"), sanitizer.remove_attribute("lang")
///     (True, True)
///     >>> sanitizer.sanitize("<x-tea lang=en title=b>Hello</x-tea>")
///     '<x-tea title="b">Hello</x-tea>'
///
/// Scripts, event handlers and `javascript:` URLs are always removed, whatever the configuration allows. Raises `SanitizerConfigError` for an invalid
/// configuration.
#[pyclass(frozen, eq, module = "limpid_html")]
pub(crate) struct Sanitizer {
    /// Threads clone the `Arc`s before they sanitize, so that a concurrent change does not affect them.
    state: RwLock<State>,
    rules: Option<Rules>,
}

/// The sanitizer, and the cleaner that combines it with the rules, if there are rules.
#[derive(Clone)]
struct State {
    sanitizer: Arc<limpid::sanitize::Sanitizer>,
    cleaner: Option<Arc<Cleaner>>,
}

impl State {
    /// Rebuilds the cleaner.
    fn set_rules(&mut self, rules: Option<&Rules>) -> Result<(), RulesError> {
        let cleaner = rules.map(|rules| Cleaner::new(Arc::clone(&self.sanitizer), rules.clone())).transpose()?;
        self.cleaner = cleaner.map(Arc::new);
        Ok(())
    }
}

impl PartialEq for Sanitizer {
    fn eq(&self, other: &Sanitizer) -> bool {
        let rules = |sanitizer: &Sanitizer| sanitizer.rules.clone().unwrap_or_default();
        self.state().sanitizer == other.state().sanitizer && rules(self) == rules(other)
    }
}

impl Sanitizer {
    fn state(&self) -> State {
        self.state.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sanitizes the content of a node, so that it is safe to serialize and parse again.
    pub(crate) fn run(
        &self,
        tree: &mut Document<'_>,
        node: NodeId,
        report: Option<&mut Vec<Removal>>,
    ) -> Result<(), MutationError> {
        let State { sanitizer, cleaner } = self.state();
        match cleaner {
            None => sanitizer.sanitize_with(tree, node, Strictness::Printable, report),
            Some(cleaner) => cleaner.sanitize_with(tree, node, Strictness::Printable, report),
        }
    }

    pub(crate) fn column(&self) -> Column {
        let State { sanitizer, cleaner } = self.state();
        cleaner.map_or(Column::SanitizedBy(sanitizer), Column::CleanedBy)
    }

    /// Parses `name`, which is a `str` or a mapping, and passes it to `change`. Returns whether the configuration changed.
    fn change_with_name<T: DeserializeOwned>(
        &self,
        name: &Bound<'_, PyAny>,
        change: impl FnOnce(&mut limpid::sanitize::Sanitizer, &T) -> bool,
    ) -> PyResult<bool> {
        let py = name.py();
        if !name.is_instance_of::<PyString>() && name.cast::<PyMapping>().is_err() {
            let message = format!("a name must be a str or a dict, not {}", name.get_type().name()?);
            return Err(PyTypeError::new_err(message));
        }
        let name: T = Json::dump(py, name)?.read(py)?;
        self.change(py, |sanitizer| change(sanitizer, &name))
    }

    fn change(&self, py: Python<'_>, change: impl FnOnce(&mut limpid::sanitize::Sanitizer) -> bool) -> PyResult<bool> {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        // Drops the cleaner's reference, so that `make_mut` changes the sanitizer in place unless another thread is using it.
        state.cleaner = None;
        let changed = change(Arc::make_mut(&mut state.sanitizer));
        state.set_rules(self.rules.as_ref()).map_err(|error| config_error(py, &error))?;
        Ok(changed)
    }
}

/// A configuration, a name or rules, as JSON.
struct Json {
    text: String,
    /// Whether the user passed the text. If so, errors contain a position in it.
    is_from_user: bool,
}

impl Json {
    /// Converts a `str` of JSON or a mapping.
    ///
    /// # Errors
    /// `TypeError` for another value, with `what` as the subject of the message.
    fn new(py: Python<'_>, what: &str, value: &Bound<'_, PyAny>) -> PyResult<Json> {
        if let Ok(json) = value.extract::<Text>() {
            return Ok(Json { text: json.to_owned(), is_from_user: true });
        }
        if value.cast::<PyMapping>().is_err() {
            let message = format!("{what} must be a dict or a str of JSON, not {}", value.get_type().name()?);
            return Err(PyTypeError::new_err(message));
        }
        Json::dump(py, value)
    }

    /// Converts a value to JSON. Lists can be any iterable, objects any mapping.
    fn dump(py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<Json> {
        let default = PyCFunction::new_closure(py, None, None, |arguments, _| json_default(&arguments.get_item(0)?))?;
        let keywords =
            [("default", default.as_any()), ("allow_nan", PyBool::new(py, false).as_any())].into_py_dict(py)?;
        let text = py.import("json")?.call_method("dumps", (value,), Some(&keywords)).map_err(|error| {
            // `ValueError`: JSON cannot represent the value, such as a list that contains itself.
            match error.get_type(py).is(py.get_type::<PyValueError>()) {
                true => errors::config_error(py, format!("{ALLOWED_VALUES}: {}", error.value(py))),
                false => error,
            }
        })?;
        Ok(Json { text: text.extract()?, is_from_user: false })
    }

    fn read<T: DeserializeOwned>(&self, py: Python<'_>) -> PyResult<T> {
        serde_json::from_str(&self.text).map_err(|error| errors::config_error(py, self.message(&error)))
    }

    /// Returns the message of an error. Its position is in characters, or is left out if the user did not write the JSON.
    fn message(&self, error: &serde_json::Error) -> String {
        let (message, line, column) = (error.to_string(), error.line(), error.column());
        match message.strip_suffix(&format!(" at line {line} column {column}")) {
            None => message,
            Some(reason) if !self.is_from_user => reason.to_owned(),
            Some(reason) => {
                let line_text = self.text.split('\n').nth(line.saturating_sub(1)).unwrap_or_default();
                let column = line_text.char_indices().take_while(|(at, _)| *at < column).count();
                format!("{reason} at line {line} column {column}")
            }
        }
    }
}

/// The `default` function of `json.dumps`. Returns a `dict` for a mapping and a `list` for another iterable.
fn json_default(value: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let py = value.py();
    if let Ok(mapping) = value.cast::<PyMapping>() {
        return Ok(PyDict::from_sequence(mapping.items()?.as_any())?.into_any().unbind());
    }
    let type_error = || -> PyResult<PyErr> {
        Ok(PyTypeError::new_err(format!("{ALLOWED_VALUES}, not {}", value.get_type().name()?)))
    };
    if PyMemoryView::from(value).is_ok() {
        return Err(type_error()?);
    }
    let items = match value.try_iter() {
        Ok(items) => items,
        // The exception comes from the iterable itself.
        Err(error) if is_iterable(value)? => return Err(error),
        Err(_) => return Err(type_error()?),
    };
    let list = PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?;
    // Sorted, because equal sets can iterate in different orders, but should result in equal configurations. A list that contains dicts cannot be
    // sorted and stays unsorted.
    if value.is_instance_of::<PySet>() || value.is_instance_of::<PyFrozenSet>() {
        let _ = list.sort();
    }
    Ok(list.into_any().unbind())
}

const ALLOWED_VALUES: &str = "a configuration can contain str, bool, dicts and iterables of these";

fn is_iterable(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.is_instance(&value.py().import("collections.abc")?.getattr("Iterable")?)
}

fn config_error(py: Python<'_>, error: &dyn std::fmt::Display) -> PyErr {
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
        let sanitizer = match config.map(|config| Json::new(py, "a configuration", config)).transpose()? {
            None => limpid::sanitize::Sanitizer::preset().clone(),
            Some(json) => {
                let config: SanitizerConfig = match webidl {
                    true => json.read::<WebIdl<SanitizerConfig>>(py)?.0,
                    false => json.read(py)?,
                };
                limpid::sanitize::Sanitizer::new(&config).map_err(|error| config_error(py, &error))?
            }
        };
        let rules = rules.map(|rules| Json::new(py, "rules", rules)?.read::<Rules>(py)).transpose()?;
        let mut state = State { sanitizer: Arc::new(sanitizer), cleaner: None };
        state.set_rules(rules.as_ref()).map_err(|error| config_error(py, &error))?;
        Ok(Sanitizer { state: RwLock::new(state), rules })
    }

    /// The `rules` as a `dict` that includes the defaults, or `None` if the sanitizer has no rules.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(rules) = &self.rules else { return Ok(None) };
        let json = serde_json::to_string(rules).map_err(|error| config_error(py, &error))?;
        py.import("json")?.call_method1("loads", (json,)).map(Some)
    }

    /// The configuration, the standard's `SanitizerConfig` as a `dict`. It includes the defaults of members that were not set.
    #[getter]
    fn config<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = serde_json::to_string(&self.state().sanitizer.config()).map_err(|error| config_error(py, &error))?;
        py.import("json")?.call_method1("loads", (json,))
    }

    /// Returns the sanitized markup. It is safe inside any element whose content is parsed as markup, which excludes `script` and `style`.
    #[pyo3(signature = (html, /))]
    fn sanitize(&self, py: Python<'_>, html: Html) -> String {
        let State { sanitizer, cleaner } = self.state();
        py.detach(|| match cleaner {
            None => sanitizer.sanitize_str(&html),
            Some(cleaner) => cleaner.clean(&html),
        })
    }

    /// Allows an element. Changes nothing and returns `False` if `element` is a `dict` with `attributes` or `removeAttributes`, and the configuration
    /// has no list `elements`.
    #[pyo3(signature = (element, /))]
    fn allow_element(&self, element: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.change_with_name(element, limpid::sanitize::Sanitizer::allow_element)
    }

    /// Configures an element to be removed with its content.
    #[pyo3(signature = (element, /))]
    fn remove_element(&self, element: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.change_with_name(element, limpid::sanitize::Sanitizer::remove_element)
    }

    /// Configures an element to be removed while its content is kept.
    #[pyo3(signature = (element, /))]
    fn replace_element_with_children(&self, element: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.change_with_name(element, limpid::sanitize::Sanitizer::replace_element_with_children)
    }

    /// Allows an attribute on all elements.
    #[pyo3(signature = (attribute, /))]
    fn allow_attribute(&self, attribute: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.change_with_name(attribute, limpid::sanitize::Sanitizer::allow_attribute)
    }

    /// Configures an attribute to be removed from all elements.
    #[pyo3(signature = (attribute, /))]
    fn remove_attribute(&self, attribute: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.change_with_name(attribute, limpid::sanitize::Sanitizer::remove_attribute)
    }

    /// Allows processing instructions with the given target.
    #[pyo3(signature = (target, /))]
    fn allow_processing_instruction(&self, target: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.change_with_name(target, limpid::sanitize::Sanitizer::allow_processing_instruction)
    }

    /// Configures processing instructions with the given target to be removed.
    #[pyo3(signature = (target, /))]
    fn remove_processing_instruction(&self, target: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.change_with_name(target, limpid::sanitize::Sanitizer::remove_processing_instruction)
    }

    /// Allows comments, or configures them to be removed.
    #[pyo3(signature = (allow, /))]
    fn set_comments(&self, py: Python<'_>, allow: bool) -> PyResult<bool> {
        self.change(py, |sanitizer| sanitizer.set_comments(allow))
    }

    /// Allows `data-*` attributes, or configures them to be removed. Returns `False` and changes nothing unless the configuration has `attributes`.
    #[pyo3(signature = (allow, /))]
    fn set_data_attributes(&self, py: Python<'_>, allow: bool) -> PyResult<bool> {
        self.change(py, |sanitizer| sanitizer.set_data_attributes(allow))
    }

    /// Sets whether the configuration allows `javascript:` URLs. `sanitize` always removes them.
    #[pyo3(signature = (allow, /))]
    fn set_javascript_urls(&self, py: Python<'_>, allow: bool) -> PyResult<bool> {
        self.change(py, |sanitizer| sanitizer.set_javascript_urls(allow))
    }

    /// Removes everything unsafe from the configuration. `sanitize` always removes unsafe markup.
    fn remove_unsafe(&self, py: Python<'_>) -> PyResult<bool> {
        self.change(py, limpid::sanitize::Sanitizer::remove_unsafe)
    }

    /// Returns a list of `Removal`: what `sanitize` would remove from the markup, and why.
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
        let sanitizer = this.state().sanitizer;
        let is_preset = *sanitizer == *limpid::sanitize::Sanitizer::preset();
        let config = (!is_preset).then(|| serde_json::to_string(&sanitizer.config())).transpose();
        let config = config.map_err(|error| config_error(py, &error))?;
        let keywords = PyDict::new(py);
        if config.is_some() {
            // Preserves names that are not lowercase.
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

/// Returns the sanitized markup, with the standard's safe default or the given `Sanitizer`.
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

/// Casts an argument to a `Sanitizer`.
///
/// # Errors
/// `TypeError` for anything else, such as a configuration.
pub(crate) fn sanitizer_of<'a>(sanitizer: &'a Bound<'_, PyAny>) -> PyResult<&'a Sanitizer> {
    match sanitizer.cast::<Sanitizer>() {
        Ok(sanitizer) => Ok(sanitizer.get()),
        Err(_) => {
            let kind = sanitizer.get_type();
            Err(PyTypeError::new_err(format!("expected a Sanitizer, not {}; pass Sanitizer(config)", kind.name()?)))
        }
    }
}
