//! Snapshots of trees: small pages as trees, texts and markup, and the shapes of real ones.
//!
//! After a change that is meant: `INSTA_UPDATE=always cargo test -p limpid --test snapshots`, and read the diff.

use insta::assert_snapshot;
use limpid::{Document, NodeKind, SerializeOptions, parse};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// A page's tree is its snapshot, with the errors below.
macro_rules! trees {
    ($($name:ident: $page:expr;)*) => {
        $(
            #[test]
            fn $name() {
                let document = parse($page);
                let errors: Vec<_> = document.errors().iter().map(|error| error.code.as_str()).collect();
                assert_snapshot!(format!("{document:?}\n{}", errors.join(" ")));
            }
        )*
    };
}

trees! {
    empty: "";
    text_alone: "Just text";
    paragraphs: "<p>One<p>Two<div>Three<p>Four</div>";
    doctype_and_title: "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>Shop</title><body class=front>Hi";
    article: "<!DOCTYPE html><title>Post</title><article><header><h1>Tea</h1><p>By <a href=/ann rel=author>Ann</a></header><p>Green &amp; black.<footer>End</footer></article>";
    nested_lists: "<ul><li>a<ol><li>b<li>c</ol><li>d</ul>";
    definition_list: "<dl><dt>Tea<dd>Drink<dt>Pot<dd>Vessel</dl>";
    table_without_sections: "<table><tr><td>1<td>2<tr><th>3</table>";
    table_with_sections: "<table><caption>C</caption><colgroup><col><col></colgroup><thead><tr><th>h<tbody><tr><td>b<tfoot><tr><td>f</table>";
    foster_parenting: "<table>lost<tr><td>kept</td>also</tr></table>";
    misnested_formatting: "<p>1<b>2<i>3</b>4</i>5</p>";
    adoption_agency_across_blocks: "<a href=1>x<div>y<a href=2>z</div>";
    form: "<form action=/go method=post><label>Name <input name=n required></label><select name=s><option selected>a<option>b</select><textarea>\nt</textarea><button disabled>Go</button></form>";
    nested_form_is_dropped: "<form id=a><form id=b><input></form>";
    select_with_markup: "<select><option><b>bold</b></option><hr><div>x</div></select>";
    script_and_style: "<script>if (a < b && c) document.write('<p>')</script><style>p > b { color: red }</style>";
    script_with_comment: "<script><!-- <script> </script> --></script>after";
    noscript: "<noscript><img src=x></noscript>";
    template: "<template><tr><td>x</template><template><template>in</template></template>";
    comments: "<!-- one --><!DOCTYPE html><!--two--><p>x<!--three--></p><!--four--></html><!--five-->";
    broken_comments: "<!--><!---><!-- a -- b --!><!x><?y z?>";
    svg: "<svg viewbox='0 0 9 9'><foreignobject><p>html</p></foreignobject><path d=m /><textpath xlink:href='#a'>t</svg>";
    mathml: "<math><mi>x</mi><annotation-xml encoding=text/html><p>y</annotation-xml></math>";
    foreign_breakout: "<svg><g><p>out</p></g></svg>";
    entities: "&lt;&amp;&copy;&notin;&notit;&#x41;&#128;&#0;&AMP &unknown;";
    attributes: "<p id=a ID=b class='x y' data-q=\"'\" hidden title=a&amp;b=c>";
    frameset: "<frameset rows='1,2'><frame src=a><frame src=b><noframes>no</noframes></frameset>";
    ruby: "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>";
    pre_and_listing: "<pre>\n one\n  two</pre><listing>\n\nthree</listing>";
    head_after_body: "<body><p>x<title>late</title><meta name=m content=c><link rel=stylesheet href=s>";
    custom_elements: "<my-card size=1><span slot=title>T</span></my-card>";
    void_elements: "<br><hr/><img src=a alt=b><wbr><input type=text></br></p>";
    heading_in_heading: "<h1>a<h2>b</h2>c</h1>";
    buttons: "<button>a<button>b</button>";
    null_and_cr: "a\0b\r\nc\rd";
    plaintext: "<p>a<plaintext></p>b</plaintext>";
}

const PAGE: &str = "<!DOCTYPE html><html lang=en><meta charset=utf-8><title>Tea  shop</title>\
    <style>p { margin: 0 }</style><h1>Teas &amp; pots</h1>\
    <p>Our <em>best</em> <a href='/green?a=1&amp;b=2' title=Green>green tea</a>,<br>fresh.\
    <ul><li>Sencha<li>Matcha<ol><li>thin<li>thick</ol></ul>\
    <table><caption>Prices</caption><tr><th>Tea<th>Price<tr><td>Sencha<td>4|5</table>\
    <blockquote><p>Nice!<p>*****</blockquote><pre><code class=language-c>int x;\n\nint y;</code></pre>\
    <form><input name=q disabled><button>Find</button></form><script>track()</script>\
    <svg viewbox='0 0 1 1'><path d='M0 0'></path></svg><hr><img src=pot.png alt='A pot'>";

fn written(document: &Document<'_>, options: SerializeOptions<'_>) -> String {
    let mut html = String::new();
    document.write_html(&mut html, &options).expect("writing to a String cannot fail");
    html
}

#[test]
fn page_as_html() {
    assert_snapshot!(parse(PAGE));
}

#[test]
fn page_pretty() {
    assert_snapshot!(written(&parse(PAGE), SerializeOptions::pretty()));
}

#[test]
fn page_minified() {
    assert_snapshot!(written(&parse(PAGE), SerializeOptions::minified()));
}

#[test]
fn page_as_xhtml() {
    assert_snapshot!(written(&parse(PAGE), SerializeOptions::xhtml().indent(Some(2))));
}

#[test]
fn page_as_text() {
    assert_snapshot!(parse(PAGE).inner_text());
}

#[test]
fn page_as_markdown() {
    assert_snapshot!(parse(PAGE).to_markdown());
}

/// Counts nodes by kind, and their depth.
fn shape(document: &Document<'_>) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let (mut depth, mut deepest) = (0, 0);
    for event in document.root().traverse() {
        match event {
            limpid::Event::Enter(node) => {
                depth += 1;
                deepest = deepest.max(depth);
                let what = match node.kind() {
                    NodeKind::Element => node.local_name().to_owned(),
                    kind => format!("{kind:?}"),
                };
                *counts.entry(what).or_default() += 1;
            }
            limpid::Event::Leave(_) => depth -= 1,
        }
    }
    let mut shape = format!("title: {:?}\nmode: {:?}\ndepth: {deepest}\n", document.title(), document.quirks_mode());
    for (what, count) in counts {
        writeln!(shape, "{what}: {count}").expect("writing to a String cannot fail");
    }
    shape
}

#[test]
fn shape_of_our_page() {
    assert_snapshot!(shape(&parse(PAGE)));
}

#[test]
fn shape_of_the_example_page() {
    assert_snapshot!(shape(&parse(include_str!("../../limpid-cli/tests/pages/example.html"))));
}

/// A shape in a line: all counts, the most frequent first.
fn outline(document: &Document<'_>) -> String {
    let shape = shape(document);
    let counts = shape.lines().skip(3).filter_map(|line| line.split_once(": "));
    let mut counts: Vec<(usize, &str)> = counts.map(|(what, count)| (count.parse().unwrap_or(0), what)).collect();
    counts.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    let counts: Vec<String> = counts.iter().map(|(count, what)| format!("{what} {count}")).collect();
    let head: Vec<&str> = shape.lines().take(3).collect();
    format!("{}, {}", head.join(", "), counts.join(", "))
}

/// The pages are not in the repository, and their outlines are compared where the pages are. Each is also compared with the
/// page read in pieces, compacted, and selected from.
#[test]
fn shapes_of_real_pages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/real");
    let Ok(pages) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: no real pages in {}", folder.display());
        return;
    };
    let mut outlines = Vec::new();
    for page in pages.map(|entry| entry.expect("a folder that can be read").path()) {
        if page.extension().is_none_or(|extension| extension != "html") {
            continue;
        }
        let bytes = std::fs::read(&page).expect("a page that can be read");
        let document = limpid::parse_bytes(bytes);
        let in_pieces = limpid::Parser::new(limpid::ParseOptions::new());
        let in_pieces = in_pieces.read_from(document.source().as_bytes()).expect("memory can be read");
        let mut compact = document.clone();
        compact.compact().expect("nothing is full");
        for other in [&compact, &in_pieces] {
            // Text that was decoded is UTF-8 whatever the page says, so that its errors may be others, but not its shape.
            if std::ptr::eq(other, &in_pieces) && document.encoding() != Some("UTF-8") {
                continue;
            }
            assert_eq!(shape(other), shape(&document), "{}", page.display());
        }
        let name = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        outlines.push(format!("{name}: {}", outline(&document)));
    }
    outlines.sort();
    assert_snapshot!(outlines.join("\n"));
}
