//! Tests that a reader of events reports the same quirks mode as the document.

use limpid::events::{Event, EventReader};

#[test]
fn quirks_mode_equals_that_of_the_document() {
    let doctypes = [
        "",
        "<!-- no doctype -->",
        "<!DOCTYPE html>",
        "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Transitional//EN' 'x'>",
        "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2//EN'>",
    ];
    for doctype in doctypes {
        let page = format!("{doctype}<p>1<p>{}<p>2", "text ".repeat(3000));
        let mut reader = EventReader::new(&page);
        let mut modes = Vec::new();
        while let Some((event, open)) = reader.next_event() {
            if let Event::Enter(_) = event {
                modes.push(open.quirks_mode());
            }
        }
        assert_eq!(modes, [limpid::parse(&page).quirks_mode(); 6], "{doctype}");
    }
}
