//! Bundles: a dataset as one file that somebody carries, signed with minisign. A tar of regular files, the first of
//! which is a manifest that names the others.

mod key;
mod manifest;
mod read;
mod write;

pub use key::TrustedKeys;
pub use manifest::Manifest;
pub use read::{Bundle, BundleError};
pub use write::write;

/// The manifest's name in the tar.
const MANIFEST: &str = "manifest.json";
/// Bytes that a member may have, as the files of a dataset do.
const LARGEST_FILE: u64 = 16 << 20;
/// Bytes that all members may have together, as a dataset may.
const LARGEST_DATASET: u64 = 512 << 20;
/// Members that there may be: two files for each of 10,000 indicators, and those beside them.
const MOST_FILES: usize = 20_010;
/// Bytes that a bundle may have: headers and padding come to less than 1,024 of them for each member.
const LARGEST_BUNDLE: u64 = LARGEST_DATASET + (MOST_FILES as u64) * 1024;

/// Whether a path can be that of a dataset's file: nothing hidden, nothing that leads elsewhere.
fn is_plain(path: &str) -> bool {
    let name = path.strip_prefix("indicators/").unwrap_or(path);
    let known = |c: char| !c.is_control() && !matches!(c, '/' | '\\');
    !name.is_empty() && name.len() <= 255 && !name.starts_with('.') && name.chars().all(known)
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn paths_stay_inside() {
        for good in ["dataset.json", "indicators/m2.csv", "SHA256SUMS", "indicators/eur-2025.json"] {
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
}
