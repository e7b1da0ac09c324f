//! Additional rules that make the serialized markup of a tree safe: see [`Strictness::Printable`](crate::Strictness::Printable).

use crate::filter::{is_event_handler, names_href};
use crate::generated::{ANIMATING_URL_ATTRIBUTES, NAVIGATING_URL_ATTRIBUTES, UNSAFE_ELEMENTS};
use crate::javascript_url::is_javascript_url;
use crate::name::Name;
use crate::name_set::{ExpandedName, NameSet};
use crate::removal::Rule;
use limpid_dom::{Attribute, NodeKind, NodeRef};
use limpid_markup::{LocalName, Namespace, TagSet};
use std::sync::LazyLock;

/// The names of unsafe elements, without their namespaces.
static UNSAFE_NAMES: LazyLock<NameSet> = LazyLock::new(|| {
    let names: Vec<Name> = UNSAFE_ELEMENTS.iter().map(|(_, name, _)| Name::new(Namespace::None, name)).collect();
    NameSet::of(&names)
});

/// Whether a table contains an element with this name, ignoring namespace and case.
fn contains_name(table: &[(Namespace, &str, &[&str])], name: &str) -> bool {
    table.iter().any(|(_, listed, _)| listed.eq_ignore_ascii_case(name))
}

/// Whether a tag can contain this name: it is not empty, and contains no space, control character or delimiter.
pub(crate) fn is_writable(name: &str) -> bool {
    !name.is_empty()
        && !name
            .bytes()
            .any(|byte| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"' | b'\'' | b'`' | b'=' | b'/' | 0x7f))
}

/// Whether a name is known and has no prefix. Every tag can contain such a name.
fn is_known_without_prefix(name: LocalName, prefix: Option<&str>) -> bool {
    name.is_known() && prefix.is_none()
}

/// Returns the reason to remove an element that the configuration keeps. Checks both names: the serializer writes the local name of HTML, SVG
/// and MathML elements, and the qualified name of other elements.
pub(crate) fn reason_to_remove_element(element: NodeRef<'_>) -> Option<Rule> {
    let name = element.local_name();
    let is_invalid = || !is_writable(&element.qualified_name()) || !name.starts_with(|c: char| c.is_ascii_alphabetic());
    if !is_known_without_prefix(element.name(), element.prefix()) && is_invalid() {
        return Some(Rule::NameInMarkup);
    }
    // Most elements have known names, which are looked up by id.
    let is_unsafe = match element.name().is_known() {
        true => UNSAFE_NAMES.contains(ExpandedName::of_element(element).without_namespace()),
        false => contains_name(UNSAFE_ELEMENTS, name),
    };
    if is_unsafe {
        return Some(Rule::UnsafeElementInMarkup);
    }
    name.eq_ignore_ascii_case(LocalName::PLAINTEXT.as_str()).then_some(Rule::EndlessElement)
}

/// Returns the reason to remove an attribute that the configuration keeps. Prefix and namespace are ignored, because the parser may put the
/// element into another namespace, where it reads the prefix differently.
pub(crate) fn reason_to_remove_attribute(element: NodeRef<'_>, attribute: &Attribute<'_>, value: &str) -> Option<Rule> {
    let name = attribute.local_name();
    if !is_known_without_prefix(attribute.name(), attribute.prefix()) && !is_writable(&attribute.qualified_name()) {
        return Some(Rule::NameInMarkup);
    }
    let name = name.rsplit(':').next().unwrap_or_default();
    let may_be_handler = name.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("on"));
    if may_be_handler && is_event_handler(&name.to_ascii_lowercase()) {
        return Some(Rule::EventHandlerInMarkup);
    }
    let is_same = |listed: &&str| listed.eq_ignore_ascii_case(name);
    if is_javascript_url(value) && NAVIGATING_URL_ATTRIBUTES.iter().any(|(_, _, names)| names.iter().any(is_same)) {
        return Some(Rule::JavascriptUrlInMarkup);
    }
    let animates = name.eq_ignore_ascii_case("attributename")
        && names_href(value)
        && contains_name(ANIMATING_URL_ATTRIBUTES, element.local_name());
    animates.then_some(Rule::JavascriptUrlInMarkup)
}

/// Returns the reason to remove a text, a comment, a processing instruction or a doctype that the configuration keeps.
pub(crate) fn reason_to_remove_node(node: NodeRef<'_>) -> Option<Rule> {
    match node.kind() {
        NodeKind::Text => {
            let has_tag = is_written_unescaped(node) && node.text().is_some_and(may_contain_tag);
            has_tag.then_some(Rule::TagInText)
        }
        NodeKind::Comment => {
            let data = node.comment().unwrap_or_default();
            // The data of a comment never contains the end of a comment.
            let ends_early = data.starts_with('>') || data.starts_with("->");
            (data.contains('<') || ends_early).then_some(Rule::TagInData)
        }
        NodeKind::ProcessingInstruction => {
            let instruction = node.processing_instruction()?;
            if !is_writable(instruction.target) {
                return Some(Rule::NameInMarkup);
            }
            instruction.data.contains(['<', '>']).then_some(Rule::TagInData)
        }
        NodeKind::Doctype => {
            let doctype = node.doctype()?;
            let parts = [Some(doctype.name), doctype.public_id, doctype.system_id];
            let has_delimiter = parts.into_iter().flatten().any(|part| part.contains(['<', '>', '"']));
            has_delimiter.then_some(Rule::TagInData)
        }
        _ => None,
    }
}

/// Whether a text is [serialized](https://html.spec.whatwg.org/multipage/parsing.html#html-fragment-serialisation-algorithm)
/// without character references.
fn is_written_unescaped(text: NodeRef<'_>) -> bool {
    let Some(parent) = text.parent() else { return false };
    let name = match parent.kind() {
        NodeKind::Element if parent.namespace() == Namespace::Html => parent.name(),
        NodeKind::DocumentFragment if parent == parent.document().root() => parent.document().fragment_context(),
        _ => return false,
    };
    TagSet::LITERAL_TEXT.contains(name) || name == LocalName::NOSCRIPT
}

/// Whether a text contains the start of a tag, comment or declaration, or may form one together with the following markup.
fn may_contain_tag(text: &str) -> bool {
    let is_start = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'/' | b'!' | b'?');
    text.match_indices('<').any(|(at, _)| text.as_bytes().get(at + 1).is_none_or(is_start))
}
