//! Colours of what is printed for people.

use anstyle::{AnsiColor, Style};
use std::fmt::{self, Display};

pub(crate) const NAME: Style = AnsiColor::Cyan.on_default();
pub(crate) const ATTRIBUTE: Style = AnsiColor::Yellow.on_default();
pub(crate) const TEXT: Style = AnsiColor::Green.on_default();
pub(crate) const FAINT: Style = AnsiColor::BrightBlack.on_default();
pub(crate) const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
pub(crate) const REMOVED: Style = AnsiColor::Red.on_default();
pub(crate) const ADDED: Style = AnsiColor::Green.on_default();
pub(crate) const STRONG: Style = Style::new().bold();

/// Puts colours on text, or does not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    pub(crate) colors: bool,
}

impl Paint {
    pub(crate) fn paint<T: Display>(self, style: Style, text: T) -> Painted<T> {
        Painted { style: if self.colors { style } else { Style::new() }, text }
    }
}

pub(crate) struct Painted<T> {
    style: Style,
    text: T,
}

impl<T: Display> Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without a style both ends are empty.
        write!(f, "{}", self.style.render())?;
        self.text.fmt(f)?;
        write!(f, "{}", self.style.render_reset())
    }
}
