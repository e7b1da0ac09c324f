//! `cargo xtask bench` and `bench-foreign`: build the program in benches/, a workspace of its own, and run it.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use html5lib_tests::suites;

#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    /// Arguments of the benchmark program; --help lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    rest: Vec<OsString>,
}

pub(crate) fn run(command: &str, arguments: &Arguments) -> Result<(), String> {
    let repository = suites::repository();
    let manifest = repository.join("benches/Cargo.toml");
    let target = repository.join("target/benches");
    let mut build = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.args(["build", "--quiet", "--release", "--locked", "--bins", "--manifest-path"]);
    build.arg(&manifest).arg("--target-dir").arg(&target);
    eprintln!("building limpid and its peers in {}", target.display());
    succeed(&mut build, "the benchmarks do not build: they need the crates.io registry, or a target folder of before")?;
    let program = target.join("release").join(format!("limpid-bench{}", std::env::consts::EXE_SUFFIX));
    succeed(Command::new(&program).arg(command).args(&arguments.rest), &ended(&program))
}

fn ended(program: &Path) -> String {
    format!("{} ended early", program.display())
}

fn succeed(command: &mut Command, complaint: &str) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("cannot start {name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{complaint} ({status})")) }
}
