//! 8-bit encodings: tables in windows-1251 are read and written, and the likely name of every other code is told.

use super::*;

/// How workbooks and archives begin, whatever their name: XLSX, ODS and ZIP, XLS, gzip.
const FOREIGN: [&[u8]; 3] = [b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x1f\x8b"];

/// The characters of windows-1251 from 0x80 on.
const WINDOWS_1251: &str = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕї\
    АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя";

/// The signs of numbers and quotations in windows-1251.
const SIGNS: [u8; 9] = [0x84, 0x93, 0x94, 0x96, 0x97, 0xa0, 0xab, 0xb9, 0xbb];

/// The letters Ğ, İ, Ş, ğ, ı and ş of windows-1254, where windows-1252 has others.
const TURKISH: [u8; 6] = [0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe];

/// The file in UTF-8. It stays as it is where it is not certain that it is windows-1251: then [`Text::decode`] says what is
/// wrong with it.
pub fn in_utf8(file: &DataFile) -> Cow<'_, DataFile> {
    match decode_windows_1251(&file.bytes) {
        Some(decoded) => Cow::Owned(DataFile {
            path: file.path.clone(),
            bytes: decoded.into_bytes(),
        }),
        None => Cow::Borrowed(file),
    }
}

/// Returns true for a workbook or an archive.
pub fn is_foreign(bytes: &[u8]) -> bool {
    FOREIGN.iter().any(|magic| bytes.starts_with(magic))
}

/// Reads bytes as windows-1251; `None` where they are UTF-8, a damaged one, or in another 8-bit code.
fn decode_windows_1251(bytes: &[u8]) -> Option<String> {
    let error = std::str::from_utf8(bytes).err()?;
    // Where letters were read as UTF-8 before, or the last one is cut off, it is UTF-8 that was damaged.
    let is_ascii_before = bytes[..error.valid_up_to()].is_ascii();
    let is_damaged = error.error_len().is_none() || !is_ascii_before;
    if is_damaged || is_foreign(bytes) || !may_be_windows_1251(bytes) {
        return None;
    }

    let letters: Vec<char> = characters().collect();
    let mut decoded = String::new();
    for byte in bytes {
        decoded.push(letters[usize::from(*byte)]);
    }

    let mut words = decoded.split(|c: char| !c.is_alphabetic());
    (!words.any(is_garbled)).then_some(decoded)
}

/// The characters of windows-1251 by their codes.
fn characters() -> impl Iterator<Item = char> {
    let ascii = (0..0x80u8).map(char::from);
    ascii.chain(WINDOWS_1251.chars())
}

/// Returns true where the bytes beyond ASCII are letters of windows-1251 rather than of the DOS code page 866, whose small
/// letters are signs in it, or signs of numbers and quotations alone.
fn may_be_windows_1251(bytes: &[u8]) -> bool {
    if bytes.contains(&0) {
        return false;
    }

    let mut foreign = bytes.to_vec();
    foreign.retain(|byte| !byte.is_ascii() && !SIGNS.contains(byte));
    match count_letters(&foreign) {
        [0, _] => foreign.is_empty(),
        [in_1251, in_866] => in_1251 >= in_866,
    }
}

/// Returns true for a word that another 8-bit code has made of its letters: Cyrillic ones among Latin ones, or capitals
/// behind a small letter, which are the small letters of KOI8.
fn is_garbled(word: &str) -> bool {
    let is_mixed = word.contains(|c: char| c.is_ascii_alphabetic()) && !word.is_ascii();
    let mut letters = word.chars();
    let begins_small = letters.next().is_some_and(char::is_lowercase);
    let goes_on_in_capitals = letters.clone().count() > 1 && letters.all(char::is_uppercase);
    is_mixed || (begins_small && goes_on_in_capitals)
}

/// The bytes of a text in windows-1251; in UTF-8 with its mark where it has a character that the code lacks.
pub fn in_windows_1251(text: &str) -> Vec<u8> {
    let codes: HashMap<char, u8> = characters().zip(0..=u8::MAX).collect();
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match codes.get(&c) {
            Some(code) => bytes.push(*code),
            None => return format!("\u{feff}{text}").into_bytes(),
        }
    }

    bytes
}

/// The most likely encoding of bytes that are not UTF-8, judged by where they fail.
pub fn guess_encoding(bytes: &[u8], at: usize) -> Option<&'static str> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Some("UTF-16");
    }

    // The word that fails first.
    let rest = &bytes[at..];
    let length = rest.iter().take(64).take_while(|b| **b >= 0x80).count();
    let (word, behind) = rest.split_at(length);

    // One or two letters amid Latin ones are accented.
    let neighbours = [bytes[..at].last(), behind.first()];
    let mut neighbours = neighbours.into_iter().flatten();
    if length < 3 && neighbours.any(u8::is_ascii_alphabetic) {
        let is_turkish = rest.iter().any(|byte| TURKISH.contains(byte));
        return Some(if is_turkish {
            "windows-1254"
        } else {
            "windows-1252"
        });
    }

    match count_letters(word) {
        [0, 0] => None,
        [in_1251, in_866] if in_1251 >= in_866 => Some("windows-1251"),
        _ => Some("IBM866"),
    }
}

/// How many bytes are letters in windows-1251, and in the DOS code page 866. In windows-1251 the letters are at C0 and above;
/// in 866 the small ones fill A0 to AF and E0 to EF, where 1251 has signs that do not make words.
fn count_letters(bytes: &[u8]) -> [usize; 2] {
    let mut letters = [0, 0];
    for byte in bytes {
        letters[0] += usize::from(*byte >= 0xc0 || matches!(byte, 0xa8 | 0xb8));
        letters[1] += usize::from(matches!(byte, 0x80..=0xaf | 0xe0..=0xf1));
    }

    letters
}
