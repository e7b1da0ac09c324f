use crate::arguments::{Common, Globals, ParsingWithoutXml};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::rewrite::{Content, Rewrite};
use crate::run;
use clap::Args;
use limpid::XmlOptions;
use serde_json::json;
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
Parses XML, well-formed or not, and prints well-formed XML in UTF-8. With --from-html, it parses HTML and prints XHTML. To use other commands on XML, give \
them --xml.

Examples:
  limpid xml feed.xml > repaired.xml
  limpid xml --pretty drawing.svg
  limpid xml --check feeds/                      list the files that would change
  limpid xml --from-html page.html | xmllint --xpath '//*[local-name() = \"title\"]' -
  limpid errors --xml feed.xml
  limpid select --xml 'item > title' --text feed.xml";

#[derive(Args, Debug)]
#[command(mut_args(|argument| match argument.get_id().as_str() {
    "fragment" | "scripting" | "detect" | "no_detect" => argument.requires("from_html"),
    _ => argument,
}))]
pub(crate) struct Xml {
    #[command(flatten)]
    common: Common<ParsingWithoutXml>,

    /// Parse HTML pages instead of XML
    #[arg(long, help_heading = "Parsing")]
    from_html: bool,

    /// Add line breaks and indentation to elements that contain no text
    ///
    /// With --from-html, they are added only where they do not change what a browser shows.
    #[arg(long, help_heading = "Output")]
    pretty: bool,

    /// When to print an XML declaration; auto: if the page has one
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    declaration: Declaration,

    #[command(flatten)]
    rewrite: Rewrite,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Declaration {
    Auto,
    Always,
    Never,
}

impl Xml {
    pub(crate) fn run(mut self, globals: &Globals) -> Result<Exit, Failure> {
        self.common.parsing.0.xml = !self.from_html;
        run::run(&self, &self.common, self.rewrite.format.format, globals)
    }
}

impl PageCommand for Xml {
    fn rewrite(&self) -> Option<&Rewrite> {
        Some(&self.rewrite)
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let document = page.parse_with(self.rewrite.writes_files(), false);
        let options = if self.pretty { XmlOptions::pretty() } else { XmlOptions::new() };
        let options = match self.declaration {
            Declaration::Auto => options,
            Declaration::Always => options.declaration(true),
            Declaration::Never => options.declaration(false),
        };
        let mut xml = String::new();
        // Writing to a String cannot fail.
        let _ = document.root().write_xml(&mut xml, &options);
        self.rewrite.finish(page, &document, &Content::Xml(xml), &|| json!({}), out)
    }
}
