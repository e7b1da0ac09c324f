//! The DOCTYPE in the making.

use super::PieceRange;
use limpid_markup::{Doctype, Span};

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

    /// Returns the DOCTYPE at a place, given the window, the input offset that the window starts at, and the built text.
    pub fn doctype<'a>(&self, span: Span, window: &'a str, window_start: u32, built: &'a str) -> Doctype<'a> {
        let text = |range: Option<PieceRange>| range.map(|range| range.text(window, window_start, built));
        Doctype {
            name: text(self.name),
            public_id: text(self.public_id),
            system_id: text(self.system_id),
            force_quirks: self.force_quirks,
            span,
        }
    }
}
