//! The generated tables against the lists of the restated standard in `../shared/spec`, where that is at hand, and
//! against their known sizes everywhere.

use limpid_markup::{Adjustment, Attribute, AttributeRecord, Attributes, LocalName, Namespace, Span, TagSet};
use limpid_markup::{adjust_foreign_attribute, adjust_svg_tag_name, character_references};
use limpid_pages::data;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

const PARSE_STATE: &str = "1-input-and-parse-state.md";
const TREE_CONSTRUCTION: &str = "3-tokenization-b-and-tree-construction-a.md";
const FOREIGN_AND_SERIALIZING: &str = "5-tree-construction-c-serializing-fragments.md";

#[test]
fn categories_and_scopes() {
    let Some(spec) = Spec::find() else { return };
    let state = spec.read(PARSE_STATE);
    let special = state.after("**Special**:");
    assert_eq!(names(TagSet::SPECIAL), special.line("- HTML:").quoted());
    assert_eq!(names(TagSet::SPECIAL_MATHML), special.line("- MathML:").quoted());
    assert_eq!(names(TagSet::SPECIAL_SVG), special.line("- SVG:").quoted_lowercase());
    assert_eq!(names(TagSet::FORMATTING), state.line("**Formatting**").quoted());

    let scope = state.after("**Has an element in scope** — list:");
    assert_eq!(names(TagSet::DEFAULT_SCOPE), scope.line("- HTML:").quoted());
    assert_eq!(names(TagSet::DEFAULT_SCOPE_MATHML), scope.line("- MathML:").quoted());
    assert_eq!(names(TagSet::DEFAULT_SCOPE_SVG), scope.line("- SVG:").quoted_lowercase());
    assert_eq!(names(TagSet::LIST_ITEM_SCOPE), state.line("**Has an element in list item scope**").quoted());
    assert_eq!(names(TagSet::BUTTON_SCOPE), state.line("**Has an element in button scope**").quoted());
    assert_eq!(names(TagSet::TABLE_SCOPE), state.line("**Has an element in table scope**").quoted());
}

#[test]
fn in_body_lists() {
    let Some(spec) = Spec::find() else { return };
    let rules = spec.read(TREE_CONSTRUCTION);
    assert_eq!(names(TagSet::IMPLIED_END_TAGS), rules.line("- **Generate implied end tags**").quoted());
    assert_eq!(
        names(TagSet::THOROUGHLY_IMPLIED_END_TAGS),
        rules.line("- **Generate all implied end tags thoroughly**").quoted()
    );
    assert_eq!(names(TagSet::BODY_END), rules.line("Body-end set").after(":").quoted());
    assert_eq!(names(TagSet::BLOCK_START), rules.line("- `<address>`, `<article>`").quoted());
    assert_eq!(names(TagSet::BLOCK_END), rules.line("- `</address>`, `</article>`").quoted());
    assert_eq!(names(TagSet::HEADINGS), rules.line("- `<h1>`, `<h2>`").quoted());
    // The line has the end tag of `template` too, whose name the start tags have anyway.
    assert_eq!(names(TagSet::IN_HEAD), rules.after("Document structure:").line("- `<base>`, `<basefont>`").quoted());
}

#[test]
fn foreign_content_lists() {
    let Some(spec) = Spec::find() else { return };
    let foreign = spec.read(FOREIGN_AND_SERIALIZING);
    assert_eq!(names(TagSet::BREAKOUT), foreign.line("  `b`, `big`, `blockquote`").quoted());

    let rules = spec.read(TREE_CONSTRUCTION);
    let text_points = rules.line("- MathML text integration point =");
    assert_eq!(names(TagSet::MATHML_TEXT_INTEGRATION_POINT), text_points.quoted());
    let html_points = rules.after("- HTML integration point = any of:");
    let svg_points = ["  - SVG `foreignObject`", "  - SVG `desc`", "  - SVG `title`"];
    let expected = svg_points.iter().flat_map(|point| html_points.line(point).quoted_lowercase()).collect();
    assert_eq!(names(TagSet::SVG_HTML_INTEGRATION_POINT), expected);
}

#[test]
fn serializing_lists() {
    let Some(spec) = Spec::find() else { return };
    let rules = spec.read(FOREIGN_AND_SERIALIZING);
    let void = rules.line("- Void elements are defined in").quoted();
    let serializes_as_void = &void | &rules.line("An element **serializes as void**").quoted();
    assert_eq!(names(TagSet::VOID), void);
    assert_eq!(names(TagSet::SERIALIZES_AS_VOID), serializes_as_void);
    let literal = rules.line("- If the parent of the text node is a").before("or is a `noscript`").quoted();
    assert_eq!(names(TagSet::LITERAL_TEXT), literal);
}

#[test]
fn adjustments() {
    let Some(spec) = Spec::find() else { return };
    let rules = spec.read(FOREIGN_AND_SERIALIZING);
    assert_eq!(svg_tag_names(), rules.after("SVG tag name adjustments (37):").table());
    assert_eq!(attribute_names(Adjustment::Svg), rules.after("### A.4 Adjust SVG attributes").table());
    assert_eq!(
        attribute_names(Adjustment::MathMl),
        BTreeSet::from([vec!["definitionurl".to_owned(), "definitionURL".to_owned()]])
    );
    assert_eq!(foreign_attributes(), rules.after("### A.5 Adjust foreign attributes").table());
    assert_eq!(foreign_attributes().len(), 11);
}

/// Every tag that a rule of the standard names has an id.
#[test]
fn all_tags_of_the_rules_are_known() {
    let Some(spec) = Spec::find() else { return };
    for file in [TREE_CONSTRUCTION, "4-tree-construction-b.md"] {
        let text = spec.read(file);
        let unknown: Vec<String> = text
            .code_spans()
            .filter_map(|code| code.trim_start_matches("</").trim_start_matches('<').strip_suffix('>'))
            .filter(|name| name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
            .filter(|name| !LocalName::from_bytes(name.as_bytes()).is_known())
            .map(str::to_owned)
            .collect();
        assert!(unknown.is_empty(), "{file}: {unknown:?}");
    }
}

#[test]
fn sizes() {
    assert_eq!(svg_tag_names().len(), 37);
    assert_eq!(attribute_names(Adjustment::Svg).len(), 58);
    assert_eq!(attribute_names(Adjustment::MathMl).len(), 1);
    assert_eq!(foreign_attributes().len(), 11);
    assert_eq!(TagSet::BREAKOUT.iter().count(), 44);
    assert_eq!(character_references().count(), 2231);
}

#[test]
fn special_has_search_and_keygen_but_not_image() {
    assert!(TagSet::SPECIAL.contains(LocalName::SEARCH));
    assert!(TagSet::SPECIAL.contains(LocalName::KEYGEN));
    assert!(!TagSet::SPECIAL.contains(LocalName::IMAGE));
    assert!(TagSet::DEFAULT_SCOPE.contains(LocalName::SELECT));
}

#[test]
fn sets_that_the_parsing_rules_do_not_list() {
    let listed = "button fieldset input object output select textarea";
    assert_eq!(names(TagSet::LISTED), listed.split(' ').map(str::to_owned).collect());
    let form_associated: BTreeSet<String> = format!("{listed} img").split(' ').map(str::to_owned).collect();
    assert_eq!(names(TagSet::FORM_ASSOCIATED), form_associated);
}

fn names(set: TagSet) -> BTreeSet<String> {
    set.iter().map(|name| name.as_str().to_owned()).collect()
}

fn all_names() -> impl Iterator<Item = LocalName> {
    (1..LocalName::COUNT).map(LocalName::from_index)
}

/// Rows of what the code changes, in the form of the standard's tables.
type Rows = BTreeSet<Vec<String>>;

fn svg_tag_names() -> Rows {
    let changed = all_names().filter(|&name| adjust_svg_tag_name(name) != name);
    changed.map(|name| vec![name.as_str().to_owned(), adjust_svg_tag_name(name).as_str().to_owned()]).collect()
}

fn attribute_names(adjustment: Adjustment) -> Rows {
    let mut rows = Rows::new();
    for name in all_names() {
        let record = [AttributeRecord { name, name_span: Span::empty(0), ..AttributeRecord::default() }];
        let attributes = Attributes::new(&record, "", 0, "").adjusted(adjustment);
        let adjusted = attributes.at(0).as_ref().map(Attribute::name).unwrap();
        if adjusted != name && adjust_foreign_attribute(name).is_none() {
            rows.insert(vec![name.as_str().to_owned(), adjusted.as_str().to_owned()]);
        }
    }
    rows
}

fn foreign_attributes() -> Rows {
    let row = |name: LocalName| {
        let adjusted = adjust_foreign_attribute(name)?;
        let prefix = if adjusted.prefix.is_empty() { "(none)" } else { adjusted.prefix };
        let namespace = match adjusted.namespace {
            Namespace::XLink => "XLink",
            Namespace::Xml => "XML",
            Namespace::XmlNs => "XMLNS",
            other => panic!("{name:?} in {other:?}"),
        };
        Some([name.as_str(), prefix, adjusted.local_name.as_str(), namespace].map(str::to_owned).to_vec())
    };
    all_names().filter_map(row).collect()
}

/// The folder with the restated standard.
struct Spec(PathBuf);

impl Spec {
    fn find() -> Option<Spec> {
        let folder = data::shared("spec");
        if folder.is_dir() {
            return Some(Spec(folder));
        }
        data::skip("../shared/spec not found");
        None
    }

    fn read(&self, file: &str) -> Passage {
        Passage(fs::read_to_string(self.0.join(file)).unwrap())
    }
}

/// A piece of the restated standard.
struct Passage(String);

impl Passage {
    fn after(&self, marker: &str) -> Passage {
        let (_, after) = self.0.split_once(marker).unwrap_or_else(|| panic!("{marker:?} not found"));
        Passage(after.to_owned())
    }

    fn before(&self, marker: &str) -> Passage {
        let (before, _) = self.0.split_once(marker).unwrap_or_else(|| panic!("{marker:?} not found"));
        Passage(before.to_owned())
    }

    /// The first line that starts so.
    fn line(&self, start: &str) -> Passage {
        let found = self.0.lines().find(|line| line.starts_with(start));
        Passage(found.unwrap_or_else(|| panic!("no line {start:?}")).to_owned())
    }

    /// Returns the texts between backticks. No span crosses a line's end.
    fn code_spans(&self) -> impl Iterator<Item = &str> {
        self.0.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
    }

    /// The names between backticks, bare or as tags.
    fn quoted(&self) -> BTreeSet<String> {
        let bare = |code: &str| code.trim_start_matches('<').trim_start_matches('/').trim_end_matches('>').to_owned();
        self.code_spans().map(bare).collect()
    }

    fn quoted_lowercase(&self) -> BTreeSet<String> {
        self.quoted().iter().map(|name| name.to_ascii_lowercase()).collect()
    }

    /// The rows of the table that comes next, without its heading.
    fn table(&self) -> Rows {
        let lines = self.0.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
        let cells = |line: &str| -> Vec<String> {
            line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect()
        };
        lines.skip(2).map(cells).collect()
    }
}
