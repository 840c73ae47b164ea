//! Atomic writing of files: a file appears under its name only once it is complete.

use std::io::{self, Write};
use std::path::Path;

/// Prefix of the temporary names under which files are first written.
const PREFIX: &str = ".tmp";

/// True if a file has a temporary name.
pub(super) fn is_temporary_name(name: &str) -> bool {
    name.starts_with(PREFIX)
}

/// Writes a file that ends up either complete and on disk, or not there at all. Its permissions follow the process's
/// umask, like those of a file written in place, so an index can be shared.
pub(super) fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(path.parent().unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    file.as_file().sync_data()?;
    file.into_temp_path().persist(path)?;
    Ok(())
}
