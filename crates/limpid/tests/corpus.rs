//! Real pages, where the shared corpus is there: pieces give what the whole gives.

use limpid::{ParseOptions, Parser, SerializeOptions};
use std::fs;
use std::path::{Path, PathBuf};

/// The pages in `$LIMPID_TEST_CORPUS`, or beside the repository, in the order of their names.
fn pages() -> Vec<PathBuf> {
    let folder = std::env::var_os("LIMPID_TEST_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/real"), PathBuf::from);
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    pages
}

/// Says that there is no data. With `CI=true` that is a failure, unless `LIMPID_SUITES_OPTIONAL=1`.
#[track_caller]
fn skip(what: &str) {
    let is_set = |variable, to| std::env::var_os(variable).is_some_and(|value| value == to);
    println!("skipped: {what}");
    let is_required = is_set("CI", "true") && !is_set("LIMPID_SUITES_OPTIONAL", "1");
    assert!(!is_required, "{what}: CI=true needs it; LIMPID_SUITES_OPTIONAL=1 does without");
}

#[test]
fn pages_in_pieces() {
    let pages = pages();
    if pages.is_empty() {
        return skip("no corpus of real pages");
    }
    let mut seed = 1_u32;
    // Pieces of all sizes, the same in every run.
    let mut next_size = |limit: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize % limit + 1
    };
    for page in pages {
        let bytes = fs::read(&page).unwrap();
        let whole = limpid::parse_bytes(bytes.as_slice());
        let whole_html = whole.to_html();
        for limit in [40, 1500, 70_000] {
            let mut parser = Parser::new(ParseOptions::new());
            let mut rest = bytes.as_slice();
            while !rest.is_empty() {
                let (piece, behind) = rest.split_at(next_size(limit).min(rest.len()));
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
fn pages_written_back_are_the_same() {
    let pages = pages();
    if pages.is_empty() {
        return skip("no corpus of real pages");
    }
    let mut lost = Vec::new();
    for page in pages {
        let bytes = fs::read(&page).unwrap();
        let document = limpid::parse_bytes(bytes.as_slice());
        let mut html = String::new();
        document.write_html(&mut html, &SerializeOptions::lossless()).unwrap();
        let again = limpid::parse(html.as_str());
        if again.to_test_dump() != document.to_test_dump() || again.quirks_mode() != document.quirks_mode() {
            lost.push(page);
        }
    }
    assert!(lost.is_empty(), "{lost:?}");
}
