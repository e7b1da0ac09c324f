//! Files that are replaced whole, so that others see either the old content or the new one.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use tempfile::Builder;

/// Replaces the content of a file: a new file in the same folder takes its name. Permissions stay, and the owner where the system lets
/// it. Where the name is a link, the file that it leads to is replaced.
///
/// # Errors
/// A message: if the file may not be written, or has not the content any more that it was read with.
pub(super) fn replace(path: &Path, old: &[u8], new: &[u8]) -> Result<(), String> {
    try_replace(path, old, new).map_err(|error| format!("cannot be written ({error}); nothing was changed in it"))
}

fn try_replace(path: &Path, old: &[u8], new: &[u8]) -> io::Result<()> {
    let path = path.canonicalize()?;
    let metadata = path.metadata()?;
    if metadata.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    let folder = path.parent().ok_or(io::ErrorKind::NotFound)?;
    let mut file = Builder::new().prefix(".limpid-").tempfile_in(folder)?;
    file.write_all(new)?;
    // The owner first: a change of it may take permissions away.
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        let made = file.as_file().metadata()?;
        if (made.uid(), made.gid()) != (metadata.uid(), metadata.gid()) {
            // Only root may do that. Others get a file of their own, as from an editor.
            let _ = chown(file.path(), Some(metadata.uid()), Some(metadata.gid()));
        }
    }
    file.as_file().set_permissions(metadata.permissions())?;
    file.as_file().sync_all()?;
    if fs::read(&path)? != old {
        return Err(io::Error::other("it was changed in the meantime"));
    }
    file.persist(&path)?;
    Ok(())
}
