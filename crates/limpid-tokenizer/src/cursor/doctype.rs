//! The current DOCTYPE token.

use super::PieceRange;

/// One of the two identifiers of a DOCTYPE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Identifier {
    /// The public identifier.
    Public,
    /// The system identifier.
    System,
}

/// The parts of a DOCTYPE that were read so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct CurrentDoctype {
    /// The name.
    pub name: Option<PieceRange>,
    /// The public identifier.
    pub public_id: Option<PieceRange>,
    /// The system identifier.
    pub system_id: Option<PieceRange>,
    /// The force-quirks flag.
    pub force_quirks: bool,
}

impl CurrentDoctype {
    /// Sets an identifier.
    pub fn set(&mut self, identifier: Identifier, range: PieceRange) {
        match identifier {
            Identifier::Public => self.public_id = Some(range),
            Identifier::System => self.system_id = Some(range),
        }
    }
}
