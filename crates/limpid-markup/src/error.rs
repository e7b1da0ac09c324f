use crate::Span;
use core::fmt;

/// A [parse error](https://html.spec.whatwg.org/multipage/parsing.html#parse-errors): plain data, no text built until
/// it is asked for. Parsing never fails; errors only tell what is wrong with the markup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseError {
    /// Which rule was broken.
    pub code: ErrorCode,
    /// Where: for tokenizer errors the offending characters (empty at the end of the input), for tree-construction
    /// errors the token.
    pub span: Span,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.code.message())
    }
}

impl std::error::Error for ParseError {}

macro_rules! error_codes {
    ($(#[doc = $doc:expr] $variant:ident => $name:literal, $message:literal;)*) => {
        /// Names of parse errors: the standard's 52 codes, which come first, and limpid's own for tree construction, to
        /// whose errors the standard gives no names. Own codes differ from all of the standard's.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum ErrorCode {
            $(#[doc = $doc] $variant,)*
        }

        impl ErrorCode {
            /// Every code, the standard's first.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$variant),*];

            /// The code as the standard writes it: `eof-in-tag`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(ErrorCode::$variant => $name,)*
                }
            }

            /// What is wrong, and what to do about it: one or two sentences for a person.
            pub const fn message(self) -> &'static str {
                match self {
                    $(ErrorCode::$variant => $message,)*
                }
            }
        }
    };
}

error_codes! {
    /// [`abrupt-closing-of-empty-comment`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-abrupt-closing-of-empty-comment): The comment `<!-->` or `<!--->` is closed before it begins; write `<!-- -->`.
    AbruptClosingOfEmptyComment => "abrupt-closing-of-empty-comment", "The comment `<!-->` or `<!--->` is closed before it begins; write `<!-- -->`.";
    /// [`abrupt-doctype-public-identifier`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-abrupt-doctype-public-identifier): A `>` ends the DOCTYPE inside its public identifier; add the closing quote.
    AbruptDoctypePublicIdentifier => "abrupt-doctype-public-identifier", "A `>` ends the DOCTYPE inside its public identifier; add the closing quote.";
    /// [`abrupt-doctype-system-identifier`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-abrupt-doctype-system-identifier): A `>` ends the DOCTYPE inside its system identifier; add the closing quote.
    AbruptDoctypeSystemIdentifier => "abrupt-doctype-system-identifier", "A `>` ends the DOCTYPE inside its system identifier; add the closing quote.";
    /// [`absence-of-digits-in-numeric-character-reference`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-absence-of-digits-in-numeric-character-reference): `&#` is not followed by digits; write `&amp;#` for the text, or add the number.
    AbsenceOfDigitsInNumericCharacterReference => "absence-of-digits-in-numeric-character-reference", "`&#` is not followed by digits; write `&amp;#` for the text, or add the number.";
    /// [`cdata-in-html-content`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-cdata-in-html-content): `<![CDATA[` only works inside SVG and MathML; here it becomes a comment.
    CdataInHtmlContent => "cdata-in-html-content", "`<![CDATA[` only works inside SVG and MathML; here it becomes a comment.";
    /// [`character-reference-outside-unicode-range`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-character-reference-outside-unicode-range): This number is above U+10FFFF, so it becomes U+FFFD; use a valid code point.
    CharacterReferenceOutsideUnicodeRange => "character-reference-outside-unicode-range", "This number is above U+10FFFF, so it becomes U+FFFD; use a valid code point.";
    /// [`control-character-in-input-stream`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-control-character-in-input-stream): A control character stands in the text; remove it.
    ControlCharacterInInputStream => "control-character-in-input-stream", "A control character stands in the text; remove it.";
    /// [`control-character-reference`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-control-character-reference): This number refers to a control character; use the character that you mean.
    ControlCharacterReference => "control-character-reference", "This number refers to a control character; use the character that you mean.";
    /// [`disallowed-processing-instruction-target`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-disallowed-processing-instruction-target): `<?xml` and `<?xml-stylesheet` have no meaning in HTML and become comments; remove them.
    DisallowedProcessingInstructionTarget => "disallowed-processing-instruction-target", "`<?xml` and `<?xml-stylesheet` have no meaning in HTML and become comments; remove them.";
    /// [`duplicate-attribute`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-duplicate-attribute): The tag has an attribute of this name already; only the first counts, so remove this one.
    DuplicateAttribute => "duplicate-attribute", "The tag has an attribute of this name already; only the first counts, so remove this one.";
    /// [`end-tag-with-attributes`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-end-tag-with-attributes): End tags have no attributes; remove them.
    EndTagWithAttributes => "end-tag-with-attributes", "End tags have no attributes; remove them.";
    /// [`end-tag-with-trailing-solidus`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-end-tag-with-trailing-solidus): An end tag does not end in `/>`; remove the `/`.
    EndTagWithTrailingSolidus => "end-tag-with-trailing-solidus", "An end tag does not end in `/>`; remove the `/`.";
    /// [`eof-before-tag-name`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-eof-before-tag-name): The file ends after `<` or `</`; write `&lt;` for the text, or finish the tag.
    EofBeforeTagName => "eof-before-tag-name", "The file ends after `<` or `</`; write `&lt;` for the text, or finish the tag.";
    /// [`eof-in-cdata`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-eof-in-cdata): The file ends inside a CDATA section; close it with `]]>`.
    EofInCdata => "eof-in-cdata", "The file ends inside a CDATA section; close it with `]]>`.";
    /// [`eof-in-comment`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-eof-in-comment): The file ends inside a comment; close it with `-->`.
    EofInComment => "eof-in-comment", "The file ends inside a comment; close it with `-->`.";
    /// [`eof-in-doctype`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-eof-in-doctype): The file ends inside the DOCTYPE; close it with `>`.
    EofInDoctype => "eof-in-doctype", "The file ends inside the DOCTYPE; close it with `>`.";
    /// [`eof-in-processing-instruction`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-eof-in-processing-instruction): The file ends inside a processing instruction, which is dropped; close it with `?>`.
    EofInProcessingInstruction => "eof-in-processing-instruction", "The file ends inside a processing instruction, which is dropped; close it with `?>`.";
    /// [`eof-in-script-html-comment-like-text`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-eof-in-script-html-comment-like-text): The file ends inside `<!--` in a script; close it with `-->` and `</script>`.
    EofInScriptHtmlCommentLikeText => "eof-in-script-html-comment-like-text", "The file ends inside `<!--` in a script; close it with `-->` and `</script>`.";
    /// [`eof-in-tag`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-eof-in-tag): The file ends inside a tag, which is dropped; close it with `>`.
    EofInTag => "eof-in-tag", "The file ends inside a tag, which is dropped; close it with `>`.";
    /// [`incorrectly-closed-comment`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-incorrectly-closed-comment): A comment ends in `-->`, not `--!>`.
    IncorrectlyClosedComment => "incorrectly-closed-comment", "A comment ends in `-->`, not `--!>`.";
    /// [`incorrectly-opened-comment`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-incorrectly-opened-comment): `<!` starts no comment, DOCTYPE or CDATA section here; a comment starts with `<!--`.
    IncorrectlyOpenedComment => "incorrectly-opened-comment", "`<!` starts no comment, DOCTYPE or CDATA section here; a comment starts with `<!--`.";
    /// [`invalid-character-sequence-after-doctype-name`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-invalid-character-sequence-after-doctype-name): Only PUBLIC or SYSTEM may follow the DOCTYPE's name; write `<!DOCTYPE html>`.
    InvalidCharacterSequenceAfterDoctypeName => "invalid-character-sequence-after-doctype-name", "Only PUBLIC or SYSTEM may follow the DOCTYPE's name; write `<!DOCTYPE html>`.";
    /// [`invalid-first-character-of-processing-instruction-target`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-invalid-first-character-of-processing-instruction-target): After `<?` a letter or `_` must follow; this becomes a comment.
    InvalidFirstCharacterOfProcessingInstructionTarget => "invalid-first-character-of-processing-instruction-target", "After `<?` a letter or `_` must follow; this becomes a comment.";
    /// [`invalid-first-character-of-tag-name`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-invalid-first-character-of-tag-name): A tag name starts with a letter; write `&lt;` for the text `<`.
    InvalidFirstCharacterOfTagName => "invalid-first-character-of-tag-name", "A tag name starts with a letter; write `&lt;` for the text `<`.";
    /// [`invalid-processing-instruction-target`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-invalid-processing-instruction-target): A processing instruction's target has letters, digits, `-` and `_` only; this becomes a comment.
    InvalidProcessingInstructionTarget => "invalid-processing-instruction-target", "A processing instruction's target has letters, digits, `-` and `_` only; this becomes a comment.";
    /// [`missing-attribute-value`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-missing-attribute-value): A value must follow `=`; add one, or remove the `=`.
    MissingAttributeValue => "missing-attribute-value", "A value must follow `=`; add one, or remove the `=`.";
    /// [`missing-doctype-name`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-missing-doctype-name): The DOCTYPE has no name; write `<!DOCTYPE html>`.
    MissingDoctypeName => "missing-doctype-name", "The DOCTYPE has no name; write `<!DOCTYPE html>`.";
    /// [`missing-doctype-public-identifier`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-missing-doctype-public-identifier): PUBLIC must be followed by a quoted identifier; write `<!DOCTYPE html>`.
    MissingDoctypePublicIdentifier => "missing-doctype-public-identifier", "PUBLIC must be followed by a quoted identifier; write `<!DOCTYPE html>`.";
    /// [`missing-doctype-system-identifier`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-missing-doctype-system-identifier): SYSTEM must be followed by a quoted identifier; write `<!DOCTYPE html>`.
    MissingDoctypeSystemIdentifier => "missing-doctype-system-identifier", "SYSTEM must be followed by a quoted identifier; write `<!DOCTYPE html>`.";
    /// [`missing-end-tag-name`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-missing-end-tag-name): `</>` closes nothing and is dropped; name the element.
    MissingEndTagName => "missing-end-tag-name", "`</>` closes nothing and is dropped; name the element.";
    /// [`missing-quote-before-doctype-public-identifier`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-missing-quote-before-doctype-public-identifier): The public identifier must be in quotes.
    MissingQuoteBeforeDoctypePublicIdentifier => "missing-quote-before-doctype-public-identifier", "The public identifier must be in quotes.";
    /// [`missing-quote-before-doctype-system-identifier`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-missing-quote-before-doctype-system-identifier): The system identifier must be in quotes.
    MissingQuoteBeforeDoctypeSystemIdentifier => "missing-quote-before-doctype-system-identifier", "The system identifier must be in quotes.";
    /// [`missing-semicolon-after-character-reference`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-missing-semicolon-after-character-reference): A character reference ends in `;`; add it.
    MissingSemicolonAfterCharacterReference => "missing-semicolon-after-character-reference", "A character reference ends in `;`; add it.";
    /// [`missing-whitespace-after-doctype-public-keyword`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-missing-whitespace-after-doctype-public-keyword): A space must stand between PUBLIC and the identifier.
    MissingWhitespaceAfterDoctypePublicKeyword => "missing-whitespace-after-doctype-public-keyword", "A space must stand between PUBLIC and the identifier.";
    /// [`missing-whitespace-after-doctype-system-keyword`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-missing-whitespace-after-doctype-system-keyword): A space must stand between SYSTEM and the identifier.
    MissingWhitespaceAfterDoctypeSystemKeyword => "missing-whitespace-after-doctype-system-keyword", "A space must stand between SYSTEM and the identifier.";
    /// [`missing-whitespace-before-doctype-name`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-missing-whitespace-before-doctype-name): A space must stand between DOCTYPE and the name.
    MissingWhitespaceBeforeDoctypeName => "missing-whitespace-before-doctype-name", "A space must stand between DOCTYPE and the name.";
    /// [`missing-whitespace-between-attributes`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-missing-whitespace-between-attributes): A space must stand between attributes.
    MissingWhitespaceBetweenAttributes => "missing-whitespace-between-attributes", "A space must stand between attributes.";
    /// [`missing-whitespace-between-doctype-public-and-system-identifiers`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-missing-whitespace-between-doctype-public-and-system-identifiers): A space must stand between the public and the system identifier.
    MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers => "missing-whitespace-between-doctype-public-and-system-identifiers", "A space must stand between the public and the system identifier.";
    /// [`nested-comment`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-nested-comment): Comments do not nest: the first `-->` closes this one.
    NestedComment => "nested-comment", "Comments do not nest: the first `-->` closes this one.";
    /// [`non-void-html-element-start-tag-with-trailing-solidus`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-non-void-html-element-start-tag-with-trailing-solidus): `/>` does not close an HTML element; write an end tag, or remove the `/`.
    NonVoidHtmlElementStartTagWithTrailingSolidus => "non-void-html-element-start-tag-with-trailing-solidus", "`/>` does not close an HTML element; write an end tag, or remove the `/`.";
    /// [`noncharacter-character-reference`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-noncharacter-character-reference): This number refers to a noncharacter; use a character.
    NoncharacterCharacterReference => "noncharacter-character-reference", "This number refers to a noncharacter; use a character.";
    /// [`noncharacter-in-input-stream`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-noncharacter-in-input-stream): A noncharacter stands in the text; remove it.
    NoncharacterInInputStream => "noncharacter-in-input-stream", "A noncharacter stands in the text; remove it.";
    /// [`null-character-reference`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-null-character-reference): `&#0;` becomes U+FFFD; remove it.
    NullCharacterReference => "null-character-reference", "`&#0;` becomes U+FFFD; remove it.";
    /// [`surrogate-character-reference`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-surrogate-character-reference): This number is a surrogate, so it becomes U+FFFD; refer to the whole character.
    SurrogateCharacterReference => "surrogate-character-reference", "This number is a surrogate, so it becomes U+FFFD; refer to the whole character.";
    /// [`surrogate-in-input-stream`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-surrogate-in-input-stream): A lone surrogate stands in the text. UTF-8 input has none, so limpid never reports it.
    SurrogateInInputStream => "surrogate-in-input-stream", "A lone surrogate stands in the text. UTF-8 input has none, so limpid never reports it.";
    /// [`unexpected-character-after-doctype-system-identifier`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-unexpected-character-after-doctype-system-identifier): Nothing but `>` may follow the system identifier.
    UnexpectedCharacterAfterDoctypeSystemIdentifier => "unexpected-character-after-doctype-system-identifier", "Nothing but `>` may follow the system identifier.";
    /// [`unexpected-character-in-attribute-name`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-unexpected-character-in-attribute-name): A quote or `<` stands in an attribute name; is a quote, a space or a `>` missing before it?
    UnexpectedCharacterInAttributeName => "unexpected-character-in-attribute-name", "A quote or `<` stands in an attribute name; is a quote, a space or a `>` missing before it?";
    /// [`unexpected-character-in-unquoted-attribute-value`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-unexpected-character-in-unquoted-attribute-value): A quote, `<`, `=` or a backtick stands in an unquoted value; put the value in quotes.
    UnexpectedCharacterInUnquotedAttributeValue => "unexpected-character-in-unquoted-attribute-value", "A quote, `<`, `=` or a backtick stands in an unquoted value; put the value in quotes.";
    /// [`unexpected-equals-sign-before-attribute-name`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-unexpected-equals-sign-before-attribute-name): A `=` stands where an attribute name starts; is the name missing?
    UnexpectedEqualsSignBeforeAttributeName => "unexpected-equals-sign-before-attribute-name", "A `=` stands where an attribute name starts; is the name missing?";
    /// [`unexpected-null-character`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-unexpected-null-character): A NUL character stands in the text; remove it.
    UnexpectedNullCharacter => "unexpected-null-character", "A NUL character stands in the text; remove it.";
    /// [`unexpected-solidus-in-tag`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-unexpected-solidus-in-tag): A `/` stands in the tag without a `>` after it; remove it.
    UnexpectedSolidusInTag => "unexpected-solidus-in-tag", "A `/` stands in the tag without a `>` after it; remove it.";
    /// [`unknown-named-character-reference`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-unknown-named-character-reference): There is no character reference of this name; write `&amp;` for the text `&`.
    UnknownNamedCharacterReference => "unknown-named-character-reference", "There is no character reference of this name; write `&amp;` for the text `&`.";
    /// `adoption-agency-element-not-current`: An element inside this formatting element is still open; close it first.
    AdoptionAgencyElementNotCurrent => "adoption-agency-element-not-current", "An element inside this formatting element is still open; close it first.";
    /// `adoption-agency-element-not-in-scope`: The formatting element to close lies outside of a table cell, button or the like; close it there.
    AdoptionAgencyElementNotInScope => "adoption-agency-element-not-in-scope", "The formatting element to close lies outside of a table cell, button or the like; close it there.";
    /// `adoption-agency-element-not-open`: The formatting element to close is closed already; remove this end tag.
    AdoptionAgencyElementNotOpen => "adoption-agency-element-not-open", "The formatting element to close is closed already; remove this end tag.";
    /// `attribute-limit`: The element has as many attributes as it may; this one and those behind it are dropped. Remove some, or raise the limit.
    AttributeLimit => "attribute-limit", "The element has as many attributes as it may; this one and those behind it are dropped. Remove some, or raise the limit.";
    /// `body-end-tag-with-open-elements`: An element that needs an end tag is still open at `</body>`; close it.
    BodyEndTagWithOpenElements => "body-end-tag-with-open-elements", "An element that needs an end tag is still open at `</body>`; close it.";
    /// `body-end-tag-without-body`: There is no body to close here; remove this end tag.
    BodyEndTagWithoutBody => "body-end-tag-without-body", "There is no body to close here; remove this end tag.";
    /// `br-end-tag`: `</br>` is no end tag; it becomes `<br>`.
    BrEndTag => "br-end-tag", "`</br>` is no end tag; it becomes `<br>`.";
    /// `caption-end-tag-without-caption`: There is no caption to close here; remove this end tag.
    CaptionEndTagWithoutCaption => "caption-end-tag-without-caption", "There is no caption to close here; remove this end tag.";
    /// `caption-with-open-elements`: An element inside the caption is still open; close it.
    CaptionWithOpenElements => "caption-with-open-elements", "An element inside the caption is still open; close it.";
    /// `cell-end-tag-without-cell`: There is no such table cell to close here; remove this end tag.
    CellEndTagWithoutCell => "cell-end-tag-without-cell", "There is no such table cell to close here; remove this end tag.";
    /// `cell-with-open-elements`: An element inside the table cell is still open; close it.
    CellWithOpenElements => "cell-with-open-elements", "An element inside the table cell is still open; close it.";
    /// `cell-without-row`: A table cell must be in a `tr`; one is implied.
    CellWithoutRow => "cell-without-row", "A table cell must be in a `tr`; one is implied.";
    /// `content-after-after-body`: Content stands after `</html>`; it goes into the body.
    ContentAfterAfterBody => "content-after-after-body", "Content stands after `</html>`; it goes into the body.";
    /// `content-after-body`: Content stands after `</body>`; it goes into the body.
    ContentAfterBody => "content-after-body", "Content stands after `</body>`; it goes into the body.";
    /// `closing-p-with-open-elements`: An element inside the `p` is still open where the `p` ends; close it first.
    ClosingPWithOpenElements => "closing-p-with-open-elements", "An element inside the `p` is still open where the `p` ends; close it first.";
    /// `col-end-tag`: `col` has no end tag; remove it.
    ColEndTag => "col-end-tag", "`col` has no end tag; remove it.";
    /// `colgroup-end-tag-without-colgroup`: There is no `colgroup` to close here; remove this end tag.
    ColgroupEndTagWithoutColgroup => "colgroup-end-tag-without-colgroup", "There is no `colgroup` to close here; remove this end tag.";
    /// `content-after-after-frameset`: Only comments and `noframes` may follow `</html>` after a frameset; this is dropped.
    ContentAfterAfterFrameset => "content-after-after-frameset", "Only comments and `noframes` may follow `</html>` after a frameset; this is dropped.";
    /// `content-after-frameset`: Only `noframes` may follow a frameset; this is dropped.
    ContentAfterFrameset => "content-after-frameset", "Only `noframes` may follow a frameset; this is dropped.";
    /// `content-in-frameset`: Only `frame`, `frameset` and `noframes` may be in a frameset; this is dropped.
    ContentInFrameset => "content-in-frameset", "Only `frame`, `frameset` and `noframes` may be in a frameset; this is dropped.";
    /// `content-in-head-noscript`: Only `link`, `meta`, `style` and the like may be in a `noscript` in the head; this ends the head.
    ContentInHeadNoscript => "content-in-head-noscript", "Only `link`, `meta`, `style` and the like may be in a `noscript` in the head; this ends the head.";
    /// `content-in-table`: This may not stand directly in a table; it is put before the table.
    ContentInTable => "content-in-table", "This may not stand directly in a table; it is put before the table.";
    /// `depth-limit`: The tree is as deep here as it may be; what would be deeper is put behind the element that it is in. Nest less, or raise the limit.
    DepthLimit => "depth-limit", "The tree is as deep here as it may be; what would be deeper is put behind the element that it is in. Nest less, or raise the limit.";
    /// `doctype-with-legacy-identifiers`: Only `<!DOCTYPE html>` is a conforming DOCTYPE.
    DoctypeWithLegacyIdentifiers => "doctype-with-legacy-identifiers", "Only `<!DOCTYPE html>` is a conforming DOCTYPE.";
    /// `encoding-declaration-too-late`: The encoding is declared so late that the page would have to be read again; declare it in the first 1,024 bytes.
    EncodingDeclarationTooLate => "encoding-declaration-too-late", "The encoding is declared so late that the page would have to be read again; declare it in the first 1,024 bytes.";
    /// `end-tag-after-head`: Nothing is open that this end tag could close; remove it.
    EndTagAfterHead => "end-tag-after-head", "Nothing is open that this end tag could close; remove it.";
    /// `end-tag-before-head`: Nothing is open yet that this end tag could close; remove it.
    EndTagBeforeHead => "end-tag-before-head", "Nothing is open yet that this end tag could close; remove it.";
    /// `end-tag-before-html`: Nothing is open yet that this end tag could close; remove it.
    EndTagBeforeHtml => "end-tag-before-html", "Nothing is open yet that this end tag could close; remove it.";
    /// `end-tag-crossing-special-element`: The element to close lies outside of the one that is open here; remove this end tag.
    EndTagCrossingSpecialElement => "end-tag-crossing-special-element", "The element to close lies outside of the one that is open here; remove this end tag.";
    /// `end-tag-in-caption`: This end tag has no place in a caption; remove it.
    EndTagInCaption => "end-tag-in-caption", "This end tag has no place in a caption; remove it.";
    /// `end-tag-in-cell`: This end tag has no place in a table cell; remove it.
    EndTagInCell => "end-tag-in-cell", "This end tag has no place in a table cell; remove it.";
    /// `end-tag-in-head`: No such element is open in the head; remove this end tag.
    EndTagInHead => "end-tag-in-head", "No such element is open in the head; remove this end tag.";
    /// `end-tag-in-head-noscript`: No such element is open in this `noscript`; remove this end tag.
    EndTagInHeadNoscript => "end-tag-in-head-noscript", "No such element is open in this `noscript`; remove this end tag.";
    /// `end-tag-in-row`: This end tag has no place in a table row; remove it.
    EndTagInRow => "end-tag-in-row", "This end tag has no place in a table row; remove it.";
    /// `end-tag-in-table`: This end tag has no place in a table; remove it.
    EndTagInTable => "end-tag-in-table", "This end tag has no place in a table; remove it.";
    /// `end-tag-in-table-body`: This end tag has no place in a table body; remove it.
    EndTagInTableBody => "end-tag-in-table-body", "This end tag has no place in a table body; remove it.";
    /// `end-tag-in-template`: No such element is open in this template; remove this end tag.
    EndTagInTemplate => "end-tag-in-template", "No such element is open in this template; remove this end tag.";
    /// `end-tag-with-open-elements`: An element inside is still open; close it first.
    EndTagWithOpenElements => "end-tag-with-open-elements", "An element inside is still open; close it first.";
    /// `end-tag-without-element`: No such element is open here; remove this end tag.
    EndTagWithoutElement => "end-tag-without-element", "No such element is open here; remove this end tag.";
    /// `eof-in-frameset`: The file ends inside a frameset; close it.
    EofInFrameset => "eof-in-frameset", "The file ends inside a frameset; close it.";
    /// `eof-in-template`: The file ends inside a template; close it with `</template>`.
    EofInTemplate => "eof-in-template", "The file ends inside a template; close it with `</template>`.";
    /// `eof-in-text-element`: The file ends inside an element that holds only text; close it.
    EofInTextElement => "eof-in-text-element", "The file ends inside an element that holds only text; close it.";
    /// `eof-with-open-elements`: The file ends while an element that needs an end tag is open; close it.
    EofWithOpenElements => "eof-with-open-elements", "The file ends while an element that needs an end tag is open; close it.";
    /// `foreign-end-tag-mismatch`: The innermost open SVG or MathML element has another name; close it first.
    ForeignEndTagMismatch => "foreign-end-tag-mismatch", "The innermost open SVG or MathML element has another name; close it first.";
    /// `form-end-tag-with-open-elements`: An element inside the form is still open; close it first.
    FormEndTagWithOpenElements => "form-end-tag-with-open-elements", "An element inside the form is still open; close it first.";
    /// `form-end-tag-without-form`: There is no form to close here; remove this end tag.
    FormEndTagWithoutForm => "form-end-tag-without-form", "There is no form to close here; remove this end tag.";
    /// `form-in-table`: A form may not stand directly in a table; it stays empty.
    FormInTable => "form-in-table", "A form may not stand directly in a table; it stays empty.";
    /// `frameset-end-tag-without-frameset`: There is no frameset to close here; remove this end tag.
    FramesetEndTagWithoutFrameset => "frameset-end-tag-without-frameset", "There is no frameset to close here; remove this end tag.";
    /// `frameset-start-tag-in-body`: A frameset takes the place of the body, it cannot be in it.
    FramesetStartTagInBody => "frameset-start-tag-in-body", "A frameset takes the place of the body, it cannot be in it.";
    /// `head-content-after-head`: This element belongs in the head; it is put there.
    HeadContentAfterHead => "head-content-after-head", "This element belongs in the head; it is put there.";
    /// `head-start-tag-after-head`: The head is over; remove this tag.
    HeadStartTagAfterHead => "head-start-tag-after-head", "The head is over; remove this tag.";
    /// `head-start-tag-in-head`: The head is open already; remove this tag.
    HeadStartTagInHead => "head-start-tag-in-head", "The head is open already; remove this tag.";
    /// `head-start-tag-in-head-noscript`: `head` and `noscript` may not be in a `noscript` in the head; remove this tag.
    HeadStartTagInHeadNoscript => "head-start-tag-in-head-noscript", "`head` and `noscript` may not be in a `noscript` in the head; remove this tag.";
    /// `hidden-input-in-table`: An input may not stand directly in a table; put it into a cell.
    HiddenInputInTable => "hidden-input-in-table", "An input may not stand directly in a table; put it into a cell.";
    /// `hr-in-option`: The `hr` ends the open option or option group; close it first.
    HrInOption => "hr-in-option", "The `hr` ends the open option or option group; close it first.";
    /// `html-breaks-out-of-foreign-content`: This HTML element may not be in SVG or MathML, and ends it.
    HtmlBreaksOutOfForeignContent => "html-breaks-out-of-foreign-content", "This HTML element may not be in SVG or MathML, and ends it.";
    /// `html-end-tag-in-fragment`: A fragment has no `html` to close; remove this end tag.
    HtmlEndTagInFragment => "html-end-tag-in-fragment", "A fragment has no `html` to close; remove this end tag.";
    /// `html-end-tag-with-open-elements`: An element that needs an end tag is still open at `</html>`; close it.
    HtmlEndTagWithOpenElements => "html-end-tag-with-open-elements", "An element that needs an end tag is still open at `</html>`; close it.";
    /// `html-end-tag-without-body`: There is no body to close here; remove this end tag.
    HtmlEndTagWithoutBody => "html-end-tag-without-body", "There is no body to close here; remove this end tag.";
    /// `image-start-tag`: `image` is no HTML element; it becomes `img`.
    ImageStartTag => "image-start-tag", "`image` is no HTML element; it becomes `img`.";
    /// `input-in-select`: An `input` ends the `select` that it stands in; close the `select` first.
    InputInSelect => "input-in-select", "An `input` ends the `select` that it stands in; close the `select` first.";
    /// `input-in-select-fragment`: An `input` may not be in a `select`; it is dropped.
    InputInSelectFragment => "input-in-select-fragment", "An `input` may not be in a `select`; it is dropped.";
    /// `input-too-long`: The input is longer than 4 GiB or the limit; only what is before this is parsed.
    InputTooLong => "input-too-long", "The input is longer than 4 GiB or the limit; only what is before this is parsed.";
    /// `list-item-with-open-elements`: An element inside the open list item is still open; close it first.
    ListItemWithOpenElements => "list-item-with-open-elements", "An element inside the open list item is still open; close it first.";
    /// `missing-doctype`: The page has no DOCTYPE; start it with `<!DOCTYPE html>`.
    MissingDoctype => "missing-doctype", "The page has no DOCTYPE; start it with `<!DOCTYPE html>`.";
    /// `nested-anchor`: A link may not be in a link; close the first.
    NestedAnchor => "nested-anchor", "A link may not be in a link; close the first.";
    /// `nested-button`: A button may not be in a button; close the first.
    NestedButton => "nested-button", "A button may not be in a button; close the first.";
    /// `nested-form`: A form may not be in a form; this tag is dropped.
    NestedForm => "nested-form", "A form may not be in a form; this tag is dropped.";
    /// `nested-heading`: A heading may not be in a heading; close the first.
    NestedHeading => "nested-heading", "A heading may not be in a heading; close the first.";
    /// `nested-nobr`: A `nobr` may not be in a `nobr`; close the first.
    NestedNobr => "nested-nobr", "A `nobr` may not be in a `nobr`; close the first.";
    /// `nested-select`: A `select` may not be in a `select`: this tag closes the first one.
    NestedSelect => "nested-select", "A `select` may not be in a `select`: this tag closes the first one.";
    /// `nested-table`: A table may not stand directly in a table; this closes the first one.
    NestedTable => "nested-table", "A table may not stand directly in a table; this closes the first one.";
    /// `node-limit`: The document has as many nodes as it may; nothing is parsed from here on. Split the page, or raise the limit.
    NodeLimit => "node-limit", "The document has as many nodes as it may; nothing is parsed from here on. Split the page, or raise the limit.";
    /// `null-in-body`: A NUL character stands in the text and is dropped.
    NullInBody => "null-in-body", "A NUL character stands in the text and is dropped.";
    /// `null-in-foreign-content`: A NUL character stands in the text and becomes U+FFFD.
    NullInForeignContent => "null-in-foreign-content", "A NUL character stands in the text and becomes U+FFFD.";
    /// `null-in-table-text`: A NUL character stands in the table and is dropped.
    NullInTableText => "null-in-table-text", "A NUL character stands in the table and is dropped.";
    /// `optgroup-with-open-option`: The open option or option group must be closed before this `optgroup`.
    OptgroupWithOpenOption => "optgroup-with-open-option", "The open option or option group must be closed before this `optgroup`.";
    /// `option-clone-limit`: Filling `selectedcontent` elements takes too much here; from this option on none is cloned.
    OptionCloneLimit => "option-clone-limit", "Filling `selectedcontent` elements takes too much here; from this option on none is cloned.";
    /// `option-with-open-option`: The open option must be closed before this one.
    OptionWithOpenOption => "option-with-open-option", "The open option must be closed before this one.";
    /// `p-end-tag-without-p`: There is no `p` to close here; an empty one is made.
    PEndTagWithoutP => "p-end-tag-without-p", "There is no `p` to close here; an empty one is made.";
    /// `reconstruction-limit`: More formatting elements are to be opened again here than may be; only the innermost ones are. Close them where they end, or raise the limit.
    ReconstructionLimit => "reconstruction-limit", "More formatting elements are to be opened again here than may be; only the innermost ones are. Close them where they end, or raise the limit.";
    /// `row-end-tag-without-row`: There is no table row to close here; remove this tag.
    RowEndTagWithoutRow => "row-end-tag-without-row", "There is no table row to close here; remove this tag.";
    /// `ruby-base-outside-ruby`: `rb` and `rtc` must be directly in a `ruby`.
    RubyBaseOutsideRuby => "ruby-base-outside-ruby", "`rb` and `rtc` must be directly in a `ruby`.";
    /// `ruby-text-outside-ruby`: `rp` and `rt` must be directly in a `ruby` or `rtc`.
    RubyTextOutsideRuby => "ruby-text-outside-ruby", "`rp` and `rt` must be directly in a `ruby` or `rtc`.";
    /// `select-in-select-fragment`: A `select` may not be in a `select`; it is dropped.
    SelectInSelectFragment => "select-in-select-fragment", "A `select` may not be in a `select`; it is dropped.";
    /// `content-in-column-group`: Only `col` and `template` may be in a `colgroup`; this is dropped.
    ContentInColumnGroup => "content-in-column-group", "Only `col` and `template` may be in a `colgroup`; this is dropped.";
    /// `table-body-end-tag-without-table-body`: There is no such table section to close here; remove this tag.
    TableBodyEndTagWithoutTableBody => "table-body-end-tag-without-table-body", "There is no such table section to close here; remove this tag.";
    /// `table-end-tag-without-table`: There is no table to close here; remove this end tag.
    TableEndTagWithoutTable => "table-end-tag-without-table", "There is no table to close here; remove this end tag.";
    /// `table-part-in-caption`: There is no caption here that this tag could end; it is dropped.
    TablePartInCaption => "table-part-in-caption", "There is no caption here that this tag could end; it is dropped.";
    /// `table-part-outside-table`: This element only has a meaning in a table or frameset; it is dropped.
    TablePartOutsideTable => "table-part-outside-table", "This element only has a meaning in a table or frameset; it is dropped.";
    /// `template-end-tag-with-open-elements`: An element inside the template is still open; close it first.
    TemplateEndTagWithOpenElements => "template-end-tag-with-open-elements", "An element inside the template is still open; close it first.";
    /// `template-end-tag-without-template`: There is no template to close here; remove this end tag.
    TemplateEndTagWithoutTemplate => "template-end-tag-without-template", "There is no template to close here; remove this end tag.";
    /// `text-limit`: The document has as much text as it may; nothing is parsed from here on. Split the page, or raise the limit.
    TextLimit => "text-limit", "The document has as much text as it may; nothing is parsed from here on. Split the page, or raise the limit.";
    /// `text-in-table`: Text may not stand directly in a table; it is put before the table.
    TextInTable => "text-in-table", "Text may not stand directly in a table; it is put before the table.";
    /// `too-many-errors`: There are more errors than are kept; mend these first.
    TooManyErrors => "too-many-errors", "There are more errors than are kept; mend these first.";
    /// `unexpected-body-start-tag`: The body is open already; only new attributes count.
    UnexpectedBodyStartTag => "unexpected-body-start-tag", "The body is open already; only new attributes count.";
    /// `unexpected-doctype`: A DOCTYPE may only stand at the start of the page; it is dropped.
    UnexpectedDoctype => "unexpected-doctype", "A DOCTYPE may only stand at the start of the page; it is dropped.";
    /// `unexpected-html-start-tag`: `html` is open already; only new attributes count.
    UnexpectedHtmlStartTag => "unexpected-html-start-tag", "`html` is open already; only new attributes count.";
    /// `xml-attribute-without-value`: An attribute of XML has a value in quotes; this one counts as empty. Write `name=""`.
    XmlAttributeWithoutValue => "xml-attribute-without-value", "An attribute of XML has a value in quotes; this one counts as empty. Write `name=\"\"`.";
    /// `xml-cdata-end-in-text`: `]]>` may only end a CDATA section; here it is text. Write `]]&gt;`.
    XmlCdataEndInText => "xml-cdata-end-in-text", "`]]>` may only end a CDATA section; here it is text. Write `]]&gt;`.";
    /// `xml-colon-before-attribute`: A `:` stands before an attribute's name and is dropped; name the prefix, or remove the colon.
    XmlColonBeforeAttribute => "xml-colon-before-attribute", "A `:` stands before an attribute's name and is dropped; name the prefix, or remove the colon.";
    /// `xml-declaration-invalid`: The XML declaration is `<?xml version="1.0"?>`, with `encoding` and `standalone` behind the version if they are there; what could be read of this one counts.
    XmlDeclarationInvalid => "xml-declaration-invalid", "The XML declaration is `<?xml version=\"1.0\"?>`, with `encoding` and `standalone` behind the version if they are there; what could be read of this one counts.";
    /// `xml-declaration-misplaced`: `<?xml` is an XML declaration only at the very start of the document; here it is a processing instruction. Remove it.
    XmlDeclarationMisplaced => "xml-declaration-misplaced", "`<?xml` is an XML declaration only at the very start of the document; here it is a processing instruction. Remove it.";
    /// `xml-double-hyphen-in-comment`: A comment of XML has no `--`, and no `-` before its end; put a space between the hyphens.
    XmlDoubleHyphenInComment => "xml-double-hyphen-in-comment", "A comment of XML has no `--`, and no `-` before its end; put a space between the hyphens.";
    /// `xml-encoding-mismatch`: The encoding that the XML declaration names is not the one that the document is in; correct the name.
    XmlEncodingMismatch => "xml-encoding-mismatch", "The encoding that the XML declaration names is not the one that the document is in; correct the name.";
    /// `xml-encoding-unknown`: No encoding has this name; write `UTF-8`, or the encoding that the document is in.
    XmlEncodingUnknown => "xml-encoding-unknown", "No encoding has this name; write `UTF-8`, or the encoding that the document is in.";
    /// `xml-end-tag-mismatch`: This end tag closes elements inside of its own that are still open; close them first.
    XmlEndTagMismatch => "xml-end-tag-mismatch", "This end tag closes elements inside of its own that are still open; close them first.";
    /// `xml-end-tag-without-start-tag`: No open element has this name; the end tag is dropped.
    XmlEndTagWithoutStartTag => "xml-end-tag-without-start-tag", "No open element has this name; the end tag is dropped.";
    /// `xml-entity-external`: External entities are never read, and unparsed ones are no text; the reference stays as it is written. Declare the entity's text in the document.
    XmlEntityExternal => "xml-entity-external", "External entities are never read, and unparsed ones are no text; the reference stays as it is written. Declare the entity's text in the document.";
    /// `xml-entity-limit`: Entities and attribute defaults add more to this document than they may; from here on references stay as they are written and defaults are left out. Raise the limit if you trust the document.
    XmlEntityLimit => "xml-entity-limit", "Entities and attribute defaults add more to this document than they may; from here on references stay as they are written and defaults are left out. Raise the limit if you trust the document.";
    /// `xml-entity-not-nested`: An element must start and end in the same entity; it is closed where the entity ends, and an end tag in an entity closes nothing outside.
    XmlEntityNotNested => "xml-entity-not-nested", "An element must start and end in the same entity; it is closed where the entity ends, and an end tag in an entity closes nothing outside.";
    /// `xml-entity-of-html`: XML has only `lt`, `gt`, `amp`, `apos` and `quot`; this name is taken for the character that it stands for in HTML. Write the character, or declare the entity.
    XmlEntityOfHtml => "xml-entity-of-html", "XML has only `lt`, `gt`, `amp`, `apos` and `quot`; this name is taken for the character that it stands for in HTML. Write the character, or declare the entity.";
    /// `xml-entity-recursive`: This entity contains itself; the reference stays as it is written.
    XmlEntityRecursive => "xml-entity-recursive", "This entity contains itself; the reference stays as it is written.";
    /// `xml-entity-undeclared`: No entity of this name is declared; the reference stays as it is written. Declare it, or write `&amp;` for the text `&`.
    XmlEntityUndeclared => "xml-entity-undeclared", "No entity of this name is declared; the reference stays as it is written. Declare it, or write `&amp;` for the text `&`.";
    /// `xml-eof-in-processing-instruction`: The file ends inside a processing instruction, which counts as if it were closed; close it with `?>`.
    XmlEofInProcessingInstruction => "xml-eof-in-processing-instruction", "The file ends inside a processing instruction, which counts as if it were closed; close it with `?>`.";
    /// `xml-eof-in-tag`: The file ends inside a tag, which counts as if it were closed; close it with `>`.
    XmlEofInTag => "xml-eof-in-tag", "The file ends inside a tag, which counts as if it were closed; close it with `>`.";
    /// `xml-invalid-declaration`: This declaration in the document type declaration is not well-formed; it is left out, or read as far as it can be.
    XmlInvalidDeclaration => "xml-invalid-declaration", "This declaration in the document type declaration is not well-formed; it is left out, or read as far as it can be.";
    /// `xml-invalid-name`: A name starts with a letter or `_` and goes on with these, digits, `-` and `.`; this one has something else, and stays as it is.
    XmlInvalidName => "xml-invalid-name", "A name starts with a letter or `_` and goes on with these, digits, `-` and `.`; this one has something else, and stays as it is.";
    /// `xml-invalid-namespace-declaration`: This namespace declaration is not allowed: `xml` and `xmlns` keep their namespaces, and a prefix cannot be bound to nothing.
    XmlInvalidNamespaceDeclaration => "xml-invalid-namespace-declaration", "This namespace declaration is not allowed: `xml` and `xmlns` keep their namespaces, and a prefix cannot be bound to nothing.";
    /// `xml-invalid-processing-instruction-target`: After `<?` a name without a colon must follow, and not `xml` in other capitals; without a name this becomes a comment.
    XmlInvalidProcessingInstructionTarget => "xml-invalid-processing-instruction-target", "After `<?` a name without a colon must follow, and not `xml` in other capitals; without a name this becomes a comment.";
    /// `xml-invalid-public-identifier`: A public identifier has letters and digits of ASCII, white space and some punctuation; this one has something else, and stays as it is.
    XmlInvalidPublicIdentifier => "xml-invalid-public-identifier", "A public identifier has letters and digits of ASCII, white space and some punctuation; this one has something else, and stays as it is.";
    /// `xml-invalid-qualified-name`: A name has at most one colon, with something on either side; this one counts as a name without a prefix.
    XmlInvalidQualifiedName => "xml-invalid-qualified-name", "A name has at most one colon, with something on either side; this one counts as a name without a prefix.";
    /// `xml-invalid-reference`: In XML `&` starts a reference, such as `&name;`, `&#10;` or `&#xA;`, and this is none. Write `&amp;` for the text `&`.
    XmlInvalidReference => "xml-invalid-reference", "In XML `&` starts a reference, such as `&name;`, `&#10;` or `&#xA;`, and this is none. Write `&amp;` for the text `&`.";
    /// `xml-invalid-tag-start`: A name must follow `<` and `</`; what stands here is text. Write `&lt;` for the text `<`.
    XmlInvalidTagStart => "xml-invalid-tag-start", "A name must follow `<` and `</`; what stands here is text. Write `&lt;` for the text `<`.";
    /// `xml-less-than-in-attribute-value`: An attribute value has no `<`, and no entity that has one; it is taken as it is. Write `&lt;`.
    XmlLessThanInAttributeValue => "xml-less-than-in-attribute-value", "An attribute value has no `<`, and no entity that has one; it is taken as it is. Write `&lt;`.";
    /// `xml-missing-root`: The document has no element; add one.
    XmlMissingRoot => "xml-missing-root", "The document has no element; add one.";
    /// `xml-missing-system-identifier`: Behind PUBLIC two identifiers must stand, in quotes; add that of the system.
    XmlMissingSystemIdentifier => "xml-missing-system-identifier", "Behind PUBLIC two identifiers must stand, in quotes; add that of the system.";
    /// `xml-missing-whitespace`: White space must stand between attributes, and behind the target of a processing instruction; add it.
    XmlMissingWhitespace => "xml-missing-whitespace", "White space must stand between attributes, and behind the target of a processing instruction; add it.";
    /// `xml-parameter-entity-in-declaration`: Within a declaration of the document itself, references to parameter entities are not allowed; this one stays as it is written.
    XmlParameterEntityInDeclaration => "xml-parameter-entity-in-declaration", "Within a declaration of the document itself, references to parameter entities are not allowed; this one stays as it is written.";
    /// `xml-second-root`: The document has its one outermost element already; this tag is dropped. Put everything into one element.
    XmlSecondRoot => "xml-second-root", "The document has its one outermost element already; this tag is dropped. Put everything into one element.";
    /// `xml-short-end-tag`: XML has no end tag without a name; this one closes the innermost element. Write its name.
    XmlShortEndTag => "xml-short-end-tag", "XML has no end tag without a name; this one closes the innermost element. Write its name.";
    /// `xml-text-outside-root`: Text may only stand in an element; this is dropped.
    XmlTextOutsideRoot => "xml-text-outside-root", "Text may only stand in an element; this is dropped.";
    /// `xml-unbound-prefix`: No namespace is declared for this prefix; declare it with `xmlns:prefix`. The name keeps the prefix and is in no namespace.
    XmlUnboundPrefix => "xml-unbound-prefix", "No namespace is declared for this prefix; declare it with `xmlns:prefix`. The name keeps the prefix and is in no namespace.";
    /// `xml-unclosed-element`: The document ends while this element is open; close it.
    XmlUnclosedElement => "xml-unclosed-element", "The document ends while this element is open; close it.";
    /// `xml-unexpected-character-in-end-tag`: Nothing but white space may follow the name in an end tag; this is dropped.
    XmlUnexpectedCharacterInEndTag => "xml-unexpected-character-in-end-tag", "Nothing but white space may follow the name in an end tag; this is dropped.";
    /// `xml-unexpected-solidus`: A `/` in a tag has a meaning only right before `>`; remove it.
    XmlUnexpectedSolidus => "xml-unexpected-solidus", "A `/` in a tag has a meaning only right before `>`; remove it.";
    /// `xml-unquoted-attribute-value`: In XML the value of an attribute stands in quotes; add them.
    XmlUnquotedAttributeValue => "xml-unquoted-attribute-value", "In XML the value of an attribute stands in quotes; add them.";
    /// `xmlns-attribute-mismatch`: This namespace declaration does not name the namespace that the element is in, and has no effect.
    XmlnsAttributeMismatch => "xmlns-attribute-mismatch", "This namespace declaration does not name the namespace that the element is in, and has no effect.";
}

impl ErrorCode {
    /// How many codes the standard names.
    pub const STANDARD_COUNT: usize = 52;

    /// Whether the standard names this code; if not, it is limpid's own.
    pub const fn is_standard(self) -> bool {
        (self as usize) < Self::STANDARD_COUNT
    }

    /// The code of a name.
    pub fn from_name(name: &str) -> Option<ErrorCode> {
        Self::ALL.iter().copied().find(|code| code.as_str() == name)
    }

    /// Whether only XML has this error: its name starts with `xml-`.
    pub fn is_xml(self) -> bool {
        self.as_str().starts_with("xml-")
    }

    /// Whether XML forbids this, and XML5 does not call it a parse error.
    fn is_of_xml_alone(self) -> bool {
        matches!(
            self,
            ErrorCode::XmlAttributeWithoutValue
                | ErrorCode::XmlCdataEndInText
                | ErrorCode::XmlDoubleHyphenInComment
                | ErrorCode::XmlEntityOfHtml
                | ErrorCode::XmlInvalidName
                | ErrorCode::XmlInvalidPublicIdentifier
                | ErrorCode::XmlInvalidReference
                | ErrorCode::XmlLessThanInAttributeValue
                | ErrorCode::XmlMissingSystemIdentifier
                | ErrorCode::XmlMissingWhitespace
                | ErrorCode::XmlShortEndTag
                | ErrorCode::XmlUnquotedAttributeValue
        )
    }

    /// The standard's definition of the code; for limpid's own codes the standard's tree construction page, or for those of
    /// XML that of the [XML5 draft](https://ygg01.github.io/xml5_draft/), or [XML](https://www.w3.org/TR/xml/) where XML5 has no
    /// parse error.
    pub fn url(self) -> String {
        const PAGE: &str = "https://html.spec.whatwg.org/multipage/parsing.html";
        if self.is_of_xml_alone() {
            return "https://www.w3.org/TR/xml/#sec-well-formed".to_owned();
        }
        if self.is_xml() {
            return "https://ygg01.github.io/xml5_draft/#parse-error".to_owned();
        }
        if self.is_standard() { format!("{PAGE}#parse-error-{self}") } else { format!("{PAGE}#tree-construction") }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_codes_come_first_and_names_are_unique() {
        assert_eq!(ErrorCode::ALL.iter().filter(|code| code.is_standard()).count(), 52);
        assert!(ErrorCode::UnknownNamedCharacterReference.is_standard());
        assert!(!ErrorCode::MissingDoctype.is_standard());
        for &code in ErrorCode::ALL {
            assert_eq!(ErrorCode::from_name(code.as_str()), Some(code));
            assert!(code.message().ends_with(['.', '?']), "{code}");
        }
    }
}
