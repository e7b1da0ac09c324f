//! The text between pages: headers, brackets and commas.

use super::stream::Stream;
use crate::arguments::Format;
use crate::inputs::Name;
use crate::style::{Paint, STRONG};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Which pages get a header line with their name when the text of several pages is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Headers {
    All,
    /// Pages with output.
    NonEmpty,
    /// No page: only an empty line separates the pages.
    None,
}

/// The text before, between and after the pages.
#[derive(Clone, Debug)]
pub(crate) enum Layout {
    /// Only the output of the commands.
    Plain,
    Text(Headers),
    /// A JSON or XML value that contains a list. Each line that the commands write is an item.
    List {
        start: String,
        separator: &'static str,
        end: &'static str,
    },
}

impl Layout {
    pub(crate) fn new(format: Format, has_several_pages: bool, headers: Headers) -> Layout {
        match format {
            Format::Json => Layout::List { start: "[".to_owned(), separator: ",", end: "]\n" },
            Format::Text if has_several_pages => Layout::Text(headers),
            _ => Layout::Plain,
        }
    }
}

pub(crate) struct Printer {
    stream: Stream,
    layout: Layout,
    paint: Paint,
    /// The number of pages or list items started so far.
    count: AtomicUsize,
    /// Whether the last item of a list is incomplete.
    is_in_item: AtomicBool,
}

impl Printer {
    pub(crate) fn new(stream: Stream, layout: Layout, paint: Paint) -> Printer {
        Printer { stream, layout, paint, count: AtomicUsize::new(0), is_in_item: AtomicBool::new(false) }
    }

    /// Whether a page without output still gets a header.
    pub(super) fn prints_empty_pages(&self) -> bool {
        matches!(self.layout, Layout::Text(Headers::All))
    }

    /// Writes the separator and the header before a page.
    pub(super) fn start_page(&self, name: &Name) -> io::Result<()> {
        let Layout::Text(headers) = &self.layout else { return Ok(()) };
        let mut text = Vec::new();
        if self.stream.is_in_line() {
            text.push(b'\n');
        }
        if self.count.fetch_add(1, Ordering::Relaxed) > 0 {
            text.push(b'\n');
        }
        if *headers != Headers::None {
            let name = name.to_bytes(self.paint.is_for_terminal);
            self.paint.write(&mut text, STRONG, &[b"==> ", &name[..], b" <=="].concat())?;
            text.push(b'\n');
        }
        self.stream.write(&text)
    }

    pub(super) fn message(&self, message: &str) {
        self.stream.progress().message(message);
    }

    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let Layout::List { start, separator, .. } = &self.layout else { return self.stream.write(bytes) };
        let mut text = Vec::with_capacity(bytes.len());
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            let item = line.strip_suffix(b"\n").unwrap_or(line);
            if !self.is_in_item.swap(item.len() == line.len(), Ordering::Relaxed) {
                let is_first = self.count.fetch_add(1, Ordering::Relaxed) == 0;
                text.extend_from_slice(if is_first { start.as_bytes() } else { separator.as_bytes() });
                text.push(b'\n');
            }
            text.extend_from_slice(item);
        }
        self.stream.write(&text)
    }

    pub(crate) fn end(&self) -> io::Result<()> {
        match &self.layout {
            Layout::List { start, end, .. } if self.count.load(Ordering::Relaxed) == 0 => {
                self.stream.write(format!("{start}{end}").as_bytes())
            }
            Layout::List { end, .. } => self.stream.write(format!("\n{end}").as_bytes()),
            _ => Ok(()),
        }
    }
}
