//! Measures how the time grows with the size of adversarial pages and expressions. `cargo xtask growth` builds and starts this program.
#![forbid(unsafe_code)]

mod xpath;

use std::env;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::LazyLock;
use std::time::Duration;

use clap::{Subcommand, ValueEnum};
use html5ever::ParseOpts;
use html5ever::tendril::{StrTendril, TendrilSink};
use limpid::content::ContentExt as _;
use limpid::rewrite::{Element, Handlers};
use limpid::sanitize::{Cleaner, Rules, Sanitizer, SanitizerConfig};
use limpid_benches::docs::{self, Table, number};
use limpid_benches::rounds::{self, Measure, WARM_HEAP, exponent, output};
use limpid_pages::families::{self, FAMILIES, Family, FamilyKind};
use markup5ever_rcdom::RcDom;

#[derive(clap::Parser)]
#[command(
    name = "cargo xtask growth",
    about = "Measure how the time grows with the size of adversarial pages and expressions, to find quadratic behavior",
    args_conflicts_with_subcommands = true
)]
struct Arguments {
    #[command(subcommand)]
    point: Option<Point>,
    #[command(flatten)]
    options: Options,
}

#[derive(Subcommand)]
enum Point {
    /// Make one measurement in this process
    #[command(hide = true)]
    Point { job: Job, what: What, parser: String, family: String, repetitions: usize },
}

#[derive(clap::Args)]
struct Options {
    /// The job to measure
    #[arg(default_value = "html")]
    job: Job,
    /// Measure only families of pages, or expressions, whose names contain this text; can be repeated
    #[arg(long = "family", value_name = "TEXT")]
    families: Vec<String>,
    /// Measure only this parser; can be repeated
    #[arg(long = "parser", value_name = "NAME")]
    parsers: Vec<String>,
    /// The maximum time of one parse, in seconds
    #[arg(long, default_value_t = 5.0)]
    limit: f64,
    /// Fail if limpid's time for a linear family grows with a higher power of the size than this
    #[arg(long, value_name = "EXPONENT")]
    max_exponent: Option<f64>,
    /// Write the table of `html`, `xml` or `sanitizer` into docs/generated/growth.md
    #[arg(long)]
    write_docs: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Job {
    /// Parse HTML
    Html,
    /// Parse XML
    Xml,
    /// Sanitize markup
    Sanitizer,
    /// Edit a document and write its source
    Edits,
    /// Parse, and find elements with CSS selectors
    Selectors,
    /// Rewrite as a stream
    Rewrite,
    /// Extract the content and the metadata
    Content,
    /// Evaluate XPath expressions
    Xpath,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    Time,
    Memory,
}

/// A column of the table: a library, or limpid with certain options. Jobs other than parsing also use this type.
struct Parser {
    name: &'static str,
    is_peer: bool,
    run: fn(&str),
}

const fn ours(name: &'static str, run: fn(&str)) -> Parser {
    Parser { name, is_peer: false, run }
}

const fn peer(name: &'static str, run: fn(&str)) -> Parser {
    Parser { name, is_peer: true, run }
}

/// lexbor runs as a separate program, which `cargo xtask bench --foreign` builds.
const LEXBOR: Parser = peer("lexbor", |_| {});

impl Job {
    fn parsers(self) -> &'static [Parser] {
        match self {
            Job::Html => &PARSERS,
            Job::Xml => &XML_PARSERS,
            Job::Sanitizer => &SANITIZERS,
            Job::Edits => &SOURCE_EDITS,
            Job::Selectors => &SELECTORS,
            Job::Rewrite => &REWRITERS,
            Job::Content => &CONTENT,
            Job::Xpath => &[],
        }
    }

    /// Returns the kind of the families to measure.
    fn kind(self) -> FamilyKind {
        match self {
            Job::Xml => FamilyKind::Xml,
            Job::Content => FamilyKind::Content,
            _ => FamilyKind::Html,
        }
    }

    /// Returns the section of docs/generated/growth.md that contains the table.
    fn section(self) -> Option<&'static str> {
        match self {
            Job::Html => Some("html"),
            Job::Xml => Some("xml"),
            Job::Sanitizer => Some("sanitizer"),
            Job::Edits | Job::Selectors | Job::Rewrite | Job::Content | Job::Xpath => None,
        }
    }
}

/// The HTML parsers. They get the whole page at once or, as "byte by byte", one character at a time.
const PARSERS: [Parser; 6] = [
    ours("limpid", |page| {
        black_box(limpid::parse(page));
    }),
    ours("limpid, no limits", |page| {
        black_box(limpid::ParseOptions::new().limits(limpid::Limits::none()).parse(page));
    }),
    ours("limpid, byte by byte", |page| {
        let mut parser = limpid::Parser::new(limpid::ParseOptions::new());
        characters(page).for_each(|piece| _ = parser.feed(piece));
        black_box(parser.finish());
    }),
    peer("html5ever", |page| {
        black_box(html5ever::parse_document(RcDom::default(), ParseOpts::default()).one(page));
    }),
    peer("html5ever, byte by byte", |page| {
        let mut parser = html5ever::parse_document(RcDom::default(), ParseOpts::default());
        characters(page).for_each(|piece| parser.process(StrTendril::from(piece)));
        black_box(parser.finish());
    }),
    LEXBOR,
];

const XML_PARSERS: [Parser; 4] = [
    ours("limpid", |page| {
        black_box(limpid::xml::parse(page));
    }),
    ours("limpid, deep", |page| {
        let limits = limpid::Limits::default().depth(u32::MAX).attributes(u32::MAX);
        black_box(limpid::xml::XmlParseOptions::new().limits(limits).parse(page));
    }),
    ours("limpid, byte by byte", |page| {
        let mut parser = limpid::xml::XmlParser::new(limpid::xml::XmlParseOptions::new());
        characters(page).for_each(|piece| parser.feed(piece));
        black_box(parser.finish());
    }),
    peer("xml5ever", |page| {
        black_box(xml5ever::driver::parse_document(RcDom::default(), Default::default()).one(page));
    }),
];

const SANITIZERS: [Parser; 3] = [
    ours("sanitize", |page| {
        black_box(limpid::sanitize(page));
    }),
    ours("everything safe kept", |page| {
        static ALL: LazyLock<Sanitizer> =
            LazyLock::new(|| Sanitizer::new(&SanitizerConfig::default()).unwrap_or_default());
        black_box(ALL.sanitize_str(page));
    }),
    ours("all elements replaced", |page| {
        static TEXT: LazyLock<Option<Cleaner>> = LazyLock::new(|| {
            let config = SanitizerConfig { elements: Some(Vec::new()), ..SanitizerConfig::default() };
            let rules = Rules { unlisted_elements_keep_content: true, ..Rules::default() };
            Cleaner::new(Sanitizer::new(&config).ok()?, rules).ok()
        });
        black_box(TEXT.as_ref().map(|cleaner| cleaner.clean(page)));
    }),
];

const SOURCE_EDITS: [Parser; 3] = [
    ours("an attribute set", |page| {
        edit(page, |node| node.set_attribute("title", "b").is_ok() as usize);
    }),
    ours("all attributes removed", |page| {
        edit(page, |node| {
            let attributes = node.as_ref().attributes();
            let names: Vec<String> = attributes.map(|attribute| attribute.qualified_name().to_string()).collect();
            names.iter().filter(|name| node.remove_attribute(name).is_ok()).count()
        });
    }),
    ours("all elements unwrapped", |page| {
        edit(page, |node| node.replace_with_children().is_ok() as usize);
    }),
];

/// Edits all elements of a page and writes its source.
fn edit(page: &str, mut change: impl FnMut(&mut limpid::NodeMut<'_, '_>) -> usize) {
    let mut document = limpid::ParseOptions::new().spans(true).parse(page);
    let elements: Vec<_> = document.descendants().filter(|node| node.is_element()).map(limpid::NodeRef::id).collect();
    let changes: usize =
        elements.into_iter().filter_map(|element| Some(change(&mut document.node_mut(element).ok()?))).sum();
    black_box((changes, document.to_source().is_ok()));
}

/// Selectors for which a search from each element would take quadratic time.
const SELECTORS: [Parser; 4] = [
    ours("positions", |page| {
        select(page, ":nth-of-type(2), :nth-last-of-type(2), :nth-last-child(2 of div, p), :only-of-type");
    }),
    ours("relations", |page| select(page, "div div div > p, * ~ * ~ p + i, b :not(b b) b")),
    ours(":has()", |page| select(page, "div:has(x), :has(x > p, ~ x), :not(:has(p p))")),
    ours(":contains()", |page| select(page, ":contains(aab), :not(:contains(aaaaaaaaaaaaaaaaaaaaaaaab))")),
];

fn select(page: &str, selector: &str) {
    let document = limpid::ParseOptions::new().limits(limpid::Limits::none()).parse(page);
    let selector = limpid::SelectorOptions::new().contains(true).parse(selector).expect("a selector");
    black_box(document.select(&selector).count());
}

const REWRITERS: [Parser; 4] = [
    ours("an attribute set", |page| {
        rewrite(page, ["*"], |element| _ = element.set_attribute("title", "b"));
    }),
    ours("elements removed", |page| rewrite(page, ["p, template, i, b"], |element| element.remove())),
    ours("positions", |page| rewrite(page, ["p:nth-of-type(2), :nth-child(3 of div, table)"], |_| ())),
    ours("100 handlers", |page| rewrite(page, (0..100).map(|i| format!("x{i} > p, .c{i}")), |_| ())),
];

const CONTENT: [Parser; 2] = [
    ours("content", |page| {
        black_box(limpid::parse(page).content().text());
    }),
    ours("metadata", |page| {
        let document = limpid::parse(page);
        black_box((document.metadata(), document.json_ld(), document.microdata()));
    }),
];

/// Rewrites a page with a handler for each selector.
fn rewrite<S: AsRef<str>>(page: &str, selectors: impl IntoIterator<Item = S>, change: fn(&mut Element<'_>)) {
    let handlers = selectors.into_iter().fold(Handlers::new(), |handlers, selector| {
        let handler = move |element: &mut Element<'_>| {
            change(element);
            Ok(())
        };
        handlers.element(selector.as_ref(), handler).expect("a selector")
    });
    black_box(limpid::rewrite::rewrite_str(page, handlers).expect("a page within the limits"));
}

/// Splits a page into characters.
fn characters(page: &str) -> impl Iterator<Item = &str> {
    page.split_inclusive(|_| true)
}

/// The sizes of the measured pages, as multiples of the base size.
const SIZES: [usize; 4] = [1, 2, 4, 8];
/// The minimum base size, in bytes. The base size is doubled until limpid needs [`SHORTEST_PARSE`] seconds, or until it would exceed
/// [`LARGEST_FIRST_PAGE`].
const SMALLEST_PAGE: usize = 64 << 10;
const LARGEST_FIRST_PAGE: usize = 2 << 20;
/// The base size for families whose tree is quadratic in the size of the page, in bytes.
const SMALLEST_QUADRATIC_PAGE: usize = 8 << 10;
/// The minimum number of repetitions for pages that are measured after a timeout.
const MIN_REPETITIONS: usize = 100;
/// The time that a process may need in addition to the time limit of the parse.
const START_UP_TIME: Duration = Duration::from_millis(500);
/// The minimum time of parsing a page of the base size, in seconds.
const SHORTEST_PARSE: f64 = 0.002;

fn main() -> ExitCode {
    let Arguments { point, options } = <Arguments as clap::Parser>::parse();
    let outcome = match point {
        Some(Point::Point { job, what, parser, family, repetitions }) => {
            measure(job, what, &parser, &family, repetitions)
        }
        None => growth(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Measures one parser on one page, in this process.
fn measure(job: Job, what: What, parser: &str, family: &str, repetitions: usize) -> Result<(), String> {
    let family = families::named(family).ok_or("no such family")?;
    let parser = job.parsers().iter().find(|known| known.name == parser).ok_or("no such parser")?;
    let page = (family.page)(repetitions);
    let figure = match what {
        What::Time => rounds::shortest(|| (parser.run)(black_box(&page))),
        What::Memory => {
            // A small page first loads the parser's code into memory.
            (parser.run)(&(family.page)(1));
            rounds::memory(|| (parser.run)(&page))?
        }
    };
    println!("{}", Measure { bytes: page.len() as u64, documents: 1, figure }.line());
    Ok(())
}

/// The measurements of one parser for a family, up to the first size that takes too long.
#[derive(Default)]
struct Series {
    /// Sizes in bytes, and times in seconds.
    points: Vec<(f64, f64)>,
    /// Why the series ended early.
    end: Option<End>,
}

enum End {
    TimedOut,
    Failed(String),
}

impl Series {
    /// Returns the time of the largest page and the exponent, as cells.
    fn cells(&self) -> [String; 2] {
        let exponent = exponent(&self.points).map_or("–".to_owned(), |exponent| format!("{exponent:.2}"));
        let time = match (&self.end, self.points.last()) {
            (None, Some((_, seconds))) => number(seconds * 1e3),
            (Some(End::TimedOut), Some((bytes, _))) => format!("TIMEOUT > {} KB", number(bytes / 1e3)),
            (Some(End::TimedOut), None) => "TIMEOUT".to_owned(),
            (Some(End::Failed(reason)), _) => reason.clone(),
            (None, None) => "–".to_owned(),
        };
        [time, exponent]
    }
}

struct Row {
    family: &'static Family,
    /// The size of the largest page.
    bytes: usize,
    /// The peak of limpid's memory for the largest page.
    memory: Option<f64>,
    /// One series per parser.
    series: Vec<Series>,
}

fn growth(options: &Options) -> Result<(), String> {
    let is_named = |name: &str| options.families.is_empty() || options.families.iter().any(|text| name.contains(text));
    if options.job == Job::Xpath {
        return xpath::growth(is_named, options.max_exponent);
    }
    let program = env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let target = program.parent().and_then(Path::parent).unwrap_or(Path::new("target")).to_owned();
    let limit = Duration::from_secs_f64(options.limit);
    let first = options.job.parsers()[0].name;
    let bench = Bench { program, target, limit, job: options.job, first };
    let wanted = &options.parsers;
    let is_wanted = |parser: &&Parser| wanted.is_empty() || wanted.iter().any(|wanted| wanted == parser.name);
    let parsers: Vec<_> = options.job.parsers().iter().filter(is_wanted).collect();
    let mut rows = Vec::new();
    let kind = options.job.kind();
    for family in FAMILIES.iter().filter(|family| family.kind == kind && is_named(family.name)) {
        eprint!("{}", family.name);
        let repetitions = bench.repetitions(family)?;
        let series: Vec<_> = parsers.iter().map(|parser| bench.series(parser.name, family, repetitions)).collect();
        series.iter().for_each(|series| eprint!("  {}", series.cells().join(" ")));
        eprintln!();
        let [.., largest] = SIZES.map(|size| size * repetitions);
        let bytes = (family.page)(largest).len();
        rows.push(Row { family, bytes, memory: bench.memory(family, largest), series });
    }
    let markdown = format!("{}\nThe time limit of a parse is {} s.\n", markdown(&parsers, &rows), options.limit);
    println!("{markdown}");
    if options.write_docs {
        let section = options.job.section().ok_or("--write-docs: docs/generated/growth.md has no table of this job")?;
        docs::replace_section("growth.md", section, &markdown)?;
    }
    options.max_exponent.map_or(Ok(()), |max| check_exponents(&parsers, &rows, max))
}

/// Fails if an exponent of limpid is above `max` for a linear family.
fn check_exponents(parsers: &[&Parser], rows: &[Row], max: f64) -> Result<(), String> {
    let mut names = Vec::new();
    for row in rows.iter().filter(|row| row.family.is_linear) {
        for (parser, series) in parsers.iter().zip(&row.series).filter(|(parser, _)| !parser.is_peer) {
            if exponent(&series.points).is_none_or(|exponent| exponent > max) {
                names.push(format!("{} ({})", row.family.name, parser.name));
            }
        }
    }
    match names.is_empty() {
        true => Ok(()),
        false => Err(format!("the time grows faster than size^{max} for: {}", names.join(", "))),
    }
}

struct Bench {
    program: PathBuf,
    target: PathBuf,
    limit: Duration,
    job: Job,
    /// The name of the parser that determines the base size, and whose memory is measured.
    first: &'static str,
}

impl Bench {
    /// Returns the number of repetitions for a page of the base size.
    fn repetitions(&self, family: &Family) -> Result<usize, String> {
        let smallest = if family.is_linear { SMALLEST_PAGE } else { SMALLEST_QUADRATIC_PAGE };
        let mut repetitions = 1000 * smallest / (family.page)(1000).len();
        loop {
            let Ok((bytes, seconds)) = self.point(self.first, family, repetitions) else {
                return Err(format!("limpid fails on {}", family.name));
            };
            if seconds > SHORTEST_PARSE || !family.is_linear || bytes * 2.0 > LARGEST_FIRST_PAGE as f64 {
                return Ok(repetitions);
            }
            repetitions *= 2;
        }
    }

    /// Measures a parser for a family. After a timeout, also measures pages that are smaller than the base size.
    fn series(&self, parser: &str, family: &Family, repetitions: usize) -> Series {
        let mut series = Series::default();
        for size in SIZES {
            match self.point(parser, family, size * repetitions) {
                Ok(point) => series.points.push(point),
                Err(end) => {
                    series.end = Some(end);
                    break;
                }
            }
        }
        if matches!(series.end, Some(End::TimedOut)) {
            let mut smaller = repetitions / 2;
            while series.points.len() < SIZES.len() && smaller >= MIN_REPETITIONS {
                series.points.extend(self.point(parser, family, smaller));
                smaller /= 2;
            }
            series.points.sort_by(|one, other| one.0.total_cmp(&other.0));
        }
        series
    }

    /// Measures a parser on one page. Returns the size of the page in bytes, and the time in seconds.
    fn point(&self, parser: &str, family: &Family, repetitions: usize) -> Result<(f64, f64), End> {
        let measure = match parser == LEXBOR.name {
            true => self.lexbor(family, repetitions)?,
            false => self.start("time", parser, family, repetitions)?,
        };
        Ok(((measure.bytes / measure.documents) as f64, measure.figure / measure.documents as f64))
    }

    fn memory(&self, family: &Family, repetitions: usize) -> Option<f64> {
        self.start("memory", self.first, family, repetitions).ok().map(|measure| measure.figure)
    }

    fn start(&self, what: &str, parser: &str, family: &Family, repetitions: usize) -> Result<Measure, End> {
        let mut command = Command::new(&self.program);
        let job = self.job.to_possible_value().map_or_else(String::new, |job| job.get_name().to_owned());
        command.args(["point", &job, what, parser, family.name]).arg(repetitions.to_string());
        measured(&mut command, self.limit + START_UP_TIME)
    }

    fn lexbor(&self, family: &Family, repetitions: usize) -> Result<Measure, End> {
        let fail = |error: String| End::Failed(error);
        let (program, folder) = (self.target.join("foreign/lexbor_bench"), self.target.join("growth"));
        if !program.exists() {
            return Err(fail("not built".to_owned()));
        }
        let page =
            fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join("page.html"), (family.page)(repetitions)));
        page.map_err(|error| fail(format!("cannot write {}: {error}", folder.display())))?;
        // `lexbor_bench` parses the page once before it measures.
        measured(Command::new(program).arg(&folder).args(["time", "0.2"]), 2 * self.limit + START_UP_TIME)
    }
}

/// Runs a process with a heap that keeps freed memory, because page faults would distort the exponents.
fn measured(command: &mut Command, limit: Duration) -> Result<Measure, End> {
    match output(command.envs(WARM_HEAP), limit) {
        Ok(Some(output)) => output.stdout.parse().map_err(End::Failed),
        Ok(None) => Err(End::TimedOut),
        Err(reason) => Err(End::Failed(reason)),
    }
}

fn markdown(parsers: &[&Parser], rows: &[Row]) -> String {
    let heads = |parser: &&Parser| [format!("{}: ms", parser.name), "exponent".to_owned()];
    let header = ["family", "page, MB", "limpid: memory ÷ page"].map(str::to_owned);
    let mut table = Table::new(header.into_iter().chain(parsers.iter().flat_map(heads)));
    for row in rows {
        let memory = row.memory.map(|memory| memory / row.bytes as f64);
        let not_linear = if row.family.is_linear { "" } else { " \\*" };
        let start = [
            format!("{}{not_linear}", row.family.name),
            number(row.bytes as f64 / 1e6),
            memory.map_or("–".to_owned(), number),
        ];
        table.row(start.into_iter().chain(row.series.iter().flat_map(Series::cells)));
    }
    let mut text = table.markdown();
    if rows.iter().any(|row| !row.family.is_linear) {
        text.push_str("\n\\* By the standard, the size of the tree is quadratic in the size of the page.\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_high_exponent_fails() {
        let series =
            |seconds: [f64; 4]| Series { points: [1.0, 2.0, 4.0, 8.0].into_iter().zip(seconds).collect(), end: None };
        let row = |seconds| Row { family: &FAMILIES[0], bytes: 0, memory: None, series: vec![series(seconds)] };
        let check = |seconds, parser| check_exponents(&[parser], &[row(seconds)], 1.5);
        assert!(check([1.0, 2.0, 4.0, 8.0], &PARSERS[0]).is_ok());
        assert!(check([1.0, 4.0, 16.0, 64.0], &PARSERS[0]).unwrap_err().contains(FAMILIES[0].name));
        assert!(check([1.0, 4.0, 16.0, 64.0], &LEXBOR).is_ok());
    }

    #[test]
    fn every_parser_parses_every_family() {
        for family in FAMILIES {
            let page = (family.page)(20);
            for parser in PARSERS
                .iter()
                .chain(&SANITIZERS)
                .chain(&SOURCE_EDITS)
                .chain(&SELECTORS)
                .chain(&REWRITERS)
                .chain(&CONTENT)
            {
                (parser.run)(&page);
            }
        }
    }
}
