//! `cargo xtask browser-diff`: generated pages, parsed and sanitized by a real browser and by limpid.

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

/// The number of sanitized fragments for each sanitized document.
const DOCUMENTS: u64 = 5;
/// The number of cases that are compared together.
const TOGETHER: usize = 10_000;
/// The number of differences that are shown.
const SHOWN: usize = 20;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The seed of the pages
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of documents, and of fragments
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// Compare the sanitizers instead, on this number of fragments and a fifth as many documents, each by 20 configurations
    #[arg(long)]
    sanitizer: bool,
    /// Compare pages instead that are spliced from the cases of the suites and the real pages, twice this number
    #[arg(long, conflicts_with = "sanitizer")]
    spliced: bool,
    /// Compare these pages instead: a file or a folder of pages, and of `.dat` files of the html5lib format
    #[arg(long, value_name = "PATH", conflicts_with_all = ["sanitizer", "spliced"])]
    input: Option<PathBuf>,
    /// Compare the texts of pages instead, and those of the pages once they are pretty and minified
    #[arg(long, conflicts_with_all = ["sanitizer", "spliced", "input"])]
    text: bool,
    /// The browser to run [default: the first Chromium in the PATH]
    #[arg(long, value_name = "PATH")]
    chromium: Option<PathBuf>,
}

/// Ends in 1 if a case differs in an unknown way, and in 2 if Chromium cannot be run or a page not be read.
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

/// Returns whether all differences belong to known classes.
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
        let documents =
            (0..count.div_ceil(DOCUMENTS)).flat_map(|number| Case::sanitized(seed, number, false)).collect();
        (SANITIZER, vec![("documents", documents), ("fragments", fragments)])
    } else {
        let documents = numbers().map(|number| Case::document(seed, number)).collect();
        let fragments = numbers().map(|number| Case::fragment(seed, number)).collect();
        (TREES, vec![("documents", documents), ("fragments", fragments)])
    };
    warn_of_agreement(&chromium, classes)?;
    let mut different = Vec::new();
    for (kind, cases) in cases {
        different.extend(tally(&chromium, kind, &cases)?);
    }
    report(&chromium, &different)?;
    Ok(different.is_empty())
}

/// Names the classes whose examples do not differ, or differ in another way: this Chromium may follow the standard there.
fn warn_of_agreement(chromium: &Chromium, classes: &[Class]) -> Result<(), String> {
    let examples: Vec<Case> = classes.iter().map(Class::example).collect();
    for (class, verdict) in classes.iter().zip(compare(chromium, &examples)?) {
        if !matches!(verdict, Verdict::Known(names) if names.contains(&class.name)) {
            println!("note: the example of {} does not show it", class.name);
        }
    }
    Ok(())
}

/// Makes splices of the suites' cases, and as many of the real pages.
fn spliced(arguments: &Arguments) -> Result<Vec<Case>, String> {
    let suites = originals::of_suites().map_err(|error| error.to_string())?;
    let mut cases = Vec::new();
    for originals in [suites, originals::of_real_pages()] {
        match originals.is_empty() {
            true => println!("skipped: no suites or no real pages are there to splice"),
            false => cases.extend((0..arguments.count).map(|number| Case::spliced(arguments.seed, number, &originals))),
        }
    }
    Ok(cases)
}

/// Compares cases and prints the counts. Returns the cases that differ in an unknown way.
fn tally(chromium: &Chromium, kind: &str, cases: &[Case]) -> Result<Vec<Case>, String> {
    let (mut same, mut crashed, mut different) = (0, 0, Vec::new());
    // A case of several classes counts for each.
    let mut known = BTreeMap::<&str, usize>::new();
    for cases in cases.chunks(TOGETHER) {
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
        "{} {kind}: {same} the same, {crashed} make Chromium crash, {} differ in an unknown way; known classes:",
        cases.len(),
        different.len()
    );
    known.iter().for_each(|(name, count)| println!("  {count} {name}"));
    Ok(different)
}

/// Shrinks the first cases that differ, and prints those that come to the same once.
fn report(chromium: &Chromium, different: &[Case]) -> Result<(), String> {
    let mut groups = BTreeMap::<(String, String), (usize, Case)>::new();
    for case in shrink(chromium, &different[..different.len().min(SHOWN)])? {
        groups.entry((case.place(), case.input())).or_insert((0, case)).0 += 1;
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    groups.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    for (count, case) in &groups {
        let Verdict::Different { ours, theirs } = compare(chromium, std::slice::from_ref(case))?.remove(0) else {
            continue;
        };
        println!("\n{count} like {:?} in {}\nlimpid:\n{ours}\nChromium:\n{theirs}", case.input(), case.place());
    }
    Ok(())
}
