//! The traversal that sanitizes a tree in place.

use crate::extension::{Extension, NewValue};
use crate::filter::{AttributeFilter, Filter, Verdict};
use crate::name_set::ExpandedName;
use crate::printable;
use crate::removal::{Removal, Removed, Rule};
use limpid_dom::{Attribute, Document, MutationError, NodeId, NodeKind, NodeRef};

/// How strictly a tree is sanitized.
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
    /// Follows the configuration alone, as `setHTMLUnsafe` does.
    Unsafe,
    /// Also removes everything unsafe, as `setHTML` does.
    Safe,
    /// Also removes everything that can be unsafe when the tree is serialized and parsed again. The markup is safe in any browser, with
    /// scripting enabled or disabled, in any element whose content is parsed as markup (so not in `style` or `textarea`), and next to any
    /// other markup.
    ///
    /// The [serializer escapes](https://html.spec.whatwg.org/multipage/parsing.html#escapingString) `<` in texts and attribute values.
    /// Therefore the markup is safe under two conditions: each element is safe in every namespace and place where the parser may put it,
    /// and the rest of the markup contains no tag. In addition to the nodes and attributes that [`Safe`](Self::Safe) removes, this removes:
    ///
    /// * elements whose name is unsafe in any namespace: the parser may read a `use` of HTML as a `use` of SVG;
    /// * `plaintext`, which no end tag ends;
    /// * attributes whose name in lower case, without any prefix, is an event handler, in any namespace;
    /// * `javascript:` URLs in attributes that navigate, such as `href`, of any element, and animations of such attributes;
    /// * texts that contain a tag and are written without escapes, such as those in `style`;
    /// * comments, processing instructions and doctypes that contain `<`, or that the parser would end before the end of their data;
    /// * elements and attributes whose names contain one of ``<>"'`=/``, or whose names the parser would read differently.
    Printable,
}

enum Action {
    Keep,
    KeepChanged(Changes),
    Remove(Rule),
    ReplaceWithChildren(Rule),
}

/// The changes to the attributes of an element, in ascending order of their indices.
#[derive(Default)]
struct Changes {
    removed: Vec<(usize, Rule)>,
    values: Vec<(usize, NewValue)>,
}

pub(crate) struct Walk<'a> {
    filter: &'a Filter,
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

    /// [Sanitizes](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#inner-sanitize-steps) the content of a node.
    ///
    /// An element is replaced by its children before the children are sanitized. The decision on a node does not depend on this order, but
    /// in this order each node moves at most once.
    pub(crate) fn run(mut self, document: &mut Document<'_>, node: NodeId) -> Result<(), MutationError> {
        let mut pending_roots: Vec<NodeId> =
            contents_and_shadow_root(document.node(node).ok_or(MutationError::NoSuchNode)?).chain([node]).collect();
        while let Some(top) = pending_roots.pop() {
            let mut next = document.node(top).ok_or(MutationError::NoSuchNode)?.first_child().map(NodeRef::id);
            while let Some(id) = next {
                let node = document.node(id).ok_or(MutationError::NoSuchNode)?;
                let first = node.first_child().map(NodeRef::id);
                let rule = match self.judge(node) {
                    action @ (Action::Keep | Action::KeepChanged(_)) => {
                        let inner_roots = contents_and_shadow_root(node);
                        let is_done = match &action {
                            Action::KeepChanged(changes) => {
                                self.report_changes(node, changes);
                                changes.apply(document, id)
                            }
                            _ => true,
                        };
                        if is_done
                            && self.extension.as_ref().is_none_or(|extension| extension.set_attributes(document, id))
                        {
                            pending_roots.extend(inner_roots);
                            next = match first {
                                Some(_) => first,
                                None => next_after_subtree(document.node(id).ok_or(MutationError::NoSuchNode)?, top),
                            };
                            continue;
                        }
                        Rule::ElementNotChangeable
                    }
                    Action::ReplaceWithChildren(rule) => {
                        let after = if first.is_none() { next_after_subtree(node, top) } else { None };
                        self.report_node(node, rule);
                        if document.node_mut(id).and_then(|mut node| node.replace_with_children()).is_ok() {
                            next = first.or(after);
                            continue;
                        }
                        Rule::ElementNotChangeable
                    }
                    Action::Remove(rule) => rule,
                };
                let node = document.node(id).ok_or(MutationError::NoSuchNode)?;
                self.report_node(node, rule);
                next = next_after_subtree(node, top);
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
        // The children of the root element cannot replace it, because a document has at most one element child and no text.
        let is_root = || element.parent().is_some_and(|parent| parent.kind() == NodeKind::Document);
        let attributes = match self.filter.element(name) {
            Verdict::Remove(Rule::ElementNotAllowed)
                if self.extension.as_ref().is_some_and(|extension| extension.keeps_content_of(element))
                    && !is_root() =>
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
        let is_unchanged = changes.removed.is_empty() && changes.values.is_empty();
        if is_unchanged { Action::Keep } else { Action::KeepChanged(changes) }
    }

    /// Returns the new value of an attribute if its value changes. The error is the reason to remove the attribute.
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
            Some(extension) => {
                extension.new_value(element, attribute).map_err(|rule| reason(attribute.value()).unwrap_or(rule))?
            }
            None => None,
        };
        match reason(value.as_ref().map_or(attribute.value(), |new| &new.value)) {
            Some(rule) => Err(rule),
            None => Ok(value),
        }
    }

    fn report_node(&mut self, node: NodeRef<'_>, rule: Rule) {
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

    fn report_changes(&mut self, element: NodeRef<'_>, changes: &Changes) {
        let Some(report) = &mut self.report else { return };
        let mut removed = changes.removed.iter().map(|(at, rule)| (*at, *rule, Removed::Attribute)).peekable();
        let parts = changes.values.iter().filter_map(|(at, new)| Some((*at, new.rule?, Removed::AttributePart)));
        let mut parts = parts.peekable();
        for (index, attribute) in element.attributes().enumerate() {
            let is_current = |(at, ..): &(usize, Rule, Removed)| *at == index;
            let removal = removed.next_if(is_current).or_else(|| parts.next_if(is_current));
            let Some((_, rule, removed)) = removal else { continue };
            report.push(Removal {
                rule,
                removed,
                name: attribute.qualified_name().into_owned(),
                element: Some(element.qualified_name().into_owned()),
                span: attribute.span(),
            });
        }
    }
}

impl Changes {
    /// Applies the changes. Returns false if the document has reached its size limit.
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

fn contents_and_shadow_root(element: NodeRef<'_>) -> impl Iterator<Item = NodeId> + use<> {
    let trees = [element.template_contents(), element.shadow_root()].map(|tree| tree.map(NodeRef::id));
    trees.into_iter().flatten()
}

/// Returns the next node in tree order after the subtree of `node`, within the subtree of `top`.
fn next_after_subtree(node: NodeRef<'_>, top: NodeId) -> Option<NodeId> {
    let ancestors = std::iter::successors(Some(node), |node| node.parent()).take_while(|node| node.id() != top);
    ancestors.into_iter().find_map(NodeRef::next_sibling).map(NodeRef::id)
}
