//! Handles missing suites: a test for each, and a summary at the end.

use std::process::ExitCode;

use html5lib_tests::suites::{self, Suite};
use libtest_mimic::{Completion, Conclusion, Trial};

/// Prints which suites are missing, after the results.
pub(crate) fn finish(conclusion: &Conclusion) -> ExitCode {
    if let Some(text) = html5lib_tests::missing::summary(&suites::repository()) {
        println!("{text}");
    }
    conclusion.exit_code()
}

/// Returns a test that replaces the tests of a missing suite. The test is ignored. With `CI=true`, it fails, unless
/// `LIMPID_SUITES_OPTIONAL=1` is set.
pub(crate) fn missing(suite: &Suite) -> Trial {
    Trial::ignorable_test(suite.missing(), || match suites::are_required() {
        true => Err("CI=true requires every suite; set LIMPID_SUITES_OPTIONAL=1 to skip missing suites".into()),
        false => Ok(Completion::ignored()),
    })
}
