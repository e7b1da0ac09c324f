//! `cargo xtask browser-diff`: generated tag soup, in a real browser and in limpid.

mod case;
mod chromium;
mod input;
mod judge;
pub(crate) mod mutation;
mod redirecting;
mod rules;
mod sanitizer;
mod shrink;
mod xpath;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use html5lib_tests::differences::Difference;
use html5lib_tests::suites;
use limpid_testing::laws::originals;

use crate::conformance::with_block;
use case::Case;
use chromium::Chromium;
use judge::{Verdict, judge};
use rules::RULES;

const PAGE: &str = "docs/conformance.md";

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The seed of the soup
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of documents, and of fragments
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// Compare the sanitizers instead, on this number of fragments and a fifth as many documents, each by 20 configurations
    #[arg(long)]
    sanitizer: bool,
    /// Compare the values of XPath expressions instead: 50 on each of this number of real pages, of soups and of XML documents
    #[arg(long, conflicts_with = "sanitizer")]
    xpath: bool,
    /// Compare pages instead that are spliced from the cases of the suites and the real pages, twice this number
    #[arg(long, conflicts_with_all = ["sanitizer", "xpath", "write"])]
    spliced: bool,
    /// Compare these pages instead: a file or a folder of pages, and of `.dat` files of the html5lib format
    #[arg(long, value_name = "PATH", conflicts_with_all = ["sanitizer", "xpath", "write", "spliced"])]
    input: Option<PathBuf>,
    /// The browser to run [default: the first Chromium in the PATH]
    #[arg(long, value_name = "PATH")]
    chromium: Option<PathBuf>,
    /// Write the figures into docs/conformance.md
    #[arg(long)]
    write: bool,
}

/// Ends in 1 if a case differs, and in 2 if Chromium cannot be run or the page not be written.
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

/// `true` if no case differs but by a known rule.
fn browser_diff(arguments: &Arguments) -> Result<bool, String> {
    let chromium = Chromium::find(arguments.chromium.as_deref())?;
    let version = chromium.version()?;
    println!("{version}, seed {}", arguments.seed);
    if arguments.sanitizer {
        return sanitizer::compare(&chromium, &version, arguments);
    }
    if arguments.xpath {
        return xpath::compare(&chromium, &version, arguments);
    }
    if arguments.spliced || arguments.input.is_some() {
        let cases = match &arguments.input {
            Some(path) => input::cases(path)?,
            None => spliced(arguments)?,
        };
        let tally = Tally::of(&chromium, "pages", &cases)?;
        report(&chromium, &tally.different)?;
        return Ok(tally.different.is_empty());
    }
    let numbers = 0..arguments.count;
    let documents: Vec<Case> = numbers.clone().map(|number| Case::document(arguments.seed, number)).collect();
    let fragments: Vec<Case> = numbers.map(|number| Case::fragment(arguments.seed, number)).collect();
    let documents = Tally::of(&chromium, "documents", &documents)?;
    let fragments = Tally::of(&chromium, "fragments", &fragments)?;
    if arguments.write {
        write_block("browser", &section(&version, arguments, &documents, &fragments))?;
    }
    let different = [documents.different, fragments.different].concat();
    report(&chromium, &different)?;
    Ok(different.is_empty())
}

/// Splices of the suites' cases, and as many of the real pages.
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

/// Writes a section of docs/conformance.md between its markers.
fn write_block(name: &str, section: &str) -> Result<(), String> {
    let path = suites::repository().join(PAGE);
    let page = fs::read_to_string(&path).map_err(|error| format!("cannot read {PAGE}: {error}"))?;
    let page = with_block(&page, name, section)
        .ok_or_else(|| format!("{PAGE} has no lines <!-- {name} --> and <!-- /{name} -->"))?;
    fs::write(&path, page).map_err(|error| format!("cannot write {PAGE}: {error}"))
}

/// The results of the cases of one kind.
#[derive(Default)]
struct Tally {
    same: usize,
    /// By the number of the rule, how many cases it explains, alone or with others.
    excused: BTreeMap<usize, usize>,
    different: Vec<Case>,
}

impl Tally {
    fn of(chromium: &Chromium, kind: &str, cases: &[Case]) -> Result<Self, String> {
        let mut tally = Self::default();
        for (case, theirs) in cases.iter().zip(chromium.dumps(cases)?) {
            match judge(case, theirs.as_deref()) {
                Verdict::Same => tally.same += 1,
                Verdict::Excused(rules) => {
                    rules.into_iter().for_each(|rule| *tally.excused.entry(rule).or_default() += 1);
                }
                Verdict::Different { .. } => tally.different.push(case.clone()),
            }
        }
        println!("{} {kind}: {} the same, {} differ", cases.len(), tally.same, tally.different.len());
        for (rule, count) in &tally.excused {
            println!("  {count} excused: {}", RULES[*rule].name);
        }
        Ok(tally)
    }
}

/// Returns the section of docs/conformance.md.
fn section(version: &str, arguments: &Arguments, documents: &Tally, fragments: &Tally) -> String {
    let Arguments { seed, count, .. } = arguments;
    let mut text = format!(
        "{version}, seed {seed}: of {count} documents {} give the same tree to the last character, of {count} fragments {}. \
         The others differ by the rules below, and {} otherwise. A case that several rules explain counts for each.\n\n\
         | Chromium | the standard | example | documents | fragments |\n| --- | --- | --- | --: | --: |\n",
        documents.same,
        fragments.same,
        match documents.different.len() + fragments.different.len() {
            0 => "none".to_owned(),
            different => different.to_string(),
        },
    );
    for (number, rule) in RULES.iter().enumerate() {
        let of = |tally: &Tally| tally.excused.get(&number).copied().unwrap_or(0);
        let (context, input) = rule.example;
        let difference = Difference::named(rule.name);
        let place = if context.is_empty() { String::new() } else { format!(" in `{context}`") };
        let _ = writeln!(
            text,
            "| {} | {} | `{}`{place} | {} | {} |",
            difference.chromium.as_deref().unwrap_or_default(),
            difference.link(),
            input.escape_debug().to_string().replace("\\\"", "\"").replace("\\'", "'"),
            of(documents),
            of(fragments),
        );
    }
    text
}

/// Shrinks the cases that differ, and prints those that come to the same once.
fn report(chromium: &Chromium, different: &[Case]) -> Result<(), String> {
    let mut groups = BTreeMap::<(Option<&str>, String), (usize, Case)>::new();
    for case in shrink::shrink(chromium, different)? {
        groups.entry((case.context_name(), case.input())).or_insert((0, case)).0 += 1;
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    groups.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    for (count, case) in &groups {
        let theirs = chromium.dumps(std::slice::from_ref(case))?.remove(0);
        let Verdict::Different { ours, theirs } = judge(case, theirs.as_deref()) else { continue };
        let place = case.context_name().unwrap_or("a document");
        println!("\n{count} like {:?} in {place}\nlimpid:\n{ours}\nChromium:\n{theirs}", case.input());
    }
    Ok(())
}
