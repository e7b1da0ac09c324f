//! Scores the extraction of content and metadata on pages with known content.
//!
//!     cargo run --release --manifest-path benches/Cargo.toml --bin content -- FOLDER
//!
//! The folder has a file `truth.ndjson` and pages as `pages/ID.html` or `pages/ID.html.gz`. Each line of `truth.ndjson` is an object with the
//! members `id`, `type`, `main_content`, and optionally `url`, `title`, `author`, `publish_date`, `with` and `without`. The last two are lists of
//! texts that must, or must not, be in the content. The pages of the Web Content Extraction Benchmark (WCXB) have this form.
//!
//! F1, precision and recall are those of the words, as multisets, and means over the pages. Titles, authors and dates are right if they
//! are equal, apart from case and white space.

use clap::Parser;
use flate2::read::GzDecoder;
use limpid::content::{Content, ContentExt as _, ContentOptions};
use limpid::links::Url;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Scores the extraction of content and metadata on pages with known content
#[derive(Parser)]
struct Arguments {
    /// A folder with truth.ndjson and pages/
    folder: PathBuf,
    /// Give the address of each page to the extraction
    #[arg(long)]
    urls: bool,
    /// Print the F1 of each page, the worst first
    #[arg(long)]
    list: bool,
}

/// The known content of a page.
#[derive(Deserialize)]
struct Truth {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    url: Option<String>,
    main_content: Option<String>,
    title: Option<String>,
    author: Option<String>,
    publish_date: Option<String>,
    with: Option<Vec<String>>,
    without: Option<Vec<String>>,
}

/// The number of right values, and of all values.
#[derive(Default, Clone, Copy)]
struct Count(usize, usize);

impl Count {
    fn add(&mut self, is_right: bool) {
        *self = Count(self.0 + usize::from(is_right), self.1 + 1);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let lines = fs::read_to_string(arguments.folder.join("truth.ndjson"))?;
    let pages: Vec<Truth> = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let mut scores: BTreeMap<&str, Vec<[f64; 3]>> = BTreeMap::new();
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut list = Vec::new();
    for truth in &pages {
        let bytes = read(&arguments.folder.join("pages"), &truth.id)?;
        let document = limpid::parse_bytes(&bytes);
        let url = truth.url.as_deref().filter(|_| arguments.urls).and_then(|url| Url::parse(url).ok());
        let options = ContentOptions::new();
        let content = document.content_with(&url.as_ref().map_or(options, |url| options.url(url)));
        let text = content.text();
        let score = score(&text, truth.main_content.as_deref().unwrap_or_default());
        scores.entry(&truth.kind).or_default().push(score);
        scores.entry("~ all").or_default().push(score);
        list.push((score[0], truth, content.kind().as_str()));
        count(&mut counts, truth, &content, &text);
    }
    println!("| pages | number | F1 | precision | recall |\n| --- | --: | --: | --: | --: |");
    for (kind, scores) in &scores {
        let mean = |at: usize| scores.iter().map(|score| score[at]).sum::<f64>() / scores.len() as f64;
        let name = kind.trim_start_matches("~ ");
        println!("| {name} | {} | {:.3} | {:.3} | {:.3} |", scores.len(), mean(0), mean(1), mean(2));
    }
    println!("\n| values | number | right |\n| --- | --: | --: |");
    for (name, Count(right, all)) in &counts {
        println!("| {name} | {all} | {:.1} % |", 100.0 * *right as f64 / *all as f64);
    }
    if arguments.list {
        list.sort_by(|first, second| first.0.total_cmp(&second.0));
        println!();
        for (f1, truth, kind) in list {
            println!("{f1:.3} {} {}, found {kind} {}", truth.id, truth.kind, truth.url.as_deref().unwrap_or_default());
        }
    }
    Ok(())
}

/// Counts the metadata and the texts that are right.
fn count(counts: &mut BTreeMap<&'static str, Count>, truth: &Truth, content: &Content<'_>, text: &str) {
    let metadata = content.metadata();
    let value = |value: &Option<limpid::content::MetadataValue>| value.as_ref().map(|value| plain(&value.value));
    let date = metadata.published.as_ref().map(|date| date.iso.chars().take(10).collect());
    let fields = [
        ("title", &truth.title, value(&metadata.title)),
        ("author", &truth.author, value(&metadata.byline)),
        ("date", &truth.publish_date, date),
    ];
    for (name, known, found) in fields {
        if let Some(known) = known.as_deref().filter(|known| !known.is_empty()) {
            counts.entry(name).or_default().add(found.as_deref() == Some(&plain(known)));
        }
    }
    let text = plain(text);
    for (name, snippets, is_wanted) in
        [("texts in the content", &truth.with, true), ("texts not in the content", &truth.without, false)]
    {
        for snippet in snippets.iter().flatten() {
            counts.entry(name).or_default().add(text.contains(&plain(snippet)) == is_wanted);
        }
    }
}

fn read(folder: &Path, id: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    if let Ok(bytes) = fs::read(folder.join(format!("{id}.html"))) {
        return Ok(bytes);
    }
    let mut bytes = Vec::new();
    GzDecoder::new(fs::File::open(folder.join(format!("{id}.html.gz")))?).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns a text in lower case with single spaces.
fn plain(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns F1, precision and recall of the words.
fn score(found: &str, known: &str) -> [f64; 3] {
    let (found, known) = (words(found), words(known));
    let same: usize = found.iter().map(|(word, count)| known.get(word).map_or(0, |known| *count.min(known))).sum();
    let [found, known]: [usize; 2] = [&found, &known].map(|words| words.values().sum());
    if known == 0 {
        return if found == 0 { [1.0; 3] } else { [0.0, 0.0, 1.0] };
    }
    if same == 0 {
        return [0.0; 3];
    }
    let (precision, recall) = (same as f64 / found as f64, same as f64 / known as f64);
    [2.0 * precision * recall / (precision + recall), precision, recall]
}

fn words(text: &str) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    for word in text.to_lowercase().split(|character| !is_word(character)).filter(|word| !word.is_empty()) {
        *counts.entry(word.to_owned()).or_insert(0) += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_compare_multisets_of_words() {
        assert_eq!(score("Green tea, tea!", "green tea tea"), [1.0; 3]);
        assert_eq!(score("a b c d", "a b"), [2.0 / 3.0, 0.5, 1.0]);
        assert_eq!(score("", ""), [1.0; 3]);
        assert_eq!(score("", "a"), [0.0; 3]);
    }
}
