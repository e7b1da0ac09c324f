//! Serializer options other than the standard's defaults.

use crate::common::{Trees, new_element};
use limpid_dom::{Document, Namespace, NodeId, NodeRef, QuirksMode, QuoteChar, SerializeOptions};
use limpid_markup::{ShadowRootInit, ShadowRootMode, TokenAttributes, TreeSink};

/// Builds the tree of simple markup: `<name a="b">`, `<name/>`, `</name>`, `<!--comment-->`, `<?target data?>` and text. Elements in `svg` are in
/// the SVG namespace.
fn tree(markup: &str) -> Document<'static> {
    let mut document = Document::new_fragment();
    let mut open: Vec<(NodeId, Namespace)> = vec![(document.root().id(), Namespace::Html)];
    let mut rest = markup;
    while !rest.is_empty() {
        let (parent, namespace) = *open.last().unwrap();
        let node = if let Some(after) = rest.strip_prefix("<!--") {
            let (data, after) = after.split_once("-->").unwrap();
            rest = after;
            document.create_comment(data).unwrap()
        } else if let Some(after) = rest.strip_prefix("<?") {
            let (instruction, after) = after.split_once("?>").unwrap();
            let (target, data) = instruction.split_once(' ').unwrap();
            rest = after;
            document.create_processing_instruction(target, data).unwrap()
        } else if let Some(after) = rest.strip_prefix("</") {
            let (name, after) = after.split_once('>').unwrap();
            rest = after;
            let (closed, _) = open.pop().unwrap();
            assert_eq!(document.node(closed).unwrap().local_name(), name);
            continue;
        } else if let Some(after) = rest.strip_prefix('<') {
            let (tag, after) = after.split_once('>').unwrap();
            rest = after;
            let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
            let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
            let namespace = if name == "svg" { Namespace::Svg } else { namespace };
            let element = document.create_element_ns(namespace, name).unwrap();
            for attribute in attributes.split_terminator("\" ").filter(|attribute| !attribute.is_empty()) {
                let (name, value) = attribute.split_once("=\"").unwrap();
                document
                    .node_mut(element)
                    .unwrap()
                    .set_attribute(name, value.strip_suffix('"').unwrap_or(value))
                    .unwrap();
            }
            if !is_empty {
                open.push((element, namespace));
            }
            element
        } else {
            let end = rest.find('<').unwrap_or(rest.len());
            let (text, after) = rest.split_at(end);
            rest = after;
            document.create_text(text).unwrap()
        };
        let parent = document.node(parent).unwrap().template_contents().map_or(parent, NodeRef::id);
        document.node_mut(parent).unwrap().append(node).unwrap();
    }
    document
}

fn html(document: &Document<'_>, options: SerializeOptions<'_>) -> String {
    let mut html = String::new();
    document.root().write_html(&mut html, &options).unwrap();
    html
}

fn written(markup: &str, options: SerializeOptions<'_>) -> String {
    html(&tree(markup), options)
}

fn without_optional_tags(markup: &str) -> String {
    written(markup, SerializeOptions::new().omit_optional_tags(true))
}

/// Returns the markup of an element with one attribute.
fn attribute(name: &str, value: &str, options: SerializeOptions<'_>) -> String {
    let mut document = Document::new();
    let input = document.create_element("input").unwrap();
    document.node_mut(input).unwrap().set_attribute(name, value).unwrap();
    document.node_mut(document.root().id()).unwrap().append(input).unwrap();
    html(&document, options)
}

#[test]
fn the_default_is_the_standard() {
    let markup = "<ul><li id=\"a\">one  two</li><li>three</li></ul><input disabled=\"\"><br>";
    let document = tree(&markup.replace("disabled=\"\">", "disabled=\"\"/>").replace("<br>", "<br/>"));
    assert_eq!(document.to_html(), markup);
    assert_eq!(html(&document, SerializeOptions::new()), markup);
    assert_eq!(SerializeOptions::new(), SerializeOptions::default());
}

#[test]
fn quote_characters() {
    let with = |quote_char, value| attribute("a", value, SerializeOptions::new().quote_char(quote_char));
    assert_eq!(with(QuoteChar::Double, "'\""), "<input a=\"'&quot;\">");
    assert_eq!(with(QuoteChar::Single, "'\"<&\u{a0}"), "<input a='&#39;\"&lt;&amp;&nbsp;'>");
    assert_eq!(with(QuoteChar::Best, "x"), "<input a=\"x\">");
    assert_eq!(with(QuoteChar::Best, "\""), "<input a='\"'>");
    assert_eq!(with(QuoteChar::Best, "'"), "<input a=\"'\">");
    assert_eq!(with(QuoteChar::Best, "'\""), "<input a=\"'&quot;\">");
}

#[test]
fn quotes_are_omitted_where_they_can_be() {
    let without = |value| attribute("a", value, SerializeOptions::new().omit_quotes(true));
    assert_eq!(without("x/<&\u{b}é"), "<input a=x/&lt;&amp;\u{b}é>");
    for value in ["", " ", "\t", "\n", "\u{c}", "\r", "'", "=", "`"] {
        assert_eq!(without(value), format!("<input a=\"{value}\">"));
    }
    assert_eq!(without("a>b"), "<input a=\"a&gt;b\">");
    assert_eq!(without("\""), "<input a=\"&quot;\">");
}

#[test]
fn boolean_attributes_are_minimized() {
    let minimal = |name, value| attribute(name, value, SerializeOptions::new().minimize_boolean_attributes(true));
    assert_eq!(minimal("disabled", ""), "<input disabled>");
    assert_eq!(minimal("disabled", "Disabled"), "<input disabled>");
    assert_eq!(minimal("inert", "inert"), "<input inert>");
    assert_eq!(minimal("disabled", "true"), "<input disabled=\"true\">");
    assert_eq!(minimal("value", ""), "<input value=\"\">");
    assert_eq!(minimal("hidden", "hidden"), "<input hidden=\"hidden\">");
    // The attribute is boolean, but not on this element.
    assert_eq!(minimal("open", ""), "<input open=\"\">");
    let options = SerializeOptions::new().minimize_boolean_attributes(true);
    assert_eq!(written("<svg inert=\"\"></svg>", options), "<svg inert=\"\"></svg>");
}

#[test]
fn void_elements_end_in_a_solidus() {
    let options = SerializeOptions::new().trailing_solidus(true);
    let markup = "<p><br/><img src=\"a\"/></p><svg></svg>";
    assert_eq!(written(markup, options), "<p><br/><img src=\"a\"/></p><svg></svg>");
    assert_eq!(written(markup, options.omit_quotes(true)), "<p><br/><img src=a /></p><svg></svg>");
    let spaced = options.space_before_trailing_solidus(true);
    assert_eq!(written(markup, spaced), "<p><br /><img src=\"a\" /></p><svg></svg>");
    let space_alone = SerializeOptions::new().space_before_trailing_solidus(true);
    assert_eq!(written(markup, space_alone), "<p><br><img src=\"a\"></p><svg></svg>");
}

#[test]
fn raw_text_is_escaped() {
    let mut document = tree("<script></script><noscript></noscript>");
    let elements: Vec<_> = document.root().children().map(NodeRef::id).collect();
    for element in elements {
        let text = document.create_text("a<b  &").unwrap();
        document.node_mut(element).unwrap().append(text).unwrap();
    }
    let options = SerializeOptions::new().scripting(true).strip_whitespace(true);
    assert_eq!(html(&document, options), "<script>a<b  &</script><noscript>a<b  &</noscript>");
    assert_eq!(
        html(&document, options.escape_raw_text(true)),
        "<script>a&lt;b  &amp;</script><noscript>a&lt;b  &amp;</noscript>"
    );
}

#[test]
fn doctypes_have_their_identifiers() {
    let doctype = |public_id, system_id| {
        let mut document = Document::new();
        let doctype = document.create_doctype("html", public_id, system_id).unwrap();
        document.node_mut(document.root().id()).unwrap().append(doctype).unwrap();
        assert_eq!(document.to_html(), "<!DOCTYPE html>");
        html(&document, SerializeOptions::new().doctype_identifiers(true))
    };
    assert_eq!(doctype(None, None), "<!DOCTYPE html>");
    assert_eq!(doctype(Some("p"), None), "<!DOCTYPE html PUBLIC \"p\">");
    assert_eq!(doctype(Some("p\"q"), Some("s'")), "<!DOCTYPE html PUBLIC 'p\"q' \"s'\">");
    assert_eq!(doctype(Some(""), Some("s")), "<!DOCTYPE html SYSTEM \"s\">");
    assert_eq!(doctype(None, Some("s")), "<!DOCTYPE html SYSTEM \"s\">");
}

#[test]
fn white_space_collapses() {
    let options = SerializeOptions::new().strip_whitespace(true);
    assert_eq!(written("<p> \t\r\na\u{c} b<b> c</b>\u{a0}\u{b} </p>", options), "<p> a b<b> c</b>&nbsp;\u{b} </p>");
    assert!(written("<p>a\u{c} b</p>", SerializeOptions::minified()).ends_with("<p>a\u{c} b"));
    let kept = "<pre> \n <b>\n\n</b></pre><textarea>  </textarea><listing>\t </listing><style>  </style>";
    assert_eq!(written(&format!("{kept}<p>  &  </p>"), options), format!("{kept}<p> &amp; </p>"));

    let document = tree("<pre><b>\n\n</b></pre>");
    let mut inner = String::new();
    document.descendants().nth(1).unwrap().write_inner_html(&mut inner, &options).unwrap();
    assert_eq!(inner, "\n\n");
}

#[test]
fn text_next_to_raw_text_is_escaped() {
    let minified = |markup: &str| written(markup, SerializeOptions::minified());
    assert_eq!(minified("<u><style></style>&</u>"), "<u><style></style>&amp;</u>");
    assert_eq!(minified("<u><style>&</style>&</u>"), "<u><style>&</style>&amp;</u>");
    assert_eq!(minified("<u><style><b>&</b>&</style><i/>&</u>"), "<u><style><b>&amp;</b>&</style><i></i>&amp;</u>");
    assert_eq!(minified("<style><!--x-->  &</style>"), "<style><!--x-->  &</style>");
}

#[test]
fn the_head_declares_the_encoding() {
    let declared = |head: &str| written(head, SerializeOptions::new().meta_charset(Some("utf-8")));
    assert_eq!(declared("<head></head>"), "<head><meta charset=\"utf-8\"></head>");
    assert_eq!(declared("<head><title></title></head>"), "<head><meta charset=\"utf-8\"><title></title></head>");
    assert_eq!(
        declared("<head><base/><meta charset=\"x\" id=\"i\"/></head>"),
        "<head><base><meta charset=\"utf-8\" id=\"i\"></head>"
    );
    assert_eq!(
        declared("<head><meta content=\"text/html; charset=x\" http-equiv=\"Content-Type\"/></head>"),
        "<head><meta content=\"text/html; charset=utf-8\" http-equiv=\"Content-Type\"></head>"
    );
    // These elements do not declare an encoding.
    for meta in [
        "<meta content=\"text/html; charset=x\" http-equiv=\"refresh\">",
        "<meta http-equiv=\"content-type\">",
        "<meta content=\"x\" name=\"robots\">",
    ] {
        let head = format!("<head>{}</head>", meta.replace('>', "/>"));
        assert_eq!(declared(&head), format!("<head><meta charset=\"utf-8\">{meta}</head>"));
    }
    let elsewhere = "<body><meta charset=\"x\"></body>";
    assert_eq!(declared(&elsewhere.replace("x\">", "x\"/>")), elsewhere);
    assert_eq!(declared("<svg><head></head></svg>"), "<svg><head></head></svg>");
    assert_eq!(written("<head></head>", SerializeOptions::new().meta_charset(None)), "<head></head>");

    let short = SerializeOptions::new().meta_charset(Some("utf-8")).omit_quotes(true).trailing_solidus(true);
    assert_eq!(written("<head><!--c--></head>", short.omit_optional_tags(true)), "<meta charset=utf-8 /><!--c-->");
}

#[test]
fn html_head_body() {
    for (markup, expected) in [
        ("<html><head></head><body></body></html>", ""),
        ("<html><head><title>t</title></head><body><p>a</p></body></html>", "<title>t</title><p>a"),
        ("<html lang=\"en\"><head></head><body>a</body></html>", "<html lang=\"en\">a"),
        ("<html><!--c--><head></head><body>a</body></html>", "<html><!--c-->a"),
        ("<html><?p d?><head></head><body>a</body></html>", "<html><?p d?>a"),
        ("<html> <head></head><body>a</body></html>", "<html> a"),
        ("<html><head><!--c--></head><body>a</body></html>", "<head><!--c-->a"),
        ("<html><head> </head><body>a</body></html>", "<head> a"),
        ("<html><head></head> <body>a</body></html>", "</head> a"),
        ("<html><head></head><!--c--><body>a</body></html>", "</head><!--c-->a"),
        ("<html><head></head><?p d?><body>a</body></html>", "</head><?p d?>a"),
        ("<html><head></head><frameset></frameset></html>", "<frameset></frameset>"),
        ("<html><head></head><body> a</body></html>", "<body> a"),
        ("<html><head></head><body><!--c--></body></html>", "<body><!--c-->"),
        ("<html><head></head><body class=\"c\"></body></html>", "<body class=\"c\">"),
        ("<html><head></head><body>a</body><!--c--></html><!--d-->", "a</body><!--c--></html><!--d-->"),
        ("<html><head></head><body>a</body><?p d?></html><?q e?>", "a</body><?p d?></html><?q e?>"),
        ("<html><head></head><body><svg></svg></body></html>", "<svg></svg>"),
    ] {
        assert_eq!(without_optional_tags(markup), expected, "{markup}");
    }
    for name in ["base", "basefont", "bgsound", "link", "meta"] {
        let markup = format!("<html><head></head><body><{name}/></body></html>");
        assert_eq!(without_optional_tags(&markup), format!("<body><{name}>"));
    }
    for name in ["noframes", "noscript", "script", "style", "template", "title"] {
        let markup = format!("<html><head></head><body><{name}></{name}></body></html>");
        assert_eq!(without_optional_tags(&markup), format!("<body><{name}></{name}>"));
    }
}

#[test]
fn lists() {
    for (markup, expected) in [
        ("<ul><li>a</li><li>b</li></ul>", "<ul><li>a<li>b</ul>"),
        ("<ul><li>a</li> <li>b</li><!--c--></ul>", "<ul><li>a</li> <li>b</li><!--c--></ul>"),
        ("<ul><li>a</li><b></b></ul>", "<ul><li>a</li><b></b></ul>"),
        ("<x-y><li>a</li><li>b</li></x-y>", "<x-y><li>a<li>b</li></x-y>"),
        ("<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>", "<dl><dt>a<dd>b<dt>c</dt></dl>"),
        ("<dl><dt>a</dt><dt>b</dt><dd>c</dd><dd>d</dd></dl>", "<dl><dt>a<dt>b<dd>c<dd>d</dl>"),
        ("<dl><div><dt>a</dt><dd>b</dd></div></dl>", "<dl><div><dt>a<dd>b</div></dl>"),
        ("<ul><li><dd>a</dd></li><li><p>b</p></li></ul>", "<ul><li><dd>a</dd><li><p>b</ul>"),
    ] {
        assert_eq!(without_optional_tags(markup), expected, "{markup}");
    }
}

#[test]
fn paragraphs() {
    for name in [
        "address",
        "article",
        "aside",
        "blockquote",
        "details",
        "dialog",
        "div",
        "dl",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "main",
        "menu",
        "nav",
        "ol",
        "pre",
        "search",
        "section",
        "table",
        "ul",
    ] {
        let markup = format!("<p>a</p><{name}></{name}>");
        assert_eq!(without_optional_tags(&markup), format!("<p>a<{name}></{name}>"));
        assert_eq!(
            without_optional_tags(&format!("<{name}><p></p></{name}>")),
            match name {
                "table" => "<table><p></p></table>".to_owned(),
                _ => format!("<{name}><p></{name}>"),
            }
        );
    }
    for (markup, expected) in [
        ("<p>a</p><hr/><p>b</p><p>c</p>", "<p>a<hr><p>b<p>c"),
        ("<p>a</p><span>b</span>", "<p>a</p><span>b</span>"),
        ("<p>a</p><dir></dir>", "<p>a</p><dir></dir>"),
        ("<p>a</p>b<p>c</p> ", "<p>a</p>b<p>c</p> "),
        ("<a><p>a</p><p>b</p></a>", "<a><p>a<p>b</p></a>"),
        ("<canvas><p>a</p></canvas>", "<canvas><p>a</p></canvas>"),
        ("<x-y><p>a</p></x-y>", "<x-y><p>a</p></x-y>"),
        ("<svg><desc><p>a</p></desc></svg>", "<svg><desc><p>a</p></desc></svg>"),
        ("<template><p>a</p></template>", "<template><p>a</template>"),
        ("<template><p>a</p><form></form></template>", "<template><p>a</p><form></form></template>"),
    ] {
        assert_eq!(without_optional_tags(markup), expected, "{markup}");
    }
}

#[test]
fn tables_stay_in_paragraphs_in_quirks_mode() {
    let mut trees = Trees::new("");
    trees.sink.set_quirks_mode(QuirksMode::Quirks);
    let root = trees.document();
    trees.element(root, "p");
    trees.element(root, "table");
    let document = trees.finish();
    let options = SerializeOptions::new().omit_optional_tags(true);
    assert_eq!(html(&document, options), "<p></p><table></table>");
}

#[test]
fn forms_stay_in_paragraphs_in_the_content_of_tables() {
    let options = SerializeOptions::new().omit_optional_tags(true);
    let content = tree("<p>a</p><form></form>");
    assert_eq!(html(&content, options), "<p>a<form></form>");
    let mut in_table = limpid_dom::parse_fragment("", "tbody");
    for node in content.root().children() {
        let node = in_table.import(node).unwrap();
        in_table.node_mut(in_table.root().id()).unwrap().append(node).unwrap();
    }
    assert_eq!(html(&in_table, options), "<p>a</p><form></form>");
}

#[test]
fn ruby_and_options() {
    for (markup, expected) in [
        ("<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby>", "<ruby>a<rp>(<rt>b<rp>)</ruby>"),
        ("<ruby>a<rt>b</rt>c</ruby>", "<ruby>a<rt>b</rt>c</ruby>"),
        ("<rt>a</rt><rt>b</rt>", "<rt>a</rt><rt>b</rt>"),
        ("<select><option>a</option><option>b</option></select>", "<select><option>a<option>b</select>"),
        (
            "<datalist><option>a</option><hr/><option>b</option></datalist>",
            "<datalist><option>a</option><hr><option>b</datalist>",
        ),
        ("<option>a</option><b></b><option>a</option>b", "<option>a</option><b></b><option>a</option>b"),
        ("<svg><desc><option>a</option></desc></svg>", "<svg><desc><option>a</option></desc></svg>"),
        ("<optgroup></optgroup><optgroup></optgroup>", "<optgroup></optgroup><optgroup>"),
        ("<div><optgroup><optgroup></optgroup></optgroup></div>", "<div><optgroup><optgroup></optgroup></div>"),
        (
            "<select><option>a</option><hr/><optgroup><option>b</option></optgroup><hr/><optgroup></optgroup><optgroup></optgroup>c</select>",
            "<select><option>a<hr><optgroup><option>b<hr><optgroup><optgroup></optgroup>c</select>",
        ),
    ] {
        assert_eq!(without_optional_tags(markup), expected, "{markup}");
    }
}

#[test]
fn tables() {
    for (markup, expected) in [
        (
            "<table><caption>a</caption><colgroup><col/></colgroup><thead><tr><th>b</th><td>c</td></tr></thead>\
             <tbody><tr><td>d</td></tr><tr></tr></tbody><tbody><tr></tr></tbody><tfoot><tr></tr></tfoot></table>",
            "<table><caption>a<col><thead><tr><th>b<td>c<tbody><tr><td>d<tr><tbody><tr><tfoot><tr></table>",
        ),
        ("<table><tbody><tr></tr></tbody></table>", "<table><tr></table>"),
        ("<table><tbody></tbody></table>", "<table><tbody></table>"),
        ("<table><tbody id=\"a\"><tr></tr></tbody></table>", "<table><tbody id=\"a\"><tr></table>"),
        ("<table><thead></thead></table>", "<table><thead></thead></table>"),
        ("<table><tfoot></tfoot><tbody><tr></tr></tbody></table>", "<table><tfoot></tfoot><tr></table>"),
        (
            "<table><tbody> <tr> <td>a</td> </tr> </tbody> </table>",
            "<table><tbody> <tr> <td>a</td> </tr> </tbody> </table>",
        ),
        (
            "<table><caption></caption> <colgroup></colgroup> </table>",
            "<table><caption></caption> <colgroup></colgroup> </table>",
        ),
        ("<table><caption></caption><script></script></table>", "<table><caption></caption><script></script></table>"),
        ("<table><caption></caption></table>", "<table><caption></table>"),
        ("<table><colgroup></colgroup><colgroup><col/></colgroup></table>", "<table><colgroup><colgroup><col></table>"),
        ("<table><colgroup></colgroup><script></script></table>", "<table><colgroup><script></script></table>"),
        (
            "<table><colgroup></colgroup><template></template></table>",
            "<table><colgroup></colgroup><template></template></table>",
        ),
        ("<template><colgroup><col/></colgroup></template>", "<template><colgroup><col></template>"),
        ("<template><tbody><tr></tr></tbody></template>", "<template><tbody><tr></template>"),
        ("<template><td>a</td><td>b</td></template>", "<template><td>a<td>b</td></template>"),
        ("<template><tr><td>a</td></tr></template>", "<template><tr><td>a</td></template>"),
        (
            "<template><table><tbody><tr><td>a</td></tr></tbody></table></template>",
            "<template><table><tr><td>a</table></template>",
        ),
    ] {
        assert_eq!(without_optional_tags(markup), expected, "{markup}");
    }
}

#[test]
fn a_written_shadow_root_precedes_the_children() {
    let mut trees = Trees::new("");
    let root = trees.document();
    let html_element = trees.element(root, "html");
    trees.element(html_element, "head");
    let body = trees.element(html_element, "body");
    let mut init = ShadowRootInit::new(ShadowRootMode::Open);
    init.serializable = true;
    let template = trees.sink.create_element(&new_element(Namespace::Html, "template", TokenAttributes::EMPTY));
    trees.sink.attach_declarative_shadow(body, template, init).unwrap();
    trees.built_text(body, "a");
    let document = trees.finish();
    let options = SerializeOptions::new().omit_optional_tags(true).minimize_boolean_attributes(true);
    assert_eq!(html(&document, options), "a");
    assert_eq!(
        html(&document, options.serializable_shadow_roots(true)),
        "<body><template shadowrootmode=\"open\" shadowrootserializable></template>a"
    );
}

#[test]
fn empty_text_is_ignored() {
    let mut document = tree("<ul><li></li><li></li></ul>");
    let ul = document.root().first_child().unwrap();
    let (list, second) = (ul.id(), ul.last_child().unwrap().id());
    let (between, last) = (document.create_text("").unwrap(), document.create_text("").unwrap());
    document.node_mut(second).unwrap().insert_before(between).unwrap();
    document.node_mut(list).unwrap().append(last).unwrap();
    assert_eq!(html(&document, SerializeOptions::new().omit_optional_tags(true)), "<ul><li><li></ul>");
}

#[test]
fn surroundings_of_a_part_are_unknown() {
    let options = SerializeOptions::new().omit_optional_tags(true);
    let document =
        tree("<ul><li><p>a</p></li><li></li></ul><select><optgroup></optgroup><optgroup></optgroup></select>");
    let part = |number: usize, outer: bool| {
        let mut html = String::new();
        let node = document.descendants().nth(number).unwrap();
        if outer { node.write_html(&mut html, &options) } else { node.write_inner_html(&mut html, &options) }.unwrap();
        html
    };
    assert_eq!(part(0, false), "<li><p>a<li>");
    assert_eq!(part(1, true), "<li><p>a</li>");
    assert_eq!(part(1, false), "<p>a");
    assert_eq!(part(5, true), "<select><optgroup><optgroup></select>");
    // A parser of the fragment has no `select` on its stack.
    assert_eq!(part(5, false), "<optgroup></optgroup><optgroup>");
}
