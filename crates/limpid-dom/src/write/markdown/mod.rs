use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::read::traverse::Event;
use crate::write::rendering::{html_name, is_block, is_cell, is_rendered};
use core::fmt::{self, Write};
use core::mem;
use limpid_markup::LocalName;

impl Document<'_> {
    /// The document as Markdown: [`NodeRef::to_markdown`] of the root.
    pub fn to_markdown(&self) -> String {
        self.root().to_markdown()
    }
}

impl NodeRef<'_> {
    /// What a node shows as Markdown: [CommonMark](https://spec.commonmark.org) with GitHub's tables, task lists and
    /// strikethrough.
    ///
    /// Headings, paragraphs, emphasis, links, images, lists, code, block quotes, tables and rules become theirs; of all
    /// else the text stays, and what is [not shown](Self::inner_text) is left out. Text is escaped so that it is read as
    /// text. Where Markdown has no words for it, structure is given up: blocks in a link, a heading or a cell of a table
    /// run on in one line, a table of one column is a sequence of blocks, and code is text alone. Empty comments stand where
    /// markup would run together.
    ///
    /// A parser of CommonMark finds emphasis, strikethrough, code and links in it where the page has them, but for two things:
    /// a link that starts a paragraph with code that has `]:` in it is taken for a definition, and letters in circles and
    /// squares, which are symbols to Markdown, may leave emphasis beside other text unread.
    ///
    /// ```
    /// # use limpid_dom::Document;
    /// # let mut document = Document::new();
    /// # let root = document.root().id();
    /// # for (name, text) in [("h2", "Tea & *cups*"), ("p", "Green")] {
    /// #     let element = document.create_element(name);
    /// #     document.append(root, element)?;
    /// #     let text = document.create_text(text);
    /// #     document.append(element, text)?;
    /// # }
    /// assert_eq!(document.to_html(), "<h2>Tea &amp; *cups*</h2><p>Green</p>");
    /// assert_eq!(document.to_markdown(), "## Tea & \\*cups\\*\n\nGreen\n");
    /// # Ok::<(), limpid_dom::MutationError>(())
    /// ```
    pub fn to_markdown(self) -> String {
        let mut markdown = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_markdown(&mut markdown);
        markdown
    }

    /// Writes what [`to_markdown`](Self::to_markdown) returns.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_markdown<W: Write + ?Sized>(self, out: &mut W) -> fmt::Result {
        let mut markdown = Markdown::new(out);
        let mut events = self.traverse();
        while let Some(event) = events.next() {
            match event {
                Event::Enter(node) => {
                    let go_inside = match node.text() {
                        Some(text) => markdown.text(text)?,
                        None => node == self || is_rendered(node),
                    };
                    if !go_inside || node.text().is_none() && !markdown.enter(node)? {
                        events.skip_children();
                    }
                }
                Event::Leave(node) => markdown.leave(node)?,
            }
        }
        markdown.finish()
    }
}

/// Quotes and lists inside one another, beyond which they are not indented any more: it keeps the output linear.
const NESTING_LIMIT: usize = 64;

/// What an element of Markdown needs until its end.
#[derive(Clone, Copy, Debug)]
enum Frame<'d> {
    /// A paragraph or any other block.
    Block,
    Heading,
    /// Emphasis of the open delimiters' last.
    Emphasis,
    Link(NodeRef<'d>),
    Quote,
    List(List),
    Item,
    /// A table with so many columns; whether any row of it is written.
    Table {
        columns: usize,
        has_rows: bool,
    },
    /// A row with so many cells so far, of so many; whether it is the header.
    Row {
        cells: usize,
        columns: usize,
        is_header: bool,
    },
    Cell,
    /// A `q`.
    Quotation,
}

#[derive(Clone, Copy, Debug)]
struct List {
    /// The number of the next item; `None` if it is not an ordered list.
    next: Option<u32>,
    is_tight: bool,
}

/// What stands at the start of the lines of a quote or an item.
#[derive(Clone, Debug)]
struct Prefix {
    /// On the first one.
    first: String,
    /// On all others.
    rest: String,
}

/// An emphasis that is open in the tree.
#[derive(Clone, Copy, Debug)]
struct Delimiter {
    text: &'static str,
    is_written: bool,
    /// Whether it was written right beside another one of the same character.
    is_joined: bool,
}

struct Markdown<'o, 'd, W: ?Sized> {
    out: &'o mut W,
    frames: Vec<(NodeRef<'d>, Frame<'d>)>,
    prefixes: Vec<Prefix>,
    /// In how many of them something is written already.
    begun: usize,
    delimiters: Vec<Delimiter>,
    /// Closing delimiters that are not written yet, as an opening one may cancel them.
    closing: Vec<Delimiter>,
    /// Around how many things that have to stay in one line.
    inline: usize,
    /// In how many items, and in how many cells.
    items: usize,
    cells: usize,
    /// Whether a link is open, and how many delimiters are around it.
    in_link: bool,
    before_link: usize,
    /// Whether nothing is written yet.
    blank: bool,
    /// How many line ends are due before the next block: 0 within a block.
    breaks: usize,
    /// Whether white space is due.
    space: bool,
    /// Whether a hard line break is due.
    hard_break: bool,
    /// Whether the next character is the first of its line.
    at_start: bool,
    /// Whether the line has nothing but digits so far.
    in_number: bool,
    /// The last character.
    last: char,
    /// Whether the last characters are a closing delimiter with a character that is not white space before it.
    after_closing: Option<char>,
    /// Whether the last block that ended in this place is a list, and whether it was ordered.
    after_list: Option<bool>,
}

impl<'o, 'd, W: Write + ?Sized> Markdown<'o, 'd, W> {
    fn new(out: &'o mut W) -> Self {
        Markdown {
            out,
            frames: Vec::new(),
            prefixes: Vec::new(),
            begun: 0,
            delimiters: Vec::new(),
            closing: Vec::new(),
            inline: 0,
            items: 0,
            cells: 0,
            in_link: false,
            before_link: 0,
            blank: true,
            breaks: 0,
            space: false,
            hard_break: false,
            at_start: true,
            in_number: true,
            last: '\n',
            after_closing: None,
            after_list: None,
        }
    }

    fn finish(mut self) -> fmt::Result {
        self.break_block(1)?;
        if self.blank { Ok(()) } else { self.out.write_char('\n') }
    }

    /// Whether to go inside.
    fn enter(&mut self, node: NodeRef<'d>) -> Result<bool, fmt::Error> {
        let frame = match html_name(node) {
            LocalName::H1 | LocalName::H2 | LocalName::H3 | LocalName::H4 | LocalName::H5 | LocalName::H6
                if self.inline == 0 =>
            {
                self.break_block(2)?;
                let level = node.local_name().as_bytes().get(1).map_or(1, |digit| usize::from(digit - b'0'));
                self.start()?;
                self.raw(&"######"[..level])?;
                self.space = true;
                self.inline += 1;
                Frame::Heading
            }
            LocalName::EM | LocalName::I | LocalName::CITE | LocalName::DFN | LocalName::VAR => {
                return self.emphasis(node, "*");
            }
            LocalName::STRONG | LocalName::B => return self.emphasis(node, "**"),
            LocalName::DEL | LocalName::S | LocalName::STRIKE => return self.emphasis(node, "~~"),
            LocalName::Q => {
                self.literal("\"")?;
                Frame::Quotation
            }
            LocalName::A if !self.in_link && node.has_attribute("href") => {
                if self.last == '!' && !self.space && self.breaks == 0 {
                    // It would be an image.
                    self.raw(SEPARATOR)?;
                }
                self.literal("[")?;
                (self.in_link, self.before_link) = (true, self.delimiters.len());
                self.inline += 1;
                Frame::Link(node)
            }
            LocalName::IMG => {
                self.image(node)?;
                return Ok(false);
            }
            LocalName::BR => {
                if self.cells > 0 {
                    self.literal("<br>")?;
                } else if self.inline > 0 {
                    self.space = true;
                } else if self.breaks == 0 && !self.blank {
                    (self.hard_break, self.space) = (true, false);
                }
                return Ok(false);
            }
            LocalName::CODE | LocalName::KBD | LocalName::SAMP | LocalName::TT => {
                self.code(&node.text_content())?;
                return Ok(false);
            }
            LocalName::PRE | LocalName::LISTING | LocalName::XMP | LocalName::PLAINTEXT => {
                self.code_block(node)?;
                return Ok(false);
            }
            LocalName::INPUT => {
                if node.attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"))
                    && matches!(self.frames.last(), Some((_, Frame::Item)))
                    && node.previous_element_sibling().is_none()
                {
                    self.start()?;
                    self.raw(if node.has_attribute("checked") { "[x]" } else { "[ ]" })?;
                    self.space = true;
                }
                return Ok(false);
            }
            LocalName::SELECT | LocalName::TEXTAREA => return Ok(false),
            LocalName::HR if self.inline == 0 => {
                self.break_block(2)?;
                self.start()?;
                self.raw("***")?;
                self.break_block(2)?;
                return Ok(false);
            }
            LocalName::BLOCKQUOTE if self.inline == 0 && self.prefixes.len() < NESTING_LIMIT => {
                self.break_block(2)?;
                self.prefixes.push(Prefix { first: String::from("> "), rest: String::from("> ") });
                self.after_list = None;
                Frame::Quote
            }
            LocalName::UL | LocalName::OL | LocalName::MENU | LocalName::DIR if self.inline == 0 => {
                self.start_list(node)?
            }
            LocalName::LI if self.inline == 0 && self.prefixes.len() < NESTING_LIMIT => self.start_item()?,
            LocalName::TABLE if self.inline == 0 => {
                self.break_block(2)?;
                match columns(node) {
                    0 | 1 => Frame::Block,
                    columns => Frame::Table { columns, has_rows: false },
                }
            }
            LocalName::THEAD | LocalName::TBODY | LocalName::TFOOT if self.is_in_table() => return Ok(true),
            LocalName::TR if self.is_in_table() => self.start_row(node)?,
            LocalName::TD | LocalName::TH if matches!(self.frames.last(), Some((_, Frame::Row { .. }))) => {
                if let Some((_, Frame::Row { cells, .. })) = self.frames.last_mut() {
                    *cells += 1;
                }
                self.space = true;
                self.inline += 1;
                self.cells += 1;
                Frame::Cell
            }
            _ if is_block(node) || is_cell(node) => {
                self.break_block(2)?;
                Frame::Block
            }
            _ => return Ok(true),
        };
        self.frames.push((node, frame));
        Ok(true)
    }

    fn leave(&mut self, node: NodeRef<'d>) -> fmt::Result {
        let Some(&(owner, frame)) = self.frames.last() else { return Ok(()) };
        if owner != node {
            return Ok(());
        }
        self.frames.pop();
        match frame {
            Frame::Block => self.break_block(2)?,
            Frame::Heading => {
                self.close_written()?;
                self.inline -= 1;
                self.break_block(2)?;
            }
            Frame::Emphasis => {
                if let Some(delimiter) = self.delimiters.pop()
                    && delimiter.is_written
                {
                    self.closing.push(delimiter);
                }
            }
            Frame::Link(link) => self.end_link(link)?,
            Frame::Quotation => self.literal("\"")?,
            Frame::Quote => {
                self.break_block(2)?;
                self.pop_prefix();
            }
            Frame::List(List { next, .. }) => {
                self.break_block(if self.items > 0 { 1 } else { 2 })?;
                self.after_list = Some(next.is_some());
            }
            Frame::Item => {
                self.items -= 1;
                if self.begun < self.prefixes.len() {
                    // It has no content. Only behind an empty line can a list start so.
                    if self.breaks == 1 && node.previous_element_sibling().is_none() {
                        self.breaks = 2;
                    }
                    let markers = &self.prefixes[self.begun..];
                    let would_be_rule = markers.len() >= 3 && markers.iter().all(|marker| marker.first == "- ");
                    self.start()?;
                    if would_be_rule {
                        self.raw(SEPARATOR)?;
                    }
                }
                self.break_block(1)?;
                self.pop_prefix();
                let is_tight = match self.frames.last() {
                    Some((_, Frame::List(list))) => list.is_tight,
                    _ => true,
                };
                self.breaks = if is_tight { 1 } else { 2 };
            }
            Frame::Table { .. } => self.break_block(2)?,
            Frame::Row { cells, columns, is_header } => {
                for _ in cells..columns {
                    self.raw(" |")?;
                }
                self.breaks = 1;
                if is_header {
                    self.ruler(columns)?;
                }
            }
            Frame::Cell => {
                self.cells -= 1;
                self.close_written()?;
                self.inline -= 1;
                self.space = false;
                self.raw(" |")?;
            }
        }
        Ok(())
    }

    /// Ends a block: the next thing that is written starts with so many line ends before it, at least.
    fn break_block(&mut self, breaks: usize) -> fmt::Result {
        (self.space, self.hard_break) = (self.inline > 0 && (self.space || self.breaks == 0), false);
        if self.inline > 0 {
            return Ok(());
        }
        self.close_written()?;
        // What a quote or an item starts with stands right behind its marker.
        if self.begun == self.prefixes.len() {
            self.breaks = self.breaks.max(breaks);
        }
        Ok(())
    }

    /// Writes closing delimiters for all that is open. What is still open in the tree goes on after it.
    fn close_written(&mut self) -> fmt::Result {
        self.write_closing()?;
        for at in (0..self.delimiters.len()).rev() {
            let Delimiter { text, is_written, .. } = self.delimiters[at];
            if is_written {
                self.out.write_str(text)?;
                self.delimiters[at].is_written = false;
            }
        }
        Ok(())
    }

    fn write_closing(&mut self) -> fmt::Result {
        for Delimiter { text, .. } in mem::take(&mut self.closing) {
            self.out.write_str(text)?;
            let delimiter = delimiter_of(text);
            // Delimiters of one kind are one run.
            if self.after_closing.is_none() || self.last != delimiter {
                self.after_closing = Some(self.last);
            }
            self.last = delimiter;
        }
        Ok(())
    }

    fn pop_prefix(&mut self) {
        self.prefixes.pop();
        self.begun = self.begun.min(self.prefixes.len());
        self.after_list = None;
    }

    /// Writes what is due in front of a block or of more of one, with the line's start.
    fn start(&mut self) -> fmt::Result {
        if self.breaks > 0 || self.blank || self.begun < self.prefixes.len() {
            self.write_closing()?;
            let breaks = if self.blank { 0 } else { self.breaks.max(1) };
            for line in 1..=breaks {
                self.out.write_char('\n')?;
                if line < breaks {
                    self.write_prefixes(true)?;
                }
            }
            self.start_line()?;
            self.breaks = 0;
        } else if self.hard_break {
            self.write_closing()?;
            self.close_joined()?;
            self.out.write_str("\\\n")?;
            self.start_line()?;
        }
        self.hard_break = false;
        Ok(())
    }

    fn start_line(&mut self) -> fmt::Result {
        self.write_prefixes(false)?;
        for prefix in &self.prefixes[self.begun..] {
            self.out.write_str(&prefix.first)?;
            self.blank = false;
        }
        self.begun = self.prefixes.len();
        (self.space, self.at_start, self.in_number, self.last) = (false, true, true, '\n');
        (self.after_closing, self.after_list) = (None, None);
        Ok(())
    }

    /// Writes what a line in the quotes and items that are begun starts with; if it stays empty, without spaces at the end.
    fn write_prefixes(&mut self, is_empty_line: bool) -> fmt::Result {
        let begun = &self.prefixes[..self.begun];
        let visible = begun.iter().rposition(|prefix| prefix.rest != " ".repeat(prefix.rest.len()));
        let (last, whole) = match (is_empty_line, visible) {
            (false, _) => (None, begun),
            (true, None) => (None, &begun[..0]),
            (true, Some(at)) => (begun.get(at), &begun[..at]),
        };
        for prefix in whole {
            self.out.write_str(&prefix.rest)?;
        }
        last.map_or(Ok(()), |prefix| self.out.write_str(prefix.rest.trim_end()))
    }

    /// Writes something on the current line.
    fn raw(&mut self, text: &str) -> fmt::Result {
        self.out.write_str(text)?;
        if let Some(last) = text.chars().next_back() {
            self.last = last;
            (self.blank, self.at_start, self.in_number, self.after_closing) = (false, false, false, None);
        }
        Ok(())
    }

    /// Gets ready to write something that starts with a character that is not white space.
    fn before(&mut self, next: char) -> fmt::Result {
        self.start()?;
        let (mut closing, opening) = (mem::take(&mut self.closing), self.delimiters.iter().any(|one| !one.is_written));
        // Emphasis that ends where the same starts goes on.
        if opening && !self.space {
            while let Some(&last) = closing.last()
                && let Some(first) = self.delimiters.iter_mut().find(|one| !one.is_written)
                && first.text == last.text
            {
                *first = last;
                closing.pop();
            }
        }
        self.closing = closing;
        self.write_closing()?;
        self.close_joined()?;
        if self.space {
            if !self.at_start {
                self.raw(" ")?;
            }
            self.space = false;
        } else if let Some(before) = self.after_closing.take() {
            let opens = self.delimiters.iter().any(|one| !one.is_written);
            if opens || may_be_punctuation(before) && may_be_letter(next) {
                self.raw(SEPARATOR)?;
            }
        }
        if self.delimiters.iter().any(|one| !one.is_written) {
            self.open(next)?;
        }
        Ok(())
    }

    /// Closes what could be closed by delimiters that are about to be written, to start it anew with them: where `***` opened
    /// two and one was closed, another `*` or `**` could close the other.
    fn close_joined(&mut self) -> fmt::Result {
        let first = self.delimiters.iter().find(|one| !one.is_written).map(|one| delimiter_of(one.text));
        // Nothing can close behind white space.
        let is_behind_space = self.space || self.hard_break;
        if self.last.is_whitespace() || is_behind_space && first == Some('*') {
            return Ok(());
        }
        let in_link = self.delimiters.get(self.before_link..).unwrap_or_default();
        let opens_star = in_link.iter().any(|one| !one.is_written && delimiter_of(one.text) == '*');
        let joined = in_link.iter().position(|one| one.is_written && one.is_joined && delimiter_of(one.text) == '*');
        if let (true, Some(joined)) = (opens_star, joined) {
            for at in (self.before_link + joined..self.delimiters.len()).rev() {
                if mem::take(&mut self.delimiters[at].is_written) {
                    self.closing.push(self.delimiters[at]);
                }
            }
        }
        self.write_closing()
    }

    /// Writes opening delimiters in front of a character.
    fn open(&mut self, next: char) -> fmt::Result {
        let mut unwritten = self.delimiters.iter().filter(|one| !one.is_written).map(|one| delimiter_of(one.text));
        let first = unwritten.next().unwrap_or(next);
        let behind = unwritten.find(|other| *other != first).unwrap_or(next);
        if may_be_letter(self.last) && may_be_punctuation(behind) || matches!(self.last, '*' | '~') {
            self.raw(SEPARATOR)?;
        }
        self.write_opening()
    }

    fn write_opening(&mut self) -> fmt::Result {
        let mut before: Option<usize> = None;
        for at in 0..self.delimiters.len() {
            let text = self.delimiters[at].text;
            if mem::replace(&mut self.delimiters[at].is_written, true) {
                continue;
            }
            self.raw(text)?;
            let joins = before.filter(|&before| delimiter_of(self.delimiters[before].text) == delimiter_of(text));
            self.delimiters[at].is_joined = joins.is_some();
            if let Some(before) = joins {
                self.delimiters[before].is_joined = true;
            }
            before = Some(at);
        }
        Ok(())
    }

    /// Writes something that is no text, within a line.
    fn literal(&mut self, text: &str) -> fmt::Result {
        self.before(text.chars().next().unwrap_or(' '))?;
        self.raw(text)
    }

    /// Writes text; nothing is inside it.
    fn text(&mut self, text: &str) -> Result<bool, fmt::Error> {
        // White space between the rows and cells of a table is none of its content.
        if matches!(self.frames.last(), Some((_, Frame::Table { .. } | Frame::Row { .. }))) {
            return Ok(false);
        }
        for word in text.split_inclusive(|character: char| character.is_ascii_whitespace()) {
            let shown = word.trim_end_matches(|character: char| character.is_ascii_whitespace());
            if let Some(first) = shown.chars().next() {
                // Other white space is written as a reference.
                self.before(if first.is_whitespace() { '&' } else { first })?;
                self.word(shown, shown.len() < word.len())?;
            }
            self.space |= shown.len() < word.len() && !self.hard_break;
        }
        Ok(false)
    }

    /// Writes a word, escaped.
    fn word(&mut self, word: &str, has_space_behind: bool) -> fmt::Result {
        let mut at_line_start = self.at_start;
        for (at, character) in word.char_indices() {
            let in_number = self.in_number;
            let rest = &word[at + character.len_utf8()..];
            let next = rest.chars().next();
            let escape = match character {
                '\\' | '`' | '*' | '[' | ']' | '<' | '~' | '|' => true,
                '_' => !(self.last.is_alphanumeric() && next.is_some_and(char::is_alphanumeric)),
                '&' => {
                    next.is_none_or(|next| next == '#' || next.is_ascii_alphanumeric()) && !has_space_behind
                        || next.is_some_and(|next| next == '#' || next.is_ascii_alphanumeric())
                }
                '#' => at_line_start || self.inline > 0,
                '-' | '+' | '=' | '>' => at_line_start,
                ':' => at_line_start && rest.starts_with('-'),
                '.' | ')' => in_number && self.last.is_ascii_digit() && next.is_none(),
                _ if character.is_whitespace() => {
                    self.raw(&format!("&#{};", u32::from(character)))?;
                    continue;
                }
                _ => false,
            };
            if escape {
                self.raw("\\")?;
            }
            self.out.write_char(character)?;
            self.last = character;
            (self.blank, self.at_start, self.after_closing) = (false, false, None);
            self.in_number = in_number && character.is_ascii_digit();
            at_line_start = false;
        }
        self.in_number &= !has_space_behind;
        Ok(())
    }

    fn emphasis(&mut self, node: NodeRef<'d>, text: &'static str) -> Result<bool, fmt::Error> {
        // Once is enough.
        if self.delimiters.iter().all(|one| one.text != text) {
            self.delimiters.push(Delimiter { text, is_written: false, is_joined: false });
            self.frames.push((node, Frame::Emphasis));
        }
        Ok(true)
    }

    fn image(&mut self, image: NodeRef<'_>) -> fmt::Result {
        let Some(source) = image.attribute("src") else { return Ok(()) };
        self.literal("![")?;
        for (at, word) in image.attribute("alt").unwrap_or_default().split_ascii_whitespace().enumerate() {
            if at > 0 {
                self.raw(" ")?;
            }
            self.word(word, true)?;
        }
        self.destination(source, image.attribute("title"))
    }

    fn end_link(&mut self, link: NodeRef<'_>) -> fmt::Result {
        self.close_inside_link()?;
        (self.in_link, self.before_link) = (false, 0);
        self.inline -= 1;
        let space = mem::take(&mut self.space);
        self.destination(link.attribute("href").unwrap_or_default(), link.attribute("title"))?;
        self.space = space;
        Ok(())
    }

    /// Writes the closing delimiters of what ended in a link.
    fn close_inside_link(&mut self) -> fmt::Result {
        self.write_closing()?;
        self.after_closing = None;
        Ok(())
    }

    /// Writes the end of a link or an image.
    fn destination(&mut self, address: &str, title: Option<&str>) -> fmt::Result {
        self.raw("](")?;
        let is_plain =
            |character: char| !character.is_ascii_control() && !matches!(character, ' ' | '(' | ')' | '<' | '>');
        let address = address.trim_matches(|character: char| character.is_ascii_whitespace());
        let brackets = !address.chars().all(is_plain);
        if brackets {
            self.raw("<")?;
        }
        for character in address.chars() {
            match character {
                '<' => self.raw("%3C")?,
                '>' => self.raw("%3E")?,
                // The URL parser would drop them.
                '\n' | '\r' | '\t' => {}
                '\\' => self.raw("%5C")?,
                '|' => self.raw("%7C")?,
                '&' => self.raw("&amp;")?,
                '*' | '_' | '`' | '[' | ']' | '~' => {
                    self.raw("\\")?;
                    self.out.write_char(character)?;
                }
                _ => self.out.write_char(character)?,
            }
        }
        if brackets {
            self.raw(">")?;
        }
        if let Some(title) = title.filter(|title| !title.trim().is_empty()) {
            self.raw(" \"")?;
            for (at, word) in title.split_ascii_whitespace().enumerate() {
                if at > 0 {
                    self.raw(" ")?;
                }
                for character in word.chars() {
                    if character.is_ascii_punctuation() && !matches!(character, '.' | ',' | '-' | ':' | '\'' | '/') {
                        self.raw("\\")?;
                    }
                    self.out.write_char(character)?;
                }
            }
            self.raw("\"")?;
        }
        self.raw(")")
    }

    fn code(&mut self, content: &str) -> fmt::Result {
        let mut words = content.split_ascii_whitespace();
        let Some(first) = words.next() else {
            self.space |= !content.is_empty();
            return Ok(());
        };
        let mut line = String::from(first);
        for word in words {
            line.push(' ');
            line.push_str(word);
        }
        self.space |= content.starts_with(|character: char| character.is_ascii_whitespace()) && !self.hard_break;
        let fence = "`".repeat(longest_run(&line) + 1);
        let pad = if line.starts_with('`') || line.ends_with('`') { " " } else { "" };
        // In a table not even code is safe from the bar.
        if self.cells > 0 {
            line = line.replace('|', "\\|");
        }
        self.before('`')?;
        if self.last == '`' {
            // Two codes would be one.
            self.raw(SEPARATOR)?;
        }
        self.raw(&fence)?;
        self.raw(pad)?;
        self.raw(&line)?;
        self.raw(pad)?;
        self.raw(&fence)?;
        self.space |= content.ends_with(|character: char| character.is_ascii_whitespace());
        Ok(())
    }

    fn code_block(&mut self, block: NodeRef<'_>) -> fmt::Result {
        let mut content = String::new();
        for node in block.descendants() {
            match html_name(node) {
                LocalName::BR => content.push('\n'),
                _ => content.push_str(node.text().unwrap_or_default()),
            }
        }
        if self.inline > 0 {
            return self.code(&content);
        }
        self.break_block(2)?;
        self.start()?;
        let language = [Some(block), block.first_element_child()]
            .into_iter()
            .flatten()
            .flat_map(NodeRef::classes)
            .find_map(|class| class.strip_prefix("language-").or_else(|| class.strip_prefix("lang-")))
            .filter(|language| {
                language.chars().all(|character| character.is_alphanumeric() || "+-#.".contains(character))
            });
        let fence = "`".repeat((longest_run(&content) + 1).max(3));
        self.raw(&fence)?;
        self.raw(language.unwrap_or_default())?;
        for line in content.lines() {
            self.out.write_char('\n')?;
            self.write_prefixes(line.is_empty())?;
            self.raw(line)?;
        }
        self.out.write_char('\n')?;
        self.write_prefixes(false)?;
        self.raw(&fence)?;
        self.break_block(2)
    }

    fn start_list(&mut self, list: NodeRef<'_>) -> Result<Frame<'d>, fmt::Error> {
        let is_ordered = html_name(list) == LocalName::OL;
        let is_nested = matches!(self.frames.last(), Some((_, Frame::Item | Frame::List(_))));
        let after_list = self.after_list;
        let start =
            list.attribute("start").and_then(|start| start.trim().parse().ok()).filter(|&start| start < 1_000_000);
        let start = is_ordered.then(|| start.unwrap_or(1));
        // A list that starts with another number needs an empty line, too.
        self.break_block(if is_nested && start.is_none_or(|start| start == 1) { 1 } else { 2 })?;
        if after_list == Some(is_ordered) && !matches!(self.frames.last(), Some((_, Frame::List(_)))) {
            // Two lists in a row would be one.
            self.breaks = self.breaks.max(2);
            self.start()?;
            self.raw(SEPARATOR)?;
            self.break_block(2)?;
        }
        let is_loose = |item: NodeRef<'_>| item.child_elements().any(|child| html_name(child) == LocalName::P);
        Ok(Frame::List(List { next: start, is_tight: !list.child_elements().any(is_loose) }))
    }

    fn start_item(&mut self) -> Result<Frame<'d>, fmt::Error> {
        let (marker, is_tight) = match self.frames.last_mut() {
            Some((_, Frame::List(List { next: Some(number), is_tight }))) => {
                let marker = format!("{number}. ");
                *number += 1;
                (marker, *is_tight)
            }
            Some((_, Frame::List(list))) => (String::from("- "), list.is_tight),
            _ => (String::from("- "), true),
        };
        // Only behind an empty line can any item start that comes after text.
        let is_after_text = self.breaks == 0 && !self.blank;
        self.break_block(if is_tight && !is_after_text { 1 } else { 2 })?;
        let width = marker.len();
        self.prefixes.push(Prefix { first: marker, rest: " ".repeat(width) });
        self.items += 1;
        self.after_list = None;
        Ok(Frame::Item)
    }

    fn is_in_table(&self) -> bool {
        self.inline == 0 && matches!(self.frames.last(), Some((_, Frame::Table { .. })))
    }

    fn start_row(&mut self, row: NodeRef<'_>) -> Result<Frame<'d>, fmt::Error> {
        let Some((_, Frame::Table { columns, has_rows })) = self.frames.last_mut() else { return Ok(Frame::Block) };
        let (columns, is_first) = (*columns, !mem::replace(has_rows, true));
        let is_header = is_first && row.child_elements().next().is_some_and(|cell| html_name(cell) == LocalName::TH);
        self.start()?;
        self.raw("|")?;
        if is_first && !is_header {
            // There is no table without a header.
            for _ in 0..columns {
                self.raw(" |")?;
            }
            self.breaks = 1;
            self.ruler(columns)?;
            self.start()?;
            self.raw("|")?;
        }
        Ok(Frame::Row { cells: 0, columns, is_header })
    }

    /// Writes what stands below a table's header.
    fn ruler(&mut self, columns: usize) -> fmt::Result {
        self.start()?;
        self.raw("|")?;
        for _ in 0..columns {
            self.raw(" --- |")?;
        }
        self.breaks = 1;
        Ok(())
    }
}

/// The character that a delimiter of emphasis consists of.
fn delimiter_of(text: &str) -> char {
    text.chars().next().unwrap_or('*')
}

/// Whether a character may be neither white space nor punctuation, which is what a delimiter beside punctuation
/// [must not have on its other side](https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run).
fn may_be_letter(character: char) -> bool {
    !character.is_whitespace() && !character.is_ascii_punctuation()
}

/// Whether a character may be punctuation, a symbol included. Of those that are neither, both may be said.
fn may_be_punctuation(character: char) -> bool {
    !character.is_alphanumeric() && !character.is_whitespace()
}

/// Stands between what would run together.
const SEPARATOR: &str = "<!-- -->";

/// How many columns a table has, those that span several counted once; 1 if it is not one of data.
fn columns(table: NodeRef<'_>) -> usize {
    let is_layout = table.attribute("role").is_some_and(|role| matches!(role.trim(), "presentation" | "none"));
    if is_layout {
        return 1;
    }
    let rows = table.child_elements().flat_map(|part| {
        let is_row = html_name(part) == LocalName::TR;
        part.child_elements().filter(move |_| !is_row).chain(is_row.then_some(part))
    });
    let rows = rows.filter(|&row| html_name(row) == LocalName::TR && is_rendered(row));
    rows.map(|row| row.child_elements().filter(|&cell| is_cell(cell) && is_rendered(cell)).count()).max().unwrap_or(0)
}

/// The length of the longest run of grave accents.
fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}
