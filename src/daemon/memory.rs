//! Refuses a dataset that does not fit into the memory which the process may have.

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

/// Why the dataset of these files would not fit beside what is resident; `None` where it does, or no limit is known. Beyond
/// `memory.max` of the control group the kernel would end the process, and nobody would be served.
pub fn why_too_large(files: &[DataFile]) -> Option<Message> {
    let membership = fs::read_to_string(OWN_GROUP).ok()?;
    let mut lines = membership.lines();
    let group = lines.find_map(|line| line.strip_prefix("0::"))?;
    let limit = memory_limit(Path::new(GROUPS), group)?;
    let needed = resident_memory()?.saturating_add(estimate_memory(files));
    if needed <= limit {
        return None;
    }

    Some(msg::does_not_fit_into_memory(
        needed / MEGABYTE,
        limit / MEGABYTE,
    ))
}

/// Bytes that loading these files needs at its peak.
fn estimate_memory(files: &[DataFile]) -> u64 {
    let mut bytes = 0;
    for file in files {
        if file.path.starts_with("indicators/") && file.path.ends_with(".csv") {
            let rows = file.bytes.iter().filter(|byte| **byte == b'\n').count();
            bytes += PER_INDICATOR + PER_ROW * rows as u64;
        }
    }

    bytes
}

/// The smallest `memory.max` of a group and of those that it is in; `None` where none of them has a limit.
fn memory_limit(groups: &Path, group: &str) -> Option<u64> {
    let mut limits = Vec::new();
    let directory = groups.join(group.trim_start_matches('/'));
    for path in directory.ancestors() {
        if path.starts_with(groups) {
            let text = fs::read_to_string(path.join("memory.max")).unwrap_or_default();
            limits.extend(text.trim().parse::<u64>());
        }
    }

    limits.into_iter().min()
}

/// Bytes of memory that the process has; `None` where the system does not say.
pub fn resident_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn the_smallest_limit_on_the_way_up_counts() {
        let root = Scratch::new();
        root.write("system.slice/indicatord.service/memory.max", "max\n");
        let limit = |group| memory_limit(&root.join(""), group);
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
        let file = |path: &str, text: &str| DataFile {
            path: path.to_owned(),
            bytes: text.into(),
        };
        let files = [
            file("dataset.json", "{\n}\n"),
            file("indicators/a.csv", "date,value\n2026-01,1\n"),
            file("indicators/a.json", "{\n}\n"),
            file("indicators/b.csv", "date,value\n2026-01,1\n2026-02,1\n"),
        ];
        assert_eq!(estimate_memory(&files), 2 * PER_INDICATOR + 5 * PER_ROW);
    }
}
