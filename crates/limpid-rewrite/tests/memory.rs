//! The limit on memory holds for hostile pages.

use limpid_rewrite::rewrite::{ContentType, Handlers, RewriteError, Rewriter, Settings};

/// Rewrites pieces of a page under a limit of 256 KiB, and returns the number of bytes up to the error.
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
    // One of which no more than its end matters is not kept.
    let image = |number| if number == 0 { "<img title='".into() } else { long("z") };
    assert!(bytes_before_the_limit("p", image).is_none());
    assert!(bytes_before_the_limit("img", image).is_some());
    // What does not grow is not.
    assert!(bytes_before_the_limit("p", |_| "<p><b class=x>tea</b></p><table><td>y</table>".into()).is_none());
}

/// Rewrites a page that comes in pieces, with handlers of some kinds: one of a selector that is tested on all elements, if all is to be kept.
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
fn long_tags_that_are_not_kept_are_written_as_they_are() {
    // Around attributes whose ends come in any place of a piece; what ends by a quote, by a reference or not at all.
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
