//! Configurations and rules as JSON: unknown members are errors, and names are lowercased like those of the HTML parser.
#![cfg(all(feature = "sanitize", feature = "serde"))]

use limpid::sanitize::{Cleaner, Rules, Sanitizer, SanitizerConfig, SanitizerElement, WebIdl};
use proptest::prelude::*;
use serde_json::{Value, json};

macro_rules! error {
    ($type:ident, $json:expr) => {
        serde_json::from_str::<$type>($json).expect_err($json).to_string()
    };
}

#[test]
fn unknown_members_of_configurations() {
    for (json, member, suggestion) in [
        (r#"{"tags":["b"]}"#, "tags", "elements"),
        (r#"{"element":["b"]}"#, "element", "elements"),
        (r#"{"Elements":["b"]}"#, "Elements", "elements"),
        (r#"{"ELEMENTS":["b"]}"#, "ELEMENTS", "elements"),
        (r#"{"removeElement":["img"]}"#, "removeElement", "removeElements"),
        (r#"{"remove_elements":["img"]}"#, "remove_elements", "removeElements"),
        (r#"{"allowElements":["b"]}"#, "allowElements", "elements"),
        (r#"{"ALLOWED_TAGS":["b"]}"#, "ALLOWED_TAGS", "elements"),
        (r#"{"FORBID_ATTR":["b"]}"#, "FORBID_ATTR", "removeAttributes"),
        (r#"{"replaceWithChildren":["b"]}"#, "replaceWithChildren", "replaceWithChildrenElements"),
        (r#"{"comment":false}"#, "comment", "comments"),
        (r#"{"javascriptUrls":false}"#, "javascriptUrls", "javascriptURLs"),
        (r#"{"elements":[{"name":"a","attribute":["href"]}]}"#, "attribute", "attributes"),
        (r#"{"elements":[{"Name":"a"}]}"#, "Name", "name"),
        (r#"{"elements":[{"name":"a","attributes":[{"nam":"href"}]}]}"#, "nam", "name"),
        (r#"{"removeElements":[{"name":"a","nameSpace":""}]}"#, "nameSpace", "namespace"),
        (r#"{"processingInstructions":[{"targets":"a"}]}"#, "targets", "target"),
    ] {
        let expected = format!("there is no member {member:?}; did you mean {suggestion:?}? at line 1");
        assert!(error!(SanitizerConfig, json).starts_with(&expected), "{json}: {}", error!(SanitizerConfig, json));
    }
    let message = error!(SanitizerConfig, r#"{"removeElements":[{"name":"a","attributes":["href"]}]}"#);
    assert!(message.starts_with(r#"there is no member "attributes"; use one of name, namespace at"#), "{message}");
    assert!(error!(SanitizerElement, r#"{"name":"a","x":1}"#).contains("\"x\""));
    assert!(error!(SanitizerConfig, &format!("{{{:?}:1}}", "x".repeat(100_000))).contains("use one of elements,"));
    for name in ["", " ", "p ", "*", "<p>", "h1,h2", "a b", "p/", "\t"] {
        for json in [json!({"elements": [name]}), json!({"removeElements": [{"name": name}]})] {
            assert!(error!(SanitizerConfig, &json.to_string()).contains("is not a valid element name"), "{json}");
        }
        // A browser accepts this, and removes all elements.
        let json = json!({"elements": [name]}).to_string();
        assert!(serde_json::from_str::<WebIdl<SanitizerConfig>>(&json).is_ok());
    }
    for name in ["", "href ", "*", "data-*", "href=x", "id,class", "a b", "a>"] {
        for json in [json!({"attributes": [name]}), json!({"elements": [{"name": "p", "attributes": [name]}]})] {
            assert!(error!(SanitizerConfig, &json.to_string()).contains("is not a valid attribute name"), "{json}");
        }
    }
    assert!(serde_json::from_str::<SanitizerConfig>(r#"{"attributes":["@click",":a","*ngif","[a]","(a)"]}"#).is_ok());
    assert!(error!(SanitizerConfig, r#"{"elements":["b"],"elements":[]}"#).contains("duplicate"));
    assert!(error!(SanitizerConfig, r#"{"comments":"false"}"#).contains("a boolean"));
    assert!(error!(SanitizerConfig, r#"{"elements":null}"#).contains("a list"));
}

#[test]
fn unknown_members_of_rules() {
    for (json, member, suggestion) in [
        (r#"{"url":[]}"#, "url", "urls"),
        (r#"{"Urls":[]}"#, "Urls", "urls"),
        (r#"{"class":{}}"#, "class", "classes"),
        (r#"{"urls":[{"scheme":["https"]}]}"#, "scheme", "schemes"),
        (r#"{"urls":[{"protocols":["https"]}]}"#, "protocols", "schemes"),
        (r#"{"urls":[{"Relative":"remove"}]}"#, "Relative", "relative"),
        (r#"{"setAttributes":[{"elements":"a"}]}"#, "elements", "element"),
    ] {
        let expected = format!("there is no member {member:?}; did you mean {suggestion:?}? at line 1");
        assert!(error!(Rules, json).starts_with(&expected), "{json}: {}", error!(Rules, json));
    }
    assert!(error!(Rules, r#"{"urls":[{"relative":"Remove"}]}"#).contains("unknown variant `Remove`, expected"));
    assert!(error!(Rules, r#"{"setAttributes":[{"element":"a","name":"rel"}]}"#).contains("missing field `value`"));
}

#[test]
fn names_in_capitals() {
    let json = json!({
        "elements": [
            "P",
            {"name": "A", "namespace": "http://www.w3.org/1999/xhtml", "attributes": ["HREF"]},
            {"name": "svg", "namespace": "http://www.w3.org/2000/svg"},
            {"name": "foreignObject", "namespace": "http://www.w3.org/2000/svg"},
        ],
        "attributes": ["Title", "viewBox", {"name": "data-X"}],
    });
    let markup = "<P TITLE=t><A HREF=/>1</A><svg viewBox=0 data-x=1><foreignObject></foreignObject></svg></P>";
    let config: SanitizerConfig = serde_json::from_value(json.clone()).unwrap();
    let clean = Sanitizer::for_safe_methods(&config).unwrap().sanitize_str(markup);
    let expected =
        "<p title=\"t\"><a href=\"/\">1</a><svg viewBox=\"0\" data-x=\"1\"><foreignObject></foreignObject></svg></p>";
    assert_eq!(clean, expected);
    // As in browsers, names in capitals do not match.
    let WebIdl(config) = serde_json::from_value::<WebIdl<SanitizerConfig>>(json).unwrap();
    assert_eq!(config.elements.as_ref().unwrap()[0].name, "P");
    assert_eq!(Sanitizer::for_safe_methods(&config).unwrap().sanitize_str(markup), "");
    // The HTML parser never creates such an element.
    let config: SanitizerConfig = serde_json::from_str(r#"{"elements": [{"name": "P", "namespace": null}]}"#).unwrap();
    assert_eq!(config.elements.unwrap()[0].name, "P");
}

#[test]
fn rules_name_elements_in_any_case() {
    let rules: Rules = serde_json::from_value(json!({
        "unlistedElementsKeepContent": true,
        "removeContentOf": ["STYLE"],
        "classes": {"P": ["a"]},
        "setAttributes": [{"element": "A", "name": "rel", "value": "nofollow"}],
    }))
    .unwrap();
    let config: SanitizerConfig = serde_json::from_str(r#"{"elements": ["p", "a"], "attributes": ["class"]}"#).unwrap();
    let cleaner = Cleaner::new(Sanitizer::for_safe_methods(&config).unwrap(), rules).unwrap();
    let markup = "<style>x</style><p class='a b'><a class=b>1</a><i>2</i></p>";
    assert_eq!(cleaner.clean(markup), "<p class=\"a\"><a class=\"b\" rel=\"nofollow\">1</a>2</p>");
}

#[test]
fn webidl_ignores_unknown_members() {
    let json = r#"{"tags":["b"],"elements":[{"name":"p","x":{"y":[1]},"attributes":[{"name":"id","z":null}]}],"comments":"no"}"#;
    let WebIdl(config) = serde_json::from_str::<WebIdl<SanitizerConfig>>(json).unwrap();
    let strict = r#"{"elements":[{"name":"p","attributes":["id"]}],"comments":true}"#;
    assert_eq!(config, serde_json::from_str(strict).unwrap());
    let WebIdl(element) = serde_json::from_str::<WebIdl<SanitizerElement>>(r#"{"name":"P","x":1}"#).unwrap();
    assert_eq!(element, SanitizerElement::from("P"));
}

/// The JSON pointer of each dictionary in a configuration and in rules.
const DICTIONARIES: [&str; 13] = [
    "/config",
    "/config/elements/0",
    "/config/elements/0/attributes/0",
    "/config/elements/0/removeAttributes/0",
    "/config/removeElements/0",
    "/config/replaceWithChildrenElements/0",
    "/config/processingInstructions/0",
    "/config/removeProcessingInstructions/0",
    "/config/attributes/0",
    "/config/removeAttributes/0",
    "/rules",
    "/rules/urls/0",
    "/rules/setAttributes/0",
];

fn all_members() -> Value {
    let name = || json!([{"name": "a", "namespace": null}]);
    let target = || json!([{"target": "a"}]);
    json!({
        "config": {
            "elements": [{"name": "a", "namespace": null, "attributes": name(), "removeAttributes": name()}],
            "removeElements": name(),
            "replaceWithChildrenElements": name(),
            "processingInstructions": target(),
            "removeProcessingInstructions": target(),
            "attributes": name(),
            "removeAttributes": name(),
            "comments": true,
            "dataAttributes": true,
            "javascriptURLs": true,
        },
        "rules": {
            "unlistedElementsKeepContent": true,
            "removeContentOf": [],
            "urls": [{"attributes": [], "schemes": [], "relative": "keep"}],
            "classes": {},
            "setAttributes": [{"element": "a", "name": "b", "value": "c"}],
        },
    })
}

fn misspelt(name: &str, way: u8, at: usize, other: char) -> String {
    let mut characters: Vec<char> = name.chars().collect();
    let at = at % characters.len();
    match way {
        0 => characters[at] = if characters[at].is_lowercase() { characters[at].to_ascii_uppercase() } else { 'x' },
        1 => drop(characters.remove(at)),
        2 => characters.insert(at, other),
        3 => characters[at] = other,
        _ => return name.to_uppercase(),
    }
    characters.into_iter().collect()
}

proptest! {
    #[test]
    fn each_unknown_member_is_an_error(
        dictionary in prop::sample::select(&DICTIONARIES[..]),
        member in any::<prop::sample::Index>(),
        way in 0_u8..5,
        (at, other) in (0_usize..32, any::<char>()),
        unknown in proptest::option::of(".{0,12}"),
    ) {
        let mut json = all_members();
        prop_assert!(serde_json::from_value::<SanitizerConfig>(json["config"].clone()).is_ok());
        prop_assert!(serde_json::from_value::<Rules>(json["rules"].clone()).is_ok());
        let members = json.pointer_mut(dictionary).and_then(Value::as_object_mut).unwrap();
        let known = members.keys().nth(member.index(members.len())).unwrap().clone();
        let is_added = unknown.is_some();
        let name = unknown.unwrap_or_else(|| misspelt(&known, way, at, other));
        // This member requires a feature.
        prop_assume!(!members.contains_key(&name) && name != "styleProperties");
        let value = if is_added { Value::Null } else { members.remove(&known).unwrap() };
        members.insert(name.clone(), value);
        let error = match dictionary.starts_with("/config") {
            true => serde_json::from_value::<SanitizerConfig>(json["config"].clone()).map(drop),
            false => serde_json::from_value::<Rules>(json["rules"].clone()).map(drop),
        };
        let message = error.expect_err("an unknown member").to_string();
        prop_assert!(message.starts_with(&format!("there is no member {name:?}; ")), "{message}");
        if is_added {
            prop_assert!(serde_json::from_value::<WebIdl<SanitizerConfig>>(json["config"].clone()).is_ok());
        }
    }
}
