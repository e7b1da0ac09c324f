//! Creates the edits for all changes: edits of regions and of tags. Where such edits do not suffice, whole elements are serialized.

use crate::read::document::Document;
use crate::source::SourceOptions;
use crate::source::changes::{Changes, NodeSet, Unwritable};
use crate::source::error::{SourceError, SourceRule};
use crate::source::pieces::{Markup, is_clone};
use crate::source::region::Region;
use crate::source::tag::Tag;
use crate::source::tree::Tree;
use crate::source::value::Quote;
use crate::source::verify::{self, Written};
use crate::storage::node::NodeKind;
use crate::write::html::SerializeOptions;
use crate::write::parts;
use limpid_markup::{Edits, Span, TemplateSyntax};
use std::collections::{BTreeMap, HashMap};

/// The number of attempts to serialize larger and larger elements before the whole document is serialized.
const MAX_WIDENINGS: u32 = 24;

pub(super) fn edits(document: &Document<'_>, options: SourceOptions) -> Result<Edits, SourceError> {
    let no_source = || SourceError { node: None, rule: SourceRule::NoSource };
    let again = document.parse_again(document.source()).ok_or_else(no_source)?;
    if again.arena.parsed_nodes != document.arena.parsed_nodes {
        return Err(no_source());
    }
    let before = Tree::before(&again);
    let now = Tree::now(document);
    let scattered =
        |Unwritable(node): &Unwritable| SourceError { node: document.arena.id(*node), rule: SourceRule::NotContiguous };
    let mut writer = Writer { document, before, now, serialized: Vec::new() };
    let mut failed: Option<SourceError> = None;
    let changes = Changes::of(before, now);
    for attempt in 0..=MAX_WIDENINGS {
        let written = writer.write(&changes);
        if let Some(unwritable) = written.unwritable.first() {
            let error = scattered(unwritable);
            if !options.widen {
                return Err(error);
            }
            failed.get_or_insert(error);
            let unwritable: Vec<u32> = written.unwritable.iter().map(|unwritable| unwritable.0).collect();
            unwritable.into_iter().for_each(|node| writer.widen(node));
            continue;
        }
        let Ok(edits) = Edits::try_from(written.edits.clone()) else {
            // Two edits overlap.
            let node = changes.parents().next().unwrap_or(now.arena.root);
            let error = scattered(&Unwritable(node));
            if !options.widen || writer.serializes_root() {
                return Err(failed.unwrap_or(error));
            }
            failed.get_or_insert(error);
            writer.widen(now.arena.root);
            continue;
        };
        let source = edits.apply(before.source).map_err(|_| no_source())?;
        let Err((node, error)) = verify::check(document, before, &source, &changes) else {
            return writer.check_template_syntax(&written, edits);
        };
        if !options.widen {
            return Err(error);
        }
        failed.get_or_insert(error);
        if writer.serializes_root() {
            break;
        }
        match attempt + 1 < MAX_WIDENINGS {
            true => writer.widen(node),
            false => writer.widen(now.arena.root),
        }
    }
    Err(failed.unwrap_or_else(no_source))
}

/// Whether characters of template code in the markup are escaped as references.
fn escapes_template(markup: &str) -> bool {
    if !markup.contains('&') {
        return false;
    }
    let plain = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    let plain = plain.iter().fold(markup.to_owned(), |text, (reference, character)| text.replace(reference, character));
    let (written, intended) = (TemplateSyntax::find(markup), TemplateSyntax::find(&plain));
    !written.spans().map(|span| &markup[span]).eq(intended.spans().map(|span| &plain[span.range()]))
}

/// Adds edits to remove spans outside of regions, unless another edit contains them.
fn remove_outside(written: &mut Written) {
    written.edits.sort_by_key(|&(span, _)| span.start);
    let mut end = 0;
    let up_to = |&(span, _): &(Span, String)| {
        end = span.end.max(end);
        Span::new(span.start, end)
    };
    let edited: Vec<Span> = written.edits.iter().map(up_to).collect();
    for &span in &written.outside {
        let before = edited[..edited.partition_point(|edit| edit.start <= span.start)].last();
        if before.is_none_or(|before| before.end < span.end) {
            written.edits.push((span, String::new()));
        }
    }
}

/// A cache of whether a condition holds for all inclusive ancestors of a node.
#[derive(Default)]
struct AncestorCache(HashMap<u32, bool>);

impl AncestorCache {
    /// Whether a condition holds for a node and all its ancestors. With `is_connected`, the last ancestor must also be the root of the document.
    fn holds(&mut self, tree: Tree<'_>, node: u32, condition: impl Fn(u32) -> bool, is_connected: bool) -> bool {
        let (mut visited, mut at) = (Vec::new(), node);
        let holds = loop {
            if let Some(&known) = self.0.get(&at) {
                break known;
            }
            visited.push(at);
            if !condition(at) {
                break false;
            }
            match tree.parent(at) {
                0 => break !is_connected || at == tree.arena.root,
                parent => at = parent,
            }
        };
        self.0.extend(visited.into_iter().map(|node| (node, holds)));
        holds
    }
}

/// Whether the first line of a source ends with CR LF.
fn uses_crlf(source: &str) -> bool {
    source.find('\n').is_some_and(|at| source[..at].ends_with('\r'))
}

/// Extends an edit between CR and LF to include the CR, unless the CR and the new text form a line end.
fn include_carriage_return(source: &str, span: &mut Span, text: &str, uses_crlf: bool) {
    let (before, after) = source.split_at(span.start as usize);
    if before.ends_with('\r') && after.starts_with('\n') && (uses_crlf || !text.starts_with('\n')) {
        let end = if span.is_empty() { span.end - 1 } else { span.end };
        *span = Span::new(span.start - 1, end);
    }
}

/// Replaces LF by CR LF, as in the source. Parsers convert CR LF to LF.
fn convert_to_crlf(text: &mut String) {
    let mut converted = String::with_capacity(text.len() + 8);
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n').filter(|line| !line.ends_with('\r')) {
            Some(line) => converted.extend([line, "\r\n"]),
            None => converted.push_str(line),
        }
    }
    *text = converted;
}

struct Writer<'a> {
    document: &'a Document<'a>,
    before: Tree<'a>,
    now: Tree<'a>,
    /// The elements to serialize, with their spans in the source.
    serialized: Vec<(u32, Span)>,
}

impl<'a> Writer<'a> {
    fn serializes_root(&self) -> bool {
        self.serialized.iter().any(|&(node, _)| node == self.now.arena.root)
    }

    /// Marks an element for serialization: the smallest inclusive ancestor of a node that has a span in the source and is not inside a marked
    /// element. Marks the root if there is no such element.
    fn widen(&mut self, node: u32) {
        let inclusive_ancestors = std::iter::once(node).chain(self.now.ancestors(node));
        let mut in_place = AncestorCache::default();
        let mut is_in_place = |node: u32| in_place.holds(self.now, node, |node| self.has_parsed_parent(node), true);
        let whole = Span::new(self.before.input_start(), self.before.source.len() as u32);
        if node == self.now.arena.root {
            self.serialized = vec![(node, whole)];
            return;
        }
        let found =
            inclusive_ancestors.filter(|&node| self.now.is_element(node) && is_in_place(node)).find_map(|node| {
                let span = Span::new(self.before.start(node)?, self.before.end(node)?);
                let is_new = self.serialized.iter().all(|&(_, other)| span.start < other.start || other.end < span.end);
                (is_new && span.start < span.end).then_some((node, span))
            });
        let (node, span) = found.unwrap_or((self.now.arena.root, whole));
        // The new element replaces the marked elements that its span overlaps, so its span has to cover theirs.
        let span = self.serialized.iter().fold(span, |span, &(_, other)| {
            let is_over = other.start < span.end && span.start < other.end;
            if is_over { Span::new(span.start.min(other.start), span.end.max(other.end)) } else { span }
        });
        self.serialized.retain(|&(_, other)| other.end <= span.start || span.end <= other.start);
        self.serialized.push((node, span));
    }

    /// Returns an error for edits inside of template syntax, and for edits of tags that contain template syntax.
    fn check_template_syntax(&self, written: &Written, edits: Edits) -> Result<Edits, SourceError> {
        let template = TemplateSyntax::find(self.before.source);
        if template.is_empty() {
            return Ok(edits);
        }
        let fail = |node| Err(SourceError { node, rule: SourceRule::TemplateSyntax });
        let is_in_tag = |tag: Span| template.is_in_tag(self.before.source, tag);
        let has_template = |&&element: &&u32| self.before.token(element).is_some_and(is_in_tag);
        if let Some(&element) = written.attributes.iter().find(has_template) {
            return fail(self.document.arena.id(element));
        }
        let is_safe = |(span, text): (Span, &str)| {
            !template.splits_at(span.start) && !template.splits_at(span.end) && !escapes_template(text)
        };
        let unsafe_span = edits.iter().find(|edit| !is_safe(*edit)).map(|(span, _)| span);
        match unsafe_span {
            Some(span) => fail(self.document.arena.id(self.before.node_at(span.start))),
            None => Ok(edits),
        }
    }

    fn write(&self, changes: &'a Changes) -> Written {
        let mut written = Written::default();
        let markup = |near: &[u32]| {
            let (quote, solidus) = self.style(near);
            Markup { document: self.document, before: self.before, now: self.now, changes, quote, solidus }
        };
        let parents = self.parents_to_write(changes);
        let mut in_place = AncestorCache::default();
        let mut is_in_place = |node: u32| in_place.holds(self.now, node, |node| self.has_parsed_parent(node), true);
        let regions: Vec<Region> = parents
            .iter()
            .filter(|&&(parent, _)| is_in_place(parent))
            .flat_map(|(parent, forced)| self.regions(*parent, changes, forced))
            .collect();
        let in_regions: NodeSet = regions.iter().flat_map(|region| region.children.iter().copied()).collect();
        let mut covered = AncestorCache::default();
        let mut is_covered = |node: u32| !covered.holds(self.now, node, |node| !in_regions.contains(&node), false);
        for region in regions {
            if is_covered(region.parent) {
                continue;
            }
            let count = written.edits.len();
            let markup = markup(&[region.left, region.right, region.parent]);
            match region.write(&markup, &mut written.edits) {
                Ok(outside) => {
                    written.regions.push(region);
                    written.outside.extend(outside);
                }
                Err(unwritable) => {
                    written.edits.truncate(count);
                    written.unwritable.push(unwritable);
                }
            }
        }
        // Elements that had no start tag until the edits of a region inserted it.
        let opened: NodeSet =
            written.regions.iter().filter(|region| region.left == 0).map(|region| region.parent).collect();
        for element in changes.attributes() {
            if !is_in_place(element) || is_covered(element) {
                continue;
            }
            let markup =
                markup(&[element, self.now.previous(element), self.now.next(element), self.now.parent(element)]);
            let edits = match (self.before.token(element), self.before.start_of_implied(element)) {
                (Some(_), _) => markup.tag_edits(element),
                _ if self.is_clone(element) || opened.contains(&element) => Some(Vec::new()),
                (None, Some(start)) => Some(vec![(Span::empty(start), markup.new_start_tag(element))]),
                (None, None) => None,
            };
            match edits {
                Some(edits) => {
                    written.edits.extend(edits);
                    written.attributes.push(element);
                }
                None => written.unwritable.push(Unwritable(element)),
            }
        }
        if !written.outside.is_empty() {
            remove_outside(&mut written);
        }
        self.serialize_elements(changes, &mut written);
        let uses_crlf = written.edits.iter().any(|(_, text)| text.contains('\n')) && uses_crlf(self.before.source);
        for (span, text) in &mut written.edits {
            include_carriage_return(self.before.source, span, text, uses_crlf);
            if uses_crlf {
                convert_to_crlf(text);
            }
        }
        written
    }

    /// Replaces all edits inside of marked elements by an edit with the serialization of the element.
    fn serialize_elements(&self, changes: &Changes, written: &mut Written) {
        let is_inside =
            |span: Span| self.serialized.iter().any(|&(_, other)| other.start <= span.start && span.end <= other.end);
        written.unwritable.retain(|&Unwritable(node)| {
            let mut inclusive_ancestors = std::iter::once(node).chain(self.now.ancestors(node));
            !inclusive_ancestors.any(|node| self.serialized.iter().any(|&(other, _)| other == node))
        });
        if !self.serialized.is_empty() {
            written.edits.retain(|&(span, _)| !is_inside(span));
        }
        for &(node, span) in &self.serialized {
            let text = match self.document.is_xml() {
                true if node == self.now.arena.root => self.document.to_xml(),
                true => self.document.node_of_number(node).map(parts::xml_in_place).unwrap_or_default(),
                false if node == self.now.arena.root => self
                    .now
                    .children(node)
                    .map(|child| self.unchanged_doctype(child, changes).unwrap_or_else(|| self.html(child)))
                    .collect(),
                false => self.html(node),
            };
            written.edits.push((span, text));
        }
        written.edits.sort_by_key(|&(span, _)| (span.start, span.end));
    }

    fn html(&self, node: u32) -> String {
        let mut html = String::new();
        if let Some(node) = self.document.node_of_number(node) {
            // Writing to a String cannot fail.
            let _ = node.write_html(&mut html, &SerializeOptions::lossless());
        }
        html
    }

    /// Returns the source of an unchanged DOCTYPE. It is not serialized: if its source is malformed, the serialization could set another quirks mode.
    fn unchanged_doctype(&self, node: u32, changes: &Changes) -> Option<String> {
        let is_unchanged =
            self.now.kind(node) == NodeKind::Doctype && self.now.is_parsed(node) && !changes.changed.contains(&node);
        let token = self.before.token(node).filter(|_| is_unchanged)?;
        Some(self.before.slice(token).to_owned())
    }

    /// Whether a node has the parent that the parser gave it.
    fn has_parsed_parent(&self, node: u32) -> bool {
        self.now.is_parsed(node) && self.now.parent(node) == self.before.parent(node)
    }

    /// Returns the parents with changed children, and for each the children that have to be written with all their tags. Such a child contains a
    /// change, but the source has no offset at which its new content or start tag can be inserted.
    fn parents_to_write(&self, changes: &Changes) -> Vec<(u32, NodeSet)> {
        type Parents = BTreeMap<u32, NodeSet>;
        let promote = |parents: &mut Parents, mut inner: u32, has_no_position: &dyn Fn(u32) -> bool| {
            while inner != self.now.arena.root && inner != 0 && has_no_position(inner) {
                let outer = self.now.parent(inner);
                if !parents.entry(outer).or_default().insert(inner) {
                    break;
                }
                inner = outer;
            }
        };
        let mut parents = Parents::default();
        for parent in changes.parents() {
            parents.entry(parent).or_default();
            promote(&mut parents, parent, &|element| self.has_no_inner_position(element));
        }
        for element in changes.attributes() {
            promote(&mut parents, element, &|element| self.before.start(element).is_none() && !self.is_clone(element));
        }
        parents.into_iter().filter(|&(parent, _)| parent != 0).collect()
    }

    fn is_clone(&self, element: u32) -> bool {
        is_clone(self.before, self.now, element)
    }

    fn has_no_inner_position(&self, element: u32) -> bool {
        match self.before.token(element) {
            Some(_) => {
                self.before.first(element) == 0
                    && self.before.end_tag(element).is_none()
                    && self.before.is_closed(element)
            }
            None => self.before.start(element).is_none(),
        }
    }

    /// Returns the regions of an element: the runs of changed children, without elements at their ends that were not moved.
    fn regions(&self, parent: u32, changes: &Changes, forced: &NodeSet) -> Vec<Region> {
        let is_kept =
            |child: u32| self.now.is_parsed(child) && !changes.changed.contains(&child) && !forced.contains(&child);
        let mut regions: Vec<Region> = Vec::new();
        let mut left = 0;
        let mut children: Vec<u32> = Vec::new();
        for child in self.now.children(parent) {
            if !is_kept(child) {
                children.push(child);
                continue;
            }
            if !children.is_empty() {
                regions.push(Region { parent, left, right: child, children: std::mem::take(&mut children) });
            }
            left = child;
        }
        if !children.is_empty() || regions.is_empty() && self.now.first(parent) == 0 && self.before.first(parent) != 0 {
            regions.push(Region { parent, left, right: 0, children });
        }
        for region in &mut regions {
            // The previous element has no end tag, and the renamed element after it may no longer end it.
            let is_renamed =
                |child: u32| self.now.is_parsed(child) && self.before.name_number(child) != self.now.name_number(child);
            if region.left != 0
                && !self.before.is_closed(region.left)
                && region.children.first().is_some_and(|&first| self.now.is_element(first) && is_renamed(first))
            {
                region.children.insert(0, region.left);
                region.left = self.now.previous(region.left);
            }
            self.trim(region, forced);
        }
        regions
    }

    /// Removes elements that were not moved from the ends of a region.
    fn trim(&self, region: &mut Region, forced: &NodeSet) {
        let (before, now) = (self.before, self.now);
        let stays = |child: u32| {
            now.is_element(child)
                && now.is_parsed(child)
                && before.parent(child) == region.parent
                && before.name_number(child) == now.name_number(child)
                && before.token(child).is_some()
                && !forced.contains(&child)
        };
        let (mut left, mut right) = (region.left, region.right);
        if let Some(&first) = region.children.first()
            && stays(first)
            && before.previous(first) == now.previous(first)
            && before.is_closed(first)
        {
            left = first;
            region.children.remove(0);
        }
        if let Some(&last) = region.children.last()
            && stays(last)
            && before.next(last) == now.next(last)
        {
            right = last;
            region.children.pop();
        }
        (region.left, region.right) = (left, right);
    }

    /// Returns the quotes and the solidus that tags of nearby elements use.
    fn style(&self, near: &[u32]) -> (Quote, &'static str) {
        let tags = near.iter().filter(|&&node| self.before.is_element(node)).filter_map(|&node| {
            let span = self.before.token(node)?;
            Some(Tag::read(self.before.slice(span), span.start, self.document.is_xml()))
        });
        let tags: Vec<Tag<'_>> = tags.collect();
        let quote = tags.iter().find_map(Tag::quote).unwrap_or(Quote::Double);
        let solidus = match tags.iter().find(|tag| tag.has_solidus()) {
            Some(tag) if tag.has_spaced_solidus() => " /",
            Some(_) => "/",
            None => "",
        };
        (quote, solidus)
    }
}
