//! Operations on a document a million levels deep, in a thread with a stack of 256 KiB. Parsing, cloning, writing and dropping such
//! documents is tested in `limits.rs`.

use limpid::{Document, Limits, ParseOptions, ParseOutcome, Parser, Recycler, ScriptingMode, SerializeOptions};
use limpid_dom::invariants;

const LEVELS: usize = 1_000_000;

fn options() -> ParseOptions {
    ParseOptions::new().limits(Limits::none())
}

fn on_a_small_stack(test: fn()) {
    std::thread::Builder::new().stack_size(256 << 10).spawn(test).unwrap().join().unwrap();
}

/// Returns nested elements with end tags, and text in the innermost one.
fn page(name: &str) -> String {
    format!("{}<i id=innermost>x</i>{}", format!("<{name}>").repeat(LEVELS), format!("</{name}>").repeat(LEVELS))
}

#[test]
fn reading() {
    on_a_small_stack(|| {
        let page = page("div");
        let document = options().parse(&*page);
        invariants::check(&document).unwrap();
        // html, head and body are outside of the elements, i and its text inside.
        assert_eq!(document.descendants().count(), LEVELS + 5);
        assert_eq!(document.descendants().rev().count(), LEVELS + 5);
        assert_eq!(document.root().traverse().count(), 2 * (LEVELS + 6));
        assert_eq!(document.text_content(), "x");
        let innermost = document.element_by_id("innermost").unwrap();
        assert_eq!(innermost.ancestors().count(), LEVELS + 3);
        assert_eq!(document.title(), None);
        assert!(document.errors().len() < 3);
        let body = document.body().unwrap();
        assert_eq!(body.inner_html().len(), page.len() + "\"\"".len());
        let mut short = String::new();
        let options = SerializeOptions::new().omit_optional_tags(true).strip_whitespace(true).omit_quotes(true);
        document.root().write_html(&mut short, &options).unwrap();
        assert_eq!(short, page);
        // Documents have no equality; compare their markup.
        assert_eq!(document.clone().into_owned().to_html(), document.to_html());
    });
}

#[test]
fn changing() {
    on_a_small_stack(|| {
        let mut document = options().parse(page("span")).into_owned();
        let top = document.body().unwrap().first_child().unwrap().id();
        let innermost = document.element_by_id("innermost").unwrap().id();
        assert!(document.node_mut(innermost).unwrap().append(top).is_err());
        document.node_mut(top).unwrap().remove().unwrap();
        let root = document.body().unwrap().id();
        document.node_mut(root).unwrap().append(innermost).unwrap();
        document.node_mut(innermost).unwrap().append(top).unwrap();
        invariants::check(&document).unwrap();
        assert_eq!(document.descendants().count(), LEVELS + 5);
    });
}

#[test]
fn parsing_in_chunks() {
    on_a_small_stack(|| {
        let options = options().scripting(ScriptingMode::Normal).pause_at_scripts(true);
        for is_aborted in [false, true] {
            let mut parser = Parser::new(options.clone());
            let page = format!("{}<script>x</script>", "<div>".repeat(LEVELS));
            let mut outcome = ParseOutcome::NeedInput;
            for piece in page.as_bytes().chunks(1 << 12) {
                outcome = parser.feed_bytes(piece);
            }
            assert!(matches!(outcome, ParseOutcome::Script(_)));
            assert_eq!(parser.document().descendants().count(), LEVELS + 5);
            parser.write("<div>");
            let document = if is_aborted { parser.abort() } else { parser.finish() };
            assert_eq!(document.descendants().count(), LEVELS + 6);
        }
        let mut parser = Parser::new(options);
        parser.feed(&"<table><td>".repeat(1000));
        drop(parser);
    });
}

#[test]
fn parsing_with_a_recycler() {
    on_a_small_stack(|| {
        let mut recycler = Recycler::new(options());
        let page = page("x-y");
        for _ in 0..2 {
            let document: Document<'_> = recycler.parse(&*page);
            assert_eq!(document.text_content(), "x");
            recycler.recycle(document);
        }
    });
}
