//! Bytes of any encoding cut anywhere give the encoding and the tree of the whole.
#![no_main]

use libfuzzer_sys::fuzz_target;
use limpid::{ParseOptions, Parser};

fuzz_target!(|input: (Vec<u16>, &[u8])| {
    let (cuts, bytes) = input;
    let whole = limpid::parse_bytes(bytes);
    let mut parser = Parser::new(ParseOptions::new().retained_bytes(usize::MAX));
    let mut start = 0;
    for cut in cuts {
        let end = bytes.len().min(start + cut as usize);
        parser.feed_bytes(&bytes[start..end]);
        start = end;
    }
    parser.feed_bytes(&bytes[start..]);
    let pieces = parser.finish();
    assert_eq!(whole.encoding(), pieces.encoding());
    assert_eq!(whole.to_test_dump(), pieces.to_test_dump());
    assert_eq!(whole.errors(), pieces.errors());
});
