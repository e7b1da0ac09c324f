use core::fmt;
use std::error::Error;

/// The result of a handler. An error ends the rewriting: [`RewriteError::Handler`].
pub type HandlerResult = Result<(), Box<dyn Error + Send + Sync>>;

/// An error that ends the rewriting of a page. What was written before it stays written.
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
    /// A handler failed.
    Handler(Box<dyn Error + Send + Sync>),
    /// More of the page or of its elements has to be held than the settings allow: this many bytes.
    MemoryLimit(usize),
    /// Text that came into a `script`, a `style` or another element without character references would end it there, or change where a script
    /// ends.
    RawText {
        /// The name of the element.
        element: &'static str,
        /// The text, with the end of what is before it.
        text: Box<str>,
    },
    /// Something is to be written after an element whose text the page does not end, and which no end tag ends there: a `plaintext`, or a
    /// `script` that has `<!--<script` in it.
    EndlessText {
        /// The name of the element.
        element: &'static str,
    },
    /// The `body` got a tag, and a `frameset` comes in its place: with the tag, that would not come.
    BodyBeforeFrameset,
    /// A text cannot be written in the encoding of the page, and there are no character references at its place: in a comment, a name, or a
    /// `script`.
    Unmappable {
        /// The text.
        text: Box<str>,
        /// The name of the encoding. It is US-ASCII if the page declares no encoding and is ASCII so far, so that its encoding is not known
        /// yet: set [`Settings::encoding`](super::Settings::encoding).
        encoding: &'static str,
    },
    /// Bytes in this encoding cannot be rewritten, as ASCII characters are not their own bytes in it. Decode the page first.
    Encoding(&'static str),
    /// The page is longer than 4 GiB, which offsets do not reach beyond.
    TooLong,
    /// The rewriter has failed or ended before.
    Ended,
}

impl fmt::Display for RewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RewriteError::Handler(error) => write!(f, "a handler failed: {error}"),
            RewriteError::MemoryLimit(bytes) => {
                write!(f, "the page needs {bytes} bytes to be held at once; raise Settings::memory_limit")
            }
            RewriteError::RawText { element, text } => {
                write!(
                    f,
                    "{text:?} would end the `{element}` that it is to go into, or change its end; write `<` as `\\x3C`, or leave it out"
                )
            }
            RewriteError::EndlessText { element } => {
                write!(
                    f,
                    "nothing can come after the `{element}`, as the page does not end its text; insert nothing there, or remove the element"
                )
            }
            RewriteError::BodyBeforeFrameset => f.write_str(
                "a `frameset` comes in the place of the `body`, which can have no tag then; change the `html`",
            ),
            RewriteError::Unmappable { text, encoding } => {
                write!(
                    f,
                    "{text:?} has a character that is not in {encoding}, at a place without character references; leave it out"
                )
            }
            RewriteError::Encoding(name) => {
                write!(f, "a page in {name} cannot be rewritten as bytes; decode it, and rewrite it as UTF-8")
            }
            RewriteError::TooLong => f.write_str("the page is longer than 4 GiB; rewrite it in parts"),
            RewriteError::Ended => {
                f.write_str("the rewriter has ended or failed before; make another one for another page")
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
    /// A text that is not the name of an attribute.
    ///
    /// ```
    /// use limpid::rewrite::{AttributeNameError, Handlers, rewrite_str};
    /// let handlers = Handlers::new().element("p", |p| {
    ///     p.set_attribute("a b", "")?; // fails
    ///     Ok(())
    /// })?;
    /// assert!(rewrite_str("<p>Tea", handlers).unwrap_err().to_string().contains(r#""a b" is not the name of an attribute"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    AttributeNameError: "{:?} is not the name of an attribute; a name has at least one character, and no white space, `\"`, `'`, `>`, `/`, `=` or control character";
    /// A text that is no name of a tag, or of one whose content is of another kind.
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
    TagNameError: "{:?} is no name for this tag; it starts with an ASCII letter, has no white space, `/`, `>` or controls, and its content is read by the same rules";
    /// A text that cannot be the data of a comment.
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
    CommentTextError: "{:?} would end the comment or start another; leave out `-->`, `--!>`, `<!--`, `>` and `->` at the start and `<!-` at the end";
}
