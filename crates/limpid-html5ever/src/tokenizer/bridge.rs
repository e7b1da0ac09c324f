//! Converts limpid's tokens to html5ever's, for sinks other than the tree builder.

use super::feed::{Feed, Input};
use super::interface::{
    CharacterTokens, CommentToken, Doctype, DoctypeToken, EOFToken, EndTag, NullCharacterToken, StartTag, Tag, TagKind,
    TagToken, Token, TokenSink, TokenSinkResult,
};
use limpid_markup::{ParseError, Span, Text};
use limpid_markup5ever::Session;
use limpid_tokenizer::{Chunk, State, TokenizerStatus};
use markup5ever::TokenizerResult;
use markup5ever::tendril::StrTendril;
use std::borrow::Cow;
use std::cell::Cell;

pub(super) fn take_tokens_of<S: TokenSink + ?Sized>(sink: &S, feed: Feed<'_>) -> (TokenizerResult<S::Handle>, usize) {
    let Feed { tokenizer, input, session, exact_errors, interruption, .. } = feed;
    let mut bridge = Bridge { sink, session, exact_errors, interruption, switch_to: None, result: None };
    match input {
        Input::Chunk { text, has_cr_or_nul } => {
            session.set_source(text.clone(), tokenizer.input_offset(), has_cr_or_nul);
            let mut consumed = 0;
            let result = loop {
                let chunk = Chunk::kept(&text[consumed..], has_cr_or_nul);
                let (status, length) = tokenizer.feed(chunk, &mut bridge);
                consumed += length;
                if let Some(state) = bridge.switch_to.take() {
                    tokenizer.switch_to(state);
                } else if let Some(result) = bridge.result.take() {
                    break result;
                } else if status == TokenizerStatus::Finished || interruption.get() {
                    break TokenizerResult::Done;
                }
            };
            session.end_source(tokenizer.input_offset());
            (result, consumed)
        }
        Input::End => {
            std::mem::take(tokenizer).finish(&mut bridge);
            (TokenizerResult::Done, 0)
        }
    }
}

struct Bridge<'b, S: TokenSink + ?Sized> {
    sink: &'b S,
    session: &'b Session<()>,
    exact_errors: bool,
    interruption: &'b Cell<bool>,
    /// The state to switch to after an end tag.
    switch_to: Option<State>,
    /// The result with which `feed` returns early.
    result: Option<TokenizerResult<S::Handle>>,
}

impl<S: TokenSink + ?Sized> Bridge<'_, S> {
    fn send(&mut self, token: Token, end: u32) -> TokenSinkResult<S::Handle> {
        self.sink.process_token(token, self.session.line_at(end))
    }

    /// Sends the sink a token that is not a tag.
    fn send_and_continue(&mut self, token: Token, end: u32) -> limpid_tokenizer::TokenSinkResult {
        let result = self.send(token, end);
        assert!(
            matches!(result, TokenSinkResult::Continue),
            "a sink has to return `Continue` for tokens other than tags"
        );
        limpid_tokenizer::TokenSinkResult::Continue
    }

    fn tag(&mut self, kind: TagKind, tag: &limpid_tokenizer::Tag<'_>) -> limpid_tokenizer::TokenSinkResult {
        let token = TagToken(Tag {
            kind,
            name: self.session.local_name(tag.name, tag.name_str),
            self_closing: tag.self_closing,
            attrs: self.session.attributes(&tag.attributes),
            had_duplicate_attributes: tag.had_duplicate_attribute,
        });
        let state = match self.send(token, tag.span.end) {
            TokenSinkResult::Continue if self.interruption.get() => return limpid_tokenizer::TokenSinkResult::Suspend,
            TokenSinkResult::Continue => return limpid_tokenizer::TokenSinkResult::Continue,
            TokenSinkResult::Script(node) => {
                self.result = Some(TokenizerResult::Script(node));
                return limpid_tokenizer::TokenSinkResult::Suspend;
            }
            TokenSinkResult::EncodingIndicator(label) => {
                self.result = Some(TokenizerResult::EncodingIndicator(label));
                return limpid_tokenizer::TokenSinkResult::Suspend;
            }
            TokenSinkResult::Plaintext => State::Plaintext,
            TokenSinkResult::RawData(kind) => super::states::RawData(kind).to_limpid(),
        };
        match kind {
            StartTag => limpid_tokenizer::TokenSinkResult::SwitchTo(state),
            EndTag => {
                self.switch_to = Some(state);
                limpid_tokenizer::TokenSinkResult::Suspend
            }
        }
    }

    fn tendril(&self, text: Text<'_>) -> StrTendril {
        self.session.tendril(text)
    }
}

impl<S: TokenSink + ?Sized> limpid_tokenizer::TokenSink for Bridge<'_, S> {
    fn process_token(&mut self, token: limpid_tokenizer::Token<'_>) -> limpid_tokenizer::TokenSinkResult {
        use limpid_tokenizer::Token as LimpidToken;
        let end = token.span().end;
        match token {
            LimpidToken::StartTag(tag) => self.tag(StartTag, tag),
            LimpidToken::EndTag(tag) => self.tag(EndTag, tag),
            LimpidToken::Characters(text) => self.send_and_continue(CharacterTokens(self.tendril(text)), end),
            LimpidToken::NullCharacter(Span { .. }) => self.send_and_continue(NullCharacterToken, end),
            LimpidToken::Comment { data, .. } => self.send_and_continue(CommentToken(self.tendril(data)), end),
            // Not reached: `Tokenizer::new` disables processing instructions.
            LimpidToken::ProcessingInstruction { target, data, .. } => {
                let comment = StrTendril::from(format!("?{target} {}", data.text));
                self.send_and_continue(CommentToken(comment), end)
            }
            LimpidToken::Doctype(doctype) => {
                let part = |part: Option<&str>| part.map(StrTendril::from_slice);
                let doctype = Doctype {
                    name: part(doctype.name),
                    public_id: part(doctype.public_id),
                    system_id: part(doctype.system_id),
                    force_quirks: doctype.force_quirks,
                };
                self.send_and_continue(DoctypeToken(doctype), end)
            }
            LimpidToken::EndOfFile(_) => self.send_and_continue(EOFToken, end),
        }
    }

    fn parse_error(&mut self, error: ParseError) {
        let message = match self.exact_errors {
            true => Cow::Owned(format!("{} at {}..{}", error.code, error.span.start, error.span.end)),
            false => Cow::Borrowed(error.code.as_str()),
        };
        self.send_and_continue(Token::ParseError(message), error.span.start);
    }

    fn wants_input_stream_errors(&self) -> bool {
        self.exact_errors
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.sink.adjusted_current_node_present_but_not_in_html_namespace()
    }
}
