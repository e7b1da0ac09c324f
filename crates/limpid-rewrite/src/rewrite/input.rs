//! Bytes as text, so that each part of the text can be written as the bytes that it was.

use super::error::RewriteError;
use super::output::OutputSink;
use super::source::Source;
use limpid_encoding::{
    Confidence, Encoding, EncodingHints, EncodingSource, PRESCAN_LENGTH, StreamDecoder, declared_in_meta,
};
use std::borrow::Cow;

/// The bytes of a page on their way into text.
pub(super) struct Input {
    encoding: Option<&'static Encoding>,
    /// The bytes that wait for the encoding, or those of an unfinished character.
    pending: Vec<u8>,
    /// Finds the encoding, or decodes other encodings than UTF-8.
    decoder: Option<StreamDecoder>,
    is_tentative: bool,
    ascii_to: Option<u32>,
}

impl Input {
    /// Starts a page, whose encoding is to be sniffed.
    pub(super) fn new(options: EncodingHints) -> Input {
        Input {
            encoding: None,
            pending: Vec::new(),
            decoder: Some(StreamDecoder::new(options)),
            is_tentative: true,
            ascii_to: None,
        }
    }

    /// Starts a page that is text.
    pub(super) fn of_text() -> Input {
        let mut input = Input::new(EncodingHints::new());
        input.start(Encoding::UTF_8);
        input.settle(0);
        input
    }

    /// Goes on in an encoding.
    fn start(&mut self, encoding: &'static Encoding) {
        self.encoding = Some(encoding);
        let is_utf_8 = encoding == Encoding::UTF_8;
        self.decoder = (!is_utf_8).then(|| StreamDecoder::certain(encoding, EncodingSource::UserOverride));
    }

    pub(super) fn encoding(&self) -> Option<&'static Encoding> {
        self.encoding
    }

    /// Whether a `meta` element may still decide the encoding: it is not certain, and all text so far is ASCII.
    pub(super) fn is_tentative(&self) -> bool {
        self.is_tentative
    }

    /// Keeps the encoding from an offset of the text on, whatever the page declares after it.
    fn settle(&mut self, offset: u32) {
        self.is_tentative = false;
        self.ascii_to = self.ascii_to.map(|_| offset);
    }

    /// Goes on in the encoding that a `meta` element declares, whose tag ends at an offset of the text.
    pub(super) fn declare(&mut self, encoding: &'static Encoding, offset: u32) {
        self.start(declared_in_meta(encoding));
        self.settle(offset);
    }

    /// Returns the number of bytes to parse before the rest is decoded: a `meta` element in them may decide the encoding of the rest.
    /// The text so far ends at the offset `end`.
    pub(super) fn next_part(&mut self, bytes: &[u8], end: u32) -> usize {
        if !self.is_tentative {
            return bytes.len();
        }
        if self.encoding.is_none() && end == 0 && self.pending.len() < PRESCAN_LENGTH {
            return bytes.len().min(PRESCAN_LENGTH - self.pending.len());
        }
        match bytes.iter().position(|byte| !byte.is_ascii()) {
            Some(0) => {
                self.settle(end);
                bytes.len()
            }
            ascii => ascii.unwrap_or(bytes.len()),
        }
    }

    /// Returns the offset up to which the page is ASCII and the encoding was not known, if that was not decided by the first bytes.
    pub(super) fn ascii_to(&self) -> Option<u32> {
        self.ascii_to
    }

    /// Returns the number of bytes that are held.
    pub(super) fn held(&self) -> usize {
        self.pending.len()
    }

    /// Whether a character of UTF-8 is not complete.
    pub(super) fn awaits_end_of_character(&self) -> bool {
        self.encoding == Some(Encoding::UTF_8) && !self.pending.is_empty()
    }

    /// Takes what is text as it is from the start of some bytes: UTF-8 in UTF-8.
    pub(super) fn verbatim<'b>(&self, bytes: &mut &'b [u8]) -> Option<&'b str> {
        if self.encoding != Some(Encoding::UTF_8) || !self.pending.is_empty() {
            return None;
        }
        match simdutf8::compat::from_utf8(bytes) {
            Ok(text) => {
                *bytes = &[];
                Some(text)
            }
            Err(error) => {
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                *bytes = rest;
                std::str::from_utf8(valid).ok()
            }
        }
    }

    /// Decodes the next bytes, or with `is_last` those that are left, and adds the text to a piece.
    pub(super) fn decode(&mut self, bytes: &[u8], is_last: bool, piece: &mut Source) -> Result<(), RewriteError> {
        if let Some(encoding) = self.encoding.filter(|encoding| !encoding.is_ascii_compatible()) {
            return Err(RewriteError::Encoding(encoding.name()));
        }
        match &mut self.decoder {
            None => self.decode_utf8(bytes, is_last, piece),
            Some(_) => self.decode_other(bytes, is_last, piece),
        }
        Ok(())
    }

    /// Sniffs the encoding. Until it is known, only ASCII is text. Returns the bytes that waited for the encoding, once it is known.
    ///
    /// A byte order mark is no part of the text: it goes to `output`.
    pub(super) fn sniff(
        &mut self,
        bytes: &[u8],
        is_last: bool,
        piece: &mut Source,
        output: &mut impl OutputSink,
    ) -> Option<Vec<u8>> {
        let decoder = self.decoder.as_mut()?;
        self.pending.extend_from_slice(bytes);
        let mut text = String::new();
        decoder.decode(bytes, &mut text);
        if decoder.sniffed().is_none() && !text.is_empty() {
            piece.push(&text);
            self.pending.drain(..text.len());
            self.ascii_to = Some(u32::MAX);
        }
        if is_last {
            decoder.finish(&mut text);
        }
        let sniffed = decoder.sniffed()?;
        let mut pending = std::mem::take(&mut self.pending);
        if sniffed.source == EncodingSource::Fallback && !is_last && pending.is_ascii() {
            self.ascii_to = Some(u32::MAX);
        }
        if sniffed.bom_length != 0 {
            output.handle_chunk(&pending[..sniffed.bom_length]);
            pending.drain(..sniffed.bom_length);
        }
        self.is_tentative = sniffed.confidence == Confidence::Tentative;
        self.start(sniffed.encoding);
        Some(pending)
    }

    fn decode_utf8(&mut self, bytes: &[u8], is_last: bool, piece: &mut Source) {
        let mut bytes = Cow::Borrowed(bytes);
        if !self.pending.is_empty() {
            self.pending.extend_from_slice(&bytes);
            bytes = Cow::Owned(std::mem::take(&mut self.pending));
        }
        let mut rest = &*bytes;
        loop {
            let error = match std::str::from_utf8(rest) {
                Ok(text) => return piece.push(text),
                Err(error) => error,
            };
            let (valid, invalid) = rest.split_at(error.valid_up_to());
            piece.push(std::str::from_utf8(valid).unwrap_or_default());
            let length = match error.error_len() {
                None if !is_last => {
                    self.pending.extend_from_slice(invalid);
                    return;
                }
                None => invalid.len(),
                Some(length) => length,
            };
            piece.push_replaced("\u{fffd}", &invalid[..length]);
            rest = &invalid[length..];
        }
    }

    /// Decodes each character that is not ASCII by itself, so that its bytes are known.
    fn decode_other(&mut self, bytes: &[u8], is_last: bool, piece: &mut Source) {
        let Some(decoder) = &mut self.decoder else { return };
        let (mut rest, mut text) = (bytes, String::new());
        loop {
            if self.pending.is_empty() {
                let (ascii, other) = rest.split_at(rest.iter().take_while(|byte| byte.is_ascii()).count());
                piece.push(std::str::from_utf8(ascii).unwrap_or_default());
                rest = other;
            }
            text.clear();
            let Some((byte, after)) = rest.split_first() else { break };
            rest = after;
            self.pending.push(*byte);
            decoder.decode(&[*byte], &mut text);
            if text.is_empty() {
                continue;
            }
            // A byte that ends a malformed character may be a character of its own: it may start a tag.
            let is_own = byte.is_ascii() && text.len() > 1 && text.ends_with(char::from(*byte));
            let (own, raw) = if is_own { (text.pop(), self.pending.len() - 1) } else { (None, self.pending.len()) };
            piece.push_replaced(&text, &self.pending[..raw]);
            if let Some(own) = own {
                piece.push(own.encode_utf8(&mut [0; 4]));
            }
            self.pending.clear();
        }
        if is_last && !self.pending.is_empty() {
            decoder.finish(&mut text);
            piece.push_replaced(&text, &self.pending);
            self.pending.clear();
        }
    }
}
