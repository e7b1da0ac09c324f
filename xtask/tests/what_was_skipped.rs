//! The last of all tests: says what the run left out for want of data, where it is read. It only fails where data is required.

use html5lib_tests::{missing, suites};
use std::process::ExitCode;

fn main() -> ExitCode {
    // Tools that list tests want to hear of none.
    if std::env::args().any(|argument| argument == "--list") {
        return ExitCode::SUCCESS;
    }
    match missing::summary(&suites::repository()) {
        None => println!("\nnothing was skipped for want of data\n"),
        Some(text) => {
            println!("\n{text}");
            if suites::are_required() {
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
