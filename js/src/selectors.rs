//! A cache of compiled selectors.

use crate::error::query_error;
use limpid::{Selector, SelectorOptions};
use std::cell::Cell;
use std::collections::HashMap;
use wasm_bindgen::JsValue;

/// The number of selectors at which the cache is emptied.
const MAX_SELECTORS: usize = 256;

thread_local! {
    static SELECTORS: Cell<HashMap<String, Selector>> = Cell::default();
}

/// Returns a compiled selector.
///
/// # Errors
/// `SelectorError` with a position.
pub(crate) fn selector(css: &str) -> Result<Selector, JsValue> {
    // Taken rather than borrowed: a stack overflow of JavaScript ends this function without ending a borrow.
    let mut selectors = SELECTORS.take();
    let found = match selectors.get(css) {
        Some(selector) => Ok(selector.clone()),
        None => parse(css).inspect(|selector| {
            if selectors.len() == MAX_SELECTORS {
                selectors.clear();
            }
            selectors.insert(css.to_owned(), selector.clone());
        }),
    };
    SELECTORS.set(selectors);
    found
}

fn parse(css: &str) -> Result<Selector, JsValue> {
    // Authors of programs for jQuery and cheerio expect `:contains()`.
    SelectorOptions::new().contains(true).parse(css).map_err(|error| {
        let offset = error.offset();
        query_error("SelectorError", &error, css, offset)
    })
}
