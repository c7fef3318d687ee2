//! What neither the standard library nor tiny_http has a call for. All `unsafe` code of the project is here.

pub mod announced_body;
pub mod clock;
pub mod process;
pub mod sockets;
