//! The tokenizer with a sink that is not a tree builder.

use limpid_html5ever as html5ever;

use html5ever::TokenizerResult;
use html5ever::tokenizer::states::{self, RawKind};
use html5ever::tokenizer::{
    BufferQueue, CharacterTokens, CommentToken, Doctype, DoctypeToken, EOFToken, EndTag, NullCharacterToken,
    ParseError, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::{Cell, RefCell};

/// A sink that logs tokens, and returns a result other than `Continue` for some tags.
#[derive(Default)]
struct Log {
    tokens: RefCell<Vec<String>>,
    is_foreign: bool,
    has_ended: Cell<bool>,
}

impl TokenSink for Log {
    type Handle = u32;

    fn process_token(&self, token: Token, line_number: u64) -> TokenSinkResult<u32> {
        let mut tokens = self.tokens.borrow_mut();
        let mut result = TokenSinkResult::Continue;
        let shown = match token {
            CharacterTokens(text) => {
                if let Some(last) = tokens.last_mut().filter(|last| last.starts_with('"')) {
                    last.push_str(&text);
                    return result;
                }
                format!("\"{text}")
            }
            TagToken(Tag { kind, name, self_closing, attrs, had_duplicate_attributes }) => {
                result = match (kind, &*name) {
                    (StartTag, "title") => TokenSinkResult::RawData(RawKind::Rcdata),
                    (StartTag, "style") => TokenSinkResult::RawData(RawKind::Rawtext),
                    (StartTag, "plaintext") => TokenSinkResult::Plaintext,
                    (EndTag, "raw") => TokenSinkResult::RawData(RawKind::Rawtext),
                    (EndTag, "script") => TokenSinkResult::Script(7),
                    (StartTag, "meta") => TokenSinkResult::EncodingIndicator("x".into()),
                    _ => TokenSinkResult::Continue,
                };
                let attributes = attrs.iter().map(|attr| format!(" {}={}", attr.name.local, attr.value));
                let marks = format!(
                    "{}{}",
                    if self_closing { "/" } else { "" },
                    if had_duplicate_attributes { "D" } else { "" }
                );
                let slash = if kind == EndTag { "/" } else { "" };
                format!("{line_number} <{slash}{name}{}{marks}>", attributes.collect::<String>())
            }
            DoctypeToken(Doctype { name, public_id, system_id, force_quirks }) => {
                let part = |part: Option<html5ever::tendril::StrTendril>| part.map(|part| part.to_string());
                format!("doctype {:?} {:?} {:?} {force_quirks}", part(name), part(public_id), part(system_id))
            }
            CommentToken(data) => format!("<!--{data}-->"),
            NullCharacterToken => "NUL".to_owned(),
            EOFToken => "end".to_owned(),
            ParseError(message) => format!("error {message}"),
        };
        tokens.push(shown);
        result
    }

    fn end(&self) {
        self.has_ended.set(true);
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.is_foreign
    }
}

fn tokens_of(sink: Log, opts: TokenizerOpts, input: &str, piece: usize) -> (Vec<String>, Vec<String>) {
    let (tokenizer, queue, mut results) = (Tokenizer::new(sink, opts), BufferQueue::default(), Vec::new());
    let characters: Vec<char> = input.chars().collect();
    for piece in characters.chunks(piece) {
        queue.push_back(piece.iter().collect::<String>().as_str().into());
        loop {
            match tokenizer.feed(&queue) {
                TokenizerResult::Done => break,
                TokenizerResult::Script(script) => results.push(format!("script {script}")),
                TokenizerResult::EncodingIndicator(label) => results.push(format!("encoding {label}")),
            }
        }
    }
    tokenizer.end();
    assert!(tokenizer.sink.has_ended.get());
    (tokenizer.sink.tokens.into_inner(), results)
}

/// Returns the tokens without errors, with adjacent texts joined.
fn without_errors(tokens: &[String]) -> String {
    let tokens = tokens.iter().filter(|token| !token.starts_with("error"));
    tokens.map(String::as_str).collect::<Vec<_>>().join("|").replace("|\"", "")
}

fn tokens(input: &str) -> Vec<String> {
    let (whole, _) = tokens_of(Log::default(), TokenizerOpts::default(), input, usize::MAX);
    let (split, _) = tokens_of(Log::default(), TokenizerOpts::default(), input, 1);
    assert_eq!(without_errors(&split), without_errors(&whole), "one character at a time");
    whole
}

#[test]
fn tokens_of_all_kinds() {
    assert_eq!(
        tokens("<!DOCTYPE a PUBLIC 'b'><X Y=1 z>t&amp;u\0<!--c--><?d e?></x\n><br/>"),
        [
            "doctype Some(\"a\") Some(\"b\") None false",
            "1 <x y=1 z=>",
            "\"t&",
            "error unexpected-null-character",
            "\"u",
            "NUL",
            "<!--c-->",
            "error invalid-first-character-of-processing-instruction-target",
            "<!--?d e?-->",
            "2 </x>",
            "2 <br/>",
            "end"
        ]
    );
    assert_eq!(tokens("<a b b c=1 c=2>")[2], "1 <a b= c=1D>");
}

#[test]
fn results_switch_the_state() {
    assert_eq!(tokens("<title><b>&lt;</title>")[1..], ["\"<b><", "1 </title>", "end"]);
    assert_eq!(tokens("<style><b>&lt;</style>")[1..], ["\"<b>&lt;", "1 </style>", "end"]);
    assert_eq!(tokens("<plaintext></plaintext>")[1..], ["\"</plaintext>", "end"]);
    assert_eq!(tokens("<raw></raw><b>")[2..], ["\"<b>", "end"]);
}

#[test]
fn results_stop_the_tokenizer() {
    let (tokens, results) =
        tokens_of(Log::default(), TokenizerOpts::default(), "<meta><script></script><b>", usize::MAX);
    assert_eq!(results, ["encoding x", "script 7"]);
    assert_eq!(tokens, ["1 <meta>", "1 <script>", "1 </script>", "1 <b>", "end"]);
}

#[test]
fn cdata_sections_need_foreign_content() {
    let sink = Log { is_foreign: true, ..Log::default() };
    assert_eq!(tokens_of(sink, TokenizerOpts::default(), "<![CDATA[x]]>", 3).0, ["\"x", "end"]);
    assert_eq!(tokens("<![CDATA[x]]>")[1], "<!--[CDATA[x]]-->");
}

#[test]
fn initial_state_and_last_start_tag() {
    let opts = TokenizerOpts {
        initial_state: Some(states::RawData(states::Rcdata)),
        last_start_tag_name: Some("title".to_owned()),
        ..TokenizerOpts::default()
    };
    let (tokens, _) = tokens_of(Log::default(), opts, "<b></title><i>", usize::MAX);
    assert_eq!(tokens, ["\"<b>", "1 </title>", "1 <i>", "end"]);
    let opts =
        TokenizerOpts { initial_state: Some(states::CdataSection), exact_errors: true, ..TokenizerOpts::default() };
    let (tokens, _) = tokens_of(Log::default(), opts, "<b>\u{1}]]><i>", usize::MAX);
    assert_eq!(tokens, ["\"<b>\u{1}", "1 <i>", "error control-character-in-input-stream at 3..4", "end"]);
}

#[test]
fn sink_may_insert_input() {
    struct Writer {
        tokenizer: RefCell<std::rc::Weak<Tokenizer<Writer>>>,
        log: Log,
    }
    impl TokenSink for Writer {
        type Handle = u32;
        fn process_token(&self, token: Token, line_number: u64) -> TokenSinkResult<u32> {
            if let TagToken(Tag { name, .. }) = &token
                && &**name == "write"
                && let Some(tokenizer) = self.tokenizer.borrow().upgrade()
            {
                for text in ["<b", ">1"] {
                    let queue = BufferQueue::default();
                    queue.push_back(text.into());
                    assert!(matches!(tokenizer.feed(&queue), TokenizerResult::Done));
                    assert!(queue.is_empty(), "the input is consumed");
                }
            }
            self.log.process_token(token, line_number)
        }
    }
    let sink = Writer { tokenizer: RefCell::default(), log: Log::default() };
    let tokenizer = std::rc::Rc::new(Tokenizer::new(sink, TokenizerOpts::default()));
    *tokenizer.sink.tokenizer.borrow_mut() = std::rc::Rc::downgrade(&tokenizer);
    let queue = BufferQueue::default();
    queue.push_back("<write>2<i></write>3".into());
    assert!(matches!(tokenizer.feed(&queue), TokenizerResult::Done));
    tokenizer.end();
    let tokens = tokenizer.sink.log.tokens.borrow();
    assert_eq!(*tokens, ["1 <write>", "1 <b>", "\"12", "1 <i>", "1 </write>", "1 <b>", "\"13", "end"]);
}
