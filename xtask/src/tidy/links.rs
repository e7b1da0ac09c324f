//! The rules `links` and `glossary`: files and folders named in Markdown exist.

use super::finding::Finding;
use super::source::Repository;

const GLOSSARY: &str = "docs/glossary.md";

/// Folders in the root of the workspace. A text in backticks that starts with one of them is a path.
const ROOTS: &[&str] =
    &["crates/", "docs/", "xtask/", "testing/", "fuzz/", "benches/", "html5lib-tests/", "pages/", "examples/", ".ci/"];

/// Paths that commands create and that are not committed.
const NOT_COMMITTED: &[&str] = &["html5lib-tests/upstream", "fuzz/corpus", "fuzz/artifacts"];

/// Checks relative links, and paths in backticks that start with one of [`ROOTS`].
pub(super) fn named_files_exist(repository: &Repository) -> Vec<Finding> {
    let mut findings = Vec::new();
    for document in &repository.documents {
        let folder = document.path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        for (index, line) in document.text.lines().enumerate() {
            let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            let relative = targets.map(|target| target.split('#').next().unwrap_or_default()).filter(|target| {
                !target.is_empty() && !target.contains("://") && !target.contains(' ') && !target.starts_with("mailto:")
            });
            let linked = relative.map(|target| format!("{folder}{target}"));
            let quoted =
                line.split('`').skip(1).step_by(2).filter(|text| ROOTS.iter().any(|root| text.starts_with(root)));
            let quoted = quoted.filter(|text| !text.contains([' ', '*', '{', '<', '…']));
            let quoted = quoted.map(|text| text.split(':').next().unwrap_or_default().to_owned());
            for path in linked.chain(quoted) {
                let is_not_committed = NOT_COMMITTED.iter().any(|folder| path.starts_with(folder));
                if !is_not_committed && !repository.root.join(&path).exists() {
                    findings.push(Finding::new(&document.path, index + 1, format!("{path} does not exist")));
                }
            }
        }
    }
    findings
}

/// Checks that each term of the glossary names an existing file, relative to the root or to `crates/`.
pub(super) fn glossary_names_files(repository: &Repository) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(document) = repository.documents.iter().find(|document| document.path == GLOSSARY) else {
        return vec![Finding::new(GLOSSARY, 1, "the file is missing")];
    };
    for (index, line) in document.text.lines().enumerate().filter(|(_, line)| line.starts_with("| **")) {
        let files: Vec<&str> = line.split('`').skip(1).step_by(2).filter(|text| text.ends_with(".rs")).collect();
        if files.is_empty() {
            findings.push(Finding::new(GLOSSARY, index + 1, "the term names no file"));
        }
        for file in files {
            if repository.source(file).is_none() && repository.source(&format!("crates/{file}")).is_none() {
                findings.push(Finding::new(GLOSSARY, index + 1, format!("{file} does not exist")));
            }
        }
    }
    findings
}
