//! Errors as JavaScript's `Error` objects.

use core::fmt::Display;
use js_sys::{Error, RangeError, Reflect, TypeError};
use wasm_bindgen::JsValue;

/// Returns an `Error` with a name, such as `SelectorError`, or an object of the class with this name.
pub(crate) fn error(name: &str, message: impl Display) -> JsValue {
    let message = message.to_string();
    let error: Error = match name {
        "TypeError" => TypeError::new(&message).into(),
        "RangeError" => RangeError::new(&message).into(),
        _ => Error::new(&message),
    };
    error.set_name(name);
    error.into()
}

/// Returns an error of a query, with the position of the error in the query in UTF-16 code units.
pub(crate) fn query_error(name: &str, message: impl Display, query: &str, offset: usize) -> JsValue {
    let before = query.get(..offset).unwrap_or(query);
    let position = before.encode_utf16().count() as u32;
    let message = message.to_string().replace(&format!("at byte {offset}"), &format!("at index {position}"));
    let error = error(name, message);
    // Setting a property of an `Error` does not fail.
    let _ = Reflect::set(&error, &"position".into(), &position.into());
    error
}

/// Returns an error about an argument.
pub(crate) fn argument(message: impl Display) -> JsValue {
    error("TypeError", message)
}
