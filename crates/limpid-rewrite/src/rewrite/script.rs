//! Where the text of a `script` ends, and whether an end tag ends it: the [states of script
//! data](https://html.spec.whatwg.org/multipage/parsing.html#script-data-state), as far as they decide that.

/// The part of the script data states that a text has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Data,
    Escaped,
    DoubleEscaped,
}

/// The beginning of something that the next characters may complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Open {
    Nothing,
    /// `<`
    LessThan,
    /// `<!`, with a dash or without.
    Bang {
        has_dash: bool,
    },
    /// `<` or `</`, and the first letters of `script`.
    Name {
        is_end: bool,
        length: usize,
    },
}

const NAME: &[u8] = b"script";

/// The text of a script, as far as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScriptText {
    mode: Mode,
    open: Open,
    /// The number of dashes at its end, up to two.
    dashes: u8,
}

impl ScriptText {
    pub(super) const EMPTY: ScriptText = ScriptText { mode: Mode::Data, open: Open::Nothing, dashes: 0 };

    /// Adds a text. Returns whether an end tag in it ends the script.
    pub(super) fn add(&mut self, mut text: &str) -> bool {
        loop {
            // Outside of comments, nothing matters before a `<`.
            if self.mode == Mode::Data && self.open == Open::Nothing {
                match text.find('<') {
                    Some(at) => text = &text[at..],
                    None => return false,
                }
            }
            let Some(&byte) = text.as_bytes().first() else { return false };
            if self.next(byte) {
                return true;
            }
            let length = text.chars().next().map_or(1, char::len_utf8);
            text = &text[length..];
        }
    }

    /// Whether an end tag that comes now ends the script.
    pub(super) fn can_end(&self) -> bool {
        self.mode != Mode::DoubleEscaped
    }

    fn next(&mut self, byte: u8) -> bool {
        let letter = byte.to_ascii_lowercase();
        let open = std::mem::replace(&mut self.open, Open::Nothing);
        match open {
            Open::Name { is_end, length } if NAME.get(length) == Some(&letter) => {
                self.open = Open::Name { is_end, length: length + 1 };
                return false;
            }
            Open::Name { is_end, length } if length == NAME.len() && is_end_of_name(byte) => {
                match (self.mode, is_end) {
                    (Mode::DoubleEscaped, true) => self.mode = Mode::Escaped,
                    (_, true) => return true,
                    (Mode::Escaped, false) => self.mode = Mode::DoubleEscaped,
                    (_, false) => {}
                }
                return false;
            }
            Open::LessThan if byte == b'/' => {
                self.open = Open::Name { is_end: true, length: 0 };
                return false;
            }
            Open::LessThan if letter == NAME[0] && self.mode == Mode::Escaped => {
                self.open = Open::Name { is_end: false, length: 1 };
                return false;
            }
            Open::LessThan if byte == b'!' && self.mode == Mode::Data => {
                self.open = Open::Bang { has_dash: false };
                return false;
            }
            Open::Bang { has_dash: false } if byte == b'-' => {
                self.open = Open::Bang { has_dash: true };
                return false;
            }
            Open::Bang { has_dash: true } if byte == b'-' => {
                (self.mode, self.dashes) = (Mode::Escaped, 2);
                return false;
            }
            _ => {}
        }
        let dashes = std::mem::take(&mut self.dashes);
        match byte {
            b'<' => self.open = Open::LessThan,
            b'-' => self.dashes = (dashes + 1).min(2),
            b'>' if dashes == 2 => self.mode = Mode::Data,
            _ => {}
        }
        false
    }
}

fn is_end_of_name(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ' | b'/' | b'>')
}

#[cfg(test)]
mod tests {
    use super::*;
    use limpid::NodeRef;
    use limpid_pages::Random;

    const PARTS: &[&str] = &[
        "<",
        "!",
        "-",
        "--",
        ">",
        "/",
        "script",
        "SCRIPT",
        "scr",
        "ipt",
        "s",
        "x",
        " ",
        "\n",
        "é",
        "<!--",
        "-->",
        "<script",
        "</script",
        "</script>",
        "<script>",
        "\t",
        "\"",
    ];

    #[test]
    fn a_script_ends_where_a_parser_ends_it() {
        let mut random = Random::new(1);
        let mut ended = 0;
        for _ in 0..50_000 {
            let parts: Vec<&str> = (0..1 + random.below(9)).map(|_| random.pick(PARTS)).collect();
            let (mut text, mut known) = (ScriptText::EMPTY, false);
            for part in &parts {
                known = known || text.add(part);
            }
            let inside = parts.concat();
            let page = format!("<script>{inside}</script><p>");
            let document = limpid::parse(&*page);
            let script = document.head().and_then(NodeRef::first_child).map(NodeRef::text_content);
            // A parser may come to the end tag of the page, to one before, or to none.
            let script = script.unwrap_or_default();
            assert_eq!(known, script.len() < inside.len(), "{inside:?}: {script:?}");
            assert!(known || text.can_end() == (script == inside), "{inside:?}: {script:?}");
            ended += usize::from(known);
        }
        assert!(ended > 500, "{ended}");
    }
}
