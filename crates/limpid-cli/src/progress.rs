//! How far long work is, on standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Work that takes less than this shows none.
const DELAY: Duration = Duration::from_millis(300);

/// A bar with rate and time left; nothing where it is not wanted.
#[derive(Clone)]
pub(crate) struct Progress(Option<Bar>);

#[derive(Clone)]
struct Bar {
    bar: ProgressBar,
    bytes: Arc<AtomicU64>,
    start: Instant,
    is_output_terminal: bool,
}

impl Progress {
    pub(crate) fn none() -> Progress {
        Progress(None)
    }

    /// Progress on standard error, if that is a terminal.
    pub(crate) fn on_terminal() -> Progress {
        if !std::io::stderr().is_terminal() {
            return Progress::none();
        }
        let bytes = Arc::new(AtomicU64::new(0));
        let counted = bytes.clone();
        let rate = move |state: &ProgressState, out: &mut dyn Write| {
            let seconds = state.elapsed().as_secs_f64().max(1e-3);
            let megabytes = counted.load(Ordering::Relaxed) as f64 / 1e6;
            let _ = write!(out, "{:.0} pages/s, {:.1} MB/s", state.pos() as f64 / seconds, megabytes / seconds);
        };
        let template = "{wide_bar} {human_pos}/{human_len} pages, {rate}, {eta} left";
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        bar.set_style(style.with_key("rate", rate));
        let is_output_terminal = std::io::stdout().is_terminal();
        Progress(Some(Bar { bar, bytes, start: Instant::now(), is_output_terminal }))
    }

    pub(crate) fn is_shown(&self) -> bool {
        self.0.is_some()
    }

    /// There are more pages than known so far.
    pub(crate) fn expect(&self, pages: u64) {
        if let Some(Bar { bar, .. }) = &self.0 {
            bar.inc_length(pages);
        }
    }

    /// A page of this many bytes is done.
    pub(crate) fn page_done(&self, bytes: usize) {
        let Some(Bar { bar, bytes: all, start, .. }) = &self.0 else { return };
        all.fetch_add(bytes as u64, Ordering::Relaxed);
        if bar.is_hidden() && start.elapsed() > DELAY {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.inc(1);
    }

    /// Writes to standard output or error without getting in the way.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(Bar { bar, is_output_terminal: true, .. }) => bar.suspend(write),
            _ => write(),
        }
    }

    /// Writes a line to standard error.
    pub(crate) fn message(&self, message: &str) {
        let write = || {
            // The exit code says it too, if nobody can be told.
            let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("error: {message}\n"));
        };
        match &self.0 {
            Some(Bar { bar, .. }) => bar.suspend(write),
            None => write(),
        }
    }

    /// Takes it away.
    pub(crate) fn clear(&self) {
        if let Some(Bar { bar, .. }) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
