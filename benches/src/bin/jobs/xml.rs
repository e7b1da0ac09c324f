//! Parsing XML with limpid and other parsers.

use std::hint::black_box;

use limpid_pages::xml_benchmarks::KINDS;
use markup5ever_rcdom::RcDom;
use xml5ever::tendril::TendrilSink;

use crate::job::{Job, timed};

/// Returns a job for each kind of document.
pub(crate) fn jobs() -> Vec<Job> {
    let rows = || PARSERS.iter().map(|(name, parse)| timed(name, parse)).collect();
    KINDS.iter().map(|kind| Job { pages: Some(vec![kind.document()]), ..Job::new(kind.name, rows()) }).collect()
}

type Parser = (&'static str, fn(&str));

const PARSERS: [Parser; 6] = [
    ("limpid", |text| {
        black_box(limpid::xml::parse(text));
    }),
    ("limpid, no errors", |text| {
        black_box(limpid::xml::XmlParseOptions::new().errors(false).parse(text));
    }),
    ("limpid, its tokenizer", |text| {
        struct Count(usize);
        impl limpid::xml::stages::TokenSink for Count {
            const WANTS_ERRORS: bool = false;
            fn process_token(&mut self, _: limpid::xml::stages::Token<'_>) {
                self.0 += 1;
            }
        }
        let mut count = Count(0);
        limpid::xml::stages::tokenize(text, &mut count);
        black_box(count.0);
    }),
    ("xml5ever + rcdom", |text| {
        black_box(xml5ever::driver::parse_document(RcDom::default(), Default::default()).one(text));
    }),
    ("quick-xml, events", |text| {
        let mut reader = quick_xml::NsReader::from_str(text);
        let mut count = 0;
        loop {
            match reader.read_resolved_event() {
                Ok((_, quick_xml::events::Event::Eof)) | Err(_) => break,
                Ok((namespace, event)) => {
                    if let quick_xml::events::Event::Start(tag) | quick_xml::events::Event::Empty(tag) = &event {
                        count += tag.attributes().flatten().count();
                    }
                    black_box((namespace, event));
                    count += 1;
                }
            }
        }
        black_box(count);
    }),
    ("roxmltree", |text| {
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let _ = black_box(roxmltree::Document::parse_with_options(text, options));
    }),
];
