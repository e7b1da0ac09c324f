//! `cargo xtask browser-diff`: compares how Chromium and limpid parse and sanitize generated pages.

mod case;
mod chromium;
pub(crate) mod classes;
mod compare;
mod input;
pub(crate) mod mutation;
mod text;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use limpid_testing::laws::originals;

use case::Case;
use chromium::Chromium;
use classes::{Class, SANITIZER, TREES};
use compare::{Verdict, compare, shrink};

/// The number of sanitized fragments per sanitized document.
const FRAGMENTS_PER_DOCUMENT: u64 = 5;
/// The maximum number of cases per comparison.
const BATCH: usize = 10_000;
/// The maximum number of differences that are printed.
const SHOWN: usize = 20;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The seed of the random generator; the same seed generates the same pages
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of generated documents, and of generated fragments
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// Compare the sanitizers on COUNT fragments and COUNT/5 documents, each with 20 configurations
    #[arg(long)]
    sanitizer: bool,
    /// Compare pages spliced from parts of other pages: COUNT from the cases of the suites, and COUNT from the real pages
    #[arg(long, conflicts_with = "sanitizer")]
    spliced: bool,
    /// Compare the given pages: a file, or a folder of pages and of .dat files in the format of html5lib-tests
    #[arg(long, value_name = "PATH", conflicts_with_all = ["sanitizer", "spliced"])]
    input: Option<PathBuf>,
    /// Compare the inner text of the pages, and check that pretty-printing and minifying do not change it
    #[arg(long, conflicts_with_all = ["sanitizer", "spliced", "input"])]
    text: bool,
    /// The path of the browser [default: the first Chromium in the PATH]
    #[arg(long, value_name = "PATH")]
    chromium: Option<PathBuf>,
}

/// Exits with 1 if a difference belongs to no known class, and with 2 if Chromium cannot run or a page cannot be read.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match browser_diff(arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

/// Returns whether every difference belongs to a known class.
fn browser_diff(arguments: &Arguments) -> Result<bool, String> {
    let Arguments { seed, count, .. } = *arguments;
    let chromium = Chromium::find(arguments.chromium.as_deref())?;
    let version = chromium.version()?;
    println!("{version}, seed {seed}");
    if arguments.text {
        return text::compare_texts(&chromium, seed, count);
    }
    let numbers = || 0..count;
    let (classes, cases) = if let Some(path) = &arguments.input {
        (TREES, vec![("pages", input::cases(path)?)])
    } else if arguments.spliced {
        (TREES, vec![("pages", spliced(arguments)?)])
    } else if arguments.sanitizer {
        let fragments = numbers().flat_map(|number| Case::sanitized(seed, number, true)).collect();
        let documents = (0..count.div_ceil(FRAGMENTS_PER_DOCUMENT))
            .flat_map(|number| Case::sanitized(seed, number, false))
            .collect();
        (SANITIZER, vec![("documents", documents), ("fragments", fragments)])
    } else {
        let documents = numbers().map(|number| Case::document(seed, number)).collect();
        let fragments = numbers().map(|number| Case::fragment(seed, number)).collect();
        (TREES, vec![("documents", documents), ("fragments", fragments)])
    };
    note_changed_classes(&chromium, classes)?;
    let mut different = Vec::new();
    for (kind, cases) in cases {
        different.extend(tally(&chromium, kind, &cases)?);
    }
    report(&chromium, &different)?;
    Ok(different.is_empty())
}

/// Prints the classes whose example does not show the expected difference. This version of Chromium may have fixed them.
fn note_changed_classes(chromium: &Chromium, classes: &[Class]) -> Result<(), String> {
    let examples: Vec<Case> = classes.iter().map(Class::example).collect();
    for (class, verdict) in classes.iter().zip(compare(chromium, &examples)?) {
        if !matches!(verdict, Verdict::Known(names) if names.contains(&class.name)) {
            println!("note: the example of the class {} does not differ as expected", class.name);
        }
    }
    Ok(())
}

/// Returns spliced pages from the cases of the suites, and from the real pages.
fn spliced(arguments: &Arguments) -> Result<Vec<Case>, String> {
    let suites = originals::of_suites().map_err(|error| error.to_string())?;
    let mut cases = Vec::new();
    for originals in [suites, originals::of_real_pages()] {
        match originals.is_empty() {
            true => println!("skipped: there are no suites or no real pages to splice; run `cargo xtask fetch-suites`"),
            false => cases.extend((0..arguments.count).map(|number| Case::spliced(arguments.seed, number, &originals))),
        }
    }
    Ok(cases)
}

/// Compares cases and prints how many are equal, crash or differ. Returns the cases whose difference belongs to no known class.
fn tally(chromium: &Chromium, kind: &str, cases: &[Case]) -> Result<Vec<Case>, String> {
    let (mut same, mut crashed, mut different) = (0, 0, Vec::new());
    // A case of several classes counts once for each class.
    let mut known = BTreeMap::<&str, usize>::new();
    for cases in cases.chunks(BATCH) {
        for (case, verdict) in cases.iter().zip(compare(chromium, cases)?) {
            match verdict {
                Verdict::Same => same += 1,
                Verdict::Known(names) => names.into_iter().for_each(|name| *known.entry(name).or_default() += 1),
                Verdict::Different { .. } => different.push(case.clone()),
                Verdict::Crashed => crashed += 1,
            }
        }
    }
    println!(
        "{} {kind}: {same} equal, {crashed} crash Chromium, {} differ in an unknown way; known differences:",
        cases.len(),
        different.len()
    );
    known.iter().for_each(|(name, count)| println!("  {count} {name}"));
    Ok(different)
}

/// Shrinks the first different cases, and prints each distinct result with its count.
fn report(chromium: &Chromium, different: &[Case]) -> Result<(), String> {
    let mut groups = BTreeMap::<(String, String), (usize, Case)>::new();
    for case in shrink(chromium, &different[..different.len().min(SHOWN)])? {
        groups.entry((case.setting(), case.input())).or_insert((0, case)).0 += 1;
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    groups.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    for (count, case) in &groups {
        let Verdict::Different { ours, theirs } = compare(chromium, std::slice::from_ref(case))?.remove(0) else {
            continue;
        };
        println!("\n{count} cases like {:?} in {}\nlimpid:\n{ours}\nChromium:\n{theirs}", case.input(), case.setting());
    }
    Ok(())
}
