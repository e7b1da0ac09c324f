//! The names in the parser's tables (`crates/limpid-markup/data/`), so that the generators also use new elements and attributes.

use std::sync::LazyLock;

/// The tables.
pub static TABLES: LazyLock<Tables> = LazyLock::new(Tables::read);

/// Names by table.
#[derive(Debug)]
pub struct Tables {
    /// HTML elements.
    pub html: Vec<&'static str>,
    /// SVG elements, in SVG's spelling.
    pub svg: Vec<&'static str>,
    /// MathML elements.
    pub mathml: Vec<&'static str>,
    /// Elements in the tag sets, to which rules of tree construction refer. A name occurs once for each set that contains it.
    pub in_rules: Vec<&'static str>,
    /// Attributes.
    pub attributes: Vec<&'static str>,
    /// Attributes whose case the parser adjusts, in SVG's spelling, and `definitionURL`.
    pub adjusted_attributes: Vec<&'static str>,
    /// Attributes that get a namespace in foreign content, such as `xlink:href`.
    pub foreign_attributes: Vec<&'static str>,
    /// Named character references, without `&`.
    pub references: Vec<&'static str>,
}

impl Tables {
    fn read() -> Tables {
        let adjustments = include_str!("../../crates/limpid-markup/data/adjustments.txt");
        let column = |section: &str, column: usize| -> Vec<&'static str> {
            lines(adjustments)
                .skip_while(|line| line.trim_matches(['[', ']']) != section)
                .skip(1)
                .take_while(|line| !line.starts_with('['))
                .filter_map(|line| line.split_whitespace().nth(column))
                .collect()
        };
        let mut adjusted_attributes = column("svg-attribute-names", 1);
        adjusted_attributes.push("definitionURL");
        let mut svg = words(include_str!("../../crates/limpid-markup/data/svg-elements.txt"));
        svg.extend(column("svg-tag-names", 1));
        Tables {
            html: words(include_str!("../../crates/limpid-markup/data/html-elements.txt")),
            svg,
            mathml: words(include_str!("../../crates/limpid-markup/data/mathml-elements.txt")),
            in_rules: words(include_str!("../../crates/limpid-markup/data/tag-sets.txt")),
            attributes: words(include_str!("../../crates/limpid-markup/data/attributes.txt")),
            adjusted_attributes,
            foreign_attributes: column("foreign-attributes", 0),
            references: lines(include_str!("../../crates/limpid-markup/data/character-references.txt"))
                .filter_map(|line| line.split_whitespace().next())
                .collect(),
        }
    }
}

/// Returns the lines that are neither empty nor comments.
fn lines(file: &'static str) -> impl Iterator<Item = &'static str> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#') && !line.starts_with("///"))
}

/// Returns the names in a file. In `clip-path=CLIP_PATH_ATTRIBUTE`, the text after `=` is the name of a constant.
fn words(file: &'static str) -> Vec<&'static str> {
    let lines = lines(file).filter(|line| !line.starts_with('['));
    lines.flat_map(str::split_whitespace).map(|word| word.split('=').next().unwrap_or(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use limpid_markup::{LocalName, character_references};

    #[test]
    fn every_name_of_the_parser_is_in_a_table() {
        let tables = &*TABLES;
        let all = [&tables.html, &tables.svg, &tables.mathml, &tables.attributes, &tables.adjusted_attributes];
        let is_listed = |name: &str| {
            let is_name = |listed: &&&str| **listed == name || listed.eq_ignore_ascii_case(name);
            all.into_iter().flatten().find(is_name).is_some()
                || tables.foreign_attributes.iter().any(|listed| listed.split(':').any(|part| part == name))
        };
        let missing: Vec<_> = (0..LocalName::COUNT)
            .map(|index| LocalName::from_index(index).as_str())
            .filter(|name| !name.is_empty() && !name.contains(':') && !is_listed(name))
            .collect();
        assert_eq!(missing, Vec::<&str>::new());
        assert_eq!(tables.references.len(), character_references().count());
        assert!(tables.in_rules.contains(&"search") && tables.foreign_attributes.contains(&"xlink:href"));
    }
}
