//! Law of rewriting: without changes, the output equals the input. With changes, the output has the same tree as a document with the same
//! edits.

use super::case::Case;
use limpid::events::{Event, EventReader};
use limpid::rewrite::{ContentType, Element, Handlers, RewriteError, Rewriter, Settings, rewrite_str};
use limpid::{Document, InsertPosition, Limits, NodeId, NodeRef, ParseOptions};
use limpid_pages::{Random, pieces};

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    check_identity(data);
    let mut case = Case::from_bytes(data);
    case.limits = Limits::default();
    check_attributes(&case);
    let sum = data.iter().fold(0_u64, |sum, &byte| sum.wrapping_mul(257).wrapping_add(u64::from(byte) + 1));
    check_edits(&mut Random::new(sum));
}

/// Checks that the output equals the input for any bytes and cuts, without handlers and with handlers that change nothing. The handlers must
/// also receive all of the text.
fn check_identity(data: &[u8]) {
    let (&[low, high], page) = data.split_first_chunk::<2>().unwrap_or((&[0; 2], data));
    let cuts = u16::from_le_bytes([low, high]);
    let (mut text, mut texts_ended) = (String::new(), true);
    let handlers = Handlers::new()
        .element("*", |_| Ok(()))
        .and_then(|handlers| handlers.text("*", |_| Ok(()))?.comments("* > *", |_| Ok(())));
    let handlers = handlers.unwrap_or_else(|error| panic!("{error}")).document_text(|chunk| {
        text.push_str(chunk.as_str());
        texts_ended = chunk.is_last_in_text_node();
        Ok(())
    });
    for handlers in [Handlers::new(), handlers] {
        let mut output = Vec::new();
        let mut rewriter = Rewriter::new(handlers, Settings::new(), |bytes: &[u8]| output.extend_from_slice(bytes))
            .unwrap_or_else(|error| panic!("{error}"));
        let length = 1 + usize::from(cuts % 64);
        let result = page.chunks(length).try_for_each(|piece| rewriter.write(piece)).and_then(|()| rewriter.end());
        match result {
            Ok(()) => assert_eq!(output.escape_ascii().to_string(), page.escape_ascii().to_string()),
            Err(RewriteError::Encoding(_)) => return,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(texts_ended, "the last text chunk is not marked as last");
    if let Ok(page) = std::str::from_utf8(page)
        && limpid::parse_bytes(page.as_bytes()).encoding() == Some("UTF-8")
    {
        let parsed = options().parse(page.trim_start_matches('\u{feff}'));
        let mut expected: Vec<char> =
            trees(&parsed).into_iter().filter_map(NodeRef::text).flat_map(str::chars).collect();
        let mut seen: Vec<char> = text.chars().collect();
        // Foster-parented text is before the table in the tree, so the order may differ.
        expected.sort_unstable();
        seen.sort_unstable();
        assert!(expected == seen, "{expected:?} {seen:?} in {page:?}");
    }
}

fn options() -> ParseOptions {
    let options = ParseOptions::new().errors(false).option_cloning(false).content_patching(false);
    options.allow_declarative_shadow_roots(false)
}

/// Returns all nodes, including those in template contents.
fn trees<'d>(document: &'d Document<'_>) -> Vec<NodeRef<'d>> {
    document.trees().flat_map(NodeRef::descendants).collect()
}

/// Checks that setting and removing attributes produces the same tree in the rewriter and in the DOM, for all elements that have a start
/// tag.
fn check_attributes(case: &Case) {
    let names = ["*", "a", "b", "p", "td", "tbody", "html", "body", "li", "br", "svg", "input"];
    let name = names[usize::from(case.cuts) % names.len()];
    let is_added_later = adds_attribute_later(&case.text, "title");
    let change = |element: &mut Element<'_>| {
        element.set_attribute("data-law", "a \"b\" 'c' <&amp;")?;
        if !is_added_later {
            element.remove_attribute("title");
        }
        Ok(())
    };
    let handlers = Handlers::new().element(name, change).unwrap_or_else(|error| panic!("{error}"));
    let page = case.text.to_ascii_lowercase();
    let output = match in_chunks(case, handlers) {
        Ok(output) => output,
        Err(RewriteError::UnclosableText { element }) => {
            let opening = if element == "script" { "<!--" } else { "<plaintext" };
            return assert!(page.contains(opening), "{name} in {page:?} is refused");
        }
        Err(RewriteError::BodyBeforeFrameset) => {
            return assert!(page.contains("<frameset"), "{name} in {page:?} is refused");
        }
        Err(error) => panic!("{error}"),
    };
    let mut expected = options().parse(&*case.text);
    let elements: Vec<NodeId> = trees(&expected)
        .into_iter()
        .filter(|node| node.is_element() && (name == "*" || node.local_name() == name))
        .map(NodeRef::id)
        .collect();
    for id in elements {
        let set = expected.node_mut(id).unwrap().set_attribute("data-law", "a \"b\" 'c' <&amp;");
        assert!(set.is_ok());
        if !is_added_later {
            expected
                .node_mut(id)
                .expect("an element can lose an attribute")
                .remove_attribute("title")
                .expect("an element can lose an attribute");
        }
    }
    let edited = options().parse(&*output);
    assert_eq!(edited.to_test_dump(), expected.to_test_dump(), "{name} in {:?} gives {output:?}", case.text);
}

/// Whether a second `<html>` or `<body>` tag has this attribute. Handlers do not see these tags.
fn adds_attribute_later(page: &str, name: &str) -> bool {
    let mut reader = EventReader::from_stages(page, |sink| options().stages(sink, None));
    while let Some((event, _)) = reader.next_event() {
        if let Event::AttributesAdded { attributes, .. } = event
            && attributes.iter().any(|attribute| attribute.name_str() == name)
        {
            return true;
        }
    }
    false
}

fn in_chunks(case: &Case, handlers: Handlers<'_>) -> Result<String, RewriteError> {
    let mut output = Vec::new();
    let settings = Settings::new().encoding(limpid::Encoding::for_label("utf-8"));
    let mut rewriter = Rewriter::new(handlers, settings, |bytes: &[u8]| output.extend_from_slice(bytes))
        .unwrap_or_else(|error| panic!("{error}"));
    let result = pieces(&case.text, case.cuts).into_iter().try_for_each(|piece| rewriter.write(piece.as_bytes()));
    result.and_then(|()| rewriter.end())?;
    Ok(String::from_utf8(output).unwrap_or_else(|error| panic!("{error}")))
}

#[derive(Clone, Copy, Debug)]
enum Edit {
    Before,
    After,
    Prepend,
    Append,
    SetInner,
    Replace,
    Remove,
    Unwrap,
    Rename,
}

const EDITS: [Edit; 9] = [
    Edit::Before,
    Edit::After,
    Edit::Prepend,
    Edit::Append,
    Edit::SetInner,
    Edit::Replace,
    Edit::Remove,
    Edit::Unwrap,
    Edit::Rename,
];

/// Generates a page with nested elements, some without their optional end tags, and edits one element. The result must have the tree of the
/// edited document.
fn check_edits(random: &mut Random) {
    let mut page = Page { text: String::new(), kinds: Vec::new() };
    page.text.push_str(if random.one_in(2) { "<!DOCTYPE html><title>T</title><body>" } else { "<!DOCTYPE html>Start" });
    page.children(Kind::Flow, 3, random);
    check_selectors(&page.text, random);
    if page.kinds.is_empty() {
        return;
    }
    let (number, edit) = (random.below(page.kinds.len()), EDITS[random.below(EDITS.len())]);
    let kind = page.kinds[number];
    let selector = format!("[n='{number}']");
    let (outer, inner) = (kind.sibling(), kind.content());
    let handlers = Handlers::new().element(&selector, |element| {
        match edit {
            Edit::Before => element.before(outer, ContentType::Html),
            Edit::After => element.after(outer, ContentType::Html),
            Edit::Prepend => element.prepend(inner, ContentType::Html),
            Edit::Append => element.append(inner, ContentType::Html),
            Edit::SetInner => element.set_inner_content(inner, ContentType::Html),
            Edit::Replace => element.replace(outer, ContentType::Html),
            Edit::Remove => element.remove(),
            Edit::Unwrap if kind.can_be_unwrapped() => element.remove_and_keep_content(),
            Edit::Rename if kind.can_be_unwrapped() => element.set_tag_name("section")?,
            Edit::Unwrap | Edit::Rename => {}
        }
        Ok(())
    });
    let handlers = handlers.unwrap_or_else(|error| panic!("{error}"));
    let output = rewrite_str(&page.text, handlers).unwrap_or_else(|error| panic!("{error}"));
    let mut expected = options().parse(page.text.clone());
    let number = number.to_string();
    let found = trees(&expected).into_iter().find(|node| node.attribute("n") == Some(&number)).map(NodeRef::id);
    let Some(id) = found else { panic!("no {selector} in {:?}", page.text) };
    let insert = |document: &mut Document<'static>, position, html: &str| {
        document.node_mut(id).unwrap().insert_adjacent_html(position, html)
    };
    let result = match edit {
        Edit::Before => insert(&mut expected, InsertPosition::BeforeBegin, outer),
        Edit::After => insert(&mut expected, InsertPosition::AfterEnd, outer),
        Edit::Prepend => insert(&mut expected, InsertPosition::AfterBegin, inner),
        Edit::Append => insert(&mut expected, InsertPosition::BeforeEnd, inner),
        Edit::SetInner => expected.node_mut(id).unwrap().set_inner_html(inner).map(drop),
        Edit::Replace => expected.node_mut(id).unwrap().set_outer_html(outer).map(drop),
        Edit::Remove => expected.node_mut(id).unwrap().remove().map(drop),
        Edit::Unwrap if kind.can_be_unwrapped() => expected.node_mut(id).unwrap().replace_with_children().map(drop),
        Edit::Rename if kind.can_be_unwrapped() => expected.node_mut(id).unwrap().rename("section").map(drop),
        Edit::Unwrap | Edit::Rename => Ok(()),
    };
    result.unwrap_or_else(|error| panic!("{error}"));
    let root = expected.root().id();
    expected.node_mut(root).unwrap().normalize().unwrap_or_else(|error| panic!("{error}"));
    let edited = options().parse(&*output);
    assert_eq!(
        edited.to_test_dump(),
        expected.to_test_dump(),
        "{edit:?} {selector} of {:?} gives {output:?}",
        page.text
    );
}

/// Selectors that the rewriter supports, for the elements of the generated pages.
const SELECTORS: [&str; 39] = [
    "div",
    "[n$='1'], p",
    "ul > li",
    "ul li",
    "div > p ~ *",
    "p + ul, p + div",
    "li + li li",
    "tbody > tr > td:first-child",
    "tr td ~ th",
    ":root",
    ":root > * > div",
    "body > :first-child",
    "li:nth-child(2n+1)",
    "* > :nth-child(3)",
    "td:nth-of-type(2)",
    "p:first-of-type",
    ":nth-child(2 of p, ul)",
    ":not(div p, li *)",
    ":is(div > p, ul > li:first-child) *",
    "div:not(:first-child) :is(p, table)",
    "table:not(div table) td",
    "section ~ div > :not(p + p)",
    "article p:not([n='3'])",
    "div div, table table *",
    "*",
    "img:first-child, b:nth-child(2)",
    ":where(td, th) > p",
    "body *:not(:nth-child(-n+2))",
    ":disabled",
    ":enabled",
    "fieldset:disabled > :enabled",
    ":read-only",
    "p:read-write, input:read-write",
    ":lang(de)",
    "div:not(:lang(en), :lang(de))",
    ":in-range",
    ":out-of-range",
    "fieldset :is(:disabled, :lang('*-CH'))",
    ":not(:disabled):lang(en)",
];

/// Checks that a selector matches the same elements in the rewriter as in the document. The rewriter decides at the start tag.
fn check_selectors(page: &str, random: &mut Random) {
    let selector = SELECTORS[random.below(SELECTORS.len())];
    let mut matched = Vec::new();
    let handlers = Handlers::new().element(selector, |element| {
        matched.extend(element.attribute("n"));
        Ok(())
    });
    let output = rewrite_str(page, handlers.unwrap_or_else(|error| panic!("{error}")));
    assert_eq!(output.unwrap_or_else(|error| panic!("{error}")), page);
    let parsed = options().parse(page);
    let selector = limpid::Selector::parse(selector).unwrap_or_else(|error| panic!("{error}"));
    let expected: Vec<&str> = parsed.select(&selector).filter_map(|element| element.attribute("n")).collect();
    assert_eq!(matched, expected, "{selector} in {page:?}");
}

/// Attributes that pseudo-classes depend on.
const ATTRIBUTES: [&str; 8] = [
    " disabled",
    " lang=de",
    " lang='de-CH'",
    " lang=''",
    " lang=en",
    " contenteditable",
    " contenteditable=false",
    "",
];

/// Markup between elements: form controls and texts. Two texts may form a character reference if the markup between them is removed.
const TEXTS: [&str; 15] = [
    "Tea",
    " ",
    "&amp;",
    "<!--c-->",
    "<b>bold</b>",
    "<img>",
    "AT&",
    "amp;",
    "\n",
    "&lt",
    "<input n='i'>",
    "<legend n='i'><input n='i' type=number min=1 value=0></legend>",
    "<datalist n='i'><input n='i' type=number min=1 value=0></datalist>",
    "<select n='i'><optgroup n='i' disabled><option n='i'>1</optgroup></select>",
    "<textarea n='i' readonly></textarea>",
];

struct Page {
    text: String,
    /// The kind of each numbered element. The attribute `n` of an element is its index in this list.
    kinds: Vec<Kind>,
}

/// The kind of an element, which determines its possible children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Flow,
    Paragraph,
    Void,
    List,
    Item,
    Table,
    Body,
    Row,
    Cell,
}

impl Kind {
    fn name(self, random: &mut Random) -> &'static str {
        match self {
            Kind::Flow => ["div", "section", "article", "fieldset"][random.below(4)],
            Kind::Paragraph => "p",
            Kind::Void => "hr",
            Kind::List => ["ul", "ol"][random.below(2)],
            Kind::Item => "li",
            Kind::Table => "table",
            Kind::Body => "tbody",
            Kind::Row => "tr",
            Kind::Cell => ["td", "th"][random.below(2)],
        }
    }

    fn children(self) -> &'static [Kind] {
        match self {
            Kind::Flow | Kind::Item | Kind::Cell => &[Kind::Flow, Kind::Paragraph, Kind::Void, Kind::List, Kind::Table],
            Kind::Paragraph | Kind::Void => &[],
            Kind::List => &[Kind::Item],
            Kind::Table => &[Kind::Body],
            Kind::Body => &[Kind::Row],
            Kind::Row => &[Kind::Cell],
        }
    }

    fn has_optional_end_tag(self) -> bool {
        matches!(self, Kind::Paragraph | Kind::Item | Kind::Body | Kind::Row | Kind::Cell)
    }

    /// Returns markup that is valid as a sibling.
    fn sibling(self) -> &'static str {
        match self {
            Kind::Flow | Kind::Paragraph | Kind::Void | Kind::List | Kind::Table => "<div>new</div>",
            Kind::Item => "<li>new</li>",
            Kind::Body => "<tbody><tr><td>new</td></tr></tbody>",
            Kind::Row => "<tr><td>new</td></tr>",
            Kind::Cell => "<td>new</td>",
        }
    }

    /// Returns markup that is valid as content.
    fn content(self) -> &'static str {
        match self {
            Kind::Flow | Kind::Item | Kind::Cell => "<div>new</div>",
            Kind::Paragraph => "<span>new</span>",
            Kind::Void => "",
            Kind::List => "<li>new</li>",
            Kind::Table => "<tbody><tr><td>new</td></tr></tbody>",
            Kind::Body => "<tr><td>new</td></tr>",
            Kind::Row => "<td>new</td>",
        }
    }

    fn can_be_unwrapped(self) -> bool {
        matches!(self, Kind::Flow)
    }
}

impl Page {
    fn children(&mut self, of: Kind, depth: usize, random: &mut Random) {
        let holds_text = matches!(of, Kind::Flow | Kind::Paragraph | Kind::Item | Kind::Cell);
        for _ in 0..random.below(4) {
            if holds_text && random.one_in(2) {
                self.text.push_str(TEXTS[random.below(TEXTS.len())]);
            }
            let kinds = of.children();
            if depth > 0 && !kinds.is_empty() {
                self.element(kinds[random.below(kinds.len())], depth, random);
            }
        }
    }

    fn element(&mut self, kind: Kind, depth: usize, random: &mut Random) {
        let name = kind.name(random);
        // Both tags of a `tbody` are optional, if no other `tbody` precedes it.
        let is_implied = kind == Kind::Body && random.one_in(2) && self.text.ends_with('>') && self.is_in_new_table();
        if !is_implied {
            let attributes = ATTRIBUTES[random.below(ATTRIBUTES.len() * 2).min(ATTRIBUTES.len() - 1)];
            self.text.push_str(&format!("<{name} n='{}'{attributes}>", self.kinds.len()));
            self.kinds.push(kind);
        }
        if is_implied {
            self.element(Kind::Row, depth, random);
        }
        if kind == Kind::Void {
            return;
        }
        let depth = if matches!(kind, Kind::Table | Kind::Body | Kind::Row) { depth } else { depth - 1 };
        self.children(kind, depth, random);
        let is_omitted = is_implied || (kind.has_optional_end_tag() && random.one_in(2));
        if !is_omitted {
            self.text.push_str(&format!("</{name}>"));
        }
    }

    fn is_in_new_table(&self) -> bool {
        self.text.rfind('<').is_some_and(|tag| self.text[tag..].starts_with("<table"))
    }
}
