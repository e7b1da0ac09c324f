//! A tree sink without a tree: emits events while the page arrives. Memory depends on the depth of the page, not on its length.
//!
//! `cargo run -p limpid --example event_stream < page.html`

use limpid::tree_builder::{Doctype, NewElement, Text, TokenAttributes, TreeSink};
use limpid::{ParseOptions, Span};
use std::collections::HashMap;
use std::io::Read;

/// An event, in the order of the markup.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Event {
    Start {
        name: String,
        attributes: Vec<(String, String)>,
    },
    Text(String),
    Comment(String),
    End {
        name: String,
    },
    /// The next content does not belong to the innermost open element, because the markup was misplaced. It belongs to the open element with
    /// this name.
    Reparented {
        name: String,
    },
    /// The tree builder moves an element that has started, or the content of such an element, because elements were misnested.
    Moved {
        name: String,
    },
}

/// Calls a function with each event.
struct Events<F> {
    emit: F,
    /// The elements that later calls may refer to.
    elements: HashMap<u32, Element>,
    /// The elements that have started but not ended, outermost first.
    open: Vec<u32>,
    /// Comments that are created but not inserted yet.
    comments: HashMap<u32, String>,
    last_handle: u32,
}

struct Element {
    name: String,
    /// `None` once the element has started.
    attributes: Option<Vec<(String, String)>>,
}

const DOCUMENT: u32 = 0;

impl<F: FnMut(Event)> Events<F> {
    fn new(emit: F) -> Events<F> {
        Events { emit, elements: HashMap::new(), open: Vec::new(), comments: HashMap::new(), last_handle: DOCUMENT }
    }

    fn new_handle(&mut self) -> u32 {
        self.last_handle += 1;
        self.last_handle
    }

    fn name(&self, element: u32) -> String {
        self.elements.get(&element).map_or_else(|| "#document".to_owned(), |element| element.name.clone())
    }

    fn report_parent(&mut self, parent: u32) {
        if self.open.last().copied().unwrap_or(DOCUMENT) != parent {
            let name = self.name(parent);
            (self.emit)(Event::Reparented { name });
        }
    }
}

impl<F: FnMut(Event)> TreeSink for Events<F> {
    type Handle = u32;
    const WANTS_ERRORS: bool = false;

    fn document(&mut self) -> u32 {
        DOCUMENT
    }

    fn create_element(&mut self, element: &NewElement<'_>) -> u32 {
        let pair = |attribute: limpid::tree_builder::TokenAttribute<'_>| {
            (attribute.name_str().to_owned(), attribute.value().to_owned())
        };
        let attributes = Some(element.attributes.iter().map(pair).collect());
        let number = self.new_handle();
        self.elements.insert(number, Element { name: element.name_str.to_owned(), attributes });
        number
    }

    fn create_comment(&mut self, data: Text<'_>, _: Span) -> u32 {
        let number = self.new_handle();
        self.comments.insert(number, data.text.to_owned());
        number
    }

    fn create_processing_instruction(&mut self, target: &str, data: Text<'_>, _: Span) -> u32 {
        let number = self.new_handle();
        self.comments.insert(number, format!("?{target} {}", data.text));
        number
    }

    fn append_doctype(&mut self, _: &Doctype<'_>) {}

    fn append(&mut self, parent: u32, child: u32) {
        self.report_parent(parent);
        if let Some(comment) = self.comments.remove(&child) {
            (self.emit)(Event::Comment(comment));
            return;
        }
        let Some(element) = self.elements.get_mut(&child) else { return };
        let name = element.name.clone();
        match element.attributes.take() {
            Some(attributes) => {
                self.open.push(child);
                (self.emit)(Event::Start { name, attributes });
            }
            None => (self.emit)(Event::Moved { name }),
        }
    }

    /// The tree builder calls this only to insert a node before a table, and only if the table has a [`parent`](Self::parent). Here, it never has.
    fn insert_before(&mut self, parent: u32, _: u32, child: u32) {
        self.append(parent, child);
    }

    fn append_text(&mut self, parent: u32, text: Text<'_>) {
        self.report_parent(parent);
        (self.emit)(Event::Text(text.text.to_owned()));
    }

    fn insert_text_before(&mut self, parent: u32, _: u32, text: Text<'_>) {
        self.append_text(parent, text);
    }

    /// Emits nothing: the node is inserted at another position next, unless it is a `body` that a `frameset` replaces.
    fn remove(&mut self, _: u32) {}

    fn reparent_children(&mut self, from: u32, _: u32) {
        let name = self.name(from);
        (self.emit)(Event::Moved { name });
    }

    /// Without a tree, parents are unknown. Therefore, the tree builder puts content that is not allowed in a table into the element around
    /// the table.
    fn parent(&self, _: u32) -> Option<u32> {
        None
    }

    fn template_contents(&mut self, template: u32) -> u32 {
        template
    }

    /// The start event of the element was already emitted.
    fn add_missing_attributes(&mut self, _: u32, _: &TokenAttributes<'_>) {}

    fn element_popped(&mut self, element: u32, _: Option<Span>) {
        if let Some(at) = self.open.iter().rposition(|&open| open == element) {
            self.open.remove(at);
            let name = self.name(element);
            (self.emit)(Event::End { name });
        }
        // A formatting element may be created again from its tag, but no later call refers to this element.
        self.elements.remove(&element);
    }
}

fn main() -> std::io::Result<()> {
    let sink = Events::new(|event| println!("{event:?}"));
    let (mut tokenizer, mut builder) = ParseOptions::new().stages(sink, None);
    // `pending` holds the start of a character that was cut at the end of a read.
    let (mut input, mut buffer, mut pending) = (std::io::stdin().lock(), [0; 4096], Vec::new());
    loop {
        let length = input.read(&mut buffer)?;
        pending.extend_from_slice(&buffer[..length]);
        let valid = match std::str::from_utf8(&pending) {
            Ok(text) => text.len(),
            Err(error) if error.error_len().is_none() && length != 0 => error.valid_up_to(),
            Err(error) => return Err(std::io::Error::other(error)),
        };
        if let Ok(text) = std::str::from_utf8(&pending[..valid]) {
            tokenizer.feed(text, &mut builder);
        }
        pending.drain(..valid);
        if length == 0 {
            break;
        }
    }
    tokenizer.finish(&mut builder);
    builder.finish();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(input: &str) -> (Vec<String>, usize) {
        let mut events = Vec::new();
        let sink = Events::new(|event| {
            events.push(match event {
                Event::Start { name, attributes } => {
                    let attributes = attributes.iter().map(|(name, value)| format!(" {name}={value}"));
                    format!("<{name}{}>", attributes.collect::<String>())
                }
                Event::Text(text) => text,
                Event::Comment(data) => format!("<!--{data}-->"),
                Event::End { name } => format!("</{name}>"),
                Event::Reparented { name } => format!("in {name}:"),
                Event::Moved { name } => format!("moved {name}"),
            });
        });
        let (mut tokenizer, mut builder) = ParseOptions::new().stages(sink, None);
        tokenizer.run(input, &mut builder);
        let sink = builder.finish();
        let left = sink.elements.len() + sink.comments.len() + sink.open.len();
        (events, left)
    }

    #[test]
    fn a_page_is_a_sequence_of_events() {
        let (events, left) = events("<!DOCTYPE html><title>T</title><ul id=a><li>One<li>Two<br><!--c--></ul>");
        let expected = "<html> <head> <title> T </title> </head> <body> <ul id=a> <li> One </li> <li> Two <br> </br> <!--c--> </li> \
                        </ul> </body> </html>";
        assert_eq!(events.join(" "), expected);
        assert_eq!(left, 0, "nothing is kept after the end of the page");
    }

    #[test]
    fn misplaced_and_misnested_content_is_reported() {
        let (table, left) = events("<table><tr>a<td>b</table>");
        let expected = "<table> <tbody> <tr> in body: a <td> b </td> </tr> </tbody> </table> </body> </html>";
        assert_eq!(table[4..].join(" "), expected);
        assert_eq!(left, 0);
        let (formatting, left) = events("<b>1<p>2</b>3");
        assert!(formatting.contains(&"moved p".to_owned()), "{formatting:?}");
        assert_eq!(left, 0);
    }
}
