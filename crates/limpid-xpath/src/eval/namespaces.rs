//! The namespaces in scope at elements of XML documents.

use super::budget::{Budget, Exceeded};
use crate::tree::Tree;
use limpid_dom::Namespace;
use std::collections::HashMap;
use std::rc::Rc;

/// Prefixes and their URLs.
pub(super) type Scope<'d> = Rc<Vec<(&'d str, &'d str)>>;

/// The namespaces in scope, computed lazily. Elements without declarations share the scope of their parent.
#[derive(Debug, Default)]
pub(super) struct Namespaces<'d> {
    /// For each rank, the rank of the nearest inclusive ancestor with declarations, or 0. Empty until the first use.
    declaring: Vec<u32>,
    scopes: HashMap<u32, Scope<'d>>,
}

impl<'d> Namespaces<'d> {
    /// Whether results may contain namespace nodes.
    pub(super) fn were_used(&self) -> bool {
        !self.declaring.is_empty()
    }

    /// Returns the namespaces in scope at an element. Elements of HTML documents have none.
    pub(super) fn scope(&mut self, tree: &Tree<'d>, rank: u32, budget: &mut Budget<'_>) -> Result<Scope<'d>, Exceeded> {
        if !tree.root.document().is_xml() {
            return Ok(Scope::default());
        }
        if self.declaring.is_empty() {
            self.declaring =
                tree.nearest_matching(|node| node.attributes().any(|it| it.namespace() == Namespace::XmlNs));
        }
        let nearest = |rank: u32| self.declaring.get(rank as usize).copied().unwrap_or(0);
        // The ancestors with declarations whose scopes are not known yet, the nearest first.
        let mut unknown = Vec::new();
        let mut current = nearest(rank);
        while current != 0 && !self.scopes.contains_key(&current) {
            unknown.push(current);
            current = tree.parent(current).map_or(0, nearest);
        }
        let mut scope =
            self.scopes.get(&current).cloned().unwrap_or_else(|| Rc::new(vec![("xml", Namespace::Xml.url())]));
        for rank in unknown.into_iter().rev() {
            let mut inner = Vec::clone(&scope);
            for attribute in tree.node(rank).attributes().filter(|it| it.namespace() == Namespace::XmlNs) {
                budget.spend(1 + inner.len() as u64 / 4)?;
                let prefix = if attribute.prefix().is_none() { "" } else { attribute.local_name() };
                inner.retain(|(known, _)| *known != prefix);
                if !attribute.value().is_empty() {
                    inner.push((prefix, attribute.value()));
                }
            }
            if !budget.cache(inner.len() * size_of::<(&str, &str)>()) {
                return Err(Exceeded::Bytes);
            }
            scope = Rc::new(inner);
            self.scopes.insert(rank, scope.clone());
        }
        Ok(scope)
    }
}
