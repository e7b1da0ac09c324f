//! Law of source edits: after any changes, [`to_source`](Document::to_source) returns a source that parses to the changed document, or an
//! error.

use super::case::Case;
use limpid::{
    Document, InsertPosition, Limits, Namespace, NodeId, NodeKind, ParseOptions, SourceError, SourceOptions, SourceRule,
};
use limpid_pages::{Random, Recipe};

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let case = Case::from_bytes(data);
    let mut random = Random::from_bytes(data);
    for spans in [true, false] {
        let options = case.options().spans(spans);
        let mut document = case.parse_with(&options, &case.text);
        assert_eq!(document.to_source().as_deref(), Ok(&*case.text), "identity");
        let log = edit(&mut document, &mut random, 1 + data.len() % 4);
        let mut again = |source: &str| normalized(&case.parse_with(&case.options(), source));
        check_edited(&document, &log, &mut again);
    }
    if data.len().is_multiple_of(3) {
        check_implied(&mut Random::from_bytes(data));
    }
    if random.one_in(4) {
        check_xml(&mut random);
    }
    if random.one_in(4) {
        check_encoded(&mut random);
    }
}

/// Checks short pages in which `html`, `head` and `body` may be implied and empty, with changes of these elements.
fn check_implied(random: &mut Random) {
    const PARTS: &[&str] = &[
        "<!DOCTYPE html>",
        "<!DOCTYPE html SYSTEM 'h",
        "<!DOCTYPE html PUBLIC>",
        "<title>t</title>",
        "<script src=app.js></script>",
        "<noscript><link href=a></noscript>",
        "<style>",
        "<html>",
        "<html lang=en>",
        "<head>",
        "</head>",
        "<body class=a>",
        "</body>",
        "</html>",
        "<frameset><frame></frameset>",
        "<noframes>x</noframes>",
        "<!--c-->",
        "<meta charset=utf-8>",
        "<template>x</template>",
        "<p>x",
        "</p>",
        "x",
        " ",
        "\n",
        "\r\n",
        "<i",
    ];
    let mut text = String::new();
    for _ in 0..random.below(7) {
        text.push_str(random.pick(PARTS));
    }
    let options = ParseOptions::new().spans(random.one_in(2));
    let context = if random.one_in(8) { Some("html") } else { None };
    let parse = |options: &ParseOptions, text: &str| match context {
        Some(context) => options.parse_fragment(text, context).into_owned(),
        None => options.parse(text).into_owned(),
    };
    let mut document = parse(&options, &text);
    let mut log = Vec::new();
    for _ in 0..1 + random.below(3) {
        let name = random.pick(&["html", "head", "body", "body"]);
        let element = document.descendants().find(|node| node.is_element() && node.local_name() == name);
        let Some(element) = element.map(limpid::NodeRef::id) else { continue };
        let number = random.pick(&[0, 3, 9, 11, 12, 20, 38, 39]);
        let words = [NAMES, ATTRIBUTES, TEXTS, MARKUP].map(|words| words[random.below(words.len())]);
        if change(&mut document, number, [element, element], words).is_some() {
            log.push(format!("{number} {name} {words:?}"));
        }
    }
    if random.one_in(3) {
        log.extend(edit(&mut document, random, 1));
    }
    check_edited(&document, &log, &mut |source| normalized(&parse(&ParseOptions::new(), source)));
}

/// Checks a document that is parsed from bytes in a random encoding. Some of the bytes can be invalid.
fn check_encoded(random: &mut Random) {
    const LABELS: &[&str] = &[
        "utf-8",
        "windows-1252",
        "windows-1251",
        "utf-16le",
        "utf-16be",
        "shift_jis",
        "iso-2022-jp",
        "gb18030",
        "big5",
        "euc-kr",
    ];
    let encoding = limpid::Encoding::for_label(random.pick(LABELS)).expect("a label");
    let mut text: String = Recipe::default().document(random).into_iter().take(4 + random.below(40)).collect();
    if random.one_in(2) {
        let at = (0..=random.below(text.len() + 1)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let words =
            ["caf\u{e9} \u{20ac}", "\u{42f}\u{44f}", "\u{65e5}\u{672c}\u{8a9e}", "\u{ac00}", "\u{1f600}\u{1f601}"];
        text.insert_str(at, random.pick(&words));
    }
    let mut bytes = match encoding.name() {
        "UTF-16LE" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        "UTF-16BE" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => encoding.encode(&text).0.into_owned(),
    };
    // Half of a surrogate pair, in either byte order.
    if encoding.name().starts_with("UTF-16") && random.one_in(2) {
        let at = random.below(bytes.len() / 2 + 1) * 2;
        bytes.splice(at..at, random.pick(&[[0xd8, 0x3d], [0xde, 0x00], [0x3d, 0xd8], [0x00, 0xde]]));
    }
    if !bytes.is_empty() && random.one_in(2) {
        let at = random.below(bytes.len());
        bytes[at] = random.below(256) as u8;
    }
    let options = ParseOptions::new().spans(!random.one_in(4));
    let options = if random.one_in(4) { options } else { options.encoding(encoding) };
    let mut document = options.parse_bytes(&*bytes);
    let log = edit(&mut document, random, 1 + random.clone().below(4));
    check_bytes(&document, &bytes, &options, &log);
    check_edited(&document, &log, &mut |source| normalized(&options.parse(source)));
}

/// Checks an XML document, parsed whole or in chunks.
fn check_xml(random: &mut Random) {
    let text = limpid_pages::xml::document(random, 40).concat();
    let mut options = limpid::xml::XmlParseOptions::new().spans(random.one_in(2));
    if random.one_in(4) {
        let mut up_to = |count| 1 + random.below(count) as u32;
        options = options.limits(Limits::default().nodes(up_to(60)).depth(up_to(10)).attributes(up_to(4)));
    }
    let mut document = options.parse(&*text);
    if random.one_in(2) {
        let mut parser = limpid::xml::XmlParser::new(options.clone());
        limpid_pages::pieces(&text, random.number() as u16).into_iter().for_each(|piece| parser.feed(piece));
        document = parser.finish();
        assert_eq!(document.to_source().as_deref(), Ok(document.source()), "identity");
    }
    let original = document.clone();
    let log = edit(&mut document, random, 1 + random.clone().below(4));
    let mut again = |source: &str| normalized_xml(&options.parse(source), &document, &original);
    check_edited(&document, &log, &mut again);
}

/// Checks a changed document. `again` parses source with the same options as the original document, and returns the result of
/// [`normalized`].
fn check_edited(document: &Document<'_>, log: &[String], again: &mut dyn FnMut(&str) -> String) {
    let wanted = normalized(document);
    let mut check = |source: &str, how: &str| {
        let found = again(source);
        assert_eq!(found, wanted, "{how}: {log:?}\n{}\n{source}", document.source());
    };
    let edits = document.source_edits(&SourceOptions::new());
    match document.to_source() {
        Ok(source) => {
            check(&source, "in place");
            assert_eq!(edits.expect("edits").apply(document.source()).as_deref(), Ok(&*source));
            return;
        }
        Err(error) => assert_names_node(document, &error),
    }
    match document.source_edits(&SourceOptions::new().widen(true)) {
        Ok(edits) => check(&edits.apply(document.source()).expect("edits of the source"), "widened"),
        Err(error) => assert_names_node(document, &error),
    }
}

/// Checks editing the bytes that a document was parsed from.
fn check_bytes(document: &Document<'_>, bytes: &[u8], options: &ParseOptions, log: &[String]) {
    let unchanged = options.parse_bytes(bytes);
    let edit_bytes =
        |document: &Document<'_>| document.edit_bytes(bytes, &document.source_edits(&SourceOptions::new())?);
    assert_eq!(edit_bytes(&unchanged).as_deref(), Ok(bytes), "identity");
    match edit_bytes(document) {
        Ok(edited) => {
            let again = options.parse_bytes(&*edited);
            if again.encoding() != document.encoding() {
                // The bytes must decode to the same text in both encodings.
                let name = document.encoding().unwrap_or_default();
                let same = options.clone().encoding(limpid::Encoding::for_label(name).expect("an encoding"));
                assert_eq!(same.parse_bytes(&*edited).source(), again.source(), "{log:?}");
            }
            assert_eq!(normalized(&again), normalized(document), "in bytes: {log:?}\n{bytes:?}\n{edited:?}");
        }
        Err(error) if error.node.is_some() => assert_names_node(document, &error),
        Err(error) => assert!(
            matches!(
                error.rule,
                SourceRule::Malformed { .. } | SourceRule::Unencodable { .. } | SourceRule::OtherEncoding { .. }
            ),
            "{error}"
        ),
    }
}

fn assert_names_node(document: &Document<'_>, error: &SourceError) {
    assert!(error.node.is_some_and(|node| document.node(node).is_some()), "{error}");
    assert!(!matches!(error.rule, SourceRule::NoSource | SourceRule::Compacted), "{error}");
}

/// Returns the quirks mode and the tree of a document as text. Adjacent text nodes are joined.
fn normalized(document: &Document<'_>) -> String {
    let mut copy = document.clone();
    let mut roots = vec![copy.root().id()];
    while let Some(root) = roots.pop() {
        copy.node_mut(root).expect("a document that is not full").normalize().expect("a document that is not full");
        let Some(read) = copy.node(root) else { continue };
        let inside = read.descendants().flat_map(|node| [node.template_contents(), node.shadow_root()]);
        roots.extend(inside.flatten().map(limpid::NodeRef::id));
    }
    format!("{:?}\n{}", copy.quirks_mode(), copy.to_test_dump())
}

/// Returns the result of [`normalized`] for a document that was parsed from the source of an edited XML document. This source can contain
/// namespace declarations that neither the edited nor the original document has, for new or moved elements. They are removed here.
fn normalized_xml(found: &Document<'_>, edited: &Document<'_>, original: &Document<'_>) -> String {
    let elements = |document: &Document<'_>| -> Vec<NodeId> {
        let is_element = |node: &NodeId| document.node(*node).is_some_and(|node| node.kind() == NodeKind::Element);
        nodes(document).into_iter().filter(is_element).collect()
    };
    let mut found = found.clone();
    for (here, there) in elements(&found).into_iter().zip(elements(edited)) {
        let declared = found.node(here).into_iter().flat_map(limpid::NodeRef::attributes);
        let declared = declared.filter(|attribute| attribute.namespace() == Namespace::XmlNs);
        let names: Vec<String> = declared.map(|attribute| attribute.local_name().to_owned()).collect();
        for name in names {
            let has = |document: &Document<'_>| {
                document.node(there).is_some_and(|node| node.attribute_ns(Namespace::XmlNs, &name).is_some())
            };
            if !has(edited) && !has(original) {
                found
                    .node_mut(here)
                    .expect("an element")
                    .remove_attribute_ns(Namespace::XmlNs, &name)
                    .expect("an element");
            }
        }
    }
    normalized(&found)
}

/// Returns all nodes of a document except the root, including those in template contents and shadow roots.
fn nodes(document: &Document<'_>) -> Vec<NodeId> {
    let mut nodes = Vec::new();
    let mut pending = vec![document.root()];
    while let Some(node) = pending.pop() {
        nodes.push(node.id());
        pending.extend(node.template_contents());
        pending.extend(node.shadow_root());
        pending.extend(node.children().rev());
    }
    nodes.remove(0);
    nodes
}

const NAMES: &[&str] = &[
    "div",
    "p",
    "b",
    "a",
    "li",
    "ul",
    "td",
    "tr",
    "table",
    "span",
    "script",
    "template",
    "select",
    "option",
    "x-y",
    "pre",
    "br",
    "img",
    "form",
    "h1",
    "title",
    "svg",
    "textarea",
    "font",
    "nobr",
    "dd",
    "button",
    "math",
    "plaintext",
];
const ATTRIBUTES: &[&str] =
    &["class", "href", "id", "type", "loading", "color", "x", "encoding", "data-a", "style", "for", "shadowrootmode"];
const TEXTS: &[&str] = &[
    "tea",
    "",
    " ",
    "a & b",
    "<b>",
    "\n\nline",
    "x\r\ny",
    "\"'",
    "&amp;",
    "AT&T",
    "amp;",
    "hidden",
    "a\u{a0}b",
    "=`>/",
    "é😀",
    "</script>",
    "\nline",
    "]]>",
    "a\0b\u{c}",
    "-->",
];
const MARKUP: &[&str] = &[
    "<p>new</p>",
    "<b>x</b>",
    "text",
    "<li>a<li>b",
    "<!--c-->",
    "<table><tr><td>x</table>",
    "<p>a<div>b</div>",
    "<br>",
    "<a href=x>y</a>",
    "<svg><path/></svg>",
    "<template><td>x</template>",
    "<select><option>1</select>",
    "<pre>\n\nx</pre>",
    "\n<i>x</i>",
    "<p><b>x<p>y",
    "<svg><![CDATA[x<y]]><title>z</title></svg>",
    "<math><annotation-xml encoding=text/html><p>x</p></annotation-xml></math>",
    "<textarea>\n</textarea>",
];

/// Makes random changes, and returns their descriptions. Rejected changes are left out.
fn edit(document: &mut Document<'_>, random: &mut Random, count: usize) -> Vec<String> {
    let mut log = Vec::new();
    for _ in 0..count {
        let nodes = nodes(document);
        if nodes.is_empty() {
            break;
        }
        let [one, two] = [(); 2].map(|()| nodes[random.below(nodes.len())]);
        let name = NAMES[random.below(NAMES.len())];
        let attribute = ATTRIBUTES[random.below(ATTRIBUTES.len())];
        let text = TEXTS[random.below(TEXTS.len())];
        let markup = MARKUP[random.below(MARKUP.len())];
        // XML has additional changes of namespaces.
        let number = random.pick(if document.is_xml() { &XML_CHANGES } else { &ANY_CHANGES });
        let words = [name, attribute, text, markup];
        if change(document, number, [one, two], words).is_some() {
            log.push(format!("{number} {one:?} {two:?} {words:?}"));
        }
    }
    log
}

const ANY_CHANGES: [usize; 32] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 36, 37, 38, 39, 40, 41, 42,
    43,
];

const XML_CHANGES: [usize; 32] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 31, 32, 33, 34, 34, 35, 42,
    43,
];

fn change(document: &mut Document<'_>, number: usize, nodes: [NodeId; 2], words: [&str; 4]) -> Option<()> {
    let ([one, two], [name, attribute, text, markup]) = (nodes, words);
    let kind = document.node(one)?.kind();
    let new = |document: &mut Document<'_>| match number % 3 {
        0 => document.create_element(name),
        1 => document.create_text(text),
        _ => document.create_comment("c"),
    };
    match number {
        0 | 1 => document.node_mut(one).unwrap().set_attribute(attribute, text).ok(),
        2 => {
            let first = document.node(one)?.attributes().next().map(|attribute| attribute.local_name().to_owned())?;
            document.node_mut(one).unwrap().remove_attribute(&first).ok().map(drop)
        }
        3 => document.node_mut(one).unwrap().add_class("new").ok().map(drop),
        4 if kind == NodeKind::Element => {
            let first = document.node(one)?.attributes().next().map(|attribute| attribute.local_name().to_owned())?;
            document.node_mut(one).unwrap().set_attribute(&first, text).ok()
        }
        5 | 6 => document.node_mut(one).unwrap().remove().ok(),
        7 => document.node_mut(one).unwrap().append(two).ok(),
        8 => document.node_mut(one).unwrap().insert_before(two).ok(),
        9 | 10 => {
            let new = new(document).ok()?;
            document.node_mut(one).unwrap().insert_before(new).ok()
        }
        11 | 12 => {
            let new = new(document).ok()?;
            document.node_mut(one).unwrap().append(new).ok()
        }
        13 => document
            .node_mut(one)
            .unwrap()
            .wrap(name)
            .and_then(|mut wrapper| wrapper.set_attribute(attribute, text))
            .ok(),
        14 => document.node_mut(one).unwrap().replace_with_children().ok(),
        15 => document.node_mut(one).unwrap().rename(name).ok(),
        16 => document.node_mut(one).unwrap().remove_children().ok(),
        17 => document.node_mut(one).unwrap().append_children(two).ok(),
        18 => document.node_mut(one).unwrap().set_text(text).ok(),
        19 => document.node_mut(one).unwrap().set_text(text).ok(),
        20 => document.node_mut(one).unwrap().set_inner_html(markup).ok(),
        21 => document.node_mut(one).unwrap().set_outer_html(markup).ok(),
        // XML only: adds an unneeded namespace declaration, changes or removes a declaration, or adds elements and attributes with a
        // namespace.
        31 => document.node_mut(one).unwrap().set_attribute_ns(Namespace::XmlNs, "xmlns:q", "urn:q").ok(),
        32 | 34 => {
            let declared = document.node(one)?.attributes().find(|it| it.namespace() == Namespace::XmlNs)?;
            let (local_name, name) = (declared.local_name().to_owned(), declared.qualified_name().into_owned());
            match number {
                32 => document.node_mut(one).unwrap().set_attribute_ns(Namespace::XmlNs, &name, "urn:other").ok(),
                _ => document.node_mut(one).unwrap().remove_attribute_ns(Namespace::XmlNs, &local_name).ok().map(drop),
            }
        }
        33 => {
            let url = document.node(two)?.namespace_url().unwrap_or_default().to_owned();
            let name = document.node(two)?.qualified_name().into_owned();
            let new = document.create_element_ns(&url, &name).ok()?;
            document.node_mut(one).unwrap().append(new).ok()
        }
        36..=43 => change_markup(document, number, one, words),
        35 => document.node_mut(one).unwrap().set_attribute_ns("urn:q", "q:x", text).ok(),
        22 => {
            let copy = document.node_mut(one).unwrap().clone_subtree().ok()?;
            document.node_mut(two).unwrap().insert_after(copy).ok()
        }
        _ => {
            let new = new(document).ok()?;
            document.node_mut(one).unwrap().replace_with(new).ok()
        }
    }
}

/// Makes a change with consequences for existing markup: changes all elements with the same name, extends attribute values, replaces a text
/// with white space, reverses children, or inserts markup.
fn change_markup(document: &mut Document<'_>, number: usize, one: NodeId, words: [&str; 4]) -> Option<()> {
    let [name, attribute, text, markup] = words;
    match number {
        36 | 37 => {
            let old = document.node(one)?.local_name();
            let same: Vec<NodeId> = document
                .descendants()
                .filter(|node| node.local_name() == old)
                .take(32)
                .map(limpid::NodeRef::id)
                .collect();
            same.into_iter().try_for_each(|node| match number {
                36 => document.node_mut(node).unwrap().set_attribute(attribute, text).ok(),
                _ => document.node_mut(node).unwrap().rename(name).ok(),
            })
        }
        38 => {
            let positions = [
                InsertPosition::BeforeBegin,
                InsertPosition::AfterBegin,
                InsertPosition::BeforeEnd,
                InsertPosition::AfterEnd,
            ];
            let position = positions[text.len() % positions.len()];
            document.node_mut(one).unwrap().insert_adjacent_html(position, markup).ok()?;
            document.indent_inserted().ok()
        }
        39 => {
            let new = document.create_processing_instruction("marker", "name=a").ok()?;
            document.node_mut(one).unwrap().insert_before(new).ok()
        }
        42 => document.node_mut(one).unwrap().change_attribute_values(|was| Some([was.value(), text].concat())).ok(),
        43 => document.node_mut(one).unwrap().set_text("\t").ok(),
        40 => {
            let moved: Vec<NodeId> = document.node(one)?.children().map(limpid::NodeRef::id).collect();
            moved.into_iter().rev().try_for_each(|child| document.node_mut(one).unwrap().append(child).ok())
        }
        _ => {
            let new = document.create_element_ns(Namespace::Svg.url(), name).ok()?;
            document.node_mut(one).unwrap().append(new).ok()
        }
    }
}
