//! The rules of documents: files and folders that Markdown names are there.

use super::finding::Finding;
use super::source::House;

const GLOSSARY: &str = "docs/glossary.md";

/// Folders whose names start a path from the workspace's root.
const ROOTS: &[&str] =
    &["crates/", "docs/", "xtask/", "testing/", "fuzz/", "benches/", "html5lib-tests/", "pages/", "examples/", ".ci/"];

/// Places that are made by commands and are not committed.
const MADE: &[&str] = &["html5lib-tests/upstream", "fuzz/corpus", "fuzz/artifacts"];

/// Checks relative links, and paths in backticks that start at the workspace's root.
pub(super) fn named_files_exist(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    for document in &house.documents {
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
                let is_made = MADE.iter().any(|made| path.starts_with(made));
                if !is_made && !house.root.join(&path).exists() {
                    findings.push(Finding::new(&document.path, index + 1, format!("names {path}, which is not there")));
                }
            }
        }
    }
    findings
}

/// Checks that each term of the glossary names a file that is there, by its path from `crates/`.
pub(super) fn glossary_names_files(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(document) = house.documents.iter().find(|document| document.path == GLOSSARY) else {
        return vec![Finding::new(GLOSSARY, 1, "there is no glossary")];
    };
    for (index, line) in document.text.lines().enumerate().filter(|(_, line)| line.starts_with("| **")) {
        let files: Vec<&str> = line.split('`').skip(1).step_by(2).filter(|text| text.ends_with(".rs")).collect();
        if files.is_empty() {
            findings.push(Finding::new(GLOSSARY, index + 1, "a term without a file"));
        }
        for file in files {
            if house.source(file).is_none() && house.source(&format!("crates/{file}")).is_none() {
                findings.push(Finding::new(GLOSSARY, index + 1, format!("names {file}, which is not there")));
            }
        }
    }
    findings
}
