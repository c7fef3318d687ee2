//! Numbers in the bytes of a file, the lowest byte first.

pub fn array_at<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}

pub fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    array_at(bytes, at).map(u16::from_le_bytes)
}

pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    array_at(bytes, at).map(u32::from_le_bytes)
}

/// A number of eight bytes, as far as it can be a size.
pub fn usize_at(bytes: &[u8], at: usize) -> Option<usize> {
    let number = array_at(bytes, at).map(u64::from_le_bytes)?;
    number.try_into().ok()
}
