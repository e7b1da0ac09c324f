//! The law of [`limpid_laws::sanitize`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_laws::sanitize::check(data));
