//! Every case of XPath of every suite.

mod support;

use std::process::ExitCode;

fn main() -> ExitCode {
    support::main(html5lib_tests::suites::Kind::XPath)
}
