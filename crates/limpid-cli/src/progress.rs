//! The progress bar on standard error.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The progress bar appears after this time.
const DELAY: Duration = Duration::from_millis(300);

/// A progress bar with rate and remaining time. `None` if no progress is shown.
#[derive(Clone)]
pub(crate) struct Progress(Option<Bar>);

#[derive(Clone)]
struct Bar {
    /// Counts bytes of files, before decompression.
    bar: ProgressBar,
    pages: Arc<Pages>,
    is_length_unknown: bool,
    start: Instant,
    is_output_terminal: bool,
}

#[derive(Default)]
struct Pages {
    done: AtomicU64,
    all: AtomicU64,
    is_number_unknown: AtomicBool,
}

impl Progress {
    pub(crate) fn none() -> Progress {
        Progress(None)
    }

    /// Returns a progress bar if standard error is a terminal.
    pub(crate) fn on_terminal() -> Progress {
        if !std::io::stderr().is_terminal() {
            return Progress::none();
        }
        let pages = Arc::new(Pages::default());
        let counted = pages.clone();
        let counts = move |state: &ProgressState, out: &mut dyn Write| {
            let seconds = state.elapsed().as_secs_f64().max(1e-3);
            let done = counted.done.load(Ordering::Relaxed);
            let _ = write!(out, "{}", HumanCount(done));
            if !counted.is_number_unknown.load(Ordering::Relaxed) {
                let _ = write!(out, "/{}", HumanCount(counted.all.load(Ordering::Relaxed)));
            }
            let (read, all) = (state.pos() as f64 / 1e6, state.len().unwrap_or(0) as f64 / 1e6);
            let (pages_rate, rate) = (done as f64 / seconds, read / seconds);
            let _ = write!(out, " pages, {read:.1}/{all:.1} MB, {pages_rate:.0} pages/s, {rate:.1} MB/s");
        };
        let template = "{wide_bar} {counts}, {eta} left";
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        bar.set_style(style.with_key("counts", counts));
        let is_output_terminal = std::io::stdout().is_terminal();
        Progress(Some(Bar { bar, pages, is_length_unknown: false, start: Instant::now(), is_output_terminal }))
    }

    pub(crate) fn is_shown(&self) -> bool {
        self.0.is_some()
    }

    /// Returns a handle to the same bar for an input of unknown length. Its bytes are added to the total when they are read. The bar no longer
    /// shows the total number of pages.
    pub(crate) fn of_unknown_length(&self) -> Progress {
        Progress(self.0.clone().map(|bar| {
            bar.pages.is_number_unknown.store(true, Ordering::Relaxed);
            Bar { is_length_unknown: true, ..bar }
        }))
    }

    /// Adds a file to the total: a page, or an archive with an unknown number of pages.
    pub(crate) fn add_file(&self, bytes: u64, is_archive: bool) {
        if let Some(Bar { bar, pages, .. }) = &self.0 {
            bar.inc_length(bytes);
            pages.all.fetch_add(1, Ordering::Relaxed);
            pages.is_number_unknown.fetch_or(is_archive, Ordering::Relaxed);
        }
    }

    pub(crate) fn bytes_done(&self, bytes: u64) {
        let Some(Bar { bar, is_length_unknown, start, .. }) = &self.0 else { return };
        if bar.is_hidden() && start.elapsed() > DELAY {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        if *is_length_unknown {
            bar.inc_length(bytes);
        }
        bar.inc(bytes);
    }

    pub(crate) fn page_done(&self) {
        if let Some(Bar { pages, .. }) = &self.0 {
            pages.done.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Hides the bar while `write` writes to the terminal.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(Bar { bar, is_output_terminal: true, .. }) => bar.suspend(write),
            _ => write(),
        }
    }

    pub(crate) fn message(&self, message: &str) {
        // If an error message cannot be written, the exit code still reports the failure.
        let write = || drop(std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("{message}\n")));
        match &self.0 {
            Some(Bar { bar, .. }) => bar.suspend(write),
            None => write(),
        }
    }

    pub(crate) fn clear(&self) {
        if let Some(Bar { bar, .. }) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
