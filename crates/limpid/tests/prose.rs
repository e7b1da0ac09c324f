//! Output of pages whose text depends on the rendering of elements: the output has the same text.

use limpid::{Document, MarkdownOptions, NodeRef, SerializeOptions, TableCell, parse};
use limpid_pages::{Random, prose};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Whether writing and parsing a page results in the same tree.
fn is_stable(document: &Document<'_>) -> bool {
    let written = document.to_html();
    let again = parse(&*written);
    again.to_html() == written && again.inner_text() == document.inner_text()
}

/// Checks that line breaks and collapsed white space do not change the text.
fn keeps_text(page: &str) -> Result<(), String> {
    let document = parse(page);
    if !is_stable(&document) {
        return Ok(());
    }
    let text = document.inner_text();
    for options in
        [SerializeOptions::pretty(), SerializeOptions::new().strip_whitespace(true), SerializeOptions::minified()]
    {
        let html = document.to_html_with(&options);
        let read = parse(&*html).inner_text();
        if read != text {
            return Err(format!("{page:?}\n{html}\npage {text:?}\nread {read:?}"));
        }
    }
    Ok(())
}

/// Returns the characters of a text without white space, and the positions of the white space between them.
fn shape(text: &str) -> (String, Vec<usize>) {
    let (mut characters, mut places) = (String::new(), Vec::new());
    for character in text.chars() {
        match character.is_whitespace() || character == '\u{200b}' {
            true if places.last() != Some(&characters.len()) && !characters.is_empty() => places.push(characters.len()),
            true => {}
            // Only Markdown has the quotation marks of a `q`.
            false if character == '"' => {}
            false => characters.push(character),
        }
    }
    places.pop_if(|place| *place == characters.len());
    (characters, places)
}

/// Checks that Markdown has the characters of the text in order, and that separated words stay separated.
///
/// Only the text has the options of a `select`.
fn has_words(page: &str) -> Result<(), String> {
    let page = &page.replace("<select>", "<template>").replace("</select>", "</template>");
    let document = parse(page);
    let markdown = document.to_markdown();
    let (text, read) = (document.inner_text(), read_markdown(&markdown));
    let read: String = read.into_iter().map(|(character, _)| character).collect();
    let ((page_characters, page_places), (characters, places)) = (shape(&text), shape(&read));
    let apart = page_places.iter().all(|place| places.contains(place));
    if page_characters != characters || !apart {
        return Err(format!("{page:?}\n{markdown}\npage {text:?}\nread {read:?}"));
    }
    Ok(())
}

/// The number of list items around a character, and the level of its heading.
type Place = (usize, Option<u8>);

/// Returns the characters of the text, each with the items and the heading around it, except where Markdown cannot express them.
fn places_in_page(document: &Document<'_>) -> Vec<(char, Option<Place>)> {
    let mapped = document.root().inner_text_mapped();
    let mut places = Vec::new();
    for run in mapped.runs() {
        let text = document.node(run.node).unwrap();
        let is_line = |node: NodeRef<'_>| matches!(node.local_name(), "a" | "code" | "kbd" | "table" | "pre");
        let headings: Vec<u8> = text.ancestors().filter_map(level).collect();
        // If headings are nested, also in lists, only the outermost one is a heading in Markdown.
        let is_given_up = text.ancestors().any(is_line) || headings.len() > 1;
        let depth = if headings.is_empty() { text.ancestors().map(depth_of).sum() } else { depth_above_heading(text) };
        let place = (!is_given_up).then_some((depth, headings.first().copied()));
        let characters = mapped.text()[run.range.clone()].chars();
        places.extend(characters.filter(|&it| !it.is_whitespace() && it != '"').map(|character| (character, place)));
    }
    places
}

fn level(node: NodeRef<'_>) -> Option<u8> {
    match node.local_name().as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}

fn depth_above_heading(text: NodeRef<'_>) -> usize {
    text.ancestors().skip_while(|node| level(*node).is_none()).map(depth_of).sum()
}

/// Returns the number of list items around an element, including itself. A list that is a child of a list belongs to the preceding item,
/// or to an item of its own.
fn depth_of(node: NodeRef<'_>) -> usize {
    let is_list = |node: NodeRef<'_>| matches!(node.local_name(), "ul" | "ol" | "menu");
    match node.local_name() {
        "li" => 1,
        _ if is_list(node) && node.parent().is_some_and(is_list) => 1,
        _ => 0,
    }
}

/// Parses Markdown. Returns each character with the items and the heading around it, and a line feed at each edge of a block.
fn read_markdown(markdown: &str) -> Vec<(char, Place)> {
    let options = Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS;
    let (mut characters, mut images, mut depth, mut heading) = (Vec::new(), 0, 0, None);
    for event in Parser::new_ext(markdown, options) {
        match &event {
            Event::Start(Tag::Image { .. }) => images += 1,
            Event::End(TagEnd::Image) => images -= 1,
            Event::Start(Tag::Item) => depth += 1,
            Event::End(TagEnd::Item) => depth -= 1,
            Event::Start(Tag::Heading { level, .. }) => heading = Some(*level as u8),
            Event::End(TagEnd::Heading(_)) => heading = None,
            _ => {}
        }
        match event {
            Event::Text(part) | Event::Code(part) if images == 0 => {
                characters.extend(part.chars().map(|character| (character, (depth, heading))));
            }
            Event::InlineHtml(html) if &*html != "<br>" => {}
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. })
            | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
            | Event::Text(_)
            | Event::Code(_)
            | Event::Html(_) => {}
            _ => characters.push(('\n', (depth, heading))),
        }
    }
    characters
}

/// Checks that each character is in the same number of list items, and in a heading of the same level.
fn keeps_places(page: &str) -> Result<(), String> {
    let page = &page.replace("<select>", "<template>").replace("</select>", "</template>");
    let document = parse(page);
    let markdown = document.to_markdown();
    let is_shown = |(character, _): &(char, Place)| !character.is_whitespace() && *character != '"';
    let (in_page, read) = (places_in_page(&document), read_markdown(&markdown));
    let read: Vec<_> = read.into_iter().filter(is_shown).collect();
    let differs = |((one, place), (other, read)): (&(char, Option<Place>), &(char, Place))| {
        one != other || place.is_some_and(|place| place != *read)
    };
    if in_page.len() != read.len() || in_page.iter().zip(&read).any(differs) {
        return Err(format!("{page:?}\n{markdown}\npage {in_page:?}\nread {read:?}"));
    }
    Ok(())
}

/// Parses a Markdown table, and returns the texts of its cells row by row.
fn read_table(markdown: &str) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
            Event::Start(Tag::TableCell) => rows.last_mut().unwrap().push(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(cell) = rows.last_mut().and_then(|row| row.last_mut()) {
                    cell.push_str(&text);
                    cell.push(' ');
                }
            }
            Event::InlineHtml(_) => rows.last_mut().unwrap().last_mut().unwrap().push(' '),
            _ => {}
        }
    }
    rows
}

/// Checks that each cell of a table is in the Markdown column of the first-row headers that the standard's algorithm assigns to it.
fn keeps_headers(page: &str) -> Result<(), String> {
    let document = parse(page);
    let Some(table) = document.tables().next() else { return Ok(()) };
    // Markdown has only one of several overlapping cells, and a table with one column becomes a sequence of blocks.
    let columns = table.rows().map(|row| row.len()).max();
    if columns < Some(2) || table.header_rows() == 0 || table.is_layout() || table.has_model_error() {
        return Ok(());
    }
    let markdown = document.to_markdown_with(&MarkdownOptions::new().repeat_spanned_cells(true));
    let rows = read_table(&markdown);
    let word = |cell: &TableCell<'_>| {
        let text = cell.element().inner_text();
        text.split_whitespace().next().unwrap_or_default().to_owned()
    };
    let has = |text: &str, word: &str| text.split_whitespace().any(|it| it == word);
    for cell in table.cells().iter().filter(|cell| cell.row() > 0) {
        let columns = |cell: &TableCell<'_>| cell.column()..cell.column() + cell.width();
        let overlaps = |header: &&&TableCell<'_>| columns(cell).any(|column| columns(header).contains(&column));
        for header in table.headers_of(cell).iter().filter(|header| header.row() == 0).filter(overlaps) {
            let (cell, header) = (word(cell), word(header));
            let is_below =
                |row: &Vec<String>| row.iter().zip(&rows[0]).any(|(it, head)| has(it, &cell) && has(head, &header));
            if !rows.iter().skip(1).any(is_below) {
                return Err(format!("{page:?}\n{markdown}\n{cell} is not below {header}"));
            }
        }
    }
    Ok(())
}

/// Checks a law on a page. On failure, shrinks the page by removing parts.
fn holds(parts: Vec<String>, law: impl Fn(&str) -> Result<(), String>) -> Result<(), String> {
    let Err(mut message) = law(&parts.concat()) else { return Ok(()) };
    let mut parts = parts;
    let mut at = 0;
    while at < parts.len() {
        let mut fewer = parts.clone();
        fewer.remove(at);
        match law(&fewer.concat()) {
            Err(error) => (parts, message, at) = (fewer, error, 0),
            Ok(()) => at += 1,
        }
    }
    Err(message)
}

fn pages() -> impl Strategy<Value = Vec<String>> {
    any::<u64>().prop_map(|seed| prose::page(&mut Random::new(seed))).no_shrink()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pretty_and_minified_markup_keeps_the_text(page in pages()) {
        if let Err(message) = holds(page, keeps_text) {
            prop_assert!(false, "{message}");
        }
    }

    #[test]
    fn markdown_keeps_headings_and_list_items(page in pages()) {
        if let Err(message) = holds(page, keeps_places) {
            prop_assert!(false, "{message}");
        }
    }

    #[test]
    fn cells_of_markdown_keep_their_headers(seed in any::<u64>()) {
        if let Err(message) = holds(prose::table(&mut Random::new(seed)), keeps_headers) {
            prop_assert!(false, "{message}");
        }
    }

    #[test]
    fn markdown_has_the_words_of_the_text(page in pages()) {
        if let Err(message) = holds(page, has_words) {
            prop_assert!(false, "{message}");
        }
    }
}
