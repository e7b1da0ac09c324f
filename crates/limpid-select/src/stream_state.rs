//! States that elements of a stream have from those around them, for pseudo-classes that look at more than the tag.

use crate::html::{has, is_html};
use crate::language::{language_matches, own_language, pragma};
use crate::pseudo_class::{Around, PseudoClass, disabled_group, own_editable_state};
use crate::stream::StreamedElement;
use limpid_dom::LocalName;
use limpid_markup::NewElement;
use std::sync::Arc;

/// The states of the open elements, by their numbers.
#[derive(Clone, Default)]
pub(crate) struct StreamStates {
    states: Vec<StreamState>,
    default_language: Option<Arc<str>>,
}

#[derive(Clone, Default)]
struct StreamState {
    own: Statement,
    /// Its own, and where that is silent, that of the elements around it.
    whole: Statement,
    is_template: bool,
    is_disabled_fieldset: bool,
    has_legend: bool,
}

/// The statements of an element about itself and the elements in it.
#[derive(Clone, Default)]
struct Statement {
    is_in_disabled_group: Option<bool>,
    is_in_disabled_fieldset: Option<bool>,
    is_editable: Option<bool>,
    is_in_datalist: Option<bool>,
    language: Option<Arc<str>>,
}

impl Statement {
    #[inline]
    fn or(&self, around: &Statement) -> Statement {
        Statement {
            is_in_disabled_group: self.is_in_disabled_group.or(around.is_in_disabled_group),
            is_in_disabled_fieldset: self.is_in_disabled_fieldset.or(around.is_in_disabled_fieldset),
            is_editable: self.is_editable.or(around.is_editable),
            is_in_datalist: self.is_in_datalist.or(around.is_in_datalist),
            language: self.language.as_ref().or(around.language.as_ref()).cloned(),
        }
    }
}

impl StreamStates {
    /// Whether the start of an element and the elements around it decide a pseudo-class.
    #[inline]
    pub(crate) fn decide(class: &PseudoClass) -> bool {
        match class {
            PseudoClass::State(_, state) => state.is_known_at_start(),
            PseudoClass::Lang(_) => true,
            PseudoClass::Dir(_) => false,
        }
    }

    #[inline]
    pub(crate) fn are_needed_for(class: &PseudoClass) -> bool {
        !matches!(class, PseudoClass::State(_, state) if state.is_known_from_tag())
    }

    /// Returns the number of bytes that are held, but for the names of languages.
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
        let is_in = |around: bool| around.then_some(true);
        let is_html = |name| is_html(element) && element.name == name;
        let around = &mut self.states[parent];
        // Only the first `legend` of a disabled `fieldset` stays enabled.
        let is_first_legend = is_html(LocalName::LEGEND) && !core::mem::replace(&mut around.has_legend, true);
        self.states[index] = StreamState {
            own: Statement {
                is_in_disabled_group: disabled_group(element),
                is_in_disabled_fieldset: is_in(around.is_disabled_fieldset && !is_first_legend),
                is_editable: own_editable_state(element),
                is_in_datalist: is_in(is_html(LocalName::DATALIST)),
                language: own_language(element).map(Into::into),
            },
            whole: Statement::default(),
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
        // The contents of a template are a tree of their own.
        let around = &self.states[parent];
        let whole = match around.is_template {
            true => self.states[index].own.clone(),
            false => self.states[index].own.or(&around.whole),
        };
        self.states[index].whole = whole;
    }

    /// Whether an element that has just started is one of a pseudo-class.
    #[inline]
    pub(crate) fn meets(&self, class: &PseudoClass, element: &NewElement<'_>, index: usize) -> bool {
        let Some(state) = self.states.get(index) else { return false };
        match class {
            PseudoClass::State(_, it) => it.is_of_tag_around(element, &state.whole).unwrap_or(false),
            PseudoClass::Lang(ranges) => {
                let language = state.whole.language.as_ref().or(self.default_language.as_ref());
                ranges.iter().any(|range| language_matches(range, language.map_or("", |it| it)))
            }
            PseudoClass::Dir(_) => false,
        }
    }
}

impl Around for Statement {
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
