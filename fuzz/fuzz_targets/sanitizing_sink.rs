//! Fuzzes the law [`limpid_testing::laws::sanitizing_sink`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_testing::laws::sanitizing_sink::check(data));
