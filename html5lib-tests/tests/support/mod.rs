//! Runs every case of one kind as a test of its own name, and says at the end what was not there to run.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::error;
use std::process::ExitCode;

use html5lib_tests::exceptions::Exceptions;
use html5lib_tests::run::{self, Case, Outcome};
use html5lib_tests::suites::{self, Kind, Suite};
use libtest_mimic::{Arguments, Completion, Conclusion, Failed, Trial};

pub(crate) fn main(kind: Kind) -> ExitCode {
    main_of(&[kind])
}

pub(crate) fn main_of(kinds: &[Kind]) -> ExitCode {
    let arguments = Arguments::from_args();
    match trials(kinds) {
        Ok(trials) => finish(&libtest_mimic::run(&arguments, trials)),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Says what was skipped, below the results.
pub(crate) fn finish(conclusion: &Conclusion) -> ExitCode {
    if let Some(text) = html5lib_tests::missing::summary(&suites::repository()) {
        println!("{text}");
    }
    conclusion.exit_code()
}

fn trials(kinds: &[Kind]) -> Result<Vec<Trial>, Box<dyn error::Error>> {
    let repository = suites::repository();
    let exceptions = Exceptions::read(&repository)?;
    let mut trials = Vec::new();
    for suite in suites::all(&repository) {
        let Some(folder) = &suite.folder else {
            trials.push(missing(&suite));
            continue;
        };
        for file in suites::files(folder)? {
            let (kind_of_file, cases) = run::cases(&suite, &file, &exceptions)?;
            if kinds.contains(&kind_of_file) {
                trials.extend(cases.into_iter().map(|case| trial(&format!("{}/{}", suite.name, file.name), case)));
            }
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

/// Makes a test in the place of those of a suite that is not there. With `CI=true` it fails, unless `LIMPID_SUITES_OPTIONAL=1`.
pub(crate) fn missing(suite: &Suite) -> Trial {
    Trial::ignorable_test(suite.missing(), || match suites::are_required() {
        true => Err("CI=true needs every suite; LIMPID_SUITES_OPTIONAL=1 does without".into()),
        false => Ok(Completion::ignored()),
    })
}
