//! Installs parsers in C and Python.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use limpid_benches::peers::Kind;

use crate::Row;

const LEXBOR: &str = "lexbor";
const LEXBOR_TOKENIZER: &str = "lexbor-tokenizer";

/// The environment variable with the path of lexbor's source. Without it, the copy in the source package of selectolax is used.
const LEXBOR_VARIABLE: &str = "LEXBOR_SOURCE";

/// A package on PyPI.
struct Package {
    name: &'static str,
    version: &'static str,
    about: &'static str,
}

const SELECTOLAX: Package = Package {
    name: "selectolax",
    version: "1.0.2",
    about: "selectolax, lexbor for Python: `LexborHTMLParser` of bytes",
};

const PACKAGES: [Package; 3] = [
    Package { name: "turbohtml", version: "1.15.4", about: "turbohtml, C for Python: `parse` of a `str`" },
    SELECTOLAX,
    Package {
        name: "resiliparse",
        version: "2.0.1",
        about: "resiliparse, lexbor for Python: `HTMLTree.parse` of a `str`",
    },
];

/// A parser in another language.
#[derive(Clone, Debug)]
pub(crate) struct Foreign {
    /// The command line, without the folder of pages.
    pub(crate) command: Vec<OsString>,
    pub(crate) version: String,
    /// Whether valgrind can measure it, because the program is not an interpreter.
    pub(crate) is_native: bool,
}

/// The names of all foreign rows.
pub(crate) const NAMES: [&str; 5] = [LEXBOR, LEXBOR_TOKENIZER, PACKAGES[0].name, PACKAGES[1].name, PACKAGES[2].name];

/// Installs the requested parsers into `folder`. `drivers` is the folder of the programs that run the parsers (benches/foreign/). Returns a
/// row or an error for each parser.
pub(crate) fn install(drivers: &Path, folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Vec<Result<Row, String>> {
    let python = Python::set_up(folder);
    let python = || python.as_ref().map_err(Clone::clone);
    let mut rows = Vec::new();
    let mut add = |name, about, kind, outcome: Result<Foreign, String>| {
        let row = outcome.map(|foreign| Row { name, about, kind, foreign: Some(foreign) });
        rows.push(row.map_err(|reason| format!("{name} could not be installed: {reason}")));
    };
    if is_wanted(LEXBOR) || is_wanted(LEXBOR_TOKENIZER) {
        let document = python().and_then(|python| lexbor(&drivers.join("lexbor_bench.c"), folder, python));
        let mut tokenizer = document.clone();
        let _ = tokenizer.as_mut().map(|tokenizer| tokenizer.command.push("tokens".into()));
        let about = "lexbor: creates, parses and destroys a document for each page; the input is bytes, read as UTF-8";
        add(LEXBOR, about, Kind::Document, document);
        let about = "lexbor's tokenizer, created for each page, with a callback that counts tokens";
        add(LEXBOR_TOKENIZER, about, Kind::Tokens, tokenizer);
    }
    for package in PACKAGES.into_iter().filter(|package| is_wanted(package.name)) {
        let outcome = python().and_then(|python| python.peer(&package, &drivers.join("peers.py")));
        add(package.name, package.about, Kind::Document, outcome);
    }
    rows
}

/// A virtual environment for the parsers in Python.
struct Python {
    program: PathBuf,
}

impl Python {
    fn set_up(folder: &Path) -> Result<Python, String> {
        let environment = folder.join("venv");
        let program = environment.join("bin/python");
        if !program.exists() {
            eprintln!("creating {}", environment.display());
            run(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
        }
        Ok(Python { program })
    }

    fn pip(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<(), String> {
        let mut command = Command::new(&self.program);
        run(command.args(["-m", "pip", "--quiet", "--disable-pip-version-check"]).args(arguments))
    }

    fn peer(&self, package: &Package, driver: &Path) -> Result<Foreign, String> {
        eprintln!("installing {}", package.name);
        self.pip(["install", &package.requirement()])?;
        run(Command::new(&self.program).arg(driver).args([package.name, "check"]))?;
        let command = vec![self.program.clone().into(), driver.into(), package.name.into()];
        Ok(Foreign { command, version: package.version.to_owned(), is_native: false })
    }
}

impl Package {
    fn requirement(&self) -> String {
        format!("{}=={}", self.name, self.version)
    }
}

fn lexbor(driver: &Path, folder: &Path, python: &Python) -> Result<Foreign, String> {
    let source = lexbor_source(folder, python)?;
    python.pip(["install", "cmake"])?;
    let cmake = python.program.with_file_name("cmake");
    eprintln!("building lexbor of {}", source.display());
    let build = folder.join("lexbor-build");
    // CMake rejects a cache that was created for another source folder.
    let _ = fs::remove_file(build.join("CMakeCache.txt"));
    let mut configure = Command::new(&cmake);
    configure.arg("-S").arg(&source).arg("-B").arg(&build);
    run(configure.args(["-DCMAKE_BUILD_TYPE=Release", "-DLEXBOR_BUILD_SHARED=OFF"]))?;
    run(Command::new(&cmake).arg("--build").arg(&build).args(["--parallel", "2"]))?;
    let program = folder.join("lexbor_bench");
    let mut compile = Command::new("cc");
    compile.args(["-O3", "-o"]).arg(&program).arg("-I").arg(source.join("source")).arg(driver);
    run(compile.arg(build.join("liblexbor_static.a")).arg("-lm"))?;
    let version = fs::read_to_string(source.join("version")).unwrap_or_default();
    let version = version.trim().trim_start_matches("LEXBOR_VERSION=").to_owned();
    Ok(Foreign { command: vec![program.into()], version, is_native: true })
}

/// Returns the source in `$LEXBOR_SOURCE`, or the copy in the source package of selectolax.
fn lexbor_source(folder: &Path, python: &Python) -> Result<PathBuf, String> {
    if let Some(source) = env::var_os(LEXBOR_VARIABLE).filter(|source| !source.is_empty()) {
        return Ok(source.into());
    }
    let source = folder.join(format!("selectolax-{}/lexbor", SELECTOLAX.version));
    if !source.exists() {
        let requirement = SELECTOLAX.requirement();
        let download = ["download", "--no-deps", "--no-binary", SELECTOLAX.name, &requirement, "--dest"];
        python.pip(download.map(OsStr::new).into_iter().chain([folder.as_os_str()]))?;
        let archive = folder.join(format!("selectolax-{}.tar.gz", SELECTOLAX.version));
        run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(folder))?;
    }
    Ok(source)
}

/// Runs a command. The error contains the most useful line of its output.
fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot start {name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let output_text = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    let mut lines = output_text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_reason = |line: &&str| ["error", "fatal"].iter().any(|word| line.to_lowercase().contains(word));
    let reason = lines.clone().find(is_reason).or(lines.next_back()).unwrap_or("failed without output");
    Err(format!("{name}: {reason}"))
}
