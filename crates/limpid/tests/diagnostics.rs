//! Parse errors printed by other libraries.

use miette::{Diagnostic, NarratableReportHandler, Report};

#[test]
fn miette_prints_a_parse_error_with_its_line() {
    let page = "<!DOCTYPE html>\n<p id=a id=b>Tea";
    let document = limpid::parse(page);
    let [error] = document.errors() else { panic!("{:?}", document.errors()) };
    assert_eq!(error.code().unwrap().to_string(), "duplicate-attribute");
    assert_eq!(error.url().unwrap().to_string(), error.code.url());
    let report = Report::new(*error).with_source_code(page);
    let mut printed = String::new();
    NarratableReportHandler::new().render_report(&mut printed, report.as_ref()).unwrap();
    assert!(printed.contains("line 2, column 11"), "{printed}");
    assert!(printed.contains(error.code.message()), "{printed}");
}
