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

/// The result of a step of html5ever's tokenizer. Exists for compatibility only; this crate never returns it.
///
/// ```
/// use limpid_html5ever::tokenizer::ProcessResult;
/// let is_script = |result: &ProcessResult<u32>| matches!(result, ProcessResult::Script(_));
/// assert!(is_script(&ProcessResult::Script(1)) && !is_script(&ProcessResult::Suspend));
/// ```
pub enum ProcessResult<Handle> {
    /// Continue.
    Continue,
    /// More input is needed.
    Suspend,
    /// A script is complete.
    Script(Handle),
    /// The document declares an encoding with this label.
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
    /// Whether error messages contain byte offsets, and errors of the input stream, such as control characters, are reported.
    /// Default: false
    pub exact_errors: bool,

    /// Whether to discard a byte order mark at the start of the input. Default: true
    pub discard_bom: bool,

    /// Has no effect. Exists for compatibility. Default: false
    pub profile: bool,

    /// The initial state. Default: the data state
    pub initial_state: Option<states::State>,

    /// The name of the last start tag. In text states such as RCDATA, an end tag with this name ends the text.
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
/// While a sink processes a token, it may call [`feed`](Self::feed) to insert input. The call returns at once. The inserted input is
/// processed after the current tag, before the rest of the input.
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
    /// The sink that receives the tokens.
    pub sink: Sink,
    tokenizer: RefCell<limpid_tokenizer::Tokenizer>,
    exact_errors: bool,
    discard_bom: Cell<bool>,
    /// The state that the sink set while it processed a token. The tokenizer switches to it after the current chunk.
    next_state: Cell<Option<limpid_tokenizer::State>>,
    /// The number of bytes to process at once.
    ///
    /// Each chunk is scanned for CR and NUL first. After `feed` returned early, chunks are short again, so that a page with many scripts is
    /// not scanned to its end for each script.
    chunk_length: Cell<usize>,
    /// The number of bytes scanned for CR and NUL.
    #[cfg(test)]
    scanned_bytes: Cell<usize>,
    session: Session<()>,
    /// The input that the sink fed while it processed a token.
    inserted_input: RefCell<Vec<StrTendril>>,
    /// Whether the sink fed input while it processed the current token.
    interruption: Cell<bool>,
}

/// The length in bytes of the first chunk after `feed` returned early. The length of further chunks doubles.
const FIRST_CHUNK_LENGTH: usize = 4096;

/// Returns the end of the first chunk of the text: `length`, or the next character boundary after it.
fn chunk_end(text: &str, length: usize) -> usize {
    (length..text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(text.len())
}

impl<Sink: TokenSink> Tokenizer<Sink> {
    /// Creates a tokenizer.
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
            chunk_length: Cell::new(usize::MAX),
            #[cfg(test)]
            scanned_bytes: Cell::new(0),
            session: Session::new(AdapterOptions::default()),
            inserted_input: RefCell::default(),
            interruption: Cell::new(false),
        }
    }

    /// Tokenizes the input in the queue until the queue is empty, a script is complete or an encoding is declared. The remaining input stays in
    /// the queue. Call `feed` again to continue.
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
    /// assert_eq!(input.peek(), Some('<')); // `<p>` is not processed yet
    /// assert!(matches!(tokenizer.feed(&input), TokenizerResult::Done));
    /// ```
    pub fn feed(&self, input: &BufferQueue) -> TokenizerResult<Sink::Handle> {
        self.feed_with(input, true)
    }

    /// Tokenizes the input in the queue. Unless `returns_early` is true, continues until the queue is empty.
    pub(crate) fn feed_with(&self, input: &BufferQueue, returns_early: bool) -> TokenizerResult<Sink::Handle> {
        if self.tokenizer.try_borrow_mut().is_err() {
            self.interrupt(input);
            return TokenizerResult::Done;
        }
        while let Some(mut text) = input.pop_front() {
            if self.discard_bom.replace(false) && text.starts_with('\u{feff}') {
                text.pop_front('\u{feff}'.len_utf8() as u32);
            }
            let length = chunk_end(&text, self.chunk_length.get());
            let (result, consumed) = self.process_chunk(text.subtendril(0, length as u32), returns_early);
            let has_returned_early = consumed < length;
            self.chunk_length.set(if has_returned_early {
                FIRST_CHUNK_LENGTH
            } else {
                self.chunk_length.get().saturating_mul(2)
            });
            if consumed < text.len() {
                text.pop_front(consumed as u32);
                input.push_front(text);
            }
            if self.interruption.replace(false) {
                self.inserted_input.borrow_mut().drain(..).rev().for_each(|written| input.push_front(written));
            }
            if !matches!(result, TokenizerResult::Done) {
                return result;
            }
        }
        TokenizerResult::Done
    }

    /// Stores the input that the sink feeds while it processes a token.
    #[cold]
    fn interrupt(&self, input: &BufferQueue) {
        while let Some(text) = input.pop_front() {
            self.inserted_input.borrow_mut().push(text);
            self.interruption.set(true);
        }
    }

    fn process_chunk(&self, text: StrTendril, returns_early: bool) -> (TokenizerResult<Sink::Handle>, usize) {
        #[cfg(test)]
        self.scanned_bytes.set(self.scanned_bytes.get() + text.len());
        let has_cr_or_nul = Chunk::from(&*text).has_cr_or_nul();
        self.process(Input::Chunk { text, has_cr_or_nul }, returns_early)
    }

    fn process(&self, input: Input, returns_early: bool) -> (TokenizerResult<Sink::Handle>, usize) {
        let tokenizer = &mut *self.tokenizer.borrow_mut();
        let session = &self.session;
        let (exact_errors, interruption) = (self.exact_errors, &self.interruption);
        let feed = Feed { tokenizer, input, session, exact_errors, interruption, returns_early };
        let result = self.sink.take_tokens_of(feed);
        if let Some(state) = self.next_state.take() {
            tokenizer.switch_to(state);
        }
        result
    }

    /// Switches to the PLAINTEXT state. If called by a sink during [`feed`](Self::feed), switches afterwards.
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
        let _ = self.process(Input::End, false);
        self.sink.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sink that suspends the tokenizer after each script, or inserts input when a script ends.
    struct Scripts {
        tokenizer: RefCell<std::rc::Weak<Tokenizer<Scripts>>>,
        inserted_on_script: Option<&'static str>,
    }

    impl TokenSink for Scripts {
        type Handle = ();

        fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
            let TagToken(Tag { kind: EndTag, name, .. }) = token else { return TokenSinkResult::Continue };
            match (self.inserted_on_script, self.tokenizer.borrow().upgrade()) {
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

    fn tokenizer(inserted_on_script: Option<&'static str>) -> std::rc::Rc<Tokenizer<Scripts>> {
        let sink = Scripts { tokenizer: RefCell::default(), inserted_on_script };
        let tokenizer = std::rc::Rc::new(Tokenizer::new(sink, TokenizerOpts::default()));
        *tokenizer.sink.tokenizer.borrow_mut() = std::rc::Rc::downgrade(&tokenizer);
        tokenizer
    }

    #[test]
    fn long_page_is_not_scanned_for_each_script() {
        let page = "<script></script>".repeat(50) + &"\u{e9}".repeat(1_000_000);
        // The page is scanned once before the first script, and once in chunks of doubling length.
        let bound = |scripts: usize| 3 * page.len() + scripts * FIRST_CHUNK_LENGTH;

        // Each script inserts `outer`. The `</written>` in `outer` inserts `inner` before the rest of `outer`.
        let (outer, inner) = ("<b>written</b><written></written>and the rest", "<i>written in that</i>");
        let (scripts, queue) = (tokenizer(None), BufferQueue::default());
        queue.push_back(page.as_str().into());
        let mut count = 0;
        while let TokenizerResult::Script(()) = scripts.feed(&queue) {
            queue.push_front(if count % 2 == 0 { outer } else { inner }.into());
            count += 1;
        }
        assert_eq!(count, 100);
        assert!(scripts.scanned_bytes.get() <= bound(100), "{}", scripts.scanned_bytes.get());

        let (writing, queue) = (tokenizer(Some(inner)), BufferQueue::default());
        queue.push_back(page.as_str().into());
        let _ = writing.feed(&queue);
        assert!(writing.scanned_bytes.get() <= bound(50), "{}", writing.scanned_bytes.get());
    }
}
