//! Editing the source: after any changes, a parser gets the document from [`to_source`](Document::to_source), or there is an error.

use super::case::Case;
use limpid::{
    Document, InsertPosition, Limits, Namespace, NodeId, NodeKind, ParseOptions, SourceError, SourceOptions, SourceRule,
};
use limpid_pages::Random;

/// Checks the law.
///
/// # Panics
/// Where it is broken.
pub fn check(data: &[u8]) {
    let case = Case::from_bytes(data);
    let mut random = Random::from_bytes(data);
    for spans in [true, false] {
        let options = case.options().spans(spans);
        let mut document = case.parse_with(&options, &case.text);
        assert_eq!(document.to_source().as_deref(), Ok(&*case.text), "identity");
        let script = edit(&mut document, &mut random, 1 + data.len() % 4, Kinds::Any);
        let mut again = |source: &str| normalized(&case.parse_with(&case.options(), source));
        check_edited(&document, &script, &mut again);
    }
    if random.one_in(4) {
        check_xml(&mut random);
    }
}

/// Checks the law for a document of XML, given whole or in pieces.
fn check_xml(random: &mut Random) {
    let text = limpid_pages::xml::document(random, 40).concat();
    let mut options = limpid::xml::ParseOptions::new().spans(random.one_in(2));
    if random.one_in(4) {
        let mut up_to = |count| 1 + random.below(count) as u32;
        options = options.limits(Limits::default().nodes(up_to(60)).depth(up_to(10)).attributes(up_to(4)));
    }
    let mut document = options.parse(&*text);
    if random.one_in(2) {
        let mut parser = limpid::xml::Parser::new(options.clone());
        limpid_pages::pieces(&text, random.number() as u16).into_iter().for_each(|piece| parser.feed(piece));
        document = parser.finish();
        assert_eq!(document.to_source().as_deref(), Ok(document.source()), "identity");
    }
    let original = document.clone();
    let script = edit(&mut document, random, 1 + random.clone().below(4), Kinds::Any);
    let mut again = |source: &str| normalized_xml(&options.parse(source), &document, &original);
    check_edited(&document, &script, &mut again);
}

/// The way in which a changed document was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// New markup for what was changed, and only for that.
    InPlace,
    /// An element around was written anew.
    Widened,
    /// No markup gives the document.
    Refused,
}

/// Checks the law for a document that was changed; `again` parses another source as that of the document was, and returns what
/// [`normalized`] does.
///
/// # Panics
/// Where it is broken.
pub fn check_edited(document: &Document<'_>, script: &[String], again: &mut dyn FnMut(&str) -> String) -> Outcome {
    let wanted = normalized(document);
    let mut check = |source: &str, how: &str| {
        let found = again(source);
        assert_eq!(found, wanted, "{how}: {script:?}\n{}\n{source}", document.source());
    };
    let edits = document.edits();
    match document.to_source() {
        Ok(source) => {
            check(&source, "in place");
            assert_eq!(edits.expect("edits").apply(document.source()).as_deref(), Ok(&*source));
            return Outcome::InPlace;
        }
        Err(error) => assert_named(document, &error),
    }
    match document.to_source_with(&SourceOptions::new().widen(true)) {
        Ok(source) => {
            check(&source, "widened");
            Outcome::Widened
        }
        Err(error) => {
            assert_named(document, &error);
            Outcome::Refused
        }
    }
}

/// Checks the law in the bytes that a document was parsed from.
///
/// # Panics
/// Where it is broken.
pub fn check_bytes(document: &Document<'_>, bytes: &[u8], options: &ParseOptions, script: &[String]) {
    let unchanged = options.parse_bytes(bytes);
    assert_eq!(unchanged.to_source_bytes(bytes).as_deref(), Ok(bytes), "identity");
    match document.to_source_bytes(bytes) {
        Ok(edited) => {
            let again = options.parse_bytes(&*edited);
            if again.encoding() != document.encoding() {
                // Then the bytes are the same text in both.
                let name = document.encoding().unwrap_or_default();
                let same = options.clone().encoding(limpid::encoding_for_label(name).expect("an encoding"));
                assert_eq!(same.parse_bytes(&*edited).source(), again.source(), "{script:?}");
            }
            assert_eq!(normalized(&again), normalized(document), "in bytes: {script:?}\n{bytes:?}\n{edited:?}");
        }
        Err(error) if error.node.is_some() => assert_named(document, &error),
        Err(error) => assert!(
            matches!(
                error.rule,
                SourceRule::Malformed { .. } | SourceRule::Unencodable { .. } | SourceRule::ReadAs { .. }
            ),
            "{error}"
        ),
    }
}

fn assert_named(document: &Document<'_>, error: &SourceError) {
    assert!(error.node.is_some_and(|node| document.node(node).is_some()), "{error}");
    assert!(!matches!(error.rule, SourceRule::NoSource | SourceRule::Compacted), "{error}");
}

/// The tree of a document as text, with texts side by side as one.
#[must_use]
pub fn normalized(document: &Document<'_>) -> String {
    let mut copy = document.clone();
    let mut roots = vec![copy.root().id()];
    while let Some(root) = roots.pop() {
        copy.normalize(root).expect("a document that is not full");
        let Some(read) = copy.node(root) else { continue };
        let inside = read.descendants().flat_map(|node| [node.template_contents(), node.shadow_root()]);
        roots.extend(inside.flatten().map(limpid::NodeRef::id));
    }
    match copy.is_xml() {
        true => copy.to_xml_test_dump(),
        false => copy.to_test_dump(),
    }
}

/// Returns what [`normalized`] does for XML that was written for a changed document: without the declarations of namespaces that its
/// elements do not have, and did not have before. Markup needs those for what is new or was moved.
#[must_use]
pub fn normalized_xml(found: &Document<'_>, edited: &Document<'_>, original: &Document<'_>) -> String {
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
                found.remove_attribute_ns(here, Namespace::XmlNs, &name).expect("an element");
            }
        }
    }
    normalized(&found)
}

/// The changes to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kinds {
    /// All that the methods of a document can do, sense or not.
    Any,
    /// Those of programs that edit pages, in the body: attributes and classes, text, removing, inserting and wrapping in lines of text.
    Usual,
}

/// All nodes of a document but its root, those of template contents and shadow roots included.
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

/// Makes changes, and returns them as text. Changes that are refused are left out.
pub fn edit(document: &mut Document<'_>, random: &mut Random, count: usize, kinds: Kinds) -> Vec<String> {
    let mut script = Vec::new();
    for _ in 0..count {
        let mut nodes = nodes(document);
        if kinds == Kinds::Usual {
            let body = document.body().map(limpid::NodeRef::id);
            nodes.retain(|&node| {
                document.node(node).is_some_and(|node| node.ancestors().any(|around| Some(around.id()) == body))
            });
        }
        if nodes.is_empty() {
            break;
        }
        let [one, two] = [(); 2].map(|()| nodes[random.below(nodes.len())]);
        let name = NAMES[random.below(NAMES.len())];
        let attribute = ATTRIBUTES[random.below(ATTRIBUTES.len())];
        let text = TEXTS[random.below(TEXTS.len())];
        let markup = MARKUP[random.below(MARKUP.len())];
        let (number, words) = match kinds {
            // Of XML also the changes of namespaces.
            Kinds::Any if document.is_xml() => (random.pick(&XML_CHANGES), [name, attribute, text, markup]),
            Kinds::Any => (random.pick(&ANY_CHANGES), [name, attribute, text, markup]),
            Kinds::Usual => {
                let number = random.pick(&[0, 0, 0, 2, 3, 4, 5, 9, 10, 11, 12, 13, 18, 19, 24, 25, 26, 27, 28, 29, 30]);
                // Nothing can be in the last two.
                let name = random.pick(if number == 13 {
                    &["span", "b", "em"][..]
                } else {
                    &["span", "b", "em", "img", "br"]
                });
                (number, [name, random.pick(&["class", "href", "id", "loading", "style", "data-a"]), "a & b", markup])
            }
        };
        let is_text = |node: NodeId| document.node(node).is_some_and(|node| node.kind() == NodeKind::Text);
        let is_of_lines = |node: NodeId| document.node(node).is_some_and(|node| PHRASING.contains(&node.local_name()));
        // In lines of text only: what is inserted is inserted beside text, what is wrapped is text, an element gets only text.
        let has_sense = match number {
            9 | 10 | 13 | 18 => is_text(one),
            11 | 12 | 19 | 28 => is_of_lines(one),
            25 | 26 => document.node(one).is_some_and(|node| BLOCKS.contains(&node.local_name())),
            27 | 29 => {
                document.node(one).is_some_and(|node| RENAMED.iter().any(|(name, _)| *name == node.local_name()))
            }
            _ => true,
        };
        if kinds == Kinds::Usual && !(has_sense && is_in_flow(document, one)) {
            continue;
        }
        if change(document, number, [one, two], words).is_some() {
            script.push(format!("{number} {one:?} {two:?} {words:?}"));
        }
    }
    script
}

const ANY_CHANGES: [usize; 32] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 36, 37, 38, 39, 40, 41, 42,
    43,
];

const XML_CHANGES: [usize; 32] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 31, 32, 33, 34, 34, 35, 42,
    43,
];

const BLOCKS: &[&str] = &["p", "div", "ul", "ol", "section", "article", "h2", "h3", "blockquote", "table"];

const RENAMED: &[(&str, &str)] = &[
    ("b", "strong"),
    ("i", "em"),
    ("font", "span"),
    ("center", "div"),
    ("div", "section"),
    ("section", "div"),
    ("h2", "h3"),
    ("h3", "h4"),
];

const PHRASING: &[&str] = &["p", "a", "b", "i", "em", "strong", "span", "h1", "h2", "h3", "li", "td", "dd"];

/// Whether a node is where text may be: not in a table outside of its cells, a list outside of its items, a script.
fn is_in_flow(document: &Document<'_>, node: NodeId) -> bool {
    const NO_FLOW: &[&str] = &[
        "table", "tbody", "thead", "tfoot", "tr", "colgroup", "select", "option", "optgroup", "script", "style",
        "noscript", "iframe", "textarea", "title", "template", "svg", "math", "frameset", "head", "html", "object",
        "ruby",
    ];
    let Some(node) = document.node(node) else { return false };
    node.ancestors().all(|around| {
        !NO_FLOW.contains(&around.local_name())
            || matches!(around.local_name(), "html" | "table" | "tbody" | "tr" | "thead")
    }) && node.parent().is_some_and(|parent| !NO_FLOW.contains(&parent.local_name()))
}

fn change(document: &mut Document<'_>, number: usize, nodes: [NodeId; 2], words: [&str; 4]) -> Option<()> {
    let ([one, two], [name, attribute, text, markup]) = (nodes, words);
    let kind = document.node(one)?.kind();
    let new = |document: &mut Document<'_>| match number % 3 {
        0 => document.create_element(name),
        1 => document.create_text(text),
        _ => document.create_comment("c"),
    };
    match number {
        0 | 1 => document.set_attribute(one, attribute, text).ok(),
        2 => {
            let first = document.node(one)?.attributes().next().map(|attribute| attribute.local_name().to_owned())?;
            document.remove_attribute(one, &first).ok().map(drop)
        }
        3 => document.add_class(one, "new").ok().map(drop),
        4 if kind == NodeKind::Element => {
            let first = document.node(one)?.attributes().next().map(|attribute| attribute.local_name().to_owned())?;
            document.set_attribute(one, &first, text).ok()
        }
        5 | 6 => document.detach(one).ok(),
        7 => document.append(one, two).ok(),
        8 => document.insert_before(one, two).ok(),
        9 | 10 => {
            let new = new(document).ok()?;
            document.insert_before(one, new).ok()
        }
        11 | 12 => {
            let new = new(document).ok()?;
            document.append(one, new).ok()
        }
        13 => {
            let wrapper = document.create_element(name).ok()?;
            document.set_attribute(wrapper, attribute, text).ok()?;
            document.wrap(one, wrapper).ok()
        }
        14 => document.unwrap_element(one).ok(),
        15 => document.rename(one, name).ok(),
        16 => document.remove_children(one).ok(),
        17 => document.append_children(one, two).ok(),
        18 => document.set_text(one, text).ok(),
        19 => document.set_text_content(one, text).ok(),
        20 => document.set_inner_html(one, markup).ok(),
        21 => document.set_outer_html(one, markup).ok(),
        // Only among the usual ones.
        24 => {
            let body = document.body()?.id();
            document.insert_adjacent_html(body, InsertPosition::BeforeEnd, "<div class=new><p>text</div>").ok()
        }
        25 => document.insert_adjacent_html(one, InsertPosition::BeforeBegin, "<div class=new><p>text</div>").ok(),
        26 => document.insert_adjacent_html(one, InsertPosition::AfterEnd, "<ul><li>text</ul>").ok(),
        27 => {
            let name = document.node(one)?.local_name();
            let (_, name) = RENAMED.iter().find(|(old, _)| *old == name)?;
            document.rename(one, name).ok()
        }
        28 => document.set_inner_html(one, "one <b>two</b> three").ok(),
        29 => document.unwrap_element(one).ok(),
        30 => {
            let head = document.head()?.id();
            document.insert_adjacent_html(head, InsertPosition::BeforeEnd, "<link rel=icon href=/x>").ok()
        }
        // Only of XML: a declaration that nothing needs, one that is changed or goes, elements and attributes of namespaces.
        31 => document.set_attribute_ns(one, Namespace::XmlNs, "xmlns:q", "urn:q").ok(),
        32 | 34 => {
            let declared = document.node(one)?.attributes().find(|it| it.namespace() == Namespace::XmlNs)?;
            let (local_name, name) = (declared.local_name().to_owned(), declared.qualified_name().into_owned());
            match number {
                32 => document.set_attribute_ns(one, Namespace::XmlNs, &name, "urn:other").ok(),
                _ => document.remove_attribute_ns(one, Namespace::XmlNs, &local_name).ok().map(drop),
            }
        }
        33 => {
            let url = document.node(two)?.namespace_url().unwrap_or_default().to_owned();
            let name = document.node(two)?.qualified_name().into_owned();
            let new = document.create_element_ns(&url, &name).ok()?;
            document.append(one, new).ok()
        }
        36..=43 => change_markup(document, number, one, words),
        35 => document.set_attribute_ns(one, "urn:q", "q:x", text).ok(),
        22 => {
            let copy = document.clone_subtree(one).ok()?;
            document.insert_after(two, copy).ok()
        }
        _ => {
            let new = new(document).ok()?;
            document.replace_with(one, new).ok()
        }
    }
}

/// Makes a change of what is there already: of all elements of a name, of a part of a value, of a text to white space. And what is inserted
/// as markup.
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
                36 => document.set_attribute(node, attribute, text).ok(),
                _ => document.rename(node, name).ok(),
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
            document.insert_adjacent_html(one, position, markup).ok()?;
            document.indent_inserted().ok()
        }
        39 => {
            let new = document.create_processing_instruction("marker", "name=a").ok()?;
            document.insert_before(one, new).ok()
        }
        42 => document.change_attribute_values(one, |was| Some([was.value(), text].concat())).ok(),
        43 => document.set_text(one, "\t").ok(),
        40 => {
            let moved: Vec<NodeId> = document.node(one)?.children().map(limpid::NodeRef::id).collect();
            moved.into_iter().rev().try_for_each(|child| document.append(one, child).ok())
        }
        _ => {
            let new = document.create_element_ns(Namespace::Svg.url(), name).ok()?;
            document.append(one, new).ok()
        }
    }
}
