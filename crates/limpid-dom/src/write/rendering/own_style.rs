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
        let (mut own, mut input) = (OwnStyle::default(), Parser::new(style));
        // A declaration that is not valid counts for nothing.
        RuleBodyParser::new(&mut input, &mut own).for_each(drop);
        own
    }

    /// Takes the [presentation attributes](https://svgwg.org/svg2-draft/styling.html#PresentationAttributes) of an element of SVG.
    #[inline]
    pub(super) fn of_attributes(element: NodeRef<'_>) -> OwnStyle {
        let mut own = OwnStyle::default();
        for name in ["display", "visibility"] {
            if let Some(value) = element.attribute(name) {
                let _ = words(&mut Parser::new(value)).and_then(|words| own.declare(name, &words, false));
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

/// Returns the words of a value, in lower case.
#[inline]
fn words(input: &mut Parser<'_>) -> Result<Vec<String>, ParseError<()>> {
    let (mut words, mut is_substituted) = (Vec::new(), false);
    while let Ok(token) = input.next() {
        match token {
            Token::Ident(word) => words.push(word.to_ascii_lowercase()),
            Token::Function(name) if name.eq_ignore_ascii_case("var") || name.eq_ignore_ascii_case("env") => {
                is_substituted = true;
            }
            _ if is_substituted => {}
            _ => return Err(ParseError::unexpected_token()),
        }
    }
    Ok(if is_substituted { vec![SUBSTITUTION.to_owned()] } else { words })
}

impl<'i> DeclarationParser<'i> for OwnStyle {
    type Declaration = ();
    type Error = ();

    #[inline]
    fn parse_value(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
        _: &ParserState,
    ) -> Result<(), ParseError<()>> {
        if Property::named(&name).is_empty() {
            return Err(ParseError::unexpected_token());
        }
        let words = input.parse_until_before(Delimiter::Bang, words)?;
        let is_important = !input.is_exhausted();
        if is_important {
            parse_important(input)?;
            input.expect_exhausted()?;
        }
        self.declare(&name, &words, is_important)
    }
}

impl AtRuleParser<'_> for OwnStyle {
    type Prelude = ();
    type AtRule = ();
    type Error = ();
}

impl QualifiedRuleParser<'_> for OwnStyle {
    type Prelude = ();
    type QualifiedRule = ();
    type Error = ();
}

impl RuleBodyItemParser<'_, (), ()> for OwnStyle {
    #[inline]
    fn parse_declarations(&self) -> bool {
        true
    }

    #[inline]
    fn parse_qualified(&self) -> bool {
        false
    }
}
