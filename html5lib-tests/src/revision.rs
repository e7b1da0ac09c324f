//! Identifies the revision of a suite by its content, because the files need not be in a git checkout.

use std::fs;
use std::path::Path;

use crate::suites::{self, ReadError};

/// The last revision of html5lib-tests with tree-construction cases, of 2026-06-20. Since then they are in web-platform-tests.
pub const HTML5LIB_REVISION: &str = "9329e64694e7835d0dcff9811e22856ef6ad16f9";

/// The last revision of xml5lib-tests, of 2025-03-26.
pub const XML5LIB_REVISION: &str = "a6d626edfc2e79246d26185b7f7ac23945a307f9";

/// Known revisions, by the hash of their suite files.
const KNOWN: [(u64, &str); 2] = [(0x0b9b_a10c_e480_a78c, HTML5LIB_REVISION), (0xf48d_d3e3_470b_e133, XML5LIB_REVISION)];

/// Returns the revision of the suite in a folder: a commit hash if it is known, otherwise a hash of the names and bytes of the suite files, in
/// the form `content 0123456789abcdef`. Other files are ignored.
///
/// # Errors
/// If a file cannot be read.
pub fn of(folder: &Path) -> Result<String, ReadError> {
    let mut hash = Fnv1a::default();
    for file in suites::files(folder)? {
        let bytes = fs::read(&file.path).map_err(|error| ReadError::new(&file.path, &error))?;
        for part in [file.name.as_bytes(), &bytes] {
            // Without the lengths, moving bytes from the end of a part to the start of the next part would not change the hash.
            hash.add(&(part.len() as u64).to_le_bytes());
            hash.add(part);
        }
    }
    let known = KNOWN.iter().find(|(known, _)| *known == hash.0);
    Ok(known.map_or_else(|| format!("content {:016x}", hash.0), |(_, revision)| (*revision).to_owned()))
}

/// The hash [FNV-1a](http://www.isthe.com/chongo/tech/comp/fnv/). It is not cryptographic, but nobody forges suites.
struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv1a {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        let hash = |text: &str| {
            let mut hash = Fnv1a::default();
            hash.add(text.as_bytes());
            hash.0
        };
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn names_and_bytes_of_suite_files_count() {
        let revision = |files: &[(&str, &str)]| {
            let root = tempfile::tempdir().unwrap();
            for (name, text) in files {
                fs::write(root.path().join(name), text).unwrap();
            }
            of(root.path()).unwrap()
        };
        let one = revision(&[("a.dat", "b")]);
        assert!(one.starts_with("content ") && one.len() == "content ".len() + 16, "{one}");
        assert_eq!(revision(&[("a.dat", "b"), ("README.md", "c")]), one);
        assert_ne!(revision(&[("a.dat", "c")]), one);
        assert_ne!(revision(&[("b.dat", "b")]), one);
        assert_ne!(revision(&[("a.dat", "b"), ("b.dat", "")]), one);
    }
}
