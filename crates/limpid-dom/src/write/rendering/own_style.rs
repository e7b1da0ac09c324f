//! The declarations in an element's own [`style` attribute](https://drafts.csswg.org/css-style-attr/) that affect its text.

use super::{Display, InnerDisplay, WhiteSpace};
use crate::read::node_ref::NodeRef;
use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, Delimiter, ParseError, Parser, ParserState, QualifiedRuleParser,
    RuleBodyItemParser, RuleBodyParser, Token, parse_important,
};

/// The value of a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Value<T> {
    /// The value from the standard's style sheet. It applies if the property is not declared, or declared as `revert`.
    #[default]
    UserAgent,
    Inherit,
    Initial,
    Own(T),
}

impl<T> Value<T> {
    pub(super) fn apply(self, user_agent: T, inherited: T, initial: T) -> T {
        match self {
            Value::UserAgent => user_agent,
            Value::Inherit => inherited,
            Value::Initial => initial,
            Value::Own(value) => value,
        }
    }
}

/// The declarations of an element that affect its text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OwnStyle {
    pub(super) display: Value<(Display, InnerDisplay)>,
    pub(super) white_space: Value<WhiteSpace>,
    pub(super) is_visible: Value<bool>,
    floats: bool,
    /// Whether the [position](https://drafts.csswg.org/css-position/#position-property) is absolute or fixed, if it is declared.
    is_positioned: Option<bool>,
    /// Whether the [content is skipped](https://drafts.csswg.org/css-contain/#content-visibility), if that is declared.
    pub(super) skips_content: Option<bool>,
    /// The properties that were declared `!important`.
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

    /// Returns the properties that a declaration with this name sets.
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

    /// Whether the property is [inherited](https://drafts.csswg.org/css-cascade/#inherited-property) if it is not declared.
    #[inline]
    fn is_inherited(self) -> bool {
        matches!(self, Property::Visibility | Property::WhiteSpace)
    }
}

impl OwnStyle {
    #[inline]
    pub(super) fn parse(style: &str) -> OwnStyle {
        let mut declarations = Declarations::default();
        // Custom properties are collected first, because they also apply to declarations before them.
        if style.contains("--") {
            declarations.collects_custom = true;
            let mut input = Parser::new(style);
            RuleBodyParser::new(&mut input, &mut declarations).for_each(drop);
            declarations.collects_custom = false;
        }
        let mut input = Parser::new(style);
        // Invalid declarations are ignored.
        RuleBodyParser::new(&mut input, &mut declarations).for_each(drop);
        declarations.own
    }

    /// Returns the declarations of an SVG element's
    /// [presentation attributes](https://svgwg.org/svg2-draft/styling.html#PresentationAttributes).
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

    /// Whether the element is out of the flow. `by_default` applies if no position is declared.
    #[inline]
    pub(super) fn is_out_of_flow(&self, by_default: bool) -> bool {
        self.floats || self.is_positioned.unwrap_or(by_default)
    }

    #[inline]
    fn declare(&mut self, name: &str, words: &[String], is_important: bool) -> Result<(), ParseError<()>> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        for &property in Property::named(name) {
            if self.important[property as usize] && !is_important {
                continue;
            }
            let is_known = match css_wide_keyword(&words, property) {
                // The value is unknown, so white space may show and must not be changed.
                Some(_) if property == Property::WhiteSpace && words == [UNKNOWN_SUBSTITUTION] => {
                    self.white_space = Value::Own(WhiteSpace::Preserve);
                    true
                }
                Some(value) => self.set_css_wide(property, value),
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
    fn set_css_wide(&mut self, property: Property, value: Value<()>) -> bool {
        fn with<T>(value: Value<()>) -> Value<T> {
            match value {
                Value::Inherit => Value::Inherit,
                Value::Initial => Value::Initial,
                Value::UserAgent | Value::Own(()) => Value::UserAgent,
            }
        }
        match property {
            Property::Display => self.display = with(value),
            Property::Visibility => self.is_visible = with(value),
            Property::WhiteSpace => self.white_space = with(value),
            Property::Float => self.floats = false,
            Property::Position => self.is_positioned = (value != Value::UserAgent).then_some(false),
            Property::ContentVisibility => self.skips_content = (value != Value::UserAgent).then_some(false),
        }
        true
    }

    /// Sets a property. Returns whether the value is valid for it.
    #[inline]
    fn set(&mut self, property: Property, words: &[&str]) -> bool {
        fn set_if_valid<T>(place: &mut T, value: Option<T>) -> bool {
            value.map(|value| *place = value).is_some()
        }
        match property {
            Property::Display => set_if_valid(&mut self.display, display(words).map(Value::Own)),
            Property::Visibility => set_if_valid(
                &mut self.is_visible,
                match words {
                    ["visible"] => Some(Value::Own(true)),
                    ["hidden" | "collapse"] => Some(Value::Own(false)),
                    _ => None,
                },
            ),
            Property::WhiteSpace => set_if_valid(&mut self.white_space, white_space(words).map(Value::Own)),
            Property::Float => set_if_valid(
                &mut self.floats,
                match words {
                    ["none"] => Some(false),
                    ["left" | "right" | "inline-start" | "inline-end"] => Some(true),
                    _ => None,
                },
            ),
            Property::Position => set_if_valid(
                &mut self.is_positioned,
                match words {
                    ["static" | "relative" | "sticky"] => Some(Some(false)),
                    ["absolute" | "fixed"] => Some(Some(true)),
                    _ => None,
                },
            ),
            Property::ContentVisibility => set_if_valid(
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

/// Represents a [substitution](https://drafts.csswg.org/css-values-5/#arbitrary-substitution) whose value is unknown without the page's
/// style sheets.
const UNKNOWN_SUBSTITUTION: &str = "var()";

/// Returns the value of a [CSS-wide keyword](https://drafts.csswg.org/css-cascade/#defaulting-keywords).
#[inline]
fn css_wide_keyword(words: &[&str], property: Property) -> Option<Value<()>> {
    Some(match words {
        ["initial"] => Value::Initial,
        ["inherit"] => Value::Inherit,
        ["unset" | UNKNOWN_SUBSTITUTION] if property.is_inherited() => Value::Inherit,
        ["unset" | UNKNOWN_SUBSTITUTION] => Value::Initial,
        ["revert" | "revert-layer" | "revert-rule"] => Value::UserAgent,
        _ => return None,
    })
}

/// Returns the value of [`display`](https://drafts.csswg.org/css-display/#the-display-properties).
#[inline]
fn display(words: &[&str]) -> Option<(Display, InnerDisplay)> {
    Some(match words {
        ["none"] => (Display::None, InnerDisplay::Flow),
        ["contents"] => (Display::Contents, InnerDisplay::Flow),
        ["inline-block"] => (Display::InlineBlock, InnerDisplay::Flow),
        ["inline-table"] => (Display::InlineTable, InnerDisplay::Table),
        ["inline-flex" | "inline-grid" | "-webkit-inline-flex"] => (Display::InlineBlock, InnerDisplay::Flex),
        ["-webkit-flex"] => (Display::Block, InnerDisplay::Flex),
        ["-webkit-box"] => (Display::Block, InnerDisplay::Flow),
        ["-webkit-inline-box"] => (Display::InlineBlock, InnerDisplay::Flow),
        ["table-row-group" | "table-header-group" | "table-footer-group"] => (Display::RowGroup, InnerDisplay::Table),
        ["table-row"] => (Display::Row, InnerDisplay::Table),
        ["table-cell"] => (Display::Cell, InnerDisplay::Flow),
        ["table-caption"] => (Display::Caption, InnerDisplay::Flow),
        ["table-column" | "table-column-group"] => (Display::None, InnerDisplay::Flow),
        ["ruby-text"] => (Display::Inline, InnerDisplay::Line),
        _ => return multi_keyword_display(words),
    })
}

/// Returns the value of `display` for a list of keywords, which name the outer display type, the inner display type and `list-item`.
#[inline]
fn multi_keyword_display(words: &[&str]) -> Option<(Display, InnerDisplay)> {
    let (mut is_block, mut inner, mut is_item) = (None, None, false);
    for &word in words {
        let is_first = match word {
            "block" => is_block.replace(true).is_none(),
            "inline" => is_block.replace(false).is_none(),
            "flow" | "flow-root" | "table" | "flex" | "grid" | "ruby" | "math" => inner.replace(word).is_none(),
            "list-item" => !core::mem::replace(&mut is_item, true),
            _ => false,
        };
        if !is_first {
            return None;
        }
    }
    if words.is_empty() || is_item && !matches!(inner, None | Some("flow" | "flow-root")) {
        return None;
    }
    let is_block = is_block.unwrap_or(!matches!(inner, Some("ruby" | "math")));
    Some(match (is_block, inner) {
        (true, Some("table")) => (Display::Table, InnerDisplay::Table),
        (false, Some("table")) => (Display::InlineTable, InnerDisplay::Table),
        (true, Some("flex" | "grid")) => (Display::Block, InnerDisplay::Flex),
        (false, Some("flex" | "grid")) => (Display::InlineBlock, InnerDisplay::Flex),
        (true, Some("ruby")) => (Display::Block, InnerDisplay::Line),
        (false, Some("ruby")) => (Display::Inline, InnerDisplay::Line),
        (false, Some("flow-root")) => (Display::InlineBlock, InnerDisplay::Flow),
        (false, _) => (Display::Inline, InnerDisplay::Flow),
        (true, _) => (Display::Block, InnerDisplay::Flow),
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

/// A custom property, and the words of its value if it consists of words only.
type CustomProperty = (String, Option<Vec<String>>);

/// The maximum number of words in a value. All recognized values have fewer words.
const MAX_WORDS: usize = 16;

/// The maximum number of custom properties of an element that are evaluated.
const MAX_CUSTOM_PROPERTIES: usize = 64;

/// The maximum depth of nested fallbacks that are evaluated.
const MAX_FALLBACK_DEPTH: usize = 8;

/// Returns the words of a value in lower case. Returns only [`UNKNOWN_SUBSTITUTION`] if the value contains a substitution that has no value
/// in the same attribute and no fallback.
#[inline]
fn words(input: &mut Parser<'_>, custom: &[CustomProperty], depth: usize) -> Result<Vec<String>, ParseError<()>> {
    let (mut words_so_far, mut is_unknown, mut is_substituted) = (Vec::new(), false, false);
    while let Ok(token) = input.next() {
        if words_so_far.len() > MAX_WORDS {
            return Err(ParseError::unexpected_token());
        }
        match token {
            Token::Ident(word) => words_so_far.push(word.to_ascii_lowercase()),
            Token::Function(name)
                if ["var", "env", "attr", "if", "inherit"].iter().any(|it| name.eq_ignore_ascii_case(it)) =>
            {
                let has_fallback = name.eq_ignore_ascii_case("var") || name.eq_ignore_ascii_case("env");
                is_substituted = true;
                let found = input.parse_nested_block(|input| match has_fallback && depth < MAX_FALLBACK_DEPTH {
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
    Ok(if is_unknown { vec![UNKNOWN_SUBSTITUTION.to_owned()] } else { words_so_far })
}

/// Returns the words of a substitution: the value of the custom property in the same attribute, or else the fallback.
#[inline]
fn substitution(
    input: &mut Parser<'_>,
    custom: &[CustomProperty],
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

/// Collects the declarations of an attribute.
#[derive(Default)]
struct Declarations {
    own: OwnStyle,
    custom: Vec<CustomProperty>,
    /// Whether only custom properties are collected. Otherwise, they are ignored, and all other properties are collected.
    collects_custom: bool,
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
            if self.collects_custom && self.custom.len() < MAX_CUSTOM_PROPERTIES {
                let value = input.parse_until_before(Delimiter::Bang, |input| words(input, &[], MAX_FALLBACK_DEPTH));
                let value = value.ok().filter(|words| *words != [UNKNOWN_SUBSTITUTION]);
                self.custom.push((name.to_string(), value));
            }
            return Ok(());
        }
        if self.collects_custom || Property::named(&name).is_empty() {
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
