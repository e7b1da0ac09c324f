//! Finds the posts of a discussion.

use crate::hints::Hints;
use crate::outline::share;
use crate::select::Selector;
use std::collections::HashMap;

/// The number of an element's classes that are compared.
const MAX_CLASSES: usize = 6;

/// Elements with the same name and class, none in another.
#[derive(Default)]
struct Group {
    members: Vec<usize>,
    prose: u32,
    text: u32,
    /// The index after the last member.
    end: usize,
}

/// Returns the bodies of the posts: elements with the same name and class that contain most of the paragraphs and little else. There are
/// at least `min`, they contain at least the fraction `coverage` of the paragraphs, and they have one of the hints.
pub(crate) fn posts(
    selector: &Selector<'_>,
    top: usize,
    min: usize,
    coverage: f64,
    hints: Option<Hints>,
) -> Vec<usize> {
    let mut groups: HashMap<(&str, &str), Group> = HashMap::new();
    for index in selector.outline.descendants(top) {
        let entry = &selector.outline.entries[index];
        if selector.is_removed[index] || !entry.is_block || hints.is_some_and(|hints| !entry.hints.has(hints)) {
            continue;
        }
        let is_text_property = matches!(entry.node.attribute("itemprop"), Some("text" | "articleBody"));
        let classes =
            entry.class.split_ascii_whitespace().take(MAX_CLASSES).map(|class| (entry.node.local_name(), class));
        for key in classes.chain(is_text_property.then_some(("", "text"))) {
            let group = groups.entry(key).or_default();
            if index >= group.end {
                group.end = entry.end as usize;
                group.members.push(index);
                group.prose += selector.amounts[index].prose;
                group.text += selector.amounts[index].text;
            }
        }
    }
    let whole = selector.amounts[top].prose;
    let score = |group: &Group| share(group.prose, whole) * (0.3 + share(group.prose, group.text));
    let is_possible =
        |group: &Group| group.members.len() >= min && group.prose > 0 && share(group.prose, whole) >= coverage;
    let best = groups
        .into_values()
        .filter(is_possible)
        .max_by(|first, second| score(first).total_cmp(&score(second)).then(second.members[0].cmp(&first.members[0])));
    best.map_or(Vec::new(), |group| group.members)
}

/// Whether a page that does not declare what it is consists of posts.
pub(crate) fn looks_like_thread(selector: &Selector<'_>) -> bool {
    let entries = &selector.outline.entries;
    let posts = posts(selector, 0, 3, 0.7, Some(Hints::POST));
    let Some(&first) = posts.first() else { return false };
    // The entries of a listing have headings with links.
    let has_title = |post: &&usize| {
        selector
            .outline
            .descendants(**post)
            .any(|index| entries[index].heading_level().is_some() && selector.amounts[index].links > 0)
    };
    let paragraphs_before =
        (0..first).filter(|index| entries[*index].is_block && selector.amounts[*index].is_paragraph()).count();
    paragraphs_before <= 2 && posts.iter().filter(has_title).count() * 3 < posts.len()
}
