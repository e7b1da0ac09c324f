//! Unified diffs of sources, for `patch -p0` and `git apply -p0`.

use crate::page::Page;
use crate::style::{ADDED, NAME, REMOVED, STRONG};
use anstyle::Style;
use limpid::diff::lines::{Change, hunks};
use std::io::{self, Write};

/// Writes the difference between a page and its edited bytes. Compares the bytes, so that the diff can be applied as a patch. On terminals,
/// compares the decoded texts instead. UTF-16 is also decoded, because its bytes cannot be split at line feeds.
pub(super) fn write(page: &Page<'_>, text: &str, edited: &[u8], context: usize, out: &mut dyn Write) -> io::Result<()> {
    let old = &page.source.bytes[..];
    let compares_text =
        page.paint.is_for_terminal || [&b"\xff\xfe"[..], b"\xfe\xff"].iter().any(|mark| old.starts_with(mark));
    let parsed;
    let (old, new) = match compares_text {
        true => {
            parsed = page.parse_bytes(edited);
            (text.as_bytes(), parsed.source().as_bytes())
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
            if compares_text {
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
