//! Runs serializer cases: builds a tree from a stream of tokens, and serializes it with the options of the case.

use limpid::{Document, MutationError, Namespace, NodeId, NodeRef, QuoteChar, SerializeOptions};
use serde_json::{Map, Value};

use super::outcome::Outcome;
use crate::format::serializer::{SerializerAttribute, SerializerCase, SerializerToken as Token};

/// Runs a case as HTML, and also as XHTML if the case has such an expectation.
pub fn run(case: &SerializerCase) -> Outcome {
    let Some(options) = Options::read(&case.options) else {
        return Outcome::Skipped("an option of html5lib's serializer that limpid does not have");
    };
    let stream = match Stream::of(&case.input) {
        Ok(stream) => stream,
        Err(StreamError::UnsupportedNamespace) => {
            return Outcome::Skipped("an element or attribute in a namespace that the runner does not support");
        }
        Err(StreamError::Mutation(error)) => return Outcome::Failed(format!("cannot build the tree: {error}")),
    };
    let as_html = stream.check(&case.expected, &options.html());
    let as_xhtml = || case.xhtml.as_ref().map_or(Ok(()), |expected| stream.check(expected, &options.xhtml()));
    as_html.and_then(|()| as_xhtml()).into()
}

/// The options of a case, with the defaults of html5lib's serializer.
struct Options<'c> {
    encoding: Option<&'c str>,
    inject_meta_charset: bool,
    quote_char: QuoteChar,
    quote_attr_values: bool,
    minimize_boolean_attributes: bool,
    omit_optional_tags: bool,
    strip_whitespace: bool,
    use_trailing_solidus: bool,
    space_before_trailing_solidus: bool,
    escape_rcdata: bool,
}

impl<'c> Options<'c> {
    fn read(given: &'c Map<String, Value>) -> Option<Self> {
        let mut options = Self {
            encoding: None,
            inject_meta_charset: true,
            quote_char: QuoteChar::Best,
            quote_attr_values: false,
            minimize_boolean_attributes: true,
            omit_optional_tags: true,
            strip_whitespace: false,
            use_trailing_solidus: false,
            space_before_trailing_solidus: true,
            escape_rcdata: false,
        };
        for (name, value) in given {
            match (name.as_str(), value) {
                ("encoding", Value::String(label)) => options.encoding = Some(label),
                ("quote_char", Value::String(quote)) => {
                    options.quote_char = if quote == "'" { QuoteChar::Single } else { QuoteChar::Double };
                }
                ("inject_meta_charset", &Value::Bool(is_on)) => options.inject_meta_charset = is_on,
                ("quote_attr_values", &Value::Bool(is_on)) => options.quote_attr_values = is_on,
                ("minimize_boolean_attributes", &Value::Bool(is_on)) => options.minimize_boolean_attributes = is_on,
                ("omit_optional_tags", &Value::Bool(is_on)) => options.omit_optional_tags = is_on,
                ("strip_whitespace", &Value::Bool(is_on)) => options.strip_whitespace = is_on,
                ("use_trailing_solidus", &Value::Bool(is_on)) => options.use_trailing_solidus = is_on,
                ("space_before_trailing_solidus", &Value::Bool(is_on)) => options.space_before_trailing_solidus = is_on,
                ("escape_rcdata", &Value::Bool(is_on)) => options.escape_rcdata = is_on,
                // Not an option of limpid, because the standard now always escapes `<` in attributes.
                ("escape_lt_in_attrs", Value::Bool(true)) => {}
                _ => return None,
            }
        }
        Some(options)
    }

    /// Returns the options for both HTML and XHTML.
    fn shared(&self) -> SerializeOptions<'c> {
        SerializeOptions::new()
            .doctype_identifiers(true)
            .strip_whitespace(self.strip_whitespace)
            .meta_charset(self.encoding.filter(|_| self.inject_meta_charset))
            .quote_char(self.quote_char)
    }

    fn html(&self) -> SerializeOptions<'c> {
        self.shared()
            .omit_optional_tags(self.omit_optional_tags)
            .omit_quotes(!self.quote_attr_values)
            .minimize_boolean_attributes(self.minimize_boolean_attributes)
            .trailing_solidus(self.use_trailing_solidus)
            .space_before_trailing_solidus(self.space_before_trailing_solidus)
            .escape_raw_text(self.escape_rcdata)
    }

    fn xhtml(&self) -> SerializeOptions<'c> {
        self.shared().trailing_solidus(true).space_before_trailing_solidus(true).escape_raw_text(true)
    }
}

/// The tree of a stream of tokens.
///
/// The stream may be a part of a document. If it has an end tag without a start tag, all tokens before the end tag become the content of a
/// new element. If it has a start tag without an end tag, all tokens after the start tag are the content of this element. Content that
/// needs a certain parent, such as a table row, is put into such a parent.
struct Stream {
    document: Document<'static>,
    /// The elements whose start tag is not in the stream, outermost first.
    before: Vec<String>,
    /// The elements whose end tag is not in the stream, outermost first.
    after: Vec<String>,
}

enum StreamError {
    UnsupportedNamespace,
    Mutation(MutationError),
}

impl From<MutationError> for StreamError {
    fn from(error: MutationError) -> Self {
        Self::Mutation(error)
    }
}

/// An attribute of elements whose start tag is not in the stream. Because of the attribute, the serializer does not omit the start tag. It
/// also identifies the start tag, so that it can be removed from the markup.
const MARK: &str = "implied";

impl Stream {
    fn of(tokens: &[Token]) -> Result<Self, StreamError> {
        // With a DOCTYPE, the root is a document; otherwise, it is a fragment.
        let has_doctype = tokens.iter().any(|token| matches!(token, Token::Doctype { .. }));
        let document = if has_doctype { Document::new() } else { Document::new_fragment() };
        let mut stream = Self { document, before: Vec::new(), after: Vec::new() };
        let mut open: Vec<(NodeId, &str)> = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            if index > 0 && matches!(tokens[index - 1], Token::EmptyTag { .. }) {
                open.pop();
            }
            let parent = open.last().map_or(stream.document.root().id(), |&(id, _)| id);
            let node = match token {
                Token::StartTag { namespace, name, attributes } => {
                    let id = stream.element(namespace.as_deref(), name, attributes)?;
                    open.push((id, name));
                    id
                }
                Token::EmptyTag { name, attributes } => {
                    let id = stream.element(None, name, attributes)?;
                    open.push((id, name));
                    id
                }
                Token::EndTag { name, .. } => {
                    match open.iter().rposition(|(_, open)| open == name) {
                        Some(place) => open.truncate(place),
                        None => {
                            open.clear();
                            stream.wrap_all_in(name)?;
                        }
                    }
                    continue;
                }
                Token::Characters(data) => stream.document.create_text(data)?,
                Token::Comment(data) => stream.document.create_comment(data)?,
                Token::Doctype { name, public_id, system_id } => {
                    stream.document.create_doctype(name, public_id.as_deref(), system_id.as_deref())?
                }
            };
            stream.document.node_mut(parent)?.append(node)?;
        }
        stream.after = open.into_iter().map(|(_, name)| name.to_owned()).collect();
        let first = stream.document.root().first_child().map_or("", |first| first.local_name());
        if let Some(parent) = parent_of(first) {
            stream.wrap_all_in(parent)?;
            stream.after.insert(0, parent.to_owned());
        }
        Ok(stream)
    }

    fn element(
        &mut self,
        namespace: Option<&str>,
        name: &str,
        attributes: &[SerializerAttribute],
    ) -> Result<NodeId, StreamError> {
        let is_url = |known: &Namespace| namespace.is_none_or(|url| url == known.url());
        let known = [Namespace::Html, Namespace::Svg, Namespace::MathMl].into_iter().find(is_url);
        let id = self.document.create_element_ns(known.ok_or(StreamError::UnsupportedNamespace)?, name)?;
        // html5lib runs the suite with sorted attributes.
        let mut attributes: Vec<_> = attributes.iter().collect();
        attributes.sort_by_key(|attribute| &attribute.name);
        for SerializerAttribute { namespace, name, value } in attributes {
            if namespace.is_some() {
                return Err(StreamError::UnsupportedNamespace);
            }
            self.document.node_mut(id)?.set_attribute(name, value)?;
        }
        Ok(id)
    }

    /// Moves all nodes into a new element.
    fn wrap_all_in(&mut self, name: &str) -> Result<(), MutationError> {
        let outer = self.document.create_element(name)?;
        self.document.node_mut(outer)?.set_attribute(MARK, MARK)?;
        while let Some(first) = self.document.root().first_child().map(NodeRef::id) {
            self.document.node_mut(outer)?.append(first)?;
        }
        self.document.node_mut(self.document.root().id())?.append(outer)?;
        self.before.insert(0, name.to_owned());
        Ok(())
    }

    fn check(&self, expected: &[String], options: &SerializeOptions<'_>) -> Result<(), String> {
        let mut html = String::new();
        self.document.root().write_html(&mut html, options).map_err(|error| error.to_string())?;
        match self.part_in_stream(&html) {
            Some(part) if expected.iter().any(|expected| expected == part) => Ok(()),
            part => Err(format!(
                "tree:\n{}expected: {expected:?}\ngot:      {:?} of {html:?}",
                self.document.to_test_dump(),
                part.unwrap_or("nothing"),
            )),
        }
    }

    /// Returns the markup without the tags that are not in the stream.
    fn part_in_stream<'h>(&self, html: &'h str) -> Option<&'h str> {
        let mut part = html;
        for name in &self.before {
            let attributes =
                part.strip_prefix('<')?.strip_prefix(name.as_str())?.strip_prefix(' ')?.strip_prefix(MARK)?;
            (_, part) = attributes.split_once('>')?;
        }
        for name in &self.after {
            // The serializer may have omitted the end tag. Void elements have no end tag.
            let rest = part.strip_suffix('>').and_then(|part| part.strip_suffix(name.as_str()));
            part = rest.and_then(|part| part.strip_suffix("</")).unwrap_or(part);
        }
        Some(part)
    }
}

/// Returns the parent that an element needs. If several are possible, returns the usual one.
fn parent_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "li" => "ul",
        "dt" | "dd" => "dl",
        "rt" | "rp" => "ruby",
        "optgroup" | "option" => "select",
        "caption" | "colgroup" | "thead" | "tbody" | "tfoot" => "table",
        "col" => "colgroup",
        "tr" => "tbody",
        "td" | "th" => "tr",
        _ => return None,
    })
}
