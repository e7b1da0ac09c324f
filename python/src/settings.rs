//! Parse options as Python keyword arguments.

use limpid::encoding::Detection;
use limpid::xml::XmlParseOptions;
use limpid::{Encoding, EncodingHints, FragmentContext, Limits, ParseOptions, ScriptingMode};
use pyo3::exceptions::{PyLookupError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::markup::Text;

/// Parse options. Unlike `limpid::ParseOptions`, they can be read back for pickling.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) encoding: Option<&'static Encoding>,
    pub(crate) fragment: Option<(String, FragmentContext)>,
    pub(crate) scripting: ScriptingMode,
    pub(crate) errors: bool,
    pub(crate) spans: bool,
    pub(crate) limits: Option<Limits>,
    pub(crate) detect: bool,
    pub(crate) detect_utf_8: bool,
    /// Whether the input is XML. If so, `fragment` and `scripting` are not used.
    pub(crate) xml: bool,
}

/// The scripting modes by their names in Python.
const SCRIPTING: [(&str, ScriptingMode); 4] = [
    ("disabled", ScriptingMode::Disabled),
    ("normal", ScriptingMode::Normal),
    ("inert", ScriptingMode::Inert),
    ("fragment", ScriptingMode::Fragment),
];

impl Settings {
    /// Reads keyword arguments.
    ///
    /// # Errors
    /// `LookupError` for an unknown encoding; `ValueError` for an unknown scripting mode or element; `TypeError` if `limits` is not a `Limits`.
    pub(crate) fn new(
        encoding: Option<Text>,
        fragment: Option<Text>,
        scripting: &str,
        (errors, spans): (bool, bool),
        (detect, detect_utf_8): (bool, bool),
        limits: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Settings> {
        let encoding = encoding.map(|label| {
            Encoding::for_codec(&label).ok_or_else(|| {
                PyLookupError::new_err(format!("unknown encoding: {:?}; omit it to detect the encoding", &*label))
            })
        });
        let fragment = fragment.map(|context| {
            let parsed = FragmentContext::parse(&context);
            parsed.map(|parsed| (context.to_owned(), parsed)).map_err(|error| PyValueError::new_err(error.to_string()))
        });
        let mode = SCRIPTING.iter().find(|(name, _)| *name == scripting).ok_or_else(|| {
            PyValueError::new_err(format!(
                "unknown scripting mode {scripting:?}; use \"disabled\", \"normal\", \"inert\" or \"fragment\""
            ))
        })?;
        Ok(Settings {
            encoding: encoding.transpose()?,
            fragment: fragment.transpose()?,
            scripting: mode.1,
            errors,
            spans,
            limits: limits.map(limits_of).transpose()?,
            detect,
            detect_utf_8,
            xml: false,
        })
    }

    /// Reads the result of [`to_dict`](Self::to_dict).
    pub(crate) fn from_dict(keywords: &Bound<'_, PyDict>) -> PyResult<Settings> {
        fn get<'py, T: FromPyObjectOwned<'py, Error: Into<PyErr>>>(
            keywords: &Bound<'py, PyDict>,
            name: &str,
        ) -> PyResult<Option<T>> {
            match keywords.get_item(name)?.filter(|value| !value.is_none()) {
                Some(value) => value.extract().map(Some).map_err(Into::into),
                None => Ok(None),
            }
        }
        let flag = |name| get::<bool>(keywords, name).map(Option::unwrap_or_default);
        let scripting: Option<String> = get(keywords, "scripting")?;
        let settings = Settings::new(
            get(keywords, "encoding")?,
            get(keywords, "fragment")?,
            scripting.as_deref().unwrap_or("disabled"),
            (flag("errors")?, flag("spans")?),
            (flag("detect")?, get(keywords, "detect_utf_8")?.unwrap_or(true)),
            keywords.get_item("limits")?.as_ref(),
        )?;
        Ok(Settings { xml: flag("xml")?, ..settings })
    }

    /// Returns the hints for encoding detection.
    pub(crate) fn hints(&self) -> EncodingHints {
        EncodingHints::new()
            .transport_encoding(self.encoding)
            .detect_utf_8(self.detect_utf_8)
            .detect(self.detect.then(Detection::new))
    }

    pub(crate) fn xml_options(&self) -> XmlParseOptions {
        let options = XmlParseOptions::new().errors(self.errors).spans(self.spans).encoding(self.hints());
        match self.limits {
            Some(limits) => options.limits(limits),
            None => options,
        }
    }

    pub(crate) fn options(&self) -> ParseOptions {
        let mut options =
            ParseOptions::new().scripting(self.scripting).errors(self.errors).spans(self.spans).encoding(self.hints());
        if let Some(limits) = self.limits {
            options = options.limits(limits);
        }
        options
    }

    /// Returns a dict from which [`from_dict`](Self::from_dict) restores the settings.
    pub(crate) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("encoding", self.encoding.map(Encoding::name))?;
        dict.set_item("fragment", self.fragment.as_ref().map(|(context, _)| context))?;
        let mode = SCRIPTING.iter().find(|(_, mode)| *mode == self.scripting).map_or("disabled", |(name, _)| name);
        dict.set_item("scripting", mode)?;
        dict.set_item("errors", self.errors)?;
        dict.set_item("spans", self.spans)?;
        dict.set_item("detect", self.detect)?;
        dict.set_item("detect_utf_8", self.detect_utf_8)?;
        if self.xml {
            dict.set_item("xml", true)?;
        }
        if let Some(limits) = &self.limits {
            let fields = PyDict::new(py);
            for (name, value) in LIMITS.iter().zip(values(limits)) {
                fields.set_item(name, value)?;
            }
            dict.set_item("limits", py.import("limpid_html._types")?.getattr("Limits")?.call((), Some(&fields))?)?;
        }
        Ok(dict)
    }
}

/// The fields of the Python class `Limits`, in the order of `values`.
const LIMITS: [&str; 7] =
    ["depth", "attributes", "reconstructed_elements", "copied_attribute_bytes", "cloned_nodes", "nodes", "bytes"];

fn values(limits: &Limits) -> [Option<u32>; 7] {
    let Limits {
        depth, attributes, reconstructed_elements, copied_attribute_bytes, cloned_nodes, nodes, bytes, ..
    } = *limits;
    [
        Some(depth),
        Some(attributes),
        Some(reconstructed_elements),
        copied_attribute_bytes,
        cloned_nodes,
        Some(nodes),
        Some(bytes),
    ]
}

/// Reads a `limpid_html.Limits`, whose fields are numbers or `None` for the default.
fn limits_of(limits: &Bound<'_, PyAny>) -> PyResult<Limits> {
    if !limits.is_instance(limits.py().import("limpid_html._types")?.getattr("Limits")?.as_any())? {
        let kind = limits.get_type();
        return Err(PyTypeError::new_err(format!("limits must be a limpid_html.Limits, not {}", kind.name()?)));
    }
    let mut result = Limits::default();
    for name in LIMITS {
        let Some(Count(number)) = limits.getattr(name)?.extract::<Option<Count>>()? else { continue };
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        result = match name {
            "depth" => result.depth(number),
            "attributes" => result.attributes(number),
            "reconstructed_elements" => result.reconstructed_elements(number),
            "copied_attribute_bytes" => result.copied_attribute_bytes(number),
            "cloned_nodes" => result.cloned_nodes(number),
            "nodes" => result.nodes(number),
            _ => result.bytes(number),
        };
    }
    Ok(result)
}

/// A non-negative `int`. Larger values than `u64::MAX` become `u64::MAX`.
#[derive(Clone, Copy)]
pub(crate) struct Count(pub(crate) u64);

impl Count {
    pub(crate) fn get(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Count {
    type Error = PyErr;

    fn extract(number: Borrowed<'a, 'py, PyAny>) -> PyResult<Count> {
        if let Err(error) = number.extract::<u64>() {
            if !error.is_instance_of::<PyOverflowError>(number.py()) {
                return Err(error);
            }
            if number.lt(0)? {
                return Err(PyValueError::new_err(format!("expected a non-negative int, not {}", number.str()?)));
            }
        }
        Ok(Count(number.extract().unwrap_or(u64::MAX)))
    }
}
