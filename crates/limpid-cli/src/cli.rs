//! The command line as a whole: all commands, and the help that they share.
//!
//! A new command is a file in `cli/`, three lines here, and a section in docs/guide/command.md.

mod diff;
mod edit;
mod encoding;
mod errors;
mod fix;
mod found;
mod html;
mod links;
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
  limpid tree page.html                       the tree that a browser builds
  limpid errors site/                         the parse errors of all pages in a folder
  curl -s https://example.com | limpid text
  limpid select 'h1, h2' --text *.html        the headings
  limpid xpath '//a/@href' page.html          the targets of all links
  limpid tables page.html > tables.csv        the tables
  limpid html --fragment td cell.html         parsed as the content of a table cell
  limpid xml feed.xml > repaired.xml          XML, made well-formed
  limpid links --format ndjson crawl.warc.gz  the links of all pages of a crawl
  limpid sanitize comment.html                a stranger's markup, made safe
  limpid edit 'img:not([loading])' --set loading=lazy --write site/
  limpid fix --diff site/                     what a repair would change

Several pages are read at once, on all cores, and printed in the order of the arguments; the files of a folder are sorted by name. If a page \
cannot be read, a message says so, and the other pages are still read.";

/// Parses HTML pages as browsers do, and XML.
///
/// Every page can be parsed: limpid follows the HTML Standard, which says for any input what its tree and its parse errors are.
#[derive(Parser, Debug)]
#[command(name = "limpid", version, max_term_width = 100, after_long_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(flatten)]
    globals: Globals,

    #[command(subcommand)]
    command: Command,
}

/// Returns the definition of the command line, with the exit codes in the help of each command.
fn definition() -> clap::Command {
    let with_exit_codes = |command: clap::Command| {
        let help = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
        command.after_long_help(format!("{help}\n\n{}", exit::HELP))
    };
    with_exit_codes(Cli::command()).mut_subcommands(with_exit_codes)
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Print the tree of a page
    #[command(after_long_help = tree::EXAMPLES)]
    Tree(tree::Tree),
    /// Print a page as a browser writes it: as it is, pretty, or minified
    #[command(after_long_help = html::EXAMPLES)]
    Html(html::Html),
    /// Print XML, or an HTML page, as well-formed XML
    #[command(after_long_help = xml::EXAMPLES)]
    Xml(xml::Xml),
    /// Print the text of a page as a reader sees it, or as Markdown
    #[command(after_long_help = text::EXAMPLES)]
    Text(text::Text),
    /// Print the tokens of a page, one a line
    #[command(after_long_help = tokens::EXAMPLES)]
    Tokens(tokens::Tokens),
    /// Print the parse errors of a page, with their places
    #[command(after_long_help = errors::EXAMPLES)]
    Errors(errors::Errors),
    /// Print the elements that a CSS selector selects
    #[command(after_long_help = select::EXAMPLES)]
    Select(select::Select),
    /// Print the nodes that an XPath expression finds, or its value
    #[command(after_long_help = xpath::EXAMPLES)]
    Xpath(xpath::Xpath),
    /// Print the tables of a page as CSV or JSON
    #[command(after_long_help = tables::EXAMPLES)]
    Tables(tables::Tables),
    /// Print the URLs that a page links to or loads
    #[command(after_long_help = links::EXAMPLES)]
    Links(links::Links),
    /// Print the encoding of a page, and where it comes from
    #[command(after_long_help = encoding::EXAMPLES)]
    Encoding(encoding::EncodingCommand),
    /// Compare the trees of two pages
    #[command(after_long_help = diff::EXAMPLES)]
    Diff(diff::Diff),
    /// Write a report with the source, the tree and the errors of a page side by side
    #[command(after_long_help = report::EXAMPLES)]
    Report(report::Report),
    /// Sanitize a page, or list what would be removed
    #[command(after_long_help = sanitize::EXAMPLES)]
    Sanitize(sanitize::Sanitize),
    /// Change the elements that a selector selects, and leave all other bytes as they are
    #[command(after_long_help = edit::EXAMPLES)]
    Edit(Box<edit::Edit>),
    /// Repair parse errors where exactly one repair keeps the tree
    #[command(after_long_help = fix::EXAMPLES)]
    Fix(fix::Fix),
    /// Count elements, text, scripts, errors and more
    #[command(after_long_help = stats::EXAMPLES)]
    Stats(stats::Stats),
    /// Print a script that completes command lines in a shell
    #[command(after_long_help = setup::COMPLETIONS_EXAMPLES)]
    Completions(setup::Completions),
    /// Print a manual page as roff
    #[command(after_long_help = setup::MAN_EXAMPLES)]
    Man(setup::Man),
}

impl Cli {
    pub(crate) fn run() -> Result<Exit, Failure> {
        let mut arguments: Vec<OsString> = std::env::args_os().collect();
        // Clap takes all that follows `help` for names of commands.
        if arguments.get(1).is_some_and(|first| first == "help") {
            arguments.retain(|argument| argument != "--help" && argument != "-h");
            // This way it says which command was meant.
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
