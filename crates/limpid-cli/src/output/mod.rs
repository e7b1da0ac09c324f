//! Writes the output of the commands to standard output: in the order of the pages, in whole lines, and with bounded memory.

mod page_writer;
mod printer;
mod sequence;
mod stream;

pub(crate) use printer::{Headers, Layout, Printer};
pub(crate) use sequence::Sequence;
pub(crate) use stream::{Stream, delay_interrupt};
