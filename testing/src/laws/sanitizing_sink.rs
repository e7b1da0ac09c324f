//! Law of the sanitizing sink: sanitizing while the tree is built produces the same tree as sanitizing the parsed document.

use super::case::Case;
use limpid::sanitize::{Sanitizer, SanitizerAttribute, SanitizerConfig, SanitizerElement, Sanitizing};
use limpid::{Document, Limits, Namespace, NodeId, NodeRef};
use limpid_dom::{DocumentBuilder, invariants};
use limpid_pages::Random;

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let mut case = Case::from_bytes(data);
    // With small limits, the trees would differ: content that the sink removes does not count towards the limits.
    case.limits = Limits::default();
    let sum = data.iter().fold(0_u64, |sum, &byte| sum.wrapping_mul(257).wrapping_add(u64::from(byte) + 1));
    let config = config(&mut Random::new(sum));
    // A replaced element, or a removed context element, gets no shadow root.
    if config.replace_with_children_elements.is_some() || case.context.is_some() {
        case.shadow_roots = Some(false);
    }
    let Ok(sanitizer) = Sanitizer::new(&config) else { return };
    for safe in [true, false] {
        let built = with_sink(&case, &sanitizer, safe);
        invariants::check(&built).unwrap_or_else(|broken| panic!("{broken} in {:?}", case.text));
        let again = sanitized(built.clone(), &sanitizer, safe);
        assert_eq!(built.to_test_dump(), again.to_test_dump(), "again: {:?} by {config:?}", case.text);
        if config.replace_with_children_elements.is_none() {
            let options = case.options().errors(false).option_cloning(false).content_patching(false);
            let parsed = sanitized(case.parse_with(&options, &case.text), &sanitizer, safe);
            assert_eq!(built.to_test_dump(), parsed.to_test_dump(), "{:?} by {config:?}", case.text);
        }
    }
}

fn with_sink<'t>(case: &'t Case, sanitizer: &Sanitizer, safe: bool) -> Document<'t> {
    let mut sink = DocumentBuilder::new(&case.text);
    sink.set_option_cloning(false);
    let (mut tokenizer, mut builder) =
        case.options().stages(Sanitizing::new(sink, sanitizer.filter(safe)), case.context().as_ref());
    tokenizer.run(&case.text, &mut builder);
    builder.finish().into_inner().finish()
}

/// Sanitizes a document and joins adjacent text nodes.
fn sanitized<'t>(mut document: Document<'t>, sanitizer: &Sanitizer, safe: bool) -> Document<'t> {
    let root = document.root().id();
    let result = match safe {
        true => sanitizer.sanitize(&mut document, root),
        false => sanitizer.sanitize_unsafe(&mut document, root),
    };
    let trees: Vec<NodeId> = document.trees().map(NodeRef::id).collect();
    let joined = trees.into_iter().try_for_each(|tree| document.node_mut(tree).unwrap().normalize());
    assert_eq!((result, joined), (Ok(()), Ok(())));
    document
}

/// The elements in configurations: at least one of each kind that the tree builder moves, nests or scopes in a special way.
const NAMES: [&str; 36] = [
    "a", "b", "i", "em", "nobr", "font", "span", "x-own", "p", "div", "section", "li", "ul", "dd", "h1", "table",
    "caption", "tbody", "tr", "td", "select", "option", "button", "form", "template", "script", "style", "title",
    "textarea", "pre", "svg", "math", "ruby", "rt", "frameset", "noscript",
];

fn config(random: &mut Random) -> SanitizerConfig {
    let rate = 1 + random.below(6);
    let mut names = |rate: usize| -> Vec<&str> { NAMES.into_iter().filter(|_| random.one_in(rate)).collect() };
    let (listed, replaced) = (names(rate), names(6));
    let keeps = random.one_in(2);
    let replaces = random.one_in(4);
    let foreign = [
        (Namespace::Svg, "svg"),
        (Namespace::MathMl, "math"),
        (Namespace::Svg, "foreignObject"),
        (Namespace::MathMl, "mi"),
    ]
    .map(|(namespace, name)| SanitizerElement::in_namespace(namespace, name));
    let listed_foreign: Vec<SanitizerElement> = foreign.into_iter().filter(|_| random.one_in(2)).collect();
    let around: Vec<&str> = ["html", "head", "body"].into_iter().filter(|_| !random.one_in(8)).collect();
    let listed = || listed.iter().filter(|name| !(replaces && replaced.contains(name)));
    let prefixed = [(Namespace::XLink, "href"), (Namespace::Xml, "lang"), (Namespace::XmlNs, "xlink")];
    let prefixed = prefixed.map(|(namespace, name)| SanitizerAttribute::in_namespace(namespace, name));
    let with_prefixed = |names: [&str; 2]| names.map(Into::into).into_iter().chain(prefixed.clone()).collect();
    let attributes = random.one_in(2).then(|| with_prefixed(["id", "href"]));
    let remove_attributes = (attributes.is_none() && random.one_in(2)).then(|| with_prefixed(["class", "title"]));
    SanitizerConfig {
        elements: keeps.then(|| {
            let kept = listed().map(|&name| name.into()).chain(around.into_iter().map(Into::into));
            kept.chain(listed_foreign.iter().cloned().map(Into::into)).collect()
        }),
        remove_elements: (!keeps)
            .then(|| listed().map(|&name| name.into()).chain(listed_foreign.iter().cloned()).collect()),
        replace_with_children_elements: replaces.then(|| replaced.iter().map(|&name| name.into()).collect()),
        attributes,
        remove_attributes,
        comments: Some(random.one_in(2)),
        ..SanitizerConfig::default()
    }
}
