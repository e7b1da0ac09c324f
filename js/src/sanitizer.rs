//! The class `SanitizerHandle`: a sanitizer with its configuration.

use crate::error::error;
use limpid::sanitize::{Cleaner, Rules, Sanitizer, SanitizerConfig};
use wasm_bindgen::prelude::*;

/// A sanitizer.
#[wasm_bindgen]
pub struct SanitizerHandle(Cleaner);

#[wasm_bindgen]
impl SanitizerHandle {
    /// Creates a sanitizer from JSON. Without a configuration, it is the standard's safe default.
    #[wasm_bindgen(constructor)]
    pub fn new(config: Option<String>, rules: Option<String>) -> Result<SanitizerHandle, JsValue> {
        let invalid = |part: &str, reason: &dyn core::fmt::Display| {
            error("SanitizerConfigError", format!("{part} not valid: {reason}"))
        };
        let sanitizer = match config {
            None => Sanitizer::default(),
            Some(config) => {
                let config: SanitizerConfig =
                    serde_json::from_str(&config).map_err(|reason| invalid("the configuration is", &reason))?;
                Sanitizer::for_safe_methods(&config).map_err(|reason| invalid("the configuration is", &reason))?
            }
        };
        let rules = rules.map(|rules| serde_json::from_str::<Rules>(&rules)).transpose();
        let rules = rules.map_err(|reason| invalid("the rules are", &reason))?.unwrap_or_default();
        let cleaner = Cleaner::new(sanitizer, rules).map_err(|reason| invalid("the rules are", &reason))?;
        Ok(SanitizerHandle(cleaner))
    }

    pub fn sanitize(&self, html: &str) -> String {
        self.0.clean(html)
    }
}
