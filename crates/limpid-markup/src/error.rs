//! Parse errors: their codes, and a message for each.

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

/// Makes the enum, its names and its messages. Each code is written once: `Variant "name" "message"`.
macro_rules! error_codes {
    (
        standard { $($variant:ident $name:literal $message:literal;)* }
        own { $($own:ident $own_name:literal $own_message:literal;)* }
    ) => {
        /// Names of parse errors: the standard's 52 codes, which come first, and limpid's own for tree construction, to
        /// whose errors the standard gives no names. Own codes differ from all of the standard's.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum ErrorCode {
            $(
                #[doc = concat!(
                    "[`", $name, "`](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-", $name, "): ", $message
                )]
                $variant,
            )*
            $(#[doc = concat!("`", $own_name, "`: ", $own_message)] $own,)*
        }

        impl ErrorCode {
            /// Every code, the standard's first.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$variant,)* $(ErrorCode::$own),*];

            /// The number of codes that the standard names.
            pub const STANDARD_COUNT: usize = [$($name),*].len();

            /// Returns the code as the standard writes it: `eof-in-tag`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(ErrorCode::$variant => $name,)*
                    $(ErrorCode::$own => $own_name,)*
                }
            }

            /// Says the fault and the remedy in one or two sentences for a person.
            pub const fn message(self) -> &'static str {
                match self {
                    $(ErrorCode::$variant => $message,)*
                    $(ErrorCode::$own => $own_message,)*
                }
            }
        }
    };
}

error_codes! {
    standard {
        AbruptClosingOfEmptyComment "abrupt-closing-of-empty-comment" "The comment `<!-->` or `<!--->` is closed before it begins; write `<!-- -->`.";
        AbruptDoctypePublicIdentifier "abrupt-doctype-public-identifier" "A `>` ends the DOCTYPE inside its public identifier; add the closing quote.";
        AbruptDoctypeSystemIdentifier "abrupt-doctype-system-identifier" "A `>` ends the DOCTYPE inside its system identifier; add the closing quote.";
        AbsenceOfDigitsInNumericCharacterReference "absence-of-digits-in-numeric-character-reference" "`&#` is not followed by digits; write `&amp;#` for the text, or add the number.";
        CdataInHtmlContent "cdata-in-html-content" "`<![CDATA[` only works inside SVG and MathML; here it becomes a comment.";
        CharacterReferenceOutsideUnicodeRange "character-reference-outside-unicode-range" "This number is above U+10FFFF, so it becomes U+FFFD; use a valid code point.";
        ControlCharacterInInputStream "control-character-in-input-stream" "A control character stands in the text; remove it.";
        ControlCharacterReference "control-character-reference" "This number refers to a control character; use the character that you mean.";
        DisallowedProcessingInstructionTarget "disallowed-processing-instruction-target" "`<?xml` and `<?xml-stylesheet` have no meaning in HTML and become comments; remove them.";
        DuplicateAttribute "duplicate-attribute" "The tag has an attribute of this name already; only the first counts, so remove this one.";
        EndTagWithAttributes "end-tag-with-attributes" "End tags have no attributes; remove them.";
        EndTagWithTrailingSolidus "end-tag-with-trailing-solidus" "An end tag does not end in `/>`; remove the `/`.";
        EofBeforeTagName "eof-before-tag-name" "The file ends after `<` or `</`; write `&lt;` for the text, or finish the tag.";
        EofInCdata "eof-in-cdata" "The file ends inside a CDATA section; close it with `]]>`.";
        EofInComment "eof-in-comment" "The file ends inside a comment; close it with `-->`.";
        EofInDoctype "eof-in-doctype" "The file ends inside the DOCTYPE; close it with `>`.";
        EofInProcessingInstruction "eof-in-processing-instruction" "The file ends inside a processing instruction, which is dropped; close it with `?>`.";
        EofInScriptHtmlCommentLikeText "eof-in-script-html-comment-like-text" "The file ends inside `<!--` in a script; close it with `-->` and `</script>`.";
        EofInTag "eof-in-tag" "The file ends inside a tag, which is dropped; close it with `>`.";
        IncorrectlyClosedComment "incorrectly-closed-comment" "A comment ends in `-->`, not `--!>`.";
        IncorrectlyOpenedComment "incorrectly-opened-comment" "`<!` starts no comment, DOCTYPE or CDATA section here; a comment starts with `<!--`.";
        InvalidCharacterSequenceAfterDoctypeName "invalid-character-sequence-after-doctype-name" "Only PUBLIC or SYSTEM may follow the DOCTYPE's name; write `<!DOCTYPE html>`.";
        InvalidFirstCharacterOfProcessingInstructionTarget "invalid-first-character-of-processing-instruction-target" "After `<?` a letter or `_` must follow; this becomes a comment.";
        InvalidFirstCharacterOfTagName "invalid-first-character-of-tag-name" "A tag name starts with a letter; write `&lt;` for the text `<`.";
        InvalidProcessingInstructionTarget "invalid-processing-instruction-target" "A processing instruction's target has letters, digits, `-` and `_` only; this becomes a comment.";
        MissingAttributeValue "missing-attribute-value" "A value must follow `=`; add one, or remove the `=`.";
        MissingDoctypeName "missing-doctype-name" "The DOCTYPE has no name; write `<!DOCTYPE html>`.";
        MissingDoctypePublicIdentifier "missing-doctype-public-identifier" "PUBLIC must be followed by a quoted identifier; write `<!DOCTYPE html>`.";
        MissingDoctypeSystemIdentifier "missing-doctype-system-identifier" "SYSTEM must be followed by a quoted identifier; write `<!DOCTYPE html>`.";
        MissingEndTagName "missing-end-tag-name" "`</>` closes nothing and is dropped; name the element.";
        MissingQuoteBeforeDoctypePublicIdentifier "missing-quote-before-doctype-public-identifier" "The public identifier must be in quotes.";
        MissingQuoteBeforeDoctypeSystemIdentifier "missing-quote-before-doctype-system-identifier" "The system identifier must be in quotes.";
        MissingSemicolonAfterCharacterReference "missing-semicolon-after-character-reference" "A character reference ends in `;`; add it.";
        MissingWhitespaceAfterDoctypePublicKeyword "missing-whitespace-after-doctype-public-keyword" "A space must stand between PUBLIC and the identifier.";
        MissingWhitespaceAfterDoctypeSystemKeyword "missing-whitespace-after-doctype-system-keyword" "A space must stand between SYSTEM and the identifier.";
        MissingWhitespaceBeforeDoctypeName "missing-whitespace-before-doctype-name" "A space must stand between DOCTYPE and the name.";
        MissingWhitespaceBetweenAttributes "missing-whitespace-between-attributes" "A space must stand between attributes.";
        MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers "missing-whitespace-between-doctype-public-and-system-identifiers" "A space must stand between the public and the system identifier.";
        NestedComment "nested-comment" "Comments do not nest: the first `-->` closes this one.";
        NonVoidHtmlElementStartTagWithTrailingSolidus "non-void-html-element-start-tag-with-trailing-solidus" "`/>` does not close an HTML element; write an end tag, or remove the `/`.";
        NoncharacterCharacterReference "noncharacter-character-reference" "This number refers to a noncharacter; use a character.";
        NoncharacterInInputStream "noncharacter-in-input-stream" "A noncharacter stands in the text; remove it.";
        NullCharacterReference "null-character-reference" "`&#0;` becomes U+FFFD; remove it.";
        SurrogateCharacterReference "surrogate-character-reference" "This number is a surrogate, so it becomes U+FFFD; refer to the whole character.";
        SurrogateInInputStream "surrogate-in-input-stream" "A lone surrogate stands in the text. UTF-8 input has none, so limpid never reports it.";
        UnexpectedCharacterAfterDoctypeSystemIdentifier "unexpected-character-after-doctype-system-identifier" "Nothing but `>` may follow the system identifier.";
        UnexpectedCharacterInAttributeName "unexpected-character-in-attribute-name" "A quote or `<` stands in an attribute name; is a quote, a space or a `>` missing before it?";
        UnexpectedCharacterInUnquotedAttributeValue "unexpected-character-in-unquoted-attribute-value" "A quote, `<`, `=` or a backtick stands in an unquoted value; put the value in quotes.";
        UnexpectedEqualsSignBeforeAttributeName "unexpected-equals-sign-before-attribute-name" "A `=` stands where an attribute name starts; is the name missing?";
        UnexpectedNullCharacter "unexpected-null-character" "A NUL character stands in the text; remove it.";
        UnexpectedSolidusInTag "unexpected-solidus-in-tag" "A `/` stands in the tag without a `>` after it; remove it.";
        UnknownNamedCharacterReference "unknown-named-character-reference" "There is no character reference of this name; write `&amp;` for the text `&`.";
    }
    own {
        AdoptionAgencyElementNotCurrent "adoption-agency-element-not-current" "An element inside this formatting element is still open; close it first.";
        AdoptionAgencyElementNotInScope "adoption-agency-element-not-in-scope" "The formatting element to close lies outside of a table cell, button or the like; close it there.";
        AdoptionAgencyElementNotOpen "adoption-agency-element-not-open" "The formatting element to close is closed already; remove this end tag.";
        AttributeLimit "attribute-limit" "The element has as many attributes as it may; this one and those behind it are dropped. Remove some, or raise the limit.";
        BodyEndTagWithOpenElements "body-end-tag-with-open-elements" "An element that needs an end tag is still open at `</body>`; close it.";
        BodyEndTagWithoutBody "body-end-tag-without-body" "There is no body to close here; remove this end tag.";
        BrEndTag "br-end-tag" "`</br>` is no end tag; it becomes `<br>`.";
        CaptionEndTagWithoutCaption "caption-end-tag-without-caption" "There is no caption to close here; remove this end tag.";
        CaptionWithOpenElements "caption-with-open-elements" "An element inside the caption is still open; close it.";
        CellEndTagWithoutCell "cell-end-tag-without-cell" "There is no such table cell to close here; remove this end tag.";
        CellWithOpenElements "cell-with-open-elements" "An element inside the table cell is still open; close it.";
        CellWithoutRow "cell-without-row" "A table cell must be in a `tr`; one is implied.";
        ContentAfterAfterBody "content-after-after-body" "Content stands after `</html>`; it goes into the body.";
        ContentAfterBody "content-after-body" "Content stands after `</body>`; it goes into the body.";
        ClosingPWithOpenElements "closing-p-with-open-elements" "An element inside the `p` is still open where the `p` ends; close it first.";
        ColEndTag "col-end-tag" "`col` has no end tag; remove it.";
        ColgroupEndTagWithoutColgroup "colgroup-end-tag-without-colgroup" "There is no `colgroup` to close here; remove this end tag.";
        ContentAfterAfterFrameset "content-after-after-frameset" "Only comments and `noframes` may follow `</html>` after a frameset; this is dropped.";
        ContentAfterFrameset "content-after-frameset" "Only `noframes` may follow a frameset; this is dropped.";
        ContentInFrameset "content-in-frameset" "Only `frame`, `frameset` and `noframes` may be in a frameset; this is dropped.";
        ContentInHeadNoscript "content-in-head-noscript" "Only `link`, `meta`, `style` and the like may be in a `noscript` in the head; this ends the head.";
        ContentInTable "content-in-table" "This may not stand directly in a table; it is put before the table.";
        DepthLimit "depth-limit" "The tree is as deep here as it may be; what would be deeper is put behind the element that it is in. Nest less, or raise the limit.";
        DoctypeWithLegacyIdentifiers "doctype-with-legacy-identifiers" "Only `<!DOCTYPE html>` is a conforming DOCTYPE.";
        EncodingDeclarationTooLate "encoding-declaration-too-late" "The encoding is declared so late that the page would have to be read again; declare it in the first 1,024 bytes.";
        EndTagAfterHead "end-tag-after-head" "Nothing is open that this end tag could close; remove it.";
        EndTagBeforeHead "end-tag-before-head" "Nothing is open yet that this end tag could close; remove it.";
        EndTagBeforeHtml "end-tag-before-html" "Nothing is open yet that this end tag could close; remove it.";
        EndTagCrossingSpecialElement "end-tag-crossing-special-element" "The element to close lies outside of the one that is open here; remove this end tag.";
        EndTagInCaption "end-tag-in-caption" "This end tag has no place in a caption; remove it.";
        EndTagInCell "end-tag-in-cell" "This end tag has no place in a table cell; remove it.";
        EndTagInHead "end-tag-in-head" "No such element is open in the head; remove this end tag.";
        EndTagInHeadNoscript "end-tag-in-head-noscript" "No such element is open in this `noscript`; remove this end tag.";
        EndTagInRow "end-tag-in-row" "This end tag has no place in a table row; remove it.";
        EndTagInTable "end-tag-in-table" "This end tag has no place in a table; remove it.";
        EndTagInTableBody "end-tag-in-table-body" "This end tag has no place in a table body; remove it.";
        EndTagInTemplate "end-tag-in-template" "No such element is open in this template; remove this end tag.";
        EndTagWithOpenElements "end-tag-with-open-elements" "An element inside is still open; close it first.";
        EndTagWithoutElement "end-tag-without-element" "No such element is open here; remove this end tag.";
        EofInFrameset "eof-in-frameset" "The file ends inside a frameset; close it.";
        EofInTemplate "eof-in-template" "The file ends inside a template; close it with `</template>`.";
        EofInTextElement "eof-in-text-element" "The file ends inside an element that holds only text; close it.";
        EofWithOpenElements "eof-with-open-elements" "The file ends while an element that needs an end tag is open; close it.";
        ForeignEndTagMismatch "foreign-end-tag-mismatch" "The innermost open SVG or MathML element has another name; close it first.";
        FormEndTagWithOpenElements "form-end-tag-with-open-elements" "An element inside the form is still open; close it first.";
        FormEndTagWithoutForm "form-end-tag-without-form" "There is no form to close here; remove this end tag.";
        FormInTable "form-in-table" "A form may not stand directly in a table; it stays empty.";
        FramesetEndTagWithoutFrameset "frameset-end-tag-without-frameset" "There is no frameset to close here; remove this end tag.";
        FramesetStartTagInBody "frameset-start-tag-in-body" "A frameset takes the place of the body, it cannot be in it.";
        HeadContentAfterHead "head-content-after-head" "This element belongs in the head; it is put there.";
        HeadStartTagAfterHead "head-start-tag-after-head" "The head is over; remove this tag.";
        HeadStartTagInHead "head-start-tag-in-head" "The head is open already; remove this tag.";
        HeadStartTagInHeadNoscript "head-start-tag-in-head-noscript" "`head` and `noscript` may not be in a `noscript` in the head; remove this tag.";
        HiddenInputInTable "hidden-input-in-table" "An input may not stand directly in a table; put it into a cell.";
        HrInOption "hr-in-option" "The `hr` ends the open option or option group; close it first.";
        HtmlBreaksOutOfForeignContent "html-breaks-out-of-foreign-content" "This HTML element may not be in SVG or MathML, and ends it.";
        HtmlEndTagInFragment "html-end-tag-in-fragment" "A fragment has no `html` to close; remove this end tag.";
        HtmlEndTagWithOpenElements "html-end-tag-with-open-elements" "An element that needs an end tag is still open at `</html>`; close it.";
        HtmlEndTagWithoutBody "html-end-tag-without-body" "There is no body to close here; remove this end tag.";
        ImageStartTag "image-start-tag" "`image` is no HTML element; it becomes `img`.";
        InputInSelect "input-in-select" "An `input` ends the `select` that it stands in; close the `select` first.";
        InputInSelectFragment "input-in-select-fragment" "An `input` may not be in a `select`; it is dropped.";
        InputTooLong "input-too-long" "The input is longer than 4 GiB or the limit; only what is before this is parsed.";
        ListItemWithOpenElements "list-item-with-open-elements" "An element inside the open list item is still open; close it first.";
        MissingDoctype "missing-doctype" "The page has no DOCTYPE; start it with `<!DOCTYPE html>`.";
        NestedAnchor "nested-anchor" "A link may not be in a link; close the first.";
        NestedButton "nested-button" "A button may not be in a button; close the first.";
        NestedForm "nested-form" "A form may not be in a form; this tag is dropped.";
        NestedHeading "nested-heading" "A heading may not be in a heading; close the first.";
        NestedNobr "nested-nobr" "A `nobr` may not be in a `nobr`; close the first.";
        NestedSelect "nested-select" "A `select` may not be in a `select`: this tag closes the first one.";
        NestedTable "nested-table" "A table may not stand directly in a table; this closes the first one.";
        NodeLimit "node-limit" "The document has as many nodes as it may; nothing is parsed from here on. Split the page, or raise the limit.";
        NullInBody "null-in-body" "A NUL character stands in the text and is dropped.";
        NullInForeignContent "null-in-foreign-content" "A NUL character stands in the text and becomes U+FFFD.";
        NullInTableText "null-in-table-text" "A NUL character stands in the table and is dropped.";
        OptgroupWithOpenOption "optgroup-with-open-option" "The open option or option group must be closed before this `optgroup`.";
        OptionCloneLimit "option-clone-limit" "Filling `selectedcontent` elements takes too much here; from this option on none is cloned.";
        OptionWithOpenOption "option-with-open-option" "The open option must be closed before this one.";
        PEndTagWithoutP "p-end-tag-without-p" "There is no `p` to close here; an empty one is made.";
        ReconstructionLimit "reconstruction-limit" "More formatting elements are to be opened again here than may be; only the innermost ones are. Close them where they end, or raise the limit.";
        RowEndTagWithoutRow "row-end-tag-without-row" "There is no table row to close here; remove this tag.";
        RubyBaseOutsideRuby "ruby-base-outside-ruby" "`rb` and `rtc` must be directly in a `ruby`.";
        RubyTextOutsideRuby "ruby-text-outside-ruby" "`rp` and `rt` must be directly in a `ruby` or `rtc`.";
        SelectInSelectFragment "select-in-select-fragment" "A `select` may not be in a `select`; it is dropped.";
        ContentInColumnGroup "content-in-column-group" "Only `col` and `template` may be in a `colgroup`; this is dropped.";
        TableBodyEndTagWithoutTableBody "table-body-end-tag-without-table-body" "There is no such table section to close here; remove this tag.";
        TableEndTagWithoutTable "table-end-tag-without-table" "There is no table to close here; remove this end tag.";
        TablePartInCaption "table-part-in-caption" "There is no caption here that this tag could end; it is dropped.";
        TablePartOutsideTable "table-part-outside-table" "This element only has a meaning in a table or frameset; it is dropped.";
        TemplateEndTagWithOpenElements "template-end-tag-with-open-elements" "An element inside the template is still open; close it first.";
        TemplateEndTagWithoutTemplate "template-end-tag-without-template" "There is no template to close here; remove this end tag.";
        TextLimit "text-limit" "The document has as much text as it may; nothing is parsed from here on. Split the page, or raise the limit.";
        TextInTable "text-in-table" "Text may not stand directly in a table; it is put before the table.";
        TooManyErrors "too-many-errors" "There are more errors than are kept; mend these first.";
        UnexpectedBodyStartTag "unexpected-body-start-tag" "The body is open already; only new attributes count.";
        UnexpectedDoctype "unexpected-doctype" "A DOCTYPE may only stand at the start of the page; it is dropped.";
        UnexpectedHtmlStartTag "unexpected-html-start-tag" "`html` is open already; only new attributes count.";
        XmlAttributeWithoutValue "xml-attribute-without-value" "An attribute of XML has a value in quotes; this one counts as empty. Write `name=\"\"`.";
        XmlCdataEndInText "xml-cdata-end-in-text" "`]]>` may only end a CDATA section; here it is text. Write `]]&gt;`.";
        XmlColonBeforeAttribute "xml-colon-before-attribute" "A `:` stands before an attribute's name and is dropped; name the prefix, or remove the colon.";
        XmlDeclarationInvalid "xml-declaration-invalid" "The XML declaration is `<?xml version=\"1.0\"?>`, with `encoding` and `standalone` behind the version if they are there; what could be read of this one counts.";
        XmlDeclarationMisplaced "xml-declaration-misplaced" "`<?xml` is an XML declaration only at the very start of the document; here it is a processing instruction. Remove it.";
        XmlDoubleHyphenInComment "xml-double-hyphen-in-comment" "A comment of XML has no `--`, and no `-` before its end; put a space between the hyphens.";
        XmlEncodingMismatch "xml-encoding-mismatch" "The encoding that the XML declaration names is not the one that the document is in; correct the name.";
        XmlEncodingUnknown "xml-encoding-unknown" "No encoding has this name; write `UTF-8`, or the encoding that the document is in.";
        XmlEndTagMismatch "xml-end-tag-mismatch" "This end tag closes elements inside of its own that are still open; close them first.";
        XmlEndTagWithoutStartTag "xml-end-tag-without-start-tag" "No open element has this name; the end tag is dropped.";
        XmlEntityExternal "xml-entity-external" "External entities are never read, and unparsed ones are no text; the reference stays as it is written. Declare the entity's text in the document.";
        XmlEntityLimit "xml-entity-limit" "Entities and attribute defaults add more to this document than they may; from here on references stay as they are written and defaults are left out. Raise the limit if you trust the document.";
        XmlEntityNotNested "xml-entity-not-nested" "An element must start and end in the same entity; it is closed where the entity ends, and an end tag in an entity closes nothing outside.";
        XmlEntityOfHtml "xml-entity-of-html" "XML has only `lt`, `gt`, `amp`, `apos` and `quot`; this name is taken for the character that it stands for in HTML. Write the character, or declare the entity.";
        XmlEntityRecursive "xml-entity-recursive" "This entity contains itself; the reference stays as it is written.";
        XmlEntityUndeclared "xml-entity-undeclared" "No entity of this name is declared; the reference stays as it is written. Declare it, or write `&amp;` for the text `&`.";
        XmlEofInProcessingInstruction "xml-eof-in-processing-instruction" "The file ends inside a processing instruction, which counts as if it were closed; close it with `?>`.";
        XmlEofInTag "xml-eof-in-tag" "The file ends inside a tag, which counts as if it were closed; close it with `>`.";
        XmlInvalidDeclaration "xml-invalid-declaration" "This declaration in the document type declaration is not well-formed; it is left out, or read as far as it can be.";
        XmlInvalidName "xml-invalid-name" "A name starts with a letter or `_` and goes on with these, digits, `-` and `.`; this one has something else, and stays as it is.";
        XmlInvalidNamespaceDeclaration "xml-invalid-namespace-declaration" "This namespace declaration is not allowed: `xml` and `xmlns` keep their namespaces, and a prefix cannot be bound to nothing.";
        XmlInvalidProcessingInstructionTarget "xml-invalid-processing-instruction-target" "After `<?` a name without a colon must follow, and not `xml` in other capitals; without a name this becomes a comment.";
        XmlInvalidPublicIdentifier "xml-invalid-public-identifier" "A public identifier has letters and digits of ASCII, white space and some punctuation; this one has something else, and stays as it is.";
        XmlInvalidQualifiedName "xml-invalid-qualified-name" "A name has at most one colon, with something on either side; this one counts as a name without a prefix.";
        XmlInvalidReference "xml-invalid-reference" "In XML `&` starts a reference, such as `&name;`, `&#10;` or `&#xA;`, and this is none. Write `&amp;` for the text `&`.";
        XmlInvalidTagStart "xml-invalid-tag-start" "A name must follow `<` and `</`; what stands here is text. Write `&lt;` for the text `<`.";
        XmlLessThanInAttributeValue "xml-less-than-in-attribute-value" "An attribute value has no `<`, and no entity that has one; it is taken as it is. Write `&lt;`.";
        XmlMalformedBytes "xml-malformed-bytes" "These bytes stand for nothing in the document's encoding; U+FFFD is in their place. Correct them, or name the encoding that they are in.";
        XmlMissingRoot "xml-missing-root" "The document has no element; add one.";
        XmlMissingSystemIdentifier "xml-missing-system-identifier" "Behind PUBLIC two identifiers must stand, in quotes; add that of the system.";
        XmlMissingWhitespace "xml-missing-whitespace" "White space must stand between attributes, and behind the target of a processing instruction; add it.";
        XmlParameterEntityInDeclaration "xml-parameter-entity-in-declaration" "Within a declaration of the document itself, references to parameter entities are not allowed; this one stays as it is written.";
        XmlSecondRoot "xml-second-root" "The document has its one outermost element already; this tag is dropped. Put everything into one element.";
        XmlShortEndTag "xml-short-end-tag" "XML has no end tag without a name; this one closes the innermost element. Write its name.";
        XmlTextOutsideRoot "xml-text-outside-root" "Text may only stand in an element; this is dropped.";
        XmlUnboundPrefix "xml-unbound-prefix" "No namespace is declared for this prefix; declare it with `xmlns:prefix`. The name keeps the prefix and is in no namespace.";
        XmlUnclosedElement "xml-unclosed-element" "The document ends while this element is open; close it.";
        XmlUnexpectedCharacterInEndTag "xml-unexpected-character-in-end-tag" "Nothing but white space may follow the name in an end tag; this is dropped.";
        XmlUnexpectedSolidus "xml-unexpected-solidus" "A `/` in a tag has a meaning only right before `>`; remove it.";
        XmlUnquotedAttributeValue "xml-unquoted-attribute-value" "In XML the value of an attribute stands in quotes; add them.";
        XmlnsAttributeMismatch "xmlns-attribute-mismatch" "This namespace declaration does not name the namespace that the element is in, and has no effect.";
    }
}

impl ErrorCode {
    /// Whether the standard names this code; if not, it is limpid's own.
    pub const fn is_standard(self) -> bool {
        (self as usize) < Self::STANDARD_COUNT
    }

    /// Whether a limit acted: not all of the input is in the tree. These errors are kept however many others there are.
    ///
    /// ```
    /// use limpid_markup::ErrorCode;
    /// assert!(ErrorCode::NodeLimit.is_limit() && !ErrorCode::EofInTag.is_limit());
    /// ```
    pub const fn is_limit(self) -> bool {
        matches!(
            self,
            ErrorCode::AttributeLimit
                | ErrorCode::DepthLimit
                | ErrorCode::InputTooLong
                | ErrorCode::NodeLimit
                | ErrorCode::OptionCloneLimit
                | ErrorCode::ReconstructionLimit
                | ErrorCode::TextLimit
                | ErrorCode::XmlEntityLimit
        )
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

/// A text that names no error code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownErrorCode;

impl fmt::Display for UnknownErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no parse error has this name")
    }
}

impl std::error::Error for UnknownErrorCode {}

/// Reads the name of a code: `eof-in-tag`.
impl core::str::FromStr for ErrorCode {
    type Err = UnknownErrorCode;

    fn from_str(name: &str) -> Result<ErrorCode, UnknownErrorCode> {
        Self::ALL.iter().copied().find(|code| code.as_str() == name).ok_or(UnknownErrorCode)
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
            assert_eq!(code.as_str().parse(), Ok(code));
            assert!(code.message().ends_with(['.', '?']), "{code}");
        }
    }
}
