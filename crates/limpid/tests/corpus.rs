//! Real pages, if the shared corpus is available: parsing in chunks and writing edits back.

use limpid::{ParseOptions, Parser, SerializeOptions};
use limpid_pages::{Random, data};
use std::fs;

#[test]
fn pages_in_chunks() {
    let mut random = Random::new(1);
    for page in data::real_pages_or_skip() {
        let bytes = fs::read(&page).unwrap();
        let whole = limpid::parse_bytes(bytes.as_slice());
        let whole_html = whole.to_html();
        for limit in [40, 1500, 70_000] {
            let mut parser = Parser::new(ParseOptions::new());
            let mut rest = bytes.as_slice();
            while !rest.is_empty() {
                let (piece, behind) = rest.split_at((1 + random.below(limit)).min(rest.len()));
                parser.feed_bytes(piece);
                rest = behind;
            }
            let pieces = parser.finish();
            assert!(pieces.to_html() == whole_html, "{} in pieces of up to {limit}", page.display());
            assert!(pieces.errors() == whole.errors(), "errors of {} in pieces of up to {limit}", page.display());
            assert_eq!(pieces.encoding(), whole.encoding());
        }
    }
}

#[test]
fn unedited_pages_are_written_back_unchanged() {
    let mut lost = Vec::new();
    for page in data::real_pages_or_skip() {
        let bytes = fs::read(&page).unwrap();
        let document = limpid::parse_bytes(bytes.as_slice());
        let mut html = String::new();
        document.root().write_html(&mut html, &SerializeOptions::lossless()).unwrap();
        let again = limpid::parse(html.as_str());
        if again.to_test_dump() != document.to_test_dump() || again.quirks_mode() != document.quirks_mode() {
            lost.push(page);
        }
    }
    assert!(lost.is_empty(), "{lost:?}");
}
