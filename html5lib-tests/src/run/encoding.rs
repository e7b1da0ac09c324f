//! Runs encoding cases: whole, byte by byte, and split at every position.

use std::fmt;

use limpid::{Document, ParseOptions, Parser, ScriptingMode};
use limpid_encoding::{Confidence, Encoding, EncodingHints, PRESCAN_LENGTH, Sniffed, sniff};

use super::outcome::Outcome;
use crate::format::encoding::EncodingCase;

/// Longer inputs, in bytes, are not split at every position, which takes quadratic time.
const CUT_LIMIT: usize = 256;

/// The positions where longer inputs are split: around the end of the prescan.
const CUTS: [usize; 3] = [PRESCAN_LENGTH - 1, PRESCAN_LENGTH, PRESCAN_LENGTH + 1];

/// Runs a case with scripting enabled.
pub fn run(case: &EncodingCase) -> Outcome {
    Run::new(case).and_then(|run| run.check()).into()
}

/// How many cases the prescan decides correctly, without the parser.
///
/// This is only for information. For the other cases, the parser finds the encoding and restarts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrescanCounts {
    /// The number of cases that the prescan decides correctly.
    pub right: usize,
    /// The number of all cases.
    pub all: usize,
}

impl PrescanCounts {
    /// Runs the prescan on each case.
    pub fn of<'c>(cases: impl IntoIterator<Item = &'c EncodingCase>) -> Self {
        let mut counts = Self::default();
        for case in cases {
            counts.all += 1;
            let is_right = Run::new(case).is_ok_and(|run| run.sniff_start().encoding == run.expected);
            counts.right += usize::from(is_right);
        }
        counts
    }
}

struct Run<'c> {
    data: &'c [u8],
    expected: &'static Encoding,
    fallback: &'static Encoding,
}

impl<'c> Run<'c> {
    fn new(case: &'c EncodingCase) -> Result<Self, String> {
        let named = |label: &str| Encoding::for_label(label).ok_or_else(|| format!("unknown encoding label {label:?}"));
        let fallback = named(case.fallback.as_deref().unwrap_or("windows-1252"))?;
        Ok(Self { data: &case.data, expected: named(&case.encoding)?, fallback })
    }

    /// Returns the hints of the case. UTF-8 is not detected: this is optional in the standard, and the suites do not expect it.
    fn hints(&self) -> EncodingHints {
        EncodingHints::new().fallback(self.fallback).detect_utf_8(false)
    }

    fn sniff_start(&self) -> Sniffed {
        sniff(&self.data[..self.data.len().min(PRESCAN_LENGTH)], &self.hints())
    }

    fn check(&self) -> Result<(), String> {
        let sniffed = self.sniff_start();
        let all = sniff(self.data, &self.hints());
        if all != sniffed {
            let shown = |sniffed: Sniffed| format!("{sniffed:?}");
            return Err(self.failure(&"prescan of the whole input", &shown(sniffed), &shown(all)));
        }
        let options = ParseOptions::new().scripting(ScriptingMode::Normal).encoding(self.hints());
        let whole = options.parse_bytes(self.data);
        let parsed = whole.encoding().unwrap_or("none");
        if parsed != self.expected.name() {
            return Err(self.failure(&"whole", &self.expected.name(), &parsed));
        }
        // A `<meta>` must not change an encoding that is certain.
        if sniffed.confidence == Confidence::Certain && parsed != sniffed.encoding.name() {
            return Err(self.failure(&"whole, compared with the prescan", &sniffed.encoding.name(), &parsed));
        }
        self.check_chunks(&options, &whole)
    }

    /// Checks that the encoding and the tree do not depend on where the bytes are split.
    fn check_chunks(&self, options: &ParseOptions, whole: &Document<'_>) -> Result<(), String> {
        let check = |manner: &dyn fmt::Display, chunks: &mut dyn Iterator<Item = &[u8]>| {
            let mut parser = Parser::new(options.clone());
            for chunk in chunks {
                parser.feed_bytes(chunk);
            }
            let document = parser.finish();
            let shown = |document: &Document<'_>| format!("{:?}\n{}", document.encoding(), document.to_test_dump());
            let (expected, got) = (shown(whole), shown(&document));
            if got == expected { Ok(()) } else { Err(self.failure(manner, &expected, &got)) }
        };
        check(&"one byte at a time", &mut self.data.chunks(1))?;
        let is_cut = |at: &usize| self.data.len() <= CUT_LIMIT || CUTS.contains(at);
        for at in (1..self.data.len()).filter(is_cut) {
            let (first, second) = self.data.split_at(at);
            check(&format_args!("cut at byte {at}"), &mut [first, second].into_iter())?;
        }
        Ok(())
    }

    fn failure(&self, manner: &dyn fmt::Display, expected: &dyn fmt::Display, got: &dyn fmt::Display) -> String {
        let input = self.data.escape_ascii();
        format!("{manner}, fallback {}\ninput: \"{input}\"\nexpected: {expected}\ngot: {got}", self.fallback.name())
    }
}
