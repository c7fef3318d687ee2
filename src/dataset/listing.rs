//! The files of a directory at one moment: their names, everything by which a change of them can be noticed, and their
//! bytes. Knows nothing of what they mean.

use super::*;

use std::ffi::OsStr;
use std::time::SystemTime;

use rustix::fs::{FileType, Stat};
use rustix::io::Errno;

/// The indicators that a dataset may have.
pub const MAX_INDICATORS: usize = 10_000;
const MAX_FILE_BYTES: u64 = 16 << 20;
/// The bytes that all files of a dataset may have together.
pub const MAX_TOTAL_BYTES: u64 = 512 << 20;
/// The directories that belong to a dataset.
const FOLDERS: [&str; 2] = ["indicators", "tables"];
/// More entries than the largest dataset has: not worth reading one by one.
const MAX_ENTRIES: usize = 25_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFile {
    /// Relative to the dataset, with `/`.
    pub path: String,
    pub bytes: Vec<u8>,
}

/// The entries of a directory; two listings are equal where nothing has changed between them.
#[derive(Default, PartialEq, Eq)]
pub struct Listing(Vec<Entry>);

#[derive(Debug, PartialEq, Eq)]
struct Entry {
    path: String,
    /// The path at which a file really is; `None` for a directory, and for what cannot be read as a file.
    file: Option<PathBuf>,
    state: FileState,
}

/// Everything by which a change of a file can be noticed without reading it. A change of its bytes shows as one of its state.
#[derive(Debug, Default, PartialEq, Eq)]
struct FileState {
    device: u64,
    inode: u64,
    size: i64,
    /// Seconds and nanoseconds of the last change.
    changed: (i64, u64),
}

impl FileState {
    fn from_stat(stat: &Stat) -> Self {
        FileState {
            device: stat.st_dev,
            inode: stat.st_ino,
            size: stat.st_size,
            changed: (stat.st_ctime, stat.st_ctime_nsec),
        }
    }
}

/// Why an entry cannot be used.
enum Unusable {
    /// It could not be read: a later attempt may succeed.
    Unread(Message),
    /// It is not what belongs there.
    Wrong(Message),
}

impl Unusable {
    fn report(self, location: Location, diagnostics: &mut Diagnostics) {
        match self {
            Unusable::Unread(message) => diagnostics.unread(location, message),
            Unusable::Wrong(message) => diagnostics.error(location, message),
        }
    }
}

impl From<Error> for Unusable {
    fn from(error: Error) -> Self {
        match error.kind {
            Kind::NotAFile => Unusable::Wrong(msg::not_a_regular_file()),
            _ => Unusable::Unread(msg::cannot_read(msg::reason(&error.error))),
        }
    }
}

pub fn cannot_open(error: &Error) -> Message {
    match Errno::from_io_error(&error.error) {
        Some(Errno::NOENT) => msg::no_such_directory(),
        // Where the path itself is there, and not where a part of it is a file.
        Some(Errno::NOTDIR | Errno::LOOP) if error.path.symlink_metadata().is_ok() => {
            msg::not_a_directory()
        }
        _ => msg::cannot_read(msg::reason(&error.error)),
    }
}

impl Listing {
    /// The present entries of a directory, where they can be listed, for comparison with later ones.
    pub fn now(root: &Path) -> Option<Listing> {
        Listing::list(&Directory::open(root).ok()?, &mut Diagnostics::default())
    }

    /// The present entries. Returns `None` where the directory cannot be listed, is empty, or holds too much.
    pub fn list(root: &Directory, diagnostics: &mut Diagnostics) -> Option<Listing> {
        let location = Location::file(root.path().display().to_string());
        let mut walk = Walk {
            root,
            entries: Vec::new(),
            diagnostics,
        };
        if let Err(error) = walk.list_directory(root, "") {
            Unusable::from(error).report(location, walk.diagnostics);
            return None;
        }

        let mut entries = walk.entries;
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        match entries.len() {
            // Perhaps the mount point of a file system that is not mounted yet.
            0 | 1 => diagnostics.unread(location, msg::directory_is_empty()),
            ..=MAX_ENTRIES => return Some(Listing(entries)),
            _ => diagnostics.error(location, msg::too_many_files(MAX_ENTRIES, MAX_INDICATORS)),
        }

        None
    }

    /// How long it takes until nothing has changed for as long as `rest`. A change in the future, by a clock that was set
    /// or by another machine's, is waited for as if it were new.
    #[expect(
        clippy::disallowed_methods,
        reason = "compared with the times of files only, never with data"
    )]
    pub fn until_rest(&self, rest: Duration) -> Duration {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        self.until_rest_at(now.unwrap_or_default(), rest)
    }

    fn until_rest_at(&self, now: Duration, rest: Duration) -> Duration {
        let changes = self.0.iter().map(|entry| entry.state.changed);
        let (seconds, nanoseconds) = changes.max().unwrap_or_default();
        let seconds = u64::try_from(seconds).unwrap_or(0);
        let newest = Duration::from_secs(seconds) + Duration::from_nanos(nanoseconds);
        rest.saturating_sub(now.saturating_sub(newest))
    }

    /// The bytes of every file. Returns `None` where together they are more than `limit`.
    pub fn read(
        &self,
        limit: u64,
        root: &Directory,
        diagnostics: &mut Diagnostics,
    ) -> Option<Vec<DataFile>> {
        let mut total = 0;
        let mut files = Vec::new();
        for Entry { path, file, .. } in &self.0 {
            let Some(file) = file else { continue };
            let bytes = match read_file(root, file) {
                Ok(bytes) => bytes,
                Err(unusable) => {
                    unusable.report(Location::file(path.as_str()), diagnostics);
                    continue;
                }
            };

            total += bytes.len() as u64;
            if total > limit {
                let location = Location::file(root.path().display().to_string());
                diagnostics.error(location, msg::dataset_too_large(limit >> 20));
                return None;
            }

            files.push(DataFile {
                path: path.clone(),
                bytes,
            });
        }

        Some(files)
    }
}

fn read_file(root: &Directory, path: &Path) -> Result<Vec<u8>, Unusable> {
    let (parent, name) = root.parent_of(path)?;
    let bytes = parent.read(&name)?;
    // It has vanished since it was listed.
    bytes.ok_or_else(|| Unusable::Unread(msg::cannot_read(msg::reason(&Errno::NOENT.into()))))
}

/// Entries that have been found below a directory, and what is wrong with others.
struct Walk<'a> {
    root: &'a Directory,
    entries: Vec<Entry>,
    diagnostics: &'a mut Diagnostics,
}

impl Walk<'_> {
    fn push(&mut self, path: &str, file: Option<PathBuf>, state: FileState) {
        self.entries.push(Entry {
            path: path.to_owned(),
            file,
            state,
        });
    }

    fn list_directory(&mut self, directory: &Directory, prefix: &str) -> Result<(), Error> {
        self.push(prefix, None, FileState::from_stat(&directory.stat()?));
        for name in directory.names()? {
            let written = name.to_string_lossy();
            if is_ignored(&written) {
                continue;
            }

            let path = format!("{prefix}{written}");
            if let Err(unusable) = self.list_entry(directory, &name, &path) {
                unusable.report(Location::file(path.as_str()), self.diagnostics);
                self.push(&path, None, FileState::default());
            }

            if self.entries.len() > MAX_ENTRIES {
                break;
            }
        }

        Ok(())
    }

    fn list_entry(
        &mut self,
        directory: &Directory,
        name: &OsStr,
        path: &str,
    ) -> Result<(), Unusable> {
        let root = self.root;
        let below = directory.path().strip_prefix(root.path());
        let mut real = below.unwrap_or(Path::new("")).join(name);
        let mut metadata = directory.look(name)?;
        if metadata.is_none_or(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink) {
            real = root.follow(&real).map_err(wrong_link)?;
            let (parent, name) = root.parent_of(&real)?;
            metadata = parent.look(&name)?;
        }

        let stat = metadata.ok_or_else(|| Unusable::Wrong(msg::link_leads_nowhere()))?;
        let size = u64::try_from(stat.st_size).unwrap_or_default();
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::Directory if FOLDERS.contains(&path) => {
                let (parent, name) = root.parent_of(&real)?;
                Ok(self.list_directory(&parent.subdirectory(&name)?, &format!("{path}/"))?)
            }
            FileType::Directory => Err(Unusable::Wrong(msg::directory_does_not_belong())),
            FileType::RegularFile if size > MAX_FILE_BYTES => Err(Unusable::Wrong(
                msg::file_too_large(size, MAX_FILE_BYTES >> 20),
            )),
            FileType::RegularFile => {
                self.push(path, Some(real), FileState::from_stat(&stat));
                Ok(())
            }
            _ => Err(Unusable::Wrong(msg::not_a_regular_file())),
        }
    }
}

fn wrong_link(error: Error) -> Unusable {
    match Errno::from_io_error(&error.error) {
        Some(Errno::XDEV) => Unusable::Wrong(msg::link_leads_outside()),
        Some(Errno::NOENT) => Unusable::Wrong(msg::link_leads_nowhere()),
        // A link to itself, or further: it will not get better.
        Some(Errno::LOOP) => Unusable::Wrong(msg::cannot_read(msg::reason(&error.error))),
        _ => error.into(),
    }
}

/// Returns true for hidden files, for those that an editor has open, and for strays.
pub fn is_ignored(name: &str) -> bool {
    let is_open = name.starts_with("~$") || name.ends_with(".swp");
    name.starts_with('.') || name.ends_with('~') || is_open || is_stray(name)
}

/// Names of files that systems, shares and editors leave behind, in small letters.
const STRAYS: [&str; 7] = [
    "thumbs.db",
    "desktop.ini",
    "@eadir",
    "$recycle.bin",
    "system volume information",
    "lost+found",
    "4913",
];
const STRAY_ENDS: [&str; 3] = [".bak", ".tmp", ":zone.identifier"];

/// Returns true for a file that came by itself: nobody meant it to be part of a dataset.
fn is_stray(name: &str) -> bool {
    let small = name.to_lowercase();
    let is_autosave = name.len() > 1 && name.starts_with('#') && name.ends_with('#');
    // Excel leaves such names on shares.
    let is_excels = name.len() == 8 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    let has_stray_end = STRAY_ENDS.iter().any(|end| small.ends_with(end));
    STRAYS.contains(&small.as_str()) || is_autosave || is_excels || has_stray_end
}

/// Lists the strays of a directory, which are ignored.
pub fn list_strays(root: &Path) -> Vec<String> {
    let Ok(directory) = Directory::open(root) else {
        return Vec::new();
    };

    let mut strays = names_of_strays(&directory, "");
    for folder in FOLDERS {
        if let Ok(directory) = directory.subdirectory(OsStr::new(folder)) {
            strays.extend(names_of_strays(&directory, &format!("{folder}/")));
        }
    }

    strays.sort();
    strays
}

fn names_of_strays(directory: &Directory, prefix: &str) -> Vec<String> {
    let mut strays = Vec::new();
    for name in directory.names().unwrap_or_default() {
        let name = name.to_string_lossy();
        if is_stray(&name) {
            strays.push(format!("{prefix}{name}"));
        }
    }

    strays
}

pub fn find_file<'a>(files: &'a [DataFile], path: &str) -> Option<&'a DataFile> {
    files.iter().find(|file| file.path == path)
}

/// Puts a file among the files of a dataset, which are sorted by path, in the place of one that is there; without bytes, takes
/// it away.
pub fn put_file(files: &mut Vec<DataFile>, path: &str, bytes: Option<Vec<u8>>) {
    files.retain(|file| file.path != path);
    if let Some(bytes) = bytes {
        let place = files.partition_point(|other| other.path.as_str() < path);
        let path = path.to_owned();
        files.insert(place, DataFile { path, bytes });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::{fs, io};

    use rustix::fs::{CWD, Mode, mknodat};

    use crate::scratch::Scratch;

    #[test]
    fn what_editors_leave_behind_is_ignored() {
        for name in [".git", ".m2.csv.swp", "m2.csv~", "m2.swp", "~$m2.csv"] {
            assert!(is_ignored(name) && !is_stray(name), "{name}");
        }

        for name in [
            "m2.csv",
            "dataset.json",
            "m2.csv.orig",
            "m2~.csv",
            "#m2",
            "49130",
            "cafe.csv",
        ] {
            assert!(!is_ignored(name), "{name}");
        }
    }

    #[test]
    fn what_came_by_itself_is_ignored_and_listed() {
        let strays = [
            "#m2.csv#",
            "$RECYCLE.BIN",
            "4913",
            "8CEB3D00",
            "@eaDir",
            "System Volume Information",
            "Thumbs.db",
            "backup.BAK",
            "desktop.ini",
            "lost+found",
            "m2.csv.bak",
            "m2.csv:Zone.Identifier",
            "m2.tmp",
        ];

        let scratch = Scratch::new();
        scratch.write("dataset.json", "{}");
        scratch.write("indicators/usd.csv", "");
        for name in strays {
            scratch.write(&format!("indicators/{name}"), "");
        }

        scratch.write("$RECYCLE.BIN/S-1-5/desktop.ini", "");

        let mut expected: Vec<String> = Vec::new();
        expected.push("$RECYCLE.BIN".into());
        for name in strays {
            expected.push(format!("indicators/{name}"));
        }

        assert_eq!(list_strays(scratch.as_ref()), expected);
        let paths = ["", "dataset.json", "indicators/", "indicators/usd.csv"];
        assert_eq!(
            listed(&scratch),
            (paths.map(str::to_owned).to_vec(), Vec::new())
        );
    }

    #[test]
    fn a_directory_is_at_rest_when_nothing_in_it_is_new() {
        const REST: Duration = Duration::from_millis(250);
        let now = Duration::new(1_000, 100_000_000);
        let until_rest = |changed: &[(i64, u64)]| {
            let entry = |changed: &(i64, u64)| Entry {
                path: String::new(),
                file: None,
                state: FileState {
                    changed: *changed,
                    ..FileState::default()
                },
            };
            Listing(changed.iter().map(entry).collect())
                .until_rest_at(now, REST)
                .as_millis()
        };

        assert_eq!(until_rest(&[(1, 0), (999, 850_000_000)]), 0);
        assert_eq!(until_rest(&[(1, 0), (999, 851_000_000)]), 1);
        assert_eq!(until_rest(&[(1_000, 100_000_000), (1, 0)]), 250);
        // The clock was set back, or is another machine's.
        assert_eq!(until_rest(&[(1_000, 200_000_000)]), 250);
        assert_eq!(until_rest(&[(i64::MAX, 999_999_999)]), 250);
        // Before 1970.
        assert_eq!(until_rest(&[(-1, 0)]), 0);
    }

    fn open(path: &Path) -> Directory {
        Directory::open(path).unwrap()
    }

    /// The report on a directory, and the paths that are listed in it.
    fn listed(scratch: &Scratch) -> (Vec<String>, Vec<Diagnostic>) {
        let mut diagnostics = Diagnostics::default();
        let listing = Listing::list(&open(scratch.as_ref()), &mut diagnostics).unwrap_or_default();
        let paths = listing.0.into_iter().map(|entry| entry.path).collect();
        (paths, diagnostics.sorted().problems().to_vec())
    }

    fn said(problems: &[Diagnostic]) -> Vec<(&str, Message)> {
        problems
            .iter()
            .map(|problem| (&*problem.location.file, problem.message.clone()))
            .collect()
    }

    #[test]
    fn files_of_the_directory_are_listed_and_everything_else_is_named() {
        let scratch = Scratch::new();
        scratch.write("dataset.json", "{}");
        scratch.write("indicators/usd.csv", "");
        scratch.write("indicators/deep/usd.csv", "");
        scratch.write("elsewhere/usd.csv", "");
        scratch.write(".hidden", "");
        for (name, bytes) in [("largest", MAX_FILE_BYTES), ("larger", MAX_FILE_BYTES + 1)] {
            fs::File::create(scratch.join(name))
                .unwrap()
                .set_len(bytes)
                .unwrap();
        }

        for (target, name) in [
            ("dataset.json", "a-link"),
            ("/etc/passwd", "leaving"),
            ("gone", "dangling"),
            ("loop", "loop"),
        ] {
            std::os::unix::fs::symlink(target, scratch.join(name)).unwrap();
        }

        mknodat(CWD, scratch.join("pipe"), FileType::Fifo, Mode::RUSR, 0).unwrap();
        let (paths, problems) = listed(&scratch);
        let expected = [
            "",
            "a-link",
            "dangling",
            "dataset.json",
            "elsewhere",
            "indicators/",
            "indicators/deep",
            "indicators/usd.csv",
            "larger",
            "largest",
            "leaving",
            "loop",
            "pipe",
        ];

        assert_eq!(paths, expected);
        let looped = msg::cannot_read(msg::reason(&io::Error::from(Errno::LOOP)));
        let expected = [
            ("dangling", msg::link_leads_nowhere()),
            ("elsewhere", msg::directory_does_not_belong()),
            ("indicators/deep", msg::directory_does_not_belong()),
            ("larger", msg::file_too_large(MAX_FILE_BYTES + 1, 16)),
            ("leaving", msg::link_leads_outside()),
            ("loop", looped),
            ("pipe", msg::not_a_regular_file()),
        ];

        assert_eq!(said(&problems), expected);
        let mut diagnostics = Diagnostics::default();
        let listing = Listing::list(&open(scratch.as_ref()), &mut Diagnostics::default()).unwrap();
        let files = listing
            .read(MAX_TOTAL_BYTES, &open(scratch.as_ref()), &mut diagnostics)
            .unwrap();
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(
            paths,
            ["a-link", "dataset.json", "indicators/usd.csv", "largest"]
        );
        assert_eq!(
            (files[0].bytes.as_slice(), diagnostics.errors()),
            (&b"{}"[..], 0)
        );
        let again = || Listing::list(&open(scratch.as_ref()), &mut Diagnostics::default()).unwrap();
        assert!(again() == listing);
        scratch.write("dataset.json", "{ }");
        assert!(again() != listing, "a change is noticed");
    }

    #[test]
    fn what_cannot_be_listed_is_said() {
        let scratch = Scratch::new();
        let (_, problems) = listed(&scratch);
        assert_eq!(problems[0].message, msg::directory_is_empty());
        let message =
            |name: &str| cannot_open(&Directory::open(&scratch.join(name)).err().unwrap());
        assert_eq!(message("gone"), msg::no_such_directory());
        scratch.write("file", "");
        assert_eq!(message("file"), msg::not_a_directory());
        assert_eq!(
            message("file/below"),
            msg::cannot_read(msg::reason(&Errno::NOTDIR.into()))
        );
    }

    #[test]
    fn a_link_to_itself_will_not_get_better_and_whatever_else_fails_may() {
        for (target, is_unread) in [("link", false), ("dataset.json/below", true)] {
            let scratch = Scratch::new();
            scratch.write("dataset.json", "{}");
            std::os::unix::fs::symlink(target, scratch.join("link")).unwrap();
            let mut diagnostics = Diagnostics::default();
            assert!(Listing::list(&open(scratch.as_ref()), &mut diagnostics).is_some());
            assert_eq!(
                (diagnostics.errors(), diagnostics.is_unread()),
                (1, is_unread),
                "{target}"
            );
        }
    }

    #[test]
    fn as_many_entries_as_may_be_are_listed_and_not_one_more() {
        let scratch = Scratch::new();
        let write = |names: std::ops::Range<usize>| {
            names.for_each(|name| {
                drop(fs::File::create(scratch.join(&format!("{name}.txt"))).unwrap())
            });
        };
        // The directory itself is one of them.
        write(1..MAX_ENTRIES);
        let (paths, problems) = listed(&scratch);
        assert_eq!((paths.len(), problems.len()), (MAX_ENTRIES, 0));
        write(MAX_ENTRIES..MAX_ENTRIES + 5);
        let (paths, problems) = listed(&scratch);
        assert_eq!(paths.len(), 0);
        let root = scratch.as_ref().display().to_string();
        assert_eq!(
            said(&problems),
            [(
                root.as_str(),
                msg::too_many_files(MAX_ENTRIES, MAX_INDICATORS)
            )]
        );
    }

    #[test]
    fn as_many_bytes_as_may_be_are_read_and_not_one_more() {
        const LIMIT: u64 = 1 << 20;
        let scratch = Scratch::new();
        for (name, bytes) in [("a", LIMIT - 2), ("b", 1), ("c", 1)] {
            fs::File::create(scratch.join(name))
                .unwrap()
                .set_len(bytes)
                .unwrap();
        }

        let read = || {
            let mut diagnostics = Diagnostics::default();
            let listing = Listing::list(&open(scratch.as_ref()), &mut diagnostics).unwrap();
            let files = listing.read(LIMIT, &open(scratch.as_ref()), &mut diagnostics);
            (
                files.map(|files| files.len()),
                diagnostics.sorted().problems().to_vec(),
            )
        };

        let (files, problems) = read();
        assert_eq!((files, problems.len()), (Some(3), 0));
        scratch.write("d", " ");
        let (files, problems) = read();
        assert_eq!(files, None);
        let root = scratch.as_ref().display().to_string();
        assert_eq!(
            said(&problems),
            [(root.as_str(), msg::dataset_too_large(1))]
        );
    }
}
