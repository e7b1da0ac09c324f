//! Writes nodes as Markdown.
//!
//! [`blocks`] traverses the tree and writes each element by its [`role`], with the help of [`list`] and [`math`]. [`inline`] writes inline
//! content: links, images and code. [`writer`] writes the output, including the prefixes of lines. [`emphasis`] tracks the delimiters of
//! emphasis, and [`escape`] escapes text.

mod blocks;
mod emphasis;
mod escape;
mod inline;
mod list;
mod math;
mod options;
mod role;
mod writer;

use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::write::buffered::{Buffered, write_buffered};
#[cfg(feature = "mapped-text")]
use crate::write::mapped::MappedText;
use blocks::Markdown;
use core::fmt::{self, Write};

pub use options::MarkdownOptions;

impl Document<'_> {
    /// Returns the document as Markdown: [`NodeRef::to_markdown`] of the root.
    ///
    /// ```
    /// assert_eq!(limpid::parse("<h1>Tea</h1><ul><li>green<li><b>black</b></ul>").to_markdown(), "# Tea\n\n- green\n- **black**\n");
    /// ```
    #[inline]
    pub fn to_markdown(&self) -> String {
        self.root().to_markdown()
    }

    /// Returns the document as Markdown, with these options: [`NodeRef::to_markdown_with`] of the root.
    ///
    /// ```
    /// use limpid::MarkdownOptions;
    /// let document = limpid::parse("<p>Tea <img src=data:, alt=cup>");
    /// assert_eq!(document.to_markdown_with(&MarkdownOptions::new().data_images(false)), "Tea cup\n");
    /// ```
    #[inline]
    pub fn to_markdown_with(&self, options: &MarkdownOptions<'_>) -> String {
        self.root().to_markdown_with(options)
    }
}

impl NodeRef<'_> {
    /// Returns the node as Markdown: [CommonMark](https://spec.commonmark.org) with GitHub's tables, task lists and strikethrough.
    ///
    /// Headings, paragraphs, emphasis, links, images, lists, code, block quotes, tables and rules become Markdown, and `sup` and `sub` keep
    /// their tags. For other elements, only the text is written. Content that is [not displayed](Self::inner_text) is left out. Text is
    /// escaped, so that a Markdown parser does not read it as markup. Links, headings and emphasis without visible content are left out,
    /// and so are form fields.
    ///
    /// * **Structure** that Markdown cannot express is dropped: blocks in a link or a heading are joined to one line, blocks in a table cell are
    ///   separated by `<br>`, and code contains only text. A link around headings is written in each heading. Empty comments separate markup
    ///   that would otherwise run together.
    /// * **Tables** follow the [table model](crate::Table). The first of the [header rows](crate::Table::header_rows) becomes the Markdown header. A
    ///   table with one column, or one that is [used for layout](crate::Table::is_layout), is written as a sequence of blocks.
    /// * **Formulas** of MathML, KaTeX, MathJax or MediaWiki are written once, as TeX between `$`, if the page contains their TeX source. TeX is not
    ///   escaped: a parser that does not support formulas reads their content as text, for example `\{` without its backslash.
    /// * **Images** have the address in `data-src` or a similar attribute, if there is one. If `src` is missing or a placeholder, the address
    ///   is that of a candidate in `srcset` or the surrounding `picture`. An image without an address is written as its alternative text.
    /// * **Code blocks** get the language that is named by a class, `data-lang` or `lang` of the element, of the `code` in it or of its
    ///   nearest ancestors.
    ///
    /// A CommonMark parser finds emphasis, strikethrough, code and links where the page has them, with two exceptions:
    ///
    /// * A link at the start of a paragraph is read as a definition if its text starts with code that contains `]:`.
    /// * Emphasis directly next to other text may not be recognized if it starts or ends with a letter in a circle or a square. Markdown
    ///   parsers treat these letters as symbols.
    ///
    /// ```
    /// # use limpid::Document;
    /// # let mut document = Document::new_fragment();
    /// # let root = document.root().id();
    /// # for (name, text) in [("h2", "Tea & *cups*"), ("p", "Green")] {
    /// #     let element = document.create_element(name)?;
    /// #     document.node_mut(root)?.append(element)?;
    /// #     let text = document.create_text(text)?;
    /// #     document.node_mut(element)?.append(text)?;
    /// # }
    /// assert_eq!(document.to_html(), "<h2>Tea &amp; *cups*</h2><p>Green</p>");
    /// assert_eq!(document.to_markdown(), "## Tea & \\*cups\\*\n\nGreen\n");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[inline]
    pub fn to_markdown(self) -> String {
        self.to_markdown_with(&MarkdownOptions::new())
    }

    /// Returns the node as Markdown like [`to_markdown`](Self::to_markdown), with these options.
    ///
    /// ```
    /// use limpid::MarkdownOptions;
    /// let document = limpid::parse("<a href=#top>Up</a>");
    /// let resolve = |_: limpid::NodeRef<'_>, address: &str| Some(format!("https://tea.example/{address}"));
    /// let markdown = document.body().unwrap().to_markdown_with(&MarkdownOptions::new().resolve(&resolve));
    /// assert_eq!(markdown, "[Up](https://tea.example/#top)\n");
    /// ```
    #[inline]
    pub fn to_markdown_with(self, options: &MarkdownOptions<'_>) -> String {
        Buffered::write_to_string("", 0, |out| Markdown::new(self, options, out).run())
    }

    /// Writes the node as Markdown like [`to_markdown`](Self::to_markdown), with these options.
    ///
    /// # Errors
    /// Errors of the writer.
    ///
    /// ```
    /// let document = limpid::parse("<p>Green <em>tea</em>");
    /// let mut markdown = String::new();
    /// document.root().write_markdown(&mut markdown, &limpid::MarkdownOptions::new())?;
    /// assert_eq!(markdown.trim_end(), "Green *tea*");
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    #[inline]
    pub fn write_markdown<W: Write>(self, mut out: W, options: &MarkdownOptions<'_>) -> fmt::Result {
        write_buffered("", &mut out, |out| Markdown::new(self, options, out).run())
    }

    /// Returns the node as Markdown with these options, and with the source of each part. The runs contain no markup or backslashes.
    /// Addresses and titles of links and images, and alternative texts, are runs of attributes.
    ///
    /// ```
    /// let page = "<h2>Tea &amp; <a href=/m>milk</a></h2>";
    /// let document = limpid::ParseOptions::new().spans(true).parse(page);
    /// let mapped = document.root().to_markdown_mapped(&limpid::MarkdownOptions::new());
    /// assert_eq!(mapped.text(), "## Tea & [milk](/m)\n");
    /// let runs = mapped.runs().iter().map(|run| (&mapped.text()[run.range.clone()], &page[run.span.unwrap().range()]));
    /// assert_eq!(runs.collect::<Vec<_>>(), [("Tea ", "Tea "), ("&", "&amp;"), (" ", " "), ("milk", "milk"), ("/m", "/m")]);
    /// assert_eq!(mapped.headings()[0].title, "Tea & milk");
    /// ```
    #[cfg(feature = "mapped-text")]
    #[inline]
    pub fn to_markdown_mapped(self, options: &MarkdownOptions<'_>) -> MappedText {
        MappedText::of(self, |recorder| Markdown::new(self, options, recorder).run())
    }
}
