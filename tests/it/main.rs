//! The integration tests, one binary: they drive the real program and see what its users see.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod attacks;
mod bad;
mod bodies;
mod bundles;
mod commands;
mod diff;
mod edit;
mod edits;
mod embargo;
mod embargo_export;
mod fallback;
mod golden;
mod guards;
mod imports;
mod layers;
mod listen;
mod log;
mod malformed;
mod manual;
mod messages;
mod mutated;
mod negative_base;
mod notify;
mod operation;
mod pages;
mod preview;
mod printed_changes;
mod protocol;
mod publish;
mod reload;
mod resources;
mod rules;
mod server;
mod store;
mod store_faults;
mod store_model;
mod support;
mod unix;
