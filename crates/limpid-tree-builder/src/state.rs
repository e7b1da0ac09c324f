//! The data of the tree builder: the sink and the state. The rules are in the other files.

use crate::active_formatting::{ActiveFormattingElements, FormattingEntry, MAX_REUSED_CAPACITY};
use crate::element_type::{ElementType, Flags};
use crate::obstacles::Obstacles;
use crate::open_elements::{OpenElement, OpenElements, OpenElementsBuffers};
use crate::patching::Patch;
use crate::{InsertionMode, Suspension, TreeBuilderOptions};
use core::mem;
use limpid_markup::{NameHashState, QuirksMode, Span, Text, TreeSink};
use std::collections::HashMap;

/// The tree construction stage. It receives the tokens of a document or fragment and tells a [`TreeSink`] how to build the tree.
///
/// ```
/// use limpid::{tokenizer::tokenize, tree_builder::{TreeBuilder, TreeBuilderOptions}};
/// let page = "<b>1<p>2</b>3";
/// let mut builder = TreeBuilder::new(limpid_dom::DocumentBuilder::new(page), TreeBuilderOptions::default());
/// tokenize(page, &mut builder);
/// assert_eq!(builder.finish().finish().body().unwrap().inner_html(), "<b>1</b><p><b>2</b>3</p>");
/// ```
#[derive(Debug)]
pub struct TreeBuilder<S: TreeSink> {
    pub(crate) sink: S,
    pub(crate) state: State<S::Handle>,
}

/// The state of a tree builder, except the sink. `H` is the sink's handle type.
#[derive(Debug)]
pub(crate) struct State<H> {
    pub(crate) options: TreeBuilderOptions,
    pub(crate) mode: InsertionMode,
    /// The [original insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#original-insertion-mode).
    pub(crate) original_mode: InsertionMode,
    pub(crate) open: OpenElements<H>,
    pub(crate) formatting: ActiveFormattingElements<H>,
    /// The total bytes of attributes copied to recreated elements; `None` once they exceeded the limit.
    pub(crate) copied_attribute_bytes: Option<u64>,
    /// The [`head` element pointer](https://html.spec.whatwg.org/multipage/parsing.html#head-element-pointer).
    pub(crate) head_element: Option<H>,
    /// The [`form` element pointer](https://html.spec.whatwg.org/multipage/parsing.html#form-element-pointer).
    pub(crate) form_element: Option<H>,
    /// The [frameset-ok flag](https://html.spec.whatwg.org/multipage/parsing.html#frameset-ok-flag).
    pub(crate) frameset_ok: bool,
    /// Whether [foster parenting](https://html.spec.whatwg.org/multipage/parsing.html#foster-parent) is enabled.
    pub(crate) foster_parenting: bool,
    /// Whether the next token is ignored if it is an LF.
    pub(crate) ignore_line_feed: bool,
    pub(crate) quirks_mode: QuirksMode,
    /// The type and flags of the [fragment context
    /// element](https://html.spec.whatwg.org/multipage/parsing.html#fragment-context-element).
    pub(crate) fragment_context: Option<(ElementType, Flags)>,
    /// The node that represents the fragment context element, if it can become a shadow host.
    pub(crate) fragment_context_node: Option<H>,
    /// The length of the stack of open elements at which the tree may have reached its maximum depth.
    pub(crate) stack_limit: usize,
    pub(crate) has_stopped: bool,
    /// Whether the current token's self-closing flag was
    /// [acknowledged](https://html.spec.whatwg.org/multipage/parsing.html#acknowledge-self-closing-flag).
    pub(crate) self_closing_acknowledged: bool,
    /// The span for errors about the current token.
    pub(crate) token_span: Span,
    /// If the current token is an end tag: the type of the HTML element with its name, and the span of the tag. Becomes `None` when the tag has
    /// ended an element.
    pub(crate) end_tag: Option<(ElementType, Span)>,
    /// The end tags of `body` and `html`, which stay on the stack until parsing stops.
    pub(crate) body_end_tag: Option<Span>,
    pub(crate) html_end_tag: Option<Span>,
    pub(crate) obstacles: Obstacles,
    /// Allocated when a field is first needed.
    pub(crate) extras: Option<Box<Extras<H>>>,
}

impl<H: Copy + PartialEq> State<H> {
    #[inline(always)]
    pub(crate) fn new(options: TreeBuilderOptions, buffers: TreeBuilderBuffers<H>) -> State<H> {
        State {
            options,
            mode: InsertionMode::Initial,
            original_mode: InsertionMode::Initial,
            open: OpenElements::new(buffers.open),
            formatting: ActiveFormattingElements::new(buffers.formatting),
            copied_attribute_bytes: Some(0),
            head_element: None,
            form_element: None,
            frameset_ok: true,
            foster_parenting: false,
            ignore_line_feed: false,
            quirks_mode: options.quirks_mode,
            fragment_context: None,
            fragment_context_node: None,
            stack_limit: options.limits.depth as usize,
            has_stopped: false,
            self_closing_acknowledged: false,
            token_span: Span::default(),
            end_tag: None,
            body_end_tag: None,
            html_end_tag: None,
            obstacles: Obstacles::UNKNOWN,
            extras: None,
        }
    }

    #[inline]
    pub(crate) fn take_buffers(&mut self, buffers: &mut TreeBuilderBuffers<H>) {
        self.open.set_buffers(mem::take(&mut buffers.open));
        self.formatting.set_buffer(mem::take(&mut buffers.formatting));
    }

    /// Moves the vectors into the buffers after the end of a parse. Frees vectors that are too large to keep.
    #[inline]
    pub(crate) fn return_buffers(&mut self, buffers: &mut TreeBuilderBuffers<H>) {
        self.open.return_buffers(&mut buffers.open);
        self.formatting.return_buffer(&mut buffers.formatting);
        if buffers.open.is_large() {
            buffers.open = OpenElementsBuffers::new();
        }
        if buffers.formatting.capacity() > MAX_REUSED_CAPACITY {
            buffers.formatting = Vec::new();
        }
    }

    /// Returns an upper bound of the bytes held. Computes the exact number of attribute bytes if the bound exceeds `limit`.
    pub(crate) fn memory(&mut self, limit: usize) -> usize {
        let open = self.open.len() * size_of::<OpenElement<H>>();
        let extras = self.extras.as_ref().map_or(0, |extras| {
            let names = extras.unknown_names.capacity() * size_of::<(Box<str>, u32)>() + extras.unknown_names_length;
            let pending = &extras.pending_table_characters;
            names + pending.text.capacity() + size_of_val(&pending.pieces[..])
        });
        open + extras + self.formatting.memory(limit)
    }

    #[inline]
    pub(crate) fn extras_mut(&mut self) -> &mut Extras<H> {
        self.extras.get_or_insert_default()
    }
}

/// Rarely needed fields of the state, boxed so that small inputs do not allocate or drop them.
#[derive(Debug)]
pub(crate) struct Extras<H> {
    /// The [stack of template insertion
    /// modes](https://html.spec.whatwg.org/multipage/parsing.html#stack-of-template-insertion-modes).
    pub(crate) template_modes: Vec<InsertionMode>,
    pub(crate) pending_table_characters: PendingTableCharacters,
    /// The `template` elements on the stack that patch existing content.
    pub(crate) patches: Vec<Patch<H>>,
    pub(crate) suspension: Option<Suspension<H>>,
    /// Maps each unknown tag name to the number that identifies it.
    pub(crate) unknown_names: HashMap<Box<str>, u32, NameHashState>,
    /// The total length of the unknown names in bytes.
    pub(crate) unknown_names_length: usize,
}

impl<H> Default for Extras<H> {
    fn default() -> Extras<H> {
        Extras {
            template_modes: Vec::new(),
            pending_table_characters: PendingTableCharacters::default(),
            patches: Vec::new(),
            suspension: None,
            unknown_names: HashMap::default(),
            unknown_names_length: 0,
        }
    }
}

/// The [pending table character
/// tokens](https://html.spec.whatwg.org/multipage/parsing.html#concept-pending-table-char-tokens).
#[derive(Debug, Default)]
pub(crate) struct PendingTableCharacters {
    pub(crate) text: String,
    /// For each token: the end of its text in `text`, its span, and whether the input contains it verbatim.
    pub(crate) pieces: Vec<(usize, Span, bool)>,
}

impl PendingTableCharacters {
    pub(crate) fn push(&mut self, text: Text<'_>) {
        self.text.push_str(text.text);
        self.pieces.push((self.text.len(), text.span, text.verbatim));
    }
}

/// Buffers that the next tree builder can reuse, see [`TreeBuilder::take_buffers`](crate::TreeBuilder::take_buffers). Buffers larger than
/// most pages need are not kept.
///
/// ```
/// use limpid::tree_builder::{TreeBuilder, TreeBuilderBuffers, TreeBuilderOptions};
/// let sink = limpid_dom::DocumentBuilder::new("Tea");
/// let builder = TreeBuilder::with_buffers(sink, TreeBuilderOptions::default(), TreeBuilderBuffers::new());
/// assert_eq!(builder.sink().document_so_far().source(), "Tea");
/// ```
#[derive(Debug)]
pub struct TreeBuilderBuffers<H> {
    pub(crate) open: OpenElementsBuffers<H>,
    pub(crate) formatting: Vec<FormattingEntry<H>>,
}

impl<H> TreeBuilderBuffers<H> {
    /// Returns buffers for a first tree builder.
    ///
    /// ```
    /// use limpid::tree_builder::{TreeBuilder, TreeBuilderBuffers, TreeBuilderOptions};
    /// let sink = limpid_dom::DocumentBuilder::new("");
    /// assert!(!TreeBuilder::with_buffers(sink, TreeBuilderOptions::default(), TreeBuilderBuffers::new()).has_stopped());
    /// ```
    pub fn new() -> TreeBuilderBuffers<H> {
        TreeBuilderBuffers { open: OpenElementsBuffers::new(), formatting: Vec::new() }
    }
}

impl<H> Default for TreeBuilderBuffers<H> {
    #[inline]
    fn default() -> TreeBuilderBuffers<H> {
        TreeBuilderBuffers { open: OpenElementsBuffers::default(), formatting: Vec::new() }
    }
}
