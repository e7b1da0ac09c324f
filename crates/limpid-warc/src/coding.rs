//! Decodes the content and transfer codings of HTTP.
//!
//! Many crawlers store decoded bodies with the original `Content-Encoding` and `Transfer-Encoding`. A coding is therefore
//! decoded only if the body looks like data of that coding.

use crate::bad_record::Reason;
use crate::fields::Fields;
use crate::inflate::{self, Damage, Inflater};
use crate::zstandard::{self, Unpacker};
use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use std::borrow::Cow;

/// The largest number of codings of one body. Servers use fewer.
const MAX_CODINGS: usize = 4;

/// Decodes a body to at most `limit` bytes. Also returns the coding whose data ends too early, if any.
pub(crate) fn decode_body<'b>(
    fields: &Fields,
    body: &'b [u8],
    limit: usize,
) -> Result<(Cow<'b, [u8]>, Option<String>), Reason> {
    let mut codings = fields.list("Content-Encoding");
    codings.extend(fields.list("Transfer-Encoding"));
    if codings.len() > MAX_CODINGS {
        return Err(Reason::TooManyCodings);
    }
    let mut bytes = Cow::Borrowed(body);
    let mut truncated = None;
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
            // Like browsers, ignores other values. They are mistakes of the server, such as a charset.
            _ => Decoded::NotEncoded,
        };
        match decoded {
            Decoded::NotEncoded => {}
            Decoded::Complete(decoded) => bytes = Cow::Owned(decoded),
            Decoded::Truncated(decoded) => {
                bytes = Cow::Owned(decoded);
                truncated = Some(coding);
            }
            Decoded::Invalid => return Err(Reason::DamagedBody(coding)),
            Decoded::TooLarge => return Err(Reason::BodyTooLarge(limit)),
        }
    }
    Ok((bytes, truncated))
}

enum Decoded {
    Complete(Vec<u8>),
    /// The data ends too early.
    Truncated(Vec<u8>),
    /// The crawler stored the decoded body.
    NotEncoded,
    Invalid,
    TooLarge,
}

/// Decodes the chunked transfer coding: <https://httpwg.org/specs/rfc9112.html#chunked.encoding>.
fn dechunk(body: &[u8]) -> Decoded {
    let mut decoded = Vec::new();
    let mut rest = body;
    loop {
        let first = rest.len() == body.len();
        let Some((size, after)) = chunk_size(rest) else {
            return if first { Decoded::NotEncoded } else { Decoded::Truncated(decoded) };
        };
        if size == 0 {
            return Decoded::Complete(decoded);
        }
        let Some((chunk, after)) = usize::try_from(size).ok().and_then(|size| after.split_at_checked(size)) else {
            decoded.extend_from_slice(after);
            return Decoded::Truncated(decoded);
        };
        let end = after.strip_prefix(b"\r\n").or_else(|| after.strip_prefix(b"\n"));
        match end {
            // The body is a page that happens to start with a number.
            None if first && !after.is_empty() => return Decoded::NotEncoded,
            None => {
                decoded.extend_from_slice(chunk);
                return Decoded::Truncated(decoded);
            }
            Some(after) => {
                decoded.extend_from_slice(chunk);
                rest = after;
            }
        }
    }
}

/// Reads the line with the size of a chunk. Returns the size and the remaining bytes.
fn chunk_size(text: &[u8]) -> Option<(u64, &[u8])> {
    let end = memchr::memchr(b'\n', text)?;
    let line = text[..end].split(|&byte| byte == b';').next()?.trim_ascii();
    // Rejects a sign, which `from_str_radix` accepts.
    if !line.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let size = u64::from_str_radix(std::str::from_utf8(line).ok()?, 16).ok()?;
    Some((size, &text[end + 1..]))
}

fn gunzip(body: &[u8], limit: usize) -> Decoded {
    match inflate::gzip_header(body) {
        Ok(length) => inflate_all(Inflater::new(false), &body[length..], limit).0,
        Err(Damage::Truncated) => Decoded::Truncated(Vec::new()),
        Err(_) if is_text(body) => Decoded::NotEncoded,
        Err(_) => Decoded::Invalid,
    }
}

/// Decodes `deflate`. The standard defines it as the zlib format. Some servers send raw deflate data, which browsers also accept.
fn inflate(body: &[u8], limit: usize) -> Decoded {
    let zlib = matches!(body, &[a, b, ..] if a & 0x0f == 8 && u16::from_be_bytes([a, b]) % 31 == 0);
    not_encoded_if_text(inflate_all(Inflater::new(zlib), body, limit), body)
}

/// Inflates all data. Also returns the number of bytes after the compressed data. Like browsers, does not verify checksums.
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
            Ok(true) => return (Decoded::Complete(decoded), body.len()),
            Err(Damage::Truncated) => return (Decoded::Truncated(decoded), 0),
            Err(_) => return (Decoded::Invalid, 0),
        }
    }
}

fn unbrotli(body: &[u8], limit: usize) -> Decoded {
    let (mut available_in, mut input_offset) = (body.len(), 0);
    let mut decoded = Vec::new();
    let mut buffer = vec![0; 64 * 1024];
    let mut state = BrotliState::new(StandardAlloc::default(), StandardAlloc::default(), StandardAlloc::default());
    loop {
        let (mut available_out, mut written) = (buffer.len(), 0);
        let result = BrotliDecompressStream(
            &mut available_in,
            &mut input_offset,
            body,
            &mut available_out,
            &mut written,
            &mut buffer,
            &mut 0,
            &mut state,
        );
        decoded.extend_from_slice(&buffer[..written]);
        let decoded = match result {
            _ if decoded.len() > limit => Decoded::TooLarge,
            BrotliResult::NeedsMoreOutput => continue,
            BrotliResult::ResultSuccess => Decoded::Complete(decoded),
            BrotliResult::NeedsMoreInput => Decoded::Truncated(decoded),
            BrotliResult::ResultFailure => Decoded::Invalid,
        };
        return not_encoded_if_text((decoded, available_in), body);
    }
}

/// Decodes the frames of `zstd`: <https://www.rfc-editor.org/rfc/rfc8878.html>.
fn unpack_zstandard(body: &[u8], limit: usize) -> Decoded {
    let mut decoded = Vec::new();
    let mut rest = body;
    let mut unpacker = Unpacker::new();
    loop {
        rest = zstandard::trim_skippable(rest);
        if rest.starts_with(&zstandard::MAGIC) {
            let mut result = unpacker.start_frame(&mut rest).map(|()| false);
            while let Ok(false) = result {
                result = unpacker.decode_block(&mut rest, &mut decoded);
                if decoded.len() > limit {
                    return Decoded::TooLarge;
                }
            }
            match result {
                Ok(_) => {}
                Err(Damage::Truncated) => return Decoded::Truncated(decoded),
                Err(_) => return Decoded::Invalid,
            }
        } else if rest.len() < body.len() {
            return Decoded::Complete(decoded);
        } else {
            return if is_text(body) { Decoded::NotEncoded } else { Decoded::Invalid };
        }
    }
}

/// Returns `NotEncoded` for a body that looks like text, unless all of it was decoded. Data in the formats `deflate` and `br` has no
/// signature by which it could be recognized.
fn not_encoded_if_text((decoded, bytes_after): (Decoded, usize), body: &[u8]) -> Decoded {
    match decoded {
        Decoded::TooLarge => Decoded::TooLarge,
        Decoded::Complete(decoded) if bytes_after == 0 => Decoded::Complete(decoded),
        _ if is_text(body) => Decoded::NotEncoded,
        decoded => decoded,
    }
}

/// Returns whether the bytes look like text and not like compressed data: <https://mimesniff.spec.whatwg.org/#binary-data-byte>.
fn is_text(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(1445)];
    let has_bom = [&b"\xef\xbb\xbf"[..], b"\xfe\xff", b"\xff\xfe"].iter().any(|bom| start.starts_with(bom));
    let is_binary = |&byte: &u8| matches!(byte, 0..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f);
    has_bom || !start.iter().any(is_binary)
}
