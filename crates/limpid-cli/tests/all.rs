//! One program for all tests of the crate, which links once instead of 15 times.

mod any_input;
mod archives;
mod arrow_columns;
mod commands;
mod common;
mod corpus;
mod edit;
mod failures;
mod fix;
mod folders;
mod pages;
mod queries;
mod report;
mod sanitize;
mod terminal;
mod xml;
mod xpath;
