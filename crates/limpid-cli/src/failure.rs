//! Failures, each with a message for the user.

use crate::exit::Exit;
use clap::error::{ContextKind, ErrorKind};
use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) const PASS_A_FILE: &str = "pass an HTML file, a folder, or - for standard input";

#[derive(Debug)]
pub(crate) enum Failure {
    /// The help or the version, which clap returns as an error. The exit code is 2 only if the command line names no command.
    HelpOrVersion(clap::Error),
    /// An argument is invalid or missing. The string is the message: one line, in some cases followed by an excerpt of a selector or an
    /// expression.
    Argument(String),
    Output(io::Error),
    OutputFile {
        file: PathBuf,
        error: io::Error,
    },
}

impl Failure {
    pub(crate) fn report(self) -> ExitCode {
        let message = match self {
            Failure::HelpOrVersion(error) => match error.print() {
                Err(failed) if failed.kind() != io::ErrorKind::BrokenPipe => return Failure::Output(failed).report(),
                _ => return if error.use_stderr() { Exit::Failure } else { Exit::Success }.into(),
            },
            Failure::Argument(message) => message,
            Failure::OutputFile { file, error } => format!("{file:?} cannot be written ({error})"),
            Failure::Output(error) => format!("cannot write to standard output: {error}"),
        };
        // If the message cannot be written, the exit code still reports the failure.
        let _ = writeln!(io::stderr(), "error: {message}");
        Exit::Failure.into()
    }
}

pub(crate) fn warn(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// Warns if an argument that precedes the files is itself the name of a file, which was probably meant as input.
pub(crate) fn warn_of_file(argument: &str, text: &str) {
    if Path::new(text).is_file() {
        warn(&format!("warning: {argument}: {text:?} is also the name of a file; pass {argument} before the files"));
    }
}

impl From<clap::Error> for Failure {
    /// Replaces clap's message of several lines with a shorter message; help stays as it is.
    fn from(error: clap::Error) -> Failure {
        match error.kind() {
            ErrorKind::DisplayHelp
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
            | ErrorKind::DisplayVersion => Failure::HelpOrVersion(error),
            _ => Failure::Argument(message(&error).unwrap_or_else(|| first_line(&error))),
        }
    }
}

/// Returns a message that names the argument, the mistake and the remedy. Returns `None` for the remaining kinds of errors, which limpid's
/// arguments are not known to cause.
fn message(error: &clap::Error) -> Option<String> {
    let context = |kind| error.get(kind).map(ToString::to_string);
    // clap appends dots to arguments that can be repeated.
    let argument = || {
        let argument = context(ContextKind::InvalidArg)?;
        Some(argument.trim_end_matches("...").replace("[FILE]", "<FILE>"))
    };
    let see_options = see_options(error);
    Some(match error.kind() {
        ErrorKind::MissingRequiredArgument => {
            let argument = argument()?;
            let advice = match &*argument {
                "<FILE>, <OTHER>" => return Some("<FILE> and <OTHER> are missing; pass two HTML files".to_owned()),
                "<OTHER>" => "pass a second HTML file, or - for standard input",
                "<CSS>" => "pass a CSS selector before the files",
                "<XPATH>" => "pass an XPath expression before the files",
                "--from-html" => "--fragment, --scripting, --detect and --no-detect need it",
                "--markdown" => "--base, --repeat and --no-data-images need it",
                "--config <FILE>" => "--unsafe needs it",
                _ => &see_options,
            };
            format!("{argument} is missing; {advice}")
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
                (None, Some(valid)) => format!("{argument} needs a value, one of: {valid}"),
                (None, None) if argument == "<FILE>" => format!("{argument}: \"\" is not a file; {PASS_A_FILE}"),
                (None, None) => format!("{argument} needs a value; {see_options}"),
                (Some(_), None) => return None,
            }
        }
        ErrorKind::ArgumentConflict if context(ContextKind::InvalidArg) == context(ContextKind::PriorArg) => {
            format!("{} is given twice; use it once", argument()?)
        }
        ErrorKind::ArgumentConflict => {
            format!("{} cannot be used with {}; use only one of them", argument()?, context(ContextKind::PriorArg)?)
        }
        ErrorKind::TooManyValues => {
            format!("{} takes no value; remove {:?}", argument()?, context(ContextKind::InvalidValue)?)
        }
        ErrorKind::UnknownArgument => {
            let argument = argument()?;
            match (argument.starts_with('-'), context(ContextKind::SuggestedArg)) {
                // Many other commands have this option.
                (true, _) if argument == "--json" => {
                    unknown("option", &argument, Some("--format json".to_owned()), &see_options)
                }
                (true, similar) => unknown("option", &argument, similar, &see_options),
                (false, _) => format!("unexpected argument {argument:?}; {see_options}"),
            }
        }
        ErrorKind::InvalidSubcommand => {
            let command = context(ContextKind::InvalidSubcommand)?;
            if Path::new(&command).exists() {
                return Some(format!(
                    "{command:?} is a file, not a command; write for example: limpid tree {command:?}"
                ));
            }
            let similar = || context(ContextKind::SuggestedSubcommand);
            let meant = equivalent_command(&command).map(str::to_owned).or_else(similar);
            unknown("command", &command, meant, "see limpid --help")
        }
        _ => return None,
    })
}

/// Returns the advice to read the help of the command that the error is about. clap does not name the command in every error.
fn see_options(error: &clap::Error) -> String {
    let Some(usage) = error.get(ContextKind::Usage).map(ToString::to_string) else {
        return "see limpid <COMMAND> --help".to_owned();
    };
    let mut words = usage.split_whitespace().skip_while(|word| *word != "limpid").skip(1);
    match words.next().filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())) {
        Some(command) => format!("see limpid {command} --help"),
        None => "see limpid --help".to_owned(),
    }
}

/// Returns the limpid command for a name that is common in other tools.
fn equivalent_command(command: &str) -> Option<&'static str> {
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

fn unknown(kind: &str, name: &str, similar: Option<String>, see: &str) -> String {
    match suggested(similar) {
        meant if meant.is_empty() => format!("unknown {kind} {name:?}; {see}"),
        meant => format!("unknown {kind} {name:?}{meant} ({see})"),
    }
}

/// Returns `; did you mean …?`. clap lists the most similar suggestion last.
fn suggested(similar: Option<String>) -> String {
    let similar = similar.as_deref().and_then(|similar| similar.rsplit(", ").next());
    similar.map(|similar| format!("; did you mean {similar}?")).unwrap_or_default()
}

fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.trim_start_matches("error: ").replace(char::is_control, "\u{fffd}")
}
