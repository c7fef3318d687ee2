//! Addresses and sockets around the server: where it listens, how it is probed, how commands ask for a reload, and what the
//! service manager is notified of.

mod address;
pub mod control;
mod deadline;
mod notify;
mod probe;
pub mod socket_file;

pub use address::{ListenAddress, loopback_of};
pub use notify::Notifier;
pub use probe::{ProbeTarget, get};
