//! Checks that the generators produce every kind of token, name, error and insertion mode. Anything that they no longer produce would not be
//! covered by the property tests.

use limpid::tokenizer::{Token, TokenSink, TokenSinkResult, TokenizerStatus};
use limpid::tree_builder::{InsertionMode, TreeBuilder};
use limpid::{ErrorCode, Limits, ParseOptions, QuirksMode};
use limpid_dom::DocumentBuilder;
use limpid_pages::tables::TABLES;
use limpid_pages::{Context, Random, Recipe, xml};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of generated pages per check. Half of them are fragments. A check passes as soon as each expected item has occurred.
const PAGES: u64 = 24_000;

/// Generates the page with this number.
fn page(number: u64) -> (Option<Context>, String) {
    let random = &mut Random::new(number);
    let recipe = match random.one_in(8) {
        true => Recipe { kinds: Recipe::DEEP, nesting: 600, ..Recipe::default() },
        false => Recipe::default(),
    };
    match number % 2 {
        0 => (None, recipe.document(random).concat()),
        _ => {
            let (context, tokens) = recipe.fragment(random);
            (Some(context), tokens.concat())
        }
    }
}

/// A tree builder that records which tokens it gets in which mode.
struct Recorder<'s, 't> {
    builder: TreeBuilder<DocumentBuilder<'t>>,
    seen: &'s mut Recorded,
}

#[derive(Default)]
struct Recorded {
    /// For each mode, the kinds of tokens that occurred in it.
    modes: BTreeMap<String, BTreeSet<&'static str>>,
    tags: BTreeSet<String>,
    attributes: BTreeSet<String>,
}

impl Recorded {
    /// Parses the page with this number and records it.
    fn parse(&mut self, number: u64) {
        let (context, text) = page(number);
        let context = context.map(|context| limpid::FragmentContext::from(context.name));
        let (mut tokenizer, builder) = ParseOptions::new().stages(DocumentBuilder::new(&text), context.as_ref());
        let mut recorder = Recorder { builder, seen: self };
        while tokenizer.run(&text, &mut recorder) == TokenizerStatus::Suspended {}
    }
}

impl TokenSink for Recorder<'_, '_> {
    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        let kind = match &token {
            Token::StartTag(tag) => {
                self.seen.tags.insert(tag.name_str.to_owned());
                self.seen.attributes.extend(tag.attributes.iter().map(|attribute| attribute.name_str().to_owned()));
                "start tag"
            }
            Token::EndTag(_) => "end tag",
            Token::Characters(_) => "characters",
            Token::NullCharacter(_) => "null",
            Token::Comment { .. } => "comment",
            Token::ProcessingInstruction { .. } => "processing instruction",
            Token::Doctype(_) => "doctype",
            Token::EndOfFile(_) => "end of file",
        };
        self.seen.modes.entry(format!("{:?}", self.builder.insertion_mode())).or_default().insert(kind);
        self.builder.process_token(token)
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.builder.adjusted_current_node_is_foreign()
    }
}

/// Generates pages until `missing` returns an empty list. Panics if some items are still missing after [`PAGES`] pages.
#[track_caller]
fn assert_covered<S: Default>(add: impl Fn(&mut S, u64), missing: impl Fn(&S) -> Vec<String>) {
    let mut seen = S::default();
    for start in (0..PAGES).step_by(1000) {
        (start..start + 1000).for_each(|number| add(&mut seen, number));
        if missing(&seen).is_empty() {
            return;
        }
    }
    panic!("not in {PAGES} pages: {:#?}", missing(&seen));
}

#[test]
fn every_mode_gets_every_kind_of_token() {
    assert_covered(Recorded::parse, |seen| {
        // The mode "text" only gets characters, end tags and the end of the file.
        let expected = |mode: &str| if mode == "Text" { 3 } else { 8 };
        let modes = InsertionMode::AfterAfterFrameset as usize + 1 - seen.modes.len();
        let missing = seen.modes.iter().filter(|(mode, kinds)| kinds.len() < expected(mode));
        let missing = missing.map(|(mode, kinds)| format!("{mode} only gets {kinds:?}"));
        missing.chain((modes > 0).then(|| format!("{modes} modes"))).collect()
    });
}

#[test]
fn every_name_occurs() {
    assert_covered(Recorded::parse, |seen| {
        let missing = |names: &[&'static str], seen: &BTreeSet<String>| -> Vec<String> {
            names.iter().filter(|name| !seen.contains(&name.to_ascii_lowercase())).map(ToString::to_string).collect()
        };
        let tags = [&TABLES.html, &TABLES.svg, &TABLES.mathml].map(|names| missing(names, &seen.tags));
        let attributes = [&TABLES.attributes, &TABLES.adjusted_attributes, &TABLES.foreign_attributes]
            .map(|names| missing(names, &seen.attributes));
        [tags.concat(), attributes.concat()].concat()
    });
}

#[test]
fn every_error_occurs() {
    // A string has no surrogates and no encoding, and no page is long enough for a million errors.
    const NEVER: [&str; 7] = [
        "surrogate-in-input-stream",
        "encoding-declaration-too-late",
        "encoding-not-supported",
        "too-many-errors",
        "xml-encoding-mismatch",
        "xml-encoding-unknown",
        "xml-malformed-bytes",
    ];
    let add = |seen: &mut BTreeSet<ErrorCode>, number: u64| {
        let (context, text) = page(number);
        let options = ParseOptions::new().limits(limits(number));
        let document = match context {
            None => options.parse(&*text),
            Some(context) => options.parse_fragment(&*text, context.name),
        };
        seen.extend(document.errors().iter().map(|error| error.code));
        let text = xml::document(&mut Random::new(number), 40).concat();
        let options = limpid::xml::XmlParseOptions::new().limits(limits(number));
        seen.extend(options.parse(&*text).errors().iter().map(|error| error.code));
    };
    assert_covered(add, |seen| {
        let missing = ErrorCode::ALL.iter().filter(|code| !seen.contains(code)).map(|code| code.as_str());
        missing.filter(|code| !NEVER.contains(code)).map(str::to_owned).collect()
    });
}

/// Returns limits that some pages reach.
fn limits(number: u64) -> Limits {
    let limits = Limits::default();
    match number % 16 {
        0..13 => limits,
        13 => limits.copied_attribute_bytes(1).cloned_nodes(0).entity_bytes(8).entity_depth(1).attributes(2),
        14 => limits.nodes(24).attributes(2).reconstructed_elements(1).cloned_nodes(1),
        _ => limits.bytes(64).cloned_nodes(0).reconstructed_elements(1),
    }
}

#[test]
fn every_quirks_mode_occurs() {
    let mut modes = [0; 3];
    for number in (0..2000).step_by(2) {
        modes[limpid::parse(page(number).1).quirks_mode() as usize] += 1;
    }
    for mode in [QuirksMode::NoQuirks, QuirksMode::Quirks, QuirksMode::LimitedQuirks] {
        assert!(modes[mode as usize] > 5, "{mode:?} in {} documents", modes[mode as usize]);
    }
}

#[test]
fn names_occur_in_every_case() {
    let mut spellings = BTreeMap::<String, BTreeSet<String>>::new();
    let mut lengths = BTreeSet::new();
    for number in 0..PAGES / 4 {
        let (_, text) = page(number);
        // Only names after a space and before `="` are checked, because the tokenizer has a fast path for common attributes there.
        for (at, _) in text.match_indices("=\"") {
            let name = text[..at].rsplit(' ').next().unwrap_or("");
            spellings.entry(name.to_ascii_lowercase()).or_default().insert(name.to_owned());
            lengths.insert(text[at + 2..].find('"').unwrap_or(0));
        }
    }
    let names = TABLES.adjusted_attributes.iter().chain(&TABLES.foreign_attributes);
    let of = |name: &&&str| spellings.get(&name.to_ascii_lowercase());
    let in_one_case: Vec<_> = names.filter(|name| of(name).is_none_or(|spellings| spellings.len() < 2)).collect();
    assert!(in_one_case.len() < 16, "{in_one_case:?}");
    let missing: Vec<_> = (0..66).filter(|length| !lengths.contains(length)).collect();
    assert_eq!(missing, [0; 0], "lengths of values");
}
