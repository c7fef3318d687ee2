//! Where clients come from: addresses, listening sockets, Unix sockets; and the ways to the service manager.

mod activation;
mod address;
pub mod control;
mod deadline;
mod link;
mod listener;
mod notify;
mod probe;
mod relay;
mod socket_file;

pub use activation::inherited;
pub use address::ListenAddress;
pub use listener::Listener;
pub use notify::Notifier;
pub use probe::{ProbeTarget, get};
pub use relay::Peers;
