//! The law of [`limpid_laws::tokens`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_laws::tokens::check(data));
