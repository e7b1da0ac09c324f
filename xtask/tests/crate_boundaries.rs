//! Checks the crates against docs/architecture.md: their dependencies, licenses and build scripts, and that they forbid `unsafe` code.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The allowed dependencies of each published crate, except development dependencies.
const ALLOWED: &[(&str, &[&str])] = &[
    ("limpid-markup", &["foldhash", "miette", "serde"]),
    ("limpid-encoding", &["limpid-markup", "encoding_rs", "memchr", "simdutf8", "chardetng"]),
    ("limpid-tokenizer", &["limpid-markup", "memchr", "safe_arch"]),
    ("limpid-tree-builder", &["limpid-markup", "limpid-tokenizer"]),
    ("limpid-xml5", &["limpid-markup", "limpid-tokenizer"]),
    (
        "limpid-dom",
        &[
            "limpid-markup",
            "limpid-encoding",
            "limpid-tokenizer",
            "limpid-tree-builder",
            "limpid-xml5",
            "cssparser",
            "serde",
            "yoke",
        ],
    ),
    ("limpid-select", &["limpid-markup", "limpid-dom", "memchr"]),
    ("limpid-xpath", &["limpid-dom", "limpid-markup", "regex-automata"]),
    ("limpid-sanitizer", &["limpid-markup", "limpid-dom", "serde", "url", "cssparser"]),
    (
        "limpid-rewrite",
        &[
            "limpid-markup",
            "limpid-encoding",
            "limpid-tokenizer",
            "limpid-tree-builder",
            "limpid-select",
            "memchr",
            "simdutf8",
        ],
    ),
    ("limpid-content", &["limpid-markup", "limpid-dom", "serde_json", "url"]),
    (
        "limpid",
        &[
            "limpid-markup",
            "limpid-encoding",
            "limpid-tokenizer",
            "limpid-tree-builder",
            "limpid-dom",
            "limpid-select",
            "limpid-xpath",
            "limpid-sanitizer",
            "limpid-rewrite",
            "limpid-content",
            "similar",
            "url",
            "cssparser",
        ],
    ),
    ("limpid-report", &["limpid", "base64", "indexmap", "serde", "serde_json", "sha2"]),
    ("limpid-arrow", &["limpid", "limpid-warc", "arrow-array", "arrow-data", "arrow-schema"]),
    (
        "limpid-markup5ever",
        &[
            "limpid-markup",
            "limpid-tokenizer",
            "limpid-tree-builder",
            "limpid-xml5",
            "limpid-dom",
            "limpid-sanitizer",
            "markup5ever",
        ],
    ),
    (
        "limpid-html5ever",
        &["limpid-markup", "limpid-tokenizer", "limpid-tree-builder", "limpid-markup5ever", "markup5ever"],
    ),
    ("limpid-warc", &["brotli-decompressor", "flate2", "memchr", "ruzstd"]),
    (
        "limpid-cli",
        &[
            "limpid",
            "limpid-report",
            "limpid-warc",
            "annotate-snippets",
            "anstream",
            "anstyle",
            "clap",
            "clap_complete",
            "clap_mangen",
            "ctrlc",
            "flate2",
            "glob",
            "ignore",
            "indicatif",
            "percent-encoding",
            "ruzstd",
            "serde",
            "serde_json",
            "shlex",
            "tempfile",
            "url",
            "winapi-util",
        ],
    ),
];

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the repository")
}

/// Returns the packages of the workspace by name.
fn packages() -> BTreeMap<String, Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version=1"])
        .current_dir(repository())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    packages.iter().map(|package| (package["name"].as_str().unwrap_or_default().to_owned(), package.clone())).collect()
}

#[test]
fn crates_have_only_allowed_dependencies() {
    let packages = packages();
    for (name, allowed) in ALLOWED {
        let package = packages.get(*name).unwrap_or_else(|| panic!("no crate {name}"));
        for dependency in package["dependencies"].as_array().expect("a list of dependencies") {
            if dependency["kind"] == "dev" {
                continue;
            }
            let dependency = dependency["name"].as_str().unwrap_or_default();
            assert!(allowed.contains(&dependency), "{name} must not depend on {dependency}");
        }
    }
}

/// Checks that the table in docs/security.md lists each external dependency of the libraries with the crates that use it.
#[test]
fn dependencies_of_the_libraries_are_in_the_docs() {
    let page = std::fs::read_to_string(repository().join("docs/security.md")).expect("the page is readable");
    let (workspace, mut missing) = (packages(), Vec::new());
    for (library, _) in ALLOWED.iter().filter(|(name, _)| *name != "limpid-cli") {
        for dependency in workspace[*library]["dependencies"].as_array().expect("a list of dependencies") {
            let name = dependency["name"].as_str().unwrap_or_default();
            if dependency["kind"] == "dev" || workspace.contains_key(name) {
                continue;
            }
            let link = format!("[{name}](https://crates.io/crates/{name})");
            let row = page.lines().find(|line| line.starts_with('|') && line.contains(&link));
            let crates = row.and_then(|row| row.split('|').nth(2)).unwrap_or_default();
            if !crates.split(',').any(|known| known.trim() == *library) {
                missing.push(format!("{name} of {library}"));
            }
        }
    }
    assert!(missing.is_empty(), "the table in docs/security.md lacks {}", missing.join(", "));
}

#[test]
fn every_published_crate_is_in_the_table() {
    for (name, package) in packages() {
        let is_published = package["publish"] != Value::Array(Vec::new());
        assert!(
            !is_published || ALLOWED.iter().any(|(known, _)| *known == name),
            "{name} is not in `ALLOWED` of xtask/tests/crate_boundaries.rs"
        );
    }
}

#[test]
fn every_crate_forbids_unsafe_code_and_has_no_build_script() {
    for (name, package) in packages() {
        for target in package["targets"].as_array().expect("a list of targets") {
            let kinds = target["kind"].to_string();
            assert!(!kinds.contains("custom-build"), "{name} has a build script");
            if kinds.contains("lib") || kinds.contains("bin") {
                let path = target["src_path"].as_str().unwrap_or_default();
                let source = std::fs::read_to_string(path).expect("the source is readable");
                assert!(source.contains("#![forbid(unsafe_code)]"), "{path} does not forbid unsafe code");
            }
        }
        assert_eq!(package["license"], "MIT OR Apache-2.0", "{name}");
    }
}
