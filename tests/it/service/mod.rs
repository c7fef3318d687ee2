//! A server as it runs: where it listens, what it reads again, what it tells, what it serves when something is wrong.

mod embargo;
mod fallback;
mod listen;
mod log;
mod notify;
mod operation;
mod reload;

use crate::support::server::Server;

/// The version and the exchange rate that are served.
fn served(server: &Server) -> (String, String) {
    let status = server.get("/status.json", "").json();
    let usd = server.get("/data/usd.json", "").json();
    (
        status["dataset"]["version"].as_str().unwrap().to_owned(),
        usd["valueRaw"].to_string(),
    )
}
