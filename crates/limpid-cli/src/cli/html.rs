//! `limpid html`: the page as markup again.

use crate::arguments::Common;
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::rewrite::{Content, Rewrite};
use clap::Args;
use limpid::SerializeOptions;
use serde_json::json;
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
Prints markup that gives the same tree: DOCTYPE identifiers, shadow roots and the line feed that
starts a pre are kept. No line end is added. `limpid xml --html` writes XHTML.

Examples:
  limpid html page.html > clean.html
  limpid html --pretty page.html
  limpid html --minify site/index.html > small.html
  limpid html --encoding shift_jis old.html > utf-8.html
  limpid html --format json page.html | jq -r .html";

#[derive(Args, Debug)]
pub(crate) struct Html {
    #[command(flatten)]
    pub(crate) common: Common,

    /// Break the markup into lines and indent it, where that does not show
    #[arg(long, help_heading = "Output", conflicts_with = "minify")]
    pretty: bool,

    /// Leave out what is not needed: optional tags, quotes, white space that does not show
    #[arg(long, help_heading = "Output")]
    minify: bool,

    /// Write what element.innerHTML gives in a browser, to the byte: without DOCTYPE identifiers and shadow roots
    #[arg(long, help_heading = "Output", conflicts_with_all = ["pretty", "minify"])]
    inner_html: bool,

    #[command(flatten)]
    pub(crate) rewrite: Rewrite,
}

impl PageCommand for Html {
    fn rewrite(&self) -> Option<&Rewrite> {
        Some(&self.rewrite)
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let document = page.parse_with(self.rewrite.writes_files(), false);
        let options = match self {
            Html { pretty: true, .. } => SerializeOptions::pretty(),
            Html { minify: true, .. } => SerializeOptions::minified(),
            Html { inner_html: true, .. } => SerializeOptions::new(),
            _ => SerializeOptions::lossless(),
        };
        let mut html = String::new();
        // Writing to a String cannot fail.
        let _ = document.write_html(&mut html, &options);
        self.rewrite.finish(page, &document, &Content::Html(html), &|| json!({}), out)
    }
}
