//! Finds the unclosed element that caused a parse error.

use crate::{Document, LocalName, Namespace, NodeRef, ParseError, Span};
use limpid_markup::TagSet;
use std::collections::HashMap;

/// The maximum number of elements that are searched for the unclosed element of one error. While the end tag of an element is optional, its last
/// child is searched next. Without a maximum, many errors in a deep tree would take quadratic time.
const MAX_SEARCHED: usize = 32;

/// An element with a start tag and no end tag, from [`UnclosedElements`].
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

/// Finds the unclosed elements that caused parse errors: the elements whose end tags the author probably forgot.
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
    /// The elements by the start offsets of their end tags.
    by_end_tag: HashMap<u32, NodeRef<'d>>,
    /// The elements by the start offsets of their start tags.
    by_start_tag: HashMap<u32, NodeRef<'d>>,
}

impl<'d> UnclosedElements<'d> {
    /// Indexes a document once for all of its errors. The document must have been parsed with [spans](crate::ParseOptions::spans).
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
        let (mut by_end_tag, mut by_start_tag) = (HashMap::new(), HashMap::new());
        if errors.iter().any(is_about_open_element) {
            for node in document.descendants() {
                if let Some(tag) = node.end_tag() {
                    by_end_tag.insert(tag.start, node);
                }
                if let Some(tag) = node.start_tag() {
                    by_start_tag.entry(tag.start).or_insert(node);
                }
            }
        }
        UnclosedElements { root: document.root(), by_end_tag, by_start_tag }
    }

    /// Returns the unclosed element that caused an error. Returns `None` if the error is not about an unclosed element, or if that element
    /// cannot be determined.
    ///
    /// ```
    /// use limpid::ParseOptions;
    /// use limpid::unclosed::UnclosedElements;
    /// let document = ParseOptions::new().spans(true).parse("<p>Tea<aside>Cups");
    /// let unclosed = UnclosedElements::new(&document, document.errors());
    /// // The errors are the missing doctype, and the `aside` that is still open at the end of the page.
    /// let names = document.errors().iter().map(|error| unclosed.at(error).map(|element| element.name));
    /// assert_eq!(names.collect::<Vec<_>>(), [None, Some("aside")]);
    /// ```
    #[inline]
    pub fn at(&self, error: &ParseError) -> Option<UnclosedElement<'d>> {
        if !is_about_open_element(error) {
            return None;
        }
        let at = error.span.start;
        if let Some(closed) = self.by_end_tag.get(&at) {
            return outermost_unclosed(closed.last_child()?);
        }
        if let Some(opened) = self.by_start_tag.get(&at) {
            return outermost_unclosed(opened.previous_sibling()?);
        }
        outermost_unclosed(self.root.last_child()?).filter(|element| element.tag.start < at || error.span.is_empty())
    }
}

/// Whether an error is about an unclosed element, judging by its code.
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

/// Returns the outermost element without its required end tag. Searches the node, its last child, the last child of this child, and so on, because
/// only these elements can extend to the end of the node.
#[inline]
fn outermost_unclosed(node: NodeRef<'_>) -> Option<UnclosedElement<'_>> {
    let mut last = Some(node);
    for _ in 0..MAX_SEARCHED {
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

/// Whether the end tag of an HTML element is optional, so that its absence is not an error.
#[inline]
pub(crate) fn has_optional_end_tag(name: LocalName) -> bool {
    [TagSet::THOROUGHLY_IMPLIED_END_TAGS, TagSet::BODY_END].iter().any(|set| set.contains(name))
}
