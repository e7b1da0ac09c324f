use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::read::traverse::Event;
use crate::write::rendering::{Display, display, html_name, is_preformatted};
use core::fmt::{self, Write};
use core::mem;
use limpid_markup::{LocalName, Namespace};

impl Document<'_> {
    /// The text as a browser shows it: [`NodeRef::inner_text`] of the root.
    pub fn inner_text(&self) -> String {
        self.root().inner_text()
    }
}

impl NodeRef<'_> {
    /// The text in a node as a browser shows it that knows no style sheet but the standard's own:
    /// [innerText](https://html.spec.whatwg.org/multipage/dom.html#the-innertext-idl-attribute).
    ///
    /// Blocks are lines of their own and paragraphs have an empty line around them, `br` breaks a line, cells of a row are
    /// parted by tabs and rows by line ends. White space collapses but in `pre` and the like, also around images, fields
    /// and the like, which show no text. Scripts, style sheets, templates, what is `hidden`, closed `details` and other
    /// things that are not shown are left out; a node within one of those has its [`text_content`](Self::text_content).
    /// Attributes such as `alt` are not text.
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
        let within = || core::iter::once(self).chain(self.ancestors());
        if within().any(|node| display(node) == Display::None) {
            for node in core::iter::once(self).chain(self.descendants()) {
                out.write_str(node.text().unwrap_or_default())?;
            }
            return Ok(());
        }
        let mut surroundings = Surroundings::default();
        within().for_each(|node| surroundings.enter(node));
        let mut lines = Lines::new(out);
        let mut events = self.traverse();
        while let Some(event) = events.next() {
            match event {
                Event::Enter(node) if let Some(text) = node.text() => {
                    if display(node) == Display::None || !surroundings.show_text_of(node) {
                    } else if surroundings.preformatted > 0 {
                        lines.preformatted(text)?;
                    } else {
                        lines.text(text)?;
                    }
                }
                Event::Enter(node) if node == self => {}
                Event::Leave(node) if node == self => {}
                Event::Enter(node) => match display(node) {
                    Display::None => events.skip_children(),
                    display => {
                        surroundings.enter(node);
                        lines.enter(display)?;
                        if display == Display::Replaced {
                            events.skip_children();
                        }
                    }
                },
                Event::Leave(node) => match display(node) {
                    Display::None => {}
                    display => {
                        surroundings.leave(node);
                        lines.leave(display);
                    }
                },
            }
        }
        Ok(())
    }
}

/// How many elements of some kinds a node is in.
#[derive(Default)]
struct Surroundings {
    preformatted: usize,
    selects: usize,
    options: usize,
    svg_texts: usize,
}

impl Surroundings {
    fn enter(&mut self, node: NodeRef<'_>) {
        self.count(node, usize::wrapping_add);
    }

    fn leave(&mut self, node: NodeRef<'_>) {
        self.count(node, usize::wrapping_sub);
    }

    fn count(&mut self, node: NodeRef<'_>, count: fn(usize, usize) -> usize) {
        let counter = match html_name(node) {
            LocalName::SELECT => &mut self.selects,
            LocalName::OPTION => &mut self.options,
            _ if is_preformatted(node) => &mut self.preformatted,
            _ if node.namespace() == Namespace::Svg && node.name() == LocalName::TEXT => &mut self.svg_texts,
            _ => return,
        };
        *counter = count(*counter, 1);
    }

    /// Of a `select`, the options show their text; of a drawing, its texts.
    fn show_text_of(&self, node: NodeRef<'_>) -> bool {
        if self.selects > 0 && self.options == 0 {
            return false;
        }
        match node.parent() {
            Some(parent) if parent.namespace() == Namespace::Svg => {
                self.svg_texts > 0 || parent.name() == LocalName::FOREIGN_OBJECT
            }
            _ => true,
        }
    }
}

/// Writes words, with the space and the line breaks between them only once there is something behind them.
struct Lines<'o, W: ?Sized> {
    out: &'o mut W,
    /// Whether nothing is written yet.
    blank: bool,
    /// Whether the line so far shows nothing, so that a space would not show either.
    at_start: bool,
    /// Whether a collapsed space is due.
    space: bool,
    /// Whether there is a line end in what collapsed to that space.
    space_has_line_end: bool,
    /// Whether a zero width space is right before it.
    after_zero_width_space: bool,
    /// The required line break count that is due.
    breaks: usize,
    /// For each table around, its innermost last, what is due once another row or cell comes.
    tables: Vec<Due>,
}

#[derive(Clone, Copy, Default)]
struct Due {
    row: bool,
    cell: bool,
}

impl<'o, W: Write + ?Sized> Lines<'o, W> {
    fn new(out: &'o mut W) -> Lines<'o, W> {
        // Rows and cells may come without their table: where the text of a part of one is asked for.
        Lines {
            out,
            blank: true,
            at_start: true,
            space: false,
            space_has_line_end: false,
            after_zero_width_space: false,
            breaks: 0,
            tables: vec![Due::default()],
        }
    }

    fn enter(&mut self, display: Display) -> fmt::Result {
        match display {
            Display::None | Display::Inline => {}
            Display::LineBreak => {
                self.write("\n")?;
                self.start_line();
            }
            Display::Block => self.edge(1),
            Display::Paragraph => self.edge(2),
            Display::Replaced => self.write_space()?,
            Display::InlineBlock => {
                self.write_space()?;
                self.start_line();
            }
            Display::Table | Display::InlineTable => {
                if display == Display::Table {
                    self.edge(1);
                } else {
                    self.write_space()?;
                }
                self.tables.push(Due::default());
            }
            Display::Row => {
                if self.due(|due| mem::take(due).row) {
                    self.write("\n")?;
                }
                self.start_line();
            }
            Display::Cell => {
                if self.due(|due| mem::take(&mut due.cell)) {
                    self.write("\t")?;
                }
                self.start_line();
            }
        }
        Ok(())
    }

    fn leave(&mut self, display: Display) {
        match display {
            Display::None | Display::Inline | Display::LineBreak => {}
            Display::Block => self.edge(1),
            Display::Paragraph => self.edge(2),
            Display::Replaced | Display::InlineBlock => self.go_on_in_line(),
            Display::Table => {
                self.tables.pop();
                self.edge(1);
            }
            Display::InlineTable => {
                self.tables.pop();
                self.go_on_in_line();
            }
            Display::Row => self.due(|due| *due = Due { row: true, cell: false }),
            Display::Cell => {
                self.due(|due| due.cell = true);
                self.start_line();
            }
        }
    }

    /// Does something with what is due in the innermost table.
    fn due<T: Default>(&mut self, f: impl FnOnce(&mut Due) -> T) -> T {
        self.tables.last_mut().map(f).unwrap_or_default()
    }

    fn start_line(&mut self) {
        (self.space, self.at_start) = (false, true);
        (self.space_has_line_end, self.after_zero_width_space) = (false, false);
    }

    /// Something is in the line now that shows no text, or a text of its own.
    fn go_on_in_line(&mut self) {
        self.start_line();
        self.at_start = false;
    }

    fn edge(&mut self, breaks: usize) {
        self.breaks = self.breaks.max(breaks);
        self.start_line();
    }

    fn write(&mut self, text: &str) -> fmt::Result {
        // Required line breaks at the start are removed.
        let breaks = mem::take(&mut self.breaks);
        for _ in 0..if self.blank { 0 } else { breaks } {
            self.out.write_char('\n')?;
        }
        self.blank = false;
        self.space_has_line_end = false;
        self.after_zero_width_space = text.ends_with(ZERO_WIDTH_SPACE);
        self.out.write_str(text)
    }

    fn write_space(&mut self) -> fmt::Result {
        if mem::take(&mut self.space) { self.write(" ") } else { Ok(()) }
    }

    fn text(&mut self, text: &str) -> fmt::Result {
        for word in text.split_inclusive(collapses) {
            let shown = word.trim_end_matches(collapses);
            if !shown.is_empty() {
                // Beside a zero width space, a line end leaves no space:
                // https://drafts.csswg.org/css-text/#line-break-transform.
                if self.space_has_line_end && (self.after_zero_width_space || shown.starts_with(ZERO_WIDTH_SPACE)) {
                    self.space = false;
                }
                self.write_space()?;
                self.write(shown)?;
                self.at_start = false;
            }
            if shown.len() < word.len() && !self.at_start {
                self.space = true;
                self.space_has_line_end |= word.ends_with('\n');
            }
        }
        Ok(())
    }

    fn preformatted(&mut self, text: &str) -> fmt::Result {
        if text.is_empty() {
            return Ok(());
        }
        self.write_space()?;
        self.at_start = text.ends_with('\n');
        self.write(text)
    }
}

const ZERO_WIDTH_SPACE: char = '\u{200B}';

/// Whether a character is [white space that collapses](https://drafts.csswg.org/css-text/#white-space-processing).
fn collapses(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}
