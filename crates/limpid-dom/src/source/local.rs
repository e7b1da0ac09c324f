//! The law, told by rules: where a change is bounded, a parser takes up what follows as it did, and only what is written is parsed.
//!
//! Between two children of an element, a parser is in a state that the elements around decide, if nothing is left open: no formatting
//! element waits to be created again, and nothing was put in front of a table. All nodes up to there are asked. If what stood there
//! and what is written there both leave nothing open either, the parser is in the same state behind it. So it is enough to parse what
//! is written, behind the start tags of the elements around, and to compare. Whatever is not known for sure is left to a whole parse.

use crate::html_setters::Markup;
use crate::read::document::{Document, ParseFacts};
use crate::read::node_ref::NodeRef;
use crate::source::compare::{Siblings, difference};
use crate::source::plan::Plan;
use crate::source::tag::{Edit, Tag};
use crate::source::tree::Tree;
use crate::source::verify::Written;
use crate::source::window::Window;
use crate::storage::node::{Node, NodeFlags, NodeKind};
use limpid_markup::{Limits, LocalName, Namespace, QuirksMode, Span, TagSet};
use std::cell::Cell;

/// Whether an element leaves something behind unless it has both tags: formatting elements, those with a marker, forms.
const fn leaves_something(name: LocalName) -> bool {
    use LocalName as Name;
    TagSet::FORMATTING.contains(name)
        || matches!(name, Name::APPLET | Name::FORM | Name::MARQUEE | Name::OBJECT | Name::TEMPLATE)
}

/// Whether an HTML element may be irregular, by its name: all nodes are asked, so it is one look into a table.
static IS_REMARKABLE: [bool; LocalName::COUNT] = {
    use LocalName as Name;
    let mut is_remarkable = [false; LocalName::COUNT];
    let mut index = 1;
    while index < LocalName::COUNT {
        let name = LocalName::from_index(index);
        is_remarkable[index] = leaves_something(name)
            || matches!(name, Name::SELECTEDCONTENT | Name::FRAMESET | Name::PLAINTEXT | Name::TABLE);
        index += 1;
    }
    is_remarkable
};

/// Whether a node may be irregular. Most are not, and are not looked at.
#[inline]
fn is_remarkable(node: &Node, is_foreign_remarkable: bool) -> bool {
    match node.kind() {
        NodeKind::Text | NodeKind::Comment => false,
        NodeKind::Element if node.namespace() == Namespace::Html => {
            IS_REMARKABLE.get(node.name_or_far() as usize).is_some_and(|is_remarkable| *is_remarkable)
        }
        NodeKind::Element => is_foreign_remarkable,
        _ => true,
    }
}

/// Whether rules on an element reach beyond it.
fn is_far_reaching(name: LocalName) -> bool {
    use LocalName as Name;
    let is_top = matches!(name, Name::BODY | Name::FRAME | Name::FRAMESET | Name::HEAD | Name::HTML | Name::PLAINTEXT);
    is_top || matches!(name, Name::OPTGROUP | Name::OPTION | Name::SELECT | Name::SELECTEDCONTENT | Name::TEMPLATE)
}

fn is_text_only(name: LocalName) -> bool {
    TagSet::LITERAL_TEXT.contains(name) || matches!(name, LocalName::TEXTAREA | LocalName::TITLE)
}

/// The number of elements around a change that are tried.
const LIFTS: u32 = 4;

/// The number of attributes of an element that are compared each with each.
const FEW: usize = 32;

/// The text that stands between the parts of a source that is parsed to compare it.
const MARK: &str = "<!---->";

/// Whether rules tell that a parser gets the document from what is written.
pub(super) fn is_known<L>(document: &Document<'_>, before: Tree<'_>, written: &Written, plan: &Plan) -> bool
where
    str: Markup<L>,
{
    let limits = ParseFacts::read(document).origin.map_or_else(Limits::none, |origin| origin.limits);
    let first_end = document.arena.spans.as_ref().and_then(|spans| spans.first_end_of_body());
    let is_behind_body = first_end.zip(written.edits.last()).is_some_and(|(end, (span, _))| end.start < span.end);
    let local = Local {
        document,
        before,
        now: Tree::now(document),
        edits: &written.edits,
        regular: Cell::new(0),
        is_behind_body,
    };
    // Children of a `template` beside its contents, which no markup has.
    let has_own_children = |parent: u32| {
        let node = local.now.node(parent);
        node.flags().contains(NodeFlags::TEMPLATE_CONTENTS) && node.first() != 0
    };
    local.is_within(limits, &written.attributes)
        && written.outside.is_empty()
        && !plan.parents().any(has_own_children)
        && written.attributes.iter().all(|&element| local.is_attribute_known(element))
        && (written.windows.is_empty()
            || !local.is_of_table_parts()
                && local.are_changes_regular()
                && local.are_windows_known(&written.windows, plan))
}

struct Local<'a> {
    document: &'a Document<'a>,
    before: Tree<'a>,
    now: Tree<'a>,
    edits: &'a [Edit],
    /// The count of nodes, from the first, that are known to be regular.
    regular: Cell<u32>,
    /// Whether an edit is behind an end tag of the body.
    is_behind_body: bool,
}

impl<'a> Local<'a> {
    fn is_xml(&self) -> bool {
        self.document.is_xml()
    }

    /// Whether the limits of the parse cut nothing from the source, and nothing from what is written. What was cut would come back
    /// for what is removed.
    fn is_within(&self, limits: Limits, elements: &[u32]) -> bool {
        let has_room = |&element: &u32| {
            let written = self
                .before
                .token(element)
                .map_or(0, |span| Tag::read(self.before.slice(span), span.start, self.is_xml()).attribute_count());
            written.max(self.now.attributes(element).count()) < limits.attributes as usize
        };
        self.document.arena.nodes.len() < limits.nodes as usize
            && limits.bytes == u32::MAX
            && elements.iter().all(has_room)
    }

    /// Whether the parts of a table stand in a fragment without one. What is put in front of a table goes behind them there, while
    /// they are open.
    fn is_of_table_parts(&self) -> bool {
        use LocalName as Name;
        let context = self.document.fragment_context();
        matches!(context, Name::TABLE | Name::TBODY | Name::TEMPLATE | Name::TFOOT | Name::THEAD | Name::TR)
    }

    /// Whether new attributes of an element are attributes to a parser, and nothing else.
    fn is_attribute_known(&self, element: u32) -> bool {
        let (before, now) = (self.before, self.now);
        let is_few = |tree: Tree<'_>| tree.attributes(element).count() <= FEW;
        if before.token(element).is_none() || self.has_doctype_in_xml() || !is_few(before) || !is_few(now) {
            return false;
        }
        let name = now.html_name(element);
        let is_same = |one: &crate::storage::attribute::AttributeRecord,
                       other: &crate::storage::attribute::AttributeRecord| {
            one.name == other.name
        };
        let mut has_other_names = false;
        for record in now.attributes(element) {
            let was = before.attributes(element).find(|was| is_same(was, record));
            if was.is_some_and(|was| before.value(was) == now.value(record)) {
                continue;
            }
            let value = now.value(record);
            if value.contains(['\0', '\r'])
                || self.is_xml() && value.contains(|c: char| !(' '..='\u{d7ff}').contains(&c))
            {
                return false;
            }
            has_other_names |= was.is_none();
            if record.is_qualified() && (was.is_none() || self.is_xml())
                || !self.is_attribute_quiet(element, now.arena.qualifiers.local_name(record), was.is_none())
            {
                return false;
            }
        }
        for was in before.attributes(element).filter(|was| now.attributes(element).all(|record| !is_same(was, record)))
        {
            has_other_names = true;
            if matches!(name, LocalName::HTML | LocalName::BODY)
                || was.is_qualified()
                || !self.is_attribute_quiet(element, before.arena.qualifiers.local_name(was), false)
            {
                return false;
            }
        }
        if self.is_xml() {
            return true;
        }
        let node = now.node(element);
        (node.namespace() == Namespace::Html || !has_other_names)
            && !matches!(name, LocalName::OPTION | LocalName::SELECT)
            && !self.is_in_option(element)
            && (!TagSet::FORMATTING.contains(name)
                || name == LocalName::A && self.has_no_clone(element)
                || self.is_regular())
    }

    /// Whether no other element was created for the start tag of an element. Those share its attributes, if it has any.
    fn has_no_clone(&self, element: u32) -> bool {
        !self.before.node(element).flags().contains(NodeFlags::SHARED_ATTRIBUTES)
            && self.before.attributes(element).next().is_some()
    }

    /// Whether no rule asks for an attribute of an element.
    fn is_attribute_quiet(&self, element: u32, attribute: u32, is_new: bool) -> bool {
        let text = self.now.arena.names.text(attribute);
        if self.is_xml() {
            return !text.starts_with("xml") && !text.contains(':');
        }
        if is_new && text.contains(|c: char| c.is_ascii_uppercase()) {
            return false;
        }
        match (self.now.html_name(element), self.now.name(element)) {
            (LocalName::INPUT, _) => text != "type",
            (LocalName::FONT, _) => !matches!(text, "color" | "face" | "size"),
            (LocalName::TEMPLATE, _) => text != "for" && !text.starts_with("shadowroot"),
            (_, "annotation-xml") => false,
            _ => true,
        }
    }

    /// Whether what is in an element may be copied for an option that is selected.
    fn is_in_option(&self, element: u32) -> bool {
        self.now
            .ancestors(element)
            .any(|node| matches!(self.now.html_name(node), LocalName::OPTION | LocalName::SELECT))
    }

    /// Whether the document is XML with a doctype, which may declare anything.
    fn has_doctype_in_xml(&self) -> bool {
        self.is_xml()
            && [self.before, self.now]
                .into_iter()
                .any(|tree| tree.children(tree.arena.root).any(|node| tree.kind(node) == NodeKind::Doctype))
    }

    /// Whether the parser has left nothing open between the children of an element, anywhere in the source.
    fn is_regular(&self) -> bool {
        let find = || self.are_changes_regular() && self.is_regular_before(u32::MAX, true);
        self.before.changes().map_or_else(find, |changes| *changes.is_regular.get_or_init(find))
    }

    /// Whether that is so of all that was changed, and no frameset takes the place of the body.
    fn are_changes_regular(&self) -> bool {
        match self.is_xml() {
            true => !self.has_doctype_in_xml(),
            false => {
                self.before.changed().all(|number| self.is_node_regular(self.before, number)) && self.has_no_frameset()
            }
        }
    }

    /// Whether the parser has left nothing open in the nodes in front of one. What changed nodes are now is looked at here: it may be too
    /// much, which only takes time.
    fn is_regular_before(&self, end: u32, asks_foreign: bool) -> bool {
        let (from, to) = (self.regular.get(), end.min(self.before.parsed_nodes()));
        let nodes = self.now.arena.nodes.get(from as usize..to as usize).unwrap_or_default();
        let spans = self.now.arena.spans.as_ref();
        // As nearly all have that are asked.
        let has_both_tags = |number: u32, node: &Node| {
            node.is_html_element()
                && TagSet::FORMATTING.contains(LocalName::from_index(node.name_or_far() as usize))
                && spans.is_some_and(|spans| spans.has_both_tags(number))
        };
        let is_irregular = |(number, node): (u32, &Node)| {
            is_remarkable(node, asks_foreign) && !has_both_tags(number, node) && !self.is_node_regular(self.now, number)
        };
        let is_regular = self.is_xml() || !(from..).zip(nodes).any(is_irregular);
        if is_regular {
            self.regular.set(from.max(to));
        }
        is_regular
    }

    /// A node that the parser made no sooner than it was at the start of a region, so that all before that are in front of it.
    fn first_behind(&self, region: &Region, start: u32) -> u32 {
        let before = self.before;
        let first = if region.left == 0 { before.first(region.parent) } else { before.next(region.left) };
        let is_behind = |&node: &u32| node != 0 && before.token(node).is_some_and(|token| start <= token.start);
        [first, region.right, before.next_after(region.parent, 0)].into_iter().find(is_behind).unwrap_or(u32::MAX)
    }

    fn is_node_regular(&self, tree: Tree<'_>, number: u32) -> bool {
        let name = match tree.kind(number) {
            NodeKind::Element if tree.node(number).namespace() != Namespace::Html => {
                return self.is_foreign_regular(number);
            }
            NodeKind::Element => tree.html_name(number),
            // Instructions that patch content.
            NodeKind::ProcessingInstruction => return !matches!(tree.name(number), "marker" | "start" | "end"),
            kind => return kind != NodeKind::ShadowRoot,
        };
        let (token, end_tag) = (|| self.before.token(number), || self.before.end_tag(number));
        match name {
            LocalName::SELECTEDCONTENT | LocalName::FRAMESET | LocalName::PLAINTEXT => false,
            LocalName::FORM if tree.first(number) == 0 => {
                token().zip(end_tag()).is_some_and(|(token, end_tag)| token.end == end_tag.start)
            }
            // What was put in front of it is behind its tag, or was created without one.
            LocalName::TABLE => token().is_some_and(|token| match self.before.previous(number) {
                0 => true,
                previous => self.before.token(previous).is_some_and(|previous| previous.start < token.start),
            }),
            name if leaves_something(name) => token().is_some() && end_tag().is_some(),
            _ => true,
        }
    }

    /// Whether the body stays open in a foreign element. An end tag of the body there leaves the element open, so that what is behind the
    /// element is already behind the body: comments go elsewhere.
    fn is_foreign_regular(&self, number: u32) -> bool {
        let (Some(_), Some(end_tag)) = (self.before.token(number), self.before.end_tag(number)) else {
            return true;
        };
        let first_end = self.now.arena.spans.as_ref().and_then(|spans| spans.first_end_of_body());
        first_end.is_none_or(|first_end| end_tag.start <= first_end.start)
    }

    /// Whether no tag of a frameset is there, which what comes before it decides on. A start tag of the body forbids it.
    fn has_no_frameset(&self) -> bool {
        let body = self.document.body().map(NodeRef::number);
        if body.is_some_and(|body| self.before.token(body).is_some()) {
            return true;
        }
        let bytes = self.before.source.as_bytes();
        let is_frameset =
            |at: usize| bytes[at + 1..].first_chunk::<8>().is_some_and(|name| name.eq_ignore_ascii_case(b"frameset"));
        !self.before.source.match_indices('<').any(|(at, _)| is_frameset(at))
    }

    fn are_windows_known<L>(&self, windows: &[Window], plan: &Plan) -> bool
    where
        str: Markup<L>,
    {
        // As much as a whole parse would take.
        let mut budget = self.before.source.len() / 4 + 4096;
        windows.iter().all(|window| self.is_window_known(window, plan, &mut budget))
    }

    fn is_window_known<L>(&self, window: &Window, plan: &Plan, budget: &mut usize) -> bool
    where
        str: Markup<L>,
    {
        let (mut parent, mut left, mut right) = (window.parent, window.left, window.right);
        let mut first = window.children.first().copied().unwrap_or(right);
        for _ in 0..LIFTS {
            if parent == 0 || parent == self.now.arena.root {
                return false;
            }
            let region = Region { parent, left, right, first };
            if let Some(known) = self.is_region_known(&region, budget) {
                return known;
            }
            if plan.changed.contains(&parent) {
                return false;
            }
            (first, left, right) = (parent, self.now.previous(parent), self.now.next(parent));
            parent = self.now.parent(parent);
        }
        false
    }

    /// Whether a parser gets what is in a region; `None` if that cannot be told by looking at the region alone.
    fn is_region_known<L>(&self, region: &Region, budget: &mut usize) -> Option<bool>
    where
        str: Markup<L>,
    {
        let span = self.bounds(region)?;
        if !self.is_regular_before(self.first_behind(region, span.start), self.is_behind_body) {
            return Some(false);
        }
        let (chain, mut source) = self.opened(region.parent, span)?;
        let is_text_only = is_text_only(self.now.html_name(region.parent)) && !self.is_xml();
        let has_mark = region.left != 0 && !is_text_only;
        source.push_str(if has_mark { MARK } else { "" });
        let start = source.len() as u32;
        self.push_edited(span, &mut source)?;
        let end = source.len() as u32;
        let has_tags = source[start as usize..].contains('<');
        let has_comments = has_tags && source[start as usize..].contains("<!--");
        source.push_str(if is_text_only { "" } else { MARK });
        *budget = budget.checked_sub(source.len())?;
        let parsed = source.parse_again(self.document).ok()?;
        let found = Tree::now(&parsed);
        let parent = innermost(found, self.now, &chain)?;
        let mut first = found.first(parent);
        if has_mark {
            (found.kind(first) == NodeKind::Comment).then_some(())?;
            first = found.next(first);
        }
        let mark = if is_text_only { 0 } else { found.last(parent) };
        if !is_text_only {
            (found.token(mark)? == Span::new(end, end + MARK.len() as u32)).then_some(())?;
        }
        let wanted = Siblings { parent: region.parent, first: region.first, end: region.right };
        let written = Siblings { parent, first, end: mark };
        if difference(Some(self.before), self.now, found, (wanted, written)).is_some() {
            return Some(false);
        }
        let nodes = || found.siblings(first).take_while(|&node| node != mark);
        // Of an element with only text, the end tag comes behind.
        if is_text_only {
            return Some(
                !has_tags || TagSet::LITERAL_TEXT.contains(self.now.html_name(region.parent)) && !has_comments,
            );
        }
        (is_closed_run(found, nodes(), Span::new(start, end)) && nodes().all(|node| leaves_nothing(found, node)))
            .then_some(true)
    }

    /// The bytes of a region, if the source has in there what the tree of the parse has, and leaves nothing open.
    fn bounds(&self, region: &Region) -> Option<Span> {
        let before = self.before;
        let &Region { parent, left, right, .. } = region;
        let tag = before.token(parent);
        let start = match left {
            0 => tag?.end,
            left => before.end(left)?,
        };
        let end = match right {
            0 => before.end_tag(parent)?.start,
            right => before.token(right)?.start,
        };
        let is_left_closed = left == 0 || !before.is_element(left) || before.is_closed(left);
        let first = if left == 0 { before.first(parent) } else { before.next(left) };
        let nodes = || before.siblings(first).take_while(|&node| node != right);
        (start <= end
            && is_left_closed
            && is_closed_run(before, nodes(), Span::new(start, end))
            && nodes().all(|node| leaves_nothing(before, node)))
        .then_some(Span::new(start, end))
    }

    /// Adds the text for a part of the source.
    fn push_edited(&self, span: Span, text: &mut String) -> Option<()> {
        let from = self.edits.partition_point(|(edit, _)| edit.end < span.start);
        let mut at = span.start;
        for (edit, new) in self.edits[from..].iter().take_while(|(edit, _)| edit.start <= span.end) {
            let is_at_edge = edit.is_empty() && (edit.start == span.start || edit.start == span.end);
            if edit.start < span.start || edit.end > span.end {
                // Of what is beside, in a tag that ends or starts here.
                (edit.end == span.start || edit.start == span.end).then_some(())?;
                continue;
            }
            if edit.start < at && !is_at_edge {
                return None;
            }
            text.push_str(self.before.slice(Span::new(at, edit.start)));
            text.push_str(new);
            at = edit.end;
        }
        text.push_str(self.before.slice(Span::new(at, span.end)));
        Some(())
    }

    /// The elements around a place, from the outermost on, and the start tags of all of them as they are written.
    fn opened(&self, parent: u32, span: Span) -> Option<(Vec<u32>, String)> {
        let before = self.before;
        let mut chain: Vec<u32> = std::iter::once(parent).chain(self.now.ancestors(parent)).collect();
        chain.pop_if(|top| *top == self.now.arena.root)?;
        chain.reverse();
        let is_fragment = self.now.kind(self.now.arena.root) != NodeKind::Document;
        let mut source = String::with_capacity(chain.len() * 8 + span.len() + 256);
        if !self.is_xml() && !is_fragment && self.document.quirks_mode() != QuirksMode::Quirks {
            source.push_str("<!DOCTYPE html>");
        }
        for (depth, &element) in chain.iter().enumerate() {
            let name = self.now.html_name(element);
            let is_top = !is_fragment
                && (depth == 0 && name == LocalName::HTML
                    || depth == 1 && matches!(name, LocalName::HEAD | LocalName::BODY));
            let is_known = self.now.is_element(element)
                && !self.now.node(element).flags().contains(NodeFlags::SHADOW_HOST)
                && (is_top || self.is_xml() || (depth > 1 || is_fragment) && !is_far_reaching(name));
            let is_around = before.end_tag(element).is_none_or(|end_tag| span.end <= end_tag.start);
            if !is_known || !is_around || before.name_number(element) != self.now.name_number(element) {
                return None;
            }
            let is_formatting = TagSet::FORMATTING.contains(name);
            source.push('<');
            if self.now.node(element).is_html_element() && !is_formatting && !self.is_xml() {
                // No rule asks for attributes of these.
                source.push_str(self.now.name(element));
            } else {
                let tag = before.token(element)?;
                self.push_edited(Span::new(tag.start + 1, tag.end - 1), &mut source)?;
            }
            source.push('>');
        }
        Some((chain, source))
    }
}

/// A part of the children of an element: from the first up to the one at the right, behind the one at the left.
struct Region {
    parent: u32,
    left: u32,
    right: u32,
    first: u32,
}

/// Finds the innermost of some elements that were opened one in the other, and nothing beside them.
fn innermost(found: Tree<'_>, now: Tree<'_>, chain: &[u32]) -> Option<u32> {
    let mut at = found.arena.root;
    for &element in chain {
        let mut elements = found.children(at).filter(|&node| {
            let is_implied = found.token(node).is_none();
            found.kind(node) != NodeKind::Doctype
                && !(is_implied && matches!(found.html_name(node), LocalName::HEAD | LocalName::BODY))
        });
        let only = elements.next()?;
        if elements.next().is_some()
            || found.name(only) != now.name(element)
            || found.node(only).namespace() != now.node(element).namespace()
            || found.end_tag(only).is_some()
        {
            return None;
        }
        at = only;
    }
    Some(at)
}

/// Whether nodes stand side by side in the source, with nothing in between, and those of them that are elements end by tags of
/// their own.
fn is_closed_run(tree: Tree<'_>, nodes: impl Iterator<Item = u32>, span: Span) -> bool {
    let mut at = span.start;
    for node in nodes {
        match tree.extent(node) {
            Some(extent) if extent.start == at && (!tree.is_element(node) || tree.is_closed(node)) => at = extent.end,
            None if tree.kind(node) == NodeKind::Text && tree.data(node).is_empty() => {}
            _ => return false,
        }
    }
    at == span.end
}

/// Whether nothing in a node has an effect on what comes behind it.
fn leaves_nothing(tree: Tree<'_>, top: u32) -> bool {
    let mut number = top;
    while number != 0 {
        let node = tree.node(number);
        let name = tree.html_name(number);
        let is_quiet = match node.kind() {
            NodeKind::Element => {
                !is_far_reaching(name)
                    && !node.flags().contains(NodeFlags::SHADOW_HOST)
                    && (!leaves_something(name) || tree.token(number).is_some() && tree.end_tag(number).is_some())
            }
            NodeKind::ProcessingInstruction => tree.arena.xml.is_some(),
            NodeKind::Text | NodeKind::Comment => true,
            _ => false,
        };
        if !is_quiet {
            return false;
        }
        number = tree.next_in(number, top);
    }
    true
}
