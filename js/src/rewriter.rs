//! The class `RewriterHandle`: changes a page as it arrives.
//!
//! A JavaScript object cannot hold a reference with a lifetime, such as the one to the Rust element. Therefore a handler receives a copy of the start
//! tag, and returns the requested changes as strings.

use crate::error::{argument, error, query_error};
use crate::tree::encoding_of;
use js_sys::{Array, Function};
use limpid::EncodingHints;
use limpid::rewrite::{ContentType, Element, Handlers, HandlersError, RewriteError, Rewriter, Settings};
use std::cell::Cell;
use wasm_bindgen::prelude::*;

thread_local! {
    /// The handler of the rewriter that is running, and the exception that it has thrown. The closures of a rewriter must be `Send`, so they
    /// cannot contain objects of JavaScript.
    static HANDLER: Cell<Option<Function>> = const { Cell::new(None) };
    static THROWN: Cell<Option<JsValue>> = const { Cell::new(None) };
}

/// Makes a function the handler during a call. Calls can be nested, because a handler can run another rewriter.
fn with_handler<T>(handler: &Function, call: impl FnOnce() -> Result<T, RewriteError>) -> Result<T, JsValue> {
    let outer = HANDLER.replace(Some(handler.clone()));
    let result = call();
    HANDLER.set(outer);
    result.map_err(|reason| THROWN.take().unwrap_or_else(|| rewrite_error(reason)))
}

/// A rewriter of one page.
#[wasm_bindgen]
pub struct RewriterHandle {
    /// `None` after the end, and after an error.
    rewriter: Option<Rewriter<'static, Vec<u8>>>,
}

#[wasm_bindgen]
impl RewriterHandle {
    /// Creates a rewriter.
    #[wasm_bindgen(constructor)]
    pub fn new(
        selectors: Vec<String>,
        label: Option<String>,
        memory_limit: Option<usize>,
    ) -> Result<RewriterHandle, JsValue> {
        let mut handlers = Handlers::new();
        for (index, css) in selectors.iter().enumerate() {
            let call = move |element: &mut Element<'_>| {
                let handler = HANDLER.take();
                HANDLER.set(handler.clone());
                let Some(handler) = handler else { return Ok(()) };
                call(&handler, index, element).map_err(|exception| {
                    THROWN.set(Some(exception));
                    "the handler has thrown".into()
                })
            };
            handlers = handlers.element(css, call).map_err(|reason| selector_error(css, &reason))?;
        }
        let mut settings = Settings::new().encoding(EncodingHints::new().transport_encoding(encoding_of(label)?));
        if let Some(bytes) = memory_limit {
            settings = settings.memory_limit(bytes);
        }
        let rewriter = Rewriter::new(handlers, settings, Vec::new()).map_err(rewrite_error)?;
        Ok(RewriterHandle { rewriter: Some(rewriter) })
    }

    /// Rewrites the next bytes of the page, and returns the bytes that are ready. `handler` is called with the index of the selector, the name, the
    /// namespace, the attributes, and whether the element can have content, and returns an array of strings: for each change its name and two values.
    pub fn write(&mut self, bytes: &[u8], handler: &Function) -> Result<Vec<u8>, JsValue> {
        let rewriter = self.rewriter.as_mut().ok_or_else(ended)?;
        let result = with_handler(handler, || rewriter.write(bytes));
        let output = core::mem::take(rewriter.output_mut());
        if result.is_err() {
            self.rewriter = None;
        }
        result.map(|()| output)
    }

    /// Ends the page, and returns the remaining bytes.
    pub fn end(&mut self, handler: &Function) -> Result<Vec<u8>, JsValue> {
        let rewriter = self.rewriter.take().ok_or_else(ended)?;
        with_handler(handler, || rewriter.into_output())
    }
}

fn ended() -> JsValue {
    error("Error", "the rewriter has ended; create one for each page")
}

/// Returns the error of a selector, with its position.
fn selector_error(css: &str, reason: &HandlersError) -> JsValue {
    let offset = match reason {
        HandlersError::Selector(error) => error.offset(),
        // The part is serialized, so it may be written differently in the selector.
        HandlersError::Stream(error) => css.find(error.part()).unwrap_or(0),
        _ => 0,
    };
    query_error("SelectorError", reason, css, offset)
}

fn rewrite_error(reason: RewriteError) -> JsValue {
    error(
        "RewriteError",
        reason.to_string().replace("`Settings::memory_limit`; raise that limit", "the option `memoryLimit`; raise it"),
    )
}

/// Calls the handler, and applies the changes that it returns.
fn call(handler: &Function, index: usize, element: &mut Element<'_>) -> Result<(), JsValue> {
    let attributes = Array::new();
    for (name, value) in element.attributes() {
        attributes.push(&JsValue::from_str(&name));
        attributes.push(&JsValue::from_str(&value));
    }
    let arguments = Array::of5(
        &JsValue::from_f64(index as f64),
        &JsValue::from_str(element.tag_name()),
        &JsValue::from_str(element.namespace().url()),
        &attributes,
        &JsValue::from_bool(element.can_have_content()),
    );
    let changes = Array::from(&handler.apply(&JsValue::NULL, &arguments)?);
    let text = |at: u32| changes.get(at).as_string().unwrap_or_default();
    for at in (0..changes.length()).step_by(3) {
        let (change, first, second) = (text(at), text(at + 1), text(at + 2));
        let kind = if second == "html" { ContentType::Html } else { ContentType::Text };
        match &*change {
            "rename" => element.set_tag_name(&first).map_err(argument)?,
            "setAttribute" => element.set_attribute(&first, &second).map_err(argument)?,
            "removeAttribute" => element.remove_attribute(&first),
            "before" => element.before(&first, kind),
            "after" => element.after(&first, kind),
            "prepend" => element.prepend(&first, kind),
            "append" => element.append(&first, kind),
            "setInnerContent" => element.set_inner_content(&first, kind),
            "replace" => element.replace(&first, kind),
            "remove" => element.remove(),
            "removeAndKeepContent" => element.remove_and_keep_content(),
            "stop" => element.stop(),
            _ => return Err(error("Error", format!("unknown change {change}"))),
        }
    }
    Ok(())
}
