//! `selectedcontent` elements contain a clone of the selected option's content.

use limpid::tree_builder::TreeBuilder;
use limpid::{Document, ErrorCode, Limits, NodeRef, ParseOptions, Parser, Span};
use limpid_dom::{DocumentBuilder, invariants};
use proptest::prelude::*;

/// Parses a page at once and in chunks, and checks properties of every document.
fn parse(page: &str) -> Document<'_> {
    let document = limpid::parse(page);
    invariants::check(&document).unwrap_or_else(|error| panic!("{page}: {error}"));
    let mut parser = Parser::new(ParseOptions::new());
    for piece in page.as_bytes().chunks(7) {
        parser.feed_bytes(piece);
    }
    let in_pieces = parser.finish();
    invariants::check(&in_pieces).unwrap_or_else(|error| panic!("{page}: {error}"));
    assert_eq!(in_pieces.to_html(), document.to_html());
    document
}

fn selectedcontents<'d>(document: &'d Document<'_>) -> impl Iterator<Item = NodeRef<'d>> {
    document.descendants().filter(|node| node.local_name() == "selectedcontent")
}

/// Returns the content of each `selectedcontent` of a page.
fn shown(page: &str) -> Vec<String> {
    selectedcontents(&parse(page)).map(NodeRef::inner_html).collect()
}

fn limit_errors(document: &Document<'_>) -> Vec<Span> {
    let errors = document.errors().iter().filter(|error| error.code == ErrorCode::OptionCloneLimit);
    errors.map(|error| error.span).collect()
}

/// Parses a page with a limit on the number of cloned nodes.
fn parse_with_limit(page: &str, limit: u32) -> Document<'_> {
    let mut sink = DocumentBuilder::new(page);
    sink.set_limits(&Limits::default().cloned_nodes(limit));
    let (mut tokenizer, mut builder): (_, TreeBuilder<_>) = ParseOptions::new().stages(sink, None);
    tokenizer.run(page, &mut builder);
    let document = builder.finish().finish();
    invariants::check(&document).unwrap();
    document
}

/// The cases of html5lib's webkit02.dat.
#[test]
fn the_option_is_cloned_when_it_ends() {
    const START: &str = "<select><button><selectedcontent></button>";
    for (options, expected) in [
        ("<option>X", "X"),
        ("<option>x<i>i<b>ib</i>b", "x<i>i<b>ib</b></i><b>b</b>"),
        ("<option>X<option>Y", "X"),
        ("<option>X<option selected>Y", "Y"),
    ] {
        assert_eq!(shown(&format!("{START}{options}")), [expected], "{options}");
    }
}

#[test]
fn selectedness() {
    const SHOW: &str = "<button><selectedcontent></selectedcontent></button>";
    for (attributes, options, expected) in [
        ("", "", ""),
        ("", "<option selected>X</option><option selected>Y</option><option>Z</option>", "Y"),
        ("", "<option disabled>X</option><option>Y</option>", "Y"),
        ("", "<option disabled selected>X</option><option>Y</option>", "X"),
        ("", "<optgroup disabled><option>X</option></optgroup><option>Y</option>", "Y"),
        ("", "<optgroup disabled><div><option>X</option></div></optgroup><option>Y</option>", "Y"),
        ("", "<optgroup><option>X</option></optgroup><option>Y</option>", "X"),
        ("", "<optgroup><div><optgroup><option>X</option></optgroup></div></optgroup><option>Y</option>", "Y"),
        ("", "<datalist><option>X</option></datalist><option>Y</option>", "Y"),
        ("disabled", "<option>X</option>", "X"),
        ("multiple", "<option selected>X</option>", ""),
        ("multiple size=1", "<option selected>X</option>", ""),
        ("size=1", "<option>X</option>", "X"),
        ("size=' +01x'", "<option>X</option>", "X"),
        ("size=none", "<option>X</option>", "X"),
        ("size=''", "<option>X</option>", "X"),
        ("size=-2", "<option>X</option>", "X"),
        ("size=2", "<option>X</option>", ""),
        ("size=0", "<option>X</option>", ""),
        ("size=2", "<option>X</option><option selected>Y</option>", "Y"),
        // Foster parenting puts an option before others.
        ("", "<table><tr><td><option selected>X</option></td></tr><option selected>Y</option></table>", "X"),
        ("", "<table><tr><td><option>X</option></td></tr><option selected>Y</option></table>", "X"),
        ("size=2", "<table><tr><td><option>X</option></td></tr><option selected>Y</option></table>", "Y"),
    ] {
        let before = format!("<select {attributes}>{SHOW}{options}</select>");
        assert_eq!(shown(&before), [expected], "{before}");
    }
    for (attributes, options, expected) in [
        ("", "<option>X</option><option selected>Y</option><option>Z</option>", "Y"),
        ("", "<option disabled>X</option><option>Y</option><option>Z</option>", "Y"),
        ("", "<option><div><option selected>X</option></div></option>", "<div><option selected=\"\">X</option></div>"),
        ("", "<div><hr><b><option>X</option></b></div>", "X"),
        ("size=3", "<option>X</option>", ""),
        ("multiple", "<option selected>X</option>", ""),
    ] {
        let after = format!("<select {attributes}>{options}{SHOW}</select>");
        assert_eq!(shown(&after), [expected], "{after}");
    }
}

#[test]
fn only_the_first_enabled_selectedcontent() {
    for (page, expected) in [
        ("<selectedcontent></selectedcontent><option>X</option>", vec![""]),
        ("<select><selectedcontent>a</selectedcontent><option>X</select>", vec!["X"]),
        // Content parsed into it later stays until an option is cloned.
        ("<select><option>X</option><selectedcontent>a<b>b</b></selectedcontent></select>", vec!["Xa<b>b</b>"]),
        // Only the first one is used; the others are cleared.
        (
            "<select><selectedcontent></selectedcontent><selectedcontent>a</selectedcontent><option>X</select>",
            vec!["X", "a"],
        ),
        (
            "<select><selectedcontent>a</selectedcontent><selectedcontent>b</selectedcontent>\
             <selectedcontent>c</selectedcontent><option>X</select>",
            vec!["X", "", "c"],
        ),
        // Foster parenting inserts one before the first.
        (
            "<select><table><tr><td><selectedcontent></selectedcontent><option>X</option></td></tr>\
             <selectedcontent></selectedcontent></table></select>",
            vec!["X", ""],
        ),
        // One in an option, in another `selectedcontent` or in two selects is disabled. If the first one is disabled, nothing is cloned.
        ("<select><option>X<selectedcontent>a</selectedcontent></option></select>", vec!["a"]),
        (
            "<select><option>X<selectedcontent>a</selectedcontent></option><selectedcontent></selectedcontent></select>",
            vec!["a", ""],
        ),
        (
            "<select><selectedcontent>a<selectedcontent>b</selectedcontent>c</selectedcontent><option>X</select>",
            vec!["X"],
        ),
        ("<select><table><td><select><selectedcontent></selectedcontent><option>X</select></table></select>", vec![""]),
        // It can contain the option itself.
        ("<select><selectedcontent><option>X<option>Y", vec!["Y"]),
    ] {
        assert_eq!(shown(page), expected, "{page}");
    }
}

#[test]
fn an_svg_element_of_this_name_has_no_effect() {
    for page in [
        "<select><svg><selectedcontent></selectedcontent></svg><option>X</select>",
        "<select><svg><option></option></svg><button><selectedcontent></button></select>",
    ] {
        assert_eq!(shown(page), [""], "{page}");
    }
}

#[test]
fn deep_clones() {
    let document = parse(
        "<select><button><selectedcontent></selectedcontent></button><option>\
         a&amp;b<!--c&#x0;--><?pi d?><p class=x id='&quot;'>e<script>f</script></p><template><i>g</i></template>\
         <svg viewbox=0><foreignobject></svg></option></select>",
    );
    let option = document.descendants().find(|node| node.local_name() == "option").unwrap();
    let clone = selectedcontents(&document).next().unwrap();
    assert_eq!(clone.inner_html(), option.inner_html());
    assert!(clone.inner_html().contains("<template><i>g</i></template>"));
    let ids = |node: NodeRef<'_>| node.descendants().map(NodeRef::id).collect::<Vec<_>>();
    assert!(ids(clone).iter().all(|id| !ids(option).contains(id)));
}

#[test]
fn many_attributes() {
    let attributes: String = (0..300).map(|number| format!(" a{number}={number}")).collect();
    let page = format!("<select><selectedcontent></selectedcontent><option><p{attributes}>X</select>");
    let mut document = parse(&page);
    let clone = selectedcontents(&document).next().unwrap().first_child().unwrap();
    assert_eq!((clone.local_name(), clone.attributes().len()), ("p", 300));
    // Changing one does not change the other.
    let clone = clone.id();
    document.node_mut(clone).unwrap().set_attribute("a7", "new").unwrap();
    document.node_mut(clone).unwrap().remove_attribute("a8").unwrap();
    invariants::check(&document).unwrap();
    let original = document.descendants().filter(|node| node.local_name() == "p").nth(1).unwrap();
    assert_eq!((original.attribute("a7"), original.attributes().len()), (Some("7"), 300));
    let clone = document.node(clone).unwrap();
    assert_eq!((clone.attribute("a7"), clone.attributes().len()), (Some("new"), 299));
}

/// A text that grows after it was cloned. It contains references, so that it is stored in a buffer.
#[test]
fn a_cloned_text_does_not_grow() {
    let page = "<select><option>a&amp;</option><selectedcontent>b&lt;</selectedcontent></select>c&gt;";
    let document = parse(page);
    assert_eq!(
        document.body().unwrap().inner_html(),
        "<select><option>a&amp;</option><selectedcontent>a&amp;b&lt;</selectedcontent></select>c&gt;"
    );
    let fostered = "<select><selectedcontent></selectedcontent><option>&amp;<table>&lt;<tr>&gt;<tr>&amp;</table>&lt;";
    let text = "&amp;&lt;&gt;&amp;<table><tbody><tr></tr><tr></tr></tbody></table>&lt;";
    assert_eq!(shown(fostered), [text]);
}

#[test]
fn shadow_roots_when_clonable() {
    let page = "<select><selectedcontent></selectedcontent><option>\
                <div><template shadowrootmode=open shadowrootclonable><b>in</b><template>deep</template></template></div>\
                <div><template shadowrootmode=closed>in</template></div></select>";
    let document = parse(page);
    let selectedcontent = selectedcontents(&document).next().unwrap();
    let roots: Vec<_> = selectedcontent.children().map(NodeRef::shadow_root).collect();
    assert_eq!(roots.len(), 2);
    assert_eq!(roots[0].unwrap().inner_html(), "<b>in</b><template>deep</template>");
    assert!(roots[0].unwrap().shadow_root_init().unwrap().clonable);
    assert!(roots[1].is_none());
}

#[test]
fn selects_in_templates_fragments_and_shadow_roots() {
    let late = "<select><option>X</option><selectedcontent></selectedcontent></select>";
    let early = "<select><selectedcontent></selectedcontent><option>X</option></select>";
    let inside = |page: &str| {
        let document = limpid::parse(page.to_owned());
        let host = document.body().unwrap().first_child().unwrap();
        host.template_contents().or(host.shadow_root()).unwrap().inner_html()
    };
    // Nodes in a template are not connected, so only the end of an option triggers cloning.
    let filled = "<selectedcontent>X</selectedcontent>";
    assert!(!inside(&format!("<body><template>{late}</template>")).contains(filled));
    assert!(inside(&format!("<body><template>{early}</template>")).contains(filled));
    for select in [late, early] {
        let page = format!("<body><div><template shadowrootmode=open>{select}</template></div>");
        assert!(inside(&page).contains(filled), "{select}");
        assert!(limpid::parse_fragment(select, "div").to_html().contains(filled), "{select}");
    }
}

#[test]
fn a_patch_removes_the_selected_option() {
    let page = "<div><select><selectedcontent></selectedcontent><?start name='x'><option>Wait</option><?end></select>\
                <template for=x><option>A</option><option>B</option></template></div>";
    assert_eq!(shown(page), ["A"]);
}

#[test]
fn markers_are_cloned_and_found() {
    let page = "<div><select><selectedcontent></selectedcontent><option><?marker name='x'></option></select>\
                <template for=x>new</template></div>";
    assert_eq!(shown(page), ["new"]);
}

#[test]
fn sanitizers_disable_it() {
    let page = "<select><option>X</option><selectedcontent>own</selectedcontent><option selected>Y</option></select>";
    let options = ParseOptions::new().option_cloning(false);
    for document in [options.parse(page), options.parse_fragment(page, "div")] {
        assert!(document.to_html().contains("<selectedcontent>own</selectedcontent>"));
    }
}

#[test]
fn the_limit_is_reported_once() {
    let page = "<select><selectedcontent></selectedcontent><option><b>1</b></option><option selected><b>2</b></option>\
                <option selected id=x>3</option><option selected><b>4</b></option></select>";
    let expected = ["<b>4</b>", "<b>1</b>", "<b>2</b>", "3"];
    for (limit, shown) in [(100, 0), (7, 0), (6, 3), (5, 3), (4, 2), (3, 1), (2, 1)] {
        let document = parse_with_limit(page, limit);
        let content = selectedcontents(&document).next().unwrap().inner_html();
        assert_eq!(content, expected[shown], "{limit}");
        assert_eq!(limit_errors(&document).len(), usize::from(shown != 0), "{limit}");
    }
    let document = parse_with_limit(page, 4);
    let [span] = limit_errors(&document)[..] else { panic!("one error") };
    assert_eq!(&page[span.range()], "<option selected id=x>");
    assert_eq!(parse_with_limit(page, 0).to_html(), ParseOptions::new().option_cloning(false).parse(page).to_html());
}

#[test]
fn many_options() {
    for option in ["<option>x", "<option selected>x", "<option disabled>x", "<optgroup><option>x"] {
        let options = option.repeat(100_000);
        for page in [
            format!(
                "<select><button><selectedcontent></selectedcontent></button>{options}<option selected>last</select>"
            ),
            format!("<select>{options}<option selected>last</option><selectedcontent></selectedcontent></select>"),
        ] {
            let document = limpid::parse(page.as_str());
            assert_eq!(selectedcontents(&document).next().unwrap().inner_html(), "last", "{option}");
            assert!(limit_errors(&document).is_empty(), "{option}");
            invariants::check(&document).unwrap();
        }
    }
    let selects = "<select><selectedcontent></selectedcontent><option>x<option selected>y</select>".repeat(50_000);
    let document = limpid::parse(selects.as_str());
    assert!(selectedcontents(&document).all(|node| node.inner_html() == "y"));
    assert!(limit_errors(&document).is_empty());
}

/// Pages designed to clone or search a lot create few additional nodes, and take little time.
#[test]
fn hostile_pages() {
    let big = "<b>x</b>".repeat(10_000);
    let empty = "<selectedcontent></selectedcontent>";
    let nest = |start: &str, count: usize| start.repeat(count);
    for (page, is_limited) in [
        (format!("<select><option>{big}</option>{}", empty.repeat(10_000)), true),
        (format!("<select>{empty}{}<option>{big}", "<option selected>x".repeat(10_000)), false),
        (
            format!("<select>{}{}{}", "<option>x</option>".repeat(20_000), empty, "<option selected>x".repeat(20_000)),
            true,
        ),
        (format!("<select>{empty}{}{}", nest("<div>", 5_000), "<option selected></option>".repeat(10_000)), true),
        (format!("{}{}", nest("<select><selectedcontent><option>", 2_000), "x"), false),
        (nest("<select><option><selectedcontent>", 2_000), false),
        (nest("<select><selectedcontent><option>x<table><td>", 500), false),
        (nest("<template><select><option>x<selectedcontent></selectedcontent><table><td>", 500), false),
        (nest("<select><option>x<table><td>", 500) + &nest("<selectedcontent>", 2_000), false),
        (nest("<selectedcontent>", 5_000), false),
        (format!("<select>{}{}", nest("<selectedcontent>", 2_000), "<option>x".repeat(10_000)), true),
        (format!("<select>{empty}<table>{}", "<option selected>x".repeat(10_000)), true),
    ] {
        let plain = ParseOptions::new().option_cloning(false).parse(page.as_str()).node_count();
        let document = limpid::parse(page.as_str());
        invariants::check(&document).unwrap();
        let start = &page[..60];
        assert!(document.node_count() <= 3 * plain + (1 << 16) + 8, "{start}: {plain} {}", document.node_count());
        assert_eq!(!limit_errors(&document).is_empty(), is_limited, "{start}");
    }
}

/// The attributes of a generated option.
#[derive(Clone, Copy, Debug)]
struct Choice {
    selected: bool,
    disabled: bool,
    /// Whether the option is in its own `optgroup`, and whether that is disabled.
    group: Option<bool>,
}

fn choice() -> impl Strategy<Value = Choice> {
    (prop::bool::weighted(0.2), any::<bool>(), prop::option::of(any::<bool>()))
        .prop_map(|(selected, disabled, group)| Choice { selected, disabled, group })
}

proptest! {
    /// For any position of the `selectedcontent`, the cloned option is the one that the definition of selectedness yields for the list.
    #[test]
    fn as_defined(choices in prop::collection::vec(choice(), 0..8), at in 0_usize..9, size in 0_u32..3, wide: bool) {
        let attribute = |is_there, name| if is_there { name } else { "" };
        let mut parts: Vec<String> = choices
            .iter()
            .enumerate()
            .map(|(number, choice)| {
                let (selected, disabled) = (attribute(choice.selected, " selected"), attribute(choice.disabled, " disabled"));
                let end = attribute(choice.group.is_some(), "</option></optgroup>");
                let group = choice.group.map_or(String::new(), |it| format!("<optgroup{}>", attribute(it, " disabled")));
                format!("{group}<option{selected}{disabled}>{number}{end}")
            })
            .collect();
        parts.insert(at.min(parts.len()), "</option><button><selectedcontent></selectedcontent></button>".to_owned());
        let size_attribute = if wide { format!(" size={size}") } else { String::new() };
        let page = format!("<select{size_attribute}>{}</select>", parts.concat());

        let mut selected = choices.iter().rposition(|choice| choice.selected);
        if selected.is_none() && (!wide || size == 1) {
            selected = choices.iter().position(|choice| !choice.disabled && choice.group != Some(true));
        }
        let expected = selected.map(|number| number.to_string()).unwrap_or_default();
        prop_assert_eq!(shown(&page), [expected], "{}", page);
    }

    /// For any content of a select, the tree is consistent, small, and the same if the page is parsed in chunks.
    #[test]
    fn any_soup(parts in prop::collection::vec(prop::sample::select(SOUP), 0..60)) {
        let page = format!("<select><selectedcontent></selectedcontent>{}", parts.concat());
        let document = parse(&page);
        prop_assert!(limit_errors(&document).is_empty());
        prop_assert_eq!(ParseOptions::new().errors(false).parse(page.as_str()).to_html(), document.to_html());
        parse_with_limit(&page, 5);
    }
}

const SOUP: &[&str] = &[
    "<select>",
    "</select>",
    "<option>",
    "<option selected>",
    "</option>",
    "<optgroup>",
    "<optgroup disabled>",
    "</optgroup>",
    "<datalist>",
    "<hr>",
    "<selectedcontent>",
    "</selectedcontent>",
    "<button>",
    "</button>",
    "<b>",
    "</b>",
    "<p>",
    "</p>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<template>",
    "<div><template shadowrootmode=open shadowrootclonable>",
    "</template>",
    "<?start name='x'>",
    "<?marker name='x'>",
    "<?end>",
    "<template for=x>",
    "<svg>",
    "</svg>",
    "a",
    "&lt;",
    "<!--c-->",
];
