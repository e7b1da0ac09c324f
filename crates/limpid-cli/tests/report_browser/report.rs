//! Creates reports with the built command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A report in a temporary folder.
pub(crate) struct Report {
    folder: TempDir,
}

impl Report {
    pub(crate) fn of(page: &str) -> Report {
        Report::named(page, "page.html", &["--encoding", "utf-8"])
    }

    /// Creates the report of a page with this file name and these options.
    pub(crate) fn named(page: &str, name: &str, options: &[&str]) -> Report {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), page).unwrap();
        let output = Command::new(assert_cmd::cargo::cargo_bin!("limpid"))
            .args(["report", name, "-o", "report.html"])
            .args(options)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        Report { folder }
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("report.html")
    }
}

/// Returns a page from tests/pages.
pub(crate) fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages").join(name)).unwrap()
}

/// Returns a page of one line with at least a megabyte, tens of thousands of nodes and thousands of errors.
pub(crate) fn large_page() -> String {
    let mut page = String::from("<!DOCTYPE html><title>Large</title>");
    let mut number = 0;
    while page.len() < 1_000_000 {
        number += 1;
        page += &format!(
            "<div class=\"card c{number}\"><p>Boat <b>{number}</p> leaves at {}:00</b><img src={number}.png alt=>\
             <table>soon<tr><td>pier<td>{}</table><a href=/tours?id={number}&amp;x>Book</a></i></div>",
            number % 24,
            number % 9
        );
    }
    page + "<p id=last>The last one</nobody>"
}
