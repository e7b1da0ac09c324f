// Shows characters that are invisible, or that change how others are displayed, as a name in a box.

// Joiners and variation selectors are excluded: they belong to the characters around them.
const HIDDEN =
  /(?![\t\u034f\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/u;

const CONTROLS =
  "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US";
const SHORT_NAMES = new Map([
  ...CONTROLS.split(" ").entries(),
  [0x7f, "DEL"], [0x85, "NEL"], [0xad, "SHY"], [0x61c, "ALM"], [0x200b, "ZWSP"], [0x200e, "LRM"], [0x200f, "RLM"],
  [0x2028, "LS"], [0x2029, "PS"], [0x202a, "LRE"], [0x202b, "RLE"], [0x202c, "PDF"], [0x202d, "LRO"], [0x202e, "RLO"],
  [0x2060, "WJ"], [0x2066, "LRI"], [0x2067, "RLI"], [0x2068, "FSI"], [0x2069, "PDI"], [0xfeff, "BOM"],
]);

const isHidden = (point) => (point < 0x20 && point !== 9) || (point > 0x7e && HIDDEN.test(String.fromCodePoint(point)));

const codePointName = (point) => `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;

const hiddenName = (point) => SHORT_NAMES.get(point) ?? codePointName(point);

// Returns the number of columns that a character takes at a column.
function width(point, column) {
  if (point >= 0x20 && point < 0x7f) {
    return 1;
  }
  if (point === 9) {
    return 4 - (column % 4);
  }
  if (isHidden(point)) {
    return hiddenName(point).length + 1;
  }
  // Most characters from Hangul Jamo on are wide. The narrow ones are counted as wide, too, so that a row may end too early but
  // never too late.
  return point < 0x1100 ? 1 : 2;
}

// Replaces line ends, tabs and hidden characters in a text for a line of the outline.
function visibleText(text) {
  let visible = "";
  for (const character of text) {
    const point = character.codePointAt(0);
    if (character === "\n") {
      visible += "↵";
    } else if (character === "\t") {
      visible += "⇥";
    } else {
      visible += isHidden(point) ? `⟨${hiddenName(point)}⟩` : character;
    }
  }
  return visible;
}

// Creates an element with a class and a text.
function element(name, className, text) {
  const made = document.createElement(name);
  if (className) {
    made.className = className;
  }
  if (text !== undefined) {
    made.textContent = text;
  }
  return made;
}

