//! Repairs of parse errors.

use limpid::fix::Fixer;

/// Repairs the content of a body.
fn fixed(body: &str) -> String {
    let source = format!("<!DOCTYPE html><title>T</title><body>{body}");
    let fixes = Fixer::new().fixes(&source);
    fixes.apply(&source)["<!DOCTYPE html><title>T</title><body>".len()..].to_owned()
}

#[test]
fn every_kind_of_repair() {
    for (body, repaired) in [
        // Attributes.
        ("<a b=1 c B=2 d>", "<a b=1 c d></a>"),
        ("<br a='1'b=2>", "<br a='1' b=2>"),
        ("<br a=1 a='2'b=3>", "<br a=1 b=3>"),
        ("<br a= >", "<br a>"),
        ("<br a=b\"c'd>", "<br a=\"b&quot;c'd\">"),
        ("<br a=b\"c\"d>", "<br a='b\"c\"d'>"),
        ("<br a=b=c href=x?a=b&foo;>", "<br a=\"b=c\" href=\"x?a=b&amp;foo;\">"),
        ("<br/ a/b='c'/d>", "<br a b='c' d>"),
        ("<i />x</i></ I=1>", "<i>x</i><!-- I=1-->"),
        ("<i></i/><i></i x=1 y x>", "<i></i><i></i>"),
        // References.
        ("&foo; &lt &copy;&notit &#x; &#", "&amp;foo; &lt; &copy;&not;it &amp;#x; &amp;#"),
        ("&#0; &#150; &#x80 &#65 &#xD800; &#99999999999;", "&#xFFFD; &#x2013; &#x20AC; &#65; &#xFFFD; &#xFFFD;"),
        ("<i title='&lt &#128 &ltx'></i>", "<i title='&lt; &#x20AC; &ltx'></i>"),
        // Text and comments.
        ("1<2 <3</>4<", "1&lt;2 &lt;34&lt;"),
        ("a\0b<svg>\0</svg><i title='\0'></i>", "ab<svg>\u{fffd}</svg><i title='\u{fffd}'></i>"),
        ("<!a><!-- b --!></1><![CDATA[x]]>", "<!--a--><!-- b --><!--1--><!--[CDATA[x]]-->"),
        ("a<!b>c</1><!-- d --!>", "a<!--b-->c<!--1--><!-- d -->"),
        ("<!--><!---><!-- a", "<!----><!----><!-- a-->"),
        ("<!-- a -", "<!-- a -->"),
        ("<!-- a --!", "<!-- a -->"),
        ("<!--", "<!---->"),
        ("<svg><![CDATA[x]", "<svg><![CDATA[x]]]></svg>"),
        // Missing end tags.
        ("<div><span>a</div>b", "<div><span>a</span></div>b"),
        ("<DIV><Sp-an a=1>b", "<DIV><Sp-an a=1>b</Sp-an></DIV>"),
        ("<div><p><i>a</i></div><ul><li><b>b</b>", "<div><p><i>a</i></div><ul><li><b>b</b></ul>"),
        ("<table><tr><td><div>a<td>b</table>", "<table><tr><td><div>a</div><td>b</table>"),
        ("<table><td>a", "<table><tr><td>a</table>"),
        ("<h1>a<h2>b</h3>", "<h1>a</h1><h2>b</h2>"),
        ("<a href=1>a<a href=2>b</a>", "<a href=1>a</a><a href=2>b</a>"),
        ("<button>a<button>b</button>", "<button>a</button><button>b</button>"),
        ("<select><option>a<select>", "<select><option>a</select>"),
        ("<svg><g><path/><p>a</p>", "<svg><g><path/></g></svg><p>a</p>"),
        ("<math><mi>a</math>", "<math><mi>a</mi></math>"),
        ("<template><div>a</template>", "<template><div>a</div></template>"),
        ("<script>a", "<script>a</script>"),
        ("<div><textarea>a", "<div><textarea>a</textarea></div>"),
        ("<div>a\n</body>\n</html>\n", "<div>a\n\n\n</div></body></html>"),
        // Formatting elements that are reconstructed.
        ("<p><b class=x>a<p>b</b>c", "<p><b class=x>a</b><p><b class=x>b</b>c"),
        ("<b><i>a</b>b</i>", "<b><i>a</i></b><i>b</i>"),
        ("<p><b>a</p>\n<p>b</b>c</p>", "<p><b>a</b></p><b>\n</b><p><b>b</b>c</p>"),
        ("<b><i>a<p>b</i></b>c", "<b><i>a</i></b><p><b><i>b</i></b>c"),
        ("<b x><div><p>a</b>b</p></div>", "<b x></b><div><b x></b><p><b x>a</b>b</p></div>"),
        ("<a href=1><i>a<a href=2>b</i></a>", "<a href=1><i>a</i></a><i><a href=2>b</a></i>"),
        // Tags without effect.
        ("a</span>b</div></li></td><tr><head>c", "abc"),
        ("<form><form>a</form></form>", "<form>a</form>"),
        ("<table><tr></td></tr></li></table></table>", "<table><tr></tr></table>"),
        ("a</p>b</br>c<image src=x>", "a<p></p>b<br>c<img src=x>"),
        ("a</span b='&foo;' b>c", "ac"),
    ] {
        assert_eq!(fixed(body), repaired, "{body:?}");
    }
}

/// Returns the result of each listed repair alone.
fn fixed_individually(body: &str) -> Vec<String> {
    let source = format!("<!DOCTYPE html><title>T</title><body>{body}");
    let fixes = Fixer::new().fixes(&source);
    fixes.list().iter().map(|fix| fix.edits().apply(&source).unwrap()[37..].to_owned()).collect()
}

#[test]
fn each_listed_repair_is_valid_alone() {
    for (body, alone) in [
        // Without a space, the next attribute would extend the value.
        ("<br a=1 a='2'b=3>", &["<br a=1 b=3>"][..]),
        ("<br a=1 a/b>", &["<br a=1 /b>", "<br a=1 a b>"]),
        // One repair closes the comment and adds the end tag after it.
        ("<div><!-- a", &["<div><!-- a--></div>"]),
        ("<div><![CDATA[a", &["<div><!--[CDATA[a--></div>"]),
        ("<svg><![CDATA[a", &["<svg><![CDATA[a]]></svg>"]),
        // Without a DOCTYPE before it, the end tag would be dropped.
        ("<b>a<p>b</b>", &["<b>a</b><p><b>b</b>"]),
    ] {
        assert_eq!(fixed_individually(body), alone, "{body}");
    }
    // Removing only one of the end tags would make the DOCTYPE effective.
    let source = "</div></p><!DOCTYPE html></b>";
    let fixes = Fixer::new().fixes(source);
    assert!(fixes.list().iter().all(|fix| !fix.errors().is_empty()));
    for fix in fixes.list() {
        let repaired = fix.edits().apply(source).unwrap();
        assert_eq!(limpid::parse(source).to_test_dump(), limpid::parse(&*repaired).to_test_dump(), "{repaired}");
    }
}

#[test]
fn repaired_pages_have_no_further_repair() {
    for (body, repaired) in [
        ("<p a/b a/b>t", "<p a b>t"),
        ("<br a a=<b b=c/a='d'>", "<br a b=\"c/a='d'\">"),
        ("<br a=1 b=2 A=3 B=4 c=\"5\"d/a>", "<br a=1 b=2 c=\"5\" d>"),
        ("<![CDATA[\0]]>", "<!--[CDATA[\u{fffd}]]-->"),
        ("<b\0>a", "<b\u{fffd}>a</b\u{fffd}>"),
        ("<p><frameset></p><ol><=", "<p></p><ol>&lt;=</ol>"),
        ("<select><option>x<math><mi><td/></select>", "<select><option>x<math><mi></mi></math></select>"),
    ] {
        assert_eq!(fixed(body), repaired, "{body:?}");
        assert_eq!(fixed(repaired), repaired);
    }
    // Errors with and without a repair alternate.
    let table = "<table><b>x<tr></b></table>";
    let many =
        format!("<!DOCTYPE html>{}{}", table.repeat(10), (table.to_owned() + &"<h1>a</h2>".repeat(4)).repeat(24));
    let repaired = Fixer::new().fixes(&many).apply(&many);
    assert!(!repaired.contains("</h2>") && Fixer::new().fixes(&repaired).edits().is_empty());
    let nothing_left = |source: &str| Fixer::new().fixes(source).edits().is_empty();
    for source in ["<p a/b a/b>t", "</HR><p><body><frameset></p><ol><=", "<!DOCTYPE html SYSTEM \"><b/><form x\0></B>"]
    {
        assert!(nothing_left(&Fixer::new().fixes(source).apply(source)), "{source:?}");
    }
}

#[test]
fn repairs_of_selected_errors() {
    // A repair that another one makes possible must also match the line and the code.
    let source = "<!DOCTYPE html>\n<p a/b a/b>\n<p a/b a/b>";
    let lines = limpid::LineIndex::new(source);
    let fixes = Fixer::new().fixes_of(source, |error| lines.line_column(error.span.start).line == 3);
    assert_eq!(fixes.apply(source), "<!DOCTYPE html>\n<p a/b a/b>\n<p a b>");
}

#[test]
fn template_code_stays() {
    for (body, repaired) in [
        ("<![if !mso]><p id=a id=b><![endif]>", "<![if !mso]><p id=a><![endif]>"),
        ("<!--[if IE]><b --!> \0<![endif]--><p id=a id=b>", "<!--[if IE]><b --!> \0<![endif]--><p id=a>"),
        ("<% if a < b && c %><p id=a id=b>1<2", "<% if a < b && c %><p id=a>1&lt;2"),
        ("<p {{#if a}}class=\"b\"{{/if}} id=a id=b>&nope;", "<p {{#if a}}class=\"b\"{{/if}} id=a id=b>&amp;nope;"),
        ("<p class='{{ a }}' id=a id=b>{{ a &nope; b }}</p>", "<p class='{{ a }}' id=a>{{ a &nope; b }}</p>"),
        ("<p class='<?= a('b') ?>' id=a id=b>", "<p class='<?= a('b') ?>' id=a id=b>"),
        ("<a <% b %> c c></a><a c c></a>", "<a <% b %> c c></a><a c></a>"),
        ("<#if a><b c c></#if>", "<#if a><b c></#if>"),
        // The tag's name is template code.
        ("<{{tag}} class=c>a<3</{{tag}}>", "<{{tag}} class=c>a&lt;3</{{tag}}>"),
        ("<${tag} class=b>x</${tag}></i>", "<${tag} class=b>x</${tag}></i>"),
        ("<p></{{a}}><br b b>", "<p></{{a}}><br b>"),
        ("<% a %><jsp:include page='x'/><br b b>", "<% a %><jsp:include page='x'/><br b>"),
        ("<p>@auth</i>@endauth<br b b>", "<p>@auth</i>@endauth<br b>"),
        ("<p>@if (\n a<b\n)</i>", "<p>@if (\n a<b\n)</i>"),
        ("<p>@{ var ok = a < b; }", "<p>@{ var ok = a < b; }"),
        ("{* a<b> *}<br c c>", "{* a<b> *}<br c>"),
        // The template outputs only one of the start tags, so no end tag is added.
        ("{% if a %}<div>{% else %}<div c c>{% endif %}</div>", "{% if a %}<div>{% else %}<div c>{% endif %}</div>"),
        ("<?php header() ?><b c c>", "<?php header() ?><b c>"),
        // Template code in a value or in a script does not control tags.
        ("<div>{{ a }}", "<div>{{ a }}</div>"),
        ("<script>if (a) {{ if }} <% b %></script><div>", "<script>if (a) {{ if }} <% b %></script><div></div>"),
    ] {
        assert_eq!(fixed(body), repaired, "{body:?}");
    }
    let source = "<!DOCTYPE html><p {{#if a}}class='b'{{/if}}>";
    assert!(!Fixer::new().all(true).fixes(source).edits().is_empty());
}

#[test]
fn errors_without_a_repair_stay() {
    for body in [
        "<p><table>a<b>c</table>",
        "<b><div><i>a<p>b</b></i></div>",
        "<br a=1 'b>",
        "<br =a>",
        "<!-- a <!-- b -->",
        "&#1; \x01 &#xFFFF;",
        "<a href=\"b>c",
        "<?xml version='1.0'?><? echo ?>",
        "<form><div></form>a</div>",
        "<plaintext>a</b>",
    ] {
        assert_eq!(fixed(body), body);
    }
    for page in ["<p>a", "<!DOCTYPE><p>a", "<!DOCTYPE html SYSTEM x>", ""] {
        assert_eq!(Fixer::new().fixes(page).apply(page), page);
    }
}
