//! Growth of the time of a parse with pages that are made to be slow. `cargo xtask growth` builds and starts this.
#![forbid(unsafe_code)]

use std::env;
use std::fs;
use std::hint::black_box;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use clap::{Parser, Subcommand, ValueEnum};
use html5ever::ParseOpts;
use html5ever::tendril::{StrTendril, TendrilSink};
use limpid::sanitize::{Cleaner, Rules, Sanitizer, SanitizerConfig};
use limpid_benches::docs::{self, Table, number};
use limpid_benches::peers::{Kind, Peer};
use limpid_benches::plot::{Line, LineChart, Panel};
use limpid_benches::row::{self, Measure};
use limpid_pages::families::{self, FAMILIES, Family};
use markup5ever_rcdom::RcDom;

#[derive(Parser)]
#[command(name = "cargo xtask growth", about = "Measures how time grows with adversarial pages")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Point>,
    /// Measure only families with this in their names; may be given again
    #[arg(long = "family", value_name = "TEXT")]
    families: Vec<String>,
    /// Measure only this parser; may be given again
    #[arg(long = "parser", value_name = "NAME")]
    parsers: Vec<String>,
    /// The longest time of one parse, in seconds
    #[arg(long, default_value_t = 5.0)]
    limit: f64,
    /// Measure XML rather than HTML
    #[arg(long)]
    xml: bool,
    /// Measure sanitizing, from text to text, rather than parsing
    #[arg(long, conflicts_with = "xml")]
    sanitizer: bool,
    /// Measure edits of the source after a parse, rather than parsing
    #[arg(long, conflicts_with_all = ["xml", "sanitizer", "write_docs"])]
    edits: bool,
    /// Fail if limpid's time grows with a higher power of the size, except for families that are not linear
    #[arg(long, value_name = "EXPONENT")]
    max_exponent: Option<f64>,
    /// Write the table into docs/security.md, and the plot into docs/plots/
    #[arg(long)]
    write_docs: bool,
}

#[derive(Subcommand)]
enum Point {
    /// One measurement: what the command starts
    #[command(hide = true)]
    Point { what: What, parser: String, family: String, repetitions: usize },
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum What {
    Time,
    Memory,
}

/// The parsers in Rust; each gets the whole page at once, or byte by byte.
const PARSERS: [Peer; 5] = [
    parser("limpid", |page, parsed| {
        black_box(limpid::parse(page));
        parsed();
    }),
    parser("limpid, no limits", |page, parsed| {
        black_box(limpid::ParseOptions::new().limits(limpid::Limits::none()).parse(page));
        parsed();
    }),
    parser("limpid, byte by byte", |page, parsed| {
        let mut parser = limpid::Parser::new(limpid::ParseOptions::new());
        characters(page).for_each(|piece| _ = parser.feed(piece));
        black_box(parser.finish());
        parsed();
    }),
    parser("html5ever", |page, parsed| {
        black_box(html5ever::parse_document(RcDom::default(), ParseOpts::default()).one(page));
        parsed();
    }),
    parser("html5ever, byte by byte", |page, parsed| {
        let mut parser = html5ever::parse_document(RcDom::default(), ParseOpts::default());
        characters(page).for_each(|piece| parser.process(StrTendril::from(piece)));
        black_box(parser.finish());
        parsed();
    }),
];

const XML_PARSERS: [Peer; 4] = [
    parser("limpid", |page, parsed| {
        black_box(limpid::xml::parse(page));
        parsed();
    }),
    parser("limpid, deep", |page, parsed| {
        let limits = limpid::Limits::default().depth(u32::MAX).attributes(u32::MAX);
        black_box(limpid::xml::ParseOptions::new().limits(limits).parse(page));
        parsed();
    }),
    parser("limpid, byte by byte", |page, parsed| {
        let mut parser = limpid::xml::Parser::new(limpid::xml::ParseOptions::new());
        characters(page).for_each(|piece| parser.feed(piece));
        black_box(parser.finish());
        parsed();
    }),
    parser("xml5ever", |page, parsed| {
        black_box(xml5ever::driver::parse_document(RcDom::default(), Default::default()).one(page));
        parsed();
    }),
];

/// Ways to sanitize the content of a `body`.
const SANITIZERS: [Peer; 3] = [
    parser("sanitize", |page, parsed| {
        black_box(limpid::sanitize(page));
        parsed();
    }),
    parser("all that is safe kept", |page, parsed| {
        static ALL: LazyLock<Sanitizer> =
            LazyLock::new(|| Sanitizer::new(&SanitizerConfig::default()).unwrap_or_default());
        black_box(ALL.sanitize_str(page));
        parsed();
    }),
    parser("all elements replaced", |page, parsed| {
        static TEXT: LazyLock<Option<Cleaner>> = LazyLock::new(|| {
            let config = SanitizerConfig { elements: Some(Vec::new()), ..SanitizerConfig::default() };
            let rules = Rules { unlisted_elements_keep_content: true, ..Rules::default() };
            Cleaner::new(Sanitizer::new(&config).ok()?, rules).ok()
        });
        black_box(TEXT.as_ref().map(|cleaner| cleaner.clean(page)));
        parsed();
    }),
];

/// Ways to edit the source of a page.
const SOURCE_EDITS: [Peer; 3] = [
    parser("an attribute set", |page, parsed| {
        edit(page, |document, node| document.set_attribute(node, "title", "b").is_ok() as usize);
        parsed();
    }),
    parser("all attributes removed", |page, parsed| {
        edit(page, |document, node| {
            let names: Vec<String> = document
                .node(node)
                .map(|node| node.attributes().map(|attribute| attribute.qualified_name().to_string()).collect())
                .unwrap_or_default();
            names.iter().filter(|name| document.remove_attribute(node, name).is_ok()).count()
        });
        parsed();
    }),
    parser("all elements unwrapped", |page, parsed| {
        edit(page, |document, node| document.unwrap_element(node).is_ok() as usize);
        parsed();
    }),
];

/// Edits all elements of a page, and has the source written.
fn edit(page: &str, mut change: impl FnMut(&mut limpid::Document<'_>, limpid::NodeId) -> usize) {
    let mut document = limpid::ParseOptions::new().spans(true).parse(page);
    let elements: Vec<_> = document.descendants().filter(|node| node.is_element()).map(|node| node.id()).collect();
    let changes: usize = elements.into_iter().map(|element| change(&mut document, element)).sum();
    black_box((changes, document.to_source().is_ok()));
}

fn parsers(is_xml: bool) -> &'static [Peer] {
    if is_xml { &XML_PARSERS } else { &PARSERS }
}

const LEXBOR: &str = "lexbor";

const fn parser(name: &'static str, parse: fn(&str, &mut dyn FnMut())) -> Peer {
    Peer { name, about: "", kind: Kind::Document, parse }
}

/// All the pages are ASCII.
fn characters(page: &str) -> impl Iterator<Item = &str> {
    page.split_inclusive(|_| true)
}

/// The sizes of a family: n, 2n, 4n, 8n.
const SIZES: [usize; 4] = [1, 2, 4, 8];
/// Where n begins; it doubles until limpid takes long enough, or up to the limit.
const SMALLEST: usize = 64 << 10;
const LARGEST: usize = 2 << 20;
/// The size of the smallest page where the tree is far larger than the page.
const SMALLEST_NOT_LINEAR: usize = 8 << 10;
/// Has glibc keep freed memory, as the kernel's work on fresh pages would bend the lines.
const KEPT_MEMORY: [(&str, &str); 3] =
    [("MALLOC_MMAP_MAX_", "0"), ("MALLOC_TRIM_THRESHOLD_", "1099511627776"), ("MALLOC_TOP_PAD_", "67108864")];
/// Fewer say nothing.
const SMALLEST_REPETITIONS: usize = 100;
/// The time that a process may take beside one parse.
const STARTING: Duration = Duration::from_millis(500);
/// n is found with parses that take so long.
const LONG_ENOUGH: f64 = 0.002;
/// The processor's time is known only to some milliseconds, so that shorter parses are repeated.
const SAMPLE: Duration = Duration::from_millis(40);
const SAMPLES: usize = 5;
/// No more samples are begun after this.
const SAMPLING: Duration = Duration::from_secs(1);
/// A parse that takes more is not repeated.
const LONG: Duration = Duration::from_millis(200);

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = match &arguments.command {
        Some(Point::Point { what, parser, family, repetitions }) => point(*what, parser, family, *repetitions),
        None => growth(&arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Prints bytes, documents, and seconds or bytes of memory, as other rows do.
fn point(what: What, parser: &str, family: &str, repetitions: usize) -> Result<(), String> {
    let family = families::named(family).ok_or("no such family")?;
    let mut known = parsers(family.is_xml).iter().chain(&SANITIZERS).chain(&SOURCE_EDITS);
    let parser = known.find(|known| known.name == parser).ok_or("no such parser")?;
    let pages = [(family.page)(repetitions)];
    let measure = match what {
        What::Time => {
            let figure = seconds(parser, &pages[0]).as_secs_f64();
            Measure { bytes: pages[0].len() as u64, documents: 1, figure }
        }
        What::Memory => row::memory(parser, &pages)?,
    };
    println!("{}", measure.line());
    Ok(())
}

/// The shortest of some samples.
fn seconds(parser: &Peer, page: &str) -> Duration {
    let start = processor_time();
    (parser.parse)(page, &mut || {});
    let first = processor_time() - start;
    // The first parse brings everything into memory, which matters only if it is short.
    if first > LONG {
        return first;
    }
    let sample = |_| {
        let start = processor_time();
        let mut parses = 0;
        while processor_time() - start < SAMPLE {
            (parser.parse)(black_box(page), &mut || {});
            parses += 1;
        }
        (processor_time() - start) / parses
    };
    let end = Instant::now() + SAMPLING;
    (0..SAMPLES).take_while(|_| Instant::now() < end).map(sample).min().unwrap_or(first)
}

/// Returns the processor time of this thread; where that is unknown, the time of day.
fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedule = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedule.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

#[derive(Clone, Copy)]
struct Measured {
    bytes: f64,
    seconds: f64,
}

#[derive(Clone)]
enum Outcome {
    Measured(Measured),
    TimedOut,
    Failed(String),
}

/// A family's sizes with one parser, up to the first that it did not manage.
struct Series {
    points: Vec<Measured>,
    /// Why there are no more.
    end: Option<Outcome>,
}

impl Series {
    /// The slope of the line that fits best with both axes logarithmic.
    fn exponent(&self) -> Option<f64> {
        let points: Vec<_> = self.points.iter().map(|point| (point.bytes.ln(), point.seconds.ln())).collect();
        let count = points.len() as f64;
        let (x, y) = points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0 / count, sum.1 + point.1 / count));
        let (above, below) = points
            .iter()
            .fold((0.0, 0.0), |sum, point| (sum.0 + (point.0 - x) * (point.1 - y), sum.1 + (point.0 - x).powi(2)));
        (points.len() > 1).then(|| above / below)
    }

    /// The time of the largest page, and the exponent.
    fn cells(&self) -> [String; 2] {
        let exponent = self.exponent().map_or("–".to_owned(), |exponent| format!("{exponent:.2}"));
        let time = match (&self.end, self.points.last()) {
            (None, Some(point)) => number(point.seconds * 1e3),
            (Some(Outcome::TimedOut), Some(point)) => format!("TIMEOUT > {} KB", number(point.bytes / 1e3)),
            (Some(Outcome::TimedOut), None) => "TIMEOUT".to_owned(),
            (Some(Outcome::Failed(reason)), _) => reason.clone(),
            _ => "–".to_owned(),
        };
        [time, exponent]
    }
}

struct Row {
    family: &'static Family,
    /// The largest page.
    bytes: usize,
    /// The memory that limpid needs for it, if it manages.
    memory: Option<f64>,
    /// As many as there are parsers.
    series: Vec<Series>,
}

struct Bench {
    program: PathBuf,
    /// The driver of lexbor, where `cargo xtask bench-foreign` has built it.
    lexbor: Option<PathBuf>,
    /// Where lexbor's page is put.
    folder: PathBuf,
    limit: Duration,
    /// The parser that decides on the sizes, and whose memory is measured.
    first: &'static str,
}

fn growth(arguments: &Arguments) -> Result<(), String> {
    let program = env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let target = program.parent().and_then(Path::parent).unwrap_or(Path::new("target")).to_owned();
    let lexbor = Some(target.join("foreign/lexbor_bench")).filter(|path| path.exists());
    let limit = Duration::from_secs_f64(arguments.limit);
    let peers = match arguments {
        Arguments { sanitizer: true, .. } => &SANITIZERS,
        Arguments { edits: true, .. } => &SOURCE_EDITS,
        _ => self::parsers(arguments.xml),
    };
    let bench = Bench { program, lexbor, folder: target.join("growth"), limit, first: peers[0].name };
    fs::create_dir_all(&bench.folder).map_err(|error| format!("cannot create {}: {error}", bench.folder.display()))?;

    let lexbor_name = (!arguments.xml && !arguments.sanitizer && !arguments.edits).then_some(LEXBOR);
    let names = peers.iter().map(|parser| parser.name).chain(lexbor_name);
    let wanted = &arguments.parsers;
    let parsers: Vec<_> =
        names.filter(|name| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name)).collect();
    let is_wanted = |family: &&Family| {
        let is_named = |text: &String| family.name.contains(&**text);
        family.is_xml == arguments.xml && (arguments.families.is_empty() || arguments.families.iter().any(is_named))
    };
    let mut rows = Vec::new();
    for family in FAMILIES.iter().filter(is_wanted) {
        eprint!("{}", family.name);
        let repetitions = bench.repetitions(family)?;
        let series: Vec<_> = parsers.iter().map(|parser| bench.series(parser, family, repetitions)).collect();
        series.iter().for_each(|series| eprint!("  {}", series.cells().join(" ")));
        eprintln!();
        let [.., largest] = SIZES.map(|size| size * repetitions);
        let bytes = (family.page)(largest).len();
        rows.push(Row { family, bytes, memory: bench.memory(family, largest), series });
    }
    let markdown = format!("{}\nA parse may take {} s.\n", markdown(&parsers, &rows), arguments.limit);
    println!("{markdown}");
    if let Some(max) = arguments.max_exponent {
        let limpid = parsers.iter().position(|parser| *parser == bench.first);
        check_exponents(limpid.ok_or("--max-exponent checks limpid, which is not measured")?, &rows, max)?;
    }
    if arguments.write_docs {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let docs = here.parent().unwrap_or(here).join("docs");
        if arguments.xml {
            return docs::replace_section(&docs.join("xml5.md"), "growth", &markdown);
        }
        if arguments.sanitizer {
            return docs::replace_section(&docs.join("security.md"), "growth-sanitizer", &markdown);
        }
        docs::replace_section(&docs.join("security.md"), "growth", &markdown)?;
        let path = docs.join("plots/growth.svg");
        fs::create_dir_all(docs.join("plots")).map_err(|error| format!("cannot create docs/plots: {error}"))?;
        fs::write(&path, plot(&parsers, &rows).svg())
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}

/// Fails if the exponent of a parser's time is above `max` for a family that takes linear time.
fn check_exponents(parser: usize, rows: &[Row], max: f64) -> Result<(), String> {
    let is_high =
        |row: &&Row| row.family.is_linear && row.series[parser].exponent().is_none_or(|exponent| exponent > max);
    let names: Vec<_> = rows.iter().filter(is_high).map(|row| row.family.name).collect();
    match names.is_empty() {
        true => Ok(()),
        false => Err(format!("the time grows with more than size^{max} for: {}", names.join(", "))),
    }
}

impl Bench {
    /// Returns the number of repetitions that n stands for.
    fn repetitions(&self, family: &Family) -> Result<usize, String> {
        let smallest = if family.is_linear { SMALLEST } else { SMALLEST_NOT_LINEAR };
        let mut repetitions = 1000 * smallest / (family.page)(1000).len();
        loop {
            let Outcome::Measured(point) = self.point(self.first, family, repetitions) else {
                return Err(format!("limpid fails on {}", family.name));
            };
            if point.seconds > LONG_ENOUGH || !family.is_linear || point.bytes * 2.0 > LARGEST as f64 {
                return Ok(repetitions);
            }
            repetitions *= 2;
        }
    }

    /// Measures a parser over a family, with smaller pages, too, if it does not get far from n on.
    fn series(&self, parser: &str, family: &Family, repetitions: usize) -> Series {
        let mut series = Series { points: Vec::new(), end: None };
        for size in SIZES {
            match self.point(parser, family, size * repetitions) {
                Outcome::Measured(point) => series.points.push(point),
                end => {
                    series.end = Some(end);
                    break;
                }
            }
        }
        if matches!(series.end, Some(Outcome::TimedOut)) {
            let mut smaller = repetitions / 2;
            while series.points.len() < SIZES.len() && smaller >= SMALLEST_REPETITIONS {
                if let Outcome::Measured(point) = self.point(parser, family, smaller) {
                    series.points.insert(0, point);
                }
                smaller /= 2;
            }
        }
        series
    }

    fn point(&self, parser: &str, family: &Family, repetitions: usize) -> Outcome {
        if parser == LEXBOR {
            return self.lexbor_point(family, repetitions);
        }
        let mut command = self.command("time", parser, family, repetitions);
        match output(command.envs(KEPT_MEMORY), self.limit + STARTING) {
            Ok(Some(Measure { bytes, figure, .. })) => {
                Outcome::Measured(Measured { bytes: bytes as f64, seconds: figure })
            }
            Ok(None) => Outcome::TimedOut,
            Err(reason) => Outcome::Failed(reason),
        }
    }

    fn memory(&self, family: &Family, repetitions: usize) -> Option<f64> {
        let mut command = self.command("memory", self.first, family, repetitions);
        output(&mut command, self.limit + STARTING).ok().flatten().map(|measure| measure.figure)
    }

    fn command(&self, what: &str, parser: &str, family: &Family, repetitions: usize) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["point", what, parser, family.name]).arg(repetitions.to_string());
        command
    }

    fn lexbor_point(&self, family: &Family, repetitions: usize) -> Outcome {
        let Some(lexbor) = &self.lexbor else { return Outcome::Failed("not built".to_owned()) };
        let path = self.folder.join("page.html");
        if let Err(error) = fs::write(&path, (family.page)(repetitions)) {
            return Outcome::Failed(format!("cannot write {}: {error}", path.display()));
        }
        // The driver gives the mean, after one parse that is not timed.
        let mut best = f64::INFINITY;
        let mut bytes_of_page = 0.0;
        for _ in 0..SAMPLES {
            let mut command = Command::new(lexbor);
            command.arg(&self.folder).args(["time", "0.04"]);
            match output(command.envs(KEPT_MEMORY), 2 * self.limit + STARTING) {
                Ok(Some(Measure { bytes, documents, figure })) => {
                    bytes_of_page = (bytes / documents) as f64;
                    best = best.min(figure / documents as f64);
                }
                Ok(None) => return Outcome::TimedOut,
                Err(reason) => return Outcome::Failed(reason),
            }
            if best > 0.2 {
                break;
            }
        }
        Outcome::Measured(Measured { bytes: bytes_of_page, seconds: best })
    }
}

/// Returns the output of a command, or `None` if it takes too long.
fn output(command: &mut Command, limit: Duration) -> Result<Option<Measure>, String> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        if start.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(2));
    };
    let mut text = String::new();
    // One short line, which the pipe holds.
    let _ = child.stdout.take().map(|mut stdout| stdout.read_to_string(&mut text));
    match text.parse() {
        Ok(measure) if status.success() => Ok(Some(measure)),
        _ => Err(format!("failed: {status}")),
    }
}

fn markdown(parsers: &[&str], rows: &[Row]) -> String {
    let heads = |parser: &&str| [format!("{parser}: ms"), "exponent".to_owned()];
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
        text.push_str("\n\\* The tree that the standard asks for grows with the square of the page.\n");
    }
    text
}

/// A family counts as steep from here on.
const STEEP: f64 = 1.2;

/// Draws a panel for each parser, with a line for each family.
fn plot(parsers: &[&str], rows: &[Row]) -> LineChart {
    let line = |row: &Row, series: &Series| Line {
        name: row.family.name.to_owned(),
        points: series.points.iter().map(|point| [point.bytes, point.seconds]).collect(),
        is_marked: series.end.is_some() || series.exponent().is_some_and(|exponent| exponent > STEEP),
    };
    let panel = |(number, parser): (usize, &&str)| Panel {
        title: (*parser).to_owned(),
        lines: rows.iter().map(|row| line(row, &row.series[number])).collect(),
    };
    LineChart {
        title: "Time of a parse by the size of the page, a line for each family".to_owned(),
        panels: parsers.iter().enumerate().map(panel).collect(),
        units: [(3, "KB"), (-3, "ms")],
        caption: format!(
            "size of the page; in red, families that grow with an exponent above {STEEP} or run out of time"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(times: [f64; 4]) -> Series {
        let point = |(size, seconds)| Measured { bytes: size, seconds };
        Series { points: [1.0, 2.0, 4.0, 8.0].into_iter().zip(times).map(point).collect(), end: None }
    }

    #[test]
    fn exponents_are_slopes() {
        assert!((series([1.0, 2.0, 4.0, 8.0]).exponent().unwrap() - 1.0).abs() < 1e-9);
        assert!((series([3.0, 12.0, 48.0, 192.0]).exponent().unwrap() - 2.0).abs() < 1e-9);
        assert_eq!(Series { points: Vec::new(), end: Some(Outcome::TimedOut) }.cells(), ["TIMEOUT", "–"]);
    }

    #[test]
    fn a_high_exponent_fails() {
        let row = |seconds| Row { family: &FAMILIES[0], bytes: 0, memory: None, series: vec![series(seconds)] };
        assert!(check_exponents(0, &[row([1.0, 2.0, 4.0, 8.0])], 1.5).is_ok());
        assert!(check_exponents(0, &[row([1.0, 4.0, 16.0, 64.0])], 1.5).unwrap_err().contains(FAMILIES[0].name));
    }

    #[test]
    fn every_parser_parses_every_family() {
        for family in FAMILIES {
            let page = (family.page)(20);
            for parser in PARSERS.iter().chain(&SANITIZERS).chain(&SOURCE_EDITS) {
                let mut calls = 0;
                (parser.parse)(&page, &mut || calls += 1);
                assert_eq!(calls, 1, "{}: {}", parser.name, family.name);
            }
        }
    }
}
