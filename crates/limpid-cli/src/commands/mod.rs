//! One file for each command.

pub(crate) mod errors;
pub(crate) mod html;
pub(crate) mod report;
pub(crate) mod text;
pub(crate) mod tokens;
pub(crate) mod tree;

use crate::page::Page;
use std::io::{self, Write};

/// Writes what a command says about a page.
pub(crate) type Run = fn(&Page, &mut dyn Write) -> io::Result<()>;
