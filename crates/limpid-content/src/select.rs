//! Selects the elements with the content of a page.
//!
//! All rules only remove elements from the [`Outline`]. They are repeated until they remove nothing more, so that extracting the content of
//! extracted content changes nothing.

use crate::hints::Hints;
use crate::kind::{Declared, PageKind};
use crate::outline::{Amounts, Outline, share};
use crate::thread::{looks_like_thread, posts};
use core::ops::Range;
use limpid_dom::{LocalName, NodeRef};
use std::collections::HashMap;

/// How often the rules are repeated at most, which bounds the time.
const MAX_PASSES: usize = 8;

/// An outline from which elements are removed.
pub(crate) struct Selector<'d> {
    pub(crate) outline: Outline<'d>,
    pub(crate) is_removed: Vec<bool>,
    pub(crate) amounts: Vec<Amounts>,
    /// Elements with comments on the content.
    pub(crate) comments: Vec<Comments>,
    /// Whether the amounts are those before the last removal.
    is_stale: bool,
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
    pub(crate) fn new(body: NodeRef<'d>) -> Selector<'d> {
        let outline = Outline::new(body);
        let is_removed = vec![false; outline.entries.len()];
        let mut selector = Selector { outline, is_removed, amounts: Vec::new(), comments: Vec::new(), is_stale: true };
        selector.add_up();
        selector
    }

    /// Removes everything but the content.
    pub(crate) fn select(&mut self, kind: Option<PageKind>, declared: &Declared) -> Selection {
        let mut kind = kind;
        for pass in 1.. {
            let removed = self.removed();
            self.remove_structure();
            let is_thread = match kind {
                Some(kind) => kind == PageKind::Thread,
                None => declared.is_thread() || !declared.is_article() && looks_like_thread(self),
            };
            self.remove_by_hints(is_thread);
            let top = self.top();
            let kind = *kind.get_or_insert_with(|| match is_thread {
                true => PageKind::Thread,
                false => PageKind::of(self, top, declared),
            });
            let posts = if is_thread { posts(self, top, 2, 0.5, None) } else { Vec::new() };
            let tops = if posts.is_empty() {
                self.remove_other_sections(top);
                self.remove_repeated_labels(top, kind);
                self.remove_links(top, kind);
                vec![top]
            } else {
                self.remove_quotes(&posts);
                posts
            };
            self.remove_outside(&tops);
            self.add_up();
            if self.removed() == removed || pass == MAX_PASSES {
                return Selection { kind, tops };
            }
        }
        Selection { kind: kind.unwrap_or(PageKind::Article), tops: Vec::new() }
    }

    fn removed(&self) -> usize {
        self.is_removed.iter().filter(|is_removed| **is_removed).count()
    }

    /// Adds up the amounts again if elements have been removed.
    fn add_up(&mut self) {
        if core::mem::take(&mut self.is_stale) {
            self.outline.add_up(&self.is_removed, &mut self.amounts);
        }
    }

    /// Removes an element and its content.
    fn remove(&mut self, index: usize) {
        let end = self.outline.entries[index].end as usize;
        self.is_removed[index..end].fill(true);
        self.is_stale = true;
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
                LocalName::HEADER => prose < 0.1,
                LocalName::NAV | LocalName::FOOTER => prose < 0.95,
                LocalName::BUTTON if selector.is_toggle(index) => false,
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

    /// Whether a button is the heading of a panel that it opens.
    fn is_toggle(&self, button: usize) -> bool {
        let parent = &self.outline.entries[self.outline.entries[button].parent as usize];
        parent.heading_level().is_some() || matches!(parent.name, LocalName::SUMMARY | LocalName::DT)
    }

    /// Removes elements whose classes or ids name something else than content, unless these contain a large part of the page.
    fn remove_by_hints(&mut self, is_thread: bool) {
        let mut used = Hints::NONE;
        loop {
            let mut added = Hints::NONE;
            let weights = self.weights_of_hints();
            let whole = f64::from(self.amounts[0].weight);
            for (bit, hint) in Hints::BOILERPLATE.without(used).each() {
                let limit = if hint == Hints::COMMENTS && !is_thread { 0.6 } else { 0.35 };
                if weights[bit] > 0.0 && weights[bit] <= whole * limit {
                    added |= hint;
                }
            }
            if added == Hints::NONE {
                return;
            }
            used |= added;
            if used.has(Hints::COMMENTS) {
                self.note_comments();
            }
            self.remove_if(self.all(), |selector, index| selector.outline.entries[index].hints.has(used));
        }
    }

    /// Returns the weights of the outermost elements with each hint.
    fn weights_of_hints(&self) -> [f64; u32::BITS as usize] {
        let mut weights = [0.0; u32::BITS as usize];
        let mut outer = vec![Hints::NONE; self.outline.entries.len()];
        let mut index = 1;
        while let Some(entry) = self.outline.entries.get(index) {
            if self.is_removed[index] {
                index = entry.end as usize;
                continue;
            }
            let above = outer[entry.parent as usize];
            outer[index] = above | entry.hints;
            for (bit, _) in entry.hints.without(above).each() {
                weights[bit] += f64::from(self.amounts[index].weight);
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

    /// Returns the innermost element with most of the text of the main part.
    fn top(&self) -> usize {
        let weight = |index: usize| f64::from(self.amounts[index].weight);
        let mains = (1..self.outline.entries.len())
            .filter(|index| !self.is_removed[*index] && self.outline.entries[*index].hints.has(Hints::MAIN));
        let main = mains.max_by_key(|index| self.amounts[*index].weight);
        let mut top = main.filter(|main| weight(*main) >= weight(0) * 0.25).unwrap_or(0);
        let whole = weight(top);
        loop {
            let largest = self
                .outline
                .children(top)
                .filter(|child| !self.is_removed[*child])
                .max_by_key(|child| self.amounts[*child].weight);
            match largest {
                // A single paragraph is not the content: headings may be next to it.
                Some(child)
                    if self.amounts[child].own_text < self.amounts[child].text / 2 && weight(child) >= whole * 0.9 =>
                {
                    top = child;
                }
                _ => return top,
            }
        }
    }

    /// Removes sections whose headings announce links to other pages, comments or forms.
    fn remove_other_sections(&mut self, top: usize) {
        let limit = f64::from(self.amounts[top].weight) * 0.2;
        let first_children = self.first_children_with_text();
        self.each_kept(self.outline.descendants(top), |selector, index| {
            if !selector.is_heading(index) || !is_other_heading(selector.outline.entries[index].node) {
                return;
            }
            let section = selector.section_of(index, top, limit, &first_children);
            if section != index {
                selector.remove(section);
                return;
            }
            let members = selector.flat_section(index);
            let weight: f64 = members.iter().map(|member| f64::from(selector.amounts[*member].weight)).sum();
            if weight < limit {
                members.into_iter().for_each(|member| selector.remove(member));
            }
        });
        self.add_up();
    }

    /// Whether an element is a short heading, or a block that looks like one.
    fn is_heading(&self, index: usize) -> bool {
        let (entry, amounts) = (&self.outline.entries[index], &self.amounts[index]);
        let is_leaf = entry.is_block && amounts.own_text == amounts.text;
        (1..=60).contains(&amounts.text) && (entry.heading_level().is_some() || is_leaf && amounts.text < 40)
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
            let is_heading =
                |index: usize| self.outline.entries[index].heading_level().is_some_and(|other| other <= level);
            (*sibling..self.outline.entries[*sibling].end as usize).any(is_heading)
        };
        let end = self.outline.entries[parent].end as usize;
        let next = |sibling: usize| Some(self.outline.entries[sibling].end as usize).filter(|next| *next < end);
        let after = core::iter::successors(next(heading), |sibling| next(*sibling));
        core::iter::once(heading).chain(after.take_while(|sibling| !ends(sibling))).collect()
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
            if is_label && !self.is_removed[index] {
                labels.entry(label(entry.node)).or_default().push(index);
            }
            let is_data = matches!(entry.name, LocalName::TABLE | LocalName::PRE);
            index = if is_label || is_data || self.is_removed[index] { entry.end as usize } else { index + 1 };
        }
        for index in labels.into_values().filter(|indexes| indexes.len() >= 4).flatten() {
            self.remove(index);
        }
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
                self.is_stale |= entry.child_text > 0;
                (entry.child_text, entry.child_prices) = (0, 0);
            }
        }
        for (is_removed, is_kept) in self.is_removed.iter_mut().zip(is_kept) {
            self.is_stale |= !is_kept && !*is_removed;
            *is_removed |= !is_kept;
        }
    }
}

/// Returns a short text for comparison: in lower case, with single spaces.
fn label(node: NodeRef<'_>) -> String {
    let mut label = String::new();
    let mut is_after_space = false;
    for character in node.texts().flat_map(str::chars) {
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
    label
}

/// Whether a heading announces links to other pages, comments or forms.
fn is_other_heading(heading: NodeRef<'_>) -> bool {
    const STARTS: &[&str] = &[
        "about the author",
        "customers also",
        "customers who",
        "explore more",
        "follow us",
        "frequently bought",
        "join the conversation",
        "join the discussion",
        "keep reading",
        "latest articles",
        "latest from",
        "latest news",
        "latest posts",
        "latest stories",
        "leave a comment",
        "leave a reply",
        "more from",
        "more in ",
        "more like",
        "more news",
        "more stories",
        "most popular",
        "most read",
        "newsletter",
        "people also",
        "popular",
        "post a comment",
        "read next",
        "recent articles",
        "recent news",
        "recent posts",
        "recently viewed",
        "recommended",
        "related",
        "share on",
        "share this",
        "sign up",
        "similar ",
        "sponsored",
        "stay connected",
        "stay in the",
        "stay up",
        "subscribe",
        "trending",
        "up next",
        "write a review",
        "you may also",
        "you may like",
        "you might also",
    ];
    let text = label(heading);
    STARTS.iter().any(|start| text.starts_with(start)) || text.ends_with(" comments") || text.ends_with(" reviews")
}
