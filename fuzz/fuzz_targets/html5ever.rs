//! Fuzzes the law [`limpid_testing::laws::html5ever`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_testing::laws::html5ever::check(data));
