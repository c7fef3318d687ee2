//! HTTP over sockets: what resources answer, what goes over a connection, and attacks.

mod attacks;
mod broken_off;
mod framing;
mod leaks;
mod parameters;
mod root;
mod semantics;
mod slow_readers;
mod written;

use crate::support::server::Response;

/// The rules for every answer.
fn check(response: &Response) {
    let headers = &response.headers;
    assert_eq!(response.the("X-Content-Type-Options"), "nosniff");
    assert_eq!(response.the("Date").len(), 29);
    assert!(
        response
            .header("Snapshot-Id")
            .is_some_and(|id| !id.is_empty()),
        "{headers:?}"
    );
    assert!(response.header("Server").is_none(), "{headers:?}");
    // A body that is packed on its way has no length.
    let is_chunked = response.header("Transfer-Encoding") == Some("chunked");
    let is_packed = response.header("Content-Encoding") == Some("gzip")
        || response
            .header("Content-Type")
            .is_some_and(|kind| kind.contains("officedocument"));
    assert!(
        response.header("Transfer-Encoding").is_none() || (is_chunked && is_packed),
        "{headers:?}"
    );
    assert_eq!(
        response.header("Content-Length").is_none() && !is_chunked,
        matches!(response.status, 204 | 304),
        "{headers:?}"
    );
    if response.status >= 400 {
        assert_eq!(response.the("Cache-Control"), "no-store");
        assert_eq!(response.the("Access-Control-Allow-Origin"), "*");
        assert_eq!(
            response.the("Content-Type"),
            "application/json; charset=utf-8"
        );
        assert!(response.header("ETag").is_none() && response.header("Last-Modified").is_none());
    }
}
