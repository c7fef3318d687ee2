//! What clients ask, and what the server does about them.

use super::exposition::Text;
use crate::server::{Counts, Reason};

/// Adds them.
pub fn write(text: &mut Text, counts: &Counts) {
    let mut requests = text.counter("http_requests_total", "Requests answered, by class of status.");
    for (class, count) in ["2xx", "3xx", "4xx", "5xx"].into_iter().zip(counts.responses) {
        requests.sample(&[("class", class)], count);
    }
    text.counter("http_response_bytes_total", "Bytes of all responses, heads included.").value(counts.bytes);
    let help = "Requests that HTTP forbids, answered 400. Not among them are those that the HTTP library drops unseen: a \
                byte of 128 or more in a head ends the connection without an answer.";
    text.counter("http_malformed_requests_total", help).value(counts.malformed);
    text.gauge("http_connections", "Open connections.").value(counts.connections);
    text.gauge("http_workers", "Threads that answer requests.").value(counts.workers);
    text.counter("http_listeners_replaced_total", "How often accepting had to begin anew.")
        .value(counts.listeners_replaced);
    let help = "Connections that the server ended, by the limit that was exceeded.";
    let mut ended = text.counter("http_disconnections_total", help);
    for (reason, count) in Reason::ALL.into_iter().zip(counts.disconnected) {
        ended.sample(&[("reason", reason.name())], count);
    }
}
