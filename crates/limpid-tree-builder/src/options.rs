//! The options of a parse, and the reasons for suspending the tokenizer.

use crate::ScriptingMode;
use limpid_markup::{Limits, QuirksMode, Span};

/// The options of a [`TreeBuilder`](crate::TreeBuilder).
///
/// ```
/// use limpid::{tokenizer::tokenize, tree_builder::{TreeBuilder, TreeBuilderOptions}};
/// let options = TreeBuilderOptions::default().limits(limpid::Limits::default().depth(4));
/// let mut builder = TreeBuilder::new(limpid_dom::DocumentBuilder::new("<b><i><u>Tea"), options);
/// tokenize("<b><i><u>Tea", &mut builder);
/// assert_eq!(builder.finish().finish().body().unwrap().inner_html(), "<b><i></i><u>Tea</u></b>");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TreeBuilderOptions {
    /// The [scripting mode](https://html.spec.whatwg.org/multipage/parsing.html#scripting-mode).
    pub scripting: ScriptingMode,
    /// Whether the document is an [iframe `srcdoc`
    /// document](https://html.spec.whatwg.org/multipage/iframe-embed-object.html#an-iframe-srcdoc-document), which needs
    /// no DOCTYPE.
    pub iframe_srcdoc: bool,
    /// The quirks mode that the document has until its DOCTYPE, or the lack of one, determines the mode.
    pub quirks_mode: QuirksMode,
    /// The [parser cannot change the mode
    /// flag](https://html.spec.whatwg.org/multipage/parsing.html#parser-cannot-change-the-mode-flag).
    pub cannot_change_the_mode: bool,
    /// Whether `<template shadowrootmode>` attaches shadow roots.
    pub allow_declarative_shadow_roots: bool,
    /// Whether `<template for>` patches the content that it names, if the sink supports that. Default: true
    pub content_patching: bool,
    /// Whether the tokenizer is suspended after each script that the [scripting mode](ScriptingMode) allows to run; see [`Suspension::Script`].
    pub suspend_at_scripts: bool,
    /// Whether the tokenizer is suspended after each `meta` that may declare an encoding; see
    /// [`Suspension::EncodingDeclaration`].
    pub suspend_at_encoding_declarations: bool,
    /// Limits for hostile input. The tree builder applies the limits on the depth of the tree, the number of reconstructed elements, and the
    /// bytes of copied attributes.
    pub limits: Limits,
}

impl Default for TreeBuilderOptions {
    fn default() -> Self {
        TreeBuilderOptions {
            scripting: ScriptingMode::default(),
            iframe_srcdoc: false,
            quirks_mode: QuirksMode::default(),
            cannot_change_the_mode: false,
            allow_declarative_shadow_roots: false,
            content_patching: true,
            suspend_at_scripts: false,
            suspend_at_encoding_declarations: false,
            limits: Limits::default(),
        }
    }
}

impl TreeBuilderOptions {
    /// Sets the scripting mode.
    ///
    /// ```
    /// use limpid::{ScriptingMode, tree_builder::TreeBuilderOptions};
    /// assert_eq!(TreeBuilderOptions::default().scripting(ScriptingMode::Normal).scripting, ScriptingMode::Normal);
    /// ```
    #[must_use]
    pub fn scripting(mut self, scripting: ScriptingMode) -> Self {
        self.scripting = scripting;
        self
    }

    /// Sets whether the document is an iframe `srcdoc` document.
    ///
    /// ```
    /// assert!(limpid::tree_builder::TreeBuilderOptions::default().iframe_srcdoc(true).iframe_srcdoc);
    /// ```
    #[must_use]
    pub fn iframe_srcdoc(mut self, iframe_srcdoc: bool) -> Self {
        self.iframe_srcdoc = iframe_srcdoc;
        self
    }

    /// Sets the quirks mode that the document has until its DOCTYPE determines the mode.
    ///
    /// ```
    /// use limpid::{QuirksMode, tree_builder::TreeBuilderOptions};
    /// assert_eq!(TreeBuilderOptions::default().quirks_mode(QuirksMode::Quirks).quirks_mode, QuirksMode::Quirks);
    /// ```
    #[must_use]
    pub fn quirks_mode(mut self, mode: QuirksMode) -> Self {
        self.quirks_mode = mode;
        self
    }

    /// Sets whether declarative shadow roots are allowed.
    ///
    /// ```
    /// use limpid::tree_builder::TreeBuilderOptions;
    /// assert!(!TreeBuilderOptions::default().allow_declarative_shadow_roots);
    /// assert!(TreeBuilderOptions::default().allow_declarative_shadow_roots(true).allow_declarative_shadow_roots);
    /// ```
    #[must_use]
    pub fn allow_declarative_shadow_roots(mut self, allow: bool) -> Self {
        self.allow_declarative_shadow_roots = allow;
        self
    }

    /// Sets whether the tokenizer is suspended after each script that the [scripting mode](ScriptingMode) allows to run.
    ///
    /// ```
    /// use limpid::{ScriptingMode, tokenizer::{Tokenizer, TokenizerStatus}};
    /// use limpid::tree_builder::{TreeBuilder, TreeBuilderOptions};
    /// let options = TreeBuilderOptions::default().scripting(ScriptingMode::Normal).suspend_at_scripts(true);
    /// let mut builder = TreeBuilder::new(limpid_dom::DocumentBuilder::owning(), options);
    /// let (status, taken) = Tokenizer::default().feed("<script>1</script><p>", &mut builder);
    /// assert_eq!((status, taken), (TokenizerStatus::Suspended, "<script>1</script>".len()));
    /// ```
    #[must_use]
    pub fn suspend_at_scripts(mut self, suspend: bool) -> Self {
        self.suspend_at_scripts = suspend;
        self
    }

    /// Sets whether the tokenizer is suspended after each `meta` that may declare an encoding.
    ///
    /// ```
    /// use limpid::tokenizer::{Tokenizer, TokenizerStatus};
    /// use limpid::tree_builder::{TreeBuilder, TreeBuilderOptions};
    /// let options = TreeBuilderOptions::default().suspend_at_encoding_declarations(true);
    /// let mut builder = TreeBuilder::new(limpid_dom::DocumentBuilder::owning(), options);
    /// assert_eq!(Tokenizer::default().feed("<meta charset=gbk>", &mut builder).0, TokenizerStatus::Suspended);
    /// ```
    #[must_use]
    pub fn suspend_at_encoding_declarations(mut self, suspend: bool) -> Self {
        self.suspend_at_encoding_declarations = suspend;
        self
    }

    /// Sets the limits for hostile input.
    ///
    /// ```
    /// use limpid::{Limits, tree_builder::TreeBuilderOptions};
    /// assert_eq!(TreeBuilderOptions::default().limits(Limits::default().depth(64)).limits.depth, 64);
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets whether `<template for>` may change existing content.
    ///
    /// ```
    /// use limpid::tree_builder::TreeBuilderOptions;
    /// assert!(TreeBuilderOptions::default().content_patching);
    /// assert!(!TreeBuilderOptions::default().content_patching(false).content_patching);
    /// ```
    #[must_use]
    pub fn content_patching(mut self, patching: bool) -> Self {
        self.content_patching = patching;
        self
    }
}

/// The reason why the tree builder has suspended the tokenizer.
///
/// ```
/// use limpid::{ScriptingMode, tokenizer::Tokenizer};
/// use limpid::tree_builder::{Suspension, TreeBuilder, TreeBuilderOptions};
/// let options = TreeBuilderOptions::default().scripting(ScriptingMode::Normal).suspend_at_scripts(true);
/// let mut builder = TreeBuilder::new(limpid_dom::DocumentBuilder::owning(), options);
/// Tokenizer::default().feed("<script>1</script>", &mut builder);
/// let Some(Suspension::Script(script)) = builder.take_suspension() else { panic!("no script") };
/// assert_eq!(script.node_in(builder.sink().document_so_far()).unwrap().local_name(), "script");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Suspension<H> {
    /// The `script` element (HTML or SVG) is complete and should run now.
    Script(H),
    /// A `meta` element may [change the
    /// encoding](https://html.spec.whatwg.org/multipage/parsing.html#change-the-encoding).
    EncodingDeclaration {
        /// The value of its `charset` attribute.
        charset: Option<String>,
        /// The value of its `content` attribute, if its `http-equiv` is `Content-Type`.
        content: Option<String>,
        /// The span of the tag in the input.
        span: Span,
    },
}
