use crate::json::namespace;
use limpid::{Document, Edge, ErrorCode, LocalName, Namespace, NodeKind, NodeRef};
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) pages: u64,
    pub(super) bytes: u64,
    pub(super) nodes: u64,
    /// Elements by name; outside of the HTML namespace as "svg path", in XML as `{urn:example}link`.
    pub(super) elements: BTreeMap<String, u64>,
    pub(super) texts: u64,
    pub(super) text_bytes: u64,
    pub(super) comments: u64,
    pub(super) attributes: u64,
    /// The depth of the deepest node; the document has depth 0.
    pub(super) depth: u64,
    pub(super) scripts: Embedded,
    pub(super) styles: Embedded,
    pub(super) errors: BTreeMap<ErrorCode, u64>,
    pub(super) encodings: BTreeMap<&'static str, u64>,
    pub(super) modes: BTreeMap<&'static str, u64>,
}

/// Scripts or style sheets.
#[derive(Debug, Default)]
pub(super) struct Embedded {
    pub(super) count: u64,
    /// The number in separate files.
    pub(super) external: u64,
    /// The total length of the scripts or style sheets within the page.
    pub(super) bytes: u64,
}

impl Embedded {
    fn add(&mut self, other: &Embedded) {
        self.count += other.count;
        self.external += other.external;
        self.bytes += other.bytes;
    }

    fn to_json(&self) -> Value {
        json!({ "count": self.count, "external": self.external, "inline_bytes": self.bytes })
    }
}

impl Counts {
    /// Counts the content of one page, including template contents and shadow roots.
    pub(super) fn of(document: &Document<'_>, bytes: usize) -> Counts {
        let mut counts = Counts { pages: 1, bytes: bytes as u64, ..Counts::default() };
        for error in document.errors() {
            *counts.errors.entry(error.code).or_default() += 1;
        }
        counts.encodings.insert(document.encoding().unwrap_or("UTF-8"), 1);
        counts.modes.insert(document.quirks_mode().as_str(), 1);
        let mut names = BTreeMap::new();
        let mut trees = vec![(document.root(), 0)];
        while let Some((root, at)) = trees.pop() {
            let mut depth: u64 = at;
            for event in root.traverse() {
                let Edge::Enter(node) = event else {
                    depth -= 1;
                    continue;
                };
                counts.node(node, depth, &mut names);
                depth += 1;
                trees.extend(node.template_contents().map(|content| (content, depth)));
                trees.extend(node.shadow_root().map(|shadow_root| (shadow_root, depth)));
            }
        }
        for ((namespace, name), count) in names {
            let name = match namespace {
                "" => name.to_owned(),
                url if document.is_xml() => format!("{{{url}}}{name}"),
                word => format!("{word} {name}"),
            };
            *counts.elements.entry(name).or_default() += count;
        }
        counts
    }

    fn node<'d>(&mut self, node: NodeRef<'d>, depth: u64, names: &mut BTreeMap<(&'d str, &'d str), u64>) {
        self.nodes += 1;
        self.depth = self.depth.max(depth);
        match node.kind() {
            NodeKind::Element => {
                let namespace = match node.namespace() {
                    _ if node.document().is_xml() => node.namespace_url().unwrap_or_default(),
                    Namespace::Html => "",
                    other => namespace(other),
                };
                *names.entry((namespace, node.local_name())).or_default() += 1;
                self.attributes += node.attributes().len() as u64;
                if node.is_html(LocalName::SCRIPT) {
                    self.scripts.count += 1;
                    self.scripts.external += u64::from(node.has_attribute("src"));
                }
                if node.is_html(LocalName::STYLE) || is_style_link(node) {
                    self.styles.count += 1;
                    self.styles.external += u64::from(node.is_html(LocalName::LINK));
                }
            }
            NodeKind::Text => {
                let length = node.text().unwrap_or_default().len() as u64;
                match node.parent() {
                    Some(parent) if parent.is_html(LocalName::SCRIPT) => self.scripts.bytes += length,
                    Some(parent) if parent.is_html(LocalName::STYLE) => self.styles.bytes += length,
                    _ => {
                        self.texts += 1;
                        self.text_bytes += length;
                    }
                }
            }
            NodeKind::Comment => self.comments += 1,
            _ => {}
        }
    }

    pub(super) fn add(&mut self, other: &Counts) {
        self.pages += other.pages;
        self.bytes += other.bytes;
        self.nodes += other.nodes;
        self.texts += other.texts;
        self.text_bytes += other.text_bytes;
        self.comments += other.comments;
        self.attributes += other.attributes;
        self.depth = self.depth.max(other.depth);
        self.scripts.add(&other.scripts);
        self.styles.add(&other.styles);
        add_all(&mut self.elements, &other.elements);
        add_all(&mut self.errors, &other.errors);
        add_all(&mut self.encodings, &other.encodings);
        add_all(&mut self.modes, &other.modes);
    }

    pub(super) fn error_count(&self) -> u64 {
        self.errors.values().sum()
    }

    pub(super) fn element_count(&self) -> u64 {
        self.elements.values().sum()
    }

    pub(super) fn to_json(&self) -> Value {
        let only = |names: &BTreeMap<&'static str, u64>| names.keys().next().copied();
        json!({
            "bytes": self.bytes,
            "encoding": only(&self.encodings),
            "quirks_mode": only(&self.modes),
            "nodes": self.nodes,
            "depth": self.depth,
            "attributes": self.attributes,
            "texts": self.texts,
            "text_bytes": self.text_bytes,
            "comments": self.comments,
            "scripts": self.scripts.to_json(),
            "styles": self.styles.to_json(),
            "elements": by_count(&self.elements),
            "errors": by_count(&self.errors.iter().map(|(code, count)| (code.as_str(), *count)).collect()),
        })
    }
}

fn is_style_link(node: NodeRef<'_>) -> bool {
    node.is_html(LocalName::LINK)
        && node
            .attribute("rel")
            .is_some_and(|rel| rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("stylesheet")))
}

fn add_all<K: Ord + Clone>(counts: &mut BTreeMap<K, u64>, more: &BTreeMap<K, u64>) {
    for (key, count) in more {
        match counts.get_mut(key) {
            Some(sum) => *sum += count,
            None => drop(counts.insert(key.clone(), *count)),
        }
    }
}

/// Sorts counts in descending order.
pub(super) fn sorted<K: Ord + Copy>(counts: impl Iterator<Item = (K, u64)>) -> Vec<(K, u64)> {
    let mut counts: Vec<(K, u64)> = counts.collect();
    counts.sort_by_key(|(key, count)| (Reverse(*count), *key));
    counts
}

fn by_count<K: Ord + AsRef<str>>(counts: &BTreeMap<K, u64>) -> Map<String, Value> {
    let sorted = sorted(counts.iter().map(|(key, count)| (key.as_ref(), *count)));
    sorted.into_iter().map(|(key, count)| (key.to_owned(), count.into())).collect()
}
