//! Measures rows in interleaved rounds: time, memory, instructions and allocations.

use std::ffi::OsString;
use std::fs;
use std::hint::black_box;
use std::io::Read;
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

/// Environment that makes glibc return freed memory to the kernel early, so that each document needs new memory pages.
pub const COLD_HEAP: [(&str, &str); 2] = [("MALLOC_MMAP_THRESHOLD_", "65536"), ("MALLOC_TRIM_THRESHOLD_", "65536")];

/// Environment that makes glibc keep freed memory.
pub const WARM_HEAP: [(&str, &str); 3] =
    [("MALLOC_MMAP_MAX_", "0"), ("MALLOC_TRIM_THRESHOLD_", "1099511627776"), ("MALLOC_TOP_PAD_", "67108864")];

/// A measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// The number of parsed bytes.
    pub bytes: u64,
    /// The number of parsed documents.
    pub documents: u64,
    /// Seconds, or bytes of memory.
    pub figure: f64,
}

impl Measure {
    /// Returns the line that the process of a row prints.
    pub fn line(self) -> String {
        format!("{} {} {}", self.bytes, self.documents, self.figure)
    }
}

impl FromStr for Measure {
    type Err = String;

    fn from_str(line: &str) -> Result<Measure, String> {
        let figures: Vec<f64> = line.split_whitespace().filter_map(|figure| figure.parse().ok()).collect();
        match figures[..] {
            [bytes, documents, figure] => Ok(Measure { bytes: bytes as u64, documents: documents as u64, figure }),
            _ => Err(format!("unexpected output of a row: {line:?}")),
        }
    }
}

/// Measures each row once per round, so that a time in which the machine is slow affects all rows. A row that fails is not measured again.
pub fn take_turns<R, M>(
    rounds: u16,
    rows: &[R],
    mut measure: impl FnMut(&R) -> Result<M, String>,
) -> Vec<Result<Vec<M>, String>> {
    let mut outcomes: Vec<Result<Vec<M>, String>> = rows.iter().map(|_| Ok(Vec::new())).collect();
    for round in 1..=rounds {
        eprintln!("round {round} of {rounds}");
        for (row, outcome) in rows.iter().zip(&mut outcomes) {
            let Ok(measures) = outcome else { continue };
            match measure(row) {
                Ok(measure) => measures.push(measure),
                Err(reason) => *outcome = Err(reason),
            }
        }
    }
    outcomes
}

/// Returns the median.
pub fn median(figures: impl IntoIterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.into_iter().collect();
    figures.sort_by(f64::total_cmp);
    match figures.len() {
        0 => f64::NAN,
        count if count.is_multiple_of(2) => f64::midpoint(figures[count / 2 - 1], figures[count / 2]),
        count => figures[count / 2],
    }
}

/// Returns the median of the ratios in each round.
pub fn ratio(figures: &[f64], to: &[f64]) -> f64 {
    median(figures.iter().zip(to).map(|(figure, to)| figure / to))
}

/// Returns the slope of the regression line on logarithmic axes: 1 is linear, 2 is quadratic.
pub fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let points: Vec<_> = points.iter().map(|(x, y)| (x.ln(), y.max(1e-9).ln())).collect();
    let count = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0 / count, sum.1 + point.1 / count));
    let numerator: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let denominator: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    (points.len() > 1).then(|| numerator / denominator)
}

/// Returns the processor time of this thread, or the elapsed time on systems without `/proc`.
fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedule = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedule.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// Returns the shortest processor time of several samples of a run, in seconds.
pub fn shortest(mut run: impl FnMut()) -> f64 {
    /// Processor time has a resolution of some milliseconds, so short runs are repeated for this long.
    const SAMPLE: Duration = Duration::from_millis(40);
    const SAMPLES: usize = 5;
    const ALL_SAMPLES: Duration = Duration::from_secs(1);
    /// A longer run is measured only once.
    const LONG: Duration = Duration::from_millis(200);
    let start = processor_time();
    run();
    let first = processor_time() - start;
    if first > LONG {
        return first.as_secs_f64();
    }
    let sample = |_| {
        let start = processor_time();
        let mut runs = 0;
        while processor_time() - start < SAMPLE {
            run();
            runs += 1;
        }
        (processor_time() - start) / runs
    };
    let end = Instant::now() + ALL_SAMPLES;
    (0..SAMPLES).take_while(|_| Instant::now() < end).map(sample).min().unwrap_or(first).as_secs_f64()
}

/// Returns by how many bytes a run raises the peak of the process's resident memory.
pub fn memory(run: impl FnOnce()) -> Result<f64, String> {
    let resident = |field: &str| {
        let status = fs::read_to_string("/proc/self/status").map_err(|error| format!("/proc/self/status: {error}"))?;
        let line = status.lines().find_map(|line| line.strip_prefix(field)).ok_or("no such field")?;
        line.trim().trim_end_matches(" kB").parse::<u64>().map_err(|error| error.to_string())
    };
    let before = resident("VmRSS:")?;
    // Resets the peak.
    fs::write("/proc/self/clear_refs", "5").map_err(|error| format!("/proc/self/clear_refs: {error}"))?;
    run();
    Ok(resident("VmHWM:")?.saturating_sub(before) as f64 * 1024.0)
}

/// The output of a process.
pub struct Output {
    /// The standard output.
    pub stdout: String,
    /// The standard error.
    pub stderr: String,
}

/// Runs a process. Returns `None` if it was killed after the time limit.
pub fn output(command: &mut Command, limit: Duration) -> Result<Option<Output>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("cannot start {name}: {error}"))?;
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
    let mut output = Output { stdout: String::new(), stderr: String::new() };
    // The output is short enough for the buffers of the pipes.
    let _ = child.stdout.take().map(|mut pipe| pipe.read_to_string(&mut output.stdout));
    let _ = child.stderr.take().map(|mut pipe| pipe.read_to_string(&mut output.stderr));
    match status.success() {
        true => Ok(Some(output)),
        false => {
            let reason = output.stderr.lines().find(|line| !line.trim().is_empty()).unwrap_or("no reason given");
            Err(format!("{status}: {reason}"))
        }
    }
}

/// A count that valgrind measures.
#[derive(Clone, Copy)]
pub enum Count {
    /// Instructions, by callgrind.
    Instructions,
    /// Allocated blocks, by DHAT.
    Allocations,
}

impl Count {
    /// Returns the count per pass. `command` returns a command line that makes the given number of passes.
    pub fn of_a_pass(self, command: impl Fn(u32) -> Vec<OsString>) -> Result<f64, String> {
        // The difference of two counts excludes the start and the end of the process.
        Ok((self.of(command(3))? - self.of(command(1))?) / 2.0)
    }

    fn of(self, command: Vec<OsString>) -> Result<f64, String> {
        const LIMIT: Duration = Duration::from_secs(1800);
        let options = match self {
            Count::Instructions => ["--tool=callgrind", "--callgrind-out-file=/dev/null"],
            Count::Allocations => ["--tool=dhat", "--dhat-out-file=/dev/null"],
        };
        let output = output(Command::new("valgrind").args(options).args(command), LIMIT)?;
        let text = output.ok_or("valgrind takes too long")?.stderr;
        let count = match self {
            Count::Instructions => text.split_once("Collected :").map(|(_, count)| count),
            Count::Allocations => {
                text.split_once("Total:").and_then(|(_, line)| line.split_once("bytes in")).map(|(_, blocks)| blocks)
            }
        };
        let count = count.and_then(|count| count.split_whitespace().next()).map(|count| count.replace(',', ""));
        count.and_then(|count| count.parse().ok()).ok_or_else(|| "valgrind counted nothing".to_owned())
    }
}

/// Calls a function with every page, `passes` times.
pub fn passes(work: fn(&str), pages: &[String], passes: u32) {
    for _ in 0..passes {
        pages.iter().for_each(|page| work(black_box(page)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_printed_and_parsed() {
        let measure = Measure { bytes: 8_000_000, documents: 3, figure: 0.25 };
        assert_eq!(measure.line().parse(), Ok(measure));
        assert!("8 seconds".parse::<Measure>().is_err());
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!((median([9.0, 1.0, 2.0]), median([4.0, 1.0])), (2.0, 2.5));
    }

    #[test]
    fn exponents_are_slopes() {
        let points = |times: [f64; 4]| [1.0, 2.0, 4.0, 8.0].into_iter().zip(times).collect::<Vec<_>>();
        assert!((exponent(&points([1.0, 2.0, 4.0, 8.0])).unwrap() - 1.0).abs() < 1e-9);
        assert!((exponent(&points([3.0, 12.0, 48.0, 192.0])).unwrap() - 2.0).abs() < 1e-9);
        assert_eq!(exponent(&[(1.0, 1.0)]), None);
    }

    #[test]
    fn a_failed_row_has_no_further_turns() {
        let mut turns = Vec::new();
        let outcomes = take_turns(2, &["a", "b"], |row| {
            turns.push(*row);
            if *row == "a" { Ok(1.0) } else { Err("no".to_owned()) }
        });
        assert_eq!((turns, outcomes), (vec!["a", "b", "a"], vec![Ok(vec![1.0, 1.0]), Err("no".to_owned())]));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn memory_of_a_run_is_measured() {
        let bytes = memory(|| drop(black_box(vec![1_u8; 20_000_000]))).unwrap();
        assert!(bytes > 10_000_000.0, "{bytes}");
    }
}
