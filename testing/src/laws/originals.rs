//! The pages that [`limpid_pages::splice`] takes parts from: the cases of the suites, and the real pages.

use html5lib_tests::suites::{self, Cases, ReadError, Suite};
use limpid_pages::splice::Original;
use limpid_pages::{context_named, data};
use std::fs;

/// Only every `TOKENIZER_STEP`th tokenizer case is used, because the suite has thousands of cases for the names of character references.
const TOKENIZER_STEP: usize = 6;

/// Reads the cases of limpid's own suite.
///
/// # Errors
/// If a file of the suite cannot be read.
pub fn of_own_suite() -> Result<Vec<Original>, ReadError> {
    of(vec![suites::own(&suites::repository())])
}

/// Reads the cases of limpid's own suite and of the upstream suites that are present.
///
/// # Errors
/// If a file of a suite cannot be read.
pub fn of_suites() -> Result<Vec<Original>, ReadError> {
    of(suites::all(&suites::repository()))
}

fn of(all: Vec<Suite>) -> Result<Vec<Original>, ReadError> {
    let mut originals = Vec::new();
    for folder in all.into_iter().filter_map(|suite| suite.folder) {
        for file in suites::files(&folder)? {
            match file.read()? {
                Cases::TreeConstruction(cases) => originals.extend(cases.into_iter().filter_map(|case| {
                    let context = match &case.context {
                        Some(name) => Some(context_named(name)?),
                        None => None,
                    };
                    Some(Original { context, text: String::from_utf8_lossy(&case.data).into_owned() })
                })),
                Cases::Tokenizer(cases) => {
                    let texts = cases.iter().step_by(TOKENIZER_STEP).filter_map(|case| case.input.as_text());
                    originals.extend(texts.map(|text| Original { context: None, text: text.to_owned() }));
                }
                _ => {}
            }
        }
    }
    Ok(originals)
}

/// Reads the real pages, sorted by name. Returns nothing if they are missing.
#[must_use]
pub fn of_real_pages() -> Vec<Original> {
    let text = |page: Vec<u8>| String::from_utf8_lossy(&page).into_owned();
    let pages = data::real_pages().into_iter().filter_map(|path| fs::read(path).ok());
    pages.map(|page| Original { context: None, text: text(page) }).collect()
}
