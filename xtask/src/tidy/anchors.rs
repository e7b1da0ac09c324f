//! The rule `anchors`: each tokenizer state and insertion mode is an enum variant, and has exactly one method. The docs of the variant and
//! of the method each link the section of the standard once.

use super::finding::Finding;
use super::source::{Repository, docs};
use std::collections::BTreeMap;
use syn::visit::{self, Visit};
use syn::{Item, ItemEnum};

const STATES: &str = "crates/limpid-tokenizer/src/state.rs";
const STATE_METHODS: &str = "crates/limpid-tokenizer/src/states/";
const MODES: &str = "crates/limpid-tree-builder/src/insertion_mode.rs";
const MODE_FILES: &str = "crates/limpid-tree-builder/src/modes/";
const STANDARD: &str = "https://html.spec.whatwg.org/multipage/parsing.html#";

pub(super) fn states_and_modes_have_their_anchors(repository: &Repository) -> Vec<Finding> {
    let mut findings = Vec::new();
    let states = variants(repository, STATES, "State", &mut findings);
    let methods = methods(repository, STATE_METHODS);
    for (variant, line, anchor) in &states {
        let method = format!("{}_state", snake_case(variant));
        check_method(&method, anchor, &methods, &mut findings, STATES, *line);
    }
    let modes = variants(repository, MODES, "InsertionMode", &mut findings);
    for (variant, line, anchor) in &modes {
        let mode = snake_case(variant);
        let files = [format!("{MODE_FILES}{mode}.rs"), format!("{MODE_FILES}{mode}/mod.rs")];
        match files.iter().find(|file| repository.source(file).is_some()) {
            Some(file) => check_method(&mode, anchor, &self::methods(repository, file), &mut findings, MODES, *line),
            None => findings.push(Finding::new(MODES, *line, format!("no file `{}` for `{variant}`", files[0]))),
        }
    }
    findings
}

/// The name, line and anchor of an enum variant.
type Variant = (String, usize, String);

fn variants(repository: &Repository, path: &str, name: &str, findings: &mut Vec<Finding>) -> Vec<Variant> {
    let has_name = |item: &&ItemEnum| item.ident == name;
    let items = repository.source(path).into_iter().flat_map(|source| &source.syntax.items);
    let mut enums = items.filter_map(|item| if let Item::Enum(item) = item { Some(item) } else { None });
    let Some(found) = enums.find(has_name) else {
        let message =
            format!("the rule `anchors` expects the enum `{name}` in this file; update xtask/src/tidy/anchors.rs");
        findings.push(Finding::new(path, 1, message));
        return Vec::new();
    };
    let mut variants: Vec<Variant> = Vec::new();
    for variant in &found.variants {
        let (name, line) = (variant.ident.to_string(), variant.ident.span().start().line);
        match anchors(&docs(&variant.attrs)).as_slice() {
            [anchor] => {
                if variants.iter().any(|(_, _, other)| other == anchor) {
                    findings.push(Finding::new(path, line, format!("`{name}` links the anchor of another variant")));
                }
                variants.push((name, line, anchor.clone()));
            }
            anchors => {
                let message = format!("`{name}` must link exactly one anchor of the standard, not {}", anchors.len());
                findings.push(Finding::new(path, line, message));
            }
        }
    }
    variants
}

/// Maps a name to the methods with this name. Each method is a list of the anchors of the standard that its docs link to.
type Methods = BTreeMap<String, Vec<Vec<String>>>;

fn methods(repository: &Repository, prefix: &str) -> Methods {
    let mut methods = MethodVisitor(Methods::new());
    for source in repository.sources.iter().filter(|source| source.path.starts_with(prefix)) {
        methods.visit_file(&source.syntax);
    }
    methods.0
}

struct MethodVisitor(Methods);

impl<'ast> Visit<'ast> for MethodVisitor {
    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.0.entry(function.sig.ident.to_string()).or_default().push(anchors(&docs(&function.attrs)));
        visit::visit_impl_item_fn(self, function);
    }
}

fn check_method(name: &str, anchor: &str, methods: &Methods, findings: &mut Vec<Finding>, path: &str, line: usize) {
    let with_anchor: Vec<_> = methods
        .iter()
        .filter(|(_, all)| all.iter().flatten().any(|linked| linked == anchor))
        .map(|(name, _)| name)
        .collect();
    let message = match methods.get(name).map(Vec::as_slice) {
        None | Some([]) => format!("there is no method `{name}`"),
        Some([anchors]) if anchors.iter().filter(|linked| *linked == anchor).count() == 1 && with_anchor.len() == 1 => {
            return;
        }
        Some([_]) => {
            format!(
                "the docs of `{name}` must link #{anchor} once, and no other method may link it; these methods link it: {with_anchor:?}"
            )
        }
        Some(more) => format!("{} methods have the name `{name}`; only one may", more.len()),
    };
    findings.push(Finding::new(path, line, message));
}

/// Returns the anchors of the standard that a text links to.
fn anchors(text: &str) -> Vec<String> {
    let ends = |c: char| matches!(c, '>' | ' ' | '\n' | '`');
    text.split(STANDARD)
        .skip(1)
        .map(|rest| {
            let anchor = &rest[..rest.find(ends).unwrap_or(rest.len())];
            // A Markdown link ends with `)`. A `)` inside of the anchor has a matching `(` there.
            let is_open = |part: &str| part.matches('(').count() >= part.matches(')').count();
            let end = anchor.char_indices().find(|(place, c)| *c == ')' && !is_open(&anchor[..=*place]));
            anchor[..end.map_or(anchor.len(), |(place, _)| place)].to_owned()
        })
        .collect()
}

fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for (index, c) in name.char_indices() {
        if c.is_uppercase() && index > 0 {
            text.push('_');
        }
        text.extend(c.to_lowercase());
    }
    text
}
