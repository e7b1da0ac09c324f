//! A CommonMark parser reads the generated Markdown with the same emphasis, strikethrough, code and links as the page.

use limpid::{Document, NodeRef, parse};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

const EMPHASIS: u8 = 1;
const STRONG: u8 = 2;
const STRIKETHROUGH: u8 = 4;
const CODE: u8 = 8;
const LINK: u8 = 16;

/// Each visible character with its styles.
type Shown = Vec<(char, u8)>;

fn show(shown: &mut Shown, text: &str, style: u8) {
    shown.extend(text.chars().filter(|character| !character.is_ascii_whitespace()).map(|character| (character, style)));
}

fn style_of(text: NodeRef<'_>) -> u8 {
    text.ancestors().fold(0, |style, element| {
        style
            | match element.local_name() {
                "em" | "i" => EMPHASIS,
                "strong" | "b" => STRONG,
                "del" | "s" => STRIKETHROUGH,
                "code" => CODE,
                "a" if is_linked(text, element) => LINK,
                _ => 0,
            }
    })
}

/// Whether a text in a link is part of the link: if the link contains a heading, only the heading is linked.
fn is_linked(text: NodeRef<'_>, link: NodeRef<'_>) -> bool {
    let in_line = |node: &NodeRef<'_>| ["h2", "th", "td"].contains(&node.local_name());
    let has_text =
        |node: &NodeRef<'_>| node.descendants().any(|node| node.text().is_some_and(|text| !text.trim().is_empty()));
    let is_link = |node: &NodeRef<'_>| node.local_name() == "a";
    let around = text.ancestors().filter(is_link).last();
    // Only the outermost link counts, because Markdown links cannot be nested.
    let heading = around.filter(|link| !link.ancestors().any(|node| in_line(&node)));
    let heading = heading.and_then(|link| {
        link.descendants()
            .find(|node| node.local_name() == "h2" && has_text(node) && !node.ancestors().any(|node| in_line(&node)))
    });
    let Some(heading) = heading else { return true };
    text.ancestors().any(|node| node == heading)
        || around != Some(link) && !text.ancestors().any(|node| node == heading)
}

fn in_page(document: &Document<'_>) -> Shown {
    let mut shown = Shown::new();
    for node in document.descendants() {
        if let Some(text) = node.text() {
            show(&mut shown, text, style_of(node));
        }
    }
    shown
}

fn in_markdown(markdown: &str) -> Shown {
    let options = Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS;
    let mut shown = Shown::new();
    let mut open = [0_usize; 5];
    for event in Parser::new_ext(markdown, options) {
        let bit = |event: &Event<'_>| match event {
            Event::Start(Tag::Emphasis) | Event::End(TagEnd::Emphasis) => Some(0),
            Event::Start(Tag::Strong) | Event::End(TagEnd::Strong) => Some(1),
            Event::Start(Tag::Strikethrough) | Event::End(TagEnd::Strikethrough) => Some(2),
            Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link) => Some(4),
            _ => None,
        };
        if let Some(bit) = bit(&event) {
            match event {
                Event::Start(_) => open[bit] += 1,
                _ => open[bit] -= 1,
            }
        }
        let style = open.iter().rev().fold(0, |style, open| style << 1 | u8::from(*open > 0));
        match event {
            Event::Text(text) => show(&mut shown, &text, style),
            Event::Code(text) => show(&mut shown, &text, style | CODE),
            _ => {}
        }
    }
    shown
}

fn agrees(html: &str) -> Result<(), String> {
    let document = parse(html);
    let markdown = document.to_markdown();
    let (page, read) = (in_page(&document), in_markdown(&markdown));
    if page == read { Ok(()) } else { Err(format!("{html}\n{markdown}page {page:?}\nread {read:?}")) }
}

/// Generates inline content: words, characters with a meaning in Markdown, and elements.
fn inline() -> impl Strategy<Value = String> {
    let text = prop::sample::select(vec![
        "a",
        "b",
        "12",
        "é",
        "漢",
        "x y",
        " ",
        " ",
        "\n",
        ".",
        ",",
        "!",
        "-",
        "*",
        "**",
        "_",
        "~",
        "~~",
        "(",
        ")",
        "[",
        "]",
        "`",
        "“",
        "”",
        "…",
        "\u{a0}",
        "\u{3000}",
        "$",
        "+",
        "😀",
        "€",
        "&lt;",
        "&amp;",
        "\\",
        "|",
        "#",
        ":",
        "/",
        "<!-- c -->",
        "<br>",
    ]);
    let text = prop_oneof![4 => text.prop_map(String::from), 1 => "[a-z]{1,3}"];
    text.prop_recursive(4, 24, 5, |inner| {
        let names = prop::sample::select(vec!["em", "em", "strong", "strong", "del", "a href=x", "code", "span"]);
        (names, prop::collection::vec(inner, 0..5)).prop_map(|(name, inside)| {
            let end = name.split(' ').next().unwrap();
            let inside = inside.concat();
            // Code contains only text; `]:` in it could be mistaken for the end of a label.
            let inside = if name == "code" { inside.replace(['<', '>', ']'], "") } else { inside };
            format!("<{name}>{inside}</{end}>")
        })
    })
}

/// Generates blocks, with inline content in and around them.
fn block() -> impl Strategy<Value = String> {
    let line = prop::collection::vec(inline(), 0..4).prop_map(|parts| parts.concat());
    line.prop_recursive(3, 12, 4, |inner| {
        let shape = prop::sample::select(vec![
            "<p>*</p>",
            "<p>*</p>",
            "<div>*</div>",
            "<h2>*</h2>",
            "<ul><li>*</ul>",
            "<ol><li>*</ol>",
            "<ol start=3><li>*</ol>",
            "<ul><li>*<li>*</ul>",
            "<a href=x>*</a>",
            "<blockquote>*</blockquote>",
            "<table><tr><th>*<th>x<tr><td>*<td>y</table>",
            "<b>*</b>",
            "<i>*</i>",
            "<s>*</s>",
        ]);
        (shape, prop::collection::vec(inner, 0..4)).prop_map(|(shape, inside)| {
            let mut halves = inside.chunks(inside.len().div_ceil(2).max(1));
            shape.split('*').enumerate().fold(String::new(), |html, (at, part)| {
                let half = if at == 0 { "".into() } else { halves.next().unwrap_or_default().concat() };
                html + &half + part
            })
        })
    })
}

#[test]
fn invisible_parts_of_drawings_and_formulas_are_omitted() {
    let hidden = "<metadata>m</metadata><style>.c{}</style><title>t</title><desc>d</desc><script>s()</script>";
    for (html, markdown) in [
        (format!("<p>a<svg>{hidden}<text>x</text><text>y</text></svg>b"), "a x y b\n"),
        (format!("<p><a href=y>a<svg>{hidden}</svg></a>"), "[a](y)\n"),
        ("<math><mi>x</mi><annotation>\\x</annotation></math>".to_owned(), "x\n"),
        ("<math><annotation-xml><ci>x</ci></annotation-xml></math>b".to_owned(), "b\n"),
        (format!("<p><code>a<svg>{hidden}</svg>b</code>"), "`ab`\n"),
        (format!("<pre>a<svg>{hidden}</svg>b<script>s()</script><span hidden>h</span></pre>"), "```\nab\n```\n"),
        ("<code>x<style>y</style><math><annotation>z</annotation></math></code>".to_owned(), "`x`\n"),
    ] {
        assert_eq!(parse(&*html).to_markdown(), markdown, "{html}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lines(parts in prop::collection::vec(inline(), 1..8)) {
        let html = format!("<p>{}", parts.concat());
        if let Err(message) = agrees(&html) {
            prop_assert!(false, "{message}");
        }
    }

    #[test]
    fn blocks(parts in prop::collection::vec(block(), 1..4)) {
        if let Err(message) = agrees(&parts.concat()) {
            prop_assert!(false, "{message}");
        }
    }
}
