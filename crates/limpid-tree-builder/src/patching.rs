//! [Content patching](https://html.spec.whatwg.org/multipage/scripting.html#the-template-element): `<template for>`.

use crate::TreeBuilder;
use crate::element_type::Flags;
use limpid_markup::{Namespace, TreeSink};
use limpid_tokenizer::Tag;

/// A `template` on the stack that patches existing content.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patch<H> {
    template: H,
    insertion_target: H,
    insertion_start_marker: H,
    insertion_end_marker: Option<H>,
    /// The tree builder's `stack_limit` to restore after the template.
    stack_limit: usize,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// The branch of the `template` start tag for a `for` attribute.
    pub(crate) fn insert_patching_template(&mut self, tag: &Tag<'_>, name: &str) {
        let location = self.appropriate_place_for_element(tag, Namespace::Html);
        // In a patching template, the scope is the template's contents, which are empty (see the standard's note). So nested patching is
        // not supported.
        let is_nested = self.state.open.current().is_some_and(|entry| entry.flags.has(Flags::PATCHING));
        let mut scope = location.parent;
        if self.sink.is_body_element(scope) {
            scope = self.sink.parent(scope).unwrap_or(scope);
        }
        let template = self.insert_foreign_element(tag, Namespace::Html, true);
        if is_nested || !self.prepare_content_patching(scope, template, name) {
            self.insert_at(location, template);
        }
    }

    /// [Prepare content patching](https://html.spec.whatwg.org/multipage/scripting.html#prepare-content-patching): removes the nodes between the
    /// markers. From now on, the template's children are inserted there. Returns whether the markers were found.
    fn prepare_content_patching(&mut self, scope: S::Handle, template: S::Handle, name: &str) -> bool {
        // A full sink has not created the template, so there is no content to insert.
        if name.is_empty() || self.sink.is_full().is_some() {
            return false;
        }
        let Some((start, end)) = self.sink.find_markers(scope, name) else { return false };
        let Some(insertion_target) = self.sink.parent(start) else { return false };
        let stack_limit = self.state.stack_limit;
        self.state.extras_mut().patches.push(Patch {
            template,
            insertion_target,
            insertion_start_marker: start,
            insertion_end_marker: end,
            stack_limit,
        });
        self.state.stack_limit = self.stack_limit_below(scope, insertion_target);
        self.state.open.retarget_current(insertion_target, Flags::PATCHING);
        if end != Some(start) {
            let mut next = self.sink.next_sibling(start);
            while let Some(node) = next.filter(|&node| Some(node) != end) {
                next = self.sink.next_sibling(node);
                self.sink.remove(node);
            }
        }
        true
    }

    /// Returns the `stack_limit` for a patching template that was just pushed. The content of the template is inserted into `node`, which can
    /// be many levels below the scope.
    fn stack_limit_below(&self, scope: S::Handle, mut node: S::Handle) -> usize {
        let limit = self.state.options.limits.depth as usize;
        if self.state.options.limits.depth == u32::MAX {
            return limit;
        }
        let mut depth = limit.min((self.state.open.len() + limit).saturating_sub(self.state.stack_limit));
        while node != scope
            && let Some(parent) = self.sink.parent(node)
        {
            node = parent;
            depth += 1;
        }
        (limit + self.state.open.len()).saturating_sub(depth)
    }

    /// Returns the end marker of a patching template, if it is still a child of the insertion target.
    pub(crate) fn patch_end_marker(&self, template: S::Handle) -> Option<S::Handle> {
        let patch = self.state.extras.as_ref()?.patches.iter().rfind(|patch| patch.template == template)?;
        patch.insertion_end_marker.filter(|&end| self.sink.parent(end) == Some(patch.insertion_target))
    }

    /// Performs the steps of the `template` end tag that concern patching: removes the markers.
    pub(crate) fn end_content_patching(&mut self) {
        if self.state.extras.as_ref().is_none_or(|extras| extras.patches.is_empty()) {
            return;
        }
        // This walk costs nothing extra, because the caller pops the template and all entries after it.
        let mut slot = self.state.open.current_slot();
        while !self.state.open[slot].is_template() && slot != self.state.open.previous(slot) {
            slot = self.state.open.previous(slot);
        }
        if !self.state.open[slot].flags.has(Flags::PATCHING) {
            return;
        }
        let template = self.state.open[slot].node;
        let patches = &mut self.state.extras_mut().patches;
        if let Some(at) = patches.iter().rposition(|patch| patch.template == template) {
            let patch = patches.remove(at);
            self.state.stack_limit = patch.stack_limit;
            if self.sink.parent(patch.insertion_start_marker).is_some() {
                self.sink.remove(patch.insertion_start_marker);
            }
            if let Some(end) = patch.insertion_end_marker
                && self.sink.parent(end).is_some()
            {
                self.sink.remove(end);
            }
        }
    }
}
