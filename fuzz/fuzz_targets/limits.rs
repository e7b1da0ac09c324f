//! Fuzzes the law [`limpid_testing::laws::limits`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_testing::laws::limits::check(data));
