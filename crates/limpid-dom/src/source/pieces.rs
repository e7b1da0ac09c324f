//! The markup of nodes as a list of pieces: parts of the source, possibly with edits, and new markup.

use crate::read::attribute::Attribute;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::source::changes::{Changes, Unwritable};
use crate::source::tag::{AttributeChange, Edit, Tag, is_space};
use crate::source::tree::{Part, Tree, cdata_content};
use crate::source::value::{Quote, common_affixes, minimal_edit, quoted};
use crate::storage::node::NodeKind;
use crate::write::parts;
use limpid_markup::{LocalName, Namespace, ShadowRootInit, Span, TagSet};
use std::collections::HashMap;

pub(super) enum Piece {
    /// A part of the source, with edits in it.
    Source(SourcePiece),
    New(String),
    /// The markup of a text node that the parser did not create.
    NewText(String),
    /// The position of an end tag that is missing in the source.
    MissingEnd(u32),
    /// The position of an element that has no markup in the source. If the source has ignored markup there, the element is after that markup.
    Implied,
}

pub(super) struct SourcePiece {
    pub(super) owner: u32,
    pub(super) span: Span,
    pub(super) edits: Vec<Edit>,
    /// Whether the span contains only markup of its owner, so that it can be moved.
    pub(super) is_movable: bool,
}

impl Piece {
    pub(super) fn span(&self) -> Option<Span> {
        if let Piece::Source(piece) = self { Some(piece.span) } else { None }
    }
}

/// Whether the parser created a formatting element again, from the start tag of another element.
pub(super) fn is_clone(before: Tree<'_>, now: Tree<'_>, element: u32) -> bool {
    let name = now.html_name(element);
    TagSet::FORMATTING.contains(name) && before.html_name(element) == name && before.token(element).is_none()
}

/// Generates the pieces of nodes.
pub(super) struct Markup<'a> {
    pub(super) document: &'a Document<'a>,
    pub(super) before: Tree<'a>,
    pub(super) now: Tree<'a>,
    pub(super) changes: &'a Changes,
    pub(super) quote: Quote,
    /// The solidus of new start tags of void elements: `""`, `"/"` or `" /"`.
    pub(super) solidus: &'static str,
}

impl<'a> Markup<'a> {
    pub(super) fn read(&self, number: u32) -> Option<NodeRef<'a>> {
        self.document.node_of_number(number)
    }

    fn is_xml(&self) -> bool {
        self.document.is_xml()
    }

    fn has_same_parent(&self, number: u32) -> bool {
        self.before.parent(number) == self.now.parent(number)
    }

    /// Returns the span of an unchanged node with its descendants, if it is contiguous in the source.
    pub(super) fn unchanged_span(&self, number: u32) -> Option<Span> {
        let is_unchanged = self.now.is_parsed(number) && !self.changes.is_touched(number);
        let span = if is_unchanged { self.before.contiguous_span(number) } else { None };
        // In another parent, a text may need other escapes.
        span.filter(|_| self.now.is_element(number) || self.has_same_parent(number))
    }

    /// Returns the span of an element that was removed from the document, including tags in it that the parser ignored.
    fn deleted_span(&self, element: u32) -> Option<Span> {
        let top = self.now.ancestors(element).last().unwrap_or(element);
        let is_deleted =
            top != self.now.arena.root && self.now.is_element(element) && !self.changes.is_touched_inside(element);
        if is_deleted && self.before.is_closed(element) { self.before.enclosing_span(element) } else { None }
    }

    /// Collects the spans of the old markup of a node and its descendants.
    pub(super) fn old_spans(&self, top: u32, tokens: &mut Vec<(Span, u32)>) {
        let mut number = top;
        loop {
            let block = self.unchanged_span(number).or_else(|| self.deleted_span(number));
            let mut next = 0;
            match block {
                Some(span) => tokens.push((span, number)),
                None => {
                    match self.before.is_element(number) {
                        true => tokens.extend(self.opening(number).map(|span| (span, number))),
                        false => {
                            let parts = self.before.parts(number).unwrap_or_default();
                            tokens.extend(parts.iter().map(|part| (part.span, number)));
                        }
                    }
                    next = self.before.first_written(number);
                }
            }
            let mut is_block = block.is_some();
            while next == 0 {
                if !is_block {
                    tokens.extend(self.before.end_tag(number).map(|span| (span, number)));
                }
                if number == top {
                    return;
                }
                is_block = false;
                next = self.before.next_written(number);
                if next == 0 {
                    number = self.before.parent(number);
                }
            }
            number = next;
        }
    }

    /// Adds the pieces of a node and its descendants, as they are now.
    pub(super) fn add(&self, top: u32, pieces: &mut Vec<Piece>) -> Result<(), Unwritable> {
        let mut number = top;
        loop {
            let is_open = self.start(number, pieces)?;
            let mut next = if is_open { self.now.first_written(number) } else { 0 };
            let mut needs_end = is_open;
            while next == 0 {
                if needs_end {
                    self.end(number, pieces);
                }
                if number == top {
                    return Ok(());
                }
                needs_end = true;
                next = self.now.next_written(number);
                if next == 0 {
                    number = self.now.parent(number);
                }
            }
            number = next;
        }
    }

    /// Adds the whole node if it is unchanged or not an element, otherwise only its start tag. Returns whether the caller has to add its children
    /// and its end tag.
    fn start(&self, number: u32, pieces: &mut Vec<Piece>) -> Result<bool, Unwritable> {
        if let Some(span) = self.unchanged_span(number) {
            if self.loses_line_feed(number) {
                pieces.push(Piece::New("\n".to_owned()));
            }
            pieces.push(Piece::Source(SourcePiece { owner: number, span, edits: Vec::new(), is_movable: true }));
            // The elements that are open at the end of the node, starting with the innermost.
            let open = std::iter::successors(Some(number), |&node| Some(self.now.last(node)).filter(|&last| last != 0));
            let open: Vec<u32> = open.take_while(|&node| self.before.end_tag(node).is_none()).collect();
            let open = open.into_iter().rev().filter(|&node| self.now.is_element(node) && !self.before.is_closed(node));
            pieces.extend(open.filter(|&node| self.has_open_end(node)).map(Piece::MissingEnd));
            return Ok(false);
        }
        if self.now.is_element(number) {
            self.start_tag(number, pieces)?;
            return Ok(true);
        }
        if let Some(init) = self.now.arena.shadow_root_init(number) {
            pieces.push(match self.before.token(number) {
                Some(span) => Piece::Source(SourcePiece { owner: number, span, edits: Vec::new(), is_movable: true }),
                None => Piece::New(self.new_shadow_root(init)),
            });
            return Ok(true);
        }
        if self.loses_line_feed(number) {
            pieces.push(Piece::New("\n".to_owned()));
        }
        match self.old_parts(number) {
            Some(parts) => self.edited_data(number, &parts, pieces)?,
            None if self.now.kind(number) == NodeKind::Text => pieces.push(Piece::NewText(self.new_data(number))),
            None => pieces.push(Piece::New(self.new_data(number))),
        }
        Ok(false)
    }

    /// Returns the source parts of a node that is not an element, if its old markup can be used.
    fn old_parts(&self, number: u32) -> Option<Vec<Part<'a>>> {
        let parts = self.before.parts(number)?;
        let is_raw = |tree: Tree<'_>| self.read(tree.parent(number)).is_some_and(parts::is_raw);
        let is_text = self.now.kind(number) == NodeKind::Text;
        (!is_text || self.has_same_parent(number) || is_raw(self.before) == is_raw(self.now)).then_some(parts)
    }

    /// Adds the source parts of a node that is not an element, with the edits for its changes.
    fn edited_data(&self, number: u32, parts: &[Part<'a>], pieces: &mut Vec<Piece>) -> Result<(), Unwritable> {
        let (old, new) = (self.before.data(number), self.now.data(number));
        let mut add = |part: &Part<'a>, edits: Vec<Edit>| {
            let (span, is_movable) = (part.span, part.is_exclusive);
            pieces.push(Piece::Source(SourcePiece { owner: number, span, edits, is_movable }));
        };
        if old == new {
            parts.iter().for_each(|part| add(part, Vec::new()));
            return Ok(());
        }
        if let ([part], false) = (parts, self.now.kind(number) == NodeKind::Text) {
            add(part, vec![(part.span, self.new_data(number))]);
            return Ok(());
        }
        // The first part that overlaps the change gets the new text. Text is only removed from the other parts.
        let (prefix, suffix) = common_affixes(old, new);
        let mut inserted = Some(&new[prefix..new.len() - suffix]);
        let (from, to) = (prefix, old.len() - suffix);
        let (mut at, count) = (0, parts.len());
        for (index, part) in parts.iter().enumerate() {
            let (start, end) = (at, at + part.data.len());
            at = end;
            if end < from
                || end == from && index + 1 < count && to > from
                || start > to
                || start == to && inserted.is_none()
            {
                add(part, Vec::new());
                continue;
            }
            let kept_start = &old[start..from.clamp(start, end)];
            let kept_end = &old[to.clamp(start, end)..end];
            let new = [kept_start, inserted.take().unwrap_or_default(), kept_end].concat();
            if new == part.data {
                add(part, Vec::new());
            } else if !part.is_exclusive {
                return Err(Unwritable(number));
            } else if !new.is_empty() || count == 1 {
                add(part, vec![self.text_edit(number, part, &new)]);
            }
        }
        Ok(())
    }

    fn text_edit(&self, number: u32, part: &Part<'a>, new: &str) -> Edit {
        let &Part { data: old, span, .. } = part;
        let raw = self.before.slice(span);
        let parent = self.read(self.now.parent(number));
        if let Some(cdata) = cdata_content(raw)
            && cdata == old
            && !new.contains("]]>")
        {
            let start = span.start + 9;
            let (range, text) = minimal_edit(cdata, old, new, false, str::to_owned);
            return (Span::new(start + range.start as u32, start + range.end as u32), text);
        }
        let has_references = !parent.is_some_and(parts::is_raw);
        let escape = |text: &str| parts::text(text, parent, self.is_xml());
        if !has_references && raw != old {
            return (span, escape(new));
        }
        let (range, text) = minimal_edit(raw, old, new, has_references, escape);
        (Span::new(span.start + range.start as u32, span.start + range.end as u32), text)
    }

    /// Whether a node is a text that starts with a line feed, which a parser would drop in this place.
    fn loses_line_feed(&self, node: u32) -> bool {
        if self.now.previous(node) != 0 || self.now.kind(node) != NodeKind::Text || self.is_xml() {
            return false;
        }
        let parent = self.now.parent(node);
        self.now.data(node).starts_with('\n')
            && self.read(parent).is_some_and(parts::drops_first_line_feed)
            && self.opening(parent) == self.before.token(parent)
    }

    /// Returns the span of an element's start tag, with the line feed after it that a parser drops.
    pub(super) fn opening(&self, element: u32) -> Option<Span> {
        let tag = self.before.token(element)?;
        let name = self.before.html_name(element);
        let drops = matches!(name, LocalName::LISTING | LocalName::PRE | LocalName::TEXTAREA) && !self.is_xml();
        let after = self.before.source.as_bytes().get(tag.end as usize..).filter(|_| drops).unwrap_or_default();
        let line_feed = match after {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => 0,
        };
        Some(Span::new(tag.start, tag.end + line_feed))
    }

    fn new_data(&self, number: u32) -> String {
        let Some(node) = self.read(number) else { return String::new() };
        if self.now.kind(number) != NodeKind::Text {
            return parts::other(node, self.is_xml());
        }
        parts::text(self.now.data(number), self.read(self.now.parent(number)), self.is_xml())
    }

    /// Whether an element without tags in the source needs new tags.
    fn becomes_explicit(&self, element: u32) -> bool {
        !self.now.is_parsed(element)
            || self.before.token(element).is_none()
                && (!self.has_same_parent(element)
                    || self.is_renamed(element)
                    || self.changes.has_other_attributes(element))
    }

    pub(super) fn is_renamed(&self, element: u32) -> bool {
        self.before.name_number(element) != self.now.name_number(element)
    }

    /// Whether an element that ended with its start tag has children now.
    fn is_filled(&self, element: u32) -> bool {
        self.before.first(element) == 0
            && self.now.first(element) != 0
            && self.before.end_tag(element).is_none()
            && self.before.is_closed(element)
            && self.can_end_with_solidus(element)
    }

    fn can_end_with_solidus(&self, element: u32) -> bool {
        self.is_xml() || self.before.node(element).namespace() != Namespace::Html
    }

    fn start_tag(&self, element: u32, pieces: &mut Vec<Piece>) -> Result<(), Unwritable> {
        if let Some((tag, span)) = self.before.token(element).zip(self.opening(element)) {
            let mut edits = self.tag_edits(element).ok_or(Unwritable(element))?;
            if self.is_filled(element) {
                edits.push((Span::new(tag.end - 2, tag.end - 1), String::new()));
            }
            if tag.end < span.end && !self.read(element).is_some_and(parts::drops_first_line_feed) {
                edits.push((Span::new(tag.end, span.end), String::new()));
            }
            pieces.push(Piece::Source(SourcePiece { owner: element, span, edits, is_movable: true }));
            return Ok(());
        }
        if self.is_absent(element) {
            pieces.push(Piece::Implied);
        }
        if self.becomes_explicit(element) {
            pieces.push(Piece::New(self.new_start_tag(element)));
        } else if self.is_absent(element) {
            pieces.extend(self.implied_tag(element).map(Piece::New));
        }
        Ok(())
    }

    /// Whether the parser created an element that has no markup in the source, such as an empty `body`.
    fn is_absent(&self, element: u32) -> bool {
        self.now.is_parsed(element)
            && self.has_same_parent(element)
            && self.before.start(element).is_none()
            && !is_clone(self.before, self.now, element)
    }

    /// Returns the start tag of a `template` that declares a shadow root.
    fn new_shadow_root(&self, init: ShadowRootInit) -> String {
        let mut tag = "<template".to_owned();
        for (name, value) in parts::shadow_root_attributes(init) {
            let value = if value.is_empty() { String::new() } else { format!("={}", quoted(value, self.quote, false)) };
            tag.extend([" ", name.as_str(), &value]);
        }
        tag + ">"
    }

    fn end(&self, element: u32, pieces: &mut Vec<Piece>) {
        let Some(read) = self.read(element) else { return };
        let name = parts::tag_name(read);
        if let Some(span) = self.before.end_tag(element) {
            let mut edits = Vec::new();
            if self.is_renamed(element) {
                edits.extend(self.rename_end_tag(span, name));
            }
            pieces.push(Piece::Source(SourcePiece { owner: element, span, edits, is_movable: true }));
        } else if self.becomes_explicit(element) && !self.has_no_end_tag(read) || self.is_filled(element) {
            pieces.push(Piece::New(format!("</{name}>")));
        } else if self.has_open_end(element) && !self.before.is_closed(element) {
            pieces.push(Piece::MissingEnd(element));
        }
    }

    /// Whether an end tag can be added to an element without end tag: it has a start tag, or the parser created it from the start tag of another
    /// element.
    fn has_open_end(&self, element: u32) -> bool {
        self.before.token(element).is_some() || is_clone(self.before, self.now, element)
    }

    fn rename_end_tag(&self, span: Span, name: String) -> Option<Edit> {
        let tag = self.before.slice(span).strip_prefix("</")?;
        let len = tag.bytes().position(|byte| is_space(byte, self.is_xml()) || matches!(byte, b'/' | b'>'))? as u32;
        Some((Span::new(span.start + 2, span.start + 2 + len), name))
    }

    fn has_no_end_tag(&self, element: NodeRef<'_>) -> bool {
        if self.is_xml() { element.first_child().is_none() } else { parts::is_void(element) }
    }

    /// Returns the edits of an element's start tag for its new name and attributes.
    pub(super) fn tag_edits(&self, element: u32) -> Option<Vec<Edit>> {
        let span = self.before.token(element)?;
        let tag = Tag::read(self.before.slice(span), span.start, self.is_xml());
        let mut edits = Vec::new();
        if self.is_renamed(element) {
            edits.push(tag.rename_edit(&parts::tag_name(self.read(element)?)));
        }
        let read = self.read(element).filter(|_| self.is_xml());
        let mut changes = self.attribute_changes(element);
        // A declaration that was removed is not added again.
        let mut declared = read.map(|read| self.needed_declarations(read)).unwrap_or_default();
        declared.retain(|(name, _)| changes.iter().all(|change| change.name != *name));
        changes.extend(declared.iter().map(|(name, url)| AttributeChange {
            name: name.clone(),
            old: None,
            new: Some(url),
        }));
        edits.extend(tag.edits(&changes, self.quote)?);
        Some(edits)
    }

    /// Returns the old and new values of an element's attributes, unchanged ones included.
    fn attribute_changes(&self, element: u32) -> Vec<AttributeChange<'a>> {
        let mut changes: Vec<AttributeChange<'a>> = Vec::new();
        let mut positions = HashMap::new();
        for record in self.before.attributes(element) {
            positions.insert(record.name, changes.len());
            let name = self.before.attribute_name(record);
            changes.push(AttributeChange { name, old: Some(self.before.value(record)), new: None });
        }
        for record in self.now.attributes(element) {
            let value = Some(self.now.value(record));
            match positions.get(&record.name) {
                Some(&position) => changes[position].new = value,
                None => {
                    changes.push(AttributeChange { name: self.now.attribute_name(record), old: None, new: value });
                }
            }
        }
        changes
    }

    /// For an element without start tag in the source, returns the start tag to insert before its first child. Returns `None` if it needs no start
    /// tag: it has no new attributes, and the parser creates it anyway, for example for its first child.
    pub(super) fn implied_tag(&self, element: u32) -> Option<String> {
        let (before, now) = (self.before, self.now);
        let name = now.html_name(element);
        if self.is_xml()
            || !now.is_element(element)
            || before.token(element).is_some()
            || is_clone(before, now, element)
        {
            return None;
        }
        if self.changes.has_other_attributes(element) {
            return Some(self.new_start_tag(element));
        }
        // The new tag needs no attributes: the parser takes them from a later tag in the source, such as a `<body>` after other content.
        let tag = || Some(format!("<{}>", now.name(element)));
        let is_empty = |child: u32| now.kind(child) == NodeKind::Text && now.data(child).is_empty();
        let Some(first) = now.children(element).find(|&child| !is_empty(child)) else {
            return if matches!(name, LocalName::HTML | LocalName::HEAD | LocalName::BODY) { None } else { tag() };
        };
        let first_name = now.html_name(first);
        let implies = match now.kind(first) {
            NodeKind::Text => {
                name == LocalName::BODY && !now.data(first).starts_with(|c: char| c.is_ascii_whitespace())
            }
            NodeKind::Element => match name {
                LocalName::HTML | LocalName::HEAD => true,
                LocalName::BODY => !TagSet::IN_HEAD.contains(first_name) && first_name != LocalName::NOSCRIPT,
                LocalName::TBODY => first_name == LocalName::TR,
                LocalName::TR => TagSet::CELLS.contains(first_name),
                LocalName::COLGROUP => first_name == LocalName::COL,
                _ => false,
            },
            _ => false,
        };
        if implies { None } else { tag() }
    }

    pub(super) fn new_start_tag(&self, element: u32) -> String {
        let Some(read) = self.read(element) else { return String::new() };
        let mut tag = format!("<{}", parts::tag_name(read));
        if self.is_xml() {
            for (name, url) in self.needed_declarations(read) {
                tag.push_str(&format!(" {name}={}", quoted(&url, self.quote, true)));
            }
        }
        let mut is_unquoted = false;
        for record in self.now.attributes(element) {
            let (name, value) = (self.now.attribute_name(record), self.now.value(record));
            tag.push(' ');
            tag.push_str(&name);
            is_unquoted = false;
            if !value.is_empty() || self.is_xml() {
                let value = quoted(value, self.quote, self.is_xml());
                is_unquoted = !value.ends_with(['"', '\'']);
                tag.push('=');
                tag.push_str(&value);
            }
        }
        if self.has_no_end_tag(read) {
            tag.push_str(match self.solidus {
                "" if self.is_xml() => "/",
                "/" if is_unquoted => " /",
                solidus => solidus,
            });
        }
        tag.push('>');
        tag
    }

    /// Returns the names and URLs of the namespace declarations that an element needs at its position in the tree.
    fn needed_declarations(&self, element: NodeRef<'_>) -> Vec<(String, String)> {
        let names = |element: NodeRef<'a>| {
            let has_prefix = |attribute: &Attribute<'a>| {
                attribute.prefix().is_some() && !matches!(attribute.namespace(), Namespace::Xml | Namespace::XmlNs)
            };
            let attributes = element.attributes().filter(has_prefix);
            let attributes = attributes.map(|attribute| {
                (attribute.prefix().unwrap_or_default(), attribute.namespace_url().unwrap_or_default())
            });
            attributes.chain([(element.prefix().unwrap_or_default(), element.namespace_url().unwrap_or_default())])
        };
        let declared = |element: NodeRef<'a>, name: &str| {
            let mut declarations = element.attributes().filter(|attribute| attribute.namespace() == Namespace::XmlNs);
            declarations.find(|attribute| attribute.local_name() == name).map(|attribute| attribute.value())
        };
        let Some(element) = self.read(element.number()) else { return Vec::new() };
        let mut needed: Vec<(&str, &str)> =
            names(element).filter(|(prefix, _)| !matches!(*prefix, "xml" | "xmlns")).collect();
        needed.sort_unstable();
        needed.dedup();
        let name_of = |prefix: &'a str| if prefix.is_empty() { "xmlns" } else { prefix };
        needed.retain(|&(prefix, url)| {
            if declared(element, name_of(prefix)).is_some() {
                return false;
            }
            // If an ancestor uses a prefix, the prefix is declared there: by an attribute in scope, or by a declaration that this function adds.
            let mut ancestors = self.now.ancestors(element.number()).filter_map(|node| self.read(node));
            let in_scope = ancestors.find_map(|outer| {
                let used = || names(outer).find(|(known, _)| *known == prefix && outer.is_element());
                declared(outer, name_of(prefix)).or_else(|| used().map(|(_, url)| url))
            });
            in_scope.unwrap_or_default() != url
        });
        let qualified = |prefix: &str| if prefix.is_empty() { "xmlns".to_owned() } else { format!("xmlns:{prefix}") };
        needed.into_iter().map(|(prefix, url)| (qualified(prefix), url.to_owned())).collect()
    }

    /// Returns the end tag of an element, or `None` if it is optional. The end tag of `body` counts as required.
    pub(super) fn required_end_tag(&self, element: u32) -> Option<String> {
        let read = self.read(element)?;
        let is_optional = !self.is_xml() && parts::is_end_optional(read);
        (!is_optional || read.is_html(LocalName::BODY)).then(|| format!("</{}>", parts::tag_name(read)))
    }
}
