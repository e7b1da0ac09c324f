//! The HTML of the report: the header, the panes that the script fills, and a list of errors for browsers with scripts disabled.

use crate::Report;
use crate::data::{Data, shortened};
use crate::hidden::visible;
use crate::json;
use crate::policy::{SCRIPT, STYLE, policy};
use limpid::{Document, FragmentContext, LineIndex, NodeKind, NodeRef, ParseError, QuirksMode};
use std::fmt;
use std::io::{self, Write};

const ERRORS_WITHOUT_SCRIPTS: usize = 1000;
const SOURCE_CHARS_WITHOUT_SCRIPTS: usize = 60;

pub(crate) fn write(
    report: Report<'_>,
    document: &Document<'_>,
    data: &Data<'_>,
    errors: &[ParseError],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title} \u{b7} limpid report</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n<dl>",
        policy = policy(),
        title = Text(report.title),
    )?;
    write_facts(report.context, document, data, errors, out)?;
    writeln!(out, "</dl>\n</header>\n<noscript>")?;
    write_without_scripts(document.source(), errors, out)?;
    writeln!(out, "</noscript>")?;
    writeln!(out, "<main hidden{}>", if report.embedded { " class=\"embedded\"" } else { "" })?;
    out.write_all(include_bytes!("assets/panes.html"))?;
    out.write_all(b"<script type=\"application/json\" id=\"data\">")?;
    json::write_in_script(out, data)?;
    writeln!(out, "</script>\n<script>{SCRIPT}</script>\n</body>\n</html>")
}

fn write_facts(
    context: Option<&FragmentContext>,
    document: &Document<'_>,
    data: &Data<'_>,
    errors: &[ParseError],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut fact = |name: &str, id: &str, value: &str, note: &str| {
        writeln!(out, "<div id=\"{id}\"><dt>{name}</dt> <dd>{} <span>{}</span></dd></div>", Text(value), Text(note))
    };
    let source = document.source();
    let lines = LineIndex::new(source).line_count();
    let (mode, reason) = mode(document);
    if let Some(encoding) = document.encoding() {
        fact("Encoding", "encoding", encoding, &encoding_reason(document))?;
    }
    fact("Mode", "mode", mode, &reason)?;
    if let Some(context) = context {
        fact("Fragment", "fragment", &format!("in {context}"), "(parsed as its content)")?;
    }
    let codes = errors.iter().map(|error| error.code).collect::<std::collections::HashSet<_>>().len();
    let codes = if errors.is_empty() { String::new() } else { format!("({})", counted(codes, "code")) };
    fact("Errors", "error-count", &number(errors.len()), &codes)?;
    let implied = data.implied_count();
    let implied = if implied == 0 { String::new() } else { format!("({} implied)", number(implied)) };
    fact("Nodes", "node-count", &number(data.node_count()), &implied)?;
    fact("Lines", "line-count", &number(lines), &format!("({} bytes as UTF-8)", number(source.len())))
}

fn encoding_reason(document: &Document<'_>) -> String {
    match (document.encoding_source(), document.encoding_confidence()) {
        (Some(source), Some(confidence)) => format!("({source}; {confidence})"),
        (Some(source), None) => format!("({source})"),
        _ => String::new(),
    }
}

fn mode(document: &Document<'_>) -> (&'static str, String) {
    if document.is_xml() {
        return ("XML", "(no quirks)".to_owned());
    }
    let mode = match document.quirks_mode() {
        QuirksMode::LimitedQuirks => "limited quirks",
        QuirksMode::Quirks => "quirks",
        _ => "no quirks",
    };
    if document.root().kind() != NodeKind::Document {
        return (mode, "(from the context element)".to_owned());
    }
    let reason = match document.root().children().find_map(NodeRef::doctype) {
        None => "(no DOCTYPE)",
        Some(_) => "(from the DOCTYPE)",
    };
    (mode, reason.to_owned())
}

/// Writes the content for browsers with scripts disabled: an explanation, and the first errors.
fn write_without_scripts(source: &str, errors: &[ParseError], out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "<p>The views of the source and the tree need JavaScript. It is safe to allow it for this file: only the report's own script runs, and nothing is loaded from the network.</p>"
    )?;
    if errors.is_empty() {
        return writeln!(out, "<p>The page has no errors.</p>");
    }
    let shown = &errors[..errors.len().min(ERRORS_WITHOUT_SCRIPTS)];
    writeln!(
        out,
        "<table>\n<caption>{}</caption>",
        match errors.len() - shown.len() {
            0 => counted(errors.len(), "error"),
            _ => format!("The first {} of {}", number(shown.len()), counted(errors.len(), "error")),
        }
    )?;
    writeln!(out, "<tr><th>Position</th><th>Code</th><th>Message</th><th>Source</th></tr>")?;
    let lines = LineIndex::new(source);
    for error in shown {
        let text = source.get(error.span.range()).unwrap_or_default();
        writeln!(
            out,
            "<tr><td>{}</td><td><a href=\"{}\">{}</a></td><td>{}</td><td><code>{}</code></td></tr>",
            lines.line_column(error.span.start),
            error.code.url(),
            error.code,
            Text(error.code.message()),
            Text(&shortened(text.into(), SOURCE_CHARS_WITHOUT_SCRIPTS)),
        )?;
    }
    writeln!(out, "</table>")
}

fn counted(count: usize, what: &str) -> String {
    format!("{} {what}{}", number(count), if count == 1 { "" } else { "s" })
}

fn number(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Displays a text escaped for element content and quoted attribute values. Hidden characters are shown as code points.
struct Text<'t>(&'t str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in visible(self.0).chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                _ => write!(f, "{character}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(Text("<b a='\"'>&\u{202e}").to_string(), "&lt;b a=&#39;&quot;&#39;&gt;&amp;&lt;U+202E&gt;");
    }

    #[test]
    fn numbers_have_commas() {
        let texts: Vec<_> = [0, 7, 999, 1000, 12_345, 123_456, 1_234_567].into_iter().map(number).collect();
        assert_eq!(texts, ["0", "7", "999", "1,000", "12,345", "123,456", "1,234,567"]);
        assert_eq!((counted(1, "error"), counted(1000, "error")), ("1 error".to_owned(), "1,000 errors".to_owned()));
    }
}
