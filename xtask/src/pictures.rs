//! `cargo xtask pictures`: draws the output of the `limpid` command for docs/guide/command.md.

use anstyle_svg::Term;
use anstyle_svg::WIN10_CONSOLE;
use clap::Args;
use std::fs;
use std::path::Path;
use std::process::Command;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Write nothing; fail if a picture differs from the output of the command
    #[arg(long)]
    check: bool,
}

/// Each picture: its name, the arguments of `limpid`, and the maximum number of output lines to show.
const PICTURES: [(&str, &[&str], usize); 16] = [
    ("tree", &["tree", "example.html"], 24),
    ("html", &["html", "--pretty", "example.html"], 24),
    ("xml", &["xml", "--pretty", "feed.xml"], 24),
    ("text", &["text", "example.html"], 24),
    ("tokens", &["tokens", "example.html"], 20),
    ("errors", &["errors", "example.html"], 34),
    ("summary", &["errors", "--summary", "example.html", "corrected.html"], 24),
    ("select", &["select", "td", "--text", "example.html"], 24),
    ("selector", &["select", "tr > > td", "example.html"], 24),
    ("links", &["links", "--base", "https://shop.example/tea/", "example.html"], 24),
    ("encoding", &["encoding", "example.html", "corrected.html"], 24),
    ("diff", &["diff", "example.html", "corrected.html"], 40),
    ("edit", &["edit", "td", "--add-class", "price", "--diff", "example.html"], 40),
    ("fix", &["fix", "--diff", "example.html"], 40),
    ("stats", &["stats", "example.html"], 28),
    ("files", &["select", "h1", "example.html", "corrected.html", "missing.html"], 24),
];

/// The working directory of the commands, and the folder of the pictures.
const PAGES: &str = "crates/limpid-cli/tests/pages";
const FOLDER: &str = "docs/guide/pictures";

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the folder xtask has no parent folder")?;
    let limpid = build(repository)?;
    let folder = repository.join(FOLDER);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut stale = Vec::new();
    for (name, command, lines) in PICTURES {
        let picture = picture(&limpid, &repository.join(PAGES), command, lines)?;
        let file = folder.join(format!("{name}.svg"));
        if fs::read_to_string(&file).is_ok_and(|old| old == picture) {
            continue;
        }
        stale.push(name);
        if !arguments.check {
            fs::write(&file, picture).map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    match (&stale[..], arguments.check) {
        ([], _) => println!("{} pictures are up to date", PICTURES.len()),
        (stale, false) => println!("drawn: {}", stale.join(", ")),
        (stale, true) => {
            return Err(format!(
                "pictures in {FOLDER} differ from the output of the command: {}; run `cargo xtask pictures`",
                stale.join(", ")
            ));
        }
    }
    Ok(())
}

/// Builds the `limpid` command and returns its path.
fn build(repository: &Path) -> Result<String, String> {
    let output = Command::new(env!("CARGO"))
        .args(["build", "-p", "limpid-cli", "--locked", "--quiet", "--message-format=json-render-diagnostics"])
        .current_dir(repository)
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo build: {error}"))?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let executable = messages.lines().find_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(str::to_owned)
    });
    executable.ok_or_else(|| "limpid-cli could not be built".to_owned())
}

/// Draws a command's colored output. Standard error follows standard output.
fn picture(limpid: &str, pages: &Path, command: &[&str], lines: usize) -> Result<String, String> {
    let mut run = Command::new(limpid);
    run.args(command).args(["--color", "always"]).current_dir(pages);
    let output = run.output().map_err(|error| format!("{limpid}: {error}"))?;
    let mut printed = output.stdout;
    printed.extend(output.stderr);
    let printed = String::from_utf8_lossy(&printed);
    let quote = |argument: &&str| {
        if argument.contains([' ', '>', '*']) { format!("'{argument}'") } else { (*argument).to_owned() }
    };
    let words: Vec<String> = command.iter().map(quote).collect();
    let mut text = format!("\x1b[1m$ limpid {}\x1b[0m\n", words.join(" "));
    for (count, line) in printed.lines().enumerate() {
        if count == lines {
            text.push_str("\x1b[90m…\x1b[0m\n");
            break;
        }
        text.push_str(line);
        text.push('\n');
    }
    Ok(Term::new().palette(WIN10_CONSOLE).render_svg(&text))
}
