//! The law of [`limpid_laws::fix`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_laws::fix::check(data));
