//! Converts bytes into a test case: a page, and the options to parse it.
//!
//! The first four bytes are a header: the context element, flags, and where the input is cut. The rest is either the text of the page, or
//! random numbers that control the generator of tag soup. So a fuzzer can mutate the options and the page. A page of a suite with four
//! bytes before it is a seed for fuzzing.

use limpid::{Document, Limits, ParseOptions, Parser, QuirksMode, ScriptingMode};
use limpid_pages::{Random, Recipe, contexts, pieces};

/// A page and the options to parse it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The context element, or `None` for a document.
    pub context: Option<limpid_pages::Context>,
    /// The input.
    pub text: String,
    /// The scripting mode of the parser.
    pub scripting: ScriptingMode,
    /// Whether the document is an iframe's `srcdoc`.
    pub is_srcdoc: bool,
    /// Whether `<template shadowrootmode>` attaches a shadow root, or `None` for the default.
    pub shadow_roots: Option<bool>,
    /// Whether the node document of the context element is in quirks mode.
    pub in_quirks_mode: bool,
    /// Whether the context element is in a form.
    pub in_form: bool,
    /// The limits of the parse.
    pub limits: Limits,
    /// The seed for the positions where the input is cut; 0 cuts after each character.
    pub cuts: u16,
}

/// If the first byte is below this number, the case is a document. Otherwise, the byte selects a context element.
const DOCUMENTS: u8 = 96;

impl Case {
    /// Makes a case from bytes.
    #[must_use]
    pub fn from_bytes(data: &[u8]) -> Case {
        let (&header, page) = data.split_first_chunk::<4>().unwrap_or((&[0; 4], data));
        let [context, flags, cuts @ ..] = header;
        let flag = |bit: u8| flags & (1 << bit) != 0;
        let context = context.checked_sub(DOCUMENTS).and_then(|number| contexts().cycle().nth(number.into()));
        Case {
            context,
            text: if flag(0) { generated(page, context.is_some()) } else { String::from_utf8_lossy(page).into_owned() },
            scripting: match (flag(1), flag(2)) {
                (false, false) => ScriptingMode::Disabled,
                (true, false) => ScriptingMode::Normal,
                (false, true) => ScriptingMode::Inert,
                (true, true) => ScriptingMode::Fragment,
            },
            is_srcdoc: flag(3) && flag(4),
            shadow_roots: flag(4).then_some(flag(3)),
            in_quirks_mode: flag(5),
            in_form: flag(5) != flag(3),
            limits: match (flag(6), flag(7)) {
                (true, false) => Limits::none(),
                (true, true) => small_limits(cuts),
                _ => Limits::default(),
            },
            cuts: u16::from_le_bytes(cuts),
        }
    }

    /// Returns the parse options.
    #[must_use]
    pub fn options(&self) -> ParseOptions {
        let options = ParseOptions::new().scripting(self.scripting).iframe_srcdoc(self.is_srcdoc).limits(self.limits);
        match self.shadow_roots {
            Some(allow) => options.allow_declarative_shadow_roots(allow),
            None => options,
        }
    }

    /// Returns the context element.
    #[must_use]
    pub fn context(&self) -> Option<limpid::FragmentContext> {
        let limpid_pages::Context { name, encoding } = self.context?;
        let mode = if self.in_quirks_mode { QuirksMode::Quirks } else { QuirksMode::NoQuirks };
        let context = limpid::FragmentContext::from(name).quirks_mode(mode).in_form(self.in_form);
        Some(match encoding {
            Some(encoding) => context.attribute("encoding", encoding),
            None => context,
        })
    }

    /// Parses the page.
    #[must_use]
    pub fn parse(&self) -> Document<'_> {
        self.parse_with(&self.options(), &self.text)
    }

    /// Parses a text with the given options, in the context of the case.
    #[must_use]
    pub fn parse_with<'t>(&self, options: &ParseOptions, text: &'t str) -> Document<'t> {
        match self.context() {
            Some(context) => options.parse_fragment(text, context),
            None => options.parse(text),
        }
    }

    /// Returns a parser for input in chunks.
    #[must_use]
    pub fn parser(&self, options: ParseOptions) -> Parser {
        match self.context() {
            Some(context) => Parser::new_fragment(options, context),
            None => Parser::new(options),
        }
    }

    /// Returns the chunks of the page.
    #[must_use]
    pub fn pieces(&self) -> Vec<&str> {
        pieces(&self.text, self.cuts)
    }
}

/// Returns the first byte for the context element with this name, or for a document.
#[must_use]
pub fn context_byte(name: Option<&str>) -> Option<u8> {
    let Some(name) = name else { return Some(0) };
    let number = contexts().position(|context| context.name == name)?;
    u8::try_from(number).ok()?.checked_add(DOCUMENTS)
}

/// Generates tag soup. The bytes are used as the random numbers of the generator.
fn generated(choices: &[u8], is_fragment: bool) -> String {
    let mut random = Random::from_bytes(choices);
    let mut page = String::new();
    // One page in eight exceeds the depth limit of the parser.
    let recipe = match random.one_in(8) {
        true => Recipe { kinds: Recipe::DEEP, nesting: 600, ..Recipe::default() },
        false => Recipe::default(),
    };
    // Generates pages until all bytes of the fuzzer are used. This normally takes one or two rounds.
    for _ in 0..8 {
        let tokens = if is_fragment { recipe.fragment(&mut random).1 } else { recipe.document(&mut random) };
        page.extend(tokens);
        if !random.has_bytes() {
            break;
        }
    }
    page
}

/// Returns limits that small pages reach.
fn small_limits([low, high]: [u8; 2]) -> Limits {
    let limits = Limits::default().depth(3 + u32::from(low % 8)).reconstructed_elements(1 + u32::from(low / 8 % 4));
    let limits = limits.attributes(1 + u32::from(low / 32 % 4)).cloned_nodes(u32::from(high % 16));
    let limits = limits.copied_attribute_bytes(u32::from(high % 64));
    // The byte limit is not among them, because its effect depends on which text is copied, and this depends on the cuts.
    if high < 64 { limits.nodes(1 + u32::from(high)) } else { limits }
}
