//! Peers in C and Python: what can be installed of them is, and for the others the reason is kept.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use limpid_benches::peers::Kind;

use crate::rows::{Foreign, Row};

const LEXBOR: &str = "lexbor";
const LEXBOR_TOKENIZER: &str = "lexbor-tokenizer";

/// lexbor 3.1.0, as of August 2026.
const LEXBOR_REVISION: &str = "1c9970f57558a560b32f0031180687992b3e7989";
const LEXBOR_URL: &str = "https://github.com/lexbor/lexbor";

/// Names a checkout to build in place of a fetched one.
const LEXBOR_VARIABLE: &str = "LEXBOR_SOURCE";

/// A package of the Python registry.
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

/// The rows that there may be.
pub(crate) const NAMES: [&str; 5] = [LEXBOR, LEXBOR_TOKENIZER, PACKAGES[0].name, PACKAGES[1].name, PACKAGES[2].name];

/// The peers that could be installed.
#[derive(Default)]
pub(crate) struct Installed {
    pub(crate) rows: Vec<Row>,
    /// The peers that could not be installed, each with the reason.
    pub(crate) skipped: Vec<String>,
}

/// Installs what is wanted of the peers whose drivers are in `drivers` into `folder`.
pub(crate) fn install(drivers: &Path, folder: &Path, is_wanted: impl Fn(&str) -> bool) -> Installed {
    let mut installed = Installed::default();
    let python = Python::set_up(folder);
    let mut add = |name, about, kind, outcome: Result<Foreign, String>| match outcome {
        Ok(foreign) => {
            installed.rows.push(Row { name, about, kind, foreign: Some(foreign) });
        }
        Err(reason) => installed.skipped.push(format!("{name} could not be installed: {reason}")),
    };
    if is_wanted(LEXBOR) || is_wanted(LEXBOR_TOKENIZER) {
        let document = lexbor(&drivers.join("lexbor_bench.c"), folder, python.as_ref());
        let tokenizer = document.clone().map(|mut foreign| {
            foreign.command.push("tokens".into());
            foreign
        });
        if is_wanted(LEXBOR) {
            let about =
                "lexbor: a document created, parsed and destroyed for each page; bytes, which it takes for UTF-8";
            add(LEXBOR, about, Kind::Document, document);
        }
        if is_wanted(LEXBOR_TOKENIZER) {
            let about = "lexbor's tokenizer with a callback that counts, a new one for each page";
            add(LEXBOR_TOKENIZER, about, Kind::Tokens, tokenizer);
        }
    }
    for package in PACKAGES.into_iter().filter(|package| is_wanted(package.name)) {
        let outcome = python.as_ref().map_err(Clone::clone);
        let outcome = outcome.and_then(|python| python.peer(&package, &drivers.join("peers.py")));
        add(package.name, package.about, Kind::Document, outcome);
    }
    installed
}

/// A Python of our own, so that nothing is installed elsewhere.
struct Python {
    program: PathBuf,
}

impl Python {
    fn set_up(folder: &Path) -> Result<Python, String> {
        let environment = folder.join("venv");
        let program = environment.join("bin/python");
        if !program.exists() {
            eprintln!("making {}", environment.display());
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

    /// cmake, which a package of the registry brings if the machine has none.
    fn cmake(&self) -> Result<PathBuf, String> {
        eprintln!("installing cmake");
        self.pip(["install", "cmake"])?;
        Ok(self.program.with_file_name("cmake"))
    }
}

impl Package {
    fn requirement(&self) -> String {
        format!("{}=={}", self.name, self.version)
    }
}

fn lexbor(driver: &Path, folder: &Path, python: Result<&Python, &String>) -> Result<Foreign, String> {
    let source = lexbor_source(folder, python)?;
    let cmake = match Command::new("cmake").arg("--version").output() {
        Ok(_) => PathBuf::from("cmake"),
        Err(_) => python.map_err(|reason| format!("no cmake, and {reason}"))?.cmake()?,
    };
    eprintln!("building lexbor of {}", source.display());
    let build = folder.join("lexbor-build");
    // It remembers the source of the last time.
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

/// The source: as named, fetched, or the copy that selectolax' source package has.
fn lexbor_source(folder: &Path, python: Result<&Python, &String>) -> Result<PathBuf, String> {
    if let Some(source) = env::var_os(LEXBOR_VARIABLE).filter(|source| !source.is_empty()) {
        let source = PathBuf::from(source);
        return match source.join("CMakeLists.txt").exists() {
            true => Ok(source),
            false => Err(format!("{}: no CMakeLists.txt (in ${LEXBOR_VARIABLE})", source.display())),
        };
    }
    let is_whole = |source: &PathBuf| source.join("CMakeLists.txt").exists();
    let (fetched, bundled) = (folder.join("lexbor"), folder.join(format!("selectolax-{}/lexbor", SELECTOLAX.version)));
    if let Some(source) = [&fetched, &bundled].into_iter().find(|source| is_whole(source)) {
        return Ok(source.clone());
    }
    let no_fetch = match fetch(&fetched) {
        Ok(()) => return Ok(fetched),
        Err(reason) => reason,
    };
    eprintln!("lexbor: {no_fetch}; taking the copy in selectolax' source package");
    let unpacked = python.map_err(Clone::clone).and_then(|python| {
        python.pip(
            ["download", "--no-deps", "--no-binary", SELECTOLAX.name, &SELECTOLAX.requirement(), "--dest"]
                .map(OsStr::new)
                .into_iter()
                .chain([folder.as_os_str()]),
        )?;
        let archive = folder.join(format!("selectolax-{}.tar.gz", SELECTOLAX.version));
        run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(folder))
    });
    match unpacked {
        Ok(()) if is_whole(&bundled) => Ok(bundled),
        Ok(()) => Err(format!("{no_fetch}; selectolax' source package has no lexbor")),
        Err(reason) => Err(format!("{no_fetch}; {reason}; ${LEXBOR_VARIABLE} may name a checkout")),
    }
}

fn fetch(checkout: &Path) -> Result<(), String> {
    fs::create_dir_all(checkout).map_err(|error| format!("{}: {error}", checkout.display()))?;
    let git = |arguments: &[&str]| {
        run(Command::new("git").arg("-C").arg(checkout).args(arguments).env("GIT_TERMINAL_PROMPT", "0"))
    };
    git(&["init", "--quiet"])?;
    git(&["fetch", "--quiet", "--depth=1", LEXBOR_URL, LEXBOR_REVISION])?;
    git(&["checkout", "--quiet", "--force", "--detach", "FETCH_HEAD"])
}

/// Runs a command, or gives the last thing that it complains of.
fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot start {name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    let mut lines = complaint.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_reason = |line: &&str| ["error", "fatal"].iter().any(|word| line.to_lowercase().contains(word));
    let reason = lines.clone().find(is_reason).or(lines.next_back()).unwrap_or("no reason given");
    Err(format!("{name}: {reason}"))
}
