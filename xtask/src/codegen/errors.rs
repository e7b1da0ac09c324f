//! The codes of parse errors: an enum, and the texts of its variants.

use super::text::{read_sections, write_wrapped};
use std::fmt::Write as _;
use std::path::Path;

/// The attributes of the enum.
const HEAD: &str = "
/// Names of parse errors: the standard's 52 codes, which come first, and limpid's own for tree construction, to
/// whose errors the standard gives no names. Own codes differ from all of the standard's.
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
/// The part of an error that its code does not say.
pub(crate) enum ErrorKind {
    Rule,
    Limit,
    XmlAlone,
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
        let wrong = || format!("{}: {line:?} should be a code, a colon and a message", path.display());
        let (code, message) = line.split_once(": ").ok_or_else(wrong)?;
        let (code, kind) = match code.split_once(' ') {
            None => (code, "Rule"),
            Some((code, "(limit)")) => (code, "Limit"),
            Some((code, "(XML alone)")) => (code, "XmlAlone"),
            Some(_) => return Err(wrong()),
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
    out.push_str("}\n\nimpl ErrorCode {\n    /// Every code, the standard's first.\n");
    out.push_str("    pub const ALL: &'static [ErrorCode] = &[\n");
    write_wrapped(out, "        ", errors.iter().map(|(code, ..)| format!("ErrorCode::{}", variant(code))));
    out.push_str("    ];\n\n    /// The number of codes that the standard names.\n");
    writeln!(out, "    pub const STANDARD_COUNT: usize = {};\n}}", standard.len()).unwrap();
    out.push_str(KINDS);
    writeln!(out, "pub(crate) const ERROR_TEXTS: &[(&str, &str, ErrorKind); {}] = &[", errors.len()).unwrap();
    for (code, message, kind) in &errors {
        writeln!(out, "    ({code:?}, {message:?}, ErrorKind::{kind}),").unwrap();
    }
    out.push_str("];\n");
    Ok(())
}

/// `eof-in-tag` becomes EofInTag.
fn variant(code: &str) -> String {
    let words = code.split('-').map(|word| word[..1].to_ascii_uppercase() + &word[1..]);
    words.collect()
}
