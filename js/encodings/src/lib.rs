//! Decodes legacy encodings. Node's `TextDecoder` differs from the Encoding Standard for some of them.

use encoding_rs::Encoding;
use wasm_bindgen::prelude::*;

/// Returns the text of bytes in the encoding with a label, and U+FFFD for each error.
#[wasm_bindgen]
pub fn decode(bytes: &[u8], label: &str) -> String {
    let encoding = Encoding::for_label(label.as_bytes()).unwrap_or(encoding_rs::WINDOWS_1252);
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}
