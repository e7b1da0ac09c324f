//! Reads the pages of `--input`.

use std::fs;
use std::path::{Path, PathBuf};

use html5lib_tests::suites::Cases;
use limpid_pages::context_named;
use limpid_pages::splice::rough_tokens;

use super::case::Case;

/// Reads a file, or all files below a folder. A `.dat` file contains many cases; any other file is a page.
pub(super) fn cases(path: &Path) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for file in files(path).map_err(|error| format!("cannot read {}: {error}", path.display()))? {
        let fail = |error: &dyn std::fmt::Display| format!("cannot read {}: {error}", file.display());
        let bytes = fs::read(&file).map_err(|error| fail(&error))?;
        if file.extension().is_none_or(|extension| extension != "dat") {
            cases.push(Case::new(None, rough_tokens(&String::from_utf8_lossy(&bytes))));
            continue;
        }
        let Cases::TreeConstruction(listed) = Cases::from_bytes(&bytes).map_err(|error| fail(&error))? else {
            continue;
        };
        for case in listed {
            let context = case.context.as_deref().map(context_named);
            match context {
                Some(None) => {
                    println!("skipped: {} #{}: unknown context element", file.display(), case.number);
                }
                context => cases.push(Case::new(context.flatten(), rough_tokens(&String::from_utf8_lossy(&case.data)))),
            }
        }
    }
    Ok(cases)
}

fn files(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut pending = vec![path.to_owned()];
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            let entries: Result<Vec<_>, _> =
                fs::read_dir(&path)?.map(|entry| Ok::<_, std::io::Error>(entry?.path())).collect();
            pending.extend(entries?);
        } else {
            files.push(path);
        }
    }
    files.sort_unstable();
    Ok(files)
}
