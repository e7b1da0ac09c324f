use crate::arguments::Parsing;
use crate::inputs::{Name, Source};
use crate::progress::Progress;
use crate::style::{FAINT, Paint};
use limpid::{Document, LineIndex, ParseOptions};
use std::io::{self, Write};

/// A page that was read, with the options to parse and print it.
pub(crate) struct Page<'a> {
    pub(crate) source: &'a Source,
    /// Prints warnings without disturbing the progress bar; `None` to suppress warnings.
    pub(crate) progress: Option<&'a Progress>,
    pub(crate) parsing: &'a Parsing,
    pub(crate) is_one_of_many: bool,
    pub(crate) paint: Paint,
}

impl<'a> Page<'a> {
    /// Creates a page that is not one of many, and is processed without warnings and colors.
    pub(crate) fn single(source: &'a Source, parsing: &'a Parsing) -> Page<'a> {
        Page { source, progress: None, parsing, is_one_of_many: false, paint: Paint::NONE }
    }

    pub(crate) fn name(&self) -> &Name {
        &self.source.name
    }

    pub(crate) fn name_bytes(&self) -> Vec<u8> {
        self.name().to_bytes(self.paint.is_for_terminal)
    }

    /// Writes `file:line:column: `, a position that editors understand; `file: ` if the item has no position in the source.
    pub(crate) fn write_position(
        &self,
        start: Option<u32>,
        lines: &LineIndex<'_>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut place = self.name_bytes();
        if let Some(start) = start {
            place.extend(format!(":{}", lines.line_column(start)).into_bytes());
        }
        place.push(b':');
        self.paint.write(out, FAINT, &place)?;
        out.write_all(b" ")
    }

    pub(crate) fn warn(&self, message: &str) {
        if let Some(progress) = self.progress {
            progress.message(&format!("warning: {}: {message}", self.name()));
        }
    }

    pub(crate) fn parse_text<'t>(&self, text: &'t str) -> Document<'t> {
        match self.parsing.fragment() {
            None => self.options().parse(text),
            Some(context) => self.options().parse_fragment(text, context.clone()),
        }
    }

    /// Parses the page without errors and positions.
    pub(crate) fn parse(&self) -> Document<'_> {
        self.parse_with(false, false)
    }

    /// Parses the page, optionally with its errors and the positions of its nodes.
    pub(crate) fn parse_with(&self, errors: bool, spans: bool) -> Document<'_> {
        self.parse_bytes_with(&self.source.bytes, errors, spans)
    }

    pub(crate) fn parse_bytes<'b>(&self, bytes: &'b [u8]) -> Document<'b> {
        self.parse_bytes_with(bytes, false, false)
    }

    fn parse_bytes_with<'b>(&self, bytes: &'b [u8], errors: bool, spans: bool) -> Document<'b> {
        if self.parsing.xml {
            return self.xml_options().errors(errors).spans(spans).parse_bytes(bytes);
        }
        let options = self.options().errors(errors).spans(spans);
        match self.parsing.fragment() {
            None => options.parse_bytes(bytes),
            Some(context) => options.parse_fragment_bytes(bytes, context.clone()),
        }
    }

    pub(crate) fn options(&self) -> ParseOptions {
        let options = self.parsing.options();
        let hints = options.encoding_hints().clone().transport_encoding(self.source.transport_encoding);
        options.encoding(hints)
    }

    pub(crate) fn xml_options(&self) -> limpid::xml::XmlParseOptions {
        let options = self.parsing.xml_options();
        let hints = options.encoding_hints().clone().transport_encoding(self.source.transport_encoding);
        options.encoding(hints)
    }
}
