//! A job is a task such as extracting text. A row is a row of the result table: a library that does the job.

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Instant;

/// The pages of a job, their folder, and a WARC file of them.
pub(crate) struct Input {
    pub(crate) pages: Vec<String>,
    pub(crate) folder: PathBuf,
    pub(crate) archive: PathBuf,
}

/// The time of a job in seconds, and the outputs. There is an output per page, which is `None` if the library panicked on the page. If
/// outputs are not compared, the list is empty.
pub(crate) type Outcome = (f64, Vec<Option<String>>);

/// A job and its rows. The first row is limpid's.
pub(crate) struct Job {
    pub(crate) name: String,
    /// Pages to use instead of the pages in the folder.
    pub(crate) pages: Option<Vec<String>>,
    pub(crate) rows: Vec<Row>,
}

impl Job {
    pub(crate) fn new(name: &str, rows: Vec<Row>) -> Job {
        Job { name: name.to_owned(), pages: None, rows }
    }
}

/// A library or program that can do a job.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) work: Box<dyn Fn(&Input) -> Outcome>,
}

impl Row {
    pub(crate) fn new(name: &str, work: impl Fn(&Input) -> Outcome + 'static) -> Row {
        Row { name: name.to_owned(), work: Box::new(work) }
    }
}

/// Creates a row that runs a function on each page. The outputs are compared.
pub(crate) fn row(name: &str, work: impl Fn(&str) -> String + 'static) -> Row {
    Row::new(name, move |input| on_each(&input.pages, |page| work(page)))
}

/// Creates a row whose output is not compared.
pub(crate) fn timed(name: &str, work: impl Fn(&str) + 'static) -> Row {
    Row::new(name, move |input| {
        let start = Instant::now();
        input.pages.iter().for_each(|page| work(black_box(page)));
        (start.elapsed().as_secs_f64(), Vec::new())
    })
}

pub(crate) fn on_each<P>(pages: &[P], work: impl Fn(&P) -> String) -> Outcome {
    let start = Instant::now();
    let outputs = pages.iter().map(|page| catch_unwind(AssertUnwindSafe(|| work(black_box(page)))).ok()).collect();
    (start.elapsed().as_secs_f64(), outputs)
}
