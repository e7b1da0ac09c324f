//! Law of the safe sanitizer methods: no configuration lets a script pass. The configurations come from JSON and from calls of methods,
//! with and without the additional rules and hooks of a `Cleaner`.

use super::case::Case;
use super::sanitize::{CONTEXTS, PIECES, danger};
use limpid::sanitize::{
    AttributeChange, Cleaner, ConfigRule, RelativeUrls, Rules, Sanitizer, SanitizerConfig, Sanitizing, SetAttribute,
    SetHtmlOptions, UrlRule, WebIdl, parse_html,
};
use limpid::{Document, Limits, Namespace, NodeRef, ParseOptions, ScriptingMode};
use limpid_dom::DocumentBuilder;
use limpid_pages::{Random, sanitizer as pages};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let mut case = Case::from_bytes(data);
    case.limits = Limits::default();
    let mut random = random_of(data);
    let pieces = (0..random.below(24)).map(|_| random.pick(PIECES));
    case.text.extend(pieces.collect::<Vec<_>>());
    if random.one_in(2) {
        case.text.extend(pages::document(&mut random));
    }
    let sanitizer = sanitizer(&mut random);
    let cleaner = cleaner(&mut random, sanitizer.clone());
    let text = &*case.text;
    let is_safe = |tree: &Document<'_>, method_name: &str| {
        assert_eq!(danger(tree), None, "{method_name}: {text:?} by {:?} and {cleaner:?}", sanitizer.config());
    };
    let options = SetHtmlOptions::new().sanitizer(&sanitizer).run_scripts(true);
    is_safe(&parse_html(text, &options).expect("below the node limit"), "parseHTML");
    is_safe(&with_sink(&case, &sanitizer), "the sanitizing sink");
    let mut page = ParseOptions::new().scripting(ScriptingMode::Normal).parse("<div></div><template></template>");
    let targets: Vec<_> = page.body().into_iter().flat_map(NodeRef::children).map(NodeRef::id).collect();
    let svg = page.create_element_ns(Namespace::Svg, "desc").expect("below the node limit");
    for target in targets.into_iter().chain([svg]) {
        page.node_mut(target).expect("an element").set_html(text, &options).expect("an element");
        if let Some(cleaner) = &cleaner {
            page.node_mut(target).expect("an element").set_html(text, cleaner).expect("an element");
        }
    }
    is_safe(&page, "setHTML");
    let markups = [Some(sanitizer.sanitize_str(text)), cleaner.as_ref().map(|cleaner| cleaner.clean(text))];
    for markup in markups.into_iter().flatten() {
        for (before, after) in CONTEXTS {
            let page = format!("{before}{markup}{after}");
            is_safe(&ParseOptions::new().scripting(ScriptingMode::Normal).parse(&*page), &page);
        }
    }
}

/// Returns a random generator whose seed is a hash of the data.
pub(crate) fn random_of(data: &[u8]) -> Random {
    Random::new(data.iter().fold(0, |sum: u64, &byte| sum.wrapping_mul(257).wrapping_add(u64::from(byte) + 1)))
}

fn with_sink<'t>(case: &'t Case, sanitizer: &Sanitizer) -> Document<'t> {
    let sink = Sanitizing::new(DocumentBuilder::new(&case.text), sanitizer.filter(true));
    let (mut tokenizer, mut builder) = case.options().stages(sink, case.context().as_ref());
    tokenizer.run(&case.text, &mut builder);
    builder.finish().into_inner().finish()
}

/// Makes a sanitizer from a random configuration and random calls. After each call, checks that a new sanitizer from the current
/// configuration is valid and equal.
pub(crate) fn sanitizer(random: &mut Random) -> Sanitizer {
    let json = pages::config(random);
    let mut sanitizer = match serde_json::from_str::<WebIdl<SanitizerConfig>>(&json) {
        Err(_) => Sanitizer::default(),
        Ok(WebIdl(config)) if random.one_in(2) => Sanitizer::new(&config).unwrap_or_default(),
        Ok(WebIdl(config)) => Sanitizer::for_safe_methods(&config).unwrap_or_default(),
    };
    for _ in 0..random.below(8) {
        let (before, (method, argument)) = (sanitizer.clone(), pages::call(random));
        let changed = call(&mut sanitizer, method, &argument);
        // In the invalid state described below, `removeAttribute` may change the configuration but return false.
        let is_valid = Sanitizer::new(&before.config()).is_ok();
        let expected = sanitizer != before && (is_valid || changed);
        assert_eq!(changed, expected, "{method}({argument}) of {:?}", before.config());
        let json = serde_json::to_string(&sanitizer.config()).expect("a configuration is JSON");
        let WebIdl(config) = serde_json::from_str(&json).expect("the JSON of a configuration");
        match Sanitizer::new(&config) {
            Ok(again) => assert_eq!(again, sanitizer, "{method}({argument}) of {:?}", before.config()),
            // The standard's steps of `setDataAttributes` can lead to an invalid configuration: an element's `removeAttributes` names an
            // attribute that the global list no longer contains.
            Err(error) => assert_eq!(error.rule, ConfigRule::RemovedAttributeNotInAttributes, "{config:?}"),
        }
    }
    sanitizer
}

/// Calls a method by its name in the standard.
fn call(sanitizer: &mut Sanitizer, method: &str, argument: &str) -> bool {
    fn of<T>(argument: &str) -> T
    where
        WebIdl<T>: DeserializeOwned,
    {
        serde_json::from_str::<WebIdl<T>>(argument).expect("an argument of this method").0
    }
    match method {
        "allowElement" => sanitizer.allow_element(&of(argument)),
        "removeElement" => sanitizer.remove_element(&of(argument)),
        "replaceElementWithChildren" => sanitizer.replace_element_with_children(&of(argument)),
        "allowAttribute" => sanitizer.allow_attribute(&of(argument)),
        "removeAttribute" => sanitizer.remove_attribute(&of(argument)),
        "allowProcessingInstruction" => sanitizer.allow_processing_instruction(&of(argument)),
        "removeProcessingInstruction" => sanitizer.remove_processing_instruction(&of(argument)),
        "setComments" => sanitizer.set_comments(argument == "true"),
        "setDataAttributes" => sanitizer.set_data_attributes(argument == "true"),
        "setJavascriptURLs" => sanitizer.set_javascript_urls(argument == "true"),
        _ => sanitizer.remove_unsafe(),
    }
}

/// Returns a cleaner with rules and a hook that try to create a script, or `None` if the rules are rejected.
fn cleaner(random: &mut Random, sanitizer: Sanitizer) -> Option<Cleaner> {
    const ELEMENTS: &[&str] = &["a", "p", "div", "form", "button", "svg", "set", "animate", "script", "iframe", "b"];
    const ATTRIBUTES: &[&str] =
        &["href", "onclick", "ONLOAD", "srcdoc", "formaction", "attributeName", "xlink:href", "id", "action", "title"];
    const VALUES: &[&str] = &[
        "javascript:x()",
        " \u{1}java\tscript:x()",
        "href",
        "xlink:href",
        "x",
        "<script>",
        "https://example.org/",
        "",
    ];
    let some = |random: &mut Random, names: &[&str]| -> Vec<String> {
        names.iter().filter(|_| random.one_in(4)).map(|&name| name.to_owned()).collect()
    };
    #[allow(clippy::needless_update, reason = "a feature adds a field")]
    let rules = Rules {
        unlisted_elements_keep_content: random.one_in(2),
        remove_content_of: some(random, ELEMENTS),
        urls: vec![UrlRule {
            attributes: some(random, ATTRIBUTES),
            schemes: vec!["javascript".to_owned(), "https".to_owned()],
            relative: if random.one_in(2) { RelativeUrls::Keep } else { RelativeUrls::Remove },
        }],
        classes: BTreeMap::from([("*".to_owned(), vec!["a".to_owned()])]),
        set_attributes: (0..random.below(3))
            .map(|_| SetAttribute {
                element: random.pick(ELEMENTS).to_owned(),
                name: random.pick(ATTRIBUTES).to_owned(),
                value: random.pick(VALUES).to_owned(),
            })
            .collect(),
        ..Rules::default()
    };
    let cleaner = Cleaner::new(sanitizer, rules).ok()?;
    let choice = random.below(VALUES.len() + 2);
    Some(cleaner.attribute_hook(move |_, attribute| match VALUES.get(choice) {
        Some(value) => AttributeChange::Set((*value).to_owned()),
        None if choice == VALUES.len() => AttributeChange::Set(attribute.value().replace("https", "javascript")),
        None => AttributeChange::Keep,
    }))
}
