//! Creates elements and maintains the stack of open elements.

use super::TreeBuilder;
use super::names::{NameNumber, TagName, split_name};
use super::namespaces::{NamespaceNumber, Namespaces};
use crate::Tag;
use core::mem;
use limpid_markup::{
    AttributeName, AttributeRecord, ErrorCode, LocalName, Namespace, NewElement, Span, TokenAttributes, TreeSink,
    is_ncname,
};
use std::collections::HashSet;

#[derive(Clone, Copy, Debug)]
pub(super) struct OpenElement<H> {
    handle: H,
    /// The node that receives the children of the element: the element itself, its template contents, or an ancestor if the depth limit is
    /// exceeded.
    pub(super) content: H,
    pub(super) name: NameNumber,
    /// The argument for [`TagNames::restore_innermost`](super::names::TagNames::restore_innermost).
    previous_same_name: u32,
    /// The argument for [`Namespaces::restore`].
    namespace_mark: u32,
}

/// The resolved name of an attribute.
#[derive(Clone, Copy, Debug)]
struct ResolvedName {
    namespace: NamespaceNumber,
    prefix_len: u32,
}

/// Buffers that are reused for each tag.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    resolved: Vec<ResolvedName>,
    records: Vec<AttributeRecord>,
    names: Vec<AttributeName<'static>>,
}

/// The number of attributes whose names are compared one by one to find duplicates. Further names are hashed.
const MAX_COMPARED_NAMES: usize = 16;

impl<S: TreeSink> TreeBuilder<S> {
    /// [Inserts an element](https://ygg01.github.io/xml5_draft/#insert-an-element). The element of an empty tag is not pushed onto
    /// the stack.
    #[inline]
    pub(super) fn insert_element(&mut self, tag: &Tag<'_>) {
        let name = self.names.number(tag.name);
        let namespace_mark = self.namespaces.mark();
        let is_unqualified = tag.has_local_names && self.names.get(name).is_local_name();
        let handle = if is_unqualified {
            self.create_unqualified_element(tag, name)
        } else {
            self.create_qualified_element(tag, name)
        };
        if tag.is_empty {
            self.namespaces.restore(namespace_mark);
            self.sink.element_popped(handle, None);
        } else {
            self.push(handle, name, namespace_mark);
        }
    }

    #[inline]
    fn push(&mut self, handle: S::Handle, name: NameNumber, namespace_mark: u32) {
        let previous_same_name = self.names.set_innermost(name, self.open.len());
        let mut content = handle;
        if self.names.get(name).local_name == LocalName::TEMPLATE {
            content = self.template_content(handle, name);
        }
        self.open.push(OpenElement { handle, content, name, previous_same_name, namespace_mark });
    }

    /// Returns the [template contents](https://html.spec.whatwg.org/multipage/xhtml.html#parsing-xhtml-documents) of an HTML `template`,
    /// or the element itself.
    #[cold]
    fn template_content(&mut self, handle: S::Handle, name: NameNumber) -> S::Handle {
        let prefix = self.names.get(name).prefix();
        let namespace =
            if prefix.is_empty() { Some(self.namespaces.default_namespace()) } else { self.namespaces.resolve(prefix) };
        match namespace.map(|number| self.namespaces.namespace(number)) {
            Some(Namespace::Html) => self.sink.template_contents(handle),
            _ => handle,
        }
    }

    #[inline]
    pub(super) fn pop(&mut self, end_tag: Option<Span>) {
        if let Some(element) = self.open.pop() {
            self.names.restore_innermost(element.name, element.previous_same_name);
            self.namespaces.restore(element.namespace_mark);
            self.sink.element_popped(element.handle, end_tag);
        }
    }

    #[inline]
    fn parent_of_new_element(&mut self, span: Span) -> S::Handle {
        if self.open.len() >= self.options.limits.depth as usize {
            return self.parent_at_depth_limit(span);
        }
        self.current_content()
    }

    /// Returns the parent for an element beyond the depth limit: the parent of the deepest allowed element. The current element's later
    /// children get the same parent.
    #[cold]
    fn parent_at_depth_limit(&mut self, span: Span) -> S::Handle {
        self.error(span, ErrorCode::DepthLimit);
        // A limit less than 2 counts as 2, because otherwise the children of the root element would become root elements too.
        let depth = (self.options.limits.depth as usize).max(2);
        let parent = self.open.get(depth - 2).map(|element| element.content);
        if let (Some(parent), Some(current)) = (parent, self.open.get_mut(depth - 1..).and_then(<[_]>::last_mut)) {
            current.content = parent;
        }
        self.current_content()
    }

    /// Creates an element without namespace declarations. Neither its name nor the names of its attributes have a prefix.
    #[inline]
    fn create_unqualified_element(&mut self, tag: &Tag<'_>, name: NameNumber) -> S::Handle {
        let parent = self.parent_of_new_element(tag.span);
        let namespace = self.namespaces.default_namespace();
        self.append_element(parent, tag, name, namespace)
    }

    #[inline(always)]
    fn append_element(
        &mut self,
        parent: S::Handle,
        tag: &Tag<'_>,
        name: NameNumber,
        namespace: NamespaceNumber,
    ) -> S::Handle {
        append_element(&mut self.sink, &self.namespaces, parent, tag, self.names.get(name), namespace, tag.attributes())
    }

    #[inline(never)]
    fn create_qualified_element(&mut self, tag: &Tag<'_>, name: NameNumber) -> S::Handle {
        let attributes = tag.attributes();
        if !tag.has_local_names {
            self.declare_namespaces(&attributes);
        }
        let namespace = self.element_namespace(tag, name);
        let parent = self.parent_of_new_element(tag.span);
        if tag.has_local_names {
            return self.append_element(parent, tag, name, namespace);
        }
        let mut resolved = mem::take(&mut self.scratch.resolved);
        let mut records = mem::take(&mut self.scratch.records);
        self.resolve_attributes(tag, &mut resolved, &mut records);
        // The list is empty, so its type can get a shorter lifetime.
        let mut names: Vec<AttributeName<'_>> = mem::take(&mut self.scratch.names);
        let attributes = tag.attributes_of(&records);
        for (attribute, resolved) in attributes.iter().zip(&resolved) {
            let written = attribute.name_str();
            let (prefix, local) = match resolved.prefix_len as usize {
                0 => ("", written),
                length => (&written[..length], &written[length + 1..]),
            };
            names.push(AttributeName {
                name: LocalName::from_bytes(local.as_bytes()),
                name_str: local,
                namespace: self.namespaces.namespace(resolved.namespace),
                qualifier: self.namespaces.qualifier(prefix, resolved.namespace),
            });
        }
        let had_duplicate_attribute = tag.had_duplicate_attribute || records.len() < tag.records.len();
        let handle = append_element(
            &mut self.sink,
            &self.namespaces,
            parent,
            &Tag { had_duplicate_attribute, ..*tag },
            self.names.get(name),
            namespace,
            attributes.qualified(&names),
        );
        names.clear();
        #[expect(clippy::unnecessary_filter_map, reason = "it changes the lifetime in the type")]
        let names = names.into_iter().filter_map(|_| None).collect();
        self.scratch.names = names;
        resolved.clear();
        records.clear();
        self.scratch.resolved = resolved;
        self.scratch.records = records;
        handle
    }

    /// Returns the namespace of an element. Reports an invalid name or an undeclared prefix.
    fn element_namespace(&mut self, tag: &Tag<'_>, name: NameNumber) -> NamespaceNumber {
        if let Some(code) = self.names.get(name).error {
            self.error(tag.name_span, code);
        }
        let prefix = self.names.get(name).prefix();
        if prefix.is_empty() {
            return self.namespaces.default_namespace();
        }
        let is_reserved = prefix == "xmlns";
        match self.namespaces.resolve(prefix) {
            Some(namespace) => {
                if is_reserved {
                    self.error(tag.name_span, ErrorCode::XmlInvalidNamespaceDeclaration);
                }
                namespace
            }
            None => {
                self.error(tag.name_span, ErrorCode::XmlUnboundPrefix);
                NamespaceNumber::NONE
            }
        }
    }

    /// Processes the [namespace declarations](https://www.w3.org/TR/xml-names/#ns-decl) of a tag.
    fn declare_namespaces(&mut self, attributes: &TokenAttributes<'_>) {
        for attribute in attributes.iter() {
            let Some(prefix) = declared_prefix(attribute.name_str()) else { continue };
            let url = attribute.value();
            if is_reserved(prefix, url) {
                // Declaring `xml` with its own namespace is allowed and changes nothing.
                if !(prefix == "xml" && url == Namespace::Xml.url()) {
                    self.error(attribute.name_span(), ErrorCode::XmlInvalidNamespaceDeclaration);
                }
                continue;
            }
            let namespace = match url {
                "" if prefix.is_empty() => Some(NamespaceNumber::NONE),
                "" => {
                    self.error(attribute.name_span(), ErrorCode::XmlInvalidNamespaceDeclaration);
                    None
                }
                url => Some(self.namespaces.number(url)),
            };
            self.namespaces.declare(prefix, namespace);
        }
    }

    /// Resolves the namespaces of a tag's attributes, and drops attributes with duplicate [expanded
    /// names](https://www.w3.org/TR/xml-names/#uniqAttrs).
    fn resolve_attributes(
        &mut self,
        tag: &Tag<'_>,
        resolved: &mut Vec<ResolvedName>,
        records: &mut Vec<AttributeRecord>,
    ) {
        let attributes = tag.attributes();
        // Only names with different prefixes can have the same expanded name. The tokenizer has dropped attributes with the same spelling.
        let mut seen: Vec<(NamespaceNumber, &str)> = Vec::new();
        let mut seen_many: HashSet<(NamespaceNumber, &str)> = HashSet::new();
        for (attribute, record) in attributes.iter().zip(tag.records) {
            let written = attribute.name_str();
            if let Some(declared) = declared_prefix(written) {
                if !declared.is_empty() && !is_ncname(declared) {
                    self.error(attribute.name_span(), ErrorCode::XmlInvalidName);
                }
                let namespace = match is_reserved(declared, attribute.value()) {
                    true if declared != "xml" || attribute.value() != Namespace::Xml.url() => NamespaceNumber::NONE,
                    _ => NamespaceNumber::XMLNS,
                };
                let prefix_len = if written.len() > 5 { 5 } else { 0 };
                resolved.push(ResolvedName { namespace, prefix_len });
                records.push(*record);
                continue;
            }
            let (prefix, local, error) = split_name(written);
            if let Some(code) = error {
                self.error(attribute.name_span(), code);
            }
            let mut namespace = NamespaceNumber::NONE;
            if !prefix.is_empty() {
                match self.namespaces.resolve(prefix) {
                    None => self.error(attribute.name_span(), ErrorCode::XmlUnboundPrefix),
                    Some(number) => {
                        namespace = number;
                        let name = (namespace, local);
                        let is_duplicate = if seen.len() < MAX_COMPARED_NAMES {
                            seen.contains(&name) || {
                                seen.push(name);
                                false
                            }
                        } else {
                            seen.contains(&name) || !seen_many.insert(name)
                        };
                        if is_duplicate {
                            self.error(attribute.name_span(), ErrorCode::DuplicateAttribute);
                            continue;
                        }
                    }
                }
            }
            resolved.push(ResolvedName { namespace, prefix_len: prefix.len() as u32 });
            records.push(*record);
        }
    }
}

#[inline(always)]
fn append_element<S: TreeSink>(
    sink: &mut S,
    namespaces: &Namespaces,
    parent: S::Handle,
    tag: &Tag<'_>,
    name: &TagName,
    namespace: NamespaceNumber,
    attributes: TokenAttributes<'_>,
) -> S::Handle {
    let qualifier = namespaces.qualifier(name.prefix(), namespace);
    let namespace = namespaces.namespace(namespace);
    let needs_no_qualifier = qualifier.prefix.is_empty() && namespace != Namespace::Other;
    let element = NewElement {
        namespace,
        name: name.local_name,
        name_str: name.local_name_str(),
        qualifier: if needs_no_qualifier { None } else { Some(&qualifier) },
        attributes,
        span: Some(tag.span),
        had_duplicate_attribute: tag.had_duplicate_attribute,
    };
    sink.append_element(parent, &element)
}

/// Returns the prefix that an attribute with this name declares, or `None`. The prefix of the default namespace is empty.
fn declared_prefix(name: &str) -> Option<&str> {
    match name.strip_prefix("xmlns")? {
        "" => Some(""),
        rest => rest.strip_prefix(':').filter(|prefix| !prefix.is_empty() && !prefix.contains(':')),
    }
}

/// Whether a declaration has a prefix or a namespace that is [reserved](https://www.w3.org/TR/xml-names/#xmlReserved).
fn is_reserved(prefix: &str, url: &str) -> bool {
    matches!(prefix, "xml" | "xmlns") || url == Namespace::Xml.url() || url == Namespace::XmlNs.url()
}
