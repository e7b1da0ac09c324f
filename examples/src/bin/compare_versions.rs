//! Compares two versions of a page: which elements, attributes and texts were added, removed or changed.
//!
//! `cargo run -p limpid-examples --bin compare_versions -- examples/pages/compare_versions.html examples/pages/compare_versions_new.html`

#![forbid(unsafe_code)]

use limpid::NodeRef;
use std::collections::{BTreeMap, HashMap};
use std::error::Error;

/// The values at a place, such as the texts in `body > p`, in the order of the page.
type Values = BTreeMap<String, Vec<String>>;

fn path(node: NodeRef<'_>) -> String {
    let mut names: Vec<&str> =
        node.inclusive_ancestors().map(NodeRef::local_name).filter(|name| !name.is_empty()).collect();
    names.reverse();
    names.join(" > ")
}

fn values(page: &[u8]) -> Values {
    let document = limpid::parse_bytes(page);
    let mut values = Values::new();
    let mut add = |place: String, value: &str| values.entry(place).or_default().push(value.to_owned());
    for node in document.descendants() {
        if let Some(text) = node.text() {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if !text.is_empty() {
                add(format!("text of {}", path(node)), &text);
            }
        } else if node.is_element() {
            add(format!("element {}", path(node)), "");
            for attribute in node.attributes() {
                add(format!("attribute {} of {}", attribute.qualified_name(), path(node)), attribute.value());
            }
        }
    }
    values
}

/// Returns the values that are not in `other`, or more often than there.
fn without(values: &[String], other: &[String]) -> Vec<String> {
    let mut counts: HashMap<&str, i32> = HashMap::new();
    for value in other {
        *counts.entry(value).or_default() += 1;
    }
    let mut values = values.to_vec();
    values.retain(|value| {
        let Some(count) = counts.get_mut(value.as_str()) else { return true };
        *count -= 1;
        *count < 0
    });
    values
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(2).ok_or("name two versions of a page")?;
    let (old, new) = (limpid_examples::read()?, std::fs::read(&path).map_err(|error| format!("{path}: {error}"))?);
    let (mut old, mut new) = (values(&old), values(&new));
    for place in new.keys().cloned().collect::<Vec<_>>() {
        old.entry(place).or_default();
    }
    for (place, old) in old {
        let new = new.remove(&place).unwrap_or_default();
        let (removed, added) = (without(&old, &new), without(&new, &old));
        for index in 0..removed.len().max(added.len()) {
            match (removed.get(index), added.get(index)) {
                (Some(old), Some(new)) => println!("changed {place}: {old:?} -> {new:?}"),
                (Some(old), None) => println!("removed {place}: {old:?}"),
                (None, Some(new)) => println!("added {place}: {new:?}"),
                (None, None) => {}
            }
        }
    }
    Ok(())
}
