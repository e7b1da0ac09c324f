//! Decodes the bytes of the page so that each part of the text can be written as its original bytes.

use super::error::RewriteError;
use super::output::OutputSink;
use super::source::Source;
use limpid_encoding::{
    Confidence, Encoding, EncodingHints, EncodingSource, PRESCAN_LENGTH, StreamDecoder, declared_in_meta,
};
use std::borrow::Cow;

pub(super) struct Input {
    encoding: Option<&'static Encoding>,
    /// The bytes held back until the encoding is known, or the bytes of an unfinished character.
    pending: Vec<u8>,
    /// Detects the encoding, or decodes encodings other than UTF-8.
    decoder: Option<StreamDecoder>,
    is_tentative: bool,
    ascii_to: Option<u32>,
}

impl Input {
    pub(super) fn new(options: EncodingHints) -> Input {
        Input {
            encoding: None,
            pending: Vec::new(),
            decoder: Some(StreamDecoder::new(options)),
            is_tentative: true,
            ascii_to: None,
        }
    }

    pub(super) fn utf_8() -> Input {
        let mut input = Input::new(EncodingHints::new());
        input.set_encoding(Encoding::UTF_8);
        input.fix_encoding(0);
        input
    }

    fn set_encoding(&mut self, encoding: &'static Encoding) {
        self.encoding = Some(encoding);
        let is_utf_8 = encoding == Encoding::UTF_8;
        self.decoder = (!is_utf_8).then(|| StreamDecoder::certain(encoding, EncodingSource::UserOverride));
    }

    pub(super) fn encoding(&self) -> Option<&'static Encoding> {
        self.encoding
    }

    /// Returns whether a `meta` element may still change the encoding: the encoding is tentative, and all text so far is ASCII.
    pub(super) fn is_tentative(&self) -> bool {
        self.is_tentative
    }

    /// Makes the encoding final: from `offset` on, later declarations in the page do not change it.
    fn fix_encoding(&mut self, offset: u32) {
        self.is_tentative = false;
        self.ascii_to = self.ascii_to.map(|_| offset);
    }

    /// Changes to the encoding declared by a `meta` element whose tag ends at `offset`.
    pub(super) fn change_encoding(&mut self, encoding: &'static Encoding, offset: u32) {
        self.set_encoding(declared_in_meta(encoding));
        self.fix_encoding(offset);
    }

    /// Returns the number of bytes to decode and parse next. A `meta` element in these bytes may decide the encoding of the following bytes.
    /// `end` is the length of the text so far.
    pub(super) fn next_part_length(&mut self, bytes: &[u8], end: u32) -> usize {
        if !self.is_tentative {
            return bytes.len();
        }
        if self.encoding.is_none() && end == 0 && self.pending.len() < PRESCAN_LENGTH {
            return bytes.len().min(PRESCAN_LENGTH - self.pending.len());
        }
        match bytes.iter().position(|byte| !byte.is_ascii()) {
            Some(0) => {
                self.fix_encoding(end);
                bytes.len()
            }
            ascii => ascii.unwrap_or(bytes.len()),
        }
    }

    /// Returns the offset up to which content is written in ASCII because the encoding was not known, or `None` if the first bytes decided
    /// the encoding.
    pub(super) fn ascii_to(&self) -> Option<u32> {
        self.ascii_to
    }

    pub(super) fn pending_length(&self) -> usize {
        self.pending.len()
    }

    pub(super) fn has_partial_character(&self) -> bool {
        self.encoding == Some(Encoding::UTF_8) && !self.pending.is_empty()
    }

    /// Splits valid UTF-8 off the start of `bytes`, if the encoding is UTF-8.
    pub(super) fn take_utf_8<'b>(&self, bytes: &mut &'b [u8]) -> Option<&'b str> {
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

    /// Decodes the next bytes and appends the text to `source`. With `is_last`, also decodes an incomplete character at the end.
    pub(super) fn decode(&mut self, bytes: &[u8], is_last: bool, source: &mut Source) -> Result<(), RewriteError> {
        if let Some(encoding) = self.encoding.filter(|encoding| !encoding.is_ascii_compatible()) {
            return Err(RewriteError::Encoding(encoding.name()));
        }
        match &mut self.decoder {
            None => self.decode_utf8(bytes, is_last, source),
            Some(_) => self.decode_other(bytes, is_last, source),
        }
        Ok(())
    }

    /// Detects the encoding. Until it is known, only ASCII is appended to `source`. When the encoding becomes known, returns the bytes that
    /// were held back. Before that, returns `None`.
    ///
    /// A byte order mark is not part of the text. It is written to `output`.
    pub(super) fn sniff(
        &mut self,
        bytes: &[u8],
        is_last: bool,
        source: &mut Source,
        output: &mut impl OutputSink,
    ) -> Option<Vec<u8>> {
        let decoder = self.decoder.as_mut()?;
        self.pending.extend_from_slice(bytes);
        let mut text = String::new();
        decoder.decode(bytes, &mut text);
        if decoder.sniffed().is_none() && !text.is_empty() {
            source.push(&text);
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
        self.set_encoding(sniffed.encoding);
        Some(pending)
    }

    fn decode_utf8(&mut self, bytes: &[u8], is_last: bool, source: &mut Source) {
        let mut bytes = Cow::Borrowed(bytes);
        if !self.pending.is_empty() {
            self.pending.extend_from_slice(&bytes);
            bytes = Cow::Owned(std::mem::take(&mut self.pending));
        }
        let mut rest = &*bytes;
        loop {
            let error = match std::str::from_utf8(rest) {
                Ok(text) => return source.push(text),
                Err(error) => error,
            };
            let (valid, invalid) = rest.split_at(error.valid_up_to());
            source.push(std::str::from_utf8(valid).unwrap_or_default());
            let length = match error.error_len() {
                None if !is_last => {
                    self.pending.extend_from_slice(invalid);
                    return;
                }
                None => invalid.len(),
                Some(length) => length,
            };
            source.push_decoded("\u{fffd}", &invalid[..length]);
            rest = &invalid[length..];
        }
    }

    /// Decodes the non-ASCII characters one by one, so that the bytes of each are known.
    fn decode_other(&mut self, bytes: &[u8], is_last: bool, source: &mut Source) {
        let Some(decoder) = &mut self.decoder else { return };
        let (mut rest, mut text) = (bytes, String::new());
        loop {
            if self.pending.is_empty() {
                let (ascii, other) = rest.split_at(rest.iter().take_while(|byte| byte.is_ascii()).count());
                source.push(std::str::from_utf8(ascii).unwrap_or_default());
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
            // The byte that ends a malformed character may be a character itself, such as the `<` of a tag.
            let is_ascii_after_error = byte.is_ascii() && text.len() > 1 && text.ends_with(char::from(*byte));
            let (ascii, length) =
                if is_ascii_after_error { (text.pop(), self.pending.len() - 1) } else { (None, self.pending.len()) };
            source.push_decoded(&text, &self.pending[..length]);
            if let Some(ascii) = ascii {
                source.push(ascii.encode_utf8(&mut [0; 4]));
            }
            self.pending.clear();
        }
        if is_last && !self.pending.is_empty() {
            decoder.finish(&mut text);
            source.push_decoded(&text, &self.pending);
            self.pending.clear();
        }
    }
}
