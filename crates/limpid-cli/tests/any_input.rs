//! Unusual and random input: every command prints valid output and exits without an error.

use crate::common::{COMMANDS, assert_is_json, json, limpid, page_json, stdout, stdout_bytes};

/// Runs every command in both formats, and checks that the output is UTF-8 and valid JSON.
#[track_caller]
fn assert_all_commands_accept(page: &[u8], options: &[&str]) {
    for command in COMMANDS {
        let text = stdout_bytes(&[&[command, "-"], options].concat(), page);
        assert!(std::str::from_utf8(&text).is_ok(), "{command}");
        assert_is_json(&stdout_bytes(&[&[command, "-", "--format", "json"], options].concat(), page));
    }
    for output in [&[][..], &["--text"], &["--attr", "a"], &["--count"]] {
        let select = [&["select", ":is(p, td):not(:has(svg))", "-", "--format", "json"], output, options].concat();
        assert_is_json(&stdout_bytes(&select, page));
    }
    for form in [&["html", "--pretty"][..], &["html", "--minify"], &["xml", "--from-html"], &["text", "--text-content"]]
    {
        assert_is_json(&stdout_bytes(&[form, &["-", "--format", "json"], options].concat(), page));
    }
    // The repaired page has the same tree. `fix` refuses a page if removing the text between two invalid bytes would join them.
    let fixed = limpid(&[&["fix", "-"], options].concat(), page);
    let dump = |page| stdout_bytes(&[&["tree", "-"], options].concat(), page);
    match fixed.code {
        Some(0) => assert_eq!(dump(&fixed.stdout), dump(page)),
        _ => assert!(fixed.stderr.contains("cannot be written in") && std::str::from_utf8(page).is_err(), "{fixed:?}"),
    }
    let log = stdout_bytes(&[&["errors", "--format", "sarif", "-"], options].concat(), page);
    assert!(serde_json::from_slice::<serde_json::Value>(&log).unwrap()["runs"][0]["results"].is_array());
}

#[test]
fn nothing() {
    assert_all_commands_accept(b"", &[]);
    assert_eq!(stdout(&["tree", "-"], ""), "| <html>\n|   <head>\n|   <body>\n");
    assert_eq!(stdout(&["html", "-"], ""), "<html><head></head><body></body></html>");
    assert_eq!(stdout(&["text", "-"], ""), "");
    assert_eq!(stdout(&["tokens", "-"], ""), "end-of-file 1:1-1:1\n");
    assert!(stdout(&["errors", "-"], "").starts_with("<stdin>:1:1: missing-doctype: "));
    for command in ["tree", "html", "text"] {
        assert_eq!(stdout(&[command, "--fragment", "td", "-"], ""), "");
    }
}

/// Reproducible pseudorandom bytes.
fn noise() -> impl Iterator<Item = u8> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    })
}

#[test]
fn random_bytes() {
    let bytes: Vec<u8> = noise().take(50_000).collect();
    assert_all_commands_accept(&bytes, &[]);
    assert_all_commands_accept(&bytes, &["--encoding", "utf-8"]);
    assert_all_commands_accept(&bytes, &["--encoding", "shift_jis", "--fragment", "svg desc"]);
    assert_all_commands_accept(&bytes, &["--encoding", "utf-16le", "--scripting", "on"]);
}

#[test]
fn random_markup() {
    let pieces = [
        "<",
        ">",
        "</",
        "/>",
        "p",
        "table",
        "td",
        "svg",
        "b",
        "script",
        "select",
        "template",
        " a=",
        "\"",
        "'",
        "&",
        "amp;",
        "#0;",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<?x",
        "\0",
        "\r",
        "\n",
        "\t",
        "é",
        "\u{1b}",
        "\u{feff}",
        "text",
        "<!doctype",
    ];
    let markup: String = noise().take(20_000).map(|byte| pieces[usize::from(byte) % pieces.len()]).collect();
    assert_all_commands_accept(markup.as_bytes(), &["--encoding", "utf-8"]);
    assert_all_commands_accept(markup.as_bytes(), &["--encoding", "utf-8", "--fragment", "table"]);
}

#[test]
fn nuls() {
    let page = b"\0<p\0 a\0=\0>\0<svg>\0<table>\0<!--\0--><script>\0</script>&\0;";
    assert_all_commands_accept(page, &[]);
    assert_all_commands_accept(&[0; 5000], &[]);
    assert_eq!(page_json(&["tokens", "-"], "a\0")["tokens"][1]["data"], "\0");
    let tokens = stdout(&["tokens", "-"], "a\0");
    assert!(tokens.contains("\"\\0\""), "{tokens}");
    assert!(!tokens.contains('\0'));
}

#[test]
fn deep_nesting() {
    const DEPTH: usize = 100_000;
    let page = format!("<!DOCTYPE html>{}x", "<div>".repeat(DEPTH));
    let html = stdout(&["html", "-"], &page);
    assert_eq!(html.matches("<div>").count(), html.matches("</div>").count());
    assert_eq!(stdout(&["text", "-"], &page), "x\n");
    assert!(stdout(&["errors", "-"], &page).contains(": eof-with-open-elements: "));
    assert!(stdout(&["tokens", "-"], &page).lines().count() > DEPTH);
    for command in COMMANDS {
        assert_is_json(&stdout_bytes(&[command, "-", "--format", "json"], page.as_bytes()));
    }
}

#[test]
fn a_deep_tree() {
    const DEPTH: usize = 2000;
    let tree = stdout(&["tree", "-"], "<div>".repeat(DEPTH));
    assert_eq!(tree.matches("<div>").count(), DEPTH);
}

/// Computing each column from the start of the line would take minutes.
#[test]
fn many_errors_in_one_long_line() {
    const COUNT: usize = 100_000;
    let page = format!("<!DOCTYPE html>{}", "</i>".repeat(COUNT));
    let errors = stdout(&["errors", "-"], &page);
    let last = format!("<stdin>:1:{}: ", 15 + 4 * (COUNT - 1) + 1);
    assert_eq!(errors.lines().filter(|line| line.starts_with("<stdin>:")).count(), COUNT);
    assert!(errors.contains(&last));
    assert_eq!(json(&["errors", "-"], &page).as_array().unwrap().len(), COUNT);
}
