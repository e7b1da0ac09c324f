//! What to extract: [`ContentOptions`].

use crate::kind::PageKind;
use url::Url;

/// Options for extracting content: [`ContentExt::content_with`](crate::ContentExt::content_with).
///
/// ```
/// use limpid::content::{ContentExt as _, ContentOptions};
/// let document = limpid::parse("<main><p>Green <a href=/tea>tea</a></main>");
/// let content = document.content_with(&ContentOptions::new().links(false));
/// assert_eq!(content.html(), "<main><p>Green tea</p></main>");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ContentOptions<'u> {
    pub(crate) has_comments: bool,
    pub(crate) has_images: bool,
    pub(crate) has_links: bool,
    pub(crate) min_confidence: f64,
    pub(crate) kind: Option<PageKind>,
    pub(crate) url: Option<&'u Url>,
}

impl<'u> ContentOptions<'u> {
    /// Returns the default options.
    ///
    /// ```
    /// use limpid::content::{ContentExt as _, ContentOptions};
    /// let document = limpid::parse("<main><p>Green tea");
    /// assert_eq!(document.content_with(&ContentOptions::new()).html(), document.content().html());
    /// ```
    #[must_use]
    pub fn new() -> ContentOptions<'u> {
        ContentOptions {
            has_comments: false,
            has_images: true,
            has_links: true,
            min_confidence: 0.0,
            kind: None,
            url: None,
        }
    }

    /// Sets whether comments on the content are part of it. They are not by default.
    ///
    /// ```
    /// use limpid::content::{ContentExt as _, ContentOptions};
    /// # let text = "Green tea is steamed shortly after it is picked, which keeps its leaves green and its taste fresh. ".repeat(3);
    /// # let comment = "I prefer black tea, which is stronger, and which keeps much longer than green tea does.";
    /// let document = limpid::parse(format!("<article><p>{text}</article><div id=comments><p>{comment}</div>"));
    /// assert!(!document.content().text().contains("black tea"));
    /// assert!(document.content_with(&ContentOptions::new().comments(true)).text().contains("black tea"));
    /// ```
    #[must_use]
    pub fn comments(self, keep: bool) -> ContentOptions<'u> {
        ContentOptions { has_comments: keep, ..self }
    }

    /// Sets whether images, videos, sounds and their captions are part of the content, which is the default.
    ///
    /// ```
    /// use limpid::content::{ContentExt as _, ContentOptions};
    /// let document = limpid::parse("<main><p>Green tea<img src=cup.png alt=Cup></main>");
    /// assert_eq!(document.content().markdown(), "Green tea![Cup](cup.png)\n");
    /// assert_eq!(document.content_with(&ContentOptions::new().images(false)).markdown(), "Green tea\n");
    /// ```
    #[must_use]
    pub fn images(self, keep: bool) -> ContentOptions<'u> {
        ContentOptions { has_images: keep, ..self }
    }

    /// Sets whether links keep their addresses, which is the default. Otherwise they are replaced by their content.
    ///
    /// ```
    /// use limpid::content::{ContentExt as _, ContentOptions};
    /// let document = limpid::parse("<main><p>Green <a href=/tea>tea</a></main>");
    /// assert_eq!(document.content_with(&ContentOptions::new().links(false)).markdown(), "Green tea\n");
    /// ```
    #[must_use]
    pub fn links(self, keep: bool) -> ContentOptions<'u> {
        ContentOptions { has_links: keep, ..self }
    }

    /// Sets the [confidence](crate::Content::confidence) below which the content is empty. The default is 0.
    ///
    /// ```
    /// use limpid::content::{ContentExt as _, ContentOptions};
    /// let content = limpid::parse("<p>Tea").content_with(&ContentOptions::new().min_confidence(0.5));
    /// assert_eq!((content.text(), content.nodes().count()), (String::new(), 0));
    /// ```
    #[must_use]
    pub fn min_confidence(self, confidence: f64) -> ContentOptions<'u> {
        ContentOptions { min_confidence: confidence, ..self }
    }

    /// Sets the kind of the page. By default, it is determined from the page's metadata, address and structure.
    ///
    /// ```
    /// use limpid::content::{ContentExt as _, ContentOptions, PageKind};
    /// let document = limpid::parse("<p>Tea");
    /// assert_eq!(document.content_with(&ContentOptions::new().kind(PageKind::Product)).kind(), PageKind::Product);
    /// ```
    #[must_use]
    pub fn kind(self, kind: PageKind) -> ContentOptions<'u> {
        ContentOptions { kind: Some(kind), ..self }
    }

    /// Sets the address of the page. It helps to determine the kind, and resolves addresses in the metadata. Addresses in the content are not
    /// changed.
    ///
    /// ```
    /// use limpid::content::{ContentExt as _, ContentOptions, Url};
    /// let url = Url::parse("https://tea.example/green/").unwrap();
    /// let document = limpid::parse("<meta property=og:image content=cup.png>");
    /// let content = document.content_with(&ContentOptions::new().url(&url));
    /// assert_eq!(content.metadata().image.as_ref().unwrap().value, "https://tea.example/green/cup.png");
    /// ```
    #[must_use]
    pub fn url(self, url: &'u Url) -> ContentOptions<'u> {
        ContentOptions { url: Some(url), ..self }
    }
}

impl Default for ContentOptions<'_> {
    fn default() -> Self {
        ContentOptions::new()
    }
}
