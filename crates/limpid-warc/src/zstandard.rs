//! Frames of Zstandard, in files and in the bodies of HTTP responses.

use crate::inflate::Damage;
use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder};
use std::fmt;
use std::io::Read;

/// The first bytes of a frame.
pub(crate) const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The first bytes of the frame with the dictionary, which is first in a file:
/// <https://iipc.github.io/warc-specifications/specifications/warc-zstd/>.
pub(crate) const DICTIONARY: [u8; 4] = [0x5d, 0x2a, 0x4d, 0x18];
/// The length of the header of a frame that is skipped: magic number and length.
pub(crate) const SKIPPABLE_HEADER: usize = 8;
/// The most bytes that a dictionary may have, packed or not.
pub(crate) const MAX_DICTIONARY: usize = 64 << 20;
/// The most bytes that a frame may refer back to. The compressor's own limit is the same, unless it is asked for more.
const MAX_WINDOW: u64 = 128 << 20;

/// Returns the length of the content of a frame that holds no data, if some bytes start with the header of one.
pub(crate) fn skippable(bytes: &[u8]) -> Option<u64> {
    let &[0x50..=0x5f, 0x2a, 0x4d, 0x18, a, b, c, d, ..] = bytes else { return None };
    Some(u32::from_le_bytes([a, b, c, d]).into())
}

/// Returns some bytes without the frames at their start that hold no data.
pub(crate) fn without_skippable(mut bytes: &[u8]) -> &[u8] {
    while let Some(length) = skippable(bytes) {
        let length = usize::try_from(length).unwrap_or(usize::MAX).saturating_add(SKIPPABLE_HEADER);
        bytes = bytes.get(length..).unwrap_or_default();
    }
    bytes
}

/// Unpacks frames piece by piece.
pub(crate) struct Unpacker {
    decoder: FrameDecoder,
}

impl Unpacker {
    pub(crate) fn new() -> Unpacker {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW);
        Unpacker { decoder }
    }

    /// Adds the dictionary that frames are packed with. It may be packed itself.
    pub(crate) fn add_dictionary(&mut self, content: &[u8]) -> Result<(), Damage> {
        let mut unpacked = Vec::new();
        let raw = if content.starts_with(&MAGIC) {
            let mut source = content;
            self.start(&mut source)?;
            while !self.unpack(&mut source, &mut unpacked)? {
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

    /// Starts a frame: reads its header.
    pub(crate) fn start(&mut self, source: &mut impl Read) -> Result<(), Damage> {
        let mut source = Watched { source, has_ended: false };
        self.decoder.reset(&mut source).map_err(|error| match error {
            FrameDecoderError::DictNotProvided { .. } => Damage::Dictionary,
            FrameDecoderError::WindowSizeTooBig { .. } => Damage::Window,
            _ if source.has_ended => Damage::CutShort,
            _ => Damage::Header,
        })
    }

    /// Unpacks the next block and appends what is ready to `out`. Returns whether the frame ends with it.
    pub(crate) fn unpack(&mut self, source: &mut impl Read, out: &mut Vec<u8>) -> Result<bool, Damage> {
        let mut source = Watched { source, has_ended: false };
        let decoded = self.decoder.decode_blocks(&mut source, BlockDecodingStrategy::UptoBlocks(1));
        let damage = if source.has_ended { Damage::CutShort } else { Damage::Data };
        let has_ended = decoded.map_err(|_| damage)?;
        // Writing to a vector cannot fail.
        self.decoder.collect_to_writer(out).map_err(|_| Damage::Data)?;
        if !has_ended {
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

/// A reader that notes whether its end was reached.
struct Watched<'s, S> {
    source: &'s mut S,
    has_ended: bool,
}

impl<S: Read> Read for Watched<'_, S> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.has_ended |= count == 0 && !buffer.is_empty();
        Ok(count)
    }
}
