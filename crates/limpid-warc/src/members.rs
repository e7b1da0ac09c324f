//! A file of compressed members, each of which usually holds one record: members of gzip, or frames of Zstandard.

use crate::inflate::{self, Damage, Inflater, TRAILER};
use crate::input::Input;
use crate::record_start::{self, VERSION_START};
use crate::zstandard::{self, Unpacker};
use std::io::Read;

/// The first bytes of a gzip member with deflated data.
pub(crate) const GZIP: [u8; 3] = [0x1f, 0x8b, 8];
/// The number of bytes of a member that may be read before its first text comes out.
const MAX_SILENCE: u64 = 64 * 1024;

/// The next step through a file.
#[derive(Debug)]
pub(crate) enum Step {
    /// Some bytes, perhaps none.
    Bytes,
    /// The start of a member that starts with a record.
    Boundary,
    /// The text breaks off, and starts again at the next [`Boundary`](Step::Boundary).
    Damage(Damage),
    End,
}

#[derive(Debug)]
pub(crate) struct Members {
    state: State,
    codec: Codec,
    /// The position in the file of the current member.
    pub(crate) member: u64,
    /// The text that came out of the member when it was opened, until it is handed on.
    opening: Vec<u8>,
    /// The position in the file from which on members are not searched for.
    end: u64,
}

/// The form of the members.
#[derive(Debug)]
enum Codec {
    Gzip(Inflater),
    Zstandard(Box<Unpacker>),
}

#[derive(Debug)]
enum State {
    /// A member should start here, or the file end.
    Between,
    Inside,
    /// The text in front of the damage was handed on or is in `opening`.
    Damaged(Damage),
    /// A member has to be searched for.
    Lost,
}

impl Members {
    /// Starts with a file that has or has not the form of Zstandard.
    pub(crate) fn new(zstandard: bool) -> Members {
        let codec =
            if zstandard { Codec::Zstandard(Box::new(Unpacker::new())) } else { Codec::Gzip(Inflater::new(false)) };
        Members { state: State::Between, codec, member: 0, opening: Vec::new(), end: u64::MAX }
    }

    /// Whether some bytes hold the header of a gzip member.
    pub(crate) fn are_gzip(bytes: &[u8]) -> bool {
        memchr::memmem::find_iter(bytes, &GZIP).any(|place| inflate::gzip_header(&bytes[place..]).is_ok())
    }

    /// Returns the bytes that members start with.
    fn magic(&self) -> &'static [u8] {
        match self.codec {
            Codec::Gzip(_) => &GZIP,
            Codec::Zstandard(_) => &zstandard::MAGIC,
        }
    }

    /// Starts at a position where any part of a member may be.
    pub(crate) fn start_anywhere(&mut self, start: u64) {
        (self.state, self.member) = (State::Lost, start);
    }

    /// Ends the search for members at a position.
    pub(crate) fn end_search(&mut self, end: u64) {
        self.end = end;
    }

    /// Takes the next step; bytes are appended to `out`.
    pub(crate) fn step<R: Read>(&mut self, input: &mut Input<R>, out: &mut Vec<u8>) -> Step {
        if !self.opening.is_empty() {
            self.hand_on_opening(out);
            return Step::Bytes;
        }
        match self.state {
            State::Between => self.next_member(input, out),
            State::Inside => {
                self.unpack(input, out);
                Step::Bytes
            }
            State::Damaged(damage) => {
                self.state = State::Lost;
                Step::Damage(damage)
            }
            State::Lost => {
                if self.search(input) {
                    Step::Boundary
                } else {
                    Step::End
                }
            }
        }
    }

    fn next_member<R: Read>(&mut self, input: &mut Input<R>, out: &mut Vec<u8>) -> Step {
        // Zeros fill files up to the size of a block.
        while let Some(&0) = input.at_least(1).first() {
            input.consume(1);
        }
        if let Err(damage) = self.skip_frames(input) {
            self.member = input.position();
            self.state = State::Damaged(damage);
            return Step::Bytes;
        }
        if input.at_least(1).is_empty() {
            return Step::End;
        }
        self.open(input);
        if record_start::is_version_start(&self.opening) {
            return Step::Boundary;
        }
        // Where whole files are compressed in pieces, members start anywhere.
        self.hand_on_opening(out);
        Step::Bytes
    }

    /// Appends the text of the opening to `out`. Most members are small, so this is all of their text: it is not copied if `out` is empty.
    fn hand_on_opening(&mut self, out: &mut Vec<u8>) {
        if out.is_empty() {
            std::mem::swap(out, &mut self.opening);
        } else {
            out.append(&mut self.opening);
        }
    }

    /// Passes over frames without data, and takes the dictionary of a file from its first.
    pub(crate) fn skip_frames<R: Read>(&mut self, input: &mut Input<R>) -> Result<(), Damage> {
        let Codec::Zstandard(unpacker) = &mut self.codec else { return Ok(()) };
        while let Some(length) = zstandard::skippable(input.at_least(zstandard::SKIPPABLE_HEADER)) {
            let is_dictionary = input.position() == 0 && input.at_least(1).starts_with(&zstandard::DICTIONARY);
            input.consume(zstandard::SKIPPABLE_HEADER);
            if is_dictionary {
                let size = usize::try_from(length).unwrap_or(usize::MAX);
                if size > zstandard::MAX_DICTIONARY {
                    return Err(Damage::Dictionary);
                }
                let content = input.at_least(size).get(..size).ok_or(Damage::CutShort)?;
                unpacker.add_dictionary(content)?;
            }
            let mut left = length;
            while left > 0 {
                let count = (input.at_least(1).len() as u64).min(left);
                if count == 0 {
                    return Err(Damage::CutShort);
                }
                input.consume(count as usize);
                left -= count;
            }
        }
        Ok(())
    }

    /// Searches for a member with a record, from the start of the damaged one: where bytes are missing, inflating may have gone
    /// on into the members after it.
    fn search<R: Read>(&mut self, input: &mut Input<R>) -> bool {
        input.go_back(self.member + 1);
        // What is taken for a member is unpacked no further than necessary.
        self.opening = Vec::new();
        let magic = self.magic();
        loop {
            let bytes = input.at_least(magic.len());
            if bytes.len() < magic.len() {
                let rest = bytes.len();
                input.consume(rest);
                return false;
            }
            let Some(place) = memchr::memmem::find(bytes, magic) else {
                let searched = bytes.len() - (magic.len() - 1);
                input.consume(searched);
                if input.position() >= self.end {
                    return false;
                }
                continue;
            };
            input.consume(place);
            let candidate = input.position();
            if candidate >= self.end {
                return false;
            }
            self.open(input);
            if record_start::is_version_start(&self.opening) {
                return true;
            }
            self.opening.clear();
            if input.position() == candidate {
                input.consume(1);
            } else {
                input.go_back(candidate + 1);
            }
        }
    }

    /// Reads a member's header and the start of its text.
    fn open<R: Read>(&mut self, input: &mut Input<R>) {
        self.member = input.position();
        self.opening.clear();
        if let Err(damage) = self.codec.start(input) {
            self.state = State::Damaged(damage);
            return;
        }
        self.state = State::Inside;
        let start = input.position();
        let mut opening = std::mem::take(&mut self.opening);
        while matches!(self.state, State::Inside) && opening.len() < VERSION_START.len() {
            if self.codec.is_silent(input.position() - start) {
                self.state = State::Damaged(Damage::Data);
            } else {
                self.unpack(input, &mut opening);
            }
        }
        // A wrong checksum is attributed to the text before it, which belongs to another member here.
        if opening.is_empty() && matches!(self.state, State::Damaged(Damage::Checksum)) {
            self.state = State::Damaged(Damage::Data);
        }
        self.opening = opening;
    }

    fn unpack<R: Read>(&mut self, input: &mut Input<R>, out: &mut Vec<u8>) {
        self.state = match self.codec.unpack(input, out) {
            Ok(false) => return,
            Ok(true) => State::Between,
            Err(damage) => State::Damaged(damage),
        };
    }
}

impl Codec {
    /// Reads a member's header.
    fn start<R: Read>(&mut self, input: &mut Input<R>) -> Result<(), Damage> {
        match self {
            Codec::Gzip(inflater) => {
                let start = input.at_least(inflate::MAX_HEADER);
                let length = inflate::gzip_header(&start[..start.len().min(inflate::MAX_HEADER)])?;
                input.consume(length);
                inflater.reset();
                Ok(())
            }
            Codec::Zstandard(_) if !input.at_least(zstandard::MAGIC.len()).starts_with(&zstandard::MAGIC) => {
                Err(Damage::Header)
            }
            Codec::Zstandard(unpacker) => unpacker.start(input),
        }
    }

    /// Unpacks the next bytes. Returns whether the member ends with them.
    fn unpack<R: Read>(&mut self, input: &mut Input<R>, out: &mut Vec<u8>) -> Result<bool, Damage> {
        let inflater = match self {
            Codec::Gzip(inflater) => inflater,
            Codec::Zstandard(unpacker) => return unpacker.unpack(input, out),
        };
        let (used, result) = inflater.inflate(input.at_least(1), out);
        input.consume(used);
        if !result? {
            return Ok(false);
        }
        let trailer = input.at_least(TRAILER);
        let checked = inflater.check(&trailer[..trailer.len().min(TRAILER)]);
        input.consume(TRAILER);
        checked.map(|()| true)
    }

    /// Whether a member should have begun to give text after this many bytes. One of Zstandard gives none before it ends or its window
    /// is full, which bounds that.
    fn is_silent(&self, bytes: u64) -> bool {
        matches!(self, Codec::Gzip(_)) && bytes > MAX_SILENCE
    }
}
