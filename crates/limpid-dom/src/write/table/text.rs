//! The texts of a table, for data frames and CSV.

use super::TableSlot;
use crate::read::node_ref::NodeRef;
use crate::read::table::{Table, TableCell};

/// The base limit for the total length of repeated texts, in bytes.
const MAX_REPEATED_BYTES: usize = 1 << 20;

/// The additional limit for the total length of repeated texts, for each byte of the table's texts.
const MAX_REPEATED_BYTES_PER_BYTE: usize = 16;

/// The texts of a [`Table`]: [`Table::text`].
///
/// ```
/// let document = limpid::parse("<table><tr><th>Name<th>Price<tr><td>Sencha<td>4</table>");
/// let text = document.tables().next().unwrap().text(false);
/// assert_eq!((text.header, text.rows), (vec!["Name".into(), "Price".into()], vec![vec!["Sencha".into(), "4".into()]]));
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct TableText {
    /// The text of the caption.
    pub caption: Option<String>,
    /// The name of each column. Empty if the table has no header rows.
    pub header: Vec<String>,
    /// The rows after the header, each with a text for each column. Rows of very large tables can be shorter, see [`Table::rows`].
    pub rows: Vec<Vec<String>>,
}

impl Table<'_> {
    /// Returns the texts of the table as [`rendered`](Self::rendered): caption, header and [`rows`](Self::rows). The text of a cell is its
    /// [`inner_text`](NodeRef::inner_text).
    ///
    /// A position that a cell spans is empty or, with `repeat`, repeats the cell's text. The name of a column joins the texts of the different
    /// cells that cover it in the [header rows](Self::header_rows) with ` / `, so the texts of spanning header cells are always repeated. White
    /// space in names collapses.
    ///
    /// The total length of repeated texts is limited to 1 MiB plus 16 bytes for each byte of the table's texts. A position is empty if its
    /// text would exceed the limit.
    ///
    /// ```
    /// let page = "<table><tr><th rowspan=2>Tea<th colspan=2>Price<tr><th>50 g<th>100 g
    ///     <tr><td rowspan=2>Sencha<td>4<td>7<tr><td>5<td>9</table>";
    /// let document = limpid::parse(page);
    /// let table = document.tables().next().unwrap();
    /// assert_eq!(table.text(false).header, ["Tea", "Price / 50 g", "Price / 100 g"]);
    /// assert_eq!(table.text(false).rows, [["Sencha", "4", "7"], ["", "5", "9"]]);
    /// assert_eq!(table.text(true).rows, [["Sencha", "4", "7"], ["Sencha", "5", "9"]]);
    /// ```
    #[inline]
    pub fn text(&self, repeat: bool) -> TableText {
        let table = self.rendered();
        let texts: Vec<String> = table.cells().iter().map(|cell| cell.element().inner_text()).collect();
        let length: usize = texts.iter().map(String::len).sum();
        let mut budget = length.saturating_mul(MAX_REPEATED_BYTES_PER_BYTE).saturating_add(MAX_REPEATED_BYTES);
        let text_of = |cell: &TableCell<'_>| table.index_of(cell).map_or("", |index| texts[index].as_str());
        let mut repeated = |cell: &TableCell<'_>| {
            let text = text_of(cell);
            match budget.checked_sub(text.len()) {
                Some(left) => {
                    budget = left;
                    text
                }
                None => "",
            }
        };
        let mut rows = table.rows();
        // For each column, the last cell whose text was added to the column's name. A cell that spans several header rows is added only
        // once.
        let mut last: Vec<Option<&TableCell<'_>>> = Vec::new();
        let mut header: Vec<String> = Vec::new();
        for slots in rows.by_ref().take(table.header_rows()) {
            last.resize(last.len().max(slots.len()), None);
            header.resize(last.len(), String::new());
            for ((name, last), slot) in header.iter_mut().zip(&mut last).zip(slots) {
                let (cell, text) = match slot {
                    TableSlot::Cell(cell) => (cell, text_of(cell)),
                    TableSlot::Spanned(cell) if *last != Some(cell) => (cell, repeated(cell)),
                    TableSlot::Spanned(_) | TableSlot::Empty => continue,
                };
                *last = Some(cell);
                push_name(name, text);
            }
        }
        let mut text_in = |slot| match slot {
            TableSlot::Cell(cell) => text_of(cell).to_owned(),
            TableSlot::Spanned(cell) if repeat => repeated(cell).to_owned(),
            TableSlot::Spanned(_) | TableSlot::Empty => String::new(),
        };
        let rows: Vec<Vec<String>> = rows.map(|slots| slots.into_iter().map(&mut text_in).collect()).collect();
        if !header.is_empty() {
            let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
            header.resize(header.len().max(columns), String::new());
        }
        TableText { caption: table.caption().map(NodeRef::inner_text), header, rows }
    }
}

/// Adds the text of a header cell to the name of a column.
#[inline]
fn push_name(name: &mut String, text: &str) {
    for (index, word) in text.split_ascii_whitespace().enumerate() {
        match index {
            0 if name.is_empty() => {}
            0 => name.push_str(" / "),
            _ => name.push(' '),
        }
        name.push_str(word);
    }
}

impl TableText {
    /// Returns the table as CSV quoted by [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180): the header, if there is one, and the rows, each
    /// followed by a line feed.
    ///
    /// A field that contains a comma, a quote or a line break is quoted and keeps its line breaks. Values are not changed. Spreadsheets read a field
    /// that starts with `=`, `+`, `-` or `@` as a formula, so check values from untrusted pages before you open them there.
    ///
    /// ```
    /// let document = limpid::parse("<table><tr><th>Tea<th>Note<tr><td>Sencha, green<td>say \"tea\"</table>");
    /// let csv = document.tables().next().unwrap().text(false).to_csv();
    /// assert_eq!(csv, "Tea,Note\n\"Sencha, green\",\"say \"\"tea\"\"\"\n");
    /// ```
    #[inline]
    pub fn to_csv(&self) -> String {
        let mut out = String::new();
        let header = Some(&self.header).filter(|header| !header.is_empty());
        for row in header.into_iter().chain(&self.rows) {
            for (index, field) in row.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                // An empty line would not be read as a row.
                let is_only = row.len() == 1 && field.is_empty();
                match is_only || field.contains([',', '"', '\n', '\r']) {
                    true => {
                        out.push('"');
                        out.push_str(&field.replace('"', "\"\""));
                        out.push('"');
                    }
                    false => out.push_str(field),
                }
            }
            out.push('\n');
        }
        out
    }
}
