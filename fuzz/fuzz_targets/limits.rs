//! The law of [`limpid_laws::limits`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_laws::limits::check(data));
