//! Forms and their controls: default buttons, and groups of radio buttons.

use crate::html::{has, has_type, is_html, value};
use limpid_dom::{Edge, LocalName, NodeId, NodeRef};
use std::collections::{HashMap, HashSet};

/// The forms of a tree, and controls without one.
#[derive(Clone, Default)]
pub(crate) struct Forms<'d> {
    /// The first submit button of each form.
    default_buttons: HashSet<NodeId>,
    /// The owners and names of radio buttons that are checked.
    checked: HashSet<(Option<NodeId>, &'d str)>,
    /// The owners of radio buttons that are not.
    owners: HashMap<NodeId, Option<NodeId>>,
}

/// A control whose owner matters.
struct Control<'d> {
    element: NodeRef<'d>,
    /// The nearest `form` around it.
    form: Option<NodeId>,
}

impl<'d> Forms<'d> {
    /// The forms of the tree that a node is in.
    pub(crate) fn around(node: NodeRef<'d>) -> Forms<'d> {
        let root = node.ancestors().last().unwrap_or(node);
        let controls = controls(root);
        let names_owner = |control: &Control<'d>| value(control.element, LocalName::FORM).is_some();
        let ids = match root.is_connected() && controls.iter().any(names_owner) {
            true => first_of_each_id(root),
            false => HashMap::new(),
        };
        let mut forms = Forms::default();
        let mut seen = HashSet::new();
        for control in &controls {
            // The `form` attribute counts in a document's tree only.
            let owner = match value(control.element, LocalName::FORM).filter(|_| root.is_connected()) {
                Some(id) => ids.get(id).filter(|owner| owner.is_html(LocalName::FORM)).map(|owner| owner.id()),
                None => control.form,
            };
            let id = control.element.id();
            if !is_radio_button(control.element) {
                if owner.is_some_and(|owner| seen.insert(owner)) {
                    forms.default_buttons.insert(id);
                }
            } else if !has(control.element, LocalName::CHECKED) {
                forms.owners.insert(id, owner);
            } else if let Some(name) = group_name(control.element) {
                forms.checked.insert((owner, name));
            }
        }
        forms
    }

    /// Whether an element is the [default button](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#default-button)
    /// of its form.
    pub(crate) fn is_default_button(&self, element: NodeRef<'d>) -> bool {
        self.default_buttons.contains(&element.id())
    }

    /// Whether no radio button in the
    /// [group](https://html.spec.whatwg.org/multipage/input.html#radio-button-group) of one is checked.
    pub(crate) fn has_no_checked(&self, radio_button: NodeRef<'d>) -> bool {
        let Some(&owner) = self.owners.get(&radio_button.id()) else { return false };
        group_name(radio_button).is_none_or(|name| !self.checked.contains(&(owner, name)))
    }
}

/// The radio buttons and submit buttons in a tree.
fn controls(root: NodeRef<'_>) -> Vec<Control<'_>> {
    let mut controls = Vec::new();
    let mut forms = Vec::new();
    for event in root.traverse() {
        match event {
            Edge::Enter(element) if element.is_html(LocalName::FORM) => forms.push(element.id()),
            Edge::Leave(element) if element.is_html(LocalName::FORM) => {
                forms.pop();
            }
            Edge::Enter(element) if is_submit_button(element) || is_radio_button(element) => {
                controls.push(Control { element, form: forms.last().copied() });
            }
            _ => {}
        }
    }
    controls
}

fn first_of_each_id(root: NodeRef<'_>) -> HashMap<&str, NodeRef<'_>> {
    let mut ids = HashMap::new();
    for element in root.descendants().filter(|node| node.is_element()) {
        if let Some(id) = element.element_id() {
            ids.entry(id).or_insert(element);
        }
    }
    ids
}

pub(crate) fn is_radio_button(element: NodeRef<'_>) -> bool {
    element.is_html(LocalName::INPUT) && has_type(element, &["radio"])
}

/// The name that a radio button shares with others of its group.
fn group_name(radio_button: NodeRef<'_>) -> Option<&str> {
    value(radio_button, LocalName::NAME).filter(|name| !name.is_empty())
}

/// Whether it is a [submit button](https://html.spec.whatwg.org/multipage/forms.html#concept-submit-button).
pub(crate) fn is_submit_button(element: NodeRef<'_>) -> bool {
    if !is_html(element) {
        return false;
    }
    match element.name() {
        LocalName::INPUT => has_type(element, &["submit", "image"]),
        LocalName::BUTTON => {
            let is_for_something_else = || {
                has_type(element, &["reset", "button"])
                    || has(element, LocalName::COMMAND)
                    || has(element, LocalName::COMMANDFOR)
                    || element.parent().is_some_and(|parent| parent.is_html(LocalName::SELECT))
            };
            has_type(element, &["submit"]) || !is_for_something_else()
        }
        _ => false,
    }
}
