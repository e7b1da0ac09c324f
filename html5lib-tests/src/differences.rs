//! The differences of other parsers from today's standard, from `differences.toml`: the one list that laws, comparisons and
//! the tables of the documentation share.

use serde::Deserialize;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The list, in the order of the file.
pub static DIFFERENCES: LazyLock<Vec<Difference>> = LazyLock::new(|| {
    let File { difference } =
        toml::from_str(include_str!("../differences.toml")).expect("differences.toml is well-formed");
    difference
});

#[derive(Deserialize)]
struct File {
    difference: Vec<Difference>,
}

/// A matter in which a parser builds another tree, or makes other calls, than the standard asks for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The word for it in code.
    pub name: String,
    /// Where the standard has the rule: a page and an anchor.
    pub anchor: String,
    /// The standard's rule.
    pub standard: String,
    /// The behaviour of html5ever 0.40.
    pub html5ever: Option<String>,
    /// Whether the law that html5ever builds the same trees keeps pages out of it.
    #[serde(default)]
    pub in_law: bool,
    /// The cases whose calls differ by it, some with a setting of scripting.
    #[serde(default)]
    pub cases: Vec<String>,
    /// The behaviour of Chromium.
    pub chromium: Option<String>,
}

impl Difference {
    /// Finds the difference of this name.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn named(name: &str) -> &'static Difference {
        DIFFERENCES.iter().find(|it| it.name == name).unwrap_or_else(|| panic!("differences.toml has no {name}"))
    }

    /// Finds the difference that is listed with a case, or with a case and a setting of scripting.
    #[must_use]
    pub fn of_case(case: &str, scripting: &str) -> Option<&'static Difference> {
        DIFFERENCES.iter().find(|it| it.cases.iter().any(|listed| listed == case || listed == scripting))
    }

    /// Writes the rule with a link to the standard, in Markdown.
    #[must_use]
    pub fn link(&self) -> String {
        format!("[{}](https://html.spec.whatwg.org/multipage/{})", self.standard, self.anchor)
    }
}

/// Writes the table of docs/generated/html5ever-trees.md: the points that the comparison of trees with html5ever leaves out.
#[must_use]
pub fn law_table() -> String {
    let mut table = "| html5ever 0.40 | the standard |\n| --- | --- |\n".to_owned();
    for difference in DIFFERENCES.iter().filter(|it| it.in_law) {
        let theirs = difference.html5ever.as_deref().unwrap_or_default();
        let _ = writeln!(table, "| {theirs} | {} |", difference.link());
    }
    table
}

/// Writes the table of docs/generated/html5ever-trees.md: the points that change how html5ever calls a sink.
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
    fn each_has_a_name_of_its_own_and_says_who_differs() {
        for difference in DIFFERENCES.iter() {
            let of_this_name = DIFFERENCES.iter().filter(|it| it.name == difference.name).count();
            assert_eq!(of_this_name, 1, "{}", difference.name);
            let by_html5ever = difference.html5ever.is_some();
            assert!(by_html5ever || difference.chromium.is_some(), "{}", difference.name);
            assert_eq!(by_html5ever, difference.in_law || !difference.cases.is_empty(), "{}", difference.name);
        }
    }
}
