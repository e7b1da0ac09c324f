//! The guide to sinks contains the example, and its tables name every method of `TreeSink`.

const GUIDE: &str = include_str!("../../../docs/guide/write-a-sink.md");

#[test]
fn the_guide_has_the_minimal_sink() {
    let example = include_str!("../examples/minimal_sink.rs");
    let (_, example) = example.split_once("\n\n").expect("the example starts with a module doc");
    let (example, _) = example.split_once("\nfn main()").expect("the example has a main function");
    assert!(
        GUIDE.contains(example.trim_end()),
        "docs/guide/write-a-sink.md has another sink than examples/minimal_sink.rs"
    );
}

/// The names in the first column of the table under a heading of the guide.
fn names_in_table(heading: &str) -> Vec<&'static str> {
    let (_, section) = GUIDE.split_once(heading).expect("the guide has the heading");
    let section = section.split("\n## ").next().unwrap_or_default();
    let cells = section.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let mut names: Vec<&str> = cells.flat_map(|cell| cell.split(", ")).map(|name| name.trim_matches('`')).collect();
    names.sort_unstable();
    names
}

/// The methods and constants of `TreeSink` between two of its headings.
fn names_in_trait(heading: &str, next: &str) -> Vec<&'static str> {
    let source = include_str!("../../limpid-markup/src/tree_sink.rs");
    let (_, section) = source.split_once(heading).expect("the trait has the heading");
    let (section, _) = section.split_once(next).expect("the trait goes on");
    let items = section.lines().filter_map(|line| line.strip_prefix("    fn ").or(line.strip_prefix("    const ")));
    let mut names: Vec<&str> = items.filter_map(|item| item.split(['(', ':']).next()).collect();
    names.sort_unstable();
    names
}

#[test]
fn the_guide_s_tables_have_every_method_of_a_sink() {
    assert_eq!(names_in_table("## Required methods"), names_in_trait("// Required methods", "// Hooks"));
    assert_eq!(names_in_table("## Optional methods\n"), names_in_trait("// Hooks", "// Fast paths"));
    assert_eq!(names_in_table("## Optional methods for speed"), names_in_trait("// Fast paths", "\n}\n"));
}
