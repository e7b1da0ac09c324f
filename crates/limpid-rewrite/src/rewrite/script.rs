//! Finds the end of the text of a `script`, and tracks whether an end tag would end the script. This is a reduced version of the [script data
//! states](https://html.spec.whatwg.org/multipage/parsing.html#script-data-state).

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Data,
    Escaped,
    DoubleEscaped,
}

/// The start of a sequence that the next characters may complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Partial {
    None,
    /// `<`
    LessThan,
    /// `<!`, optionally followed by one dash.
    Bang {
        has_dash: bool,
    },
    /// `<` or `</`, followed by the first `length` letters of `script`.
    Name {
        is_end: bool,
        length: usize,
    },
}

const SCRIPT: &[u8] = b"script";

/// The state of a script. It is updated with each part of the script's text that is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScriptText {
    mode: Mode,
    partial: Partial,
    /// The number of dashes at the end of the text, at most 2.
    dashes: u8,
}

impl ScriptText {
    pub(super) const EMPTY: ScriptText = ScriptText { mode: Mode::Data, partial: Partial::None, dashes: 0 };

    /// Processes text. Returns whether an end tag in it ends the script.
    pub(super) fn add(&mut self, mut text: &str) -> bool {
        loop {
            // In the data state, only `<` matters.
            if self.mode == Mode::Data && self.partial == Partial::None {
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

    /// Returns whether an end tag would end the script now.
    pub(super) fn can_end(&self) -> bool {
        self.mode != Mode::DoubleEscaped
    }

    fn next(&mut self, byte: u8) -> bool {
        let letter = byte.to_ascii_lowercase();
        let partial = std::mem::replace(&mut self.partial, Partial::None);
        match partial {
            Partial::Name { is_end, length } if SCRIPT.get(length) == Some(&letter) => {
                self.partial = Partial::Name { is_end, length: length + 1 };
                return false;
            }
            Partial::Name { is_end, length } if length == SCRIPT.len() && ends_tag_name(byte) => {
                match (self.mode, is_end) {
                    (Mode::DoubleEscaped, true) => self.mode = Mode::Escaped,
                    (_, true) => return true,
                    (Mode::Escaped, false) => self.mode = Mode::DoubleEscaped,
                    (_, false) => {}
                }
                return false;
            }
            Partial::LessThan if byte == b'/' => {
                self.partial = Partial::Name { is_end: true, length: 0 };
                return false;
            }
            Partial::LessThan if letter == SCRIPT[0] && self.mode == Mode::Escaped => {
                self.partial = Partial::Name { is_end: false, length: 1 };
                return false;
            }
            Partial::LessThan if byte == b'!' && self.mode == Mode::Data => {
                self.partial = Partial::Bang { has_dash: false };
                return false;
            }
            Partial::Bang { has_dash: false } if byte == b'-' => {
                self.partial = Partial::Bang { has_dash: true };
                return false;
            }
            Partial::Bang { has_dash: true } if byte == b'-' => {
                (self.mode, self.dashes) = (Mode::Escaped, 2);
                return false;
            }
            _ => {}
        }
        let dashes = std::mem::take(&mut self.dashes);
        match byte {
            b'<' => self.partial = Partial::LessThan,
            b'-' => self.dashes = (dashes + 1).min(2),
            b'>' if dashes == 2 => self.mode = Mode::Data,
            _ => {}
        }
        false
    }
}

fn ends_tag_name(byte: u8) -> bool {
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
    fn script_ends_like_in_the_parser() {
        let mut random = Random::new(1);
        let mut ended = 0;
        for _ in 0..50_000 {
            let parts: Vec<&str> = (0..1 + random.below(9)).map(|_| random.pick(PARTS)).collect();
            let (mut text, mut has_ended) = (ScriptText::EMPTY, false);
            for part in &parts {
                has_ended = has_ended || text.add(part);
            }
            let inside = parts.concat();
            let page = format!("<script>{inside}</script><p>");
            let document = limpid::parse(&*page);
            let script = document.head().and_then(NodeRef::first_child).map(NodeRef::text_content);
            // The parser may end the script at the `</script>` added above, at an earlier end tag, or not at all.
            let script = script.unwrap_or_default();
            assert_eq!(has_ended, script.len() < inside.len(), "{inside:?}: {script:?}");
            assert!(has_ended || text.can_end() == (script == inside), "{inside:?}: {script:?}");
            ended += usize::from(has_ended);
        }
        assert!(ended > 500, "{ended}");
    }
}
