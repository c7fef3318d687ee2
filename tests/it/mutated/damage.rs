//! Damage that looks random and depends on nothing but its number.

use crate::support::{Tree, Xorshift, project, tree};

/// Valid datasets that between them have every period type, status and kind of file.
pub fn valid_datasets() -> Vec<Tree> {
    [
        "tests/fixtures/base",
        "tests/fixtures/all-types",
        "tests/fixtures/hostile",
    ]
    .into_iter()
    .map(|path| tree(&project(path)))
    .collect()
}

/// One of the valid datasets, damaged in one place at least, and in this many at most.
pub fn damaged_dataset(valid: &[Tree], seed: u64, most: usize) -> Tree {
    let mut random = Xorshift::new(seed);
    let mut files = valid[random.below(valid.len())].clone();
    for _ in 0..=random.below(most) {
        damage_a_file(&mut files, &mut random);
    }

    files
}

/// One of the valid datasets with another digit in one figure: it is valid as a rule, and says something else.
pub fn misprinted_dataset(valid: &[Tree], seed: u64) -> Tree {
    let mut random = Xorshift::new(seed);
    let mut files = valid[random.below(valid.len())].clone();
    let tables: Vec<String> = files
        .keys()
        .filter(|path| path.ends_with(".csv"))
        .cloned()
        .collect();
    let bytes = files
        .get_mut(&tables[random.below(tables.len())])
        .expect("it is there");
    let digits: Vec<usize> = (0..bytes.len())
        .filter(|at| bytes[*at].is_ascii_digit())
        .collect();
    if let Some(at) = digits.get(random.below(digits.len())) {
        bytes[*at] = b'0' + (bytes[*at] - b'0' + 1 + random.below(9) as u8) % 10;
    }

    files
}

fn damage_a_file(files: &mut Tree, random: &mut Xorshift) {
    let paths: Vec<String> = files.keys().cloned().collect();
    let Some(path) = paths.get(random.below(paths.len())) else {
        return;
    };

    let other = files[&paths[random.below(paths.len())]].clone();
    match random.below(20) {
        0 => drop(files.remove(path)),
        1 => drop(files.insert(path.clone(), other)),
        _ => damage(files.get_mut(path).expect("it is there"), &other, random),
    }
}

/// One flip, cut, swap or splice.
pub fn damage(bytes: &mut Vec<u8>, other: &[u8], random: &mut Xorshift) {
    let (at, length) = (random.below(bytes.len()), 1 + random.below(40));
    let end = (at + length).min(bytes.len());
    match random.below(9) {
        0 | 1 => flip(bytes, at, random),
        2 => drop(bytes.drain(at..end)),
        3 => bytes.truncate(at),
        4 => swap_cells(bytes, random),
        5 => lines(bytes, random, |lines, one, two| {
            lines.insert(one, lines[two].clone())
        }),
        6 => lines(bytes, random, |lines, one, two| lines.swap(one, two)),
        7 => drop(
            bytes.splice(
                at..at,
                (0..length)
                    .map(|_| random.below(256) as u8)
                    .collect::<Vec<u8>>(),
            ),
        ),
        _ => {
            let from = random.below(other.len());
            let part: Vec<u8> = other.iter().copied().skip(from).take(length * 3).collect();
            drop(bytes.splice(at..at, part));
        }
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

fn lines(
    bytes: &mut Vec<u8>,
    random: &mut Xorshift,
    change: impl Fn(&mut Vec<Vec<u8>>, usize, usize),
) {
    let mut lines: Vec<Vec<u8>> = bytes
        .split_inclusive(|b| *b == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
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
