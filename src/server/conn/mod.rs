//! Connections, from accept to close: who may hold how much, and who answers.
//!
//! tiny_http accepts, reads requests and keeps the connections; all that is ours stands around it. An `endpoint` is an
//! address with a tiny_http server for each processor. A server's `dispatcher` finds the `connection` of each request
//! in the `table` and queues pipelined ones (`request_queue`); a worker of its `worker_pool` answers (`worker`), and
//! ends the connection where it must (`lingering_close`). One thread, the `supervisor`, looks at all sockets and ends
//! those that go beyond the `limits` (`limits_check`), and some where there are too many (`eviction`). What we know of
//! tiny_http's insides is in `tiny`.

mod connection;
mod dispatcher;
mod endpoint;
mod eviction;
mod limits;
mod limits_check;
mod lingering_close;
pub mod panics;
mod request_queue;
mod supervisor;
mod table;
mod tiny;
mod worker;
mod worker_pool;

pub use dispatcher::Shared;
pub use endpoint::acceptors;
pub use limits::Limits;
pub use supervisor::Supervisor;
