//! Tests of the report in a real browser. If no browser is found, the tests are reported as skipped.
//!
//! `LIMPID_PICTURES=docs/guide/pictures cargo test -p limpid-cli --test report_browser` takes the guide's screenshots instead.
#![forbid(unsafe_code)]

mod chromium;
mod errors;
mod hostile;
mod large;
mod linked;
mod looks;
mod pictures;
mod report;
mod tab;
mod tree;

use chromium::{Chromium, Test};
use libtest_mimic::{Arguments, Completion, Trial};
use std::env;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let tests: Vec<Test> =
        [errors::TESTS, hostile::TESTS, large::TESTS, linked::TESTS, looks::TESTS, tree::TESTS].concat();
    if arguments.list {
        let trials = tests.into_iter().map(|(name, _)| Trial::test(name, || Ok(())));
        return libtest_mimic::run(&arguments, trials.collect()).exit_code();
    }
    let chromium = chromium::find().and_then(|program| Chromium::start(&program)).and_then(|mut chromium| {
        tab::Tab::can_open_files(&mut chromium)?;
        Ok(chromium)
    });
    if let Some(folder) = env::var_os("LIMPID_PICTURES") {
        pictures::make(&mut chromium.expect("pictures need a browser"), folder.as_ref());
        return ExitCode::SUCCESS;
    }
    let trials = match chromium {
        Ok(chromium) => {
            let chromium = Arc::new(Mutex::new(chromium));
            tests.into_iter().map(|test| trial(test, &chromium)).collect()
        }
        Err(reason) => {
            println!("skipped: {reason}; LIMPID_CHROMIUM=PATH sets the browser");
            let skip = |(name, _)| {
                let reason = reason.clone();
                Trial::ignorable_test(name, move || Ok(Completion::ignored_with(reason)))
            };
            tests.into_iter().map(skip).collect()
        }
    };
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Returns a trial that runs a test in the shared browser, one test at a time.
fn trial((name, test): Test, chromium: &Arc<Mutex<Chromium>>) -> Trial {
    let chromium = Arc::clone(chromium);
    Trial::test(name, move || {
        test(&mut chromium.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(())
    })
}
