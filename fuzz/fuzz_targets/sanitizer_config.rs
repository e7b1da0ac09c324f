//! The law of [`limpid_laws::sanitizer_config`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_laws::sanitizer_config::check(data));
