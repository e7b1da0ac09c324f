//! Runs all cases of source edits.

use html5lib_tests::{format, run, suites};
use std::fs;

#[test]
fn cases() {
    let folder = suites::repository().join("html5lib-tests/cases/limpid/source-edits");
    let (mut count, mut failures) = (0, Vec::new());
    for entry in fs::read_dir(folder).expect("cases") {
        let path = entry.expect("an entry").path();
        let file = fs::read_to_string(&path).expect("a file in UTF-8").replace("\r\n", "\n");
        let cases = format::source_edits::read(&file).unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
        count += cases.len();
        let failed = cases.iter().filter_map(|case| run::source_edits::run(case).err());
        failures.extend(failed.map(|failure| format!("{}, {failure}", path.display())));
    }
    assert!(failures.is_empty(), "{} of {count} cases:\n\n{}", failures.len(), failures.join("\n\n"));
    assert!(count > 100, "only {count} cases");
}
