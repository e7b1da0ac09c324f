//! Peers in C and Python.
use crate::measure::Row;
use std::path::Path;
pub(crate) const NAMES: [&str; 4] = ["lexbor", "turbohtml", "selectolax", "resiliparse"];
pub(crate) struct Installed {
    pub(crate) rows: Vec<Row>,
    pub(crate) skipped: Vec<String>,
}
pub(crate) fn install(_s: &Path, _t: &Path) -> Installed {
    Installed { rows: vec![], skipped: vec![] }
}
