use crate::read::node_ref::NodeRef;
use core::fmt;

/// A function that resolves the address of an element.
pub(super) type Resolve<'a> = dyn Fn(NodeRef<'_>, &str) -> Option<String> + 'a;

/// Options for writing Markdown: [`NodeRef::to_markdown_with`].
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

    /// Sets a function that resolves the addresses of links and images. Its arguments are the element and the address as written in the
    /// page. It returns the address to write, or `None` to keep the original one. `limpid::links::Base` resolves addresses as browsers do.
    ///
    /// In total, resolved addresses may be longer than the original addresses by 1 MiB plus 16 bytes for each byte of the page. An address
    /// that would exceed this limit is not changed.
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

    /// Sets whether the positions that a table cell spans repeat its text, without markup. By default, they are empty. The total length of
    /// repeated texts is limited to 16 bytes for each byte of the table's texts.
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

    /// Sets whether images with a `data:` URL are written with this URL, which is the default, or only as their alternative text.
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

    /// Returns the number of bytes by which resolving may lengthen the addresses in total.
    #[inline]
    pub(super) fn max_address_growth(&self, top: NodeRef<'_>) -> usize {
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
