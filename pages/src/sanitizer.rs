//! Generates sanitizer configurations as JSON, calls of a sanitizer's methods, and pages for sanitizers.

use crate::context::Context;
use crate::random::Random;
use crate::soup;

/// The elements in configurations: elements that the tree builder moves, nests or scopes in a special way, and unsafe ones. A prefix such
/// as `svg|` selects the namespace.
const ELEMENTS: &str = "a b i nobr font span x-own p div section li ul dd h1 table caption colgroup tbody tr td select option \
    button form input template script style title textarea pre ruby rt img noscript iframe object base embed xmp frameset DIV \
    svg math br marquee html|b svg|svg svg|g svg|a svg|use svg|script svg|style svg|title svg|desc svg|foreignObject \
    svg|foreignobject svg|set svg|animate svg|p math|math math|mi math|mtext math|mglyph math|annotation-xml math|a none|p urn|div";

/// The attributes in configurations.
const ATTRIBUTES: &str = "id class title href xlink:href xlink|href onclick onerror onload onfuture action formaction \
    attributeName attributename to src style color encoding viewBox type xml|lang a b xmlns xmlns|xmlns selected \
    shadowrootmode name data-x data- data-X";

/// The targets of processing instructions in configurations.
const TARGETS: &str = "marker start end x X xml-stylesheet a";

const NAMESPACES: &[(&str, &str)] = &[
    ("html", "http://www.w3.org/1999/xhtml"),
    ("svg", "http://www.w3.org/2000/svg"),
    ("math", "http://www.w3.org/1998/Math/MathML"),
    ("xlink", "http://www.w3.org/1999/xlink"),
    ("xml", "http://www.w3.org/XML/1998/namespace"),
    ("xmlns", "http://www.w3.org/2000/xmlns/"),
    ("none", ""),
    ("urn", "urn:x"),
];

/// Markup with scripts, and other markup that sanitizers remove, change or keep.
const SNIPPETS: &[&str] = &[
    "<script>x()</script>",
    "<img src=x onerror=x()>",
    "<p onclick=x() id=1 class=a>",
    "<b ONLOAD=x() data-x=1>",
    "<a href=javascript:x()>",
    "<a href='\u{1} jAvA\tscript:x()' title=t>",
    "<a href='java script:x()'>",
    "<a href=https://example.org/ data-=1 data-X=2>",
    "<area href=javascript:x()>",
    "<form action=javascript:x()>",
    "<button formaction=' javascript:x()'>",
    "<input formaction=javascript:x()>",
    "<svg><use href=#x></use><a xlink:href=javascript:x() href=javascript:y()>",
    "<svg onload=x()><g onclick=x()>",
    "<svg><set attributeName=href to=javascript:x()>",
    "<svg><animate attributename=xlink:href values=javascript:x()>",
    "<svg><animateTransform attributeName=' href'>",
    "<svg><set attributeName=HREF to=x>",
    "<svg><script>x()</script>",
    "<svg><style><b onclick=x()></style><title><p id=1>1</title>",
    "<math><mi xlink:href=javascript:x() href=y>",
    "<math href=javascript:x()><a href=javascript:x()>",
    "<math><annotation-xml encoding=text/html><p onclick=x()>1",
    "<iframe src=javascript:x()>1</iframe>",
    "<object data=x><p id=1>1</object>",
    "<embed src=x>",
    "<base href=//x>",
    "<!--1-->",
    "<?marker name=a?>",
    "<?x y?>",
    "<?xml-stylesheet href=a?>",
    "<template><p onclick=x()><!--1-->",
    "<div><template shadowrootmode=open><p onclick=x()><script>x()</script>1</template>",
    "<noscript><p onclick=x()>",
    "<style>p { }</style>",
    "<textarea><p onclick=x()></textarea>",
    "<title></title>",
    "<xmp><b></xmp>",
    "<table><tr><td>1<b>2<p>3",
    "<b>1<p>2</b>3</p>",
    "<a>1<div>2</a>3</div>",
    "<x-own onfuture=1>",
    "<p xml:lang=en>",
    "<svg xml:lang=en viewbox='0 0 1 1'><foreignObject><div id=1>",
    "<select><option selected>1<b>2</select>",
];

/// Generates a fragment that contains some of `SNIPPETS`, and its context element.
pub fn fragment(random: &mut Random) -> (Context, Vec<String>) {
    let (context, tokens) = soup::fragment(random);
    (context, with_snippets(random, tokens))
}

/// Generates a document that contains some of `SNIPPETS`.
pub fn document(random: &mut Random) -> Vec<String> {
    let tokens = soup::document(random);
    with_snippets(random, tokens)
}

fn with_snippets(random: &mut Random, mut tokens: Vec<String>) -> Vec<String> {
    for _ in 0..1 + random.below(6) {
        let at = random.below(tokens.len() + 1);
        tokens.insert(at, random.pick(SNIPPETS).to_owned());
    }
    tokens
}

/// Generates a configuration as JSON: a `SanitizerConfig` dictionary or, rarely, the preset `"default"`. Most configurations are valid.
pub fn config(random: &mut Random) -> String {
    if random.one_in(40) {
        return "\"default\"".to_owned();
    }
    let rate = 1 + random.below(6);
    let (listed, others) = draw(random, ELEMENTS.split_whitespace(), rate);
    let (replaced, _) = draw(random, others, 8);
    let rate = 1 + random.below(6);
    let (attributes, others) = draw(random, ATTRIBUTES.split_whitespace(), rate);
    let has_data_attribute = attributes.iter().any(|name| name.starts_with("data-"));
    let keeps_elements = random.pick(&[Some(true), Some(true), Some(false), None]);
    let keeps_attributes = random.pick(&[Some(true), Some(true), Some(false), None]);
    let mut members = Vec::new();
    if keeps_elements == Some(true) {
        let mut items: Vec<String> = ["html", "head", "body"]
            .into_iter()
            .filter(|_| !random.one_in(8))
            .map(|name| format!("{name:?}"))
            .collect();
        items.extend(listed.iter().map(|name| element(random, name, keeps_attributes, &attributes, &others)));
        members.push(format!("\"elements\":[{}]", items.join(",")));
    }
    if keeps_elements == Some(false) || random.one_in(40) {
        members.push(list(random, "removeElements", &listed));
    }
    if random.one_in(3) {
        members.push(list(random, "replaceWithChildrenElements", &replaced));
    }
    if keeps_attributes == Some(true) {
        members.push(list(random, "attributes", &attributes));
    }
    if keeps_attributes == Some(false) || random.one_in(40) {
        members.push(list(random, "removeAttributes", &attributes));
    }
    if random.one_in(2) {
        let (targets, _) = draw(random, TARGETS.split_whitespace(), 3);
        let member = random.pick(&["processingInstructions", "removeProcessingInstructions"]);
        let items: Vec<String> = targets.iter().map(|target| instruction(random, target)).collect();
        members.push(format!("{member:?}:[{}]", items.join(",")));
    }
    for (member, rate) in [("comments", 2), ("javascriptURLs", 3)] {
        if random.one_in(rate) {
            members.push(format!("{member:?}:{}", random.one_in(2)));
        }
    }
    if keeps_attributes == Some(true) && random.one_in(2) || random.one_in(60) {
        members.push(format!("\"dataAttributes\":{}", random.one_in(2) && !has_data_attribute));
    }
    format!("{{{}}}", members.join(","))
}

/// Generates a call of a sanitizer's method: its name, and its argument as JSON.
pub fn call(random: &mut Random) -> (&'static str, String) {
    let method = random.pick(&[
        "allowElement",
        "allowElement",
        "removeElement",
        "replaceElementWithChildren",
        "allowAttribute",
        "allowAttribute",
        "removeAttribute",
        "allowProcessingInstruction",
        "removeProcessingInstruction",
        "setComments",
        "setDataAttributes",
        "setJavascriptURLs",
        "removeUnsafe",
    ]);
    let one_of = |random: &mut Random, names: &'static str| {
        let names: Vec<&str> = names.split_whitespace().collect();
        random.pick(&names)
    };
    let argument = match method {
        "allowElement" => {
            let (attributes, others) = draw(random, ATTRIBUTES.split_whitespace(), 4);
            let keeps = random.pick(&[Some(true), Some(false), None]);
            let name = one_of(random, ELEMENTS);
            element(random, name, keeps, &attributes, &others)
        }
        "removeElement" | "replaceElementWithChildren" => {
            let name = one_of(random, ELEMENTS);
            item(random, name)
        }
        "allowAttribute" | "removeAttribute" => {
            let name = one_of(random, ATTRIBUTES);
            item(random, name)
        }
        "allowProcessingInstruction" | "removeProcessingInstruction" => {
            let target = one_of(random, TARGETS);
            instruction(random, target)
        }
        _ => random.one_in(2).to_string(),
    };
    (method, argument)
}

/// Splits names into two lists at random. Each name is in the first list with a probability of 1 in `rate`.
fn draw<'n>(
    random: &mut Random,
    names: impl IntoIterator<Item = &'n str>,
    rate: usize,
) -> (Vec<&'n str>, Vec<&'n str>) {
    names.into_iter().partition(|_| random.one_in(rate))
}

/// Writes a member with a list of names. Sometimes a name occurs twice.
fn list(random: &mut Random, member: &str, names: &[&str]) -> String {
    let twice = names.first().filter(|_| random.one_in(60));
    let items: Vec<String> = names.iter().chain(twice).map(|name| item(random, name)).collect();
    format!("{member:?}:[{}]", items.join(","))
}

fn members_of(name: &str) -> String {
    match name.split_once('|') {
        Some((prefix, name)) => {
            let namespace =
                NAMESPACES.iter().find(|(known, _)| *known == prefix).map_or("", |(_, namespace)| namespace);
            format!("\"name\":{name:?},\"namespace\":{namespace:?}")
        }
        None => format!("\"name\":{name:?}"),
    }
}

/// Writes a name, as a string or as a dictionary.
fn item(random: &mut Random, name: &str) -> String {
    if name.contains('|') || random.one_in(2) { format!("{{{}}}", members_of(name)) } else { format!("{name:?}") }
}

fn instruction(random: &mut Random, target: &str) -> String {
    if random.one_in(2) { format!("{target:?}") } else { format!("{{\"target\":{target:?}}}") }
}

/// Writes an element, sometimes with its own lists of attributes, most of which are compatible with the global list.
fn element(random: &mut Random, name: &str, keeps: Option<bool>, global: &[&str], others: &[&str]) -> String {
    if !random.one_in(3) {
        return item(random, name);
    }
    let mut members = vec![members_of(name)];
    let keeps_global = keeps == Some(true);
    let has_attributes = random.one_in(2);
    if has_attributes {
        let (own, _) = draw(random, others.iter().copied(), 4);
        members.push(list(random, "attributes", &own));
    }
    if !has_attributes && random.one_in(2) || keeps_global && random.one_in(2) || random.one_in(60) {
        let (removed, _) = draw(random, if keeps_global { global } else { others }.iter().copied(), 4);
        members.push(list(random, "removeAttributes", &removed));
    }
    format!("{{{}}}", members.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_generates_the_same() {
        let make = |seed| {
            let mut random = Random::new(seed);
            (config(&mut random), call(&mut random), document(&mut random), fragment(&mut random))
        };
        assert_eq!(make(1), make(1));
        assert_ne!(make(1), make(2));
    }

    #[test]
    fn each_name_occurs() {
        let mut random = Random::new(1);
        let configs: String = (0..400).map(|_| config(&mut random)).collect();
        for name in [ELEMENTS, ATTRIBUTES, TARGETS].iter().flat_map(|names| names.split_whitespace()) {
            assert!(configs.contains(&members_of(name)) || configs.contains(&format!("{name:?}")), "{name}");
        }
        assert!(SNIPPETS.iter().all(|snippet| !snippet.is_empty()) && configs.contains("\"default\""));
    }
}
