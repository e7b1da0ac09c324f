//! The law of [`limpid_laws::events`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_laws::events::check(data));
