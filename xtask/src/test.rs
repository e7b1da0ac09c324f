//! `cargo xtask test`: runs all tests, then lists missing suites. The list comes last, because otherwise the output of doc tests would hide it.

use clap::Args;
use html5lib_tests::{missing, suites};
use std::process::{Command, ExitCode};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Options and test names for `cargo test --workspace`
    #[arg(value_name = "ARGUMENT", allow_hyphen_values = true, trailing_var_arg = true)]
    arguments: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let repository = suites::repository();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut test = Command::new(cargo);
    test.current_dir(&repository).args(["test", "--workspace"]).args(&arguments.arguments);
    let passed = match test.status() {
        Ok(status) => status.success(),
        Err(error) => {
            eprintln!("error: cargo test: {error}");
            false
        }
    };
    match missing::summary(&repository) {
        None => println!("\nall suites and pages were present; nothing was skipped"),
        Some(text) => print!("\n{text}"),
    }
    // The output of cargo that names the failed tests may have scrolled away.
    if !passed {
        eprintln!("error: tests failed");
    }
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
