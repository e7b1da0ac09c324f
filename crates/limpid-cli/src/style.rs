//! Colors for text output.

use crate::arguments::Color;
use crate::hidden::ForTerminal;
use anstyle::{AnsiColor, Style};
use std::fmt::{self, Display, Write as _};
use std::io::{self, IsTerminal, Write};

pub(crate) const NAME: Style = AnsiColor::Cyan.on_default();
pub(crate) const ATTRIBUTE: Style = AnsiColor::Yellow.on_default();
pub(crate) const TEXT: Style = AnsiColor::Green.on_default();
pub(crate) const FAINT: Style = AnsiColor::BrightBlack.on_default();
pub(crate) const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
pub(crate) const REMOVED: Style = AnsiColor::Red.on_default();
pub(crate) const ADDED: Style = AnsiColor::Green.on_default();
pub(crate) const STRONG: Style = Style::new().bold();

/// Colors text, if colors are enabled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    pub(crate) colors: bool,
    /// Whether the output goes to a terminal, which must not execute control characters from a page.
    pub(crate) is_for_terminal: bool,
}

impl Paint {
    /// No colors, for files and pipes.
    pub(crate) const NONE: Paint = Paint { colors: false, is_for_terminal: false };

    pub(crate) fn standard_output(color: Color) -> Paint {
        let colors = color.is_wanted();
        Paint { colors, is_for_terminal: colors || std::io::stdout().is_terminal() }
    }

    pub(crate) fn paint<T: Display>(self, style: Style, text: T) -> Painted<T> {
        Painted { style: if self.colors { style } else { Style::new() }, text }
    }

    /// Writes colored bytes, which need not be UTF-8, such as a file name.
    pub(crate) fn write(self, out: &mut dyn Write, style: Style, bytes: &[u8]) -> io::Result<()> {
        let style = if self.colors { style } else { Style::new() };
        write!(out, "{style}")?;
        out.write_all(bytes)?;
        write!(out, "{style:#}")
    }

    /// Colors text from a page. A width in the format string has no effect.
    pub(crate) fn content<T: Display>(self, style: Style, text: T) -> Painted<Content<T>> {
        self.paint(style, Content { text, is_for_terminal: self.is_for_terminal })
    }
}

pub(crate) struct Painted<T> {
    style: Style,
    text: T,
}

pub(crate) struct Content<T> {
    text: T,
    is_for_terminal: bool,
}

impl<T: Display> Display for Content<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_for_terminal { write!(ForTerminal(f), "{}", self.text) } else { self.text.fmt(f) }
    }
}

impl<T: Display> Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // For the default style, both escape sequences are empty.
        write!(f, "{}", self.style.render())?;
        self.text.fmt(f)?;
        write!(f, "{}", self.style.render_reset())
    }
}
