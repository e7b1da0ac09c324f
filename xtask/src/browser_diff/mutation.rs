//! `cargo xtask mutation-xss`: sanitizes markup that attacks sanitizers, and lets Chromium parse the results.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::PathBuf;
use std::process::ExitCode;

use limpid::sanitize::{Sanitizer, SanitizerConfig, Strictness};
use limpid::{ParseOptions, ScriptingMode};
use limpid_pages::mutation;
use serde::Deserialize;
use serde_json::{Value, json};

use super::chromium::{Chromium, MUTATION};

/// The maximum number of attack vectors per control. A control verifies that the check detects scripts: its vectors are not sanitized, or not
/// enough.
const CONTROLS: usize = 1000;
/// The maximum number of dangerous results that are printed.
const SHOWN: usize = 10;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Use only every Nth vector
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Read the attack vectors from a file, which is a JSON array of strings
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,
    /// The path of the browser [default: the first Chromium in the PATH]
    #[arg(long, value_name = "PATH")]
    chromium: Option<PathBuf>,
}

/// Exits with 1 if a sanitized result is dangerous or a control detects nothing, and with 2 if Chromium cannot run.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match mutation_xss(arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn mutation_xss(arguments: &Arguments) -> Result<bool, String> {
    let chromium = Chromium::find(arguments.chromium.as_deref())?;
    println!("{}", chromium.version()?);
    let vectors: Vec<String> = match &arguments.vectors {
        Some(path) => {
            let file = File::open(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            serde_json::from_reader(file)
                .map_err(|error| format!("{} is not a JSON array of strings: {error}", path.display()))?
        }
        None => mutation::vectors().collect(),
    };
    let vectors: Vec<String> = vectors.into_iter().step_by(arguments.every.max(1)).collect();
    let sanitizers = sanitizers()?;
    let sanitized = |vector: &str| outputs(&sanitizers, vector, Strictness::Printable);
    let sample = || vectors.iter().step_by(vectors.len().div_ceil(CONTROLS).max(1));
    let controls = [
        ("not sanitized", sample().map(|vector| BTreeSet::from([vector.clone()])).collect()),
        (
            "sanitized, but not for printing",
            sample().map(|vector| outputs(&sanitizers, vector, Strictness::Safe)).collect(),
        ),
    ];
    let mut controls_are_detected = true;
    for (name, cases) in controls {
        controls_are_detected &= count_dangerous(&chromium, name, cases)? > 0;
    }
    let cases = vectors.iter().map(|vector| sanitized(vector)).collect();
    Ok(count_dangerous(&chromium, "sanitized for printing", cases)? == 0 && controls_are_detected)
}

/// Returns sanitizers that keep as much as possible, and some that replace or remove elements around the attack.
fn sanitizers() -> Result<Vec<Sanitizer>, String> {
    let configs = [
        json!({}),
        json!({"replaceWithChildrenElements": ["p", "form", "table", "b", "mtext", "style"], "removeElements": ["svg"]}),
        json!({
            "replaceWithChildrenElements": [
                "template", "noscript", "select", "title",
                {"name": "foreignObject", "namespace": "http://www.w3.org/2000/svg"},
                {"name": "mtext", "namespace": "http://www.w3.org/1998/Math/MathML"},
            ],
            "comments": false,
        }),
    ];
    let make = |config: &Value| {
        let config = SanitizerConfig::deserialize(config).map_err(|error| error.to_string())?;
        Sanitizer::new(&config).map_err(|error| error.to_string())
    };
    let mut sanitizers: Vec<Sanitizer> = configs.iter().map(make).collect::<Result<_, String>>()?;
    sanitizers.push(Sanitizer::default());
    Ok(sanitizers)
}

/// Returns the distinct non-empty results of all sanitizers for a vector, parsed with and without scripting.
fn outputs(sanitizers: &[Sanitizer], vector: &str, strictness: Strictness) -> BTreeSet<String> {
    let mut outputs = BTreeSet::new();
    for scripting in [ScriptingMode::Disabled, ScriptingMode::Inert] {
        let options = ParseOptions::new().scripting(scripting).allow_declarative_shadow_roots(true);
        let parsed = options.parse_fragment(vector, "body");
        for sanitizer in sanitizers {
            let mut tree = parsed.clone();
            let root = tree.root().id();
            if sanitizer.sanitize_with(&mut tree, root, strictness, None).is_ok() {
                outputs.insert(tree.to_html());
            }
        }
    }
    outputs.remove("");
    outputs
}

/// Returns the number of vectors with a result in which Chromium finds something dangerous. If the results are sanitized for printing, crashes
/// of Chromium count too.
fn count_dangerous(chromium: &Chromium, name: &str, cases: Vec<BTreeSet<String>>) -> Result<usize, String> {
    let outputs: usize = cases.iter().map(BTreeSet::len).sum();
    let requests: Vec<Value> = cases.iter().map(|outputs| json!({"outputs": outputs})).collect();
    let (mut dangerous, mut lost) = (0, 0);
    for (outputs, result) in cases.iter().zip(chromium.results(&MUTATION, &requests)?) {
        let found = result.and_then(|result| serde_json::from_str::<Vec<[String; 3]>>(&result).ok());
        match found {
            None => {
                lost += 1;
                println!("Chromium crashes on {outputs:?}");
            }
            Some(found) if found.is_empty() => {}
            Some(found) => {
                dangerous += 1;
                if name == "sanitized for printing" && dangerous <= SHOWN {
                    println!("{outputs:#?}\n{:#?}", &found[..found.len().min(4)]);
                }
            }
        }
    }
    println!(
        "{name}: {} vectors, {outputs} results, {dangerous} vectors dangerous, {lost} crash Chromium",
        cases.len()
    );
    Ok(dangerous + if name == "sanitized for printing" { lost } else { 0 })
}
