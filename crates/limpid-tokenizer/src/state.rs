//! The states, named as in the standard.

/// The states of the [tokenizer](https://html.spec.whatwg.org/multipage/parsing.html#tokenization), in the order and with the
/// names of the standard. Each has a method of the same name in `states/`.
///
/// ```
/// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
/// # use {limpid::tokenizer::*, log::Log};
/// // The sink `Log` records names and text.
/// let mut log = Log::default();
/// Tokenizer::new(TokenizerOptions::default().initial_state(State::Rcdata)).run("<b> &amp; </b>", &mut log);
/// assert_eq!(log.0.concat(), "<b> & </b>");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum State {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#data-state>
    #[default]
    Data,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state>
    Rcdata,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state>
    Rawtext,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-state>
    ScriptData,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state>
    Plaintext,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state>
    TagOpen,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#end-tag-open-state>
    EndTagOpen,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state>
    TagName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-less-than-sign-state>
    RcdataLessThanSign,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-end-tag-open-state>
    RcdataEndTagOpen,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-end-tag-name-state>
    RcdataEndTagName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-less-than-sign-state>
    RawtextLessThanSign,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-end-tag-open-state>
    RawtextEndTagOpen,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-end-tag-name-state>
    RawtextEndTagName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-less-than-sign-state>
    ScriptDataLessThanSign,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-end-tag-open-state>
    ScriptDataEndTagOpen,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-end-tag-name-state>
    ScriptDataEndTagName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escape-start-state>
    ScriptDataEscapeStart,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escape-start-dash-state>
    ScriptDataEscapeStartDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state>
    ScriptDataEscaped,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-dash-state>
    ScriptDataEscapedDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-dash-dash-state>
    ScriptDataEscapedDashDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-less-than-sign-state>
    ScriptDataEscapedLessThanSign,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-end-tag-open-state>
    ScriptDataEscapedEndTagOpen,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-end-tag-name-state>
    ScriptDataEscapedEndTagName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escape-start-state>
    ScriptDataDoubleEscapeStart,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state>
    ScriptDataDoubleEscaped,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-dash-state>
    ScriptDataDoubleEscapedDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-dash-dash-state>
    ScriptDataDoubleEscapedDashDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-less-than-sign-state>
    ScriptDataDoubleEscapedLessThanSign,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escape-end-state>
    ScriptDataDoubleEscapeEnd,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state>
    BeforeAttributeName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-name-state>
    AttributeName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-attribute-name-state>
    AfterAttributeName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-value-state>
    BeforeAttributeValue,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(double-quoted)-state>
    AttributeValueDoubleQuoted,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(single-quoted)-state>
    AttributeValueSingleQuoted,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(unquoted)-state>
    AttributeValueUnquoted,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-attribute-value-(quoted)-state>
    AfterAttributeValueQuoted,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#self-closing-start-tag-state>
    SelfClosingStartTag,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#bogus-comment-state>
    BogusComment,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#markup-declaration-open-state>
    MarkupDeclarationOpen,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state>
    CommentStart,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-start-dash-state>
    CommentStartDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-state>
    Comment,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-state>
    CommentLessThanSign,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-state>
    CommentLessThanSignBang,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-dash-state>
    CommentLessThanSignBangDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-dash-dash-state>
    CommentLessThanSignBangDashDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-end-dash-state>
    CommentEndDash,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-end-state>
    CommentEnd,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-end-bang-state>
    CommentEndBang,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-state>
    Doctype,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-name-state>
    BeforeDoctypeName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-name-state>
    DoctypeName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-name-state>
    AfterDoctypeName,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-public-keyword-state>
    AfterDoctypePublicKeyword,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-public-identifier-state>
    BeforeDoctypePublicIdentifier,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-public-identifier-(double-quoted)-state>
    DoctypePublicIdentifierDoubleQuoted,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-public-identifier-(single-quoted)-state>
    DoctypePublicIdentifierSingleQuoted,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-public-identifier-state>
    AfterDoctypePublicIdentifier,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#between-doctype-public-and-system-identifiers-state>
    BetweenDoctypePublicAndSystemIdentifiers,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-system-keyword-state>
    AfterDoctypeSystemKeyword,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-system-identifier-state>
    BeforeDoctypeSystemIdentifier,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-system-identifier-(double-quoted)-state>
    DoctypeSystemIdentifierDoubleQuoted,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-system-identifier-(single-quoted)-state>
    DoctypeSystemIdentifierSingleQuoted,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-system-identifier-state>
    AfterDoctypeSystemIdentifier,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#bogus-doctype-state>
    BogusDoctype,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state>
    CdataSection,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-bracket-state>
    CdataSectionBracket,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-end-state>
    CdataSectionEnd,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-open-state>
    ProcessingInstructionOpen,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-target-state>
    ProcessingInstructionTarget,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-processing-instruction-target-state>
    AfterProcessingInstructionTarget,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-data-state>
    ProcessingInstructionData,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-questionable-state>
    ProcessingInstructionQuestionable,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state>
    CharacterReference,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state>
    NamedCharacterReference,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#ambiguous-ampersand-state>
    AmbiguousAmpersand,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-state>
    NumericCharacterReference,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#hexadecimal-character-reference-start-state>
    HexadecimalCharacterReferenceStart,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#hexadecimal-character-reference-state>
    HexadecimalCharacterReference,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#decimal-character-reference-state>
    DecimalCharacterReference,
    /// <https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state>
    NumericCharacterReferenceEnd,
}

impl State {
    /// Whether all input consumed up to this state is text, so that no token can start before the current position.
    pub(crate) fn is_text(self) -> bool {
        matches!(
            self,
            State::Data
                | State::Rcdata
                | State::Rawtext
                | State::ScriptData
                | State::Plaintext
                | State::ScriptDataEscapeStart
                | State::ScriptDataEscapeStartDash
                | State::ScriptDataEscaped
                | State::ScriptDataEscapedDash
                | State::ScriptDataEscapedDashDash
                | State::ScriptDataDoubleEscapeStart
                | State::ScriptDataDoubleEscaped
                | State::ScriptDataDoubleEscapedDash
                | State::ScriptDataDoubleEscapedDashDash
                | State::ScriptDataDoubleEscapedLessThanSign
                | State::ScriptDataDoubleEscapeEnd
                | State::CdataSection
        )
    }
}
