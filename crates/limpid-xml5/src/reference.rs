//! The meaning of references by name.

use crate::declarations::{Declarations, EntityId};
use limpid_markup::lookup_character_reference;

/// The meaning of a reference.
pub(crate) enum Target {
    /// A [predefined entity](https://www.w3.org/TR/xml/#sec-predefined-ent).
    Predefined(&'static str),
    /// An entity of the document.
    Entity(EntityId),
    /// A character reference of HTML.
    Html(&'static str),
    /// A character by its number.
    Character(char),
    Unknown,
}

/// Looks a name with its `;` up: predefined entities come first, then those of the document, then HTML's names.
pub(crate) fn look_up_name(name: &str, declarations: &Declarations) -> Target {
    match name {
        "lt;" => Target::Predefined("<"),
        "gt;" => Target::Predefined(">"),
        "amp;" => Target::Predefined("&"),
        "apos;" => Target::Predefined("'"),
        "quot;" => Target::Predefined("\""),
        _ => match declarations.general_entity(name.trim_end_matches(';')) {
            Some(entity) => Target::Entity(entity),
            None => lookup_character_reference(name.as_bytes())
                .map_or(Target::Unknown, |reference| Target::Html(reference.characters)),
        },
    }
}
