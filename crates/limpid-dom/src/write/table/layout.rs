//! Detects tables that only arrange the parts of a page.

use crate::read::node_ref::NodeRef;
use crate::read::table::{Table, TableCell};
use crate::read::traverse::Edge;
use crate::write::rendering::{Rendering, html_name};
use limpid_markup::{LocalName, TagSet};

/// The maximum number of bytes of text in a cell of a data table without header cells.
const MAX_DATA_CELL_LEN: usize = 1_000;

impl Table<'_> {
    /// Whether the table seems to arrange parts of a page instead of data. Such a table has the `role` `presentation` or `none`, or it has no
    /// header cells and contains a table, a heading, a quote, a rule, several lines of preformatted text or more than 1,000 bytes of text in a cell.
    ///
    /// The standard [suggests](https://html.spec.whatwg.org/multipage/tables.html#the-table-element) such heuristics. Takes time proportional to the
    /// content of the table up to the first nested table.
    ///
    /// ```
    /// let is_layout = |page| limpid::parse(page).tables().next().unwrap().is_layout();
    /// assert!(is_layout("<table><tr><td><h2>Menu</h2><td><h2>News</h2></table>"));
    /// assert!(!is_layout("<table><tr><td>Sencha<td>4</table>"));
    /// ```
    #[inline]
    pub fn is_layout(&self) -> bool {
        self.is_layout_in(Rendering::of(self.element()).0)
    }

    /// Like [`is_layout`](Self::is_layout), for a table with this rendering.
    #[inline]
    pub(crate) fn is_layout_in(&self, rendering: Rendering) -> bool {
        let has_role = |role: &str| {
            let role = role.split_ascii_whitespace().next().unwrap_or_default();
            ["presentation", "none"].iter().any(|it| role.eq_ignore_ascii_case(it))
        };
        self.element().attribute("role").is_some_and(has_role)
            || !self.cells().iter().any(TableCell::is_header) && self.has_layout_content(rendering)
    }

    /// Each table is searched only up to the first nested table, so that nested tables take linear time.
    #[inline]
    fn has_layout_content(&self, rendering: Rendering) -> bool {
        let mut renderings = vec![rendering];
        let (mut length, mut lines) = (0, PreformattedLines::default());
        let mut events = self.element().traverse();
        events.next();
        while let Some(event) = events.next() {
            let Some(parent) = renderings.last().copied() else { return false };
            let node = match event {
                Edge::Enter(node) => node,
                Edge::Leave(node) => {
                    if node.is_element() {
                        renderings.pop();
                        lines.depth -= usize::from(is_preformatted(node));
                    }
                    continue;
                }
            };
            if node.is_element() {
                if is_preformatted(node) {
                    lines.enter();
                }
                let rendering = parent.child(node);
                renderings.push(rendering);
                if !rendering.is_rendered() {
                    events.skip_children();
                    continue;
                }
            } else if !parent.shows_text() {
                continue;
            }
            match html_name(node) {
                LocalName::TABLE | LocalName::BLOCKQUOTE | LocalName::HR => return true,
                name if TagSet::HEADINGS.contains(name) => return true,
                LocalName::TD => length = 0,
                LocalName::BR => lines.has_break_after_text |= lines.has_text,
                _ => {}
            }
            let text = node.text().unwrap_or_default();
            length += text.len();
            if length > MAX_DATA_CELL_LEN || lines.push_text(text) {
                return true;
            }
        }
        false
    }
}

/// Whether an element is preformatted by default.
#[inline]
fn is_preformatted(element: NodeRef<'_>) -> bool {
    TagSet::PREFORMATTED.contains(html_name(element))
}

/// The lines of text in a preformatted element.
#[derive(Default)]
struct PreformattedLines {
    /// The number of open preformatted elements.
    depth: usize,
    has_text: bool,
    has_break_after_text: bool,
}

impl PreformattedLines {
    #[inline]
    fn enter(&mut self) {
        *self = PreformattedLines { depth: self.depth + 1, ..PreformattedLines::default() };
    }

    /// Adds a text. Returns whether there are now several lines, not counting empty ones at the start and the end.
    #[inline]
    fn push_text(&mut self, text: &str) -> bool {
        self.depth > 0
            && text.bytes().any(|byte| {
                match byte {
                    b'\n' => self.has_break_after_text |= self.has_text,
                    byte => self.has_text |= !byte.is_ascii_whitespace(),
                }
                self.has_break_after_text && !byte.is_ascii_whitespace()
            })
    }
}
