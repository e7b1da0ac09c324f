use crate::style::{ATTRIBUTE, FAINT, NAME, Paint, TEXT};
use anstyle::Style;
use std::io::{self, Write};

/// Colors the lines of a tree dump as they are written.
pub(super) struct Painter<'o> {
    out: &'o mut dyn Write,
    paint: Paint,
    line: Vec<u8>,
    /// Set if a text or comment continues on the next line: the color of the text or comment, and the string at its end.
    open: Option<(Style, &'static str)>,
}

impl<'o> Painter<'o> {
    pub(super) fn new(out: &'o mut dyn Write, paint: Paint) -> Painter<'o> {
        Painter { out, paint, line: Vec::new(), open: None }
    }

    fn write_line(&mut self) -> io::Result<()> {
        let line = String::from_utf8_lossy(&self.line);
        let line = line.trim_end_matches('\n');
        let content = line.strip_prefix("| ").unwrap_or_default().trim_start_matches(' ');
        if let Some((style, end)) = self.open {
            if line.ends_with(end) {
                self.open = None;
            }
            return writeln!(self.out, "{}", self.paint.content(style, line));
        }
        let (bars, _) = line.split_at(line.len() - content.len());
        write!(self.out, "{}", self.paint.content(FAINT, bars))?;
        let (style, end) = match content {
            _ if content.starts_with('"') => (TEXT, "\""),
            _ if content.starts_with("<!--") => (FAINT, "-->"),
            _ if content.starts_with("<!") || content.starts_with("<?") => (FAINT, ">"),
            _ if content.starts_with('<') => (NAME, ">"),
            _ => match content.split_once('=') {
                Some((name, value)) => {
                    return writeln!(
                        self.out,
                        "{}={}",
                        self.paint.content(ATTRIBUTE, name),
                        self.paint.content(TEXT, value)
                    );
                }
                None => return writeln!(self.out, "{}", self.paint.content(Style::new(), content)),
            },
        };
        if !content[1..].ends_with(end) {
            self.open = Some((style, end));
        }
        writeln!(self.out, "{}", self.paint.content(style, content))
    }
}

impl Write for Painter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.write_line()?;
                self.line.clear();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
