//! Generates XML documents for benchmarks from fixed seeds.

use oorandom::Rand64;
use std::fmt::Write as _;

/// A kind of document.
pub struct Kind {
    /// The name of the corpus.
    pub name: &'static str,
    seed: u128,
    write: fn(&mut Rand64) -> String,
}

/// All kinds.
pub const KINDS: [Kind; 5] = [
    Kind { name: "feed, generated", seed: 1, write: feed },
    Kind { name: "feed of XHTML, generated", seed: 5, write: feed_of_xhtml },
    Kind { name: "records, generated", seed: 2, write: records },
    Kind { name: "drawing, generated", seed: 3, write: drawing },
    Kind { name: "XHTML, generated", seed: 4, write: xhtml },
];

impl Kind {
    /// Generates the document.
    #[must_use]
    pub fn document(&self) -> String {
        (self.write)(&mut Rand64::new(self.seed))
    }
}

const WORDS: [&str; 12] =
    ["tea", "kettle", "water", "leaf", "steam", "cup", "the", "of", "and", "caf\u{e9}", "morning", "pours"];

fn words(random: &mut Rand64, count: u64) -> String {
    let mut text = String::new();
    for index in 0..count {
        if index > 0 {
            text.push(' ');
        }
        text.push_str(WORDS[random.rand_range(0..WORDS.len() as u64) as usize]);
    }
    text
}

fn feed(random: &mut Rand64) -> String {
    let mut text =
        String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
    for index in 0..4000 {
        let title = words(random, 5);
        let summary = words(random, 40);
        let _ = write!(
            text,
            "  <entry>\n    <id>urn:entry:{index}</id>\n    <title>{title} &amp; more</title>\n    <link rel=\"alternate\" href=\"https://example.org/{index}?a=1&amp;b=2\"/>\n    <updated>2026-01-01T00:00:00Z</updated>\n    <summary type=\"text\">{summary}</summary>\n  </entry>\n"
        );
    }
    text + "</feed>\n"
}

/// Entries with XHTML content in a default namespace.
fn feed_of_xhtml(random: &mut Rand64) -> String {
    let mut text = String::from("<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
    for index in 0..6000 {
        let _ = write!(
            text,
            "  <entry><id>urn:entry:{index}</id><title>{}</title><content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\"><p>{} <em>{}</em></p></div></content></entry>\n",
            words(random, 5),
            words(random, 10),
            words(random, 2)
        );
    }
    text + "</feed>\n"
}

fn records(random: &mut Rand64) -> String {
    let mut text = String::from("<records>");
    for index in 0..20000 {
        let number = random.rand_range(0..1_000_000);
        let _ =
            write!(text, "<row id=\"{index}\"><name>{}</name><amount>{number}</amount><ok/></row>", words(random, 2));
    }
    text + "</records>"
}

fn drawing(random: &mut Rand64) -> String {
    let mut text = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 100 100\">\n",
    );
    for index in 0..6000 {
        let mut path = String::new();
        for _ in 0..20 {
            let _ = write!(path, "L{} {} ", random.rand_range(0..1000), random.rand_range(0..1000));
        }
        let _ = write!(
            text,
            "<g id=\"g{index}\"><path fill=\"none\" stroke-width=\"2\" d=\"M0 0 {path}z\"/><use xlink:href=\"#g{index}\"/></g>\n"
        );
    }
    text + "</svg>\n"
}

fn xhtml(random: &mut Rand64) -> String {
    let mut text = String::from(
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">\n<html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"en\"><head><title>Tea</title></head><body>\n",
    );
    for index in 0..6000 {
        let _ = write!(
            text,
            "<div class=\"section\"><h2 id=\"s{index}\">{}</h2><p>{} <a href=\"/{index}\">{}</a> &lt; {}</p><br/></div>\n",
            words(random, 4),
            words(random, 30),
            words(random, 2),
            words(random, 10)
        );
    }
    text + "</body></html>\n"
}
