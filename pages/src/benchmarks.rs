//! Generates HTML pages for benchmarks. The same seed generates the same bytes on every machine.

use std::fmt::Write as _;

use oorandom::Rand64;

/// A kind of generated page.
#[derive(Clone, Copy)]
pub struct Kind {
    /// The name of the corpus.
    pub name: &'static str,
    /// Writes the content of a body with at least this many bytes.
    write: fn(&mut Page, usize),
}

/// All kinds.
pub const KINDS: [Kind; 8] = [
    Kind { name: "text", write: prose },
    Kind { name: "tags", write: tags },
    Kind { name: "attributes", write: attributes },
    Kind { name: "entities", write: entities },
    Kind { name: "cjk", write: cjk },
    Kind { name: "comments", write: comments },
    Kind { name: "script", write: scripts },
    Kind { name: "tables", write: tables },
];

impl Kind {
    /// Returns a page of about `size` bytes.
    pub fn page(self, seed: u64, size: usize) -> String {
        let mut page = Page::new(seed, self.name);
        page.out.push_str(
            "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>A page</title></head>\n<body>\n",
        );
        (self.write)(&mut page, size);
        page.out.push_str("</body></html>\n");
        page.out
    }
}

const WORDS: [&str; 48] = [
    "the",
    "of",
    "and",
    "to",
    "in",
    "a",
    "river",
    "that",
    "was",
    "for",
    "as",
    "with",
    "by",
    "town",
    "from",
    "its",
    "were",
    "built",
    "century",
    "between",
    "after",
    "first",
    "which",
    "population",
    "railway",
    "station",
    "north",
    "western",
    "during",
    "several",
    "government",
    "district",
    "university",
    "known",
    "later",
    "music",
    "under",
    "however",
    "species",
    "early",
    "established",
    "company",
    "church",
    "house",
    "south",
    "around",
    "until",
    "mountains",
];

/// A page that is being written.
struct Page {
    random: Rand64,
    out: String,
}

impl Page {
    /// Uses a separate sequence for each name, so that a change of one kind does not affect the others.
    fn new(seed: u64, name: &str) -> Page {
        let name_seed = name.bytes().fold(0u128, |hash, byte| hash.wrapping_mul(257).wrapping_add(u128::from(byte)));
        Page { random: Rand64::new(u128::from(seed) << 64 ^ name_seed), out: String::new() }
    }

    /// Returns a number in `from..to`.
    fn number(&mut self, from: usize, to: usize) -> usize {
        self.random.rand_range(from as u64..to as u64) as usize
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.number(0, one_in) == 0
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.number(0, from.len())]
    }

    fn word(&mut self) {
        let word = self.pick(&WORDS);
        self.out.push_str(word);
    }

    fn words(&mut self, count: usize) {
        for index in 0..count {
            if index > 0 {
                let joint = if self.chance(12) { ", " } else { " " };
                self.out.push_str(joint);
            }
            self.word();
        }
    }

    /// Writes words joined by a character, for paths and classes.
    fn slug(&mut self, count: usize, joint: char) {
        for index in 0..count {
            if index > 0 {
                self.out.push(joint);
            }
            self.word();
        }
    }

    fn hex(&mut self, digits: usize) {
        for _ in 0..digits {
            let digit = self.number(0, 16) as u32;
            self.out.extend(char::from_digit(digit, 16));
        }
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn push_number(&mut self, from: usize, to: usize) {
        let number = self.number(from, to);
        let _ = write!(self.out, "{number}");
    }

    /// Writes minified script of at least this many bytes, with comparisons and strings of markup as in real scripts.
    fn script(&mut self, bytes: usize) {
        let end = self.out.len() + bytes;
        while self.out.len() < end {
            match self.number(0, 6) {
                0 => {
                    self.push("(function(e,t){for(var n=0;n<t.length;n++)e[");
                    self.push_number(0, 900);
                    self.push("]=t[n]&&n>2})(window,[\"");
                    self.slug(2, '.');
                    self.push("\"]);\n");
                }
                1 => {
                    self.push("var ");
                    self.slug(1, '_');
                    self.push("={\"");
                    self.slug(3, '.');
                    self.push("\":\"");
                    self.hex(5);
                    self.push("\",");
                    self.slug(1, '_');
                    self.push(":!0};");
                }
                2 => {
                    self.push("if(a<b&&c>d){x.innerHTML='<b>'+");
                    self.slug(2, '.');
                    self.push("+'</b>';}");
                }
                _ => {
                    self.push("\"");
                    self.slug(3, '.');
                    self.push("\",\"");
                    self.slug(2, '-');
                    self.push("\",[");
                    self.push_number(0, 500);
                    self.push("],");
                }
            }
        }
    }

    /// Writes style rules of at least this many bytes.
    fn style(&mut self, bytes: usize) {
        let end = self.out.len() + bytes;
        while self.out.len() < end {
            self.push(".mw-");
            self.slug(2, '-');
            self.push(">li:not(:first-child){margin:0 ");
            self.push_number(0, 20);
            self.push("px;color:#");
            self.hex(6);
            self.push(";background-image:url(/static/");
            self.slug(2, '_');
            self.push(".svg)}\n");
        }
    }
}

fn prose(page: &mut Page, size: usize) {
    while page.out.len() < size {
        page.push("<p>");
        for _ in 0..40 {
            page.words(14);
            page.push(".\n");
        }
        page.push("</p>\n");
    }
}

fn tags(page: &mut Page, size: usize) {
    const INLINE: [&str; 6] = ["b", "i", "em", "span", "code", "small"];
    while page.out.len() < size {
        page.push("<div><p>");
        for _ in 0..page.number(2, 8) {
            let name = page.pick(&INLINE);
            let _ = write!(page.out, "<{name}>x</{name}>");
        }
        page.push("<br></p><ul>");
        for _ in 0..page.number(2, 6) {
            page.push("<li>y</li>");
        }
        page.push("</ul></div>");
    }
}

fn attributes(page: &mut Page, size: usize) {
    while page.out.len() < size {
        page.push("<div id=\"i");
        page.hex(6);
        page.push("\" class=\"");
        page.slug(3, ' ');
        page.push("\" data-kind='");
        page.slug(2, '-');
        page.push("' data-index=");
        page.push_number(0, 10_000);
        page.push(" hidden><a href=\"/");
        page.slug(3, '/');
        page.push("?page=");
        page.push_number(0, 100);
        page.push("\" title=\"");
        page.words(4);
        page.push("\" rel=nofollow target=_blank>x</a><img src=\"/images/");
        page.hex(12);
        page.push(".png\" alt=\"");
        page.words(3);
        page.push("\" width=320 height=200 loading=lazy></div>\n");
    }
}

fn entities(page: &mut Page, size: usize) {
    const REFERENCES: [&str; 12] = [
        "&amp;", "&lt;", "&gt;", "&nbsp;", "&quot;", "&eacute;", "&mdash;", "&#39;", "&#x2019;", "&hellip;", "&copy;",
        "&notit;",
    ];
    while page.out.len() < size {
        page.push("<p title=\"a &amp; b\">");
        for _ in 0..60 {
            page.word();
            let reference = page.pick(&REFERENCES);
            page.push(reference);
        }
        page.push(" R&D</p>\n");
    }
}

fn cjk(page: &mut Page, size: usize) {
    while page.out.len() < size {
        page.push("<p>");
        for _ in 0..page.number(200, 600) {
            let character = match page.chance(15) {
                true => '。',
                // Common ideographs.
                false => char::from_u32(page.number(0x4e00, 0x9fa0) as u32).unwrap_or('字'),
            };
            page.out.push(character);
        }
        page.push("</p>\n");
    }
}

fn comments(page: &mut Page, size: usize) {
    while page.out.len() < size {
        page.push("<!-- ");
        let count = page.number(3, 30);
        page.words(count);
        if page.chance(4) {
            page.push(" - -- <b>&amp;</b> ");
        }
        page.push(" -->");
        if page.chance(5) {
            page.push("<p>x</p>\n");
        }
    }
}

fn scripts(page: &mut Page, size: usize) {
    while page.out.len() < size {
        page.push("<script>");
        let bytes = page.number(2_000, 30_000);
        page.script(bytes);
        page.push("</script>\n<style>");
        page.style(1_000);
        page.push("</style><p>x</p>\n");
    }
}

fn tables(page: &mut Page, size: usize) {
    while page.out.len() < size {
        page.push("<table class=wikitable><caption>");
        page.words(3);
        page.push("</caption>\n<thead><tr><th>");
        page.word();
        page.push("<th>");
        page.word();
        page.push("<tbody>\n");
        for _ in 0..page.number(5, 60) {
            // Half of the rows omit optional end tags.
            let (end_cell, end_row) = if page.chance(2) { ("</td>", "</tr>\n") } else { ("", "\n") };
            page.push("<tr>");
            for _ in 0..page.number(2, 8) {
                page.push("<td align=right>");
                page.push_number(0, 100_000);
                page.push(end_cell);
            }
            page.push(end_row);
        }
        page.push("</table>\n");
    }
}

/// Returns many small documents of 100 to 4,000 bytes, with at least `total` bytes together.
pub fn small_pages(seed: u64, total: usize) -> Vec<String> {
    let mut random = Page::new(seed, "small");
    let mut pages = Vec::new();
    let mut bytes = 0;
    while bytes < total {
        // The sizes are uniform on a logarithmic scale.
        let size = (100.0 * 40f64.powf(random.random.rand_float())) as usize;
        let mut page = Page::new(seed.wrapping_add(pages.len() as u64), "small page");
        page.push("<!DOCTYPE html><title>");
        page.words(3);
        page.push("</title><body class=x>");
        while page.out.len() < size {
            match page.number(0, 3) {
                0 => link_paragraph(&mut page, 1),
                1 => navigation(&mut page, 2),
                _ => {
                    page.push("<p>");
                    page.words(8);
                    page.push(".\n");
                }
            }
        }
        bytes += page.out.len();
        pages.push(page.out);
    }
    pages
}

/// Returns fragments of about `size` bytes, as for `innerHTML`.
pub fn fragments(seed: u64, size: usize, count: usize) -> Vec<String> {
    let fragment = |index| {
        let mut page = Page::new(seed.wrapping_add(index as u64), "fragment");
        while page.out.len() + 10 < size {
            let remaining = size - page.out.len();
            match page.number(0, 4) {
                0 if remaining > 300 => link_paragraph(&mut page, 1),
                1 if remaining > 300 => navigation(&mut page, 1),
                2 => {
                    page.push("<b class=x>");
                    page.word();
                    page.push("</b> ");
                }
                _ => {
                    page.words(2);
                    page.push(" &amp; ");
                }
            }
        }
        page.out
    };
    (0..count).map(fragment).collect()
}

/// Returns a page similar to a Wikipedia article: about 157 KB, of which 43 % are scripts and styles, 41 bytes per token, 1,200 elements,
/// 1,600 attributes.
pub fn article(seed: u64) -> String {
    let mut page = Page::new(seed, "article");
    page.push("<!DOCTYPE html>\n<html class=\"client-nojs vector-toc-available\" lang=\"en\" dir=\"ltr\">\n<head>\n");
    page.push("<meta charset=\"UTF-8\">\n<title>");
    page.words(3);
    page.push("</title>\n<script>");
    page.script(14_000);
    page.push("</script>\n<style>");
    page.style(24_000);
    page.push("</style>\n");
    for _ in 0..14 {
        page.push("<link rel=\"stylesheet\" href=\"/w/load.php?lang=en&amp;modules=");
        page.slug(4, '.');
        page.push("\" media=\"screen\">\n");
    }
    page.push("</head>\n<body class=\"skin--responsive mediawiki ltr\">\n<div class=\"vector-header\">\n");
    navigation(&mut page, 80);
    page.push("</div>\n<main id=\"content\" class=\"mw-body\">\n<h1 id=\"firstHeading\">");
    page.words(3);
    page.push("</h1>\n<!-- content -->\n<table class=\"infobox\"><tbody>\n");
    for _ in 0..20 {
        page.push("<tr><th scope=\"row\">");
        page.words(2);
        page.push("</th><td class=\"infobox-data\">");
        page.words(4);
        page.push("</td></tr>\n");
    }
    page.push("</tbody></table>\n");
    for section in 0..12 {
        let _ = write!(page.out, "<h2 id=\"s{section}\"><span class=\"mw-headline\">");
        page.words(3);
        page.push("</span></h2>\n");
        for _ in 0..5 {
            link_paragraph(&mut page, 6);
        }
    }
    page.push("<ol class=\"references\">\n");
    for reference in 0..70 {
        let _ = write!(page.out, "<li id=\"cite_note-{reference}\"><cite class=\"citation web\">");
        page.words(7);
        page.push(" <a rel=\"nofollow\" class=\"external text\" href=\"https://www.example.org/");
        page.slug(4, '/');
        page.push("\">\"");
        page.words(4);
        page.push("\"</a>. <i lang=\"en\">");
        page.words(2);
        page.push("</i></cite></li>\n");
    }
    page.push("</ol>\n</main>\n<script>");
    page.script(29_000);
    page.push("</script>\n</body>\n</html>\n");
    page.out
}

fn link_paragraph(page: &mut Page, links: usize) {
    page.push("<p>");
    for _ in 0..links {
        page.words(10);
        page.push(" <a href=\"/wiki/");
        page.slug(2, '_');
        page.push("\" title=\"");
        page.words(2);
        page.push("\">");
        page.words(2);
        page.push("</a>");
        if page.chance(6) {
            page.push("<sup class=\"reference\"><a href=\"#cite_note-");
            page.push_number(0, 100);
            page.push("\">[1]</a></sup>");
        }
        page.push(" &amp; ");
    }
    page.words(12);
    page.push(".</p>\n");
}

/// Writes a list of links.
fn navigation(page: &mut Page, items: usize) {
    page.push("<ul class=\"vector-menu-content-list\">\n");
    for _ in 0..items {
        page.push("<li id=\"n-");
        page.slug(1, '-');
        page.push("\" class=\"mw-list-item\"><a href=\"/wiki/");
        page.slug(2, ':');
        page.push("\"><span>");
        page.words(2);
        page.push("</span></a></li>\n");
    }
    page.push("</ul>\n");
}

/// Returns a page similar to a page of rustdoc: about 300 KB, of which 1 % are scripts and styles, 19 bytes per token.
pub fn reference(seed: u64) -> String {
    const KINDS: [&str; 5] = ["struct", "trait", "enum", "primitive", "type"];
    let mut page = Page::new(seed, "reference");
    page.push("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Struct</title><script>");
    page.script(2_800);
    page.push("</script></head><body class=\"rustdoc struct\"><main><section id=\"main-content\">");
    for method in 0..390 {
        let _ =
            write!(page.out, "<details class=\"toggle\" open><summary><section id=\"m.{method}\" class=\"method\">");
        page.push("<a class=\"src\" href=\"../src/core/");
        page.word();
        page.push(".rs.html#");
        page.push_number(1, 5_000);
        page.push("\">Source</a><h4 class=\"code-header\">pub fn <a href=\"#m\" class=\"fn\">");
        page.slug(2, '_');
        page.push("</a>(");
        for _ in 0..page.number(1, 5) {
            let kind = page.pick(&KINDS);
            page.word();
            let _ = write!(page.out, ": &amp;<a class=\"{kind}\" href=\"../../core/");
            page.slug(2, '/');
            let _ = write!(page.out, "/{kind}.html\" title=\"{kind} core::");
            page.word();
            page.push("\">");
            page.word();
            page.push("</a>&lt;T&gt;, ");
        }
        page.push(") -&gt; <span class=\"kw\">bool</span></h4></section></summary><div class=\"docblock\"><p>");
        for _ in 0..page.number(1, 4) {
            page.words(9);
            page.push(" <code>");
            page.word();
            page.push("</code> ");
        }
        page.push("</p></div></details>");
    }
    page.push("</section></main></body></html>\n");
    page.out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_pages_again() {
        assert!(KINDS.iter().all(|kind| kind.page(7, 5_000) == kind.page(7, 5_000)));
        assert_eq!(small_pages(7, 20_000), small_pages(7, 20_000));
        assert_ne!(article(7), article(8));
    }

    #[test]
    fn sizes_are_near_the_requested_sizes() {
        for kind in KINDS {
            assert!((50_000..90_000).contains(&kind.page(1, 50_000).len()), "{}", kind.name);
        }
        assert!(small_pages(1, 100_000).iter().all(|page| (100..4_400).contains(&page.len())));
        for size in [20, 1_000] {
            assert!(fragments(1, size, 50).iter().all(|fragment| fragment.len().abs_diff(size) < 120));
        }
    }
}
