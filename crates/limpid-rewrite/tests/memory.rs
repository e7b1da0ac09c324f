//! The limit on memory holds for hostile pages.

use limpid_rewrite::rewrite::{Handlers, RewriteError, Rewriter, Settings};
use std::time::Instant;

/// Rewrites pieces of a page under a limit of 256 KiB, and returns the number of bytes up to the error.
fn bytes_before_the_limit(selector: &str, piece: impl Fn(usize) -> String) -> Option<usize> {
    let handlers = Handlers::new().element(selector, |_| Ok(())).unwrap();
    let settings = Settings::new().encoding(limpid::encoding_for_label("utf-8")).memory_limit(1 << 18);
    let mut rewriter = Rewriter::new(handlers, settings, |_: &[u8]| ()).unwrap();
    let mut length = 0;
    for number in 0..40_000 {
        let piece = piece(number);
        length += piece.len();
        match rewriter.write(piece.as_bytes()) {
            Err(RewriteError::MemoryLimit(_)) => return Some(length),
            result => result.unwrap(),
        }
    }
    None
}

#[test]
fn everything_that_grows_with_the_page_is_limited() {
    let long = |letter: &str| letter.repeat(100);
    // Formatting elements that are opened again and again, with their attributes.
    assert!(bytes_before_the_limit("p", |number| format!("<p><b class='{}{number}'></p>", long("x"))).is_some());
    // Names that are not known.
    assert!(bytes_before_the_limit("p", |number| format!("<x{number}{}></x{number}{0}>", long("y"))).is_some());
    // Open elements.
    assert!(bytes_before_the_limit("p", |_| "<div>".into()).is_some());
    // Types of siblings.
    assert!(bytes_before_the_limit("p:nth-of-type(2)", |number| format!("<y{number}></y{number}>")).is_some());
    // Text in a table, before it is known where it goes.
    assert!(bytes_before_the_limit("p", |number| if number == 0 { "<table>".into() } else { long("z") }).is_some());
    // An unfinished tag.
    assert!(bytes_before_the_limit("p", |number| if number == 0 { "<p title='".into() } else { long("z") }).is_some());
    // What does not grow is not.
    assert!(bytes_before_the_limit("p", |_| "<p><b class=x>tea</b></p><table><td>y</table>".into()).is_none());
}

#[test]
fn tables_after_many_types_of_siblings_take_no_longer() {
    let time = |count: usize| {
        let types: String = (0..count).map(|number| format!("<y{number}></y{number}>")).collect();
        let page = types + &"<table></table>".repeat(count);
        let handlers = || Handlers::new().element("p:nth-of-type(2)", |_| Ok(())).unwrap();
        let times = (0..3).map(|_| {
            let start = Instant::now();
            limpid_rewrite::rewrite::rewrite_str(&page, handlers()).unwrap();
            start.elapsed()
        });
        times.min().unwrap()
    };
    let (few, many) = (time(500), time(4000));
    assert!(many < few * 30, "{few:?} {many:?}");
}
