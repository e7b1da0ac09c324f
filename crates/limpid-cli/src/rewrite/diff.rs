//! Unified diffs of sources, which `patch -p0` and `git apply -p0` take.

use crate::page::Page;
use crate::style::{ADDED, NAME, REMOVED, STRONG};
use anstyle::Style;
use limpid::diff::lines::{Change, hunks};
use std::io::{self, Write};

/// Writes the difference between a page and the edited one. On terminals and for UTF-16, whose bytes are no lines, it is that of the
/// texts; for patches, that of the bytes.
pub(super) fn write(page: &Page<'_>, text: &str, edited: &[u8], context: usize, out: &mut dyn Write) -> io::Result<()> {
    let old = &page.source.bytes[..];
    let is_of_texts =
        page.paint.is_for_terminal || [&b"\xff\xfe"[..], b"\xfe\xff"].iter().any(|mark| old.starts_with(mark));
    let read;
    let (old, new) = match is_of_texts {
        true => {
            read = page.parse_bytes(edited);
            (text.as_bytes(), read.source().as_bytes())
        }
        false => (old, edited),
    };
    let [old, new] = [old, new].map(|bytes| bytes.split_inclusive(|&byte| byte == b'\n').collect::<Vec<_>>());
    for sign in ["---", "+++"] {
        page.paint.write(out, STRONG, &[sign.as_bytes(), b" ", &page.name_bytes(), b"\n"].concat())?;
    }
    for hunk in hunks(&old, &new, context) {
        writeln!(out, "{}", page.paint.paint(NAME, format_args!("@@ -{} +{} @@", hunk.before, hunk.after)))?;
        for (change, line) in hunk.lines {
            let (sign, style) = match change {
                Change::None => (' ', Style::new()),
                Change::Removed => ('-', REMOVED),
                Change::Added => ('+', ADDED),
            };
            let content = line.strip_suffix(b"\n").unwrap_or(line);
            if is_of_texts {
                let content = String::from_utf8_lossy(content);
                writeln!(out, "{}", page.paint.content(style, format_args!("{sign}{content}")))?;
            } else {
                page.paint.write(out, style, &[&[sign as u8], content].concat())?;
                writeln!(out)?;
            }
            if content.len() == line.len() {
                writeln!(out, "\\ No newline at end of file")?;
            }
        }
    }
    Ok(())
}
