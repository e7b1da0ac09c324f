//! Missing suites: a test in place of their cases, and a line at the end.

use std::process::ExitCode;

use html5lib_tests::suites::{self, Suite};
use libtest_mimic::{Completion, Conclusion, Trial};

/// Says what was skipped, below the results.
pub(crate) fn finish(conclusion: &Conclusion) -> ExitCode {
    if let Some(text) = html5lib_tests::missing::summary(&suites::repository()) {
        println!("{text}");
    }
    conclusion.exit_code()
}

/// Makes a test in the place of those of a suite that is not there. With `CI=true` it fails, unless `LIMPID_SUITES_OPTIONAL=1`.
pub(crate) fn missing(suite: &Suite) -> Trial {
    Trial::ignorable_test(suite.missing(), || match suites::are_required() {
        true => Err("CI=true needs every suite; LIMPID_SUITES_OPTIONAL=1 does without".into()),
        false => Ok(Completion::ignored()),
    })
}
