//! The tokenizer.
//!
//! ```
//! use limpid_html5ever as html5ever;
//! use html5ever::tokenizer::{BufferQueue, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer};
//! use std::cell::RefCell;
//!
//! #[derive(Default)]
//! struct Names(RefCell<Vec<String>>);
//!
//! impl TokenSink for Names {
//!     type Handle = ();
//!
//!     fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
//!         if let TagToken(Tag { kind: StartTag, name, .. }) = token {
//!             self.0.borrow_mut().push(name.to_string());
//!         }
//!         TokenSinkResult::Continue
//!     }
//! }
//!
//! let tokenizer = Tokenizer::new(Names::default(), Default::default());
//! let input = BufferQueue::default();
//! input.push_back("<ul><li>One<li>Two</ul>".into());
//! let _ = tokenizer.feed(&input);
//! tokenizer.end();
//! assert_eq!(*tokenizer.sink.0.borrow(), ["ul", "li", "li"]);
//! ```

mod bridge;
mod feed;
mod interface;
pub mod states;

#[doc(hidden)]
pub use self::feed::Feed;
pub(crate) use self::feed::Input;
pub use self::interface::{CharacterTokens, EOFToken, NullCharacterToken, ParseError};
pub use self::interface::{CommentToken, DoctypeToken, TagToken, Token};
pub use self::interface::{Doctype, EndTag, StartTag, Tag, TagKind};
pub use self::interface::{TokenSink, TokenSinkResult};
pub use markup5ever::buffer_queue::{BufferQueue, FromSet, NotFromSet, SetResult};

use limpid_markup::Limits;
use limpid_markup5ever::{AdapterOptions, Session};
use limpid_tokenizer::Chunk;
use markup5ever::TokenizerResult;
use markup5ever::tendril::StrTendril;
use std::cell::{Cell, RefCell};

/// Why a step of html5ever's tokenizer returns. Here for its path; nothing in this crate gives one.
///
/// ```
/// use limpid_html5ever::tokenizer::ProcessResult;
/// let is_script = |result: &ProcessResult<u32>| matches!(result, ProcessResult::Script(_));
/// assert!(is_script(&ProcessResult::Script(1)) && !is_script(&ProcessResult::Suspend));
/// ```
pub enum ProcessResult<Handle> {
    /// To go on.
    Continue,
    /// For lack of input.
    Suspend,
    /// A script is complete.
    Script(Handle),
    /// The document says which encoding it is in.
    EncodingIndicator(StrTendril),
}

/// The options of a [`Tokenizer`].
///
/// ```
/// use limpid_html5ever::tokenizer::TokenizerOpts;
/// use limpid_html5ever::{ParseOpts, parse_document, tendril::TendrilSink};
/// use markup5ever_rcdom::RcDom;
/// let tokenizer = TokenizerOpts { exact_errors: true, ..Default::default() };
/// let opts = ParseOpts { tokenizer, ..Default::default() };
/// let dom = parse_document(RcDom::default(), opts).one("<!DOCTYPE html><p a a>");
/// assert_eq!(dom.errors.take(), ["duplicate-attribute at 21..22"]);
/// ```
#[derive(Clone)]
pub struct TokenizerOpts {
    /// Whether messages of errors say where, and errors of the input stream (control characters and the like) are looked
    /// for. Default: false
    pub exact_errors: bool,

    /// Whether a byte order mark at the start of the input is left out. Default: true
    pub discard_bom: bool,

    /// Here for its name: there are no states that time could be measured in. Default: false
    pub profile: bool,

    /// The first state, if it is another than the data state.
    pub initial_state: Option<states::State>,

    /// The name of the last start tag, which an end tag has to repeat in text.
    pub last_start_tag_name: Option<String>,
}

impl Default for TokenizerOpts {
    fn default() -> TokenizerOpts {
        TokenizerOpts {
            exact_errors: false,
            discard_bom: true,
            profile: false,
            initial_state: None,
            last_start_tag_name: None,
        }
    }
}

/// The tokenizer.
///
/// It takes a buffer of the queue at a time. A sink that has something to put before the rest of the input, while the
/// tokenizer is at work, calls [`feed`](Self::feed) with it, which takes it and returns: it comes after the tag at hand.
///
/// ```
/// use limpid_html5ever::tokenizer::{BufferQueue, Tokenizer};
/// use limpid_html5ever::tree_builder::TreeBuilder;
/// use markup5ever_rcdom::RcDom;
/// let builder = TreeBuilder::new(RcDom::default(), Default::default());
/// let tokenizer = Tokenizer::new(builder, Default::default());
/// let input = BufferQueue::default();
/// input.push_back("<!DOCTYPE html><p>Tea".into());
/// let _ = tokenizer.feed(&input);
/// tokenizer.end();
/// assert_eq!(tokenizer.sink.sink.document.children.borrow().len(), 2);
/// ```
pub struct Tokenizer<Sink> {
    /// Where tokens go.
    pub sink: Sink,
    tokenizer: RefCell<limpid_tokenizer::Tokenizer>,
    exact_errors: bool,
    discard_bom: Cell<bool>,
    /// Set while the tokenizer is at work.
    next_state: Cell<Option<limpid_tokenizer::State>>,
    /// The number of bytes of a buffer that are taken at once. Each piece is searched for CR and NUL first; after a pause, what follows it
    /// is taken in short pieces, so that a page of many scripts is not looked through to its end for each.
    piece_length: Cell<usize>,
    /// The number of bytes that were searched.
    #[cfg(test)]
    looked_through: Cell<usize>,
    session: Session<()>,
    /// Input that the sink fed while the tokenizer was at work.
    written: RefCell<Vec<StrTendril>>,
    interruption: Cell<bool>,
}

/// The number of bytes that are taken at once after a pause. From there on pieces double.
const FIRST_PIECE: usize = 4096;

/// Returns the end of a piece of about `length` bytes at the start of the text: a character is never cut.
fn piece_end(text: &str, length: usize) -> usize {
    (length..text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(text.len())
}

impl<Sink: TokenSink> Tokenizer<Sink> {
    /// A tokenizer at the start of an input.
    ///
    /// ```
    /// use limpid_html5ever::tokenizer::Tokenizer;
    /// use limpid_html5ever::tree_builder::TreeBuilder;
    /// use markup5ever_rcdom::RcDom;
    /// let builder = TreeBuilder::new(RcDom::default(), Default::default());
    /// assert!(!Tokenizer::new(builder, Default::default()).sink.is_fragment());
    /// ```
    pub fn new(sink: Sink, opts: TokenizerOpts) -> Tokenizer<Sink> {
        let state = opts.initial_state.unwrap_or(states::Data).to_limpid();
        let mut options = limpid_tokenizer::TokenizerOptions::default()
            .initial_state(state)
            .limits(Limits::none())
            .processing_instructions(false);
        options.last_start_tag = opts.last_start_tag_name;
        Tokenizer {
            sink,
            tokenizer: RefCell::new(limpid_tokenizer::Tokenizer::new(options)),
            exact_errors: opts.exact_errors,
            discard_bom: Cell::new(opts.discard_bom),
            next_state: Cell::new(None),
            piece_length: Cell::new(usize::MAX),
            #[cfg(test)]
            looked_through: Cell::new(0),
            session: Session::new(AdapterOptions::default()),
            written: RefCell::default(),
            interruption: Cell::new(false),
        }
    }

    /// Tokenizes what is in the queue, until it is empty, a script is complete or an encoding is declared. What is left
    /// then stays in the queue; call again to go on.
    ///
    /// ```
    /// use limpid_html5ever::TokenizerResult;
    /// use limpid_html5ever::tokenizer::{BufferQueue, Tokenizer};
    /// use limpid_html5ever::tree_builder::TreeBuilder;
    /// use markup5ever_rcdom::RcDom;
    /// let builder = TreeBuilder::new(RcDom::default(), Default::default());
    /// let tokenizer = Tokenizer::new(builder, Default::default());
    /// let input = BufferQueue::default();
    /// input.push_back("<script>pour()</script><p>Tea".into());
    /// assert!(matches!(tokenizer.feed(&input), TokenizerResult::Script(_)));
    /// assert_eq!(input.peek(), Some('<')); // the paragraph waits
    /// assert!(matches!(tokenizer.feed(&input), TokenizerResult::Done));
    /// ```
    pub fn feed(&self, input: &BufferQueue) -> TokenizerResult<Sink::Handle> {
        self.feed_with(input, true)
    }

    /// Feeds a queue. Without `pauses`, nothing makes it return before the queue is empty.
    pub(crate) fn feed_with(&self, input: &BufferQueue, pauses: bool) -> TokenizerResult<Sink::Handle> {
        if self.tokenizer.try_borrow_mut().is_err() {
            self.interrupt(input);
            return TokenizerResult::Done;
        }
        while let Some(mut text) = input.pop_front() {
            if self.discard_bom.replace(false) && text.starts_with('\u{feff}') {
                text.pop_front('\u{feff}'.len_utf8() as u32);
            }
            let length = piece_end(&text, self.piece_length.get());
            let (result, taken) = self.take_piece(text.subtendril(0, length as u32), pauses);
            let is_paused = taken < length;
            self.piece_length.set(if is_paused { FIRST_PIECE } else { self.piece_length.get().saturating_mul(2) });
            if taken < text.len() {
                text.pop_front(taken as u32);
                input.push_front(text);
            }
            if self.interruption.replace(false) {
                self.written.borrow_mut().drain(..).rev().for_each(|written| input.push_front(written));
            }
            if !matches!(result, TokenizerResult::Done) {
                return result;
            }
        }
        TokenizerResult::Done
    }

    /// Takes what the sink feeds while the tokenizer is at work.
    #[cold]
    fn interrupt(&self, input: &BufferQueue) {
        while let Some(text) = input.pop_front() {
            self.written.borrow_mut().push(text);
            self.interruption.set(true);
        }
    }

    fn take_piece(&self, text: StrTendril, pauses: bool) -> (TokenizerResult<Sink::Handle>, usize) {
        #[cfg(test)]
        self.looked_through.set(self.looked_through.get() + text.len());
        let has_cr_or_nul = Chunk::from(&*text).has_cr_or_nul();
        self.take(Input::Piece { text, has_cr_or_nul }, pauses)
    }

    fn take(&self, input: Input, pauses: bool) -> (TokenizerResult<Sink::Handle>, usize) {
        let tokenizer = &mut *self.tokenizer.borrow_mut();
        let session = &self.session;
        let (exact_errors, interruption) = (self.exact_errors, &self.interruption);
        let feed = Feed { tokenizer, input, session, exact_errors, interruption, pauses };
        let result = self.sink.take_tokens_of(feed);
        if let Some(state) = self.next_state.take() {
            tokenizer.switch_to(state);
        }
        result
    }

    /// Goes on in the PLAINTEXT state, between two tokens. During [`feed`](Self::feed), it does so afterwards.
    ///
    /// ```
    /// use limpid_html5ever::tokenizer::{BufferQueue, Tokenizer};
    /// use limpid_html5ever::tree_builder::TreeBuilder;
    /// use markup5ever_rcdom::RcDom;
    /// let builder = TreeBuilder::new(RcDom::default(), Default::default());
    /// let tokenizer = Tokenizer::new(builder, Default::default());
    /// let input = BufferQueue::default();
    /// tokenizer.set_plaintext_state();
    /// input.push_back("<b>".into());
    /// let _ = tokenizer.feed(&input);
    /// tokenizer.end();
    /// let html = tokenizer.sink.sink.document.children.borrow()[0].clone();
    /// let body = html.children.borrow()[1].clone();
    /// assert!(matches!(&body.children.borrow()[0].data, markup5ever_rcdom::NodeData::Text { .. }));
    /// ```
    pub fn set_plaintext_state(&self) {
        match self.tokenizer.try_borrow_mut() {
            Ok(mut tokenizer) => tokenizer.switch_to(limpid_tokenizer::State::Plaintext),
            Err(_) => self.next_state.set(Some(limpid_tokenizer::State::Plaintext)),
        }
    }

    /// Ends the input.
    ///
    /// ```
    /// use limpid_html5ever::tokenizer::{BufferQueue, Tokenizer};
    /// use limpid_html5ever::tree_builder::TreeBuilder;
    /// use markup5ever_rcdom::RcDom;
    /// let builder = TreeBuilder::new(RcDom::default(), Default::default());
    /// let tokenizer = Tokenizer::new(builder, Default::default());
    /// let input = BufferQueue::default();
    /// input.push_back("Tea".into());
    /// let _ = tokenizer.feed(&input);
    /// tokenizer.end();
    /// assert_eq!(tokenizer.sink.sink.document.children.borrow().len(), 1);
    /// ```
    pub fn end(&self) {
        let _ = self.take(Input::End, false);
        self.sink.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Suspends after each script, or has it write while the tokenizer is at work.
    struct Scripts {
        tokenizer: RefCell<std::rc::Weak<Tokenizer<Scripts>>>,
        written: Option<&'static str>,
    }

    impl TokenSink for Scripts {
        type Handle = ();

        fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
            let TagToken(Tag { kind: EndTag, name, .. }) = token else { return TokenSinkResult::Continue };
            match (self.written, self.tokenizer.borrow().upgrade()) {
                (Some(written), Some(tokenizer)) if &*name == "script" => {
                    let queue = BufferQueue::default();
                    queue.push_back(written.into());
                    let _ = tokenizer.feed(&queue);
                    TokenSinkResult::Continue
                }
                (None, _) if matches!(&*name, "script" | "written") => TokenSinkResult::Script(()),
                _ => TokenSinkResult::Continue,
            }
        }
    }

    fn tokenizer(written: Option<&'static str>) -> std::rc::Rc<Tokenizer<Scripts>> {
        let sink = Scripts { tokenizer: RefCell::default(), written };
        let tokenizer = std::rc::Rc::new(Tokenizer::new(sink, TokenizerOpts::default()));
        *tokenizer.sink.tokenizer.borrow_mut() = std::rc::Rc::downgrade(&tokenizer);
        tokenizer
    }

    #[test]
    fn a_long_page_is_not_looked_through_for_each_script() {
        let page = "<script></script>".repeat(50) + &"\u{e9}".repeat(1_000_000);
        // The page once before the first script, and once in pieces that double.
        let bound = |scripts: usize| 3 * page.len() + scripts * FIRST_PIECE;

        // Each script writes a script, which writes before what is left of the first.
        let (outer, inner) = ("<b>written</b><written></written>and the rest", "<i>written in that</i>");
        let (scripts, queue) = (tokenizer(None), BufferQueue::default());
        queue.push_back(page.as_str().into());
        let mut count = 0;
        while let TokenizerResult::Script(()) = scripts.feed(&queue) {
            queue.push_front(if count % 2 == 0 { outer } else { inner }.into());
            count += 1;
        }
        assert_eq!(count, 100);
        assert!(scripts.looked_through.get() <= bound(100), "{}", scripts.looked_through.get());

        let (writing, queue) = (tokenizer(Some(inner)), BufferQueue::default());
        queue.push_back(page.as_str().into());
        let _ = writing.feed(&queue);
        assert!(writing.looked_through.get() <= bound(50), "{}", writing.looked_through.get());
    }
}
