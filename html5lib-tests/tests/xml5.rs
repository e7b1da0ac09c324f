//! Every case of XML5 of every suite: tokenizer and tree construction.

mod support;

use std::process::ExitCode;

use html5lib_tests::suites::Kind;

fn main() -> ExitCode {
    support::main_of(&[Kind::XmlTokenizer, Kind::XmlTreeConstruction])
}
