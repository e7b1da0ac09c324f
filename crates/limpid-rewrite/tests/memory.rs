//! Tests that the memory limit holds for hostile pages.

use limpid_rewrite::rewrite::{ContentType, Handlers, RewriteError, Rewriter, Settings};

/// Rewrites a page in chunks with a limit of 256 KiB. Returns the number of bytes before the error, if there is one.
fn bytes_before_the_limit(selector: &str, piece: impl Fn(usize) -> String) -> Option<usize> {
    let handlers = Handlers::new().element(selector, |_| Ok(())).unwrap();
    let settings = Settings::new().encoding(limpid::Encoding::for_label("utf-8")).memory_limit(1 << 18);
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
    // Formatting elements that are reopened repeatedly, with their attributes.
    assert!(bytes_before_the_limit("p", |number| format!("<p><b class='{}{number}'></p>", long("x"))).is_some());
    // Unknown names.
    assert!(bytes_before_the_limit("p", |number| format!("<x{number}{}></x{number}{0}>", long("y"))).is_some());
    // Open elements.
    assert!(bytes_before_the_limit("p", |_| "<div>".into()).is_some());
    // Sibling types.
    assert!(bytes_before_the_limit("p:nth-of-type(2)", |number| format!("<y{number}></y{number}>")).is_some());
    // Pending table character tokens.
    assert!(bytes_before_the_limit("p", |number| if number == 0 { "<table>".into() } else { long("z") }).is_some());
    // An unfinished tag.
    assert!(bytes_before_the_limit("p", |number| if number == 0 { "<p title='".into() } else { long("z") }).is_some());
    // An unfinished tag is not stored if only its end matters.
    let image = |number| if number == 0 { "<img title='".into() } else { long("z") };
    assert!(bytes_before_the_limit("p", image).is_none());
    assert!(bytes_before_the_limit("img", image).is_some());
    // No error for a page whose state does not grow.
    assert!(bytes_before_the_limit("p", |_| "<p><b class=x>tea</b></p><table><td>y</table>".into()).is_none());
}

/// Rewrites a page in chunks, with a handler of one of several kinds. With `keeps_all`, a selector is tested on every element, so that all tags are
/// stored.
fn rewritten(page: &str, size: usize, kind: usize, keeps_all: bool) -> String {
    let mut handlers = Handlers::new()
        .element(if keeps_all { "*" } else { "a" }, |_| Ok(()))
        .unwrap()
        .element("a", |a| {
            a.set_attribute("href", "#")?;
            a.before("<!---->", ContentType::Html);
            Ok(())
        })
        .unwrap();
    if kind == 1 {
        handlers = handlers.end(|end| {
            end.append("<p>end", ContentType::Html);
            Ok(())
        });
    } else if kind == 2 {
        handlers = handlers
            .element("p", |p| {
                p.append("<i>end</i>", ContentType::Html);
                Ok(())
            })
            .unwrap();
    } else if kind == 3 {
        handlers = handlers
            .element("body", |body| {
                body.prepend("<i>start</i>", ContentType::Html);
                Ok(())
            })
            .unwrap();
    }
    crate::in_pieces::rewrite_in_pieces(page, size, handlers)
}

#[test]
fn long_tags_that_are_not_stored_are_copied() {
    // `%` is where the padding goes, so that chunks end at all positions of the attributes.
    let values = ["'%>%'", "\"%</%&amp;%\"", "%&notit;%", "'%' b='%", "\"%\0%\r\n%", "'%'c=\"%\" d e=% /", "'&%'"];
    let around = [
        "$<a>1</a>",
        "<p>1$2<p><a>3",
        "<table>x$y<a></table>",
        "<svg>1$<a>2</svg><a>",
        "<p><b>1$2</p><a>3",
        "<li>1$<li>2<a>",
    ];
    let long = "x".repeat(3000);
    for (value, around) in values.into_iter().flat_map(|value| around.map(|around| (value, around))) {
        for name in ["img", "div", "li", "path", "tr", "b"] {
            let text = if value == "'&%'" { "&quot;&#38;amp;&notin;&nope;&".repeat(200) } else { long.clone() };
            let value = value.replace('%', &text);
            let page = around.replace('$', &format!("<{name} a={value}>"));
            for kind in 0..4 {
                let whole = rewritten(&page, usize::MAX, kind, true);
                for size in [1000, 4097, 4099, 6007] {
                    assert_eq!(rewritten(&page, size, kind, false), whole, "{name} {around} {value} {kind} {size}");
                }
            }
        }
    }
}
