//! `cargo xtask doc-examples`: checks that each public function and type of the published crates has an example in its docs, except
//! items with `#[doc(hidden)]`.
//!
//! The check reads the sources and treats every `pub` item as public. rustc's lint `unreachable_pub` guarantees that this is right.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::{Attribute, ImplItem, Item, Visibility};

pub(crate) fn run() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let mut missing = Vec::new();
    for name in names(&root.join("crates"))? {
        let source = root.join("crates").join(&name).join("src");
        // limpid-cli has no library.
        if source.join("lib.rs").exists() {
            let items = without_example(&source)?;
            missing.extend(items.into_iter().map(|item| format!("{name}: {item}")));
        }
    }
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!("these public items need an example in their docs: {}", missing.join(", "))),
    }
}

/// Returns the names of the entries in a folder, sorted.
fn names(folder: &Path) -> Result<BTreeSet<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect())
}

/// Returns the public functions and types of a crate whose docs have no code block.
fn without_example(folder: &Path) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for name in names(&folder)? {
            let path = folder.join(name);
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
                let file = syn::parse_file(&text).map_err(|error| format!("{}: {error}", path.display()))?;
                files.push((path, file));
            }
        }
    }
    let hidden: Vec<PathBuf> = files.iter().flat_map(|(path, file)| hidden_modules(path, file)).collect();
    files.retain(|(path, _)| {
        !hidden.iter().any(|module| path.starts_with(module) || *path == module.with_extension("rs"))
    });
    let mut missing = Vec::new();
    files.iter().for_each(|(_, file)| collect_without_example(&file.items, &mut missing));
    Ok(missing)
}

/// Returns the paths, without `.rs`, of the modules that a file declares as `#[doc(hidden)] mod name;`.
fn hidden_modules(path: &Path, file: &syn::File) -> Vec<PathBuf> {
    let is_root = ["lib.rs", "mod.rs"].iter().any(|root| path.ends_with(root));
    let folder = if is_root { path.with_file_name("") } else { path.with_extension("") };
    let hidden = |item: &Item| match item {
        Item::Mod(module) => module.attrs.iter().any(is_hidden).then(|| folder.join(module.ident.to_string())),
        _ => None,
    };
    file.items.iter().filter_map(hidden).collect()
}

fn collect_without_example(items: &[Item], missing: &mut Vec<String>) {
    for item in items {
        match item {
            Item::Fn(item) => check(&item.vis, &item.attrs, &item.sig.ident.to_string(), missing),
            Item::Struct(item) => check(&item.vis, &item.attrs, &item.ident.to_string(), missing),
            Item::Enum(item) => check(&item.vis, &item.attrs, &item.ident.to_string(), missing),
            Item::Impl(item) if item.trait_.is_none() => {
                for member in &item.items {
                    if let ImplItem::Fn(method) = member {
                        let name = format!("{}::{}", source(&item.self_ty), method.sig.ident);
                        check(&method.vis, &method.attrs, &name, missing);
                    }
                }
            }
            Item::Mod(item) if is_public(&item.vis) && !item.attrs.iter().any(is_hidden) => {
                collect_without_example(item.content.as_ref().map_or(&[], |(_, items)| items), missing);
            }
            _ => {}
        }
    }
}

fn check(visibility: &Visibility, attributes: &[Attribute], name: &str, missing: &mut Vec<String>) {
    let has_code = |attribute: &Attribute| attribute.path().is_ident("doc") && source(attribute).contains("```");
    if is_public(visibility) && !attributes.iter().any(|attribute| is_hidden(attribute) || has_code(attribute)) {
        missing.push(name.to_owned());
    }
}

fn is_hidden(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc") && source(attribute).contains("doc(hidden)")
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Returns the source text of a syntax node.
fn source(syntax: &impl Spanned) -> String {
    syntax.span().source_text().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::collect_without_example;

    #[test]
    fn public_items_without_code_in_their_docs_are_found() {
        let file = syn::parse_file(
            "/// ```\n/// ```
             pub struct A<'a> { pub x: &'a str }
             struct B;
             impl A<'_> { pub fn f(&self) {} fn g() {} #[doc(hidden)] pub fn h() {} }
             impl Clone for A<'_> { fn clone(&self) -> Self { todo!() } }
             pub enum E { One }
             pub mod m { /// No code.
                 pub fn f() {} }
             #[doc(hidden)] pub mod h { pub fn k() {} }
             pub(crate) fn private() {}",
        );
        let mut missing = Vec::new();
        collect_without_example(&file.expect("Rust").items, &mut missing);
        assert_eq!(missing, ["A<'_>::f", "E", "f"]);
    }
}
