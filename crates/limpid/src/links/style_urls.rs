//! Finds the URLs in stylesheets and `style` attributes.

use cssparser::{ParseError, Parser, Token};
use std::borrow::Cow;

/// The maximum nesting depth of blocks that are searched.
const MAX_BLOCK_DEPTH: u32 = 64;

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Syntax {
    Stylesheet,
    /// The value of a `style` attribute.
    Declarations,
}

/// Returns the URLs in CSS without their quotes and escapes, except empty URLs and URLs that are only a fragment.
pub(super) fn style_urls(css: &str, syntax: Syntax) -> Vec<Cow<'_, str>> {
    // Parsing is skipped if the text contains neither a function nor `@import`, as in most `style` attributes. A backslash may be an escape in
    // the name of `@import` or of a function.
    let may_have_urls = css.contains(['(', '\\']) || css.contains('@');
    let mut search = Search { css, urls: Vec::new() };
    if may_have_urls {
        match syntax {
            Syntax::Stylesheet => search.statements(&mut Parser::new(css)),
            Syntax::Declarations => search.values(&mut Parser::new(css), Strings::NotUrls, 0),
        }
    }
    search.urls
}

/// The meaning of the strings in the arguments of a function or in a block.
#[derive(Clone, Copy, PartialEq)]
enum Strings {
    /// None of them is a URL.
    NotUrls,
    /// All of them are URLs.
    Urls,
    /// The first token is a URL if it is a string.
    FirstUrl,
}

/// The content that a token starts, if the token opens a block or a function.
enum Content {
    None,
    Block(Strings),
}

struct Search<'i> {
    css: &'i str,
    urls: Vec<Cow<'i, str>>,
}

impl<'i> Search<'i> {
    /// Searches the rules of a stylesheet. An `@import` is valid only if no other rules precede it, except `@charset` and `@layer` statements.
    fn statements(&mut self, input: &mut Parser<'i>) {
        let (mut imports_are_valid, mut is_at_start) = (true, true);
        // Whether the URLs of the current statement are ignored: `@namespace` loads nothing, and an `@import` after other rules is invalid.
        let mut is_ignored = false;
        loop {
            let mut strings = Strings::NotUrls;
            let mut is_end = false;
            let content = match input.next() {
                Err(_) => return,
                Ok(Token::CDO | Token::CDC) => continue,
                Ok(Token::Semicolon) => {
                    is_end = true;
                    Content::None
                }
                Ok(Token::AtKeyword(name)) if is_at_start => {
                    let is_import = name.eq_ignore_ascii_case("import");
                    is_ignored = name.eq_ignore_ascii_case("namespace") || is_import && !imports_are_valid;
                    if is_import && imports_are_valid {
                        strings = Strings::FirstUrl;
                    } else if !name.eq_ignore_ascii_case("charset") && !name.eq_ignore_ascii_case("layer") {
                        imports_are_valid = false;
                    }
                    Content::None
                }
                Ok(token) => {
                    if is_at_start {
                        (imports_are_valid, is_ignored) = (false, false);
                    }
                    is_end = *token == Token::CurlyBracketBlock;
                    imports_are_valid &= !is_end;
                    let token = token.clone();
                    if is_ignored { content_of(&token) } else { self.token(&token, Strings::NotUrls) }
                }
            };
            is_at_start = is_end;
            if strings == Strings::FirstUrl {
                self.first_string(input);
            }
            if let Content::Block(strings) = content {
                self.block(input, if is_ignored { None } else { Some(strings) }, 1);
            }
        }
    }

    /// Searches all tokens up to the end of the input or block.
    fn values(&mut self, input: &mut Parser<'i>, strings: Strings, depth: u32) {
        if strings == Strings::FirstUrl {
            self.first_string(input);
        }
        while let Ok(token) = input.next() {
            let token = token.clone();
            if let Content::Block(strings) = self.token(&token, strings) {
                self.block(input, Some(strings), depth + 1);
            }
        }
    }

    /// Searches the block that was just opened, unless `strings` is `None` or the block is nested too deeply.
    fn block(&mut self, input: &mut Parser<'i>, strings: Option<Strings>, depth: u32) {
        let Some(strings) = strings.filter(|_| depth <= MAX_BLOCK_DEPTH) else { return };
        // The closure never returns an error.
        let _ = input.parse_nested_block(|input| {
            self.values(input, strings, depth);
            Ok::<_, ParseError<()>>(())
        });
    }

    /// If the next token is a string, consumes it and adds it as a URL.
    fn first_string(&mut self, input: &mut Parser<'i>) {
        if let Ok(url) = input.try_parse(|input| input.expect_string().cloned()) {
            self.push(&url);
        }
    }

    /// Adds a token if it is a URL. Returns the content that the token starts.
    fn token(&mut self, token: &Token<'i>, strings: Strings) -> Content {
        match token {
            Token::UnquotedUrl(url) => self.push(url),
            Token::QuotedString(url) if strings == Strings::Urls => self.push(url),
            _ => {}
        }
        content_of(token)
    }

    fn push(&mut self, url: &str) {
        if url.is_empty() || url.starts_with('#') {
            return;
        }
        // A token without escapes is a slice of the input, and can be borrowed.
        let start = (url.as_ptr() as usize).checked_sub(self.css.as_ptr() as usize);
        let part = start.and_then(|start| self.css.get(start..start.checked_add(url.len())?));
        let is_part = |part: &&str| std::ptr::eq(part.as_ptr(), url.as_ptr());
        self.urls.push(part.filter(is_part).map_or_else(|| Cow::Owned(url.to_owned()), Cow::Borrowed));
    }
}

fn content_of(token: &Token<'_>) -> Content {
    match token {
        Token::Function(name) => {
            let is = |known: &str| name.eq_ignore_ascii_case(known);
            Content::Block(match () {
                () if is("url") || is("src") => Strings::FirstUrl,
                () if is("image-set") || is("-webkit-image-set") => Strings::Urls,
                () => Strings::NotUrls,
            })
        }
        Token::ParenthesisBlock | Token::SquareBracketBlock | Token::CurlyBracketBlock => {
            Content::Block(Strings::NotUrls)
        }
        _ => Content::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(css: &str, expected: &[&str]) {
        assert_eq!(style_urls(css, Syntax::Stylesheet), expected, "{css}");
    }

    #[test]
    fn urls_of_stylesheets() {
        check("a{background:url(a.png)}", &["a.png"]);
        check("a{background:url( 'a b.png' ), URL(\"c.png\")}", &["a b.png", "c.png"]);
        check("a{background:\\75rl(a.png) u\\72 l('b.png')}", &["a.png", "b.png"]);
        check("a{background:url(a\\29 .png) url(\"b\\\"c\\\n.png\")}", &["a).png", "b\"c.png"]);
        check("/* url(a.png) */a{b:/**/url(/*c*/)}", &["/*c*/"]);
        check("a{content:'url(a.png)';b:\"url(b)\"}", &[]);
        check("a{b:image-set('a.png' 1x, url(b.png) type('image/png') 2x)}", &["a.png", "b.png"]);
        check("a{b:-webkit-image-set(url(a.png) 1x);c:src('d')}", &["a.png", "d"]);
        check("@font-face{src:url(a.woff2) format('woff2'), local('b')}", &["a.woff2"]);
        check("@media print{@supports (a:b){a{b:url(c.png)}}}", &["c.png"]);
        check("a{--b:url(c.png)}", &["c.png"]);
        check("a{b:url();c:url('');d:url(#e);f:url(g.svg#h)}", &["g.svg#h"]);
        check("a{b:url(c d);e:url(f.png)}", &["f.png"]);
        check("a{b:url(c.png", &["c.png"]);
        check("a{b:url('c.png", &["c.png"]);
        check("a{b:url(data:image/png;base64,AA==)}", &["data:image/png;base64,AA=="]);
        check("a{b:url('c.png' d(e))}", &["c.png"]);
        check("a{b:url(var(--c));d:myurl(e) url-prefix('f')}", &[]);
    }

    #[test]
    fn imports() {
        check("@import 'a.css';@IMPORT url(b.css) print;@import url('c.css') layer(d);", &["a.css", "b.css", "c.css"]);
        check("<!-- @charset 'utf-8'; @layer a, b; @\\69mport /**/ \"c.css\" supports(d: e); -->", &["c.css"]);
        check("a{} @import 'a.css'; @import url(b.css);", &[]);
        check("@layer a{} @import 'a.css';", &[]);
        check("@media print{@import 'a.css';}", &[]);
        check("@namespace url(http://www.w3.org/1999/xhtml); @namespace a 'b'; c{d:url(e)}", &["e"]);
        check("@import 'a.css'", &["a.css"]);
        check("@import;a{b:url(c)}", &["c"]);
        assert_eq!(style_urls("@import 'a.css'; b: url(c)", Syntax::Declarations), ["c"]);
    }

    #[test]
    fn urls_without_escapes_are_borrowed() {
        let css = "a{b:url(c) url('d') url(\\65)}";
        let is_borrowed: Vec<bool> =
            style_urls(css, Syntax::Stylesheet).iter().map(|url| matches!(url, Cow::Borrowed(_))).collect();
        assert_eq!(is_borrowed, [true, true, false]);
    }

    #[test]
    fn deep_and_long_css() {
        for open in ["{", "(", "[", "a(", "url('", "@import ", "/*", "'"] {
            style_urls(&open.repeat(100_000), Syntax::Stylesheet);
            style_urls(&open.repeat(100_000), Syntax::Declarations);
        }
        let nested = |depth| format!("{}a:url(b){}", "{".repeat(depth), "}".repeat(depth));
        assert_eq!(style_urls(&nested(64), Syntax::Declarations), ["b"]);
        assert_eq!(style_urls(&(nested(65) + "url(c)"), Syntax::Declarations), ["c"]);
    }
}
