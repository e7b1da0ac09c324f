//! Law of parsing: parsing a page whole, in chunks or with pauses at scripts produces the same tree and errors, and the invariants of the
//! tree hold.

use super::case::Case;
use limpid::{Document, Edge, ErrorCode, NodeRef, ParseError, ParseOptions, ParseOutcome, Parser, Recycler, TableSlot};
use limpid_dom::invariants;

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let case = Case::from_bytes(data);
    let whole = case.parse();
    assert_sound(&whole, "whole");
    let dump = whole.to_test_dump();
    for error in whole.errors() {
        assert!(case.text.get(error.span.range()).is_some(), "{error:?} in {:?}", case.text);
    }

    let chunked = in_chunks(&case, case.options());
    assert_sound(&chunked, "in chunks");
    assert_same(&whole, &chunked, "in chunks");
    // When the node limit is reached, parsing ends at the next token. If the page is parsed in chunks, this token can be the rest of a
    // text. Control characters in the chunk where parsing ends are not reported.
    let stop = |document: &Document<'_>| {
        document.errors().iter().find(|error| error.code == ErrorCode::NodeLimit).map(|error| error.span.start)
    };
    let end = [stop(&whole), stop(&chunked)].into_iter().flatten().min().unwrap_or(u32::MAX);
    let is_of_input_stream =
        |code| matches!(code, ErrorCode::ControlCharacterInInputStream | ErrorCode::NoncharacterInInputStream);
    let before_the_end =
        |error: &&ParseError| end == u32::MAX || (error.span.start < end && !is_of_input_stream(error.code));
    assert!(whole.errors().iter().filter(before_the_end).eq(chunked.errors().iter().filter(before_the_end)), "errors");

    let paused = in_chunks(&case, case.options().pause_at_scripts(true));
    assert_sound(&paused, "with pauses");
    assert_same(&whole, &paused, "with pauses");

    let silent = case.parse_with(&case.options().errors(false), &case.text);
    assert_same(&whole, &silent, "without errors");
    assert!(silent.errors().is_empty());

    check_tables(&whole);
    check_recycler(&case, &dump);
    check_copies(whole, &dump);
}

/// Parses the page in chunks, and resumes after each script.
fn in_chunks(case: &Case, options: ParseOptions) -> Document<'static> {
    let resume = |parser: &mut Parser, mut outcome| {
        while let ParseOutcome::Script(script) = outcome {
            assert_eq!(parser.running_script(), Some(script));
            outcome = parser.resume();
        }
    };
    let mut parser = case.parser(options);
    for piece in case.pieces() {
        let outcome = parser.feed(piece);
        resume(&mut parser, outcome);
    }
    parser.finish()
}

/// Checks that cells are inside of their table and do not share their first slot, and that tables are not much larger than their cells.
fn check_tables(document: &Document<'_>) {
    for table in document.tables() {
        let cells = table.cells();
        assert!(cells.is_sorted_by(|a, b| (a.row(), a.column()) < (b.row(), b.column())), "{table:?}");
        for cell in cells {
            assert!((1..=1_000).contains(&cell.width()) && cell.column() + cell.width() <= table.width(), "{cell:?}");
            assert!(cell.height() > 0 && cell.row() + cell.height() <= table.height(), "{cell:?}");
        }
        for cell in cells.iter().take(20) {
            assert!(table.headers_of(cell).iter().all(|header| cells.contains(header) && *header != cell));
        }
        let (mut slots, mut starting) = (0, 0);
        for slot in table.rows().flatten() {
            slots += 1;
            starting += usize::from(matches!(slot, TableSlot::Cell(_)));
        }
        assert!(starting == cells.len() && slots <= 64 * starting + 10_000, "{table:?}");
        let text = table.text(true);
        assert!(text.to_csv().len() >= text.rows.concat().concat().len());
    }
}

/// Checks parsing with recycled memory, for the start of the page and the whole page.
fn check_recycler(case: &Case, dump: &str) {
    let mut recycler = Recycler::new(case.options());
    let beginning: usize = case.pieces().iter().take(3).map(|piece| piece.len()).sum();
    for text in [&case.text[..beginning], &case.text] {
        let document = match case.context() {
            Some(context) => recycler.parse_fragment(text, context),
            None => recycler.parse(text),
        };
        assert_sound(&document, "in recycled memory");
        if text.len() == case.text.len() {
            assert_eq!(document.to_test_dump(), dump, "in recycled memory");
        }
        recycler.recycle(document);
    }
}

fn check_copies(whole: Document<'_>, dump: &str) {
    let html = whole.to_html();
    let copy = whole.clone();
    assert_eq!(copy.to_test_dump(), dump, "cloned");
    assert!(nodes(&copy).eq(nodes(&whole)), "cloned");
    assert_eq!((copy.errors(), copy.source()), (whole.errors(), whole.source()), "cloned");
    assert_same(&whole, &copy, "cloned");
    drop(copy);
    let owned = whole.into_owned();
    assert_sound(&owned, "owned");
    assert_eq!(owned.to_test_dump(), dump, "owned");
    assert_eq!(owned.to_html(), html, "owned");
    let count = owned.descendants().count();
    assert_eq!(owned.descendants().rev().count(), count);
    assert!(count < owned.node_count());
    let text: String = owned.descendants().filter_map(NodeRef::text).collect();
    assert_eq!(owned.text_content(), text);
}

/// Returns the data of all nodes that dumps do not contain, such as spans.
fn nodes(document: &Document<'_>) -> impl Iterator<Item = impl PartialEq> {
    document.trees().flat_map(NodeRef::traverse).filter_map(|event| match event {
        Edge::Enter(node) => Some((node.id(), node.kind(), node.span(), node.start_tag(), node.shadow_root_init())),
        Edge::Leave(_) => None,
    })
}

pub(crate) fn assert_sound(document: &Document<'_>, which: &str) {
    if let Err(broken) = invariants::check(document) {
        panic!("{which}: {broken}");
    }
}

fn assert_same(whole: &Document<'_>, other: &Document<'_>, which: &str) {
    assert_eq!(whole.to_test_dump(), other.to_test_dump(), "{which}");
    assert_eq!(whole.quirks_mode(), other.quirks_mode(), "{which}");
}
