//! The measured parsers. A peer is a parser with certain options, limpid included. Each peer has a function that parses one document.

use std::hint::black_box;

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, TagKind};
use html5ever::{ParseOpts, QualName, local_name, ns};
use limpid::LocalName;
use limpid::tokenizer::{State, Token, TokenSink, TokenSinkResult, tokenize};
use markup5ever_rcdom::RcDom;

/// The kind of a peer's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The tree of a document, as in the standard.
    Document,
    /// The tree of a fragment, as in the standard.
    Fragment,
    /// Tokens, as in the standard.
    Tokens,
    /// A tree or tags that do not follow the standard.
    Other,
}

/// A parser with certain options or a certain kind of input.
pub struct Peer {
    /// The name on the command line and in tables.
    pub name: &'static str,
    /// The called function, the options and the input, in a few words.
    pub about: &'static str,
    /// The kind of the result.
    pub kind: Kind,
    /// Parses a document and drops the result.
    pub parse: fn(&str),
}

/// The peer that the others are compared with.
pub const LIMPID: &str = "limpid";

/// All peers, in the order of the tables.
pub const PEERS: [Peer; 17] = [
    Peer {
        name: LIMPID,
        about: "`limpid::parse` of a `&str`, with its defaults: errors are collected",
        kind: Kind::Document,
        parse: |text| drop_result(limpid::parse(text)),
    },
    Peer {
        name: "limpid-no-errors",
        about: "`limpid::parse` of a `&str`, without collecting errors",
        kind: Kind::Document,
        parse: |text| drop_result(limpid::ParseOptions::new().errors(false).parse(text)),
    },
    Peer {
        name: "limpid-owned",
        about: "the text copied to a `String`, which the document owns",
        kind: Kind::Document,
        parse: |text| drop_result(limpid::parse(text.to_owned())),
    },
    Peer {
        name: "limpid-bytes",
        about: "`limpid::parse_bytes`: the encoding sniffed, the bytes decoded",
        kind: Kind::Document,
        parse: |text| drop_result(limpid::parse_bytes(text.as_bytes())),
    },
    Peer {
        name: "limpid-chunks",
        about: "`limpid::Parser` fed chunks of 16 KiB",
        kind: Kind::Document,
        parse: |text| drop_result(in_chunks(text)),
    },
    Peer {
        name: "html5ever-rcdom",
        about: "html5ever into markup5ever_rcdom",
        kind: Kind::Document,
        parse: |text| {
            drop_result(html5ever::parse_document(RcDom::default(), ParseOpts::default()).one(text));
        },
    },
    Peer {
        name: "scraper",
        about: "`scraper::Html::parse_document`: html5ever into an arena",
        kind: Kind::Document,
        parse: |text| drop_result(scraper::Html::parse_document(text)),
    },
    Peer {
        name: "limpid-tokenizer",
        about: "`limpid_tokenizer::tokenize` into a sink that counts",
        kind: Kind::Tokens,
        parse: |text| drop_result(limpid_tokens(text)),
    },
    Peer {
        name: "html5ever-tokenizer",
        about: "html5ever's tokenizer into a sink that counts",
        kind: Kind::Tokens,
        parse: |text| drop_result(html5ever_tokens(text)),
    },
    Peer {
        name: "html5gum",
        about: "html5gum's tokenizer with its default emitter, counted",
        kind: Kind::Tokens,
        parse: |text| drop_result(html5gum_tokens(text)),
    },
    Peer {
        name: "lol_html",
        about: "lol_html without handlers, its output dropped",
        kind: Kind::Other,
        parse: |text| drop_result(lol_html_pass(text)),
    },
    Peer {
        name: "lol_html-all",
        about: "lol_html with a handler for every element",
        kind: Kind::Other,
        parse: |text| drop_result(lol_html_elements(text)),
    },
    Peer {
        name: "tl",
        about: "`tl::parse`",
        kind: Kind::Other,
        parse: |text| drop_result(tl::parse(text, tl::ParserOptions::default()).is_ok()),
    },
    Peer {
        name: "astral-tl",
        about: "astral-tl's `parse`",
        kind: Kind::Other,
        parse: |text| drop_result(astral_tl::parse(text, astral_tl::ParserOptions::default())),
    },
    Peer {
        name: "limpid-fragment",
        about: "`limpid::parse_fragment` in a `div`",
        kind: Kind::Fragment,
        parse: |text| drop_result(limpid::parse_fragment(text, "div")),
    },
    Peer {
        name: "html5ever-fragment",
        about: "html5ever's `parse_fragment` in a `div`, into markup5ever_rcdom",
        kind: Kind::Fragment,
        parse: |text| {
            let context = QualName::new(None, ns!(html), local_name!("div"));
            let parser = html5ever::parse_fragment(RcDom::default(), ParseOpts::default(), context, Vec::new(), false);
            drop_result(parser.one(text));
        },
    },
    Peer {
        name: "scraper-fragment",
        about: "`scraper::Html::parse_fragment`",
        kind: Kind::Fragment,
        parse: |text| drop_result(scraper::Html::parse_fragment(text)),
    },
];

/// Returns the peer with this name.
pub fn named(name: &str) -> Option<&'static Peer> {
    PEERS.iter().find(|peer| peer.name == name)
}

/// Drops a result that the compiler must not optimize away.
fn drop_result<T>(result: T) {
    drop(black_box(result));
}

fn in_chunks(text: &str) -> limpid::Document<'static> {
    const CHUNK: usize = 16 << 10;
    let mut parser = limpid::Parser::new(limpid::ParseOptions::new());
    let mut rest = text;
    while !rest.is_empty() {
        let (chunk, after) = rest.split_at(rest.floor_char_boundary(CHUNK));
        let _ = parser.feed(chunk);
        rest = after;
    }
    parser.finish()
}

/// Returns the tokenizer state that tree construction sets for the content of an element, if any.
fn content_state(name: LocalName) -> Option<State> {
    match name {
        LocalName::SCRIPT => Some(State::ScriptData),
        LocalName::STYLE | LocalName::XMP | LocalName::IFRAME | LocalName::NOEMBED | LocalName::NOFRAMES => {
            Some(State::Rawtext)
        }
        LocalName::TITLE | LocalName::TEXTAREA => Some(State::Rcdata),
        _ => None,
    }
}

fn limpid_tokens(text: &str) -> usize {
    struct Counter(usize);

    impl TokenSink for Counter {
        const WANTS_ERRORS: bool = false;

        fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
            self.0 += 1;
            match token {
                Token::StartTag(tag) => {
                    content_state(tag.name).map_or(TokenSinkResult::Continue, TokenSinkResult::SwitchTo)
                }
                _ => TokenSinkResult::Continue,
            }
        }
    }

    let mut counter = Counter(0);
    tokenize(text, &mut counter);
    counter.0
}

fn html5ever_tokens(text: &str) -> usize {
    use html5ever::tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

    #[derive(Default)]
    struct Counter(std::cell::Cell<usize>);

    impl TokenSink for Counter {
        type Handle = ();

        fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
            self.0.set(self.0.get() + 1);
            match token {
                Token::TagToken(tag) if tag.kind == TagKind::StartTag => match tag.name {
                    local_name!("script") => TokenSinkResult::RawData(RawKind::ScriptData),
                    local_name!("style")
                    | local_name!("xmp")
                    | local_name!("iframe")
                    | local_name!("noembed")
                    | local_name!("noframes") => TokenSinkResult::RawData(RawKind::Rawtext),
                    local_name!("title") | local_name!("textarea") => TokenSinkResult::RawData(RawKind::Rcdata),
                    _ => TokenSinkResult::Continue,
                },
                _ => TokenSinkResult::Continue,
            }
        }
    }

    let input = BufferQueue::default();
    input.push_back(StrTendril::from(text));
    let tokenizer = Tokenizer::new(Counter::default(), TokenizerOpts::default());
    while !input.is_empty() {
        let _ = tokenizer.feed(&input);
    }
    tokenizer.end();
    tokenizer.sink.0.get()
}

fn html5gum_tokens(text: &str) -> usize {
    let mut emitter = html5gum::DefaultEmitter::default();
    emitter.naively_switch_states(true);
    html5gum::Tokenizer::new_with_emitter(text, emitter).flatten().count()
}

fn lol_html_pass(text: &str) -> usize {
    let mut written = 0;
    let count = |chunk: &[u8]| written += chunk.len();
    let mut rewriter = lol_html::HtmlRewriter::new(lol_html::Settings::new(), count);
    let outcome = rewriter.write(text.as_bytes()).and_then(|()| rewriter.end());
    usize::from(outcome.is_ok()) * written
}

fn lol_html_elements(text: &str) -> usize {
    let mut elements = 0;
    let handler = lol_html::element!("*", |_| {
        elements += 1;
        Ok(())
    });
    let settings = lol_html::Settings::new().append_element_content_handler(handler);
    let mut rewriter = lol_html::HtmlRewriter::new(settings, |_: &[u8]| {});
    let outcome = rewriter.write(text.as_bytes()).and_then(|()| rewriter.end());
    usize::from(outcome.is_ok()) * elements
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_peer_parses() {
        for peer in PEERS {
            (peer.parse)("<!DOCTYPE html><title>x &lt; y</title><script>a<b</script><p class=a>z</p>");
        }
    }

    #[test]
    fn tokenizers_count_and_switch_to_raw_text() {
        let page = "<title><b></title><script><b></script><p>";
        // html5gum does not count the end of the file. html5ever also counts errors.
        assert_eq!((limpid_tokens(page), html5gum_tokens(page)), (8, 7));
        assert!(html5ever_tokens(page) >= 8);
        assert_eq!((lol_html_pass(page), lol_html_elements(page)), (page.len(), 3));
    }

    #[test]
    fn chunks_are_cut_between_characters() {
        let page = "<p>é".repeat(20_000);
        assert_eq!(in_chunks(&page).to_html(), limpid::parse(page.as_str()).to_html());
    }
}
