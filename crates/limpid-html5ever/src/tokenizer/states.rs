//! The tokenizer's states by html5ever's names, for [`TokenizerOpts::initial_state`](super::TokenizerOpts::initial_state) and
//! [`TokenSinkResult::RawData`](super::TokenSinkResult::RawData). Few parses need them.

pub use self::AttrValueKind::*;
pub use self::DoctypeIdKind::*;
pub use self::RawKind::*;
pub use self::ScriptEscapeKind::*;
pub use self::State::*;

use limpid_tokenizer::State as Ours;

/// The degree to which script data is escaped.
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

/// An identifier of a DOCTYPE.
///
/// ```
/// use limpid_html5ever::tokenizer::states::{AfterDoctypeKeyword, DoctypeIdKind};
/// assert_ne!(AfterDoctypeKeyword(DoctypeIdKind::Public), AfterDoctypeKeyword(DoctypeIdKind::System));
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Copy, Clone, Hash, Debug)]
pub enum DoctypeIdKind {
    /// The public one.
    Public,
    /// The system one.
    System,
}

/// The kind of text that an element holds.
///
/// ```
/// use limpid_html5ever::tokenizer::TokenizerOpts;
/// use limpid_html5ever::tokenizer::states::{RawData, Rcdata};
/// let opts = TokenizerOpts { initial_state: Some(RawData(Rcdata)), ..Default::default() };
/// assert_eq!(opts.initial_state, Some(RawData(Rcdata)));
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Copy, Clone, Hash, Debug)]
pub enum RawKind {
    /// With character references, as in `title`.
    Rcdata,
    /// Without, as in `style`.
    Rawtext,
    /// That of `script`.
    ScriptData,
    /// That of `script`, after `<!--`.
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
    /// Not at all.
    Unquoted,
    /// By `'`.
    SingleQuoted,
    /// By `"`.
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
#[allow(missing_docs, reason = "the names are those of the standard's states, or join some of them")]
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
    pub(crate) fn to_limpid(self) -> Ours {
        match self {
            Data => Ours::Data,
            Plaintext => Ours::Plaintext,
            TagOpen => Ours::TagOpen,
            EndTagOpen => Ours::EndTagOpen,
            TagName => Ours::TagName,
            RawData(Rcdata) => Ours::Rcdata,
            RawData(Rawtext) => Ours::Rawtext,
            RawData(ScriptData) => Ours::ScriptData,
            RawData(ScriptDataEscaped(Escaped)) => Ours::ScriptDataEscaped,
            RawData(ScriptDataEscaped(DoubleEscaped)) => Ours::ScriptDataDoubleEscaped,
            RawLessThanSign(Rcdata) => Ours::RcdataLessThanSign,
            RawLessThanSign(Rawtext) => Ours::RawtextLessThanSign,
            RawLessThanSign(ScriptData) => Ours::ScriptDataLessThanSign,
            RawLessThanSign(ScriptDataEscaped(Escaped)) => Ours::ScriptDataEscapedLessThanSign,
            RawLessThanSign(ScriptDataEscaped(DoubleEscaped)) => Ours::ScriptDataDoubleEscapedLessThanSign,
            RawEndTagOpen(Rcdata) => Ours::RcdataEndTagOpen,
            RawEndTagOpen(Rawtext) => Ours::RawtextEndTagOpen,
            RawEndTagOpen(ScriptData) => Ours::ScriptDataEndTagOpen,
            RawEndTagOpen(ScriptDataEscaped(_)) => Ours::ScriptDataEscapedEndTagOpen,
            RawEndTagName(Rcdata) => Ours::RcdataEndTagName,
            RawEndTagName(Rawtext) => Ours::RawtextEndTagName,
            RawEndTagName(ScriptData) => Ours::ScriptDataEndTagName,
            RawEndTagName(ScriptDataEscaped(_)) => Ours::ScriptDataEscapedEndTagName,
            ScriptDataEscapeStart(Escaped) => Ours::ScriptDataEscapeStart,
            ScriptDataEscapeStart(DoubleEscaped) => Ours::ScriptDataDoubleEscapeStart,
            ScriptDataEscapeStartDash => Ours::ScriptDataEscapeStartDash,
            ScriptDataEscapedDash(Escaped) => Ours::ScriptDataEscapedDash,
            ScriptDataEscapedDash(DoubleEscaped) => Ours::ScriptDataDoubleEscapedDash,
            ScriptDataEscapedDashDash(Escaped) => Ours::ScriptDataEscapedDashDash,
            ScriptDataEscapedDashDash(DoubleEscaped) => Ours::ScriptDataDoubleEscapedDashDash,
            ScriptDataDoubleEscapeEnd => Ours::ScriptDataDoubleEscapeEnd,
            BeforeAttributeName => Ours::BeforeAttributeName,
            AttributeName => Ours::AttributeName,
            AfterAttributeName => Ours::AfterAttributeName,
            BeforeAttributeValue => Ours::BeforeAttributeValue,
            AttributeValue(Unquoted) => Ours::AttributeValueUnquoted,
            AttributeValue(SingleQuoted) => Ours::AttributeValueSingleQuoted,
            AttributeValue(DoubleQuoted) => Ours::AttributeValueDoubleQuoted,
            AfterAttributeValueQuoted => Ours::AfterAttributeValueQuoted,
            SelfClosingStartTag => Ours::SelfClosingStartTag,
            BogusComment => Ours::BogusComment,
            MarkupDeclarationOpen => Ours::MarkupDeclarationOpen,
            CommentStart => Ours::CommentStart,
            CommentStartDash => Ours::CommentStartDash,
            Comment => Ours::Comment,
            CommentLessThanSign => Ours::CommentLessThanSign,
            CommentLessThanSignBang => Ours::CommentLessThanSignBang,
            CommentLessThanSignBangDash => Ours::CommentLessThanSignBangDash,
            CommentLessThanSignBangDashDash => Ours::CommentLessThanSignBangDashDash,
            CommentEndDash => Ours::CommentEndDash,
            CommentEnd => Ours::CommentEnd,
            CommentEndBang => Ours::CommentEndBang,
            Doctype => Ours::Doctype,
            BeforeDoctypeName => Ours::BeforeDoctypeName,
            DoctypeName => Ours::DoctypeName,
            AfterDoctypeName => Ours::AfterDoctypeName,
            AfterDoctypeKeyword(Public) => Ours::AfterDoctypePublicKeyword,
            AfterDoctypeKeyword(System) => Ours::AfterDoctypeSystemKeyword,
            BeforeDoctypeIdentifier(Public) => Ours::BeforeDoctypePublicIdentifier,
            BeforeDoctypeIdentifier(System) => Ours::BeforeDoctypeSystemIdentifier,
            DoctypeIdentifierDoubleQuoted(Public) => Ours::DoctypePublicIdentifierDoubleQuoted,
            DoctypeIdentifierDoubleQuoted(System) => Ours::DoctypeSystemIdentifierDoubleQuoted,
            DoctypeIdentifierSingleQuoted(Public) => Ours::DoctypePublicIdentifierSingleQuoted,
            DoctypeIdentifierSingleQuoted(System) => Ours::DoctypeSystemIdentifierSingleQuoted,
            AfterDoctypeIdentifier(Public) => Ours::AfterDoctypePublicIdentifier,
            AfterDoctypeIdentifier(System) => Ours::AfterDoctypeSystemIdentifier,
            BetweenDoctypePublicAndSystemIdentifiers => Ours::BetweenDoctypePublicAndSystemIdentifiers,
            BogusDoctype => Ours::BogusDoctype,
            CdataSection => Ours::CdataSection,
            CdataSectionBracket => Ours::CdataSectionBracket,
            CdataSectionEnd => Ours::CdataSectionEnd,
        }
    }

    /// The state of a text, of those that limpid's tree builder switches to.
    pub(crate) fn of_text(state: Ours) -> State {
        match state {
            Ours::Rcdata => RawData(Rcdata),
            Ours::Rawtext => RawData(Rawtext),
            Ours::ScriptData => RawData(ScriptData),
            Ours::Plaintext => Plaintext,
            _ => Data,
        }
    }
}
