//! Runs every case of every suite as a separate test.

mod support;

use std::error::Error;
use std::process::ExitCode;

use html5lib_tests::exceptions::Exceptions;
use html5lib_tests::run::{self, Case, Outcome};
use html5lib_tests::suites;
use libtest_mimic::{Arguments, Completion, Failed, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    match trials() {
        Ok(trials) => support::finish(&libtest_mimic::run(&arguments, trials)),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn trials() -> Result<Vec<Trial>, Box<dyn Error>> {
    let repository = suites::repository();
    let exceptions = Exceptions::read(&repository)?;
    let mut trials = Vec::new();
    for suite in suites::all(&repository) {
        let Some(folder) = &suite.folder else {
            trials.push(support::missing(&suite));
            continue;
        };
        for file in suites::files(folder)? {
            let (_, cases) = run::cases(&suite, &file, &exceptions)?;
            trials.extend(cases.into_iter().map(|case| trial(&format!("{}/{}", suite.name, file.name), case)));
        }
    }
    Ok(trials)
}

fn trial(file: &str, case: Case) -> Trial {
    Trial::ignorable_test(format!("{file} {}", case.name), move || match case.run() {
        Outcome::Passed => Ok(Completion::Completed),
        Outcome::Failed(text) => Err(Failed::from(text)),
        Outcome::Skipped(reason) => Ok(Completion::ignored_with(reason)),
    })
}
