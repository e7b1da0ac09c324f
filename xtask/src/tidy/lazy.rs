//! The rule `compiled-where-called`: rarely called functions are `#[inline]`, so that only programs that call them compile them.

use super::finding::Finding;
use super::source::{Repository, is_test};
use syn::visit::{self, Visit};
use syn::{Attribute, FnArg, GenericParam, Generics, Meta, Signature, Type};

/// Folders and files with functions that most programs never call.
const LAZY: &[&str] = &[
    "crates/limpid-dom/src/edit/",
    "crates/limpid-dom/src/html_setters.rs",
    "crates/limpid-dom/src/read/",
    "crates/limpid-dom/src/write/",
    "crates/limpid-markup/src/edits.rs",
    "crates/limpid-markup/src/line_index.rs",
    "crates/limpid-markup/src/lsp.rs",
    "crates/limpid-select/src/stream.rs",
    "crates/limpid-select/src/stream_state.rs",
];

pub(super) fn rare_functions_are_compiled_where_called(repository: &Repository) -> Vec<Finding> {
    let mut findings = Vec::new();
    for source in repository.sources.iter().filter(|source| LAZY.iter().any(|path| source.path.starts_with(path))) {
        let mut functions = Functions { is_generic: false, compiled_here: Vec::new() };
        if !source.path.ends_with("/tests.rs") {
            functions.visit_file(&source.syntax);
        }
        for (line, name) in functions.compiled_here {
            let message = format!("add `#[inline]` to `{name}`, so that programs that never call it do not compile it");
            findings.push(Finding::new(&source.path, line, message));
        }
    }
    findings
}

/// Finds the functions of a file that are compiled with their own crate. Generic and inline functions are not: they are compiled with the
/// crates that call them.
struct Functions {
    /// Whether the enclosing `impl` is generic over a type.
    is_generic: bool,
    compiled_here: Vec<(usize, String)>,
}

impl Functions {
    fn check(&mut self, attributes: &[Attribute], signature: &Signature) {
        // `cold` and `inline(never)` are not exempt: such functions are compiled with their own crate.
        let is_exempt = |attribute: &Attribute| match &attribute.meta {
            Meta::Path(path) => path.is_ident("inline") || path.is_ident("test"),
            Meta::List(list) => list.path.is_ident("inline") && list.tokens.to_string() != "never",
            Meta::NameValue(_) => false,
        };
        let takes_impl_trait = |argument: &FnArg| matches!(argument, FnArg::Typed(typed) if has_impl(&typed.ty));
        if !self.is_generic
            && !has_types(&signature.generics)
            && !signature.inputs.iter().any(takes_impl_trait)
            && !attributes.iter().any(is_exempt)
        {
            self.compiled_here.push((signature.ident.span().start().line, signature.ident.to_string()));
        }
    }
}

fn has_types(generics: &Generics) -> bool {
    generics.params.iter().any(|parameter| !matches!(parameter, GenericParam::Lifetime(_)))
}

/// Whether a type contains an `impl Trait`.
fn has_impl(of: &Type) -> bool {
    struct Impls(bool);
    impl Visit<'_> for Impls {
        fn visit_type_impl_trait(&mut self, _: &syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut impls = Impls(false);
    impls.visit_type(of);
    impls.0
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_impl(&mut self, implementation: &'ast syn::ItemImpl) {
        self.is_generic = has_types(&implementation.generics);
        visit::visit_item_impl(self, implementation);
        self.is_generic = false;
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.check(&function.attrs, &function.sig);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.check(&function.attrs, &function.sig);
    }
}
