//! Fuzzes the law [`limpid_testing::laws::rewrite`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_testing::laws::rewrite::check(data));
