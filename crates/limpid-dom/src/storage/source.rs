//! The text that a document is parsed from: borrowed, owned, or shared with its owner.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use yoke::Yoke;

type Text = dyn AsRef<str> + Send + Sync;
type Bytes = dyn AsRef<[u8]> + Send + Sync;

/// Text to parse. It is not copied: the document keeps it, because most texts and attribute values of the document refer to it.
///
/// Parsers accept any type that converts into a `Source`. A `&str` is borrowed; a `String`, `Cow<str>`, `Arc<str>` or `Arc<String>` is moved.
/// For other owners of text, use [`Source::shared`].
///
/// ```
/// use std::sync::Arc;
/// let page: Arc<str> = "<p>Tea".into();
/// let document: limpid::Document<'static> = limpid::parse(page.clone());
/// assert_eq!(document.source().as_ptr(), page.as_ptr());
/// ```
#[derive(Clone)]
pub struct Source<'i>(TextRepr<'i>);

#[derive(Clone)]
enum TextRepr<'i> {
    Borrowed(&'i str),
    Owned(String),
    // Boxed to keep documents small, since most do not share their text.
    InText(Box<Yoke<&'static str, Arc<Text>>>),
    InBytes(Box<Yoke<&'static str, Arc<Bytes>>>),
}

impl Source<'static> {
    /// Creates a source from any owner of text. The document keeps the owner as long as it needs the text, and its clones share the owner.
    ///
    /// ```
    /// struct Page {
    ///     body: String,
    /// }
    /// impl AsRef<str> for Page {
    ///     fn as_ref(&self) -> &str {
    ///         &self.body
    ///     }
    /// }
    /// let document = limpid::parse(limpid::Source::shared(Page { body: "<p>Tea".into() }));
    /// assert_eq!(document.text_content(), "Tea");
    /// ```
    pub fn shared(owner: impl AsRef<str> + Send + Sync + 'static) -> Source<'static> {
        Arc::new(owner).into()
    }
}

impl<'i> Source<'i> {
    pub(crate) const EMPTY: Source<'static> = Source(TextRepr::Borrowed(""));

    /// Returns the text if it is borrowed, otherwise `None`.
    ///
    /// ```
    /// use limpid::Source;
    /// assert_eq!(Source::from("Tea").borrowed(), Some("Tea"));
    /// assert_eq!(Source::from(String::from("Tea")).borrowed(), None);
    /// ```
    #[inline]
    pub fn borrowed(&self) -> Option<&'i str> {
        match self.0 {
            TextRepr::Borrowed(text) => Some(text),
            _ => None,
        }
    }

    /// Copies the text unless it is owned, and returns it for changes.
    #[inline]
    pub(crate) fn to_mut(&mut self) -> &mut String {
        if !matches!(self.0, TextRepr::Owned(_)) {
            self.0 = TextRepr::Owned(String::from(&**self));
        }
        match &mut self.0 {
            TextRepr::Owned(text) => text,
            _ => unreachable!("the text was replaced by an owned one"),
        }
    }

    #[inline]
    pub(crate) fn into_owned(self) -> Source<'static> {
        Source(match self.0 {
            TextRepr::Borrowed(text) => TextRepr::Owned(text.to_owned()),
            TextRepr::Owned(text) => TextRepr::Owned(text),
            TextRepr::InText(text) => TextRepr::InText(text),
            TextRepr::InBytes(text) => TextRepr::InBytes(text),
        })
    }
}

impl Deref for Source<'_> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        match &self.0 {
            TextRepr::Borrowed(text) => text,
            TextRepr::Owned(text) => text,
            TextRepr::InText(text) => text.get(),
            TextRepr::InBytes(text) => text.get(),
        }
    }
}

impl fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl<'i> From<&'i str> for Source<'i> {
    #[inline]
    fn from(text: &'i str) -> Source<'i> {
        Source(TextRepr::Borrowed(text))
    }
}

impl<'i> From<&'i String> for Source<'i> {
    fn from(text: &'i String) -> Source<'i> {
        Source(TextRepr::Borrowed(text))
    }
}

impl From<String> for Source<'_> {
    fn from(text: String) -> Self {
        Source(TextRepr::Owned(text))
    }
}

impl<'i> From<Cow<'i, str>> for Source<'i> {
    fn from(text: Cow<'i, str>) -> Source<'i> {
        match text {
            Cow::Borrowed(text) => text.into(),
            Cow::Owned(text) => text.into(),
        }
    }
}

impl<'i> From<&'i Cow<'_, str>> for Source<'i> {
    fn from(text: &'i Cow<'_, str>) -> Source<'i> {
        text[..].into()
    }
}

impl From<Box<str>> for Source<'_> {
    fn from(text: Box<str>) -> Self {
        String::from(text).into()
    }
}

impl<T: AsRef<str> + Send + Sync + 'static> From<Arc<T>> for Source<'_> {
    fn from(owner: Arc<T>) -> Self {
        let owner: Arc<Text> = owner;
        Source(TextRepr::InText(Box::new(Yoke::attach_to_cart(owner, |owner| owner.as_ref()))))
    }
}

impl From<Arc<str>> for Source<'_> {
    fn from(text: Arc<str>) -> Self {
        Source::shared(text)
    }
}

/// Bytes to parse. If they are UTF-8, they are not copied: the document keeps them as its text.
///
/// Parsers accept any type that converts into `SourceBytes`. A slice is borrowed; a `Vec<u8>`, `Cow<[u8]>`, `Arc<[u8]>` or `Arc<Vec<u8>>` is
/// moved. For other owners of bytes, such as `bytes::Bytes` or a memory map, use [`SourceBytes::shared`].
///
/// ```
/// use limpid::ParseOptions;
/// use std::sync::Arc;
/// let page = Arc::new(b"<p>caf\xc3\xa9".to_vec());
/// let document = ParseOptions::new().parse_bytes(page.clone());
/// assert_eq!(document.text_content(), "café");
/// assert_eq!(document.source().as_ptr(), page.as_ptr());
/// ```
#[derive(Clone)]
pub struct SourceBytes<'i>(BytesRepr<'i>);

#[derive(Clone)]
enum BytesRepr<'i> {
    Borrowed(&'i [u8]),
    Shared(Arc<Bytes>),
}

impl SourceBytes<'static> {
    /// Creates a source from any owner of bytes. The document keeps the owner if it uses the bytes as its text, and drops it if the bytes had to
    /// be decoded.
    ///
    /// ```
    /// use limpid::SourceBytes;
    /// let file: Box<[u8]> = Box::from(&b"<meta charset=utf-8><p>Tea"[..]); // or a memory map
    /// let document: limpid::Document<'static> = limpid::parse_bytes(SourceBytes::shared(file));
    /// assert_eq!(document.text_content(), "Tea");
    /// ```
    pub fn shared(owner: impl AsRef<[u8]> + Send + Sync + 'static) -> SourceBytes<'static> {
        Arc::new(owner).into()
    }
}

impl<'i> SourceBytes<'i> {
    /// Returns the bytes.
    ///
    /// ```
    /// assert_eq!(limpid::SourceBytes::from(vec![84, 101, 97]).as_bytes(), b"Tea");
    /// ```
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            BytesRepr::Borrowed(bytes) => bytes,
            BytesRepr::Shared(owner) => (**owner).as_ref(),
        }
    }

    /// Decodes the bytes with a function. If its result borrows from the bytes, the source keeps them.
    pub(crate) fn decode(self, decode: impl for<'b> FnOnce(&'b [u8]) -> Cow<'b, str>) -> Source<'i> {
        match self.0 {
            BytesRepr::Borrowed(bytes) => decode(bytes).into(),
            BytesRepr::Shared(owner) => {
                let text = Yoke::try_attach_to_cart(owner, |owner| match decode(owner.as_ref()) {
                    Cow::Borrowed(text) => Ok(text),
                    Cow::Owned(text) => Err(text),
                });
                Source(text.map_or_else(TextRepr::Owned, |text| TextRepr::InBytes(Box::new(text))))
            }
        }
    }
}

impl fmt::Debug for SourceBytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_bytes(), f)
    }
}

impl<'i> From<&'i [u8]> for SourceBytes<'i> {
    #[inline]
    fn from(bytes: &'i [u8]) -> SourceBytes<'i> {
        SourceBytes(BytesRepr::Borrowed(bytes))
    }
}

impl<'i, const N: usize> From<&'i [u8; N]> for SourceBytes<'i> {
    fn from(bytes: &'i [u8; N]) -> SourceBytes<'i> {
        bytes[..].into()
    }
}

impl<'i> From<&'i Vec<u8>> for SourceBytes<'i> {
    fn from(bytes: &'i Vec<u8>) -> SourceBytes<'i> {
        bytes[..].into()
    }
}

impl From<Vec<u8>> for SourceBytes<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        SourceBytes::shared(bytes)
    }
}

impl<'i> From<Cow<'i, [u8]>> for SourceBytes<'i> {
    fn from(bytes: Cow<'i, [u8]>) -> SourceBytes<'i> {
        match bytes {
            Cow::Borrowed(bytes) => bytes.into(),
            Cow::Owned(bytes) => bytes.into(),
        }
    }
}

impl<'i> From<&'i Cow<'_, [u8]>> for SourceBytes<'i> {
    fn from(bytes: &'i Cow<'_, [u8]>) -> SourceBytes<'i> {
        bytes[..].into()
    }
}

impl<T: AsRef<[u8]> + Send + Sync + 'static> From<Arc<T>> for SourceBytes<'_> {
    fn from(owner: Arc<T>) -> Self {
        SourceBytes(BytesRepr::Shared(owner))
    }
}

impl From<Arc<[u8]>> for SourceBytes<'_> {
    fn from(bytes: Arc<[u8]>) -> Self {
        SourceBytes::shared(bytes)
    }
}
