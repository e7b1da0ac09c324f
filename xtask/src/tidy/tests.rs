//! The rules on small sources that break them.

use super::source::{Document, House, Source};
use super::{Finding, RULES};
use std::cell::OnceCell;
use std::path::PathBuf;

fn house(files: &[(&str, &str)]) -> House {
    let source = |&(path, text): &(&str, &str)| {
        let syntax = syn::parse_file(text).expect("Rust");
        path.ends_with(".rs").then(|| Source { path: path.to_owned(), text: text.to_owned(), syntax })
    };
    let mut sources: Vec<Source> = files.iter().filter(|(path, _)| path.ends_with(".rs")).filter_map(source).collect();
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    let is_document = |(path, _): &&(&str, &str)| path.ends_with(".md");
    let document = |(path, text): &(&str, &str)| Document { path: (*path).to_owned(), text: (*text).to_owned() };
    let documents = files.iter().filter(is_document).map(document).collect();
    House { root: PathBuf::from("/nowhere"), sources, documents, graphs: OnceCell::new() }
}

/// Returns the findings of a rule as `path:line`.
fn places(rule: &str, files: &[(&str, &str)]) -> Vec<String> {
    let (_, rule) = RULES.iter().find(|(name, _)| *name == rule).expect("a rule");
    rule(&house(files)).iter().map(|Finding { path, line, .. }| format!("{path}:{line}")).collect()
}

#[test]
fn lengths() {
    let line = "    a();\n";
    let body = |lines: usize| line.repeat(lines) + "\n    // Nothing.\n";
    let text = format!("fn a() {{\n{}}}\nfn b() {{\n{}}}\n", body(100), body(101));
    assert_eq!(
        places("function-length", &[("a.rs", &text)]).iter().filter(|place| place.starts_with("a.rs")).count(),
        1
    );
    let files = [("a.rs", "\n".repeat(1000)), ("b.rs", "\n".repeat(1001)), ("generated.rs", "\n".repeat(2000))];
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    assert_eq!(places("file-length", &files), ["b.rs:1001", "generated.rs:1001"]);
}

#[test]
fn compiled_where_called() {
    let functions =
        "fn a() {}\n#[inline]\nfn b() {}\nfn c<T>(t: T) {}\nfn d(f: &mut impl FnMut()) {}\nfn e<'a>(a: &'a str) {}\n";
    let methods = "impl<T> X<T> {\n    fn f() {}\n}\nimpl<'x> Y<'x> {\n    fn g() {}\n}\n";
    let text = format!("{functions}{methods}#[cfg(test)]\nmod tests {{\n    fn h() {{}}\n}}\n");
    let files = [("crates/limpid-dom/src/edit/a.rs", &*text), ("crates/limpid-dom/src/build/a.rs", "fn a() {}\n")];
    let found = [1, 6, 11].map(|line| format!("crates/limpid-dom/src/edit/a.rs:{line}"));
    assert_eq!(places("compiled-where-called", &files), found);
}

#[test]
fn rust_version() {
    let text = "fn a(b: u8) {\n    match b {\n        1 if let 2 = b => {}\n        3 if b == 3 => {}\n        _ => {}\n    }\n}\n";
    assert_eq!(places("rust-version", &[("a.rs", text)]), ["a.rs:3"]);
}

#[test]
fn circles() {
    // A re-export leads to the file that defines the name; tests and links in docs count for nothing.
    let files = [
        ("crates/x/src/lib.rs", "mod a;\nmod b;\nmod c;\nmod d;\npub use a::A;\npub use d::D;\n"),
        ("crates/x/src/a.rs", "use crate::b::B;\npub struct A(B);\n"),
        ("crates/x/src/b.rs", "use crate::c;\npub struct B(c::C);\n"),
        ("crates/x/src/c.rs", "use crate::D;\npub struct C(D);\n"),
        ("crates/x/src/d.rs", "pub struct D;\nimpl D {\n    fn a() {\n        f!(crate::A);\n    }\n}\n"),
        ("crates/y/src/lib.rs", "mod a;\nmod b;\n"),
        ("crates/y/src/a.rs", "use crate::b::B;\npub struct A(B);\n"),
        ("crates/y/src/b.rs", "pub struct B;\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n"),
    ];
    let found = ["crates/x/src/a.rs:1", "crates/x/src/b.rs:1", "crates/x/src/c.rs:1", "crates/x/src/d.rs:1"];
    assert_eq!(places("circles", &files), found);
}

#[test]
fn rooms() {
    let files = [
        ("crates/limpid-dom/src/lib.rs", "mod build;\nmod edit;\nmod read;\nmod source;\nmod storage;\nmod write;\n"),
        ("crates/limpid-dom/src/build/mod.rs", "pub struct Sink;\n"),
        ("crates/limpid-dom/src/edit/mod.rs", "use crate::read::Document;\n"),
        ("crates/limpid-dom/src/read/mod.rs", "pub use super::storage::Node;\npub struct Document;\n"),
        ("crates/limpid-dom/src/source/mod.rs", "use crate::read::Document;\n"),
        ("crates/limpid-dom/src/storage/mod.rs", "use crate::{read};\npub struct Node(read::Document);\n"),
        ("crates/limpid-dom/src/write/mod.rs", "fn write() -> crate::build::Sink {}\n"),
    ];
    assert_eq!(
        places("rooms", &files),
        ["crates/limpid-dom/src/storage/mod.rs:2", "crates/limpid-dom/src/write/mod.rs:1"]
    );
}

#[test]
fn named_files() {
    let files = [("docs/a.md", "[b](b.md), [c](https://c.example/d.md)\n`crates/none.rs:7`, `cargo xtask`\n")];
    assert_eq!(places("links", &files), ["docs/a.md:1", "docs/a.md:2"]);
}
