//! The rules of length: of files, and of functions with logic.

use super::finding::Finding;
use super::source::House;
use proc_macro2::Span;
use syn::visit::{self, Visit};

/// The most lines that a file may have.
const FILE_LINES: usize = 1000;

/// The most lines that a function may have, blank lines and comments not counted.
const FUNCTION_LINES: usize = 100;

/// Longer functions that are flat: a reader needs one arm at a time. Each with its file, its name and the reason.
const FLAT: &[(&str, &str, &str)] = &[
    (
        "crates/limpid-tree-builder/src/modes/in_body/mod.rs",
        "in_body_start_tag",
        "an arm for each start tag of the mode",
    ),
    ("crates/limpid-dom/tests/edits.rs", "apply", "an arm for each edit"),
];

pub(super) fn files_are_short(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in house.sources.iter().filter(|source| !source.is_generated()) {
        let lines = source.text.lines().count();
        if lines > FILE_LINES {
            let message = format!("{lines} lines: split the file by idea, at most {FILE_LINES} lines each");
            findings.push(Finding::new(&source.path, FILE_LINES + 1, message));
        }
    }
    findings
}

pub(super) fn functions_are_short(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut needed = Vec::new();
    for source in &house.sources {
        let mut functions = Functions { lines: source.text.lines().collect(), long: Vec::new() };
        functions.visit_file(&source.syntax);
        for (name, line, count) in functions.long {
            if let Some(entry) = FLAT.iter().find(|(path, function, _)| *path == source.path && *function == name) {
                needed.push(entry);
            } else {
                let message = format!("`{name}` has {count} lines of logic: at most {FUNCTION_LINES}, or flat by name");
                findings.push(Finding::new(&source.path, line, message));
            }
        }
    }
    for entry in FLAT.iter().filter(|entry| !needed.contains(entry)) {
        findings.push(Finding::new(
            entry.0,
            1,
            format!("`{}` is no long function any more: take it off the list", entry.1),
        ));
    }
    findings
}

/// Finds the long functions of a file: name, line, count of lines.
struct Functions<'s> {
    lines: Vec<&'s str>,
    long: Vec<(String, usize, usize)>,
}

impl Functions<'_> {
    fn measure(&mut self, name: &syn::Ident, open: Span, close: Span) {
        let (first, last) = (open.end().line, close.start().line - 1);
        let body = self.lines.get(first..last).unwrap_or_default();
        let is_code = |line: &&&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
        let count = body.iter().filter(is_code).count();
        if count > FUNCTION_LINES {
            self.long.push((name.to_string(), first, count));
        }
    }
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        let braces = function.block.brace_token.span;
        self.measure(&function.sig.ident, braces.open(), braces.close());
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        let braces = function.block.brace_token.span;
        self.measure(&function.sig.ident, braces.open(), braces.close());
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(block) = &function.default {
            let braces = block.brace_token.span;
            self.measure(&function.sig.ident, braces.open(), braces.close());
        }
        visit::visit_trait_item_fn(self, function);
    }
}
