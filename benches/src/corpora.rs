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
#[derive(Clone, Debug)]
pub struct Corpus {
    /// Its name in tables.
    pub name: String,
    /// Where its pages are.
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
    /// Of pages that are not made here, one in so many is taken.
    pub one_in: usize,
}

impl Sizes {
    /// The sizes of published figures.
    pub const FULL: Sizes = Sizes { page: 8_000_000, small: 4_000_000, fragments: 500, one_in: 1 };
    /// Enough to see that everything works.
    pub const QUICK: Sizes = Sizes { page: 400_000, small: 200_000, fragments: 50, one_in: 8 };
}

/// Corpora that are there, and what is not.
#[derive(Default)]
pub struct Found {
    /// The corpora to parse.
    pub corpora: Vec<Corpus>,
    /// The corpora that could not be found or read, each with the reason.
    pub skipped: Vec<String>,
}

/// The names of the default corpora.
pub fn default_names() -> Vec<String> {
    let kinds = benchmarks::KINDS.map(|kind| kind.name);
    let names = ["real", "rustdoc", "article", "reference", "lf", "crlf", "small"].into_iter().chain(kinds);
    names.map(str::to_owned).chain(FRAGMENT_SIZES.map(fragments_name)).collect()
}

const FRAGMENT_SIZES: [usize; 4] = [20, 100, 300, 1_000];

fn fragments_name(size: usize) -> String {
    format!("fragments-{size}")
}

/// Copies and makes corpora.
pub struct Stage<'a> {
    /// The folder that holds a folder for each corpus.
    pub folder: &'a Path,
    /// limpid's repository.
    pub repository: &'a Path,
    /// The seed of what is made.
    pub seed: u64,
    /// The sizes of generated pages.
    pub sizes: Sizes,
}

impl Stage<'_> {
    /// Stages each corpus: one of the default ones, by its name, or a folder.
    pub fn all(&self, names: &[String]) -> io::Result<Found> {
        let mut found = Found::default();
        for name in names {
            match self.pages(name) {
                Ok(pages) => found.corpora.push(self.write(name, &pages)?),
                Err(reason) => found.skipped.push(format!("corpus {name}: {reason}")),
            }
        }
        Ok(found)
    }

    fn pages(&self, name: &str) -> Result<Vec<String>, String> {
        let (seed, sizes) = (self.seed, self.sizes);
        if let Some(kind) = benchmarks::KINDS.iter().find(|kind| kind.name == name) {
            return Ok(vec![kind.page(seed, sizes.page)]);
        }
        if let Some(size) = FRAGMENT_SIZES.into_iter().find(|&size| fragments_name(size) == name) {
            return Ok(benchmarks::fragments(seed, size, sizes.fragments));
        }
        match name {
            "article" => Ok(vec![benchmarks::article(seed)]),
            "reference" => Ok(vec![benchmarks::reference(seed)]),
            "lf" => Ok(articles(seed, sizes.page)),
            "crlf" => Ok(articles(seed, sizes.page).iter().map(|page| page.replace('\n', "\r\n")).collect()),
            "small" => Ok(benchmarks::small_pages(seed, sizes.small)),
            "real" => pages_of(&limpid_pages::data::real_pages_folder(), sizes.one_in),
            "rustdoc" => rustdoc_pages(sizes.one_in),
            folder => pages_of(Path::new(folder), sizes.one_in),
        }
    }

    fn write(&self, name: &str, pages: &[String]) -> io::Result<Corpus> {
        let is_fragments = name.starts_with("fragments-");
        let name = Path::new(name).file_name().map_or(name.into(), |name| name.to_string_lossy()).into_owned();
        let folder = self.folder.join(&name);
        // Pages of an earlier run are no part of this one.
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => fs::create_dir_all(&folder)?,
        }
        for (index, page) in pages.iter().enumerate() {
            fs::write(folder.join(format!("{index:05}.html")), page)?;
        }
        let bytes = pages.iter().map(|page| page.len() as u64).sum();
        Ok(Corpus { name, folder, documents: pages.len(), bytes, is_fragments })
    }
}

/// Articles of this many bytes together.
fn articles(seed: u64, size: usize) -> Vec<String> {
    let mut bytes = 0;
    let is_wanted = |page: &String| {
        let is_wanted = bytes < size;
        bytes += page.len();
        is_wanted
    };
    (0u64..).map(|index| benchmarks::article(seed.wrapping_add(index))).take_while(is_wanted).collect()
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
