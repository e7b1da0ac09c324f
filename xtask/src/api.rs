//! `cargo xtask api`: lists the public items of the published crates in docs/api/, so that a change of the API shows in a change's
//! differences, and sees to it that each function and type has an example in its docs. What is hidden from the docs is left out.
//!
//! The sources are read. rustc's `unreachable_pub`, an error in the checks, sees to it that whatever is `pub` can be reached.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::{Attribute, Fields, Generics, ImplItem, Item, ItemImpl, TraitItem, Type, Visibility};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only check that the listings are current
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let folder = root.join("docs/api");
    let mut stale = Vec::new();
    let mut bare = Vec::new();
    for name in names(&root.join("crates"))? {
        let source = root.join("crates").join(&name).join("src");
        // The command has no API in Rust.
        if !source.join("lib.rs").exists() {
            continue;
        }
        let path = folder.join(format!("{name}.txt"));
        let (fresh, without_example) = list(&source)?;
        if !without_example.is_empty() {
            bare.push(format!("{name}: {}", without_example.join(", ")));
        }
        if fs::read_to_string(&path).is_ok_and(|committed| committed.replace("\r\n", "\n") == fresh) {
            continue;
        }
        if !arguments.check {
            fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            fs::write(&path, fresh).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        stale.push(format!("docs/api/{name}.txt"));
    }
    if arguments.check && !bare.is_empty() {
        return Err(format!("public items have no example in their docs; write one: {}", bare.join("; ")));
    }
    match (stale.is_empty(), arguments.check) {
        (true, _) => Ok(()),
        (false, false) => {
            println!("wrote {}", stale.join(", "));
            Ok(())
        }
        (false, true) => Err(format!("the API has changed: run `cargo xtask api` ({})", stale.join(", "))),
    }
}

/// Returns the names of a folder's entries, sorted.
fn names(folder: &Path) -> Result<BTreeSet<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect())
}

/// Lists a crate, and its functions and types without an example.
fn list(folder: &Path) -> Result<(String, Vec<String>), String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for name in names(&folder)? {
            let path = folder.join(name);
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let file = parse(&path)?;
                files.push((path, file));
            }
        }
    }
    let hidden: Vec<PathBuf> = files.iter().flat_map(|(path, file)| hidden_modules(path, file)).collect();
    files.retain(|(path, _)| {
        !hidden.iter().any(|module| path.starts_with(module) || *path == module.with_extension("rs"))
    });
    let mut types = BTreeSet::new();
    for (_, file) in &files {
        public_types(&file.items, &mut types);
    }
    let mut listing = Listing { types, lines: BTreeSet::new(), without_example: Vec::new() };
    for (path, file) in &files {
        listing.items("", path.ends_with("src/lib.rs"), &file.items);
    }
    Ok((listing.lines.into_iter().map(|line| line + "\n").collect(), listing.without_example))
}

fn parse(path: &PathBuf) -> Result<syn::File, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    syn::parse_file(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the folders of the modules in other files that a file hides from the docs, and so from what the crate promises.
fn hidden_modules(path: &Path, file: &syn::File) -> Vec<PathBuf> {
    let is_root = ["lib.rs", "mod.rs"].iter().any(|root| path.ends_with(root));
    let folder = if is_root { path.with_file_name("") } else { path.with_extension("") };
    let hidden = |item: &Item| match item {
        Item::Mod(module) => module.attrs.iter().any(is_hidden).then(|| folder.join(module.ident.to_string())),
        _ => None,
    };
    file.items.iter().filter_map(hidden).collect()
}

fn is_hidden(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc") && source(attribute).contains("doc(hidden)")
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Collects the names of public types, those of inline modules included.
fn public_types(items: &[Item], types: &mut BTreeSet<String>) {
    let mut items: Vec<&Item> = items.iter().collect();
    while let Some(item) = items.pop() {
        let (visibility, name) = match item {
            Item::Struct(item) => (&item.vis, &item.ident),
            Item::Enum(item) => (&item.vis, &item.ident),
            Item::Trait(item) => (&item.vis, &item.ident),
            Item::Mod(item) => {
                items.extend(item.content.iter().flat_map(|(_, items)| items));
                continue;
            }
            _ => continue,
        };
        if is_public(visibility) {
            types.insert(name.to_string());
        }
    }
}

struct Listing {
    types: BTreeSet<String>,
    lines: BTreeSet<String>,
    /// The functions and types whose docs have no code.
    without_example: Vec<String>,
}

impl Listing {
    fn add(&mut self, attributes: &[Attribute], line: &str) {
        let mut notes = String::new();
        for attribute in attributes {
            let path = attribute.path();
            if path.is_ident("non_exhaustive") || path.is_ident("cfg") || path.is_ident("derive") {
                notes.push(' ');
                notes.push_str(&source(attribute));
            }
        }
        self.lines.insert(format!("{line}{notes}"));
    }

    /// Notes a function or a type without an example, unless it is hidden from the docs.
    fn note_example(&mut self, attributes: &[Attribute], name: &str) {
        let is_shown = |doc: &String| doc.contains("```") || doc.contains("doc(hidden)");
        if !attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).map(source).any(|doc| is_shown(&doc))
        {
            self.without_example.push(name.to_owned());
        }
    }

    /// Adds the public items of a module, whose path is put before their names.
    fn items(&mut self, path: &str, has_exports: bool, items: &[Item]) {
        for item in items {
            match item {
                Item::Fn(item) if is_public(&item.vis) => {
                    self.note_example(&item.attrs, &item.sig.ident.to_string());
                    self.add(&item.attrs, &format!("{path}{}", source(&item.sig)));
                }
                Item::Const(item) if is_public(&item.vis) => {
                    self.add(&item.attrs, &format!("{path}const {}: {}", item.ident, source(&item.ty)));
                }
                Item::Type(item) if is_public(&item.vis) => {
                    self.add(
                        &item.attrs,
                        &format!("{path}type {}{} = {}", item.ident, generics(&item.generics), source(&item.ty)),
                    );
                }
                Item::Struct(item) if is_public(&item.vis) => {
                    self.note_example(&item.attrs, &item.ident.to_string());
                    self.add(&item.attrs, &format!("{path}struct {}{}", item.ident, generics(&item.generics)));
                    for field in item.fields.iter().filter(|field| is_public(&field.vis)) {
                        let name = field.ident.as_ref().map_or_else(|| "0".to_owned(), ToString::to_string);
                        self.add(&field.attrs, &format!("{path}{}::{name}: {}", item.ident, source(&field.ty)));
                    }
                }
                Item::Enum(item) if is_public(&item.vis) => {
                    self.note_example(&item.attrs, &item.ident.to_string());
                    self.add(&item.attrs, &format!("{path}enum {}{}", item.ident, generics(&item.generics)));
                    for variant in &item.variants {
                        let fields = match &variant.fields {
                            Fields::Unit => String::new(),
                            Fields::Named(fields) => {
                                let fields = fields.named.iter().map(|field| {
                                    let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
                                    format!("{name}: {}", source(&field.ty))
                                });
                                format!(" {{ {} }}", fields.collect::<Vec<_>>().join(", "))
                            }
                            Fields::Unnamed(fields) => source(fields),
                        };
                        self.add(&variant.attrs, &format!("{path}{}::{}{fields}", item.ident, variant.ident));
                    }
                }
                Item::Trait(item) if is_public(&item.vis) => self.public_trait(path, item),
                Item::Impl(item) => self.implementation(item),
                Item::Use(item) if has_exports && is_public(&item.vis) => {
                    self.add(&item.attrs, &format!("{path}use {}", source(&item.tree)));
                }
                Item::Mod(item) if is_public(&item.vis) => {
                    self.add(&item.attrs, &format!("{path}mod {}", item.ident));
                    if let Some((_, items)) = &item.content {
                        self.items(&format!("{path}{}::", item.ident), has_exports, items);
                    }
                }
                _ => {}
            }
        }
    }

    fn public_trait(&mut self, path: &str, item: &syn::ItemTrait) {
        let bounds: Vec<String> = item.supertraits.iter().map(source).collect();
        let bounds = if bounds.is_empty() { String::new() } else { format!(": {}", bounds.join(" + ")) };
        self.add(&item.attrs, &format!("{path}trait {}{}{bounds}", item.ident, generics(&item.generics)));
        for member in &item.items {
            let (text, is_provided) = match member {
                TraitItem::Fn(method) => (source(&method.sig), method.default.is_some()),
                TraitItem::Const(constant) => {
                    (format!("const {}: {}", constant.ident, source(&constant.ty)), constant.default.is_some())
                }
                TraitItem::Type(of) => (format!("type {}", of.ident), of.default.is_some()),
                _ => continue,
            };
            let note = if is_provided { " (provided)" } else { "" };
            self.add(&[], &format!("{path}{}::{text}{note}", item.ident));
        }
    }

    /// Adds what an implementation gives public types.
    fn implementation(&mut self, item: &ItemImpl) {
        if let Some((of, _)) = &item.trait_ {
            if self.is_public_type(&item.self_ty) {
                let line = format!("impl{} {} for {}", generics(&item.generics), source(of), source(&item.self_ty));
                self.add(&item.attrs, &line);
            }
            return;
        }
        let name = source(&item.self_ty);
        for member in &item.items {
            match member {
                ImplItem::Fn(method) if is_public(&method.vis) => {
                    self.note_example(&method.attrs, &format!("{name}::{}", method.sig.ident));
                    self.add(&method.attrs, &format!("{name}::{}", source(&method.sig)));
                }
                ImplItem::Const(constant) if is_public(&constant.vis) => {
                    self.add(&constant.attrs, &format!("{name}::const {}: {}", constant.ident, source(&constant.ty)));
                }
                _ => {}
            }
        }
    }

    fn is_public_type(&self, of: &Type) -> bool {
        let mut of = of;
        while let Type::Reference(reference) = of {
            of = &reference.elem;
        }
        let Type::Path(path) = of else { return false };
        path.path.segments.last().is_some_and(|segment| self.types.contains(&segment.ident.to_string()))
    }
}

fn generics(generics: &Generics) -> String {
    if generics.params.is_empty() { String::new() } else { format!("<{}>", source(&generics.params)) }
}

/// Returns the text of a piece of syntax in one line.
fn source(syntax: &impl Spanned) -> String {
    let text = syntax.span().source_text().unwrap_or_default();
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.replace("( ", "(").replace(", )", ")").replace(" )", ")").replace("< ", "<").replace(", >", ">")
}

#[cfg(test)]
mod tests {
    use super::{Listing, public_types};
    use std::collections::BTreeSet;

    #[test]
    fn lists_what_is_public() {
        let file = syn::parse_file(
            "/// ```\n/// ```
             pub struct A<'a> { pub x: &'a str, y: u8 }
             struct B;
             impl A<'_> { pub fn f(
                 &self,
                 second: u8,
             ) -> u8 { 1 } fn g() {} }
             impl Clone for A<'_> { fn clone(&self) -> Self { todo!() } }
             impl Clone for B { fn clone(&self) -> Self { B } }
             #[non_exhaustive] pub enum E { One, Two(u8), Three { x: u8 } }
             pub trait T { const C: bool = true; fn m(&self); }
             pub(crate) fn hidden() {}",
        )
        .expect("Rust");
        let mut types = BTreeSet::new();
        public_types(&file.items, &mut types);
        let mut listing = Listing { types, lines: BTreeSet::new(), without_example: Vec::new() };
        listing.items("", true, &file.items);
        let lines: Vec<&str> = listing.lines.iter().map(String::as_str).collect();
        assert_eq!(listing.without_example, ["A<'_>::f", "E"]);
        assert_eq!(
            lines,
            [
                "A::x: &'a str",
                "A<'_>::fn f(&self, second: u8) -> u8",
                "E::One",
                "E::Three { x: u8 }",
                "E::Two(u8)",
                "T::const C: bool (provided)",
                "T::fn m(&self)",
                "enum E #[non_exhaustive]",
                "impl Clone for A<'_>",
                "struct A<'a>",
                "trait T",
            ]
        );
    }
}
