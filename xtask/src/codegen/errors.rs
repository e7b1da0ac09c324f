//! Generates the enum of parse error codes and the table of their messages.

use super::text::{read_sections, write_wrapped};
use std::fmt::Write as _;
use std::path::Path;

/// The documentation and attributes of the enum.
const HEAD: &str = "
/// The code of a parse error. The first 52 codes are defined by the HTML Standard. The others are limpid's own, for tree construction (the
/// standard does not name these errors), limits and XML.
///
/// ```
/// # use limpid_markup as limpid;
/// assert_eq!(\"eof-in-tag\".parse(), Ok(limpid::ErrorCode::EofInTag));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorCode {
";

const KINDS: &str = "
pub(crate) enum ErrorKind {
    ParseError,
    Limit,
    /// An error that makes XML not well-formed, but that is not a parse error of XML5.
    WellFormedness,
}

/// The code, the message and the kind of each error.
";

const PAGE: &str = "https://html.spec.whatwg.org/multipage/parsing.html";

pub(super) fn write(out: &mut String, path: &Path) -> Result<(), String> {
    let sections = read_sections(path)?;
    let section = |name: &str| sections.get(name).ok_or_else(|| format!("{}: no section [{name}]", path.display()));
    let (standard, own) = (section("standard")?, section("own")?);
    let mut errors = Vec::new();
    for line in standard.iter().chain(own) {
        let invalid_line = || format!("{}: {line:?} should be a code, a colon and a message", path.display());
        let (code, message) = line.split_once(": ").ok_or_else(invalid_line)?;
        let (code, kind) = match code.split_once(' ') {
            None => (code, "ParseError"),
            Some((code, "(limit)")) => (code, "Limit"),
            Some((code, "(well-formedness)")) => (code, "WellFormedness"),
            Some(_) => return Err(invalid_line()),
        };
        errors.push((code, message, kind));
    }
    out.push_str(HEAD);
    for (index, (code, message, _)) in errors.iter().enumerate() {
        let code_or_link = match index < standard.len() {
            true => format!("[`{code}`]({PAGE}#parse-error-{code})"),
            false => format!("`{code}`"),
        };
        writeln!(out, "    /// {code_or_link}: {message}\n    {},", variant(code)).unwrap();
    }
    out.push_str("}\n\nimpl ErrorCode {\n    /// All codes. The codes of the HTML Standard come first.\n");
    out.push_str("    pub const ALL: &'static [ErrorCode] = &[\n");
    write_wrapped(out, "        ", errors.iter().map(|(code, ..)| format!("ErrorCode::{}", variant(code))));
    out.push_str("    ];\n\n    /// The number of codes that the HTML Standard defines.\n");
    writeln!(out, "    pub const STANDARD_COUNT: usize = {};\n}}", standard.len()).unwrap();
    out.push_str(KINDS);
    writeln!(out, "pub(crate) const ERROR_TEXTS: &[(&str, &str, ErrorKind); {}] = &[", errors.len()).unwrap();
    for (code, message, kind) in &errors {
        writeln!(out, "    ({code:?}, {message:?}, ErrorKind::{kind}),").unwrap();
    }
    out.push_str("];\n");
    Ok(())
}

/// Converts `eof-in-tag` to `EofInTag`.
fn variant(code: &str) -> String {
    let words = code.split('-').map(|word| word[..1].to_ascii_uppercase() + &word[1..]);
    words.collect()
}
