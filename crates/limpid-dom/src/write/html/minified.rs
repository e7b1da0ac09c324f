//! The way through a tree of which tags or white space may be left out, and to which nothing is added.
//!
//! Nearly all that is written differs from the source, so that no runs of it are looked for: pieces are added to the text in the making, and
//! whether it is to be passed on is asked once for each node. What the rules ask of an element's name is looked up once, too.
//! Pays for minified HTML in `cargo xtask jobs`.

use super::escape::{TEXT, write_collapsed, write_escaped};
use super::{Serializer, has_contents, holds_raw_text, is_preformatted};
use crate::read::node_ref::NodeRef;
use crate::storage::node::Node;
use crate::write::rendering::declares_preformatted;
use core::fmt;
use limpid_markup::{LocalName, Namespace, TagSet};

/// The facts that the rules ask of an element's name, a bit for each.
#[derive(Clone, Copy)]
struct Traits(u8);

impl Traits {
    /// A parser drops a line feed after its start tag, and keeps white space.
    const PREFORMATTED: u8 = 1;
    const VOID: u8 = 2;
    /// Text in it is written as it is.
    const RAW: u8 = 4;
    /// A `noscript`: text in it is written as it is with scripting.
    const NOSCRIPT: u8 = 8;

    #[inline(always)]
    fn of(node: &Node) -> Traits {
        static BY_NAME: [u8; LocalName::COUNT] = {
            let mut table = [0; LocalName::COUNT];
            let mut index = 0;
            while index < table.len() {
                let name = LocalName::from_index(index);
                let is_preformatted = matches!(name, LocalName::LISTING | LocalName::PRE | LocalName::TEXTAREA);
                table[index] = is_preformatted as u8 * Traits::PREFORMATTED
                    + TagSet::SERIALIZES_AS_VOID.contains(name) as u8 * Traits::VOID
                    + TagSet::LITERAL_TEXT.contains(name) as u8 * Traits::RAW
                    + matches!(name, LocalName::NOSCRIPT) as u8 * Traits::NOSCRIPT;
                index += 1;
            }
            table
        };
        match node.is_html_element() {
            true => Traits(BY_NAME.get(node.name_or_far() as usize).copied().unwrap_or(0)),
            false => Traits(0),
        }
    }

    #[inline(always)]
    fn has(self, traits: u8) -> bool {
        self.0 & traits != 0
    }
}

impl<'d> Serializer<'d, '_, '_> {
    #[inline]
    pub(super) fn run_minified(&mut self) -> fmt::Result {
        let top = self.top.number();
        let omits = self.options.omit_optional_tags;
        let collapses = self.options.strip_whitespace;
        let raw = if self.has_scripting() { Traits::RAW | Traits::NOSCRIPT } else { Traits::RAW };
        let mut at = self.top;
        let mut node = at.node();
        let mut is_raw = self.is_raw(at);
        loop {
            let mut next = node.first();
            let mut is_open = self.outer || at.number() != top;
            let mut traits = Traits(0);
            if node.is_element() {
                if has_contents(node) {
                    (next, is_open) = (0, false);
                    self.run_anyhow(at)?;
                } else {
                    traits = Traits::of(node);
                    let is_omitted = || omits && node.attributes().1 == 0 && self.may_omit_start_tag(at, false);
                    let may_declare = match is_open {
                        true if is_omitted() => false,
                        true => self.short_start_tag(at, node, traits)?,
                        false => true,
                    };
                    let is_preformatted = traits.has(Traits::PREFORMATTED) || may_declare && declares_preformatted(at);
                    self.preformatted += usize::from(collapses && is_preformatted);
                    next = if traits.has(Traits::VOID) { 0 } else { next };
                    is_raw = if next != 0 { traits.has(raw) } else { is_raw };
                }
            } else if !node.is_text() {
                if is_open {
                    self.enter(at)?;
                }
                if next != 0 {
                    is_raw = holds_raw_text(at, self.has_scripting());
                }
            } else if is_open {
                let text = at.place_text(node.place());
                match is_raw {
                    true if !self.options.escape_raw_text => self.out.pass(text)?,
                    false if collapses && self.preformatted == 0 => write_collapsed(text, self.out.text())?,
                    _ => write_escaped(text, TEXT, self.options.syntax.keep_line_breaks, self.out.text())?,
                }
            }
            while next == 0 {
                if is_open && node.is_element() {
                    self.leave_minified(at, node, traits)?;
                }
                if at.number() == top {
                    return Ok(());
                }
                next = node.next();
                if next == 0 {
                    let Some(parent) = at.link(node.parent()) else { return Ok(()) };
                    at = parent;
                    node = at.node();
                    is_open = self.outer || at.number() != top;
                    traits = Traits::of(node);
                    let around = at.document.arena.node(node.parent());
                    is_raw = match around.is_element() {
                        true => Traits::of(around).has(raw),
                        false => self.is_raw(at),
                    };
                }
            }
            self.out.pass_on()?;
            let Some(next) = at.link(next) else { return Ok(()) };
            at = next;
            node = at.node();
        }
    }

    /// Ends an element, with its end tag if it has one.
    #[inline(always)]
    fn leave_minified(&mut self, element: NodeRef<'d>, node: &Node, traits: Traits) -> fmt::Result {
        if self.preformatted != 0 && is_preformatted(element) {
            self.preformatted -= 1;
        }
        if traits.has(Traits::VOID) || self.may_omit_tags(element) && self.place().is_end_optional(element) {
            return Ok(());
        }
        if !has_usual_name(node) {
            return self.end_tag(element);
        }
        let text = self.out.text();
        text.push_str("</");
        text.push_str(element.document.arena.names.text(element.name_number()));
        text.push('>');
        Ok(())
    }

    /// Writes a start tag, and the line feed that a parser drops after it where one is to be kept. Returns whether an attribute
    /// may declare that white space shows.
    #[inline(always)]
    fn short_start_tag(&mut self, element: NodeRef<'d>, node: &Node, traits: Traits) -> Result<bool, fmt::Error> {
        let (arena, syntax) = (&element.document.arena, self.options.syntax);
        let text = self.out.text();
        text.push('<');
        match has_usual_name(node) {
            true => text.push_str(arena.names.text(element.name_number())),
            false => self.tag_name(element)?,
        }
        let text = self.out.text();
        let name = node.is_html_element().then(|| LocalName::from_index(node.name_or_far() as usize));
        let (mut is_unquoted, mut may_declare) = (false, false);
        for record in arena.attributes(element.number()).iter().filter(|record| !record.is_free()) {
            let value = element.place_text(record.place());
            is_unquoted = syntax.write_attribute(name, record, arena, value, text)?;
            may_declare |= (record.name == LocalName::STYLE.index() as u32) | record.is_qualified();
        }
        if syntax.trailing_solidus && traits.has(Traits::VOID) {
            syntax.write_solidus(is_unquoted, text)?;
        }
        text.push('>');
        if traits.has(Traits::PREFORMATTED) {
            self.first_line_feed(element)?;
        }
        Ok(may_declare)
    }
}

/// Whether an element is written without a prefix.
#[inline(always)]
fn has_usual_name(node: &Node) -> bool {
    matches!(node.namespace(), Namespace::Html | Namespace::MathMl | Namespace::Svg)
}
