//! The class `RewriterHandle`: changes a page as it arrives.
//!
//! A JavaScript object cannot hold a reference with a lifetime, such as the one to the Rust element. Therefore a handler receives a copy of the start
//! tag, and returns the requested changes as strings.

use crate::error::{argument, error, query_error};
use js_sys::{Array, Function};
use limpid::rewrite::{ContentType, Element, Handlers, HandlersError, RewriteError, Rewriter, Settings};
use limpid::{Encoding, EncodingHints};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use wasm_bindgen::prelude::*;

/// The handler of a rewriter, and the exception that it has thrown.
struct Handler {
    function: Function,
    thrown: Option<JsValue>,
}

thread_local! {
    /// The handlers by the numbers of their rewriters. The rewriter's closures must be `Send`, which objects of JavaScript are not.
    static HANDLERS: RefCell<HashMap<u64, Handler>> = RefCell::default();
    static NEXT_NUMBER: Cell<u64> = const { Cell::new(0) };
}

/// The number of a handler, which is removed at the end.
struct HandlerNumber(u64);

impl HandlerNumber {
    fn new(function: Function) -> HandlerNumber {
        let number = NEXT_NUMBER.get();
        NEXT_NUMBER.set(number + 1);
        HANDLERS.with_borrow_mut(|handlers| handlers.insert(number, Handler { function, thrown: None }));
        HandlerNumber(number)
    }

    fn take_thrown(&self) -> Option<JsValue> {
        HANDLERS.with_borrow_mut(|handlers| handlers.get_mut(&self.0)?.thrown.take())
    }
}

impl Drop for HandlerNumber {
    fn drop(&mut self) {
        HANDLERS.with_borrow_mut(|handlers| handlers.remove(&self.0));
    }
}

/// A rewriter of one page.
#[wasm_bindgen]
pub struct RewriterHandle {
    /// `None` after the end, and after an error.
    rewriter: Option<Rewriter<'static, Vec<u8>>>,
    handler: HandlerNumber,
}

#[wasm_bindgen]
impl RewriterHandle {
    /// Creates a rewriter. `handler` is called with the index of the selector, the name, the namespace, the attributes, and whether the element can
    /// have content, and returns an array of strings: for each change its name and two values.
    #[wasm_bindgen(constructor)]
    pub fn new(selectors: Vec<String>, handler: &Function, label: Option<String>) -> Result<RewriterHandle, JsValue> {
        let handler = HandlerNumber::new(handler.clone());
        let mut handlers = Handlers::new();
        for (index, css) in selectors.iter().enumerate() {
            let number = handler.0;
            let call = move |element: &mut Element<'_>| {
                let function = HANDLERS.with_borrow(|handlers| handlers.get(&number).map(|own| own.function.clone()));
                let Some(function) = function else { return Ok(()) };
                call(&function, index, element).map_err(|exception| {
                    HANDLERS.with_borrow_mut(|handlers| {
                        if let Some(own) = handlers.get_mut(&number) {
                            own.thrown = Some(exception);
                        }
                    });
                    "the handler has thrown".into()
                })
            };
            handlers = handlers.element(css, call).map_err(|reason| selector_error(css, &reason))?;
        }
        let encoding = label.map(|label| {
            Encoding::for_label(&label).ok_or_else(|| error("RangeError", format!("unknown encoding {label:?}")))
        });
        let hints = EncodingHints::new().transport_encoding(encoding.transpose()?);
        let rewriter = Rewriter::new(handlers, Settings::new().encoding(hints), Vec::new()).map_err(rewrite_error)?;
        Ok(RewriterHandle { rewriter: Some(rewriter), handler })
    }

    /// Rewrites the next bytes of the page, and returns the bytes that are ready.
    pub fn write(&mut self, bytes: &[u8]) -> Result<Vec<u8>, JsValue> {
        let rewriter = self.rewriter.as_mut().ok_or_else(ended)?;
        match rewriter.write(bytes) {
            Ok(()) => Ok(core::mem::take(rewriter.output_mut())),
            Err(reason) => {
                self.rewriter = None;
                Err(self.exception(reason))
            }
        }
    }

    /// Ends the page, and returns the remaining bytes.
    pub fn end(&mut self) -> Result<Vec<u8>, JsValue> {
        let rewriter = self.rewriter.take().ok_or_else(ended)?;
        rewriter.into_output().map_err(|reason| self.exception(reason))
    }

    fn exception(&self, reason: RewriteError) -> JsValue {
        self.handler.take_thrown().unwrap_or_else(|| rewrite_error(reason))
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
    error("RewriteError", reason)
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
