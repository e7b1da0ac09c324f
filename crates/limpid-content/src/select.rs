//! Selects the elements with the content of a page.
//!
//! All rules only remove elements from the [`Outline`]. They are repeated until they remove nothing more, so that extracting the content of
//! extracted content changes nothing.

use crate::hints::Hints;
use crate::kind::{Declared, PageKind};
use crate::outline::{Amounts, Outline, share};
use crate::thread::{looks_like_thread, posts};
use core::ops::Range;
use limpid_dom::{Edge, LocalName, NodeRef};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// How often the rules are repeated at most, which bounds the time.
const MAX_PASSES: usize = 8;

/// The amount of text from which a repeated paragraph is not repeated on purpose.
const MIN_REPEATED: u32 = 100;

/// The number of elements from which an element is not a heading, which bounds the time for nested headings.
const MAX_HEADING: u32 = 100;

/// An outline from which elements are removed.
pub(crate) struct Selector<'d> {
    pub(crate) outline: Outline<'d>,
    pub(crate) is_removed: Vec<bool>,
    pub(crate) amounts: Vec<Amounts>,
    /// Elements with comments on the content.
    pub(crate) comments: Vec<Comments>,
    /// Whether the amounts are those before the last removal.
    is_stale: bool,
    /// Whether something was removed in this pass.
    has_changed: bool,
}

/// An element with comments on the content.
pub(crate) struct Comments {
    pub(crate) index: usize,
    /// Which elements in it are removed if the comments are kept.
    is_removed: Vec<bool>,
}

/// The result of a selection.
pub(crate) struct Selection {
    pub(crate) kind: PageKind,
    /// The indexes of the posts of a thread, or the single element with the content.
    pub(crate) tops: Vec<usize>,
}

impl<'d> Selector<'d> {
    /// Returns a selector for an element or the document.
    pub(crate) fn new(top: NodeRef<'d>) -> Selector<'d> {
        let outline = Outline::new(top);
        let is_removed = vec![false; outline.entries.len()];
        let mut selector = Selector {
            outline,
            is_removed,
            amounts: Vec::new(),
            comments: Vec::new(),
            is_stale: true,
            has_changed: false,
        };
        selector.add_up();
        selector
    }

    /// Removes everything but the content.
    pub(crate) fn select(&mut self, kind: Option<PageKind>, declared: &Declared) -> Selection {
        let mut kind = kind;
        let (mut top, mut pass) = (0, 0);
        loop {
            pass += 1;
            self.has_changed = false;
            self.outline.find_topics(&self.is_removed);
            self.remove_structure();
            let is_thread = match kind {
                Some(kind) => kind == PageKind::Thread,
                None => declared.is_thread() || !declared.is_article() && looks_like_thread(self),
            };
            self.remove_by_hints(is_thread);
            // The first post of a thread can contain most of the text.
            let outer = top;
            top = self.top_in(top);
            let kind = *kind.get_or_insert_with(|| match is_thread {
                true => PageKind::Thread,
                false => PageKind::of(self, top, declared),
            });
            let posts = if is_thread { posts(self, outer, 2, 0.5, None) } else { Vec::new() };
            let tops = if posts.is_empty() {
                if kind != PageKind::Documentation {
                    self.remove_other_sections(top);
                }
                self.remove_repeated_labels(top, kind);
                self.remove_links(top, kind);
                vec![top]
            } else {
                self.remove_quotes(&posts);
                posts
            };
            self.remove_outside(&tops);
            self.add_up();
            self.remove_repeated_paragraphs(kind);
            if !self.has_changed || pass == MAX_PASSES {
                return Selection { kind, tops };
            }
        }
    }

    /// Adds up the amounts again if elements have been removed.
    fn add_up(&mut self) {
        if core::mem::take(&mut self.is_stale) {
            self.outline.add_up(&self.is_removed, &mut self.amounts);
        }
    }

    /// Removes an element and its content.
    fn remove(&mut self, index: usize) {
        if !self.is_removed[index] {
            let end = self.outline.entries[index].end as usize;
            self.is_removed[index..end].fill(true);
            (self.is_stale, self.has_changed) = (true, true);
        }
    }

    /// Calls a function for the elements in a range that are not removed. It can remove them.
    fn each_kept(&mut self, range: Range<usize>, mut visit: impl FnMut(&mut Selector<'d>, usize)) {
        let mut index = range.start;
        while index < range.end {
            if !self.is_removed[index] {
                visit(self, index);
            }
            index = if self.is_removed[index] { self.outline.entries[index].end as usize } else { index + 1 };
        }
    }

    /// Removes the elements in a range for which the function returns true.
    fn remove_if(&mut self, range: Range<usize>, condition: impl Fn(&Selector<'d>, usize) -> bool) {
        self.each_kept(range, |selector, index| {
            if condition(selector, index) {
                selector.remove(index);
            }
        });
        self.add_up();
    }

    /// Returns the indexes of all elements but the first.
    fn all(&self) -> Range<usize> {
        1..self.outline.entries.len()
    }

    /// Removes hidden elements, and elements that are not content by their names and roles.
    fn remove_structure(&mut self) {
        let page = self.amounts[0];
        let hidden = self.hidden_prose();
        // Some pages hide their content until a script shows it.
        let is_shown_later = share(hidden, page.prose) > 0.8;
        self.remove_if(self.all(), |selector, index| {
            let entry = &selector.outline.entries[index];
            let prose = share(selector.amounts[index].prose, page.prose);
            if entry.is_hidden && !is_shown_later && !entry.hints.has(Hints::PANEL) {
                return true;
            }
            match entry.name {
                LocalName::HEADER => prose < 0.1 && !entry.in_article,
                LocalName::NAV | LocalName::FOOTER => prose < 0.95,
                _ if selector.is_toggle(index) => false,
                _ => entry.hints.has(Hints::STRUCTURE) && prose < 0.5,
            }
        });
    }

    /// Returns the amount of prose in hidden elements.
    fn hidden_prose(&self) -> u32 {
        let (mut prose, mut index) = (0, 1);
        while let Some(entry) = self.outline.entries.get(index) {
            if entry.is_hidden {
                prose += self.amounts[index].prose;
                index = entry.end as usize;
            } else {
                index += 1;
            }
        }
        prose
    }

    /// Whether an element is a button that is the heading of a panel, which it opens.
    fn is_toggle(&self, index: usize) -> bool {
        let entry = &self.outline.entries[index];
        if entry.name != LocalName::BUTTON {
            return false;
        }
        let parent = &self.outline.entries[entry.parent as usize];
        parent.heading_level().is_some() || matches!(parent.name, LocalName::SUMMARY | LocalName::DT)
    }

    /// Removes elements whose classes or ids name something else than content, unless these contain a large part of the page.
    fn remove_by_hints(&mut self, is_thread: bool) {
        let mut used = Hints::NONE;
        loop {
            let mut added = Hints::NONE;
            let weights = self.weights_of_hints(is_thread);
            let whole = f64::from(self.amounts[0].weight);
            for (bit, hint) in Hints::BOILERPLATE.without(used).each() {
                if weights[bit] > 0.0 && weights[bit] <= whole * max_share(hint, is_thread) {
                    added |= hint;
                }
            }
            if added == Hints::NONE {
                return;
            }
            used |= added;
            let has_hint = |selector: &Selector<'_>, index: usize| {
                if !selector.outline.entries[index].hints.has(used) {
                    return false;
                }
                let weight = f64::from(selector.amounts[index].weight);
                let mut hints = selector.hints(index, is_thread).each();
                hints.any(|(_, hint)| used.has(hint) && weight <= whole * max_share(hint, is_thread))
            };
            // Comments in a sidebar are not comments on the content.
            let is_comments =
                |selector: &Selector<'_>, index: usize| selector.outline.entries[index].hints.has(Hints::COMMENTS);
            self.remove_if(self.all(), |selector, index| has_hint(selector, index) && !is_comments(selector, index));
            if used.has(Hints::COMMENTS) {
                self.note_comments();
            }
            self.remove_if(self.all(), has_hint);
        }
    }

    /// Returns what the class and the id of an element say. The words of a paragraph are content, whatever their classes are, but a thread
    /// has the authors and dates of its posts in the same line as their text.
    fn hints(&self, index: usize, is_thread: bool) -> Hints {
        let entry = &self.outline.entries[index];
        if !entry.hints.has(Hints::BOILERPLATE) || self.is_toggle(index) {
            return Hints::NONE;
        }
        let is_in_paragraph = !entry.is_block && self.amounts[entry.block as usize].is_paragraph();
        match is_in_paragraph {
            true if is_thread => entry.hints.without(Hints::BOILERPLATE.without(Hints::BYLINE)),
            true => Hints::NONE,
            false => entry.hints,
        }
    }

    /// Returns the weights of the outermost elements with each hint. Elements with most of the page do not count for certain hints: their
    /// names say that they contain, for example, a sidebar.
    fn weights_of_hints(&self, is_thread: bool) -> [f64; u32::BITS as usize] {
        let mut weights = [0.0; u32::BITS as usize];
        let mut outer = vec![Hints::NONE; self.outline.entries.len()];
        let whole = f64::from(self.amounts[0].weight);
        let mut index = 1;
        while let Some(entry) = self.outline.entries.get(index) {
            if self.is_removed[index] {
                index = entry.end as usize;
                continue;
            }
            let above = outer[entry.parent as usize];
            let weight = f64::from(self.amounts[index].weight);
            outer[index] = above;
            for (bit, hint) in self.hints(index, is_thread).without(above).each() {
                if !is_certain(hint, is_thread) || weight <= whole * max_share(hint, is_thread) {
                    outer[index] |= hint;
                    weights[bit] += weight;
                }
            }
            index += 1;
        }
        weights
    }

    /// Remembers the comments that are about to be removed.
    fn note_comments(&mut self) {
        let mut index = 1;
        while let Some(entry) = self.outline.entries.get(index) {
            let is_comments = entry.hints.has(Hints::COMMENTS);
            let end = entry.end as usize;
            if is_comments && !self.is_removed[index] && self.amounts[index].prose > 0 {
                self.comments.push(Comments { index, is_removed: self.is_removed[index..end].to_vec() });
            }
            index = if is_comments || self.is_removed[index] { end } else { index + 1 };
        }
    }

    /// Adds the comments on the content to the selection.
    pub(crate) fn keep_comments(&mut self, selection: &mut Selection) {
        let selected = selection.tops.len();
        for Comments { index, is_removed } in &self.comments {
            self.is_removed[*index..*index + is_removed.len()].copy_from_slice(is_removed);
            let mut ancestor = self.outline.entries[*index].parent as usize;
            while self.is_removed[ancestor] {
                self.is_removed[ancestor] = false;
                ancestor = self.outline.entries[ancestor].parent as usize;
            }
            let before = selection.tops[..selected].partition_point(|top| top < index);
            let is_inside = before > 0 && *index < self.outline.entries[selection.tops[before - 1]].end as usize;
            if !is_inside {
                selection.tops.push(*index);
            }
        }
        selection.tops.sort_unstable();
        self.is_stale = true;
        self.add_up();
    }

    /// Returns the innermost element with most of the text of the main part of an element.
    fn top_in(&self, start: usize) -> usize {
        let weight = |index: usize| f64::from(self.amounts[index].weight);
        let mains = self
            .outline
            .descendants(start)
            .filter(|index| self.outline.entries[*index].is_main() && !self.is_removed[*index]);
        let main = mains.max_by_key(|index| self.amounts[*index].weight);
        let mut top = main.filter(|main| weight(*main) >= weight(start) * 0.25).unwrap_or(start);
        let whole = weight(top);
        loop {
            let children = || self.outline.children(top).filter(|child| !self.is_removed[*child]);
            let is_container = |child: usize| self.outline.entries[child].is_container();
            // Headings may be next to a single paragraph, and an introduction next to a section.
            let has_paragraph = children().any(|child| !is_container(child) && self.amounts[child].prose > 0);
            match children().max_by_key(|child| self.amounts[*child].weight) {
                Some(child) if !has_paragraph && is_container(child) && weight(child) >= whole * 0.9 => top = child,
                _ => return top,
            }
        }
    }

    /// Removes sections whose headings announce links to other pages, comments or forms.
    fn remove_other_sections(&mut self, top: usize) {
        let limit = f64::from(self.amounts[top].weight) * 0.2;
        let first_children = self.first_children_with_text();
        self.each_kept(self.outline.descendants(top), |selector, index| {
            if !selector.is_heading(index) || !is_other_heading(&selector.label(index)) {
                return;
            }
            let section = selector.section_of(index, top, limit, &first_children);
            if section != index {
                if selector.has_links_or_form(section) {
                    selector.remove(section);
                }
                return;
            }
            let members = selector.flat_section(index);
            let weight: f64 = members.iter().map(|member| f64::from(selector.amounts[*member].weight)).sum();
            if weight < limit && members.iter().any(|member| selector.has_links_or_form(*member)) {
                members.into_iter().for_each(|member| selector.remove(member));
            }
        });
        self.add_up();
    }

    fn has_links_or_form(&self, index: usize) -> bool {
        self.amounts[index].links > 0 || self.amounts[index].fields > 0
    }

    /// Whether an element is a short heading, or a block that looks like one.
    fn is_heading(&self, index: usize) -> bool {
        let (entry, amounts) = (&self.outline.entries[index], &self.amounts[index]);
        let is_leaf = entry.is_block && amounts.own_text == amounts.text;
        (1..=60).contains(&amounts.text)
            && (entry.heading_level().is_some() || is_leaf && amounts.text < 40)
            && amounts.elements < MAX_HEADING
    }

    /// Returns for each element its first child with text, or 0.
    fn first_children_with_text(&self) -> Vec<u32> {
        let mut first = vec![0; self.outline.entries.len()];
        for (index, entry) in self.outline.entries.iter().enumerate().skip(1).rev() {
            if self.amounts[index].text > 0 {
                first[entry.parent as usize] = index as u32;
            }
        }
        first
    }

    /// Returns the largest element that starts with the heading and contains more than the heading, or else the heading.
    fn section_of(&self, heading: usize, top: usize, limit: f64, first_children: &[u32]) -> usize {
        let mut section = heading;
        loop {
            let parent = self.outline.entries[section].parent as usize;
            let starts = first_children[parent] == section as u32 && self.outline.entries[parent].child_text == 0;
            if parent <= top || !starts || f64::from(self.amounts[parent].weight) > limit {
                let has_more = self.amounts[section].text > self.amounts[heading].text;
                return if has_more { section } else { heading };
            }
            section = parent;
        }
    }

    /// Returns a heading and the siblings after it, up to the next heading of its level.
    fn flat_section(&self, heading: usize) -> Vec<usize> {
        let Some(level) = self.outline.entries[heading].heading_level() else { return Vec::new() };
        let parent = self.outline.entries[heading].parent as usize;
        let ends = |sibling: &usize| {
            let is_heading = |index: usize| {
                let other = self.outline.entries[index].heading_level();
                !self.is_removed[index] && other.is_some_and(|other| other <= level)
            };
            (*sibling..self.outline.entries[*sibling].end as usize).any(is_heading)
        };
        let end = self.outline.entries[parent].end as usize;
        let next = |sibling: usize| Some(self.outline.entries[sibling].end as usize).filter(|next| *next < end);
        let after = core::iter::successors(next(heading), |sibling| next(*sibling));
        core::iter::once(heading).chain(after.take_while(|sibling| !ends(sibling))).collect()
    }

    /// Returns the text of an element for comparison, without removed elements: in lower case, with single spaces.
    fn label(&self, index: usize) -> String {
        let (mut label, mut is_after_space) = (String::new(), false);
        let mut next = index;
        let mut traverse = self.outline.entries[index].node.traverse();
        while let Some(edge) = traverse.next() {
            let Edge::Enter(node) = edge else { continue };
            let Some(text) = node.text() else {
                match self.outline.entries.get(next).filter(|entry| entry.node == node) {
                    Some(_) if !self.is_removed[next] => next += 1,
                    entry => {
                        next = entry.map_or(next, |entry| entry.end as usize);
                        traverse.skip_children();
                    }
                }
                continue;
            };
            for character in text.chars() {
                if character.is_whitespace() {
                    is_after_space = !label.is_empty();
                    continue;
                }
                if core::mem::take(&mut is_after_space) {
                    label.push(' ');
                }
                match character.is_ascii() {
                    true => label.push(character.to_ascii_lowercase()),
                    false => label.extend(character.to_lowercase()),
                }
            }
        }
        label
    }

    /// Removes short texts that occur several times, such as the labels of buttons.
    fn remove_repeated_labels(&mut self, top: usize, kind: PageKind) {
        if matches!(kind, PageKind::Documentation | PageKind::Listing | PageKind::Collection) {
            return;
        }
        let mut labels: HashMap<String, Vec<usize>> = HashMap::new();
        let mut index = top + 1;
        while index < self.outline.entries[top].end as usize {
            let (entry, amounts) = (&self.outline.entries[index], &self.amounts[index]);
            let is_label = entry.is_block && amounts.own_text == amounts.text && (1..=60).contains(&amounts.text);
            // An article can repeat short lines, such as the refrain of a poem.
            let is_line = matches!(entry.name, LocalName::P | LocalName::LI | LocalName::DD | LocalName::DT)
                || entry.heading_level().is_some();
            let is_text = kind == PageKind::Article && is_line && amounts.link_share() < 0.5;
            if is_label && !is_text && !self.is_removed[index] {
                labels.entry(self.label(index)).or_default().push(index);
            }
            let is_data = matches!(entry.name, LocalName::TABLE | LocalName::PRE);
            index = if is_label || is_data || self.is_removed[index] { entry.end as usize } else { index + 1 };
        }
        let repeated: Vec<usize> = labels.into_values().filter(|indexes| indexes.len() >= 4).flatten().collect();
        let text: u32 = repeated.iter().map(|index| self.amounts[*index].text).sum();
        // Labels that are most of the text are content.
        if share(text, self.amounts[top].text) < 0.5 {
            repeated.into_iter().for_each(|index| self.remove(index));
        }
        self.add_up();
    }

    /// Removes paragraphs that occurred before, such as quoted messages and the second layout of a page for small screens.
    fn remove_repeated_paragraphs(&mut self, kind: PageKind) {
        if matches!(kind, PageKind::Article | PageKind::Documentation) {
            return;
        }
        let mut texts = HashSet::new();
        self.each_kept(self.all(), |selector, index| {
            let (entry, amounts) = (&selector.outline.entries[index], &selector.amounts[index]);
            let is_long = entry.is_block && amounts.own_text == amounts.text && amounts.text >= MIN_REPEATED;
            if is_long && !texts.insert(selector.label(index)) {
                selector.remove(index);
            }
        });
        self.add_up();
    }

    /// Removes links to other pages, on kinds of pages that do not consist of links.
    fn remove_links(&mut self, top: usize, kind: PageKind) {
        if matches!(kind, PageKind::Article | PageKind::Product) {
            for group in self.groups_of_links(top) {
                let amounts = &self.amounts[group];
                let is_small = share(amounts.weight, self.amounts[top].weight) < 0.4;
                if group != top && is_small && amounts.link_share() > 0.3 {
                    self.remove(group);
                }
            }
        }
        let hints = match kind {
            PageKind::Product | PageKind::Collection => Hints::REVIEWS | Hints::SHOP,
            _ => Hints::NONE,
        };
        let removes_links = matches!(kind, PageKind::Product | PageKind::Thread);
        self.remove_if(self.outline.descendants(top), |selector, index| {
            let entry = &selector.outline.entries[index];
            let is_link = removes_links && entry.is_block && selector.amounts[index].link_share() > 0.5;
            entry.hints.has(hints) || is_link
        });
    }

    /// Returns the elements that consist of similar children with links, such as teasers and cards.
    pub(crate) fn groups_of_links(&self, top: usize) -> Vec<usize> {
        let entries = &self.outline.entries;
        let (mut groups, mut index) = (Vec::new(), top);
        while index < entries[top].end as usize {
            if self.is_removed[index] {
                index = entries[index].end as usize;
            } else if self.is_group_of_links(index) {
                groups.push(index);
                index = entries[index].end as usize;
            } else {
                index += 1;
            }
        }
        groups
    }

    fn is_group_of_links(&self, index: usize) -> bool {
        let entries = &self.outline.entries;
        let children: Vec<usize> = self
            .outline
            .children(index)
            .filter(|child| !self.is_removed[*child] && self.amounts[*child].text > 0)
            .collect();
        if children.len() < 3 {
            return false;
        }
        let name = entries[children[children.len() / 2]].node.local_name();
        if matches!(name, "p" | "h1" | "h2" | "h3" | "h4" | "span" | "b" | "strong" | "em") {
            return false;
        }
        let is_card = |child: &&usize| {
            entries[**child].node.local_name() == name
                && self.amounts[**child].links > 0
                && self.amounts[**child].text < 1_500
        };
        let weight: u64 = children.iter().filter(is_card).map(|card| u64::from(self.amounts[*card].weight)).sum();
        let count = children.iter().filter(is_card).count();
        count * 4 >= children.len() * 3 && weight * 2 > u64::from(self.amounts[index].weight)
    }

    /// Removes quotations of other posts.
    fn remove_quotes(&mut self, posts: &[usize]) {
        for &post in posts {
            self.each_kept(self.outline.descendants(post), |selector, index| {
                if selector.outline.entries[index].name == LocalName::BLOCKQUOTE {
                    selector.remove(index);
                }
            });
        }
        self.add_up();
    }

    /// Removes everything outside of these elements. Their ancestors remain, without text of their own.
    fn remove_outside(&mut self, tops: &[usize]) {
        let mut is_kept = vec![false; self.outline.entries.len()];
        let mut changes = false;
        for &top in tops {
            is_kept[top..self.outline.entries[top].end as usize].fill(true);
            let mut index = top;
            while index > 0 {
                index = self.outline.entries[index].parent as usize;
                if is_kept[index] {
                    break;
                }
                is_kept[index] = true;
                let entry = &mut self.outline.entries[index];
                changes |= entry.child_text > 0;
                (entry.child_text, entry.child_prices) = (0, 0);
            }
        }
        for (is_removed, is_kept) in self.is_removed.iter_mut().zip(is_kept) {
            changes |= !is_kept && !*is_removed;
            *is_removed |= !is_kept;
        }
        self.is_stale |= changes;
        self.has_changed |= changes;
    }
}

/// Whether a hint is seldom wrong.
fn is_certain(hint: Hints, is_thread: bool) -> bool {
    Hints::CERTAIN.has(hint) || hint == Hints::COMMENTS && !is_thread
}

/// Returns how much of a page elements with a hint can contain. If they contain more, the hint means something else.
fn max_share(hint: Hints, is_thread: bool) -> f64 {
    if is_certain(hint, is_thread) { 0.7 } else { 0.35 }
}

/// Whether a heading announces links to other pages, comments or forms.
fn is_other_heading(text: &str) -> bool {
    // Sorted. No start is the start of another.
    static STARTS: LazyLock<Vec<&str>> = LazyLock::new(|| {
        "about the author,customers also,customers who,explore more,follow us,frequently bought,\
        join the conversation,join the discussion,keep reading,latest articles,latest from,latest news,\
        latest posts,latest stories,leave a comment,leave a reply,more from,more in ,more like,more news,\
        more stories,most popular,most read,newsletter,people also,popular,post a comment,read next,\
        recent articles,recent news,recent posts,recently viewed,recommended,related,share on,share this,\
        sign up,similar ,sponsored,stay connected,stay in the,stay up,subscribe,trending,up next,\
        write a review,you may also,you may like,you might also"
            .split(',')
            .collect()
    });
    let before = STARTS.partition_point(|start| *start <= text);
    let starts = before.checked_sub(1).is_some_and(|at| text.starts_with(STARTS[at]));
    starts || text.ends_with(" comments") || text.ends_with(" reviews")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_headings() {
        for text in ["about the author", "more in tea", "related articles", "you might also like", "12 comments"] {
            assert!(is_other_heading(text), "{text}");
        }
        for text in ["", "about", "tea", "your reviews of tea", "zebra"] {
            assert!(!is_other_heading(text), "{text}");
        }
    }
}
