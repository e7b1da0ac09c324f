//! Filters the declarations of `style` attributes by property.

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, ParseError, Parser, ParserState, QualifiedRuleParser,
    RuleBodyItemParser, RuleBodyParser,
};

/// The starts of functions that load a resource, and the backslash, because an escape could spell any of these functions.
const LOADING_FUNCTIONS: [&str; 7] = ["url(", "src(", "image(", "image-set(", "element(", "expression(", "\\"];

/// Keeps the [declarations](https://drafts.csswg.org/css-style-attr/#syntax) of a `style` attribute that have one of the properties and load
/// no resource. Also returns whether all declarations were kept.
pub(crate) fn filter_declarations(style: &str, properties: &[String]) -> (String, bool) {
    let mut input = Parser::new(style);
    let mut filter = DeclarationFilter { properties };
    let mut is_complete = true;
    let declarations = RuleBodyParser::new(&mut input, &mut filter).inspect(|parsed| is_complete &= parsed.is_ok());
    let declarations: Vec<String> = declarations.flatten().collect();
    (declarations.join("; "), is_complete)
}

struct DeclarationFilter<'p> {
    properties: &'p [String],
}

impl<'i> DeclarationParser<'i> for DeclarationFilter<'_> {
    type Declaration = String;
    type Error = ();

    fn parse_value(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
        _: &ParserState,
    ) -> Result<String, ParseError<()>> {
        let start = input.position();
        let mut is_removed = !self.properties.iter().any(|property| name.eq_ignore_ascii_case(property));
        while let Ok(token) = input.next() {
            is_removed |= token.is_parse_error();
        }
        let value = input.slice_from(start).trim();
        let lowercase = value.to_ascii_lowercase();
        if is_removed || value.is_empty() || LOADING_FUNCTIONS.iter().any(|start| lowercase.contains(start)) {
            return Err(ParseError::unexpected_token());
        }
        Ok(format!("{}: {value}", name.to_ascii_lowercase()))
    }
}

impl AtRuleParser<'_> for DeclarationFilter<'_> {
    type Prelude = ();
    type AtRule = String;
    type Error = ();
}

impl QualifiedRuleParser<'_> for DeclarationFilter<'_> {
    type Prelude = ();
    type QualifiedRule = String;
    type Error = ();
}

impl RuleBodyItemParser<'_, String, ()> for DeclarationFilter<'_> {
    fn parse_declarations(&self) -> bool {
        true
    }

    fn parse_qualified(&self) -> bool {
        false
    }
}
