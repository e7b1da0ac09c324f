//! The rule of the oldest compiler: no syntax that is newer than `rust-version`. Clippy's `incompatible_msrv` looks for newer
//! functions of the standard library; nothing in a newer compiler looks for newer syntax.

use super::finding::Finding;
use super::source::House;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

pub(super) fn no_newer_syntax(house: &House) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in &house.sources {
        let mut newer = Newer { found: Vec::new() };
        newer.visit_file(&source.syntax);
        for (line, syntax) in newer.found {
            findings.push(Finding::new(
                &source.path,
                line,
                format!("{syntax} is newer than `rust-version` in Cargo.toml"),
            ));
        }
    }
    findings
}

struct Newer {
    found: Vec<(usize, &'static str)>,
}

impl<'ast> Visit<'ast> for Newer {
    fn visit_pat_guard(&mut self, guard: &'ast syn::PatGuard) {
        if binds(&guard.guard) {
            self.found.push((guard.span().start().line, "an `if let` guard in a match arm"));
        }
        visit::visit_pat_guard(self, guard);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if call.path.is_ident("cfg_select") {
            self.found.push((call.span().start().line, "`cfg_select!`"));
        }
        visit::visit_macro(self, call);
    }
}

/// Whether a condition is or holds a `let`.
fn binds(condition: &syn::Expr) -> bool {
    match condition {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(chain) => binds(&chain.left) || binds(&chain.right),
        _ => false,
    }
}
