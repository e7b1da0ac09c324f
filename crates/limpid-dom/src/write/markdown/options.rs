use crate::read::node_ref::NodeRef;
use core::fmt;

/// The resolution of an address of an element.
pub(super) type Resolve<'a> = dyn Fn(NodeRef<'_>, &str) -> Option<String> + 'a;

/// The options of Markdown: [`NodeRef::to_markdown_with`].
///
/// ```
/// use limpid::MarkdownOptions;
/// let document = limpid::parse("<table><tr><th>Tea<th>Price<tr><td colspan=2>none</table>");
/// let options = MarkdownOptions::new().repeat_spanned_cells(true);
/// assert_eq!(document.to_markdown_with(&options), "| Tea | Price |\n| --- | --- |\n| none | none |\n");
/// ```
#[derive(Clone, Copy)]
pub struct MarkdownOptions<'a> {
    pub(super) resolve: Option<&'a Resolve<'a>>,
    pub(super) repeats_spanned_cells: bool,
    pub(super) has_data_images: bool,
}

impl<'a> MarkdownOptions<'a> {
    /// Returns the default options.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea");
    /// assert_eq!(document.to_markdown_with(&limpid::MarkdownOptions::new()), document.to_markdown());
    /// ```
    #[must_use]
    #[inline]
    pub fn new() -> MarkdownOptions<'a> {
        MarkdownOptions { resolve: None, repeats_spanned_cells: false, has_data_images: true }
    }

    /// Sets a function that resolves the addresses of links and images: it is given the element and the address as it is written, and
    /// returns the one to write, or `None` to leave it. `limpid::links::Base` resolves them as browsers do.
    ///
    /// Once resolving has made addresses longer by 1 MiB and 16 bytes for each byte of the page, those that follow are written as they are.
    ///
    /// ```
    /// use limpid::MarkdownOptions;
    /// let document = limpid::parse("<a href=/green>Green</a>");
    /// let resolve = |_: limpid::NodeRef<'_>, address: &str| Some(format!("https://tea.example{address}"));
    /// let markdown = document.to_markdown_with(&MarkdownOptions::new().resolve(&resolve));
    /// assert_eq!(markdown, "[Green](https://tea.example/green)\n");
    /// ```
    #[must_use]
    #[inline]
    pub fn resolve(self, resolve: &'a Resolve<'a>) -> MarkdownOptions<'a> {
        MarkdownOptions { resolve: Some(resolve), ..self }
    }

    /// Sets whether the positions of a table that a cell spans repeat its text, without markup. By default they are empty. Repeated texts
    /// have at most 16 bytes for each byte of text of the table.
    ///
    /// ```
    /// use limpid::MarkdownOptions;
    /// let document = limpid::parse("<table><tr><th>Tea<th>Day<tr><td rowspan=2>Green<td>1<tr><td>2</table>");
    /// assert!(document.to_markdown().ends_with("| Green | 1 |\n| | 2 |\n"));
    /// let options = MarkdownOptions::new().repeat_spanned_cells(true);
    /// assert!(document.to_markdown_with(&options).ends_with("| Green | 1 |\n| Green | 2 |\n"));
    /// ```
    #[must_use]
    #[inline]
    pub fn repeat_spanned_cells(self, repeat: bool) -> MarkdownOptions<'a> {
        MarkdownOptions { repeats_spanned_cells: repeat, ..self }
    }

    /// Sets whether images whose address is a `data:` URL are written with it, as they are by default, or by their alternative text alone.
    ///
    /// ```
    /// use limpid::MarkdownOptions;
    /// let document = limpid::parse("<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' alt=Tea>");
    /// assert_eq!(document.to_markdown_with(&MarkdownOptions::new().data_images(false)), "Tea\n");
    /// ```
    #[must_use]
    #[inline]
    pub fn data_images(self, keep: bool) -> MarkdownOptions<'a> {
        MarkdownOptions { has_data_images: keep, ..self }
    }

    /// Returns the number of bytes by which resolved addresses may be longer.
    #[inline]
    pub(super) fn growth(&self, top: NodeRef<'_>) -> usize {
        top.document().source().len().saturating_mul(16).saturating_add(1 << 20)
    }
}

impl Default for MarkdownOptions<'_> {
    #[inline]
    fn default() -> Self {
        MarkdownOptions::new()
    }
}

impl fmt::Debug for MarkdownOptions<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MarkdownOptions")
            .field("resolve", &self.resolve.is_some())
            .field("repeat_spanned_cells", &self.repeats_spanned_cells)
            .field("data_images", &self.has_data_images)
            .finish()
    }
}
