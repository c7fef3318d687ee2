//! What the process holds of the machine, under the names that every program has for it.

use std::fs;

use rustix::process::{Resource, getrlimit};

use super::exposition::Text;
use crate::model::Timestamp;

/// Adds them; what the system does not tell is left out.
pub fn write(text: &mut Text, started: Timestamp) {
    text.family("process_start_time_seconds", "gauge", "When the process was started.")
        .value(started.timestamp());
    if let Some(bytes) = resident() {
        text.family("process_resident_memory_bytes", "gauge", "Resident memory.").value(bytes);
    }
    if let Ok(open) = fs::read_dir("/proc/self/fd") {
        text.family("process_open_fds", "gauge", "Open descriptors.").value(open.count());
    }
    if let Some(limit) = getrlimit(Resource::Nofile).current {
        text.family("process_max_fds", "gauge", "Descriptors that may be open.").value(limit);
    }
}

/// `VmRSS:     12345 kB`
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}
