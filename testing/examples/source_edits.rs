//! A campaign against the law of [`limpid_testing::laws::source_edits`], with figures:
//!
//!     cargo run --release -p limpid-testing --example source_edits -- 60 soups
//!     cargo run --release -p limpid-testing --example source_edits -- 60 pages html5lib-tests/upstream/corpus/real
//!
//! * `soups`: tag soup; `fragments`: in context elements, with scripting and without; `limits`: those with limits that small pages reach
//! * `xml`: XML soup; `bytes`: tag soup in ten encodings
//! * `pages`: any changes of real pages; `usual`: the changes of programs that edit pages
//! * `speed`: the time of `to_source` beside that of a parse; in 0 seconds once, for a counter of instructions
//!
//! The first argument is the time in seconds, the fourth the seed. It ends with the number of edits, how they were written, the most
//! frequent reasons for which they were not, and the shortest failure.

use limpid::{Document, ParseOptions};
use limpid_pages::{Random, Recipe};
use limpid_testing::laws::case::Case;
use limpid_testing::laws::source_edits::{Kinds, Outcome, check_bytes, check_edited, edit, normalized, normalized_xml};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Figures {
    documents: u64,
    edits: u64,
    in_place: u64,
    widened: u64,
    refused: u64,
    failures: u64,
    shortest: Option<String>,
    /// The reasons for which documents were not written in place, with their number and the shortest script.
    reasons: HashMap<String, (u64, String)>,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().and_then(|seconds| seconds.parse().ok()).unwrap_or(10);
    let kind = arguments.next().unwrap_or_else(|| "soups".to_owned());
    let pages: Vec<String> = arguments.next().map(|folder| read(Path::new(&folder))).unwrap_or_default();
    let seed = arguments.next().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut figures = Figures::default();
    let mut random = Random::new(seed);
    if kind == "speed" {
        return speed(&pages, seconds);
    }
    std::panic::set_hook(Box::new(|_| {}));
    let kinds = if kind == "usual" { Kinds::Usual } else { Kinds::Any };
    while Instant::now() < end {
        let count = if matches!(kind.as_str(), "pages" | "usual") { 1 + random.below(3) } else { 1 + random.below(4) };
        let subject = match kind.as_str() {
            "pages" | "usual" if !pages.is_empty() => Subject::page(&mut random, &pages),
            "fragments" | "limits" => Subject::fragment(&mut random, kind == "limits"),
            "xml" => Subject::xml(&mut random),
            "bytes" => Subject::bytes(&mut random),
            _ => Subject::soup(&mut random),
        };
        let mut document = subject.parse();
        let original = document.clone();
        let script = edit(&mut document, &mut random, count, kinds);
        figures.documents += 1;
        figures.edits += script.len() as u64;
        try_law(&subject, [&document, &original], &script, &mut figures);
    }
    let Figures { documents, edits, in_place, widened, refused, failures, shortest, reasons } = figures;
    println!(
        "{documents} documents, {edits} edits: {in_place} in place, {widened} widened, {refused} refused; {failures} failures"
    );
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    for (reason, (count, script)) in reasons.iter().take(30) {
        println!("{count} {reason}: {}", script.chars().take(400).collect::<String>());
    }
    if let Some(shortest) = shortest {
        println!("{}", shortest.chars().take(4000).collect::<String>());
        std::process::exit(1);
    }
}

type Change = fn(&mut Document<'_>, limpid::NodeId);

/// Times `to_source` after one edit beside a parse, on a few pages that have 300 KB, cut there: from scripts to markup.
fn speed(pages: &[String], seconds: u64) {
    let mut pages: Vec<&str> = pages.iter().filter_map(|page| (0..4).find_map(|at| page.get(..300_000 - at))).collect();
    pages.sort_unstable_by_key(|page| ParseOptions::new().parse(*page).node_count());
    for page in pages.iter().step_by(pages.len().div_ceil(5).max(1)) {
        speed_of(page, Instant::now() + Duration::from_millis(seconds * 200));
    }
}

fn speed_of(page: &str, end: Instant) {
    let options = ParseOptions::new().spans(true);
    let document = options.parse(page);
    let element = |document: &Document<'_>, name: &str| {
        let all: Vec<_> =
            document.descendants().filter(|node| node.local_name() == name).map(limpid::NodeRef::id).collect();
        all.get(all.len() / 2).copied()
    };
    let edits: [(&str, Change); 4] = [
        ("attribute", |document, node| document.set_attribute(node, "data-x", "y").unwrap_or_default()),
        ("text", |document, node| document.set_text_content(node, "new text").unwrap_or_default()),
        ("removal", |document, node| document.detach(node).unwrap_or_default()),
        ("insertion", |document, node| {
            let new = document.create_element("b").expect("room");
            document.insert_after(node, new).unwrap_or_default();
        }),
    ];
    let least = |run: &mut dyn FnMut()| {
        let mut least = Duration::MAX;
        for _ in 0..400 {
            let start = Instant::now();
            run();
            least = least.min(start.elapsed());
            if Instant::now() > end {
                break;
            }
        }
        least
    };
    let parse = least(&mut || drop(std::hint::black_box(options.parse(page))));
    println!("{} bytes, {} nodes: a parse takes {parse:?}", page.len(), document.node_count());
    for (name, change) in edits {
        let Some(node) = element(&document, "a") else { return };
        let (mut time, mut time_of_edits) = (Duration::MAX, Duration::MAX);
        let mut edited = document.clone();
        for _ in 0..400 {
            // Nothing is known of the changes from an earlier call.
            edited = document.clone();
            change(&mut edited, node);
            let start = Instant::now();
            drop(std::hint::black_box(edited.to_source()));
            time = time.min(start.elapsed());
            edited = document.clone();
            change(&mut edited, node);
            let start = Instant::now();
            drop(std::hint::black_box(edited.edits()));
            time_of_edits = time_of_edits.min(start.elapsed());
            if Instant::now() > end {
                break;
            }
        }
        println!(
            "{name}: {time:?}, {:.3} of a parse; `edits` alone {time_of_edits:?}, {:.3}{}",
            time.as_secs_f64() / parse.as_secs_f64(),
            time_of_edits.as_secs_f64() / parse.as_secs_f64(),
            if edited.to_source().is_ok() { "" } else { ", refused" }
        );
    }
}

/// Markup around which a source and its tree differ most: shadow roots, contents of templates, what tables have put in front of them,
/// elements that are created once more, what a parser drops, copies and ignores.
const RARE: &[&str] = &[
    "<div><template shadowrootmode=open><p>in<slot></slot></template>light</div>",
    "<p>a</p><x-a>b<template shadowrootmode=closed shadowrootclonable><b>c</b>d</template><i>e</i></x-a>",
    "<div><template shadowrootmode=open><div><template shadowrootmode=open>f</template></div>",
    "<template><tr><td>g<p>h</template>",
    "<template><template>i</template><li>j",
    "<table>k<tr>l<td>m<b>n</table>",
    "<table><b>o</b><caption>p</table>q",
    "<table><tr><a href=x>r<td>s</td>t",
    "<p><b>a<p>b<font size=1>c<p></font>d</b>e",
    "<a href=1>f<div>g<a href=2>h</div>i</a>",
    "<pre>\n\nj</pre><textarea>\r\nk</textarea><listing>&#10;l</listing>",
    "<svg><![CDATA[m<n]]><foreignObject><p>o</foreignObject><desc><![CDATA[]]>p</desc></SVG>",
    "<math><mi><![CDATA[q]]></mi><annotation-xml encoding='text/html'><div>r</annotation-xml></math>",
    "<select><button><selectedcontent></selectedcontent></button><option>s<b>t</b><option selected>u</select>",
    "<ul>\n  <li>v\n  <li is=x-y>w\n</ul>\n",
    "<dl>\r\n <dt>x\r\n <dd><p>y\r\n</dl>",
    "<p id=a id=b\x0cclass=c/title=\"d\"e>z\0</p>",
    "<frameset><frame src=a><noframes>b</noframes></frameset>",
    "<div><?start name=a>c<?end><?marker name=b></div><template for=a><p>d</template>",
    "</body>e</html><!--f-->g",
    "<html lang=a><body class=b><body id=c>",
    "<noscript><p>h</noscript><iframe>i&amp;</iframe><xmp>j&lt;</xmp>",
    "<form><div></form>k</div><form>l",
    "<button>m<button>n<nobr>o<nobr>p",
    "\u{feff}",
    "<plaintext>q</p>",
];

/// A source, and how it is parsed.
enum Subject {
    Html(String, ParseOptions),
    Fragment(Case),
    Xml(String),
    Bytes(Vec<u8>, ParseOptions),
}

impl Subject {
    fn page(random: &mut Random, pages: &[String]) -> Subject {
        Subject::Html(pages[random.below(pages.len())].clone(), ParseOptions::new().spans(!random.one_in(4)))
    }

    fn soup(random: &mut Random) -> Subject {
        let mut tokens: Vec<String> = Recipe::default().document(random);
        tokens.truncate(4 + random.below(60));
        // Rare in soup, and harder where other markup is around.
        for _ in 0..random.below(3) {
            tokens.insert(random.below(tokens.len() + 1), random.pick(RARE).to_owned());
        }
        Subject::Html(tokens.concat(), ParseOptions::new().spans(!random.one_in(4)))
    }

    fn fragment(random: &mut Random, is_limited: bool) -> Subject {
        let mut data: Vec<u8> = (0..40 + random.below(200)).map(|_| random.below(256) as u8).collect();
        // Generated, with small limits or those of a usual parse.
        data[1] = data[1] & !0xc0 | if is_limited { 0xc1 } else { 1 };
        Subject::Fragment(Case::from_bytes(&data))
    }

    fn xml(random: &mut Random) -> Subject {
        Subject::Xml(limpid_pages::xml::document(random, 40).concat())
    }

    fn bytes(random: &mut Random) -> Subject {
        const LABELS: &[&str] = &[
            "utf-8",
            "windows-1252",
            "windows-1251",
            "utf-16le",
            "utf-16be",
            "shift_jis",
            "iso-2022-jp",
            "gb18030",
            "big5",
            "euc-kr",
        ];
        let encoding = limpid::encoding_for_label(random.pick(LABELS)).expect("a label");
        let mut text: String = Recipe::default().document(random).into_iter().take(4 + random.below(40)).collect();
        if random.one_in(2) {
            let at = (0..=random.below(text.len() + 1)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            let words =
                ["caf\u{e9} \u{20ac}", "\u{42f}\u{44f}", "\u{65e5}\u{672c}\u{8a9e}", "\u{ac00}", "\u{1f600}\u{1f601}"];
            text.insert_str(at, random.pick(&words));
        }
        let mut bytes = match encoding.name() {
            "UTF-16LE" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            "UTF-16BE" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            _ => encoding.encode(&text).0.into_owned(),
        };
        // Surrogates without their other half, beside others.
        if encoding.name().starts_with("UTF-16") && random.one_in(2) {
            for _ in 0..1 + random.below(3) {
                let unit: u16 = random.pick(&[0xd83d, 0xde00, 0xd83c, 0xdfff]);
                let unit = if encoding.name() == "UTF-16LE" { unit.to_le_bytes() } else { unit.to_be_bytes() };
                let at = random.below(bytes.len() / 2 + 1) * 2;
                bytes.splice(at..at, unit);
            }
        }
        for _ in 0..random.below(3) {
            if !bytes.is_empty() && random.one_in(2) {
                let at = random.below(bytes.len());
                bytes[at] = random.below(256) as u8;
            }
        }
        let options = ParseOptions::new().spans(!random.one_in(4));
        Subject::Bytes(bytes, if random.one_in(4) { options } else { options.encoding(encoding) })
    }

    fn parse(&self) -> Document<'_> {
        match self {
            Subject::Html(page, options) => options.parse(&**page),
            Subject::Fragment(case) => case.parse_with(&case.options().spans(true), &case.text),
            Subject::Xml(text) => limpid::xml::ParseOptions::new().spans(true).parse(&**text),
            Subject::Bytes(bytes, options) => options.parse_bytes(&**bytes),
        }
    }

    fn normalized(&self, source: &str, [edited, original]: [&Document<'_>; 2]) -> String {
        match self {
            Subject::Html(_, options) | Subject::Bytes(_, options) => normalized(&options.parse(source)),
            Subject::Fragment(case) => normalized(&case.parse_with(&case.options(), source)),
            Subject::Xml(_) => normalized_xml(&limpid::xml::parse(source), edited, original),
        }
    }

    /// Checks the law in the bytes, too.
    fn check(&self, documents: [&Document<'_>; 2], script: &[String]) -> Outcome {
        let [document, _] = documents;
        assert_eq!(self.parse().to_source().as_deref(), Ok(document.source()), "identity");
        if let Subject::Bytes(bytes, options) = self {
            check_bytes(document, bytes, options, script);
        }
        check_edited(document, script, &mut |source| self.normalized(source, documents))
    }
}

/// Tries the law for a document that was changed, and is given beside the one that it was.
fn try_law(subject: &Subject, documents: [&Document<'_>; 2], script: &[String], figures: &mut Figures) {
    let [document, _] = documents;
    let outcome = catch_unwind(AssertUnwindSafe(|| subject.check(documents, script)));
    if let (Ok(_), Err(error)) = (&outcome, document.to_source()) {
        let node = error.node.and_then(|node| document.node(node));
        let around: Vec<_> = node.into_iter().flat_map(limpid::NodeRef::inclusive_ancestors).take(3).collect();
        let around: Vec<_> = around.iter().map(|node| format!("{:?} {}", node.kind(), node.local_name())).collect();
        let rule = format!("{outcome:?} {:?} {}", error.rule, around.join(" < "));
        let (count, shortest) = figures.reasons.entry(rule).or_default();
        *count += 1;
        let script = format!("{script:?}");
        if *count == 1 || script.len() < shortest.len() {
            *shortest = format!("{script} {}", if document.source().len() < 300 { document.source() } else { "" });
        }
    }
    match outcome {
        Ok(Outcome::InPlace) => figures.in_place += 1,
        Ok(Outcome::Widened) => figures.widened += 1,
        Ok(Outcome::Refused) => figures.refused += 1,
        Err(panic) => {
            figures.failures += 1;
            let message = panic.downcast_ref::<String>().cloned().unwrap_or_default();
            let message = format!("{script:?}\n{}\n{message}", document.source());
            if figures.shortest.as_ref().is_none_or(|shortest| message.len() < shortest.len()) {
                figures.shortest = Some(message);
            }
        }
    }
}

/// The files of a folder, at any depth, that are UTF-8.
fn read(folder: &Path) -> Vec<String> {
    let mut pages = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false => pages.extend(std::fs::read_to_string(&path)),
            }
        }
    }
    pages
}
