//! The files that `--output` names, one for each page.

use crate::inputs::Inputs;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub(super) struct Targets {
    are_in_folder: bool,
    /// For each file that is read, the file to write.
    files: HashMap<PathBuf, PathBuf>,
}

impl Targets {
    /// Finds all files to write before the first one is written, so that none takes the place of another one, or of a page.
    ///
    /// # Errors
    /// A message.
    pub(super) fn new(output: &Path, inputs: &Inputs) -> Result<Targets, String> {
        let ends_with_separator = output.to_string_lossy().ends_with(std::path::is_separator);
        let is_folder = inputs.are_many() || ends_with_separator || output.is_dir();
        if is_folder && output.exists() && !output.is_dir() {
            return Err(format!("{output:?} is a file; for several pages, give a folder"));
        }
        if is_folder && inputs.have_stream() {
            return Err("standard input has no name in a folder; give a file".to_owned());
        }
        let mut targets = HashMap::new();
        let mut sources: HashMap<PathBuf, PathBuf> = HashMap::new();
        for (path, name) in inputs.named_paths() {
            if inputs.is_archive(&path) {
                return Err(format!("the pages of a web archive have no files: {path:?}"));
            }
            let target = if is_folder { output.join(name) } else { output.to_owned() };
            if let Some(other) = sources.insert(target.clone(), path.clone()) {
                return Err(format!("{target:?} would be written for {other:?} and for {path:?}"));
            }
            targets.insert(path, target);
        }
        let pages: HashSet<PathBuf> = targets.keys().filter_map(|path| path.canonicalize().ok()).collect();
        match sources.keys().find(|target| target.canonicalize().is_ok_and(|target| pages.contains(&target))) {
            Some(target) => Err(format!("{target:?} is one of the pages; to change files in place, give --write")),
            None => Ok(Targets { are_in_folder: is_folder, files: targets }),
        }
    }

    pub(super) fn of(&self, path: &Path) -> Option<&Path> {
        self.files.get(path).map(PathBuf::as_path)
    }

    /// Whether the option names a folder. Links in it are replaced: they may leave it.
    pub(super) fn are_in_folder(&self) -> bool {
        self.are_in_folder
    }
}
