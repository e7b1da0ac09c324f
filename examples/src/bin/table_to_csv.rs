//! Prints each data table of a page as CSV. A cell's text is repeated in each position that the cell spans.
//!
//! `cargo run -p limpid-examples --bin table_to_csv -- examples/pages/table_to_csv.html`

#![forbid(unsafe_code)]

use limpid::Table;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let document = limpid::parse_bytes(limpid_examples::read()?);
    for table in document.tables().filter(|table| !table.is_layout()) {
        let text = table.text(true);
        println!("# {}", text.caption.as_deref().unwrap_or("without a caption"));
        print!("{}", text.to_csv());
        print_headers_of_last_cell(&table);
    }
    Ok(())
}

/// Prints the header cells that the standard assigns to the last cell, row headers first.
fn print_headers_of_last_cell(table: &Table<'_>) {
    let Some(cell) = table.cells().last() else { return };
    let headers: Vec<String> = table.headers_of(cell).iter().map(|header| header.element().inner_text()).collect();
    println!("# {:?} is about: {}", cell.element().inner_text(), headers.join(", "));
}
