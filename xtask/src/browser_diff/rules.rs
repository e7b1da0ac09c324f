//! Chromium's differences from the standard, rule by rule.
//!
//! A rule says how a case would have to read for limpid to build, by the standard, the tree that Chromium builds of it. So
//! it excuses nothing that it does not explain to the last character of the dump.

use limpid::tokenizer::{Token, TokenSink, TokenSinkResult, TokenizerStatus};
use limpid::tree_builder::TreeBuilder;
use limpid_dom::DocumentBuilder;
use limpid_pages::Context;
use limpid_pages::tables::TABLES;
use std::ops::Range;

use super::case::{Case, OTHER_SEARCH, PROBE, WRAPPER, stand_in};

/// A rule that Chromium does not follow.
pub(super) struct Rule {
    /// Its name in html5lib-tests' `differences.toml`, which says what the rule is and what Chromium does.
    pub(super) name: &'static str,
    /// A context, or none for a document, and an input.
    pub(super) example: (&'static str, &'static str),
    /// Returns the case as Chromium may have read it; nothing if the rule has no part in it.
    pub(super) readings: fn(&Case) -> Vec<Case>,
}

pub(super) const RULES: &[Rule] = &[
    Rule { name: "null-in-data", example: ("", "\0<link>"), readings: without_nulls },
    Rule { name: "null-behind-less-than", example: ("", "<\0"), readings: nulls_in_tags_that_are_text },
    Rule { name: "null-in-rcdata-context", example: ("title", "\0"), readings: without_nulls_in_rcdata },
    Rule { name: "null-in-cdata", example: ("svg desc", "<![CDATA[\0]]>"), readings: null_in_cdata },
    Rule {
        name: "null-in-processing-instruction",
        example: ("", "<?x \0?>"),
        readings: null_in_processing_instruction,
    },
    Rule { name: "swallowed-line-feed", example: ("", "<p\t\r\na\nb>"), readings: swallowed_line_feed },
    Rule { name: "search", example: ("", "<b><search>x</b>y"), readings: ordinary_search },
    Rule {
        name: "end-tags-at-foreign-root",
        example: ("svg desc", "<p><b></p></b>x"),
        readings: end_tags_at_foreign_root,
    },
    Rule {
        name: "mixed-case-end-tags",
        example: ("", "<svg><foreignObject><math></foreignObject>x"),
        readings: mixed_case_end_tags,
    },
    Rule {
        name: "template-without-scripting",
        example: ("template", "<noscript><p>"),
        readings: template_without_scripting,
    },
    Rule { name: "select-context", example: ("select", "<input>"), readings: input_in_select },
    Rule {
        name: "option-in-selectedcontent",
        example: ("", "<select><selectedcontent><option>x"),
        readings: option_in_selectedcontent,
    },
    Rule {
        name: "selectedcontent-in-a-fragment",
        example: ("div", "<select><option>x</option><selectedcontent>"),
        readings: without_cloning,
    },
    Rule {
        name: "patch-ended-by-the-input",
        example: ("", "<p><?marker name=\"m\"><template for=m>"),
        readings: templates_ended,
    },
    Rule {
        name: "replacement-character-before-frameset",
        example: ("", "&#0;<frameset>"),
        readings: replacement_character_before_frameset,
    },
    Rule {
        name: "patching-despite-shadow-root",
        example: ("div", "<?marker name=\"m\"><template for=m shadowrootmode=open></template>"),
        readings: patching_despite_shadow_root,
    },
    Rule {
        name: "template-white-space",
        example: ("", "<template><td></td><dd><strong></dd> "),
        readings: white_space_in_template,
    },
    Rule { name: "white-space-after-body", example: ("", "<p><b></p></body> "), readings: white_space_after_body },
    Rule { name: "form-end-tag-in-template", example: ("", "<template><form><div></form>x"), readings: form_end_tags },
    Rule {
        name: "forms-closed-together",
        example: ("", "<form><applet></form></applet><form>1</form>2"),
        readings: forms_closed_together,
    },
    Rule {
        name: "parsing-template-contents",
        example: ("template", "<form><form>"),
        readings: forms_in_template_context,
    },
    Rule {
        name: "head-content-in-template",
        example: ("", "<template><title></title><td>"),
        readings: head_content_in_template,
    },
];

/// Where the tokens of a case are that some rules speak of.
#[derive(Default)]
struct Places {
    /// U+0000 characters that are tokens, outside of foreign content.
    nulls: Vec<Range<usize>>,
    processing_instructions: Vec<Range<usize>>,
    /// Text that is nothing but one U+FFFD, which a character reference is then.
    replacement_characters: Vec<Range<usize>>,
    /// White space at the start of text, with what it is.
    white_space: Vec<(Range<usize>, String)>,
    /// End tags in foreign content, with their names.
    foreign_end_tags: Vec<(Range<usize>, String)>,
    /// Start tags, with their names.
    start_tags: Vec<(Range<usize>, String)>,
    /// The end of the first end tag `body` or `html`.
    body_end: Option<usize>,
    form_end_tags: Vec<Range<usize>>,
}

struct Recorder<'s> {
    places: Places,
    builder: TreeBuilder<DocumentBuilder<'s>>,
}

impl TokenSink for Recorder<'_> {
    const WANTS_ERRORS: bool = false;

    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        let span = token.span().range();
        let is_foreign = self.builder.adjusted_current_node_is_foreign();
        match token {
            Token::NullCharacter(_) if !is_foreign => self.places.nulls.push(span),
            Token::ProcessingInstruction { .. } => self.places.processing_instructions.push(span),
            Token::Characters(text) if text.text == "\u{FFFD}" => self.places.replacement_characters.push(span),
            Token::Characters(text) if text.text.starts_with(|c: char| c.is_ascii_whitespace()) => {
                let space = &text.text[..text.text.len() - text.text.trim_ascii_start().len()];
                // What is white space alone may stand for a character reference.
                let end = if space == text.text { span.end } else { span.start + space.len() };
                self.places.white_space.push((span.start..end, space.to_owned()));
            }
            Token::EndTag(tag) if tag.name_str == "form" => self.places.form_end_tags.push(span),
            Token::EndTag(tag) if matches!(tag.name_str, "body" | "html") => {
                self.places.body_end.get_or_insert(span.end);
            }
            Token::EndTag(tag) if is_foreign => self.places.foreign_end_tags.push((span, tag.name_str.to_owned())),
            Token::StartTag(tag) => self.places.start_tags.push((span, tag.name_str.to_owned())),
            _ => {}
        }
        self.builder.process_token(token)
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.builder.adjusted_current_node_is_foreign()
    }
}

impl Places {
    fn start_tags(&self, name: &str) -> impl DoubleEndedIterator<Item = &Range<usize>> {
        self.start_tags.iter().filter(move |(_, tag)| tag == name).map(|(place, _)| place)
    }
}

fn places(case: &Case) -> Places {
    let input = case.input();
    let context = case.context();
    let (mut tokenizer, builder) = case.options().stages(DocumentBuilder::new(&input), context.as_ref());
    let mut recorder = Recorder { places: Places::default(), builder };
    while tokenizer.run(&input, &mut recorder) == TokenizerStatus::Suspended {}
    recorder.places
}

/// The reading with another input, if it is another.
fn reading(case: &Case, input: String) -> Vec<Case> {
    if input == case.input() { Vec::new() } else { vec![case.with_input(input)] }
}

fn replaced(case: &Case, place: Range<usize>, by: &str) -> Case {
    let mut input = case.input();
    input.replace_range(place, by);
    case.with_input(input)
}

/// Leaves out these places, the last first.
fn without<'p>(input: &str, places: impl DoubleEndedIterator<Item = &'p Range<usize>>) -> String {
    let mut input = input.to_owned();
    places.rev().for_each(|place| input.replace_range(place.clone(), ""));
    input
}

/// One reading for each place, without it.
fn without_each<'p>(case: &Case, places: impl Iterator<Item = &'p Range<usize>>) -> Vec<Case> {
    places.map(|place| replaced(case, place.clone(), "")).collect()
}

fn without_nulls(case: &Case) -> Vec<Case> {
    reading(case, without(&case.input(), places(case).nulls.iter()))
}

fn without_nulls_in_rcdata(case: &Case) -> Vec<Case> {
    match case.context_name() {
        Some("title" | "textarea") => reading(case, case.input().replace('\0', "")),
        _ => Vec::new(),
    }
}

fn nulls_in_tags_that_are_text(case: &Case) -> Vec<Case> {
    let input = case.input();
    let mut parts = input.split('<');
    let mut read = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let name = part.strip_prefix('/').unwrap_or(part).trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let (before, after) = part.split_at(part.len() - name.len());
        let after = after.strip_prefix('\0').map_or(after.to_owned(), |after| format!("\u{FFFD}{after}"));
        read += &format!("<{before}{after}");
    }
    reading(case, read)
}

fn null_in_cdata(case: &Case) -> Vec<Case> {
    let input = case.input();
    let mut sections = input.split("<![CDATA[");
    let mut read = sections.next().unwrap_or_default().to_owned();
    for section in sections {
        let (data, rest) = section.split_at(section.find("]]>").unwrap_or(section.len()));
        read += &format!("<![CDATA[{}{rest}", data.replace('\0', "\u{FFFD}"));
    }
    reading(case, read)
}

fn null_in_processing_instruction(case: &Case) -> Vec<Case> {
    let mut input = case.input();
    for place in places(case).processing_instructions.into_iter().rev() {
        let read = input[place.clone()].replace('\0', "\u{FFFD}");
        input.replace_range(place, &read);
    }
    reading(case, input)
}

fn swallowed_line_feed(case: &Case) -> Vec<Case> {
    let input = case.input();
    let Some(start) = input.find('\r') else { return Vec::new() };
    let later = input.match_indices('\n').filter(|(at, _)| *at > start + 1);
    later.map(|(at, _)| replaced(case, at..at + 1, "")).collect()
}

fn ordinary_search(case: &Case) -> Vec<Case> {
    let input = with_lowercase(case.input(), &["<search", "</search"]);
    let all_ends = input.replace("</search", &format!("</{OTHER_SEARCH}"));
    // `search` closes a `p`, if there is one.
    let starts = [format!("<{OTHER_SEARCH}"), format!("</p><{OTHER_SEARCH}")];
    let all = starts.iter().flat_map(|start| reading(case, all_ends.replace("<search", start)));
    // One that an end tag closes is different only before that.
    let lowercase = case.with_input(input.clone());
    let places = input.match_indices("<search").map(|(at, tag)| at..at + tag.len());
    let single = places.flat_map(|place| starts.each_ref().map(|start| replaced(&lowercase, place.clone(), start)));
    all.chain(single).collect()
}

/// Lowercases all occurrences of these texts, whatever their case.
fn with_lowercase(mut input: String, texts: &[&str]) -> String {
    let lower = input.to_ascii_lowercase();
    for text in texts {
        lower.match_indices(text).for_each(|(at, _)| input.replace_range(at..at + text.len(), text));
    }
    input
}

/// Inside of an integration point the rules of HTML content apply. The dump leaves out the probe around an end tag.
fn end_tags_at_foreign_root(case: &Case) -> Vec<Case> {
    let Some((namespace, name)) = case.context_name().and_then(|name| name.split_once(' ')) else { return Vec::new() };
    let probe = match name {
        // At an integration point itself, an element that does not reconstruct the formatting elements.
        "mi" | "mo" | "mn" | "ms" | "mtext" | "title" | "desc" | "foreignObject" | "annotation-xml" => "div",
        _ if namespace == "svg" => "desc",
        _ => "mi",
    };
    let mut input = case.input();
    for (place, name) in places(case).foreign_end_tags.iter().rev() {
        let probed = case.with_input(format!("{}<!--{PROBE}-->", &input[..place.start])).dump_with_probes();
        let is_at_root = probed.contains(&format!("| <!-- {PROBE} -->\n"));
        if is_at_root && !matches!(&**name, "p" | "br") {
            let tag = input[place.clone()].to_owned();
            input.replace_range(place.clone(), &format!("<{probe} {PROBE}>{tag}</{probe}>"));
        }
    }
    reading(case, input)
}

/// An element of SVG has capitals in its name where the table says so.
fn mixed_case_end_tags(case: &Case) -> Vec<Case> {
    let is_mixed = |name: &str| TABLES.svg.iter().any(|svg| *svg != name && svg.eq_ignore_ascii_case(name));
    let places = places(case).foreign_end_tags;
    let places = places.iter().filter(|(_, name)| is_mixed(name)).map(|(place, _)| place);
    without_each(case, places)
}

fn template_without_scripting(case: &Case) -> Vec<Case> {
    match case.context_name() {
        Some("template") => vec![Case { scripting: false, ..case.clone() }],
        _ => Vec::new(),
    }
}

/// But for this rule, and for start tags `select`, which are ignored, a `select` context is like a `div` context.
fn input_in_select(case: &Case) -> Vec<Case> {
    let Some(context) = case.context.filter(|context| context.name == "select") else { return Vec::new() };
    let places = places(case);
    let selects: Vec<_> = places.start_tags("select").cloned().collect();
    // Those of SVG and MathML stay.
    let subsets = (0..1_usize << selects.len().min(4)).map(|subset| {
        let chosen =
            selects.iter().enumerate().filter(|(number, _)| (subset >> number) & 1 == 0).map(|(_, place)| place);
        without(&case.input(), chosen.collect::<Vec<_>>().into_iter())
    });
    subsets.map(|input| Case { context: Some(Context { name: "div", ..context }), ..case.with_input(input) }).collect()
}

/// Leaves out text from the option on, or from its preceding siblings in the `selectedcontent` on.
fn option_in_selectedcontent(case: &Case) -> Vec<Case> {
    let places = places(case);
    let input = case.input();
    let Some(selectedcontent) = places.start_tags("selectedcontent").next() else { return Vec::new() };
    let options = places.start_tags("option").filter(|option| option.start > selectedcontent.start);
    let starts = options.map(|option| option.start).chain([selectedcontent.end]);
    let ends = || input.match_indices('<').map(|(at, _)| at).chain([input.len()]);
    let left_out = starts.flat_map(|start| ends().filter(move |end| *end > start).map(move |end| start..end));
    left_out.map(|place| replaced(case, place, "")).collect()
}

/// The end tag is read later, when all that is in the `form` is closed, or never.
fn form_end_tags(case: &Case) -> Vec<Case> {
    let places = places(case);
    if case.context_name() != Some("template") && places.start_tags("template").next().is_none() {
        return Vec::new();
    }
    let input = case.input();
    let moved = |place: &Range<usize>| {
        let (before, after) = (&input[..place.start], &input[place.end..]);
        let ends = after.match_indices('>').map(|(at, _)| at + 1);
        let readings = ends
            .map(|at| format!("{before}{}</form>{}", &after[..at], &after[at..]))
            .chain([format!("{before}{after}")]);
        readings.map(|input| case.with_input(input)).collect::<Vec<_>>()
    };
    places.form_end_tags.iter().flat_map(moved).collect()
}

/// A wrapper around both forms ends where the later one does.
fn forms_closed_together(case: &Case) -> Vec<Case> {
    let places = places(case);
    let starts: Vec<_> = places.start_tags("form").collect();
    if starts.len() < 2 || places.form_end_tags.len() < 2 {
        return Vec::new();
    }
    let wrapped = |start: &Range<usize>, end: &Range<usize>| {
        let mut input = case.input();
        input.insert_str(end.end, "</div>");
        input.insert_str(start.start, &format!("<div {WRAPPER}>"));
        case.with_input(input)
    };
    let ends = &places.form_end_tags[1..];
    let pairs = starts.iter().flat_map(|start| ends.iter().map(move |end| (*start, end)));
    pairs.filter(|(start, end)| start.end <= end.start).map(|(start, end)| wrapped(start, end)).collect()
}

/// In a template the end tag `html` is ignored, wherever it stands.
fn forms_in_template_context(case: &Case) -> Vec<Case> {
    match case.context_name() {
        Some("template") => {
            let forms = places(case);
            forms.start_tags("form").skip(1).map(|place| replaced(case, place.clone(), "</html>")).collect()
        }
        _ => Vec::new(),
    }
}

/// A start tag `head` is ignored in the body, but for that it changes the mode of the template.
fn head_content_in_template(case: &Case) -> Vec<Case> {
    const NAMES: [&str; 5] = ["base", "basefont", "bgsound", "noframes", "title"];
    let places = places(case).start_tags;
    let places: Vec<_> = places.iter().filter(|(_, name)| NAMES.contains(&&**name)).map(|(place, _)| place).collect();
    let with_heads = |places: &[&Range<usize>]| {
        let mut input = case.input();
        places.iter().rev().for_each(|place| input.insert_str(place.start, "<head>"));
        case.with_input(input)
    };
    let single = places.chunks(1).map(with_heads);
    single.chain([with_heads(&places)]).collect()
}

fn without_cloning(case: &Case) -> Vec<Case> {
    if case.context.is_some() { vec![Case { option_cloning: false, ..case.clone() }] } else { Vec::new() }
}

/// Ends the templates. What the input may end in is ended first: a comment, a tag, or text up to its element's end tag.
fn templates_ended(case: &Case) -> Vec<Case> {
    const TEXTS: [&str; 9] =
        ["title", "textarea", "style", "script", "xmp", "iframe", "noembed", "noframes", "noscript"];
    let places = places(case);
    let templates = places.start_tags("template").count();
    // No tag follows the one whose text does not end.
    let last = places.start_tags.last().filter(|(_, name)| TEXTS.contains(&&**name));
    let text_ended = last.map_or(String::new(), |(_, name)| format!("</{name}>"));
    let input = case.input();
    let mut beginnings = vec![input.clone(), format!("{input}>"), format!("{input}-->")];
    // A tag that is not closed may have a `<` in it, and one without a name is text.
    for (at, _) in input.rmatch_indices('<').take(2) {
        beginnings.push(input[..at].to_owned());
        beginnings.push(format!("{}&lt;{}", &input[..at], &input[at + 1..]));
    }
    let ends = (1..=templates).map(|count| format!("{text_ended}{}", "</template>".repeat(count)));
    ends.flat_map(|ends| beginnings.iter().map(move |start| case.with_input(format!("{start}{ends}")))).collect()
}

/// A `frameset` takes the place of whatever else made the body.
fn replacement_character_before_frameset(case: &Case) -> Vec<Case> {
    places(case).replacement_characters.into_iter().map(|place| replaced(case, place, "<span>")).collect()
}

fn patching_despite_shadow_root(case: &Case) -> Vec<Case> {
    reading(case, case.input().replace("shadowrootmode", ""))
}

/// Other characters go where white space should not.
fn white_space_in_template(case: &Case) -> Vec<Case> {
    let places = places(case);
    if case.context_name() != Some("template") && places.start_tags("template").next().is_none() {
        return Vec::new();
    }
    let reading = |(place, text): &(Range<usize>, String)| {
        let stand_ins: String = text.chars().map(stand_in).collect();
        replaced(case, place.clone(), &stand_ins)
    };
    places.white_space.iter().map(reading).collect()
}

/// End tags take the formatting elements off their list.
fn white_space_after_body(case: &Case) -> Vec<Case> {
    const NAMES: [&str; 14] =
        ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"];
    let Places { white_space, body_end, .. } = places(case);
    let Some(end) = body_end else { return Vec::new() };
    let ends: String = NAMES.iter().map(|name| format!("</{name}>")).collect();
    let places = white_space.into_iter().filter(|(place, _)| place.start >= end);
    places.map(|(place, text)| replaced(case, place, &format!("{}{text}</body></html>", ends.repeat(4)))).collect()
}
