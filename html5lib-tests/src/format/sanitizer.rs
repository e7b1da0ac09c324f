//! Cases of the sanitizer: markup and a configuration in, the dump of a tree out (`.dat` and JSON), and calls of a sanitizer's
//! methods (JSON).
//!
//! Configurations stay as they are in the file: reading them is part of what a case tests.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::FormatError;
use super::dat::{self, RawCase};

/// One case.
#[derive(Clone, Debug, PartialEq)]
pub struct SanitizerCase {
    /// Its place in the file, counted from one.
    pub number: usize,
    /// The rule that it shows.
    pub description: String,
    /// The input and the expectation.
    pub work: Work,
}

impl Eq for SanitizerCase {}

/// The subject of a case.
#[derive(Clone, Debug, PartialEq)]
pub enum Work {
    /// Markup that is parsed and sanitized.
    Markup(Box<MarkupCase>),
    /// The steps of a test of `Sanitizer` objects: each a dictionary, see [`read_json`].
    Steps(Vec<Map<String, Value>>),
}

/// Markup that is parsed and sanitized, by each of some methods.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkupCase {
    /// `#data`: the markup.
    pub data: String,
    /// `#method`: `setHTML`, `setHTMLUnsafe`, `parseHTML`, `parseHTMLUnsafe` or, for a tree that is safe to print, `print`.
    pub methods: Vec<String>,
    /// `#document-fragment`: the context element.
    pub context: String,
    /// `#config`: the option `sanitizer`. `None` if there is none.
    pub config: Option<Value>,
    /// Whether the configuration becomes a `Sanitizer` first.
    pub is_object: bool,
    /// The expected result.
    pub expected: Expected,
    /// The dump of the tree that the standard's sanitizing after parsing gives, where the expected one assumes sanitizing while
    /// parsing.
    pub after_parsing: Option<String>,
    /// `#report`: a line for each removal, its code and its name. `None` if the report does not matter.
    pub report: Option<Vec<String>>,
}

/// The expected result of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// `#document`: the dump of the tree.
    Document(String),
    /// The markup of the tree.
    Markup(String),
    /// Whether the markup of the tree has this in it.
    Contains(String, bool),
    /// `#error`: the configuration is refused.
    Error,
}

/// Whether a `.dat` file holds cases of the sanitizer, rather than tree-construction cases.
pub fn is_sanitizer_file(file: &[u8]) -> bool {
    dat::has_line(&dat::with_lf(file), &[b"#config", b"#method"])
}

/// Reads a `.dat` file of sanitizer cases. The name of the file decides on the method of a case that names none.
pub fn read(file: &[u8], name: &str) -> Result<Vec<SanitizerCase>, FormatError> {
    let different: Different = serde_json::from_str(AFTER_PARSING)?;
    let method = if name.starts_with("sethtml-unsafety") { "setHTMLUnsafe" } else { "setHTML" };
    let case = |(index, case): (usize, RawCase<'_>)| {
        let mut read = markup_case(index + 1, &case, method)?;
        if let Work::Markup(case) = &mut read.work {
            let other = different.cases.iter().find(|other| other.data == case.data && other.config == case.config);
            case.after_parsing = other.map(|other| other.document.join("\n"));
        }
        Ok(read)
    };
    dat::cases(&dat::with_lf(file))?.into_iter().enumerate().map(case).collect()
}

fn markup_case(number: usize, case: &RawCase<'_>, method: &str) -> Result<SanitizerCase, FormatError> {
    case.refuse(&["encoding", "fallback", "text-of", "declarative-shadow-roots"], "a sanitizer")?;
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| FormatError::at(case.line, "not UTF-8"));
    // A placeholder for the name of the server.
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

/// The cases whose expected tree assumes sanitizing while parsing, with the tree of the standard.
const AFTER_PARSING: &str = include_str!("../../exceptions/after-parsing.json");

/// The host that `{{host}}` stands for.
const HOST: &str = "example.org";

/// The file of expectations that assume sanitizing after parsing.
#[derive(Default, Deserialize)]
struct Different {
    cases: Vec<DifferentCase>,
}

#[derive(Deserialize)]
struct DifferentCase {
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
    /// Markup by member of a configuration, and what of it shows that it was kept.
    #[serde(default)]
    probes: Map<String, Value>,
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

/// Reads a JSON file: `cases` of markup, `tests` of steps, or `tests` and `probes` of a configuration's defaults.
///
/// A step is `{"new": configuration}`, which fails with `"throws"`; `{"call": method, "args": [...], "returns": value}`; `{"get":
/// configuration}`, or `{"get_part": members, "absent": names}`. The number of the sanitizer is in `as` and `on`.
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
        let different =
            "#data\n<p>comment<!-- hello -->in<!-- </p> -->text</p>\n#config\n{\"comments\": false}\n#document\n";
        let cases = read(different.as_bytes(), "a.dat").unwrap();
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
