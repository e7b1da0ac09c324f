//! Tests of the rules on small sources.

use super::source::{Document, Repository, Source};
use super::{Finding, RULES};
use std::path::PathBuf;

fn repository(files: &[(&str, &str)]) -> Repository {
    let source = |&(path, text): &(&str, &str)| {
        let syntax = syn::parse_file(text).expect("Rust");
        path.ends_with(".rs").then(|| Source { path: path.to_owned(), text: text.to_owned(), syntax })
    };
    let mut sources: Vec<Source> = files.iter().filter(|(path, _)| path.ends_with(".rs")).filter_map(source).collect();
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    let is_document = |(path, _): &&(&str, &str)| path.ends_with(".md");
    let document = |(path, text): &(&str, &str)| Document { path: (*path).to_owned(), text: (*text).to_owned() };
    let documents = files.iter().filter(is_document).map(document).collect();
    Repository { root: PathBuf::from("/nowhere"), sources, documents }
}

/// Returns the findings of a rule as `path:line`.
fn places(rule: &str, files: &[(&str, &str)]) -> Vec<String> {
    let (_, rule) = RULES.iter().find(|(name, _)| *name == rule).expect("a rule");
    rule(&repository(files)).iter().map(|Finding { path, line, .. }| format!("{path}:{line}")).collect()
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
fn named_files() {
    let files = [("docs/a.md", "[b](b.md), [c](https://c.example/d.md)\n`crates/none.rs:7`, `cargo xtask`\n")];
    assert_eq!(places("links", &files), ["docs/a.md:1", "docs/a.md:2"]);
}
