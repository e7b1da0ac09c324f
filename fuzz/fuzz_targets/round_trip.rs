//! Fuzzes the law [`limpid_testing::laws::round_trip`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| limpid_testing::laws::round_trip::check(data));
