//! `cargo xtask bench`, `jobs` and `growth`: build the programs of benches/, which is a separate workspace, and run them.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode, ExitStatus};

use html5lib_tests::suites;

#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    /// Arguments of the benchmark program; `--help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    rest: Vec<OsString>,
}

/// Runs a benchmark program and returns its exit code. The program prints its own errors.
pub(crate) fn run(program: &str, arguments: &Arguments) -> ExitCode {
    let outcome = build(program).and_then(|program| status(Command::new(program).args(&arguments.rest)));
    match outcome {
        Ok(status) => status.code().map_or(ExitCode::FAILURE, |code| ExitCode::from(code as u8)),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the benchmark programs. Returns the path of the program with this name.
fn build(program: &str) -> Result<PathBuf, String> {
    let repository = suites::repository();
    let target = repository.join("target/benches");
    eprintln!("building limpid and the other measured libraries in {}", target.display());
    let mut build = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.args(["build", "--quiet", "--release", "--locked", "--bins", "--manifest-path"]);
    build.arg(repository.join("benches/Cargo.toml")).arg("--target-dir").arg(&target);
    match status(&mut build)?.success() {
        true => Ok(target.join("release").join(format!("{program}{}", env::consts::EXE_SUFFIX))),
        false => Err("cannot build benches/; this needs the packages in benches/Cargo.lock from crates.io".to_owned()),
    }
}

fn status(command: &mut Command) -> Result<ExitStatus, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.status().map_err(|error| format!("cannot start {name}: {error}"))
}
