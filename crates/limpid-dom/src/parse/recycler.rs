//! Parsing one document after another in the same memory.

use super::Build;
use super::memory::ParseMemory;
use crate::{Document, FragmentContext, ParseOptions, Source, SourceBytes};

/// Parses one document after another, each in the memory of one that is not needed any more.
///
/// Parses give the same documents as without it. It saves the allocations for nodes, attributes, names and built text, and what
/// the system takes for handing out fresh memory: much where documents are many and small.
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
/// Of the documents that were given back and not used again, the recycler keeps at most 64 MiB of memory in all, unless another
/// [limit](Self::limit) is set, and none of their text; what is beyond goes back to the system at once.
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
    /// A recycler for documents that are parsed with these options.
    ///
    /// ```
    /// use limpid::{ParseOptions, Recycler};
    /// let mut recycler = Recycler::new(ParseOptions::new().errors(false));
    /// assert!(recycler.parse("<p>Tea</b>").errors().is_empty());
    /// ```
    pub fn new(options: ParseOptions) -> Recycler {
        Recycler { options, memory: ParseMemory::new() }
    }

    /// Sets the most memory in bytes that is kept of documents which were given back and not used again.
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

    /// Sets the options of the parses that follow.
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
        Build::new(&self.options, None, &mut self.memory).text(input.into())
    }

    /// Parses the bytes of a whole document, as [`ParseOptions::parse_bytes`] does.
    ///
    /// ```
    /// let mut recycler = limpid::Recycler::default();
    /// assert_eq!(recycler.parse_bytes(b"<meta charset=koi8-r><p>\xf2").text_content(), "Р");
    /// ```
    pub fn parse_bytes<'i>(&mut self, input: impl Into<SourceBytes<'i>>) -> Document<'i> {
        Build::new(&self.options, None, &mut self.memory).bytes(input.into())
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
        Build::new(&self.options, Some(&context.into()), &mut self.memory).text(input.into())
    }

    /// Takes back a document, which may come from any parse: the next one is built in its memory.
    ///
    /// ```
    /// let mut recycler = limpid::Recycler::default();
    /// recycler.recycle(limpid::parse("<p>Green"));
    /// let next = recycler.parse("<p>Black"); // in the memory of the first
    /// assert_eq!(next.text_content(), "Black");
    /// ```
    pub fn recycle(&mut self, document: Document<'_>) {
        self.memory.keep(document);
    }
}
