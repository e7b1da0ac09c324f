//! limpid and a strict XML parser produce the same infoset for well-formed documents: generated documents with known infosets, and
//! files on this machine.

use limpid::{Document, NodeKind, NodeRef, xml};
use proptest::prelude::*;
use std::fmt::Write as _;

/// An infoset, one item per line, without namespace declarations and the DOCTYPE, which roxmltree does not keep.
#[derive(Default, PartialEq, Eq, Debug)]
struct Infoset {
    text: String,
    pending: String,
}

impl Infoset {
    fn flush(&mut self) {
        if !self.pending.is_empty() {
            let _ = writeln!(self.text, "text {:?}", self.pending);
            self.pending.clear();
        }
    }

    fn characters(&mut self, text: &str) {
        self.pending.push_str(text);
    }

    fn start(&mut self, namespace: &str, local: &str, mut attributes: Vec<(String, String, String)>) {
        self.flush();
        attributes.sort();
        let _ = writeln!(self.text, "start {{{namespace}}}{local} {attributes:?}");
    }

    fn end(&mut self) {
        self.flush();
        self.text.push_str("end\n");
    }

    fn comment(&mut self, data: &str) {
        self.flush();
        let _ = writeln!(self.text, "comment {data:?}");
    }

    fn instruction(&mut self, target: &str, data: &str) {
        self.flush();
        let _ = writeln!(self.text, "pi {target:?} {data:?}");
    }
}

fn of_limpid(document: &Document<'_>) -> Infoset {
    let mut infoset = Infoset::default();
    walk_limpid(document.root(), &mut infoset);
    infoset
}

/// Recursive, because real files are not deep.
fn walk_limpid(node: NodeRef<'_>, infoset: &mut Infoset) {
    for child in node.children() {
        match child.kind() {
            NodeKind::Element => {
                let attributes = child
                    .attributes()
                    .filter(|it| it.namespace_url().unwrap_or_default() != "http://www.w3.org/2000/xmlns/");
                let owned = attributes.map(|it| {
                    (
                        it.namespace_url().unwrap_or_default().to_owned(),
                        it.local_name().to_owned(),
                        it.value().to_owned(),
                    )
                });
                infoset.start(child.namespace_url().unwrap_or_default(), child.local_name(), owned.collect());
                walk_limpid(child, infoset);
                infoset.end();
            }
            NodeKind::Text => infoset.characters(child.text().unwrap_or_default()),
            NodeKind::Comment => infoset.comment(child.comment().unwrap_or_default()),
            NodeKind::ProcessingInstruction => {
                let it = child.processing_instruction().unwrap();
                infoset.instruction(it.target, it.data);
            }
            _ => {}
        }
    }
}

fn of_roxmltree(source: &str) -> Result<Infoset, roxmltree::Error> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(source, options)?;
    let mut infoset = Infoset::default();
    walk_roxmltree(document.root(), &mut infoset);
    Ok(infoset)
}

fn walk_roxmltree(node: roxmltree::Node<'_, '_>, infoset: &mut Infoset) {
    for child in node.children() {
        match child.node_type() {
            roxmltree::NodeType::Element => {
                let owned = child.attributes().map(|it| {
                    (it.namespace().unwrap_or_default().to_owned(), it.name().to_owned(), it.value().to_owned())
                });
                let name = child.tag_name();
                infoset.start(name.namespace().unwrap_or_default(), name.name(), owned.collect());
                walk_roxmltree(child, infoset);
                infoset.end();
            }
            roxmltree::NodeType::Text => infoset.characters(child.text().unwrap_or_default()),
            // roxmltree does not normalize line ends in comments.
            roxmltree::NodeType::Comment => infoset.comment(&child.text().unwrap_or_default().replace("\r\n", "\n")),
            roxmltree::NodeType::PI => {
                let it = child.pi().unwrap();
                infoset.instruction(it.target, it.value.unwrap_or_default());
            }
            roxmltree::NodeType::Root => {}
        }
    }
}

/// Generates a well-formed document and its infoset. Each byte of the input is a choice.
struct Maker<'b> {
    choices: std::slice::Iter<'b, u8>,
    source: String,
    infoset: Infoset,
    /// The declared prefixes with their namespaces, innermost last.
    prefixes: Vec<(String, String)>,
    has_subset: bool,
    depth: usize,
}

const NAMESPACES: [&str; 3] = ["urn:a", "http://www.w3.org/1999/xhtml", "urn:\u{e9}?x&y"];

impl Maker<'_> {
    fn choose(&mut self, of: usize) -> usize {
        self.choices.next().map_or(0, |&choice| choice as usize % of)
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.choose(of.len())]
    }

    fn space(&mut self) -> &'static str {
        self.pick(&[" ", "\n", "\t ", "\r\n"])
    }

    fn document(&mut self) {
        if self.choose(3) == 1 {
            self.source.push_str("<?xml version='1.0' encoding='UTF-8'?>");
        }
        self.miscellaneous();
        self.has_subset = self.choose(2) == 1;
        if self.has_subset {
            self.source.push_str(SUBSET);
        }
        self.miscellaneous();
        self.element(Some("root"));
        self.miscellaneous();
    }

    fn miscellaneous(&mut self) {
        match self.choose(6) {
            0 => self.source.push_str("\r\n"),
            1 => self.comment(),
            2 => self.instruction(),
            _ => {}
        }
    }

    fn comment(&mut self) {
        let data = self.pick(&["", " a ", "a-b", "<b>&amp;]]>", "-x", "?>\u{1f600}", "<!x"]);
        let newline = self.choose(3) == 1;
        let _ = write!(self.source, "<!--{data}{}-->", if newline { "\r\n." } else { "" });
        self.infoset.comment(&format!("{data}{}", if newline { "\n." } else { "" }));
    }

    fn instruction(&mut self) {
        let target = self.pick(&["a", "xml-stylesheet", "\u{e9}.1"]);
        let data = self.pick(&["", "b", "b?c ", "??", "x>y", "<a>&b;"]);
        let space = if data.is_empty() { "" } else { self.space() };
        let _ = write!(self.source, "<?{target}{space}{data}?>");
        self.infoset.instruction(target, data);
    }

    fn resolve(&self, prefix: &str) -> String {
        if prefix == "xml" {
            return "http://www.w3.org/XML/1998/namespace".to_owned();
        }
        let found = self.prefixes.iter().rev().find(|(known, _)| known == prefix);
        found.map(|(_, url)| url.clone()).unwrap_or_default()
    }

    fn element(&mut self, name: Option<&str>) {
        let outer = self.prefixes.len();
        let mut declarations = String::new();
        for _ in 0..self.choose(3) {
            let prefix = self.pick(&["", "p", "q"]);
            let url = if prefix.is_empty() { self.pick(&["", "urn:a", NAMESPACES[1]]) } else { self.pick(&NAMESPACES) };
            if !self.prefixes[outer..].iter().any(|(known, _)| known == prefix) {
                let colon = if prefix.is_empty() { "" } else { ":" };
                let _ = write!(declarations, " xmlns{colon}{prefix}='{}'", url.replace('&', "&amp;"));
                self.prefixes.push((prefix.to_owned(), url.to_owned()));
            }
        }
        let local = name.unwrap_or_else(|| ["b", "c.d-e", "typed", "\u{e9}l\u{e9}ment"][self.choose(4)]);
        let prefix = self.pick(&["", "p", "q"]);
        let prefix = if self.resolve(prefix).is_empty() || local == "typed" { "" } else { prefix };
        let qualified = if prefix.is_empty() { local.to_owned() } else { format!("{prefix}:{local}") };
        let namespace = self.resolve(prefix);
        let (markup, attributes) = self.attributes(local);
        let space = if self.choose(2) == 1 { self.space() } else { "" };
        let _ = write!(self.source, "<{qualified}{declarations}{markup}{space}");
        self.infoset.start(&namespace, local, attributes);
        if self.choose(4) == 1 {
            self.source.push_str("/>");
        } else {
            self.source.push('>');
            self.content();
            let _ = write!(self.source, "</{qualified}{space}>");
        }
        self.infoset.end();
        self.prefixes.truncate(outer);
    }

    fn attributes(&mut self, element: &str) -> (String, Vec<(String, String, String)>) {
        let mut markup = String::new();
        let mut attributes: Vec<(String, String, String)> = Vec::new();
        for _ in 0..self.choose(4) {
            let prefix = self.pick(&["", "p", "xml"]);
            let local = self.pick(&["lang", "x", "tokens", "a\u{b7}"]);
            let namespace = if prefix.is_empty() { String::new() } else { self.resolve(prefix) };
            let prefix = if namespace.is_empty() { "" } else { prefix };
            if attributes.iter().any(|(url, name, _)| *url == namespace && name == local) {
                continue;
            }
            let is_tokenized = self.has_subset && element == "typed" && prefix.is_empty() && local == "tokens";
            let (written, value) = self.value(is_tokenized);
            let colon = if prefix.is_empty() { "" } else { ":" };
            let equals = self.pick(&["=", " =\n", "="]);
            let _ = write!(markup, "{}{prefix}{colon}{local}{equals}{written}", self.space());
            attributes.push((namespace, local.to_owned(), value));
        }
        if self.has_subset && element == "typed" {
            for (local, value) in [("def", "1  2 <"), ("tokens", "a b"), ("fixed", "f")] {
                if !attributes.iter().any(|(url, name, _)| url.is_empty() && name == local) {
                    attributes.push((String::new(), local.to_owned(), value.to_owned()));
                }
            }
        }
        (markup, attributes)
    }

    fn value(&mut self, is_tokenized: bool) -> (String, String) {
        let quote = self.pick(&["'", "\""]);
        let mut written = quote.to_owned();
        let mut value = String::new();
        for _ in 0..self.choose(5) {
            let pieces: &[(&str, &str)] = &[
                ("a", "a"),
                ("  b ", "  b "),
                ("\t\r\n\n", "   "),
                ("\r", " "),
                ("&lt;&amp;&#60;", "<&<"),
                ("&#x9;&#10;&#xD;", "\t\n\r"),
                (">\u{1f600}", ">\u{1f600}"),
                ("&plain;", "plain < text & \t more"),
                ("&spaces;", "   "),
                ("&nested;", "[plain < text & \t more]"),
            ];
            let count = if self.has_subset { pieces.len() } else { pieces.len() - 3 };
            let (piece, meaning) = pieces[self.choose(count)];
            written.push_str(piece);
            value.push_str(meaning);
        }
        written.push_str(quote);
        if is_tokenized {
            value = value.split(' ').filter(|token| !token.is_empty()).collect::<Vec<_>>().join(" ");
        }
        (written, value)
    }

    fn content(&mut self) {
        self.depth += 1;
        for _ in 0..self.choose(6) {
            match self.choose(if self.depth > 8 { 6 } else { 8 }) {
                0 => self.comment(),
                1 => self.instruction(),
                2 => {
                    let data = self.pick(&["", "<b>", "]", "a]b]]c", "&amp;", "x]]", "]]]"]);
                    let data = data.trim_end_matches("]]]");
                    let _ = write!(self.source, "<![CDATA[{data}\r\n]]>");
                    self.infoset.characters(&format!("{data}\n"));
                }
                3 if self.has_subset => self.entity(),
                6 | 7 => self.element(None),
                _ => {
                    let pieces: &[(&str, &str)] = &[
                        ("text", "text"),
                        ("\r\n\r\t", "\n\n\t"),
                        ("&lt;&gt;&amp;&apos;&quot;", "<>&'\""),
                        ("&#65;&#x1F600;&#13;", "A\u{1f600}\r"),
                        ("]] ]>\u{e9}", "]] ]>\u{e9}"),
                        ("'\"=/", "'\"=/"),
                    ];
                    let (piece, meaning) = pieces[self.choose(pieces.len())];
                    self.source.push_str(piece);
                    self.infoset.characters(meaning);
                }
            }
        }
        self.depth -= 1;
    }

    fn entity(&mut self) {
        let name = self.pick(&["plain", "nested", "markup", "empty", "crlf"]);
        let _ = write!(self.source, "&{name};");
        let default = self.resolve("");
        match name {
            "plain" => self.infoset.characters("plain < text & \t more"),
            "nested" => self.infoset.characters("[plain < text & \t more]"),
            "crlf" => self.infoset.characters("a\nb\rc"),
            "markup" => {
                self.infoset.characters("1");
                self.infoset.start(&default, "in", vec![(String::new(), "k".to_owned(), "v w".to_owned())]);
                self.infoset.characters("plain < text & \t more");
                self.infoset.comment("c");
                self.infoset.end();
                self.infoset.characters("<&");
            }
            _ => {}
        }
    }
}

const SUBSET: &str = "<!DOCTYPE root PUBLIC '-//X' \"x.dtd\" [\n\
    <!-- <!ENTITY plain 'wrong'> -->\n<?pi <!ENTITY plain 'wrong'> ?>\n\
    <!ENTITY % decl \"<!ENTITY plain 'plain &#38;#38;#60; text &#38;amp; &#x26;#38;#9; more'>\">\n%decl;\n\
    <!ENTITY plain 'too late'>\n<!ENTITY nested \"[&plain;]\"><!ENTITY spaces ' \t\n'><!ENTITY empty ''>\n\
    <!ENTITY crlf 'a\r\nb&#13;c'>\n\
    <!ENTITY markup \"1<in k='v\tw'>&plain;<!--c--></in><![CDATA[<&#38;]]>\">\n\
    <!ENTITY outer SYSTEM 'o.xml'><!ENTITY picture PUBLIC 'p' 'o.gif' NDATA gif>\n\
    <!NOTATION gif SYSTEM \"g>\"><!ELEMENT typed (#PCDATA)>\n\
    <!ATTLIST typed def CDATA '1  2 &#60;' tokens NMTOKENS ' a  b '\n fixed (f | g) #FIXED 'f' none ID #IMPLIED>\n\
    <!ATTLIST typed def CDATA 'too late'>\n]>";

fn make(choices: &[u8]) -> Maker<'_> {
    let mut maker = Maker {
        choices: choices.iter(),
        source: String::new(),
        infoset: Infoset::default(),
        prefixes: Vec::new(),
        has_subset: false,
        depth: 0,
    };
    maker.document();
    maker.infoset.flush();
    maker
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_documents(choices in proptest::collection::vec(any::<u8>(), 0..400)) {
        let maker = make(&choices);
        let document = xml::parse(&*maker.source);
        prop_assert_eq!(&of_limpid(&document).text, &maker.infoset.text, "{}", maker.source);
        prop_assert!(document.errors().is_empty(), "{:?} in {}", document.errors(), maker.source);
        let mut parser = xml::XmlParser::new(xml::XmlParseOptions::new());
        maker.source.split_inclusive(|_| true).for_each(|piece| parser.feed(piece));
        let in_pieces = parser.finish();
        prop_assert_eq!(in_pieces.to_test_dump(), document.to_test_dump());
        if !maker.has_subset {
            // roxmltree ignores attribute declarations.
            let strict = of_roxmltree(&maker.source).map_err(|error| TestCaseError::fail(format!("{error} in {}", maker.source)))?;
            prop_assert_eq!(&strict.text, &maker.infoset.text, "{}", maker.source);
        }
    }
}
