//! Real pages, where the shared corpus is there: pieces give what the whole gives.

use limpid::{ParseOptions, Parser};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of pages: `$LIMPID_TEST_CORPUS`, or beside the repository.
fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("LIMPID_TEST_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/real"), PathBuf::from);
    folder.is_dir().then_some(folder)
}

#[test]
fn pages_in_pieces() {
    let Some(folder) = corpus() else {
        println!("skipped: no corpus of real pages");
        return;
    };
    let mut pages: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    let mut size = 1;
    for page in pages {
        let bytes = fs::read(&page).unwrap();
        let whole = limpid::parse_bytes(bytes.as_slice());
        // Sizes of all kinds, over the pages.
        for _ in 0..2 {
            size = size * 7 % 4099;
            let mut parser = Parser::new(ParseOptions::new());
            for piece in bytes.chunks(size) {
                parser.feed_bytes(piece);
            }
            let pieces = parser.finish();
            assert!(pieces.to_html() == whole.to_html(), "{} in pieces of {size}", page.display());
            assert!(pieces.errors() == whole.errors(), "errors of {} in pieces of {size}", page.display());
            assert_eq!(pieces.encoding(), whole.encoding());
        }
    }
}
