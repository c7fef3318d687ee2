//! Whether a release fits into the memory that the service may have: what is resident, and what a load needs by its rows,
//! stays below `memory.max` of the control group. Beyond it the kernel would end the process, and nobody would be served.

use super::*;

use std::fs;

/// Bytes that a load needs at its peak for each row: 190 to 240 were measured over 400,000 rows that had all changed.
const PER_ROW: u64 = 250;
/// The same for the pages and charts of each indicator, beside its rows: 32 kB were measured.
const PER_INDICATOR: u64 = 40 * 1024;
/// Where control groups (version 2) are, and which of them this process is in.
const GROUPS: &str = "/sys/fs/cgroup";
const OWN_GROUP: &str = "/proc/self/cgroup";
const MEGABYTE: u64 = 1_000_000;

/// Why the dataset of these files would not fit beside what is resident; `None` where it does, or no limit is known.
pub fn why_too_large(files: &[DataFile]) -> Option<Message> {
    let membership = fs::read_to_string(OWN_GROUP).ok()?;
    let group = membership.lines().find_map(|line| line.strip_prefix("0::"))?;
    let limit = limit(Path::new(GROUPS), group)?;
    let needed = resident()?.saturating_add(estimate(files));
    let sentence = || msg::does_not_fit_into_memory(needed / MEGABYTE, limit / MEGABYTE);
    (needed > limit).then(sentence)
}

/// Bytes that loading these files needs at its peak.
fn estimate(files: &[DataFile]) -> u64 {
    let tables =
        files.iter().filter(|file| file.path.starts_with("indicators/") && file.path.ends_with(".csv"));
    let rows = |file: &DataFile| file.bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
    tables.map(|file| PER_INDICATOR + PER_ROW * rows(file)).sum()
}

/// The smallest `memory.max` of a group and of those that it is in; `None` where none of them has a limit.
fn limit(groups: &Path, group: &str) -> Option<u64> {
    let directory = groups.join(group.trim_start_matches('/'));
    let parents = directory.ancestors().take_while(|path| path.starts_with(groups));
    let limits = parents.filter_map(|path| fs::read_to_string(path.join("memory.max")).ok());
    limits.filter_map(|text| text.trim().parse::<u64>().ok()).min()
}

/// Bytes of memory that the process has; `None` where the system does not say.
pub fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn the_smallest_limit_on_the_way_up_counts() {
        let root = Scratch::new();
        root.write("system.slice/indicatord.service/memory.max", "max\n");
        let limit = |group| super::limit(&root.join(""), group);
        assert_eq!(limit("/system.slice/indicatord.service"), None);
        root.write("system.slice/memory.max", "2000\n");
        root.write("memory.max", "3000\n");
        assert_eq!(limit("/system.slice/indicatord.service"), Some(2000));
        root.write("system.slice/indicatord.service/memory.max", "1000\n");
        assert_eq!(limit("/system.slice/indicatord.service"), Some(1000));
        assert_eq!((limit("/"), limit("/elsewhere")), (Some(3000), Some(3000)));
    }

    #[test]
    fn a_load_is_estimated_by_rows_and_indicators() {
        let file = |path: &str, text: &str| DataFile { path: path.to_owned(), bytes: text.into() };
        let files = [
            file("dataset.json", "{\n}\n"),
            file("indicators/a.csv", "date,value\n2026-01,1\n"),
            file("indicators/a.json", "{\n}\n"),
            file("indicators/b.csv", "date,value\n2026-01,1\n2026-02,1\n"),
        ];
        assert_eq!(estimate(&files), 2 * PER_INDICATOR + 5 * PER_ROW);
    }
}
