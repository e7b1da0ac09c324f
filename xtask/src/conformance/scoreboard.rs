//! The committed scoreboard of a suite: the totals, and the name of every case that fails or is skipped.

use std::collections::BTreeMap;
use std::fmt;

use html5lib_tests::suites::Kind;

use super::report::SuiteReport;

const KINDS: [Kind; 8] = [
    Kind::Tokenizer,
    Kind::TreeConstruction,
    Kind::Serializer,
    Kind::Encoding,
    Kind::XmlTokenizer,
    Kind::XmlTreeConstruction,
    Kind::Sanitizer,
    Kind::XPath,
];

/// The maximum number of characters of a case's name. Shortened names stay distinct, because they start with the file and the number of the
/// case.
const NAME_LIMIT: usize = 120;

const ERROR_COUNTS: &str = "cases that list as many errors as limpid finds, file by file:";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scoreboard {
    pub(super) suite: String,
    pub(super) revision: String,
    pub(super) counts: BTreeMap<Kind, Counts>,
    /// Figures that do not decide whether a case passes: the number of cases with a property, and the number of all cases.
    pub(super) notes: BTreeMap<Note, (usize, usize)>,
    /// A line per file of tree-construction cases. It has the number of cases that list as many errors as limpid finds.
    pub(super) error_counts: Vec<String>,
    /// The names of failing cases: file, number and description.
    pub(super) failed: Vec<String>,
    /// The names of skipped cases, by reason.
    pub(super) skipped: BTreeMap<String, Vec<String>>,
}

/// A property of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Note {
    /// The case lists as many errors as limpid finds.
    EqualErrors,
    /// The prescan of the first bytes finds the right encoding, without the parser.
    PrescanAlone,
    /// The result is the tree of sanitizing after parsing, not the published tree.
    AfterParsing,
}

impl Note {
    const ALL: [Self; 3] = [Self::EqualErrors, Self::PrescanAlone, Self::AfterParsing];

    pub(super) fn text(self) -> &'static str {
        match self {
            Self::EqualErrors => "tree-construction cases that list as many errors as limpid finds",
            Self::PrescanAlone => "encoding cases for which the first 1,024 bytes are enough, without the parser",
            Self::AfterParsing => {
                "sanitizer cases whose result is the tree of sanitizing after parsing, as in the standard"
            }
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) skipped: usize,
    /// The number of cases that pass as published, without exceptions.
    pub(super) passed_as_published: usize,
}

impl Counts {
    pub(super) fn cases(self) -> usize {
        self.passed + self.failed + self.skipped
    }
}

impl From<&SuiteReport> for Scoreboard {
    fn from(report: &SuiteReport) -> Self {
        let mut board = Self::empty(&report.name, &report.revision);
        let (mut equal, mut trees, mut listed, mut sniffed, mut encodings) = (0, 0, 0, 0, 0);
        let (mut after_parsing, mut sanitized) = (0, 0);
        for file in &report.files {
            let counts = board.counts.entry(file.kind).or_default();
            counts.passed += file.passed;
            counts.failed += file.failed.len();
            counts.skipped += file.skipped.len();
            counts.passed_as_published += file.passed_as_published;
            equal += file.errors.equal;
            trees += file.errors.equal + file.errors.unequal;
            listed += file.errors.listed;
            if file.errors.listed > 0 {
                let all = file.errors.equal + file.errors.unequal;
                board.error_counts.push(format!("{}: {} of {all}", file.name, file.errors.equal));
            }
            sniffed += file.prescan.right;
            encodings += file.prescan.all;
            after_parsing += file.after_parsing.after;
            sanitized += file.after_parsing.all;
            let name = |case: &str| shortened(&format!("{} {case}", file.name));
            board.failed.extend(file.failed.iter().map(|failure| name(&failure.case)));
            for skip in &file.skipped {
                board.skipped.entry(skip.reason.to_owned()).or_default().push(name(&skip.case));
            }
        }
        if listed > 0 {
            board.notes.insert(Note::EqualErrors, (equal, trees));
        }
        if encodings > 0 {
            board.notes.insert(Note::PrescanAlone, (sniffed, encodings));
        }
        if sanitized > 0 {
            board.notes.insert(Note::AfterParsing, (after_parsing, sanitized));
        }
        board
    }
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= NAME_LIMIT {
        return name.to_owned();
    }
    name.chars().take(NAME_LIMIT - 1).chain(['…']).collect()
}

impl fmt::Display for Scoreboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "suite: {}\nrevision: {}", self.suite, self.revision)?;
        writeln!(
            f,
            "Written by `cargo xtask conformance`. The last column is the number of cases that pass without limpid's exceptions.\n"
        )?;
        writeln!(
            f,
            "{:17} {:>7} {:>7} {:>7} {:>7} {:>12}",
            "", "cases", "passed", "failed", "skipped", "as published"
        )?;
        for (kind, counts) in &self.counts {
            let Counts { passed, failed, skipped, passed_as_published } = counts;
            let cases = counts.cases();
            writeln!(f, "{kind:17} {cases:7} {passed:7} {failed:7} {skipped:7} {passed_as_published:12}")?;
        }
        if !self.notes.is_empty() {
            writeln!(f, "\nThese figures do not count as pass or fail:")?;
        }
        for (note, (some, all)) in &self.notes {
            writeln!(f, "{}: {some} of {all}", note.text())?;
        }
        let mut list = |heading: String, names: &[String]| -> fmt::Result {
            writeln!(f, "\n{heading}")?;
            names.iter().try_for_each(|name| writeln!(f, "  {name}"))
        };
        if !self.error_counts.is_empty() {
            list(ERROR_COUNTS.to_owned(), &self.error_counts)?;
        }
        list(format!("{} failed", self.failed.len()), &self.failed)?;
        for (reason, names) in &self.skipped {
            list(format!("{} skipped: {reason}", names.len()), names)?;
        }
        Ok(())
    }
}

impl Scoreboard {
    fn empty(suite: &str, revision: &str) -> Self {
        Self {
            suite: suite.to_owned(),
            revision: revision.to_owned(),
            counts: BTreeMap::new(),
            notes: BTreeMap::new(),
            error_counts: Vec::new(),
            failed: Vec::new(),
            skipped: BTreeMap::new(),
        }
    }

    /// Parses the output of [`Display`](fmt::Display). Returns `None` for other text.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let suite = lines.next()?.strip_prefix("suite: ")?;
        let mut board = Self::empty(suite, lines.next()?.strip_prefix("revision: ")?);
        let mut names = &mut Vec::new();
        for line in lines {
            if let Some(name) = line.strip_prefix("  ").filter(|name| !name.starts_with(' ')) {
                names.push(name.to_owned());
            } else if let Some(note) = Note::ALL.into_iter().find(|note| line.starts_with(note.text())) {
                let (some, all) = line.rsplit_once(": ")?.1.split_once(" of ")?;
                board.notes.insert(note, (some.parse().ok()?, all.parse().ok()?));
            } else if let Some((_, reason)) = line.split_once(" skipped: ") {
                names = board.skipped.entry(reason.to_owned()).or_default();
            } else if line == ERROR_COUNTS {
                names = &mut board.error_counts;
            } else if line.ends_with(" failed") {
                names = &mut board.failed;
            } else if let Some(kind) = KINDS.into_iter().find(|kind| line.starts_with(&kind.to_string())) {
                let numbers = line.split_whitespace().skip(1).map(str::parse).collect::<Result<Vec<_>, _>>().ok()?;
                let [_, passed, failed, skipped, passed_as_published] = numbers[..] else { return None };
                board.counts.insert(kind, Counts { passed, failed, skipped, passed_as_published });
            }
        }
        Some(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Scoreboard {
        let counts =
            |passed, failed, skipped, passed_as_published| Counts { passed, failed, skipped, passed_as_published };
        Scoreboard {
            suite: "up".to_owned(),
            revision: "content 0123456789abcdef".to_owned(),
            counts: [(Kind::Tokenizer, counts(10, 0, 2, 8)), (Kind::TreeConstruction, counts(1000, 1, 0, 999))].into(),
            notes: [(Note::EqualErrors, (12, 1001)), (Note::PrescanAlone, (0, 2))].into(),
            error_counts: vec!["tree/a.dat: 12 of 1001".to_owned()],
            failed: vec!["tree/a.dat #2: 3 failed".to_owned()],
            skipped: [("the reason: this".to_owned(), vec!["b.test #1".to_owned(), "b.test #2: it".to_owned()])].into(),
        }
    }

    #[test]
    fn a_written_scoreboard_can_be_parsed() {
        let text = board().to_string();
        assert_eq!(Scoreboard::parse(&text), Some(board()));
        assert!(
            text.contains("\n1 failed\n  tree/a.dat #2: 3 failed\n\n2 skipped: the reason: this\n  b.test #1\n"),
            "{text}"
        );
        let none = Scoreboard { notes: BTreeMap::new(), failed: Vec::new(), skipped: BTreeMap::new(), ..board() };
        assert_eq!(Scoreboard::parse(&none.to_string()), Some(none));
        assert_eq!(Scoreboard::parse("something else\n"), None);
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened("short"), "short");
        let long = shortened(&"ż".repeat(NAME_LIMIT + 1));
        assert_eq!((long.chars().count(), long.chars().last()), (NAME_LIMIT, Some('…')));
    }
}
