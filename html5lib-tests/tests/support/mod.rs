//! Runs every case of one kind as a test of its own name.

use std::process::ExitCode;
use std::{env, error};

use html5lib_tests::exceptions::Exceptions;
use html5lib_tests::run::{self, Case, Outcome};
use html5lib_tests::suites::{self, Kind, Suite};
use libtest_mimic::{Arguments, Completion, Failed, Trial};

pub(crate) fn main(kind: Kind) -> ExitCode {
    let arguments = Arguments::from_args();
    match trials(kind) {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn trials(kind: Kind) -> Result<Vec<Trial>, Box<dyn error::Error>> {
    let repository = suites::repository();
    let exceptions = Exceptions::read(&repository)?;
    let mut trials = Vec::new();
    for suite in [suites::own(&repository)].into_iter().chain(suites::upstream(&repository)?) {
        let Some(folder) = &suite.folder else {
            trials.push(missing(&suite));
            continue;
        };
        for file in suites::files(folder)? {
            let (kind_of_file, cases) = run::cases(&file, &exceptions)?;
            if kind_of_file == kind {
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

/// A test in the place of those of a suite that is not there. With `CI=true` it fails, unless `LIMPID_SUITES_OPTIONAL=1`.
fn missing(suite: &Suite) -> Trial {
    let is_set = |variable, to| env::var_os(variable).is_some_and(|value| value == to);
    let is_required = is_set("CI", "true") && !is_set("LIMPID_SUITES_OPTIONAL", "1");
    let places: Vec<_> = suite.looked_in.iter().map(|place| place.display().to_string()).collect();
    let text = format!("suite {} not found (looked in {})", suite.name, places.join(", "));
    println!("skipped: {text}");
    Trial::ignorable_test(text, move || match is_required {
        true => Err("CI=true needs every suite; LIMPID_SUITES_OPTIONAL=1 does without".into()),
        false => Ok(Completion::ignored()),
    })
}
