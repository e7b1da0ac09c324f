//! All tests of the crate in one program, which links only once.

mod any_input;
mod archives;
mod arrow_columns;
mod commands;
mod common;
mod content;
mod corpus;
mod edit;
mod exit_codes;
mod failures;
mod fix;
mod folders;
mod help;
mod hints;
mod pages;
mod queries;
mod report;
mod rewrite;
mod sanitize;
mod tables;
mod terminal;
mod xml;
mod xpath;
