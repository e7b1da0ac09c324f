//! Fuzzes the law [`limpid_testing::laws::source_edits`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_testing::laws::source_edits::check(data));
