//! The integration tests, one binary: they drive the real program and see what its users see.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod bad;
mod commands;
mod edit;
mod golden;
mod layers;
mod press;
mod reload;
mod resources;
mod running;
mod store;
mod support;
