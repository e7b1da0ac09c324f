//! Initial inputs for fuzzers: the cases of the suites, and generated tag soup.

use super::case;
use html5lib_tests::format::sanitizer::Work;
use html5lib_tests::format::tokenizer::InitialState;
use html5lib_tests::suites::{self, Cases, ReadError, Suite};
use limpid_pages::Random;
use std::collections::BTreeSet;

/// Seeds for the laws. Some laws, such as `xpath`, have no seeds.
#[derive(Clone, Debug, Default)]
pub struct Seeds {
    /// Pairs of a law's name and an input.
    pub seeds: Vec<(&'static str, Vec<u8>)>,
    /// The tags in the inputs, for a fuzzer's dictionary.
    pub tags: BTreeSet<String>,
}

impl Seeds {
    /// Adds the cases of a suite, if it is present.
    ///
    /// # Errors
    /// If a file of the suite cannot be read.
    pub fn add(&mut self, suite: &Suite) -> Result<(), ReadError> {
        let Some(folder) = &suite.folder else { return Ok(()) };
        for file in suites::files(folder)? {
            match file.read()? {
                Cases::TreeConstruction(cases) => {
                    for case in cases {
                        self.add_page(&case.data, case.context.as_deref(), case.scripting.flags()[0]);
                    }
                }
                Cases::Tokenizer(cases) => {
                    for case in cases {
                        let Some(text) = case.input.as_text() else { continue };
                        case.initial_states.iter().for_each(|&state| self.add_tokens(state, text.as_bytes()));
                    }
                }
                Cases::Encoding(cases) => {
                    cases.iter().for_each(|case| self.seeds.push(("encodings", [&[0, 0, 2, 0], &*case.data].concat())));
                }
                Cases::Serializer(_) | Cases::XPath(_) => {}
                Cases::Sanitizer(cases) => {
                    for case in cases {
                        let Work::Markup(case) = case.work else { continue };
                        self.add_page(case.data.as_bytes(), Some(&case.context), false);
                    }
                }
                Cases::XmlTokenizer(cases) => {
                    for case in cases {
                        let Some(text) = case.input.as_text() else { continue };
                        self.seeds.push(("xml", [&[0, 2, 0], text.as_bytes()].concat()));
                    }
                }
                Cases::XmlTreeConstruction(cases) => {
                    cases.iter().for_each(|case| self.seeds.push(("xml", [&[2, 2, 0], &*case.data].concat())));
                }
            }
        }
        Ok(())
    }

    /// Adds `count` inputs that generate tag soup, for each law in `add_case` and for `encodings`.
    pub fn add_soup(&mut self, count: u64) {
        for seed in 0..count {
            let mut random = Random::new(seed);
            let mut bytes: Vec<u8> = (0..4 + 60 + random.below(120)).map(|_| random.number() as u8).collect();
            bytes[1] |= 1;
            self.add_case(&bytes);
            self.seeds.push(("encodings", bytes));
        }
    }

    fn add_page(&mut self, page: &[u8], context: Option<&str>, scripting: bool) {
        let Some(context) = case::context_byte(context) else { return };
        self.add_tags(page);
        let flags = if scripting { 2 } else { 0 };
        self.add_case(&[&[context, flags, 2, 0], page].concat());
    }

    fn add_case(&mut self, case: &[u8]) {
        for law in ["trees", "spans", "round_trip", "fix", "sanitize", "html5ever", "events", "rewrite", "content"] {
            self.seeds.push((law, case.to_owned()));
        }
        self.seeds.push(("limits", [&[0x48], case].concat()));
    }

    fn add_tokens(&mut self, state: InitialState, text: &[u8]) {
        let state = match state {
            InitialState::Data => 0,
            InitialState::Rcdata => 3,
            InitialState::Rawtext => 4,
            InitialState::ScriptData => 5,
            InitialState::Plaintext => 6,
            InitialState::CdataSection => 7,
        };
        self.add_tags(text);
        self.seeds.push(("tokens", [&[state, 1, 2, 0], text].concat()));
    }

    fn add_tags(&mut self, page: &[u8]) {
        let page = String::from_utf8_lossy(page);
        for (start, _) in page.match_indices('<') {
            let tag = &page[start..];
            let length = tag[1..].find(|c: char| !c.is_ascii_alphanumeric() && c != '/').unwrap_or(0) + 1;
            if (3..16).contains(&length) {
                self.tags.insert(tag[..length].to_owned());
            }
        }
    }
}
