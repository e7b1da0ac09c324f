use limpid::LineColumn;

/// Finds the lines and columns of offsets that come in ascending order.
///
/// It says what [`limpid::LineIndex`] says, but goes over the text once for all of them, even if that is a single line.
#[derive(Debug)]
pub(crate) struct Positions<'s> {
    source: &'s str,
    /// How far it went.
    offset: usize,
    line_start: usize,
    place: LineColumn,
}

impl<'s> Positions<'s> {
    pub(crate) fn new(source: &'s str) -> Positions<'s> {
        Positions { source, offset: 0, line_start: 0, place: LineColumn { line: 1, column: 1 } }
    }

    /// The line and column of an offset; one past the end counts as the end, one inside a code point as that code point.
    /// An offset before the last one is found as well, from the start.
    pub(crate) fn find(&mut self, offset: u32) -> LineColumn {
        let mut offset = (offset as usize).min(self.source.len());
        while !self.source.is_char_boundary(offset) {
            offset -= 1;
        }
        if offset < self.offset {
            *self = Positions::new(self.source);
        }
        let bytes = self.source.as_bytes();
        for at in self.offset..offset {
            match bytes[at] {
                b'\n' => self.start_line(at + 1),
                b'\r' if bytes.get(at + 1) != Some(&b'\n') => self.start_line(at + 1),
                // A further byte of a character.
                0x80..=0xBF => {}
                _ => self.place.column += 1,
            }
        }
        self.offset = offset;
        self.place
    }

    /// Where the line of the last offset starts.
    pub(crate) fn line_start(&self) -> usize {
        self.line_start
    }

    fn start_line(&mut self, at: usize) {
        self.line_start = at;
        self.place = LineColumn { line: self.place.line + 1, column: 1 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use limpid::LineIndex;

    #[test]
    fn agrees_with_the_line_index() {
        let source = "a\r\n\nbé😀\rc\r\r\n\u{a0}x";
        let index = LineIndex::new(source);
        for step in 1..4 {
            let mut positions = Positions::new(source);
            for offset in (0..source.len() as u32 + 3).step_by(step) {
                let place = positions.find(offset);
                assert_eq!(place, index.line_column(offset), "offset {offset}");
                let line = index.line(place.line).unwrap();
                assert!(source[positions.line_start()..].starts_with(line));
            }
        }
    }

    #[test]
    fn goes_back_when_it_must() {
        let mut positions = Positions::new("a\nbc");
        assert_eq!(positions.find(4), LineColumn { line: 2, column: 3 });
        assert_eq!(positions.find(1), LineColumn { line: 1, column: 2 });
        assert_eq!(positions.line_start(), 0);
    }
}
