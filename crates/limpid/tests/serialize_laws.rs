//! Laws of serializing: the parser restores what the options omit.

use limpid::{Document, Namespace, NodeRef, ParseOptions, QuoteChar, ScriptingMode, SerializeOptions};
use limpid_pages::strategy::documents;
use limpid_pages::{Recipe, Spelling};
use proptest::prelude::*;

const CONTEXTS: &[Option<&str>] = &[
    None,
    Some("body"),
    Some("ul"),
    Some("a"),
    Some("select"),
    Some("table"),
    Some("tbody"),
    Some("tr"),
    Some("colgroup"),
    Some("template"),
    Some("svg foreignObject"),
];

/// Generates elements in positions where their tags can be omitted, and in others.
fn soup() -> impl Strategy<Value = String> {
    let recipe = Recipe { pieces: 0..20, spelling: Spelling::Tame, is_cut: false, ..Recipe::default() };
    documents(recipe).prop_map(|page| page.text())
}

/// Parse options of a test case.
#[derive(Clone, Copy, Debug)]
struct Way {
    context: Option<&'static str>,
    scripting: bool,
}

impl Way {
    fn any() -> impl Strategy<Value = Way> {
        (prop::sample::select(CONTEXTS), any::<bool>()).prop_map(|(context, scripting)| Way { context, scripting })
    }

    fn parse(self, html: &str) -> Document<'_> {
        let mode = if self.scripting { ScriptingMode::Normal } else { ScriptingMode::Disabled };
        let options = ParseOptions::new().scripting(mode).allow_declarative_shadow_roots(true);
        match self.context {
            None => options.parse(html),
            Some(context) => options.parse_fragment(html, context),
        }
    }

    fn round_trip(self, input: &str) -> RoundTrip {
        let document = self.parse(input);
        let plain = html(&document, &self.options());
        let short = html(&document, &self.options().omit_optional_tags(true));
        RoundTrip {
            tree: document.to_test_dump(),
            plain_tree: self.parse(&plain).to_test_dump(),
            short_tree: self.parse(&short).to_test_dump(),
            plain,
            short,
        }
    }

    fn options(self) -> SerializeOptions<'static> {
        SerializeOptions::new().scripting(self.scripting).serializable_shadow_roots(true).doctype_identifiers(true)
    }
}

/// A tree, its markup with and without optional tags, and the trees parsed from both.
#[derive(Debug)]
struct RoundTrip {
    tree: String,
    plain: String,
    plain_tree: String,
    short: String,
    short_tree: String,
}

impl RoundTrip {
    fn loses_nothing(&self) -> bool {
        self.plain_tree == self.tree
    }
}

fn html(document: &Document<'_>, options: &SerializeOptions<'_>) -> String {
    let mut html = String::new();
    document.root().write_html(&mut html, options).unwrap();
    html
}

fn outer_html(node: NodeRef<'_>, options: &SerializeOptions<'_>) -> String {
    let mut html = String::new();
    node.write_html(&mut html, options).unwrap();
    html
}

/// Regression cases of the laws below: tags that the standard's rules alone would omit.
#[test]
fn tags_that_must_not_be_omitted() {
    for (context, input) in [
        (Some("table"), "<ul></p><form>"),
        (Some("template"), "<colgroup></colgroup></p><form>"),
        (None, "<template><colgroup></p><form>"),
        (Some("table"), "<thead><marquee><td><nobr><template><caption>"),
    ] {
        let round_trip = Way { context, scripting: false }.round_trip(input);
        assert!(round_trip.loses_nothing(), "{round_trip:?}");
        assert_eq!(round_trip.short_tree, round_trip.tree, "{round_trip:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    /// If a page survives serializing and parsing, it also survives without optional tags.
    #[test]
    fn optional_tags_are_restored(input in soup(), way in Way::any()) {
        let round_trip = way.round_trip(&input);
        prop_assume!(round_trip.loses_nothing());
        prop_assert!(round_trip.short.len() <= round_trip.plain.len());
        prop_assert_eq!(&round_trip.short_tree, &round_trip.tree, "{:?}", round_trip);
    }

    /// Minified HTML is written by a separate traversal, except if an encoding is declared. For a page without a head, both traversals
    /// have the same output, also after nodes were moved.
    #[test]
    fn both_traversals_have_the_same_output(
        input in soup(),
        way in Way::any(),
        moves in prop::collection::vec(any::<[prop::sample::Index; 2]>(), 0..4),
        bits in any::<u16>(),
    ) {
        let mut document = way.parse(&input);
        for indices in moves {
            let nodes: Vec<_> = document.trees().flat_map(NodeRef::descendants).map(NodeRef::id).collect();
            if !nodes.is_empty() {
                let [parent, child] = indices.map(|index| nodes[index.index(nodes.len())]);
                let _ = document.node_mut(parent).unwrap().append(child);
            }
        }
        let mut nodes = document.trees().flat_map(NodeRef::descendants);
        prop_assume!(nodes.all(|node| node.local_name() != "head"));
        let is = |bit: u32| bits >> bit & 1 != 0;
        let options = way
            .options()
            .omit_optional_tags(is(0))
            .strip_whitespace(is(1) || !is(0))
            .omit_quotes(is(2))
            .minimize_boolean_attributes(is(3))
            .trailing_solidus(is(4))
            .keep_line_breaks(is(5))
            .escape_raw_text(is(6))
            .quote_char(if is(7) { QuoteChar::Best } else { QuoteChar::Double });
        for tree in document.trees() {
            let general = options.meta_charset(Some("utf-8"));
            prop_assert_eq!(tree.inner_html_with(&options), tree.inner_html_with(&general));
            for child in tree.children() {
                prop_assert_eq!(outer_html(child, &options), outer_html(child, &general));
            }
        }
    }

    /// For any tree, the spelling of tags does not change the parsed tree.
    #[test]
    fn spellings_are_equivalent(
        input in soup(),
        way in Way::any(),
        quote_char in prop::sample::select(vec![QuoteChar::Double, QuoteChar::Single, QuoteChar::Best]),
        (omit_quotes, solidus, space) in any::<(bool, bool, bool)>(),
    ) {
        let document = way.parse(&input);
        let plain = html(&document, &way.options());
        let options = way.options()
            .quote_char(quote_char)
            .omit_quotes(omit_quotes)
            .trailing_solidus(solidus)
            .space_before_trailing_solidus(space);
        let other = html(&document, &options);
        prop_assert_eq!(way.parse(&other).to_test_dump(), way.parse(&plain).to_test_dump(), "{}", other);
    }

    /// The same for the content of an element, parsed as a fragment.
    #[test]
    fn optional_tags_in_an_element_are_restored(input in soup(), number in any::<prop::sample::Index>()) {
        let document = limpid::parse(input.as_str());
        let elements: Vec<_> =
            document.descendants().filter(|node| node.is_element() && node.namespace() == Namespace::Html).collect();
        let element = elements[number.index(elements.len())];
        let inner = |options: SerializeOptions<'_>| {
            let mut html = String::new();
            element.write_inner_html(&mut html, &options).unwrap();
            html
        };
        let plain = inner(SerializeOptions::new());
        let fragment = limpid::parse_fragment(plain.as_str(), element.local_name());
        prop_assume!(fragment.to_html() == plain);
        let short = inner(SerializeOptions::new().omit_optional_tags(true));
        let other = limpid::parse_fragment(short.as_str(), element.local_name());
        prop_assert_eq!(other.to_test_dump(), fragment.to_test_dump(), "{:?}\n{}\n{}", element, plain, short);
    }
}
