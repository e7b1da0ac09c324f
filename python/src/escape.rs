//! Functions that escape text for markup and selectors.

use pyo3::prelude::*;

use crate::markup::{Html, Text};

/// Escapes text for use as element content.
///
///     >>> import limpid_html as limpid
///     >>> limpid.escape_text("1 < 2 & 3")
///     '1 &lt; 2 &amp; 3'
///
/// Do not use it inside `script` and `style`, where character references are not decoded.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn escape_text(text: Text) -> String {
    limpid::escape::text(&text).into_owned()
}

/// Escapes text for an attribute value in single or double quotes.
///
///     >>> import limpid_html as limpid
///     >>> limpid.escape_attribute("Tom & 'Jerry'")
///     'Tom &amp; &#39;Jerry&#39;'
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn escape_attribute(text: Text) -> String {
    limpid::escape::attribute(&text).into_owned()
}

/// Decodes character references, as the parser does in text.
///
///     >>> import limpid_html as limpid
///     >>> limpid.unescape("caf&eacute; &amp; &#x2192;")
///     'café & →'
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn unescape(text: Html) -> String {
    limpid::unescape(&text).into_owned()
}

/// Escapes text so that it can be used as a name in a CSS selector: an id, a class, an element or an attribute.
///
///     >>> import limpid_html as limpid
///     >>> document = limpid.parse("<p id='1.5'>Tea")
///     >>> document.select_one("#" + limpid.css_escape("1.5")).inner_text()
///     'Tea'
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn css_escape(text: Text) -> String {
    limpid::css_escape(&text)
}
