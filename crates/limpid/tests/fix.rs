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
        ("<!--><!---><!-- a", "<!----><!----><!-- a-->"),
        ("<!-- a -", "<!-- a -->"),
        ("<!-- a --!", "<!-- a -->"),
        ("<!--", "<!---->"),
        ("<svg><![CDATA[x]", "<svg><![CDATA[x]]]></svg>"),
        // End tags that are missing.
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
        // Formatting elements that are opened again.
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

#[test]
fn what_has_no_repair_stays() {
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
