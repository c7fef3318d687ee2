//! HTTP without sockets: a request's head → the page that answers it → the head of the response.
//!
//! `request_head` (is it a request at all), `request_target` (which path and query it means), `route` (what answers there),
//! `negotiation` (which encoding, how long it may be kept, and whether the client has it already), `response` (the lines of
//! the head), `gate` (who may see a preview); `respond` is all of these in order. Nothing here reads a socket or a file.

mod gate;
mod negotiation;
mod request_head;
mod request_target;
mod respond;
mod response;
mod route;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::health::{Counters, lock, unix_seconds};
use super::outgoing::Outgoing;
use super::snapshot::{Current, Live, Served};
use crate::model::Lang;
use crate::site::{ApiError, Body, Caching, Form, Page, Written, urls};

pub use gate::Gate;
pub use request_head::RequestHead;
pub use request_target::LONGEST_TARGET;
pub use respond::{Plan, plan};
pub use response::{Response, ResponseContext, Turn};
pub use route::Scope;
