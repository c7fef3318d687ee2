//! The integration tests, one binary: they drive the real program and see what its users see.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod commands;
mod data;
mod house;
mod http;
mod mutated;
mod service;
mod site;
mod store;
mod support;
