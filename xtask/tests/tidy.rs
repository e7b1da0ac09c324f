//! Runs each rule of `cargo xtask tidy` as a test. The command prints the findings of all rules.

use std::sync::LazyLock;
use xtask::tidy::{Finding, RULES, Repository, findings};

/// The findings of all rules. The sources are read only once.
static FINDINGS: LazyLock<Vec<(&str, Vec<Finding>)>> = LazyLock::new(|| {
    let repository = Repository::read();
    RULES.iter().map(|(name, _)| (*name, findings(&repository, name))).collect()
});

/// Checks that a rule has no findings.
fn check(rule: &str) {
    let (_, findings) = FINDINGS.iter().find(|(name, _)| *name == rule).expect("a known rule");
    let findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
}

macro_rules! rules {
    ($($test:ident $rule:literal)*) => {
        $(
            #[test]
            fn $test() {
                check($rule);
            }
        )*

        #[test]
        fn every_rule_is_tested() {
            assert!(RULES.iter().map(|(name, _)| *name).eq([$($rule),*]));
        }
    };
}

rules! {
    file_length "file-length"
    function_length "function-length"
    anchors "anchors"
    rare_functions_are_compiled_where_called "compiled-where-called"
    links "links"
    glossary "glossary"
}
