use core::fmt;
use std::error::Error;

/// The result of a handler. An error ends the rewriting with [`RewriteError::Handler`].
pub type HandlerResult = Result<(), Box<dyn Error + Send + Sync>>;

/// An error that ends the rewriting of a page. Output written before the error stays written.
///
/// ```
/// use limpid::rewrite::{Handlers, RewriteError, rewrite_str};
/// let handlers = Handlers::new().element("p", |_| Err("no tea".into()))?;
/// let error = rewrite_str("<p>Tea", handlers).unwrap_err();
/// assert!(matches!(&error, RewriteError::Handler(reason) if reason.to_string() == "no tea"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum RewriteError {
    /// A handler returned this error.
    Handler(Box<dyn Error + Send + Sync>),
    /// The rewriter holds this many bytes, more than [`Settings::memory_limit`](super::Settings::memory_limit).
    MemoryLimit(usize),
    /// Text inserted into a `script`, a `style` or another element without character references would end the element early, or change
    /// which end tag ends it.
    RawText {
        /// The name of the element.
        element: &'static str,
        /// The text, including the last characters of the text before it.
        text: Box<str>,
    },
    /// Content cannot be inserted after this element, because no end tag can close it: it is a `plaintext`, or a `script` at the end of the
    /// page that contains `<!--<script`.
    UnclosableText {
        /// The name of the element.
        element: &'static str,
    },
    /// A handler changed a `body` without a tag, so its tag was written. A later `frameset` must replace the `body`, which is not possible if
    /// the `body` has a tag.
    BodyBeforeFrameset,
    /// Text cannot be encoded in the page's encoding. It is in a comment, a name or raw text such as a `script`, where a character reference is
    /// not possible.
    Unmappable {
        /// The text.
        text: Box<str>,
        /// The name of the encoding. It is US-ASCII if the encoding is not known yet: the page has declared no encoding, and contained only
        /// ASCII so far. To avoid this, set [`Settings::encoding`](super::Settings::encoding).
        encoding: &'static str,
    },
    /// Pages in this encoding cannot be rewritten, because ASCII bytes do not always mean ASCII characters in it. Decode the page first.
    Encoding(&'static str),
    /// The page is longer than 4 GiB, the limit of offsets.
    TooLong,
    /// The rewriter has failed before.
    Ended,
}

impl fmt::Display for RewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RewriteError::Handler(error) => write!(f, "a handler failed: {error}"),
            RewriteError::MemoryLimit(bytes) => {
                write!(f, "the rewriter holds {bytes} bytes, more than `Settings::memory_limit`; raise that limit")
            }
            RewriteError::RawText { element, text } => {
                write!(
                    f,
                    "{text:?} would end the `{element}` early, or would prevent its end tag from ending it; write `<` as `\\x3C`, or remove it"
                )
            }
            RewriteError::UnclosableText { element } => {
                write!(
                    f,
                    "no content can be inserted after the `{element}`, because no end tag can end it; remove the insertion or the element"
                )
            }
            RewriteError::BodyBeforeFrameset => f.write_str(
                "a handler changed the `body`, so its tag was written, but the page has a `frameset`, which must replace the `body`; change the `html` element instead",
            ),
            RewriteError::Unmappable { text, encoding } => {
                write!(
                    f,
                    "{text:?} contains a character that cannot be encoded in {encoding}, and a comment, name or raw text cannot contain a character reference; remove the character"
                )
            }
            RewriteError::Encoding(name) => {
                write!(f, "a page in {name} cannot be rewritten as bytes; decode it, and rewrite it as UTF-8")
            }
            RewriteError::TooLong => f.write_str("the page is longer than 4 GiB; split it and rewrite the parts"),
            RewriteError::Ended => {
                f.write_str("the rewriter cannot continue after an error; create a new one for the next page")
            }
        }
    }
}

impl Error for RewriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            RewriteError::Handler(error) => Some(&**error),
            _ => None,
        }
    }
}

macro_rules! text_errors {
    ($($(#[$doc:meta])* $name:ident: $message:literal;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name(pub(super) Box<str>);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, $message, self.0)
            }
        }

        impl Error for $name {}
    )* };
}

text_errors! {
    /// A string that is not a valid attribute name.
    ///
    /// ```
    /// use limpid::rewrite::{AttributeNameError, Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("p", |p| {
    ///     p.set_attribute("a b", "")?; // fails
    ///     Ok(())
    /// })?;
    /// assert!(rewrite_str("<p>Tea", handlers).unwrap_err().to_string().contains(r#""a b" is not a valid attribute name"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    AttributeNameError: "{:?} is not a valid attribute name; use at least one character, and no white space, `\"`, `'`, `>`, `/`, `=` or control characters";
    /// A string that is not a valid tag name, or would change how the content of the element is parsed.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut refused = Vec::new();
    /// let handlers = Handlers::new().element("p", |p| {
    ///     refused.extend(["div", "script", "a b"].into_iter().filter(|name| p.set_tag_name(name).is_err()));
    ///     Ok(())
    /// })?;
    /// rewrite_str("<p>Tea", handlers)?;
    /// assert_eq!(refused, ["script", "a b"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    TagNameError: "{:?} is not a possible name for this tag; start with an ASCII letter, use no white space, `/`, `>` or control characters, and choose an element whose content is parsed in the same way";
    /// A string that cannot be the data of a comment.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut refused = Vec::new();
    /// let handlers = Handlers::new().document_comments(|comment| {
    ///     refused.extend(["tea", "a-->b", ">"].into_iter().filter(|text| comment.set_text(text).is_err()));
    ///     Ok(())
    /// });
    /// rewrite_str("<!--milk-->", handlers)?;
    /// assert_eq!(refused, ["a-->b", ">"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    CommentTextError: "{:?} cannot be the text of a comment; remove `-->`, `--!>`, `<!--` and U+0000, `>` or `->` at the start, and `<!-` at the end";
}
