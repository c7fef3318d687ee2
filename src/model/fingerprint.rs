//! What stands for a value where only equality counts: 128 bits of SHA-256 over all of it.

use std::hash::{Hash, Hasher};

use sha2::{Digest, Sha256};

/// Equal where the hashed values are equal; nobody finds two others with the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 16]);

impl Fingerprint {
    pub fn of(value: &(impl Hash + ?Sized)) -> Self {
        let mut hasher = Sha256Hasher(Sha256::new());
        value.hash(&mut hasher);
        let digest: [u8; 32] = hasher.0.finalize().into();
        let mut first = [0; 16];
        first.iter_mut().zip(digest).for_each(|(to, byte)| *to = byte);
        Fingerprint(first)
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
    fn values_that_differ_have_fingerprints_that_differ() {
        assert_eq!(Fingerprint::of(&("a", "b")), Fingerprint::of(&("a", "b")));
        assert_ne!(Fingerprint::of(&("a", "b")), Fingerprint::of(&("ab", "")));
        assert_ne!(Fingerprint::of(&[1]), Fingerprint::of(&[1, 0]));
    }
}
