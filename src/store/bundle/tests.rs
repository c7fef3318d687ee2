//! Which tars are unpacked, and which are not, although they are signed.

use super::*;

use tar::{Builder, Header};

use crate::model::Lang;
use crate::store::samples::{Scratch, file, signature};

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
    let file = |(path, bytes): &(&str, &[u8])| DataFile { path: (*path).to_owned(), bytes: bytes.to_vec() };
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
        assert_eq!(format::announced(&bytes), Some(whole), "{lengths:?}");
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
    let lies = String::from_utf8(longer).unwrap().replacen(&said, &format!("\"bytes\": {}", whole + 512), 1);
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
    for error in [missing, BundleError::NoTrust, BundleError::NoKeys(path()), BundleError::NoKey(path())] {
        assert!(!error.is_wrong_content(), "{error:?}");
    }
    for error in [BundleError::Unsigned(path()), BundleError::Forged, BundleError::Differs("a.csv".into())] {
        assert!(error.is_wrong_content(), "{error:?}");
    }
    assert!(BundleError::TooLarge.sentence().get(Lang::En).contains("512"));
}
