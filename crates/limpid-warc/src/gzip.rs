//! A file of gzip members, each of which usually holds one record.

use crate::inflate::{self, Damage, Inflater, TRAILER};
use crate::input::Input;
use crate::record_start::{self, VERSION_START};
use std::io::Read;

/// The first bytes of a gzip member with deflated data.
pub(crate) const MAGIC: [u8; 3] = [0x1f, 0x8b, 8];
/// The number of bytes of a member that may be read before its first text comes out.
const MAX_SILENCE: u64 = 64 * 1024;

/// The next step through a file.
#[derive(Debug)]
pub(crate) enum Step {
    /// Some bytes, perhaps none.
    Bytes,
    /// The start of a gzip member that starts with a record.
    Boundary,
    /// The text breaks off, and starts again at the next [`Boundary`](Step::Boundary).
    Damage(Damage),
    /// The end of the file.
    End,
}

/// The gzip members of a file.
#[derive(Debug)]
pub(crate) struct Gzip {
    state: State,
    inflater: Inflater,
    /// The position in the file of the current member.
    pub(crate) member: u64,
    /// The text that came out of the member when it was opened, until it is handed on.
    opening: Vec<u8>,
    /// The position in the file from which on members are not searched for.
    end: u64,
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

impl Gzip {
    pub(crate) fn new() -> Gzip {
        Gzip { state: State::Between, inflater: Inflater::new(false), member: 0, opening: Vec::new(), end: u64::MAX }
    }

    /// Starts at a position where any part of a member may be.
    pub(crate) fn start_anywhere(&mut self, start: u64) {
        (self.state, self.member) = (State::Lost, start);
    }

    /// Ends the search for members at a position.
    pub(crate) fn end_search(&mut self, end: u64) {
        self.end = end;
    }

    /// Whether some bytes hold the header of a gzip member.
    pub(crate) fn is_in(bytes: &[u8]) -> bool {
        memchr::memmem::find_iter(bytes, &MAGIC).any(|place| inflate::gzip_header(&bytes[place..]).is_ok())
    }

    /// Takes the next step; bytes are appended to `out`.
    pub(crate) fn step<R: Read>(&mut self, input: &mut Input<R>, out: &mut Vec<u8>) -> Step {
        if !self.opening.is_empty() {
            out.append(&mut self.opening);
            return Step::Bytes;
        }
        match self.state {
            State::Between => self.next_member(input, out),
            State::Inside => {
                self.inflate(input, out);
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
        if input.at_least(1).is_empty() {
            return Step::End;
        }
        self.open(input);
        if record_start::is_version_start(&self.opening) {
            return Step::Boundary;
        }
        // Where whole files are compressed in pieces, members start anywhere.
        out.append(&mut self.opening);
        Step::Bytes
    }

    /// Searches for a member with a record, from the start of the damaged one: where bytes are missing, inflating may have gone
    /// on into the members after it.
    fn search<R: Read>(&mut self, input: &mut Input<R>) -> bool {
        input.go_back(self.member + 1);
        loop {
            let bytes = input.at_least(MAGIC.len());
            if bytes.len() < MAGIC.len() {
                let rest = bytes.len();
                input.consume(rest);
                return false;
            }
            let Some(place) = memchr::memmem::find(bytes, &MAGIC) else {
                let searched = bytes.len() - (MAGIC.len() - 1);
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
        let start = input.at_least(inflate::MAX_HEADER);
        match inflate::gzip_header(&start[..start.len().min(inflate::MAX_HEADER)]) {
            Ok(length) => input.consume(length),
            Err(damage) => {
                self.state = State::Damaged(damage);
                return;
            }
        }
        self.inflater.reset();
        self.state = State::Inside;
        let start = input.position();
        let mut opening = std::mem::take(&mut self.opening);
        while matches!(self.state, State::Inside) && opening.len() < VERSION_START.len() {
            if input.position() - start > MAX_SILENCE {
                self.state = State::Damaged(Damage::Data);
            } else {
                self.inflate(input, &mut opening);
            }
        }
        // A wrong checksum is attributed to the text before it, which belongs to another member here.
        if opening.is_empty() && matches!(self.state, State::Damaged(Damage::Checksum)) {
            self.state = State::Damaged(Damage::Data);
        }
        self.opening = opening;
    }

    fn inflate<R: Read>(&mut self, input: &mut Input<R>, out: &mut Vec<u8>) {
        let (used, result) = self.inflater.inflate(input.at_least(1), out);
        input.consume(used);
        let checked = match result {
            Ok(false) => return,
            Ok(true) => {
                let trailer = input.at_least(TRAILER);
                let checked = self.inflater.check(&trailer[..trailer.len().min(TRAILER)]);
                input.consume(TRAILER);
                checked
            }
            Err(damage) => Err(damage),
        };
        self.state = match checked {
            Ok(()) => State::Between,
            Err(damage) => State::Damaged(damage),
        };
    }
}
