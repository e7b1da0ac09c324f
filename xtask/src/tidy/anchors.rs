//! The rule of anchors: each state and insertion mode is a variant and one method, both with one link to the standard.

use super::finding::Finding;
use super::source::{House, docs};
use std::collections::BTreeMap;
use syn::visit::{self, Visit};
use syn::{Item, ItemEnum};

const STATES: &str = "crates/limpid-tokenizer/src/state.rs";
const STATE_METHODS: &str = "crates/limpid-tokenizer/src/states/";
const MODES: &str = "crates/limpid-tree-builder/src/insertion_mode.rs";
const MODE_FILES: &str = "crates/limpid-tree-builder/src/modes/";
const STANDARD: &str = "https://html.spec.whatwg.org/multipage/parsing.html#";

pub(super) fn states_and_modes_have_their_anchors(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    let states = variants(house, STATES, "State", &mut findings);
    let methods = methods(house, STATE_METHODS);
    for (variant, line, anchor) in &states {
        let method = format!("{}_state", snake_case(variant));
        check_method(&method, anchor, &methods, &mut findings, STATES, *line);
    }
    let modes = variants(house, MODES, "InsertionMode", &mut findings);
    for (variant, line, anchor) in &modes {
        let mode = snake_case(variant);
        let files = [format!("{MODE_FILES}{mode}.rs"), format!("{MODE_FILES}{mode}/mod.rs")];
        match files.iter().find(|file| house.source(file).is_some()) {
            Some(file) => check_method(&mode, anchor, &self::methods(house, file), &mut findings, MODES, *line),
            None => findings.push(Finding::new(MODES, *line, format!("`{variant}` has no file `{}`", files[0]))),
        }
    }
    findings
}

/// A variant: its name, its line, its anchor.
type Variant = (String, usize, String);

fn variants(house: &House, path: &str, name: &str, findings: &mut Vec<Finding>) -> Vec<Variant> {
    let is_it = |item: &&ItemEnum| item.ident == name;
    let items = house.source(path).into_iter().flat_map(|source| &source.syntax.items);
    let mut enums = items.filter_map(|item| if let Item::Enum(item) = item { Some(item) } else { None });
    let Some(found) = enums.find(is_it) else {
        findings.push(Finding::new(path, 1, format!("no enum `{name}` here: tell the rule where it is")));
        return Vec::new();
    };
    let mut variants: Vec<Variant> = Vec::new();
    for variant in &found.variants {
        let (name, line) = (variant.ident.to_string(), variant.ident.span().start().line);
        match anchors(&docs(&variant.attrs)).as_slice() {
            [anchor] => {
                if variants.iter().any(|(_, _, other)| other == anchor) {
                    findings.push(Finding::new(path, line, format!("`{name}` has the anchor of another variant")));
                }
                variants.push((name, line, anchor.clone()));
            }
            anchors => {
                let message = format!("`{name}` links {} anchors of the standard: exactly one", anchors.len());
                findings.push(Finding::new(path, line, message));
            }
        }
    }
    variants
}

/// The methods below a path, by name: for each the anchors that its docs link.
type Methods = BTreeMap<String, Vec<Vec<String>>>;

fn methods(house: &House, prefix: &str) -> Methods {
    let mut methods = Named(Methods::new());
    for source in house.sources.iter().filter(|source| source.path.starts_with(prefix)) {
        methods.visit_file(&source.syntax);
    }
    methods.0
}

struct Named(Methods);

impl<'ast> Visit<'ast> for Named {
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
        None | Some([]) => format!("no method `{name}`"),
        Some([anchors]) if anchors.iter().filter(|linked| *linked == anchor).count() == 1 && with_anchor.len() == 1 => {
            return;
        }
        Some([_]) => {
            format!("the docs of `{name}`, and of no other method, must link #{anchor} once; linked by {with_anchor:?}")
        }
        Some(more) => format!("{} methods `{name}`", more.len()),
    };
    findings.push(Finding::new(path, line, message));
}

/// Returns the anchors of the standard that a text links.
fn anchors(text: &str) -> Vec<String> {
    let ends = |c: char| matches!(c, '>' | ' ' | '\n' | '`');
    text.split(STANDARD)
        .skip(1)
        .map(|rest| {
            let anchor = &rest[..rest.find(ends).unwrap_or(rest.len())];
            // A link in Markdown ends in a parenthesis; one within the anchor has its partner there, too.
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
