//! Runs encoding cases: whole, one byte at a time, and cut in two at every place.

use std::fmt;

use limpid::{Document, LocalName, NodeRef, ParseOptions, Parser, ScriptingMode};
use limpid_encoding::{
    Confidence, Encoding, PRESCAN_LENGTH, SniffOptions, declared_in_meta, encoding_for_label,
    encoding_from_meta_content, prescan, sniff,
};

use super::Outcome;
use crate::format::encoding::EncodingCase;

/// Inputs of more bytes than this are not cut in two at every place, which takes time by the square of their length.
const CUT_LIMIT: usize = 256;

/// Where longer inputs are cut: around the end of the prescan.
const CUTS: [usize; 3] = [PRESCAN_LENGTH - 1, PRESCAN_LENGTH, PRESCAN_LENGTH + 1];

/// Runs a case.
pub fn run(case: &EncodingCase) -> Outcome {
    let named = |label: &str| encoding_for_label(label).ok_or_else(|| format!("no encoding has the label {label:?}"));
    let expected = named(&case.encoding);
    let fallback = named(case.fallback.as_deref().unwrap_or("windows-1252"));
    match (expected, fallback) {
        (Ok(expected), Ok(fallback)) => Run { data: &case.data, expected, fallback }.check(),
        (Err(message), _) | (_, Err(message)) => Outcome::Failed(message),
    }
}

struct Run<'c> {
    data: &'c [u8],
    expected: &'static Encoding,
    fallback: &'static Encoding,
}

impl Run<'_> {
    fn check(&self) -> Outcome {
        let start = &self.data[..self.data.len().min(PRESCAN_LENGTH)];
        let options = SniffOptions::new().fallback(self.fallback);
        let sniffed = sniff(start, &options);
        if sniff(self.data, &options) != sniffed {
            return self.failure("sniffed", &sniffed.encoding.name(), &sniff(self.data, &options).encoding.name());
        }
        let options = ParseOptions::new().scripting(ScriptingMode::Normal).fallback_encoding(self.fallback);
        let whole = options.parse_bytes(self.data);
        let parsed = whole.encoding().unwrap_or("none");
        // What the bytes alone say for certain, a meta element does not change.
        if sniffed.confidence == Confidence::Certain && parsed != sniffed.encoding.name() {
            return self.failure("parsed", &sniffed.encoding.name(), &parsed);
        }
        if parsed != self.expected.name() {
            let is_sniffed = parsed == sniffed.encoding.name();
            return match self.is_beyond_prescan(&whole).filter(|_| is_sniffed) {
                Some(reason) => Outcome::Skipped(reason),
                None => self.failure("whole", &self.expected.name(), &parsed),
            };
        }
        self.check_chunks(&options, &whole).into()
    }

    /// What else than the prescan finds the expected encoding.
    fn is_beyond_prescan(&self, document: &Document<'_>) -> Option<&'static str> {
        if declared_in(document) == Some(self.expected) {
            Some("needs the encoding to change while parsing, at a meta element that the prescan does not find; not implemented")
        } else if prescan(self.data) == Some(self.expected) {
            Some("the XML declaration ends after the first 1,024 bytes, and the prescan with them")
        } else {
            None
        }
    }

    /// The encoding and the tree do not depend on where the bytes are cut.
    fn check_chunks(&self, options: &ParseOptions, whole: &Document<'_>) -> Result<(), String> {
        let check = |manner: &dyn fmt::Display, chunks: &mut dyn Iterator<Item = &[u8]>| {
            let mut parser = Parser::new(options.clone());
            for chunk in chunks {
                parser.feed_bytes(chunk);
            }
            let document = parser.finish();
            let shown = |document: &Document<'_>| format!("{:?}\n{}", document.encoding(), document.to_test_dump());
            let (expected, got) = (shown(whole), shown(&document));
            if got == expected { Ok(()) } else { Err(self.failed(manner, &expected, &got)) }
        };
        check(&"one byte at a time", &mut self.data.chunks(1))?;
        let is_cut = |at: &usize| self.data.len() <= CUT_LIMIT || CUTS.contains(at);
        for at in (1..self.data.len()).filter(is_cut) {
            let (first, second) = self.data.split_at(at);
            check(&format_args!("cut at byte {at}"), &mut [first, second].into_iter())?;
        }
        Ok(())
    }

    fn failure(&self, manner: &str, expected: &dyn fmt::Display, got: &dyn fmt::Display) -> Outcome {
        Outcome::Failed(self.failed(&manner, expected, got))
    }

    fn failed(&self, manner: &dyn fmt::Display, expected: &dyn fmt::Display, got: &dyn fmt::Display) -> String {
        let input = self.data.escape_ascii();
        format!("{manner}, fallback {}\ninput: \"{input}\"\nexpected: {expected}\ngot: {got}", self.fallback.name())
    }
}

/// The encoding that the first `meta` element with one declares.
fn declared_in(document: &Document<'_>) -> Option<&'static Encoding> {
    let declared = |meta: NodeRef<'_>| match meta.attribute("charset") {
        Some(label) => encoding_for_label(label),
        None => {
            let is_pragma = meta.attribute("http-equiv").is_some_and(|name| name.eq_ignore_ascii_case("content-type"));
            meta.attribute("content").filter(|_| is_pragma).and_then(encoding_from_meta_content)
        }
    };
    document.descendants().filter(|node| node.is_html(LocalName::META)).find_map(declared).map(declared_in_meta)
}
