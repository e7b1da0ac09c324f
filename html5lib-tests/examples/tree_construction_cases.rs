//! Prints the tree-construction cases of all suites as JSON, one object per line, for tests in other languages.
//!
//! The expectations include limpid's exceptions. A suite that is missing is an object with a member `missing`. A case that limpid's own run skips is
//! an object with a member `skipped`.
//!
//! ```text
//! cargo run -p html5lib-tests --no-default-features --example tree_construction_cases
//! ```

use std::error::Error;
use std::io::{BufWriter, Write, stdout};

use html5lib_tests::exceptions::Exceptions;
use html5lib_tests::format::tree_construction::TreeCase;
use html5lib_tests::suites::{self, Cases, SuiteFile};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let repository = suites::repository();
    let exceptions = Exceptions::read(&repository)?;
    let mut output = BufWriter::new(stdout().lock());
    for suite in suites::all(&repository) {
        let Some(folder) = &suite.folder else {
            writeln!(output, "{}", json!({ "suite": suite.name, "missing": suite.missing() }))?;
            continue;
        };
        for file in suites::files(folder)? {
            let mut cases = file.read()?;
            exceptions.apply(&file, &mut cases);
            let Cases::TreeConstruction(cases) = cases else { continue };
            for case in cases {
                writeln!(output, "{}", line(&suite.name, &file, &case))?;
            }
        }
    }
    Ok(output.flush()?)
}

fn line(suite: &str, file: &SuiteFile, case: &TreeCase) -> Value {
    let skipped = |reason: &str| json!({ "suite": suite, "file": file.name, "number": case.number, "skipped": reason });
    if file.is_scripted() {
        return skipped("needs scripts to run");
    }
    let Ok(data) = std::str::from_utf8(&case.data) else { return skipped("the input is not UTF-8") };
    json!({
        "suite": suite,
        "file": file.name,
        "number": case.number,
        "data": data,
        "context": case.context,
        "scripting": case.scripting.flags(),
        "declarativeShadowRoots": case.declarative_shadow_roots,
        "document": case.expected.document,
        "serialized": case.expected.serialized,
        "text": case.expected.text.as_ref().map(|text| json!({ "id": text.id, "text": text.text })),
    })
}
