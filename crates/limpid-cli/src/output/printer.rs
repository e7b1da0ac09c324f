//! The text between pages: headers, brackets and commas.

use super::stream::Stream;
use crate::arguments::Format;
use crate::inputs::Name;
use crate::style::{Paint, STRONG};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The pages that get a header line with their name, where the text of several pages is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Headers {
    All,
    /// Those of which text is printed.
    IfAny,
    /// None: the command names its pages itself.
    None,
}

/// A layout of the output: the text before, between and after pages.
#[derive(Clone, Debug)]
pub(crate) enum Layout {
    /// One page, with nothing around it.
    Alone,
    Text(Headers),
    /// One value with a list in it, of JSON or XML.
    List {
        start: String,
        separator: &'static str,
        end: &'static str,
        /// Whether a page without output is an item, too.
        shows_empty: bool,
    },
    JsonLines,
    /// Lines, any number of them for a page, each with the name of its page in it.
    Lines,
    /// No pages: the command prints at the end.
    Silent,
}

impl Layout {
    pub(crate) fn new(format: Format, are_many: bool, headers: Headers) -> Layout {
        match format {
            Format::Ndjson => Layout::JsonLines,
            Format::Json if are_many => {
                Layout::List { start: "[".to_owned(), separator: ",\n", end: "\n]\n", shows_empty: true }
            }
            Format::Text if are_many => Layout::Text(headers),
            _ => Layout::Alone,
        }
    }

    /// Whether each page is printed on one line, with its name in it.
    pub(crate) fn is_listed(&self) -> bool {
        matches!(self, Layout::List { .. } | Layout::JsonLines | Layout::Lines)
    }
}

/// Puts pages one after another on standard output.
pub(crate) struct Printer {
    stream: Stream,
    layout: Layout,
    paint: Paint,
    /// The number of pages that were started.
    pages: AtomicUsize,
}

impl Printer {
    pub(crate) fn new(stream: Stream, layout: Layout, paint: Paint) -> Printer {
        Printer { stream, layout, paint, pages: AtomicUsize::new(0) }
    }

    /// Whether a page without output is printed: with a header, or as an item.
    pub(super) fn shows_empty(&self) -> bool {
        matches!(self.layout, Layout::Text(Headers::All) | Layout::List { shows_empty: true, .. } | Layout::JsonLines)
    }

    /// Writes the text before a page.
    pub(super) fn start_page(&self, name: &Name) -> io::Result<()> {
        let is_first = self.pages.fetch_add(1, Ordering::Relaxed) == 0;
        let mut text = Vec::new();
        match &self.layout {
            Layout::Alone | Layout::JsonLines | Layout::Lines | Layout::Silent => {}
            Layout::List { start, .. } if is_first => {
                text.extend_from_slice(start.as_bytes());
                text.push(b'\n');
            }
            Layout::List { separator, .. } => text.extend_from_slice(separator.as_bytes()),
            Layout::Text(headers) => {
                if self.stream.is_in_line() {
                    text.push(b'\n');
                }
                if !is_first {
                    text.push(b'\n');
                }
                if *headers != Headers::None {
                    let name = name.to_bytes(self.paint.is_for_terminal);
                    self.paint.write(&mut text, STRONG, &[b"==> ", &name[..], b" <=="].concat())?;
                    text.push(b'\n');
                }
            }
        }
        self.stream.write(&text)
    }

    /// Writes a message to standard error.
    pub(super) fn message(&self, message: &str) {
        self.stream.progress().message(message);
    }

    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write(bytes)
    }

    /// Writes the text after a page that was started.
    pub(super) fn end_page(&self) -> io::Result<()> {
        match self.layout {
            Layout::JsonLines => self.stream.write(b"\n"),
            _ => Ok(()),
        }
    }

    /// Writes the text after all pages.
    pub(crate) fn end(&self) -> io::Result<()> {
        let is_empty = self.pages.load(Ordering::Relaxed) == 0;
        match &self.layout {
            Layout::List { start, end, .. } if is_empty => {
                self.stream.write(format!("{start}{}", end.trim_start()).as_bytes())
            }
            Layout::List { end, .. } => self.stream.write(end.as_bytes()),
            _ => Ok(()),
        }
    }
}
