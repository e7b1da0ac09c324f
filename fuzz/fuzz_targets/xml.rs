//! The law of [`limpid_laws::xml`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_laws::xml::check(data));
