//! The element behind an error: the one that is still open there, and that the author forgot to close.

use crate::{Document, LocalName, Namespace, NodeRef, ParseError, Span};
use limpid_markup::TagSet;
use std::collections::HashMap;

/// The levels of elements with implied ends that are looked through: more are not nested but on purpose.
const LEVELS: usize = 32;

/// An element that has a start tag and no end tag: see [`UnclosedElements`].
///
/// ```
/// # use limpid::ParseOptions;
/// # use limpid::unclosed::UnclosedElements;
/// let document = ParseOptions::new().spans(true).parse("<!DOCTYPE html><section>Tea");
/// let error = &document.errors()[0];
/// let element = UnclosedElements::new(&document, document.errors()).at(error).unwrap();
/// assert_eq!((element.name, &document.source()[element.tag.range()]), ("section", "<section>"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnclosedElement<'d> {
    /// The element's local name.
    pub name: &'d str,
    /// The range of its start tag in the source.
    pub tag: Span,
}

/// The elements behind errors: where something else was met than an end tag, the one that is still open, and that the author forgot
/// to close.
///
/// ```
/// use limpid::ParseOptions;
/// use limpid::unclosed::UnclosedElements;
/// let document = ParseOptions::new().spans(true).parse("<!DOCTYPE html><div><b>Tea</div>");
/// let unclosed = UnclosedElements::new(&document, document.errors());
/// let names: Vec<_> = document.errors().iter().map(|error| unclosed.at(error).map(|element| element.name)).collect();
/// assert_eq!(names, [Some("b")]);
/// ```
#[derive(Debug)]
pub struct UnclosedElements<'d> {
    root: NodeRef<'d>,
    /// The elements by the start of their end tags.
    ended: HashMap<u32, NodeRef<'d>>,
    /// The elements by the start of their start tags.
    started: HashMap<u32, NodeRef<'d>>,
}

impl<'d> UnclosedElements<'d> {
    /// Looks through a document that was parsed with [spans](crate::ParseOptions::spans), once for all of its errors.
    ///
    /// ```
    /// use limpid::ParseOptions;
    /// use limpid::unclosed::UnclosedElements;
    /// let document = ParseOptions::new().spans(true).parse("<!DOCTYPE html><ul><li><b>Tea</ul>");
    /// let unclosed = UnclosedElements::new(&document, document.errors());
    /// assert!(document.errors().iter().any(|error| unclosed.at(error).is_some_and(|element| element.name == "b")));
    /// ```
    #[inline]
    pub fn new(document: &'d Document<'_>, errors: &[ParseError]) -> UnclosedElements<'d> {
        let (mut ended, mut started) = (HashMap::new(), HashMap::new());
        if errors.iter().any(is_about_open_element) {
            for node in document.descendants() {
                if let Some(tag) = node.end_tag() {
                    ended.insert(tag.start, node);
                }
                if let Some(tag) = node.start_tag() {
                    started.entry(tag.start).or_insert(node);
                }
            }
        }
        UnclosedElements { root: document.root(), ended, started }
    }

    /// Returns the element that is still open where an error is. `None` for errors about other things, and where none is known.
    ///
    /// ```
    /// use limpid::ParseOptions;
    /// use limpid::unclosed::UnclosedElements;
    /// let document = ParseOptions::new().spans(true).parse("<p>Tea<aside>Cups");
    /// let unclosed = UnclosedElements::new(&document, document.errors());
    /// // The first error is that there is no doctype, the last that the page ends in the `aside`.
    /// let names = document.errors().iter().map(|error| unclosed.at(error).map(|element| element.name));
    /// assert_eq!(names.collect::<Vec<_>>(), [None, Some("aside")]);
    /// ```
    #[inline]
    pub fn at(&self, error: &ParseError) -> Option<UnclosedElement<'d>> {
        if !is_about_open_element(error) {
            return None;
        }
        let at = error.span.start;
        if let Some(&ended) = self.ended.get(&at) {
            return first_open(ended.last_child()?);
        }
        if let Some(started) = self.started.get(&at) {
            return first_open(started.previous_sibling()?);
        }
        first_open(self.root.last_child()?).filter(|element| element.tag.start < at || error.span.is_empty())
    }
}

/// Whether an error is that an element is not closed: the codes are named by that.
#[inline]
fn is_about_open_element(error: &ParseError) -> bool {
    let code = error.code.as_str();
    code.ends_with("-with-open-elements")
        || code.starts_with("nested-")
        || [
            "foreign-end-tag-mismatch",
            "adoption-agency-element-not-current",
            "xml-end-tag-mismatch",
            "xml-unclosed-element",
        ]
        .contains(&code)
}

/// Returns the outermost element without an end tag that needs one: a node, or the last in it.
#[inline]
fn first_open(node: NodeRef<'_>) -> Option<UnclosedElement<'_>> {
    let mut last = Some(node);
    for _ in 0..LEVELS {
        let node = last?;
        if !node.is_element() || node.end_tag().is_some() {
            return None;
        }
        let (name, is_html) = (node.name(), node.namespace() == Namespace::Html);
        let is_closed = if is_html {
            TagSet::SERIALIZES_AS_VOID.contains(name)
        } else {
            let source = node.document().source();
            node.start_tag().and_then(|tag| source.get(tag.range())).is_some_and(|tag| tag.ends_with("/>"))
        };
        match node.start_tag() {
            _ if is_closed => return None,
            Some(tag) if !(is_html && has_optional_end_tag(name)) => {
                return Some(UnclosedElement { name: node.local_name(), tag });
            }
            _ => last = node.last_child(),
        }
    }
    None
}

/// Whether an HTML element's end tag may be left out: the element is closed without a word, so it is not the one that was forgotten.
#[inline]
pub(crate) fn has_optional_end_tag(name: LocalName) -> bool {
    [TagSet::THOROUGHLY_IMPLIED_END_TAGS, TagSet::BODY_END].iter().any(|set| set.contains(name))
}
