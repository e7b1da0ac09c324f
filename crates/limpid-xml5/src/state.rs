//! The states of XML5.

/// A state of the tokenizer, named as in the [XML5 document](https://github.com/annevk/xml5), those of comments and DOCTYPEs
/// that only its [later draft](https://ygg01.github.io/xml5_draft/) has as there. What limpid adds is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum State {
    #[default]
    Data,
    Tag,
    EndTag,
    EndTagName,
    EndTagNameAfter,
    Pi,
    PiTarget,
    PiTargetAfter,
    PiData,
    PiAfter,
    MarkupDeclaration,
    CommentStart,
    CommentStartDash,
    /// limpid's: after `<!-->` or `<!--->`.
    CommentStartClosed,
    Comment,
    CommentLessThanSign,
    CommentLessThanSignBang,
    CommentLessThanSignBangDash,
    CommentLessThanSignBangDashDash,
    CommentEndDash,
    CommentEnd,
    CommentEndBang,
    Cdata,
    CdataBracket,
    CdataEnd,
    Doctype,
    DoctypeRootNameBefore,
    DoctypeRootName,
    DoctypeRootNameAfter,
    DoctypePublicKeywordAfter,
    DoctypePublicIdentifierBefore,
    DoctypePublicIdentifierDoubleQuoted,
    DoctypePublicIdentifierSingleQuoted,
    DoctypePublicIdentifierAfter,
    DoctypeIdentifiersBetween,
    DoctypeSystemKeywordAfter,
    DoctypeSystemIdentifierBefore,
    DoctypeSystemIdentifierDoubleQuoted,
    DoctypeSystemIdentifierSingleQuoted,
    /// limpid's: after a `>` in a system identifier.
    DoctypeSystemIdentifierClosed,
    DoctypeSystemIdentifierAfter,
    BogusDoctype,
    DoctypeInternalSubset,
    /// limpid's: after `%`.
    DoctypeParameterEntityReference,
    DoctypeInternalSubsetAfter,
    DoctypeTag,
    DoctypeMarkupDeclaration,
    DoctypeComment,
    DoctypeCommentDash,
    DoctypeCommentEnd,
    DoctypeEntity,
    DoctypeEntityTypeBefore,
    DoctypeEntityParameterBefore,
    DoctypeEntityParameter,
    DoctypeEntityName,
    DoctypeEntityNameAfter,
    DoctypeEntityValueDoubleQuoted,
    DoctypeEntityValueSingleQuoted,
    DoctypeEntityValueAfter,
    DoctypeEntityIdentifier,
    DoctypeEntityIdentifierDoubleQuoted,
    DoctypeEntityIdentifierSingleQuoted,
    DoctypeAttlist,
    DoctypeAttlistNameBefore,
    DoctypeAttlistName,
    DoctypeAttlistNameAfter,
    DoctypeAttlistAttributeName,
    DoctypeAttlistAttributeNameAfter,
    DoctypeAttlistAttributeType,
    /// limpid's: within the parentheses of an enumeration.
    DoctypeAttlistAttributeTypeEnumeration,
    DoctypeAttlistAttributeTypeAfter,
    DoctypeAttlistAttributeDeclarationBefore,
    DoctypeAttlistAttributeDeclaration,
    DoctypeAttlistAttributeDeclarationAfter,
    DoctypeAttlistAttributeValueDoubleQuoted,
    DoctypeAttlistAttributeValueSingleQuoted,
    DoctypeNotation,
    DoctypeNotationIdentifier,
    DoctypeNotationIdentifierDoubleQuoted,
    DoctypeNotationIdentifierSingleQuoted,
    DoctypePi,
    DoctypePiAfter,
    DoctypeBogusComment,
    TagName,
    EmptyTag,
    TagAttributeNameBefore,
    TagAttributeName,
    TagAttributeNameAfter,
    TagAttributeValueBefore,
    TagAttributeValueDoubleQuoted,
    TagAttributeValueSingleQuoted,
    TagAttributeValueUnquoted,
    BogusComment,
    CharacterReference,
    /// limpid's: the name of a character reference or an entity.
    CharacterReferenceName,
    /// limpid's: after `&#`.
    CharacterReferenceNumber,
    /// limpid's: after `&#x`.
    CharacterReferenceHexadecimalStart,
    CharacterReferenceHexadecimal,
    CharacterReferenceDecimal,
}

impl State {
    /// Whether the text that was read last is that of a CDATA section.
    pub(crate) fn is_cdata(self) -> bool {
        matches!(self, State::Cdata | State::CdataBracket | State::CdataEnd)
    }

    /// Whether no token is in the making: what was read is text and needs not be kept.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, State::Data | State::Cdata)
    }
}
