//! The law of [`limpid_laws::spans`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_laws::spans::check(data));
