//! Jobs and their rows.

use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Instant;

/// The pages that rows work on, the folder that contains them, and an archive of them.
pub(crate) struct Input {
    pub(crate) pages: Vec<String>,
    pub(crate) folder: PathBuf,
    pub(crate) archive: PathBuf,
}

/// The seconds that a job took, and the outputs: one for each page, `None` where a peer fails. Outputs that cannot be compared are left out.
pub(crate) type Done = (f64, Vec<Option<String>>);

/// A job, and the rows that do it: limpid first.
pub(crate) struct Job {
    pub(crate) name: String,
    /// The pages, if they are not those of the folder.
    pub(crate) pages: Option<Vec<String>>,
    pub(crate) rows: Vec<Row>,
}

impl Job {
    pub(crate) fn new(name: &str, rows: Vec<Row>) -> Job {
        Job { name: name.to_owned(), pages: None, rows }
    }
}

/// A program or a library that does a job.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) work: Box<dyn Fn(&Input) -> Done>,
}

impl Row {
    pub(crate) fn new(name: &str, work: impl Fn(&Input) -> Done + 'static) -> Row {
        Row { name: name.to_owned(), work: Box::new(work) }
    }
}

/// A row that does a job page by page.
pub(crate) fn row(name: &str, work: impl Fn(&str) -> String + 'static) -> Row {
    Row::new(name, move |input| on_each(&input.pages, |page| work(page)))
}

/// A row whose result is only measured.
pub(crate) fn timed(name: &str, work: impl Fn(&str) + 'static) -> Row {
    Row::new(name, move |input| {
        let start = Instant::now();
        input.pages.iter().for_each(|page| work(black_box(page)));
        (start.elapsed().as_secs_f64(), Vec::new())
    })
}

pub(crate) fn on_each<P>(pages: &[P], work: impl Fn(&P) -> String) -> Done {
    let start = Instant::now();
    let outputs = pages.iter().map(|page| catch_unwind(AssertUnwindSafe(|| work(black_box(page)))).ok()).collect();
    (start.elapsed().as_secs_f64(), outputs)
}
