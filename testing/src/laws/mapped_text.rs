//! Law of mapped text: mapping does not change the text, tokenizing the source at the span of a run produces the text of the run, and the
//! runs contain each visible character exactly once.

use super::case::Case;
use super::spans::{SimpleToken, tokens};
use limpid::mapped_text::{MappedText, TextRun};
use limpid::{Document, NodeRef, Span};
use limpid_tokenizer::State;
use std::collections::BTreeMap;

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let case = Case::from_bytes(data);
    let mut document = case.parse_with(&case.options().spans(true), &case.text);
    // If a limit took effect, some runs have no span.
    let is_whole = !document.errors().iter().any(|error| error.code.as_str().ends_with("-limit"));
    check_document(&document, is_whole, case.cuts);
    check_document(&case.parse(), false, case.cuts);

    let texts: Vec<_> = document.descendants().filter(|node| node.text().is_some()).map(NodeRef::id).collect();
    for (at, &text) in texts.iter().enumerate().filter(|(at, _)| at % 3 == usize::from(case.cuts % 3)) {
        let old = document.node(text).and_then(NodeRef::text).unwrap_or_default();
        let new = match at % 4 {
            0 => format!("{old}*"),
            1 => old.chars().rev().collect(),
            2 => old.chars().skip(1).collect(),
            _ => old.replace(char::is_whitespace, "&amp;"),
        };
        document
            .node_mut(text)
            .expect("a text node can be changed")
            .set_text(&new)
            .expect("a text node can be changed");
    }
    check_document(&document, false, case.cuts);
    document.compact().expect("the document is parsed completely");
    check_document(&document, false, case.cuts);
}

/// Checks the text and the Markdown of a document and of one of its nodes.
fn check_document(document: &Document<'_>, has_spans: bool, number: u16) {
    let some = document.descendants().nth(usize::from(number)).unwrap_or(document.root());
    for top in [document.root(), some] {
        let text = top.inner_text_mapped();
        assert_eq!(text.text(), top.inner_text());
        let added = |added: &str| added.chars().all(|character| matches!(character, '\n' | '\t'));
        assert!(between(&text).all(added), "{text:?}");
        check_mapped(top, &text, has_spans);
        let markdown = top.to_markdown_mapped(&limpid::MarkdownOptions::new());
        assert_eq!(markdown.text(), top.to_markdown());
        check_mapped(top, &markdown, has_spans);
        check_passages(&text, usize::from(number % 64));
        check_passages(&markdown, usize::from(number % 64));
    }
}

/// Returns the text between the runs. Also checks that the runs are in order.
fn between(mapped: &MappedText) -> impl Iterator<Item = &str> {
    let ends = core::iter::once(0).chain(mapped.runs().iter().map(|run| run.range.end));
    let starts = mapped.runs().iter().map(|run| run.range.start).chain([mapped.text().len()]);
    ends.zip(starts)
        .map(|(end, start)| mapped.text().get(end..start).expect("runs are in order and end between characters"))
}

fn check_mapped(top: NodeRef<'_>, mapped: &MappedText, has_spans: bool) {
    between(mapped).for_each(drop);
    let mut shown: BTreeMap<_, usize> = BTreeMap::new();
    for run in mapped.runs() {
        let node = top.document().node(run.node).expect("a node of the document");
        assert!(!run.range.is_empty() && !run.within.is_empty(), "{run:?}");
        check_run(node, run, &mapped.text()[run.range.clone()], has_spans);
        let start = mapped.position(run.range.start).expect("there are runs");
        let source = run.span.map(|span| span.start);
        assert_eq!((start.node, start.offset, start.source), (run.node, run.within.start, source));
        if run.attribute.is_none() {
            // Collapsed white space is in no run.
            let text = node.text().expect("a text");
            let end = shown.entry(run.node).or_default();
            assert!(text[*end..run.within.start].chars().all(|it| it.is_ascii_whitespace()), "{run:?} of {text:?}");
            *end = run.within.end;
        }
    }
    for (node, end) in shown {
        let text = top.document().node(node).and_then(NodeRef::text).expect("a text");
        assert!(text[end..].chars().all(|it| it.is_ascii_whitespace()), "{:?} of {text:?} is in no run", &text[end..]);
    }
}

fn check_run(node: NodeRef<'_>, run: &TextRun, shown: &str, has_spans: bool) {
    let value = run.attribute.map(|name| node.attribute(name).expect("the attribute"));
    let text = &value.or(node.text()).expect("a text or an attribute")[run.within.clone()];
    assert!(run.span.is_some() || !has_spans && !run.is_exact, "{run:?} of {text:?}");
    if run.is_exact {
        assert_eq!(shown, text, "{run:?}");
    } else if !matches!(run.attribute, Some("href" | "src" | "title")) && shown != text {
        let is_reference = shown.starts_with('&') && shown.ends_with(';') && text.chars().count() == 1;
        let is_space = text.chars().all(char::is_whitespace);
        assert!(is_space && (shown == " " || is_reference), "{shown:?} for {text:?}");
    }
    let Some(span) = run.span else { return };
    let written = node.document().source().get(span.range()).expect("a part of the source");
    if run.is_exact {
        assert_eq!(written, text, "{run:?}");
        return;
    }
    let is_text_of_span = match run.attribute {
        None => {
            // White space on both sides of the start of a CDATA section collapses to one space.
            let outside = written.replace("<![CDATA[", "");
            [(written, State::Data), (written, State::CdataSection), (written, State::Plaintext), (&outside, State::Data)]
                .iter()
                .map(|&(written, state)| tokenized_text(written, state))
                .chain([tokenized_parts(node, run, span)])
                // Some character references produce two characters, which can be in separate runs.
                .any(|read| read == text || written.starts_with('&') && read.contains(text))
        }
        Some(_) => ['"', '\''].iter().any(|quote| {
            let tag = format!("<x a={quote}{written}{quote}>");
            matches!(&tokens(&tag, State::Data)[..], [SimpleToken::Start(_, attributes)] if attributes.iter().any(|it| it.1.contains(text)))
        }),
    };
    // The parser drops or replaces NUL characters.
    assert!(is_text_of_span || written.contains('\0'), "{run:?}: {written:?} is not {text:?}");
}

/// Tokenizes the parts of a text node one by one. If the text was foster-parented, the source contains other content between the parts.
fn tokenized_parts(node: NodeRef<'_>, run: &TextRun, span: Span) -> String {
    let parts = node.text_parts().filter(|(range, _)| range.start < run.within.end && run.within.start < range.end);
    let parts = parts.map(|(_, part)| part.start.max(span.start) as usize..part.end.min(span.end) as usize);
    parts.map(|part| tokenized_text(node.document().source().get(part).unwrap_or_default(), State::Data)).collect()
}

fn tokenized_text(written: &str, state: State) -> String {
    let text = |token| if let SimpleToken::Text(text) = token { text } else { String::new() };
    tokens(written, state).into_iter().map(text).collect()
}

fn check_passages(mapped: &MappedText, max_len: usize) {
    let mut end = 0;
    for passage in mapped.passages().max_len(max_len) {
        let text = mapped.text();
        assert_eq!(&text[passage.range.clone()], passage.text);
        assert!(!passage.text.trim().is_empty() || passage.text.contains(|it: char| !it.is_ascii_whitespace()));
        assert!(passage.text.len() <= max_len.max(4), "{} bytes", passage.text.len());
        assert!(
            text[end..passage.range.start].chars().all(|it| it.is_ascii_whitespace()),
            "some text is in no passage"
        );
        assert!(passage.titles.is_sorted_by(|above, below| above.level < below.level));
        assert!(passage.titles.iter().all(|title| title.range.start < passage.range.end && !title.title.is_empty()));
        assert!(passage.runs().all(|run| passage.range.start <= run.range.start && run.range.end <= passage.range.end));
        end = passage.range.end;
    }
    assert!(mapped.text()[end..].chars().all(|it| it.is_ascii_whitespace()), "some text is in no passage");
}
