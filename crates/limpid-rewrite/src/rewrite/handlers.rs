//! Handlers, and the selectors that decide when they are called.

use super::element::Element;
use super::error::HandlerResult;
use super::units::{Comment, Doctype, DocumentEnd, TextChunk};
use core::fmt;
use limpid_select::{Selector, SelectorError, StreamError, StreamMatcher};

pub(super) type ElementHandler<'h> = Box<dyn FnMut(&mut Element<'_>) -> HandlerResult + Send + 'h>;
pub(super) type TextHandler<'h> = Box<dyn FnMut(&mut TextChunk<'_>) -> HandlerResult + Send + 'h>;
pub(super) type CommentHandler<'h> = Box<dyn FnMut(&mut Comment<'_>) -> HandlerResult + Send + 'h>;
pub(super) type DoctypeHandler<'h> = Box<dyn FnMut(&mut Doctype<'_>) -> HandlerResult + Send + 'h>;
pub(super) type EndHandler<'h> = Box<dyn FnOnce(&mut DocumentEnd) -> HandlerResult + Send + 'h>;

/// The handlers of a rewriter. All matching handlers are called in the order in which they were added.
///
/// ```
/// use limpid::rewrite::{Handlers, rewrite_str};
///
/// let mut words = 0;
/// let handlers = Handlers::new()
///     .text("p", |text| {
///         words += text.as_str().split_whitespace().count();
///         Ok(())
///     })?
///     .comments("*", |comment| {
///         comment.remove();
///         Ok(())
///     })?;
/// assert_eq!(rewrite_str("<p>Green tea<!-- or not -->", handlers)?, "<p>Green tea");
/// assert_eq!(words, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Handlers<'h> {
    pub(super) selectors: Vec<Selector>,
    /// One handler for each selector.
    pub(super) selected: Vec<Selected<'h>>,
    pub(super) text: Vec<TextHandler<'h>>,
    pub(super) comments: Vec<CommentHandler<'h>>,
    pub(super) doctype: Vec<DoctypeHandler<'h>>,
    pub(super) end: Vec<EndHandler<'h>>,
}

pub(super) enum Selected<'h> {
    Element(ElementHandler<'h>),
    Text(TextHandler<'h>),
    Comments(CommentHandler<'h>),
}

impl<'h> Handlers<'h> {
    /// Creates an empty list of handlers.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// assert_eq!(rewrite_str("<P >Tea", Handlers::new())?, "<P >Tea");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new() -> Handlers<'h> {
        Handlers::default()
    }

    /// Adds a handler for the elements that a selector matches. It is called at the start of each element.
    ///
    /// # Errors
    /// Fails if the selector is invalid, or has a part that cannot be matched while the page arrives.
    ///
    /// ```
    /// use limpid::rewrite::Handlers;
    /// let error = Handlers::new().element("p:has(img)", |_| Ok(())).err().unwrap();
    /// assert!(error.to_string().starts_with("`:has(img)` cannot be matched while the page arrives"));
    /// ```
    #[doc(alias = "element_content_handlers")]
    pub fn element(
        self,
        selector: &str,
        handler: impl FnMut(&mut Element<'_>) -> HandlerResult + Send + 'h,
    ) -> Result<Handlers<'h>, HandlersError> {
        self.select(selector, Selected::Element(Box::new(handler)))
    }

    /// Adds a handler for the text in the elements that a selector matches, at any depth.
    ///
    /// # Errors
    /// See [`element`](Self::element).
    ///
    /// ```
    /// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
    /// let handlers = Handlers::new().text("title", |text| {
    ///     text.after(" | Shop", ContentType::Text);
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<title>Tea</title><p>Tea", handlers)?, "<title>Tea | Shop</title><p>Tea");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn text(
        self,
        selector: &str,
        handler: impl FnMut(&mut TextChunk<'_>) -> HandlerResult + Send + 'h,
    ) -> Result<Handlers<'h>, HandlersError> {
        self.select(selector, Selected::Text(Box::new(handler)))
    }

    /// Adds a handler for the comments in the elements that a selector matches, at any depth.
    ///
    /// # Errors
    /// See [`element`](Self::element).
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let handlers = Handlers::new().comments("p", |comment| {
    ///     comment.remove();
    ///     Ok(())
    /// })?;
    /// assert_eq!(rewrite_str("<!--a--><p>Tea<!--b-->", handlers)?, "<!--a--><p>Tea");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn comments(
        self,
        selector: &str,
        handler: impl FnMut(&mut Comment<'_>) -> HandlerResult + Send + 'h,
    ) -> Result<Handlers<'h>, HandlersError> {
        self.select(selector, Selected::Comments(Box::new(handler)))
    }

    /// Adds a handler for all text of the page.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let mut found = Vec::new();
    /// let handlers = Handlers::new().document_text(|text| {
    ///     found.push(text.as_str().to_owned());
    ///     Ok(())
    /// });
    /// rewrite_str("<p>Green <b>tea</b></p>", handlers)?;
    /// assert_eq!(found, ["Green ", "tea"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn document_text(
        mut self,
        handler: impl FnMut(&mut TextChunk<'_>) -> HandlerResult + Send + 'h,
    ) -> Handlers<'h> {
        self.text.push(Box::new(handler));
        self
    }

    /// Adds a handler for all comments of the page.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let handlers = Handlers::new().document_comments(|comment| {
    ///     comment.remove();
    ///     Ok(())
    /// });
    /// assert_eq!(rewrite_str("<!--a--><p>Tea<!--b-->", handlers)?, "<p>Tea");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn document_comments(
        mut self,
        handler: impl FnMut(&mut Comment<'_>) -> HandlerResult + Send + 'h,
    ) -> Handlers<'h> {
        self.comments.push(Box::new(handler));
        self
    }

    /// Adds a handler for the doctype. It is not called if the page has no doctype.
    ///
    /// ```
    /// use limpid::rewrite::{Handlers, rewrite_str};
    /// let handlers = Handlers::new().doctype(|doctype| {
    ///     doctype.remove();
    ///     Ok(())
    /// });
    /// assert_eq!(rewrite_str("<!DOCTYPE html><p>Tea", handlers)?, "<p>Tea");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn doctype(mut self, handler: impl FnMut(&mut Doctype<'_>) -> HandlerResult + Send + 'h) -> Handlers<'h> {
        self.doctype.push(Box::new(handler));
        self
    }

    /// Adds a handler that is called at the end of the page.
    ///
    /// ```
    /// use limpid::rewrite::{ContentType, Handlers, rewrite_str};
    /// let handlers = Handlers::new().end(|end| {
    ///     end.append("<!-- seen -->", ContentType::Html);
    ///     Ok(())
    /// });
    /// assert_eq!(rewrite_str("<p>Tea</p>", handlers)?, "<p>Tea</p><!-- seen -->");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn end(mut self, handler: impl FnOnce(&mut DocumentEnd) -> HandlerResult + Send + 'h) -> Handlers<'h> {
        self.end.push(Box::new(handler));
        self
    }

    fn select(mut self, selector: &str, handler: Selected<'h>) -> Result<Handlers<'h>, HandlersError> {
        let selector = Selector::parse(selector)?;
        StreamMatcher::new([&selector])?;
        self.selectors.push(selector);
        self.selected.push(handler);
        Ok(self)
    }
}

impl fmt::Debug for Handlers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let selectors: Vec<String> = self.selectors.iter().map(ToString::to_string).collect();
        f.debug_struct("Handlers").field("selectors", &selectors).finish_non_exhaustive()
    }
}

/// An error in the selector of a handler.
///
/// ```
/// use limpid::rewrite::{Handlers, HandlersError};
/// let error = |selector| Handlers::new().element(selector, |_| Ok(())).err();
/// assert!(matches!(error("p["), Some(HandlersError::Selector(_))));
/// assert!(matches!(error("p:last-child"), Some(HandlersError::Stream(_))));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HandlersError {
    /// The text is not a valid selector.
    Selector(SelectorError),
    /// The selector has a part that cannot be matched while the page arrives.
    Stream(StreamError),
}

impl fmt::Display for HandlersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandlersError::Selector(error) => error.fmt(f),
            HandlersError::Stream(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HandlersError {}

impl From<SelectorError> for HandlersError {
    fn from(error: SelectorError) -> HandlersError {
        HandlersError::Selector(error)
    }
}

impl From<StreamError> for HandlersError {
    fn from(error: StreamError) -> HandlersError {
        HandlersError::Stream(error)
    }
}
