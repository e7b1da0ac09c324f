//! Errors of rewriting.

use core::fmt;
use std::error::Error;

/// The result of a handler. An error ends the rewriting: [`RewriteError::Handler`].
pub type HandlerResult = Result<(), Box<dyn Error + Send + Sync>>;

/// An error that ends the rewriting of a page. What was written before it stays written.
#[derive(Debug)]
#[non_exhaustive]
pub enum RewriteError {
    /// A handler failed.
    Handler(Box<dyn Error + Send + Sync>),
    /// More of the page or of its elements has to be held than the settings allow: this many bytes.
    MemoryLimit(usize),
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
    /// A text that is no name of an attribute.
    AttributeNameError: "{:?} is no name of an attribute; it needs a character, and none of white space, `\"`, `'`, `>`, `/`, `=` and controls";
    /// A text that is no name of a tag.
    TagNameError: "{:?} is no name of a tag; it starts with an ASCII letter and has no white space, `/`, `>` or controls";
    /// A text that cannot be the data of a comment.
    CommentTextError: "{:?} would end the comment or start another; leave out `-->`, `--!>`, `<!--`, `>` and `->` at the start and `<!-` at the end";
}
