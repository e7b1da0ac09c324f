//! The rendering of nodes, limited to the properties that affect their text: whether a node is rendered, whether it is a block or inline,
//! and whether its white space shows. White space *shows* if it is visible on the screen, instead of being collapsed or dropped. The
//! sources are the standard's [style sheet](https://html.spec.whatwg.org/multipage/rendering.html) and the elements' own `style`
//! attributes, but not the style sheets of the page.
//!
//! `inner_text`, Markdown, passages, pretty and minified markup all use this module, so that they agree.

mod own_style;

use crate::read::node_ref::NodeRef;
use crate::storage::node::{Node, NodeKind};
use limpid_markup::{LocalName, Namespace, QuirksMode, TagSet};
use own_style::OwnStyle;

/// The layout of an element, limited to the cases that affect its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Display {
    /// Not rendered.
    None,
    /// A block whose content is [skipped](https://drafts.csswg.org/css-contain/#skips-its-contents).
    Skipped,
    /// No box: only the content is rendered.
    Contents,
    Inline,
    /// Inline, between quotation marks that are not text.
    Quotation,
    /// A `br`.
    LineBreak,
    /// An atomic inline box that shows something other than its child nodes, such as an image.
    Replaced,
    /// An atomic inline box that contains lines of its own.
    InlineBlock,
    InlineTable,
    Block,
    /// A `p`, which has a margin.
    Paragraph,
    /// An inline `p`. Browsers surround it with empty lines nevertheless.
    InlineParagraph,
    /// A block that shows something other than its child nodes.
    ReplacedBlock,
    Table,
    Caption,
    RowGroup,
    Row,
    Cell,
}

impl Display {
    /// Whether it ends the previous line. White space directly before and after it, and at the start and end of its content, then does not
    /// show.
    #[inline]
    pub(crate) const fn breaks_line(self) -> bool {
        use Display::{Block, Caption, Cell, Paragraph, ReplacedBlock, Row, RowGroup, Skipped, Table};
        matches!(self, Block | Caption | Cell | Paragraph | ReplacedBlock | Row | RowGroup | Skipped | Table)
    }

    /// Returns the [block-level](https://drafts.csswg.org/css-display/#blockify) equivalent.
    #[inline]
    const fn blockified(self) -> Display {
        match self {
            Display::Inline
            | Display::Quotation
            | Display::InlineBlock
            | Display::RowGroup
            | Display::Row
            | Display::Cell
            | Display::Caption => Display::Block,
            Display::InlineTable => Display::Table,
            Display::Replaced => Display::ReplacedBlock,
            Display::InlineParagraph => Display::Paragraph,
            other => other,
        }
    }

    /// Returns the [inline-level](https://drafts.csswg.org/css-display/#inlinify) equivalent.
    #[inline]
    const fn inlinified(self) -> Display {
        match self {
            Display::Block => Display::InlineBlock,
            Display::Table | Display::RowGroup | Display::Row => Display::InlineTable,
            Display::Cell | Display::Caption => Display::InlineBlock,
            Display::ReplacedBlock | Display::Skipped => Display::Replaced,
            Display::Paragraph => Display::InlineParagraph,
            other => other,
        }
    }
}

/// Which white space in a text shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WhiteSpace {
    /// Any amount of white space shows as one space.
    Collapse,
    /// Line ends show, and any amount of other white space shows as one space.
    PreserveBreaks,
    /// All white space shows.
    Preserve,
}

/// The layout that an element applies to its children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InnerDisplay {
    Flow,
    /// A part of a table other than a cell. White space in it does not show.
    Table,
    /// A [flex](https://drafts.csswg.org/css-flexbox/) or grid container. Its children are blocks, and white space between them does not show.
    Flex,
    /// A [ruby](https://drafts.csswg.org/css-ruby/#anon-gen-inlinize) or an `option`. It contains no blocks.
    Line,
    /// A closed `details`. Only its first `summary` is rendered.
    ClosedDetails,
}

/// The rendering of a node. The renderings of its children are computed from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rendering {
    pub(crate) display: Display,
    /// Which white space in its texts shows.
    pub(crate) white_space: WhiteSpace,
    /// Whether it is visible. [Invisible](https://drafts.csswg.org/css-display/#visibility) elements still take up space.
    pub(crate) is_visible: bool,
    /// Whether it is outside of the surrounding line and blocks because it floats or is positioned.
    pub(crate) is_out_of_flow: bool,
    /// Whether its texts are rendered. Texts are not rendered in a `select` (except in options), a closed `details` (except in the summary)
    /// or an SVG drawing (except in `text` and `foreignObject`).
    has_text: bool,
    inner: InnerDisplay,
    /// Whether scripting is enabled, so that `noscript` is not rendered.
    scripting: bool,
}

impl Rendering {
    /// Returns the rendering of a node without a parent.
    #[inline]
    pub(crate) fn of_root(root: NodeRef<'_>) -> Rendering {
        Rendering {
            display: Display::Block,
            white_space: WhiteSpace::Collapse,
            is_visible: true,
            is_out_of_flow: false,
            has_text: true,
            inner: InnerDisplay::Flow,
            scripting: has_scripting(root),
        }
    }

    /// Returns the rendering of a node, and the renderings of its ancestors from the root. Takes time proportional to the depth.
    #[inline]
    pub(crate) fn of(node: NodeRef<'_>) -> (Rendering, Vec<Rendering>) {
        let ancestors: Vec<NodeRef<'_>> = node.ancestors().collect();
        let mut renderings: Vec<Rendering> = Vec::with_capacity(ancestors.len());
        let next = |outer: &[Rendering], node: NodeRef<'_>| {
            // A detached element is rendered as if it were in a document.
            let parent = outer.last().copied().unwrap_or_else(|| Rendering::of_root(node));
            if node.is_element() { parent.child(node) } else { parent }
        };
        for ancestor in ancestors.into_iter().rev() {
            renderings.push(next(&renderings, ancestor));
        }
        (next(&renderings, node), renderings)
    }

    /// Returns the rendering of a child of the node.
    #[inline]
    pub(crate) fn child(self, child: NodeRef<'_>) -> Rendering {
        let record = child.node();
        let mut rendering = Rendering { is_out_of_flow: false, inner: InnerDisplay::Flow, ..self };
        if !record.is_element() {
            rendering.display = Display::None;
            return rendering;
        }
        let is_html = record.is_html_element();
        let name = if is_html { record.name_or_far() as usize } else { usize::MAX };
        let default = if is_html {
            DEFAULT_RENDERINGS.get(name).copied().unwrap_or(INLINE)
        } else {
            default_foreign_rendering(child)
        };
        rendering.display = default.display;
        match default.rule {
            Rule::None => {}
            Rule::Special => rendering.apply_rule(child),
            Rule::WhiteSpace(white_space) => rendering.white_space = white_space,
            Rule::Text(has_text) => rendering.has_text = has_text,
            Rule::TextLine => {
                (rendering.has_text, rendering.inner) = (true, InnerDisplay::Line);
                rendering.white_space = WhiteSpace::Collapse;
            }
            Rule::InnerDisplay(inner) => rendering.inner = inner,
        }
        // Many elements have no attributes.
        if record.attributes().1 != 0 {
            rendering.apply_attributes(self, child, record);
        }
        rendering.apply_parent_layout(self, child);
        rendering
    }

    /// Returns the rendering of the element's template contents or shadow root.
    #[inline]
    pub(crate) fn child_tree(self, tree: NodeRef<'_>) -> Rendering {
        if is_template_contents(tree) { Rendering::of_root(tree) } else { self }
    }

    /// Applies the layout that the parent imposes on its children.
    #[inline]
    fn apply_parent_layout(&mut self, parent: Rendering, child: NodeRef<'_>) {
        match parent.inner {
            InnerDisplay::Flow | InnerDisplay::Table => {}
            InnerDisplay::Flex => self.display = self.display.blockified(),
            InnerDisplay::Line => {
                self.display = self.display.inlinified();
                if self.display == Display::Inline {
                    self.inner = InnerDisplay::Line;
                }
            }
            // `previous_siblings` starts at the nearest sibling, so that many summaries after many other elements take linear time.
            InnerDisplay::ClosedDetails if is_summary(child) && !child.previous_siblings().any(is_summary) => {
                self.has_text = true;
            }
            InnerDisplay::ClosedDetails => self.display = Display::None,
        }
        self.wrap_stray_table_part(parent);
        match self.display {
            Display::Contents if self.inner != InnerDisplay::ClosedDetails => self.inner = parent.inner,
            Display::Table | Display::InlineTable | Display::RowGroup | Display::Row => {
                self.inner = InnerDisplay::Table;
            }
            _ => {}
        }
    }

    /// Gives a table part outside of a table the display of the [anonymous table](https://drafts.csswg.org/css-tables/#fixup-algorithm)
    /// that CSS creates around it. In an inline parent, this table is inline.
    #[inline]
    fn wrap_stray_table_part(&mut self, parent: Rendering) {
        use Display::{Caption, Cell, Row, RowGroup};
        let is_in_line = matches!(parent.display, Display::Inline | Display::Quotation | Display::InlineParagraph);
        self.display = match (parent.inner, parent.display, self.display) {
            (InnerDisplay::Flow, _, Cell | Caption) if is_in_line => Display::InlineBlock,
            (InnerDisplay::Flow, _, RowGroup | Row) if is_in_line => Display::InlineTable,
            (InnerDisplay::Flow, _, RowGroup)
            | (InnerDisplay::Table, Row, Row | RowGroup | Caption)
            | (InnerDisplay::Table, RowGroup, RowGroup | Caption) => Display::Table,
            (_, _, display) => display,
        };
    }

    /// Applies the rules for elements whose rendering depends on attributes or the document.
    #[inline]
    fn apply_rule(&mut self, element: NodeRef<'_>) {
        let choose = |condition, display, other| if condition { display } else { other };
        let has = |name| element.has_attribute_by_name(name);
        match element.name() {
            LocalName::CANVAS if !self.scripting => self.display = Display::Inline,
            LocalName::DETAILS if !has(LocalName::OPEN) => {
                (self.inner, self.has_text) = (InnerDisplay::ClosedDetails, false);
            }
            LocalName::DIALOG => {
                self.display = choose(has(LocalName::OPEN), Display::Block, Display::None);
                self.is_out_of_flow = true;
            }
            LocalName::OBJECT => self.display = choose(has(LocalName::DATA), Display::Replaced, Display::Inline),
            LocalName::TABLE if element.document().quirks_mode() == QuirksMode::Quirks => {
                self.white_space = WhiteSpace::Collapse;
            }
            LocalName::TD | LocalName::TH if has(LocalName::NOWRAP) => self.white_space = WhiteSpace::Collapse,
            name if self.is_never_rendered(element, name) => self.display = Display::None,
            _ => {}
        }
    }

    /// Whether an element with this name is not rendered, regardless of its style.
    #[inline]
    fn is_never_rendered(&self, element: NodeRef<'_>, name: LocalName) -> bool {
        let has = |name| element.has_attribute_by_name(name);
        match name {
            LocalName::AUDIO => !has(LocalName::CONTROLS),
            LocalName::EMBED => !has(LocalName::SRC),
            LocalName::INPUT => {
                element.attribute_by_name(LocalName::TYPE).is_some_and(|it| it.eq_ignore_ascii_case("hidden"))
            }
            LocalName::NOSCRIPT => self.scripting,
            LocalName::TEMPLATE => true,
            _ => false,
        }
    }

    /// Applies attributes that are allowed on any element.
    #[inline]
    fn apply_attributes(&mut self, parent: Rendering, element: NodeRef<'_>, record: &Node) {
        if record.is_html_element() {
            if element.has_any_attribute_by_name([LocalName::HIDDEN, LocalName::POPOVER, LocalName::STYLE]) {
                self.apply_html_attributes(parent, element);
            }
        } else {
            self.apply_foreign_attributes(parent, element);
        }
    }

    #[cold]
    #[inline]
    fn apply_html_attributes(&mut self, parent: Rendering, element: NodeRef<'_>) {
        let [hidden, popover, style] =
            element.attributes_by_name([LocalName::HIDDEN, LocalName::POPOVER, LocalName::STYLE]);
        let is_open_dialog = || element.name() == LocalName::DIALOG && element.has_attribute_by_name(LocalName::OPEN);
        let is_until_found = hidden.is_some_and(|value| value.eq_ignore_ascii_case("until-found"));
        if hidden.is_some() && !is_until_found || popover.is_some() && !is_open_dialog() {
            self.display = Display::None;
        }
        self.is_out_of_flow |= popover.is_some();
        let style = style.map(OwnStyle::parse).unwrap_or_default();
        self.apply_style(parent, element, &style);
        if style.skips_content.unwrap_or(is_until_found) {
            self.display = match self.display {
                Display::Block | Display::Paragraph | Display::Caption => Display::Skipped,
                Display::InlineBlock => Display::Replaced,
                other => other,
            };
            self.has_text &= self.display != Display::Cell;
        }
    }

    #[cold]
    #[inline]
    fn apply_foreign_attributes(&mut self, parent: Rendering, element: NodeRef<'_>) {
        if element.namespace() == Namespace::Svg {
            let attributes = OwnStyle::of_attributes(element);
            self.apply_style(parent, element, &attributes);
        }
        if element.attribute_ns(Namespace::Xml, "space") == Some("preserve") {
            self.white_space = WhiteSpace::Preserve;
        }
        if let Some(style) = element.attribute_by_name(LocalName::STYLE) {
            self.apply_style(parent, element, &OwnStyle::parse(style));
        }
    }

    #[inline]
    fn apply_style(&mut self, parent: Rendering, element: NodeRef<'_>, style: &OwnStyle) {
        let name = html_name(element);
        self.white_space = style.white_space.apply(self.white_space, parent.white_space, WhiteSpace::Collapse);
        self.is_visible = style.is_visible.apply(self.is_visible, parent.is_visible, true);
        if self.is_never_rendered(element, name) {
            return;
        }
        let own = (self.display, self.inner);
        let (display, inner) =
            style.display.apply(own, (parent.display, parent.inner), (Display::Inline, InnerDisplay::Flow));
        let is_table_part = matches!(display, Display::RowGroup | Display::Row | Display::Cell | Display::Caption);
        self.display = match (own.0, display) {
            (_, Display::None) => display,
            // https://drafts.csswg.org/css-display/#unbox
            (Display::Replaced | Display::ReplacedBlock, Display::Contents) => Display::None,
            _ if display == Display::Contents
                && (is_control_or_line_break(name) || is_outermost_svg_or_mathml(element)) =>
            {
                Display::None
            }
            (_, Display::Contents) => display,
            // An option is always a block, regardless of its style.
            _ if matches!(name, LocalName::OPTION | LocalName::OPTGROUP) => Display::Block,
            _ if matches!(name, LocalName::BR | LocalName::WBR) => own.0,
            _ if own.0 == Display::Replaced => match display.breaks_line() && !is_table_part {
                true => Display::ReplacedBlock,
                false => Display::Replaced,
            },
            _ if is_table_part && is_control_or_line_break(name) => Display::InlineBlock,
            (_, Display::Cell) => display,
            (Display::Quotation, Display::Inline) => Display::Quotation,
            _ if name == LocalName::P => match display {
                Display::Inline | Display::InlineBlock | Display::InlineTable => Display::InlineParagraph,
                _ => Display::Paragraph,
            },
            _ if name == LocalName::LEGEND => display.blockified(),
            _ => display,
        };
        // In these elements, the content has a separate box, whose layout the style does not change.
        if !matches!(name, LocalName::DETAILS | LocalName::SELECT) {
            self.inner = inner;
        }
        let is_boxed = !matches!(self.display, Display::None | Display::Contents | Display::LineBreak);
        self.is_out_of_flow = is_boxed && style.is_out_of_flow(self.is_out_of_flow);
        if self.is_out_of_flow {
            self.display = self.display.blockified();
        }
    }

    /// Whether the element is rendered. It may still be empty or invisible.
    #[inline]
    pub(crate) fn is_rendered(self) -> bool {
        !matches!(self.display, Display::None | Display::Skipped)
    }

    /// Whether it shows something other than its content.
    #[inline]
    pub(crate) fn is_replaced(self) -> bool {
        matches!(self.display, Display::Replaced | Display::ReplacedBlock)
    }

    /// Whether its texts are rendered and visible.
    #[inline]
    pub(crate) fn shows_text(self) -> bool {
        self.is_visible && self.has_text
    }

    /// Whether its texts are rendered. They may still be invisible.
    #[inline]
    pub(crate) fn has_text(self) -> bool {
        self.has_text
    }

    /// Whether its line ends show.
    #[cfg(feature = "markdown")]
    #[inline]
    pub(crate) fn preserves_breaks(self) -> bool {
        self.white_space != WhiteSpace::Collapse
    }

    /// Returns an inline rendering for an element that is not rendered, but whose content is written nevertheless.
    #[cfg(feature = "markdown")]
    #[inline]
    pub(crate) fn as_inline(self) -> Rendering {
        Rendering { display: Display::Inline, has_text: true, ..self }
    }

    /// Whether white space in it shows only as single spaces.
    #[inline]
    pub(crate) fn collapses(self) -> bool {
        self.white_space == WhiteSpace::Collapse
    }

    /// Whether it ends the previous line, so that white space next to it does not show. Lines continue around out-of-flow elements.
    #[inline]
    pub(crate) fn breaks_line(self) -> bool {
        self.display.breaks_line() && !self.is_out_of_flow
    }

    /// Whether white space at the start and end of its content does not show.
    #[inline]
    pub(crate) fn hides_white_space_at_edges(self) -> bool {
        self.display.breaks_line()
            || matches!(self.display, Display::None | Display::InlineBlock | Display::InlineTable)
    }

    /// Whether a child text that is all white space is not rendered, even where white space shows.
    #[inline]
    pub(crate) fn drops_white_space(self) -> bool {
        matches!(self.inner, InnerDisplay::Table | InnerDisplay::Flex)
    }
}

/// The display that an element's name determines, and a rule for its other properties.
#[derive(Clone, Copy)]
struct DefaultRendering {
    display: Display,
    rule: Rule,
}

#[derive(Clone, Copy)]
enum Rule {
    None,
    /// The rendering also depends on attributes or the document.
    Special,
    WhiteSpace(WhiteSpace),
    /// Sets whether texts are rendered.
    Text(bool),
    /// One line of text in which white space collapses.
    TextLine,
    InnerDisplay(InnerDisplay),
}

const INLINE: DefaultRendering = DefaultRendering { display: Display::Inline, rule: Rule::None };

/// The default renderings of the HTML elements, by name.
static DEFAULT_RENDERINGS: [DefaultRendering; LocalName::COUNT] = {
    let mut table = [INLINE; LocalName::COUNT];
    let mut index = 0;
    while index < table.len() {
        let name = LocalName::from_index(index);
        table[index] = DefaultRendering { display: default_display(name), rule: default_rule(name) };
        index += 1;
    }
    table
};

#[inline]
const fn default_display(name: LocalName) -> Display {
    match name {
        LocalName::BR => Display::LineBreak,
        LocalName::P => Display::Paragraph,
        LocalName::Q => Display::Quotation,
        LocalName::AUDIO | LocalName::EMBED => Display::Replaced,
        LocalName::BUTTON | LocalName::MARQUEE | LocalName::SELECT => Display::InlineBlock,
        LocalName::TABLE => Display::Table,
        LocalName::CAPTION => Display::Caption,
        LocalName::TBODY | LocalName::TFOOT | LocalName::THEAD => Display::RowGroup,
        LocalName::TR => Display::Row,
        LocalName::TD | LocalName::TH => Display::Cell,
        LocalName::COL | LocalName::COLGROUP => Display::None,
        LocalName::SLOT => Display::Contents,
        name if TagSet::REPLACED.contains(name) => Display::Replaced,
        name if TagSet::NOT_RENDERED.contains(name) => Display::None,
        name if TagSet::RENDERED_AS_BLOCK.contains(name) => Display::Block,
        _ => Display::Inline,
    }
}

#[inline]
const fn default_rule(name: LocalName) -> Rule {
    match name {
        LocalName::AUDIO
        | LocalName::CANVAS
        | LocalName::DETAILS
        | LocalName::DIALOG
        | LocalName::EMBED
        | LocalName::INPUT
        | LocalName::NOSCRIPT
        | LocalName::OBJECT
        | LocalName::TABLE
        | LocalName::TD
        | LocalName::TH => Rule::Special,
        LocalName::MARQUEE | LocalName::NOBR => Rule::WhiteSpace(WhiteSpace::Collapse),
        LocalName::SELECT => Rule::Text(false),
        LocalName::OPTION => Rule::TextLine,
        LocalName::RUBY => Rule::InnerDisplay(InnerDisplay::Line),
        name if TagSet::PREFORMATTED.contains(name) => Rule::WhiteSpace(WhiteSpace::Preserve),
        _ => Rule::None,
    }
}

/// Returns the default rendering of an element outside of the HTML namespace.
#[inline]
fn default_foreign_rendering(element: NodeRef<'_>) -> DefaultRendering {
    let (display, rule) = match element.namespace() {
        Namespace::Svg => match element.name() {
            LocalName::DESC | LocalName::METADATA | LocalName::SCRIPT | LocalName::STYLE | LocalName::TITLE => {
                (Display::None, Rule::None)
            }
            LocalName::SVG => (Display::InlineBlock, Rule::Text(false)),
            LocalName::TEXT => (Display::Block, Rule::TextLine),
            LocalName::FOREIGN_OBJECT => (Display::Block, Rule::Text(true)),
            _ => (Display::Inline, Rule::None),
        },
        Namespace::MathMl => match element.local_name() {
            "annotation" | "annotation-xml" => (Display::None, Rule::None),
            "math" if element.attribute("display").is_some_and(|value| value.eq_ignore_ascii_case("block")) => {
                (Display::Block, Rule::None)
            }
            "mtable" => (Display::InlineTable, Rule::None),
            "mtr" => (Display::Row, Rule::None),
            "mtd" => (Display::Cell, Rule::None),
            _ => (Display::Inline, Rule::None),
        },
        _ => (Display::Inline, Rule::None),
    };
    DefaultRendering { display, rule }
}

#[inline]
fn is_summary(node: NodeRef<'_>) -> bool {
    html_name(node) == LocalName::SUMMARY
}

/// Returns the name of an HTML element, and [`LocalName::UNKNOWN`] for all other nodes.
#[inline]
pub(crate) fn html_name(node: NodeRef<'_>) -> LocalName {
    if node.node().is_html_element() { node.name() } else { LocalName::UNKNOWN }
}

/// Whether [scripting is enabled](https://html.spec.whatwg.org/multipage/webappapis.html#concept-n-script) for a node. It is never enabled
/// in the contents of a `template`, because their document has no browsing context.
#[inline]
pub(crate) fn has_scripting(node: NodeRef<'_>) -> bool {
    node.document().scripting() && !is_in_template(node)
}

/// Whether an element is in the MathML namespace, or is an outermost `svg`.
#[inline]
fn is_outermost_svg_or_mathml(element: NodeRef<'_>) -> bool {
    let is_svg = |node: NodeRef<'_>| node.namespace() == Namespace::Svg;
    element.namespace() == Namespace::MathMl
        || is_svg(element) && element.local_name() == "svg" && !element.parent().is_some_and(is_svg)
}

/// Whether elements with this name are form controls or line breaks. Without the element's own box, such as with `display: contents`, their
/// content is not rendered.
#[inline]
fn is_control_or_line_break(name: LocalName) -> bool {
    use LocalName as Name;
    matches!(
        name,
        Name::BR
            | Name::WBR
            | Name::BUTTON
            | Name::INPUT
            | Name::METER
            | Name::PROGRESS
            | Name::SELECT
            | Name::TEXTAREA
    )
}

/// Whether a node is in the contents of a `template`.
#[inline]
pub(crate) fn is_in_template(node: NodeRef<'_>) -> bool {
    core::iter::successors(Some(node), |node| node.parent().or_else(|| node.host())).any(is_template_contents)
}

/// Whether a node is the fragment with the contents of a `template`.
#[inline]
pub(crate) fn is_template_contents(node: NodeRef<'_>) -> bool {
    node.kind() == NodeKind::DocumentFragment && node.host().is_some()
}

/// Whether a node [serializes as void](https://html.spec.whatwg.org/multipage/parsing.html#serializes-as-void): the void elements and some
/// obsolete ones.
#[inline]
pub(crate) fn serializes_as_void(node: NodeRef<'_>) -> bool {
    TagSet::SERIALIZES_AS_VOID.contains(html_name(node))
}
