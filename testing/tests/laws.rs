//! Checks the laws on generated input. The inputs are bytes, so that proptest can shrink a page by shrinking its bytes.

use limpid_pages::strategy::{shards, splices};
use limpid_testing::laws::case::context_byte;
use limpid_testing::laws::{LAWS, Law, originals};
use proptest::prelude::*;

fn law(name: &str) -> Law {
    LAWS.iter().find(|(known, _)| *known == name).expect("a law of this name").1
}

/// A header, followed by the random numbers of generated tag soup or, in half of the cases, by random text.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..160)
}

/// A header, followed by random markup.
fn markup() -> impl Strategy<Value = Vec<u8>> {
    (any::<[u8; 4]>(), shards(80)).prop_map(|(header, markup)| {
        let [context, flags, cuts @ ..] = header;
        [vec![context, flags & !1], cuts.into(), markup].concat()
    })
}

/// A header, followed by a page spliced from the cases of limpid's own suite.
fn spliced() -> impl Strategy<Value = Vec<u8>> {
    let originals = originals::of_own_suite().expect("limpid's own cases can be read");
    (any::<[u8; 3]>(), splices(originals)).prop_map(|([flags, cuts @ ..], page)| {
        let context = context_byte(page.context.map(|context| context.name)).unwrap_or(0);
        [vec![context, flags & !1], cuts.into(), page.text().into_bytes()].concat()
    })
}

macro_rules! laws {
    ($($law:ident: $cases:literal,)*) => { $(
        mod $law {
            use super::*;

            proptest! {
                #![proptest_config(ProptestConfig::with_cases($cases))]

                #[test]
                fn holds_for_tag_soup(bytes in bytes()) {
                    law(stringify!($law))(&bytes);
                }

                #[test]
                fn holds_for_spliced_cases(bytes in spliced()) {
                    law(stringify!($law))(&bytes);
                }

                #[test]
                fn holds_for_random_markup(bytes in markup()) {
                    law(stringify!($law))(&bytes);
                }
            }
        }
    )* };
}

laws! {
    tokens: 1500,
    trees: 300,
    events: 500,
    rewrite: 1000,
    spans: 500,
    mapped_text: 500,
    content: 400,
    limits: 300,
    encodings: 300,
    round_trip: 400,
    fix: 300,
    sanitize: 200,
    sanitizer_config: 100,
    sanitizing_sink: 400,
    source_edits: 400,
    xml: 1000,
    xpath: 400,
}

#[cfg(feature = "html5ever")]
laws! {
    html5ever: 1000,
}
