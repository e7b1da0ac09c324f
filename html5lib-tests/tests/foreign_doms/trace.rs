//! A sink that builds no tree and records its calls.

use markup5ever::interface::{
    AppendNode, AppendText, Attribute, ElemName, ElementFlags, NodeOrText, QualName, QuirksMode, TreeSink,
};
use markup5ever::tendril::StrTendril;
use markup5ever::{LocalName, Namespace};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::fmt;
use std::rc::Rc;

/// A call that changes the tree or passes information, such as the quirks mode. Queries are not recorded. Errors are not recorded either,
/// because their wording differs.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) description: String,
    /// The text of a call of [`Kind::Text`].
    pub(crate) text: String,
    pub(crate) kind: Kind,
    /// The line number from the last call of `set_current_line`.
    pub(crate) line: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Text,
    Pop,
    Option,
    Other,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>4} {}", self.line, self.description)?;
        if self.kind == Kind::Text { write!(f, " {:?}", self.text) } else { Ok(()) }
    }
}

#[derive(Default)]
pub(crate) struct Trace {
    calls: RefCell<Vec<Call>>,
    created: Cell<usize>,
    /// The numbers of the nodes that have a parent.
    children: RefCell<HashSet<usize>>,
    line: Cell<u64>,
}

/// A node, identified by its number in the order of creation.
#[derive(Clone)]
pub(crate) struct Node {
    number: usize,
    name: Option<Rc<QualName>>,
    is_integration_point: bool,
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{}#{}", name.local, self.number),
            None => write!(f, "#{}", self.number),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Name(Rc<QualName>);

impl ElemName for Name {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl Trace {
    fn call(&self, description: String) {
        self.record(Kind::Other, description, String::new());
    }

    fn record(&self, kind: Kind, description: String, text: String) {
        let mut calls = self.calls.borrow_mut();
        // The parsers may split a text differently.
        if kind == Kind::Text
            && let Some(last) = calls.last_mut()
            && last.kind == Kind::Text
            && last.description == description
        {
            last.text.push_str(&text);
            return;
        }
        calls.push(Call { description, text, kind, line: self.line.get().max(1) });
    }

    fn child(&self, place: String, child: NodeOrText<Node>) {
        match child {
            AppendNode(node) => {
                self.children.borrow_mut().insert(node.number);
                self.call(format!("{place} {node}"));
            }
            AppendText(text) => self.record(Kind::Text, place, text.to_string()),
        }
    }

    fn create(&self, name: Option<QualName>, is_integration_point: bool) -> Node {
        // The next number is for the template contents.
        let number = self.created.get() + 2;
        self.created.set(number);
        Node { number, name: name.map(Rc::new), is_integration_point }
    }
}

fn shown(attributes: &[Attribute]) -> String {
    let shown = |attribute: &Attribute| {
        let QualName { prefix, ns, local } = &attribute.name;
        let prefix = prefix.as_ref().map_or(String::new(), |prefix| format!("{prefix}:"));
        format!(" {{{ns}}}{prefix}{local}={:?}", &*attribute.value)
    };
    attributes.iter().map(shown).collect()
}

impl TreeSink for Trace {
    type Handle = Node;
    type Output = Vec<Call>;
    type ElemName<'a> = Name;

    fn finish(self) -> Vec<Call> {
        self.calls.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Node {
        Node { number: 0, name: None, is_integration_point: false }
    }

    fn elem_name<'a>(&'a self, target: &'a Node) -> Name {
        Name(target.name.clone().expect("only elements have names"))
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> Node {
        let ElementFlags { template, mathml_annotation_xml_integration_point: is_point, .. } = flags;
        let node = self.create(Some(name.clone()), is_point);
        let flags = [(template, " template"), (is_point, " point"), (flags.had_duplicate_attributes, " duplicate")];
        let flags: String = flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, name)| name).collect();
        self.call(format!("create {node} {} {:?}{flags}{}", name.ns, name.prefix, shown(&attrs)));
        node
    }

    fn create_comment(&self, text: StrTendril) -> Node {
        let node = self.create(None, false);
        self.call(format!("comment {node} {:?}", &*text));
        node
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> Node {
        let node = self.create(None, false);
        self.call(format!("instruction {node} {:?} {:?}", &*target, &*data));
        node
    }

    fn append(&self, parent: &Node, child: NodeOrText<Node>) {
        self.child(format!("append to {parent}"), child);
    }

    fn append_based_on_parent_node(&self, element: &Node, prev_element: &Node, child: NodeOrText<Node>) {
        self.child(format!("foster-parent by {element} or {prev_element}"), child);
    }

    fn append_doctype_to_document(&self, name: StrTendril, public_id: StrTendril, system_id: StrTendril) {
        self.call(format!("doctype {:?} {:?} {:?}", &*name, &*public_id, &*system_id));
    }

    fn mark_script_already_started(&self, node: &Node) {
        self.call(format!("already started {node}"));
    }

    fn pop(&self, node: &Node) {
        self.record(Kind::Pop, format!("pop {node}"), String::new());
    }

    fn get_template_contents(&self, target: &Node) -> Node {
        Node { number: target.number + 1, name: None, is_integration_point: false }
    }

    fn same_node(&self, x: &Node, y: &Node) -> bool {
        x.number == y.number
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.call(format!("mode {mode:?}"));
    }

    fn append_before_sibling(&self, sibling: &Node, new_node: NodeOrText<Node>) {
        self.child(format!("insert before {sibling}"), new_node);
    }

    fn add_attrs_if_missing(&self, target: &Node, attrs: Vec<Attribute>) {
        self.call(format!("add to {target}{}", shown(&attrs)));
    }

    fn associate_with_form(&self, target: &Node, form: &Node, nodes: (&Node, Option<&Node>)) {
        let (one, other) = nodes;
        let other = other.map_or(String::new(), |other| format!(" or {other}"));
        self.call(format!("associate {target} with {form} in {one}{other}"));
    }

    fn remove_from_parent(&self, target: &Node) {
        // html5ever sometimes removes a node that has no parent.
        if self.children.borrow_mut().remove(&target.number) {
            self.call(format!("remove {target}"));
        }
    }

    fn reparent_children(&self, node: &Node, new_parent: &Node) {
        self.call(format!("reparent from {node} to {new_parent}"));
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Node) -> bool {
        handle.is_integration_point
    }

    fn set_current_line(&self, line_number: u64) {
        self.line.set(line_number);
    }

    fn attach_declarative_shadow(&self, location: &Node, template: &Node, attrs: &[Attribute]) -> bool {
        self.call(format!("attach shadow to {location} of {template}{}", shown(attrs)));
        true
    }

    fn maybe_clone_an_option_into_selectedcontent(&self, option: &Node) {
        self.record(Kind::Option, format!("option {option}"), String::new());
    }
}

/// Returns the first difference, or `None`. Elements that only limpid reports as popped do not count: html5ever pops some of them without
/// reporting it, and never pushes the others.
pub(crate) fn first_difference(html5ever: &[Call], limpid: &[Call]) -> Option<String> {
    let (mut theirs, mut ours) = (0, 0);
    loop {
        match (html5ever.get(theirs), limpid.get(ours)) {
            (None, None) => return None,
            (Some(one), Some(other)) if is_same(one, other) => (theirs, ours) = (theirs + 1, ours + 1),
            (_, Some(Call { kind: Kind::Pop | Kind::Option, .. })) => ours += 1,
            (one, other) => {
                let shown = |call: Option<&Call>| call.map_or("nothing".to_owned(), ToString::to_string);
                return Some(format!("html5ever: {}\n   limpid: {}", shown(one), shown(other)));
            }
        }
    }
}

fn is_same(one: &Call, other: &Call) -> bool {
    // The line of a text may differ, because the parsers split texts into tokens differently.
    let compares_lines = one.kind != Kind::Text;
    one.description == other.description && one.text == other.text && (!compares_lines || one.line == other.line)
}
