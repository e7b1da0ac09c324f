//! Errors in the formats of compilers and of GitHub, with one line for each error, and as JUnit test cases.

use super::ErrorLine;
use crate::output::Layout;
use crate::page::Page;
use std::io::{self, Write};

/// Writes `file:line:column: code: message`, the format of compilers.
pub(super) fn write_plain(page: &Page<'_>, errors: &[ErrorLine], out: &mut dyn Write) -> io::Result<()> {
    let name = page.name_bytes();
    for ErrorLine { start, code, message, .. } in errors {
        out.write_all(&name)?;
        writeln!(out, ":{start}: {code}: {message}")?;
    }
    Ok(())
}

/// Writes [workflow commands](https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands), which
/// GitHub shows next to the source.
pub(super) fn write_github(page: &Page<'_>, errors: &[ErrorLine], out: &mut dyn Write) -> io::Result<()> {
    let escape = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let file = escape(&page.name().file()).replace(':', "%3A").replace(',', "%2C");
    for ErrorLine { start, end, code, message } in errors {
        let to = if start.line == end.line { format!(",endColumn={}", end.column) } else { String::new() };
        let (line, column, message) = (start.line, start.column, escape(message));
        writeln!(out, "::error file={file},line={line},endLine={},col={column}{to},title={code}::{message}", end.line)?;
    }
    Ok(())
}

/// Returns the layout for JUnit, with one test suite for each page.
pub(super) fn junit_layout() -> Layout {
    let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"limpid\">".to_owned();
    Layout::List { start, separator: "", end: "</testsuites>\n" }
}

/// Writes a test suite with a failed test for each error, or with one passed test.
pub(super) fn write_junit(page: &Page<'_>, errors: &[ErrorLine], out: &mut dyn Write) -> io::Result<()> {
    let name = escape_xml(&page.name().to_string());
    let (tests, failures) = (errors.len().max(1), errors.len());
    writeln!(out, "<testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\">")?;
    if errors.is_empty() {
        writeln!(out, "<testcase classname=\"{name}\" name=\"no parse errors\"/>")?;
    }
    for ErrorLine { start, code, message, .. } in errors {
        let message = escape_xml(message);
        writeln!(
            out,
            "<testcase classname=\"{name}\" name=\"{start} {code}\"><failure type=\"{code}\" \
             message=\"{message}\">{name}:{start}: {code}: {message}</failure></testcase>"
        )?;
    }
    writeln!(out, "</testsuite>")
}

/// Escapes text for attribute values and content. File names can contain characters that are not allowed in XML; they are replaced.
fn escape_xml(text: &str) -> String {
    let text = text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
