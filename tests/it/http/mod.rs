//! Requests and responses on raw bytes.

mod attacks;
mod malformed;
mod protocol;
