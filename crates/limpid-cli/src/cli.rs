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
#[cfg(test)]
mod tests;
mod text;
mod tokens;
mod tree;
mod xml;
mod xpath;

use crate::exit::{self, Exit};
use crate::failure::Failure;
use crate::run::run;
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;

const EXAMPLES: &str = "\
Examples:
  limpid tree page.html                      what a browser builds from it
  limpid errors site/                        what is wrong with the markup of all pages in a folder
  curl -s https://example.com | limpid text
  limpid select 'h1, h2' --text *.html       the headings
  limpid xpath '//a/@href' page.html         the targets of all links
  limpid html --fragment td cell.html        parsed as the content of a table cell
  limpid xml feed.xml > repaired.xml         XML with its errors mended
  limpid errors --format ndjson site/        for other programs
  limpid links --format ndjson crawl.warc.gz the links of all pages of a crawl, by URL
  limpid sanitize --fragment body note.html  markup of a stranger, made safe
  limpid edit 'img:not([loading])' --set loading=lazy site/   pages changed in place, and nothing else in them
  limpid fix --diff site/                    repairs of errors that leave the tree as it is

Several pages are read at once, on all cores; what is printed of them comes in the order in which they are given, files of \
a folder by name. A page that cannot be read gets a message, and the others are gone through all the same. \
So does a bad record of a web archive; as long as the archive has a page, the exit code stays 0.";

/// See what a browser would make of HTML pages.
///
/// Every page can be parsed: limpid follows the HTML Standard, which says for any input what tree comes of it and what is
/// wrong with it.
#[derive(Parser, Debug)]
#[command(name = "limpid", version, max_term_width = 120, after_help = help())]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

fn help() -> String {
    format!("{EXAMPLES}\n\n{}", exit::HELP)
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Print the tree of a page
    #[command(after_help = tree::EXAMPLES)]
    Tree(tree::Tree),
    /// Print a page as a browser would write it, every end tag in its place
    #[command(after_help = html::EXAMPLES)]
    Html(html::Html),
    /// Print a page, or XML with errors, as XML that any parser takes
    #[command(after_help = xml::EXAMPLES)]
    Xml(xml::Xml),
    /// Print the text of a page, as a reader sees it
    #[command(after_help = text::EXAMPLES)]
    Text(text::Text),
    /// Print the tokens of a page, one a line
    #[command(after_help = tokens::EXAMPLES)]
    Tokens(tokens::Tokens),
    /// Print what is wrong with the markup of a page, and where
    #[command(after_help = errors::EXAMPLES)]
    Errors(errors::Errors),
    /// Print the elements that a CSS selector selects
    #[command(after_help = select::EXAMPLES)]
    Select(select::Select),
    /// Print the nodes that an XPath expression finds, or its value
    #[command(after_help = xpath::EXAMPLES)]
    Xpath(xpath::Xpath),
    /// Print the URLs that a page links to or loads
    #[command(after_help = links::EXAMPLES)]
    Links(links::Links),
    /// Print the encoding of a page, and how it is known
    #[command(after_help = encoding::EXAMPLES)]
    Encoding(encoding::EncodingCommand),
    /// Print in what the trees of two pages differ
    #[command(after_help = diff::EXAMPLES)]
    Diff(diff::Diff),
    /// Write a page on which source, tree and errors of a page can be looked at side by side
    #[command(after_help = report::EXAMPLES)]
    Report(report::Report),
    /// Print a page without what is unsafe, or what that is
    #[command(after_help = sanitize::EXAMPLES)]
    Sanitize(sanitize::Sanitize),
    /// Change elements of pages in place, and leave all other bytes as they are
    #[command(after_help = edit::EXAMPLES)]
    Edit(Box<edit::Edit>),
    /// Repair parse errors in place, as far as the tree stays as it is
    #[command(after_help = fix::EXAMPLES)]
    Fix(fix::Fix),
    /// Print counts: elements, depth, text, scripts, errors
    #[command(after_help = stats::EXAMPLES)]
    Stats(stats::Stats),
    /// Print a script that completes limpid's command line in a shell
    #[command(after_help = setup::COMPLETIONS_EXAMPLES)]
    Completions(setup::Completions),
    /// Print the manual page, as roff
    #[command(after_help = setup::MAN_EXAMPLES)]
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
        match Cli::try_parse_from(arguments)?.command {
            Command::Tree(tree) => run(&tree, &tree.common, tree.output.format),
            Command::Html(html) => run(&html, &html.common, html.rewrite.format.format),
            Command::Xml(xml) => xml.run(),
            Command::Text(text) => run(&text, &text.common, text.output.format),
            Command::Tokens(tokens) => run(&tokens, &tokens.common, tokens.output.format),
            Command::Errors(errors) => errors.run(),
            Command::Select(select) => run(&select, &select.common, select.output.format),
            Command::Xpath(xpath) => xpath.run(),
            Command::Links(links) => run(&links, &links.common, links.output.format),
            Command::Encoding(encoding) => run(&encoding, &encoding.common, encoding.output.format),
            Command::Sanitize(sanitize) => sanitize.run(),
            Command::Edit(mut edit) => edit.run(),
            Command::Fix(fix) => fix.run(),
            Command::Stats(stats) => run(&stats, &stats.common, stats.output.format),
            Command::Diff(diff) => diff.run(),
            Command::Report(report) => report.run(),
            Command::Completions(completions) => completions.run(Cli::command()),
            Command::Man(man) => man.run(Cli::command()),
        }
    }
}
