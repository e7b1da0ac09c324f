//! Writes Markdown tables, and replaces sections of the pages in docs/generated/.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// A table in Markdown. The first column is aligned to the left, the others to the right.
#[derive(Default)]
pub struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table with these headings.
    pub fn new(header: impl IntoIterator<Item = impl Into<String>>) -> Table {
        Table { header: header.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Returns the table as Markdown with aligned columns.
    pub fn markdown(&self) -> String {
        let lines = || [&self.header].into_iter().chain(&self.rows);
        let width = |column: usize| {
            lines().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<_> = (0..self.header.len()).map(|column| width(column).max(3)).collect();
        let mut text = String::new();
        for (index, row) in lines().enumerate() {
            for (column, width) in widths.iter().enumerate() {
                let cell = row.get(column).map_or("", String::as_str);
                let _ = match column {
                    0 => write!(text, "| {cell:<width$} "),
                    _ => write!(text, "| {cell:>width$} "),
                };
            }
            text.push_str("|\n");
            if index == 0 {
                for (column, width) in widths.iter().enumerate() {
                    let dashes = "-".repeat(if column == 0 { *width } else { width - 1 });
                    let _ = write!(text, "| {dashes}{} ", if column == 0 { "" } else { ":" });
                }
                text.push_str("|\n");
            }
        }
        text
    }
}

/// Formats a figure with at least three digits and commas between thousands.
pub fn number(figure: f64) -> String {
    let decimals = match figure.abs() {
        figure if figure >= 99.95 => 0,
        figure if figure >= 9.995 => 1,
        _ => 2,
    };
    let digits = format!("{figure:.decimals$}");
    let (whole, fraction) = digits.split_once('.').map_or((digits.as_str(), None), |(whole, part)| (whole, Some(part)));
    let mut text = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && digit != '-' && (whole.len() - index).is_multiple_of(3) && !text.ends_with('-') {
            text.push(',');
        }
        text.push(digit);
    }
    if let Some(fraction) = fraction {
        let _ = write!(text, ".{fraction}");
    }
    text
}

/// Replaces the text between `<!-- NAME:start -->` and `<!-- NAME:end -->` in a file of docs/generated/.
///
/// # Errors
/// Fails if the file cannot be read or written, or lacks the markers.
pub fn replace_section(file: &str, name: &str, section: &str) -> Result<(), String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/generated").join(file);
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let text = replaced(&text, name, section).ok_or_else(|| format!("{} has no section {name}", path.display()))?;
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn replaced(text: &str, name: &str, section: &str) -> Option<String> {
    let (start, end) = (format!("<!-- {name}:start -->"), format!("<!-- {name}:end -->"));
    let (before, rest) = text.split_once(&start)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{start}\n\n{}\n\n{end}{after}", section.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        let cases = [(0.128, "0.13"), (1.0, "1.00"), (42.04, "42.0"), (999.6, "1,000"), (1_234_567.8, "1,234,568")];
        for (figure, expected) in cases {
            assert_eq!(number(figure), expected);
        }
    }

    #[test]
    fn tables_are_aligned() {
        let mut table = Table::new(["parser", "x"]);
        table.row(["limpid", "2,372"]);
        assert_eq!(table.markdown(), "| parser |     x |\n| ------ | ----: |\n| limpid | 2,372 |\n");
    }

    /// Without a section, a benchmark would run for minutes and then fail to write its table.
    #[test]
    fn pages_have_the_sections_that_benchmarks_write() {
        let jobs = ["jobs", "rewrite", "xml"].map(|name| ("jobs.md", name));
        let growth = ["html", "sanitizer", "xml"].map(|name| ("growth.md", name));
        for (file, name) in [("parsing.md", "parsing")].into_iter().chain(jobs).chain(growth) {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/generated").join(file);
            let text = fs::read_to_string(&path).unwrap();
            assert!(replaced(&text, name, "").is_some(), "{file} has no section {name}");
        }
    }

    #[test]
    fn a_section_is_replaced() {
        let text = "a\n<!-- x:start -->\nold\n<!-- x:end -->\nb\n";
        assert_eq!(replaced(text, "x", "new\n").unwrap(), "a\n<!-- x:start -->\n\nnew\n\n<!-- x:end -->\nb\n");
        assert_eq!(replaced(text, "y", "new"), None);
    }
}
