//! The exit codes of all commands.

use std::process::ExitCode;

/// The part of the help about exit codes.
pub(crate) const HELP: &str = "\
Exit codes:
  0    The command has done its work.
  1    errors: a page has errors. diff: the pages differ. select, xpath, tables: nothing is
       found; with --forbid, something is. sanitize --forbid: something is removed.
       --check: a page would change. --exit-zero makes it 0.
  2    The command line is wrong, an input cannot be read or changed, or the output
       cannot be written. This code wins over 1.
  130  The command was interrupted. The output ends with a whole line, and files are whole.";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    Success = 0,
    Found = 1,
    Failure = 2,
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
