//! Runs a page's scripts in a toy language while the page is parsed.
//!
//! Each line of a script is a command: `write TEXT` inserts text at the insertion point, like `document.write()`; `set ID NAME VALUE`
//! sets an attribute; `remove ID` removes an element from the tree.
//!
//! `cargo run -p limpid --example scripts`

use limpid::{NodeId, ParseOptions, ParseOutcome, Parser, ScriptingMode};

const PAGE: &str = "<!DOCTYPE html>
<title>Toy scripts</title>
<p id=a>First
<script>
set a class seen
write <p id=b>Written <script>write by a script in a script<\\/script>
remove b
write <p id=c>Last
</script>
<p>End";

/// Runs the script at which the parser paused, and the scripts that it writes.
fn run(parser: &mut Parser, script: NodeId) {
    let text = parser.document().node(script).map(limpid::NodeRef::text_content).unwrap_or_default();
    for line in text.lines() {
        let (command, argument) = line.split_once(' ').unwrap_or((line, ""));
        let element = |parser: &Parser, id: &str| parser.document().element_by_id(id).map(limpid::NodeRef::id);
        match command {
            "write" => {
                // As in JavaScript, `<\/` prevents an end tag in a string from ending the script.
                let outcome = parser.write(&argument.replace("<\\/", "</"));
                run_scripts(parser, outcome);
            }
            "set" => {
                let mut words = argument.splitn(3, ' ');
                if let (Some(id), Some(name), Some(value)) = (words.next(), words.next(), words.next())
                    && let Some(element) = element(parser, id)
                    && let Err(error) =
                        parser.document_mut().node_mut(element).and_then(|mut node| node.set_attribute(name, value))
                {
                    eprintln!("{line}: {error}");
                }
            }
            "remove" => {
                if let Some(element) = element(parser, argument)
                    && let Err(error) = parser.document_mut().node_mut(element).and_then(|mut node| node.remove())
                {
                    eprintln!("{line}: {error}");
                }
            }
            _ => {}
        }
    }
}

/// Runs scripts until the parser no longer pauses at one.
fn run_scripts(parser: &mut Parser, mut outcome: ParseOutcome) {
    while let ParseOutcome::Script(script) = outcome {
        run(parser, script);
        outcome = parser.resume();
    }
}

fn main() {
    let options = ParseOptions::new().scripting(ScriptingMode::Normal).pause_at_scripts(true);
    let mut parser = Parser::new(options);
    let outcome = parser.feed(PAGE);
    run_scripts(&mut parser, outcome);
    print!("{}", parser.finish().to_test_dump());
}
