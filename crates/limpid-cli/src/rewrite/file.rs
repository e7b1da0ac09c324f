//! Replaces files atomically: other programs see either the old or the new content.

use crate::output::delay_interrupt;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

/// Writes a file, and creates its folders if needed. An existing file is replaced. If `path` is a link, `follows_links` says whether
/// its target is replaced or the link itself.
///
/// # Errors
/// Returns the message for the user.
pub(super) fn write(path: &Path, new: &[u8], follows_links: bool) -> Result<(), String> {
    try_write(path, new, follows_links).map_err(|error| format!("{path:?} cannot be written ({error})"))
}

fn try_write(path: &Path, new: &[u8], follows_links: bool) -> io::Result<()> {
    let path = &if follows_links { path.canonicalize().unwrap_or_else(|_| path.to_owned()) } else { path.to_owned() };
    let old = path.symlink_metadata().ok().filter(|old| !old.is_symlink());
    if old.as_ref().is_some_and(|old| !old.is_file()) {
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

/// Opens a file for writing, to check that its permissions allow changes. The system checks only the permissions of the folder when a file is
/// replaced.
fn open_writable(path: &Path, metadata: &fs::Metadata) -> io::Result<fs::File> {
    // Root can open even a read-only file.
    if metadata.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    fs::OpenOptions::new().write(true).open(path)
}

/// Copies the permissions of the old file to a new one, and the owner if the system allows it.
fn keep_owner_and_permissions(file: &NamedTempFile, old: &fs::Metadata) -> io::Result<()> {
    // The owner first, because changing the owner may clear permission bits.
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        let new = file.as_file().metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            // Only root may do this. Other users become the owner of the new file, as with an editor.
            let _ = chown(file.path(), Some(old.uid()), Some(old.gid()));
        }
    }
    file.as_file().set_permissions(old.permissions())
}

/// Creates a temporary file with the default permissions. It is deleted unless it is renamed.
fn new_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.prefix(".limpid-").tempfile_in(folder)
}

/// Replaces a file with a new file of the same name and permissions, and the same owner if the system allows it. If `path` is a link,
/// its target is replaced.
///
/// # Errors
/// Returns the message for the user if the file is not writable, or its content is no longer `old`.
pub(super) fn replace(path: &Path, old: &[u8], new: &[u8]) -> Result<(), String> {
    try_replace(path, old, new).map_err(|error| format!("the file cannot be written ({error}), and was not changed"))
}

fn try_replace(path: &Path, old: &[u8], new: &[u8]) -> io::Result<()> {
    let path = path.canonicalize()?;
    let metadata = path.metadata()?;
    let writable = open_writable(&path, &metadata)?;
    // The lock is held until the file is replaced, so that one of two concurrent changes is refused. Windows is excluded: there, a lock would
    // block readers and the replacement.
    #[cfg(unix)]
    lock(&writable)?;
    #[cfg(not(unix))]
    drop(writable);
    let folder = path.parent().ok_or(io::ErrorKind::NotFound)?;
    // An interrupt would leave the temporary file behind.
    let _delayed = delay_interrupt();
    let mut file = new_file(folder)?;
    file.write_all(new)?;
    keep_owner_and_permissions(&file, &metadata)?;
    file.as_file().sync_all()?;
    if fs::read(&path)? != old {
        return Err(io::Error::other("it was changed by another program"));
    }
    file.persist(&path)?;
    Ok(())
}

/// Locks a file. Succeeds if the file system does not support locks.
#[cfg(unix)]
fn lock(file: &fs::File) -> io::Result<()> {
    match file.try_lock() {
        Err(fs::TryLockError::WouldBlock) => Err(io::Error::other("another program is changing it")),
        Err(fs::TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn no_concurrent_change_is_lost() {
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
