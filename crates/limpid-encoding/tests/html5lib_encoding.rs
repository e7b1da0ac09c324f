//! The html5lib-tests encoding suite, by the sniffing algorithm alone: no parser that could meet a late `meta`.

use std::env;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use limpid_encoding::{Encoding, SniffOptions, encoding_for_label, prescan, sniff};

/// Cases of tests1.dat, from 1, whose `meta` element ends past the bytes that are prescanned. They pass with a parser
/// that restarts.
const LATE_META: RangeInclusive<usize> = 48..=54;

struct Case {
    data: Vec<u8>,
    encoding: &'static Encoding,
}

#[test]
fn encoding_suite() {
    let Some(folder) = suite_folder() else {
        assert!(env::var_os("CI").is_none_or(|ci| ci != "true"), "html5lib-tests/encoding is missing");
        eprintln!(
            "html5lib-tests/encoding: SKIPPED, not found; set LIMPID_TEST_SUITES to the folder that holds encoding/"
        );
        return;
    };
    let mut passed = 0;
    let mut failed = Vec::new();
    for path in dat_files(&folder) {
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        for (number, case) in (1..).zip(cases(&fs::read(&path).unwrap())) {
            let sniffed = sniff(&case.data, &SniffOptions::new());
            if sniffed.encoding == case.encoding {
                passed += 1;
                continue;
            }
            let (actual, expected) = (sniffed.encoding.name(), case.encoding.name());
            let late_meta = prescan(&case.data) == Some(case.encoding);
            let note = if late_meta { "; the meta comes too late" } else { "" };
            eprintln!("{file} {number}: {actual} ({}) instead of {expected}{note}", sniffed.source);
            failed.push((file.clone(), number, late_meta));
        }
    }
    eprintln!("html5lib-tests/encoding: {passed} passed, {} failed", failed.len());
    assert!(passed > 0, "no cases in {}", folder.display());
    let known: Vec<_> = LATE_META.map(|number| ("tests1.dat".to_owned(), number, true)).collect();
    assert_eq!(failed, known, "failures other than the known ones, or known ones that pass");
}

fn suite_folder() -> Option<PathBuf> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let suites = [
        env::var_os("LIMPID_TEST_SUITES").map(PathBuf::from),
        Some(repository.join("html5lib-tests/upstream")),
        Some(repository.join("../shared/html5lib-tests")),
    ];
    suites.into_iter().flatten().map(|suite| suite.join("encoding")).find(|folder| folder.is_dir())
}

/// Those of the folder itself; `scripted/` needs scripts that run.
fn dat_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "dat")).collect();
    files.sort();
    files
}

/// Reads `#data`, bytes up to a line `#encoding`, and a line with a label.
fn cases(file: &[u8]) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut lines = file.split_inclusive(|&byte| byte == b'\n');
    while let Some(line) = lines.next() {
        if line != b"#data\n" {
            assert!(line.trim_ascii().is_empty(), "not a test file: {}", line.escape_ascii());
            continue;
        }
        let mut data: Vec<u8> = lines.by_ref().take_while(|line| *line != b"#encoding\n").flatten().copied().collect();
        let label = lines.next().expect("a label after #encoding");
        let encoding = encoding_for_label(&String::from_utf8_lossy(label))
            .unwrap_or_else(|| panic!("label {}", label.escape_ascii()));
        // The line break before `#encoding` belongs to the format.
        data.pop();
        cases.push(Case { data, encoding });
    }
    cases
}
