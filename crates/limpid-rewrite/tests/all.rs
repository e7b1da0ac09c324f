//! One program for all tests of the crate, which links once instead of 8 times.

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
