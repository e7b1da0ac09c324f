//! One generated page, or content of an element, and what limpid makes of it.

use limpid::{ParseOptions, QuirksMode, ScriptingMode};
use limpid_pages::splice::{self, Original};
use limpid_pages::{Context, Random, soup};
use serde_json::{Value, json};

#[derive(Clone, Debug)]
pub(super) struct Case {
    /// `None` for a whole document.
    pub(super) context: Option<Context>,
    pub(super) tokens: Vec<String>,
    /// Both are on, but for what Chromium is excused for.
    pub(super) scripting: bool,
    pub(super) option_cloning: bool,
}

/// The attribute of an element that rules put around an end tag, to have it read in another way.
pub(super) const PROBE: &str = "limpid-probe";
/// The attribute of a `div` that rules put around other elements, to have them closed together.
pub(super) const WRAPPER: &str = "limpid-wrapper";
/// The name that stands for `search` where it is to be an element like any other.
pub(super) const OTHER_SEARCH: &str = "limpid-search";

const WHITE_SPACE: [char; 4] = [' ', '\t', '\n', '\u{c}'];

/// Returns a private character that soup, pages and the suites do not have, for white space that is to be read as text like any other.
pub(super) fn stand_in(space: char) -> char {
    match space {
        ' ' => '\u{10a1b0}',
        '\t' => '\u{10a1b1}',
        '\n' => '\u{10a1b2}',
        _ => '\u{10a1b3}',
    }
}

impl Case {
    pub(super) fn new(context: Option<Context>, tokens: Vec<String>) -> Self {
        Self { context, tokens, scripting: true, option_cloning: true }
    }

    pub(super) fn document(seed: u64, number: u64) -> Self {
        Self::new(None, soup::document(&mut random(seed, number, 0)))
    }

    pub(super) fn fragment(seed: u64, number: u64) -> Self {
        let (context, tokens) = soup::fragment(&mut random(seed, number, 1));
        Self::new(Some(context), tokens)
    }

    /// Makes a page of others, or content of an element.
    pub(super) fn spliced(seed: u64, number: u64, originals: &[Original]) -> Self {
        let (context, tokens) = splice::splice(&mut random(seed, number, 0), originals);
        Self::new(context, tokens)
    }

    pub(super) fn with_input(&self, input: String) -> Self {
        Self { tokens: vec![input], ..self.clone() }
    }

    pub(super) fn input(&self) -> String {
        // No script sees a closed shadow root, and the parser treats it like an open one.
        self.tokens.concat().replace("closed", "open")
    }

    /// The case for the page that has it built by a browser.
    pub(super) fn to_json(&self) -> Value {
        let input = self.input();
        let Some(context) = self.context else { return json!({"input": input}) };
        let (namespace, name) = context.name.split_once(' ').unwrap_or(("html", context.name));
        json!({"input": input, "namespace": namespace, "name": name, "encoding": context.encoding})
    }

    pub(super) fn context_name(&self) -> Option<&'static str> {
        self.context.map(|context| context.name)
    }

    pub(super) fn context(&self) -> Option<limpid::FragmentContext> {
        let Context { name, encoding } = self.context?;
        let context = limpid::FragmentContext::from(name);
        Some(match encoding {
            Some(encoding) => context.attribute("encoding", encoding),
            None => context,
        })
    }

    pub(super) fn options(&self) -> ParseOptions {
        let scripting = if self.scripting { ScriptingMode::Normal } else { ScriptingMode::Disabled };
        ParseOptions::new().scripting(scripting).option_cloning(self.option_cloning).errors(false)
    }

    pub(super) fn dump(&self) -> String {
        let mut dump = self.dump_with_probes().replace(OTHER_SEARCH, "search");
        WHITE_SPACE.into_iter().for_each(|space| dump = dump.replace(stand_in(space), &space.to_string()));
        dump = without_wrappers(dump);
        for point in ["svg desc", "math mi", "div"] {
            let probe = format!("| <{point}>\n|   {PROBE}=\"\"\n");
            while let Some((before, after)) = dump.split_once(&probe) {
                let last = before.rfind("\n| ").map_or(before, |at| &before[at + 1..]);
                dump = match (last.strip_prefix("| \""), after.strip_prefix("| \"")) {
                    // Without the probe, the texts around it are one.
                    (Some(_), Some(after)) => format!("{}{after}", before.strip_suffix("\"\n").unwrap_or(before)),
                    _ => format!("{before}{after}"),
                };
            }
        }
        dump
    }

    pub(super) fn dump_with_probes(&self) -> String {
        match self.context() {
            Some(context) => self.options().parse_fragment(self.input(), context).to_test_dump(),
            None => {
                let document = self.options().parse(self.input());
                let mode = if document.quirks_mode() == QuirksMode::Quirks { "quirks\n" } else { "" };
                format!("{mode}{}", document.to_test_dump())
            }
        }
    }
}

/// Each case has a seed of its own, so that it does not depend on how many there are.
pub(super) fn random(seed: u64, number: u64, kind: u64) -> Random {
    let mut random = Random::new(seed);
    Random::new(random.number() ^ ((number << 1) | kind))
}

/// Takes the wrappers out of a dump; the elements in them move up a level.
fn without_wrappers(mut dump: String) -> String {
    while let Some(attribute) = dump.find(&format!("{WRAPPER}=\"\"\n")) {
        let start = dump[..attribute].rfind("<div>").and_then(|tag| dump[..tag].rfind('\n')).map_or(0, |at| at + 1);
        let inside = &dump[start..attribute];
        let indent = inside[inside.rfind("| ").unwrap_or(0)..].to_owned();
        let after = dump[attribute..].split_once('\n').map_or("", |(_, after)| after);
        let mut moved = String::new();
        let mut is_inside = true;
        for line in after.split_inclusive('\n') {
            // A line without a mark goes on with a text.
            is_inside &= line.starts_with(&indent) || !line.starts_with("| ");
            let is_moved = is_inside && line.starts_with(&indent);
            moved += if is_moved { "| " } else { "" };
            moved += if is_moved { &line[4..] } else { line };
        }
        dump.truncate(start);
        dump += &moved;
    }
    dump
}
