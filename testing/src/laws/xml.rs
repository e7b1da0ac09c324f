//! Law of XML5 parsing: parsing a document whole or in chunks produces the same tree and errors, the invariants of the tree hold, and no
//! limit is exceeded.
//!
//! The first byte selects options, the next two where the input is cut. The rest is the document, or the random numbers of a generator.

use super::trees::assert_sound;
use limpid::xml::{XmlParseOptions, XmlParser};
use limpid::{Document, ErrorCode, Limits};
use limpid_pages::{Random, pieces, xml as soup};

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let (&[flags, cuts @ ..], bytes) = data.split_first_chunk::<3>().unwrap_or((&[0; 3], data));
    let text = if flags & 1 == 0 { String::from_utf8_lossy(bytes).into_owned() } else { generated(bytes) };
    let options = XmlParseOptions::new().spans(flags & 2 != 0).limits(limits(flags));
    let whole = options.parse(&*text);
    assert_sound(&whole, "whole");
    let dump = whole.to_test_dump();
    for error in whole.errors() {
        assert!(text.get(error.span.range()).is_some(), "{error:?} in {text:?}");
    }

    let mut parser = XmlParser::new(options.clone());
    pieces(&text, u16::from_le_bytes(cuts)).into_iter().for_each(|piece| parser.feed(piece));
    let cut = parser.finish();
    assert_sound(&cut, "in chunks");
    assert_eq!(cut.to_test_dump(), dump, "in chunks: {text:?}");
    assert_eq!(cut.errors(), whole.errors(), "in chunks: {text:?}");

    let silent = options.clone().errors(false).parse(&*text);
    assert_eq!(silent.to_test_dump(), dump, "without errors: {text:?}");
    assert!(silent.errors().is_empty());

    if flags & 1 == 0 {
        check_bytes(&options, bytes, u16::from_le_bytes(cuts));
    }
    check_limits(&text, flags);
}

/// Checks that the result for bytes, including the encoding, does not depend on where they are cut.
fn check_bytes(options: &XmlParseOptions, bytes: &[u8], cuts: u16) {
    let whole = options.parse_bytes(bytes);
    let mut parser = XmlParser::new(options.clone());
    parser.feed_bytes(&[]);
    bytes.chunks(usize::from(cuts % 7) + 1).for_each(|piece| parser.feed_bytes(piece));
    let pieces = parser.finish();
    assert_eq!(pieces.encoding(), whole.encoding());
    assert_eq!(pieces.to_test_dump(), whole.to_test_dump(), "bytes in chunks: {bytes:?}");
    assert_eq!(pieces.errors(), whole.errors(), "bytes in chunks: {bytes:?}");
}

fn check_limits(text: &str, flags: u8) {
    let number = u32::from(flags / 4);
    let has = |document: &Document<'_>, code| document.errors().iter().any(|error| error.code == code);
    let nodes = number * 2 + 1;
    let limited = XmlParseOptions::new().limits(Limits::default().nodes(nodes)).parse(text);
    assert_sound(&limited, "limited");
    assert!(limited.node_count() <= nodes as usize, "{} of {nodes} nodes", limited.node_count());
    let limited = XmlParseOptions::new().limits(Limits::default().depth(number)).parse(text);
    assert_sound(&limited, "limited");
    let depth = limited.descendants().map(|node| node.ancestors().filter(|it| it.is_element()).count()).max();
    assert!(depth.unwrap_or(0) <= number.max(2) as usize, "{depth:?} of {number} levels");
    if !has(&limited, ErrorCode::DepthLimit) {
        let whole = limpid::xml::parse(text);
        assert_eq!(whole.to_test_dump(), limited.to_test_dump(), "no limit was reported");
    }
}

fn limits(flags: u8) -> Limits {
    let number = u32::from(flags / 8);
    match flags / 4 % 2 {
        0 => Limits::default(),
        _ => Limits::default()
            .depth(2 + number)
            .attributes(1 + number % 4)
            .entity_depth(number % 5)
            .entity_bytes(number * 8),
    }
}

/// Generates XML soup. The bytes are used as the random numbers of the generator.
fn generated(choices: &[u8]) -> String {
    let mut random = Random::from_bytes(choices);
    let mut text = String::new();
    while random.has_bytes() && text.len() < 4096 {
        text.extend(soup::document(&mut random, 40));
    }
    text
}
