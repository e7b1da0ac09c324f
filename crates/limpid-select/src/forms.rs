//! Default buttons of forms, and groups of radio buttons.

use crate::html::{has, has_type, is_html, value};
use limpid_dom::{Edge, LocalName, NodeId, NodeRef};
use std::collections::{HashMap, HashSet};

/// The submit buttons and radio buttons of a tree, by form owner.
#[derive(Clone, Default)]
pub(crate) struct Forms<'d> {
    /// The first submit button of each form.
    default_buttons: HashSet<NodeId>,
    /// The form owners and names of the checked radio buttons.
    checked_groups: HashSet<(Option<NodeId>, &'d str)>,
    /// The form owners of the radio buttons that are not checked.
    unchecked_owners: HashMap<NodeId, Option<NodeId>>,
}

struct Control<'d> {
    element: NodeRef<'d>,
    /// The nearest `form` ancestor.
    form: Option<NodeId>,
}

impl<'d> Forms<'d> {
    /// Collects the controls of the tree that contains a node.
    pub(crate) fn of_tree_with(node: NodeRef<'d>) -> Forms<'d> {
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
            // The `form` attribute has an effect only in a document tree.
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
                forms.unchecked_owners.insert(id, owner);
            } else if let Some(name) = group_name(control.element) {
                forms.checked_groups.insert((owner, name));
            }
        }
        forms
    }

    /// Returns whether an element is the [default
    /// button](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#default-button) of its form.
    pub(crate) fn is_default_button(&self, element: NodeRef<'d>) -> bool {
        self.default_buttons.contains(&element.id())
    }

    /// For a radio button that is not checked, returns whether its
    /// [group](https://html.spec.whatwg.org/multipage/input.html#radio-button-group) contains no checked radio button.
    pub(crate) fn has_no_checked_button_in_group(&self, radio_button: NodeRef<'d>) -> bool {
        let Some(&owner) = self.unchecked_owners.get(&radio_button.id()) else { return false };
        group_name(radio_button).is_none_or(|name| !self.checked_groups.contains(&(owner, name)))
    }
}

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

fn group_name(radio_button: NodeRef<'_>) -> Option<&str> {
    value(radio_button, LocalName::NAME).filter(|name| !name.is_empty())
}

/// Returns whether an element is a [submit button](https://html.spec.whatwg.org/multipage/forms.html#concept-submit-button).
pub(crate) fn is_submit_button(element: NodeRef<'_>) -> bool {
    if !is_html(element) {
        return false;
    }
    match element.name() {
        LocalName::INPUT => has_type(element, &["submit", "image"]),
        LocalName::BUTTON => {
            let has_other_behavior = || {
                has_type(element, &["reset", "button"])
                    || has(element, LocalName::COMMAND)
                    || has(element, LocalName::COMMANDFOR)
                    || element.parent().is_some_and(|parent| parent.is_html(LocalName::SELECT))
            };
            has_type(element, &["submit"]) || !has_other_behavior()
        }
        _ => false,
    }
}
