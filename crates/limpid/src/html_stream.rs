//! Markup that comes in pieces into an element of a document that is there: `streamHTML` and its siblings, which are proposed.

use crate::sanitize::{Sanitizing, SetHtmlOptions};
use crate::{Document, FragmentContext, HtmlFilter, MutationError, NodeId, NodeRef, ParseOptions};
use limpid_dom::{ContextNode, DocumentBuilder};
use limpid_markup::TreeSink;
use limpid_tokenizer::Tokenizer;
use limpid_tree_builder::TreeBuilder;
use std::fmt;
use std::mem;

/// Where an [`HtmlStream`] puts its markup.
///
/// ```
/// use limpid::sanitize::{HtmlStream, SetHtmlOptions, StreamPosition};
/// let mut page = limpid::parse("<p>one</p>");
/// let p = page.body().unwrap().first_child().unwrap().id();
/// for (position, markup) in [(StreamPosition::Before, "<i>0</i>"), (StreamPosition::Prepend, "1. ")] {
///     let mut stream = HtmlStream::new(&mut page, p, position, &SetHtmlOptions::new())?;
///     stream.write(markup);
///     stream.close()?;
/// }
/// assert_eq!(page.body().unwrap().inner_html(), "<i>0</i><p>1. one</p>");
/// # Ok::<(), limpid::MutationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum StreamPosition {
    /// In an element or a shadow root, in place of what is there.
    #[doc(alias = "streamHTML")]
    Inside,
    /// In an element or a shadow root, before what is there.
    #[doc(alias = "streamPrependHTML")]
    Prepend,
    /// In an element or a shadow root, after what is there.
    #[doc(alias = "streamAppendHTML")]
    Append,
    /// In front of a node.
    #[doc(alias = "streamBeforeHTML")]
    Before,
    /// Behind a node.
    #[doc(alias = "streamAfterHTML")]
    After,
    /// In place of a node.
    #[doc(alias = "streamReplaceWithHTML")]
    ReplaceWith,
}

/// Markup that is parsed, sanitized and inserted in a document as it comes, in pieces that may be cut anywhere. It is
/// [proposed for the standard](https://github.com/whatwg/html/pull/12758), is there with the feature `proposed`, and may change.
///
/// The result is that of [`set_html`](Document::set_html) and its siblings, but for what [`Sanitizing`] says of sanitizing while
/// parsing, and a shadow root that the markup declares for the target itself: that becomes a `template`. Text joins the text
/// beside it.
///
/// The stream holds the document until it is [closed](Self::close) or dropped; without a call of `close` the last characters may be
/// missing.
///
/// ```
/// use limpid::sanitize::{HtmlStream, SetHtmlOptions, StreamPosition};
///
/// let mut page = limpid::parse("<ul><li>Sencha</ul>");
/// let list = page.body().unwrap().first_child().unwrap().id();
/// let mut stream = HtmlStream::new(&mut page, list, StreamPosition::Append, &SetHtmlOptions::new())?;
/// stream.write("<li>Mat");
/// assert_eq!(stream.document().text_content(), "SenchaMat");
/// stream.write("cha<scr");
/// stream.write("ipt>x()</script>");
/// stream.close()?;
/// assert_eq!(page.node(list).unwrap().inner_html(), "<li>Sencha</li><li>Matcha</li>");
/// # Ok::<(), limpid::MutationError>(())
/// ```
#[doc(alias = "streamHTML")]
pub struct HtmlStream<'d, 's, 'f> {
    document: &'d mut Document<'s>,
    /// `None` where nothing happens.
    stages: Option<(Tokenizer, TreeBuilder<Sink<'s, 'f>>)>,
}

type Sink<'s, 'f> = Sanitizing<'f, DocumentBuilder<'s>>;

impl fmt::Debug for HtmlStream<'_, '_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HtmlStream").field("document", self.document()).finish_non_exhaustive()
    }
}

impl<'d, 's, 'f> HtmlStream<'d, 's, 'f> {
    /// Begins a stream of markup that is sanitized as [`set_html`](Document::set_html) does.
    ///
    /// In a `script`, and beside a node without a parent, nothing happens.
    ///
    /// ```
    /// use limpid::sanitize::{HtmlStream, SetHtmlOptions, StreamPosition};
    /// # let mut page = limpid::parse("<p>old");
    /// # let p = page.body().unwrap().first_child().unwrap().id();
    /// let mut stream = HtmlStream::new(&mut page, p, StreamPosition::Inside, &SetHtmlOptions::new())?;
    /// stream.write("<b onclick=x()>new");
    /// stream.close()?;
    /// assert_eq!(page.node(p).unwrap().inner_html(), "<b>new</b>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`WrongKind`](MutationError::WrongKind) if the node, or the parent of one that markup goes beside, is neither an element nor a
    /// shadow root, or if that parent is a `template`; [`DocumentStructure`](MutationError::DocumentStructure) if it is the document.
    pub fn new(
        document: &'d mut Document<'s>,
        node: NodeId,
        position: StreamPosition,
        options: &SetHtmlOptions<'f>,
    ) -> Result<HtmlStream<'d, 's, 'f>, MutationError> {
        HtmlStream::begin(document, node, position, options, true)
    }

    /// Begins a stream of markup that is filtered only as far as the options ask for it, as
    /// [`set_html_unsafe`](Document::set_html_unsafe) does.
    ///
    /// ```
    /// use limpid::sanitize::{HtmlStream, SetHtmlOptions, StreamPosition};
    /// # let mut page = limpid::parse("<p>old");
    /// # let p = page.body().unwrap().first_child().unwrap().id();
    /// let mut stream = HtmlStream::new_unsafe(&mut page, p, StreamPosition::Append, &SetHtmlOptions::new())?;
    /// stream.write("<b onclick=x()>new");
    /// stream.close()?;
    /// assert_eq!(page.node(p).unwrap().inner_html(), "old<b onclick=\"x()\">new</b>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn new_unsafe(
        document: &'d mut Document<'s>,
        node: NodeId,
        position: StreamPosition,
        options: &SetHtmlOptions<'f>,
    ) -> Result<HtmlStream<'d, 's, 'f>, MutationError> {
        HtmlStream::begin(document, node, position, options, false)
    }

    fn begin(
        document: &'d mut Document<'s>,
        node: NodeId,
        position: StreamPosition,
        options: &SetHtmlOptions<'f>,
        safe: bool,
    ) -> Result<HtmlStream<'d, 's, 'f>, MutationError> {
        use StreamPosition as Position;
        let parent = match position {
            Position::Inside | Position::Prepend | Position::Append => Some(node),
            Position::Before | Position::After | Position::ReplaceWith => document.parent_for_html(node)?,
        };
        let Some(parent) = parent else { return Ok(HtmlStream { document, stages: None }) };
        let Some(context) = document.context_for_html(parent, safe, options.runs_scripts())? else {
            return Ok(HtmlStream { document, stages: None });
        };
        let ContextNode::Element(element) = context.element else { return Err(MutationError::WrongKind) };
        let parse_options = ParseOptions::new()
            .scripting(context.scripting)
            .allow_declarative_shadow_roots(context.allow_declarative_shadow_roots);
        let context = FragmentContext::from(element).shadow_host(true);
        let contents = document.node(parent).and_then(NodeRef::template_contents);
        let target = contents.map_or(parent, NodeRef::id);
        let read = |node: NodeId| document.node(node);
        let sibling = match position {
            Position::Prepend => read(target).and_then(NodeRef::first_child),
            Position::Before => read(node),
            Position::After | Position::ReplaceWith => read(node).and_then(NodeRef::next_sibling),
            Position::Inside | Position::Append => None,
        };
        let sibling = sibling.map(NodeRef::id);
        match position {
            Position::Inside => document.remove_children(target)?,
            Position::ReplaceWith => document.detach(node)?,
            _ => {}
        }
        let builder = DocumentBuilder::continuing(document, target)?;
        let sibling = sibling.and_then(|sibling| builder.handle(sibling));
        let layer = Sanitizing::new(builder, options.filter_for(safe));
        let layer = match sibling {
            Some(sibling) => layer.before(sibling),
            None => layer,
        };
        Ok(HtmlStream { document, stages: Some(parse_options.stages(layer, Some(&context))) })
    }

    /// Parses the next piece of markup and inserts what it gives.
    ///
    /// ```
    /// # use limpid::sanitize::{HtmlStream, SetHtmlOptions, StreamPosition};
    /// # let mut page = limpid::parse("<p>");
    /// # let p = page.body().unwrap().first_child().unwrap().id();
    /// let mut stream = HtmlStream::new(&mut page, p, StreamPosition::Inside, &SetHtmlOptions::new())?;
    /// ["<", "b>te", "a &am", "p; milk"].map(|piece| stream.write(piece));
    /// stream.close()?;
    /// assert_eq!(page.node(p).unwrap().inner_html(), "<b>tea &amp; milk</b>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    pub fn write(&mut self, html: &str) {
        if let Some((tokenizer, builder)) = &mut self.stages {
            tokenizer.feed(html, builder);
        }
    }

    /// Returns the document as it is by now.
    ///
    /// ```
    /// # use limpid::sanitize::{HtmlStream, SetHtmlOptions, StreamPosition};
    /// # let mut page = limpid::parse("<p>");
    /// # let p = page.body().unwrap().first_child().unwrap().id();
    /// let mut stream = HtmlStream::new(&mut page, p, StreamPosition::Inside, &SetHtmlOptions::new())?;
    /// stream.write("<b>tea");
    /// assert_eq!(stream.document().text_content(), "tea");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    pub fn document(&self) -> &Document<'s> {
        self.stages.as_ref().map_or(&*self.document, |(_, builder)| builder.sink().inner().document_so_far())
    }

    /// Ends the markup.
    ///
    /// ```
    /// # use limpid::sanitize::{HtmlStream, SetHtmlOptions, StreamPosition};
    /// # let mut page = limpid::parse("<p>");
    /// # let p = page.body().unwrap().first_child().unwrap().id();
    /// let mut stream = HtmlStream::new(&mut page, p, StreamPosition::Inside, &SetHtmlOptions::new())?;
    /// // Only the end tells that this is a reference.
    /// stream.write("AT&amp");
    /// stream.close()?;
    /// assert_eq!(page.node(p).unwrap().text_content(), "AT&");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`Full`](MutationError::Full) if there was no room for all of it.
    pub fn close(mut self) -> Result<(), MutationError> {
        let Some((tokenizer, builder)) = &mut self.stages else { return Ok(()) };
        mem::take(tokenizer).finish(builder);
        match builder.sink().is_full() {
            None => Ok(()),
            Some(_) => Err(MutationError::Full),
        }
    }
}

/// Gives the document back.
impl Drop for HtmlStream<'_, '_, '_> {
    fn drop(&mut self) {
        if let Some((_, builder)) = self.stages.take() {
            drop(mem::replace(self.document, builder.finish().into_inner().finish()));
        }
    }
}
