//! The law of [`limpid_laws::rewrite`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_laws::rewrite::check(data));
