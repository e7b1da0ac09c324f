use crate::inputs::Inputs;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The files that `--output` writes, one for each page.
#[derive(Debug)]
pub(super) struct Targets {
    are_in_folder: bool,
    files: HashMap<PathBuf, PathBuf>,
}

impl Targets {
    /// Determines all files to write before the first one is written, so that no file overwrites another one or a page.
    ///
    /// # Errors
    /// Returns the message for the user.
    pub(super) fn new(output: &Path, inputs: &Inputs) -> Result<Targets, String> {
        let ends_with_separator = output.to_string_lossy().ends_with(std::path::is_separator);
        let is_folder = inputs.has_several_pages() || ends_with_separator || output.is_dir();
        if is_folder && output.exists() && !output.is_dir() {
            return Err(format!("{output:?} is a file; for several pages, pass a folder"));
        }
        if is_folder && inputs.have_stream() {
            return Err("standard input has no file name to use in a folder; pass a file".to_owned());
        }
        let mut targets = HashMap::new();
        let mut sources: HashMap<PathBuf, PathBuf> = HashMap::new();
        for (path, name) in inputs.named_paths() {
            if inputs.is_archive(&path) {
                return Err(format!("the pages of a web archive cannot be written to files: {path:?}"));
            }
            let target = if is_folder { output.join(name) } else { output.to_owned() };
            if let Some(other) = sources.insert(target.clone(), path.clone()) {
                return Err(format!(
                    "{other:?} and {path:?} would both be written to {target:?}; pass only one of them"
                ));
            }
            targets.insert(path, target);
        }
        let pages: HashSet<PathBuf> = targets.keys().filter_map(|path| path.canonicalize().ok()).collect();
        match sources.keys().find(|target| target.canonicalize().is_ok_and(|target| pages.contains(&target))) {
            Some(target) => Err(format!("{target:?} is one of the input files; use --write to change files in place")),
            None => Ok(Targets { are_in_folder: is_folder, files: targets }),
        }
    }

    pub(super) fn of(&self, path: &Path) -> Option<&Path> {
        self.files.get(path).map(PathBuf::as_path)
    }

    /// Whether `--output` names a folder. Links in it are replaced, because their targets may be outside of it.
    pub(super) fn are_in_folder(&self) -> bool {
        self.are_in_folder
    }
}
