//! Fuzzes the law [`limpid_testing::laws::trees`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_testing::laws::trees::check(data));
