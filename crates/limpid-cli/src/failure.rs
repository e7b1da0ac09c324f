use clap::error::{ContextKind, ErrorKind};
use std::error::Error;
use std::io;
use std::process::ExitCode;

/// Why a command did not do what it was asked to.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A command line that clap has words for, a request for help included.
    CommandLine(clap::Error),
    /// An argument with a value that cannot be used: what to tell the user, in one line.
    Argument(String),
    /// The output could not be written.
    Output(io::Error),
}

impl Failure {
    /// Tells the user, and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::CommandLine(error) => error.exit(),
            Failure::Argument(message) => {
                eprintln!("error: {message}");
                ExitCode::from(2)
            }
            Failure::Output(error) => {
                eprintln!("error: cannot write to standard output: {error}");
                ExitCode::from(1)
            }
        }
    }
}

impl From<clap::Error> for Failure {
    /// A bad value gets one line in place of clap's five.
    fn from(error: clap::Error) -> Failure {
        let context = |kind| error.get(kind).map(ToString::to_string);
        let reason = match error.kind() {
            ErrorKind::ValueValidation => error.source().map(ToString::to_string),
            ErrorKind::InvalidValue => context(ContextKind::InvalidValue)
                .zip(context(ContextKind::ValidValue))
                .filter(|(value, _)| !value.is_empty())
                .map(|(value, valid)| format!("{value:?} is not one of: {valid}")),
            _ => None,
        };
        match context(ContextKind::InvalidArg).zip(reason) {
            Some((argument, reason)) => Failure::Argument(format!("{argument}: {reason}")),
            None => Failure::CommandLine(error),
        }
    }
}
