//! One method for each state, in the order of the document; states that differ in a quote or an identifier share one.

use super::machine::{Machine, Step};
use crate::TokenSink;
use crate::state::State;
use limpid_tokenizer::cursor::Identifier;

pub(super) use attribute::is_local_name;

mod attribute;
mod attribute_declaration;
mod cdata;
mod character_reference;
mod comment;
mod doctype;
mod entity_declaration;
mod internal_subset;
mod notation_declaration;
mod processing_instruction;
mod tag;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// One step of the state machine.
    pub(super) fn step(&mut self) -> Step {
        match self.registers.state {
            State::Data => self.data_state(),
            State::Tag => self.tag_state(),
            State::EndTag => self.end_tag_state(),
            State::EndTagName => self.end_tag_name_state(),
            State::EndTagNameAfter => self.end_tag_name_after_state(),
            State::Pi => self.pi_state(),
            State::PiTarget => self.pi_target_state(),
            State::PiTargetAfter => self.pi_target_after_state(),
            State::PiData => self.pi_data_state(),
            State::PiAfter => self.pi_after_state(),
            State::MarkupDeclaration => self.markup_declaration_state(),
            State::CommentStart => self.comment_start_state(),
            State::CommentStartDash => self.comment_start_dash_state(),
            State::CommentStartClosed => self.comment_start_closed_state(),
            State::Comment => self.comment_state(),
            State::CommentLessThanSign => self.comment_less_than_sign_state(),
            State::CommentLessThanSignBang => self.comment_less_than_sign_bang_state(),
            State::CommentLessThanSignBangDash => self.comment_less_than_sign_bang_dash_state(),
            State::CommentLessThanSignBangDashDash => self.comment_less_than_sign_bang_dash_dash_state(),
            State::CommentEndDash => self.comment_end_dash_state(),
            State::CommentEnd => self.comment_end_state(),
            State::CommentEndBang => self.comment_end_bang_state(),
            State::Cdata => self.cdata_state(),
            State::CdataBracket => self.cdata_bracket_state(),
            State::CdataEnd => self.cdata_end_state(),
            State::Doctype => self.doctype_state(),
            State::DoctypeRootNameBefore => self.doctype_root_name_before_state(),
            State::DoctypeRootName => self.doctype_root_name_state(),
            State::DoctypeRootNameAfter => self.doctype_root_name_after_state(),
            State::DoctypePublicKeywordAfter => self.identifier_keyword_after(Identifier::Public),
            State::DoctypePublicIdentifierBefore => self.identifier_before(Identifier::Public),
            State::DoctypePublicIdentifierDoubleQuoted => self.identifier(Identifier::Public, b'"'),
            State::DoctypePublicIdentifierSingleQuoted => self.identifier(Identifier::Public, b'\''),
            State::DoctypePublicIdentifierAfter => self.doctype_public_identifier_after_state(),
            State::DoctypeIdentifiersBetween => self.doctype_identifiers_between_state(),
            State::DoctypeSystemKeywordAfter => self.identifier_keyword_after(Identifier::System),
            State::DoctypeSystemIdentifierBefore => self.identifier_before(Identifier::System),
            State::DoctypeSystemIdentifierDoubleQuoted => self.identifier(Identifier::System, b'"'),
            State::DoctypeSystemIdentifierSingleQuoted => self.identifier(Identifier::System, b'\''),
            State::DoctypeSystemIdentifierClosed => self.doctype_system_identifier_closed_state(),
            State::DoctypeSystemIdentifierAfter => self.doctype_system_identifier_after_state(),
            State::BogusDoctype => self.bogus_doctype_state(),
            State::DoctypeInternalSubset => self.doctype_internal_subset_state(),
            State::DoctypeParameterEntityReference => self.doctype_parameter_entity_reference_state(),
            State::DoctypeInternalSubsetAfter => self.doctype_internal_subset_after_state(),
            State::DoctypeTag => self.doctype_tag_state(),
            State::DoctypeMarkupDeclaration => self.doctype_markup_declaration_state(),
            State::DoctypeComment => self.doctype_comment_state(),
            State::DoctypeCommentDash => self.doctype_comment_dash_state(),
            State::DoctypeCommentEnd => self.doctype_comment_end_state(),
            State::DoctypeEntity => self.whitespace_before_name(State::DoctypeEntityTypeBefore),
            State::DoctypeEntityTypeBefore => self.doctype_entity_type_before_state(),
            State::DoctypeEntityParameterBefore => self.doctype_entity_parameter_before_state(),
            State::DoctypeEntityParameter => self.doctype_entity_parameter_state(),
            State::DoctypeEntityName => self.doctype_entity_name_state(),
            State::DoctypeEntityNameAfter => self.doctype_entity_name_after_state(),
            State::DoctypeEntityValueDoubleQuoted => self.entity_value(b'"', State::DoctypeEntityValueDoubleQuoted),
            State::DoctypeEntityValueSingleQuoted => self.entity_value(b'\'', State::DoctypeEntityValueSingleQuoted),
            State::DoctypeEntityValueAfter => self.doctype_entity_value_after_state(),
            State::DoctypeEntityIdentifier => self.doctype_entity_identifier_state(),
            State::DoctypeEntityIdentifierDoubleQuoted => self.skip_quoted(b'"', State::DoctypeEntityIdentifier),
            State::DoctypeEntityIdentifierSingleQuoted => self.skip_quoted(b'\'', State::DoctypeEntityIdentifier),
            State::DoctypeAttlist => self.whitespace_before_name(State::DoctypeAttlistNameBefore),
            State::DoctypeAttlistNameBefore => self.doctype_attlist_name_before_state(),
            State::DoctypeAttlistName => self.doctype_attlist_name_state(),
            State::DoctypeAttlistNameAfter => self.doctype_attlist_name_after_state(),
            State::DoctypeAttlistAttributeName => self.doctype_attlist_attribute_name_state(),
            State::DoctypeAttlistAttributeNameAfter => self.doctype_attlist_attribute_name_after_state(),
            State::DoctypeAttlistAttributeType => self.doctype_attlist_attribute_type_state(),
            State::DoctypeAttlistAttributeTypeEnumeration => self.doctype_attlist_attribute_type_enumeration_state(),
            State::DoctypeAttlistAttributeTypeAfter => self.doctype_attlist_attribute_type_after_state(),
            State::DoctypeAttlistAttributeDeclarationBefore => {
                self.doctype_attlist_attribute_declaration_before_state()
            }
            State::DoctypeAttlistAttributeDeclaration => self.doctype_attlist_attribute_declaration_state(),
            State::DoctypeAttlistAttributeDeclarationAfter => self.doctype_attlist_attribute_declaration_after_state(),
            State::DoctypeAttlistAttributeValueDoubleQuoted => {
                self.default_value(b'"', State::DoctypeAttlistAttributeValueDoubleQuoted)
            }
            State::DoctypeAttlistAttributeValueSingleQuoted => {
                self.default_value(b'\'', State::DoctypeAttlistAttributeValueSingleQuoted)
            }
            State::DoctypeNotation => self.whitespace_before_name(State::DoctypeNotationIdentifier),
            State::DoctypeNotationIdentifier => self.doctype_notation_identifier_state(),
            State::DoctypeNotationIdentifierDoubleQuoted => self.skip_quoted(b'"', State::DoctypeNotationIdentifier),
            State::DoctypeNotationIdentifierSingleQuoted => self.skip_quoted(b'\'', State::DoctypeNotationIdentifier),
            State::DoctypePi => self.doctype_pi_state(),
            State::DoctypePiAfter => self.doctype_pi_after_state(),
            State::DoctypeBogusComment => self.doctype_bogus_comment_state(),
            State::TagName => self.tag_name_state(),
            State::EmptyTag => self.empty_tag_state(),
            State::TagAttributeNameBefore => self.tag_attribute_name_before_state(),
            State::TagAttributeName => self.tag_attribute_name_state(),
            State::TagAttributeNameAfter => self.tag_attribute_name_after_state(),
            State::TagAttributeValueBefore => self.tag_attribute_value_before_state(),
            State::TagAttributeValueDoubleQuoted => {
                self.quoted_attribute_value(b'"', State::TagAttributeValueDoubleQuoted)
            }
            State::TagAttributeValueSingleQuoted => {
                self.quoted_attribute_value(b'\'', State::TagAttributeValueSingleQuoted)
            }
            State::TagAttributeValueUnquoted => self.tag_attribute_value_unquoted_state(),
            State::BogusComment => self.bogus_comment_state(),
            State::CharacterReference => self.character_reference_state(),
            State::CharacterReferenceName => self.character_reference_name_state(),
            State::CharacterReferenceNumber => self.character_reference_number_state(),
            State::CharacterReferenceHexadecimalStart => self.character_reference_hexadecimal_start_state(),
            State::CharacterReferenceHexadecimal => self.digits(16),
            State::CharacterReferenceDecimal => self.digits(10),
        }
    }
}
