//! Documents as visible text and as Markdown.

use limpid::parse;

#[track_caller]
fn shows(html: &str, text: &str) {
    assert_eq!(parse(html).inner_text(), text, "{html}");
}

#[track_caller]
fn reads(html: &str, markdown: &str) {
    let found = parse(html).to_markdown();
    assert_eq!(found, if markdown.is_empty() { String::new() } else { format!("{markdown}\n") }, "{html}\n{found}");
}

#[test]
fn white_space_and_blocks() {
    shows("<p> a \n b </p><p>c</p>", "a b\n\nc");
    shows("<div>a</div>b<div>c<div>d</div></div>", "a\nb\nc\nd");
    shows("a <b> b</b> <i>c </i>d", "a b c d");
    shows("<title>t</title><style>s</style>x<script>y</script><template>z</template>", "x");
    shows("a<br>b<br><br>c<p>d", "a\nb\n\nc\n\nd");
    shows("<div>a <br> b<br></div><div>c</div>", "a\nb\n\nc");
    shows("<pre>\n a\n\n  b</pre>c", " a\n\n  b\nc");
    shows("<pre>a\n</pre>b", "a\n\nb");
    shows("<pre>a<img> b</pre> <b>c </b><textarea>d</textarea>", "a b\nc ");
    shows("x<span hidden>y</span><dialog>no</dialog><dialog open>yes</dialog>", "x\nyes");
    shows("a\u{a0} \u{a0}b", "a\u{a0} \u{a0}b");
    shows("", "");
    shows("<p></p><hr><div></div>", "");
    shows("<p></p><br><hr>", "\n");
    shows("a&#12;b &#12; c&#13;d", "a\u{c}b \u{c} c d");
    shows("<ul><li>a<li><p>b</ul>c", "a\n\nb\n\nc");
    shows("<noscript>plain</noscript>", "plain");
}

/// CSS removes these line ends, for writing systems without spaces.
#[test]
fn line_ends_next_to_a_zero_width_space() {
    shows("a \n \u{200b}b", "a\u{200b}b");
    shows("a\u{200b}\r\n\tb", "a\u{200b}b");
    shows("a\u{200b}<b> \n</b> <i>b</i>", "a\u{200b}b");
    shows("a<b>\n</b><i>\u{200b}</i> b\nc", "a\u{200b} b c");
    shows("a \u{200b} b", "a \u{200b} b");
    shows("a\u{200b}<img>\nb", "a\u{200b} b");
    shows("a\u{200b}<p>b\nc", "a\u{200b}\n\nb c");
}

#[test]
fn tables_as_text() {
    shows("<table><caption>T</caption><tr><th>a<th> b <tr><td>c<td><td>d</table>e", "T\na\tb\nc\t\td\ne");
    shows("<table> <tr> <td> a</td> </tr> <tbody><tr><td>b</table>", "a\nb");
    shows("<table><tr><tr><td>a<td><tbody><tr><td></table>", "\na\t\n");
    shows("<table><tr><td><p>a</p><td><div>b</div><tr><td>c</table>", "a\n\n\t\nb\n\nc");
    shows("<table><tr><td><table><tr><td>a<td>b<tr><td>c</table><td>d<tr><td>e</table>f", "a\tb\nc\n\td\ne\nf");
    shows("<table><tr><td hidden>a<td>b<td hidden>c<tr hidden><td>d</table>", "b");
    let document = parse("<table><tr><td>a<td>b<tr><td>c");
    let rows: Vec<_> = document.descendants().filter(|node| node.local_name() == "tr").collect();
    assert_eq!((rows[0].inner_text(), rows[1].inner_text()), ("a\tb".into(), "c".into()));
}

/// Elements that act like a character in a line of text.
#[test]
fn atomic_inline_elements() {
    shows("a <img alt=x> b <input type=hidden> c <video>d</video>", "a  b c ");
    shows("<img> a", " a");
    shows("a<button> b <b> c</b> </button>d <button></button> e", "ab cd  e");
    shows("<button>a<div>b</div>c</button>d", "a\nb\ncd");
    shows("a <select> x <option> b <optgroup><option>c</select> d", "a \nb\nc\n d");
    shows("<audio>a</audio><audio controls>b</audio>c <iframe>d</iframe> e", "c  e");
    shows("<object>a</object> <object data=x>b</object>", "a ");
}

/// An inline element keeps the spaces at its ends if there is other text on the line.
#[test]
fn spaces_at_the_ends_of_inline_elements() {
    for (html, text) in [
        ("<p><b>x </b>y", "x "),
        ("<p>x<b> y</b>", " y"),
        ("<p>x<i> </i><b> y </b><i> </i>z", "y "),
        ("<p>x <b> y</b>", "y"),
        ("<p><b> x </b></p>y", "x"),
        ("<p><b> x </b><br>y", "x"),
        ("<p>x<br><b> y</b>", "y"),
        ("<div>x</div><b> y </b><div>z</div>", "y"),
        ("<p><i>x<u></u></i><s><b> y </b></s><img>", " y "),
        ("x<!-- c --><b> y </b><!-- c --><span hidden> </span>z", " y "),
        ("<b>x \n </b>\n\u{200b}y", "x"),
        ("<pre>x <b> y </b>\nz", " y "),
        ("x<b> </b>y", " "),
        ("<button>x</button><b> y </b><button></button>", " y "),
    ] {
        let document = parse(html);
        let bold = document.descendants().find(|node| node.local_name() == "b").unwrap();
        assert_eq!(bold.inner_text(), text, "{html}");
    }
}

/// Replaced elements have no text, and their content is not shown.
#[test]
fn text_of_replaced_elements() {
    for name in ["textarea", "iframe", "progress", "meter", "video", "audio controls"] {
        let document = parse(format!("<{name}>a  <i>b  c</i></{}>", name.split(' ').next().unwrap()));
        let replaced = document.body().unwrap().first_element_child().unwrap();
        assert_eq!(replaced.inner_text(), "", "{name}");
        if let Some(inside) = replaced.first_element_child() {
            assert_eq!(inside.inner_text(), "b  c", "{name}");
        }
    }
    shows("<div><span hidden=until-found>a</span>b</div>", "ab");
    shows("a <div hidden=until-found>b</div>c", "ac");
    shows("<div><span hidden=x>a</span>b</div>", "b");
    shows("a <div popover>b</div><b popover=manual>c</b><dialog popover>d</dialog>e", "a e");
    shows("<dialog popover open>a</dialog>b", "a\nb");
    assert_eq!(parse("a <div popover><p>b</div>c").to_markdown(), "a c\n");
    shows("<div>a</div>\u{c}<div>b</div>", "a\nb");
    shows("a<b>\u{c}</b>b", "a\u{c}b");
}

/// Scripting is disabled in template contents.
#[test]
fn noscript_in_template_contents() {
    let options = limpid::ParseOptions::new().scripting(limpid::ScriptingMode::Inert);
    let document = options.parse("<template><noscript><p>x</noscript></template><body><noscript><p>y</noscript>");
    let template = document.descendants().find(|node| node.local_name() == "template").unwrap();
    assert_eq!(template.to_html(), "<template><noscript>&lt;p&gt;x</noscript></template>");
    assert_eq!(template.inner_html(), "<noscript>&lt;p&gt;x</noscript>");
    let contents = template.template_contents().unwrap();
    assert_eq!(contents.first_child().unwrap().inner_html(), "&lt;p&gt;x");
    assert_eq!((contents.inner_text().as_str(), contents.to_markdown().as_str()), ("<p>x", "\\<p>x\n"));
    let body = document.body().unwrap();
    assert_eq!((body.to_html().as_str(), body.inner_text().as_str()), ("<body><noscript><p>y</noscript></body>", ""));
}

#[test]
fn details_as_text() {
    shows("a<details>b<summary>c</summary>d<p>e<summary>f</summary></details>g", "a\nc\ng");
    shows("<details open>b<summary>c</summary>d</details>e", "b\nc\nd\ne");
    let document = parse("<details><p id=a>b  c</p>");
    assert_eq!(document.element_by_id("a").unwrap().inner_text(), "b  c");
}

#[test]
fn drawings_and_formulas_as_text() {
    shows(
        "a<svg>b<style>c</style><title>d</title><g><text>e <tspan> f</tspan><desc>g</desc></text></g></svg>h",
        "a\ne f\nh",
    );
    shows("<svg><foreignObject>a<p>b</p></foreignObject></svg>", "a\n\nb");
    shows("<math><semantics><mi>x</mi><mo>=</mo><annotation>y</annotation></semantics></math>", "x=");
    shows("<math><mtable><mtr><mtd>a</mtd><mtd>b</mtd></mtr><mtr><mtd>c</mtable></math>", "a\tb\nc");
}

#[test]
fn text_of_hidden_elements() {
    let document = parse("<script>a  b</script><p>c");
    let script = document.descendants().find(|node| node.local_name() == "script").unwrap();
    assert_eq!(script.inner_text(), "a  b");
    assert_eq!(document.head().unwrap().inner_text(), "a  b");
}

#[test]
fn markdown_blocks() {
    reads("<h1>A</h1><p>b c\n d</p><h6> E <br>f</h6>", "# A\n\nb c d\n\n###### E f");
    reads("<div>a<div>b</div>c</div>", "a\n\nb\n\nc");
    reads("a<hr>b", "a\n\n***\n\nb");
    reads("<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote>d", "> a\n>\n> b\n>\n> > c\n\nd");
    reads("<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n\n> b");
    reads("<pre><code class='language-rust'>fn a() {\n\n    b\n}\n</code></pre>", "```rust\nfn a() {\n\n    b\n}\n```");
    reads("<pre>```\n&lt;</pre>", "````\n```\n<\n````");
    reads("a<br>b<br></p>", "a\\\nb");
    reads("", "");
    reads("<script>x</script>", "");
}

#[test]
fn markdown_lists() {
    reads("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e", "- a\n- b\n  - c\n- d\n\ne");
    reads("<ol start=9><li>a<li>b<p>c</ol>", "9. a\n\n10. b\n\n    c");
    reads("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n<!-- -->\n\n- b");
    reads("<ul><li>a</ul><ol><li>b</ol>", "- a\n\n1. b");
    reads("<ul><li><blockquote>q</blockquote><li><pre>x\ny</pre><li></ul>", "- > q\n- ```\n  x\n  y\n  ```");
    reads("<ul><li><input type=checkbox checked> done<li><input type=checkbox>to do</ul>", "- [x] done\n- [ ] to do");
    reads("<ul>\n<li>a\n</li>\n<li>b</li>\n</ul>", "- a\n- b");
}

#[test]
fn markdown_of_inline_elements() {
    reads("a <b> b</b><i>c </i>d <s>e</s>", "a **b**<!-- -->*c* d ~~e~~");
    reads("<b>a</b><b>b</b> <b><i>c</i></b><b>d</b>", "**ab** ***c*d**");
    reads("a<b>(x)</b>b", "a<!-- -->**(x)**<!-- -->b");
    reads("<b>a<p>b</p></b>c", "**a**\n\n**b**\n\nc");
    reads("<b></b><i> </i>x", "x");
    reads("<a href='/x y(1)' title='T \"q\"'>go <b>on</b> </a>!", "[go **on**](</x y(1)> \"T \\\"q\\\"\") !");
    reads("<a href=a?b&amp;c=d>x<div>y</div></a>", "[x y](a?b&c=d)");
    reads("<a name=x>y</a><a href=z><img src=i.png alt='a ]'></a>", "y[![a \\]](i.png)](z)");
    reads("x <code>a`b</code> <code> c </code>d", "x ``a`b`` `c` d");
    reads("<code>a</code><kbd>b</kbd> <code>c</code>", "`a`<!-- -->`b` `c`");
    reads("<q>a</q>", "\"a\"");
    // Several spaces are collapsed to one, for any length of the words around them.
    for length in 1..40 {
        let (word, two) = ("b".repeat(length), "b c".repeat(length));
        reads(
            &format!("a  {word}  *  {word}\n{two}  *\t{word} \\ \u{e4}"),
            &format!("a {word} \\* {word} {two} \\* {word} \\\\ \u{e4}"),
        );
    }
}

#[test]
fn markdown_emphasis() {
    // A delimiter next to punctuation must also be next to white space or other punctuation, which can be another delimiter.
    reads("a<i><s>b</s></i>c", "a<!-- -->*~~b~~*<!-- -->c");
    reads("a<i>&nbsp;</i>", "a<!-- -->*&nbsp;*");
    reads("a<i><b>b</b></i>c", "a***b***c");
    reads("e\u{301}<b>(x)</b>", "e\u{301}<!-- -->**(x)**");
    // An opening delimiter does not close the rest of `***`.
    reads("<b><i>a</i>b<i>c</i></b>", "***a*b**<!-- -->***c***");
    reads("<i><b>a</b>b<b>c</b></i>", "***a**b*<!-- -->***c***");
    reads("<b><i>a</i> <i>c</i></b>", "***a* *c***");
    reads("<b><i>a</i> <s><i>.</i></s></b>", "***a*** **~~*.*~~**");
    reads("<b><i>a</i><s><br><i>.</i></s></b>", "***a***\\\n**~~*.*~~**");
}

#[test]
fn markdown_lists_after_text() {
    reads("<ul><li>a<ol start=3><li>b</ol></ul>", "- a\n\n  3. b");
    reads("<ul><li>a<ol><li></ol></ul>", "- a\n\n  1. ");
    reads("<ol start=2>a<li>b</ol>", "a\n\n2. b");
    // Items without visible content are omitted, except before other items of a numbered list.
    reads("<ul><li><li>a<li><svg></svg></ul>", "- a");
    reads("<ul><li><ul><li><ul><li></ul></ul></ul>b", "b");
    reads("<ol><li>a<li><li>b</ol>", "1. a\n2. \n3. b");
}

#[test]
fn markdown_escapes() {
    reads("*a* _b_ c_d `e` [f] \\ &lt;g> ~", "\\*a\\* \\_b\\_ c_d \\`e\\` \\[f\\] \\\\ \\<g> \\~");
    reads("# x", "\\# x");
    reads("1. x<p>12) y<p>1.5<p>- z<p>+<p>> q<p>== r", "1\\. x\n\n12\\) y\n\n1.5\n\n\\- z\n\n\\+\n\n\\> q\n\n\\== r");
    reads("&amp;amp; a & b AT&amp;T", "\\&amp; a & b AT\\&T");
    reads("!<a href=x>y</a>", "!<!-- -->[y](x)");
    reads("a<br>- b", "a\\\n\\- b");
    reads("1 <i> 2</i>", "1 *2*");
    reads("<b>&nbsp;x</b>", "**&nbsp;x**");
}

#[test]
fn markdown_tables() {
    let simple = "| a | b |\n| --- | --- |\n| c\\|d | `e\\|` |\n| f | |";
    reads("<table><thead><tr><th>a<th>b<tbody><tr><td>c|d<td><code>e|</code><tr><td>f</table>", simple);
    reads("<table><tr><td>a<td><p>b<p>c<br>d</table>e", "| | |\n| --- | --- |\n| a | b<br>c<br>d |\n\ne");
    reads("<table><tr><td>one<tr><td>column</table>", "one\n\ncolumn");
    reads("<table><caption>C</caption><tr><th>x<th>y</table>", "C\n\n| x | y |\n| --- | --- |");
}

/// Tables that are used only for layout.
#[test]
fn markdown_layout_tables() {
    reads("<table role=none><tr><td>a<td>b</table>", "a\n\nb");
    reads("<table><tr><td><h2>A</h2>b<td>c</table>", "## A\n\nb\n\nc");
    reads("<table><tr><th>a<th>b<tr><td><h2>A</h2><td>c</table>", "| a | b |\n| --- | --- |\n| A | c |");
    reads("<table><tr><td>a<td><table><tr><td>b<td>c</table></table>", "a\n\n| | |\n| --- | --- |\n| b | c |");
    let long = "word ".repeat(300);
    reads(&format!("<table><tr><td>a<td>{long}</table>"), &format!("a\n\n{}", long.trim_end()));
    reads(
        "<table><tr><td>a<td>b<script>%</script></table>".replace('%', &long).as_str(),
        "| | |\n| --- | --- |\n| a | b |",
    );
}

#[test]
fn markdown_of_wide_tables() {
    let page = |n: usize| format!("<table><tr>{}{}", "<td>a".repeat(n), "<tr><td>b".repeat(n));
    assert!(parse(page(2_000)).to_markdown().len() < 60_000);
    // A Markdown parser pads short rows.
    let markdown = parse(page(200)).to_markdown();
    assert!(markdown.ends_with("|\n| b |\n") && markdown.starts_with("| | |"), "{markdown}");
}

#[test]
fn markdown_urls() {
    reads("<a href='a_b*c?d=e&f=g&amp;h;'>x</a>", "[x](a_b*c?d=e&f=g&amp;h;)");
    reads("<a href='[a]~`b'>x</a>", "[x]([a]~\\`b)");
    reads("<em>a <a href='b*c'>d</a></em>", "*a [d](b*c)*");
}

#[test]
fn markdown_spaces() {
    reads("10&nbsp;km &nbsp; a\u{3000}b&nbsp;", "10\u{a0}km &nbsp; a\u{3000}b&nbsp;");
    reads("a&#x2028;b", "a&#8232;b");
}

#[test]
fn deep_pages_as_text() {
    for name in ["b", "div", "blockquote", "ul><li", "table><td", "pre"] {
        let html = format!("{}x", format!("<{name}>").repeat(20_000));
        let document = limpid::ParseOptions::new().limits(limpid::Limits::none()).parse(html.as_str());
        assert!(document.to_markdown().contains('x') && document.to_markdown().len() < 400_000, "{name}");
        assert!(document.inner_text().contains('x'));
    }
}

/// Cases that users of other converters reported, and similar ones.
#[test]
fn markdown_of_usual_pages() {
    // Text after a nested list belongs to the outer item.
    reads("<ul><li>a<ul><li>b</ul>c<li>d</ul>", "- a\n  - b\n\n  c\n- d");
    reads("<p>a<li>b</li>c<li>d", "a\n\n- b\n\nc\n\n- d");
    reads("<ol><li>a</li><ul><li>b</ul><li>c</ol>", "1. a\n   - b\n2. c");
    // Lines of code stay separate.
    reads("<p>a <code>b<br>c</code> d", "a `b`\\\n`c` d");
    reads("<pre><div>a</div><div>b</div></pre>", "```\na\nb\n```");
    reads("<h2>a<code>b<br>c</code></h2>", "## a`b` `c`");
    // A link around a heading is moved into the heading; a link without visible content is omitted.
    reads("<a href=/p><h2>Tea</h2>green</a>", "## [Tea](/p)\n\ngreen");
    reads("<a href=/p><img src=i alt=j><h2>Tea</h2></a>", "![j](i)\n\n## [Tea](/p)");
    reads("<a href=/p><pre><h2>a</h2></pre></a><a href=/q>b</a>", "[`a`](/p) [b](/q)");
    reads("<h2><a href=#a title=t></a>Tea</h2><a href=b></a><h3></h3>", "## Tea");
    reads("<p>See<a href=/u> <b>more</b> </a>x", "See [**more**](/u) x");
    reads("<a href='' title=t>a</a><a href=''>b</a>", "[a](<> \"t\")[b]()");
    // Two line breaks end a paragraph.
    reads("a<br><br>b<br>c", "a\n\nb\\\nc");
    reads("<ul><li><p><input type=checkbox checked> a<li><p><input type=checkbox> b</ul>", "- [x] a\n\n- [ ] b");
    reads("<ul><li><input type=checkbox><div>a</div><li><input type=checkbox></ul>", "- [ ] a\n- [ ]");
    reads("<ul><li><label><input type=checkbox> a</label></ul><input type=checkbox>b", "- [ ] a\n\nb");
    reads(
        "<table><tr><th>a<tr><td><p>b<ul><li>c<li>d</ul><th>e</table>",
        "| a | |\n| --- | --- |\n| b<br>c<br>d | e |",
    );
    reads("10<sup>6</sup> H<sub>2</sub>O<sup></sup>", "10<sup>6</sup> H<sub>2</sub>O");
    reads("<ol><li value=3>a<li>b<li value=x>c</ol>", "3. a\n4. b\n5. c");
    reads("<img alt=a><img src='' alt=' b'>", "a b");
}

/// Images that a script loads later, and images with a data: URL.
#[test]
fn markdown_of_lazy_images() {
    let placeholder = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
    for attributes in
        ["data-src=b.png", "data-original=b.png", "data-srcset='b.png 1x'", "data-lazy-srcset='b.png, c.png 2x'"]
    {
        for src in ["", "src=blank.gif", "src=about:blank", &format!("src={placeholder}")] {
            reads(&format!("<img {src} alt=a {attributes}>"), "![a](b.png)");
        }
    }
    for src in ["", "src=#", "src=about:blank", &format!("src={placeholder}")] {
        reads(&format!("<img {src} alt=a srcset='b.png 1x, c.png 2x'>"), "![a](b.png)");
        reads(
            &format!("<picture><source srcset='b.webp 1x'><source srcset=c.jpg><img {src} alt=a></picture>"),
            "![a](b.webp)",
        );
    }
    reads("<img src=c.png alt=a srcset=b.png data-lazy=true data-src='{}' data-original>", "![a](c.png)");
    reads("<picture><source srcset=b.webp><img src=c.png alt=a></picture>", "![a](c.png)");
    reads(&format!("<img src='{placeholder}' alt=a><noscript><img src=b alt=a></noscript>"), "![a](b)");
    let document = parse(format!("<img src='{placeholder}' alt=a>"));
    assert_eq!(document.to_markdown_with(&limpid::MarkdownOptions::new().data_images(false)), "a\n");
}

#[test]
fn markdown_of_formulas() {
    let math = "<math><semantics><mi>x</mi><annotation encoding=application/x-tex>x^2</annotation></semantics></math>";
    reads(math, "$x^2$");
    reads(&math.replace("<math>", "<math display=block>"), "$$x^2$$");
    let katex =
        "<span class=katex><span class=katex-mathml>*</span><span class=katex-html aria-hidden=true>x2</span></span>";
    reads(&katex.replace('*', math), "$x^2$");
    reads("<span class=MathJax_Preview>x2</span><script type='math/tex; mode=display'>x^2</script>", "$$x^2$$");
    reads("<span class=MathJax>y</span>", "y");
    reads("<img class=mwe-math-fallback-image-inline src=a alt='{x}'>", "${x}$");
    reads("<math><mi>x</mi></math>", "x");
    // MediaWiki puts an image next to visible MathML.
    let image = "<img class=mwe-math-fallback-image-inline alt=x^2>";
    reads(&format!("<span class=mwe-math-mathml-inline>{math}</span>{image}"), "$x^2$");
    reads(&format!("<span class=mwe-math-mathml-inline style='display: none'>{math}</span>{image}"), "$x^2$");
    // Formulas in hidden scripts are not shown.
    reads("a<div style='visibility:hidden'><script type=math/tex>b</script></div>", "a");
    reads("<details><summary>a</summary><script type=math/tex>b</script></details>", "a");
    // A formula stays in its line, cell and quote, and contains nothing that would end it.
    reads("<h2>a <math alttext='b % c\n\n# d \\% e'></math></h2>", "## a $b # d \\% e$");
    reads("<blockquote><p><math alttext='a\n# b'></math></blockquote>", "> $a # b$");
    reads(
        "<table><tr><th>a<th>b<tr><td><math alttext='p|q'></math><td>c</table>",
        "| a | b |\n| --- | --- |\n| $p\\|q$ | c |",
    );
    reads("<math alttext='a<b<2'><mi>c</mi></math>", "$a< b<2$");
    for alttext in ["`a`", "$a$", " ", "% a"] {
        reads(&format!("<math alttext='{alttext}'><mi>c</mi></math>"), "c");
    }
}

#[test]
fn markdown_of_lists_in_lists() {
    reads("<ul><ul><li>a</ul><li>b</ul>", "- - a\n- b");
    reads("<ol><ol><li>a</ol><ul><li>b</ul><li>c</ol>", "- 1. a\n- - b\n1. c");
    reads("<ul><ul><ul><li>a</ul></ul></ul>b", "- - - a\n\nb");
    reads("<ul><ul></ul><li>b</ul>", "- b");
    reads("<ol><li></li><p></p><ol><li>a</ol></ol>", "1. \n\n- 1. a");
    reads("<ul><li>a</li>b<ol>c</ol></ul>", "- a\n\nb\n- c");
    reads("<ul><li></li><ul><li>a</ul></ul>", "- - a");
    reads("<ul><ul><input type=checkbox>a</ul></ul>", "- a");
    reads("<ul><li><input type=checkbox><pre>a\n b</pre></ul>", "- [ ] <!-- -->\n\n  ```\n  a\n   b\n  ```");
    reads("<ul><li><h2><input type=checkbox>a</h2></ul>", "- ## a");
    reads("<ul><li><input type=checkbox><h2>a</h2><hr></ul>", "- [ ] <!-- -->\n\n  ## a\n\n  ***");
    reads("<ul><li><input type=checkbox><hr></ul>", "- [ ] <!-- -->\n\n  ***");
    reads(
        "<ul><li><input type=checkbox><table><tr><th>a<th>b<tr><td>c<td>d</table></ul>",
        "- [ ] <!-- -->\n\n  | a | b |\n  | --- | --- |\n  | c | d |",
    );
    reads("<ul><li>a<ol><!-- --><meta><li></ol></ul>", "- a\n\n  1. ");
    // A Markdown parser counts from the number of the first item.
    reads("<ol start=3><li>a<li value=7>b<li value=8>c</ol>", "3. a\n\n<!-- -->\n\n7. b\n8. c");
}

#[test]
fn markdown_of_links_around_headings() {
    reads("<a href=x><h2>a</h2><p>b</p><h3>c</h3><h4> </h4></a>", "## [a](x)\n\nb\n\n### [c](x)");
    reads("<sup><div>a</div></sup><q><p>b</p></q><sub>c<p>d</p></sub>", "a\n\nb\n\nc\n\nd");
    reads("a<pre> </pre>b", "a\n\nb");
}

#[test]
fn markdown_of_code_has_its_language() {
    for page in [
        "<pre><code class=language-rust>a</code></pre>",
        "<pre class='x lang-rust'>a</pre>",
        "<div class='highlight highlight-source-rust'><pre>a</pre></div>",
        "<pre class='brush: rust; title: b'>a</pre>",
        "<pre class='sourceCode rust'>a</pre>",
        "<pre lang=rust>a</pre>",
        "<pre><code data-lang=rust>a</code></pre>",
        "<div class='highlight-rust notranslate'><div class=highlight><pre>a</pre></div></div>",
        "<pre class='brush:rust;gutter:false'>a</pre>",
        "<pre><code class='hljs rust'>a</code></pre>",
        "<pre class='src src-rust'>a</pre>",
        "<div data-language=rust><pre>a</pre></div>",
        "<pre><code class='language-rust{1,3}'>a</code></pre>",
        "<pre class='lang:rust decode:true'>a</pre>",
    ] {
        reads(page, "```rust\na\n```");
    }
    reads("<pre lang=en>a</pre>", "```\na\n```");
    reads("<div class=highlight-default><pre>a</pre></div>", "```\na\n```");
    reads("<pre class='language-a`b'>a</pre>", "```\na\n```");
}

/// The `style` attribute of an element decides whether it is shown.
#[test]
fn text_by_style() {
    shows("<p>a<span style='display:none'>b</span>c", "ac");
    shows("<p>a <span style='visibility:hidden'>b</span> c", "a  c");
    shows("<div style='white-space:pre-line'>a  b\n c</div>", "a b\nc");
    shows("<span style='display:block'>a</span>b", "a\nb");
    shows("<div style='display:flex'><b>a</b><b>b</b></div>", "a\nb");
    shows("<div style='display:inline'>a</div>b", "ab");
    shows("<p style='/**/DISPLAY:n\\6fne'>a</p>b", "b");
    shows("<p style='display:none;display:foo'>a</p>b", "b");
    shows("<p style='display:none!important;display:block'>a</p>b", "b");
    shows("<p hidden style='display:block'>a</p>b", "a\n\nb");
    for style in [
        "display:var(--x, none)",
        "--x: none; display: var(--x, block)",
        "display:var(--x);--x:none",
        "display:var(--x, var(--y, none))",
        "display:env(x, none)",
        "visibility:var(--x, hidden)",
    ] {
        shows(&format!("<b style='{style}'>a</b>b"), "b");
    }
    // An empty value is the initial value.
    shows("a<div style='display:attr(x)'>b</div>c", "abc");
    shows("a<div style='display:var(--x)'>b</div>c", "abc");
    for name in ["textarea", "video", "meter", "progress", "svg", "math", "button", "select"] {
        shows(&format!("a<{name} style='display:contents'><option>t</option></{name}>b"), "ab");
    }
    shows("a<video style='display:table-cell'>t</video>b", "ab");
    shows("a <button style='display:table-cell'><i>x </i> y</button> b", "a x y b");
    shows("a<wbr style='display:block'>b", "ab");
    // Table parts outside of a table form one atomic inline box.
    shows("a <b><i style='display:table-caption'> b </i></b> c", "a b c");
    shows("<table><tr><td hidden=until-found style='display:inline-block'>a<td>b</table>", "b");
    reads(
        "<table><tr><th>c<td hidden=until-found style='display:inline-block'>a<td>b</table>",
        "| | | |\n| --- | --- | --- |\n| c | | b |",
    );
    shows("<legend style='display:inline'>a</legend>b", "a\nb");
    shows("<details style='display:contents'><summary>a</summary>b</details>c", "a\nc");
    shows("a<p style='display:inline-block'>x</p> b", "a\n\nx\n\n b");
    shows("a <img style='float:left'>b", "a \nb");
    reads(
        "<p style='display:none'>a</p><p style='visibility:hidden'>b</p><a href=x style='display:block'>c</a>d",
        "[c](x)\n\nd",
    );
}
