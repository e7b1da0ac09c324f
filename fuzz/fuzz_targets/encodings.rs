//! The law of [`limpid_laws::encodings`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_laws::encodings::check(data));
