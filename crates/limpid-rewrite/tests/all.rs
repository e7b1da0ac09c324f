//! All tests of the crate in one program, so that they are linked only once.

mod encodings;
mod ends;
mod in_pieces;
mod joints;
mod line_feeds;
mod memory;
mod output;
mod reader;
mod real_pages;
mod tables;
