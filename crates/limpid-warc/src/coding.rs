//! Content and transfer codings of HTTP, undone.
//!
//! Many crawlers undo codings and keep the fields that name them, so each coding is believed only if the bytes agree.

use crate::bad_record::Reason;
use crate::fields::Fields;
use crate::inflate::{self, Damage, Inflater};
use crate::zstandard::{self, Unpacker};
use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use std::borrow::Cow;

/// More codings, one over the other, than any server uses.
const MAX_CODINGS: usize = 4;

/// Decodes a body to `limit` bytes at most; with the coding whose data breaks off, if one does.
pub(crate) fn undo<'b>(
    fields: &Fields,
    body: &'b [u8],
    limit: usize,
) -> Result<(Cow<'b, [u8]>, Option<String>), Reason> {
    let mut codings = fields.list("Content-Encoding");
    codings.extend(fields.list("Transfer-Encoding"));
    if codings.len() > MAX_CODINGS {
        return Err(Reason::ManyCodings);
    }
    let mut bytes = Cow::Borrowed(body);
    let mut broken = None;
    while let Some(coding) = codings.pop() {
        let decoded = match &*coding {
            "chunked" => dechunk(&bytes),
            "gzip" | "x-gzip" => gunzip(&bytes, limit),
            "deflate" => inflate(&bytes, limit),
            "br" => unbrotli(&bytes, limit),
            "zstd" => unpack_zstandard(&bytes, limit),
            "compress" | "x-compress" | "dcb" | "dcz" if !is_text(&bytes) => {
                return Err(Reason::UnknownCoding(coding));
            }
            // As browsers do: these are mistakes, like a charset that ended up here.
            _ => Decoded::AsIs,
        };
        match decoded {
            Decoded::AsIs => {}
            Decoded::Whole(decoded) => bytes = Cow::Owned(decoded),
            Decoded::Part(decoded) => {
                bytes = Cow::Owned(decoded);
                broken = Some(coding);
            }
            Decoded::Damaged => return Err(Reason::DamagedBody(coding)),
            Decoded::TooLarge => return Err(Reason::Bomb(limit)),
        }
    }
    Ok((bytes, broken))
}

enum Decoded {
    Whole(Vec<u8>),
    /// The coding ends too early.
    Part(Vec<u8>),
    /// The crawler undid the coding before.
    AsIs,
    Damaged,
    TooLarge,
}

/// Decodes the chunked transfer coding: <https://httpwg.org/specs/rfc9112.html#chunked.encoding>.
fn dechunk(body: &[u8]) -> Decoded {
    let mut decoded = Vec::new();
    let mut rest = body;
    loop {
        let first = rest.len() == body.len();
        let Some((size, behind)) = chunk_size(rest) else {
            return if first { Decoded::AsIs } else { Decoded::Part(decoded) };
        };
        if size == 0 {
            return Decoded::Whole(decoded);
        }
        let Some((chunk, behind)) = usize::try_from(size).ok().and_then(|size| behind.split_at_checked(size)) else {
            decoded.extend_from_slice(behind);
            return Decoded::Part(decoded);
        };
        let end = behind.strip_prefix(b"\r\n").or_else(|| behind.strip_prefix(b"\n"));
        match end {
            // A page that starts with a number.
            None if first && !behind.is_empty() => return Decoded::AsIs,
            None => {
                decoded.extend_from_slice(chunk);
                return Decoded::Part(decoded);
            }
            Some(behind) => {
                decoded.extend_from_slice(chunk);
                rest = behind;
            }
        }
    }
}

/// Reads the size of the chunk that starts here; with the text after the line that holds it.
fn chunk_size(text: &[u8]) -> Option<(u64, &[u8])> {
    let end = memchr::memchr(b'\n', text)?;
    let line = text[..end].split(|&byte| byte == b';').next()?.trim_ascii();
    // Without a sign, which `from_str_radix` would take.
    if !line.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let size = u64::from_str_radix(std::str::from_utf8(line).ok()?, 16).ok()?;
    Some((size, &text[end + 1..]))
}

fn gunzip(body: &[u8], limit: usize) -> Decoded {
    match inflate::gzip_header(body) {
        Ok(length) => inflate_all(Inflater::new(false), &body[length..], limit).0,
        Err(Damage::CutShort) => Decoded::Part(Vec::new()),
        Err(_) if is_text(body) => Decoded::AsIs,
        Err(_) => Decoded::Damaged,
    }
}

/// Decodes `deflate`: by the standard the zlib format; some servers send deflated data alone, and browsers take both.
fn inflate(body: &[u8], limit: usize) -> Decoded {
    let zlib = matches!(body, &[a, b, ..] if a & 0x0f == 8 && u16::from_be_bytes([a, b]) % 31 == 0);
    believe(inflate_all(Inflater::new(zlib), body, limit), body)
}

/// Inflates data; with the number of bytes after it. As in browsers, checksums are not compared.
fn inflate_all(mut inflater: Inflater, mut body: &[u8], limit: usize) -> (Decoded, usize) {
    let mut decoded = Vec::new();
    loop {
        let (used, result) = inflater.inflate(body, &mut decoded);
        body = &body[used..];
        if decoded.len() > limit {
            return (Decoded::TooLarge, 0);
        }
        match result {
            Ok(false) => {}
            Ok(true) => return (Decoded::Whole(decoded), body.len()),
            Err(Damage::CutShort) => return (Decoded::Part(decoded), 0),
            Err(_) => return (Decoded::Damaged, 0),
        }
    }
}

fn unbrotli(body: &[u8], limit: usize) -> Decoded {
    let (mut unread, mut read) = (body.len(), 0);
    let mut decoded = Vec::new();
    let mut room = vec![0; 64 * 1024];
    let mut state = BrotliState::new(StandardAlloc::default(), StandardAlloc::default(), StandardAlloc::default());
    loop {
        let (mut free, mut made) = (room.len(), 0);
        let result =
            BrotliDecompressStream(&mut unread, &mut read, body, &mut free, &mut made, &mut room, &mut 0, &mut state);
        decoded.extend_from_slice(&room[..made]);
        let decoded = match result {
            _ if decoded.len() > limit => Decoded::TooLarge,
            BrotliResult::NeedsMoreOutput => continue,
            BrotliResult::ResultSuccess => Decoded::Whole(decoded),
            BrotliResult::NeedsMoreInput => Decoded::Part(decoded),
            BrotliResult::ResultFailure => Decoded::Damaged,
        };
        return believe((decoded, unread), body);
    }
}

/// Decodes `zstd`: <https://www.rfc-editor.org/rfc/rfc8878.html>, one frame after another.
fn unpack_zstandard(body: &[u8], limit: usize) -> Decoded {
    let mut decoded = Vec::new();
    let mut rest = body;
    let mut unpacker = Unpacker::new();
    loop {
        rest = zstandard::without_skippable(rest);
        if rest.starts_with(&zstandard::MAGIC) {
            let mut result = unpacker.start(&mut rest).map(|()| false);
            while let Ok(false) = result {
                result = unpacker.unpack(&mut rest, &mut decoded);
                if decoded.len() > limit {
                    return Decoded::TooLarge;
                }
            }
            match result {
                Ok(_) => {}
                Err(Damage::CutShort) => return Decoded::Part(decoded),
                Err(_) => return Decoded::Damaged,
            }
        } else if rest.len() < body.len() {
            return Decoded::Whole(decoded);
        } else {
            return if is_text(body) { Decoded::AsIs } else { Decoded::Damaged };
        }
    }
}

/// Decides whether a body was encoded. These formats have no signature: a body that looks like text is encoded only if all of
/// it can be decoded.
fn believe((decoded, behind): (Decoded, usize), body: &[u8]) -> Decoded {
    match decoded {
        Decoded::TooLarge => Decoded::TooLarge,
        Decoded::Whole(decoded) if behind == 0 => Decoded::Whole(decoded),
        _ if is_text(body) => Decoded::AsIs,
        decoded => decoded,
    }
}

/// Whether some bytes are text rather than packed data: <https://mimesniff.spec.whatwg.org/#binary-data-byte>.
fn is_text(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(1445)];
    let marked = [&b"\xef\xbb\xbf"[..], b"\xfe\xff", b"\xff\xfe"].iter().any(|mark| start.starts_with(mark));
    let is_binary = |&byte: &u8| matches!(byte, 0..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f);
    marked || !start.iter().any(is_binary)
}
