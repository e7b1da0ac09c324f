//! Families of pages that are designed to be slow for some parsers. A family generates pages of any size.

use std::fmt::Write as _;

/// Pages that differ only in their size.
pub struct Family {
    /// The name on the command line and in tables.
    pub name: &'static str,
    /// Whether the size of the standard's tree is linear in the size of the page.
    pub is_linear: bool,
    /// What the pages are made for.
    pub kind: FamilyKind,
    /// Returns the page with this number of repetitions.
    pub page: fn(usize) -> String,
}

/// What the pages of a family are made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FamilyKind {
    /// HTML parsers, and work on their trees.
    Html,
    /// XML parsers.
    Xml,
    /// Extracting content and metadata from HTML.
    Content,
}

const fn linear(name: &'static str, page: fn(usize) -> String) -> Family {
    Family { name, is_linear: true, kind: FamilyKind::Html, page }
}

const fn content(name: &'static str, page: fn(usize) -> String) -> Family {
    Family { name, is_linear: true, kind: FamilyKind::Content, page }
}

const fn xml(name: &'static str, page: fn(usize) -> String) -> Family {
    Family { name, is_linear: true, kind: FamilyKind::Xml, page }
}

/// A text that is long enough for a paragraph of content.
const PARAGRAPH: &str = "A sentence about green tea that is longer than a label, with a comma, and with an end.";

/// All families.
pub const FAMILIES: &[Family] = &[
    linear("nested div", |n| "<div>".repeat(n)),
    linear("nested div with end tags", |n| "<div>".repeat(n) + &"</div>".repeat(n)),
    linear("nested b", |n| "<b>".repeat(n)),
    linear("nested a", |n| "<a>".repeat(n)),
    linear("a and div", |n| "<a><div>".repeat(n)),
    linear("nobr", |n| "<nobr>".repeat(n)),
    linear("nested font, distinct attributes", |n| numbered(n, |i| format!("<font color={i}>"))),
    Family {
        name: "p and font, distinct attributes",
        is_linear: false,
        kind: FamilyKind::Html,
        page: |n| numbered(n, |i| format!("<p><font color={i}>")),
    },
    linear("p and b", |n| "<p><b>".repeat(n)),
    linear("b and p", |n| "<b></p>".repeat(n)),
    linear("nested li", |n| "<ul><li>".repeat(n)),
    linear("li in nested span", |n| "<span>".repeat(n) + &"<li></li>".repeat(n)),
    linear("dd in nested div", |n| "<div>".repeat(n) + &"<dd></dd>".repeat(n)),
    linear("headings", |n| "<h1><span>".repeat(n)),
    linear("buttons in nested span", |n| "<span>".repeat(n) + &"<button></button>".repeat(n)),
    linear("summaries behind others", |n| {
        "<details>".to_owned() + &"<i></i>".repeat(n) + &"<summary>x</summary>".repeat(n)
    }),
    linear("nested blockquote around paragraphs", |n| "<blockquote>".repeat(n) + &"<p>x".repeat(n)),
    linear("nested b, i and s around paragraphs", |n| "<b><i><s>".repeat(n) + &"<p>x".repeat(n)),
    linear("lines of code in nested li", |n| "<ol start=99999><li>".repeat(n) + "<pre>" + &"\n".repeat(n)),
    linear("grave accents", |n| "<code>".to_owned() + &"`".repeat(n) + "</code><pre>" + &"`".repeat(n)),
    linear("code of grave accents", |n| "<code>`</code><br>".repeat(n)),
    linear("comments and check boxes", |n| {
        "<ul><li>".to_owned() + &"<!---->".repeat(n) + &"<input type=checkbox>".repeat(n)
    }),
    linear("forms", |n| "<form><div></form>".repeat(n)),
    linear("ruby", |n| "<ruby><rt>".repeat(n)),
    linear("nested tables", |n| "<table><tr><td>".repeat(n)),
    linear("rows", |n| "<table>".to_owned() + &"<tr><td>x".repeat(n)),
    linear("a wide row above narrow ones", |n| "<table><tr>".to_owned() + &"<td>a".repeat(n) + &"<tr><td>b".repeat(n)),
    linear("a wide head above narrow rows", |n| "<table><tr>".to_owned() + &"<th>a".repeat(n) + &"<tr><td>b".repeat(n)),
    linear("cells with large spans", |n| "<table>".to_owned() + &"<tr><td rowspan=65534 colspan=1000>x".repeat(n)),
    linear("narrow rows above a wide one", |n| {
        "<table>".to_owned() + &"<tr><td>b<td>".repeat(n) + "<tr>" + &"<td>a".repeat(n)
    }),
    linear("text in a table", |n| "<table>".to_owned() + &"x<tr> ".repeat(n)),
    linear("white space in a table", |n| "<table>".to_owned() + &" ".repeat(n)),
    linear("foster parents: div", |n| "<table><tr>".to_owned() + &"<div></div>".repeat(n)),
    linear("foster parents: b", |n| "<table>".to_owned() + &"<b>x".repeat(n)),
    linear("foster parents: nested", |n| "<table><div>".repeat(n)),
    linear("foster parents: a and text", |n| "<table>".to_owned() + &"<a>x<tr>".repeat(n)),
    linear("select and option", |n| "<select>".to_owned() + &"<option>x".repeat(n)),
    linear("nested optgroup", |n| "<select>".to_owned() + &"<div><optgroup><option>".repeat(n)),
    linear("selects", |n| "<select>".repeat(n)),
    linear("selectedcontent", |n| {
        "<select><button><selectedcontent></button>".to_owned() + &"<option selected>x".repeat(n)
    }),
    linear("selectedcontent, one long option", |n| {
        "<select><button><selectedcontent></button><option>".to_owned() + &"x<i></i>".repeat(n) + "</select>"
    }),
    linear("nested template", |n| "<template>".repeat(n)),
    linear("template and row", |n| "<template><tr><td>".repeat(n)),
    linear("shadow roots", |n| "<div><template shadowrootmode=open>".repeat(n)),
    linear("patches", |n| {
        numbered(n, |i| format!("<?marker name=\"{i}\">")) + &numbered(n, |i| format!("<template for={i}>x</template>"))
    }),
    linear("patches that find nothing", |n| "<p>".repeat(n) + &"<template for=x></template>".repeat(n)),
    linear("templates in nested div", |n| "<div>".repeat(n) + &"<template><p>x</p></template>".repeat(n)),
    linear("tables after many types of siblings", |n| {
        numbered(n, |i| format!("<y{i}></y{i}>")) + &"<table></table>".repeat(n)
    }),
    linear("nested div, each with a text", |n| "<div>aaaa".repeat(n)),
    linear("nested svg", |n| "<svg>".repeat(n)),
    linear("svg end tags", |n| "<svg>".to_owned() + &"<g>".repeat(n) + &"</x>".repeat(n)),
    linear("nested math", |n| "<math><mrow>".repeat(n)),
    linear("svg and foreignObject", |n| "<svg><foreignObject>".repeat(n)),
    linear("math and annotation-xml", |n| "<math><annotation-xml encoding=text/html>".repeat(n)),
    linear("svg and breakouts", |n| "<svg><g><p>".repeat(n)),
    linear("adoption agency: b and div", |n| "<b><div></b>".repeat(n)),
    linear("adoption agency: nested", |n| "<b><i><div>".repeat(n) + &"</b></i>".repeat(n)),
    linear("adoption agency: distinct attributes", |n| {
        numbered(n, |i| format!("<b id={i}>")) + "<div>" + &"</b>".repeat(n)
    }),
    linear("adoption agency: a in deep blocks", |n| "<a>".to_owned() + &"<div>".repeat(n) + &"<a>".repeat(n)),
    linear("end tags: p in nested div", |n| "<div>".repeat(n) + &"</p>".repeat(n)),
    linear("end tags: unknown in nested span", |n| "<span>".repeat(n) + &"</x>".repeat(n)),
    linear("end tags: b in nested span", |n| "<b>".to_owned() + &"<span>".repeat(n) + &"</i>".repeat(n)),
    linear("end tags: table parts in nested span", |n| "<span>".repeat(n) + &"</td></li></h1>".repeat(n)),
    linear("unclosed comment", |n| "<!--".repeat(n)),
    linear("comment of dashes", |n| "<!--".to_owned() + &"-".repeat(n)),
    linear("comments", |n| "<!---->".repeat(n)),
    linear("bogus comments", |n| "<!x></ y>".repeat(n)),
    linear("scripts", |n| "<script>x</script>".repeat(n)),
    linear("escaped script", |n| "<script>".to_owned() + &"<!--<script>".repeat(n)),
    linear("script and its end tag's start", |n| "<script>".to_owned() + &"</scrip".repeat(n)),
    linear("textarea and its end tag's start", |n| "<textarea>".to_owned() + &"</textare".repeat(n)),
    linear("CDATA sections", |n| "<svg>".to_owned() + &"<![CDATA[x]]>".repeat(n)),
    linear("CDATA of brackets", |n| "<svg><![CDATA[".to_owned() + &"]".repeat(n)),
    linear("DOCTYPEs", |n| "<!DOCTYPE html>".repeat(n)),
    linear("long DOCTYPE", |n| "<!DOCTYPE html PUBLIC \"".to_owned() + &"x".repeat(n)),
    linear("processing instructions", |n| "<?a b?>".repeat(n)),
    linear("processing instruction of question marks", |n| "<?a ".to_owned() + &"?".repeat(n)),
    linear("ampersands", |n| "&".repeat(n)),
    linear("character references", |n| "&amp;&notit;&#65;".repeat(n)),
    linear("long number", |n| "&#".to_owned() + &"1".repeat(n)),
    linear("ampersands in a value", |n| "<p a=\"".to_owned() + &"&ampx".repeat(n) + "\">"),
    linear("less-than signs", |n| "<".repeat(n)),
    linear("long tag name", |n| "<".to_owned() + &"a".repeat(n) + ">"),
    linear("long attribute name", |n| "<p ".to_owned() + &"A".repeat(n) + ">"),
    linear("long value", |n| "<p a=\"".to_owned() + &"x\r".repeat(n) + "\">"),
    linear("names of elements", |n| numbered(n, |i| format!("<x{i}/></x{i}>"))),
    linear("names of attributes", |n| numbered(n, |i| format!("<p a{i}>"))),
    linear("attributes, distinct", |n| "<p".to_owned() + &numbered(n, |i| format!(" a{i}")) + ">"),
    linear("attributes, the same", |n| "<p".to_owned() + &" a=b".repeat(n) + ">"),
    linear("attributes of html", |n| numbered(n, |i| format!("<html a{i}>"))),
    linear("attributes of body", |n| "<body>".to_owned() + &numbered(n, |i| format!("<body a{i}>"))),
    linear("nested frameset", |n| "<frameset>".repeat(n)),
    linear("frames", |n| "<frameset>".to_owned() + &"<frame>".repeat(n)),
    linear("NUL characters", |n| "<p>".to_owned() + &"\0".repeat(n)),
    linear("carriage returns", |n| "<p>".to_owned() + &"\r\n\r".repeat(n)),
    linear("text behind the body", |n| "</body>x".repeat(n)),
    xml("XML: nested", |n| "<a>".repeat(n)),
    xml("XML: nested, with end tags", |n| "<a>".repeat(n) + &"</a>".repeat(n)),
    xml("XML: end tags of no element", |n| "<a>".repeat(n) + &"</b>".repeat(n)),
    xml("XML: end tags of the root", |n| "<a>".to_owned() + &"<b></a></>".repeat(n)),
    xml("XML: names of elements", |n| "<r>".to_owned() + &numbered(n, |i| format!("<x{i}></x{i}>"))),
    xml("XML: attributes, distinct", |n| "<a".to_owned() + &numbered(n, |i| format!(" a{i}='b'")) + "/>"),
    xml("XML: attributes, the same", |n| "<a".to_owned() + &" b='c'".repeat(n) + "/>"),
    xml("XML: attributes of two prefixes of one namespace", |n| {
        "<a xmlns:p='u' xmlns:q='u'".to_owned() + &numbered(n, |i| format!(" p:a{i}='b' q:a{i}='c'")) + "/>"
    }),
    xml("XML: declarations in one tag", |n| {
        "<a".to_owned() + &numbered(n, |i| format!(" xmlns:p{i}='u{i}'")) + ">" + &"<p0:b/>".repeat(n)
    }),
    xml("XML: declarations, nested", |n| numbered(n, |i| format!("<a xmlns:p{i}='u' xmlns='v{i}'>"))),
    xml("XML: a declaration again and again", |n| "<p:a xmlns:p='u'>".repeat(n) + &"</p:a>".repeat(n)),
    xml("XML: a long namespace", |n| format!("<a xmlns='{}'>", "u".repeat(4 * n)) + &"<b/>".repeat(n)),
    xml("XML: a long namespace of attributes", |n| {
        format!("<a xmlns:p='{}'>", "u".repeat(4 * n)) + &"<b p:c='' p:d=''/>".repeat(n)
    }),
    xml("XML: long namespaces by turns", |n| {
        let long = "u".repeat(4 * n);
        format!("<a xmlns:p='{long}1' xmlns:q='{long}2'>") + &"<p:b/><q:b/>".repeat(n)
    }),
    xml("XML: prefixes that nothing declares", |n| numbered(n, |i| format!("<p{i}:a>"))),
    xml("XML: text of ampersands", |n| "<a>".to_owned() + &"&x".repeat(n)),
    xml("XML: references", |n| "<a>".to_owned() + &"&amp;&#65;&nobody;".repeat(n)),
    xml("XML: long name of a reference", |n| "<a>&".to_owned() + &"x".repeat(n)),
    xml("XML: entities", |n| "<!DOCTYPE a [<!ENTITY e '<b>x</b>'>]><a>".to_owned() + &"&e;".repeat(n)),
    xml("XML: entities in values", |n| {
        "<!DOCTYPE a [<!ENTITY e 'x&#38;amp;'>]><a>".to_owned() + &"<b c='&e;'/>".repeat(n)
    }),
    xml("XML: entities, nested", |n| {
        "<!DOCTYPE a [<!ENTITY e0 'x'>".to_owned()
            + &numbered(n, |i| format!("<!ENTITY e{} '&e{i};'>", i + 1))
            + &format!("]><a>&e{n};&e60;</a>")
    }),
    xml("XML: entities, recursive", |n| {
        "<!DOCTYPE a [".to_owned() + &numbered(n, |i| format!("<!ENTITY e{i} '&e{};'>", (i + 1) % n)) + "]><a>&e0;</a>"
    }),
    xml("XML: billion laughs", |n| {
        "<!DOCTYPE a [<!ENTITY e0 'ha'>".to_owned()
            + &numbered(30, |i| format!("<!ENTITY e{} '{}'>", i + 1, format!("&e{i};").repeat(10)))
            + "]><a>"
            + &"&e30;".repeat(n)
    }),
    xml("XML: billion laughs in values", |n| {
        "<!DOCTYPE a [<!ENTITY e0 'ha'>".to_owned()
            + &numbered(30, |i| format!("<!ENTITY e{} '{}'>", i + 1, format!("&e{i};").repeat(10)))
            + "]><a>"
            + &"<b c='&e30;'/>".repeat(n)
    }),
    xml("XML: quadratic blow-up", |n| {
        format!("<!DOCTYPE a [<!ENTITY e '{}'>]><a>", "x".repeat(5 * n)) + &"&e;".repeat(n)
    }),
    xml("XML: parameter entities", |n| {
        "<!DOCTYPE a [<!ENTITY % p '<!-- x -->'>".to_owned() + &"%p;".repeat(n) + "]><a/>"
    }),
    xml("XML: attribute defaults", |n| {
        "<!DOCTYPE a [<!ATTLIST b".to_owned()
            + &numbered(n, |i| format!(" a{i} CDATA ''"))
            + ">]><a>"
            + &"<b/>".repeat(n)
    }),
    xml("XML: attribute types", |n| {
        "<!DOCTYPE a [<!ATTLIST b".to_owned()
            + &numbered(n, |i| format!(" a{i} ID #IMPLIED"))
            + ">]><a>"
            + &"<b a1=' x '/>".repeat(n)
    }),
    xml("XML: unclosed comment", |n| "<!--".repeat(n)),
    xml("XML: unclosed CDATA", |n| "<a><![CDATA[".to_owned() + &"]".repeat(n)),
    xml("XML: unclosed processing instruction", |n| "<?a ".to_owned() + &"?".repeat(n)),
    xml("XML: unclosed values", |n| "<a b='".repeat(n)),
    xml("XML: unclosed tags", |n| "<a b ".repeat(n)),
    xml("XML: unclosed internal subset", |n| "<!DOCTYPE a [".to_owned() + &"<!ENTITY x 'y".repeat(n)),
    xml("XML: less-than signs", |n| "<a>".to_owned() + &"<".repeat(n)),
    xml("XML: carriage returns in values", |n| "<a b='".to_owned() + &"\r\n".repeat(n) + "'/>"),
    content("nested elements with classes", |n| "<div class='post comments nav'>".repeat(n) + PARAGRAPH),
    content("paragraphs", |n| format!("<p>{PARAGRAPH}").repeat(n)),
    content("headings of other sections", |n| "<h2>Related articles</h2>".repeat(n)),
    content("nested sections", |n| "<section><h6>Related</h6><p>x</p>".repeat(n)),
    content("nested comments", |n| format!("<div class=comments><p>{PARAGRAPH}</p>").repeat(n)),
    content("posts with distinct classes", |n| {
        numbered(n, |i| format!("<div class='post p{i}'><p>{PARAGRAPH}</p></div>"))
    }),
    content("nested posts", |n| {
        "<meta name=generator content=phpbb>".to_owned() + &format!("<div class=post><p>{PARAGRAPH}</p>").repeat(n)
    }),
    content("cards", |n| "<ul>".to_owned() + &"<li><a href=/x>Title of a card</a></li>".repeat(n)),
    content("nested lists of links", |n| "<ul><li><a href=x>a</a><li><a href=x>a</a><li>".repeat(n)),
    content("labels", |n| "<div>Add to cart</div>".repeat(n)),
    content("nested authors", |n| "<div class=author itemscope itemprop=author>".repeat(n) + "x"),
    content("nested hidden elements", |n| "<div hidden>".repeat(n) + PARAGRAPH),
    content("references in JSON-LD", |n| {
        let item = r#"{"@type":"Article","author":[{"@id":"a"},{"@id":"b"}]},"#;
        format!("<script type=application/ld+json>[{}0]</script>", item.repeat(n))
    }),
    content("JSON-LD in many scripts", |n| {
        r#"<script type=application/ld+json>{"@type":"Article","author":{"@id":"a"}}</script>"#.repeat(n)
    }),
    content("references in microdata", |n| {
        "<div itemscope itemref=a></div>".repeat(n) + "<div id=a itemprop=x>" + &"<b>x".repeat(n)
    }),
    content("a title of many parts", |n| format!("<title>Tea{}</title>", " | tea".repeat(n))),
];

/// Pages that create formatting elements with long attributes again and again. Both the number of elements and the length of the attributes
/// depend on the argument, so that the standard's tree grows quadratically.
pub const COPIED_ATTRIBUTES: [fn(usize) -> String; 8] = [
    |n| format!("<p><a href=\"/{}\">", "A".repeat(4 * n)) + &"<p>a".repeat(n),
    |n| format!("<p><font face=\"{}\">", "&amp;".repeat(n)) + &"<p>a".repeat(n),
    |n| "<p><b".to_owned() + &numbered(n, |i| format!(" a{i}")) + ">" + &"<p>a".repeat(n),
    |n| format!("<p><nobr id={}>", "A".repeat(4 * n)) + &"<p>a".repeat(n),
    |n| format!("<table><b id={}>", "A".repeat(4 * n)) + &"<tr>a".repeat(n),
    |n| format!("<table><td><p><a id={}>", "A".repeat(4 * n)) + &"<p>a".repeat(n),
    // The adoption agency algorithm, with fewer `b` elements than the depth limit.
    |n| numbered(400, |i| format!("<b id={i}>")) + "<i id=" + &"A".repeat(40 * n) + "><div>" + &"</b>".repeat(400),
    |n| numbered(n, |i| format!("<p><b id={i:A>500}>a")),
];

/// Pages with a long base URL and many links, both depending on the argument. The total length of the resolved URLs grows quadratically.
pub const LONG_BASES: [fn(usize) -> String; 2] = [
    |n| format!("<base href=\"http://a/{}\">", "b/".repeat(2 * n)) + &"<a href=c>d</a>".repeat(n),
    |n| format!("<base href=\"http://a/{}\"><img srcset=\"{}\">", "b/".repeat(n), "c 1x,".repeat(n)),
];

/// Pages with a long text and many parts for which a consumer may repeat this text. The length of the text and the number of parts depend
/// on the argument. The text is a heading above paragraphs, a column header, a cell that spans all rows, cells that span all columns, or a
/// caption.
pub const REPEATED_TEXTS: [fn(usize) -> String; 6] = [
    |n| format!("<h1>{}</h1>", "A".repeat(4 * n)) + &"<p>a".repeat(n),
    |n| numbered(6, |i| format!("<h{0}>{1}</h{0}>", i + 1, "A".repeat(n))) + &"<p>a".repeat(n),
    |n| format!("<table><thead><tr><th>{}<th>b<tbody>", "A".repeat(4 * n)) + &"<tr><td>a<td>b".repeat(n),
    |n| format!("<table><tr><th>b<th rowspan=65534>{}", "A".repeat(4 * n)) + &"<tr><td>a".repeat(n),
    |n| "<table>".to_owned() + &format!("<tr><th colspan=1000>{}<td>b", "A".repeat(500)).repeat(n / 100),
    |n| format!("<table><caption>{}</caption>", "A".repeat(4 * n)) + &"<tr><th colspan=1000>a<td>b".repeat(n),
];

fn numbered(n: usize, write: impl Fn(usize) -> String) -> String {
    (0..n).fold(String::new(), |mut page, i| {
        let _ = page.write_str(&write(i));
        page
    })
}

/// Returns the family with this name.
pub fn named(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_grow_with_their_repetitions() {
        for family in FAMILIES {
            let (one, four) = ((family.page)(1_000).len(), (family.page)(4_000).len());
            assert!((3 * one..5 * one).contains(&four), "{}", family.name);
            assert_eq!(FAMILIES.iter().filter(|other| other.name == family.name).count(), 1, "{}", family.name);
        }
        for family in COPIED_ATTRIBUTES {
            let (one, four) = (family(1_000).len(), family(4_000).len());
            assert!((3 * one..5 * one).contains(&four), "{}", &family(2)[..20]);
        }
    }
}
