//! Law of spans: tokenizing the source at the span of a node produces the token from which the parser created the node.

use super::case::Case;
use super::trees::assert_sound;
use limpid::{Document, LocalName, Namespace, NodeKind, NodeRef, Span};
use limpid_markup::TokenAttribute;
use limpid_tokenizer::{State, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOptions};

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let case = Case::from_bytes(data);
    let options = case.options().spans(true);
    let whole = case.parse_with(&options, &case.text);
    assert_sound(&whole, "with spans");
    assert_eq!(whole.to_test_dump(), case.parse().to_test_dump(), "spans must not change the tree");

    let mut parser = case.parser(options);
    for piece in case.pieces() {
        parser.feed(piece);
    }
    let pieces = parser.finish();
    // When the node limit is reached, parsing ends at the next token. If the page is parsed in chunks, this token can be the rest of a
    // text.
    if !whole.errors().iter().any(|error| error.code.as_str() == "node-limit") {
        assert_eq!(spans(&whole), spans(&pieces), "in chunks: {:?}", case.text);
    }
    all_nodes(&whole).for_each(check_node);
}

/// Returns all nodes of a document, including those in template contents and shadow roots.
fn all_nodes<'d>(document: &'d Document<'_>) -> impl Iterator<Item = NodeRef<'d>> {
    let mut pending = vec![document.root()];
    core::iter::from_fn(move || {
        let node = pending.pop()?;
        pending.extend(node.children().rev());
        pending.extend(node.template_contents());
        pending.extend(node.shadow_root());
        Some(node)
    })
}

/// Returns the spans of all nodes and attributes.
fn spans(document: &Document<'_>) -> Vec<Option<Span>> {
    let mut spans = Vec::new();
    for node in all_nodes(document) {
        spans.extend([node.span(), node.start_tag(), node.end_tag(), node.tag_name_span()]);
        spans.extend(node.attributes().flat_map(|attribute| [attribute.name_span(), attribute.value_span()]));
    }
    spans
}

fn slice(document: &Document<'_>, span: Span) -> String {
    let Some(slice) = document.source().get(span.range()) else { panic!("{span:?} is not a slice of the source") };
    slice.to_owned()
}

fn check_node(node: NodeRef<'_>) {
    let document = node.document();
    assert_eq!(node.is_implied(), Some(node.is_element() && node.start_tag().is_none()));
    let Some(span) = node.span() else { return };
    let text = slice(document, span);
    match node.kind() {
        NodeKind::Element => check_element(node),
        NodeKind::Text => check_text(node, &text),
        NodeKind::Comment => {
            assert_eq!(
                tokens(&text, State::Data),
                [SimpleToken::Comment(node.comment().unwrap_or_default().to_owned())]
            );
        }
        NodeKind::ProcessingInstruction => {
            let expected = node.processing_instruction().map(|it| (it.target.to_owned(), it.data.to_owned()));
            let (target, data) = expected.unwrap_or_default();
            assert_eq!(tokens(&text, State::Data), [SimpleToken::ProcessingInstruction(target, data)]);
        }
        NodeKind::Doctype => {
            let name = node.doctype().map_or("", |doctype| doctype.name).to_owned();
            assert_eq!(tokens(&text, State::Data), [SimpleToken::Doctype(name)]);
        }
        _ => {}
    }
}

fn check_element(element: NodeRef<'_>) {
    let document = element.document();
    let lowercase = element.local_name().to_ascii_lowercase();
    if let Some(span) = element.start_tag() {
        let tag = slice(document, span);
        let tokens = tokens(&tag, State::Data);
        let [SimpleToken::Start(name, attributes)] = &tokens[..] else { panic!("{tag:?}: {tokens:?}") };
        assert!(*name == lowercase || name == "image" && lowercase == "img", "{tag:?} of {lowercase}");
        let written = element.tag_name_span().map(|span| slice(document, span));
        assert_eq!(written.map(|it| it.replace('\0', "\u{fffd}").to_ascii_lowercase()), Some(name.clone()));
        // A second `<html>` or `<body>` may add attributes, and a limit may drop some.
        let own: Vec<_> = attributes_of(element).into_iter().filter(|it| it.span.end <= span.end).collect();
        assert!(own.len() <= attributes.len(), "{tag:?}");
        for (own, (name, value)) in own.iter().zip(attributes) {
            assert_eq!((own.name.to_ascii_lowercase(), &own.value), (name.clone(), value), "{tag:?}");
        }
        assert!(element.end_tag().is_none_or(|end| span.end <= end.start), "an end tag before {tag:?}");
    }
    for attribute in attributes_of(element) {
        let written = attribute.written_name.replace('\0', "\u{fffd}").to_ascii_lowercase();
        assert_eq!(written, attribute.name.to_ascii_lowercase());
        let again = format!("<x a={}>", attribute.written_value);
        assert_eq!(tokens(&again, State::Data), [SimpleToken::Start("x".into(), vec![("a".into(), attribute.value)])]);
    }
    if let Some(end_tag) = element.end_tag() {
        assert_eq!(tokens(&slice(document, end_tag), State::Data), [SimpleToken::End(lowercase)]);
    }
}

/// An attribute with its span.
struct SourceAttribute {
    name: String,
    value: String,
    span: Span,
    written_name: String,
    /// The value with its quotes.
    written_value: String,
}

fn attributes_of(element: NodeRef<'_>) -> Vec<SourceAttribute> {
    let document = element.document();
    let placed = element.attributes().filter_map(|attribute| {
        let (name, value) = (attribute.name_span()?, attribute.value_span()?);
        assert!(name.end <= value.start, "{attribute:?}");
        let written = slice(document, value);
        let before = document.source()[..value.start as usize].chars().next_back();
        let quote = match before {
            Some(quote @ ('"' | '\'')) => quote.to_string(),
            _ if written.is_empty() => "''".into(),
            _ => String::new(),
        };
        let written_value =
            if written.is_empty() && quote.len() > 1 { quote } else { format!("{quote}{written}{quote}") };
        Some(SourceAttribute {
            name: attribute.qualified_name().into_owned(),
            value: attribute.value().to_owned(),
            span: Span::new(name.start, value.end),
            written_name: slice(document, name),
            written_value,
        })
    });
    placed.collect()
}

/// Checks a text node that comes from one place in the source. A text node that was joined from several places is skipped, because its span
/// also contains tags.
fn check_text(node: NodeRef<'_>, written: &str) {
    let Some(parent) = node.parent() else { return };
    let document = node.document();
    let is_top = parent == document.root();
    let state = match if is_top { document.fragment_context() } else { parent.name() } {
        // The content of a CDATA section, which `]]>` or the end of the input closes.
        _ if document.source()[..node.span().map_or(0, |span| span.start as usize)].ends_with("<![CDATA[") => {
            State::CdataSection
        }
        // The parent can be a formatting element that was reconstructed inside of the plaintext element.
        _ if node.ancestors().any(|ancestor| ancestor.is_html(LocalName::PLAINTEXT)) => State::Plaintext,
        _ if !is_top && parent.namespace() != Namespace::Html => State::Data,
        LocalName::TITLE | LocalName::TEXTAREA => State::Rcdata,
        LocalName::STYLE | LocalName::XMP | LocalName::IFRAME | LocalName::NOEMBED | LocalName::NOFRAMES => {
            State::Rawtext
        }
        LocalName::SCRIPT => State::ScriptData,
        LocalName::PLAINTEXT => State::Plaintext,
        LocalName::NOSCRIPT => return,
        _ => State::Data,
    };
    // The parser drops or replaces NUL characters.
    let is_joined = match state {
        State::Data => written.contains('<') || written.contains("]]>"),
        State::CdataSection => written.contains("]]>"),
        _ => false,
    };
    if is_joined || written.contains('\0') {
        return;
    }
    let read = tokens(written, state)
        .into_iter()
        .map(|token| if let SimpleToken::Text(text) = token { text } else { String::new() });
    let read: String = read.collect();
    // In framesets and column groups, only white space is kept.
    let white_space: String = read.chars().filter(char::is_ascii_whitespace).collect();
    let text = node.text().unwrap_or_default();
    assert!(text == read || text == white_space, "{text:?} is {written:?}");
}

/// A token, reduced to the data that the laws compare.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum SimpleToken {
    Start(String, Vec<(String, String)>),
    End(String),
    Comment(String),
    ProcessingInstruction(String, String),
    Doctype(String),
    Text(String),
    Null,
}

#[derive(Default)]
struct Sink(Vec<SimpleToken>);

impl TokenSink for Sink {
    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        self.0.push(match token {
            Token::StartTag(tag) => {
                let pair = |it: TokenAttribute<'_>| (it.name_str().to_owned(), it.value().to_owned());
                SimpleToken::Start(tag.name_str.to_owned(), tag.attributes.iter().map(pair).collect())
            }
            Token::EndTag(tag) => SimpleToken::End(tag.name_str.to_owned()),
            Token::Comment { data, .. } => SimpleToken::Comment(data.text.to_owned()),
            Token::ProcessingInstruction { target, data, .. } => {
                SimpleToken::ProcessingInstruction(target.to_owned(), data.text.to_owned())
            }
            Token::Doctype(doctype) => SimpleToken::Doctype(doctype.name.unwrap_or_default().to_owned()),
            Token::Characters(text) => SimpleToken::Text(text.text.to_owned()),
            Token::NullCharacter(_) => SimpleToken::Null,
            Token::EndOfFile(_) => return TokenSinkResult::Continue,
        });
        TokenSinkResult::Continue
    }
}

pub(crate) fn tokens(text: &str, state: State) -> Vec<SimpleToken> {
    let mut sink = Sink::default();
    Tokenizer::new(TokenizerOptions::default().initial_state(state)).run(text, &mut sink);
    sink.0
}
