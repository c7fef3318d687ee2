//! The valid dataset, damaged at random and always in the same way: `check` ends, and its report and exit code agree.

use std::collections::BTreeMap;
use std::path::Path;

use super::checked::{Checked, check, for_each};
use crate::support::{TempDir, project, tree, write};

const SEEDS: u64 = 300;

/// Numbers that look random and are the same in every run.
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

type Files = BTreeMap<String, Vec<u8>>;

#[test]
fn damage_is_survived_and_reported() {
    let valid = tree(&project("tests/bad/base"));
    let seeds: Vec<u64> = (1..=SEEDS).collect();
    for_each(&seeds, |seed| {
        let mut random = Xorshift(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut files = valid.clone();
        for _ in 0..=random.below(3) {
            damage(&mut files, &mut random);
        }
        let dir = TempDir::new();
        let dataset = dir.join("dataset");
        files.iter().for_each(|(path, bytes)| write(&dataset.join(path), bytes));
        let checked = check(&dataset);
        checked.assert_sound();
        assert!(checked.complaints.is_empty(), "seed {seed}: {checked:#?}");
        let known =
            |file: &str| valid.contains_key(file) || files.contains_key(file) || Path::new(file) == dataset;
        assert!(checked.code == Some(0) || names_files(&checked, known), "seed {seed}: {checked:#?}");
    });
}

/// Whether every problem begins with a file that is known, and there is one.
fn names_files(checked: &Checked, known: impl Fn(&str) -> bool) -> bool {
    let mut problems: Vec<&str> = checked.report.lines().collect();
    problems.pop();
    let errors = problems.iter().filter(|problem| !problem.contains(": warning: ")).count();
    errors > 0 && problems.iter().all(|problem| problem.split([':']).next().is_some_and(&known))
}

fn damage(files: &mut Files, random: &mut Xorshift) {
    let paths: Vec<String> = files.keys().cloned().collect();
    if paths.is_empty() {
        return;
    }
    let path = &paths[random.below(paths.len())];
    let kind = random.below(10);
    if kind == 0 {
        files.remove(path);
        return;
    }
    let other = files[&paths[random.below(paths.len())]].clone();
    let Some(bytes) = files.get_mut(path) else { return };
    let (at, length) = (random.below(bytes.len()), 1 + random.below(40));
    let end = (at + length).min(bytes.len());
    match kind {
        1 | 2 => flip(bytes, at, random),
        3 => drop(bytes.drain(at..end)),
        4 => bytes.truncate(at),
        5 => swap_cells(bytes, random),
        6 => lines(bytes, random, |lines, one, two| lines.insert(one, lines[two].clone())),
        7 => lines(bytes, random, |lines, one, two| lines.swap(one, two)),
        8 => drop(bytes.splice(at..at, (0..length).map(|_| random.below(256) as u8).collect::<Vec<u8>>())),
        _ => drop(bytes.splice(at..at, other.into_iter().skip(length).take(length * 3).collect::<Vec<u8>>())),
    }
}

fn flip(bytes: &mut [u8], at: usize, random: &mut Xorshift) {
    let written = b"\",;\n\r\t{}[]:.-09 \0\xff";
    if let Some(byte) = bytes.get_mut(at) {
        *byte = if random.below(3) == 0 {
            *byte ^ (1 << random.below(8))
        } else {
            written[random.below(written.len())]
        };
    }
}

fn lines(bytes: &mut Vec<u8>, random: &mut Xorshift, change: impl Fn(&mut Vec<Vec<u8>>, usize, usize)) {
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
    if !lines.is_empty() {
        let (one, two) = (random.below(lines.len()), random.below(lines.len()));
        change(&mut lines, one, two);
        *bytes = lines.concat();
    }
}

fn swap_cells(bytes: &mut Vec<u8>, random: &mut Xorshift) {
    lines(bytes, random, |lines, one, _| {
        let mut cells: Vec<&[u8]> = lines[one].split(|b| *b == b',').collect();
        let last = cells.len() - 1;
        cells.swap(0, last);
        lines[one] = cells.join(&b',');
    });
}
