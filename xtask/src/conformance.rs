//! `cargo xtask conformance`: runs the conformance suites and updates the committed results.

mod exceptions_table;
mod pages;
mod report;
mod scoreboard;

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use html5lib_tests::exceptions::Exceptions;
use html5lib_tests::suites::{self, Suite};

use report::SuiteReport;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Run the suite in this folder, or this .dat or .test file; can be repeated
    /// [default: the committed cases, and the upstream suites that are present]
    #[arg(long = "suite", value_name = "DIR")]
    suites: Vec<PathBuf>,
    /// Write the results of each file as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Print the expected and the actual result of each failing case
    #[arg(long)]
    failures: bool,
    /// Write nothing; fail if a committed scoreboard or page is out of date
    #[arg(long, conflicts_with = "suites")]
    check: bool,
}

/// Exits with 1 if a case fails or a committed result is out of date, and with 2 if an argument or a suite is invalid.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let mut text = String::new();
    let repository = suites::repository();
    let upstream = suites::upstream(&repository);
    let environment = Environment { repository, upstream, suites_are_required: suites::are_required() };
    let outcome = conformance(&environment, arguments, &mut text);
    // A closed pipe is not an error.
    let _ = io::stdout().write_all(text.as_bytes());
    match outcome {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Bad) => ExitCode::FAILURE,
        Err(message) => {
            message.lines().for_each(|line| eprintln!("error: {line}"));
            ExitCode::from(2)
        }
    }
}

/// The files that the command reads and writes.
struct Environment {
    repository: PathBuf,
    /// All upstream suites, including missing ones.
    upstream: Vec<Suite>,
    suites_are_required: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Good,
    /// A case fails, a required suite is missing, or a committed result is out of date.
    Bad,
}

fn conformance(environment: &Environment, arguments: &Arguments, text: &mut String) -> Result<Verdict, String> {
    let is_default = arguments.suites.is_empty();
    let suites = match is_default {
        true => {
            suites::committed(&environment.repository).into_iter().chain(environment.upstream.iter().cloned()).collect()
        }
        false => suites_at(&arguments.suites, &environment.repository)?,
    };
    let exceptions = Exceptions::read(&environment.repository).map_err(|error| error.to_string())?;
    let mut verdict = Verdict::Good;
    let mut reports = Vec::new();
    for suite in &suites {
        if suite.folder.is_none() {
            let _ = writeln!(text, "skipped: {}\n", suite.missing());
            if environment.suites_are_required {
                text.push_str("CI=true requires every suite; set LIMPID_SUITES_OPTIONAL=1 to skip missing ones\n\n");
                verdict = Verdict::Bad;
            }
            continue;
        }
        let report = SuiteReport::of(suite, &exceptions).map_err(|error| error.to_string())?;
        report.write_table(text, arguments.failures);
        if report.has_failures() {
            verdict = Verdict::Bad;
        }
        reports.push(report);
    }
    if let Some(path) = &arguments.json {
        fs::write(path, report::json(&reports)).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    let unreadable: Vec<_> = reports.iter().flat_map(|report| &report.unreadable).map(ToString::to_string).collect();
    if !unreadable.is_empty() {
        return Err(unreadable.join("\n"));
    }
    if is_default && !pages::update(environment, &suites, &reports, &exceptions, arguments.check, text)? {
        verdict = Verdict::Bad;
    }
    Ok(verdict)
}

fn suites_at(places: &[PathBuf], repository: &Path) -> Result<Vec<Suite>, String> {
    let given = |place: &PathBuf| {
        let fail = |error: suites::ReadError| format!("--suite {error}");
        let suite = Suite::given(place, repository).map_err(fail)?;
        match suites::files(place).map_err(fail)?.is_empty() {
            true => Err(format!("--suite {}: this folder contains no .dat or .test file", place.display())),
            false => Ok(suite),
        }
    };
    places.iter().map(given).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use html5lib_tests::suites::UPSTREAM_SUITES;

    const PASSING: &str =
        "#data\na\n#errors\n(1:1) missing-doctype\n#document\n| <html>\n|   <head>\n|   <body>\n|     \"a\"\n";
    const FAILING: &str = "#data\nb\n#errors\n#document\n| <html>\n";
    const README: &str = "Read me.\n\n<!-- scoreboard -->\n<!-- /scoreboard -->\n\nThe end.\n";
    const RESULTS: &str = "<!-- scoreboard -->\n<!-- /scoreboard -->\n<!-- failing -->\n<!-- /failing -->\n\
                           <!-- skipped -->\n<!-- /skipped -->\n";
    const EXCEPTIONS: &str = "<!-- notes -->\n<!-- /notes -->\n\
                        <!-- exceptions html5lib-tests -->\n<!-- /exceptions html5lib-tests -->\n\
                        <!-- exceptions wpt-transcribed -->\n<!-- /exceptions wpt-transcribed -->\n\
                        <!-- exceptions wpt-2026-09 -->\n<!-- /exceptions wpt-2026-09 -->\n\
                        <!-- exceptions wpt-sanitizer-api -->\n<!-- /exceptions wpt-sanitizer-api -->\n\
                        <!-- exceptions wpt-xpath -->\n<!-- /exceptions wpt-xpath -->\n\
                        <!-- exceptions xml5lib-tests -->\n<!-- /exceptions xml5lib-tests -->\n\
                        <!-- browser -->\n<!-- /browser -->\n<!-- browser-sanitizer -->\n<!-- /browser-sanitizer -->\n";

    const HTML5EVER: &str = "<!-- html5ever trees -->\n<!-- /html5ever trees -->\n\
                             <!-- html5ever calls -->\n<!-- /html5ever calls -->\n";

    /// A temporary folder with a repository and, next to it, other suites.
    struct TestRepository {
        root: tempfile::TempDir,
    }

    impl TestRepository {
        fn new() -> Self {
            let repository = Self { root: tempfile::tempdir().unwrap() };
            repository.write("limpid/html5lib-tests/cases/limpid/own.dat", PASSING);
            repository.write("limpid/html5lib-tests/exceptions/tree-construction.dat", "");
            repository.write("limpid/README.md", README);
            repository.write("limpid/docs/conformance.md", RESULTS);
            repository.write("limpid/docs/generated/conformance-exceptions.md", EXCEPTIONS);
            repository.write("limpid/docs/generated/html5ever-trees.md", HTML5EVER);
            repository
        }

        fn write(&self, name: &str, text: &str) {
            let path = self.root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        fn read(&self, name: &str) -> String {
            fs::read_to_string(self.root.path().join(name)).unwrap()
        }

        fn run(&self, arguments: &[&str]) -> (Result<Verdict, String>, String) {
            self.run_with(false, arguments)
        }

        fn run_with(&self, suites_are_required: bool, arguments: &[&str]) -> (Result<Verdict, String>, String) {
            let upstream = UPSTREAM_SUITES.map(|name| {
                let place = self.root.path().join("shared").join(name);
                let folder = place.is_dir().then(|| place.clone());
                Suite { name: name.to_owned(), folder, looked_in: vec![place], lists_all_errors: false }
            });
            let repository = self.root.path().join("limpid");
            let environment = Environment { repository, upstream: upstream.into(), suites_are_required };
            let mut text = String::new();
            (conformance(&environment, &self.arguments(arguments), &mut text), text)
        }

        /// Arguments that do not start with `--` are paths relative to the temporary folder.
        fn arguments(&self, arguments: &[&str]) -> Arguments {
            #[derive(clap::Parser)]
            struct Command {
                #[command(flatten)]
                arguments: Arguments,
            }
            let path = |text: &&str| match text.starts_with("--") {
                true => text.into(),
                false => self.root.path().join(text).into_os_string(),
            };
            let all = std::iter::once("conformance".into()).chain(arguments.iter().map(path));
            <Command as clap::Parser>::try_parse_from(all).unwrap_or_else(|error| panic!("{error}")).arguments
        }
    }

    #[test]
    fn a_folder_is_run() {
        let repository = TestRepository::new();
        repository.write("given/a/one.dat", &format!("{PASSING}\n{FAILING}"));
        repository.write("given/two.test", r#"{"tests": [{"description": "d", "input": "\uD800", "output": []}]}"#);
        let (outcome, text) = repository.run(&["--suite", "given", "--json", "out.json"]);
        assert_eq!(outcome, Ok(Verdict::Bad));
        assert!(text.contains("a/one.dat"), "{text}");
        assert!(text.contains("1 skipped: no UTF-8 input has a lone surrogate"), "{text}");
        assert!(!text.contains("expected:"), "{text}");
        let expected = serde_json::json!({"suites": [
            {"name": "given", "file": "a/one.dat", "passed": 1, "failed": 1, "skipped": 0,
             "failures": ["#2: b: tree, whole, scripting off"]},
            {"name": "given", "file": "two.test", "passed": 0, "failed": 0, "skipped": 1, "failures": []},
        ]});
        assert_eq!(serde_json::from_str::<serde_json::Value>(&repository.read("out.json")).unwrap(), expected);
        // Only the cases in the folder were run, and only the JSON was written.
        assert_eq!(repository.read("limpid/README.md"), README);

        let (outcome, text) = repository.run(&["--suite", "given", "--failures"]);
        assert_eq!(outcome, Ok(Verdict::Bad));
        assert!(text.contains("a/one.dat #2: b\n") && text.contains("    expected:\n    | <html>\n"), "{text}");
    }

    #[test]
    fn a_single_file_is_run() {
        let repository = TestRepository::new();
        repository.write("given/one.dat", PASSING);
        repository.write("given/two.dat", FAILING);
        let (outcome, text) = repository.run(&["--suite", "given/one.dat", "--json", "out.json"]);
        assert_eq!(outcome, Ok(Verdict::Good));
        assert!(!text.contains("two.dat"), "{text}");
        assert_eq!(
            repository.read("out.json").trim(),
            r#"{"suites":[{"name":"given","file":"one.dat","passed":1,"failed":0,"skipped":0,"failures":[]}]}"#
        );
    }

    #[test]
    fn errors_name_the_argument() {
        let repository = TestRepository::new();
        let path = |name: &str| repository.root.path().join(name).display().to_string();
        let error = |arguments: &[&str]| repository.run(arguments).0.unwrap_err();
        assert!(error(&["--suite", "nowhere"]).starts_with(&format!("--suite {}: ", path("nowhere"))));
        repository.write("empty/README.md", "");
        assert_eq!(
            error(&["--suite", "empty"]),
            format!("--suite {}: this folder contains no .dat or .test file", path("empty"))
        );
        repository.write("odd/a.dat", "#data\n#what\n#errors\n#what\n");
        repository.write("odd/b.dat", PASSING);
        let (outcome, text) = repository.run(&["--suite", "odd"]);
        assert_eq!(outcome, Err(format!("{}:4: unknown section #what", path("odd/a.dat"))));
        assert!(text.contains("b.dat"), "the other files are run: {text}");
        assert!(
            error(&["--suite", "odd/b.dat", "--json", "nowhere/out.json"])
                .starts_with(&format!("cannot write {}: ", path("nowhere/out.json")))
        );
    }

    #[cfg(unix)]
    #[test]
    fn errors_name_a_dangling_link_and_other_files_run() {
        let repository = TestRepository::new();
        repository.write("given/b.dat", PASSING);
        for name in ["a.dat", "z"] {
            std::os::unix::fs::symlink("gone", repository.root.path().join("given").join(name)).unwrap();
        }
        let path = |name: &str| repository.root.path().join(name).display().to_string();
        let (outcome, text) = repository.run(&["--suite", "given", "--json", "out.json"]);
        let message = outcome.unwrap_err();
        let lines: Vec<_> = message.lines().collect();
        assert_eq!(lines.len(), 2, "{message}");
        assert!(lines[0].starts_with(&format!("{}: ", path("given/a.dat"))), "{message}");
        assert!(lines[1].starts_with(&format!("{}: ", path("given/z"))), "{message}");
        assert!(text.contains("b.dat") && text.contains("given (revision unknown)"), "{text}");
        assert!(repository.read("out.json").contains(r#""file":"b.dat","passed":1"#));
    }

    #[test]
    fn errors_are_compared_in_the_committed_cases() {
        let repository = TestRepository::new();
        let wrong = PASSING.replace("(1:1) missing-doctype\n", "");
        repository.write("limpid/html5lib-tests/cases/limpid/own.dat", &wrong);
        repository.write("given/other.dat", &wrong);
        assert_eq!(repository.run(&["--suite", "given"]).0, Ok(Verdict::Good));
        let (outcome, text) = repository.run(&["--suite", "limpid/html5lib-tests/cases/limpid/own.dat", "--failures"]);
        assert_eq!(outcome, Ok(Verdict::Bad));
        assert!(text.contains("errors, scripting off") && text.contains("(1:1) missing-doctype"), "{text}");
    }

    #[test]
    fn the_scoreboard_is_written_and_checked() {
        let repository = TestRepository::new();
        repository.write("shared/html5lib-tests/tree/a.dat", &format!("{PASSING}\n{FAILING}"));
        let (outcome, text) = repository.run(&["--check"]);
        assert_eq!(outcome, Ok(Verdict::Bad));
        assert!(text.contains("html5lib-tests/status/limpid.txt is stale: run `cargo xtask conformance`"), "{text}");
        assert!(text.contains("skipped: suite wpt-2026-09 not found"), "{text}");

        let (outcome, text) = repository.run(&[]);
        assert_eq!(outcome, Ok(Verdict::Bad), "a case fails");
        assert!(text.contains("wrote html5lib-tests/status/html5lib-tests.txt"), "{text}");
        assert!(
            repository
                .read("limpid/html5lib-tests/status/html5lib-tests.txt")
                .contains("\n1 failed\n  tree/a.dat #2: b\n")
        );
        assert!(!repository.root.path().join("limpid/html5lib-tests/status/wpt-2026-09.txt").exists());
        let readme = repository.read("limpid/README.md");
        assert!(
            readme.starts_with("Read me.\n\n<!-- scoreboard -->\n\n2 of 3 cases of 2 suites pass, 1 fail ")
                && readme.ends_with("\n\nThe end.\n"),
            "{readme}"
        );
        assert!(repository.read("limpid/docs/conformance.md").contains("`tree/a.dat` #2"));

        let stale = |repository: &TestRepository| {
            let text = repository.run(&["--check"]).1;
            text.lines().filter(|line| line.contains("is stale")).map(str::to_owned).collect::<Vec<_>>()
        };
        assert!(stale(&repository).is_empty());
        repository.write("limpid/README.md", &readme.replace("1 fail", "0 fail"));
        assert_eq!(stale(&repository), ["README.md is stale: run `cargo xtask conformance`"]);
        repository.write("limpid/README.md", &readme);

        // The results of another revision are not compared with the scoreboard.
        repository.write("shared/html5lib-tests/tree/a.dat", PASSING);
        let (outcome, text) = repository.run(&["--check"]);
        assert_eq!(outcome, Ok(Verdict::Good));
        assert!(text.contains("not compared: suite html5lib-tests is at another revision"), "{text}");
        // A missing suite keeps its rows in the tables.
        assert_eq!(repository.run_with(true, &["--check"]).0, Ok(Verdict::Bad));
        fs::remove_dir_all(repository.root.path().join("shared")).unwrap();
        assert_eq!(repository.run(&["--check"]).0, Ok(Verdict::Good));
        let (outcome, text) = repository.run_with(true, &["--check"]);
        assert_eq!(outcome, Ok(Verdict::Bad));
        assert!(text.contains("LIMPID_SUITES_OPTIONAL=1"), "{text}");
        // The committed cases are always compared.
        repository.write("limpid/html5lib-tests/cases/limpid/more.dat", PASSING);
        assert!(!stale(&repository).is_empty());
    }

    #[test]
    fn exceptions_are_listed_with_both_expectations() {
        let repository = TestRepository::new();
        repository.write("shared/html5lib-tests/tree/a.dat", "#data\na\n#errors\n#document\n| <html>\n|   \"a\"\n");
        repository.write(
            "limpid/html5lib-tests/exceptions/tree-construction.dat",
            &format!("#description\nreplaces html5lib-tests/tree/a.dat #1: the words\n{PASSING}"),
        );
        assert_eq!(repository.run(&[]).0, Ok(Verdict::Good));
        let page = repository.read("limpid/docs/generated/conformance-exceptions.md");
        assert!(
            page.contains("the words") && page.contains("-|   \"a\"\n+|   <head>\n+|   <body>\n+|     \"a\"\n"),
            "{page}"
        );
        assert_eq!(repository.run(&["--check"]).0, Ok(Verdict::Good));
    }

    #[test]
    fn a_page_without_markers_is_an_error() {
        let repository = TestRepository::new();
        repository.write("limpid/README.md", "Nothing here.\n");
        assert_eq!(
            repository.run(&[]).0,
            Err("README.md needs the lines <!-- scoreboard --> and <!-- /scoreboard -->".to_owned())
        );
    }
}
