//! The translation of bytes into a page, and a way to parse it.
//!
//! The first four bytes say how: the context element, flags, and where the input is cut. The others are the page, as text or
//! as the choices of the generator of tag soup. So a fuzzer that changes bytes changes either, and the pages of a suite
//! become seeds by four bytes in front.

use limpid::{Document, Limits, ParseOptions, Parser, QuirksMode, ScriptingMode};
use limpid_pages::{Random, Recipe, contexts, pieces};

/// A page, and how it is to be parsed.
#[derive(Clone, Debug)]
pub struct Case {
    /// `None` for a whole document.
    pub context: Option<limpid_pages::Context>,
    /// The input.
    pub text: String,
    /// Whether scripts count as enabled.
    pub scripting: ScriptingMode,
    /// Whether the document is an iframe's `srcdoc`.
    pub is_srcdoc: bool,
    /// Whether `<template shadowrootmode>` attaches a shadow root, where that is not the default.
    pub shadow_roots: Option<bool>,
    /// Whether the context element is in a document in quirks mode.
    pub in_quirks_mode: bool,
    /// Whether the context element is in a form.
    pub in_form: bool,
    /// The limits of the parse.
    pub limits: Limits,
    /// By which the places are chosen where the input is cut; 0 for after each character.
    pub cuts: u16,
}

/// The number of values of the first byte that stand for whole documents; the others stand for context elements.
const DOCUMENTS: u8 = 96;

impl Case {
    /// The case that these bytes stand for.
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

    /// The options that parse it.
    #[must_use]
    pub fn options(&self) -> ParseOptions {
        let options = ParseOptions::new().scripting(self.scripting).iframe_srcdoc(self.is_srcdoc).limits(self.limits);
        match self.shadow_roots {
            Some(allow) => options.allow_declarative_shadow_roots(allow),
            None => options,
        }
    }

    /// The context element.
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

    /// Parses another page the same way, or with other options.
    #[must_use]
    pub fn parse_with<'t>(&self, options: &ParseOptions, text: &'t str) -> Document<'t> {
        match self.context() {
            Some(context) => options.parse_fragment(text, context),
            None => options.parse(text),
        }
    }

    /// A parser that takes pieces.
    #[must_use]
    pub fn parser(&self, options: ParseOptions) -> Parser {
        match self.context() {
            Some(context) => Parser::new_fragment(options, context),
            None => Parser::new(options),
        }
    }

    /// The page in pieces.
    #[must_use]
    pub fn pieces(&self) -> Vec<&str> {
        pieces(&self.text, self.cuts)
    }
}

/// The byte that stands for a context element by this name, or for a whole document.
#[must_use]
pub fn context_byte(name: Option<&str>) -> Option<u8> {
    let Some(name) = name else { return Some(0) };
    let number = contexts().position(|context| context.name == name)?;
    u8::try_from(number).ok()?.checked_add(DOCUMENTS)
}

/// Makes tag soup by these choices.
fn generated(choices: &[u8], is_fragment: bool) -> String {
    let mut random = Random::from_bytes(choices);
    let mut page = String::new();
    // An eighth of the pages is deeper than the parser nests elements.
    let recipe = match random.one_in(8) {
        true => Recipe { kinds: Recipe::DEEP, nesting: 600, ..Recipe::default() },
        false => Recipe::default(),
    };
    // A page or two use up what a fuzzer gives; more of them would only be longer.
    for _ in 0..8 {
        let tokens = if is_fragment { recipe.fragment(&mut random).1 } else { recipe.document(&mut random) };
        page.extend(tokens);
        if !random.has_bytes() {
            break;
        }
    }
    page
}

/// Limits that small pages reach.
fn small_limits([low, high]: [u8; 2]) -> Limits {
    let limits = Limits::default().depth(3 + u32::from(low % 8)).reconstructed_elements(1 + u32::from(low / 8 % 4));
    let limits = limits.attributes(1 + u32::from(low / 32 % 4)).cloned_nodes(u32::from(high % 16));
    let limits = limits.copied_attribute_bytes(u32::from(high % 64));
    // Where a limit of bytes acts depends on which text is stored anew, and so on the cuts.
    if high < 64 { limits.nodes(1 + u32::from(high)) } else { limits }
}
