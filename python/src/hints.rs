//! Errors for attributes and constructors that limpid's classes do not have. They suggest what to use instead.

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;

/// Returns limpid's equivalent of an attribute of documents or nodes in selectolax, BeautifulSoup, lxml, parsel or browsers.
fn equivalent(name: &str) -> Option<&'static str> {
    Some(match name {
        "css" | "cssselect" | "find_all" | "findAll" | "findall" | "query" | "querySelectorAll"
        | "query_selector_all" => "select",
        "css_first" | "find" | "query_one" | "querySelector" | "query_selector" | "select_first" => "select_one",
        "css_matches" => "matches",
        "getElementById" | "find_by_id" | "get_element_by_id" => "document.element_by_id(id)",
        "text" | "get_text" | "getText" | "string" | "to_text" => {
            "inner_text(), or text_content() to include hidden text"
        }
        "itertext" | "strings" | "stripped_strings" | "xpath_text" => {
            "inner_text(), or [node.data for node in node.descendants if node.kind == \"text\"]"
        }
        "to_xml" => "xml()",
        "chunks" | "sections" => "passages()",
        "to_markdown" => "markdown",
        "attrs" | "attrib" => "attributes",
        "has_attr" | "hasAttribute" => "`name in node`",
        "getAttribute" => "get",
        "name" | "tag_name" | "tagName" => "tag",
        "next" | "next_element" | "nextSibling" | "getnext" | "find_next_sibling" => "next_sibling",
        "prev" | "previous_element" | "previousSibling" | "getprevious" | "find_previous_sibling" => "previous_sibling",
        "tail" => "next_sibling; its kind is \"text\" if text follows",
        "getparent" | "parentNode" => "parent",
        "find_parent" | "find_parents" => "closest(selector) or ancestors",
        "contents" | "getchildren" | "iterchildren" | "child_nodes" => "children",
        "iter" | "traverse" | "iterdescendants" => "descendants",
        "getroot" => "root",
        "getroottree" | "ownerDocument" => "document",
        "iterlinks" => "document.links()",
        "prettify" => "html(pretty=True)",
        "outerHTML" | "outer_html" | "decode_contents" | "tostring" => "html() or inner_html()",
        "innerHTML" => "inner_html",
        "append" | "clear" | "decompose" | "drop_tag" | "drop_tree" | "extract" | "insert" | "insert_after"
        | "insert_before" | "remove" | "replace_with" | "set" | "unwrap" | "wrap" => {
            "`with document.edit() as editor:` and a method of the editor, such as editor.remove(node)"
        }
        _ => return None,
    })
}

/// Returns the `AttributeError` for a missing attribute. From `name` and `obj`, Python suggests a similar name.
pub(crate) fn no_attribute(object: &Bound<'_, PyAny>, name: &str) -> PyErr {
    let class = object.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
    let advice = equivalent(name).map_or_else(String::new, |equivalent| format!("; use {equivalent}"));
    let error = PyAttributeError::new_err(format!("'limpid_html.{class}' object has no attribute '{name}'{advice}"));
    let value = error.value(object.py());
    match value.setattr("name", name).and_then(|()| value.setattr("obj", object)) {
        Ok(()) => error,
        Err(error) => error,
    }
}

/// Returns the `TypeError` for calling a class without a constructor.
pub(crate) fn no_constructor(class: &str, advice: &str) -> PyErr {
    PyTypeError::new_err(format!("cannot create 'limpid_html.{class}' instances; {advice}"))
}
