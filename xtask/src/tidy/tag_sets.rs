//! The rule of element names: a set of them stands in crates/limpid-markup/data/tag-sets.txt, or on the list below with the
//! reason why it does not.

use super::finding::Finding;
use super::source::{House, is_test};
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall};

const DATA: &str = "crates/limpid-markup/data/tag-sets.txt";

/// Sets that are written out where they are used: the file's start, the constant, the reason.
const ELSEWHERE: &[(&str, &str, &str)] = &[];

pub(super) fn sets_have_a_source(house: &House) -> Vec<Finding> {
    let data = house.text_of(DATA).expect("the tag sets");
    let known = known_sets(&data);
    let mut findings = Vec::new();
    let mut needed = BTreeSet::new();
    let is_product = |path: &str| path.contains("/src/") && !path.ends_with("/tests.rs") && !path.contains("/tests/");
    for source in house.sources.iter().filter(|source| is_product(&source.path) && !source.is_generated()) {
        let mut sets = Sets { constant: String::new(), found: Vec::new() };
        sets.visit_file(&source.syntax);
        for (constant, line, names) in sets.found {
            let listed =
                ELSEWHERE.iter().position(|(path, name, _)| source.path.starts_with(path) && *name == constant);
            if let Some((twin, _)) = known.iter().find(|(_, set)| *set == names) {
                let message = format!("`{constant}` is `TagSet::{twin}` of {DATA}: use that");
                findings.push(Finding::new(&source.path, line, message));
            } else if let Some(index) = listed {
                needed.insert(index);
            } else {
                let message =
                    format!("`{constant}` copies element names by hand: move it to {DATA}, where they are checked");
                findings.push(Finding::new(&source.path, line, message));
            }
        }
    }
    for (index, (path, name, _)) in ELSEWHERE.iter().enumerate() {
        if !needed.contains(&index) {
            findings.push(Finding::new(path, 1, format!("`{name}` is no set here any more: take it off the list")));
        }
    }
    findings
}

/// Reads the sets of the data file: constant and names.
fn known_sets(data: &str) -> Vec<(String, BTreeSet<String>)> {
    let mut sets: Vec<(String, BTreeSet<String>)> = Vec::new();
    for line in data.lines().filter(|line| !line.starts_with('#') && !line.starts_with("///")) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            sets.push((name.to_owned(), BTreeSet::new()));
        } else if let Some((_, names)) = sets.last_mut() {
            names.extend(line.split_whitespace().map(str::to_owned));
        }
    }
    sets
}

/// Finds the calls of `TagSet::of`: the constant's name, the line, the elements' names.
struct Sets {
    constant: String,
    found: Vec<(String, usize, BTreeSet<String>)>,
}

impl<'ast> Visit<'ast> for Sets {
    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.constant = item.ident.to_string();
        visit::visit_item_const(self, item);
        self.constant.clear();
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let Expr::Path(function) = &*call.func
            && function.path.segments.iter().map(|segment| segment.ident.to_string()).eq(["TagSet", "of"])
            && let Some(Expr::Reference(list)) = call.args.first()
            && let Expr::Array(list) = &*list.expr
            && !list.elems.is_empty()
        {
            let names = list.elems.iter().filter_map(|name| {
                let Expr::Path(name) = name else { return None };
                Some(name.path.segments.last()?.ident.to_string().to_lowercase().replace('_', "-"))
            });
            self.found.push((self.constant.clone(), call.span().start().line, names.collect()));
        }
        visit::visit_expr_call(self, call);
    }
}
