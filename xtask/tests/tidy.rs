//! The house rules, a test each; `cargo xtask tidy` prints all findings.

use std::sync::LazyLock;
use xtask::tidy::{Finding, House, RULES, findings};

/// The findings of all rules, from one reading of the sources.
static FINDINGS: LazyLock<Vec<(&str, Vec<Finding>)>> = LazyLock::new(|| {
    let house = House::read();
    RULES.iter().map(|(name, _)| (*name, findings(&house, name))).collect()
});

/// Checks one rule, and lists all places that break it.
fn keeps(rule: &str) {
    let (_, findings) = FINDINGS.iter().find(|(name, _)| *name == rule).expect("a known rule");
    let findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
}

macro_rules! rules {
    ($($test:ident $rule:literal)*) => {
        $(
            #[test]
            fn $test() {
                keeps($rule);
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
