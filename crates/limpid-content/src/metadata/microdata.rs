//! [Microdata](https://html.spec.whatwg.org/multipage/microdata.html#microdata): items in the attributes of elements.

use limpid_dom::{Document, LocalName, Namespace, NodeId, NodeRef};
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};

/// How deep items are nested at most.
const MAX_DEPTH: usize = 32;

/// The number of nodes and bytes that may be read for each byte of the page. Without a limit, reading the texts of nested properties would
/// take time and memory that grow with the square of the page.
const MAX_GROWTH: usize = 4;

/// Returns the microdata of a document as [JSON](https://html.spec.whatwg.org/multipage/microdata.html#json): the items that are not
/// values of other items.
pub(crate) fn microdata(document: &Document<'_>) -> Vec<Value> {
    let is_item = |node: &NodeRef<'_>| {
        node.namespace() == Namespace::Html && node.has_attribute("itemscope") && !node.has_attribute("itemprop")
    };
    let items: Vec<NodeRef<'_>> = document.descendants().filter(|node| node.is_element() && is_item(node)).collect();
    let mut reader =
        Reader { document, ids: None, remaining: document.source().len().max(1_000).saturating_mul(MAX_GROWTH) };
    items.into_iter().map(|item| reader.item(item, &mut Vec::new())).collect()
}

struct Reader<'d> {
    document: &'d Document<'d>,
    /// The first element with each id, once an `itemref` attribute needs them.
    ids: Option<HashMap<&'d str, NodeRef<'d>>>,
    /// The number of nodes and bytes that may still be read.
    remaining: usize,
}

impl<'d> Reader<'d> {
    /// [Gets the object](https://html.spec.whatwg.org/multipage/microdata.html#get-the-object) of an item. `outer` has the items that
    /// contain it.
    fn item(&mut self, item: NodeRef<'d>, outer: &mut Vec<NodeId>) -> Value {
        let mut object = Map::new();
        let types: Vec<&str> = item.attribute("itemtype").unwrap_or_default().split_ascii_whitespace().collect();
        if !types.is_empty() {
            object.insert("type".to_owned(), json!(types));
        }
        if let Some(id) = item.attribute("itemid") {
            object.insert("id".to_owned(), json!(id.trim()));
        }
        let mut properties: Map<String, Value> = Map::new();
        outer.push(item.id());
        for property in self.properties(item) {
            let value = match property.has_attribute("itemscope") {
                true if outer.contains(&property.id()) => json!("ERROR"),
                true if outer.len() >= MAX_DEPTH => continue,
                true => self.item(property, outer),
                false => json!(self.value(property)),
            };
            let len = value.as_str().map_or(0, str::len) + 1;
            for name in property.attribute("itemprop").unwrap_or_default().split_ascii_whitespace() {
                if !self.spend(len) {
                    break;
                }
                let values = properties.entry(name).or_insert_with(|| json!([]));
                if let Value::Array(values) = values {
                    values.push(value.clone());
                }
            }
        }
        outer.pop();
        object.insert("properties".to_owned(), Value::Object(properties));
        Value::Object(object)
    }

    /// Returns [the properties of an item](https://html.spec.whatwg.org/multipage/microdata.html#the-properties-of-an-item) in tree order.
    fn properties(&mut self, item: NodeRef<'d>) -> Vec<NodeRef<'d>> {
        let mut seen: HashSet<NodeId> = HashSet::from([item.id()]);
        let mut found = Vec::new();
        let mut next: Vec<NodeRef<'d>> = Vec::new();
        for id in item.attribute("itemref").unwrap_or_default().split_ascii_whitespace() {
            let ids = self.ids.get_or_insert_with(|| ids(self.document));
            next.extend(ids.get(id));
        }
        let has_references = !next.is_empty();
        next.extend(item.child_elements().rev());
        while let Some(node) = next.pop() {
            if !seen.insert(node.id()) {
                continue;
            }
            if !self.spend(1) {
                break;
            }
            if !node.has_attribute("itemscope") {
                next.extend(node.child_elements().rev());
            }
            if node.attribute("itemprop").is_some_and(|names| !names.trim().is_empty()) {
                found.push(node);
            }
        }
        if has_references {
            found.sort_by_key(|node| node.id());
        }
        found
    }

    /// Returns [the value of a property](https://html.spec.whatwg.org/multipage/microdata.html#concept-property-value). Addresses are not
    /// resolved.
    fn value(&mut self, property: NodeRef<'d>) -> String {
        use LocalName as Name;
        let name = if property.namespace() == Namespace::Html { property.name() } else { Name::UNKNOWN };
        let attribute = match name {
            Name::META => "content",
            Name::AUDIO | Name::EMBED | Name::IFRAME | Name::IMG | Name::SOURCE | Name::TRACK | Name::VIDEO => "src",
            Name::A | Name::AREA | Name::LINK => "href",
            Name::OBJECT => "data",
            Name::DATA | Name::METER => "value",
            Name::TIME if property.has_attribute("datetime") => "datetime",
            _ => {
                let nodes = property.descendants().take_while(|_| self.spend(1));
                return nodes.filter_map(NodeRef::text).collect();
            }
        };
        property.attribute(attribute).unwrap_or_default().to_owned()
    }

    /// Whether this much may be read. If not, nothing more is read.
    fn spend(&mut self, amount: usize) -> bool {
        let remaining = self.remaining.checked_sub(amount);
        self.remaining = remaining.unwrap_or(0);
        remaining.is_some()
    }
}

fn ids<'d>(document: &'d Document<'d>) -> HashMap<&'d str, NodeRef<'d>> {
    let mut ids = HashMap::new();
    for node in document.descendants() {
        if let Some(id) = node.element_id() {
            ids.entry(id).or_insert(node);
        }
    }
    ids
}
