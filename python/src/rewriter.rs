//! The class `Rewriter`: changes a page as it arrives.
//!
//! A Python object cannot hold a reference with a lifetime, such as the one to the Rust element. Therefore the [`Element`] that a handler receives
//! contains a copy of the start tag, and collects the requested changes. They are applied when the handler has returned.

use limpid::rewrite::{self, ContentType, Handlers, RewriteError, Settings};
use limpid::{Encoding, EncodingHints};
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMappingProxy, PyString};
use std::error::Error;
use std::sync::{Mutex, PoisonError, TryLockError};

use crate::errors;
use crate::markup::{Markup, Text, mapping};
use crate::selector::text_of;
use crate::settings::Count;

/// Changes a page as it arrives, without building a tree. Markup that no handler changes stays exactly as it was written.
///
///     >>> import limpid_html as limpid
///     >>> def link(element):
///     ...     element.set_attribute("rel", "nofollow")
///     ...     element.append(" (external)")
///     >>> rewriter = limpid.Rewriter({"a[href^='https:']": link, "script": lambda element: element.remove()})
///     >>> rewriter.write(b"<p>Read <a href='https://example.org/'>th") + rewriter.write(b"is</a><script>x()</script>") + rewriter.end()
///     b'<p>Read <a href=\'https://example.org/\' rel="nofollow">this (external)</a>'
///
/// `handlers` maps CSS selectors to functions. A selector is a `str` or a `Selector`. A function is called with a `RewriterElement` for each element
/// that its selector matches. If several selectors match an element, their functions are called in the order of the mapping. An exception in a
/// function ends the rewriter, and `write` or `end` raises it. Selectors are matched at the start tag. A selector that depends on later markup, such
/// as `p:last-child`, raises `SelectorSyntaxError`.
///
/// `write` takes a chunk of the page and returns the bytes that are ready. The chunks are either `bytes` or `str`. The output has the encoding of the
/// page, which is detected as in `parse`; for `str`, it is UTF-8. `memory_limit` is the maximum number of bytes that the rewriter buffers, 64 MiB by
/// default. If a page needs more, `write` or `end` raises `ValueError`.
#[pyclass(frozen, module = "limpid_html")]
pub(crate) struct Rewriter {
    state: Mutex<State>,
}

enum State {
    /// `write` has not been called. The type of the first chunk determines whether the page is text.
    NotStarted(Box<Options>),
    Open {
        rewriter: Box<rewrite::Rewriter<'static, Vec<u8>>>,
        is_text: bool,
    },
    Ended,
}

/// The arguments for the Rust rewriter.
struct Options {
    handlers: Handlers<'static>,
    settings: Settings,
}

impl Rewriter {
    /// Calls `run` with the state.
    ///
    /// # Errors
    /// `RuntimeError` if one of its handlers or another thread is using the rewriter.
    fn with_state<R: Send>(&self, py: Python<'_>, run: impl FnOnce(&mut State) -> PyResult<R> + Send) -> PyResult<R> {
        py.detach(|| match self.state.try_lock() {
            Ok(mut state) => run(&mut state),
            Err(TryLockError::Poisoned(state)) => run(&mut state.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(PyRuntimeError::new_err("the rewriter is being used, by one of its handlers or by another thread"))
            }
        })
    }
}

impl State {
    fn begin(&mut self, is_text: bool) -> PyResult<()> {
        match std::mem::replace(self, State::Ended) {
            State::NotStarted(options) => {
                let Options { handlers, mut settings } = *options;
                if is_text {
                    settings.encoding = EncodingHints::new().user_override(Encoding::for_label("utf-8"));
                }
                let rewriter = rewrite::Rewriter::new(handlers, settings, Vec::new()).map_err(rewrite_error)?;
                *self = State::Open { rewriter: Box::new(rewriter), is_text };
            }
            other => *self = other,
        }
        Ok(())
    }
}

/// Returns the exception of a failed `write` or `end`: the exception of the handler if it raised one.
fn rewrite_error(error: RewriteError) -> PyErr {
    match error {
        RewriteError::Handler(error) => match error.downcast::<PyErr>() {
            Ok(raised) => *raised,
            Err(error) => PyValueError::new_err(error.to_string()),
        },
        RewriteError::MemoryLimit(bytes) => PyValueError::new_err(format!(
            "the page needs {bytes} bytes of memory, more than the limit; pass a larger memory_limit"
        )),
        error => PyValueError::new_err(error.to_string()),
    }
}

fn async_handler_error() -> PyErr {
    PyTypeError::new_err(
        "a handler must be a plain function, not an `async` function, because a Rewriter does not await it",
    )
}

fn ended_error() -> PyErr {
    PyValueError::new_err("the rewriter has ended; create a new Rewriter for the next page")
}

#[pymethods]
impl Rewriter {
    #[new]
    #[pyo3(signature = (handlers, /, *, encoding = None, detect_utf_8 = true, memory_limit = None))]
    fn new(
        py: Python<'_>,
        handlers: &Bound<'_, PyAny>,
        encoding: Option<Text>,
        detect_utf_8: bool,
        memory_limit: Option<Count>,
    ) -> PyResult<Rewriter> {
        let parse =
            crate::settings::Settings::new(encoding, None, "disabled", (false, false), (false, detect_utf_8), None)?;
        let mut settings = Settings::new().encoding(parse.hints());
        if let Some(limit) = memory_limit {
            settings = settings.memory_limit(limit.get());
        }
        let mut all = Handlers::new();
        let is_async = py.import("inspect")?.getattr("iscoroutinefunction")?;
        for pair in mapping(handlers, "handlers must be a dict of selectors and functions")?.items()? {
            let (css, function): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
            let css = text_of(&css)?;
            if !function.is_callable() {
                let kind = function.get_type();
                return Err(PyTypeError::new_err(format!("a handler must be a function, not {}", kind.name()?)));
            }
            for called in [&function, &function.getattr("__call__")?] {
                if is_async.call1((called,))?.is_truthy()? {
                    return Err(async_handler_error());
                }
            }
            let function = function.unbind();
            let handler = move |element: &mut rewrite::Element<'_>| {
                Python::attach(|py| call(py, &function, element)).map_err(|error| Box::new(error) as Box<_>)
            };
            all = all.element(&css, handler).map_err(|error| errors::stream_error(py, &css, &error))?;
        }
        Ok(Rewriter { state: Mutex::new(State::NotStarted(Box::new(Options { handlers: all, settings }))) })
    }

    /// Rewrites the next chunk of the page, and returns the bytes that are ready.
    ///
    /// If a handler raises an exception, the output of this call is lost. Raises `ValueError` after `end`.
    #[pyo3(signature = (chunk, /))]
    fn write<'py>(&self, py: Python<'py>, chunk: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let (_, markup) = Markup::new(chunk)?;
        let ready = self.with_state(py, |state| {
            let (bytes, chunk_is_text): (&[u8], bool) = match &markup {
                Markup::Bytes(bytes) => (bytes, false),
                Markup::Text(text) => (text.as_bytes(), true),
            };
            state.begin(chunk_is_text)?;
            let State::Open { rewriter, is_text } = state else { return Err(ended_error()) };
            if *is_text != chunk_is_text {
                return Err(PyTypeError::new_err("the chunks of a page must be all bytes or all str"));
            }
            let written = rewriter.write(bytes);
            let ready = std::mem::take(rewriter.output_mut());
            if written.is_err() {
                *state = State::Ended;
            }
            written.map(|()| ready).map_err(rewrite_error)
        })?;
        Ok(PyBytes::new(py, &ready))
    }

    /// Ends the page, and returns the remaining bytes. Raises `ValueError` if called again.
    fn end<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let ready = self.with_state(py, |state| {
            state.begin(false)?;
            match std::mem::replace(state, State::Ended) {
                State::Open { rewriter, .. } => rewriter.into_output().map_err(rewrite_error),
                State::NotStarted(_) | State::Ended => Err(ended_error()),
            }
        })?;
        Ok(PyBytes::new(py, &ready))
    }
}

/// Calls a handler, and applies the changes that it requested.
fn call(py: Python<'_>, function: &Py<PyAny>, element: &mut rewrite::Element<'_>) -> PyResult<()> {
    let attributes = element.attributes().map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
    let data = ElementData {
        tag: element.tag_name().to_owned(),
        namespace: element.namespace().url(),
        attributes,
        can_have_content: element.can_have_content(),
        changes: Vec::new(),
    };
    let object = Bound::new(py, Element { data: Mutex::new(Some(data)) })?;
    let result = function.call1(py, (&object,));
    let data = object.get().data.lock().unwrap_or_else(PoisonError::into_inner).take();
    let returned = result?.into_bound(py);
    if !returned.is_none() && returned.hasattr("__await__")? {
        if returned.hasattr("close")? {
            returned.call_method0("close")?;
        }
        return Err(async_handler_error());
    }
    let changes = data.map(|data| data.changes).unwrap_or_default();
    let invalid = |error: &dyn Error| PyValueError::new_err(error.to_string());
    for change in changes {
        match change {
            Change::SetTag(name) => element.set_tag_name(&name).map_err(|error| invalid(&error))?,
            Change::SetAttribute(name, value) => {
                element.set_attribute(&name, &value).map_err(|error| invalid(&error))?;
            }
            Change::RemoveAttribute(name) => element.remove_attribute(&name),
            Change::Insert(Place::Before, content, kind) => element.before(&content, kind),
            Change::Insert(Place::After, content, kind) => element.after(&content, kind),
            Change::Insert(Place::Prepend, content, kind) => element.prepend(&content, kind),
            Change::Insert(Place::Append, content, kind) => element.append(&content, kind),
            Change::Insert(Place::InnerContent, content, kind) => element.set_inner_content(&content, kind),
            Change::Insert(Place::Replace, content, kind) => element.replace(&content, kind),
            Change::Remove => element.remove(),
            Change::RemoveAndKeepContent => element.remove_and_keep_content(),
            Change::Stop => element.stop(),
        }
    }
    Ok(())
}

/// The start tag of an element, passed to the handler of a `Rewriter`. The content of the element is not known yet.
///
/// The methods that insert content escape `<` and `&` in it. With `html=True`, they insert it as markup, without escaping. After the handler has
/// returned, all methods raise `RuntimeError`.
#[pyclass(frozen, module = "limpid_html", name = "RewriterElement")]
pub(crate) struct Element {
    data: Mutex<Option<ElementData>>,
}

/// The data of an element, available while its handler runs.
struct ElementData {
    tag: String,
    namespace: &'static str,
    attributes: Vec<(String, String)>,
    can_have_content: bool,
    changes: Vec<Change>,
}

enum Change {
    SetTag(String),
    SetAttribute(String, String),
    RemoveAttribute(String),
    Insert(Place, String, ContentType),
    Remove,
    RemoveAndKeepContent,
    Stop,
}

enum Place {
    Before,
    After,
    Prepend,
    Append,
    InnerContent,
    Replace,
}

impl ElementData {
    fn attribute(&self, name: &str) -> Option<&str> {
        let attribute = self.attributes.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        attribute.map(|(_, value)| value.as_str())
    }
}

impl Element {
    fn with<R>(&self, run: impl FnOnce(&mut ElementData) -> R) -> PyResult<R> {
        let mut data = self.data.lock().unwrap_or_else(PoisonError::into_inner);
        let data = data.as_mut().ok_or_else(|| {
            PyRuntimeError::new_err(
                "an element cannot be used after its handler returns; copy the values you need in the handler",
            )
        })?;
        Ok(run(data))
    }

    fn change(&self, change: Change) -> PyResult<()> {
        self.with(|data| data.changes.push(change))
    }

    fn insert(&self, place: Place, content: Text, html: bool) -> PyResult<()> {
        let kind = if html { ContentType::Html } else { ContentType::Text };
        self.change(Change::Insert(place, content.to_owned(), kind))
    }
}

#[pymethods]
impl Element {
    /// The name of the element, such as `"a"`.
    #[getter]
    fn tag(&self) -> PyResult<String> {
        self.with(|data| data.tag.clone())
    }

    /// The namespace URL of the element.
    #[getter]
    fn namespace(&self) -> PyResult<&'static str> {
        self.with(|data| data.namespace)
    }

    /// Whether the element can have content. `False` for void elements such as `br`.
    #[getter]
    fn can_have_content(&self) -> PyResult<bool> {
        self.with(|data| data.can_have_content)
    }

    /// The attributes, a read-only mapping of names to values.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMappingProxy>> {
        let attributes = self.with(|data| data.attributes.clone())?;
        let dict = PyDict::new(py);
        for (name, value) in attributes {
            dict.set_item(name, value)?;
        }
        Ok(PyMappingProxy::new(py, dict.as_mapping()))
    }

    /// Returns the value of an attribute, or `default` if the element does not have it.
    #[pyo3(signature = (name, default = None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: Text,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value = self.with(|data| data.attribute(&name).map(str::to_owned))?;
        Ok(value.map(|value| PyString::new(py, &value).into_any()).or(default))
    }

    fn __getitem__(&self, name: Text) -> PyResult<String> {
        let value = self.with(|data| data.attribute(&name).map(str::to_owned))?;
        value.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __contains__(&self, name: Text) -> PyResult<bool> {
        self.with(|data| data.attribute(&name).is_some())
    }

    /// Sets an attribute. If the name is invalid, `write` or `end` raises `ValueError`.
    fn set_attribute(&self, name: Text, value: Text) -> PyResult<()> {
        self.with(|data| {
            match data.attributes.iter_mut().find(|(own, _)| own.eq_ignore_ascii_case(&name)) {
                Some((_, own)) => value.clone_into(own),
                None => data.attributes.push((name.to_ascii_lowercase(), value.to_owned())),
            }
            data.changes.push(Change::SetAttribute(name.to_owned(), value.to_owned()));
        })
    }

    /// Removes an attribute. Returns `False` if the element did not have the attribute.
    fn remove_attribute(&self, name: Text) -> PyResult<bool> {
        self.with(|data| {
            let old_len = data.attributes.len();
            data.attributes.retain(|(own, _)| !own.eq_ignore_ascii_case(&name));
            data.changes.push(Change::RemoveAttribute(name.to_owned()));
            data.attributes.len() < old_len
        })
    }

    /// Changes the name of the element in the start tag and the end tag. If the name is invalid, `write` or `end` raises `ValueError`.
    fn rename(&self, name: Text) -> PyResult<()> {
        self.with(|data| {
            name.clone_into(&mut data.tag);
            data.changes.push(Change::SetTag(name.to_owned()));
        })
    }

    /// Inserts content before the element.
    #[pyo3(signature = (content, /, *, html = false))]
    fn before(&self, content: Text, html: bool) -> PyResult<()> {
        self.insert(Place::Before, content, html)
    }

    /// Inserts content after the element.
    #[pyo3(signature = (content, /, *, html = false))]
    fn after(&self, content: Text, html: bool) -> PyResult<()> {
        self.insert(Place::After, content, html)
    }

    /// Inserts content at the start of the element.
    #[pyo3(signature = (content, /, *, html = false))]
    fn prepend(&self, content: Text, html: bool) -> PyResult<()> {
        self.insert(Place::Prepend, content, html)
    }

    /// Inserts content at the end of the element.
    #[pyo3(signature = (content, /, *, html = false))]
    fn append(&self, content: Text, html: bool) -> PyResult<()> {
        self.insert(Place::Append, content, html)
    }

    /// Replaces the content of the element.
    #[pyo3(signature = (content, /, *, html = false))]
    fn set_inner_content(&self, content: Text, html: bool) -> PyResult<()> {
        self.insert(Place::InnerContent, content, html)
    }

    /// Replaces the element and its content.
    #[pyo3(signature = (content, /, *, html = false))]
    fn replace(&self, content: Text, html: bool) -> PyResult<()> {
        self.insert(Place::Replace, content, html)
    }

    /// Removes the element and its content.
    fn remove(&self) -> PyResult<()> {
        self.change(Change::Remove)
    }

    /// Removes the tags of the element and keeps its content.
    fn remove_and_keep_content(&self) -> PyResult<()> {
        self.change(Change::RemoveAndKeepContent)
    }

    /// Copies the rest of the page unchanged, without calling handlers. Changes made so far are still applied.
    fn stop(&self) -> PyResult<()> {
        self.change(Change::Stop)
    }

    fn __repr__(&self) -> PyResult<String> {
        let data = self.data.lock().unwrap_or_else(PoisonError::into_inner);
        let tag = data.as_ref().map_or("of a handler that has returned", |data| &data.tag);
        Ok(format!("<limpid_html.RewriterElement {tag}>"))
    }
}
