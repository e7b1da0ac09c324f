//! The law of [`limpid_laws::trees`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_laws::trees::check(data));
