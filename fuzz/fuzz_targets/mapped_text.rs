//! Fuzzes the law [`limpid_testing::laws::mapped_text`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_testing::laws::mapped_text::check(data));
