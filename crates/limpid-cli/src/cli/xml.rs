//! `limpid xml`: the page as well-formed XML.

use crate::arguments::{Common, Scripting};
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
Reads XML with all its errors, as XML5 says, and prints it well-formed. With --html it reads an HTML page instead. The \
other commands read XML with --xml.

Examples:
  limpid xml feed.xml > repaired.xml
  limpid xml --pretty drawing.svg
  limpid xml --html page.html | xmllint --xpath '//*[local-name() = \"title\"]' -
  limpid errors --xml feed.xml                  what is wrong with it
  limpid select --xml 'item > title' --text feed.xml";

#[derive(Args, Debug)]
pub(crate) struct Xml {
    #[command(flatten)]
    pub(crate) common: Common,

    /// Read HTML pages, not XML
    #[arg(long, conflicts_with = "xml", help_heading = "Parsing")]
    pub(crate) html: bool,

    /// Break the markup into lines and indent it, in elements without text of their own; in HTML, where it does not show
    #[arg(long, help_heading = "Output")]
    pretty: bool,

    /// Whether to start with an XML declaration; auto: if the page has one
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
    /// Makes sure that what is for HTML alone is only given with it, and has all else read as XML.
    pub(crate) fn run(mut self) -> Result<Exit, Failure> {
        let parsing = &mut self.common.parsing;
        let for_html = [
            ("--fragment <CONTEXT>", parsing.fragment.is_some()),
            ("--scripting <SCRIPTING>", parsing.scripting == Scripting::On),
            ("--detect", parsing.detect),
            ("--no-detect", parsing.no_detect),
        ];
        if let Some((argument, _)) = for_html.iter().find(|(_, is_given)| *is_given && !self.html) {
            return Err(Failure::Argument(format!("{argument}: is for HTML pages; give --html, too")));
        }
        parsing.xml = !self.html;
        run::run(&self, &self.common, self.rewrite.format.format)
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
        let _ = document.write_xml(&mut xml, &options);
        self.rewrite.finish(page, &document, &Content::Xml(xml), &|| json!({}), out)
    }
}
