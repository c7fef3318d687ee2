//! A server as it runs: where it listens, what it reads again, what it tells, what it serves when something is wrong.

mod embargo;
mod fallback;
mod listen;
mod log;
mod notify;
mod operation;
mod reload;
