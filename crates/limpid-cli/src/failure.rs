//! Failures and the messages about them, each in one line.

use crate::exit::Exit;
use clap::error::{ContextKind, ErrorKind};
use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) const GIVE_FILE: &str = "give an HTML file, a folder, or - for standard input";
const SEE_OPTIONS: &str = "see limpid <COMMAND> --help";

#[derive(Debug)]
pub(crate) enum Failure {
    /// A request for help, or for the version.
    CommandLine(clap::Error),
    /// An argument that cannot be used or is missing: the message, in one line.
    Argument(String),
    /// The output could not be written.
    Output(io::Error),
    /// A file could not be written to its end.
    OutputFile { file: PathBuf, error: io::Error },
}

impl Failure {
    /// Tells the user, and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let message = match self {
            Failure::CommandLine(error) => match error.print() {
                Err(failed) if failed.kind() != io::ErrorKind::BrokenPipe => return Failure::Output(failed).report(),
                _ => return if error.use_stderr() { Exit::Failure } else { Exit::Success }.into(),
            },
            Failure::Argument(message) => message,
            Failure::OutputFile { file, error } => format!("cannot write to {file:?}: {error}"),
            Failure::Output(error) => format!("cannot write to standard output: {error}"),
        };
        // Where the message cannot be written, the exit code says it.
        let _ = writeln!(io::stderr(), "error: {message}");
        Exit::Failure.into()
    }
}

/// Prints a message that does not stop the command, in one line.
pub(crate) fn warn(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// Warns if an argument that comes before the files is the name of a file.
pub(crate) fn warn_of_file(argument: &str, text: &str) {
    if Path::new(text).is_file() {
        warn(&format!("warning: {argument}: {text:?} is also the name of a file; files come after this argument"));
    }
}

impl From<clap::Error> for Failure {
    /// Makes one line of clap's five; help stays as it is.
    fn from(error: clap::Error) -> Failure {
        match error.kind() {
            ErrorKind::DisplayHelp
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
            | ErrorKind::DisplayVersion => Failure::CommandLine(error),
            _ => Failure::Argument(message(&error).unwrap_or_else(|| first_line(&error))),
        }
    }
}

/// Makes the message: the argument, the mistake, and what to do. `None` for mistakes that no command line of limpid is known to
/// have.
fn message(error: &clap::Error) -> Option<String> {
    let context = |kind| error.get(kind).map(ToString::to_string);
    // Dots tell that an argument can be given several times.
    let argument = || {
        let argument = context(ContextKind::InvalidArg)?;
        Some(argument.trim_end_matches("...").replace("[FILE]", "<FILE>"))
    };
    Some(match error.kind() {
        ErrorKind::MissingRequiredArgument => {
            let argument = argument()?;
            let advice = match &*argument {
                "<FILE>" | "<OTHER>" => GIVE_FILE,
                "<CSS>" => "give a selector, before the files",
                "<XPATH>" => "give an expression, before the files",
                "--from-html" => "the options for HTML need it",
                _ => SEE_OPTIONS,
            };
            format!("{argument}: is missing; {advice}")
        }
        ErrorKind::ValueValidation => format!("{}: {}", argument()?, error.source()?),
        ErrorKind::InvalidValue => {
            let argument = argument()?;
            let valid = context(ContextKind::ValidValue).filter(|valid| !valid.is_empty());
            match (context(ContextKind::InvalidValue).filter(|value| !value.is_empty()), valid) {
                (Some(value), Some(valid)) => {
                    let meant = suggested(context(ContextKind::SuggestedValue));
                    format!("{argument}: {value:?} is not one of: {valid}{meant}")
                }
                (None, Some(valid)) => format!("{argument}: needs a value, one of: {valid}"),
                (None, None) if argument == "<FILE>" => format!("{argument}: \"\" is no file; {GIVE_FILE}"),
                (None, None) => format!("{argument}: needs a value; {SEE_OPTIONS}"),
                (Some(_), None) => return None,
            }
        }
        ErrorKind::ArgumentConflict if context(ContextKind::InvalidArg) == context(ContextKind::PriorArg) => {
            format!("{}: is given twice; give it once", argument()?)
        }
        ErrorKind::ArgumentConflict => {
            format!("{}: cannot be given with {}; give one of them", argument()?, context(ContextKind::PriorArg)?)
        }
        ErrorKind::UnknownArgument => {
            let argument = argument()?;
            match (argument.starts_with('-'), context(ContextKind::SuggestedArg)) {
                // As other commands have it.
                (true, _) if argument == "--json" => {
                    format!("{argument:?}: there is no such option; did you mean --format json?; {SEE_OPTIONS}")
                }
                (true, known) => format!("{argument:?}: there is no such option{}; {SEE_OPTIONS}", suggested(known)),
                (false, _) => format!("{argument:?}: is one argument too many; {SEE_OPTIONS}"),
            }
        }
        ErrorKind::InvalidSubcommand => {
            let command = context(ContextKind::InvalidSubcommand)?;
            if Path::new(&command).exists() {
                return Some(format!("{command:?}: is a file; give a command before it: limpid tree {command:?}"));
            }
            let similar = || context(ContextKind::SuggestedSubcommand);
            let meant = suggested(name_of_others(&command).map(str::to_owned).or_else(similar));
            format!("{command:?}: there is no such command{meant}; see limpid --help")
        }
        _ => return None,
    })
}

/// Returns limpid's command that does what a command of this name does elsewhere.
fn name_of_others(command: &str) -> Option<&'static str> {
    Some(match command {
        "markdown" | "md" => "text --markdown",
        "check" | "lint" | "validate" => "errors",
        "css" | "find" | "query" => "select",
        "clean" => "sanitize",
        "csv" => "tables",
        "dom" | "dump" | "parse" => "tree",
        "fmt" | "format" | "pretty" => "html --pretty",
        "minify" => "html --minify",
        "repair" => "fix",
        "urls" => "links",
        _ => return None,
    })
}

/// Asks for what was probably meant: the last suggestion of clap is the most similar one.
fn suggested(known: Option<String>) -> String {
    let known = known.as_deref().and_then(|known| known.rsplit(", ").next());
    known.map(|known| format!("; did you mean {known}?")).unwrap_or_default()
}

fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.trim_start_matches("error: ").replace(char::is_control, "\u{fffd}")
}
