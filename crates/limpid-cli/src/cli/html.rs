//! `limpid html`: the page as markup again.

use crate::arguments::{Common, ParsingWithoutXml};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::rewrite::{Content, Rewrite};
use clap::Args;
use limpid::SerializeOptions;
use limpid::fix::are_same;
use serde_json::json;
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
The markup is parsed to the same tree; a warning names a page for which there is no such markup. Without an option, DOCTYPE identifiers, shadow roots and the line feed at the \
start of <pre> are kept. No line end is added. \
On standard output the markup is UTF-8; files keep their encoding. `limpid xml --from-html` writes XHTML.

Examples:
  limpid html page.html
  limpid html --pretty page.html
  limpid html --minify site/ --output small/
  limpid html --pretty --write site/
  limpid html --encoding shift_jis old.html > utf-8.html
  limpid html --format json page.html | jq -r '.[].html'";

#[derive(Args, Debug)]
pub(crate) struct Html {
    #[command(flatten)]
    pub(crate) common: Common<ParsingWithoutXml>,

    /// Break and indent the markup where that does not show
    #[arg(long, help_heading = "Output", conflicts_with = "minify")]
    pretty: bool,

    /// Leave out optional tags, quotes, and white space that does not show
    #[arg(long, help_heading = "Output")]
    minify: bool,

    /// Write what innerHTML gives in a browser, without DOCTYPE identifiers and shadow roots
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
        let markup = |options: &SerializeOptions<'_>| document.to_html_with(options);
        let lossless = markup(&SerializeOptions::lossless());
        if !self.inner_html && !are_same(&page.parse_text(&lossless), &document) {
            page.warn("no markup is parsed to this tree; the output is parsed to another one");
        }
        let html = match self {
            Html { pretty: true, .. } => markup(&SerializeOptions::pretty()),
            Html { minify: true, .. } => markup(&SerializeOptions::minified()),
            Html { inner_html: true, .. } => markup(&SerializeOptions::new()),
            _ => lossless,
        };
        self.rewrite.finish(page, &document, &Content::Html(html), &|| json!({}), out)
    }
}
