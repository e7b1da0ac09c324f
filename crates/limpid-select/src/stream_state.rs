//! The state that elements of a stream inherit from their ancestors, for pseudo-classes that depend on more than the tag.

use crate::html::{has, is_html};
use crate::language::{language_matches, own_language, pragma};
use crate::pseudo_class::{AncestorState, PseudoClass, disabled_group, own_editable_state};
use crate::stream::StreamedElement;
use limpid_dom::LocalName;
use limpid_markup::NewElement;
use std::sync::Arc;

/// The states of the open elements, indexed by element index.
#[derive(Clone, Default)]
pub(crate) struct StreamStates {
    states: Vec<StreamState>,
    default_language: Option<Arc<str>>,
}

#[derive(Clone, Default)]
struct StreamState {
    own: InheritedState,
    /// The state that applies to the element: `own`, or the state of the ancestors where `own` is `None`.
    resolved: InheritedState,
    is_template: bool,
    is_disabled_fieldset: bool,
    has_legend: bool,
}

/// The state that an element sets for itself and its descendants. `None` means that the element inherits the value.
#[derive(Clone, Default)]
struct InheritedState {
    is_in_disabled_group: Option<bool>,
    is_in_disabled_fieldset: Option<bool>,
    is_editable: Option<bool>,
    is_in_datalist: Option<bool>,
    language: Option<Arc<str>>,
}

impl InheritedState {
    #[inline]
    fn or(&self, parent: &InheritedState) -> InheritedState {
        InheritedState {
            is_in_disabled_group: self.is_in_disabled_group.or(parent.is_in_disabled_group),
            is_in_disabled_fieldset: self.is_in_disabled_fieldset.or(parent.is_in_disabled_fieldset),
            is_editable: self.is_editable.or(parent.is_editable),
            is_in_datalist: self.is_in_datalist.or(parent.is_in_datalist),
            language: self.language.as_ref().or(parent.language.as_ref()).cloned(),
        }
    }
}

impl StreamStates {
    /// Returns whether a pseudo-class depends only on the start tag and the ancestors of an element.
    #[inline]
    pub(crate) fn can_match_at_start(class: &PseudoClass) -> bool {
        match class {
            PseudoClass::State(_, state) => state.is_known_at_start(),
            PseudoClass::Lang(_) => true,
            PseudoClass::Dir(_) => false,
        }
    }

    #[inline]
    pub(crate) fn are_needed_for(class: &PseudoClass) -> bool {
        !matches!(class, PseudoClass::State(_, state) if state.depends_only_on_tag())
    }

    /// Returns the number of bytes allocated, without the names of languages.
    #[inline]
    pub(crate) fn memory(&self) -> usize {
        self.states.capacity() * size_of::<StreamState>()
    }

    #[inline]
    pub(crate) fn enter(&mut self, streamed: StreamedElement<'_>) {
        let StreamedElement { element, index, parent, .. } = streamed;
        if self.states.len() <= index.max(parent) {
            self.states.resize_with(index.max(parent) + 1, StreamState::default);
        }
        if let Some(language) = pragma(element) {
            self.default_language = Some(language.into());
        }
        let if_true = |value: bool| value.then_some(true);
        let is_html = |name| is_html(element) && element.name == name;
        let parent_state = &mut self.states[parent];
        // A disabled `fieldset` disables all of its content except its first `legend`.
        let is_first_legend = is_html(LocalName::LEGEND) && !core::mem::replace(&mut parent_state.has_legend, true);
        self.states[index] = StreamState {
            own: InheritedState {
                is_in_disabled_group: disabled_group(element),
                is_in_disabled_fieldset: if_true(parent_state.is_disabled_fieldset && !is_first_legend),
                is_editable: own_editable_state(element),
                is_in_datalist: if_true(is_html(LocalName::DATALIST)),
                language: own_language(element).map(Into::into),
            },
            resolved: InheritedState::default(),
            is_template: is_html(LocalName::TEMPLATE),
            is_disabled_fieldset: is_html(LocalName::FIELDSET) && has(element, LocalName::DISABLED),
            has_legend: false,
        };
        self.reparent(index, parent);
    }

    #[inline]
    pub(crate) fn reparent(&mut self, index: usize, parent: usize) {
        if self.states.len() <= index.max(parent) {
            return;
        }
        // The contents of a template are a separate tree.
        let parent_state = &self.states[parent];
        let resolved = match parent_state.is_template {
            true => self.states[index].own.clone(),
            false => self.states[index].own.or(&parent_state.resolved),
        };
        self.states[index].resolved = resolved;
    }

    #[inline]
    pub(crate) fn meets(&self, class: &PseudoClass, element: &NewElement<'_>, index: usize) -> bool {
        let Some(state) = self.states.get(index) else { return false };
        match class {
            PseudoClass::State(_, it) => it.matches_tag_and_ancestors(element, &state.resolved).unwrap_or(false),
            PseudoClass::Lang(ranges) => {
                let language = state.resolved.language.as_ref().or(self.default_language.as_ref());
                ranges.iter().any(|range| language_matches(range, language.map_or("", |it| it)))
            }
            PseudoClass::Dir(_) => false,
        }
    }
}

impl AncestorState for InheritedState {
    #[inline]
    fn is_in_disabled_group(&self) -> bool {
        self.is_in_disabled_group == Some(true)
    }

    #[inline]
    fn is_in_disabled_fieldset(&self) -> bool {
        self.is_in_disabled_fieldset == Some(true)
    }

    #[inline]
    fn is_editable(&self) -> bool {
        self.is_editable == Some(true)
    }

    #[inline]
    fn is_in_datalist(&self) -> bool {
        self.is_in_datalist == Some(true)
    }
}
