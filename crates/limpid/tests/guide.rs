//! The guide shows the example as it is.

#[test]
fn the_guide_has_the_minimal_sink() {
    let guide = include_str!("../../../docs/guide/write-a-sink.md");
    let example = include_str!("../examples/minimal_sink.rs");
    let (_, example) = example.split_once("\n\n").expect("the example starts with what it is");
    let (example, _) = example.split_once("\nfn main()").expect("the example has a main function");
    assert!(guide.contains(example), "docs/guide/write-a-sink.md has another sink than examples/minimal_sink.rs");
}
