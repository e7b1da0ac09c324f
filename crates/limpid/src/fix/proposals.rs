//! Proposes a repair for each error while the page is parsed.

use super::recording_builder::{Effects, Element, ElementChange, RecordingBuilder};
use super::tag::{Edit, StartTag};
use crate::unclosed::has_optional_end_tag;
use crate::{FragmentContext, ParseOptions};
use limpid_dom::{DocumentBuilder, NodeHandle};
use limpid_markup::numeric_reference::{self, Dialect};
use limpid_markup::{
    ErrorCode, LocalName, Namespace, ParseError, Span, TagSet, TemplateSyntax, is_control, is_noncharacter,
};
use limpid_tokenizer::{Tag, Token, TokenSink, TokenSinkResult, TokenizerStatus};
use limpid_tree_builder::TreeBuilder;
use std::collections::HashMap;

/// The order of edits at the same offset: first by the number of a token, then by a number that orders the edits with the same token. The token is
/// the one that caused the edit, or for an edit of [`Proposals::adopt`], the start tag at which the edit is made.
pub(super) type Order = (u32, u64);

#[derive(Clone, Debug)]
pub(super) struct Proposal {
    pub(super) errors: Vec<ParseError>,
    /// The edits, each with its order among the edits at the same offset.
    pub(super) edits: Vec<(Order, Edit)>,
    changes_tags: bool,
    /// The index of the previous proposal whose first edit has the same span.
    same_span: Option<usize>,
}

/// Passes the tokens of a page to the tree builder, and collects proposals.
pub(super) struct Proposals<'s> {
    source: &'s str,
    template: &'s TemplateSyntax,
    /// The tags and comments that contain template syntax.
    template_tags: Vec<Span>,
    /// Whether template syntax controls which markup is output.
    has_template_control: bool,
    is_in_script_or_style: bool,
    builder: TreeBuilder<RecordingBuilder<'s>>,
    /// The tokenizer's errors since the last token.
    pending: Vec<ParseError>,
    list: Vec<Proposal>,
    /// For each span, the last proposal whose first edit has this span. Errors with the same repair share a proposal.
    by_span: HashMap<Span, usize>,
    /// For each element that a proposal closes, the index of the proposal.
    closing: HashMap<NodeHandle, usize>,
    /// The limit for [`repeat_tag`](Self::repeat_tag): the total length of the start tags that edits may still repeat.
    repeated_bytes_left: usize,
    /// The index of the proposal that closes an unfinished comment or CDATA section at the end of the page.
    ending: Option<usize>,
    /// The errors about elements that are open at the end tags of `body` and `html`, and these end tags.
    open_at_body_end: (Vec<ParseError>, Vec<Span>),
}

/// Parses a page and proposes repairs that do not change this template syntax. The proposals are not verified, and their edits may
/// overlap.
pub(super) fn propose(
    source: &str,
    options: &ParseOptions,
    context: Option<&FragmentContext>,
    template: &TemplateSyntax,
) -> Vec<Proposal> {
    let mut document = DocumentBuilder::new(source);
    options.set_up(&mut document);
    document.set_errors(false);
    let (mut tokenizer, builder) = options.stages(RecordingBuilder::new(document), context);
    let mut proposals = Proposals {
        source,
        template,
        template_tags: Vec::new(),
        has_template_control: false,
        is_in_script_or_style: false,
        builder,
        pending: Vec::new(),
        list: Vec::new(),
        by_span: HashMap::new(),
        closing: HashMap::new(),
        repeated_bytes_left: source.len(),
        ending: None,
        open_at_body_end: Default::default(),
    };
    while tokenizer.run(source, &mut proposals) == TokenizerStatus::Suspended && !proposals.builder.has_stopped() {}
    if !template.is_empty() {
        proposals.protect_template();
    }
    proposals.list.shrink_to_fit();
    proposals.list
}

impl TokenSink for Proposals<'_> {
    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        self.builder.sink_mut().token += 1;
        let result = self.builder.process_token(token);
        let mut effects = std::mem::take(&mut self.builder.sink_mut().effects);
        let mut pending: Vec<ParseError> = std::mem::take(&mut self.pending);
        if let Token::NullCharacter(span) = token {
            effects.errors.append(&mut pending);
            // The parser drops the NUL, or replaces it with U+FFFD.
            let text = if effects.adds { "\u{fffd}" } else { "" };
            self.add(std::mem::take(&mut effects.errors), [(span, text.to_owned())]);
        }
        if let Token::EndOfFile(_) = token {
            self.repair_tokenizer_errors(&token, &mut pending, None);
        }
        if !self.template.is_empty() {
            self.record_template(&token);
        }
        let removing = self.repair_tree_errors(&token, &mut effects);
        if !effects.moves {
            self.reopen(token.span(), &effects.changes);
        }
        if !pending.is_empty() {
            self.repair_tokenizer_errors(&token, &mut pending, removing);
        }
        // Keep the capacity for the next token.
        effects.changes.clear();
        effects.errors.clear();
        self.builder.sink_mut().effects = Effects { adds: false, moves: false, ..effects };
        result
    }

    fn parse_error(&mut self, error: ParseError) {
        self.pending.push(error);
    }

    fn wants_input_stream_errors(&self) -> bool {
        false
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.builder.adjusted_current_node_is_foreign()
    }
}

impl Proposals<'_> {
    /// Records whether a tag or comment contains template syntax, and whether the template syntax in a token controls which markup is output.
    fn record_template(&mut self, token: &Token<'_>) {
        let span = token.span();
        match token {
            Token::StartTag(tag) => {
                self.is_in_script_or_style = matches!(tag.name, LocalName::SCRIPT | LocalName::STYLE);
            }
            Token::EndTag(_) => self.is_in_script_or_style = false,
            _ => {}
        }
        let has_template = match token {
            Token::StartTag(_) | Token::EndTag(_) => self.template.is_in_tag(self.source, span),
            Token::Comment { .. } => self.template.overlaps(span),
            _ => false,
        };
        if has_template {
            self.template_tags.push(span);
            // A tag that starts inside of template syntax is not a tag in the output of the template, so the output has other tags than the page.
            self.has_template_control |= self.template.splits_at(span.start);
        }
        if let Token::StartTag(tag) = token {
            // Tags such as `<c:if>` are conditions or loops as well.
            self.has_template_control |= self.source[tag.name_span].contains(':');
        }
        let is_script_or_style = self.is_in_script_or_style && !matches!(token, Token::StartTag(_));
        self.has_template_control |= !is_script_or_style && self.template.controls(span);
    }

    /// Drops the proposals that would change template syntax, or tags that depend on it.
    fn protect_template(&mut self) {
        let (template, tags) = (self.template, &self.template_tags);
        let is_in_tag = |span: Span| {
            let after = tags.partition_point(|tag| tag.start < span.end.max(span.start + 1));
            after.checked_sub(1).is_some_and(|before| span.start < tags[before].end && tags[before].start < span.end)
        };
        let is_outside = |&(_, (span, _)): &(Order, Edit)| !template.overlaps(span) && !is_in_tag(span);
        self.list.retain(|it| it.edits.iter().all(is_outside) && !(self.has_template_control && it.changes_tags));
    }

    fn token_number(&self) -> u32 {
        self.builder.sink().token
    }

    /// Adds a proposal. If there is a proposal with the same first edit, adds the errors to it instead. Returns the index of the
    /// proposal.
    fn add(&mut self, errors: Vec<ParseError>, edits: impl Into<Vec<Edit>>) -> Option<usize> {
        let edits: Vec<Edit> = edits.into();
        let (span, text) = edits.first().filter(|_| !errors.is_empty())?;
        let span = *span;
        let same_span = self.by_span.get(&span).copied();
        let mut earlier = same_span;
        while let Some(proposal) = earlier.and_then(|number| self.list.get_mut(number)) {
            if proposal.edits.first().is_some_and(|(_, (_, same))| same == text) {
                proposal.errors.extend(errors);
                return earlier;
            }
            earlier = proposal.same_span;
        }
        let (number, token) = (self.list.len(), self.token_number());
        let changes_tags = edits.iter().any(|edit| changes_tags(self.source, edit));
        self.by_span.insert(span, number);
        let edits = edits.into_iter().map(|edit| ((token, 0), edit)).collect();
        self.list.push(Proposal { errors, edits, changes_tags, same_span });
        Some(number)
    }

    /// Proposes repairs of the tree builder's errors. Returns the index of the proposal that removes the token, if there is one.
    fn repair_tree_errors(&mut self, token: &Token<'_>, effects: &mut Effects) -> Option<usize> {
        let span = token.span();
        let errors = std::mem::take(&mut effects.errors);
        let errors: Vec<_> = errors.into_iter().filter(|error| !self.repair_specific_error(token, *error)).collect();
        if errors.is_empty() && !matches!(token, Token::EndOfFile(_)) {
            return None;
        }
        if effects.moves {
            self.adopt(errors, &effects.changes);
            return None;
        }
        if let Token::StartTag(_) | Token::EndTag(_) | Token::Doctype(_) = token
            && !effects.adds
            && effects.changes.is_empty()
        {
            return self.add(errors, [(span, String::new())]);
        }
        self.close(token, errors, &effects.changes);
        None
    }

    /// If a formatting element without an end tag is recreated, repeats its start tag. The edit becomes part of the proposal that closes the
    /// element.
    fn reopen(&mut self, span: Span, changes: &[ElementChange]) {
        for change in changes {
            if let &ElementChange::Recreated { original, element } = change
                && let Some(&closing) = self.closing.get(&original)
                && let Some(tag) = self.builder.sink().element(element).and_then(|element| element.tag)
            {
                let order = (self.token_number(), 1);
                match self.repeat_tag(tag) {
                    Some(text) => self.list[closing].edits.push((order, (Span::empty(span.start), text))),
                    // A proposal without errors is not used.
                    None => self.list[closing].errors.clear(),
                }
            }
        }
    }

    /// Returns the text of a start tag to repeat. The total length of repeated tags is limited, because a long tag may have to be
    /// repeated many times.
    fn repeat_tag(&mut self, tag: Span) -> Option<String> {
        self.repeated_bytes_left = self.repeated_bytes_left.checked_sub(tag.len())?;
        Some(self.source[tag].to_owned())
    }

    /// Proposes to close a formatting element before the blocks in it and to open it again inside of them, as the adoption agency does
    /// for a misnested end tag.
    fn adopt(&mut self, errors: Vec<ParseError>, changes: &[ElementChange]) {
        let token = u64::from(self.token_number());
        let mut edits = Vec::new();
        for change in changes {
            let &ElementChange::Adopted { block, element } = change else { continue };
            let sink = self.builder.sink();
            let (Some(block), Some(element)) = (sink.element(block), sink.element(element)) else { return };
            let (Some(block_tag), Some(tag)) = (block.tag, element.tag) else { return };
            let Some(again) = self.repeat_tag(tag) else { return };
            let end_tag = end_tag(self.source, tag);
            // If several tokens repeat start tags at the same offset, the elements are nested: an element closed by a later token contains the
            // elements closed by earlier tokens. So end tags are in the order of the tokens, and repeated start tags in the reverse order.
            edits.push(((block.token, 2 + token), (Span::empty(block_tag.start), end_tag)));
            edits.push(((block.token, u64::MAX - token), (Span::empty(block_tag.end), again)));
        }
        if !edits.is_empty() && errors.iter().all(|error| error.code == ErrorCode::AdoptionAgencyElementNotCurrent) {
            self.list.push(Proposal { errors, edits, changes_tags: true, same_span: None });
        }
    }

    /// Proposes a repair if there is a specific repair for the error's code. Returns whether the error needs no other repair.
    fn repair_specific_error(&mut self, token: &Token<'_>, error: ParseError) -> bool {
        let span = token.span();
        let edit = match (token, error.code) {
            (Token::StartTag(tag), code @ ErrorCode::NonVoidHtmlElementStartTagWithTrailingSolidus) => {
                let edits = StartTag::new(self.source, tag.span, tag.name_span.end).repair(code, span.start);
                return edits.is_some_and(|edits| self.add(vec![error], edits).is_some());
            }
            (Token::StartTag(tag), ErrorCode::ImageStartTag) => (tag.name_span, "img".to_owned()),
            (Token::StartTag(_), ErrorCode::NestedSelect) => (span, "</select>".to_owned()),
            (Token::StartTag(_), ErrorCode::CellWithoutRow) => (Span::empty(span.start), "<tr>".to_owned()),
            (Token::EndTag(_), ErrorCode::BrEndTag) => (span, "<br>".to_owned()),
            (Token::EndTag(_), ErrorCode::PEndTagWithoutP) => (span, "<p></p>".to_owned()),
            (Token::EndTag(_), ErrorCode::BodyEndTagWithOpenElements | ErrorCode::HtmlEndTagWithOpenElements) => {
                self.open_at_body_end.0.push(error);
                self.open_at_body_end.1.push(span);
                return true;
            }
            _ => return false,
        };
        self.add(vec![error], [edit]).is_some()
    }

    /// Proposes end tags for the elements that a token closed implicitly.
    fn close(&mut self, token: &Token<'_>, mut errors: Vec<ParseError>, changes: &[ElementChange]) {
        errors.retain(|error| is_about_open_elements(error.code));
        let sink = self.builder.sink();
        let closed = changes.iter().filter_map(|change| match change {
            ElementChange::Popped { element, end_tag: None } => Some((*element, sink.element(*element)?)),
            _ => None,
        });
        // Implied elements need no end tag. Elements such as `<br>`, which the same token created and popped, need no end tag either.
        let mut closed: Vec<(NodeHandle, Element)> =
            closed.filter(|(_, element)| element.tag.is_some() && element.token != sink.token).collect();
        let needs_end = |element: &Element| element.namespace != Namespace::Html || !has_optional_end_tag(element.name);
        if closed.iter().any(|(_, element)| needs_end(element)) {
            closed.retain(|(_, element)| needs_end(element));
        }
        let mut edits = Vec::new();
        if let (Token::EndTag(tag), Some((_, last))) = (token, closed.last())
            && [tag.name, last.name].iter().all(|name| TagSet::HEADINGS.contains(*name))
        {
            // Correct the end tag: `<h1>…</h2>` becomes `<h1>…</h1>`.
            edits.extend(last.tag.map(|start| (tag.name_span, tag_name(self.source, start).to_owned())));
            closed.pop();
        }
        let tags = closed.iter().filter_map(|(_, element)| Some(end_tag(self.source, element.tag?)));
        let mut tags: String = tags.collect();
        if let Token::EndOfFile(_) = token {
            self.move_body_end(changes, &mut tags, &mut edits, &mut errors);
        }
        if !tags.is_empty() {
            edits.push((Span::empty(token.span().start), tags));
        }
        let number = match self.ending.filter(|_| matches!(token, Token::EndOfFile(_)) && !errors.is_empty()) {
            Some(number) => {
                let order = (self.token_number(), 0);
                self.list[number].edits.extend(edits.into_iter().map(|edit| (order, edit)));
                self.list[number].errors.extend(errors);
                self.list[number].changes_tags = true;
                Some(number)
            }
            None => self.add(errors, edits),
        };
        if let Some(number) = number {
            self.closing.extend(closed.iter().map(|(handle, _)| (*handle, number)));
        }
    }

    /// If elements were open at the end tags of `body` and `html`, moves these end tags after the elements' end tags. The parser adds white
    /// space after `</body>` to the innermost open element, so this white space must stay before the elements' end tags.
    fn move_body_end(
        &mut self,
        changes: &[ElementChange],
        tags: &mut String,
        edits: &mut Vec<Edit>,
        errors: &mut Vec<ParseError>,
    ) {
        let (open, spans) = std::mem::take(&mut self.open_at_body_end);
        if open.is_empty() {
            return;
        }
        let ends = changes.iter().filter_map(|change| match change {
            ElementChange::Popped { end_tag: Some(end_tag), .. } => Some(*end_tag),
            _ => None,
        });
        let mut ends: Vec<Span> = ends.chain(spans).collect();
        ends.sort();
        ends.dedup();
        for span in ends {
            *tags += &self.source[span];
            edits.push((span, String::new()));
        }
        errors.extend(open);
    }

    /// Proposes to remove the repeated attributes of a start tag. Removes the errors about these attributes from `errors`, and other errors
    /// that disappear with the attributes.
    fn remove_repeated(&mut self, tag: &Tag<'_>, errors: &mut Vec<ParseError>) {
        let is_repeated = |error: &ParseError| error.code == ErrorCode::DuplicateAttribute;
        if !errors.iter().any(is_repeated) {
            return;
        }
        let parsed_tag = StartTag::new(self.source, tag.span, tag.name_span.end);
        let mut removed: Vec<(Edit, usize)> = Vec::new();
        for error in errors.iter().copied().filter(is_repeated) {
            if let Some(edit) = parsed_tag.remove(error.span.start)
                && let Some(number) = self.add(vec![error], [edit.clone()])
            {
                removed.push((edit, number));
            }
        }
        errors.retain(|error| !is_repeated(error));
        errors.retain(|error| {
            let before = removed.partition_point(|((span, _), _)| span.start <= error.span.start);
            let removal = before.checked_sub(1).map(|before| &removed[before]);
            let removal = removal.filter(|(edit, _)| is_removed_by(*error, edit));
            if let Some((_, number)) = removal {
                self.list[*number].errors.push(*error);
            }
            removal.is_none()
        });
    }

    /// Proposes repairs of the tokenizer's errors in the token or in the text before it. `removing` is the index of the proposal
    /// that removes the token.
    fn repair_tokenizer_errors(&mut self, token: &Token<'_>, errors: &mut Vec<ParseError>, removing: Option<usize>) {
        let span = token.span();
        let mut tag = None;
        // The tokenizer can report an error before it emits the preceding text.
        let is_text =
            !matches!(token, Token::StartTag(_) | Token::EndTag(_) | Token::Comment { .. } | Token::Doctype(_));
        let is_next = |error: &ParseError| match error.code {
            ErrorCode::UnexpectedNullCharacter => error.span.start >= span.end && !span.is_empty(),
            _ => is_text && error.span.start > span.end,
        };
        let next = errors.iter().copied().filter(is_next).collect();
        errors.retain(|error| !is_next(error));
        self.pending = next;
        if removing.is_none()
            && let Token::StartTag(start_tag) = token
        {
            self.remove_repeated(start_tag, errors);
        }
        for error in errors.drain(..) {
            let at = error.span.start;
            let is_inside = span.start <= at && at <= span.end && !span.is_empty();
            let edits = match token {
                _ if is_inside && removing.is_some() => {
                    self.list[removing.unwrap_or_default()].errors.push(error);
                    continue;
                }
                Token::EndTag(tag) if is_inside => {
                    Some(vec![(Span::new(tag.name_span.end, span.end - 1), String::new())])
                }
                Token::StartTag(Tag { span, name_span, .. }) if is_inside => {
                    let tag = tag.get_or_insert_with(|| StartTag::new(self.source, *span, name_span.end));
                    tag.repair(error.code, at).or_else(|| repair_text(self.source, error.code, at))
                }
                Token::Comment { .. } if is_inside || span.end == at => {
                    repair_comment(self.source, error.code, at, span)
                }
                Token::Doctype(_) if is_inside => repair_doctype(error.code, at, span),
                _ => repair_text(self.source, error.code, at),
            };
            let number = self.add(vec![error], edits.unwrap_or_default());
            let is_cut_off = match token {
                Token::Comment { .. } => error.code == ErrorCode::EofInComment || !self.source[span].ends_with('>'),
                _ => error.code == ErrorCode::EofInCdata,
            };
            self.ending = number.filter(|_| is_cut_off).or(self.ending);
        }
    }
}

/// Whether an edit adds or removes a tag, or removes the `/` of a tag such as `<div/>`. In some template languages, this `/` closes the element.
fn changes_tags(source: &str, (span, text): &Edit) -> bool {
    let has_tag = |text: &str| text.starts_with('<') && text.ends_with('>') && !text.starts_with("<!");
    let removed = &source[*span];
    let ends_element = removed.ends_with('/') && text.is_empty() && source[span.end as usize..].starts_with('>');
    has_tag(text) || has_tag(removed) || ends_element
}

/// Whether an error in a start tag disappears with the attribute that this edit removes.
fn is_removed_by(error: ParseError, (span, space): &Edit) -> bool {
    let at = error.span.start;
    match error.code {
        // The error is at the character after the `/`.
        ErrorCode::UnexpectedSolidusInTag => (span.start + 1..=span.end).contains(&at),
        ErrorCode::MissingAttributeValue => at == span.end,
        // The space that replaces the attribute separates the next attribute from the previous one.
        ErrorCode::MissingWhitespaceBetweenAttributes if at == span.end => !space.is_empty(),
        _ => span.contains(at),
    }
}

/// Whether an error is about elements that a token closed implicitly.
fn is_about_open_elements(code: ErrorCode) -> bool {
    let text = code.as_str();
    text.ends_with("-with-open-elements")
        || text.starts_with("nested-")
        || matches!(
            code,
            ErrorCode::AdoptionAgencyElementNotCurrent
                | ErrorCode::EofInFrameset
                | ErrorCode::EofInTemplate
                | ErrorCode::EofInTextElement
                | ErrorCode::ForeignEndTagMismatch
                | ErrorCode::HrInOption
                | ErrorCode::HtmlBreaksOutOfForeignContent
                | ErrorCode::InputInSelect
                | ErrorCode::OptgroupWithOpenOption
                | ErrorCode::OptionWithOpenOption
        )
}

fn tag_name(source: &str, tag: Span) -> &str {
    let name = source[tag].trim_start_matches('<');
    name.split(['\t', '\n', '\x0c', '\r', ' ', '/', '>']).next().unwrap_or_default()
}

/// Returns the end tag for a start tag.
fn end_tag(source: &str, tag: Span) -> String {
    // The tokenizer replaces U+0000 in names with U+FFFD.
    format!("</{}>", tag_name(source, tag).replace('\0', "\u{fffd}"))
}

/// Repairs a comment or a bogus comment.
fn repair_comment(source: &str, code: ErrorCode, at: u32, span: Span) -> Option<Vec<Edit>> {
    let comment = &source[span];
    let before_end = span.end.saturating_sub(1);
    Some(vec![match code {
        // `<!x>` and `</3>`
        ErrorCode::IncorrectlyOpenedComment
        | ErrorCode::CdataInHtmlContent
        | ErrorCode::InvalidFirstCharacterOfTagName => {
            let start = (Span::new(span.start + 1, span.start + 2), "!--".to_owned());
            let end = match comment.get(2..)?.ends_with('>') {
                true => (Span::empty(before_end), "--".to_owned()),
                false => (Span::empty(span.end), "-->".to_owned()),
            };
            return Some(vec![start, end]);
        }
        ErrorCode::AbruptClosingOfEmptyComment => (span, "<!---->".to_owned()),
        ErrorCode::IncorrectlyClosedComment => (Span::new(before_end - 1, before_end), String::new()),
        ErrorCode::EofInComment => {
            let data = comment.strip_prefix("<!--")?;
            let (len, end) = [("--!", "-->"), ("--", "-->"), ("-", "-->"), ("", "-->")]
                .into_iter()
                .find_map(|(start, end)| data.ends_with(start).then_some((start.len() as u32, end)))?;
            (Span::new(span.end - len, span.end), end.to_owned())
        }
        _ => return repair_text(source, code, at),
    }])
}

fn repair_doctype(code: ErrorCode, at: u32, span: Span) -> Option<Vec<Edit>> {
    Some(vec![match code {
        ErrorCode::MissingWhitespaceBeforeDoctypeName
        | ErrorCode::MissingWhitespaceAfterDoctypePublicKeyword
        | ErrorCode::MissingWhitespaceAfterDoctypeSystemKeyword
        | ErrorCode::MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers => (Span::empty(at), " ".to_owned()),
        ErrorCode::UnexpectedCharacterAfterDoctypeSystemIdentifier => {
            (Span::new(at, span.end.saturating_sub(1).max(at)), String::new())
        }
        _ => return None,
    }])
}

/// Repairs errors in text, such as character references and `<`. The repair depends only on the source, not on the token.
fn repair_text(source: &str, code: ErrorCode, at: u32) -> Option<Vec<Edit>> {
    let before = &source[..at as usize];
    let back = |count: usize| at.saturating_sub(count as u32);
    Some(vec![match code {
        ErrorCode::UnknownNamedCharacterReference => {
            let start = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric()).len();
            before[..start].ends_with('&').then(|| (Span::empty(start as u32), "amp;".to_owned()))?
        }
        ErrorCode::AbsenceOfDigitsInNumericCharacterReference => {
            let start = before.strip_suffix(['x', 'X']).unwrap_or(before).strip_suffix('#')?;
            start.ends_with('&').then(|| (Span::empty(start.len() as u32), "amp;".to_owned()))?
        }
        ErrorCode::MissingSemicolonAfterCharacterReference => {
            corrected_numeric_reference(before).unwrap_or_else(|| (Span::empty(at), ";".to_owned()))
        }
        ErrorCode::NullCharacterReference
        | ErrorCode::CharacterReferenceOutsideUnicodeRange
        | ErrorCode::SurrogateCharacterReference
        | ErrorCode::ControlCharacterReference => corrected_numeric_reference(before)?,
        ErrorCode::InvalidFirstCharacterOfTagName if before.ends_with('<') => {
            (Span::new(back(1), at), "&lt;".to_owned())
        }
        ErrorCode::EofBeforeTagName => {
            let start = before.strip_suffix('/').unwrap_or(before).strip_suffix('<')?.len();
            (Span::new(start as u32, start as u32 + 1), "&lt;".to_owned())
        }
        ErrorCode::MissingEndTagName if before.ends_with("</") => (Span::new(back(2), at + 1), String::new()),
        ErrorCode::EofInCdata => (Span::empty(at), "]]>".to_owned()),
        ErrorCode::UnexpectedNullCharacter => (Span::new(at, at + 1), "\u{fffd}".to_owned()),
        _ => return None,
    }])
}

/// Returns the edit that replaces a numeric reference at the end of a text with a valid reference to the same character. Returns `None`
/// if the text does not end in a numeric reference, if only its semicolon is missing, or if no valid reference to the character exists.
fn corrected_numeric_reference(before: &str) -> Option<Edit> {
    let digits_end = before.strip_suffix(';').unwrap_or(before);
    let start =
        digits_end.trim_end_matches(|c: char| c.is_ascii_alphanumeric()).strip_suffix('#')?.strip_suffix('&')?;
    let reference = numeric_reference::read(&before.as_bytes()[start.len() + 1..], Dialect::Html)?;
    let (character, _) = numeric_reference::character(reference.code, Dialect::Html);
    let is_correct = reference.code == u32::from(character);
    if start.len() + 1 + reference.length != before.len()
        || is_correct
        || is_control(character.into())
        || is_noncharacter(character.into())
    {
        return None;
    }
    let span = Span::new(start.len() as u32, before.len() as u32);
    Some((span, format!("&#x{:X};", u32::from(character))))
}
