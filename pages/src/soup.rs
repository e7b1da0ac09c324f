//! Generates tag soup from a seed. The same seed generates the same page on every machine.
//!
//! A page is a list of tokens, so that a failing page can be reduced by removing tokens. Most names of a page belong to two or three
//! topics, and the page closes most of its elements. So a page exercises the rules of its topics in depth.

use crate::context::{Context, context};
use crate::markup;
use crate::random::Random;
use crate::tag::{self, Spelling, spelled, unknown_name};
use crate::text;
use crate::topics::Topic;
use std::ops::Range;

/// The kind of a part of a generated page, such as a start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A start tag.
    StartTag,
    /// An end tag, mostly of an open element.
    EndTag,
    /// Text.
    Text,
    /// An element of raw text.
    RawText,
    /// A comment.
    Comment,
    /// A processing instruction.
    ProcessingInstruction,
    /// A CDATA section.
    CdataSection,
    /// A character reference.
    CharacterReference,
    /// A control character, a noncharacter or a line end.
    Control,
    /// An end tag of the document's outer elements.
    OuterEndTag,
    /// A DOCTYPE.
    Doctype,
    /// Several tags that exercise the rules of one subject.
    Snippet,
    /// A start tag, repeated many times.
    Nesting,
    /// Text that is similar to markup.
    Junk,
}

/// Options for generated pages.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The number of parts.
    pub pieces: Range<usize>,
    /// The kinds of parts and their weights.
    pub kinds: &'static [(usize, Piece)],
    /// The topics to choose from.
    pub topics: &'static [Topic],
    /// How markup is written.
    pub spelling: Spelling,
    /// The maximum number of repetitions for [`Piece::Nesting`].
    pub nesting: usize,
    /// Whether some pages end in the middle of a token.
    pub is_cut: bool,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            pieces: 3..31,
            kinds: Recipe::ALL,
            topics: Topic::ALL,
            spelling: Spelling::Wild,
            nesting: 24,
            is_cut: true,
        }
    }
}

impl Recipe {
    /// All kinds of parts except [`Piece::Nesting`].
    pub const ALL: &'static [(usize, Piece)] = &[
        (43, Piece::StartTag),
        (20, Piece::EndTag),
        (14, Piece::Text),
        (4, Piece::RawText),
        (3, Piece::Comment),
        (3, Piece::ProcessingInstruction),
        (2, Piece::CdataSection),
        (4, Piece::CharacterReference),
        (1, Piece::Control),
        (1, Piece::OuterEndTag),
        (1, Piece::Doctype),
        (3, Piece::Snippet),
        (1, Piece::Junk),
    ];

    /// Tags and text, with many deeply nested elements.
    pub const DEEP: &'static [(usize, Piece)] = &[
        (43, Piece::StartTag),
        (20, Piece::EndTag),
        (14, Piece::Text),
        (4, Piece::Comment),
        (4, Piece::CharacterReference),
        (10, Piece::Nesting),
        (5, Piece::Snippet),
    ];

    /// Tags and text.
    pub const TAGS: &'static [(usize, Piece)] =
        &[(50, Piece::StartTag), (30, Piece::EndTag), (20, Piece::Text), (1, Piece::Comment)];

    /// Generates a document.
    pub fn document(&self, random: &mut Random) -> Vec<String> {
        let mut soup = Soup::new(random, self);
        if soup.random.one_in(2) {
            let doctype = markup::doctype(soup.random, self.spelling);
            soup.tokens.push(doctype);
        }
        if soup.random.one_in(8) && self.topics.contains(&Topic::Head) {
            soup.topics = vec![Topic::Frames, Topic::Head];
        }
        soup.generate()
    }

    /// Generates a fragment and its context element.
    pub fn fragment(&self, random: &mut Random) -> (Context, Vec<String>) {
        let context = context(random);
        let mut soup = Soup::new(random, self);
        // The end tag of the context element may also occur.
        soup.open.extend(context.name.split(' ').next_back());
        (context, soup.generate())
    }
}

/// Generates a document with the default options.
pub fn document(random: &mut Random) -> Vec<String> {
    Recipe::default().document(random)
}

/// Generates a fragment and its context element with the default options.
pub fn fragment(random: &mut Random) -> (Context, Vec<String>) {
    Recipe::default().fragment(random)
}

/// A page that is being generated.
struct Soup<'r> {
    random: &'r mut Random,
    recipe: &'r Recipe,
    topics: Vec<Topic>,
    /// The names of elements that may be open.
    open: Vec<&'static str>,
    tokens: Vec<String>,
}

impl<'r> Soup<'r> {
    fn new(random: &'r mut Random, recipe: &'r Recipe) -> Self {
        let named: Vec<Topic> = recipe.topics.iter().copied().filter(|topic| !topic.is_whole_table()).collect();
        let topics = (0..2 + random.below(2)).map(|_| random.pick(&named)).collect();
        Soup { random, recipe, topics, open: Vec::new(), tokens: Vec::new() }
    }

    fn generate(mut self) -> Vec<String> {
        if self.recipe.kinds.iter().any(|(_, kind)| *kind == Piece::Snippet) && self.random.one_in(3) {
            self.start_in_a_mode();
            // Some pages end here.
            if self.random.one_in(4) {
                return self.tokens;
            }
        }
        let Range { start, end } = self.recipe.pieces;
        for _ in 0..start + self.random.below(end - start) {
            self.piece();
        }
        if self.recipe.is_cut && self.random.one_in(4) {
            self.cut();
        }
        self.tokens
    }

    /// Truncates the page in its last token, or adds an incomplete token.
    fn cut(&mut self) {
        if self.random.one_in(2) {
            self.tokens.push(markup::unclosed(self.random));
        } else if let Some(last) = self.tokens.last_mut() {
            let end = self.random.below(last.chars().count() + 1);
            last.truncate(last.char_indices().nth(end).map_or(last.len(), |(at, _)| at));
        }
    }

    /// Writes markup that brings the parser into a certain insertion mode, then a few parts. The weights of the kinds of parts are ignored, so
    /// that rare kinds are as likely as others.
    fn start_in_a_mode(&mut self) {
        let opening = markup::opening(self.random);
        self.tokens.push(opening);
        for _ in 0..1 + self.random.below(3) {
            let (_, kind) = self.random.pick(self.recipe.kinds);
            self.piece_of(kind);
        }
    }

    fn piece(&mut self) {
        let kind = self.random.pick_weighted(self.recipe.kinds);
        self.piece_of(kind);
    }

    fn piece_of(&mut self, kind: Piece) {
        let spelling = self.recipe.spelling;
        let random = &mut *self.random;
        let token = match kind {
            Piece::StartTag => return self.start_tag(),
            Piece::EndTag => return self.end_tag(),
            Piece::Nesting => return self.nesting(),
            Piece::RawText => return self.tokens.extend(text::raw_text(random, spelling)),
            Piece::Text => text::text(random, spelling),
            Piece::Comment => markup::comment(random, spelling),
            Piece::ProcessingInstruction => markup::processing_instruction(random, spelling),
            Piece::CdataSection => markup::cdata_section(random),
            Piece::CharacterReference => text::reference(random),
            Piece::Control => text::control(random),
            Piece::OuterEndTag => markup::outer_end_tag(random),
            Piece::Doctype => markup::doctype(random, spelling),
            Piece::Snippet => markup::snippet(random),
            Piece::Junk => markup::junk(random),
        };
        self.tokens.push(token);
    }

    fn name(&mut self) -> &'static str {
        let topic = match self.random.one_in(5) {
            true => self.random.pick(self.recipe.topics),
            false => self.topics[self.random.below(self.topics.len())],
        };
        self.random.pick(topic.names())
    }

    fn spelled(&mut self, name: &str) -> String {
        match self.recipe.spelling {
            Spelling::Tame => name.to_owned(),
            Spelling::Wild if self.random.one_in(40) => unknown_name(self.random),
            Spelling::Wild => spelled(self.random, name),
        }
    }

    fn start_tag(&mut self) {
        let name = self.name();
        self.open.push(name);
        let tag = format!("<{}", self.spelled(name));
        let first = self.tokens.len();
        self.tokens.push(tag);
        for _ in 0..self.random.pick(&[0, 0, 0, 0, 1, 1, 1, 2, 3, 8]) {
            let attribute = match self.random.below(12) {
                0 if self.tokens.len() > first + 1 => self.duplicate(),
                _ => tag::attribute(self.random, name, self.recipe.spelling),
            };
            self.tokens.push(attribute);
        }
        self.end_of_tag();
    }

    /// Repeats the last attribute in another spelling or with another value.
    fn duplicate(&mut self) -> String {
        let last = self.tokens.last().map_or("", |attribute| attribute.trim());
        let name = last.split('=').next().unwrap_or(last);
        format!(" {}=\"{}\"", spelled(self.random, name), text::run(self.random).replace('"', ""))
    }

    /// Ends the tag. A tag without attributes is one token.
    fn end_of_tag(&mut self) {
        let end = tag::end_of_tag(self.random, self.recipe.spelling);
        match self.tokens.last_mut() {
            Some(last) if last.starts_with('<') => last.push_str(end),
            _ => self.tokens.push(end.to_owned()),
        }
    }

    fn end_tag(&mut self) {
        let name = match self.open.len() {
            open @ 1.. if !self.random.one_in(4) => {
                // Mostly the last element, otherwise one of the last few.
                let back = self.random.below(4).saturating_sub(1).min(open - 1);
                self.open.remove(open - 1 - back)
            }
            _ => self.name(),
        };
        let tag = format!("</{}", self.spelled(name));
        self.tokens.push(tag);
        if self.recipe.spelling == Spelling::Wild && self.random.one_in(16) {
            self.tokens.push(" a=b".to_owned());
        }
        self.end_of_tag();
    }

    fn nesting(&mut self) {
        let name = self.name();
        let times = 2 + self.random.below(self.recipe.nesting);
        self.tokens.extend((0..times).map(|_| format!("<{name}>")));
        self.open.push(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_generates_the_same() {
        assert_eq!(document(&mut Random::new(1)), document(&mut Random::new(1)));
        assert_ne!(document(&mut Random::new(1)), document(&mut Random::new(2)));
        assert_eq!(fragment(&mut Random::new(1)), fragment(&mut Random::new(1)));
    }
}
