//! Files that are replaced whole, so that others see either the old content or the new one.

use crate::output::delay_interrupt;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

/// Writes a file, in folders that are made as needed. A file of that name is replaced whole. Where the name is a link, the file that it
/// leads to is replaced, or the link itself.
///
/// # Errors
/// A message.
pub(super) fn write(path: &Path, new: &[u8], follows_links: bool) -> Result<(), String> {
    try_write(path, new, follows_links).map_err(|error| format!("{path:?} cannot be written ({error})"))
}

fn try_write(path: &Path, new: &[u8], follows_links: bool) -> io::Result<()> {
    let path = &if follows_links { path.canonicalize().unwrap_or_else(|_| path.to_owned()) } else { path.to_owned() };
    let old = path.symlink_metadata().ok().filter(|old| !old.is_symlink());
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        // Pipes and devices.
        return fs::write(path, new);
    }
    if let Some(old) = &old {
        open_writable(path, old)?;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let _delayed = delay_interrupt();
    let mut file = new_file(folder)?;
    file.write_all(new)?;
    if let Some(old) = old {
        keep_owner_and_permissions(&file, &old)?;
    }
    file.persist(path)?;
    Ok(())
}

/// Opens a file for writing. Replacing it needs permissions for its folder only; those of the file count all the same.
fn open_writable(path: &Path, metadata: &fs::Metadata) -> io::Result<fs::File> {
    // Root may open it.
    if metadata.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    fs::OpenOptions::new().write(true).open(path)
}

/// Gives a new file the owner, where the system lets it, and the permissions of the old one.
fn keep_owner_and_permissions(file: &NamedTempFile, old: &fs::Metadata) -> io::Result<()> {
    // The owner first: a change of it may take permissions away.
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        let made = file.as_file().metadata()?;
        if (made.uid(), made.gid()) != (old.uid(), old.gid()) {
            // Only root may do that. Others get a file of their own, as from an editor.
            let _ = chown(file.path(), Some(old.uid()), Some(old.gid()));
        }
    }
    file.as_file().set_permissions(old.permissions())
}

/// Makes a file that is deleted unless it gets another name, with the permissions of new files.
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.prefix(".limpid-").tempfile_in(folder)
}

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
    let writable = open_writable(&path, &metadata)?;
    // The lock of the old file is held until the new one has its name, so of two that change a file at once, one is refused. A lock keeps
    // readers out on Windows, and the name from being taken.
    #[cfg(unix)]
    lock(&writable)?;
    #[cfg(not(unix))]
    drop(writable);
    let folder = path.parent().ok_or(io::ErrorKind::NotFound)?;
    // An interrupt would leave the new file there.
    let _delayed = delay_interrupt();
    let mut file = new_file(folder)?;
    file.write_all(new)?;
    keep_owner_and_permissions(&file, &metadata)?;
    file.as_file().sync_all()?;
    if fs::read(&path)? != old {
        return Err(io::Error::other("it was changed in the meantime"));
    }
    file.persist(&path)?;
    Ok(())
}

/// Locks a file, as far as its file system has locks.
#[cfg(unix)]
fn lock(file: &fs::File) -> io::Result<()> {
    match file.try_lock() {
        Err(fs::TryLockError::WouldBlock) => Err(io::Error::other("another program changes it")),
        Err(fs::TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn no_change_is_lost_where_many_are_made_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        fs::write(&path, "").unwrap();
        let change = || {
            let changes = (0..100).filter(|_| {
                let old = fs::read(&path).unwrap();
                replace(&path, &old, &[&old[..], b"x"].concat()).is_ok()
            });
            changes.count()
        };
        let changes: usize = thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(change)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert!(changes > 0);
        assert_eq!(fs::read(&path).unwrap().len(), changes);
    }
}
