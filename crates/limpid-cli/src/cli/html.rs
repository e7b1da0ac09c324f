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
Parsing the output again produces the same tree; if that is impossible for a page, a warning says so. DOCTYPE identifiers, shadow roots and the line \
feed at the start of <pre> are kept, except with --inner-html. No line end is added. Standard output is UTF-8; files keep their encoding. To get XHTML, use \
`limpid xml --from-html`.

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

    /// Add line breaks and indentation where they do not change what a browser shows
    #[arg(long, help_heading = "Output", conflicts_with = "minify")]
    pretty: bool,

    /// Remove optional tags, quotes, and white space that a browser does not show
    #[arg(long, help_heading = "Output")]
    minify: bool,

    /// Print what innerHTML returns in a browser, without DOCTYPE identifiers and shadow roots
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
            page.warn("no HTML produces this tree; parsing the output again produces a different tree");
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
