use std::process::ExitCode;

pub(crate) const HELP: &str = "\
Exit codes:
  0    Success.
  1    errors: a page has errors. diff: the pages differ. select, xpath, tables: no match;
       with --forbid, a match. sanitize --forbid: something is removed. --check: a page
       would change. With --exit-zero, the code is 0 instead.
  2    The command line is invalid, an input cannot be read or changed, or the output
       cannot be written. This code takes precedence over 1.
  130  Interrupted. The output ends with a complete line, and no file is half written.";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    Success = 0,
    /// For example, a page has errors, or nothing matches a selector.
    Negative = 1,
    Failure = 2,
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}
