//! Links, images, code, check boxes and line breaks, which stand in a line beside text; blocks of code, too.

use super::escape::{destination, title};
use super::writer::{SEPARATOR, Writer};
use crate::read::node_ref::NodeRef;
use crate::write::rendering::html_name;
use core::fmt::{self, Write};
use limpid_markup::LocalName;

impl<W: Write> Writer<W> {
    pub(super) fn line_break(&mut self, is_in_cell: bool) -> fmt::Result {
        if is_in_cell {
            return self.literal("<br>");
        }
        if self.inline > 0 {
            self.space = true;
        } else if self.breaks == 0 && !self.blank {
            (self.hard_break, self.space) = (true, false);
        }
        Ok(())
    }

    pub(super) fn check_box(&mut self, input: NodeRef<'_>) -> fmt::Result {
        self.start()?;
        self.raw(if input.has_attribute("checked") { "[x]" } else { "[ ]" })?;
        self.space = true;
        Ok(())
    }

    pub(super) fn start_link(&mut self) -> fmt::Result {
        if self.last == '!' && !self.space && self.breaks == 0 {
            // It would be an image.
            self.raw(SEPARATOR)?;
        }
        self.literal("[")?;
        self.delimiters.before_link = self.delimiters.open.len();
        self.inline += 1;
        Ok(())
    }

    pub(super) fn end_link(&mut self, link: NodeRef<'_>) -> fmt::Result {
        self.write_closing()?;
        self.delimiters.before_link = 0;
        self.inline -= 1;
        self.destination(link, "href")
    }

    pub(super) fn image(&mut self, image: NodeRef<'_>) -> fmt::Result {
        if !image.has_attribute("src") {
            return Ok(());
        }
        self.literal("![")?;
        self.words(image.attribute("alt").unwrap_or_default())?;
        self.destination(image, "src")
    }

    /// Writes the end of a link or an image.
    fn destination(&mut self, element: NodeRef<'_>, attribute: &str) -> fmt::Result {
        let address = destination(element.attribute(attribute).unwrap_or_default());
        self.raw(&format!("]({address}{})", title(element.attribute("title"))))
    }

    pub(super) fn code(&mut self, content: &str, is_in_cell: bool) -> fmt::Result {
        let mut line = content.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        if line.is_empty() {
            self.space |= !content.is_empty();
            return Ok(());
        }
        self.space |= content.starts_with(|character: char| character.is_ascii_whitespace()) && !self.hard_break;
        let fence = "`".repeat(longest_run(&line) + 1);
        let pad = if line.starts_with('`') || line.ends_with('`') { " " } else { "" };
        // In a table not even code is safe from the bar.
        if is_in_cell {
            line = line.replace('|', "\\|");
        }
        self.before('`')?;
        if self.last == '`' {
            // Two codes would be one.
            self.raw(SEPARATOR)?;
        }
        self.raw(&format!("{fence}{pad}{line}{pad}{fence}"))?;
        self.space |= content.ends_with(|character: char| character.is_ascii_whitespace());
        Ok(())
    }

    pub(super) fn code_block(&mut self, block: NodeRef<'_>, content: &str) -> fmt::Result {
        self.break_block(2)?;
        self.start()?;
        let fence = "`".repeat((longest_run(content) + 1).max(3));
        self.raw(&fence)?;
        self.raw(language(block).unwrap_or_default())?;
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
}

/// Returns the text of a block of code.
pub(super) fn code_content(block: NodeRef<'_>) -> String {
    let is_break = |node: NodeRef<'_>| html_name(node) == LocalName::BR;
    block.descendants().map(|node| if is_break(node) { "\n" } else { node.text().unwrap_or_default() }).collect()
}

/// Returns the language that a class of a block of code, or of what it starts with, names.
fn language(block: NodeRef<'_>) -> Option<&str> {
    let classes = [Some(block), block.first_element_child()].into_iter().flatten().flat_map(NodeRef::classes);
    let mut languages = classes.filter_map(|class| class.strip_prefix("language-").or(class.strip_prefix("lang-")));
    let is_word = |language: &&str| language.chars().all(|it| it.is_alphanumeric() || "+-#.".contains(it));
    languages.next().filter(is_word)
}

/// Returns the length of the longest run of grave accents.
fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}
