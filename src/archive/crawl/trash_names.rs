//! Names of files and folders that are passed over unless a pattern names them. Change this for other folders to skip.

/// Names of folders with deleted files, old versions or thumbnails, as operating systems and programs create them. They
/// hold copies of files that lie elsewhere. Names that begin with `.Trash` are passed over as well: freedesktop.org
/// adds the user's number, macOS an ending.
const FOLDERS: [&str; 24] = [
    // Trash: Windows, Synology, QNAP, Samba.
    "$RECYCLE.BIN",
    "RECYCLER",
    "RECYCLED",
    "#recycle",
    "@Recycle",
    ".recycle",
    // Old versions: Syncthing, Resilio Sync, file systems and network storage, version control.
    ".stversions",
    ".stfolder",
    ".sync",
    ".snapshot",
    ".snapshots",
    "#snapshot",
    "@Recently-Snapshot",
    ".zfs",
    ".git",
    ".hg",
    ".svn",
    // Thumbnails and metadata files: Synology, QNAP, macOS.
    "@eaDir",
    ".@__thumb",
    ".AppleDouble",
    "__MACOSX",
    ".Spotlight-V100",
    ".fseventsd",
    // Metadata folder of Windows on every drive.
    "System Volume Information",
];

/// True if folders of this name are passed over.
pub(super) fn is_passed_over_folder(name: &str) -> bool {
    const TRASH: &str = ".Trash";
    let is_trash = name.get(..TRASH.len()).is_some_and(|start| start.eq_ignore_ascii_case(TRASH));
    is_trash || FOLDERS.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// True if files of this name are passed over: `._name`, which macOS puts beside other files for icons and other
/// metadata, and `Thumbs.db`, in which Windows keeps small pictures.
pub(super) fn is_passed_over_file(name: &str) -> bool {
    name.starts_with("._") || name.eq_ignore_ascii_case("Thumbs.db")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_systems_create() {
        for name in [".Trash", ".trash-1000", ".Trashes", "#recycle", "@EADIR", ".git", "__MACOSX"]
        {
            assert!(is_passed_over_folder(name), "{name}");
        }
        for name in ["", "Trash", ".gitgames", ".hidden", "recycle", "日本"] {
            assert!(!is_passed_over_folder(name), "{name}");
        }
        assert!(is_passed_over_file("._a.sgf") && is_passed_over_file("thumbs.DB"));
        assert!(!is_passed_over_file("_a.sgf") && !is_passed_over_file(".a.sgf"));
    }
}
