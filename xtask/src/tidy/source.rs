//! The files that the rules check: parsed Rust sources, and Markdown.

use std::fs;
use std::path::{Path, PathBuf};
use syn::{Attribute, Meta};

/// All Rust and Markdown files of the repository.
pub struct Repository {
    pub(super) root: PathBuf,
    pub(super) sources: Vec<Source>,
    pub(super) documents: Vec<Document>,
}

/// A Rust file.
pub(super) struct Source {
    /// The path relative to the root of the repository, with `/`.
    pub(super) path: String,
    pub(super) text: String,
    pub(super) syntax: syn::File,
}

/// A Markdown file.
pub(super) struct Document {
    /// The path relative to the root of the repository, with `/`.
    pub(super) path: String,
    pub(super) text: String,
}

impl Repository {
    /// Reads the repository in which this program was built.
    ///
    /// # Panics
    ///
    /// Panics if a file cannot be read or parsed.
    pub fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace").to_owned();
        let (mut sources, mut documents) = (Vec::new(), Vec::new());
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("a folder of the workspace") {
                let path = entry.expect("an entry of a folder").path();
                let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                if path.is_dir() {
                    let is_skipped =
                        name.starts_with('.') || matches!(name, "target" | "upstream" | "corpus" | "node_modules");
                    if !is_skipped {
                        folders.push(path);
                    }
                } else if name.ends_with(".rs") {
                    let text = read(&path);
                    let syntax = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                    sources.push(Source { path: relative(&root, &path), text, syntax });
                } else if name.ends_with(".md") {
                    documents.push(Document { path: relative(&root, &path), text: read(&path) });
                }
            }
        }
        sources.sort_by(|a, b| a.path.cmp(&b.path));
        documents.sort_by(|a, b| a.path.cmp(&b.path));
        Self { root, sources, documents }
    }

    pub(super) fn source(&self, path: &str) -> Option<&Source> {
        self.sources.binary_search_by(|source| source.path.as_str().cmp(path)).ok().map(|index| &self.sources[index])
    }
}

impl Source {
    /// Whether `cargo xtask codegen` writes the file.
    pub(super) fn is_generated(&self) -> bool {
        self.path.ends_with("/generated.rs")
    }
}

/// Whether an item is only compiled for tests.
pub(super) fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let Meta::List(list) = &attribute.meta else { return false };
        list.path.is_ident("cfg") && list.tokens.to_string().starts_with("test")
    })
}

/// Returns the text of an item's doc comment, one line per attribute.
pub(super) fn docs(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    for attribute in attributes {
        if let Meta::NameValue(pair) = &attribute.meta
            && pair.path.is_ident("doc")
            && let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(line), .. }) = &pair.value
        {
            text.push_str(&line.value());
            text.push('\n');
        }
    }
    text
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).expect("a path in the workspace").to_string_lossy().replace('\\', "/")
}
