//! The command line: the list of commands and the top-level help.
//!
//! A new command needs a file in `cli/`, a section in docs/guide/command.md, and in this file a `mod` line, a variant of `Command` and a
//! `match` arm in `Cli::run`.

mod content;
mod diff;
mod edit;
mod encoding;
mod errors;
mod fix;
mod html;
mod links;
mod matches;
mod report;
mod sanitize;
mod select;
mod setup;
mod stats;
mod tables;
#[cfg(test)]
mod tests;
mod text;
mod tokens;
mod tree;
mod xml;
mod xpath;

use crate::arguments::Globals;
use crate::exit::{self, Exit};
use crate::failure::Failure;
use crate::run::run;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;

const EXAMPLES: &str = "\
Examples:
  limpid tree page.html                       print the tree that a browser builds
  limpid errors site/                         list the parse errors of all pages in a folder
  curl -s https://example.com | limpid text   print the text of a web page
  limpid content --format markdown page.html  print the article of a page as Markdown
  limpid select 'h1, h2' --text *.html        print the headings
  limpid xpath '//a/@href' page.html          print the targets of all links
  limpid tables page.html > tables.csv        save the tables as CSV
  limpid html --fragment td cell.html         parse a file as the content of a table cell
  limpid xml feed.xml > repaired.xml          make XML well-formed
  limpid links --format ndjson crawl.warc.gz  list the links of all pages in a web archive
  limpid sanitize comment.html                remove scripts and other unsafe markup
  limpid edit 'img:not([loading])' --set loading=lazy --write site/
  limpid fix --diff site/                     preview repairs of parse errors

Pages are processed in parallel on all cores and printed in the order of the arguments; the files of a folder are sorted by name. If a page \
cannot be read, an error message is printed, and the other pages are still processed.";

/// Parse, query, convert and repair HTML and XML pages.
///
/// limpid parses HTML exactly as the HTML Standard defines it, and so builds the same tree as a browser. Any input can be parsed; mistakes
/// in the markup are reported as parse errors.
#[derive(Parser, Debug)]
#[command(name = "limpid", version, max_term_width = 100, after_long_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(flatten)]
    globals: Globals,

    #[command(subcommand)]
    command: Command,
}

/// Returns the definition of the command line. The help of each command ends with the exit codes.
fn definition() -> clap::Command {
    let with_exit_codes = |command: clap::Command| {
        let help = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
        command.after_long_help(format!("{help}\n\n{}", exit::HELP))
    };
    with_exit_codes(Cli::command()).mut_subcommands(with_exit_codes)
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Print the tree that a browser builds from a page
    #[command(after_long_help = tree::EXAMPLES)]
    Tree(tree::Tree),
    /// Print a parsed page as HTML again, optionally indented or minified
    #[command(after_long_help = html::EXAMPLES)]
    Html(html::Html),
    /// Convert XML or HTML pages to well-formed XML
    #[command(after_long_help = xml::EXAMPLES)]
    Xml(xml::Xml),
    /// Print the visible text of a page, or convert a page to Markdown
    #[command(after_long_help = text::EXAMPLES)]
    Text(text::Text),
    /// Print the main content of a page, with its title, author and date
    #[command(after_long_help = content::EXAMPLES)]
    Content(content::Content),
    /// Print the tokens of a page, one per line
    #[command(after_long_help = tokens::EXAMPLES)]
    Tokens(tokens::Tokens),
    /// List the parse errors of a page with their positions
    #[command(after_long_help = errors::EXAMPLES)]
    Errors(errors::Errors),
    /// Print the elements that match a CSS selector
    #[command(after_long_help = select::EXAMPLES)]
    Select(select::Select),
    /// Evaluate an XPath expression and print its nodes or its value
    #[command(after_long_help = xpath::EXAMPLES)]
    Xpath(xpath::Xpath),
    /// Print the tables of a page as CSV or JSON
    #[command(after_long_help = tables::EXAMPLES)]
    Tables(tables::Tables),
    /// List the URLs that a page links to or loads
    #[command(after_long_help = links::EXAMPLES)]
    Links(links::Links),
    /// Print the encoding of a page and how it was determined
    #[command(after_long_help = encoding::EXAMPLES)]
    Encoding(encoding::EncodingCommand),
    /// Compare the trees of two pages
    #[command(after_long_help = diff::EXAMPLES)]
    Diff(diff::Diff),
    /// Write an HTML report that shows source, tree and errors of a page side by side
    #[command(after_long_help = report::EXAMPLES)]
    Report(report::Report),
    /// Sanitize a page, or list what would be removed
    #[command(after_long_help = sanitize::EXAMPLES)]
    Sanitize(sanitize::Sanitize),
    /// Change the elements that match a CSS selector, and keep all other bytes
    #[command(after_long_help = edit::EXAMPLES)]
    Edit(Box<edit::Edit>),
    /// Repair parse errors without changing the tree of the page
    #[command(after_long_help = fix::EXAMPLES)]
    Fix(fix::Fix),
    /// Count elements, text, scripts, errors and more
    #[command(after_long_help = stats::EXAMPLES)]
    Stats(stats::Stats),
    /// Print a completion script for a shell
    #[command(after_long_help = setup::COMPLETIONS_EXAMPLES)]
    Completions(setup::Completions),
    /// Print a manual page in roff format
    #[command(after_long_help = setup::MAN_EXAMPLES)]
    Man(setup::Man),
}

impl Cli {
    pub(crate) fn run() -> Result<Exit, Failure> {
        let mut arguments: Vec<OsString> = std::env::args_os().collect();
        // clap treats every word after `help` as the name of a command.
        if arguments.get(1).is_some_and(|first| first == "help") {
            arguments.retain(|argument| argument != "--help" && argument != "-h");
            // `limpid NAME --help` suggests a similar command if there is no command of this name; `limpid help NAME` does not.
            if arguments.len() == 3 && arguments[2] != "help" {
                arguments.swap(1, 2);
                arguments[2] = "--help".into();
            }
        }
        let Cli { globals, command } = Cli::from_arg_matches(&definition().try_get_matches_from(arguments)?)?;
        let globals = &globals;
        match command {
            Command::Tree(tree) => run(&tree, &tree.common, tree.output.format, globals),
            Command::Html(html) => run(&html, &html.common, html.rewrite.format.format, globals),
            Command::Xml(xml) => xml.run(globals),
            Command::Text(text) => run(&text, &text.common, text.output.format, globals),
            Command::Content(content) => content.run(globals),
            Command::Tokens(tokens) => run(&tokens, &tokens.common, tokens.output.format, globals),
            Command::Errors(errors) => errors.run(globals),
            Command::Select(select) => select.run(globals),
            Command::Xpath(xpath) => xpath.run(globals),
            Command::Tables(tables) => tables.run(globals),
            Command::Links(links) => run(&links, &links.common, links.output.format, globals),
            Command::Encoding(encoding) => run(&encoding, &encoding.common, encoding.output.format, globals),
            Command::Sanitize(sanitize) => sanitize.run(globals),
            Command::Edit(mut edit) => edit.run(globals),
            Command::Fix(fix) => fix.run(globals),
            Command::Stats(stats) => run(&stats, &stats.common, stats.output.format, globals),
            Command::Diff(diff) => diff.run(globals),
            Command::Report(report) => report.run(globals),
            Command::Completions(completions) => completions.run(definition(), globals),
            Command::Man(man) => man.run(definition(), globals),
        }
    }
}
