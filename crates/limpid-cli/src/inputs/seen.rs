use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Default)]
pub(super) struct SeenFiles {
    paths: HashSet<PathBuf>,
    /// The files with several names (hard links). Files with one name are not included: once such a file is replaced, the system may
    /// assign its identity to a new file.
    linked: HashSet<Identity>,
}

/// The device and the inode number of a file.
type Identity = (u64, u64);

impl SeenFiles {
    /// Adds a file. Returns false if its path or another hard link to it was added before. A file that cannot be accessed counts as new.
    pub(super) fn insert(&mut self, path: &Path) -> bool {
        if !path.canonicalize().map_or(true, |path| self.paths.insert(path)) {
            return false;
        }
        match identity(path) {
            Ok((identity, 0 | 1)) => !self.linked.contains(&identity),
            Ok((identity, _)) => self.linked.insert(identity),
            Err(_) => true,
        }
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<(Identity, u64)> {
    use std::os::unix::fs::MetadataExt;
    let metadata = path.metadata()?;
    Ok(((metadata.dev(), metadata.ino()), metadata.nlink()))
}

#[cfg(windows)]
fn identity(path: &Path) -> io::Result<(Identity, u64)> {
    let file = winapi_util::file::information(std::fs::File::open(path)?)?;
    Ok(((file.volume_serial_number(), file.file_index()), file.number_of_links()))
}

#[cfg(not(any(unix, windows)))]
fn identity(_: &Path) -> io::Result<(Identity, u64)> {
    Err(io::ErrorKind::Unsupported.into())
}
