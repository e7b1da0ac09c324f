//! Markdown of a node.
//!
//! [`blocks`] goes through the tree and writes each element by its [`role`]; [`list`] and [`math`] know what it has to
//! know of those. [`inline`] has what stands in a line: links, images, code. [`writer`] writes it all, with what stands at
//! the start of lines, [`emphasis`] what opens and closes emphasis, and [`escape`] text that is read as text.

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
    /// Returns what a node shows as Markdown: [CommonMark](https://spec.commonmark.org) with GitHub's tables, task lists and
    /// strikethrough.
    ///
    /// Headings, paragraphs, emphasis, links, images, lists, code, block quotes, tables and rules become theirs, `sup` and `sub` keep
    /// their tags; of everything else the text stays, and what is [not shown](Self::inner_text) is left out. Text is escaped so that it
    /// is read as text. Where Markdown has no words for it, structure is given up: blocks in a link or a heading run on in one line, those
    /// in a cell of a table have `<br>` between them, and code is text alone. A link around headings is written in each of them. Links,
    /// headings and emphasis in which nothing shows are left out, and so are the fields of forms. Empty comments stand where markup would run together.
    ///
    /// Tables are those of the [table model](crate::Table), the first of the [header rows](crate::Table::header_rows) being that of
    /// Markdown. A table of one column is a sequence of blocks, and so is one that is [made for layout](crate::Table::is_layout).
    ///
    /// A formula in MathML, of KaTeX, MathJax or MediaWiki is written once, as TeX between `$`, if the page has its TeX. It is not escaped:
    /// a parser that does not know formulas reads what is in it as text, such as `\{` without its backslash. An image has the address of
    /// `data-src` or the like, if it has that, and one whose `src` is missing or a placeholder that of a candidate in `srcset` or the
    /// `picture` around it; without any it is its alternative text. The language of a block of code is what its classes, `data-lang` or
    /// `lang` say, or those of the elements around.
    ///
    /// A parser of CommonMark finds emphasis, strikethrough, code and links in it where the page has them, with two exceptions:
    /// a link that starts a paragraph with code that has `]:` in it is taken for a definition, and letters in circles and
    /// squares, which are symbols to Markdown, may leave emphasis beside other text unread.
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

    /// Returns what [`to_markdown`](Self::to_markdown) does, with these options.
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
        Buffered::text_of("", 0, |out| Markdown::new(self, options, out).run())
    }

    /// Writes what [`to_markdown`](Self::to_markdown) returns, with these options.
    ///
    /// # Errors
    /// Those of the writer.
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

    /// Returns what [`to_markdown`](Self::to_markdown) returns, with these options, and with what each part of it comes from. Markup, backslashes included,
    /// stands between the runs; addresses and titles of links and images, and alternative texts, are runs of attributes.
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
