//! Bundles: a dataset as one file that is carried, signed with minisign. The signature is verified first, and then nothing
//! is read but regular files that the manifest names.

use super::*;

use std::fmt::Display;
use std::io::{self, Read};

use minisign_verify::{Error as KeyError, PublicKey, Signature};
use tar::{Archive, Entries, EntryType};

use super::entry::Origin;
use super::manifest::{
    MANIFEST, MAX_BUNDLE_BYTES, MAX_DATASET_BYTES, MAX_FILE_BYTES, MAX_FILES, is_plain,
};
use crate::dataset::PUBLICATIONS;

pub use super::manifest::{Manifest, is_far_ahead, sequence_at, write};

/// A bundle whose signature and sums hold.
pub struct Bundle {
    pub manifest: Manifest,
    /// Its files, sorted by path.
    pub files: Vec<DataFile>,
    /// The record of it in the journal.
    pub origin: Origin,
}

impl Bundle {
    /// Reads a bundle, and the signature that lies beside it as `FILE.minisig`.
    pub fn read(path: &Path, keys: &TrustedKeys) -> Result<Self, BundleError> {
        let bytes = regular_file(path, MAX_BUNDLE_BYTES)?;
        let mut signature = path.as_os_str().to_owned();
        signature.push(".minisig");
        let (key, comment) = keys.signer(&bytes, Path::new(&signature))?;
        let (manifest, files) = unpack(&bytes)?;
        let origin = Origin {
            key,
            sequence: manifest.sequence,
            comment,
            has_publications: files.iter().any(|file| file.path == PUBLICATIONS),
        };
        Ok(Bundle {
            manifest,
            files,
            origin,
        })
    }
}

/// Why a signature is not one of these bytes: where they are fewer than they say at their beginning, the file was cut.
/// Nothing else is read of what nobody has signed.
fn forged_or_cut(bytes: &[u8]) -> Message {
    let length = bytes.len();
    match manifest::announced(bytes) {
        Some(announced) if (length as u64) < announced => msg::bundle_cut(length, announced),
        None if manifest::is_cut_at_once(bytes) => msg::bundle_cut_at_once(length),
        _ => msg::bundle_forged(),
    }
}

/// Returns true if a dataset may have this many bytes, and one more file than these.
fn is_room_for(bytes: u64, files: usize) -> bool {
    bytes <= MAX_DATASET_BYTES && files < MAX_FILES
}

/// Reads the next member of a tar, which has to be a regular file with the path of one of a dataset.
fn read_member(entries: &mut Entries<'_, &[u8]>) -> Result<Option<DataFile>, BundleError> {
    let Some(entry) = entries.next() else {
        return Ok(None);
    };

    let mut entry = entry.map_err(BundleError::no_tar)?;
    let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
    if entry.header().entry_type() != EntryType::Regular || !is_plain(&path) {
        return Err(BundleError::bad_member(path));
    }

    if entry.size() > MAX_FILE_BYTES {
        return Err(BundleError::too_large());
    }

    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes).map_err(BundleError::no_tar)?;
    Ok(Some(DataFile { path, bytes }))
}

/// The members of a tar, if all is as the manifest says.
fn unpack(bytes: &[u8]) -> Result<(Manifest, Vec<DataFile>), BundleError> {
    let mut archive = Archive::new(bytes);
    // Raw: a header that would change the name of the next member is no regular file either.
    let mut entries = archive.entries().map_err(BundleError::no_tar)?.raw(true);
    let first = read_member(&mut entries)?.filter(|member| member.path == MANIFEST);
    let text = first.map(|member| member.bytes).unwrap_or_default();
    let manifest = Manifest::read(&text).ok_or_else(BundleError::no_manifest)?;

    let mut missing = manifest.files.clone();
    let mut files = Vec::new();
    let mut total = 0;
    while let Some(file) = read_member(&mut entries)? {
        total += file.bytes.len() as u64;
        if !is_room_for(total, files.len()) {
            return Err(BundleError::too_large());
        }

        let Some(sum) = missing.remove(&file.path) else {
            let message = msg::bundle_unnamed_member(msg::shown(&file.path));
            return Err(BundleError::Wrong(message));
        };

        if sum != Hash::of(&file.bytes) {
            return Err(BundleError::differs(&file.path));
        }

        files.push(file);
    }

    if let Some(path) = missing.keys().next() {
        return Err(BundleError::differs(path));
    }

    // Another program might show bytes behind its end.
    let length = bytes.len() as u64;
    let expected = manifest::length(text.len(), &files);
    if length != manifest.bytes || length != expected {
        let message = msg::bundle_of_other_length(length, manifest.bytes);
        return Err(BundleError::Wrong(message));
    }

    files.sort_by(|file, next| file.path.cmp(&next.path));
    Ok((manifest, files))
}

/// Why a bundle is not taken.
#[derive(Debug)]
pub enum BundleError {
    /// A file could not be read, or there are no keys.
    Unread(Message),
    /// Its content is wrong, or its signature.
    Wrong(Message),
}

impl BundleError {
    fn bad_member(path: impl Display) -> Self {
        BundleError::Wrong(msg::bundle_bad_member(msg::shown(&path)))
    }

    fn no_tar(_: io::Error) -> Self {
        BundleError::no_manifest()
    }

    fn no_manifest() -> Self {
        BundleError::Wrong(msg::bundle_without_manifest())
    }

    fn differs(path: &str) -> Self {
        BundleError::Wrong(msg::bundle_differs(msg::shown(&path)))
    }

    fn too_large() -> Self {
        BundleError::Wrong(msg::bundle_too_large(MAX_DATASET_BYTES >> 20))
    }
}

impl From<directory::Error> for BundleError {
    fn from(directory::Error { path, error, .. }: directory::Error) -> Self {
        BundleError::Unread(msg::path_failed(path.display(), msg::reason(&error)))
    }
}

/// The bytes of a regular file that is no larger than this.
fn regular_file(path: &Path, max_bytes: u64) -> Result<Vec<u8>, BundleError> {
    directory::regular_file(path, max_bytes).map_err(|error| match error.kind {
        Kind::NotAFile => BundleError::bad_member(path.display()),
        Kind::TooLarge => BundleError::too_large(),
        _ => error.into(),
    })
}

/// Bytes that the file of a key or of a signature may have.
const MAX_KEY_BYTES: u64 = 4096;

/// Keys that are trusted.
pub struct TrustedKeys {
    /// Each with its id as minisign writes it.
    keys: Vec<(String, PublicKey)>,
    /// The paths that everybody may write: to change them is to decide which bundles are taken.
    pub open_paths: Vec<PathBuf>,
}

impl TrustedKeys {
    pub fn read(directory: &Path) -> Result<Self, BundleError> {
        let opened = Directory::open(directory).map_err(unread_key)?;
        let mut keys = Vec::new();
        let mut open_paths = Vec::new();
        if is_open_to_all(&opened.stat()?) {
            open_paths.push(directory.to_owned());
        }

        for name in opened.names().map_err(unread_key)? {
            let path = directory.join(&name);
            if path.extension().is_none_or(|extension| extension != "pub") {
                continue;
            }

            let text = small_text(&path).map_err(unread_key)?;
            let Some(key) = text.as_deref().and_then(parse_key) else {
                return Err(BundleError::Unread(msg::not_a_key(path.display())));
            };

            keys.push(key);
            let stat = opened.look(&name)?;
            if stat.is_some_and(|stat| is_open_to_all(&stat)) {
                open_paths.push(path);
            }
        }

        if keys.is_empty() {
            let message = msg::no_trusted_keys(directory.display());
            return Err(BundleError::Unread(message));
        }

        Ok(TrustedKeys { keys, open_paths })
    }

    /// The id of the key that has signed these bytes, by the signature in a file, and the comment that it covers.
    fn signer(&self, bytes: &[u8], signature: &Path) -> Result<(String, String), BundleError> {
        let path = signature.display();
        let text = match small_text(signature) {
            Err(error) if error.is_missing() => {
                return Err(BundleError::Wrong(msg::bundle_unsigned(path)));
            }
            result => result?.unwrap_or_default(),
        };

        let Ok(decoded) = Signature::decode(&text) else {
            return Err(BundleError::Wrong(msg::bundle_bad_signature(path)));
        };

        let mut ids = Vec::new();
        let mut reason = None;
        for (id, key) in &self.keys {
            ids.push(id.as_str());
            // Prehashed signatures alone: what minisign has written by default since 0.10.
            match key.verify(bytes, &decoded, false) {
                Ok(()) => {
                    let comment = decoded.trusted_comment();
                    return Ok((id.clone(), comment.to_owned()));
                }
                Err(KeyError::UnexpectedKeyId) => {}
                Err(KeyError::UnexpectedAlgorithm) => {
                    reason = Some(msg::bundle_signed_the_old_way(&path));
                }
                Err(_) => reason = Some(forged_or_cut(bytes)),
            }
        }

        let other_key = msg::bundle_of_another_key(&path, ids.join(", "));
        Err(BundleError::Wrong(reason.unwrap_or(other_key)))
    }
}

/// Returns true for a file or a directory in which everybody may write.
fn is_open_to_all(stat: &Stat) -> bool {
    !directory::is_link(stat) && permits(stat, Mode::WOTH)
}

/// Keys that may not be read are named with what is to be done.
fn unread_key(error: directory::Error) -> BundleError {
    if error.error.kind() == io::ErrorKind::PermissionDenied {
        return BundleError::Unread(msg::key_closed(error.path.display()));
    }
    error.into()
}

/// The text of a small regular file; `None` where it is too large, or no text.
fn small_text(path: &Path) -> Result<Option<String>, directory::Error> {
    match directory::regular_file(path, MAX_KEY_BYTES) {
        Err(error) if matches!(error.kind, Kind::NotAFile | Kind::TooLarge) => Ok(None),
        result => Ok(String::from_utf8(result?).ok()),
    }
}

/// The key in the last line of its file, and its id.
fn parse_key(text: &str) -> Option<(String, PublicKey)> {
    let lines = text.lines().map(str::trim);
    let encoded = lines.rev().find(|line| !line.is_empty())?;
    let key = PublicKey::from_base64(encoded).ok()?;
    Some((key_id(encoded)?, key))
}

/// The id of a key as minisign prints it: bytes 2 to 9 of the encoded key, the last first.
fn key_id(encoded: &str) -> Option<String> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bits = 0_u128;
    // Fourteen characters of six bits hold the ten bytes, and four bits more.
    for character in encoded.as_bytes().get(..14)? {
        let digit = ALPHABET.iter().position(|letter| letter == character)?;
        bits = (bits << 6) | digit as u128;
    }

    // The lower eight bytes.
    let id = (bits >> 4) as u64;
    Some(format!("{:016X}", id.swap_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Lang;
    use crate::store::samples::{Scratch, file, signature};
    use tar::{Builder, Header};

    /// A tar of these members.
    fn tar(members: &[(EntryType, &str, &[u8])]) -> Vec<u8> {
        let mut tar = Builder::new(Vec::new());
        for (kind, path, bytes) in members {
            let mut header = Header::new_ustar();
            header.set_entry_type(*kind);
            header.as_mut_bytes()[..path.len()].copy_from_slice(path.as_bytes());
            header.set_size(bytes.len() as u64);
            header.set_cksum();
            tar.append(&header, *bytes).unwrap();
        }

        tar.into_inner().unwrap()
    }

    fn manifest(files: &[(&str, &[u8])]) -> Vec<u8> {
        let file = |(path, bytes): &(&str, &[u8])| DataFile {
            path: (*path).to_owned(),
            bytes: bytes.to_vec(),
        };
        let files: Vec<DataFile> = files.iter().map(file).collect();
        Manifest::new("1".to_owned(), 1, signature(9).at, &files)
            .sized_text(&files)
            .unwrap()
    }

    /// Why a tar is not taken.
    fn refused(tar: &[u8]) -> Option<Message> {
        match unpack(tar) {
            Err(BundleError::Wrong(message)) => Some(message),
            Err(BundleError::Unread(message)) => panic!("{message:?}"),
            Ok(_) => None,
        }
    }

    /// The kind of the sentence on what could not be read.
    fn unread<T>(outcome: Result<T, BundleError>) -> &'static str {
        match outcome {
            Err(BundleError::Unread(message)) => message.kind(),
            _ => "",
        }
    }

    /// The kind of the sentence on wrong content.
    fn wrong<T>(outcome: Result<T, BundleError>) -> &'static str {
        match outcome {
            Err(BundleError::Wrong(message)) => message.kind(),
            _ => "",
        }
    }

    #[test]
    fn what_is_written_is_unpacked() {
        let written = [
            file("dataset.json", "{}"),
            file("indicators/usd.csv", "date,value\n"),
        ];
        let manifest_of = |files: &[DataFile]| {
            let mut manifest = Manifest::new("1".to_owned(), 7, signature(9).at, files);
            manifest.embargoed = 2;
            manifest
        };
        let bytes = write(&written, &manifest_of(&written)).unwrap();
        let (manifest, unpacked) = unpack(&bytes).unwrap();
        assert_eq!(
            (&manifest.version, manifest.sequence, manifest.embargoed),
            (&"1".to_owned(), 7, 2)
        );
        assert_eq!(manifest.files, manifest_of(&written).files);
        let pairs = |files: &[DataFile]| {
            files
                .iter()
                .map(|f| (f.path.clone(), f.bytes.clone()))
                .collect::<Vec<_>>()
        };
        assert_eq!(pairs(&unpacked), pairs(&written));
        let outside = [file("../dataset.json", "")];
        assert!(write(&outside, &manifest_of(&outside)).is_err());
    }

    /// A stick that was pulled out leaves a file that is shorter than it says.
    #[test]
    fn what_is_cut_says_how_much_of_it_is_there() {
        for lengths in [[0, 1], [511, 512], [9_000, 99_999], [0, 1_000_000]] {
            let files = lengths.map(|length| file("a.csv", &"x".repeat(length)));
            let manifest = Manifest::new("1".to_owned(), 1, signature(9).at, &files[..1]);
            let bytes = write(&files, &manifest).unwrap();
            let whole = bytes.len() as u64;
            assert_eq!(manifest::announced(&bytes), Some(whole), "{lengths:?}");
            let refusal = |length: usize| forged_or_cut(&bytes[..length]);
            for length in [1024, 4096, bytes.len() - 1]
                .into_iter()
                .filter(|length| *length < bytes.len())
            {
                assert_eq!(refusal(length), msg::bundle_cut(length, whole));
            }

            for length in [0, 5, 512, 600] {
                assert_eq!(refusal(length), msg::bundle_cut_at_once(length));
            }

            assert_eq!(
                refusal(bytes.len()),
                msg::bundle_forged(),
                "it is whole, and another one"
            );
        }

        assert_eq!(forged_or_cut(b"PK\x03\x04"), msg::bundle_forged());
    }

    #[test]
    fn members_are_those_of_the_manifest_and_nothing_else() {
        use EntryType::{Directory, Regular, Symlink};
        let (a, b) = (("a.csv", &b"1"[..]), ("b.csv", &b"2"[..]));
        let both = manifest(&[a, b]);
        let head = (Regular, "manifest.json", &both[..]);
        let [a, b] = [(Regular, a.0, a.1), (Regular, b.0, b.1)];
        assert_eq!(refused(&tar(&[head, a, b])), None);
        assert_eq!(refused(&tar(&[head, b, a])), None);
        let no_manifest = Some(msg::bundle_without_manifest());
        assert_eq!(refused(&tar(&[a, head, b])), no_manifest);
        assert_eq!(
            refused(&tar(&[(Regular, "manifest.txt", &both), a, b])),
            no_manifest
        );
        assert_eq!(refused(&tar(&[])), no_manifest);
        assert_eq!(refused(b"no tar"), no_manifest);
        assert_eq!(
            refused(&tar(&[head, a])),
            Some(msg::bundle_differs("b.csv"))
        );
        assert_eq!(
            refused(&tar(&[head, a, (Regular, "b.csv", b"3")])),
            Some(msg::bundle_differs("b.csv"))
        );
        assert_eq!(
            refused(&tar(&[head, a, b, a])),
            Some(msg::bundle_unnamed_member("a.csv"))
        );
        for (path, kind, expected) in [
            ("c.csv", Regular, msg::bundle_unnamed_member("c.csv")),
            ("../c.csv", Regular, msg::bundle_bad_member("../c.csv")),
            ("c", Directory, msg::bundle_bad_member("c")),
            ("c", Symlink, msg::bundle_bad_member("c")),
        ] {
            assert_eq!(
                refused(&tar(&[head, a, b, (kind, path, b"")])),
                Some(expected)
            );
        }
    }

    /// Readers of tars do not agree on what lies behind the end of one.
    #[test]
    fn a_bundle_is_as_long_as_its_manifest_says() {
        let files = [file("a.csv", "1")];
        let bytes = write(
            &files,
            &Manifest::new("1".to_owned(), 1, signature(9).at, &files),
        )
        .unwrap();
        assert_eq!(refused(&bytes), None);
        let whole = bytes.len();
        for behind in [&b"x"[..], &[0; 512], &bytes] {
            let longer = [&bytes, behind].concat();
            assert_eq!(
                refused(&longer),
                Some(msg::bundle_of_other_length(longer.len(), whole))
            );
        }

        // It says itself that it is longer than its members are.
        let longer = [&bytes[..], &[0; 512]].concat();
        let announced = format!("\"bytes\": {whole}");
        let lies = String::from_utf8(longer).unwrap().replacen(
            &announced,
            &format!("\"bytes\": {}", whole + 512),
            1,
        );
        let message = msg::bundle_of_other_length(whole + 512, whole + 512);
        assert_eq!(refused(lies.as_bytes()), Some(message));
    }

    #[test]
    fn a_member_is_no_larger_than_a_file_of_a_dataset() {
        let largest = vec![b' '; usize::try_from(MAX_FILE_BYTES).unwrap()];
        let manifest = manifest(&[("a.csv", &largest)]);
        let head = (EntryType::Regular, MANIFEST, &manifest[..]);
        assert_eq!(
            refused(&tar(&[head, (EntryType::Regular, "a.csv", &largest)])),
            None
        );
        let larger = [&largest[..], b" "].concat();
        let too_large = refused(&tar(&[head, (EntryType::Regular, "a.csv", &larger)])).unwrap();
        assert!(too_large.get(Lang::En).contains("512"));
        assert!(is_room_for(MAX_DATASET_BYTES, MAX_FILES - 1));
        assert!(!is_room_for(MAX_DATASET_BYTES + 1, 0) && !is_room_for(0, MAX_FILES));
    }

    #[test]
    fn a_bundle_is_a_regular_file_of_its_size() {
        let scratch = Scratch::new();
        scratch.write("bundle", "content");
        assert_eq!(
            regular_file(&scratch.join("bundle"), 7).unwrap(),
            b"content"
        );
        assert_eq!(
            wrong(regular_file(scratch.as_ref(), 7)),
            "bundle_bad_member"
        );
        assert_eq!(
            unread(regular_file(&scratch.join("gone"), 7)),
            "path_failed"
        );
        assert_eq!(
            wrong(regular_file(&scratch.join("bundle"), 6)),
            "bundle_too_large"
        );
    }

    const KEY: &str = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3";
    /// The signature of the four bytes `test`.
    const SIGNATURE: &str = "untrusted comment: signature from minisign secret key
RUQf6LRCGA9i559r3g7V1qNyJDApGip8MfqcadIgT9CuhV3EMhHoN1mGTkUidF/z7SrlQgXdy8ofjb7bNJJylDOocrCo8KLzZwo=
trusted comment: timestamp:1633700835\tfile:test\tprehashed
wLMDjy9FLAuxZ3q4NlEvkgtyhrr0gtTu6KC4KBJdITbbOeAi1zBIYo0v4iTgt8jJpIidRJnp94ABQkJAgAooBQ==
";

    #[test]
    fn the_id_is_the_one_that_minisign_prints() {
        assert_eq!(key_id(KEY).as_deref(), Some("E7620F1842B4E81F"));
        assert_eq!(key_id("RWQ"), None);
        assert_eq!(key_id("________________"), None);
    }

    #[test]
    fn keys_are_the_small_files_whose_names_say_so() {
        let scratch = Scratch::new();
        let read = || TrustedKeys::read(scratch.as_ref());
        scratch.write("key.txt", KEY);
        assert_eq!(unread(read()), "no_trusted_keys");
        scratch.write("key.pub", format!("untrusted comment: x\n {KEY} \n\n"));
        scratch.write("largest.pub", format!("{KEY:\n>4096}"));
        assert_eq!(read().unwrap().keys.len(), 2);
        for no_key in [
            format!("{KEY:\n>4097}"),
            "untrusted comment: x\n".to_owned(),
            String::new(),
        ] {
            scratch.write("no.pub", no_key);
            assert_eq!(unread(read()), "not_a_key");
        }

        std::fs::remove_file(scratch.join("no.pub")).unwrap();
        std::fs::create_dir(scratch.join("no.pub")).unwrap();
        assert_eq!(unread(read()), "not_a_key");
        assert_eq!(
            unread(TrustedKeys::read(&scratch.join("gone"))),
            "path_failed"
        );
    }

    #[test]
    fn a_signature_is_one_of_these_bytes_with_a_trusted_key() {
        let scratch = Scratch::new();
        scratch.write("key.pub", KEY);
        let keys = TrustedKeys::read(scratch.as_ref()).unwrap();
        scratch.write("a.minisig", SIGNATURE);
        let (key, comment) = keys.signer(b"test", &scratch.join("a.minisig")).unwrap();
        assert_eq!(key, "E7620F1842B4E81F");
        assert_eq!(comment, "timestamp:1633700835\tfile:test\tprehashed");
        let signer = |bytes: &[u8], name: &str| keys.signer(bytes, &scratch.join(name));
        assert_eq!(wrong(signer(b"rest", "a.minisig")), "bundle_forged");
        assert_eq!(wrong(signer(b"test", "key.pub")), "bundle_bad_signature");
        for lines in 0..4 {
            let part: String = SIGNATURE.split_inclusive('\n').take(lines).collect();
            scratch.write("part.minisig", part);
            assert_eq!(
                wrong(signer(b"test", "part.minisig")),
                "bundle_bad_signature",
                "{lines}"
            );
        }

        // The letters that name the kind: `Ed` is the old one.
        scratch.write("old.minisig", SIGNATURE.replace("RUQf6L", "RWQf6L"));
        assert_eq!(
            wrong(signer(b"test", "old.minisig")),
            "bundle_signed_the_old_way"
        );
        scratch.write("other.minisig", SIGNATURE.replace("RUQf6L", "RUQf6M"));
        let path = scratch.join("other.minisig");
        let other_key = msg::bundle_of_another_key(path.display(), "E7620F1842B4E81F");
        assert!(
            matches!(keys.signer(b"test", &path), Err(BundleError::Wrong(why)) if why == other_key)
        );
        assert_eq!(wrong(signer(b"test", "b.minisig")), "bundle_unsigned");
        assert_eq!(unread(signer(b"test", "a.minisig/below")), "path_failed");
    }
}
