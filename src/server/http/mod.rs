//! What HTTP says, without a socket: a request's head → the page that answers it → the head of the response.
//!
//! `request_head` (is it a request at all), `target` (which path and query it means), `route` (what answers there),
//! `negotiation` (which encoding), `conditional` (whether the client has it already), `caching` (how long it may be
//! kept), `response` (the lines of the head); `respond` is all of these in order. Nothing here reads a clock, a socket
//! or a file.

#[cfg(test)]
mod by_rfc9110;
mod caching;
mod conditional;
pub mod date;
#[cfg(test)]
mod heads_by_kind;
mod negotiation;
pub mod request_head;
mod respond;
mod response;
mod route;
pub mod target;

pub use request_head::RequestHead;
pub use respond::{Circumstances, respond};
pub use response::Response;
