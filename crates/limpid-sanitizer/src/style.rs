//! The declarations of `style` attributes, by their properties.

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, ParseError, Parser, ParserState, QualifiedRuleParser,
    RuleBodyItemParser, RuleBodyParser,
};

/// The starts of functions that load something; an escape could spell any of them.
const LOADING: [&str; 7] = ["url(", "src(", "image(", "image-set(", "element(", "expression(", "\\"];

/// Returns the [declarations](https://drafts.csswg.org/css-style-attr/#syntax) of a `style` attribute whose properties are listed, and
/// that load nothing; and whether these are all.
pub(crate) fn kept_declarations(style: &str, properties: &[String]) -> (String, bool) {
    let mut input = Parser::new(style);
    let mut kept = Kept { properties };
    let mut is_whole = true;
    let declarations = RuleBodyParser::new(&mut input, &mut kept).inspect(|parsed| is_whole &= parsed.is_ok());
    let declarations: Vec<String> = declarations.flatten().collect();
    (declarations.join("; "), is_whole)
}

struct Kept<'p> {
    properties: &'p [String],
}

impl<'i> DeclarationParser<'i> for Kept<'_> {
    type Declaration = String;
    type Error = ();

    fn parse_value(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
        _: &ParserState,
    ) -> Result<String, ParseError<()>> {
        let start = input.position();
        let mut is_broken = !self.properties.iter().any(|property| name.eq_ignore_ascii_case(property));
        while let Ok(token) = input.next() {
            is_broken |= token.is_parse_error();
        }
        let value = input.slice_from(start).trim();
        let lowercase = value.to_ascii_lowercase();
        if is_broken || value.is_empty() || LOADING.iter().any(|loading| lowercase.contains(loading)) {
            return Err(ParseError::unexpected_token());
        }
        Ok(format!("{}: {value}", name.to_ascii_lowercase()))
    }
}

impl AtRuleParser<'_> for Kept<'_> {
    type Prelude = ();
    type AtRule = String;
    type Error = ();
}

impl QualifiedRuleParser<'_> for Kept<'_> {
    type Prelude = ();
    type QualifiedRule = String;
    type Error = ();
}

impl RuleBodyItemParser<'_, String, ()> for Kept<'_> {
    fn parse_declarations(&self) -> bool {
        true
    }

    fn parse_qualified(&self) -> bool {
        false
    }
}
