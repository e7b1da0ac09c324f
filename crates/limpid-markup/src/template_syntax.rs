use crate::Span;

/// The spans of template code and conditional comments in a source.
///
/// An HTML parser reads such code as text, a comment or a part of a tag. A program that changes the markup must not change the code. The code is
/// found by its delimiters:
///
/// | code | language |
/// | --- | --- |
/// | `{{ … }}`, `{% … %}`, `{# … #}`, `{!! … !!}`, `${ … }`, `#{ … }`, `{* … *}` | Jinja, Liquid, Handlebars, Go, Blade, Vue, Angular, Thymeleaf |
/// | `{#if …}`, `{:else}`, `{/if}`, `{@html …}`, `{$a}`, `{if $a}` | Svelte, Smarty |
/// | `<% … %>`, `[% … %]`, `[# … #]` | ERB, EJS, ASP, JSP, Template Toolkit |
/// | `<?php … ?>`, `<?= … ?>`, `<? … ?>`; `<?php` without `?>` extends to the end of the source | PHP |
/// | `<#if …>`, `</#if>`, `<@macro …>`, `<#-- … -->` | FreeMarker |
/// | `@if (…)`, `@foreach (…)`, `@else`, `@endif`, `@auth`, `@name(…)`, `@{ … }`, `@* … *@` | Blade, Razor, Angular |
/// | `*\|IF:A\|*`, `%%[ … ]%%`, `%%= … =%%` | mailing services |
/// | `<![if …]>`, `<![endif]>`, comments that start with `<!--[if` or `<!--#` | conditional comments, server side includes |
///
/// A `<` or `</` directly before code is part of the code, because the code outputs the name of a tag: `<{{ tag }}>`.
///
/// ```
/// use limpid_markup::{Span, TemplateSyntax};
/// let source = "<p {{#if a}}class=b{{/if}}>{{ c }}";
/// let template = TemplateSyntax::find(source);
/// assert_eq!(template.spans().collect::<Vec<_>>(), [Span::new(3, 12), Span::new(19, 26), Span::new(27, 34)]);
/// assert!(template.is_in_tag(source, Span::new(0, 27)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct TemplateSyntax {
    parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    span: Span,
    /// Whether the code decides which markup the template outputs (a condition or a loop), or outputs the name of a tag.
    is_control: bool,
}

struct Delimiters {
    start: &'static str,
    end: &'static str,
    is_control: bool,
}

/// The first entry whose start matches is used.
const DELIMITERS: &[Delimiters] = &[
    delimiters("{{!--", "--}}", false),
    delimiters("{{", "}}", false),
    delimiters("{%", "%}", true),
    delimiters("{!!", "!!}", false),
    delimiters("{#", "#}", false),
    delimiters("{*", "*}", false),
    delimiters("${", "}", false),
    delimiters("#{", "}", false),
    delimiters("<%--", "--%>", false),
    delimiters("<%=", "%>", false),
    delimiters("<%#", "%>", false),
    delimiters("<%:", "%>", false),
    delimiters("<%", "%>", true),
    delimiters("[%", "%]", true),
    delimiters("[#", "#]", false),
    delimiters("<?=", "?>", false),
    delimiters("<#--", "-->", false),
    delimiters("<!--[if", "-->", false),
    delimiters("<!--#", "-->", false),
    delimiters("@*", "*@", false),
    delimiters("*|", "|*", true),
    delimiters("%%[", "]%%", true),
    delimiters("%%=", "=%%", false),
];

const fn delimiters(start: &'static str, end: &'static str, is_control: bool) -> Delimiters {
    Delimiters { start, end, is_control }
}

/// The words after `{{` that start, continue or end a block.
const CONTROL_WORDS: &[&str] =
    &["if", "else", "end", "range", "with", "define", "block", "template", "unless", "each", "partial"];

/// The words after `@` that start, continue or end a block, with or without parentheses.
const DIRECTIVES: &[&str] = &[
    "auth",
    "break",
    "can",
    "cannot",
    "case",
    "catch",
    "continue",
    "default",
    "defer",
    "do",
    "else",
    "elseif",
    "empty",
    "env",
    "error",
    "finally",
    "for",
    "foreach",
    "forelse",
    "functions",
    "guest",
    "if",
    "isset",
    "loading",
    "lock",
    "once",
    "php",
    "placeholder",
    "production",
    "push",
    "section",
    "switch",
    "try",
    "unless",
    "using",
    "verbatim",
    "while",
];

/// The maximum length of code in parentheses or braces after `@`, in bytes.
const MAX_BRACKETS: usize = 1_000;

/// Finds end delimiters. If a search for a delimiter fails, the delimiter is not searched for again, so that the total time is linear.
#[derive(Default)]
struct EndFinder {
    missing: Vec<&'static str>,
}

impl EndFinder {
    /// Returns the offset after the next `end` at or after `from`.
    fn find(&mut self, source: &str, from: usize, end: &'static str) -> Option<usize> {
        if self.missing.contains(&end) {
            return None;
        }
        let position = source[from..].find(end);
        if position.is_none() {
            self.missing.push(end);
        }
        Some(from + position? + end.len())
    }
}

impl TemplateSyntax {
    /// Finds the code in a source, in linear time.
    ///
    /// ```
    /// use limpid_markup::TemplateSyntax;
    /// assert_eq!(TemplateSyntax::find("<![if !mso]><p>${a}<![endif]>").spans().count(), 3);
    /// assert_eq!(TemplateSyntax::find("<p>{{ is never closed").spans().count(), 0);
    /// ```
    pub fn find(source: &str) -> TemplateSyntax {
        let bytes = source.as_bytes();
        let mut parts: Vec<Part> = Vec::new();
        let mut ends = EndFinder::default();
        let mut at = 0;
        while let Some(start) = next_possible_start(bytes, at) {
            at = start;
            let code = code_at(source, at, &mut ends).or_else(|| code_after_at_sign(source, at));
            let Some((end, is_control)) = code else {
                at += 1;
                continue;
            };
            // Code directly after `<` outputs the name of a tag.
            let last_end = parts.last().map_or(0, |part| part.span.end as usize);
            let before = &source[last_end..at];
            let tag_start = ["</", "<"].iter().find(|start| before.ends_with(**start)).map_or(0, |start| start.len());
            let span = Span::new((at - tag_start) as u32, end as u32);
            parts.push(Part { span, is_control: is_control || tag_start > 0 });
            at = end;
        }
        TemplateSyntax { parts }
    }

    /// Returns the spans of the code in order.
    ///
    /// ```
    /// use limpid_markup::{Span, TemplateSyntax};
    /// assert_eq!(TemplateSyntax::find("a <%= b %>").spans().next(), Some(Span::new(2, 10)));
    /// ```
    pub fn spans(&self) -> impl Iterator<Item = Span> {
        self.parts.iter().map(|part| part.span)
    }

    /// Returns whether the source has no template code.
    ///
    /// ```
    /// assert!(limpid_markup::TemplateSyntax::find("<p>100 % {of it}").is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    fn overlapping(&self, span: Span) -> &[Part] {
        let first = self.parts.partition_point(|part| part.span.end <= span.start);
        let parts = &self.parts[first..];
        &parts[..parts.partition_point(|part| part.span.start < span.end)]
    }

    /// Returns whether code overlaps a span. An empty span overlaps code if it is strictly inside of the code.
    ///
    /// ```
    /// use limpid_markup::{Span, TemplateSyntax};
    /// let template = TemplateSyntax::find("ab{{c}}");
    /// assert!(template.overlaps(Span::new(1, 3)) && template.overlaps(Span::empty(4)));
    /// assert!(!template.overlaps(Span::new(0, 2)) && !template.overlaps(Span::empty(2)));
    /// ```
    pub fn overlaps(&self, span: Span) -> bool {
        match span.is_empty() {
            true => self.splits_at(span.start),
            false => !self.overlapping(span).is_empty(),
        }
    }

    /// Returns whether an offset is strictly inside of code, not at its start or end.
    ///
    /// ```
    /// let template = limpid_markup::TemplateSyntax::find("ab{{c}}");
    /// assert!(!template.splits_at(2) && template.splits_at(3) && !template.splits_at(7));
    /// ```
    pub fn splits_at(&self, offset: u32) -> bool {
        let after = self.parts.partition_point(|part| part.span.start < offset);
        after.checked_sub(1).is_some_and(|before| offset < self.parts[before].span.end)
    }

    /// Returns whether a span overlaps code that decides which markup the template outputs (a condition or a loop), or that outputs the name of a
    /// tag.
    ///
    /// ```
    /// use limpid_markup::{Span, TemplateSyntax};
    /// let template = TemplateSyntax::find("{% if a %}{{ b }}");
    /// assert!(template.controls(Span::new(0, 10)) && !template.controls(Span::new(10, 17)));
    /// ```
    pub fn controls(&self, span: Span) -> bool {
        self.overlapping(span).iter().any(|part| part.is_control)
    }

    /// Returns whether the tag at a span contains code outside of quoted attribute values. A parser misreads the attributes of such a tag.
    ///
    /// ```
    /// use limpid_markup::{Span, TemplateSyntax};
    /// let is_in_tag = |tag: &str| TemplateSyntax::find(tag).is_in_tag(tag, Span::new(0, tag.len() as u32));
    /// assert!(is_in_tag("<a {{ b }}>") && is_in_tag("<a b={{ c }}>") && is_in_tag("<a b='{{ f('c') }}'>"));
    /// assert!(!is_in_tag("<a b='{{ c }}'>"));
    /// ```
    pub fn is_in_tag(&self, source: &str, tag: Span) -> bool {
        let mut parts = self.overlapping(tag).iter().map(|part| part.span).peekable();
        let mut quote = None;
        for (offset, byte) in (tag.start..tag.end).zip(source[tag].bytes()) {
            let Some(part) = parts.peek() else { return false };
            if offset >= part.start {
                if quote.is_none() || quote == Some(byte) {
                    return true;
                }
                if offset + 1 == part.end {
                    parts.next();
                }
                continue;
            }
            match quote {
                Some(mark) if byte == mark => quote = None,
                None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
                _ => {}
            }
        }
        // If code is left, it extends beyond the tag, so it is not inside a value.
        parts.peek().is_some()
    }
}

/// Returns the next offset at which code may start. Blocks without such an offset are skipped without a branch per byte.
fn next_possible_start(bytes: &[u8], from: usize) -> Option<usize> {
    const BLOCK: usize = 64;

    let mut start = from;
    while start < bytes.len() {
        let block = &bytes[start..bytes.len().min(start + BLOCK + 2)];
        let starts = || block.iter().zip(&block[1..]).zip(block.get(2..).unwrap_or_default());
        if starts().fold(false, |any, ((a, b), c)| any | may_start_code(*a, *b, *c)) {
            return starts().position(|((a, b), c)| may_start_code(*a, *b, *c)).map(|at| start + at);
        }
        start += BLOCK;
    }
    None
}

/// Returns whether code can start with these 3 bytes. Code has at least 3 bytes.
///
/// The comparisons repeat the starts of [`DELIMITERS`], because compilers vectorize comparisons. With a lookup table, `Document::to_source` takes
/// 35 % more instructions for the corpus `real` of docs/performance.md.
fn may_start_code(first: u8, second: u8, third: u8) -> bool {
    let is_code_tag = (second == b'%') | (second == b'?') | (second == b'#') | (second == b'@');
    let is_conditional = (second == b'!') & ((third == b'[') | (third == b'-'));
    let is_end_tag = (second == b'/') & ((third == b'#') | (third == b'@'));
    // `{if $a}`, `{elseif $a}`, `{foreach $a}`, `{for $a}`, `{while $a}`
    let is_word = (second == b'i') | (second == b'e') | (second == b'f') | (second == b'w');
    let is_sign = (second > b' ') & (second < b'A') & (second != b'"') | (second == b'{');
    (first == b'{') & (is_word | is_sign)
        | (first == b'@')
        | (first == b'<') & (is_code_tag | is_conditional | is_end_tag)
        | ((first == b'$') | (first == b'#')) & (second == b'{')
        | (first == b'[') & ((second == b'%') | (second == b'#'))
        | (first == b'*') & (second == b'|')
        | (first == b'%') & (second == b'%')
}

fn starts_with_ignoring_case(text: &str, start: &str) -> bool {
    text.as_bytes().get(..start.len()).is_some_and(|bytes| bytes.eq_ignore_ascii_case(start.as_bytes()))
}

fn is_letter_at(text: &str, at: usize) -> bool {
    text.as_bytes().get(at).is_some_and(u8::is_ascii_alphabetic)
}

/// Returns the ASCII letters at the start of a text.
fn leading_word(text: &str) -> &str {
    &text[..text.bytes().take_while(u8::is_ascii_alphabetic).count()]
}

/// Returns the end of the code that starts at an offset, and whether it is control code.
fn code_at(source: &str, at: usize, ends: &mut EndFinder) -> Option<(usize, bool)> {
    let text = &source[at..];
    let mut find = |skipped: usize, end: &'static str| ends.find(source, at + skipped, end);
    if let Some(rest) = text.strip_prefix('{') {
        // Svelte's `{#if`, `{:else`, `{/if`, `{@html`
        if rest.starts_with(['#', ':', '/', '@']) && is_letter_at(rest, 1) {
            return Some((find(2, "}")?, true));
        }
        // Smarty's `{$a}` and `{if $a}`
        let name = leading_word(rest);
        let is_control = ["if", "elseif", "foreach", "for", "while"].contains(&name);
        let argument = rest[name.len()..].trim_start_matches([' ', '!', '(']);
        if argument.strip_prefix('$').is_some_and(|variable| is_letter_at(variable, 0))
            && (is_control || name.is_empty())
        {
            return Some((find(1, "}")?, is_control));
        }
    }
    if let Some(rest) = text.strip_prefix("<?") {
        if starts_with_ignoring_case(rest, "php") {
            return Some((find(2, "?>").unwrap_or(source.len()), true));
        }
        if rest.starts_with(|c: char| c.is_ascii_whitespace()) {
            return Some((find(2, "?>")?, true));
        }
    }
    // FreeMarker's `<#if`, `</#if`, `<@macro`, `</@macro`
    if let Some(rest) = text.strip_prefix("</").or_else(|| text.strip_prefix('<'))
        && rest.starts_with(['#', '@'])
        && is_letter_at(rest, 1)
    {
        return Some((find(2, ">")?, true));
    }
    // `<![if !mso]>`, `<![endif]>`
    if let Some(rest) = text.strip_prefix("<![") {
        let name = leading_word(rest.trim_start_matches(|c: char| c.is_ascii_whitespace()));
        let is_condition = ["if", "else", "endif"].iter().any(|known| name.eq_ignore_ascii_case(known));
        return if is_condition { Some((find(3, ">")?, false)) } else { None };
    }
    let delimiters = DELIMITERS.iter().find(|delimiters| starts_with_ignoring_case(text, delimiters.start))?;
    let mut end = find(delimiters.start.len(), delimiters.end)?;
    let mut is_control = delimiters.is_control;
    if delimiters.start == "{{" {
        // `{{{ a }}}`
        end += usize::from(text.starts_with("{{{") && source[end..].starts_with('}'));
        let inner = source[at..end].trim_start_matches(['{', '~', '-', '*', ' ', '\t', '\r', '\n']);
        is_control = inner.starts_with(['#', '/', '^', '>']) || CONTROL_WORDS.contains(&leading_word(inner));
    }
    Some((end, is_control))
}

/// Returns the end of the directive, call or block that starts with an `@` at an offset, and whether it is control code. An `@` inside a
/// word, as in an e-mail address, starts no code.
fn code_after_at_sign(source: &str, at: usize) -> Option<(usize, bool)> {
    if !source[at..].starts_with('@') {
        return None;
    }
    if source[..at].ends_with(|before: char| before.is_alphanumeric() || matches!(before, '@' | '.' | '_')) {
        return None;
    }
    let start = at + 1;
    if source[start..].starts_with('{') {
        return Some((end_of_brackets(source, start)?, true));
    }
    let path =
        source[start..].bytes().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_')).count();
    let path = &source[start..start + path];
    let is_directive =
        DIRECTIVES.contains(&path) || path.strip_prefix("end").is_some_and(|name| DIRECTIVES.contains(&name));
    let mut end = start + path.len();
    if path == "else" && source[end..].starts_with(" if") {
        end += " if".len();
    }
    let spaces = if is_directive { source[end..].bytes().take_while(u8::is_ascii_whitespace).count() } else { 0 };
    let brackets = match is_letter_at(path, 0) && source[end + spaces..].starts_with('(') {
        true => end_of_brackets(source, end + spaces),
        false => None,
    };
    match (brackets, is_directive) {
        (Some(end), _) => Some((end, is_directive)),
        (None, true) => Some((end, true)),
        (None, false) => None,
    }
}

/// Returns the offset after the bracket that closes the bracket at `start`. Brackets in quotes do not count.
fn end_of_brackets(source: &str, start: usize) -> Option<usize> {
    let (mut depth, mut quote) = (0_u32, None);
    for (number, byte) in source[start..].bytes().take(MAX_BRACKETS).enumerate() {
        match (quote, byte) {
            (Some(mark), _) if byte == mark => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(' | b'{') => depth += 1,
            (None, b')' | b'}') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(start + number + 1);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code_in(source: &str) -> Vec<&str> {
        TemplateSyntax::find(source).spans().map(|span| &source[span]).collect()
    }

    #[test]
    fn finds_every_form_of_code() {
        for part in [
            "{{ a }}",
            "{{{ a }}}",
            "{{!-- }} --}}",
            "{{#if a}}",
            "{{- end -}}",
            "{% if a < b %}",
            "{# a #}",
            "{!! $a !!}",
            "${a && b}",
            "#{a}",
            "{#if a < b}",
            "{:else}",
            "{/if}",
            "{@html a}",
            "{if $a < 3}",
            "<% if a > b %>",
            "<%= a %>",
            "<%-- %> --%>",
            "[% IF a %]",
            "<?php if ($a->b) { ?>",
            "<?PHP echo ?>",
            "<?= $a ?>",
            "<? echo ?>",
            "<#if a>",
            "</#if>",
            "<@a b/>",
            "<#-- > -->",
            "{* a<b *}",
            "{$a<b}",
            "[# a<b #]",
            "@* <b> *@",
            "@{ var ok = a < b; }",
            "@Html.Raw(\"<b>\")",
            "@if(x('('))",
            "@if (\n a\n)",
            "@auth",
            "@endauth",
            "@else",
            "@section('a')",
            "*|IF:A|*",
            "%%[ a<b ]%%",
            "<{{ tag }}",
            "</{{ tag }}",
            "<${tag}",
            "</<?= $tag ?>",
            "@if (f(a) < b)",
            "@foreach($a as $b)",
            "@else if (a)",
            "<![if !mso]>",
            "<![ ENDIF ]>",
            "<!--[if mso]> <b> <![endif]-->",
            "<!--#include a-->",
        ] {
            assert_eq!(code_in(&format!("<p>é {part} </p>")), [part], "{part}");
        }
    }

    #[test]
    fn ignores_other_text() {
        for text in [
            "{ a }",
            "{{ a",
            "<%",
            "<?xml version='1.0'?>",
            "<?xml-stylesheet a?>",
            "<![CDATA[a]]>",
            "<!-- a -->",
            "@media (a)",
            "@someone",
            "@import 'a'",
            "(a@b(c))",
            "{if you like $}",
            "a@b.example (c)",
            "# {a}",
        ] {
            assert_eq!(code_in(text), [] as [&str; 0], "{text}");
        }
    }

    #[test]
    fn php_without_an_end_extends_to_the_end() {
        assert_eq!(code_in("<p><?php a > b </p>"), ["<?php a > b </p>"]);
    }
}
