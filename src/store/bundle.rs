//! Bundles: a dataset as one file that is carried, signed with minisign. The signature is verified first, and then nothing
//! is read but regular files that the manifest names.

use super::*;

use std::io::{self, Read};

use minisign_verify::{Error as KeyError, PublicKey, Signature};
use tar::{Archive, EntryType};

use super::entry::Origin;
use super::manifest::{MANIFEST, MAX_BUNDLE_BYTES, MAX_DATASET_BYTES, MAX_FILE_BYTES, MAX_FILES, is_plain};

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
        let signer = keys.signer(&bytes, Path::new(&signature));
        let Signer { key, comment } = signer.map_err(|why| explained(why, &bytes))?;
        let (manifest, files) = unpack(&bytes)?;
        let origin = Origin { key, sequence: manifest.sequence, comment };
        Ok(Bundle { manifest, files, origin })
    }
}

/// Why a bundle has not the signature that it should: where it is shorter than it says itself, that is said instead. Nothing
/// else is read of what nobody has signed.
fn explained(why: BundleError, bytes: &[u8]) -> BundleError {
    let there = bytes.len() as u64;
    match (why, manifest::announced(bytes)) {
        (BundleError::Forged, Some(announced)) if there < announced => {
            BundleError::Cut(there, Some(announced))
        }
        (BundleError::Forged, None) if manifest::is_cut_at_once(bytes) => BundleError::Cut(there, None),
        (why, _) => why,
    }
}

/// Whether a dataset may have this many bytes, and one more file than these.
fn is_room_for(bytes: u64, files: usize) -> bool {
    bytes <= MAX_DATASET_BYTES && files < MAX_FILES
}

/// The members of a tar, if all is as the manifest says.
fn unpack(bytes: &[u8]) -> Result<(Manifest, Vec<DataFile>), BundleError> {
    let mut archive = Archive::new(bytes);
    let no_tar = |_| BundleError::NoManifest;
    // Raw: a header that would change the name of the next member is no regular file either.
    let mut entries = archive.entries().map_err(no_tar)?.raw(true);
    let mut next = || -> Result<Option<(String, Vec<u8>)>, BundleError> {
        let Some(entry) = entries.next() else { return Ok(None) };
        let mut entry = entry.map_err(no_tar)?;
        let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if entry.header().entry_type() != EntryType::Regular || !is_plain(&path) {
            return Err(BundleError::Member(path));
        }
        if entry.size() > MAX_FILE_BYTES {
            return Err(BundleError::TooLarge);
        }
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).map_err(no_tar)?;
        Ok(Some((path, bytes)))
    };
    let first = next()?.filter(|(path, _)| path == MANIFEST);
    let (_, text) = first.ok_or(BundleError::NoManifest)?;
    let manifest = Manifest::read(&text).ok_or(BundleError::NoManifest)?;
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut total = 0;
    while let Some((path, bytes)) = next()? {
        total += bytes.len() as u64;
        if !is_room_for(total, files.len()) {
            return Err(BundleError::TooLarge);
        }
        let sum = manifest.files.get(&path).filter(|_| !files.contains_key(&path));
        let sum = sum.ok_or_else(|| BundleError::Unnamed(path.clone()))?;
        if *sum != Hash::of(&bytes) {
            return Err(BundleError::Differs(path));
        }
        files.insert(path, bytes);
    }
    if let Some(missing) = manifest.files.keys().find(|path| !files.contains_key(*path)) {
        return Err(BundleError::Differs(missing.clone()));
    }
    let files: Vec<DataFile> = files.into_iter().map(|(path, bytes)| DataFile { path, bytes }).collect();
    // Whatever lay behind its end, another program might show it.
    let there = bytes.len() as u64;
    if there != manifest.bytes || there != manifest::length(text.len(), &files) {
        return Err(BundleError::OtherLength(there, manifest.bytes));
    }
    Ok((manifest, files))
}

#[derive(Debug)]
pub enum BundleError {
    Unread(PathBuf, io::Error),
    NoTrust,
    NoKeys(PathBuf),
    NoKey(PathBuf),
    /// The keys, or one of them, may not be read.
    KeyClosed(PathBuf),
    Unsigned(PathBuf),
    /// The file of the signature is none, or not a whole one.
    BadSignature(PathBuf),
    /// It is of the kind that minisign made before 0.10.
    SignedTheOldWay(PathBuf),
    /// No trusted key has the id that the signature names; with those of the trusted ones.
    OtherKey(PathBuf, Vec<String>),
    /// The signature is not one of these bytes.
    Forged,
    /// It is shorter than it says at its beginning, where that can still be read.
    Cut(u64, Option<u64>),
    /// It is longer than it says, or its members are shorter than that together.
    OtherLength(u64, u64),
    TooLarge,
    /// It is no tar that begins with a manifest of a known format.
    NoManifest,
    /// A member is not a regular file, or not one that a dataset may have.
    Member(String),
    /// A member is not named by the manifest, or named twice.
    Unnamed(String),
    /// A file that the manifest names is missing, or differs from its sum.
    Differs(String),
}

impl BundleError {
    /// Whether the content is wrong, rather than that a file could not be read or was not named.
    pub fn is_wrong_content(&self) -> bool {
        !matches!(
            self,
            Self::Unread(..) | Self::NoTrust | Self::NoKeys(_) | Self::NoKey(_) | Self::KeyClosed(_)
        )
    }

    pub fn sentence(&self) -> Message {
        match self {
            Self::Unread(path, error) => msg::path_failed(path.display(), msg::reason(error)),
            Self::NoTrust => msg::bundle_without_keys(),
            Self::NoKeys(path) => msg::no_trusted_keys(path.display()),
            Self::NoKey(path) => msg::not_a_key(path.display()),
            Self::KeyClosed(path) => msg::key_closed(path.display()),
            Self::Unsigned(path) => msg::bundle_unsigned(path.display()),
            Self::BadSignature(path) => msg::bundle_bad_signature(path.display()),
            Self::SignedTheOldWay(path) => msg::bundle_signed_the_old_way(path.display()),
            Self::OtherKey(path, trusted) => msg::bundle_of_another_key(path.display(), trusted.join(", ")),
            Self::Forged => msg::bundle_forged(),
            Self::Cut(there, Some(announced)) => msg::bundle_cut(there, announced),
            Self::Cut(there, None) => msg::bundle_cut_at_once(usize::try_from(*there).unwrap_or(usize::MAX)),
            Self::OtherLength(there, announced) => msg::bundle_of_other_length(there, announced),
            Self::TooLarge => msg::bundle_too_large(MAX_DATASET_BYTES >> 20),
            Self::NoManifest => msg::bundle_without_manifest(),
            Self::Member(path) => msg::bundle_bad_member(msg::shown(path)),
            Self::Unnamed(path) => msg::bundle_unnamed_member(msg::shown(path)),
            Self::Differs(path) => msg::bundle_differs(msg::shown(path)),
        }
    }
}

/// The bytes of a regular file that is no larger than this.
fn regular_file(path: &Path, max_bytes: u64) -> Result<Vec<u8>, BundleError> {
    directory::regular_file(path, max_bytes).map_err(|error| match error.kind {
        Kind::NotAFile => BundleError::Member(path.display().to_string()),
        Kind::TooLarge => BundleError::TooLarge,
        _ => BundleError::Unread(error.path, error.error),
    })
}

/// Bytes that the file of a key or of a signature may have.
const MAX_KEY_BYTES: u64 = 4096;

/// Keys that are trusted, each with its id as minisign writes it.
pub struct TrustedKeys(Vec<(String, PublicKey)>);

/// The id of the key of a signature, and the comment that it covers.
struct Signer {
    key: String,
    comment: String,
}

impl TrustedKeys {
    pub fn read(directory: &Path) -> Result<Self, BundleError> {
        let names = Directory::open(directory).and_then(|opened| opened.names());
        let names = names.map_err(|error| of_keys(BundleError::Unread(directory.to_owned(), error.error)))?;
        let paths = names.iter().map(|name| directory.join(name));
        let mut keys = Vec::new();
        for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "pub")) {
            let text = small_text(&path).map_err(of_keys)?.ok_or_else(|| BundleError::NoKey(path.clone()))?;
            let encoded = text.lines().map(str::trim).rfind(|line| !line.is_empty());
            let key = encoded.and_then(|line| Some((key_id(line)?, PublicKey::from_base64(line).ok()?)));
            keys.push(key.ok_or(BundleError::NoKey(path))?);
        }
        if keys.is_empty() { Err(BundleError::NoKeys(directory.to_owned())) } else { Ok(TrustedKeys(keys)) }
    }

    /// The signer of these bytes, by the signature in a file.
    fn signer(&self, bytes: &[u8], signature: &Path) -> Result<Signer, BundleError> {
        let text = match small_text(signature) {
            Err(BundleError::Unread(path, error)) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(BundleError::Unsigned(path));
            }
            other => other?,
        };
        let bad = || BundleError::BadSignature(signature.to_owned());
        let decoded = text.and_then(|text| Signature::decode(&text).ok()).ok_or_else(bad)?;
        let mut why = self.of_another_key(signature);
        for (id, key) in &self.0 {
            // Prehashed signatures alone: what minisign has written by default since 0.10.
            match key.verify(bytes, &decoded, false) {
                Ok(()) => {
                    return Ok(Signer { key: id.clone(), comment: decoded.trusted_comment().to_owned() });
                }
                Err(KeyError::UnexpectedKeyId) => {}
                Err(KeyError::UnexpectedAlgorithm) => {
                    why = BundleError::SignedTheOldWay(signature.to_owned())
                }
                Err(_) => why = BundleError::Forged,
            }
        }
        Err(why)
    }

    fn of_another_key(&self, signature: &Path) -> BundleError {
        BundleError::OtherKey(signature.to_owned(), self.0.iter().map(|(id, _)| id.clone()).collect())
    }
}

/// Keys that may not be read are named with what is to be done.
fn of_keys(error: BundleError) -> BundleError {
    match error {
        BundleError::Unread(path, error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            BundleError::KeyClosed(path)
        }
        other => other,
    }
}

/// The text of a small regular file; `None` where it is too large, or no text.
fn small_text(path: &Path) -> Result<Option<String>, BundleError> {
    match regular_file(path, MAX_KEY_BYTES) {
        Err(BundleError::Member(_) | BundleError::TooLarge) => Ok(None),
        other => Ok(String::from_utf8(other?).ok()),
    }
}

/// The id of a key as minisign prints it: bytes 2 to 9 of the encoded key, the last first.
fn key_id(encoded: &str) -> Option<String> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bits: u128 = 0;
    // Fourteen characters of six bits hold the ten bytes, and four bits more.
    for character in encoded.as_bytes().get(..14)? {
        let digit = ALPHABET.iter().position(|letter| letter == character)?;
        bits = (bits << 6) | u128::try_from(digit).ok()?;
    }
    let id = u64::try_from((bits >> 4) & u128::from(u64::MAX)).ok()?;
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
        let file =
            |(path, bytes): &(&str, &[u8])| DataFile { path: (*path).to_owned(), bytes: bytes.to_vec() };
        let files: Vec<DataFile> = files.iter().map(file).collect();
        Manifest::new("1".to_owned(), 1, signature(9).at, &files).sized_text(&files).unwrap()
    }

    /// Why a tar is not taken.
    fn refused(tar: &[u8]) -> String {
        match unpack(tar) {
            Err(error) => format!("{error:?}"),
            Ok(_) => "taken".to_owned(),
        }
    }

    #[test]
    fn what_is_written_is_unpacked() {
        let written = [file("dataset.json", "{}"), file("indicators/usd.csv", "date,value\n")];
        let manifest_of = |files: &[DataFile]| {
            let mut manifest = Manifest::new("1".to_owned(), 7, signature(9).at, files);
            manifest.embargoed = 2;
            manifest
        };
        let bytes = write(&written, &manifest_of(&written)).unwrap();
        let (manifest, unpacked) = unpack(&bytes).unwrap();
        assert_eq!((&manifest.version, manifest.sequence, manifest.embargoed), (&"1".to_owned(), 7, 2));
        assert_eq!(manifest.files, manifest_of(&written).files);
        let pairs =
            |files: &[DataFile]| files.iter().map(|f| (f.path.clone(), f.bytes.clone())).collect::<Vec<_>>();
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
            let said = |length: usize| explained(BundleError::Forged, &bytes[..length]);
            for length in [1024, 4096, bytes.len() - 1].into_iter().filter(|length| *length < bytes.len()) {
                let there = length as u64;
                let is_cut = matches!(said(length), BundleError::Cut(length, Some(all)) if (length, all) == (there, whole));
                assert!(is_cut, "{length} of {whole}: {:?}", said(length));
            }
            for length in [0, 5, 512, 600] {
                assert!(matches!(said(length), BundleError::Cut(_, None)), "{length}: {:?}", said(length));
            }
            assert!(matches!(said(bytes.len()), BundleError::Forged), "it is whole, and another one");
        }
        assert!(matches!(explained(BundleError::Forged, b"PK\x03\x04"), BundleError::Forged));
        let unsigned = explained(BundleError::Unsigned(PathBuf::new()), b"");
        assert!(matches!(unsigned, BundleError::Unsigned(_)));
    }

    #[test]
    fn members_are_those_of_the_manifest_and_nothing_else() {
        use EntryType::{Directory, Regular, Symlink};
        let (a, b) = (("a.csv", &b"1"[..]), ("b.csv", &b"2"[..]));
        let both = manifest(&[a, b]);
        let head = (Regular, "manifest.json", &both[..]);
        let [a, b] = [(Regular, a.0, a.1), (Regular, b.0, b.1)];
        assert_eq!(refused(&tar(&[head, a, b])), "taken");
        assert_eq!(refused(&tar(&[head, b, a])), "taken");
        assert_eq!(refused(&tar(&[a, head, b])), "NoManifest");
        assert_eq!(refused(&tar(&[(Regular, "manifest.txt", &both), a, b])), "NoManifest");
        assert_eq!(refused(&tar(&[])), "NoManifest");
        assert_eq!(refused(b"no tar"), "NoManifest");
        assert_eq!(refused(&tar(&[head, a])), "Differs(\"b.csv\")");
        assert_eq!(refused(&tar(&[head, a, (Regular, "b.csv", b"3")])), "Differs(\"b.csv\")");
        assert_eq!(refused(&tar(&[head, a, b, a])), "Unnamed(\"a.csv\")");
        assert_eq!(refused(&tar(&[head, a, b, (Regular, "c.csv", b"")])), "Unnamed(\"c.csv\")");
        assert_eq!(refused(&tar(&[head, a, b, (Regular, "../c.csv", b"")])), "Member(\"../c.csv\")");
        assert_eq!(refused(&tar(&[head, a, b, (Directory, "c", b"")])), "Member(\"c\")");
        assert_eq!(refused(&tar(&[head, a, b, (Symlink, "c", b"")])), "Member(\"c\")");
    }

    /// Readers of tars do not agree on what lies behind the end of one.
    #[test]
    fn a_bundle_is_as_long_as_its_manifest_says() {
        let files = [file("a.csv", "1")];
        let bytes = write(&files, &Manifest::new("1".to_owned(), 1, signature(9).at, &files)).unwrap();
        assert_eq!(refused(&bytes), "taken");
        let whole = bytes.len();
        for behind in [&b"x"[..], &[0; 512], &bytes] {
            let longer = [&bytes, behind].concat();
            assert_eq!(refused(&longer), format!("OtherLength({}, {whole})", longer.len()));
        }
        // It says itself that it is longer than its members are.
        let longer = [&bytes[..], &[0; 512]].concat();
        let said = format!("\"bytes\": {whole}");
        let lies =
            String::from_utf8(longer).unwrap().replacen(&said, &format!("\"bytes\": {}", whole + 512), 1);
        assert_eq!(refused(lies.as_bytes()), format!("OtherLength({}, {})", whole + 512, whole + 512));
    }

    #[test]
    fn a_member_is_no_larger_than_a_file_of_a_dataset() {
        let largest = vec![b' '; usize::try_from(MAX_FILE_BYTES).unwrap()];
        let manifest = manifest(&[("a.csv", &largest)]);
        let head = (EntryType::Regular, MANIFEST, &manifest[..]);
        assert_eq!(refused(&tar(&[head, (EntryType::Regular, "a.csv", &largest)])), "taken");
        let larger = [&largest[..], b" "].concat();
        assert_eq!(refused(&tar(&[head, (EntryType::Regular, "a.csv", &larger)])), "TooLarge");
        assert!(is_room_for(MAX_DATASET_BYTES, MAX_FILES - 1));
        assert!(!is_room_for(MAX_DATASET_BYTES + 1, 0) && !is_room_for(0, MAX_FILES));
    }

    #[test]
    fn a_bundle_is_a_regular_file_of_its_size() {
        let scratch = Scratch::new();
        scratch.write("bundle", "content");
        assert_eq!(regular_file(&scratch.join("bundle"), 7).unwrap(), b"content");
        assert!(matches!(regular_file(scratch.as_ref(), 7), Err(BundleError::Member(_))));
        assert!(matches!(regular_file(&scratch.join("gone"), 7), Err(BundleError::Unread(..))));
        assert!(matches!(regular_file(&scratch.join("bundle"), 6), Err(BundleError::TooLarge)));
    }

    #[test]
    fn wrong_content_is_told_from_what_could_not_be_read_or_was_not_told() {
        let path = || PathBuf::from("bundle");
        let missing = BundleError::Unread(path(), io::ErrorKind::NotFound.into());
        for error in [missing, BundleError::NoTrust, BundleError::NoKeys(path()), BundleError::NoKey(path())]
        {
            assert!(!error.is_wrong_content(), "{error:?}");
        }
        for error in
            [BundleError::Unsigned(path()), BundleError::Forged, BundleError::Differs("a.csv".into())]
        {
            assert!(error.is_wrong_content(), "{error:?}");
        }
        assert!(BundleError::TooLarge.sentence().get(Lang::En).contains("512"));
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
        assert!(matches!(read(), Err(BundleError::NoKeys(path)) if path == scratch.as_ref()));
        scratch.write("key.pub", format!("untrusted comment: x\n {KEY} \n\n"));
        scratch.write("largest.pub", format!("{KEY:\n>4096}"));
        assert_eq!(read().unwrap().0.len(), 2);
        for no_key in [format!("{KEY:\n>4097}"), "untrusted comment: x\n".to_owned(), String::new()] {
            scratch.write("no.pub", no_key);
            assert!(matches!(read(), Err(BundleError::NoKey(path)) if path == scratch.join("no.pub")));
        }
        std::fs::remove_file(scratch.join("no.pub")).unwrap();
        std::fs::create_dir(scratch.join("no.pub")).unwrap();
        assert!(matches!(read(), Err(BundleError::NoKey(_))));
        assert!(matches!(TrustedKeys::read(&scratch.join("gone")), Err(BundleError::Unread(..))));
    }

    #[test]
    fn a_signature_is_one_of_these_bytes_with_a_trusted_key() {
        let scratch = Scratch::new();
        scratch.write("key.pub", KEY);
        let keys = TrustedKeys::read(scratch.as_ref()).unwrap();
        scratch.write("a.minisig", SIGNATURE);
        let signer = keys.signer(b"test", &scratch.join("a.minisig")).unwrap();
        assert_eq!(signer.key, "E7620F1842B4E81F");
        assert_eq!(signer.comment, "timestamp:1633700835\tfile:test\tprehashed");
        let refused = |bytes: &[u8], name: &str| keys.signer(bytes, &scratch.join(name)).err().unwrap();
        assert!(matches!(refused(b"rest", "a.minisig"), BundleError::Forged));
        assert!(matches!(refused(b"test", "key.pub"), BundleError::BadSignature(_)));
        for lines in 0..4 {
            let part: String = SIGNATURE.split_inclusive('\n').take(lines).collect();
            scratch.write("part.minisig", part);
            assert!(matches!(refused(b"test", "part.minisig"), BundleError::BadSignature(_)), "{lines}");
        }
        // The letters that name the kind: `Ed` is the old one.
        scratch.write("old.minisig", SIGNATURE.replace("RUQf6L", "RWQf6L"));
        assert!(matches!(refused(b"test", "old.minisig"), BundleError::SignedTheOldWay(_)));
        scratch.write("other.minisig", SIGNATURE.replace("RUQf6L", "RUQf6M"));
        let error = refused(b"test", "other.minisig");
        assert!(matches!(error, BundleError::OtherKey(_, ids) if ids == ["E7620F1842B4E81F"]));
        assert!(matches!(refused(b"test", "b.minisig"), BundleError::Unsigned(_)));
        assert!(matches!(refused(b"test", "a.minisig/below"), BundleError::Unread(..)));
    }
}
