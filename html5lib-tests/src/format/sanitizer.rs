//! Sanitizer cases: markup, a configuration and the expected tree (`.dat` and JSON), or calls of a sanitizer's methods (JSON).
//!
//! Configurations stay JSON values, because parsing them is part of the test.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::FormatError;
use super::dat::{self, RawCase};

/// One case.
#[derive(Clone, Debug, PartialEq)]
pub struct SanitizerCase {
    /// The number in the file, starting at 1.
    pub number: usize,
    /// The description.
    pub description: String,
    /// The input and the expectation.
    pub work: Work,
}

impl Eq for SanitizerCase {}

/// The content of a case.
#[derive(Clone, Debug, PartialEq)]
pub enum Work {
    /// Parse and sanitize markup.
    Markup(Box<MarkupCase>),
    /// Run steps on `Sanitizer` objects. Each step is a dictionary, see [`read_json`].
    Steps(Vec<Map<String, Value>>),
}

/// Markup, and the methods that parse and sanitize it. The result of each method is compared.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkupCase {
    /// `#data`: the markup.
    pub data: String,
    /// `#method`: `setHTML`, `setHTMLUnsafe`, `parseHTML`, `parseHTMLUnsafe`, or limpid's `print`, which sanitizes with
    /// `Strictness::Printable`.
    pub methods: Vec<String>,
    /// `#document-fragment`: the context element.
    pub context: String,
    /// `#config`: the option `sanitizer`, or `None` if the option is not passed.
    pub config: Option<Value>,
    /// Whether a `Sanitizer` is passed instead of the configuration itself.
    pub is_object: bool,
    /// The expected result.
    pub expected: Expected,
    /// The expected tree for sanitizing after parsing, as in the standard, if the published tree assumes sanitizing while parsing.
    pub after_parsing: Option<String>,
    /// `#report`: a line per removal, with its code and name. `None` if the report is not compared.
    pub report: Option<Vec<String>>,
}

/// The expected result of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// `#document`: the result is the tree with this dump.
    Document(String),
    /// The tree serializes to this markup.
    Markup(String),
    /// The serialized tree contains this text (`true`) or does not contain it (`false`).
    Contains(String, bool),
    /// `#error`: the configuration is invalid.
    Error,
}

/// Whether a `.dat` file contains sanitizer cases.
pub fn is_sanitizer_file(file: &[u8]) -> bool {
    dat::has_line(&dat::with_lf(file), &[b"#config", b"#method"])
}

/// Reads a `.dat` file of sanitizer cases. The file name determines the default method: `setHTMLUnsafe` or `setHTML`.
pub fn read(file: &[u8], name: &str) -> Result<Vec<SanitizerCase>, FormatError> {
    let after_parsing: AfterParsingFile = serde_json::from_str(AFTER_PARSING)?;
    let method = if name.starts_with("sethtml-unsafety") { "setHTMLUnsafe" } else { "setHTML" };
    let case = |(index, case): (usize, RawCase<'_>)| {
        let mut read = markup_case(index + 1, &case, method)?;
        if let Work::Markup(case) = &mut read.work {
            let other = after_parsing.cases.iter().find(|other| other.data == case.data && other.config == case.config);
            case.after_parsing = other.map(|other| other.document.join("\n"));
        }
        Ok(read)
    };
    dat::cases(&dat::with_lf(file))?.into_iter().enumerate().map(case).collect()
}

fn markup_case(number: usize, case: &RawCase<'_>, method: &str) -> Result<SanitizerCase, FormatError> {
    case.check_forbidden(&["encoding", "fallback", "text-of", "declarative-shadow-roots"], "a sanitizer")?;
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| FormatError::at(case.line, "not UTF-8"));
    // `{{host}}` is a placeholder for the server.
    let data = text(case.data()?)?.replace("{{host}}", HOST);
    let config = match case.text("config")? {
        Some(config) => {
            Some(serde_json::from_str(config).map_err(|error| FormatError::at(case.line, error.to_string()))?)
        }
        None => None,
    };
    let expected = match (case.text("document")?, case.text("serialized")?, case.one_line("error")?) {
        (Some(dump), None, None) => Expected::Document(dump.trim_end_matches('\n').replace("{{host}}", HOST)),
        (None, Some(markup), None) => Expected::Markup(markup.to_owned()),
        (None, None, Some("TypeError")) => Expected::Error,
        _ => {
            return Err(FormatError::at(
                case.line,
                "this case needs one of #document, #serialized and #error TypeError",
            ));
        }
    };
    let methods = case.one_line("method")?.unwrap_or(method).split_whitespace().map(str::to_owned).collect();
    let context = case.one_line("document-fragment")?.unwrap_or("div").to_owned();
    let report = case.section("report").map(|_| case.lines("report")).transpose()?;
    let description = case.text("description")?.unwrap_or(&data).to_owned();
    let work = MarkupCase { data, methods, context, config, is_object: false, expected, after_parsing: None, report };
    Ok(SanitizerCase { number, description, work: Work::Markup(Box::new(work)) })
}

/// The cases whose published tree assumes sanitizing while parsing. Each case has the tree that the standard requires.
const AFTER_PARSING: &str = include_str!("../../exceptions/after-parsing.json");

/// The replacement for `{{host}}`.
const HOST: &str = "example.org";

#[derive(Default, Deserialize)]
struct AfterParsingFile {
    cases: Vec<AfterParsingCase>,
}

#[derive(Deserialize)]
struct AfterParsingCase {
    data: String,
    config: Option<Value>,
    document: Vec<String>,
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    cases: Vec<JsonCase>,
    #[serde(default)]
    tests: Vec<JsonTest>,
    /// Maps a member of a configuration to two strings: markup, and a part of this markup. The sanitized markup contains the part if the
    /// sanitizer keeps the kind of content that the member controls.
    #[serde(default)]
    probes: Map<String, Value>,
    /// Configurations, each with the expected value of one member after constructing a `Sanitizer`.
    #[serde(default)]
    constructed: Vec<Constructed>,
}

#[derive(Deserialize)]
struct JsonCase {
    #[serde(default)]
    group: String,
    #[serde(default)]
    description: String,
    methods: Vec<String>,
    context: Option<String>,
    data: String,
    config: Option<Value>,
    document: Option<Vec<String>>,
    html: Option<String>,
    error: Option<String>,
    after_parsing: Option<AfterParsing>,
}

#[derive(Deserialize)]
struct AfterParsing {
    document: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum JsonTest {
    Steps { name: String, steps: Vec<Map<String, Value>> },
    Probe(Probe),
}

#[derive(Deserialize)]
struct Probe {
    option: String,
    /// How the configuration is passed: `none`, `dictionary` or `Sanitizer`.
    via: String,
    config: Option<Value>,
    #[serde(rename = "kept_by_setHTML")]
    safe: bool,
    #[serde(rename = "kept_by_setHTMLUnsafe")]
    not_safe: bool,
}

#[derive(Deserialize)]
struct Constructed {
    config: Value,
    member: String,
    value: Value,
}

/// Reads a JSON file: `cases` of markup, `tests` with steps, or `tests` and `probes` for the default configuration.
///
/// A step is one of: `{"new": configuration}`, with `"throws"` if it must fail; `{"call": method, "args": [...], "returns": value}`;
/// `{"get": configuration}`; `{"get_part": members, "absent": names}`. `as` is the number of the new sanitizer, and `on` is the number of
/// the sanitizer that the other steps use.
pub fn read_json(file: &str) -> Result<Vec<SanitizerCase>, FormatError> {
    let file: File = serde_json::from_str(file)?;
    let mut works: Vec<(String, Work)> = Vec::new();
    for case in file.cases {
        let expected = match (case.document, case.html, case.error) {
            (Some(lines), None, None) => Expected::Document(lines.join("\n")),
            (None, Some(markup), None) => Expected::Markup(markup),
            (None, None, Some(_)) => Expected::Error,
            _ => {
                let message = format!("the case {:?} needs one of document, html and error", case.data);
                return Err(FormatError { line: None, message });
            }
        };
        let description =
            if case.description.is_empty() { format!("{}: {}", case.group, case.data) } else { case.description };
        let work = MarkupCase {
            data: case.data,
            methods: case.methods,
            context: case.context.unwrap_or_else(|| "div".to_owned()),
            config: case.config,
            is_object: false,
            expected,
            after_parsing: case.after_parsing.map(|after| after.document.join("\n")),
            report: None,
        };
        works.push((description, Work::Markup(Box::new(work))));
    }
    for test in file.tests {
        match test {
            JsonTest::Steps { name, steps } => works.push((name, Work::Steps(steps))),
            JsonTest::Probe(probe) => works.extend(probe.cases(&file.probes)?),
        }
    }
    for Constructed { config, member, value } in file.constructed {
        let check = match value == "absent" {
            true => json!({"get_part": {}, "absent": [member]}),
            false => json!({"get_part": {member.clone(): value}}),
        };
        let steps = [json!({"new": config}), check].into_iter().filter_map(|step| step.as_object().cloned());
        works.push((format!("{member} of new Sanitizer({config})"), Work::Steps(steps.collect())));
    }
    let case = |(number, (description, work))| SanitizerCase { number, description, work };
    Ok((1..).zip(works).map(case).collect())
}

impl Probe {
    fn cases(self, probes: &Map<String, Value>) -> Result<[(String, Work); 2], FormatError> {
        let text = |index: usize| probes.get(&self.option)?.get(index)?.as_str().map(str::to_owned);
        let (Some(data), Some(kept)) = (text(0), text(1)) else {
            return Err(FormatError { line: None, message: format!("no probe for {:?}", self.option) });
        };
        Ok([("setHTML", self.safe), ("setHTMLUnsafe", self.not_safe)].map(|(method, is_kept)| {
            let description = format!("{} by {method}, {}, {:?}", self.option, self.via, self.config);
            let work = MarkupCase {
                data: data.clone(),
                methods: vec![method.to_owned()],
                context: "div".to_owned(),
                config: self.config.clone(),
                is_object: self.via == "Sanitizer",
                expected: Expected::Contains(kept.clone(), is_kept),
                after_parsing: None,
                report: None,
            };
            (description, Work::Markup(Box::new(work)))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_of_markup() {
        let file = b"#data\na {{host}}\n#config\n{\"elements\":\n []}\n#document\n| \"a\"\n\n#data\nb\n#method\nprint\n#error\nTypeError\n";
        assert!(is_sanitizer_file(file));
        let cases = read(file, "a.dat").unwrap();
        let [Work::Markup(first), Work::Markup(second)] = [&cases[0].work, &cases[1].work] else { panic!() };
        assert_eq!((&*first.data, &*first.methods), ("a example.org", &["setHTML".to_owned()][..]));
        assert_eq!(first.config, Some(json!({"elements": []})));
        assert_eq!(first.after_parsing, None);
        assert_eq!((&second.expected, &*second.methods), (&Expected::Error, &["print".to_owned()][..]));
        let after_parsing =
            "#data\n<p>comment<!-- hello -->in<!-- </p> -->text</p>\n#config\n{\"comments\": false}\n#document\n";
        let cases = read(after_parsing.as_bytes(), "a.dat").unwrap();
        assert!(matches!(&cases[0].work, Work::Markup(case) if case.after_parsing.is_some()));
        let unsafe_ = read(b"#data\na\n#document\n", "sethtml-unsafety.sub.dat").unwrap();
        assert!(matches!(&unsafe_[0].work, Work::Markup(case) if case.methods == ["setHTMLUnsafe"]));
    }

    #[test]
    fn cases_in_json() {
        let file = r#"{"tests": [{"name": "a", "steps": [{"new": {}}]},
            {"option": "comments", "via": "none", "kept_by_setHTML": false, "kept_by_setHTMLUnsafe": true}],
            "probes": {"comments": ["<!--a-->", "<!--"]},
            "constructed": [{"config": {}, "member": "comments", "value": true}],
            "cases": [{"methods": ["setHTML"], "data": "a", "html": "a"}]}"#;
        let cases = read_json(file).unwrap();
        assert_eq!(cases.len(), 5);
        assert!(
            matches!(&cases[2].work, Work::Markup(case) if case.expected == Expected::Contains("<!--".to_owned(), false))
        );
        assert!(read_json(r#"{"cases": [{"methods": [], "data": "a"}]}"#).is_err());
    }
}
