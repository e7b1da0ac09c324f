//! Runs random sequences of edits. After each edit, the document is valid and equals a simple model, which also predicts which edits fail and
//! with which error.

use limpid_dom::{Document, Edge, LocalName, MutationError, Namespace, NodeId, NodeKind, NodeRef, invariants};
use proptest::prelude::*;
use std::collections::HashMap;
use std::fmt::Write;

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Document,
    Fragment,
    /// The contents of the `template` with this number.
    Contents(usize),
    Element(Name),
    Text(String),
    Comment(String),
    Doctype,
}

/// The name of an element or an attribute.
#[derive(Clone, Debug, PartialEq)]
struct Name {
    url: String,
    prefix: String,
    local: String,
}

const HTML: &str = "http://www.w3.org/1999/xhtml";
const XLINK: &str = "http://www.w3.org/1999/xlink";

impl Name {
    fn new(url: &str, qualified: &str) -> Name {
        let (prefix, local) = qualified.split_once(':').unwrap_or(("", qualified));
        Name { url: url.into(), prefix: prefix.into(), local: local.into() }
    }

    fn local(url: &str, local: &str) -> Name {
        Name { url: url.into(), prefix: String::new(), local: local.into() }
    }

    fn qualified(&self) -> String {
        if self.prefix.is_empty() { self.local.clone() } else { format!("{}:{}", self.prefix, self.local) }
    }
}

#[derive(Clone, Debug)]
struct Plain {
    id: NodeId,
    kind: Kind,
    attributes: Vec<(Name, String)>,
    parent: Option<usize>,
    children: Vec<usize>,
    contents: Option<usize>,
}

/// The simplest possible tree, without regard to speed. Node 0 is the document.
#[derive(Clone)]
struct Model {
    nodes: Vec<Plain>,
    is_xml: bool,
}

type Outcome = Result<(), MutationError>;

impl Model {
    fn create(&mut self, id: NodeId, kind: Kind) -> usize {
        let node = Plain { id, kind, attributes: Vec::new(), parent: None, children: Vec::new(), contents: None };
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn create_element(&mut self, document: &Document<'_>, id: NodeId, name: Name) -> usize {
        let element = self.create(id, Kind::Element(name));
        if let Some(contents) = document.node(id).unwrap().template_contents() {
            self.nodes[element].contents = Some(self.create(contents.id(), Kind::Contents(element)));
        }
        element
    }

    /// Creates an `em` in the namespace that a new child of `parent` gets. `id` is its id in the document, if it was created there.
    fn create_child(
        &mut self,
        document: &Document<'_>,
        id: Option<NodeId>,
        parent: usize,
    ) -> Result<usize, MutationError> {
        let url = match &self.nodes[parent].kind {
            Kind::Element(name) if self.is_xml => name.url.clone(),
            _ if self.is_xml => String::new(),
            _ => HTML.to_owned(),
        };
        validate(&url, "em")?;
        Ok(self.create_element(document, id.unwrap_or(self.nodes[parent].id), Name::local(&url, "em")))
    }

    fn is_element(&self, node: usize) -> bool {
        matches!(self.nodes[node].kind, Kind::Element(_))
    }

    fn may_have_children(&self, node: usize) -> bool {
        !matches!(self.nodes[node].kind, Kind::Text(_) | Kind::Comment(_) | Kind::Doctype)
    }

    fn is_inside(&self, mut node: usize, top: usize) -> bool {
        while node != top {
            let host = match self.nodes[node].kind {
                Kind::Contents(host) => Some(host),
                _ => None,
            };
            let Some(up) = self.nodes[node].parent.or(host) else { return false };
            node = up;
        }
        true
    }

    fn check_insertion(&self, parent: usize, child: usize) -> Outcome {
        if !self.may_have_children(parent) || matches!(self.nodes[child].kind, Kind::Document | Kind::Contents(_)) {
            Err(MutationError::WrongKind)
        } else if self.is_inside(parent, child) {
            Err(MutationError::Cycle)
        } else {
            Ok(())
        }
    }

    /// Whether each document has at most one doctype followed by at most one element and no text, and no other node has a doctype.
    fn has_document_structure(&self) -> bool {
        self.nodes.iter().all(|node| {
            let mut shape = String::new();
            for &child in &node.children {
                match self.nodes[child].kind {
                    Kind::Doctype => shape.push('d'),
                    Kind::Element(_) => shape.push('e'),
                    Kind::Text(_) => shape.push('t'),
                    _ => {}
                }
            }
            match node.kind {
                Kind::Document => ["", "d", "e", "de"].contains(&shape.as_str()),
                _ => !shape.contains('d'),
            }
        })
    }

    fn position(&self, node: usize) -> Option<(usize, usize)> {
        let parent = self.nodes[node].parent?;
        Some((parent, self.nodes[parent].children.iter().position(|&child| child == node).unwrap()))
    }

    fn detach(&mut self, node: usize) {
        if let Some((parent, at)) = self.position(node) {
            self.nodes[parent].children.remove(at);
            self.nodes[node].parent = None;
        }
    }

    fn place(&mut self, parent: usize, at: usize, child: usize) {
        self.nodes[parent].children.insert(at, child);
        self.nodes[child].parent = Some(parent);
    }

    /// Returns the nodes to insert for a node: a fragment's children, or the node itself. Detaches them.
    fn insertees(&mut self, child: usize) -> Vec<usize> {
        let insertees = match self.nodes[child].kind {
            Kind::Fragment => self.nodes[child].children.clone(),
            _ => vec![child],
        };
        for &insertee in &insertees {
            self.detach(insertee);
        }
        insertees
    }

    fn append(&mut self, parent: usize, child: usize) -> Outcome {
        self.check_insertion(parent, child)?;
        for insertee in self.insertees(child) {
            let end = self.nodes[parent].children.len();
            self.place(parent, end, insertee);
        }
        Ok(())
    }

    fn prepend(&mut self, parent: usize, child: usize) -> Outcome {
        self.check_insertion(parent, child)?;
        for (at, insertee) in self.insertees(child).into_iter().enumerate() {
            self.place(parent, at, insertee);
        }
        Ok(())
    }

    fn insert(&mut self, sibling: usize, child: usize, behind: bool) -> Outcome {
        let (parent, _) = self.position(sibling).ok_or(MutationError::NoParent)?;
        self.check_insertion(parent, child)?;
        if sibling != child {
            let insertees = self.insertees(child);
            let (_, at) = self.position(sibling).unwrap();
            for (offset, insertee) in insertees.into_iter().enumerate() {
                self.place(parent, at + usize::from(behind) + offset, insertee);
            }
        }
        Ok(())
    }

    fn remove_children(&mut self, parent: usize) {
        for child in self.nodes[parent].children.clone() {
            self.detach(child);
        }
    }

    fn normalize(&mut self, top: usize) {
        let mut at = 0;
        while let Some(&child) = self.nodes[top].children.get(at) {
            let next = self.nodes[top].children.get(at + 1).copied();
            let text = |model: &Model, node: usize| match &model.nodes[node].kind {
                Kind::Text(text) => Some(text.clone()),
                _ => None,
            };
            match (text(self, child), next.and_then(|next| text(self, next))) {
                (Some(text), Some(more)) => {
                    self.detach(next.unwrap());
                    self.nodes[child].kind = Kind::Text(text + &more);
                }
                (Some(text), None) if text.is_empty() => self.detach(child),
                _ => {
                    self.normalize(child);
                    at += 1;
                }
            }
        }
    }

    fn subtree(&self, top: usize, nodes: &mut Vec<usize>) {
        nodes.push(top);
        if let Some(contents) = self.nodes[top].contents {
            self.subtree(contents, nodes);
        }
        for &child in &self.nodes[top].children {
            self.subtree(child, nodes);
        }
    }

    /// Records a copy of a node's subtree.
    fn record_copy(&mut self, original: usize, copy: NodeRef<'_>) -> usize {
        let Plain { kind, attributes, children, contents, .. } = self.nodes[original].clone();
        let node = self.create(copy.id(), if matches!(kind, Kind::Contents(_)) { Kind::Fragment } else { kind });
        self.nodes[node].attributes = attributes;
        if let Some(contents) = contents {
            let contents = self.record_copy(contents, copy.template_contents().unwrap());
            self.nodes[contents].kind = Kind::Contents(node);
            self.nodes[node].contents = Some(contents);
        }
        for (at, (child, copy)) in children.into_iter().zip(copy.children()).enumerate() {
            let child = self.record_copy(child, copy);
            self.place(node, at, child);
        }
        node
    }

    fn write(&self, node: usize, out: &mut String) {
        let Plain { kind, attributes, children, contents, .. } = &self.nodes[node];
        match kind {
            Kind::Element(name) => write!(out, "<{name:?} {attributes:?}").unwrap(),
            other => write!(out, "<{other:?}").unwrap(),
        }
        for &child in contents.iter().chain(children) {
            self.write(child, out);
        }
        out.push('>');
    }
}

/// Describes a document.
fn write(node: NodeRef<'_>, numbers: &HashMap<NodeId, usize>, out: &mut String) {
    match node.kind() {
        NodeKind::Element => {
            let name = |url: &str, prefix: &str, local: &str| Name {
                url: url.into(),
                prefix: prefix.into(),
                local: local.into(),
            };
            let attributes: Vec<(Name, String)> = node
                .attributes()
                .map(|it| {
                    (
                        name(it.namespace_url().unwrap_or_default(), it.prefix().unwrap_or_default(), it.local_name()),
                        it.value().into(),
                    )
                })
                .collect();
            let name =
                name(node.namespace_url().unwrap_or_default(), node.prefix().unwrap_or_default(), node.local_name());
            assert_eq!(node.namespace(), Namespace::from_url(&name.url));
            write!(out, "<{name:?} {attributes:?}").unwrap();
        }
        kind => {
            let kind = match kind {
                NodeKind::Document => Kind::Document,
                NodeKind::Text => Kind::Text(node.text().unwrap().into()),
                NodeKind::Comment => Kind::Comment(node.comment().unwrap().into()),
                NodeKind::Doctype => Kind::Doctype,
                _ => node.host().map_or(Kind::Fragment, |host| Kind::Contents(numbers[&host.id()])),
            };
            write!(out, "<{kind:?}").unwrap();
        }
    }
    for child in node.template_contents().into_iter().chain(node.children()) {
        write(child, numbers, out);
    }
    out.push('>');
}

#[derive(Clone, Debug)]
enum Edit {
    CreateElement(&'static str),
    CreateElementNs(&'static str, &'static str),
    CreateText(&'static str),
    CreateComment,
    CreateDoctype,
    CreateFragment,
    Append,
    Prepend,
    InsertBefore,
    InsertAfter,
    Detach,
    RemoveChildren,
    AppendChildren,
    ReplaceWith,
    Wrap,
    AppendElement,
    Unwrap,
    Rename(&'static str),
    SetAttribute(&'static str, &'static str),
    SetXLink(&'static str),
    SetAttributeByUrl(&'static str, &'static str, &'static str),
    RemoveAttributeByUrl(&'static str, &'static str),
    RemoveAttribute(&'static str),
    /// Retains attributes whose names are longer than this.
    RetainAttributes(usize),
    AddClass(&'static str),
    RemoveClass(&'static str),
    SetText(&'static str),
    Normalize,
    CloneSubtree,
    Import,
    Compact,
}

fn edit() -> impl Strategy<Value = Edit> {
    use Edit::*;
    let name = || prop::sample::select(vec!["p", "b", "template", "x-own", "li"]);
    let text = || prop::sample::select(vec!["", "a", "é<&", "some longer text that is not looked up but copied"]);
    let attribute = || prop::sample::select(vec!["class", "id", "data-x", "href", "xlink:href"]);
    let url = || prop::sample::select(vec!["", "urn:a", "urn:b", HTML, XLINK, "http://www.w3.org/2000/xmlns/"]);
    let qualified =
        || prop::sample::select(vec!["b", "p:b", "q:b", "q:template", "xmlns:q", "xml:q", "xlink:href", "p:", "a b"]);
    let class = || prop::sample::select(vec!["a", "b", "c"]);
    prop_oneof![
        6 => name().prop_map(CreateElement),
        4 => text().prop_map(CreateText),
        1 => Just(CreateComment),
        1 => Just(CreateDoctype),
        2 => Just(CreateFragment),
        12 => Just(Append),
        4 => Just(Prepend),
        6 => Just(InsertBefore),
        6 => Just(InsertAfter),
        2 => Just(Detach),
        1 => Just(RemoveChildren),
        2 => Just(AppendChildren),
        3 => Just(ReplaceWith),
        3 => Just(Wrap),
        3 => Just(AppendElement),
        3 => Just(Unwrap),
        2 => prop::sample::select(vec!["P", "template", "x-other", "a b", ""]).prop_map(Rename),
        4 => (attribute(), text()).prop_map(|(name, value)| SetAttribute(name, value)),
        2 => (url(), qualified()).prop_map(|(url, name)| CreateElementNs(url, name)),
        3 => (url(), qualified(), text()).prop_map(|(url, name, value)| SetAttributeByUrl(url, name, value)),
        2 => (url(), prop::sample::select(vec!["b", "href", "q"])).prop_map(|(url, name)| RemoveAttributeByUrl(url, name)),
        1 => text().prop_map(SetXLink),
        2 => attribute().prop_map(RemoveAttribute),
        1 => (0..5_usize).prop_map(RetainAttributes),
        2 => class().prop_map(AddClass),
        2 => class().prop_map(RemoveClass),
        3 => text().prop_map(SetText),
        1 => Just(Normalize),
        2 => Just(CloneSubtree),
        1 => Just(Import),
        1 => Just(Compact),
    ]
}

/// Validates a name with a namespace.
fn validate(url: &str, name: &str) -> Outcome {
    match (url, name) {
        (_, "p:" | "a b") => Err(MutationError::InvalidName),
        (_, "xml:q") => Err(MutationError::InvalidNamespace),
        (_, "xmlns:q") if url != "http://www.w3.org/2000/xmlns/" => Err(MutationError::InvalidNamespace),
        ("http://www.w3.org/2000/xmlns/", name) if name != "xmlns:q" => Err(MutationError::InvalidNamespace),
        ("", name) if name.contains(':') => Err(MutationError::InvalidNamespace),
        _ => Ok(()),
    }
}

struct Pair {
    document: Document<'static>,
    model: Model,
}

impl Pair {
    fn id(&self, node: usize) -> NodeId {
        self.model.nodes[node].id
    }

    /// Applies an edit to the document and the model, and returns both outcomes. `a` and `b` are the nodes to use. An edit that would violate the
    /// structure of a document must be rejected.
    fn apply_checked(&mut self, edit: &Edit, a: usize, b: usize) -> (Outcome, Outcome) {
        let before = self.model.clone();
        let (done, mut expected) = self.apply(edit, a, b);
        if expected.is_ok() && !self.model.has_document_structure() {
            self.model = before;
            expected = Err(MutationError::DocumentStructure);
        }
        (done, expected)
    }

    fn apply(&mut self, edit: &Edit, a: usize, b: usize) -> (Outcome, Outcome) {
        let Pair { document, model } = self;
        let (one, other) = (model.nodes[a].id, model.nodes[b].id);
        match *edit {
            Edit::CreateElement(name) => {
                let id = document.create_element(name).unwrap();
                let url = if model.is_xml { "" } else { HTML };
                model.create_element(document, id, Name::local(url, name));
            }
            Edit::CreateElementNs(url, name) => {
                let created = document.create_element_ns(url, name);
                if let Ok(id) = created {
                    model.create_element(document, id, Name::new(url, name));
                }
                return (created.map(drop), validate(url, name));
            }
            Edit::CreateText(text) => {
                let id = document.create_text(text).unwrap();
                model.create(id, Kind::Text(text.into()));
            }
            Edit::CreateComment => {
                let id = document.create_comment("note").unwrap();
                model.create(id, Kind::Comment("note".into()));
            }
            Edit::CreateDoctype => {
                let id = document.create_doctype("html", None, None).unwrap();
                model.create(id, Kind::Doctype);
            }
            Edit::CreateFragment => {
                let id = document.create_fragment().unwrap();
                model.create(id, Kind::Fragment);
            }
            Edit::Append => return (document.node_mut(one).unwrap().append(other), model.append(a, b)),
            Edit::Prepend => return (document.node_mut(one).unwrap().prepend(other), model.prepend(a, b)),
            Edit::InsertBefore => {
                return (document.node_mut(one).unwrap().insert_before(other), model.insert(a, b, false));
            }
            Edit::InsertAfter => {
                return (document.node_mut(one).unwrap().insert_after(other), model.insert(a, b, true));
            }
            Edit::Detach => {
                model.detach(a);
                return (document.node_mut(one).unwrap().remove(), Ok(()));
            }
            Edit::RemoveChildren => {
                model.remove_children(a);
                return (document.node_mut(one).unwrap().remove_children(), Ok(()));
            }
            Edit::AppendChildren => {
                let expected = if !model.may_have_children(a) || !model.may_have_children(b) {
                    Err(MutationError::WrongKind)
                } else if a != b && model.is_inside(a, b) && !model.nodes[b].children.is_empty() {
                    Err(MutationError::Cycle)
                } else {
                    if a != b {
                        for child in model.nodes[b].children.clone() {
                            model.detach(child);
                            let end = model.nodes[a].children.len();
                            model.place(a, end, child);
                        }
                    }
                    Ok(())
                };
                return (document.node_mut(one).unwrap().append_children(other), expected);
            }
            Edit::ReplaceWith => {
                let expected = model.insert(a, b, false);
                if expected.is_ok() && a != b {
                    model.detach(a);
                }
                return (document.node_mut(one).unwrap().replace_with(other), expected);
            }
            Edit::Wrap => {
                let wrapper = document.node_mut(one).unwrap().wrap("em").map(|wrapper| wrapper.id());
                let expected = match model.position(a) {
                    None => Err(MutationError::NoParent),
                    Some(_) if matches!(model.nodes[a].kind, Kind::Doctype) => Err(MutationError::DocumentStructure),
                    Some((parent, _)) => model
                        .create_child(document, wrapper.ok(), parent)
                        .and_then(|wrapper| model.insert(a, wrapper, false).and_then(|()| model.append(wrapper, a))),
                };
                return (wrapper.map(drop), expected);
            }
            Edit::AppendElement => {
                let element = document.node_mut(one).unwrap().append_element("em").map(|element| element.id());
                let target = model.nodes[a].contents.unwrap_or(a);
                let expected = match model.may_have_children(target) {
                    true => model
                        .create_child(document, element.ok(), target)
                        .and_then(|element| model.append(target, element)),
                    false => Err(MutationError::WrongKind),
                };
                return (element.map(drop), expected);
            }
            Edit::Unwrap => {
                let expected = match model.position(a) {
                    _ if !model.is_element(a) => Err(MutationError::WrongKind),
                    None => Err(MutationError::NoParent),
                    Some((parent, at)) => {
                        for (offset, child) in model.nodes[a].children.clone().into_iter().enumerate() {
                            model.detach(child);
                            model.place(parent, at + offset, child);
                        }
                        model.detach(a);
                        Ok(())
                    }
                };
                return (document.node_mut(one).unwrap().replace_with_children(), expected);
            }
            Edit::Rename(name) => {
                let is_template = model.nodes[a].contents.is_some();
                let expected = match &mut model.nodes[a].kind {
                    Kind::Element(_) if name.is_empty() || name.contains(' ') => Err(MutationError::InvalidName),
                    Kind::Element(old) if is_template != (name == "template" && old.url == HTML) => {
                        Err(MutationError::WrongKind)
                    }
                    Kind::Element(old) => {
                        old.local =
                            if old.url == HTML && !model.is_xml { name.to_lowercase() } else { name.to_owned() };
                        Ok(())
                    }
                    _ => Err(MutationError::WrongKind),
                };
                return (document.node_mut(one).unwrap().rename(name), expected);
            }
            Edit::SetAttribute(name, value) => {
                let expected = self.set_attribute(a, name, value);
                return (self.document.node_mut(one).unwrap().set_attribute(name, value), expected);
            }
            Edit::SetXLink(value) => {
                let expected = self.set_attribute_ns(a, &Name::new(XLINK, "xlink:href"), value);
                return (
                    self.document.node_mut(one).unwrap().set_attribute_ns(Namespace::XLink, "xlink:href", value),
                    expected,
                );
            }
            Edit::SetAttributeByUrl(url, name, value) => {
                let expected = if !model.is_element(a) {
                    Err(MutationError::WrongKind)
                } else {
                    validate(url, name).and_then(|()| self.set_attribute_ns(a, &Name::new(url, name), value))
                };
                return (self.document.node_mut(one).unwrap().set_attribute_ns(url, name, value), expected);
            }
            Edit::RemoveAttributeByUrl(url, name) => {
                let removed = document.node_mut(one).unwrap().remove_attribute_ns(url, name);
                if !model.is_element(a) {
                    return (removed.map(drop), Err(MutationError::WrongKind));
                }
                let attributes = &mut model.nodes[a].attributes;
                let position = attributes.iter().position(|(key, _)| key.url == url && key.local == name);
                assert_eq!(removed, Ok(position.is_some()));
                if let Some(position) = position {
                    attributes.remove(position);
                }
            }
            Edit::RemoveAttribute(name) => {
                let removed = document.node_mut(one).unwrap().remove_attribute(name);
                if !model.is_element(a) {
                    return (removed.map(drop), Err(MutationError::WrongKind));
                }
                let attributes = &mut model.nodes[a].attributes;
                let position = attributes.iter().position(|(key, _)| key.qualified() == name);
                assert_eq!(removed, Ok(position.is_some()));
                if let Some(position) = position {
                    attributes.remove(position);
                }
            }
            Edit::RetainAttributes(len) => {
                let removed =
                    document.node_mut(one).unwrap().retain_attributes(|attribute| attribute.local_name().len() > len);
                if !model.is_element(a) {
                    return (removed.map(drop), Err(MutationError::WrongKind));
                }
                let attributes = &mut model.nodes[a].attributes;
                let before = attributes.len();
                attributes.retain(|(key, _)| key.local.len() > len);
                assert_eq!(removed, Ok(attributes.len() < before));
            }
            Edit::AddClass(class) => return self.change_class(a, class, true),
            Edit::RemoveClass(class) => return self.change_class(a, class, false),
            Edit::SetText(new) => {
                let outcome = document.node_mut(one).unwrap().set_text(new);
                let expected = match &mut model.nodes[a].kind {
                    Kind::Document | Kind::Doctype => Err(MutationError::WrongKind),
                    Kind::Text(text) | Kind::Comment(text) => {
                        *text = new.into();
                        Ok(())
                    }
                    _ => {
                        model.remove_children(a);
                        if let Some(child) = document.node(one).unwrap().first_child() {
                            let text = model.create(child.id(), Kind::Text(new.into()));
                            model.place(a, 0, text);
                        }
                        Ok(())
                    }
                };
                return (outcome, expected);
            }
            Edit::Normalize => {
                model.normalize(a);
                return (document.node_mut(one).unwrap().normalize(), Ok(()));
            }
            Edit::CloneSubtree => {
                let copy = document.node_mut(one).unwrap().clone_subtree();
                if model.nodes[a].kind == Kind::Document {
                    return (copy.map(drop), Err(MutationError::WrongKind));
                }
                let copy = document.node(copy.unwrap()).unwrap();
                assert!(copy.parent().is_none());
                model.record_copy(a, copy);
            }
            Edit::Import => {
                let other = document.clone();
                let copy = document.import(other.node(one).unwrap());
                if model.nodes[a].kind == Kind::Document {
                    return (copy.map(drop), Err(MutationError::WrongKind));
                }
                model.record_copy(a, document.node(copy.unwrap()).unwrap());
            }
            Edit::Compact => {
                let ids = document.compact().unwrap();
                let mut kept = Vec::new();
                model.subtree(0, &mut kept);
                for node in 0..model.nodes.len() {
                    let id = ids.get(model.nodes[node].id);
                    assert_eq!(id.is_some(), kept.contains(&node));
                }
                assert_eq!(document.descendants().count(), {
                    let is_outside = |&node: &usize| {
                        let mut node = node;
                        while let Some(parent) = model.nodes[node].parent {
                            node = parent;
                        }
                        node == 0
                    };
                    kept.iter().filter(|node| is_outside(node)).count() - 1
                });
                // The model also drops the removed nodes.
                let new: HashMap<usize, usize> = kept.iter().enumerate().map(|(new, &old)| (old, new)).collect();
                let nodes = kept.iter().map(|&old| {
                    let mut node = model.nodes[old].clone();
                    node.id = ids.get(node.id).unwrap();
                    node.parent = node.parent.map(|parent| new[&parent]);
                    node.contents = node.contents.map(|contents| new[&contents]);
                    node.children.iter_mut().for_each(|child| *child = new[child]);
                    if let Kind::Contents(host) = &mut node.kind {
                        *host = new[host];
                    }
                    node
                });
                model.nodes = nodes.collect();
            }
        }
        (Ok(()), Ok(()))
    }

    fn set_attribute(&mut self, node: usize, name: &str, value: &str) -> Outcome {
        if !self.model.is_element(node) {
            return Err(MutationError::WrongKind);
        }
        let attributes = &mut self.model.nodes[node].attributes;
        match attributes.iter_mut().find(|(key, _)| key.qualified() == name) {
            Some((_, old)) => *old = value.into(),
            None => attributes.push((Name::local("", name), value.into())),
        }
        Ok(())
    }

    fn set_attribute_ns(&mut self, node: usize, name: &Name, value: &str) -> Outcome {
        if !self.model.is_element(node) {
            return Err(MutationError::WrongKind);
        }
        let attributes = &mut self.model.nodes[node].attributes;
        match attributes.iter_mut().find(|(key, _)| key.url == name.url && key.local == name.local) {
            Some((_, old)) => *old = value.into(),
            None => attributes.push((name.clone(), value.into())),
        }
        Ok(())
    }

    fn change_class(&mut self, node: usize, class: &str, add: bool) -> (Outcome, Outcome) {
        let id = self.id(node);
        let changed = match add {
            true => self.document.node_mut(id).unwrap().add_class(class),
            false => self.document.node_mut(id).unwrap().remove_class(class),
        };
        if !self.model.is_element(node) {
            return (changed.map(drop), Err(MutationError::WrongKind));
        }
        let attributes = &self.model.nodes[node].attributes;
        let old = attributes.iter().find(|(key, _)| key.qualified() == "class").map_or("", |(_, value)| value);
        let mut words: Vec<String> = Vec::new();
        for word in old.split_ascii_whitespace() {
            if !words.iter().any(|known| known == word) {
                words.push(word.into());
            }
        }
        let had = words.iter().any(|word| word == class);
        assert_eq!(changed, Ok(had != add));
        if had != add {
            words.retain(|word| word != class);
            if add {
                words.push(class.into());
            }
            self.set_attribute(node, "class", &words.join(" ")).unwrap();
        }
        (Ok(()), Ok(()))
    }

    fn compare(&self) {
        // Lookups fill the lazy indexes, which the next edit has to drop.
        for node in self.model.nodes.iter().filter_map(|node| self.document.node(node.id)) {
            let by_links =
                node.traverse().filter_map(|event| if let Edge::Enter(node) = event { Some(node) } else { None });
            assert!(node.descendants().eq(by_links.skip(1)));
        }
        let has_class =
            |class: &[u8]| self.document.descendants().next_element_with(LocalName::CLASS, class, |_| false);
        assert_eq!((has_class(b"a"), has_class(b"b")), (None, None));
        invariants::check(&self.document).unwrap();
        let numbers: HashMap<NodeId, usize> =
            self.model.nodes.iter().enumerate().map(|(number, node)| (node.id, number)).collect();
        assert_eq!(numbers.len(), self.model.nodes.len());
        for (number, node) in self.model.nodes.iter().enumerate() {
            if node.parent.is_some() {
                continue;
            }
            let (mut expected, mut found) = (String::new(), String::new());
            self.model.write(number, &mut expected);
            write(self.document.node(node.id).unwrap(), &numbers, &mut found);
            assert_eq!(found, expected);
            assert_eq!(self.document.node(node.id).unwrap().is_connected(), self.model.is_inside(number, 0));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 192 } else { 2_048 }))]

    #[test]
    fn random_edits_match_the_model(
        edits in prop::collection::vec((edit(), any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..80),
        is_xml in any::<bool>(),
    ) {
        let document = if is_xml { Document::new_xml() } else { Document::new() };
        let root = document.root().id();
        let mut pair = Pair { document, model: Model { nodes: Vec::new(), is_xml } };
        pair.model.create(root, Kind::Document);
        for (edit, a, b) in edits {
            let (a, b) = (a.index(pair.model.nodes.len()), b.index(pair.model.nodes.len()));
            let (outcome, expected) = pair.apply_checked(&edit, a, b);
            prop_assert_eq!(outcome, expected, "{:?} with {} and {}", edit, a, b);
            pair.compare();
        }
    }
}
