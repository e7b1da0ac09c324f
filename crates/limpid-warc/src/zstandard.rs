//! Zstandard frames, in files and in the bodies of HTTP responses.

use crate::inflate::Damage;
use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder};
use std::fmt;
use std::io::Read;

/// The first bytes of a frame.
pub(crate) const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The first bytes of the frame with the dictionary, which is the first frame of a file:
/// <https://iipc.github.io/warc-specifications/specifications/warc-zstd/>.
pub(crate) const DICTIONARY_MAGIC: [u8; 4] = [0x5d, 0x2a, 0x4d, 0x18];
/// The length of a skippable frame's header in bytes: magic number and length.
pub(crate) const SKIPPABLE_HEADER_LENGTH: usize = 8;
/// The largest dictionary in bytes, compressed or not.
pub(crate) const MAX_DICTIONARY: usize = 64 << 20;
/// The largest window in bytes. Compressors have the same limit by default.
const MAX_WINDOW: u64 = 128 << 20;

/// Returns the content length of the skippable frame at the start of the bytes, if there is one.
pub(crate) fn skippable_length(bytes: &[u8]) -> Option<u64> {
    let &[0x50..=0x5f, 0x2a, 0x4d, 0x18, a, b, c, d, ..] = bytes else { return None };
    Some(u32::from_le_bytes([a, b, c, d]).into())
}

/// Removes the skippable frames at the start of the bytes.
pub(crate) fn trim_skippable(mut bytes: &[u8]) -> &[u8] {
    while let Some(length) = skippable_length(bytes) {
        let length = usize::try_from(length).unwrap_or(usize::MAX).saturating_add(SKIPPABLE_HEADER_LENGTH);
        bytes = bytes.get(length..).unwrap_or_default();
    }
    bytes
}

/// Decompresses frames block by block.
pub(crate) struct Unpacker {
    decoder: FrameDecoder,
}

impl Unpacker {
    pub(crate) fn new() -> Unpacker {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW);
        Unpacker { decoder }
    }

    /// Adds the dictionary of the file. It may be compressed.
    pub(crate) fn add_dictionary(&mut self, content: &[u8]) -> Result<(), Damage> {
        let mut unpacked = Vec::new();
        let raw = if content.starts_with(&MAGIC) {
            let mut source = content;
            self.start_frame(&mut source)?;
            while !self.decode_block(&mut source, &mut unpacked)? {
                if unpacked.len() > MAX_DICTIONARY {
                    return Err(Damage::Dictionary);
                }
            }
            &unpacked
        } else {
            content
        };
        let dictionary = Dictionary::decode_dict(raw).map_err(|_| Damage::Dictionary)?;
        self.decoder.add_dict(dictionary).map_err(|_| Damage::Dictionary)
    }

    /// Reads the header of a frame.
    pub(crate) fn start_frame(&mut self, source: &mut impl Read) -> Result<(), Damage> {
        let mut source = EofDetector { source, reached_eof: false };
        self.decoder.reset(&mut source).map_err(|error| match error {
            FrameDecoderError::DictNotProvided { .. } => Damage::Dictionary,
            FrameDecoderError::WindowSizeTooBig { .. } => Damage::Window,
            _ if source.reached_eof => Damage::Truncated,
            _ => Damage::Header,
        })
    }

    /// Decodes the next block and appends the available output to `out`. Returns whether the frame ends with this block.
    pub(crate) fn decode_block(&mut self, source: &mut impl Read, out: &mut Vec<u8>) -> Result<bool, Damage> {
        let mut source = EofDetector { source, reached_eof: false };
        let decoded = self.decoder.decode_blocks(&mut source, BlockDecodingStrategy::UptoBlocks(1));
        let damage = if source.reached_eof { Damage::Truncated } else { Damage::Data };
        let is_finished = decoded.map_err(|_| damage)?;
        // Writing to a vector cannot fail.
        self.decoder.collect_to_writer(out).map_err(|_| Damage::Data)?;
        if !is_finished {
            return Ok(false);
        }
        match self.decoder.get_checksum_from_data() {
            Some(checksum) if Some(checksum) != self.decoder.get_calculated_checksum() => Err(Damage::Checksum),
            _ => Ok(true),
        }
    }
}

impl fmt::Debug for Unpacker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unpacker").finish_non_exhaustive()
    }
}

/// A reader that records whether its end was reached.
struct EofDetector<'s, S> {
    source: &'s mut S,
    reached_eof: bool,
}

impl<S: Read> Read for EofDetector<'_, S> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.reached_eof |= count == 0 && !buffer.is_empty();
        Ok(count)
    }
}
