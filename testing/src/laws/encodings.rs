//! Law of encodings: the detected encoding does not depend on how the bytes are cut, and the tree is the tree of the decoded text.

use super::case::Case;
use super::trees::assert_sound;
use limpid::rewrite::{ContentType, Handlers, RewriteError, Rewriter, Settings};
use limpid::{Document, Encoding, EncodingHints, EncodingSource, ParseOptions, Parser};
use limpid_pages::Random;

/// Labels for hints from outside of the document. An empty label means that there is no hint.
const LABELS: [&str; 16] = [
    "",
    "",
    "",
    "",
    "utf-8",
    "utf-16le",
    "utf-16be",
    "windows-1252",
    "shift_jis",
    "iso-2022-jp",
    "gb18030",
    "big5",
    "euc-kr",
    "replacement",
    "x-user-defined",
    "windows-1251",
];

/// Starts of pages, some of which declare an encoding.
const DECLARATIONS: [&[u8]; 8] = [
    b"",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xfe\xff",
    b"<meta charset='",
    b"<meta http-equiv=content-type content='text/html; charset=",
    b"<?xml version='1.0' encoding='",
    b"<",
];

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let (&[source, declared, low, high], page) = data.split_first_chunk().unwrap_or((&[0; 4], data));
    // The padding can move a declaration beyond the first 1,024 bytes, which the prescan reads.
    let padding = if declared & 0x80 != 0 { 900 + 8 * usize::from(low) } else { 0 };
    let mut bytes = b" ".repeat(padding);
    bytes.extend_from_slice(DECLARATIONS[usize::from(declared % 8)]);
    if (4..7).contains(&(declared % 8)) {
        bytes.extend_from_slice(LABELS[usize::from(declared / 8) % LABELS.len()].as_bytes());
        bytes.extend_from_slice(b"'>");
    }
    if high & 1 != 0 {
        // Tag soup, encoded in the encoding of the label.
        let soup = Case::from_bytes(&[&[0, 1, low, high], page].concat()).text;
        let label = LABELS[usize::from(declared / 8) % LABELS.len()];
        bytes.extend_from_slice(&Encoding::for_label(label).map_or(soup.as_bytes().into(), |to| to.encode(&soup).0));
    } else {
        bytes.extend_from_slice(page);
    }
    check_bytes(&options(source), &bytes, u16::from_le_bytes([low, high]));
    check_rewriting(&bytes, u16::from_le_bytes([low, high]));
}

fn options(source: u8) -> ParseOptions {
    let hints = EncodingHints::new().detect_utf_8(source & 0x80 != 0);
    let hints = match (Encoding::for_label(LABELS[usize::from(source % 16)]), source / 16 % 8) {
        (None, _) => hints,
        (Some(encoding), 0) => hints.user_override(encoding),
        (Some(encoding), 1 | 2) => hints.transport_encoding(encoding),
        (Some(encoding), 3) => hints.parent_encoding(encoding),
        (Some(encoding), 4) => hints.likely_encoding(encoding),
        (Some(encoding), _) => hints.fallback(encoding),
    };
    ParseOptions::new().retained_bytes(usize::MAX).encoding(hints)
}

fn check_bytes(options: &ParseOptions, bytes: &[u8], cuts: u16) {
    let whole = options.parse_bytes(bytes);
    assert_sound(&whole, "whole");
    for error in whole.errors() {
        assert!(whole.source().get(error.span.range()).is_some(), "{error:?}");
    }

    let mut random = Random::new(cuts.into());
    let mut parser = Parser::new(options.clone());
    // With this call, the parser detects the encoding even if there are no bytes to feed.
    parser.feed_bytes(&[]);
    let mut rest = bytes;
    while !rest.is_empty() {
        let longest = random.pick(&[2, 2, 16, 600, 1500]);
        let (piece, after) = rest.split_at(if cuts == 0 { 1 } else { random.below(longest).min(rest.len()) });
        parser.feed_bytes(piece);
        rest = after;
    }
    let pieces = parser.finish();
    assert_sound(&pieces, "in chunks");
    assert_eq!(whole.encoding(), pieces.encoding());
    assert_eq!(whole.encoding_source(), pieces.encoding_source());
    assert_eq!(whole.encoding_confidence(), pieces.encoding_confidence());
    assert_eq!(whole.to_test_dump(), pieces.to_test_dump());
    assert_eq!(whole.errors(), pieces.errors());

    // The tree must be the tree of the decoded text.
    let Some(encoding) = whole.encoding().and_then(|name| encoding_rs::Encoding::for_label(name.as_bytes())) else {
        return;
    };
    let (text, _) = encoding.decode_with_bom_removal(bytes);
    assert_eq!(ParseOptions::new().parse(&*text).to_test_dump(), whole.to_test_dump(), "as {}", encoding.name());
}

/// Text with a character that most legacy encodings lack.
const ADDED: &str = "\u{e9}\u{2603}added\u{e9}";

/// Checks that a rewriter writes text in the encoding in which the page is parsed, wherever the page is cut.
fn check_rewriting(bytes: &[u8], cuts: u16) {
    let parsed = limpid::parse_bytes(bytes);
    let rewriter_knows_encoding = !reads_late_meta(&parsed) || decides_late(bytes);
    let length = 1 + usize::from(cuts % 64);
    let [whole, pieces] = [bytes.len().max(1), length].map(|length| {
        let (mut output, mut count) = (Vec::new(), 0);
        let handlers = Handlers::new().element("p", |p| {
            count += 1;
            p.append(ADDED, ContentType::Text);
            Ok(())
        });
        let handlers = handlers.unwrap_or_else(|error| panic!("{error}"));
        let mut rewriter = Rewriter::new(handlers, Settings::new(), |bytes: &[u8]| output.extend_from_slice(bytes))
            .unwrap_or_else(|error| panic!("{error}"));
        let result = bytes.chunks(length).try_for_each(|piece| rewriter.write(piece)).and_then(|()| rewriter.end());
        match result {
            Ok(()) => Some((output, count)),
            Err(RewriteError::Encoding(name)) => {
                assert!(!rewriter_knows_encoding || parsed.encoding() == Some(name), "{name}");
                None
            }
            Err(_) => None,
        }
    });
    assert_eq!(whole, pieces);
    if let Some((output, count)) = whole
        && rewriter_knows_encoding
        && let Some(encoding) = parsed.encoding().and_then(Encoding::for_label)
    {
        let options = ParseOptions::new().option_cloning(false).content_patching(false);
        let options = options.allow_declarative_shadow_roots(false).encoding(encoding);
        let [before, after] = [bytes, &output].map(|bytes| options.parse_bytes(bytes));
        let added = |document: &Document<'_>| document.to_html().matches(ADDED).count();
        assert_eq!(added(&after), added(&before) + count, "{}", after.source().escape_debug());
    }
}

/// Whether a `<meta>` after the first 1,024 bytes, which the prescan reads, decides the encoding of a stream: all bytes before the `<meta>` are
/// ASCII, and the prescanned bytes declare no encoding.
fn decides_late(bytes: &[u8]) -> bool {
    let ascii = &bytes[..bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(bytes.len())];
    let Some(first) = ascii.get(..1024) else { return false };
    // Parsed as a fragment, so that no `<meta>` changes the encoding.
    let sniffed = ParseOptions::new().parse_fragment_bytes(first, "div");
    sniffed.encoding_source() == Some(EncodingSource::Fallback) && reads_late_meta(&limpid::parse_bytes(ascii))
}

fn reads_late_meta(document: &Document<'_>) -> bool {
    document.encoding_source() == Some(EncodingSource::LateMeta)
}
