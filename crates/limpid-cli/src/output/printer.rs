use super::Stream;
use crate::arguments::Format;
use crate::inputs::Name;
use crate::style::{Paint, STRONG};
use std::io;
use std::sync::Mutex;
use std::sync::PoisonError;

/// Which pages get a header line with their name, where the text of several pages is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Headers {
    All,
    /// Those of which something is printed.
    IfAny,
    /// None: the command names them itself.
    None,
}

/// What is printed between pages.
#[derive(Clone, Debug)]
pub(crate) enum Layout {
    /// Nothing: there is one page.
    Alone,
    Text(Headers),
    /// One JSON value with a list in it.
    List {
        start: String,
        end: &'static str,
        /// Whether a page of which nothing is printed is an item, too.
        shows_empty: bool,
    },
    JsonLines,
    /// Nothing at all: the command prints at the end.
    Silent,
}

impl Layout {
    pub(crate) fn new(format: Format, are_many: bool, headers: Headers) -> Layout {
        match format {
            Format::Ndjson => Layout::JsonLines,
            Format::Json if are_many => Layout::List { start: "[".to_owned(), end: "\n]\n", shows_empty: true },
            Format::Text if are_many => Layout::Text(headers),
            _ => Layout::Alone,
        }
    }

    /// Whether pages are to be told apart by what is printed of them, on one line each.
    pub(crate) fn is_listed(&self) -> bool {
        matches!(self, Layout::List { .. } | Layout::JsonLines)
    }
}

/// Puts pages one after another on standard output.
pub(crate) struct Printer {
    stream: Stream,
    layout: Layout,
    paint: Paint,
    place: Mutex<Place>,
}

#[derive(Debug, Default)]
struct Place {
    pages: usize,
    /// What is written ends in the middle of a line.
    is_in_line: bool,
}

impl Printer {
    pub(crate) fn new(stream: Stream, layout: Layout, paint: Paint) -> Printer {
        Printer { stream, layout, paint, place: Mutex::default() }
    }

    /// Whether a page of which nothing is printed is to be printed: with a header, or as an item.
    pub(super) fn shows_empty(&self) -> bool {
        matches!(self.layout, Layout::Text(Headers::All) | Layout::List { shows_empty: true, .. } | Layout::JsonLines)
    }

    /// What comes before a page.
    pub(super) fn start_page(&self, name: &Name) -> io::Result<()> {
        let mut place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        place.pages += 1;
        let is_first = place.pages == 1;
        let mut text = String::new();
        match &self.layout {
            Layout::Alone | Layout::JsonLines | Layout::Silent => {}
            Layout::List { start, .. } if is_first => {
                text.push_str(start);
                text.push('\n');
            }
            Layout::List { .. } => text.push_str(",\n"),
            Layout::Text(headers) => {
                if place.is_in_line {
                    text.push('\n');
                }
                if !is_first {
                    text.push('\n');
                }
                if *headers != Headers::None {
                    let header = format!("==> {name} <==");
                    text.push_str(&format!("{}\n", self.paint.paint(STRONG, header)));
                }
            }
        }
        place.is_in_line = false;
        drop(place);
        self.stream.write(text.as_bytes())
    }

    /// What is said on standard error.
    pub(super) fn message(&self, message: &str) {
        self.stream.progress().message(message);
    }

    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        if let Some(last) = bytes.last() {
            self.place.lock().unwrap_or_else(PoisonError::into_inner).is_in_line = *last != b'\n';
        }
        self.stream.write(bytes)
    }

    /// What comes after a page that was started.
    pub(super) fn end_page(&self) -> io::Result<()> {
        match self.layout {
            Layout::JsonLines => self.stream.write(b"\n"),
            _ => Ok(()),
        }
    }

    /// What comes after all pages.
    pub(crate) fn end(&self) -> io::Result<()> {
        let is_empty = self.place.lock().unwrap_or_else(PoisonError::into_inner).pages == 0;
        match &self.layout {
            Layout::List { start, end, .. } if is_empty => {
                self.stream.write(format!("{start}{}", end.trim_start()).as_bytes())
            }
            Layout::List { end, .. } => self.stream.write(end.as_bytes()),
            _ => Ok(()),
        }
    }
}
