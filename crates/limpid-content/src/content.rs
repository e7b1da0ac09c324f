//! The content of a page: [`Content`].

use crate::kind::PageKind;
use crate::metadata::{Found, Metadata};
use crate::options::ContentOptions;
use crate::outline::{Amounts, share};
use crate::select::{Selection, Selector};
use limpid_dom::{
    Document, Edge, LocalName, MappedText, MarkdownOptions, MutationError, Namespace, NodeId, NodeRef, SerializeOptions,
};

/// The main content of a page and its metadata: [`ContentExt::content`](crate::ContentExt::content).
///
/// ```
/// use limpid::content::{ContentExt as _, PageKind};
/// # let sentence = "Green tea is steamed shortly after it is picked, which keeps its leaves green and its taste fresh. ";
/// # let text = sentence.repeat(3);
/// // `text` has some sentences.
/// let page = format!("<nav><a href=/>Home</a></nav><main><h1>Green tea</h1><p>{text}</p></main><footer>Imprint</footer>");
/// let document = limpid::parse(page);
/// let content = document.content();
/// assert_eq!(content.kind(), PageKind::Article);
/// assert_eq!(content.text(), format!("Green tea\n\n{}", text.trim()));
/// assert!(content.markdown().starts_with("# Green tea\n"));
/// assert_eq!(document.text_content().matches("Imprint").count(), 1); // the page is unchanged
/// ```
#[derive(Clone, Debug)]
pub struct Content<'i> {
    /// A copy of the page without everything else.
    document: Document<'i>,
    nodes: Vec<NodeId>,
    comments: Vec<NodeId>,
    kind: PageKind,
    confidence: f64,
    metadata: Metadata,
}

impl<'i> Content<'i> {
    pub(crate) fn of(page: &Document<'i>, options: &ContentOptions<'_>) -> Content<'i> {
        let found = Found::new(page, options.url);
        let mut content = Content {
            document: page.clone(),
            nodes: Vec::new(),
            comments: Vec::new(),
            kind: options.kind.unwrap_or(PageKind::Service),
            confidence: 0.0,
            metadata: found.metadata(),
        };
        // Fragments and pages with frames have no body.
        let top = page.body().unwrap_or_else(|| page.root());
        let mut selector = Selector::new(top);
        let mut selection = selector.select(options.kind, &found.declared);
        content.kind = selection.kind;
        content.confidence = confidence(&selector, &selection);
        if options.has_comments {
            selector.keep_comments(&mut selection);
        }
        let id = |index: &usize| selector.outline.entries[*index].node.id();
        content.comments = selector.comments.iter().map(|comments| id(&comments.index)).collect();
        let has_text = selection.tops.iter().any(|top| selector.amounts[*top].text > 0);
        if has_text && content.confidence >= options.min_confidence {
            content.nodes = selection.tops.iter().map(id).collect();
        } else {
            selector.is_removed.fill(true);
        }
        let changes = Changes::of(top, &selector, &content.nodes, options);
        // The changes concern nodes of the copy, so they cannot fail unless memory for attributes is exhausted.
        let _ = changes.apply(&mut content.document);
        content
    }

    /// Returns a copy of the page from whose body everything but the content is removed. The ids of its nodes are those of the page.
    ///
    /// Hidden content that a script would show is shown in it: attributes that hide it are removed. Scripts, forms and comments are removed,
    /// but the content is not sanitized: it can contain attributes such as `onclick`.
    ///
    /// ```
    /// use limpid::content::ContentExt as _;
    /// # let text = "Green tea is steamed shortly after it is picked, which keeps its leaves green and its taste fresh. ".repeat(3);
    /// let page = format!("<main><p>{text}</p><table><tr><th>Tea<th>Price<tr><td>Sencha<td>4</table></main><footer>Imprint</footer>");
    /// let content = limpid::parse(page).content();
    /// assert_eq!(content.document().tables().count(), 1);
    /// ```
    pub fn document(&self) -> &Document<'i> {
        &self.document
    }

    /// Returns [`document`](Self::document) as a document of its own.
    ///
    /// ```
    /// use limpid::content::ContentExt as _;
    /// let document = limpid::parse("<nav>Menu</nav><main><p>Green tea").content().into_document();
    /// assert_eq!(document.inner_text(), "Green tea");
    /// ```
    pub fn into_document(self) -> Document<'i> {
        self.document
    }

    /// Returns the elements with the content, in tree order: the posts of a thread, and otherwise one element. Empty if the page has no
    /// content, or less confidence than [`ContentOptions::min_confidence`] asks for.
    ///
    /// ```
    /// use limpid::content::ContentExt as _;
    /// # let text = "Green tea is steamed shortly after it is picked, which keeps its leaves green and its taste fresh. ".repeat(3);
    /// let content = limpid::parse(format!("<nav>Menu</nav><article><p>{text}</article>")).content();
    /// assert_eq!(content.nodes().next().unwrap().local_name(), "article");
    /// ```
    pub fn nodes(&self) -> impl Iterator<Item = NodeRef<'_>> {
        self.nodes.iter().filter_map(|id| self.document.node(*id))
    }

    /// Returns the elements of the page that contain comments on the content. They are part of the content only with
    /// [`ContentOptions::comments`].
    ///
    /// ```
    /// use limpid::content::ContentExt as _;
    /// # let text = "Green tea is steamed shortly after it is picked, which keeps its leaves green and its taste fresh. ".repeat(3);
    /// # let comment = "I prefer black tea, which is stronger, and which keeps much longer than green tea does.";
    /// let page = format!("<article><p>{text}</article><section id=comments><p>{comment}</section>");
    /// let document = limpid::parse(page);
    /// let comments = document.content().comments().to_vec();
    /// assert_eq!(document.node(comments[0]).unwrap().inner_text(), comment);
    /// ```
    pub fn comments(&self) -> &[NodeId] {
        &self.comments
    }

    /// Returns the kind of the page.
    ///
    /// ```
    /// use limpid::content::{ContentExt as _, PageKind};
    /// let page = "<meta name=generator content=phpBB><main><p>Which tea?</main>";
    /// assert_eq!(limpid::parse(page).content().kind(), PageKind::Thread);
    /// ```
    pub fn kind(&self) -> PageKind {
        self.kind
    }

    /// Returns how certain it is that this is the content of the page: a number from 0 to 0.95 with two digits after the point. It grows
    /// with the amount of text and with the share of paragraphs. The guide "Articles and metadata" compares it with the scores of pages.
    ///
    /// ```
    /// use limpid::content::ContentExt as _;
    /// assert!(limpid::parse("<p>Tea").content().confidence() < 0.1);
    /// ```
    pub fn confidence(&self) -> f64 {
        self.confidence
    }

    /// Returns the metadata of the page.
    ///
    /// ```
    /// use limpid::content::ContentExt as _;
    /// let content = limpid::parse("<title>Green tea</title><p>Tea").content();
    /// assert_eq!(content.metadata().title.as_ref().unwrap().value, "Green tea");
    /// ```
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Returns the content as text: its [`inner_text`](limpid_dom::NodeRef::inner_text).
    ///
    /// ```
    /// use limpid::content::ContentExt as _;
    /// assert_eq!(limpid::parse("<nav>Menu</nav><main><p>Green <b>tea").content().text(), "Green tea");
    /// ```
    pub fn text(&self) -> String {
        self.top().inner_text()
    }

    /// Returns the content as text with the source of each part, like [`inner_text_mapped`](limpid_dom::NodeRef::inner_text_mapped). Parse the page
    /// with [`spans`](limpid_dom::ParseOptions::spans).
    ///
    /// ```
    /// use limpid::content::ContentExt as _;
    /// let page = "<nav>Menu</nav><main><p>Green &amp; black tea";
    /// let mapped = limpid::ParseOptions::new().spans(true).parse(page).content().text_mapped();
    /// assert_eq!(mapped.text(), "Green & black tea");
    /// let runs = mapped.runs().iter().map(|run| &page[run.span.unwrap().range()]);
    /// assert_eq!(runs.collect::<Vec<_>>(), ["Green ", "&amp;", " black tea"]);
    /// ```
    pub fn text_mapped(&self) -> MappedText {
        self.top().inner_text_mapped()
    }

    /// Returns the content as [Markdown](limpid_dom::NodeRef::to_markdown). Images with a `data:` URL, which are often placeholders, are
    /// replaced by their alternative text.
    ///
    /// ```
    /// use limpid::content::ContentExt as _;
    /// assert_eq!(limpid::parse("<nav>Menu</nav><main><p>Green <b>tea").content().markdown(), "Green **tea**\n");
    /// ```
    pub fn markdown(&self) -> String {
        self.markdown_with(&MarkdownOptions::new().data_images(false))
    }

    /// Returns the content as Markdown, with these options.
    ///
    /// ```
    /// use limpid::{MarkdownOptions, content::ContentExt as _};
    /// let content = limpid::parse("<main><p>Tea <img src=data:, alt=cup>").content();
    /// assert_eq!(content.markdown(), "Tea cup\n");
    /// assert_eq!(content.markdown_with(&MarkdownOptions::new()), "Tea ![cup](data:,)\n");
    /// ```
    pub fn markdown_with(&self, options: &MarkdownOptions<'_>) -> String {
        self.top().to_markdown_with(options)
    }

    /// Returns the content as Markdown with the source of each part, like [`to_markdown_mapped`](limpid_dom::NodeRef::to_markdown_mapped).
    ///
    /// ```
    /// use limpid::{MarkdownOptions, content::ContentExt as _};
    /// let content = limpid::parse("<nav>Menu</nav><main><p>Green <b>tea").content();
    /// assert_eq!(content.markdown_mapped(&MarkdownOptions::new()).text(), "Green **tea**\n");
    /// ```
    pub fn markdown_mapped(&self, options: &MarkdownOptions<'_>) -> MappedText {
        self.top().to_markdown_mapped(options)
    }

    /// Returns the content as HTML: the elements of [`nodes`](Self::nodes). It is not sanitized.
    ///
    /// ```
    /// use limpid::content::ContentExt as _;
    /// assert_eq!(limpid::parse("<nav>Menu</nav><main><p>Green tea").content().html(), "<main><p>Green tea</p></main>");
    /// ```
    pub fn html(&self) -> String {
        self.nodes().map(NodeRef::to_html).collect()
    }

    /// Returns the content as HTML, with these options. It is not sanitized.
    ///
    /// ```
    /// use limpid::{SerializeOptions, content::ContentExt as _};
    /// let content = limpid::parse("<main><p class=tea>Green").content();
    /// assert_eq!(content.html_with(&SerializeOptions::minified()), "<main><p class=tea>Green</main>");
    /// ```
    pub fn html_with(&self, options: &SerializeOptions<'_>) -> String {
        self.nodes().map(|node| node.to_html_with(options)).collect()
    }

    fn top(&self) -> NodeRef<'_> {
        self.document.body().unwrap_or_else(|| self.document.root())
    }
}

/// What to change in a copy of a page.
#[derive(Default)]
struct Changes {
    removed: Vec<NodeId>,
    /// Hidden elements, which are shown.
    shown: Vec<NodeId>,
    /// Closed `details`, which are opened.
    opened: Vec<NodeId>,
    /// Links, which are replaced by their content.
    unwrapped: Vec<NodeId>,
}

impl Changes {
    fn of(top: NodeRef<'_>, selector: &Selector<'_>, tops: &[NodeId], options: &ContentOptions<'_>) -> Changes {
        let mut changes = Changes::default();
        let mut tops = tops.iter().copied().peekable();
        let mut open_top: Option<NodeId> = None;
        // The outline has the elements in tree order.
        let mut index = 0;
        let mut traverse = top.traverse();
        while let Some(edge) = traverse.next() {
            let node = match edge {
                Edge::Enter(node) => node,
                Edge::Leave(node) => {
                    open_top = open_top.filter(|top| *top != node.id());
                    continue;
                }
            };
            let entry = selector.outline.entries.get(index).filter(|entry| entry.node == node);
            let is_kept = match entry {
                Some(entry) => {
                    let is_kept = !selector.is_removed[index] || index == 0;
                    index = if is_kept { index + 1 } else { entry.end as usize };
                    if is_kept && tops.peek() == Some(&node.id()) {
                        open_top = tops.next();
                    }
                    if is_kept && entry.is_hidden {
                        changes.shown.push(node.id());
                    }
                    is_kept && (options.has_images || !is_media(node))
                }
                None => open_top.is_some() && (node.is_text() || options.has_images && is_media(node)),
            };
            if !is_kept {
                changes.removed.push(node.id());
                traverse.skip_children();
                if let Some(entry) = entry {
                    index = entry.end as usize;
                }
            } else if node.is_html(LocalName::DETAILS)
                && !node.has_attribute("open")
                && is_read_in_place(selector, index - 1)
            {
                changes.opened.push(node.id());
            } else if node.is_html(LocalName::A) && !options.has_links {
                changes.unwrapped.push(node.id());
            }
        }
        changes
    }

    fn apply(self, document: &mut Document<'_>) -> Result<(), MutationError> {
        for id in self.removed {
            document.node_mut(id)?.remove()?;
        }
        for id in self.shown {
            let mut node = document.node_mut(id)?;
            node.remove_attribute("hidden")?;
            node.remove_attribute("style")?;
        }
        for id in self.opened {
            document.node_mut(id)?.set_attribute("open", "")?;
        }
        for id in self.unwrapped {
            document.node_mut(id)?.replace_with_children()?;
        }
        Ok(())
    }
}

/// Whether the text in a `details` is content rather than a menu.
fn is_read_in_place(selector: &Selector<'_>, index: usize) -> bool {
    selector.amounts[index].link_share() <= 0.5
}

/// Whether an element shows an image, a video or a sound, or describes one.
fn is_media(node: NodeRef<'_>) -> bool {
    use LocalName as Name;
    node.namespace() == Namespace::Html
        && matches!(
            node.name(),
            Name::AUDIO | Name::FIGCAPTION | Name::IMG | Name::PICTURE | Name::SOURCE | Name::TRACK | Name::VIDEO
        )
}

/// Returns how certain it is that the selection is the content. On pages with known content, this is about the mean F1 of the words.
fn confidence(selector: &Selector<'_>, selection: &Selection) -> f64 {
    let sum =
        |amount: fn(&Amounts) -> u32| selection.tops.iter().map(|top| amount(&selector.amounts[*top])).sum::<u32>();
    let (text, prose) = (sum(|amounts| amounts.text), sum(|amounts| amounts.prose));
    let enough = share(text, 500).min(1.0);
    (enough * (0.6 + 0.35 * share(prose, text)) * 100.0).round() / 100.0
}
