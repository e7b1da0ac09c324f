//! Parses selectors by recursive descent, following the [grammar of Selectors 4](https://drafts.csswg.org/selectors-4/#grammar). Only
//! functions recurse, up to [`NESTING_LIMIT`](css::NESTING_LIMIT).

pub(crate) mod css;
pub(crate) mod syntax;

use crate::error::Problem;
use crate::pseudo_class::PseudoClass;
use crate::selector::SelectorOptions;
use css::{Block, Blocks, Cursor, NESTING_LIMIT, keyword};
use syntax::{
    Attribute, AttributeValue, Case, Combinator, Complex, Compound, Counts, Formula, List, Nth, Operator, Prefix,
    Simple,
};

/// The byte offset of an error, and the problem.
pub(crate) type Failure = (usize, Problem);

type Parsed<T> = Result<T, Failure>;

pub(crate) fn parse(text: &str, options: &SelectorOptions) -> Parsed<List> {
    check_nesting(text)?;
    let mut parser = Parser { cursor: Cursor::new(text), options, is_in_function: false, is_in_has: false };
    let list = parser.list(Items::Complex)?;
    match parser.cursor.peek() {
        None => Ok(list),
        Some(_) => parser.fail(Problem::Unexpected),
    }
}

/// Returns an error at the first function or bracket that is nested too deep.
fn check_nesting(text: &str) -> Parsed<()> {
    let openings = text.bytes().filter(|byte| matches!(byte, b'(' | b'[' | b'{')).count();
    if openings <= NESTING_LIMIT {
        return Ok(());
    }
    let mut blocks = Blocks::new(Cursor::new(text));
    loop {
        let start = blocks.cursor.at;
        match blocks.next() {
            None => return Ok(()),
            Some(Block::Open(depth)) if depth > NESTING_LIMIT => return Err((start, Problem::TooDeep)),
            Some(_) => {}
        }
    }
}

/// The kind of a list's items.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Items {
    /// Complex selectors. An invalid one is an error.
    Complex,
    /// Complex selectors. Invalid ones are ignored.
    Forgiving,
    /// Complex selectors that may start with a combinator.
    Relative,
}

struct Parser<'t, 'o> {
    cursor: Cursor<'t>,
    options: &'o SelectorOptions,
    /// Whether the parser is in a function, where the default namespace applies only to names and `*`.
    is_in_function: bool,
    /// Whether the parser is in `:has`, which cannot be nested.
    is_in_has: bool,
}

impl<'t> Parser<'t, '_> {
    fn fail<T>(&self, problem: Problem) -> Parsed<T> {
        Err((self.cursor.at, problem))
    }

    /// Returns `Problem::Missing` at the end of the text or of a block, and otherwise `problem`.
    fn fail_or_missing<T>(&self, problem: Problem) -> Parsed<T> {
        self.fail(if matches!(self.cursor.peek(), None | Some(b']' | b')')) { Problem::Missing } else { problem })
    }

    fn identifier(&mut self, problem: Problem) -> Parsed<String> {
        if self.cursor.is_at_identifier() { Ok(self.cursor.name()) } else { self.fail_or_missing(problem) }
    }

    fn list(&mut self, items: Items) -> Parsed<List> {
        let mut list = Vec::new();
        loop {
            self.cursor.skip_white_space();
            let start = self.cursor.at;
            let item = self.complex(items).and_then(|complex| match self.cursor.peek() {
                None | Some(b',' | b')') => Ok(complex),
                Some(_) => self.fail(Problem::Unexpected),
            });
            match item {
                Err(failure) if items == Items::Forgiving => self.skip_invalid(start, failure)?,
                item => list.push(item?),
            }
            if !self.cursor.take(b',') {
                return Ok(List(list.into()));
            }
        }
    }

    /// Skips an invalid selector that starts at `start`. Returns `failure` if its tokens do not allow error recovery.
    fn skip_invalid(&mut self, start: usize, failure: Failure) -> Parsed<()> {
        let mut blocks = Blocks::new(Cursor { at: start, ..self.cursor });
        loop {
            match blocks.next() {
                None => self.cursor.at = self.cursor.text.len(),
                Some(Block::Comma | Block::End) => self.cursor.at = blocks.cursor.at - 1,
                Some(Block::Broken) => return Err(failure),
                Some(_) => continue,
            }
            return Ok(());
        }
    }

    fn complex(&mut self, items: Items) -> Parsed<Complex> {
        let mut compounds = Vec::new();
        let symbol = if items == Items::Relative { self.combinator() } else { None };
        let mut combinator = if items == Items::Relative { symbol.or(Some(Combinator::Descendant)) } else { None };
        loop {
            let simples = self.compound()?;
            if simples.is_empty() {
                return self.fail(match self.cursor.peek() {
                    Some(byte) if !matches!(byte, b'>' | b'+' | b'~' | b',' | b')') => Problem::Unexpected,
                    _ if compounds.is_empty() && symbol.is_none() => Problem::Empty,
                    _ => Problem::DanglingCombinator,
                });
            }
            compounds.push(Compound { combinator, simples: simples.into() });
            let has_white_space = self.cursor.skip_white_space();
            combinator = match self.combinator() {
                None if has_white_space && !matches!(self.cursor.peek(), None | Some(b',' | b')')) => {
                    Some(Combinator::Descendant)
                }
                None => return Ok(Complex(compounds.into())),
                symbol => symbol,
            };
        }
    }

    /// Consumes a combinator other than white space, and the white space after it.
    fn combinator(&mut self) -> Option<Combinator> {
        let combinator = match self.cursor.peek()? {
            b'>' => Combinator::Child,
            b'+' => Combinator::NextSibling,
            b'~' => Combinator::SubsequentSibling,
            _ => return None,
        };
        self.cursor.at += 1;
        self.cursor.skip_white_space();
        Some(combinator)
    }

    /// Consumes the simple selectors of a compound, if there are any.
    fn compound(&mut self) -> Parsed<Vec<Simple>> {
        let mut simples = Vec::new();
        self.type_selector(&mut simples)?;
        let has_type = !simples.is_empty();
        loop {
            self.cursor.skip_comments();
            simples.push(match self.cursor.peek() {
                Some(b'#') => self.id()?,
                Some(b'.') => self.class()?,
                Some(b'[') => self.attribute()?,
                Some(b':') => self.pseudo_class()?,
                _ => break,
            });
        }
        if let Some(namespace) = &self.options.default_namespace
            && !has_type
            && !self.is_in_function
            && !simples.is_empty()
        {
            simples.insert(0, Simple::Namespace(Prefix::Default(namespace.clone())));
        }
        Ok(simples)
    }

    /// Consumes an optional name or `*` with its namespace prefix.
    fn type_selector(&mut self, simples: &mut Vec<Simple>) -> Parsed<()> {
        let start = self.cursor.at;
        let prefix = self.prefix()?;
        let name = if self.cursor.is_at_identifier() {
            Simple::Name(self.cursor.name().into())
        } else if self.cursor.take(b'*') {
            Simple::Universal
        } else if self.cursor.at == start {
            return Ok(());
        } else {
            return self.fail_or_missing(Problem::NameAfterBar);
        };
        let default = self.options.default_namespace.as_ref();
        let namespace = match prefix {
            None => default.map(|namespace| Prefix::Default(namespace.clone())),
            // Without a default namespace, `*|name` means the same as `name`.
            Some(Prefix::Any) if default.is_none() => None,
            Some(Prefix::Declared(_, namespace)) if default == Some(&namespace) => Some(Prefix::Default(namespace)),
            prefix => prefix,
        };
        simples.extend(namespace.map(Simple::Namespace));
        simples.push(name);
        Ok(())
    }

    /// Consumes an optional namespace prefix and `|`.
    fn prefix(&mut self) -> Parsed<Option<Prefix>> {
        let mut ahead = self.cursor;
        let name = if ahead.is_at_identifier() { Some(ahead.name()) } else { None };
        let is_any = name.is_none() && ahead.take(b'*');
        ahead.skip_comments();
        if !ahead.take(b'|') || ahead.peek() == Some(b'=') {
            return Ok(None);
        }
        let prefix = match name {
            Some(name) => {
                let declared = self.options.namespaces.iter().rev().find(|(declared, _)| **declared == *name);
                let Some((_, namespace)) = declared else { return self.fail(Problem::UndeclaredPrefix) };
                Prefix::Declared(name.into(), namespace.clone())
            }
            None if is_any => Prefix::Any,
            None => Prefix::None,
        };
        ahead.skip_comments();
        self.cursor = ahead;
        Ok(Some(prefix))
    }

    fn id(&mut self) -> Parsed<Simple> {
        let mut ahead = self.cursor;
        ahead.at += 1;
        if !ahead.would_start_identifier() {
            return self.fail(Problem::Unexpected);
        }
        let id = ahead.name();
        self.cursor = ahead;
        Ok(Simple::Id(id.into()))
    }

    fn class(&mut self) -> Parsed<Simple> {
        self.cursor.at += 1;
        self.cursor.skip_comments();
        Ok(Simple::Class(self.identifier(Problem::ClassName)?.into()))
    }

    fn attribute(&mut self) -> Parsed<Simple> {
        self.cursor.at += 1;
        self.cursor.skip_white_space();
        let prefix = self.prefix()?.filter(|prefix| *prefix != Prefix::None);
        let name = self.identifier(Problem::AttributeName)?;
        self.cursor.skip_white_space();
        let value = match self.cursor.peek() {
            None | Some(b']') => None,
            Some(_) => Some(self.attribute_value(prefix.is_none(), &name)?),
        };
        self.cursor.skip_white_space();
        if self.cursor.peek().is_some() && !self.cursor.take(b']') {
            return self.fail(Problem::Unexpected);
        }
        Ok(Simple::Attribute(Box::new(Attribute { prefix, name: name.into(), value })))
    }

    /// Consumes an operator, a value and an optional flag.
    fn attribute_value(&mut self, has_no_namespace: bool, name: &str) -> Parsed<AttributeValue> {
        let (operator, length) = match (self.cursor.peek(), self.cursor.byte(1)) {
            (Some(b'='), _) => (Operator::Equals, 1),
            (Some(b'~'), Some(b'=')) => (Operator::Includes, 2),
            (Some(b'|'), Some(b'=')) => (Operator::DashMatch, 2),
            (Some(b'^'), Some(b'=')) => (Operator::Prefix, 2),
            (Some(b'$'), Some(b'=')) => (Operator::Suffix, 2),
            (Some(b'*'), Some(b'=')) => (Operator::Substring, 2),
            _ => return self.fail(Problem::AttributeOperator),
        };
        self.cursor.at += length;
        self.cursor.skip_white_space();
        let value = self.identifier_or_string(Problem::AttributeValue)?;
        self.cursor.skip_white_space();
        let mut ahead = self.cursor;
        let flag = if ahead.is_at_identifier() { keyword(&ahead.name(), FLAGS) } else { None };
        let case = match flag {
            Some(case) => {
                self.cursor = ahead;
                case
            }
            None if has_no_namespace && INSENSITIVE_IN_HTML.iter().any(|known| known.eq_ignore_ascii_case(name)) => {
                Case::InsensitiveInHtml
            }
            None => Case::Sensitive,
        };
        Ok(AttributeValue { operator, value: value.into(), case })
    }

    fn identifier_or_string(&mut self, problem: Problem) -> Parsed<String> {
        if !matches!(self.cursor.peek(), Some(b'"' | b'\'')) {
            return self.identifier(problem);
        }
        let start = self.cursor.at;
        self.cursor.string().ok_or((start, Problem::Unexpected))
    }

    fn pseudo_class(&mut self) -> Parsed<Simple> {
        self.cursor.at += 1;
        self.cursor.skip_comments();
        let start = self.cursor.at;
        if self.cursor.peek() == Some(b':') {
            return self.fail(Problem::UnknownPseudo);
        }
        let name = self.identifier(Problem::PseudoName)?;
        let class = if self.cursor.take(b'(') {
            let class = self.function(start, &name)?;
            self.cursor.skip_white_space();
            if self.cursor.peek().is_some() && !self.cursor.take(b')') {
                return self.fail(Problem::Unexpected);
            }
            Some(class)
        } else {
            structural(&name).or_else(|| Some(Simple::PseudoClass(Box::new(PseudoClass::of(&name)?))))
        };
        class.ok_or((start, Problem::UnknownPseudo))
    }

    /// Parses the arguments of a function whose name starts at `start`.
    fn function(&mut self, start: usize, name: &str) -> Parsed<Simple> {
        Ok(match keyword(name, FUNCTIONS).ok_or((start, Problem::UnknownPseudo))? {
            Function::Is => Simple::Is(self.list_in_function(Items::Forgiving)?),
            Function::Where => Simple::Where(self.list_in_function(Items::Forgiving)?),
            Function::Not => Simple::Not(self.list_in_function(Items::Complex)?),
            Function::Has if self.is_in_has => return Err((start, Problem::HasInHas)),
            Function::Has => {
                self.is_in_has = true;
                let list = self.list_in_function(Items::Relative);
                self.is_in_has = false;
                Simple::Has(list?)
            }
            Function::Contains if !self.options.contains => return Err((start, Problem::ContainsIsOff)),
            Function::Contains => {
                self.cursor.skip_white_space();
                Simple::Contains(self.identifier_or_string(Problem::ContainedText)?.into())
            }
            Function::Nth { name, is_of_type, is_from_end } => self.nth(name, is_of_type, is_from_end)?,
            Function::Lang => Simple::PseudoClass(Box::new(PseudoClass::Lang(self.languages()?))),
            Function::Dir => {
                self.cursor.skip_white_space();
                Simple::PseudoClass(Box::new(PseudoClass::Dir(self.identifier(Problem::Unexpected)?.into())))
            }
        })
    }

    fn list_in_function(&mut self, items: Items) -> Parsed<List> {
        let was_in_function = core::mem::replace(&mut self.is_in_function, true);
        let list = self.list(items);
        self.is_in_function = was_in_function;
        list
    }

    fn languages(&mut self) -> Parsed<Box<[Box<str>]>> {
        let mut languages = Vec::new();
        loop {
            self.cursor.skip_white_space();
            languages.push(self.identifier_or_string(Problem::Unexpected)?.into());
            self.cursor.skip_white_space();
            if !self.cursor.take(b',') {
                return Ok(languages.into());
            }
        }
    }

    fn nth(&mut self, name: &'static str, is_of_type: bool, is_from_end: bool) -> Parsed<Simple> {
        self.cursor.skip_white_space();
        let start = self.cursor.at;
        let formula = self.formula().ok_or((start, Problem::Formula))?;
        self.cursor.skip_white_space();
        let mut ahead = self.cursor;
        let mut of = None;
        if !is_of_type && ahead.is_at_identifier() && ahead.name().eq_ignore_ascii_case("of") {
            self.cursor = ahead;
            of = Some(self.list_in_function(Items::Complex)?);
        }
        let counts = if is_from_end { Counts::FromEnd(formula) } else { Counts::FromStart(formula) };
        Ok(Simple::Nth(Box::new(Nth { name, is_of_type, counts, of })))
    }

    /// Parses [`An+B`](https://drafts.csswg.org/css-syntax/#anb-microsyntax). Numbers outside of 32 bits are clamped.
    fn formula(&mut self) -> Option<Formula> {
        let sign = self.sign();
        let digits = self.digits();
        let mut is_negative = sign == Some(b'-');
        // The word after the sign and the digits, such as `n` or `n-1`. Without a sign and digits, the word must be an identifier.
        let is_word = sign.is_some() || digits.is_some() || self.cursor.is_at_identifier();
        let name = if is_word { self.cursor.name().to_ascii_lowercase() } else { return None };
        let mut word = &*name;
        if sign.is_none() && digits.is_none() {
            // The identifier may start with an escaped minus sign, which `sign` does not consume.
            let positive = word.strip_prefix('-');
            is_negative = positive.is_some();
            word = positive.unwrap_or(word);
        }
        let step = match (sign, digits, word) {
            (_, Some(digits), "") => return Some(Formula { step: 0, offset: number(is_negative, digits) }),
            (None, None, "odd") if !is_negative => return Some(Formula { step: 2, offset: 1 }),
            (None, None, "even") if !is_negative => return Some(Formula { step: 2, offset: 0 }),
            (_, digits, _) => number(is_negative, digits.unwrap_or("1")),
        };
        let after_n = word.strip_prefix('n')?;
        let offset = match after_n.strip_prefix('-') {
            None if after_n.is_empty() => self.offset(None)?,
            // The name ends with the minus sign, and white space separates it from the digits.
            Some("") => self.offset(Some(b'-'))?,
            Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => number(true, digits),
            _ => return None,
        };
        Some(Formula { step, offset })
    }

    /// Parses the offset after `n` or `n-`. Returns 0 if there is no offset.
    fn offset(&mut self, sign: Option<u8>) -> Option<i32> {
        let before = self.cursor;
        self.cursor.skip_white_space();
        let Some(sign) = sign.or_else(|| self.sign()) else {
            self.cursor = before;
            return Some(0);
        };
        self.cursor.skip_white_space();
        let digits = self.digits()?;
        let ends = !self.cursor.is_at_identifier() && self.cursor.peek() != Some(b'.');
        ends.then(|| number(sign == b'-', digits))
    }

    fn sign(&mut self) -> Option<u8> {
        let sign = self.cursor.peek().filter(|byte| matches!(byte, b'+' | b'-'))?;
        self.cursor.at += 1;
        Some(sign)
    }

    fn digits(&mut self) -> Option<&'t str> {
        let rest = self.cursor.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        self.cursor.at += length;
        if length == 0 { None } else { rest.get(..length) }
    }
}

/// Returns the value of digits, clamped to `i32`.
fn number(is_negative: bool, digits: &str) -> i32 {
    let largest = if is_negative { i32::MIN } else { i32::MAX };
    digits.parse::<i64>().map_or(largest, |value| {
        if is_negative { -value } else { value }.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    })
}

/// Returns the tree-structural pseudo-class with this name and without arguments.
fn structural(name: &str) -> Option<Simple> {
    let nth = |name, counts, is_of_type| Simple::Nth(Box::new(Nth { name, is_of_type, counts, of: None }));
    Some(match &*name.to_ascii_lowercase() {
        "root" => Simple::Root,
        "empty" => Simple::Empty,
        "scope" => Simple::Scope,
        "first-child" => nth("first-child", Counts::First, false),
        "last-child" => nth("last-child", Counts::Last, false),
        "only-child" => nth("only-child", Counts::Only, false),
        "first-of-type" => nth("first-of-type", Counts::First, true),
        "last-of-type" => nth("last-of-type", Counts::Last, true),
        "only-of-type" => nth("only-of-type", Counts::Only, true),
        _ => return None,
    })
}

#[derive(Clone, Copy)]
enum Function {
    Is,
    Where,
    Not,
    Has,
    Contains,
    Nth { name: &'static str, is_of_type: bool, is_from_end: bool },
    Lang,
    Dir,
}

const FUNCTIONS: &[(&str, Function)] = &[
    ("is", Function::Is),
    ("where", Function::Where),
    ("not", Function::Not),
    ("has", Function::Has),
    ("contains", Function::Contains),
    ("nth-child", Function::Nth { name: "nth-child", is_of_type: false, is_from_end: false }),
    ("nth-last-child", Function::Nth { name: "nth-last-child", is_of_type: false, is_from_end: true }),
    ("nth-of-type", Function::Nth { name: "nth-of-type", is_of_type: true, is_from_end: false }),
    ("nth-last-of-type", Function::Nth { name: "nth-last-of-type", is_of_type: true, is_from_end: true }),
    ("lang", Function::Lang),
    ("dir", Function::Dir),
];

const FLAGS: &[(&str, Case)] = &[("i", Case::Insensitive), ("s", Case::ExplicitlySensitive)];

/// The attributes whose values HTML compares [ASCII
/// case-insensitively](https://html.spec.whatwg.org/multipage/semantics-other.html#case-sensitivity-of-selectors).
const INSENSITIVE_IN_HTML: &[&str] = &[
    "accept",
    "accept-charset",
    "align",
    "alink",
    "axis",
    "bgcolor",
    "charset",
    "checked",
    "clear",
    "codetype",
    "color",
    "compact",
    "declare",
    "defer",
    "dir",
    "direction",
    "disabled",
    "enctype",
    "face",
    "frame",
    "hreflang",
    "http-equiv",
    "lang",
    "language",
    "link",
    "media",
    "method",
    "multiple",
    "nohref",
    "noresize",
    "noshade",
    "nowrap",
    "readonly",
    "rel",
    "rev",
    "rules",
    "scope",
    "scrolling",
    "selected",
    "shape",
    "target",
    "text",
    "type",
    "valign",
    "valuetype",
    "vlink",
];
