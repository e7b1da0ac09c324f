//! Writes a page of each HTML family, for tests in other languages: `families FOLDER BYTES`. The file name is the index of the family, and
//! each page has about `BYTES` bytes.
use limpid_pages::families::{FAMILIES, FamilyKind};
use std::path::Path;
use std::{env, fs, process};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, bytes] = &arguments[..] else { return fail("usage: families FOLDER BYTES") };
    let Ok(bytes) = bytes.parse::<usize>() else { return fail("BYTES must be a number") };
    for (place, family) in FAMILIES.iter().enumerate().filter(|(_, family)| family.kind != FamilyKind::Xml) {
        let repetitions = bytes * 1_000 / (family.page)(1_000).len();
        let path = Path::new(folder).join(format!("{place:03}.html"));
        if let Err(error) = fs::write(&path, (family.page)(repetitions)) {
            return fail(&format!("cannot write {}: {error}", path.display()));
        }
    }
}

fn fail(message: &str) {
    eprintln!("{message}");
    process::exit(2);
}
