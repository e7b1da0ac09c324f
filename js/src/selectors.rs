//! A cache of compiled selectors.

use crate::error::query_error;
use limpid::Selector;
use std::cell::RefCell;
use std::collections::HashMap;
use wasm_bindgen::JsValue;

/// The number of selectors at which the cache is emptied.
const MAX_SELECTORS: usize = 256;

thread_local! {
    static SELECTORS: RefCell<HashMap<String, Selector>> = RefCell::default();
}

/// Returns a compiled selector.
///
/// # Errors
/// `SelectorError` with a position.
pub(crate) fn selector(css: &str) -> Result<Selector, JsValue> {
    SELECTORS.with_borrow_mut(|selectors| {
        if let Some(selector) = selectors.get(css) {
            return Ok(selector.clone());
        }
        let selector = Selector::parse(css).map_err(|error| {
            let offset = error.offset();
            query_error("SelectorError", &error, css, offset)
        })?;
        if selectors.len() == MAX_SELECTORS {
            selectors.clear();
        }
        selectors.insert(css.to_owned(), selector.clone());
        Ok(selector)
    })
}
