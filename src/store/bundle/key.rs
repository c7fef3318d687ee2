//! The keys that bundles may be signed with: the public keys of minisign in a directory, `*.pub`.

use super::*;

use minisign_verify::{Error, PublicKey, Signature};

const MAX_BYTES: u64 = 4096;

/// Keys that are trusted, each with its id as minisign writes it.
pub struct TrustedKeys(Vec<(String, PublicKey)>);

/// The id of the key of a signature, and the comment that it covers.
pub struct Signer {
    pub key: String,
    pub comment: String,
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
    pub fn signer(&self, bytes: &[u8], signature: &Path) -> Result<Signer, BundleError> {
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
                Err(Error::UnexpectedKeyId) => {}
                Err(Error::UnexpectedAlgorithm) => why = BundleError::SignedTheOldWay(signature.to_owned()),
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
    match regular_file(path, MAX_BYTES) {
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
    use crate::store::samples::Scratch;

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
