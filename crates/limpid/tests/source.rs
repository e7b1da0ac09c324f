//! The source of a document is borrowed, owned, or shared with another owner, without copying.

use limpid::{Document, ParseOptions, Recycler, Source, SourceBytes};
use std::borrow::Cow;
use std::sync::Arc;

/// An owner whose references can be counted.
struct Page(Arc<Vec<u8>>);

impl AsRef<[u8]> for Page {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

#[test]
fn a_text_is_not_copied() {
    let lent = String::from("<p>Tea");
    assert_eq!(limpid::parse(&lent).source().as_ptr(), lent.as_ptr());
    assert_eq!(limpid::parse(Cow::Borrowed(&*lent)).source().as_ptr(), lent.as_ptr());
    let cow = Cow::Borrowed(&*lent);
    assert_eq!(limpid::parse(&cow).source().as_ptr(), cow.as_ptr());
    let bytes = Cow::Borrowed(lent.as_bytes());
    assert_eq!(limpid::parse_bytes(&bytes).source().as_ptr(), bytes.as_ptr());
    let shared: Arc<str> = lent.as_str().into();
    assert_eq!(limpid::parse(shared.clone()).source().as_ptr(), shared.as_ptr());
    let boxed: Box<str> = lent.as_str().into();
    let start = boxed.as_ptr();
    assert_eq!(limpid::parse(boxed).source().as_ptr(), start);
    let start = lent.as_ptr();
    assert_eq!(limpid::parse(lent).source().as_ptr(), start);
}

#[test]
fn utf_8_bytes_are_not_copied() {
    let options = ParseOptions::new();
    for page in ["<p>Tea", "<p>caf\u{e9}", "<meta charset=utf-8>\u{fc}"] {
        let bytes = page.as_bytes().to_vec();
        let start = bytes.as_ptr();
        let document = options.parse_bytes(bytes);
        assert_eq!((document.source(), document.source().as_ptr()), (page, start));
    }
    let bytes: Arc<[u8]> = (*b"<a>Tea</a>").into();
    let document: Document<'static> = limpid::parse_bytes(bytes.clone());
    assert_eq!(document.source().as_ptr(), bytes.as_ptr());
    #[cfg(feature = "xml")]
    assert_eq!(limpid::xml::parse_bytes(bytes.clone()).source().as_ptr(), bytes.as_ptr());
}

#[test]
fn an_owner_is_kept_as_long_as_its_text_is_needed() {
    let bytes = Arc::new(b"<p>Tea".to_vec());
    let document = limpid::parse_bytes(SourceBytes::shared(Page(bytes.clone())));
    assert_eq!(Arc::strong_count(&bytes), 2);
    let copy = document.clone().into_owned();
    drop(document);
    assert_eq!(std::thread::spawn(move || copy.text_content()).join().unwrap(), "Tea");
    assert_eq!(Arc::strong_count(&bytes), 1);
}

#[test]
fn an_owner_of_bytes_that_must_be_decoded_is_dropped() {
    for page in [&b"<p>caf\xe9"[..], b"<meta charset=windows-1251>\xcf", b"\xff\xfea\0"] {
        let bytes = Arc::new(page.to_vec());
        let document = limpid::parse_bytes(SourceBytes::shared(Page(bytes.clone())));
        assert_eq!(document.to_html(), limpid::parse_bytes(page).to_html());
        assert_eq!(Arc::strong_count(&bytes), 1, "{page:?}");
    }
}

#[test]
fn a_late_declaration_decodes_the_same_bytes_again() {
    let mut page = b"<p>\xc3\xa9".to_vec();
    page.extend([b' '; 2000]);
    page.extend(b"<meta charset=utf-8>");
    let start = page.as_ptr();
    let document = ParseOptions::new().encoding(limpid::EncodingHints::new().detect_utf_8(false)).parse_bytes(page);
    assert_eq!(document.encoding_source(), Some(limpid::EncodingSource::LateMeta));
    assert_eq!(document.source().as_ptr(), start);
    assert!(document.text_content().starts_with('\u{e9}'));
}

#[test]
fn documents_from_all_sources_can_be_edited_and_recycled() {
    let mut recycler = Recycler::default();
    let text: Arc<str> = "<p>Tea".into();
    for source in [Source::from("<p>Tea"), String::from("<p>Tea").into(), text.into(), Source::shared("<p>Tea")] {
        let mut document = recycler.parse(source);
        let p = document.body().unwrap().first_child().unwrap().id();
        document.node_mut(p).unwrap().set_attribute("class", "a").unwrap();
        assert_eq!(document.to_html(), "<html><head></head><body><p class=\"a\">Tea</p></body></html>");
        recycler.recycle(document);
    }
}
