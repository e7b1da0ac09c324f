//! Builds parts of the npm package:
//!
//!     limpid-js-build bindgen MODULE.wasm FOLDER NAME    writes NAME.js, NAME.d.ts and NAME_bg.wasm
//!     limpid-js-build checksums                          prints lib/checksums.js

use std::error::Error;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &*arguments.iter().map(String::as_str).collect::<Vec<_>>() {
        ["bindgen", module, folder, name] => bindgen(module, folder, name),
        ["checksums"] => {
            print!("{}", checksums());
            Ok(())
        }
        _ => Err("usage: limpid-js-build bindgen MODULE.wasm FOLDER NAME, or limpid-js-build checksums".into()),
    }
}

fn bindgen(module: &str, folder: &str, name: &str) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).web(true)?.typescript(false).omit_default_module_path(true);
    bindgen.remove_name_section(true).remove_producers_section(true).generate(folder)?;
    Ok(())
}

/// Returns the bytes that `lib/decode.js` decodes to check the platform's decoders.
fn sample() -> Vec<u8> {
    let pairs = (0x80..=0xFF).flat_map(|lead| (0x30..=0xFF).flat_map(move |trail| [lead, trail, 0x20]));
    let escaped = (0x21..=0x7E).flat_map(|lead| (0x21..=0x7E).flat_map(move |trail| [lead, trail]));
    pairs.chain(*b"\x1b$B").chain(escaped).chain(*b"\x1b(B").collect()
}

/// Returns the 32-bit FNV-1a hash of the UTF-16 code units of a text.
fn checksum(text: &str) -> u32 {
    text.encode_utf16().fold(0x811C_9DC5, |hash, unit| (hash ^ u32::from(unit)).wrapping_mul(0x0100_0193))
}

fn checksums() -> String {
    use encoding_rs::*;
    let encodings = [
        BIG5,
        EUC_JP,
        EUC_KR,
        GB18030,
        GBK,
        IBM866,
        ISO_2022_JP,
        ISO_8859_10,
        ISO_8859_13,
        ISO_8859_14,
        ISO_8859_15,
        ISO_8859_16,
        ISO_8859_2,
        ISO_8859_3,
        ISO_8859_4,
        ISO_8859_5,
        ISO_8859_6,
        ISO_8859_7,
        ISO_8859_8,
        ISO_8859_8_I,
        KOI8_R,
        KOI8_U,
        MACINTOSH,
        SHIFT_JIS,
        WINDOWS_1250,
        WINDOWS_1251,
        WINDOWS_1253,
        WINDOWS_1254,
        WINDOWS_1255,
        WINDOWS_1256,
        WINDOWS_1257,
        WINDOWS_1258,
        WINDOWS_874,
        X_MAC_CYRILLIC,
    ];
    let mut text = String::from(
        "// Written by `npm run checksums`: the checksums of what the decoders of the Encoding Standard return for the bytes in decode.js.\n\nexport const CHECKSUMS = {\n",
    );
    for encoding in encodings {
        let bytes = sample();
        let (decoded, _) = encoding.decode_without_bom_handling(&bytes);
        text += &format!("  '{}': 0x{:08x},\n", encoding.name().to_ascii_lowercase(), checksum(&decoded));
    }
    text + "};\n"
}
