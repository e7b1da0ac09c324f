//! Text keeps its meaning next to insertions and removals.

use limpid_rewrite::rewrite::{
    ContentType, Element, HandlerResult, Handlers, RewriteError, Rewriter, Settings, rewrite_str,
};

fn rewritten(page: &str, selector: &str, change: impl FnMut(&mut Element<'_>) -> HandlerResult + Send) -> String {
    rewrite_str(page, Handlers::new().element(selector, change).unwrap()).unwrap()
}

fn text(page: &str) -> String {
    limpid::parse(page).text_content()
}

#[test]
fn inserted_text_forms_no_tag_or_reference() {
    for (before, inserted) in [
        ("a <", "img src=x onerror=alert(1) "),
        ("a <", "/p>"),
        ("a <", "!--"),
        ("AT&", "amp;"),
        ("AT&am", "p; T"),
        ("&#3", "8;"),
        ("&#x", "41;"),
        ("&lt", ";"),
    ] {
        let page = format!("<p>{before}</p>");
        let output = rewritten(&page, "p", |p| {
            p.append(inserted, ContentType::Text);
            Ok(())
        });
        assert_eq!(text(&output), text(&page) + inserted, "{output}");
        let output = rewritten(&format!("<p>{before}<b></b></p>"), "b", |b| {
            b.replace(inserted, ContentType::Text);
            Ok(())
        });
        assert_eq!(text(&output), text(&page) + inserted, "{output}");
    }
}

#[test]
fn removal_forms_no_tag_of_the_text_around_it() {
    for (page, expected) in [
        ("<p>a <<i>x</i>img src=x onerror=alert(1)>", "a <img src=x onerror=alert(1)>"),
        ("<p>AT&<i>x</i>amp;", "AT&amp;"),
        ("<pre><i>x</i>\n\ny</pre>", "\n\ny"),
    ] {
        for length in [1, 3, 100] {
            let mut output = Vec::new();
            let handlers = Handlers::new().element("i", |i| {
                i.remove();
                Ok(())
            });
            let mut rewriter =
                Rewriter::new(handlers.unwrap(), Settings::new(), |bytes: &[u8]| output.extend_from_slice(bytes))
                    .unwrap();
            page.as_bytes().chunks(length).for_each(|piece| rewriter.write(piece).unwrap());
            rewriter.end().unwrap();
            let output = String::from_utf8(output).unwrap();
            assert_eq!(text(&output), expected, "{output}");
        }
    }
}

#[test]
fn line_feed_at_the_start_of_pre_stays_ignored() {
    let prepend = |content: &'static str| {
        move |pre: &mut Element<'_>| {
            pre.prepend(content, ContentType::Text);
            Ok(())
        }
    };
    assert_eq!(rewritten("<pre>\ntea</pre>", "pre", prepend("x")), "<pre>xtea</pre>");
    assert_eq!(rewritten("<pre>tea</pre>", "pre", prepend("\n")), "<pre>\n\ntea</pre>");
    let rename = |pre: &mut Element<'_>| Ok(pre.set_tag_name("code")?);
    assert_eq!(rewritten("<pre>\r\ntea</pre>", "pre", rename), "<code>tea</code>");
    let rename = |div: &mut Element<'_>| Ok(div.set_tag_name("pre")?);
    assert_eq!(rewritten("<div>\ntea</div>", "div", rename), "<pre>\n\ntea</pre>");
    assert_eq!(rewritten("<div>tea</div>", "div", rename), "<pre>tea</pre>");
    let unwrap = |pre: &mut Element<'_>| {
        pre.remove_and_keep_content();
        Ok(())
    };
    assert_eq!(rewritten("<pre>\ntea</pre>", "pre", unwrap), "tea");
}

#[test]
fn inserted_text_cannot_end_a_script() {
    let refused = |page: &str, content: &'static str| {
        let handlers = Handlers::new().element("script, style", move |element| {
            element.append(content, ContentType::Text);
            Ok(())
        });
        rewrite_str(page, handlers.unwrap()).unwrap_err()
    };
    for content in ["</script>", "'</SCRIPT", "<!--", "<script"] {
        let error = refused("<script>a</script>", content);
        assert!(matches!(error, RewriteError::RawText { element: "script", .. }), "{error}");
    }
    let error = refused("<style>a</style>", "</style");
    assert!(error.to_string().starts_with("\"a</style\" would end the `style`"), "{error}");
    // The end tag may consist of text of the page and inserted text.
    assert!(matches!(refused("<script>a</scr</script>", "ipt>"), RewriteError::RawText { .. }));
    let joined = Handlers::new().text("script", |chunk| {
        if chunk.as_str() == "-" {
            chunk.remove();
        }
        Ok(())
    });
    let mut rewriter =
        Rewriter::new(joined.unwrap(), Settings::new().encoding(limpid::Encoding::for_label("utf-8")), |_: &[u8]| ())
            .unwrap();
    let pieces = ["<script>a</ ", "-", "script>b</script>"];
    let result = pieces.iter().try_for_each(|piece| rewriter.write(piece.as_bytes())).and_then(|()| rewriter.end());
    // Here, a space is between the two.
    assert!(result.is_ok());

    let output = rewritten("<script>a <b && c</script>", "script", |script| {
        script.append("; d < e && f", ContentType::Text);
        script.on_end_tag(|end| {
            end.before("; g < h", ContentType::Text);
            Ok(())
        });
        Ok(())
    });
    assert_eq!(output, "<script>a <b && c; d < e && f; g < h</script>");
    let output = rewritten("<script>a", "script", |script| {
        script.append(" b", ContentType::Text);
        script.after("<p>", ContentType::Html);
        Ok(())
    });
    assert_eq!(output, "<script>a b</script><p>");
}

#[test]
fn text_of_an_unwrapped_script_or_title_stays_text() {
    for page in ["<style><img onerror=x> &amp;</style>", "<title><img onerror=x> &amp;</title>", "<xmp>&<b></xmp>"] {
        let output = rewritten(page, "style, title, xmp", |element| {
            element.remove_and_keep_content();
            Ok(())
        });
        assert_eq!(text(&output), text(page), "{output}");
    }
}

#[test]
fn partial_end_tag_in_an_unwrapped_script_stays_text() {
    for page in ["<xmp></<<", "<xmp>a</</xmp>", "<plaintext></", "<style>a</</style><p>b", "<title></&lt;</title>"] {
        let whole = without_raw_tags(page, page.len());
        assert_eq!(text(&whole), text(page), "{whole}");
        for length in 1..page.len() {
            assert_eq!(without_raw_tags(page, length), whole, "{page}");
        }
    }
}

/// Removes the tags of elements that contain only text.
fn without_raw_tags(page: &str, length: usize) -> String {
    let handlers = Handlers::new().element("xmp, plaintext, style, title", |element| {
        element.remove_and_keep_content();
        Ok(())
    });
    crate::in_pieces::rewrite_in_pieces(page, length, handlers.unwrap())
}

#[test]
fn names_of_elements_with_other_content_are_errors() {
    let renamed = |page: &str, name: &'static str| {
        let handlers = Handlers::new().element("body *, style", move |element| Ok(element.set_tag_name(name)?));
        rewrite_str(page, handlers.unwrap()).map_err(|error| error.to_string())
    };
    assert_eq!(renamed("<img src=a>b", "x-img").unwrap(), "<x-img src=a></x-img>b");
    for (page, name) in [
        ("<p>", "script"),
        ("<p>", "br"),
        ("<xmp></xmp>", "pre"),
        ("<p>", "title"),
        ("<p>", "plaintext"),
        ("<style>", "script"),
        ("<textarea>", "title"),
    ] {
        assert!(renamed(page, name).unwrap_err().contains("is not a possible name for this tag"), "{page} {name}");
    }
}

#[test]
fn unmappable_characters_become_references_or_errors() {
    let run = |page: &[u8], handlers: Handlers<'_>| {
        let mut output = Vec::new();
        let settings = Settings::new().encoding(limpid::Encoding::for_label("shift_jis"));
        let mut rewriter = Rewriter::new(handlers, settings, |bytes: &[u8]| output.extend_from_slice(bytes))?;
        rewriter.write(page)?;
        rewriter.end()?;
        Ok::<_, RewriteError>(output)
    };
    let append = |content: &'static str| {
        let handlers = Handlers::new().element("p, script", move |p| {
            p.append(content, ContentType::Text);
            Ok(())
        });
        handlers.unwrap()
    };
    assert_eq!(run(b"<p>a</p>", append("é")).unwrap(), b"<p>a&#233;</p>");
    // The incomplete character would otherwise include the next byte.
    assert_eq!(run(b"<p>\x83</p>", append("AB")).unwrap(), b"<p>\x83&#65;B</p>");
    let unmappable = |result| matches!(result, Err(RewriteError::Unmappable { encoding: "Shift_JIS", .. }));
    assert!(unmappable(run(b"<script>a</script>", append("é"))));
    let comment = Handlers::new().document_comments(|comment| Ok(comment.set_text("é")?));
    assert!(unmappable(run(b"<!-- a -->", comment)));
    let attribute = Handlers::new().element("p", |p| Ok(p.set_attribute("é", "é")?)).unwrap();
    assert!(unmappable(run(b"<p>", attribute)));
    let name = Handlers::new().element("p", |p| Ok(p.set_tag_name("é")?)).unwrap();
    assert!(run(b"<p>", name).is_err());
    let name = Handlers::new().element("p", |p| Ok(p.set_tag_name("x-é")?)).unwrap();
    assert!(unmappable(run(b"<p>", name)));
}

#[test]
fn content_inserted_into_cdata_is_text_or_outside_of_it() {
    let handlers = |content_type| {
        Handlers::new().text("svg text", move |chunk| {
            if !chunk.as_str().is_empty() {
                chunk.before("<b>", content_type);
            }
            if chunk.as_str() == "tea" {
                chunk.replace("a < b", content_type);
            }
            Ok(())
        })
    };
    for page in ["<svg><text><![CDATA[tea]]>", "<svg><text><![CDATA[tea]]></text>", "<svg><text><![CDATA[tea"] {
        let output = rewrite_str(page, handlers(ContentType::Text).unwrap()).unwrap();
        assert_eq!(text(&output), "<b>a < b", "{output}");
    }
    // Text after the section is not in the section.
    let output = rewrite_str("<svg><text><![CDATA[x]]></y>tea", handlers(ContentType::Text).unwrap()).unwrap();
    assert_eq!(output, "<svg><text><![CDATA[]]>&lt;b&gt;<![CDATA[x]]></y>&lt;b&gt;a &lt; b");
    let output = rewritten("<p><svg><g><![CDATA[x]", "p", |p| {
        p.append("y", ContentType::Text);
        Ok(())
    });
    assert_eq!(output, "<p><svg><g><![CDATA[x]]]></g></svg>y");
}

#[test]
fn script_ends_in_the_same_place_after_removal_of_its_text() {
    // Removing the first parts would make an end tag in the script end it. Removing the last ones would make the page's end tag not end it.
    for (pieces, removed, expected) in [
        (&["<script><!--<script>aaaaaaaa", "aaaaaaa</script>c--></script><p>d"][..], 0, None),
        (&["<script><!--", "aaaaaaaaaaaaaaaaaa<script>b</script>c--></script><p>d"], 0, None),
        (&["<script><!--<script>aaaaaaaaa", "a</script>", "c</script><p>d"], 1, None),
        (&["<script><!--<script>aaaaaaaaa", "a</script>c-->", "</script><p>d"], 1, None),
        (&["<script><!--aaaaaaaaaa", "b-->c", "</script><p>d"], 0, Some("<script>b-->c</script><p>d")),
        (&["<script>a<script>b", "<!--<script>c", "</script></script><p>d"], 1, None),
        (&["<script>a<!--", "b", "--></script><p>d"], 1, Some("<script>a<!----></script><p>d")),
    ] {
        let mut count = 0;
        let handlers = Handlers::new().text("script", |chunk| {
            if count == removed {
                chunk.remove();
            }
            count += 1;
            Ok(())
        });
        let mut output = Vec::new();
        let settings = Settings::new().encoding(limpid::Encoding::for_label("utf-8"));
        let mut rewriter =
            Rewriter::new(handlers.unwrap(), settings, |bytes: &[u8]| output.extend_from_slice(bytes)).unwrap();
        let result = pieces.iter().try_for_each(|piece| rewriter.write(piece.as_bytes())).and_then(|()| rewriter.end());
        match (result, expected) {
            (Ok(()), Some(expected)) => assert_eq!(String::from_utf8(output).unwrap(), expected),
            (Err(RewriteError::RawText { element: "script", .. }), None) => {}
            (result, _) => panic!("{pieces:?}: {result:?} {}", String::from_utf8_lossy(&output)),
        }
    }
    // Text before it does not change the script, wherever it is split.
    for length in 1..40 {
        let handlers = Handlers::new().element("script", |script| {
            script.prepend("a<b>", ContentType::Text);
            Ok(())
        });
        let page = "<script><!--<script>x</script>--></script>";
        let output = crate::in_pieces::rewrite_in_pieces(page, length, handlers.unwrap());
        assert_eq!(output, "<script>a<b><!--<script>x</script>--></script>");
    }
}

#[test]
fn attribute_names_starting_with_equals_stay_names() {
    for (page, expected) in [
        ("<p a/=x>", "<p a/=x new=\"\">"),
        // Duplicate attributes are omitted, and the others are separated by a space.
        ("<p a/=x a>", "<p a /=x new=\"\">"),
        ("<p b=1 =x b>", "<p b=1 =x new=\"\">"),
        ("<p a title=1 =x>", "<p a /=x new=\"\">"),
        ("<p a title='1'=x>", "<p a /=x new=\"\">"),
        ("<p title=1 =x>", "<p =x new=\"\">"),
    ] {
        let output = rewritten(page, "p", |p| {
            p.remove_attribute("title");
            p.set_attribute("new", "")?;
            Ok(())
        });
        assert_eq!(output, expected);
        let attributes = |page: &str| -> Vec<(String, String)> {
            let document = limpid::parse(page);
            let p = document.body().unwrap().first_child().unwrap();
            p.attributes().map(|attribute| (attribute.local_name().to_owned(), attribute.value().to_owned())).collect()
        };
        let mut wanted: Vec<_> = attributes(page).into_iter().filter(|(name, _)| name != "title").collect();
        wanted.push(("new".to_owned(), String::new()));
        assert_eq!(attributes(&output), wanted, "{output}");
    }
}

#[test]
fn a_name_is_the_same_after_parsing() {
    for name in ["", "1", "a b", "a/", "a>", "a\0", "a\u{1}", "\u{e9}"] {
        let start = Handlers::new().element("p", |p| Ok(p.set_tag_name(name)?)).unwrap();
        assert!(rewrite_str("<p>1</p>", start).is_err(), "{name:?}");
        let end = |p: &mut Element<'_>| {
            p.on_end_tag(move |end| Ok(end.set_name(name)?));
            Ok(())
        };
        assert!(rewrite_str("<p>1</p>", Handlers::new().element("p", end).unwrap()).is_err(), "{name:?}");
    }
}
