//! Resolves references by name.

use crate::declarations::{Declarations, EntityId};
use limpid_markup::lookup_character_reference;

/// The result of resolving a reference.
pub(crate) enum Target {
    /// A [predefined entity](https://www.w3.org/TR/xml/#sec-predefined-ent).
    Predefined(&'static str),
    /// An entity of the document.
    Entity(EntityId),
    /// A named character reference of HTML.
    Html(&'static str),
    /// The character of a numeric reference.
    Character(char),
    Unknown,
}

/// Resolves a name that ends with `;`: first as a predefined entity, then as an entity of the document, then as a name of HTML.
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
