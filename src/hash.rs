//! SHA-256 of bytes and of values, and bytes in hexadecimal digits.

use std::array;
use std::fmt;
use std::hash::{self, Hasher};

use serde::{Deserialize, Deserializer, Serialize, de};
use sha2::{Digest, Sha256};

/// Two lower-case digits for each byte. Every answer has a tag in them: as bytes they are found in a third of the time.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";

    let mut digits = Vec::with_capacity(2 * bytes.len());
    for byte in bytes {
        let halves = [byte >> 4, byte & 15];
        digits.extend(halves.map(|half| DIGITS[usize::from(half)]));
    }

    String::from_utf8(digits).unwrap_or_default()
}

/// A SHA-256, written in 64 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Hash(String);

impl Hash {
    /// Characters of a hash that a person compares.
    pub const SHORT: usize = 12;

    pub fn of(bytes: &[u8]) -> Self {
        Sha256::new_with_prefix(bytes).into()
    }

    /// Reads 64 lower-case digits.
    pub fn parse(digits: &str) -> Option<Self> {
        let mut bytes = digits.bytes();
        let is_hash = bytes.all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        (is_hash && digits.len() == 64).then(|| Hash(digits.to_owned()))
    }

    pub fn short(&self) -> &str {
        self.0.get(..Self::SHORT).unwrap_or(&self.0)
    }

    /// Returns true if these digits, in capitals or small letters, are the same hash.
    pub fn is_written_as(&self, digits: &str) -> bool {
        self.0.eq_ignore_ascii_case(digits)
    }
}

impl From<Sha256> for Hash {
    fn from(hash: Sha256) -> Self {
        Hash(hex(&hash.finalize()))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Hash::parse(&text).ok_or_else(|| de::Error::custom("not a SHA-256"))
    }
}

/// 128 bits of SHA-256 over a value, to compare: equal for equal values, and for no others that anybody finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 16]);

impl Fingerprint {
    pub fn of(value: &(impl hash::Hash + ?Sized)) -> Self {
        let mut hasher = Sha256Hasher(Sha256::new());
        value.hash(&mut hasher);
        let digest = hasher.0.finalize();
        Fingerprint(array::from_fn(|at| digest[at]))
    }

    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

struct Sha256Hasher(Sha256);

impl Hasher for Sha256Hasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Not asked for: 64 bits are too few.
    fn finish(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_two_digits() {
        assert_eq!(hex(&[0x00, 0x0f, 0xa5, 0xff]), "000fa5ff");
        assert!((0..=u8::MAX).all(|byte| hex(&[byte]) == format!("{byte:02x}")));
    }

    #[test]
    fn a_hash_is_that_of_every_other_program_and_nothing_else_is_read_as_one() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Hash::of(b"abc").to_string(), abc);
        assert_eq!(Hash::of(b"abc").short(), "ba7816bf8f01");
        assert!(Hash::of(b"abc").is_written_as(&abc.to_uppercase()));
        let read = |text: &str| serde_json::from_value::<Hash>(text.into()).ok();
        assert_eq!(read(abc), Some(Hash::of(b"abc")));
        for bad in ["", "abc", &"g".repeat(64), &"A".repeat(64), &"0".repeat(63)] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn values_that_differ_have_fingerprints_that_differ() {
        assert_eq!(Fingerprint::of(&("a", "b")), Fingerprint::of(&("a", "b")));
        assert_ne!(Fingerprint::of(&("a", "b")), Fingerprint::of(&("ab", "")));
        assert_ne!(Fingerprint::of(&[1]), Fingerprint::of(&[1, 0]));
    }
}
