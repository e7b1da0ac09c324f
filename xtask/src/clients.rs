//! `cargo xtask clients`: the tests of libraries on html5ever, over html5ever and over limpid.
//!
//! The sources of each client come from the registry and are copied to a folder outside of the repository, once for each
//! parser. There one entry of `Cargo.toml` is changed, and the client's own tests run.

use html5lib_tests::suites;
use serde_json::Value;
use std::fmt::{self, Write as _};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The clients, each at its version.
const CLIENTS: [(&str, &str); 4] =
    [("scraper", "0.29.0"), ("ammonia", "4.2.4"), ("dom_query", "0.29.0"), ("kuchikiki", "0.8.9-speedreader")];

/// The html5ever to compare with. Older clients are updated to it.
const HTML5EVER: &str = "0.40.1";

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder for sources and builds [default: limpid-clients in the folder for temporary files]
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// A checkout of niklak/dom_query: its package lacks test-pages/, which some tests need
    #[arg(long, value_name = "DIR")]
    dom_query: Option<PathBuf>,
    /// A checkout of servo/html5ever with its submodules: rcdom's tests are in no package
    #[arg(long, value_name = "DIR")]
    html5ever: Option<PathBuf>,
    /// The folder of pages to measure scraper with [default: the real pages]
    #[arg(long, value_name = "DIR")]
    pages: Option<PathBuf>,
    /// Only measure
    #[arg(long)]
    no_tests: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let repository = suites::repository();
    let place = Place {
        into: arguments.into.clone().unwrap_or_else(|| std::env::temp_dir().join("limpid-clients")),
        limpid: repository.join("crates/limpid-html5ever"),
    };
    let mut clients = place.fetch()?;
    if let (Some(checkout), Some(dom_query)) =
        (&arguments.dom_query, clients.iter_mut().find(|it| it.name == "dom_query"))
    {
        dom_query.extra = Some(checkout.join("test-pages"));
    }
    match &arguments.html5ever {
        Some(checkout) => clients.push(Client::rcdom(checkout)),
        None => println!("skipped: rcdom's own tests, as --html5ever names no checkout"),
    }
    let mut faults = Vec::new();
    for client in &clients {
        let mut outcomes = Vec::new();
        for parser in [Parser::Html5ever, Parser::Limpid] {
            place.unpack(client, parser)?;
            if !arguments.no_tests {
                let outcome = place.test(client, parser)?;
                println!("{} {} over {}: {outcome}", client.name, client.version, parser.name());
                outcomes.push(outcome);
            }
        }
        if let [html5ever, limpid] = &outcomes[..]
            && let Some(fault) = fault(html5ever, limpid)
        {
            faults.push(format!("{} {fault}", client.name));
        }
    }
    if !faults.is_empty() {
        return Err(faults.join("; "));
    }
    let pages = arguments.pages.clone().unwrap_or_else(limpid_pages::data::real_pages_folder);
    match pages.canonicalize() {
        Ok(pages) => place.measure(&pages),
        Err(_) => {
            println!("skipped: measuring, as there are no pages in {}", pages.display());
            Ok(())
        }
    }
}

#[derive(Clone, Copy)]
enum Parser {
    Html5ever,
    Limpid,
}

impl Parser {
    fn name(self) -> &'static str {
        match self {
            Parser::Html5ever => "html5ever",
            Parser::Limpid => "limpid",
        }
    }
}

struct Client {
    name: String,
    version: String,
    sources: PathBuf,
    /// A folder that is missing in the sources.
    extra: Option<PathBuf>,
    /// The manifest of the client's former workspace, which its own refers to.
    workspace: Option<PathBuf>,
}

impl Client {
    fn rcdom(checkout: &Path) -> Client {
        Client {
            name: "rcdom".to_owned(),
            version: "0.40".to_owned(),
            sources: checkout.join("rcdom"),
            extra: None,
            workspace: Some(checkout.join("Cargo.toml")),
        }
    }
}

struct Place {
    into: PathBuf,
    limpid: PathBuf,
}

impl Place {
    /// Downloads the sources by cargo, and returns their folder.
    fn fetch(&self) -> Result<Vec<Client>, String> {
        let folder = self.into.join("fetch");
        let mut manifest = "[package]\nname = \"fetch\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n".to_owned();
        for (name, version) in CLIENTS {
            let _ = writeln!(manifest, "{name} = \"={version}\"");
        }
        write(&folder.join("src/lib.rs"), "")?;
        write(&folder.join("Cargo.toml"), &manifest)?;
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--format-version=1", "--manifest-path"])
            .arg(folder.join("Cargo.toml"))
            .output()
            .map_err(|error| format!("cargo: {error}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
        let packages = metadata["packages"].as_array().cloned().unwrap_or_default();
        let find = |(name, version): (&str, &str)| {
            let package = packages.iter().find(|package| package["name"] == name && package["version"] == version);
            let manifest = package.and_then(|package| package["manifest_path"].as_str()).map(Path::new);
            let sources = manifest.and_then(Path::parent).ok_or_else(|| format!("cargo brought no {name}"))?;
            Ok(Client {
                name: name.to_owned(),
                version: version.to_owned(),
                sources: sources.to_owned(),
                extra: None,
                workspace: None,
            })
        };
        CLIENTS.into_iter().map(find).collect()
    }

    fn folder(&self, client: &Client, parser: Parser) -> PathBuf {
        self.into.join(parser.name()).join(&client.name)
    }

    /// Copies the sources of a client, and changes its entry for html5ever.
    fn unpack(&self, client: &Client, parser: Parser) -> Result<(), String> {
        let folder = self.folder(client, parser);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        copy(&client.sources, &folder)?;
        if let Some(extra) = &client.extra {
            copy(extra, &folder.join(extra.file_name().unwrap_or_default()))?;
        }
        // The package's own lock file holds html5ever's.
        let _ = fs::remove_file(folder.join("Cargo.lock"));
        let path = folder.join("Cargo.toml");
        let mut manifest = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        if let Some(workspace) = &client.workspace {
            let workspace =
                fs::read_to_string(workspace).map_err(|error| format!("{}: {error}", workspace.display()))?;
            manifest = out_of_workspace(&manifest, &workspace);
        }
        let entry = match parser {
            Parser::Html5ever => format!("version = \"{HTML5EVER}\""),
            Parser::Limpid => format!("package = \"limpid-html5ever\", path = {:?}", self.limpid),
        };
        let changed =
            with_html5ever(&manifest, &entry).ok_or_else(|| format!("{} does not name html5ever", path.display()))?;
        write(&path, &changed)
    }

    /// Runs the tests of a client, and sums up the results.
    fn test(&self, client: &Client, parser: Parser) -> Result<Outcome, String> {
        let output = Command::new(env!("CARGO"))
            .args(["test", "--no-fail-fast"])
            .current_dir(self.folder(client, parser))
            .env("CARGO_TARGET_DIR", self.into.join("target"))
            .output()
            .map_err(|error| format!("cargo: {error}"))?;
        let log = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        write(&self.into.join(format!("{}-{}.log", client.name, parser.name())), &log)?;
        let mut outcome = Outcome::of(&log);
        if !output.status.success() && outcome.failed.is_empty() && outcome.errors.is_empty() {
            outcome.errors.push(format!("cargo test: {}", output.status));
        }
        Ok(outcome)
    }

    /// Measures scraper over both parsers.
    fn measure(&self, pages: &Path) -> Result<(), String> {
        let folder = self.into.join("speed");
        let manifest = "[package]\nname = \"speed\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
             over_html5ever = { package = \"scraper\", version = \"=0.29.0\" }\n\
             over_limpid = { package = \"scraper\", path = \"../limpid/scraper\" }\n\
             [profile.release]\nlto = \"fat\"\ncodegen-units = 1\n";
        write(&folder.join("Cargo.toml"), manifest)?;
        write(&folder.join("src/main.rs"), include_str!("clients/speed.rs"))?;
        let status = Command::new(env!("CARGO"))
            .args(["run", "--quiet", "--release", "--"])
            .arg(pages)
            .current_dir(&folder)
            .env("CARGO_TARGET_DIR", self.into.join("target"))
            .status()
            .map_err(|error| format!("cargo: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("measuring: {status}")) }
    }
}

/// Returns a manifest with another entry for html5ever, be it a line or a table. Features are kept.
fn with_html5ever(manifest: &str, entry: &str) -> Option<String> {
    let mut out = String::new();
    let (mut is_found, mut is_inside) = (false, false);
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_inside = line == "[dependencies.html5ever]";
        }
        if line.starts_with("html5ever = ") {
            is_found = true;
            let _ = writeln!(out, "html5ever = {{ {entry} }}");
        } else if is_inside && line.starts_with("version = ") {
            is_found = true;
            let _ = writeln!(out, "{}", entry.replace(", ", "\n"));
        } else {
            let _ = writeln!(out, "{line}");
        }
    }
    is_found.then_some(out)
}

/// Returns the manifest of a workspace's member as one of its own: the workspace's values replace each `workspace = true`, and
/// its crates come from the registry.
fn out_of_workspace(manifest: &str, workspace: &str) -> String {
    let value = |key: &str| {
        let line = workspace.lines().find(|line| line.split('=').next().is_some_and(|name| name.trim() == key))?;
        let value = line.split_once('=')?.1.trim();
        match value.strip_prefix("{ version = ") {
            Some(table) => table.split([',', '}']).next().map(str::trim),
            None => Some(value),
        }
    };
    let mut out = "[workspace]\n".to_owned();
    for line in manifest.lines() {
        let key = line.split(['=', '.']).next().unwrap_or_default().trim();
        let replaced = match (line.contains("workspace = true"), value(key)) {
            (true, Some(value)) if line.contains('{') => {
                line.replace("workspace = true", &format!("version = {value}"))
            }
            (true, Some(value)) => format!("{key} = {value}"),
            _ => line.to_owned(),
        };
        let _ = writeln!(out, "{replaced}");
    }
    out
}

/// The number of tests that passed, and the names of the others.
#[derive(Debug, Default, PartialEq)]
struct Outcome {
    passed: usize,
    ignored: usize,
    failed: Vec<String>,
    /// The errors that kept tests from running to their end, or at all.
    errors: Vec<String>,
}

impl Outcome {
    /// Reads the outcome from a log of `cargo test`.
    fn of(log: &str) -> Outcome {
        let mut outcome = Outcome::default();
        let mut is_listing = false;
        for line in log.lines() {
            if let Some(rest) = line.strip_prefix("test result: ") {
                let count = |what: &str| -> usize {
                    let part = rest.split([';', '.']).find(|part| part.trim_end().ends_with(what));
                    part.and_then(|part| part.trim().split(' ').next()?.parse().ok()).unwrap_or(0)
                };
                outcome.passed += count(" passed");
                outcome.ignored += count(" ignored");
            }
            // The second list, of names only, follows the outputs.
            match line.strip_prefix("    ") {
                Some(name) if is_listing && !name.starts_with(' ') => outcome.failed.push(name.to_owned()),
                _ => is_listing = line == "failures:",
            }
            let is_killed = line.starts_with("  process didn't exit successfully") && line.contains("(signal: ");
            if line.starts_with("error: could not compile") || is_killed {
                outcome.errors.push(line.trim().to_owned());
            }
        }
        outcome
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} ignored", self.passed, self.failed.len(), self.ignored)?;
        self.failed.iter().chain(&self.errors).try_for_each(|line| write!(f, "\n  {line}"))
    }
}

/// Returns the fault of a client, if any. Tests that fail over both parsers are none.
fn fault(html5ever: &Outcome, limpid: &Outcome) -> Option<String> {
    for (outcome, parser) in [(html5ever, Parser::Html5ever), (limpid, Parser::Limpid)] {
        if let Some(error) = outcome.errors.first() {
            return Some(format!("does not run over {}: {error}", parser.name()));
        }
    }
    let (before, now) = (html5ever.failed.len(), limpid.failed.len());
    (now > before).then(|| format!("fails {now} tests over limpid, {before} over html5ever"))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(path.parent().unwrap_or(path)).map_err(fail)?;
    fs::write(path, text).map_err(fail)
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(fail)?;
    for entry in fs::read_dir(from).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target).map_err(fail)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_entry_is_changed() {
        let line = "[dependencies]\na = \"1\"\nhtml5ever = \"0.40\"\n";
        assert_eq!(
            with_html5ever(line, "x = 1, y = 2").unwrap(),
            "[dependencies]\na = \"1\"\nhtml5ever = { x = 1, y = 2 }\n"
        );
        let table = "[dependencies.html5ever]\nversion = \"0.40\"\nfeatures = []\n[dependencies.b]\nversion = \"2\"\n";
        let changed = "[dependencies.html5ever]\nx = 1\ny = 2\nfeatures = []\n[dependencies.b]\nversion = \"2\"\n";
        assert_eq!(with_html5ever(table, "x = 1, y = 2").unwrap(), changed);
        assert_eq!(with_html5ever("[dependencies]\n", "x = 1"), None);
    }

    #[test]
    fn a_member_stands_on_its_own() {
        let workspace = "[workspace.package]\nversion = \"0.4\"\n[workspace.dependencies]\nb = { version = \"1\", path = \"b\" }\nc = \"2\"\n";
        let member = "[package]\nname = \"a\"\nversion.workspace = true\n[dependencies]\nb = { workspace = true, features = [\"x\"] }\nc = { workspace = true }\n";
        let alone = "[workspace]\n[package]\nname = \"a\"\nversion = \"0.4\"\n[dependencies]\nb = { version = \"1\", features = [\"x\"] }\nc = { version = \"2\" }\n";
        assert_eq!(out_of_workspace(member, workspace), alone);
    }

    #[test]
    fn results_are_summed_up() {
        let log = "test a ... ok\ntest result: ok. 3 passed; 0 failed; 1 ignored; 0 measured\n\nfailures:\n\n---- b ----\nx\n\n\
                   failures:\n    b\n    c d\n\ntest result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured\n";
        let outcome = Outcome::of(log);
        assert_eq!(outcome.to_string(), "13 passed, 2 failed, 1 ignored\n  b\n  c d");
        assert_eq!(outcome.errors.len(), 0);
        let killed = "  process didn't exit successfully: `x` (signal: 6, SIGABRT: process abort signal)\n";
        assert_eq!(Outcome::of(&format!("error: could not compile `a` (lib)\n{killed}")).errors.len(), 2);
    }

    #[test]
    fn a_client_is_at_fault_over_limpid_only() {
        let failing = |names: &[&str]| Outcome {
            passed: 3,
            failed: names.iter().map(|&name| name.to_owned()).collect(),
            ..Outcome::default()
        };
        assert_eq!(fault(&failing(&[]), &failing(&[])), None);
        assert_eq!(fault(&failing(&["a", "b"]), &failing(&["c"])), None);
        let worse = fault(&failing(&["a"]), &failing(&["a", "b"])).unwrap();
        assert_eq!(worse, "fails 2 tests over limpid, 1 over html5ever");
        let broken = Outcome { errors: vec!["error: x".to_owned()], ..Outcome::default() };
        assert_eq!(fault(&failing(&[]), &broken).unwrap(), "does not run over limpid: error: x");
        assert_eq!(fault(&broken, &broken).unwrap(), "does not run over html5ever: error: x");
    }
}
