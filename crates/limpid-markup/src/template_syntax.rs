//! Where a source has the syntax of a template language or a conditional comment, which an HTML parser takes for something else.

use crate::Span;

/// The parts of a source that are written for a template engine, or for the programs that read conditional comments. To an HTML parser they
/// are text, comments, attributes or parts of them, so that a program which changes markup must leave them alone.
///
/// Known are:
///
/// * `{{ … }}`, `{% … %}`, `{# … #}`, `{!! … !!}`, `${ … }` and `#{ … }`, as in Jinja, Liquid, Handlebars, Go, Blade, Vue and Angular;
/// * `{#if …}`, `{:else}`, `{/if}` and `{@html …}`, as in Svelte, and `{if $a}` as in Smarty;
/// * `<% … %>`, as in ERB, EJS, ASP and JSP, and `[% … %]` as in Template Toolkit;
/// * `<?php … ?>`, `<?= … ?>` and `<? … ?>`; the first up to the end of the source, if it is not closed;
/// * `<#if …>`, `</#if>`, `<@macro …>` and `<#-- … -->`, as in FreeMarker;
/// * `@if (…)`, `@foreach (…)` and their like on one line, as in Razor, Blade and Angular;
/// * `<![if …]>` and `<![endif]>`, comments that start with `<!--[if`, and `<!--#include …-->` with its like.
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
    is_control: bool,
}

/// A way to write a part: how it starts, how it ends, and whether it controls which markup around it is written.
struct Form {
    start: &'static str,
    end: &'static str,
    is_control: bool,
}

/// The first form that fits is taken.
const FORMS: &[Form] = &[
    form("{{!--", "--}}", false),
    form("{{", "}}", false),
    form("{%", "%}", true),
    form("{!!", "!!}", false),
    form("{#", "#}", false),
    form("${", "}", false),
    form("#{", "}", false),
    form("<%--", "--%>", false),
    form("<%=", "%>", false),
    form("<%#", "%>", false),
    form("<%:", "%>", false),
    form("<%", "%>", true),
    form("[%", "%]", true),
    form("<?=", "?>", false),
    form("<#--", "-->", false),
    form("<!--[if", "-->", false),
    form("<!--#", "-->", false),
];

const fn form(start: &'static str, end: &'static str, is_control: bool) -> Form {
    Form { start, end, is_control }
}

/// The words after `{{` that decide about what follows; so does what is no letter.
const CONTROL_WORDS: &[&str] =
    &["if", "else", "end", "range", "with", "define", "block", "template", "unless", "each", "partial"];

/// The words after `@` that do, before a parenthesis.
const DIRECTIVES: &[&str] =
    &["if", "else if", "elseif", "for", "foreach", "forelse", "while", "switch", "case", "unless", "isset", "empty"];

/// Finds ends of parts, each byte for one end once.
#[derive(Default)]
struct Ends {
    /// The ends that do not come any more.
    missing: Vec<&'static str>,
}

impl Ends {
    /// Returns the offset after the next `end`, from an offset on.
    fn find(&mut self, source: &str, from: usize, end: &'static str) -> Option<usize> {
        if self.missing.contains(&end) {
            return None;
        }
        let found = source[from..].find(end);
        if found.is_none() {
            self.missing.push(end);
        }
        Some(from + found? + end.len())
    }
}

impl TemplateSyntax {
    /// Finds all of it in a source, in linear time.
    ///
    /// ```
    /// use limpid_markup::TemplateSyntax;
    /// assert_eq!(TemplateSyntax::find("<![if !mso]><p>${a}<![endif]>").spans().count(), 3);
    /// assert_eq!(TemplateSyntax::find("<p>{{ is never closed").spans().count(), 0);
    /// ```
    pub fn find(source: &str) -> TemplateSyntax {
        let bytes = source.as_bytes();
        let mut parts = Vec::new();
        let mut ends = Ends::default();
        // No directive is closed in a line before this offset.
        let mut unclosed_to = 0;
        let mut at = 0;
        while at < bytes.len() {
            let found = match bytes[at] {
                b'<' | b'{' | b'$' | b'#' | b'[' => part_at(source, at, &mut ends),
                b'@' => directive_at(source, at, &mut unclosed_to),
                _ => None,
            };
            let Some((end, is_control)) = found else {
                at += 1;
                continue;
            };
            parts.push(Part { span: Span::new(at as u32, end as u32), is_control });
            at = end;
        }
        TemplateSyntax { parts }
    }

    /// Returns where it is, in order.
    ///
    /// ```
    /// use limpid_markup::{Span, TemplateSyntax};
    /// assert_eq!(TemplateSyntax::find("a <%= b %>").spans().next(), Some(Span::new(2, 10)));
    /// ```
    pub fn spans(&self) -> impl Iterator<Item = Span> {
        self.parts.iter().map(|part| part.span)
    }

    /// Whether there is none.
    ///
    /// ```
    /// assert!(limpid_markup::TemplateSyntax::find("<p>100 % {of it}").is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    fn over(&self, span: Span) -> &[Part] {
        let first = self.parts.partition_point(|part| part.span.end <= span.start);
        let parts = &self.parts[first..];
        &parts[..parts.partition_point(|part| part.span.start < span.end)]
    }

    /// Whether some of it is in a span, in part or as a whole, or around it.
    ///
    /// ```
    /// use limpid_markup::{Span, TemplateSyntax};
    /// let template = TemplateSyntax::find("ab{{c}}");
    /// assert!(template.is_over(Span::new(1, 3)) && template.is_over(Span::empty(4)));
    /// assert!(!template.is_over(Span::new(0, 2)) && !template.is_over(Span::empty(2)));
    /// ```
    pub fn is_over(&self, span: Span) -> bool {
        match span.is_empty() {
            true => self.is_cut_at(span.start),
            false => !self.over(span).is_empty(),
        }
    }

    /// Whether an offset is inside of some of it.
    ///
    /// ```
    /// let template = limpid_markup::TemplateSyntax::find("ab{{c}}");
    /// assert!(!template.is_cut_at(2) && template.is_cut_at(3) && !template.is_cut_at(7));
    /// ```
    pub fn is_cut_at(&self, offset: u32) -> bool {
        let after = self.parts.partition_point(|part| part.span.start < offset);
        after.checked_sub(1).is_some_and(|before| offset < self.parts[before].span.end)
    }

    /// Whether some of it in a span decides which of the markup around it is written, as a condition or a loop does.
    ///
    /// ```
    /// use limpid_markup::{Span, TemplateSyntax};
    /// let template = TemplateSyntax::find("{% if a %}{{ b }}");
    /// assert!(template.controls(Span::new(0, 10)) && !template.controls(Span::new(10, 17)));
    /// ```
    pub fn controls(&self, span: Span) -> bool {
        self.over(span).iter().any(|part| part.is_control)
    }

    /// Whether the tag at a span has some of it that is not within one value in quotes: then a parser reads other attributes in it than the
    /// template's author wrote.
    ///
    /// ```
    /// use limpid_markup::{Span, TemplateSyntax};
    /// let is_in_tag = |tag: &str| TemplateSyntax::find(tag).is_in_tag(tag, Span::new(0, tag.len() as u32));
    /// assert!(is_in_tag("<a {{ b }}>") && is_in_tag("<a b={{ c }}>") && is_in_tag("<a b='{{ f('c') }}'>"));
    /// assert!(!is_in_tag("<a b='{{ c }}'>"));
    /// ```
    pub fn is_in_tag(&self, source: &str, tag: Span) -> bool {
        let parts = self.over(tag);
        if parts.is_empty() {
            return false;
        }
        let mut parts = parts.iter().map(|part| part.span).peekable();
        let mut quote = None;
        for (offset, byte) in (tag.start..tag.end).zip(source[tag].bytes()) {
            if let Some(part) = parts.peek()
                && offset >= part.start
            {
                let is_at_end = offset + 1 == part.end;
                let ends_value = quote == Some(byte);
                if quote.is_none() || ends_value {
                    return true;
                }
                if is_at_end {
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
        // What goes on behind the tag is not in a value.
        parts.peek().is_some()
    }
}

fn starts_with_ignoring_case(text: &str, start: &str) -> bool {
    text.as_bytes().get(..start.len()).is_some_and(|bytes| bytes.eq_ignore_ascii_case(start.as_bytes()))
}

fn is_letter_at(text: &str, at: usize) -> bool {
    text.as_bytes().get(at).is_some_and(u8::is_ascii_alphabetic)
}

/// Returns the letters that a text starts with.
fn word(text: &str) -> &str {
    &text[..text.bytes().take_while(u8::is_ascii_alphabetic).count()]
}

/// Returns the end of the part that starts at an offset, and whether it is one that controls.
fn part_at(source: &str, at: usize, ends: &mut Ends) -> Option<(usize, bool)> {
    let text = &source[at..];
    let mut find = |skipped: usize, end: &'static str| ends.find(source, at + skipped, end);
    // `{#if`, `{:else`, `{/if`, `{@html`, and Smarty's `{if $a}`
    if text.starts_with(['{']) && text.len() > 1 {
        if matches!(text.as_bytes()[1], b'#' | b':' | b'/' | b'@') && is_letter_at(text, 2) {
            return Some((find(2, "}")?, true));
        }
        let name = word(&text[1..]);
        if ["if", "elseif", "foreach", "for", "while"].contains(&name)
            && text[1 + name.len()..].trim_start_matches([' ', '!', '(']).starts_with('$')
        {
            return Some((find(1, "}")?, true));
        }
    }
    // `<?php` and `<?`, but no other processing instruction.
    if let Some(rest) = text.strip_prefix("<?") {
        if starts_with_ignoring_case(rest, "php") {
            return Some((find(2, "?>").unwrap_or(source.len()), true));
        }
        if rest.starts_with(|c: char| c.is_ascii_whitespace()) {
            return Some((find(2, "?>")?, true));
        }
    }
    // `<#if`, `</#if`, `<@macro`, `</@macro`
    if let Some(rest) = text.strip_prefix("</").or_else(|| text.strip_prefix('<'))
        && rest.starts_with(['#', '@'])
        && is_letter_at(rest, 1)
    {
        return Some((find(2, ">")?, true));
    }
    // `<![if !mso]>`, `<![endif]>`
    if let Some(rest) = text.strip_prefix("<![") {
        let rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
        let is_condition = ["if", "else", "endif"].iter().any(|name| word(rest).eq_ignore_ascii_case(name));
        return if is_condition { Some((find(3, ">")?, false)) } else { None };
    }
    let form = FORMS.iter().find(|form| starts_with_ignoring_case(text, form.start))?;
    let mut end = find(form.start.len(), form.end)?;
    let mut is_control = form.is_control;
    if form.start == "{{" {
        // `{{{ a }}}`
        end += usize::from(text.starts_with("{{{") && source[end..].starts_with('}'));
        let inner = source[at..end].trim_start_matches(['{', '~', '-', '*', ' ', '\t', '\r', '\n']);
        is_control = inner.starts_with(['#', '/', '^', '>']) || CONTROL_WORDS.contains(&word(inner));
    }
    Some((end, is_control))
}

/// Returns the end of the directive that starts at an offset, as `@if (a < b)`.
fn directive_at(source: &str, at: usize, unclosed_to: &mut usize) -> Option<(usize, bool)> {
    let text = &source[at + 1..];
    let name = DIRECTIVES.iter().filter(|name| text.starts_with(**name)).max_by_key(|name| name.len())?;
    let start = at + 1 + name.len();
    let spaces = source[start..].bytes().take_while(|byte| *byte == b' ').count();
    if at < *unclosed_to || !source[start + spaces..].starts_with('(') {
        return None;
    }
    let mut depth = 0_u32;
    for (number, byte) in source[start + spaces..].bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some((start + spaces + number + 1, true)),
            b')' => depth -= 1,
            b'\n' => {
                *unclosed_to = start + spaces + number;
                return None;
            }
            _ => {}
        }
    }
    *unclosed_to = source.len();
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<&str> {
        TemplateSyntax::find(source).spans().map(|span| &source[span]).collect()
    }

    #[test]
    fn every_form() {
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
            "@if (f(a) < b)",
            "@foreach($a as $b)",
            "@else if (a)",
            "<![if !mso]>",
            "<![ ENDIF ]>",
            "<!--[if mso]> <b> <![endif]-->",
            "<!--#include a-->",
        ] {
            assert_eq!(found(&format!("<p>é{part}</p>")), [part], "{part}");
        }
    }

    #[test]
    fn what_is_none() {
        for text in [
            "{ a }",
            "{{ a",
            "<%",
            "<?xml version='1.0'?>",
            "<?xml-stylesheet a?>",
            "<![CDATA[a]]>",
            "<!-- a -->",
            "@media (a)",
            "@if a",
            "@if (a\n)",
            "{if you like $}",
            "a@b.example (c)",
            "# {a}",
        ] {
            assert_eq!(found(text), [] as [&str; 0], "{text}");
        }
    }

    #[test]
    fn php_goes_on_to_the_end() {
        assert_eq!(found("<p><?php a > b </p>"), ["<?php a > b </p>"]);
    }
}
