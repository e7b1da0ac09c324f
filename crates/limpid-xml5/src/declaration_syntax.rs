//! Checks whether a declaration of the internal subset is [well-formed](https://www.w3.org/TR/xml/#NT-markupdecl). The states of the tokenizer
//! accept or skip many declarations that are not well-formed.

use limpid_markup::{ErrorCode, is_ncname, is_ncname_char};

/// Checks a declaration, a comment or a processing instruction, from its `<` to its `>`.
pub(crate) fn check_declaration(text: &str) -> Result<(), ErrorCode> {
    if let Some(comment) = text.strip_prefix("<!--") {
        let is_valid = comment.strip_suffix("-->").is_some_and(|data| !data.contains("--") && !data.ends_with('-'));
        return if is_valid { Ok(()) } else { Err(ErrorCode::XmlDoubleHyphenInComment) };
    }
    if let Some(instruction) = text.strip_prefix("<?") {
        let target = instruction.strip_suffix("?>").and_then(|text| text.split(is_space).next()).unwrap_or_default();
        let is_valid = is_ncname(target) && !target.eq_ignore_ascii_case("xml");
        return if is_valid { Ok(()) } else { Err(ErrorCode::XmlInvalidProcessingInstructionTarget) };
    }
    let mut reader = Reader { rest: text };
    let declaration = if reader.take("<!ELEMENT") {
        reader.element()
    } else if reader.take("<!ATTLIST") {
        reader.attributes()
    } else if reader.take("<!ENTITY") {
        reader.entity()
    } else if reader.take("<!NOTATION") {
        reader.notation()
    } else {
        None
    };
    match declaration.and_then(|()| reader.end()) {
        Some(()) => Ok(()),
        None => Err(ErrorCode::XmlInvalidDeclaration),
    }
}

/// Whether a character is allowed in a [public identifier](https://www.w3.org/TR/xml/#NT-PubidChar).
pub(crate) fn is_public_id_char(character: char) -> bool {
    character.is_ascii_alphanumeric() || " \r\n-'()+,./:=?;!*#@$_%".contains(character)
}

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n')
}

/// The rest of a declaration. The methods that return an `Option` consume the syntax that they are named after, or return `None` if the text has a
/// different syntax.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn take(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, text: &str) -> Option<()> {
        self.take(text).then_some(())
    }

    fn take_while(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let (taken, rest) = self.rest.split_at(self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len()));
        self.rest = rest;
        taken
    }

    fn skip_space(&mut self) {
        self.take_while(is_space);
    }

    fn space(&mut self) -> Option<()> {
        (!self.take_while(is_space).is_empty()).then_some(())
    }

    fn end(&mut self) -> Option<()> {
        self.skip_space();
        (self.rest == ">").then_some(())
    }

    /// A name without a colon, such as the name of an entity or a notation.
    fn name(&mut self) -> Option<()> {
        is_ncname(self.take_while(is_ncname_char)).then_some(())
    }

    fn qualified_name(&mut self) -> Option<()> {
        self.name()?;
        if self.take(":") { self.name() } else { Some(()) }
    }

    fn quoted(&mut self) -> Option<&'a str> {
        let quote = self.rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let (value, rest) = self.rest[1..].split_once(quote)?;
        self.rest = rest;
        Some(value)
    }

    /// `?`, `*`, `+` or nothing.
    fn occurrence(&mut self) {
        let _ = self.take("?") || self.take("*") || self.take("+");
    }

    /// <https://www.w3.org/TR/xml/#NT-elementdecl>
    fn element(&mut self) -> Option<()> {
        self.space()?;
        self.qualified_name()?;
        self.space()?;
        if self.take("EMPTY") || self.take("ANY") {
            return Some(());
        }
        self.expect("(")?;
        self.skip_space();
        if self.take("#PCDATA") { self.mixed_content() } else { self.element_content() }
    }

    /// <https://www.w3.org/TR/xml/#NT-Mixed>
    fn mixed_content(&mut self) -> Option<()> {
        let mut has_names = false;
        self.skip_space();
        while self.take("|") {
            self.skip_space();
            self.qualified_name()?;
            self.skip_space();
            has_names = true;
        }
        self.expect(")")?;
        if self.take("*") || !has_names { Some(()) } else { None }
    }

    /// <https://www.w3.org/TR/xml/#NT-children>
    fn element_content(&mut self) -> Option<()> {
        // The separator of each open group, once it is known.
        let mut groups: Vec<Option<&str>> = vec![None];
        loop {
            self.skip_space();
            if self.take("(") {
                groups.push(None);
                continue;
            }
            self.qualified_name()?;
            self.occurrence();
            self.skip_space();
            while self.take(")") {
                self.occurrence();
                groups.pop();
                if groups.is_empty() {
                    return Some(());
                }
                self.skip_space();
            }
            let separator = if self.take("|") { "|" } else { self.take(",").then_some(",")? };
            if *groups.last_mut()?.get_or_insert(separator) != separator {
                return None;
            }
        }
    }

    /// <https://www.w3.org/TR/xml/#NT-AttlistDecl>
    fn attributes(&mut self) -> Option<()> {
        self.space()?;
        self.qualified_name()?;
        while self.space().is_some() && self.rest != ">" {
            self.qualified_name()?;
            self.space()?;
            self.attribute_type()?;
            self.space()?;
            if self.take("#REQUIRED") || self.take("#IMPLIED") {
                continue;
            }
            if self.take("#FIXED") {
                self.space()?;
            }
            self.quoted()?;
        }
        Some(())
    }

    /// <https://www.w3.org/TR/xml/#NT-AttType>
    fn attribute_type(&mut self) -> Option<()> {
        match self.take_while(|c| c.is_ascii_alphabetic()) {
            "CDATA" | "ID" | "IDREF" | "IDREFS" | "ENTITY" | "ENTITIES" | "NMTOKEN" | "NMTOKENS" => Some(()),
            "NOTATION" => {
                self.space()?;
                self.enumeration(is_ncname)
            }
            "" => self.enumeration(|token| !token.is_empty()),
            _ => None,
        }
    }

    fn enumeration(&mut self, is_valid: fn(&str) -> bool) -> Option<()> {
        self.expect("(")?;
        loop {
            self.skip_space();
            let token = self.take_while(|c| c == ':' || is_ncname_char(c));
            self.skip_space();
            if !is_valid(token) {
                return None;
            }
            if !self.take("|") {
                return self.expect(")");
            }
        }
    }

    /// <https://www.w3.org/TR/xml/#NT-EntityDecl>
    fn entity(&mut self) -> Option<()> {
        self.space()?;
        let is_parameter = self.take("%");
        if is_parameter {
            self.space()?;
        }
        self.name()?;
        self.space()?;
        if let Some(value) = self.quoted() {
            return has_complete_references(value).then_some(());
        }
        self.external_id()?;
        let after = self.rest;
        if self.space().is_some() && self.take("NDATA") {
            self.space()?;
            self.name()?;
            return (!is_parameter).then_some(());
        }
        self.rest = after;
        Some(())
    }

    /// <https://www.w3.org/TR/xml/#NT-ExternalID>
    fn external_id(&mut self) -> Option<()> {
        if self.take("PUBLIC") {
            self.public_id()?;
        } else {
            self.expect("SYSTEM")?;
        }
        self.space()?;
        self.quoted().map(drop)
    }

    fn public_id(&mut self) -> Option<()> {
        self.space()?;
        self.quoted()?.chars().all(is_public_id_char).then_some(())
    }

    /// <https://www.w3.org/TR/xml/#NT-NotationDecl>
    fn notation(&mut self) -> Option<()> {
        self.space()?;
        self.name()?;
        self.space()?;
        if !self.rest.starts_with("PUBLIC") {
            return self.external_id();
        }
        self.expect("PUBLIC")?;
        self.public_id()?;
        let after = self.rest;
        if self.space().is_none() || self.quoted().is_none() {
            self.rest = after;
        }
        Some(())
    }
}

/// Whether each `&` of an [entity's value](https://www.w3.org/TR/xml/#NT-EntityValue) starts a reference.
fn has_complete_references(value: &str) -> bool {
    value.split('&').skip(1).all(|text| {
        let Some((reference, _)) = text.split_once(';') else { return false };
        match reference.strip_prefix('#') {
            // Numeric references were checked when they were read.
            Some(_) => true,
            None => reference.split(':').all(|part| part.chars().all(is_ncname_char)) && !reference.is_empty(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_content_models_need_no_recursion() {
        let depth = 200_000;
        let model = |end: &str| format!("<!ELEMENT a {}b{}{end}>", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(check_declaration(&model("")), Ok(()));
        assert_eq!(check_declaration(&model(")")), Err(ErrorCode::XmlInvalidDeclaration));
    }
}
