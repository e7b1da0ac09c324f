//! `miette::Diagnostic` for parse errors. miette prints them with their source lines.

use crate::{ParseError, Span};
use miette::{Diagnostic, LabeledSpan, SourceSpan};
use std::fmt::Display;
use std::iter;

impl From<Span> for SourceSpan {
    fn from(span: Span) -> SourceSpan {
        span.range().into()
    }
}

/// The diagnostic has the error's code, URL and message, and one label at the error's span. Pass the source with
/// `miette::Report::with_source_code`.
impl Diagnostic for ParseError {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.code))
    }

    fn url<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.code.url()))
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(iter::once(LabeledSpan::new_with_span(None, self.span))))
    }
}
