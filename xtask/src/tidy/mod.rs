//! `cargo xtask tidy`: checks the rules of docs/style.md that a program can check. Each rule is a function that returns its findings.
//! `xtask/tests/tidy.rs` runs each rule as a test.

mod anchors;
mod finding;
mod lazy;
mod links;
mod sizes;
mod source;
#[cfg(test)]
mod tests;

pub use finding::Finding;
pub use source::Repository;

/// A rule: its name and its check.
pub type Rule = (&'static str, fn(&Repository) -> Vec<Finding>);

/// All rules, in the order in which `cargo xtask tidy` reports them.
pub const RULES: &[Rule] = &[
    ("file-length", sizes::files_are_short),
    ("function-length", sizes::functions_are_short),
    ("anchors", anchors::states_and_modes_have_their_anchors),
    ("compiled-where-called", lazy::rare_functions_are_compiled_where_called),
    ("links", links::named_files_exist),
    ("glossary", links::glossary_names_files),
];

/// The options of `cargo xtask tidy`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Report only findings in files whose path starts with one of these, such as crates/limpid-dom
    paths: Vec<String>,
}

/// Prints all findings, and fails if there are any.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let repository = Repository::read();
    let mut count = 0;
    for (name, rule) in RULES {
        for finding in rule(&repository) {
            if arguments.paths.is_empty() || arguments.paths.iter().any(|path| finding.path.starts_with(path)) {
                println!("{finding} [{name}]");
                count += 1;
            }
        }
    }
    if count == 0 { Ok(()) } else { Err(format!("{count} findings; docs/style.md explains the rules")) }
}

/// Returns the findings of the rule with this name.
pub fn findings(repository: &Repository, name: &str) -> Vec<Finding> {
    let (_, rule) = RULES.iter().find(|(known, _)| *known == name).expect("a known rule");
    rule(repository)
}
