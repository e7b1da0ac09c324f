//! The rules `file-length` and `function-length`.

use super::finding::Finding;
use super::source::Repository;
use proc_macro2::Span;
use syn::visit::{self, Visit};

/// The maximum number of lines of a file.
const FILE_LINES: usize = 1000;

/// The maximum number of lines of a function, without blank lines and comments.
const FUNCTION_LINES: usize = 100;

/// Functions that may be longer, because a reader needs only one match arm at a time: the file, the name and the reason.
const FLAT: &[(&str, &str, &str)] = &[
    (
        "crates/limpid-tree-builder/src/modes/in_body/mod.rs",
        "in_body_start_tag",
        "an arm for each start tag of the mode",
    ),
    ("crates/limpid-dom/tests/edits.rs", "apply", "an arm for each edit"),
];

pub(super) fn files_are_short(repository: &Repository) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in repository.sources.iter().filter(|source| !source.is_generated()) {
        let lines = source.text.lines().count();
        if lines > FILE_LINES {
            let message = format!("{lines} lines, at most {FILE_LINES} are allowed: split the file by topic");
            findings.push(Finding::new(&source.path, FILE_LINES + 1, message));
        }
    }
    findings
}

pub(super) fn functions_are_short(repository: &Repository) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut needed = Vec::new();
    for source in &repository.sources {
        let mut functions = Functions { lines: source.text.lines().collect(), long: Vec::new() };
        functions.visit_file(&source.syntax);
        for (name, line, count) in functions.long {
            if let Some(entry) = FLAT.iter().find(|(path, function, _)| *path == source.path && *function == name) {
                needed.push(entry);
            } else {
                let message =
                    format!("`{name}` has {count} lines of code, at most {FUNCTION_LINES} are allowed: split it");
                findings.push(Finding::new(&source.path, line, message));
            }
        }
    }
    for entry in FLAT.iter().filter(|entry| !needed.contains(entry)) {
        findings.push(Finding::new(
            entry.0,
            1,
            format!("`{}` is short enough now: remove it from `FLAT` in xtask/src/tidy/sizes.rs", entry.1),
        ));
    }
    findings
}

/// Finds the functions of a file that are too long. Each entry is the name, the line and the number of lines.
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
