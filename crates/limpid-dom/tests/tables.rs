//! Compares the table model with a dense grid that follows the standard's algorithms literally.

use core::ops::Range;
use limpid_dom::{Document, NodeRef, Table, TableCell, TableSlot, parse};
use limpid_markup::LocalName;
use proptest::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

/// Returns the first table of a page. The page is leaked, so that the table can be returned.
fn table_of(page: &str) -> Table<'static> {
    let document: &'static Document<'static> = Box::leak(Box::new(parse(page).into_owned()));
    document.tables().next().expect("a table")
}

/// Draws a table as a grid in which each slot shows the text of its cells.
fn grid(page: &str) -> Vec<String> {
    let table = table_of(page);
    let mut slots: BTreeMap<(u64, u64), String> = BTreeMap::new();
    for cell in table.cells() {
        for row in cell.row()..cell.row() + cell.height() {
            for column in cell.column()..cell.column() + cell.width() {
                slots.entry((row, column)).or_default().push_str(cell.element().text_content().trim());
            }
        }
    }
    let slot = |row, column| slots.get(&(row, column)).map_or(".", String::as_str).to_owned();
    let rows = (0..table.height()).map(|row| (0..table.width()).map(|column| slot(row, column)).collect::<Vec<_>>());
    rows.map(|row| row.join(" ")).collect()
}

#[test]
fn cells_take_the_first_free_slots() {
    assert_eq!(grid("<table><tr><td rowspan=2>a<td>b<td>c<tr><td>d<td>e<td>f</table>"), ["a b c .", "a d e f"]);
    assert_eq!(grid("<table><tr><td colspan=2>a<td>b<tr><td>c</table>"), ["a a b", "c . ."]);
    assert_eq!(grid("<table></table>"), [""; 0]);
    assert_eq!(grid("<table><tr></table>"), [""]);
    assert_eq!(grid("<table><tr><tr><td>a</table>"), [".", "a"]);
}

#[test]
fn cells_overlap() {
    let page = "<table><tr><td>a<td rowspan=2>b<tr><td colspan=3>c</table>";
    assert_eq!(grid(page), ["a b .", "c bc c"]);
    assert!(table_of(page).has_model_error());
    // The position belongs to the first cell.
    let shown = table_of(page).text(true).rows;
    assert_eq!(shown, [["a", "b"], ["c", "b"]]);
    assert!(!table_of("<table><tr><td>a<td>b<tr><td colspan=2>c</table>").has_model_error());
    for empty in ["<table><tr><td rowspan=2>a</table>", "<table><col span=2><tr><td>a</table>", "<table><tr></table>"] {
        assert!(table_of(empty).has_model_error(), "{empty}");
    }
}

#[test]
fn spans_are_numbers_within_limits() {
    for (value, width, height) in [
        ("0", 1, 3),
        ("1", 1, 1),
        ("3", 3, 3),
        ("1000", 1000, 1000),
        ("1001", 1000, 1001),
        ("65535", 1000, 65_534),
        ("99999999999999999999999999", 1000, 65_534),
        ("-1", 1, 1),
        ("-0", 1, 3),
        ("+2", 2, 2),
        (" \t2px", 2, 2),
        ("\u{b}2", 1, 1),
        ("2.9", 2, 2),
        ("x", 1, 1),
        ("", 1, 1),
        ("--2", 1, 1),
        ("+-2", 1, 1),
    ] {
        let page = format!("<table><tr><td colspan='{value}'>a<tr><td><tr><td></table>");
        assert_eq!(table_of(&page).cells()[0].width(), width, "{value:?}");
        let page = format!("<table><tr><td rowspan='{value}'>a<tr><td><tr><td></table>");
        assert_eq!(table_of(&page).cells()[0].height(), height, "{value:?}");
        let page = format!("<table><colgroup><col span='{value}'></colgroup><colgroup span='{value}'></table>");
        assert_eq!(table_of(&page).width(), 2 * width, "{value:?}");
    }
}

#[test]
fn rowspan_0_ends_with_the_row_group() {
    let page = "<table><tbody><tr><td rowspan=0>a<td>b<tr><td>c<tbody><tr><td>d</table>";
    assert_eq!(grid(page), ["a b", "a c", "d ."]);
    // Rows without a `tr` element belong to the group.
    let page = "<table><tr><td rowspan=0>a<td rowspan=3>b<tbody><tr><td>c</table>";
    assert_eq!(grid(page), ["a b", "a b", "a b", "c ."]);
    let page = "<table><tr><td rowspan=0 colspan=2>a<tr><td>b<tr><td>c<td>d</table>";
    assert_eq!(grid(page), ["a a . .", "a a b .", "a a c d"]);
}

#[test]
fn rowspan_makes_rows_in_its_group() {
    let page = "<table><thead><tr><td rowspan=3>a<tbody><tr><td>b</table>";
    assert_eq!(grid(page), ["a", "a", "a", "b"]);
    let groups = |table: &Table<'_>| table.row_groups().iter().map(|(_, rows)| rows.clone()).collect::<Vec<_>>();
    assert_eq!(groups(&table_of(page)), [0..3, 3..4]);
    // Rows without a `tr` element are not written.
    assert_eq!(table_of(page).text(true).rows, [["b"]]);
}

#[test]
fn row_groups_come_in_the_order_of_the_tree_with_tfoot_last() {
    let page = "<table><tfoot><tr><td>f<tfoot><tr><td>g<tbody><tr><td>b<thead><tr><td>h</table>";
    assert_eq!(grid(page), ["b", "h", "f", "g"]);
    // A `thead` that is not the first group is not the header.
    assert_eq!(table_of(page).header_rows(), 0);
    let page = "<table><tfoot><tr><td>f<thead><tr><td>h<tbody><tr><td>b</table>";
    assert_eq!((grid(page), table_of(page).header_rows()), (vec!["h".into(), "b".into(), "f".into()], 1));
    // An empty group is not counted.
    assert_eq!(table_of("<table><tbody></tbody><tr><td>a</table>").row_groups().len(), 1);
}

#[test]
fn column_groups_come_before_all_rows() {
    let columns =
        |table: &Table<'_>| table.column_groups().iter().map(|(_, columns)| columns.clone()).collect::<Vec<_>>();
    let page = "<table><colgroup span=2></colgroup><col><col span=3><colgroup span=4><col></colgroup></table>";
    assert_eq!(columns(&table_of(page)), [0..2, 2..6, 6..7]);
    let page = "<table><colgroup><tr><td>a<td>b<tr></tr><colgroup span=4></table>";
    assert_eq!((columns(&table_of(page)), table_of(page).width()), (vec![Range { start: 0, end: 1 }], 2));
}

#[test]
fn only_children_belong_to_a_table() {
    let page = "<table><caption>a</caption><caption>b</caption><tr><td>c<table><caption>d</caption><tr><td>e<td>f</table></table>";
    let document = parse(page);
    let tables: Vec<_> = document.tables().collect();
    let captions = tables.iter().map(|table| table.caption().unwrap().text_content());
    assert_eq!(captions.collect::<Vec<_>>(), ["a", "d"]);
    assert_eq!(tables.iter().map(|table| table.cells().len()).collect::<Vec<_>>(), [1, 2]);
    assert!(parse("<p>").descendants().all(|node| node.table().is_none()));
    assert!(parse("<svg><table></table></svg>").tables().count() == 1);
    assert_eq!(parse("<template><table></table></template>").tables().count(), 0);
}

#[test]
fn parts_that_are_not_rendered_are_left_out_of_texts() {
    let page = "<table><caption hidden>c</caption><thead hidden><tr><th>a<tbody><tr><td hidden>b<td>d<tr hidden><td>e<tr><td>f</table>";
    assert_eq!(grid(page), ["a .", "b d", "e .", "f ."]);
    let table = table_of(page);
    let text = table.text(false);
    assert_eq!((text.caption, text.header.len(), text.rows), (None, 0, vec![vec!["d".into()], vec!["f".into()]]));
    // If the table itself is hidden, all of its text is returned.
    assert_eq!(table_of("<table hidden><tr><td>a</table>").text(false).rows, [["a"]]);
}

#[test]
fn headers_name_the_columns() {
    let header = |page| table_of(page).text(false).header;
    assert_eq!(header("<table><thead><tr><td>a\n b<th>c<tbody><tr><td>d</table>"), ["a b", "c"]);
    assert_eq!(header("<table><tr><th>a<th>b<tr><td>d</table>"), ["a", "b"]);
    assert_eq!(header("<table><tr><th>a<td>b<tr><td>d</table>"), [""; 0]);
    assert_eq!(
        header("<table><tr><th rowspan=2>a<th colspan=2>b<tr><th>c<th>d<tr><td>e</table>"),
        ["a", "b / c", "b / d"]
    );
    assert_eq!(header("<table><tr><th colspan=2>a<tr><th>a<th><tr><td>e</table>"), ["a / a", "a"]);
    assert_eq!(header("<table><thead><tr></thead><tr><th>a<tr><td>e</table>"), ["a"]);
    // If all rows are header rows, only the first one is the header.
    assert_eq!(header("<table><tr><th>a<tr><th>b<tr><th>c</table>"), ["a"]);
    assert_eq!(header("<table><thead><tr><td>a<tr><td>b</thead></table>"), ["a"]);
}

#[test]
fn csv_has_the_quotes_of_rfc_4180() {
    let csv = |page| table_of(page).text(false).to_csv();
    assert_eq!(
        csv("<table><tr><td>a,b<td>c\"d<td>e<br>f<td> g <td>=1+1</table>"),
        "\"a,b\",\"c\"\"d\",\"e\nf\",g,=1+1\n"
    );
    assert_eq!(csv("<table><tr><td><tr><td>a</table>"), "\"\"\na\n");
    assert_eq!(csv("<table></table>"), "");
}

#[test]
fn layout_tables() {
    let is_layout = |page| table_of(page).is_layout();
    let long = format!("<table><tr><td>a<td>{}</table>", "word ".repeat(300));
    for page in [
        "<table role=presentation><tr><th>a<td>b</table>",
        "<table role=' none '><tr><th>a<td>b</table>",
        "<table><tr><td><h2>a</h2><td>b</table>",
        "<table><tr><td><blockquote>a</blockquote></table>",
        "<table><tr><td>a<hr></table>",
        "<table><tr><td>a<table></table></table>",
        "<table><tr><td><pre>\na\n\nb</pre></table>",
        "<table><tr><td><pre><b>1\n</b>2</pre></table>",
        &long,
    ] {
        assert!(is_layout(page), "{page}");
    }
    for page in [
        "<table><tr><td>a<td>b</table>",
        "<table><tr><th>a<td><h2>b</h2></table>",
        "<table><tr><td><h2 hidden>a</h2><td><pre hidden>a\nb</pre></table>",
        "<table><tr><td><pre>\na\n</pre><td><pre>b</pre><td><pre>c</pre></table>",
        "<table><tr><td>a\nb</table>",
    ] {
        assert!(!is_layout(page), "{page}");
    }
}

/// Returns the header cells of the cell with the text `of`.
fn headers(page: &str, of: &str) -> Vec<String> {
    let table = table_of(page);
    let cell = table.cells().iter().find(|cell| cell.element().text_content().trim() == of).expect("the cell");
    table.headers_of(cell).iter().map(|cell| cell.element().text_content().trim().to_owned()).collect()
}

#[test]
fn header_cells_of_the_example_of_the_standard() {
    let page = "<table><thead><tr><th>ID<th>Measurement<th>Average<th>Maximum
        <tbody><tr><td><th scope=rowgroup>Cats<td>x<td><tr><td>93<th>Legs<td>3.5<td>4<tr><td>10<th>Tails<td>1<td>1.0
        <tbody><tr><td><th scope=rowgroup>English speakers<td><td><tr><td>32<th>Legs<td>2.67<td>4.0</table>";
    assert_eq!(headers(page, "3.5"), ["Legs", "Average", "Cats"]);
    assert_eq!(headers(page, "x"), ["Average", "Cats"]);
    assert_eq!(headers(page, "93"), ["ID"]);
    assert_eq!(headers(page, "2.67"), ["Legs", "Average", "English speakers"]);
    assert_eq!(headers(page, "Cats"), ["Measurement"]);
    assert_eq!(headers(page, "Measurement"), [""; 0]);
}

#[test]
fn scopes() {
    let page = "<table><tr><th>a<th scope=row>b<td>c<tr><th scope=ROW>d<td>e<td>f</table>";
    // `a` is a row header because its row has data cells and its column has none. `b` is one by its `scope`.
    assert_eq!(headers(page, "c"), ["b", "a"]);
    assert_eq!(headers(page, "e"), ["d"]);
    let page = "<table><tr><th scope=col>a<td>b<tr><th scope=col>c<td>d<tr><td>e<td>f</table>";
    assert_eq!(headers(page, "e"), ["c", "a"]);
    // An empty header cell is ignored. A header cell after data cells hides earlier header cells of the same width.
    let page = "<table><tr><th>a<th><th>b<tr><td>c<td>d<td>e<tr><th>f<th>g<th>h<tr><td>i<td>j<td>k</table>";
    assert_eq!((headers(page, "d"), headers(page, "i")), (vec![], vec!["f".to_owned()]));
    let page = "<table><colgroup span=2><colgroup><tr><th scope=colgroup>a<td>b<td>c<tr><td>d<td>e<td>f</table>";
    assert_eq!((headers(page, "e"), headers(page, "f")), (vec!["a".to_owned()], vec![]));
}

#[test]
fn the_headers_attribute() {
    let page = "<table><tr><th id=o>o</table>
        <table><tr><th id=a>a<td id=b>b<th id=o>x<th id=e><tr><td id=c headers='b a gone o a c e'>c<td headers>d</table>";
    let document = parse(page);
    let table = document.tables().nth(1).unwrap();
    let names = |index: usize| -> Vec<String> {
        table.headers_of(&table.cells()[index]).iter().map(|cell| cell.element().text_content()).collect()
    };
    // Each id counts once. Ids of other tables, missing ids, the cell itself and empty cells are ignored. A data cell may be a header.
    assert_eq!(names(4), ["b", "a"]);
    assert_eq!(names(5), [""; 0]);
    // The ids are those of the current tree.
    let mut document = document;
    let other = document.tables().next().unwrap().cells()[0].element().id();
    document.node_mut(other).unwrap().remove().unwrap();
    let table = document.tables().nth(1).unwrap();
    let found = table.headers_of(&table.cells()[4]);
    assert_eq!(found.iter().map(|cell| cell.element().text_content()).collect::<Vec<_>>(), ["b", "a", "x"]);
    let other = table.cells()[0].element().id();
    document.node_mut(other).unwrap().set_attribute("id", "z").unwrap();
    let table = document.tables().nth(1).unwrap();
    assert_eq!(table.headers_of(&table.cells()[4]).len(), 2);
    // A cell of another table has no headers.
    let second = parse("<table><tr><th>a<td>b</table>");
    assert!(table.headers_of(&second.tables().next().unwrap().cells()[1]).is_empty());
}

/// Returns tables that span far more slots than they have cells.
fn large_spans(count: usize) -> Vec<String> {
    let repeat = |part: &str| part.repeat(count);
    let stairs: String = (0..count).map(|n| format!("<td rowspan={}>word", n + 2)).collect();
    vec![
        format!("<table><tr>{}", repeat("<td colspan=1000>word")),
        format!("<table>{}", repeat("<tr><td colspan=1000 rowspan=65534>word")),
        format!("<table>{}", repeat("<tr><th colspan=1000>word<td>x")),
        format!("<table><tr>{}{}", repeat("<td rowspan=65534>word"), repeat("<tr><td>x")),
        format!("<table><tr>{}{}", repeat("<th rowspan=0 colspan=9>word"), repeat("<tr><td>x")),
        format!("<table><tr>{stairs}{}", repeat("<tr><td>x")),
        format!("<table>{}", repeat("<tbody><tr><td rowspan=65534>word")),
        format!("<table><tr>{}{}", repeat("<td>x"), repeat("<tr><td>word")),
        format!("<table><tr><td rowspan=0>{}<td>x{}", repeat("words "), repeat("<tr><td>x")),
        format!("<table><tr><th colspan=1000>{}<tr>{}", repeat("words "), repeat("<th>x")),
        format!("<table><tr>{}<tr>{}", repeat("<th scope=row>word"), repeat("<td>x")),
        format!("<table>{}", repeat("<tr><th scope=row>word<td>x")),
        format!("<table>{}", repeat("<tr><th scope=col colspan=2>word<tr><td>x<td>y<tr><th>y<td>z")),
        format!("<table>{}", repeat("<tr><th scope=rowgroup>word<td>x")),
    ]
}

#[test]
fn output_grows_with_the_page() {
    for page in large_spans(1_200) {
        let table = table_of(&page);
        let slots: usize = table.rows().map(|row| row.len()).sum();
        assert!(slots <= table.cells().len() * 64 + 10_000, "{slots} positions");
        for repeat in [false, true] {
            let written = table.text(repeat).to_csv().len();
            assert!(written <= (1 << 20) + 20 * page.len() + 80_000, "{written} bytes for {}", page.len());
        }
        let found: usize = table.cells().iter().map(|cell| table.headers_of(cell).len()).sum();
        assert!(found <= 4_000 * table.cells().len());
    }
}

/// In tables that are too large to be padded, values still are in the columns of their headers.
#[test]
fn rows_of_a_large_table_end_at_their_last_cell() {
    let page = "<table><thead><tr><th>Label<th>Value<tbody><tr><td rowspan=500>label<td>v".to_owned()
        + &"<tr><td>v".repeat(499)
        + "<tr>"
        + &"<td>x".repeat(200);
    let table = table_of(&page);
    let text = table.text(true);
    assert_eq!(text.header.len(), 200);
    assert_eq!(text.header[..3], ["Label", "Value", ""]);
    assert!(text.rows[..500].iter().all(|row| row[..] == ["label", "v"]));
    assert_eq!(text.rows[500].len(), 200);
    let page = "<table>".to_owned() + &"<tr><td>a<td>b<td>c".repeat(1000) + "<tr>" + &"<td>x".repeat(300);
    let lengths: Vec<usize> = table_of(&page).rows().map(|row| row.len()).collect();
    assert!(lengths[..1000].iter().all(|length| *length == 3) && lengths[1000] == 300);
}

/// A table formed slot by slot, as in the standard.
struct Dense<'d> {
    width: u64,
    height: u64,
    cells: Vec<(NodeRef<'d>, HashSet<(u64, u64)>)>,
    anchors: Vec<(u64, u64, u64)>,
    slots: BTreeMap<(u64, u64), Vec<usize>>,
    row_groups: Vec<(u64, u64)>,
    column_groups: Vec<(u64, u64)>,
    growing: Vec<(usize, u64, u64)>,
    row: u64,
}

fn number(element: NodeRef<'_>, name: &str) -> Option<u64> {
    element.attribute(name).and_then(|value| value.parse().ok())
}

impl<'d> Dense<'d> {
    fn of(table: NodeRef<'d>) -> Dense<'d> {
        let mut dense = Dense {
            width: 0,
            height: 0,
            cells: Vec::new(),
            anchors: Vec::new(),
            slots: BTreeMap::new(),
            row_groups: Vec::new(),
            column_groups: Vec::new(),
            growing: Vec::new(),
            row: 0,
        };
        let mut pending = Vec::new();
        let mut has_rows = false;
        for child in table.child_elements() {
            match child.local_name() {
                "colgroup" if !has_rows => {
                    let start = dense.width;
                    let columns: Vec<_> = child.child_elements().filter(|child| child.local_name() == "col").collect();
                    let spans = if columns.is_empty() { vec![child] } else { columns };
                    for element in spans {
                        dense.width += number(element, "span").unwrap_or(1).clamp(1, 1000);
                    }
                    dense.column_groups.push((start, dense.width));
                }
                "tr" => {
                    has_rows = true;
                    dense.process_row(child);
                }
                "thead" | "tbody" | "tfoot" => {
                    has_rows = true;
                    dense.end_row_group();
                    match child.local_name() {
                        "tfoot" => pending.push(child),
                        _ => dense.process_row_group(child),
                    }
                }
                _ => {}
            }
        }
        pending.into_iter().for_each(|group| dense.process_row_group(group));
        dense
    }

    fn process_row_group(&mut self, group: NodeRef<'d>) {
        let start = self.height;
        group.child_elements().for_each(|row| self.process_row(row));
        if self.height > start {
            self.row_groups.push((start, self.height));
        }
        self.end_row_group();
    }

    fn end_row_group(&mut self) {
        while self.row < self.height {
            self.grow();
            self.row += 1;
        }
        self.growing.clear();
    }

    fn grow(&mut self) {
        for (cell, column, width) in self.growing.clone() {
            for column in column..column + width {
                self.cover(cell, column, self.row);
            }
        }
    }

    fn cover(&mut self, cell: usize, column: u64, row: u64) {
        if self.cells[cell].1.insert((column, row)) {
            self.slots.entry((column, row)).or_default().push(cell);
        }
    }

    fn process_row(&mut self, element: NodeRef<'d>) {
        if self.height == self.row {
            self.height += 1;
        }
        let mut column = 0;
        self.grow();
        for element in element.child_elements() {
            while column < self.width && self.slots.contains_key(&(column, self.row)) {
                column += 1;
            }
            if column == self.width {
                self.width += 1;
            }
            let colspan = number(element, "colspan").filter(|&span| span > 0).unwrap_or(1).min(1000);
            let rowspan = number(element, "rowspan").unwrap_or(1).min(65_534);
            let (grows, rowspan) = (rowspan == 0, rowspan.max(1));
            self.width = self.width.max(column + colspan);
            self.height = self.height.max(self.row + rowspan);
            let cell = self.cells.len();
            self.cells.push((element, HashSet::new()));
            self.anchors.push((column, self.row, colspan));
            for row in self.row..self.row + rowspan {
                for column in column..column + colspan {
                    self.cover(cell, column, row);
                }
            }
            if grows {
                self.growing.push((cell, column, colspan));
            }
            column += colspan;
        }
        self.row += 1;
    }

    fn cell_height(&self, cell: usize) -> u64 {
        let (column, row, _) = self.anchors[cell];
        (row..).take_while(|&row| self.cells[cell].1.contains(&(column, row))).count() as u64
    }

    fn is_header(&self, cell: usize) -> bool {
        self.cells[cell].0.local_name() == "th"
    }

    fn scope(&self, cell: usize) -> &'d str {
        self.cells[cell].0.attribute("scope").unwrap_or_default()
    }

    fn has_data(&self, is_in: impl Fn(u64, u64) -> bool) -> bool {
        self.slots.iter().any(|(&(x, y), cells)| is_in(x, y) && cells.iter().any(|&cell| !self.is_header(cell)))
    }

    fn is_column_header(&self, cell: usize) -> bool {
        let rows = self.anchors[cell].1..self.anchors[cell].1 + self.cell_height(cell);
        match self.scope(cell) {
            "col" => true,
            "" => !self.has_data(|_, y| rows.contains(&y)),
            _ => false,
        }
    }

    fn is_row_header(&self, cell: usize) -> bool {
        let (column, _, width) = self.anchors[cell];
        match self.scope(cell) {
            "row" => true,
            "" => !self.is_column_header(cell) && !self.has_data(|x, _| (column..column + width).contains(&x)),
            _ => false,
        }
    }

    fn scan(&self, principal: usize, list: &mut Vec<usize>, initial: (u64, u64), delta: (u64, u64)) {
        let (mut x, mut y) = initial;
        let mut opaque: Vec<usize> = Vec::new();
        let mut in_block = self.is_header(principal);
        let mut block = if in_block { vec![principal] } else { Vec::new() };
        loop {
            let (Some(next_x), Some(next_y)) = (x.checked_sub(delta.0), y.checked_sub(delta.1)) else { return };
            (x, y) = (next_x, next_y);
            let Some([cell]) = self.slots.get(&(x, y)).map(Vec::as_slice) else { continue };
            let cell = *cell;
            if self.is_header(cell) {
                in_block = true;
                block.push(cell);
                let (column, row, width) = self.anchors[cell];
                let is_blocked = match delta.0 {
                    0 => {
                        let hides = |&it: &usize| (self.anchors[it].0, self.anchors[it].2) == (column, width);
                        opaque.iter().any(hides) || !self.is_column_header(cell)
                    }
                    _ => {
                        let height = self.cell_height(cell);
                        let hides = |&it: &usize| (self.anchors[it].1, self.cell_height(it)) == (row, height);
                        opaque.iter().any(hides) || !self.is_row_header(cell)
                    }
                };
                if !is_blocked {
                    list.push(cell);
                }
            } else if in_block {
                in_block = false;
                opaque.append(&mut block);
            }
        }
    }

    fn headers_of(&self, document: &'d Document<'_>, principal: usize) -> Vec<usize> {
        let (element, (x, y, width)) = (self.cells[principal].0, self.anchors[principal]);
        let height = self.cell_height(principal);
        let mut list = Vec::new();
        if let Some(ids) = element.attribute("headers") {
            for id in ids.split_ascii_whitespace() {
                let found = document.element_by_id(id);
                list.extend((0..self.cells.len()).filter(|&cell| Some(self.cells[cell].0) == found));
            }
        } else {
            (y..y + height).for_each(|y| self.scan(principal, &mut list, (x, y), (1, 0)));
            (x..x + width).for_each(|x| self.scan(principal, &mut list, (x, y), (0, 1)));
            let is_near = |&cell: &usize| self.anchors[cell].0 < x + width && self.anchors[cell].1 < y + height;
            if let Some(&(start, end)) = self.row_groups.iter().find(|group| (group.0..group.1).contains(&y)) {
                let is_in =
                    |&cell: &usize| self.scope(cell) == "rowgroup" && (start..end).contains(&self.anchors[cell].1);
                list.extend((0..self.cells.len()).filter(|&cell| self.is_header(cell)).filter(is_in).filter(is_near));
            }
            if let Some(&(start, end)) = self.column_groups.iter().find(|group| (group.0..group.1).contains(&x)) {
                let is_in =
                    |&cell: &usize| self.scope(cell) == "colgroup" && (start..end).contains(&self.anchors[cell].0);
                list.extend((0..self.cells.len()).filter(|&cell| self.is_header(cell)).filter(is_in).filter(is_near));
            }
        }
        let mut seen = HashSet::from([principal]);
        list.retain(|&cell| !self.cells[cell].0.text_content().trim().is_empty() && seen.insert(cell));
        list
    }
}

/// Generates XML markup, in which a `tr` can be a child of the table and groups are in any order.
fn tables() -> impl Strategy<Value = String> {
    let attribute = |name: &'static str, values: &'static [&'static str]| {
        let value = prop::sample::select(values);
        value.prop_map(move |value| if value.is_empty() { String::new() } else { format!(" {name}='{value}'") })
    };
    let cell = (
        prop::sample::select(&["td", "th"][..]),
        attribute("colspan", &["", "", "", "2", "3", "0"]),
        attribute("rowspan", &["", "", "", "2", "3", "0"]),
        attribute("scope", &["", "", "", "row", "col", "rowgroup", "colgroup"]),
        attribute("id", &["", "", "a", "b"]),
        attribute("headers", &["", "", "", "", "", "a", "b a c"]),
        prop::sample::select(&["x", "x", "x", " ", ""][..]),
    );
    let cell = cell.prop_map(|(name, colspan, rowspan, scope, id, headers, text)| {
        format!("<{name}{colspan}{rowspan}{scope}{id}{headers}>{text}</{name}>")
    });
    let row = prop::collection::vec(cell, 0..5).prop_map(|cells| format!("<tr>{}</tr>", cells.concat()));
    let group = (prop::sample::select(&["thead", "tbody", "tfoot"][..]), prop::collection::vec(row.clone(), 0..4));
    let group = group.prop_map(|(name, rows)| format!("<{name}>{}</{name}>", rows.concat()));
    let columns = (attribute("span", &["", "2"]), prop::collection::vec(attribute("span", &["", "2", "3"]), 0..3));
    let columns = columns.prop_map(|(span, columns)| {
        let columns: String = columns.iter().map(|span| format!("<col{span}/>")).collect();
        format!("<colgroup{span}>{columns}</colgroup>")
    });
    let part = prop_oneof![5 => row, 3 => group, 1 => columns];
    prop::collection::vec(part, 0..8).prop_map(|parts| {
        let mut page = String::from("<html xmlns='http://www.w3.org/1999/xhtml'><p id='c'/>");
        for part in parts.chunks(4).map(<[String]>::concat).rev().take(1) {
            write!(page, "<table>{part}</table>").unwrap();
        }
        write!(page, "<table>{}</table></html>", parts.concat()).unwrap();
        page
    })
}

proptest! {
    #[test]
    fn matches_the_table_model_of_the_standard(page in tables()) {
        let document = limpid_dom::xml::parse(&page);
        for table in document.tables() {
            let dense = Dense::of(table.element());
            prop_assert_eq!((table.width(), table.height()), (dense.width, dense.height));
            let covered = |cell: &TableCell<'_>| {
                let rows = cell.row()..cell.row() + cell.height();
                rows.flat_map(|y| (cell.column()..cell.column() + cell.width()).map(move |x| (x, y))).collect()
            };
            let cells: Vec<(_, HashSet<_>)> = table.cells().iter().map(|cell| (cell.element(), covered(cell))).collect();
            prop_assert_eq!(&cells, &dense.cells);
            let ranges = |groups: &[(NodeRef<'_>, Range<u64>)]| -> Vec<_> {
                groups.iter().map(|(_, range)| (range.start, range.end)).collect()
            };
            prop_assert_eq!(ranges(table.row_groups()), dense.row_groups.clone());
            prop_assert_eq!(ranges(table.column_groups()), dense.column_groups.clone());
            let anchors: HashSet<_> = dense.anchors.iter().map(|&(x, y, _)| (x, y)).collect();
            let has_error = dense.slots.values().any(|cells| cells.len() > 1)
                || (0..dense.width).any(|x| !anchors.iter().any(|anchor| anchor.0 == x))
                || (0..dense.height).any(|y| !anchors.iter().any(|anchor| anchor.1 == y));
            prop_assert_eq!(table.has_model_error(), has_error);
            for (index, cell) in table.cells().iter().enumerate() {
                let found: Vec<_> = table.headers_of(cell).iter().map(|cell| cell.element()).collect();
                let expected: Vec<_> =
                    dense.headers_of(&document, index).iter().map(|&cell| dense.cells[cell].0).collect();
                prop_assert_eq!(found, expected, "of {:?}", cell.element());
            }
            let columns: Vec<u64> = (0..dense.width).filter(|&x| anchors.iter().any(|anchor| anchor.0 == x)).collect();
            let rows = (0..dense.height).filter(|&y| anchors.iter().any(|anchor| anchor.1 == y));
            for (slots, y) in table.rows().zip(rows) {
                prop_assert_eq!(slots.len(), columns.len());
                for (slot, &x) in slots.iter().zip(&columns) {
                    let covering: Vec<_> = dense.slots.get(&(x, y)).into_iter().flatten().copied().collect();
                    let starting = covering.iter().find(|&&cell| (dense.anchors[cell].0, dense.anchors[cell].1) == (x, y));
                    match *slot {
                        TableSlot::Cell(cell) => prop_assert_eq!(Some(cell.element()), starting.map(|&it| dense.cells[it].0)),
                        TableSlot::Spanned(cell) => {
                            prop_assert!(starting.is_none());
                            prop_assert!(covering.iter().any(|&it| dense.cells[it].0 == cell.element()));
                        }
                        TableSlot::Empty => prop_assert_eq!(covering, Vec::<usize>::new()),
                    }
                }
            }
        }
    }
}

#[test]
fn every_text_is_written_once() {
    let page =
        "<table><tr><td rowspan=0>a<td colspan=3>b<tr><td>c<tr><td colspan=2 rowspan=2>d<td>e<tbody><tr><td>f</table>";
    let text = table_of(page).text(false);
    let mut written: Vec<_> = text.rows.concat().into_iter().filter(|text| !text.is_empty()).collect();
    written.sort_unstable();
    assert_eq!(written, ["a", "b", "c", "d", "e", "f"]);
    assert!(parse(page).descendants().any(|node| node.is_html(LocalName::TD)));
}
