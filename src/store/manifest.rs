//! The format of a bundle: a tar of regular files: first a manifest, then the files that it names.

use super::*;

use std::io;

use tar::{Builder, EntryType, Header};

pub const MANIFEST: &str = "manifest.json";
/// Bytes that a member may have, as the files of a dataset do.
pub const MAX_FILE_BYTES: u64 = 16 << 20;
/// Bytes that all members may have together, as a dataset may.
pub const MAX_DATASET_BYTES: u64 = 512 << 20;
/// Members that there may be: two files for each of 10,000 indicators, and those beside them.
pub const MAX_FILES: usize = 20_010;
/// Bytes that a bundle may have: headers and padding come to less than 1,024 of them for each member.
pub const MAX_BUNDLE_BYTES: u64 = MAX_DATASET_BYTES + (MAX_FILES as u64) * 1024;

/// Returns true if a path can be that of a dataset's file: nothing hidden, nothing that leads elsewhere.
pub fn is_plain(path: &str) -> bool {
    let name = path
        .strip_prefix("indicators/")
        .or(path.strip_prefix("tables/"))
        .unwrap_or(path);
    let has_length = (1..=255).contains(&name.len());
    has_length
        && !name.starts_with('.')
        && !name.contains(['/', '\\'])
        && !name.contains(char::is_control)
}

/// The milliseconds by which the sequence of a bundle may be ahead of the clock of the machine that makes or takes it:
/// those of a day. A bundle that is taken closes a store to all lower sequences of its key.
const MAX_AHEAD: u64 = 86_400_000;

/// Returns true if a sequence is further ahead than clocks differ; `now` is the sequence of the present instant.
pub fn is_far_ahead(sequence: u64, now: u64) -> bool {
    sequence > now.saturating_add(MAX_AHEAD)
}

/// The sequence that a bundle has where none is named: the milliseconds since 1970.
pub fn sequence_at(now: Timestamp) -> u64 {
    u64::try_from(now.timestamp_millis()).unwrap_or(0)
}

const FORMAT: u32 = 1;

/// The first member of a bundle, which names all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Manifest {
    format: u32,
    pub version: String,
    /// Its place among the bundles that are signed with the same key: an older one is not taken after a newer one.
    pub sequence: u64,
    pub created: OffsetTimestamp,
    /// The bytes of the whole bundle, which stand near its beginning: a file that was cut can be told from a forged one.
    pub(super) bytes: u64,
    /// How many rows were under embargo when it was made; left out where there were none.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub embargoed: usize,
    /// The site that it is for, as the settings of its store name it; left out where it is for any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// For how many days it is taken without a warning; left out where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_days: Option<u32>,
    /// The SHA-256 of each file.
    pub files: BTreeMap<String, Hash>,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Manifest {
    /// The manifest of these files; rows under embargo are for the caller to count.
    pub fn new(
        version: String,
        sequence: u64,
        created: OffsetTimestamp,
        files: &[DataFile],
    ) -> Self {
        let FileSums(files) = FileSums::of(files);
        Manifest {
            format: FORMAT,
            version,
            sequence,
            created,
            bytes: 0,
            embargoed: 0,
            site: None,
            valid_days: None,
            files,
        }
    }

    /// Reads it; `None` where it is not one, or of a later format.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let manifest: Manifest = serde_json::from_slice(bytes).ok()?;
        let is_good = manifest.format == FORMAT && check_version(&manifest.version).is_ok();
        is_good.then_some(manifest)
    }

    /// The days by which it is older than it says to be good for.
    pub fn days_overdue(&self, now: Timestamp) -> Option<i64> {
        let age = (now - self.created.instant()).num_days();
        let days = age - i64::from(self.valid_days?);
        (days > 0).then_some(days)
    }

    fn text(&self) -> io::Result<Vec<u8>> {
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        Ok(text)
    }

    /// The text of a manifest that says how long a bundle of these files is.
    pub(super) fn sized_text(mut self, files: &[DataFile]) -> io::Result<Vec<u8>> {
        let mut text = self.text()?;
        // The length counts its own digits: it grows until it is right.
        while self.bytes != length(text.len(), files) {
            self.bytes = length(text.len(), files);
            text = self.text()?;
        }

        Ok(text)
    }
}

/// Writes a bundle of these files, which have this manifest: equal datasets give equal bytes, except sequence and
/// instants. A name that does not fit into a tar is refused.
pub fn write(files: &[DataFile], manifest: &Manifest) -> io::Result<Vec<u8>> {
    let text = manifest.clone().sized_text(files)?;
    let mut tar = Builder::new(Vec::new());
    append(&mut tar, MANIFEST, &text)?;
    for file in files {
        append(&mut tar, &file.path, &file.bytes)?;
    }

    tar.into_inner()
}

/// The bytes of one record of a tar, which begins with one that says what follows.
const RECORD: usize = 512;

/// The bytes of a tar of a manifest of this many bytes and these files: members are filled up to whole records, and two
/// empty ones end it.
pub fn length(manifest: usize, files: &[DataFile]) -> u64 {
    let mut records = 1 + manifest.div_ceil(RECORD);
    for file in files {
        records += 1 + file.bytes.len().div_ceil(RECORD);
    }

    ((records + 2) * RECORD) as u64
}

/// The bytes of the manifest that are searched for the length of the whole, which stands before the files.
const MAX_ANNOUNCEMENT: usize = 1024;
const ANNOUNCEMENT: &str = "\"bytes\": ";

/// The bytes that a bundle says to have, as far as it is there: nobody may have signed it.
pub fn announced(bundle: &[u8]) -> Option<u64> {
    let beginning = bundle.get(RECORD..)?;
    let beginning = beginning.get(..MAX_ANNOUNCEMENT.min(beginning.len()))?;
    let text = String::from_utf8_lossy(beginning);
    let (_, rest) = text.split_once(ANNOUNCEMENT)?;
    // Digits at whose end the file ends may not be all of them.
    rest.split_once(',')?.0.parse().ok()
}

/// Returns true if these bytes may be the beginning of a bundle that is cut before it says how long it is.
pub fn is_cut_at_once(bytes: &[u8]) -> bool {
    let name = bytes.get(..MANIFEST.len()).unwrap_or(bytes);
    bytes.len() < RECORD + MAX_ANNOUNCEMENT && MANIFEST.as_bytes().starts_with(name)
}

fn append(tar: &mut Builder<Vec<u8>>, path: &str, bytes: &[u8]) -> io::Result<()> {
    if !is_plain(path) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, path.to_owned()));
    }

    let mut header = Header::new_ustar();
    header.set_path(path)?;
    header.set_entry_type(EntryType::Regular);
    header.set_size(bytes.len() as u64);
    header.set_mode(0o644);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(0);
    header.set_cksum();
    tar.append(&header, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside() {
        for good in [
            "dataset.json",
            "indicators/m2.csv",
            "SHA256SUMS",
            "indicators/eur-2025.json",
        ] {
            assert!(is_plain(good), "{good}");
        }

        for bad in [
            "",
            "/etc/passwd",
            "../x",
            "..",
            "indicators/../x",
            "indicators/",
            "a/b",
            ".x",
            "a\\b",
            "a\nb",
            "./a",
        ] {
            assert!(!is_plain(bad), "{bad}");
        }
    }

    #[test]
    fn a_sequence_is_far_ahead_from_a_day_on() {
        let now = sequence_at("2026-11-20T09:00:00.5Z".parse().unwrap());
        assert_eq!(now, 1_795_165_200_500);
        for (sequence, is_far) in [
            (0, false),
            (now, false),
            (now + 86_400_000, false),
            (now + 86_400_001, true),
            (u64::MAX, true),
        ] {
            assert_eq!(is_far_ahead(sequence, now), is_far, "{sequence}");
        }

        assert_eq!(sequence_at("1969-12-31T23:59:59Z".parse().unwrap()), 0);
    }

    #[test]
    fn a_bundle_is_overdue_when_its_days_are_over() {
        let created = crate::store::samples::signature(9).at;
        let mut manifest = Manifest::new("1".to_owned(), 1, created, &[]);
        let overdue = |manifest: &Manifest, now: &str| manifest.days_overdue(now.parse().unwrap());
        assert_eq!(overdue(&manifest, "2036-11-20T09:00:00Z"), None);
        manifest.valid_days = Some(7);
        assert_eq!(overdue(&manifest, "2026-11-28T08:59:59Z"), None);
        assert_eq!(overdue(&manifest, "2026-11-28T09:00:00Z"), Some(1));
    }

    #[test]
    fn a_manifest_is_of_format_one_and_says_when_and_what() {
        let good = r#"{"format":1,"version":"1","sequence":7,"created":"2026-11-20T09:00:00Z","bytes":1,"files":{}}"#;
        let read =
            |before: &str, after: &str| Manifest::read(good.replace(before, after).as_bytes());
        let manifest = read("", "").unwrap();
        assert_eq!((manifest.sequence, manifest.embargoed), (7, 0));
        assert_eq!(
            read("\"files\"", "\"embargoed\":3,\"files\"")
                .unwrap()
                .embargoed,
            3
        );
        for (before, after) in [
            ("1,", "2,"),
            ("\"bytes\":1,", ""),
            ("\"1\"", "\"../1\""),
            ("2026-11-20", "today "),
            ("\"files\"", "\"embargoed\":\"x\",\"files\""),
            ("\"files\"", "\"more\":1,\"files\""),
            ("{}", "{\"a\":\"b\"}"),
            ("}", ""),
        ] {
            assert_eq!(read(before, after), None, "{after}");
        }
    }
}
