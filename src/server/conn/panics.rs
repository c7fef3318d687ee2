//! Panics of threads that are not ours, as one line of the log each, and at most one a second.
//!
//! tiny_http panics where a client has gone at the wrong moment, or where descriptors or threads run out. The supervisor
//! makes good what is lost; a client must not be able to fill the log with it.

use std::panic::{self, PanicHookInfo};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crate::server::http::date;

/// The second of the latest line, and how many panics were left out since.
static LATEST: AtomicU64 = AtomicU64::new(0);
static LEFT_OUT: AtomicU64 = AtomicU64::new(0);

/// Replaces what Rust prints on a panic, for the whole process.
pub fn keep_short() {
    panic::set_hook(Box::new(report));
}

fn report(panic: &PanicHookInfo<'_>) {
    let second = date::seconds(date::now());
    if LATEST.swap(second, Relaxed) == second {
        LEFT_OUT.fetch_add(1, Relaxed);
        return;
    }
    let current = thread::current();
    let name = current.name().unwrap_or("connection");
    let line = panic.to_string().replace('\n', " ");
    log::warn!("{name} thread ended: {line} (left out before: {})", LEFT_OUT.swap(0, Relaxed));
}
