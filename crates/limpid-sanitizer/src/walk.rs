//! Sanitizing a tree: the way through it, and its changes.

use crate::extension::{Extension, NewValue};
use crate::filter::{AttributeFilter, Filter, Verdict};
use crate::name_set::ExpandedName;
use crate::printable;
use crate::removal::{Removal, Removed, Rule};
use limpid_dom::{Attribute, Document, MutationError, NodeId, NodeKind, NodeRef};
use limpid_markup::Span;

/// The kind of sanitizing.
///
/// ```
/// use limpid::sanitize::{Sanitizer, SanitizerConfig, Strictness};
/// let all = Sanitizer::new(&SanitizerConfig::default()).unwrap();
/// let sanitized = |strictness| {
///     let mut fragment = limpid::parse_fragment("<b onclick=x()>Tea</b><!-- < -->", "body");
///     let root = fragment.root().id();
///     all.sanitize_with(&mut fragment, root, strictness, None).unwrap();
///     fragment.to_html()
/// };
/// assert_eq!(sanitized(Strictness::Unsafe), r#"<b onclick="x()">Tea</b><!-- < -->"#);
/// assert_eq!(sanitized(Strictness::Safe), "<b>Tea</b><!-- < -->");
/// assert_eq!(sanitized(Strictness::Printable), "<b>Tea</b>");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Strictness {
    /// Does what the configuration says, as `setHTMLUnsafe` does.
    Unsafe,
    /// Removes what is unsafe as well, as `setHTML` does.
    Safe,
    /// Removes what is unsafe as well, and all that can be unsafe once the tree is written as markup and parsed again, by any browser, with scripting or without, in any element whose content is markup, beside any other markup.
    ///
    /// The parser then makes elements and attributes only of tags that were written: the [serializer
    /// escapes](https://html.spec.whatwg.org/multipage/parsing.html#escapingString) `<` in texts and in values. So it is enough
    /// that each tag is safe in whatever namespace and place the parser puts it, and that no other part of the markup has a tag in
    /// it. Beside what [`Safe`](Self::Safe) removes, these go:
    ///
    /// * elements that are unsafe in any namespace: a `use` of HTML may become one of SVG;
    /// * a `plaintext`, which does not end where it ends;
    /// * attributes that are event handlers by their name in lower case, with any prefix and in any namespace;
    /// * `javascript:` URLs in attributes that navigate on any element, and animations of them;
    /// * texts that are written as they are (in a `style`, say), if they have a tag in them;
    /// * comments, processing instructions and doctypes that have a `<` in them, or end early;
    /// * elements and attributes whose names the parser reads otherwise, or that have one of ``<>"'`=/`` in them.
    Printable,
}

/// The decision on a node.
enum Action {
    Keep,
    KeepChanged(Changes),
    Remove(Rule),
    ReplaceWithChildren(Rule),
}

/// The changes of an element's attributes, by their positions.
#[derive(Default)]
struct Changes {
    removed: Vec<(usize, Rule)>,
    values: Vec<(usize, NewValue)>,
}

pub(crate) struct Walk<'a> {
    filter: &'a Filter,
    /// The rules beside the standard.
    extension: Option<Extension<'a>>,
    is_printable: bool,
    report: Option<&'a mut Vec<Removal>>,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(filter: &'a Filter, strictness: Strictness, report: Option<&'a mut Vec<Removal>>) -> Walk<'a> {
        Walk { filter, extension: None, is_printable: strictness == Strictness::Printable, report }
    }

    pub(crate) fn with_extension(self, extension: Extension<'a>) -> Walk<'a> {
        Walk { extension: Some(extension), ..self }
    }

    /// [Sanitizes](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#inner-sanitize-steps) what is in a node.
    ///
    /// An element that is replaced by its children is replaced first, and then the children are looked at: each is judged by
    /// itself, so the order makes no difference, and each is moved once.
    pub(crate) fn run(mut self, document: &mut Document<'_>, node: NodeId) -> Result<(), MutationError> {
        let mut trees: Vec<NodeId> =
            trees_of(document.node(node).ok_or(MutationError::NoSuchNode)?).chain([node]).collect();
        while let Some(top) = trees.pop() {
            let mut next = document.node(top).ok_or(MutationError::NoSuchNode)?.first_child().map(NodeRef::id);
            while let Some(id) = next {
                let node = document.node(id).ok_or(MutationError::NoSuchNode)?;
                let first = node.first_child().map(NodeRef::id);
                let rule = match self.judge(node) {
                    action @ (Action::Keep | Action::KeepChanged(_)) => {
                        let of_node = trees_of(node);
                        let is_done = match &action {
                            Action::KeepChanged(changes) => {
                                self.note_changes(node, changes);
                                changes.apply(document, id)
                            }
                            _ => true,
                        };
                        if is_done && self.extension.as_ref().is_none_or(|more| more.set_attributes(document, id)) {
                            trees.extend(of_node);
                            next = match first {
                                Some(_) => first,
                                None => next_outside(document.node(id).ok_or(MutationError::NoSuchNode)?, top),
                            };
                            continue;
                        }
                        Rule::ElementNotChangeable
                    }
                    Action::ReplaceWithChildren(rule) => {
                        let after = if first.is_none() { next_outside(node, top) } else { None };
                        self.note(node, rule);
                        if document.node_mut(id).and_then(|mut node| node.replace_with_children()).is_ok() {
                            next = first.or(after);
                            continue;
                        }
                        Rule::ElementNotChangeable
                    }
                    Action::Remove(rule) => rule,
                };
                let node = document.node(id).ok_or(MutationError::NoSuchNode)?;
                self.note(node, rule);
                next = next_outside(node, top);
                document.node_mut(id)?.remove()?;
            }
        }
        Ok(())
    }

    #[inline]
    fn judge(&self, node: NodeRef<'_>) -> Action {
        let reason = match node.kind() {
            NodeKind::Element => return self.judge_element(node),
            NodeKind::Comment if !self.filter.keeps_comments() => Some(Rule::Comment),
            NodeKind::ProcessingInstruction => {
                let instruction = node.processing_instruction();
                instruction.and_then(|instruction| self.filter.reason_to_remove_instruction(instruction.target))
            }
            _ => None,
        };
        let in_markup = || if self.is_printable { printable::reason_to_remove_node(node) } else { None };
        reason.or_else(in_markup).map_or(Action::Keep, Action::Remove)
    }

    fn judge_element(&self, element: NodeRef<'_>) -> Action {
        let name = ExpandedName::of_element(element);
        // A document takes one element, and no text.
        let is_root = || element.parent().is_some_and(|parent| parent.kind() == NodeKind::Document);
        let attributes = match self.filter.element(name) {
            Verdict::Remove(Rule::ElementNotAllowed)
                if self.extension.as_ref().is_some_and(|more| more.keeps_content_of(element)) && !is_root() =>
            {
                return Action::ReplaceWithChildren(Rule::UnlistedElementReplaced);
            }
            Verdict::Remove(rule) => return Action::Remove(rule),
            Verdict::ReplaceWithChildren if is_root() => return Action::Remove(Rule::ElementNotChangeable),
            Verdict::ReplaceWithChildren => return Action::ReplaceWithChildren(Rule::ElementReplaced),
            Verdict::Keep(attributes) => attributes,
        };
        if self.is_printable
            && let Some(rule) = printable::reason_to_remove_element(element)
        {
            return Action::Remove(rule);
        }
        let mut changes = Changes::default();
        for (index, attribute) in element.attributes().enumerate() {
            match self.judge_attribute(attributes, element, &attribute) {
                Ok(None) => {}
                Ok(Some(value)) => changes.values.push((index, value)),
                Err(rule) => changes.removed.push((index, rule)),
            }
        }
        let is_same = changes.removed.is_empty() && changes.values.is_empty();
        if is_same { Action::Keep } else { Action::KeepChanged(changes) }
    }

    /// Returns the new value of an attribute, if it gets one; or the reason to remove it.
    fn judge_attribute(
        &self,
        attributes: AttributeFilter<'_>,
        element: NodeRef<'_>,
        attribute: &Attribute<'_>,
    ) -> Result<Option<NewValue>, Rule> {
        let reason = |value: &str| {
            let reason = attributes.reason_to_remove(ExpandedName::of_attribute(attribute), value);
            let in_markup = || printable::reason_to_remove_attribute(element, attribute, value);
            reason.or_else(|| if self.is_printable { in_markup() } else { None })
        };
        let value = match &self.extension {
            Some(more) => more.value(element, attribute).map_err(|rule| reason(attribute.value()).unwrap_or(rule))?,
            None => None,
        };
        match reason(value.as_ref().map_or(attribute.value(), |new| &new.value)) {
            Some(rule) => Err(rule),
            None => Ok(value),
        }
    }

    fn note(&mut self, node: NodeRef<'_>, rule: Rule) {
        let Some(report) = &mut self.report else { return };
        let (removed, name) = match node.kind() {
            NodeKind::Element => (Removed::Element, node.qualified_name().into_owned()),
            NodeKind::Comment => (Removed::Comment, String::new()),
            NodeKind::ProcessingInstruction => {
                let instruction = node.processing_instruction();
                (Removed::ProcessingInstruction, instruction.map_or("", |instruction| instruction.target).to_owned())
            }
            NodeKind::Doctype => (Removed::Doctype, node.doctype().map_or("", |doctype| doctype.name).to_owned()),
            _ => (Removed::Text, String::new()),
        };
        let is_replaced = matches!(rule, Rule::ElementReplaced | Rule::UnlistedElementReplaced);
        let span = if is_replaced { node.start_tag() } else { node.span() };
        report.push(Removal { rule, removed, name, element: None, span });
    }

    fn note_changes(&mut self, element: NodeRef<'_>, changes: &Changes) {
        let Some(report) = &mut self.report else { return };
        let mut removed = changes.removed.iter().map(|(at, rule)| (*at, *rule, Removed::Attribute)).peekable();
        let parts = changes.values.iter().filter_map(|(at, new)| Some((*at, new.rule?, Removed::AttributePart)));
        let mut parts = parts.peekable();
        for (index, attribute) in element.attributes().enumerate() {
            let is_it = |(at, ..): &(usize, Rule, Removed)| *at == index;
            let Some((_, rule, removed)) = removed.next_if(is_it).or_else(|| parts.next_if(is_it)) else { continue };
            report.push(Removal {
                rule,
                removed,
                name: attribute.qualified_name().into_owned(),
                element: Some(element.qualified_name().into_owned()),
                span: span_of(&attribute, element.document().source()),
            });
        }
    }
}

impl Changes {
    /// Makes the changes; whether there was room for them.
    fn apply(&self, document: &mut Document<'_>, element: NodeId) -> bool {
        if !self.values.is_empty() {
            let mut values = self.values.iter().peekable();
            let mut positions = 0..;
            let value = |_: Attribute<'_>| {
                let position = positions.next();
                values.next_if(|(at, _)| Some(*at) == position).map(|(_, new)| new.value.clone())
            };
            if document.node_mut(element).and_then(|mut node| node.change_attribute_values(value)).is_err() {
                return false;
            }
        }
        let mut removed = self.removed.iter().peekable();
        let mut positions = 0..;
        let keep = |_: Attribute<'_>| {
            let position = positions.next();
            removed.next_if(|(at, _)| Some(*at) == position).is_none()
        };
        self.removed.is_empty() || document.node_mut(element).and_then(|mut node| node.retain_attributes(keep)).is_ok()
    }
}

/// The trees that belong to an element, beside its children.
fn trees_of(element: NodeRef<'_>) -> impl Iterator<Item = NodeId> + use<> {
    let trees = [element.template_contents(), element.shadow_root()].map(|tree| tree.map(NodeRef::id));
    trees.into_iter().flatten()
}

/// The node after a subtree, in tree order, without leaving `top`.
fn next_outside(node: NodeRef<'_>, top: NodeId) -> Option<NodeId> {
    let around = std::iter::successors(Some(node), |node| node.parent()).take_while(|node| node.id() != top);
    around.into_iter().find_map(NodeRef::next_sibling).map(NodeRef::id)
}

/// The bytes of an attribute, from its name to the end of its value with its quote.
fn span_of(attribute: &Attribute<'_>, source: &str) -> Option<Span> {
    let (name, value) = (attribute.name_span()?, attribute.value_span()?);
    let before = (value.start as usize).checked_sub(1).and_then(|at| source.as_bytes().get(at));
    let has_quote = value.start > name.end && matches!(before, Some(b'"' | b'\''));
    let end = value.end + u32::from(has_quote && source.as_bytes().get(value.end as usize) == before);
    Some(Span::new(name.start, end.max(name.end)))
}
