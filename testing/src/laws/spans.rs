//! Places in the source: what stands at the place of a node is what made the node, read once more.

use super::case::Case;
use super::trees::assert_sound;
use limpid::{Document, LocalName, Namespace, NodeKind, NodeRef, Span};
use limpid_markup::TokenAttribute;
use limpid_tokenizer::{State, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOptions};

/// Checks the law.
///
/// # Panics
/// Where it is broken.
pub fn check(data: &[u8]) {
    let case = Case::from_bytes(data);
    let options = case.options().spans(true);
    let whole = case.parse_with(&options, &case.text);
    assert_sound(&whole, "with places");
    assert_eq!(whole.to_test_dump(), case.parse().to_test_dump(), "places change nothing");

    let mut parser = case.parser(options);
    for piece in case.pieces() {
        parser.feed(piece);
    }
    let pieces = parser.finish();
    // A document that is full ends at the next token, which may be the next piece of a text.
    if !whole.errors().iter().any(|error| error.code.as_str() == "node-limit") {
        assert_eq!(places(&whole), places(&pieces), "in pieces: {:?}", case.text);
    }
    all_nodes(&whole).for_each(check_node);
}

/// The nodes of a document, those of template contents and shadow roots included.
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

/// All places that a document knows.
fn places(document: &Document<'_>) -> Vec<Option<Span>> {
    let mut places = Vec::new();
    for node in all_nodes(document) {
        places.extend([node.span(), node.start_tag(), node.end_tag(), node.tag_name_span()]);
        places.extend(node.attributes().flat_map(|attribute| [attribute.name_span(), attribute.value_span()]));
    }
    places
}

fn slice(document: &Document<'_>, span: Span) -> String {
    let Some(slice) = document.source().get(span.range()) else { panic!("{span:?} is no slice of the source") };
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
            assert_eq!(tokens(&text, State::Data), [Seen::Comment(node.comment().unwrap_or_default().to_owned())]);
        }
        NodeKind::ProcessingInstruction => {
            let expected = node.processing_instruction().map(|it| (it.target.to_owned(), it.data.to_owned()));
            let (target, data) = expected.unwrap_or_default();
            assert_eq!(tokens(&text, State::Data), [Seen::ProcessingInstruction(target, data)]);
        }
        NodeKind::Doctype => {
            let name = node.doctype().map_or("", |doctype| doctype.name).to_owned();
            assert_eq!(tokens(&text, State::Data), [Seen::Doctype(name)]);
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
        let [Seen::Start(name, attributes)] = &tokens[..] else { panic!("{tag:?}: {tokens:?}") };
        assert!(*name == lowercase || name == "image" && lowercase == "img", "{tag:?} of {lowercase}");
        let written = element.tag_name_span().map(|span| slice(document, span));
        assert_eq!(written.map(|it| it.replace('\0', "\u{fffd}").to_ascii_lowercase()), Some(name.clone()));
        // A second `html` or `body` may add some, a limit drop some.
        let own: Vec<_> = attributes_of(element).into_iter().filter(|it| it.place.end <= span.end).collect();
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
        assert_eq!(tokens(&again, State::Data), [Seen::Start("x".into(), vec![("a".into(), attribute.value)])]);
    }
    if let Some(end_tag) = element.end_tag() {
        assert_eq!(tokens(&slice(document, end_tag), State::Data), [Seen::End(lowercase)]);
    }
}

/// An attribute whose place is known.
struct Placed {
    name: String,
    value: String,
    place: Span,
    written_name: String,
    /// With its quotes.
    written_value: String,
}

fn attributes_of(element: NodeRef<'_>) -> Vec<Placed> {
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
        Some(Placed {
            name: attribute.qualified_name().into_owned(),
            value: attribute.value().to_owned(),
            place: Span::new(name.start, value.end),
            written_name: slice(document, name),
            written_value,
        })
    });
    placed.collect()
}

/// A text between two tags reads as it did. One that was put together from several places has tags between them.
fn check_text(node: NodeRef<'_>, written: &str) {
    let Some(parent) = node.parent() else { return };
    let document = node.document();
    let is_top = parent == document.root();
    let state = match if is_top { document.fragment_context() } else { parent.name() } {
        // The end of the input ends a section, too.
        _ if document.source()[..node.span().map_or(0, |span| span.start as usize)].ends_with("<![CDATA[") => {
            State::CdataSection
        }
        // Formatting elements are reconstructed in it.
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
    // Null characters are dropped or replaced, by the rules.
    let is_put_together = match state {
        State::Data => written.contains('<') || written.contains("]]>"),
        State::CdataSection => written.contains("]]>"),
        _ => false,
    };
    if is_put_together || written.contains('\0') {
        return;
    }
    let read =
        tokens(written, state).into_iter().map(|token| if let Seen::Text(text) = token { text } else { String::new() });
    let read: String = read.collect();
    // In framesets and column groups, white space stays and everything else is ignored.
    let white_space: String = read.chars().filter(char::is_ascii_whitespace).collect();
    let text = node.text().unwrap_or_default();
    assert!(text == read || text == white_space, "{text:?} is {written:?}");
}

/// A token, as far as the law needs it.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Seen {
    Start(String, Vec<(String, String)>),
    End(String),
    Comment(String),
    ProcessingInstruction(String, String),
    Doctype(String),
    Text(String),
    Null,
}

#[derive(Default)]
struct Sink(Vec<Seen>);

impl TokenSink for Sink {
    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        self.0.push(match token {
            Token::StartTag(tag) => {
                let pair = |it: TokenAttribute<'_>| (it.name_str().to_owned(), it.value().to_owned());
                Seen::Start(tag.name_str.to_owned(), tag.attributes.iter().map(pair).collect())
            }
            Token::EndTag(tag) => Seen::End(tag.name_str.to_owned()),
            Token::Comment { data, .. } => Seen::Comment(data.text.to_owned()),
            Token::ProcessingInstruction { target, data, .. } => {
                Seen::ProcessingInstruction(target.to_owned(), data.text.to_owned())
            }
            Token::Doctype(doctype) => Seen::Doctype(doctype.name.unwrap_or_default().to_owned()),
            Token::Characters(text) => Seen::Text(text.text.to_owned()),
            Token::NullCharacter(_) => Seen::Null,
            Token::EndOfFile(_) => return TokenSinkResult::Continue,
        });
        TokenSinkResult::Continue
    }
}

pub(crate) fn tokens(text: &str, state: State) -> Vec<Seen> {
    let mut sink = Sink::default();
    Tokenizer::new(TokenizerOptions::default().initial_state(state)).run(text, &mut sink);
    sink.0
}
