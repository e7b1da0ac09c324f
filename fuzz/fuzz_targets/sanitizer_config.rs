//! Fuzzes the law [`limpid_testing::laws::sanitizer_config`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_testing::laws::sanitizer_config::check(data));
