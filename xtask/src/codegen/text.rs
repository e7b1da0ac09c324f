//! Reads data files and formats generated tables.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

const LINE_WIDTH: usize = 120;

/// Returns the lines that are not empty and not comments.
pub(super) fn read_lines(path: &Path) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok(text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect())
}

/// Returns the lines after each `[heading]`.
pub(super) fn read_sections(path: &Path) -> Result<BTreeMap<String, Vec<String>>, String> {
    let mut sections: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut current = None;
    for line in read_lines(path)? {
        if let Some(heading) = heading(&line) {
            current = Some(sections.entry(heading.to_owned()).or_default());
        } else {
            current.as_mut().ok_or_else(|| format!("{}: no [heading] before {line:?}", path.display()))?.push(line);
        }
    }
    Ok(sections)
}

pub(super) fn heading(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.strip_suffix(']')
}

/// Writes comma-separated items, with line breaks at `LINE_WIDTH`.
pub(super) fn write_wrapped(out: &mut String, indent: &str, items: impl Iterator<Item = String>) {
    let mut line = String::new();
    for item in items {
        if !line.is_empty() && indent.len() + line.len() + item.len() + 2 > LINE_WIDTH {
            writeln!(out, "{indent}{line}").unwrap();
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&item);
        line.push(',');
    }
    if !line.is_empty() {
        writeln!(out, "{indent}{line}").unwrap();
    }
}
