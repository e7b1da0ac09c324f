//! The graph of imports between the files of a crate: `mod` declarations make the modules, `use` declarations and paths in
//! code the edges. A name that a module re-exports leads to the file that defines it.

use super::source::{self, Source, is_test};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Item, ItemMod, ItemUse, UseTree};

/// An import: the line where it stands, the file it leads to.
pub(super) type Import = (usize, String);

/// The files that are reached from one crate root, each with the files it imports from.
pub(super) struct Graph {
    pub(super) root: String,
    pub(super) imports: BTreeMap<String, Vec<Import>>,
}

/// Makes the graphs of all crates: libraries, programs, tests, examples and benchmarks. Code that is compiled for unit
/// tests only is left out.
pub(super) fn graphs(sources: &[Source]) -> Vec<Graph> {
    sources.iter().filter(|source| is_root(&source.path)).map(|source| graph(sources, source)).collect()
}

fn is_root(path: &str) -> bool {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let parent = folder.rsplit('/').next().unwrap_or_default();
    let in_targets = |folder: &str| matches!(folder, "bin" | "tests" | "examples" | "benches" | "fuzz_targets");
    let grandparent = folder.rsplit('/').nth(1).unwrap_or_default();
    let is_library_file = path.contains("/src/") && !path.contains("/src/bin/");
    match file {
        "lib.rs" => parent == "src",
        "main.rs" => parent == "src" || !is_library_file && in_targets(grandparent),
        _ => in_targets(parent) && !is_library_file,
    }
}

type ModuleId = usize;

/// A module, of a file of its own or inline.
struct Module {
    file: String,
    parent: Option<ModuleId>,
    children: HashMap<String, ModuleId>,
    /// The names that `use` declarations bring in, each with its path.
    names: HashMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
    items: HashSet<String>,
    /// The paths that the module's code names, each with its line.
    paths: Vec<(Vec<String>, usize)>,
}

fn graph(sources: &[Source], root: &Source) -> Graph {
    let mut modules = Vec::new();
    add_module(sources, &mut modules, None, &root.path, &root.syntax.items, folder_of(&root.path));
    let mut imports: BTreeMap<String, Vec<Import>> = BTreeMap::new();
    for (id, module) in modules.iter().enumerate() {
        let entry = imports.entry(module.file.clone()).or_default();
        let mut seen: BTreeSet<String> = entry.iter().map(|(_, file)| file.clone()).collect();
        for (path, line) in &module.paths {
            if let Some(target) = resolve(&modules, id, path, 0).filter(|target| target.is_item)
                && modules[target.module].file != module.file
                && seen.insert(modules[target.module].file.clone())
            {
                entry.push((*line, modules[target.module].file.clone()));
            }
        }
    }
    Graph { root: root.path.clone(), imports }
}

fn folder_of(path: &str) -> String {
    path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned())
}

/// Adds a module and those that it declares. `folder` is where the files of its children lie.
fn add_module(
    sources: &[Source],
    modules: &mut Vec<Module>,
    parent: Option<ModuleId>,
    file: &str,
    items: &[Item],
    folder: String,
) -> ModuleId {
    let id = modules.len();
    modules.push(Module {
        file: file.to_owned(),
        parent,
        children: HashMap::new(),
        names: HashMap::new(),
        globs: Vec::new(),
        items: HashSet::new(),
        paths: Vec::new(),
    });
    let mut reader = Reader { module: &mut modules[id] };
    for item in items {
        reader.visit_item(item);
    }
    for item in items {
        let Item::Mod(declared) = item else { continue };
        if is_test(&declared.attrs) {
            continue;
        }
        if let Some(child) = add_child(sources, modules, id, file, declared, &folder) {
            modules[id].children.insert(declared.ident.to_string(), child);
        }
    }
    id
}

fn add_child(
    sources: &[Source],
    modules: &mut Vec<Module>,
    parent: ModuleId,
    file: &str,
    declared: &ItemMod,
    folder: &str,
) -> Option<ModuleId> {
    let name = declared.ident.to_string();
    let below = format!("{folder}/{name}");
    if let Some((_, items)) = &declared.content {
        return Some(add_module(sources, modules, Some(parent), file, items, below));
    }
    let paths = [format!("{below}.rs"), format!("{below}/mod.rs")];
    let source = paths.iter().find_map(|path| source::find(sources, path))?;
    Some(add_module(sources, modules, Some(parent), &source.path, &source.syntax.items, below))
}

/// Gathers what a module's own items name.
struct Reader<'m> {
    module: &'m mut Module,
}

impl Reader<'_> {
    fn add_use(&mut self, tree: &UseTree, before: &mut Vec<String>, line: usize) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.add_use(&path.tree, before, line);
                before.pop();
            }
            UseTree::Name(name) => self.add_name(&name.ident, &name.ident, before, line),
            UseTree::Rename(name) => self.add_name(&name.ident, &name.rename, before, line),
            UseTree::Glob(_) => self.module.globs.push(before.clone()),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_use(tree, before, line)),
        }
    }

    fn add_name(&mut self, name: &syn::Ident, alias: &syn::Ident, before: &[String], line: usize) {
        let mut path = before.to_vec();
        let mut alias = alias.to_string();
        if name == "self" {
            if alias == "self" {
                alias = path.last().cloned().unwrap_or_default();
            }
        } else {
            path.push(name.to_string());
        }
        if path.len() > 1 || matches!(path.first().map(String::as_str), Some("crate" | "super")) {
            self.module.names.insert(alias, path.clone());
            self.module.paths.push((path, line));
        }
    }

    /// Finds paths in the tokens of a macro's call.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons < 2 {
                        path.clear();
                    }
                    path.push(ident.to_string());
                    colons = 0;
                    if path.len() > 1 {
                        self.module.paths.push((path.clone(), ident.span().start().line));
                    }
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.add_tokens(group.stream());
                    path.clear();
                }
                _ => path.clear(),
            }
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, name) = match item {
            Item::Const(item) => (&item.attrs, Some(&item.ident)),
            Item::Enum(item) => (&item.attrs, Some(&item.ident)),
            Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
            Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
            Item::Static(item) => (&item.attrs, Some(&item.ident)),
            Item::Struct(item) => (&item.attrs, Some(&item.ident)),
            Item::Trait(item) => (&item.attrs, Some(&item.ident)),
            Item::Type(item) => (&item.attrs, Some(&item.ident)),
            Item::Impl(item) => (&item.attrs, None),
            Item::Use(item) => (&item.attrs, None),
            // Modules are read by themselves.
            Item::Mod(_) => return,
            _ => return visit::visit_item(self, item),
        };
        if is_test(attributes) {
            return;
        }
        self.module.items.extend(name.map(ToString::to_string));
        visit::visit_item(self, item);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !is_test(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.add_use(&item.tree, &mut Vec::new(), item.span().start().line);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            let segments = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.module.paths.push((segments, path.span().start().line));
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.add_tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }
}

/// The end of a path: a module, or an item in it.
#[derive(Clone, Copy)]
struct Target {
    module: ModuleId,
    is_item: bool,
}

/// Follows a path that code in a module names, through re-exports; `None` for paths that leave the crate.
fn resolve(modules: &[Module], from: ModuleId, path: &[String], depth: usize) -> Option<Target> {
    // Names that lead to each other end nowhere.
    if depth > 20 {
        return None;
    }
    let (mut module, rest) = match path.first()?.as_str() {
        "crate" => (0, &path[1..]),
        "self" => (from, &path[1..]),
        "super" => {
            let up = path.iter().take_while(|segment| *segment == "super").count();
            let ancestor = (0..up).try_fold(from, |module, _| modules[module].parent)?;
            (ancestor, &path[up..])
        }
        first => {
            if let Some(child) = modules[from].children.get(first) {
                (*child, &path[1..])
            } else {
                let mut whole = modules[from].names.get(first)?.clone();
                whole.extend_from_slice(&path[1..]);
                let external = !matches!(whole[0].as_str(), "crate" | "self" | "super")
                    && !modules[from].children.contains_key(&whole[0])
                    && whole[0] == first;
                return if external { None } else { resolve(modules, from, &whole, depth + 1) };
            }
        }
    };
    for (index, segment) in rest.iter().enumerate() {
        if let Some(child) = modules[module].children.get(segment) {
            module = *child;
        } else if let Some(name) = modules[module].names.get(segment) {
            let mut whole = name.clone();
            whole.extend_from_slice(&rest[index + 1..]);
            return resolve(modules, module, &whole, depth + 1);
        } else if modules[module].items.contains(segment) {
            return Some(Target { module, is_item: true });
        } else {
            let mut is_external = false;
            for glob in &modules[module].globs {
                match resolve(modules, module, glob, depth + 1) {
                    Some(target) if modules[target.module].items.contains(segment) => {
                        return Some(Target { module: target.module, is_item: true });
                    }
                    Some(_) => {}
                    None => is_external = true,
                }
            }
            // An item that a macro makes here, unless it may come from another crate.
            return (!is_external).then_some(Target { module, is_item: true });
        }
    }
    Some(Target { module, is_item: false })
}
