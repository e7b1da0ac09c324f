//! The laws on generated input. Bytes shrink, and with them the page that they stand for.

use limpid_laws::{LAWS, Law};
use proptest::prelude::*;

fn law(name: &str) -> Law {
    LAWS.iter().find(|(known, _)| *known == name).expect("a law of this name").1
}

/// A header, and choices for tag soup or, half of the time, text that makes no sense.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..160)
}

/// Markup without sense.
fn markup() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => prop::sample::select(&b"<>/=!?-&;#'\" \n\r\0[]abpx"[..]).prop_map(|byte| vec![byte]),
        1 => any::<[u8; 2]>().prop_map(Vec::from),
        2 => prop::sample::select(vec![
            "<!--", "-->", "</script", "<script>", "<title>", "</p>", "<table>", "<![CDATA[", "]]>", "<!doctype ",
            "<?pi ", "&amp", "&#x4", "<svg ", "é\u{1f600}", "charset=", "<meta ", "<select><option>", "<template>",
        ])
        .prop_map(|text| text.as_bytes().to_owned()),
    ];
    (any::<[u8; 4]>(), prop::collection::vec(piece, 0..80)).prop_map(|(header, pieces)| {
        let [context, flags, cuts @ ..] = header;
        [vec![context, flags & !1], cuts.into(), pieces.concat()].concat()
    })
}

macro_rules! laws {
    ($($law:ident: $cases:literal,)*) => { $(
        mod $law {
            use super::*;

            proptest! {
                #![proptest_config(ProptestConfig::with_cases($cases))]

                #[test]
                fn holds_of_tag_soup(bytes in bytes()) {
                    law(stringify!($law))(&bytes);
                }

                #[test]
                fn holds_of_any_markup(bytes in markup()) {
                    law(stringify!($law))(&bytes);
                }
            }
        }
    )* };
}

laws! {
    tokens: 1500,
    trees: 300,
    spans: 500,
    limits: 300,
    encodings: 300,
    round_trip: 400,
    sanitize: 200,
    xml: 1000,
}

#[cfg(feature = "html5ever")]
laws! {
    html5ever: 1000,
}
