//! What can be written on the command line.

use crate::commands::report;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use limpid::{Context, Encoding, ScriptingMode, encoding_for_label};
use std::error::Error;
use std::ffi::OsString;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  limpid tree page.html                      what a browser builds from it
  limpid errors page.html                    what is wrong with the markup
  curl -s https://example.com | limpid text -
  limpid html --fragment td cell.html        parsed as the content of a table cell
  limpid errors --format json page.html      for other programs

Exit codes:
  0  all went well, whatever errors the page has
  1  the output could not be written
  2  the command line is wrong, or the page could not be read";

const TREE_EXAMPLES: &str = "\
The text format is that of the html5lib tests: a line for each node and attribute, two columns deeper for each level. \
In JSON each node is an object with its \"type\" and its \"children\"; the contents of a <template> are its \"content\".

Examples:
  limpid tree page.html
  echo '<b><p>Where does it end?</b>' | limpid tree -
  echo '<td>1<td>2' | limpid tree --fragment tr -
  limpid tree --format json page.html | jq .quirks_mode";

const HTML_EXAMPLES: &str = "\
Prints what element.innerHTML gives in a browser, to the byte: no line end is added.

Examples:
  limpid html page.html > clean.html
  limpid html --encoding shift_jis old.html > utf-8.html
  limpid html --format json page.html | jq -r .html";

const TEXT_EXAMPLES: &str = "\
Prints what element.textContent gives in a browser, scripts and style sheets included, to the byte: no line end is added.

Examples:
  limpid text page.html | wc -w
  limpid text --format json page.html | jq -r .text";

const TOKENS_EXAMPLES: &str = "\
A line has the kind of token, line:column of its first character and of the one behind it, and what it holds. Columns \
count characters. The tokens are those that the tree is built from: what is in a <script> is text.

Examples:
  limpid tokens page.html
  limpid tokens page.html | grep '^start-tag .*<img'
  limpid tokens --format json page.html | jq '.[] | select(.type == \"comment\").data'";

const ERRORS_EXAMPLES: &str = "\
Errors come in the order of the page, under the standard's own codes where it has one. Text that may not stand where it \
does counts as an error for each character, shown as one. In JSON, start and end are byte offsets in the page as UTF-8. \
A page with errors is no failure: the exit code is 0.

Examples:
  limpid errors page.html
  limpid errors page.html | grep '^page.html:' | wc -l
  limpid errors --format json page.html | jq -r '.[].code' | sort | uniq -c";

/// See what a browser would make of an HTML page.
///
/// Every page can be parsed: limpid follows the HTML Standard, which says for any input what tree comes of it and what is
/// wrong with it.
#[derive(Parser, Debug)]
#[command(name = "limpid", version, max_term_width = 120, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Print the tree of a page
    #[command(after_help = TREE_EXAMPLES)]
    Tree(Arguments),
    /// Print a page as a browser would write it, every end tag in its place
    #[command(after_help = HTML_EXAMPLES)]
    Html(Arguments),
    /// Print the text of a page, without tags
    #[command(after_help = TEXT_EXAMPLES)]
    Text(Arguments),
    /// Print the tokens of a page, one a line
    #[command(after_help = TOKENS_EXAMPLES)]
    Tokens(Arguments),
    /// Print what is wrong with the markup of a page, and where
    #[command(after_help = ERRORS_EXAMPLES)]
    Errors(Arguments),
    /// Write a page on which source, tree and errors of a page can be looked at side by side
    #[command(after_help = report::EXAMPLES, mut_arg("format", |format| format.hide(true)))]
    Report(report::Report),
}

/// What every command takes.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The page: an HTML file, or - for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,

    /// Parse the page as the content of this element: td, "svg path", "math mi"
    #[arg(long, value_name = "CONTEXT", value_parser = text(Context::parse))]
    pub(crate) fragment: Option<Context>,

    /// Whether noscript elements are read as when scripts run; none ever does
    #[arg(long, value_name = "SCRIPTING", default_value = "off")]
    pub(crate) scripting: Scripting,

    /// The encoding of the page, whatever it says itself: utf-8, windows-1252, shift_jis
    #[arg(long, value_name = "LABEL", value_parser = text(encoding))]
    pub(crate) encoding: Option<&'static Encoding>,

    /// Build the tree that the standard asks for, however deep and large
    #[arg(long)]
    pub(crate) no_limits: bool,

    /// How to print
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Scripting {
    On,
    Off,
}

impl From<Scripting> for ScriptingMode {
    fn from(scripting: Scripting) -> ScriptingMode {
        match scripting {
            Scripting::On => ScriptingMode::Normal,
            Scripting::Off => ScriptingMode::Disabled,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

/// Reads a value that is text. Of one that is not UTF-8, clap by itself does not say to which argument it was given.
fn text<T, E>(parse: fn(&str) -> Result<T, E>) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
    E: Into<Box<dyn Error + Send + Sync>> + 'static,
{
    OsStringValueParser::new().try_map(move |value: OsString| match value.to_str() {
        Some(value) => parse(value).map_err(Into::into),
        None => Err(format!("{value:?} is not UTF-8").into()),
    })
}

fn encoding(label: &str) -> Result<&'static Encoding, String> {
    encoding_for_label(label)
        .ok_or_else(|| format!("{label:?} is no encoding; write a label such as utf-8, windows-1252 or shift_jis"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_are_consistent() {
        Cli::command().debug_assert();
    }
}
