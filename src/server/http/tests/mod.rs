//! Answers as a whole: against a plain reading of RFC 9110, and line by line.

mod by_rfc9110;
mod heads_by_kind;
