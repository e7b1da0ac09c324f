use crate::Document;
use crate::node::NodeRef;
use crate::rendering::{html_name, is_block, is_cell, is_preformatted, is_rendered};
use crate::traverse::Event;
use core::fmt::{self, Write};
use limpid_markup::LocalName;

impl Document<'_> {
    /// The text as a browser shows it: [`NodeRef::inner_text`] of the root.
    pub fn inner_text(&self) -> String {
        self.root().inner_text()
    }
}

impl NodeRef<'_> {
    /// The text in a node as a browser shows it, by the standard's own style sheet: in the manner of
    /// [innerText](https://html.spec.whatwg.org/multipage/dom.html#the-innertext-idl-attribute).
    ///
    /// Blocks are lines of their own and paragraphs have an empty line around them, `br` breaks a line, cells of a row are
    /// parted by tabs. White space collapses but in `pre` and the like. Scripts, style sheets, templates, what is
    /// `hidden` and other things that are not shown are left out; if the node itself is one of those, this is its
    /// [`text_content`](Self::text_content). Attributes such as `alt` are not text.
    ///
    /// ```
    /// # use limpid_dom::Document;
    /// # let mut document = Document::new();
    /// # let root = document.root().id();
    /// # for (name, text) in [("h1", " Tea\n list "), ("script", "x()"), ("p", "Green"), ("p", "Black")] {
    /// #     let element = document.create_element(name);
    /// #     document.append(root, element)?;
    /// #     let text = document.create_text(text);
    /// #     document.append(element, text)?;
    /// # }
    /// assert_eq!(document.to_html(), "<h1> Tea\n list </h1><script>x()</script><p>Green</p><p>Black</p>");
    /// assert_eq!(document.inner_text(), "Tea list\n\nGreen\n\nBlack");
    /// # Ok::<(), limpid_dom::MutationError>(())
    /// ```
    pub fn inner_text(self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_inner_text(&mut text);
        text
    }

    /// Writes what [`inner_text`](Self::inner_text) returns.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_inner_text<W: Write + ?Sized>(self, out: &mut W) -> fmt::Result {
        if !is_rendered(self) {
            for node in self.descendants() {
                out.write_str(node.text().unwrap_or_default())?;
            }
            return Ok(());
        }
        let mut lines =
            Lines { out, blank: true, at_start: true, in_new_cell: false, space: false, breaks: 0, ends: 0 };
        let mut preformatted = usize::from(self.ancestors().any(is_preformatted));
        let mut events = self.traverse();
        while let Some(event) = events.next() {
            match event {
                Event::Enter(node) => match node.text() {
                    Some(text) if preformatted > 0 => lines.preformatted(text)?,
                    Some(text) => lines.text(text)?,
                    None if !is_rendered(node) => events.skip_children(),
                    None => {
                        preformatted += usize::from(is_preformatted(node));
                        lines.enter(node, node == self)?;
                    }
                },
                Event::Leave(node) if node.is_element() && is_rendered(node) => {
                    preformatted -= usize::from(is_preformatted(node));
                    lines.leave(node);
                }
                Event::Leave(_) => {}
            }
        }
        Ok(())
    }
}

/// Writes words, with the space and the line breaks between them only once there is something behind them.
struct Lines<'o, W: ?Sized> {
    out: &'o mut W,
    /// Whether nothing is written yet.
    blank: bool,
    /// Whether the line so far shows nothing, so that a space would not show either.
    at_start: bool,
    /// Whether nothing is written yet of the cell that was entered last.
    in_new_cell: bool,
    /// Whether white space is due.
    space: bool,
    /// How many line breaks are due at least, for the edges of blocks.
    breaks: usize,
    /// How many line ends are due that were asked for one by one.
    ends: usize,
}

impl<W: Write + ?Sized> Lines<'_, W> {
    fn enter(&mut self, node: NodeRef<'_>, is_top: bool) -> fmt::Result {
        if is_cell(node) {
            self.space = false;
            if !is_top && node.previous_siblings().any(is_cell) {
                self.flush()?;
                self.out.write_char('\t')?;
                self.at_start = true;
            }
            self.in_new_cell = true;
        } else if html_name(node) == LocalName::BR {
            self.end_line();
        } else if !node.is_element() {
            return Ok(());
        }
        self.edge(node);
        Ok(())
    }

    fn leave(&mut self, node: NodeRef<'_>) {
        if is_cell(node) {
            (self.breaks, self.ends, self.space, self.in_new_cell) = (0, 0, false, false);
        }
        self.edge(node);
    }

    fn edge(&mut self, node: NodeRef<'_>) {
        if is_block(node) {
            self.space = false;
            if !self.in_new_cell {
                let breaks = if html_name(node) == LocalName::P { 2 } else { 1 };
                self.breaks = self.breaks.max(breaks);
            }
        }
    }

    fn end_line(&mut self) {
        self.space = false;
        self.ends += 1;
    }

    fn flush(&mut self) -> fmt::Result {
        // The break at the edge of a block is the one that a `br` in front of it asked for.
        let edge = self.breaks.saturating_sub(usize::from(self.ends > 0));
        let breaks = edge + self.ends;
        if !self.blank {
            for _ in 0..breaks {
                self.out.write_char('\n')?;
            }
        }
        if self.space && breaks == 0 && !self.at_start {
            self.out.write_char(' ')?;
        }
        (self.blank, self.at_start, self.in_new_cell, self.space) = (false, false, false, false);
        (self.breaks, self.ends) = (0, 0);
        Ok(())
    }

    fn text(&mut self, text: &str) -> fmt::Result {
        for word in text.split_inclusive(|character: char| character.is_ascii_whitespace()) {
            let shown = word.trim_end_matches(|character: char| character.is_ascii_whitespace());
            if !shown.is_empty() {
                self.flush()?;
                self.out.write_str(shown)?;
            }
            self.space |= shown.len() < word.len() && self.ends == 0;
        }
        Ok(())
    }

    fn preformatted(&mut self, text: &str) -> fmt::Result {
        for line in text.split_inclusive('\n') {
            let shown = line.strip_suffix('\n').unwrap_or(line);
            if !shown.is_empty() {
                self.flush()?;
                self.out.write_str(shown)?;
            }
            if shown.len() < line.len() {
                self.end_line();
            }
        }
        Ok(())
    }
}
