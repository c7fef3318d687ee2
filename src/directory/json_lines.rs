//! An append-only file of JSON, one value a line. A kill or a full disk cuts off at most the last line, and the next value
//! takes its place; the others hold beside a line that cannot be read.

use super::*;

use std::io::{Seek, SeekFrom, Write};

use rustix::fs::{FallocateFlags, fallocate};
use serde::de::DeserializeOwned;

#[derive(Debug)]
pub struct JsonLines<T> {
    pub values: Vec<T>,
    /// The numbers of the lines that cannot be read. A last line that was cut off is not one of them.
    pub damaged: Vec<usize>,
    pub is_cut: bool,
    /// Bytes up to the end of the last whole line.
    whole: u64,
    /// True if the last whole line lacks its end of line.
    is_unended: bool,
}

impl<T: Serialize + DeserializeOwned> JsonLines<T> {
    pub fn parse(bytes: &[u8]) -> Self {
        let mut lines = JsonLines::default();
        let mut end = 0;
        for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            end += line.len() as u64;
            let is_ended = line.ends_with(b"\n");
            match serde_json::from_slice(line) {
                Ok(value) => {
                    lines.values.push(value);
                    lines.is_unended = !is_ended;
                }
                Err(_) if !is_ended => {
                    lines.is_cut = true;
                    continue;
                }
                Err(_) if line.trim_ascii().is_empty() => {}
                Err(_) => lines.damaged.push(number + 1),
            }

            lines.whole = end;
        }

        lines
    }

    fn encode(directory: &Directory, name: &str, value: &T) -> Result<Vec<u8>> {
        let mut line = directory.at(name, serde_json::to_vec(value))?;
        line.push(b'\n');
        Ok(line)
    }

    /// Makes sure that there is room for a value, as far as the file system can be asked.
    pub fn reserve(
        &self,
        directory: &Directory,
        name: &str,
        value: &T,
        access: &Access,
    ) -> Result<()> {
        let file = directory.file_or_new(name, access)?;
        let length = Self::encode(directory, name, value)?.len() as u64 + 1;
        match fallocate(&file, FallocateFlags::KEEP_SIZE, self.whole, length) {
            Ok(()) | Err(Errno::OPNOTSUPP | Errno::NOSYS) => Ok(()),
            Err(errno) => Err(directory.error(name, errno)),
        }
    }

    /// Adds a value in the place of a line that was cut off. Where it cannot be written, the file is as it was; where only
    /// waiting for the disk fails, the file has it.
    pub fn append(
        &mut self,
        directory: &Directory,
        name: &str,
        value: T,
        access: &Access,
    ) -> Result<()> {
        let mut file = directory.file_or_new(name, access)?;
        let mut line = Self::encode(directory, name, &value)?;
        if self.is_unended {
            line.insert(0, b'\n');
        }

        // Cut only where it is longer: that would give back the room behind its end.
        if directory.at(name, file.metadata())?.len() > self.whole {
            directory.at(name, file.set_len(self.whole))?;
        }

        directory.at(name, file.seek(SeekFrom::Start(self.whole)))?;
        if let Err(error) = file.write_all(&line) {
            // To make a file shorter, no room is needed.
            self.is_cut = file.set_len(self.whole).is_err();
            return Err(directory.error(name, error));
        }

        self.whole += line.len() as u64;
        self.is_cut = false;
        self.is_unended = false;
        self.values.push(value);
        directory.at(name, file.sync_all())
    }
}

impl<T> Default for JsonLines<T> {
    fn default() -> Self {
        JsonLines {
            values: Vec::new(),
            damaged: Vec::new(),
            is_cut: false,
            whole: 0,
            is_unended: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn lines_that_cannot_be_read_are_numbered_and_the_others_hold() {
        let read = JsonLines::<u32>::parse(b"\n1\nnonsense\n \n2\n{}\n");
        assert_eq!(
            (read.values, read.damaged, read.is_cut),
            (vec![1, 2], vec![3, 6], false)
        );
        assert!(JsonLines::<u32>::parse(b"1\n\"").is_cut);
    }

    /// A file system that cannot be asked for room has none to lose.
    #[test]
    fn the_room_that_was_reserved_stays_until_it_is_used() {
        let scratch = Scratch::new();
        let directory = Directory::open(scratch.as_ref()).unwrap();
        let access = Access::copy_ownership(&directory.stat().unwrap());
        let blocks = || directory.look("lines").unwrap().unwrap().st_blocks;
        let mut lines = JsonLines::<String>::default();
        lines
            .append(&directory, "lines", "first".to_owned(), &access)
            .unwrap();
        lines
            .reserve(&directory, "lines", &"x".repeat(200_000), &access)
            .unwrap();
        let reserved = blocks();
        lines
            .append(&directory, "lines", "second".to_owned(), &access)
            .unwrap();
        assert!(blocks() >= reserved, "{} of {reserved}", blocks());
    }

    #[test]
    fn a_value_is_added_behind_the_last_whole_line() {
        let scratch = Scratch::new();
        let directory = Directory::open(scratch.as_ref()).unwrap();
        let access = Access::copy_ownership(&directory.stat().unwrap());
        // Nothing; whole lines, the last of which may say nothing or be blank; one without its end; one cut off.
        for (before, kept) in [
            ("", ""),
            ("1\n", "1\n"),
            ("1\nnonsense\n", "1\nnonsense\n"),
            ("1\n\n", "1\n\n"),
            ("1", "1\n"),
            ("1\n{\"at\"", "1\n"),
            ("{\"at\"", ""),
        ] {
            scratch.write("lines", before);
            let mut lines = JsonLines::<u32>::parse(before.as_bytes());
            for value in [2, 3] {
                lines.reserve(&directory, "lines", &value, &access).unwrap();
                lines.append(&directory, "lines", value, &access).unwrap();
                assert!(!lines.is_cut);
            }

            assert_eq!(scratch.text("lines"), format!("{kept}2\n3\n"), "{before:?}");
            assert!(lines.values.ends_with(&[2, 3]));
        }
    }
}
