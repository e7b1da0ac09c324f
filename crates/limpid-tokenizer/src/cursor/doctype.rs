//! The DOCTYPE in the making.

use super::{Cursor, PieceRange};
use limpid_markup::Doctype;

/// One of the two identifiers of a DOCTYPE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Identifier {
    /// The public identifier.
    Public,
    /// The system identifier.
    System,
}

/// The parts of a DOCTYPE that were read.
#[derive(Clone, Copy, Debug, Default)]
pub struct DoctypeInTheMaking {
    /// The name.
    pub name: Option<PieceRange>,
    /// The public identifier.
    pub public_id: Option<PieceRange>,
    /// The system identifier.
    pub system_id: Option<PieceRange>,
    /// The force-quirks flag.
    pub force_quirks: bool,
}

impl DoctypeInTheMaking {
    /// Sets an identifier.
    pub fn set(&mut self, identifier: Identifier, range: PieceRange) {
        match identifier {
            Identifier::Public => self.public_id = Some(range),
            Identifier::System => self.system_id = Some(range),
        }
    }
}

impl Cursor<'_, '_> {
    /// Returns the DOCTYPE, which ends before the next input character.
    pub fn doctype(&self) -> Doctype<'_> {
        let DoctypeInTheMaking { name, public_id, system_id, force_quirks } = self.making.doctype;
        let text = |range: Option<PieceRange>| range.map(|range| self.piece_text(range));
        Doctype {
            name: text(name),
            public_id: text(public_id),
            system_id: text(system_id),
            force_quirks,
            span: self.token_span(),
        }
    }
}
