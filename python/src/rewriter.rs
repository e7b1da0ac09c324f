//! The class `Rewriter`: a page that is changed as it arrives. A handler in Python gets an `Element`, whose methods collect changes; they are made
//! when the handler has returned, because no Python object can borrow from the page.

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

/// Changes a page as it arrives, without a tree: what handlers do not change stays as it was written.
///
///     >>> import limpid_html as limpid
///     >>> def link(element):
///     ...     element.set_attribute("rel", "nofollow")
///     ...     element.append(" (external)")
///     >>> rewriter = limpid.Rewriter({"a[href^='https:']": link, "script": lambda element: element.remove()})
///     >>> rewriter.write(b"<p>Read <a href='https://example.org/'>th") + rewriter.write(b"is</a><script>x()</script>") + rewriter.end()
///     b'<p>Read <a href=\'https://example.org/\' rel="nofollow">this (external)</a>'
///
/// `handlers` maps CSS selectors, each a `str` or a `Selector`, to functions, which are called with a `RewriterElement` for each element that the selector selects, in the order of
/// the mapping. Selectors are decided at the start tag: one such as `p:last-child` raises `SelectorSyntaxError`. `write` takes `bytes` or `str` and
/// returns the bytes that are ready. The encoding is found as by `parse`; a `str` is written as UTF-8. At most `memory_limit` bytes of the page are
/// held (64 MiB unless set). An exception of a handler ends the rewriter and is raised by `write` or `end`.
#[pyclass(frozen, module = "limpid_html")]
pub(crate) struct Rewriter {
    state: Mutex<State>,
}

enum State {
    /// The first piece tells whether the page is text.
    Waiting(Box<Waiting>),
    Open {
        rewriter: Box<rewrite::Rewriter<'static, Vec<u8>>>,
        is_text: bool,
    },
    Ended,
}

struct Waiting {
    handlers: Handlers<'static>,
    settings: Settings,
}

impl Rewriter {
    /// Runs with the state. A handler may not use its own rewriter, and two threads cannot write to one at the same time.
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
            State::Waiting(waiting) => {
                let Waiting { handlers, mut settings } = *waiting;
                if is_text {
                    settings.encoding = EncodingHints::new().user_override(Encoding::for_label("utf-8"));
                }
                let rewriter = rewrite::Rewriter::new(handlers, settings, Vec::new()).map_err(refused)?;
                *self = State::Open { rewriter: Box::new(rewriter), is_text };
            }
            other => *self = other,
        }
        Ok(())
    }
}

/// The exception for a page that cannot be rewritten: the handler's own, if it has raised one.
fn refused(error: RewriteError) -> PyErr {
    match error {
        RewriteError::Handler(error) => match error.downcast::<PyErr>() {
            Ok(raised) => *raised,
            Err(error) => PyValueError::new_err(error.to_string()),
        },
        RewriteError::MemoryLimit(bytes) => {
            PyValueError::new_err(format!("the page needs {bytes} bytes to be held at once; raise memory_limit"))
        }
        error => PyValueError::new_err(error.to_string()),
    }
}

fn is_asynchronous() -> PyErr {
    PyTypeError::new_err("a handler is a plain function, not an `async` one, which nothing would await")
}

fn is_ended() -> PyErr {
    PyValueError::new_err("the rewriter has ended; make another one for another page")
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
        for pair in mapping(handlers, "handlers are a dict of selectors and functions")?.items()? {
            let (css, function): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
            let css = text_of(&css)?;
            if !function.is_callable() {
                let kind = function.get_type();
                return Err(PyTypeError::new_err(format!("a handler is a function, not {}", kind.name()?)));
            }
            for called in [&function, &function.getattr("__call__")?] {
                if is_async.call1((called,))?.is_truthy()? {
                    return Err(is_asynchronous());
                }
            }
            let function = function.unbind();
            let handler = move |element: &mut rewrite::Element<'_>| {
                Python::attach(|py| call(py, &function, element)).map_err(|error| Box::new(error) as Box<_>)
            };
            all = all.element(&css, handler).map_err(|error| errors::stream_error(py, &css, &error))?;
        }
        Ok(Rewriter { state: Mutex::new(State::Waiting(Box::new(Waiting { handlers: all, settings }))) })
    }

    /// Rewrites the next piece of the page, and returns the bytes that are ready.
    ///
    /// If a handler raises an exception, the bytes of this call that were ready before it are lost.
    #[pyo3(signature = (chunk, /))]
    fn write<'py>(&self, py: Python<'py>, chunk: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let (_, markup) = Markup::new(chunk)?;
        let ready = self.with_state(py, |state| {
            let (bytes, is_text_now): (&[u8], bool) = match &markup {
                Markup::Bytes(bytes) => (bytes, false),
                Markup::Text(text) => (text.as_bytes(), true),
            };
            state.begin(is_text_now)?;
            let State::Open { rewriter, is_text } = state else { return Err(is_ended()) };
            if *is_text != is_text_now {
                return Err(PyTypeError::new_err("the pieces of a page are all bytes or all str"));
            }
            let written = rewriter.write(bytes);
            let ready = std::mem::take(rewriter.output_mut());
            if written.is_err() {
                *state = State::Ended;
            }
            written.map(|()| ready).map_err(refused)
        })?;
        Ok(PyBytes::new(py, &ready))
    }

    /// Ends the page, and returns the rest of its bytes.
    fn end<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let ready = self.with_state(py, |state| {
            state.begin(false)?;
            match std::mem::replace(state, State::Ended) {
                State::Open { rewriter, .. } => rewriter.into_output().map_err(refused),
                State::Waiting(_) | State::Ended => Err(is_ended()),
            }
        })?;
        Ok(PyBytes::new(py, &ready))
    }
}

/// Calls a handler, and makes the changes that it asked for.
fn call(py: Python<'_>, function: &Py<PyAny>, element: &mut rewrite::Element<'_>) -> PyResult<()> {
    let attributes = element.attributes().map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
    let open = Open {
        tag: element.tag_name().to_owned(),
        namespace: element.namespace().url(),
        attributes,
        can_have_content: element.can_have_content(),
        changes: Vec::new(),
    };
    let object = Bound::new(py, Element { open: Mutex::new(Some(open)) })?;
    let called = function.call1(py, (&object,));
    let open = object.get().open.lock().unwrap_or_else(PoisonError::into_inner).take();
    let returned = called?.into_bound(py);
    if !returned.is_none() && returned.hasattr("__await__")? {
        if returned.hasattr("close")? {
            returned.call_method0("close")?;
        }
        return Err(is_asynchronous());
    }
    let changes = open.map(|open| open.changes).unwrap_or_default();
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
            Change::Insert(Place::Inside, content, kind) => element.set_inner_content(&content, kind),
            Change::Insert(Place::Instead, content, kind) => element.replace(&content, kind),
            Change::Remove => element.remove(),
            Change::RemoveAndKeepContent => element.remove_and_keep_content(),
            Change::Stop => element.stop(),
        }
    }
    Ok(())
}

/// An element at its start, for the handler of a `Rewriter`. Its content comes later.
///
/// Content that is inserted is text, in which `<` and `&` are escaped; with `html=True` it is markup. The element can be used until its
/// handler returns.
#[pyclass(frozen, module = "limpid_html", name = "RewriterElement")]
pub(crate) struct Element {
    open: Mutex<Option<Open>>,
}

/// What an element has while its handler runs.
struct Open {
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
    Inside,
    Instead,
}

impl Open {
    fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

impl Element {
    fn with<R>(&self, run: impl FnOnce(&mut Open) -> R) -> PyResult<R> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let open = open.as_mut().ok_or_else(|| {
            PyRuntimeError::new_err("an element can be used until its handler returns; keep what you need of it")
        })?;
        Ok(run(open))
    }

    fn change(&self, change: Change) -> PyResult<()> {
        self.with(|open| open.changes.push(change))
    }

    fn insert(&self, place: Place, content: Text, html: bool) -> PyResult<()> {
        let kind = if html { ContentType::Html } else { ContentType::Text };
        self.change(Change::Insert(place, content.to_owned(), kind))
    }
}

#[pymethods]
impl Element {
    /// The name of the element, as in `"a"`.
    #[getter]
    fn tag(&self) -> PyResult<String> {
        self.with(|open| open.tag.clone())
    }

    /// The URL of the element's namespace.
    #[getter]
    fn namespace(&self) -> PyResult<&'static str> {
        self.with(|open| open.namespace)
    }

    /// Whether the element can have content: not `br` and the other void elements.
    #[getter]
    fn can_have_content(&self) -> PyResult<bool> {
        self.with(|open| open.can_have_content)
    }

    /// The attributes by their names, as a read-only mapping.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMappingProxy>> {
        let attributes = self.with(|open| open.attributes.clone())?;
        let dict = PyDict::new(py);
        for (name, value) in attributes {
            dict.set_item(name, value)?;
        }
        Ok(PyMappingProxy::new(py, dict.as_mapping()))
    }

    /// Returns the value of an attribute, or `default`.
    #[pyo3(signature = (name, default = None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: Text,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value = self.with(|open| open.attribute(&name).map(str::to_owned))?;
        Ok(value.map(|value| PyString::new(py, &value).into_any()).or(default))
    }

    fn __getitem__(&self, name: Text) -> PyResult<String> {
        let value = self.with(|open| open.attribute(&name).map(str::to_owned))?;
        value.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __contains__(&self, name: Text) -> PyResult<bool> {
        self.with(|open| open.attribute(&name).is_some())
    }

    /// Sets an attribute. A name that no tag can have makes `write` raise `ValueError`.
    fn set_attribute(&self, name: Text, value: Text) -> PyResult<()> {
        self.with(|open| {
            match open.attributes.iter_mut().find(|(own, _)| own.eq_ignore_ascii_case(&name)) {
                Some((_, own)) => value.clone_into(own),
                None => open.attributes.push((name.to_ascii_lowercase(), value.to_owned())),
            }
            open.changes.push(Change::SetAttribute(name.to_owned(), value.to_owned()));
        })
    }

    /// Removes an attribute, and returns whether there was one.
    fn remove_attribute(&self, name: Text) -> PyResult<bool> {
        self.with(|open| {
            let before = open.attributes.len();
            open.attributes.retain(|(own, _)| !own.eq_ignore_ascii_case(&name));
            open.changes.push(Change::RemoveAttribute(name.to_owned()));
            open.attributes.len() < before
        })
    }

    /// Gives the element another name, in both tags. One that no tag can have makes `write` raise `ValueError`.
    fn rename(&self, name: Text) -> PyResult<()> {
        self.with(|open| {
            name.clone_into(&mut open.tag);
            open.changes.push(Change::SetTag(name.to_owned()));
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
        self.insert(Place::Inside, content, html)
    }

    /// Replaces the element.
    #[pyo3(signature = (content, /, *, html = false))]
    fn replace(&self, content: Text, html: bool) -> PyResult<()> {
        self.insert(Place::Instead, content, html)
    }

    /// Removes the element and its content.
    fn remove(&self) -> PyResult<()> {
        self.change(Change::Remove)
    }

    /// Removes the tags of the element and keeps its content.
    fn remove_and_keep_content(&self) -> PyResult<()> {
        self.change(Change::RemoveAndKeepContent)
    }

    /// Leaves the rest of the page as it is: no handler is called after this one.
    fn stop(&self) -> PyResult<()> {
        self.change(Change::Stop)
    }

    fn __repr__(&self) -> PyResult<String> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let tag = open.as_ref().map_or("of a handler that has returned", |open| &open.tag);
        Ok(format!("<limpid_html.RewriterElement {tag}>"))
    }
}
