//! Runs each program on its page, and compares the output with the file in `expected/`.

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn run(program: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.stdin(Stdio::null()).output().expect("the program starts")
}

fn check(name: &str, program: &str, arguments: &[&str]) {
    let output = run(program, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} failed: {errors}");
    let expected = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("expected/{name}.txt")));
    let expected = expected.expect("the expected output");
    assert_eq!(String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&expected));
    assert!(output.stdout == expected, "the bytes differ");
}

macro_rules! programs {
    ($($name:ident: $($argument:literal)*;)*) => { $(
        #[test]
        fn $name() {
            let (name, program) = (stringify!($name), env!(concat!("CARGO_BIN_EXE_", stringify!($name))));
            check(name, program, &[$($argument),*]);
            let output = run(program, &["pages/missing.html", "pages/missing.html"]);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success() && errors.contains("pages/missing.html: "), "{errors}");
        }
    )* };
}

programs! {
    asset_proxy: "pages/asset_proxy.html";
    broken_feed: "pages/broken_feed.xml";
    comment_policy: "pages/comment_policy.html";
    compare_versions: "pages/compare_versions.html" "pages/compare_versions_new.html";
    count_elements: "pages/count_elements.html";
    inline_svg: "pages/inline_svg.html";
    links: "pages/links.html";
    lint: "pages/lint.html";
    metadata: "pages/metadata.html";
    parallel: "pages/links.html" "pages/products.html" "pages/metadata.html" "pages/lint.html";
    products: "pages/products.html";
    table_of_contents: "pages/table_of_contents.html";
    table_to_csv: "pages/table_to_csv.html";
}
