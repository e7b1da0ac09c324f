//! The corpora: folders of pages, which all parsers read, including those in other languages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use limpid_pages::benchmarks;

/// The seed of the generated pages.
pub const SEED: u64 = 20_261_001;

/// The maximum size of the corpus `rustdoc`.
const RUSTDOC_BYTES: u64 = 40_000_000;

/// The minimum size of a page of the corpus `rustdoc`. Most smaller pages are only redirects.
const RUSTDOC_PAGE_BYTES: u64 = 64 << 10;

/// A folder of UTF-8 pages.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Corpus {
    /// The name in tables.
    pub name: String,
    /// The folder of the pages.
    #[serde(skip)]
    pub folder: PathBuf,
    /// The number of pages.
    pub documents: usize,
    /// The total size of all pages.
    pub bytes: u64,
    /// Whether the pages are fragments.
    pub is_fragments: bool,
}

/// The sizes of the generated corpora.
#[derive(Clone, Copy)]
pub struct Sizes {
    /// The size of a page of one kind, in bytes.
    pub page: usize,
    /// The total size of the small pages, in bytes.
    pub small: usize,
    /// The number of fragments of each size.
    pub fragments: usize,
    /// Only every Nth page of an existing folder is used.
    pub one_in: usize,
}

impl Sizes {
    /// The sizes for the published results.
    pub const FULL: Sizes = Sizes { page: 8_000_000, small: 4_000_000, fragments: 500, one_in: 1 };
    /// Small sizes, to check that everything works.
    pub const QUICK: Sizes = Sizes { page: 400_000, small: 200_000, fragments: 50, one_in: 8 };
}

/// Returns the names of the default corpora.
pub fn default_names() -> Vec<String> {
    let kinds = benchmarks::KINDS.map(|kind| kind.name);
    let names = ["real", "rustdoc", "article", "reference", "lf", "crlf", "small"].into_iter().chain(kinds);
    names.map(str::to_owned).chain(FRAGMENT_SIZES.map(fragments_name)).collect()
}

const FRAGMENT_SIZES: [usize; 4] = [20, 100, 300, 1_000];

fn fragments_name(size: usize) -> String {
    format!("fragments-{size}")
}

/// Copies a corpus into a subfolder of `stage`. `name` is a default corpus, or the path of a folder.
pub fn stage(stage: &Path, name: &str, sizes: Sizes) -> Result<Corpus, String> {
    let pages = pages(name, sizes)?;
    let is_fragments = name.starts_with("fragments-");
    let name = Path::new(name).file_name().map_or(name.into(), |name| name.to_string_lossy()).into_owned();
    let folder = stage.join(&name);
    // Remove the pages of an earlier run.
    let _ = fs::remove_dir_all(&folder);
    write(&folder, &pages).map_err(|error| format!("cannot write {}: {error}", folder.display()))?;
    let bytes = pages.iter().map(|page| page.len() as u64).sum();
    Ok(Corpus { name, folder, documents: pages.len(), bytes, is_fragments })
}

/// Writes pages into a folder, numbered in order.
pub fn write(folder: &Path, pages: &[String]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    pages.iter().enumerate().try_for_each(|(index, page)| fs::write(folder.join(format!("{index:05}.html")), page))
}

fn pages(name: &str, sizes: Sizes) -> Result<Vec<String>, String> {
    if let Some(kind) = benchmarks::KINDS.iter().find(|kind| kind.name == name) {
        return Ok(vec![kind.page(SEED, sizes.page)]);
    }
    if let Some(size) = FRAGMENT_SIZES.into_iter().find(|&size| fragments_name(size) == name) {
        return Ok(benchmarks::fragments(SEED, size, sizes.fragments));
    }
    match name {
        "article" => Ok(vec![benchmarks::article(SEED)]),
        "reference" => Ok(vec![benchmarks::reference(SEED)]),
        "lf" => Ok(articles(sizes.page)),
        "crlf" => Ok(articles(sizes.page).iter().map(|page| page.replace('\n', "\r\n")).collect()),
        "small" => Ok(benchmarks::small_pages(SEED, sizes.small)),
        "real" => pages_of(&limpid_pages::data::real_pages_folder(), sizes.one_in),
        "rustdoc" => rustdoc_pages(sizes.one_in),
        folder => pages_of(Path::new(folder), sizes.one_in),
    }
}

/// Returns articles with at least this total size in bytes.
fn articles(size: usize) -> Vec<String> {
    let mut bytes = 0;
    let is_wanted = |page: &String| {
        let is_wanted = bytes < size;
        bytes += page.len();
        is_wanted
    };
    (0u64..).map(|index| benchmarks::article(SEED + index)).take_while(is_wanted).collect()
}

/// Returns the pages in a folder and its subfolders, or every Nth page.
fn pages_of(folder: &Path, one_in: usize) -> Result<Vec<String>, String> {
    let files = html_files(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    if files.is_empty() {
        return Err(format!("{}: this folder contains no .html file", folder.display()));
    }
    files.iter().step_by(one_in).map(|(path, _)| read(path)).collect()
}

/// Returns a sample of the toolchain's documentation: the larger pages, sorted by path, with a constant step.
fn rustdoc_pages(one_in: usize) -> Result<Vec<String>, String> {
    let advice = "the component rust-docs is not installed: `rustup component add rust-docs`";
    let output =
        Command::new("rustc").args(["--print", "sysroot"]).output().map_err(|error| format!("rustc: {error}"))?;
    let folder = Path::new(String::from_utf8_lossy(&output.stdout).trim()).join("share/doc/rust/html");
    let mut files = html_files(&folder).map_err(|_| advice.to_owned())?;
    files.retain(|(path, bytes)| *bytes >= RUSTDOC_PAGE_BYTES && !path.starts_with(folder.join("src")));
    let bytes: u64 = files.iter().map(|(_, bytes)| bytes).sum();
    let step = bytes.div_ceil(RUSTDOC_BYTES).max(1) as usize * one_in;
    match files.is_empty() {
        true => Err(advice.to_owned()),
        false => files.iter().step_by(step).map(|(path, _)| read(path)).collect(),
    }
}

/// Reads a page as text, so that no parser has to decode it.
fn read(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Returns the HTML files below a folder, sorted by path, with their sizes.
fn html_files(folder: &Path) -> io::Result<Vec<(PathBuf, u64)>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let metadata = fs::metadata(&path)?;
            if metadata.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html" || extension == "htm") {
                files.push((path, metadata.len()));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Reads a staged corpus.
pub fn load(folder: &Path) -> Result<Vec<String>, String> {
    pages_of(folder, 1)
}
