//! The pages that are parsed: folders of files, which every peer, in whatever language, reads alike.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use limpid_pages::benchmarks;

/// The seed of the pages whose figures are published.
pub const SEED: u64 = 20_261_001;

/// At most so much of the toolchain's documentation is parsed.
const RUSTDOC_BYTES: u64 = 40_000_000;

/// Smaller pages of the toolchain's documentation are left out: most of them only say that something moved.
const RUSTDOC_PAGE_BYTES: u64 = 64 << 10;

/// A folder of pages, in UTF-8.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Corpus {
    /// Its name in tables.
    pub name: String,
    /// The folder of its pages.
    #[serde(skip)]
    pub folder: PathBuf,
    /// The number of its pages.
    pub documents: usize,
    /// The length of all pages together.
    pub bytes: u64,
    /// Whether they are fragments.
    pub is_fragments: bool,
}

/// The sizes of the generated corpora.
#[derive(Clone, Copy)]
pub struct Sizes {
    /// Bytes of one kind of page.
    pub page: usize,
    /// Bytes of all small pages together.
    pub small: usize,
    /// The number of fragments of each size.
    pub fragments: usize,
    /// Only one in so many pages of existing folders is parsed.
    pub one_in: usize,
}

impl Sizes {
    /// The sizes of published figures.
    pub const FULL: Sizes = Sizes { page: 8_000_000, small: 4_000_000, fragments: 500, one_in: 1 };
    /// Enough to see that everything works.
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

/// Copies a corpus into a folder in `stage`: a default corpus, by its name, or a folder.
pub fn stage(stage: &Path, name: &str, sizes: Sizes) -> Result<Corpus, String> {
    let pages = pages(name, sizes)?;
    let is_fragments = name.starts_with("fragments-");
    let name = Path::new(name).file_name().map_or(name.into(), |name| name.to_string_lossy()).into_owned();
    let folder = stage.join(&name);
    // Pages of an earlier run do not belong to this one.
    let _ = fs::remove_dir_all(&folder);
    write(&folder, &pages).map_err(|error| format!("cannot write {}: {error}", folder.display()))?;
    let bytes = pages.iter().map(|page| page.len() as u64).sum();
    Ok(Corpus { name, folder, documents: pages.len(), bytes, is_fragments })
}

/// Writes pages into a folder, in their order.
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

/// Articles of this many bytes together.
fn articles(size: usize) -> Vec<String> {
    let mut bytes = 0;
    let is_wanted = |page: &String| {
        let is_wanted = bytes < size;
        bytes += page.len();
        is_wanted
    };
    (0u64..).map(|index| benchmarks::article(SEED + index)).take_while(is_wanted).collect()
}

/// The pages in a folder and its subfolders, or one in so many.
fn pages_of(folder: &Path, one_in: usize) -> Result<Vec<String>, String> {
    let files = html_files(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    if files.is_empty() {
        return Err(format!("{}: no .html file is in this folder", folder.display()));
    }
    files.iter().step_by(one_in).map(|(path, _)| read(path)).collect()
}

/// A sample of the toolchain's documentation: of the larger pages in the order of their paths, one in so many.
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

/// Text, so that no peer's decoder is measured with the parser.
fn read(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// The HTML files below a folder in the order of their paths, each with its length.
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
