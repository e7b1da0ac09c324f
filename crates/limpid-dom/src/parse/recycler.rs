//! Parsing many documents with reused memory.

use super::WholeParse;
use super::memory::ParseMemory;
use crate::{Document, FragmentContext, ParseOptions, Source, SourceBytes};

/// A parser for many documents that reuses the memory of documents which are no longer needed.
///
/// It saves the allocations for nodes, attributes, names and built text, and the system's cost of providing new memory. The savings are largest
/// for many small documents. The documents are equal to the documents that [`ParseOptions`] parses.
///
/// ```
/// use limpid::{ParseOptions, Recycler};
/// let mut recycler = Recycler::new(ParseOptions::new());
/// let mut titles = Vec::new();
/// for page in ["<title>One</title>", "<title>Two</title>"] {
///     let document = recycler.parse(page);
///     titles.extend(document.title());
///     recycler.recycle(document);
/// }
/// assert_eq!(titles, ["One", "Two"]);
/// ```
///
/// By default, the recycler keeps up to 64 MiB of memory from recycled documents; [`limit`](Self::limit) changes this. It immediately frees memory
/// beyond the limit, and the sources of recycled documents.
#[derive(Debug)]
pub struct Recycler {
    options: ParseOptions,
    memory: Box<ParseMemory>,
}

impl Default for Recycler {
    fn default() -> Recycler {
        Recycler::new(ParseOptions::default())
    }
}

impl Recycler {
    /// Creates a recycler that parses with these options.
    ///
    /// ```
    /// use limpid::{ParseOptions, Recycler};
    /// let mut recycler = Recycler::new(ParseOptions::new().errors(false));
    /// assert!(recycler.parse("<p>Tea</b>").errors().is_empty());
    /// ```
    pub fn new(options: ParseOptions) -> Recycler {
        Recycler { options, memory: ParseMemory::new() }
    }

    /// Sets the maximum memory in bytes that the recycler keeps from recycled documents.
    ///
    /// ```
    /// let mut recycler = limpid::Recycler::default().limit(1 << 20);
    /// let page = recycler.parse("<p>Tea");
    /// recycler.recycle(page);
    /// ```
    #[must_use]
    pub fn limit(mut self, bytes: usize) -> Recycler {
        self.memory.limit = bytes;
        self
    }

    /// Sets the options for later parses.
    ///
    /// ```
    /// use limpid::{ParseOptions, Recycler, Encoding};
    /// let mut recycler = Recycler::default();
    /// let koi8 = ParseOptions::new().encoding(Encoding::for_label("koi8-r").unwrap());
    /// recycler.set_options(koi8);
    /// assert_eq!(recycler.parse_bytes(b"<p>\xf2").text_content(), "Р");
    /// ```
    pub fn set_options(&mut self, options: ParseOptions) {
        self.options = options;
    }

    /// Parses a whole document, as [`ParseOptions::parse`] does.
    ///
    /// ```
    /// let mut recycler = limpid::Recycler::default();
    /// assert_eq!(recycler.parse("<title>Tea").title().as_deref(), Some("Tea"));
    /// ```
    pub fn parse<'i>(&mut self, input: impl Into<Source<'i>>) -> Document<'i> {
        WholeParse::new(&self.options, None, &mut self.memory).text(input.into())
    }

    /// Parses the bytes of a whole document, as [`ParseOptions::parse_bytes`] does.
    ///
    /// ```
    /// let mut recycler = limpid::Recycler::default();
    /// assert_eq!(recycler.parse_bytes(b"<meta charset=koi8-r><p>\xf2").text_content(), "Р");
    /// ```
    pub fn parse_bytes<'i>(&mut self, input: impl Into<SourceBytes<'i>>) -> Document<'i> {
        WholeParse::new(&self.options, None, &mut self.memory).bytes(input.into())
    }

    /// Parses the content of an element, as [`ParseOptions::parse_fragment`] does.
    ///
    /// ```
    /// let mut recycler = limpid::Recycler::default();
    /// assert_eq!(recycler.parse_fragment("<td>Tea", "tr").to_html(), "<td>Tea</td>");
    /// ```
    pub fn parse_fragment<'i>(
        &mut self,
        input: impl Into<Source<'i>>,
        context: impl Into<FragmentContext>,
    ) -> Document<'i> {
        WholeParse::new(&self.options, Some(&context.into()), &mut self.memory).text(input.into())
    }

    /// Recycles a document, so that the next one is built in its memory. The document may come from any parse.
    ///
    /// ```
    /// let mut recycler = limpid::Recycler::default();
    /// recycler.recycle(limpid::parse("<p>Green"));
    /// let next = recycler.parse("<p>Black"); // in the memory of the first
    /// assert_eq!(next.text_content(), "Black");
    /// ```
    pub fn recycle(&mut self, document: Document<'_>) {
        self.memory.recycle(document);
    }
}
