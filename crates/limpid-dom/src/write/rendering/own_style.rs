//! The declarations of an element's own [`style` attribute](https://drafts.csswg.org/css-style-attr/) that decide on its text.

use super::{Display, Inside, WhiteSpace};
use crate::read::node_ref::NodeRef;
use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, Delimiter, ParseError, Parser, ParserState, QualifiedRuleParser,
    RuleBodyItemParser, RuleBodyParser, Token, parse_important,
};

/// A value of a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Value<T> {
    /// That of the standard's style sheet: nothing is declared, or `revert`.
    #[default]
    Usual,
    Inherit,
    Initial,
    Own(T),
}

impl<T> Value<T> {
    pub(super) fn apply(self, usual: T, inherited: T, initial: T) -> T {
        match self {
            Value::Usual => usual,
            Value::Inherit => inherited,
            Value::Initial => initial,
            Value::Own(value) => value,
        }
    }
}

/// The declarations of an element that decide on its text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OwnStyle {
    pub(super) display: Value<(Display, Inside)>,
    pub(super) white_space: Value<WhiteSpace>,
    pub(super) is_visible: Value<bool>,
    floats: bool,
    /// Whether its [position](https://drafts.csswg.org/css-position/#position-property) is absolute or fixed, if that is declared.
    is_positioned: Option<bool>,
    /// Whether its [content is skipped](https://drafts.csswg.org/css-contain/#content-visibility), if that is declared.
    pub(super) skips_content: Option<bool>,
    /// The properties whose declarations are important.
    important: [bool; Property::COUNT],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Property {
    Display,
    Visibility,
    WhiteSpace,
    Float,
    Position,
    ContentVisibility,
}

impl Property {
    const COUNT: usize = 6;
    const ALL: [Property; Property::COUNT] = [
        Property::Display,
        Property::Visibility,
        Property::WhiteSpace,
        Property::Float,
        Property::Position,
        Property::ContentVisibility,
    ];

    /// Returns the properties that a name sets.
    #[inline]
    fn named(name: &str) -> &'static [Property] {
        let sets: [(&str, &'static [Property]); 8] = [
            ("display", &[Property::Display]),
            ("visibility", &[Property::Visibility]),
            ("white-space", &[Property::WhiteSpace]),
            ("white-space-collapse", &[Property::WhiteSpace]),
            ("float", &[Property::Float]),
            ("position", &[Property::Position]),
            ("content-visibility", &[Property::ContentVisibility]),
            ("all", &Property::ALL),
        ];
        sets.into_iter().find(|(known, _)| name.eq_ignore_ascii_case(known)).map_or(&[], |(_, properties)| properties)
    }

    /// Whether the property is [inherited](https://drafts.csswg.org/css-cascade/#inherited-property) unless it is declared.
    #[inline]
    fn is_inherited(self) -> bool {
        matches!(self, Property::Visibility | Property::WhiteSpace)
    }
}

impl OwnStyle {
    /// Parses the value of a `style` attribute.
    #[inline]
    pub(super) fn parse(style: &str) -> OwnStyle {
        let mut declarations = Declarations::default();
        // Properties of the author's own count wherever they stand.
        if style.contains("--") {
            declarations.is_for_custom = true;
            let mut input = Parser::new(style);
            RuleBodyParser::new(&mut input, &mut declarations).for_each(drop);
            declarations.is_for_custom = false;
        }
        let mut input = Parser::new(style);
        // A declaration that is not valid counts for nothing.
        RuleBodyParser::new(&mut input, &mut declarations).for_each(drop);
        declarations.own
    }

    /// Takes the [presentation attributes](https://svgwg.org/svg2-draft/styling.html#PresentationAttributes) of an element of SVG.
    #[inline]
    pub(super) fn of_attributes(element: NodeRef<'_>) -> OwnStyle {
        let mut own = OwnStyle::default();
        for name in ["display", "visibility"] {
            if let Some(value) = element.attribute(name) {
                let words = words(&mut Parser::new(value), &[], 0);
                let _ = words.and_then(|words| own.declare(name, &words, false));
            }
        }
        own
    }

    /// Whether the element is taken out of the line and of the blocks around it.
    #[inline]
    pub(super) fn is_out_of_flow(&self, is_usual: bool) -> bool {
        self.floats || self.is_positioned.unwrap_or(is_usual)
    }

    #[inline]
    fn declare(&mut self, name: &str, words: &[String], is_important: bool) -> Result<(), ParseError<()>> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        for &property in Property::named(name) {
            if self.important[property as usize] && !is_important {
                continue;
            }
            let is_known = match wide_keyword(&words, property) {
                // White space that may show is not to be changed.
                Some(_) if property == Property::WhiteSpace && words == [SUBSTITUTION] => {
                    self.white_space = Value::Own(WhiteSpace::Preserve);
                    true
                }
                Some(value) => self.set_wide(property, value),
                None if name.eq_ignore_ascii_case("all") => false,
                None => self.set(property, &words),
            };
            if !is_known {
                return Err(ParseError::unexpected_token());
            }
            self.important[property as usize] = is_important;
        }
        Ok(())
    }

    #[inline]
    fn set_wide(&mut self, property: Property, value: Value<()>) -> bool {
        fn with<T>(value: Value<()>) -> Value<T> {
            match value {
                Value::Inherit => Value::Inherit,
                Value::Initial => Value::Initial,
                Value::Usual | Value::Own(()) => Value::Usual,
            }
        }
        match property {
            Property::Display => self.display = with(value),
            Property::Visibility => self.is_visible = with(value),
            Property::WhiteSpace => self.white_space = with(value),
            Property::Float => self.floats = false,
            Property::Position => self.is_positioned = (value != Value::Usual).then_some(false),
            Property::ContentVisibility => self.skips_content = (value != Value::Usual).then_some(false),
        }
        true
    }

    /// Sets a property. Returns whether the value is one of it.
    #[inline]
    fn set(&mut self, property: Property, words: &[&str]) -> bool {
        fn put<T>(place: &mut T, value: Option<T>) -> bool {
            value.map(|value| *place = value).is_some()
        }
        match property {
            Property::Display => put(&mut self.display, display(words).map(Value::Own)),
            Property::Visibility => put(
                &mut self.is_visible,
                match words {
                    ["visible"] => Some(Value::Own(true)),
                    ["hidden" | "collapse"] => Some(Value::Own(false)),
                    _ => None,
                },
            ),
            Property::WhiteSpace => put(&mut self.white_space, white_space(words).map(Value::Own)),
            Property::Float => put(
                &mut self.floats,
                match words {
                    ["none"] => Some(false),
                    ["left" | "right" | "inline-start" | "inline-end"] => Some(true),
                    _ => None,
                },
            ),
            Property::Position => put(
                &mut self.is_positioned,
                match words {
                    ["static" | "relative" | "sticky"] => Some(Some(false)),
                    ["absolute" | "fixed"] => Some(Some(true)),
                    _ => None,
                },
            ),
            Property::ContentVisibility => put(
                &mut self.skips_content,
                match words {
                    ["visible" | "auto"] => Some(Some(false)),
                    ["hidden"] => Some(Some(true)),
                    _ => None,
                },
            ),
        }
    }
}

/// The word that stands for a [substitution](https://drafts.csswg.org/css-values-5/#arbitrary-substitution), which has no value without
/// the page's style sheets.
const SUBSTITUTION: &str = "var()";

/// Returns the value of a [CSS-wide keyword](https://drafts.csswg.org/css-cascade/#defaulting-keywords).
#[inline]
fn wide_keyword(words: &[&str], property: Property) -> Option<Value<()>> {
    Some(match words {
        ["initial"] => Value::Initial,
        ["inherit"] => Value::Inherit,
        ["unset" | SUBSTITUTION] if property.is_inherited() => Value::Inherit,
        ["unset" | SUBSTITUTION] => Value::Initial,
        ["revert" | "revert-layer" | "revert-rule"] => Value::Usual,
        _ => return None,
    })
}

/// Returns the value of [`display`](https://drafts.csswg.org/css-display/#the-display-properties).
#[inline]
fn display(words: &[&str]) -> Option<(Display, Inside)> {
    Some(match words {
        ["none"] => (Display::None, Inside::Flow),
        ["contents"] => (Display::Contents, Inside::Flow),
        ["inline-block"] => (Display::InlineBlock, Inside::Flow),
        ["inline-table"] => (Display::InlineTable, Inside::Table),
        ["inline-flex" | "inline-grid" | "-webkit-inline-flex"] => (Display::InlineBlock, Inside::Flex),
        ["-webkit-flex"] => (Display::Block, Inside::Flex),
        ["-webkit-box"] => (Display::Block, Inside::Flow),
        ["-webkit-inline-box"] => (Display::InlineBlock, Inside::Flow),
        ["table-row-group" | "table-header-group" | "table-footer-group"] => (Display::RowGroup, Inside::Table),
        ["table-row"] => (Display::Row, Inside::Table),
        ["table-cell"] => (Display::Cell, Inside::Flow),
        ["table-caption"] => (Display::Caption, Inside::Flow),
        ["table-column" | "table-column-group"] => (Display::None, Inside::Flow),
        ["ruby-text"] => (Display::Inline, Inside::Line),
        _ => return display_of_several(words),
    })
}

/// Returns the value of `display` that says the outside, the inside and whether it is a list item in words of their own.
#[inline]
fn display_of_several(words: &[&str]) -> Option<(Display, Inside)> {
    let (mut is_block, mut inside, mut is_item) = (None, None, false);
    for &word in words {
        let is_first = match word {
            "block" => is_block.replace(true).is_none(),
            "inline" => is_block.replace(false).is_none(),
            "flow" | "flow-root" | "table" | "flex" | "grid" | "ruby" | "math" => inside.replace(word).is_none(),
            "list-item" => !core::mem::replace(&mut is_item, true),
            _ => false,
        };
        if !is_first {
            return None;
        }
    }
    if words.is_empty() || is_item && !matches!(inside, None | Some("flow" | "flow-root")) {
        return None;
    }
    let is_block = is_block.unwrap_or(!matches!(inside, Some("ruby" | "math")));
    Some(match (is_block, inside) {
        (true, Some("table")) => (Display::Table, Inside::Table),
        (false, Some("table")) => (Display::InlineTable, Inside::Table),
        (true, Some("flex" | "grid")) => (Display::Block, Inside::Flex),
        (false, Some("flex" | "grid")) => (Display::InlineBlock, Inside::Flex),
        (true, Some("ruby")) => (Display::Block, Inside::Line),
        (false, Some("ruby")) => (Display::Inline, Inside::Line),
        (false, Some("flow-root")) => (Display::InlineBlock, Inside::Flow),
        (false, _) => (Display::Inline, Inside::Flow),
        (true, _) => (Display::Block, Inside::Flow),
    })
}

/// Returns the value of [`white-space`](https://drafts.csswg.org/css-text/#white-space-property) or `white-space-collapse`.
#[inline]
fn white_space(words: &[&str]) -> Option<WhiteSpace> {
    let collapsing = |word: &str| match word {
        "collapse" => Some(WhiteSpace::Collapse),
        "preserve" | "break-spaces" => Some(WhiteSpace::Preserve),
        "preserve-breaks" => Some(WhiteSpace::PreserveBreaks),
        _ => None,
    };
    match *words {
        ["normal" | "nowrap" | "wrap"] => Some(WhiteSpace::Collapse),
        ["pre" | "pre-wrap"] => Some(WhiteSpace::Preserve),
        ["pre-line"] => Some(WhiteSpace::PreserveBreaks),
        [word] | [word, "wrap" | "nowrap"] | ["wrap" | "nowrap", word] => collapsing(word),
        _ => None,
    }
}

/// A property of the author's own, and the words of its value, if it has only words.
type Custom = (String, Option<Vec<String>>);

/// The number of words of a value. Those that count have fewer.
const MOST_WORDS: usize = 16;

/// The number of such properties of an element that are looked at.
const MOST_CUSTOM: usize = 64;

/// The depth from which fallbacks of substitutions in one another are not looked at.
const DEEPEST_FALLBACK: usize = 8;

/// Returns the words of a value, in lower case. A substitution that has neither a value in the same attribute nor a fallback is
/// [`SUBSTITUTION`], whatever is beside it.
#[inline]
fn words(input: &mut Parser<'_>, custom: &[Custom], depth: usize) -> Result<Vec<String>, ParseError<()>> {
    let (mut words_so_far, mut is_unknown, mut is_substituted) = (Vec::new(), false, false);
    while let Ok(token) = input.next() {
        if words_so_far.len() > MOST_WORDS {
            return Err(ParseError::unexpected_token());
        }
        match token {
            Token::Ident(word) => words_so_far.push(word.to_ascii_lowercase()),
            Token::Function(name)
                if ["var", "env", "attr", "if", "inherit"].iter().any(|it| name.eq_ignore_ascii_case(it)) =>
            {
                let has_fallback = name.eq_ignore_ascii_case("var") || name.eq_ignore_ascii_case("env");
                is_substituted = true;
                let found = input.parse_nested_block(|input| match has_fallback && depth < DEEPEST_FALLBACK {
                    true => substitution(input, custom, depth),
                    false => Ok(None),
                });
                match found.ok().flatten() {
                    Some(found) => words_so_far.extend(found),
                    None => is_unknown = true,
                }
            }
            _ if is_substituted => is_unknown = true,
            _ => return Err(ParseError::unexpected_token()),
        }
    }
    Ok(if is_unknown { vec![SUBSTITUTION.to_owned()] } else { words_so_far })
}

/// Returns the words of a substitution: those of the property that it names, if the same attribute has it, or else of its fallback.
#[inline]
fn substitution(
    input: &mut Parser<'_>,
    custom: &[Custom],
    depth: usize,
) -> Result<Option<Vec<String>>, ParseError<()>> {
    let name = input.expect_ident()?.to_string();
    if let Some((_, value)) = custom.iter().rfind(|(known, _)| *known == name) {
        while input.next().is_ok() {}
        return Ok(value.clone());
    }
    if input.expect_comma().is_err() {
        return Ok(None);
    }
    words(input, custom, depth + 1).map(Some)
}

/// The declarations of an attribute, as they are parsed.
#[derive(Default)]
struct Declarations {
    own: OwnStyle,
    custom: Vec<Custom>,
    /// Whether properties of the author's own are looked for, rather than others.
    is_for_custom: bool,
}

impl<'i> DeclarationParser<'i> for Declarations {
    type Declaration = ();
    type Error = ();

    #[inline]
    fn parse_value(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
        _: &ParserState,
    ) -> Result<(), ParseError<()>> {
        if name.starts_with("--") {
            if self.is_for_custom && self.custom.len() < MOST_CUSTOM {
                let value = input.parse_until_before(Delimiter::Bang, |input| words(input, &[], DEEPEST_FALLBACK));
                let value = value.ok().filter(|words| *words != [SUBSTITUTION]);
                self.custom.push((name.to_string(), value));
            }
            return Ok(());
        }
        if self.is_for_custom || Property::named(&name).is_empty() {
            return Err(ParseError::unexpected_token());
        }
        let custom = &self.custom;
        let words = input.parse_until_before(Delimiter::Bang, |input| words(input, custom, 0))?;
        let is_important = !input.is_exhausted();
        if is_important {
            parse_important(input)?;
            input.expect_exhausted()?;
        }
        self.own.declare(&name, &words, is_important)
    }
}

impl AtRuleParser<'_> for Declarations {
    type Prelude = ();
    type AtRule = ();
    type Error = ();
}

impl QualifiedRuleParser<'_> for Declarations {
    type Prelude = ();
    type QualifiedRule = ();
    type Error = ();
}

impl RuleBodyItemParser<'_, (), ()> for Declarations {
    #[inline]
    fn parse_declarations(&self) -> bool {
        true
    }

    #[inline]
    fn parse_qualified(&self) -> bool {
        false
    }
}
