//! The tokenizer's states with html5ever's names, for [`TokenizerOpts::initial_state`](super::TokenizerOpts::initial_state) and
//! [`TokenSinkResult::RawData`](super::TokenSinkResult::RawData).

pub use self::AttrValueKind::*;
pub use self::DoctypeIdKind::*;
pub use self::RawKind::*;
pub use self::ScriptEscapeKind::*;
pub use self::State::*;

use limpid_tokenizer::State as LimpidState;

/// The kind of an escape in script data.
///
/// ```
/// use limpid_html5ever::tokenizer::states::{Escaped, RawData, ScriptDataEscaped};
/// assert!(matches!(RawData(ScriptDataEscaped(Escaped)), RawData(ScriptDataEscaped(_))));
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Copy, Clone, Hash, Debug)]
pub enum ScriptEscapeKind {
    /// After `<!--`.
    Escaped,
    /// After `<!--` and `<script`.
    DoubleEscaped,
}

/// The kind of an identifier of a DOCTYPE.
///
/// ```
/// use limpid_html5ever::tokenizer::states::{AfterDoctypeKeyword, DoctypeIdKind};
/// assert_ne!(AfterDoctypeKeyword(DoctypeIdKind::Public), AfterDoctypeKeyword(DoctypeIdKind::System));
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Copy, Clone, Hash, Debug)]
pub enum DoctypeIdKind {
    /// The public identifier.
    Public,
    /// The system identifier.
    System,
}

/// The kind of text in an element that contains only text.
///
/// ```
/// use limpid_html5ever::tokenizer::TokenizerOpts;
/// use limpid_html5ever::tokenizer::states::{RawData, Rcdata};
/// let opts = TokenizerOpts { initial_state: Some(RawData(Rcdata)), ..Default::default() };
/// assert_eq!(opts.initial_state, Some(RawData(Rcdata)));
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Copy, Clone, Hash, Debug)]
pub enum RawKind {
    /// Text with character references, as in `title`.
    Rcdata,
    /// Text without character references, as in `style`.
    Rawtext,
    /// The text of `script`.
    ScriptData,
    /// The text of `script` after `<!--`.
    ScriptDataEscaped(ScriptEscapeKind),
}

/// The quoting of an attribute value.
///
/// ```
/// use limpid_html5ever::tokenizer::states::{AttributeValue, DoubleQuoted, Unquoted};
/// assert_ne!(AttributeValue(Unquoted), AttributeValue(DoubleQuoted));
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Copy, Clone, Hash, Debug)]
pub enum AttrValueKind {
    /// No quotes.
    Unquoted,
    /// `'`
    SingleQuoted,
    /// `"`
    DoubleQuoted,
}

/// A state of the tokenizer.
///
/// ```
/// use limpid_html5ever::tokenizer::TokenizerOpts;
/// use limpid_html5ever::tokenizer::states::Plaintext;
/// let opts = TokenizerOpts { initial_state: Some(Plaintext), ..Default::default() };
/// assert_eq!(opts.initial_state, Some(Plaintext));
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Copy, Clone, Hash, Debug)]
#[allow(missing_docs, reason = "the names are those of the standard's states; some variants combine several states")]
pub enum State {
    Data,
    Plaintext,
    TagOpen,
    EndTagOpen,
    TagName,
    RawData(RawKind),
    RawLessThanSign(RawKind),
    RawEndTagOpen(RawKind),
    RawEndTagName(RawKind),
    ScriptDataEscapeStart(ScriptEscapeKind),
    ScriptDataEscapeStartDash,
    ScriptDataEscapedDash(ScriptEscapeKind),
    ScriptDataEscapedDashDash(ScriptEscapeKind),
    ScriptDataDoubleEscapeEnd,
    BeforeAttributeName,
    AttributeName,
    AfterAttributeName,
    BeforeAttributeValue,
    AttributeValue(AttrValueKind),
    AfterAttributeValueQuoted,
    SelfClosingStartTag,
    BogusComment,
    MarkupDeclarationOpen,
    CommentStart,
    CommentStartDash,
    Comment,
    CommentLessThanSign,
    CommentLessThanSignBang,
    CommentLessThanSignBangDash,
    CommentLessThanSignBangDashDash,
    CommentEndDash,
    CommentEnd,
    CommentEndBang,
    Doctype,
    BeforeDoctypeName,
    DoctypeName,
    AfterDoctypeName,
    AfterDoctypeKeyword(DoctypeIdKind),
    BeforeDoctypeIdentifier(DoctypeIdKind),
    DoctypeIdentifierDoubleQuoted(DoctypeIdKind),
    DoctypeIdentifierSingleQuoted(DoctypeIdKind),
    AfterDoctypeIdentifier(DoctypeIdKind),
    BetweenDoctypePublicAndSystemIdentifiers,
    BogusDoctype,
    CdataSection,
    CdataSectionBracket,
    CdataSectionEnd,
}

impl State {
    pub(crate) fn to_limpid(self) -> LimpidState {
        match self {
            Data => LimpidState::Data,
            Plaintext => LimpidState::Plaintext,
            TagOpen => LimpidState::TagOpen,
            EndTagOpen => LimpidState::EndTagOpen,
            TagName => LimpidState::TagName,
            RawData(Rcdata) => LimpidState::Rcdata,
            RawData(Rawtext) => LimpidState::Rawtext,
            RawData(ScriptData) => LimpidState::ScriptData,
            RawData(ScriptDataEscaped(Escaped)) => LimpidState::ScriptDataEscaped,
            RawData(ScriptDataEscaped(DoubleEscaped)) => LimpidState::ScriptDataDoubleEscaped,
            RawLessThanSign(Rcdata) => LimpidState::RcdataLessThanSign,
            RawLessThanSign(Rawtext) => LimpidState::RawtextLessThanSign,
            RawLessThanSign(ScriptData) => LimpidState::ScriptDataLessThanSign,
            RawLessThanSign(ScriptDataEscaped(Escaped)) => LimpidState::ScriptDataEscapedLessThanSign,
            RawLessThanSign(ScriptDataEscaped(DoubleEscaped)) => LimpidState::ScriptDataDoubleEscapedLessThanSign,
            RawEndTagOpen(Rcdata) => LimpidState::RcdataEndTagOpen,
            RawEndTagOpen(Rawtext) => LimpidState::RawtextEndTagOpen,
            RawEndTagOpen(ScriptData) => LimpidState::ScriptDataEndTagOpen,
            RawEndTagOpen(ScriptDataEscaped(_)) => LimpidState::ScriptDataEscapedEndTagOpen,
            RawEndTagName(Rcdata) => LimpidState::RcdataEndTagName,
            RawEndTagName(Rawtext) => LimpidState::RawtextEndTagName,
            RawEndTagName(ScriptData) => LimpidState::ScriptDataEndTagName,
            RawEndTagName(ScriptDataEscaped(_)) => LimpidState::ScriptDataEscapedEndTagName,
            ScriptDataEscapeStart(Escaped) => LimpidState::ScriptDataEscapeStart,
            ScriptDataEscapeStart(DoubleEscaped) => LimpidState::ScriptDataDoubleEscapeStart,
            ScriptDataEscapeStartDash => LimpidState::ScriptDataEscapeStartDash,
            ScriptDataEscapedDash(Escaped) => LimpidState::ScriptDataEscapedDash,
            ScriptDataEscapedDash(DoubleEscaped) => LimpidState::ScriptDataDoubleEscapedDash,
            ScriptDataEscapedDashDash(Escaped) => LimpidState::ScriptDataEscapedDashDash,
            ScriptDataEscapedDashDash(DoubleEscaped) => LimpidState::ScriptDataDoubleEscapedDashDash,
            ScriptDataDoubleEscapeEnd => LimpidState::ScriptDataDoubleEscapeEnd,
            BeforeAttributeName => LimpidState::BeforeAttributeName,
            AttributeName => LimpidState::AttributeName,
            AfterAttributeName => LimpidState::AfterAttributeName,
            BeforeAttributeValue => LimpidState::BeforeAttributeValue,
            AttributeValue(Unquoted) => LimpidState::AttributeValueUnquoted,
            AttributeValue(SingleQuoted) => LimpidState::AttributeValueSingleQuoted,
            AttributeValue(DoubleQuoted) => LimpidState::AttributeValueDoubleQuoted,
            AfterAttributeValueQuoted => LimpidState::AfterAttributeValueQuoted,
            SelfClosingStartTag => LimpidState::SelfClosingStartTag,
            BogusComment => LimpidState::BogusComment,
            MarkupDeclarationOpen => LimpidState::MarkupDeclarationOpen,
            CommentStart => LimpidState::CommentStart,
            CommentStartDash => LimpidState::CommentStartDash,
            Comment => LimpidState::Comment,
            CommentLessThanSign => LimpidState::CommentLessThanSign,
            CommentLessThanSignBang => LimpidState::CommentLessThanSignBang,
            CommentLessThanSignBangDash => LimpidState::CommentLessThanSignBangDash,
            CommentLessThanSignBangDashDash => LimpidState::CommentLessThanSignBangDashDash,
            CommentEndDash => LimpidState::CommentEndDash,
            CommentEnd => LimpidState::CommentEnd,
            CommentEndBang => LimpidState::CommentEndBang,
            Doctype => LimpidState::Doctype,
            BeforeDoctypeName => LimpidState::BeforeDoctypeName,
            DoctypeName => LimpidState::DoctypeName,
            AfterDoctypeName => LimpidState::AfterDoctypeName,
            AfterDoctypeKeyword(Public) => LimpidState::AfterDoctypePublicKeyword,
            AfterDoctypeKeyword(System) => LimpidState::AfterDoctypeSystemKeyword,
            BeforeDoctypeIdentifier(Public) => LimpidState::BeforeDoctypePublicIdentifier,
            BeforeDoctypeIdentifier(System) => LimpidState::BeforeDoctypeSystemIdentifier,
            DoctypeIdentifierDoubleQuoted(Public) => LimpidState::DoctypePublicIdentifierDoubleQuoted,
            DoctypeIdentifierDoubleQuoted(System) => LimpidState::DoctypeSystemIdentifierDoubleQuoted,
            DoctypeIdentifierSingleQuoted(Public) => LimpidState::DoctypePublicIdentifierSingleQuoted,
            DoctypeIdentifierSingleQuoted(System) => LimpidState::DoctypeSystemIdentifierSingleQuoted,
            AfterDoctypeIdentifier(Public) => LimpidState::AfterDoctypePublicIdentifier,
            AfterDoctypeIdentifier(System) => LimpidState::AfterDoctypeSystemIdentifier,
            BetweenDoctypePublicAndSystemIdentifiers => LimpidState::BetweenDoctypePublicAndSystemIdentifiers,
            BogusDoctype => LimpidState::BogusDoctype,
            CdataSection => LimpidState::CdataSection,
            CdataSectionBracket => LimpidState::CdataSectionBracket,
            CdataSectionEnd => LimpidState::CdataSectionEnd,
        }
    }

    /// Converts a state that limpid's tree builder switches to.
    pub(crate) fn from_text_state(state: LimpidState) -> State {
        match state {
            LimpidState::Rcdata => RawData(Rcdata),
            LimpidState::Rawtext => RawData(Rawtext),
            LimpidState::ScriptData => RawData(ScriptData),
            LimpidState::Plaintext => Plaintext,
            _ => Data,
        }
    }
}
