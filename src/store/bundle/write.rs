//! Writing a bundle: equal datasets give equal bytes, but for sequence and instants.

use std::io;

use tar::{Builder, EntryType, Header};

use super::manifest::Manifest;
use super::{MANIFEST, is_plain};
use crate::dataset::DataFile;

/// The bytes of a bundle of these files, which have this manifest.
///
/// # Errors
/// When a name does not fit into a tar.
pub fn write(files: &[DataFile], manifest: &Manifest) -> io::Result<Vec<u8>> {
    let mut text = serde_json::to_vec_pretty(manifest)?;
    text.push(b'\n');
    let mut tar = Builder::new(Vec::new());
    append(&mut tar, MANIFEST, &text)?;
    for file in files {
        append(&mut tar, &file.path, &file.bytes)?;
    }
    tar.into_inner()
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
