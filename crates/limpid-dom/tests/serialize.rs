//! The HTML fragment serialization algorithm.

use crate::common::{Trees, new_element};
use limpid_dom::{Document, ParseOptions, SerializeOptions};
use limpid_markup::{
    Doctype, Namespace, ScriptingMode, ShadowRootInit, ShadowRootMode, SlotAssignment, Span, TokenAttributes, TreeSink,
};

fn html_of(document: &Document<'_>, options: SerializeOptions<'_>) -> String {
    let mut html = String::new();
    document.root().write_html(&mut html, &options).unwrap();
    html
}

#[test]
fn text_and_values_are_escaped() {
    let source = "<p title=\"a&<>\u{a0}é\u{c0}'c\">";
    let mut trees = Trees::new(source);
    let root = trees.document();
    let p = trees.tag(root, Namespace::Html, "<p title=\"a&<>\u{a0}é\u{c0}'c\"");
    trees.built_text(p, "&amp; \u{a0}<b> \"quoted\" Âé\u{a0}\u{a0}\u{80}");
    let mut document = trees.finish();
    document.node_mut(p.id_in(&document)).unwrap().set_attribute("alt", "\"").unwrap();
    assert_eq!(
        document.to_html(),
        "<p title=\"a&amp;&lt;&gt;&nbsp;é\u{c0}'c\" alt=\"&quot;\">&amp;amp; &nbsp;&lt;b&gt; \"quoted\" Âé&nbsp;&nbsp;\u{80}</p>"
    );
}

#[test]
fn void_elements_have_no_content() {
    let mut trees = Trees::new("");
    let root = trees.document();
    for name in [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
        "basefont", "bgsound", "frame", "keygen", "param",
    ] {
        let element = trees.element(root, name);
        trees.built_text(element, "never written");
    }
    let svg_link = trees.sink.create_element(&new_element(Namespace::Svg, "link", TokenAttributes::EMPTY));
    trees.sink.append(root, svg_link);
    let document = trees.finish();
    assert_eq!(
        document.to_html(),
        "<area><base><br><col><embed><hr><img><input><link><meta><source><track><wbr>\
         <basefont><bgsound><frame><keygen><param><link></link>"
    );
    let br = document.root().children().nth(2).unwrap();
    assert_eq!((br.inner_html(), br.to_html()), (String::new(), "<br>".into()));
}

#[test]
fn literal_text() {
    let mut trees = Trees::new("");
    let root = trees.document();
    for name in ["style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext", "noscript", "title"] {
        let element = trees.element(root, name);
        trees.built_text(element, "<&");
        let b = trees.element(element, "b");
        trees.built_text(b, "<");
    }
    let svg_style = trees.sink.create_element(&new_element(Namespace::Svg, "style", TokenAttributes::EMPTY));
    trees.sink.append(root, svg_style);
    trees.built_text(svg_style, "<");
    let document = trees.finish();
    let common = "<style><&<b>&lt;</b></style><script><&<b>&lt;</b></script><xmp><&<b>&lt;</b></xmp>\
                  <iframe><&<b>&lt;</b></iframe><noembed><&<b>&lt;</b></noembed><noframes><&<b>&lt;</b></noframes>\
                  <plaintext><&<b>&lt;</b></plaintext>";
    let end = "<title>&lt;&amp;<b>&lt;</b></title><style>&lt;</style>";
    assert_eq!(document.to_html(), format!("{common}<noscript>&lt;&amp;<b>&lt;</b></noscript>{end}"));
    let with_scripting = html_of(&document, SerializeOptions::default().scripting(true));
    assert_eq!(with_scripting, format!("{common}<noscript><&<b>&lt;</b></noscript>{end}"));
    let parsed = ParseOptions::new().scripting(ScriptingMode::Normal).parse("<body><noscript><&</noscript>");
    assert_eq!(parsed.body().unwrap().inner_html(), "<noscript><&</noscript>");
    let script = document.root().children().nth(1).unwrap();
    assert_eq!(script.first_child().unwrap().to_html(), "<&");
}

#[test]
fn other_nodes() {
    let mut trees = Trees::new("");
    let root = trees.document();
    trees.sink.append_doctype(&Doctype {
        name: Some("html"),
        public_id: Some("public"),
        system_id: Some("system"),
        force_quirks: false,
        span: Span::empty(0),
    });
    let comment = trees.sink.create_comment(limpid_markup::Text::synthetic("<&-->"), Span::empty(0));
    trees.sink.append(root, comment);
    for data in ["", "a<&?"] {
        let data = limpid_markup::Text::synthetic(data);
        let instruction = trees.sink.create_processing_instruction("go", data, Span::empty(0));
        trees.sink.append(root, instruction);
    }
    let document = trees.finish();
    assert_eq!(document.to_html(), "<!DOCTYPE html><!--<&-->--><?go ?><?go a<&??>");
    assert_eq!(comment.node_in(&document).unwrap().to_html(), "<!--<&-->-->");
    assert_eq!(comment.node_in(&document).unwrap().inner_html(), "");
}

#[test]
fn attribute_names_in_namespaces() {
    let source = r#"<svg xlink:href="1" xml:lang="2" xmlns:xlink="3" xmlns="4" viewbox="5">"#;
    let mut trees = Trees::new(source);
    let root = trees.document();
    trees.tag(root, Namespace::Svg, source.trim_end_matches('>'));
    assert_eq!(
        trees.finish().to_html(),
        r#"<svg xlink:href="1" xml:lang="2" xmlns:xlink="3" xmlns="4" viewBox="5"></svg>"#
    );
}

#[test]
fn templates_and_shadow_roots() {
    let mut trees = Trees::new("");
    let root = trees.document();
    let attach = |trees: &mut Trees<'_>, host, init| {
        let template = trees.sink.create_element(&new_element(Namespace::Html, "template", TokenAttributes::EMPTY));
        trees.sink.attach_declarative_shadow(host, template, init).unwrap()
    };
    let mut all = ShadowRootInit::new(ShadowRootMode::Closed);
    (all.delegates_focus, all.serializable, all.clonable, all.keep_custom_element_registry_null) =
        (true, true, true, true);
    all.slot_assignment = SlotAssignment::Manual;
    let none = ShadowRootInit::new(ShadowRootMode::Open);
    let mut few = none;
    few.serializable = true;
    let outer = trees.element(root, "div");
    let outer_shadow = attach(&mut trees, outer, all);
    let inner = trees.element(outer_shadow, "p");
    let inner_shadow = attach(&mut trees, inner, few);
    trees.built_text(inner_shadow, "shadow");
    trees.built_text(inner, "light");
    let hidden = trees.element(outer, "span");
    let hidden_shadow = attach(&mut trees, hidden, none);
    trees.built_text(hidden_shadow, "hidden");
    let template = trees.element(outer, "template");
    let contents = trees.sink.template_contents(template);
    trees.built_text(contents, "contents");
    trees.built_text(template, "not written");

    let document = trees.finish();
    let [inner_shadow, hidden_shadow, outer_shadow, template, contents] =
        [inner_shadow, hidden_shadow, outer_shadow, template, contents].map(|handle| handle.id_in(&document));
    assert_eq!(document.to_html(), "<div><span></span><template>contents</template></div>");
    let options = SerializeOptions::default().serializable_shadow_roots(true);
    let inner_html = "<p><template shadowrootmode=\"open\" shadowrootserializable=\"\">shadow</template>light</p>";
    assert_eq!(
        html_of(&document, options),
        format!(
            "<div><template shadowrootmode=\"closed\" shadowrootdelegatesfocus=\"\" shadowrootserializable=\"\" \
             shadowrootslotassignment=\"manual\" shadowrootclonable=\"\" shadowrootcustomelementregistry=\"\">\
             {inner_html}</template><span></span><template>contents</template></div>"
        )
    );
    // Shadow roots can also be listed, even if they are not serializable. The paragraph's shadow root is inside one that is not written.
    let hidden_html = "<span><template shadowrootmode=\"open\">hidden</template></span>";
    assert_eq!(
        html_of(&document, SerializeOptions::new().shadow_roots(&[hidden_shadow, inner_shadow])),
        format!("<div>{hidden_html}<template>contents</template></div>")
    );
    let all_named = [inner_shadow, outer_shadow, hidden_shadow];
    assert_eq!(
        html_of(&document, SerializeOptions::new().shadow_roots(&all_named)),
        html_of(&document, options).replace("<span></span>", hidden_html)
    );
    assert_eq!(
        html_of(&document, SerializeOptions::lossless()),
        html_of(&document, SerializeOptions::new().shadow_roots(&all_named))
    );
    let short = options.omit_quotes(true).minimize_boolean_attributes(true);
    assert!(html_of(&document, short).starts_with(
        "<div><template shadowrootmode=closed shadowrootdelegatesfocus shadowrootserializable \
         shadowrootslotassignment=manual shadowrootclonable shadowrootcustomelementregistry><p>"
    ));
    let part = |id| {
        let mut html = String::new();
        document.node(id).unwrap().write_inner_html(&mut html, &options).unwrap();
        html
    };
    assert_eq!(part(outer_shadow), inner_html);
    assert_eq!(part(template), "contents");
    assert_eq!(part(contents), "contents");
    assert_eq!(document.node(template).unwrap().to_html(), "<template>contents</template>");
    assert_eq!(document.node(outer_shadow).unwrap().to_html(), "<p>light</p>");
}

#[test]
fn a_fragment_is_written_as_in_its_context() {
    for (mut document, expected) in
        [(Document::new_fragment(), "&lt;<p>&lt;</p>"), (limpid_dom::parse_fragment("", "style"), "<<p>&lt;</p>")]
    {
        let text = document.create_text("<").unwrap();
        let p = document.create_element("p").unwrap();
        let text_in_p = document.create_text("<").unwrap();
        let root = document.root().id();
        document.node_mut(root).unwrap().append(text).unwrap();
        document.node_mut(root).unwrap().append(p).unwrap();
        document.node_mut(p).unwrap().append(text_in_p).unwrap();
        assert_eq!(document.into_owned().to_html(), expected);
    }
}
