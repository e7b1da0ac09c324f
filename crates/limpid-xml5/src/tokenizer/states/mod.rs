//! The states of XML5, in the order of the XML5 document. Each state has a method. States that differ only in a quote or an identifier share a
//! method.

use super::machine::{Machine, Step};
use crate::TokenSink;
use limpid_tokenizer::cursor::Identifier;

mod attribute;
mod attribute_declaration;
mod cdata;
mod character_reference;
mod comment;
mod doctype;
mod entity_declaration;
mod internal_subset;
mod processing_instruction;
mod tag;

/// Generates the enum of states and the dispatch to their methods, from one line per state: `State => method();`.
macro_rules! states {
    ($($(#[$attribute:meta])* $state:ident => $method:ident($($argument:expr),*);)*) => {
        /// A state of the tokenizer, with its name in the [XML5 document](https://github.com/annevk/xml5). A state that occurs only in the [later
        /// draft](https://ygg01.github.io/xml5_draft/) has the name that the draft uses. States added by limpid are marked.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub(crate) enum State {
            $($(#[$attribute])* $state,)*
        }

        impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
            pub(super) fn step(&mut self) -> Step {
                match self.registers.state {
                    $(State::$state => self.$method($($argument),*),)*
                }
            }
        }
    };
}

states! {
    #[default]
    Data => data_state();
    Tag => tag_state();
    EndTag => end_tag_state();
    EndTagName => end_tag_name_state();
    EndTagNameAfter => end_tag_name_after_state();
    Pi => pi_state();
    PiTarget => pi_target_state();
    PiTargetAfter => pi_target_after_state();
    PiData => pi_data_state();
    PiAfter => pi_after_state();
    MarkupDeclaration => markup_declaration_state();
    CommentStart => comment_start_state();
    CommentStartDash => comment_start_dash_state();
    /// Added by limpid: after `<!-->` or `<!--->`.
    CommentStartClosed => comment_start_closed_state();
    Comment => comment_state();
    CommentLessThanSign => comment_less_than_sign_state();
    CommentLessThanSignBang => comment_less_than_sign_bang_state();
    CommentLessThanSignBangDash => comment_less_than_sign_bang_dash_state();
    CommentLessThanSignBangDashDash => comment_less_than_sign_bang_dash_dash_state();
    CommentEndDash => comment_end_dash_state();
    CommentEnd => comment_end_state();
    CommentEndBang => comment_end_bang_state();
    Cdata => cdata_state();
    CdataBracket => cdata_bracket_state();
    CdataEnd => cdata_end_state();
    Doctype => doctype_state();
    DoctypeRootNameBefore => doctype_root_name_before_state();
    DoctypeRootName => doctype_root_name_state();
    DoctypeRootNameAfter => doctype_root_name_after_state();
    DoctypePublicKeywordAfter => identifier_keyword_after(Identifier::Public);
    DoctypePublicIdentifierBefore => identifier_before(Identifier::Public);
    DoctypePublicIdentifierDoubleQuoted => identifier(Identifier::Public, b'"');
    DoctypePublicIdentifierSingleQuoted => identifier(Identifier::Public, b'\'');
    DoctypePublicIdentifierAfter => doctype_public_identifier_after_state();
    DoctypeIdentifiersBetween => doctype_identifiers_between_state();
    DoctypeSystemKeywordAfter => identifier_keyword_after(Identifier::System);
    DoctypeSystemIdentifierBefore => identifier_before(Identifier::System);
    DoctypeSystemIdentifierDoubleQuoted => identifier(Identifier::System, b'"');
    DoctypeSystemIdentifierSingleQuoted => identifier(Identifier::System, b'\'');
    /// Added by limpid: after a `>` in a system identifier.
    DoctypeSystemIdentifierClosed => doctype_system_identifier_closed_state();
    DoctypeSystemIdentifierAfter => doctype_system_identifier_after_state();
    BogusDoctype => bogus_doctype_state();
    DoctypeInternalSubset => doctype_internal_subset_state();
    /// Added by limpid: after `%`.
    DoctypeParameterEntityReference => doctype_parameter_entity_reference_state();
    DoctypeInternalSubsetAfter => doctype_internal_subset_after_state();
    DoctypeTag => doctype_tag_state();
    DoctypeMarkupDeclaration => doctype_markup_declaration_state();
    DoctypeComment => skip_past("-->");
    DoctypeEntity => whitespace_before_name(State::DoctypeEntityTypeBefore);
    DoctypeEntityTypeBefore => doctype_entity_type_before_state();
    DoctypeEntityParameterBefore => whitespace_before_name(State::DoctypeEntityParameter);
    DoctypeEntityParameter => name_before(State::DoctypeEntityName);
    DoctypeEntityName => declared_name(State::DoctypeEntityNameAfter);
    DoctypeEntityNameAfter => doctype_entity_name_after_state();
    DoctypeEntityValueDoubleQuoted => entity_value(b'"', State::DoctypeEntityValueDoubleQuoted);
    DoctypeEntityValueSingleQuoted => entity_value(b'\'', State::DoctypeEntityValueSingleQuoted);
    DoctypeEntityValueAfter => doctype_entity_value_after_state();
    /// This state combines the DOCTYPE ENTITY identifier state and the DOCTYPE NOTATION identifier state. The next two states also combine an ENTITY
    /// state and a NOTATION state.
    DoctypeExternalIdentifier => external_identifier();
    DoctypeExternalIdentifierDoubleQuoted => skip_quoted(b'"', State::DoctypeExternalIdentifier);
    DoctypeExternalIdentifierSingleQuoted => skip_quoted(b'\'', State::DoctypeExternalIdentifier);
    DoctypeAttlist => whitespace_before_name(State::DoctypeAttlistNameBefore);
    DoctypeAttlistNameBefore => name_before(State::DoctypeAttlistName);
    DoctypeAttlistName => declared_name(State::DoctypeAttlistNameAfter);
    DoctypeAttlistNameAfter => doctype_attlist_name_after_state();
    DoctypeAttlistAttributeName => doctype_attlist_attribute_name_state();
    DoctypeAttlistAttributeNameAfter => doctype_attlist_attribute_name_after_state();
    DoctypeAttlistAttributeType => doctype_attlist_attribute_type_state();
    /// Added by limpid: inside the parentheses of an enumeration.
    DoctypeAttlistAttributeTypeEnumeration => doctype_attlist_attribute_type_enumeration_state();
    DoctypeAttlistAttributeTypeAfter => doctype_attlist_attribute_type_after_state();
    DoctypeAttlistAttributeDeclarationBefore => doctype_attlist_attribute_declaration_before_state();
    DoctypeAttlistAttributeDeclaration => doctype_attlist_attribute_declaration_state();
    DoctypeAttlistAttributeDeclarationAfter => doctype_attlist_attribute_declaration_after_state();
    DoctypeAttlistAttributeValueDoubleQuoted => default_value(b'"', State::DoctypeAttlistAttributeValueDoubleQuoted);
    DoctypeAttlistAttributeValueSingleQuoted => default_value(b'\'', State::DoctypeAttlistAttributeValueSingleQuoted);
    DoctypeNotation => whitespace_before_name(State::DoctypeExternalIdentifier);
    DoctypePi => skip_past("?>");
    DoctypeBogusComment => skip_past(">");
    TagName => tag_name_state();
    EmptyTag => empty_tag_state();
    TagAttributeNameBefore => tag_attribute_name_before_state();
    TagAttributeName => tag_attribute_name_state();
    TagAttributeNameAfter => tag_attribute_name_after_state();
    TagAttributeValueBefore => tag_attribute_value_before_state();
    TagAttributeValueDoubleQuoted => quoted_attribute_value(b'"', State::TagAttributeValueDoubleQuoted);
    TagAttributeValueSingleQuoted => quoted_attribute_value(b'\'', State::TagAttributeValueSingleQuoted);
    TagAttributeValueUnquoted => tag_attribute_value_unquoted_state();
    BogusComment => bogus_comment_state();
    CharacterReference => character_reference_state();
    /// Added by limpid: the name of a character reference or an entity.
    CharacterReferenceName => character_reference_name_state();
    /// Added by limpid: after `&#`.
    CharacterReferenceNumber => character_reference_number_state();
    /// Added by limpid: after `&#x`.
    CharacterReferenceHexadecimalStart => character_reference_hexadecimal_start_state();
    CharacterReferenceHexadecimal => digits(16);
    CharacterReferenceDecimal => digits(10);
}

impl State {
    /// Whether the current text belongs to a CDATA section.
    pub(crate) fn is_cdata(self) -> bool {
        matches!(self, State::Cdata | State::CdataBracket | State::CdataEnd)
    }

    /// Whether the tokenizer is in text, between tokens. If so, the consumed input can be dropped.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, State::Data | State::Cdata)
    }
}
