//! `cargo xtask weight`: the cost of depending on limpid and its peers, in processor time of a release build from nothing, crates, and
//! bytes of the program.

use html5lib_tests::suites;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs: each prints the links of a page.
const PROGRAMS: [Program; 7] = [
    Program { name: "limpid", source: SELECT, dependencies: "limpid = { path = \"LIMPID\" }" },
    Program {
        name: "limpid with xml and markdown",
        source: SELECT,
        dependencies: "limpid = { path = \"LIMPID\", features = [\"markdown\", \"xml\"] }",
    },
    Program {
        name: "limpid without select",
        source: include_str!("weight/without_select.rs"),
        dependencies: "limpid = { path = \"LIMPID\", default-features = false, features = [\"encoding\", \"pretty\"] }",
    },
    Program {
        name: "limpid without encoding_rs",
        source: SELECT,
        dependencies: "limpid = { path = \"LIMPID\", default-features = false, features = [\"pretty\", \"select\"] }",
    },
    Program {
        name: "limpid without either",
        source: include_str!("weight/without_select.rs"),
        dependencies: "limpid = { path = \"LIMPID\", default-features = false, features = [\"pretty\"] }",
    },
    Program { name: "scraper", source: include_str!("weight/scraper.rs"), dependencies: "scraper = \"=0.29.0\"" },
    Program {
        name: "html5ever and markup5ever_rcdom",
        source: include_str!("weight/rcdom.rs"),
        dependencies: "html5ever = \"=0.40.1\"\nmarkup5ever_rcdom = \"=0.40.1\"",
    },
];

const SELECT: &str = include_str!("weight/select.rs");

struct Program {
    name: &'static str,
    source: &'static str,
    dependencies: &'static str,
}

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder to build in, which is removed afterwards [default: limpid-weight in the folder for temporary files]
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// The number of builds of each program, in turn; the one with the least processor time counts
    #[arg(long, default_value_t = 1)]
    rounds: usize,
    /// Only the programs whose names contain this
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Put the table into docs/performance.md
    #[arg(long)]
    write_docs: bool,
}

/// The cost of one build.
struct Weight {
    /// Processor time, user and system, in seconds.
    seconds: f64,
    crates: usize,
    /// The size of the program without symbols.
    bytes: u64,
    /// The clock time of each crate in seconds, the longest first.
    units: Vec<(String, f64)>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let repository = suites::repository();
    let folder = arguments.into.clone().unwrap_or_else(|| std::env::temp_dir().join("limpid-weight"));
    let is_wanted = |program: &&Program| arguments.only.as_ref().is_none_or(|name| program.name.contains(name));
    let programs: Vec<&Program> = PROGRAMS.iter().filter(is_wanted).collect();
    let mut weights: Vec<Option<Weight>> = programs.iter().map(|_| None).collect();
    for _ in 0..arguments.rounds {
        for (program, best) in programs.iter().zip(&mut weights) {
            eprintln!("building {}", program.name);
            let weight = program.build(&folder, &repository)?;
            if best.as_ref().is_none_or(|best| weight.seconds < best.seconds) {
                *best = Some(weight);
            }
        }
    }
    let rows: Vec<(&Program, Weight)> =
        programs.into_iter().zip(weights).filter_map(|(program, weight)| Some((program, weight?))).collect();
    let tables = tables(&rows);
    print!("{tables}");
    if arguments.write_docs { write_docs(&repository.join("docs/performance.md"), &tables) } else { Ok(()) }
}

impl Program {
    /// Builds the program from nothing, in one job.
    fn build(&self, folder: &Path, repository: &Path) -> Result<Weight, String> {
        remove(folder)?;
        let source = folder.join("src");
        fs::create_dir_all(&source).map_err(|error| format!("{}: {error}", source.display()))?;
        let limpid = repository.join("crates/limpid").display().to_string().replace('\\', "/");
        let manifest = format!(
            "[package]\nname = \"weight\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{}\n\n\
             [profile.release]\nstrip = true\n\n[workspace]\n",
            self.dependencies.replace("LIMPID", &limpid)
        );
        for (path, text) in [("Cargo.toml", manifest.as_str()), ("src/main.rs", self.source)] {
            fs::write(folder.join(path), text).map_err(|error| format!("{path}: {error}"))?;
        }
        shell(folder, "cargo fetch --quiet")?;
        let times = shell(folder, "cargo build --release --quiet --jobs 1 --timings --target-dir target >&2")?;
        let program = folder.join("target/release").join(format!("weight{}", std::env::consts::EXE_SUFFIX));
        let bytes = fs::metadata(&program).map_err(|error| format!("{}: {error}", program.display()))?.len();
        let report = folder.join("target/cargo-timings/cargo-timing.html");
        let report = fs::read_to_string(&report).map_err(|error| format!("{}: {error}", report.display()))?;
        let (crates, units) = read_units(&report).ok_or("cargo's report of timings has another form than expected")?;
        remove(folder)?;
        let seconds = processor_seconds(&times).ok_or_else(|| format!("the shell's times cannot be read: {times}"))?;
        Ok(Weight { seconds, crates, bytes, units })
    }
}

fn remove(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    Ok(())
}

/// Runs a command in a POSIX shell, and returns the shell's own and its children's processor time.
fn shell(folder: &Path, command: &str) -> Result<String, String> {
    let outcome = Command::new("sh")
        .args(["-c", &format!("{command} || exit 1; times")])
        .current_dir(folder)
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot start sh: {error}"))?;
    match outcome.status.success() {
        true => Ok(String::from_utf8_lossy(&outcome.stdout).into_owned()),
        false => Err(format!("failed: {command}")),
    }
}

/// Reads the last line of the shell's `times`, such as `1m2.5s 0m3.1s`: user and system time of its children.
fn processor_seconds(times: &str) -> Option<f64> {
    let seconds = |time: &str| {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    times.lines().last()?.split_whitespace().map(seconds).sum()
}

/// Reads cargo's report: the number of crates beside the program itself, and the time of each.
fn read_units(report: &str) -> Option<(usize, Vec<(String, f64)>)> {
    let (_, data) = report.split_once("const UNIT_DATA = ")?;
    let data: Value = serde_json::Deserializer::from_str(data).into_iter().next()?.ok()?;
    let mut crates = BTreeSet::new();
    let mut units: Vec<(String, f64)> = Vec::new();
    for unit in data.as_array()? {
        let name = unit["name"].as_str()?.to_owned();
        crates.insert((name.clone(), unit["version"].as_str().map(str::to_owned)));
        units.push((name, unit["duration"].as_f64()?));
    }
    units.sort_by(|a, b| b.1.total_cmp(&a.1));
    Some((crates.len().saturating_sub(1), units))
}

fn tables(rows: &[(&Program, Weight)]) -> String {
    let mut text = String::from("| a program with | processor time | crates | program |\n| --- | --: | --: | --: |\n");
    for (program, weight) in rows {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "| {} | {:.1} s | {} | {:.2} MB |",
            program.name,
            weight.seconds,
            weight.crates,
            weight.bytes as f64 / 1e6
        );
    }
    text.push_str("\nThe longest of each, seconds on the clock:\n\n");
    for (program, weight) in rows {
        let longest: Vec<String> =
            weight.units.iter().take(8).map(|(name, seconds)| format!("{name} {seconds:.1}")).collect();
        let _ = writeln!(text, "* {}: {}", program.name, longest.join(", "));
    }
    text
}

/// Puts the tables between their two comments.
fn write_docs(path: &Path, tables: &str) -> Result<(), String> {
    const MARKS: [&str; 2] = ["<!-- weight:start -->", "<!-- weight:end -->"];
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let (before, rest) = text.split_once(MARKS[0]).ok_or("docs/performance.md has no weight:start")?;
    let (_, after) = rest.split_once(MARKS[1]).ok_or("docs/performance.md has no weight:end")?;
    let text = format!("{before}{}\n\n{tables}\n{}{after}", MARKS[0], MARKS[1]);
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{processor_seconds, read_units};

    #[test]
    fn reads_times_and_units() {
        assert_eq!(processor_seconds("0m0.003s 0m0.000s\n1m2.500s 0m3.250s\n"), Some(65.75));
        assert_eq!(processor_seconds("nothing\n"), None);
        let report = r#"const UNIT_DATA = [{"name": "a", "version": "1", "duration": 1.5}, {"name": "b", "version": "1", "duration": 2}];
const more = 1;"#;
        assert_eq!(read_units(report), Some((1, vec![("b".to_owned(), 2.0), ("a".to_owned(), 1.5)])));
        assert_eq!(read_units("nothing"), None);
    }
}
