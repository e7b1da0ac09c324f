//! The law of [`limpid_laws::xpath`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_laws::xpath::check(data));
