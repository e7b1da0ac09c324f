//! Runs a command on all pages, on all cores.

use crate::arguments::{Common, Format, Globals, Parsing};
use crate::exit::Exit;
use crate::failure::{Failure, PASS_A_FILE};
use crate::hints::evaluation_message;
use crate::in_flight::InFlight;
use crate::inputs::{FolderRules, Input, InputStream, Inputs, Name, Notice};
use crate::output::{Layout, Printer, Sequence, Stream};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::progress::Progress;
use crate::rewrite::Rewrite;
use crate::style::Paint;
use clap::Args;
use limpid::xpath::XPathError;
use std::io::{self, ErrorKind, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope};

/// The maximum number of threads. More threads would use memory without making the command faster.
const MAX_JOBS: NonZeroUsize = NonZeroUsize::new(1024).unwrap();

/// The results of all pages so far.
#[derive(Debug, Default)]
struct Status {
    /// Whether a page could not be read or processed.
    has_failures: AtomicBool,
    /// Whether a page had findings: [`Findings::Some`].
    has_findings: AtomicBool,
    /// Whether a thread has stopped because there are no more pages, or because of an error.
    is_done: AtomicBool,
}

pub(crate) fn run<P: Args + AsRef<Parsing>>(
    command: &dyn PageCommand,
    common: &Common<P>,
    format: Format,
    globals: &Globals,
) -> Result<Exit, Failure> {
    let rewrite = command.rewrite();
    let rules = FolderRules {
        extensions: common.extensions(rewrite.is_some()),
        includes_hidden: common.hidden,
        includes_ignored: rewrite.is_none_or(|rewrite| rewrite.no_ignore),
        is_read_only: rewrite.is_none(),
    };
    let inputs = Inputs::new(&common.files, rules)?.deduplicate(rewrite.is_some());
    if let Some(rewrite) = rewrite {
        rewrite.prepare(&inputs)?;
    }
    let has_several_pages = inputs.has_several_pages();
    let paint = if format == Format::Text { Paint::standard_output(globals.color) } else { Paint::NONE };
    let progress = if has_several_pages && !globals.no_progress { Progress::on_terminal() } else { Progress::none() };
    let stream = Stream::standard_output(paint.colors, progress.clone());
    stream.end_on_interrupt();
    let layout = match (rewrite, format) {
        // Each line names its page.
        (Some(_), Format::Text) => Layout::Plain,
        _ => command.layout(format, has_several_pages),
    };
    let printer = Printer::new(stream, layout, paint);
    let sequence = Sequence::new(&printer);
    let status = Status::default();
    let cores = || thread::available_parallelism().ok();
    let jobs =
        globals.jobs.or_else(cores).filter(|_| has_several_pages).map_or(NonZeroUsize::MIN, |jobs| jobs.min(MAX_JOBS));
    let workers = Workers {
        command,
        parsing: common.parsing.as_ref(),
        paint,
        has_several_pages,
        reads_default_input: common.files.is_empty(),
        inputs: Mutex::new(inputs.stream(&progress, jobs).enumerate()),
        in_flight: InFlight::default(),
        sequence: &sequence,
        progress: &progress,
        status: &status,
    };
    thread::scope(|scope| {
        if progress.is_shown() {
            // Walks the inputs a second time, because collecting them first would need memory for all paths. If no thread can be
            // started, the progress bar shows no total.
            let count = || {
                inputs.count(|bytes, is_archive| {
                    progress.add_file(bytes, is_archive);
                    !status.is_done.load(Ordering::Relaxed)
                });
            };
            drop(thread::Builder::new().spawn_scoped(scope, count));
        }
        workers.work(scope, jobs.get());
    });
    drop(workers);
    progress.clear();
    let result = sequence.result().and_then(|()| {
        let mut end = Vec::new();
        command.end(status.has_findings.load(Ordering::Relaxed), has_several_pages, paint, &mut end)?;
        printer.write(&end)?;
        printer.end()
    });
    match result {
        // A closed output pipe stops the command, so some files may not have been written.
        Err(error) if rewrite.is_some_and(Rewrite::writes_files) => Err(Failure::Output(error)),
        result => {
            conclude(result, status.has_failures.into_inner(), command.is_negative(status.has_findings.into_inner()))
        }
    }
}

fn conclude(result: io::Result<()>, has_failures: bool, is_negative: bool) -> Result<Exit, Failure> {
    match result {
        // The reader closed the pipe: `limpid tree page.html | head`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Exit::Success),
        Err(error) => match error.get_ref().and_then(|error| error.downcast_ref::<XPathError>()) {
            Some(error) => Err(Failure::Argument(format!("<XPATH>: {}", evaluation_message(error)))),
            None => Err(Failure::Output(error)),
        },
        Ok(()) if has_failures => Ok(Exit::Failure),
        Ok(()) if is_negative => Ok(Exit::Negative),
        Ok(()) => Ok(Exit::Success),
    }
}

struct Workers<'a> {
    command: &'a dyn PageCommand,
    parsing: &'a Parsing,
    paint: Paint,
    has_several_pages: bool,
    /// Whether the input is standard input because the command line names no file.
    reads_default_input: bool,
    inputs: Mutex<std::iter::Enumerate<InputStream<'a>>>,
    in_flight: InFlight,
    sequence: &'a Sequence<'a>,
    progress: &'a Progress,
    status: &'a Status,
}

impl Workers<'_> {
    /// Processes one page after another until there are no more. The lock on `inputs` keeps the pages in order. Web archives are also read
    /// under this lock: by one thread at a time, while the other threads parse.
    ///
    /// When a thread receives its first page, it starts one more thread, until there are `jobs` threads. So there are never more threads
    /// than pages. If the system refuses to start a thread, the existing threads do the work.
    fn work<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>, jobs: usize) {
        let mut threads_to_start = jobs - 1;
        while !self.sequence.has_failed() {
            let mut inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
            self.in_flight.wait();
            let Some((number, input)) = inputs.next() else { break };
            if threads_to_start > 0 {
                let work = move || self.work(scope, threads_to_start);
                drop(thread::Builder::new().spawn_scoped(scope, work));
                threads_to_start = 0;
            }
            let bytes_read = input.as_ref().map_or(0, Input::bytes_read);
            let _in_flight = self.in_flight.enter(bytes_read);
            drop(inputs);
            let source = match input.and_then(Input::read) {
                Ok(source) => source,
                Err(notice) => {
                    let is_unreadable = matches!(notice, Notice::Unreadable(_));
                    self.status.has_failures.fetch_or(is_unreadable, Ordering::Relaxed);
                    self.sequence.message(number, notice.to_string());
                    continue;
                }
            };
            if self.reads_default_input && source.bytes.is_empty() {
                self.progress.message(&format!("note: <FILE> is missing, and standard input is empty; {PASS_A_FILE}"));
            }
            let page = Page {
                source: &source,
                progress: Some(self.progress),
                parsing: self.parsing,
                is_one_of_many: self.has_several_pages,
                paint: self.paint,
            };
            let mut out = self.sequence.page(number, source.name.clone());
            match self.command.page(&page, &mut out) {
                Ok(Findings::Refused(message)) => {
                    self.status.has_failures.store(true, Ordering::Relaxed);
                    out.refuse(format!("error: {}: {message}", source.name));
                }
                result => {
                    let is_finding = result.as_ref().is_ok_and(|findings| *findings == Findings::Some);
                    self.status.has_findings.fetch_or(is_finding, Ordering::Relaxed);
                    out.finish(result.map(drop));
                }
            }
            self.progress.bytes_done((source.bytes.len() - bytes_read) as u64);
            self.progress.page_done();
        }
        self.status.is_done.store(true, Ordering::Relaxed);
    }
}

/// Prints the output of a command that does not process a list of pages.
pub(crate) fn once(
    layout: Layout,
    globals: &Globals,
    write: impl FnOnce(Paint, &mut dyn Write) -> io::Result<Findings>,
) -> Result<Exit, Failure> {
    let paint = Paint::standard_output(globals.color);
    let stream = Stream::standard_output(paint.colors, Progress::none());
    stream.end_on_interrupt();
    let printer = Printer::new(stream, layout, paint);
    let sequence = Sequence::new(&printer);
    let mut out = sequence.page(0, Name::default());
    let result = write(paint, &mut out);
    let is_negative = matches!(result, Ok(Findings::Some));
    out.finish(result.map(drop));
    let result = sequence.result().and_then(|()| printer.end());
    conclude(result, false, is_negative)
}
