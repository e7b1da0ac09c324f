//! The parser with whole input, chunks, scripts and encoding declarations.

use limpid_html5ever as html5ever;

use html5ever::tendril::{ByteTendril, StrTendril, TendrilSink};
use html5ever::tokenizer::{BufferQueue, Tokenizer};
use html5ever::tree_builder::{Quirks, TreeBuilder, TreeBuilderOpts, TreeSink};
use html5ever::{
    LocalName, ParseOpts, QualName, TokenizerResult, local_name, ns, parse_document, parse_fragment, serialize,
};
use markup5ever_rcdom::{Handle, NodeData, RcDom, SerializableHandle};

fn markup(document: &Handle) -> String {
    let mut out = Vec::new();
    let node = SerializableHandle::from(document.clone());
    serialize(&mut out, &node, Default::default()).expect("writing to memory does not fail");
    String::from_utf8(out).expect("markup is text")
}

fn text(node: &Handle) -> String {
    match &node.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => node.children.borrow().iter().map(text).collect(),
    }
}

#[test]
fn documents_and_fragments() {
    let dom = parse_document(RcDom::default(), ParseOpts::default()).one("<p>One<p>Two");
    assert_eq!(markup(&dom.document), "<html><head></head><body><p>One</p><p>Two</p></body></html>");
    assert_eq!(dom.quirks_mode.get(), Quirks);
    assert_eq!(*dom.errors.borrow(), ["missing-doctype"]);
    let context = QualName::new(None, ns!(html), local_name!("select"));
    let dom = parse_fragment(RcDom::default(), ParseOpts::default(), context, Vec::new(), false).one("<option>x");
    assert_eq!(markup(&dom.document), "<html><option>x</option></html>");
}

#[test]
fn chunks_and_bytes() {
    let mut parser = parse_document(RcDom::default(), ParseOpts::default());
    for piece in ["\u{feff}<p cl", "ass=\"a&am", "p;b\">x&n", "ot;\r", "\ny</", "p>"] {
        parser.process(piece.into());
    }
    let dom = parser.finish();
    assert_eq!(markup(&dom.document), "<html><head></head><body><p class=\"a&amp;b\">x¬\ny</p></body></html>");

    let mut parser = parse_document(RcDom::default(), ParseOpts::default()).from_utf8();
    for piece in [&b"<p>caf\xc3"[..], b"\xa9 \xff"] {
        parser.process(ByteTendril::from(piece));
    }
    let dom = parser.finish();
    assert_eq!(text(&dom.document), "café \u{fffd}");
    let parser = parse_document(RcDom::default(), ParseOpts::default()).from_utf8();
    let dom = parser.read_from(&mut &b"<p>x"[..]).expect("reading from memory does not fail");
    assert_eq!(text(&dom.document), "x");
}

#[test]
fn byte_order_mark_is_discarded_at_the_start_only() {
    let mut opts = ParseOpts::default();
    let dom = parse_document(RcDom::default(), opts.clone()).one("\u{feff}<p>\u{feff}");
    assert_eq!(text(&dom.document), "\u{feff}");
    opts.tokenizer.discard_bom = false;
    let dom = parse_document(RcDom::default(), opts).one("\u{feff}<p>");
    assert_eq!(text(&dom.document), "\u{feff}");
}

#[test]
fn options_of_the_tree_builder() {
    let parse = |tree_builder, input| {
        let opts = ParseOpts { tree_builder, ..ParseOpts::default() };
        parse_document(RcDom::default(), opts).one(input)
    };
    let noscript = "<!DOCTYPE html><body><noscript><b>x</b></noscript>";
    let off = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let elements = |dom: &RcDom| dom.document.children.borrow()[1].children.borrow()[1].children.borrow()[0].clone();
    assert!(matches!(elements(&parse(off, noscript)).children.borrow()[0].data, NodeData::Element { .. }));
    let on = TreeBuilderOpts::default();
    assert!(matches!(elements(&parse(on, noscript)).children.borrow()[0].data, NodeData::Text { .. }));
    let dropping = TreeBuilderOpts { drop_doctype: true, ..on };
    assert_eq!(parse(dropping, "<!DOCTYPE html>").document.children.borrow().len(), 1);
    let srcdoc = TreeBuilderOpts { iframe_srcdoc: true, ..on };
    assert_eq!(parse(srcdoc, "<p>").errors.borrow().len(), 0);
    // In quirks mode a table does not close a paragraph.
    let quirky = TreeBuilderOpts { quirks_mode: Quirks, ..srcdoc };
    assert!(markup(&parse(quirky, "<p><table>").document).contains("<p><table>"));
    assert!(markup(&parse(srcdoc, "<p><table>").document).contains("<p></p><table>"));
}

fn tokenizer(opts: TreeBuilderOpts) -> Tokenizer<TreeBuilder<Handle, RcDom>> {
    Tokenizer::new(TreeBuilder::new(RcDom::default(), opts), Default::default())
}

/// Parses a page and inserts the text of each script after the script. Returns the markup and the texts.
fn run_scripts(input: &str, opts: TreeBuilderOpts) -> (String, Vec<String>) {
    let tokenizer = tokenizer(opts);
    let (queue, mut scripts) = (BufferQueue::default(), Vec::new());
    queue.push_back(input.into());
    loop {
        match tokenizer.feed(&queue) {
            TokenizerResult::Done => break,
            TokenizerResult::Script(script) => {
                let written = text(&script);
                queue.push_front(written.as_str().into());
                scripts.push(written);
            }
            TokenizerResult::EncodingIndicator(_) => {}
        }
    }
    tokenizer.end();
    (markup(&tokenizer.sink.sink.document), scripts)
}

#[test]
fn scripts_stop_the_tokenizer_and_insert_input() {
    let page = "<!DOCTYPE html><body>1<script><b>2</script>3</b>4<script><!-- </script>-->5";
    let (markup, scripts) = run_scripts(page, TreeBuilderOpts::default());
    assert_eq!(scripts, ["<b>2", "<!-- "]);
    assert!(markup.contains("1<script><b>2</script><b>23</b>4<script><!-- </script><!-- -->5"), "{markup}");
    // As in html5ever, HTML scripts stop the tokenizer even if scripting is disabled, and SVG scripts never do.
    let off = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    assert_eq!(run_scripts("<script>x</script>", off).1, ["x"]);
    assert_eq!(run_scripts("<svg><script>x</script>y", off).1.len(), 0);
}

#[test]
fn many_scripts_take_linear_time() {
    let page = "<script></script>".repeat(20_000) + &"x".repeat(1 << 20);
    assert_eq!(run_scripts(&page, TreeBuilderOpts::default()).1.len(), 20_000);
}

#[test]
fn encodings_are_indicated() {
    let indicated = |input: &str| {
        let (tokenizer, queue, mut labels) = (tokenizer(Default::default()), BufferQueue::default(), Vec::new());
        queue.push_back(input.into());
        while let TokenizerResult::EncodingIndicator(label) = tokenizer.feed(&queue) {
            labels.push(label.to_string());
        }
        tokenizer.end();
        assert!(queue.is_empty());
        (labels, text(&tokenizer.sink.sink.document))
    };
    let (labels, text) = indicated(
        "<meta charset=KOI8-R><meta name=x><meta http-equiv=Content-Type content='text/html; charset=\"x y\"'>\
         <meta http-equiv=content-type content=nothing><meta content='charset=z'><title>t</title>",
    );
    assert_eq!(labels, ["KOI8-R", "x y"]);
    assert_eq!(text, "t");
    // `Parser` does not stop at encoding declarations.
    let dom = parse_document(RcDom::default(), ParseOpts::default()).one("<meta charset=x><p>y");
    assert!(markup(&dom.document).contains("<p>y"));
}

#[test]
fn plaintext_state_can_be_set() {
    let (tokenizer, queue) = (tokenizer(Default::default()), BufferQueue::default());
    queue.push_back("<pre>\n".into());
    assert!(matches!(tokenizer.feed(&queue), TokenizerResult::Done));
    tokenizer.set_plaintext_state();
    queue.push_back("<b>&amp;".into());
    assert!(matches!(tokenizer.feed(&queue), TokenizerResult::Done));
    tokenizer.end();
    assert_eq!(text(&tokenizer.sink.sink.document), "<b>&amp;");
}

#[test]
fn parser_continues_after_a_script() {
    let mut parser = parse_document(RcDom::default(), ParseOpts::default());
    parser.input_buffer.push_back(StrTendril::from("<p>a<script>b</script>c"));
    assert!(matches!(parser.tokenizer.feed(&parser.input_buffer), TokenizerResult::Script(_)));
    parser.process("d".into());
    let dom = parser.finish();
    assert_eq!(text(&dom.document), "abcd");
}

#[test]
fn handles_can_be_traced() {
    struct Count(std::cell::Cell<usize>);
    impl html5ever::tree_builder::Tracer for Count {
        type Handle = Handle;
        fn trace_handle(&self, _: &Handle) {
            self.0.set(self.0.get() + 1);
        }
    }
    let (tokenizer, queue) = (tokenizer(Default::default()), BufferQueue::default());
    queue.push_back("<p><b>".into());
    assert!(matches!(tokenizer.feed(&queue), TokenizerResult::Done));
    let count = Count(Default::default());
    tokenizer.sink.trace_handles(&count);
    assert!(count.0.get() >= 6, "document, html, head, body, p, b");
    assert!(!tokenizer.sink.is_fragment());
}

#[test]
fn error_messages_are_names_with_optional_positions() {
    let mut opts = ParseOpts::default();
    let errors = |opts| {
        let dom = parse_document(RcDom::default(), opts).one("<!DOCTYPE html><p a a>a\u{1}b</i><!-");
        dom.errors.take()
    };
    assert_eq!(
        errors(opts.clone()),
        ["duplicate-attribute", "end-tag-crossing-special-element", "incorrectly-opened-comment"]
    );
    opts.tree_builder.exact_errors = true;
    assert_eq!(
        errors(opts.clone()),
        ["duplicate-attribute", "end-tag-crossing-special-element at 25..29", "incorrectly-opened-comment"]
    );
    opts.tree_builder.exact_errors = false;
    opts.tokenizer.exact_errors = true;
    assert_eq!(
        errors(opts),
        [
            "duplicate-attribute at 21..22",
            "end-tag-crossing-special-element",
            "control-character-in-input-stream at 23..24",
            "incorrectly-opened-comment at 31..32",
        ]
    );
}

#[test]
fn create_element_creates_an_element_in_a_sink() {
    let dom = RcDom::default();
    let name = QualName::new(None, ns!(html), LocalName::from("x-y"));
    let element = html5ever::tree_builder::create_element(&dom, name, Vec::new());
    assert_eq!(dom.elem_name(&element).local, &LocalName::from("x-y"));
}
