//! Reads `differences.toml`, the list of differences of other parsers from the standard. Tests, comparisons and the tables of the
//! documentation use it.

use serde::Deserialize;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The differences, in the order of the file.
pub static DIFFERENCES: LazyLock<Vec<Difference>> = LazyLock::new(|| {
    let File { difference } =
        toml::from_str(include_str!("../differences.toml")).expect("differences.toml is well-formed");
    difference
});

#[derive(Deserialize)]
struct File {
    difference: Vec<Difference>,
}

/// A difference of a parser from the standard, in the tree or in the calls of a sink.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The identifier of the difference.
    pub name: String,
    /// The page and anchor of the rule in the standard.
    pub anchor: String,
    /// The standard's rule.
    pub standard: String,
    /// The behavior of html5ever 0.40.
    pub html5ever: Option<String>,
    /// Whether the law `html5ever` changes pages to avoid the difference.
    #[serde(default)]
    pub in_law: bool,
    /// The cases in which the calls of a sink differ, such as `limpid/tree-construction/tables.dat #19`. An entry that ends with `scripting on`
    /// or `scripting off` only applies with this setting.
    #[serde(default)]
    pub cases: Vec<String>,
    /// The behavior of Chromium.
    pub chromium: Option<String>,
}

impl Difference {
    /// Returns the difference with this name.
    ///
    /// # Panics
    /// If there is no such difference.
    #[must_use]
    pub fn named(name: &str) -> &'static Difference {
        DIFFERENCES.iter().find(|it| it.name == name).unwrap_or_else(|| panic!("differences.toml has no {name}"))
    }

    /// Returns the difference that lists a case. `case` is the name of the case, and `scripting` is the name with the scripting setting;
    /// entries have either form.
    #[must_use]
    pub fn of_case(case: &str, scripting: &str) -> Option<&'static Difference> {
        DIFFERENCES.iter().find(|it| it.cases.iter().any(|listed| listed == case || listed == scripting))
    }

    /// Returns the rule with a link to the standard, in Markdown.
    #[must_use]
    pub fn link(&self) -> String {
        format!("[{}](https://html.spec.whatwg.org/multipage/{})", self.standard, self.anchor)
    }
}

/// Returns a table for docs/generated/html5ever-trees.md: the differences that the comparison of trees with html5ever avoids.
#[must_use]
pub fn law_table() -> String {
    let mut table = "| html5ever 0.40 | the standard |\n| --- | --- |\n".to_owned();
    for difference in DIFFERENCES.iter().filter(|it| it.in_law) {
        let theirs = difference.html5ever.as_deref().unwrap_or_default();
        let _ = writeln!(table, "| {theirs} | {} |", difference.link());
    }
    table
}

/// Returns a table for docs/generated/html5ever-trees.md: the differences in html5ever's calls of a sink.
#[must_use]
pub fn calls_table() -> String {
    let mut table = "| rule | the HTML Standard | html5ever 0.40 |\n| --- | --- | --- |\n".to_owned();
    for difference in DIFFERENCES.iter().filter(|it| !it.cases.is_empty()) {
        let theirs = difference.html5ever.as_deref().unwrap_or_default();
        let _ = writeln!(table, "| `{}` | {} | {theirs} |", difference.name, difference.link());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_each_difference_has_a_parser() {
        for difference in DIFFERENCES.iter() {
            let count = DIFFERENCES.iter().filter(|it| it.name == difference.name).count();
            assert_eq!(count, 1, "{}", difference.name);
            let by_html5ever = difference.html5ever.is_some();
            assert!(by_html5ever || difference.chromium.is_some(), "{}", difference.name);
            assert_eq!(by_html5ever, difference.in_law || !difference.cases.is_empty(), "{}", difference.name);
        }
    }
}
