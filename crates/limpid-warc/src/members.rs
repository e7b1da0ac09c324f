//! Files of gzip members or Zstandard frames. Each member or frame usually contains one record. In this module, "member" means either.

use crate::inflate::{self, Damage, Inflater, TRAILER};
use crate::input::Input;
use crate::record_start::{self, VERSION_START};
use crate::zstandard::{self, Unpacker};
use std::io::Read;

/// The first bytes of a gzip member.
pub(crate) const GZIP: [u8; 3] = [0x1f, 0x8b, 8];
/// The number of bytes of a gzip member that may be read before the first output.
const MAX_INPUT_WITHOUT_OUTPUT: u64 = 64 * 1024;

/// The result of one step through a file.
#[derive(Debug)]
pub(crate) enum Step {
    /// Zero or more bytes were appended.
    Bytes,
    /// A member that starts with a record begins here.
    Boundary,
    /// The data is damaged. It continues at the next [`Boundary`](Step::Boundary).
    Damage(Damage),
    End,
}

#[derive(Debug)]
pub(crate) struct Members {
    state: State,
    codec: Codec,
    /// The position in the file of the current member.
    pub(crate) member: u64,
    /// The first output of the current member, until a step returns it.
    pending: Vec<u8>,
    /// The position in the file where the search for members ends.
    search_end: u64,
}

#[derive(Debug)]
enum Codec {
    Gzip(Inflater),
    Zstandard(Box<Unpacker>),
}

#[derive(Debug)]
enum State {
    /// A member or the end of the file is expected.
    BetweenMembers,
    InMember,
    /// The data before the damage is decompressed. It is in `pending`, unless it was returned already.
    Damaged(Damage),
    Searching,
}

impl Members {
    /// Prepares to read a file of Zstandard frames or of gzip members.
    pub(crate) fn new(zstandard: bool) -> Members {
        let codec =
            if zstandard { Codec::Zstandard(Box::new(Unpacker::new())) } else { Codec::Gzip(Inflater::new(false)) };
        Members { state: State::BetweenMembers, codec, member: 0, pending: Vec::new(), search_end: u64::MAX }
    }

    /// Returns whether the bytes contain the header of a gzip member.
    pub(crate) fn contains_gzip_header(bytes: &[u8]) -> bool {
        memchr::memmem::find_iter(bytes, &GZIP).any(|place| inflate::gzip_header(&bytes[place..]).is_ok())
    }

    /// Returns the first bytes of a member.
    fn magic(&self) -> &'static [u8] {
        match self.codec {
            Codec::Gzip(_) => &GZIP,
            Codec::Zstandard(_) => &zstandard::MAGIC,
        }
    }

    /// Searches for the first member from a position that may be inside a member.
    pub(crate) fn search_from(&mut self, start: u64) {
        (self.state, self.member) = (State::Searching, start);
    }

    pub(crate) fn set_search_end(&mut self, end: u64) {
        self.search_end = end;
    }

    /// Takes the next step and appends its output to `out`.
    pub(crate) fn step<R: Read>(&mut self, input: &mut Input<R>, out: &mut Vec<u8>) -> Step {
        if !self.pending.is_empty() {
            self.flush_pending(out);
            return Step::Bytes;
        }
        match self.state {
            State::BetweenMembers => self.next_member(input, out),
            State::InMember => {
                self.unpack(input, out);
                Step::Bytes
            }
            State::Damaged(damage) => {
                self.state = State::Searching;
                Step::Damage(damage)
            }
            State::Searching => {
                if self.search(input) {
                    Step::Boundary
                } else {
                    Step::End
                }
            }
        }
    }

    fn next_member<R: Read>(&mut self, input: &mut Input<R>, out: &mut Vec<u8>) -> Step {
        // Some files are padded with zeros to a multiple of a block size.
        while let Some(&0) = input.peek(1).first() {
            input.consume(1);
        }
        if let Err(damage) = self.skip_frames(input) {
            self.member = input.position();
            self.state = State::Damaged(damage);
            return Step::Bytes;
        }
        if input.peek(1).is_empty() {
            return Step::End;
        }
        self.open(input);
        if record_start::starts_with_version(&self.pending) {
            return Step::Boundary;
        }
        // Tools that compress in blocks start members inside records.
        self.flush_pending(out);
        Step::Bytes
    }

    /// Moves `pending` to the end of `out`. Swaps the two if `out` is empty, because `pending` is often the whole member.
    fn flush_pending(&mut self, out: &mut Vec<u8>) {
        if out.is_empty() {
            std::mem::swap(out, &mut self.pending);
        } else {
            out.append(&mut self.pending);
        }
    }

    /// Skips the skippable Zstandard frames at the current position. Loads the dictionary if the first frame of the file contains one.
    pub(crate) fn skip_frames<R: Read>(&mut self, input: &mut Input<R>) -> Result<(), Damage> {
        let Codec::Zstandard(unpacker) = &mut self.codec else { return Ok(()) };
        while let Some(length) = zstandard::skippable_length(input.peek(zstandard::SKIPPABLE_HEADER_LENGTH)) {
            let is_dictionary = input.position() == 0 && input.peek(1).starts_with(&zstandard::DICTIONARY_MAGIC);
            input.consume(zstandard::SKIPPABLE_HEADER_LENGTH);
            if is_dictionary {
                let size = usize::try_from(length).unwrap_or(usize::MAX);
                if size > zstandard::MAX_DICTIONARY {
                    return Err(Damage::Dictionary);
                }
                let content = input.peek(size).get(..size).ok_or(Damage::Truncated)?;
                unpacker.add_dictionary(content)?;
            }
            let mut remaining = length;
            while remaining > 0 {
                let count = (input.peek(1).len() as u64).min(remaining);
                if count == 0 {
                    return Err(Damage::Truncated);
                }
                input.consume(count as usize);
                remaining -= count;
            }
        }
        Ok(())
    }

    /// Searches for a member that starts with a record. Returns whether such a member was found.
    ///
    /// The search starts in the damaged member: if bytes are missing, the decoder may have read into later members.
    fn search<R: Read>(&mut self, input: &mut Input<R>) -> bool {
        input.go_back(self.member + 1);
        // With a small buffer, `open` decompresses little of each candidate.
        self.pending = Vec::new();
        let magic = self.magic();
        loop {
            let bytes = input.peek(magic.len());
            if bytes.len() < magic.len() {
                let rest = bytes.len();
                input.consume(rest);
                return false;
            }
            let Some(place) = memchr::memmem::find(bytes, magic) else {
                let searched = bytes.len() - (magic.len() - 1);
                input.consume(searched);
                if input.position() >= self.search_end {
                    return false;
                }
                continue;
            };
            input.consume(place);
            let candidate = input.position();
            if candidate >= self.search_end {
                return false;
            }
            self.open(input);
            if record_start::starts_with_version(&self.pending) {
                return true;
            }
            self.pending.clear();
            if input.position() == candidate {
                input.consume(1);
            } else {
                input.go_back(candidate + 1);
            }
        }
    }

    /// Reads a member's header and its first output, into `pending`.
    fn open<R: Read>(&mut self, input: &mut Input<R>) {
        self.member = input.position();
        self.pending.clear();
        if let Err(damage) = self.codec.start(input) {
            self.state = State::Damaged(damage);
            return;
        }
        self.state = State::InMember;
        let start = input.position();
        let mut pending = std::mem::take(&mut self.pending);
        while matches!(self.state, State::InMember) && pending.len() < VERSION_START.len() {
            if self.codec.is_output_overdue(input.position() - start) {
                self.state = State::Damaged(Damage::Data);
            } else {
                self.unpack(input, &mut pending);
            }
        }
        // A wrong checksum is reported for the record before it. The record before an empty member belongs to another member, so that the
        // error is reported as damaged data instead.
        if pending.is_empty() && matches!(self.state, State::Damaged(Damage::Checksum)) {
            self.state = State::Damaged(Damage::Data);
        }
        self.pending = pending;
    }

    fn unpack<R: Read>(&mut self, input: &mut Input<R>, out: &mut Vec<u8>) {
        self.state = match self.codec.unpack(input, out) {
            Ok(false) => return,
            Ok(true) => State::BetweenMembers,
            Err(damage) => State::Damaged(damage),
        };
    }
}

impl Codec {
    /// Reads a member's header.
    fn start<R: Read>(&mut self, input: &mut Input<R>) -> Result<(), Damage> {
        match self {
            Codec::Gzip(inflater) => {
                let start = input.peek(inflate::MAX_HEADER);
                let length = inflate::gzip_header(&start[..start.len().min(inflate::MAX_HEADER)])?;
                input.consume(length);
                inflater.reset();
                Ok(())
            }
            Codec::Zstandard(_) if !input.peek(zstandard::MAGIC.len()).starts_with(&zstandard::MAGIC) => {
                Err(Damage::Header)
            }
            Codec::Zstandard(unpacker) => unpacker.start_frame(input),
        }
    }

    /// Decompresses the next bytes. Returns whether the member ends with them.
    fn unpack<R: Read>(&mut self, input: &mut Input<R>, out: &mut Vec<u8>) -> Result<bool, Damage> {
        let inflater = match self {
            Codec::Gzip(inflater) => inflater,
            Codec::Zstandard(unpacker) => return unpacker.decode_block(input, out),
        };
        let (used, result) = inflater.inflate(input.peek(1), out);
        input.consume(used);
        if !result? {
            return Ok(false);
        }
        let trailer = input.peek(TRAILER);
        let checked = inflater.check(&trailer[..trailer.len().min(TRAILER)]);
        input.consume(TRAILER);
        checked.map(|()| true)
    }

    /// Returns whether a member should have produced output after this many bytes of input. For Zstandard there is no such limit: a frame
    /// produces output only when its window, whose size is limited, is full, or at its end.
    fn is_output_overdue(&self, bytes: u64) -> bool {
        matches!(self, Codec::Gzip(_)) && bytes > MAX_INPUT_WITHOUT_OUTPUT
    }
}
