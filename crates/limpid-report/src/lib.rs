//! A page, its tree and its parse errors in one self-contained HTML file, for [limpid](https://crates.io/crates/limpid)'s DOM.
//!
//! ```
//! use limpid_report::Report;
//!
//! let document = limpid::ParseOptions::new().spans(true).parse("<title>Tea</title><p id=a id=b>Sencha");
//! let mut file = Vec::new();
//! Report::new("tea.html").write(&document, &mut file)?;
//! assert!(String::from_utf8(file)?.contains("duplicate-attribute"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The file has three linked views: the source with its errors, the tree, and a table of the errors. It loads nothing, and scripts of the page cannot
//! run in it. `limpid report` of the command writes it, and the playground of the documentation site shows it.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod data;
#[doc(hidden)]
pub mod errors;
#[doc(hidden)]
pub mod hidden;
mod html;
#[doc(hidden)]
pub mod json;
mod policy;

use data::Data;
use limpid::{Document, FragmentContext};
use std::io::{self, Write};

/// A report of a page.
///
/// ```
/// let report = limpid_report::Report::new("tea.html");
/// let document = limpid::ParseOptions::new().spans(true).parse("<p>Tea");
/// let mut file = Vec::new();
/// report.write(&document, &mut file).unwrap();
/// assert!(file.starts_with(b"<!DOCTYPE html>"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Report<'r> {
    title: &'r str,
    context: Option<&'r FragmentContext>,
    embedded: bool,
}

impl<'r> Report<'r> {
    /// Returns a report with a title.
    ///
    /// ```
    /// let report = limpid_report::Report::new("tea.html");
    /// ```
    pub fn new(title: &'r str) -> Report<'r> {
        Report { title, context: None, embedded: false }
    }

    /// Sets the element whose content was parsed, which the report shows.
    ///
    /// ```
    /// use limpid::FragmentContext;
    /// let context = FragmentContext::from("tr");
    /// let report = limpid_report::Report::new("row.html").fragment(Some(&context));
    /// ```
    #[must_use]
    pub fn fragment(self, context: Option<&'r FragmentContext>) -> Report<'r> {
        Report { context, ..self }
    }

    /// Sets whether the report is in a frame of a page that shows the source itself. Such a report has no source pane. When the user
    /// chooses an error, a node or a match, it posts a message to the parent window: an object with the offsets `from` and `to` in UTF-16
    /// code units of the source, and with `keepsFocus`, whether the keyboard focus stays in the report. When a file is dragged over
    /// the report, it posts an object with `isDrag`.
    ///
    /// ```
    /// let document = limpid::ParseOptions::new().spans(true).parse("<p>Tea");
    /// let mut file = Vec::new();
    /// limpid_report::Report::new("tea.html").embedded(true).write(&document, &mut file)?;
    /// assert!(String::from_utf8_lossy(&file).contains("<main hidden class=\"embedded\">"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn embedded(self, embedded: bool) -> Report<'r> {
        Report { embedded, ..self }
    }

    /// Writes the report as an HTML file in UTF-8. Parse the page with [`spans`](limpid::ParseOptions::spans) and its errors.
    ///
    /// # Errors
    /// If writing fails.
    ///
    /// ```
    /// let document = limpid::ParseOptions::new().spans(true).parse("<p>Tea");
    /// let mut file = Vec::new();
    /// limpid_report::Report::new("tea.html").write(&document, &mut file)?;
    /// assert!(String::from_utf8_lossy(&file).contains("<h1>tea.html</h1>"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write(&self, document: &Document<'_>, out: &mut dyn Write) -> io::Result<()> {
        let errors = errors::joined(document);
        let data = Data::new(document, &errors);
        html::write(*self, document, &data, &errors, out)
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
